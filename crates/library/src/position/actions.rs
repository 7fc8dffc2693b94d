// SPDX-License-Identifier: GPL-3.0-or-later
//! Themes of checker plays, found by comparing the board before and after: what was done, what the best play does, what
//! some legal play does.

use gnubg_engine::core::{Board, Dice, MoveRules, PLACES, PlayList, Side};
use gnubg_engine::eval::inputs::measures;

/// The 24 points as a set.
const POINTS: u32 = 0x00ff_ffff;
/// The home board.
const HOME: u32 = 0x3f;
/// The points 19 to 24.
const THEIR_HOME: u32 = HOME << 18;

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $word:literal;)*) => {
        /// Something that a checker play does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action { $($(#[$doc])* $name,)* }

        impl Action {
            /// All actions, in the order of their bits.
            pub const ALL: &'static [Action] = &[$(Action::$name,)*];

            /// The word in queries and JSON.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Action::$name => $word,)* }
            }
        }
    };
}

actions! {
    /// Hits a blot.
    Hit = "hit";
    /// Hits two blots.
    DoubleHit = "double-hit";
    /// Hits in the home board and leaves a blot on that point.
    HitLoose = "hit-loose";
    /// Hits and moves the hitting checker on.
    HitAndPass = "hit-and-pass";
    /// Makes a point.
    Point = "point";
    /// Makes a point in the home board.
    HomePoint = "home-point";
    /// Makes the 5 point.
    FivePoint = "five-point";
    /// Makes the bar point.
    BarPoint = "bar-point";
    /// Makes a point in their home board.
    Anchor = "anchor";
    /// Makes the 18, 20 or 21 point.
    AdvancedAnchor = "advanced-anchor";
    /// Gives up a point in their home board.
    BreakAnchor = "break-anchor";
    /// A checker leaves their home board.
    Run = "run";
    /// Two checkers that stood together in their home board part, and both stay there.
    Split = "split";
    /// Puts a blot on one of the points 4 to 7.
    Slot = "slot";
    /// Puts a fifth checker or more on a point.
    Stack = "stack";
    /// Gives up the rearmost point held outside the home board.
    ClearRear = "clear-rear";
    /// Takes a checker from a point that held five or more.
    Unstack = "unstack";
    /// Closes the sixth home point.
    CloseOut = "close-out";
    /// Enters from the bar.
    Enter = "enter";
    /// Moves a checker from outside the home board to the ace or deuce point.
    Dead = "dead";
    /// Leaves a blot within six pips of one of their checkers.
    DirectShot = "direct-shot";
    /// No legal play leaves fewer rolls that hit.
    Safest = "safest";
    /// Bears a checker off.
    BearOff = "bear-off";
    /// Bears off fewer checkers than possible.
    Miss = "miss";
}

impl Action {
    /// The bit in [`Actions`].
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A set of actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Actions(pub u32);

impl Actions {
    /// Whether an action is in the set.
    #[must_use]
    pub const fn has(self, action: Action) -> bool {
        self.0 & action.bit() != 0
    }

    /// The actions of the set.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        Action::ALL.iter().copied().filter(move |action| self.has(*action))
    }
}

/// The actions of the legal plays of a decision.
#[derive(Clone, Debug, Default)]
pub struct PlayThemes {
    /// The actions of some legal play.
    pub possible: Actions,
    /// The positions after the legal plays, the opponent on roll, and the actions of each.
    pub plays: Vec<(Board, Actions)>,
}

impl PlayThemes {
    /// The actions of the play that leads to `after`, seen by the opponent, who is on roll then; of an illegal play those
    /// that can be seen without the others.
    #[must_use]
    pub fn of(&self, before: &Board, after: &Board) -> Actions {
        let known = self.plays.iter().find(|(board, _)| board == after);
        known.map_or_else(|| single(before, &after.swapped()), |(_, actions)| *actions)
    }
}

