// SPDX-License-Identifier: GPL-3.0-or-later
//! A decision to paste into an e-mail or a forum post: the board and tables of its analysis, as HTML, Markdown or
//! BBCode. Texts are escaped, so a name is never taken for markup.

use crate::css::{self, StyleSheet};
use crate::cube::{label, verdict};
use crate::description::{IMPORTED, Title};
use crate::options::{NumberFormat, ReportOptions};
use crate::plays::play_text;
use gnubg_engine::core::{MatchState, Probs};
use gnubg_formats::board_text::BoardText;
use gnubg_record::analysis::{CubeAnalysis, PlayAnalysis};
use gnubg_record::judge::Scale;
use std::fmt::Write as _;

/// The language of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Self-contained HTML with the style in each element.
    Html,
    /// Markdown with tables.
    Markdown,
    /// BBCode; tables are preformatted text, which every forum supports.
    BbCode,
    /// Plain text with aligned columns.
    Text,
}

/// A decision with its analysis.
#[derive(Clone, Copy, Debug)]
pub struct KnownDecision<'a> {
    /// The position, and the match around it.
    pub state: &'a MatchState,
    /// The players' names by seat.
    pub names: [&'a str; 2],
    /// Whether seat `One` moves toward the bottom left.
    pub clockwise: bool,
    /// The cube decision of the player on roll.
    pub cube: Option<&'a CubeAnalysis>,
    /// The plays of the roll.
    pub plays: Option<&'a PlayAnalysis>,
    /// The cube decision of another program that stands beside the own one.
    pub imported_cube: Option<&'a CubeAnalysis>,
    /// The plays of another program that stand beside the own ones.
    pub imported_plays: Option<&'a PlayAnalysis>,
    /// The comment on the decision.
    pub comment: &'a str,
}

/// A table: headings, rows, and the index of the row with the play that was made.
struct MarkupTable {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    made: Option<usize>,
}

/// The content in order, before it is written in a markup language.
struct MarkedUpDecision {
    title: String,
    board: String,
    tables: Vec<(Vec<String>, MarkupTable, Option<String>)>,
    comment: String,
}

