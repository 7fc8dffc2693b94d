// SPDX-License-Identifier: GPL-3.0-or-later
//! GamesGrid's `.sgg`.
//!
//! `Ann vs. Ben`, options, games headed `Game 3. 4*-2/5`. Records are numbered; one tab after the number is the first
//! player, two are the second. The first player becomes seat `One`.

use super::{finished, is_yes, unreadable};
use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::legs;
use crate::mat::header::variation;
use crate::text::{Scan, TextLine, clean_name, lines, starts_with};
use crate::{Format, Imported};
use gnubg_engine::core::{MAX_LENGTH, Player, ResignLevel, Rules, Variation};
use gnubg_record::{Date, MatchInfo};

/// The names of a line `Ann vs. Ben`.
pub(crate) fn names(line: &str) -> Option<[String; 2]> {
    let (first, second) = line.split_once(" vs. ").or_else(|| line.split_once("\tvs.\t"))?;
    let (first, second) = (clean_name(first), clean_name(second));
    (!first.is_empty() && !second.is_empty()).then_some([first, second])
}

/// A game's header.
struct GameLine {
    /// By the order of the file.
    score: [u32; 2],
    is_crawford: bool,
    length: u32,
}

/// `Game 3. 4*-2/5`.
fn game_line(text: &str) -> Option<GameLine> {
    let mut scan = Scan::new(text.trim());
    if !scan.word("game") {
        return None;
    }
    scan.blanks().number()?;
    scan.word(".");
    let first = scan.blanks().number()?;
    let mut is_crawford = scan.word("*");
    scan.word("-");
    let second = scan.number()?;
    is_crawford |= scan.word("*");
    let length = if scan.word("/") { scan.number()? } else { 0 };
    is_crawford |= scan.word("*");
    Some(GameLine { score: [first, second], is_crawford, length })
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let error = |at, reason: String| unreadable(Format::Sgg, at, reason);
    let lines = lines(text);
    let start = lines.iter().position(|line| names(line.text).is_some());
    let Some(start) = start else {
        return Err(error(Place::File, "no line such as \"Ann vs. Ben\" was found".to_owned()));
    };
    let [first, second] = names(lines[start].text).unwrap_or_default();
    let mut info = MatchInfo::of_players([&second, &first]);
    let mut rules = Rules::default();
    let n_options = lines[start + 1..].iter().take_while(|line| game_line(line.text).is_none()).count();
    let games = start + 1 + n_options;
    for line in &lines[start + 1..games] {
        option(line, &mut info, &mut rules).map_err(|reason| error(Place::Line(line.number), reason))?;
    }
    let Some(header) = lines.get(games).and_then(|line| game_line(line.text)) else {
        return Err(error(
            Place::Line(lines.len()),
            "no line such as \"Game 1. 0-0/5\" was found".to_owned(),
        ));
    };
    let at = Place::Line(lines[games].number);
    let length = u16::try_from(header.length).ok().filter(|&length| length <= MAX_LENGTH);
    let length = length.ok_or_else(|| {
        error(at, format!("the match length is {}; it must be 0 (money play) to 64", header.length))
    })?;
    let mut builder = Builder::new(length, rules).map_err(|reason| error(at, reason.to_string()))?;
    *builder.info() = info;
    let mut reader = SggReader { builder, resigned: None, is_waiting: true };
    for line in &lines[games..] {
        if !reader.line(line) {
            break;
        }
    }
    reader.end_game(Place::Line(lines.len()));
    finished(reader.builder, Format::Sgg)
}

fn option(line: &TextLine<'_>, info: &mut MatchInfo, rules: &mut Rules) -> Result<(), String> {
    let text = line.text.trim();
    if let Some(date) = weekday_date(text) {
        info.date = Some(date);
        return Ok(());
    }
    if starts_with(text, "gamesgrid") || starts_with(text, "gridgammon") {
        text.clone_into(&mut info.place);
        return Ok(());
    }
    let Some((key, value)) = text.split_once(':') else { return Ok(()) };
    let value = value.trim();
    match key.trim().to_ascii_lowercase().as_str() {
        "elo" => {
            // Rating and experience of the first player, then of the second.
            let words: Vec<&str> = value.split_whitespace().collect();
            for (seat, pair) in [1, 0].into_iter().zip(words.chunks(2)) {
                info.players[seat].rating = match pair {
                    [rating, experience] => format!("{rating} (Exp {experience})"),
                    _ => pair.join(" "),
                };
            }
        }
        "jacoby" => rules.jacoby = is_yes(value),
        "automatic doubles" => rules.automatic_doubles = u8::from(is_yes(value)),
        "crawford" => rules.crawford = is_yes(value),
        "beavers" => rules.beavers = if is_yes(value) { Rules::default().beavers } else { 0 },
        "doubling cube" => rules.cube = is_yes(value),
        "variant" => {
            rules.variation = variation(value).unwrap_or_default();
            let is_known = rules.variation != Variation::Standard || value.eq_ignore_ascii_case("backgammon");
            if !is_known {
                return Err(format!(
                    "the variant is {value:?}; it must be Backgammon, Nackgammon or HyperGammon"
                ));
            }
        }
        _ => {}
    }
    Ok(())
}

