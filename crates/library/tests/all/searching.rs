// SPDX-License-Identifier: GPL-3.0-or-later
//! Search: what is found is what the rules say.

use crate::common::*;
use gnubg_engine::core::{Board, CancelToken, Side};
use gnubg_library::LibraryError;
use gnubg_library::decision::Kind;
use gnubg_library::opinions::Target;
use gnubg_library::position::{Action, Asked, Phase, Plan};
use gnubg_library::search::{DecisionRow, Here, PageRows, Pattern, SearchRequest, Together, View, Wanted};
use gnubg_record::MatchRecord;

fn rows(test: &TestLibrary, query: &str) -> Vec<DecisionRow> {
    rows_of(test, &SearchRequest::decisions(query))
}

fn rows_of(test: &TestLibrary, request: &SearchRequest) -> Vec<DecisionRow> {
    let found = test.library.search(request, None, &CancelToken::new());
    let found = found.unwrap_or_else(|error| panic!("{}: {error}", request.query));
    assert!(found.is_complete);
    match test.library.page(&found, 0, usize::MAX).unwrap() {
        PageRows::Decisions(rows) => rows,
        other => panic!("{other:?}"),
    }
}

/// The board of a decision as who decided saw it.
fn seen(row: &DecisionRow) -> Board {
    let board = row.key.board().unwrap();
    if row.kind.is_answer() { board.swapped() } else { board }
}

/// That a query finds exactly the rows of all that fit.
fn check(test: &TestLibrary, query: &str, fits: impl Fn(&DecisionRow) -> bool) {
    let mut expected: Vec<i64> = rows(test, "").iter().filter(|row| fits(row)).map(|row| row.id).collect();
    let mut found: Vec<i64> = rows(test, query).iter().map(|row| row.id).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{query}");
    let all = rows(test, "").len();
    assert!(!found.is_empty() && found.len() < all, "{query}: {} of {all}", found.len());
}

#[test]
fn conditions_find_what_they_say() {
    let test = with_matches();
    check(&test, "me", |row| row.player == "Ann");
    check(&test, "by:ben vs:ann", |row| row.player == "Ben" && row.opponent == "Ann");
    check(&test, "player:cy -me", |row| (row.player == "Cy" || row.opponent == "Cy") && row.player != "Ann");
    check(&test, "loss>=80", |row| row.loss.is_some_and(|loss| loss >= 0.08));
    check(&test, "me loss:20..50 kind:play", |row| {
        row.player == "Ann"
            && row.kind == Kind::Play
            && row.loss.is_some_and(|loss| (0.02..=0.05).contains(&loss))
    });
    check(&test, "kind:take,drop", |row| matches!(row.kind, Kind::Take | Kind::Drop));
    check(&test, "kind:cube right", |row| row.kind.is_cube() && row.loss == Some(0.0));
    check(&test, "dice:31 or dice:66", |row| {
        row.dice.is_some_and(|dice| ["31", "66"].contains(&dice.to_string().as_str()))
    });
    check(&test, "dice:double my.away:3..5", |row| {
        row.dice.is_some_and(|dice| dice.is_double()) && (3..=5).contains(&row.away[0])
    });
    check(&test, "dice:6x money", |row| row.dice.is_some_and(|dice| dice.high() == 6) && row.away[0] == 0);
    check(&test, "score:5,5", |row| row.away == [5, 5]);
    check(&test, "leader kind:play", |row| {
        row.kind == Kind::Play && row.away[0] > 0 && row.away[0] < row.away[1]
    });
    check(&test, "phase:opening", |row| row.phase == Phase::Opening);
    check(&test, "has:holding -race", |row| row.plans[0].has(Plan::Holding));
    check(&test, "plan:holding,prime", |row| matches!(row.plans[0].label(), Plan::Holding | Plan::Prime));
    check(&test, "their.plan:contact kind:play", |row| {
        row.kind == Kind::Play && row.plans[1].label() == Plan::Contact
    });
    check(&test, "did:hit", |row| row.did.has(Action::Hit));
    check(&test, "missed:hit", |row| row.missed().has(Action::Hit));
    check(&test, "wrong:run,hit", |row| row.wrong().has(Action::Hit) || row.wrong().has(Action::Run));
    check(&test, "pips<100", |row| seen(row).pips()[0] < 100);
    check(&test, "lead>=20 their.pips>120", |row| {
        let [mine, theirs] = seen(row).pips();
        theirs >= mine + 20 && theirs > 120
    });
    check(&test, "my.back>=3", |row| seen(row).side(Side::OnRoll)[18..].iter().sum::<u8>() >= 3);
    check(&test, "me[6]>=4 they[20,21]=0", |row| {
        let board = seen(row);
        board.side(Side::OnRoll)[5] >= 4 && board.side(Side::Opponent)[4] + board.side(Side::Opponent)[3] == 0
    });
    check(&test, "they[home]>=2 in any", |row| (18..24).any(|at| seen(row).side(Side::Opponent)[at] >= 2));
    check(&test, "me[19..24]>=3 in sum", |row| seen(row).side(Side::OnRoll)[18..24].iter().sum::<u8>() >= 3);
    check(&test, "they[bar]>=1", |row| seen(row).side(Side::Opponent)[24] >= 1);
    check(&test, "win:60%..75%", |row| row.chances.is_some_and(|[win, _]| (0.6..=0.75).contains(&win)));
    check(&test, "kind:drop or (me did:hit loss>0)", |row| {
        row.kind == Kind::Drop
            || (row.player == "Ann" && row.did.has(Action::Hit) && row.loss.is_some_and(|loss| loss > 0.0))
    });
    check(&test, "not (kind:play or kind:nodouble)", |row| !matches!(row.kind, Kind::Play | Kind::NoDouble));
    check(&test, "cube:2 kind:play", |row| row.cube == 2 && row.kind == Kind::Play);
    check(&test, "match:1,2 game:1", |row| (row.matched == 1 || row.matched == 2) && row.game == 0);
}

