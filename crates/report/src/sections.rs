// SPDX-License-Identifier: GPL-3.0-or-later
//! A report as a list of sections, the common source of text, pages and LaTeX.

use crate::description::{Alerts, Title, action_text, analysis, head};
use crate::options::ReportOptions;
use crate::statistics;
use crate::steps::{DecisionStep, ReportStep, steps};
use gnubg_engine::core::{MatchState, Player};
use gnubg_record::judge::{Judgement, judge_game};
use gnubg_record::walk::WalkStep;
use gnubg_record::{Cursor, EntryAction, GameRecord, GameStart, MatchRecord, Statistics};

/// A section of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportSection {
    /// The head of a game or position: score and facts about the match.
    Head {
        /// The index of the game, counted from 0.
        game: usize,
        /// Lines of text.
        text: String,
    },
    /// A set-up in the middle of a game.
    SetUp(String),
    /// A decision.
    Decision(Box<ReportedDecision>),
    /// The result of the game; empty for a game that is not over.
    Result(String),
    /// Statistics under a title.
    Statistics {
        /// The title.
        title: String,
        /// Preformatted lines.
        text: String,
    },
}

/// A decision in a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedDecision {
    /// The title; `None` for answers to resignations, which belong to the decision before.
    pub title: Option<String>,
    /// The position.
    pub state: MatchState,
    /// Its dice in the order they were thrown.
    pub faces: Option<[u8; 2]>,
    /// Whether the board is shown.
    pub with_board: bool,
    /// The action; `None` for a decision that is still open.
    pub done: Option<String>,
    /// Errors and luck.
    pub alerts: Alerts,
    /// The cube decision, preformatted.
    pub cube: String,
    /// The roll and its candidates, preformatted.
    pub plays: String,
    /// The comment.
    pub comment: String,
}

/// One game, with its statistics.
#[must_use]
pub fn game(record: &MatchRecord, n: usize, options: &ReportOptions<'_>) -> Vec<ReportSection> {
    let Some(found) = record.games.get(n) else { return Vec::new() };
    let mut sections =
        vec![ReportSection::Head { game: n, text: head_text(record, &found.start, n, options) }];
    decisions(&mut sections, record, found, options);
    sections.push(ReportSection::Result(found.outcome(record.length).map_or_else(String::new, |outcome| {
        let plural = if outcome.points == 1 { "" } else { "s" };
        format!("{} wins {} point{plural}", record.name(outcome.winner), outcome.points)
    })));
    if options.with_statistics
        && let Some(stats) = Statistics::of_game(record, n, options.table(), &options.thresholds)
    {
        let title = format!("Game statistics for game {}", n + 1);
        sections.push(ReportSection::Statistics {
            title,
            text: statistics::text(&stats, &options.statistics_format()),
        });
    }
    sections
}

/// The statistics of all games, if they are wanted.
#[must_use]
pub fn closing(record: &MatchRecord, options: &ReportOptions<'_>) -> Option<ReportSection> {
    let title = if record.is_money() { "Session statistics" } else { "Match statistics" };
    options.with_statistics.then(|| {
        let all = Statistics::of_match(record, options.table(), &options.thresholds);
        ReportSection::Statistics {
            title: title.to_owned(),
            text: statistics::text(&all, &options.statistics_format()),
        }
    })
}

/// A match or session.
#[must_use]
pub fn whole(record: &MatchRecord, options: &ReportOptions<'_>) -> Vec<ReportSection> {
    let games = (0..record.games.len()).flat_map(|n| game(record, n, options));
    games.chain(closing(record, options)).collect()
}

