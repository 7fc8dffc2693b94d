// SPDX-License-Identifier: GPL-3.0-or-later
//! The score map: the right cube action, or the best play, at every score of a match and for money.

use super::{Asked, ply_list};
use crate::i18n::{gettext, gettext_f};
use crate::window::Window;
use crate::window::hint::text::{proper_action, worth};
use crate::window::tools::Tool;
use crate::window::tools::heat::{self, Cell, Heat, Shade};
use crate::window::tools::sheet::{Sheet, button, drop_down, label, spin, tab_separated};
use adw::prelude::*;
use gnubg_engine::core::{MatchState, Phase, Player, notation};
use gnubg_engine::cube::{Answer, Doubling};
use gnubg_engine::eval::CubeDecision;
use gnubg_session::options::Output;
use gnubg_session::survey::{MAX_AWAY, ScoreAdvice, ScoreSurvey, Survey, SurveyRequest, SurveyScore};
use gnubg_session::{Event, hint};
use gtk::glib;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::Arc;

pub(super) const NAME: &str = "score-map";
/// Points of the map for short matches and for money, and the most that it begins with.
const USUAL_AWAY: u16 = 7;
const MOST_AT_FIRST: u16 = 9;
/// Differences in equity from which a decision is as clear as the color can show.
const CLEAR: f64 = 0.25;

/// The window.
pub(super) struct ScoreWindow {
    sheet: Sheet,
    plies: gtk::DropDown,
    away: gtk::SpinButton,
    shown: gtk::DropDown,
    stop: gtk::Button,
    money: gtk::Label,
    legend: gtk::Label,
    heat: Heat,
    asked: Asked,
    survey: RefCell<Option<Arc<Survey>>>,
    names: RefCell<[String; 2]>,
}

/// A line or column of the map: points away, and whether the Crawford game is meant.
type Line = (u32, bool);

impl ScoreWindow {
    pub(super) fn new(parent: &Window) -> ScoreWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Score map"), (820, 680));
        let away = spin(1.0..=f64::from(MAX_AWAY), 1.0, 0, &gettext("Points"));
        away.set_value(f64::from(parent.length_or(USUAL_AWAY).min(MOST_AT_FIRST)));
        let shown =
            [gettext("Decision"), gettext("Decision and equity"), gettext("Decision and cost of the other")];
        let window = ScoreWindow {
            sheet,
            plies: ply_list(),
            away,
            shown: drop_down(&shown, &gettext("What the cells show")),
            stop: button(&gettext("Stop"), &gettext("Stop; what is known stays")),
            money: label("", &["figures"], 0.0),
            legend: label("", &["dim-label", "caption"], 0.0),
            heat: Heat::new(),
            asked: Asked::default(),
            survey: RefCell::default(),
            names: RefCell::default(),
        };
        window.lay_out();
        window.connect(parent);
        window
    }

    fn lay_out(&self) {
        let tools = gtk::Box::builder().spacing(9).css_classes(["tool-row"]).build();
        tools.append(&self.plies);
        tools.append(&label(&gettext("Points"), &[], 0.0));
        tools.append(&self.away);
        tools.append(&self.shown);
        let spring = gtk::Box::builder().hexpand(true).build();
        tools.append(&spring);
        tools.append(&self.stop);
        self.sheet.content.append(&tools);
        for text in [&self.money, &self.legend] {
            text.set_margin_start(18);
            text.set_margin_end(18);
            text.set_margin_bottom(6);
            text.set_wrap(true);
        }
        self.sheet.content.append(&self.money);
        self.sheet.content.append(&self.heat.scroller);
        self.heat.take_focus(&self.sheet.window);
        self.sheet.content.append(&self.legend);
    }

    fn connect(&self, parent: &Window) {
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
        for list in [&self.plies, &self.shown] {
            let run = again();
            list.connect_selected_notify(move |_| run());
        }
        let run = again();
        self.away.connect_value_changed(move |_| run());
        self.stop.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| parent.stop_surveys()
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

    fn show(&self, output: &Output) {
        let survey = self.survey.borrow().clone();
        let Some(Survey::Scores(survey)) = survey.as_deref() else { return };
        self.heat.set(grid(survey, &self.names.borrow(), self.shown.selected(), output));
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
                "ND no double, D/T double and take, D/P double and pass, TG too good to double; the stronger the color, the clearer",
            )
        } else {
            gettext("The best play at each score; the color tells plays apart; the stronger, the clearer")
        };
        self.legend.set_text(&legend);
        self.stop.set_sensitive(self.asked.is_running());
        let id = survey.state.board.position_id();
        self.sheet.title.set_subtitle(&format!("{id} – {}", survey.settings.name()));
    }
}

impl Window {
    /// Stops surveys that are running.
    fn stop_surveys(&self) {
        if let Some(tool) = self.tool(NAME) {
            tool.halt(self);
            tool.follow(self);
        }
        self.write_dump();
    }
}

