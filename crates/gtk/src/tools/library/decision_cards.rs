// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions as cards: a small board, what was done and lost, what was best, and when that was.

use super::board_picture::{EmptyBoard, SmallBoard};
use super::words;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::gettext;
use gnubg_engine::core::Equity;
use gnubg_library::search::DecisionRow;
use gnubg_record::Skill;
use gtk::prelude::*;
use gtk::{gio, glib, pango};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

/// The width of a card from which on another column has room, in pixels.
const COLUMN: f64 = 280.0;
/// Most columns.
const MOST_COLUMNS: u32 = 5;
/// What a card is wider than its board, in pixels.
const AROUND_BOARD: i32 = 42;
/// The narrowest and the widest board, in pixels.
const BOARDS: (i32, i32) = (160, 420);

/// The widgets of a card.
#[derive(Clone)]
struct Card {
    board: SmallBoard,
    done: gtk::Label,
    loss: gtk::Label,
    best: gtk::Label,
    occasion: gtk::Label,
}

/// Hears which decision was chosen.
type OnChosen = Box<dyn Fn(&DecisionRow)>;

/// The cards.
pub(super) struct DecisionCards {
    this: Weak<DecisionCards>,
    host: HostHandle,
    scroller: gtk::ScrolledWindow,
    grid: gtk::GridView,
    store: gio::ListStore,
    selection: gtk::SingleSelection,
    /// The widgets of the cards that the grid has made.
    cards: RefCell<Vec<Card>>,
    empty: EmptyBoard,
    width: Cell<i32>,
    /// Whether boards will be painted in a moment.
    is_paint_due: Cell<bool>,
    on_end: RefCell<Option<Box<dyn Fn()>>>,
}

fn line(classes: &[&str]) -> gtk::Label {
    let line = crate::tools::controls::label("", classes, 0.0);
    line.set_ellipsize(pango::EllipsizeMode::End);
    line
}

impl Card {
    fn new(empty: &EmptyBoard) -> (Card, gtk::Box) {
        let card = Card {
            board: SmallBoard::new(empty),
            done: line(&["figures", "heading"]),
            loss: crate::tools::controls::label("", &["figures", "loss"], 0.0),
            best: line(&["figures"]),
            occasion: line(&["caption", "dim-label"]),
        };
        let whole = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(2).build();
        whole.set_css_classes(&["card", "decision-card"]);
        let first = gtk::Box::builder().spacing(6).margin_top(6).build();
        first.append(&card.done);
        first.append(&card.loss);
        whole.append(card.board.widget());
        whole.append(&first);
        whole.append(&card.best);
        whole.append(&card.occasion);
        (card, whole)
    }
}

/// The class that colors a loss.
const fn class_of(skill: Skill) -> &'static str {
    match skill {
        Skill::VeryBad => "very-bad",
        Skill::Bad => "bad",
        Skill::Doubtful => "doubtful",
        Skill::Unmarked => "small",
    }
}

fn row_of(item: &gtk::ListItem) -> Option<Rc<DecisionRow>> {
    let boxed = item.item().and_downcast::<glib::BoxedAnyObject>()?;
    let found = Rc::clone(&*boxed.try_borrow::<Rc<DecisionRow>>().ok()?);
    Some(found)
}

impl DecisionCards {
    /// `chosen` is called with a decision that the user opens.
    pub(super) fn new(
        name: &str,
        host: HostHandle,
        chosen: impl Fn(&DecisionRow) + 'static,
    ) -> Rc<DecisionCards> {
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let selection = gtk::SingleSelection::new(Some(store.clone()));
        let grid = gtk::GridView::new(Some(selection.clone()), None::<gtk::SignalListItemFactory>);
        grid.set_widget_name(name);
        grid.add_css_class("decision-cards");
        a11y::set_label(&grid, &gettext("Decisions"));
        // Not `Never`: with it the window could not become narrower than the columns that it has room for now.
        let scroller = gtk::ScrolledWindow::builder()
            .child(&grid)
            .vexpand(true)
            .min_content_width(BOARDS.0 + AROUND_BOARD)
            .hscrollbar_policy(gtk::PolicyType::External)
            .build();
        let cards = Rc::new_cyclic(|this: &Weak<DecisionCards>| DecisionCards {
            this: this.clone(),
            host,
            scroller,
            grid,
            store,
            selection,
            cards: RefCell::default(),
            empty: EmptyBoard::default(),
            width: Cell::new(BOARDS.0),
            is_paint_due: Cell::default(),
            on_end: RefCell::default(),
        });
        cards.connect(Box::new(chosen));
        cards
    }

