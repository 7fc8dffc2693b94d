// SPDX-License-Identifier: GPL-3.0-or-later
//! Scenario 46: a coach's library is merged, changed by the coach, and merged again.

use crate::common::*;
use gnubg_engine::core::CancelToken;
use gnubg_library::clock::Clock;
use gnubg_library::opinions::Target;
use gnubg_library::search::{SearchRequest, View};
use gnubg_library::stats::StatsRequest;
use gnubg_library::study::{CardFilter, CardRules, CardSource, Rate, Study, StudySettings};
use gnubg_library::{Library, LibraryError, OpenOptions};
use std::path::Path;

fn never() -> CancelToken {
    CancelToken::new()
}

/// The texts of the remarks about something, with whether they are the user's own.
fn remarks(library: &Library, target: Target) -> Vec<(bool, String)> {
    library.remarks(target).unwrap().into_iter().map(|one| (one.is_mine, one.text)).collect()
}

#[test]
fn s46_a_coachs_library_is_merged_twice_without_duplicates() {
    // The coach has matches of Ben and Cy, and a collection of positions.
    let coach = with_matches();
    let first = coach.library.decision_rows(&[2]).unwrap().remove(0);
    let target = Target::of_decision(2);
    coach.library.set_remark(target, "too early").unwrap();
    coach.library.tag(&[target], "timing", true).unwrap();
    let chosen = coach.library.create_collection("Lesson 1", None, None).unwrap();
    coach.library.collect_decisions(chosen, &[5, 9]).unwrap();
    // The student has one match of these, with a remark, a card and a review.
    let student = TestLibrary::new();
    let path = student.file("own.sgf", sgf_text(&coach.library.record(first.matched).unwrap()));
    student.import(&[path]);
    let own = student.library.search(&SearchRequest::decisions("loss>=40"), None, &never()).unwrap().ids;
    let rules = CardRules { plies: 0, ..CardRules::default() };
    let proposals =
        student.library.propose_cards(&CardSource::Decisions(own.clone()), &rules, &never()).unwrap();
    student.library.make_cards_of(&proposals).unwrap();
    student.library.set_remark(Target::of_decision(own[0]), "my own words").unwrap();
    let cards = student.library.cards(&CardFilter::default()).unwrap();
    let settings = StudySettings { has_controls: false, ..StudySettings::of_cards(vec![cards[0].id]) };
    let mut study = Study::start(&student.library, settings).unwrap();
    crate::studying::answer(&mut study, true);
    study.rate(Rate::Proposed).unwrap();
    let reviews = student.library.info().unwrap().reviews;

    let report = student.library.merge(&coach.library, &judge(), &never()).unwrap();
    assert_eq!((report.new, report.known, report.remarks, report.tags, report.collected), (3, 1, 1, 1, 2));
    assert!(report.analyses > 50, "{report:?}");
    student.assert_clean();
    // What is found, and by which ruler, is the same in both.
    let figures = |library: &Library| {
        let stats = library.stats(&StatsRequest::default(), &never()).unwrap();
        // Sums in another order differ in the last digit.
        let total = stats.total;
        (total.decisions, total.games, total.errors, total.blunders, (total.loss * 1e5).round(), stats.rulers)
    };
    assert_eq!(figures(&student.library), figures(&coach.library));
    let lesson = |library: &Library| {
        let all = library.collections().unwrap();
        let one = all.iter().find(|one| one.name == "Lesson 1").unwrap();
        library.collected(one.id).unwrap().len()
    };
    assert_eq!(lesson(&student.library), 2);
    let tagged = student.library.search(&SearchRequest::decisions("tag:timing"), None, &never()).unwrap().ids;
    assert_eq!(remarks(&student.library, Target::of_decision(tagged[0])), [(false, "too early".to_owned())]);

    // Once more nothing is new.
    let again = student.library.merge(&coach.library, &judge(), &never()).unwrap();
    assert!(again.is_empty() && again.known == 4, "{again:?}");
    // The coach writes something else and adds a position.
    coach.library.set_remark(target, "too late").unwrap();
    coach.library.collect_decisions(chosen, &[12]).unwrap();
    let changed = student.library.merge(&coach.library, &judge(), &never()).unwrap();
    assert_eq!((changed.new, changed.remarks, changed.collected, changed.analyses), (0, 1, 1, 0));
    assert_eq!(remarks(&student.library, Target::of_decision(tagged[0])), [(false, "too late".to_owned())]);
    assert_eq!(lesson(&student.library), 3);
    // Own words, cards and reviews are as they were.
    assert_eq!(remarks(&student.library, Target::of_decision(own[0])), [(true, "my own words".to_owned())]);
    assert_eq!(student.library.cards(&CardFilter::default()).unwrap().len(), cards.len());
    assert_eq!(student.library.info().unwrap().reviews, reviews);
    student.assert_clean();
    let refused = coach.library.merge(&coach.library, &judge(), &never());
    assert!(matches!(refused, Err(LibraryError::Refused(_))), "{refused:?}");
}

#[test]
fn a_part_of_a_library_is_given_away_as_one_file() {
    let test = with_matches();
    let rows = test.library.search(&SearchRequest::decisions("by:Cy"), None, &never()).unwrap().ids;
    test.library.set_remark(Target::of_decision(rows[0]), "look here").unwrap();
    let to = test.folder.path().join("cy.gnubglib");
    let report = test.library.split("player:Cy", &to, &judge(), &never()).unwrap();
    assert_eq!((report.new, report.remarks), (2, 1));
    let part =
        Library::open(&to, OpenOptions { clock: Clock::fixed(NOW), ..OpenOptions::default() }).unwrap();
    assert_eq!(part.info().unwrap().matches, 2);
    assert!(part.verify(&judge(), &never()).unwrap().is_clean());
    let stats = |library: &Library| {
        let request = StatsRequest { query: "by:Cy".to_owned(), ..StatsRequest::default() };
        library.stats(&request, &never()).unwrap()
    };
    // To the last digit, although the matches have other numbers.
    assert_eq!(stats(&part), stats(&test.library));
}

#[test]
fn a_collection_is_given_away_without_its_matches() {
    let test = with_matches();
    let request = SearchRequest { view: View::Positions, ..SearchRequest::decisions("kind:play loss>=20") };
    let positions = test.library.search(&request, None, &never()).unwrap().ids;
    assert!(positions.len() > 2);
    test.library.set_remark(Target::of_position(positions[0]), "think of the bar").unwrap();
    let to = test.folder.path().join("hard.gnubglib");
    let split =
        |query: &str, to: &Path| test.library.split_positions(query, "Hard plays", to, &judge(), &never());
    let report = split("kind:play loss>=20", &to).unwrap();
    assert_eq!((report.new, report.collected, report.remarks), (0, positions.len(), 1));
    assert!(split("kind:play", &to).is_err(), "a file that exists is not replaced");
    let part =
        Library::open(&to, OpenOptions { clock: Clock::fixed(NOW), ..OpenOptions::default() }).unwrap();
    let info = part.info().unwrap();
    assert_eq!((info.matches, info.players, info.positions), (0, 0, positions.len() as i64));
    assert!(info.analyses >= positions.len() as i64, "each with its analysis");
    assert!(part.verify(&judge(), &never()).unwrap().is_clean());
    // The other library takes it over as a collection, again and again without doubling it.
    let student = TestLibrary::new();
    for n in [positions.len(), 0] {
        assert_eq!(student.library.merge(&part, &judge(), &never()).unwrap().collected, n);
    }
    let held = student.library.collections().unwrap();
    assert_eq!(held.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Hard plays"]);
}
