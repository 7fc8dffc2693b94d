// SPDX-License-Identifier: GPL-3.0-or-later
//! Below the answer to a card: positions that are nearly the same and have another answer, and the same at other scores. They
//! are looked for on request, can be stopped, and become cards on request.

use crate::host::HostHandle;
use crate::i18n::{capitalized, gettext, gettext_f, localized};
use crate::library_client::LibraryClient;
use crate::texts;
use crate::tools::controls::{button, status_line};
use crate::tools::library::words::named;
use crate::tools::library::{EmptyBoard, SmallBoard};
use crate::widgets::weakly;
use crate::widgets::wrap::Wrap;
use gnubg_library::position::PositionKey;
use gnubg_library::study::{Change, Contrast, OtherScores, Proposal};
use gnubg_session::jobs::{JobError, JobId};
use gnubg_session::library::{LibraryNews, LibraryRequest, StudyNews, StudyRequest, VariedBy};
use gtk::glib;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

/// After this time a new text has its size.
const LAID_OUT: Duration = Duration::from_millis(100);

/// Width of the small board, in pixels.
const BOARD: i32 = 280;

/// The part of the panel.
pub(super) struct Varied {
    this: Weak<Varied>,
    host: HostHandle,
    client: Rc<LibraryClient>,
    /// What was found.
    pub(super) root: gtk::Box,
    /// The buttons that look for it. They stay where they are, whatever is found.
    pub(super) presses: gtk::Box,
    contrast: gtk::Button,
    scores: gtk::Button,
    stop: gtk::Button,
    said: gtk::Label,
    board: SmallBoard,
    make: gtk::Button,
    /// The position that was studied, and its card.
    studied: Cell<Option<(PositionKey, Option<i64>)>>,
    running: Cell<Option<JobId>>,
    /// The button that began what is running, which gets the keyboard back.
    begun: RefCell<Option<gtk::Button>>,
    found: RefCell<Option<Proposal>>,
}

fn loss(loss: f64) -> String {
    localized(format!("{loss:.3}"))
}

fn score(away: [u32; 2]) -> String {
    match away {
        [0, 0] => gettext("money"),
        [own, other] => texts::score_away(own, other),
    }
}

/// What was changed.
fn changed(change: Change) -> String {
    match change {
        Change::Checker { is_mine, from, to } => {
            let values = [("from", &*from.to_string()), ("to", &*to.to_string())];
            match is_mine {
                true => gettext_f("Your checker on {to} instead of {from}", &values),
                false => gettext_f("The opponent’s checker on {to} instead of {from}", &values),
            }
        }
        Change::Cube(None) => gettext("The cube in the middle"),
        Change::Cube(Some(true)) => gettext("The cube is yours"),
        Change::Cube(Some(false)) => gettext("The cube is the opponent’s"),
        Change::Score(away) => gettext_f("At {score}", &[("score", &score(away))]),
    }
}

