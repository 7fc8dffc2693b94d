// SPDX-License-Identifier: GPL-3.0-or-later
//! How a match was played, in few figures: result, ratings, luck, the course, and the most expensive decisions.

use super::phrases::ErrorWords;
use super::{name, short};
use crate::options::ReportOptions;
use crate::why::{PlayPair, explain};
use crate::words::Words;
use gnubg_engine::core::{Decision, Equity, MatchState, Phase, Play, Player};
use gnubg_record::stats::course::{Moment, course};
use gnubg_record::{
    DecisionError, Entry, EntryAction, ErrorKind, ErrorQuery, MatchRecord, Skill, Statistics,
};

/// How a player played; figures that are not known are a dash.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// Performance rating of all decisions, of plays and of cube decisions.
    pub ratings: [String; 3],
    /// Decisions at or above the threshold of a doubtful one.
    pub n_errors: usize,
    /// Luck in equity.
    pub luck: String,
    /// The chance to win the match that was left to skill.
    pub without_luck: String,
}

/// A place in the course of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoursePoint {
    /// Game and entry.
    pub place: (usize, usize),
    /// The height from 0, the second player has won, to 1, the first player has.
    pub height: f64,
    /// The mark of the worst decision here.
    pub skill: Skill,
    /// Who decided.
    pub player: Player,
}

/// A decision that cost much.
#[derive(Clone, Debug, PartialEq)]
pub struct Expensive {
    /// The error.
    pub error: DecisionError,
    /// The position in which it was made.
    pub state: MatchState,
    /// The play that was made and the best one, for arrows; empty for other decisions.
    pub plays: [Play; 2],
    /// Whose, and where.
    pub head: String,
    /// What was done and what was best.
    pub words: ErrorWords,
    /// What it lost, with a sign.
    pub loss: String,
    /// Its mark.
    pub skill: Skill,
    /// The clearest reason; empty if nothing separates the plays.
    pub why: String,
}

/// How a match was played.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSummary {
    /// The players with the score.
    pub title: String,
    /// Event, place, date, length.
    pub subtitle: String,
    /// Both players.
    pub players: [PlayerLine; 2],
    /// The course; empty without analysis.
    pub course: Vec<CoursePoint>,
    /// The most expensive decisions, the worst first.
    pub worst: Vec<Expensive>,
}

/// What is shown of figures that are not known.
const UNKNOWN: &str = "–";

impl MatchSummary {
    /// Summarizes a match with so many of its most expensive decisions.
    #[must_use]
    pub fn of(record: &MatchRecord, n_worst: usize, options: &ReportOptions<'_>) -> MatchSummary {
        let names = Player::BOTH.map(|player| name(record, player));
        let score = record.score();
        let format = options.statistics_format();
        let found = Statistics::of_match(record, options.table(), &options.thresholds);
        let errors = ErrorQuery::default().find(record, options.table());
        let line = |player: Player| {
            let derived = found.derived(player, format.rating_offset, &format.thresholds);
            let rating = |value: Option<f64>| value.map_or(UNKNOWN.to_owned(), |value| format!("{value:.1}"));
            let known = |text: String| if found.has_luck { text } else { UNKNOWN.to_owned() };
            let adjusted = 0.5 + found.of(player).adjusted.sum;
            let without_luck = match found.has_result && !found.is_money() {
                true => known(format!("{:.1}%", 100.0 * adjusted.clamp(0.0, 1.0))),
                false => UNKNOWN.to_owned(),
            };
            PlayerLine {
                name: names[player.index()].clone(),
                ratings: [
                    rating(derived.performance_rating),
                    rating(derived.play.performance_rating()),
                    rating(derived.cube.performance_rating()),
                ],
                n_errors: n_errors(&errors, player, options),
                luck: known(options.numbers.equity(found.of(player).luck.luck.emg).replace('-', "−")),
                without_luck,
            }
        };
        let moments = course(record, 0..record.games.len(), options.table());
        MatchSummary {
            title: format!("{} {} – {} {}", names[0], score[0], names[1], score[1]),
            subtitle: subtitle(record, options),
            players: Player::BOTH.map(line),
            course: points(&moments, record.is_money(), options),
            worst: errors.iter().take(n_worst).map(|error| Expensive::of(record, error, options)).collect(),
        }
    }

    /// The heads of the figures of a player line, the name's first.
    #[must_use]
    pub fn heads(words: Words) -> [String; 7] {
        [
            words.gettext("Player"),
            words.gettext("PR"),
            words.gettext("Plays"),
            words.gettext("Cube"),
            words.gettext("Errors"),
            words.gettext("Luck"),
            words.gettext("Without luck"),
        ]
    }
}

impl PlayerLine {
    /// The figures in the order of [`MatchSummary::heads`].
    #[must_use]
    pub fn cells(&self) -> [String; 7] {
        let [all, plays, cube] = self.ratings.clone();
        [
            self.name.clone(),
            all,
            plays,
            cube,
            self.n_errors.to_string(),
            self.luck.clone(),
            self.without_luck.clone(),
        ]
    }
}

fn n_errors(errors: &[DecisionError], player: Player, options: &ReportOptions<'_>) -> usize {
    let is_marked = |error: &&DecisionError| skill_of(error.loss.emg, options) != Skill::Unmarked;
    errors.iter().filter(|error| error.player == player).filter(is_marked).count()
}

