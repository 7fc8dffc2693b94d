// SPDX-License-Identifier: GPL-3.0-or-later
//! A cube decision as a block of lines.

use super::numbers::Numbers;
use gnubg_engine::core::{Equity, Mwc};
use gnubg_engine::cube::CubeRow;
use gnubg_engine::eval::CubeDecision;
use gnubg_report::cube::label;
use std::fmt::Write;

/// The decision: cubeless value, chances, the three actions with the best one first, and the proper cube action.
/// `kind` is how it was found. `cubeless_mwc` is given in matches. Programs know the actions by the words for a first double.
#[must_use]
pub fn block(decision: &CubeDecision, kind: &str, cubeless_mwc: Option<Mwc>, numbers: Numbers) -> String {
    let mut text = String::from("\nCube analysis\n");
    let money = decision.probs.money_equity();
    let _ = match cubeless_mwc {
        Some(mwc) if numbers.mwc => {
            let (mwc, money) = (numbers.mwc(mwc), numbers.equity(money));
            writeln!(text, "{kind} cubeless MWC {mwc} (Money: {money})")
        }
        Some(_) => {
            let (equity, money) = (numbers.equity(decision.cubeless), numbers.equity(money));
            writeln!(text, "{kind} cubeless equity {equity} (Money: {money})")
        }
        None => writeln!(text, "{kind} cubeless equity {}", numbers.equity(decision.cubeless)),
    };
    let _ = writeln!(text, "  {}", numbers.chances(&decision.probs));
    let equities = &decision.equities;
    if !decision.verdict.is_available() {
        let _ = writeln!(text, "Cubeful equities:");
        let value = numbers.value(equities.no_double, equities.mwc_of(CubeRow::NoDouble));
        let _ = writeln!(text, "1. {:<20}{value}", label(CubeRow::NoDouble, false));
        let _ = writeln!(text, "Proper cube action: {}\n", decision.verdict.text());
        return text;
    }
    let _ = writeln!(text, "Cubeful equities:");
    let best = value_of(decision, decision.verdict.rows()[0]);
    for (n, row) in decision.verdict.rows().into_iter().enumerate() {
        let this = value_of(decision, row);
        let _ = write!(text, "{}. {:<20}{}", n + 1, label(row, false), numbers.value(this.0, this.1));
        if n > 0 {
            let _ = write!(text, "  ({})", numbers.difference(this, best));
        }
        text.push('\n');
    }
    let _ = write!(text, "Proper cube action: {}", decision.verdict.text());
    if let Some(share) = decision.verdict.bluff_share(equities) {
        let _ = write!(text, " ({:.1}%)", 100.0 * share);
    }
    text + "\n\n"
}

fn value_of(decision: &CubeDecision, row: CubeRow) -> (Equity, Option<Mwc>) {
    (decision.equities.of(row), decision.equities.mwc_of(row))
}