    fn connect(&self, chosen: OnChosen) {
        self.grid.set_factory(Some(&self.factory()));
        let (store, selection) = (self.store.clone(), self.selection.clone());
        self.grid.connect_activate(move |_, n| {
            selection.set_selected(n);
            let boxed = store.item(n).and_downcast::<glib::BoxedAnyObject>();
            let row = boxed.and_then(|boxed| Some(Rc::clone(&*boxed.try_borrow::<Rc<DecisionRow>>().ok()?)));
            if let Some(row) = row {
                chosen(&row);
            }
        });
        let this = self.this.clone();
        self.scroller.hadjustment().connect_page_size_notify(move |adjustment| {
            let (this, width) = (this.clone(), adjustment.page_size());
            // Sizes must not change while they are being given.
            glib::idle_add_local_once(move || {
                if let Some(cards) = this.upgrade() {
                    cards.fit(width);
                }
            });
        });
        let this = self.this.clone();
        let look = move |adjustment: &gtk::Adjustment| {
            let Some(cards) = this.upgrade() else { return };
            cards.paint_soon();
            let is_near = adjustment.value() + 2.0 * adjustment.page_size() > adjustment.upper();
            if is_near && let Some(reached) = &*cards.on_end.borrow() {
                reached();
            }
        };
        self.scroller.vadjustment().connect_value_changed(look.clone());
        self.scroller.vadjustment().connect_changed(look);
        let this = self.this.clone();
        self.scroller.connect_map(move |_| {
            if let Some(cards) = this.upgrade() {
                cards.paint_soon();
            }
        });
    }

    /// Has the boards painted that are in sight or nearly so, once the cards have their places.
    fn paint_soon(&self) {
        if !self.scroller.is_mapped() || self.is_paint_due.replace(true) {
            return;
        }
        // The next frame gives them their places, and the one after it comes when they have them.
        let (this, has_place) = (self.this.clone(), Cell::new(false));
        self.scroller.add_tick_callback(move |_, _| {
            if !has_place.replace(true) {
                return glib::ControlFlow::Continue;
            }
            if let Some(cards) = this.upgrade() {
                cards.is_paint_due.set(false);
                cards.paint_near();
            }
            glib::ControlFlow::Break
        });
    }

