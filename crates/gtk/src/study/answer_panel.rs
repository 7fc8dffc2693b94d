// SPDX-License-Identifier: GPL-3.0-or-later
//! What an answer loses, what was best, and when the card comes back.

use super::varied::Varied;
use crate::a11y;
use crate::i18n::{capitalized, gettext, gettext_f, localized, ngettext_f};
use crate::library_client::LibraryClient;
use crate::tools::controls::{button, label, paragraph, status_line};
use crate::tools::library::words::{self, loss, named};
use crate::tools::text_table::TextTable;
use crate::why_card::WhyCard;
use crate::widgets::wrap::Wrap;
use gnubg_library::position::PositionKey;
use gnubg_library::search::DecisionRow;
use gnubg_library::study::{Judgement, Part, Rate, Rating, StudySummary};
use gnubg_report::why::Explanation;
use gtk::prelude::*;
use std::rc::Rc;

/// Alternatives that are listed.
const MOST: usize = 5;
/// The width of the panel, in pixels.
const WIDTH: i32 = 340;
/// Losses below this are shown as none, in normalized equity.
const NOTHING: f64 = 0.0005;

/// The panel.
pub(super) struct AnswerPanel {
    pub(super) root: gtk::Box,
    /// What may be longer than the window.
    whole: gtk::Box,
    /// The buttons below it, which are always in sight.
    footer: gtk::Box,
    verdict: gtk::Label,
    parts: gtk::Label,
    /// What was done in the match that the card comes from, and which match that was.
    source: gtk::Box,
    source_texts: [gtk::Label; 2],
    table: TextTable,
    why_title: gtk::Label,
    why: WhyCard,
    ruler: gtk::Label,
    ratings: gtk::Box,
    varied: Rc<Varied>,
    buttons: [gtk::Button; 4],
}

/// The verdict on an answer in a few words.
fn verdict(judgement: &Judgement) -> String {
    if judgement.loss < NOTHING {
        return gettext("Right");
    }
    let lost = localized(format!("{:.3}", judgement.loss));
    gettext_f("{loss} lost", &[("loss", &lost)])
}

/// What was given and what was best, for one question of a card.
fn told(part: &Part) -> String {
    let given = capitalized(&named(&part.given));
    if part.loss < NOTHING {
        return gettext_f("{answer}: right", &[("answer", &given)]);
    }
    let values = [("answer", given.as_str()), ("loss", &*loss(part.loss)), ("best", &*named(&part.best))];
    gettext_f("{answer}: {loss}, best is {best}", &values)
}

/// A line of the table.
#[derive(Debug, PartialEq)]
struct Row {
    action: String,
    equity: f64,
    /// What the alternative loses; none where it is the opponent who would err.
    error: Option<f64>,
    is_given: bool,
}

/// Whether a card asked for a play.
fn is_play(judgement: &Judgement) -> bool {
    judgement.parts.iter().any(|part| part.ask == "play")
}

/// What is listed.
fn heading(judgement: &Judgement) -> String {
    if is_play(judgement) { gettext("Play") } else { gettext("Decision") }
}

/// The best alternatives, the best one first, and the one that was given.
fn alternatives(judgement: &Judgement) -> Vec<Row> {
    let is_given = |text: &str| judgement.parts.iter().any(|part| part.given == text);
    if !is_play(judgement) {
        return cube_actions(judgement);
    }
    // Analyses list what they looked at deeper first; losses are to be read in order.
    let best = judgement.alternatives.first().map_or(0.0, |(_, equity)| *equity);
    let mut rows: Vec<Row> = judgement
        .alternatives
        .iter()
        .map(|(text, equity)| {
            let error = Some((best - equity).max(0.0));
            Row { action: text.clone(), equity: *equity, error, is_given: is_given(text) }
        })
        .collect();
    if let Some((_, others)) = rows.split_first_mut() {
        others.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    }
    let far = rows.iter().position(|row| row.is_given).filter(|&n| n >= MOST);
    if let Some(n) = far {
        rows.swap(MOST - 1, n);
    }
    rows.truncate(MOST);
    rows
}

/// No double, double and take, double and pass: the opponent chooses between the last two what is worse for the player.
fn cube_actions(judgement: &Judgement) -> Vec<Row> {
    let equity = |n: usize| judgement.alternatives.get(n).map_or(0.0, |(_, equity)| *equity);
    let doubled = equity(1).min(equity(2));
    let best = equity(0).max(doubled);
    let has_doubled = judgement.parts.iter().any(|part| part.given == "double");
    let has_taken = judgement.parts.iter().any(|part| part.given == "take");
    let given = match (has_doubled, has_taken) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 2,
    };
    let row = |(n, (text, equity)): (usize, &(String, f64))| {
        let is_answered_well = n == 0 || *equity <= doubled;
        let error = is_answered_well.then_some(best - equity);
        Row { action: capitalized(&named(text)), equity: *equity, error, is_given: n == given }
    };
    judgement.alternatives.iter().enumerate().map(row).collect()
}

