// SPDX-License-Identifier: GPL-3.0-or-later
//! Carrying out searches: the first rows at once, all numbers of what was found when they are asked for, pages of rows from
//! these.

use super::ast::{Compare, Expr, Query, QueryValue};
use super::compile::{Compiler, Param, column_of};
use super::facets::values_of;
use super::fields::Field;
use super::nearest::{Here, Nearby, nearest};
use super::rows::{self, DecisionRow, MatchRow, PositionRow};
use crate::db::Library;
use crate::error::Result;
use crate::opinions::Player;
use gnubg_engine::core::CancelToken;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, params_from_iter};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// Decisions.
    #[default]
    Decisions,
    /// Positions, each once.
    Positions,
    /// Matches.
    Matches,
    /// Players.
    Players,
}

/// A search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchRequest {
    /// The query as typed.
    pub query: String,
    /// What is listed.
    pub view: View,
    /// The position at hand.
    pub here: Option<Here>,
}

/// What a search has found: numbers of decisions, positions, matches or players.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The revision of the library.
    pub revision: u64,
    /// What is listed.
    pub view: View,
    /// The numbers, in order.
    pub ids: Vec<i64>,
    /// Whether these are all.
    pub is_complete: bool,
    /// Distances of decisions, by number, where the nearest were asked for.
    pub distances: HashMap<i64, u32>,
    /// The values that a field has, with their counts, if the query asked for them.
    pub values: Option<Vec<(String, i64)>>,
    /// How long it took.
    pub time: Duration,
}

/// Rows of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum PageRows {
    /// Decisions.
    Decisions(Vec<DecisionRow>),
    /// Positions.
    Positions(Vec<PositionRow>),
    /// Matches.
    Matches(Vec<MatchRow>),
    /// Players.
    Players(Vec<Player>),
}

impl PageRows {
    /// Rows in the page.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            PageRows::Decisions(rows) => rows.len(),
            PageRows::Positions(rows) => rows.len(),
            PageRows::Matches(rows) => rows.len(),
            PageRows::Players(rows) => rows.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl SearchRequest {
    /// A search for decisions.
    #[must_use]
    pub fn decisions(query: impl Into<String>) -> SearchRequest {
        SearchRequest { query: query.into(), ..SearchRequest::default() }
    }
}

/// A statement with its values.
struct Prepared {
    sql: String,
    params: Vec<Param>,
}

impl Library {
    /// Finds the first `limit` results, or all if it is `None`.
    ///
    /// # Errors
    /// If the query cannot be understood, the library cannot be read, or it was cancelled.
    pub fn search(
        &self,
        request: &SearchRequest,
        limit: Option<usize>,
        cancel: &CancelToken,
    ) -> Result<Found> {
        let start = Instant::now();
        let query = Query::parse(&request.query)?;
        let revision = self.revision();
        self.read_until(cancel, |connection| {
            let mut compiler = Compiler::new(connection, self, &request.query);
            let near =
                query.near.as_ref().map(|near| nearest(&mut compiler, near, request.here)).transpose()?;
            let statement = statement(&mut compiler, request.view, &query, near.as_ref())?;
            add_functions(connection, &mut compiler, near.as_ref().map(|near| Arc::clone(&near.boards)))?;
            if let Some((whose, field)) = query.which {
                let values =
                    values_of(connection, &mut compiler, whose, field, statement.sql, statement.params)?;
                return Ok(found(revision, request.view, Vec::new(), true, start, Some(values)));
            }
            let most = match (query.limit, limit) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            let sql = match most {
                // One more tells whether there are more.
                Some(n) => format!("{} LIMIT {}", statement.sql, n + 1),
                None => statement.sql.clone(),
            };
            let mut rows = connection.prepare(&sql)?;
            let rows = rows.query_map(params_from_iter(&statement.params), |row| row.get::<_, i64>(0))?;
            let mut ids: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
            let is_complete = most.is_none_or(|n| ids.len() <= n || query.limit == Some(n));
            ids.truncate(most.unwrap_or(usize::MAX));
            let mut all = found(revision, request.view, ids, is_complete, start, None);
            if let (Some(near), View::Decisions) = (near, request.view) {
                for id in &all.ids {
                    let sql = "SELECT board FROM decision WHERE id = ?";
                    let board: i64 = connection.prepare_cached(sql)?.query_row([id], |row| row.get(0))?;
                    all.distances.extend(near.boards.get(&board).map(|pips| (*id, *pips)));
                }
            }
            Ok(all)
        })
    }

    /// The number of results.
    ///
    /// # Errors
    /// As [`Library::search`].
    pub fn count(&self, request: &SearchRequest, cancel: &CancelToken) -> Result<usize> {
        Ok(self.search(request, None, cancel)?.ids.len())
    }

