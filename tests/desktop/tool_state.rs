// SPDX-License-Identifier: GPL-3.0-or-later
//! What a person sees in the tool windows, the preferences and the status of background work, found in the trees of their
//! widgets.

use super::state::{find, middle, nodes, rows_seen, spot, text, texts};
use serde_json::{Map, Value, json};

/// The class of the windows of tools.
pub(crate) const TOOL_FRAME: &str = "BgToolFrame";

/// Text of the averages that are being computed.
const EVALUATING: &str = "evaluating …";

/// The open tools by name, and the work in the background.
pub(crate) fn tools(main: &Value, windows: &[Value]) -> Value {
    let mut tools = Map::new();
    for window in windows.iter().filter(|window| window["class"] == TOOL_FRAME) {
        let name = window["name"].as_str().unwrap_or_default();
        let mut facts = match name {
            "rollout" => rollout(window),
            "race" => race(window),
            "speed" => speed(window),
            "theory" => theory(window),
            "equity-table" => equity_table(window),
            "statistics" => statistics(window),
            "players" => players(window),
            "temperature-map" => temperature_map(window),
            "score-map" => score_map(window),
            "roll-distribution" => roll_distribution(window),
            "help" => help(window),
            "batch" => batch(window),
            "library" => library(window),
            _ => json!({}),
        };
        facts["subtitle"] = find(window, "heading").map(texts).unwrap_or_default().get(1).copied().into();
        facts["focus"] = window["focus"]["class"].clone();
        facts["focused_at"] = window["focus"]["at"].clone();
        facts["focused_text"] = window["focus"]["text"].clone();
        tools.insert(name.to_owned(), facts);
    }
    tools.insert("background".to_owned(), background(main));
    Value::Object(tools)
}

/// The texts of a table or map by row; null while it cannot be seen.
fn cells(tree: &Value, name: &str) -> Value {
    find(tree, name).map_or(Value::Null, |table| table["cells"].clone())
}

/// What a screen reader says of a drawing; empty while it cannot be seen.
fn label(tree: &Value, name: &str) -> Value {
    find(tree, name).map_or(Value::Null, |drawing| drawing["label"].clone())
}

/// Whether a button can be pressed.
fn is_enabled(tree: &Value, name: &str) -> bool {
    find(tree, name).is_some_and(|button| button["insensitive"] != true)
}

/// The page that a stack shows.
fn page(tree: &Value, name: &str) -> Value {
    find(tree, name).map_or(Value::Null, |stack| stack["page"].clone())
}

/// Whether the content of a scrolled window is wider than the window.
fn is_wider(tree: &Value, name: &str) -> Option<bool> {
    find(tree, name)?["scrolled"]["x"][1].as_f64().map(|beyond| beyond > 0.5)
}

/// The list that scrolls in a part with that name.
fn scrolled_list<'a>(tree: &'a Value, name: &str) -> Option<&'a Value> {
    nodes(find(tree, name)?).into_iter().find(|node| node["class"] == "GtkColumnListView")
}

