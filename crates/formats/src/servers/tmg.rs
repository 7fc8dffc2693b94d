// SPDX-License-Identifier: GPL-3.0-or-later
//! TrueMoneyGames.
//!
//! Options, then games headed `Game 1: 0-0` with records `number type text`; a negative number is the second player's.
//! The first player becomes seat `One`.

use super::{finished, is_yes, unreadable};
use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::legs;
use crate::text::{Scan, TextLine, clean_name, lines, starts_with};
use crate::{Format, Imported};
use gnubg_engine::core::{MAX_LENGTH, Player, Rules, Variation};
use gnubg_record::MatchInfo;

/// Types of records.
mod kind {
    pub(super) const ROLL: i64 = 1;
    pub(super) const AUTOMATIC_DOUBLE: i64 = 2;
    pub(super) const MOVE: i64 = 4;
    pub(super) const DOUBLE: i64 = 5;
    pub(super) const TAKE: i64 = 7;
    pub(super) const BEAVER: i64 = 8;
    pub(super) const PASS: i64 = 10;
    pub(super) const WINS: std::ops::RangeInclusive<i64> = 14..=16;
    pub(super) const OUT_OF_TIME: [i64; 2] = [17, 22];
    pub(super) const SETTLEMENT: i64 = 19;
}

/// `Game 1: 0-0`: the scores.
pub(crate) fn game_line(text: &str) -> Option<[u32; 2]> {
    let mut scan = Scan::new(text.trim());
    if !scan.word("game") {
        return None;
    }
    scan.blanks().number()?;
    if !scan.word(":") {
        return None;
    }
    let first = scan.blanks().number()?;
    scan.word("-");
    Some([first, scan.number()?])
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let error = |at, reason: String| unreadable(Format::Tmg, at, reason);
    let lines = lines(text);
    let n_options = lines.iter().take_while(|line| game_line(line.text).is_none()).count();
    let mut info = MatchInfo { place: "TrueMoneyGames".to_owned(), ..MatchInfo::default() };
    let (mut rules, mut length) = (Rules { jacoby: false, ..Rules::default() }, 0);
    for line in &lines[..n_options] {
        option(line.text, &mut info, &mut rules, &mut length)
            .map_err(|reason| error(Place::Line(line.number), reason))?;
    }
    let at = lines.get(n_options).map_or(Place::File, |line| Place::Line(line.number));
    let length = u16::try_from(length).ok().filter(|&length| length <= MAX_LENGTH);
    let length = length.ok_or_else(|| error(at, "the match is too long".to_owned()))?;
    let mut builder = Builder::new(length, rules).map_err(|reason| error(at, reason.to_string()))?;
    *builder.info() = info;
    for line in &lines[n_options..] {
        if !self::line(&mut builder, line) {
            break;
        }
    }
    builder.end_game();
    finished(builder, Format::Tmg)
}

fn option(text: &str, info: &mut MatchInfo, rules: &mut Rules, length: &mut u32) -> Result<(), String> {
    let Some((key, value)) = text.split_once(':') else { return Ok(()) };
    let value = value.trim();
    // An account number, a name, an amount.
    let name = || {
        let words: Vec<&str> = value.split_whitespace().collect();
        match words[..] {
            [] => String::new(),
            [name] => clean_name(name),
            [_, ref name @ .., _] if !name.is_empty() => clean_name(&name.join(" ")),
            [_, name, ..] => clean_name(name),
        }
    };
    match key.trim().to_ascii_lowercase().as_str() {
        "matchid" if !value.is_empty() => info.comment = format!("TMG MatchID: {value}"),
        "player1" => info.players[1].name = name(),
        "player2" => info.players[0].name = name(),
        "startdate" => info.date = value.split_whitespace().next().and_then(|date| date.parse().ok()),
        "jacoby" => rules.jacoby = is_yes(value),
        "crawford" => rules.crawford = is_yes(value),
        "cube" => rules.cube = is_yes(value),
        "beavers" => rules.beavers = if is_yes(value) { Rules::default().beavers } else { 0 },
        "length" => *length = value.parse().map_err(|_| format!("{value:?} is not a match length"))?,
        "variant" => match value {
            "1" => rules.variation = Variation::Standard,
            "2" => rules.variation = Variation::Nackgammon,
            other => {
                return Err(format!("the variant is {other:?}; it must be 1 (backgammon) or 2 (Nackgammon)"));
            }
        },
        _ => {}
    }
    Ok(())
}

/// Reads a record or a game's header; `false` when the match is over.
fn line(builder: &mut Builder, line: &TextLine<'_>) -> bool {
    let at = Place::Line(line.number);
    let text = line.text.trim();
    if text.is_empty() {
        return true;
    }
    if let Some([first, second]) = game_line(text) {
        builder.end_game();
        return builder.begin_game(Some([second, first]), at);
    }
    let player = if text.starts_with('-') { Player::Zero } else { Player::One };
    let mut scan = Scan::new(text);
    let (Some(_), Some(kind)) = (scan.signed(), scan.blanks().signed()) else {
        // Options may change between the games.
        let (mut info, mut rules, mut length) = (builder.info().clone(), *builder.rules(), 0);
        match option(text, &mut info, &mut rules, &mut length) {
            Ok(()) if text.contains(':') => *builder.rules() = rules,
            _ => builder.warn(at, "a line without a record is ignored"),
        }
        return true;
    };
    record(builder, player, kind, scan.rest().trim(), at);
    true
}

fn record(builder: &mut Builder, player: Player, kind: i64, text: &str, at: Place) {
    match kind {
        kind::ROLL => {
            let mut scan = Scan::new(text);
            if let (Some(a), Some(b)) = (scan.digit(), scan.digit()) {
                builder.roll(player, [a, b], at);
            }
        }
        kind::AUTOMATIC_DOUBLE => builder.automatic_double(),
        kind::MOVE => moved(builder, player, text, at),
        kind::DOUBLE | kind::BEAVER => builder.double(player, at),
        kind::TAKE => builder.take(player, at),
        kind::PASS => builder.pass(player, at),
        wins if kind::WINS.contains(&wins) => {
            let points = Scan::new(text).number().unwrap_or(1).clamp(1, 1 << 20);
            builder.win(player, points, at);
        }
        kind if kind::OUT_OF_TIME.contains(&kind) || kind == kind::SETTLEMENT => {}
        other => builder.warn(at, format!("a record of the unknown type {other} is ignored")),
    }
}

/// The play of the roll before it.
fn moved(builder: &mut Builder, player: Player, text: &str, at: Place) {
    let state = builder.state();
    let Some(dice) = state.dice().filter(|_| state.on_roll == player) else {
        return builder.warn(at, "a play without a roll is ignored");
    };
    let dice = [dice.high(), dice.low()];
    if text.is_empty() || text == "0/0" || starts_with(text, "cannot") {
        // The roll may have been playable; then the play is unknown.
        return builder.blank(player, dice, at);
    }
    match legs::parse(text, '/') {
        Ok(legs) => builder.play(player, dice, &legs, at),
        Err(reason) => builder.break_game(at, &reason),
    }
}
