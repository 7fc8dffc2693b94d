// SPDX-License-Identifier: GPL-3.0-or-later
//! The arrangement of panels: below one another in a column beside the board or over it, or in windows of their own.

use super::layout::{PanelId, PanelLayout, shares};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::widgets::wanted_width::WantedWidth;
use crate::widgets::{icon_button, set_class};
use adw::prelude::*;
use gtk::gio;
use std::cell::RefCell;

/// Width of the edge that can be dragged.
const HANDLE: i32 = 6;
/// Heights below this, in pixels, are not stored: the panel has not been laid out.
const SMALLEST_HEIGHT: i32 = 40;

/// A panel with its title bar.
struct PanelFrame {
    panel: PanelId,
    frame: gtk::Box,
    /// Its own window while it is detached.
    window: RefCell<Option<adw::Window>>,
}

/// The column with its panels, and the board beside it.
pub(super) struct PanelArrangement {
    /// Board and column, the column possibly over the board.
    whole: gtk::Overlay,
    /// Board and column beside each other.
    row: gtk::Box,
    /// Handle and column.
    side: gtk::Box,
    handle: gtk::Box,
    /// Keeps the wanted width of the column, independent of its content.
    width: WantedWidth,
    column: gtk::Box,
    frames: Vec<PanelFrame>,
    pub(super) layout: RefCell<PanelLayout>,
    /// The panels in the column, from top to bottom.
    docked: RefCell<Vec<PanelId>>,
}

/// The menu that moves a panel.
fn arrange_menu(panel: PanelId) -> gio::Menu {
    let menu = gio::Menu::new();
    for (label, action) in [
        (gettext("Move up"), "win.raise-panel"),
        (gettext("Move down"), "win.lower-panel"),
        (gettext("Detach"), "win.detach-panel"),
    ] {
        let item = gio::MenuItem::new(Some(&label), None);
        item.set_action_and_target_value(Some(action), Some(&panel.key().to_variant()));
        menu.append_item(&item);
    }
    menu
}

/// A panel with its title bar, which has buttons of its own.
fn frame(panel: PanelId, buttons: &[gtk::Widget], content: &gtk::Widget) -> PanelFrame {
    let title = panel.title();
    let label =
        gtk::Label::builder().label(&title).xalign(0.0).hexpand(true).css_classes(["heading"]).build();
    let head = gtk::Box::builder().css_classes(["panel-head"]).build();
    head.append(&label);
    for button in buttons {
        button.add_css_class("flat");
        head.append(button);
    }
    let name = |phrase: &str| gettext_f(phrase, &[("panel", &title)]);
    let arrange = gtk::MenuButton::builder()
        .icon_name("view-more-symbolic")
        .tooltip_text(name(&gettext("Arrange {panel}")))
        .css_classes(["flat"])
        .build();
    arrange.set_menu_model(Some(&arrange_menu(panel)));
    a11y::set_label(&arrange, &name(&gettext("Arrange {panel}")));
    a11y::name_menu_buttons(&arrange, &name(&gettext("Arrange {panel}")));
    let hide = icon_button("window-close-symbolic", &name(&gettext("Hide {panel}")));
    hide.set_action_name(Some("win.hide-panel"));
    hide.set_action_target_value(Some(&panel.key().to_variant()));
    head.append(&arrange);
    head.append(&hide);
    let frame = gtk::Box::builder().orientation(gtk::Orientation::Vertical).vexpand(true).build();
    frame.set_widget_name(&format!("panel_{}", panel.key()));
    frame.add_css_class("panel");
    frame.set_overflow(gtk::Overflow::Hidden);
    frame.append(&head);
    content.set_vexpand(true);
    frame.append(content);
    a11y::set_label(&frame, &title);
    PanelFrame { panel, frame, window: RefCell::default() }
}

impl PanelArrangement {
    /// An arrangement beside `board`. `panels` are the contents of the panels with the buttons of their title bars.
    pub(super) fn new(
        board: &gtk::Widget,
        panels: &[(PanelId, gtk::Widget, Vec<gtk::Widget>)],
    ) -> PanelArrangement {
        let frames = panels.iter().map(|(panel, content, buttons)| frame(*panel, buttons, content)).collect();
        let column = gtk::Box::builder().orientation(gtk::Orientation::Vertical).hexpand(true).build();
        let handle = gtk::Box::builder().css_classes(["panel-handle"]).width_request(HANDLE).build();
        handle.set_cursor_from_name(Some("col-resize"));
        // If there is no room for all panels, their column scrolls.
        let scroller = gtk::ScrolledWindow::builder()
            .child(&column)
            .hscrollbar_policy(gtk::PolicyType::Never)
            .hexpand(true)
            .vexpand(true)
            .build();
        let inner = gtk::Box::builder().css_classes(["panels"]).build();
        inner.append(&handle);
        inner.append(&scroller);
        let side = gtk::Box::builder().hexpand(false).hexpand_set(true).visible(false).build();
        side.set_widget_name("panels_side");
        side.append(&inner);
        let width = WantedWidth::new();
        side.set_layout_manager(Some(width.clone()));
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        board.set_hexpand(true);
        row.append(board);
        row.append(&side);
        let whole = gtk::Overlay::builder().child(&row).build();
        PanelArrangement {
            whole,
            row,
            side,
            handle,
            width,
            column,
            frames,
            layout: RefCell::default(),
            docked: RefCell::default(),
        }
    }

