// SPDX-License-Identifier: GPL-3.0-or-later
//! The arrangement of panels: as tabs in a column beside the board, below it or over its edge, in one group or two of which
//! one is below the other, or in windows of their own.

use super::layout::{PanelId, PanelLayout, shares};
use super::tabs::{OnShown, TabGroup};
use super::width::Placement;
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::widgets::wanted_width::WantedWidth;
use crate::widgets::{icon_button, keys, menus, set_class};
use adw::prelude::*;
use gtk::{gdk, gio, glib};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Width of the edge that can be dragged.
const HANDLE: i32 = 6;
/// Heights below this, in pixels, are not stored: the panel has not been laid out.
const SMALLEST_HEIGHT: i32 = 40;

/// A panel. In a window of its own it has a title bar; in the column its tab has the title.
struct PanelFrame {
    panel: PanelId,
    frame: gtk::Box,
    head: gtk::Box,
    /// The buttons of its title bar, or beside its tab.
    tools: gtk::Box,
    /// Its own window while it is detached.
    window: RefCell<Option<adw::Window>>,
}

/// The column with its panels, and the board beside it, above it or under it.
pub(super) struct PanelArrangement {
    /// Board and column.
    root: gtk::Overlay,
    /// The board, and the column unless it lies over the board.
    whole: gtk::Box,
    placement: Cell<Placement>,
    /// Handle and column.
    side: gtk::Box,
    handle: gtk::Box,
    /// Keeps the wanted width of the column, independent of its content.
    width: WantedWidth,
    /// Says that no panel is shown.
    nothing: gtk::Label,
    frames: Vec<PanelFrame>,
    pub(super) layout: RefCell<PanelLayout>,
    /// The upper and the lower tabs.
    groups: [Rc<TabGroup>; 2],
    split: gtk::Paned,
    /// The heights that the groups are to get in proportion, until the column has a height.
    wanted_heights: Cell<Option<[i32; 2]>>,
}

