// SPDX-License-Identifier: GPL-3.0-or-later
//! Texts that other programs read, as recorded; and commands whose effect is a file.

use super::test_shell::TestShell;

/// A game of a match with a double, between two people.
const GAME: &[&str] = &[
    "set player 0 human",
    "set player 1 human",
    "set player 0 name Alice",
    "set player 1 name Bob",
    "set automatic game off",
    "set automatic roll off",
    "new match 3",
    "set matchinfo date 2026-01-02",
    "set turn 1",
    "set board 4HPwATDgc/ABMA",
    "set dice 3 1",
    "move 8/5 6/5",
    "roll",
    "set dice 6 4",
    "move 24/14",
    "double",
    "take",
    "roll",
    "set dice 5 5",
    "move 13/3 13/3",
    "roll",
    "set dice 2 1",
    "move 13/11 6/5",
    "resign gammon",
    "accept",
];

fn at_0_plies() -> TestShell {
    let mut shell = TestShell::new();
    shell.say(&["set evaluation level expert", "set analysis level expert", "set output matchpc off"]);
    shell
}

fn played() -> TestShell {
    let mut shell = at_0_plies();
    for line in GAME {
        let said = shell.say(&[line]);
        assert!(!said.starts_with('!'), "{line}: {said}");
    }
    shell
}

#[test]
fn the_hint_for_a_roll() {
    let mut shell = at_0_plies();
    let lines = ["new match 5", "set turn 1", "set board 4HPwATDgc/ABMA", "set dice 3 1"];
    shell.say(&["set player 0 human"]);
    shell.say(&lines);
    insta::assert_snapshot!("hint_play", shell.say(&["hint 3"]));
}

#[test]
fn the_hint_of_a_level_that_rolls_out() {
    let mut shell = TestShell::new();
    let said = shell.say(&["set player 0 human", "set player 1 level roller", "set evaluation level roller"]);
    assert!(said.contains("The level of hint and eval is roller."), "{said}");
    assert!(shell.say(&["show player"]).contains("Player 1"));
    let lines = ["new match 5", "set turn 1", "set board 4HPwATDgc/ABMA", "set dice 4 3"];
    shell.say(&lines);
    let hint = shell.say(&["hint 9"]);
    // The plays that were close after two plies come first; the others keep their search.
    let kinds: Vec<bool> = hint
        .lines()
        .filter(|line| line.contains("Eq.:") || line.contains("MWC:"))
        .map(|line| line.contains("Rollout"))
        .collect();
    assert!(kinds[0] && kinds[1] && !kinds[8] && kinds.is_sorted_by(|a, b| a >= b), "{hint}");
    assert!(hint.contains("72 games") && hint.contains("2-ply"), "{hint}");
    let refused = shell.say(&["set analysis level full"]);
    assert!(refused.contains("roller, roller+, roller++"), "{refused}");
}

#[test]
fn the_hint_for_the_cube() {
    let mut shell = at_0_plies();
    shell.say(&["set player 0 human", "new session", "set turn 1", "set board uduBAYBtdxMAAA"]);
    insta::assert_snapshot!("hint_cube_money", shell.say(&["hint"]));
    shell.say(&["new match 7", "set turn 1", "set score 2 4", "set board uduBAYBtdxMAAA"]);
    insta::assert_snapshot!("hint_cube_match", shell.say(&["hint"]));
}

#[test]
fn the_evaluation_of_a_position() {
    let mut shell = at_0_plies();
    shell.say(&["set player 0 human", "new match 5", "set turn 1", "set board 4HPwATDgc/ABMA"]);
    insta::assert_snapshot!("eval", shell.say(&["eval"]));
}

#[test]
fn the_boards() {
    let mut shell = at_0_plies();
    shell.say(&[
        "set player 0 human",
        "new match 5",
        "set turn 1",
        "set board uduBAYBtdxMAAA",
        "set dice 3 1",
    ]);
    insta::assert_snapshot!("board", shell.say(&["show board"]));
    insta::assert_snapshot!("board_clockwise", shell.say(&["set clockwise on", "show board"]));
    insta::assert_snapshot!(
        "board_raw",
        shell.say(&["set clockwise off", "set output rawboard on", "show board"])
    );
}

#[test]
fn the_list_of_a_game() {
    insta::assert_snapshot!("list_game", played().say(&["list game"]));
    insta::assert_snapshot!("list_match", played().say(&["list match"]));
}

/// As the original prints them: rolls of files and of `set dice` in their order, rolls of the program the higher die first.
#[test]
fn dice_are_printed_in_the_order_of_the_record() {
    let mut shell = TestShell::new();
    shell
        .write("a.mat", " 3 point match\n\n Game 1\n Ann : 0    Ben : 0\n 1) 13: 8/5 6/5   25: 13/8 24/22\n");
    shell.run("import auto @/a.mat", &[]);
    let text = shell.say(&["export match text -"]);
    for line in ["Ann to play 13", "     Rolled 13", "\nRolled 13:", "Ben to play 25", "\nRolled 25:"] {
        assert!(text.contains(line), "{line:?}: {text}");
    }
    assert!(shell.say(&["list game"]).starts_with("13     : 8/5 6/5"));
    let shown = shell.say(&["first move", "next roll", "show board", "export position text -"]);
    assert!(shown.contains("Rolled 13\n") && shown.contains("Ann to play 13"), "{shown}");
    let shown = shell.say(&["set player both human", "new session", "set dice 2 6", "show board"]);
    assert!(shown.contains("Rolled 26\n"), "{shown}");
    assert!(shell.say(&["list game"]).trim_start().starts_with("26     : Rolled"));
}

