// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of the session and of the rules, translated. In English they are the texts of the errors themselves.

use crate::i18n::{gettext, gettext_f, ngettext_f};
use gnubg_engine::core::ids::IdError;
use gnubg_engine::core::notation::NotationError;
use gnubg_engine::core::{ActionError, BoardError, CubeRefusal};
use gnubg_engine::rng::{DiceFault, Seed, SeedError};
use gnubg_engine::rollout::RolloutError;
use gnubg_formats::PositionError;
use gnubg_record::DateError;
use gnubg_session::error::ScoreError;
use gnubg_session::external::ExternalError;
use gnubg_session::options::{self, OptionKind};
use gnubg_session::{CommandError, NameError};

/// Why a command cannot be carried out.
#[must_use]
pub fn command(error: &CommandError) -> String {
    match error {
        CommandError::Rule(error) => action(error),
        CommandError::Score(error) => score(*error),
        CommandError::Name(error) => name(error),
        CommandError::NoMatch => gettext("there is no match; start one with new match or new session"),
        CommandError::NoVariation => gettext("there is no such variation of the match"),
        CommandError::DatabaseBusy => {
            gettext("an action on a database of positions is still running; database stop ends it")
        }
        CommandError::NoDatabaseAction => gettext("no action on a database of positions is running"),
        CommandError::NoSeed(generator) => {
            gettext_f("{source} takes no seed", &[("source", generator.name())])
        }
        CommandError::Dice(DiceFault::NoDice(source)) => gettext_f(
            "{source} holds no dice; they are written as digits from 1 to 6",
            &[("source", source.clone())],
        ),
        CommandError::Rollout(RolloutError::GameOver) => {
            gettext("the game is over, so there is nothing to roll out")
        }
        CommandError::NoRollout => gettext("nothing has been rolled out yet"),
        CommandError::NoGame => gettext("no game is in progress; start one with new game"),
        CommandError::MatchOver => gettext("the match is over; start another with new match"),
        CommandError::ComputersTurn => gettext("it is the computer's turn; use play to let it continue"),
        CommandError::PersonsTurn => gettext("it is not the computer's turn"),
        CommandError::Ambiguous(n) => gettext_f("there are {n} plays; say which", &[("n", n.to_string())]),
        CommandError::Declined(_) => gettext("a resignation of that size has been declined"),
        CommandError::NoFairResignation => gettext("no size of resignation is fair in this position"),
        CommandError::OpenResignation => {
            gettext("only the computer judges which resignation is fair; say single, gammon or backgammon")
        }
        CommandError::NothingToUndo => gettext("there is nothing to undo"),
        CommandError::NothingToRedo => gettext("there is nothing to redo"),
        CommandError::NoEntry => {
            gettext("select a move first; marks belong to the move after the position shown")
        }
        CommandError::WrongEntry => gettext("this entry has no such decision"),
        CommandError::NothingToAnalyze => {
            gettext("nothing is selected for analysis; turn on moves, cube or luck")
        }
        CommandError::NoCandidates => gettext("there are no candidates yet; analyze the move first"),
        CommandError::NoSuchCandidate { asked, most } => gettext_f(
            "there are {most} plays; {asked} is not one of them",
            &[("most", most.to_string()), ("asked", asked.to_string())],
        ),
        CommandError::Count => gettext("a count of moves or games is a positive number"),
        CommandError::GameWouldBeOver => gettext("each player needs a checker on the board"),
        CommandError::NoSource => gettext("name the file or the command that the dice come from"),
        CommandError::ProgramsForbidden => gettext("running programs is disabled (--no-shell)"),
        CommandError::Modulus => gettext("a modulus is a whole number, 2 or more"),
        CommandError::NoSuchMatch { asked, most } => gettext_f(
            "there are {most} matches in the file; {asked} is not one of them",
            &[("most", most.to_string()), ("asked", asked.to_string())],
        ),
        CommandError::NoDatabases => gettext("this session uses no databases; start the program without -b"),
        CommandError::NoClock => gettext("this match is played without clocks"),
        CommandError::ClockStands => gettext("no clock runs now that could be stopped, and none was stopped"),
        CommandError::NoCube => gettext("the cube is not in use in this game"),
        CommandError::MoneyPlay => gettext("this is possible only in a match, and this is a money session"),
        CommandError::NotCrawford => {
            gettext("the Crawford rule needs exactly one player one point away from winning the match")
        }
        CommandError::Option(error) => gettext_f(
            "{name} cannot be {found}; it must be {expected}",
            &[
                ("name", option_words(&error.name)),
                ("found", error.found.clone()),
                (
                    "expected",
                    options::find(&error.name).map_or(error.expected.clone(), |leaf| values(&leaf.kind)),
                ),
            ],
        ),
        other => other.to_string(),
    }
}

