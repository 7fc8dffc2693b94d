// SPDX-License-Identifier: GPL-3.0-or-later
//! The hint, in place of the analysis while a decision is due: what to play, whether to double, how to respond. It shows
//! each stage of the evaluation as it comes.

mod controls;
mod explain;
mod guess_first;
mod imported;
mod keys;
mod why;

use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::snapshot::Snapshot;
use crate::tools::cube_view::{self, CubeView};
use crate::tools::decision_text::{self as text, RolledPlay};
use crate::tools::play_list::PlayList;
use crate::widgets::below_rows::below_rows;
use crate::widgets::weakly;
use controls::{Controls, PLIES};
use gnubg_engine::core::{Board, MatchState, Play, Player};
use gnubg_engine::rollout::{Results, RolloutSettings};
use gnubg_record::EntryAction;
use gnubg_session::event::Activity;
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::rollout::{RolloutNews, Target};
use gnubg_session::{Command, Event, Question};
use gtk::prelude::*;
use imported::ImportedView;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;
use why::WhyCard;

/// What the hint asks of the sidebar.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HintRequest {
    /// This is rolled out.
    RollOut(Target),
    /// The hint was opened, or closed.
    Opened(bool),
    /// This play of this position was selected.
    Selected(MatchState, Play),
}

/// The hint.
pub(super) struct HintPanel {
    host: HostHandle,
    root: gtk::Box,
    status: gtk::Label,
    spinner: gtk::Spinner,
    controls: Controls,
    stack: gtk::Stack,
    list: PlayList,
    why: WhyCard,
    cube: CubeView,
    imported: ImportedView,
    on_request: OnceCell<Box<dyn Fn(HintRequest)>>,
    is_open: Cell<bool>,
    hint: RefCell<Option<Arc<Hint>>>,
    /// What rollouts have found about plays of the hint.
    rolled: RefCell<Vec<RolledPlay>>,
    cube_table: RefCell<text::CubeTable>,
    /// With "guess first": the position whose plays have been revealed.
    revealed: RefCell<Option<MatchState>>,
}

impl HintPanel {
    pub(super) fn new(host: &HostHandle) -> Rc<HintPanel> {
        let controls = Controls::new();
        let list = PlayList::new(&host.updates());
        list.view.set_widget_name("hint-plays");
        list.set_details(false);
        let grid = gtk::Grid::builder()
            .name("hint-cube")
            .row_spacing(6)
            .column_spacing(12)
            .css_classes(["panel-cube"])
            .build();
        let hint = Rc::new_cyclic(|this: &Weak<HintPanel>| {
            let this = this.clone();
            let reveal = move || {
                if let Some(hint) = this.upgrade() {
                    hint.reveal();
                }
            };
            let stack = gtk::Stack::builder().name("hint-pages").vexpand(true).build();
            stack.set_vhomogeneous(false);
            stack.set_hhomogeneous(false);
            stack.add_named(&gtk::Label::new(Some(&gettext("Thinking …"))), Some("wait"));
            let why = WhyCard::new();
            stack.add_named(&below_rows(&list.widget, &why.root), Some("plays"));
            stack.add_named(&guess_first::page(reveal), Some("guess"));
            let scroller = gtk::ScrolledWindow::builder().child(&grid).build();
            stack.add_named(&scroller, Some("cube"));
            HintPanel {
                host: host.clone(),
                root: gtk::Box::builder()
                    .name("hint")
                    .orientation(gtk::Orientation::Vertical)
                    .focusable(true)
                    .build(),
                status: gtk::Label::builder()
                    .xalign(0.0)
                    .css_classes(["dim-label"])
                    .accessible_role(gtk::AccessibleRole::Status)
                    .build(),
                spinner: gtk::Spinner::builder().name("hint-spinner").build(),
                controls,
                stack,
                list,
                why,
                cube: CubeView::new(grid),
                imported: ImportedView::new(),
                on_request: OnceCell::new(),
                is_open: Cell::default(),
                hint: RefCell::default(),
                rolled: RefCell::default(),
                cube_table: RefCell::default(),
                revealed: RefCell::default(),
            }
        });
        crate::a11y::set_label(&hint.root, &gettext("Hint"));
        let head = gtk::Box::builder().spacing(6).css_classes(["panel-line"]).build();
        head.append(&gtk::Label::builder().label(gettext("Hint")).css_classes(["heading"]).build());
        head.append(&hint.spinner);
        hint.status.set_hexpand(true);
        head.append(&hint.status);
        head.append(&hint.controls.play);
        head.append(&hint.controls.close);
        hint.root.append(&head);
        hint.root.append(&hint.stack);
        hint.root.append(&hint.imported.root);
        hint.root.append(&hint.controls.root);
        hint.connect();
        hint
    }

