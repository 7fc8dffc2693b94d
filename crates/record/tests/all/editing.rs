// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing, navigating, correcting and undoing, with random games.

use gnubg_engine::core::{Action, Dice, MatchState, Phase, Player, ResignLevel, Rules, Variation, notation};
use gnubg_record::analysis::Analysis;
use gnubg_record::{Change, Cursor, Entry, EntryAction, Issue, MatchInfo, MatchRecord, Property};
use proptest::prelude::*;

fn record(length: u16) -> MatchRecord {
    MatchRecord::new(length, Rules::default(), MatchInfo::of_players(["Ann", "Ben"])).unwrap()
}

fn dice(a: u8, b: u8) -> Dice {
    Dice::new(a, b).unwrap()
}

/// Any action that is legal in `state`, chosen by `pick`.
fn legal_action(state: &MatchState, pick: u32) -> Option<Action> {
    let level = ResignLevel::ALL[pick as usize % 3];
    let mut candidates = vec![
        Action::Opening([(pick % 6) as u8 + 1, (pick / 6 % 6) as u8 + 1]),
        Action::Roll(Dice::ALL[pick as usize % 21]),
        Action::Take,
        Action::DeclineResignation,
    ];
    if pick.is_multiple_of(7) {
        candidates.insert(0, Action::Double);
        candidates.insert(0, Action::Beaver);
    }
    if pick.is_multiple_of(11) {
        candidates.insert(0, Action::Drop);
        candidates.insert(0, Action::AcceptResignation);
    }
    if pick.is_multiple_of(41) {
        candidates.insert(0, Action::Resign(level));
    }
    if let Some(list) = state.legal_plays() {
        let play = list.plays().get(pick as usize % list.len().max(1)).copied();
        candidates.insert(0, Action::Play(play.unwrap_or(gnubg_engine::core::Play::EMPTY)));
    }
    candidates.into_iter().find(|&action| state.apply(action).is_ok())
}

/// Plays on from `cursor` and checks after every action that the record replays to the state the rules give.
fn play(record: &mut MatchRecord, cursor: &mut Cursor, picks: &[u32]) -> Vec<Change> {
    let mut changes = Vec::new();
    for &pick in picks {
        let state = record.state_at(*cursor);
        if matches!(state.phase, Phase::Over(_)) {
            if *cursor != record.end() {
                break;
            }
            match record.begin_game(cursor) {
                Some(change) => changes.push(change),
                None => break,
            }
            continue;
        }
        let Some(action) = legal_action(&state, pick) else { break };
        let expected = state.apply(action).unwrap();
        changes.push(record.append(cursor, action).unwrap());
        let reached = record.state_at(*cursor);
        // The record does not know who throws a die first, nor that a resignation was declined before the last roll.
        assert_eq!(reached.board_of(Player::One), expected.board_of(Player::One));
        assert_eq!(
            (reached.phase, reached.score, reached.cube),
            (expected.phase, expected.score, expected.cube)
        );
    }
    changes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn undo_restores_and_redo_repeats(
        length in prop_oneof![Just(0u16), 1..=7u16],
        picks in prop::collection::vec(0..10_000u32, 1..250),
        seek in 0..250usize,
        more in prop::collection::vec(0..10_000u32, 0..20),
    ) {
        let mut record = record(length);
        let mut cursor = Cursor::default();
        let mut states = vec![record.clone()];
        let mut changes = Vec::new();
        for pick in picks {
            changes.extend(play(&mut record, &mut cursor, &[pick]));
            states.push(record.clone());
        }
        prop_assert!(record.flaws().is_empty());
        let mut cursor = record.next(Cursor::at(0, 0), seek);
        changes.extend(play(&mut record, &mut cursor, &more));
        let finished = record.clone();
        let mut redo = Vec::new();
        for change in changes.into_iter().rev() {
            redo.push(record.revert(change));
        }
        prop_assert_eq!(&record, &states[0]);
        for change in redo.into_iter().rev() {
            let _ = record.revert(change);
        }
        prop_assert_eq!(record, finished);
    }

    #[test]
    fn corrections_undo(
        picks in prop::collection::vec(0..10_000u32, 20..120),
        at in 0..120usize,
        pick in 0..10_000u32,
    ) {
        let mut record = record(5);
        let mut cursor = Cursor::default();
        let _ = play(&mut record, &mut cursor, &picks);
        let before = record.clone();
        let n = record.games[0].entries.len();
        let at = at % n;
        let player = record.games[0].entries[at].player;
        let roll = EntryAction::Roll(Dice::ALL[pick as usize % 21]);
        let changes = [
            record.replace(0, at, player, roll),
            record.insert(0, at, vec![Entry::new(player, EntryAction::Double)]),
            record.delete(0, at..(at + 3).min(n)),
        ];
        let _ = record.flaws();
        for change in changes.into_iter().rev() {
            let _ = record.revert(change);
        }
        prop_assert_eq!(record, before);
    }

    #[test]
    fn cursors_never_leave_the_record(
        picks in prop::collection::vec(0..10_000u32, 0..200),
        steps in prop::collection::vec((0..12u8, 0..5usize), 0..40),
    ) {
        let mut record = record(3);
        let mut end = Cursor::default();
        let _ = play(&mut record, &mut end, &picks);
        let mut cursor = record.first_game();
        for (kind, n) in steps {
            cursor = match kind {
                0 => record.next(cursor, n),
                1 => record.previous(cursor, n),
                2 => record.next_roll(cursor),
                3 => record.previous_roll(cursor),
                4 => record.next_rolled(cursor),
                5 => record.previous_rolled(cursor),
                6 => record.next_game(cursor, n),
                7 => record.previous_game(cursor, n),
                8 => record.next_where(cursor, n, |_, entry| entry % 3 == 0).unwrap_or(cursor),
                9 => record.previous_where(cursor, n, |_, entry| entry % 3 == 0).unwrap_or(cursor),
                10 => record.last_move(cursor),
                _ => record.end(),
            };
            prop_assert_eq!(record.clamp(cursor), cursor);
            let state = record.state_at(cursor);
            prop_assert_eq!(cursor.rolled, cursor.rolled && state.dice().is_some());
        }
    }
}

