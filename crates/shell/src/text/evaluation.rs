// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of `eval`: chances and equities at every depth.

use super::numbers::Numbers;
use gnubg_engine::core::Mwc;
use gnubg_engine::eval::{Evaluation, Root};
use gnubg_session::hint::Appraisal;
use std::fmt::Write;

/// Identifiers, the evaluator used, and one row for each depth.
#[must_use]
pub fn table(appraisal: &Appraisal, root: &Root, numbers: Numbers) -> String {
    let state = &appraisal.state;
    let mut text =
        format!("Position ID:\t{}\nMatch ID:\t{}\n\n", state.board.position_id(), state.match_id());
    let _ = writeln!(text, "Evaluator: \t{}\n", appraisal.class.name());
    let is_match = numbers.mwc && appraisal.rows.iter().any(|row| row.mwc.is_some());
    let unit = if is_match { "MWC" } else { "Equity" };
    let _ = writeln!(text, "        Win     W(g)    W(bg)   L(g)    L(bg)   {unit:<8}  Cubeful");
    for (plies, row) in appraisal.rows.iter().enumerate() {
        let label = if plies == 0 { "static".to_owned() } else { format!("{plies} ply") };
        let _ = write!(text, "{label:>6}: ");
        for chance in row.probs.to_array() {
            let _ = write!(text, "{:<8}", numbers.chance(chance));
        }
        let context = row.mwc.filter(|_| is_match);
        let cubeless = match context {
            Some(_) => cubeless_mwc(root, row).map_or_else(String::new, |mwc| numbers.mwc(mwc)),
            None => numbers.equity(row.cubeless),
        };
        let _ = writeln!(text, "{cubeless:<10}{}", numbers.value(row.cubeful, row.mwc));
    }
    text
}

/// The cubeless match winning chance.
fn cubeless_mwc(root: &Root, row: &Evaluation) -> Option<Mwc> {
    root.context.mwc(root.context.cubeless(root.cube, &row.probs))
}