    /// Calls `requested` with what the hint asks. To be called once.
    pub(super) fn connect_request(&self, requested: impl Fn(HintRequest) + 'static) {
        assert!(self.on_request.set(Box::new(requested)).is_ok(), "invariant: connected once");
    }

    fn request(&self, request: HintRequest) {
        if let Some(requested) = self.on_request.get() {
            requested(request);
        }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// Whether a hint was asked for and its decision is still due.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.get()
    }

    fn connect(self: &Rc<Self>) {
        let with = |run: fn(&HintPanel)| weakly(&Rc::downgrade(self), run);
        let controls = &self.controls;
        let run = with(|hint| {
            hint.ask();
        });
        controls.evaluate.connect_clicked(move |_| run());
        for (n, button) in PLIES.zip(&controls.plies) {
            let this = Rc::downgrade(self);
            button.connect_clicked(move |_| {
                if let Some(hint) = this.upgrade() {
                    hint.deepen(n);
                }
            });
        }
        let run = with(|hint| hint.list.set_details(hint.controls.details.is_active()));
        controls.details.connect_toggled(move |_| run());
        let run = with(|hint| {
            let on = hint.controls.mwc.is_active();
            hint.host.change_options(|options| options.output.mwc = on);
            hint.show_again();
        });
        controls.mwc.connect_clicked(move |_| run());
        let run = with(HintPanel::copy);
        controls.copy.connect_clicked(move |_| run());
        let run = with(HintPanel::close);
        controls.close.connect_clicked(move |_| run());
        let run = with(HintPanel::show_selected);
        controls.show.connect_toggled(move |_| run());
        let run = with(HintPanel::play_selected);
        controls.play.connect_clicked(move |_| run());
        let run = with(HintPanel::roll_out);
        controls.rollout.connect_clicked(move |_| run());
        controls.explanation.connect_opened(with(HintPanel::explain));
        self.list.connect_activated(with(HintPanel::play_selected));
        self.list.connect_selected(with(HintPanel::show_selected));
        self.list.connect_selected(with(HintPanel::show_why));
        self.connect_keys();
    }

    /// Asks about the present position, or the one being set up, at the depth of the settings.
    pub(super) fn ask(&self) {
        self.ask_at(None);
    }

    fn ask_at(&self, plies: Option<u8>) {
        let state = match self.host.draft() {
            Some(Ok(state)) => Some(Box::new(state)),
            Some(Err(error)) => return self.host.say_error(&error),
            None => None,
        };
        if self.host.execute(Command::Ask(Question::HintAt { state, plies })).is_some() {
            self.wait();
        }
    }

    /// Shows that the answer is awaited.
    fn wait(&self) {
        self.hint.take();
        self.rolled.take();
        self.stack.set_visible_child_name("wait");
        self.imported.show(None);
        self.think();
        self.controls.play.set_sensitive(false);
        self.controls.set_can_evaluate(false);
        self.controls.set_can_roll_out(false);
        self.controls.explanation.button.set_sensitive(false);
        if !self.is_open.replace(true) {
            self.request(HintRequest::Opened(true));
        }
    }

    fn think(&self) {
        self.spinner.start();
        self.status.set_text(&gettext("evaluating …"));
    }

    fn think_no_more(&self) {
        self.spinner.stop();
        self.status.set_text("");
    }

    /// Evaluates the selected plays, or all of them if none is selected, with so many plies of look-ahead; or the cube
    /// decision.
    fn deepen(&self, plies: u8) {
        let hint = self.hint.borrow().clone();
        let Some(hint) = hint else { return };
        let Advice::Play { plays, rolled, .. } = &hint.advice else { return self.ask_at(Some(plies)) };
        if self.must_guess(&hint) {
            return self.host.ring_bell();
        }
        let selected = self.list.selected_boards();
        let is_chosen = |n: &usize| selected.is_empty() || selected.contains(&plays[*n].after);
        let chosen: Vec<usize> = (0..plays.len()).filter(is_chosen).collect();
        self.rolled.borrow_mut().retain(|rolled| !chosen.iter().any(|n| plays[*n].after == rolled.after));
        let rolled = rolled.clone();
        let question = Question::PlaysAt {
            state: Box::new(hint.state),
            ranked: Arc::clone(plays),
            rolled,
            chosen,
            plies,
        };
        if self.host.execute(Command::Ask(question)).is_some() {
            self.think();
        }
    }

