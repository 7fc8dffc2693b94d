// SPDX-License-Identifier: GPL-3.0-or-later
//! What the window says: announcements of what happened and reasons why something did not.

use crate::board::input::Refusal;
use crate::i18n::{capitalized, gettext, gettext_f, localized, ngettext_f};
use crate::snapshot::Snapshot;
use gnubg_engine::core::{
    Action, ActionError, CubeRefusal, Decision, Ending, GameResult, MatchState, Offer, Phase, Player,
    ResignLevel, notation,
};
use gnubg_record::TimeLoss;
use gnubg_session::event::{Cause, StateChange};
use gnubg_session::{CommandError, Message, WaitingFor};

/// A score by the points that both players need.
pub(crate) fn score_away(own: impl ToString, other: impl ToString) -> String {
    gettext_f("{own}-away/{other}-away", &[("own", &own.to_string()), ("other", &other.to_string())])
}

/// Why the input was refused.
pub(crate) fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::RollFirst => gettext("Roll the dice first"),
        Refusal::ComputerToMove => gettext("It is the computer's turn"),
        Refusal::NotYourChecker => gettext("That is not your checker"),
        Refusal::NoLegalMove => gettext("No legal move from there"),
        Refusal::CannotMakePoint => gettext("No two checkers can make that point"),
        Refusal::NoUniqueBearOff => gettext("There is no single way to bear off"),
        Refusal::NoCheckersLeft(Player::Zero) => {
            gettext("All checkers of the top player are on the board; clear another point first")
        }
        Refusal::NoCheckersLeft(Player::One) => {
            gettext("All checkers of the bottom player are on the board; clear another point first")
        }
        Refusal::Incomplete => gettext("The play is not finished"),
        Refusal::Rules(error) => rules(error),
    }
}

fn rules(error: &ActionError) -> String {
    match error {
        ActionError::BeforeOpening => gettext("The opening roll comes first"),
        ActionError::AfterOpening => gettext("The opening roll has already been made"),
        ActionError::GameOver => gettext("The game is over"),
        ActionError::NotRolled => gettext("Roll the dice first"),
        ActionError::AlreadyRolled => gettext("The dice have been rolled"),
        ActionError::DoublePending => gettext("Take or drop the double first"),
        ActionError::NoDouble => gettext("No double has been offered"),
        ActionError::ResignationPending => gettext("Accept or decline the resignation first"),
        ActionError::NoResignation => gettext("Nobody has resigned"),
        ActionError::ResignationDeclined => gettext("A resignation at this level was already declined"),
        ActionError::IllegalPlay(_) => gettext("That is not a legal play"),
        ActionError::MustPlay(_) => gettext("A checker can move, so you cannot pass"),
        ActionError::Cube(cube) => refused_cube(*cube),
        other => other.to_string(),
    }
}

fn refused_cube(refusal: CubeRefusal) -> String {
    match refusal {
        CubeRefusal::NoCube => gettext("The cube is not in use"),
        CubeRefusal::Crawford => gettext("No doubling in the Crawford game"),
        CubeRefusal::NotYours => gettext("The cube belongs to the opponent"),
        CubeRefusal::AtLimit(_) => gettext("The cube has reached its largest value"),
        CubeRefusal::Dead { .. } => gettext("The cube is dead: the game wins the match already"),
        CubeRefusal::BeaverInMatch => gettext("Beavers are possible only in money play"),
        CubeRefusal::BeaversUsedUp(n) => {
            let number = n.to_string();
            ngettext_f(
                "No more than {n} beaver is allowed",
                "No more than {n} beavers are allowed",
                u32::from(n),
                &[("n", &number)],
            )
        }
    }
}

