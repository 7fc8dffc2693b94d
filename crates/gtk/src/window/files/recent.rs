// SPDX-License-Identifier: GPL-3.0-or-later
//! Recent files, stored in the desktop's list of recent files.

use super::Window;
use crate::i18n::{gettext, gettext_f};
use crate::stage::RecentFile;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};
use std::path::Path;

/// Files offered.
const MOST: usize = 12;
/// Files offered on the start page.
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

/// Keeps the menu and the start card up to date.
pub(in crate::window) fn follow(window: &Window) {
    gtk::RecentManager::default().connect_changed(glib::clone!(
        #[weak]
        window,
        move |_| window.show_recent()
    ));
    window.show_recent();
}

impl Window {
    /// Notes a file that was opened or saved.
    pub(super) fn note_recent(&self, path: &Path) {
        let Ok(path) = std::path::absolute(path) else { return };
        let uri = gio::File::for_path(path).uri();
        let data =
            gtk::RecentData::new(None, None, "application/x-gnubg", PROGRAM, "gnubg %f", &[GROUP], false);
        gtk::RecentManager::default().add_full(&uri, &data);
    }

    fn show_recent(&self) {
        let imp = self.imp();
        let menu = &*imp.recent_menu;
        menu.remove_all();
        let files = list();
        for info in &files {
            let name = info.display_name();
            let label = if is_missing(info) {
                gettext_f("{file} (missing)", &[("file", &name)])
            } else {
                name.to_string()
            };
            // Underscores are no mnemonics in names of files.
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
        // On the start page only the latest that are still there.
        let there = files.iter().filter(|info| !is_missing(info)).take(MOST_AT_START);
        let there = there.map(|info| RecentFile {
            name: info.display_name().to_string(),
            path: info.uri_display().unwrap_or_default().to_string(),
            uri: info.uri().to_string(),
        });
        imp.start_card.show_recent(&there.collect::<Vec<_>>());
        self.write_dump();
    }

    /// Removes missing files from the list.
    pub(super) fn clear_missing(&self) {
        for info in list().iter().filter(|info| is_missing(info)) {
            // The list may have changed in the meantime.
            let _ = gtk::RecentManager::default().remove_item(&info.uri());
        }
    }

    /// Opens a file of the list; a missing one is removed from it.
    pub(super) fn open_recent(&self, uri: &str) {
        let file = gio::File::for_uri(uri);
        if file.query_exists(gio::Cancellable::NONE) {
            return self.open_gio_file(&file);
        }
        // Whether it was on the list does not matter any more.
        let _ = gtk::RecentManager::default().remove_item(uri);
        let name = file.basename().unwrap_or_default();
        let text = gettext_f("{file} no longer exists", &[("file", &name.to_string_lossy())]);
        self.toast(&text);
    }

    /// Removes our entries from the list.
    pub(super) fn clear_recent(&self) {
        for info in list() {
            // The list may have changed in the meantime.
            let _ = gtk::RecentManager::default().remove_item(&info.uri());
        }
    }
}
