// SPDX-License-Identifier: GPL-3.0-or-later
//! Recent files, stored in the desktop's list of recent files.

use super::Files;
use crate::i18n::{gettext, gettext_f};
use crate::stage::RecentFile;
use gtk::gio;
use gtk::prelude::*;
use std::path::Path;
use std::rc::Rc;

/// Number of files in the menu.
const MOST: usize = 12;
/// Number of files on the start page.
const MOST_AT_START: usize = 4;
/// The name under which the desktop's list knows this program.
const PROGRAM: &str = "gnubg";
/// Excludes what the toolkit's file dialog adds by itself: every chosen file, even one that could not be read.
const GROUP: &str = "gnubg-matches";

/// Our recent files, the latest first.
fn list() -> Vec<gtk::RecentInfo> {
    let mut found: Vec<gtk::RecentInfo> = gtk::RecentManager::default()
        .items()
        .into_iter()
        .filter(|info| info.has_application(PROGRAM) && info.has_group(GROUP))
        .collect();
    found.sort_by_key(|info| std::cmp::Reverse(info.modified().to_unix()));
    found.truncate(MOST);
    found
}

/// Whether a file is gone.
fn is_missing(info: &gtk::RecentInfo) -> bool {
    info.is_local() && !info.exists()
}

/// Is called with the latest files whenever the list changes.
pub(super) type OnRecent = Rc<dyn Fn(&[RecentFile])>;

impl Files {
    /// Keeps a menu up to date, and calls `changed` with the latest files now and whenever they change.
    pub(crate) fn follow_recent(
        self: &Rc<Self>,
        menu: &gio::Menu,
        changed: impl Fn(&[RecentFile]) + 'static,
    ) {
        self.on_recent.replace(Some(Rc::new(changed)));
        let (files, shown) = (Rc::downgrade(self), menu.clone());
        gtk::RecentManager::default().connect_changed(move |_| {
            if let Some(files) = files.upgrade() {
                files.show_recent(&shown);
            }
        });
        self.show_recent(menu);
    }

    /// Notes a file that was opened or saved.
    pub(super) fn note_recent(&self, path: &Path) {
        let Ok(path) = std::path::absolute(path) else { return };
        let uri = gio::File::for_path(path).uri();
        let data =
            gtk::RecentData::new(None, None, "application/x-gnubg", PROGRAM, "gnubg %f", &[GROUP], false);
        gtk::RecentManager::default().add_full(&uri, &data);
    }

    fn show_recent(&self, menu: &gio::Menu) {
        menu.remove_all();
        let files = list();
        for info in &files {
            let name = info.display_name();
            let label = if is_missing(info) {
                gettext_f("{file} (missing)", &[("file", &name)])
            } else {
                name.to_string()
            };
            // Underscores in file names are not mnemonics.
            let item = gio::MenuItem::new(Some(&label.replace('_', "__")), None);
            item.set_action_and_target_value(Some("win.open-recent"), Some(&info.uri().to_variant()));
            menu.append_item(&item);
        }
        if files.is_empty() {
            // An action that does not exist makes an entry that cannot be chosen.
            menu.append(Some(&gettext("No recent files")), Some("win.none"));
        } else {
            let rest = gio::Menu::new();
            if files.iter().any(is_missing) {
                rest.append(Some(&gettext("Remove missing files from the list")), Some("win.clear-missing"));
            }
            rest.append(Some(&gettext("Clear the list")), Some("win.clear-recent"));
            menu.append_section(None, &rest);
        }
        // The start page shows only the latest that still exist.
        let there = files.iter().filter(|info| !is_missing(info)).take(MOST_AT_START);
        let there = there.map(|info| RecentFile {
            name: info.display_name().to_string(),
            path: info.uri_display().unwrap_or_default().to_string(),
            uri: info.uri().to_string(),
        });
        let changed = self.on_recent.borrow().clone();
        if let Some(changed) = changed {
            changed(&there.collect::<Vec<_>>());
        }
        // A menu that is closed changes without a frame.
        self.host.state_changed();
    }

    /// Removes missing files from the list.
    pub(super) fn clear_missing(&self) {
        for info in list().iter().filter(|info| is_missing(info)) {
            // The list may have changed in the meantime.
            let _ = gtk::RecentManager::default().remove_item(&info.uri());
        }
    }

    /// Opens a file of the list; a missing one is removed from it.
    pub(super) fn open_recent(self: &Rc<Self>, uri: &str) {
        let file = gio::File::for_uri(uri);
        if file.query_exists(gio::Cancellable::NONE) {
            return self.open(&file);
        }
        // Whether it was on the list does not matter any more.
        let _ = gtk::RecentManager::default().remove_item(uri);
        let name = file.basename().unwrap_or_default();
        let text = gettext_f("{file} no longer exists", &[("file", &name.to_string_lossy())]);
        self.host.toast(&text);
    }

    /// Removes our entries from the list.
    pub(super) fn clear_recent(&self) {
        for info in list() {
            // The list may have changed in the meantime.
            let _ = gtk::RecentManager::default().remove_item(&info.uri());
        }
    }
}
