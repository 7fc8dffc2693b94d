// SPDX-License-Identifier: GPL-3.0-or-later
//! XGID: the position, cube, dice and score text of eXtreme Gammon.
//!
//! Ten fields between colons: 26 letters for the checkers (upper case for the bottom player, seat `One`), cube
//! exponent, cube owner, turn, dice, the two scores (bottom first), Crawford or money rules, match length, and the
//! largest cube exponent.

use super::super::match_state::MAX_LENGTH;
use super::super::{
    Board, CubeState, CubeValue, Decision, Dice, MatchState, Offer, Phase, Player, Rules, Side, Variation,
};
use super::IdError;

const WHAT: &str = "XGID";

/// The largest cube exponent we write: 1024, what the program the format comes from writes.
const WRITTEN_CUBE_LIMIT: u32 = 10;

impl MatchState {
    /// The XGID with its `XGID=` label.
    #[must_use]
    pub fn xgid(&self) -> String {
        let board = self.board_of(Player::One);
        let mut letters = ['-'; 26];
        for index in 0..25 {
            let mine = board.side(Side::OnRoll)[index];
            if mine > 0 {
                letters[index + 1] = char::from(b'A' + (mine - 1).min(15));
            }
            let theirs = board.side(Side::Opponent)[index];
            if theirs > 0 {
                letters[24 - index] = char::from(b'a' + (theirs - 1).min(15));
            }
        }
        let letters: String = letters.iter().collect();
        let sign = |player: Player| if player == Player::One { 1 } else { -1 };
        let dice = match self.phase {
            Phase::Due(Decision::Play(dice)) | Phase::Resigning { then: Decision::Play(dice), .. } => {
                dice.to_string()
            }
            Phase::Due(Decision::Answer(offer)) | Phase::Resigning { then: Decision::Answer(offer), .. } => {
                ["D", "B", "R"][usize::from(offer.beavers.min(2))].to_owned()
            }
            _ => "00".to_owned(),
        };
        let turn = match self.phase {
            Phase::Due(Decision::Answer(offer)) => offer.by,
            _ => self.on_roll,
        };
        let rules = if self.is_money() {
            u32::from(self.rules.jacoby) + 2 * u32::from(self.rules.beavers > 0)
        } else {
            u32::from(self.is_crawford)
        };
        format!(
            "XGID={letters}:{}:{}:{}:{dice}:{}:{}:{rules}:{}:{WRITTEN_CUBE_LIMIT}",
            self.cube.value.exponent(),
            self.cube.owner.map_or(0, sign),
            sign(turn),
            self.score[1],
            self.score[0],
            self.length,
        )
    }

    /// Reads an XGID, with or without its label.
    ///
    /// # Errors
    /// If a field is missing, malformed or out of range, or the checkers cannot stand so.
    pub fn from_xgid(text: &str) -> Result<MatchState, IdError> {
        let text = text.trim();
        let text = text.rsplit_once('=').map_or(text, |(_, fields)| fields);
        let fields: Vec<&str> = text.split(':').map(str::trim).collect();
        let [letters, exponent, owner, turn, dice, score_one, score_zero, rules, length, ..] = fields[..]
        else {
            return Err(field("number of fields", fields.len(), "10 between colons"));
        };
        let board = read_board(letters)?;
        let exponent: u32 = number("cube exponent", exponent, "0 to 12")?;
        let value =
            CubeValue::from_exponent(exponent).ok_or_else(|| field("cube exponent", exponent, "0 to 12"))?;
        let owner = match owner {
            "0" => None,
            other => Some(sign("cube owner", other)?),
        };
        let turn = sign("turn", turn)?;
        let length: u16 = number("match length", length, "0 for money, else 1 to 64")?;
        if length > MAX_LENGTH {
            return Err(field("match length", length, "0 for money, else 1 to 64"));
        }
        let score =
            [number("top score", score_zero, "a number")?, number("bottom score", score_one, "a number")?];
        for score in score {
            if length > 0 && score >= u32::from(length) {
                return Err(field("score", score, "less than the match length"));
            }
        }
        let rule_bits: u32 = number("rules", rules, "0 to 3")?;
        let mut state = MatchState {
            rules: Rules::default(),
            length,
            score,
            is_crawford: false,
            cube: CubeState { value, owner },
            on_roll: turn,
            board: if turn == Player::One { board } else { board.swapped() },
            phase: Phase::Due(Decision::Roll),
            declined: None,
        };
        if length == 0 {
            if rule_bits > 3 {
                return Err(field("rules", rule_bits, "0 to 3"));
            }
            state.rules.jacoby = rule_bits & 1 != 0;
            state.rules.beavers = if rule_bits & 2 != 0 { Rules::default().beavers } else { 0 };
        } else {
            if rule_bits > 1 {
                return Err(field("Crawford flag", rule_bits, "0 or 1"));
            }
            let n_one_away = Player::BOTH.iter().filter(|&&p| state.away(p) == Some(1)).count();
            state.is_crawford = rule_bits == 1 && n_one_away == 1 && length > 1;
        }
        state.phase = Phase::Due(match dice {
            "00" => Decision::Roll,
            "D" | "d" => Decision::Answer(state.offer_from(turn.other())),
            "B" | "b" | "R" | "r" => {
                let beavers = if dice.eq_ignore_ascii_case("B") { 1 } else { 2 };
                // A beaver comes from the player who is not on roll.
                state.on_roll = if beavers == 1 { turn.other() } else { turn };
                if state.on_roll != turn {
                    state.board = state.board.swapped();
                }
                Decision::Answer(Offer { by: turn, beavers })
            }
            _ => Decision::Play(read_dice(dice)?),
        });
        Ok(state)
    }
}

