// SPDX-License-Identifier: GPL-3.0-or-later
//! A position being set up: checkers placed and removed by hand, with dice, cube and turn, until it is applied.

use gnubg_draw::Slot;
use gnubg_draw::model::{Stack, Stacks};
use gnubg_engine::core::{
    CubeState, Decision, Dice, MAX_LENGTH, MAX_MATCH_CUBE, MatchState, Phase, Player, Rules, StateError,
    Variation,
};
use thiserror::Error;

/// Why a position being set up cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DraftError {
    /// One side has no checkers on the board.
    #[error("one side has borne off all its checkers; put at least one on the board")]
    NothingLeft,
    /// The position breaks a rule.
    #[error(transparent)]
    State(#[from] StateError),
}

/// A position being set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The match the position belongs to; its board, turn, dice and cube are replaced when the draft is applied.
    pub base: MatchState,
    /// The checkers.
    pub stacks: Stacks,
    /// Whose turn it is.
    pub on_roll: Player,
    /// The dice, if they have been rolled.
    pub dice: Option<Dice>,
    /// The cube.
    pub cube: CubeState,
    /// Points won so far by seat.
    pub score: [u32; 2],
    /// Points to win; 0 for money.
    pub length: u16,
    /// Whether this is the Crawford game.
    pub is_crawford: bool,
    /// Whether the Jacoby rule is in force (money).
    pub jacoby: bool,
    /// Earlier states of this draft, for undo.
    history: Vec<Draft>,
}

impl Draft {
    /// A draft that starts from a match.
    #[must_use]
    pub fn new(state: &MatchState) -> Draft {
        Draft {
            base: *state,
            stacks: Stacks::new(&state.board, state.on_roll, state.rules.variation.n_checkers()),
            on_roll: state.on_roll,
            dice: state.dice(),
            cube: state.cube,
            score: state.score,
            length: state.length,
            is_crawford: state.is_crawford,
            jacoby: state.rules.jacoby,
            history: Vec::new(),
        }
    }

