// SPDX-License-Identifier: GPL-3.0-or-later
//! The score map: the proper cube action, or the best play, at every score of a match and for money.

use super::survey_job::{SurveyJob, initial_length, open_position, ply_list};
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::tools::Tool;
use crate::tools::controls::{button, drop_down, label, spin, tab_separated};
use crate::tools::decision_text::{proper_action, value_text};
use crate::tools::frame::ToolFrame;
use crate::tools::heat_map::{HeatCell, HeatGrid, HeatMap, Shade};
use crate::widgets::weakly;
use adw::prelude::*;
use gnubg_engine::core::{MatchState, Phase, Player, notation};
use gnubg_engine::cube::{Answer, Doubling};
use gnubg_engine::eval::CubeDecision;
use gnubg_session::options::Output;
use gnubg_session::survey::{MAX_AWAY, ScoreAdvice, ScoreSurvey, Survey, SurveyRequest, SurveyScore};
use gnubg_session::{Event, hint};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Length of the match shown, in points, for money and for short matches.
const DEFAULT_AWAY: u16 = 7;
/// The longest match that the map shows when it opens, in points.
const MAX_INITIAL_AWAY: u16 = 9;
/// The difference in equity at which a decision gets the strongest color.
const CLEAR: f64 = 0.25;

/// The score map window.
pub(crate) struct ScoreMap {
    host: HostHandle,
    frame: ToolFrame,
    plies: gtk::DropDown,
    away: gtk::SpinButton,
    shown: gtk::DropDown,
    stop: gtk::Button,
    money: gtk::Label,
    legend: gtk::Label,
    map: HeatMap,
    job: SurveyJob,
    survey: RefCell<Option<Arc<Survey>>>,
    names: RefCell<[String; 2]>,
}

/// The score of a row or column: points away, and whether it is the Crawford game.
type Score = (u32, bool);

impl ScoreMap {
    pub(crate) fn new(host: &HostHandle) -> Rc<ScoreMap> {
        let away = spin(1.0..=f64::from(MAX_AWAY), 1.0, 0, &gettext("Points"));
        away.set_value(f64::from(initial_length(host, DEFAULT_AWAY).min(MAX_INITIAL_AWAY)));
        let shown = [
            gettext("Decision"),
            gettext("Decision and equity"),
            gettext("Decision and error of the alternative"),
        ];
        let window = Rc::new(ScoreMap {
            host: host.clone(),
            frame: ToolFrame::new(host, "score-map", &gettext("Score map"), (820, 680)),
            plies: ply_list(),
            away,
            shown: drop_down(&shown, &gettext("Values shown in the cells")),
            stop: button(&gettext("Stop"), &gettext("Stop and keep the results so far")),
            money: label("", &["figures"], 0.0),
            legend: label("", &["dim-label", "caption"], 0.0),
            map: HeatMap::new("score-map-map"),
            job: SurveyJob::default(),
            survey: RefCell::default(),
            names: RefCell::default(),
        });
        window.lay_out();
        window.connect();
        window
    }

    fn lay_out(&self) {
        let named: [(&str, &gtk::Widget); 6] = [
            ("score-map-plies", self.plies.upcast_ref()),
            ("score-map-away", self.away.upcast_ref()),
            ("score-map-shown", self.shown.upcast_ref()),
            ("score-map-stop", self.stop.upcast_ref()),
            ("score-map-money", self.money.upcast_ref()),
            ("score-map-legend", self.legend.upcast_ref()),
        ];
        for (name, widget) in named {
            widget.set_widget_name(name);
        }
        let controls = gtk::Box::builder().spacing(9).css_classes(["tool-row"]).build();
        controls.append(&self.plies);
        controls.append(&label(&gettext("Points"), &[], 0.0));
        controls.append(&self.away);
        controls.append(&self.shown);
        controls.append(&gtk::Box::builder().hexpand(true).build());
        controls.append(&self.stop);
        self.frame.content().append(&controls);
        for text in [&self.money, &self.legend] {
            text.set_margin_start(18);
            text.set_margin_end(18);
            text.set_margin_bottom(6);
            text.set_wrap(true);
        }
        self.frame.content().append(&self.money);
        self.frame.content().append(&self.map);
        self.map.take_focus(&self.frame);
        self.frame.content().append(&self.legend);
    }

