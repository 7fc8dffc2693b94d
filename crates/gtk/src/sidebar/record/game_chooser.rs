// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of games above the record. Its button shows only number and score if there is little room.

use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_session::Session;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The title of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameTitle {
    whole: String,
    /// Only number and score.
    short: String,
}

impl GameTitle {
    /// The titles of all games of a match.
    pub(super) fn all(session: &Session) -> Vec<GameTitle> {
        let games = session.record().games.iter();
        let title = |(n, game): (usize, &gnubg_record::GameRecord)| {
            let [a, b] = game.start.score.map(|points| points.to_string());
            let values = [("n", n.to_string()), ("a", a), ("b", b)];
            let whole = gettext_f("Game {n}: {a}–{b}", &values);
            let whole = match game.start.is_crawford {
                true => gettext_f("{game}, Crawford", &[("game", &whole)]),
                false => whole,
            };
            GameTitle { whole, short: gettext_f("{n}: {a}–{b}", &values) }
        };
        (1..).zip(games).map(title).collect()
    }
}

/// The list of games.
pub(super) struct GameChooser {
    list: gtk::DropDown,
    titles: Rc<RefCell<Vec<GameTitle>>>,
    /// Whether the program changes the list.
    is_updating: Rc<Cell<bool>>,
}

impl GameChooser {
    pub(super) fn new() -> GameChooser {
        let list = gtk::DropDown::from_strings(&[]);
        list.set_widget_name("record_games");
        let titles = Rc::<RefCell<Vec<GameTitle>>>::default();
        list.set_list_factory(list.factory().as_ref());
        list.set_factory(Some(&on_button(&titles)));
        list.set_hexpand(true);
        a11y::set_label(&list, &gettext("Game"));
        let is_updating = Rc::<Cell<bool>>::default();
        let (updating, known) = (Rc::clone(&is_updating), Rc::clone(&titles));
        list.connect_selected_notify(move |list| {
            let game = list.selected();
            if !updating.get() && (game as usize) < known.borrow().len() {
                // The action exists only while a match is shown.
                let _ = list.activate_action("win.go-to-game", Some(&game.to_variant()));
            }
        });
        GameChooser { list, titles, is_updating }
    }

    pub(super) fn widget(&self) -> &gtk::DropDown {
        &self.list
    }

    /// Shows these games and selects one.
    pub(super) fn show(&self, titles: Vec<GameTitle>, game: usize) {
        self.is_updating.set(true);
        if *self.titles.borrow() != titles {
            let words: Vec<&str> = titles.iter().map(|title| title.whole.as_str()).collect();
            let model = gtk::StringList::new(&words);
            self.titles.replace(titles);
            self.list.set_model(Some(&model));
            self.list.set_sensitive(model.n_items() > 0);
        }
        if self.list.selected() as usize != game {
            self.list.set_selected(game as u32);
        }
        self.is_updating.set(false);
        a11y::set_tooltip(&self.list, self.titles.borrow().get(game).map(|title| title.whole.as_str()));
    }
}

/// The selected game's title on the button: all of it if there is room.
fn on_button(titles: &Rc<RefCell<Vec<GameTitle>>>) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(|_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let squeezer = adw::Squeezer::builder().homogeneous(false).xalign(0.0).build();
        squeezer.add(&gtk::Label::builder().xalign(0.0).build());
        squeezer.add(&gtk::Label::builder().xalign(0.0).build());
        item.set_child(Some(&squeezer));
    });
    let titles = Rc::clone(titles);
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let titles = titles.borrow();
        let whole = item.child().and_then(|squeezer| squeezer.first_child()).and_downcast::<gtk::Label>();
        let (Some(title), Some(whole)) = (titles.get(item.position() as usize), whole) else { return };
        whole.set_text(&title.whole);
        if let Some(short) = whole.next_sibling().and_downcast::<gtk::Label>() {
            short.set_text(&title.short);
        }
    });
    factory
}
