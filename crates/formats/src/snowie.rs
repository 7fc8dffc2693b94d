// SPDX-License-Identifier: GPL-3.0-or-later
//! Snowie's position line: 40 fields, each ended by a semicolon.
//!
//! | 0 | 1 | 2 | 3 | 4 | 5, 6 | 7 | 8, 9 | 10 | 11 | 12 | 13–36 | 37 | 38, 39 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | length | Jacoby | 0 | money | on roll | names | Crawford | scores | cube | owner | opponent's bar | points | own bar | dice |
//!
//! Names, scores and counts start with the player on roll, whose checkers are positive. Snowie's match text is MAT
//! without tags and is read as such.

use crate::error::{ImportError, Place};
use crate::text::{clean_name, lines};
use crate::{Format, Imported};
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, MAX_LENGTH, MatchState, Phase, Player, Rules, Side,
};
use gnubg_record::{GameRecord, MatchInfo, MatchRecord};

const N_FIELDS: usize = 40;

/// A position read from a line.
#[derive(Clone, Debug)]
pub(crate) struct SnowiePosition {
    pub(crate) state: MatchState,
    pub(crate) names: [String; 2],
}

/// Whether a line looks like a position.
pub(crate) fn looks_like(line: &str) -> bool {
    let mut fields = line.trim().split(';');
    let mut number = || fields.next().is_some_and(|field| field.trim().parse::<i64>().is_ok());
    number() && number() && number() && line.matches(';').count() >= 12
}

/// Reads a file that holds one position.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let lines = lines(text);
    let line = lines.iter().find(|line| !line.text.trim().is_empty());
    let number = line.map_or(1, |line| line.number);
    let found = read_position(line.map_or("", |line| line.text)).map_err(|reason| {
        ImportError::Unreadable { format: Format::SnowieText, at: Place::Line(number), reason }
    })?;
    let info = MatchInfo::of_players([&found.names[0], &found.names[1]]);
    let games = vec![GameRecord::of_position(&found.state)];
    let record = MatchRecord {
        info,
        length: found.state.length,
        rules: found.state.rules,
        games,
        variations: Vec::new(),
        shown_variation: None,
    };
    Ok(vec![Imported { record, warnings: Vec::new() }])
}

/// Reads one line.
pub(crate) fn read_position(line: &str) -> Result<SnowiePosition, String> {
    let fields: Vec<&str> = line.trim().trim_end_matches(';').split(';').map(str::trim).collect();
    if fields.len() < N_FIELDS {
        return Err(format!("a Snowie position has {N_FIELDS} fields, not {}", fields.len()));
    }
    let number = |n: usize| {
        fields[n].parse::<i64>().map_err(|_| format!("field {} is {:?}, not a number", n + 1, fields[n]))
    };
    let length = u16::try_from(number(0)?).ok().filter(|&length| length <= MAX_LENGTH);
    let length = length
        .ok_or_else(|| format!("the match length is {}; it must be 0 (money play) to 64", fields[0]))?;
    let on_roll = match number(4)? {
        0 => Player::Zero,
        1 => Player::One,
        other => return Err(format!("field 5 (the player on roll) is {other}, not 0 or 1")),
    };
    let value = u32::try_from(number(10)?).ok().and_then(CubeValue::new);
    let value = value.ok_or_else(|| format!("a cube of {} is not possible", fields[10]))?;
    let owner = match number(11)? {
        0 => None,
        1 => Some(on_roll),
        -1 => Some(on_roll.other()),
        other => return Err(format!("field 12 (the owner of the cube) is {other}, not -1, 0 or 1")),
    };
    let mut score = [0; 2];
    for (n, player) in [(8, on_roll), (9, on_roll.other())] {
        let found =
            u32::try_from(number(n)?).map_err(|_| format!("a score of {} is not possible", fields[n]))?;
        if length > 0 && found >= u32::from(length) {
            return Err(format!("a score of {found} is not possible in a match to {length} points"));
        }
        score[player.index()] = found;
    }
    let mut board = Board::EMPTY;
    for n in 12..38 {
        let count = number(n)?;
        let size = u8::try_from(count.unsigned_abs()).ok().filter(|&size| size <= 15);
        let size = size.ok_or_else(|| format!("field {} is {count}: a side has 15 checkers", n + 1))?;
        match (n, count) {
            (12, _) => board.set(Side::Opponent, 24, size),
            (37, _) => board.set(Side::OnRoll, 24, size),
            (_, 1..) => board.set(Side::OnRoll, n - 13, size),
            (_, 0) => {}
            (_, _) => board.set(Side::Opponent, 36 - n, size),
        }
    }
    let dice = match [number(38)?, number(39)?] {
        [0, 0] => None,
        [a, b] => {
            let die = |value: i64| u8::try_from(value).unwrap_or(7);
            Some(Dice::new(die(a), die(b)).map_err(|error| error.to_string())?)
        }
    };
    let jacoby = number(1)? != 0;
    let rules = Rules { jacoby: jacoby && length == 0, ..Rules::default() };
    board.check(rules.variation).map_err(|error| error.to_string())?;
    let mut state = MatchState {
        rules,
        length,
        score,
        is_crawford: false,
        cube: CubeState { value, owner },
        on_roll,
        board,
        phase: Phase::Due(dice.map_or(Decision::Roll, Decision::Play)),
        declined: None,
    };
    let one_away = Player::BOTH.iter().filter(|&&player| state.away(player) == Some(1)).count();
    state.is_crawford = number(7)? != 0 && one_away == 1 && length > 1;
    let mut names = [clean_name(fields[5]), clean_name(fields[6])];
    if on_roll == Player::One {
        names.swap(0, 1);
    }
    Ok(SnowiePosition { state, names })
}