    /// The rows of a part of what was found; fewer if something was deleted since.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn page(&self, found: &Found, offset: usize, limit: usize) -> Result<PageRows> {
        let end = found.ids.len().min(offset.saturating_add(limit));
        let ids = &found.ids[offset.min(end)..end];
        self.read(|connection| {
            Ok(match found.view {
                View::Decisions => {
                    let mut rows = rows::decisions(connection, ids)?;
                    rows.iter_mut().for_each(|row| row.distance = found.distances.get(&row.id).copied());
                    PageRows::Decisions(rows)
                }
                View::Positions => PageRows::Positions(rows::positions(connection, ids)?),
                View::Matches => PageRows::Matches(rows::matches(connection, ids)?),
                View::Players => {
                    let all = crate::opinions::list_players(connection)?;
                    PageRows::Players(
                        ids.iter().filter_map(|id| all.iter().find(|one| one.id == *id).cloned()).collect(),
                    )
                }
            })
        })
    }

    /// How SQLite carries a search out, for people who wonder about its speed.
    ///
    /// # Errors
    /// As [`Library::search`].
    pub fn explain(&self, request: &SearchRequest) -> Result<Vec<String>> {
        let query = Query::parse(&request.query)?;
        self.read(|connection| {
            let mut compiler = Compiler::new(connection, self, &request.query);
            let near =
                query.near.as_ref().map(|near| nearest(&mut compiler, near, request.here)).transpose()?;
            let statement = statement(&mut compiler, request.view, &query, near.as_ref())?;
            let maps: Vec<usize> = compiler.maps.iter().map(super::bitmap::Bitmap::count).collect();
            add_functions(connection, &mut compiler, near.as_ref().map(|near| Arc::clone(&near.boards)))?;
            let mut lines = vec![statement.sql.split_whitespace().collect::<Vec<_>>().join(" ")];
            lines.extend(maps.iter().enumerate().map(|(n, count)| format!("set {n}: {count} boards")));
            let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sql))?;
            let rows = plan.query_map(params_from_iter(&statement.params), |row| row.get::<_, String>(3))?;
            for row in rows {
                lines.push(row?);
            }
            Ok(lines)
        })
    }

    /// Runs a statement over the decisions that a query finds, for sums over them. `columns` and `joins` are parts of the
    /// statement, in which `d` is the decision.
    pub(crate) fn scan(
        &self,
        query: &str,
        columns: &str,
        joins: &str,
        cancel: &CancelToken,
        mut each: impl FnMut(&rusqlite::Row<'_>) -> Result<()>,
    ) -> Result<()> {
        let parsed = Query::parse(query)?;
        self.read_until(cancel, |connection| {
            let mut compiler = Compiler::new(connection, self, query);
            let condition = match &parsed.expr {
                Some(expr) => compiler.decision(expr)?,
                None => "1".to_owned(),
            };
            let params = std::mem::take(&mut compiler.params);
            add_functions(connection, &mut compiler, None)?;
            let sql = format!("SELECT {columns} FROM decision d {joins} WHERE {condition}");
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query(params_from_iter(&params))?;
            while let Some(row) = rows.next()? {
                each(row)?;
            }
            Ok(())
        })
    }

    /// The rows of single decisions.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn decision_rows(&self, ids: &[i64]) -> Result<Vec<DecisionRow>> {
        self.read(|connection| rows::decisions(connection, ids))
    }

    /// The rows of single matches.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn match_rows(&self, ids: &[i64]) -> Result<Vec<MatchRow>> {
        self.read(|connection| rows::matches(connection, ids))
    }

    /// How many decisions of each seat lost more than `least`, in normalized equity, for each of these matches.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn error_counts(&self, ids: &[i64], least: f64) -> Result<Vec<[usize; 2]>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT seat, count(*) FROM decision WHERE match = ? AND loss > ? GROUP BY seat",
            )?;
            let least = (least * crate::assess::UNIT).round() as i64;
            let mut found = Vec::with_capacity(ids.len());
            for id in ids {
                let mut counts = [0; 2];
                let mut rows = statement.query([*id, least])?;
                while let Some(row) = rows.next()? {
                    counts[row.get::<_, usize>(0)? & 1] = row.get(1)?;
                }
                found.push(counts);
            }
            Ok(found)
        })
    }

    /// The rows of single positions.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn position_rows(&self, ids: &[i64]) -> Result<Vec<PositionRow>> {
        self.read(|connection| rows::positions(connection, ids))
    }
}

