// SPDX-License-Identifier: GPL-3.0-or-later
//! The remark on the decision after the place shown, kept in the record.

use super::super::Window;
use super::super::writing::text_view;
use super::Panel;
use crate::i18n::{gettext, gettext_f};
use crate::widgets::cut;
use adw::prelude::*;
use gnubg_record::Cursor;
use gnubg_session::Command;
use gnubg_session::command::Annotate;
use gtk::glib;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};

pub(super) struct Commentary {
    root: gtk::Box,
    about: gtk::Label,
    view: gtk::TextView,
    /// The place the text belongs to.
    place: Cell<Option<Cursor>>,
    /// The text as the record has it.
    kept: RefCell<String>,
    /// Whether only the beginning of the remark is shown: then it cannot be changed here.
    is_cut: Cell<bool>,
    is_updating: Cell<bool>,
}

impl Commentary {
    pub(super) fn new(window: &Window) -> Commentary {
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
        let focus = gtk::EventControllerFocus::new();
        focus.connect_leave(glib::clone!(
            #[weak]
            window,
            move |_| window.keep_comment()
        ));
        view.add_controller(focus);
        let leave = glib::clone!(
            #[weak]
            window,
            move || window.focus_board()
        );
        crate::window::keys::on_escape(&view, leave);
        let place = Cell::default();
        Commentary {
            root,
            about,
            view,
            place,
            kept: RefCell::default(),
            is_cut: Cell::default(),
            is_updating: Cell::default(),
        }
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

    /// Shows the remark of a place; `None` where there is no decision.
    fn show(&self, place: Option<Cursor>, about: &str, comment: &str) {
        let is_same = self.place.get() == place;
        self.place.set(place);
        self.about.set_text(about);
        self.view.set_sensitive(place.is_some());
        if is_same && *self.kept.borrow() == comment {
            return;
        }
        self.kept.replace(comment.to_owned());
        self.is_updating.set(true);
        let beginning = cut::beginning(comment);
        self.is_cut.set(beginning.is_some());
        self.view.set_editable(beginning.is_none());
        let shown = beginning.map_or(Cow::Borrowed(comment), |begin| Cow::Owned(cut::with_note(begin)));
        if self.text() != shown {
            self.view.buffer().set_text(&shown);
        }
        self.is_updating.set(false);
    }

    /// Writes what was typed into the record.
    pub(super) fn keep(&self, window: &Window) {
        if self.is_updating.get() || self.is_cut.get() || self.place.get().is_none() {
            return;
        }
        let text = self.text();
        if text == *self.kept.borrow() {
            return;
        }
        let here = window.look(|session| Some(session.place()) == self.place.get());
        self.kept.replace(text.clone());
        if here == Some(true) {
            window.send(Command::Annotate(Annotate::Comment(text)));
        }
    }
}

impl Window {
    /// Shows the remark of the present place.
    pub(super) fn show_comment(&self) {
        let shown = self.look(|session| {
            let place = session.place();
            let entry = session.record().next_entry(place)?;
            let about = super::cells::text_of(session, place.game, place.entry);
            Some((
                place,
                gettext_f("{player}, {play}", &[("player", &session.name(entry.player)), ("play", &about)]),
                entry.comment.clone(),
            ))
        });
        match shown.flatten() {
            Some((place, about, comment)) => self.panels().commentary.show(Some(place), &about, &comment),
            None => {
                let text = gettext("Select a decision in the record to comment on it");
                self.panels().commentary.show(None, &text, "");
            }
        }
    }

    /// Goes to the remark on the decision, whether its panel was shown or not.
    pub(in crate::window) fn open_commentary(&self) {
        if self.panels().is_shown(Panel::Commentary) {
            self.focus_panel(Panel::Commentary);
        } else {
            self.want_panel(Panel::Commentary, true);
        }
    }
}
