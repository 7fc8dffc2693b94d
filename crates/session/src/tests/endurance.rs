// SPDX-License-Identifier: GPL-3.0-or-later
//! A very long match that is browsed while it is analyzed. `./x endure` makes it 15,000 plays long.

use super::*;
use crate::command::{CommandOutcome, RecordPart};
use std::time::{Duration, Instant};

/// Two computers play so many decisions of a money session.
fn long_session(plays: usize) -> Session {
    let mut session = Session::start(setup()).unwrap();
    for player in 0..2 {
        seat(&mut session, player, Seat::Engine);
    }
    plies(&mut session, 0);
    set(&mut session, "automatic.game", OptionValue::Switch(true));
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let events = session.events();
    let count =
        |session: &Session| session.record().games.iter().map(|game| game.entries.len()).sum::<usize>();
    while count(&session) < plays {
        let notice = events.recv_blocking().unwrap();
        session.absorb(notice);
        if session.is_held() {
            game(&mut session, GameCommand::Compute);
        }
    }
    session.execute(Command::Stop).unwrap();
    settle(&mut session);
    session
}

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn a_long_match_is_browsed_while_it_is_analyzed() {
    let is_long = std::env::var_os("ENDURE_MINUTES").is_some();
    let mut session = long_session(if is_long { 15_000 } else { 600 });
    let games = session.record().games.len();
    set(&mut session, "analysis.checker.evaluation.plies", OptionValue::Whole(0));
    set(&mut session, "analysis.cube.evaluation.plies", OptionValue::Whole(0));
    let outcome = session.execute(Command::Analyze(RecordPart::Match)).unwrap();
    let CommandOutcome::Started(id) = outcome else { panic!("{outcome:?}") };
    let events = session.events();
    let (mut slowest, mut steps) = (Duration::ZERO, 0);
    let mut is_done = false;
    let mut timed = |what: &mut dyn FnMut()| {
        let begin = Instant::now();
        what();
        slowest = slowest.max(begin.elapsed());
    };
    while !is_done || steps < 200 {
        steps += 1;
        let wanted = match steps % 4 {
            0 => Go::To { game: steps * 7 % games, entry: 0, rolled: false },
            1 => Go::Next(3),
            2 => Go::NextRoll,
            _ => Go::Previous(1),
        };
        // At the ends of the match there is nowhere to go.
        timed(&mut || drop(session.execute(Command::Go(wanted))));
        while let Ok(notice) = events.try_recv() {
            let mut notice = Some(notice);
            timed(&mut || {
                if let Some(Event::JobFinished { id: ended, .. }) = session.absorb(notice.take().unwrap()) {
                    is_done |= ended == id;
                }
            });
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let analyzed = session.record().games.iter().flat_map(|game| &game.entries);
    assert!(analyzed.filter(|entry| entry.analysis.is_some()).count() > 100);
    println!("{games} games, {steps} steps, the slowest took {slowest:?}");
    assert!(slowest < Duration::from_millis(300), "{slowest:?}");
}
