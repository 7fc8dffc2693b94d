// SPDX-License-Identifier: GPL-3.0-or-later
//! PartyGammon: lines `KEY=value`, a whole game in one of them.
//!
//! `GAME_1_GAMEPLAY=2 0 0 52 13/8 24/22#1 Double#2 Take#…`; the scores after each game give its points.

use super::{finished, unreadable};
use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::legs;
use crate::text::{Scan, clean_name, lines, starts_with};
use crate::{Format, Imported};
use gnubg_engine::core::{MAX_LENGTH, Player, Rules};

/// Reads a file.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let error = |at, reason: String| unreadable(Format::Party, at, reason);
    let mut builder: Option<Builder> = None;
    let mut length = 0;
    let mut names = [String::new(), String::new()];
    let mut score = [0; 2];
    for line in lines(text) {
        let at = Place::Line(line.number);
        let Some((key, value)) = line.text.trim().split_once('=') else { continue };
        let (key, value) = (key.trim().to_ascii_uppercase(), value.trim());
        let item = key.strip_prefix("GAME_").and_then(|rest| rest.split_once('_')).map(|(_, item)| item);
        match item.unwrap_or(&key) {
            "MATCHLENGTH" => {
                let found = value.parse().ok().filter(|&length: &u16| length <= MAX_LENGTH);
                length = found.ok_or_else(|| {
                    error(at, format!("the match length is {value:?}; it must be 0 (money play) to 64"))
                })?;
            }
            "PLAYER_1" => names[0] = clean_name(value),
            "PLAYER_2" => names[1] = clean_name(value),
            "GAMEPLAY" => {
                if builder.is_none() {
                    let rules = Rules { jacoby: false, ..Rules::default() };
                    let new = Builder::new(length, rules).map_err(|reason| error(at, reason.to_string()))?;
                    builder = Some(new);
                }
                let Some(builder) = &mut builder else { continue };
                for (player, name) in builder.info().players.iter_mut().zip(&names) {
                    if player.name.is_empty() {
                        player.name.clone_from(name);
                    }
                }
                if !builder.begin_game(Some(score), at) {
                    break;
                }
                value.split('#').for_each(|token| self::token(builder, token.trim(), at));
            }
            "SCORE1" | "SCORE2" => {
                let seat = usize::from(key.ends_with('2'));
                let Ok(after) = value.parse::<u32>() else { continue };
                if let (Some(builder), Some(player), Some(points @ 1..)) =
                    (&mut builder, Player::from_index(seat), after.checked_sub(score[seat]))
                {
                    builder.win(player, points.min(1 << 20), at);
                }
                score[seat] = after;
            }
            _ => {}
        }
    }
    match builder {
        Some(builder) => finished(builder, Format::Party),
        None => Err(error(Place::File, "no line \"GAME_1_GAMEPLAY=…\" was found".to_owned())),
    }
}

/// `1 0 0 52 13/8 24/22` or `2 Take`.
fn token(builder: &mut Builder, token: &str, at: Place) {
    if token.is_empty() {
        return;
    }
    let mut scan = Scan::new(token);
    let player = match scan.number() {
        Some(1) => Player::Zero,
        Some(2) => Player::One,
        _ => {
            let shown: String = token.chars().take(40).collect();
            return builder.break_game(at, &format!("{shown:?} is not an action of player 1 or 2"));
        }
    };
    let rest = scan.blanks().rest();
    if starts_with(rest, "double") {
        builder.double(player, at);
    } else if starts_with(rest, "take") {
        builder.take(player, at);
    } else if starts_with(rest, "drop") {
        builder.pass(player, at);
    } else {
        // Two numbers of no importance, then the roll.
        scan.token();
        scan.token();
        let roll = scan.token().as_bytes();
        let &[a @ b'1'..=b'6', b @ b'1'..=b'6'] = roll else {
            let shown: String = token.chars().take(40).collect();
            return builder.break_game(at, &format!("{shown:?} has no roll"));
        };
        let dice = [a - b'0', b - b'0'];
        let moves = scan.rest().trim();
        match legs::parse(moves, '/') {
            Ok(legs) if legs.is_empty() => builder.blank(player, dice, at),
            Ok(legs) => builder.play(player, dice, &legs, at),
            Err(reason) => builder.break_game(at, &reason),
        }
    }
}
