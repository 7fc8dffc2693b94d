// SPDX-License-Identifier: GPL-3.0-or-later
//! The values of all hypergammon positions during the iteration.

use crate::bearoff::MoneyEquities;
use crate::bearoff::hyper::HyperRecord;
use crate::bearoff::index::PositionIndex;
use crate::core::{Board, PLACES, Probs, Side, Variation};

/// Values of a position for the side on roll.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Values {
    pub(super) probs: [f32; 5],
    pub(super) cubeless: f32,
    /// Owned, centered, centered with the Jacoby rule, opponent's.
    pub(super) cubeful: [f32; 4],
}

impl Values {
    /// The first values of every live position: a certain gammon, nothing known with the cube.
    pub(super) const START: Values =
        Values { probs: [1.0, 1.0, 0.0, 0.0, 0.0], cubeless: 2.0, cubeful: [0.0; 4] };

    /// A finished game.
    fn finished(board: &Board, variation: Variation) -> Option<Values> {
        let (winner, points) = board.outcome(variation)?;
        let probs = Probs::certain(winner == Side::OnRoll, points);
        let equity = probs.money_equity().0;
        let single = equity.signum();
        Some(Values { probs: probs.to_array(), cubeless: equity, cubeful: [equity, equity, single, equity] })
    }

    /// The values of a stored record; its cubeless equity follows from the chances.
    pub(super) fn from_record(record: &HyperRecord) -> Values {
        let e = &record.equities;
        Values {
            probs: record.probs.to_array(),
            cubeless: record.probs.money_equity().0,
            cubeful: [e.owned, e.centered, e.centered_jacoby, e.opponent],
        }
    }

    /// The record to store.
    pub(super) fn record(&self) -> HyperRecord {
        let [owned, centered, centered_jacoby, opponent] = self.cubeful;
        HyperRecord {
            probs: Probs::from_array(self.probs),
            equities: MoneyEquities { owned, centered, centered_jacoby, opponent },
        }
    }

    /// The equities of the position for the other side, which has just moved.
    pub(super) fn seen(&self) -> OpponentEquities {
        let [owned, centered, jacoby, opponent] = self.cubeful;
        OpponentEquities {
            cubeful: [
                -opponent,
                -after_decision(centered, opponent),
                -after_decision(jacoby, opponent),
                -after_decision(owned, opponent),
            ],
            cubeless: -self.cubeless,
        }
    }

    /// The same numbers from the other side, the cube staying where it is named.
    pub(super) fn reversed(&self) -> OpponentEquities {
        OpponentEquities { cubeful: self.cubeful.map(|equity| -equity), cubeless: -self.cubeless }
    }

    /// The largest differences of chances and equities.
    pub(super) fn distance(&self, other: &Values) -> SweepChange {
        let most =
            |a: &[f32], b: &[f32]| a.iter().zip(b).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
        SweepChange {
            chances: most(&self.probs, &other.probs),
            equities: most(&self.cubeful, &other.cubeful).max((self.cubeless - other.cubeless).abs()),
        }
    }
}

/// How much the values changed in a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct SweepChange {
    chances: f32,
    equities: f32,
}

impl SweepChange {
    /// The larger of two in each respect.
    pub(super) fn max(self, other: SweepChange) -> SweepChange {
        SweepChange { chances: self.chances.max(other.chances), equities: self.equities.max(other.equities) }
    }

    /// The largest change of any number.
    pub(super) fn norm(&self) -> f32 {
        self.chances.max(self.equities)
    }

    /// Whether the equities have settled: they change by less than a tenth of the threshold.
    pub(super) fn leaves_equities(&self, threshold: f32) -> bool {
        10.0 * self.equities <= threshold
    }
}

/// Equity after the better of rolling and doubling; `take` is the value of the doubled cube per unit of it.
fn after_decision(no_double: f32, take: f32) -> f32 {
    if 2.0 * take >= no_double && 1.0 >= no_double { (2.0 * take).min(1.0) } else { no_double }
}

/// Equities of a position for the side not on roll, the cube decision of the side on roll included.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct OpponentEquities {
    /// The side not on roll owns the cube; centered; centered with the Jacoby rule; the side on roll owns it.
    pub(super) cubeful: [f32; 4],
    pub(super) cubeless: f32,
}

/// The effect of one side's position on the other side's moves.
pub(super) struct SideFacts {
    /// Bit `p`: a checker stands on its own point `p`; bit 25 the bar.
    own: u32,
    /// Bit `p`: a checker stands on point `p` of the other side, the bar left out.
    seen: u32,
    /// The point of the other side that it holds with two checkers or more, 0 if none.
    pub(super) blocked: usize,
    /// Points of the other side with a single checker; unused ones are 31, which no play touches.
    blots: [u8; 3],
    /// All of them as bits.
    pub(super) blot_mask: u32,
    /// `[hits]`: number after the blots in `hits` (bit `b` = `blots[b]`) were sent to the bar.
    after_hits: [u32; 8],
}

