// SPDX-License-Identifier: GPL-3.0-or-later
//! Queries of blunderDB in the language of this library.
//!
//! blunderDB's filters are letters with numbers, such as `p>30` or `w40,60`; some of them read their values from the board that
//! is on screen. Those, and filters without a counterpart here, are refused by name.
//! Source: "Liste des commandes", tables of filters, in the manual of blunderDB (doc/source/cmd_mode.rst).

use std::fmt::Write as _;

/// Filters with numbers: the letters, the field here, what a number is multiplied by, and what follows it.
const NUMBERS: [(&str, &str, f64, &str); 18] = [
    // Pips behind there, pips ahead here.
    ("p", "lead", -1.0, ""),
    ("P", "pips", 1.0, ""),
    ("e", "equity", 0.001, ""),
    ("E", "loss", 1.0, ""),
    ("w", "win", 1.0, "%"),
    ("W", "their.win", 1.0, "%"),
    ("g", "gammons", 1.0, "%"),
    ("G", "their.gammons", 1.0, "%"),
    ("o", "off", 1.0, ""),
    ("O", "their.off", 1.0, ""),
    ("k", "back", 1.0, ""),
    ("K", "their.back", 1.0, ""),
    ("ma", "match", 1.0, ""),
    ("id", "", 1.0, ""),
    ("tn", "", 1.0, ""),
    ("bo", "", 1.0, ""),
    ("bj", "", 1.0, ""),
    ("b", "", 1.0, ""),
];

/// Filters that read their value from the board on screen, and what says it here.
const FROM_BOARD: [(&str, &str); 14] = [
    ("cube", "cube:1 or cube:mine"),
    ("cub", "cube:1 or cube:mine"),
    ("cu", "cube:1 or cube:mine"),
    ("c", "cube:1 or cube:mine"),
    ("score", "score:2,4"),
    ("sco", "score:2,4"),
    ("sc", "score:2,4"),
    ("s", "score:2,4"),
    ("d", "kind:play or kind:cube"),
    ("D", "dice:31"),
    ("D1", "dice:6x"),
    ("x", "a drawn pattern, such as me[20]=0"),
    ("fl", "mark:selected"),
    ("i", "--as positions"),
];

/// A query of blunderDB, with or without its leading `s`, as a query of this library.
///
/// # Errors
/// Which filter has no counterpart, and what to type instead where something comes near.
pub fn translate(tokens: &str) -> Result<String, String> {
    let words = split(tokens)?;
    let mut conditions: Vec<String> = Vec::new();
    let mut alternatives: Vec<(String, Vec<String>)> = Vec::new();
    for (n, word) in words.iter().enumerate() {
        if n == 0 && matches!(word.as_str(), "s" | "ss") {
            continue;
        }
        match condition(word)? {
            Condition::All(text) => conditions.push(text),
            // blunderDB joins repeated filters of one kind by "or".
            Condition::Any(name, texts) => match alternatives.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => known.extend(texts),
                None => alternatives.push((name, texts)),
            },
        }
    }
    for (_, texts) in alternatives {
        conditions.push(if texts.len() > 1 { format!("({})", texts.join(" or ")) } else { texts.concat() });
    }
    Ok(conditions.join(" "))
}

enum Condition {
    All(String),
    Any(String, Vec<String>),
}

/// The words of a query; quotes keep blanks.
fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut quote = None;
    let mut is_open = false;
    for letter in text.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                if !is_open {
                    words.push(String::new());
                    is_open = true;
                }
                if let Some(word) = words.last_mut() {
                    word.push('"');
                }
            }
            None if letter.is_whitespace() => is_open = false,
            _ => {
                if !is_open {
                    words.push(String::new());
                    is_open = true;
                }
                if let Some(word) = words.last_mut() {
                    word.push(letter);
                }
            }
        }
    }
    if quote.is_some() { Err(format!("a quotation mark is not closed in {text}")) } else { Ok(words) }
}

fn condition(word: &str) -> Result<Condition, String> {
    if let Some((_, here)) = FROM_BOARD.iter().find(|(known, _)| *known == word) {
        return Err(format!("{word} takes its value from the board; say what is meant, such as {here}"));
    }
    let all = |text: &str| Ok(Condition::All(text.to_owned()));
    match word {
        "nc" => return all("race"),
        "M" => return Err("M is not needed: positions are seen by who decides".to_owned()),
        "co" => return all("remarked"),
        "xco" => return all("-remarked"),
        _ => {}
    }
    if let Some(phase) = word.strip_prefix("ph:") {
        let here = match phase {
            "opening" | "bearoff" => format!("phase:{phase}"),
            "middlegame" => "phase:middle".to_owned(),
            "race" => "class:race".to_owned(),
            _ => return Err(format!("{phase} is no phase of blunderDB")),
        };
        return Ok(Condition::Any("ph".to_owned(), vec![here]));
    }
    if let Some(dice) = word.strip_prefix("xD") {
        return Ok(Condition::All(format!("-dice:{dice}")));
    }
    if let Some((name, text)) = word.split_once('"') {
        return quoted(name, text.trim_end_matches('"'));
    }
    if let Some(dates) = word.strip_prefix('T') {
        let day = |text: &str| text.replace('/', "-");
        return match (dates.strip_prefix('>'), dates.strip_prefix('<'), dates.split_once(',')) {
            (Some(first), ..) => all(&format!("added:{}..", day(first))),
            (_, Some(last), _) => all(&format!("added:..{}", day(last))),
            (_, _, Some((first, last))) => all(&format!("added:{}..{}", day(first), day(last))),
            _ => Err(format!("{word} needs >, < or two dates")),
        };
    }
    numbers(word)
}

