// SPDX-License-Identifier: GPL-3.0-or-later
//! The distribution of rolls: all 21 with their best plays, sorted. Each leads to the opponent's replies, and so on.

use super::survey_job::{SurveyJob, before_roll, open_position, ply_list};
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::tools::Tool;
use crate::tools::controls::{button, drop_down, label, tab_separated};
use crate::tools::decision_text::{on_scale, value_text};
use crate::tools::frame::ToolFrame;
use crate::widgets::weakly;
use adw::prelude::*;
use gnubg_engine::core::{Dice, Equity, MatchState, Mwc, notation};
use gnubg_session::options::Output;
use gnubg_session::survey::{RollSurvey, Survey, SurveyRequest};
use gnubg_session::{Event, hint};
use gtk::{gio, glib};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The longest sequence of rolls that can be followed.
const MAX_DEPTH: usize = 8;

/// A row of the list.
#[derive(Clone, Debug, PartialEq)]
struct RollRow {
    dice: Dice,
    cells: [String; 4],
}

/// The window of the distribution of rolls.
pub(crate) struct RollDistribution {
    host: HostHandle,
    frame: ToolFrame,
    plies: gtk::DropDown,
    order: gtk::DropDown,
    back: gtk::Button,
    path_label: gtk::Label,
    average: gtk::Label,
    store: gio::ListStore,
    job: SurveyJob,
    survey: RefCell<Option<Arc<Survey>>>,
    /// The positions on the way to the one shown, that of the match first, with the roll and play that led to each.
    path: RefCell<Vec<(MatchState, String)>>,
}

fn row_of(item: Option<glib::Object>) -> Option<RollRow> {
    let boxed = item.and_downcast::<glib::BoxedAnyObject>()?;
    let row = boxed.borrow::<RollRow>();
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

impl RollDistribution {
    pub(crate) fn new(host: &HostHandle) -> Rc<RollDistribution> {
        let orders = [gettext("Best first"), gettext("Worst first"), gettext("By dice")];
        let path_label = label("", &["dim-label"], 0.0);
        path_label.set_widget_name("roll-distribution-path");
        path_label.set_ellipsize(gtk::pango::EllipsizeMode::Start);
        path_label.set_hexpand(true);
        let average = label("", &["figures"], 1.0);
        average.set_widget_name("roll-distribution-average");
        let back = button(&gettext("Back"), &gettext("Back to the previous roll"));
        back.set_widget_name("roll-distribution-back");
        let window = Rc::new(RollDistribution {
            host: host.clone(),
            frame: ToolFrame::new(host, "roll-distribution", &gettext("Distribution of rolls"), (560, 640)),
            plies: ply_list(),
            order: drop_down(&orders, &gettext("Order")),
            back,
            path_label,
            average,
            store: gio::ListStore::new::<glib::BoxedAnyObject>(),
            job: SurveyJob::default(),
            survey: RefCell::default(),
            path: RefCell::default(),
        });
        let view = window.lay_out();
        window.connect(&view);
        window
    }

    fn lay_out(&self) -> gtk::ColumnView {
        self.plies.set_widget_name("roll-distribution-plies");
        self.order.set_widget_name("roll-distribution-order");
        let view = gtk::ColumnView::new(Some(gtk::SingleSelection::new(Some(self.store.clone()))));
        view.set_widget_name("roll-distribution-rolls");
        let titles =
            [gettext("Roll"), gettext("Play"), gettext("Equity"), gettext("Difference from average")];
        for (n, title) in titles.iter().enumerate() {
            column(&view, title, n, n == 1);
        }
        let controls = gtk::Box::builder().spacing(9).css_classes(["tool-row"]).build();
        controls.append(&self.plies);
        controls.append(&self.order);
        controls.append(&self.back);
        controls.append(&gtk::Box::builder().hexpand(true).build());
        controls.append(&self.average);
        let line = gtk::Box::builder().css_classes(["tool-row"]).build();
        line.append(&self.path_label);
        let content = self.frame.content();
        content.append(&controls);
        content.append(&line);
        content.append(&gtk::ScrolledWindow::builder().child(&view).vexpand(true).build());
        view
    }

    fn connect(self: &Rc<Self>, view: &gtk::ColumnView) {
        let with = |run: fn(&RollDistribution)| weakly(&Rc::downgrade(self), run);
        let run = with(RollDistribution::request);
        self.plies.connect_selected_notify(move |_| run());
        let run = with(|window| window.show(&window.host.options().output));
        self.order.connect_selected_notify(move |_| run());
        let run = with(|window| {
            if window.path.borrow().len() > 1 {
                window.path.borrow_mut().pop();
                window.request();
            }
        });
        self.back.connect_clicked(move |_| run());
        let this = Rc::downgrade(self);
        view.connect_activate(move |_, at| {
            if let Some(window) = this.upgrade() {
                window.enter(at);
            }
        });
        let copy = with(|window| {
            let rows: Vec<Vec<String>> = window.rows().into_iter().map(|row| row.cells.to_vec()).collect();
            window.host.copy_text(Some(tab_separated(&rows)));
        });
        self.frame.connect_copy(&gettext("Copy as text"), copy);
    }

    fn rows(&self) -> Vec<RollRow> {
        (0..self.store.n_items()).filter_map(|n| row_of(self.store.item(n))).collect()
    }

    /// Requests the rolls of the last position of the path.
    fn request(&self) {
        let Some(state) = self.path.borrow().last().map(|(state, _)| *state) else { return };
        let plies = self.plies.selected() as u8;
        let request =
            SurveyRequest::Rolls { state: Box::new(before_roll(&state)), with_double: false, plies };
        if self.job.request(&self.host, request) {
            self.average.set_text(&gettext("evaluating …"));
        }
        let path = self.path.borrow();
        let steps: Vec<&str> = path.iter().skip(1).map(|(_, step)| step.as_str()).collect();
        let text = if steps.is_empty() { gettext("The position shown") } else { steps.join(" · ") };
        self.path_label.set_text(&text);
        self.back.set_sensitive(path.len() > 1);
    }

    /// Goes to the opponent's replies to a roll.
    fn enter(&self, at: u32) {
        let survey = self.survey.borrow().clone();
        let (Some(Survey::Rolls(survey)), Some(row)) = (survey.as_deref(), row_of(self.store.item(at)))
        else {
            return;
        };
        let Some(roll) = survey.rolls.at(row.dice) else { return };
        let next = MatchState {
            on_roll: survey.state.on_roll.other(),
            ..hint::in_setting(&survey.state, roll.after)
        };
        if self.path.borrow().len() >= MAX_DEPTH || next.result().is_some() || next.check().is_err() {
            return;
        }
        self.path.borrow_mut().push((next, format!("{}: {}", row.cells[0], row.cells[1])));
        self.request();
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
            let value = value_text(value, is_mwc, false, output);
            self.average.set_text(&gettext_f("Average {value}", &[("value", &value)]));
        }
    }
}

