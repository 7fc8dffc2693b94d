// SPDX-License-Identifier: GPL-3.0-or-later
//! Exchange with other programs: copying IDs and pictures, and taking what is pasted or dropped.

use crate::board::{BoardWidget, paint};
use crate::editing::{Positions, Transcription};
use crate::files::Files;
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::texts::refused;
use gnubg_formats::board_text::BoardText;
use gnubg_formats::ids::ogid;
use gnubg_formats::{Format, Import, Imported};
use gnubg_report::markup::Markup;
use gnubg_session::command::Opened;
use gnubg_session::{Command, Session};
use gtk::prelude::*;
use gtk::{gdk, gio, glib};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Width of a copied picture in pixels: eight for each unit of the board.
const PICTURE_WIDTH: u32 = 1728;

/// Copies from a window, and takes what is pasted or dropped.
pub(crate) struct Exchange {
    host: HostHandle,
    board: BoardWidget,
    files: Rc<Files>,
    positions: Rc<Positions>,
    transcription: Rc<Transcription>,
    /// Is called with several files that were dropped.
    on_several: Box<dyn Fn(Vec<PathBuf>)>,
}

/// The paths of the files that are on this computer.
pub(crate) fn local_paths(files: &[gio::File]) -> Vec<PathBuf> {
    files.iter().filter_map(gio::prelude::FileExt::path).collect()
}

/// The files that a text names, one URI a line, as file managers give them.
fn named_files(text: &str) -> Vec<gio::File> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let all = !lines.is_empty() && lines.iter().all(|line| line.starts_with("file://"));
    if all { lines.into_iter().map(gio::File::for_uri).collect() } else { Vec::new() }
}

impl Exchange {
    /// `several` is called with several files that are dropped or pasted.
    pub(crate) fn new(
        host: HostHandle,
        board: BoardWidget,
        files: Rc<Files>,
        positions: Rc<Positions>,
        transcription: Rc<Transcription>,
        several: impl Fn(Vec<PathBuf>) + 'static,
    ) -> Rc<Exchange> {
        let exchange =
            Rc::new(Exchange { host, board, files, positions, transcription, on_several: Box::new(several) });
        exchange.accept_drops();
        exchange
    }

    /// Lets files and texts be dropped anywhere on the window.
    fn accept_drops(self: &Rc<Self>) {
        let target = gtk::DropTarget::new(glib::Type::INVALID, gdk::DragAction::COPY);
        target.set_types(&[gdk::FileList::static_type(), glib::Type::STRING]);
        target.connect_drop(glib::clone!(
            #[weak(rename_to = exchange)]
            self,
            #[upgrade_or]
            false,
            move |_, value, _, _| {
                if let Ok(list) = value.get::<gdk::FileList>() {
                    exchange.take_files(&list.files());
                } else if let Ok(text) = value.get::<String>() {
                    exchange.take_text(&text, &gettext("The text contains no position"));
                } else {
                    return false;
                }
                true
            }
        ));
        if let Some(window) = self.host.window() {
            window.add_controller(target);
        }
    }

    /// Copies an ID of what is shown.
    fn copy_id(&self, write: impl Fn(&gnubg_engine::core::MatchState) -> String) {
        self.host.copy_text(self.positions.shown_state().as_ref().map(write));
    }

    /// Copies the board as a text drawing, with both IDs.
    fn copy_board_text(&self) {
        let names = self.host.snapshot().names;
        let clockwise = self.host.options().output.clockwise;
        self.host.copy_text(self.positions.shown_state().map(|state| {
            BoardText { state: &state, names: names.each_ref().map(String::as_str), clockwise, faces: None }
                .draw()
        }));
    }

    /// Copies the decision for a letter or forum: the board with its analysis or hint. HTML is offered both as HTML and as
    /// text.
    fn copy_marked_up(&self, markup: Markup) {
        let other = self.positions.shown_state().filter(|_| self.positions.is_editing());
        let text = match self.host.look(|session| session.marked_up(markup, other.as_ref())) {
            Some(Ok(text)) => text,
            Some(Err(error)) => return self.host.toast(&refused(&error)),
            None => return self.host.copy_text(None),
        };
        if markup != Markup::Html {
            return self.host.copy_text(Some(text));
        }
        let html =
            gdk::ContentProvider::for_bytes("text/html", &glib::Bytes::from_owned(text.clone().into_bytes()));
        let plain = gdk::ContentProvider::for_value(&text.to_value());
        let all = gdk::ContentProvider::new_union(&[html, plain]);
        match self.set_clipboard(&all) {
            Ok(()) => self.host.toast(&gettext("Copied")),
            Err(error) => self.host.toast_error(&error),
        }
    }