#[test]
fn results_are_ordered_and_limited() {
    let test = with_matches();
    let found = rows(&test, "me loss>0 | limit 10");
    assert_eq!(found.len(), 10);
    assert!(found.windows(2).all(|pair| pair[0].loss >= pair[1].loss), "the most expensive come first");
    let found = rows(&test, "kind:play | sort pips desc sort dice limit 40");
    let order: Vec<(u16, u8)> =
        found.iter().map(|row| (seen(row).pips()[0], 21 - row.dice.unwrap().index() as u8)).collect();
    assert!(order.windows(2).all(|pair| pair[0] >= pair[1]), "{order:?}");
    let request = SearchRequest::decisions("kind:play");
    let first = test.library.search(&request, Some(50), &CancelToken::new()).unwrap();
    assert!(!first.is_complete && first.ids.len() == 50);
    let all = test.library.search(&request, None, &CancelToken::new()).unwrap();
    assert_eq!(all.ids[..50], first.ids[..]);
    let page = test.library.page(&all, all.ids.len() - 3, 200).unwrap();
    assert_eq!(page.len(), 3);
}

#[test]
fn other_views_list_positions_matches_and_players() {
    let test = with_matches();
    let find = |query: &str, view| {
        let request = SearchRequest { query: query.to_owned(), view, ..SearchRequest::default() };
        let found = test.library.search(&request, None, &CancelToken::new()).unwrap();
        (found.ids.clone(), test.library.page(&found, 0, 1000).unwrap())
    };
    assert_eq!(find("", View::Matches).0.len(), 4);
    let (ids, rows) = find("me", View::Matches);
    assert_eq!(ids.len(), 3);
    let PageRows::Matches(rows) = rows else { panic!() };
    assert!(
        rows.iter()
            .all(|row| row.players.contains(&"Ann".to_owned()) && row.ratings.iter().all(Option::is_some))
    );
    assert!(
        rows.iter().all(|row| row.rulers == ["GNU Backgammon 0-ply"] && row.luck[0].is_some()),
        "{rows:?}"
    );
    assert_eq!(find("vs:cy", View::Matches).0.len(), 2, "by either player of a match");
    assert_eq!(find("length:7 or length:3", View::Matches).0.len(), 2);
    let (with_drop, _) = find("kind:drop loss>=20", View::Matches);
    assert!(with_drop.len() <= 4);
    let (ids, rows) = find("phase:opening", View::Positions);
    let PageRows::Positions(rows) = rows else { panic!() };
    assert_eq!(ids.len(), rows.len());
    assert!(rows.iter().all(|row| row.phase == Phase::Opening && row.decisions > 0));
    let mut unique = ids.clone();
    unique.dedup();
    assert_eq!(unique, ids);
    let (_, rows) = find("", View::Players);
    let PageRows::Players(rows) = rows else { panic!() };
    assert_eq!(
        rows.iter().map(|row| (row.name.as_str(), row.matches)).collect::<Vec<_>>(),
        [("Ann", 3), ("Ben", 3), ("Cy", 2)]
    );
}

