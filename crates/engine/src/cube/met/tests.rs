// SPDX-License-Identifier: GPL-3.0-or-later
//! Match equity tables against the published numbers and those printed by GNU Backgammon.

use super::*;
use crate::cube::recorded::{json, number};
use proptest::prelude::*;
use serde_json::Value;

/// Largest difference accepted against recorded match equities.
const TOLERANCE: f64 = 1e-5;

fn largest_difference(value: &Value, own: &[&[f64]]) -> f64 {
    let rows: Vec<&Value> = match value.as_array().unwrap().first().unwrap() {
        Value::Array(_) => value.as_array().unwrap().iter().collect(),
        _ => vec![value],
    };
    rows.iter()
        .zip(own)
        .flat_map(|(row, own)| row.as_array().unwrap().iter().zip(*own))
        .map(|(recorded, own)| (number(recorded) - own).abs())
        .fold(0.0, f64::max)
}

fn differences(recorded: &Value, table: &MatchEquityTable) -> [f64; 3] {
    let pre: Vec<&[f64]> = table.pre.iter().map(<[f64; MET_SIZE]>::as_slice).collect();
    [
        largest_difference(&recorded["pre"], &pre),
        largest_difference(&recorded["post0"], &[&table.post[0]]),
        largest_difference(&recorded["post1"], &[&table.post[1]]),
    ]
}

fn assert_close(recorded: &Value, table: &MatchEquityTable) {
    let found = differences(recorded, table);
    assert!(found.iter().all(|d| *d < TOLERANCE), "{}: {found:?}", table.name());
}

#[test]
fn shipped_tables_have_their_names_and_rewrite_to_themselves() {
    for met in SHIPPED {
        let table = shipped(met.file).unwrap();
        assert_eq!(table.name(), met.name);
        assert_eq!(MetFile::parse(met.xml).unwrap().to_xml(), met.xml);
        let whole = MatchEquityTable::new(&table.to_file(), Extension::Normal).unwrap();
        assert_eq!(whole.pre, table.pre);
        assert_eq!(whole.post.map(|row| row[..63].to_vec()), table.post.map(|row| row[..63].to_vec()));
    }
    assert_eq!(MatchEquityTable::default().name(), "Kazaross XG2 25 point MET");
    assert_eq!(shipped("met/WOOLSEY.xml").unwrap().name(), "Kit Woolsey");
    assert_eq!(shipped("é.xm"), Err(MetError::Unknown("é.xm".to_owned())));
}

#[test]
fn shipped_tables_hold_the_published_numbers() {
    for met in SHIPPED {
        let Some(published) = json(&format!("met/{}.json", met.file)) else { return };
        let file = MetFile::parse(met.xml).unwrap();
        assert_eq!(published["length"], file.length.map_or(-1, i32::from), "{}", met.file);
        if let PreCrawford::Explicit(rows) = &file.pre {
            let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
            assert_eq!(largest_difference(&published["pre"], &rows), 0.0, "{}", met.file);
        }
        for (seat, post) in file.post.iter().enumerate() {
            if let PostCrawford::Explicit(row) = post {
                let posts = published["post"].as_array().unwrap();
                let published = &posts[seat.min(posts.len() - 1)]["row"];
                assert_eq!(largest_difference(published, &[row, row]), 0.0, "{}", met.file);
            }
        }
    }
}

#[test]
fn tables_are_used_as_recorded() {
    let Some(recorded) = json("cube/met_15x15.json") else { return };
    for met in SHIPPED.iter().filter(|met| !["mec", "zadeh"].contains(&met.file)) {
        assert_close(&recorded[met.file], &shipped(met.file).unwrap());
    }
    assert_close(&recorded["jac050 (inverted)"], &shipped("jac050").unwrap().inverted());
    let Some(recorded) = json("cube/met_64x64.json") else { return };
    for file in ["Kazaross-XG2", "woolsey"] {
        assert_close(&recorded[file], &shipped(file).unwrap());
    }
}