/// Writes one line, without a line end.
#[must_use]
pub fn write_position(state: &MatchState, names: [&str; 2]) -> String {
    let (me, other) = (state.on_roll, state.on_roll.other());
    let name = |player: Player| names[player.index()].replace(';', ",");
    let (mine, theirs) = (state.board.side(Side::OnRoll), state.board.side(Side::Opponent));
    let money = u8::from(state.is_money());
    let owner = state.cube.owner.map_or(0, |owner| if owner == me { 1 } else { -1 });
    let mut fields = vec![
        state.length.to_string(),
        u8::from(state.is_money() && state.rules.jacoby).to_string(),
        "0".to_owned(),
        money.to_string(),
        me.index().to_string(),
        name(me),
        name(other),
        u8::from(state.is_crawford).to_string(),
        state.score[me.index()].to_string(),
        state.score[other.index()].to_string(),
        state.cube.value.to_string(),
        owner.to_string(),
        (-i32::from(theirs[24])).to_string(),
    ];
    fields.extend((0..24).map(|i| (i32::from(mine[i]) - i32::from(theirs[23 - i])).to_string()));
    fields.push(mine[24].to_string());
    let dice = state.dice().map_or([0, 0], |dice| [dice.high(), dice.low()]);
    fields.extend(dice.map(|die| die.to_string()));
    fields.iter().flat_map(|field| [field.as_str(), ";"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str =
        "7;0;0;0;1;root;gnubg;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;1;1;3;1;";

    #[test]
    fn the_published_line() {
        let found = read_position(SAMPLE).unwrap();
        assert_eq!(found.state.board.position_id(), "4HPwATDgc/ABUA");
        assert_eq!(found.names, ["gnubg", "root"]);
        assert_eq!(write_position(&found.state, ["gnubg", "root"]), SAMPLE);
    }

    #[test]
    fn wrong_fields_are_named() {
        let message = |text: &str| read_position(text).unwrap_err();
        assert_eq!(message("1;2;3"), "a Snowie position has 40 fields, not 3");
        assert!(message(&SAMPLE.replacen('7', "one", 1)).contains("field 1"));
        assert!(message(&SAMPLE.replace(";5;0;3;", ";5;9;9;")).contains("checkers"));
        assert!(message(&SAMPLE.replace(";3;1;", ";7;1;")).contains("die"));
        assert!(message(&SAMPLE.replace(";0;0;0;1;0;0;-2", ";0;9;0;1;0;0;-2")).contains("score of 9"));
    }
}
