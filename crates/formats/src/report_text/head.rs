// SPDX-License-Identifier: GPL-3.0-or-later
//! What stands above the first decision of a game: the score and the facts about the match.

use super::ReportLine;
use crate::Imported;
use crate::builder::{Builder, append_comment};
use crate::error::Place;
use crate::text::clean_name;
use gnubg_engine::core::Rules;
use gnubg_record::{Date, MatchInfo};

/// The labels of the facts in GNU Backgammon's languages.
const LABELS: [(Fact, &[&str]); 6] = [
    (Fact::Date, &["Date", "Datum", "Data", "Fecha", "Dato", "Дата", "Päivä", "日時", "Dată"]),
    (
        Fact::Event,
        &[
            "Event",
            "Turnier",
            "Evento",
            "Begivenhed",
            "Událost",
            "Tapahtuma",
            "Eveniment",
            "Rencontre",
            "Событие",
            "イベント",
        ],
    ),
    (
        Fact::Round,
        &[
            "Round",
            "Runde",
            "Turno",
            "Ronda",
            "Kolo",
            "Kierros",
            "Rundă",
            "Arrondis",
            "Rund",
            "Redondeada",
            "Rotund",
            "丸型",
        ],
    ),
    (
        Fact::Place,
        &[
            "Place",
            "Ort",
            "Luogo",
            "Lugar",
            "Sted",
            "Místo",
            "Paikka",
            "Locaţie",
            "場所",
            "Lieu",
            "Loc",
            "Место",
        ],
    ),
    (
        Fact::Annotator,
        &[
            "Annotator",
            "Kommentator",
            "Annotatore",
            "Anotador",
            "Notar",
            "Komentátor",
            "Kirjuri",
            "Adnotator",
            "注記",
        ],
    ),
    (
        Fact::Comment,
        &["Comments", "Comment", "Kommentare", "Kommentar", "Commentaires", "Commenti", "Comentarios"],
    ),
];

#[derive(Clone, Copy)]
enum Fact {
    Date,
    Event,
    Round,
    Place,
    Annotator,
    Comment,
}

/// The names in the line with the score: `The score (after 0 games) is: Ann 0, Ben 0 (match to 7 points)`.
pub(super) fn names_in_score(line: &str, score: [u32; 2]) -> Option<[String; 2]> {
    let [first, second] = score.map(|points| points.to_string());
    let after_count = line.find(')')?;
    let colon = after_count + line[after_count..].find([':', '：'])?;
    let text = line[colon..].trim_start_matches([':', '：']).trim();
    let (zero, rest) = text.match_indices(&format!(" {first}, ")).find_map(|(at, gap)| {
        let rest = &text[at + gap.len()..];
        rest.contains(&format!(" {second}")).then_some((&text[..at], rest))
    })?;
    let is_end = |at: usize| rest[at + 1 + second.len()..].chars().next().is_none_or(|c| !c.is_ascii_digit());
    let at = rest.rmatch_indices(&format!(" {second}")).map(|(at, _)| at).filter(|&at| is_end(at)).last()?;
    Some([clean_name(zero), clean_name(&rest[..at])])
}

/// The head of a game in the line with its score.
struct GameHead {
    names: [String; 2],
    score: [u32; 2],
    length: u16,
}

/// Reads the line with the score, which ends with the length of the match in parentheses.
fn game_head(line: &str) -> Option<GameHead> {
    let after_count = line.find(')')?;
    let colon = after_count + line[after_count..].find([':', '：'])?;
    let text = line[colon..].trim_start_matches([':', '：']).trim();
    let (text, kind) = text.rsplit_once(" (")?;
    let with_score = |text: &str| {
        let (name, score) = text.trim().rsplit_once(' ')?;
        Some((clean_name(name), score.parse::<u32>().ok()?))
    };
    let both = |at: usize| Some((with_score(&text[..at])?, with_score(&text[at + 1..])?));
    let commas = text.match_indices(", ").map(|(at, _)| at);
    let ((zero, first), (one, second)) = commas.into_iter().find_map(both)?;
    let digits = kind.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty());
    let length = digits.map_or(Some(0), |digits| digits.parse().ok())?;
    Some(GameHead { names: [zero, one], score: [first, second], length })
}

