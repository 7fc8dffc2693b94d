// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis of records, alone and in a session.

use super::*;
use crate::analysis::{AnalysisSummary, Analyst, Scope, analyze, tasks};
use crate::command::{Opened, RecordPart};
use crate::error::CommandError;
use crate::event::Activity;
use crate::event::Event;
use crate::jobs::JobError;
use crate::options::AnalysisOptions;
use gnubg_engine::core::{CancelToken, Cancelled};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::EvalSettings;
use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_record::analysis::{Analysis, CubeMethod, ForeignLevel, Method};
use gnubg_record::judge::judge_game;
use gnubg_record::{Cursor, EntryAction, MatchRecord, Statistics, Thresholds};
use gnubg_report::statistics::{self, StatisticsFormat};
use serde_json::Value as Json;
use std::path::PathBuf;

fn recorded(name: &str) -> Option<PathBuf> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/data/analysis").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is absent", path.display());
    None
}

fn import(name: &str) -> Option<MatchRecord> {
    let mut import = gnubg_formats::read_file(&recorded(name)?, None).expect("a sound file");
    Some(import.matches.remove(0).record)
}

fn analyst(plies: u8) -> Analyst {
    let mut options = AnalysisOptions::default();
    options.checker.evaluation = EvalSettings::at(plies);
    options.cube.evaluation = EvalSettings::at(plies);
    Analyst { options, engine: Arc::clone(&ENGINE), table: Arc::new(MatchEquityTable::default()) }
}

fn run(record: &mut MatchRecord, scope: Scope, analyst: &Analyst) -> AnalysisSummary {
    analyze(record, scope, analyst, &CancelToken::new(), &|_, _| {}).unwrap()
}

/// A short game: a play, a double that is taken, a dance, a resignation.
pub(super) fn short_game() -> MatchRecord {
    let mut session = two_people();
    dice(&mut session, "31 65 42 66");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Roll);
    play(&mut session, "24/13");
    game(&mut session, GameCommand::Double);
    game(&mut session, GameCommand::Take);
    game(&mut session, GameCommand::Roll);
    play(&mut session, "8/4 6/4");
    game(&mut session, GameCommand::Resign(Some(gnubg_engine::core::ResignLevel::Gammon)));
    game(&mut session, GameCommand::AcceptResignation);
    session.record().clone()
}

#[test]
fn every_kind_of_entry_gets_its_analysis() {
    let mut record = short_game();
    let analyst = analyst(0);
    let summary = run(&mut record, Scope::Match, &analyst);
    // Three plays, the double and the resignation; answers are analyzed with the double or resignation.
    assert_eq!(summary, AnalysisSummary { analyzed: 5, wanted: 5 });
    let of = |n: usize| record.entry(0, n).unwrap().analysis.as_deref();
    let opening = of(0).unwrap();
    assert!(opening.play.is_some() && opening.luck.is_some() && opening.cube.is_none());
    let second = of(1).unwrap();
    assert!(second.play.is_some() && second.luck.is_some() && second.cube.is_some());
    let double = of(2).unwrap();
    assert!(double.play.is_none() && double.luck.is_none() && double.cube.is_some());
    assert!(of(3).is_none());
    // After the double the cube is the opponent's.
    assert!(of(4).unwrap().cube.is_none());
    let resigned = of(5).unwrap().resignation.unwrap();
    assert!(resigned.after < resigned.before, "{resigned:?}");
    assert!(of(6).is_none());
    let judged = judge_game(&record.games[0], 5, &*analyst.table);
    assert!(judged[2].cube.unwrap().error.emg < -0.2, "the double is a blunder");
    assert_eq!(judged[3].cube.unwrap().error.emg, 0.0, "the take is right");
    assert!(judged[5].resignation.unwrap().1.emg < -0.5, "a gammon is too much");
    let play = record.entry(0, 0).unwrap().play_analysis().unwrap();
    assert_eq!((play.played, play.candidates.len()), (Some(0), 16));
}

