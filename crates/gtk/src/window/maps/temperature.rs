// SPDX-License-Identifier: GPL-3.0-or-later
//! The temperature map: what each roll is worth, as a grid of both dice, with the cube as it lies or after a double and
//! a take; both sides of a cube decision have one scale of colors. A cell shows its roll and play on the board.

use super::{Asked, ply_list};
use crate::i18n::{gettext, gettext_f};
use crate::window::Window;
use crate::window::hint::text::{on_scale, worth};
use crate::window::rollout::may_double;
use crate::window::tools::Tool;
use crate::window::tools::heat::{self, Cell, Heat, Shade};
use crate::window::tools::sheet::{Sheet, check, drop_down, label, tab_separated};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Dice, MatchState, Player, notation};
use gnubg_session::options::Output;
use gnubg_session::survey::{RollResults, RollSurvey, Survey, SurveyRequest};
use gnubg_session::{Event, hint};
use gtk::glib;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

pub(super) const NAME: &str = "temperature-map";

/// The place of "double, take" among what can be done with the cube; before it stands "no double".
pub(super) const DOUBLED: u32 = 1;

/// The window.
pub(super) struct TemperatureWindow {
    sheet: Sheet,
    plies: gtk::DropDown,
    /// What is done with the cube before the roll, see [`DOUBLED`].
    cube: gtk::DropDown,
    equities: gtk::CheckButton,
    plays: gtk::CheckButton,
    average: gtk::Label,
    heat: Heat,
    asked: Asked,
    survey: Rc<RefCell<Option<Arc<Survey>>>>,
}

impl TemperatureWindow {
    pub(super) fn new(parent: &Window) -> TemperatureWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Temperature map"), (760, 560));
        let (plies, equities, plays) = (ply_list(), check(&gettext("Equities")), check(&gettext("Plays")));
        let actions = [gettext("No double"), gettext("Double, take")];
        let cube = drop_down(&actions, &gettext("What is done with the cube before the roll"));
        equities.set_active(true);
        plays.set_active(true);
        let average = label("", &["figures"], 1.0);
        average.set_hexpand(true);
        let tools = gtk::Box::builder().spacing(9).css_classes(["tool-row"]).build();
        tools.append(&plies);
        tools.append(&cube);
        tools.append(&equities);
        tools.append(&plays);
        tools.append(&average);
        let heat = Heat::new();
        sheet.content.append(&tools);
        sheet.content.append(&heat.scroller);
        heat.take_focus(&sheet.window);
        let again = || {
            let parent = parent.downgrade();
            move || {
                if let Some(parent) = parent.upgrade()
                    && let Some(tool) = parent.tool(NAME)
                {
                    tool.follow(&parent);
                    parent.write_dump();
                }
            }
        };
        for list in [&plies, &cube] {
            let run = again();
            list.connect_selected_notify(move |_| run());
        }
        for switch in [&equities, &plays] {
            let run = again();
            switch.connect_toggled(move |_| run());
        }
        let copied = heat.clone();
        sheet.add_copy(
            &gettext("Copy as text"),
            glib::clone!(
                #[weak]
                parent,
                move || parent.copy_text(Some(tab_separated(&copied.as_rows())))
            ),
        );
        let survey: Rc<RefCell<Option<Arc<Survey>>>> = Rc::default();
        heat.connect_activated(glib::clone!(
            #[weak]
            parent,
            #[weak]
            cube,
            #[strong]
            survey,
            move |r, c| {
                let Some(Survey::Rolls(survey)) = survey.borrow().as_deref().cloned() else { return };
                let Ok(dice) = Dice::new(r as u8 + 1, c as u8 + 1) else { return };
                if let Some(worth) = shown(&survey, cube.selected()).0.at(dice) {
                    parent.imp().board.show_arrows(survey.state.on_roll, &worth.play);
                }
            }
        ));
        sheet.window.connect_close_request(glib::clone!(
            #[weak]
            parent,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_| {
                parent.imp().board.show_arrows(Player::One, &gnubg_engine::core::Play::EMPTY);
                glib::Propagation::Proceed
            }
        ));
        let asked = Asked::default();
        TemperatureWindow { sheet, plies, cube, equities, plays, average, heat, asked, survey }
    }

    fn show(&self, output: &Output) {
        let survey = self.survey.borrow().clone();
        let Some(Survey::Rolls(survey)) = survey.as_deref() else { return };
        let cube = self.cube.selected();
        self.heat.set(grid(survey, cube, output, self.equities.is_active(), self.plays.is_active()));
        let (rolls, is_doubled) = shown(survey, cube);
        let average = rolls.mean().map_or_else(
            || gettext("evaluating …"),
            |(equity, mwc)| {
                let (value, is_mwc) = on_scale(equity, mwc, output);
                gettext_f("Average {value}", &[("value", &worth(value, is_mwc, false, output))])
            },
        );
        self.average.set_text(&average);
        let mut facts = vec![survey.state.board.position_id().to_string(), survey.settings.name()];
        facts.extend(is_doubled.then(|| gettext("Double, take")));
        self.sheet.title.set_subtitle(&facts.join(" – "));
    }
}

/// The rolls to be shown, and whether they are those after a double and a take.
fn shown(survey: &RollSurvey, cube: u32) -> (&RollResults, bool) {
    match &survey.taken {
        Some(taken) if cube == DOUBLED => (taken, true),
        _ => (&survey.rolls, false),
    }
}

