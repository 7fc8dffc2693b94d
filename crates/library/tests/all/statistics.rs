// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics: parts are made of the decisions that their queries find.

use crate::common::*;
use gnubg_engine::core::CancelToken;
use gnubg_library::search::{DecisionRow, PageRows, SearchRequest};
use gnubg_library::stats::{Split, StatsRequest};

fn rows(test: &TestLibrary, query: &str) -> Vec<DecisionRow> {
    let found = test.library.search(&SearchRequest::decisions(query), None, &CancelToken::new());
    let found = found.unwrap_or_else(|error| panic!("{query}: {error}"));
    match test.library.page(&found, 0, usize::MAX).unwrap() {
        PageRows::Decisions(rows) => rows,
        other => panic!("{other:?}"),
    }
}

/// Scenario 41: "Show these decisions" finds what a figure is made of, for each part of each split.
#[test]
fn s41_the_decisions_of_a_part_add_up_to_its_figure() {
    let test = with_matches();
    for &by in Split::ALL {
        for query in ["", "me", "me or by:Cy | sort loss desc limit 3"] {
            let base = query.split(" |").next().unwrap_or_default();
            let request = StatsRequest { query: base.to_owned(), by: Some(by), ..StatsRequest::default() };
            let stats = test.library.stats(&request, &CancelToken::new()).unwrap();
            let asked = StatsRequest { query: query.to_owned(), ..request };
            let mut sum = 0;
            for (part, figure) in &stats.rows {
                sum += figure.decisions;
                let Some(query) = asked.decisions_of(Some(part)) else {
                    assert!(part.is_empty(), "{by:?} {part}");
                    continue;
                };
                let found = rows(&test, &query);
                let loss: f64 = found.iter().filter_map(|row| row.loss).sum();
                assert_eq!(found.len(), figure.decisions, "{query}");
                assert!((loss - figure.loss).abs() < 1e-6, "{query}: {loss} and {}", figure.loss);
                let is_sorted = found.is_sorted_by(|a, b| a.loss >= b.loss);
                assert!(is_sorted, "{query}");
            }
            assert_eq!(sum, stats.total.decisions, "{by:?} {query:?}");
            let all = asked.decisions_of(None).unwrap();
            assert_eq!(rows(&test, &all).len(), stats.total.decisions, "{all}");
        }
    }
}

#[test]
fn kinds_of_errors_are_counted_and_found() {
    let test = with_matches();
    for query in ["me", "by:Ben"] {
        let found = test.library.frequent_errors(query, &CancelToken::new()).unwrap();
        assert!(found.len() > 3, "{found:?}");
        assert!(found.is_sorted_by(|a, b| a.loss >= b.loss));
        for one in &found {
            let rows = rows(&test, &one.query);
            assert_eq!(rows.len(), one.errors, "{}", one.query);
            let loss: f64 = rows.iter().filter_map(|row| row.loss).sum();
            assert!((loss - one.loss).abs() < 1e-6, "{}", one.query);
            assert!(one.decisions >= one.errors);
        }
    }
}

/// Scenario 39: two matches give a grey figure, and nothing to work on.
#[test]
fn s39_few_matches_are_marked_and_say_nothing() {
    let test = TestLibrary::new();
    for n in 0..2u64 {
        test.file(&format!("{n}.sgf"), sgf_text(&made_match(n + 1, ["Ann", "Ben"], 3, true)));
    }
    test.import(&[test.folder.path().join("files")]);
    let request = StatsRequest { query: "by:Ann".to_owned(), ..StatsRequest::default() };
    let stats = test.library.stats(&request, &CancelToken::new()).unwrap();
    assert!(stats.total.is_grey && stats.total.decisions > 0, "{:?}", stats.total);
    assert_eq!(test.library.what_next("by:Ann", &CancelToken::new()).unwrap(), Vec::new());
}
