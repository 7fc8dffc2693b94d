// SPDX-License-Identifier: GPL-3.0-or-later
//! Text files of game servers, most of them long gone.

pub(crate) mod bgammon;
pub(crate) mod bgammon_write;
pub(crate) mod bgroom;
pub(crate) mod oldmoves;
pub(crate) mod oldmoves_write;
pub(crate) mod party;
pub(crate) mod sgg;
pub(crate) mod tmg;

use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::{Format, Imported};
use gnubg_engine::core::{Board, Place as CheckerPlace, Play, Side, Step};

fn unreadable(format: Format, at: Place, reason: impl Into<String>) -> ImportError {
    ImportError::Unreadable { format, at, reason: reason.into() }
}

/// The finished match, if it has games.
fn finished(builder: Builder, format: Format) -> Result<Vec<Imported>, ImportError> {
    let n_games = builder.n_games();
    let (record, warnings) = builder.finish();
    if n_games == 0 {
        let reason =
            warnings.first().map_or("no game was found".to_owned(), |warning| warning.message.clone());
        let at = warnings.first().map_or(Place::File, |warning| warning.at);
        return Err(unreadable(format, at, reason));
    }
    Ok(vec![Imported { record, warnings }])
}

/// The steps of an illegal play of which only the position after it is known, the opponent on roll there; `None` if no
/// movement of up to four checkers leads to it.
pub(crate) fn illegal_steps(before: &Board, after: &Board) -> Option<Play> {
    let counts = |board: &Board| (0..25).map(|n| board.side(Side::OnRoll)[n]).collect::<Vec<u8>>();
    let (old, new) = (counts(before), counts(&after.swapped()));
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for n in (0..25).rev() {
        let place = CheckerPlace::from_index(n);
        gone.extend(std::iter::repeat_n(place, old[n].saturating_sub(new[n]).into()));
        come.extend(std::iter::repeat_n(place, new[n].saturating_sub(old[n]).into()));
    }
    let n_off = gone.len().checked_sub(come.len())?;
    come.extend(std::iter::repeat_n(CheckerPlace::OFF, n_off));
    let steps: Vec<Step> = gone.into_iter().zip(come).map(|(from, to)| Step { from, to }).collect();
    let play = Play::from_steps(&steps)?;
    (play.apply(before).swapped() == *after).then_some(play)
}

/// `Yes`, `On`, `1`.
fn is_yes(text: &str) -> bool {
    ["yes", "on", "1", "true"].iter().any(|yes| text.trim().eq_ignore_ascii_case(yes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_an_illegal_play_are_found_from_the_position_after_it() {
        let before = Board::default();
        let place = |number| CheckerPlace::from_number(number).unwrap();
        let steps = [(24, 13), (6, 4)].map(|(from, to)| Step { from: place(from), to: place(to) });
        let play = Play::from_steps(&steps).unwrap();
        let found = illegal_steps(&before, &play.apply(&before).swapped()).unwrap();
        assert_eq!(found.apply(&before), play.apply(&before));
        assert_eq!(illegal_steps(&before, &Board::EMPTY), None);
    }
}