/// The worst and the best of all rolls, on both sides of a cube decision: one scale of colors for both.
fn range(survey: &RollSurvey, output: &Output) -> (f32, f32) {
    let known = survey.rolls.known().chain(survey.taken.iter().flat_map(RollResults::known));
    let values = known.map(|worth| on_scale(worth.equity, worth.mwc, output).0);
    values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

/// The grid of all rolls.
fn grid(
    survey: &RollSurvey,
    cube: u32,
    output: &Output,
    with_equities: bool,
    with_plays: bool,
) -> heat::Sheet {
    let rolls = shown(survey, cube).0;
    let (low, high) = range(survey, output);
    let cell = |r: usize, c: usize| {
        let Ok(dice) = Dice::new(r as u8 + 1, c as u8 + 1) else { return Cell::default() };
        let Some(roll) = rolls.at(dice) else {
            return Cell { text: "…".to_owned(), ..Cell::default() };
        };
        let (value, is_mwc) = on_scale(roll.equity, roll.mwc, output);
        let number = worth(value, is_mwc, false, output);
        let play = match roll.play.is_empty() {
            true => gettext("cannot move"),
            false => notation::format(&survey.state.board, &roll.play),
        };
        let lines = [(with_equities, &number), (with_plays, &play)];
        let text: Vec<&str> = lines.iter().filter(|(on, _)| *on).map(|(_, text)| text.as_str()).collect();
        let share = if high > low { f64::from((value - low) / (high - low)) } else { 0.5 };
        let is_marked = survey.state.dice() == Some(dice);
        // Good rolls are light, bad ones dark.
        Cell {
            text: text.join("\n"),
            detail: format!("{number}: {play}"),
            shade: Shade::Heat(1.0 - share),
            is_marked,
        }
    };
    heat::Sheet {
        corner: String::new(),
        rows: (1..=6).map(|n| n.to_string()).collect(),
        columns: (1..=6).map(|n| n.to_string()).collect(),
        cells: (0..6).map(|r| (0..6).map(|c| cell(r, c)).collect()).collect(),
    }
}

/// The lightest and the darkest cell.
fn extremes(sheet: &heat::Sheet) -> (f64, f64) {
    let heats = sheet.cells.iter().flatten().filter_map(|cell| match cell.shade {
        Shade::Heat(heat) => Some(heat),
        _ => None,
    });
    heats.fold((1.0, 0.0), |(low, high), heat| (heat.min(low), heat.max(high)))
}

/// The position before the roll.
pub(super) fn before_roll(state: &MatchState) -> MatchState {
    match state.dice() {
        // The dice stay known, so that the roll can be marked.
        Some(_) => *state,
        None => hint::in_setting(state, state.board),
    }
}

impl Tool for TemperatureWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.sheet.window
    }

    fn follow(&self, parent: &Window) {
        let Some(state) = parent.studied().filter(|state| state.result().is_none()) else { return };
        let plies = self.plies.selected() as u8;
        let may_double = parent.look(|session| may_double(&state, session.table())) == Some(true);
        self.cube.set_sensitive(may_double);
        let state = Box::new(before_roll(&state));
        let request = SurveyRequest::Rolls { state, with_double: may_double, plies };
        if self.asked.ask(parent, request) {
            self.average.set_text(&gettext("evaluating …"));
        }
        self.show(&parent.options().output);
    }

    fn hear(&self, parent: &Window, event: &Event) {
        self.asked.hear(parent, event, &self.survey, |output| self.show(output));
    }

    fn turn_to(&self, view: u32) {
        self.cube.set_selected(view);
    }

    fn halt(&self, parent: &Window) {
        self.asked.stop(parent);
    }

    fn facts(&self) -> Value {
        json!({
            "rows": self.heat.as_rows(),
            "heat": extremes(&self.heat.sheet()),
            "average": self.average.text().as_str(),
            "cube": (self.cube.is_sensitive(), self.cube.selected()),
            "subtitle": self.sheet.title.subtitle().as_str(),
            "running": self.asked.is_running(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Equity, Play, Rules};
    use gnubg_engine::eval::EvalSettings;
    use gnubg_session::survey::RollResult;

    /// A position whose best roll is worth 1 and whose worst is worth 0, and after a double twice that.
    fn survey() -> RollSurvey {
        let state = MatchState::new(0, Rules::default()).unwrap();
        let after = Board::default();
        let rolls = |factor: f32| {
            let worth = |n: usize| {
                let equity = Equity(factor * n as f32 / (Dice::ALL.len() - 1) as f32);
                Some(RollResult { play: Play::EMPTY, after, equity, mwc: None })
            };
            RollResults((0..Dice::ALL.len()).map(worth).collect())
        };
        RollSurvey { state, settings: EvalSettings::default(), rolls: rolls(1.0), taken: Some(rolls(2.0)) }
    }

    #[test]
    fn both_sides_of_a_cube_decision_have_one_scale() {
        let (survey, output) = (survey(), Output::default());
        let ends = |survey: &RollSurvey, cube| extremes(&grid(survey, cube, &output, true, false));
        assert_eq!(ends(&survey, 0), (0.5, 1.0), "from the worst to half of the best");
        assert_eq!(ends(&survey, DOUBLED), (0.0, 1.0));
        // A position without a cube decision has the whole scale for itself.
        let alone = RollSurvey { taken: None, ..survey };
        assert_eq!(ends(&alone, DOUBLED), (0.0, 1.0));
        assert!(!shown(&alone, DOUBLED).1);
    }
}
