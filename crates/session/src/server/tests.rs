// SPDX-License-Identifier: GPL-3.0-or-later
//! Clients of the server.

use super::*;
use crate::options::Options;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::Engine;
use std::io::{BufRead, BufReader};

fn settings() -> ServerSettings {
    let mut options = Options::default();
    options.evaluation.checker.evaluation.plies = 0;
    options.evaluation.cube.evaluation.plies = 0;
    let engine = Arc::new(Engine::built_in(1 << 10).unwrap());
    ServerSettings::of(&options, engine, Arc::new(MatchEquityTable::default()))
}

const OPENING: &str = "board:You:Opp:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";

#[test]
fn requests_of_the_published_session() {
    let mut dialog = Dialog::new(Arc::new(settings()));
    let cancel = CancelToken::new();
    let mut say = |line: &str| dialog.answer(line, &cancel).unwrap().text;
    assert!(say("version").starts_with("Interface: 2\nRFBF: 0\nEngine: 1.00\nSoftware: "));
    assert_eq!(say(""), "Error: no command given\n");
    assert!(say("foo").starts_with("Error: syntax error, unexpected"));
    assert_eq!(say("set debug on"), "Debug output ON\n");
    assert!(say(OPENING).starts_with("DBG: ") && say(OPENING).ends_with("\n8/5 6/5\n"));
    assert_eq!(say("SET debug off"), "Debug output OFF\n");
    assert_eq!(say("set interface new"), "New interface ON\n");
    assert_eq!(say(OPENING), "8/5 6/5\n");
    assert_eq!(say(&format!("{} crawfordrule off jacobyrule on beavers no", OPENING)), "8/5 6/5\n");
    assert_eq!(say(&OPENING.replace("You", "\"A B\"")), "8/5 6/5\n");
    // The player whose turn it is has doubled, from a position that is nearly won.
    let crushed = "board:P1:P0:0:0:0:-2:2:0:2:0:0:3:0:1:0:0:0:-4:5:0:0:0:-4:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1";
    assert_eq!(say(crushed), "drop\n");
    let doubled = OPENING.replace(":1:3:1:3:1:1:1:1:0:", ":1:0:0:0:0:1:1:1:1:");
    assert!(["take\n", "drop\n", "beaver\n"].contains(&say(&doubled).as_str()));
    let before_roll = OPENING.replace(":1:3:1:3:1:", ":1:0:0:0:0:");
    assert_eq!(say(&before_roll), "roll\n");
    assert_eq!(say(&format!("{before_roll} resignation 3")), "accept\n");
    assert_eq!(say(&format!("{OPENING} resignation 4")).find("Error"), Some(0));
    assert!(say("board:A:B:1:2").starts_with("Error: badly formed board"));
    assert!(say("evaluation").starts_with("Error: syntax error, fibsboard expected"));
    let values =
        say(&format!("evaluation fibsboard {OPENING} plies 0 cubeful prune deterministic on noise 0.0"));
    let values: Vec<f64> = values.split_whitespace().map(|value| value.parse().unwrap()).collect();
    assert!(
        values.len() == 6 && (0.45..0.6).contains(&values[0]) && (0.45..0.6).contains(&values[5]),
        "{values:?}"
    );
    assert_eq!(say("set prompt \"x> \""), "x> ");
    assert_eq!(say(OPENING), "8/5 6/5\nx> ");
    assert!(dialog.answer("exit", &cancel).unwrap().closes);
}

#[test]
fn a_double_is_evaluated_for_the_player_who_answers_it() {
    let mut dialog = Dialog::new(Arc::new(settings()));
    let cancel = CancelToken::new();
    let mut win = |line: &str| -> f64 {
        let text = dialog.answer(&format!("evaluation fibsboard {line}"), &cancel).unwrap().text;
        text.split_whitespace().next().unwrap().parse().unwrap()
    };
    let crushed = "board:P1:P0:0:0:0:-2:2:0:2:0:0:3:0:1:0:0:0:-4:5:0:0:0:-4:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1";
    let doubler = win(&crushed.replace(":1:1:1:1:1:-1:", ":1:1:1:0:1:-1:"));
    let other = win(crushed);
    assert!(other < 0.45 && doubler > 0.55, "{other} {doubler}");
}

