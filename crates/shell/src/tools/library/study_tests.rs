// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of study, exercises, statistics and export on the command line.

use super::tests::{answered, objects, ok, tool, with_files};
use gnubg_engine::core::{MatchState, PlayList, notation};
use serde_json::Value;

/// A folder with a library of four analyzed matches of Ann, who is the user, and cards of her mistakes.
fn with_cards() -> tempfile::TempDir {
    let folder = with_files(4, true);
    ok(folder.path(), &["add", folder.path().join("in").to_str().unwrap()]);
    ok(folder.path(), &["alias", "Ann", "--me"]);
    let made = objects(folder.path(), &["cards", "make", "--plies", "0", "--deck", "Mine"]);
    assert!(made.last().unwrap()["made"].as_array().unwrap().len() >= 4, "{made:?}");
    folder
}

/// The first legal play of a question.
fn some_play(question: &Value) -> String {
    let state = MatchState::from_xgid(question["position"]["xgid"].as_str().unwrap()).unwrap();
    let mut list = PlayList::new();
    list.generate(&state.board, state.dice().unwrap());
    notation::format(&state.board, &list.plays()[0])
}

#[test]
fn a_whole_session_is_driven_by_json() {
    let folder = with_cards();
    let mut asked = Vec::new();
    let mut input = |last: &str| {
        let value: Value = serde_json::from_str(last).unwrap();
        asked.push(value["ask"].as_str().unwrap().to_owned());
        Some(match value["ask"].as_str().unwrap() {
            "play" => serde_json::json!({ "answer": some_play(&value) }).to_string(),
            "double" => "no".to_owned(),
            "take" => "take".to_owned(),
            _ => String::new(),
        })
    };
    let words = ["--json", "study", "--cards", "4", "--no-controls", "--minutes", "0"];
    let (lines, _, done) = answered(folder.path(), &words, &mut input);
    done.unwrap();
    assert_eq!(
        asked.iter().filter(|ask| *ask == "grade").count(),
        asked.len() - asked.iter().filter(|ask| *ask != "grade").count()
    );
    let last: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert_eq!((last["ended"].as_bool(), last["answered"].as_u64()), (Some(true), Some(4)));
    let counts = objects(folder.path(), &["cards", "due"]);
    assert!(counts[0]["today"].as_u64().unwrap() >= 4);
    // Questions tell nothing of what is right.
    for line in lines.iter().filter(|line| line.contains("\"number\"")) {
        assert!(!line.contains("loss") && !line.contains("best") && !line.contains("deck"), "{line}");
    }
}

#[test]
fn a_session_in_the_terminal_explains_itself_and_goes_on_later() {
    let folder = with_cards();
    let mut n = 0;
    let mut input = |_: &str| {
        n += 1;
        match n {
            1 => Some("nonsense".to_owned()),
            _ => None,
        }
    };
    let (lines, messages, done) = answered(folder.path(), &["study", "--no-controls"], &mut input);
    done.unwrap();
    assert!(lines.iter().any(|line| line.contains("1 of")), "{lines:?}");
    assert!(messages.iter().any(|line| line.contains("nonsense") || line.contains("Please")), "{messages:?}");
    let (_, messages, done) = answered(folder.path(), &["study"], &mut |_| None);
    done.unwrap();
    assert!(messages[0].contains("goes on"), "{messages:?}");
}

#[test]
fn exercises_are_repeated_by_their_seed_and_move_the_level() {
    let folder = with_cards();
    let mut questions: [Vec<Value>; 2] = [Vec::new(), Vec::new()];
    for list in &mut questions {
        let mut input = |last: &str| {
            let value: Value = serde_json::from_str(last).unwrap();
            let state = MatchState::from_xgid(value["xgid"].as_str().unwrap()).unwrap();
            let [mine, theirs] = state.board.pips();
            let n = value["fields"].as_array().unwrap().len();
            list.push(value);
            Some([mine.to_string(), theirs.to_string()][..n].join(" "))
        };
        let words = ["--json", "drill", "pips", "--seed", "7", "--level", "9", "--count", "10"];
        let (lines, _, done) = answered(folder.path(), &words, &mut input);
        done.unwrap();
        let last: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
        assert!(last["level"].as_u64().unwrap() > 5, "{last}");
    }
    assert_eq!(questions[0], questions[1]);
    let all = objects(folder.path(), &["drill"]);
    assert_eq!((all.len(), all[0]["answers"].as_u64()), (9, Some(20)));
    let (_, _, done) = tool(folder.path(), &["drill", "epc"]);
    // The engine of this test has no databases: the exercise says what it needs.
    assert!(done.unwrap_err().to_string().contains("bearoff database"));
}

#[test]
fn statistics_name_their_rulers_and_are_silent_without_evidence() {
    let folder = with_cards();
    let rows = objects(folder.path(), &["stats", "--by", "kind"]);
    let total = rows.last().unwrap();
    assert_eq!(total["matches"].as_u64(), Some(4));
    assert!(total["too_few"].as_bool().unwrap() && !total["rulers"].as_array().unwrap().is_empty());
    let parts: u64 = rows[..rows.len() - 1].iter().map(|row| row["decisions"].as_u64().unwrap()).sum();
    assert_eq!(Some(parts), total["decisions"].as_u64());
    assert!(objects(folder.path(), &["next"]).is_empty());
    assert!(ok(folder.path(), &["next"])[0].contains("no evidence"));
    assert!(tool(folder.path(), &["stats", "--interval", "2"]).2.unwrap_err().is_usage());
}

#[test]
fn cards_are_exported_in_every_form() {
    let folder = with_cards();
    for (form, name) in
        [("apkg", "x.apkg"), ("csv", "x.csv"), ("jsonl", "x.jsonl"), ("html", "x.html"), ("sgf", "x")]
    {
        let path = folder.path().join(name);
        ok(folder.path(), &["export", "--cards", "--to", form, "-o", path.to_str().unwrap()]);
        assert!(path.exists(), "{form}");
    }
    let cards = objects(folder.path(), &["cards", "list"]);
    let csv = std::fs::read_to_string(folder.path().join("x.csv")).unwrap();
    assert!(csv.starts_with("key,xgid,") && csv.contains("XGID="));
    let lines = std::fs::read_to_string(folder.path().join("x.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), cards.len());
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert!(first["card"]["deck"] == "Mine" && first["analyses"][0]["alternatives"].is_array());
    let html = std::fs::read_to_string(folder.path().join("x.html")).unwrap();
    assert_eq!(html.matches("<section>").count(), cards.len());
    let sgf = std::fs::read_dir(folder.path().join("x")).unwrap().next().unwrap().unwrap().path();
    assert!(std::fs::read_to_string(sgf).unwrap().contains("GM[6]"));
}
