// SPDX-License-Identifier: GPL-3.0-or-later
//! Candidates as a list.

use crate::cube::error_in_emg;
use crate::method::{chances, evaluation, figures, settings};
use crate::options::ReportOptions;
use gnubg_engine::core::{Board, MatchState, Play, Player, notation};
use gnubg_record::analysis::{Candidate, Method, PlayAnalysis};
use gnubg_record::judge::Scale;
use std::fmt::Write as _;

/// The candidates of `player` in `state`, each line ended by a line feed; a star marks the play that was made.
#[must_use]
pub fn list(play: &PlayAnalysis, state: &MatchState, player: Player, options: &ReportOptions<'_>) -> String {
    let mut list = CandidateList {
        out: String::new(),
        scale: options.scale(state, player),
        board: state.board_of(player),
        best: play.candidates.first().map_or(0.0, |best| f64::from(best.equity.0)),
        is_money: state.is_money(),
        options,
    };
    for (n, candidate) in play.candidates.iter().enumerate() {
        let is_played = Some(n) == play.played;
        if n < options.max_plays || is_played {
            list.candidate(candidate, n + 1, is_played);
        }
    }
    list.out
}

struct CandidateList<'a> {
    out: String,
    scale: Scale,
    board: Board,
    /// The best candidate's equity.
    best: f64,
    is_money: bool,
    options: &'a ReportOptions<'a>,
}

impl CandidateList<'_> {
    fn candidate(&mut self, candidate: &Candidate, rank: usize, is_played: bool) {
        let (numbers, scale) = (&self.options.numbers, &self.scale);
        let emg = f64::from(candidate.equity.0);
        let star = if is_played { '*' } else { ' ' };
        let name = candidate.method.name();
        let text = play_text(&self.board, &candidate.play);
        let heading = numbers.heading(self.is_money);
        let value = numbers.value(emg, scale);
        let _ = write!(self.out, "{star} {rank:4}. {name:<14}   {text:<28} {heading} {value}");
        if rank > 1 {
            // Written this way an equal candidate has -0.000, as in GNU Backgammon.
            let _ = write!(self.out, " ({})", numbers.difference(-(self.best - emg), scale));
        }
        self.out.push('\n');
        if self.options.with_chances {
            self.chances(candidate);
        }
        let lines = match &candidate.method {
            Method::Rollout(rollout) if self.options.with_rollout_settings => {
                settings(&rollout.settings, rollout.trials)
            }
            Method::Evaluation(settings) if self.options.with_evaluation_settings => {
                vec![evaluation(settings)]
            }
            _ => Vec::new(),
        };
        for line in lines {
            let _ = writeln!(self.out, "        {line}");
        }
    }

    fn chances(&mut self, candidate: &Candidate) {
        let numbers = &self.options.numbers;
        let Method::Rollout(rollout) = &candidate.method else {
            let _ = writeln!(self.out, "       {}", chances(&candidate.probs, numbers));
            return;
        };
        let error = error_in_emg(&rollout.std_error, &rollout.mean.cubeful, &self.scale);
        let cubeful = rollout.settings.cubeful.then(|| (self.scale.emg(rollout.mean.cubeful), error));
        let [first, second] = figures(&rollout.mean, &rollout.std_error, cubeful, numbers);
        let _ = writeln!(self.out, "       {first}\n      [{second}]");
    }
}

/// A play as reports write it.
#[must_use]
pub fn play_text(board: &Board, play: &Play) -> String {
    if play.is_empty() { "Cannot move".to_owned() } else { notation::format(board, play) }
}
