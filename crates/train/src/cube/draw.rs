// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions to roll out: positions of self-play games near a doubling point, a cash point or a take point.

use super::setting::CubeSetting;
use crate::selfplay::{self, Deviation};
use crate::shards;
use crate::starts::Start;
use gnubg_engine::bearoff::DatabaseClass;
use gnubg_engine::core::{Board, CancelToken, Probs, Variation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{CubeDecision, Engine, EvalSettings, LookAhead, NetClass, PositionClass, Root};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// Least share of gammons among a side's wins in gammonish positions.
const GAMMONISH: f32 = 0.35;

/// How close to a point of indifference, in equity, a decision must be by its static equities to be evaluated further.
const NEAR: f32 = 0.15;

/// Kinds of positions, drawn in fixed proportions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stratum {
    /// Contact with few gammons.
    Contact,
    /// Contact where a side wins many gammons.
    Gammonish,
    /// A crashed board.
    Crashed,
    /// A race the net evaluates.
    Race,
    /// A race in a one-sided database.
    Bearoff,
}

impl Stratum {
    /// All, in the order of reports.
    pub(crate) const ALL: [Stratum; 5] =
        [Stratum::Contact, Stratum::Gammonish, Stratum::Crashed, Stratum::Race, Stratum::Bearoff];

    /// The name in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Stratum::Contact => "contact",
            Stratum::Gammonish => "gammonish",
            Stratum::Crashed => "crashed",
            Stratum::Race => "race",
            Stratum::Bearoff => "bearoff",
        }
    }

    /// The kind of a draw: of twenty draws nine, five, three, two and one are of each kind.
    pub(crate) const fn of_draw(draw: u64) -> Stratum {
        match draw % 20 {
            0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 => Stratum::Contact,
            1 | 5 | 9 | 13 | 17 => Stratum::Gammonish,
            3 | 7 | 11 => Stratum::Crashed,
            15 | 18 => Stratum::Race,
            _ => Stratum::Bearoff,
        }
    }

    /// The kind of a position with these chances; `None` where the game is over or exactly known.
    fn of(engine: &Engine, board: &Board, probs: &Probs) -> Option<Stratum> {
        match engine.class_of(board, Variation::Standard) {
            PositionClass::Net(NetClass::Contact) => {
                let is_gammonish =
                    probs.win_g > GAMMONISH * probs.win || probs.lose_g > GAMMONISH * (1.0 - probs.win);
                Some(if is_gammonish { Stratum::Gammonish } else { Stratum::Contact })
            }
            PositionClass::Net(NetClass::Crashed) => Some(Stratum::Crashed),
            PositionClass::Net(NetClass::Race) => Some(Stratum::Race),
            PositionClass::Database(DatabaseClass::OneSidedSmall | DatabaseClass::OneSidedLarge) => {
                Some(Stratum::Bearoff)
            }
            _ => None,
        }
    }
}

/// The static decision at a setting.
pub(crate) fn decide(
    engine: &Engine,
    board: &Board,
    setting: CubeSetting,
    table: &MatchEquityTable,
    plies: u8,
) -> CubeDecision {
    let root = Root::of(&setting.state(board), table);
    engine
        .cube_decision(&root, &EvalSettings::at(plies), &CancelToken::new())
        .expect("invariant: nobody cancels the token")
}

/// How close decisions must be to be drawn.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Closeness {
    /// Draw decisions within this distance, in equity, of a point where the right action changes.
    #[arg(long, default_value_t = 0.15)]
    pub(crate) near: f32,
    /// By evaluations at this depth.
    #[arg(long, default_value_t = 0)]
    pub(crate) near_plies: u8,
}

/// Position number `draw` of the sequence of `seed`: of the kind that is its turn, and near a point where a decision
/// for money changes. One position is taken from a game at most.
pub(crate) fn position(engine: &Engine, closeness: Closeness, seed: u64, draw: u64) -> (Board, Stratum) {
    let wanted = Stratum::of_draw(draw);
    let mut rng = shards::rng(seed, draw);
    let table = MatchEquityTable::default();
    loop {
        let found = game(engine, &mut rng).into_iter().find(|board| {
            let seen = |plies| {
                [CubeSetting::Money, CubeSetting::Owned].map(|s| decide(engine, board, s, &table, plies))
            };
            let at_once = seen(0);
            let fate = rng.random();
            Stratum::of(engine, board, &at_once[0].probs) == Some(wanted)
                && is_near(&at_once, NEAR.max(closeness.near), fate)
                && (closeness.near_plies == 0 || is_near(&seen(closeness.near_plies), closeness.near, fate))
        });
        if let Some(board) = found {
            return (board, wanted);
        }
    }
}

/// The positions of one game of self-play in any order.
pub(crate) fn game(engine: &Engine, rng: &mut impl Rng) -> Vec<Board> {
    let mut look = LookAhead::new(engine.nets()).with_filter(4);
    let start = Start::draw(rng).board(rng);
    let deviation = Deviation { random: 0.01, second: 0.05 };
    let mut boards = selfplay::play(engine.nets(), &mut look, start, deviation, rng).boards;
    boards.shuffle(rng);
    boards
}

/// Whether one of the decisions, centered or owned, is close. Clear passes, where cashing and playing on differ little
/// whatever the position, would be most of the close ones; `fate` (0..1) lets through one in ten.
fn is_near([centered, owned]: &[CubeDecision; 2], near: f32, fate: f32) -> bool {
    let take = centered.equities.double_take.0;
    let margin = |decision: &CubeDecision| take.min(1.0) - decision.equities.no_double.0;
    let is_near = [margin(centered), margin(owned), take - 1.0].iter().any(|margin| margin.abs() <= near);
    is_near && (take <= 1.0 + near || fate < 0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_drawn_again_and_are_of_the_wanted_kind() {
        let engine = Engine::built_in(0).unwrap();
        let closeness = Closeness { near: 0.1, near_plies: 1 };
        for draw in [0, 1, 18] {
            let (board, stratum) = position(&engine, closeness, 7, draw);
            assert_eq!(position(&engine, closeness, 7, draw), (board, stratum));
            assert_eq!(stratum, Stratum::of_draw(draw));
            assert_eq!(board.has_contact(), stratum != Stratum::Race);
        }
    }
}
