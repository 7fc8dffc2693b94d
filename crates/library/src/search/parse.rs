// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading a query.

use super::ast::{Compare, Expr, Near, Order, Query, QueryValue, Whose};
use super::fields::{Field, FieldKind, near_words};
use super::lexer::{Token, TokenKind, tokens};
use super::parser::{Parsed, Parser};
use crate::error::QueryError;
use gnubg_engine::core::{Board, MatchState};
use std::ops::Range;

/// Pips within which positions are near if no number is given.
const NEAR: u32 = 12;

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// The first word that cannot be understood, with what could stand there.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        let tokens = tokens(text)?;
        let mut parser = Parser { text, tokens, at: 0, query: Query::default() };
        parser.query()
    }
}

/// The conditions of a query that must all hold, where they stand in its text: what a filter shows one by one. A choice by
/// `or` is one condition. Nothing if the query cannot be understood.
#[must_use]
pub fn conditions(text: &str) -> Vec<Range<usize>> {
    conditions_or_choice(text).0
}

/// Whether the conditions of a query are one choice by `or`.
pub(super) fn is_choice(text: &str) -> bool {
    conditions_or_choice(text).1
}

fn conditions_or_choice(text: &str) -> (Vec<Range<usize>>, bool) {
    let nothing = (Vec::new(), false);
    let Ok(tokens) = tokens(text) else { return nothing };
    if Query::parse(text).is_err() {
        return nothing;
    }
    let mut parser = Parser { text, tokens, at: 0, query: Query::default() };
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_choice = false;
    while let Some(token) = parser.peek().filter(|token| token.kind != TokenKind::Sign('|')) {
        let start = token.start;
        let is_word = |word: &str| parser.is_word(word);
        if is_word("or") || is_word("and") && !found.is_empty() {
            is_choice |= is_word("or");
            parser.at += 1;
        } else if parser.negated().is_ok() {
            found.push(start..parser.tokens[parser.at - 1].end);
        } else {
            return nothing;
        }
    }
    if is_choice && let Some(end) = found.last().map(|last| last.end) {
        found.truncate(1);
        found[0].end = end;
    }
    (found, is_choice)
}

/// A query without one of its conditions; order and limit stay.
#[must_use]
pub fn without(text: &str, n: usize) -> String {
    let all = conditions(text);
    let rest = all.last().map_or("", |last| text[last.end..].trim());
    let kept = all.iter().enumerate().filter(|(k, _)| *k != n).map(|(_, range)| &text[range.clone()]);
    let mut kept: Vec<&str> = kept.collect();
    kept.extend((!rest.is_empty()).then_some(rest));
    kept.join(" ")
}

