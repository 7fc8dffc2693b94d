// SPDX-License-Identifier: GPL-3.0-or-later
//! A drawn pattern: conditions on the points of a small board. It is data that a window edits; searching turns it into an
//! expression of the query language.

use super::ast::{Compare, Expr, Together, Whose};
use gnubg_engine::core::{Board, Side};
use serde::{Deserialize, Serialize};

/// What is asked of the checkers of one side on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// Exactly so many.
    Exactly(u8),
    /// At least so many.
    AtLeast(u8),
    /// At most so many.
    AtMost(u8),
    /// A point made: two or more.
    Made,
    /// A single checker.
    Blot,
    /// None of this side.
    None,
}

impl Wanted {
    fn parts(self) -> (Compare, u8) {
        match self {
            Wanted::Exactly(n) => (Compare::Is, n),
            Wanted::AtLeast(n) => (Compare::AtLeast, n),
            Wanted::AtMost(n) => (Compare::AtMost, n),
            Wanted::Made => (Compare::AtLeast, 2),
            Wanted::Blot => (Compare::Is, 1),
            Wanted::None => (Compare::Is, 0),
        }
    }
}

/// A condition on places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternPart {
    /// Whether it is about the checkers of the player who decides.
    pub is_mine: bool,
    /// The places, numbered by that player: 1 to 24, 25 his bar (his opponent's for the opponent's checkers), 0 borne off.
    pub places: Vec<u8>,
    /// What is wanted.
    pub wanted: Wanted,
    /// How many of the places must fit; `None` for all. With [`PatternPart::in_sum`] it does not matter.
    pub at_least: Option<u8>,
    /// Whether the checkers on all places count together.
    pub in_sum: bool,
}

/// A drawn pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// What must be.
    pub parts: Vec<PatternPart>,
    /// What must not be.
    #[serde(default)]
    pub excluded: Vec<PatternPart>,
    /// Whether either side may have it.
    #[serde(default)]
    pub for_either_side: bool,
}

impl PatternPart {
    /// A condition on one place.
    #[must_use]
    pub fn on(is_mine: bool, place: u8, wanted: Wanted) -> PatternPart {
        PatternPart { is_mine, places: vec![place], wanted, at_least: None, in_sum: false }
    }

    fn expr(&self) -> Expr {
        let (compare, count) = self.wanted.parts();
        let whose = if self.is_mine { Whose::My } else { Whose::Their };
        let on = |places: Vec<u8>, together| Expr::Points { whose, places, compare, count, together };
        if self.in_sum {
            return on(self.places.clone(), Together::Sum);
        }
        match self.at_least.map(usize::from) {
            None => on(self.places.clone(), Together::All),
            Some(n) if n >= self.places.len() => on(self.places.clone(), Together::All),
            Some(0) => Expr::And(Vec::new()),
            Some(1) => on(self.places.clone(), Together::Any),
            // So many of several: any choice of that many.
            Some(n) => Expr::Or(
                choices(&self.places, n).into_iter().map(|places| on(places, Together::All)).collect(),
            ),
        }
    }

    /// The same for the other side.
    fn mirrored(&self) -> PatternPart {
        let mirror = |place: u8| if (1..=24).contains(&place) { 25 - place } else { place };
        let places = self.places.iter().map(|&place| mirror(place)).collect();
        PatternPart { is_mine: !self.is_mine, places, ..self.clone() }
    }
}

/// All ways to choose `n` of some places.
fn choices(places: &[u8], n: usize) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    (0..places.len().saturating_sub(n - 1))
        .flat_map(|first| {
            choices(&places[first + 1..], n - 1).into_iter().map(move |rest| {
                let mut all = vec![places[first]];
                all.extend(rest);
                all
            })
        })
        .collect()
}

impl Pattern {
    /// The pattern of exactly a board, seen by the player who decides.
    #[must_use]
    pub fn of_board(board: &Board) -> Pattern {
        Pattern::loosened(board, 0)
    }

