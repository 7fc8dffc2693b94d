// SPDX-License-Identifier: GPL-3.0-or-later
//! Words that this project does not use: common misspellings, and phrases that `docs/glossary.md` replaces.

use super::{root, sources};
use std::path::PathBuf;

/// Misspellings, and what was meant. Compared in lower case, anywhere in a text.
const MISSPELLED: [(&str, &str); 40] = [
    ("accomodat", "accommodat"),
    ("acheiv", "achiev"),
    ("adress", "address"),
    ("agressi", "aggressi"),
    ("alot of", "a lot of"),
    ("apparant", "apparent"),
    ("arguement", "argument"),
    ("backgamon", "backgammon"),
    ("becuase", "because"),
    ("begining", "beginning"),
    ("beleive", "believe"),
    ("calender", "calendar"),
    ("commited", "committed"),
    ("comparision", "comparison"),
    ("compatability", "compatibility"),
    ("concious", "conscious"),
    ("definate", "definite"),
    ("dependan", "dependen"),
    ("dissapear", "disappear"),
    ("embarass", "embarrass"),
    ("enviroment", "environment"),
    ("existance", "existence"),
    ("grammer", "grammar"),
    ("immediatly", "immediately"),
    ("independant", "independent"),
    ("lenght", "length"),
    ("neccess", "necess"),
    ("noticable", "noticeable"),
    ("occured", "occurred"),
    ("occurence", "occurrence"),
    ("paralell", "parallel"),
    ("prefered", "preferred"),
    ("probabilty", "probability"),
    ("recieve", "receive"),
    ("recomend", "recommend"),
    ("refered", "referred"),
    ("seperat", "separat"),
    ("succesful", "successful"),
    ("transfered", "transferred"),
    ("untill", "until"),
];

/// Phrases that the glossary replaces, and their replacement. Compared in lower case.
const REPLACED: [(&str, &str); 43] = [
    ("no longer be told apart", "can no longer be distinguished"),
    ("the man ", "the checker "),
    ("can be told apart", "can be distinguished"),
    ("nothing to make again", "nothing to redo"),
    ("is not done again", "is skipped"),
    ("warned of", "the subject of a warning"),
    ("was analyzed before", "already analyzed"),
    ("threads of computations", "worker threads"),
    ("rollout waits", "rollout is paused"),
    ("not read as written", "could not be read"),
    ("gone on with", "resumed"),
    ("some ply on", "after a given ply"),
    ("storey", "layer"),
    ("homeless", "pending"),
    ("has done its service", "is obsolete"),
    ("at hand as another", "kept as a variation"),
    ("written down", "transcribed"),
    ("writes down", "transcribes"),
    ("writing down", "transcribing"),
    ("what it loses", "error"),
    ("errand", "task"),
    ("desk ", "desktop "),
    ("what is looked at", "the candidate"),
    ("begin anew", "restart"),
    ("begins anew", "restarts"),
    ("goes on to the last bit", "is resumed exactly"),
    ("go on with", "continue"),
    ("what is there already", "the present state"),
    ("is there already", "already exists"),
    ("stands back", "has a low priority"),
    ("standing back", "a low priority"),
    ("looked at closer", "evaluated further"),
    ("was told to stop", "was canceled"),
    ("make it anew", "make it again"),
    ("hopeless men", "hopeless checkers"),
    ("is worth what", "has the equity of"),
    ("are worth what", "have the equity of"),
    ("that is going on", "in progress"),
    ("to be had", "available"),
    ("takes a level over", "loads a level"),
    ("is no good idea", "is an error"),
    ("by a way of its own", "in another way"),
    ("rolling decisions out", "rollouts of decisions"),
];

/// Source files, documents and resources that people read; not this file.
fn texts() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        sources().into_iter().filter(|path| !path.ends_with("structure/words.rs")).collect();
    for folder in ["", "docs", "docs/decisions", "resources", "fuzz"] {
        for entry in std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_document = path.extension().is_some_and(|extension| extension == "md");
            // The glossary names what it replaces, and a changelog quotes the past.
            if is_document && !path.ends_with("docs/glossary.md") && !path.ends_with("CHANGELOG.md") {
                files.push(path);
            }
        }
    }
    files
}

#[test]
fn words_are_spelled_right_and_phrases_are_current() {
    let mut found = Vec::new();
    for path in texts() {
        let text = std::fs::read_to_string(&path).expect("a text").to_lowercase();
        for (n, line) in text.lines().enumerate() {
            for (wrong, right) in MISSPELLED.iter().chain(&REPLACED) {
                if line.contains(wrong) {
                    found.push(format!("{}:{}: {wrong:?}, better {right:?}", path.display(), n + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