/// Why a command was refused.
pub(crate) fn refused(error: &CommandError) -> String {
    match error {
        CommandError::Rule(error) => rules(error),
        CommandError::NoMatch => gettext("There is no match"),
        CommandError::NoVariation => gettext("There is no such variation of the match"),
        CommandError::NoRollout => gettext("Nothing has been rolled out yet"),
        CommandError::NoGame => gettext("No game is in progress"),
        CommandError::MatchOver => gettext("The match is over"),
        CommandError::ComputersTurn => gettext("It is the computer's turn"),
        CommandError::PersonsTurn => gettext("It is not the computer's turn"),
        CommandError::Declined(_) => gettext("A resignation at this level was already declined"),
        CommandError::NothingToUndo => gettext("Nothing to undo"),
        CommandError::NothingToRedo => gettext("Nothing to redo"),
        CommandError::NoCube => gettext("The cube is not in use"),
        CommandError::GameWouldBeOver => gettext("Each player needs a checker on the board"),
        other => capitalized(&other.to_string()),
    }
}

/// A message of the session.
pub(crate) fn message(message: &Message) -> String {
    match message {
        Message::DiceRewound => gettext("The dice sequence starts again from the beginning"),
        Message::DiceReplaced { reason, .. } => {
            gettext_f("The dice failed and were replaced: {reason}", &[("reason", reason)])
        }
        Message::FactorReplaced { given, used } => {
            gettext_f("{used} is used instead of {given}", &[("used", used), ("given", given)])
        }
        Message::SettingsSetAside { path, reason } => {
            let path = path.display().to_string();
            let values = [("path", path.as_str()), ("reason", reason)];
            gettext_f("The settings file is damaged and was set aside as {path}: {reason}", &values)
        }
        Message::SettingsNotRead { path, reason } => {
            let path = path.display().to_string();
            let values = [("path", path.as_str()), ("reason", reason)];
            gettext_f("The settings file {path} cannot be read; defaults are used: {reason}", &values)
        }
        Message::SettingsProblem(text) => gettext_f("A setting was ignored: {text}", &[("text", text)]),
        Message::SettingsNotSaved(text) => {
            gettext_f("The settings could not be saved: {text}", &[("text", text)])
        }
        Message::WeightsProblem(text) => gettext_f(
            "The nets of the settings cannot be used, so those of the program are: {text}",
            &[("text", text)],
        ),
        Message::DatabaseProblem(text) => gettext_f("A database was ignored: {text}", &[("text", text)]),
        Message::AutosaveFailed(text) => {
            gettext_f("The match cannot be saved automatically at present: {text}", &[("text", text)])
        }
        Message::RecoveryExpired([a, b]) => gettext_f(
            "The interrupted match {a} – {b} was discarded: only the latest {n} are kept",
            &[("a", a.as_str()), ("b", b), ("n", &gnubg_session::journal::MAX_INTERRUPTED.to_string())],
        ),
        Message::AutosaveRestored => gettext("The match is saved automatically again"),
        Message::HypergammonDatabaseMissing { .. } => {
            gettext("The hypergammon database is missing, so the positions are only estimated")
        }
        Message::HypergammonDatabaseMade { .. } => {
            gettext("The hypergammon database is made and used from now on")
        }
        Message::Recovered => gettext("The match has been restored"),
        // The enum may grow; a message without words of its own shows its name.
        other => format!("{other:?}"),
    }
}

/// What the session waits for.
pub(crate) fn waiting_for(waiting_for: &WaitingFor) -> String {
    match waiting_for {
        WaitingFor::Player { name, address } => {
            gettext_f("Waiting for {name} at {address}…", &[("name", name), ("address", address)])
        }
        WaitingFor::Dice => gettext("Waiting for dice…"),
    }
}

/// A number with its sign and so many digits.
pub(crate) fn number(value: f32, digits: u8) -> String {
    localized(format!("{value:.*}", usize::from(digits)))
}

