// SPDX-License-Identifier: GPL-3.0-or-later
//! Building the panels and putting them beside the board.

use super::super::Window;
use super::analysis::AnalysisPanel;
use super::command::CommandPanel;
use super::commentary::Commentary;
use super::due::DuePanel;
use super::layout::Panel;
use super::messages::Messages;
use super::record::RecordPanel;
use super::width::WantedWidth;
use super::{HANDLE, Pane, Panels};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio, glib};
use std::cell::{Cell, RefCell};

/// A small flat button with an icon.
pub(super) fn icon_button(icon: &str, name: &str) -> gtk::Button {
    let button = gtk::Button::builder().icon_name(icon).tooltip_text(name).css_classes(["flat"]).build();
    a11y::set_label(&button, name);
    button
}

/// Builds the panels and puts them beside the board.
pub(in crate::window) fn install(window: &Window) {
    let imp = window.imp();
    let record = RecordPanel::new(window);
    let analysis = AnalysisPanel::new(window);
    let commentary = Commentary::new(window);
    let messages = Messages::new();
    let command = CommandPanel::new(window);
    let content = |panel: Panel| -> gtk::Widget {
        match panel {
            Panel::Record => record.widget().clone().upcast(),
            Panel::Analysis => analysis.widget().clone().upcast(),
            Panel::Commentary => commentary.widget().clone().upcast(),
            Panel::Messages => messages.widget().clone().upcast(),
            Panel::Command => command.widget().clone().upcast(),
        }
    };
    let tools = |panel: Panel| match panel {
        Panel::Record => record.head_buttons().into(),
        _ => Vec::new(),
    };
    let panes: Vec<Pane> = Panel::ALL.map(|panel| pane(window, panel, &tools(panel), &content(panel))).into();
    let column = gtk::Box::builder().orientation(gtk::Orientation::Vertical).hexpand(true).build();
    let handle = gtk::Box::builder().css_classes(["panel-handle"]).width_request(HANDLE).build();
    handle.set_cursor_from_name(Some("col-resize"));
    // Where there is no room for all panels, their column scrolls.
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
    let board = imp.toasts.child();
    imp.toasts.set_child(gtk::Widget::NONE);
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 0);
    if let Some(board) = board {
        board.set_hexpand(true);
        row.append(&board);
    }
    row.append(&side);
    let whole = gtk::Overlay::builder().child(&row).build();
    imp.toasts.set_child(Some(&whole));
    drag_width(window, &handle);
    let panels = Panels {
        whole,
        row,
        side,
        width,
        column,
        panes,
        layout: RefCell::default(),
        docked: RefCell::default(),
        record,
        analysis,
        commentary,
        messages,
        command,
        due: DuePanel::all(window),
    };
    assert!(imp.panels.set(panels).is_ok(), "invariant: built once");
    let style = adw::StyleManager::default();
    follow_dark(window, style.is_dark());
    style.connect_dark_notify(glib::clone!(
        #[weak]
        window,
        move |style| follow_dark(&window, style.is_dark())
    ));
    window.connect_realize(|window| {
        let Some(surface) = window.surface() else { return };
        let fold = glib::clone!(
            #[weak]
            window,
            move |_: &gdk::Surface| {
                glib::idle_add_local_once(move || window.fold_panels());
            }
        );
        surface.connect_width_notify(fold.clone());
        surface.connect_height_notify(fold);
    });
}

/// The switch between panels beside the board and panels in windows of their own.
pub(super) fn docking() -> gio::ActionEntry<Window> {
    gio::ActionEntry::builder("dock-panels")
        .state(true.to_variant())
        .activate(|window: &Window, _, _| {
            window.change_layout(|layout| {
                let is_docked = !layout.0.iter().any(|place| place.is_detached);
                layout.0.iter_mut().for_each(|place| place.is_detached = is_docked);
            });
        })
        .build()
}

/// Colors of marks differ between light and dark.
fn follow_dark(window: &Window, is_dark: bool) {
    let own = window.imp().panels.get().into_iter().flat_map(|panels| &panels.panes);
    let own: Vec<gtk::Widget> =
        own.filter_map(|pane| pane.window.borrow().clone()).map(Cast::upcast::<gtk::Widget>).collect();
    for widget in own.iter().chain([window.upcast_ref::<gtk::Widget>()]) {
        if is_dark {
            widget.add_css_class("dark");
        } else {
            widget.remove_css_class("dark");
        }
    }
}

/// Heights in the same proportions that fill the room, if that is known.
pub(super) fn shares(heights: &[i32], room: i32) -> Vec<i32> {
    let sum: i32 = heights.iter().sum();
    if room <= 0 || sum <= 0 {
        return heights.to_vec();
    }
    heights.iter().map(|height| (f64::from(*height) * f64::from(room) / f64::from(sum)) as i32).collect()
}

/// Where a panel can go.
fn arrange_menu(panel: Panel) -> gio::Menu {
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

/// A panel's head, with tools of its own, and content.
fn pane(window: &Window, panel: Panel, tools: &[gtk::Widget], content: &gtk::Widget) -> Pane {
    let title = panel.title();
    let label =
        gtk::Label::builder().label(&title).xalign(0.0).hexpand(true).css_classes(["heading"]).build();
    let head = gtk::Box::builder().css_classes(["panel-head"]).build();
    head.append(&label);
    for tool in tools {
        tool.add_css_class("flat");
        head.append(tool);
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
    hide.connect_clicked(glib::clone!(
        #[weak]
        window,
        move |_| window.want_panel(panel, false)
    ));
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
    Pane { panel, frame, window: RefCell::default() }
}

/// Lets the handle change the width of the column.
fn drag_width(window: &Window, handle: &gtk::Box) {
    let drag = gtk::GestureDrag::new();
    let start = std::rc::Rc::new(Cell::new(0));
    drag.connect_drag_begin(glib::clone!(
        #[weak]
        window,
        #[strong]
        start,
        move |_, _, _| start.set(window.panels().side.width())
    ));
    drag.connect_drag_update(glib::clone!(
        #[weak]
        window,
        move |drag, _, _| {
            // The handle moves with the edge, so that the pointer's place on it is what it went since.
            let Some((x, _)) = drag.offset() else { return };
            let width = window.panels().side.width() - x.round() as i32;
            window.set_panel_width(width);
        }
    ));
    drag.connect_drag_end(glib::clone!(
        #[weak]
        window,
        move |_, _, _| {
            let width = u16::try_from(window.panels().side.width()).unwrap_or(0);
            if i32::from(width) != start.get() {
                window.change_options(|options| options.window.panel_width = width.max(50));
            }
        }
    ));
    handle.add_controller(drag);
}
