// SPDX-License-Identifier: GPL-3.0-or-later
//! All matches as a table that a query filters and a click on a heading sorts.

use super::problem::show_problem;
use super::words;
use crate::a11y;
use crate::i18n::gettext;
use crate::library_client::LibraryClient;
use crate::tools::controls::{button, label, paragraph, status_line};
use crate::widgets::pause::Pause;
use crate::widgets::weakly;
use gnubg_library::search::{Found, MatchRow, PageRows, SearchRequest, View};
use gnubg_session::jobs::JobId;
use gnubg_session::library::{LibraryNews, LibraryRequest, LibraryRows};
use gtk::prelude::*;
use gtk::{gdk, gio, glib, pango};
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::Duration;

/// How long nothing is typed before the table is filtered.
const PAUSE: Duration = Duration::from_millis(150);
/// Matches that are read at once.
const PAGE: usize = 200;

/// A match of the table.
#[derive(Clone, Debug, PartialEq)]
struct MatchItem {
    row: MatchRow,
    /// Errors of both players.
    errors: [usize; 2],
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Date,
    Players,
    Length,
    Score,
    Event,
    Rating(usize),
    Errors,
    Ruler,
}

const COLUMNS: [Column; 9] = [
    Column::Date,
    Column::Players,
    Column::Length,
    Column::Score,
    Column::Rating(0),
    Column::Rating(1),
    Column::Errors,
    Column::Event,
    Column::Ruler,
];

impl Column {
    fn title(self) -> String {
        match self {
            Column::Date => gettext("Date"),
            Column::Players => gettext("Players"),
            Column::Length => gettext("Points"),
            Column::Score => gettext("Score"),
            Column::Event => gettext("Event"),
            Column::Rating(0) => gettext("PR, first player"),
            Column::Rating(_) => gettext("PR, second player"),
            Column::Errors => gettext("Errors"),
            Column::Ruler => gettext("Ruler"),
        }
    }

    /// What stands over the column.
    fn heading(self) -> String {
        match self {
            Column::Rating(_) => gettext("PR"),
            other => other.title(),
        }
    }

    fn text(self, item: &MatchItem) -> String {
        let row = &item.row;
        match self {
            Column::Date => row.date.clone(),
            Column::Players => words::players(row),
            Column::Length => words::length(row.length),
            Column::Score => format!("{} – {}", row.score[0], row.score[1]),
            Column::Event => row.event.clone(),
            Column::Rating(seat) => words::rating(row.ratings[seat]),
            Column::Errors if row.rulers.is_empty() => String::new(),
            Column::Errors => format!("{} – {}", item.errors[0], item.errors[1]),
            Column::Ruler if row.is_summary => gettext("sums only"),
            Column::Ruler if row.rulers.is_empty() => gettext("not analyzed"),
            Column::Ruler => row.rulers.join(", "),
        }
    }

    const fn is_number(self) -> bool {
        matches!(self, Column::Length | Column::Score | Column::Rating(_) | Column::Errors)
    }

    fn compare(self, a: &MatchItem, b: &MatchItem) -> Ordering {
        let known = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        let folded = |text: &str| text.to_lowercase();
        match self {
            Column::Date => a.row.date.cmp(&b.row.date),
            Column::Players => folded(&words::players(&a.row)).cmp(&folded(&words::players(&b.row))),
            Column::Length => a.row.length.cmp(&b.row.length),
            Column::Score => a.row.score.cmp(&b.row.score),
            Column::Event => folded(&a.row.event).cmp(&folded(&b.row.event)),
            Column::Rating(seat) => known(a.row.ratings[seat], b.row.ratings[seat]),
            Column::Errors => a.errors.iter().sum::<usize>().cmp(&b.errors.iter().sum()),
            Column::Ruler => a.row.rulers.cmp(&b.row.rulers),
        }
    }
}

fn item_of(object: &glib::Object) -> Option<Rc<MatchItem>> {
    let boxed = object.downcast_ref::<glib::BoxedAnyObject>()?;
    let found = Rc::clone(&*boxed.try_borrow::<Rc<MatchItem>>().ok()?);
    Some(found)
}

