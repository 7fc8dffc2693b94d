// SPDX-License-Identifier: GPL-3.0-or-later
//! What a review tells besides words: the bars of a cube decision, chips, plots and their points.

use super::errors::{expected, listing, press};
use super::reader;
use super::tools::{close, open, press as press_spot};
use gnubg_engine::core::Player;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::stats::course::{course, errors_by_game};
use gnubg_record::{ErrorKind, ErrorQuery, MatchRecord, Statistics, Thresholds};
use serde_json::{Value, json};

/// Losses of at least the threshold of the list.
const LEAST: f64 = 0.04 - 0.0001;

fn current(state: &Value) -> Value {
    state["panels"]["record"]["current"].clone()
}

/// The match that [`listing`] shows.
fn record() -> MatchRecord {
    let path = super::files::sample("xg/baR-U643iUDpvzTC.xg").expect("it was opened");
    let bytes = std::fs::read(path).expect("a file");
    gnubg_formats::read(&bytes, None, None).expect("a match").matches.remove(0).record
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The verdict of a cube decision has the color of its mark, and a bar for each action: empty at an equity of −1, whole
/// at +1.
#[test]
fn a_cube_verdict_has_bars_and_a_color() {
    let Some(desktop) = listing("verdict-bars", "") else { return };
    press(&desktop, "List errors in checker plays");
    let query = ErrorQuery { least: LEAST, kinds: [false, true, true, true], ..ErrorQuery::default() };
    let found = expected(&query);
    desktop.wait("cube decisions", |s| s["panels"]["errors"]["n_rows"] == found.len());
    let limits = Thresholds::CURRENT;
    let mut marks = Vec::new();
    for error in found.iter().take(3) {
        desktop.keys(&["alt+7", "ctrl+Page_Down"]);
        desktop.wait("the next", |s| current(s) == json!([error.game, error.entry]));
        desktop.keys(&["alt+2"]);
        let loss = format!(": −{:.3}", error.loss.emg);
        let state = desktop.wait("its verdict", |s| {
            let shown = &s["panels"]["analysis"];
            shown["page"] == "cube" && shown["cube_texts"].to_string().contains(&loss)
        });
        let shown = &state["panels"]["analysis"];
        let texts = strings(&shown["cube_texts"]);
        let is_action = |text: &str| text.to_lowercase().contains("double");
        let rows = texts.windows(2).filter(|pair| is_action(&pair[0]) && pair[1].starts_with(['+', '-']));
        let rows: Vec<(String, f64)> =
            rows.filter_map(|pair| Some((pair[0].clone(), pair[1].parse().ok()?))).collect();
        let bars: Vec<f64> =
            shown["bars"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        println!("{rows:?} {bars:?} {}", shown["wrong"]);
        assert_eq!((rows.len(), bars.len()), (3, 3), "{texts:?}");
        for ((action, equity), length) in rows.iter().zip(&bars) {
            let expected = 40.0 * ((1.0 + equity) / 2.0).clamp(0.0, 1.0);
            assert!((length - expected).abs() <= 0.6, "{action} {equity}: {length} of 40 pixels");
            // Its name has both.
            let spoken = format!("{equity:+.3}").replace('-', "minus ");
            reader::hears_start(&desktop, &format!("{action}, {spoken}"));
        }
        let loss = error.loss.emg as f32;
        let mark = match () {
            () if loss > limits.very_bad => "very-bad",
            () if loss > limits.bad => "bad",
            () if loss > limits.doubtful => "doubtful",
            () => "",
        };
        assert!(mark.is_empty() || strings(&shown["wrong"]).iter().any(|class| class == mark), "{mark}");
        marks.push(mark);
    }
    assert!(marks.contains(&"very-bad"), "{marks:?}");
    desktop.screenshot("verdict");
    assert_eq!(desktop.complaints(), "");
}

/// Why a play is worse is told in at most three sentences; chips count both plays, with the three best and the three worst
/// rolls that may follow.
#[test]
fn why_has_chips_and_the_next_rolls() {
    let Some(desktop) = listing("why-chips", "") else { return };
    for button in ["List wrong and missed doubles", "List wrong takes and passes"] {
        press(&desktop, button);
    }
    let query = ErrorQuery { least: LEAST, kinds: [true, false, false, true], ..ErrorQuery::default() };
    let found = expected(&query);
    desktop.wait("plays", |s| s["panels"]["errors"]["n_rows"] == found.len());
    let record = record();
    for error in found.iter().filter(|error| error.kind == ErrorKind::Play).take(3) {
        desktop.keys(&["alt+7", "ctrl+Page_Down"]);
        desktop.wait("the next", |s| current(s) == json!([error.game, error.entry]));
        desktop.keys(&["alt+2"]);
        let entry = record.entry(error.game, error.entry).expect("an entry");
        let plays = entry.play_analysis().expect("candidates");
        let state = desktop.wait("its chips", |s| {
            let chips = s["panels"]["analysis"]["chips"].to_string();
            s["panels"]["analysis"]["page"] == "plays"
                && chips.matches("good next rolls: ").count() == 2
                && chips.matches("bad next rolls: ").count() == 2
        });
        let shown = &state["panels"]["analysis"];
        let why = shown["why"].as_str().unwrap_or_default();
        let n_sentences = why.split_inclusive(['.', ';']).filter(|part| part.ends_with('.')).count();
        // A point within a number ends no sentence.
        let n_points =
            why.as_bytes().windows(2).filter(|two| two[0] == b'.' && two[1].is_ascii_digit()).count();
        assert!((1..=3).contains(&(n_sentences - n_points)), "{why}");
        assert!(!why.contains("wins 0."), "chances are in percent: {why}");
        for (n, at) in [0, plays.played.expect("the play that was made")].into_iter().enumerate() {
            let chips = strings(&shown["chips"][n]);
            println!("{chips:?}");
            assert!(chips.len() > 3, "{chips:?}");
            // What can be counted without the program: the chance to win, if it is told.
            let win = format!("wins {:.1}%", 100.0 * plays.candidates[at].probs.win);
            let told = chips.iter().find(|chip| chip.starts_with("wins "));
            assert!(told.is_none_or(|told| *told == win), "{told:?} for {win}");
            let rolls = |start: &str| -> Vec<f64> {
                let chip = chips.iter().find_map(|chip| chip.strip_prefix(start)).expect("a chip");
                let values = chip.split(", ").filter_map(|roll| roll.split(' ').next_back());
                values.filter_map(|value| value.replace('−', "-").parse().ok()).collect()
            };
            let (good, bad) = (rolls("good next rolls: "), rolls("bad next rolls: "));
            assert_eq!((good.len(), bad.len()), (3, 3), "{chips:?}");
            assert!(good.is_sorted_by(|a, b| a >= b) && good[2] >= bad[0], "{chips:?}");
        }
        desktop.screenshot("why");
    }
    assert_eq!(desktop.complaints(), "");
}

/// The summary of the statistics has the numbers that the match has, a chart of the errors by game, and one of the luck;
/// what is clicked in them is shown.
#[test]
fn the_summary_has_the_numbers_and_charts_of_the_match() {
    let Some(desktop) = listing("summary-numbers", "") else { return };
    let (record, table, thresholds) = (record(), MatchEquityTable::default(), Thresholds::CURRENT);
    let found = Statistics::of_match(&record, &table, &thresholds);
    open(&desktop, "ctrl+i", "statistics", "Statistics");
    let statistics = |s: &Value| s["tools"]["statistics"].clone();
    let state = desktop.wait("the summary", |s| {
        statistics(s)["page"] == "summary" && statistics(s)["summary"][1][0] == "Performance rating"
    });
    let rows = statistics(&state)["summary"].clone();
    for player in Player::BOTH {
        let derived = found.derived(player, 2050.0, &thresholds);
        let rating = |value: Option<f64>| format!("{:.1}", value.expect("a rating"));
        let expected = [
            ("Performance rating", rating(derived.performance_rating)),
            ("Plays", rating(derived.play.performance_rating())),
            ("Cube decisions", rating(derived.cube.performance_rating())),
            ("Luck", format!("{:+.3}", found.of(player).luck.luck.emg).replace('-', "−")),
            ("Result without luck", format!("{:.1}%", 100.0 * (0.5 + found.of(player).adjusted.sum))),
        ];
        for (title, value) in expected {
            let row = rows.as_array().into_iter().flatten().find(|row| row[0] == title);
            let told = row.and_then(|row| row[1 + player.index()].as_str()).unwrap_or_default();
            assert!(told.starts_with(&value), "{title}: {told} for {value}");
        }
    }
    // Each game with the errors of both.
    let moments = course(&record, 0..record.games.len(), &table);
    let told = statistics(&state)["below"][0].as_str().unwrap_or_default().to_owned();
    println!("{told}");
    let games = errors_by_game(&moments);
    assert!(games.len() > 2, "{games:?}");
    for (game, sums) in &games {
        for (player, (error, n)) in Player::BOTH.into_iter().zip(sums) {
            let start = format!("Game {}: ", game + 1);
            let part = told.split(". ").find(|part| part.starts_with(&start)).expect("a game");
            let name = &record.info.players[player.index()].name;
            assert!(part.contains(&format!("{name} {error:.3} in {n} decisions")), "{part}");
        }
    }
    desktop.screenshot("summary");
    // The last bars are those of the last game.
    let click = |plot: usize, share: f64| {
        let state = desktop.state();
        let at = |n: usize| statistics(&state)["places"][plot][n].as_f64().expect("a place");
        let (x, y) = (at(0) + share * at(2) - 24.0 * f64::from(u8::from(share == 1.0)), at(1) + at(3) / 2.0);
        desktop.xdotool(&["mousemove", &x.round().to_string(), &y.round().to_string()]);
    };
    click(0, 1.0);
    reader::hears_start(&desktop, &format!("Game {}: ", games.len()));
    desktop.screenshot("told");
    desktop.xdotool(&["click", "1"]);
    desktop.wait("the last game", |s| current(s) == json!([games.len() - 1, 0]));
    // On the page of the errors, too.
    press_spot(&desktop, "/tools/statistics/spots/errors", |s| statistics(s)["page"] == "errors");
    desktop.screenshot("errors");
    press_spot(&desktop, "/tools/statistics/spots/plots/games", |s| {
        current(s)[1] == 0 && current(s)[0].as_u64() < Some(games.len() as u64 - 1)
    });
    // A point of the luck is a decision, which is told with who made it.
    let before = current(&desktop.state());
    press_spot(&desktop, "/tools/statistics/spots/luck", |s| statistics(s)["page"] == "luck");
    let state = desktop.wait("the plot", |s| statistics(s)["spots"]["plots"]["luck"].is_array());
    let spot = &statistics(&state)["spots"]["plots"]["luck"];
    let [x, y] = [0, 1].map(|n| spot[n].as_f64().expect("a place").round().to_string());
    desktop.xdotool(&["mousemove", &x, &y]);
    let said = reader::hears_one(&desktop, |name| {
        name.starts_with("Game ")
            && record.info.players.iter().any(|one| name.contains(&format!(", {}", one.name)))
    });
    println!("{said}");
    press_spot(&desktop, "/tools/statistics/spots/plots/luck", |s| current(s) != before);
    let game = current(&desktop.state())[0].as_u64().expect("a game") + 1;
    assert!(said.starts_with(&format!("Game {game}, ")), "{said}");
    close(&desktop, "statistics");
    assert_eq!(desktop.complaints(), "");
}

/// The list can be that of one game.
#[test]
fn errors_of_one_game_are_listed() {
    let Some(desktop) = listing("one-game", "") else { return };
    let of = |game: Option<usize>| ErrorQuery { game, least: LEAST, ..ErrorQuery::default() };
    let (all, second) = (expected(&of(None)).len(), expected(&of(Some(1))).len());
    assert!(second > 0 && second < all);
    desktop.wait("all errors", |s| s["panels"]["errors"]["n_rows"] == all);
    press(&desktop, "Errors of which game");
    desktop.keys(&["Down", "Down", "Return"]);
    desktop.wait("those of the second game", |s| s["panels"]["errors"]["n_rows"] == second);
    desktop.screenshot("list");
    assert_eq!(desktop.complaints(), "");
}

/// The bar of an error is as long as its loss, and no longer than its place.
#[test]
fn bars_of_errors_are_as_long_as_losses() {
    let Some(desktop) = listing("error-bars", "") else { return };
    let found = expected(&ErrorQuery { least: LEAST, ..ErrorQuery::default() });
    let state = desktop.wait("all errors", |s| s["panels"]["errors"]["n_rows"] == found.len());
    let bars = state["panels"]["errors"]["bars"].as_array().cloned().unwrap_or_default();
    assert!(bars.len() > 3, "{bars:?}");
    let lengths: Vec<f64> = bars.iter().filter_map(|bar| bar["length"].as_f64()).collect();
    println!("{lengths:?}");
    for (length, error) in lengths.iter().zip(&found) {
        let share = (error.loss.emg / 0.3).min(1.0);
        assert!((length - 48.0 * share).abs() <= 1.0, "{length} for a loss of {}", error.loss.emg);
    }
    assert!(lengths.first() > lengths.last(), "{lengths:?}");
}
