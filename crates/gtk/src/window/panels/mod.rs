// SPDX-License-Identifier: GPL-3.0-or-later
//! The panels beside the board: game record, analysis, commentary, messages, commands. They show what the session
//! tells, below one another in a column that can be hidden, or in windows of their own.

mod analysis;
mod build;
mod cells;
mod command;
mod commentary;
mod console;
mod course;
mod due;
mod filter;
mod games;
mod layout;
mod lines;
mod messages;
mod numbers;
mod record;
mod record_tools;
mod recorded;
mod width;

pub(super) use build::install;
pub(super) use layout::Panel;

use super::Window;
use crate::i18n::gettext;
use adw::prelude::*;
use adw::subclass::prelude::*;
use analysis::AnalysisPanel;
use build::{icon_button, shares};
use command::CommandPanel;
use commentary::Commentary;
use due::DuePanel;
use gnubg_session::options::{Options, WindowSize};
use gtk::{gio, glib};
use layout::Layout;
use messages::Messages;
use record::RecordPanel;
use std::cell::RefCell;
use std::rc::Rc;
use width::WantedWidth;

/// Width of the edge that can be dragged.
const HANDLE: i32 = 6;
/// A panel with its head.
struct Pane {
    panel: Panel,
    frame: gtk::Box,
    /// Its own window while it is detached.
    window: RefCell<Option<adw::Window>>,
}

/// All panels of a window.
pub(super) struct Panels {
    /// Board and panels, the panels possibly over the board.
    whole: gtk::Overlay,
    /// Board and panels beside each other.
    row: gtk::Box,
    /// The handle and the column.
    side: gtk::Box,
    /// Keeps the wanted width of the column, independent of its content.
    width: WantedWidth,
    column: gtk::Box,
    panes: Vec<Pane>,
    layout: RefCell<Layout>,
    /// What is shown in the column now, from top to bottom.
    docked: RefCell<Vec<Panel>>,
    record: RecordPanel,
    analysis: AnalysisPanel,
    commentary: Commentary,
    messages: Messages,
    command: CommandPanel,
    /// The panels that show the current position; they are updated one per frame.
    due: [Rc<DuePanel>; 3],
}

impl Panels {
    fn pane(&self, panel: Panel) -> &Pane {
        let found = self.panes.iter().find(|pane| pane.panel == panel);
        found.expect("invariant: every panel has a pane")
    }

    /// Whether a panel can be seen.
    fn is_shown(&self, panel: Panel) -> bool {
        let is_docked = self.side.is_visible() && self.docked.borrow().contains(&panel);
        is_docked || self.pane(panel).window.borrow().is_some()
    }

    /// Whether the panels lie over the board.
    fn is_folded(&self) -> bool {
        self.side.parent().as_ref() == Some(self.whole.upcast_ref())
    }

    /// The width that the panels need at least.
    fn least_side(&self) -> i32 {
        self.side.measure(gtk::Orientation::Horizontal, -1).0
    }

    /// Lays the panels over the board, or beside it.
    fn fold(&self, over: bool) {
        if over == self.is_folded() {
            return;
        }
        if over {
            self.row.remove(&self.side);
            self.side.set_halign(gtk::Align::End);
            self.whole.add_overlay(&self.side);
        } else {
            self.whole.remove_overlay(&self.side);
            self.side.set_halign(gtk::Align::Fill);
            self.row.append(&self.side);
        }
    }

    /// Notes the heights the panels have got.
    fn note_heights(&self) {
        let docked = self.docked.borrow();
        if docked.len() < 2 {
            return;
        }
        let mut layout = self.layout.borrow_mut();
        for panel in docked.iter() {
            let height = self.pane(*panel).frame.height();
            if height > 40 {
                layout.of(*panel).height = height;
            }
        }
    }

