// SPDX-License-Identifier: GPL-3.0-or-later
//! What bearoff and hypergammon databases say about a position.

use crate::i18n::gettext;
use gnubg_engine::bearoff::{Databases, Hyper, HyperRecord, OneSided, TwoSided};
use gnubg_engine::core::{Board, Side, Variation};
use std::fmt::Write;

/// What the databases say about a position, as `show bearoff` prints it.
#[must_use]
pub fn known(databases: &Databases, board: &Board, variation: Variation) -> String {
    let mut parts = Vec::new();
    if variation.is_hypergammon() {
        parts.extend(
            databases
                .hyper(usize::from(variation.n_checkers()))
                .and_then(|database| Some(format!("{}\n{}", database.format(), hyper(database, board)?))),
        );
    } else {
        let is_race = !board.has_contact();
        parts.extend(
            databases
                .two_sided()
                .into_iter()
                .flatten()
                .filter(|_| is_race)
                .find_map(|database| Some(format!("{}\n{}", database.format(), two_sided(database, board)?))),
        );
        parts.extend(
            databases
                .one_sided()
                .into_iter()
                .flatten()
                .find_map(|database| Some(format!("{}\n{}", database.format(), one_sided(database, board)?))),
        );
    }
    if parts.is_empty() { gettext("No database covers this position") + ".\n" } else { parts.join("\n") }
}

/// The position ID and both sides' checkers.
pub(crate) fn board(board: &Board) -> String {
    let pips = board.pips();
    let mut text = format!("Position ID: {}\n", board.position_id());
    for (side, name) in [(Side::OnRoll, "Player"), (Side::Opponent, "Opponent")] {
        let _ = write!(text, "{name:<9} {:>3} pips: ", pips[side as usize]);
        let mut any = false;
        for (index, &count) in board.side(side).iter().enumerate().rev().filter(|(_, count)| **count > 0) {
            let place = if index == 24 { "bar".to_owned() } else { (index + 1).to_string() };
            let _ = write!(text, " {place}({count})");
            any = true;
        }
        text.push_str(if any { "\n" } else { " all off\n" });
    }
    text
}

/// Numbers of rolls that both sides need to bear off; `None` if the database does not cover the position.
pub(crate) fn one_sided(database: &OneSided, board: &Board) -> Option<String> {
    let sides = Side::BOTH.map(|side| board.side(side));
    let numbers = [database.index().index(sides[0])?, database.index().index(sides[1])?];
    let distributions = [database.distributions(sides[0])?, database.distributions(sides[1])?];
    let mut text = format!("             Player  Opponent\nPosition {:>10}{:>10}\n", numbers[0], numbers[1]);
    for (which, title) in
        ["Bearing off all checkers", "Bearing off the first checker"].into_iter().enumerate()
    {
        let [mine, theirs] = distributions.map(|both| both[which]);
        let _ = writeln!(text, "\n{title}, chances in percent\nRolls");
        let [a, b] = [mine.chances(), theirs.chances()];
        let most = mine.most_rolls().max(theirs.most_rolls());
        for roll in 0..=most {
            if a[roll] > 0.0 || b[roll] > 0.0 {
                let _ = writeln!(text, "{roll:>5}    {:>10.3}{:>10.3}", 100.0 * a[roll], 100.0 * b[roll]);
            }
        }
        let [a, b] = [mine, theirs].map(|distribution| distribution.rolls());
        let _ = writeln!(text, "Mean     {:>10.3}{:>10.3}", a.mean, b.mean);
        let _ = writeln!(text, "Deviation{:>10.3}{:>10.3}", a.deviation, b.deviation);
    }
    let [a, b] = [database.rolls(sides[0])?[0], database.rolls(sides[1])?[0]];
    let pips = board.pips();
    let _ = writeln!(text, "\nEPC      {:>10.3}{:>10.3}", a.epc(), b.epc());
    let _ = writeln!(text, "Wastage  {:>10.3}{:>10.3}", a.wastage(pips[0]), b.wastage(pips[1]));
    Some(text)
}

/// Equities of a two-sided database; `None` if it does not cover the position.
pub(crate) fn two_sided(database: &TwoSided, board: &Board) -> Option<String> {
    let record = database.lookup(board.side(Side::OnRoll), board.side(Side::Opponent))?;
    let mut text = format!("Cubeless equity      {:+7.4}\n", record.cubeless_equity());
    if let Some(equities) = record.money_equities() {
        let _ = writeln!(text, "Owned cube           {:+7.4}", equities.owned);
        let _ = writeln!(text, "Centered cube        {:+7.4}", equities.centered);
        let _ = writeln!(text, "Opponent owns cube   {:+7.4}", equities.opponent);
    }
    Some(text)
}

/// Chances and equities of a hypergammon database; `None` if it does not cover the position.
pub(crate) fn hyper(database: &Hyper, board: &Board) -> Option<String> {
    let HyperRecord { probs, equities } =
        database.lookup(board.side(Side::OnRoll), board.side(Side::Opponent))?;
    let percent = probs.to_array().map(|p| 100.0 * p);
    let mut text = String::from("   Win    W(g)   W(bg)    L(g)   L(bg)  percent\n");
    for value in percent {
        let _ = write!(text, "{value:>6.2}  ");
    }
    let _ = writeln!(text, "\n\nCubeless equity              {:+7.4}", probs.money_equity().0);
    let _ = writeln!(text, "Owned cube                   {:+7.4}", equities.owned);
    let _ = writeln!(text, "Centered cube                {:+7.4}", equities.centered);
    let _ = writeln!(text, "Centered cube (Jacoby rule)  {:+7.4}", equities.centered_jacoby);
    let _ = writeln!(text, "Opponent owns cube           {:+7.4}", equities.opponent);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::bearoff::Format;
    use gnubg_engine::bearoff::generate::{Control, make_bytes};
    use gnubg_engine::core::CancelToken;

    fn bytes_of(format: Option<Format>) -> Vec<u8> {
        let cancel = CancelToken::new();
        make_bytes(format.unwrap(), &Control { cancel: &cancel, progress: &|_| (), threads: None }).unwrap()
    }

    #[test]
    fn databases_are_searched() {
        let mut databases = Databases::new();
        let board = Board::from_position_id("CgAAEAEAAAAAAA").unwrap();
        assert!(known(&databases, &board, Variation::Standard).contains("No database"));
        let two_sided = TwoSided::from_bytes(bytes_of(Format::two_sided(6, 3, true)), "").unwrap();
        databases.set_two_sided(false, two_sided);
        databases.set_one_sided(
            true,
            OneSided::from_bytes(bytes_of(Format::one_sided(6, true, true)), "").unwrap(),
        );
        let text = known(&databases, &board, Variation::Standard);
        assert!(text.contains("Opponent owns cube   +0.1605") && text.contains("12.048"), "{text}");
        assert!(known(&databases, &Board::default(), Variation::Standard).contains("No database"));
    }
}
