// SPDX-License-Identifier: GPL-3.0-or-later
//! Which chapter of the manual explains which window, and the key that opens it.

use crate::widgets::keys;
use gtk::prelude::*;
use gtk::{gdk, glib};

/// Windows by their names as widgets, and their chapters.
const CHAPTERS: [(&str, &str); 22] = [
    ("rollout", "rollouts"),
    ("race", "bearoff"),
    ("speed", "evaluation"),
    ("theory", "cube"),
    ("equity-table", "cube"),
    ("score-map", "cube"),
    ("temperature-map", "evaluation"),
    ("roll-distribution", "evaluation"),
    ("statistics", "statistics"),
    ("players", "statistics"),
    ("batch", "reviewing"),
    ("library", "library"),
    ("preferences", "options"),
    ("new-match", "first-steps"),
    ("match-info", "files"),
    ("new-transcription", "transcribing"),
    ("export", "files"),
    ("matches-of-file", "files"),
    ("board-3d", "appearance"),
    ("rollout-settings", "rollouts"),
    ("move-filters", "evaluation"),
    ("shortcuts", "keyboard"),
];

/// The chapter for a window; the first steps for one that has none of its own.
pub(crate) fn chapter_of(window: &str) -> &'static str {
    CHAPTERS.iter().find(|(name, _)| *name == window).map_or("first-steps", |(_, chapter)| chapter)
}

/// Opens a chapter in the help window, asked from a window that belongs to the main one, or to another that does.
pub(crate) fn open(window: &impl IsA<gtk::Window>, chapter: &str) {
    let mut top: gtk::Window = window.clone().upcast();
    while let Some(above) = top.transient_for() {
        // A modal window would keep pointer and keys from the help.
        top.set_modal(false);
        top = above;
    }
    // The library is a window beside the main one.
    if !top.is::<gtk::ApplicationWindow>() {
        top = main_window().unwrap_or(top);
    }
    // Without a main window there is no help.
    let _ = WidgetExt::activate_action(&top, "win.help", Some(&chapter.to_variant()));
}

/// The main window.
fn main_window() -> Option<gtk::Window> {
    let all = gtk::Window::toplevels();
    let windows = (0..all.n_items()).filter_map(|n| all.item(n).and_downcast::<gtk::ApplicationWindow>());
    windows.map(Cast::upcast).next()
}

/// Lets F1 open the chapter of a window that belongs to the main one. The window has its name already.
pub(crate) fn open_on_key(window: &(impl IsA<gtk::Window> + IsA<gtk::Widget>)) {
    let chapter = chapter_of(&window.widget_name());
    let weak = window.downgrade();
    keys::connect(window, gtk::PropagationPhase::Capture, move |key, modifiers| {
        if key != gdk::Key::F1 || !modifiers.is_empty() {
            return glib::Propagation::Proceed;
        }
        if let Some(window) = weak.upgrade() {
            open(&window, chapter);
        }
        glib::Propagation::Stop
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_manual::Book;
    use std::path::Path;

    #[test]
    fn every_chapter_is_written() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/manual");
        let book = Book::read(&Path::new(folder), "en");
        for (window, chapter) in CHAPTERS {
            assert!(book.chapter(chapter).is_some(), "{window}: no chapter {chapter}");
        }
        assert!(book.chapter(chapter_of("unknown")).is_some());
    }
}
