// SPDX-License-Identifier: GPL-3.0-or-later
//! The exact key of a position: what was on the board when a decision was due, and everything its answer depends on.
//!
//! 14 bytes: the 10 bytes of the position ID seen by the player on roll, then 32 bits.
//!
//! | bits | field | values |
//! | --- | --- | --- |
//! | 0–1 | kind | 0 checker play, 1 cube, 2 answer to a beaver, 3 resignation |
//! | 2–6 | dice | 0 none, 1 + place in [`Dice::ALL`] |
//! | 7–10 | cube | exponent in matches, 0 in money play |
//! | 11–12 | owner | 0 nobody, 1 the player on roll, 2 the opponent, 3 there is no cube |
//! | 13–19, 20–26 | away | points that the player on roll and the opponent need; 0 in money play |
//! | 27 | Crawford | a Crawford game |
//! | 28 | Jacoby | money, cube in the middle, Jacoby rule |
//! | 29 | beavers | money cube decisions where beavers are allowed |
//! | 30–31 | checkers | 0 fifteen, else the number of a hypergammon |
//!
//! The key never holds names, seats or the length of the match, so equal questions of different matches have equal keys.

use crate::text::hex;
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, MatchState, Offer, Phase, Player, ResignLevel, Rules,
    Variation,
};

/// What a position asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// Which play to make with the dice.
    Play,
    /// Whether to double, and whether to take. Both are seen by the player who may double.
    Cube,
    /// How to answer a beaver.
    Beaver,
    /// Whether to resign.
    Resign,
}

impl Asked {
    const ALL: [Asked; 4] = [Asked::Play, Asked::Cube, Asked::Beaver, Asked::Resign];

    /// The word in JSON and queries.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Asked::Play => "play",
            Asked::Cube => "cube",
            Asked::Beaver => "beaver",
            Asked::Resign => "resign",
        }
    }

    /// The number in the key and in the database.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The kind with that number.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Asked> {
        Asked::ALL.get(usize::from(code)).copied()
    }
}

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(pub [u8; 14]);

/// The owner of the cube, seen by the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// In the middle.
    Nobody,
    /// The player on roll.
    Me,
    /// The opponent.
    Them,
    /// The game is played without a cube.
    NoCube,
}

impl Owner {
    const ALL: [Owner; 4] = [Owner::Nobody, Owner::Me, Owner::Them, Owner::NoCube];

    /// The number in the key and in the database.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The word in JSON and queries.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Owner::Nobody => "center",
            Owner::Me => "mine",
            Owner::Them => "theirs",
            Owner::NoCube => "none",
        }
    }
}

/// The 32 bits beside the board, as fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// What is asked.
    pub asked: Asked,
    /// The roll; only of plays.
    pub dice: Option<Dice>,
    /// How often the cube was turned; 0 in money play.
    pub cube: u8,
    /// Who owns it.
    pub owner: Owner,
    /// Points that the player on roll and the opponent need; 0 in money play.
    pub away: [u8; 2],
    /// Whether it is the Crawford game.
    pub is_crawford: bool,
    /// Whether the Jacoby rule matters now.
    pub has_jacoby: bool,
    /// Whether the answer may be a beaver.
    pub has_beavers: bool,
    /// 0 for fifteen checkers, else the number of a hypergammon.
    pub hyper: u8,
}

impl Circumstances {
    /// The circumstances of a question in a state whose player on roll is the one who plays or may double.
    #[must_use]
    pub fn of(state: &MatchState, asked: Asked, dice: Option<Dice>) -> Circumstances {
        let is_money = state.is_money();
        let owner = match state.cube.owner {
            _ if !state.rules.cube => Owner::NoCube,
            None => Owner::Nobody,
            Some(owner) if owner == state.on_roll => Owner::Me,
            Some(_) => Owner::Them,
        };
        let away = |player| u8::try_from(state.away(player).unwrap_or(0)).unwrap_or(127).min(127);
        let variation = state.rules.variation;
        Circumstances {
            asked,
            dice: dice.filter(|_| asked == Asked::Play),
            cube: if is_money { 0 } else { state.cube.value.exponent() as u8 },
            owner,
            away: [away(state.on_roll), away(state.on_roll.other())],
            is_crawford: !is_money && state.is_crawford,
            has_jacoby: state.jacoby_applies(),
            has_beavers: is_money
                && state.rules.beavers > 0
                && asked != Asked::Play
                && owner != Owner::NoCube,
            hyper: if variation.is_hypergammon() { variation.n_checkers() } else { 0 },
        }
    }