#[test]
fn analyzing_again_costs_nothing_and_a_higher_level_replaces_the_analysis() {
    let mut record = short_game();
    run(&mut record, Scope::Match, &analyst(0));
    let first = record.clone();
    assert_eq!(run(&mut record, Scope::Match, &analyst(0)).wanted, 0);
    assert_eq!(record, first);
    assert_eq!(run(&mut record, Scope::Match, &analyst(1)).analyzed, 5);
    assert_ne!(record, first);
    // A weaker analysis replaces nothing.
    assert!(tasks(&record, Scope::Match, &analyst(0).options).is_empty());
    for entry in &record.games[0].entries {
        if let Some(play) = entry.play_analysis() {
            let played = &play.candidates[play.played.unwrap()];
            assert_eq!(played.method.as_evaluation().plies, 1);
            assert_eq!(play.candidates[0].method.as_evaluation().plies, 1);
        }
    }
}

/// Makes the analysis of an entry look as if another program had made it, two plies deep.
fn as_imported(analysis: &mut Analysis) {
    let level = || ForeignLevel { name: "XG 3-ply".to_owned(), plies: 2 };
    if let Some(play) = &mut analysis.play {
        play.candidates.iter_mut().for_each(|one| one.method = Method::Foreign(Box::new(level())));
    }
    if let Some(cube) = &mut analysis.cube {
        cube.method = CubeMethod::Foreign(level());
    }
}

#[test]
fn a_deeper_analysis_keeps_an_imported_one_beside_it() {
    let mut record = short_game();
    run(&mut record, Scope::Match, &analyst(0));
    for entry in &mut record.games[0].entries {
        entry.update_analysis(as_imported);
    }
    let found = record.clone();
    // The same depth or a lower one replaces nothing.
    let options = AnalysisOptions { luck_on: false, ..analyst(1).options };
    assert!(tasks(&record, Scope::Match, &options).iter().all(|task| task.entry() == 5), "the resignation");
    let one = Scope::Entry { game: 0, entry: 4 };
    run(&mut record, one, &analyst(3));
    let double = Scope::Entry { game: 0, entry: 2 };
    run(&mut record, double, &analyst(3));
    for n in [2, 4] {
        let [old, new] =
            [&found, &record].map(|record| record.entry(0, n).unwrap().analysis.clone().unwrap());
        assert_eq!((old.foreign_play(), old.foreign_cube()), (new.foreign_play(), new.foreign_cube()));
        assert!(new.play.as_ref().is_none_or(|play| play.candidates[0].method.as_evaluation().plies == 3));
        assert!(new.play != old.play || new.cube != old.cube, "the own analysis is there, too");
    }
    // Files keep both.
    let text = sgf::write(&record, &SgfOptions::default());
    let again = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0);
    assert_eq!(again.warnings, []);
    let names = |record: &MatchRecord, n: usize| {
        let found = record.entry(0, n).unwrap().analysis.clone().unwrap();
        let play = found
            .imported_play
            .as_ref()
            .map(|play| (play.candidates.len(), play.candidates[0].method.name()));
        (play, found.imported_cube.as_ref().map(|cube| cube.method.name()))
    };
    assert_eq!(names(&again.record, 4), names(&record, 4));
    assert_eq!(names(&again.record, 2), (None, Some("XG 3-ply".to_owned())));
    let report = gnubg_report::text::whole(&again.record, &gnubg_report::ReportOptions::default());
    assert_eq!(report.matches("Imported analysis:").count(), 2);
}

