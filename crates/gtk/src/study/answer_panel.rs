// SPDX-License-Identifier: GPL-3.0-or-later
//! What an answer loses, what was best, and when the card comes back.

use crate::a11y;
use crate::i18n::{capitalized, gettext, gettext_f, localized, ngettext_f};
use crate::tools::controls::{button, label, paragraph, status_line};
use crate::tools::text_table::TextTable;
use crate::widgets::wrap::Wrap;
use gnubg_library::study::{Judgement, Part, Rate, Rating, StudySummary};
use gtk::prelude::*;
use std::rc::Rc;

/// Alternatives that are listed.
const MOST: usize = 5;
/// Losses below this are shown as none, in normalized equity.
const NOTHING: f64 = 0.0005;

/// The panel.
pub(super) struct AnswerPanel {
    pub(super) root: gtk::ScrolledWindow,
    whole: gtk::Box,
    verdict: gtk::Label,
    parts: gtk::Label,
    table: TextTable,
    ruler: gtk::Label,
    ratings: gtk::Box,
    buttons: [gtk::Button; 4],
}

/// A loss as a negative number.
fn loss(loss: f64) -> String {
    localized(format!("−{loss:.3}"))
}

/// An action in words of people; a play stays as it is.
pub(super) fn action(text: &str) -> String {
    match text {
        "double" => gettext("double"),
        "no double" => gettext("no double"),
        "take" => gettext("take"),
        "drop" => gettext("pass"),
        other => other.to_owned(),
    }
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
    let given = capitalized(&action(&part.given));
    if part.loss < NOTHING {
        return gettext_f("{answer}: right", &[("answer", &given)]);
    }
    let values = [("answer", given.as_str()), ("loss", &*loss(part.loss)), ("best", &*action(&part.best))];
    gettext_f("{answer}: {loss}, best is {best}", &values)
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
    pub(super) fn new(rated: impl Fn(Rate) + 'static) -> Rc<AnswerPanel> {
        let rated = Rc::new(rated);
        let panel = Rc::new(AnswerPanel {
            root: gtk::ScrolledWindow::builder().hscrollbar_policy(gtk::PolicyType::Never).build(),
            whole: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build(),
            verdict: status_line("study-verdict", &["title-2", "figures"]),
            parts: paragraph("", &["figures"]),
            table: TextTable::new("study-alternatives"),
            ruler: paragraph("", &["caption", "dim-label"]),
            ratings: gtk::Box::builder().name("study-ratings").build(),
            buttons: Rating::ALL.map(|_| gtk::Button::new()),
        });
        panel.parts.set_widget_name("study-parts");
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
            panel.table.upcast_ref(),
            panel.ruler.upcast_ref(),
            panel.ratings.upcast_ref(),
        ] {
            panel.whole.append(part);
        }
        panel.root.set_child(Some(&panel.whole));
        panel.clear();
        panel
    }

    /// Shows nothing: a question must not be answered by what stands beside it.
    pub(super) fn clear(&self) {
        self.verdict.set_text("");
        self.parts.set_text("");
        for part in
            [self.table.upcast_ref::<gtk::Widget>(), self.ruler.upcast_ref(), self.ratings.upcast_ref()]
        {
            part.set_visible(false);
        }
    }

    /// Shows what an answer loses.
    pub(super) fn show(&self, judgement: &Judgement) {
        self.verdict.set_text(&verdict(judgement));
        self.parts.set_text(&judgement.parts.iter().map(told).collect::<Vec<_>>().join("\n"));
        let best = judgement.alternatives.first().map_or(0.0, |(_, equity)| *equity);
        let mut rows = vec![vec![gettext("Play"), gettext("Equity"), gettext("Error")]];
        for (text, equity) in judgement.alternatives.iter().take(MOST) {
            let error = best - equity;
            let error = if error < NOTHING { String::new() } else { loss(error) };
            rows.push(vec![action(text), localized(format!("{equity:+.3}").replace('-', "−")), error]);
        }
        self.table.set_rows(&rows, &[0]);
        self.ruler.set_text(&gettext_f("Analysis: {ruler}", &[("ruler", &judgement.ruler)]));
        for part in
            [self.table.upcast_ref::<gtk::Widget>(), self.ruler.upcast_ref(), self.ratings.upcast_ref()]
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

/// A line above or below the board: a checker's color in words, and what concerns the player.
pub(super) fn player_line(name: &str) -> gtk::Label {
    let line = label("", &["figures"], 0.0);
    line.set_widget_name(name);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(given: &str, best: &str, loss: f64) -> Part {
        Part { ask: "play".to_owned(), given: given.to_owned(), best: best.to_owned(), loss, cost: 0.0 }
    }

    #[test]
    fn answers_are_told_with_what_they_lose() {
        assert_eq!(told(&part("24/15", "24/15", 0.0)), "24/15: right");
        assert_eq!(told(&part("drop", "take", 0.128)), "Pass: −0.128, best is take");
        assert_eq!(in_days(1), "1 day");
        assert_eq!(in_days(6), "6 days");
    }
}
