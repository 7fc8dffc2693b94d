// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing analysis: candidates, cube decisions, errors and luck.

use super::analysis::{cube_level_code, level_code};
use super::layout::{MAX_CANDIDATES, NONE, UNKNOWN, cube, play};
use super::record_bytes::RecordBytes;
use gnubg_engine::core::{MatchState, Play, Probs};
use gnubg_record::analysis::CubeAnalysis;
use gnubg_record::judge::Scale;
use gnubg_record::walk::legal_plays;
use gnubg_record::{Entry, EntryAction};

/// The position of a cube record's analysis, without values yet.
pub(super) fn cube_position(bytes: &mut RecordBytes, state: &MatchState) {
    bytes.board(cube::ANALYZED_BOARD, &state.board);
    bytes.ints(cube::AWAY, away(state));
    bytes.int(cube::CUBE_POINTS, points(state));
    bytes.int(cube::CUBE_OWNER, owner(state));
    bytes.int(cube::JACOBY, i32::from(state.is_money() && state.rules.jacoby));
    bytes.short(cube::CRAWFORD, i16::from(state.is_crawford));
    bytes.short(cube::VERDICT, cube::NO_VERDICT);
    bytes.int(cube::USED_LEVEL, NONE);
    bytes.int(cube::LEVEL_ASKED_FOR, NONE);
    for at in cube::TUTOR_CHOICES {
        bytes.byte(at, NONE as i8);
    }
    for at in [cube::DOUBLE_ERROR, cube::TAKE_ERROR, cube::BEAVER_ERROR, cube::RACCOON_ERROR] {
        bytes.double(at, UNKNOWN);
    }
    for at in cube::TUTOR_ERRORS {
        bytes.double(at, UNKNOWN);
    }
}

/// Distances from the end of the match, the player's own first.
fn away(state: &MatchState) -> [i32; 2] {
    [state.on_roll, state.on_roll.other()]
        .map(|player| state.away(player).and_then(|away| i32::try_from(away).ok()).unwrap_or(NONE))
}

fn points(state: &MatchState) -> i32 {
    i32::try_from(state.cube.value.points()).unwrap_or(i32::MAX)
}

fn owner(state: &MatchState) -> i32 {
    match state.cube.owner {
        None => 0,
        Some(player) if player == state.on_roll => 1,
        Some(_) => -1,
    }
}

/// Chances with the equity they give.
fn values(bytes: &mut RecordBytes, at: usize, probs: &Probs, equity: f32) {
    let values = [probs.lose_bg, probs.lose_g, 1.0 - probs.win, probs.win, probs.win_g, probs.win_bg, equity];
    for (n, value) in values.into_iter().enumerate() {
        bytes.float(at + 4 * n, value);
    }
}

/// The analysis of a cube decision; its values are written as equities by `scale`.
pub(super) fn cube(bytes: &mut RecordBytes, analysis: &CubeAnalysis, scale: &Scale) {
    let level = cube_level_code(&analysis.method);
    let [no_double, double_take] =
        [&analysis.no_double, &analysis.double_take].map(|outputs| scale.emg(outputs.cubeful));
    values(bytes, cube::NO_DOUBLE, &analysis.no_double.probs, analysis.no_double.cubeless.0);
    values(bytes, cube::DOUBLE_TAKE, &analysis.double_take.probs, analysis.double_take.cubeless.0);
    bytes.float(cube::NO_DOUBLE_EQUITY, no_double as f32);
    bytes.float(cube::DOUBLE_TAKE_EQUITY, double_take as f32);
    bytes.float(cube::DROP_EQUITY, 1.0);
    let (is_double, is_take) = (double_take.min(1.0) > no_double, double_take <= 1.0);
    let verdict = match (is_double, is_take) {
        (true, true) => 1,
        (true, false) => 2,
        (false, _) if no_double > 1.0 => -1,
        (false, _) => 0,
    };
    bytes.short(cube::VERDICT, verdict);
    bytes.short(cube::IS_BEAVER, i16::from(double_take < 0.0));
    let choice = i16::from(is_double) + 2 * i16::from(is_take);
    bytes.short(cube::CHOICE, choice);
    bytes.int(cube::SHALLOW_CHOICE, i32::from(choice));
    bytes.short(cube::WANTED_LEVEL, i16::try_from(level).unwrap_or(0));
    for at in [cube::LEVEL, cube::USED_LEVEL, cube::LEVEL_ASKED_FOR] {
        bytes.int(at, level);
    }
}

