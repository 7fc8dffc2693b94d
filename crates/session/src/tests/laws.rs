// SPDX-License-Identifier: GPL-3.0-or-later
//! Laws that hold in sessions after any sequence of commands.

use super::*;
use crate::command::{Annotate, CrawfordStage, MarkedDecision, Points};
use gnubg_engine::core::{CubeValue, ResignLevel};
use gnubg_record::{Cursor, Luck, MatchRecord, Skill};
use proptest::prelude::*;

/// A random step; numbers choose among what the position allows.
#[derive(Clone, Debug)]
enum Op {
    Do(Command),
    /// The legal play with this index, modulo their number.
    Play(usize),
    /// A change of the option at this place in the table.
    Option(usize, bool),
}

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::Zero), Just(Player::One)]
}

fn points() -> impl Strategy<Value = Points> {
    let stage =
        prop_oneof![Just(None), Just(Some(CrawfordStage::Crawford)), Just(Some(CrawfordStage::PostCrawford))];
    (-3i64..8, stage).prop_map(|(points, stage)| Points { points, stage })
}

fn board() -> impl Strategy<Value = Board> {
    let ids = ["4HPwATDgc/ABMA", "4PPgASSgc/ABMA", "bwYAAC4AAAAAAA", "YA4+AHbgc/ABUA", "AQAAAPD5HwAAAA"];
    (0..ids.len()).prop_map(move |n| Board::from_position_id(ids[n]).unwrap())
}

fn game_command() -> impl Strategy<Value = GameCommand> {
    prop_oneof![
        2 => (0u16..6).prop_map(|length| GameCommand::NewMatch(Some(length))),
        2 => Just(GameCommand::NewGame),
        8 => Just(GameCommand::Roll),
        1 => [0u8..8, 0u8..8].prop_map(GameCommand::Throw),
        1 => Just(GameCommand::PlayForced),
        4 => Just(GameCommand::Double),
        3 => Just(GameCommand::Take),
        2 => Just(GameCommand::Drop),
        2 => Just(GameCommand::Beaver),
        2 => (0u8..5).prop_map(|n| GameCommand::Resign(ResignLevel::from_multiple(n))),
        2 => Just(GameCommand::AcceptResignation),
        1 => Just(GameCommand::DeclineResignation),
        1 => Just(GameCommand::Compute),
        1 => Just(GameCommand::Finish),
    ]
}

fn edit_command() -> impl Strategy<Value = Edit> {
    prop_oneof![
        board().prop_map(|board| Edit::Board(Box::new(board))),
        (1u8..=6, 1u8..=6).prop_map(|(a, b)| Edit::Dice([a, b])),
        player().prop_map(Edit::Turn),
        Just(Edit::ClearTurn),
        (0u32..13).prop_map(|n| Edit::CubeValue(CubeValue::from_exponent(n).unwrap())),
        prop_oneof![Just(None), player().prop_map(Some)].prop_map(Edit::CubeOwner),
        ([points(), points()], prop_oneof![Just(None), (0u16..70).prop_map(Some)])
            .prop_map(|(points, length)| Edit::Score(points, length)),
        any::<bool>().prop_map(Edit::Crawford),
        Just(Edit::SwapPlayers),
        (player(), "[a-c0 ]{0,3}").prop_map(|(player, name)| Edit::Name(player, name)),
        (board(), 0u16..6).prop_map(|(board, length)| {
            let state = MatchState::new(length, gnubg_engine::core::Rules::default()).unwrap();
            Edit::State(Box::new(crate::advice::hint::in_setting(&state, board)))
        }),
    ]
}

fn go_command() -> impl Strategy<Value = Go> {
    prop_oneof![
        (0usize..4).prop_map(Go::Next),
        (0usize..9).prop_map(Go::Previous),
        Just(Go::NextRoll),
        Just(Go::PreviousRolled),
        (0usize..3).prop_map(Go::NextGame),
        (0usize..3).prop_map(Go::PreviousGame),
        Just(Go::FirstMove),
        Just(Go::End),
        (0usize..4, 0usize..30, any::<bool>()).prop_map(|(game, entry, rolled)| Go::To {
            game,
            entry,
            rolled
        }),
    ]
}

fn annotate_command() -> impl Strategy<Value = Annotate> {
    prop_oneof![
        Just(Annotate::Skill(MarkedDecision::Play, Skill::Bad)),
        Just(Annotate::Skill(MarkedDecision::Double, Skill::VeryBad)),
        Just(Annotate::Luck(Luck::Lucky)),
        "[a-z]{0,5}".prop_map(Annotate::Comment),
        Just(Annotate::MarkCube(true)),
        Just(Annotate::UnmarkGame),
        Just(Annotate::ForgetMatch),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        10 => (0usize..500).prop_map(Op::Play),
        14 => game_command().prop_map(|command| Op::Do(Command::Game(command))),
        5 => edit_command().prop_map(|edit| Op::Do(Command::Edit(edit))),
        4 => go_command().prop_map(|go| Op::Do(Command::Go(go))),
        2 => annotate_command().prop_map(|annotate| Op::Do(Command::Annotate(annotate))),
        3 => Just(Op::Do(Command::Undo)),
        2 => Just(Op::Do(Command::Redo)),
        1 => Just(Op::Do(Command::Stop)),
        2 => (0usize..16, any::<bool>()).prop_map(|(n, on)| Op::Option(n, on)),
    ]
}