/// Scenario 19: a drawn pattern finds only such boards, for either side with the switch.
#[test]
fn s19_a_drawn_pattern_finds_such_boards() {
    let test = with_matches();
    let mut pattern = Pattern::default();
    pattern.want(true, &[5], Together::All, Wanted::MADE);
    pattern.want(false, &[6, 8], Together::All, Wanted::MADE);
    let request = SearchRequest::decisions(pattern.written_into(""));
    let fits = |board: &Board| {
        let (mine, theirs) = (board.side(Side::OnRoll), board.side(Side::Opponent));
        theirs[19] >= 2 && mine[5] >= 2 && mine[7] >= 2
    };
    let found = rows_of(&test, &request);
    assert!(!found.is_empty() && found.iter().all(|row| fits(&seen(row))));
    let expected = rows(&test, "").iter().filter(|row| fits(&seen(row))).count();
    assert_eq!(found.len(), expected);
    pattern.set_for_either_side(true);
    let either = SearchRequest::decisions(pattern.written_into(""));
    let expected =
        rows(&test, "").iter().filter(|row| fits(&seen(row)) || fits(&seen(row).swapped())).count();
    let found = rows_of(&test, &either);
    assert_eq!(found.len(), expected);
}

/// Scenario 20: the nearest positions, by distance, without the game itself.
#[test]
fn s20_the_nearest_positions_come_by_distance() {
    let test = with_matches();
    let near = |origin: DecisionRow| {
        let game = Some((origin.matched, origin.game as i64));
        let here = Here { board: seen(&origin), asked: Asked::Play, is_money: false, game };
        let request = SearchRequest { here: Some(here), ..SearchRequest::decisions("near this < 40") };
        let found = rows_of(&test, &request);
        (!found.is_empty()).then_some((origin, here, found))
    };
    let origins = rows(&test, "kind:play phase:middle match:1");
    let (origin, here, found) = origins.into_iter().find_map(near).expect("something is within 40 pips");
    let pips = |row: &DecisionRow| {
        let (a, b) = (here.board, seen(row));
        Side::BOTH
            .into_iter()
            .map(|side| {
                let mut run = 0i32;
                (0..25)
                    .rev()
                    .map(|at| {
                        run += i32::from(a.side(side)[at]) - i32::from(b.side(side)[at]);
                        run.unsigned_abs()
                    })
                    .sum::<u32>()
            })
            .sum::<u32>()
    };
    for row in &found {
        assert_eq!(row.distance, Some(pips(row)));
        assert!(
            row.kind == Kind::Play
                && row.away[0] > 0
                && (row.matched, row.game) != (origin.matched, origin.game)
        );
    }
    assert!(found.windows(2).all(|pair| pair[0].distance <= pair[1].distance));
    let loose = SearchRequest::decisions(Pattern::loosened(&here.board, 2).written_into(""));
    assert!(rows_of(&test, &loose).iter().any(|row| row.id == origin.id));
    let by_id = rows(&test, &format!("near d{} < 40", origin.id));
    assert_eq!(
        by_id.iter().map(|row| row.id).collect::<Vec<_>>(),
        found.iter().map(|row| row.id).collect::<Vec<_>>()
    );
    assert!(
        rows(&test, &format!("near {} < 0*", here.board.position_id())).iter().any(|row| row.id == origin.id)
    );
    let lost = test.library.search(&SearchRequest::decisions("near this"), None, &CancelToken::new());
    assert!(matches!(lost, Err(LibraryError::Query(error)) if error.message.contains("no position at hand")));
}

/// A record is known as a match of the library: the same, its beginning, with the seats exchanged or a play corrected.
#[test]
fn a_record_is_known_as_a_match_of_the_library() {
    let test = with_matches();
    let record = test.library.record(2).unwrap();
    let known = |record: &MatchRecord| test.library.match_of(record).unwrap();
    assert_eq!(known(&record), Some(2));
    assert_eq!(known(&record.clone().with_seats_exchanged()), Some(2));
    let mut beginning = record.clone();
    beginning.games.truncate(1);
    beginning.games[0].entries.truncate(20);
    assert_eq!(known(&beginning), Some(2));
    beginning.games[0].entries.truncate(3);
    assert_eq!(known(&beginning), None, "too few plays tell nothing");
    assert_eq!(known(&made_match(99, ["Ann", "Ben"], 5, false)), None);
}