/// The hint in the sidebar; null while there is none.
pub(crate) fn hint(main: &Value) -> Value {
    let Some(tree) = find(main, "hint") else { return Value::Null };
    let list = find(tree, "hint-plays").map(nodes).unwrap_or_default();
    let plays: Vec<&Value> =
        list.into_iter().flat_map(|node| node["rows"].as_array().into_iter().flatten()).collect();
    let rows: Vec<Value> = plays.iter().filter_map(|row| hint_row(row)).collect();
    let places = |is: &dyn Fn(&Value) -> bool| -> Vec<usize> {
        plays.iter().enumerate().filter(|(_, row)| is(row)).map(|(n, _)| n).collect()
    };
    // Rows of a cube decision are numbered; the others are what was evaluated, and the verdict.
    let lines = cells(tree, "hint-cube").as_array().cloned().unwrap_or_default();
    let (actions, other): (Vec<Value>, Vec<Value>) = lines.into_iter().partition(|row| row[1].is_string());
    let actions: Vec<Value> =
        actions.iter().map(|row| row.as_array().map_or(Value::Null, |row| json!(row[1..]))).collect();
    let page = page(tree, "hint-pages");
    let is_thinking =
        page == "wait" || find(tree, "hint-spinner").is_some_and(|node| node["spinning"] == true);
    let popover = find(main, "explanation");
    json!({
        "final": !is_thinking,
        "page": page,
        "rows": rows,
        "rows_seen": scrolled_list(tree, "hint-plays").map(rows_seen),
        "made": rows.iter().position(|row| row["is_made"] == true),
        "selected": places(&|row| row["selected"] == true),
        "cube": actions,
        "verdict": other.first().map(|row| row[0].clone()),
        "why": [text(tree, "hint-why-heading"), text(tree, "hint-why")],
        "imported": find(tree, "hint-imported").map(|_| text(tree, "hint-imported")),
        "details": find(tree, "hint-details").is_some_and(|button| button["active"] == true),
        "ahead": (0..=4).map(|n| spot(tree, &format!("hint-plies-{n}"))).collect::<Vec<_>>(),
        "rollout": spot(tree, "hint-rollout"),
        "levels": spot(tree, "hint-rollout-levels"),
        "maps": spot(main, "hint-maps"),
        "more": spot(tree, "hint-more"),
        "one_line": find(tree, "hint-tools").map(|row| row["bounds"][3].as_f64() < Some(48.0)),
        "explanation": {
            "spot": spot(tree, "hint-explain"),
            "open": popover.is_some(),
            "heading": popover.map(|tree| text(tree, "explanation-heading")),
            "rows": popover.map(|tree| cells(tree, "explanation-features")),
        },
    })
}

/// A row of the hint, by what a screen reader says of it: play, value, perhaps that it was made, loss, evaluation.
fn hint_row(row: &Value) -> Option<Value> {
    let label = row["label"].as_str()?.replace(", minus ", ", -");
    let mut parts = label.split(", ").collect::<Vec<_>>();
    let is_made = parts.get(2) == Some(&"played");
    if is_made {
        parts.remove(2);
    }
    let kind = parts.get(3..)?.join(", ");
    Some(json!({ "play": parts[0], "value": parts[1], "loss": parts[2], "kind": kind, "is_made": is_made }))
}

fn rollout(window: &Value) -> Value {
    let buttons = ["pause", "stop", "extend"];
    let enabled: Map<String, Value> = buttons
        .iter()
        .map(|name| ((*name).to_owned(), is_enabled(window, &format!("rollout-{name}")).into()))
        .collect();
    let mut spots: Map<String, Value> =
        buttons.iter().map(|name| ((*name).to_owned(), spot(window, &format!("rollout-{name}")))).collect();
    spots.insert("more".to_owned(), spot(window, "rollout-added-games"));
    json!({
        "page": page(window, "rollout-pages"),
        "level": find(window, "rollout-level").map(|list| list["selected"].clone()),
        "rows": cells(window, "rollout-results"),
        "cube": cells(window, "rollout-cube"),
        "verdict": text(window, "rollout-verdict"),
        "progress": text(window, "rollout-progress"),
        "pause": text(window, "rollout-pause"),
        "enabled": enabled,
        "spots": spots,
        "plot": label(window, "rollout-plot"),
    })
}

fn race(window: &Value) -> Value {
    json!({
        "counts": cells(window, "race-counts"),
        "shots": cells(window, "race-shots"),
        "rules": cells(window, "race-rules"),
        "exact": cells(window, "race-databases"),
        "wider": is_wider(window, "race-scroller"),
    })
}

fn speed(window: &Value) -> Value {
    json!({
        "rows": cells(window, "speed-figures"),
        "running": text(window, "speed-start") == "Stop",
        "start": spot(window, "speed-start"),
    })
}

fn theory(window: &Value) -> Value {
    let sides = [0, 1].map(|n| cells(window, &format!("theory-player-{n}-points")));
    let zones = [0, 1].map(|n| label(window, &format!("theory-player-{n}-zones")));
    json!({ "sides": sides, "zones": zones })
}