/// Ann plays 31, Ben 42, Ann doubles, Ben takes, Ann dances or plays 66.
fn short_match() -> MatchRecord {
    let mut record = record(5);
    let mut cursor = Cursor::default();
    let mut act = |record: &mut MatchRecord, action| record.append(&mut cursor, action).unwrap();
    let changes = [
        act(&mut record, Action::Opening([3, 1])),
        act(&mut record, play_of(&Variation::Standard.start(), dice(3, 1), "8/5 6/5")),
    ];
    assert!(changes.iter().all(|change| !change.is_none()));
    let board = record.state_at(record.end()).board;
    let _ = act(&mut record, Action::Roll(dice(4, 2)));
    let _ = act(&mut record, play_of(&board, dice(4, 2), "8/4 6/4"));
    let _ = act(&mut record, Action::Double);
    let _ = act(&mut record, Action::Take);
    let _ = act(&mut record, Action::Roll(dice(6, 6)));
    record
}

fn play_of(board: &gnubg_engine::core::Board, dice: Dice, text: &str) -> Action {
    Action::Play(notation::resolve(board, dice, text).unwrap())
}

#[test]
fn a_roll_and_its_play_are_one_entry() {
    let record = short_match();
    let kinds: Vec<_> = record.games[0].entries.iter().map(|entry| entry.action.is_play()).collect();
    assert_eq!(kinds, [true, true, false, false, false]);
    assert_eq!(record.n_decisions(), [2, 2]);
    assert_eq!(record.games[0].entries[0].player, Player::Zero);
}

#[test]
fn navigation_by_rolls_and_games() {
    let record = short_match();
    let start = record.first_game();
    let shown = record.next_roll(start);
    assert_eq!(shown, Cursor { rolled: true, ..Cursor::at(0, 0) });
    assert_eq!(record.state_at(shown).dice(), Some(dice(3, 1)));
    assert_eq!(record.next_roll(shown), Cursor::at(0, 1));
    assert_eq!(record.previous_roll(Cursor::at(0, 1)), shown);
    assert_eq!(record.previous_roll(shown), start);
    assert_eq!(record.next_rolled(start), Cursor { rolled: true, ..Cursor::at(0, 1) });
    assert_eq!(record.next_rolled(Cursor::at(0, 1)), Cursor::at(0, 2));
    assert_eq!(record.next_rolled(record.end()), record.end());
    assert_eq!(record.next(start, 99), record.end());
    assert_eq!(record.previous(record.end(), 99), start);
    assert_eq!(record.next_game(start, 3), start);
    let doubles = |_, entry: usize| record.games[0].entries[entry].action == EntryAction::Double;
    assert_eq!(record.next_where(start, 1, doubles), Some(Cursor::at(0, 2)));
    assert_eq!(record.previous_where(record.end(), 1, doubles), Some(Cursor::at(0, 2)));
    assert_eq!(record.next_where(start, 2, doubles), None);
    assert_eq!(record.next_where(start, 1, |_, entry| entry == 0), Some(shown));
}

