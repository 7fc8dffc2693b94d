// SPDX-License-Identifier: GPL-3.0-or-later
//! Exercises: a problem on a board, answers typed, chosen or played there, what was right, and what follows from all
//! answers so far. The problems and their marking are those of `gnubg library drill`.

mod told;

use super::terms;
use crate::a11y;
use crate::board::BoardWidget;
use crate::board::input::{Intent, Situation};
use crate::i18n::{capitalized, gettext, gettext_f};
use crate::library_client::LibraryClient;
use crate::texts;
use crate::tools::controls::{button, drop_down, label, paragraph, status_line};
use crate::widgets::{focused_popover, weakly};
use gnubg_draw::DiceThrow;
use gnubg_engine::core::{Action, MatchState, Play, Player, notation};
use gnubg_library::exercise::{DrillState, Exercise, FieldKind, Given, Marked, Problem, VERDICTS};
use gnubg_session::library::{DrillNews, DrillRequest, LibraryNews, LibraryRequest};
use gtk::glib;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Instant;

/// Width of the answers beside the board, in pixels.
const PANEL_WIDTH: i32 = 270;

/// A question that is answered beside the board.
enum Field {
    Number(gtk::Entry),
    Verdict(gtk::DropDown),
}

/// The page.
pub(super) struct DrillPage {
    this: Weak<DrillPage>,
    client: Rc<LibraryClient>,
    pub(super) root: gtk::Box,
    board: BoardWidget,
    chosen: gtk::DropDown,
    level: gtk::Label,
    prompt: gtk::Label,
    fields: gtk::Box,
    answers: RefCell<Vec<Field>>,
    undo: gtk::Button,
    next: gtk::Button,
    result: gtk::Label,
    bias: gtk::Label,
    seed: gtk::Label,
    /// The problem, since when it is asked, and whether it is answered.
    problem: RefCell<Option<(Problem, Instant)>>,
    is_answered: Cell<bool>,
    /// Whether a problem or its marking is on its way.
    is_waiting: Cell<bool>,
    /// The play that was made on the board.
    played: Cell<Option<Play>>,
}