    fn bits(self) -> u32 {
        let dice = self.dice.map_or(0, |dice| dice.index() as u32 + 1);
        u32::from(self.asked.code())
            | dice << 2
            | u32::from(self.cube & 15) << 7
            | u32::from(self.owner.code()) << 11
            | u32::from(self.away[0] & 127) << 13
            | u32::from(self.away[1] & 127) << 20
            | u32::from(self.is_crawford) << 27
            | u32::from(self.has_jacoby) << 28
            | u32::from(self.has_beavers) << 29
            | u32::from(self.hyper & 3) << 30
    }

    fn from_bits(bits: u32) -> Circumstances {
        let field = |at: u32, width: u32| (bits >> at & ((1 << width) - 1)) as usize;
        Circumstances {
            asked: Asked::ALL[field(0, 2)],
            dice: field(2, 5).checked_sub(1).and_then(|n| Dice::ALL.get(n)).copied(),
            cube: field(7, 4) as u8,
            owner: Owner::ALL[field(11, 2)],
            away: [field(13, 7) as u8, field(20, 7) as u8],
            is_crawford: field(27, 1) == 1,
            has_jacoby: field(28, 1) == 1,
            has_beavers: field(29, 1) == 1,
            hyper: field(30, 2) as u8,
        }
    }

    /// Whether it is a money game.
    #[must_use]
    pub const fn is_money(&self) -> bool {
        self.away[0] == 0
    }
}

impl PositionKey {
    /// The key of a question in a state whose player on roll is the one who plays or may double.
    #[must_use]
    pub fn of(state: &MatchState, asked: Asked, dice: Option<Dice>) -> PositionKey {
        PositionKey::new(&state.board, Circumstances::of(state, asked, dice))
    }

    /// The key of a board, seen by the player on roll, with its circumstances.
    #[must_use]
    pub fn new(board: &Board, circumstances: Circumstances) -> PositionKey {
        let mut key = [0; 14];
        key[..10].copy_from_slice(&board.key());
        key[10..].copy_from_slice(&circumstances.bits().to_le_bytes());
        PositionKey(key)
    }

