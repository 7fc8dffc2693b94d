// SPDX-License-Identifier: GPL-3.0-or-later
//! Jellyfish positions: numbers of 16 bits, little-endian, and two names with length bytes.
//!
//! Versions 124 to 126 are read, 126 is written. Unlike GNU Backgammon we say "two players", so that the first one
//! keeps his name.

use crate::error::{ImportError, Place, Warnings};
use crate::text::{clean_name, decode};
use crate::{Format, Imported};
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, MAX_LENGTH, MatchState, Phase, Player, Rules, Side,
};
use gnubg_record::{GameRecord, MatchInfo, MatchRecord};

/// Longest name that is read.
const MAX_NAME: usize = 31;

/// Whether the bytes begin like a position.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.len() >= 60 && matches!(bytes[0], 123..=127) && bytes[1] == 0 && bytes[..20].contains(&0)
}

struct PosReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

type Failure = (usize, String);

impl<'a> PosReader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], Failure> {
        let slice = self.bytes.get(self.at..self.at + n);
        let slice = slice.ok_or_else(|| (self.bytes.len(), "the file ends too early".to_owned()))?;
        self.at += n;
        Ok(slice)
    }

    fn number(&mut self) -> Result<i16, Failure> {
        let bytes = self.take(2)?;
        Ok(i16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn text(&mut self, most: usize) -> Result<&'a [u8], Failure> {
        let at = self.at;
        let length = usize::from(self.take(1)?[0]);
        if length > most {
            return Err((at, format!("a name of {length} bytes is too long")));
        }
        self.take(length)
    }

    /// A number that must be in a range.
    fn ranged(&mut self, what: &str, range: std::ops::RangeInclusive<i16>) -> Result<i16, Failure> {
        let at = self.at;
        let number = self.number()?;
        if range.contains(&number) {
            return Ok(number);
        }
        Err((at, format!("{what} is {number}; it must be {} to {}", range.start(), range.end())))
    }
}

/// Reads a position.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    let mut warnings = Warnings::default();
    let (record, ()) =
        read_record(bytes, &mut warnings).map(|record| (record, ())).map_err(|(at, reason)| {
            ImportError::Unreadable { format: Format::Pos, at: Place::Offset(at), reason }
        })?;
    Ok(vec![Imported { record, warnings: warnings.into_vec() }])
}

fn read_record(bytes: &[u8], warnings: &mut Warnings) -> Result<MatchRecord, Failure> {
    let mut reader = PosReader { bytes, at: 0 };
    let version = reader.ranged("the version", 124..=126)?;
    let mut rules = Rules::default();
    if version == 126 {
        reader.take(4)?;
    }
    if version >= 125 {
        rules.cube = reader.number()? != 0;
        rules.jacoby = reader.number()? != 0;
        rules.beavers = if reader.number()? != 0 { Rules::default().beavers } else { 0 };
    }
    let cube_at = reader.at;
    let value = u32::try_from(reader.number()?).ok().and_then(CubeValue::new);
    let value = value.ok_or_else(|| (cube_at, "the value of the cube is not a power of two".to_owned()))?;
    let owner = Player::from_index(reader.ranged("the owner of the cube", 0..=2)?.wrapping_sub(1) as usize);
    let turn = reader.ranged("the player on roll", 0..=4)?;
    reader.take(6)?;
    let is_match = reader.number()? != 3;
    let plays_itself = reader.number()? == 2;
    reader.number()?;
    let length = reader.ranged("the match length", 0..=MAX_LENGTH as i16)?;
    let score_at = reader.at;
    let score = [reader.ranged("a score", 0..=i16::MAX)?, reader.ranged("a score", 0..=i16::MAX)?];
    let mut names = [clean_name(&decode(reader.text(MAX_NAME)?, None)), String::new()];
    names[1] = clean_name(&decode(reader.text(MAX_NAME)?, None));
    reader.number()?;
    let crawford = reader.number()?;
    reader.number()?;
    reader.text(255)?;
    let dice_at = reader.at;
    let dice = [reader.number()?.unsigned_abs(), reader.number()?.unsigned_abs()];
    let mut counts = [0i16; 26];
    let board_at = reader.at;
    for count in &mut counts {
        let at = reader.at;
        *count = reader.number()?.wrapping_sub(20);
        reader.number()?;
        if count.unsigned_abs() > 15 {
            return Err((at, format!("{} checkers on one point are not possible", count.unsigned_abs())));
        }
    }
    if reader.at < bytes.len() {
        warnings.add(Place::Offset(reader.at), "the bytes after the position are ignored");
    }
    if plays_itself {
        names[0] = "Jellyfish".to_owned();
    }
    let length = if is_match { length as u16 } else { 0 };
    rules.jacoby &= length == 0;
    let score = score.map(|score| u32::from(score.unsigned_abs()));
    if length > 0 && score.iter().any(|&score| score >= u32::from(length)) {
        return Err((
            score_at,
            format!("the score {}-{} is not possible in a match to {length} points", score[0], score[1]),
        ));
    }
    let board = board(&counts);
    board.check(rules.variation).map_err(|error| (board_at, error.to_string()))?;
    let on_roll = if matches!(turn, 2 | 4) { Player::One } else { Player::Zero };
    let rolled = matches!(turn, 1 | 2) && dice != [0, 0];
    let dice = if rolled {
        let die = |value: u16| u8::try_from(value).unwrap_or(7);
        Some(Dice::new(die(dice[0]), die(dice[1])).map_err(|error| (dice_at, error.to_string()))?)
    } else {
        None
    };
    let mut state = MatchState {
        rules,
        length,
        score,
        is_crawford: false,
        cube: CubeState { value, owner },
        on_roll,
        board: if on_roll == Player::Zero { board } else { board.swapped() },
        phase: Phase::Due(dice.map_or(Decision::Roll, Decision::Play)),
        declined: None,
    };
    let one_away = Player::BOTH.iter().filter(|&&player| state.away(player) == Some(1)).count();
    state.is_crawford = crawford == 2 && one_away == 1 && length > 1;
    let info = MatchInfo::of_players([&names[0], &names[1]]);
    Ok(MatchRecord {
        info,
        length,
        rules,
        games: vec![GameRecord::of_position(&state)],
        variations: Vec::new(),
        shown_variation: None,
    })
}