impl DrillPage {
    pub(super) fn new(client: &Rc<LibraryClient>) -> Rc<DrillPage> {
        let names: Vec<String> = Exercise::ALL.iter().map(|one| terms::exercise(*one)).collect();
        let page = Rc::new_cyclic(|this: &Weak<DrillPage>| DrillPage {
            this: this.clone(),
            client: Rc::clone(client),
            root: gtk::Box::builder().css_classes(["library-page"]).build(),
            board: BoardWidget::default(),
            chosen: drop_down(&names, &gettext("Exercise")),
            level: paragraph("", &["dim-label", "figures"]),
            prompt: status_line("library-drill-prompt", &["heading"]),
            fields: gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).build(),
            answers: RefCell::default(),
            undo: button(&gettext("Undo"), &gettext("Take back the last step")),
            next: gtk::Button::builder().name("library-drill-next").css_classes(["suggested-action"]).build(),
            result: status_line("library-drill-result", &["figures"]),
            bias: paragraph("", &["figures"]),
            seed: label("", &["caption", "dim-label", "figures"], 0.0),
            problem: RefCell::default(),
            is_answered: Cell::default(),
            is_waiting: Cell::default(),
            played: Cell::default(),
        });
        page.lay_out();
        page.connect();
        page.show_buttons();
        page
    }

    fn lay_out(&self) {
        self.board.set_widget_name("library-drill-board");
        self.board.set_hexpand(true);
        self.board.set_vexpand(true);
        self.chosen.set_widget_name("library-drill-exercise");
        self.level.set_widget_name("library-drill-level");
        self.bias.set_widget_name("library-drill-bias");
        self.undo.set_widget_name("library-drill-undo");
        self.fields.set_widget_name("library-drill-fields");
        self.seed.set_widget_name("library-drill-seed");
        self.seed.set_selectable(true);
        self.seed.set_can_focus(false);
        for text in [&self.prompt, &self.result] {
            text.set_wrap(true);
        }
        let buttons = gtk::Box::builder().spacing(6).build();
        buttons.append(&self.undo);
        self.next.set_hexpand(true);
        buttons.append(&self.next);
        let panel = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        for part in [
            self.chosen.upcast_ref::<gtk::Widget>(),
            self.level.upcast_ref(),
            self.prompt.upcast_ref(),
            self.fields.upcast_ref(),
            buttons.upcast_ref(),
            self.result.upcast_ref(),
            self.bias.upcast_ref(),
            self.seed.upcast_ref(),
        ] {
            panel.append(part);
        }
        let scroller = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .width_request(PANEL_WIDTH)
            .hexpand(false)
            .child(&panel)
            .build();
        self.root.append(&self.board);
        self.root.append(&scroller);
    }

    fn connect(&self) {
        let run = weakly(&self.this, DrillPage::ask);
        self.chosen.connect_selected_notify(move |_| run());
        let run = weakly(&self.this, DrillPage::go_on);
        self.next.connect_clicked(move |_| run());
        let run = weakly(&self.this, |page| page.board.drive(|controller| controller.undo()));
        self.undo.connect_clicked(move |_| run());
        let this = self.this.clone();
        self.board.connect_intent(move |_, intent| {
            if let Some(page) = this.upgrade() {
                page.intend(intent);
            }
        });
    }

    fn exercise(&self) -> Exercise {
        Exercise::ALL.get(self.chosen.selected() as usize).copied().unwrap_or(Exercise::Pips)
    }

    /// Asks the first problem, when the page is shown for the first time.
    pub(super) fn begin(&self) {
        if self.problem.borrow().is_none() && !self.is_waiting.get() {
            self.ask();
        }
    }

    fn send(&self, request: DrillRequest) {
        self.is_waiting.set(true);
        self.show_buttons();
        let this = self.this.clone();
        let id = self.client.ask(LibraryRequest::Drill(request), move |answer| {
            let Some(page) = this.upgrade() else { return };
            page.is_waiting.set(false);
            match answer {
                Ok(LibraryNews::Drill(news)) => page.show(news),
                Ok(_) => {}
                Err(error) => page.refuse(&error.to_string()),
            }
        });
        if id.is_none() {
            self.is_waiting.set(false);
        }
    }

    /// Asks a new problem of the exercise that is chosen.
    fn ask(&self) {
        self.send(DrillRequest::Ask { exercise: self.exercise(), seed: None });
        let this = self.this.clone();
        self.client.ask(LibraryRequest::Drill(DrillRequest::Levels), move |answer| {
            let (Some(page), Ok(LibraryNews::Drill(news))) = (this.upgrade(), answer) else { return };
            if let DrillNews::Levels(levels) = &**news
                && let Some((_, state)) = levels.iter().find(|(exercise, _)| *exercise == page.exercise())
            {
                page.show_state(state);
            }
        });
    }

    fn show(&self, news: &DrillNews) {
        match news {
            // Another exercise may have been chosen meanwhile.
            DrillNews::Asked(problem) if problem.exercise == self.exercise() => self.show_problem(problem),
            DrillNews::Asked(_) => self.ask(),
            DrillNews::Marked { marked, state } => self.show_marked(marked, state),
            DrillNews::Refused(reason) => self.refuse(reason),
            DrillNews::Levels(_) => {}
        }
    }

    /// Says why something is not possible. A problem of another exercise than the chosen one goes, so that the button asks
    /// again.
    fn refuse(&self, reason: &str) {
        let is_other =
            self.problem.borrow().as_ref().is_some_and(|(problem, _)| problem.exercise != self.exercise());
        if is_other {
            self.clear();
        }
        self.result.set_text(&capitalized(reason));
        self.show_buttons();
    }

    /// Takes the problem away.
    fn clear(&self) {
        self.problem.replace(None);
        self.played.set(None);
        self.is_answered.set(false);
        self.clear_fields();
        self.prompt.set_text("");
        self.seed.set_text("");
        self.set_board(None, false, DiceThrow::default());
    }

    /// Puts a position on the board; whether it is to be played there.
    fn set_board(&self, state: Option<MatchState>, is_play: bool, throw: DiceThrow) {
        self.board.set_situation(Situation {
            state,
            by_hand: [false, state.is_some()],
            manual_dice: false,
            reviewing: self.is_answered.get() || !is_play,
            throw,
            last_roll: None,
        });
        self.board.show_arrows(Player::One, &Play::EMPTY);
    }

    fn clear_fields(&self) {
        self.answers.take();
        while let Some(child) = self.fields.first_child() {
            self.fields.remove(&child);
        }
    }

    /// Puts the problem on the board.
    fn put(&self, problem: &Problem) {
        if let Some(main) = self.client.host().board() {
            self.board.set_design(&main.design());
            self.board.set_options(main.options());
            self.board.set_pace(main.pace());
        }
        let is_play = problem.fields == [FieldKind::Play];
        // At take points only the score counts.
        let state = Some(problem.state).filter(|_| problem.exercise != Exercise::TakePoints);
        self.set_board(state, is_play, DiceThrow { number: problem.seed, is_low_first: false });
    }

    fn show_problem(&self, problem: &Problem) {
        self.is_answered.set(false);
        self.played.set(None);
        self.put(problem);
        self.prompt.set_text(&told::prompt(problem));
        self.result.set_text("");
        let values = [("level", problem.level.to_string()), ("n", problem.seed.to_string())];
        let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        self.seed.set_text(&gettext_f("Level {level}, problem {n}", &values));
        self.clear_fields();
        let fields = problem.fields.iter().filter(|kind| **kind != FieldKind::Play);
        let answers: Vec<Field> = fields.map(|kind| self.field(*kind)).collect();
        self.answers.replace(answers);
        self.problem.replace(Some((problem.clone(), Instant::now())));
        self.show_buttons();
        self.take_keyboard();
        // The list that the exercise was chosen from takes the keyboard back when it closes: after the next picture.
        let this = self.this.clone();
        self.board.add_tick_callback(move |_, _| {
            glib::idle_add_local_once(weakly(&this, |page: &DrillPage| {
                // Unless it has been opened again meanwhile: it would close.
                if !page.is_list_open() {
                    page.take_keyboard();
                }
            }));
            glib::ControlFlow::Break
        });
    }

    /// Whether the keyboard is in a list that is open over the page.
    fn is_list_open(&self) -> bool {
        focused_popover(&self.board).is_some_and(|list| list.is_visible())
    }

    /// Gives the keyboard to what answers.
    fn take_keyboard(&self) {
        if self.answers.borrow().is_empty() {
            self.board.grab_focus();
        } else {
            self.focus_answer();
        }
    }

    /// Gives the keyboard to the first field without an answer; false if there is none.
    fn focus_empty(&self) -> bool {
        let empty = self.answers.borrow().iter().find_map(|field| match field {
            Field::Number(entry) if entry.text().trim().is_empty() => Some(entry.clone()),
            _ => None,
        });
        empty.is_some_and(|entry| entry.grab_focus())
    }

    fn focus_answer(&self) {
        if !self.focus_empty()
            && let Some(Field::Verdict(list)) = self.answers.borrow().first()
        {
            list.grab_focus();
        }
    }

    /// A question beside the board with its name above.
    fn field(&self, kind: FieldKind) -> Field {
        let name = terms::field(kind);
        self.fields.append(&label(&name, &["caption"], 0.0));
        if kind == FieldKind::Verdict {
            let words: Vec<String> = VERDICTS.iter().map(|(_, word)| terms::verdict(word)).collect();
            let list = drop_down(&words, &name);
            self.fields.append(&list);
            return Field::Verdict(list);
        }
        let entry = gtk::Entry::builder().input_purpose(gtk::InputPurpose::Number).build();
        a11y::set_label(&entry, &name);
        let this = self.this.clone();
        entry.connect_activate(move |entry| {
            let Some(page) = this.upgrade() else { return };
            // Return leads to the next question without an answer, then answers.
            if entry.text().trim().is_empty() || !page.focus_empty() {
                page.go_on();
            }
        });
        self.fields.append(&entry);
        Field::Number(entry)
    }

    /// What the large button does: answer, or ask the next problem.
    fn go_on(&self) {
        if self.is_waiting.get() {
            return;
        }
        let is_play = match &*self.problem.borrow() {
            Some((problem, _)) if !self.is_answered.get() => problem.fields == [FieldKind::Play],
            _ => return self.ask(),
        };
        if is_play {
            return self.board.drive(|controller| controller.confirm());
        }
        let given: Option<Vec<Given>> = self.answers.borrow().iter().map(given_of).collect();
        match given {
            Some(given) => self.answer(given),
            None => {
                self.result.set_text(&gettext("Type a number in each field"));
                self.focus_answer();
            }
        }
    }

    fn answer(&self, given: Vec<Given>) {
        let (problem, since) = match &*self.problem.borrow() {
            Some((problem, since)) if !self.is_answered.get() => (Box::new(problem.clone()), *since),
            _ => return,
        };
        let ms = i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.send(DrillRequest::Answer { problem, given, ms });
    }

    fn intend(&self, intent: Intent) {
        match intent {
            Intent::Act(Action::Play(play)) => {
                let board = match &*self.problem.borrow() {
                    Some((problem, _)) if !self.is_answered.get() => problem.state.board,
                    _ => return,
                };
                self.played.set(Some(play));
                self.answer(vec![Given::Play(play.apply(&board).swapped())]);
            }
            Intent::Refused(refusal) => self.result.set_text(&texts::refusal(&refusal)),
            _ => {}
        }
    }

    fn show_marked(&self, marked: &Marked, state: &DrillState) {
        self.is_answered.set(true);
        let problem = self.problem.borrow().as_ref().map(|(problem, _)| problem.clone());
        let Some(problem) = problem else { return };
        self.result.set_text(&told::marked(marked).join("\n"));
        self.show_state(state);
        if let (Some(dice), Some(field)) = (problem.state.dice(), marked.fields.first()) {
            self.put(&problem);
            let best = notation::resolve(&problem.state.board, dice, &field.truth).unwrap_or(Play::EMPTY);
            let made = self.played.get().unwrap_or(Play::EMPTY);
            self.board.show_plays(problem.state.on_roll, &made, &best);
        }
        self.show_buttons();
        self.next.grab_focus();
    }

    fn show_state(&self, state: &DrillState) {
        self.level.set_text(&told::state(state));
        self.bias.set_text(&told::bias(state).join("\n"));
        self.bias.set_visible(!state.bias.is_empty());
    }

    fn show_buttons(&self) {
        let problem = self.problem.borrow();
        let is_answered = self.is_answered.get();
        let is_play = problem.as_ref().is_some_and(|(problem, _)| problem.fields == [FieldKind::Play]);
        self.undo.set_visible(is_play && !is_answered);
        self.fields.set_sensitive(!is_answered);
        let text = match *problem {
            Some(_) if !is_answered => gettext("Answer"),
            _ => gettext("Next problem"),
        };
        self.next.set_label(&text);
        a11y::set_label(&self.next, &text);
    }
}

/// The answer in a field; `None` if it is no number.
fn given_of(field: &Field) -> Option<Given> {
    match field {
        Field::Number(entry) => told::number(&entry.text()).map(Given::Number),
        Field::Verdict(list) => {
            let (advice, _) = VERDICTS.get(list.selected() as usize)?;
            Some(Given::Verdict(*advice))
        }
    }
}