/// What happened, in a sentence; empty if there is nothing to say.
pub(crate) fn announcement(snapshot: &Snapshot, change: &StateChange) -> String {
    let state = &change.after;
    if let Phase::Over(_) = state.phase {
        return result(snapshot, state);
    }
    match &change.cause {
        Cause::Opening { dice: [a, b], .. } if a == b => gettext("Equal dice: the opening is rolled again"),
        Cause::Opening { dice: [a, b], .. } => {
            let player = snapshot.names[state.on_roll.index()].as_str();
            let (a, b) = (a.max(b).to_string(), a.min(b).to_string());
            let values = [("player", player), ("a", a.as_str()), ("b", b.as_str())];
            gettext_f("{player} starts with {a} and {b}", &values)
        }
        Cause::Acted { by, action, .. } => {
            change.before.map_or(String::new(), |before| acted(snapshot, state, *by, action, &before))
        }
        Cause::OutOfTime { by, loss } => out_of_time(snapshot, *by, *loss),
        Cause::Edited => gettext("Position set up"),
        Cause::Corrected => gettext("Record corrected"),
        Cause::MatchStarted
        | Cause::GameStarted { .. }
        | Cause::Moved
        | Cause::Undone
        | Cause::Redone
        | Cause::Opened => prompt(snapshot, state),
    }
}

fn acted(
    snapshot: &Snapshot,
    state: &MatchState,
    by: Player,
    action: &Action,
    before: &MatchState,
) -> String {
    let player = snapshot.names[by.index()].as_str();
    let cube = state.cube.value.points().to_string();
    match action {
        Action::Opening(_) => String::new(),
        Action::Roll(dice) => {
            let (a, b) = (dice.high().to_string(), dice.low().to_string());
            let values = [("player", player), ("a", a.as_str()), ("b", b.as_str())];
            if state.legal_plays().is_some_and(|plays| plays.is_empty()) {
                gettext_f("{player} rolled {a} and {b} and cannot move", &values)
            } else {
                gettext_f("{player} rolled {a} and {b}", &values)
            }
        }
        Action::Play(play) if play.is_empty() => gettext_f("{player} cannot move", &[("player", player)]),
        Action::Play(play) => {
            let text = notation::format(&before.board, play);
            gettext_f("{player} played {play}", &[("player", player), ("play", &text)])
        }
        Action::Double => {
            let to = (before.cube.value.points() * 2).to_string();
            gettext_f("{player} doubles to {cube}", &[("player", player), ("cube", &to)])
        }
        Action::Take => {
            gettext_f("{player} takes the cube at {cube}", &[("player", player), ("cube", &cube)])
        }
        Action::Beaver => {
            let to = (state.cube.value.points() * 2).to_string();
            let values = [("player", player), ("cube", to.as_str())];
            match before.phase {
                // The answer to a beaver is a raccoon.
                Phase::Due(Decision::Answer(Offer { beavers: 1.., .. })) => {
                    gettext_f("{player} raccoons to {cube}", &values)
                }
                _ => gettext_f("{player} beavers to {cube}", &values),
            }
        }
        Action::Drop => gettext_f("{player} drops the double", &[("player", player)]),
        Action::Resign(level) => {
            gettext_f("{player} offers to resign {level}", &[("player", player), ("level", &stake(*level))])
        }
        Action::DeclineResignation => gettext_f("{player} declines the resignation", &[("player", player)]),
        Action::AcceptResignation => gettext_f("{player} accepts the resignation", &[("player", player)]),
    }
}

fn stake(level: ResignLevel) -> String {
    match level {
        ResignLevel::Single => gettext("a single game"),
        ResignLevel::Gammon => gettext("a gammon"),
        ResignLevel::Backgammon => gettext("a backgammon"),
    }
}

/// Whose turn it is.
fn prompt(snapshot: &Snapshot, state: &MatchState) -> String {
    match state.to_act() {
        Some(player) => {
            gettext_f("It is the turn of {player}", &[("player", &snapshot.names[player.index()])])
        }
        None => gettext("Roll for the first turn"),
    }
}