/// A filter with words in quotation marks.
fn quoted(name: &str, text: &str) -> Result<Condition, String> {
    let parts = || text.split([';', ',']).map(str::trim).filter(|part| !part.is_empty());
    match name {
        "t" => Ok(Condition::Any("t".to_owned(), parts().map(|part| format!("remark:\"{part}\"")).collect())),
        "pl" => Ok(Condition::All(format!("player:\"{text}\""))),
        "m" => {
            let mut answers = Vec::new();
            for part in parts() {
                match part.to_lowercase().as_str() {
                    "nd" | "nodouble" => answers.push("answer:nd".to_owned()),
                    "dt" => answers.push("answer:dt".to_owned()),
                    "dp" => answers.push("answer:dp".to_owned()),
                    _ => {
                        return Err(format!(
                            "m with a play has no counterpart; say what {part} does, such as best:hit"
                        ));
                    }
                }
            }
            Ok(Condition::Any("m".to_owned(), answers))
        }
        _ => Err(format!("{name} with a text is no filter of blunderDB")),
    }
}

/// A filter with numbers: `p>30`, `p<30`, `p30,40`, `ma5`.
fn numbers(word: &str) -> Result<Condition, String> {
    let end = word.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(word.len());
    let (name, values) = word.split_at(end);
    let known = NUMBERS.iter().find(|(known, ..)| *known == name);
    let Some((_, field, factor, unit)) = known.filter(|(_, field, ..)| !field.is_empty()) else {
        return Err(match name {
            "z" | "Z" => "checkers in the zone have no field here; draw a pattern instead".to_owned(),
            "bo" | "BO" | "bj" | "BJ" => {
                format!("{name} has no field here; blots counts all blots of a side")
            }
            "b" | "B" => "chances of backgammons have no field here; gammons counts them in".to_owned(),
            "id" | "tn" => {
                format!("{name} numbers things in a file of blunderDB; other numbers are used here")
            }
            _ => format!("{word} is no filter of blunderDB"),
        });
    };
    let number = |text: &str| -> Result<f64, String> {
        let value: f64 = text.parse().map_err(|_| format!("{text} in {word} is no number"))?;
        // Rounding keeps 1000 thousandths one and not 1.0000000000000002.
        Ok((value * factor * 1e6).round() / 1e6)
    };
    let mut text = String::new();
    let mut compare = |sign: &str, value: f64| {
        let sign = match (*factor < 0.0, sign) {
            (true, ">=") => "<=",
            (true, _) => ">=",
            _ => sign,
        };
        let _ = write!(text, "{}{field}{sign}{value}{unit}", if text.is_empty() { "" } else { " " });
    };
    if let Some(least) = values.strip_prefix('>') {
        compare(">=", number(least)?);
    } else if let Some(most) = values.strip_prefix('<') {
        compare("<=", number(most)?);
    } else if let Some((one, other)) = values.split_once(',') {
        let (one, other) = (number(one)?, number(other)?);
        let range = format!("{field}>={}{unit} {field}<={}{unit}", one.min(other), one.max(other));
        return Ok(match name {
            "ma" => Condition::Any("ma".to_owned(), vec![format!("({range})")]),
            _ => Condition::All(range),
        });
    } else if name == "ma" {
        return Ok(Condition::Any("ma".to_owned(), vec![format!("match={}", number(values)?)]));
    } else {
        return Err(format!("{word} needs >, < or two numbers"));
    }
    Ok(Condition::All(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Query;

    #[test]
    fn filters_become_conditions() {
        for (theirs, ours) in [
            ("s p>30 w40,60", "lead<=-30 win>=40% win<=60%"),
            ("s nc P<70", "race pips<=70"),
            ("e>1000", "equity>=1"),
            ("s E>40", "loss>=40"),
            ("s ma2,4 ma23", "((match>=2 match<=4) or match=23)"),
            ("ss ph:race ph:bearoff", "(class:race or phase:bearoff)"),
            ("s xD65 -", ""),
            (
                "s t'blitz;prime time' m\"ND,DT\"",
                "(remark:\"blitz\" or remark:\"prime time\") (answer:nd or answer:dt)",
            ),
            ("pl'Ana Ruiz' T2025/01/01,2025/06/30", "player:\"Ana Ruiz\" added:2025-01-01..2025-06-30"),
            ("G<20 K2,3 co", "their.gammons<=20% their.back>=2 their.back<=3 remarked"),
        ] {
            match translate(theirs) {
                Ok(text) => {
                    assert_eq!(text, ours, "{theirs}");
                    Query::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                }
                Err(error) => assert!(ours.is_empty(), "{theirs}: {error}"),
            }
        }
    }

    #[test]
    fn filters_without_counterpart_are_named() {
        for (word, part) in [
            ("s d", "kind:play"),
            ("s D", "dice:31"),
            ("bo>2", "blots"),
            ("Z1,2", "zone"),
            ("tn1", "numbers things"),
            ("m'6/1*'", "best:hit"),
            ("q>1", "no filter"),
            ("p30", "needs"),
            ("w>many", "no number"),
            ("t'open", "not closed"),
        ] {
            let error = translate(word).unwrap_err();
            assert!(error.contains(part), "{word}: {error}");
        }
    }
}
