// SPDX-License-Identifier: GPL-3.0-or-later
//! Search: a query language over decisions, positions, matches and players.
//!
//! A [`Query`] is parsed from text and written as text again, so a filter panel is a view of it. Conditions on boards are
//! answered in memory, everything else by SQLite. `docs/manual/en/160-library.md` describes the language.

mod ast;
mod bitmap;
mod boards;
mod compile;
mod dates;
mod facets;
mod fields;
mod lexer;
mod mapped;
pub(crate) mod names;
mod nearest;
mod parse;
mod parser;
mod pattern;
mod rows;
mod run;
mod terms;

pub use ast::{Compare, Expr, Near, Order, Query, QueryValue, Together, Whose, in_quotes};
pub use boards::board_distance;
pub(crate) use boards::cache_path;
pub use fields::{Field, FieldGroup, FieldKind, NumberUnit, Source};
pub use nearest::Here;
pub use parse::{board_of, conditions, without};
pub use pattern::{MOST, Pattern, PatternPart, Wanted};
pub use rows::{DecisionRow, MatchRow, PositionRow};
pub use run::{Found, PageRows, SearchRequest, View};