fn title(rating: Rating) -> String {
    match rating {
        Rating::Again => gettext("Again"),
        Rating::Hard => gettext("Hard"),
        Rating::Good => gettext("Good"),
        Rating::Easy => gettext("Easy"),
    }
}

/// When a card comes back.
fn in_days(days: i64) -> String {
    let form = u32::try_from(days).unwrap_or(u32::MAX);
    ngettext_f("{n} day", "{n} days", form, &[("n", &days.to_string())])
}

impl AnswerPanel {
    /// `rated` is called with the grade that the user accepts or chooses.
    pub(super) fn new(client: &Rc<LibraryClient>, rated: impl Fn(Rate) + 'static) -> Rc<AnswerPanel> {
        let rated = Rc::new(rated);
        let panel = Rc::new(AnswerPanel {
            root: gtk::Box::builder().orientation(gtk::Orientation::Vertical).build(),
            whole: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build(),
            footer: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build(),
            verdict: status_line("study-verdict", &["title-2", "figures"]),
            parts: paragraph("", &["figures"]),
            source: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(3).build(),
            source_texts: [paragraph("", &["figures"]), paragraph("", &["caption", "dim-label"])],
            table: TextTable::new("study-alternatives"),
            why_title: label("", &["heading"], 0.0),
            why: WhyCard::new("study-why"),
            ruler: paragraph("", &["caption", "dim-label"]),
            ratings: gtk::Box::builder().name("study-ratings").build(),
            varied: Varied::new(client),
            buttons: Rating::ALL.map(|_| gtk::Button::new()),
        });
        panel.parts.set_widget_name("study-parts");
        panel.source_texts[0].set_widget_name("study-source");
        panel.source_texts.iter().for_each(|text| panel.source.append(text));
        panel.ratings.set_layout_manager(Some(Wrap::with_gap(6)));
        for (rating, press) in Rating::ALL.into_iter().zip(&panel.buttons) {
            press.set_widget_name(&format!("study-rate-{}", rating as u8));
            let rated = Rc::clone(&rated);
            press.connect_clicked(move |_| rated(Rate::As(rating)));
            panel.ratings.append(press);
        }
        let none =
            button(&gettext("0 Do not count"), &gettext("A slip of the hand: the answer is not counted"));
        none.set_widget_name("study-rate-0");
        none.add_css_class("flat");
        none.connect_clicked(move |_| rated(Rate::NotCounted));
        panel.ratings.append(&none);
        panel.whole.set_css_classes(&["study-answer"]);
        panel.table.set_halign(gtk::Align::Fill);
        for part in [
            panel.verdict.upcast_ref::<gtk::Widget>(),
            panel.parts.upcast_ref(),
            panel.source.upcast_ref(),
            panel.table.upcast_ref(),
            panel.why_title.upcast_ref(),
            panel.why.root.upcast_ref(),
            panel.ruler.upcast_ref(),
            panel.varied.root.upcast_ref(),
        ] {
            panel.whole.append(part);
        }
        let scroller = gtk::ScrolledWindow::builder().hscrollbar_policy(gtk::PolicyType::Never).vexpand(true);
        panel.root.append(&scroller.child(&panel.whole).build());
        panel.footer.set_css_classes(&["study-footer"]);
        panel.footer.append(&panel.ratings);
        panel.footer.append(&panel.varied.presses);
        // The buttons wrap instead of making the panel wider.
        let narrow = adw::Clamp::builder().maximum_size(WIDTH).tightening_threshold(WIDTH);
        panel.root.append(&narrow.child(&panel.footer).build());
        panel.root.set_width_request(WIDTH);
        panel.clear();
        panel
    }

    /// Stops what is being looked for; whether it was.
    pub(super) fn stop_looking(&self) -> bool {
        self.varied.stop()
    }

    /// Shows nothing: a question must not be answered by what stands beside it.
    pub(super) fn clear(&self) {
        self.verdict.set_text("");
        self.parts.set_text("");
        self.show_source(None);
        self.show_why(None);
        self.varied.clear();
        for part in
            [self.table.upcast_ref::<gtk::Widget>(), self.ruler.upcast_ref(), self.footer.upcast_ref()]
        {
            part.set_visible(false);
        }
    }

    /// Tells what was done in the match that a card comes from; nothing if it comes from none.
    fn show_source(&self, source: Option<&DecisionRow>) {
        self.source.set_visible(source.is_some());
        let texts = source.map(words::source).unwrap_or_default();
        self.source_texts.iter().zip(texts).for_each(|(label, text)| label.set_text(&text));
    }

    /// Explains why the best play is better than the one that was given; nothing if there is nothing to explain.
    fn show_why(&self, why: Option<&Explanation>) {
        self.why_title.set_visible(why.is_some());
        if let Some(why) = why {
            let (best, _) = &why.chips[0];
            self.why_title.set_text(&gettext_f("Why {play}", &[("play", best)]));
        }
        self.why.show(why);
    }

