// SPDX-License-Identifier: GPL-3.0-or-later
//! The lines before the games: tags, comments, the match length, names and scores.

use crate::text::{Scan, clean_name, clean_text, starts_with};
use gnubg_engine::core::{Rules, Variation};
use gnubg_record::{Date, MatchInfo, Property};

/// Tags that this program keeps without using them.
const UNUSED: [&str; 6] = ["EventTime", "Unrated", "Player 1", "Player 2", "Match ID", "CubeLimit"];

/// The name under which unused tags are kept with the record.
pub(crate) const KEPT_TAGS: &str = "ZM";

/// The content of the lines before a match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    pub(crate) info: MatchInfo,
    pub(crate) variation: Variation,
    /// The value of a `Variation` tag that names none of the known variations.
    pub(crate) unknown_variation: Option<String>,
    pub(crate) crawford: Option<bool>,
    pub(crate) jacoby: Option<bool>,
    pub(crate) beavers: Option<bool>,
    /// Names and ratings of the tags, to be matched with the names in the scores.
    ratings: Vec<(String, String)>,
    tag_names: [String; 2],
    tags: Vec<String>,
}

impl Header {
    /// Reads one comment line.
    pub(crate) fn remark(&mut self, line: &str) {
        let text = line.trim().trim_start_matches([';', '#']).trim();
        let tag = text.strip_prefix('[').and_then(|tag| tag.trim_end().strip_suffix(']'));
        let tag = tag.and_then(|tag| tag.split_once(" \""));
        let Some((name, value)) = tag else {
            let is_dice_note = text.starts_with("[Game ") && text.contains("Dice set");
            let is_blank = text.is_empty() && self.info.comment.is_empty();
            if !is_dice_note && !is_blank {
                self.add_comment(text);
            }
            return;
        };
        let value = clean_text(value.trim_end_matches('"').trim());
        if !self.tag(name.trim(), &value) {
            self.add_comment(text);
        }
    }

    fn add_comment(&mut self, text: &str) {
        crate::builder::append_comment(&mut self.info.comment, &clean_text(text));
    }

    /// `false` if the tag is unknown.
    fn tag(&mut self, name: &str, value: &str) -> bool {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let switch = || Some(["on", "yes", "true", "1"].iter().any(|yes| value.eq_ignore_ascii_case(yes)));
        if is("Event") {
            value.clone_into(&mut self.info.event);
        } else if is("Round") {
            value.clone_into(&mut self.info.round);
        } else if is("Site") {
            value.clone_into(&mut self.info.place);
        } else if is("Transcriber") {
            value.clone_into(&mut self.info.annotator);
        } else if is("EventDate") {
            self.info.date = value.parse::<Date>().ok();
            if self.info.date.is_none() && !value.is_empty() {
                return false;
            }
        } else if is("Variation") {
            let known = variation(value);
            self.unknown_variation = known.is_none().then(|| value.to_owned());
            self.variation = known.unwrap_or_default();
        } else if is("Crawford") {
            self.crawford = switch();
        } else if is("Jacoby") {
            self.jacoby = switch();
        } else if is("Beaver") || is("Beavers") {
            self.beavers = switch();
        } else if is("Player 1 Elo") || is("Player 2 Elo") {
            let seat = usize::from(is("Player 2 Elo"));
            self.ratings.push((self.tag_names[seat].clone(), value.replace(',', ".")));
        } else if UNUSED.contains(&name) {
            match name {
                "Player 1" => self.tag_names[0] = clean_name(value),
                "Player 2" => self.tag_names[1] = clean_name(value),
                _ => {}
            }
        } else {
            return false;
        }
        if UNUSED.contains(&name) && !value.is_empty() {
            self.tags.push(format!("{name} \"{value}\""));
        }
        true
    }

    /// The rules that the tags give; the others are those of `usual`.
    pub(crate) fn rules(&self, usual: Rules) -> Rules {
        Rules {
            variation: self.variation,
            crawford: self.crawford.unwrap_or(usual.crawford),
            jacoby: self.jacoby.unwrap_or(usual.jacoby),
            beavers: match self.beavers {
                Some(false) => 0,
                _ => usual.beavers,
            },
            ..usual
        }
    }

    /// The same header for a money game with the Jacoby rule.
    pub(crate) fn of_money(&self) -> Header {
        Header { jacoby: Some(true), ..self.clone() }
    }

