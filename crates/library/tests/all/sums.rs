// SPDX-License-Identifier: GPL-3.0-or-later
//! Sums over the matches of players.

use crate::common::with_matches;

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
    let won = matches.iter().filter(|one| one.score[0] > one.score[1]).count();
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