#[test]
fn playing_in_the_middle_removes_later_entries() {
    let mut record = short_match();
    let before = record.clone();
    let mut cursor = Cursor { rolled: true, ..Cursor::at(0, 1) };
    let board = record.state_at(cursor).board;
    let change = record.append(&mut cursor, play_of(&board, dice(4, 2), "24/22 13/9")).unwrap();
    assert_eq!(cursor, Cursor::at(0, 2));
    assert_eq!(record.games[0].entries.len(), 2);
    assert_eq!(change.removed(), (3, 0));
    let _ = record.revert(change);
    assert_eq!(record, before);
    let error = record.append(&mut Cursor::at(0, 1), Action::Take).unwrap_err();
    assert_eq!(error.to_string(), "no double has been offered");
    assert_eq!(record, before);
}

#[test]
fn corrections_keep_later_entries_and_report_flaws() {
    let mut record = short_match();
    for entry in &mut record.games[0].entries {
        entry.analysis =
            Some(Analysis { luck: Some(gnubg_engine::core::Equity(0.1)), ..Analysis::default() }.into());
    }
    let before = record.clone();
    // Ben's 42 becomes a 55, which cannot be played 8/4 6/4.
    let EntryAction::Play { play, .. } = record.games[0].entries[1].action else { panic!("a play") };
    let change = record.replace(0, 1, Player::One, EntryAction::Play { dice: dice(5, 5), play });
    let flaws = record.flaws();
    assert_eq!(flaws.len(), 1);
    assert_eq!((flaws[0].entry, matches!(flaws[0].issue, Issue::Rule(_))), (1, true));
    let analyzed: Vec<_> = record.games[0].entries.iter().map(|entry| entry.analysis.is_some()).collect();
    assert_eq!(analyzed, [true, false, true, true, true], "the position after the play is the same");
    let _ = record.revert(change);
    // Ben's play becomes another one: everything later stands in another position.
    let board = record.state_at(Cursor::at(0, 1)).board;
    let Action::Play(play) = play_of(&board, dice(4, 2), "24/22 13/9") else { panic!("a play") };
    let change = record.replace(0, 1, Player::One, EntryAction::Play { dice: dice(4, 2), play });
    assert!(record.flaws().is_empty());
    assert!(record.games[0].entries[1..].iter().all(|entry| entry.analysis.is_none()));
    let _ = record.revert(change);
    assert_eq!(record, before);
}

#[test]
fn comments_rules_and_names_are_undone() {
    let mut record = short_match();
    let before = record.clone();
    let remark = record
        .edit_entries(0, 1..2, |entry| {
            entry.comment = "why not 24/22?".to_owned();
            entry.properties.push(Property { name: "KO".to_owned(), values: vec![] });
        })
        .and(record.edit_info(|info| info.event = "Open".to_owned()))
        .and(record.change_rules(Rules { jacoby: false, ..Rules::default() }))
        .and(record.set_stated(0, Some((Player::One, 2))));
    assert_eq!(record.score(), [0, 2]);
    assert_eq!(record.games[0].entries[1].comment, "why not 24/22?");
    let truncated = record.truncate(Cursor::at(0, 1));
    assert_eq!((record.games[0].entries.len(), record.score()), (1, [0, 0]));
    let _ = record.revert(truncated);
    let redo = record.revert(remark);
    assert_eq!(record, before);
    let _ = record.revert(redo);
    assert_eq!(record.info.event, "Open");
}

#[test]
fn exchanging_seats_twice_changes_nothing() {
    let record = short_match();
    let exchanged = record.clone().with_seats_exchanged();
    assert_eq!(exchanged.name(Player::Zero), "Ben");
    assert!(exchanged.flaws().is_empty());
    assert_eq!(exchanged.with_seats_exchanged(), record);
}