fn found(
    revision: u64,
    view: View,
    ids: Vec<i64>,
    is_complete: bool,
    start: Instant,
    values: Option<Vec<(String, i64)>>,
) -> Found {
    Found { revision, view, ids, is_complete, distances: HashMap::new(), values, time: start.elapsed() }
}

fn add_functions(
    connection: &Connection,
    compiler: &mut Compiler<'_>,
    distances: Option<Arc<HashMap<i64, u32>>>,
) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let maps = std::mem::take(&mut compiler.maps);
    connection.create_scalar_function("board_fits", 2, flags, move |context| {
        let (n, board) = (context.get::<usize>(0)?, context.get::<i64>(1)?);
        Ok(maps.get(n).is_some_and(|map| map.has(board)))
    })?;
    connection.create_scalar_function("board_distance", 1, flags, move |context| {
        let board = context.get::<i64>(0)?;
        Ok(distances.as_ref().and_then(|all| all.get(&board).copied()))
    })?;
    connection.create_scalar_function("same_play", 2, flags, |context| {
        let steps = |text: Option<String>| {
            let text = text.unwrap_or_default().to_lowercase().replace('*', "");
            let mut steps: Vec<String> = text.split_whitespace().flat_map(unfold).collect();
            steps.sort();
            steps
        };
        Ok(steps(context.get(0)?) == steps(context.get(1)?))
    })?;
    Ok(())
}

/// `13/11(2)` as two steps.
fn unfold(step: &str) -> Vec<String> {
    match step.strip_suffix(')').and_then(|step| step.split_once('(')) {
        Some((step, times)) => vec![step.to_owned(); times.parse().unwrap_or(1)],
        None => vec![step.to_owned()],
    }
}

/// The statement that finds numbers, in order.
fn statement(
    compiler: &mut Compiler<'_>,
    view: View,
    query: &Query,
    near: Option<&Nearby>,
) -> Result<Prepared> {
    if view == View::Matches && near.is_none() {
        return match_statement(compiler, query);
    }
    let mut parts = Vec::new();
    if let Some(near) = near {
        parts.push(near.condition.clone());
    }
    if let Some(expr) = &query.expr {
        parts.push(compiler.decision(expr)?);
    }
    let condition = if parts.is_empty() { "1".to_owned() } else { parts.join(" AND ") };
    let order = order_of(query, near.is_some());
    let sql = match view {
        View::Decisions => format!("SELECT d.id FROM decision d WHERE {condition} ORDER BY {order}"),
        View::Positions if query.expr.is_none() && near.is_none() => {
            "SELECT id FROM position ORDER BY id DESC".to_owned()
        }
        View::Positions => format!(
            "SELECT position FROM (SELECT d.position, row_number() OVER (ORDER BY {order}) AS place FROM decision d
            WHERE {condition}) GROUP BY position ORDER BY min(place)"
        ),
        View::Matches => format!(
            "SELECT id FROM match WHERE id IN (SELECT d.match FROM decision d WHERE {condition})
            ORDER BY day DESC NULLS LAST, id DESC"
        ),
        View::Players if query.expr.is_none() && near.is_none() => {
            "SELECT player.id FROM player LEFT JOIN alias ON alias.player = player.id
            LEFT JOIN match ON alias.id IN (alias0, alias1) GROUP BY player.id ORDER BY count(match.id) DESC, player.name"
                .to_owned()
        }
        View::Players => format!(
            "SELECT player FROM alias WHERE id IN (SELECT d.alias FROM decision d WHERE {condition}) GROUP BY player"
        ),
    };
    Ok(Prepared { sql, params: std::mem::take(&mut compiler.params) })
}

/// The order of results. Without a word about it: the nearest, else the most expensive if the query is about losses, else
/// the latest.
fn order_of(query: &Query, is_near: bool) -> String {
    let mut parts: Vec<String> = query
        .order
        .iter()
        .filter_map(|order| {
            let column = sort_column(order.field)?;
            Some(format!("{column} {} NULLS LAST", if order.is_descending { "DESC" } else { "ASC" }))
        })
        .collect();
    if parts.is_empty() && is_near {
        parts.push("board_distance(d.board)".to_owned());
    }
    if parts.is_empty() && query.expr.as_ref().is_some_and(is_about_losses) {
        parts.push("d.loss DESC".to_owned());
    }
    parts.push("d.id DESC".to_owned());
    parts.join(", ")
}

fn is_about_losses(expr: &Expr) -> bool {
    match expr {
        Expr::And(all) => all.iter().any(is_about_losses),
        Expr::Or(any) => any.iter().all(is_about_losses),
        Expr::Term { field, compare, .. } => match field {
            Field::Loss | Field::Mwc => matches!(compare, Compare::AtLeast | Compare::More | Compare::Is),
            Field::Wrong | Field::Missed | Field::Avoidable | Field::CubeFault => *compare != Compare::IsNot,
            _ => false,
        },
        _ => false,
    }
}

