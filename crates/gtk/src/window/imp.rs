// SPDX-License-Identifier: GPL-3.0-or-later
//! The private part of the window: template children and state. Structure in `resources/ui/window.ui`.

use crate::args::DesktopOptions;
use crate::board::BoardWidget;
use crate::dump::StateDump;
use crate::editing::{Positions, Transcription};
use crate::exchange::Exchange;
use crate::files::Files;
use crate::matches::Matches;
use crate::menu_bar::MenuBar;
use crate::recovery::Recovery;
use crate::review::Review;
use crate::sidebar::Sidebar;
use crate::snapshot::Snapshot;
use crate::sound::SoundCues;
use crate::stage::{
    self, ActionRow, PlayerBar, RecoveryBar, ResultCard, SetupBar, StartPage, StatusRow, Strip, TourBar,
};
use crate::tools::background::BackgroundStatus;
use crate::tools::toolbox::Toolbox;
use crate::tutor::Tutor;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::event::StateChange;
use gnubg_session::options::Shortcuts;
use gnubg_session::{Notice, Session};
use gtk::{CompositeTemplate, gio, glib};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

/// See the module.
#[derive(Default, CompositeTemplate)]
#[template(resource = "/io/github/gnubg/Gnubg/ui/window.ui")]
pub struct Window {
    #[template_child]
    pub(super) whole: TemplateChild<gtk::Box>,
    #[template_child]
    pub(super) header: TemplateChild<adw::HeaderBar>,
    #[template_child]
    pub(super) player_1_box: TemplateChild<gtk::Stack>,
    #[template_child]
    pub(super) result_card: TemplateChild<ResultCard>,
    #[template_child]
    pub(super) strip: TemplateChild<Strip>,
    #[template_child]
    pub(super) title: TemplateChild<adw::WindowTitle>,
    #[template_child]
    pub(super) finish_button: TemplateChild<gtk::Button>,
    #[template_child]
    pub(super) new_button: TemplateChild<adw::SplitButton>,
    #[template_child]
    pub(super) analyze_button: TemplateChild<adw::SplitButton>,
    #[template_child]
    pub(super) share_button: TemplateChild<gtk::MenuButton>,
    #[template_child]
    pub(super) redo_button: TemplateChild<gtk::Button>,
    #[template_child]
    pub(super) edit_button: TemplateChild<gtk::ToggleButton>,
    #[template_child]
    pub(super) view_3d_button: TemplateChild<gtk::ToggleButton>,
    #[template_child]
    pub(super) menu_button: TemplateChild<gtk::MenuButton>,
    #[template_child]
    pub(super) toasts: TemplateChild<adw::ToastOverlay>,
    #[template_child]
    pub(super) board: TemplateChild<BoardWidget>,
    #[template_child]
    pub(super) start_card: TemplateChild<StartPage>,
    #[template_child]
    pub(super) lines: TemplateChild<adw::Clamp>,
    #[template_child]
    pub(super) upper_lines: TemplateChild<adw::Clamp>,
    #[template_child]
    pub(super) action_row: TemplateChild<ActionRow>,
    #[template_child]
    pub(super) setup_bar: TemplateChild<SetupBar>,
    #[template_child]
    pub(super) player_0: TemplateChild<PlayerBar>,
    #[template_child]
    pub(super) player_1: TemplateChild<PlayerBar>,
    #[template_child]
    pub(super) status_row: TemplateChild<StatusRow>,
    #[template_child]
    pub(super) design_section: TemplateChild<gio::Menu>,
    #[template_child]
    pub(super) board_menu: TemplateChild<gio::Menu>,
    #[template_child]
    pub(super) tour_bar: TemplateChild<TourBar>,
    #[template_child]
    pub(super) panels_button: TemplateChild<gtk::ToggleButton>,
    #[template_child]
    pub(super) recovery_bar: TemplateChild<RecoveryBar>,
    #[template_child]
    pub(super) autosave_bar: TemplateChild<gtk::Revealer>,
    #[template_child]
    pub(super) autosave_label: TemplateChild<gtk::Label>,
    #[template_child]
    pub(super) notice_bar: TemplateChild<gtk::Revealer>,
    #[template_child]
    pub(super) notice_label: TemplateChild<gtk::Label>,
    #[template_child]
    pub(super) new_menu: TemplateChild<gio::Menu>,
    #[template_child]
    pub(super) recent_menu: TemplateChild<gio::Menu>,
    #[template_child]
    pub(super) analyze_menu: TemplateChild<gio::Menu>,
    #[template_child]
    pub(super) share_menu: TemplateChild<gio::Menu>,
    #[template_child]
    pub(super) primary_menu: TemplateChild<gio::Menu>,
    #[template_child]
    pub(super) open_button: TemplateChild<adw::SplitButton>,
    /// The session; none once the window is closing. Boxed, as the snapshot is.
    pub(super) session: RefCell<Option<Box<Session>>>,
    /// The session's notices.
    pub(super) events: RefCell<Option<async_channel::Receiver<Notice>>>,
    /// Listens to the session's notices while the window has the session.
    pub(super) listener: RefCell<Option<glib::JoinHandle<()>>>,
    pub(super) sidebar: OnceCell<Rc<Sidebar>>,
    pub(super) files: OnceCell<Rc<Files>>,
    pub(super) positions: OnceCell<Rc<Positions>>,
    pub(super) transcription: OnceCell<Rc<Transcription>>,
    pub(super) exchange: OnceCell<Rc<Exchange>>,
    pub(super) review: OnceCell<Rc<Review>>,
    pub(super) tutor: OnceCell<Rc<Tutor>>,
    /// The step of the tour that is shown.
    pub(super) tour_step: Cell<Option<super::tour::TourStep>>,
    /// The widget that the tour frames.
    pub(super) tour_target: RefCell<Option<gtk::Widget>>,
    /// Whether the end of a game stays until the user goes on.
    pub(super) is_held: Cell<bool>,
    /// Changes that have not been shown yet.
    pub(super) scenes: RefCell<VecDeque<StateChange>>,
    /// The pause before the next change is shown.
    pub(super) rest: RefCell<Option<glib::SourceId>>,
    /// The pause that follows once the movement on the board has ended.
    pub(super) rest_due: Cell<Option<Duration>>,
    /// A timer after which the settings are written.
    pub(super) saving: RefCell<Option<glib::SourceId>>,
    /// The lists whose rows are still being written.
    pub(super) updates: crate::widgets::gradual::UpdateQueue,
    pub(super) tools: OnceCell<Rc<Toolbox>>,
    pub(super) study: OnceCell<Rc<crate::study::StudyPage>>,
    /// The match and other pages in its place, of which one is shown.
    pub(super) main_pages: OnceCell<gtk::Stack>,
    /// Asks the library for the window and for study.
    pub(super) library_client: OnceCell<Rc<crate::library_client::LibraryClient>>,
    /// Whether study is shown in place of the match, and the actions that rest meanwhile.
    pub(super) is_studying: Cell<bool>,
    pub(super) resting_actions: RefCell<Vec<String>>,
    /// Whether the cards that are due were counted.
    pub(super) has_counted_cards: Cell<bool>,
    pub(super) background: OnceCell<BackgroundStatus>,
    pub(super) preferences: RefCell<Option<super::preferences::Preferences>>,
    pub(super) pulse: OnceCell<crate::pulse::Pulse>,
    /// The options that the window shows.
    pub(super) followed: RefCell<Option<Box<gnubg_session::options::Options>>>,
    /// How often each part of the window was refreshed, for tests.
    pub(super) refreshes: RefCell<BTreeMap<&'static str, u64>>,
    /// The text size of the desktop, as GTK's setting had it at the start.
    pub(super) text_size: OnceCell<i32>,
    pub(super) sounds: OnceCell<SoundCues>,
    pub(super) recovery: OnceCell<Recovery>,
    pub(super) matches: OnceCell<Rc<Matches>>,
    /// Whether buttons are hidden until the present movement has been shown.
    pub(super) hides_offers: Cell<bool>,
    /// Whether the sidebar opens with the first match, because the window has its first size and room for it.
    pub(super) opens_sidebar: Cell<bool>,
    /// Whether the board's column is narrow.
    pub(super) is_narrow: Cell<bool>,
    /// Whether the window is low for the height of its text.
    pub(super) is_low: Cell<bool>,
    /// Width of the window and of its characters for which the buttons of the header were chosen.
    pub(super) header_fitted: Cell<Option<[i32; 2]>>,
    /// Boxed: instances may not be aligned to cache lines, as boards are.
    pub(super) snapshot: RefCell<Box<Snapshot>>,
    pub(super) menu_bar: OnceCell<MenuBar>,
    /// The set of shortcuts in use.
    pub(super) shortcuts: Cell<Option<Shortcuts>>,
    pub(super) dump: RefCell<Option<Rc<StateDump>>>,
    pub(super) options: RefCell<DesktopOptions>,
    /// The timer after which a refusal or reminder goes; none while neither is shown.
    pub(super) passing_message: RefCell<Option<glib::SourceId>>,
    /// The timer of the next change of the running clock; none while both stand still.
    pub(super) clock_timer: RefCell<Option<glib::SourceId>>,
    /// The notice that was shown last.
    pub(super) last_toast: RefCell<String>,
    /// Whether it is shown that the computer thinks, and what waits to show it.
    pub(super) shows_thinking: Cell<bool>,
    pub(super) thinking_timer: RefCell<Option<glib::SourceId>>,
    /// Counts the seconds to the next game.
    pub(super) countdown: RefCell<Option<glib::SourceId>>,
    /// A refusal over the content, which goes with the message.
    pub(super) refusal: RefCell<Option<adw::Toast>>,
    pub(super) design: RefCell<String>,
    /// Whether only some parts of the window show the new state, so that it must not be written for tests.
    pub(super) is_updating: Cell<bool>,
}

#[glib::object_subclass]
impl ObjectSubclass for Window {
    const NAME: &'static str = "BgWindow";
    type Type = super::Window;
    type ParentType = adw::ApplicationWindow;

    fn class_init(class: &mut Self::Class) {
        BoardWidget::ensure_type();
        stage::register();
        class.bind_template();
    }

    fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
        object.init_template();
    }
}

impl ObjectImpl for Window {
    fn constructed(&self) {
        self.parent_constructed();
        self.obj().build();
    }
}

impl WidgetImpl for Window {}

impl WindowImpl for Window {
    fn close_request(&self) -> glib::Propagation {
        if self.obj().sidebar().is_command_running() {
            self.obj().sidebar().close_window_after_command();
            return glib::Propagation::Stop;
        }
        if !self.obj().files().may_close() {
            return glib::Propagation::Stop;
        }
        self.obj().sidebar().close_windows();
        self.obj().tools().destroy();
        self.obj().close_preferences();
        self.obj().sounds().play("exit");
        self.obj().end_session();
        self.parent_close_request()
    }
}

impl ApplicationWindowImpl for Window {}
impl AdwApplicationWindowImpl for Window {}
