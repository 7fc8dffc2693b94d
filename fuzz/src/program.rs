// SPDX-License-Identifier: GPL-3.0-or-later
//! Readers of the program: settings, rollout files, answers of external players, commands, board designs.

use crate::Target;
use gnubg_engine::core::{Action, Dice, MatchState, Player, Rules, notation};
use gnubg_engine::cube::shipped;
use gnubg_session::external::understand;
use gnubg_session::options::{Options, OptionValue, file, leaves};
use gnubg_shell::commands::table;
use gnubg_shell::language::{Refusal, complete::complete, words::split};

pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target { name: "settings", run: settings, seeds: settings_seeds },
        Target { name: "rollouts", run: rollouts, seeds: rollout_seeds },
        Target { name: "answers", run: answers, seeds: answer_seeds },
        Target { name: "commands", run: commands, seeds: command_seeds },
        #[cfg(feature = "desktop")]
        Target { name: "designs", run: designs, seeds: design_seeds },
    ]
}

/// Settings files.
fn settings(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // What is wrong is told.
    if let Err(error) = file::read(text) {
        assert!(!error.to_string().is_empty());
    }
}

/// The defaults, and a file in which every option that can have one of a few values has it.
fn settings_seeds() -> Vec<Vec<u8>> {
    let values = [
        OptionValue::Switch(true),
        OptionValue::Switch(false),
        OptionValue::Whole(3),
        OptionValue::Number(0.25),
        OptionValue::Text("off".into()),
    ];
    let mut other = Options::default();
    for leaf in leaves() {
        // The first value that is possible and not the default.
        let _ = values
            .iter()
            .find(|value| leaf.default() != **value && leaf.set(&mut other, value).is_ok());
    }
    [Options::default(), other].iter().map(|options| file::write(options).into_bytes()).collect()
}

/// Rollout files.
fn rollouts(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok((rollout, _)) = gnubg_formats::rollout::read(text, shipped) {
        let _ = rollout.results();
    }
}

fn rollout_seeds() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../crates/formats/src/rollout/recorded.json").to_vec()]
}

/// Lines of an external player; the first byte chooses the decision that it is asked for.
fn answers(bytes: &[u8]) {
    let Some((&first, answer)) = bytes.split_first() else { return };
    let state =
        MatchState::new(0, Rules::default()).and_then(|state| Ok(state.apply(Action::Opening([3, 1]))));
    let Ok(Ok(play)) = state else { return };
    let answer = String::from_utf8_lossy(answer);
    let roll =
        notation::resolve(&play.board, Dice::ALL[3], "8/5 6/5").map(|made| play.apply(Action::Play(made)));
    let state = match (first % 3, roll) {
        (1, Ok(Ok(roll))) => roll,
        (2, Ok(Ok(roll))) => roll.apply(Action::Double).unwrap_or(roll),
        _ => play,
    };
    let _ = understand(&state, &answer);
}

fn answer_seeds() -> Vec<Vec<u8>> {
    let lines = [
        "08/5 6/5",
        "0resign 2",
        "1roll",
        "1double",
        "2take",
        "2beaver",
        "2drop",
        "0Error: no idea",
        "0bar/off",
    ];
    lines.iter().map(|line| line.as_bytes().to_vec()).collect()
}

/// Lines of the command language: finding the command, its help, and completion. Nothing is carried out.
fn commands(bytes: &[u8]) {
    let Ok(line) = std::str::from_utf8(bytes) else { return };
    let root = &table().root;
    let names = ["Ann".to_owned(), "Ben Lee".to_owned()];
    let read_player = |word: &str| match word {
        "0" | "Ann" => Ok(vec![Player::Zero]),
        "both" => Ok(vec![Player::Zero, Player::One]),
        word => Err(Refusal::Usage(word.to_owned())),
    };
    let words = split(line);
    for word in &words {
        assert!(line.is_char_boundary(word.start));
    }
    match root.find(&words, &read_player) {
        Ok(found) => drop(found.node.describe(&found.path)),
        Err(refusal) => drop(refusal.to_string()),
    }
    // Completion of file names would depend on the folder.
    if !words.iter().any(|word| word.text.contains(['/', '~', '.'])) {
        let (start, _) = complete(root, line, &names);
        assert!(line.is_char_boundary(start));
    }
    let _ = notation::parse(line);
}

fn command_seeds() -> Vec<Vec<u8>> {
    table().root.commands().into_iter().map(|(words, _)| words.into_bytes()).collect()
}

/// Board designs: the original's XML and our `key=value` words.
#[cfg(feature = "desktop")]
fn designs(bytes: &[u8]) {
    use gnubg_draw::design::Design;
    use gnubg_gtk::board3d::import;
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = import::designs(text);
    let _ = (import::wants_three(text), import::unknown(text));
    let _ = import::design(text, &Design::default());
    let _ = Design::of_appearance(text);
}

#[cfg(feature = "desktop")]
fn design_seeds() -> Vec<Vec<u8>> {
    let xml = gnubg_gtk::board3d::import::to_xml(&[]);
    vec![xml.into_bytes(), b"design=night field=0x204060 three=true".to_vec()]
}