#[test]
fn parts_players_and_kinds_can_be_chosen() {
    let record = short_game();
    let all = analyst(0).options;
    let n = |scope, options: &AnalysisOptions| tasks(&record, scope, options).len();
    assert_eq!((n(Scope::Game(0), &all), n(Scope::Game(1), &all)), (5, 0));
    let at = |entry| Scope::Entry { game: 0, entry };
    // The place of an answer means its double.
    assert_eq!([0, 2, 3, 5, 6, 99].map(|entry| n(at(entry), &all)), [1, 1, 1, 1, 0, 0]);
    assert_eq!(tasks(&record, at(3), &all)[0].entry(), 2);
    let only = |seat: usize| AnalysisOptions { players_on: [seat == 0, seat == 1], ..all.clone() };
    let doubler = record.entry(0, 2).unwrap().player.index();
    // The double is analyzed for the taker, too.
    for seat in 0..2 {
        assert_eq!(n(at(2), &only(seat)), 1);
    }
    assert_eq!((n(at(0), &only(doubler)), n(at(0), &only(1 - doubler))), (1, 0));
    let luck = AnalysisOptions { plays_on: false, cube_on: false, ..all.clone() };
    assert_eq!(n(Scope::Match, &luck), 3);
    let cube = AnalysisOptions { plays_on: false, luck_on: false, ..all };
    assert_eq!(n(Scope::Match, &cube), 3);
}

#[test]
fn stopping_keeps_the_analyses_found() {
    let mut record = short_game();
    let cancel = CancelToken::new();
    let stop = |done: usize, _: usize| {
        if done == 2 {
            cancel.cancel();
        }
    };
    // With one thread no other task is running when it stops.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let outcome = pool.install(|| analyze(&mut record, Scope::Match, &analyst(0), &cancel, &stop));
    assert_eq!(outcome, Err(Cancelled));
    assert_eq!(tasks(&record, Scope::Match, &analyst(0).options).len(), 3);
    assert_eq!(run(&mut record, Scope::Match, &analyst(0)).analyzed, 3);
}