/// The menu that moves a panel.
fn arrange_menu(panel: PanelId) -> gio::Menu {
    let menu = gio::Menu::new();
    for (label, action) in [
        (gettext("Move to the upper tabs"), "win.raise-panel"),
        (gettext("Move to the lower tabs"), "win.lower-panel"),
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
    let tools = gtk::Box::new(gtk::Orientation::Horizontal, 0);
    head.append(&tools);
    for button in buttons {
        button.add_css_class("flat");
        tools.append(button);
    }
    let name = |phrase: &str| gettext_f(phrase, &[("panel", &title)]);
    let arrange = gtk::MenuButton::builder()
        .icon_name("view-more-symbolic")
        .tooltip_text(name(&gettext("Arrange {panel}")))
        .css_classes(["flat"])
        .build();
    menus::set_menu(&arrange, &arrange_menu(panel));
    a11y::set_label(&arrange, &name(&gettext("Arrange {panel}")));
    a11y::name_menu_buttons(&arrange, &name(&gettext("Arrange {panel}")));
    let hide = icon_button("window-close-symbolic", &name(&gettext("Hide {panel}")));
    hide.set_action_name(Some("win.hide-panel"));
    hide.set_action_target_value(Some(&panel.key().to_variant()));
    tools.append(&arrange);
    tools.append(&hide);
    let frame = gtk::Box::builder().orientation(gtk::Orientation::Vertical).vexpand(true).build();
    frame.set_widget_name(&format!("panel_{}", panel.key()));
    frame.add_css_class("panel");
    frame.set_overflow(gtk::Overflow::Hidden);
    frame.append(&head);
    content.set_vexpand(true);
    frame.append(content);
    a11y::set_label(&frame, &title);
    PanelFrame { panel, frame, head, tools, window: RefCell::default() }
}

impl PanelFrame {
    /// Puts it into a group of tabs.
    fn dock(&self, group: &Rc<TabGroup>) {
        self.head.remove(&self.tools);
        self.head.set_visible(false);
        group.add(self.panel, &self.tools, &self.frame);
    }

    /// Gives it its title bar back, after it was taken out of its group.
    fn undock(&self) {
        if self.tools.parent().is_none() {
            self.head.append(&self.tools);
            self.head.set_visible(true);
        }
    }
}

/// Lets the column of an overlay end above a part of the board's column.
fn keep_in_sight(overlay: &gtk::Overlay, uncovered: &gtk::Widget) {
    let uncovered = uncovered.downgrade();
    overlay.connect_get_child_position(move |overlay, side| {
        let top = uncovered.upgrade().and_then(|widget| widget.compute_bounds(overlay)).map(|at| at.y());
        let (least, wanted, ..) = side.measure(gtk::Orientation::Horizontal, -1);
        let (width, height) = (overlay.width(), overlay.height());
        let (least_height, ..) = side.measure(gtk::Orientation::Vertical, -1);
        let height = top.map_or(height, |top| top as i32).max(least_height).min(height);
        let own = wanted.min(width).max(least);
        Some(gdk::Rectangle::new(width - own, 0, own, height))
    });
}

impl PanelArrangement {
    /// An arrangement beside `board`, whose part `uncovered` and what is below it stay in sight. `panels` are the contents of
    /// the panels with the buttons of their title bars.
    pub(super) fn new(
        board: &gtk::Widget,
        uncovered: &gtk::Widget,
        panels: &[(PanelId, gtk::Widget, Vec<gtk::Widget>)],
    ) -> PanelArrangement {
        let frames = panels.iter().map(|(panel, content, buttons)| frame(*panel, buttons, content)).collect();
        let groups = [TabGroup::new(), TabGroup::new()];
        let split = gtk::Paned::builder()
            .orientation(gtk::Orientation::Vertical)
            .start_child(groups[0].widget())
            .end_child(groups[1].widget())
            .resize_start_child(true)
            .shrink_start_child(false)
            .shrink_end_child(false)
            .vexpand(true)
            .build();
        let nothing = gtk::Label::builder()
            .label(gettext("No panel is shown; choose one in the menu under View."))
            .wrap(true)
            .margin_top(24)
            .visible(false)
            .build();
        let column = gtk::Box::builder().orientation(gtk::Orientation::Vertical).hexpand(true).build();
        column.append(&nothing);
        column.append(&split);
        let handle = gtk::Box::builder()
            .name("panel_handle")
            .css_classes(["panel-handle"])
            .width_request(HANDLE)
            .build();
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
        let side = gtk::Box::builder()
            .name("panels_side")
            .hexpand(false)
            .hexpand_set(true)
            .vexpand(false)
            .vexpand_set(true)
            .visible(false)
            .build();
        side.append(&inner);
        let width = WantedWidth::new();
        side.set_layout_manager(Some(width.clone()));
        let whole = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        // It takes what is left, so that the column gets the width that it requests.
        let stage = gtk::Box::builder().hexpand(true).build();
        stage.append(board);
        stage.set_layout_manager(Some(WantedWidth::new()));
        whole.append(&stage);
        whole.append(&side);
        let root = gtk::Overlay::builder().child(&whole).build();
        keep_in_sight(&root, uncovered);
        PanelArrangement {
            root,
            whole,
            placement: Cell::default(),
            side,
            handle,
            width,
            nothing,
            frames,
            layout: RefCell::default(),
            groups,
            split,
            wanted_heights: Cell::default(),
        }
    }

    /// Calls `told` when the column has got another height.
    pub(super) fn connect_height(&self, told: impl Fn() + Clone + 'static) {
        // It is told while the column is laid out.
        self.split.connect_max_position_notify(move |_| {
            glib::idle_add_local_once(told.clone());
        });
    }

    /// Calls `shown` when the user shows another panel by its tab.
    pub(super) fn connect_shown(&self, shown: &OnShown) {
        self.groups.iter().for_each(|group| group.connect_shown(Rc::clone(shown)));
    }

    /// Board and panels.
    pub(super) fn widget(&self) -> &gtk::Overlay {
        &self.root
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

    /// The panels in the column: the upper tabs, then the lower ones.
    pub(super) fn docked(&self) -> Vec<PanelId> {
        self.groups.iter().flat_map(|group| group.panels()).collect()
    }

    /// Whether a panel can be seen.
    pub(super) fn is_shown(&self, panel: PanelId) -> bool {
        let is_on_top = self.groups.iter().any(|group| group.shown() == Some(panel));
        (self.side.is_visible() && is_on_top) || self.frame_of(panel).window.borrow().is_some()
    }

    /// Shows a docked panel in place of the other panels of its group. Returns whether that is a change.
    pub(super) fn select(&self, panel: PanelId) -> bool {
        let group = self.groups.iter().find(|group| group.panels().contains(&panel));
        let Some(group) = group.filter(|group| group.shown() != Some(panel)) else { return false };
        group.show(panel);
        true
    }

    /// Whether the column is shown.
    pub(super) fn is_column_shown(&self) -> bool {
        self.side.is_visible()
    }

    /// Shows the column, or hides it.
    pub(super) fn show_column(&self, is_shown: bool) {
        self.side.set_visible(is_shown);
    }

    /// Where the column lies.
    pub(super) fn placement(&self) -> Placement {
        self.placement.get()
    }

    /// The width of the column on the screen, in pixels.
    pub(super) fn width(&self) -> i32 {
        self.side.width()
    }

    /// Requests a width of the column beside the board, in pixels.
    pub(super) fn set_width(&self, width: i32) {
        self.width.set(width);
    }

    /// The width that the column takes from the board, in pixels.
    pub(super) fn taken_width(&self) -> i32 {
        let is_beside = self.side.is_visible() && self.placement.get() == Placement::Beside;
        let smallest = self.side.measure(gtk::Orientation::Horizontal, -1).0;
        if is_beside { smallest.max(self.width.get()) } else { 0 }
    }

    /// Puts the column somewhere. Returns whether it gets another number of groups for that.
    pub(super) fn place(&self, placement: Placement) -> bool {
        let old = self.placement.replace(placement);
        if old == placement {
            return false;
        }
        let (is_over, was_over) = (placement == Placement::Over, old == Placement::Over);
        if is_over && !was_over {
            self.whole.remove(&self.side);
            self.root.add_overlay(&self.side);
        } else if was_over && !is_over {
            self.root.remove_overlay(&self.side);
            self.whole.append(&self.side);
        }
        set_class(&self.side, "over", is_over);
        let (orientation, height) = match placement {
            Placement::Below(height) => (gtk::Orientation::Vertical, height),
            Placement::Beside | Placement::Over => (gtk::Orientation::Horizontal, -1),
        };
        self.whole.set_orientation(orientation);
        self.handle.set_visible(height < 0);
        self.side.set_height_request(height);
        (old == Placement::Beside) != (placement == Placement::Beside)
    }

    /// Whether the upper and the lower tabs are one group, because there is no room for two.
    pub(super) fn is_one_group(&self) -> bool {
        self.placement.get() != Placement::Beside
    }

    /// Notes the heights of the groups on the screen in the layout.
    pub(super) fn note_heights(&self) {
        if self.groups.iter().any(|group| group.panels().is_empty()) {
            return;
        }
        let mut layout = self.layout.borrow_mut();
        for group in &self.groups {
            let height = group.widget().height();
            for panel in group.panels().into_iter().filter(|_| height > SMALLEST_HEIGHT) {
                layout.of(panel).height = height;
            }
        }
    }

    /// Puts these panels into the column: the upper tabs, and the lower ones.
    pub(super) fn dock(&self, upper: &[PanelId], lower: &[PanelId]) {
        let wanted = [upper, lower];
        if self.groups.iter().zip(wanted).all(|(group, wanted)| group.panels() == wanted) {
            return;
        }
        let shown: Vec<PanelId> = self.groups.iter().filter_map(|group| group.shown()).collect();
        self.groups.iter().for_each(|group| group.clear());
        self.frames.iter().for_each(PanelFrame::undock);
        for (group, panels) in self.groups.iter().zip(wanted) {
            panels.iter().for_each(|panel| self.frame_of(*panel).dock(group));
            if let Some(panel) = panels.iter().find(|panel| shown.contains(panel)) {
                group.show(*panel);
            }
        }
        self.nothing.set_visible(upper.is_empty() && lower.is_empty());
        if let ([upper, ..], [lower, ..]) = (upper, lower) {
            let heights = [upper, lower].map(|panel| self.layout.borrow_mut().of(*panel).height);
            self.wanted_heights.set(Some(heights));
            self.divide();
        }
    }

    /// Divides the column between its groups as they want, once it has a height.
    pub(super) fn divide(&self) {
        let room = self.side.height().max(self.root.height());
        let Some(heights) = self.wanted_heights.get().filter(|_| room > 0) else { return };
        self.wanted_heights.set(None);
        self.split.set_position(shares(&heights, room)[0]);
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
        keys::lead_to_errors(&own);
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
