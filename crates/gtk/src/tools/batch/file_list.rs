// SPDX-License-Identifier: GPL-3.0-or-later
//! The files of a batch as a table: name and state, how both players played, errors. A click on a heading sorts by it.

use crate::a11y;
use crate::i18n::{gettext, gettext_f, localized, ngettext_f};
use crate::tools::controls::button;
use gnubg_session::analysis::MatchRatings;
use gtk::prelude::*;
use gtk::{gio, glib, pango};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A file of the table.
pub(super) struct FileItem {
    pub(super) path: PathBuf,
    /// The file that its button opens: the analyzed match once it exists.
    pub(super) target: RefCell<PathBuf>,
    /// What happens to it, in words.
    state: RefCell<String>,
    pub(super) is_done: Cell<bool>,
    pub(super) has_failed: Cell<bool>,
    /// How its matches were played.
    ratings: RefCell<Vec<MatchRatings>>,
    /// How much of it is analyzed, while it is.
    progress: Cell<Option<f64>>,
    /// The widgets that show name and state, while the row is in use.
    shown: RefCell<Option<FileCell>>,
}

/// Name, state and progress of a file.
#[derive(Clone)]
struct FileCell {
    name: gtk::Label,
    state: gtk::Label,
    bar: gtk::ProgressBar,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    File,
    /// The rating of a player, by seat.
    Rating(usize),
    Errors,
    Open,
}

/// All columns, in order.
const COLUMNS: [Column; 5] =
    [Column::File, Column::Rating(0), Column::Rating(1), Column::Errors, Column::Open];

/// The table.
pub(super) struct FileList {
    pub(super) widget: gtk::ScrolledWindow,
    store: gio::ListStore,
    items: RefCell<Vec<Rc<FileItem>>>,
}

/// The name of a file without its folder.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl FileItem {
    /// The performance rating of a player in the first match of the file.
    fn rating(&self, seat: usize) -> Option<f64> {
        self.ratings.borrow().first().and_then(|ratings| ratings.ratings[seat])
    }

    /// The errors in all matches of the file; `None` before they are known.
    fn errors(&self) -> Option<usize> {
        let ratings = self.ratings.borrow();
        (!ratings.is_empty()).then(|| ratings.iter().map(|ratings| ratings.errors).sum())
    }

    /// A player with the rating; empty before it is known.
    fn player(&self, seat: usize) -> String {
        let ratings = self.ratings.borrow();
        let Some(ratings) = ratings.first() else { return String::new() };
        let rating =
            ratings.ratings[seat].map_or("–".to_owned(), |rating| localized(format!("{rating:.1}")));
        let values = [("player", ratings.names[seat].as_str()), ("rating", &rating)];
        gettext_f("{player} {rating}", &values)
    }

    /// What a screen reader says of the row.
    fn spoken(&self) -> String {
        let mut parts = vec![name_of(&self.path), self.state.borrow().replace('\n', ", ")];
        for ratings in &*self.ratings.borrow() {
            for (name, rating) in ratings.names.iter().zip(ratings.ratings) {
                let rating = rating.map_or("–".to_owned(), |rating| localized(format!("{rating:.1}")));
                let values = [("player", name.as_str()), ("rating", &rating)];
                parts.push(gettext_f("{player} PR {rating}", &values));
            }
        }
        if let Some(n) = self.errors() {
            let form = u32::try_from(n).unwrap_or(u32::MAX);
            parts.push(ngettext_f("{n} error", "{n} errors", form, &[("n", &n.to_string())]));
        }
        parts.join(", ")
    }

    fn show(&self) {
        let Some(cell) = self.shown.borrow().clone() else { return };
        cell.name.set_text(&name_of(&self.path));
        let state = self.state.borrow();
        cell.state.set_text(&state);
        a11y::set_tooltip(&cell.state, Some(&state));
        cell.bar.set_visible(self.progress.get().is_some());
        cell.bar.set_fraction(self.progress.get().unwrap_or(0.0));
        crate::widgets::set_class(&cell.state, "error", self.has_failed.get());
        a11y::set_row_label(&cell.name, &self.spoken());
    }
}

fn item_of(item: &glib::Object) -> Option<Rc<FileItem>> {
    let boxed = item.downcast_ref::<gtk::ListItem>().and_then(gtk::ListItem::item).unwrap_or(item.clone());
    let boxed = boxed.downcast::<glib::BoxedAnyObject>().ok()?;
    let found = Rc::clone(&*boxed.borrow::<Rc<FileItem>>());
    Some(found)
}

