// SPDX-License-Identifier: GPL-3.0-or-later
//! What could have been answered: the best alternatives, what each of them loses, and which was chosen.

use crate::i18n::{capitalized, gettext, isolated, localized};
use crate::tools::library::words::{loss, named};
use crate::tools::text_table::TextTable;
use crate::widgets::bar::Bar;
use crate::widgets::set_class;
use gnubg_library::decision::Kind;
use gnubg_library::study::Judgement;
use gtk::pango;
use gtk::prelude::*;
use std::cell::RefCell;

/// Alternatives that are listed.
const MOST: usize = 5;
/// Losses below this are shown as none, in normalized equity.
pub(super) const NOTHING: f64 = 0.0005;
/// The column of the bars. They stand on empty cells, which take part in the tint of their rows.
const BAR: usize = 3;
/// The size of a mark, by that of the action.
const MARK_SCALE: f64 = 0.9;

/// The table of alternatives.
pub(super) struct Alternatives {
    pub(super) table: TextTable,
    bars: RefCell<Vec<Bar>>,
}

/// A line of the table.
#[derive(Debug, PartialEq)]
struct Row {
    action: String,
    equity: f64,
    /// What the alternative loses; none where it is the opponent who would err.
    error: Option<f64>,
    is_given: bool,
    /// Whether it was done in the match that the card comes from.
    was_played: bool,
}

impl Row {
    /// When it was chosen, in a word.
    fn mark(&self) -> Option<String> {
        match (self.is_given, self.was_played) {
            (true, true) => Some(gettext("as before")),
            (true, false) => Some(gettext("now")),
            (false, true) => Some(gettext("before")),
            (false, false) => None,
        }
    }

    /// The action with its mark.
    fn text(&self) -> String {
        [Some(self.action.clone()), self.mark()].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// How the text is drawn: the mark smaller than the action, and never bold.
    fn attributes(&self) -> Option<pango::AttrList> {
        let mark = self.mark()?;
        let end = self.text().len();
        let attributes = pango::AttrList::new();
        let add = |mut attribute: pango::Attribute| {
            attribute.set_start_index((end - mark.len()) as u32);
            attribute.set_end_index(end as u32);
            attributes.insert(attribute);
        };
        add(pango::AttrFloat::new_scale(MARK_SCALE).upcast());
        add(pango::AttrInt::new_weight(pango::Weight::Normal).upcast());
        Some(attributes)
    }

    /// The error to show.
    fn visible_error(&self) -> Option<f64> {
        self.error.filter(|error| *error >= NOTHING)
    }

    fn is_best(&self) -> bool {
        self.error.is_some_and(|error| error < NOTHING)
    }
}

impl Alternatives {
    pub(super) fn new() -> Alternatives {
        let table = TextTable::new("study-alternatives");
        table.set_halign(gtk::Align::Fill);
        table.set_column_spacing(0);
        table.set_row_spacing(0);
        Alternatives { table, bars: RefCell::default() }
    }

    /// Shows what could have been answered to a card.
    pub(super) fn show(&self, judgement: &Judgement) {
        let played = judgement.source.as_ref().map(|source| (source.kind, source.played.as_str()));
        let rows = rows(judgement, played);
        let mut cells = vec![vec![heading(judgement), gettext("Equity"), gettext("Error"), String::new()]];
        cells.extend(rows.iter().map(|row| {
            let error = row.visible_error().map_or(String::new(), loss);
            vec![row.text(), localized(format!("{:+.3}", row.equity)), error, String::new()]
        }));
        self.table.set_rows(&cells, &[0]);
        let mut bars = self.bars.borrow_mut();
        bars.drain(..).filter(|bar| bar.parent().is_some()).for_each(|bar| self.table.remove(&bar));
        for (n, row) in (1..).zip(&rows) {
            for cell in (0..=BAR).filter_map(|column| self.table.cell(n as usize, column)) {
                cell.add_css_class("alternative");
                set_class(&cell, "right", row.is_best());
                set_class(&cell, "given", row.is_given);
            }
            if let Some(action) = self.table.cell(n as usize, 0) {
                action.set_attributes(row.attributes().as_ref());
            }
            let bar = Bar::of_loss();
            // A margin of the style would be taken from its length.
            bar.set_margin_start(6);
            bar.set_margin_end(6);
            bar.set_loss(row.visible_error().unwrap_or(0.0) as f32);
            self.table.attach(&bar, BAR as i32, n, 1, 1);
            bars.push(bar);
        }
    }
}

/// Whether a card asked for a play.
fn is_play(judgement: &Judgement) -> bool {
    judgement.parts.iter().any(|part| part.ask == "play")
}

/// What is listed.
fn heading(judgement: &Judgement) -> String {
    if is_play(judgement) { gettext("Play") } else { gettext("Decision") }
}

/// The best alternatives, the best one first, with the ones that were chosen. `played`: what was done in the
/// match that the card comes from.
fn rows(judgement: &Judgement, played: Option<(Kind, &str)>) -> Vec<Row> {
    if !is_play(judgement) {
        return cube_actions(judgement, played.map(|(kind, _)| kind));
    }
    // Analyses list what they looked at deeper first; losses are to be read in order.
    let best = judgement.alternatives.first().map_or(0.0, |(_, equity)| *equity);
    let row = |text: &str, equity: f64| Row {
        action: isolated(text),
        equity,
        error: Some((best - equity).max(0.0)),
        is_given: judgement.parts.iter().any(|part| part.given == text),
        was_played: played.is_some_and(|(_, played)| played == text),
    };
    let mut rows: Vec<Row> = judgement.alternatives.iter().map(|(text, equity)| row(text, *equity)).collect();
    // An answer that the analysis does not list was judged by itself.
    let unlisted = judgement.parts.iter().filter(|_| !rows.iter().any(|row| row.is_given));
    rows.extend(unlisted.map(|part| row(&part.given, best - part.loss)).collect::<Vec<_>>());
    if let Some((_, others)) = rows.split_first_mut() {
        others.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    }
    while let Some(n) = rows.iter().rposition(|row| row.mark().is_none()).filter(|_| rows.len() > MOST) {
        rows.remove(n);
    }
    rows
}

/// No double, double and take, double and pass: the opponent chooses between the last two what is worse for the player.
fn cube_actions(judgement: &Judgement, played: Option<Kind>) -> Vec<Row> {
    let equity = |n: usize| judgement.alternatives.get(n).map_or(0.0, |(_, equity)| *equity);
    let doubled = equity(1).min(equity(2));
    let best = equity(0).max(doubled);
    let has_answered = |text: &str| judgement.parts.iter().any(|part| part.given == text);
    let given = match (has_answered("double"), has_answered("take")) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 2,
    };
    let row = |(n, (text, equity)): (usize, &(String, f64))| {
        let is_answered_well = n == 0 || *equity <= doubled;
        Row {
            action: capitalized(&named(text)),
            equity: *equity,
            error: is_answered_well.then_some(best - equity),
            is_given: n == given,
            was_played: played.and_then(line_of) == Some(n),
        }
    };
    judgement.alternatives.iter().enumerate().map(row).collect()
}