    /// Puts the wanted panels below one another.
    fn arrange(&self, wanted: &[Panel]) {
        if *self.docked.borrow() == wanted {
            return;
        }
        for pane in &self.panes {
            if let Some(parent) = pane.frame.parent() {
                if let Some(paned) = parent.downcast_ref::<gtk::Paned>() {
                    let is_start = paned.start_child().as_ref() == Some(pane.frame.upcast_ref());
                    if is_start {
                        paned.set_start_child(gtk::Widget::NONE);
                    } else {
                        paned.set_end_child(gtk::Widget::NONE);
                    }
                } else if parent == self.column {
                    self.column.remove(&pane.frame);
                }
            }
        }
        while let Some(child) = self.column.first_child() {
            self.column.remove(&child);
        }
        let frames: Vec<gtk::Widget> =
            wanted.iter().map(|panel| self.pane(*panel).frame.clone().upcast()).collect();
        let heights: Vec<i32> = {
            let mut layout = self.layout.borrow_mut();
            wanted.iter().map(|panel| layout.of(*panel).height).collect()
        };
        let heights = shares(&heights, self.whole.height());
        let mut below: Option<gtk::Widget> = None;
        for (frame, height) in frames.into_iter().zip(heights).rev() {
            below = Some(match below {
                None => frame,
                Some(rest) => gtk::Paned::builder()
                    .orientation(gtk::Orientation::Vertical)
                    .start_child(&frame)
                    .end_child(&rest)
                    .position(height)
                    .resize_start_child(true)
                    .shrink_start_child(false)
                    .shrink_end_child(false)
                    .vexpand(true)
                    .build()
                    .upcast(),
            });
        }
        match below {
            Some(all) => self.column.append(&all),
            None => {
                let text = gettext("No panel is shown; choose one in the menu under View.");
                let label = gtk::Label::builder().label(text).wrap(true).margin_top(24).build();
                self.column.append(&label);
            }
        }
        self.docked.replace(wanted.to_vec());
    }
}

impl Window {
    fn imp_panels(&self) -> Option<&Panels> {
        self.imp().panels.get()
    }

    fn panels(&self) -> &Panels {
        self.imp().panels.get().expect("invariant: built with the window")
    }

    /// Follows the settings: which panels are shown, and how.
    pub(super) fn follow_panels(&self, options: &Options) {
        let panels = self.panels();
        {
            let text = &options.window.panel_layout;
            let mut layout = panels.layout.borrow_mut();
            let read = Layout::read(text);
            // Heights on the screen are newer than those of the settings.
            let order = |layout: &Layout| -> Vec<(Panel, bool)> {
                layout.0.iter().map(|place| (place.panel, place.is_detached)).collect()
            };
            if order(&layout) != order(&read) || panels.docked.borrow().is_empty() {
                *layout = read;
            }
        }
        let places = panels.layout.borrow().0.clone();
        let wanted = |panel: Panel| panel.is_wanted(options);
        let docked: Vec<Panel> =
            places.iter().filter(|p| wanted(p.panel) && !p.is_detached).map(|p| p.panel).collect();
        panels.note_heights();
        panels.arrange(&docked);
        for place in &places {
            let is_out = place.is_detached && wanted(place.panel) && options.window.panels;
            self.float_panel(place.panel, is_out);
        }
        panels.side.set_visible(options.window.panels);
        self.fold_panels();
        panels.command.follow(options);
        for panel in Panel::ALL {
            self.set_switch(&format!("panel-{}", panel.key()), wanted(panel));
        }
        self.set_switch("panels", options.window.panels);
        self.set_switch("dock-panels", !places.iter().any(|place| place.is_detached));
        self.show_panels();
    }

    fn set_switch(&self, action: &str, on: bool) {
        if let Some(action) = self.lookup_action(action).and_downcast::<gio::SimpleAction>() {
            action.set_state(&on.to_variant());
        }
    }

