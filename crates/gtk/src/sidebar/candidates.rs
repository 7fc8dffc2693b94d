// SPDX-License-Identifier: GPL-3.0-or-later
//! The plays of the roll that is being transcribed, in place of the analysis: each with the letter that plays it.

use crate::a11y;
use crate::i18n::{gettext, gettext_f, pgettext};
use crate::tools::decision_text as text;
use crate::tools::play_list::PlayList;
use crate::widgets::gradual::UpdateQueue;
use crate::widgets::menus;
use crate::widgets::wrap::Wrap;
use gnubg_engine::core::{MatchState, Phase, Play};
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::options::Output;
use gtk::gio;
use gtk::prelude::*;
use std::cell::RefCell;

/// The list with its heading and a line of help.
pub(super) struct CandidatesPage {
    root: gtk::Box,
    heading: gtk::Label,
    list: PlayList,
    /// The state whose plays are listed.
    shown: RefCell<Option<Box<MatchState>>>,
}

/// The titles of the columns, with equities or match winning chances.
fn titles(is_mwc: bool) -> [String; text::N_CELLS] {
    let mut titles = text::titles(is_mwc);
    titles[0] = gettext("Key");
    titles
}

/// A key, and what it does.
fn key_and_word(key: &str, word: &str) -> gtk::Box {
    let chip = gtk::Box::builder().css_classes(["key-chip"]).build();
    chip.append(&gtk::Label::builder().label(key).css_classes(["key"]).build());
    chip.append(&gtk::Label::new(Some(word)));
    chip
}

/// The keys of the cube and of resignations, which can be clicked, too.
fn key_chips() -> gtk::Box {
    let row = gtk::Box::builder().name("key_chips").css_classes(["panel-tools"]).build();
    row.set_layout_manager(Some(Wrap::with_gap(6)));
    for (key, word, action) in [
        ("D", pgettext("button", "Double"), "win.double"),
        ("T", pgettext("button", "Take"), "win.take"),
        ("P", pgettext("button", "Pass"), "win.drop"),
    ] {
        let button = gtk::Button::builder().child(&key_and_word(key, &word)).focus_on_click(false).build();
        button.set_action_name(Some(action));
        a11y::set_label(&button, &word);
        row.append(&button);
    }
    let sizes = gio::Menu::new();
    for (size, word) in
        [(1u8, gettext("A single game")), (2, gettext("A gammon")), (3, gettext("A backgammon"))]
    {
        let item = gio::MenuItem::new(Some(&word), None);
        item.set_action_and_target_value(Some("win.resign"), Some(&size.to_variant()));
        sizes.append_item(&item);
    }
    let word = pgettext("button", "Resign");
    let resign = gtk::MenuButton::builder().child(&key_and_word("R", &word)).build();
    menus::set_menu(&resign, &sizes);
    a11y::set_label(&resign, &word);
    a11y::name_menu_buttons(&resign, &word);
    row.append(&resign);
    row
}

impl CandidatesPage {
    pub(super) fn new(updates: &UpdateQueue) -> CandidatesPage {
        let heading = gtk::Label::builder()
            .name("candidates-heading")
            .xalign(0.0)
            .css_classes(["heading"])
            .accessible_role(gtk::AccessibleRole::Status)
            .build();
        let head = gtk::Box::builder().css_classes(["panel-line"]).build();
        head.append(&heading);
        let list = PlayList::new(updates);
        list.view.set_widget_name("candidates");
        list.widget.set_vexpand(true);
        list.set_details(false);
        list.show_keys();
        let root = gtk::Box::builder().orientation(gtk::Orientation::Vertical).build();
        root.append(&head);
        root.append(&list.widget);
        root.append(&key_chips());
        a11y::set_label(&root, &gettext("Candidates"));
        CandidatesPage { root, heading, list, shown: RefCell::default() }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// Calls `chosen` with a play that is clicked.
    pub(super) fn connect_chosen(&self, chosen: impl Fn(Play) + 'static) {
        self.list.connect_clicked(chosen);
    }

    /// Follows the match: other plays than those of its roll are not listed any longer.
    pub(super) fn follow(&self, state: Option<&MatchState>) {
        let dice = state.and_then(MatchState::dice);
        let text = match dice {
            Some(dice) => {
                gettext_f("Candidates for {roll}", &[("roll", &format!("{}{}", dice.high(), dice.low()))])
            }
            None if state.is_some_and(|state| matches!(state.phase, Phase::Over(_))) => String::new(),
            None => gettext("Type the roll as two digits"),
        };
        if self.heading.text() != text {
            self.heading.set_text(&text);
        }
        if self.shown.borrow().as_deref() != state {
            self.shown.take();
            self.list.set(Vec::new(), &titles(false));
        }
    }

    /// Lists the plays of a hint; `letters` are what is typed for each of them.
    pub(super) fn show(&self, hint: &Hint, letters: Vec<String>, output: &Output) {
        let Advice::Play { plays, settings, .. } = &hint.advice else { return };
        let mut rows = text::rows(hint, (plays, settings), &[], None, output);
        for (row, letter) in rows.iter_mut().zip(letters) {
            row.cells[0] = letter;
        }
        let is_mwc = output.mwc && !hint.state.is_money();
        self.shown.replace(Some(Box::new(hint.state)));
        self.list.set(rows, &titles(is_mwc));
    }
}
