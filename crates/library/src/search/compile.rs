// SPDX-License-Identifier: GPL-3.0-or-later
//! From a query to SQL. Conditions on boards are answered in memory and enter as sets of numbers.

use super::ast::{Compare, Expr, Query, QueryValue, Whose};
use super::bitmap::{Bitmap, is_about_boards};
use super::boards::BoardIndex;
use super::dates::DateRange;
use super::fields::{Field, FieldKind, NumberUnit, Source};
use super::names;
use crate::db::Library;
use crate::decision::{Flags, Kind};
use crate::error::{LibraryError, QueryError, Result};
use crate::position::{Action, Actions};
use gnubg_engine::core::Dice;
use rusqlite::Connection;
use rusqlite::types::Value;
use std::rc::Rc;
use std::sync::Arc;

/// Sets of boards up to this size drive the query; larger ones only filter it.
const FEW_BOARDS: usize = 3000;
/// How deep live collections may name each other.
const DEPTH: usize = 8;

/// A value for a statement.
#[derive(Clone, Debug)]
pub(super) enum Param {
    /// One value.
    One(Value),
    /// A list for `rarray`.
    Many(Rc<Vec<Value>>),
}

impl rusqlite::ToSql for Param {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        match self {
            Param::One(value) => value.to_sql(),
            Param::Many(values) => values.to_sql(),
        }
    }
}

/// What a query depends on besides its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Today {
    /// The day since 1970.
    pub(super) day: i64,
}

