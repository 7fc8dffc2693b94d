// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations of a match are written to SGF and read back unchanged.

use gnubg_engine::core::{Action, Decision, Dice, Equity, MatchState, Phase, Player, ResignLevel, Rules};
use gnubg_formats::export::{ExportScope, WriteOptions, write};
use gnubg_formats::{Format, Imported, read};
use gnubg_record::{Cursor, Entry, EntryAction, MatchInfo, MatchRecord, Skill};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Random choices, the same every time.
struct Random(SplitMix64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    fn dice(&mut self) -> Dice {
        Dice::new(1 + self.below(6) as u8, 1 + self.below(6) as u8).unwrap()
    }

    fn level(&mut self) -> ResignLevel {
        ResignLevel::from_multiple(1 + self.below(3) as u8).unwrap()
    }
}

/// A random action that may be done in a state.
fn action(state: &MatchState, random: &mut Random) -> Option<Action> {
    Some(match state.phase {
        Phase::Opening => Action::Opening([1 + random.below(3) as u8, 4 + random.below(3) as u8]),
        Phase::Due(_) if random.below(25) == 0 => Action::Resign(random.level()),
        Phase::Due(Decision::Roll) if random.below(6) == 0 => Action::Double,
        Phase::Due(Decision::Roll) => Action::Roll(random.dice()),
        Phase::Due(Decision::Answer(_)) => match random.below(8) {
            0 => Action::Drop,
            1 => Action::Beaver,
            _ => Action::Take,
        },
        Phase::Due(Decision::Play(_)) => {
            let list = state.legal_plays().filter(|list| !list.is_empty())?;
            Action::Play(list.plays()[random.below(list.len().clamp(1, 3))])
        }
        Phase::Resigning { .. } if random.below(3) == 0 => Action::AcceptResignation,
        Phase::Resigning { .. } => Action::DeclineResignation,
        Phase::Over(_) => return None,
    })
}

/// Plays at random from a place, with some comments and marks.
fn play(record: &mut MatchRecord, cursor: &mut Cursor, n: usize, random: &mut Random) {
    for _ in 0..n {
        let state = record.state_at(*cursor);
        let is_over = matches!(state.phase, Phase::Over(_)) || record.games[cursor.game].stated.is_some();
        if is_over || random.below(40) == 0 {
            if !is_over {
                let _ = record.truncate(*cursor);
                let _ = record.set_stated(cursor.game, Some((Player::One, 1)));
            }
            if record.begin_game(cursor).is_none() {
                return;
            }
            continue;
        }
        if let Some(action) = action(&state, random) {
            // Actions that the rules forbid are skipped.
            let _ = record.append(cursor, action);
        }
        let (game, at) = (cursor.game, cursor.entry);
        if let Some(entry) = at.checked_sub(1).and_then(|at| record.entry_mut(game, at)) {
            annotate(entry, random);
        }
    }
}

fn annotate(entry: &mut Entry, random: &mut Random) {
    let written = !matches!(entry.action, EntryAction::AcceptResignation | EntryAction::DeclineResignation);
    match random.below(12) {
        0 if written => entry.comment = format!("[{}] \\ a\\]b\nof two lines", random.below(1000)),
        1 if entry.action.is_play() => entry.marks.play = Some(Skill::Doubtful),
        2 if entry.action.is_roll() => {
            let luck = Equity(random.below(100) as f32 / 8.0);
            entry.update_analysis(|analysis| analysis.luck = Some(luck));
        }
        _ => {}
    }
}

/// A match with random variations.
fn branched(random: &mut Random) -> MatchRecord {
    let length = random.below(8) as u16;
    let info = MatchInfo::of_players(["Ann]", "Ben\\"]);
    let rules = Rules { jacoby: length == 0, ..Rules::default() };
    let mut record = MatchRecord::new(length, rules, info).unwrap();
    let mut cursor = Cursor::default();
    let _ = record.begin_game(&mut cursor).unwrap();
    play(&mut record, &mut cursor, 40, random);
    for _ in 0..random.below(7) {
        let game = random.below(record.games.len());
        let place = Cursor::at(game, random.below(record.games[game].entries.len() + 1));
        if place < record.end() {
            record.keep_as_variation();
            cursor = place;
            let _ = record.truncate(place);
            if random.below(12) == 0 {
                let _ = record.change_start(game, |start| start.automatic_doubles = 1);
            }
            if record.games[game].entries.is_empty() && game > 0 && random.below(3) == 0 {
                record.games.truncate(game);
                cursor = record.end();
            }
            let n = random.below(30);
            play(&mut record, &mut cursor, n, random);
        } else if let Some(n) = record.branches().map(|(n, ..)| n).last() {
            // Switch to another variation.
            record.keep_as_variation();
            let lines = record.variations.clone();
            record = MatchRecord { variations: lines, ..MatchRecord::clone(&record.variations[n]) };
        }
    }
    record
}

fn text(record: &MatchRecord, scope: ExportScope) -> String {
    String::from_utf8(write(record, scope, Format::Sgf, &WriteOptions::default()).unwrap()).unwrap()
}

fn saved(text: &str) -> Imported {
    let mut found = read(text.as_bytes(), None, None).unwrap();
    assert_eq!(found.matches.len(), 1);
    found.matches.remove(0)
}

