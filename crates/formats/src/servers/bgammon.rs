// SPDX-License-Identifier: GPL-3.0-or-later
//! Replays of bgammon.org (`.match`), as their published format says.
//!
//! Lines `bgammon-replay <byte>` list where the games begin; they are not needed. A game is a line
//! `i <time> <player1> <player2> <length> <score1> <score2> <winner> <points> <variant>`, then one line for each event:
//! `1 r 5-3 13/8 24/21` (a roll with its play) or `2 d 2 1` (a double to 2, and whether it was taken). Plays of both
//! players are written as player 1 (seat `Zero`) numbers the points.

use super::unreadable;
use crate::builder::Builder;
use crate::error::{ImportError, Place, Warning};
use crate::legs::{self, Leg};
use crate::text::{TextLine, clean_name, lines};
use crate::{Format, Imported};
use gnubg_engine::core::{MAX_LENGTH, Player, Rules};
use gnubg_record::{Date, MatchInfo};

/// What the list of games begins with.
pub(super) const INDEX: &str = "bgammon-replay ";
/// Seconds of a day.
pub(super) const DAY: i64 = 86_400;

/// Whether the first line of a text is that of a replay.
pub(crate) fn looks_like(first: &str) -> bool {
    first.starts_with(INDEX) || Head::of(first).is_some()
}

/// The line that begins a game.
struct Head {
    time: i64,
    names: [String; 2],
    length: u16,
    score: [u32; 2],
    winner: u32,
    points: u32,
    variant: u32,
}

impl Head {
    fn of(line: &str) -> Option<Head> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["i", time, first, second, length, score1, score2, winner, points, variant] = words[..] else {
            return None;
        };
        Some(Head {
            time: time.parse().ok()?,
            names: [clean_name(first), clean_name(second)],
            length: length.parse().ok().filter(|&length| length <= MAX_LENGTH)?,
            score: [score1.parse().ok()?, score2.parse().ok()?],
            winner: winner.parse().ok()?,
            points: points.parse().ok()?,
            variant: variant.parse().ok()?,
        })
    }

    /// Whether the game is the next one of a match or session. The score stays 0-0 only after a game without a result.
    fn continues(&self, last: &Head) -> bool {
        let has_scored = self.score != [0, 0] || last.points == 0;
        self.names == last.names && self.length == last.length && self.length != 1 && has_scored
    }
}

/// Reads a file of games; games of other players or of another length begin a new match, as one at 0-0 does.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let mut found: Vec<Imported> = Vec::new();
    let mut game: Option<(Builder, Head, Place)> = None;
    let finish = |(builder, _, _): (Builder, Head, Place)| {
        let (record, warnings) = builder.finish();
        Imported { record, warnings }
    };
    let lines = lines(text);
    for line in &lines {
        let at = Place::Line(line.number);
        let content = line.text.trim();
        if content.is_empty() || content.starts_with(INDEX) {
            continue;
        }
        if content.starts_with("i ") {
            let Some(head) = Head::of(content) else {
                let reason = "a game should begin with ten words: i, time, names, length, scores, winner, points, variant";
                return Err(unreadable(Format::BgammonOrg, at, reason));
            };
            if head.variant != 0 {
                let reason = "the game is acey-deucey or tabula, which are not supported";
                return Err(unreadable(Format::BgammonOrg, at, reason));
            }
            let mut builder = match game.take() {
                Some((mut builder, before, place)) => {
                    end_game(&mut builder, &before, place);
                    if head.continues(&before) {
                        builder
                    } else {
                        found.push(finish((builder, before, place)));
                        new_match(&head, at)?
                    }
                }
                None => new_match(&head, at)?,
            };
            builder.begin_game(Some(head.score), at);
            game = Some((builder, head, at));
        } else if let Some((builder, ..)) = &mut game {
            event(builder, line);
        }
    }
    if let Some((mut builder, head, place)) = game {
        end_game(&mut builder, &head, place);
        found.push(finish((builder, head, place)));
    }
    let n_listed = lines.iter().filter(|line| line.text.starts_with(INDEX)).count();
    let n_games: usize = found.iter().map(|one| one.record.games.len()).sum();
    if let Some(last) = found.last_mut().filter(|_| n_listed > 0 && n_listed != n_games) {
        let message = format!("the list at the top names {n_listed} games, but the file has {n_games}");
        last.warnings.push(Warning { at: Place::Line(1), message });
    }
    if found.is_empty() {
        return Err(unreadable(Format::BgammonOrg, Place::Line(lines.len().max(1)), "no game was found"));
    }
    Ok(found)
}

fn new_match(head: &Head, at: Place) -> Result<Builder, ImportError> {
    let builder = Builder::new(head.length, Rules { jacoby: false, ..Rules::default() });
    let mut builder = builder.map_err(|error| unreadable(Format::BgammonOrg, at, error.to_string()))?;
    let mut info = MatchInfo::of_players([&head.names[0], &head.names[1]]);
    info.date = Date::from_unix_days(head.time.div_euclid(DAY));
    info.place = "bgammon.org".to_owned();
    *builder.info() = info;
    Ok(builder)
}

