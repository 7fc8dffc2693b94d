// SPDX-License-Identifier: GPL-3.0-or-later
//! The match equity table, before and after the Crawford game, and what follows from it at every score: gammon values,
//! take and double points; another table can be chosen, and two compared.

use super::cube_names;
use crate::i18n::{gettext, gettext_f};
use crate::window::panels::wrap::Wrap;
use crate::window::tools::Tool;
use crate::window::tools::heat::{self, Cell, Heat, Shade};
use crate::window::tools::sheet::{Sheet, TOOL_GAP, check, drop_down, label, spin, tab_separated};
use crate::window::{Window, chooser};
use adw::prelude::*;
use gnubg_engine::core::{CubeState, CubeValue, MatchState, Player};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchEquityTable, MatchScore, SHIPPED, WinRates, shipped};
use gtk::glib;
use serde_json::{Value, json};
use std::cell::{Cell as Slot, RefCell};
use std::rc::Rc;

pub(super) const NAME: &str = "equity-table";

/// Points of the table for short matches and for money.
const USUAL_LENGTH: u16 = 15;

/// What is shown of each score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aspect {
    Before,
    After,
    GammonValue,
    DeadTake,
    LiveTake,
    DeadDouble,
}

impl Aspect {
    const ALL: [Aspect; 6] = [
        Aspect::Before,
        Aspect::After,
        Aspect::GammonValue,
        Aspect::DeadTake,
        Aspect::LiveTake,
        Aspect::DeadDouble,
    ];

    fn title(self) -> String {
        match self {
            Aspect::Before => gettext("Equity before the Crawford game"),
            Aspect::After => gettext("Equity after the Crawford game"),
            Aspect::GammonValue => gettext("Gammon value"),
            Aspect::DeadTake => gettext("Take point, dead cube"),
            Aspect::LiveTake => gettext("Take point, live cube"),
            Aspect::DeadDouble => gettext("Double point, dead cube"),
        }
    }

    /// Whether the cube matters.
    fn has_cube(self) -> bool {
        !matches!(self, Aspect::Before | Aspect::After)
    }

    /// The value for seat Zero, `zero`-away against `one`-away with the cube at `value`.
    fn value(
        self,
        table: &MatchEquityTable,
        [zero, one]: [u32; 2],
        cube: CubeValue,
        rate: f64,
    ) -> Option<f64> {
        if matches!(self, Aspect::Before) {
            return Some(f64::from(table.pre_crawford(zero, one).0));
        }
        let context = CubeContext::match_play(MatchScore::new([zero, one], false)?, table);
        if matches!(self, Aspect::GammonValue) {
            let cube = CubeState { value: cube, owner: None };
            return Some(f64::from(context.gammon_prices(CubeInfo::new(cube, Player::Zero)).gammon_value()));
        }
        let rates = WinRates { gammon: rate, gammon_lost: rate, ..WinRates::default() };
        let window = context.match_window(Player::Zero, cube, rates)?;
        match self {
            Aspect::DeadTake => Some(window.dead.take),
            Aspect::LiveTake => Some(window.live?.take),
            Aspect::DeadDouble => Some(window.dead.double),
            Aspect::Before | Aspect::After | Aspect::GammonValue => None,
        }
    }
}

/// The window.
pub(super) struct TableWindow {
    sheet: Sheet,
    table: gtk::DropDown,
    inverted: gtk::CheckButton,
    aspect: gtk::DropDown,
    cube: gtk::DropDown,
    rate: gtk::SpinButton,
    other: gtk::DropDown,
    length: gtk::SpinButton,
    heat: Heat,
    about: gtk::Label,
    is_filling: Rc<Slot<bool>>,
    /// The name of the table used, as the settings have it.
    used: RefCell<String>,
    /// The table to compare with, and its name.
    compared: RefCell<Option<(String, Rc<MatchEquityTable>)>>,
}

