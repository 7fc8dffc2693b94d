// SPDX-License-Identifier: GPL-3.0-or-later
//! Records whose decisions are rolled out: by an analysis or by request; interrupted, saved and resumed.

use super::*;
use crate::analysis::{Analyst, Choice, RolloutPlan, Scope, analyze, rollout_tasks, rollout_tasks_of};
use crate::command::{Annotate, Opened, RecordPart};
use crate::event::Activity;
use crate::files::directories::Directories;
use crate::jobs::JobError;
use crate::options::{AnalysisOptions, Method};
use crate::rollout::{RolloutRequest, Target};
use gnubg_engine::core::{CancelToken, Cancelled};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::EvalSettings;
use gnubg_engine::rollout::{Ending, Label, PlySwitch, Question, RolloutPlay, RolloutSettings};
use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_record::analysis::{Analysis, Candidate, CubeMethod, Method as Found};
use gnubg_record::{Cursor, EntryAction, ErrorKind, ErrorOrder, ErrorQuery, MatchRecord};

pub(super) fn quick(trials: u32) -> RolloutSettings {
    RolloutSettings {
        trials,
        truncation: PlySwitch { on: true, plies: 1 },
        play: RolloutPlay::at(0, 0),
        late_play: RolloutPlay::at(0, 0),
        truncation_cube: EvalSettings::at(0),
        seed: 3,
        ..RolloutSettings::default()
    }
}

fn analyst(trials: u32) -> Analyst {
    let mut options = AnalysisOptions::default();
    for judge in [&mut options.checker, &mut options.cube] {
        judge.method = Method::Rollout;
        judge.evaluation = EvalSettings::at(0);
        judge.rollout.settings = quick(trials);
    }
    Analyst { options, engine: Arc::clone(&ENGINE), table: Arc::new(MatchEquityTable::default()) }
}

fn run(record: &mut MatchRecord, trials: u32) -> usize {
    analyze(record, Scope::Match, &analyst(trials), &CancelToken::new(), &|_, _| {}).unwrap().analyzed
}

/// A good play, a bad one, a double that is taken.
fn short_game() -> MatchRecord {
    let mut session = two_people();
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Roll);
    play(&mut session, "13/7 13/8");
    game(&mut session, GameCommand::Double);
    game(&mut session, GameCommand::Take);
    session.record().clone()
}

fn analysis(record: &MatchRecord, entry: usize) -> &Analysis {
    record.entry(0, entry).unwrap().analysis.as_deref().unwrap()
}

fn trials(candidate: &Candidate) -> u32 {
    match &candidate.method {
        Found::Rollout(rollout) => rollout.trials,
        _ => 0,
    }
}

#[test]
fn an_analysis_by_rollout_rolls_out_unclear_decisions() {
    let mut record = short_game();
    run(&mut record, 36);
    // The opening play is clear, and no one may double before it.
    let opening = analysis(&record, 0);
    assert!(opening.play.as_ref().unwrap().candidates.iter().all(|one| trials(one) == 0));
    assert!(opening.play_rollout.is_none() && opening.luck.is_some());
    let second = analysis(&record, 1).play.as_ref().unwrap();
    let rolled_out: Vec<usize> =
        (0..second.candidates.len()).filter(|&n| trials(&second.candidates[n]) == 36).collect();
    assert!(rolled_out.len() >= 2 && rolled_out.contains(&second.played.unwrap()), "{rolled_out:?}");
    assert_eq!(rolled_out, (0..rolled_out.len()).collect::<Vec<_>>(), "rolled-out plays come first");
    let double = analysis(&record, 2).cube.as_ref().unwrap();
    assert!(matches!(&double.method, CubeMethod::Rollout(rollout) if rollout.trials == [36; 2]));
    // Finished work is not repeated.
    let done = record.clone();
    assert_eq!(run(&mut record, 36), 0);
    assert_eq!(record, done);
    let plan = RolloutPlan::of_analysis(&analyst(36).options);
    assert!(rollout_tasks(&record, Scope::Match, &plan, &analyst(36)).is_empty());
}