/// What went wrong with an external player.
#[must_use]
pub fn external(error: &ExternalError) -> String {
    match error {
        ExternalError::NoAddress => {
            gettext("no address is set for the external player; give HOST:PORT or the path of a socket")
        }
        ExternalError::Connect { address, reason } => gettext_f(
            "cannot connect to {address}: {reason}; start the external player there, or correct the address",
            &[("address", address.clone()), ("reason", reason.to_string())],
        ),
        other => other.to_string(),
    }
}

/// Why a text is not a seed.
#[must_use]
pub fn seed(error: &SeedError) -> String {
    let most = [("text", format!("{:?}", error.0)), ("n", Seed::MAX_DIGITS.to_string())];
    gettext_f("{text} is not a seed; a seed is a whole number of at most {n} digits", &most)
}

/// Why a text is not a date.
#[must_use]
pub fn date(error: &DateError) -> String {
    gettext_f("{text} is not a date; write it as YYYY-MM-DD", &[("text", format!("{:?}", error.0))])
}

/// The words that set an option, or its key if no command does.
fn option_words(name: &str) -> String {
    let words = options::find(name).map(|leaf| leaf.words.clone()).filter(|words| !words.is_empty());
    words.unwrap_or_else(|| name.to_owned())
}

/// The values that an option can have.
#[must_use]
pub fn values(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Whole(least, i64::MAX) => {
            gettext_f("a whole number, {least} or more", &[("least", least.to_string())])
        }
        OptionKind::Whole(least, most) => gettext_f(
            "a whole number from {least} to {most}",
            &[("least", least.to_string()), ("most", most.to_string())],
        ),
        OptionKind::Number(least, most) if *most >= f64::from(f32::MAX) => {
            gettext_f("a number, {least} or more", &[("least", least.to_string())])
        }
        OptionKind::Number(least, most) => gettext_f(
            "a number from {least} to {most}",
            &[("least", least.to_string()), ("most", most.to_string())],
        ),
        OptionKind::Choice(words, _) => gettext_f("one of {list}", &[("list", words.join(", "))]),
        other => other.to_string(),
    }
}

/// Why the rules forbid an action.
#[must_use]
pub fn action(error: &ActionError) -> String {
    match error {
        ActionError::BeforeOpening => gettext("the opening roll has not been thrown yet"),
        ActionError::AfterOpening => gettext("the opening roll has already been thrown"),
        ActionError::GameOver => gettext("the game is over"),
        ActionError::NotRolled => gettext("roll the dice first"),
        ActionError::AlreadyRolled => gettext("the dice have already been rolled"),
        ActionError::DoublePending => gettext("a double has been offered; take it or drop it first"),
        ActionError::NoDouble => gettext("no double has been offered"),
        ActionError::ResignationPending => {
            gettext("a resignation has been offered; accept or decline it first")
        }
        ActionError::NoResignation => gettext("no resignation has been offered"),
        ActionError::ResignationDeclined => gettext("a resignation of that size has just been declined"),
        ActionError::Die(n) => gettext_f("a die shows 1 to 6, not {n}", &[("n", n.to_string())]),
        ActionError::IllegalPlay(dice) => {
            gettext_f("that is not a legal play of {dice}", &[("dice", dice.to_string())])
        }
        ActionError::MustPlay(dice) => {
            gettext_f("{dice} can be played; you may not pass", &[("dice", dice.to_string())])
        }
        ActionError::Cube(refusal) => cube(*refusal),
    }
}

