// SPDX-License-Identifier: GPL-3.0-or-later
//! Study: a page in place of the match that asks cards on a board, tells what the answer loses, and grades it. Nothing of
//! the match is changed or shown meanwhile, so nothing gives an answer away, and the match is there again afterwards.

mod alternatives;
mod answer_panel;
mod input;
mod question_row;
mod sides;
mod varied;

use crate::a11y;
use crate::board::BoardWidget;
use crate::board::input::Situation;
use crate::host::HostHandle;
use crate::i18n::{WORDS, capitalized, gettext, gettext_f, ngettext_f};
use crate::library_client::LibraryClient;
use crate::tools::controls::{button, icon_button, status_line};
use crate::tools::decision_text::percent;
use crate::widgets::keys;
use crate::widgets::question::Question;
use adw::prelude::*;
use answer_panel::AnswerPanel;
use gnubg_draw::DiceThrow;
use gnubg_engine::core::{Play, Player, notation};
use gnubg_library::study::{
    Answer, Ask, CardSource, Judgement, Question as StudyQuestion, Rate, StudyCounts, StudySettings,
    StudySummary,
};
use gnubg_report::why::{PlayPair, explain};
use gnubg_session::jobs::JobError;
use gnubg_session::library::{LibraryNews, LibraryRequest, StudyNews, StudyRequest};
use gtk::glib;
use question_row::QuestionRow;
use sides::{SideBars, exchanged};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Instant;

/// How many cards a session can have, with the names of these answers.
const LENGTHS: [(&str, u16); 3] = [("short", 10), ("usual", 20), ("long", 40)];

/// What the page shows.
#[derive(Debug)]
enum Shown {
    Nothing,
    /// A question, since then; whether the answer is on its way.
    Question(Box<StudyQuestion>, Instant, bool),
    /// The question whose answer waits for its grade.
    Judged(Box<StudyQuestion>),
    Over,
}

/// Told when the page comes (true) and goes.
type ShownHandler = Box<dyn Fn(bool)>;

/// The page and the session of study behind it.
pub(crate) struct StudyPage {
    this: Weak<StudyPage>,
    host: HostHandle,
    client: Rc<LibraryClient>,
    pub(crate) root: gtk::Box,
    title: adw::WindowTitle,
    board: BoardWidget,
    sides: Rc<SideBars>,
    prompt: gtk::Label,
    /// Buttons for the first and the second answer of a cube decision.
    first: gtk::Button,
    second: gtk::Button,
    undo: gtk::Button,
    next: gtk::Button,
    /// Ends, takes back and pauses the session.
    session: [gtk::Button; 3],
    panel: OnceCell<Rc<AnswerPanel>>,
    shown: RefCell<Shown>,
    /// The play that was given last.
    given: Cell<Option<Play>>,
    on_shown: RefCell<Option<ShownHandler>>,
    /// What is told with the next question.
    note: RefCell<Option<String>>,
}

impl StudyPage {
    pub(crate) fn new(client: &Rc<LibraryClient>) -> Rc<StudyPage> {
        let page = Rc::new_cyclic(|this: &Weak<StudyPage>| StudyPage {
            this: this.clone(),
            client: Rc::clone(client),
            host: client.host().clone(),
            root: gtk::Box::builder().name("study").orientation(gtk::Orientation::Vertical).build(),
            title: adw::WindowTitle::new(&gettext("Study"), ""),
            board: BoardWidget::default(),
            sides: Rc::new(SideBars::new()),
            prompt: status_line("study-prompt", &["heading"]),
            first: gtk::Button::builder().name("study-first").build(),
            second: gtk::Button::builder().name("study-second").build(),
            undo: button(&gettext("Undo"), &gettext("Take back the last step")),
            next: gtk::Button::builder().name("study-next").css_classes(["suggested-action"]).build(),
            session: [
                button(&gettext("End session"), &gettext("End the session and show its results")),
                icon_button("edit-undo-symbolic", &gettext("Take the last answer back")),
                button(&gettext("Pause"), &gettext("Back to the match; the session can be continued")),
            ],
            panel: OnceCell::new(),
            shown: RefCell::new(Shown::Nothing),
            given: Cell::default(),
            on_shown: RefCell::default(),
            note: RefCell::default(),
        });
        let this = page.this.clone();
        let panel = AnswerPanel::new(client, move |rate| {
            if let Some(page) = this.upgrade() {
                page.rate(rate);
            }
        });
        page.lay_out(&panel.root);
        assert!(page.panel.set(panel).is_ok(), "invariant: built once");
        page.connect();
        // Buttons have names before they are shown.
        page.show_buttons();
        page
    }