/// The rolls in order: 0 best first, 1 worst first, 2 by dice.
fn rows(survey: &RollSurvey, output: &Output, order: u32) -> Vec<RollRow> {
    let mean = survey.rolls.mean();
    let value = |equity: Equity, mwc: Option<Mwc>| on_scale(equity, mwc, output);
    let mut known: Vec<(Dice, f32, bool, String)> = Dice::ALL
        .into_iter()
        .zip(&survey.rolls.0)
        .filter_map(|(dice, roll)| {
            let roll = roll.as_ref()?;
            let (shown, is_mwc) = value(roll.equity, roll.mwc);
            let play = match roll.play.is_empty() {
                true => gettext("cannot move"),
                false => notation::format(&survey.state.board, &roll.play),
            };
            Some((dice, shown, is_mwc, play))
        })
        .collect();
    match order {
        0 => known.sort_by(|a, b| b.1.total_cmp(&a.1)),
        1 => known.sort_by(|a, b| a.1.total_cmp(&b.1)),
        _ => {}
    }
    let mean = mean.map(|(equity, mwc)| value(equity, mwc).0);
    let row = |(dice, mine, is_mwc, play): (Dice, f32, bool, String)| {
        let difference = mean.map_or(String::new(), |mean| value_text(mine - mean, is_mwc, true, output));
        let roll = format!("{}{}", dice.high(), dice.low());
        RollRow { dice, cells: [roll, play, value_text(mine, is_mwc, false, output), difference] }
    };
    known.into_iter().map(row).collect()
}

impl Tool for RollDistribution {
    fn name(&self) -> &'static str {
        "roll-distribution"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        let Some(state) = open_position(&self.host) else { return };
        let is_same = self.path.borrow().first().is_some_and(|(first, _)| *first == state);
        if !is_same {
            self.path.replace(vec![(state, String::new())]);
        }
        self.request();
        self.show(&self.host.options().output);
    }

    fn handle_event(&self, event: &Event) {
        self.job.handle_event(&self.host, event, &self.survey, |output| self.show(output));
    }

    fn stop(&self) {
        self.job.stop(&self.host);
    }
}