impl TableWindow {
    pub(super) fn new(parent: &Window) -> TableWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Match equity table"), (820, 680));
        let names: Vec<String> = SHIPPED.iter().map(|table| table.name.to_owned()).collect();
        let mut tables = names.clone();
        tables.push(gettext("From a file"));
        let mut others = vec![gettext("No other table")];
        others.extend(names);
        let aspects: Vec<String> = Aspect::ALL.into_iter().map(Aspect::title).collect();
        let window = TableWindow {
            sheet,
            table: drop_down(&tables, &gettext("Table used by the program")),
            inverted: check(&gettext("Exchange the players")),
            aspect: drop_down(&aspects, &gettext("What is shown")),
            cube: drop_down(&cube_names(), &gettext("Cube")),
            rate: spin(0.0..=100.0, 1.0, 0, &gettext("Gammons among the wins, in percent")),
            other: drop_down(&others, &gettext("Show the difference to")),
            length: spin(1.0..=64.0, 1.0, 0, &gettext("Points")),
            heat: Heat::new(),
            about: label("", &["dim-label", "caption"], 0.0),
            is_filling: Rc::default(),
            used: RefCell::default(),
            compared: RefCell::default(),
        };
        window.length.set_value(f64::from(parent.length_or(USUAL_LENGTH)));
        window.lay_out();
        window.connect(parent);
        window
    }

    fn lay_out(&self) {
        let row = |parts: &[(Option<String>, &gtk::Widget)]| {
            // They go below one another where there is no room.
            let row = gtk::Box::builder().css_classes(["tool-row"]).build();
            row.set_layout_manager(Some(Wrap::with_gap(TOOL_GAP)));
            for (title, widget) in parts {
                let pair = gtk::Box::builder().spacing(6).build();
                if let Some(title) = title {
                    pair.append(&label(title, &[], 0.0));
                }
                pair.append(*widget);
                row.append(&pair);
            }
            self.sheet.content.append(&row);
        };
        row(&[
            (Some(gettext("Table")), self.table.upcast_ref()),
            (None, self.inverted.upcast_ref()),
            (Some(gettext("Difference from")), self.other.upcast_ref()),
        ]);
        row(&[
            (None, self.aspect.upcast_ref()),
            (Some(gettext("Cube")), self.cube.upcast_ref()),
            (Some(gettext("Gammons %")), self.rate.upcast_ref()),
            (Some(gettext("Points")), self.length.upcast_ref()),
        ]);
        self.about.set_wrap(true);
        self.about.set_margin_start(18);
        self.about.set_margin_end(18);
        self.about.set_margin_bottom(9);
        self.sheet.content.append(&self.heat.scroller);
        self.heat.take_focus(&self.sheet.window);
        self.sheet.content.append(&self.about);
    }

    fn connect(&self, parent: &Window) {
        let show = || {
            let (parent, is_filling) = (parent.downgrade(), Rc::clone(&self.is_filling));
            move || {
                if let Some(parent) = parent.upgrade().filter(|_| !is_filling.get())
                    && let Some(tool) = parent.tool(NAME)
                {
                    tool.follow(&parent);
                    parent.write_dump();
                }
            }
        };
        for list in [&self.aspect, &self.cube, &self.other] {
            let run = show();
            list.connect_selected_notify(move |_| run());
        }
        for field in [&self.rate, &self.length] {
            let run = show();
            field.connect_value_changed(move |_| run());
        }
        let is_filling = Rc::clone(&self.is_filling);
        self.table.connect_selected_notify(glib::clone!(
            #[weak]
            parent,
            move |list| {
                if is_filling.get() {
                    return;
                }
                match SHIPPED.get(list.selected() as usize) {
                    Some(table) => {
                        parent.change_options(|options| options.engine.met = table.file.to_owned());
                    }
                    None => ask_table(&parent),
                }
            }
        ));
        let is_filling = Rc::clone(&self.is_filling);
        self.inverted.connect_toggled(glib::clone!(
            #[weak]
            parent,
            move |button| {
                let on = button.is_active();
                if !is_filling.get() {
                    parent.change_options(|options| options.engine.met_inverted = on);
                }
            }
        ));
        let heat = self.heat.clone();
        self.sheet.add_copy(
            &gettext("Copy as text"),
            glib::clone!(
                #[weak]
                parent,
                move || parent.copy_text(Some(tab_separated(&heat.as_rows())))
            ),
        );
    }

    /// The table to compare with.
    fn other_table(&self) -> Option<Rc<MatchEquityTable>> {
        let chosen = SHIPPED.get((self.other.selected() as usize).checked_sub(1)?)?;
        if let Some((_, table)) = self.compared.borrow().as_ref().filter(|(name, _)| name == chosen.file) {
            return Some(Rc::clone(table));
        }
        let table = Rc::new(shipped(chosen.file).ok()?);
        self.compared.replace(Some((chosen.file.to_owned(), Rc::clone(&table))));
        Some(table)
    }

    /// The cells as they are asked for.
    fn sheet_of(
        &self,
        table: &MatchEquityTable,
        state: Option<&MatchState>,
        names: &[String; 2],
    ) -> heat::Sheet {
        let aspect = Aspect::ALL[(self.aspect.selected() as usize).min(Aspect::ALL.len() - 1)];
        let cube = CubeValue::from_exponent(self.cube.selected()).unwrap_or_default();
        let (n, rate) = (self.length.value() as u32, self.rate.value() / 100.0);
        let other = self.other_table();
        let away = state
            .filter(|state| !state.is_money())
            .map(|state| Player::BOTH.map(|player| state.away(player).unwrap_or(0)));
        let text = |value: Option<f64>, other: Option<Option<f64>>| -> (String, Option<f64>) {
            let digits = if aspect == Aspect::GammonValue { 3 } else { 2 };
            let scale = if aspect == Aspect::GammonValue { 1.0 } else { 100.0 };
            match (value, other) {
                (Some(value), None) => (format!("{:.digits$}", scale * value), Some(value)),
                (Some(value), Some(Some(other))) => {
                    (format!("{:+.digits$}", scale * (value - other)), Some(value - other))
                }
                _ => ("–".to_owned(), None),
            }
        };
        let (rows, columns): (Vec<u32>, Vec<u32>) = match aspect {
            Aspect::After => (vec![0, 1], (1..=n).collect()),
            _ => ((1..=n).collect(), (1..=n).collect()),
        };
        let value = |table: &MatchEquityTable, r: u32, c: u32| match aspect {
            Aspect::After => {
                let player = if r == 0 { Player::Zero } else { Player::One };
                Some(f64::from(table.post_crawford(player, c).0))
            }
            _ => aspect.value(table, [r, c], cube, rate),
        };
        let mut cells: Vec<Vec<(Cell, Option<f64>)>> = Vec::new();
        for &r in &rows {
            let cell = |&c: &u32| {
                let other = other.as_deref().map(|other| value(other, r, c));
                let (text, value) = text(value(table, r, c), other);
                let is_marked = match aspect {
                    Aspect::After => state.is_some_and(|state| {
                        state.is_post_crawford()
                            && away.is_some_and(|away| away[r as usize] == c && away[1 - r as usize] == 1)
                    }),
                    _ => away == Some([r, c]),
                };
                let detail = if is_marked { gettext("The present score") } else { String::new() };
                (Cell { text, detail, shade: Shade::None, is_marked }, value)
            };
            cells.push(columns.iter().map(cell).collect());
        }
        let values = || cells.iter().flatten().filter_map(|(_, value)| *value);
        let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let shaded = |(cell, value): (Cell, Option<f64>)| {
            let share = value.map(|value| if high > low { (value - low) / (high - low) } else { 0.5 });
            // Half of the scale, so that the numbers are what is seen first.
            Cell { shade: share.map_or(Shade::None, |share| Shade::Heat(0.55 * share)), ..cell }
        };
        let cells = cells.into_iter().map(|row| row.into_iter().map(shaded).collect()).collect();
        let away = |n: &u32| gettext_f("{n}-away", &[("n", &n.to_string())]);
        let rows = match aspect {
            Aspect::After => names.to_vec(),
            _ => rows.iter().map(away).collect(),
        };
        let corner = if aspect == Aspect::After { String::new() } else { names[0].clone() };
        heat::Sheet { corner, rows, columns: columns.iter().map(away).collect(), cells }
    }
}

