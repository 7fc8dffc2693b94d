// SPDX-License-Identifier: GPL-3.0-or-later
//! Setting up: positions, dice, turn, cube, score, identifiers, match information.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::{Args, read_players};
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::position;
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use crate::text::{errors, messages};
use gnubg_engine::core::{CubeValue, MatchState, Player};
use gnubg_formats::ids;
use gnubg_record::Date;
use gnubg_session::command::{CrawfordStage, Fact, Points};
use gnubg_session::{Command, Edit};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("clear turn", "", noted("take back the roll or double of this turn"), |c, _| {
        edit(c, Edit::ClearTurn)
    }),
    row("set board", "POSITION", noted("set the checkers, seen by the player on roll"), board),
    row("set dice", "dice", noted("set the roll, for example 31"), dice),
    row("set turn", "player", noted("choose the player on roll"), turn).expecting(Expects::Player),
    row("set cube value", "1|2|4|...|4096", noted("set the value of the cube"), cube_value),
    row("set cube owner", "player|both", noted("choose the owner of the cube; both centers it"), cube_owner)
        .expecting(Expects::Players),
    row("set cube centre", "", noted("center the cube"), |c, _| centre(c)),
    row("set cube center", "", noted("center the cube"), |c, _| centre(c)),
    row(
        "set score",
        "points points [length]",
        noted("set the score: 3, -2 (away), 6* (Crawford), 6post (after it)"),
        score,
    ),
    row("set crawford", "on|off", noted("choose whether this is the Crawford game"), |c, a| {
        let on = a.switch()?;
        edit(c, Edit::Crawford(on))?;
        super::show::crawford(c, a)
    }),
    row("set postcrawford", "on|off", noted("choose whether the Crawford game has been played"), |c, a| {
        let on = a.switch()?;
        edit(c, Edit::PostCrawford(on))?;
        super::show::crawford(c, a)
    }),
    row("set matchid", "ID", noted("set score, cube, dice and turn; the checkers stay in place"), match_id),
    row(
        "set gnubgid",
        "ID",
        noted("set position and match from a text that contains identifiers"),
        identifier,
    ),
    row("set xgid", "ID", noted("set position and match from an XGID"), xgid),
    row("set defaultnames", "name name", noted("set the player names of new matches"), default_names),
    row("set matchinfo annotator", "[text]", noted("set the annotator of the match"), |c, a| {
        fact(c, a, Fact::Annotator)
    }),
    row("set matchinfo comment", "[text]", noted("write a comment about the match"), |c, a| {
        fact(c, a, Fact::Comment)
    }),
    row("set matchinfo date", "[YYYY-MM-DD]", noted("set the date of the match"), date),
    row("set matchinfo event", "[text]", noted("set the event, for example a tournament"), |c, a| {
        fact(c, a, Fact::Event)
    }),
    row("set matchinfo place", "[text]", noted("set the place of the match"), |c, a| fact(c, a, Fact::Place)),
    row("set matchinfo rating", "player [text]", noted("set the rating of a player"), rating)
        .expecting(Expects::Player),
    row("set matchinfo round", "[text]", noted("set the round of the event"), |c, a| fact(c, a, Fact::Round)),
    row("swap players", "", noted("exchange the players in the whole match"), |c, _| {
        edit(c, Edit::SwapPlayers)
    }),
];

fn edit(context: &mut Context<'_>, edit: Edit) -> CommandResult {
    context.execute_asking(Command::Edit(edit)).map(|_| ())
}

fn board(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    context.session.game()?;
    if args.peek().is_none() {
        return Err(Refusal::usage(gettext(
            "set board needs a position: a position ID, such as 4HPwATDgc/ABMA, or simple and 26 numbers",
        )));
    }
    let asked = position::read(context, args)?;
    if asked.is_after_play {
        // The play is over: the opponent is on roll.
        return show_state(context, asked.state);
    }
    edit(context, Edit::Board(Box::new(asked.state.board)))?;
    context.shell.is_board_due = true;
    Ok(())
}

