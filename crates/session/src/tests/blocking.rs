// SPDX-License-Identifier: GPL-3.0-or-later
//! External players, dice commands and files that do not answer block nothing else, even with one worker thread.

use super::*;
use crate::command::{DiceCommand, FileCommand, FileScope, Question};
use crate::event::{Activity, Message};
use crate::jobs::JobError;
use std::net::TcpListener;
use std::time::{Duration, Instant};

/// A game between two people with one worker thread; the test then replaces player 0.
fn with_one_thread() -> Session {
    let mut session = Session::start(Setup { threads: Some(1), ..setup() }).unwrap();
    seat(&mut session, 0, Seat::Human);
    set(&mut session, "automatic.roll", OptionValue::Switch(false));
    plies(&mut session, 0);
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    session
}

/// Takes dice from the output of the command `line`.
fn dice_of_command(session: &mut Session, line: &str) {
    let command = DiceCommand::Use {
        generator: Generator::User,
        source: Some(line.to_owned()),
        seed: None,
        modulus: None,
    };
    session.execute(Command::Dice(command)).unwrap();
}

/// Absorbs events until `wanted` accepts one, and returns all of them.
fn until(session: &mut Session, mut is_wanted: impl FnMut(&Event) -> bool) -> Vec<Event> {
    let (events, mut seen) = (session.events(), Vec::new());
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < Duration::from_secs(60), "{seen:?}");
        let Ok(notice) = events.try_recv() else {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        };
        if let Some(event) = session.absorb(notice) {
            let is_last = is_wanted(&event);
            seen.push(event);
            if is_last {
                return seen;
            }
        }
    }
}

/// A hint is computed and the match saved while something else is pending.
fn assert_others_work(session: &mut Session) {
    session.execute(Command::Ask(Question::Hint)).unwrap();
    until(session, |event| matches!(event, Event::HintReady { .. }));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.sgf");
    let save = FileCommand::Save { path: path.clone(), scope: FileScope::Match };
    session.execute(save.into()).unwrap();
    until(session, |event| matches!(event, Event::JobFinished { activity: Activity::File, error: None, .. }));
    assert!(path.is_file());
}

/// Stops everything and checks that the activity ends at once.
fn assert_stops_at_once(session: &mut Session, activity: Activity) {
    let start = Instant::now();
    session.execute(Command::Stop).unwrap();
    let events = until(
        session,
        |event| matches!(event, Event::JobFinished { activity: ended, .. } if *ended == activity),
    );
    let Some(Event::JobFinished { error, .. }) = events.last() else { panic!() };
    assert!(matches!(error, Some(JobError::Cancelled(_))), "{error:?}");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn a_silent_external_player_blocks_nothing_else() {
    // It accepts connections and never answers.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let shown = address.clone();
    let mut session = with_one_thread();
    set(&mut session, "player.1.address", OptionValue::Text(address));
    play(&mut session, "8/5 6/5");
    seat(&mut session, 1, Seat::External);
    game(&mut session, GameCommand::Compute);
    assert!(session.is_thinking());
    assert!(
        matches!(session.waiting_for(), Some(crate::WaitingFor::Player { address: at, .. }) if at == shown)
    );
    assert_others_work(&mut session);
    assert!(session.is_thinking());
    assert_stops_at_once(&mut session, Activity::Decision);
    assert!(session.is_held() && !session.is_thinking());
}

#[cfg(unix)]
#[test]
fn a_silent_dice_command_blocks_nothing_else() {
    let mut session = with_one_thread();
    play(&mut session, "8/5 6/5");
    dice_of_command(&mut session, "exec sleep 60");
    game(&mut session, GameCommand::Roll);
    assert!(session.is_pending(Activity::Dice) && state(&session).dice().is_none());
    assert_others_work(&mut session);
    assert_stops_at_once(&mut session, Activity::Dice);
    assert!(state(&session).dice().is_none());
    // Another source can replace it.
    dice(&mut session, "65");
    game(&mut session, GameCommand::Roll);
    assert_eq!(state(&session).dice(), Some(Dice::new(6, 5).unwrap()));
}

#[cfg(unix)]
#[test]
fn rolls_of_a_command_arrive_in_the_order_printed() {
    let mut session = with_one_thread();
    dice_of_command(&mut session, "printf 316542");
    play(&mut session, "8/5 6/5");
    let before = session.record().games[0].entries.len();
    game(&mut session, GameCommand::Roll);
    settle(&mut session);
    assert_eq!(state(&session).dice(), Some(Dice::new(3, 1).unwrap()));
    // Undo also takes back the action before the roll; the same turn then gets the same dice.
    assert_eq!(session.record().games[0].entries.len(), before + 1);
    session.execute(Command::Ask(Question::Rolls(3))).unwrap();
    let listed = settle(&mut session).into_iter().find_map(|event| match event {
        Event::RollsDrawn(rolls) => Some(rolls),
        _ => None,
    });
    assert_eq!(listed.as_deref(), Some(&[[6, 5], [4, 2], [3, 1]][..]));
    // A new game also takes its opening roll from the command.
    game(&mut session, GameCommand::NewMatch(Some(1)));
    settle(&mut session);
    assert_eq!(state(&session).dice(), Some(Dice::new(6, 5).unwrap()));
}

#[cfg(unix)]
#[test]
fn a_command_that_prints_no_dice_is_replaced() {
    let mut session = with_one_thread();
    play(&mut session, "8/5 6/5");
    dice_of_command(&mut session, "exit 1");
    game(&mut session, GameCommand::Roll);
    let events = settle(&mut session);
    let replaced = |event: &Event| {
        matches!(event, Event::Message(Message::DiceReplaced { by: Generator::Mersenne, .. }))
    };
    assert!(events.iter().any(replaced), "{events:?}");
    assert!(state(&session).dice().is_some(), "the roll is made with other dice");
}

#[cfg(unix)]
#[test]
fn a_roll_that_arrives_after_the_position_changed_is_dropped() {
    let mut session = with_one_thread();
    play(&mut session, "8/5 6/5");
    dice_of_command(&mut session, "sleep 0.3; printf 6542");
    game(&mut session, GameCommand::Roll);
    session.execute(Command::Undo).unwrap();
    let undone = state(&session);
    settle(&mut session);
    assert_eq!(state(&session), undone);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_as_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.sgf");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let mut session = with_one_thread();
    let open = FileCommand::Open { path: pipe, format: None, index: None };
    session.execute(open.into()).unwrap();
    until(&mut session, |event| {
        matches!(event, Event::JobFinished { activity: Activity::File, error: Some(_), .. })
    });
    assert_others_work(&mut session);
}

#[cfg(unix)]
#[test]
fn a_canceled_dice_command_ends_at_once_with_what_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let alive = folder.path().join("alive");
    let mut session = with_one_thread();
    play(&mut session, "8/5 6/5");
    dice_of_command(&mut session, &format!("(sleep 2; touch {}) & sleep 60; true", alive.display()));
    game(&mut session, GameCommand::Roll);
    assert_eq!(session.waiting_for(), Some(crate::WaitingFor::Dice));
    assert_stops_at_once(&mut session, Activity::Dice);
    dice(&mut session, "65");
    std::thread::sleep(Duration::from_secs(3));
    assert!(!alive.exists(), "before, it ran on for 10 seconds and more");
}