#[test]
fn a_resumed_rollout_equals_an_uninterrupted_one_bit_for_bit() {
    let mut at_once = short_game();
    run(&mut at_once, 108);
    let mut record = short_game();
    run(&mut record, 50);
    let text = sgf::write(&record, &SgfOptions::default());
    let mut record = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    assert!(text.contains("ZB[p:") && analysis(&record, 1).play_rollout.is_some());
    assert!(run(&mut record, 108) > 0);
    let (a, b) = (analysis(&record, 1), analysis(&at_once, 1));
    let found = |analysis: &Analysis| -> Vec<_> {
        let rolled_out = analysis.play.as_ref().unwrap().candidates.iter().filter(|one| trials(one) > 0);
        rolled_out
            .map(|one| match &one.method {
                Found::Rollout(rollout) => {
                    (one.play, one.equity, rollout.trials, rollout.mean, rollout.std_error)
                }
                _ => unreachable!("filtered"),
            })
            .collect()
    };
    assert_eq!(found(a), found(b));
    let cube = |record| analysis(record, 2).cube.clone().unwrap();
    assert_eq!(cube(&record), cube(&at_once));
}

#[test]
fn without_its_games_a_rollout_resumes_from_its_means() {
    let mut at_once = short_game();
    run(&mut at_once, 72);
    let mut record = short_game();
    run(&mut record, 36);
    // As written by another program.
    for entry in &mut record.games[0].entries {
        entry.update_analysis(|analysis| (analysis.play_rollout, analysis.cube_rollout) = (None, None));
    }
    run(&mut record, 72);
    let (a, b) = (analysis(&record, 2).cube.as_ref().unwrap(), analysis(&at_once, 2).cube.as_ref().unwrap());
    assert!(matches!(&a.method, CubeMethod::Rollout(rollout) if rollout.trials == [72; 2]));
    assert!((a.no_double.cubeful.value() - b.no_double.cubeful.value()).abs() < 1e-6);
    assert!((a.double_take.probs.win - b.double_take.probs.win).abs() < 1e-6);
}

#[test]
fn other_settings_of_play_start_a_new_rollout() {
    let mut record = short_game();
    run(&mut record, 36);
    let before = analysis(&record, 2).cube.clone();
    let mut other = analyst(72);
    other.options.cube.rollout.settings.truncation.plies = 2;
    other.options.checker.method = Method::Evaluation;
    analyze(&mut record, Scope::Match, &other, &CancelToken::new(), &|_, _| {}).unwrap();
    let cube = analysis(&record, 2).cube.clone().unwrap();
    assert_ne!(Some(&cube), before.as_ref());
    let CubeMethod::Rollout(rollout) = cube.method else { panic!("a rollout") };
    assert_eq!((rollout.trials, rollout.settings.truncation.plies), ([72; 2], 2));
    // A rollout with fewer games never replaces one with more.
    assert_eq!(run(&mut record, 36), 0);
}

#[test]
fn stopping_keeps_the_games() {
    let mut record = short_game();
    let cancel = CancelToken::new();
    let n_evaluated = 3;
    let stop = |done: usize, _: usize| {
        if done == n_evaluated + 1 {
            cancel.cancel();
        }
    };
    let ended = analyze(&mut record, Scope::Match, &analyst(36), &cancel, &stop);
    assert_eq!(ended, Err(Cancelled));
    assert!(analysis(&record, 1).play_rollout.is_some() && analysis(&record, 2).cube_rollout.is_none());
    run(&mut record, 36);
    assert!(analysis(&record, 2).cube_rollout.is_some());
}

fn session_with(record: MatchRecord, trials: i64) -> Session {
    let mut session = two_people();
    let opened = Opened { record, place: Cursor::default(), file: None };
    session.execute(Command::Open(Box::new(opened))).unwrap();
    for part in ["checker", "cube"] {
        set(&mut session, &format!("analysis.{part}.evaluation.plies"), OptionValue::Whole(0));
    }
    session.options.rollout.settings = quick(trials as u32);
    settle(&mut session);
    session
}

