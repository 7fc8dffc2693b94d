// SPDX-License-Identifier: GPL-3.0-or-later
//! When a card comes back.

use super::grade::{Grade, Rating};
use crate::error::{LibraryError, Result};
use fsrs::{FSRS, FSRS6_DEFAULT_DECAY, MemoryState, current_retrievability};
use serde::{Deserialize, Serialize};

/// The longest time until a card comes back, in days.
const LONGEST: f64 = 365.0;

/// What is remembered of a card.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Days after which the chance to remember it has fallen to 90 %.
    pub stability: f64,
    /// How hard it is, from 1 to 10.
    pub difficulty: f64,
}

/// What a card becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What is remembered then.
    pub memory: Memory,
    /// Days until it comes back.
    pub days: f64,
}

/// A way to plan reviews. What is stored are plain numbers with the version of the scheduler, so that states can be made
/// again from reviews by another one.
pub trait Scheduler: std::fmt::Debug + Send + Sync {
    /// Name and version.
    fn version(&self) -> &'static str;

    /// What a card becomes with each rating, `days` after its last review; `None` for a new card.
    ///
    /// # Errors
    /// If the state is none that the scheduler makes.
    fn steps(&self, memory: Option<Memory>, days: u32, retention: f64) -> Result<[Step; 4]>;

    /// Days after which the chance to remember falls to `retention`.
    fn interval(&self, stability: f64, retention: f64) -> f64;

    /// The chance to remember after so many days.
    fn recall(&self, memory: Memory, days: f64) -> f64;

    /// What a card becomes with a grade. Between two ratings the stability is interpolated in its logarithm, the difficulty
    /// linearly.
    ///
    /// # Errors
    /// As [`Scheduler::steps`].
    fn graded(&self, memory: Option<Memory>, days: u32, retention: f64, grade: Grade) -> Result<Step> {
        let steps = self.steps(memory, days, retention)?;
        let Grade::Passed(value) = grade else { return Ok(steps[0]) };
        let value = value.clamp(2.0, 4.0);
        let (low, part) = if value >= 4.0 { (2, 1.0) } else { (value.floor() as usize - 1, value.fract()) };
        let [from, to] = [steps[low], steps[low + 1]].map(|step| step.memory);
        let between = |a: f64, b: f64| a + part * (b - a);
        let memory = Memory {
            stability: between(from.stability.ln(), to.stability.ln()).exp(),
            difficulty: between(from.difficulty, to.difficulty),
        };
        Ok(Step { memory, days: self.interval(memory.stability, retention) })
    }
}

/// The scheduler FSRS-6, with its default parameters.
#[derive(Debug, Default)]
pub struct Fsrs(FSRS);

impl Scheduler for Fsrs {
    fn version(&self) -> &'static str {
        "FSRS-6"
    }

    fn steps(&self, memory: Option<Memory>, days: u32, retention: f64) -> Result<[Step; 4]> {
        let memory = memory.map(|memory| MemoryState {
            stability: memory.stability as f32,
            difficulty: memory.difficulty as f32,
        });
        let next = self
            .0
            .next_states(memory, retention as f32, days)
            .map_err(|error| LibraryError::content("the state of a card", error))?;
        Ok([next.again, next.hard, next.good, next.easy].map(|state| Step {
            memory: Memory {
                stability: f64::from(state.memory.stability),
                difficulty: f64::from(state.memory.difficulty),
            },
            days: whole_days(f64::from(state.interval)),
        }))
    }

    fn interval(&self, stability: f64, retention: f64) -> f64 {
        let rating = u32::from(Rating::Good.number());
        whole_days(f64::from(self.0.next_interval(Some(stability as f32), retention as f32, rating)))
    }

    fn recall(&self, memory: Memory, days: f64) -> f64 {
        let state = MemoryState { stability: memory.stability as f32, difficulty: memory.difficulty as f32 };
        f64::from(current_retrievability(state, days as f32, FSRS6_DEFAULT_DECAY))
    }
}

/// Days as they are planned: whole, at least one, at most [`LONGEST`].
fn whole_days(days: f64) -> f64 {
    if days.is_finite() { days.round().clamp(1.0, LONGEST) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A card that was answered right after 0, 2 and 11 days.
    fn known(scheduler: &Fsrs) -> Memory {
        let mut memory = None;
        for days in [0, 2, 11] {
            memory = Some(scheduler.steps(memory, days, 0.9).unwrap()[2].memory);
        }
        memory.unwrap()
    }

    #[test]
    fn better_grades_come_back_later() {
        let scheduler = Fsrs::default();
        let memory = known(&scheduler);
        let days: Vec<f64> = [Grade::Again]
            .into_iter()
            .chain([2.0, 2.4, 2.8, 3.0, 3.4, 4.0].map(Grade::Passed))
            .map(|grade| scheduler.graded(Some(memory), 46, 0.9, grade).unwrap().days)
            .collect();
        assert!(days.windows(2).all(|pair| pair[0] < pair[1]), "{days:?}");
        // No jump between passes, but a lapse is a lapse.
        assert!(days[0] < 10.0 && days[1] > 60.0, "{days:?}");
        let ratings = scheduler.steps(Some(memory), 46, 0.9).unwrap();
        for (rating, step) in (2..).zip(&ratings[1..]) {
            let graded = scheduler.graded(Some(memory), 46, 0.9, Grade::Passed(f64::from(rating))).unwrap();
            assert!((graded.memory.stability - step.memory.stability).abs() < 1e-3, "{rating}");
        }
    }

    #[test]
    fn memory_fades_and_retention_sets_the_interval() {
        let scheduler = Fsrs::default();
        let memory = known(&scheduler);
        assert!((scheduler.recall(memory, memory.stability) - 0.9).abs() < 1e-3);
        assert!(scheduler.recall(memory, 100.0) < scheduler.recall(memory, 10.0));
        let [often, seldom] = [0.95, 0.8].map(|retention| scheduler.interval(memory.stability, retention));
        assert!(often < seldom, "{often} {seldom}");
        assert_eq!(scheduler.interval(1e9, 0.9), LONGEST);
    }
}
