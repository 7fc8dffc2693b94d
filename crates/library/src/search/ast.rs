// SPDX-License-Identifier: GPL-3.0-or-later
//! What a query means, and writing it as text again.

use super::fields::{Field, FieldKind};
use gnubg_engine::core::Board;
use std::fmt;

/// Whose: the player who decides, or the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// The player who decides.
    My,
    /// The opponent.
    Their,
}

/// How a value is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Equal, or one of several.
    Is,
    /// None of several.
    IsNot,
    /// At least.
    AtLeast,
    /// At most.
    AtMost,
    /// More than.
    More,
    /// Less than.
    Less,
    /// Fits a pattern.
    Like,
}

impl Compare {
    const SIGNS: [(Compare, &'static str); 7] = [
        (Compare::Is, ":"),
        (Compare::IsNot, "!="),
        (Compare::AtLeast, ">="),
        (Compare::AtMost, "<="),
        (Compare::More, ">"),
        (Compare::Less, "<"),
        (Compare::Like, "~"),
    ];

    /// The comparison of a sign; `=` means the same as `:`.
    #[must_use]
    pub fn of_sign(sign: &str) -> Option<Compare> {
        let sign = if sign == "=" { ":" } else { sign };
        Compare::SIGNS.iter().find(|(_, known)| *known == sign).map(|(compare, _)| *compare)
    }

    /// The sign.
    #[must_use]
    pub fn sign(self) -> &'static str {
        Compare::SIGNS.iter().find(|(compare, _)| *compare == self).map_or(":", |(_, sign)| sign)
    }

    /// Whether two numbers compare so.
    #[must_use]
    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Compare::Is | Compare::Like => a == b,
            Compare::IsNot => a != b,
            Compare::AtLeast => a >= b,
            Compare::AtMost => a <= b,
            Compare::More => a > b,
            Compare::Less => a < b,
        }
    }
}

/// A value as typed, with the numbers that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryValue {
    /// A word or a text.
    Text(String),
    /// A number in the field's unit.
    Number(f64),
    /// From and to, either may be open.
    Range(Option<f64>, Option<f64>),
    /// `?`: which values occur.
    Which,
}

/// How several places count together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Together {
    /// On at least one of them.
    Any,
    /// On at least so many of them, more than one and not all.
    AtLeast(u8),
    /// On each of them.
    All,
    /// On all of them in sum.
    Sum,
}

impl Together {
    /// On at least `n` of `places` places.
    #[must_use]
    pub fn at_least(n: u8, places: usize) -> Together {
        match n {
            0 | 1 => Together::Any,
            n if usize::from(n) >= places => Together::All,
            n => Together::AtLeast(n),
        }
    }

    /// How many of `places` places must not fit if it is not so.
    pub(super) fn opposite(self, places: usize) -> Together {
        match self {
            Together::Any => Together::All,
            Together::All => Together::Any,
            Together::Sum => Together::Sum,
            Together::AtLeast(n) => Together::at_least((places as u8).saturating_sub(n) + 1, places),
        }
    }
}

/// What a query asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// All of these.
    And(Vec<Expr>),
    /// At least one of these.
    Or(Vec<Expr>),
    /// Not this.
    Not(Box<Expr>),
    /// A field compared with values.
    Term {
        /// Whose, for fields that both sides have.
        whose: Option<Whose>,
        /// The field.
        field: Field,
        /// How it is compared.
        compare: Compare,
        /// With what; several mean one of them.
        values: Vec<QueryValue>,
    },
    /// Checkers on places. Places are numbered by the player who decides: 1 to 24, 25 bar, 0 off.
    Points {
        /// Whose checkers.
        whose: Whose,
        /// The places.
        places: Vec<u8>,
        /// How the count is compared.
        compare: Compare,
        /// The count.
        count: u8,
        /// How several places count together.
        together: Together,
    },
    /// Words that are searched in names, events, remarks and tags.
    Text(String),
    /// Exactly this board, seen by the player who decides.
    Board(Box<Board>),
}

/// The order of results.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The field.
    pub field: Field,
    /// Whether the greatest comes first.
    pub is_descending: bool,
}

/// Positions near one.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// The board that is compared, seen by the player who decides; `None` for the present one.
    pub board: Option<Box<Board>>,
    /// What was typed for it.
    pub typed: String,
    /// Pips that may be missing.
    pub within: u32,
    /// Whether other kinds of decisions and the same game are allowed.
    pub is_wide: bool,
}

impl Near {
    /// Whether it is the decision shown that others are compared with.
    #[must_use]
    pub fn is_this(&self) -> bool {
        self.board.is_none() && self.typed == "this"
    }
}