/// A report of games that ended before the first roll: it has a head and statistics, but no position.
pub(super) fn match_without_decisions(lines: &[ReportLine]) -> Option<Imported> {
    if !lines.iter().any(|line| line.text.contains("GNU Backgammon")) {
        return None;
    }
    let heads: Vec<(usize, GameHead)> =
        lines.iter().filter_map(|line| Some((line.number, game_head(&line.text)?))).collect();
    let (_, first) = heads.first()?;
    let mut builder = Builder::new(first.length, Rules::default()).ok()?;
    for (player, name) in builder.info().players.iter_mut().zip(&first.names) {
        player.name.clone_from(name);
    }
    facts(lines, builder.info());
    for (number, head) in &heads {
        builder.begin_game(Some(head.score), Place::Line(*number));
    }
    let (record, warnings) = builder.finish();
    Some(Imported { record, warnings })
}

/// Reads the facts about the match.
pub(super) fn facts(lines: &[ReportLine], info: &mut MatchInfo) {
    let is_english = lines.iter().any(|line| line.text.contains("The score"));
    for line in lines {
        let text = line.text.trim();
        let Some((label, value)) = text.split_once([':', '：']).or_else(|| text.split_once("  ")) else {
            continue;
        };
        let (label, value) = (label.trim(), value.trim());
        if value.is_empty() {
            continue;
        }
        if let Some(name) = label.strip_suffix("'s rating") {
            if let Some(player) = info.players.iter_mut().find(|player| player.name == name) {
                player.rating = clean_name(value);
            }
            continue;
        }
        let Some((fact, _)) = LABELS.iter().find(|(_, labels)| labels.contains(&label)) else { continue };
        match fact {
            Fact::Date => info.date = date(value, is_english).or(info.date),
            Fact::Event => info.event = clean_name(value),
            Fact::Round => info.round = clean_name(value),
            Fact::Place => info.place = clean_name(value),
            Fact::Annotator => info.annotator = clean_name(value),
            Fact::Comment => append_comment(&mut info.comment, value),
        }
    }
}

/// A date as the languages write it: `2024-03-07`, `7.3.2024`, `03/07/24` in English, `07/03/2024` elsewhere.
fn date(text: &str, is_english: bool) -> Option<Date> {
    if let Ok(date) = text.parse() {
        return Some(date);
    }
    let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let numbers: Vec<u16> = parts.map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[a, b, c] = &numbers[..] else { return None };
    let (year, month, day) = match (a, b) {
        (1000.., _) => (a, b, c),
        (a, b) if text.contains('/') && (b > 12 || is_english && a <= 12) => (c, a, b),
        (a, b) => (c, b, a),
    };
    let year = match year {
        0..70 => year + 2000,
        70..100 => year + 1900,
        year => year,
    };
    Date::new(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_dates() {
        let names = |line, score| names_in_score(line, score).map(|names| names.join("|"));
        let line = "The score (after 0 games) is: Ann 0, Ben 0 (match to 7 points)";
        assert_eq!(names(line, [0, 0]).as_deref(), Some("Ann|Ben"));
        let line = "スコア (3 ゲーム後): Ann, Jr 2, Ben 2 12 (match to 7 points)";
        assert_eq!(names(line, [2, 12]).as_deref(), Some("Ann, Jr|Ben 2"));
        assert_eq!(names(line, [1, 1]), None);
        for (text, is_english) in [
            ("03/07/24", true),
            ("07/03/2024", false),
            ("7.3.2024", false),
            ("07-03-2024", false),
            ("2024年03月07日", true),
        ] {
            assert_eq!(
                date(text, is_english).map(|date| date.to_string()).as_deref(),
                Some("2024-03-07"),
                "{text}"
            );
        }
        assert_eq!(date("? 7.mar 2024", true), None);
    }
}