fn equity_table(window: &Value) -> Value {
    let map = find(window, "equity-table-map").unwrap_or(&Value::Null);
    let rows = map["cells"].as_array().map_or(0, Vec::len);
    let columns = map["cells"][0].as_array().map_or(0, Vec::len);
    json!({
        "name": find(window, "heading").map(texts).unwrap_or_default().get(1),
        "rows": map["cells"],
        // Without the headings.
        "size": [rows.saturating_sub(1), columns.saturating_sub(1)],
        "marked": map["marked"],
    })
}

fn statistics(window: &Value) -> Value {
    let figures = cells(window, "statistics-figures");
    // Rows of names and titles of sections have no label or no numbers.
    let is_figure = |row: &&Value| row[0] != "" && row[2].is_string();
    let rows: Option<Vec<&Value>> = figures
        .as_array()
        .map(|rows| rows.iter().filter(is_figure).collect())
        .filter(|rows: &Vec<_>| !rows.is_empty());
    let plots = ["course", "errors", "luck"].map(|name| label(window, &format!("statistics-{name}")));
    let below = ["games", "stages", "luck"].map(|name| format!("statistics-summary-{name}"));
    let switcher = find(window, "statistics-switcher").map(nodes).unwrap_or_default();
    let tab = |title: &str| {
        let button =
            switcher.iter().find(|node| node["class"] == "GtkToggleButton" && texts(node).contains(&title));
        button.map_or(Value::Null, |button| middle(button))
    };
    json!({
        "spots": {
            "analyze": spot(window, "statistics-analyze"),
            "figures": tab("Figures"),
            "course": tab("Course"),
            "plot": spot(window, "statistics-course"),
            "plots": {
                "course": spot(window, "statistics-course"),
                "errors": spot(window, "statistics-errors"),
                "luck": spot(window, "statistics-luck"),
                "games": spot(window, "statistics-games"),
            },
            "below": below.iter().map(|name| spot(window, name)).collect::<Vec<_>>(),
            "errors": tab("Errors"),
            "luck": tab("Luck"),
        },
        "page": page(window, "statistics-pages"),
        "wider": is_wider(window, "statistics-summary-scroller") == Some(true)
            || is_wider(window, "statistics-scroller") == Some(true),
        "rows": rows,
        "summary": cells(window, "statistics-summary"),
        "worst": find(window, "statistics-worst").map(texts),
        "analyzed": find(window, "statistics-notice").is_none(),
        "plot": plots.iter().find(|label| !label.is_null()),
        "below": below.iter().map(|name| label(window, name)).collect::<Vec<_>>(),
        "places": below.iter().map(|name| find(window, name).map(|plot| &plot["bounds"])).collect::<Vec<_>>(),
    })
}

fn players(window: &Value) -> Value {
    json!({
        "rows": cells(window, "players-table"),
        "page": page(window, "players-pages"),
        "can_add": is_enabled(window, "players-add"),
        "add": spot(window, "players-add"),
        "profile": { "shown": find(window, "players-notes").is_some(), "trend": label(window, "players-trend") },
    })
}

fn temperature_map(window: &Value) -> Value {
    let map = find(window, "temperature-map-map").unwrap_or(&Value::Null);
    let cube = find(window, "temperature-map-cube").unwrap_or(&Value::Null);
    let average = text(window, "temperature-map-average");
    let is_unknown = |cell: &Value| cell == "…";
    let cells = map["cells"].as_array().into_iter().flatten();
    let has_unknown = cells.filter_map(Value::as_array).flatten().any(is_unknown);
    let heats = || map["heats"].as_array().into_iter().flatten().filter_map(Value::as_f64);
    json!({
        "rows": map["cells"],
        // The lightest and the darkest cell.
        "heat": [heats().fold(1.0, f64::min), heats().fold(0.0, f64::max)],
        "running": average.is_empty() || average == EVALUATING || has_unknown,
        "average": average,
        "cube": [json!(cube["insensitive"] != true), cube["selected"].clone()],
    })
}

