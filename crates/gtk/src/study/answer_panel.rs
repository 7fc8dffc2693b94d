// SPDX-License-Identifier: GPL-3.0-or-later
//! What an answer loses, what was best, and when the card comes back.

use super::alternatives::{Alternatives, NOTHING};
use super::varied::Varied;
use crate::a11y;
use crate::i18n::{capitalized, gettext, gettext_f, localized, ngettext_f};
use crate::library_client::LibraryClient;
use crate::tools::controls::{button, label, paragraph, status_line};
use crate::tools::library::words::{self, loss, named};
use crate::why_card::WhyCard;
use crate::widgets::set_class;
use crate::widgets::wrap::Wrap;
use gnubg_library::position::PositionKey;
use gnubg_library::search::DecisionRow;
use gnubg_library::study::{Judgement, Part, Rate, Rating, StudySummary};
use gnubg_report::why::Explanation;
use gtk::prelude::*;
use std::rc::Rc;

/// The width of the panel, in pixels.
const WIDTH: i32 = 340;

/// The panel.
pub(super) struct AnswerPanel {
    pub(super) root: gtk::Box,
    /// What may be longer than the window.
    whole: gtk::Box,
    /// The buttons below it, which are always in sight.
    footer: gtk::Box,
    /// What was answered and what that means.
    told: gtk::Box,
    verdict: gtk::Label,
    parts: gtk::Label,
    /// While a card is asked: how the session goes.
    session: gtk::Box,
    session_text: gtk::Label,
    /// What was done in the match that the card comes from, and which match that was.
    source: gtk::Box,
    source_texts: [gtk::Label; 2],
    alternatives: Alternatives,
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
            told: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).build(),
            verdict: status_line("study-verdict", &["title-2", "figures"]),
            parts: paragraph("", &["figures"]),
            session: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(3).build(),
            session_text: paragraph("", &["figures", "dim-label"]),
            source: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(3).build(),
            source_texts: [paragraph("", &["figures"]), paragraph("", &["caption", "dim-label"])],
            alternatives: Alternatives::new(),
            why_title: label("", &["heading"], 0.0),
            why: WhyCard::new("study-why"),
            ruler: paragraph("", &["caption", "dim-label"]),
            ratings: gtk::Box::builder().name("study-ratings").build(),
            varied: Varied::new(client),
            buttons: Rating::ALL.map(|_| gtk::Button::new()),
        });
        panel.parts.set_widget_name("study-parts");
        panel.session_text.set_widget_name("study-session");
        panel.session.append(&label(&gettext("This session"), &["heading"], 0.0));
        panel.session.append(&panel.session_text);
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
        panel.told.set_css_classes(&["study-told", "card"]);
        let told: [&gtk::Widget; 3] =
            [panel.verdict.upcast_ref(), panel.parts.upcast_ref(), panel.source.upcast_ref()];
        told.into_iter().for_each(|part| panel.told.append(part));
        for part in [
            panel.session.upcast_ref::<gtk::Widget>(),
            panel.told.upcast_ref(),
            panel.alternatives.table.upcast_ref(),
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
        self.told.set_visible(false);
        self.session.set_visible(false);
        self.set_answer_visible(false);
    }

    /// Shows or hides what only an answer has.
    fn set_answer_visible(&self, is_visible: bool) {
        let parts: [&gtk::Widget; 3] =
            [self.alternatives.table.upcast_ref(), self.ruler.upcast_ref(), self.footer.upcast_ref()];
        parts.into_iter().for_each(|part| part.set_visible(is_visible));
    }

    /// Shows what is told, in the color of a right or of a wrong answer.
    fn tell(&self, is_right: Option<bool>) {
        set_class(&self.told, "right", is_right == Some(true));
        set_class(&self.told, "wrong", is_right == Some(false));
        self.told.set_visible(true);
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
        self.session.set_visible(false);
        self.varied.offer(key, judgement.card);
        self.show_why(why);
        self.show_source(judgement.source.as_ref());
        self.verdict.set_text(&verdict(judgement));
        self.parts.set_text(&judgement.parts.iter().map(told).collect::<Vec<_>>().join("\n"));
        self.alternatives.show(judgement);
        self.ruler.set_text(&gettext_f("Analysis: {ruler}", &[("ruler", &judgement.ruler)]));
        self.tell(Some(judgement.loss < NOTHING));
        self.set_answer_visible(true);
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
            set_class(press, "suggested-action", is_proposed);
        }
    }

    /// Shows what the session came to before a question. Nothing here depends on its answer.
    pub(super) fn show_session(&self, so_far: &StudySummary) {
        self.clear();
        let if_none = || gettext("What an answer loses, and why, appears here.");
        self.session_text.set_text(&summary_text(so_far, if_none));
        self.session.set_visible(true);
    }

    /// Shows what a session came to.
    pub(super) fn show_summary(&self, summary: &StudySummary) {
        self.clear();
        self.tell(None);
        self.verdict.set_text(&gettext("Session finished"));
        let if_none = || {
            gettext(
                "No card is due. Make cards of your errors: “Study these” in the list of errors, or in the library.",
            )
        };
        self.parts.set_text(&summary_text(summary, if_none));
    }
}

/// Cards that were right, what they lost, and how positions went that were once played right, a line each; another text
/// if nothing was answered.
fn summary_text(summary: &StudySummary, if_none: impl FnOnce() -> String) -> String {
    let mut lines = Vec::new();
    if summary.answered > 0 {
        let (right, n) = (summary.right.to_string(), summary.answered.to_string());
        let form = u32::try_from(summary.answered).unwrap_or(u32::MAX);
        let values = [("right", right.as_str()), ("n", n.as_str())];
        lines.push(ngettext_f("{right} of {n} card right", "{right} of {n} cards right", form, &values));
    }
    if let Some(mean) = summary.mean_loss {
        let mean = localized(format!("{mean:.3}"));
        lines.push(gettext_f("Mean loss: {loss}", &[("loss", &mean)]));
    }
    if summary.controls > 0 {
        let (right, n) = (summary.controls_right.to_string(), summary.controls.to_string());
        let values = [("right", right.as_str()), ("n", n.as_str())];
        lines.push(gettext_f("Positions that you once played right: {right} of {n}", &values));
    }
    if lines.is_empty() { if_none() } else { lines.join("\n") }
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