fn factory(column: Column) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let cell = label("", &[], if column.is_number() { 1.0 } else { 0.0 });
        if column.is_number() || column == Column::Date {
            cell.add_css_class("figures");
        } else {
            cell.set_ellipsize(pango::EllipsizeMode::End);
            cell.set_width_chars(if column == Column::Players { 18 } else { 8 });
        }
        item.set_child(Some(&cell));
    });
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let content = item.item().and_then(|object| item_of(&object));
        let Some((cell, content)) = item.child().and_downcast::<gtk::Label>().zip(content) else { return };
        let text = column.text(&content);
        cell.set_text(&text);
        a11y::set_tooltip(&cell, Some(&text).filter(|text| !text.is_empty()).map(String::as_str));
        crate::widgets::set_class(&cell, "dim-label", content.row.is_summary);
        if column == Column::Date {
            a11y::set_row_label(&cell, &spoken(&content));
        }
    });
    factory
}

/// What a screen reader says of a match.
fn spoken(item: &MatchItem) -> String {
    let named = |column: Column| {
        let text = column.text(item);
        if text.is_empty() { text } else { format!("{} {text}", column.title()) }
    };
    let first = [Column::Players, Column::Date, Column::Event].map(|column| column.text(item));
    let rest =
        [Column::Length, Column::Score, Column::Rating(0), Column::Rating(1), Column::Errors, Column::Ruler];
    let parts = first.into_iter().chain(rest.map(named)).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// What the user wants to do with matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MatchesRequest {
    /// Show one in the main window.
    Open(i64),
    /// Move them to the trash.
    Delete(Vec<i64>),
}

/// The page.
pub(super) struct MatchesPage {
    this: Weak<MatchesPage>,
    client: Rc<LibraryClient>,
    pub(super) root: gtk::Box,
    filter: gtk::Entry,
    problem: gtk::Label,
    view: gtk::ColumnView,
    store: gio::ListStore,
    selection: gtk::MultiSelection,
    count: gtk::Label,
    open: gtk::Button,
    delete: gtk::Button,
    pause: Pause,
    running: Cell<Option<JobId>>,
    on_request: Box<dyn Fn(MatchesRequest)>,
}

impl MatchesPage {
    pub(super) fn new(
        client: &Rc<LibraryClient>,
        requested: impl Fn(MatchesRequest) + 'static,
    ) -> Rc<MatchesPage> {
        let filter = gtk::Entry::builder()
            .name("library-filter")
            .placeholder_text(gettext("Filter: a name, event:Open, date:2026"))
            .primary_icon_name("system-search-symbolic")
            .build();
        a11y::set_label(&filter, &gettext("Filter of the matches"));
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let view = gtk::ColumnView::builder().name("library-matches").css_classes(["data-table"]).build();
        a11y::set_label(&view, &gettext("Matches"));
        let sorted = gtk::SortListModel::new(Some(store.clone()), view.sorter());
        let selection = gtk::MultiSelection::new(Some(sorted));
        view.set_model(Some(&selection));
        let page = Rc::new_cyclic(|this: &Weak<MatchesPage>| MatchesPage {
            this: this.clone(),
            client: Rc::clone(client),
            root: gtk::Box::builder()
                .orientation(gtk::Orientation::Vertical)
                .css_classes(["library-page"])
                .build(),
            filter,
            problem: paragraph("", &["error"]),
            view,
            store,
            selection,
            count: status_line("library-matches-count", &["dim-label", "figures"]),
            open: button(&gettext("Open"), &gettext("Open the match in the main window")),
            delete: button(&gettext("Move to trash"), &gettext("Move the selected matches to the trash")),
            pause: Pause::of(PAUSE),
            running: Cell::default(),
            on_request: Box::new(requested),
        });
        page.lay_out();
        page.connect();
        page
    }

    fn lay_out(&self) {
        for column in COLUMNS {
            let made = gtk::ColumnViewColumn::new(Some(&column.heading()), Some(factory(column)));
            made.set_expand(matches!(column, Column::Players | Column::Event | Column::Ruler));
            let sorter = gtk::CustomSorter::new(move |a, b| match (item_of(a), item_of(b)) {
                (Some(a), Some(b)) => column.compare(&a, &b).into(),
                _ => gtk::Ordering::Equal,
            });
            made.set_sorter(Some(&sorter));
            self.view.append_column(&made);
        }
        self.problem.set_widget_name("library-filter-problem");
        show_problem(&self.filter, &self.problem, None);
        self.count.set_hexpand(true);
        self.open.set_widget_name("library-open");
        self.delete.set_widget_name("library-delete");
        let foot = gtk::Box::builder().spacing(6).css_classes(["library-foot"]).build();
        foot.append(&self.count);
        foot.append(&self.delete);
        foot.append(&self.open);
        let scroller = gtk::ScrolledWindow::builder().child(&self.view).vexpand(true).build();
        for part in [
            self.filter.upcast_ref::<gtk::Widget>(),
            self.problem.upcast_ref(),
            scroller.upcast_ref(),
            foot.upcast_ref(),
        ] {
            self.root.append(part);
        }
    }

