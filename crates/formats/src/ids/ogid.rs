// SPDX-License-Identifier: GPL-3.0-or-later
//! OGID, the position text of OpenGammon.
//!
//! `white:black:cube:dice:color:state:score white:score black:length:move [:checkers]`, with or without `OGID=`. One
//! character for each checker, `0`–`9` and `a`–`p` for the pips 0 to 25, which are the places of an XGID: White (seat
//! `Zero`) enters from 0 and bears off beyond 24. The color is that of the player who acted last.

use crate::position::PositionError;
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, MatchState, Offer, Phase, Player, Rules, Side,
};

const WHAT: &str = "OGID";
/// The letter of a checker that was borne off.
const BORNE_OFF: char = 'q';

/// Whether a text without a label is an OGID.
#[must_use]
pub fn looks_like(text: &str) -> bool {
    let mut fields = text.trim().split(':');
    let pips = |field: Option<&str>| {
        field.is_some_and(|f| f.len() <= 15 && f.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'q')))
    };
    let (white, black) = (pips(fields.next()), pips(fields.next()));
    let cube = fields.next().unwrap_or("").as_bytes();
    let is_cube = cube.len() >= 2 && b"BWND?".contains(&cube[0]) && cube[1].is_ascii_digit();
    white && black && is_cube && fields.count() >= 2
}

fn field(name: &str, value: &str, expected: &'static str) -> PositionError {
    PositionError::Field {
        what: WHAT,
        field: name.to_owned(),
        value: value.chars().take(30).collect(),
        expected,
    }
}

/// Reads an OGID without its label. `rules` supplies what it does not contain.
///
/// # Errors
/// If a field is missing or wrong, or the checkers cannot stand so.
pub fn read(text: &str, rules: Rules) -> Result<MatchState, PositionError> {
    let fields: Vec<&str> = text.trim().split(':').map(str::trim).collect();
    // A position alone has three fields; AnkiGammon writes such ones, and leaves fields empty.
    let [white, black, cube, others @ ..] = &fields[..] else {
        return Err(PositionError::Count { what: WHAT, expected: 3, found: fields.len() });
    };
    let other = |n: usize| others.get(n).copied().unwrap_or("");
    let (dice, color) = (&other(0), &other(1));
    let rest = others.get(2..).unwrap_or(&[]);
    let board = board(white, black)?;
    super::checked(board, rules.variation)?;
    let (cube, is_offered) = self::cube(cube)?;
    let last = match *color {
        // Without a color seat `One`, at the bottom of the board, is on roll.
        "W" | "w" | "" => Player::Zero,
        "B" | "b" => Player::One,
        other => return Err(field("color", other, "W or B")),
    };
    let state_field = rest.first().copied().unwrap_or("");
    let number = |n: usize, name: &str| match rest.get(n).copied().unwrap_or("") {
        "" => Ok(0),
        text => text.parse::<u32>().map_err(|_| field(name, text, "a number")),
    };
    let score = [number(1, "White's score")?, number(2, "Black's score")?];
    let length_field = rest.get(3).copied().unwrap_or("");
    let digits = length_field.trim_end_matches(['C', 'L', 'c', 'l']);
    // `0G5` is a session of five games.
    let digits = digits.split_once('G').map_or(digits, |(digits, _)| digits);
    let length = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u16::MAX) };
    if length > gnubg_engine::core::MAX_LENGTH {
        return Err(field("length", length_field, "0 for money, else 1 to 64"));
    }
    let dice = match dice.as_bytes() {
        [] => None,
        [a, b] => Some(
            Dice::new(a.wrapping_sub(b'0'), b.wrapping_sub(b'0'))
                .map_err(|_| field("dice", dice, "nothing or two numbers from 1 to 6"))?,
        ),
        _ => return Err(field("dice", dice, "nothing or two numbers from 1 to 6")),
    };
    let doubled = is_offered || state_field == "D";
    let owes_opening = matches!(state_field, "IW" | "IB") && dice.is_none();
    let on_roll = if doubled || owes_opening { last } else { last.other() };
    let zero_view = board;
    let mut state = MatchState {
        rules,
        length,
        score,
        is_crawford: false,
        cube,
        on_roll,
        board: if on_roll == Player::Zero { zero_view } else { zero_view.swapped() },
        phase: Phase::Due(match dice {
            _ if doubled => Decision::Answer(Offer { by: on_roll, beavers: 0 }),
            Some(dice) => Decision::Play(dice),
            None => Decision::Roll,
        }),
        declined: None,
    };
    if length > 0 && score.iter().any(|&score| score >= u32::from(length)) {
        return Err(field("score", length_field, "less than the match length"));
    }
    let one_away = Player::BOTH.iter().filter(|&&player| state.away(player) == Some(1)).count();
    state.is_crawford = length_field.to_ascii_uppercase().ends_with('C') && one_away == 1 && length > 1;
    Ok(state)
}

