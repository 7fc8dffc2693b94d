// SPDX-License-Identifier: GPL-3.0-or-later
//! Changes the language while the program runs: a new window takes over the session, so that the match continues.

use super::Window;
use crate::i18n;
use crate::snapshot::Snapshot;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::glib;

impl Window {
    /// Switches to the language of the settings.
    pub(super) fn follow_language(&self, code: &str) {
        if !i18n::use_language(code) {
            return;
        }
        // The caller still uses this window.
        glib::idle_add_local_once(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || window.rebuild()
        ));
    }

    /// Replaces this window by a new one with the same session.
    fn rebuild(&self) {
        let imp = self.imp();
        let Some(app) = self.application().and_downcast::<adw::Application>() else { return };
        self.finish_scenes();
        self.note_window();
        let page = imp.preferences.borrow().as_ref().and_then(super::preferences::Preferences::page);
        if let Some(listener) = imp.listener.take() {
            listener.abort();
        }
        let Some(session) = imp.session.take() else { return };
        let options = imp.options.borrow().clone();
        // From now on the successor writes the state for tests.
        imp.dump.take();
        let successor = Window::new(&app, *session, &options);
        // It has seen none of the changes that led to this state.
        if let Some(now) = successor.look(Snapshot::of) {
            successor.imp().snapshot.replace(Box::new(now));
            successor.refresh();
        }
        successor.present();
        self.close();
        if page.is_some() {
            successor.open_preferences(page.as_deref());
        }
    }
}
