// SPDX-License-Identifier: GPL-3.0-or-later
//! A rollout as data: its question, its settings and all games so far; extending, merging, results.

use super::error::RolloutError;
use super::results::{Results, alternative, cube_result};
use super::sample::Sample;
use super::settings::RolloutSettings;
use super::shared::SharedPlies;
use super::statistics::Statistics;
use super::stop::{has_rules, judge};
use super::subject::Subject;
use super::tally::{Moments, Tally};
use std::sync::Arc;

/// The games of one alternative.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PlayedGames {
    /// Their results.
    pub tally: Tally,
    /// Counts of what happened in them.
    pub statistics: Statistics,
    /// Whether a stop rule has suspended it.
    pub is_suspended: bool,
}

/// A question, the settings of its rollout, and all games so far.
///
/// ```
/// use gnubg_engine::core::{CancelToken, MatchState, Rules};
/// use gnubg_engine::cube::MatchEquityTable;
/// use gnubg_engine::eval::Engine;
/// use gnubg_engine::rollout::{Effort, Ending, Preset, Rollout, RolloutSettings, Subject};
///
/// let state = MatchState::new(0, Rules::default())?;
/// let subject = Subject::position(&state, &MatchEquityTable::default())?;
/// let settings = RolloutSettings { trials: 36, ..Preset::Roller.settings() };
/// let mut rollout = Rollout::new(subject, settings)?;
/// let engine = Engine::built_in(1 << 16)?;
/// let ending = rollout.run(&engine, &Effort::threads(2), &CancelToken::new(), &mut |_| {})?;
/// assert_eq!(ending, Ending::Complete);
/// let results = rollout.results();
/// assert_eq!(results.alternatives[0].games(), 36);
/// assert!(results.alternatives[0].cubeful.std_error < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rollout {
    pub(super) subject: Subject,
    pub(super) settings: RolloutSettings,
    pub(super) played: Vec<PlayedGames>,
    /// Rounds after which the stop rules have been applied.
    pub(super) rounds: u32,
    pub(super) seconds: f64,
    /// [`Engine::fingerprint`](crate::eval::Engine::fingerprint) of the engine that played, once games have been played.
    pub(super) engine: Option<u64>,
    /// The shared first plies of the last run, by alternative; empty unless its time was up.
    pub(super) shared_plies: Vec<Arc<SharedPlies>>,
}

impl Rollout {
    /// A rollout without games.
    ///
    /// # Errors
    /// If nothing can be rolled out with these settings.
    pub fn new(subject: Subject, settings: RolloutSettings) -> Result<Rollout, RolloutError> {
        if settings.trials == 0 {
            return Err(RolloutError::NoTrials);
        }
        for (switch, what) in [(settings.truncation, "truncated games"), (settings.late, "later evaluations")]
        {
            if switch.get() == Some(0) {
                return Err(RolloutError::NoPlies(what));
            }
        }
        if settings.dice.generator().is_none() {
            return Err(RolloutError::Dice(settings.dice.name().to_owned()));
        }
        let played = vec![PlayedGames::default(); subject.labels().len()];
        Ok(Rollout {
            subject,
            settings,
            played,
            rounds: 0,
            seconds: 0.0,
            engine: None,
            shared_plies: Vec::new(),
        })
    }

    /// A rollout from its parts, as files store them: see [`Rollout::played`], [`Rollout::rounds`],
    /// [`Rollout::seconds`] and [`Rollout::engine`].
    ///
    /// # Errors
    /// If nothing can be rolled out with these settings, or there are games of other alternatives.
    pub fn restored(
        subject: Subject,
        settings: RolloutSettings,
        played: Vec<PlayedGames>,
        rounds: u32,
        seconds: f64,
        engine: Option<u64>,
    ) -> Result<Rollout, RolloutError> {
        let empty = Rollout::new(subject, settings)?;
        if played.len() != empty.played.len() {
            return Err(RolloutError::Different("the number of alternatives"));
        }
        Ok(Rollout { played, rounds, seconds, engine, ..empty })
    }

