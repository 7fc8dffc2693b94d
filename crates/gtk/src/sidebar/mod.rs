// SPDX-License-Identifier: GPL-3.0-or-later
//! The panels beside the board: analysis, game record, errors, commentary, messages, commands. They are tabs in a column that can
//! be hidden and split, or stand in windows of their own.
//!
//! A panel is a widget that gets values of the session to show and tells what the user asks of it, or activates an action
//! of the window. The [`Sidebar`] stands between the panels and the [`HostHandle`]; nothing here knows the main window.

mod actions;
mod analysis;
mod candidates;
mod command;
mod commentary;
mod errors;
mod hint;
mod hints;
mod instant;
mod layout;
mod messages;
mod next_rolls;
mod panes;
mod pending;
mod record;
mod requests;
mod tabs;
pub(crate) mod told;
mod width;

pub(crate) use hints::Transcribed;
pub(crate) use layout::PanelId;

use crate::host::HostHandle;
use crate::widgets::gradual::PendingUpdate;
use crate::widgets::{set_class, text_factor};
use adw::prelude::*;
use analysis::AnalysisPanel;
use candidates::CandidatesPage;
use command::CommandRunner;
use commentary::{CommentaryPanel, CommentedDecision};
use errors::{ErrorsContent, ErrorsPanel};
use gnubg_engine::core::{MatchState, Phase, Play};
use gnubg_record::ErrorQuery;
use gnubg_session::command::Annotate;
use gnubg_session::options::{Options, WindowSize};
use gnubg_session::rollout::Target;
use gnubg_session::{Cause, Command, Event, Go, Session};
use gnubg_shell::language::words::quoted;
use gtk::{gdk, glib};
use hint::HintPanel;
use instant::InstantEvaluation;
use layout::PanelLayout;
use messages::MessagesPanel;
use next_rolls::NextRollsJob;
use panes::PanelArrangement;
use pending::{FOLLOWING, PendingPanel};
use record::{PlayerRating, RecordContent, RecordPanel};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use width::{Placement, WindowRoom};

/// Default width and height of a detached panel, in pixels.
const DETACHED_SIZE: (i32, i32) = (440, 420);
/// Messages that tests see, while their panel may be hidden.
const LAST_MESSAGES: i32 = 12;

/// What the sidebar asks of the window.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SidebarRequest {
    /// This is rolled out, and the result appears here.
    RollOut(Target),
    /// A map shows the replies to this play of this position, if it is open.
    FollowReplies(MatchState, Play),
    /// This play of the roll that is transcribed is to be made.
    MakePlay(Play),
    /// Another place of the record is shown.
    Go(Go),
    /// The errors that this query finds are rolled out, the worst first.
    RollOutErrors(ErrorQuery),
    /// The play that was made is shown on the board again, in place of another one.
    ShowPlayed,
    /// The room for the board has changed to this width in pixels, in a window of that width.
    Resized { board_width: i32, window_width: i32 },
}

/// All panels of a window.
pub(crate) struct Sidebar {
    this: Weak<Sidebar>,
    host: HostHandle,
    arrangement: PanelArrangement,
    record: Rc<RecordPanel>,
    /// How both players played; `None` while that has to be computed again.
    ratings: RefCell<Option<Option<[PlayerRating; 2]>>>,
    analysis: Rc<AnalysisPanel>,
    errors: Rc<ErrorsPanel>,
    hint: Rc<HintPanel>,
    instant: InstantEvaluation,
    next_rolls: NextRollsJob,
    candidates: CandidatesPage,
    /// The analysis of the record, the hint, or the candidates of a transcription.
    analysis_pages: gtk::Stack,
    transcribed: Cell<Transcribed>,
    /// Whether candidates and record are shown for a transcription although the settings may hide them.
    is_shown_for_mode: Cell<bool>,
    /// Whether the start page has all of the window: no match has begun, and no panel was asked for.
    waits_for_match: Cell<bool>,
    /// Whether the sidebar was hidden before the hint was asked for.
    was_hidden: Cell<bool>,
    commentary: CommentaryPanel,
    messages: MessagesPanel,
    commands: Rc<CommandRunner>,
    /// The panels that show the current position.
    pending: [Rc<PendingPanel>; 4],
    on_request: OnceCell<Box<dyn Fn(SidebarRequest)>>,
}