fn skill_of(loss: f64, options: &ReportOptions<'_>) -> Skill {
    options.thresholds.skill(Equity(-loss as f32))
}

fn subtitle(record: &MatchRecord, options: &ReportOptions<'_>) -> String {
    let (info, words) = (&record.info, options.words);
    let length = match record.is_money() {
        true => words.gettext("Money session"),
        false => words.ngettext_f("{n} point", "{n} points", usize::from(record.length)),
    };
    let games = words.ngettext_f("{n} game", "{n} games", record.games.len());
    let date = info.date.map(|date| date.to_string()).unwrap_or_default();
    let parts = [
        short(&info.event),
        short(&info.round),
        short(&info.place),
        date,
        length,
        games,
        analyzed(record, options),
    ];
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join(" · ")
}

/// How the match was analyzed: the method that most decisions have, and how many decisions were rolled out.
fn analyzed(record: &MatchRecord, options: &ReportOptions<'_>) -> String {
    let words = options.words;
    let entries = || record.games.iter().flat_map(|game| &game.entries);
    let is_rolled_out = |entry: &&Entry| {
        use gnubg_record::analysis::{CubeMethod, Method};
        let of_cube = entry.cube_analysis().is_some_and(|cube| matches!(cube.method, CubeMethod::Rollout(_)));
        let of_play = entry.play_analysis().and_then(|play| play.candidates.first());
        of_cube || of_play.is_some_and(|best| matches!(best.method, Method::Rollout(_)))
    };
    let mut counts: Vec<(String, usize)> = Vec::new();
    for entry in entries() {
        let best = entry.play_analysis().and_then(|play| play.candidates.first());
        let Some(method) = best.filter(|_| !is_rolled_out(&entry)).map(|best| best.method.name()) else {
            continue;
        };
        match counts.iter_mut().find(|(known, _)| *known == method) {
            Some((_, n)) => *n += 1,
            None => counts.push((method, 1)),
        }
    }
    let most = counts.iter().max_by_key(|(_, n)| *n).map(|(method, _)| method.clone());
    let method = most.map(|method| method.strip_prefix("Cubeful ").unwrap_or(&method).to_owned());
    let n = entries().filter(is_rolled_out).count();
    let rolled_out = (n > 0).then(|| words.ngettext_f("{n} rolled out", "{n} rolled out", n));
    let method = method.map(|method| words.gettext_f("analyzed: {method}", &[("method", method)]));
    [method, rolled_out].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The course with the marks of its decisions.
fn points(moments: &[Moment], is_money: bool, options: &ReportOptions<'_>) -> Vec<CoursePoint> {
    let height = |value: f64| if is_money { 0.5 + value.clamp(-1.0, 1.0) / 2.0 } else { value };
    let mut last = 0.5;
    let mut points = Vec::new();
    for moment in moments {
        let errors = [moment.play_error, moment.cube_error];
        let lost = errors.into_iter().flatten().map(|error| error.emg).fold(0.0, f64::max);
        let skill = skill_of(lost, options);
        match moment.value {
            Some(value) => last = height(value).clamp(0.0, 1.0),
            // A decision without a value of its own has its mark where the course is.
            None if skill == Skill::Unmarked => continue,
            None => {}
        }
        let place = (moment.game, moment.entry);
        points.push(CoursePoint { place, height: last, skill, player: moment.player });
    }
    points
}

impl Expensive {
    /// Describes an error of a record.
    #[must_use]
    pub fn of(record: &MatchRecord, error: &DecisionError, options: &ReportOptions<'_>) -> Expensive {
        let words = options.words;
        let game = &record.games[error.game];
        let entry = &game.entries[error.entry];
        let before = game.state_before(record.length, error.entry);
        let state = match (error.kind, entry.action.dice()) {
            (ErrorKind::Play, Some(dice)) => decided(&before, entry, Phase::Due(Decision::Play(dice))),
            (_, Some(_)) => decided(&before, entry, Phase::Due(Decision::Roll)),
            _ => before,
        };
        let [a, b] = before.score;
        let values = [
            ("player", name(record, error.player)),
            ("game", (error.game + 1).to_string()),
            ("score", format!("{a}–{b}")),
        ];
        let (plays, why) = match (error.kind, entry.play_analysis(), &entry.action) {
            (ErrorKind::Play, Some(found), EntryAction::Play { play, .. }) => {
                let best = found.candidates.first().map_or(Play::EMPTY, |best| best.play);
                let pair = PlayPair::of(found, &state.board);
                let told = pair.map(|pair| {
                    explain(&pair, None, words, &|chance| format!("{}%", options.numbers.percent(chance)))
                });
                let why =
                    told.filter(|told| told.has_reasons).and_then(|told| told.sentences.into_iter().next());
                ([*play, best], why.unwrap_or_default())
            }
            _ => ([Play::EMPTY; 2], String::new()),
        };
        Expensive {
            error: *error,
            state,
            plays,
            head: words.gettext_f("{player}, game {game}, {score}", &values),
            words: ErrorWords::of(record, error, words),
            loss: options.numbers.equity(-error.loss.emg).replace('-', "−"),
            skill: skill_of(error.loss.emg, options),
            why,
        }
    }
}

/// The state in which the player of an entry decides.
fn decided(before: &MatchState, entry: &Entry, phase: Phase) -> MatchState {
    MatchState { on_roll: entry.player, board: before.board_of(entry.player), phase, ..*before }
}
