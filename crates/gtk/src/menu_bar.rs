// SPDX-License-Identifier: GPL-3.0-or-later
//! The menu bar with all menus of the original; it is shown if the options say so.

use crate::a11y;
use gtk::gio;
use gtk::prelude::*;
use std::cell::RefCell;

/// The resource with the menus.
const TREE: &str = "/io/github/gnubg/Gnubg/ui/menu_bar.ui";

/// The place of the menu bar below the header of a window, and the main menu in the header.
pub(crate) struct MenuBar {
    content: gtk::Box,
    header: gtk::Widget,
    main_menu: gtk::MenuButton,
    shown: RefCell<Option<(gtk::ScrolledWindow, gtk::PopoverMenuBar)>>,
}

impl MenuBar {
    /// Hidden at first. `content` holds the header and takes the bar below it.
    pub(crate) fn new(content: gtk::Box, header: gtk::Widget, main_menu: gtk::MenuButton) -> MenuBar {
        MenuBar { content, header, main_menu, shown: RefCell::default() }
    }

    /// Shows or removes the bar. Returns the bar if it is new.
    pub(crate) fn set_shown(&self, is_shown: bool) -> Option<gtk::PopoverMenuBar> {
        if self.shown.borrow().is_some() == is_shown {
            return None;
        }
        if let Some((line, _)) = self.shown.take() {
            self.content.remove(&line);
            return None;
        }
        let tree = gtk::Builder::from_resource(TREE).object::<gio::Menu>("menu_bar")?;
        let new = gtk::PopoverMenuBar::from_model(Some(&tree));
        let mut item = new.first_child();
        let mut titles = (0..tree.n_items()).map(|n| tree.item_attribute_value(n, "label", None));
        while let (Some(at), Some(title)) = (item, titles.next()) {
            let title = title.and_then(|title| title.get::<String>()).unwrap_or_default();
            a11y::set_label(&at, &title.replace('_', ""));
            item = at.next_sibling();
        }
        // Titles that do not fit do not widen the window; the keyboard still reaches them.
        let line = gtk::ScrolledWindow::builder()
            .name("menu_bar")
            .child(&new)
            .hscrollbar_policy(gtk::PolicyType::External)
            .vscrollbar_policy(gtk::PolicyType::Never)
            .build();
        self.content.insert_child_after(&line, Some(&self.header));
        self.shown.replace(Some((line, new.clone())));
        Some(new)
    }

    /// Opens the main menu, or the first menu of the menu bar.
    pub(crate) fn open_main_menu(&self) {
        let first = self.shown.borrow().as_ref().and_then(|(_, bar)| bar.first_child());
        match first {
            Some(item) => {
                item.grab_focus();
                item.activate();
            }
            None => self.main_menu.popup(),
        }
    }
}