fn without_statistics(games: &MatchRecord) -> MatchRecord {
    let mut record = games.clone();
    for game in &mut record.games {
        game.properties.retain(|property| property.name != "GS");
    }
    record
}

/// The main line and the variations with their common beginning, in an order that does not depend on the file.
fn lines(record: &MatchRecord) -> Vec<MatchRecord> {
    let shared = |line: &MatchRecord| {
        let mut line = line.clone();
        record.share_common_part(&mut line);
        without_statistics(&line)
    };
    let mut lines: Vec<MatchRecord> = record.branches().map(|(_, _, line)| shared(line)).collect();
    lines.sort_by_cached_key(|line| format!("{:?}", line.games));
    lines
}

#[test]
fn variations_survive_sgf() {
    let mut random = Random(SplitMix64::seed_from_u64(1));
    let (mut n_lines, mut n_later) = (0, 0);
    for round in 0..400 {
        let record = branched(&mut random);
        let first = text(&record, ExportScope::Match);
        let back = saved(&first);
        assert_eq!(back.warnings, [], "{round}: {first}");
        assert_eq!(
            without_statistics(&back.record).games,
            without_statistics(&record).games,
            "{round}: {first}"
        );
        let (wanted, found) = (lines(&record), lines(&back.record));
        assert_eq!(found.len(), wanted.len(), "{round}: {first}");
        for (found, wanted) in found.iter().zip(&wanted) {
            assert!(found == wanted, "{round}: {first}");
        }
        assert_eq!(text(&back.record, ExportScope::Match), first, "{round}");
        n_lines += wanted.len();
        n_later += wanted.iter().filter(|line| line.games.len() > 1).count();
        // A file of one game has the variations of that game.
        for game in 0..record.games.len() {
            let one = saved(&text(&record, ExportScope::Game(game)));
            assert_eq!(one.record.games.len(), 1);
            assert!(one.record.variations.iter().all(|line| line.games.len() == 1));
        }
    }
    println!("{n_lines} lines, {n_later} of them of several games");
    assert!(n_lines > 400 && n_later > 100);
}

/// Other programs see the main line first, with branches as in every SGF file.
#[test]
fn branches_are_those_of_sgf() {
    let plays = " 5 point match\n\n Game 1\n Ann : 0       Ben : 0\n  1) 31: 8/5 6/5    52: 13/8 24/22\n";
    let mut record = saved(plays).record;
    record.keep_as_variation();
    let mut cursor = Cursor::at(0, 1);
    let _ = record.append(&mut cursor, Action::Roll(Dice::new(6, 4).unwrap())).unwrap();
    let text = text(&record, ExportScope::Match);
    let (_, nodes) = text.split_once('\n').unwrap();
    assert_eq!(
        nodes,
        ";W[31hfff]\n(\n;PL[B]DI[64])\n(\n;B[52lqac]))\n"
            .replace("hfff", &nodes[5..9])
            .replace("lqac", nodes.rsplit("B[52").next().unwrap().split(']').next().unwrap())
    );
}

#[test]
fn variations_of_other_programs_are_read() {
    let text = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Ben]
        ;B[31qtst](;W[52mhxv]C[main];B[64aglp])(;W[41mixw](;B[11qrqrstst])(;B[zz]C[kept]))(;W[9]))";
    let found = saved(text);
    assert_eq!(found.record.games[0].entries.len(), 3);
    let ways: Vec<(Cursor, usize)> =
        found.record.branches().map(|(_, place, line)| (place, line.games[0].entries.len())).collect();
    // A value that is not a play is reported and ignored; a variation without anything of its own is dropped.
    assert_eq!(ways.first(), Some(&(Cursor::at(0, 1), 3)), "{:?}", found.warnings);
    assert!(found.warnings.iter().any(|warning| warning.message.contains("\"zz\"")), "{:?}", found.warnings);
    assert!(found.warnings.iter().any(|warning| warning.message.contains("\"9\"")), "{:?}", found.warnings);
    let comment = |line: &MatchRecord| line.games[0].entries.last().map(|entry| entry.comment.clone());
    assert!(found.record.variations.iter().any(|line| comment(line).as_deref() == Some("kept")));
}

#[test]
fn a_damaged_variation_affects_only_itself() {
    let head = "(;GM[6]MI[length:5]PW[]PB[]\n;B[31qtst](;W[52mhac])";
    for (tail, n_games) in [
        ("(;W[64xnmi];ZL[games:nothing]))", 1),
        ("(;W[64xnmi];ZL[result:][from:99][games:(;GM[6\\]MI[length:5\\];B[31qtst\\])]))", 2),
        ("(;W[64xnmi];ZL[games:(;GM[6\\];ZL[games:(;GM[6\\\\\\])\\])]))", 2),
    ] {
        let found = saved(&format!("{head}{tail}"));
        assert_eq!(found.record.games.len(), 1);
        let lines: Vec<usize> = found.record.variations.iter().map(|line| line.games.len()).collect();
        assert_eq!(lines, [n_games], "{tail} {:?}", found.warnings);
        assert_eq!(
            text(&saved(&text(&found.record, ExportScope::Match)).record, ExportScope::Match),
            text(&found.record, ExportScope::Match)
        );
    }
}