/// Makes SQL of expressions.
pub(super) struct Compiler<'a> {
    pub(super) connection: &'a Connection,
    pub(super) library: &'a Library,
    pub(super) typed: &'a str,
    pub(super) today: Today,
    pub(super) params: Vec<Param>,
    pub(super) maps: Vec<Bitmap>,
    index: Option<Arc<BoardIndex>>,
    depth: usize,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(connection: &'a Connection, library: &'a Library, typed: &'a str) -> Compiler<'a> {
        let today = Today { day: crate::clock::day_of(library.now()) };
        let (params, maps) = (Vec::new(), Vec::new());
        Compiler { connection, library, typed, today, params, maps, index: None, depth: 0 }
    }

    /// The boards.
    pub(super) fn index(&mut self) -> Result<Arc<BoardIndex>> {
        if let Some(index) = &self.index {
            return Ok(Arc::clone(index));
        }
        let index = self.library.board_index(self.connection)?;
        self.index = Some(Arc::clone(&index));
        Ok(index)
    }

    /// Adds a value and returns its place.
    pub(super) fn value(&mut self, value: impl Into<Value>) -> String {
        self.params.push(Param::One(value.into()));
        format!("?{}", self.params.len())
    }

    /// Adds numbers and returns a list of them.
    pub(super) fn numbers(&mut self, numbers: impl IntoIterator<Item = i64>) -> String {
        let numbers: Vec<i64> = numbers.into_iter().collect();
        if numbers.len() <= 50 {
            let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            return format!("({})", list.join(", "));
        }
        self.params.push(Param::Many(Rc::new(numbers.into_iter().map(Value::Integer).collect())));
        format!("(SELECT value FROM rarray(?{}))", self.params.len())
    }

    /// An error about a text of the query.
    pub(super) fn error(&self, text: &str, message: String, suggestions: Vec<String>) -> LibraryError {
        let start = self.typed.find(text).unwrap_or(0);
        let end = if self.typed[start..].starts_with(text) { start + text.len() } else { self.typed.len() };
        QueryError { start, end, message, suggestions }.into()
    }

    /// The condition of an expression for the row `d` of a decision.
    pub(super) fn decision(&mut self, expr: &Expr) -> Result<String> {
        if is_about_boards(expr) {
            return self.boards(std::slice::from_ref(expr));
        }
        match expr {
            Expr::And(all) => {
                // All conditions on boards are one set.
                let (boards, others): (Vec<Expr>, Vec<Expr>) = all.iter().cloned().partition(is_about_boards);
                let mut parts = Vec::new();
                if !boards.is_empty() {
                    parts.push(self.boards(&boards)?);
                }
                for one in &others {
                    parts.push(self.decision(one)?);
                }
                Ok(format!("({})", parts.join(" AND ")))
            }
            Expr::Or(any) => {
                let parts = any.iter().map(|one| self.decision(one)).collect::<Result<Vec<_>>>()?;
                Ok(format!("({})", parts.join(" OR ")))
            }
            Expr::Not(inner) => Ok(format!("NOT coalesce({}, 0)", self.decision(inner)?)),
            Expr::Text(text) => self.text(text),
            Expr::Term { whose, field, compare, values } => self.term(*whose, *field, *compare, values),
            Expr::Points { .. } | Expr::Board(_) => self.boards(std::slice::from_ref(expr)),
        }
    }

    /// The condition that the board of a decision fits all of these.
    fn boards(&mut self, all: &[Expr]) -> Result<String> {
        let index = self.index()?;
        let whole = if let [one] = all { one.clone() } else { Expr::And(all.to_vec()) };
        let map = Bitmap::of(&index, &whole)
            .ok_or_else(|| LibraryError::Refused("not a condition on boards".to_owned()))?;
        if map.count() <= FEW_BOARDS {
            let list = self.numbers(map.iter());
            return Ok(format!("d.board IN {list}"));
        }
        self.maps.push(map);
        Ok(format!("board_fits({}, d.board)", self.maps.len() - 1))
    }

    fn term(
        &mut self,
        whose: Option<Whose>,
        field: Field,
        compare: Compare,
        values: &[QueryValue],
    ) -> Result<String> {
        let texts: Vec<&str> = values
            .iter()
            .filter_map(|value| if let QueryValue::Text(text) = value { Some(text.as_str()) } else { None })
            .collect();
        let is_not = compare == Compare::IsNot;
        let signed =
            |condition: String| if is_not { format!("NOT coalesce({condition}, 0)") } else { condition };
        if let Some(flag) = flag_of(field) {
            return Ok(format!("d.flags & {} <> 0", flag.0));
        }
        if values.is_empty() {
            return self.flag(field);
        }
        if let Some(column) = column_of(field, whose) {
            let factor = factor_of(field);
            return self.compare(column, factor, compare, values);
        }
        Ok(match field {
            Field::Date => self.dates("d.day", compare, &texts, 1)?,
            Field::Added => {
                let inner = self.dates("added", compare, &texts, crate::clock::DAY_MS)?;
                format!("d.match IN (SELECT id FROM match WHERE {inner})")
            }
            Field::Kind => signed(format!("d.kind IN {}", self.numbers(kinds(&texts)))),
            Field::Dice => signed(format!("d.dice IN {}", self.numbers(rolls(&texts)))),
            Field::Wrong | Field::Did | Field::Best | Field::Missed | Field::Could => {
                let mask = actions(&texts);
                signed(match field {
                    Field::Did => format!("d.did & {mask} <> 0"),
                    Field::Best => format!("d.bests & {mask} <> 0"),
                    Field::Could => format!("d.could & {mask} <> 0"),
                    Field::Missed => format!("(d.loss > 0 AND d.bests & ~d.did & {mask} <> 0)"),
                    _ => format!("(d.loss > 0 AND d.did & ~d.bests & {mask} <> 0)"),
                })
            }
            Field::Play => {
                let plays: Vec<String> = texts
                    .iter()
                    .map(|text| format!("same_play(d.played, {})", self.value((*text).to_owned())))
                    .collect();
                signed(format!("({})", plays.join(" OR ")))
            }
            Field::Answer => signed(format!("d.verdict & 15 IN {}", self.numbers(answers(&texts)))),
            Field::CubeFault => signed(format!("d.verdict >> 4 IN {}", self.numbers(faults(&texts)))),
            Field::Score => self.score(compare, values)?,
            Field::CubeValue => signed(self.cube(values, compare)?),
            Field::Mwc => {
                let condition = self.compare("d.loss * d.scale / 10000000.0", 1000.0, compare, values)?;
                format!("(d.away_me > 0 AND {condition})")
            }
            Field::Length => {
                let inner = self.compare("length", 1.0, compare, values)?;
                format!("d.match IN (SELECT id FROM match WHERE {inner})")
            }
            Field::Batch => {
                let inner = self.compare("batch", 1.0, compare, values)?;
                format!("d.match IN (SELECT id FROM match WHERE {inner})")
            }
            Field::Plies => {
                let inner = self.compare("plies", 1.0, compare, values)?;
                format!("d.ruler IN (SELECT id FROM setup WHERE {inner})")
            }
            _ => signed(self.named(field, compare, &texts)?),
        })
    }

    /// Fields that stand alone and are no bits of a decision.
    fn flag(&mut self, field: Field) -> Result<String> {
        let day = self.today.day;
        Ok(match field {
            Field::Me => {
                let mine = crate::opinions::spellings(self.connection, None)?;
                format!("d.alias IN {}", self.numbers(mine))
            }
            Field::Wrong => "d.loss > 0".to_owned(),
            Field::Right => "d.loss = 0".to_owned(),
            Field::Unanalyzed => "d.loss IS NULL".to_owned(),
            Field::Rollout => "d.ruler IN (SELECT id FROM setup WHERE is_rollout = 1)".to_owned(),
            Field::Dmp => "(d.away_me = 1 AND d.away_op = 1)".to_owned(),
            Field::GammonSave => "(d.away_me = 1 AND d.away_op = 2 AND d.cube = 0)".to_owned(),
            Field::GammonGo => "(d.away_me = 2 AND d.away_op = 1 AND d.cube = 0)".to_owned(),
            Field::Leader => "(d.away_me > 0 AND d.away_me < d.away_op)".to_owned(),
            Field::Trailer => "(d.away_op > 0 AND d.away_me > d.away_op)".to_owned(),
            Field::Remarked => "(d.id IN (SELECT target FROM remark WHERE target_kind = 2)
                OR d.position IN (SELECT target FROM remark WHERE target_kind = 3))"
                .to_owned(),
            Field::Card => "d.position IN (SELECT position FROM card WHERE position IS NOT NULL)".to_owned(),
            Field::Due => format!(
                "d.position IN (SELECT position FROM card WHERE due <= {day} AND is_suspended = 0
                AND coalesce(rests_until, 0) <= {day})"
            ),
            Field::Leech => {
                format!("d.position IN (SELECT position FROM card WHERE lapses >= {})", crate::LEECH_LAPSES)
            }
            Field::Seen => {
                "EXISTS (SELECT 1 FROM decision o WHERE o.position = d.position AND o.match <> d.match)"
                    .to_owned()
            }
            _ => return Err(LibraryError::Refused(format!("{} needs a value", field.name()))),
        })
    }

    fn named(&mut self, field: Field, compare: Compare, texts: &[&str]) -> Result<String> {
        let mut any = Vec::new();
        for text in texts {
            any.push(match field {
                Field::By | Field::Versus | Field::Player => {
                    let found = names::aliases(self.connection, text)?;
                    if found.is_empty() {
                        let near = names::near_players(self.connection, text)?;
                        return Err(self.error(text, format!("no player is called {text}"), near));
                    }
                    let list = self.numbers(found);
                    match field {
                        Field::By => format!("d.alias IN {list}"),
                        Field::Versus => format!("d.versus IN {list}"),
                        _ => format!("(d.alias IN {list} OR d.versus IN {list})"),
                    }
                }
                Field::Event => {
                    let list = names::events(self.connection, text)?;
                    let list = self.numbers(list);
                    format!("d.match IN (SELECT id FROM match WHERE event IN {list})")
                }
                Field::Place => {
                    let place = self.value(names::containing(text));
                    format!("d.match IN (SELECT id FROM match WHERE place LIKE {place} ESCAPE '\\')")
                }
                Field::Ruler => {
                    let list = names::rulers(self.connection, text)?;
                    format!("d.ruler IN {}", self.numbers(list))
                }
                Field::Judged => {
                    let list = names::rulers(self.connection, text)?;
                    let list = self.numbers(list);
                    let besides = format!("SELECT 1 FROM verdict WHERE decision = d.id AND setup IN {list}");
                    format!("(d.ruler IN {list} OR EXISTS ({besides}))")
                }
                Field::Tag => self.tag(text),
                Field::RemarkText => self.remark(text, compare == Compare::Like),
                Field::Mark => {
                    let kinds = ["selected", "star", "doubtful", "bad", "very-bad"];
                    let kind = kinds.iter().position(|one| one == text).unwrap_or(0);
                    format!("d.id IN (SELECT decision FROM mark WHERE kind = {kind})")
                }
                Field::In => self.collection(text)?,
                _ => return Err(LibraryError::Refused(format!("{} cannot be searched", field.name()))),
            });
        }
        Ok(format!("({})", any.join(" OR ")))
    }

    fn tag(&mut self, name: &str) -> String {
        let name = self.value(name.to_owned());
        let of = |kind: i64| {
            format!(
                "(SELECT target FROM tagged JOIN tag ON tag.id = tag WHERE target_kind = {kind} AND name = {name} COLLATE NOCASE)"
            )
        };
        format!("(d.id IN {} OR d.position IN {} OR d.match IN {})", of(2), of(3), of(0))
    }

    fn remark(&mut self, text: &str, is_pattern: bool) -> String {
        let of = |kind: i64, condition: &str| {
            format!("(SELECT target FROM remark WHERE target_kind = {kind} AND {condition})")
        };
        let condition = if is_pattern {
            let pattern = self.value(names::pattern(text));
            format!("text LIKE {pattern} ESCAPE '\\'")
        } else {
            let words = self.value(names::full_text(text));
            format!("id IN (SELECT rowid FROM remark_text WHERE remark_text MATCH {words})")
        };
        format!(
            "(d.id IN {} OR d.position IN {} OR d.match IN {})",
            of(2, &condition),
            of(3, &condition),
            of(0, &condition)
        )
    }

    fn collection(&mut self, name: &str) -> Result<String> {
        let found = names::collections(self.connection, name)?;
        if found.is_empty() {
            return Err(self.error(name, format!("no collection is called {name}"), Vec::new()));
        }
        let mut any = Vec::new();
        for (id, query) in found {
            any.push(match query {
                None => format!("d.position IN (SELECT position FROM collected WHERE collection = {id})"),
                Some(query) => {
                    self.depth += 1;
                    if self.depth > DEPTH {
                        return Err(LibraryError::Refused(
                            "live collections name each other in a circle".to_owned(),
                        ));
                    }
                    let query = Query::parse(&query)?;
                    let condition = match &query.expr {
                        Some(expr) => self.decision(expr)?,
                        None => "1".to_owned(),
                    };
                    self.depth -= 1;
                    condition
                }
            });
        }
        Ok(format!("({})", any.join(" OR ")))
    }

    /// A word that is searched in names, events, places, tags and remarks.
    fn text(&mut self, text: &str) -> Result<String> {
        let aliases = names::aliases_containing(self.connection, text)?;
        let aliases = self.numbers(aliases);
        let events = names::events(self.connection, text)?;
        let events = self.numbers(events);
        let place = self.value(names::containing(text));
        let (tag, remark) = (self.tag(text), self.remark(text, false));
        Ok(format!(
            "(d.alias IN {aliases} OR d.versus IN {aliases}
            OR d.match IN (SELECT id FROM match WHERE event IN {events} OR place LIKE {place} ESCAPE '\\'
                OR round LIKE {place} ESCAPE '\\') OR {tag} OR {remark})"
        ))
    }

    /// A number of a column compared; typed numbers are multiplied by `factor`.
    pub(super) fn compare(
        &mut self,
        column: &str,
        factor: f64,
        compare: Compare,
        values: &[QueryValue],
    ) -> Result<String> {
        let mut any = Vec::new();
        for value in values {
            let scaled = |number: f64| {
                let number = number * factor;
                if number.fract().abs() < 1e-9 {
                    Value::Integer(number.round() as i64)
                } else {
                    Value::Real(number)
                }
            };
            any.push(match (value, compare) {
                (QueryValue::Number(number), Compare::Is | Compare::IsNot | Compare::Like) => {
                    // A typed number stands for all that round to it.
                    let half = if factor > 1.0 { 0.5 } else { 0.0 };
                    let (low, high) = (self.value(scaled(number - half)), self.value(scaled(number + half)));
                    format!("{column} BETWEEN {low} AND {high}")
                }
                (QueryValue::Number(number), other) => {
                    let place = self.value(scaled(*number));
                    format!("{column} {} {place}", other.sign())
                }
                (QueryValue::Range(from, to), _) => {
                    let mut parts = Vec::new();
                    for (sign, end) in [(">=", from), ("<=", to)] {
                        if let Some(end) = end {
                            let place = self.value(scaled(*end));
                            parts.push(format!("{column} {sign} {place}"));
                        }
                    }
                    format!("({})", parts.join(" AND "))
                }
                (QueryValue::Text(_) | QueryValue::Which, _) => {
                    return Err(LibraryError::Refused("a number is missing".to_owned()));
                }
            });
        }
        let condition = format!("({})", any.join(" OR "));
        Ok(if compare == Compare::IsNot { format!("NOT {condition}") } else { condition })
    }

    pub(super) fn dates(
        &mut self,
        column: &str,
        compare: Compare,
        texts: &[&str],
        unit: i64,
    ) -> Result<String> {
        let mut any = Vec::new();
        for text in texts {
            let range = DateRange::parse(text, self.today.day)
                .ok_or_else(|| self.error(text, format!("{text} is no day"), Vec::new()))?;
            let (from, to) = (range.from.map(|day| day * unit), range.to.map(|day| (day + 1) * unit - 1));
            let condition = |from: Option<i64>, to: Option<i64>| {
                let parts = [
                    from.map(|day| format!("{column} >= {day}")),
                    to.map(|day| format!("{column} <= {day}")),
                ];
                format!("({})", parts.into_iter().flatten().collect::<Vec<_>>().join(" AND "))
            };
            any.push(match compare {
                Compare::Is | Compare::Like | Compare::IsNot => condition(from, to),
                Compare::AtLeast => condition(from, None),
                Compare::More => condition(to.map(|day| day + 1), None),
                Compare::AtMost => condition(None, to),
                Compare::Less => condition(None, from.map(|day| day - 1)),
            });
        }
        let condition = format!("({})", any.join(" OR "));
        Ok(if compare == Compare::IsNot { format!("NOT coalesce({condition}, 0)") } else { condition })
    }

    fn score(&mut self, compare: Compare, values: &[QueryValue]) -> Result<String> {
        let [mine, theirs] = values else {
            return Err(LibraryError::Refused("a score is two numbers".to_owned()));
        };
        let is = Compare::Is;
        let mine = self.compare("d.away_me", 1.0, is, std::slice::from_ref(mine))?;
        let theirs = self.compare("d.away_op", 1.0, is, std::slice::from_ref(theirs))?;
        let both = format!("({mine} AND {theirs})");
        Ok(if compare == Compare::IsNot { format!("NOT {both}") } else { both })
    }

    fn cube(&mut self, values: &[QueryValue], compare: Compare) -> Result<String> {
        let mut any = Vec::new();
        for value in values {
            any.push(match value {
                QueryValue::Text(owner) => {
                    let code = match owner.as_str() {
                        "mine" => 1,
                        "theirs" => 2,
                        _ => 0,
                    };
                    format!("d.owner = {code}")
                }
                QueryValue::Number(points) => {
                    let sign = match compare {
                        Compare::AtLeast | Compare::AtMost | Compare::More | Compare::Less => compare.sign(),
                        _ => "=",
                    };
                    format!("d.cube {sign} {}", points.log2().round())
                }
                _ => return Err(LibraryError::Refused("the cube has no range".to_owned())),
            });
        }
        Ok(format!("({})", any.join(" OR ")))
    }
}