fn score_map(window: &Value) -> Value {
    json!({
        "rows": cells(window, "score-map-map"),
        "money": text(window, "score-map-money"),
        "cursor": find(window, "score-map-map").map(|map| label(map, "cells")),
        "running": is_enabled(window, "score-map-stop"),
    })
}

fn roll_distribution(window: &Value) -> Value {
    let list = nodes(window).into_iter().find(|node| node["class"] == "GtkColumnListView");
    let rows = list.and_then(|list| list["rows"].as_array()).into_iter().flatten();
    json!({
        "rows": rows.map(texts).collect::<Vec<_>>(),
        "average": text(window, "roll-distribution-average"),
    })
}

fn help(window: &Value) -> Value {
    let topics = find(window, "help-topics").unwrap_or(&Value::Null);
    let chosen = topics["rows"].as_array().into_iter().flatten().find(|row| row["selected"] == true);
    json!({
        "commands": find(window, "help-commands").is_some_and(|page| page["active"] == true),
        "topics": topics["n_rows"],
        "topic": chosen.and_then(|row| texts(row).first().copied()),
        "text": text(window, "help-text"),
        "is_wider": is_wider(window, "help-scroll"),
    })
}

fn batch(window: &Value) -> Value {
    let list = find(window, "batch-files").unwrap_or(&Value::Null);
    let file = |row: &Value| {
        let texts = texts(row);
        json!({
            "name": texts.first(),
            "state": texts.get(1),
            "players": texts.iter().skip(2).take(2).collect::<Vec<_>>(),
            "errors": texts.get(4),
            "open": spot(row, "batch-open"),
        })
    };
    // The rows are those of a list in the table.
    let rows = nodes(list).into_iter().filter_map(|node| node["rows"].as_array()).flatten();
    json!({
        "rows": rows.map(file).collect::<Vec<_>>(),
        "running": is_enabled(window, "batch-stop"),
        "start": spot(window, "batch-start"),
        "sum": text(window, "batch-summary"),
    })
}

/// Study in place of the match: what is asked and told.
pub(crate) fn study(main: &Value) -> Value {
    let said = |name: &str| find(main, name).map(|_| text(main, name));
    json!({
        "page": page(main, "main-pages"),
        "card": find(main, "study").and_then(|page| texts(page).into_iter().find(|text| text.starts_with("card "))),
        "prompt": said("study-prompt"),
        "verdict": said("study-verdict"),
        "parts": said("study-parts"),
        "session": said("study-session"),
        "source": said("study-source"),
        "why": said("study-why"),
        "varied": said("study-varied"),
        "plays": cells(main, "study-alternatives"),
        "ratings": find(main, "study-ratings").is_some_and(|row| row["hidden"] != true),
        "board": find(main, "study-board").map(|board| board["board"].clone()),
        "controller": find(main, "study-board").map(|board| board["controller"].clone()),
        "first": find(main, "study-first").filter(|button| button["hidden"] != true).map(texts),
        "spots": {
            "first": spot(main, "study-first"),
            "second": spot(main, "study-second"),
            "next": spot(main, "study-next"),
            "end": spot(main, "study-end"),
            "undo": spot(main, "study-undo"),
            "back": spot(main, "study-back"),
            "contrast": spot(main, "study-contrast"),
            "stop": spot(main, "study-stop"),
            "scores": spot(main, "study-scores"),
            "make": spot(main, "study-make"),
        },
    })
}