/// Runs the job of a command to its end; returns whether it was stopped.
pub(super) fn await_job(session: &mut Session, command: Command) -> Option<bool> {
    let CommandOutcome::Started(id) = session.execute(command).unwrap() else { return None };
    let mut was_stopped = false;
    session.await_job(id, |_, event| {
        was_stopped |= matches!(event, Event::JobFinished { error: Some(JobError::Cancelled(_)), .. });
    });
    Some(was_stopped)
}

#[test]
fn a_session_rolls_out_selected_decisions_and_else_the_mistakes() {
    let mut session = session_with(short_game(), 36);
    let all = |choice| Command::RollOut(RecordPart::Match, choice);
    assert_eq!(await_job(&mut session, all(None)), None, "nothing is analyzed yet");
    await_job(&mut session, Command::Analyze(RecordPart::Match));
    assert_eq!(await_job(&mut session, all(Some(Choice::Marked))), None);
    session.execute(Command::Annotate(Annotate::MarkPlays(vec![1, 3], true))).unwrap();
    assert_eq!(await_job(&mut session, all(None)), Some(false));
    let plays = &analysis(session.record(), 0).play.as_ref().unwrap().candidates;
    assert_eq!(plays.iter().map(trials).collect::<Vec<_>>()[..3], [36, 36, 0]);
    assert!(plays.iter().all(|one| !one.is_marked), "a finished decision is no longer selected");
    assert!(analysis(session.record(), 2).cube_rollout.is_none());
    assert_eq!(await_job(&mut session, all(None)), Some(false));
    assert!(analysis(session.record(), 2).cube_rollout.is_some(), "the double is an error");
    assert_eq!(await_job(&mut session, all(None)), None);
}

#[test]
fn errors_are_rolled_out_the_worst_first() {
    let mut players = two_people();
    dice(&mut players, "31 65 42");
    game(&mut players, GameCommand::NewMatch(Some(5)));
    play(&mut players, "13/10 6/5");
    game(&mut players, GameCommand::Roll);
    play(&mut players, "24/13");
    game(&mut players, GameCommand::Double);
    game(&mut players, GameCommand::Drop);
    let mut session = session_with(players.record().clone(), 36);
    await_job(&mut session, Command::Analyze(RecordPart::Match));
    let query = ErrorQuery { order: ErrorOrder::AsPlayed, least: 0.01, ..ErrorQuery::default() };
    let as_played = session.errors(&query);
    let worst_first = session.errors(&ErrorQuery { order: ErrorOrder::WorstFirst, ..query });
    let kinds: Vec<_> = worst_first.iter().map(|error| (error.place(), error.kind)).collect();
    assert!(kinds.len() > 1 && as_played[0] != worst_first[0], "the pass is the worst: {kinds:?}");
    assert!(worst_first.iter().all(|error| !error.is_rolled_out));
    let settings = crate::rollout::convert::usable(&session.options.rollout);
    let analyst = session.analyst(session.options.analysis.clone());
    let tasks = rollout_tasks_of(session.record(), &worst_first, &settings, &analyst);
    // The double and the pass are one decision about the cube.
    let has_double = kinds.iter().any(|(_, kind)| *kind == ErrorKind::Double);
    assert_eq!(tasks.len(), kinds.len() - usize::from(has_double));
    assert_eq!(kinds[0].1, ErrorKind::Answer);
    assert_eq!(tasks[0].rollout().subject().question(), &Question::CubeDecision);
    assert_eq!(await_job(&mut session, Command::RollOutErrors(query)), Some(false));
    let rolled_out = session.errors(&ErrorQuery { least: 0.0, ..query });
    let is_rolled_out =
        |place| rolled_out.iter().find(|one| one.place() == place).map(|one| one.is_rolled_out);
    for (place, _) in kinds {
        // A rollout may find that it was no error.
        assert_ne!(is_rolled_out(place), Some(false), "{place:?}");
    }
    assert_eq!(await_job(&mut session, Command::RollOutErrors(query)), None, "finished work is not repeated");
}