impl Sidebar {
    /// The panels beside `board`. Where they lie over it, its part `uncovered` and what is below that stay in sight.
    pub(crate) fn new(host: HostHandle, board: &gtk::Widget, uncovered: &gtk::Widget) -> Rc<Sidebar> {
        let updates = host.updates();
        let record = RecordPanel::new(&updates);
        let analysis = AnalysisPanel::new(&updates);
        let errors = ErrorsPanel::new(&updates);
        let hint = HintPanel::new(&host);
        let candidates = CandidatesPage::new(&updates);
        let analysis_pages = hints::pages(analysis.widget(), hint.widget(), candidates.widget());
        let commentary = CommentaryPanel::new();
        let messages = MessagesPanel::new();
        let commands = CommandRunner::new(host.clone());
        let panels = PanelId::ALL.map(|panel| {
            let content: gtk::Widget = match panel {
                PanelId::Record => record.widget().clone().upcast(),
                PanelId::Analysis => analysis_pages.clone().upcast(),
                PanelId::Errors => errors.widget().clone().upcast(),
                PanelId::Commentary => commentary.widget().clone().upcast(),
                PanelId::Messages => messages.widget().clone().upcast(),
                PanelId::Command => commands.panel().widget().clone().upcast(),
            };
            let buttons = match panel {
                PanelId::Record => record.title_buttons().into(),
                _ => Vec::new(),
            };
            (panel, content, buttons)
        });
        let sidebar = Rc::new_cyclic(|this: &Weak<Sidebar>| Sidebar {
            this: this.clone(),
            host,
            arrangement: PanelArrangement::new(board, uncovered, &panels),
            record,
            ratings: RefCell::default(),
            analysis,
            errors,
            hint,
            instant: InstantEvaluation::default(),
            next_rolls: NextRollsJob::default(),
            candidates,
            analysis_pages,
            transcribed: Cell::default(),
            is_shown_for_mode: Cell::default(),
            waits_for_match: Cell::new(true),
            was_hidden: Cell::default(),
            commentary,
            messages,
            commands,
            pending: FOLLOWING.map(|panel| Rc::new(PendingPanel::new(this.clone(), panel))),
            on_request: OnceCell::new(),
        });
        sidebar.connect();
        sidebar
    }