/// The library: the page, its lists by what a screen reader says of their rows, its messages.
fn library(window: &Value) -> Value {
    let labels = |name: &str| -> Vec<Value> {
        let list = find(window, name).unwrap_or(&Value::Null);
        let rows = nodes(list).into_iter().filter_map(|node| node["rows"].as_array()).flatten();
        rows.map(|row| row["label"].clone()).collect()
    };
    let said = |name: &str| find(window, name).map(|_| text(window, name));
    let selected = |name: &str| -> Value {
        let list = find(window, name).unwrap_or(&Value::Null);
        let mut rows = nodes(list).into_iter().filter_map(|node| node["rows"].as_array()).flatten();
        rows.find(|row| row["selected"] == true).map_or(Value::Null, |row| row["label"].clone())
    };
    json!({
        "page": page(window, "library-pages"),
        "searches": page(window, "library-search-pages"),
        "side": labels("library-side"),
        "matches": labels("library-matches"),
        "listed": said("library-matches-count"),
        "cards": labels("library-decisions"),
        "count": said("library-count"),
        "problem": said("library-problem"),
        "query": said("library-query"),
        "chips": chips(window),
        "selected": selected("library-decisions"),
        "reports": find(window, "library-imports").map(texts),
        "trash": find(window, "library-trash").map(texts),
        "notice": said("library-notice-text"),
        "updating": find(window, "library-updating").filter(|row| row["hidden"] != true).map(texts),
        "figures": labels("library-figures"),
        "advice": labels("library-advice"),
        "frequent": labels("library-frequent"),
        "total": said("library-stats-total"),
        "ruler": said("library-stats-ruler"),
        "notes": said("library-stats-notes"),
        "changes": said("library-changes"),
        "drill": drill(window),
        "waiting": said("library-waiting"),
        "spots": {
            "study": spot(window, "library-study"),
            "query": spot(window, "library-query"),
            "filter": spot(window, "library-filter"),
            "undo": spot(window, "library-undo"),
            "save": spot(window, "library-save-search"),
            "undo_import": spot(window, "library-undo-import"),
            "examples": spot(window, "library-examples"),
            "by": spot(window, "library-stats-by"),
            "who": spot(window, "library-stats-who"),
            "ruler": spot(window, "library-stats-ruler"),
            "chips": spot(window, "library-chips"),
            "reevaluate": spot(window, "library-reevaluate"),
            "analyze": spot(window, "library-analyze"),
            "exercise": spot(window, "library-drill-exercise"),
            "next": spot(window, "library-drill-next"),
        },
    })
}

/// The conditions of a query; the last part of the row opens the panel in which patterns are drawn.
fn chips(window: &Value) -> Vec<&str> {
    let mut all = find(window, "library-chips").map(texts).unwrap_or_default();
    all.pop();
    all
}

/// An exercise; null while none is shown.
fn drill(window: &Value) -> Value {
    let Some(board) = find(window, "library-drill-board") else { return Value::Null };
    let said = |name: &str| find(window, name).map(|_| text(window, name));
    json!({
        "board": board["board"],
        "controller": board["controller"],
        "prompt": said("library-drill-prompt"),
        "result": said("library-drill-result"),
        "level": said("library-drill-level"),
        "bias": said("library-drill-bias"),
        "seed": said("library-drill-seed"),
        "next": find(window, "library-drill-next").map(texts),
    })
}

/// Work in the background, below the board.
fn background(main: &Value) -> Value {
    json!({
        "shown": find(main, "background").is_some(),
        "text": text(main, "background-text"),
        "spots": { "continue": spot(main, "background-continue"), "discard": spot(main, "background-discard") },
    })
}

/// The preferences; null while they are closed.
pub(crate) fn preferences(windows: &[Value]) -> Value {
    let Some(window) = windows.iter().find(|window| window["name"] == "preferences") else {
        return Value::Null;
    };
    let shown = page(window, "preferences-pages");
    // A page that has just been made gets its size with the next frame.
    let is_laid_out = shown.as_str().is_some_and(|page| spot(window, &format!("page-{page}")).is_array());
    json!({
        "page": if is_laid_out { shown } else { Value::Null },
        "title": find(window, "preferences-title").map(texts).unwrap_or_default().first(),
        "focus": window["focus"]["class"],
        "nothing": {
            "icon": find(window, "preferences-nothing-icon").map(|icon| &icon["bounds"]),
            "page": find(window, "page-found").map(|page| &page["bounds"]),
        },
    })
}