impl SideFacts {
    fn new(index: &PositionIndex, number: u32) -> SideFacts {
        let position = index.position(number);
        let mut facts =
            SideFacts { own: 0, seen: 0, blocked: 0, blots: [31; 3], blot_mask: 0, after_hits: [number; 8] };
        let mut n_blots = 0;
        for (at, &count) in position.iter().enumerate().filter(|(_, count)| **count > 0) {
            facts.own |= 1 << (at + 1);
            if at == PLACES - 1 {
                continue;
            }
            let seen_at = 24 - at;
            facts.seen |= 1 << seen_at;
            if count > 1 {
                facts.blocked = seen_at;
            } else {
                facts.blots[n_blots] = seen_at as u8;
                facts.blot_mask |= 1 << seen_at;
                n_blots += 1;
            }
        }
        for hits in 1..1 << n_blots {
            let mut after = position;
            for &blot in (0..n_blots).filter(|blot| hits >> blot & 1 == 1).map(|blot| &facts.blots[blot]) {
                after[24 - usize::from(blot)] = 0;
                after[PLACES - 1] += 1;
            }
            facts.after_hits[hits] = index.index_within(&after);
        }
        facts
    }

    /// The number after a play of the other side that touches down on these points.
    #[inline]
    pub(super) fn after(&self, touched: u32) -> u32 {
        let hit = |n: usize| (touched >> self.blots[n] & 1) as usize;
        self.after_hits[hit(0) | hit(1) << 1 | hit(2) << 2]
    }

    /// Whether a play of the other side can leave the position `number`.
    pub(super) fn can_become(&self, number: u32) -> bool {
        self.after_hits.contains(&number)
    }
}

/// How many pairs of positions there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HyperCounts {
    /// One side has no checkers left.
    pub finished: u64,
    /// Both sides on one point.
    pub impossible: u64,
    /// Live, the sides past each other.
    pub race: u64,
    /// Live, in contact.
    pub contact: u64,
}

/// All values, `[opponent][on roll]`.
pub(super) struct HyperTable {
    pub(super) n: usize,
    pub(super) seen: Vec<OpponentEquities>,
    pub(super) probs: Vec<[f32; 5]>,
    pub(super) cubeful: Vec<[f32; 4]>,
    pub(super) facts: Vec<SideFacts>,
}

impl HyperTable {
    /// Finished games have their result, impossible pairs zeros, all others their first values or those of `known`.
    pub(super) fn new(
        index: &PositionIndex,
        known: impl Fn([u32; 2]) -> Option<Values>,
    ) -> (HyperTable, HyperCounts) {
        let n = index.n_positions() as usize;
        let variation = match index.checkers() {
            1 => Variation::Hypergammon1,
            2 => Variation::Hypergammon2,
            _ => Variation::Hypergammon3,
        };
        let mut table = HyperTable {
            n,
            seen: vec![OpponentEquities::default(); n * n],
            probs: vec![[0.0; 5]; n * n],
            cubeful: vec![[0.0; 4]; n * n],
            facts: (0..index.n_positions()).map(|number| SideFacts::new(index, number)).collect(),
        };
        let mut counts = HyperCounts::default();
        for opponent in 0..index.n_positions() {
            let their_side = index.position(opponent);
            for on_roll in 0..index.n_positions() {
                let board = Board::from_sides(index.position(on_roll), their_side);
                let values = if let Some(values) = Values::finished(&board, variation) {
                    counts.finished += 1;
                    values
                } else if !table.is_live(on_roll, opponent) {
                    counts.impossible += 1;
                    Values::default()
                } else {
                    *if board.has_contact() { &mut counts.contact } else { &mut counts.race } += 1;
                    known([on_roll, opponent]).unwrap_or(Values::START)
                };
                table.set(opponent as usize * n + on_roll as usize, &values);
            }
        }
        (table, counts)
    }

    /// Whether both sides have checkers and share no point.
    #[inline]
    pub(super) fn is_live(&self, on_roll: u32, opponent: u32) -> bool {
        let (mine, theirs) = (&self.facts[on_roll as usize], &self.facts[opponent as usize]);
        mine.own != 0 && theirs.own != 0 && mine.own & theirs.seen == 0
    }

    fn set(&mut self, at: usize, values: &Values) {
        self.seen[at] = values.seen();
        self.probs[at] = values.probs;
        self.cubeful[at] = values.cubeful;
    }

    /// The values of a pair.
    pub(super) fn values(&self, on_roll: u32, opponent: u32) -> Values {
        let at = opponent as usize * self.n + on_roll as usize;
        Values { probs: self.probs[at], cubeless: -self.seen[at].cubeless, cubeful: self.cubeful[at] }
    }
}