/// The position at a place, with the next decision if there is one.
#[must_use]
pub fn position(record: &MatchRecord, cursor: Cursor, options: &ReportOptions<'_>) -> Vec<ReportSection> {
    let cursor = record.clamp(cursor);
    let state = record.state_at(cursor);
    let start = GameStart { score: state.score, is_crawford: state.is_crawford, ..GameStart::of(&state) };
    let faces = record.faces_at(cursor);
    let title = match record.next_entry(cursor).map(|entry| &entry.action) {
        Some(EntryAction::Double) => Title::Cube,
        _ => Title::of(&state).thrown(faces),
    };
    let names = Player::BOTH.map(|player| record.name(player));
    let mut decided = ReportedDecision {
        title: Some(title.text(cursor.entry + 1, &state, &names)),
        faces,
        state,
        with_board: true,
        done: None,
        alerts: Alerts::default(),
        cube: String::new(),
        plays: String::new(),
        comment: String::new(),
    };
    if let Some(((index, _), game)) = record.decision_entry(cursor).zip(record.games.get(cursor.game)) {
        let judgements = judge_game(game, record.length, options.table());
        if let Some((step, judgement)) = game.walk(record.length).zip(&judgements).nth(index) {
            if index == cursor.entry {
                add_action(&mut decided, record, &step, judgement, options);
            } else {
                add_analysis(&mut decided, &step, judgement, options);
            }
        }
    }
    let head = head_text(record, &start, cursor.game, options);
    vec![ReportSection::Head { game: cursor.game, text: head }, ReportSection::Decision(Box::new(decided))]
}

fn head_text(record: &MatchRecord, start: &GameStart, n: usize, options: &ReportOptions<'_>) -> String {
    let mut text = String::new();
    head(&mut text, record, start, n, options);
    text
}

fn decisions(
    sections: &mut Vec<ReportSection>,
    record: &MatchRecord,
    game: &GameRecord,
    options: &ReportOptions<'_>,
) {
    let names = Player::BOTH.map(|player| record.name(player));
    for step in steps(record, game, options) {
        let decision = match step {
            ReportStep::SetUp(action) => {
                sections.extend(set_up(action).map(ReportSection::SetUp));
                continue;
            }
            ReportStep::Decision(decision) => *decision,
        };
        let DecisionStep { step, judgement, state, number, is_answer, with_board } = decision;
        let title = Title::of_entry(step.entry, &state);
        let mut decided = ReportedDecision {
            title: (!is_answer).then(|| title.text(number, &state, &names)),
            faces: state.dice().and_then(|_| step.entry.faces()),
            state,
            with_board,
            done: None,
            alerts: Alerts::default(),
            cube: String::new(),
            plays: String::new(),
            comment: String::new(),
        };
        if step.entry.action.is_set_up() {
            add_analysis(&mut decided, &step, &judgement, options);
        } else {
            add_action(&mut decided, record, &step, &judgement, options);
        }
        sections.push(ReportSection::Decision(Box::new(decided)));
    }
}

/// Fills in the action and its analysis.
fn add_action(
    decided: &mut ReportedDecision,
    record: &MatchRecord,
    step: &WalkStep<'_>,
    judgement: &Judgement,
    options: &ReportOptions<'_>,
) {
    let entry = step.entry;
    let Some(what) = action_text(step) else { return };
    decided.done = Some(format!("{} {what}", record.name(entry.player)));
    decided.alerts = Alerts::of(entry, judgement, options);
    add_analysis(decided, step, judgement, options);
}

fn add_analysis(
    decided: &mut ReportedDecision,
    step: &WalkStep<'_>,
    judgement: &Judgement,
    options: &ReportOptions<'_>,
) {
    if options.with_analysis {
        (decided.cube, decided.plays) = analysis(step, judgement, options);
    }
    if options.with_annotations {
        decided.comment.clone_from(&step.entry.comment);
    }
}

/// A set-up in the middle of a game.
fn set_up(action: &EntryAction) -> Option<String> {
    Some(match action {
        EntryAction::SetBoard(board) => format!("(board set to {})", board.position_id()),
        EntryAction::SetCubeValue(value) => format!("(cube set to {value})"),
        EntryAction::SetCubeOwner(None) => "(cube set to the middle)".to_owned(),
        EntryAction::SetCubeOwner(Some(owner)) => format!("(cube given to player {})", owner.index()),
        _ => return None,
    })
}
