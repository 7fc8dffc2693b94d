// SPDX-License-Identifier: GPL-3.0-or-later
//! The window's own half: template children and state. Structure in `resources/ui/window.ui`.

use super::player_card::PlayerCard;
use crate::args::Options;
use crate::board::BoardWidget;
use crate::dump::Dump;
use crate::model::{Model, Snapshot};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{CompositeTemplate, gio, glib};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// See the module.
#[derive(Default, CompositeTemplate)]
#[template(resource = "/io/github/gnubg/Gnubg/ui/window.ui")]
pub struct Window {
    #[template_child]
    pub(super) title: TemplateChild<adw::WindowTitle>,
    #[template_child]
    pub(super) new_button: TemplateChild<adw::SplitButton>,
    #[template_child]
    pub(super) edit_button: TemplateChild<gtk::ToggleButton>,
    #[template_child]
    pub(super) menu_button: TemplateChild<gtk::MenuButton>,
    #[template_child]
    pub(super) toasts: TemplateChild<adw::ToastOverlay>,
    #[template_child]
    pub(super) board: TemplateChild<BoardWidget>,
    #[template_child]
    pub(super) start_card: TemplateChild<gtk::Box>,
    #[template_child]
    pub(super) start_lengths: TemplateChild<gtk::Box>,
    #[template_child]
    pub(super) message_stack: TemplateChild<gtk::Stack>,
    #[template_child]
    pub(super) play_entry: TemplateChild<gtk::Entry>,
    #[template_child]
    pub(super) message: TemplateChild<gtk::Label>,
    #[template_child]
    pub(super) slots: TemplateChild<gtk::Box>,
    #[template_child]
    pub(super) resign_button: TemplateChild<gtk::MenuButton>,
    #[template_child]
    pub(super) player_0: TemplateChild<gtk::Box>,
    #[template_child]
    pub(super) player_1: TemplateChild<gtk::Box>,
    #[template_child]
    pub(super) match_label: TemplateChild<gtk::Label>,
    #[template_child]
    pub(super) badge: TemplateChild<gtk::Label>,
    #[template_child]
    pub(super) play_text: TemplateChild<gtk::Label>,
    #[template_child]
    pub(super) status_row: TemplateChild<gtk::Box>,
    #[template_child]
    pub(super) id_entry: TemplateChild<gtk::Entry>,
    #[template_child]
    pub(super) design_section: TemplateChild<gio::Menu>,
    #[template_child]
    pub(super) board_menu: TemplateChild<gio::Menu>,
    pub(super) model: OnceCell<Rc<dyn Model>>,
    /// Boxed: instances may not be aligned to cache lines, as boards are.
    pub(super) snapshot: RefCell<Box<Snapshot>>,
    pub(super) cards: OnceCell<[PlayerCard; 2]>,
    pub(super) buttons: RefCell<Vec<(gtk::Stack, gtk::Button)>>,
    pub(super) dump: RefCell<Option<Dump>>,
    pub(super) options: RefCell<Options>,
    pub(super) last_toast: RefCell<String>,
    pub(super) design: RefCell<String>,
    /// Whether the parts of the window do not agree yet, so that nothing may be written down.
    pub(super) is_updating: Cell<bool>,
}

#[glib::object_subclass]
impl ObjectSubclass for Window {
    const NAME: &'static str = "BgWindow";
    type Type = super::Window;
    type ParentType = adw::ApplicationWindow;

    fn class_init(class: &mut Self::Class) {
        BoardWidget::ensure_type();
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
        // Whatever is being computed for this window is not wanted any more.
        if let Some(model) = self.model.get() {
            model.send(crate::model::Command::Stop);
        }
        self.parent_close_request()
    }
}

impl ApplicationWindowImpl for Window {}
impl AdwApplicationWindowImpl for Window {}