/// Reads two dice, as in `31` or `3 1`.
///
/// # Errors
/// If the text is anything else.
pub fn read_dice(text: &str) -> Result<[u8; 2], Refusal> {
    let wrong = || Refusal::usage(gettext("dice are two numbers from 1 to 6, such as 31"));
    let digits: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    let [a, b] = digits[..] else { return Err(wrong()) };
    let die = |c: char| c.to_digit(10).filter(|n| (1..=6).contains(n)).map(|n| n as u8).ok_or_else(wrong);
    Ok([die(a)?, die(b)?])
}

fn dice(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    context.session.game()?;
    let [a, b] = read_dice(args.rest())?;
    edit(context, Edit::Dice([a, b]))?;
    context.say(&gettext_f("The dice are {a} and {b}.", &[("a", a.to_string()), ("b", b.to_string())]));
    Ok(())
}

fn turn(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    context.session.game()?;
    let word = args.word().ok_or_else(|| Refusal::usage(gettext("give the player who is on roll")))?;
    let [player] = read_players(context.session, word)?[..] else {
        return Err(Refusal::usage(gettext("only one player can be on roll")));
    };
    edit(context, Edit::Turn(player))?;
    context.say(&gettext_f("{player} is on roll.", &[("player", context.session.name(player))]));
    Ok(())
}

fn cube_value(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    context.session.game()?;
    let value = args.whole()?.and_then(|value| CubeValue::new(u32::try_from(value).ok()?));
    let value = value
        .ok_or_else(|| Refusal::usage(gettext("the value of the cube is 1, 2, 4 and so on up to 4096")))?;
    edit(context, Edit::CubeValue(value))?;
    super::show::cube(context, args)
}

fn cube_owner(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    context.session.game()?;
    let word = args.word().ok_or_else(|| {
        Refusal::usage(gettext("give the player who owns the cube, or both for a centered cube"))
    })?;
    let owner = match read_players(context.session, word)?[..] {
        [player] => Some(player),
        _ => None,
    };
    edit(context, Edit::CubeOwner(owner))?;
    super::show::cube(context, args)
}

fn centre(context: &mut Context<'_>) -> CommandResult {
    edit(context, Edit::CubeOwner(None))?;
    context.say(&gettext("The cube is centered."));
    Ok(())
}

fn score(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let mut points = || match args.word() {
        Some(word) => read_points(word),
        None => Err(Refusal::usage(gettext("give two scores, such as 3 1; the match length may follow"))),
    };
    let points = [points()?, points()?];
    let length = match args.whole()? {
        None => None,
        Some(length) => Some(
            u16::try_from(length)
                .map_err(|_| Refusal::usage(gettext("a match has 1 to 64 points; 0 is a money session")))?,
        ),
    };
    edit(context, Edit::Score(points, length))?;
    let text = messages::score(context.session);
    context.say(&text);
    Ok(())
}

/// Reads a score: a number of points, or a negative number of points away; `*` or `crawford` after it means the
/// Crawford game, `postcrawford` a later game.
fn read_points(word: &str) -> Result<Points, Refusal> {
    let end = word
        .char_indices()
        .find(|(n, c)| !(c.is_ascii_digit() || *n == 0 && *c == '-'))
        .map_or(word.len(), |x| x.0);
    let (number, suffix) = word.split_at(end);
    let wrong = || {
        Refusal::usage(gettext_f(
            "{word} is not a score; examples: 3, -2, 6*, 6crawford, 6postcrawford",
            &[("word", format!("{word:?}"))],
        ))
    };
    let points = number.parse().map_err(|_| wrong())?;
    let suffix = suffix.to_lowercase();
    let stage = match suffix.as_str() {
        "" => None,
        "*" => Some(CrawfordStage::Crawford),
        _ if "crawford".starts_with(&suffix) => Some(CrawfordStage::Crawford),
        _ if "postcrawford".starts_with(&suffix) => Some(CrawfordStage::PostCrawford),
        _ => return Err(wrong()),
    };
    Ok(Points { points, stage })
}

