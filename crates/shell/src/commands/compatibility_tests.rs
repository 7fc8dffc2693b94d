// SPDX-License-Identifier: GPL-3.0-or-later
//! Commands and arguments of the original program.

use super::test_shell::TestShell;
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use crate::language::words::split;
use gnubg_engine::core::{Player, Variation};
use gnubg_session::options::OptionValue;
use serde_json::Value as Json;
use std::path::Path;

const MONEY: [&str; 4] = ["set player 0 human", "new session", "set turn 1", "set board 4HPwATDgc/ABMA"];

/// Every path of the recorded tree of commands, with `0` for a player.
fn recorded_paths() -> Option<Vec<String>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/data/commands/tree.json");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("skipped: the recorded tree of commands is absent");
        return None;
    };
    let tree: Json = serde_json::from_str(&text).unwrap();
    let mut paths = Vec::new();
    walk(&tree, &tree["commands"], "", &mut paths);
    Some(paths)
}

/// Adds the paths below a list of nodes, whose paths or names are taken from their last word on.
fn walk(tree: &Json, nodes: &Json, above: &str, paths: &mut Vec<String>) {
    for node in nodes.as_array().into_iter().flatten() {
        let name = node["path"].as_str().or(node["name"].as_str()).unwrap_or_default();
        let word = name.rsplit(' ').next().unwrap_or_default();
        let path = format!("{above} {word}").trim_start().to_owned();
        let below = match &node["children"] {
            Json::Null => {
                paths.push(path.clone());
                continue;
            }
            Json::Object(link) => match (link.get("$group"), link.get("$sameas")) {
                (Some(group), _) => &tree["groups"][group.as_str().unwrap_or_default()],
                (_, Some(same)) => children_of(&tree["commands"], same.as_str().unwrap_or_default()),
                _ => panic!("{path}: a link to nothing"),
            },
            children => children,
        };
        let takes_player = word == "player" && path.starts_with("set ");
        walk(tree, below, if takes_player { format!("{path} 0") } else { path }.as_str(), paths);
    }
}

fn children_of<'t>(nodes: &'t Json, path: &str) -> &'t Json {
    let found = nodes.as_array().into_iter().flatten().find_map(|node| {
        if node["path"] == path {
            return Some(&node["children"]);
        }
        let is_above = node["path"].as_str().is_some_and(|above| path.starts_with(&format!("{above} ")));
        is_above.then(|| children_of(&node["children"], path))
    });
    found.unwrap_or(&Json::Null)
}