/// The board as seat `Zero` sees it.
fn board(white: &str, black: &str) -> Result<Board, PositionError> {
    let mut board = Board::EMPTY;
    for (text, side, name) in
        [(white, Side::OnRoll, "White's checkers"), (black, Side::Opponent, "Black's checkers")]
    {
        // `q` stands for a checker borne off.
        for c in text.chars().filter(|&c| c != BORNE_OFF) {
            let pip = c.to_digit(26).filter(|_| !c.is_ascii_uppercase());
            let pip = pip.ok_or_else(|| field(name, text, "characters 0-9 and a-p"))? as usize;
            let index = match side {
                Side::OnRoll => 24usize.checked_sub(pip),
                Side::Opponent => pip.checked_sub(1),
            };
            let index =
                index.ok_or_else(|| field(name, text, "pips on the player's own side of the board"))?;
            board.set(side, index, board.side(side)[index].saturating_add(1));
        }
    }
    Ok(board)
}

fn cube(text: &str) -> Result<(CubeState, bool), PositionError> {
    let bad = || field("cube", text, "an owner (N, W, B, D), an exponent and an action");
    let mut characters = text.chars();
    let owner = match characters.next() {
        Some('W') => Some(Player::Zero),
        Some('B') => Some(Player::One),
        Some('N' | 'D' | '?') => None,
        _ => return Err(bad()),
    };
    let rest = characters.as_str();
    let digits = rest.trim_end_matches(|c: char| !c.is_ascii_digit());
    let exponent: u32 = digits.parse().map_err(|_| bad())?;
    let value = CubeValue::from_exponent(exponent).ok_or_else(bad)?;
    Ok((CubeState { value, owner }, rest.ends_with('O')))
}

/// Writes an OGID without label, without the number of the move.
#[must_use]
pub fn write(state: &MatchState) -> String {
    let board = state.board_of(Player::Zero);
    let pips = |side| {
        let mut pips: Vec<char> = Vec::new();
        for (index, &count) in board.side(side).iter().enumerate() {
            let pip = if side == Side::OnRoll { 24 - index } else { index + 1 };
            let c = char::from_digit(pip as u32, 26).unwrap_or('?');
            pips.extend(std::iter::repeat_n(c, usize::from(count)));
        }
        pips.sort_unstable();
        pips.into_iter().collect::<String>()
    };
    let owner = match state.cube.owner {
        None => 'N',
        Some(Player::Zero) => 'W',
        Some(Player::One) => 'B',
    };
    let (action, dice, code, last) = match state.phase {
        Phase::Due(Decision::Answer(offer)) => ('O', None, "D", offer.by),
        Phase::Due(Decision::Play(dice)) => ('N', Some(dice), "R", state.on_roll.other()),
        Phase::Over(result) => ('N', None, "G", result.winner),
        _ => ('N', None, "C", state.on_roll.other()),
    };
    let last = if last == Player::Zero { 'W' } else { 'B' };
    let dice = dice.map(|dice| format!("{}{}", dice.low(), dice.high())).unwrap_or_default();
    let kind = if state.is_crawford {
        "C"
    } else if state.is_post_crawford() {
        "L"
    } else {
        ""
    };
    format!(
        "{}:{}:{owner}{}{action}:{dice}:{last}:{code}:{}:{}:{}{kind}:0",
        pips(Side::OnRoll),
        pips(Side::Opponent),
        state.cube.value.exponent(),
        state.score[0],
        state.score[1],
        state.length,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_field() {
        let message = |text: &str| read(text, Rules::default()).unwrap_err().to_string();
        assert_eq!(message("1:2"), "OGID has 3 numbers, not 2");
        assert!(message("1r:2:N0N::W").contains("White's checkers"));
        assert!(message("1:2:X0N::W").contains("cube"));
        assert!(message("1:2:N0N:07:W").contains("dice"));
        assert!(message("1:2:N0N::Q").contains("color"));
        assert!(message("1:2:N0N::W:C:0:0:99").contains("length"));
        assert!(message("1:1:N0N::W").contains("both sides"));
    }

    #[test]
    fn fields_may_be_missing() {
        let start = "11jjjjjhhhccccc:ooddddd88866666:N0N";
        let bare = read(start, Rules::default()).unwrap();
        assert_eq!((bare.board, bare.on_roll), (Board::default(), Player::One));
        let full = read(&format!("{start}::W::0:0::"), Rules::default()).unwrap();
        assert_eq!(full, bare);
        let off = read("11qqqqqqqqqqqqq:ooqqqqqqqqqqqqq:N0N", Rules::default()).unwrap();
        assert_eq!(off.board.checkers_on_board(Side::OnRoll), 2);
    }

    #[test]
    fn doubles_stay_pending() {
        let text = "11ccccchhhjjjjj:66666888dddddoo:N0O::W:D:0:0:7:0";
        let state = read(text, Rules::default()).unwrap();
        assert_eq!(state.decision(), Ok(Decision::Answer(Offer { by: Player::Zero, beavers: 0 })));
        assert_eq!(write(&state), text);
    }
}