    /// The facts about the match, with the names from the scores and the ratings that belong to them.
    pub(crate) fn info(&self, names: [&str; 2]) -> MatchInfo {
        let mut info = self.info.clone();
        for (player, name) in info.players.iter_mut().zip(names) {
            let (name, rating) = split_rating(name);
            player.name = clean_name(name);
            player.rating = rating.to_owned();
            if player.rating.is_empty() {
                let found = self.ratings.iter().find(|(of, _)| *of == player.name);
                player.rating = found.map(|(_, rating)| rating.clone()).unwrap_or_default();
            }
        }
        info
    }

    /// Tags that are kept without being used.
    pub(crate) fn kept(&self) -> Option<Property> {
        let values: Vec<String> =
            self.tags.iter().map(|tag| tag.replace('\\', "\\\\").replace(']', "\\]")).collect();
        (!values.is_empty()).then(|| Property { name: KEPT_TAGS.to_owned(), values })
    }
}

/// `name,1655.21`: GridGammon adds the rating to the name.
fn split_rating(name: &str) -> (&str, &str) {
    match name.rsplit_once(',') {
        Some((name, rating)) if rating.trim().parse::<f32>().is_ok() => (name, rating.trim()),
        _ => (name, ""),
    }
}

/// What standard backgammon is called.
const USUAL: [&str; 5] = ["", "backgammon", "standard", "standardbackgammon", "normal"];

/// The variation of that name, in the spellings of several programs; `None` if it is unknown.
pub(crate) fn variation(value: &str) -> Option<Variation> {
    let text: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
    Variation::ALL
        .into_iter()
        .find(|variation| variation.keyword().eq_ignore_ascii_case(&text))
        .or_else(|| starts_with(&text, "hyper").then_some(Variation::Hypergammon3))
        .or_else(|| starts_with(&text, "nack").then_some(Variation::Nackgammon))
        .or_else(|| USUAL.iter().any(|usual| text.eq_ignore_ascii_case(usual)).then_some(Variation::Standard))
}

/// What headers of sessions without a length begin with.
const UNLIMITED: [&str; 6] =
    ["unlimited game", "unlimited match", "unlimited session", "money session", "money game", "money match"];

/// `7 point match` or `Unlimited Game`: the length. `None` if the line is something else; `Err` if the length is out of range.
pub(crate) fn length(line: &str) -> Option<Result<u16, String>> {
    let line = line.trim_start();
    if UNLIMITED.iter().any(|header| starts_with(line, header)) && !line.contains(':') {
        return Some(Ok(0));
    }
    let mut scan = Scan::new(line);
    let number = scan.signed();
    let word = |scan: &mut Scan<'_>, word: &str| scan.blanks().word(word);
    let is_header = word(&mut scan, "point") && word(skip(&mut scan, "s"), "match");
    if !is_header {
        return None;
    }
    Some(match number {
        Some(length @ 0..=64) => Ok(length as u16),
        Some(length) => Err(format!("the match length is {length}; it must be 0 (money play) to 64")),
        None => Err("the match length is missing".to_owned()),
    })
}

fn skip<'s, 'a>(scan: &'s mut Scan<'a>, word: &str) -> &'s mut Scan<'a> {
    scan.word(word);
    scan
}

/// Whether a line is `Game 3`, possibly with more text.
pub(crate) fn is_game(line: &str) -> bool {
    game_number(line).is_some()
}

/// The number of the game in a line `Game 3`.
pub(crate) fn game_number(line: &str) -> Option<u32> {
    let mut scan = Scan::new(line.trim_start());
    let is_game = scan.word("game") && scan.rest().starts_with(char::is_whitespace);
    is_game.then(|| scan.blanks().number()).flatten()
}

/// `Ann : 0     Ben : 3`: names and scores.
pub(crate) fn scores(line: &str) -> Option<([&str; 2], [u32; 2])> {
    let (rest, second) = line.trim_end().rsplit_once(':')?;
    let second_score: u32 = second.trim().parse().ok()?;
    let after = |at: usize| {
        let mut scan = Scan::new(&rest[at + 1..]);
        scan.blanks();
        scan.number().map(|score| (score, scan.rest()))
    };
    let places = || rest.match_indices(':').filter_map(|(at, _)| after(at).map(|found| (at, found)));
    let is_apart = |name: &str| name.starts_with(char::is_whitespace) && !name.trim().is_empty();
    let found = places()
        .find(|(_, (_, name))| is_apart(name))
        // A long first name leaves no blank before the second one, or the second name is empty.
        .or_else(|| places().find(|(_, (_, name))| !name.trim().is_empty()))
        .or_else(|| places().next_back());
    let (at, (score, name)) = found?;
    Some(([rest[..at].trim(), name.trim()], [score, second_score]))
}