#[test]
fn generated_tables_are_as_intended() {
    let Some(recorded) = json("cube/met_generated_intended.json") else { return };
    for file in ["mec", "zadeh"] {
        assert_close(&recorded[file], &shipped(file).unwrap());
    }
    assert_close(&recorded["zadeh measured (length set to 64)"], &shipped("zadeh").unwrap());
}

/// What GNU Backgammon 1.07 makes of generated tables by extending them from the first row on.
#[test]
fn the_extension_alone_gives_the_measured_generated_rows() {
    let Some(recorded) = json("cube/met_15x15.json") else { return };
    let mut pre = Box::new([[0.0; MET_SIZE]; MET_SIZE]);
    extend::extend_pre(&mut pre, 0, Extension::Normal);
    let rows: Vec<&[f64]> = pre.iter().map(<[f64; MET_SIZE]>::as_slice).collect();
    for file in ["mec", "zadeh"] {
        assert!(largest_difference(&recorded[file]["pre"], &rows) < TOLERANCE, "{file}");
    }
}

#[test]
fn mec_without_free_drops_is_the_printed_table() {
    let printed = shipped("mec26").unwrap();
    let mut file = MetFile::parse(SHIPPED[10].xml).unwrap();
    let parameters = file::MecParameters { gammon_rate: 0.26, win_rate: 0.5 };
    let post = PostCrawford::Mec(parameters, file::FreeDrops { at_2_away: 0.0, at_4_away: 0.0 });
    file.post = [post.clone(), post];
    let table = MatchEquityTable::new(&file, Extension::Normal).unwrap();
    for i in 1..25 {
        for j in 1..25 {
            assert!((printed.pre[i][j] - table.pre[i][j]).abs() < 0.0006, "{} {}", i + 1, j + 1);
        }
    }
}

#[test]
fn a_favorite_keeps_the_edge_in_a_generated_table() {
    let mut file = MetFile::parse(SHIPPED[10].xml).unwrap();
    let parameters = file::MecParameters { gammon_rate: 0.26, win_rate: 0.55 };
    file.pre = PreCrawford::Mec(parameters);
    file.post =
        [(); 2].map(|()| PostCrawford::Mec(parameters, file::FreeDrops { at_2_away: 0.0, at_4_away: 0.0 }));
    let table = MatchEquityTable::new(&file, Extension::Normal).unwrap();
    assert_eq!(table.at_score(Player::Zero, [1, 1], false), Mwc(0.55));
    assert_eq!(table.at_score(Player::One, [1, 1], false), Mwc(0.45));
    let chances: Vec<f64> = (0..MET_SIZE).map(|n| table.pre[n][n]).collect();
    // Longer matches favor the better player, up to the difference between odd and even scores.
    assert!(chances.windows(2).all(|pair| pair[1] > pair[0] - 0.001), "{chances:?}");
    assert!(chances[63] > 0.69, "{chances:?}");
}

#[test]
fn the_joined_extension_has_no_seam() {
    for file in ["jac100", "Kazaross-XG2", "woolsey"] {
        let text = SHIPPED.iter().find(|met| met.file == file).unwrap().xml;
        let file = MetFile::parse(text).unwrap();
        let n = usize::from(file.length.unwrap());
        let joined = MatchEquityTable::new(&file, Extension::Joined).unwrap();
        for away in 2..=n {
            // The step across the border is about as large as the one before it.
            let before = joined.pre[n - 2][away - 1] - joined.pre[n - 1][away - 1];
            let across = joined.pre[n - 1][away - 1] - joined.pre[n][away - 1];
            let limit = 2.0 * before.max(0.0015);
            assert!((0.0..limit).contains(&across), "{} {away}: {before} {across}", file.name);
        }
        if file.name.contains("favorite") {
            assert!(joined.pre[29][29] > 0.6 && joined.pre[25][24] > joined.pre[25][25] - 0.05);
        }
    }
}