/// What a contrast teaches.
fn contrast_told(contrast: &Contrast) -> String {
    let [before, after] = &contrast.best;
    let values = [
        ("change", changed(contrast.change)),
        ("best", named(after)),
        ("other", named(before)),
        ("loss", loss(contrast.gap)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
    gettext_f(
        "{change}: best is {best}, not {other}. Each loses {loss} or more in the other position.",
        &values,
    )
}

/// What is right at other scores, those first where it is something else.
fn scores_told(found: &OtherScores) -> String {
    let mut lines: Vec<String> = found
        .differing()
        .map(|one| {
            let values = [
                ("score", score(one.away)),
                ("best", named(&one.best)),
                ("other", named(&found.best)),
                ("loss", loss(one.loss)),
            ];
            let values: Vec<(&str, &str)> =
                values.iter().map(|(key, value)| (*key, value.as_str())).collect();
            gettext_f("{score}: best is {best}; {other} loses {loss}", &values)
        })
        .collect();
    let same: Vec<String> =
        found.scores.iter().filter(|one| !one.is_other()).map(|one| score(one.away)).collect();
    if !same.is_empty() {
        lines.push(gettext_f("The same is right at {scores}", &[("scores", &same.join(", "))]));
    }
    lines.join("\n")
}

impl Varied {
    pub(super) fn new(client: &Rc<LibraryClient>) -> Rc<Varied> {
        let varied = Rc::new_cyclic(|this: &Weak<Varied>| Varied {
            this: this.clone(),
            host: client.host().clone(),
            client: Rc::clone(client),
            root: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).build(),
            presses: gtk::Box::builder().build(),
            contrast: button(
                &gettext("Contrast"),
                &gettext("Find a nearly identical position with another answer"),
            ),
            scores: button(
                &gettext("Other scores"),
                &gettext("Find the scores at which another answer is right"),
            ),
            stop: button(&gettext("Stop"), &gettext("Stop searching")),
            said: status_line("study-varied", &["figures"]),
            board: SmallBoard::new(&EmptyBoard::default()),
            make: button(&gettext("Make a card"), &gettext("Make a card of the result in the same deck")),
            studied: Cell::default(),
            running: Cell::default(),
            begun: RefCell::default(),
            found: RefCell::default(),
        });
        varied.lay_out();
        varied.clear();
        varied
    }

    fn lay_out(&self) {
        self.presses.set_layout_manager(Some(Wrap::with_gap(6)));
        for (press, name, run) in [
            (&self.contrast, "study-contrast", (|varied| varied.look(VariedBy::Little)) as fn(&Varied)),
            (&self.scores, "study-scores", |varied| varied.look(VariedBy::Score)),
            (&self.stop, "study-stop", |varied| {
                varied.stop();
            }),
            (&self.make, "study-make", Varied::keep),
        ] {
            press.set_widget_name(name);
            let run = weakly(&self.this, run);
            press.connect_clicked(move |_| run());
        }
        self.presses.append(&self.contrast);
        self.presses.append(&self.scores);
        self.said.set_wrap(true);
        self.board.set_width(BOARD);
        self.board.widget().set_visible(false);
        for press in [&self.stop, &self.make] {
            press.set_halign(gtk::Align::Start);
        }
        self.root.append(&self.said);
        self.root.append(self.board.widget());
        self.root.append(&self.stop);
        self.root.append(&self.make);
    }

    /// Shows nothing; what is being looked for is dropped.
    pub(super) fn clear(&self) {
        if let Some(id) = self.running.take() {
            self.client.drop_question(id);
        }
        self.studied.set(None);
        self.say("", None);
        self.root.set_visible(false);
        self.presses.set_visible(false);
    }

    /// Offers to change this position, which was studied with that card.
    pub(super) fn offer(&self, key: PositionKey, card: Option<i64>) {
        self.studied.set(Some((key, card)));
        self.root.set_visible(true);
        self.presses.set_visible(true);
        self.show_buttons();
    }

    fn show_buttons(&self) {
        let is_running = self.running.get().is_some();
        // The keyboard stays on a button that can be pressed: keys reach the page only from within.
        if is_running {
            self.stop.set_visible(true);
            self.stop.grab_focus();
        }
        self.contrast.set_sensitive(!is_running);
        self.scores.set_sensitive(!is_running);
        if !is_running && self.stop.is_focus() {
            self.begun.take().unwrap_or_else(|| self.contrast.clone()).grab_focus();
        }
        self.stop.set_visible(is_running);
        self.make.set_visible(!is_running && self.found.borrow().is_some());
    }

    /// Says something, and offers to make a card of what was found.
    fn say(&self, text: &str, found: Option<Proposal>) {
        self.said.set_text(text);
        self.said.set_visible(!text.is_empty());
        let state = found.as_ref().and_then(|proposal| proposal.key.state());
        self.board.widget().set_visible(state.is_some());
        self.board.show(state, self.host.board().map(|board| board.design()).unwrap_or_default());
        self.board.paint();
        self.found.replace(found);
        self.show_buttons();
        if !text.is_empty() {
            self.reveal();
        }
    }

    /// Scrolls what was found into view: it is the last part of the panel.
    fn reveal(&self) {
        let scroller = self.root.ancestor(gtk::ScrolledWindow::static_type());
        let Some(scroller) = scroller.and_downcast::<gtk::ScrolledWindow>() else { return };
        // Sizes are known when the new text is laid out.
        glib::timeout_add_local_once(LAID_OUT, move || {
            let place = scroller.vadjustment();
            place.set_value(place.upper() - place.page_size());
        });
    }

    fn look(&self, by: VariedBy) {
        let Some((key, _)) = self.studied.get().filter(|_| self.running.get().is_none()) else { return };
        let (this, counted) = (self.this.clone(), self.this.clone());
        let request = LibraryRequest::Study(StudyRequest::Vary { key, by });
        let id = self.client.ask_counted(
            request,
            move |done, of| {
                if let Some(varied) = counted.upgrade() {
                    varied.show_progress(done, of);
                }
            },
            move |answer| {
                let Some(varied) = this.upgrade() else { return };
                varied.running.set(None);
                varied.show(answer);
            },
        );
        self.running.set(id);
        self.begun.replace(Some(match by {
            VariedBy::Little => self.contrast.clone(),
            VariedBy::Score => self.scores.clone(),
        }));
        self.say(&gettext("Searching…"), None);
    }

    fn show_progress(&self, done: u64, of: Option<u64>) {
        let values = [("done", &*done.to_string()), ("total", &*of.unwrap_or(0).to_string())];
        self.said.set_text(&gettext_f("Searching: {done} of {total}", &values));
    }

    /// Stops what is being looked for; whether it was.
    pub(super) fn stop(&self) -> bool {
        let Some(id) = self.running.take() else { return false };
        self.client.drop_question(id);
        self.say("", None);
        true
    }

    fn show(&self, answer: Result<&LibraryNews, &JobError>) {
        match answer {
            Ok(LibraryNews::Study(StudyNews::Contrast(Some(found)))) => {
                self.say(&contrast_told(found), Some(found.proposal()));
            }
            Ok(LibraryNews::Study(StudyNews::Contrast(None))) => {
                self.say(&gettext("No small change clearly changes the answer"), None);
            }
            Ok(LibraryNews::Study(StudyNews::Scores(found))) => {
                self.say(&scores_told(found), found.proposal());
                // One board cannot show several scores.
                self.board.widget().set_visible(false);
            }
            Ok(LibraryNews::Study(StudyNews::Kept(is_new))) => {
                let text = match is_new {
                    true => gettext("Card made"),
                    false => gettext("This position already has a card"),
                };
                self.say(&text, None);
            }
            Ok(_) => {}
            Err(error) => self.say(&capitalized(&error.to_string()), None),
        }
    }

    /// Makes a card of what was found.
    fn keep(&self) {
        let (Some((_, like)), Some(proposal)) = (self.studied.get(), self.found.take()) else { return };
        let request = StudyRequest::KeepVaried { proposal: Box::new(proposal), like };
        let this = self.this.clone();
        self.client.ask(LibraryRequest::Study(request), move |answer| {
            if let Some(varied) = this.upgrade() {
                varied.show(answer);
            }
        });
        self.show_buttons();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_library::study::AtScore;

    #[test]
    fn changes_and_what_they_turn_are_told() {
        let key = PositionKey([0; 14]);
        let best = ["8/5 6/5".to_owned(), "13/7".to_owned()];
        let change = Change::Checker { is_mine: true, from: 6, to: 7 };
        let text = contrast_told(&Contrast { key, change, best, gap: 0.0342 });
        assert_eq!(
            text,
            "Your checker on 7 instead of 6: best is 13/7, not 8/5 6/5. Each loses 0.034 or more in the other position."
        );
        assert_eq!(changed(Change::Score([2, 4])), "At 2-away/4-away");
        let at = |away, best: &str, loss| AtScore { away, key, best: best.to_owned(), loss };
        let scores = vec![at([1, 1], "double, pass", 0.1), at([0, 0], "double, take", 0.0)];
        let text = scores_told(&OtherScores { key, best: "double, take".to_owned(), scores });
        assert_eq!(
            text,
            "1-away/1-away: best is Double, pass; Double, take loses 0.100\nThe same is right at money"
        );
    }
}