/// What a player lost whose time was used up.
fn out_of_time(snapshot: &Snapshot, by: Player, loss: TimeLoss) -> String {
    let player = snapshot.names[by.index()].as_str();
    match loss {
        TimeLoss::Points(points) => ngettext_f(
            "{player} is out of time and loses {n} point",
            "{player} is out of time and loses {n} points",
            u32::from(points),
            &[("player", player), ("n", &points.to_string())],
        ),
        TimeLoss::Game => gettext_f("{player} is out of time and loses the game", &[("player", player)]),
        TimeLoss::Match => gettext_f("{player} is out of time and loses the match", &[("player", player)]),
    }
}

/// How a game or match ended.
fn result(snapshot: &Snapshot, state: &MatchState) -> String {
    let Some(result) = state.result() else { return String::new() };
    let won = won(snapshot, state, result);
    if result.ending != Ending::OutOfTime {
        return won;
    }
    let loser = snapshot.names[result.winner.other().index()].as_str();
    gettext_f("{player} is out of time. {result}", &[("player", loser), ("result", &won)])
}

/// Who won how much.
fn won(snapshot: &Snapshot, state: &MatchState, result: GameResult) -> String {
    let winner = snapshot.names[result.winner.index()].as_str();
    let points = result.points.to_string();
    if state.match_winner() == Some(result.winner) {
        let (a, b) = (state.score[result.winner.index()], state.score[result.winner.other().index()]);
        let score = format!("{a}–{b}");
        return gettext_f("{player} wins the match {score}", &[("player", winner), ("score", &score)]);
    }
    let values = [("player", winner), ("n", points.as_str())];
    match result.ending {
        Ending::BorneOff(2) => ngettext_f(
            "{player} wins a gammon and {n} point",
            "{player} wins a gammon and {n} points",
            result.points,
            &values,
        ),
        Ending::BorneOff(3) => ngettext_f(
            "{player} wins a backgammon and {n} point",
            "{player} wins a backgammon and {n} points",
            result.points,
            &values,
        ),
        _ => ngettext_f("{player} wins {n} point", "{player} wins {n} points", result.points, &values),
    }
}

/// Who plays whom for how much.
pub(crate) fn title(snapshot: &Snapshot) -> String {
    match &snapshot.state {
        Some(state) => {
            let [a, b] = &snapshot.names;
            let kind = match_kind(state);
            gettext_f("{a} – {b}, {kind}", &[("a", a), ("b", b), ("kind", &kind)])
        }
        None => gettext("GNU Backgammon"),
    }
}

/// Title and subtitle above a match that is played here, whose names are in the bars: its kind, the game, and the level of a
/// computer player.
pub(crate) fn played_titles(snapshot: &Snapshot, state: &MatchState, level: Option<&str>) -> [String; 2] {
    if state.match_winner().is_some() {
        return [capitalized(&match_kind(state)), gettext("finished")];
    }
    let game = snapshot.game.to_string();
    let subtitle = match level {
        Some(level) => gettext_f("Game {n} · against {level}", &[("n", &*game), ("level", level)]),
        None => gettext_f("Game {n}", &[("n", &game)]),
    };
    [capitalized(&match_kind(state)), subtitle]
}

/// How far a transcription is: its game, and how many plays it has.
pub(crate) fn transcribed(game: usize, n_plays: usize) -> String {
    let (game, number) = (game.to_string(), n_plays.to_string());
    let count = u32::try_from(n_plays).unwrap_or(u32::MAX);
    ngettext_f("Game {game}, {n} play", "Game {game}, {n} plays", count, &[("game", &game), ("n", &number)])
}

/// The kind of match in words.
pub(crate) fn match_kind(state: &MatchState) -> String {
    if state.is_money() {
        return gettext("Money session");
    }
    points_match(state.length)
}