fn file_cell() -> gtk::Box {
    let column = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(1).build();
    let name = gtk::Label::builder().xalign(0.0).ellipsize(pango::EllipsizeMode::Middle).build();
    name.add_css_class("heading");
    let state = gtk::Label::builder().xalign(0.0).wrap(true).wrap_mode(pango::WrapMode::WordChar).build();
    state.set_css_classes(&["dim-label", "caption"]);
    let bar = gtk::ProgressBar::builder().name("batch-progress").visible(false).build();
    column.append(&name);
    column.append(&state);
    column.append(&bar);
    column
}

fn factory(column: Column, open: &Rc<dyn Fn(&Path)>) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    let open = Rc::clone(open);
    factory.connect_setup(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let child: gtk::Widget = match column {
            Column::File => file_cell().upcast(),
            Column::Rating(_) => {
                let label = gtk::Label::builder().xalign(1.0).ellipsize(pango::EllipsizeMode::Start);
                label.max_width_chars(20).width_chars(8).css_classes(["figures"]).build().upcast()
            }
            Column::Errors => gtk::Label::builder().xalign(1.0).css_classes(["figures"]).build().upcast(),
            Column::Open => {
                let made = button(&gettext("Open"), &gettext("Open the file"));
                made.set_widget_name("batch-open");
                made.set_valign(gtk::Align::Center);
                let (open, item) = (Rc::clone(&open), item.downgrade());
                made.connect_clicked(move |_| {
                    let file = item.upgrade().and_then(|item| item_of(item.upcast_ref()));
                    if let Some(file) = file {
                        let path = file.target.borrow().clone();
                        open(&path);
                    }
                });
                made.upcast()
            }
        };
        item.set_child(Some(&child));
    });
    factory.connect_bind(move |_, item| {
        let Some((child, file)) =
            item.downcast_ref::<gtk::ListItem>().and_then(gtk::ListItem::child).zip(item_of(item))
        else {
            return;
        };
        match column {
            Column::File => {
                let name = child.first_child().and_downcast::<gtk::Label>();
                let state = name.as_ref().and_then(WidgetExt::next_sibling).and_downcast::<gtk::Label>();
                let bar = state.as_ref().and_then(WidgetExt::next_sibling).and_downcast();
                let cell = name.zip(state).zip(bar).map(|((name, state), bar)| FileCell { name, state, bar });
                if let Some(cell) = &cell {
                    let about = gettext_f("Progress of {file}", &[("file", &name_of(&file.path))]);
                    a11y::set_label(&cell.bar, &about);
                }
                file.shown.replace(cell);
                file.show();
            }
            Column::Rating(seat) => {
                if let Some(label) = child.downcast_ref::<gtk::Label>() {
                    let text = file.player(seat);
                    label.set_text(&text);
                    a11y::set_tooltip(label, Some(&text));
                }
            }
            Column::Errors => {
                if let Some(label) = child.downcast_ref::<gtk::Label>() {
                    label.set_text(&file.errors().map(|n| n.to_string()).unwrap_or_default());
                }
            }
            Column::Open => {
                a11y::set_label(&child, &gettext_f("Open {file}", &[("file", &name_of(&file.path))]));
            }
        }
    });
    factory.connect_unbind(move |_, item| {
        if let Some(file) = item_of(item).filter(|_| column == Column::File) {
            file.shown.take();
        }
    });
    factory
}

/// How two files are ordered by a column; what is not known comes last.
fn compare(column: Column, a: &FileItem, b: &FileItem) -> Ordering {
    let by = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    };
    let count = |item: &FileItem| item.errors().map(|n| n as f64);
    match column {
        Column::File => name_of(&a.path).to_lowercase().cmp(&name_of(&b.path).to_lowercase()),
        Column::Rating(seat) => by(a.rating(seat), b.rating(seat)),
        Column::Errors => by(count(a), count(b)),
        Column::Open => Ordering::Equal,
    }
}

fn sorter(column: Column) -> gtk::CustomSorter {
    gtk::CustomSorter::new(move |a, b| match (item_of(a), item_of(b)) {
        (Some(a), Some(b)) => compare(column, &a, &b).into(),
        _ => gtk::Ordering::Equal,
    })
}

