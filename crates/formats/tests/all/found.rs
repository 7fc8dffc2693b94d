// SPDX-License-Identifier: GPL-3.0-or-later
//! Real files that were once read wrongly, and what must come out of them.

use crate::common::{has, shared};
use gnubg_engine::core::{Board, Player};
use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, Import, read};
use gnubg_record::{EntryAction, GameRecord, MatchRecord};

/// A file of the folder, read; `None` if the folder is absent.
pub(crate) fn found(name: &str) -> Option<Import> {
    let path = shared().join("found").join(name);
    has(&path).then(|| read(&std::fs::read(&path).unwrap(), Some(name), None).unwrap())
}

#[test]
fn resignations_after_rolling() {
    for (name, plays, cubes, n_resigned) in
        [("resignation-after-roll.xg", 331, 14, 3), ("four-names.xg", 180, 8, 2)]
    {
        let Some(import) = found(name) else { continue };
        let one = &import.matches[0];
        assert_eq!(one.warnings, [], "{name}");
        assert_eq!(one.record.n_decisions(), [plays, cubes], "{name}");
        let rolls = one.record.games.iter().filter(|game| {
            game.entries.windows(2).any(|pair| {
                matches!(pair[0].action, EntryAction::Roll(_))
                    && matches!(pair[1].action, EntryAction::Resign(_))
            })
        });
        assert_eq!(rolls.count(), n_resigned, "{name}");
    }
}

#[test]
fn long_names_that_touch_the_score_of_the_other() {
    for name in ["long-names.mat", "long-names-snowie.txt"] {
        let Some(import) = found(name) else { continue };
        let one = &import.matches[0];
        assert_eq!(one.warnings, [], "{name}");
        assert_eq!(one.record.info.players[0].name, "Kévin UNGER Nicolas HARMAND");
        assert_eq!(one.record.info.players[1].name, "Johan HUYCK Michael LARSEN");
        assert_eq!((one.record.games.len(), one.record.score()), (4, [1, 7]), "{name}");
    }
}

#[test]
fn long_names_and_resignations_survive_every_match_text() {
    let Some(import) = found("four-names.xg") else { return };
    let record = &import.matches[0].record;
    for format in [Format::Mat, Format::SnowieText] {
        let bytes = write(record, ExportScope::Match, format, &WriteOptions::default()).unwrap();
        let again = read(&bytes, None, None).unwrap().matches.remove(0);
        assert_eq!(again.warnings, [], "{format}");
        let names = |record: &MatchRecord| record.info.players.clone().map(|player| player.name);
        assert_eq!(names(&again.record), names(record), "{format}");
        assert_eq!(again.record.n_decisions(), record.n_decisions(), "{format}");
        assert_eq!(again.record.score(), record.score(), "{format}");
    }
}

#[test]
fn files_of_backgammon_galaxy() {
    for (name, length, score, n_warnings) in [
        ("galaxy-2900236.txt", 3, [0, 3], 0),
        ("galaxy-3241209.txt", 3, [2, 3], 0),
        ("galaxy-3755271.txt", 3, [0, 4], 0),
        ("galaxy-3831101.txt", 3, [3, 0], 0),
        ("galaxy-7236505.txt", 5, [5, 0], 0),
        ("galaxy-8239468.txt", 0, [0, 1], 1),
    ] {
        let Some(import) = found(name) else { continue };
        let one = &import.matches[0];
        assert_eq!(one.warnings.len(), n_warnings, "{name}: {:?}", one.warnings);
        assert_eq!((one.record.length, one.record.score()), (length, score), "{name}");
    }
    if let Some(import) = found("galaxy-8239468.txt") {
        assert!(import.matches[0].record.rules.jacoby);
    }
}

#[test]
fn analysis_is_read_in_any_language() {
    let read = |name: &str| {
        let import = found(name)?;
        let entries = &import.matches[0].record.games[0].entries;
        entries.last()?.analysis.as_ref()?.play.clone()
    };
    let (Some(english), french) = (read("xg-position-english.txt"), read("xg-position-french.txt")) else {
        return;
    };
    let french = french.unwrap();
    assert_eq!(english.candidates.len(), 5);
    assert_eq!(french.candidates.len(), 5);
    for (a, b) in english.candidates.iter().zip(&french.candidates) {
        assert_eq!((a.play, a.equity, a.probs), (b.play, b.equity, b.probs));
        assert_eq!(a.method.as_evaluation().plies, b.method.as_evaluation().plies);
    }
}

#[test]
fn luck_that_was_not_computed_is_no_warning() {
    let Some(import) = found("luck-inf.sgf") else { return };
    assert!(import.matches.iter().all(|one| one.warnings.len() <= 3), "{:?}", import.matches[0].warnings);
}

#[test]
fn replays_of_bgammon_org() {
    let Some(import) = found("bgammon.match") else { return };
    let one = &import.matches[0];
    assert_eq!((import.format, one.record.n_decisions()[0]), (Format::BgammonOrg, 3));
    assert_eq!((one.record.length, one.record.score()), (1, [1, 0]));
}

/// A match that two programs recorded: the same games, plays and cube actions.
#[test]
fn the_same_match_of_two_programs() {
    let (Some(sgf), Some(xg)) = (found("luck-inf.sgf"), found("same-match-as-luck-inf.xg")) else { return };
    let games = |import: &Import| -> Vec<Vec<(Player, Board)>> {
        let record = &import.matches[0].record;
        let of_game = |game: &GameRecord| {
            let steps = game.walk(record.length).filter(|step| step.entry.action.is_play());
            steps.map(|step| (step.entry.player, step.after.board_of(step.entry.player))).collect()
        };
        record.games.iter().map(of_game).collect()
    };
    assert_eq!(games(&sgf), games(&xg));
    assert_eq!(sgf.matches[0].record.n_decisions(), xg.matches[0].record.n_decisions());
    let luck = |import: &Import| {
        let entries = import.matches[0].record.games.iter().flat_map(|game| &game.entries);
        entries.filter_map(|entry| entry.analysis.as_ref()?.luck).all(|luck| luck.0.is_finite())
    };
    assert!(luck(&sgf) && luck(&xg), "luck that was not computed is no number");
}
