// SPDX-License-Identifier: GPL-3.0-or-later
//! FIBS `oldmoves`: one block a game, headed by score and names.
//!
//! X is seat `Zero` in the first game; in later games the names decide. One player's points are numbered upward, as the
//! first step of a play shows. A win without drop or bearoff has no points: the score of the next game gives them.

use super::unreadable;
use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::legs::{self, Leg};
use crate::text::{Scan, TextLine, clean_name, lines, starts_with};
use crate::{Format, Imported};
use gnubg_engine::core::{MAX_LENGTH, Player, Rules};
use gnubg_record::MatchInfo;

/// One game of the file.
struct GameBlock<'a> {
    at: Place,
    /// By X and O.
    score: [u32; 2],
    length: u16,
    /// X's name and O's.
    names: [String; 2],
    lines: &'a [TextLine<'a>],
}

/// Reads every match of a file.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let lines = lines(text);
    let blocks = blocks(&lines)?;
    let mut found = Vec::new();
    let mut builder: Option<(Builder, [String; 2])> = None;
    for (n, block) in blocks.iter().enumerate() {
        let same = builder.as_ref().is_some_and(|(builder, names)| {
            builder.length() == block.length && names.iter().all(|name| block.names.contains(name))
        });
        if !same {
            if let Some((done, _)) = builder.take() {
                found.push(done);
            }
            let rules = Rules { jacoby: true, crawford: true, ..Rules::default() };
            let mut new = Builder::new(block.length, rules)
                .map_err(|error| unreadable(Format::Oldmoves, block.at, error.to_string()))?;
            *new.info() = MatchInfo::of_players([&block.names[0], &block.names[1]]);
            builder = Some((new, block.names.clone()));
        }
        let Some((builder, names)) = &mut builder else { continue };
        let x = if block.names[0] == names[0] { Player::Zero } else { Player::One };
        let next = blocks.get(n + 1).filter(|next| next.length == block.length);
        game(builder, block, x, next);
    }
    found.extend(builder.map(|(builder, _)| builder));
    let found: Vec<Imported> = found
        .into_iter()
        .filter(|builder| builder.n_games() > 0)
        .map(|builder| {
            let (record, warnings) = builder.finish();
            Imported { record, warnings }
        })
        .collect();
    if found.is_empty() {
        let at = blocks.first().map_or(Place::File, |block| block.at);
        return Err(unreadable(Format::Oldmoves, at, "no game could be read"));
    }
    Ok(found)
}