    fn connect(&self) {
        let run = weakly(&self.this, MatchesPage::typed);
        self.filter.connect_changed(move |_| run());
        let run = weakly(&self.this, |page: &MatchesPage| _ = page.view.grab_focus());
        self.filter.connect_activate(move |_| run());
        let run = weakly(&self.this, MatchesPage::open_selected);
        self.open.connect_clicked(move |_| run());
        let run = weakly(&self.this, MatchesPage::delete_selected);
        self.delete.connect_clicked(move |_| run());
        let run = weakly(&self.this, MatchesPage::show_buttons);
        self.selection.connect_selection_changed(move |_, _, _| run());
        let this = self.this.clone();
        self.view.connect_activate(move |_, n| {
            let Some(page) = this.upgrade() else { return };
            if let Some(item) = page.selection.item(n).and_then(|object| item_of(&object)) {
                page.open(&item);
            }
        });
        let this = self.this.clone();
        crate::widgets::keys::connect(&self.view, gtk::PropagationPhase::Bubble, move |key, modifiers| {
            let Some(page) = this.upgrade() else { return glib::Propagation::Proceed };
            if key != gdk::Key::Delete || !modifiers.is_empty() {
                return glib::Propagation::Proceed;
            }
            page.delete_selected();
            glib::Propagation::Stop
        });
    }

    fn selected(&self) -> Vec<Rc<MatchItem>> {
        let chosen = self.selection.selection();
        (0..chosen.size())
            .filter_map(|n| self.selection.item(chosen.nth(u32::try_from(n).ok()?)))
            .filter_map(|object| item_of(&object))
            .collect()
    }

    fn open(&self, item: &MatchItem) {
        if !item.row.is_summary {
            (self.on_request)(MatchesRequest::Open(item.row.id));
        }
    }

    fn open_selected(&self) {
        if let [only] = &self.selected()[..] {
            self.open(only);
        }
    }

    fn delete_selected(&self) {
        let chosen: Vec<i64> = self.selected().iter().map(|item| item.row.id).collect();
        if !chosen.is_empty() {
            (self.on_request)(MatchesRequest::Delete(chosen));
        }
    }

    fn show_buttons(&self) {
        let chosen = self.selected();
        self.open.set_sensitive(matches!(&chosen[..], [only] if !only.row.is_summary));
        self.delete.set_sensitive(!chosen.is_empty());
    }

    /// Gives the keyboard to the filter.
    pub(super) fn focus_query(&self) {
        self.filter.grab_focus();
    }

    fn typed(&self) {
        self.pause.then(weakly(&self.this, MatchesPage::refresh));
    }

    /// Reads the matches again.
    pub(super) fn refresh(&self) {
        if let Some(running) = self.running.take() {
            self.client.drop_question(running);
        }
        let query = self.filter.text().to_string();
        let request = Box::new(SearchRequest { query, view: View::Matches, ..SearchRequest::default() });
        let this = self.this.clone();
        let id =
            self.client.ask(LibraryRequest::Search { request, limit: None, rows: PAGE }, move |answer| {
                let Some(page) = this.upgrade() else { return };
                page.running.set(None);
                match answer {
                    Ok(LibraryNews::Found { found, rows }) => page.show(found, rows),
                    Ok(LibraryNews::NotUnderstood(error)) => {
                        show_problem(&page.filter, &page.problem, Some(error));
                    }
                    _ => {}
                }
            });
        self.running.set(id);
    }

    fn show(&self, found: &Arc<Found>, rows: &LibraryRows) {
        self.problem.set_visible(false);
        self.count.set_text(&words::listed(found.ids.len()));
        self.take(Vec::new(), found, rows);
    }

