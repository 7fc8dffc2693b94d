// SPDX-License-Identifier: GPL-3.0-or-later
//! The `board:` line of FIBS and of external players: 52 items between colons.

use crate::position::{FoundPosition, PositionError};
use crate::text::clean_name;
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, MAX_LENGTH, MatchState, Offer, Phase, Player, Rules, Side,
};

const WHAT: &str = "board line";

/// Reads a board line; the player it is written for becomes seat `One`. `rules` supplies what it does not contain.
///
/// # Errors
/// If items are missing or out of range, or the checkers cannot stand so.
pub fn read(text: &str, rules: Rules) -> Result<FoundPosition, PositionError> {
    let text = text.trim();
    let items: Vec<&str> = text.strip_prefix("board:").unwrap_or(text).split(':').collect();
    if items.len() < 48 {
        return Err(PositionError::Count { what: WHAT, expected: 52, found: items.len() });
    }
    // Items are counted from 1 in descriptions of the line.
    let number = |n: usize| {
        let item = items.get(n - 1).copied().unwrap_or("0").trim();
        item.parse::<i64>().map_err(|_| field(n, item, "a number"))
    };
    let nonzero = |n: usize| match number(n)? {
        0 => Err(field(n, "0", "1 or -1")),
        sign => Ok(sign.signum()),
    };
    let (mut length, mut score) = (number(3)?, [number(5)?, number(4)?]);
    if length == 9999 {
        length = 0;
    }
    if length > i64::from(MAX_LENGTH) {
        let shift = length - i64::from(MAX_LENGTH);
        length = i64::from(MAX_LENGTH);
        score = score.map(|score| (score - shift).max(0));
    }
    if length < 0 || score.iter().any(|&score| score < 0 || (length > 0 && score >= length)) {
        return Err(field(4, items[3], "a score below the match length"));
    }
    let (turn, color, direction) = (nonzero(32)?, nonzero(41)?, nonzero(42)?);
    let mut board = Board::EMPTY;
    for position in 0..26usize {
        let count = number(6 + position)?;
        let size = u8::try_from(count.unsigned_abs()).ok().filter(|&size| size <= 15);
        let size = size.ok_or_else(|| field(6 + position, items[5 + position], "at most 15 checkers"))?;
        let is_mine = count.signum() == color;
        // Positions are numbered along the player's direction; 0 and 25 are the bars.
        let own = if direction < 0 { position } else { 25 - position };
        let (side, index) = match (is_mine, size) {
            (_, 0) => continue,
            (true, _) => (Side::OnRoll, own.checked_sub(1)),
            (false, _) => (Side::Opponent, 24usize.checked_sub(own)),
        };
        let index =
            index.ok_or_else(|| field(6 + position, items[5 + position], "no checker off the board"))?;
        board.set(side, index, size);
    }
    super::checked(board, rules.variation)?;
    let value = u32::try_from(number(37)?).ok().and_then(CubeValue::new);
    let value = value.ok_or_else(|| field(37, items[36], "a power of two up to 4096"))?;
    let (mine, theirs) = (number(38)? != 0, number(39)? != 0);
    let doubled = number(40)? != 0 || (!mine && !theirs);
    let owner = match (mine, theirs) {
        (true, false) => Some(Player::One),
        (false, true) => Some(Player::Zero),
        _ => None,
    };
    // A double leaves the turn with the player who has doubled. The sign of item 40 says nothing: GNU Backgammon writes
    // who has doubled there, FIBS only that somebody has.
    let is_my_turn = turn * color > 0;
    let on_roll = if is_my_turn { Player::One } else { Player::Zero };
    let dice = {
        let (mine, theirs) = ([number(33)?, number(34)?], [number(35)?, number(36)?]);
        let [a, b] = if mine[0] == 0 { theirs } else { mine };
        let die = |value: i64| u8::try_from(value).unwrap_or(7);
        match [a, b] {
            [0, 0] => None,
            _ => {
                Some(Dice::new(die(a), die(b)).map_err(|_| field(33, items[32], "two numbers from 1 to 6"))?)
            }
        }
    };
    let flag = |n: usize| number(n).map(|value| value != 0);
    let mut state = MatchState {
        rules,
        length: length as u16,
        score: score.map(|score| score as u32),
        is_crawford: false,
        cube: CubeState { value, owner },
        on_roll,
        board: if is_my_turn { board } else { board.swapped() },
        phase: Phase::Due(match dice {
            _ if doubled => Decision::Answer(Offer { by: on_roll, beavers: 0 }),
            Some(dice) => Decision::Play(dice),
            None => Decision::Roll,
        }),
        declined: None,
    };
    let one_away = Player::BOTH.iter().filter(|&&player| state.away(player) == Some(1)).count();
    let (post_crawford, not_crawford) = (flag(51)?, flag(52)?);
    state.is_crawford = one_away == 1 && length > 1 && !post_crawford && !not_crawford;
    let names = [clean_name(items[1]), clean_name(items[0])];
    Ok(FoundPosition { names, ..FoundPosition::new(state) })
}

