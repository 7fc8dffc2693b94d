// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of errors: filters, rows that lead to decisions, keys that step through it, rollouts of all of them.

use super::files::sample;
use super::harness::TestDesktop;
use gnubg_record::{ErrorOrder, ErrorQuery};
use serde_json::{Value, json};

/// A match between people who make errors, with the analysis of eXtreme Gammon.
const ANALYZED: &str = "xg/baR-U643iUDpvzTC.xg";

/// A desktop that shows the analyzed match with the list of errors before it.
pub(crate) fn listing(name: &'static str, settings: &str) -> Option<TestDesktop> {
    let path = sample(ANALYZED)?.to_string_lossy().into_owned();
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
         [window]\npanel-layout = \"errors=400 analysis=300 record=400_ commentary=100_\"\n{settings}"
    );
    let arguments = ["--no-animations", "--test-seed", "1", &path];
    let desktop = TestDesktop::start_set(name, &arguments, &[], &settings)?;
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.keys(&["alt+7"]);
    desktop.wait("the list", |s| s["panels"]["errors"]["n_rows"].as_u64() > Some(3));
    Some(desktop)
}

fn current(state: &Value) -> Value {
    state["panels"]["record"]["current"].clone()
}

fn n_rows(state: &Value) -> u64 {
    state["panels"]["errors"]["n_rows"].as_u64().unwrap_or(0)
}

pub(crate) fn press(desktop: &TestDesktop, name: &str) {
    let (x, y) = super::reader::middle(desktop, name);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    // What the pointer rests on tells its name once more, in a window of its own.
    desktop.xdotool(&["mousemove", "300", "500"]);
}

/// The errors that the program lists without a window.
pub(crate) fn expected(query: &ErrorQuery) -> Vec<gnubg_record::DecisionError> {
    let path = sample(ANALYZED).expect("it was opened");
    let bytes = std::fs::read(path).expect("a file");
    let read = gnubg_formats::read(&bytes, None, None).expect("a match").matches.remove(0).record;
    query.find(&read, &gnubg_engine::cube::MatchEquityTable::default())
}

/// The bar of an error has the color of its number, which is that of its mark.
#[test]
fn bars_of_errors_have_the_colors_of_their_marks() {
    for (name, scheme) in [("bars-light", ""), ("bars-dark", "scheme = \"dark\"\n")] {
        let Some(desktop) = listing(name, scheme) else { return };
        let picture = desktop.screenshot("list");
        let state = desktop.state();
        let bars = state["panels"]["errors"]["bars"].as_array().cloned().unwrap_or_default();
        let mut seen = Vec::new();
        for bar in &bars {
            let at = |n: usize| bar["bounds"][n].as_f64().expect("a place");
            let (x, y) = ((at(0) + 3.0).round() as i32, (at(1) + at(3) / 2.0).round() as i32);
            let [red, _, blue] = picture.colors(x..x + 1, y..y + 1).next().expect("a pixel");
            let classes = bar["classes"].to_string();
            match classes.contains("very-bad") {
                true => assert!(red > blue, "{classes}: {red}, {blue}"),
                false if classes.contains("bad") => assert!(blue > red, "{classes}: {red}, {blue}"),
                false => {}
            }
            seen.push(classes);
        }
        let of = |mark: &str| seen.iter().filter(|classes| classes.contains(mark)).count();
        assert!(of("very-bad") > 0 && of("\"bad") > 0, "{seen:?}");
    }
}