    fn connect(self: &Rc<Self>) {
        let with = |run: fn(&ScoreMap)| weakly(&Rc::downgrade(self), run);
        for list in [&self.plies, &self.shown] {
            let run = with(|window| window.refresh());
            list.connect_selected_notify(move |_| run());
        }
        let run = with(|window| window.refresh());
        self.away.connect_value_changed(move |_| run());
        let run = with(|window| {
            window.job.stop(&window.host);
            window.refresh();
        });
        self.stop.connect_clicked(move |_| run());
        let copy = with(|window| window.host.copy_text(Some(tab_separated(&window.map.as_rows()))));
        self.frame.connect_copy(&gettext("Copy as text"), copy);
    }

    fn show(&self, output: &Output) {
        let survey = self.survey.borrow().clone();
        let Some(Survey::Scores(survey)) = survey.as_deref() else { return };
        self.map.set_grid(grid(survey, &self.names.borrow(), self.shown.selected(), output));
        let money = survey.at(SurveyScore::Money).map(|advice| match advice {
            ScoreAdvice::Cube(decision) => proper_action(decision.verdict),
            ScoreAdvice::Plays(plays) => plays.first().map_or_else(
                || gettext("cannot move"),
                |best| notation::format(&survey.state.board, &best.play),
            ),
        });
        let money = money.unwrap_or_else(|| gettext("evaluating …"));
        self.money.set_text(&gettext_f("For money: {action}", &[("action", &money)]));
        let is_cube = survey.state.dice().is_none();
        let legend = if let Some(reason) = no_cube(survey) {
            reason
        } else if is_cube {
            gettext(
                "ND no double, D/T double and take, D/P double and pass, TG too good to double; a stronger color means a clearer decision",
            )
        } else {
            gettext(
                "The best play at each score, with a color for each play; a stronger color means a clearer decision",
            )
        };
        self.legend.set_text(&legend);
        self.stop.set_sensitive(self.job.is_running());
        let id = survey.state.board.position_id();
        self.frame.set_subtitle(format!("{id} – {}", survey.settings.name()));
    }
}

/// Why no score of the map has a cube decision; `None` if one has.
fn no_cube(survey: &ScoreSurvey) -> Option<String> {
    let away = 1..=survey.away;
    let all_scores = away.clone().flat_map(|zero| away.clone().map(move |one| [zero, one]));
    let decisions = all_scores.filter_map(|away| survey.at(SurveyScore::Match { away, is_crawford: false }));
    let mut is_available = decisions.map(|advice| match advice {
        ScoreAdvice::Cube(decision) => decision.verdict.is_available(),
        ScoreAdvice::Plays(_) => true,
    });
    if is_available.next()? || is_available.any(|yes| yes) {
        return None;
    }
    let cube = survey.state.cube;
    Some(if cube.owner.is_some_and(|owner| owner != survey.state.on_roll) {
        gettext("No score has a cube decision: the cube belongs to the opponent")
    } else if survey.away == 1 {
        gettext("A one-point match has no cube decisions; increase Points to see longer matches")
    } else {
        gettext("No score has a cube decision: neither player needs more points than the cube value")
    })
}

/// A cube decision in a few letters, its kind, how clear it is, and its equity.
fn short(decision: &CubeDecision) -> (String, usize, f64, f64) {
    let equities = &decision.equities;
    let (no_double, take) = (f64::from(equities.no_double.0), f64::from(equities.double_take.0));
    let pass = f64::from(equities.double_pass.0);
    let doubled = take.min(pass);
    let verdict = decision.verdict;
    let best = f64::from(verdict.value(equities).0);
    if !verdict.is_available() {
        return ("–".to_owned(), 0, 0.0, best);
    }
    let takes = verdict.answer() != Answer::Pass;
    match verdict.doubling() {
        Doubling::Double | Doubling::Either if takes => {
            ("D/T".to_owned(), 1, (doubled - no_double).min(pass - take), best)
        }
        Doubling::Double | Doubling::Either => {
            ("D/P".to_owned(), 2, (doubled - no_double).min(take - pass), best)
        }
        Doubling::TooGood => ("TG".to_owned(), 3, no_double - doubled, best),
        Doubling::NoDouble => ("ND".to_owned(), 0, no_double - doubled, best),
    }
}

/// The cells of the map.
fn grid(survey: &ScoreSurvey, names: &[String; 2], shown: u32, output: &Output) -> HeatGrid {
    let is_cube = survey.state.dice().is_none();
    let mut scores: Vec<Score> = (1..=survey.away).map(|away| (away, false)).collect();
    // A match of one point has no Crawford game.
    if !is_cube && survey.away > 1 {
        scores.insert(0, (1, true));
    }
    // Each play gets a color in the order in which the plays come up.
    let mut kinds: Vec<String> = Vec::new();
    let mut cells = Vec::new();
    for zero in &scores {
        let mut row = Vec::new();
        for one in &scores {
            row.push(cell(survey, *zero, *one, shown, output, &mut kinds));
        }
        cells.push(row);
    }
    let heading = |(away, is_crawford): &Score| match (away, is_crawford) {
        (1, true) => gettext("Crawford"),
        (1, false) => gettext("1-away"),
        (away, _) => gettext_f("{n}-away", &[("n", &away.to_string())]),
    };
    let headings: Vec<String> = scores.iter().map(heading).collect();
    HeatGrid { corner: names[0].clone(), rows: headings.clone(), columns: headings, cells }
}