impl<'a> KnownDecision<'a> {
    /// A decision without analysis and comment.
    #[must_use]
    pub const fn of(state: &'a MatchState, names: [&'a str; 2]) -> KnownDecision<'a> {
        KnownDecision {
            state,
            names,
            clockwise: false,
            cube: None,
            plays: None,
            imported_cube: None,
            imported_plays: None,
            comment: "",
        }
    }

    /// The text.
    #[must_use]
    pub fn write(&self, markup: Markup, options: &ReportOptions<'_>) -> String {
        let content = self.content(options);
        match markup {
            Markup::Html => content.html(),
            Markup::Markdown => content.markdown(),
            Markup::BbCode => content.bbcode(),
            Markup::Text => content.text(),
        }
    }

    fn content(&self, options: &ReportOptions<'_>) -> MarkedUpDecision {
        let names = self.names.map(str::to_owned);
        let title = Title::of(self.state).what(self.state, &names);
        let mut board =
            BoardText { state: self.state, names: self.names, clockwise: self.clockwise, faces: None }.draw();
        let [zero, one] = self.state.pips();
        let _ = writeln!(board, "Pip counts: O {zero}, X {one}\n{}", self.state.xgid());
        let board = board.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let of_cube = |cube: Option<&CubeAnalysis>| cube.and_then(|cube| self.cube_table(cube, options));
        let of_plays = |plays: Option<&PlayAnalysis>| {
            let plays = plays.filter(|plays| !plays.candidates.is_empty());
            plays.map(|plays| (Vec::new(), self.play_table(plays, options), None))
        };
        let own = of_cube(self.cube).into_iter().chain(of_plays(self.plays));
        let imported = of_cube(self.imported_cube).into_iter().chain(of_plays(self.imported_plays));
        let imported = imported.map(|(mut lines, table, result)| {
            lines.insert(0, IMPORTED.to_owned());
            (lines, table, result)
        });
        let comment = if options.with_annotations { self.comment.trim().to_owned() } else { String::new() };
        MarkedUpDecision { title, board, tables: own.chain(imported).collect(), comment }
    }

    fn play_table(&self, analysis: &PlayAnalysis, options: &ReportOptions<'_>) -> MarkupTable {
        let scale = options.scale(self.state, self.state.on_roll);
        let numbers = &options.numbers;
        let best = analysis.candidates.first().map_or(0.0, |best| f64::from(best.equity.0));
        let mut head = vec!["#", "Play", self.unit(numbers), "Diff."];
        if options.with_chances {
            head.extend(["Win", "W (g)", "W (bg)", "L (g)", "L (bg)"]);
        }
        head.push("Method");
        let mut table = MarkupTable { head, rows: Vec::new(), made: None };
        for (n, one) in analysis.candidates.iter().enumerate() {
            let is_made = Some(n) == analysis.played;
            if n >= options.max_plays && !is_made {
                continue;
            }
            if is_made {
                table.made = Some(table.rows.len());
            }
            let value = f64::from(one.equity.0);
            let mut row = ranked(n, play_text(&self.state.board, &one.play), [value, best], &scale, numbers);
            if options.with_chances {
                let Probs { win, win_g, win_bg, lose_g, lose_bg } = one.probs;
                row.extend([win, win_g, win_bg, lose_g, lose_bg].map(|chance| numbers.chance(chance)));
            }
            row.push(one.method.name());
            table.rows.push(row);
        }
        table
    }

    /// The heading of the column of values.
    fn unit(&self, numbers: &NumberFormat) -> &'static str {
        if numbers.mwc && !self.state.is_money() { "MWC" } else { "Equity" }
    }

    /// The lines above the table, the table of cube actions, and the proper cube action.
    fn cube_table(
        &self,
        cube: &CubeAnalysis,
        options: &ReportOptions<'_>,
    ) -> Option<(Vec<String>, MarkupTable, Option<String>)> {
        let player = self.state.on_roll;
        let (equities, verdict) = verdict(cube, self.state, player, options)?;
        let (scale, numbers) = (options.scale(self.state, player), &options.numbers);
        let mut lines = vec![format!("Cube decision ({})", cube.method.name())];
        if options.with_cube_chances {
            lines.push(format!("Chances: {}", crate::method::chances(&cube.no_double.probs, numbers)));
        }
        let is_redouble = self.state.cube.owner == Some(player);
        let best = f64::from(equities.of(verdict.rows()[0]).0);
        let head = vec!["#", "Action", self.unit(numbers), "Diff."];
        let mut table = MarkupTable { head, rows: Vec::new(), made: None };
        for (n, row) in verdict.rows().into_iter().enumerate() {
            let value = f64::from(equities.of(row).0);
            table.rows.push(ranked(n, label(row, is_redouble).to_owned(), [value, best], &scale, numbers));
        }
        Some((lines, table, Some(format!("Proper cube action: {}", verdict.text()))))
    }
}

/// The cells of the alternative with index `n`: rank, name, value, and difference to the best.
fn ranked(
    n: usize,
    name: String,
    [value, best]: [f64; 2],
    scale: &Scale,
    numbers: &NumberFormat,
) -> Vec<String> {
    let difference = if n == 0 { String::new() } else { numbers.difference(value - best, scale) };
    vec![(n + 1).to_string(), name, numbers.value(value, scale), difference]
}