fn flag_of(field: Field) -> Option<Flags> {
    let name = field.name();
    let is_flag = field.source() == Source::Decision && matches!(field.kind(), FieldKind::Flag);
    Flags::WORDS.iter().find(|(word, _)| is_flag && *word == name).map(|(_, flag)| *flag)
}

/// The column of a number that needs no more than a comparison.
pub(super) fn column_of(field: Field, whose: Option<Whose>) -> Option<&'static str> {
    let is_theirs = whose == Some(Whose::Their);
    Some(match (field, is_theirs) {
        (Field::Match, _) => "d.match",
        (Field::Game, _) => "(d.game + 1)",
        (Field::Turn, _) => "(d.seq / 2 + 1)",
        (Field::Loss, _) => "d.loss",
        (Field::Difficulty, _) => "d.difficulty",
        (Field::Luck, _) => "d.luck",
        (Field::Engines, _) => "d.spread",
        (Field::Equity, _) => "d.equity",
        (Field::Away, false) => "d.away_me",
        (Field::Away, true) => "d.away_op",
        (Field::Win, false) => "d.win",
        (Field::Win, true) => "(10000 - d.win)",
        (Field::Gammons, false) => "d.gammons",
        (Field::Gammons, true) => "d.lost_gammons",
        _ => return None,
    })
}

