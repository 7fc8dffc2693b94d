// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of games above the record. Its button says number and score in few characters where there is little room.

use super::Window;
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_session::{Go, Session};
use gtk::glib;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What a game is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Title {
    whole: String,
    /// Number and score alone.
    short: String,
}

impl Title {
    /// The titles of all games of a match.
    pub(super) fn all(session: &Session) -> Vec<Title> {
        let games = session.record().games.iter();
        let title = |(n, game): (usize, &gnubg_record::GameRecord)| {
            let [a, b] = game.start.score.map(|points| points.to_string());
            let values = [("n", n.to_string()), ("a", a), ("b", b)];
            let whole = gettext_f("Game {n}: {a}–{b}", &values);
            let whole = match game.start.is_crawford {
                true => gettext_f("{game}, Crawford", &[("game", &whole)]),
                false => whole,
            };
            Title { whole, short: gettext_f("{n}: {a}–{b}", &values) }
        };
        (1..).zip(games).map(title).collect()
    }
}

/// The list of games.
pub(super) struct GameList {
    list: gtk::DropDown,
    titles: Rc<RefCell<Vec<Title>>>,
    /// Whether the list is being changed by nobody's choice.
    is_updating: Cell<bool>,
}

impl GameList {
    pub(super) fn new(window: &Window) -> GameList {
        let list = gtk::DropDown::from_strings(&[]);
        list.set_widget_name("record_games");
        let titles = Rc::<RefCell<Vec<Title>>>::default();
        list.set_list_factory(list.factory().as_ref());
        list.set_factory(Some(&on_button(&titles)));
        list.set_hexpand(true);
        a11y::set_label(&list, &gettext("Game"));
        list.connect_selected_notify(glib::clone!(
            #[weak]
            window,
            move |list| window.pick_game(list.selected() as usize)
        ));
        GameList { list, titles, is_updating: Cell::default() }
    }

    pub(super) fn widget(&self) -> &gtk::DropDown {
        &self.list
    }

    /// Shows these games, one of them as the present one.
    pub(super) fn show(&self, titles: Vec<Title>, game: usize) {
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

    /// Whether there is such a game, and a choice of it is somebody's.
    fn may_pick(&self, game: usize) -> bool {
        !self.is_updating.get() && game < self.titles.borrow().len()
    }
}

/// The present game's title on the button: the whole where it has room.
fn on_button(titles: &Rc<RefCell<Vec<Title>>>) -> gtk::SignalListItemFactory {
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

impl Window {
    /// Goes to the start of a game chosen in the list.
    fn pick_game(&self, game: usize) {
        let Some(panels) = self.imp_panels() else { return };
        let here = self.look(|session| session.place().game);
        if panels.record.games().may_pick(game) && here != Some(game) {
            self.go(Go::To { game, entry: 0, rolled: false });
        }
    }
}