#[cfg(unix)]
#[test]
fn a_batch_ends_although_its_files_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (pipe, text) = (folder.path().join("pipe.sgf"), folder.path().join("b.txt"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::fs::write(&text, "no match").unwrap();
    let mut session = with_one_thread();
    session.execute(FileCommand::Analyze(vec![pipe, text]).into()).unwrap();
    until(&mut session, |event| matches!(event, Event::JobFinished { activity: Activity::Batch, .. }));
    assert_others_work(&mut session);
}

#[test]
fn a_file_of_dice_that_cannot_be_read_leaves_the_dice_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = with_one_thread();
    play(&mut session, "8/5 6/5");
    for path in [folder.path().join("missing"), folder.path().to_owned()] {
        let path = path.to_string_lossy().into_owned();
        let command = DiceCommand::Use {
            generator: Generator::File,
            source: Some(path.clone()),
            seed: None,
            modulus: None,
        };
        session.execute(Command::Dice(command)).unwrap();
        // A roll that is asked for meanwhile waits, and then comes from the dice before.
        let events = settle(&mut session);
        let told = events.iter().find_map(|event| match event {
            Event::JobFinished { activity: Activity::Dice, error: Some(error), .. } => {
                Some(error.to_string())
            }
            _ => None,
        });
        assert!(told.is_some_and(|told| told.contains(&path)));
    }
    assert_eq!(session.generator(), Generator::File, "the dice of the start");
    game(&mut session, GameCommand::Roll);
    settle(&mut session);
    assert_eq!(state(&session).dice(), Some(Dice::new(6, 5).unwrap()));
}

#[test]
fn a_roll_waits_for_a_file_of_dice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dice.txt");
    std::fs::write(&path, "42").unwrap();
    let mut session = with_one_thread();
    play(&mut session, "8/5 6/5");
    let source = Some(path.to_string_lossy().into_owned());
    let command = DiceCommand::Use { generator: Generator::File, source, seed: None, modulus: None };
    session.execute(Command::Dice(command)).unwrap();
    game(&mut session, GameCommand::Roll);
    assert!(state(&session).dice().is_none());
    settle(&mut session);
    assert_eq!(state(&session).dice(), Some(Dice::new(4, 2).unwrap()));
}