fn match_id(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let id = args
        .word()
        .ok_or_else(|| Refusal::usage(gettext("set matchid needs a match ID of 12 characters")))?;
    let rules = context.session.options().matches.rules(0);
    let present = context.session.game().ok();
    let board = present.map_or_else(|| rules.variation.start(), |state| state.board);
    let rules = present.map_or(rules, |state| state.rules);
    let found = MatchState::from_match_id(id, board, rules)?;
    // The checkers stay in place, whoever is on roll.
    let board = present.map_or(board, |state| state.board_of(found.on_roll));
    show_state(context, MatchState { board, ..found })
}

fn identifier(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let text = args.rest().trim_matches('"').to_owned();
    set_identifier(context, &text)
}

fn set_identifier(context: &mut Context<'_>, text: &str) -> CommandResult {
    let options = context.session.options();
    let rules = context.session.game().map_or_else(|_| options.matches.rules(0), |state| state.rules);
    let found = ids::read(text, rules)?;
    let present = context.session.game().ok();
    let state = present.map_or(found.state, |present| found.over(present));
    show_state(context, state)
}

/// `set xgid`, as GNU Backgammon does it, because programs rely on it: the player on roll sits at the bottom afterwards,
/// with the players exchanged if necessary, and a pending double (`D`) sets the decision to double.
fn xgid(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    const DICE: usize = 4;
    let text = args.rest().trim_matches('"').to_owned();
    let mut fields: Vec<&str> = text.split(':').collect();
    if fields.len() > DICE && fields[DICE].trim().eq_ignore_ascii_case("D") {
        fields[DICE] = "00";
    }
    set_identifier(context, &fields.join(":"))?;
    let is_at_top = context.session.game().is_ok_and(|state| state.on_roll == Player::Zero);
    if is_at_top { edit(context, Edit::SwapPlayers) } else { Ok(()) }
}

fn show_state(context: &mut Context<'_>, state: MatchState) -> CommandResult {
    edit(context, Edit::State(Box::new(state)))?;
    context.shell.is_board_due = true;
    Ok(())
}

fn default_names(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let names: [String; 2] = args
        .words()
        .try_into()
        .map_err(|_| Refusal::usage(gettext("give two names; put a name with blanks in double quotes")))?;
    let [zero, one] = names.clone();
    edit(context, Edit::DefaultNames(names))?;
    context.say(&gettext_f(
        "The players of new matches are {zero} and {one}.",
        &[("zero", zero.to_string()), ("one", one.to_string())],
    ));
    Ok(())
}

fn fact(context: &mut Context<'_>, args: &mut Args<'_>, fact: fn(String) -> Fact) -> CommandResult {
    let text = args.rest().to_owned();
    edit(context, Edit::Fact(fact(text)))
}

fn date(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let text = args.rest();
    let date: Option<Date> = if text.is_empty() {
        None
    } else {
        Some(text.parse().map_err(|error| Refusal::usage(errors::date(&error)))?)
    };
    if date.is_some_and(|date| date.year() < 1753) {
        return Err(Refusal::usage(gettext("the year must be 1753 or later")));
    }
    edit(context, Edit::Fact(Fact::Date(date)))
}

fn rating(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let word = args.word().ok_or_else(|| Refusal::usage(gettext("give the player whose rating it is")))?;
    let players: Vec<Player> = read_players(context.session, word)?;
    let text = args.rest().to_owned();
    for player in players {
        edit(context, Edit::Fact(Fact::Rating(player, text.clone())))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_as_typed() {
        let points = |word| read_points(word).ok().map(|points| (points.points, points.stage));
        assert_eq!(points("3"), Some((3, None)));
        assert_eq!(points("-2"), Some((-2, None)));
        assert_eq!(points("6*"), Some((6, Some(CrawfordStage::Crawford))));
        assert_eq!(points("6cr"), Some((6, Some(CrawfordStage::Crawford))));
        assert_eq!(points("6PostCrawford"), Some((6, Some(CrawfordStage::PostCrawford))));
        for wrong in ["a", "", "6x", "-", "*"] {
            assert_eq!(points(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn dice_as_typed() {
        for text in ["31", "3 1", " 3, 1"] {
            assert_eq!(read_dice(text).unwrap(), [3, 1]);
        }
        for text in ["", "3", "71", "0 0", "a b", "311", "-3 1"] {
            assert!(read_dice(text).is_err(), "{text}");
        }
    }
}