/// The board as seat `Zero` sees it, whose checkers are negative. Entries 1 to 24 are that player's points from the ace
/// point up, entry 25 the bar; entry 0 is seat `One`'s bar.
fn board(counts: &[i16; 26]) -> Board {
    let mut board = Board::EMPTY;
    for (n, &count) in counts.iter().enumerate() {
        let size = count.unsigned_abs() as u8;
        if count > 0 && n <= 24 {
            board.set(Side::Opponent, 24 - n, size);
        } else if count < 0 && n >= 1 {
            board.set(Side::OnRoll, n - 1, size);
        }
    }
    board
}

/// Writes a position.
#[must_use]
pub fn write(state: &MatchState, names: [&str; 2]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut put = |number: i16| out.extend(number.to_le_bytes());
    let dice = state.dice();
    let turn = state.on_roll as i16 + if dice.is_some() { 1 } else { 3 };
    let cube = state.cube;
    for number in [
        126,
        0,
        0,
        i16::from(state.rules.cube),
        i16::from(state.rules.jacoby),
        i16::from(state.rules.beavers > 0),
    ] {
        put(number);
    }
    put(cube.value.points() as i16);
    put(cube.owner.map_or(0, |owner| owner as i16 + 1));
    put(turn);
    for number in [0, 0, 0, if state.is_money() { 3 } else { 1 }, 1, 7, state.length as i16] {
        put(number);
    }
    for score in state.score {
        put(i16::try_from(score).unwrap_or(i16::MAX));
    }
    for name in names {
        let mut end = name.len().min(MAX_NAME);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        out.push(end as u8);
        out.extend(&name.as_bytes()[..end]);
    }
    let crawford = if state.is_crawford {
        2
    } else if state.is_post_crawford() {
        3
    } else {
        1
    };
    for number in [0, crawford, 0] {
        out.extend(i16::to_le_bytes(number));
    }
    out.push(0);
    let faces = dice.map_or([0, 0], |dice| [dice.high(), dice.low()]);
    for face in faces {
        out.extend(i16::from(face).to_le_bytes());
    }
    let board = state.board_of(Player::Zero);
    for n in 0..26usize {
        let zero = if n >= 1 { board.side(Side::OnRoll)[n - 1] } else { 0 };
        let one = if n <= 24 { board.side(Side::Opponent)[24 - n] } else { 0 };
        let count = 20 + i16::from(one) - i16::from(zero);
        out.extend(count.to_le_bytes());
        out.extend(count.to_le_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(id: &str, on_roll: Player, dice: Option<Dice>) -> MatchState {
        let start = gnubg_record::GameStart {
            rules: Rules { jacoby: false, ..Rules::default() },
            score: [3, 1],
            is_crawford: false,
            automatic_doubles: 0,
        };
        MatchState {
            on_roll,
            board: Board::from_position_id(id).unwrap(),
            phase: Phase::Due(dice.map_or(Decision::Roll, Decision::Play)),
            cube: CubeState { value: CubeValue::new(2).unwrap(), owner: Some(Player::One) },
            ..start.state(7)
        }
    }

    #[test]
    fn positions_round_trip() {
        for id in ["4HPwATDgc/ABMA", "sGfkAkSYLXgEWA", "4HPwATDgc/ABUA", "AACgAgAAKgAAAA"] {
            for (player, dice) in [(Player::Zero, None), (Player::One, Dice::new(6, 5).ok())] {
                let state = position(id, player, dice);
                let found = read(&write(&state, ["Ann", "Ben"])).unwrap();
                let record = &found[0].record;
                assert_eq!(record.games[0].final_state(7), state, "{id}");
                assert_eq!(record.name(Player::Zero), "Ann");
            }
        }
    }

    #[test]
    fn cut_and_wrong_files_say_where() {
        let bytes = write(&position("4HPwATDgc/ABMA", Player::One, None), ["Ann", "Ben"]);
        assert_eq!(bytes.len(), 159);
        for n in 0..bytes.len() {
            assert!(read(&bytes[..n]).is_err(), "{n} bytes");
        }
        let mut wrong = bytes.clone();
        wrong[0] = 99;
        assert_eq!(
            read(&wrong).unwrap_err().to_string(),
            "Jellyfish position: byte 0: the version is 99; it must be 124 to 126"
        );
    }
}