/// The board seen by seat `One`.
fn read_board(letters: &str) -> Result<Board, IdError> {
    let characters: Vec<char> = letters.chars().collect();
    if characters.len() != 26 {
        return Err(IdError::Length {
            what: "the position of an XGID",
            expected: 26,
            found: characters.len(),
        });
    }
    let mut board = Board::EMPTY;
    for (n, &character) in characters.iter().enumerate() {
        let bad = IdError::Character { what: "the position of an XGID", character, position: n + 1 };
        match character {
            '-' => {}
            'A'..='P' if n >= 1 => board.set(Side::OnRoll, n - 1, character as u8 - b'A' + 1),
            'a'..='p' if n <= 24 => board.set(Side::Opponent, 24 - n, character as u8 - b'a' + 1),
            _ => return Err(bad),
        }
    }
    board.check(Variation::Standard)?;
    Ok(board)
}

fn read_dice(text: &str) -> Result<Dice, IdError> {
    let bad = || field("dice", text, "00, two numbers from 1 to 6, D, B or R");
    let [a, b] = text.as_bytes() else { return Err(bad()) };
    Dice::new(a.wrapping_sub(b'0'), b.wrapping_sub(b'0')).map_err(|_| bad())
}

fn sign(name: &'static str, text: &str) -> Result<Player, IdError> {
    match text {
        "1" | "+1" => Ok(Player::One),
        "-1" => Ok(Player::Zero),
        _ => Err(field(name, text, "1 or -1")),
    }
}

fn number<T: std::str::FromStr>(
    name: &'static str,
    text: &str,
    expected: &'static str,
) -> Result<T, IdError> {
    text.parse().map_err(|_| field(name, text, expected))
}

fn field(field: &'static str, value: impl ToString, expected: &'static str) -> IdError {
    IdError::Field { what: WHAT, field, value: value.to_string(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verified_conversions() {
        for (xgid, position, match_id) in [
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "4HPwATDgc/ABMA", "cAngAAAAAAAE"),
            ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:3", "4HPwATDgc/ABMA", "cIkFAAAAAAAA"),
            ("-b----E-C---eE---c-e----B-:0:0:-1:43:1:6:0:9:10", "4HPwATDgc/ABMA", "MAEuAWAACAAE"),
            ("a--aB-BBA--acDa-Ab-db---BA:0:0:1:64:2:0:0:13:10", "sGfkAkSYLXgEWA", "cAmzAQAAEAAE"),
            ("-DBBBC-------------b-cccbB:1:1:1:65:0:1:0:7:10", "uzsDAMDbdgAAGA", "UQn3ABAAAAAE"),
            ("-b----E-C---eE---c-e----B-:2:1:-1:00:3:1:0:7:3", "4HPwATDgc/ABMA", "EgHgABAAGAAE"),
            ("-CDB------------------cdc-:1:-1:1:52:3:1:0:5:10", "9w4AALg3AAAAAA", "QYmqABAAGAAE"),
            ("a-aAaBCAB---bCA--b-ec---B-:1:-1:1:63:1:0:0:7:0", "cJ/BAElk1+ACMA", "QQnvAAAACAAE"),
        ] {
            let mut state = MatchState::from_xgid(xgid).unwrap();
            assert_eq!(state.board.position_id(), position, "{xgid}");
            if !state.is_money() {
                // The Jacoby bit of a match ID means nothing in a match.
                state.rules.jacoby = false;
            }
            assert_eq!(state.match_id(), match_id, "{xgid}");
            assert_eq!(MatchState::from_xgid(&state.xgid()).unwrap().board, state.board);
        }
    }

    #[test]
    fn doubles_and_beavers_are_kept() {
        for letter in ["D", "B", "R"] {
            let text = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{letter}:0:0:3:0:10");
            assert_eq!(MatchState::from_xgid(&text).unwrap().xgid(), text);
        }
    }

    #[test]
    fn errors_name_the_field() {
        let message = |text: &str| MatchState::from_xgid(text).unwrap_err().to_string();
        assert_eq!(message("nonsense"), "number of fields of the XGID is 1: 10 between colons");
        assert_eq!(
            message("-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:7:10"),
            "the position of an XGID has 26 characters, not 25"
        );
        assert_eq!(
            message("-b----E-C---eE---c-e----B-:0:0:1:07:0:0:0:7:10"),
            "dice of the XGID is 07: 00, two numbers from 1 to 6, D, B or R"
        );
    }
}