    /// Puts the board with its analysis on the clipboard as PNG, SVG and text.
    fn copy_diagram(&self) {
        match self.host.look(gnubg_session::Session::diagram) {
            Some(Ok([png, svg])) => self.copy_pictures(png, svg),
            Some(Err(error)) => self.host.toast(&refused(&error)),
            None => self.host.toast(&gettext("There is no position to copy")),
        }
    }

    /// Puts the board on the clipboard as PNG, SVG and text.
    fn copy_picture(&self) {
        let board = &self.board;
        let (view, design) = (board.view(), board.design());
        let pictures = paint::png(&view, &design, PICTURE_WIDTH)
            .and_then(|png| paint::svg(&view, &design, PICTURE_WIDTH / 2).map(|svg| (png, svg)));
        let (png, svg) = match pictures {
            Ok(pictures) => pictures,
            Err(error) => return self.host.toast_error(&error),
        };
        // In three dimensions the picture is the one on the screen.
        let png = board.picture_3d().map_or(png, |(pixels, width, height)| {
            let (bytes, stride) = (glib::Bytes::from_owned(pixels), width as usize * 4);
            let format = gdk::MemoryFormat::R8g8b8a8;
            gdk::MemoryTexture::new(width as i32, height as i32, format, &bytes, stride)
                .save_to_png_bytes()
                .to_vec()
        });
        self.copy_pictures(png, svg);
    }

    /// Puts pictures of the position on the clipboard, with its ID as text.
    fn copy_pictures(&self, png: Vec<u8>, svg: Vec<u8>) {
        let png = gdk::ContentProvider::for_bytes("image/png", &glib::Bytes::from_owned(png));
        let svg = gdk::ContentProvider::for_bytes("image/svg+xml", &glib::Bytes::from_owned(svg));
        let text = gdk::ContentProvider::for_value(&self.positions.full_id().unwrap_or_default().to_value());
        let all = gdk::ContentProvider::new_union(&[png, svg, text]);
        match self.set_clipboard(&all) {
            Ok(()) => self.host.toast(&gettext("Picture copied")),
            Err(_) => self.host.toast(&gettext("The picture could not be copied")),
        }
    }

    fn set_clipboard(&self, content: &gdk::ContentProvider) -> Result<(), glib::BoolError> {
        match self.host.window() {
            Some(window) => window.clipboard().set_content(Some(content)),
            None => Ok(()),
        }
    }

    /// Adds the actions to the main window.
    pub(crate) fn add_actions(self: &Rc<Self>, window: &gtk::ApplicationWindow) {
        let simple = |name: &str, run: fn(&Rc<Exchange>)| {
            let exchange = Rc::downgrade(self);
            gio::ActionEntry::builder(name)
                .activate(move |_: &gtk::ApplicationWindow, _, _| {
                    if let Some(exchange) = exchange.upgrade() {
                        run(&exchange);
                    }
                })
                .build()
        };
        window.add_action_entries([
            simple("copy-id", |exchange| exchange.host.copy_text(exchange.positions.full_id())),
            simple("copy-match-id", |exchange| exchange.copy_id(|state| state.match_id())),
            simple("copy-position-id", |exchange| exchange.copy_id(|state| state.board.position_id())),
            simple("copy-xgid", |exchange| exchange.copy_id(|state| state.xgid())),
            simple("copy-ogid", |exchange| exchange.copy_id(ogid::write)),
            simple("copy-board-text", |exchange| exchange.copy_board_text()),
            simple("copy-html", |exchange| exchange.copy_marked_up(Markup::Html)),
            simple("copy-markdown", |exchange| exchange.copy_marked_up(Markup::Markdown)),
            simple("copy-bbcode", |exchange| exchange.copy_marked_up(Markup::BbCode)),
            simple("copy-decision", |exchange| exchange.copy_marked_up(Markup::Text)),
            simple("copy-link", |exchange| {
                exchange.host.copy_text(exchange.host.look(Session::link_text).and_then(Result::ok));
            }),
            simple("copy-picture", |exchange| exchange.copy_picture()),
            simple("copy-diagram", |exchange| exchange.copy_diagram()),
            simple("paste", Exchange::paste),
        ]);
    }