#[test]
fn a_session_keeps_the_games_of_a_stopped_analysis() {
    let mut session = session_with(short_game(), 1_000_000);
    await_job(&mut session, Command::Analyze(RecordPart::Match));
    go(&mut session, Go::To { game: 0, entry: 2, rolled: false });
    session.execute(Command::Annotate(Annotate::MarkCube(true))).unwrap();
    let CommandOutcome::Started(id) = session.execute(Command::RollOut(RecordPart::Move, None)).unwrap()
    else {
        panic!()
    };
    let mut progress = 0;
    session.await_job(id, |session, event| {
        if let Event::RolloutProgress { id: of, news } = event {
            assert!(of == id && news.ending.is_none());
            progress += 1;
            session.execute(Command::Stop).unwrap();
        }
    });
    assert!(progress > 0);
    let cube = analysis(session.record(), 2).cube.clone().unwrap();
    let CubeMethod::Rollout(rollout) = cube.method else { panic!("its games are kept") };
    assert!(rollout.trials[0] > 0 && cube.is_marked, "it is unfinished and stays selected");
}

#[test]
fn rollout_requests_about_the_record_resume_its_rollouts() {
    let mut record = short_game();
    run(&mut record, 36);
    let mut session = session_with(record, 72);
    go(&mut session, Go::To { game: 0, entry: 2, rolled: false });
    let request = RolloutRequest { target: Target::Cube, settings: None, extend: true, store: true };
    session.execute(request.into()).unwrap();
    settle(&mut session);
    let extended = session.last_rollout().unwrap().results();
    let mut at_once = short_game();
    run(&mut at_once, 72);
    assert_eq!(analysis(session.record(), 2).cube, analysis(&at_once, 2).cube);
    assert_eq!(extended.alternatives[0].games(), 72);
}

#[test]
fn games_are_written_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session_with(short_game(), 5);
    session.options.rollout.log = true;
    session.options.rollout.log_file = folder.path().join("game").to_string_lossy().into_owned();
    session.options.rollout.settings.truncation.plies = 3;
    go(&mut session, Go::To { game: 0, entry: 2, rolled: false });
    let request = RolloutRequest { target: Target::Cube, settings: None, extend: false, store: false };
    session.execute(request.into()).unwrap();
    settle(&mut session);
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!((names.len(), &names[0][..], &names[9][..]), (10, "game-0000000-a.sgf", "game-0000004-b.sgf"));
    let import = gnubg_formats::read_file(&folder.path().join(&names[1]), None).unwrap();
    let one = &import.matches[0];
    assert!(one.warnings.is_empty(), "{:?}", one.warnings);
    let state = one.record.state_at(one.record.end());
    assert_eq!((one.record.length, state.cube.value.points()), (5, 2));
    assert_eq!(one.record.n_decisions().iter().sum::<usize>(), 3);
}

/// Loads the paused rollout; its results so far.
fn paused(session: &mut Session) -> Option<Arc<crate::rollout::RolloutNews>> {
    session.load_paused_rollout();
    settle(session).into_iter().find_map(|event| match event {
        Event::RolloutPaused(news) => Some(news),
        _ => None,
    })
}

#[test]
fn a_running_rollout_is_resumed_by_the_next_session() {
    let folder = tempfile::tempdir().unwrap();
    let directories = Directories::under(folder.path());
    let begin = || {
        let setup = Setup { directories: Some(directories.clone()), without_databases: true, ..setup() };
        Session::start(setup).unwrap()
    };
    let waiting = directories.state.join("rollout.json");
    let mut session = begin();
    assert!(paused(&mut session).is_none());
    session.options.rollout.settings = quick(1_000_000);
    game(&mut session, GameCommand::NewMatch(Some(5)));
    settle(&mut session);
    let request = RolloutRequest { target: Target::Position, settings: None, extend: true, store: false };
    session.execute(request.into()).unwrap();
    let events = session.events();
    while !matches!(session.absorb(events.recv_blocking().unwrap()), Some(Event::RolloutProgress { .. })) {}
    session.save_paused_rollout(false).unwrap();
    session.close();
    assert!(waiting.exists());
    // Without a match the same request resumes it with 36 further games.
    let mut session = begin();
    let news = paused(&mut session).unwrap();
    let games = news.results.alternatives[0].games();
    assert!(games > 0 && news.ending == Some(Ending::Cancelled));
    let go_on = |settings: Option<RolloutSettings>| RolloutRequest {
        target: Target::Last,
        settings: settings.map(Box::new),
        extend: true,
        store: true,
    };
    session
        .execute(go_on(Some(RolloutSettings { trials: games + 36, ..news.settings.clone() })).into())
        .unwrap();
    settle(&mut session);
    assert_eq!(session.last_rollout().unwrap().played()[0].tally.games(), games + 36);
    session.files.wait(std::time::Duration::from_secs(20));
    assert!(!waiting.exists(), "it is no longer paused");
    // A rollout stopped by the user is not kept for the next session; a paused one is.
    session.save_paused_rollout(false).unwrap();
    session.files.wait(std::time::Duration::from_secs(20));
    assert!(!waiting.exists());
    session.save_paused_rollout(true).unwrap();
    assert!(waiting.exists());
    session.close();
    let mut session = begin();
    // It has no games left to play, but it can be discarded.
    assert!(paused(&mut session).is_none());
    session.discard_paused_rollout();
    session.close();
    assert!(!waiting.exists());
}

