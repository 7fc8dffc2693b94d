// SPDX-License-Identifier: GPL-3.0-or-later
//! The recipe from random weights, with next to no labels.

use gnubg_engine::eval::Nets;
use std::path::Path;
use std::process::Command;

/// The recipe without rounds, with one generation and a few hundred labels a step.
const EXTENT: [&str; 6] =
    ["--scale=0.00001", "--rounds=0", "--generations=1", "--points=6", "--seed=5", "--threads=2"];

fn train(folder: &Path, words: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gnubg-train"));
    let output = command.current_dir(folder).args(words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.success(), text)
}

fn from_zero(folder: &Path, more: &[&str]) -> (bool, String) {
    train(folder, &[&["from-zero", "F"], EXTENT.as_slice(), more].concat())
}

#[test]
fn the_recipe_continues_and_ends_with_a_weights_file() {
    let place = tempfile::tempdir().unwrap();
    let (_, list) = from_zero(place.path(), &["--list"]);
    let steps: Vec<&str> = list.lines().collect();
    // As if it had been stopped late: the nets of the program stand for those of the steps before, which take the longest.
    let n_done = steps.iter().position(|step| step.contains("mean1-2.labels")).unwrap();
    let folder = place.path().join("F");
    std::fs::create_dir(&folder).unwrap();
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/data/gnubg.weights");
    for step in &steps[..n_done] {
        let words: Vec<&str> = step.split(' ').collect();
        let (is_done, text) = match words[0] {
            "databases" | "label" => train(&folder, &words),
            "remove" => continue,
            _ => {
                let out = words.iter().position(|word| *word == "--out").unwrap();
                train(&folder, &["import", weights, words[out + 1]])
            }
        };
        assert!(is_done, "{step}: {text}");
    }
    let extent =
        r#"{"format":"steps 1","extent":{"seed":5,"scale":0.00001,"rounds":0,"generations":1,"points":6}}"#;
    let done = |step: &&str| format!(r#"{{"step":"{step}","seconds":1.0}}"#);
    let journal: Vec<String> =
        std::iter::once(extent.to_owned()).chain(steps[..n_done].iter().map(done)).collect();
    std::fs::write(folder.join("steps.jsonl"), journal.join("\n") + "\n").unwrap();

    let (is_done, text) = from_zero(place.path(), &[]);
    assert!(is_done, "{text}");
    let first = format!("step {} of {}: {}", n_done + 1, steps.len(), steps[n_done]);
    assert!(text.trim_start().starts_with(&first), "{text}");
    let weights = std::fs::read(folder.join("gnubg.weights")).unwrap();
    assert!(Nets::from_bytes(&weights).is_ok());
    let written = std::fs::read_to_string(folder.join("steps.jsonl")).unwrap();
    assert_eq!(written.lines().count(), 1 + steps.len());

    // Nothing is left to do, and other options do not continue it.
    let (is_done, text) = from_zero(place.path(), &[]);
    assert!(is_done && !text.contains("step "), "{text}");
    let (is_done, text) = train(place.path(), &["from-zero", "F", "--seed=6"]);
    assert!(!is_done && text.contains("begun with other options"), "{text}");
}