    /// The position and question.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &RolloutSettings {
        &self.settings
    }

    /// The games of each alternative.
    #[must_use]
    pub fn played(&self) -> &[PlayedGames] {
        &self.played
    }

    /// Rounds of 36 games after which the stop rules have been applied.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Seconds spent so far, all runs and parts together.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// [`Engine::fingerprint`](crate::eval::Engine::fingerprint) of the engine that played, once games have been played.
    #[must_use]
    pub fn engine(&self) -> Option<u64> {
        self.engine
    }

    /// Remaining games of all alternatives together if no stop rule applies.
    #[must_use]
    pub fn games_left(&self) -> u64 {
        let left =
            |played: &PlayedGames| u64::from(self.settings.trials.saturating_sub(played.tally.games()));
        let has_rules = has_rules(&self.settings);
        self.played.iter().filter(|played| !(has_rules && played.is_suspended)).map(left).sum()
    }

    /// Whether all games have been played or a stop rule has ended the rollout.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        if self.games_left() == 0 {
            return true;
        }
        let moments = |tally: &Tally| tally.moments(self.is_balanced());
        let mut results = results_of(&self.subject, &self.settings, &self.played, self.seconds, moments);
        judge(&self.subject, &self.settings, &mut results).is_some()
    }

    /// The same question and settings without games, for a part to be merged later.
    #[must_use]
    pub fn without_games(&self) -> Rollout {
        let played = vec![PlayedGames::default(); self.played.len()];
        Rollout { played, rounds: 0, seconds: 0.0, ..self.clone() }
    }

    /// Adopts the number of trials and the stop rules of other settings, to extend the rollout. Everything that affects
    /// the games stays unchanged.
    pub fn set_limits(&mut self, settings: &RolloutSettings) {
        self.settings.trials = settings.trials.max(1);
        self.settings.stop_on_error = settings.stop_on_error;
        self.settings.stop_on_difference = settings.stop_on_difference;
    }

    /// Continues an alternative of which only means and standard errors are known, as files store them: `games` games
    /// with numbers from 0. `mean` and `std_error` are in the units of [`Moments`].
    ///
    /// # Errors
    /// If there is no such alternative, or it has games already.
    pub fn continue_from(
        &mut self,
        alternative: usize,
        games: u32,
        mean: Sample,
        std_error: Sample,
    ) -> Result<(), RolloutError> {
        let played = self.played.get_mut(alternative).ok_or(RolloutError::Different("alternatives"))?;
        if played.tally.games() > 0 {
            return Err(RolloutError::Overlap { alternative: alternative + 1, game: 0 });
        }
        played.tally = Tally::from_prior(games, mean, std_error);
        Ok(())
    }

    /// Adds the games of another part of the same rollout.
    ///
    /// # Errors
    /// If it is a different rollout, was played by a different engine, or contains games that this rollout already has.
    pub fn merge(&mut self, other: &Rollout) -> Result<(), RolloutError> {
        if !self.subject.is_same(&other.subject) {
            return Err(RolloutError::Different("what is rolled out"));
        }
        if !self.settings.plays_like(&other.settings) {
            return Err(RolloutError::Different("their settings"));
        }
        if self.engine.is_some() && other.engine.is_some() && self.engine != other.engine {
            return Err(RolloutError::Different("the engine's nets or databases"));
        }
        for (n, (mine, others)) in self.played.iter().zip(&other.played).enumerate() {
            if let Some(game) = mine.tally.overlap(&others.tally) {
                return Err(RolloutError::Overlap { alternative: n + 1, game });
            }
        }
        for (mine, others) in self.played.iter_mut().zip(&other.played) {
            mine.tally.merge(&others.tally);
            mine.statistics.merge(&others.statistics);
            mine.is_suspended = false;
        }
        self.settings.trials = self.settings.trials.max(other.settings.trials);
        self.engine = self.engine.or(other.engine);
        self.seconds += other.seconds;
        self.rounds = 0;
        Ok(())
    }

    /// The results so far.
    #[must_use]
    pub fn results(&self) -> Results {
        let mut results = results_of(&self.subject, &self.settings, &self.played, self.seconds, |tally| {
            tally.moments(self.is_balanced())
        });
        judge(&self.subject, &self.settings, &mut results);
        results
    }

    /// The moments of one alternative after each block of 36 games, to show how the estimate converges.
    #[must_use]
    pub fn convergence(&self, alternative: usize) -> Vec<Moments> {
        self.played
            .get(alternative)
            .map_or_else(Vec::new, |played| played.tally.convergence(self.is_balanced()))
    }

    fn is_balanced(&self) -> bool {
        self.settings.quasi_random
    }
}

/// The results of the games played, without ranks and stop rules.
pub(super) fn results_of(
    subject: &Subject,
    settings: &RolloutSettings,
    played: &[PlayedGames],
    seconds: f64,
    moments: impl Fn(&Tally) -> Moments,
) -> Results {
    let labels = subject.labels();
    let of = |(label, played): (_, &PlayedGames)| {
        alternative(subject, label, moments(&played.tally), played.statistics, settings.cubeful)
    };
    let alternatives: Vec<_> = labels.into_iter().zip(played).map(of).collect();
    let cube = cube_result(subject, &alternatives);
    Results { alternatives, cube, is_cubeful: settings.cubeful, seconds }
}