/// Lets the user choose the file of another table; without a choice the present one stays.
fn ask_table(window: &Window) {
    let filter = chooser::filter(&gettext("Match equity tables"), &["xml"]);
    chooser::choose_file(window, &gettext("Open a match equity table"), filter, |window, path| {
        if let Some(path) = path {
            let name = path.to_string_lossy().into_owned();
            window.change_options(|options| options.engine.met = name);
        }
        window.refresh_tools();
    });
}

impl Tool for TableWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.sheet.window
    }

    fn follow(&self, parent: &Window) {
        let options = parent.options();
        self.is_filling.set(true);
        let base = options.engine.met.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let stem = base.strip_suffix(".xml").unwrap_or(&base).to_owned();
        let at =
            SHIPPED.iter().position(|table| table.file.eq_ignore_ascii_case(&stem)).unwrap_or(SHIPPED.len());
        if self.table.selected() as usize != at {
            self.table.set_selected(at as u32);
        }
        self.inverted.set_active(options.engine.met_inverted);
        self.is_filling.set(false);
        self.used.replace(options.engine.met);
        let aspect = Aspect::ALL[(self.aspect.selected() as usize).min(Aspect::ALL.len() - 1)];
        self.cube.set_sensitive(aspect.has_cube());
        self.rate.set_sensitive(aspect.has_cube() && aspect != Aspect::GammonValue);
        let state = parent.studied();
        let shown = parent.look(|session| {
            let names = Player::BOTH.map(|player| session.name(player));
            let table = session.table();
            let cells = self.sheet_of(table, state.as_ref(), &names);
            let seen = gettext_f(
                "Seen by {player}; columns: {other}",
                &[("player", &names[0]), ("other", &names[1])],
            );
            (cells, seen, table.name().to_owned(), table.description().to_owned())
        });
        let Some((cells, seen, name, description)) = shown else { return };
        self.heat.set(cells);
        self.about.set_text(&format!("{seen}. {description}"));
        self.sheet.title.set_subtitle(&name);
    }

    fn facts(&self) -> Value {
        let sheet = self.heat.sheet();
        let marked: Vec<&str> = sheet
            .cells
            .iter()
            .flatten()
            .filter(|cell| cell.is_marked)
            .map(|cell| cell.text.as_str())
            .collect();
        json!({
            "table": self.used.borrow().as_str(),
            "name": self.sheet.title.subtitle().as_str(),
            "rows": self.heat.as_rows().into_iter().take(4).collect::<Vec<_>>(),
            "size": [sheet.rows.len(), sheet.columns.len()],
            "marked": marked,
        })
    }
}
