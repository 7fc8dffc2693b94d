// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions of the window about files.

use super::Files;
use gnubg_session::options::ReportLayout;
use gtk::prelude::*;
use gtk::{gio, glib};
use std::rc::Rc;

impl Files {
    /// Adds the actions to the main window.
    pub(crate) fn add_actions(self: &Rc<Self>, window: &gtk::ApplicationWindow) {
        let simple = |name: &str, run: fn(&Rc<Files>)| -> gio::ActionEntry<gtk::ApplicationWindow> {
            let files = Rc::downgrade(self);
            let run = move |_: &gtk::ApplicationWindow, _: &gio::SimpleAction, _: Option<&glib::Variant>| {
                if let Some(files) = files.upgrade() {
                    run(&files);
                }
            };
            gio::ActionEntry::builder(name).activate(run).build()
        };
        let files = Rc::downgrade(self);
        let recent = gio::ActionEntry::builder("open-recent")
            .parameter_type(Some(&String::static_variant_type()))
            .activate(move |_: &gtk::ApplicationWindow, _, uri| {
                let uri = uri.and_then(glib::Variant::get::<String>);
                if let (Some(files), Some(uri)) = (files.upgrade(), uri) {
                    files.open_recent(&uri);
                }
            })
            .build();
        let files = Rc::downgrade(self);
        let share = gio::ActionEntry::builder("share-report")
            .parameter_type(Some(&String::static_variant_type()))
            .activate(move |_: &gtk::ApplicationWindow, _, word| {
                let layout = word
                    .and_then(glib::Variant::get::<String>)
                    .and_then(|word| ReportLayout::from_word(&word));
                if let (Some(files), Some(layout)) = (files.upgrade(), layout) {
                    files.choose_report(layout);
                }
            })
            .build();
        window.add_action_entries([
            share,
            simple("share-picture", Files::choose_picture),
            recent,
            simple("open", Files::choose_open),
            simple("save", Files::save),
            simple("save-as", Files::choose_save),
            simple("export", Files::open_export),
            simple("print", Files::open_print),
            simple("clear-recent", |files| files.clear_recent()),
            simple("clear-missing", |files| files.clear_missing()),
        ]);
    }
}