impl Parser<'_> {
    fn query(&mut self) -> Parsed<Query> {
        if self.peek().is_some_and(|token| token.kind != TokenKind::Sign('|')) {
            self.query.expr = self.any_of()?;
        }
        if self.is_sign('|') {
            self.at += 1;
            self.orders()?;
        }
        match self.peek() {
            None => Ok(std::mem::take(&mut self.query)),
            Some(token) if token.kind == TokenKind::Sign(')') => {
                self.error("this parenthesis was not opened", Vec::new())
            }
            Some(_) => self.error("nothing can stand here any more", Vec::new()),
        }
    }

    /// What comes after the bar: orders, a limit.
    fn orders(&mut self) -> Parsed<()> {
        while let Some(token) = self.peek().cloned() {
            if self.is_word("sort") {
                self.at += 1;
                let field = self.sort_field()?;
                let is_descending = self.is_word("desc");
                self.at += usize::from(is_descending || self.is_word("asc"));
                self.query.order.push(Order { field, is_descending });
            } else if self.is_word("limit") {
                self.at += 1;
                let n = self.count("a number of results")?;
                self.query.limit = Some(n as usize);
            } else if token.kind == TokenKind::Sign(',') {
                self.at += 1;
            } else if self.is_word("near") {
                self.at += 1;
                self.near()?;
            } else {
                return self.error(
                    "after the bar come sort FIELD, limit NUMBER",
                    vec!["sort loss desc".to_owned(), "limit 50".to_owned()],
                );
            }
        }
        Ok(())
    }

    fn sort_field(&mut self) -> Parsed<Field> {
        let Some(Token { kind: TokenKind::Word(word), .. }) = self.peek().cloned() else {
            return self.error("name a field to sort by", vec!["loss".to_owned(), "date".to_owned()]);
        };
        match Field::named(&word).filter(|field| !matches!(field.kind(), FieldKind::Flag)) {
            Some(field) => {
                self.at += 1;
                Ok(field)
            }
            None => {
                let known = Field::ALL
                    .iter()
                    .filter(|field| !matches!(field.kind(), FieldKind::Flag))
                    .map(|field| field.name());
                self.error(format!("{word} is no field to sort by"), near_words(&word, known))
            }
        }
    }

    fn any_of(&mut self) -> Parsed<Option<Expr>> {
        let mut any: Vec<Expr> = self.all_of()?.into_iter().collect();
        while self.is_word("or") {
            self.at += 1;
            match self.all_of()? {
                Some(one) => any.push(one),
                None => return self.error("a condition is missing after or", Vec::new()),
            }
        }
        Ok(if any.len() > 1 { Some(Expr::Or(any)) } else { any.pop() })
    }

    fn all_of(&mut self) -> Parsed<Option<Expr>> {
        let mut all = Vec::new();
        while let Some(token) = self.peek() {
            match &token.kind {
                TokenKind::Sign(')' | '|') => break,
                TokenKind::Word(word) if word.eq_ignore_ascii_case("or") => break,
                TokenKind::Word(word) if word.eq_ignore_ascii_case("and") && !all.is_empty() => self.at += 1,
                _ => all.extend(self.negated()?),
            }
        }
        Ok(if all.len() > 1 { Some(Expr::And(all)) } else { all.pop() })
    }

    fn negated(&mut self) -> Parsed<Option<Expr>> {
        if self.is_word("not") || self.is_sign('-') {
            self.at += 1;
            return match self.negated()? {
                Some(inner) => Ok(Some(Expr::Not(Box::new(inner)))),
                None => self.error("a condition is missing after not", Vec::new()),
            };
        }
        self.atom()
    }

    fn atom(&mut self) -> Parsed<Option<Expr>> {
        let Some(token) = self.peek().cloned() else {
            return self.error("a condition is missing", Vec::new());
        };
        match token.kind {
            TokenKind::Sign('(') => {
                self.at += 1;
                let inner = self.any_of()?;
                if !self.is_sign(')') {
                    return self.error("the closing parenthesis is missing", vec![")".to_owned()]);
                }
                self.at += 1;
                Ok(inner)
            }
            TokenKind::Quoted(text) => {
                self.at += 1;
                Ok(Some(Expr::Text(text)))
            }
            TokenKind::Word(word) => self.word(&word),
            _ => self.error("a condition cannot begin with this", Vec::new()),
        }
    }

    fn word(&mut self, word: &str) -> Parsed<Option<Expr>> {
        // An operator may stand apart; a bracket that does is no list of points.
        let is_operator = |token: &&Token| !token.is_apart || matches!(token.kind, TokenKind::Operator(_));
        let follows = self.tokens.get(self.at + 1).filter(is_operator).map(|token| token.kind.clone());
        let lower = word.to_lowercase();
        if let Some(TokenKind::Sign('[')) = follows {
            return self.points(&lower).map(Some);
        }
        if lower == "near" && !matches!(follows, Some(TokenKind::Operator(":"))) {
            self.at += 1;
            self.near()?;
            return Ok(None);
        }
        let is_compared = matches!(follows, Some(TokenKind::Operator(_)));
        if !is_compared {
            return self.lone(word, &lower).map(Some);
        }
        if lower == "board" || lower == "xgid" {
            self.at += 2;
            return self.board().map(|board| Some(Expr::Board(Box::new(board))));
        }
        let (whose, name) = match lower.split_once('.') {
            Some(("my" | "me" | "own", name)) => (Some(Whose::My), name),
            Some(("their" | "they" | "his" | "opp", name)) => (Some(Whose::Their), name),
            _ => (None, lower.as_str()),
        };
        let Some(field) = Field::named(name) else {
            let known = Field::ALL.iter().map(|field| field.name()).chain(["board", "near"]);
            return self.error(format!("{word} is no field"), near_words(name, known));
        };
        if whose.is_some() && !field.has_sides() {
            return self.error(format!("{name} is not counted for each side"), vec![name.to_owned()]);
        }
        if matches!(field.kind(), FieldKind::Flag) {
            return self.error(format!("{name} takes no value"), vec![name.to_owned(), format!("-{name}")]);
        }
        self.at += 1;
        self.comparison(whose, field)
    }

    /// A word without a comparison: a flag, a short form, or text.
    fn lone(&mut self, word: &str, lower: &str) -> Parsed<Expr> {
        let term = |field, values| Expr::Term { whose: None, field, compare: Compare::Is, values };
        if let Some(field) = Field::named(lower).filter(|field| field.is_flag()) {
            self.at += 1;
            return Ok(term(field, Vec::new()));
        }
        if let Some((field, value)) = Field::short(lower) {
            self.at += 1;
            return Ok(match field.kind() {
                FieldKind::Flag => Expr::Not(Box::new(term(field, Vec::new()))),
                _ => term(field, vec![QueryValue::Text(value.to_owned())]),
            });
        }
        if let Some(field) = Field::named(lower) {
            return self.error(format!("{lower} needs a value"), self.examples(field));
        }
        self.at += 1;
        Ok(Expr::Text(word.to_owned()))
    }

    /// `near this < 14 *`.
    fn near(&mut self) -> Parsed<()> {
        let start = self.at;
        let typed = self.text("this, a position or an identifier")?;
        let board = match typed.as_str() {
            "this" => None,
            id => match board_of(id) {
                Some(board) => Some(Box::new(board)),
                None if is_number_of_position(id) => None,
                None => {
                    self.at = start;
                    return self.error(
                        "near needs this, p12, d12, a position ID or an XGID",
                        vec!["this".to_owned()],
                    );
                }
            },
        };
        let mut within = NEAR;
        if let Some(Token { kind: TokenKind::Operator("<" | "<="), .. }) = self.peek() {
            self.at += 1;
            within = self.count("a number of pips")?;
        }
        let is_wide = self.is_sign('*');
        self.at += usize::from(is_wide);
        self.query.near = Some(Near { board, typed, within, is_wide });
        Ok(())
    }

    fn board(&mut self) -> Parsed<Board> {
        // An XGID has colons of its own.
        let start = self.at;
        let mut text = String::new();
        while let Some(token) = self.peek().filter(|token| self.at == start || !token.is_apart) {
            text.push_str(&self.text[token.start..token.end]);
            self.at += 1;
        }
        let text = text.trim_matches('"');
        match board_of(text) {
            Some(board) => Ok(board),
            None => {
                self.at = start;
                self.error("this is no position ID and no XGID", Vec::new())
            }
        }
    }
}

