// SPDX-License-Identifier: GPL-3.0-or-later
//! Files read and written again as MAT come out as GNU Backgammon writes them.

use crate::common::{has, shared};
use gnubg_formats::{mat, read};

fn check_folder(folder: &str, differs: &[&str]) {
    let path = shared().join("samples").join(folder);
    if !has(&path) {
        return;
    }
    let mut n_same = 0;
    let mut wrong = Vec::new();
    let mut names: Vec<_> = std::fs::read_dir(path.join("golden"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for golden in names.iter().filter(|name| name.ends_with(".mat")) {
        let file = golden.strip_suffix(".mat").unwrap();
        let bytes = std::fs::read(path.join(file)).unwrap();
        let Ok(found) = read(&bytes, Some(file), None) else {
            wrong.push(format!("{file}: not read"));
            continue;
        };
        let written = mat::write::write(&found.matches[0].record, &mat::write::MatOptions::default());
        let expected = std::fs::read(path.join("golden").join(golden)).unwrap();
        let expected = String::from_utf8_lossy(&expected).into_owned();
        // Files without a date got that of the file itself.
        let lines = |text: &str| {
            text.lines().filter(|l| !l.starts_with("; [EventDate")).map(str::to_owned).collect::<Vec<_>>()
        };
        let (mut written, mut expected) = (lines(&written), lines(&expected));
        for lines in [&mut written, &mut expected] {
            // Empty lines between tags, remarks and the length depend on how the original stored a remark.
            let length = lines.iter().position(|line| line.ends_with(" point match")).unwrap_or(0);
            let mut n = 0;
            lines.retain(|line| {
                n += 1;
                n > length || !line.is_empty()
            });
            let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
            lines.truncate(last);
        }
        let first = written.iter().zip(&expected).position(|(a, b)| a != b);
        match first {
            None if written.len() == expected.len() => n_same += 1,
            None => wrong.push(format!("{file}: {} lines, not {}", written.len(), expected.len())),
            Some(n) => wrong.push(format!("{file}: line {n}\n   {:?}\n   {:?}", written[n], expected[n])),
        }
    }
    wrong.retain(|line| !differs.iter().any(|known| line.starts_with(known)));
    println!("{folder}: {n_same} files the same");
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.join("\n"));
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
    // The recorded file lost the one move after a set-up.
    sgf "sgf" ["position-hint.sgf"];
    // Illegal plays are kept where the original skipped or misread them, and names are aligned by characters, not bytes.
    mat "mat" ["5nqfGw9bWG3deTaU.mat", "hQ8sVn2LbTdF4wRm.mat", "Patrick_Didisheim", "hand-latin1"];
    // We name the variation that the original read as standard backgammon.
    gam "gam" ["s07-game1.gam"];
    empire "empire" [];
    // Positions are kept in MAT by a remark, where the original writes an empty game.
    snowie "snowietxt" ["s01-pos", "s02-pos", "s03-pos", "s04-pos", "s05-pos", "s06-pos", "s07-pos", "s11-pos", "s12-pos"];
    oldmoves "oldmoves" [];
    sgg "sgg" [];
    tmg "tmg" [];
}