fn cube(refusal: CubeRefusal) -> String {
    match refusal {
        CubeRefusal::NoCube => gettext("the doubling cube is not in use"),
        CubeRefusal::Crawford => gettext("the cube may not be turned in the Crawford game"),
        CubeRefusal::NotYours => gettext("the opponent owns the cube"),
        CubeRefusal::AtLimit(cube) => {
            gettext_f("the cube is already at its largest value, {n}", &[("n", cube.to_string())])
        }
        CubeRefusal::Dead { cube } => {
            gettext_f("the cube is dead: {n} points already win the match", &[("n", cube.to_string())])
        }
        CubeRefusal::BeaverInMatch => gettext("a double can be turned at once only in money play"),
        CubeRefusal::BeaversUsedUp(n) => {
            gettext_f("no more than {n} beavers in a row are allowed", &[("n", n.to_string())])
        }
    }
}

/// Why a text is not a position.
#[must_use]
pub fn position(error: &PositionError) -> String {
    match error {
        PositionError::Id(error) => id(error),
        PositionError::Board(error) => board(error),
        PositionError::Count { expected, found, .. } => gettext_f(
            "a simple board has {expected} numbers, not {found}",
            &[("expected", expected.to_string()), ("found", found.to_string())],
        ),
        PositionError::Nothing(text) => gettext_f(
            "there is no XGID, OGID, GNUBGID, board line or drawn board in {text}",
            &[("text", format!("{text:?}"))],
        ),
        other => other.to_string(),
    }
}

/// Why a text is not an identifier.
#[must_use]
pub fn id(error: &IdError) -> String {
    let kind = |what: &str| match what {
        "a position ID" => gettext("a position ID"),
        "a match ID" => gettext("a match ID"),
        "the position of an XGID" => gettext("the position of an XGID"),
        other => other.to_owned(),
    };
    match error {
        IdError::Length { what, expected, found } => gettext_f(
            "{what} has {expected} characters, not {found}",
            &[("what", kind(what)), ("expected", expected.to_string()), ("found", found.to_string())],
        ),
        IdError::Character { what, character, position } => gettext_f(
            "{what} cannot hold the character {character} (character {position})",
            &[
                ("what", kind(what)),
                ("character", format!("{character:?}")),
                ("position", position.to_string()),
            ],
        ),
        IdError::SurplusBits { what } => gettext_f("{what} holds surplus bits", &[("what", kind(what))]),
        IdError::Board(error) => board(error),
        IdError::Nothing(text) => gettext_f(
            "no position ID (14 characters), match ID (12 characters) or XGID in {text}",
            &[("text", format!("{text:?}"))],
        ),
        IdError::Field { .. } => error.to_string(),
    }
}

/// Why a board is impossible.
#[must_use]
pub fn board(error: &BoardError) -> String {
    match error {
        BoardError::TooManyCheckers { count, most, .. } => gettext_f(
            "a side has {count} checkers; at most {most} are possible",
            &[("count", count.to_string()), ("most", most.to_string())],
        ),
        BoardError::SharedPoint { point } => gettext_f(
            "both sides have checkers on point {point} of the player on roll",
            &[("point", point.to_string())],
        ),
        BoardError::BothClosedOut => gettext("both sides are on the bar against six closed points"),
    }
}

fn score(error: ScoreError) -> String {
    match error {
        ScoreError::Length(n) => gettext_f(
            "a match has 1 to 64 points, or 0 for a money session, not {n}",
            &[("n", n.to_string())],
        ),
        ScoreError::Over { points, length } => ngettext_f(
            "with {points} point the match to {length} would be over",
            "with {points} points the match to {length} would be over",
            u32::try_from(points).unwrap_or(0),
            &[("points", points.to_string()), ("length", length.to_string())],
        ),
        ScoreError::Negative(n) => gettext_f("a score cannot be {n} points", &[("n", n.to_string())]),
        ScoreError::NotOneAway => gettext(
            "Crawford and post-Crawford are possible only when a player is one point away from winning the match",
        ),
        ScoreError::BothOneAway => gettext("with both players one point away it cannot be the Crawford game"),
        ScoreError::Contradiction => gettext("the game is either the Crawford game or a later one"),
        ScoreError::NoScoreYet => gettext("after the Crawford game the other player must have scored"),
    }
}