fn cell(
    survey: &ScoreSurvey,
    zero: Score,
    one: Score,
    shown: u32,
    output: &Output,
    kinds: &mut Vec<String>,
) -> HeatCell {
    let is_crawford = zero.1 || one.1;
    let away = [zero.0, one.0];
    // In the Crawford game exactly one player is one point away.
    if is_crawford && (zero.1 == one.1 || away == [1, 1]) {
        return HeatCell { detail: gettext("Not a possible score"), ..HeatCell::default() };
    }
    let here = Player::BOTH.map(|player| survey.state.away(player).unwrap_or(0));
    let is_marked = here == away && survey.state.is_crawford == is_crawford;
    let place = SurveyScore::Match { away, is_crawford };
    let Some(advice) = survey.at(place) else {
        return HeatCell { text: "…".to_owned(), is_marked, ..HeatCell::default() };
    };
    let number = |value: f64| value_text(value as f32, false, false, output);
    match advice {
        ScoreAdvice::Cube(decision) => {
            let (name, kind, clear, best) = short(decision);
            let text = match shown {
                0 => name,
                1 => format!("{name}\n{}", number(best)),
                _ => format!("{name}\n{}", number(-clear.max(0.0))),
            };
            let equities = &decision.equities;
            if !decision.verdict.is_available() {
                let detail = gettext("No cube action is possible at this score");
                return HeatCell { text, detail, shade: Shade::Kind(kind, 0.0), is_marked };
            }
            let values = [
                ("action", proper_action(decision.verdict)),
                ("nd", number(f64::from(equities.no_double.0))),
                ("dt", number(f64::from(equities.double_take.0))),
                ("dp", number(f64::from(equities.double_pass.0))),
            ];
            let detail = gettext_f("{action}; no double {nd}, take {dt}, pass {dp}", &values);
            HeatCell { text, detail, shade: Shade::Kind(kind, (clear / CLEAR).clamp(0.0, 1.0)), is_marked }
        }
        ScoreAdvice::Plays(plays) => {
            let Some(best) = plays.first() else {
                return HeatCell { text: gettext("cannot move"), is_marked, ..HeatCell::default() };
            };
            let name = notation::format(&survey.state.board, &best.play);
            let kind = kinds.iter().position(|known| *known == name).unwrap_or_else(|| {
                kinds.push(name.clone());
                kinds.len() - 1
            });
            let value = f64::from(best.evaluation.cubeful.0);
            let clear = plays.get(1).map_or(CLEAR, |next| value - f64::from(next.evaluation.cubeful.0));
            let text = match shown {
                0 => name,
                1 => format!("{name}\n{}", number(value)),
                _ => format!("{name}\n{}", number(-clear)),
            };
            let detail: Vec<String> = plays
                .iter()
                .map(|play| {
                    let name = notation::format(&survey.state.board, &play.play);
                    format!("{name} {}", number(f64::from(play.evaluation.cubeful.0)))
                })
                .collect();
            let shade = Shade::Kind(kind, (clear / CLEAR).clamp(0.0, 1.0));
            HeatCell { text, detail: detail.join(", "), shade, is_marked }
        }
    }
}

impl Tool for ScoreMap {
    fn name(&self) -> &'static str {
        "score-map"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        let Some(state) = open_position(&self.host) else { return };
        let names = self.host.look(|session| Player::BOTH.map(|player| session.name(player)));
        self.names.replace(names.unwrap_or_default());
        let state: MatchState = match state.phase {
            Phase::Due(_) if state.dice().is_some() => state,
            _ => hint::in_setting(&state, state.board),
        };
        let (away, plies) = (self.away.value() as u32, self.plies.selected() as u8);
        self.job.request(&self.host, SurveyRequest::Scores { state: Box::new(state), away, plies });
        self.show(&self.host.options().output);
    }

    fn handle_event(&self, event: &Event) {
        self.job.handle_event(&self.host, event, &self.survey, |output| self.show(output));
    }

    fn stop(&self) {
        self.job.stop(&self.host);
    }
}
