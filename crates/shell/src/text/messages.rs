// SPDX-License-Identifier: GPL-3.0-or-later
//! Messages about the course of a match, and messages of the session.

use super::numbers::Numbers;
use crate::i18n::{gettext, gettext_f, ngettext_f, noted};
use gnubg_engine::core::{Action, Ending, MatchState, Phase, Player, ResignLevel, notation};
use gnubg_record::Skill;
use gnubg_session::decision::DecisionAnalysis;
use gnubg_session::event::TutorWarning;
use gnubg_session::event::{GameOver, StateChange};
use gnubg_session::{Cause, Command, GameCommand, Loss, Message, Session};

/// `{n} point` or `{n} points`, translated.
pub(crate) fn points(n: u32) -> String {
    ngettext_f("{n} point", "{n} points", n, &[("n", n.to_string())])
}

/// The size of a win or resignation: 1, 2 or 3 times the cube.
#[must_use]
pub fn size(multiple: u8) -> String {
    match multiple {
        1 => gettext("a single game"),
        2 => gettext("a gammon"),
        _ => gettext("a backgammon"),
    }
}

/// The question before something is discarded.
#[must_use]
pub fn loss(loss: Loss) -> String {
    match loss {
        Loss::Game => gettext("A game is in progress. Abandon it?"),
        Loss::Rest { games, entries } => {
            let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let mut text = ngettext_f(
                "{n} later entry of this game",
                "{n} later entries of this game",
                count(entries),
                &[("n", entries.to_string())],
            );
            if games > 0 {
                let later = ngettext_f(
                    "{entries} and {n} later game",
                    "{entries} and {n} later games",
                    count(games),
                    &[("entries", text.clone()), ("n", games.to_string())],
                );
                text = later;
            }
            gettext_f("This removes {entries}. Continue?", &[("entries", text)])
        }
    }
}

/// The request for dice thrown by hand.
#[must_use]
pub fn dice_wanted(name: Option<String>) -> String {
    match name {
        Some(name) => gettext_f("Enter the roll of {name}, such as 31.", &[("name", name)]),
        None => gettext("Enter the opening roll, the die of the top player first, such as 31."),
    }
}

/// Winner, size and points of a game, and the score.
#[must_use]
pub fn game_over(session: &Session, over: &GameOver) -> String {
    let result = over.result;
    if result.ending == Ending::OutOfTime {
        let values = [("player", session.name(result.winner)), ("points", points(result.points))];
        return format!("{}\n{}", gettext_f("{player} wins {points}.", &values), score(session));
    }
    let multiple = match result.ending {
        Ending::BorneOff(multiple) => multiple,
        Ending::Dropped | Ending::OutOfTime => 1,
        Ending::Resigned(level) => level.multiple(),
    };
    // Under the Jacoby rule a gammon with a centered cube counts as a single game.
    let multiple = if result.points == over.cube.points() { 1 } else { multiple };
    let values = [
        ("player", session.name(result.winner)),
        ("size", size(multiple)),
        ("points", points(result.points)),
    ];
    format!("{}\n{}", gettext_f("{player} wins {size} and {points}.", &values), score(session))
}

/// Number of games, score, and match length or rules of the money session.
#[must_use]
pub fn score(session: &Session) -> String {
    let record = session.record();
    // Only the last game is replayed: a message in a long session must not cost more than one at its beginning.
    let games = record
        .games
        .split_last()
        .map_or(0, |(last, before)| before.len() + usize::from(last.outcome(record.length).is_some()));
    let state = session.state();
    let score = match state {
        Some(state) if state.result().is_none() => state.score,
        _ => record.score(),
    };
    let kind = match record.length {
        0 if record.rules.jacoby => gettext("money session, Jacoby rule"),
        0 => gettext("money session, no Jacoby rule"),
        length => {
            let next = record.next_start();
            let is_over = state.is_some_and(|state| state.result().is_some());
            let (crawford, post) = match (state, next) {
                (_, Some(next)) if is_over => {
                    let state = next.state(length);
                    (next.is_crawford, state.is_post_crawford())
                }
                (Some(state), _) if !is_over => (state.is_crawford, state.is_post_crawford()),
                _ => (false, false),
            };
            let stage = match (crawford, post && length > 1) {
                (true, _) => gettext(", Crawford game"),
                (_, true) => gettext(", after the Crawford game"),
                _ => String::new(),
            };
            let values = [("points", points(u32::from(length))), ("stage", stage)];
            gettext_f("match to {points}{stage}", &values)
        }
    };
    let games = u32::try_from(games).unwrap_or(u32::MAX);
    let [zero, one] =
        Player::BOTH.map(|player| format!("{} {}", session.name(player), score[player.index()]));
    ngettext_f(
        "Score after {n} game: {zero}, {one} ({kind}).",
        "Score after {n} games: {zero}, {one} ({kind}).",
        games,
        &[("n", games.to_string()), ("zero", zero), ("one", one), ("kind", kind)],
    )
}

