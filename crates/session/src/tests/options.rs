// SPDX-License-Identifier: GPL-3.0-or-later
//! Changes of options: what they affect, and nothing else.

use super::*;
use crate::event::Activity;
use crate::options::{Effect, Leaf, OptionId, OptionKind, effects, leaves};
use std::sync::LazyLock;

/// A file of nets, and its name.
static WEIGHTS: LazyLock<(tempfile::NamedTempFile, String)> = LazyLock::new(|| {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), ENGINE.nets().to_bytes()).unwrap();
    let name = file.path().to_str().unwrap().to_owned();
    (file, name)
});

/// A value that differs from the default.
fn other_value(leaf: &Leaf) -> OptionValue {
    match (leaf.kind, leaf.default()) {
        _ if leaf.name == "engine.met" => OptionValue::Text("zadeh".to_owned()),
        _ if leaf.name == "engine.weights" => OptionValue::Text(WEIGHTS.1.clone()),
        (_, OptionValue::Switch(on)) => OptionValue::Switch(!on),
        (OptionKind::Whole(_, most), OptionValue::Whole(number)) => {
            OptionValue::Whole(if number < most { number + 1 } else { number - 1 })
        }
        (_, OptionValue::Number(number)) => OptionValue::Number(number + 0.001),
        (OptionKind::Choice(words, _), OptionValue::Text(word)) => {
            let other = words.iter().find(|other| **other != word).unwrap();
            OptionValue::Text((*other).to_owned())
        }
        (_, OptionValue::Text(text)) => OptionValue::Text(format!("{text}x")),
        (_, OptionValue::Filters(_)) => OptionValue::Filters(Box::new(gnubg_engine::eval::MoveFilters::HUGE)),
        (kind, value) => panic!("{kind:?} with {value:?}"),
    }
}

/// The changed options in each event of the session.
fn reported(session: &mut Session) -> Vec<Vec<OptionId>> {
    let changed = |event| if let Event::OptionsChanged(ids) = event { Some(ids) } else { None };
    settle(session).into_iter().filter_map(changed).collect()
}

#[test]
fn a_change_has_the_declared_effects_and_no_others() {
    // Without a match, a change of seats starts no computer player.
    let mut session = two_people();
    settle(&mut session);
    let mut n_followed = 0;
    for leaf in leaves() {
        let (table, threads) = (Arc::clone(session.table()), session.threads());
        let value = match leaf.get(session.options()) == other_value(leaf) {
            true => leaf.default(),
            false => other_value(leaf),
        };
        session.execute(Command::Set(vec![(leaf.id(), value.clone())])).unwrap();
        let rebuilds = session.is_pending(Activity::Engine);
        let reported = reported(&mut session);
        assert_eq!(reported, [vec![leaf.id()]], "{}", leaf.name);
        assert_eq!(effects(&reported[0]), leaf.affects, "{}", leaf.name);
        let affects = |effect: Effect| leaf.affects.contains(effect);
        assert_eq!(rebuilds, affects(Effect::Engine), "{}: engine", leaf.name);
        let reads = !Arc::ptr_eq(&table, session.table());
        assert_eq!(reads, affects(Effect::EquityTable), "{}: match equity table", leaf.name);
        let has_threads = session.threads() != threads;
        assert!(!has_threads || affects(Effect::Threads), "{}: threads", leaf.name);
        n_followed += usize::from(rebuilds) + usize::from(reads);
        // The same value again changes nothing.
        if !affects(Effect::EquityTable) {
            session.execute(Command::Set(vec![(leaf.id(), value)])).unwrap();
            assert_eq!(super::options::reported(&mut session), [vec![]], "{}", leaf.name);
        }
    }
    assert_eq!(n_followed, 13);
}

#[test]
fn rules_follow_the_options_that_declare_it() {
    let mut session = two_people();
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let mut n_followed = 0;
    // Seats of people stay seats of people.
    for leaf in leaves().iter().filter(|leaf| !leaf.name.starts_with("player.")) {
        let rules = state(&session).rules;
        session.execute(Command::Set(vec![(leaf.id(), other_value(leaf))])).unwrap();
        let follows = state(&session).rules != rules;
        assert!(!follows || leaf.affects.contains(Effect::Rules), "{}", leaf.name);
        n_followed += usize::from(follows);
    }
    assert!(n_followed >= 4, "{n_followed}");
}

#[test]
fn several_changes_are_reported_in_one_event() {
    let mut session = two_people();
    settle(&mut session);
    let id = |name: &str| find(name).unwrap().id();
    let (digits, clockwise, beep) = (id("output.digits"), id("output.clockwise"), id("window.beep"));
    let values = vec![
        (clockwise, OptionValue::Switch(true)),
        (digits, OptionValue::Whole(2)),
        (digits, OptionValue::Whole(4)),
        // This option keeps its value.
        (beep, OptionValue::Switch(true)),
    ];
    session.execute(Command::Set(values)).unwrap();
    let reported = reported(&mut session);
    let mut wanted = vec![digits, clockwise];
    wanted.sort_unstable();
    assert_eq!(reported, [wanted]);
    let found: Vec<Effect> = effects(&reported[0]).iter().collect();
    assert_eq!(found, [Effect::Numbers, Effect::Board]);
}