    /// Whether a hint is for the position of the match.
    fn is_present(&self, hint: &Hint) -> bool {
        self.host.look(|session| session.state() == Some(&hint.state)) == Some(true)
    }

    /// Whether the plays of a hint can be made on the board.
    fn can_play(&self, hint: &Hint) -> bool {
        let has_turn = self.host.board().is_some_and(|board| {
            board.with_controller(|controller| controller.turn().is_some() && controller.draft().is_none())
        });
        has_turn && self.is_present(hint)
    }

    /// Shows what it shows once more, after something changed how.
    fn show_again(&self) {
        let shown = self.hint.borrow().clone();
        if let Some(shown) = shown {
            self.show_hint(&shown);
        }
    }

    /// Shows a stage of the answer.
    fn show_hint(&self, hint: &Arc<Hint>) {
        let output = self.host.options().output;
        let is_hidden = self.must_guess(hint);
        let controls = &self.controls;
        let known = self.hint.replace(Some(Arc::clone(hint)));
        // What was found since by other rollouts is newer.
        let is_known = known.is_some_and(|known| Arc::ptr_eq(&known, hint));
        controls.mwc.set_visible(!hint.state.is_money());
        controls.mwc.set_active(output.mwc);
        match &hint.advice {
            Advice::Play { plays, settings, rolled, .. } => {
                if let Some(rolled) = rolled.as_ref().filter(|_| !is_known) {
                    self.note_rolled(&hint.state.board, &rolled.results, &rolled.settings);
                }
                let is_mwc = output.mwc && !hint.state.is_money();
                let made =
                    self.made_turn().map(|turn| turn.board().swapped()).or_else(|| self.recorded(hint));
                let rolled = self.rolled.borrow();
                let rows = text::rows(hint, (plays, settings), &rolled, made.as_ref(), &output);
                drop(rolled);
                self.list.set(rows, &text::titles(is_mwc));
                self.stack.set_visible_child_name(if is_hidden { "guess" } else { "plays" });
            }
            Advice::Cube { .. } | Advice::Resignation { .. } => {
                let table = text::table(hint, &output);
                self.cube.show(Some(&table));
                self.cube_table.replace(table);
                self.stack.set_visible_child_name("cube");
            }
        }
        let found = self.host.look(gnubg_session::Session::imported_advice).flatten();
        self.imported.show(found.as_deref().filter(|_| self.is_present(hint) && !is_hidden));
        let is_play = matches!(hint.advice, Advice::Play { .. });
        controls.play.set_sensitive(self.can_play(hint) && is_play && !is_hidden);
        controls.play.set_visible(is_play);
        controls.show.set_sensitive(is_play && !is_hidden);
        let has_choice = match &hint.advice {
            Advice::Play { plays, .. } => !plays.is_empty(),
            Advice::Cube { decision, .. } => decision.verdict.is_available(),
            Advice::Resignation { .. } => false,
        };
        controls.set_can_evaluate(has_choice && !is_hidden);
        controls.set_can_roll_out(self.is_present(hint) && has_choice && !is_hidden);
        controls.explanation.update(hint, is_hidden);
        if hint.is_final {
            self.think_no_more();
        }
        if controls.explanation.is_open() {
            self.explain();
        }
        self.show_why();
    }

    /// The position after the play that the record has for the decision of the hint, seen by the opponent.
    fn recorded(&self, hint: &Hint) -> Option<Board> {
        let found = self.host.look(|session| {
            let entry = session.record().next_entry(session.place())?;
            let EntryAction::Play { dice, play } = &entry.action else { return None };
            let is_of_hint = hint.state.dice() == Some(*dice) && hint.state.on_roll == entry.player;
            is_of_hint.then(|| play.apply(&hint.state.board).swapped())
        });
        found.flatten().filter(|_| self.is_present(hint))
    }

    /// Compares the selected play with the best one.
    fn explain(&self) {
        let hint = self.hint.borrow().clone();
        if let Some(hint) = hint {
            self.controls.explanation.fill(&hint, self.list.selected(), &self.host.options().output);
        }
    }

    /// Closes the hint if the match has moved on.
    pub(super) fn check_position(&self) {
        let state = self.host.look(|session| session.state().copied()).flatten();
        let is_draft = self.host.draft().is_some();
        if !is_draft && self.hint.borrow().as_ref().is_some_and(|hint| Some(hint.state) != state) {
            self.close();
        }
    }