#[test]
fn the_cube_blocks_of_the_export() {
    let mut shell = played();
    let said = shell.say(&["analyse match"]);
    assert!(!said.starts_with('!'), "{said}");
    insta::assert_snapshot!("export_text", shell.say(&["export game text -"]));
}

#[test]
fn the_statistics() {
    let mut shell = played();
    shell.say(&["analyse match"]);
    insta::assert_snapshot!("statistics_game", shell.say(&["show statistics game"]));
    insta::assert_snapshot!("statistics_match", shell.say(&["show statistics match"]));
}

#[test]
fn weights_take_the_place_of_weights_only() {
    let mut shell = TestShell::new();
    shell.write("passwd", "root:x:0:0:root:/root:/bin/sh\n");
    let told = shell.run("save weights @/passwd", &["yes"]);
    assert!(
        told.complaints.contains("passwd: the file exists and is not a weights file"),
        "{}",
        told.complaints
    );
    let passwd = std::fs::read_to_string(shell.folder.path().join("passwd")).unwrap();
    assert!(passwd.starts_with("root:"));
    assert!(shell.run("save weights @", &["yes"]).complaints.contains("it is a folder"));
    for _ in 0..2 {
        let told = shell.run("save weights @/own", &["yes"]);
        assert!(
            told.printed.contains("The nets are saved to") && told.complaints.is_empty(),
            "{}",
            told.complaints
        );
    }
}

#[test]
fn nets_of_a_file_are_used_until_those_of_the_program_are_wanted_again() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.weights");
    let own = own.to_str().unwrap();
    let mut shell = TestShell::new();
    let built_in = shell.session.engine().fingerprint();
    assert!(!shell.say(&[&format!("save weights {own}")]).starts_with('!'));
    let before = shell.session.engine().clone();
    assert!(!shell.say(&[&format!("load weights {own}")]).starts_with('!'));
    let loaded = shell.session.engine().clone();
    assert!(!std::sync::Arc::ptr_eq(&before, &loaded), "another engine is in use");
    assert_eq!(loaded.fingerprint(), built_in, "with the same nets");
    // What cannot be used is refused, and changes nothing.
    let damaged = folder.path().join("damaged.weights");
    std::fs::write(&damaged, &std::fs::read(own).unwrap()[..1000]).unwrap();
    let missing = folder.path().join("missing.weights");
    for file in [damaged.to_str().unwrap(), missing.to_str().unwrap()] {
        let said = shell.say(&[&format!("load weights {file}")]);
        assert!(said.starts_with('!') && said.contains(file), "{said}");
        assert!(std::sync::Arc::ptr_eq(shell.session.engine(), &loaded));
    }
    assert!(!shell.say(&["load weights"]).starts_with('!'));
    assert!(!std::sync::Arc::ptr_eq(shell.session.engine(), &loaded));
}

#[test]
fn a_database_is_made_and_used_by_commands() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, out, random) = (place("a.db"), place("own.weights"), place("random.weights"));
    let mut shell = TestShell::new();
    let mut good = |line: String| {
        let said = shell.say(&[&line]);
        assert!(!said.starts_with('!'), "{line}: {said}");
        said
    };
    good(format!("database new {file}"));
    assert!(good(format!("database generate {file} 3")).contains("3 of 3 positions"));
    let rollout = format!("database rollout {file} --trials 36 --truncate 2 --checker 0 --threads 1");
    assert!(good(rollout).contains("3 of them rolled out"));
    assert!(good(format!("database verify {file}")).contains("errors of 3 positions"));
    assert!(good(format!("database train {file} --out {out} --passes 1")).contains("pass 1 of 1: error"));
    good(format!("load weights {out}"));
    good(format!("new weights {random} 64"));
    good(format!("load weights {random}"));
    good(format!("train td --out {random} --rounds 1 --games 2"));
    for line in ["database", "database generate", "train td --out", "new weights"] {
        assert!(shell.say(&[line]).starts_with('!'), "{line}");
    }
}

#[test]
fn tiles_of_web_pages_are_written_where_asked() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let mut shell = played();
    let said = shell.say(&[&format!("export htmlimages \"{}\"", place("all").display())]);
    assert!(said.contains("Written"), "{said}");
    assert_eq!(std::fs::read_dir(place("all")).unwrap().count(), 344);
    shell.say(&["set export html type bbs", "set export html pictureurl img/"]);
    shell.say(&[&format!("export game html \"{}\"", place("a.html").display())]);
    let page = std::fs::read_to_string(place("a.html")).unwrap();
    assert!(page.contains("src=\"img/p_up_b_2.gif\"") && !page.contains("<svg"), "{page}");
    assert!(place("img/p_up_b_2.gif").exists());
}
