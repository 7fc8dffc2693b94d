// SPDX-License-Identifier: GPL-3.0-or-later
//! The clock of the turn in progress, and the time control that the options describe.

use crate::options::{ClockOptions, ClockWord, PenaltyWord};
use gnubg_engine::core::Player;
use gnubg_record::{ClockKind, Clocks, TimeControl, TimePenalty};
use std::time::{Duration, Instant};

/// The time control that the options describe; `None` for no clocks.
#[must_use]
pub fn time_control(options: &ClockOptions) -> Option<TimeControl> {
    let seconds = |n: u32| Duration::from_secs(u64::from(n));
    let kind = match options.kind {
        ClockWord::Off => return None,
        ClockWord::Plain => ClockKind::Plain,
        ClockWord::Bronstein => ClockKind::Bronstein,
        ClockWord::Fischer => ClockKind::Fischer,
        ClockWord::Hourglass => ClockKind::Hourglass,
    };
    let penalty = match options.penalty {
        PenaltyWord::Nothing => TimePenalty::None,
        PenaltyWord::Points => TimePenalty::Points { points: options.points, extra: seconds(options.extra) },
        PenaltyWord::Game => TimePenalty::Game,
        PenaltyWord::Match => TimePenalty::Match,
    };
    Some(TimeControl {
        kind,
        base: seconds(options.time),
        per_point: seconds(options.per_point),
        per_turn: seconds(options.per_turn),
        penalty,
    })
}

/// The clocks at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// The time control of the match.
    pub control: TimeControl,
    /// What is left of the reserves.
    pub clocks: Clocks,
    /// The free time that is left in the turn; zero for kinds without free time, and before and after a game.
    pub free: Duration,
    /// Whose clock runs; `None` if both stand still.
    pub running: Option<Player>,
    /// Whether the clock was stopped by [`ClockCommand::Pause`](crate::command::ClockCommand::Pause).
    pub is_paused: bool,
    /// The time until the running clock shows zero.
    pub until_zero: Option<Duration>,
}

/// The time used in the turn in progress.
#[derive(Debug, Default)]
pub(crate) struct TurnClock {
    player: Option<Player>,
    /// The time used before `since`.
    used: Duration,
    /// Since when the clock runs.
    since: Option<Instant>,
    is_paused: bool,
}

impl TurnClock {
    /// A turn of `player` begins now; `None` if nobody's clock runs.
    pub(crate) fn begin(player: Option<Player>) -> TurnClock {
        TurnClock { player, used: Duration::ZERO, since: player.map(|_| Instant::now()), is_paused: false }
    }

    /// Whose turn it is.
    pub(crate) const fn player(&self) -> Option<Player> {
        self.player
    }

    /// The time used in this turn.
    pub(crate) fn used(&self) -> Duration {
        self.used + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    pub(crate) const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Stops the clock. `false` if it does not run.
    pub(crate) fn pause(&mut self) -> bool {
        self.used = self.used();
        self.is_paused |= self.since.is_some();
        self.since.take().is_some()
    }

    /// Lets the clock run again. `false` if it was not stopped.
    pub(crate) fn resume(&mut self) -> bool {
        let was_paused = std::mem::take(&mut self.is_paused);
        if was_paused {
            self.since = Some(Instant::now());
        }
        was_paused
    }

    /// Lets the clock jump by so much, as if the time had passed.
    #[cfg(test)]
    pub(crate) fn pass(&mut self, time: Duration) {
        self.used += time;
    }
}
