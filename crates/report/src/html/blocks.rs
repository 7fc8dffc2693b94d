// SPDX-License-Identifier: GPL-3.0-or-later
//! The tables of a page: candidates, cube decisions, statistics. Their class names are those of GNU Backgammon's pages.

use super::commented;
use crate::escape::escape;
use crate::options::ReportOptions;
use crate::plays::play_text;
use crate::{cube, statistics};
use gnubg_engine::core::{MatchState, Player};
use gnubg_record::Statistics;
use gnubg_record::analysis::{CubeAnalysis, PlayAnalysis};
use std::fmt::Write as _;

/// The table of a cube decision; the arguments are those of [`cube::block`].
pub(super) fn cube(
    out: &mut String,
    found: &CubeAnalysis,
    state: &MatchState,
    doubler: Player,
    is_answer: bool,
    options: &ReportOptions<'_>,
) {
    out.push_str("<table class=\"cubedecision\">\n");
    let text = cube::block(found, state, doubler, is_answer, options);
    for line in text.lines() {
        let shown = escape(line);
        let row = |class: &str| format!("<tr><td colspan=\"4\" class=\"{class}\">{shown}</td></tr>\n");
        out.push_str(&match line {
            "Cube analysis" => {
                format!("<tr><th colspan=\"4\" class=\"cubedecisionheader\">{shown}</th></tr>\n")
            }
            _ if line.starts_with("Proper cube action:") => row("cubeaction"),
            _ if line.contains("-ply cubeless") || line.contains(" cubeless equity") => {
                row("cubecubelesstext")
            }
            _ if line.starts_with("  ") => row("cubeprobs"),
            _ => match alternative(line) {
                Some([number, label, value, difference]) => format!(
                    "<tr><td class=\"movenumber\">{number}</td><td>{label}</td><td \
                     class=\"cubeequity\">{value}</td><td>{difference}</td></tr>\n"
                ),
                None => row("cubeply"),
            },
        });
    }
    out.push_str("</table>\n");
}

/// The parts of a line such as `2. Double, pass        +1.000  (+1.172)`.
fn alternative(line: &str) -> Option<[String; 4]> {
    let (number, rest) = line.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok())?;
    let (label, values) = rest.split_once("  ")?;
    let mut values = values.split_whitespace();
    let [label, value, difference] = [label.trim(), values.next()?, values.next().unwrap_or("")].map(escape);
    Some([format!("{number}."), label, value, difference])
}

/// Statistics under a title, between comments with the name of the block.
pub(super) fn statistics(
    out: &mut String,
    name: &str,
    title: &str,
    stats: Option<Statistics>,
    options: &ReportOptions<'_>,
) {
    let Some(stats) = stats else { return };
    commented(out, name, |out| {
        let [zero, one] = [&stats.names[0], &stats.names[1]].map(|name| escape(name));
        let _ = writeln!(
            out,
            "<h3>{}</h3>\n<table class=\"stattable\">\n<tr class=\"stattableheader\"><th>Player</th><th>{zero}</th><th>\
             {one}</th></tr>",
            escape(title)
        );
        for section in statistics::sections(&stats, &options.statistics_format()) {
            let _ =
                writeln!(out, "<tr class=\"stattableheader\"><th colspan=\"3\">{}</th></tr>", section.title);
            for row in &section.rows {
                let [label, zero, one] =
                    [&row.label, &row.cells[0], &row.cells[1]].map(|text| escape(text.trim()));
                let _ = writeln!(out, "<tr><td>{label}</td><td>{zero}</td><td>{one}</td></tr>");
            }
        }
        out.push_str("</table>\n");
    });
}

/// The table of candidates.
pub(super) fn candidates(
    out: &mut String,
    play: &PlayAnalysis,
    state: &MatchState,
    player: Player,
    options: &ReportOptions<'_>,
) {
    let numbers = &options.numbers;
    let scale = options.scale(state, player);
    let board = state.board_of(player);
    let best = play.candidates.first().map_or(0.0, |best| f64::from(best.equity.0));
    out.push_str(
        "<table class=\"movetable\">\n<tr class=\"moveheader\"><th></th><th>#</th><th>Method</th><th>Play</th>\
         <th>Equity</th></tr>\n",
    );
    for (n, one) in play.candidates.iter().enumerate() {
        let is_played = Some(n) == play.played;
        if n >= options.max_plays && !is_played {
            continue;
        }
        let class = match (is_played, n % 2) {
            (true, _) => " class=\"movethemove\"",
            (false, 1) => " class=\"moveodd\"",
            (false, _) => "",
        };
        let emg = f64::from(one.equity.0);
        let mut value = numbers.value(emg, &scale);
        if n > 0 {
            let _ = write!(value, " ({})", numbers.difference(emg - best, &scale));
        }
        let star = if is_played { "*" } else { "" };
        let (method, text) = (escape(&one.method.name()), escape(&play_text(&board, &one.play)));
        let _ = writeln!(
            out,
            "<tr{class}><td>{star}</td><td class=\"movenumber\">{}</td><td class=\"moveply\">{method}</td>\
             <td class=\"movemove\">{text}</td><td class=\"moveequity\">{value}</td></tr>",
            n + 1
        );
        if options.with_chances {
            let chances = crate::method::chances(&one.probs, numbers);
            let _ = writeln!(out, "<tr{class}><td colspan=\"5\" class=\"percent\">{chances}</td></tr>");
        }
    }
    out.push_str("</table>\n");
}