/// Scenario 22: a saved search and a live collection follow what is imported.
#[test]
fn s22_saved_searches_and_live_collections_follow_imports() {
    let test = with_matches();
    test.library.save_search("Losses", "me loss>0", None).unwrap();
    let live = test.library.create_collection("My losses", Some("me loss>0"), None).unwrap();
    let saved = test.library.searches().unwrap().remove(0);
    let before = rows(&test, &saved.query).len();
    assert_eq!(rows(&test, "in:\"my losses\"").len(), before);
    let record = made_match(77, ["Ann", "Dee"], 9, true);
    test.import(&[test.file("more.sgf", sgf_text(&record))]);
    let after = rows(&test, &saved.query).len();
    assert!(after > before);
    assert_eq!(rows(&test, "in:\"my losses\"").len(), after);
    assert!(
        test.library.collect_positions(live, &[1]).is_err(),
        "a live collection holds what its query finds"
    );
}

/// Scenario 24: a remark for a decision, and one for every occurrence of the position.
#[test]
fn s24_remarks_belong_to_a_decision_or_to_every_occurrence() {
    let test = with_matches();
    // The opening position with the same roll occurs in several games.
    for seed in 20..26 {
        let record = made_match(seed, ["Ann", "Ben"], 0, false);
        test.import(&[test.file(&format!("{seed}.sgf"), sgf_text(&record))]);
    }
    let all = rows(&test, "kind:play phase:opening");
    let (first, second) = all
        .iter()
        .find_map(|a| all.iter().find(|b| b.position == a.position && b.id != a.id).map(|b| (a, b)))
        .expect("a position that occurs twice");
    test.library.set_remark(Target::of_decision(first.id), "only here").unwrap();
    test.library.set_remark(Target::of_position(first.position), "wherever it occurs").unwrap();
    let remarks = |row: &DecisionRow| {
        let mut found = test.library.remarks(Target::of_decision(row.id)).unwrap();
        found.extend(test.library.remarks(Target::of_position(row.position)).unwrap());
        found.into_iter().map(|remark| remark.text).collect::<Vec<_>>()
    };
    assert_eq!(remarks(first), ["only here", "wherever it occurs"]);
    assert_eq!(remarks(second), ["wherever it occurs"]);
    assert_eq!(rows(&test, "remark:\"only here\"").len(), 1);
    assert!(rows(&test, "remark:wherever").len() >= 2);
    assert_eq!(rows(&test, "remark~on*here").len(), 1);
    assert_eq!(rows(&test, "remarked").len(), rows(&test, "remark:wherever").len());
}

/// Scenario 25: ten rows are tagged, untagged by undoing, and tagged by redoing: one step.
#[test]
fn s25_tagging_many_is_one_step() {
    let test = with_matches();
    let targets: Vec<Target> =
        rows(&test, "me | limit 10").iter().map(|row| Target::of_decision(row.id)).collect();
    let [before, _] = test.library.gestures().unwrap();
    test.library.tag(&targets, "timing", true).unwrap();
    let [after, _] = test.library.gestures().unwrap();
    assert_eq!(after.len(), before.len() + 1);
    assert_eq!(rows(&test, "tag:timing").len(), 10);
    assert_eq!(test.library.undo().unwrap().as_deref(), Some("the tag timing"));
    assert_eq!(rows(&test, "tag:timing").len(), 0);
    assert!(test.library.tags().unwrap().is_empty());
    test.library.redo().unwrap();
    assert_eq!(rows(&test, "tag:timing").len(), 10);
    assert_eq!(rows(&test, "tag:timing")[0].tags, ["timing"]);
    let test = test.reopened();
    test.library.undo().unwrap();
    assert_eq!(rows(&test, "tag:timing").len(), 0, "after a restart, too");
}

#[test]
fn values_of_a_field_are_counted() {
    let test = with_matches();
    let values = |query: &str| {
        let found = test.library.search(&SearchRequest::decisions(query), None, &CancelToken::new()).unwrap();
        found.values.unwrap()
    };
    let by = values("by:?");
    assert_eq!(by.len(), 3);
    assert_eq!(by.iter().map(|(_, n)| n).sum::<i64>(), rows(&test, "").len() as i64);
    let phases = values("me phase:?");
    for (phase, n) in phases {
        assert_eq!(rows(&test, &format!("me phase:{phase}")).len() as i64, n);
    }
    for (dice, n) in values("kind:play dice:?") {
        assert_eq!(rows(&test, &format!("dice:{dice}")).len() as i64, n);
    }
    assert!(values("kind:?").iter().any(|(word, _)| word == "play"));
}

#[test]
fn unknown_names_are_marked() {
    let test = with_matches();
    let error =
        test.library.search(&SearchRequest::decisions("me by:Benn"), None, &CancelToken::new()).unwrap_err();
    let LibraryError::Query(error) = error else { panic!("{error}") };
    assert_eq!(
        (error.start, error.end, error.suggestions),
        (6, 10, vec!["Ben".to_owned(), "Ann".to_owned()])
    );
}