    /// Adds rows to those read before them. The table shows them when all are read, since sorting concerns all of them, and
    /// at once while nothing else is listed.
    fn take(&self, mut items: Vec<Rc<MatchItem>>, found: &Arc<Found>, rows: &LibraryRows) {
        let PageRows::Matches(matches) = &rows.rows else { return };
        let errors = rows.errors.iter().copied().chain(std::iter::repeat([0; 2]));
        items.extend(
            matches.iter().zip(errors).map(|(row, errors)| Rc::new(MatchItem { row: row.clone(), errors })),
        );
        let are_all = matches.is_empty() || items.len() >= found.ids.len();
        if are_all || self.store.n_items() == 0 {
            self.put(&items);
        }
        if !are_all {
            self.read_more(items, found);
        }
    }

    /// Lists these matches. Those that were listed before keep their place, the selection and the keyboard.
    fn put(&self, items: &[Rc<MatchItem>]) {
        let old: Vec<Rc<MatchItem>> =
            self.store.iter::<glib::Object>().flatten().filter_map(|item| item_of(&item)).collect();
        let (first, last) = shared_ends(&old, items);
        let n = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let new: Vec<glib::BoxedAnyObject> = items[first..items.len() - last]
            .iter()
            .map(|item| glib::BoxedAnyObject::new(Rc::clone(item)))
            .collect();
        let n_gone = old.len() - first - last;
        if n_gone > 0 || !new.is_empty() {
            self.store.splice(n(first), n(n_gone), &new);
        }
        self.show_buttons();
    }

    fn read_more(&self, items: Vec<Rc<MatchItem>>, found: &Arc<Found>) {
        let this = self.this.clone();
        let wanted = Arc::clone(found);
        let request = LibraryRequest::Rows { found: Arc::clone(found), offset: items.len(), limit: PAGE };
        let id = self.client.ask(request, move |answer| {
            let Some(page) = this.upgrade() else { return };
            page.running.set(None);
            match answer {
                Ok(LibraryNews::Rows { rows, .. }) => page.take(items, &wanted, rows),
                _ => page.put(&items),
            }
        });
        self.running.set(id);
    }
}

/// How many items at the start and how many at the end are the same in both lists; none is counted twice.
fn shared_ends<T: PartialEq>(old: &[T], new: &[T]) -> (usize, usize) {
    let is_same = |(a, b): &(&T, &T)| a == b;
    let first = old.iter().zip(new).take_while(is_same).count();
    let last = old[first..].iter().rev().zip(new[first..].iter().rev()).take_while(is_same).count();
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(date: &str, ratings: [Option<f64>; 2], errors: [usize; 2]) -> MatchItem {
        let row = MatchRow {
            id: 1,
            is_summary: false,
            date: date.to_owned(),
            event: "Open".to_owned(),
            round: String::new(),
            place: String::new(),
            length: 7,
            players: ["Ann".to_owned(), "Ben".to_owned()],
            player_ids: [1, 2],
            score: [7, 3],
            winner: Some(0),
            games: 5,
            decisions: 200,
            counted: [90, 80],
            ratings,
            luck: [None; 2],
            rulers: vec!["gnubg 2-ply".to_owned()],
            tags: Vec::new(),
            added: 0,
        };
        MatchItem { row, errors }
    }

    #[test]
    fn only_what_differs_between_two_lists_is_replaced() {
        assert_eq!(shared_ends(&[1, 2, 3], &[1, 2, 3]), (3, 0));
        assert_eq!(shared_ends(&[1, 2, 3], &[1, 3]), (1, 1));
        assert_eq!(shared_ends(&[1, 3], &[1, 2, 3]), (1, 1));
        assert_eq!(shared_ends(&[1, 1], &[1, 1, 1]), (2, 0));
        assert_eq!(shared_ends(&[1, 2], &[3, 4]), (0, 0));
        assert_eq!(shared_ends(&[], &[1]), (0, 0));
    }

    #[test]
    fn matches_are_ordered_by_what_is_known_of_them() {
        let a = item("2024-05-03", [Some(4.0), None], [3, 4]);
        let b = item("2023", [Some(6.0), Some(2.0)], [1, 2]);
        assert_eq!(Column::Date.compare(&a, &b), Ordering::Greater);
        assert_eq!(Column::Rating(0).compare(&a, &b), Ordering::Less);
        assert_eq!(Column::Rating(1).compare(&a, &b), Ordering::Greater, "unknown comes last");
        assert_eq!(Column::Errors.compare(&a, &b), Ordering::Greater);
        assert!(spoken(&a).starts_with("Ann – Ben, 2024-05-03, Open"), "{}", spoken(&a));
        assert!(spoken(&a).contains("Errors 3 – 4"), "{}", spoken(&a));
    }
}