#[test]
fn s09_errors_of_one_player_are_listed() {
    let Some(desktop) = listing("errors", "") else { return };
    let least = 0.04 - 0.0001;
    let all = ErrorQuery { least, ..ErrorQuery::default() };
    let state = desktop.wait("all errors", |s| n_rows(s) == expected(&all).len() as u64);
    let losses: Vec<f64> = state["panels"]["errors"]["rows"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|row| row.as_array()?.iter().filter_map(Value::as_str).find(|text| text.starts_with('−')))
        .filter_map(|text| text.trim_start_matches('−').parse().ok())
        .collect();
    assert!(losses.len() > 3 && losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
    desktop.screenshot("09-all");
    // The cube decisions of the second player.
    press(&desktop, "List errors in checker plays");
    let cube = ErrorQuery { kinds: [false, true, true, true], ..all };
    desktop.wait("cube decisions", |s| n_rows(s) == expected(&cube).len() as u64);
    press(&desktop, "List errors in checker plays");
    let name = state["names"][0].as_str().unwrap_or_default().to_owned();
    press(&desktop, &format!("List errors of {name}"));
    let second = ErrorQuery { players: [false, true], ..all };
    let state = desktop.wait("one player", |s| n_rows(s) == expected(&second).len() as u64);
    let sum: f64 = expected(&second).iter().map(|error| error.loss.emg).sum();
    let told = format!("{} errors, −{sum:.2}", expected(&second).len());
    assert_eq!(state["panels"]["errors"]["sum"], told);
    // In order.
    press(&desktop, "List errors as they were made instead of the worst first");
    let in_order = ErrorQuery { order: ErrorOrder::AsPlayed, ..second };
    let first = expected(&in_order)[0];
    desktop.wait("another order", |s| {
        let name = s["panels"]["errors"]["names"][0].as_str().unwrap_or_default();
        name.contains(&format!("loses {:.3}", first.loss.emg))
    });
    desktop.screenshot("09-in-order");
    assert_eq!(desktop.complaints(), "");
}

/// The one-page report of the match is a button away from its errors.
#[test]
fn the_report_of_the_match_is_shared_from_its_errors() {
    let Some(desktop) = listing("errors-report", "") else { return };
    desktop.screenshot("buttons");
    press(&desktop, "Share a one-page report");
    let path = desktop.home().join("errors.pdf");
    super::files::choose(&desktop, "Share a one-page report", &path);
    desktop.wait("the report", |s| {
        std::fs::read(&path).is_ok_and(|found| found.starts_with(b"%PDF")) && s["files"]["busy"] == 0
    });
    super::quality::fits(&desktop);
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s10_keys_step_through_the_errors() {
    let Some(desktop) = listing("stepping", "") else { return };
    let found = expected(&ErrorQuery { least: 0.04 - 0.0001, ..ErrorQuery::default() });
    let mut places: Vec<(usize, usize)> = Vec::new();
    for error in &found {
        if !places.contains(&error.place()) {
            places.push(error.place());
        }
    }
    let start = current(&desktop.state());
    for (n, (game, entry)) in places.iter().take(5).enumerate() {
        desktop.keys(&["ctrl+Page_Down"]);
        let state = desktop.wait("the next error", |s| {
            current(s) == json!([game, entry]) && s["panels"]["errors"]["selected"].is_u64()
        });
        let row = state["panels"]["errors"]["selected"].as_u64().expect("a row") as usize;
        assert_eq!(found[row].place(), (*game, *entry), "error {n} after {start}");
    }
    desktop.keys(&["ctrl+Page_Up"]);
    let (game, entry) = places[3];
    desktop.wait("the previous error", |s| current(s) == json!([game, entry]));
    // The same without modifiers, with the keyboard in the list.
    desktop.keys(&["greater"]);
    let (game, entry) = places[4];
    desktop.wait("the next error", |s| current(s) == json!([game, entry]));
    // A click and the arrow keys go to decisions.
    let name = desktop.state()["panels"]["errors"]["names"][0].as_str().expect("a name").to_owned();
    let text = desktop.state()["panels"]["errors"]["rows"][0][1].as_str().expect("words").to_owned();
    println!("{name}");
    press(&desktop, &text);
    desktop.wait("the first error", |s| current(s) == json!([found[0].game, found[0].entry]));
    desktop.keys(&["Down"]);
    desktop.wait("the second row", |s| {
        current(s) == json!([found[1].game, found[1].entry]) && s["panels"]["errors"]["selected"] == 1
    });
    desktop.screenshot("10-second");
    // The line below the board, which screen readers say, tells the decision.
    let error = &found[1];
    let told = format!("loses {:.3}; best", error.loss.emg);
    desktop.wait("the decision in words", |s| {
        let message = s["window"]["message"].as_str().unwrap_or_default();
        message.contains(&told) && !message.contains("It is the turn of")
    });
    assert_eq!(desktop.complaints(), "");
}

#[test]
fn s11_all_errors_are_rolled_out_while_browsing() {
    let settings = "[rollout]\ntrials = 36\n[rollout.truncation]\nenable = true\nplies = 2\n[rollout.player.0.chequerplay]\nplies = 0\n[rollout.player.1.chequerplay]\nplies = 0\n";
    let Some(desktop) = listing("rolled-out", settings) else { return };
    let is_rolled_out = |row: &Value| row.as_array().is_some_and(|row| row.contains(&json!("R")));
    let rolled_out = |s: &Value| {
        let rows = s["panels"]["errors"]["rows"].as_array().cloned().unwrap_or_default();
        rows.iter().filter(|row| is_rolled_out(row)).count()
    };
    assert_eq!(rolled_out(&desktop.state()), 0);
    press(&desktop, "Roll out all listed decisions, the worst first");
    let state = desktop.wait("a row", |s| rolled_out(s) > 0);
    desktop.screenshot_at_once("11-rows");
    if state["analysis"]["running"] == 1 {
        let before = current(&state);
        desktop.keys(&["ctrl+Page_Down"]);
        desktop.wait("another decision", |s| current(s) != before);
    }
    desktop.wait("the end", |s| s["analysis"]["running"] == 0 && rolled_out(s) > 1);
    // No progress stays behind.
    desktop.wait("no progress", |s| s["tools"]["background"]["shown"] == false);
    assert_eq!(desktop.complaints(), "");
}

/// Quitting pauses the rollouts, a restart resumes them: what was rolled out stays, though the match was not saved.
#[test]
fn s11_rollouts_of_errors_go_on_after_a_restart() {
    let settings = "[rollout]\ntrials = 144\n[rollout.truncation]\nenable = true\nplies = 5\n[rollout.player.0.chequerplay]\nplies = 0\n[rollout.player.1.chequerplay]\nplies = 0\n[engine]\nthreads = 1\n";
    let Some(mut desktop) = listing("rolled-out-later", settings) else { return };
    let rolled_out = |s: &Value| -> Vec<Value> {
        let rows = s["panels"]["errors"]["rows"].as_array().cloned().unwrap_or_default();
        rows.into_iter().filter(|row| row.as_array().is_some_and(|row| row.contains(&json!("R")))).collect()
    };
    press(&desktop, "Roll out all listed decisions, the worst first");
    let state = desktop.wait("a row", |s| !rolled_out(s).is_empty());
    assert_eq!(state["analysis"]["running"], 1, "the others are left");
    let first = rolled_out(&state)[0].clone();
    super::files::close_without_saving(&mut desktop);
    desktop.launch_again();
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    desktop.keys(&["alt+7"]);
    let state = desktop.wait("the rollouts go on", |s| {
        s["analysis"]["running"] == 1
            && rolled_out(s).contains(&first)
            && s["tools"]["background"]["shown"] == true
    });
    assert_eq!(state["unsaved"], true);
    desktop.screenshot_at_once("11-resumed");
    let n = rolled_out(&state).len();
    desktop.wait("another row", |s| rolled_out(s).len() > n);
    assert_eq!(desktop.complaints(), "");
}

/// The analysis shows first what the larger error of a decision was about.
#[test]
fn the_analysis_opens_on_the_larger_error() {
    let Some(desktop) = listing("larger", "") else { return };
    let found = expected(&ErrorQuery { least: 0.04 - 0.0001, ..ErrorQuery::default() });
    let mut kinds = Vec::new();
    for error in found.iter().take(4) {
        let is_cube = error.kind != gnubg_record::ErrorKind::Play;
        let page = if is_cube { "cube" } else { "plays" };
        desktop.keys(&["alt+7", "ctrl+Page_Down"]);
        desktop.wait("the next error", |s| current(s) == json!([error.game, error.entry]));
        desktop.keys(&["alt+2"]);
        let state = desktop.wait(page, |s| s["panels"]["analysis"]["page"] == page);
        if page == "plays" {
            // The reasons are sentences, each with its numbers.
            let why = state["panels"]["analysis"]["why"].as_str().unwrap_or_default();
            assert!(!why.is_empty() && why.lines().count() <= 3, "{why}");
            println!("{why}\n");
            desktop.screenshot("why");
        } else {
            // The verdict, and the window.
            let texts = state["panels"]["analysis"]["cube_texts"].to_string();
            let lost = format!(": −{:.3}", error.loss.emg);
            assert!(texts.contains(" was right. ") && texts.contains(&lost), "{texts}");
            assert!(texts.contains("Doubling window "), "{texts}");
            desktop.screenshot("verdict");
        }
        if !kinds.contains(&page) {
            kinds.push(page);
        }
    }
    assert_eq!(kinds.len(), 2, "errors of both kinds were seen");
    assert_eq!(desktop.complaints(), "");
}

/// A file opens at its first decision, with the dice of the first roll.
#[test]
fn a_file_opens_at_its_first_decision() {
    let Some(desktop) = listing("first", "") else { return };
    let state = desktop.wait("the first decision", |s| current(s) == json!([0, 0]));
    assert_eq!(state["board"]["dice"]["faces"].as_array().map(Vec::len), Some(2));
    // So does each game.
    desktop.keys(&["ctrl+shift+Page_Down"]);
    desktop.wait("the next game", |s| {
        current(s) == json!([1, 0]) && s["board"]["dice"]["faces"].as_array().map(Vec::len) == Some(2)
    });
    assert_eq!(desktop.complaints(), "");
}

/// The head of the record tells how both players played, with the figures of the statistics.
#[test]
fn the_record_tells_how_both_players_played() {
    let Some(desktop) = listing("rating", "") else { return };
    let path = sample(ANALYZED).expect("it was opened");
    let bytes = std::fs::read(path).expect("a file");
    let read = gnubg_formats::read(&bytes, None, None).expect("a match").matches.remove(0).record;
    let table = gnubg_engine::cube::MatchEquityTable::default();
    let thresholds = gnubg_record::Thresholds::CURRENT;
    let found = gnubg_record::Statistics::of_match(&read, &table, &thresholds);
    for player in gnubg_engine::core::Player::BOTH {
        let rating = found.derived(player, 2050.0, &thresholds).performance_rating.expect("a rating");
        let expected = format!("PR {rating:.1} ");
        desktop.wait("a rating", |s| {
            let told = s["panels"]["record"]["ratings"][player.index()].as_str().unwrap_or_default();
            format!("{told} ").starts_with(&expected)
        });
    }
    desktop.screenshot("ratings");
    assert_eq!(desktop.complaints(), "");
}

/// Statistics begin with a summary, whose decisions are links; points of plots lead to their decisions.
#[test]
fn statistics_begin_with_a_summary_and_plots_lead_to_decisions() {
    let Some(desktop) = listing("summary", "") else { return };
    let statistics = |s: &Value| s["tools"]["statistics"].clone();
    super::tools::open(&desktop, "ctrl+i", "statistics", "Statistics");
    let state = desktop.wait("the summary", |s| {
        statistics(s)["page"] == "summary" && statistics(s)["summary"][1][0] == "Performance rating"
    });
    let worst = statistics(&state)["worst"].as_array().cloned().unwrap_or_default();
    assert_eq!(worst.len(), 5, "{worst:?}");
    desktop.screenshot("summary");
    let first = worst[0].as_str().unwrap_or_default().to_owned();
    let (x, y) = super::reader::middle(&desktop, &first);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let error = expected(&ErrorQuery::default())[0];
    desktop.wait("the worst decision", |s| current(s) == json!([error.game, error.entry]));
    super::tools::press(&desktop, "/tools/statistics/spots/course", |s| statistics(s)["page"] == "course");
    desktop.wait("the plot", |s| statistics(s)["spots"]["plot"].is_array());
    super::tools::press(&desktop, "/tools/statistics/spots/plot", |s| {
        current(s) != json!([error.game, error.entry])
    });
    desktop.screenshot("plot");
    super::tools::close(&desktop, "statistics");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 12: the verdict of a cube decision has the three equities that the terminal writes.
#[test]
fn s12_the_verdict_has_the_equities_of_the_terminal() {
    let Some(desktop) = listing("verdict", "") else { return };
    press(&desktop, "List errors in checker plays");
    let cube = ErrorQuery { least: 0.04 - 0.0001, kinds: [false, true, true, true], ..ErrorQuery::default() };
    let found = expected(&cube);
    desktop.wait("cube decisions", |s| n_rows(s) == found.len() as u64);
    desktop.keys(&["ctrl+Page_Down"]);
    desktop.wait("the first", |s| current(s) == json!([found[0].game, found[0].entry]));
    desktop.keys(&["alt+2"]);
    let state = desktop.wait("its verdict", |s| s["panels"]["analysis"]["page"] == "cube");
    let texts = state["panels"]["analysis"]["cube_texts"].as_array().cloned().unwrap_or_default();
    let is_action = |text: &Value| text.as_str().is_some_and(|text| text.to_lowercase().contains("double"));
    let is_value = |text: &Value| text.as_str().is_some_and(|text| text.starts_with(['+', '−']));
    let rows = texts.windows(2).filter(|pair| is_action(&pair[0]) && is_value(&pair[1]));
    let rows: Vec<(String, String)> =
        rows.filter_map(|pair| Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.to_owned()))).collect();
    assert_eq!(rows.len(), 3, "{texts:?}");
    let file = desktop.home().join("decision.txt");
    desktop.keys(&["alt+6"]);
    desktop.wait("the commands", |s| s["window"]["focus"] == "GtkText");
    desktop.type_text(&format!("export position text \"{}\"", file.display()));
    desktop.keys(&["Return"]);
    desktop.wait("the text", |s| file.exists() && s["panels"]["command"]["busy"] == false);
    let told = std::fs::read_to_string(&file).expect("a text");
    for (action, value) in rows {
        let line =
            told.lines().find(|line| line.contains(&action) && line.contains(&value.replace('−', "-")));
        assert!(line.is_some(), "{action} {value} in {told}");
    }
    assert_eq!(desktop.complaints(), "");
}