    fn lay_out(&self, panel: &gtk::Box) {
        let [end, back, leave] = &self.session;
        end.set_widget_name("study-end");
        back.set_widget_name("study-back");
        leave.set_widget_name("study-pause");
        for (press, run) in [
            (end, StudyPage::end as fn(&StudyPage)),
            (back, StudyPage::take_back),
            (leave, StudyPage::pause),
            (&self.undo, StudyPage::undo),
            (&self.next, StudyPage::go_on),
            (&self.first, |page| page.press(true)),
            (&self.second, |page| page.press(false)),
        ] {
            let this = self.this.clone();
            press.connect_clicked(move |_| {
                if let Some(page) = this.upgrade() {
                    run(&page);
                }
            });
        }
        self.undo.set_widget_name("study-undo");
        let header = adw::HeaderBar::builder().title_widget(&self.title).build();
        header.pack_start(end);
        header.pack_start(back);
        header.pack_end(leave);
        self.board.set_widget_name("study-board");
        self.board.set_hexpand(true);
        self.board.set_vexpand(true);
        let row =
            Rc::new(QuestionRow::new(&self.prompt, &[&self.undo, &self.second, &self.first, &self.next]));
        let stage = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).build();
        stage.set_css_classes(&["study-stage"]);
        for part in [
            self.sides.upper().upcast_ref::<gtk::Widget>(),
            self.board.upcast_ref(),
            self.sides.lower().upcast_ref(),
            row.root.upcast_ref(),
        ] {
            stage.append(part);
        }
        let (board, root, sides) = (self.board.downgrade(), self.root.downgrade(), Rc::clone(&self.sides));
        self.board.connect_redrawn(move || {
            if let (Some(board), Some(root)) = (board.upgrade(), root.upgrade()) {
                row.fit(board.width());
                sides.fit(root.height());
            }
        });
        // Whatever stands in it: the board keeps its size when an answer is told.
        panel.set_hexpand(false);
        let body = gtk::Box::builder().vexpand(true).build();
        body.append(&stage);
        body.append(&gtk::Separator::new(gtk::Orientation::Vertical));
        body.append(panel);
        self.root.append(&header);
        self.root.append(&body);
    }

    fn connect(&self) {
        let this = self.this.clone();
        self.board.connect_intent(move |_, intent| {
            if let Some(page) = this.upgrade() {
                page.intend(intent);
            }
        });
        let this = self.this.clone();
        keys::connect(&self.root, gtk::PropagationPhase::Capture, move |key, modifiers| {
            match this.upgrade() {
                Some(page) => page.key(key, modifiers),
                None => glib::Propagation::Proceed,
            }
        });
    }

    /// Calls `shown` when the page comes and when it goes. To be called once.
    pub(crate) fn connect_shown(&self, shown: impl Fn(bool) + 'static) {
        self.on_shown.replace(Some(Box::new(shown)));
    }

    fn tell_shown(&self, is_shown: bool) {
        if let Some(shown) = &*self.on_shown.borrow() {
            shown(is_shown);
        }
    }

    fn panel(&self) -> &AnswerPanel {
        self.panel.get().expect("invariant: built with the page")
    }

    fn ask(&self, request: StudyRequest) {
        let this = self.this.clone();
        self.client.ask(LibraryRequest::Study(request), move |answer| {
            let Some(page) = this.upgrade() else { return };
            match answer {
                Ok(LibraryNews::Study(news)) => page.show(news),
                Ok(_) => {}
                Err(error) => page.failed(error),
            }
        });
    }

    /// Tells why something was not done; a question whose answer failed can be answered again.
    fn failed(&self, error: &JobError) {
        self.prompt.set_text(&capitalized(&error.to_string()));
        if let Shown::Question(_, _, is_sent) = &mut *self.shown.borrow_mut() {
            *is_sent = false;
        }
        self.show_buttons();
    }

    /// Continues the session that was not ended, or asks how long a new one may be and begins it.
    pub(crate) fn begin(&self) {
        self.ask(StudyRequest::Open);
    }

    /// Asks how long a session may be, and begins it; without cards there is nothing to ask.
    fn choose_length(&self, counts: StudyCounts) {
        if counts.due + counts.new == 0 {
            return self.ask(StudyRequest::Begin(StudySettings::default()));
        }
        let count = |n: i64| (u32::try_from(n).unwrap_or(u32::MAX), n.to_string());
        let ((due_form, due), (new_form, new)) = (count(counts.due), count(counts.new));
        let due = ngettext_f("{n} card is due", "{n} cards are due", due_form, &[("n", &due)]);
        let new = ngettext_f("{n} card is new", "{n} cards are new", new_form, &[("n", &new)]);
        let rest = gettext(
            "At most two in five questions are new cards, and a session takes at most half a minute per question. What is left stays due.",
        );
        let waiting = [(counts.due, due), (counts.new, new)];
        let waiting: Vec<String> =
            waiting.into_iter().filter(|(n, _)| *n > 0).map(|(_, text)| text).collect();
        let body = format!("{}. {rest}", waiting.join(", "));
        let cards =
            LENGTHS.map(|(_, n)| ngettext_f("{n} card", "{n} cards", u32::from(n), &[("n", &n.to_string())]));
        let answers: Vec<(&'static str, &str)> =
            LENGTHS.iter().zip(&cards).map(|((key, _), text)| (*key, text.as_str())).collect();
        let heading = gettext("How many cards?");
        self.question("study-length", [&heading, &body], &answers, "usual", |page, answer| {
            if let Some((_, n)) = LENGTHS.iter().find(|(key, _)| *key == answer) {
                page.ask(StudyRequest::Begin(StudySettings::of_length(*n)));
            }
        });
    }

    /// Asks something that can be cancelled; `answered` hears the key of another answer. Return gives the usual one.
    fn question(
        &self,
        name: &'static str,
        [heading, body]: [&str; 2],
        answers: &[(&'static str, &str)],
        usual: &'static str,
        answered: impl FnOnce(&StudyPage, &str) + 'static,
    ) {
        let cancel = gettext("Cancel");
        let mut all = vec![("cancel", cancel.as_str(), adw::ResponseAppearance::Default)];
        all.extend(answers.iter().map(|&(key, text)| match key == usual {
            true => (key, text, adw::ResponseAppearance::Suggested),
            false => (key, text, adw::ResponseAppearance::Default),
        }));
        let this = self.this.clone();
        let question = Question { name, heading, body, answers: &all, default: Some(usual) };
        self.host.ask(&question, move |answer| {
            if let Some(page) = this.upgrade().filter(|_| answer != "cancel") {
                answered(&page, answer);
            }
        });
    }

    /// Makes cards of what a query finds, and begins.
    pub(crate) fn study_found(&self, query: String) {
        self.ask(StudyRequest::MakeCards(CardSource::Query(query)));
    }

    /// Asks whether a library may be begun if there is none, then calls `begun`.
    fn with_library(&self, begun: impl FnOnce(&StudyPage) + 'static) {
        let this = self.this.clone();
        self.client.ask(LibraryRequest::Overview, move |answer| {
            let (Some(page), Ok(LibraryNews::Overview(overview))) = (this.upgrade(), answer) else { return };
            if overview.is_there {
                return begun(&page);
            }
            let file = overview.file.display().to_string();
            let body = gettext_f(
                "Cards are kept with their matches in one file, {file}. The match that is shown is added to it.",
                &[("file", &file)],
            );
            let (heading, begin) = (gettext("Begin a library?"), gettext("Begin a library"));
            let answers = [("begin", begin.as_str())];
            page.question("begin-library", [&heading, &body], &answers, "begin", |page, _| begun(page));
        });
    }

    /// Keeps the match in the library, makes cards of some of its decisions, and begins.
    pub(crate) fn study_errors(&self, places: Vec<(usize, i64)>) {
        let record = self.host.look(|session| session.record().clone());
        let Some(record) = record.filter(|_| !places.is_empty()) else { return };
        let request = StudyRequest::Match { record: Box::new(record), places };
        self.with_library(move |page| page.ask(request));
    }

    fn show(&self, news: &StudyNews) {
        match news {
            StudyNews::Asked(question) => self.show_question(question),
            StudyNews::Leech(leech, question) => {
                let n = leech.lapses.to_string();
                let form = u32::try_from(leech.lapses).unwrap_or(u32::MAX);
                let text = ngettext_f(
                    "The last card was forgotten {n} time. Look at it in the library: a remark on why helps more than repeating it.",
                    "The last card was forgotten {n} times. Look at it in the library: a remark on why helps more than repeating it.",
                    form,
                    &[("n", &n)],
                );
                self.note.replace(Some(text));
                self.show_question(question);
            }
            StudyNews::Judged(judgement) => self.show_judgement(judgement),
            StudyNews::Over(summary) => self.show_summary(summary),
            StudyNews::Made { made, of, cards } => {
                let form = u32::try_from(*made).unwrap_or(u32::MAX);
                let values = [("n", &*made.to_string()), ("of", &*of.to_string())];
                let text =
                    ngettext_f("{n} card of {of} decisions", "{n} cards of {of} decisions", form, &values);
                self.note.replace(Some(text));
                // A session of its own: these cards were asked for now.
                match cards.is_empty() {
                    true => self.begin(),
                    false => self.ask(StudyRequest::Begin(StudySettings::of_cards(cards.clone()))),
                }
            }
            StudyNews::Counts(counts) => self.choose_length(*counts),
            // Told below the answer.
            StudyNews::Contrast(_) | StudyNews::Scores(_) | StudyNews::Kept(_) => {}
        }
    }

    /// Puts a state on the board, seen by who is asked; it can be played there unless it is answered.
    fn put(&self, question: &StudyQuestion, is_answered: bool) {
        let state = match question.ask {
            Ask::Take => exchanged(&question.state),
            Ask::Play(_) | Ask::Double => question.state,
        };
        if let Some(main) = self.host.board() {
            self.board.set_design(&main.design());
            self.board.set_options(main.options());
            self.board.set_pace(main.pace());
        }
        self.board.set_situation(Situation {
            state: Some(state),
            // Who is asked sits at the bottom; points have the numbers of that seat.
            by_hand: [false, true],
            manual_dice: false,
            reviewing: is_answered,
            throw: DiceThrow { number: question.number as u64, is_low_first: false },
            last_roll: None,
        });
        self.board.show_arrows(Player::One, &Play::EMPTY);
        self.sides.show(Some(&state), self.host.board().map(|main| main.design()).as_ref());
        let values = [("n", &*question.number.to_string()), ("of", &*question.of.to_string())];
        self.title.set_subtitle(&gettext_f("card {n} of {of}", &values));
    }

    fn show_question(&self, question: &StudyQuestion) {
        self.put(question, false);
        self.panel().show_session(&question.so_far);
        self.given.set(None);
        let text = match question.ask {
            Ask::Play(dice) => {
                gettext_f("Play {dice} on the board", &[("dice", &format!("{}{}", dice.high(), dice.low()))])
            }
            Ask::Double => gettext("Double or not?"),
            Ask::Take => gettext("If you are doubled here: take or pass?"),
        };
        let text = match self.note.take() {
            Some(note) => format!("{note} · {text}"),
            None => text,
        };
        self.prompt.set_text(&text);
        self.shown.replace(Shown::Question(Box::new(question.clone()), Instant::now(), false));
        self.tell_shown(true);
        self.show_buttons();
        self.board.grab_focus();
    }

    fn show_judgement(&self, judgement: &Judgement) {
        let question = match &*self.shown.borrow() {
            Shown::Question(question, ..) | Shown::Judged(question) => Some(question.clone()),
            _ => None,
        };
        let Some(question) = question else { return self.begin() };
        self.put(&question, true);
        let mut why = None;
        if let (Ask::Play(dice), Some(part)) = (question.ask, judgement.parts.first()) {
            let board = &question.state.board;
            let best = notation::resolve(board, dice, &part.best).unwrap_or(Play::EMPTY);
            let given = self.given.get().unwrap_or(Play::EMPTY);
            self.board.show_plays(question.state.on_roll, &given, &best);
            let chances = judgement.chances.as_ref().filter(|_| judgement.loss > 0.0);
            let pair = chances.and_then(|[a, b]| PlayPair::new(board, [(&given, a), (&best, b)]));
            why = pair.map(|pair| explain(&pair, None, WORDS, &percent));
        }
        self.panel().show(judgement, question.key, why.as_ref());
        self.prompt.set_text(&gettext("Return accepts the grade"));
        self.shown.replace(Shown::Judged(question));
        self.tell_shown(true);
        self.show_buttons();
        self.next.grab_focus();
    }

    fn show_summary(&self, summary: &StudySummary) {
        self.shown.replace(Shown::Over);
        self.title.set_subtitle("");
        // A card that was not answered is not to be seen any longer.
        self.board.set_situation(Situation::NONE);
        self.board.show_arrows(Player::One, &Play::EMPTY);
        self.sides.show(None, None);
        self.prompt.set_text(&gettext("Session finished"));
        self.panel().show_summary(summary);
        self.show_buttons();
        // The last answer of a session that was not ended by hand can still be taken back.
        let [_, back, _] = &self.session;
        back.set_visible(summary.left == 0 && summary.answered + summary.controls > 0);
        self.tell_shown(true);
        self.next.grab_focus();
    }

    fn show_buttons(&self) {
        let shown = self.shown.borrow();
        let question = match &*shown {
            Shown::Question(question, _, is_sent) => Some((question.ask, *is_sent)),
            _ => None,
        };
        let is_play = matches!(question, Some((Ask::Play(_), _)));
        let is_cube = matches!(question, Some((Ask::Double | Ask::Take, _)));
        let is_waiting = question.is_some_and(|(_, is_sent)| !is_sent);
        let [first, second] = match question {
            Some((Ask::Take, _)) => [gettext("Take"), gettext("Pass")],
            _ => [gettext("Double"), gettext("No double")],
        };
        for (press, text) in [(&self.first, first), (&self.second, second)] {
            press.set_label(&text);
            a11y::set_label(press, &text);
            press.set_visible(is_cube);
            press.set_sensitive(is_waiting);
        }
        let is_running = !matches!(*shown, Shown::Over);
        self.session.iter().for_each(|press| press.set_visible(is_running));
        self.undo.set_visible(is_play);
        self.next.set_visible(!is_cube);
        self.next.set_sensitive(question.is_none() || is_waiting);
        let text = match &*shown {
            Shown::Question(..) => gettext("Answer"),
            Shown::Judged(..) => gettext("Next card"),
            Shown::Over | Shown::Nothing => gettext("Back to the match"),
        };
        self.next.set_label(&text);
        a11y::set_label(&self.next, &text);
    }

    /// What the large button does: answer with the play on the board, accept the grade, or leave.
    fn go_on(&self) {
        let what = match &*self.shown.borrow() {
            Shown::Question(..) => 0,
            Shown::Judged(..) => 1,
            Shown::Over | Shown::Nothing => 2,
        };
        match what {
            0 => self.board.drive(|controller| controller.confirm()),
            1 => self.rate(Rate::Proposed),
            _ => self.leave(),
        }
    }

    /// The buttons of a cube decision.
    fn press(&self, is_first: bool) {
        let ask = match &*self.shown.borrow() {
            Shown::Question(question, ..) => Some(question.ask),
            _ => None,
        };
        match ask {
            Some(Ask::Double) => self.answer(Answer::Double(is_first)),
            Some(Ask::Take) => self.answer(Answer::Take(is_first)),
            _ => {}
        }
    }

    fn answer(&self, answer: Answer) {
        let ms = match &mut *self.shown.borrow_mut() {
            Shown::Question(_, since, is_sent) if !*is_sent => {
                *is_sent = true;
                i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX)
            }
            _ => return,
        };
        self.show_buttons();
        self.ask(StudyRequest::Answer { answer, ms });
    }

    fn rate(&self, rate: Rate) {
        if matches!(*self.shown.borrow(), Shown::Judged(..)) {
            self.ask(StudyRequest::Rate(rate));
        }
    }

    fn take_back(&self) {
        self.ask(StudyRequest::TakeBack);
    }

    fn undo(&self) {
        self.board.drive(|controller| controller.undo());
    }

    fn end(&self) {
        match *self.shown.borrow() {
            Shown::Over => {}
            _ => return self.ask(StudyRequest::End),
        }
        self.leave();
    }

    /// Back to the match; the session can be continued.
    fn pause(&self) {
        self.ask(StudyRequest::Pause);
        self.leave();
    }

    fn leave(&self) {
        self.shown.replace(Shown::Nothing);
        self.panel().clear();
        self.tell_shown(false);
    }
}
