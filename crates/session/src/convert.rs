// SPDX-License-Identifier: GPL-3.0-or-later
//! Converting results of the engine to what records store.

use gnubg_engine::core::Play;
use gnubg_engine::cube::CubeRow;
use gnubg_engine::eval::{CubeDecision, EvalSettings, RankedPlay};
use gnubg_record::analysis::{Candidate, CubeAnalysis, CubeMethod, Method, Outputs, PlayAnalysis, Utility};

/// Most candidates of a move stored in a record.
const MAX_CANDIDATES: usize = 32;

/// Ranked plays as the analysis of the one that is `played`. The best ones are stored, and the played one.
#[must_use]
pub fn play_analysis(ranked: &[RankedPlay], played: &Play, settings: &EvalSettings) -> PlayAnalysis {
    let of = |ranked: &RankedPlay| Candidate {
        play: ranked.play,
        probs: ranked.evaluation.probs,
        equity: ranked.evaluation.cubeful,
        method: Method::Evaluation(EvalSettings { plies: ranked.plies, ..*settings }),
        is_marked: false,
    };
    let at = ranked.iter().position(|ranked| ranked.play == *played);
    let mut candidates: Vec<Candidate> = ranked.iter().take(MAX_CANDIDATES).map(of).collect();
    let played = match at {
        Some(at) if at >= candidates.len() => {
            candidates.push(of(&ranked[at]));
            Some(candidates.len() - 1)
        }
        at => at,
    };
    PlayAnalysis { candidates, played }
}

/// A cube decision as records store it.
#[must_use]
pub fn cube_analysis(decision: &CubeDecision, settings: &EvalSettings) -> CubeAnalysis {
    let outputs = |row: CubeRow| Outputs {
        probs: decision.probs,
        cubeless: decision.cubeless,
        cubeful: match decision.equities.mwc_of(row) {
            Some(mwc) => Utility::Match(mwc),
            None => Utility::Equity(decision.equities.of(row)),
        },
    };
    CubeAnalysis {
        no_double: outputs(CubeRow::NoDouble),
        double_take: outputs(CubeRow::DoubleTake),
        method: CubeMethod::Evaluation(EvalSettings { cubeful: true, ..*settings }),
        is_marked: false,
    }
}