    /// Shows what an answer loses, and why.
    pub(super) fn show(&self, judgement: &Judgement, key: PositionKey, why: Option<&Explanation>) {
        self.varied.offer(key, judgement.card);
        self.show_why(why);
        self.show_source(judgement.source.as_ref());
        self.verdict.set_text(&verdict(judgement));
        self.parts.set_text(&judgement.parts.iter().map(told).collect::<Vec<_>>().join("\n"));
        let rows = alternatives(judgement);
        let mut cells = vec![vec![heading(judgement), gettext("Equity"), gettext("Error")]];
        cells.extend(rows.iter().map(|row| {
            let error = row.error.filter(|error| *error >= NOTHING).map_or(String::new(), loss);
            vec![row.action.clone(), localized(format!("{:+.3}", row.equity)), error]
        }));
        self.table.set_rows(&cells, &[0]);
        for (n, row) in (1..).zip(&rows) {
            for cell in (0..3).filter_map(|column| self.table.cell(n, column)) {
                crate::widgets::set_class(&cell, "given", row.is_given);
            }
        }
        self.ruler.set_text(&gettext_f("Analysis: {ruler}", &[("ruler", &judgement.ruler)]));
        for part in
            [self.table.upcast_ref::<gtk::Widget>(), self.ruler.upcast_ref(), self.footer.upcast_ref()]
        {
            part.set_visible(true);
        }
        for (n, (rating, press)) in Rating::ALL.into_iter().zip(&self.buttons).enumerate() {
            let is_proposed = rating == judgement.proposed;
            let days = match (judgement.days, is_proposed, judgement.proposed_days) {
                (Some(_), true, Some(days)) => in_days(days),
                (Some(days), ..) => in_days(days[n]),
                (None, ..) => String::new(),
            };
            let text = format!("{} {} {days}", n + 1, title(rating));
            press.set_label(text.trim_end());
            a11y::set_label(press, text.trim_end());
            crate::widgets::set_class(press, "suggested-action", is_proposed);
        }
    }

    /// Shows what a session came to.
    pub(super) fn show_summary(&self, summary: &StudySummary) {
        self.clear();
        self.verdict.set_text(&gettext("Session finished"));
        let values = [("n", summary.answered.to_string()), ("right", summary.right.to_string())];
        let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let form = u32::try_from(summary.answered).unwrap_or(u32::MAX);
        let mut lines =
            vec![ngettext_f("{right} of {n} card right", "{right} of {n} cards right", form, &values)];
        if let Some(mean) = summary.mean_loss {
            let mean = localized(format!("{mean:.3}"));
            lines.push(gettext_f("Mean loss: {loss}", &[("loss", &mean)]));
        }
        if summary.controls > 0 {
            let (right, n) = (summary.controls_right.to_string(), summary.controls.to_string());
            let values = [("right", right.as_str()), ("n", n.as_str())];
            lines.push(gettext_f("Positions that you once played right: {right} of {n}", &values));
        }
        if summary.answered + summary.controls == 0 {
            lines = vec![gettext(
                "No card is due. Make cards of your errors: “Study these” in the list of errors, or in the library.",
            )];
        }
        self.parts.set_text(&lines.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(given: &str, best: &str, loss: f64) -> Part {
        Part { ask: "play".to_owned(), given: given.to_owned(), best: best.to_owned(), loss, cost: 0.0 }
    }

    fn judgement(ask: &str, given: &str, alternatives: &[(&str, f64)]) -> Judgement {
        Judgement {
            parts: vec![Part { ask: ask.to_owned(), ..part(given, "", 0.0) }],
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
        let rows = alternatives(&judgement("play", "b", &plays));
        let listed: Vec<(&str, bool)> = rows.iter().map(|row| (&*row.action, row.is_given)).collect();
        assert_eq!(listed, [("a", false), ("c", false), ("d", false), ("e", false), ("b", true)]);
    }

    #[test]
    fn a_missed_double_is_an_error_and_a_wrong_answer_is_the_opponents() {
        let actions = [("no double", 0.7), ("double, take", 1.2), ("double, drop", 1.0)];
        let rows = alternatives(&judgement("double", "no double", &actions));
        let errors: Vec<Option<f64>> = rows.iter().map(|row| row.error).collect();
        assert_eq!(errors[1..], [None, Some(0.0)]);
        assert!((errors[0].unwrap_or(0.0) - 0.3).abs() < 1e-9, "{errors:?}");
        assert_eq!(rows[2].action, "Double, pass");
        assert!(rows[0].is_given && !rows[1].is_given);
    }

    #[test]
    fn answers_are_told_with_what_they_lose() {
        assert_eq!(told(&part("24/15", "24/15", 0.0)), "24/15: right");
        assert_eq!(told(&part("drop", "take", 0.128)), "Pass: −0.128, best is take");
        assert_eq!(in_days(1), "1 day");
        assert_eq!(in_days(6), "6 days");
    }
}