/// Options that change how a game continues.
const OPTIONS: [&str; 11] = [
    "automatic.bearoff",
    "automatic.game",
    "automatic.move",
    "automatic.roll",
    "match.cube",
    "match.jacoby",
    "match.record",
    "match.crawford",
    "dice.cheat",
    "player.0.seat",
    "player.1.seat",
];

fn command(session: &Session, op: &Op) -> Command {
    match op {
        Op::Do(command) => command.clone(),
        Op::Play(n) => {
            let list = session.state().and_then(MatchState::legal_plays);
            let play = list.as_ref().and_then(|list| list.plays().get(n % list.len().max(1)).copied());
            Command::Game(GameCommand::Play(play.unwrap_or(Play::EMPTY)))
        }
        Op::Option(n, on) => {
            let name = OPTIONS[n % OPTIONS.len()];
            let value = if name.ends_with("seat") {
                // The linear player decides without delay.
                OptionValue::Text(if *on { Seat::Pubeval } else { Seat::Human }.word().to_owned())
            } else {
                OptionValue::Switch(*on)
            };
            Command::Set(vec![(find(name).unwrap().id(), value)])
        }
    }
}

/// The state that undo must restore.
fn content(session: &Session) -> (MatchRecord, Cursor, MatchState) {
    (session.record().clone(), session.place(), session.record().state_at(session.place()))
}

/// Settles the session, or stops it after a while: two computers with automatic games play a money session
/// until they are stopped, and with cheating dice even one game may never end.
fn settle_or_stop(session: &mut Session) {
    let mut n_changes = 0;
    session.settle(|session, event| {
        n_changes += usize::from(matches!(event, Event::StateChanged(_)));
        if n_changes == 1000 {
            session.execute(Command::Stop).unwrap();
        }
    });
}

fn is_undoable(command: &Command) -> bool {
    match command {
        // Rolls join the change before them.
        Command::Game(GameCommand::Roll | GameCommand::Throw(_) | GameCommand::Compute) => false,
        Command::Game(_) | Command::Edit(_) | Command::Annotate(_) => true,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_the_record_replays_to_the_state_shown(ops in prop::collection::vec(op(), 1..60)) {
        let mut session = Session::start(setup()).unwrap();
        plies(&mut session, 0);
        seat(&mut session, 0, Seat::Human);
        for op in &ops {
            let before = content(&session);
            let command = command(&session, op);
            let could_undo = session.can_undo();
            let result = session.execute(command.clone());
            if result.is_err() {
                prop_assert_eq!(&content(&session), &before, "{:?} failed but changed the session", command);
            }
            settle_or_stop(&mut session);
            let (_, place, shown) = content(&session);
            prop_assert_eq!(session.record().clamp(place), place);
            if let Some(state) = session.state() {
                prop_assert_eq!(*state, shown);
            }
            let changed = content(&session).0 != before.0;
            if result.is_ok() && changed && is_undoable(&command) {
                let after = content(&session);
                // Computers may have played further games, which are undone one by one; the record may have only the last.
                let mut n_undone = 0;
                while session.can_undo() && content(&session) != before {
                    session.execute(Command::Undo).unwrap();
                    n_undone += 1;
                }
                prop_assert_eq!(&content(&session), &before, "{:?} was not undone", command);
                for _ in 0..n_undone {
                    session.execute(Command::Redo).unwrap();
                }
                prop_assert_eq!(&content(&session).0, &after.0, "{:?} was not redone", command);
                prop_assert!(session.can_undo() && (could_undo || session.can_undo()));
            }
        }
    }
}

#[test]
fn two_computers_play_a_money_session_until_they_are_stopped() {
    let mut session = Session::start(setup()).unwrap();
    for player in 0..2 {
        seat(&mut session, player, Seat::Pubeval);
    }
    game(&mut session, GameCommand::NewMatch(Some(0)));
    settle_or_stop(&mut session);
    assert!(session.record().games.len() > 3, "{} games", session.record().games.len());
}

#[test]
fn a_game_of_endless_dancing_is_held() {
    let mut session = Session::start(setup()).unwrap();
    for player in 0..2 {
        seat(&mut session, player, Seat::Pubeval);
        // The worst roll is always one that does not enter.
        set(&mut session, &format!("dice.cheat-rank.{player}"), OptionValue::Whole(21));
    }
    set(&mut session, "dice.cheat", OptionValue::Switch(true));
    set(&mut session, "match.cube", OptionValue::Switch(false));
    game(&mut session, GameCommand::NewMatch(Some(1)));
    session.execute(Command::Stop).unwrap();
    // Five points made on both sides, a checker of each on the bar.
    let mut places = [0u8; 25];
    places[..5].fill(2);
    places[6..8].fill(2);
    places[24] = 1;
    edit(&mut session, Edit::Board(Box::new(Board::from_sides(places, places))));
    game(&mut session, GameCommand::Compute);
    settle(&mut session);
    let n = session.record().games[0].entries.len();
    assert!((1000..5000).contains(&n), "{n} entries");
}