    /// Keeps the present state for undo, then changes it.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Draft) -> T) -> T {
        let history = std::mem::take(&mut self.history);
        let before = self.clone();
        self.history = history;
        let result = change(self);
        let unchanged = {
            let history = std::mem::take(&mut self.history);
            let same = *self == before;
            self.history = history;
            same
        };
        if !unchanged {
            self.history.push(before);
        }
        result
    }

    /// Goes back by one change. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(mut before) = self.history.pop() else { return false };
        before.history = std::mem::take(&mut self.history);
        *self = before;
        true
    }

    /// Gives `slot` exactly `count` checkers of `player`, or as many as are available; the rest comes from or goes to
    /// the tray. Checkers of the opponent there are borne off. The bar of the opponent and trays stay as they are. Returns
    /// whether there were enough checkers.
    pub fn set(&mut self, slot: Slot, player: Player, count: u8) -> bool {
        if slot.is_tray() || slot.bar_owner().is_some_and(|owner| owner != player) {
            return true;
        }
        let Stack { owner, count: present } = self.stacks.at(slot);
        if present > 0 && owner != player {
            let tray = Slot::tray(owner);
            self.stacks.put(tray, owner, self.stacks.of(tray, owner) + present);
            self.stacks.put(slot, player, 0);
        }
        let tray = Slot::tray(player);
        let available = self.stacks.of(slot, player) + self.stacks.of(tray, player);
        let found = count.min(available);
        self.stacks.put(slot, player, found);
        self.stacks.put(tray, player, available - found);
        found == count
    }

    /// A click on place `nth` (1 = the first, 0 = the border strip) of a slot: that many checkers, or one more if the
    /// last place is clicked and already full. Returns whether there were enough checkers.
    pub fn click(&mut self, slot: Slot, player: Player, nth: u8) -> bool {
        let present = self.stacks.of(slot, player);
        let count = if nth == slot.drawn_places() && present >= nth { present + 1 } else { nth };
        self.set(slot, player, count)
    }

    /// Moves one checker freely. It may go anywhere but onto the opponent's checkers, bar or tray.
    pub fn carry(&mut self, from: Slot, to: Slot) -> bool {
        let Stack { owner, count } = self.stacks.at(from);
        let there = self.stacks.at(to);
        let allowed = to.place_for(owner).is_some() && (there.count == 0 || there.owner == owner);
        if count == 0 || !allowed || from == to {
            return false;
        }
        self.stacks.remove(from, owner);
        self.stacks.add(to, owner);
        true
    }

    /// All checkers off, no dice, the bottom player's turn, the cube in the middle.
    pub fn clear(&mut self) {
        let n_checkers = self.base.rules.variation.n_checkers();
        self.stacks = Stacks::EMPTY;
        for player in Player::BOTH {
            self.stacks.put(Slot::tray(player), player, n_checkers);
        }
        self.reset_turn();
    }

    /// The starting position of a variation, no dice, the bottom player's turn, the cube in the middle.
    pub fn initial(&mut self, variation: Variation) {
        self.base.rules.variation = variation;
        self.stacks = Stacks::new(&variation.start(), Player::One, variation.n_checkers());
        self.reset_turn();
    }

    /// Another kind of game. Where it has another number of checkers, its starting position is set up.
    pub fn set_variation(&mut self, variation: Variation) {
        if variation == self.base.rules.variation {
            return;
        }
        if variation.n_checkers() == self.base.rules.variation.n_checkers() {
            self.base.rules.variation = variation;
        } else {
            self.initial(variation);
        }
    }

    /// Another length; 0 for money, which has no Crawford game. Matches have cubes up to 64. A match that becomes a
    /// session, or the reverse, is played by `rules`.
    pub fn set_length(&mut self, length: i32, rules: Rules) {
        let was_money = self.length == 0;
        self.length = u16::try_from(length).unwrap_or(0).min(MAX_LENGTH);
        if was_money != (self.length == 0) {
            self.base.rules = Rules { variation: self.base.rules.variation, ..rules };
            self.jacoby = rules.jacoby;
        }
        if self.length > 0 && self.cube.value.points() > MAX_MATCH_CUBE {
            self.cube = CubeState::CENTERED;
        }
    }

    /// Replaces the draft by a whole position with score, length and rules.
    pub fn take_over(&mut self, state: &MatchState) {
        let history = std::mem::take(&mut self.history);
        *self = Draft { history, ..Draft::new(state) };
    }

    fn reset_turn(&mut self) {
        self.on_roll = Player::One;
        self.dice = None;
        self.cube = CubeState::CENTERED;
    }

    /// Gives each player the other's checkers, point by point as seen.
    pub fn swap_colors(&mut self) {
        let mut swapped = Stacks::EMPTY;
        for slot in Slot::holding() {
            let Stack { owner, count } = self.stacks.at(slot);
            let to = match (slot.bar_owner(), slot.tray_owner()) {
                (Some(owner), _) => Slot::bar(owner.other()),
                (_, Some(owner)) => Slot::tray(owner.other()),
                _ => slot,
            };
            if count > 0 {
                swapped.put(to, owner.other(), count);
            }
        }
        self.stacks = swapped;
    }

    /// Exchanges the players: every checker goes to the place its owner's opponent calls by the same number.
    pub fn mirror(&mut self) {
        let board = self.stacks.board(Player::One).swapped();
        self.stacks = Stacks::new(&board, Player::One, self.base.rules.variation.n_checkers());
        self.on_roll = self.on_roll.other();
        self.cube.owner = self.cube.owner.map(Player::other);
        self.score.swap(0, 1);
    }

    /// Whether a Crawford game is possible at this length and score.
    #[must_use]
    pub fn crawford_possible(&self) -> bool {
        let length = u32::from(self.length);
        let one_away = |score: u32| score + 1 == length;
        length > 1
            && self.score[0] != self.score[1]
            && self.score.iter().any(|&score| one_away(score))
            && self.score.iter().all(|&score| score < length)
    }

    /// The match with this position. Scores that have reached the length start again at 0; a Crawford game has its
    /// cube in the middle.
    ///
    /// # Errors
    /// Why the position cannot be played.
    pub fn finish(&self) -> Result<MatchState, DraftError> {
        let reached = self.length > 0 && self.score.iter().any(|&score| score >= u32::from(self.length));
        let score = if reached { [0, 0] } else { self.score };
        let draft = Draft { score, history: Vec::new(), ..self.clone() };
        let is_crawford = self.is_crawford && draft.crawford_possible();
        let mut rules = self.base.rules;
        rules.jacoby = self.jacoby;
        let board = self.stacks.board(self.on_roll);
        let phase = Phase::Due(self.dice.map_or(Decision::Roll, Decision::Play));
        let state = MatchState {
            rules,
            length: self.length,
            score,
            is_crawford,
            cube: if is_crawford { CubeState::CENTERED } else { self.cube },
            on_roll: self.on_roll,
            board,
            phase,
            declined: None,
        };
        state.check()?;
        if board.outcome(rules.variation).is_some() {
            return Err(DraftError::NothingLeft);
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Action, CubeValue};
    use proptest::prelude::*;

    fn draft() -> Draft {
        let state = MatchState::new(7, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        Draft::new(&state)
    }

    fn slot(n: usize) -> Slot {
        Slot::new(n).unwrap()
    }

    fn totals(draft: &Draft) -> [u32; 2] {
        Player::BOTH.map(|p| Slot::holding().map(|s| u32::from(draft.stacks.of(s, p))).sum())
    }

    #[test]
    fn clicks_set_counts_from_the_tray() {
        let mut draft = draft();
        draft.click(slot(6), Player::One, 2);
        assert_eq!(draft.stacks.of(slot(6), Player::One), 2);
        assert_eq!(draft.stacks.of(Slot::tray(Player::One), Player::One), 3);
        draft.click(slot(3), Player::One, 5);
        assert_eq!(draft.stacks.of(slot(3), Player::One), 3, "no more are available");
        draft.click(slot(6), Player::Zero, 0);
        assert_eq!(draft.stacks.at(slot(6)).count, 0, "the strip clears the point for either button");
        assert_eq!(totals(&draft), [15, 15]);
    }

    #[test]
    fn the_last_place_adds_one_more() {
        let mut draft = draft();
        draft.click(slot(13), Player::One, 0);
        draft.click(slot(6), Player::One, 5);
        assert_eq!(draft.stacks.of(slot(6), Player::One), 6);
        draft.click(slot(6), Player::One, 5);
        assert_eq!(draft.stacks.of(slot(6), Player::One), 7);
        draft.click(slot(6), Player::One, 3);
        assert_eq!(draft.stacks.of(slot(6), Player::One), 3);
    }

    #[test]
    fn the_opponents_bar_is_left_alone() {
        let mut draft = draft();
        draft.click(slot(6), Player::One, 0);
        draft.click(slot(0), Player::One, 2);
        assert_eq!(draft.stacks.at(slot(0)).count, 0);
        draft.click(slot(25), Player::One, 3);
        draft.click(slot(25), Player::One, 3);
        assert_eq!(draft.stacks.of(slot(25), Player::One), 4);
    }

    #[test]
    fn opposite_checkers_are_borne_off_first() {
        let mut draft = draft();
        draft.click(slot(6), Player::Zero, 2);
        assert_eq!(draft.stacks.at(slot(6)).count, 0, "no top checker is in the tray yet");
        draft.click(slot(1), Player::Zero, 0);
        draft.click(slot(6), Player::Zero, 2);
        assert_eq!(draft.stacks.at(slot(6)), Stack { owner: Player::Zero, count: 2 });
        assert_eq!(totals(&draft), [15, 15]);
    }

    #[test]
    fn trays_clear_and_restore() {
        let mut draft = draft();
        draft.cube = CubeState { value: CubeValue::new(4).unwrap(), owner: Some(Player::Zero) };
        draft.change(Draft::clear);
        assert_eq!(draft.stacks.of(Slot::tray(Player::Zero), Player::Zero), 15);
        assert_eq!((draft.on_roll, draft.dice, draft.cube), (Player::One, None, CubeState::CENTERED));
        assert!(draft.finish().is_err(), "nothing is left to play");
        draft.change(|d| d.initial(Variation::Hypergammon3));
        assert_eq!(draft.stacks.of(slot(24), Player::One), 1);
        assert!(draft.undo());
        assert!(draft.undo());
        assert_eq!(draft.stacks.of(slot(6), Player::One), 5);
        assert!(!draft.undo());
    }

    #[test]
    fn carrying_keeps_to_free_places() {
        let mut draft = draft();
        assert!(draft.carry(slot(6), slot(2)));
        assert!(!draft.carry(slot(6), slot(1)), "the opponent holds it");
        assert!(!draft.carry(slot(6), slot(0)));
        assert!(!draft.carry(slot(6), slot(27)));
        assert!(draft.carry(slot(6), slot(26)));
        assert!(draft.carry(slot(6), slot(25)));
        assert_eq!(totals(&draft), [15, 15]);
    }

    #[test]
    fn crawford_needs_its_score() {
        let mut draft = draft();
        assert!(!draft.crawford_possible());
        draft.score = [6, 3];
        assert!(draft.crawford_possible());
        draft.is_crawford = true;
        draft.cube = CubeState { value: CubeValue::new(2).unwrap(), owner: Some(Player::One) };
        let state = draft.finish().unwrap();
        assert!(state.is_crawford && state.cube == CubeState::CENTERED);
        draft.score = [6, 6];
        assert!(!draft.crawford_possible());
        draft.score = [7, 2];
        assert_eq!(draft.finish().unwrap().score, [0, 0]);
    }

    #[test]
    fn kinds_of_games_keep_checkers_of_the_same_number() {
        let mut draft = draft();
        draft.click(slot(6), Player::One, 2);
        draft.set_variation(Variation::Nackgammon);
        assert_eq!(draft.stacks.of(slot(6), Player::One), 2);
        draft.set_variation(Variation::Hypergammon2);
        assert_eq!(totals(&draft), [2, 2]);
        assert_eq!(draft.finish().unwrap().rules.variation, Variation::Hypergammon2);
        draft.length = 0;
        draft.cube = CubeState { value: CubeValue::new(128).unwrap(), owner: None };
        draft.set_length(5, Rules::default());
        assert_eq!((draft.length, draft.cube), (5, CubeState::CENTERED));
    }

    #[test]
    fn a_position_is_taken_over_and_given_back() {
        let mut draft = draft();
        let before = draft.clone();
        let xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:2:1:0:5:10";
        let state = MatchState::from_xgid(xgid).unwrap();
        draft.change(|d| d.take_over(&state));
        assert_eq!(draft.finish().unwrap(), state);
        assert!(draft.undo());
        assert_eq!(draft, before);
    }

    proptest! {
        /// Whatever is clicked, every player keeps fifteen checkers, and undo leads back to the start.
        #[test]
        fn checkers_are_never_lost(clicks in proptest::collection::vec((0usize..30, any::<bool>(), 0u8..6, 0u8..5), 0..80)) {
            let start = draft();
            let mut draft = start.clone();
            for (n, one, nth, kind) in clicks {
                let player = if one { Player::One } else { Player::Zero };
                draft.change(|d| match kind {
                    0 => d.swap_colors(),
                    1 => d.mirror(),
                    2 => { d.carry(slot(n), slot(usize::from(nth) * 4)); }
                    _ => { d.click(slot(n), player, nth); }
                });
                prop_assert_eq!(totals(&draft), [15, 15]);
                let board = draft.stacks.board(draft.on_roll);
                let shared = matches!(board.check(Variation::Standard), Err(gnubg_engine::core::BoardError::SharedPoint { .. }));
                prop_assert!(!shared, "two colors on a point");
            }
            while draft.undo() {}
            prop_assert_eq!(draft, start);
        }
    }
}