impl MarkedUpDecision {
    fn html(&self) -> String {
        let escape = crate::escape::escape;
        let mut out =
            format!("<div class=\"fontfamily\">\n<p><strong>{}</strong></p>\n", escape(&self.title));
        let _ = writeln!(out, "<pre style=\"font-family: monospace\">{}</pre>", escape(&self.board));
        for (lines, table, result) in &self.tables {
            for line in lines {
                let _ = writeln!(out, "<p>{}</p>", escape(line));
            }
            out.push_str("<table class=\"movetable\">\n<tr class=\"moveheader\">");
            for title in &table.head {
                let _ = write!(out, "<th>{title}</th>");
            }
            out.push_str("</tr>\n");
            for (n, row) in table.rows.iter().enumerate() {
                let class = match (table.made == Some(n), n % 2) {
                    (true, _) => " class=\"movethemove\"",
                    (false, 1) => " class=\"moveodd\"",
                    (false, _) => "",
                };
                let _ = write!(out, "<tr{class}>");
                for (column, cell) in row.iter().enumerate() {
                    let align = if column == 1 { "" } else { " style=\"text-align: right\"" };
                    let cell = escape(cell);
                    let _ = write!(out, "<td{align}>{cell}</td>");
                }
                out.push_str("</tr>\n");
            }
            out.push_str("</table>\n");
            if let Some(result) = result {
                let _ = writeln!(out, "<p><strong>{}</strong></p>", escape(result));
            }
        }
        for line in self.comment.lines() {
            let _ = writeln!(out, "<p>{}</p>", escape(line));
        }
        out.push_str("</div>\n");
        css::finished(out, StyleSheet::Inline)
    }

    fn markdown(&self) -> String {
        // A backquote in a name must not end the preformatted block.
        let mut out = format!("**{}**\n\n```\n{}\n```\n", plain(&self.title), self.board.replace('`', "'"));
        for (lines, table, result) in &self.tables {
            for line in lines {
                let _ = write!(out, "\n{}\n", plain(line));
            }
            let _ = write!(out, "\n| {} |\n", table.head.join(" | "));
            let rules: Vec<&str> =
                (0..table.head.len()).map(|n| if n == 1 { ":--" } else { "--:" }).collect();
            let _ = writeln!(out, "| {} |", rules.join(" | "));
            for (n, row) in table.rows.iter().enumerate() {
                let is_made = table.made == Some(n);
                let cells: Vec<String> = row
                    .iter()
                    .enumerate()
                    .map(
                        |(n, cell)| {
                            if is_made && n == 1 { format!("**{}**", plain(cell)) } else { plain(cell) }
                        },
                    )
                    .collect();
                let _ = writeln!(out, "| {} |", cells.join(" | "));
            }
            if let Some(result) = result {
                let _ = write!(out, "\n**{}**\n", plain(result));
            }
        }
        for line in self.comment.lines() {
            let _ = write!(out, "\n{}\n", plain(line));
        }
        out
    }

    fn bbcode(&self) -> String {
        // BBCode has no escape for brackets.
        let safe = |text: &str| text.replace('[', "(").replace(']', ")");
        let mut out = format!("[b]{}[/b]\n[code]{}[/code]\n", safe(&self.title), safe(&self.board));
        for (lines, table, result) in &self.tables {
            for line in lines {
                let _ = writeln!(out, "{}", safe(line));
            }
            let _ = writeln!(out, "[code]{}[/code]", safe(&columns(table)));
            if let Some(result) = result {
                let _ = writeln!(out, "[b]{}[/b]", safe(result));
            }
        }
        for line in self.comment.lines() {
            let _ = writeln!(out, "{}", safe(line));
        }
        out
    }
}

impl MarkedUpDecision {
    fn text(&self) -> String {
        let mut out = format!("{}\n\n{}\n", self.title, self.board);
        for (lines, table, result) in &self.tables {
            out.push('\n');
            for line in lines.iter().cloned().chain([columns(table)]).chain(result.clone()) {
                let _ = writeln!(out, "{line}");
            }
        }
        if !self.comment.is_empty() {
            let _ = write!(out, "\n{}\n", self.comment);
        }
        out
    }
}