/// The message about a change of the match; `None` if the board alone tells it.
#[must_use]
pub fn change(session: &Session, change: &StateChange) -> Option<String> {
    Some(match &change.cause {
        Cause::MatchStarted => match change.after.length {
            0 => gettext("A new money session begins."),
            length => gettext_f("A new match to {points} begins.", &[("points", points(u32::from(length)))]),
        },
        Cause::GameStarted { automatic: false } => {
            let number = session.place().game + 1;
            if number == 1 {
                return None;
            }
            gettext_f("Game {n} begins.", &[("n", number.to_string())])
        }
        Cause::Opening { dice, doubled } => {
            let [zero, one] = Player::BOTH.map(|player| session.name(player));
            let [a, b] = dice.map(|die| die.to_string());
            let values = [("zero", zero), ("one", one), ("a", a), ("b", b)];
            let mut text = gettext_f("{zero} rolls {a}, {one} rolls {b}.", &values);
            if let Some(value) = doubled {
                text += "\n";
                text += &gettext_f("The cube is turned to {n}.", &[("n", value.points().to_string())]);
            }
            text
        }
        Cause::Acted { by, action, agent } => {
            let is_person = *agent == gnubg_session::event::Agent::Person;
            return acted(&session.name(*by), *action, is_person, change.before.as_ref(), &change.after);
        }
        Cause::OutOfTime { by, loss } => {
            format!("{}: {}.", session.name(*by), crate::text::clock::out_of_time(*loss))
        }
        Cause::Undone => gettext("Undone."),
        Cause::Redone => gettext("Redone."),
        Cause::GameStarted { .. } | Cause::Edited | Cause::Corrected | Cause::Moved | Cause::Opened => {
            return None;
        }
    })
}

fn acted(
    name: &str,
    action: Action,
    is_person: bool,
    before: Option<&MatchState>,
    after: &MatchState,
) -> Option<String> {
    let said = |phrase: &str, key: &'static str, value: String| {
        gettext_f(phrase, &[("player", name.to_owned()), (key, value)])
    };
    let cube = |times: u32| (times * after.cube.value.points()).to_string();
    Some(match action {
        Action::Opening(_) | Action::Roll(_) => return None,
        Action::Play(play) if play.is_empty() => {
            let dice = before?.dice()?;
            let dice = format!("{}{}", dice.high(), dice.low());
            said(noted("{player} rolls {dice} and cannot move."), "dice", dice)
        }
        Action::Play(_) if is_person => return None,
        Action::Play(play) => {
            let before = before?;
            let dice = before.dice()?;
            let dice = format!("{}{}", dice.high(), dice.low());
            let play = notation::format(&before.board, &play);
            let values = [("player", name.to_owned()), ("dice", dice), ("play", play)];
            gettext_f("{player} rolls {dice} and plays {play}.", &values)
        }
        Action::Double => said(noted("{player} doubles to {n}."), "n", cube(2)),
        Action::Take => said(noted("{player} takes; the cube is at {n}."), "n", cube(1)),
        Action::Drop => {
            let lost = after.result().map_or(0, |result| result.points);
            said(noted("{player} drops and loses {points}."), "points", points(lost))
        }
        Action::Beaver => said(noted("{player} beavers; the cube is at {n}."), "n", cube(2)),
        Action::Resign(level) => {
            said(noted("{player} offers to resign {size}."), "size", size(level.multiple()))
        }
        Action::AcceptResignation => gettext_f("{player} accepts the resignation.", &[("player", name)]),
        Action::DeclineResignation => {
            let level = after.declined.map_or(1, ResignLevel::multiple);
            said(noted("{player} declines {size}."), "size", size(level))
        }
    })
}

/// The warning of the tutor.
#[must_use]
pub fn warning(session: &Session, judged: &TutorWarning, numbers: Numbers) -> String {
    let what = match &judged.command {
        Command::Game(GameCommand::Play(_)) => gettext("This play"),
        Command::Game(GameCommand::Double) => gettext("Doubling"),
        Command::Game(GameCommand::Roll | GameCommand::Throw(_)) => gettext("Not doubling"),
        Command::Game(GameCommand::Take) => gettext("Taking"),
        Command::Game(GameCommand::Drop) => gettext("Dropping"),
        _ => gettext("This"),
    };
    let mark = if judged.skill == Skill::Unmarked { "" } else { judged.skill.word() };
    let lost = numbers.equity(judged.loss).trim_start_matches('+').to_owned();
    let values = [("what", what), ("lost", lost), ("mark", gettext(mark))];
    let mut text = gettext_f("{what} loses {lost} ({mark}).", &values);
    if let DecisionAnalysis::Play(analysis) = &judged.analysis
        && let (Some(best), Some(state)) = (analysis.candidates.first(), session.state())
    {
        let play = notation::format(&state.board, &best.play);
        text = format!("{text} {}", gettext_f("The best play is {play}.", &[("play", play)]));
    }
    text
}