/// The line of [`cube_actions`] that a decision in a match belongs to: not known of a double alone.
fn line_of(kind: Kind) -> Option<usize> {
    match kind {
        Kind::NoDouble => Some(0),
        Kind::Take | Kind::Beaver => Some(1),
        Kind::Drop => Some(2),
        Kind::Double | Kind::Play | Kind::Resign => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_library::study::{Part, Rating};

    fn part(given: &str) -> Part {
        Part { ask: "play".to_owned(), given: given.to_owned(), best: String::new(), loss: 0.0, cost: 0.0 }
    }

    fn judgement(ask: &str, given: &str, alternatives: &[(&str, f64)]) -> Judgement {
        Judgement {
            parts: vec![Part { ask: ask.to_owned(), ..part(given) }],
            loss: 0.0,
            cost: 0.0,
            uncertainty: 0.0,
            grade: 3.0,
            proposed: Rating::Good,
            days: None,
            proposed_days: None,
            alternatives: alternatives.iter().map(|(text, equity)| ((*text).to_owned(), *equity)).collect(),
            chances: None,
            ruler: String::new(),
            card: None,
            position: 1,
            decision: None,
            source: None,
            is_control: true,
        }
    }

    #[test]
    fn plays_are_listed_by_what_they_lose_with_the_one_that_was_given() {
        let plays = [("a", 0.2), ("b", -0.4), ("c", 0.1), ("d", 0.0), ("e", -0.1), ("f", -0.2)];
        let rows = rows(&judgement("play", "b", &plays), None);
        let listed: Vec<(&str, bool)> = rows.iter().map(|row| (&*row.action, row.is_given)).collect();
        assert_eq!(listed, [("a", false), ("c", false), ("d", false), ("e", false), ("b", true)]);
    }

    /// The lines' actions and marks.
    fn texts(judgement: &Judgement, played: Option<(Kind, &str)>) -> Vec<String> {
        rows(judgement, played).iter().map(Row::text).collect()
    }

    #[test]
    fn marks_tell_what_was_chosen_now_and_in_the_match() {
        let plays = [("a", 0.2), ("b", 0.1), ("c", 0.0), ("d", -0.1), ("e", -0.2), ("f", -0.3), ("g", -0.4)];
        let judgement = judgement("play", "g", &plays);
        let both = texts(&judgement, Some((Kind::Play, "f")));
        assert_eq!(both, ["a", "b", "c", "f before", "g now"]);
        let mut unlisted = judgement.clone();
        unlisted.parts[0] = Part { loss: 0.15, ..part("h") };
        assert_eq!(texts(&unlisted, None), ["a", "b", "h now", "c", "d"]);
        let same = texts(&judgement, Some((Kind::Play, "g")));
        assert_eq!(same, ["a", "b", "c", "d", "g as before"]);
    }

    #[test]
    fn answers_about_the_cube_are_marked_by_what_comes_of_them() {
        let actions = [("no double", 1.1), ("double, take", 2.4), ("double, drop", 1.0)];
        let mut judgement = judgement("double", "no double", &actions);
        judgement.parts.push(Part { ask: "take".to_owned(), ..part("take") });
        let passed = texts(&judgement, Some((Kind::Drop, "drop")));
        assert_eq!(passed, ["No double now", "Double, take", "Double, pass before"]);
        judgement.parts[0].given = "double".to_owned();
        let doubled = texts(&judgement, Some((Kind::Double, "double")));
        assert_eq!(doubled, ["No double", "Double, take now", "Double, pass"]);
    }

    #[test]
    fn a_missed_double_is_an_error_and_a_wrong_answer_is_the_opponents() {
        let actions = [("no double", 0.7), ("double, take", 1.2), ("double, drop", 1.0)];
        let rows = rows(&judgement("double", "no double", &actions), None);
        let errors: Vec<Option<f64>> = rows.iter().map(|row| row.error).collect();
        assert_eq!(errors[1..], [None, Some(0.0)]);
        assert!((errors[0].unwrap_or(0.0) - 0.3).abs() < 1e-9, "{errors:?}");
        assert_eq!(rows[2].action, "Double, pass");
        assert!(rows[0].is_given && !rows[1].is_given);
    }
}