/// A query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// What is asked for; `None` for everything.
    pub expr: Option<Expr>,
    /// The orders, the most important first.
    pub order: Vec<Order>,
    /// Most results.
    pub limit: Option<usize>,
    /// Only near this, the nearest first.
    pub near: Option<Near>,
    /// The field whose values are asked for.
    pub which: Option<(Option<Whose>, Field)>,
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match &self.expr {
            Some(Expr::And(all)) => parts.extend(all.iter().map(|one| one.text(true))),
            Some(other) => parts.push(other.text(false)),
            None => {}
        }
        if let Some((whose, field)) = &self.which {
            parts.push(format!("{}{}:?", prefix(*whose), field.name()));
        }
        if let Some(near) = &self.near {
            let star = if near.is_wide { "*" } else { "" };
            parts.push(format!("near {} < {}{star}", near.typed, near.within));
        }
        let mut tail: Vec<String> = Vec::new();
        for order in &self.order {
            let desc = if order.is_descending { " desc" } else { "" };
            tail.push(format!("sort {}{desc}", order.field.name()));
        }
        tail.extend(self.limit.map(|limit| format!("limit {limit}")));
        let tail = if tail.is_empty() { String::new() } else { format!(" | {}", tail.join(" ")) };
        f.write_str(format!("{}{tail}", parts.join(" ")).trim_start())
    }
}

fn prefix(whose: Option<Whose>) -> &'static str {
    match whose {
        Some(Whose::Their) => "their.",
        Some(Whose::My) => "my.",
        None => "",
    }
}

impl Expr {
    /// The expression as text; `is_inner` puts parentheses around what would be read differently among others.
    #[must_use]
    pub fn text(&self, is_inner: bool) -> String {
        match self {
            Expr::And(all) => {
                let text = all.iter().map(|one| one.text(true)).collect::<Vec<_>>().join(" ");
                if is_inner { format!("({text})") } else { text }
            }
            Expr::Or(any) => {
                let text = any.iter().map(|one| one.text(true)).collect::<Vec<_>>().join(" or ");
                if is_inner { format!("({text})") } else { text }
            }
            Expr::Not(inner) => match &**inner {
                Expr::Points { .. } | Expr::Text(_) | Expr::Board(_) => format!("not {}", inner.text(true)),
                _ => format!("-{}", inner.text(true)),
            },
            Expr::Term { whose, field, compare, values } => {
                if field.is_flag() && values.is_empty() {
                    return field.name().to_owned();
                }
                let values: Vec<String> = values.iter().map(|value| value.text(*field)).collect();
                format!("{}{}{}{}", prefix(*whose), field.name(), compare.sign(), values.join(","))
            }
            Expr::Points { whose, places, compare, count, together } => {
                let whose = if *whose == Whose::My { "me" } else { "they" };
                let places: Vec<String> = places
                    .iter()
                    .map(|place| match place {
                        0 => "off".to_owned(),
                        25 => "bar".to_owned(),
                        n => n.to_string(),
                    })
                    .collect();
                let sign = if *compare == Compare::Is { "=" } else { compare.sign() };
                let together = match together {
                    _ if places.len() == 1 => String::new(),
                    Together::Any => " in any".to_owned(),
                    Together::AtLeast(n) => format!(" in {n}"),
                    Together::All => String::new(),
                    Together::Sum => " in sum".to_owned(),
                };
                format!("{whose}[{}]{sign}{count}{together}", places.join(","))
            }
            Expr::Text(text) => quoted(text, true),
            Expr::Board(board) => format!("board:{}", board.position_id()),
        }
    }
}

impl QueryValue {
    fn text(&self, field: Field) -> String {
        let number = |value: f64| field.number_text(value);
        match self {
            QueryValue::Text(text) if matches!(field.kind(), FieldKind::Date) => text.clone(),
            QueryValue::Text(text) => quoted(text, false),
            QueryValue::Number(value) => number(*value),
            QueryValue::Range(from, to) => {
                format!("{}..{}", from.map(number).unwrap_or_default(), to.map(number).unwrap_or_default())
            }
            QueryValue::Which => "?".to_owned(),
        }
    }
}

/// A text in quotation marks, whatever it holds.
#[must_use]
pub fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A text in quotation marks where it needs them.
fn quoted(text: &str, is_alone: bool) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_/.+".contains(c) || (!is_alone && "*?".contains(c));
    let is_word = !text.is_empty() && text.chars().all(plain) && !text.contains("..");
    let is_taken = is_alone
        && (Field::named(text).is_some() || ["or", "and", "not", "near", "sort", "limit"].contains(&text));
    if is_word && !is_taken && !text.starts_with('-') { text.to_owned() } else { in_quotes(text) }
}