/// Why there is no cube decision at any score of the map, if that is so.
fn no_cube(survey: &ScoreSurvey) -> Option<String> {
    let away = 1..=survey.away;
    let scores = away.clone().flat_map(|zero| away.clone().map(move |one| [zero, one]));
    let turns = scores.filter_map(|away| survey.at(SurveyScore::Match { away, is_crawford: false }));
    let mut is_available = turns.map(|advice| match advice {
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
        gettext(
            "No cube can be turned in a match of one point, as any game decides it; more points show longer matches",
        )
    } else {
        gettext("No score has a cube decision: no player needs more points than the cube stands for")
    })
}

/// A cube decision in a few letters, its kind, how clear it is, and the equity it is worth.
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

/// The map.
fn grid(survey: &ScoreSurvey, names: &[String; 2], shown: u32, output: &Output) -> heat::Sheet {
    let is_cube = survey.state.dice().is_none();
    let mut lines: Vec<Line> = (1..=survey.away).map(|away| (away, false)).collect();
    // A match of one point has no Crawford game.
    if !is_cube && survey.away > 1 {
        lines.insert(0, (1, true));
    }
    // Plays are told apart by the order in which they come up.
    let mut kinds: Vec<String> = Vec::new();
    let mut cells = Vec::new();
    for zero in &lines {
        let mut row = Vec::new();
        for one in &lines {
            row.push(cell(survey, *zero, *one, shown, output, &mut kinds));
        }
        cells.push(row);
    }
    let heading = |(away, is_crawford): &Line| match (away, is_crawford) {
        (1, true) => gettext("Crawford"),
        (1, false) => gettext("1-away"),
        (away, _) => gettext_f("{n}-away", &[("n", &away.to_string())]),
    };
    let headings: Vec<String> = lines.iter().map(heading).collect();
    heat::Sheet { corner: names[0].clone(), rows: headings.clone(), columns: headings, cells }
}

fn cell(
    survey: &ScoreSurvey,
    zero: Line,
    one: Line,
    shown: u32,
    output: &Output,
    kinds: &mut Vec<String>,
) -> Cell {
    let is_crawford = zero.1 || one.1;
    let away = [zero.0, one.0];
    // The Crawford game is that of a player one away against one who is not.
    if is_crawford && (zero.1 == one.1 || away == [1, 1]) {
        return Cell { detail: gettext("There is no such score"), ..Cell::default() };
    }
    let here = Player::BOTH.map(|player| survey.state.away(player).unwrap_or(0));
    let is_marked = here == away && survey.state.is_crawford == is_crawford;
    let place = SurveyScore::Match { away, is_crawford };
    let Some(advice) = survey.at(place) else {
        return Cell { text: "…".to_owned(), is_marked, ..Cell::default() };
    };
    let number = |value: f64| worth(value as f32, false, false, output);
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
                let detail = gettext("The cube cannot be turned at this score");
                return Cell { text, detail, shade: Shade::Kind(kind, 0.0), is_marked };
            }
            let values = [
                ("action", proper_action(decision.verdict)),
                ("nd", number(f64::from(equities.no_double.0))),
                ("dt", number(f64::from(equities.double_take.0))),
                ("dp", number(f64::from(equities.double_pass.0))),
            ];
            let detail = gettext_f("{action}; no double {nd}, take {dt}, pass {dp}", &values);
            Cell { text, detail, shade: Shade::Kind(kind, (clear / CLEAR).clamp(0.0, 1.0)), is_marked }
        }
        ScoreAdvice::Plays(plays) => {
            let Some(best) = plays.first() else {
                return Cell { text: gettext("cannot move"), is_marked, ..Cell::default() };
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
            Cell { text, detail: detail.join(", "), shade, is_marked }
        }
    }
}

impl Tool for ScoreWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.sheet.window
    }

    fn follow(&self, parent: &Window) {
        let Some(state) = parent.studied().filter(|state| state.result().is_none()) else { return };
        let names = parent.look(|session| Player::BOTH.map(|player| session.name(player)));
        self.names.replace(names.unwrap_or_default());
        let state: MatchState = match state.phase {
            Phase::Due(_) if state.dice().is_some() => state,
            _ => hint::in_setting(&state, state.board),
        };
        let (away, plies) = (self.away.value() as u32, self.plies.selected() as u8);
        self.asked.ask(parent, SurveyRequest::Scores { state: Box::new(state), away, plies });
        self.show(&parent.options().output);
    }

    fn hear(&self, parent: &Window, event: &Event) {
        self.asked.hear(parent, event, &self.survey, |output| self.show(output));
    }

    fn halt(&self, parent: &Window) {
        self.asked.stop(parent);
    }

    fn facts(&self) -> Value {
        json!({
            "rows": self.heat.as_rows(),
            "money": self.money.text().as_str(),
            "legend": self.legend.text().as_str(),
            "cursor": self.heat.told(),
            "running": self.asked.is_running(),
        })
    }
}
