// SPDX-License-Identifier: GPL-3.0-or-later
//! The match in the decisions of a report.

use super::analysis::{self, PrintedCandidate, PrintedCube, PrintedDecision, Value};
use super::frames::Frame;
use super::{ReportLine, head};
use crate::builder::Builder;
use crate::error::{ImportError, Place, Warnings};
use crate::legs::{after, steps_to};
use crate::{Format, Imported};
use gnubg_engine::core::{
    Board, Decision, Dice, Equity, MatchState, Mwc, Phase, Play, Player, Probs, Rules, Variation,
};
use gnubg_engine::cube::{DEFAULT_MET, MatchEquityTable, shipped};
use gnubg_record::EntryAction;
use gnubg_record::analysis::{Candidate, CubeAnalysis, CubeMethod, Method, Outputs, PlayAnalysis, Utility};
use gnubg_record::judge::Scale;
use gnubg_record::walk::legal_plays;
use std::sync::Arc;

/// A match under construction.
pub(super) struct MatchReader<'a> {
    lines: &'a [ReportLine],
    builder: Builder,
    /// The last frame of the game under construction.
    last: Option<&'a Frame>,
    warnings: Warnings,
    table: Option<MatchEquityTable>,
}

impl<'a> MatchReader<'a> {
    /// A match that begins with a frame.
    pub(super) fn new(lines: &'a [ReportLine], first: &Frame, format: Format) -> Result<Self, ImportError> {
        let state = &first.state;
        let at = Place::Line(first.number);
        // Only the start tells the variation.
        let is_start = |variation: &Variation| state.board == variation.start();
        let variation = Variation::ALL.into_iter().find(is_start).unwrap_or(state.rules.variation);
        let mut builder = Builder::new(state.length, Rules { variation, ..state.rules })
            .map_err(|error| ImportError::Unreadable { format, at, reason: error.to_string() })?;
        for seat in Player::BOTH {
            first.name(seat).clone_into(&mut builder.info().players[seat.index()].name);
        }
        head::facts(&lines[first.before.clone()], builder.info());
        let one_away = Player::BOTH.iter().any(|&seat| state.away(seat) == Some(1));
        if one_away && !state.is_crawford && state.length > 1 {
            builder.set_crawford_is_past();
        }
        Ok(MatchReader {
            lines,
            builder,
            last: None,
            warnings: Warnings::default(),
            table: shipped(DEFAULT_MET).ok(),
        })
    }

    /// Reads a decision. `next` is the next one of the match.
    pub(super) fn frame(&mut self, frame: &'a Frame, next: Option<&Frame>) {
        let at = Place::Line(frame.number);
        let is_first = self.last.is_none_or(|last| frame.is_of_other_game(last));
        if is_first {
            self.builder.begin_game(Some(frame.state.score), at);
            self.builder.set_crawford(frame.state.is_crawford);
        }
        let decision = analysis::read(self.lines, frame);
        // A report of one position is no game of one decision.
        let is_position = self.last.is_none() && next.is_none() && decision.result.is_none();
        if is_position {
            self.builder.set_board(frame.state.on_roll, &frame.state.board, at);
        }
        self.place(frame, is_first, at);
        self.last = Some(frame);
        let next_score = next.map(|next| next.state.score);
        let next = next.filter(|next| !next.is_of_other_game(frame));
        let n_entries = self.builder.n_entries();
        self.act(frame, &decision, next, at);
        // The analysis of a position before the roll stays with the entry that sets it up.
        let is_decision = decision.cube.is_some() && is_position && n_entries == self.builder.n_entries();
        if self.builder.n_entries() > n_entries || is_decision {
            self.annotate(frame, &decision, at);
        } else if !decision.comment.is_empty() {
            self.builder.comment(&decision.comment);
        }
        if next.is_none() {
            self.finish_game(frame, &decision, next_score, at);
        }
    }

