// SPDX-License-Identifier: GPL-3.0-or-later
//! The main window: header, board, action row, players, status. It shows the session's state, turns the board's intents
//! into commands, and contains no rules.

mod clock;
mod commands;
mod drive;
mod ends;
mod imp;
mod intents;
mod language;
mod menus;
mod messages;
mod narrow;
mod players;
mod preferences;
mod settings;
mod start;
mod studying;
mod three;
mod tools;
mod tour;
mod transcribing;
mod turn;

use crate::a11y;
use crate::args::DesktopOptions;
use crate::board::animate::Pace;
use crate::board::input::Situation;
use crate::board::{BoardWidget, Design};
use crate::dump::{self, Model};
use crate::editing::{Positions, Transcription};
use crate::exchange::Exchange;
use crate::files::Files;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::matches::Matches;
use crate::menu_bar::MenuBar;
use crate::recovery::Recovery;
use crate::review::{Review, ReviewRequest};
use crate::sidebar::{Sidebar, SidebarRequest};
use crate::snapshot::Snapshot;
use crate::sound::SoundCues;
use crate::stage::{PlayerBar, pickers};
use crate::texts;
use crate::tutor::Tutor;
use crate::widgets::menus::set_menu;
use crate::widgets::set_class;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::Player;
use gnubg_record::MatchRecord;
use gnubg_session::Session;
use gtk::{gdk, gio, glib};
use std::rc::Rc;

glib::wrapper! {
    /// The main window.
    pub struct Window(ObjectSubclass<imp::Window>)
        @extends adw::ApplicationWindow, gtk::ApplicationWindow, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Buildable, gtk::ConstraintTarget, gtk::Native,
            gtk::Root, gtk::ShortcutManager;
}

/// The number of plays in a record.
fn n_plays(record: &MatchRecord) -> usize {
    record.games.iter().flat_map(|game| &game.entries).filter(|entry| entry.action.is_play()).count()
}

impl Window {
    /// A window on a session.
    pub(crate) fn new(app: &adw::Application, session: Session, options: &DesktopOptions) -> Window {
        let window: Window = glib::Object::builder().property("application", app).build();
        let imp = window.imp();
        imp.options.replace(options.clone());
        if let Some(path) = &options.state_dump {
            let weak = window.downgrade();
            let describe = move |write: &mut dyn FnMut(&Model<'_>)| {
                let Some(window) = weak.upgrade() else { return };
                match window.imp().pulse.get() {
                    Some(pulse) => pulse.apart(|| window.describe_state(write)),
                    None => window.describe_state(write),
                }
            };
            imp.dump.replace(Some(dump::start(path.clone(), describe)));
        }
        if options.pulse {
            let pulse = crate::pulse::Pulse::start();
            pulse.watch(&window);
            let _ = imp.pulse.set(pulse);
        }
        if options.no_animations {
            imp.board.set_pace(Pace::STILL);
        }
        imp.board.fail_3d_after(options.test_lose_gl);
        window.restore_size(session.options());
        window.attach(session);
        window
    }

    /// Reads icons that may be shown later when there is time.
    pub(crate) fn read_icons(&self) {
        self.imp().action_row.read_icons();
    }

