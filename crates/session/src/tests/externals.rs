// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches against another program, played here by a thread of the test.

use super::*;
use crate::event::Activity;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;

/// A program that answers with these lines, in order, over one connection for each list; then it hangs up.
fn program(connections: Vec<Vec<&'static str>>) -> (String, mpsc::Receiver<String>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (heard, hear) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        for answers in connections {
            let (stream, _): (TcpStream, _) = listener.accept().unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap());
            let mut writer = stream;
            for answer in answers {
                let mut line = String::new();
                if lines.read_line(&mut line).unwrap_or(0) == 0 {
                    return;
                }
                heard.send(line.trim_matches(['\0', '\n']).to_owned()).unwrap();
                writeln!(writer, "{answer}").unwrap();
            }
        }
    });
    (address, hear, thread)
}

/// A session in which the top player is such a program.
fn against(address: &str, rolls: &str) -> Session {
    let mut session = two_people();
    set(&mut session, "player.0.address", Value::Text(address.to_owned()));
    seat(&mut session, 0, Seat::External);
    dice(&mut session, rolls);
    session
}

/// Waits until nothing happens any more; how decisions failed.
fn failures(session: &mut Session) -> Vec<String> {
    let failed = |event| match event {
        Event::JobFinished { activity: Activity::Decision, error: Some(error), .. } => {
            Some(error.to_string())
        }
        _ => None,
    };
    settle(session).into_iter().filter_map(failed).collect()
}

#[test]
fn another_program_plays() {
    let (address, heard, thread) = program(vec![vec!["8/5 6/5", "double", "nonsense", "24/22 24/20"]]);
    let mut session = against(&address, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    assert_eq!(failures(&mut session), Vec::<String>::new());
    assert_eq!(state(&session).on_roll, Player::One, "its opening play is made");
    assert!(heard.recv().unwrap().starts_with("board:"));
    game(&mut session, GameCommand::Roll);
    play(&mut session, "24/18 13/8");
    assert_eq!(failures(&mut session), Vec::<String>::new());
    assert!(matches!(
        state(&session).phase,
        gnubg_engine::core::Phase::Due(gnubg_engine::core::Decision::Answer(_))
    ));
    game(&mut session, GameCommand::Take);
    // What makes no sense is asked again; then it plays on.
    assert_eq!(failures(&mut session), Vec::<String>::new());
    assert_eq!(state(&session).on_roll, Player::One);
    assert_eq!(session.record().games[0].entries.len(), 5);
    drop(session);
    thread.join().unwrap();
    assert_eq!(heard.iter().count(), 3, "the opening was read before");
}

#[test]
fn a_lost_connection_leaves_the_game_and_can_be_made_again() {
    let (address, _heard, thread) = program(vec![vec!["8/5 6/5"], vec!["roll", "24/22 24/20"]]);
    let mut session = against(&address, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    assert!(failures(&mut session).is_empty());
    game(&mut session, GameCommand::Roll);
    play(&mut session, "24/18 13/8");
    let told = failures(&mut session);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains(&address) && told[0].contains("lost"), "{told:?}");
    assert!(session.is_held(), "the game waits");
    game(&mut session, GameCommand::Compute);
    assert!(failures(&mut session).is_empty());
    assert_eq!(state(&session).on_roll, Player::One);
    drop(session);
    thread.join().unwrap();
}

#[test]
fn illegal_answers_leave_the_turn_with_the_player() {
    let (address, _heard, thread) = program(vec![vec!["24/23", "1/2", "take"]]);
    let mut session = against(&address, "31");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let told = failures(&mut session);
    assert!(told.len() == 1 && told[0].contains("take"), "{told:?}");
    assert_eq!(state(&session).dice(), Some(Dice::new(3, 1).unwrap()), "nothing was played");
    drop(session);
    thread.join().unwrap();
}

#[test]
fn nobody_at_the_address_is_told() {
    let mut session = against("127.0.0.1:1", "31");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let told = failures(&mut session);
    assert!(told.len() == 1 && told[0].contains("127.0.0.1:1"), "{told:?}");
    // A person may take over.
    seat(&mut session, 0, Seat::Human);
    play(&mut session, "8/5 6/5");
}