fn field(n: usize, value: &str, expected: &'static str) -> PositionError {
    PositionError::Field {
        what: WHAT,
        field: format!("item {n}"),
        value: value.chars().take(20).collect(),
        expected,
    }
}

/// Writes the line for `player`, as GNU Backgammon does: the dice in the order they were thrown, without which the higher one
/// comes first.
#[must_use]
pub fn write(state: &MatchState, names: [&str; 2], player: Player, faces: Option<[u8; 2]>) -> String {
    let other = player.other();
    let name = |player: Player| names[player.index()].replace(':', "_");
    let board = state.board_of(player);
    let (mine, theirs) = (board.side(Side::OnRoll), board.side(Side::Opponent));
    let mut items = vec![
        name(player),
        name(other),
        state.length.to_string(),
        state.score[player.index()].to_string(),
        state.score[other.index()].to_string(),
        (-i32::from(theirs[24])).to_string(),
    ];
    items.extend((0..24).map(|i| (i32::from(mine[i]) - i32::from(theirs[23 - i])).to_string()));
    items.push(mine[24].to_string());
    items.push(if state.on_roll == player { "1" } else { "-1" }.to_owned());
    let dice = state.dice().map_or([0, 0], |dice| faces.unwrap_or([dice.high(), dice.low()]));
    items.extend([dice[0], dice[1], dice[0], dice[1]].map(|die| die.to_string()));
    items.push(state.cube.value.to_string());
    let may = |player: Player| u8::from(state.cube.owner != Some(player.other()));
    let doubled = match state.phase {
        Phase::Due(Decision::Answer(offer)) => {
            if offer.by == player {
                1
            } else {
                -1
            }
        }
        _ => 0,
    };
    let off = |side| {
        u32::from(state.rules.variation.n_checkers()).saturating_sub(u32::from(board.checkers_on_board(side)))
    };
    items.extend([
        may(player).to_string(),
        may(other).to_string(),
        doubled.to_string(),
        "1:-1:0:25".to_owned(),
        off(Side::OnRoll).to_string(),
        off(Side::Opponent).to_string(),
        "0:0:0:0".to_owned(),
        u8::from(state.is_post_crawford()).to_string(),
        u8::from(!state.is_crawford).to_string(),
    ]);
    format!("board:{}", items.join(":"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "board:root:gnubg:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";

    #[test]
    fn the_published_line() {
        let found = read(START, Rules::default()).unwrap();
        assert_eq!(
            (found.state.board, found.state.on_roll, found.state.length),
            (Board::default(), Player::One, 7)
        );
        assert_eq!(found.names, ["gnubg", "root"]);
        assert_eq!(write(&found.state, ["gnubg", "root"], Player::One, None), START);
    }

    /// As GNU Backgammon 1.07.001 answers these lines over its socket.
    #[test]
    fn the_turn_tells_who_decides_and_who_has_doubled() {
        use gnubg_engine::core::{Decision, Offer, Phase};
        for (turn, color, doubled) in [1, -1]
            .into_iter()
            .flat_map(|t| [1, -1].into_iter().flat_map(move |c| [0, 1, -1].map(|d| (t, c, d))))
        {
            let line = START.replace(
                ":0:2:0:1:0:0:0:0:1:1:1:0:1:-1:",
                &format!(":0:2:0:{turn}:0:0:0:0:1:1:1:{doubled}:{color}:-1:"),
            );
            let state = read(&line, Rules::default()).unwrap().state;
            let by = if turn * color > 0 { Player::One } else { Player::Zero };
            let decision =
                if doubled == 0 { Decision::Roll } else { Decision::Answer(Offer { by, beavers: 0 }) };
            assert_eq!((state.on_roll, state.phase), (by, Phase::Due(decision)), "{turn} {color} {doubled}");
        }
    }

    #[test]
    fn a_double_survives_writing_and_reading() {
        use gnubg_engine::core::Action;
        for on_roll in Player::BOTH {
            let start = read(START, Rules::default()).unwrap().state;
            let doubled = MatchState { on_roll, ..start }.apply(Action::Double).unwrap();
            for player in Player::BOTH {
                let found = read(&write(&doubled, ["a", "b"], player, None), Rules::default()).unwrap().state;
                let seen = MatchState {
                    on_roll: if player == Player::One { on_roll } else { on_roll.other() },
                    ..start
                };
                assert_eq!(found, seen.apply(Action::Double).unwrap(), "{on_roll:?} {player:?}");
            }
        }
    }

    #[test]
    fn wrong_items_are_named() {
        let message = |text: &str| read(text, Rules::default()).unwrap_err().to_string();
        assert_eq!(message("board:a:b"), "board line has 52 numbers, not 2");
        assert!(message(&START.replace(":7:0:0:0:-2", ":7:8:0:0:-2")).contains("item 4"));
        assert!(message(&START.replace(":-5:5:", ":-5:55:")).contains("at most 15"));
        assert!(message(&START.replace("0:2:0:1:", "0:2:0:0:")).contains("item 32"));
    }
}
