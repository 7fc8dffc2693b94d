// SPDX-License-Identifier: GPL-3.0-or-later
//! Files and texts dropped on the window, and texts that are pasted.

use super::Window;
use crate::i18n::gettext;
use adw::prelude::*;
use gnubg_formats::{Format, Imported};
use gnubg_session::Command;
use gnubg_session::command::Opened;
use gtk::{gdk, gio, glib};

/// Lets files and texts be dropped anywhere on the window.
pub(in crate::window) fn accept(window: &Window) {
    let target = gtk::DropTarget::new(glib::Type::INVALID, gdk::DragAction::COPY);
    target.set_types(&[gdk::FileList::static_type(), glib::Type::STRING]);
    target.connect_drop(glib::clone!(
        #[weak]
        window,
        #[upgrade_or]
        false,
        move |_, value, _, _| {
            if let Ok(list) = value.get::<gdk::FileList>() {
                window.take_files(&list.files());
            } else if let Ok(text) = value.get::<String>() {
                window.take_text(&text, &gettext("The text contains no position"));
            } else {
                return false;
            }
            true
        }
    ));
    window.add_controller(target);
}

/// The files that a text names, one URI a line, as file managers give them.
fn named_files(text: &str) -> Vec<gio::File> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let all = !lines.is_empty() && lines.iter().all(|line| line.starts_with("file://"));
    if all { lines.into_iter().map(gio::File::for_uri).collect() } else { Vec::new() }
}

impl Window {
    /// Opens a file; several are shown in a list, where they can be opened and analyzed.
    fn take_files(&self, files: &[gio::File]) {
        match files {
            [] => {}
            [one] => self.open_gio_file(one),
            several => self.tools().show_batch(super::super::tools::local_paths(several)),
        }
    }

    /// Takes a text that was dropped or pasted: files, an identifier, a whole match, or a drawn board. `nothing` is told
    /// if it is none.
    pub(in crate::window) fn take_text(&self, text: &str, nothing: &str) {
        let files = named_files(text);
        if !files.is_empty() {
            return self.take_files(&files);
        }
        let base = self.look(|session| session.state().copied()).flatten();
        if crate::ids::has_identifier(text, base.as_ref()) || text.trim().lines().count() < 2 {
            return self.take_position(text, nothing);
        }
        let bytes = text.as_bytes().to_vec();
        let (text, nothing) = (text.to_owned(), nothing.to_owned());
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let read = gio::spawn_blocking(move || gnubg_formats::read(&bytes, None, None)).await;
                match read {
                    Ok(Ok(import)) if import.format != Format::Id => window.take_match(import.matches),
                    _ => window.take_position(&text, &nothing),
                }
            }
        ));
    }

    /// Shows a match that came as text; it is not saved in a file.
    fn take_match(&self, matches: Vec<Imported>) {
        let Some(one) = matches.into_iter().next() else { return };
        self.before_losing(&gettext("Save the match before showing the pasted one?"), move |window| {
            let place = one.opening_place();
            let warnings = one.warnings;
            let opened = Opened { record: one.record, place, file: None };
            if window.send(Command::Open(Box::new(opened))) {
                window.finish_scenes();
                if !warnings.is_empty() {
                    window.tell_warnings(std::path::Path::new(&gettext("the text")), &warnings);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_files_are_told_from_texts() {
        assert_eq!(named_files("file:///a%20b.sgf\r\nfile:///c.mat\r\n").len(), 2);
        assert!(named_files("4HPwATDgc/ABMA:cAkAAAAAAAAA").is_empty());
        assert!(named_files("").is_empty());
    }
}
