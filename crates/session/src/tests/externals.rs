// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches against an external player, which is a thread of the test.

use super::*;
use crate::event::Activity;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;

/// An external player that answers with these lines in order, one connection for each list, then disconnects.
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

/// A session in which the top player is such an external player.
fn against(address: &str, rolls: &str) -> Session {
    let mut session = two_people();
    set(&mut session, "player.0.address", OptionValue::Text(address.to_owned()));
    seat(&mut session, 0, Seat::External);
    dice(&mut session, rolls);
    session
}

/// Waits until nothing is pending; returns why decisions failed.
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
fn an_external_player_plays() {
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
    // After an answer that cannot be used the player is asked again, and the game continues.
    assert_eq!(failures(&mut session), Vec::<String>::new());
    assert_eq!(state(&session).on_roll, Player::One);
    assert_eq!(session.record().games[0].entries.len(), 5);
    drop(session);
    thread.join().unwrap();
    assert_eq!(heard.iter().count(), 3, "the opening line was read before");
}

#[test]
fn after_a_lost_connection_the_game_can_continue() {
    let (address, _heard, thread) = program(vec![vec!["8/5 6/5"], vec!["roll", "24/22 24/20"]]);
    let mut session = against(&address, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    assert!(failures(&mut session).is_empty());
    game(&mut session, GameCommand::Roll);
    play(&mut session, "24/18 13/8");
    let failed = failures(&mut session);
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed[0].contains(&address) && failed[0].contains("lost"), "{failed:?}");
    assert!(session.is_held(), "the game waits");
    game(&mut session, GameCommand::Compute);
    assert!(failures(&mut session).is_empty());
    assert_eq!(state(&session).on_roll, Player::One);
    drop(session);
    thread.join().unwrap();
}

#[test]
fn a_server_that_is_not_ready_again_is_asked_again() {
    let (address, _heard, thread) = program(vec![vec![], vec!["8/5 6/5"]]);
    let mut session = against(&address, "31");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    assert_eq!(failures(&mut session), Vec::<String>::new());
    assert_eq!(state(&session).on_roll, Player::One, "its opening play is made");
    drop(session);
    thread.join().unwrap();
}

#[test]
fn an_external_player_has_a_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut session = against(&listener.local_addr().unwrap().to_string(), "31");
    set(&mut session, "external.timeout", OptionValue::Whole(1));
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let failed = failures(&mut session);
    assert!(failed.len() == 1 && session.is_held(), "{failed:?}");
}

#[test]
fn illegal_answers_leave_the_turn_with_the_player() {
    let (address, _heard, thread) = program(vec![vec!["24/23", "1/2", "take"]]);
    let mut session = against(&address, "31");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let failed = failures(&mut session);
    assert!(failed.len() == 1 && failed[0].contains("take"), "{failed:?}");
    assert_eq!(state(&session).dice(), Some(Dice::new(3, 1).unwrap()), "nothing was played");
    drop(session);
    thread.join().unwrap();
}

#[test]
fn an_address_without_a_player_is_an_error() {
    let mut session = against("127.0.0.1:1", "31");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let failed = failures(&mut session);
    assert!(failed.len() == 1 && failed[0].contains("127.0.0.1:1"), "{failed:?}");
    // A person can take the seat.
    seat(&mut session, 0, Seat::Human);
    play(&mut session, "8/5 6/5");
}
