// SPDX-License-Identifier: GPL-3.0-or-later
//! Rolls that hit blots, in words: for both sides in the race window, and the return shots after a play being made.

use crate::i18n::{gettext, gettext_f, ngettext_f};
use gnubg_engine::core::{Board, Place};
use gnubg_record::explain::shots::{Shots, shots};

fn point(place: Place) -> String {
    gettext_f("{n}-point", &[("n", &place.number().to_string())])
}

/// The blots of both sides that can be hit, each with its number of rolls; empty if there are none. `names` are those of
/// the player on roll and the opponent.
pub(crate) fn table(board: &Board, names: &[String; 2]) -> Vec<Vec<String>> {
    let mut rows = vec![vec![gettext("Blot"), gettext("Rolls that hit it, of 36")]];
    for (owner, found) in [(&names[1], shots(board)), (&names[0], shots(&board.swapped()))] {
        let row = |blot: String, n: u8| {
            vec![gettext_f("{player}: {blot}", &[("player", owner), ("blot", &blot)]), n.to_string()]
        };
        rows.extend(found.blots.iter().map(|(place, n)| row(point(*place), *n)));
        if found.blots.len() > 1 {
            rows.push(row(gettext("any blot"), found.rolls));
        }
    }
    if rows.len() > 1 { rows } else { Vec::new() }
}

/// The blots that the opponent, who is on roll on this board, can hit after a play; empty if there are none.
pub(crate) fn return_shots(board: &Board) -> String {
    let found: Shots = shots(board);
    if found.blots.is_empty() {
        return String::new();
    }
    let each = found
        .blots
        .iter()
        .map(|(place, n)| gettext_f("{blot}: {n}", &[("blot", &point(*place)), ("n", &n.to_string())]));
    let hits = gettext_f("Return hits: {list}", &[("list", &each.collect::<Vec<_>>().join(", "))]);
    let misses = found.misses();
    let none =
        ngettext_f("no hit: {n} roll", "no hit: {n} rolls", u32::from(misses), &[("n", &misses.to_string())]);
    format!("{hits}; {none}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::PLACES;

    #[test]
    fn blots_have_their_numbers_of_rolls() {
        let (mut mine, mut theirs) = ([0; PLACES], [0; PLACES]);
        (mine[23], mine[0], theirs[6]) = (1, 2, 1);
        let board = Board::from_sides(mine, theirs);
        assert_eq!(return_shots(&board), "Return hits: 7-point: 17; no hit: 19 rolls");
        let rows = table(&board, &["Ann".to_owned(), "Ben".to_owned()]);
        assert_eq!(rows[1], ["Ben: 7-point", "17"]);
        assert!(table(&Board::default(), &["Ann".to_owned(), "Ben".to_owned()]).is_empty());
        assert_eq!(return_shots(&Board::default()), "");
    }
}
