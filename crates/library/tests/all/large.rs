// SPDX-License-Identifier: GPL-3.0-or-later
//! Scenario 21 at a small scale: what a search of many positions finds, first the beginning and then all of it. How long it
//! takes with three million positions is measured by `./x bench library`.

use crate::common::*;
use gnubg_engine::core::{Board, CancelToken, Side};
use gnubg_library::Library;
use gnubg_library::facts::Prepared;
use gnubg_library::finding::Maker;
use gnubg_library::search::{DecisionRow, PageRows, Pattern, SearchRequest, Together, Wanted};
use gnubg_library::synthetic::{MatchMaker, Style};

/// Boards of a pattern up to this number drive a query, more of them only filter it; both ways are taken here.
const FEW_BOARDS: usize = 3000;

/// Matches of four people, made by simple rules.
fn filled() -> TestLibrary {
    let test = TestLibrary::new();
    let mut maker = MatchMaker::quick(21);
    let names = ["Ann", "Ben", "Cy", "Dee"];
    for n in 0..48 {
        let players = [names[n % 4], names[(n + 1 + n / 4 % 3) % 4]];
        let date = "2026-03-05".parse().ok();
        let record = maker.play(players, [7, 5, 9, 0][n % 4], [Style::default(); 2], date, true);
        let prepared = Prepared::new(&record, None, Maker::default(), &judge()).into_iter().collect();
        test.library.fill(prepared, &judge()).unwrap();
    }
    test
}

fn found(library: &Library, query: &str, limit: Option<usize>) -> (Vec<i64>, bool) {
    let found = library.search(&SearchRequest::decisions(query), limit, &CancelToken::new()).unwrap();
    (found.ids, found.is_complete)
}

fn seen(row: &DecisionRow) -> Board {
    let board = row.key.board().unwrap();
    if row.kind.is_answer() { board.swapped() } else { board }
}

#[test]
fn s21_the_first_rows_of_a_pattern_come_before_all_are_counted() {
    let test = filled();
    let (all, _) = found(&test.library, "", None);
    assert!(all.len() > 2 * FEW_BOARDS, "{} decisions", all.len());
    let rows = test.library.decision_rows(&all).unwrap();
    let mut wide = Pattern::default();
    wide.want(false, &[6], Together::All, Wanted::at_least(1));
    let mut narrow = wide.clone();
    narrow.want(false, &[4, 5, 7, 8], Together::AtLeast(2), Wanted::MADE);
    narrow.want(true, &[1, 12, 13], Together::Sum, Wanted(2, 6));
    let fits_wide = |board: &Board| board.side(Side::OnRoll)[5] >= 1;
    let fits_narrow = |board: &Board| {
        let (mine, theirs) = (board.side(Side::OnRoll), board.side(Side::Opponent));
        let made = [4, 5, 7, 8].into_iter().filter(|point| mine[point - 1] >= 2).count();
        let sum: u8 = [1, 12, 13].into_iter().map(|point: usize| theirs[24 - point]).sum();
        fits_wide(board) && made >= 2 && (2..=6).contains(&sum)
    };
    let fits: [&dyn Fn(&Board) -> bool; 2] = [&fits_wide, &fits_narrow];
    for (pattern, fits) in [wide, narrow].iter().zip(fits) {
        let query = pattern.written_into("by:ann loss>=20");
        let mut expected: Vec<i64> = rows
            .iter()
            .filter(|row| {
                row.player == "Ann" && row.loss.is_some_and(|loss| loss >= 0.019_999) && fits(&seen(row))
            })
            .map(|row| row.id)
            .collect();
        assert!(expected.len() > 50, "{query}: {}", expected.len());
        // First the beginning, then all.
        let (first, is_complete) = found(&test.library, &query, Some(50));
        assert!(first.len() == 50 && !is_complete, "{query}");
        let request = SearchRequest::decisions(&query);
        let whole = test.library.search(&request, None, &CancelToken::new()).unwrap();
        assert!(whole.is_complete);
        assert_eq!(whole.ids[..50], first[..], "{query}");
        // The last page is as quick as the first: rows are read by their numbers.
        let from = whole.ids.len() - 7;
        let PageRows::Decisions(page) = test.library.page(&whole, from, 50).unwrap() else { panic!() };
        assert_eq!(page.iter().map(|row| row.id).collect::<Vec<_>>(), whole.ids[from..]);
        let mut ids = whole.ids.clone();
        ids.sort_unstable();
        expected.sort_unstable();
        assert_eq!(ids, expected, "{query}");
    }
    // Both ways of a pattern into the query were taken.
    let boards = |fits: &dyn Fn(&Board) -> bool| {
        let mut boards: Vec<[u8; 10]> =
            rows.iter().map(seen).filter(|board| fits(board)).map(|board| board.key()).collect();
        boards.sort_unstable();
        boards.dedup();
        boards.len()
    };
    assert!(boards(&fits_wide) > FEW_BOARDS && boards(&fits_narrow) < FEW_BOARDS);
}
