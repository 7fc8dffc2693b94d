// SPDX-License-Identifier: GPL-3.0-or-later
//! What a person sees in the windows of the program, found in the tree of widgets that it writes: the parts by their
//! names, in the words of the tests.

use super::tool_state::{TOOL_FRAME, hint, preferences, study, tools};
use serde_json::{Map, Value, json};

/// The first node with a name in a tree of widgets, hidden ones left out.
pub(crate) fn find<'a>(tree: &'a Value, name: &str) -> Option<&'a Value> {
    // In one pass through the facts of a node, which is much faster than to look each of them up: states are searched
    // hundreds of times. The name comes before what stands in the node.
    for (key, value) in tree.as_object()? {
        match (key.as_str(), value) {
            ("name", Value::String(own)) if own == name => {
                return (tree["hidden"] != true).then_some(tree);
            }
            ("children" | "rows", Value::Array(nodes)) => {
                if let Some(found) = nodes.iter().find_map(|node| find(node, name)) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}

/// What stands in a node: rows and other nodes.
fn inside(tree: &Value) -> impl Iterator<Item = &Value> {
    let of = |key: &str| tree[key].as_array().into_iter().flatten();
    of("children").chain(of("rows"))
}

/// All nodes of a tree, the outer ones first.
pub(crate) fn nodes(tree: &Value) -> Vec<&Value> {
    fn add<'a>(tree: &'a Value, found: &mut Vec<&'a Value>) {
        found.push(tree);
        for node in inside(tree) {
            add(node, found);
        }
    }
    let mut found = Vec::new();
    add(tree, &mut found);
    found
}

/// The texts of a node and of all that stands in it.
pub(crate) fn texts(tree: &Value) -> Vec<&str> {
    nodes(tree)
        .into_iter()
        .flat_map(|node| node["texts"].as_array().into_iter().flatten())
        .filter_map(Value::as_str)
        .collect()
}

/// The text of the node with a name; empty while it cannot be seen.
pub(crate) fn text(tree: &Value, name: &str) -> String {
    find(tree, name).map_or(String::new(), |node| texts(node).join("\n"))
}

/// The middle of a node, in pixels from the corner of its window.
pub(crate) fn middle(node: &Value) -> Value {
    let at = |n: usize| node["bounds"][n].as_f64();
    match (at(0), at(1), at(2), at(3)) {
        (Some(x), Some(y), Some(w), Some(h)) if w > 0.0 => json!([x + w / 2.0, y + h / 2.0]),
        _ => Value::Null,
    }
}

pub(crate) fn spot(tree: &Value, name: &str) -> Value {
    find(tree, name).map_or(Value::Null, middle)
}

/// What the program says of itself, with what can be seen of its widgets put beside it.
pub(crate) fn view(mut written: Value) -> Value {
    let Value::Object(mut state) = written["model"].take() else { return Value::Null };
    let Value::Array(windows) = written["windows"].take() else { return Value::Null };
    let Some(main) = windows.iter().find(|window| window["class"] == "BgWindow") else { return Value::Null };
    state.insert("window".to_owned(), window(main, &windows, &state));
    state["window"]["controls"] = json!(controls(main));
    state["window"]["header"] = HEADER.into_iter().filter(|name| find(main, name).is_some()).collect();
    state["window"]["focused_bounds"] = main["focus"]["bounds"].clone();
    let are_off = find(main, "slots").is_some_and(|slots| slots["insensitive"] == true);
    state["window"]["offers_are_off"] = json!(are_off);
    state.insert("panels".to_owned(), panels(main, &windows, &state));
    state.insert("files".to_owned(), files(main, &windows, &state));
    state.insert("hint".to_owned(), hint(main));
    state.insert("tools".to_owned(), tools(main, &windows));
    state.insert("study".to_owned(), study(main));
    state.insert("preferences".to_owned(), preferences(&windows));
    state.insert("setup".to_owned(), setup(main));
    let bar = |n: usize| find(main, &format!("player_{n}")).map(|bar| text(bar, "pips"));
    let pips = [0, 1].map(|n| bar(n).unwrap_or_default());
    state.insert("candidates".to_owned(), json!(candidates(main)));
    // How far columns reach beyond the list, in pixels.
    let beyond = find(main, "candidates").map(|list| list["scrolled"]["x"][1].clone());
    state.insert("candidates_beyond".to_owned(), json!(beyond));
    state.insert("candidates_heading".to_owned(), json!(text(main, "candidates-heading")));
    state.insert("pips".to_owned(), json!(pips));
    state["analysis"]["stop"] = spot(main, "stop_button");
    Value::Object(state)
}

/// The windows beside the main one.
fn others<'w>(main: &'w Value, windows: &'w [Value]) -> impl Iterator<Item = &'w Value> {
    windows.iter().filter(move |window| !std::ptr::eq(*window, main))
}

/// The main window: header, action row, players, status.
fn window(main: &Value, windows: &[Value], model: &Map<String, Value>) -> Value {
    let titles = find(main, "title").map(texts).unwrap_or_default();
    let slots = find(main, "slots").map(nodes).unwrap_or_default();
    let label = |button: &&Value| match texts(button).join(" ") {
        text if text.is_empty() => button["tooltip"].as_str().unwrap_or_default().to_owned(),
        text => text,
    };
    let buttons = slots.iter().filter(|node| node["class"] == "GtkButton").map(label);
    let bar = find(main, "menu_bar");
    let menus = bar.map(nodes).unwrap_or_default();
    let menus = menus.iter().filter(|node| node["class"] == "GtkPopoverMenu");
    let strip = find(main, "strip").map(|strip| text(strip, "strip_text"));
    let last_turn = |n: usize| find(main, &format!("player_{n}")).map(|bar| text(bar, "turn_text"));
    let last_turns = [0, 1].map(last_turn);
    let clocks =
        [0, 1].map(|n| find(main, &format!("player_{n}")).map(|bar| text(bar, "clock")).unwrap_or_default());
    let highlighted =
        [0, 1].map(|n| find(main, &format!("player_{n}")).is_some_and(|bar| has_class(bar, "on-roll")));
    json!({
        "menu_bar": bar.is_some(),
        "menus_open": menus.count(),
        "title": titles.first(),
        "file": model["file"],
        "width": main["size"][0],
        "height": main["size"][1],
        "fullscreen": main["fullscreen"],
        "scale_factor": main["scale"],
        "renderer": main["renderer"],
        "cut": cut(main),
        "cut_anywhere": cut_texts(main),
        "outside": outside(main),
        "cut_elsewhere": others(main, windows).flat_map(cut_texts).collect::<Vec<_>>(),
        "start_card": find(main, "start_card").is_some(),
        "message": text(main, "message"),
        "entry": find(main, "play_entry").map(|entry| json!({
            "shown": entry["hidden"] != true,
            "text": texts(entry).first(),
            "help": entry["placeholder"],
            "spot": middle(entry),
        })),
        "play_text": play_in_the_making(main),
        "last_turns": last_turns,
        "clocks": clocks,
        "highlighted": highlighted,
        "badge": text(main, "badge"),
        "toast": model["notice"],
        "notice": text(main, "notice_label"),
        "id": identifier(model),
        // The identifier in its line or popover, or what is typed there.
        "id_typed": text(main, "id_entry"),
        "buttons": buttons.collect::<Vec<_>>(),
        "enabled": model["actions"],
        "focus": main["focus"]["class"],
        "focused": main["focus"]["name"].as_str().unwrap_or_default(),
        "focused_at": main["focus"]["at"],
        "n_windows": windows.len(),
        "strip": strip,
        "emphasized": emphasized(main),
        "tour": find(main, "tour_text").map(|label| json!({
            "text": texts(label).join(" "),
            "target": nodes(main).into_iter().find(|node| has_class(node, "tour-target")).map(|node| node["name"].clone()),
        })),
        "result": find(main, "result_card").map(|card| json!({
            "heading": text(card, "result_heading"),
            "figures": find(card, "result_figures").map(|figures| figures["cells"].clone()),
            "progress": text(card, "result_progress"),
            "worst": texts(find(card, "result_worst").unwrap_or(&Value::Null)),
            "buttons": card_buttons(card),
        })),
        "warned": strip.as_ref().is_some_and(|text| text.contains(" loses ")) && main["focus"]["text"] == "Take back",
        // Why the match cannot be saved automatically.
        "autosave": find(main, "autosave_bar").filter(|bar| bar["revealed"] == true).map(texts),
        "waiting": text(main, "waiting"),
        "recovery": find(main, "recovery").is_some_and(|bar| bar["revealed"] == true)
            || find(main, "continue_match").is_some(),
    })
}

/// The buttons below a card: their labels, and whether they lie within its padding.
fn card_buttons(card: &Value) -> Vec<Value> {
    let bottom =
        |node: &Value| node["bounds"][1].as_f64().zip(node["bounds"][3].as_f64()).map(|(y, h)| y + h);
    let buttons = find(card, "result_actions").map(nodes).unwrap_or_default();
    let is_whole =
        |node: &Value| bottom(node).zip(bottom(card)).is_some_and(|(end, of_card)| end <= of_card - 17.0);
    let buttons = buttons.into_iter().filter(|node| node["class"] == "GtkButton");
    buttons.map(|node| json!([texts(node).join(" "), is_whole(node)])).collect()
}

/// The labels of the buttons that are emphasized below the board.
fn emphasized(main: &Value) -> Vec<String> {
    let parts = ["strip", "slots", "result_actions"].into_iter().filter_map(|name| find(main, name));
    let buttons = parts.filter(|part| part["insensitive"] != true).flat_map(nodes);
    buttons.filter(|node| has_class(node, "suggested-action")).map(|node| texts(node).join(" ")).collect()
}

/// Position ID and match ID; empty without a match.
fn identifier(model: &Map<String, Value>) -> String {
    let of = |key: &str| model["match"][key].as_str();
    of("position_id")
        .zip(of("match_id"))
        .map_or(String::new(), |(position, of_match)| format!("{position}:{of_match}"))
}

/// The play that is being made, as the bar of its player says it.
fn play_in_the_making(main: &Value) -> String {
    let is_making = |node: &&Value| node["name"] == "turn_text" && has_class(node, "making");
    nodes(main).into_iter().find(is_making).map(|label| texts(label).join(" ")).unwrap_or_default()
}

fn has_class(node: &Value, class: &str) -> bool {
    node["classes"].as_array().is_some_and(|all| all.iter().any(|one| one == class))
}

/// Texts around the board that do not fit where they are, and lines that reach beyond the window.
fn cut(main: &Value) -> Vec<String> {
    let lines = ["opponent_box", "action_row", "players_box", "status_row"]
        .into_iter()
        .filter_map(|name| find(main, name));
    let mut found = Vec::new();
    for line in lines {
        for node in nodes(line).into_iter().filter(|node| node["name"] != "setup_bar") {
            found.extend(
                node["cut"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned),
            );
        }
        let end = |n: usize| {
            line["bounds"][n].as_f64().unwrap_or(0.0) + line["bounds"][n + 2].as_f64().unwrap_or(0.0)
        };
        // Bounds count the shadow of the window in, which is the same on both sides.
        let content = find(main, "whole").unwrap_or(main);
        let limit =
            |n: usize| content["bounds"][n].as_f64().unwrap_or(0.0) + main["size"][n].as_f64().unwrap_or(0.0);
        if (0..2).any(|n| end(n) > limit(n)) {
            found.extend(line["name"].as_str().map(str::to_owned));
        }
    }
    found
}

/// The buttons of the header that leave it for want of room, the first to leave first.
const HEADER: [&str; 6] =
    ["view_3d_button", "edit_button", "redo_button", "open_button", "share_button", "analyze_button"];

/// All texts of a window that do not fit where they are.
fn cut_texts(window: &Value) -> Vec<String> {
    let cut = nodes(window).into_iter().flat_map(|node| node["cut"].as_array().into_iter().flatten());
    cut.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Buttons and entries in sight that reach beyond the window.
fn outside(main: &Value) -> Vec<String> {
    let content = find(main, "whole").unwrap_or(main);
    let origin = [0, 1].map(|n| content["bounds"][n].as_f64().unwrap_or(0.0));
    let size = [0, 1].map(|n| main["size"][n].as_f64().unwrap_or(0.0));
    let reaches = |node: &&Value| {
        let bound = |n: usize| node["bounds"][n].as_f64().unwrap_or(0.0);
        (0..2).any(|n| bound(n) + 0.5 < origin[n] || bound(n) + bound(n + 2) > origin[n] + size[n] + 0.5)
    };
    let is_control = |node: &&Value| {
        let class = node["class"].as_str().unwrap_or_default();
        node["bounds"].is_array() && (class.ends_with("Button") || class == "GtkEntry")
    };
    let found = nodes(content).into_iter().filter(is_control).filter(reaches);
    found.map(|node| format!("{} {} {}", node["name"], node["tooltip"], node["bounds"])).collect()
}

/// Names of panels from top to bottom.
const PANELS: [&str; 6] = ["record", "analysis", "errors", "commentary", "messages", "command"];

/// The panels beside the board or in windows of their own.
fn panels(main: &Value, windows: &[Value], model: &Map<String, Value>) -> Value {
    let key = |node: &Value| {
        let name = node["name"].as_str()?.strip_prefix("panel_")?;
        (node["hidden"] != true && PANELS.contains(&name)).then(|| name.to_owned())
    };
    let of = |window: &Value| nodes(window).into_iter().filter_map(key).collect::<Vec<_>>();
    let detached: Vec<String> = others(main, windows).flat_map(of).collect();
    let shown: Vec<String> = of(main).into_iter().chain(detached.iter().cloned()).collect();
    let panel = |name: &str| {
        let mut all = std::iter::once(main).chain(windows);
        all.find_map(|window| find(window, name)).unwrap_or(&Value::Null)
    };
    let side = find(main, "panels_side");
    let bound = |name: &str, n: usize| find(main, name).and_then(|node| node["bounds"][n].as_f64());
    let board_end = bound("board", 1).unwrap_or(0.0) + bound("board", 3).unwrap_or(0.0);
    let command = panel("panel_command");
    let groups =
        side.map(nodes).unwrap_or_default().into_iter().filter(|node| has_class(node, "panel-group"));
    json!({
        "groups": groups.count(),
        "handle": find(main, "panel_handle").map(middle),
        "revealed": side.is_some(),
        "below": bound("panels_side", 1).is_some_and(|top| top + 1.0 >= board_end),
        "width": side.and_then(|side| side["bounds"][2].as_f64()).map(|width| width as u64),
        "shown": shown,
        "detached": detached,
        "record": record(main, panel("panel_record")),
        "analysis": analysis(panel("panel_analysis")),
        "errors": errors(panel("panel_errors")),
        "comment": { "text": text(panel("panel_commentary"), "comment") },
        "messages": model["log"],
        "command": {
            "output": text(command, "command_output"),
            "scrolled_across": find(command, "command_output").map(|output| output["scrolled"]["x"][0].clone()),
            "line": text(command, "command_entry"),
            "busy": find(command, "command_stop").is_some(),
            "asks": text(command, "command_prompt") == "?",
        },
    })
}

/// The buttons of a window that can be used, without those of its frame: what they are called, and where they are.
fn controls(main: &Value) -> Vec<Value> {
    let is_frame = |node: &Value| {
        let action = node["action"].as_str().unwrap_or_default();
        action.starts_with("window.")
    };
    let is_button = |node: &Value| node["class"].as_str().is_some_and(|class| class.ends_with("Button"));
    let seen = nodes(main).into_iter().filter(|node| {
        is_button(node) && node["bounds"].is_array() && node["insensitive"] != true && !is_frame(node)
    });
    let called = |node: &Value| {
        let told = [&node["tooltip"], &node["name"], &node["texts"][0]];
        told.into_iter().find_map(Value::as_str).unwrap_or_default().to_owned()
    };
    seen.map(|node| json!({ "name": called(node), "bounds": node["bounds"] })).collect()
}

/// How many rows of a list are seen, where all rows have one height; whole if no row is cut off.
pub(crate) fn rows_seen(list: &Value) -> Value {
    let number = |n: usize| list["scrolled"]["heights"][n].as_f64();
    match (number(0), number(1), list["n_rows"].as_f64()) {
        (Some(seen), Some(all), Some(n)) if all > seen + 0.5 => {
            json!((seen * n / all * 100.0).round() / 100.0)
        }
        _ => list["n_rows"].clone(),
    }
}

/// The game record; its buttons stand in the bar of the tabs, or in the window of a detached panel.
fn record(main: &Value, panel: &Value) -> Value {
    let button = |name: &str| find(panel, name).or_else(|| find(main, name));
    let list = find(panel, "record_list").unwrap_or(&Value::Null);
    let rows: Vec<&Value> = list["rows"].as_array().into_iter().flatten().collect();
    let cells = |row: &Value| -> Vec<Value> {
        let buttons = row["children"].as_array().cloned().unwrap_or_default();
        // The play and its marks; the head of a variation has its loss in their place.
        let text = |button: &Value| match button["texts"][1].as_str() {
            Some(marks) if !marks.is_empty() && button["name"] != "record_branch" => {
                json!(format!("{} {marks}", button["texts"][0].as_str().unwrap_or_default()))
            }
            _ => button["texts"][0].clone(),
        };
        buttons.iter().map(text).map(|text| if text == "" { Value::Null } else { text }).collect()
    };
    let current_cell = nodes(list).into_iter().find(|node| has_class(node, "current"));
    let is_in_sight = |cell: &Value| {
        let edges = |node: &Value| [1, 3].map(|n| node["bounds"][n].as_f64().unwrap_or(-1.0));
        let [[top, height], [y, of_cell]] = [edges(list), edges(cell)];
        y + 0.5 >= top && y + of_cell <= top + height + 0.5
    };
    let current = current_cell.and_then(|cell| {
        // A pair of numbers, as "(0, 3)".
        let target = cell["target"].as_str()?.replace('(', "[").replace(')', "]");
        serde_json::from_str::<Value>(&target.replace("uint32 ", "")).ok()
    });
    let heads: Vec<&Value> = nodes(panel).into_iter().filter(|node| node["name"] == "record_head").collect();
    let games = find(panel, "record_games").unwrap_or(&Value::Null);
    let course = find(panel, "record_course");
    let told = course.and_then(|course| course["tooltip"].as_str()).unwrap_or_default();
    let n_errors = told.split(", ").nth(1).and_then(|part| part.split(' ').next()?.parse::<u64>().ok());
    let filter = button("record_filter");
    json!({
        "rows": rows.iter().map(|row| cells(row)).collect::<Vec<_>>(),
        "n_rows": list["n_rows"],
        "rows_seen": rows_seen(list),
        "row_height": list["scrolled"]["heights"][1].as_f64().zip(list["n_rows"].as_f64()).map(|(all, n)| all / n),
        "spot": middle(list),
        "scrolled": list["scrolled"]["y"][0],
        "current": current,
        "checkers": nodes(panel).into_iter().filter(|node| node["name"] == "record_checker").map(middle).collect::<Vec<_>>(),
        "current_seen": current_cell.is_some_and(is_in_sight),
        "games": games["items"],
        "game": games["selected"],
        "game_shown": texts(games).first(),
        "filter": {
            "open": filter.is_some_and(|toggle| toggle["active"] == true),
            "text": text(panel, "record_filter_entry"),
            "found": text(panel, "record_filter_found"),
            "toggle": filter.map(middle),
        },
        "bars": bars(list),
        "branches": branches(list),
        "lines": {
            "texts": button("record_variations").map_or(json!([]), |button| button["menu"].clone()),
            "spot": button("record_variations").map(middle),
        },
        "course": { "errors": n_errors, "spot": course.map(middle) },
        "ratings": (0..2).map(|n| text(panel, &format!("record_rating_{n}"))).collect::<Vec<_>>(),
        "columns": heads.first().map(|head| texts(head).into_iter().skip(1).collect::<Vec<_>>()),
        "names": heads.iter().map(|head| texts(head).first().copied()).collect::<Vec<_>>(),
    })
}

/// Of the decisions in the record that have a bar for their loss: the places of the bar and of the number.
fn bars(list: &Value) -> Vec<Value> {
    let cells = nodes(list).into_iter().filter(|node| has_class(node, "record-cell"));
    cells
        .filter_map(|cell| {
            let bar = find(cell, "loss_bar").filter(|bar| bar["hidden"] != true)?;
            Some(json!([bar["bounds"], find(cell, "loss_of-cell")?["bounds"]]))
        })
        .collect()
}

/// The heads of variations in the record that can be seen: what they say and lose, and where their buttons are.
fn branches(list: &Value) -> Vec<Value> {
    let heads =
        nodes(list).into_iter().filter(|node| node["name"] == "record_branch" && node["hidden"] != true);
    let of_head = |head: &Value| {
        let fold = nodes(list).into_iter().find(|node| {
            node["target"] == head["target"]
                && node["action"].as_str().is_some_and(|name| name.starts_with("record."))
        });
        let text = head["texts"][0].as_str().unwrap_or_default();
        json!({
            "text": text.trim_start_matches('\u{2068}').trim_end_matches('\u{2069}'),
            "loss": head["texts"][1],
            "told": head["tooltip"],
            "spot": middle(head),
            "spot_hovered": head["hovered"],
            "fold_hovered": fold.map(|fold| fold["hovered"].clone()),
            "open": fold.is_some_and(|fold| fold["action"] == "record.fold"),
            "fold": fold.map(middle),
        })
    };
    heads.map(of_head).collect()
}

/// The analysis of a decision; nothing where none follows.
fn analysis(panel: &Value) -> Value {
    let Some(stack) = find(panel, "analysis_stack") else { return Value::Null };
    let texts_of_none = ["There is no decision here.", "Press H for a hint."];
    if texts(panel).iter().any(|text| texts_of_none.contains(text)) {
        return Value::Null;
    }
    let list = nodes(panel).into_iter().find(|node| node["class"] == "GtkColumnListView");
    let rows: Vec<&Value> = list.and_then(|list| list["rows"].as_array()).into_iter().flatten().collect();
    let is_played = |row: &&Value| texts(row).iter().any(|text| text.starts_with('▸'));
    let mark = |name: &str| {
        find(panel, name).map(|line| {
            let list = nodes(line).into_iter().find(|node| node["class"] == "GtkDropDown");
            let symbol = list.map(|list| texts(list).join(" ")).unwrap_or_default();
            let word = match symbol.as_str() {
                "??" => "very bad",
                "?" => "bad",
                "?!" => "doubtful",
                "–" => "unmarked",
                other => other,
            };
            json!([line["texts"][0], word])
        })
    };
    let chips = |which: &str| find(panel, &format!("analysis_why_{which}")).map(texts);
    let end =
        |node: &Value| node["bounds"][0].as_f64().zip(node["bounds"][2].as_f64()).map(|(x, width)| x + width);
    json!({
        "page": stack["page"],
        "ends": [find(panel, "analysis_why").and_then(end), end(panel)],
        "why": text(panel, "analysis_why"),
        "instant": text(panel, "analysis_instant"),
        "counted": find(panel, "analysis_counted").map(|box_| box_["active"] == true),
        "cube_texts": texts(stack),
        "bars": nodes(stack).into_iter().filter(|node| node["name"] == "cube_bar").map(|bar| bar["length"].clone()).collect::<Vec<_>>(),
        "wrong": find(stack, "cube_error").map(|label| label["classes"].clone()),
        "chips": [chips("best"), chips("played")],
        "luck": mark("analysis_luck").map(|line| line[0].clone()),
        "play": mark("analysis_play"),
        "cube": mark("analysis_cube"),
        "plays": rows.iter().map(|row| texts(row)).collect::<Vec<_>>(),
        "n_rows": list.map(|list| list["n_rows"].clone()),
        "rows_seen": list.map(rows_seen),
        "one_line": find(panel, "analysis_tools").map(|row| row["bounds"][3].as_f64() < Some(48.0)),
        "at_top": find(panel, "analysis_plays").is_some_and(|list| list["scrolled"]["y"][0] == 0.0),
        "played": rows.iter().position(is_played),
    })
}

/// The list of errors; nothing where it is not shown.
fn errors(panel: &Value) -> Value {
    let Some(list) = find(panel, "errors_list") else { return Value::Null };
    let rows: Vec<&Value> = list["rows"].as_array().into_iter().flatten().collect();
    json!({
        "rows": rows.iter().map(|row| texts(row)).collect::<Vec<_>>(),
        "names": rows.iter().map(|row| row["label"].clone()).collect::<Vec<_>>(),
        "bars": nodes(list).into_iter().filter(|node| node["name"] == "error_length").collect::<Vec<_>>(),
        "n_rows": list["n_rows"],
        "selected": rows.iter().position(|row| row["selected"] == true),
        "rows_seen": rows_seen(list),
        "sum": text(panel, "errors_sum"),
        "least": text(panel, "errors_least_told"),
        "nothing": text(panel, "errors_nothing"),
    })
}

/// Dialogs about files and questions, what runs, and the recent files.
fn files(main: &Value, windows: &[Value], model: &Map<String, Value>) -> Value {
    let is_tool = |window: &Value| window["class"] == TOOL_FRAME || window["name"] == "preferences";
    let mut dialog = windows.iter().filter(|window| window["class"] != "BgWindow" && !is_tool(window));
    let dialog = dialog.find_map(dialog_of);
    let recent = find(main, "open_button").and_then(|button| button["menu"].as_array());
    // The last lines of the menu are about the list itself.
    let own = ["No recent files", "Remove missing files from the list", "Clear the list"];
    let recent = recent.into_iter().flatten().filter_map(Value::as_str).filter(|label| !own.contains(label));
    let recent = recent.map(|label| {
        let name = label.trim_end_matches(" (missing)");
        json!([name.replace("__", "_"), name != label])
    });
    let (name, text) = dialog.unwrap_or_default();
    json!({
        "dialog": (!name.is_empty()).then_some(name),
        "text": text,
        "busy": model["file_jobs"],
        "recent": recent.collect::<Vec<_>>(),
    })
}

/// The name of a dialog and what it says.
fn dialog_of(window: &Value) -> Option<(String, String)> {
    let name = match (window["class"].as_str()?, window["title"].as_str().unwrap_or_default()) {
        ("GtkFileChooserDialog", "Open a match or position") => "open",
        ("GtkFileChooserDialog", "Save the match" | "Save") => "save",
        ("GtkFileChooserDialog", title) if title.starts_with("Export") => "export",
        ("GtkPrintUnixDialog", _) => "print",
        _ => window["name"].as_str()?,
    };
    let rows = nodes(window).into_iter().find(|node| node["class"] == "GtkListBox");
    let text = match name {
        "several" => rows.and_then(|list| list["rows"].as_array()).map_or(0, Vec::len).to_string(),
        _ => texts(window).join("\n"),
    };
    Some((name.to_owned(), text))
}

/// The rows of a position that is being set up.
fn setup(main: &Value) -> Value {
    let Some(bar) = find(main, "setup_bar") else { return Value::Null };
    let part = |name: &str| find(bar, &format!("setup_{name}")).unwrap_or(&Value::Null);
    let check = |name: &str| {
        let button = part(name);
        json!({
            "visible": button.is_object(), "sensitive": button["insensitive"] != true, "on": button["active"],
        })
    };
    let whole = |value: &Value| value.as_f64().map(|value| value as i64);
    let names = [0, 1].map(|n| text(bar, &format!("setup_name_{n}")));
    let scores = [0, 1].map(|n| whole(&part(&format!("score_{n}"))["value"]));
    let turn = (0..2).position(|n| part(&format!("turn_{n}"))["active"] == true);
    json!({
        "height": bar["bounds"][3].as_f64().map(|height| height as i64),
        "names": names,
        "scores": scores,
        "turn": turn,
        "length": whole(&part("length")["value"]),
        "crawford": check("crawford"),
        "jacoby": check("jacoby"),
        "variation": part("variation")["selected"],
        "verdict": text(bar, "setup_verdict"),
    })
}

/// How many plays are listed for the roll that is transcribed.
fn candidates(main: &Value) -> usize {
    let list = find(main, "candidates").map(nodes).unwrap_or_default();
    let rows = list.iter().flat_map(|node| node["rows"].as_array().into_iter().flatten());
    rows.filter(|row| !texts(row).is_empty()).count()
}
