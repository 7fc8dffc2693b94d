// SPDX-License-Identifier: GPL-3.0-or-later
//! The distribution of rolls: all 21 with their best plays, sorted; each leads to the answers of the opponent, as deep
//! as one likes.

use super::temperature::before_roll;
use super::{Asked, ply_list};
use crate::i18n::{gettext, gettext_f};
use crate::window::Window;
use crate::window::hint::text::{on_scale, worth};
use crate::window::tools::Tool;
use crate::window::tools::sheet::{Sheet, button, drop_down, label, tab_separated};
use adw::prelude::*;
use gnubg_engine::core::{Dice, Equity, MatchState, Mwc, notation};
use gnubg_session::options::Output;
use gnubg_session::survey::{RollSurvey, Survey, SurveyRequest};
use gnubg_session::{Event, hint};
use gtk::{gio, glib};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

pub(super) const NAME: &str = "roll-distribution";
/// Rolls of the first and answers to them, and so on: most that are looked at.
const MOST_DEPTH: usize = 8;

/// A row of the list.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    dice: Dice,
    cells: [String; 4],
}

struct Inner {
    sheet: Sheet,
    plies: gtk::DropDown,
    order: gtk::DropDown,
    back: gtk::Button,
    trail: gtk::Label,
    average: gtk::Label,
    store: gio::ListStore,
    asked: Asked,
    survey: RefCell<Option<Arc<Survey>>>,
    /// The positions gone through, the match's first, with what was rolled and played to get there.
    path: RefCell<Vec<(MatchState, String)>>,
}

/// The window.
pub(super) struct RollsWindow(Rc<Inner>);

fn row_of(item: Option<glib::Object>) -> Option<Row> {
    let boxed = item.and_downcast::<glib::BoxedAnyObject>()?;
    let row = boxed.borrow::<Row>();
    Some(row.clone())
}

fn column(view: &gtk::ColumnView, title: &str, n: usize, expands: bool) {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        item.set_child(Some(&label("", &["figures"], if n == 1 { 0.0 } else { 1.0 })));
    });
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let text = row_of(item.item()).map_or(String::new(), |row| row.cells[n].clone());
        if let Some(label) = item.child().and_downcast::<gtk::Label>() {
            label.set_text(&text);
        }
    });
    let column = gtk::ColumnViewColumn::new(Some(title), Some(factory));
    column.set_expand(expands);
    view.append_column(&column);
}

impl RollsWindow {
    pub(super) fn new(parent: &Window) -> RollsWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Distribution of rolls"), (560, 640));
        let orders = [gettext("Best first"), gettext("Worst first"), gettext("By dice")];
        let (plies, order) = (ply_list(), drop_down(&orders, &gettext("Order")));
        let back = button(&gettext("Back"), &gettext("Back to the rolls before"));
        let trail = label("", &["dim-label"], 0.0);
        trail.set_ellipsize(gtk::pango::EllipsizeMode::Start);
        trail.set_hexpand(true);
        let average = label("", &["figures"], 1.0);
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let view = gtk::ColumnView::new(Some(gtk::SingleSelection::new(Some(store.clone()))));
        for (n, title) in [gettext("Roll"), gettext("Play"), gettext("Equity"), gettext("Against average")]
            .iter()
            .enumerate()
        {
            column(&view, title, n, n == 1);
        }
        let tools = gtk::Box::builder().spacing(9).css_classes(["tool-row"]).build();
        tools.append(&plies);
        tools.append(&order);
        tools.append(&back);
        let spring = gtk::Box::builder().hexpand(true).build();
        tools.append(&spring);
        tools.append(&average);
        let line = gtk::Box::builder().css_classes(["tool-row"]).build();
        line.append(&trail);
        sheet.content.append(&tools);
        sheet.content.append(&line);
        sheet.content.append(&gtk::ScrolledWindow::builder().child(&view).vexpand(true).build());
        let window = RollsWindow(Rc::new(Inner {
            sheet,
            plies,
            order,
            back,
            trail,
            average,
            store,
            asked: Asked::default(),
            survey: RefCell::default(),
            path: RefCell::default(),
        }));
        window.connect(parent, &view);
        window
    }

    fn connect(&self, parent: &Window, view: &gtk::ColumnView) {
        let inner = &self.0;
        let with = |run: fn(&Inner, &Window)| {
            let (inner, parent) = (Rc::downgrade(inner), parent.downgrade());
            move || {
                if let (Some(inner), Some(parent)) = (inner.upgrade(), parent.upgrade()) {
                    run(&inner, &parent);
                    parent.write_dump();
                }
            }
        };
        let run = with(|inner, parent| inner.ask(parent));
        inner.plies.connect_selected_notify(move |_| run());
        let run = with(|inner, parent| inner.show(&parent.options().output));
        inner.order.connect_selected_notify(move |_| run());
        let run = with(|inner, parent| {
            if inner.path.borrow().len() > 1 {
                inner.path.borrow_mut().pop();
                inner.ask(parent);
            }
        });
        inner.back.connect_clicked(move |_| run());
        let (this, window) = (Rc::downgrade(inner), parent.downgrade());
        view.connect_activate(move |_, at| {
            if let (Some(inner), Some(parent)) = (this.upgrade(), window.upgrade()) {
                inner.enter(at, &parent);
            }
        });
        let this = Rc::downgrade(inner);
        inner.sheet.add_copy(
            &gettext("Copy as text"),
            glib::clone!(
                #[weak]
                parent,
                move || {
                    let rows = this.upgrade().map(|inner| inner.rows());
                    let rows: Vec<Vec<String>> =
                        rows.unwrap_or_default().into_iter().map(|row| row.cells.to_vec()).collect();
                    parent.copy_text(Some(tab_separated(&rows)));
                }
            ),
        );
    }
}

