// SPDX-License-Identifier: GPL-3.0-or-later
//! BGRoom's `.bgf` (a text; BGBlitz's files of that ending are something else).
//!
//! `BGF version 1.2`, games headed `Game 1 - Ann (X) vs. Ben (0)`, rows `12.X:(4 3) 24/20 13/10`. Answers to doubles
//! are
//! not written: a move after a double means that it was taken, the end of the game that it was dropped. Neither the
//! match
//! length nor the score is written.

use super::finished;
use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::legs;
use crate::text::{Scan, clean_name, lines, starts_with};
use crate::{Format, Imported};
use gnubg_engine::core::{Decision, Phase, Player, Rules};

/// Reads a file; its games make one session.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let rules = Rules { jacoby: false, ..Rules::default() };
    let Ok(mut builder) = Builder::new(0, rules) else { return Ok(Vec::new()) };
    let mut last = None;
    for line in lines(text) {
        let at = Place::Line(line.number);
        let text = line.text.trim();
        if text.is_empty() {
            end_game(&mut builder, last.take(), at);
        } else if let Some(names) = game_line(text) {
            end_game(&mut builder, last.take(), at);
            if builder.n_games() == 0 {
                for (player, name) in builder.info().players.iter_mut().zip(names) {
                    player.name = name;
                }
            }
            builder.begin_game(None, at);
        } else if let Some((player, action)) = row(text)
            && builder.n_games() > 0
        {
            self::action(&mut builder, player, action, at);
            last = Some(player);
        } else if starts_with(text, "bgf version")
            || starts_with(text, "single")
            || text.ends_with("Win the Match")
        {
            // Nothing to keep.
        } else {
            let shown: String = text.chars().take(40).collect();
            builder.warn(at, format!("{shown:?} is not understood and ignored"));
        }
    }
    end_game(&mut builder, last, Place::File);
    finished(builder, Format::BgRoom)
}

/// `Game 1 - Ann (X) vs. Ben (0)`: X's name and the other's.
fn game_line(text: &str) -> Option<[String; 2]> {
    let mut scan = Scan::new(text);
    if !scan.word("game") {
        return None;
    }
    scan.blanks().number()?;
    scan.blanks().word("-");
    let (first, second) = scan.rest().split_once(" vs. ")?;
    let split = |text: &str| {
        let (name, mark) = text.trim().rsplit_once('(')?;
        Some((clean_name(name), mark.starts_with(['X', 'x'])))
    };
    let ((first, is_x), (second, _)) = (split(first)?, split(second)?);
    Some(if is_x { [first, second] } else { [second, first] })
}

/// `12.X:(4 3) 24/20`: the player and the action.
fn row(text: &str) -> Option<(Player, &str)> {
    let mut scan = Scan::new(text);
    scan.number()?;
    if !scan.word(".") {
        return None;
    }
    let player = if scan.word("X") {
        Player::Zero
    } else if scan.word("0") || scan.word("O") {
        Player::One
    } else {
        return None;
    };
    scan.word(":").then(|| (player, scan.rest().trim()))
}

fn action(builder: &mut Builder, player: Player, text: &str, at: Place) {
    let Some(rest) = text.strip_prefix('(') else {
        if starts_with(text, "double") || starts_with(text, "beaver") || starts_with(text, "raccoon") {
            builder.double(player, at);
        } else if starts_with(text, "take") || starts_with(text, "accept") {
            builder.take(player, at);
        } else if starts_with(text, "drop") || starts_with(text, "pass") {
            builder.pass(player, at);
        } else {
            let shown: String = text.chars().take(40).collect();
            builder.warn(at, format!("{shown:?} is not understood and ignored"));
        }
        return;
    };
    let mut scan = Scan::new(rest);
    let (first, second) = (scan.blanks().digit(), scan.blanks().digit());
    let (Some(first), Some(second), true) = (first, second, scan.blanks().word(")")) else {
        return builder.break_game(at, "a roll such as \"(4 3)\" was expected");
    };
    if let Some(by) = builder.doubled_by() {
        builder.take(by.other(), at);
    }
    let moves = scan.rest().trim();
    if moves.is_empty() || starts_with(moves, "can't move") || starts_with(moves, "cannot move") {
        return builder.blank(player, [first, second], at);
    }
    match legs::parse(moves, '/') {
        Ok(legs) => builder.play(player, [first, second], &legs, at),
        Err(reason) => builder.break_game(at, &reason),
    }
}

/// A pending double was dropped; otherwise the player who acted last has won.
fn end_game(builder: &mut Builder, last: Option<Player>, at: Place) {
    let Some(last) = last else { return };
    if builder.is_playing() && builder.has_entries() {
        let state = builder.state();
        let stake = state.cube.value.points();
        match state.phase {
            Phase::Due(Decision::Answer(offer)) => builder.win(offer.by, stake, at),
            _ => builder.win(last, stake, at),
        }
    }
    builder.end_game();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(game_line("Game 1 - Ann (X) vs. Ben (0)").unwrap(), ["Ann", "Ben"]);
        assert_eq!(game_line("Game 2 - Ben (0) vs. Ann (X)").unwrap(), ["Ann", "Ben"]);
        assert_eq!(row("12.X:(4 3) 24/20"), Some((Player::Zero, "(4 3) 24/20")));
        assert_eq!(row("13.0:Double"), Some((Player::One, "Double")));
        assert_eq!(row("Single game"), None);
    }
}