fn end_game(builder: &mut Builder, head: &Head, at: Place) {
    let winner = head.winner.checked_sub(1).and_then(|n| Player::from_index(n as usize));
    if let Some(winner) = winner.filter(|_| head.points > 0) {
        builder.finish_game(winner, head.points, at);
        builder.state_result(winner, head.points);
    }
}

/// Reads one line of a game.
fn event(builder: &mut Builder, line: &TextLine<'_>) {
    let at = Place::Line(line.number);
    let mut words = line.text.split_whitespace();
    let player = match words.next() {
        Some("1") => Player::Zero,
        Some("2") => Player::One,
        _ => return builder.warn(at, "a line that begins with no player is ignored"),
    };
    match words.next() {
        Some("d") => {
            let answer = words.nth(1);
            builder.double(player, at);
            match answer {
                Some("1") => builder.take(player.other(), at),
                Some("0") => builder.pass(player.other(), at),
                _ => {}
            }
        }
        Some("r") => {
            let roll = words.next().and_then(|roll| roll.split_once('-'));
            let die = |text: &str| text.parse::<u8>().unwrap_or(0);
            let Some((a, b)) = roll else {
                return builder.break_game(at, "a roll without two dice cannot be read");
            };
            let rest: Vec<&str> = words.collect();
            play(builder, player, [die(a), die(b)], &rest.join(" "), at);
        }
        Some("t") => builder.resign(player, builder.level_for(1), at),
        other => {
            let event = other.unwrap_or_default().chars().take(20).collect::<String>();
            builder.warn(at, format!("the event {event:?} is not known; it is ignored"));
        }
    }
}

fn play(builder: &mut Builder, player: Player, dice: [u8; 2], text: &str, at: Place) {
    if text.is_empty() {
        return builder.blank(player, dice, at);
    }
    match legs_of(text, player) {
        Ok(legs) => builder.play(player, dice, &legs, at),
        Err(reason) => builder.break_game(at, &reason),
    }
}

/// The steps in the mover's numbers. Player 2 moves upward in those of player 1.
fn legs_of(text: &str, player: Player) -> Result<Vec<Leg>, String> {
    if player == Player::Zero {
        return legs::parse(text, '/');
    }
    let turned = |word: &str| match word.parse::<u8>() {
        Ok(point @ 0..=25) => (25 - point).to_string(),
        _ => word.to_owned(),
    };
    let words = text.split_whitespace().map(|word| {
        let word = word.trim_end_matches('*');
        word.split('/').map(turned).collect::<Vec<_>>().join("/")
    });
    legs::parse(&words.collect::<Vec<_>>().join(" "), '/')
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLAY: &str = "bgammon-replay 00000048\nbgammon-replay 00000148\n\
        i 1702738670 Ann Ben 3 0 0 2 1 0\n1 r 4-1 13/9 9/8\n2 r 6-1 1/7 1/2\n1 d 2 0\n\
        i 1702738970 Ann Ben 3 1 0 1 4 0\n2 r 6-4 1/11\n1 r 6-5 24/18 13/8\n2 d 2 1\n2 r 5-2 12/17 12/14\n1 r 3-1 8/5 6/5\n";

    #[test]
    fn a_replay_is_one_match() {
        assert!(looks_like(REPLAY.lines().next().unwrap()));
        let text = REPLAY.replace(" 3 0 0 2 1 0", " 3 0 0 1 1 0").replace(" 3 1 0 1 4 0", " 3 1 0 1 2 0");
        let found = read(&text).unwrap();
        let [one] = &found[..] else { panic!("{} matches", found.len()) };
        assert_eq!(one.warnings, []);
        assert_eq!((one.record.length, one.record.score()), (3, [3, 0]));
        assert_eq!(one.record.n_decisions(), [6, 4]);
        assert_eq!(one.record.info.date.unwrap().to_string(), "2023-12-16");
    }

    #[test]
    fn a_session_is_one_match_and_a_rematch_is_another() {
        let money = REPLAY.replace(" Ben 3 ", " Ben 0 ");
        let found = read(&money).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].record.length, found[0].record.games.len()), (0, 2));
        let rematch = format!("{REPLAY}{}", REPLAY.replace("bgammon-replay", ""))
            .replace(" 3 1 0 1 4 0", " 3 1 0 1 2 0");
        let found =
            read(&rematch.lines().filter(|line| line.len() > 10).collect::<Vec<_>>().join("\n")).unwrap();
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn other_variants_and_damaged_lines_are_named() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("i 1 A B 1 0 0 1 1 1\n").contains("acey-deucey"));
        assert!(error("bgammon-replay 00000024\ni 1 A\n").contains("ten words"));
        assert!(error("bgammon-replay 00000024\n").contains("no game"));
        let lacking = read(&REPLAY[..REPLAY.len() / 2]).unwrap();
        assert!(lacking[0].warnings.iter().any(|warning| warning.message.contains("names 2 games")));
        let odd = read("i 1 A B 1 0 0 0 0 0\n3 r 3-1\n1 x\n1 r 9-9 1/2\n").unwrap();
        assert_eq!(odd[0].warnings.len(), 3, "{:?}", odd[0].warnings);
    }
}