/// Why a name cannot be given to a player.
#[must_use]
pub fn name(error: &NameError) -> String {
    match error {
        NameError::Empty => gettext("enter a name"),
        NameError::Reserved(name) => gettext_f(
            "{name} already stands for a player and cannot be a name",
            &[("name", format!("{name:?}"))],
        ),
        NameError::Taken(name) => {
            gettext_f("the other player is already called {name}", &[("name", format!("{name:?}"))])
        }
        NameError::Unusable => gettext("a name has at most 31 bytes and no control characters"),
    }
}

/// Why a text is not a play, or not a legal one.
#[must_use]
pub fn notation(error: &NotationError) -> String {
    match error {
        NotationError::Unexpected { found, at } => gettext_f(
            "unexpected {found} at character {at} of the play",
            &[("found", format!("{found:?}")), ("at", at.to_string())],
        ),
        NotationError::NotAPoint(n) => {
            gettext_f("{n} is not a point; points are 1 to 24, 25 or bar, 0 or off", &[("n", n.to_string())])
        }
        NotationError::LooseSlash => gettext("a slash must stand between two points"),
        NotationError::OddPoints => gettext("the play needs pairs of points: from and to"),
        NotationError::TooManySteps => gettext("a play has at most four steps"),
        NotationError::BadRepeat => gettext("a repeat count is (2), (3) or (4) after a path such as 13/11"),
        NotationError::WrongWay { from, to } => gettext_f(
            "a checker cannot move from {from} to {to}",
            &[("from", from.to_string()), ("to", to.to_string())],
        ),
        NotationError::Illegal { play, dice } => gettext_f(
            "{play} is not a legal play of {dice}",
            &[("play", play.clone()), ("dice", dice.to_string())],
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, ResignLevel};

    #[test]
    fn english_is_the_text_of_the_error() {
        let dice = Dice::new(3, 1).unwrap();
        for error in [
            CommandError::NoMatch,
            CommandError::Ambiguous(3),
            CommandError::Declined(ResignLevel::Single),
            CommandError::NoSuchCandidate { asked: 4, most: 3 },
            CommandError::NoSuchMatch { asked: 4, most: 3 },
            CommandError::NoClock,
            CommandError::Score(ScoreError::Over { points: 7, length: 5 }),
            CommandError::Score(ScoreError::NotOneAway),
            CommandError::Name(NameError::Reserved("0".to_owned())),
            CommandError::Rule(ActionError::MustPlay(dice)),
            CommandError::Rule(ActionError::Cube(CubeRefusal::BeaversUsedUp(3))),
            CommandError::Count,
            CommandError::DatabaseBusy,
            CommandError::NoDatabaseAction,
            CommandError::NoSeed(gnubg_engine::rng::Generator::RandomOrg),
            CommandError::Dice(DiceFault::NoDice("a.txt".to_owned())),
            CommandError::Rollout(RolloutError::GameOver),
        ] {
            assert_eq!(command(&error), error.to_string());
        }
        let reason = std::io::Error::other("refused");
        for error in [ExternalError::NoAddress, ExternalError::Connect { address: "a:1".to_owned(), reason }]
        {
            assert_eq!(external(&error), error.to_string());
        }
        let wrong = "x".parse::<Seed>().unwrap_err();
        assert_eq!(seed(&wrong), wrong.to_string());
        let wrong = "x".parse::<gnubg_record::Date>().unwrap_err();
        assert_eq!(date(&wrong), wrong.to_string());
        for error in [NotationError::LooseSlash, NotationError::Unexpected { found: 'x', at: 3 }] {
            assert_eq!(notation(&error), error.to_string());
        }
    }
}