fn sort_column(field: Field) -> Option<String> {
    if let Some(column) = column_of(field, None) {
        return Some(column.to_owned());
    }
    let of_board = |column: &str| Some(format!("(SELECT {column} FROM board WHERE id = d.board)"));
    match field {
        Field::Date => Some("d.day".to_owned()),
        Field::Mwc => Some("d.loss * d.scale".to_owned()),
        Field::Added => Some("(SELECT added FROM match WHERE id = d.match)".to_owned()),
        Field::Length => Some("(SELECT length FROM match WHERE id = d.match)".to_owned()),
        Field::By => Some("(SELECT name FROM alias WHERE id = d.alias)".to_owned()),
        Field::Versus => Some("(SELECT name FROM alias WHERE id = d.versus)".to_owned()),
        Field::Kind => Some("d.kind".to_owned()),
        Field::Dice => Some("d.dice".to_owned()),
        Field::Pips => of_board("pips_me"),
        Field::Lead => of_board("pips_op - pips_me"),
        Field::Prime => of_board("prime_me"),
        Field::Back => of_board("back_me"),
        Field::Timing => of_board("timing_me"),
        Field::Blots => of_board("blots_me"),
        Field::Shots => of_board("hits_me"),
        _ => None,
    }
}

/// Matches: conditions on the match itself are asked of it, all others of one of its decisions.
fn match_statement(compiler: &mut Compiler<'_>, query: &Query) -> Result<Prepared> {
    let conditions: Vec<Expr> = match query.expr.clone() {
        Some(Expr::And(all)) => all,
        other => other.into_iter().collect(),
    };
    let (mut direct, mut rest) = (Vec::new(), Vec::new());
    for one in conditions {
        match of_match(compiler, &one)? {
            Some(condition) => direct.push(condition),
            None => rest.push(one),
        }
    }
    if !rest.is_empty() {
        let whole = if rest.len() == 1 { rest.remove(0) } else { Expr::And(rest) };
        let inner = compiler.decision(&whole)?;
        direct.push(format!("m.id IN (SELECT d.match FROM decision d WHERE {inner})"));
    }
    let condition = if direct.is_empty() { "1".to_owned() } else { direct.join(" AND ") };
    let mut order: Vec<String> = query
        .order
        .iter()
        .filter_map(|order| {
            let column = match order.field {
                Field::Date => "m.day",
                Field::Added => "m.added",
                Field::Length => "m.length",
                Field::Match => "m.id",
                Field::Loss => "(SELECT sum(loss) * 1.0 / sum(n_counted) FROM summary WHERE match = m.id)",
                _ => return None,
            };
            Some(format!("{column} {} NULLS LAST", if order.is_descending { "DESC" } else { "ASC" }))
        })
        .collect();
    order.push("m.day DESC NULLS LAST, m.id DESC".to_owned());
    let sql = format!("SELECT m.id FROM match m WHERE {condition} ORDER BY {}", order.join(", "));
    Ok(Prepared { sql, params: std::mem::take(&mut compiler.params) })
}

/// A condition on a match itself; `None` for what only decisions know.
fn of_match(compiler: &mut Compiler<'_>, expr: &Expr) -> Result<Option<String>> {
    let with_decision = |compiler: &mut Compiler<'_>, expr: &Expr| -> Result<String> {
        // The same condition with the columns of the match.
        let condition = compiler.decision(expr)?;
        Ok(condition
            .replace("d.alias IN", "m.alias0 IN")
            .replace("d.versus IN", "m.alias1 IN")
            .replace("d.match", "m.id")
            .replace("d.day", "m.day"))
    };
    Ok(match expr {
        Expr::Term { field: Field::Player, .. } => Some(with_decision(compiler, expr)?),
        Expr::Term { field: Field::By | Field::Versus | Field::Me, compare, values, .. } => {
            let field = Field::Player;
            let mut values = values.clone();
            if values.is_empty() {
                values.push(QueryValue::Text("me".to_owned()));
            }
            let either = Expr::Term { whose: None, field, compare: *compare, values };
            Some(with_decision(compiler, &either)?)
        }
        Expr::Term {
            field:
                Field::Event
                | Field::Place
                | Field::Date
                | Field::Added
                | Field::Match
                | Field::Length
                | Field::Batch,
            ..
        } => Some(with_decision(compiler, expr)?),
        Expr::Not(inner) => of_match(compiler, inner)?.map(|inner| format!("NOT coalesce({inner}, 0)")),
        _ => None,
    })
}
