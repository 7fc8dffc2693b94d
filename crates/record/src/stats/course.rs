// SPDX-License-Identifier: GPL-3.0-or-later
//! The course of games by their analysis: the chances after each play, and the errors and luck of each entry.

use crate::entry::EntryAction;
use crate::game::GameRecord;
use crate::judge::{Amount, MatchEquity, Scale, judge_game, mwc_after};
use crate::record::MatchRecord;
use crate::walk::WalkStep;
use gnubg_engine::core::{MatchState, Player, Side};

/// Turns of a game that count as its opening: three of each side.
const OPENING_TURNS: usize = 6;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The first three turns of each side, with contact.
    Opening,
    /// Contact after that.
    Contact,
    /// No contact, checkers still to be brought home.
    Race,
    /// No contact, all of the player's checkers home or off.
    Bearoff,
    /// Cube decisions, wherever they are.
    Cube,
}

impl Stage {
    /// All stages, in the order of a game, the cube last.
    pub const ALL: [Stage; 5] = [Stage::Opening, Stage::Contact, Stage::Race, Stage::Bearoff, Stage::Cube];

    /// Position in [`Stage::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One entry of a course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Index of the game.
    pub game: usize,
    /// Index of the entry; that after the last for the result.
    pub entry: usize,
    /// Who decided.
    pub player: Player,
    /// The value for seat `Zero` after it: the chance to win the match, or points in money play. `None` without
    /// analysis.
    pub value: Option<f64>,
    /// The stage of the checker play.
    pub stage: Stage,
    /// The error of the play, positive.
    pub play_error: Option<Amount>,
    /// The error of the cube decision, positive.
    pub cube_error: Option<Amount>,
    /// The luck of the roll.
    pub luck: Option<Amount>,
}

/// The course of these games, entry by entry, each game's result at its end.
#[must_use]
pub fn course(record: &MatchRecord, games: std::ops::Range<usize>, table: &dyn MatchEquity) -> Vec<Moment> {
    let mut moments = Vec::new();
    for index in games {
        if let Some(game) = record.games.get(index) {
            of_game(game, index, record.length, table, &mut moments);
        }
    }
    moments
}

fn of_game(game: &GameRecord, index: usize, length: u16, table: &dyn MatchEquity, moments: &mut Vec<Moment>) {
    let mut turns = 0;
    for (step, judgement) in game.walk(length).zip(judge_game(game, length, table)) {
        let player = step.entry.player;
        let stage = stage_of(&step.before, player, turns);
        turns += usize::from(step.entry.action.is_play());
        moments.push(Moment {
            game: index,
            entry: step.index,
            player,
            value: value_after(&step, table),
            stage,
            play_error: judgement.play.filter(|play| play.has_choice).map(|play| -play.error),
            cube_error: judgement.cube.filter(|cube| cube.is_close).map(|cube| -cube.error),
            luck: judgement.luck,
        });
    }
    let Some(outcome) = game.outcome(length) else { return };
    let start = game.start.state(length);
    let value = if start.is_money() {
        let points = f64::from(outcome.points);
        if outcome.winner == Player::Zero { points } else { -points }
    } else {
        f64::from(mwc_after(&start, outcome.winner, outcome.points, Player::Zero, table).0)
    };
    moments.push(Moment {
        game: index,
        entry: game.entries.len(),
        player: outcome.winner,
        value: Some(value),
        stage: Stage::Contact,
        play_error: None,
        cube_error: None,
        luck: None,
    });
}

fn stage_of(before: &MatchState, player: Player, turns: usize) -> Stage {
    let board = before.board_of(player);
    if board.has_contact() {
        return if turns < OPENING_TURNS { Stage::Opening } else { Stage::Contact };
    }
    if board.rearmost(Side::OnRoll).is_none_or(|place| place < 6) { Stage::Bearoff } else { Stage::Race }
}

/// The value for seat `Zero` after an entry, by the analysis of its play.
fn value_after(step: &WalkStep<'_>, table: &dyn MatchEquity) -> Option<f64> {
    let EntryAction::Play { .. } = step.entry.action else { return None };
    let plays = step.entry.play_analysis()?;
    let made = plays.played.and_then(|at| plays.candidates.get(at)).or(plays.candidates.first())?;
    let scale = Scale::new(&step.before, step.entry.player, table);
    let emg = f64::from(made.equity.0);
    let is_zero = step.entry.player == Player::Zero;
    Some(match scale.mwc(emg) {
        Some(mwc) if is_zero => f64::from(mwc.0),
        Some(mwc) => 1.0 - f64::from(mwc.0),
        None if is_zero => scale.cost(emg),
        None => -scale.cost(emg),
    })
}

/// Errors by seat and stage (EMG, positive), and how many decisions were judged.
#[must_use]
pub fn errors_by_stage(moments: &[Moment]) -> [[(f64, u32); Stage::ALL.len()]; 2] {
    let mut sums = [[(0.0, 0); Stage::ALL.len()]; 2];
    for moment in moments {
        let own = &mut sums[moment.player.index()];
        for (stage, error) in [(moment.stage, moment.play_error), (Stage::Cube, moment.cube_error)] {
            if let Some(error) = error {
                own[stage.index()].0 += error.emg;
                own[stage.index()].1 += 1;
            }
        }
    }
    sums
}

/// Errors of one player (EMG, positive), and in how many decisions.
pub type ErrorSum = (f64, u32);

/// Errors of the games of a course: for each game its number in the record, and the sums by seat.
#[must_use]
pub fn errors_by_game(moments: &[Moment]) -> Vec<(usize, [ErrorSum; 2])> {
    let games = moments.chunk_by(|a, b| a.game == b.game);
    let sum = |game: &[Moment]| {
        let mut sums = [(0.0, 0); 2];
        for moment in game {
            for error in [moment.play_error, moment.cube_error].into_iter().flatten() {
                let own = &mut sums[moment.player.index()];
                own.0 += error.emg;
                own.1 += 1;
            }
        }
        (game[0].game, sums)
    };
    games.map(sum).collect()
}
