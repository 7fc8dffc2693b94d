// SPDX-License-Identifier: GPL-3.0-or-later
//! The 12-character match ID: score, length, cube, turn and dice, without the checkers.
//!
//! Layout, least significant bit first: cube exponent 4, owner 2 (3 = centered), player on roll 1, Crawford 1, game
//! state 3, whose decision 1, double offered 1, resignation 2, dice 3 + 3, length 15, scores 15 + 15, no Jacoby 1.

use super::super::match_state::MAX_LENGTH;
use super::super::{
    Board, CubeState, CubeValue, Decision, Dice, Ending, MatchState, Offer, Phase, Player, ResignLevel, Rules,
};
use super::IdError;
use super::bits::Bits;

const WHAT: &str = "match ID";

/// Codes of the game-state field.
mod game_state {
    pub(super) const NONE: u32 = 0;
    pub(super) const PLAYING: u32 = 1;
    pub(super) const OVER: u32 = 2;
    pub(super) const RESIGNED: u32 = 3;
    pub(super) const DROPPED: u32 = 4;
}

impl MatchState {
    /// The match ID, 12 characters. The board and the rules other than Jacoby are not part of it.
    #[must_use]
    pub fn match_id(&self) -> String {
        let to_act = self.to_act().unwrap_or(self.on_roll);
        let state = match self.phase {
            Phase::Opening => game_state::NONE,
            Phase::Due(_) | Phase::Resigning { .. } => game_state::PLAYING,
            Phase::Over(result) => match result.ending {
                Ending::BorneOff(_) => game_state::OVER,
                Ending::Dropped => game_state::DROPPED,
                // Match IDs have no state for lost time; the game was given up, too.
                Ending::Resigned(_) | Ending::OutOfTime => game_state::RESIGNED,
            },
        };
        let (doubled, resigned) = match self.phase {
            Phase::Due(Decision::Answer(_)) => (true, 0),
            Phase::Resigning { level, then, .. } => {
                (matches!(then, Decision::Answer(_)), u32::from(level.multiple()))
            }
            _ => (false, 0),
        };
        let dice = self.dice().map_or([0, 0], |dice| [dice.high(), dice.low()]);
        let mut bits = Bits::<9>::new();
        bits.put(self.cube.value.exponent(), 4);
        bits.put(self.cube.owner.map_or(3, |owner| owner as u32), 2);
        bits.put(self.on_roll as u32, 1);
        bits.put(u32::from(self.is_crawford), 1);
        bits.put(state, 3);
        bits.put(to_act as u32, 1);
        bits.put(u32::from(doubled), 1);
        bits.put(resigned, 2);
        bits.put(u32::from(dice[0]), 3);
        bits.put(u32::from(dice[1]), 3);
        bits.put(u32::from(self.length), 15);
        bits.put(self.score[0], 15);
        bits.put(self.score[1], 15);
        bits.put(u32::from(!self.rules.jacoby), 1);
        bits.encode()
    }

    /// Reads a match ID. `board` is the position of the player on roll; `rules` supplies what the ID does not hold
    /// (its Jacoby setting is replaced by the ID's).
    ///
    /// A double that the ID shows as pending stays pending, whether the cube is shown before or after the turn.
    ///
    /// # Errors
    /// If the text is no match ID, or a field is outside its range.
    pub fn from_match_id(text: &str, board: Board, rules: Rules) -> Result<MatchState, IdError> {
        let mut bits = Bits::<9>::decode("a match ID", text)?;
        let exponent = bits.take(4);
        let owner = Player::from_index(bits.take(2) as usize);
        let on_roll = seat(bits.take(1));
        let crawford = bits.take(1) == 1;
        let state = bits.take(3);
        let to_act = seat(bits.take(1));
        let doubled = bits.take(1) == 1;
        let resigned = bits.take(2);
        let dice = [bits.take(3) as u8, bits.take(3) as u8];
        let length = bits.take(15);
        let score = [bits.take(15), bits.take(15)];
        let jacoby = bits.take(1) == 0;
        if bits.any_left() {
            return Err(IdError::SurplusBits { what: "a match ID" });
        }
        let value = CubeValue::from_exponent(exponent)
            .ok_or_else(|| field("cube", 1u32 << exponent, "a power of two up to 4096"))?;
        let dice = match dice {
            [0, 0] => None,
            [a, b] => Some(
                Dice::new(a, b).map_err(|_| field("dice", format!("{a}{b}"), "two numbers from 1 to 6"))?,
            ),
        };
        let length = u16::try_from(length)
            .ok()
            .filter(|&length| length <= MAX_LENGTH)
            .ok_or_else(|| field("match length", length, "0 for money, else 1 to 64"))?;
        for score in score {
            if length > 0 && score > u32::from(length) {
                return Err(field("score", score, "at most the match length"));
            }
        }
        if crawford && length == 0 {
            return Err(field("Crawford game", "set", "impossible in a money session"));
        }
        if state > game_state::DROPPED {
            return Err(field("game state", state, "0 to 4"));
        }
        let mut found = MatchState {
            rules: Rules { jacoby, ..rules },
            length,
            score,
            is_crawford: false,
            cube: CubeState { value, owner },
            on_roll,
            board,
            phase: Phase::Due(Decision::Roll),
            declined: None,
        };
        let n_one_away = Player::BOTH.iter().filter(|&&p| found.away(p) == Some(1)).count();
        found.is_crawford = crawford && length > 1 && n_one_away == 1;
        let mut due = dice.map_or(Decision::Roll, Decision::Play);
        if doubled && dice.is_none() {
            due = Decision::Answer(found.offer_from(to_act));
        }
        found.phase = match ResignLevel::from_multiple(resigned as u8) {
            Some(level) => Phase::Resigning { by: to_act.other(), level, then: due },
            None if state == game_state::NONE && dice.is_none() && !doubled => Phase::Opening,
            None => Phase::Due(due),
        };
        Ok(found)
    }

