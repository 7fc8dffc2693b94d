// SPDX-License-Identifier: GPL-3.0-or-later
//! Phases of the game and plans of the sides: conventions, fixed in `docs/library.md` with their measured frequencies.
//!
//! A phase belongs to the whole board; the first whose condition holds is the one. Plans belong to a side; all that hold
//! are kept as bits, and the first in the order of [`Plan::ALL`] is the label.

use super::sides::SideFeatures;
use gnubg_engine::core::{Board, Side, Variation};
use gnubg_engine::eval::{NetClass, is_crashed};

/// A phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// No contact, all checkers at home.
    Bearoff,
    /// No contact.
    Race,
    /// Contact, nobody on the bar or borne off, at most four checkers of either side away from where they began.
    Opening,
    /// Contact, and a side has borne off, has at most 70 pips, or has crashed.
    Ending,
    /// All other contact.
    Middle,
}

impl Phase {
    /// All phases.
    pub const ALL: [Phase; 5] = [Phase::Bearoff, Phase::Race, Phase::Opening, Phase::Ending, Phase::Middle];

    /// The word in queries and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Bearoff => "bearoff",
            Phase::Race => "race",
            Phase::Opening => "opening",
            Phase::Ending => "ending",
            Phase::Middle => "middle",
        }
    }

    /// The number in the database.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    pub(super) fn of(board: &Board, class: NetClass, sides: &[SideFeatures; 2]) -> Phase {
        let is_home = |side: Side| board.rearmost(side).is_none_or(|rear| rear < 6);
        if !class.is_contact() {
            return if Side::BOTH.into_iter().all(is_home) { Phase::Bearoff } else { Phase::Race };
        }
        if sides.iter().all(|side| side.bar == 0 && side.off == 0) && is_opening(board) {
            return Phase::Opening;
        }
        let is_late = sides.iter().any(|side| side.off > 0 || side.pips <= 70);
        if is_late || class == NetClass::Crashed { Phase::Ending } else { Phase::Middle }
    }
}

/// Whether at most four checkers of either side have left where they began, in backgammon or Nackgammon.
fn is_opening(board: &Board) -> bool {
    [Variation::Standard, Variation::Nackgammon].into_iter().any(|variation| {
        let start = variation.start();
        Side::BOTH.into_iter().all(|side| {
            let pairs = board.side(side).iter().zip(start.side(side));
            let stayed: u8 = pairs.map(|(&now, &then)| now.min(then)).sum();
            15 - stayed.min(15) <= 4
        })
    })
}

/// A plan of a side, or a word about one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plan {
    /// Six home points, and they have a checker on the bar.
    Closeout,
    /// This side has crashed.
    Crunched,
    /// The rearmost checker is on the 9 point or nearer, and they have a checker behind some of these.
    BearIn,
    /// Two anchors or more, four checkers back, 30 pips behind.
    Backgame,
    /// The ace point is the only anchor, 30 pips behind, and their checkers are all at their 12 point or nearer.
    AcePoint,
    /// The same with the deuce point.
    DeucePoint,
    /// Three home points, nine checkers on the points 1 to 11, and they have no anchor, but a checker on the bar or a
    /// blot on a home point.
    Blitz,
    /// Four adjacent points, one of their checkers behind them, and at most 12 rolls free their rearmost checker.
    Prime,
    /// One anchor on the 18 to 21 point, or the mid-point while behind, and none of the above.
    Holding,
    /// They have one or two checkers back and the others at home, and at most 18 rolls free their rearmost checker.
    Containing,
    /// No checker back, or the rearmost one is past their prime, and their rearmost checker has left this home board.
    Running,
    /// No contact.
    Race,
    /// Contact, and none of the above.
    Contact,
    /// Not a plan of its own: a holding game on the 20 point.
    Golden,
    /// Not a plan of its own: a backgame with the time that it needs.
    Timed,
}

impl Plan {
    /// All plans in the order in which they become the label, then the words about them.
    pub const ALL: [Plan; 15] = [
        Plan::Closeout,
        Plan::Crunched,
        Plan::BearIn,
        Plan::Backgame,
        Plan::AcePoint,
        Plan::DeucePoint,
        Plan::Blitz,
        Plan::Prime,
        Plan::Holding,
        Plan::Containing,
        Plan::Running,
        Plan::Race,
        Plan::Contact,
        Plan::Golden,
        Plan::Timed,
    ];