/// `Ann        Ben`: two names separated by at least two blanks, or two single words.
pub(crate) fn split_names(line: &str) -> Option<[&str; 2]> {
    let text = line.trim();
    let (first, second) = match text.split_once("  ").or_else(|| text.split_once('\t')) {
        Some((first, second)) => (first.trim(), second.trim()),
        None => text.split_once(' ').filter(|(_, second)| !second.contains(' '))?,
    };
    (!first.is_empty() && !second.is_empty()).then_some([first, second])
}

/// The date in a server's file name: eight digits between dashes, as in `Ann-Ben-20081231-…`.
pub(crate) fn date_in_name(name: &str) -> Option<(Date, &'static str)> {
    let bytes = name.as_bytes();
    let at = bytes.windows(10).rposition(|window| {
        window[0] == b'-' && window[9] == b'-' && window[1..9].iter().all(u8::is_ascii_digit)
    })?;
    let digits = &name[at + 1..at + 9];
    let date =
        Date::new(digits[..4].parse().ok()?, digits[4..6].parse().ok()?, digits[6..].parse().ok()?).ok()?;
    // GamesGrid closed in the middle of 2008; its players moved to GridGammon.
    let grid = (date.year(), date.month()) <= (2008, 6);
    Some((date, if grid { "GamesGrid" } else { "GridGammon" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        assert_eq!(length(" 7 point match"), Some(Ok(7)));
        assert_eq!(length("11 Point Match"), Some(Ok(11)));
        assert_eq!(length("0 points match"), Some(Ok(0)));
        assert!(matches!(length("-3 point match"), Some(Err(_))));
        assert!(matches!(length("65 point match"), Some(Err(_))));
        assert_eq!(length("7 pints"), None);
        assert_eq!(length("Unlimited Game"), Some(Ok(0)));
        assert_eq!(length("Unlimited Game: no"), None);
    }

    #[test]
    fn names_and_scores() {
        for (line, names, found) in [
            (" Ann : 0                        Ben : 3", ["Ann", "Ben"], [0, 3]),
            (
                " Marion Castlebury: 0                       Rowan Pryce: 12",
                ["Marion Castlebury", "Rowan Pryce"],
                [0, 12],
            ),
            ("Jörg :0   June: 1", ["Jörg", "June"], [0, 1]),
            ("A:1 x : 0      B : 0", ["A", "x : 0      B"], [1, 0]),
            (
                " Annabel Lee Benjamin Lee : 3Zoe Ray Yan Ray : 10",
                ["Annabel Lee Benjamin Lee", "Zoe Ray Yan Ray"],
                [3, 10],
            ),
            (" Ann : 1                          : 4", ["Ann", ""], [1, 4]),
            ("  : 1                   Ben : 4", ["", "Ben"], [1, 4]),
        ] {
            assert_eq!(scores(line), Some((names, found)));
        }
        assert_eq!(scores("  1) 31: 8/5 6/5"), None);
        assert_eq!(split_rating("Gus,1655.21"), ("Gus", "1655.21"));
        assert_eq!(split_rating("Smith, John"), ("Smith, John", ""));
    }

    #[test]
    fn tags() {
        let mut header = Header::default();
        for line in [
            "; [Event \"Open\"]",
            "; [Player 1 \"Ann\"]",
            "; [Player 2 \"Ben\"]",
            "; [Player 2 Elo \"1600,00/0\"]",
            "; [EventDate \"2024.03.05\"]",
            "; [Variation \"HyperGammon (2)\"]",
            "; [Jacoby \"Off\"]",
            "; [ClockType \"Standard\"]",
            "# by hand",
            "; [Color \"blue\"]",
        ] {
            header.remark(line);
        }
        let info = header.info(["Ben", "Ann"]);
        assert_eq!((info.event.as_str(), info.players[0].rating.as_str()), ("Open", "1600.00/0"));
        assert_eq!(info.comment, "[ClockType \"Standard\"]\nby hand\n[Color \"blue\"]");
        let rules = header.rules(Rules::default());
        assert_eq!((rules.variation, rules.jacoby), (Variation::Hypergammon2, false));
        assert_eq!(header.kept().unwrap().values.len(), 2);
    }

    #[test]
    fn dates_in_file_names() {
        let (date, place) = date_in_name("gg-Ann-Ben-20061231-x.mat").unwrap();
        assert_eq!((date.to_string().as_str(), place), ("2006-12-31", "GamesGrid"));
        assert_eq!(date_in_name("a-20090101-b").unwrap().1, "GridGammon");
        assert_eq!(date_in_name("a-20091301-b"), None);
        assert_eq!(date_in_name("é"), None);
    }
}