    /// Sets up the position on the clipboard.
    fn paste(self: &Rc<Self>) {
        // Typing in an entry pastes there; the entry for plays takes plays only.
        let Some(window) = self.host.window() else { return };
        let is_typing_play = self.transcription.has_keys();
        if let Some(focus) = GtkWindowExt::focus(&window)
            && focus.is::<gtk::Text>()
            && !is_typing_play
        {
            let _ = focus.activate_action("clipboard.paste", None);
            return;
        }
        let clipboard = window.clipboard();
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = exchange)]
            self,
            async move {
                match clipboard.read_text_future().await {
                    Ok(Some(text)) if is_typing_play && exchange.transcription.paste_play(&text) => {}
                    Ok(Some(text)) => {
                        exchange.take_text(&text, &gettext("The clipboard contains no position"));
                    }
                    Ok(None) | Err(_) => exchange.host.toast(&gettext("The clipboard contains no text")),
                }
            }
        ));
    }

    /// Opens a file; several are shown in a list, where they can be opened and analyzed.
    fn take_files(&self, files: &[gio::File]) {
        match files {
            [] => {}
            [one] => self.files.open(one),
            several => (self.on_several)(local_paths(several)),
        }
    }

    /// Takes a text that was dropped or pasted: files, an identifier, a whole match, or a drawn board. `nothing` is told
    /// if it is none.
    fn take_text(self: &Rc<Self>, text: &str, nothing: &str) {
        let files = named_files(text);
        if !files.is_empty() {
            return self.take_files(&files);
        }
        let base = self.host.look(|session| session.state().copied()).flatten();
        let has_identifier = crate::ids::has_identifier(text, base.as_ref());
        if text.trim().lines().count() < 2 {
            return self.positions.take_position(text, nothing);
        }
        let bytes = text.as_bytes().to_vec();
        let (text, nothing) = (text.to_owned(), nothing.to_owned());
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = exchange)]
            self,
            async move {
                let read = gio::spawn_blocking(move || gnubg_formats::read(&bytes, None, None)).await;
                match read {
                    Ok(Ok(import)) if is_more_than_position(&import, has_identifier) => {
                        exchange.take_match(import.matches)
                    }
                    _ => exchange.positions.take_position(&text, &nothing),
                }
            }
        ));
    }

    /// Shows a match that came as text; it is not saved in a file.
    fn take_match(self: &Rc<Self>, matches: Vec<Imported>) {
        let Some(one) = matches.into_iter().next() else { return };
        let exchange = Rc::clone(self);
        self.files.before_losing(&gettext("Save the match before showing the pasted one?"), move || {
            let place = one.opening_place();
            let warnings = one.warnings;
            let opened = Opened { record: one.record, place, file: None };
            if exchange.host.send(Command::Open(Box::new(opened))) {
                exchange.host.catch_up();
                if !warnings.is_empty() {
                    exchange.files.tell_warnings(Path::new(&gettext("the text")), &warnings);
                }
            }
        });
    }
}

/// Whether a text that was read says more than a position. The texts of other programs with an analysis hold an identifier,
/// too, which is not all of them.
fn is_more_than_position(import: &Import, has_identifier: bool) -> bool {
    match import.format {
        Format::Id => false,
        Format::XgText | Format::BgBlitzText => import.matches.iter().any(has_analysis),
        _ => !has_identifier,
    }
}

fn has_analysis(one: &Imported) -> bool {
    let mut games = one.record.games.iter();
    games.any(|game| {
        game.entries.iter().any(|entry| entry.play_analysis().is_some() || entry.cube_analysis().is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analyses_are_pasted_whole_and_identifiers_as_positions() {
        let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10";
        let analyzed = format!(
            "{id}\n\nX:Ann   O:Bob\nScore is X:0 O:0 5 pt.(s) match.\nX to play 31\n\n    1. 2-ply       8/5 6/5      eq:+0.160\n      \
             Player:   55.00% (G:17.00% B:1.00%)\n      Opponent: 45.00% (G:12.00% B:0.50%)\n"
        );
        let is_more = |text: &str| {
            let import = gnubg_formats::read(text.as_bytes(), None, None).unwrap();
            is_more_than_position(&import, crate::ids::has_identifier(text, None))
        };
        assert!(is_more(&analyzed));
        assert!(!is_more(&format!("{id}\nWhat do you play?\n")));
    }

    #[test]
    fn lists_of_files_are_told_from_texts() {
        assert_eq!(named_files("file:///a%20b.sgf\r\nfile:///c.mat\r\n").len(), 2);
        assert!(named_files("4HPwATDgc/ABMA:cAkAAAAAAAAA").is_empty());
        assert!(named_files("").is_empty());
    }
}
