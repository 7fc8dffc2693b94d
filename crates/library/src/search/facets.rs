// SPDX-License-Identifier: GPL-3.0-or-later
//! Which values a field has among what a query finds.

use super::ast::{Compare, Expr, QueryValue, Whose};
use super::bitmap::Bitmap;
use super::compile::{Compiler, Param, column_of, factor_of};
use super::fields::{Field, FieldKind, Source};
use crate::error::{LibraryError, Result};
use rusqlite::{Connection, params_from_iter};

/// The values of a field among what a query finds, the most frequent first.
pub(super) fn values_of(
    connection: &Connection,
    compiler: &mut Compiler<'_>,
    whose: Option<Whose>,
    field: Field,
    sql: String,
    params: Vec<Param>,
) -> Result<Vec<(String, i64)>> {
    if !sql.starts_with("SELECT d.id") {
        return Err(LibraryError::Refused("values are counted for decisions".to_owned()));
    }
    let words = field.words();
    if field.source() == Source::Board && !words.is_empty() {
        return board_values(connection, compiler, whose, field, &sql, params);
    }
    let column = match field {
        Field::By => {
            "(SELECT player.name FROM alias JOIN player ON player.id = player WHERE alias.id = d.alias)"
        }
        Field::Versus | Field::Player => {
            "(SELECT player.name FROM alias JOIN player ON player.id = player WHERE alias.id = d.versus)"
        }
        Field::Event => {
            "(SELECT event.name FROM match JOIN event ON event.id = event WHERE match.id = d.match)"
        }
        Field::Place => "(SELECT place FROM match WHERE id = d.match)",
        Field::Ruler | Field::Judged => "(SELECT engine || ' ' || level FROM setup WHERE id = d.ruler)",
        Field::Date => "(SELECT substr(date, 1, 4) FROM match WHERE id = d.match)",
        Field::Length => "(SELECT length FROM match WHERE id = d.match)",
        Field::Score => "(d.away_me || ',' || d.away_op)",
        Field::CubeValue => "(1 << d.cube)",
        Field::Kind => "d.kind",
        Field::Dice => "d.dice",
        Field::Answer => "d.verdict & 15",
        Field::Away => column_of(field, whose).unwrap_or("d.away_me"),
        _ if matches!(field.kind(), FieldKind::Text) || column_of(field, None).is_none() => {
            return Err(LibraryError::Refused(format!("the values of {} are not counted", field.name())));
        }
        _ => column_of(field, whose).unwrap_or("d.id"),
    };
    let rest = sql.trim_start_matches("SELECT d.id");
    let rest = rest.split(" ORDER BY ").next().unwrap_or(rest);
    let sql = format!("SELECT {column}, count(*) {rest} GROUP BY 1 ORDER BY 2 DESC LIMIT 200");
    let mut rows = connection.prepare(&sql)?;
    let rows = rows.query_map(params_from_iter(&params), |row| {
        Ok((row.get::<_, rusqlite::types::Value>(0)?, row.get::<_, i64>(1)?))
    })?;
    let mut found = Vec::new();
    for row in rows {
        let (value, count) = row?;
        let text = match value {
            rusqlite::types::Value::Null => continue,
            rusqlite::types::Value::Integer(n) => word_of(field, n),
            rusqlite::types::Value::Real(number) => number.to_string(),
            rusqlite::types::Value::Text(text) => text,
            rusqlite::types::Value::Blob(_) => continue,
        };
        if !text.is_empty() {
            found.push((text, count));
        }
    }
    Ok(found)
}

fn word_of(field: Field, n: i64) -> String {
    let at = usize::try_from(n).unwrap_or(usize::MAX);
    match field {
        Field::Kind => {
            crate::decision::Kind::ALL.get(at).map_or_else(String::new, |kind| kind.word().to_owned())
        }
        Field::Dice => {
            let dice = at.checked_sub(1).and_then(|at| gnubg_engine::core::Dice::ALL.get(at));
            dice.map_or_else(String::new, ToString::to_string)
        }
        Field::Answer => {
            crate::assess::CubeAnswer::ALL.get(at).map_or_else(String::new, |answer| answer.word().to_owned())
        }
        _ => {
            let number = n as f64 / factor_of(field);
            field.number_text(number)
        }
    }
}

/// The counts of words that boards have.
fn board_values(
    connection: &Connection,
    compiler: &mut Compiler<'_>,
    whose: Option<Whose>,
    field: Field,
    sql: &str,
    params: Vec<Param>,
) -> Result<Vec<(String, i64)>> {
    let index = compiler.index()?;
    let rest = sql.trim_start_matches("SELECT d.id");
    let rest = rest.split(" ORDER BY ").next().unwrap_or(rest);
    let mut rows = connection.prepare(&format!("SELECT d.board {rest}"))?;
    let rows = rows.query_map(params_from_iter(&params), |row| row.get::<_, i64>(0))?;
    let boards: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
    let mut found = Vec::new();
    for word in field.words() {
        let values = vec![QueryValue::Text(word.to_owned())];
        let term = Expr::Term { whose, field, compare: Compare::Is, values };
        let Some(map) = Bitmap::of(&index, &term) else { continue };
        let n = boards.iter().filter(|board| map.has(**board)).count() as i64;
        if n > 0 {
            found.push((word.to_owned(), n));
        }
    }
    found.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    Ok(found)
}