/// The board of a position ID, with or without a match ID, or of an XGID, seen by the player on roll.
#[must_use]
pub fn board_of(text: &str) -> Option<Board> {
    let text = text.trim();
    if text.starts_with("XGID=") || text.matches(':').count() > 4 {
        return MatchState::from_xgid(text).ok().map(|state| state.board);
    }
    Board::from_position_id(text.split(':').next()?).ok()
}

fn is_number_of_position(text: &str) -> bool {
    text.strip_prefix(['p', 'd'])
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        conditions(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn conditions_are_shown_as_they_were_typed_and_taken_away_one_by_one() {
        let text = "me missed:hit loss>=80 | sort loss desc";
        assert_eq!(parts(text), ["me", "missed:hit", "loss>=80"]);
        assert_eq!(without(text, 1), "me loss>=80 | sort loss desc");
        assert_eq!(without("me", 0), "");
        let structure = "-race and (kind:take or kind:drop) they[20,21]>=2";
        assert_eq!(parts(structure), ["-race", "(kind:take or kind:drop)", "they[20,21]>=2"]);
        assert_eq!(without("me and loss>=80", 0), "loss>=80");
        assert_eq!(parts("by:\"Ann or Ben\" money"), ["by:\"Ann or Ben\"", "money"]);
        // A choice is one condition.
        assert_eq!(parts("me loss>=80 or crawford"), ["me loss>=80 or crawford"]);
        assert!(parts("losss>80").is_empty());
        for text in ["me missed:hit loss>=80", "not crawford my.away:2..4 date:2025.."] {
            for n in 0..parts(text).len() {
                assert!(Query::parse(&without(text, n)).is_ok());
            }
        }
    }

    fn again(text: &str) -> String {
        Query::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
    }

    #[test]
    fn queries_are_written_as_they_are_read() {
        for text in [
            "me missed:hit loss>=80 phase:opening date:1y",
            "kind:take wrong my.away:2 their.away:4",
            "they[20,21]>=2 my.prime>=4 -class:race",
            "has:backgame gammons>=35% | sort loss desc",
            "plan:holding near this < 14",
            "score:2,4 or (money cube:2)",
            "by:\"Ana Ruiz\",Bo -vs:Cy",
            r#"by:"Bo \"Rock\" Li" "a \\ b""#,
            "lead:-30..-10 win:60%..75% date:2025-03..",
            "dice:31,double,6x Istanbul",
            "they[19,20,21,22,23,24]>=2 in any me[bar]=0",
            "me[4,6,7]>=2 in 2",
            "remark~prime* tag:timing remarked",
            "| sort date desc sort loss limit 20",
            "near 4HPwATDgc/ABMA < 8*",
            "not me[6]>=2 -(did:hit or missed:hit)",
        ] {
            assert_eq!(again(text), text);
            assert_eq!(again(&again(text)), text);
        }
        for (text, canonical) in [
            ("Me AND loss:bad", "me loss:60"),
            ("they[home]>=2 in any", "they[1,2,3,4,5,6]>=2 in any"),
            ("kind = play", "kind:play"),
            ("race", "class:race"),
            ("loss>=80th", "loss>=80"),
            ("engines:disagree>=30", "engines>=30"),
        ] {
            assert_eq!(again(text), canonical, "{text}");
        }
        assert_eq!(Query::parse("plan:?").unwrap().which, Some((None, Field::Plan)));
        assert_eq!(Query::parse("").unwrap(), Query::default());
    }

    #[test]
    fn errors_mark_the_word_and_suggest() {
        let error = |text: &str| {
            let error = Query::parse(text).unwrap_err();
            (text[error.start..error.end].to_owned(), error.message, error.suggestions)
        };
        let (word, message, suggestions) = error("me los>=80");
        assert_eq!((word.as_str(), message.as_str()), ("los", "los is no field"));
        assert!(suggestions.contains(&"loss".to_owned()), "{suggestions:?}");
        let (word, _, suggestions) = error("missed:hitt");
        assert_eq!((word.as_str(), suggestions[0].as_str()), ("hitt", "hit"));
        assert_eq!(error("loss>=many").0, "many");
        assert_eq!(error("score:3").0, "3");
        assert_eq!(error("(me").1, "the closing parenthesis is missing");
        assert_eq!(error("me)").0, ")");
        assert_eq!(error("me[30]>=2").0, "30");
        assert_eq!(error("forced:1").2[0], "forced");
        assert_eq!(error("their.phase:opening").0, "their.phase");
        assert_eq!(error("kind>=play").0, ">=");
        assert_eq!(error("date:someday").0, "someday");
        assert_eq!(error("me or").1, "a condition is missing after or");
        assert_eq!(error("me | order loss").0, "order");
    }

    #[test]
    fn boards_are_read_from_identifiers() {
        let text = "board:XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:3 me";
        let query = Query::parse(text).unwrap();
        assert_eq!(query.to_string(), "board:4HPwATDgc/ABMA me");
    }
}