    /// The key with these bytes, if there are 14.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<PositionKey> {
        bytes.try_into().ok().map(PositionKey)
    }

    /// The bytes of the board.
    #[must_use]
    pub fn board_key(&self) -> [u8; 10] {
        std::array::from_fn(|n| self.0[n])
    }

    /// The board, seen by the player on roll; `None` if the bytes describe none.
    #[must_use]
    pub fn board(&self) -> Option<Board> {
        Board::from_key(self.board_key()).ok()
    }

    /// The other 32 bits as fields.
    #[must_use]
    pub fn circumstances(&self) -> Circumstances {
        Circumstances::from_bits(u32::from_le_bytes(std::array::from_fn(|n| self.0[10 + n])))
    }

    /// A state in which this is asked, with the player on roll at the bottom. The match is the shortest one that has such
    /// a score. `None` if the bytes describe no board.
    #[must_use]
    pub fn state(&self) -> Option<MatchState> {
        let found = self.circumstances();
        let [me, other] = [Player::One, Player::Zero];
        let length = if found.is_money() { 0 } else { u16::from(found.away[0].max(found.away[1])) };
        let score = |away: u8| u32::from(length).saturating_sub(u32::from(away));
        let variation = match found.hyper {
            1 => Variation::Hypergammon1,
            2 => Variation::Hypergammon2,
            3 => Variation::Hypergammon3,
            _ => Variation::Standard,
        };
        let defaults = Rules::default();
        let owner = match found.owner {
            Owner::Me => Some(me),
            Owner::Them => Some(other),
            Owner::Nobody | Owner::NoCube => None,
        };
        // The value of a cube does not matter in money play, but an owned one was turned.
        let least = u32::from(owner.is_some());
        let value = CubeValue::from_exponent(u32::from(found.cube).max(least)).unwrap_or(CubeValue::ONE);
        let due = match (found.asked, found.dice) {
            (Asked::Play, Some(dice)) => Decision::Play(dice),
            (Asked::Beaver, _) => Decision::Answer(Offer { by: other, beavers: 1 }),
            _ => Decision::Roll,
        };
        Some(MatchState {
            rules: Rules {
                variation,
                cube: found.owner != Owner::NoCube,
                jacoby: found.has_jacoby,
                beavers: if found.has_beavers { defaults.beavers } else { 0 },
                ..defaults
            },
            length,
            score: if length == 0 { [0, 0] } else { [score(found.away[1]), score(found.away[0])] },
            is_crawford: found.is_crawford,
            cube: CubeState { value, owner },
            on_roll: me,
            board: self.board()?,
            phase: match found.asked {
                Asked::Resign => {
                    Phase::Resigning { by: me, level: ResignLevel::Single, then: Decision::Roll }
                }
                _ => Phase::Due(due),
            },
            declined: None,
        })
    }

    /// The 28 hexadecimal digits by which other programs and files name the position.
    #[must_use]
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// The key of 28 hexadecimal digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<PositionKey> {
        let digits = text.as_bytes();
        if digits.len() != 28 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let byte = |n: usize| u8::from_str_radix(&text[2 * n..2 * n + 2], 16).unwrap_or(0);
        Some(PositionKey(std::array::from_fn(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(length: u16, score: [u32; 2]) -> MatchState {
        let mut state = MatchState::new(length, Rules::default()).unwrap();
        state.score = score;
        state.phase = Phase::Due(Decision::Roll);
        state
    }

    #[test]
    fn the_same_question_has_the_same_key_in_every_match() {
        let dice = Dice::new(3, 1).unwrap();
        let of = |state: &MatchState| PositionKey::of(state, Asked::Play, Some(dice));
        // 5-away, 7-away by the player on roll, seat One.
        assert_eq!(of(&at(7, [0, 2])), of(&at(9, [2, 4])));
        assert_ne!(of(&at(7, [0, 2])), of(&at(7, [2, 0])));
        // Seats do not matter.
        let turned = MatchState { on_roll: Player::Zero, ..at(7, [2, 0]) };
        assert_eq!(of(&at(7, [0, 2])), of(&turned));
        // The value of a cube in money play does not matter, its owner does.
        let owned = |value, owner| MatchState { cube: CubeState { value, owner }, ..at(0, [3, 9]) };
        let [two, four] = [1, 2].map(|n| CubeValue::from_exponent(n).unwrap());
        assert_eq!(of(&owned(two, Some(Player::One))), of(&owned(four, Some(Player::One))));
        assert_ne!(of(&owned(two, Some(Player::One))), of(&owned(two, Some(Player::Zero))));
        let crawford = MatchState { is_crawford: true, ..at(7, [6, 2]) };
        assert_ne!(of(&crawford), of(&at(7, [6, 2])));
    }

    #[test]
    fn a_state_made_from_a_key_has_that_key() {
        let dice = Dice::new(6, 6).unwrap();
        let mut states = vec![at(0, [0, 0]), at(7, [0, 2]), at(7, [6, 6]), at(5, [4, 0])];
        states.push(MatchState { is_crawford: true, ..at(7, [6, 2]) });
        states.push(MatchState {
            cube: CubeState { value: CubeValue::new(4).unwrap(), owner: Some(Player::Zero) },
            ..at(11, [3, 2])
        });
        states.push(MatchState {
            rules: Rules { jacoby: false, beavers: 0, ..Rules::default() },
            ..at(0, [0, 0])
        });
        states.push(MatchState { rules: Rules { cube: false, ..Rules::default() }, ..at(1, [0, 0]) });
        for state in states {
            for (asked, dice) in [(Asked::Play, Some(dice)), (Asked::Cube, None), (Asked::Beaver, None)] {
                let key = PositionKey::of(&state, asked, dice);
                let again = key.state().unwrap();
                assert_eq!(PositionKey::of(&again, asked, dice), key, "{state:?}");
                assert_eq!(again.is_post_crawford(), state.is_post_crawford() && state.score != [6, 6]);
                assert_eq!(PositionKey::from_hex(&key.hex()), Some(key));
            }
        }
        assert_eq!(PositionKey::from_hex("zz"), None);
    }
}