/// A match of that length in words, for titles and within sentences.
pub(crate) fn points_match(length: u16) -> String {
    ngettext_f("{n}-point match", "{n}-point match", u32::from(length), &[("n", &length.to_string())])
}

/// The special rule in force, if any.
pub(crate) fn badge(state: &MatchState) -> Option<String> {
    if matches!(state.phase, Phase::Over(_)) {
        // The next game may be the Crawford game.
        None
    } else if state.is_crawford {
        Some(gettext("Crawford"))
    } else if state.is_post_crawford() {
        Some(gettext("Post-Crawford"))
    } else if state.is_money() && state.rules.jacoby {
        Some(gettext("Jacoby"))
    } else {
        None
    }
}

/// How many points a player needs, or that the match is won; `None` in a money session.
pub(crate) fn away(state: &MatchState, player: Player) -> Option<String> {
    Some(match state.away(player)? {
        0 => gettext("won"),
        away => gettext_f("{n} away", &[("n", &away.to_string())]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;

    #[test]
    fn the_badge_says_post_crawford_only_after_the_crawford_game() {
        let of = |score, is_crawford, phase| {
            let state = MatchState::new(3, Rules::default()).unwrap();
            badge(&MatchState { score, is_crawford, phase, ..state })
        };
        let rolling = Phase::Due(Decision::Roll);
        assert_eq!(of([1, 1], false, rolling), None);
        assert_eq!(of([2, 1], true, rolling).as_deref(), Some("Crawford"));
        assert_eq!(of([2, 2], false, rolling).as_deref(), Some("Post-Crawford"));
        // The game that brought a player to two points is over, and the Crawford game has not begun.
        let result = GameResult { winner: Player::Zero, points: 1, ending: Ending::Dropped };
        assert_eq!(of([2, 1], false, Phase::Over(result)), None);
    }

    #[test]
    fn the_winner_of_a_match_is_not_zero_points_away() {
        let state = MatchState { score: [3, 1], ..MatchState::new(3, Rules::default()).unwrap() };
        assert_eq!(away(&state, Player::Zero).as_deref(), Some("won"));
        assert_eq!(away(&state, Player::One).as_deref(), Some("2 away"));
        assert_eq!(away(&MatchState::new(0, Rules::default()).unwrap(), Player::One), None);
    }

    #[test]
    fn a_match_lost_on_time_says_so_also_when_it_is_opened() {
        let result = GameResult { winner: Player::One, points: 3, ending: Ending::OutOfTime };
        let state = MatchState::new(3, Rules::default()).unwrap();
        let after = MatchState { score: [0, 3], phase: Phase::Over(result), ..state };
        let snapshot = Snapshot { names: ["A".to_owned(), "B".to_owned()], ..Snapshot::default() };
        for cause in [Cause::Opened, Cause::Moved] {
            let change = StateChange { revision: 0, before: None, after, cause };
            assert_eq!(announcement(&snapshot, &change), "A is out of time. B wins the match 3–0");
        }
    }

    #[test]
    fn a_beaver_of_a_beaver_is_a_raccoon() {
        let playing = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        let play = playing.legal_plays().unwrap().plays()[0];
        let doubled = playing.apply(Action::Play(play)).and_then(|s| s.apply(Action::Double)).unwrap();
        let beavered = doubled.apply(Action::Beaver).unwrap();
        let snapshot = Snapshot { names: ["A".to_owned(), "B".to_owned()], ..Snapshot::default() };
        let told = |before: MatchState| {
            let cause = Cause::Acted {
                by: before.to_act().unwrap(),
                action: Action::Beaver,
                agent: gnubg_session::event::Agent::Person,
            };
            let after = before.apply(Action::Beaver).unwrap();
            announcement(&snapshot, &StateChange { revision: 0, before: Some(before), after, cause })
        };
        assert!(told(doubled).ends_with(" beavers to 4"), "{}", told(doubled));
        assert!(told(beavered).ends_with(" raccoons to 8"), "{}", told(beavered));
    }
}
