// SPDX-License-Identifier: GPL-3.0-or-later
//! Every recorded file of other programs is read with all its games, its score and its decisions.

use crate::common::{has, manifest, shared};
use gnubg_engine::core::Player;
use gnubg_formats::{Import, read};
use std::collections::HashMap;

fn check_folder(folder: &str, differs: &[&str]) {
    let path = shared().join("samples").join(folder);
    if !has(&path) {
        return;
    }
    let mut wrong = Vec::new();
    for row in manifest(&path) {
        let file = &row["file"];
        let bytes = std::fs::read(path.join(file)).unwrap();
        match read(&bytes, Some(file), None) {
            Ok(found)
                if found.format.keyword() == folder || folder == "mat" || differs.contains(&"format") =>
            {
                if let Some(complaint) = compare(&found, &row) {
                    wrong.push(format!("{file}: {complaint}"));
                }
            }
            Ok(found) => wrong.push(format!("{file}: read as {}", found.format)),
            Err(error) => wrong.push(format!("{file}: {error}")),
        }
    }
    wrong.retain(|line| !differs.iter().any(|known| line.starts_with(known)));
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.join("\n"));
}

fn compare(found: &Import, row: &HashMap<String, String>) -> Option<String> {
    let one = &found.matches[0];
    let record = &one.record;
    let value = |keys: [&str; 2]| {
        keys.iter().filter_map(|key| row.get(*key)).find(|value| !value.is_empty()).cloned()
    };
    let [plays, cubes] = record.n_decisions();
    let score = record.score();
    let mut found: Vec<(&str, Option<String>, String)> = vec![
        ("games", value(["true_games", "games"]), record.games.len().to_string()),
        ("score", value(["true_score", "final_score_p0_p1"]), format!("{}-{}", score[0], score[1])),
        ("decisions", value(["true_decisions", "decisions"]), (plays + cubes).to_string()),
        ("length", value(["match_length", "match_length"]), record.length.to_string()),
    ];
    for (player, key) in Player::BOTH.into_iter().zip(["player0", "player1"]) {
        let name = value([key, key]).filter(|name| name.is_ascii());
        found.push((key, name, record.info.players[player.index()].name.clone()));
    }
    found
        .into_iter()
        .filter_map(|(what, expected, found)| {
            let expected = expected?;
            (expected != found).then(|| format!("{what} {found}, not {expected}"))
        })
        .reduce(|a, b| format!("{a}; {b}"))
        .map(|text| {
            format!("{text} {:?}", one.warnings.iter().take(3).map(ToString::to_string).collect::<Vec<_>>())
        })
}

macro_rules! folders {
    ($($name:ident $folder:literal $differs:expr;)*) => {$(
        #[test]
        fn $name() {
            check_folder($folder, &$differs);
        }
    )*};
}

folders! {
    sgf "sgf" [];
    // Illegal plays end these games in the original; 241 and 208 decisions are what the same matches hold in `.xg` files.
    mat "mat" ["5nqfGw9bWG3deTaU.mat: decisions 241, not 238", "hQ8sVn2LbTdF4wRm.mat: decisions 208, not 203"];
    // A game of Nackgammon, which the original reads as standard backgammon until it breaks off; it has 61 decisions.
    gam "gam" ["s07-game1.gam: decisions 61, not 27"];
    empire "empire" [];
    pos "pos" [];
    snowie "snowietxt" ["format"];
    oldmoves "oldmoves" [];
    sgg "sgg" [];
    tmg "tmg" [];
    party "party" [];
    bgroom "bgroom" [];
    bgblitz "bgblitz" [];
    xg "xg" ["example-uncompressed.xg: eXtreme Gammon: byte 8232"];
}