    /// The word in queries and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Plan::Closeout => "closeout",
            Plan::Crunched => "crunched",
            Plan::BearIn => "bear-in",
            Plan::Backgame => "backgame",
            Plan::AcePoint => "ace-point",
            Plan::DeucePoint => "deuce-point",
            Plan::Blitz => "blitz",
            Plan::Prime => "prime",
            Plan::Holding => "holding",
            Plan::Containing => "containing",
            Plan::Running => "running",
            Plan::Race => "race",
            Plan::Contact => "contact",
            Plan::Golden => "golden",
            Plan::Timed => "timed",
        }
    }

    /// The bit in [`Plans`].
    #[must_use]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// The plans of a side that hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plans(pub u16);

impl Plans {
    /// Whether a plan holds.
    #[must_use]
    pub const fn has(self, plan: Plan) -> bool {
        self.0 & plan.bit() != 0
    }

    /// The label: the first plan that holds.
    #[must_use]
    pub fn label(self) -> Plan {
        Plan::ALL.into_iter().find(|plan| self.has(*plan)).unwrap_or(Plan::Contact)
    }

    /// All that hold, the label first.
    pub fn iter(self) -> impl Iterator<Item = Plan> {
        Plan::ALL.into_iter().filter(move |plan| self.has(*plan))
    }

    /// The plans of the side on roll.
    pub(super) fn of(board: &Board, class: NetClass, sides: &[SideFeatures; 2]) -> Plans {
        let [me, them] = sides;
        if !class.is_contact() {
            return Plans(Plan::Race.bit());
        }
        let (mine, theirs) = (board.side(Side::OnRoll), board.side(Side::Opponent));
        let made = board.made(Side::OnRoll);
        let lead = i32::from(them.pips) - i32::from(me.pips);
        let n_anchors = me.anchors.count_ones();
        let mut found = Plans::default();
        let mut add = |plan: Plan, holds: bool| found.0 |= if holds { plan.bit() } else { 0 };
        add(Plan::Closeout, me.home == 6 && them.bar > 0);
        add(Plan::Crunched, is_crashed(mine));
        let their_rear = them.rear;
        add(Plan::BearIn, me.rear <= 9 && i32::from(25 - their_rear) < i32::from(me.rear));
        let is_backgame = n_anchors >= 2 && me.back >= 4 && lead <= -30;
        add(Plan::Backgame, is_backgame);
        let outside: u32 = (6..25).map(|at| u32::from(theirs[at]) * (at as u32 - 5)).sum();
        add(Plan::Timed, is_backgame && 3 * u32::from(me.timing) >= outside);
        let is_ancient = n_anchors == 1 && lead <= -30 && their_rear <= 12;
        add(Plan::AcePoint, is_ancient && me.anchors == 1 << 5);
        add(Plan::DeucePoint, is_ancient && me.anchors == 1 << 4);
        let zone: u8 = mine[..11].iter().sum();
        let is_target = them.bar > 0 || (0..6).any(|at| theirs[23 - at] == 1);
        add(Plan::Blitz, me.home >= 3 && zone >= 9 && them.anchors == 0 && is_target);
        add(Plan::Prime, me.prime >= 4 && them.escapes <= 12 && is_behind_a_prime(made, their_rear));
        let far = made >> 17 & 0x7f;
        let holds = far.count_ones() == 1 && far & 0b1111 != 0;
        let holds = holds || (made >> 12 & 1 == 1 && lead < 0);
        let is_free = found.0 == 0;
        let mut add = |plan: Plan, holds: bool| found.0 |= if holds { plan.bit() } else { 0 };
        add(Plan::Holding, holds && is_free);
        add(Plan::Golden, holds && is_free && far == 1 << 2);
        let at_home: u8 = theirs[..6].iter().sum();
        let on_board: u8 = theirs.iter().sum();
        let is_alone = (1..=2).contains(&them.back) && at_home + them.back == on_board;
        add(Plan::Containing, is_alone && them.escapes <= 18);
        let has_left = me.back == 0 || is_past_their_prime(board, me.rear, them.prime);
        add(Plan::Running, has_left && their_rear <= 18);
        if found.0 == 0 {
            found.0 = Plan::Contact.bit();
        }
        found
    }
}

/// Whether the rearmost checker of the other side stands behind four adjacent points of `made`.
fn is_behind_a_prime(made: u32, their_rear: u8) -> bool {
    let made = made & 0x00ff_ffff;
    let starts = made & made >> 1 & made >> 2 & made >> 3;
    // Their rearmost checker in this side's numbering, from 0; -1 on the bar.
    let rear = 24 - i32::from(their_rear);
    starts != 0 && rear < 31 - starts.leading_zeros() as i32
}

