// SPDX-License-Identifier: GPL-3.0-or-later
//! The pages of the library and the saved searches, to choose from.

use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::tools::controls::label;
use crate::widgets::tab_stop::make_one_tab_stop;
use gnubg_library::opinions::SavedSearch;
use gtk::pango;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Matches,
    Search,
    Statistics,
    Exercises,
    Imports,
}

impl Page {
    /// In the order of the side bar and of the keys Ctrl+1 and so on.
    pub(super) const ALL: [Page; 5] =
        [Page::Matches, Page::Search, Page::Statistics, Page::Exercises, Page::Imports];

    /// The name in the stack of pages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Page::Matches => "matches",
            Page::Search => "search",
            Page::Statistics => "statistics",
            Page::Exercises => "exercises",
            Page::Imports => "imports",
        }
    }

    pub(super) fn title(self) -> String {
        match self {
            Page::Matches => gettext("Matches"),
            Page::Search => gettext("Search"),
            Page::Statistics => gettext("Statistics"),
            Page::Exercises => gettext("Exercises"),
            Page::Imports => gettext("Imports"),
        }
    }
}

/// What a row stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A page.
    Page(Page),
    /// The search page with this query.
    Saved(SavedSearch),
}

/// The side bar.
pub(super) struct SideBar {
    this: Weak<SideBar>,
    pub(super) root: gtk::ScrolledWindow,
    list: gtk::ListBox,
    rows: RefCell<Vec<Choice>>,
    is_filling: Cell<bool>,
    on_chosen: Box<dyn Fn(&Choice)>,
}

impl SideBar {
    /// `chosen` is called with the row that the user chooses.
    pub(super) fn new(chosen: impl Fn(&Choice) + 'static) -> Rc<SideBar> {
        let list = gtk::ListBox::builder()
            .name("library-side")
            .selection_mode(gtk::SelectionMode::Browse)
            .css_classes(["navigation-sidebar"])
            .build();
        a11y::set_label(&list, &gettext("Pages of the library"));
        make_one_tab_stop(&list);
        let root = gtk::ScrolledWindow::builder()
            .child(&list)
            .hscrollbar_policy(gtk::PolicyType::Never)
            .width_request(180)
            .css_classes(["library-side"])
            .build();
        let bar = Rc::new_cyclic(|this: &Weak<SideBar>| SideBar {
            this: this.clone(),
            root,
            list,
            rows: RefCell::default(),
            is_filling: Cell::default(),
            on_chosen: Box::new(chosen),
        });
        let this = bar.this.clone();
        bar.list.connect_row_selected(move |_, row| {
            let Some(bar) = this.upgrade().filter(|bar| !bar.is_filling.get()) else { return };
            if let Some(row) = row {
                bar.choose(row);
            }
        });
        let this = bar.this.clone();
        // A row that is selected already can be chosen again.
        bar.list.connect_row_activated(move |_, row| {
            if let Some(bar) = this.upgrade() {
                bar.choose(row);
            }
        });
        bar.show(&[]);
        bar
    }

    fn choose(&self, row: &gtk::ListBoxRow) {
        let choice = usize::try_from(row.index()).ok().and_then(|n| self.rows.borrow().get(n).cloned());
        if let Some(choice) = choice {
            (self.on_chosen)(&choice);
        }
    }

    /// Lists the pages and these saved searches.
    pub(super) fn show(&self, saved: &[SavedSearch]) {
        let mut rows = Vec::new();
        for page in Page::ALL {
            rows.push(Choice::Page(page));
            if page == Page::Search {
                rows.extend(saved.iter().cloned().map(Choice::Saved));
            }
        }
        if *self.rows.borrow() == rows {
            return;
        }
        let selected = self.list.selected_row().and_then(|row| usize::try_from(row.index()).ok());
        let selected = selected.and_then(|n| self.rows.borrow().get(n).cloned());
        self.is_filling.set(true);
        while let Some(row) = self.list.row_at_index(0) {
            self.list.remove(&row);
        }
        for choice in &rows {
            let (text, name, class) = match choice {
                Choice::Page(page) => (page.title(), page.title(), "library-page-row"),
                Choice::Saved(saved) => {
                    let name = gettext_f("Saved search: {name}", &[("name", &saved.name)]);
                    (saved.name.clone(), name, "library-saved-row")
                }
            };
            let line = label(&text, &[class], 0.0);
            line.set_ellipsize(pango::EllipsizeMode::End);
            let row = gtk::ListBoxRow::builder().child(&line).build();
            a11y::set_label(&row, &name);
            self.list.append(&row);
        }
        self.rows.replace(rows);
        self.is_filling.set(false);
        if let Some(choice) = selected {
            self.select(&choice);
        }
    }

    /// Marks a row without choosing it.
    pub(super) fn select(&self, choice: &Choice) {
        let at = self.rows.borrow().iter().position(|one| one == choice).and_then(|n| i32::try_from(n).ok());
        self.is_filling.set(true);
        self.list.select_row(at.and_then(|at| self.list.row_at_index(at)).as_ref());
        self.is_filling.set(false);
    }
}
