// SPDX-License-Identifier: GPL-3.0-or-later
//! Searching and showing.

use super::arguments::{ListedAs, SearchArguments, ShowArguments};
use super::environment::{Environment, LibraryToolError};
use gnubg_library::facts::TargetKind;
use gnubg_library::opinions::Target;
use gnubg_library::search::{DecisionRow, MatchRow, PageRows, PositionRow, SearchRequest, View};
use gnubg_library::{blunderdb, json as rows_json};
use serde_json::{Value, json};

/// Results printed at once.
const PAGE: usize = 500;

impl From<ListedAs> for View {
    fn from(listed: ListedAs) -> View {
        match listed {
            ListedAs::Decisions => View::Decisions,
            ListedAs::Positions => View::Positions,
            ListedAs::Matches => View::Matches,
            ListedAs::Players => View::Players,
        }
    }
}

/// Pips within which the nearest positions are looked for, one after the other.
const NEAR: [u32; 4] = [12, 24, 48, 96];

/// `gnubg library search`.
pub(super) fn search(
    arguments: &SearchArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let mut query = arguments.query.join(" ");
    if let Some(tokens) = &arguments.blunderdb {
        let translated = blunderdb::translate(tokens).map_err(LibraryToolError::Usage)?;
        (environment.tell)(&format!("query: {translated}"));
        query = format!("{query} {translated}");
    }
    if let Some(board) = &arguments.board {
        query = format!("{query} board:{board}");
    }
    let (library, cancel) = (environment.library.clone(), environment.cancel.clone());
    let request_of = |query: &str| SearchRequest {
        query: query.trim().to_owned(),
        view: arguments.listed_as.into(),
        here: environment.here,
    };
    if let Some(near) = &arguments.near {
        let within = |pips: u32| format!("near \"{near}\" < {pips} {query}");
        // A small library has nothing very near: then what is farther away, instead of nothing.
        let mut found = None;
        for pips in NEAR {
            if !library.search(&request_of(&within(pips)), Some(1), &cancel)?.ids.is_empty() {
                found = Some(pips);
                break;
            }
        }
        let farthest = NEAR[NEAR.len() - 1];
        match found {
            Some(pips) if pips > NEAR[0] => {
                (environment.tell)(&format!("nothing within {} pips; these are within {pips}", NEAR[0]));
            }
            Some(_) => {}
            None => (environment.tell)(&format!(
                "no other game has such a position within {farthest} pips; \"near {near} *\" looks in the same game as well"
            )),
        }
        query = within(found.unwrap_or(farthest));
    }
    let request = request_of(&query);
    if arguments.explain {
        for line in library.explain(&request)? {
            (environment.tell)(&line);
        }
    }
    if arguments.count {
        let n = library.count(&request, &cancel)?;
        return environment.either(&json!({ "count": n }), &n.to_string());
    }
    let found = library.search(&request, arguments.limit, &cancel)?;
    if arguments.explain {
        (environment.tell)(&format!(
            "{} results in {:.1} ms",
            found.ids.len(),
            1000.0 * found.time.as_secs_f64()
        ));
    }
    if let Some(values) = &found.values {
        for (value, n) in values {
            environment.either(&json!({ "value": value, "count": n }), &format!("{n:>8}  {value}"))?;
        }
        return Ok(());
    }
    for offset in (0..found.ids.len()).step_by(PAGE) {
        let page = library.page(&found, offset, PAGE)?;
        if environment.is_json {
            for value in rows_json::page(&page) {
                environment.json(&picked(value, &arguments.fields))?;
            }
        } else {
            for line in lines(&page) {
                environment.text(&line)?;
            }
        }
    }
    Ok(())
}

/// Only some fields of an object.
fn picked(value: Value, fields: &[String]) -> Value {
    match value {
        Value::Object(object) if !fields.is_empty() => {
            let wanted = object.into_iter().filter(|(name, _)| fields.contains(name));
            Value::Object(wanted.collect())
        }
        other => other,
    }
}

/// The rows of a page as lines.
pub(super) fn lines(page: &PageRows) -> Vec<String> {
    match page {
        PageRows::Decisions(rows) => rows.iter().map(decision_line).collect(),
        PageRows::Positions(rows) => rows.iter().map(position_line).collect(),
        PageRows::Matches(rows) => rows.iter().map(match_line).collect(),
        PageRows::Players(rows) => rows
            .iter()
            .map(|row| {
                let me = if row.is_me { " (you)" } else { "" };
                format!("l{:<6} {:<30} {:>5} matches{me}", row.id, row.name, row.matches)
            })
            .collect(),
    }
}

/// A loss in thousandths, or a dash.
fn thousandths(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.0}", 1000.0 * value))
}

