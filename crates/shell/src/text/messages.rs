// SPDX-License-Identifier: GPL-3.0-or-later
//! Messages about the course of a match, and messages of the session.

use super::numbers::Numbers;
use gnubg_engine::core::{Action, Ending, MatchState, Phase, Player, ResignLevel, notation};
use gnubg_record::Skill;
use gnubg_session::decision::DecisionAnalysis;
use gnubg_session::event::TutorWarning;
use gnubg_session::event::{GameOver, StateChange};
use gnubg_session::{Cause, Command, GameCommand, Loss, Message, Session};

/// `1 point`, `2 points`.
#[must_use]
pub fn counted(n: u32, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// The size of a win or resignation: 1, 2 or 3 times the cube.
#[must_use]
pub const fn size(multiple: u8) -> &'static str {
    match multiple {
        1 => "a single game",
        2 => "a gammon",
        _ => "a backgammon",
    }
}

/// The question before something is discarded.
#[must_use]
pub fn loss(loss: Loss) -> String {
    match loss {
        Loss::Game => "A game is in progress. Abandon it?".to_owned(),
        Loss::Rest { games, entries } => {
            let mut text = match entries {
                1 => "1 later entry of this game".to_owned(),
                n => format!("{n} later entries of this game"),
            };
            if games > 0 {
                let games = u32::try_from(games).unwrap_or(u32::MAX);
                text = format!("{text} and {}", counted(games, "later game"));
            }
            format!("This removes {text}. Continue?")
        }
    }
}

/// The request for dice thrown by hand.
#[must_use]
pub fn dice_wanted(name: Option<String>) -> String {
    match name {
        Some(name) => format!("Enter the roll of {name}, such as 31."),
        None => "Enter the opening roll, the die of the top player first, such as 31.".to_owned(),
    }
}

/// Winner, size and points of a game, and the score.
#[must_use]
pub fn game_over(session: &Session, over: &GameOver) -> String {
    let result = over.result;
    let multiple = match result.ending {
        Ending::BorneOff(multiple) => multiple,
        Ending::Dropped | Ending::OutOfTime => 1,
        Ending::Resigned(level) => level.multiple(),
    };
    // Under the Jacoby rule a gammon with a centered cube counts as a single game.
    let multiple = if result.points == over.cube.points() { 1 } else { multiple };
    let points = counted(result.points, "point");
    format!("{} wins {} and {points}.\n{}", session.name(result.winner), size(multiple), score(session))
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
        0 if record.rules.jacoby => "money session, Jacoby rule".to_owned(),
        0 => "money session, no Jacoby rule".to_owned(),
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
                (true, _) => ", Crawford game",
                (_, true) => ", after the Crawford game",
                _ => "",
            };
            format!("match to {}{stage}", counted(u32::from(length), "point"))
        }
    };
    let games = counted(u32::try_from(games).unwrap_or(u32::MAX), "game");
    let [zero, one] =
        Player::BOTH.map(|player| format!("{} {}", session.name(player), score[player.index()]));
    format!("Score after {games}: {zero}, {one} ({kind}).")
}

