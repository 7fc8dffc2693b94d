// SPDX-License-Identifier: GPL-3.0-or-later
//! The temperature map: the value of each roll as a grid of both dice, with the present cube or after a double and a
//! take. Both sides of a cube decision share one color scale. A click on a cell shows its play on the board.

use super::survey_job::{SurveyJob, before_roll, open_position, ply_list};
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::tools::Tool;
use crate::tools::controls::{check, drop_down, label, tab_separated};
use crate::tools::decision_text::{on_scale, value_text};
use crate::tools::frame::ToolFrame;
use crate::tools::heat_map::{HeatCell, HeatGrid, HeatMap, Shade};
use crate::tools::rollout::may_double;
use crate::widgets::weakly;
use adw::prelude::*;
use gnubg_engine::core::{Dice, MatchState, Play, Player, notation};
use gnubg_session::options::Output;
use gnubg_session::survey::{RollResults, RollSurvey, Survey, SurveyRequest};
use gnubg_session::{Event, hint};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The index of "double, take" in the list of cube actions; index 0 is "no double".
const DOUBLED: u32 = 1;

/// The temperature map window.
pub(crate) struct TemperatureMap {
    host: HostHandle,
    frame: ToolFrame,
    plies: gtk::DropDown,
    /// The cube action before the roll, see [`DOUBLED`].
    cube: gtk::DropDown,
    equities: gtk::CheckButton,
    plays: gtk::CheckButton,
    average: gtk::Label,
    map: HeatMap,
    job: SurveyJob,
    survey: RefCell<Option<Arc<Survey>>>,
    /// The position whose play was chosen, and the one after the play with the opponent to roll, while replies are shown.
    replies: Cell<Option<(MatchState, MatchState)>>,
}

impl TemperatureMap {
    pub(crate) fn new(host: &HostHandle) -> Rc<TemperatureMap> {
        let actions = [gettext("No double"), gettext("Double, take")];
        let window = Rc::new(TemperatureMap {
            host: host.clone(),
            frame: ToolFrame::new(host, "temperature-map", &gettext("Temperature map"), (760, 560)),
            plies: ply_list(),
            cube: drop_down(&actions, &gettext("Cube action before the roll")),
            equities: check(&gettext("Equities")),
            plays: check(&gettext("Plays")),
            average: label("", &["figures"], 1.0),
            map: HeatMap::new("temperature-map-map"),
            job: SurveyJob::default(),
            survey: RefCell::default(),
            replies: Cell::default(),
        });
        window.lay_out();
        window.connect();
        window
    }

    fn lay_out(&self) {
        let named: [(&str, &gtk::Widget); 5] = [
            ("temperature-map-plies", self.plies.upcast_ref()),
            ("temperature-map-cube", self.cube.upcast_ref()),
            ("temperature-map-equities", self.equities.upcast_ref()),
            ("temperature-map-plays", self.plays.upcast_ref()),
            ("temperature-map-average", self.average.upcast_ref()),
        ];
        let controls = gtk::Box::builder().spacing(9).css_classes(["tool-row"]).build();
        for (name, widget) in named {
            widget.set_widget_name(name);
            controls.append(widget);
        }
        self.equities.set_active(true);
        self.plays.set_active(true);
        self.average.set_hexpand(true);
        self.frame.content().append(&controls);
        self.frame.content().append(&self.map);
        self.map.take_focus(&self.frame);
    }

    fn connect(self: &Rc<Self>) {
        let with = |run: fn(&TemperatureMap)| weakly(&Rc::downgrade(self), run);
        for list in [&self.plies, &self.cube] {
            let run = with(|window| window.refresh());
            list.connect_selected_notify(move |_| run());
        }
        for switch in [&self.equities, &self.plays] {
            let run = with(|window| window.refresh());
            switch.connect_toggled(move |_| run());
        }
        let this = Rc::downgrade(self);
        self.map.connect_cell_activated(move |r, c| {
            if let Some(window) = this.upgrade() {
                window.show_play(r, c);
            }
        });
        let copy = with(|window| window.host.copy_text(Some(tab_separated(&window.map.as_rows()))));
        self.frame.connect_copy(&gettext("Copy as text"), copy);
    }

    /// Shows the rolls before a double, or after a double and a take.
    pub(crate) fn show_doubled(&self, is_doubled: bool) {
        self.replies.take();
        self.refresh();
        self.cube.set_selected(if is_doubled { DOUBLED } else { 0 });
    }

    /// Shows the opponent's rolls after a play.
    pub(crate) fn show_replies(&self, state: &MatchState, play: &Play) {
        let after = MatchState { on_roll: state.on_roll.other(), ..*state };
        let after = hint::in_setting(&after, play.apply(&state.board).swapped());
        self.replies.set(Some((*state, after)));
        self.cube.set_selected(0);
        self.refresh();
    }

    /// Whether it shows replies to a play.
    pub(crate) fn shows_replies(&self) -> bool {
        self.replies.get().is_some()
    }

    /// The position whose rolls are shown.
    fn subject(&self) -> Option<MatchState> {
        let state = open_position(&self.host)?;
        match self.replies.get() {
            Some((before, after)) if before == state => Some(after),
            _ => {
                self.replies.take();
                Some(state)
            }
        }
    }