    /// Board and panels.
    pub(super) fn widget(&self) -> &gtk::Overlay {
        &self.whole
    }

    /// The edge that can be dragged to change the width.
    pub(super) fn handle(&self) -> &gtk::Box {
        &self.handle
    }

    fn frame_of(&self, panel: PanelId) -> &PanelFrame {
        let found = self.frames.iter().find(|frame| frame.panel == panel);
        found.expect("invariant: every panel has a frame")
    }

    /// The widget of a panel with its title bar.
    pub(super) fn frame(&self, panel: PanelId) -> &gtk::Box {
        &self.frame_of(panel).frame
    }

    /// The panels in the column, from top to bottom.
    pub(super) fn docked(&self) -> Vec<PanelId> {
        self.docked.borrow().clone()
    }

    /// Whether a panel can be seen.
    pub(super) fn is_shown(&self, panel: PanelId) -> bool {
        let is_docked = self.side.is_visible() && self.docked.borrow().contains(&panel);
        is_docked || self.frame_of(panel).window.borrow().is_some()
    }

    /// Shows the column, or hides it.
    pub(super) fn show_column(&self, is_shown: bool) {
        self.side.set_visible(is_shown);
    }

    /// Whether the column lies over the board.
    pub(super) fn is_folded(&self) -> bool {
        self.side.parent().as_ref() == Some(self.whole.upcast_ref())
    }

    /// The width of the column on the screen, in pixels.
    pub(super) fn width(&self) -> i32 {
        self.side.width()
    }

    /// Requests a width of the column, in pixels.
    pub(super) fn set_width(&self, width: i32) {
        self.width.set(width);
    }

    /// The width that the column takes from the board, in pixels.
    pub(super) fn taken_width(&self) -> i32 {
        let is_beside = self.side.is_visible() && !self.is_folded();
        let smallest = self.side.measure(gtk::Orientation::Horizontal, -1).0;
        if is_beside { smallest.max(self.width.get()) } else { 0 }
    }

    /// Lays the column over the board, or beside it.
    pub(super) fn fold(&self, over: bool) {
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

    /// Notes the heights of the panels on the screen in the layout.
    pub(super) fn note_heights(&self) {
        let docked = self.docked.borrow();
        if docked.len() < 2 {
            return;
        }
        let mut layout = self.layout.borrow_mut();
        for panel in docked.iter() {
            let height = self.frame(*panel).height();
            if height > SMALLEST_HEIGHT {
                layout.of(*panel).height = height;
            }
        }
    }

    /// Takes all panels out of the column.
    fn clear(&self) {
        for PanelFrame { frame, .. } in &self.frames {
            let Some(parent) = frame.parent() else { continue };
            if let Some(paned) = parent.downcast_ref::<gtk::Paned>() {
                if paned.start_child().as_ref() == Some(frame.upcast_ref()) {
                    paned.set_start_child(gtk::Widget::NONE);
                } else {
                    paned.set_end_child(gtk::Widget::NONE);
                }
            } else if parent == self.column {
                self.column.remove(frame);
            }
        }
        while let Some(child) = self.column.first_child() {
            self.column.remove(&child);
        }
    }

    /// Puts these panels below one another.
    pub(super) fn dock(&self, wanted: &[PanelId]) {
        if *self.docked.borrow() == wanted {
            return;
        }
        self.clear();
        let heights: Vec<i32> = {
            let mut layout = self.layout.borrow_mut();
            wanted.iter().map(|panel| layout.of(*panel).height).collect()
        };
        let heights = shares(&heights, self.whole.height());
        let mut below: Option<gtk::Widget> = None;
        for (panel, height) in wanted.iter().zip(heights).rev() {
            let frame = self.frame(*panel).clone();
            below = Some(match below {
                None => frame.upcast(),
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

    /// Whether a panel is in a window of its own.
    pub(super) fn is_detached(&self, panel: PanelId) -> bool {
        self.frame_of(panel).window.borrow().is_some()
    }

    /// Gives a panel a window of its own with this default size, above `parent`.
    pub(super) fn detach(
        &self,
        panel: PanelId,
        parent: &gtk::ApplicationWindow,
        (width, height): (i32, i32),
    ) -> adw::Window {
        let frame = self.frame_of(panel);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&adw::HeaderBar::new());
        content.append(&frame.frame);
        let own = adw::Window::builder()
            .title(panel.title())
            .transient_for(parent)
            .default_width(width)
            .default_height(height)
            .content(&content)
            .build();
        own.add_css_class("gnubg");
        set_class(&own, "dark", adw::StyleManager::default().is_dark());
        // Its keys are those of the main window.
        if let Some(app) = parent.application() {
            own.set_application(Some(&app));
        }
        own.insert_action_group("win", Some(parent));
        frame.window.replace(Some(own.clone()));
        own
    }

    /// Takes the window of a detached panel away, so that the panel can be docked.
    pub(super) fn attach(&self, panel: PanelId) {
        if let Some(window) = self.frame_of(panel).window.take() {
            window.set_content(gtk::Widget::NONE);
            window.destroy();
        }
    }

    /// The windows of detached panels.
    pub(super) fn windows(&self) -> Vec<(PanelId, adw::Window)> {
        let windows = self.frames.iter().map(|frame| (frame.panel, frame.window.borrow().clone()));
        windows.filter_map(|(panel, window)| Some((panel, window?))).collect()
    }
}
