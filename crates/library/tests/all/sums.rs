// SPDX-License-Identifier: GPL-3.0-or-later
//! Sums over the matches of players.

use crate::common::{TestLibrary, judge, made_match, sgf_text, with_matches};
use gnubg_library::figures::PlayedMatch;
use gnubg_library::search::{PageRows, SearchRequest, View};
use gnubg_record::Statistics;

#[test]
fn sums_of_players_are_those_of_their_matches() {
    let test = with_matches();
    let players = test.library.player_sums().unwrap();
    let mut counts: Vec<_> = players.iter().map(|one| (one.name.as_str(), one.matches)).collect();
    counts.sort_unstable();
    assert_eq!(counts, [("Ann", 3), ("Ben", 3), ("Cy", 2)]);
    let ann = players.iter().find(|one| one.name == "Ann").unwrap();
    let matches = test.library.matches_of("ann").unwrap().unwrap();
    assert_eq!(matches.len(), 3);
    // A session has no winner.
    let won = matches.iter().filter(|one| one.length > 0 && one.score[0] > one.score[1]).count();
    assert_eq!(usize::try_from(ann.won).unwrap(), won, "{matches:?}");
    assert!(matches.iter().any(|one| one.opponent == "Cy" && one.length == 7));
    // The views state the ratings of matches, half of a thousandth of all errors.
    let mut ratings = Vec::new();
    let sql = "SELECT id, pr0, pr1, player0 FROM v_match ORDER BY id";
    let cancel = gnubg_engine::core::CancelToken::new();
    test.library
        .sql(sql, &cancel, |row| {
            ratings.push((
                row["id"].as_i64().unwrap(),
                row["pr0"].as_f64(),
                row["pr1"].as_f64(),
                row["player0"] == "Ann",
            ));
            Ok(())
        })
        .unwrap();
    for one in &matches {
        let (_, pr0, pr1, is_first) = ratings.iter().find(|row| row.0 == one.matched).unwrap();
        let stated = if *is_first { pr0 } else { pr1 }.unwrap();
        assert!((one.rates.all.unwrap() / 2.0 - stated).abs() < 1e-9, "{one:?}: {stated}");
        assert!(one.rates.play.is_some() && one.rates.luck.is_some());
    }
    let mean = |of: fn(&gnubg_library::sums::MatchSum) -> f64| matches.iter().map(of).sum::<f64>() / 3.0;
    let spread = (ann.rates.all.unwrap() - mean(|one| one.rates.all.unwrap())).abs();
    assert!(spread < mean(|one| one.rates.all.unwrap()), "{ann:?}");
    assert_eq!(test.library.matches_of("Nobody").unwrap(), None);
}

/// Scenario 45: the player records of an earlier version are taken over; matches that come later as files replace their sums,
/// and the trend has all of them throughout.
#[test]
fn s45_player_records_are_taken_over_and_become_full_matches() {
    let records: Vec<_> = (0..30)
        .map(|n| {
            let mut record = made_match(100 + n, ["Ann", ["Ben", "Cy"][n as usize % 2]], 3, true);
            record.info.date = format!("2026-04-{:02}", n + 1).parse().ok();
            record
        })
        .collect();
    let played: Vec<PlayedMatch> = records
        .iter()
        .map(|record| {
            let stats = Statistics::of_match(record, &*judge().table, &gnubg_record::Thresholds::default());
            PlayedMatch::of(record, &stats, 0.0).expect("an analyzed match")
        })
        .collect();
    let test = TestLibrary::new();
    let book = serde_json::json!({ "version": 1, "matches": played, "notes": { "Ben": "doubles late" } });
    let file = test.file("players.json", book.to_string());
    let before = std::fs::read(&file).unwrap();
    test.import(std::slice::from_ref(&file));
    assert_eq!(std::fs::read(&file).unwrap(), before, "the records are kept");
    // The trend: the ratings of Ann, match by match, as the list of matches and the sums of players have them.
    let trend = || {
        let request = SearchRequest { view: View::Matches, ..SearchRequest::decisions("| sort date") };
        let never = gnubg_engine::core::CancelToken::new();
        let found = test.library.search(&request, None, &never).unwrap();
        let PageRows::Matches(rows) = test.library.page(&found, 0, 100).unwrap() else { panic!() };
        let mut listed: Vec<(String, f64)> = rows
            .iter()
            .map(|row| {
                let seat = row.players.iter().position(|name| name == "Ann").expect("Ann");
                (row.date.clone(), row.ratings[seat].expect("a rating"))
            })
            .collect();
        listed.sort_by(|a, b| a.0.cmp(&b.0));
        let summed = test.library.matches_of("Ann").unwrap().unwrap();
        assert_eq!(summed.len(), listed.len());
        for (one, (date, rating)) in summed.iter().zip(&listed) {
            assert_eq!(&one.date, date);
            assert!((one.rates.all.expect("a rate") / 2.0 - rating).abs() < 1e-6, "{one:?}: {rating}");
        }
        listed
    };
    let info = test.library.info().unwrap();
    assert_eq!((info.summaries, info.matches), (30, 0));
    let sums_only = trend();
    assert_eq!(sums_only.len(), 30);
    let files: Vec<_> = (0..5).map(|n| test.file(&format!("{n}.sgf"), sgf_text(&records[6 * n]))).collect();
    test.import(&files);
    let info = test.library.info().unwrap();
    assert_eq!((info.summaries, info.matches), (25, 5));
    let mixed = trend();
    assert_eq!(mixed.len(), 30);
    for ((date, before), (now, after)) in sums_only.iter().zip(&mixed) {
        assert_eq!(date, now);
        assert!((before - after).abs() < 0.3, "{date}: {before} {after}");
    }
    // The records once more: nothing is doubled.
    test.import(&[file]);
    let info = test.library.info().unwrap();
    assert_eq!((info.summaries, info.matches), (25, 5));
    let ann = test.library.player_sums().unwrap().into_iter().find(|one| one.name == "Ann").unwrap();
    assert_eq!(ann.matches, 30);
    let mean = mixed.iter().map(|(_, rating)| rating).sum::<f64>() / 30.0;
    assert!((ann.rates.all.unwrap() / 2.0 - mean).abs() < 1.0, "{ann:?}: {mean}");
}