/// The message about a change of the match; `None` if the board alone tells it.
#[must_use]
pub fn change(session: &Session, change: &StateChange) -> Option<String> {
    Some(match &change.cause {
        Cause::MatchStarted => match change.after.length {
            0 => "A new money session begins.".to_owned(),
            length => format!("A new match to {} begins.", counted(u32::from(length), "point")),
        },
        Cause::GameStarted { automatic: false } => {
            let number = session.place().game + 1;
            if number == 1 { return None } else { format!("Game {number} begins.") }
        }
        Cause::Opening { dice, doubled } => {
            let [zero, one] = Player::BOTH.map(|player| session.name(player));
            let mut text = format!("{zero} rolls {}, {one} rolls {}.", dice[0], dice[1]);
            if let Some(value) = doubled {
                text = format!("{text}\nThe cube is turned to {}.", value.points());
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
        Cause::Undone => "Undone.".to_owned(),
        Cause::Redone => "Redone.".to_owned(),
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
    Some(match action {
        Action::Opening(_) | Action::Roll(_) => return None,
        Action::Play(play) if play.is_empty() => {
            let dice = before?.dice()?;
            format!("{name} rolls {}{} and cannot move.", dice.high(), dice.low())
        }
        Action::Play(_) if is_person => return None,
        Action::Play(play) => {
            let before = before?;
            let dice = before.dice()?;
            format!(
                "{name} rolls {}{} and plays {}.",
                dice.high(),
                dice.low(),
                notation::format(&before.board, &play)
            )
        }
        Action::Double => format!("{name} doubles to {}.", 2 * after.cube.value.points()),
        Action::Take => format!("{name} takes; the cube is at {}.", after.cube.value.points()),
        Action::Drop => {
            format!(
                "{name} drops and loses {}.",
                counted(after.result().map_or(0, |result| result.points), "point")
            )
        }
        Action::Beaver => format!("{name} beavers; the cube is at {}.", 2 * after.cube.value.points()),
        Action::Resign(level) => format!("{name} offers to resign {}.", size(level.multiple())),
        Action::AcceptResignation => format!("{name} accepts the resignation."),
        Action::DeclineResignation => {
            let level = after.declined.map_or(1, ResignLevel::multiple);
            format!("{name} declines {}.", size(level))
        }
    })
}

/// The warning of the tutor.
#[must_use]
pub fn warning(session: &Session, judged: &TutorWarning, numbers: Numbers) -> String {
    let what = match &judged.command {
        Command::Game(GameCommand::Play(_)) => "This play",
        Command::Game(GameCommand::Double) => "Doubling",
        Command::Game(GameCommand::Roll | GameCommand::Throw(_)) => "Not doubling",
        Command::Game(GameCommand::Take) => "Taking",
        Command::Game(GameCommand::Drop) => "Dropping",
        _ => "This",
    };
    let mark = if judged.skill == Skill::Unmarked { "" } else { judged.skill.word() };
    let mut text = format!("{what} loses {} ({mark}).", numbers.equity(judged.loss).trim_start_matches('+'));
    if let DecisionAnalysis::Play(analysis) = &judged.analysis
        && let (Some(best), Some(state)) = (analysis.candidates.first(), session.state())
    {
        text = format!("{text} The best play is {}.", notation::format(&state.board, &best.play));
    }
    text
}

/// A message of the session.
#[must_use]
pub fn message(message: &Message) -> String {
    match message {
        Message::DiceRewound => {
            "The end of the dice file is reached; it is read again from the start.".to_owned()
        }
        Message::DiceReplaced { reason, by } => {
            format!("The dice source failed: {reason}. Rolls now come from {}.", by.name())
        }
        Message::FactorReplaced { given, used } => {
            format!("{given} is not a suitable factor; the next suitable prime, {used}, is used instead.")
        }
        Message::SettingsSetAside { path, reason } => {
            format!(
                "The settings file is damaged ({reason}). It was renamed to {}; settings that could be read are used.",
                path.display()
            )
        }
        Message::SettingsNotRead { path, reason } => {
            format!(
                "The settings file {} cannot be read ({reason}). Default settings are used, and the file is left alone.",
                path.display()
            )
        }
        Message::SettingsProblem(text) => format!("Settings: {text}."),
        Message::SettingsNotSaved(text) => format!("The settings could not be saved: {text}."),
        Message::WeightsProblem(text) => {
            format!("The nets of the settings cannot be used: {text}. Those of the program are used.")
        }
        Message::DatabaseProblem(text) => format!("A bearoff database could not be loaded: {text}."),
        Message::HypergammonDatabaseMissing { checkers, file } => {
            let made = match file {
                Some(file) => {
                    format!("gnubg makehyper --checkers {checkers} --outfile {} makes it", file.display())
                }
                None => "this session uses no databases".to_owned(),
            };
            format!("The hypergammon database is missing, so the positions are only estimated; {made}.")
        }
        Message::HypergammonDatabaseMade { checkers } => {
            format!(
                "The hypergammon database for {} is made and used from now on.",
                counted(u32::from(*checkers), "checker")
            )
        }
        Message::AutosaveFailed(text) => {
            format!(
                "The match in progress cannot be saved automatically at present: {text}. It is tried again."
            )
        }
        Message::AutosaveRestored => {
            "The match in progress is saved automatically again; nothing is missing.".to_owned()
        }
        Message::RecoveryExpired(names) => {
            format!("The interrupted match {} was discarded. {}", names.join(" – "), recovery_rule())
        }
        Message::Recovered => "The interrupted match has been restored.".to_owned(),
        _ => "The session sent a message that this terminal cannot show.".to_owned(),
    }
}

/// The question whether to make a hypergammon database.
#[must_use]
pub const fn hypergammon_offer(checkers: u8) -> &'static str {
    match checkers {
        1 => "Make the database now? It takes less than a second.",
        2 => "Make the database now? It takes a few seconds and 4 MB of disk space.",
        _ => "Make the database now? It takes several minutes in the background and 300 MB of disk space.",
    }
}

/// How many interrupted matches are kept.
#[must_use]
pub fn recovery_rule() -> String {
    format!("The latest {} interrupted matches are kept.", gnubg_session::journal::MAX_INTERRUPTED)
}

/// Whose turn it is and which decision is pending.
#[must_use]
pub fn turn(session: &Session) -> Option<String> {
    let state = session.state()?;
    let name = session.name(state.to_act()?);
    Some(match state.phase {
        Phase::Resigning { .. } => format!("{name} must answer the resignation."),
        Phase::Due(gnubg_engine::core::Decision::Answer(_)) => format!("{name} must answer the double."),
        Phase::Due(gnubg_engine::core::Decision::Play(_)) => format!("{name} must move."),
        _ => format!("{name} is on roll."),
    })
}