/// The actions of all legal plays of a roll.
#[must_use]
pub fn play_themes(before: &Board, dice: Dice, rules: MoveRules) -> PlayThemes {
    let mut list = PlayList::new();
    list.generate_with(before, dice, rules);
    let least = list.boards().iter().map(hits).min().unwrap_or(0);
    let most_off = list.boards().iter().map(|after| borne_off(before, after)).max().unwrap_or(0);
    let of = |after: &Board| {
        let mut found = single(before, &after.swapped());
        if hits(after) == least {
            found.0 |= Action::Safest.bit();
        }
        if borne_off(before, after) < most_off {
            found.0 |= Action::Miss.bit();
        }
        (*after, found)
    };
    let plays: Vec<(Board, Actions)> = list.boards().iter().map(of).collect();
    let possible = Actions(plays.iter().fold(0, |bits, (_, actions)| bits | actions.0));
    PlayThemes { possible, plays }
}

/// Rolls with which the player on roll hits.
fn hits(board: &Board) -> u8 {
    measures(board)[0].hits
}

/// Checkers borne off by a play; `after` is seen by the opponent.
fn borne_off(before: &Board, after: &Board) -> u8 {
    before.checkers_on_board(Side::OnRoll).saturating_sub(after.checkers_on_board(Side::Opponent))
}

/// The actions that two boards tell, both seen by the player who moves.
fn single(before: &Board, after: &Board) -> Actions {
    let (old, new) = (before.side(Side::OnRoll), after.side(Side::OnRoll));
    let (old_made, new_made) = (before.made(Side::OnRoll) & POINTS, after.made(Side::OnRoll) & POINTS);
    let gained = new_made & !old_made;
    let lost = old_made & !new_made;
    let new_blots = after.occupied(Side::OnRoll) & POINTS & !new_made;
    let hit = hit_points(before, after);
    let moved_from = places(|at| new[at] < old[at]);
    let moved_to = places(|at| new[at] > old[at]);
    let mut found = Actions::default();
    let mut add = |action: Action, holds: bool| found.0 |= if holds { action.bit() } else { 0 };
    add(Action::Hit, hit != 0);
    add(Action::DoubleHit, hit.count_ones() >= 2);
    add(Action::HitLoose, hit & HOME & new_blots != 0);
    add(Action::HitAndPass, hit & !after.occupied(Side::OnRoll) != 0);
    add(Action::Point, gained != 0);
    add(Action::HomePoint, gained & HOME != 0);
    add(Action::FivePoint, gained >> 4 & 1 == 1);
    add(Action::BarPoint, gained >> 6 & 1 == 1);
    add(Action::Anchor, gained & THEIR_HOME != 0);
    add(Action::AdvancedAnchor, gained & (1 << 17 | 1 << 19 | 1 << 20) != 0);
    add(Action::BreakAnchor, lost & THEIR_HOME != 0);
    let back = |side: &[u8; PLACES]| side[18..].iter().sum::<u8>();
    add(Action::Run, back(new) < back(old));
    let parted = lost & THEIR_HOME & new_blots;
    add(Action::Split, parted != 0 && back(new) == back(old));
    let slots = new_blots & moved_to & !before.occupied(Side::OnRoll) & 0b111_1000;
    add(Action::Slot, slots & !hit != 0);
    add(Action::Stack, (0..24).any(|at| new[at] > old[at] && new[at] >= 5));
    let outside = old_made & !HOME & !THEIR_HOME;
    let rear = 1u32.checked_shl(31 - outside.leading_zeros().min(31)).unwrap_or(0);
    add(Action::ClearRear, outside != 0 && lost & rear != 0);
    add(Action::Unstack, (0..24).any(|at| new[at] < old[at] && old[at] >= 5));
    add(Action::CloseOut, new_made & HOME == HOME && old_made & HOME != HOME);
    add(Action::Enter, new[24] < old[24]);
    let outside_home = moved_from & !HOME != 0;
    add(Action::Dead, outside_home && moved_to & 0b11 != 0 && fills_from_outside(old, new));
    add(Action::DirectShot, leaves_direct_shot(after, new_blots));
    let total = |side: &[u8; PLACES]| side.iter().sum::<u8>();
    add(Action::BearOff, total(new) < total(old));
    found
}