    /// Sets up the position of a frame if the actions so far do not lead to it.
    fn place(&mut self, frame: &Frame, is_first: bool, at: Place) {
        let (state, wanted) = (self.builder.state(), &frame.state);
        let is_answer = matches!(wanted.phase, Phase::Due(Decision::Answer(_)));
        let has_board = state.board_of(Player::One) == wanted.board_of(Player::One);
        let has_cube = is_answer && !is_first || state.cube == wanted.cube;
        let is_on_roll = is_first || state.phase == Phase::Opening || state.on_roll == wanted.on_roll;
        if has_board && has_cube && is_on_roll {
            if is_first && is_answer {
                self.builder.double(wanted.on_roll, at);
            }
            return;
        }
        let says_so = self.lines[frame.before.clone()].iter().any(|line| line.text.contains(" set to "));
        if !is_first && !says_so {
            self.warnings.add(at, "the position does not follow from the decision before it; it is set up");
        }
        if !has_board || !is_on_roll {
            self.builder.set_board(wanted.on_roll, &wanted.board, at);
        }
        self.builder.set_cube(wanted.cube, at);
        if is_answer {
            self.builder.double(wanted.on_roll, at);
        }
    }

    /// Adds the action of a frame.
    fn act(&mut self, frame: &Frame, decision: &PrintedDecision, next: Option<&Frame>, at: Place) {
        let player = frame.actor();
        let has_action = decision.action.is_some();
        match frame.state.phase {
            Phase::Due(Decision::Play(dice)) => self.play(frame, dice, decision, next, at),
            Phase::Due(Decision::Answer(_)) => {
                let next_phase = next.map(|next| next.state.phase);
                match next_phase {
                    Some(Phase::Due(Decision::Answer(_))) => self.builder.double(player, at),
                    Some(_) => self.builder.take(player, at),
                    None if !has_action => {}
                    None if decision.action.as_deref() == Some("accepts") => self.builder.take(player, at),
                    None => self.builder.pass(player, at),
                }
            }
            Phase::Resigning { by, level, .. } if has_action => {
                if !matches!(self.builder.state().phase, Phase::Resigning { .. }) {
                    return self.builder.apply(by, EntryAction::Resign(level), at);
                }
                let is_declined = decision.action.as_deref() == Some("rejects");
                let answer = if is_declined {
                    EntryAction::DeclineResignation
                } else {
                    EntryAction::AcceptResignation
                };
                self.builder.apply(by.other(), answer, at);
            }
            _ if next.is_some_and(|next| matches!(next.state.phase, Phase::Due(Decision::Answer(_)))) => {
                self.builder.double(player, at);
            }
            // A position with the roll and the play below the cube decision.
            _ => match dice_of(&frame.state, decision) {
                Some(dice) => self.play(frame, dice, decision, next, at),
                None if decision.action.as_deref() == Some("doubles") => self.builder.double(player, at),
                None => {}
            },
        }
    }

    fn play(
        &mut self,
        frame: &Frame,
        dice: Dice,
        decision: &PrintedDecision,
        next: Option<&Frame>,
        at: Place,
    ) {
        let player = frame.actor();
        let faces = decision.faces.unwrap_or([dice.high(), dice.low()]);
        let plays = legal_plays(&frame.state, dice);
        let reached = next.map(|next| next.state.board_of(player.other()));
        let action = decision.action.as_deref();
        if let Some(after) = reached.filter(|after| plays.find(after).is_some()) {
            self.builder.play_to(player, faces, &after, &decision.legs, at);
        } else if !decision.legs.is_empty() {
            self.builder.play(player, faces, &decision.legs, at);
        } else if let Some(after) = action.and_then(board_in) {
            self.builder.illegal_play(player, faces, &after, at);
        } else if action.is_some() && !action.is_some_and(|action| action.starts_with("does not play")) {
            self.builder.dance(player, faces, at);
        } else {
            self.builder.roll(player, faces, at);
        }
    }