/// From typed numbers to those of the database.
pub(super) fn factor_of(field: Field) -> f64 {
    match field.kind() {
        FieldKind::Number(NumberUnit::Thousandths) => 100.0,
        FieldKind::Number(NumberUnit::Percent) => 100.0,
        FieldKind::Number(NumberUnit::Equity) => 100_000.0,
        _ => 1.0,
    }
}

fn kinds(words: &[&str]) -> Vec<i64> {
    let codes = |word: &str| -> Vec<Kind> {
        match word {
            "cube" => vec![Kind::NoDouble, Kind::Double, Kind::Take, Kind::Drop, Kind::Beaver],
            "doubling" => vec![Kind::NoDouble, Kind::Double],
            "answer" => vec![Kind::Take, Kind::Drop, Kind::Beaver],
            other => Kind::ALL.into_iter().filter(|kind| kind.word() == other).collect(),
        }
    };
    words.iter().flat_map(|word| codes(word)).map(|kind| i64::from(kind.code())).collect()
}

fn rolls(words: &[&str]) -> Vec<i64> {
    let fits = |word: &str, dice: Dice| match word.as_bytes() {
        [a, b'x'] => dice.high() == a - b'0' || dice.low() == a - b'0',
        [a, b] => Dice::new(a.wrapping_sub(b'0'), b.wrapping_sub(b'0')) == Ok(dice),
        _ => dice.is_double(),
    };
    let all = Dice::ALL.into_iter().filter(|dice| words.iter().any(|word| fits(word, *dice)));
    all.map(|dice| dice.index() as i64 + 1).collect()
}

fn actions(words: &[&str]) -> u32 {
    let set = Action::ALL.iter().filter(|action| words.contains(&action.word()));
    Actions(set.fold(0, |bits, action| bits | action.bit())).0
}

fn answers(words: &[&str]) -> Vec<i64> {
    let all = crate::assess::CubeAnswer::ALL;
    all.into_iter().filter(|answer| words.contains(&answer.word())).map(|answer| answer as i64).collect()
}

/// The numbers of errors, those of `gnubg_record::judge::CubeError` plus 1.
fn faults(words: &[&str]) -> Vec<i64> {
    let of = |word: &&str| match *word {
        "late" => vec![1, 2],
        "early" => vec![3],
        "toogood" => vec![4],
        "wrongtake" => vec![5],
        _ => vec![6],
    };
    words.iter().flat_map(of).collect()
}
