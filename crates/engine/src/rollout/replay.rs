// SPDX-License-Identifier: GPL-3.0-or-later
//! Games of a rollout once more, for their logs.
//!
//! A game depends only on the rollout and its number, so it is replayed when its log is wanted. Rollouts without a log
//! cost nothing extra.

use super::error::RolloutError;
use super::game::{self, Stopped};
use super::games::Rollout;
use super::log::GameLog;
use super::shared::RunContext;
use crate::core::{CancelToken, MatchState};
use crate::eval::Engine;

impl Rollout {
    /// Replays a game of an alternative with an engine that evaluates as the one that played the rollout.
    /// `None` if there is no such alternative, or the game was cancelled.
    ///
    /// # Errors
    /// If the dice generator fails.
    pub fn log(
        &self,
        engine: &Engine,
        alternative: usize,
        number: u32,
        cancel: &CancelToken,
    ) -> Result<Option<GameLog>, RolloutError> {
        let run_context = RunContext::new(engine, &self.subject, &self.settings, self.shared_plies.clone());
        let Some(line) = run_context.lines.get(alternative) else { return Ok(None) };
        let (board, cube) = (line.alternative.board, line.alternative.cube);
        let start = MatchState { board, on_roll: cube.on_roll, cube: cube.state(), ..*self.subject.state() };
        let mut log = GameLog { start, actions: Vec::new() };
        let played = engine.with_memory(|memory| {
            game::play_logged(&run_context, line, number, memory, cancel, Some(&mut log))
        });
        match played {
            Ok(_) => Ok(Some(log)),
            Err(Stopped::Cancelled) => Ok(None),
            Err(Stopped::Dice(fault)) => Err(fault.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::{PlySwitch, RolloutPlay, RolloutSettings};
    use super::super::subject::Subject;
    use super::super::{Effort, LogAction};
    use super::*;
    use crate::core::{PlayList, Player, Rules};
    use crate::cube::MatchEquityTable;

    #[test]
    fn a_log_contains_the_game_that_was_played() {
        let engine = Engine::built_in(1 << 10).unwrap();
        let table = MatchEquityTable::default();
        let state = MatchState { on_roll: Player::One, ..MatchState::new(5, Rules::default()).unwrap() };
        let settings = RolloutSettings {
            trials: 36,
            play: RolloutPlay::at(0, 0),
            late_play: RolloutPlay::at(0, 0),
            truncation: PlySwitch { on: true, plies: 40 },
            ..RolloutSettings::default()
        };
        let subject = Subject::cube_decision(&state, &table).unwrap();
        let mut rollout = Rollout::new(subject, settings).unwrap();
        rollout.run(&engine, &Effort::threads(1), &CancelToken::new(), &mut |_| ()).unwrap();
        let mut plies = 0;
        for number in 0..36 {
            let log = rollout.log(&engine, 1, number, &CancelToken::new()).unwrap().unwrap();
            assert_eq!((log.start.cube.value.points(), log.start.cube.owner), (2, Some(Player::Zero)));
            let mut board = log.start.board;
            let mut on_roll = log.start.on_roll;
            for (player, action) in &log.actions {
                if let LogAction::Play { dice, play } = action {
                    assert_eq!(*player, on_roll);
                    let mut list = PlayList::new();
                    list.generate(&board, *dice);
                    assert!(list.is_empty() == play.is_empty(), "{dice} {play:?}");
                    board = play.apply(&board).swapped();
                    on_roll = on_roll.other();
                    plies += 1;
                }
            }
        }
        assert_eq!(rollout.played()[1].statistics.plies, plies);
        assert_eq!(rollout.log(&engine, 2, 0, &CancelToken::new()), Ok(None));
        let cancelled = CancelToken::new();
        cancelled.cancel();
        assert_eq!(rollout.log(&engine, 0, 0, &cancelled), Ok(None));
    }
}