#[test]
fn an_answer_has_a_deadline() {
    let mut options = Options::default();
    options.evaluation.checker.evaluation.plies = 4;
    options.general.external_timeout = 1;
    let engine = Arc::new(Engine::built_in(1 << 10).unwrap());
    let settings = ServerSettings::of(&options, engine, Arc::new(MatchEquityTable::default()));
    let mut dialog = Dialog::new(Arc::new(settings));
    let start = Instant::now();
    let line = OPENING.replace(":3:1:3:1:", ":6:6:6:6:");
    let reply = dialog.answer(&format!("evaluation fibsboard {line} plies 7"), &CancelToken::new()).unwrap();
    assert_eq!(reply.text, "Error: the answer took longer than 1 s\n");
    assert!(start.elapsed() < Duration::from_secs(30));
    let after = dialog.answer("help", &CancelToken::new()).unwrap();
    assert_eq!(after.text, "\tNo help information available\n");
}

#[test]
fn several_clients_are_served_at_the_same_time() {
    let server = Server::start("127.0.0.1:0", settings()).unwrap();
    let port = server.port().unwrap();
    let mut clients: Vec<BufReader<TcpStream>> =
        (0..3).map(|_| BufReader::new(TcpStream::connect(("127.0.0.1", port)).unwrap())).collect();
    for client in clients.iter_mut().rev() {
        client.get_mut().write_all(format!("{OPENING}\n\0").as_bytes()).unwrap();
        let mut line = String::new();
        client.read_line(&mut line).unwrap();
        assert_eq!(line, "8/5 6/5\n");
    }
    // A line without an end closes only its own connection.
    clients[0].get_mut().write_all(&[b'x'; MAX_LINE + 1]).unwrap();
    let mut line = String::new();
    clients[0].read_line(&mut line).unwrap();
    assert!(line.starts_with("Error:"), "{line}");
    clients[1].get_mut().write_all(b"quit\n").unwrap();
    line.clear();
    assert_eq!(clients[1].read_line(&mut line).unwrap(), 0, "the connection is closed");
    drop(server);
    line.clear();
    assert_eq!(clients[2].read_line(&mut line).unwrap_or(0), 0);
}

#[test]
fn one_client_too_many_is_refused_until_another_leaves() {
    let server = Server::start("127.0.0.1:0", settings()).unwrap();
    let port = server.port().unwrap();
    let connected = || BufReader::new(TcpStream::connect(("127.0.0.1", port)).unwrap());
    let asked = || {
        let (mut client, mut line) = (connected(), String::new());
        // A refused client may be gone before it asks.
        let _ = client.get_mut().write_all(b"help\n");
        let _ = client.read_line(&mut line);
        (client, line)
    };
    let mut clients: Vec<_> = (0..MAX_CLIENTS).map(|_| asked()).collect();
    assert!(clients.iter().all(|(_, line)| line.starts_with("\tNo help")));
    let mut line = String::new();
    connected().read_line(&mut line).unwrap();
    assert_eq!(line, "Error: too many clients\n");
    // It is told a moment after the client.
    let start = Instant::now();
    while !server.events().iter().any(|event| matches!(event, ServerEvent::Refused)) {
        assert!(start.elapsed() < Duration::from_secs(30), "the refusal is told");
        std::thread::sleep(Duration::from_millis(2));
    }
    clients.pop();
    let start = Instant::now();
    while !asked().1.starts_with("\tNo help") {
        assert!(start.elapsed() < Duration::from_secs(30), "the place is free again");
    }
}

#[cfg(unix)]
#[test]
fn a_socket_in_the_file_system() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let address = path.to_str().unwrap();
    let server = Server::start(address, settings()).unwrap();
    assert!(Server::start(address, settings()).unwrap_err().to_string().contains(address));
    let mut client = BufReader::new(std::os::unix::net::UnixStream::connect(&path).unwrap());
    client.get_mut().write_all(b"help\n").unwrap();
    let mut line = String::new();
    client.read_line(&mut line).unwrap();
    assert_eq!(line, "\tNo help information available\n");
    drop(server);
    assert!(!path.exists());
}