    /// The pattern of a board with so many steps of freedom: with 1 to 2 every number may be that much smaller or greater
    /// (a made point stays made), with more only points that are made, and single checkers behind, are kept.
    #[must_use]
    pub fn loosened(board: &Board, steps: u8) -> Pattern {
        let mut parts = Vec::new();
        for (side, is_mine) in [(Side::OnRoll, true), (Side::Opponent, false)] {
            for (index, &n) in board.side(side).iter().enumerate() {
                let place = match (index, is_mine) {
                    (24, _) => 25,
                    (_, true) => index as u8 + 1,
                    (_, false) => 24 - index as u8,
                };
                let mut add = |wanted| parts.push(PatternPart::on(is_mine, place, wanted));
                match (steps, n) {
                    (0, n) => add(Wanted::Exactly(n)),
                    (1 | 2, 0) => add(Wanted::AtMost(steps - 1)),
                    (1 | 2, 1) => {
                        add(Wanted::AtLeast(2 - steps));
                        add(Wanted::AtMost(1));
                    }
                    (1 | 2, n) => {
                        add(Wanted::AtLeast((n - n.min(steps)).max(2)));
                        add(Wanted::AtMost(n + steps));
                    }
                    (_, 2..) => add(Wanted::Made),
                    (_, 1) if index >= 18 => add(Wanted::AtLeast(1)),
                    _ => {}
                }
            }
        }
        Pattern { parts, ..Pattern::default() }
    }

    /// Whether nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.excluded.is_empty()
    }

    /// The expression that a board must fit; `None` if nothing is asked for.
    #[must_use]
    pub fn expr(&self) -> Option<Expr> {
        if self.is_empty() {
            return None;
        }
        let one = |turn: &dyn Fn(&PatternPart) -> PatternPart| {
            let wanted = self.parts.iter().map(|part| turn(part).expr());
            let unwanted = self.excluded.iter().map(|part| Expr::Not(Box::new(turn(part).expr())));
            Expr::And(wanted.chain(unwanted).collect())
        };
        let plain = one(&PatternPart::clone);
        Some(match self.for_either_side {
            true => Expr::Or(vec![plain, one(&PatternPart::mirrored)]),
            false => plain,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_become_queries() {
        let pattern = Pattern {
            parts: vec![
                PatternPart::on(false, 5, Wanted::Made),
                PatternPart { at_least: Some(2), ..PatternPart::on(true, 7, Wanted::Made) },
                PatternPart {
                    is_mine: true,
                    places: vec![4, 6, 7],
                    wanted: Wanted::Made,
                    at_least: Some(2),
                    in_sum: false,
                },
            ],
            excluded: vec![PatternPart::on(true, 25, Wanted::AtLeast(1))],
            for_either_side: false,
        };
        assert_eq!(
            pattern.expr().unwrap().text(false),
            "they[5]>=2 me[7]>=2 (me[4,6]>=2 or me[4,7]>=2 or me[6,7]>=2) not me[bar]>=1"
        );
        let both = Pattern { for_either_side: true, ..pattern };
        assert!(both.expr().unwrap().text(false).contains("me[20]>=2 they[18]>=2"));
        assert_eq!(Pattern::default().expr(), None);
    }

    #[test]
    fn a_board_fits_its_own_pattern_however_loose() {
        let board = Board::default();
        assert_eq!(Pattern::of_board(&board).parts.len(), 50);
        for steps in 0..4 {
            let pattern = Pattern::loosened(&board, steps);
            for part in &pattern.parts {
                let side = if part.is_mine { Side::OnRoll } else { Side::Opponent };
                let index = match (part.places[0], part.is_mine) {
                    (25, _) => 24,
                    (n, true) => usize::from(n) - 1,
                    (n, false) => 24 - usize::from(n),
                };
                let (compare, count) = part.wanted.parts();
                assert!(compare.holds(board.side(side)[index], count), "{steps}: {part:?}");
            }
        }
    }
}
