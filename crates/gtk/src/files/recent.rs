// SPDX-License-Identifier: GPL-3.0-or-later
//! Recent files, stored in the desktop's list of recent files.

use super::Files;
use crate::i18n::{gettext, gettext_f, localized, ngettext_f};
use crate::stage::RecentFile;
use crate::texts::points_match;
use gnubg_engine::core::Player;
use gnubg_record::MatchRecord;
use gnubg_session::analysis::{MatchRatings, statistics_format};
use gtk::glib::translate::{ToGlibPtr, from_glib_none};
use gtk::prelude::*;
use gtk::{gio, glib};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// Number of files in the menu.
const MOST: usize = 12;
/// Number of files on the start page.
const MOST_AT_START: usize = 4;
/// The name under which the desktop's list knows this program.
const PROGRAM: &str = "gnubg";
/// Excludes what the toolkit's file dialog adds by itself: every chosen file, even one that could not be read.
const GROUP: &str = "gnubg-matches";
/// How often an addition is tried.
const MOST_TRIES: usize = 8;

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

/// What was noted about a file; empty for one that an earlier version has noted.
fn description(info: &gtk::RecentInfo) -> String {
    // SAFETY: the pointer is that of a living object, and the text that it returns, which may be null, is copied. The
    // binding takes it for never null.
    let found: Option<glib::GString> =
        unsafe { from_glib_none(gtk::ffi::gtk_recent_info_get_description(info.to_glib_none().0)) };
    found.map(Into::into).unwrap_or_default()
}

/// Writes what was added to the list. The toolkit does so a quarter of a second after an addition, which is too late where
/// the program ends before.
fn write_list() {
    gtk::RecentManager::default().emit_by_name::<()>("changed", &[]);
}

/// Puts a file at the top of the list, described for people.
///
/// GTK 4.8 takes the lowest byte of the address of the first group for the first letter of its name and leaves all groups out
/// where it is 0, one time in 16. So the data is made anew, at another address, until the group is on the list.
fn add(uri: &str, description: Option<&str>) {
    let manager = gtk::RecentManager::default();
    let mut tried = Vec::new();
    while tried.len() < MOST_TRIES {
        let data = gtk::RecentData::new(
            None,
            description,
            "application/x-gnubg",
            PROGRAM,
            "gnubg %f",
            &[GROUP],
            false,
        );
        let is_added = manager.add_full(uri, &data);
        if !is_added || manager.lookup_item(uri).ok().flatten().is_some_and(|info| info.has_group(GROUP)) {
            return;
        }
        // Kept meanwhile, so that its address is not given out again.
        tried.push(data);
    }
}

fn is_analyzed(record: &MatchRecord) -> bool {
    record.games.iter().any(|game| game.entries.iter().any(|entry| entry.analysis.is_some()))
}

/// Who played for how much.
fn players(record: &MatchRecord) -> String {
    let [a, b] = Player::BOTH.map(|player| record.name(player));
    let kind = match record.length {
        0 => gettext("money session"),
        n => points_match(n),
    };
    format!("{a} – {b}, {kind}")
}

/// How both played: performance ratings and the number of errors.
fn ratings(rated: &MatchRatings) -> String {
    let [a, b] = rated
        .ratings
        .map(|rating| rating.map_or("–".to_owned(), |rating| localized(format!("{rating:.1}"))));
    let n = rated.errors.to_string();
    let values = [("a", &*a), ("b", &*b), ("n", &*n)];
    let count = u32::try_from(rated.errors).unwrap_or(u32::MAX);
    ngettext_f("PR {a} and {b}, {n} error", "PR {a} and {b}, {n} errors", count, &values)
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
        self.recent_menu.replace(Some(menu.clone()));
        let files = Rc::downgrade(self);
        gtk::RecentManager::default().connect_changed(move |_| {
            if let Some(files) = files.upgrade() {
                files.show_recent();
            }
        });
        self.show_recent();
    }

    /// Notes a file that was opened or saved, with its match in words.
    pub(super) fn note_recent(&self, path: &Path, record: Option<&MatchRecord>) {
        let Ok(path) = std::path::absolute(path) else { return };
        let description = record.map(|record| self.describe(record));
        add(&gio::File::for_path(path).uri(), description.as_deref());
        self.has_noted.set(true);
        // The toolkit tells the change later, if at all.
        self.show_recent();
    }

    /// Sees to it that the files noted are on the list when the program ends.
    pub(crate) fn keep_recent(&self) {
        if self.has_noted.take() {
            write_list();
        }
    }

    /// A match in words: who played for how much, and how well if that is known.
    fn describe(&self, record: &MatchRecord) -> String {
        let players = players(record);
        if !is_analyzed(record) {
            return players;
        }
        let limits = self
            .host
            .look(|session| (Arc::clone(session.table()), statistics_format(session.options()).thresholds));
        let Some((table, thresholds)) = limits else { return players };
        let rated = MatchRatings::of(record, &table, &thresholds);
        format!("{players} · {}", ratings(&rated))
    }

    fn show_recent(&self) {
        let Some(menu) = self.recent_menu.borrow().clone() else { return };
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
            description: description(info),
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
