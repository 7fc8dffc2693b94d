// SPDX-License-Identifier: GPL-3.0-or-later
//! All messages since the program started, and the text fields that show such output.

use crate::i18n::gettext;
use crate::widgets::writing;
use gtk::glib;
use gtk::prelude::*;

/// Lines that are kept.
const MOST_LINES: i32 = 1000;
/// Name of the mark at the end of a text.
const END: &str = "end";

/// The panel.
pub(super) struct MessagesPanel {
    scroller: gtk::ScrolledWindow,
    view: gtk::TextView,
}

/// A text that can be read, selected and copied, and follows its end.
pub(super) fn text_view(name: &str) -> (gtk::ScrolledWindow, gtk::TextView) {
    let view = writing::text_view(name);
    view.set_editable(false);
    view.set_cursor_visible(false);
    let scroller = gtk::ScrolledWindow::builder().child(&view).min_content_height(48).build();
    (scroller, view)
}

/// Adds text at the end and shows it; the oldest lines go.
pub(super) fn append(view: &gtk::TextView, text: &str) {
    let buffer = view.buffer();
    let mut end = buffer.end_iter();
    if buffer.char_count() > 0 {
        buffer.insert(&mut end, "\n");
    }
    buffer.insert(&mut end, text.trim_end());
    let surplus = buffer.line_count() - MOST_LINES;
    if surplus > 0
        && let Some(mut first_kept) = buffer.iter_at_line(surplus)
    {
        buffer.delete(&mut buffer.start_iter(), &mut first_kept);
    }
    let mut shown = buffer.end_iter();
    if view.wrap_mode() == gtk::WrapMode::None {
        // The beginnings of long lines stay in sight.
        shown.set_line_offset(0);
    }
    let mark = buffer.mark(END).unwrap_or_else(|| buffer.create_mark(Some(END), &shown, false));
    buffer.move_mark(&mark, &shown);
    let view = view.clone();
    // Once the new text has been laid out.
    glib::idle_add_local_full(glib::Priority::LOW, move || {
        view.scroll_to_mark(&mark, 0.0, true, 0.0, 1.0);
        // The margin before the lines stays in sight, too.
        if let Some(across) = view.hadjustment() {
            across.set_value(across.lower());
        }
        glib::ControlFlow::Break
    });
}

/// The last lines of a text.
fn last_lines(view: &gtk::TextView, n: i32) -> String {
    let buffer = view.buffer();
    let start = buffer.iter_at_line((buffer.line_count() - n).max(0)).unwrap_or_else(|| buffer.start_iter());
    buffer.text(&start, &buffer.end_iter(), false).to_string()
}

impl MessagesPanel {
    pub(super) fn new() -> MessagesPanel {
        let (scroller, view) = text_view(&gettext("Messages"));
        view.set_widget_name("messages");
        MessagesPanel { scroller, view }
    }

    pub(super) fn widget(&self) -> &gtk::ScrolledWindow {
        &self.scroller
    }

    pub(super) fn focus(&self) {
        self.view.grab_focus();
    }

    /// The last `n` lines.
    pub(super) fn last_lines(&self, n: i32) -> String {
        last_lines(&self.view, n)
    }

    /// Adds a message.
    pub(super) fn add(&self, text: &str) {
        append(&self.view, text);
    }
}
