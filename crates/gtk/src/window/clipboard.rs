// SPDX-License-Identifier: GPL-3.0-or-later
//! Copying IDs and pictures, pasting positions.

use super::Window;
use crate::board::paint;
use crate::i18n::gettext;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_formats::board_text::BoardText;
use gnubg_report::markup::Markup;
use gtk::{gdk, glib};

/// Width of a copied picture: eight pixels a unit, twice as fine as usual.
const PICTURE_WIDTH: u32 = 1728;

impl Window {
    /// Puts a text on the clipboard.
    pub(super) fn copy_text(&self, text: Option<String>) {
        match text {
            Some(text) => {
                self.clipboard().set_text(&text);
                self.toast(&gettext("Copied"));
            }
            None => self.toast(&gettext("There is no position to copy")),
        }
    }

    /// Copies the board as a text drawing, with both IDs.
    pub(super) fn copy_board_text(&self) {
        let names = self.imp().snapshot.borrow().names.clone();
        let clockwise = self.options().output.clockwise;
        self.copy_text(self.shown_state().map(|state| {
            BoardText { state: &state, names: names.each_ref().map(String::as_str), clockwise }.draw()
        }));
    }

    /// Copies the decision for a letter or forum: the board with its analysis or hint. HTML is offered both as HTML and as
    /// text.
    pub(super) fn copy_marked_up(&self, markup: Markup) {
        let other = self.shown_state().filter(|_| self.imp().board.with_controller(|c| c.draft().is_some()));
        let text = match self.look(|session| session.marked_up(markup, other.as_ref())) {
            Some(Ok(text)) => text,
            Some(Err(error)) => return self.toast(&super::texts::refused(&error)),
            None => return self.copy_text(None),
        };
        if markup != Markup::Html {
            return self.copy_text(Some(text));
        }
        let html =
            gdk::ContentProvider::for_bytes("text/html", &glib::Bytes::from_owned(text.clone().into_bytes()));
        let plain = gdk::ContentProvider::for_value(&text.to_value());
        let all = gdk::ContentProvider::new_union(&[html, plain]);
        match self.clipboard().set_content(Some(&all)) {
            Ok(()) => self.toast(&gettext("Copied")),
            Err(error) => self.toast_error(&error),
        }
    }

    /// Puts the board with its analysis on the clipboard as PNG, SVG and text.
    pub(super) fn copy_diagram(&self) {
        match self.look(gnubg_session::Session::diagram) {
            Some(Ok([png, svg])) => self.copy_pictures(png, svg),
            Some(Err(error)) => self.toast(&super::texts::refused(&error)),
            None => self.toast(&gettext("There is no position to copy")),
        }
    }

    /// Puts the board on the clipboard as PNG, SVG and text.
    pub(super) fn copy_picture(&self) {
        let board = &self.imp().board;
        let (view, design) = (board.view(), board.design());
        let pictures = paint::png(&view, &design, PICTURE_WIDTH)
            .and_then(|png| paint::svg(&view, &design, PICTURE_WIDTH / 2).map(|svg| (png, svg)));
        let (png, svg) = match pictures {
            Ok(pictures) => pictures,
            Err(error) => return self.toast_error(&error),
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
        let text = gdk::ContentProvider::for_value(&self.full_id().unwrap_or_default().to_value());
        let all = gdk::ContentProvider::new_union(&[png, svg, text]);
        match self.clipboard().set_content(Some(&all)) {
            Ok(()) => self.toast(&gettext("Picture copied")),
            Err(_) => self.toast(&gettext("The picture could not be copied")),
        }
    }

    /// Sets up the position on the clipboard.
    pub(super) fn paste(&self) {
        // Typing in an entry pastes there.
        if let Some(focus) = GtkWindowExt::focus(self)
            && focus.is::<gtk::Text>()
        {
            let _ = focus.activate_action("clipboard.paste", None);
            return;
        }
        let clipboard = self.clipboard();
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                match clipboard.read_text_future().await {
                    Ok(Some(text)) => {
                        window.take_text(&text, &gettext("The clipboard contains no position"));
                    }
                    Ok(None) | Err(_) => window.toast(&gettext("The clipboard contains no text")),
                }
            }
        ));
    }
}
