// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading the comparisons of a query: fields with their values, and checkers on points.

use super::ast::{Compare, Expr, QueryValue, Together, Whose};
use super::dates::DateRange;
use super::fields::{Field, FieldKind, NumberUnit, near_words};
use super::lexer::{Token, TokenKind};
use super::parser::{Parsed, Parser};

impl Parser<'_> {
    /// What could stand after a field.
    pub(super) fn examples(&self, field: Field) -> Vec<String> {
        let name = field.name();
        let words = field.words();
        if !words.is_empty() {
            return words.into_iter().take(5).map(|word| format!("{name}:{word}")).collect();
        }
        match field.kind() {
            FieldKind::Number(_) => vec![format!("{name}>=10"), format!("{name}:5..10")],
            FieldKind::Date => {
                vec![format!("{name}:2026"), format!("{name}:30d"), format!("{name}:2025-03..")]
            }
            FieldKind::Score => vec![format!("{name}:2,4")],
            _ => vec![format!("{name}:\"…\"")],
        }
    }

    pub(super) fn comparison(&mut self, whose: Option<Whose>, field: Field) -> Parsed<Option<Expr>> {
        let Some(Token { kind: TokenKind::Operator(sign), .. }) = self.next() else {
            self.at -= 1;
            return self.error("a comparison is missing", Vec::new());
        };
        let mut compare = Compare::of_sign(sign).unwrap_or(Compare::Is);
        if field == Field::Engines && self.is_word("disagree") {
            self.at += 1;
            if let Some(Token { kind: TokenKind::Operator(sign), .. }) = self.peek().cloned() {
                self.at += 1;
                compare = Compare::of_sign(sign).unwrap_or(Compare::Is);
            } else {
                let values = vec![QueryValue::Number(1.0)];
                return Ok(Some(Expr::Term { whose, field, compare: Compare::AtLeast, values }));
            }
        }
        if self.is_sign('?') {
            self.at += 1;
            self.query.which = Some((whose, field));
            return Ok(None);
        }
        let is_ordered = matches!(field.kind(), FieldKind::Number(_) | FieldKind::Date);
        let is_order = matches!(compare, Compare::AtLeast | Compare::AtMost | Compare::More | Compare::Less);
        if is_order && !is_ordered && field != Field::CubeValue {
            self.at -= 1;
            return self
                .error(format!("{} is not a number; use : or !=", field.name()), self.examples(field));
        }
        let mut values = vec![self.value(field)?];
        while self.is_sign(',') && !self.peek().is_some_and(|token| token.is_apart) {
            self.at += 1;
            values.push(self.value(field)?);
        }
        if matches!(field.kind(), FieldKind::Score) && values.len() != 2 {
            self.at -= 1;
            return self
                .error("a score is two numbers: my points away, theirs", vec!["score:2,4".to_owned()]);
        }
        Ok(Some(Expr::Term { whose, field, compare, values }))
    }

    fn value(&mut self, field: Field) -> Parsed<QueryValue> {
        match field.kind() {
            FieldKind::Number(unit) => self.number_or_range(field, Some(unit)),
            FieldKind::Score => self.number_or_range(field, None),
            FieldKind::Date => {
                let start = self.at;
                let text = self.date_text();
                if DateRange::parse(&text, 0).is_none() {
                    self.at = start;
                    let examples = self.examples(field);
                    return self.error(
                        "this is no day; write 2026, 2026-03, 2026-03-05, 30d, 2w, 6m or 1y",
                        examples,
                    );
                }
                Ok(QueryValue::Text(text))
            }
            FieldKind::Words(words) => {
                let word = self.text("a word")?;
                let known = words();
                match known.iter().find(|known| known.eq_ignore_ascii_case(&word)) {
                    Some(known) => Ok(QueryValue::Text((*known).to_owned())),
                    None => {
                        self.at -= 1;
                        let near = near_words(&word, known.iter().copied());
                        let near = if near.is_empty() {
                            known.iter().map(|one| (*one).to_owned()).collect()
                        } else {
                            near
                        };
                        self.error(format!("{word} is no value of {}", field.name()), near)
                    }
                }
            }
            FieldKind::Dice => {
                let word = self.text("a roll")?;
                if is_dice(&word) {
                    return Ok(QueryValue::Text(word.to_lowercase()));
                }
                self.at -= 1;
                self.error("this is no roll", vec!["31".to_owned(), "double".to_owned(), "6x".to_owned()])
            }
            FieldKind::Cube => {
                let word = self.text("the value of a cube or its owner")?;
                let is_owner = ["mine", "theirs", "center"].contains(&word.as_str());
                match word.parse::<u32>() {
                    Ok(value) if value.is_power_of_two() && value <= 4096 => {
                        Ok(QueryValue::Number(f64::from(value)))
                    }
                    _ if is_owner => Ok(QueryValue::Text(word)),
                    _ => {
                        self.at -= 1;
                        self.error(
                            "the cube is 1, 2, 4, …, mine, theirs or center",
                            vec!["2".to_owned(), "mine".to_owned()],
                        )
                    }
                }
            }
            FieldKind::Text | FieldKind::Flag => self.text("a text").map(QueryValue::Text),
        }
    }

    pub(super) fn text(&mut self, what: &str) -> Parsed<String> {
        match self.peek().cloned() {
            Some(Token { kind: TokenKind::Word(text) | TokenKind::Quoted(text), .. }) => {
                self.at += 1;
                let mut text = text;
                // Patterns hold signs, as in remark~prime*.
                while let Some(Token { kind: TokenKind::Sign(sign @ ('*' | '?')), is_apart: false, .. }) =
                    self.peek()
                {
                    text.push(*sign);
                    self.at += 1;
                    if let Some(Token { kind: TokenKind::Word(more), is_apart: false, .. }) =
                        self.peek().cloned()
                    {
                        text.push_str(&more);
                        self.at += 1;
                    }
                }
                Ok(text)
            }
            Some(Token { kind: TokenKind::Sign('*'), .. }) => {
                self.at += 1;
                let rest = self.text(what).unwrap_or_default();
                Ok(format!("*{rest}"))
            }
            _ => self.error(format!("{what} is missing"), Vec::new()),
        }
    }

    fn date_text(&mut self) -> String {
        let mut text = String::new();
        if let Some(Token { kind: TokenKind::Word(word), .. }) = self.peek().cloned() {
            text.push_str(&word);
            self.at += 1;
        }
        if self.peek().is_some_and(|token| token.kind == TokenKind::Range && !token.is_apart)
            || text.is_empty()
        {
            text.push_str("..");
            self.at += 1;
            if let Some(Token { kind: TokenKind::Word(word), is_apart: false, .. }) = self.peek().cloned() {
                text.push_str(&word);
                self.at += 1;
            }
        }
        text
    }

    fn number_or_range(&mut self, field: Field, unit: Option<NumberUnit>) -> Parsed<QueryValue> {
        let from = match self.peek().map(|token| token.kind.clone()) {
            Some(TokenKind::Range) => None,
            _ => Some(self.number(field, unit)?),
        };
        if !self
            .peek()
            .is_some_and(|token| token.kind == TokenKind::Range && !(token.is_apart && from.is_some()))
        {
            return Ok(QueryValue::Number(from.unwrap_or(0.0)));
        }
        self.at += 1;
        let follows =
            self.peek().is_some_and(|token| !token.is_apart && matches!(token.kind, TokenKind::Word(_)));
        let to = if follows { Some(self.number(field, unit)?) } else { None };
        if from.is_none() && to.is_none() {
            return self.error("a number is missing", Vec::new());
        }
        Ok(QueryValue::Range(from, to))
    }

    /// A number in the field's unit. `bad`, `doubtful` and `verybad` stand for the limits of losses.
    fn number(&mut self, field: Field, unit: Option<NumberUnit>) -> Parsed<f64> {
        let word = self.text("a number")?;
        let limits = [("doubtful", 30.0), ("bad", 60.0), ("verybad", 120.0), ("very-bad", 120.0)];
        if field == Field::Loss
            && let Some((_, value)) = limits.iter().find(|(name, _)| *name == word)
        {
            return Ok(*value);
        }
        let split = word
            .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-' || c == '+'))
            .unwrap_or(word.len());
        let (digits, suffix) = word.split_at(split);
        let fits = matches!(
            (suffix, unit),
            ("", _)
                | ("th", Some(NumberUnit::Thousandths))
                | ("%", Some(NumberUnit::Percent))
                | ("pips" | "p", Some(NumberUnit::Pips))
        );
        match digits.parse::<f64>() {
            Ok(value) if fits && value.is_finite() => Ok(value),
            _ => {
                self.at -= 1;
                let unit = match unit {
                    Some(NumberUnit::Thousandths) => " in thousandths",
                    Some(NumberUnit::Percent) => " in percent",
                    Some(NumberUnit::Pips) => " of pips",
                    _ => "",
                };
                self.error(format!("{} is compared with a number{unit}", field.name()), self.examples(field))
            }
        }
    }

    pub(super) fn count(&mut self, what: &str) -> Parsed<u32> {
        let number = match self.peek().map(|token| &token.kind) {
            Some(TokenKind::Word(word)) => word.parse().ok(),
            _ => None,
        };
        match number {
            Some(n) => {
                self.at += 1;
                Ok(n)
            }
            None => self.error(format!("{what} is missing"), Vec::new()),
        }
    }

    /// `me[20,21]>=2 in any`.
    pub(super) fn points(&mut self, word: &str) -> Parsed<Expr> {
        let whose = match word {
            "me" | "my" | "i" => Whose::My,
            "they" | "their" | "them" => Whose::Their,
            _ => return self.error(format!("{word} is no side"), vec!["me".to_owned(), "they".to_owned()]),
        };
        self.at += 2;
        let mut places = Vec::new();
        loop {
            places.extend(self.places()?);
            if self.is_sign(',') {
                self.at += 1;
                continue;
            }
            break;
        }
        if !self.is_sign(']') {
            return self.error("the closing bracket is missing", vec!["]".to_owned()]);
        }
        self.at += 1;
        places.sort_unstable();
        places.dedup();
        let Some(Token { kind: TokenKind::Operator(sign), .. }) = self.peek().cloned() else {
            return self.error("a number of checkers is missing", vec![">=2".to_owned(), "=0".to_owned()]);
        };
        self.at += 1;
        let count = self.count("a number of checkers")?;
        let mut together = Together::All;
        if self.is_word("in") {
            let word = self.tokens.get(self.at + 1).map(|token| token.kind.clone());
            let number = |word: &str| word.parse().ok().filter(|n: &u8| *n > 0);
            together = match word {
                Some(TokenKind::Word(word)) if let Some(n) = number(&word) => {
                    Together::at_least(n, places.len())
                }
                Some(TokenKind::Word(word)) if word == "any" => Together::Any,
                Some(TokenKind::Word(word)) if word == "all" => Together::All,
                Some(TokenKind::Word(word)) if word == "sum" => Together::Sum,
                _ => {
                    self.at += 1;
                    return self.error(
                        "several places count in any, in all, in sum or in so many of them, such as in 2",
                        vec!["any".to_owned(), "all".to_owned(), "sum".to_owned()],
                    );
                }
            };
            self.at += 2;
        }
        let compare = Compare::of_sign(sign).unwrap_or(Compare::Is);
        Ok(Expr::Points { whose, places, compare, count: u8::try_from(count).unwrap_or(u8::MAX), together })
    }

    /// One place, a range, or a word for several.
    fn places(&mut self) -> Parsed<Vec<u8>> {
        let word = self.text("a point")?;
        let number = |word: &str| match word {
            "bar" => Some(25),
            "off" => Some(0),
            _ => word.parse::<u8>().ok().filter(|n| (1..=24).contains(n)),
        };
        let of_word = match word.as_str() {
            "home" => Some((1, 6)),
            "outer" => Some((7, 12)),
            _ => number(&word).map(|n| (n, n)),
        };
        let Some((from, mut to)) = of_word else {
            self.at -= 1;
            return self.error(
                "places are 1 to 24, bar, off, home and outer",
                vec!["20".to_owned(), "bar".to_owned()],
            );
        };
        if self.peek().is_some_and(|token| token.kind == TokenKind::Range) {
            self.at += 1;
            let word = self.text("a point")?;
            match number(&word).filter(|n| *n >= from) {
                Some(n) => to = n,
                None => {
                    self.at -= 1;
                    return self.error("a range of points goes up", Vec::new());
                }
            }
        }
        Ok((from..=to).collect())
    }
}

fn is_dice(text: &str) -> bool {
    let letters: Vec<char> = text.to_lowercase().chars().collect();
    match letters[..] {
        [a, b] => ('1'..='6').contains(&a) && (('1'..='6').contains(&b) || b == 'x'),
        _ => text == "double" || text == "doubles",
    }
}