#[test]
fn a_running_rollout_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let directories = Directories::under(folder.path());
    let begin = || {
        let setup = Setup { directories: Some(directories.clone()), without_databases: true, ..setup() };
        Session::start(setup).unwrap()
    };
    let mut session = begin();
    session.options.autosave.rollout = true;
    session.options.autosave.minutes = 0;
    session.options.rollout.settings = quick(1_000_000);
    game(&mut session, GameCommand::NewMatch(Some(5)));
    settle(&mut session);
    let request = RolloutRequest { target: Target::Position, settings: None, extend: true, store: false };
    session.execute(request.clone().into()).unwrap();
    let events = session.events();
    let mut news = 0;
    while news < 2 {
        let event = events.recv_blocking().unwrap();
        news += usize::from(matches!(session.absorb(event), Some(Event::RolloutProgress { .. })));
    }
    // The process is killed: its jobs end and nothing is cleaned up.
    drop(session);
    let mut session = begin();
    let found = session.recoverable();
    assert_eq!(found.len(), 1);
    session.recover(&found[0]).unwrap();
    settle(&mut session);
    let kept = session.last_rollout().unwrap().played()[0].tally.games();
    assert!(kept > 0);
    session.options.rollout.settings = quick(kept + 36);
    session.execute(request.into()).unwrap();
    settle(&mut session);
    assert_eq!(session.last_rollout().unwrap().played()[0].tally.games(), kept + 36);
    assert!(!session.is_pending(Activity::Rollout));
    session.close();
    let left: Vec<_> = std::fs::read_dir(directories.journals()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The session finds the alternatives of a recorded decision by itself: plays, or the cube actions.
#[test]
fn a_decision_of_the_record_is_rolled_out() {
    let mut session = session_with(short_game(), 36);
    let mut rolled_out = |entry: usize| {
        go(&mut session, Go::To { game: 0, entry, rolled: true });
        let settings = Some(Box::new(quick(36)));
        let request = RolloutRequest { target: Target::Decision, settings, extend: true, store: true };
        let CommandOutcome::Started(id) = session.execute(Command::from(request)).unwrap() else { panic!() };
        session.await_job(id, |_, _| {});
        let labels = session.last_rollout().unwrap().subject().labels();
        (labels, session.record().clone())
    };
    // Without analysis: the two best plays by static evaluation, and the one played if it is another.
    let (labels, record) = rolled_out(0);
    assert_eq!(labels.len(), 2);
    let EntryAction::Play { play, .. } = record.games[0].entries[0].action else { panic!("a play") };
    let is_made = |label: &Label| matches!(label, Label::Play(known) if *known == play);
    assert!(labels.iter().any(is_made), "{labels:?}");
    assert!(record.entry(0, 0).unwrap().play_analysis().is_some(), "it is stored with the decision");
    assert_eq!(rolled_out(1).0.len(), 3);
    // An answer belongs to the double before it.
    for entry in [2, 3] {
        let (labels, record) = rolled_out(entry);
        assert_eq!(labels, [Label::NoDouble, Label::DoubleTake]);
        assert!(analysis(&record, 2).cube_rollout.is_some());
    }
}
