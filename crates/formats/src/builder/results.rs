// SPDX-License-Identifier: GPL-3.0-or-later
//! The ends of games: resignations, and the results that files state.

use super::Builder;
use crate::error::Place;
use gnubg_engine::core::{Player, ResignLevel};
use gnubg_record::EntryAction;

/// The words between the points of the file and those of the rules in a warning.
const DISAGREES: &str = ", the rules give ";

impl Builder {
    /// A resignation that was accepted.
    pub(crate) fn resign(&mut self, by: Player, level: ResignLevel, at: Place) {
        self.apply(by, EntryAction::Resign(level), at);
        self.apply(by.other(), EntryAction::AcceptResignation, at);
    }

    /// Ends the game with the result in the file. If the entries do not end the game, the opponent dropped or
    /// resigned.
    pub(crate) fn win(&mut self, winner: Player, points: u32, at: Place) {
        let Some(draft) = self.draft.as_mut() else { return };
        if draft.game.stated.is_some() {
            return;
        }
        if draft.is_broken && draft.state.result().is_none() {
            draft.game.stated = Some((winner, points));
            return;
        }
        let is_money = draft.state.is_money();
        if let Some(result) = draft.state.result() {
            if (result.winner, result.points) != (winner, points) {
                if is_money {
                    draft.game.stated = Some((winner, points));
                }
                let needed = draft.before.away(winner).filter(|_| result.winner == winner);
                if is_money || !is_cut(needed, draft.before.length, points, result.points) {
                    self.warn(at, Self::disagreement(points, result.points, is_money));
                }
            }
            return;
        }
        if draft.game.entries.is_empty() {
            self.warn(at, "a win before the first roll is ignored");
            return;
        }
        let needed = draft.state.away(winner);
        let length = draft.state.length;
        self.finish_game(winner, points, at);
        let Some(draft) = self.draft.as_mut() else { return };
        let by_rules = draft.state.result().map_or(0, |result| result.points);
        if is_of_match(points)
            && let Some(needed) = needed.filter(|needed| by_rules < *needed)
        {
            draft.game.stated = Some((winner, needed));
        } else if by_rules != points && needed != Some(points) && !is_cut(needed, length, points, by_rules) {
            // In a session the stated points count; in a match the score of the next game decides.
            if is_money {
                draft.game.stated = Some((winner, points));
            }
            self.warn(at, Self::disagreement(points, by_rules, is_money));
        }
    }

    /// Ends the game by a forfeit worth `points`, as a server scores it, even before the first roll.
    pub(crate) fn forfeit(&mut self, winner: Player, points: u32, at: Place) {
        let Some(draft) = self.draft.as_mut() else { return };
        if draft.game.stated.is_some() || draft.state.result().is_some() || draft.is_broken {
            return self.win(winner, points, at);
        }
        let cube = draft.state.cube.value.points();
        let is_level = points.is_multiple_of(cube) && (1..=3).contains(&(points / cube));
        if is_level && !draft.game.entries.is_empty() {
            return self.win(winner, points, at);
        }
        draft.game.stated = Some((winner, points));
    }

    fn disagreement(stated: u32, by_rules: u32, is_money: bool) -> String {
        let kept = if is_money { "the file" } else { "the rules" };
        format!(
            "the file gives {stated} points for this game{DISAGREES}{by_rules}; the points of {kept} are used"
        )
    }

    /// The least level of resignation worth `points` on the present cube.
    pub(crate) fn level_for(&self, points: u32) -> ResignLevel {
        let cube = self.state().cube.value.points();
        match points.div_ceil(cube) {
            0 | 1 => ResignLevel::Single,
            2 => ResignLevel::Gammon,
            _ => ResignLevel::Backgammon,
        }
    }

    /// Ends a game that its entries do not end: the loser dropped or resigned.
    pub(crate) fn finish_game(&mut self, winner: Player, points: u32, at: Place) {
        if self.is_playing() && self.has_entries() {
            match self.doubled_by() {
                Some(by) if by == winner => self.apply(winner.other(), EntryAction::Drop, at),
                _ => self.resign(winner.other(), self.level_for(points), at),
            }
        }
    }

    /// Overrides the result of the game under construction.
    pub(crate) fn state_result(&mut self, winner: Player, points: u32) {
        if let Some(draft) = &mut self.draft {
            let replayed = draft.state.result().map(|result| (result.winner, result.points));
            draft.game.stated = Some((winner, points)).filter(|&stated| replayed != Some(stated));
        }
    }
}

/// Whether a warning says that the file and the rules give different points.
pub(crate) fn is_disagreement(message: &str) -> bool {
    message.contains(DISAGREES)
}

/// Whether the points that a file gives the winner of a match differ from those of the rules only because they say that the
/// match is over: many files give the points that were needed, Backgammon Galaxy at most the length of the match, and
/// Backgammon Studio a multiple of a number of its own.
fn is_cut(needed: Option<u32>, length: u16, points: u32, by_rules: u32) -> bool {
    needed.is_some_and(|needed| {
        points == needed || by_rules >= needed && (points == u32::from(length) || is_of_match(points))
    })
}

/// Whether the points are those of a player to whom the opponent gave up the match, in files of Backgammon Studio: 1004 for
/// each point of the cube.
const fn is_of_match(points: u32) -> bool {
    points >= 1004 && points.is_multiple_of(1004)
}
