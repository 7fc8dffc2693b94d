// SPDX-License-Identifier: GPL-3.0-or-later
//! Candidates and cube decisions as tables, before they are laid out.

use super::phrases;
use crate::cube;
use crate::method::settings;
use crate::options::ReportOptions;
use crate::plays::play_text;
use gnubg_engine::core::{Decision, MatchState, Phase, Play, Player, Probs};
use gnubg_engine::cube::CubeRow;
use gnubg_record::EntryAction;
use gnubg_record::analysis::{CubeAnalysis, CubeMethod, Method, PlayAnalysis};

/// A candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayLine {
    /// Counted from 1.
    pub rank: usize,
    /// The play in words.
    pub play: String,
    /// Its steps.
    pub steps: Play,
    /// Its equity, or chance to win the match.
    pub value: String,
    /// The difference to the best play; empty for that one.
    pub difference: String,
    /// Wins, gammons and backgammons won; losses, gammons and backgammons lost.
    pub chances: [String; 6],
    /// How it was evaluated, such as `2-ply`.
    pub method: String,
    /// Whether this play was made.
    pub is_played: bool,
}

/// The candidates of a decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayTable {
    /// The candidates that are shown, from best to worst.
    pub lines: Vec<PlayLine>,
    /// Whether values are chances to win the match.
    pub is_mwc: bool,
    /// The rollout settings of the best candidate.
    pub notes: Vec<String>,
}

/// An action of a cube decision.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeLine {
    /// Which one.
    pub row: CubeRow,
    /// The action in words.
    pub label: String,
    /// Its equity, or chance to win the match.
    pub value: String,
    /// The difference to the best action; empty for that one.
    pub difference: String,
    /// The equity, for bars.
    pub equity: f32,
}

/// A cube decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CubeTable {
    /// The actions from best to worst; empty if their values need a match equity table that is not known.
    pub lines: Vec<CubeLine>,
    /// The proper action in words.
    pub verdict: String,
    /// Wins, gammons and backgammons won; losses, gammons and backgammons lost, of the player who decides.
    pub chances: [String; 6],
    /// How it was evaluated.
    pub method: String,
    /// The rollout settings.
    pub notes: Vec<String>,
}

fn chances(probs: &Probs, options: &ReportOptions<'_>) -> [String; 6] {
    let numbers = &options.numbers;
    let Probs { win, win_g, win_bg, lose_g, lose_bg } = *probs;
    [win, win_g, win_bg, 1.0 - win, lose_g, lose_bg].map(|chance| numbers.percent(chance))
}

/// `2-ply` instead of `Cubeful 2-ply`: the reports show cubeful values.
fn short(method: &str) -> String {
    method.strip_prefix("Cubeful ").unwrap_or(method).to_owned()
}

/// The candidates of `player`; the play that was made is always among them.
#[must_use]
pub fn plays(
    found: &PlayAnalysis,
    state: &MatchState,
    player: Player,
    options: &ReportOptions<'_>,
) -> PlayTable {
    let (scale, numbers) = (options.scale(state, player), &options.numbers);
    let board = state.board_of(player);
    let best = found.candidates.first().map_or(0.0, |best| f64::from(best.equity.0));
    let line = |(n, one): (usize, &gnubg_record::analysis::Candidate)| {
        let value = f64::from(one.equity.0);
        PlayLine {
            rank: n + 1,
            play: play_text(&board, &one.play),
            steps: one.play,
            value: numbers.value(value, &scale),
            difference: if n == 0 { String::new() } else { numbers.difference(-(best - value), &scale) },
            chances: chances(&one.probs, options),
            method: short(&one.method.name()),
            is_played: found.played == Some(n),
        }
    };
    let is_shown = |(n, _): &(usize, _)| *n < options.max_plays || found.played == Some(*n);
    let notes = match found.candidates.first().map(|best| &best.method) {
        Some(Method::Rollout(rollout)) if options.with_rollout_settings => {
            settings(&rollout.settings, rollout.trials)
        }
        _ => Vec::new(),
    };
    PlayTable {
        lines: found.candidates.iter().enumerate().filter(is_shown).map(line).collect(),
        is_mwc: numbers.mwc && !state.is_money() && scale.is_known(),
        notes,
    }
}

/// The cube decision before or in `action` of `player`. An answer is seen by the player who answers.
#[must_use]
pub fn cube(
    found: &CubeAnalysis,
    state: &MatchState,
    action: &EntryAction,
    player: Player,
    options: &ReportOptions<'_>,
) -> CubeTable {
    let words = options.words;
    let is_answer = matches!(action, EntryAction::Take | EntryAction::Drop);
    let doubler = if is_answer { player.other() } else { player };
    let state = MatchState { phase: Phase::Due(Decision::Roll), ..*state };
    let probs = if is_answer { found.no_double.probs.swapped() } else { found.no_double.probs };
    let mut table = CubeTable {
        chances: chances(&probs, options),
        method: short(&found.method.name()),
        notes: match &found.method {
            CubeMethod::Rollout(rollout) if options.with_cube_rollout_settings => {
                settings(&rollout.settings, rollout.trials[0].max(rollout.trials[1]))
            }
            _ => Vec::new(),
        },
        ..CubeTable::default()
    };
    let Some((equities, verdict)) = cube::verdict(found, &state, doubler, options) else { return table };
    let (scale, numbers) =
        (options.scale(&state, if is_answer { player } else { doubler }), &options.numbers);
    let sign = if is_answer { -1.0 } else { 1.0 };
    let best = sign * f64::from(equities.of(verdict.rows()[0]).0);
    let is_redouble = state.cube.owner == Some(doubler);
    let line = |(n, row): (usize, CubeRow)| {
        let value = sign * f64::from(equities.of(row).0);
        CubeLine {
            row,
            label: words.gettext(cube::label(row, is_redouble)),
            value: numbers.value(value, &scale),
            difference: if n == 0 { String::new() } else { numbers.difference(value - best, &scale) },
            equity: value as f32,
        }
    };
    table.lines = verdict.rows().into_iter().enumerate().map(line).collect();
    table.verdict = phrases::verdict(verdict, words);
    if let Some(share) = verdict.bluff_share(&equities) {
        table.verdict += &format!(" ({:.1}%)", 100.0 * share);
    }
    table
}
