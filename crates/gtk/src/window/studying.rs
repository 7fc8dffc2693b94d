// SPDX-License-Identifier: GPL-3.0-or-later
//! Study in place of the match: while it is shown, the actions of the match rest, and the match stays as it is.

use super::Window;
use crate::library_client::LibraryClient;
use crate::study::StudyPage;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_record::ErrorKind;
use gnubg_session::library::{LibraryNews, LibraryRequest, StudyNews, StudyRequest};
use gtk::{gio, glib};
use std::rc::Rc;

/// Actions that stay while studying: they show nothing of the match and do nothing to it.
const STAYING: [&str; 6] = ["exercises", "fullscreen", "help", "library", "shortcuts", "website"];

/// The actions of study.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let found = gio::ActionEntry::builder("study-found")
        .parameter_type(Some(&String::static_variant_type()))
        .activate(|window: &Window, _, query| {
            let query = query.and_then(glib::Variant::get::<String>).unwrap_or_default();
            window.study().study_found(query);
            window.present();
        })
        .build();
    vec![
        found,
        gio::ActionEntry::builder("study").activate(|window: &Window, _, _| begin(window)).build(),
        gio::ActionEntry::builder("study-errors")
            .activate(|window: &Window, _, _| study_errors(window))
            .build(),
    ]
}

fn begin(window: &Window) {
    window.present();
    window.study().begin();
}

/// Makes cards of the errors that the tab lists.
fn study_errors(window: &Window) {
    let query = window.sidebar().listed_errors();
    let errors = window.look(|session| session.errors(&query)).unwrap_or_default();
    let place = |error: gnubg_record::DecisionError| {
        (error.game, 2 * error.entry as i64 + i64::from(error.kind == ErrorKind::Play))
    };
    let places = errors.into_iter().filter(|error| error.kind != ErrorKind::Resignation).map(place);
    window.study().study_errors(places.collect());
}

impl Window {
    /// The page of study, which is built when it is first asked for.
    fn study(&self) -> &Rc<StudyPage> {
        self.imp().study.get_or_init(|| self.install_study())
    }

    /// Who asks the library for the window and for study.
    pub(super) fn library_client(&self) -> &Rc<LibraryClient> {
        self.imp().library_client.get_or_init(|| LibraryClient::new(self.host()))
    }

    /// Tells on the start page how many cards wait.
    pub(super) fn count_cards(&self) {
        let page = self.imp().start_card.get();
        self.library_client().ask(LibraryRequest::Study(StudyRequest::Counts), move |answer| {
            if let Ok(LibraryNews::Study(StudyNews::Counts(counts))) = answer {
                page.offer_study(counts.cards > 0, usize::try_from(counts.due + counts.new).unwrap_or(0));
            }
        });
    }

    /// Makes room for another page than the match, of which one is shown.
    pub(super) fn install_pages(&self) {
        let whole = self.imp().whole.get();
        self.set_content(gtk::Widget::NONE);
        let pages = gtk::Stack::builder()
            .name("main-pages")
            // Each page may be as small as it can alone.
            .hhomogeneous(false)
            .vhomogeneous(false)
            .build();
        pages.add_named(&whole, Some("match"));
        self.set_content(Some(&pages));
        assert!(self.imp().main_pages.set(pages).is_ok(), "invariant: built once");
    }

    /// Puts the page of study beside the match.
    fn install_study(&self) -> Rc<StudyPage> {
        let pages = self.imp().main_pages.get().expect("invariant: built with the window");
        let page = StudyPage::new(self.library_client());
        // What is not shown is nothing that a screen reader finds either.
        page.root.set_visible(false);
        pages.add_named(&page.root, Some("study"));
        page.connect_shown(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[weak]
            pages,
            #[weak(rename_to = root)]
            page.root,
            move |is_shown| {
                root.set_visible(is_shown);
                window.show_study(&pages, is_shown);
            }
        ));
        page
    }

    fn show_study(&self, pages: &gtk::Stack, is_shown: bool) {
        let imp = self.imp();
        if imp.is_studying.replace(is_shown) == is_shown {
            return;
        }
        pages.set_visible_child_name(if is_shown { "study" } else { "match" });
        let action = |name: &str| self.lookup_action(name).and_downcast::<gio::SimpleAction>();
        if is_shown {
            let names: Vec<String> = self.list_actions().into_iter().map(String::from).collect();
            let resting: Vec<String> = names
                .into_iter()
                .filter(|name| !STAYING.contains(&name.as_str()))
                .filter(|name| action(name).is_some_and(|action| action.is_enabled()))
                .collect();
            resting.iter().filter_map(|name| action(name)).for_each(|action| action.set_enabled(false));
            imp.resting_actions.replace(resting);
        } else {
            let resting = imp.resting_actions.take();
            resting.iter().filter_map(|name| action(name)).for_each(|action| action.set_enabled(true));
            self.show_turn();
            imp.board.grab_focus();
            self.count_cards();
        }
    }
}