impl Inner {
    fn rows(&self) -> Vec<Row> {
        (0..self.store.n_items()).filter_map(|n| row_of(self.store.item(n))).collect()
    }

    /// Asks for the rolls of the last position of the path.
    fn ask(&self, parent: &Window) {
        let Some(state) = self.path.borrow().last().map(|(state, _)| *state) else { return };
        let plies = self.plies.selected() as u8;
        let request =
            SurveyRequest::Rolls { state: Box::new(before_roll(&state)), with_double: false, plies };
        if self.asked.ask(parent, request) {
            self.average.set_text(&gettext("evaluating …"));
        }
        let path = self.path.borrow();
        let steps: Vec<&str> = path.iter().skip(1).map(|(_, step)| step.as_str()).collect();
        let text = if steps.is_empty() { gettext("The position shown") } else { steps.join(" · ") };
        self.trail.set_text(&text);
        self.back.set_sensitive(path.len() > 1);
    }

    /// Goes on to the answers to a roll.
    fn enter(&self, at: u32, parent: &Window) {
        let survey = self.survey.borrow().clone();
        let (Some(Survey::Rolls(survey)), Some(row)) = (survey.as_deref(), row_of(self.store.item(at)))
        else {
            return;
        };
        let Some(worth) = survey.rolls.at(row.dice) else { return };
        let next = MatchState {
            on_roll: survey.state.on_roll.other(),
            ..hint::in_setting(&survey.state, worth.after)
        };
        if self.path.borrow().len() >= MOST_DEPTH || next.result().is_some() || next.check().is_err() {
            return;
        }
        self.path.borrow_mut().push((next, format!("{}: {}", row.cells[0], row.cells[1])));
        self.ask(parent);
        parent.write_dump();
    }

    fn show(&self, output: &Output) {
        let survey = self.survey.borrow().clone();
        let Some(Survey::Rolls(survey)) = survey.as_deref() else { return };
        let rows = rows(survey, output, self.order.selected());
        if rows != self.rows() {
            let items: Vec<glib::BoxedAnyObject> = rows.into_iter().map(glib::BoxedAnyObject::new).collect();
            self.store.splice(0, self.store.n_items(), &items);
        }
        if let Some((equity, mwc)) = survey.rolls.mean() {
            let (value, is_mwc) = on_scale(equity, mwc, output);
            let value = worth(value, is_mwc, false, output);
            self.average.set_text(&gettext_f("Average {value}", &[("value", &value)]));
        }
    }
}

/// The rolls in order: 0 best first, 1 worst first, 2 by dice.
fn rows(survey: &RollSurvey, output: &Output, order: u32) -> Vec<Row> {
    let mean = survey.rolls.mean();
    let value = |equity: Equity, mwc: Option<Mwc>| on_scale(equity, mwc, output);
    let mut known: Vec<(Dice, f32, bool, String)> = Dice::ALL
        .into_iter()
        .zip(&survey.rolls.0)
        .filter_map(|(dice, roll)| {
            let roll = roll.as_ref()?;
            let (worth, is_mwc) = value(roll.equity, roll.mwc);
            let play = match roll.play.is_empty() {
                true => gettext("cannot move"),
                false => notation::format(&survey.state.board, &roll.play),
            };
            Some((dice, worth, is_mwc, play))
        })
        .collect();
    match order {
        0 => known.sort_by(|a, b| b.1.total_cmp(&a.1)),
        1 => known.sort_by(|a, b| a.1.total_cmp(&b.1)),
        _ => {}
    }
    let mean = mean.map(|(equity, mwc)| value(equity, mwc).0);
    let row = |(dice, mine, is_mwc, play): (Dice, f32, bool, String)| {
        let against = mean.map_or(String::new(), |mean| worth(mine - mean, is_mwc, true, output));
        let roll = format!("{}{}", dice.high(), dice.low());
        Row { dice, cells: [roll, play, worth(mine, is_mwc, false, output), against] }
    };
    known.into_iter().map(row).collect()
}

impl Tool for RollsWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.0.sheet.window
    }

    fn follow(&self, parent: &Window) {
        let inner = &*self.0;
        let Some(state) = parent.studied().filter(|state| state.result().is_none()) else { return };
        let is_same = inner.path.borrow().first().is_some_and(|(first, _)| *first == state);
        if !is_same {
            inner.path.replace(vec![(state, String::new())]);
        }
        inner.ask(parent);
        inner.show(&parent.options().output);
    }

    fn hear(&self, parent: &Window, event: &Event) {
        let inner = &*self.0;
        inner.asked.hear(parent, event, &inner.survey, |output| inner.show(output));
    }

    fn halt(&self, parent: &Window) {
        self.0.asked.stop(parent);
    }

    fn facts(&self) -> Value {
        let inner = &*self.0;
        json!({
            "rows": inner.rows().iter().map(|row| row.cells.to_vec()).collect::<Vec<_>>(),
            "trail": inner.trail.text().as_str(),
            "average": inner.average.text().as_str(),
        })
    }
}
