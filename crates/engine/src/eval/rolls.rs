// SPDX-License-Identifier: GPL-3.0-or-later
//! The value of each roll, with which luck is measured.

use super::decide::{Root, evaluation};
use super::engine::Engine;
use super::settings::{EvalSettings, MoveFilters};
use crate::core::{CancelToken, Cancelled, Dice, Equity};
use crate::cube::CubeInfo;
use crate::parallel;

impl Engine {
    /// The value of each roll of [`Dice::ALL`] to the player on roll after the best play, when the opponent is on roll
    /// and may double: equity, normalized in a match; cubeful if the settings are. Plays are chosen as by
    /// [`Engine::rank_plays`] with the normal filters.
    ///
    /// # Errors
    /// If cancelled.
    pub fn roll_values(
        &self,
        root: &Root,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<[Equity; Dice::ALL.len()], Cancelled> {
        let mut values = [Equity(0.0); Dice::ALL.len()];
        if settings.plies == 0 {
            self.with_memory(|memory| {
                let search = self.search(root, settings, cancel);
                let next = root.cube.swapped();
                let states: &[CubeInfo] = if settings.cubeful { &[next] } else { &[] };
                for (value, dice) in values.iter_mut().zip(Dice::ALL) {
                    let node = search.child(memory, &root.board, dice, root.cube, states, 1)?;
                    let worth = node.values.first().map(|&value| root.context.flipped(value));
                    *value = evaluation(&root.context, root.cube, node.probs.swapped(), worth).cubeful;
                }
                Ok(())
            })?;
            return Ok(values);
        }
        let found = parallel::try_map(&Dice::ALL, |&dice| {
            let best = self.best_play(root, dice, settings, &MoveFilters::NORMAL, cancel)?;
            Ok(best.evaluation.cubeful)
        })?;
        values.copy_from_slice(&found);
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Board, MatchState, Rules};
    use crate::cube::MatchEquityTable;

    fn engine() -> Engine {
        Engine::built_in(1 << 12).unwrap()
    }

    fn root(id: &str) -> Root {
        let board = Board::from_position_id(id).unwrap();
        let state = MatchState { board, ..MatchState::new(7, Rules::default()).unwrap() };
        Root::of(&state, &MatchEquityTable::default())
    }

    #[test]
    fn the_value_of_a_roll_is_that_of_its_best_play() {
        let (engine, cancel) = (engine(), CancelToken::new());
        for settings in [
            EvalSettings { prune: false, ..EvalSettings::at(0) },
            EvalSettings { prune: false, cubeful: false, ..EvalSettings::at(0) },
        ] {
            // The second is on the bar, where some rolls cannot be played.
            for id in ["4HPwATDgc/ABMA", "sGfkAkSYLXgEWA"] {
                let root = root(id);
                let values = engine.roll_values(&root, &settings, &cancel).unwrap();
                for (value, dice) in values.into_iter().zip(Dice::ALL) {
                    let best = engine.best_play(&root, dice, &settings, &MoveFilters::NORMAL, &cancel);
                    let best = best.unwrap().evaluation.cubeful;
                    assert!((value.0 - best.0).abs() < 1e-5, "{id} {dice:?}: {value:?} {best:?}");
                }
            }
        }
    }

    #[test]
    fn deeper_values_have_the_same_order_and_can_be_cancelled() {
        let (engine, cancel, root) = (engine(), CancelToken::new(), root("4HPwATDgc/ABMA"));
        let shallow = engine.roll_values(&root, &EvalSettings::at(0), &cancel).unwrap();
        let deep = engine.roll_values(&root, &EvalSettings::at(1), &cancel).unwrap();
        for (a, b) in shallow.into_iter().zip(deep) {
            assert!((a.0 - b.0).abs() < 0.15, "{a:?} {b:?}");
        }
        cancel.cancel();
        assert_eq!(engine.roll_values(&root, &EvalSettings::at(0), &cancel), Err(Cancelled));
        assert_eq!(engine.roll_values(&root, &EvalSettings::at(1), &cancel), Err(Cancelled));
    }
}