    /// The pending offer, corrected for identifiers that show the cube already turned and given to the one who answers.
    pub(super) fn offer_from(&mut self, to_act: Player) -> Offer {
        let by = to_act.other();
        if by != self.on_roll {
            return Offer { by, beavers: 1 };
        }
        match (self.cube.owner, self.cube.value.exponent()) {
            (Some(owner), exponent) if owner == to_act && exponent > 0 => {
                let raccoon = self.is_money() && exponent >= 2;
                if raccoon {
                    return Offer { by, beavers: 2 };
                }
                self.cube.value = CubeValue::from_exponent(exponent - 1).unwrap_or(CubeValue::ONE);
                self.cube.owner = (exponent > 1).then_some(by);
                Offer { by, beavers: 0 }
            }
            _ => Offer { by, beavers: 0 },
        }
    }
}

fn seat(bit: u32) -> Player {
    if bit == 0 { Player::Zero } else { Player::One }
}

fn field(field: &'static str, value: impl ToString, expected: &'static str) -> IdError {
    IdError::Field { what: WHAT, field, value: value.to_string(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> MatchState {
        MatchState::from_match_id(text, Board::default(), Rules::default()).unwrap()
    }

    #[test]
    fn published_identifiers() {
        let state = read("QYkqASAAIAAA");
        assert_eq!((state.length, state.score, state.on_roll), (9, [2, 4], Player::One));
        assert_eq!(state.cube, CubeState { value: CubeValue::new(2).unwrap(), owner: Some(Player::Zero) });
        assert_eq!(state.dice(), Some(Dice::new(5, 2).unwrap()));
        assert!(state.rules.jacoby);
        assert_eq!(state.match_id(), "QYkqASAAIAAA");
        assert!(read("8AngAFAAMAAE").is_crawford);
        assert_eq!(read("cAngAAAAAAAE").decision(), Ok(Decision::Roll));
    }

    #[test]
    fn pending_doubles_stay_pending() {
        let before = read("cBEAAAAAAAAA");
        assert_eq!(before.decision(), Ok(Decision::Answer(Offer { by: Player::One, beavers: 0 })));
        assert_eq!(before.cube, CubeState::CENTERED);
        assert_eq!(before.match_id(), "cBEAAAAAAAAA");
        let after = read("ERngAEAAEAAE");
        assert_eq!(after.decision(), Ok(Decision::Answer(Offer { by: Player::Zero, beavers: 0 })));
        assert_eq!(after.cube, CubeState::CENTERED);
    }

    #[test]
    fn fields_out_of_range_are_named() {
        let message = |text: &str| {
            MatchState::from_match_id(text, Board::default(), Rules::default()).unwrap_err().to_string()
        };
        assert_eq!(message("cAkAAAAAAAA"), "a match ID has 12 characters, not 11");
        let mut bits = Bits::<9>::new();
        bits.put(0, 21);
        bits.put(65, 15);
        assert_eq!(message(&bits.encode()), "match length of the match ID is 65: 0 for money, else 1 to 64");
        let mut bits = Bits::<9>::new();
        bits.put(0, 15);
        bits.put(7, 3);
        assert_eq!(message(&bits.encode()), "dice of the match ID is 70: two numbers from 1 to 6");
    }
}