/// Whether more checkers came to the ace and deuce points than left the rest of the home board.
fn fills_from_outside(old: &[u8; PLACES], new: &[u8; PLACES]) -> bool {
    let gained: i32 = (0..2).map(|at| (i32::from(new[at]) - i32::from(old[at])).max(0)).sum();
    let given: i32 = (0..6).map(|at| (i32::from(old[at]) - i32::from(new[at])).max(0)).sum();
    gained > given
}

fn places(is_in: impl Fn(usize) -> bool) -> u32 {
    (0..PLACES).filter(|&at| is_in(at)).fold(0, |set, at| set | 1 << at)
}

/// The points, in the mover's numbering, on which a checker of the opponent was hit.
fn hit_points(before: &Board, after: &Board) -> u32 {
    let (old, new) = (before.side(Side::Opponent), after.side(Side::Opponent));
    if new[24] <= old[24] {
        return 0;
    }
    (0..24).filter(|&at| new[at] < old[at]).fold(0, |set, at| set | 1 << (23 - at))
}

/// Whether one of these blots is within six pips of a checker that can still pass it.
fn leaves_direct_shot(after: &Board, blots: u32) -> bool {
    let theirs = after.side(Side::Opponent);
    (0..24usize).filter(|at| blots >> at & 1 == 1).any(|at| {
        let target = 23 - at;
        (target + 1..=target + 6).any(|from| theirs.get(from).is_some_and(|&n| n > 0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::notation;

    fn of(board: &Board, dice: [u8; 2], play: &str) -> Vec<&'static str> {
        let dice = Dice::new(dice[0], dice[1]).unwrap();
        let after = notation::resolve(board, dice, play).unwrap().apply(board).swapped();
        let themes = play_themes(board, dice, MoveRules::default());
        themes.of(board, &after).iter().map(Action::word).collect()
    }

    #[test]
    fn actions_fit_into_their_bits() {
        assert_eq!(Action::ALL.len(), 24);
        assert_eq!(Action::ALL.iter().fold(0, |bits, action| bits | action.bit()), (1 << 24) - 1);
    }

    #[test]
    fn openings_have_their_themes() {
        let start = Board::default();
        assert_eq!(of(&start, [3, 1], "8/5 6/5"), ["point", "home-point", "five-point", "unstack", "safest"]);
        assert_eq!(of(&start, [6, 1], "13/7 8/7"), ["point", "bar-point", "unstack", "safest"]);
        assert_eq!(of(&start, [6, 5], "24/13"), ["break-anchor", "run", "stack", "direct-shot"]);
        assert!(of(&start, [2, 1], "13/11 6/5").contains(&"slot"));
        assert!(of(&start, [2, 1], "24/23 13/11").contains(&"split"));
        assert!(of(&start, [6, 2], "24/16").contains(&"run"));
    }

    #[test]
    fn hits_are_told_apart() {
        let mut board = Board::default();
        // Blots of theirs on my 5 and 4 point.
        board.set(Side::Opponent, 23, 0);
        board.set(Side::Opponent, 19, 1);
        board.set(Side::Opponent, 20, 1);
        let loose = of(&board, [1, 3], "6/5* 13/10");
        assert!(loose.contains(&"hit") && loose.contains(&"hit-loose") && !loose.contains(&"double-hit"));
        assert!(loose.contains(&"direct-shot") && !loose.contains(&"safest"), "{loose:?}");
        let two = of(&board, [1, 2], "6/5* 6/4*");
        assert!(two.contains(&"double-hit"), "{two:?}");
        let pass = of(&board, [1, 3], "6/5*/2");
        assert!(pass.contains(&"hit-and-pass"), "{pass:?}");
    }

    #[test]
    fn bearing_off_fewer_than_possible_is_seen() {
        let (mut mine, mut theirs) = ([0; PLACES], [0; PLACES]);
        (mine[5], mine[0], theirs[0]) = (2, 2, 2);
        let board = Board::from_sides(mine, theirs);
        assert!(of(&board, [6, 1], "6/off 1/off").contains(&"bear-off"));
        assert!(!of(&board, [6, 1], "6/off 1/off").contains(&"miss"));
        assert!(of(&board, [6, 1], "6/off 6/5").contains(&"miss"));
    }
}
