// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports as LaTeX source, with boards drawn by its picture environment.
//!
//! It needs only packages of every TeX distribution: inputenc, fontenc, textcomp, pict2e. Names with letters beyond
//! inputenc need XeLaTeX or LuaLaTeX, which accept the same source.

use crate::sections::{ReportSection, ReportedDecision};
use gnubg_engine::core::{Decision, MatchState, Phase, Player, Side};
use std::fmt::Write as _;

/// Everything before the first section.
const PREAMBLE: &str = r"\documentclass[a4paper,10pt]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \usepackage[T1]{fontenc}
  \usepackage{textcomp}
\fi
\usepackage{pict2e}
\usepackage[margin=18mm]{geometry}
\setlength{\unitlength}{0.2mm}
\setlength{\parindent}{0pt}
% A checker of the lower player, of the upper player, and a number on a stack.
\newcommand{\blackchecker}[2]{\put(#1,#2){\circle*{19}}}
\newcommand{\whitechecker}[2]{\put(#1,#2){\color@white\circle*{19}}\put(#1,#2){\circle{19}}}
\newcommand{\blackcount}[3]{\put(#1,#2){\makebox(0,0){\color@white\scriptsize #3}}}
\newcommand{\whitecount}[3]{\put(#1,#2){\makebox(0,0){\scriptsize #3}}}
\newcommand{\boxed}[3]{\put(#1,#2){\framebox(20,20){\scriptsize #3}}}
\begin{document}
";

/// A document with these sections.
#[must_use]
pub fn document(sections: &[ReportSection], title: &str) -> String {
    // White is defined by xcolor.
    let mut out = PREAMBLE
        .replace("\\usepackage{pict2e}", "\\usepackage{xcolor}\n\\usepackage{pict2e}")
        .replace("\\color@white", "\\color{white}");
    let _ = writeln!(out, "\\section*{{{}}}", escape(title));
    for section in sections {
        match section {
            ReportSection::Head { game, text } => {
                let _ = writeln!(out, "\\subsection*{{Game {}}}", game + 1);
                paragraphs(&mut out, text);
            }
            ReportSection::SetUp(text) => paragraphs(&mut out, text),
            ReportSection::Result(text) if text.is_empty() => {}
            ReportSection::Result(text) => {
                let _ = writeln!(out, "\\begin{{center}}\\textbf{{{}}}\\end{{center}}", escape(text));
            }
            ReportSection::Statistics { title, text } => {
                let _ = writeln!(out, "\\subsubsection*{{{}}}", escape(title));
                fixed(&mut out, text);
            }
            ReportSection::Decision(decided) => decision(&mut out, decided),
        }
    }
    out.push_str("\\end{document}\n");
    out
}

/// The largest number of lines beside a board; longer text goes below it, where it can be divided between pages.
const MOST_BESIDE: usize = 60;

fn decision(out: &mut String, decided: &ReportedDecision) {
    if let Some(title) = &decided.title {
        let _ = writeln!(out, "\\paragraph*{{{}}}\\mbox{{}}\\par\\nopagebreak", escape(title));
    }
    let analysis = format!("{}{}", decided.cube, decided.plays);
    if decided.with_board && analysis.lines().count() <= MOST_BESIDE {
        out.push_str("\\begin{minipage}[t]{73mm}\\vspace{0pt}\n");
        board(out, &decided.state);
        out.push_str("\\end{minipage}\\hfill\\begin{minipage}[t]{100mm}\\vspace{0pt}\n");
        action_and_analysis(out, decided, &analysis);
        out.push_str("\\end{minipage}\\par\n");
    } else {
        if decided.with_board {
            board(out, &decided.state);
        }
        action_and_analysis(out, decided, &analysis);
    }
    if !decided.comment.is_empty() {
        out.push_str("\\begin{quote}\n");
        paragraphs(out, &decided.comment);
        out.push_str("\\end{quote}\n");
    }
}

/// The action, alerts and analysis.
fn action_and_analysis(out: &mut String, decided: &ReportedDecision, analysis: &str) {
    if let Some(done) = &decided.done {
        let _ = writeln!(out, "\\textbf{{{}}}\\par", escape(done));
    }
    for alert in decided.alerts.marked() {
        let _ = writeln!(out, "\\emph{{{}}}\\par", escape(&alert));
    }
    fixed(out, analysis);
}

fn paragraphs(out: &mut String, text: &str) {
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let _ = writeln!(out, "{}\\par", escape(line));
    }
}

/// Preformatted lines in a fixed-width font.
fn fixed(out: &mut String, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    out.push_str("{\\scriptsize\\ttfamily\\raggedright\n");
    for line in text.trim_end().lines() {
        let line = escape(line).replace(' ', "~");
        let _ = writeln!(out, "\\mbox{{{line}}}\\par");
    }
    out.push_str("}\n");
}

/// Text with the special characters of LaTeX escaped.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' | '#' | '&' | '$' | '_' | '{' | '}' => out.extend(['\\', c]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            // Two in a row would become a quotation mark or a dash.
            '`' | '\'' | '-' | '"' => out.extend(['{', c, '}']),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Units of the picture: a point is 20 wide.
const POINT: i32 = 20;
const TOP: i32 = 220;
const BOTTOM: i32 = 20;

/// The middle of a point by its number for seat `One`.
fn column(n: i32) -> i32 {
    let from_left = if n > 12 { n - 13 } else { 12 - n };
    let bar = if from_left < 6 { 0 } else { POINT + 6 };
    40 + POINT / 2 + from_left * POINT + bar
}

fn board(out: &mut String, state: &MatchState) {
    out.push_str("\\begin{picture}(356,240)\n");
    let _ = writeln!(out, "\\put(40,{BOTTOM}){{\\framebox(120,200){{}}}}");
    let _ = writeln!(out, "\\put(186,{BOTTOM}){{\\framebox(120,200){{}}}}");
    for n in 1..=24 {
        let x = column(n);
        let (base, tip, y) = if n > 12 { (TOP, 130, 230) } else { (BOTTOM, 110, 10) };
        let (left, right) = (x - POINT / 2, x + POINT / 2);
        let path = format!("\\polygon({left},{base})({x},{tip})({right},{base})");
        let gray = if n % 2 == 0 { "\\color[gray]{0.75}\\polygon*" } else { "\\color[gray]{0.9}\\polygon*" };
        let _ = writeln!(out, "{{{}}}{path}", path.replace("\\polygon", gray));
        let number = if state.on_roll == Player::One { n } else { 25 - n };
        let _ = writeln!(out, "\\put({x},{y}){{\\makebox(0,0){{\\tiny {number}}}}}");
    }
    for player in Player::BOTH {
        checkers(out, state, player);
    }
    cube_and_dice(out, state);
    out.push_str("\\end{picture}\\par\n");
    let (position, id) = (state.board.position_id(), state.match_id());
    let _ = writeln!(out, "{{\\tiny Position ID {}, Match ID {}}}\\par", escape(&position), escape(&id));
}

fn checkers(out: &mut String, state: &MatchState, player: Player) {
    let board = state.board_of(player);
    let color = if player == Player::One { "black" } else { "white" };
    let mut stack = |x: i32, first: i32, step: i32, count: i32| {
        let shown = count.min(5);
        for n in 0..shown {
            let _ = writeln!(out, "\\{color}checker{{{x}}}{{{}}}", first + n * step);
        }
        if count > shown {
            let _ = writeln!(out, "\\{color}count{{{x}}}{{{}}}{{{count}}}", first + (shown - 1) * step);
        }
    };
    for (index, &count) in board.side(Side::OnRoll).iter().enumerate() {
        let index = index as i32;
        if index == 24 {
            let (first, step) = if player == Player::One { (105, -POINT) } else { (135, POINT) };
            stack(173, first, step, i32::from(count));
            continue;
        }
        let n = if player == Player::One { index + 1 } else { 24 - index };
        let (first, step) = if n > 12 { (TOP - 10, -POINT) } else { (BOTTOM + 10, POINT) };
        stack(column(n), first, step, i32::from(count));
    }
    let off =
        i32::from(state.rules.variation.n_checkers()) - i32::from(board.checkers_on_board(Side::OnRoll));
    if off > 0 {
        let y = if player == Player::One { BOTTOM + 10 } else { TOP - 10 };
        let _ = writeln!(out, "\\{color}checker{{326}}{{{y}}}\\{color}count{{326}}{{{y}}}{{{off}}}");
    }
}

fn cube_and_dice(out: &mut String, state: &MatchState) {
    if state.rules.cube {
        let points = state.cube.value.points();
        let (x, y, value) = match (state.phase, state.cube.owner) {
            (Phase::Due(Decision::Answer(offer)), _) => {
                (if offer.by == Player::One { 90 } else { 236 }, 110, 2 * points)
            }
            (_, None) => (8, 110, points),
            (_, Some(Player::One)) => (8, BOTTOM, points),
            (_, Some(Player::Zero)) => (8, TOP - 20, points),
        };
        let value = if value == 1 { 64 } else { value };
        let _ = writeln!(out, "\\boxed{{{x}}}{{{y}}}{{{value}}}");
    }
    if let Some(dice) = state.dice() {
        let x = if state.on_roll == Player::One { 222 } else { 76 };
        for (n, die) in (0..).zip([dice.high(), dice.low()]) {
            let _ = writeln!(out, "\\boxed{{{}}}{{110}}{{{die}}}", x + 26 * n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReportOptions, sections};

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escape("50% of $_{x}^2 ~ \\end & \u{7}é"),
            "50\\% of \\$\\_\\{x\\}\\textasciicircum{}2 \\textasciitilde{} \\textbackslash{}end \\& é"
        );
    }

    #[test]
    fn a_document_is_complete() {
        let text = " 3 point match\n\n Game 1\n A_b{ : 0    Ben : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) Doubles => 2   Drops\n    Wins 1 point\n";
        let mut record = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
        record.games[0].entries[1].comment = "100 % \\end{document}".to_owned();
        let sections = sections::whole(&record, &ReportOptions::default());
        let tex = document(&sections, "A_b{ and Ben");
        let n = |what: &str| tex.matches(what).count();
        assert_eq!((n("\\begin{document}"), n("\\end{document}")), (1, 1));
        assert_eq!(n("\\begin{picture}"), n("\\end{picture}"));
        assert_eq!(n("\\begin{picture}"), record.n_decisions().iter().sum::<usize>());
        // Thirty checkers on each board.
        assert_eq!(n("checker{"), 30 * n("\\begin{picture}"));
        // Braces that are no text come in pairs.
        let plain = tex.replace("\\{", "").replace("\\}", "");
        assert_eq!(plain.matches('{').count(), plain.matches('}').count());
    }
}