/// `Saturday March 06, 2004`.
fn weekday_date(text: &str) -> Option<Date> {
    const DAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let [weekday, month, day, year] = words[..] else { return None };
    if !DAYS.iter().any(|day| starts_with(weekday, day)) {
        return None;
    }
    let month = MONTHS.iter().position(|name| starts_with(month, name))? + 1;
    Date::new(year.parse().ok()?, month as u8, day.parse().ok()?).ok()
}

struct SggReader {
    builder: Builder,
    /// The player who resigned, while the result is not known yet.
    resigned: Option<Player>,
    /// Between two games.
    is_waiting: bool,
}

impl SggReader {
    /// `false` when the match is over.
    fn line(&mut self, line: &TextLine<'_>) -> bool {
        let at = Place::Line(line.number);
        let text = line.text;
        if text.trim().is_empty() {
            return true;
        }
        if let Some(game) = game_line(text) {
            self.end_game(at);
            self.is_waiting = false;
            if !self.builder.begin_game(Some([game.score[1], game.score[0]]), at) {
                return false;
            }
            if game.is_crawford {
                self.builder.set_crawford(true);
            }
            return true;
        }
        if self.is_waiting {
            return true;
        }
        if let Some((player, action)) = record(text) {
            self.action(player, action.trim(), at);
        } else if let Some((name, result)) = text.split_once(" wins ") {
            self.wins(&clean_name(name), result, at);
        } else {
            self.builder.comment(text.trim());
        }
        true
    }

    fn end_game(&mut self, at: Place) {
        if let Some(by) = self.resigned.take().filter(|_| self.builder.is_playing()) {
            self.builder.resign(by, ResignLevel::Single, at);
        }
        self.builder.end_game();
    }

    fn wins(&mut self, name: &str, result: &str, at: Place) {
        let is_zero = self.builder.info().players[0].name == name;
        let is_one = self.builder.info().players[1].name == name;
        let points = Scan::new(result.trim()).number().unwrap_or(1).clamp(1, 1 << 20);
        self.resigned = None;
        match (is_zero, is_one) {
            (true, _) => self.builder.win(Player::Zero, points, at),
            (false, true) => self.builder.win(Player::One, points, at),
            (false, false) => {
                self.builder.warn(at, format!("no player has the name {name:?}; the result is ignored"))
            }
        }
        self.is_waiting = true;
    }

    fn action(&mut self, player: Player, text: &str, at: Place) {
        let builder = &mut self.builder;
        let mut scan = Scan::new(text);
        if let (Some(a), Some(b), true) = (scan.digit(), scan.digit(), scan.word(":")) {
            let rest = scan.rest().trim();
            if starts_with(rest, "automatic double") {
                builder.automatic_double();
            } else if rest.is_empty() {
                builder.roll(player, [a, b], at);
            } else if rest == "O-O" || rest == "0-0" {
                builder.dance(player, [a, b], at);
            } else {
                match legs::parse(rest, '/') {
                    Ok(legs) => repeated_or_play(builder, player, [a, b], &legs, at),
                    Err(reason) => builder.break_game(at, &reason),
                }
            }
        } else if text == "-" {
            // Closed out: no dice were thrown.
            builder.dance(player, [6, 6], at);
        } else if ["double", "beaver", "raccoon"].iter().any(|word| starts_with(text, word)) {
            builder.double(player, at);
        } else if starts_with(text, "accept") || starts_with(text, "take") {
            builder.take(player, at);
        } else if starts_with(text, "pass") || starts_with(text, "drop") || starts_with(text, "reject") {
            builder.pass(player, at);
        } else if starts_with(text, "resign") {
            self.resigned = Some(player);
        } else {
            let shown: String = text.chars().take(40).collect();
            builder.warn(at, format!("{shown:?} is not understood and ignored"));
        }
    }
}

/// A play, unless it repeats the play before it.
fn repeated_or_play(builder: &mut Builder, player: Player, dice: [u8; 2], legs: &[legs::Leg], at: Place) {
    let is_repeated = builder.last_entry().is_some_and(|entry| {
        let same_roll = entry.action.dice() == legs::dice(dice[0], dice[1]);
        entry.player == player && entry.action.is_play() && same_roll
    }) && builder.state().on_roll != player;
    if !is_repeated {
        builder.play(player, dice, legs, at);
    }
}

/// `12TAB[TAB]text`: the player and the text.
fn record(line: &str) -> Option<(Player, &str)> {
    let (number, rest) = line.split_once('\t')?;
    number.trim().parse::<u32>().ok()?;
    Some(match rest.strip_prefix('\t') {
        Some(text) => (Player::Zero, text),
        None => (Player::One, rest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        let game = game_line("Game 3. 4*-2/5").unwrap();
        assert_eq!((game.score, game.is_crawford, game.length), ([4, 2], true, 5));
        let game = game_line("Game 1. 0-0").unwrap();
        assert_eq!((game.score, game.is_crawford, game.length), ([0, 0], false, 0));
        assert!(game_line("GamesGrid").is_none());
        assert_eq!(weekday_date("Saturday March 06, 2004").unwrap().to_string(), "2004-03-06");
        assert_eq!(weekday_date("March 06, 2004"), None);
        assert_eq!(names("Ann Lee vs. Ben-2").unwrap(), ["Ann Lee", "Ben-2"]);
    }

    #[test]
    fn records() {
        assert_eq!(record("12\t43: 24/20"), Some((Player::One, "43: 24/20")));
        assert_eq!(record("12\t\tPass"), Some((Player::Zero, "Pass")));
        assert_eq!(record("Ann says\thello"), None);
    }
}