    /// Adds analysis, luck and comment to the entry of a frame.
    fn annotate(&mut self, frame: &Frame, decision: &PrintedDecision, at: Place) {
        let state = &frame.state;
        let table = self.table.as_ref();
        let scale = table.map(|table| Scale::new(state, frame.actor(), table));
        let Some(entry) = self.builder.last_entry() else { return };
        let emg = |value| match (value, &scale) {
            (Value::Equity(equity), _) => equity,
            (Value::Mwc(mwc), Some(scale)) => scale.emg(Utility::Match(Mwc(mwc))) as f32,
            (Value::Mwc(_), None) => 0.0,
        };
        let mut plays = |list: &[PrintedCandidate]| {
            let dice = entry.action.dice()?;
            candidates(state, dice, &entry.action, list, &emg, at, &mut self.warnings)
        };
        let (play, imported_play) = (plays(&decision.candidates), plays(&decision.imported_candidates));
        let is_answer = matches!(entry.action, EntryAction::Take | EntryAction::Drop);
        let pass = match (&decision.cube, &scale) {
            (Some(PrintedCube { no_double: Value::Mwc(_), .. }), Some(scale)) => {
                scale.mwc(if is_answer { -1.0 } else { 1.0 }).map_or(1.0, |mwc| mwc.0)
            }
            _ => 1.0,
        };
        let [cube, imported_cube] = [&decision.cube, &decision.imported_cube]
            .map(|cube| cube.as_ref().and_then(|cube| cube_analysis(cube, pass, is_answer)));
        let is_mwc = decision.luck_in_percent
            || matches!(decision.candidates.first(), Some(one) if matches!(one.value, Value::Mwc(_)));
        let luck = decision.luck.map(|luck| match &scale {
            Some(scale) if is_mwc && !state.is_money() => {
                let part = if decision.luck_in_percent { luck / 100.0 } else { luck };
                let one = scale.cost(1.0) as f32;
                if one > 0.0 { part / one } else { 0.0 }
            }
            _ => luck,
        });
        let has_roll = entry.action.is_roll();
        entry.update_analysis(|analysis| {
            analysis.play = play;
            analysis.cube = cube;
            analysis.imported_play = imported_play.map(Arc::new);
            analysis.imported_cube = imported_cube.map(Arc::new);
            analysis.luck = luck.filter(|_| has_roll).map(Equity);
        });
        decision.comment.clone_into(&mut entry.comment);
    }

    /// Ends a game with the score of the next one, or the result below its last decision.
    fn finish_game(&mut self, frame: &Frame, decision: &PrintedDecision, next: Option<[u32; 2]>, at: Place) {
        let score = frame.state.score;
        let by_score = next.and_then(|next| {
            let won = |seat: Player| {
                next[seat.index()].checked_sub(score[seat.index()]).filter(|points| *points > 0)
            };
            Player::BOTH.into_iter().find_map(|seat| Some((seat, won(seat)?)))
        });
        let stated = decision.result.and_then(|(seat, points)| Some((Player::from_index(seat)?, points)));
        if let Some((winner, points)) = by_score.or(stated).filter(|_| self.builder.has_entries()) {
            self.builder.win(winner, points, at);
        }
    }

    /// The finished match.
    pub(super) fn finish(self) -> Imported {
        let (record, found) = self.builder.finish();
        let mut warnings = self.warnings.into_vec();
        warnings.extend(found);
        Imported { record, warnings }
    }
}

/// The roll of the play below a cube decision; where it is not printed, the only one that allows all candidates.
fn dice_of(state: &MatchState, decision: &PrintedDecision) -> Option<Dice> {
    if let Some([a, b]) = decision.faces {
        return Dice::new(a, b).ok();
    }
    if decision.candidates.is_empty() {
        return None;
    }
    let allows = |dice: &Dice| {
        let plays = legal_plays(state, *dice);
        decision.candidates.iter().all(|one| after(&state.board, &plays, &one.legs).is_some())
    };
    let rolls = (1..=6).flat_map(|a| (1..=a).filter_map(move |b| Dice::new(a, b).ok()));
    let found: Vec<Dice> = rolls.filter(allows).take(2).collect();
    found.first().copied().filter(|_| found.len() == 1)
}