    /// Gives a panel a window of its own, or takes it back.
    fn float_panel(&self, panel: Panel, is_out: bool) {
        let pane = self.panels().pane(panel);
        let has_window = pane.window.borrow().is_some();
        if is_out == has_window {
            return;
        }
        if let Some(window) = pane.window.take() {
            window.set_content(gtk::Widget::NONE);
            window.destroy();
            return;
        }
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&adw::HeaderBar::new());
        content.append(&pane.frame);
        let size = self.panel_size(panel);
        let own = adw::Window::builder()
            .title(panel.title())
            .transient_for(self)
            .default_width(size.0)
            .default_height(size.1)
            .content(&content)
            .build();
        own.add_css_class("gnubg");
        if adw::StyleManager::default().is_dark() {
            own.add_css_class("dark");
        }
        own.connect_close_request(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |own| {
                window.note_panel_size(panel, own);
                window.dock_panel(panel);
                glib::Propagation::Stop
            }
        ));
        // Its keys are those of the main window.
        if let Some(app) = self.application() {
            own.set_application(Some(&app));
        }
        own.insert_action_group("win", Some(self));
        own.present();
        pane.window.replace(Some(own));
    }

    fn panel_size(&self, panel: Panel) -> (i32, i32) {
        let options = self.options();
        let at = place_of(panel).map(|n| options.window.sizes[n]);
        match at {
            Some(place) if place.width > 0 && place.height > 0 => (place.width, place.height),
            _ => (440, 420),
        }
    }

    fn note_panel_size(&self, panel: Panel, own: &adw::Window) {
        let (width, height) = own.default_size();
        if let Some(n) = place_of(panel).filter(|_| width > 0 && height > 0) {
            self.change_options(|options| options.window.sizes[n] = WindowSize { width, height });
        }
    }

    fn change_layout(&self, change: impl FnOnce(&mut Layout)) {
        self.panels().note_heights();
        let mut layout = self.panels().layout.borrow().clone();
        change(&mut layout);
        self.change_options(|options| options.window.panel_layout = layout.write());
    }

    fn detach_panel(&self, panel: Panel) {
        self.change_layout(|layout| layout.of(panel).is_detached = true);
    }

    fn dock_panel(&self, panel: Panel) {
        self.change_layout(|layout| layout.of(panel).is_detached = false);
    }

    fn shift_panel(&self, panel: Panel, up: bool) {
        let docked = self.panels().docked.borrow().clone();
        self.change_layout(|layout| layout.shift(panel, up, |other| !docked.contains(&other)));
        self.follow_panels(&self.options());
        // The button goes with its panel, and the keyboard with the button.
        self.panels().pane(panel).frame.child_focus(gtk::DirectionType::TabForward);
    }

    /// Shows or hides a panel.
    fn want_panel(&self, panel: Panel, on: bool) {
        self.change_options(|options| {
            panel.want(options, on);
            options.window.panels |= on;
        });
        if on {
            self.follow_panels(&self.options());
            self.focus_panel(panel);
        } else {
            self.imp().board.grab_focus();
        }
    }

    /// The shortcut of a panel: shows it and moves the focus there; hides it if the focus is already there.
    fn toggle_panel(&self, panel: Panel) {
        let pane = self.panels().pane(panel);
        let focus = GtkWindowExt::focus(self);
        let has_focus = focus.is_some_and(|widget| widget.is_ancestor(&pane.frame));
        if self.panels().is_shown(panel) && !has_focus {
            self.focus_panel(panel);
        } else {
            self.want_panel(panel, !self.panels().is_shown(panel));
        }
    }

    /// Whether the command entry has the focus.
    pub(super) fn is_typing_commands(&self) -> bool {
        let Some(panels) = self.imp_panels() else { return false };
        let frame = &panels.pane(Panel::Command).frame;
        GtkWindowExt::focus(self).is_some_and(|widget| widget.is_ancestor(frame))
    }

    fn focus_panel(&self, panel: Panel) {
        self.settle_panels();
        let panels = self.panels();
        match panel {
            Panel::Record => panels.record.focus(),
            Panel::Analysis => panels.analysis.focus(),
            Panel::Commentary => panels.commentary.focus(),
            Panel::Messages => panels.messages.focus(),
            Panel::Command => panels.command.focus(),
        }
        self.write_dump();
    }

    /// Moves the focus from the board to each panel and back to the board.
    fn next_pane(&self) {
        let panels = self.panels();
        let focus = GtkWindowExt::focus(self);
        let shown: Vec<Panel> = {
            let docked = panels.docked.borrow();
            docked.iter().copied().filter(|panel| panels.is_shown(*panel)).collect()
        };
        let has_focus = |panel: &Panel| {
            let frame = &panels.pane(*panel).frame;
            focus.as_ref().is_some_and(|widget| widget.is_ancestor(frame))
        };
        let next = shown.iter().position(has_focus).map_or(0, |at| at + 1);
        match shown.get(next) {
            Some(panel) => self.focus_panel(*panel),
            None => self.focus_board(),
        }
    }

    /// The board alone.
    fn play_layout(&self) {
        self.change_options(|options| options.window.panels = false);
        self.imp().board.grab_focus();
    }

    /// The panels for going through a match.
    pub(super) fn study(&self) {
        self.change_options(|options| {
            options.window.panels = true;
            for panel in [Panel::Record, Panel::Analysis, Panel::Commentary] {
                panel.want(options, true);
            }
        });
    }

    /// Shows the panels that were shown last time, after a match was opened.
    pub(super) fn show_for_study(&self) {
        if self.options().window.panel_layout.is_empty() {
            self.study();
        } else {
            self.change_options(|options| options.window.panels = true);
        }
    }

    /// Notes heights and sizes in the settings, when the window closes.
    pub(super) fn note_panels(&self) {
        self.change_layout(|_| {});
    }

    /// Closes the windows of detached panels.
    pub(super) fn close_panels(&self) {
        for pane in &self.panels().panes {
            if let Some(own) = pane.window.take() {
                self.note_panel_size(pane.panel, &own);
                own.destroy();
            }
        }
    }

    /// Saves the typed comment.
    pub(super) fn keep_comment(&self) {
        if let Some(panels) = self.imp().panels.get() {
            panels.commentary.keep(self);
        }
    }

    /// The last messages.
    pub(super) fn last_messages(&self) -> String {
        self.imp_panels().map(|panels| panels.messages.last_lines(12)).unwrap_or_default()
    }

    /// Adds a line to the messages.
    pub(super) fn log(&self, text: &str) {
        if let Some(panels) = self.imp().panels.get() {
            panels.messages.add(text);
        }
    }
}

