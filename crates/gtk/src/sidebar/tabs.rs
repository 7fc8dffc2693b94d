// SPDX-License-Identifier: GPL-3.0-or-later
//! A group of docked panels, of which one is shown: a bar with a tab for each panel and the buttons of the one shown, and
//! its content below.

use super::layout::PanelId;
use crate::a11y;
use crate::i18n::gettext_f;
use gtk::pango;
use gtk::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

/// Hears that another panel of a group is shown.
pub(super) type OnShown = Rc<dyn Fn(PanelId)>;

/// A panel in a group.
struct Tab {
    panel: PanelId,
    button: gtk::ToggleButton,
}

/// The group.
pub(super) struct TabGroup {
    root: gtk::Box,
    buttons: gtk::Box,
    /// The buttons of the panel that is shown.
    tools: gtk::Stack,
    pages: gtk::Stack,
    tabs: RefCell<Vec<Tab>>,
    on_shown: RefCell<Option<OnShown>>,
}

impl TabGroup {
    pub(super) fn new() -> Rc<TabGroup> {
        let buttons = gtk::Box::builder().hexpand(true).css_classes(["panel-tabs"]).build();
        let tools = gtk::Stack::builder().hhomogeneous(false).build();
        let bar = gtk::Box::builder().css_classes(["panel-head"]).build();
        bar.append(&buttons);
        bar.append(&tools);
        let pages = gtk::Stack::builder().hhomogeneous(false).vhomogeneous(false).vexpand(true).build();
        let root = gtk::Box::builder()
            .name("panel_tabs")
            .orientation(gtk::Orientation::Vertical)
            .css_classes(["panel-group"])
            .visible(false)
            .build();
        root.append(&bar);
        root.append(&pages);
        let (tabs, on_shown) = (RefCell::default(), RefCell::default());
        Rc::new(TabGroup { root, buttons, tools, pages, tabs, on_shown })
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// Calls `shown` when the user shows another panel.
    pub(super) fn connect_shown(&self, shown: OnShown) {
        self.on_shown.replace(Some(shown));
    }

    /// The panels of the group in order.
    pub(super) fn panels(&self) -> Vec<PanelId> {
        self.tabs.borrow().iter().map(|tab| tab.panel).collect()
    }

    /// The panel that is shown.
    pub(super) fn shown(&self) -> Option<PanelId> {
        let name = self.pages.visible_child_name()?;
        self.panels().into_iter().find(|panel| panel.key() == name)
    }

    /// Adds a panel with its buttons.
    pub(super) fn add(self: &Rc<Self>, panel: PanelId, tools: &gtk::Box, content: &gtk::Box) {
        let text = gtk::Label::builder().label(panel.tab_title()).ellipsize(pango::EllipsizeMode::End);
        let button = gtk::ToggleButton::builder()
            .name(format!("tab_{}", panel.key()))
            .child(&text.build())
            .focus_on_click(false)
            .css_classes(["flat"])
            .tooltip_text(panel.title())
            .build();
        a11y::set_label(&button, &gettext_f("Tab {panel}", &[("panel", &panel.title())]));
        self.tools.add_named(tools, Some(panel.key()));
        self.pages.add_named(content, Some(panel.key()));
        let group = Rc::downgrade(self);
        button.connect_clicked(move |_| {
            let Some(group) = group.upgrade() else { return };
            group.show(panel);
            let shown = group.on_shown.borrow().clone();
            if let Some(shown) = shown {
                shown(panel);
            }
        });
        self.buttons.append(&button);
        self.tabs.borrow_mut().push(Tab { panel, button });
        self.root.set_visible(true);
        if self.tabs.borrow().len() == 1 {
            self.show(panel);
        }
    }

    /// Shows a panel of the group.
    pub(super) fn show(&self, panel: PanelId) {
        for tab in self.tabs.borrow().iter() {
            tab.button.set_active(tab.panel == panel);
        }
        self.tools.set_visible_child_name(panel.key());
        self.pages.set_visible_child_name(panel.key());
    }

    /// Takes all panels out.
    pub(super) fn clear(&self) {
        for tab in self.tabs.take() {
            self.buttons.remove(&tab.button);
            for stack in [&self.tools, &self.pages] {
                if let Some(child) = stack.child_by_name(tab.panel.key()) {
                    stack.remove(&child);
                }
            }
        }
        self.root.set_visible(false);
    }
}