    /// Has the boards painted that are in sight, then those of the next page and of half a page before.
    fn paint_near(&self) {
        let page = self.scroller.height() as f32;
        for (top, bottom) in [(0.0, page), (-0.5 * page, 2.0 * page)] {
            for card in &*self.cards.borrow() {
                // Those far from sight have no height.
                let place = card.board.widget().compute_bounds(&self.scroller);
                let place = place.filter(|place| place.height() > 0.0);
                if place.is_some_and(|place| place.y() < bottom && place.y() + place.height() > top) {
                    card.board.paint();
                }
            }
        }
    }

    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        let this = self.this.clone();
        factory.connect_setup(move |_, item| {
            let (Some(item), Some(cards)) = (item.downcast_ref::<gtk::ListItem>(), this.upgrade()) else {
                return;
            };
            let (card, whole) = Card::new(&cards.empty);
            card.board.set_width(cards.width.get());
            cards.cards.borrow_mut().push(card);
            item.set_child(Some(&whole));
        });
        let this = self.this.clone();
        factory.connect_bind(move |_, item| {
            let (Some(item), Some(cards)) = (item.downcast_ref::<gtk::ListItem>(), this.upgrade()) else {
                return;
            };
            if let (Some(whole), Some(row)) = (item.child(), row_of(item)) {
                cards.fill(&whole, &row);
            }
        });
        let this = self.this.clone();
        factory.connect_teardown(move |_, item| {
            let (Some(item), Some(cards)) = (item.downcast_ref::<gtk::ListItem>(), this.upgrade()) else {
                return;
            };
            let board = item.child().and_then(|whole| whole.first_child());
            cards.cards.borrow_mut().retain(|card| Some(card.board.widget().upcast_ref()) != board.as_ref());
        });
        factory
    }

    fn fill(&self, whole: &gtk::Widget, row: &DecisionRow) {
        let cards = self.cards.borrow();
        let board = whole.first_child();
        let card = cards.iter().find(|card| Some(card.board.widget().upcast_ref()) == board.as_ref());
        let Some(card) = card else { return };
        let design = self.host.board().map(|board| board.design()).unwrap_or_default();
        card.board.show(row.key.state(), design);
        self.paint_soon();
        card.done.set_text(&words::done(row));
        let loss = row.loss.filter(|loss| *loss > 0.0);
        card.loss.set_text(&loss.map(words::loss).unwrap_or_default());
        let lost = Equity(-loss.unwrap_or(0.0) as f32);
        let skill = self.host.look(|session| session.options().analysis.thresholds.skill(lost));
        card.loss.set_css_classes(&["figures", "loss", class_of(skill.unwrap_or(Skill::Unmarked))]);
        card.best.set_text(&words::best(row).unwrap_or_default());
        let occasion = words::occasion(row);
        card.occasion.set_text(&occasion);
        a11y::set_tooltip(&card.occasion, Some(&occasion));
        a11y::set_row_label(whole, &words::spoken(row));
    }

    /// As many columns as have room, with boards that fill them.
    fn fit(&self, width: f64) {
        let columns = ((width / COLUMN) as u32).clamp(1, MOST_COLUMNS);
        let board = (width / f64::from(columns)) as i32 - AROUND_BOARD;
        let board = board.clamp(BOARDS.0, BOARDS.1);
        self.grid.set_max_columns(columns);
        self.grid.set_min_columns(columns);
        if self.width.replace(board) != board {
            self.cards.borrow().iter().for_each(|card| card.board.set_width(board));
            self.paint_soon();
        }
    }

    pub(super) fn widget(&self) -> &gtk::ScrolledWindow {
        &self.scroller
    }

    /// Calls `reached` when the last cards can nearly be seen.
    pub(super) fn connect_end_reached(&self, reached: impl Fn() + 'static) {
        self.on_end.replace(Some(Box::new(reached)));
    }

    /// How many decisions are shown.
    pub(super) fn len(&self) -> usize {
        self.store.n_items() as usize
    }

    /// Shows these decisions. The selected one stays selected if it is one of them.
    pub(super) fn set(&self, rows: &[DecisionRow]) {
        let selected = self.selection.selected();
        let was = self.selection.selected_item().and_downcast::<glib::BoxedAnyObject>();
        let was = was.and_then(|boxed| Some(boxed.try_borrow::<Rc<DecisionRow>>().ok()?.id));
        let items: Vec<glib::BoxedAnyObject> = boxed(rows);
        self.store.splice(0, self.store.n_items(), &items);
        let at = rows.iter().position(|row| Some(row.id) == was).map(|n| n as u32);
        if let Some(at) = at.filter(|at| *at != selected) {
            self.selection.set_selected(at);
        }
    }

    /// Shows further decisions after the others.
    pub(super) fn add(&self, rows: &[DecisionRow]) {
        let n = self.store.n_items();
        self.store.splice(n, 0, &boxed(rows));
    }

    /// Selects the decision so many places after the selected one and opens it; false if there is none.
    pub(super) fn step(&self, by: i32) -> bool {
        let place =
            self.selection.selected().checked_add_signed(by).filter(|place| *place < self.store.n_items());
        let Some(place) = place else { return false };
        self.selection.set_selected(place);
        // It is seen again when the user comes back. The action is not there before the grid is shown.
        let _ = self.grid.activate_action("list.scroll-to-item", Some(&place.to_variant()));
        self.grid.emit_by_name::<()>("activate", &[&place]);
        true
    }

    /// Gives the keyboard to the cards.
    pub(super) fn focus(&self) {
        self.grid.grab_focus();
    }
}

fn boxed(rows: &[DecisionRow]) -> Vec<glib::BoxedAnyObject> {
    rows.iter().map(|row| glib::BoxedAnyObject::new(Rc::new(row.clone()))).collect()
}
