// SPDX-License-Identifier: GPL-3.0-or-later
//! The comment on the decision after the place shown, stored in the record.

use super::record::cells;
use crate::i18n::{gettext, gettext_f};
use crate::widgets::cut;
use crate::widgets::keys;
use crate::widgets::writing::text_view;
use adw::prelude::*;
use gnubg_record::Cursor;
use gnubg_session::Session;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};

/// A decision and the comment on it.
pub(super) struct CommentedDecision {
    place: Cursor,
    /// The decision in words.
    about: String,
    comment: String,
}

impl CommentedDecision {
    /// The decision after the place shown; `None` at the end of the record.
    pub(super) fn of(session: &Session) -> Option<CommentedDecision> {
        let place = session.place();
        let entry = session.record().next_entry(place)?;
        let play = cells::text_of(session, place.game, place.entry);
        let values = [("player", session.name(entry.player)), ("play", play)];
        let about = gettext_f("{player}, {play}", &values);
        Some(CommentedDecision { place, about, comment: entry.comment.clone() })
    }
}

/// The panel.
pub(super) struct CommentaryPanel {
    root: gtk::Box,
    about: gtk::Label,
    view: gtk::TextView,
    /// The place the text belongs to.
    place: Cell<Option<Cursor>>,
    /// The text as the record has it.
    saved: RefCell<String>,
    /// Whether only the beginning of the comment is shown: then it cannot be changed here.
    is_cut: Cell<bool>,
}

impl CommentaryPanel {
    pub(super) fn new() -> CommentaryPanel {
        let view = text_view(&gettext("Comment on this decision"));
        view.set_widget_name("comment");
        let scroller =
            gtk::ScrolledWindow::builder().child(&view).vexpand(true).min_content_height(48).build();
        let about = gtk::Label::builder()
            .xalign(0.0)
            .ellipsize(gtk::pango::EllipsizeMode::End)
            .wrap(true)
            .lines(2)
            .build();
        about.set_css_classes(&["dim-label", "panel-line"]);
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        root.append(&about);
        root.append(&scroller);
        let board = view.clone();
        keys::on_escape(&view, move || {
            // The action exists only in the main window.
            let _ = board.activate_action("win.focus-board", None);
        });
        CommentaryPanel {
            root,
            about,
            view,
            place: Cell::default(),
            saved: RefCell::default(),
            is_cut: Cell::default(),
        }
    }

    /// Calls `left` when the keyboard leaves the comment.
    pub(super) fn connect_left(&self, left: impl Fn() + 'static) {
        let focus = gtk::EventControllerFocus::new();
        focus.connect_leave(move |_| left());
        self.view.add_controller(focus);
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    pub(super) fn focus(&self) {
        self.view.grab_focus();
    }

    fn text(&self) -> String {
        let buffer = self.view.buffer();
        buffer.text(&buffer.start_iter(), &buffer.end_iter(), false).to_string()
    }

    /// Shows the comment on a decision, or that there is none.
    pub(super) fn show(&self, decision: Option<CommentedDecision>) {
        let place = decision.as_ref().map(|decision| decision.place);
        let is_same = self.place.replace(place) == place;
        self.view.set_sensitive(place.is_some());
        let (about, comment) = match decision {
            Some(decision) => (decision.about, decision.comment),
            None => (gettext("Select a decision in the record to comment on it"), String::new()),
        };
        self.about.set_text(&about);
        if is_same && *self.saved.borrow() == comment {
            return;
        }
        let beginning = cut::beginning(&comment);
        self.is_cut.set(beginning.is_some());
        self.view.set_editable(beginning.is_none());
        let shown =
            beginning.map_or(Cow::Borrowed(comment.as_str()), |begin| Cow::Owned(cut::with_note(begin)));
        if self.text() != shown {
            self.view.buffer().set_text(&shown);
        }
        self.saved.replace(comment);
    }

    /// The typed text and the place it belongs to, if it is not in the record yet. From now on it counts as saved.
    pub(super) fn take_unsaved(&self) -> Option<(Cursor, String)> {
        let place = self.place.get().filter(|_| !self.is_cut.get())?;
        // Blanks and line ends alone are no comment.
        let text = Some(self.text()).filter(|text| !text.trim().is_empty()).unwrap_or_default();
        let is_new = self.saved.replace(text.clone()) != text;
        is_new.then_some((place, text))
    }
}