/// Whether the rearmost checker has passed a prime of three points or more.
fn is_past_their_prime(board: &Board, my_rear: u8, their_prime: u8) -> bool {
    if their_prime < 3 {
        return false;
    }
    let made = board.made(Side::Opponent) & 0x00ff_ffff;
    let starts = made & made >> 1 & made >> 2;
    // The highest point of their longest block, from the other side; the rearmost checker must be lower.
    let nearest = starts.trailing_zeros() as i32;
    i32::from(my_rear) <= 24 - nearest - 3
}

#[cfg(test)]
mod tests {
    use super::super::Features;
    use super::*;
    use gnubg_engine::core::PLACES;

    fn board(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Board {
        let side = |places: &[(usize, u8)]| {
            let mut side = [0; PLACES];
            places.iter().for_each(|(point, n)| side[point - 1] = *n);
            side
        };
        Board::from_sides(side(mine), side(theirs))
    }

    fn plans(board: &Board) -> Vec<&'static str> {
        Features::of(board).plans[0].iter().map(Plan::word).collect()
    }

    #[test]
    fn the_opening_position() {
        let found = Features::of(&Board::default());
        assert_eq!((found.phase, found.class, found.lead()), (Phase::Opening, NetClass::Contact, 0));
        assert_eq!((found.sides[0].pips, found.sides[0].back, found.sides[0].home), (167, 2, 1));
        assert_eq!(plans(&Board::default()), ["contact"]);
    }

    #[test]
    fn phases_follow_the_board() {
        let race = board(&[(6, 8), (8, 7)], &[(6, 8), (8, 7)]);
        assert_eq!(Features::of(&race).phase, Phase::Race);
        assert_eq!(plans(&race), ["race"]);
        let bearoff = board(&[(6, 5), (1, 2)], &[(3, 4)]);
        assert_eq!(Features::of(&bearoff).phase, Phase::Bearoff);
        let ending = board(&[(6, 5), (1, 2)], &[(24, 2), (6, 13)]);
        assert_eq!(Features::of(&ending).phase, Phase::Ending);
        let middle = board(&[(6, 5), (8, 3), (5, 5), (24, 2)], &[(20, 2), (6, 5), (8, 3), (13, 5)]);
        assert_eq!(Features::of(&middle).phase, Phase::Middle);
    }

    #[test]
    fn plans_are_bits() {
        let closed = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 3), (8, 2)];
        assert!(plans(&board(&closed, &[(25, 1), (6, 14)])).starts_with(&["closeout", "bear-in"]));
        let backgame = board(
            &[(24, 2), (22, 3), (13, 2), (8, 2), (6, 4), (5, 2)],
            &[(6, 3), (5, 3), (4, 3), (8, 3), (7, 3)],
        );
        assert_eq!(plans(&backgame)[0], "backgame");
        let ace = board(&[(24, 2), (6, 5), (5, 4), (4, 4)], &[(6, 2), (2, 3)]);
        assert!(plans(&ace).contains(&"ace-point"), "{:?}", plans(&ace));
        let blitz =
            board(&[(6, 3), (5, 2), (4, 2), (8, 3), (9, 2), (24, 2), (13, 1)], &[(25, 1), (24, 1), (6, 13)]);
        assert!(plans(&blitz).contains(&"blitz"), "{:?}", plans(&blitz));
        let prime = board(&[(4, 2), (5, 2), (6, 3), (7, 3), (8, 3), (13, 2)], &[(24, 2), (6, 6), (8, 7)]);
        assert!(plans(&prime).contains(&"prime"), "{:?}", plans(&prime));
        let holding = board(&[(20, 2), (13, 3), (8, 3), (6, 5), (5, 2)], &[(13, 3), (8, 4), (6, 5), (5, 3)]);
        assert_eq!(plans(&holding), ["holding", "golden"]);
        let containing = board(&[(7, 2), (6, 3), (5, 3), (4, 3), (8, 2), (9, 2)], &[(23, 1), (3, 7), (2, 7)]);
        assert!(plans(&containing).contains(&"containing"), "{:?}", plans(&containing));
        let running = board(&[(14, 3), (6, 6), (5, 6)], &[(13, 2), (5, 6), (4, 7)]);
        assert_eq!(plans(&running), ["running"]);
    }
}