fn blocks<'a>(lines: &'a [TextLine<'a>]) -> Result<Vec<GameBlock<'a>>, ImportError> {
    let starts: Vec<usize> =
        (0..lines.len()).filter(|&n| starts_with(lines[n].text.trim(), "score is ")).collect();
    let mut blocks = Vec::new();
    for (k, &start) in starts.iter().enumerate() {
        let at = Place::Line(lines[start].number);
        let end = starts.get(k + 1).copied().unwrap_or(lines.len());
        let (score, length) =
            score(lines[start].text).map_err(|reason| unreadable(Format::Oldmoves, at, reason))?;
        let names = lines.get(start + 1).and_then(|line| names(line.text));
        let Some(names) = names else {
            let at = Place::Line(lines[start].number + 1);
            return Err(unreadable(Format::Oldmoves, at, "the names of X and O were expected here"));
        };
        blocks.push(GameBlock { at, score, length, names, lines: &lines[(start + 2).min(end)..end] });
    }
    if blocks.is_empty() {
        return Err(unreadable(Format::Oldmoves, Place::File, "no line \"Score is …\" was found"));
    }
    Ok(blocks)
}

/// `Score is 2-0 in a 5 point match.` or `… in a money game.`
fn score(text: &str) -> Result<([u32; 2], u16), String> {
    let mut scan = Scan::new(text.trim());
    scan.word("score is ");
    let first = scan.blanks().number();
    scan.word("-");
    let second = scan.number();
    let (Some(first), Some(second)) = (first, second) else {
        return Err("two scores were expected here".to_owned());
    };
    scan.blanks().word("in a ");
    let length = match scan.blanks().number() {
        None => 0,
        Some(length) => u16::try_from(length)
            .ok()
            .filter(|&length| length <= MAX_LENGTH)
            .ok_or_else(|| format!("the match length is {length}; it must be 0 (money play) to 64"))?,
    };
    if length > 0 && [first, second].iter().any(|&score| score >= u32::from(length)) {
        return Err(format!("the score {first}-{second} is not possible in a match to {length} points"));
    }
    Ok(([first, second], length))
}

/// `Ann is X - Ben is O`.
fn names(text: &str) -> Option<[String; 2]> {
    let (first, second) = text.trim().split_once(" - ")?;
    let name = |text: &str, letter: &str| {
        let text = text.trim();
        Some(clean_name(text.strip_suffix(letter)?.trim_end().strip_suffix(" is")?))
    };
    match (name(first, "X"), name(second, "O")) {
        (Some(x), Some(o)) => Some([x, o]),
        _ => Some([name(second, "X")?, name(first, "O")?]),
    }
}

fn by_seat(score: [u32; 2], x: Player) -> [u32; 2] {
    if x == Player::Zero { score } else { [score[1], score[0]] }
}

fn game(builder: &mut Builder, block: &GameBlock<'_>, x: Player, next: Option<&GameBlock<'_>>) {
    let expected = builder.score();
    let mut score = by_seat(block.score, x);
    // FIBS sometimes exchanges the scores.
    if score != expected && builder.n_games() > 0 && [score[1], score[0]] == expected {
        score = expected;
    }
    if !builder.begin_game(Some(score), block.at) {
        return;
    }
    for line in block.lines {
        let at = Place::Line(line.number);
        let text = line.text.trim_end();
        if text.trim().is_empty() {
            if builder.has_entries() {
                break;
            }
            continue;
        }
        let Some((letter, rest)) = text.trim_start().split_once(':') else {
            builder.warn(at, "a line without a player is ignored");
            continue;
        };
        let player = match letter.trim() {
            "X" => x,
            "O" => x.other(),
            _ => {
                builder.warn(at, "a line for neither X nor O is ignored");
                continue;
            }
        };
        let action = rest.trim();
        if let Some(rest) = action.strip_prefix('(') {
            roll(builder, player, rest, at);
        } else if starts_with(action, "doubles")
            || starts_with(action, "redoubles")
            || starts_with(action, "beavers")
        {
            builder.double(player, at);
        } else if starts_with(action, "accepts") {
            builder.take(player, at);
        } else if starts_with(action, "rejects") {
            builder.pass(player, at);
        } else if starts_with(action, "wants to resign") {
            // The result follows.
        } else if starts_with(action, "wins") {
            let points = points(builder, action, player, x, next);
            builder.win(player, points, at);
        } else {
            let shown: String = action.chars().take(40).collect();
            builder.warn(at, format!("{shown:?} is not understood and ignored"));
        }
    }
}

/// The points of a win: by the next game's score, otherwise by the text, otherwise by the cube.
fn points(builder: &Builder, action: &str, winner: Player, x: Player, next: Option<&GameBlock<'_>>) -> u32 {
    let state = builder.state();
    if let Some(result) = state.result() {
        return result.points;
    }
    if let Some(next) = next {
        let after = by_seat(next.score, x);
        for after in [after, [after[1], after[0]]] {
            let gained = after[winner.index()].checked_sub(state.score[winner.index()]);
            let other = winner.other().index();
            if let (Some(points @ 1..), true) = (gained, after[other] == state.score[other]) {
                return points;
            }
        }
    }
    let digits = action.find(|c: char| c.is_ascii_digit());
    let stated = digits.and_then(|at| Scan::new(&action[at..]).number());
    stated.unwrap_or(state.cube.value.points()).clamp(1, 1 << 20)
}

/// `3 1) 17-20 19-20`.
fn roll(builder: &mut Builder, player: Player, text: &str, at: Place) {
    let mut scan = Scan::new(text);
    let (first, second) = (scan.blanks().digit(), scan.blanks().digit());
    let (Some(first), Some(second), true) = (first, second, scan.blanks().word(")")) else {
        return builder.break_game(at, "a roll such as \"(3 1)\" was expected");
    };
    let dice = [first, second];
    let rest = scan.rest().trim();
    if rest.is_empty() {
        return builder.blank(player, dice, at);
    }
    if starts_with(rest, "can't move") || starts_with(rest, "cannot move") {
        return builder.dance(player, dice, at);
    }
    match parse(rest) {
        Ok(legs) => builder.play(player, dice, &legs, at),
        Err(reason) => builder.break_game(at, &reason),
    }
}

/// Steps, renumbered if the first goes upward.
fn parse(text: &str) -> Result<Vec<Leg>, String> {
    let first = text.split_whitespace().next().unwrap_or("");
    let (from, to) = first.split_once('-').unwrap_or((first, ""));
    let number = |text: &str| text.trim_end_matches('*').parse::<u8>().ok();
    let is_upward = match (number(from), number(to)) {
        (Some(from), Some(to)) => from < to,
        (None, Some(to)) => to < 7,
        (Some(from), None) => from > 18,
        (None, None) => false,
    };
    if !is_upward {
        return legs::parse(text, '-');
    }
    let mirrored: Vec<String> = text
        .split_whitespace()
        .map(|word| {
            let places = word.split('-').map(|place| match number(place) {
                Some(n @ 1..=24) => (25 - n).to_string(),
                _ => place.to_owned(),
            });
            places.collect::<Vec<_>>().join("-")
        })
        .collect();
    legs::parse(&mirrored.join(" "), '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upward_steps_are_turned() {
        let legs = |text: &str| parse(text).unwrap().iter().map(|l| (l.from, l.to)).collect::<Vec<_>>();
        assert_eq!(legs("17-20 19-20"), [(8, 5), (6, 5)]);
        assert_eq!(legs("24-14"), [(24, 14)]);
        assert_eq!(legs("bar-3 bar-1"), [(25, 22), (25, 24)]);
        assert_eq!(legs("bar-20"), [(25, 20)]);
        assert_eq!(legs("22-off 21-off"), [(3, 0), (4, 0)]);
        assert_eq!(legs("3-off"), [(3, 0)]);
    }

    #[test]
    fn headers() {
        assert_eq!(score("Score is 2-0 in a 5 point match."), Ok(([2, 0], 5)));
        assert_eq!(score("Score is 0-0 in a money game."), Ok(([0, 0], 0)));
        assert!(score("Score is 999999-0 in a 3 point match.").is_err());
        assert_eq!(names("Ann is X - Ben is O").unwrap(), ["Ann", "Ben"]);
        assert_eq!(names("Ben is O - Ann is X").unwrap(), ["Ann", "Ben"]);
        assert_eq!(names("Ann and Ben"), None);
    }
}