#[test]
fn bad_files_name_the_line() {
    let good = SHIPPED[0].xml;
    let error = |text: &str| MetFile::parse(text).unwrap_err();
    assert!(matches!(error("<met"), MetError::Xml { line: 1, .. }));
    assert!(matches!(error("\n<board/>"), MetError::Root { line: 2, .. }));
    assert!(matches!(error("<met/>"), MetError::Missing { element: "info", .. }));
    let changed = |from: &str, to: &str| error(&good.replacen(from, to, 1));
    assert_eq!(changed("0.67736", "1.67736"), MetError::Chance { line: 10, found: "1.67736".into() });
    assert_eq!(changed("0.67736", "nan"), MetError::Chance { line: 10, found: "nan".into() });
    assert_eq!(changed(">25<", ">0<"), MetError::Length { line: 7, found: "0".into() });
    assert_eq!(changed(">25<", ">-1<"), MetError::ExplicitWithoutLength { line: 9 });
    assert_eq!(changed(">25<", ">26<"), MetError::Rows { line: 9, found: 25, expected: 26 });
    assert_eq!(
        changed("<me>0.67736</me>", ""),
        MetError::ShortRow { line: 10, row: 1, found: 24, expected: 25 }
    );
    assert!(matches!(changed("\"explicit\"", "\"normal\""), MetError::Attribute { line: 9, .. }));
    assert_eq!(changed("\"both\"", "\"1\""), MetError::NoPostCrawford { line: 3, player: 0 });
    let rate = SHIPPED[11].xml.replacen(">0.25<", ">2.5<", 1);
    assert!(matches!(error(&rate), MetError::Parameter { line: 11, .. }));
    assert!(error(&rate).to_string().starts_with("line 11: gammon-rate-leader is \"2.5\""));
}

proptest! {
    #[test]
    fn reading_never_panics(text in "(<[/?!]?(met|info|row|me|length)[ =\"a-z0-9]{0,6}>?|[0-9.\\-]{0,4}|&|\\PC){0,40}") {
        let _ = MatchEquityTable::parse(&text);
    }

    #[test]
    fn damaged_files_never_panic(met in 0..SHIPPED.len(), at in 0..1000usize, end in 0..1000usize, c in any::<char>()) {
        let text: Vec<char> = SHIPPED[met].xml.chars().collect();
        let (at, end) = (at * text.len() / 1000, end * text.len() / 1000);
        let damaged: String = text.iter().take(at).chain([&c]).chain(text.iter().skip(end)).collect();
        let _ = MatchEquityTable::parse(&damaged);
    }

    /// Both seats' chances add up to one, and nobody loses by being nearer the end.
    #[test]
    fn chances_are_consistent(met in 0..SHIPPED.len(), a in 0..66u32, b in 0..66u32, crawford: bool, joined: bool) {
        // Both players cannot have won.
        prop_assume!(a > 0 || b > 0);
        let extension = if joined { Extension::Joined } else { Extension::Normal };
        let table = MatchEquityTable::new(&MetFile::parse(SHIPPED[met].xml).unwrap(), extension).unwrap();
        let at = |a, b| table.at_score(Player::Zero, [a, b], crawford).0;
        let other = table.at_score(Player::One, [a, b], crawford).0;
        prop_assert!((at(a, b) + other - 1.0).abs() < 1e-6);
        prop_assert!((table.inverted().at_score(Player::One, [b, a], crawford).0 - at(a, b)).abs() < 1e-6);
        if a >= 2 && b >= 2 {
            // The published tables are rounded, some to two decimals.
            prop_assert!(at(a, b) >= at(a + 1, b) - 0.011, "{} {} {}", a, b, SHIPPED[met].file);
        }
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    assert!(matches!(MetFile::parse(&"<met>".repeat(100_000)), Err(MetError::Xml { .. })));
    let entities = "<!DOCTYPE met [<!ENTITY a \"&b;&b;&b;&b;\"><!ENTITY b \"&a;&a;\">]><met>&a;</met>";
    assert!(matches!(MetFile::parse(entities), Err(MetError::Xml { .. })));
    let long = " ".repeat(5 << 20);
    assert!(matches!(MetFile::parse(&long), Err(MetError::TooLarge { .. })));
}