/// Compares our analysis with a recorded one: the same decisions are judged, and their errors correlate.
/// Other nets and databases made the recorded one; nothing else may cause a difference.
fn agrees(name: &str) {
    let (Some(mut record), Some(path)) = (import(&format!("{name}.mat")), recorded(&format!("{name}.json")))
    else {
        return;
    };
    let json: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    run(&mut record, Scope::Match, &analyst(0));
    let table = MatchEquityTable::default();
    let (mut lucks, mut plays) = (Vec::new(), Vec::new());
    for (n, game) in record.games.iter().enumerate() {
        let recorded: Vec<&Json> = (json["decisions"].as_array().unwrap().iter())
            .filter(|decision| {
                decision["game"] == n && decision["action"] != "resign" && decision["action"] != "set"
            })
            .collect();
        let kept = |action: &EntryAction| action.is_play() || action.is_cube();
        let judged = judge_game(game, record.length, &table);
        let ours: Vec<_> =
            game.entries.iter().zip(&judged).filter(|(entry, _)| kept(&entry.action)).collect();
        assert_eq!(ours.len(), recorded.len(), "game {n}");
        for ((entry, judgement), recorded) in ours.into_iter().zip(recorded) {
            let at = format!("{name} game {n} record {}", recorded["record"]);
            let is_beaver = recorded["action"] == "beaver" || entry.action == EntryAction::Beaver;
            if entry.action.is_play() {
                assert_eq!(judgement.cube.is_some(), recorded.get("cube-decision").is_some(), "{at}: cube");
                let play = judgement.play.map(|play| play.has_choice).unwrap_or_default();
                assert_eq!(play, recorded["chequer"]["unforced"] == true, "{at}: choice");
            } else if !is_beaver {
                assert!(judgement.cube.is_some(), "{at}: cube");
            }
            if let (Some(luck), Some(recorded)) = (judgement.luck, recorded["luck"]["emg"].as_f64()) {
                lucks.push((luck.emg, recorded));
            }
            if let (Some(play), Some(recorded)) = (judgement.play, recorded["chequer"]["error"].as_f64()) {
                plays.push((play.error.emg, recorded));
            }
        }
    }
    let (luck, play) = (correlation(&lucks), correlation(&plays));
    println!("{name}: correlation {luck:.4} of luck, {play:.4} of plays");
    assert!(lucks.len() > 100 && luck > 0.93, "luck correlates with {luck}");
    assert!(plays.len() > 100 && play > 0.7, "errors of plays correlate with {play}");
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let (sx, sy) = pairs.iter().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
    let (mx, my) = (sx / n, sy / n);
    let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 { pairs.iter().map(|(x, y)| f(x - mx, y - my)).sum() };
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

#[test]
fn the_analysis_of_a_match_agrees_with_the_recorded_one() {
    agrees("match-b");
}

#[test]
fn the_analysis_of_a_session_agrees_with_the_recorded_one() {
    agrees("session-s");
}

#[test]
fn statistics_survive_saving_an_analyzed_match() {
    let Some(mut record) = import("match-b.mat") else { return };
    let analyst = analyst(0);
    let summary = run(&mut record, Scope::Match, &analyst);
    assert_eq!(summary.analyzed, summary.wanted);
    let thresholds = Thresholds::default();
    let statistics = |record: &MatchRecord| Statistics::of_match(record, &*analyst.table, &thresholds);
    let before = statistics(&record);
    let text = sgf::write(
        &record,
        &SgfOptions { table: Some(&*analyst.table), thresholds, ..SgfOptions::default() },
    );
    let again = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    assert!(tasks(&again, Scope::Match, &analyst.options).is_empty(), "nothing is left to be analyzed");
    // Files keep six decimals.
    let after = statistics(&again);
    let format = StatisticsFormat::default();
    let [before, after] = [before, after].map(|found| statistics::text(&found, &format));
    for (a, b) in before.lines().zip(after.lines()) {
        let numbers = |line: &str| -> Vec<f64> {
            let is_number = |c: char| c.is_ascii_digit() || "+-.".contains(c);
            line.split(|c| !is_number(c)).filter_map(|word| word.parse().ok()).collect()
        };
        let (first, second) = (numbers(a), numbers(b));
        assert_eq!(first.len(), second.len(), "{a}\n{b}");
        for (x, y) in first.iter().zip(second) {
            assert!((x - y).abs() <= 0.011 + 0.001 * x.abs(), "{a}\n{b}");
        }
    }
    let written =
        sgf::write(&again, &SgfOptions { table: Some(&*analyst.table), thresholds, ..SgfOptions::default() });
    let third = gnubg_formats::read(written.as_bytes(), None, None).unwrap().matches.remove(0).record;
    for (a, b) in third.games.iter().zip(&again.games) {
        assert!(a.entries == b.entries, "writing what was read gives the same file");
    }
}

pub(super) fn session_with(record: MatchRecord) -> Session {
    let mut session = two_people();
    let opened = Opened { record, place: Cursor::default(), file: None };
    session.execute(Command::Open(Box::new(opened))).unwrap();
    for part in ["checker", "cube"] {
        set(&mut session, &format!("analysis.{part}.evaluation.plies"), OptionValue::Whole(0));
    }
    settle(&mut session);
    session
}

fn await_analysis(session: &mut Session, part: RecordPart) -> Vec<Event> {
    let CommandOutcome::Started(id) = session.execute(Command::Analyze(part)).unwrap() else {
        return Vec::new();
    };
    let mut seen = Vec::new();
    session.await_job(id, |_, event| seen.push(event));
    seen
}

#[test]
fn a_session_analyzes_in_the_background() {
    let mut session = session_with(short_game());
    let events = await_analysis(&mut session, RecordPart::Move);
    assert!(events.iter().any(|event| matches!(event, Event::RecordChanged)));
    assert!(session.is_unsaved());
    let n_known = |session: &Session| {
        session.record().games[0].entries.iter().filter(|entry| entry.analysis.is_some()).count()
    };
    assert_eq!(n_known(&session), 1);
    let events = await_analysis(&mut session, RecordPart::Match);
    assert_eq!(n_known(&session), 5);
    let last = events.iter().rev().find_map(|event| match event {
        Event::JobProgress { activity: Activity::Analysis, done, total, .. } => Some((*done, *total)),
        _ => None,
    });
    assert_eq!(last.map(|(_, total)| total), Some(Some(4)));
    let ended =
        |event: &Event| matches!(event, Event::JobFinished { activity: Activity::Analysis, error: None, .. });
    assert!(events.iter().any(ended));
    assert_eq!(session.execute(Command::Analyze(RecordPart::Game)).unwrap(), CommandOutcome::Done);
}

#[test]
fn findings_about_changed_entries_are_dropped() {
    let mut session = session_with(short_game());
    let started = session.execute(Command::Analyze(RecordPart::Match)).unwrap();
    let CommandOutcome::Started(id) = started else { panic!("nothing to do") };
    // Another opening play, while the old one is being analyzed.
    go(&mut session, Go::To { game: 0, entry: 0, rolled: true });
    play(&mut session, "24/23 13/10");
    session.await_job(id, |_, _| {});
    assert_eq!(session.record().games[0].entries.len(), 1);
    assert!(session.record().entry(0, 0).unwrap().play_analysis().is_none());
}

#[test]
fn an_analysis_can_be_stopped_and_refuses_wrong_requests() {
    let mut empty = two_people();
    assert!(matches!(empty.execute(Command::Analyze(RecordPart::Match)), Err(CommandError::NoMatch)));
    let mut session = session_with(short_game());
    go(&mut session, Go::End);
    assert!(matches!(session.execute(Command::Analyze(RecordPart::Move)), Err(CommandError::NoEntry)));
    let CommandOutcome::Started(id) = session.execute(Command::Analyze(RecordPart::Match)).unwrap() else {
        panic!()
    };
    session.execute(Command::Stop).unwrap();
    let mut errors = Vec::new();
    session.await_job(id, |_, event| {
        if let Event::JobFinished { error, .. } = event {
            errors.push(error);
        }
    });
    assert!(matches!(errors[..], [None | Some(JobError::Cancelled(_))]), "{errors:?}");
    await_analysis(&mut session, RecordPart::Match);
    assert_eq!(session.execute(Command::Analyze(RecordPart::Match)).unwrap(), CommandOutcome::Done);
    for name in ["plays-on", "cube-on", "luck-on"] {
        set(&mut session, &format!("analysis.{name}"), OptionValue::Switch(false));
    }
    assert!(matches!(
        session.execute(Command::Analyze(RecordPart::Match)),
        Err(CommandError::NothingToAnalyze)
    ));
}

#[test]
fn a_part_is_analyzed_at_a_higher_level_on_request() {
    let mut session = session_with(short_game());
    await_analysis(&mut session, RecordPart::Match);
    let plies = |session: &Session| {
        let entry = session.record().entry(0, 0).expect("an opening play");
        entry.play_analysis().map(|play| play.candidates[0].method.as_evaluation().plies)
    };
    assert_eq!(plies(&session), Some(0));
    let started = session.execute(Command::AnalyzeAt(RecordPart::Move, 1)).unwrap();
    let CommandOutcome::Started(id) = started else { panic!("nothing to do") };
    session.await_job(id, |_, _| {});
    assert_eq!(plies(&session), Some(1));
    assert_eq!(session.execute(Command::AnalyzeAt(RecordPart::Move, 0)).unwrap(), CommandOutcome::Done);
}

#[test]
fn marks_of_cube_decisions_are_found() {
    let mut session = session_with(short_game());
    await_analysis(&mut session, RecordPart::Match);
    let marks = session.marks_of_game(0);
    let wrong = marks.iter().position(|marks| marks.cube != gnubg_record::Skill::Unmarked);
    let wrong = wrong.expect("doubling in the second turn is an error");
    go(&mut session, Go::FirstGame);
    let mut found = Vec::new();
    for _ in &marks {
        go(&mut session, Go::NextMark(crate::command::MarkKind::Skill, 1));
        found.push(session.place().entry);
    }
    assert!(found.contains(&wrong), "{found:?} {marks:?}");
}

#[test]
fn a_session_can_be_sent_to_another_thread() {
    fn may_move<T: Send>(_: &T) {}
    may_move(&two_people());
}

#[test]
fn the_errors_of_the_course_add_up_to_the_statistics() {
    use gnubg_engine::core::Player;
    use gnubg_record::stats::course::{Stage, course, errors_by_stage};
    let mut record = short_game();
    let analyst = analyst(0);
    run(&mut record, Scope::Match, &analyst);
    let (table, games) = (&*analyst.table, 0..record.games.len());
    let stats = Statistics::of_match(&record, table, &Thresholds::default());
    let moments = course(&record, games, table);
    let by_stage = errors_by_stage(&moments);
    for player in Player::BOTH {
        let own = by_stage[player.index()];
        let plays: f64 = own[..Stage::Cube.index()].iter().map(|(error, _)| error).sum();
        assert!((plays - stats.of(player).play.error.emg).abs() < 1e-9, "{player:?}");
        assert!((own[Stage::Cube.index()].0 - stats.of(player).cube.error().emg).abs() < 1e-9, "{player:?}");
        let luck = moments.iter().filter(|moment| moment.player == player).filter_map(|moment| moment.luck);
        let luck: f64 = luck.map(|luck| luck.emg).sum();
        assert!((luck - stats.of(player).luck.luck.emg).abs() < 1e-9, "{player:?}");
    }
    // Winning chances of seat Zero after each play, and the result of the game.
    let values: Vec<f64> = moments.iter().filter_map(|moment| moment.value).collect();
    assert!(values.len() >= 4 && values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
    assert_eq!(moments.last().map(|last| last.entry), Some(record.games[0].entries.len()));
}

/// The last state that a batch reported for each file.
fn last_states(events: Vec<Event>) -> std::collections::BTreeMap<usize, crate::analysis::BatchState> {
    let of_file = |event| match event {
        Event::Batch { file, state, .. } => Some((file, state)),
        _ => None,
    };
    events.into_iter().filter_map(of_file).collect()
}

#[test]
fn files_are_analyzed_in_order_and_skipped_the_second_time() {
    use crate::analysis::{BatchState, analyzed_file};
    let folder = tempfile::tempdir().unwrap();
    let mut session = two_people();
    for (name, value) in [("analysis.checker.evaluation.plies", 0), ("analysis.cube.evaluation.plies", 0)] {
        set(&mut session, name, OptionValue::Whole(value));
    }
    // A match of two plays, as a file.
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(3)));
    play(&mut session, "8/5 6/5");
    let played = folder.path().join("played.mat");
    let bytes = session.exported(gnubg_formats::Format::Mat, crate::FileScope::Match).unwrap();
    std::fs::write(&played, bytes).unwrap();
    let bad = folder.path().join("bad.mat");
    std::fs::write(&bad, "nothing of use").unwrap();
    let analyst = session.analyst(session.options.analysis.clone());
    let mut run = || {
        let paths = vec![bad.clone(), played.clone()];
        let started = session.execute(crate::FileCommand::Analyze(paths).into()).unwrap();
        let CommandOutcome::Started(id) = started else { panic!("{started:?}") };
        let mut seen = Vec::new();
        session.await_job(id, |_, event| seen.push(event));
        last_states(seen)
    };
    let first = run();
    assert!(matches!(&first[&0], BatchState::Failed(reason) if reason.contains("bad.mat")), "{first:?}");
    let target = analyzed_file(&played, None);
    let BatchState::Done { paths, was_analyzed: false, ratings } = &first[&1] else { panic!("it is done") };
    assert_eq!(*paths, vec![target.clone()]);
    // The ratings are those of the statistics of the saved match.
    let saved = gnubg_formats::read_file(&target, None).unwrap().matches.remove(0).record;
    let expected = crate::analysis::MatchRatings::by(&saved, &analyst);
    assert_eq!(*ratings, [expected]);
    assert!(ratings[0].ratings.iter().any(Option::is_some), "{ratings:?}");
    let read = gnubg_formats::read_file(&target, None).unwrap();
    let entries = &read.matches[0].record.games[0].entries;
    assert!(entries[0].play_analysis().is_some_and(|found| found.candidates.len() > 3));
    // Files already analyzed are skipped.
    let again = run();
    let BatchState::Done { paths, was_analyzed: true, ratings: known } = &again[&1] else {
        panic!("it was done")
    };
    assert_eq!((paths, known), (&vec![target], ratings));
}