/// The errors of a finished cube record: positive for a wrong double or none, negative for a wrong answer.
pub(super) fn cube_errors(bytes: &mut RecordBytes) {
    let record = bytes.read();
    if record.int(cube::USED_LEVEL) < 0 {
        return;
    }
    let [no_double, double_take] =
        [cube::NO_DOUBLE_EQUITY, cube::DOUBLE_TAKE_EQUITY].map(|at| f64::from(record.float(at)));
    let doubled = double_take.min(1.0);
    let is_doubled = record.int(cube::DOUBLE) == cube::DOUBLED;
    let made = if is_doubled { doubled } else { no_double };
    let answer = match record.int(cube::TAKE) {
        cube::DROPPED => (double_take - 1.0).min(0.0),
        cube::TAKEN | cube::TURNED_AGAIN => (1.0 - double_take).min(0.0),
        _ => 0.0,
    };
    bytes.double(cube::DOUBLE_ERROR, no_double.max(doubled) - made);
    bytes.double(cube::TAKE_ERROR, answer);
}

/// The steps of the play that was made.
pub(super) fn steps(bytes: &mut RecordBytes, play: Option<&Play>) {
    let numbers = play.map_or([NONE as i8; 8], step_numbers);
    for (n, number) in numbers.into_iter().enumerate() {
        bytes.int(play::STEPS + 4 * n, i32::from(number));
    }
}

/// Pairs of places less one: 24 the bar, -1 off or the end of the list.
fn step_numbers(play: &Play) -> [i8; 8] {
    let mut numbers = [NONE as i8; 8];
    for (n, step) in play.steps().iter().enumerate() {
        (numbers[2 * n], numbers[2 * n + 1]) = (step.from.number() as i8 - 1, step.to.number() as i8 - 1);
    }
    numbers
}

/// The analysis of a roll: its candidates and its luck. `state` has the mover on roll.
pub(super) fn play(bytes: &mut RecordBytes, state: &MatchState, dice: [u8; 2], entry: &Entry) {
    bytes.board(play::ANALYZED_BOARD, &state.board);
    bytes.ints(play::ANALYZED_DICE, dice.map(i32::from));
    bytes.ints(play::AWAY, away(state));
    bytes.int(play::CUBE_POINTS, points(state));
    bytes.int(play::CUBE_OWNER, owner(state));
    bytes.int(play::CRAWFORD, i32::from(state.is_crawford));
    bytes.int(play::JACOBY, i32::from(state.is_money() && state.rules.jacoby));
    for n in 0..MAX_CANDIDATES {
        bytes.int(play::ROLLOUTS + 4 * n, NONE);
    }
    for at in [play::USED_LEVEL, play::LUCK_LEVEL] {
        bytes.int(at, NONE);
    }
    bytes.byte(play::TUTOR_CHOICE, NONE as i8);
    for at in [play::ERROR, play::LUCK, play::TUTOR_ERROR] {
        bytes.double(at, UNKNOWN);
    }
    let is_forced = entry.action.dice().is_some_and(|dice| legal_plays(state, dice).plays().len() <= 1);
    bytes.flag(play::IS_FORCED, is_forced);
    let analysis = entry.analysis.as_deref();
    if let Some(luck) = analysis.and_then(|analysis| analysis.luck) {
        bytes.double(play::LUCK, f64::from(luck.0));
        bytes.int(play::LUCK_LEVEL, 0);
    }
    let Some(found) = entry.play_analysis() else { return };
    // The played candidate is kept even if the others fill the list.
    let mut written: Vec<usize> = (0..found.candidates.len().min(MAX_CANDIDATES)).collect();
    if let (Some(played), Some(last)) =
        (found.played.filter(|&played| played >= written.len()), written.last_mut())
    {
        *last = played;
    }
    let candidates = written.iter().filter_map(|&n| found.candidates.get(n));
    let mut n = 0;
    for candidate in candidates {
        let level = level_code(&candidate.method);
        bytes.board(play::CANDIDATE_BOARDS + 26 * n, &candidate.play.apply(&state.board));
        for (k, number) in step_numbers(&candidate.play).into_iter().enumerate() {
            bytes.byte(play::CANDIDATE_STEPS + 8 * n + k, number);
        }
        bytes.short(play::CANDIDATE_LEVELS + 4 * n, i16::try_from(level).unwrap_or(0));
        values(bytes, play::CANDIDATE_VALUES + 28 * n, &candidate.probs, candidate.equity.0);
        n += 1;
    }
    let Some(best) = found.candidates.first() else { return };
    let level = level_code(&best.method);
    for at in [play::N_CANDIDATES, play::N_ANALYZED] {
        bytes.int(at, i32::try_from(n).unwrap_or(0));
    }
    for at in [play::LEVEL, play::USED_LEVEL] {
        bytes.int(at, level);
    }
    for at in play::CHOICES {
        bytes.byte(at, 1);
    }
    bytes.int(play::CHOICE, 1);
    if let (Some(error), EntryAction::Play { .. }) = (found.error(), &entry.action) {
        bytes.double(play::ERROR, f64::from(error.0));
    }
    if let Some(luck) = analysis.and_then(|analysis| analysis.luck) {
        bytes.double(play::EQUITY_BEFORE, f64::from(best.equity.0 - luck.0));
    }
}