impl FileList {
    /// `open` is called with the file whose button is clicked.
    pub(super) fn new(open: impl Fn(&Path) + 'static) -> FileList {
        let open: Rc<dyn Fn(&Path)> = Rc::new(open);
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let view = gtk::ColumnView::builder().name("batch-files").css_classes(["data-table"]).build();
        for column in COLUMNS {
            let title = match column {
                Column::File => gettext("File"),
                Column::Rating(0) => gettext("PR, top player"),
                Column::Rating(_) => gettext("PR, bottom player"),
                Column::Errors => gettext("Errors"),
                Column::Open => String::new(),
            };
            let made = gtk::ColumnViewColumn::new(Some(&title), Some(factory(column, &open)));
            made.set_expand(column == Column::File);
            if column != Column::Open {
                made.set_sorter(Some(&sorter(column)));
            }
            view.append_column(&made);
        }
        let sorted = gtk::SortListModel::new(Some(store.clone()), view.sorter());
        view.set_model(Some(&gtk::NoSelection::new(Some(sorted))));
        a11y::set_label(&view, &gettext("Files"));
        let widget = gtk::ScrolledWindow::builder().child(&view).vexpand(true).build();
        FileList { widget, store, items: RefCell::default() }
    }

    /// Adds a file.
    pub(super) fn add(&self, path: PathBuf) {
        let folder = path.parent().map_or(String::new(), |folder| folder.display().to_string());
        let item = Rc::new(FileItem {
            target: RefCell::new(path.clone()),
            path,
            state: RefCell::new(folder),
            is_done: Cell::default(),
            has_failed: Cell::default(),
            ratings: RefCell::default(),
            progress: Cell::default(),
            shown: RefCell::default(),
        });
        self.store.append(&glib::BoxedAnyObject::new(Rc::clone(&item)));
        self.items.borrow_mut().push(item);
    }

    /// The files in the order in which they were added.
    pub(super) fn items(&self) -> Vec<Rc<FileItem>> {
        self.items.borrow().clone()
    }

    /// The file with this number.
    pub(super) fn item(&self, n: usize) -> Option<Rc<FileItem>> {
        self.items.borrow().get(n).cloned()
    }

    /// Tells what happens to a file.
    pub(super) fn set_state(&self, n: usize, text: &str) {
        if let Some(item) = self.item(n) {
            text.clone_into(&mut item.state.borrow_mut());
            item.show();
        }
    }

    /// Shows how much of a file is analyzed, or nothing.
    pub(super) fn set_progress(&self, n: usize, share: Option<f64>) {
        if let Some(item) = self.item(n) {
            item.progress.set(share);
            item.show();
        }
    }

    /// Takes in how the matches of a file were played; the table stays sorted.
    pub(super) fn set_ratings(&self, n: usize, ratings: &[MatchRatings]) {
        let Some(item) = self.item(n) else { return };
        item.ratings.replace(ratings.to_vec());
        let at = (0..self.store.n_items()).find(|at| {
            self.store.item(*at).and_then(|boxed| item_of(&boxed)).is_some_and(|one| Rc::ptr_eq(&one, &item))
        });
        if let Some(at) = at {
            self.store.splice(at, 1, &[glib::BoxedAnyObject::new(item)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, ratings: Option<([Option<f64>; 2], usize)>) -> FileItem {
        let names = ["Ann".to_owned(), "Ben".to_owned()];
        let ratings = ratings.map(|(ratings, errors)| MatchRatings { names, ratings, errors });
        FileItem {
            path: name.into(),
            target: RefCell::default(),
            state: RefCell::default(),
            is_done: Cell::default(),
            has_failed: Cell::default(),
            ratings: RefCell::new(ratings.into_iter().collect()),
            progress: Cell::default(),
            shown: RefCell::default(),
        }
    }

    #[test]
    fn files_are_ordered_by_what_is_known_of_them() {
        let a = item("b.mat", Some(([Some(4.0), Some(9.0)], 3)));
        let b = item("A.mat", Some(([Some(5.0), None], 2)));
        let unknown = item("c.mat", None);
        assert_eq!(compare(Column::File, &a, &b), Ordering::Greater);
        assert_eq!(compare(Column::Rating(0), &a, &b), Ordering::Less);
        assert_eq!(compare(Column::Rating(1), &a, &b), Ordering::Less, "the one that is not known is last");
        assert_eq!(compare(Column::Errors, &a, &b), Ordering::Greater);
        assert_eq!(compare(Column::Errors, &unknown, &b), Ordering::Greater);
        assert_eq!(a.player(1), "Ben 9.0");
        assert_eq!(unknown.player(0), "");
        assert!(a.spoken().ends_with("Ann PR 4.0, Ben PR 9.0, 3 errors"), "{}", a.spoken());
    }
}