/// The place of a panel among the stored windows.
fn place_of(panel: Panel) -> Option<usize> {
    let name = match panel {
        Panel::Record => "game",
        Panel::Analysis => "analysis",
        Panel::Commentary => return None,
        Panel::Messages => "message",
        Panel::Command => "command",
    };
    gnubg_session::options::WINDOWS.iter().position(|known| *known == name)
}

/// The actions of the panels.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let mut all: Vec<gio::ActionEntry<Window>> = Panel::ALL
        .into_iter()
        .map(|panel| {
            gio::ActionEntry::builder(&format!("panel-{}", panel.key()))
                .state(false.to_variant())
                .activate(move |window: &Window, _, _| window.toggle_panel(panel))
                .build()
        })
        .collect();
    let panels = gio::ActionEntry::builder("panels")
        .state(false.to_variant())
        .activate(|window: &Window, _, _| {
            window.change_options(|options| options.window.panels = !options.window.panels);
        })
        .build();
    let simple = |name: &str, run: fn(&Window)| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window)).build()
    };
    let of_panel = |name: &str, run: fn(&Window, Panel)| {
        gio::ActionEntry::builder(name)
            .parameter_type(Some(glib::VariantTy::STRING))
            .activate(move |window: &Window, _, key| {
                let key = key.and_then(glib::Variant::str).unwrap_or_default();
                if let Some(panel) = Panel::ALL.into_iter().find(|panel| panel.key() == key) {
                    run(window, panel);
                }
            })
            .build()
    };
    all.extend([
        panels,
        of_panel("raise-panel", |window, panel| window.shift_panel(panel, true)),
        of_panel("lower-panel", |window, panel| window.shift_panel(panel, false)),
        of_panel("detach-panel", Window::detach_panel),
        build::docking(),
        simple("restore-panels", |window| {
            window.change_options(|options| options.window.panels = true);
        }),
        simple("layout-play", Window::play_layout),
        simple("next-pane", Window::next_pane),
        simple("layout-study", Window::study),
        simple("show-messages", |window| window.want_panel(Panel::Messages, true)),
    ]);
    all
}