    /// Builds the parts that are not in the template.
    fn build(&self) {
        tools::install(self);
        self.install_review();
        self.install_sidebar();
        self.install_parts();
        self.install_pages();
        let imp = self.imp();
        for (bar, player) in self.player_bars().into_iter().zip(Player::BOTH) {
            bar.set_player(player);
        }
        for design in crate::board::design::ALL {
            let item = gio::MenuItem::new(Some(&gettext(design.title)), None);
            item.set_action_and_target_value(Some("win.design"), Some(&design.key.to_variant()));
            imp.design_section.append_item(&item);
        }
        set_menu(&*imp.new_button, &*imp.new_menu);
        set_menu(&*imp.open_button, &*imp.recent_menu);
        set_menu(&*imp.analyze_button, &*imp.analyze_menu);
        set_menu(&*imp.share_button, &*imp.share_menu);
        set_menu(&*imp.menu_button, &*imp.primary_menu);
        a11y::name_menu_buttons(&*imp.new_button, &gettext("Match lengths"));
        a11y::name_menu_buttons(&*imp.open_button, &gettext("Recent files"));
        a11y::name_menu_buttons(&*imp.analyze_button, &gettext("What to analyze"));
        if let Some(button) = imp.open_button.first_child().and_downcast::<gtk::Button>() {
            a11y::set_label(&button, &gettext("Open a file"));
        }
        a11y::name_menu_buttons(&*imp.share_button, &gettext("Share"));
        a11y::name_menu_buttons(&*imp.menu_button, &gettext("Main menu"));
        commands::install(self);
        three::connect(self);
        self.review().show_progress();
        let start_page = imp.start_card.get();
        crate::widgets::keys::on_escape(
            &start_page,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move || window.leave_full_screen()
            ),
        );
        self.files().follow_recent(&imp.recent_menu, move |files| start_page.show_recent(files));
        imp.board.connect_intent(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, intent| window.intend(intent)
        ));
        imp.board.connect_redrawn(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || {
                window.fit_lines();
                window.write_dump_soon();
                // The end of a movement lets the next change be shown, or the buttons.
                let imp = window.imp();
                if imp.board.is_animating() {
                } else if !imp.scenes.borrow().is_empty() {
                    glib::idle_add_local_once(move || window.go_on());
                } else if imp.hides_offers.replace(false) {
                    glib::idle_add_local_once(move || window.show_turn());
                }
            }
        ));
        imp.board.connect_touched(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || {
                window.finish_scenes();
                window.transcription().leave_entry();
            }
        ));
        let press =
            gtk::GestureClick::builder().button(0).propagation_phase(gtk::PropagationPhase::Capture).build();
        press.connect_pressed(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, _, _, _| window.sidebar().uncover_board()
        ));
        imp.board.add_controller(press);
        imp.status_row.connect_id_entered(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |id| window.positions().set_position(id)
        ));
        self.connect_strip_keys();
        crate::widgets::menus::leave_keys(&*imp.header);
        self.follow_menus(&*imp.header);
        self.follow_menus(&*imp.action_row);
        self.follow_menus(&*imp.status_row);
        self.follow_style();
        imp.board.grab_focus();
    }

    /// Puts the panels beside the board.
    fn install_sidebar(&self) {
        let toasts = &*self.imp().toasts;
        let board = toasts.child().expect("invariant: the template has a board");
        toasts.set_child(gtk::Widget::NONE);
        let sidebar = Sidebar::new(self.host(), &board, self.imp().action_row.upcast_ref());
        toasts.set_child(Some(sidebar.widget()));
        sidebar.connect_request(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |request| match request {
                SidebarRequest::Go(go) => window.review().go(go),
                SidebarRequest::RollOutErrors(query) => window.review().roll_out_errors(&query),
                SidebarRequest::RollOut(target) => window.tools().rollouts().roll_out(target),
                SidebarRequest::FollowReplies(state, play) => window.tools().follow_replies(&state, &play),
                SidebarRequest::MakePlay(play) => window.transcription().play_listed(&play),
                SidebarRequest::ShowPlayed => window.review().show_played(),
                SidebarRequest::Resized { board_width, window_width } => {
                    window.fit_header(window_width);
                    window.fit_column(board_width);
                }
            }
        ));
        assert!(self.imp().sidebar.set(sidebar).is_ok(), "invariant: built once");
    }

    /// Makes the parts that know this window only as their host.
    fn install_parts(&self) {
        let imp = self.imp();
        let (host, board) = (self.host(), imp.board.get());
        let files = Files::new(host.clone());
        let positions = Positions::new(host.clone(), Rc::clone(&files), board.clone(), imp.setup_bar.get());
        imp.setup_bar.set_narrow(imp.is_narrow.get());
        let transcription = Transcription::new(host.clone(), board.clone(), imp.action_row.get());
        let several = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |paths| window.tools().show_batch(paths)
        );
        let matches =
            Matches::new(host.clone(), Rc::clone(&files), Rc::clone(&positions), Rc::clone(&transcription));
        let autosave = (imp.autosave_bar.get(), imp.autosave_label.get());
        let recovery = Recovery::new(host.clone(), imp.recovery_bar.get(), imp.start_card.get(), autosave);
        let menu_bar = MenuBar::new(imp.whole.get(), imp.header.get().upcast(), imp.menu_button.get());
        let sounds = SoundCues::new(host.clone());
        let exchange = Exchange::new(
            host,
            board,
            Rc::clone(&files),
            Rc::clone(&positions),
            Rc::clone(&transcription),
            several,
        );
        let tutor = Tutor::new(self.host(), imp.strip.get());
        let is_new = imp.files.set(files).is_ok()
            && imp.matches.set(matches).is_ok()
            && imp.recovery.set(recovery).is_ok()
            && imp.menu_bar.set(menu_bar).is_ok()
            && imp.sounds.set(sounds).is_ok()
            && imp.tutor.set(tutor).is_ok()
            && imp.positions.set(positions).is_ok()
            && imp.transcription.set(transcription).is_ok()
            && imp.exchange.set(exchange).is_ok();
        assert!(is_new, "invariant: built once");
    }

    /// Makes the review, which knows this window only as its host.
    fn install_review(&self) {
        let requested = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |request| match request {
                ReviewRequest::Refresh => window.refresh(),
                ReviewRequest::RefreshPanels => window.show_panels(),
                ReviewRequest::AnalysisStarts => {
                    if let Some(pulse) = window.imp().pulse.get() {
                        pulse.forget();
                    }
                }
                ReviewRequest::Progress(progress) => {
                    window.show_analysis_progress(progress);
                    window.follow_analysis_on_card();
                }
            }
        );
        let review = Review::new(self.host(), self.imp().board.get(), requested);
        assert!(self.imp().review.set(review).is_ok(), "invariant: built once");
    }

    /// Shows how many decisions of running analyses are done, or that none runs.
    fn show_analysis_progress(&self, progress: Option<(u64, u64)>) {
        self.imp().status_row.show_progress(progress);
        self.fit_status(self.options().window.show_ids);
        if let Some(action) = self.lookup_action("stop-analysis").and_downcast::<gio::SimpleAction>() {
            action.set_enabled(progress.is_some());
        }
        self.write_dump_soon();
    }

    /// Navigation and analysis of the record.
    fn review(&self) -> &Rc<Review> {
        self.imp().review.get().expect("invariant: built with the window")
    }

    /// Starting matches and games.
    fn matches(&self) -> &Rc<Matches> {
        self.imp().matches.get().expect("invariant: built with the window")
    }

    /// Interrupted matches.
    fn recovery(&self) -> &Recovery {
        self.imp().recovery.get().expect("invariant: built with the window")
    }

    /// The menu bar.
    fn menu_bar(&self) -> &MenuBar {
        self.imp().menu_bar.get().expect("invariant: built with the window")
    }

    /// The sounds of this window.
    pub(crate) fn sounds(&self) -> &SoundCues {
        self.imp().sounds.get().expect("invariant: built with the window")
    }

    /// Opening, saving, exporting and printing.
    fn files(&self) -> &Rc<Files> {
        self.imp().files.get().expect("invariant: built with the window")
    }

    /// Opens a file given on the command line, after asking about unsaved work.
    pub(crate) fn open_gio_file(&self, file: &gio::File) {
        self.files().open(file);
    }

    /// Setting up positions.
    fn positions(&self) -> &Rc<Positions> {
        self.imp().positions.get().expect("invariant: built with the window")
    }

    /// Typed plays and dice, and corrections.
    fn transcription(&self) -> &Rc<Transcription> {
        self.imp().transcription.get().expect("invariant: built with the window")
    }

    /// The panels.
    fn sidebar(&self) -> &Rc<Sidebar> {
        self.imp().sidebar.get().expect("invariant: built with the window")
    }

    /// What parts of the program may ask of this window.
    fn host(&self) -> HostHandle {
        self.tools().host().clone()
    }

    /// Shows the current position in all panels, and the play that was made as arrows.
    fn show_panels(&self) {
        self.sidebar().refresh();
        self.part("arrows", || self.review().show_played());
    }

    /// Gives the keyboard to the board after a menu within `widget` has closed.
    fn follow_menus(&self, widget: &impl IsA<gtk::Widget>) {
        crate::widgets::menus::when_closed(
            widget,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move || _ = window.imp().board.grab_focus()
            ),
        );
    }

    /// Follows the desktop's setting for high contrast.
    fn follow_style(&self) {
        adw::StyleManager::default().connect_high_contrast_notify(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| window.follow_contrast()
        ));
        self.follow_contrast();
    }

    fn use_design(&self, design: &Design) {
        self.note_refresh("board pictures");
        self.imp().board.set_design(design);
        for bar in self.player_bars() {
            bar.set_design(design);
        }
        self.imp().setup_bar.set_design(design);
        self.imp().action_row.set_design(design);
        self.sidebar().set_design(design);
    }

    /// The players' bars by seat.
    fn player_bars(&self) -> [&PlayerBar; 2] {
        [&self.imp().player_0, &self.imp().player_1]
    }

    /// What the board has to know of a snapshot.
    fn situation(snapshot: &Snapshot) -> Situation {
        Situation {
            state: snapshot.state,
            by_hand: snapshot.by_hand,
            manual_dice: snapshot.manual_dice,
            // A transcription is corrected in place.
            reviewing: snapshot.is_reviewing && !snapshot.is_transcribed(),
            throw: snapshot.throw,
            last_roll: snapshot.last_turns.last_roll(),
        }
    }

    /// Runs a part of the window's work and notes how long it took, if that is measured.
    fn part<T>(&self, name: &'static str, run: impl FnOnce() -> T) -> T {
        match self.imp().pulse.get() {
            Some(pulse) => pulse.part(name, run),
            None => run(),
        }
    }

    /// Shows names, options and everything else but the position, which follows the animation.
    fn refresh(&self) {
        let imp = self.imp();
        self.note_refresh("window");
        self.note_now();
        let situation = Window::situation(&imp.snapshot.borrow());
        imp.is_updating.set(true);
        imp.board.set_situation(situation);
        self.show_title();
        self.show_panels();
        self.part("turn", || self.show_turn());
    }

    /// Updates the snapshot except for the position, which may still be animated. Returns the session's state.
    fn note_now(&self) -> Snapshot {
        let now = self.snapshot_now();
        let mut shown = self.imp().snapshot.borrow_mut();
        let last_turns = std::mem::take(&mut shown.last_turns);
        **shown =
            Snapshot { state: shown.state, game: shown.game, throw: shown.throw, last_turns, ..now.clone() };
        now
    }

    /// The session's state; while the session is lent to a typed command, the last known state.
    fn snapshot_now(&self) -> Snapshot {
        match self.look(Snapshot::of) {
            Some(now) => Snapshot { is_reviewing: now.is_reviewing && !self.review().plays_on_here(), ..now },
            None => (**self.imp().snapshot.borrow()).clone(),
        }
    }

    /// Shows what is played or whose match is open in the title.
    fn show_title(&self) {
        let imp = self.imp();
        let snapshot = imp.snapshot.borrow().clone();
        let whole = texts::title(&snapshot);
        let file =
            snapshot.file.as_ref().or(snapshot.origin.as_ref()).map(|file| match snapshot.is_unsaved {
                true => format!("• {file}"),
                false => file.clone(),
            });
        let [title, subtitle] = match &snapshot.state {
            _ if snapshot.is_transcribing => {
                let n_plays = self.look(|session| n_plays(session.record())).unwrap_or_default();
                let parts = [Some(texts::transcribed(snapshot.game, n_plays)), file];
                let kind = snapshot.state.as_ref().map(texts::match_kind).unwrap_or_default();
                let title = gettext_f("Transcribing: {match}", &[("match", &kind)]);
                [title, parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")]
            }
            Some(state) if file.is_none() => {
                texts::played_titles(&snapshot, state, players::opponent_level(&self.options()).as_deref())
            }
            _ => [whole.clone(), file.unwrap_or_default()],
        };
        imp.title.set_title(&title);
        imp.title.set_subtitle(&subtitle);
        set_class(self, "transcribing", snapshot.is_transcribing);
        if imp.finish_button.get_visible() != snapshot.is_transcribing {
            imp.finish_button.set_visible(snapshot.is_transcribing);
            self.fit_header_anew();
        }
        imp.share_button.set_sensitive(snapshot.state.is_some());
        let program = gettext("GNU Backgammon");
        let named = match snapshot.is_transcribing {
            true => gettext_f("Transcribing: {match}", &[("match", &whole)]),
            false => whole,
        };
        let whole = if snapshot.state.is_some() { format!("{named} — {program}") } else { program };
        self.set_title(Some(&whole));
    }

    /// Opens the context menu of the board.
    fn open_menu(&self, at: crate::board::layout::Pos) {
        let imp = self.imp();
        let board: &BoardWidget = &imp.board;
        let pixel = board.pixel(at);
        let popover = gtk::PopoverMenu::from_model(Some(&*imp.board_menu));
        popover.set_parent(board);
        popover.set_has_arrow(false);
        popover.set_halign(gtk::Align::Start);
        popover.set_pointing_to(Some(&gdk::Rectangle::new(pixel.x as i32, pixel.y as i32, 1, 1)));
        popover.connect_closed(|popover| {
            let popover = popover.clone();
            glib::idle_add_local_once(move || pickers::leave(&popover));
        });
        popover.popup();
    }

    /// Writes the state for tests, if anybody wants it, after the present event has been handled.
    fn write_dump_soon(&self) {
        if let Some(dump) = &*self.imp().dump.borrow() {
            dump.write_soon();
        }
    }

    /// Passes the state for tests to `write`, unless only some parts of the window show it.
    fn describe_state(&self, write: &mut dyn FnMut(&Model<'_>)) {
        let imp = self.imp();
        if imp.is_updating.get() || self.sidebar().is_out_of_date() {
            return;
        }
        // A window that gave its session to a successor writes nothing.
        let has_session = imp.session.try_borrow().is_ok_and(|session| session.is_some());
        if !has_session && !self.sidebar().is_command_running() {
            return;
        }
        let Ok(snapshot) = imp.snapshot.try_borrow() else { return };
        let enabled: Vec<String> = self
            .list_actions()
            .iter()
            .filter(|name| self.is_action_enabled(name))
            .map(ToString::to_string)
            .collect();
        let now = self.snapshot_now();
        let origin = imp
            .board
            .compute_point(self, &gtk::graphene::Point::new(0.0, 0.0))
            .map_or([0.0; 2], |point| [f64::from(point.x()), f64::from(point.y())]);
        write(&Model {
            board: &imp.board,
            origin,
            scale_factor: self.scale_factor(),
            notice: imp.last_toast.borrow().as_str(),
            log: self.sidebar().last_messages(),
            snapshot: &snapshot,
            now: &now,
            entries: self
                .look(|session| {
                    let game = session.record().games.get(session.place().game);
                    let entries = game.into_iter().flat_map(|game| &game.entries);
                    entries.map(|entry| format!("{} {:?}", entry.player.index(), entry.action)).collect()
                })
                .unwrap_or_default(),
            enabled: &enabled,
            n_file_jobs: self.files().n_jobs(),
            analysis: self.review().progress(),
            refreshes: serde_json::json!(*imp.refreshes.borrow()),
            pulse: imp.pulse.get().map_or(serde_json::Value::Null, crate::pulse::Pulse::facts),
        });
    }
}