    /// Shows the play of a cell as arrows on the board.
    fn show_play(&self, r: usize, c: usize) {
        let survey = self.survey.borrow().clone();
        let Some(Survey::Rolls(survey)) = survey.as_deref() else { return };
        let (Ok(dice), Some(board)) = (Dice::new(r as u8 + 1, c as u8 + 1), self.host.board()) else {
            return;
        };
        if let Some(roll) = shown(survey, self.cube.selected()).0.at(dice) {
            board.show_arrows(survey.state.on_roll, &roll.play);
        }
    }

    fn show(&self, output: &Output) {
        let survey = self.survey.borrow().clone();
        let Some(Survey::Rolls(survey)) = survey.as_deref() else { return };
        let cube = self.cube.selected();
        self.map.set_grid(grid(survey, cube, output, self.equities.is_active(), self.plays.is_active()));
        let (rolls, is_doubled) = shown(survey, cube);
        let average = rolls.mean().map_or_else(
            || gettext("evaluating …"),
            |(equity, mwc)| {
                let (value, is_mwc) = on_scale(equity, mwc, output);
                gettext_f("Average {value}", &[("value", &value_text(value, is_mwc, false, output))])
            },
        );
        self.average.set_text(&average);
        let mut facts = vec![survey.state.board.position_id().to_string(), survey.settings.name()];
        facts.extend(is_doubled.then(|| gettext("Double, take")));
        facts.extend(self.shows_replies().then(|| gettext("Replies to the selected play")));
        self.frame.set_subtitle(facts.join(" – "));
    }
}

/// The rolls to show, and whether they are those after a double and a take.
fn shown(survey: &RollSurvey, cube: u32) -> (&RollResults, bool) {
    match &survey.taken {
        Some(taken) if cube == DOUBLED => (taken, true),
        _ => (&survey.rolls, false),
    }
}

/// The values of the worst and the best roll on both sides of a cube decision, which share one color scale.
fn range(survey: &RollSurvey, output: &Output) -> (f32, f32) {
    let known = survey.rolls.known().chain(survey.taken.iter().flat_map(RollResults::known));
    let values = known.map(|roll| on_scale(roll.equity, roll.mwc, output).0);
    values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

/// The grid of all rolls.
fn grid(survey: &RollSurvey, cube: u32, output: &Output, with_equities: bool, with_plays: bool) -> HeatGrid {
    let rolls = shown(survey, cube).0;
    let (low, high) = range(survey, output);
    let cell = |r: usize, c: usize| {
        let Ok(dice) = Dice::new(r as u8 + 1, c as u8 + 1) else { return HeatCell::default() };
        let Some(roll) = rolls.at(dice) else {
            return HeatCell { text: "…".to_owned(), ..HeatCell::default() };
        };
        let (value, is_mwc) = on_scale(roll.equity, roll.mwc, output);
        let number = value_text(value, is_mwc, false, output);
        let play = match roll.play.is_empty() {
            true => gettext("cannot move"),
            false => notation::format(&survey.state.board, &roll.play),
        };
        let lines = [(with_equities, &number), (with_plays, &play)];
        let text: Vec<&str> = lines.iter().filter(|(on, _)| *on).map(|(_, text)| text.as_str()).collect();
        let share = if high > low { f64::from((value - low) / (high - low)) } else { 0.5 };
        let is_marked = survey.state.dice() == Some(dice);
        // Good rolls are light, bad ones dark.
        HeatCell {
            text: text.join("\n"),
            detail: format!("{number}: {play}"),
            shade: Shade::Heat(1.0 - share),
            is_marked,
        }
    };
    HeatGrid {
        corner: String::new(),
        rows: (1..=6).map(|n| n.to_string()).collect(),
        columns: (1..=6).map(|n| n.to_string()).collect(),
        cells: (0..6).map(|r| (0..6).map(|c| cell(r, c)).collect()).collect(),
    }
}

impl Tool for TemperatureMap {
    fn name(&self) -> &'static str {
        "temperature-map"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        let Some(state) = self.subject() else { return };
        let plies = self.plies.selected() as u8;
        let may_double = self.host.look(|session| may_double(&state, session.table())) == Some(true);
        self.cube.set_sensitive(may_double);
        let state = Box::new(before_roll(&state));
        let request = SurveyRequest::Rolls { state, with_double: may_double, plies };
        if self.job.request(&self.host, request) {
            self.average.set_text(&gettext("evaluating …"));
        }
        self.show(&self.host.options().output);
    }

    fn handle_event(&self, event: &Event) {
        self.job.handle_event(&self.host, event, &self.survey, |output| self.show(output));
    }

    fn stop(&self) {
        self.job.stop(&self.host);
        if let Some(board) = self.host.board() {
            board.show_arrows(Player::One, &Play::EMPTY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Equity, Rules};
    use gnubg_engine::eval::EvalSettings;
    use gnubg_session::survey::RollResult;

    /// A survey with equities from 0 to 1, and twice that after a double.
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

    /// The lightest and the darkest cell.
    fn extremes(grid: &HeatGrid) -> (f64, f64) {
        let heats = grid.cells.iter().flatten().filter_map(|cell| match cell.shade {
            Shade::Heat(heat) => Some(heat),
            _ => None,
        });
        heats.fold((1.0, 0.0), |(low, high), heat| (heat.min(low), heat.max(high)))
    }

    #[test]
    fn both_sides_of_a_cube_decision_share_a_scale() {
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