/// A message of the session.
#[must_use]
pub fn message(message: &Message) -> String {
    match message {
        Message::DiceRewound => {
            gettext("The end of the dice file is reached; it is read again from the start.")
        }
        Message::DiceReplaced { reason, by } => gettext_f(
            "The dice source failed: {reason}. Rolls now come from {source}.",
            &[("reason", reason.as_str()), ("source", by.name())],
        ),
        Message::FactorReplaced { given, used } => gettext_f(
            "{given} is not a suitable factor; the next suitable prime, {used}, is used instead.",
            &[("given", given), ("used", used)],
        ),
        Message::SettingsSetAside { path, reason } => gettext_f(
            "The settings file is damaged ({reason}). It was renamed to {path}; settings that could be read are used.",
            &[("reason", reason), ("path", &path.display().to_string())],
        ),
        Message::SettingsNotRead { path, reason } => gettext_f(
            "The settings file {path} cannot be read ({reason}). Default settings are used, and the file is left alone.",
            &[("reason", reason), ("path", &path.display().to_string())],
        ),
        Message::SettingsProblem(text) => gettext_f("Settings: {text}.", &[("text", text)]),
        Message::SettingsNotSaved(text) => {
            gettext_f("The settings could not be saved: {text}.", &[("text", text)])
        }
        Message::WeightsProblem(text) => gettext_f(
            "The nets of the settings cannot be used: {text}. Those of the program are used.",
            &[("text", text)],
        ),
        Message::DatabaseProblem(text) => {
            gettext_f("A bearoff database could not be loaded: {text}.", &[("text", text)])
        }
        Message::HypergammonDatabaseMissing { checkers, file: Some(file) } => {
            let command = format!("gnubg makehyper --checkers {checkers} --outfile {}", file.display());
            gettext_f(
                "The hypergammon database is missing, so the positions are only estimated; {command} makes it.",
                &[("command", command)],
            )
        }
        Message::HypergammonDatabaseMissing { file: None, .. } => gettext(
            "The hypergammon database is missing, so the positions are only estimated; this session uses no databases.",
        ),
        Message::HypergammonDatabaseMade { checkers } => ngettext_f(
            "The hypergammon database for {n} checker is made and used from now on.",
            "The hypergammon database for {n} checkers is made and used from now on.",
            u32::from(*checkers),
            &[("n", checkers.to_string())],
        ),
        Message::AutosaveFailed(text) => gettext_f(
            "The match in progress cannot be saved automatically at present: {text}. It is tried again.",
            &[("text", text)],
        ),
        Message::AutosaveRestored => {
            gettext("The match in progress is saved automatically again; nothing is missing.")
        }
        Message::RecoveryExpired(names) => {
            let names = names.join(" – ");
            let text = gettext_f("The interrupted match {names} was discarded.", &[("names", names)]);
            format!("{text} {}", recovery_rule())
        }
        Message::Recovered => gettext("The interrupted match has been restored."),
        _ => gettext("The session sent a message that this terminal cannot show."),
    }
}

/// The question whether to make a hypergammon database.
#[must_use]
pub fn hypergammon_offer(checkers: u8) -> String {
    match checkers {
        1 => gettext("Make the database now? It takes less than a second."),
        2 => gettext("Make the database now? It takes a few seconds and 4 MB of disk space."),
        _ => gettext(
            "Make the database now? It takes several minutes in the background and 300 MB of disk space.",
        ),
    }
}

/// How many interrupted matches are kept.
#[must_use]
pub fn recovery_rule() -> String {
    let n = gnubg_session::journal::MAX_INTERRUPTED.to_string();
    gettext_f("The latest {n} interrupted matches are kept.", &[("n", n)])
}

/// Whose turn it is and which decision is pending.
#[must_use]
pub fn turn(session: &Session) -> Option<String> {
    let state = session.state()?;
    let name = [("player", session.name(state.to_act()?))];
    Some(match state.phase {
        Phase::Resigning { .. } => gettext_f("{player} must answer the resignation.", &name),
        Phase::Due(gnubg_engine::core::Decision::Answer(_)) => {
            gettext_f("{player} must answer the double.", &name)
        }
        Phase::Due(gnubg_engine::core::Decision::Play(_)) => gettext_f("{player} must move.", &name),
        _ => gettext_f("{player} is on roll.", &name),
    })
}