/// A decision as a line.
pub(super) fn decision_line(row: &DecisionRow) -> String {
    let dice = row.dice.map_or_else(|| row.kind.word().to_owned(), |dice| dice.to_string());
    let best = match &row.best {
        Some(best) if row.loss.is_some_and(|loss| loss > 0.0) => format!(" (best {best})"),
        _ => String::new(),
    };
    let score = match row.away {
        [0, _] => "money".to_owned(),
        [mine, theirs] => format!("{mine}-away {theirs}-away"),
    };
    let distance = row.distance.map_or_else(String::new, |pips| format!("  {pips} pips away"));
    format!(
        "d{:<8} {:>5}  {:<8} {}{best}  {} vs {}, {}{}{}, {}, {}{distance}",
        row.id,
        thousandths(row.loss),
        dice,
        row.played,
        row.player,
        row.opponent,
        score,
        if row.date.is_empty() { String::new() } else { format!(", {}", row.date) },
        if row.event.is_empty() { String::new() } else { format!(", {}", row.event) },
        row.phase.word(),
        row.plans[0].label().word(),
    )
}

/// A match as a line.
pub(super) fn match_line(row: &MatchRow) -> String {
    let rating = |rating: Option<f64>| rating.map_or_else(|| "–".to_owned(), |rating| format!("{rating:.1}"));
    let length = if row.length == 0 { "money".to_owned() } else { format!("{} points", row.length) };
    let kind = if row.is_summary { "  (sums only)" } else { "" };
    let event = if row.event.is_empty() { String::new() } else { format!("  {}", row.event) };
    format!(
        "m{:<6} {:<10}  {} {} – {} {}  {length}  PR {} – {}{event}{kind}",
        row.id,
        row.date,
        row.players[0],
        row.score[0],
        row.score[1],
        row.players[1],
        rating(row.ratings[0]),
        rating(row.ratings[1]),
    )
}

fn position_line(row: &PositionRow) -> String {
    let id = row.key.board().map(|board| board.position_id()).unwrap_or_default();
    let facts = row.key.circumstances();
    let dice = facts.dice.map_or_else(|| facts.asked.word().to_owned(), |dice| dice.to_string());
    format!(
        "p{:<8} {id} {dice:<5} {} decisions, mean loss {}, {}, {}",
        row.id,
        row.decisions,
        thousandths(row.mean_loss),
        row.phase.word(),
        row.plans[0].label().word(),
    )
}

/// `gnubg library show`.
pub(super) fn show(
    arguments: &ShowArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    for id in &arguments.ids {
        let target = Target::parse(id)?;
        let library = environment.library.clone();
        let missing = || LibraryToolError::Usage(format!("there is no {target}"));
        let remarks = library.remarks(target)?;
        let (mut value, mut text) = match target.kind {
            TargetKind::Match => {
                let row = library.match_rows(&[target.id])?.pop().ok_or_else(missing)?;
                (rows_json::matched(&row), vec![match_line(&row)])
            }
            TargetKind::Decision => {
                let row = library.decision_rows(&[target.id])?.pop().ok_or_else(missing)?;
                let mut text = vec![decision_line(&row)];
                text.extend(row.key.state().map(|state| state.xgid()));
                text.extend(row.ruler.as_ref().map(|ruler| format!("judged by {ruler}")));
                (rows_json::decision(&row), text)
            }
            TargetKind::Position => {
                let row = library.position_rows(&[target.id])?.pop().ok_or_else(missing)?;
                let mut text = vec![position_line(&row)];
                text.extend(row.key.state().map(|state| state.xgid()));
                (rows_json::position_row(&row), text)
            }
            TargetKind::Player => {
                let row =
                    library.players()?.into_iter().find(|row| row.id == target.id).ok_or_else(missing)?;
                let spellings: Vec<&str> = row.spellings.iter().map(|(_, name)| name.as_str()).collect();
                let text = vec![format!("{}: {} matches; {}", row.name, row.matches, spellings.join("; "))];
                (rows_json::player(&row), text)
            }
            _ => return Err(LibraryToolError::Usage("show takes m, d, p and l with a number".to_owned())),
        };
        if let (TargetKind::Decision | TargetKind::Position, Value::Object(object)) =
            (target.kind, &mut value)
        {
            let analyses = library.analyses_of(target)?;
            for one in &analyses {
                text.push(format!("  {}", one.line()));
            }
            object.insert("analyses".to_owned(), analyses.iter().map(|one| one.json()).collect());
        }
        if let Value::Object(object) = &mut value {
            let list: Vec<Value> =
                remarks.iter().map(|one| json!({ "text": one.text, "mine": one.is_mine })).collect();
            object.insert("remarks".to_owned(), Value::Array(list));
        }
        text.extend(
            remarks
                .iter()
                .map(|one| format!("  {}: {}", if one.is_mine { "you" } else { "source" }, one.text)),
        );
        environment.json(&value)?;
        text.iter().try_for_each(|line| environment.text(line))?;
    }
    Ok(())
}