#[test]
fn every_word_of_the_recorded_tree_is_known() {
    let Some(paths) = recorded_paths() else { return };
    assert!(paths.len() > 1100, "{} paths", paths.len());
    // These are values of an option, of which rollouts refuse some with the reason.
    let refused = ["file", "manual", "random.org"];
    let root = &super::table().root;
    let read_player = |_: &str| Ok::<_, Refusal>(vec![Player::Zero]);
    let mut unknown = Vec::new();
    for path in &paths {
        let words = split(path);
        match root.find(&words, &read_player) {
            Err(refusal) => unknown.push(format!("{path}: {refusal}")),
            Ok(found) => {
                let rest: Vec<&str> = words[found.n_words..].iter().map(|word| word.text.as_str()).collect();
                let is_value = match (&rest[..], found.node.expects) {
                    ([], _) => true,
                    ([word], Expects::Words(words)) => {
                        words.contains(word) || path.contains("rollout rng") && refused.contains(word)
                    }
                    _ => false,
                };
                if !is_value {
                    unknown.push(format!("{path}: {rest:?} is not read"));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "{} paths:\n{}", unknown.len(), unknown.join("\n"));
}

/// Every path is typed as it stands, in a session of its own; arguments may be missing, words may not.
#[test]
fn every_path_of_the_recorded_tree_can_be_typed() {
    let Some(paths) = recorded_paths() else { return };
    let mut unknown = Vec::new();
    for path in &paths {
        let mut shell = TestShell::new();
        let said = shell.say(&["set player both human", path]);
        if shell.interpreter.take_not_understood().is_some() {
            unknown.push(format!("{path}: {}", said.trim_end()));
        }
    }
    assert!(unknown.is_empty(), "{} paths:\n{}", unknown.len(), unknown.join("\n"));
}

/// Every path of these settings is tried with values of every kind, until one changes an option.
#[test]
fn every_setting_of_rollouts_and_evaluations_has_an_effect() {
    const GROUPS: [&str; 4] = ["set rollout ", "set analysis ", "set evaluation ", "set player "];
    const VALUES: [&str; 14] = [
        "",
        "on",
        "off",
        "0",
        "1",
        "2",
        "3",
        "0.5",
        "evaluation",
        "rollout",
        "isaac",
        "2 0 3 5 0.25",
        "3 1 2 4 0.125",
        "\"a name\"",
    ];
    // Rollouts need dice that can be repeated; a name belongs to the match, and an external player must answer.
    let is_exception = |path: &str| {
        ["rng file", "rng manual", "rng random.org", "player 0 name", "player 0 external"]
            .iter()
            .any(|end| path.ends_with(end))
    };
    let Some(paths) = recorded_paths() else { return };
    let mut shell = TestShell::new();
    shell.say(&["set player 0 human"]);
    let (mut tried, mut without) = (0, Vec::new());
    for path in paths.iter().filter(|path| GROUPS.iter().any(|group| path.starts_with(group))) {
        tried += 1;
        let has_effect = VALUES.iter().any(|value| {
            let before = shell.session.options().clone();
            shell.say(&[&format!("{path} {value}")]);
            *shell.session.options() != before
        });
        if !has_effect && !is_exception(path) {
            without.push(path);
        }
    }
    assert!(tried > 500, "{tried} paths");
    assert!(without.is_empty(), "{} of {tried} paths: {without:#?}", without.len());
}

#[test]
fn rollout_words_set_both_seats() {
    let mut shell = TestShell::new();
    for (line, keys, value) in [
        ("set rollout chequerplay plies 1", "rollout.player.{}.chequerplay.plies", OptionValue::Whole(1)),
        (
            "set rollout cubedecision noise 0.25",
            "rollout.player.{}.cubedecision.noise",
            OptionValue::Number(0.25),
        ),
        (
            "set rollout later cubedecision plies 3",
            "rollout.later.player.{}.cubedecision.plies",
            OptionValue::Whole(3),
        ),
        (
            "set analysis chequerplay rollout chequerplay prune off",
            "analysis.checker.rollout.player.{}.chequerplay.prune",
            OptionValue::Switch(false),
        ),
        (
            "set player 1 cubedecision rollout later chequerplay cubeful off",
            "player.1.cube.rollout.later.player.{}.chequerplay.cubeful",
            OptionValue::Switch(false),
        ),
    ] {
        let said = shell.say(&[line]);
        assert!(!said.contains('!') && said.lines().count() == 2, "{line}: {said}");
        for seat in ["0", "1"] {
            assert_eq!(shell.option(&keys.replace("{}", seat)), value, "{line}");
        }
    }
    // A command that names two players.
    shell.say(&["set player 0 chequerplay rollout player 1 cubedecision plies 4"]);
    assert_eq!(shell.option("player.0.checker.rollout.player.1.cubedecision.plies"), OptionValue::Whole(4));
    assert_ne!(shell.option("player.1.checker.rollout.player.1.cubedecision.plies"), OptionValue::Whole(4));
    shell.say(&["set evaluation cubedecision rollout rotate off"]);
    assert_eq!(shell.option("evaluation.cube.rollout.quasirandom"), OptionValue::Switch(false));
    shell.say(&["set rollout rng isaac 77"]);
    assert_eq!(shell.option("rollout.rng"), OptionValue::Text("isaac".to_owned()));
    assert_eq!(shell.option("rollout.seed"), OptionValue::Whole(77));
    assert!(shell.say(&["set rollout rng manual"]).contains("can be repeated"));
    shell.say(&["set rollout seed"]);
    assert_ne!(shell.option("rollout.seed"), OptionValue::Whole(77), "a new seed is drawn");
}

#[test]
fn lines_that_were_not_understood_are_counted() {
    let mut shell = TestShell::new();
    shell.say(&["frobnicate 3", "set", "roll", "set nonsense on"]);
    let told = shell.interpreter.take_not_understood().unwrap();
    assert_eq!(told, "3 commands were not understood: frobnicate 3; set; set nonsense on");
    assert_eq!(shell.interpreter.take_not_understood(), None);
}

#[test]
fn identifiers_are_shown_and_read_again() {
    let mut shell = TestShell::new();
    shell.say(&[MONEY.as_slice(), &["set dice 31"]].concat());
    let state = *shell.session.state().unwrap();
    for (show, set) in
        [("show xgid", "set xgid "), ("show gnubgid", "set gnubgid "), ("show ogid", "set gnubgid ")]
    {
        let id = shell.say(&[show]).trim().to_owned();
        shell.say(&["set board 4HPwATDgc/ABMA", "set dice 66", &format!("{set}{id}")]);
        let again = *shell.session.state().unwrap();
        assert_eq!(
            (again.board, again.dice(), again.on_roll),
            (state.board, state.dice(), state.on_roll),
            "{id}"
        );
    }
}

#[test]
fn a_numbered_play_leaves_the_opponent_on_roll() {
    let mut shell = TestShell::new();
    let lines = ["set evaluation level beginner", "set dice 31"];
    let shown = shell.say(&[MONEY.as_slice(), &lines, &["show board =1"]].concat());
    // Player 1, at the bottom, has made 8/5 6/5; the row of his home has two checkers on the 5 point.
    assert!(shown.contains(" +12-11-10--9--8--7-------6--5--4--3--2--1-+"), "{shown}");
    shell.say(&["set board =1"]);
    let state = shell.session.state().unwrap();
    assert_eq!(state.on_roll, Player::Zero);
    assert_eq!(state.board.pips(), [167, 163]);
}

#[test]
fn cubeless_equity_counts_gammons_whatever_the_jacoby_rule_says() {
    let mut shell = TestShell::new();
    let line = |text: String| text.lines().find(|line| line.contains("cubeless equity")).unwrap().to_owned();
    let ask = ["set evaluation cubedecision evaluation plies 0", "hint"];
    let with = line(shell.say(&[&["set jacoby on"], MONEY.as_slice(), &ask].concat()));
    let without = line(shell.say(&[&["set jacoby off"], MONEY.as_slice(), &ask].concat()));
    assert_eq!(with, without);
}

#[test]
fn raw_boards_follow_every_roll_and_play() {
    let mut shell = TestShell::new();
    // In a match to one point nobody doubles, so that rolls are automatic.
    let start = ["set seed 1", "set player 0 human", "set automatic game off", "new match 1", "set turn 1"];
    let switches = ["set automatic move on", "set automatic bearoff on", "set output rawboard on"];
    let board = "set board simple 0 2 2 2 3 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -3 -2 0";
    let text = shell.say(&[start.as_slice(), &switches, &[board, "set dice 42", "move"]].concat());
    // After the play of player 1 the other side rolls without being asked, and plays if there is only one way.
    let n_turns = text.lines().filter(|line| line.contains(" rolls ")).count();
    let n_boards = text.lines().filter(|line| line.starts_with("board:")).count();
    assert!(n_boards >= 2 && n_boards >= n_turns, "{text}");
    let text = shell.say(&["new match 1", "set turn 1", "set dice 2 6", "show board"]);
    assert!(text.contains(":2:6:2:6:"), "in the order of the record: {text}");
}

#[test]
fn languages_without_a_translation_are_refused() {
    let mut shell = TestShell::new();
    assert!(shell.say(&["set lang xx"]).contains("no translation"));
    assert!(!shell.say(&["set lang fr_FR.UTF-8"]).contains('!'));
    assert!(!shell.say(&["set lang system"]).contains('!'));
}

#[test]
fn words_of_saved_settings_are_understood() {
    let mut shell = TestShell::new();
    for (line, key, value) in [
        ("set geometry main max yes", "window.place.main.max", OptionValue::Whole(1)),
        ("set geometry main max no", "window.place.main.max", OptionValue::Whole(0)),
        ("set export show player 1", "export.player.0", OptionValue::Switch(false)),
        ("set export show player -2", "export.player.0", OptionValue::Switch(true)),
        ("set export show player 0 off", "export.player.1", OptionValue::Switch(true)),
    ] {
        let said = shell.say(&[line]);
        assert!(!said.contains('!'), "{line}: {said}");
        assert_eq!(shell.option(key), value, "{line}");
    }
    for line in ["relational setup storegamestats=yes", "set geometry hint max yes", "set warning stop off"] {
        assert!(!shell.say(&[line]).contains('!'), "{line}");
    }
}

#[test]
fn results_of_a_match_game_by_game() {
    let mut shell = TestShell::new();
    assert!(shell.say(&["show matchresult"]).starts_with('!'));
    let text = shell.say(&[MONEY.as_slice(), &["resign gammon", "agree", "show matchresult"]].concat());
    let all = text.lines().find(|line| line.starts_with("All games")).unwrap();
    assert!(all.split_whitespace().nth(2).is_some_and(|value| value.starts_with('+')), "{text}");
}

#[test]
fn results_of_a_match_are_chances_to_win_it() {
    let mut shell = TestShell::new();
    let start = ["set player 0 human", "set player 1 human", "set automatic game off", "new match 5"];
    let text = shell.say(&[start.as_slice(), &["show matchresult"]].concat());
    let sum = text.lines().find(|line| line.starts_with("All games")).unwrap();
    assert_eq!(sum.split_whitespace().collect::<Vec<_>>(), ["All", "games", "50.00%", "50.00%"], "{text}");
    let lines = ["set turn 1", "resign normal", "agree", "show matchresult"];
    let text = shell.say(&lines);
    let sum = text.lines().find(|line| line.starts_with("All games")).unwrap();
    let actual: f64 = sum.split_whitespace().nth(2).unwrap().trim_end_matches('%').parse().unwrap();
    assert!(actual > 55.0 && actual < 65.0, "one point of five won: {text}");
}

#[test]
fn variations_have_two_names() {
    let mut shell = TestShell::new();
    for variation in Variation::ALL {
        for name in [variation.keyword(), variation.command_word()] {
            shell.say(&["set variation standard", &format!("set variation {name}")]);
            let set = shell.option("match.variation");
            assert_eq!(set, OptionValue::Text(variation.command_word().to_owned()), "{name}");
            assert!(shell.say(&["show variation"]).contains(variation.command_word()), "{name}");
        }
    }
    assert!(shell.say(&["set variation hypergammon4"]).starts_with('!'));
}

#[test]
fn hypergammon_without_its_database_is_told() {
    let mut shell = TestShell::new();
    let text = shell.say(&["set variation 3-chequer-hypergammon", "new session"]);
    assert!(
        text.contains("!The hypergammon database is missing, so the positions are only estimated"),
        "{text}"
    );
}

#[test]
fn the_hypergammon_database_is_made_when_asked() {
    let home = tempfile::tempdir().unwrap();
    let directories = Some(gnubg_session::Directories::under(home.path()));
    let setup = gnubg_session::Setup { directories, without_settings: true, ..TestShell::setup() };
    let mut shell = TestShell::with(setup);
    shell.run("set variation 1-chequer-hypergammon", &[]);
    let refused = shell.run("new session", &["no"]);
    assert!(!refused.said.contains("is being made"), "{}", refused.said);
    let made = shell.run("new session", &["yes", "yes"]);
    assert!(made.printed.contains("The database is being made in the background."), "{}", made.said);
    let mut said = String::new();
    for _ in 0..100 {
        said += &shell.run("show version", &[]).said;
        if said.contains("is made and used") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert!(said.contains("!The hypergammon database for 1 checker is made and used from now on."), "{said}");
    let folder = shell.session.directories().unwrap().database_folders().remove(0);
    assert!(folder.join("hyper1.bd").is_file());
    let again = shell.run("new session", &["yes"]);
    assert!(!again.said.contains("is missing"), "{}", again.said);
}

/// Recorded from GNU Backgammon 1.07: the player on roll sits at the bottom, and a pending double is the decision to double.
#[test]
fn xgids_are_set_as_in_the_original() {
    for (fields, position, match_id) in [
        ("b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10", "4HPwATDgc/ABMA", "cAngAAAAAAAE"),
        ("b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:7:10", "4HPwATDgc/ABMA", "cAngAAAAAAAE"),
        ("b----E-C---eE---c-e----B-:1:1:1:D:2:1:0:5:10", "4HPwATDgc/ABMA", "UQmgABAAEAAE"),
        ("b----E-C---eE---c-e----B-:1:-1:-1:D:2:1:0:5:10", "4HPwATDgc/ABMA", "UQmgACAACAAE"),
        ("b----E-C---eE---c-e----B-:1:1:-1:D:2:1:0:5:10", "4HPwATDgc/ABMA", "QQmgACAACAAE"),
        ("b----E-C---eE---c-e----B-:0:0:-1:63:4:2:0:7:10", "4HPwATDgc/ABMA", "cAnvAEAAEAAE"),
    ] {
        let mut shell = TestShell::new();
        shell.say(&[
            "new match 5",
            "set player 0 name Ann",
            "set player 1 name Ben",
            &format!("set xgid XGID=-{fields}"),
        ]);
        let mut state = *shell.session.state().unwrap();
        // The Jacoby bit means nothing in a match.
        state.rules.jacoby = false;
        assert_eq!(
            (state.board.position_id().as_str(), state.match_id().as_str()),
            (position, match_id),
            "{fields}"
        );
        let is_exchanged = fields.contains(":-1:D") || fields.contains(":-1:63");
        let names = Player::BOTH.map(|player| shell.session.name(player));
        assert_eq!(names, if is_exchanged { ["Ben", "Ann"] } else { ["Ann", "Ben"] }, "{fields}");
    }
}

const REPORTED: &str = "Move number 1:  Ben to play 41

 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : cAimAAAAAAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Ben

Rolled 41:
     1. Cubeful 7-ply    13/9 6/5           Eq.: +0.777
       0.551 0.174 0.013 - 0.449 0.124 0.005
     2. Cubeful 7-ply    24/23 13/9         Eq.: -0.007 (-0.784)
       0.501 0.134 0.006 - 0.499 0.134 0.006

Annotation:
A golden point

";

#[test]
fn an_imported_analysis_is_shown_as_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(file("a.txt"), REPORTED).unwrap();
    let mut shell = TestShell::new();
    shell.say(&["set evaluation level beginner", &format!("import auto {}", file("a.txt"))]);
    let found = "    1. GNU Backgammon 7-ply   13/9 6/5                     Eq.: +0.777";
    let hint = shell.say(&["hint"]);
    assert!(hint.starts_with(&format!("Imported analysis:\n {found}")), "{hint}");
    assert!(hint.contains("\nA golden point\n"), "{hint}");
    for (format, mark) in [
        ("text", found),
        ("html", "GNU Backgammon 7-ply"),
        ("latex", "Backgammon"),
        ("markdown", "GNU Backgammon 7-ply"),
        ("bbcode", "GNU Backgammon 7-ply"),
        ("bgonline", "GNU Backgammon 7-ply"),
    ] {
        shell.say(&[&format!("export position {format} {}", file(format))]);
        let text = std::fs::read_to_string(file(format)).unwrap();
        let text = text.replace('\\', "");
        assert!(text.contains(mark) && text.contains("0.777"), "{format}: {}", &text[text.len() / 2..]);
        assert!(text.replace('~', " ").contains("golden point"), "{format}: {text}");
    }
    let again = shell.say(&["hint"]);
    assert!(again.contains(found), "{again}");
}