    /// Closes the hint; what is still being computed for it is stopped.
    pub(super) fn close(&self) {
        if !self.is_open.replace(false) {
            return;
        }
        self.hint.take();
        self.think_no_more();
        if let Some(board) = self.host.board() {
            board.show_arrows(Player::One, &Play::EMPTY);
        }
        let is_thinking = self.host.look(|session| Snapshot::of(session).is_thinking).unwrap_or(true);
        if self.is_pending() == Some(true) && !is_thinking {
            self.host.execute(Command::Stop);
        }
        self.request(HintRequest::Opened(false));
    }

    fn is_pending(&self) -> Option<bool> {
        self.host.look(|session| session.is_pending(Activity::Hint))
    }

    /// Shows the selected play as arrows on the board while that is switched on.
    fn show_selected(&self) {
        let hint = self.hint.borrow().clone();
        let Some(hint) = hint.filter(|hint| self.is_open() && !self.must_guess(hint)) else { return };
        let selected = self.list.selected();
        if let Some(play) = selected.filter(|_| matches!(hint.advice, Advice::Play { .. })) {
            self.request(HintRequest::Selected(hint.state, play));
        }
        let play = selected.filter(|_| self.controls.show.is_active());
        if let Some(board) = self.host.board() {
            board.show_arrows(hint.state.on_roll, &play.unwrap_or(Play::EMPTY));
        }
    }

    /// The position of the hint and its selected play.
    pub(super) fn selected(&self) -> Option<(MatchState, Play)> {
        let state = self.hint.borrow().as_ref().map(|hint| hint.state)?;
        Some((state, self.list.selected()?))
    }

    /// Makes the selected play.
    fn play_selected(&self) {
        let hint = self.hint.borrow().clone();
        let (Some(hint), Some(play)) = (hint, self.list.selected()) else { return };
        self.host.catch_up();
        if !self.can_play(&hint) || self.must_guess(&hint) {
            return self.host.ring_bell();
        }
        if let Some(board) = self.host.board() {
            board.show_arrows(Player::One, &Play::EMPTY);
            board.drive(|controller| controller.show_play(&play));
            board.drive(|controller| controller.confirm());
        }
    }

    /// Rolls out the selected plays (a single one is compared with the best) or the cube decision.
    pub(super) fn roll_out(&self) {
        let target = match self.hint.borrow().as_ref().map(|hint| &hint.advice) {
            Some(Advice::Play { .. }) => Target::Plays(self.list.compared()),
            Some(Advice::Cube { .. }) => Target::Cube,
            Some(Advice::Resignation { .. }) | None => return,
        };
        self.request(HintRequest::RollOut(target));
    }

    fn copy(&self) {
        self.host.copy_text(Some(self.as_text()));
    }

    /// What is shown as text, with tabs between the cells.
    fn as_text(&self) -> String {
        match self.stack.visible_child_name().as_deref() {
            Some("plays") => self.list.as_text(),
            Some("guess") => String::new(),
            _ => cube_view::as_text(&self.cube_table.borrow()),
        }
    }

    /// Takes in an event of the session.
    pub(super) fn handle_event(&self, event: &Event) {
        match event {
            Event::HintProgress { hint, .. } | Event::HintReady { hint, .. } if self.is_open() => {
                self.show_hint(hint);
            }
            Event::StateChanged(_) => self.check_position(),
            // A job that ended without an answer leaves nothing to wait for.
            Event::JobFinished { activity: Activity::Hint, .. } if self.is_pending() == Some(false) => {
                self.think_no_more();
            }
            Event::RolloutProgress { news, .. } | Event::RolloutReady { news, .. } => self.take_rollout(news),
            _ => {}
        }
    }

    /// Keeps what a rollout has found about plays of the hint.
    fn note_rolled(&self, board: &Board, results: &Results, settings: &RolloutSettings) {
        let mut all = self.rolled.borrow_mut();
        for rolled in RolledPlay::all_of(board, results, settings) {
            all.retain(|known| known.after != rolled.after);
            all.push(rolled);
        }
    }

    /// Shows what a rollout has found about plays of the hint.
    fn take_rollout(&self, news: &RolloutNews) {
        let state = news.subject.state();
        let is_of_hint = self.hint.borrow().as_ref().is_some_and(|hint| {
            hint.state.board == state.board && hint.state.dice().is_some() && hint.state.score == state.score
        });
        if !is_of_hint || !self.is_open() {
            return;
        }
        self.note_rolled(&state.board, &news.results, &news.settings);
        self.show_again();
    }
}