    fn connect(self: &Rc<Self>) {
        self.connect_analysis();
        self.connect_errors();
        let this = self.this.clone();
        self.record.connect_wanted(move || {
            if let Some(sidebar) = this.upgrade() {
                sidebar.refresh_panel(PanelId::Record);
            }
        });
        self.connect_hint();
        self.commentary.connect_left(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            move || sidebar.save_comment()
        ));
        self.connect_width();
        let this = self.this.clone();
        self.arrangement.connect_shown(
            &(Rc::new(move |panel| {
                if let Some(sidebar) = this.upgrade() {
                    sidebar.show_content(panel);
                }
            }) as _),
        );
        let this = self.this.clone();
        self.arrangement.connect_height(move || {
            if let Some(sidebar) = this.upgrade() {
                sidebar.arrangement.divide();
            }
        });
        let style = adw::StyleManager::default();
        self.follow_dark(style.is_dark());
        style.connect_dark_notify(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            move |style| sidebar.follow_dark(style.is_dark())
        ));
        let Some(window) = self.host.window() else { return };
        let this = self.this.clone();
        window.connect_realize(move |window| {
            let Some(surface) = window.surface() else { return };
            let this = this.clone();
            let resized = move |_: &gdk::Surface| {
                let this = this.clone();
                glib::idle_add_local_once(move || {
                    if let Some(sidebar) = this.upgrade() {
                        sidebar.fit();
                    }
                });
            };
            surface.connect_width_notify(resized.clone());
            surface.connect_height_notify(resized);
        });
    }

    /// Lets the handle change the width of the column.
    fn connect_width(self: &Rc<Self>) {
        let drag = gtk::GestureDrag::new();
        let start = Rc::new(Cell::new(0));
        drag.connect_drag_begin(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            #[strong]
            start,
            move |_, _, _| start.set(sidebar.arrangement.width())
        ));
        drag.connect_drag_update(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            move |drag, _, _| {
                // The handle moves with the edge, so the offset is what the pointer moved since the last update.
                let Some((x, _)) = drag.offset() else { return };
                sidebar.set_width(sidebar.arrangement.width() - x.round() as i32);
            }
        ));
        drag.connect_drag_end(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            move |_, _, _| {
                let width = u16::try_from(sidebar.arrangement.width()).unwrap_or(0);
                if i32::from(width) != start.get() {
                    sidebar.host.change_options(|options| options.window.panel_width = width.max(50));
                }
            }
        ));
        self.arrangement.handle().add_controller(drag);
    }

    /// Calls `requested` with what the sidebar asks of the window. To be called once.
    pub(crate) fn connect_request(&self, requested: impl Fn(SidebarRequest) + 'static) {
        assert!(self.on_request.set(Box::new(requested)).is_ok(), "invariant: connected once");
    }

    fn request(&self, request: SidebarRequest) {
        if let Some(requested) = self.on_request.get() {
            requested(request);
        }
    }

    /// Board and panels.
    pub(crate) fn widget(&self) -> &gtk::Overlay {
        self.arrangement.widget()
    }

    fn host(&self) -> &HostHandle {
        &self.host
    }

    /// Colors of marks differ between light and dark.
    fn follow_dark(&self, is_dark: bool) {
        for (_, own) in self.arrangement.windows() {
            set_class(&own, "dark", is_dark);
        }
        if let Some(window) = self.host.window() {
            set_class(&window, "dark", is_dark);
        }
    }

    /// Follows the settings: which panels are shown, and how.
    pub(crate) fn follow(&self, options: &Options) {
        let arrangement = &self.arrangement;
        {
            let read = PanelLayout::read(&options.window.panel_layout);
            let mut layout = arrangement.layout.borrow_mut();
            // Heights on the screen are newer than those of the settings.
            let order = |layout: &PanelLayout| -> Vec<(PanelId, bool, bool)> {
                layout.0.iter().map(|place| (place.panel, place.is_lower, place.is_detached)).collect()
            };
            if order(&layout) != order(&read) || arrangement.docked().is_empty() {
                *layout = read;
            }
        }
        let places = arrangement.layout.borrow().0.clone();
        let is_shown = options.window.panels && !self.waits_for_match.get() || self.is_shown_for_mode.get();
        if let Some(room) = self.room() {
            arrangement.place(room.placement());
        }
        self.dock(options);
        for place in &places {
            let is_out = place.is_detached && self.is_wanted(place.panel, options) && is_shown;
            self.float(place.panel, is_out);
        }
        arrangement.show_column(is_shown);
        self.fit();
        for panel in PanelId::ALL {
            self.host.set_action_state(&format!("panel-{}", panel.key()), panel.is_wanted(options));
        }
        self.host.set_action_state("panels", is_shown);
        self.host.set_action_state("dock-panels", !places.iter().any(|place| place.is_detached));
        self.refresh();
    }

    /// Shows the panels that the settings want: the start page does not have all of the window any longer.
    pub(crate) fn leave_start_page(&self) {
        if self.waits_for_match.replace(false) {
            self.follow(&self.host.options());
        }
    }

    /// Puts the panels into the column: in two groups where there is room for two and the layout has lower tabs.
    fn dock(&self, options: &Options) {
        let arrangement = &self.arrangement;
        let places = arrangement.layout.borrow().0.clone();
        let in_column =
            |place: &&layout::PanelPlace| self.is_wanted(place.panel, options) && !place.is_detached;
        let docked: Vec<layout::PanelPlace> = places.iter().filter(in_column).copied().collect();
        // In a transcription the candidates are above everything else.
        let for_mode = self.is_shown_for_mode.get();
        let is_lower = |place: &layout::PanelPlace| {
            let is_lower = if for_mode { place.panel != PanelId::Analysis } else { place.is_lower };
            is_lower && !arrangement.is_one_group()
        };
        let (lower, upper): (Vec<_>, Vec<_>) = docked.iter().partition(|place| is_lower(place));
        let panels =
            |group: Vec<&layout::PanelPlace>| group.iter().map(|place| place.panel).collect::<Vec<_>>();
        arrangement.note_heights();
        arrangement.dock(&panels(upper), &panels(lower));
    }

    /// Hides the panels where they lie over the board, on which something is to be done.
    pub(crate) fn uncover_board(&self) {
        if self.arrangement.placement() == Placement::Over && self.arrangement.is_column_shown() {
            self.is_shown_for_mode.set(false);
            self.host.change_options(|options| options.window.panels = false);
            self.follow(&self.host.options());
        }
    }

    /// Whether a panel is shown when the panels are: by the settings, or for a transcription.
    fn is_wanted(&self, panel: PanelId, options: &Options) -> bool {
        let is_for_mode =
            self.is_shown_for_mode.get() && matches!(panel, PanelId::Record | PanelId::Analysis);
        is_for_mode || panel.is_wanted(options)
    }

    /// Shows evaluation types and winning chances in the analysis, or hides them.
    pub(crate) fn show_details(&self, on: bool) {
        self.analysis.show_details(on);
    }

    /// Gives a panel a window of its own, or takes it back.
    fn float(&self, panel: PanelId, is_out: bool) {
        if is_out == self.arrangement.is_detached(panel) {
            return;
        }
        if !is_out {
            return self.arrangement.attach(panel);
        }
        let Some(window) = self.host.window() else { return };
        let own = self.arrangement.detach(panel, &window, self.stored_size(panel));
        let this = self.this.clone();
        own.connect_close_request(move |own| {
            let Some(sidebar) = this.upgrade() else { return glib::Propagation::Proceed };
            sidebar.store_size(panel, own);
            sidebar.change_layout(|layout| layout.of(panel).is_detached = false);
            glib::Propagation::Stop
        });
        own.present();
    }

    /// The size in pixels that a detached panel had the last time.
    fn stored_size(&self, panel: PanelId) -> (i32, i32) {
        let options = self.host.options();
        match panel.stored_window().map(|n| options.window.sizes[n]) {
            Some(size) if size.width > 0 && size.height > 0 => (size.width, size.height),
            _ => DETACHED_SIZE,
        }
    }

    fn store_size(&self, panel: PanelId, own: &adw::Window) {
        let (width, height) = own.default_size();
        if let Some(n) = panel.stored_window().filter(|_| width > 0 && height > 0) {
            self.host.change_options(|options| options.window.sizes[n] = WindowSize { width, height });
        }
    }

    fn change_layout(&self, change: impl FnOnce(&mut PanelLayout)) {
        self.arrangement.note_heights();
        let mut layout = self.arrangement.layout.borrow().clone();
        change(&mut layout);
        self.host.change_options(|options| options.window.panel_layout = layout.write());
    }

    /// The size of the window, or the one it is going to have.
    fn room(&self) -> Option<WindowRoom> {
        let window = self.host.window()?;
        let width = match (window.width(), window.default_width()) {
            (0, width) if width > 0 => width,
            (0, _) => i32::MAX,
            (width, _) => width,
        };
        let height = if window.height() > 0 { window.height() } else { window.default_height() };
        Some(WindowRoom { width, height, text_factor: text_factor() })
    }

    /// Puts the column beside the board or below it, and gives it the wanted width.
    fn fit(&self) {
        let Some(room) = self.room() else { return };
        if self.arrangement.place(room.placement()) {
            self.dock(&self.host.options());
            self.refresh();
        }
        self.set_width(room.wanted_width(&self.host.options()));
    }

    /// Gives the column a width in pixels, as far as that is possible.
    fn set_width(&self, wanted: i32) {
        let Some(room) = self.room() else { return };
        let is_below = matches!(self.arrangement.placement(), Placement::Below(_));
        let width = if is_below { 0 } else { room.possible_width(wanted) };
        self.arrangement.set_width(width);
        self.request(SidebarRequest::Resized {
            board_width: room.width.saturating_sub(self.arrangement.taken_width()),
            window_width: room.width,
        });
    }

    /// Shows the current position in all panels that can be seen, one with each frame.
    pub(crate) fn refresh(&self) {
        self.host.note_refresh("all panels");
        FOLLOWING.into_iter().for_each(|panel| self.refresh_panel(panel));
    }

    /// Shows one of the panels again with the next frame.
    pub(crate) fn refresh_panel(&self, panel: PanelId) {
        for pending in self.pending.iter().filter(|pending| pending.panel() == panel) {
            pending.set_pending();
            self.host.updates().add(Rc::clone(pending) as Rc<dyn PendingUpdate>);
        }
    }

    /// Whether a panel still shows an earlier position.
    pub(crate) fn is_out_of_date(&self) -> bool {
        self.pending.iter().any(|pending| pending.is_behind())
    }

    /// Shows the current position in all panels at once; called before anything acts on what they show.
    fn settle(&self) {
        self.pending.iter().for_each(|pending| pending.settle());
    }

    /// Shows the current position in a panel if it can be seen.
    fn show_content(&self, panel: PanelId) {
        if !self.arrangement.is_shown(panel) {
            return;
        }
        let host = &self.host;
        match panel {
            PanelId::Record => {
                host.measure("record", || {
                    let has_all = self.record.is_filtered();
                    if self.ratings.borrow().is_none() {
                        self.ratings.replace(host.look(PlayerRating::both));
                    }
                    let ratings = self.ratings.borrow().clone().flatten();
                    if let Some(content) = host.look(|session| RecordContent::of(session, has_all, ratings)) {
                        self.record.show(content);
                    }
                });
            }
            PanelId::Analysis => {
                host.measure("analysis", || {
                    let evaluated = self.evaluated_entry();
                    let next = self.next_rolls(evaluated.as_ref());
                    let next = next.as_deref();
                    let decision =
                        host.look(|session| analysis::of(session, evaluated.as_ref(), next)).flatten();
                    let state = host.snapshot().state;
                    let is_due = state.is_some_and(|state| matches!(state.phase, Phase::Due(_)));
                    self.analysis.show(decision, is_due, &host.options().output);
                });
            }
            PanelId::Errors => {
                host.measure("errors", || {
                    self.errors.set_least(f64::from(host.options().analysis.thresholds.doubtful));
                    let query = self.errors.query();
                    if let Some(content) = host.look(|session| ErrorsContent::of(session, &query)) {
                        self.errors.show(content);
                    }
                });
            }
            PanelId::Commentary => {
                host.measure("commentary", || {
                    self.commentary.show(host.look(CommentedDecision::of).flatten());
                });
            }
            PanelId::Messages | PanelId::Command => {}
        }
    }

    /// Writes a typed comment into the record.
    pub(crate) fn save_comment(&self) {
        let Some((place, text)) = self.commentary.take_unsaved() else { return };
        if self.host.look(Session::place) == Some(place) {
            self.host.send(Command::Annotate(Annotate::Comment(text)));
        }
    }

    /// Takes in an event of the session.
    pub(crate) fn handle_event(&self, event: &Event) {
        // Going to another place changes no figure of the match.
        let is_same = match event {
            Event::StateChanged(change) => change.cause == Cause::Moved,
            Event::RecordChanged | Event::OptionsChanged(_) => false,
            _ => true,
        };
        if !is_same {
            self.ratings.replace(None);
        }
        self.hint.handle_event(event);
        self.take_evaluation(event);
        self.take_next_rolls(event);
        self.commands.handle_event(event);
    }

    /// Adds a line to the messages.
    pub(crate) fn log(&self, text: &str) {
        self.messages.add(text);
    }

    /// The last messages, for tests.
    pub(crate) fn last_messages(&self) -> String {
        self.messages.last_lines(LAST_MESSAGES)
    }

    /// Whether a typed command is running and has the session.
    pub(crate) fn is_command_running(&self) -> bool {
        self.commands.is_running()
    }

    /// Whether the keyboard is in the command panel.
    pub(crate) fn is_typing_commands(&self) -> bool {
        self.has_focus(PanelId::Command)
    }

    /// Runs a line as if it had been typed into the command panel, which is shown.
    pub(crate) fn run_command(&self, line: &str) {
        self.want(PanelId::Command, true);
        self.commands.run_line(line);
    }

    /// Runs a file of commands; its output is in the command panel, which is shown if `is_shown`.
    pub(crate) fn run_command_file(&self, path: &str, is_shown: bool) {
        let line = format!("load commands {}", quoted(path));
        if is_shown { self.run_command(&line) } else { self.commands.run_line(&line) }
    }

    /// Shows the command panel with a command to be completed.
    pub(crate) fn offer_command(&self, line: &str) {
        self.want(PanelId::Command, true);
        self.commands.offer_line(line);
    }

    /// Stops the running command and closes the window when it has ended.
    pub(crate) fn close_window_after_command(&self) {
        self.commands.close_window_after();
    }

    /// Stores heights in the settings, when the window closes.
    pub(crate) fn store_layout(&self) {
        self.change_layout(|_| {});
    }

    /// Closes the windows of detached panels for good.
    pub(crate) fn close_windows(&self) {
        for (panel, own) in self.arrangement.windows() {
            self.store_size(panel, &own);
            self.arrangement.attach(panel);
        }
    }
}