/// The board of a position ID in a text.
fn board_in(text: &str) -> Option<Board> {
    text.split_whitespace()
        .filter(|word| word.len() == 14)
        .find_map(|word| Board::from_position_id(word).ok())
}

fn candidates(
    state: &MatchState,
    dice: Dice,
    action: &EntryAction,
    list: &[PrintedCandidate],
    emg: &dyn Fn(Value) -> f32,
    at: Place,
    warnings: &mut Warnings,
) -> Option<PlayAnalysis> {
    let plays = legal_plays(state, dice);
    let board = state.board;
    let mut found = PlayAnalysis::default();
    for printed in list {
        let reached = after(&board, &plays, &printed.legs);
        let play = match reached {
            Some(after) => steps_to(&board, [dice.high(), dice.low()], &plays, &printed.legs, &after),
            None => (plays.is_empty() && printed.legs.is_empty()).then_some(Play::EMPTY),
        };
        let (Some(play), Some(probs)) = (play, printed.probs.or(Some(Probs::default()))) else {
            warnings.add(at, "a candidate is not a legal play; it is ignored");
            continue;
        };
        if printed.is_played {
            found.played = Some(found.candidates.len());
        }
        found.candidates.push(Candidate {
            play,
            probs,
            equity: Equity(emg(printed.value)),
            method: Method::Foreign(Box::new(printed.level.clone())),
            is_marked: false,
        });
    }
    if let (None, EntryAction::Play { play, .. }) = (found.played, action) {
        let after = play.apply(&board);
        found.played = found.candidates.iter().position(|one| one.play.apply(&board) == after);
    }
    let best = found.candidates.first().map(|one| one.equity.0)?;
    // A candidate that was searched less deeply stands below, whatever its value.
    let plies = |one: &Candidate| one.method.as_evaluation().plies;
    let deepest = found.candidates.first().map(plies);
    let is_below = |one: &Candidate| one.equity.0 <= best + 1e-6 || Some(plies(one)) < deepest;
    let is_ordered = found.candidates.iter().all(is_below);
    is_ordered.then_some(found)
}

/// The cube decision, seen by the doubler; `pass` is the value of a drop for the player of the table.
fn cube_analysis(cube: &PrintedCube, pass: f32, is_answer: bool) -> Option<CubeAnalysis> {
    let number = |value| match value {
        Value::Equity(number) | Value::Mwc(number) => number,
    };
    let from_pass = |value: Value| match value {
        Value::Equity(equity) => (equity.abs() - 1.0).abs(),
        Value::Mwc(mwc) => (mwc - pass).abs(),
    };
    let [a, b] = cube.doubled;
    let take = if from_pass(a) <= from_pass(b) { b } else { a };
    let utility = |value| match value {
        Value::Equity(_) if is_answer => Utility::Equity(Equity(-number(value))),
        Value::Equity(_) => Utility::Equity(Equity(number(value))),
        Value::Mwc(_) if is_answer => Utility::Match(Mwc(1.0 - number(value))),
        Value::Mwc(_) => Utility::Match(Mwc(number(value))),
    };
    let &first = cube.probs.first()?;
    let second = cube.probs.get(1).copied().unwrap_or(first);
    let outputs = |probs: Probs, value| {
        let probs = if is_answer { probs.swapped() } else { probs };
        let cubeless = cube.cubeless.map(|equity| if is_answer { -equity } else { equity });
        let cubeless = cubeless.map_or_else(|| probs.money_equity(), Equity);
        Outputs { probs, cubeless, cubeful: utility(value) }
    };
    Some(CubeAnalysis {
        no_double: outputs(first, cube.no_double),
        double_take: outputs(second, take),
        method: CubeMethod::Foreign(cube.level.clone()),
        is_marked: false,
    })
}