/// Text for Markdown; characters with a meaning are escaped by a backslash.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        if "\\`*_{}[]<>#|~&".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A table as preformatted lines; a star marks the play that was made.
fn columns(table: &MarkupTable) -> String {
    let head: Vec<String> = table.head.iter().map(|title| (*title).to_owned()).collect();
    let rows: Vec<&Vec<String>> = std::iter::once(&head).chain(&table.rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |(n, row): (usize, &&Vec<String>)| {
        let mut line = if n > 0 && table.made == Some(n - 1) { "*".to_owned() } else { " ".to_owned() };
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            let _ =
                if column == 1 { write!(line, " {cell:<width$}") } else { write!(line, " {cell:>width$}") };
        }
        line.trim_end().to_owned()
    };
    rows.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Action, Equity, Play, PlayList, Rules};
    use gnubg_record::analysis::{Candidate, CubeMethod, Method, Outputs, Utility};
    use gnubg_record::settings::EvalSettings;

    fn state() -> MatchState {
        MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap()
    }

    fn plays(state: &MatchState) -> PlayAnalysis {
        let mut list = PlayList::new();
        list.generate(&state.board, state.dice().unwrap());
        let found: Vec<Play> = list.plays()[..2].to_vec();
        let candidate = |play: &Play, equity: f32| Candidate {
            play: *play,
            probs: Probs { win: 0.55, win_g: 0.2, win_bg: 0.01, lose_g: 0.1, lose_bg: 0.0 },
            equity: Equity(equity),
            method: Method::Evaluation(EvalSettings::at(2)),
            is_marked: false,
        };
        PlayAnalysis {
            candidates: vec![candidate(&found[0], 0.25), candidate(&found[1], 0.125)],
            played: Some(1),
        }
    }

    fn cube() -> CubeAnalysis {
        let outputs = |value| Outputs {
            probs: Probs { win: 0.6, ..Probs::default() },
            cubeless: Equity(0.2),
            cubeful: Utility::Equity(Equity(value)),
        };
        CubeAnalysis {
            no_double: outputs(0.3),
            double_take: outputs(0.1),
            method: CubeMethod::Evaluation(EvalSettings::at(2)),
            is_marked: false,
        }
    }

    fn written(markup: Markup) -> String {
        let (state, names) = (state(), ["A<b>&\"|*", "[/code]`_"]);
        let (plays, cube) = (plays(&state), cube());
        let decision =
            KnownDecision { cube: Some(&cube), plays: Some(&plays), ..KnownDecision::of(&state, names) };
        decision.write(markup, &ReportOptions::default())
    }

    #[test]
    fn html_is_complete_and_escaped() {
        let text = written(Markup::Html);
        assert!(text.starts_with("<div") && text.ends_with("</div>\n"));
        assert!(text.contains("A&lt;b&gt;&amp;&quot;|*") && !text.contains("A<b>"));
        assert_eq!((text.matches("<table").count(), text.matches("</table>").count()), (2, 2));
        assert_eq!((text.matches("<tr").count(), text.matches("</tr>").count()), (7, 7));
        assert!(text.contains("class=\"movethemove\" style=\"") && text.contains("+0.250"));
        assert!(text.contains("-0.125") && text.contains("Proper cube action: "));
        let drawn = gnubg_formats::ids::find(&text, Rules::default()).unwrap();
        assert_eq!(drawn.state.board, state().board);
    }

    #[test]
    fn markdown_has_tables_of_even_width() {
        let text = written(Markup::Markdown);
        assert!(text.starts_with("**") && text.matches("```").count() == 2);
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).collect();
        assert_eq!(rows.len(), 9);
        for (rows, columns) in [(&rows[..5], 4), (&rows[5..], 10)] {
            assert!(rows.iter().all(|row| row.matches(" | ").count() + 1 == columns), "{rows:?}");
        }
        assert_eq!(plain("a|b_c"), "a\\|b\\_c");
    }

    #[test]
    fn bbcode_keeps_its_blocks() {
        let text = written(Markup::BbCode);
        assert_eq!((text.matches("[code]").count(), text.matches("[/code]").count()), (3, 3));
        assert!(text.contains("(/code)") && text.contains("\n* 2 "), "{text}");
    }

    #[test]
    fn plain_text_has_board_and_tables() {
        let text = written(Markup::Text);
        assert!(text.contains("XGID=") && text.contains("BAR") && text.contains("\n* 2 "), "{text}");
        assert!(text.contains("Proper cube action: ") && !text.contains('\u{8}'));
    }

    #[test]
    fn a_position_without_analysis_is_only_drawn() {
        let state = state();
        let decision = KnownDecision { clockwise: true, ..KnownDecision::of(&state, ["a", "b"]) };
        let text = decision.write(Markup::Html, &ReportOptions::default());
        assert!(!text.contains("<table") && text.contains("XGID="));
    }
}
