// SPDX-License-Identifier: GPL-3.0-or-later
//! Who plays, and with which settings.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::text::errors;
use crate::text::plays::described;
use gnubg_engine::core::Player;
use gnubg_engine::rollout::DecisionLevel;
use gnubg_session::options::{self, Decides as _, OptionValue, Options, Seat};
use gnubg_session::server::{Server, ServerEvent, ServerSettings};
use gnubg_session::{Command, Edit};
use std::sync::Arc;

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("set player PLAYER name", "name", noted("rename a player"), name),
    row("set player PLAYER human", "", noted("let a person play"), |c, a| seat(c, a, Seat::Human)),
    row("set player PLAYER gnubg", "", noted("let the computer play"), |c, a| seat(c, a, Seat::Engine)),
    row("set player PLAYER pubeval", "", noted("let pubeval, the linear benchmark player, play"), |c, a| {
        seat(c, a, Seat::Pubeval)
    }),
    row("set player PLAYER level", "level", noted("set the playing level of the computer"), level),
    row(
        "set player PLAYER external",
        "ADDRESS",
        noted("let an external player play; ADDRESS is HOST:PORT or the path of a socket"),
        external,
    ),
    row("set evaluation level", "level", noted("set the level of hint and eval"), evaluation_level),
    row("set analysis level", "level", noted("set the level of the analysis"), analysis_level),
    row(
        "external",
        "ADDRESS",
        noted("answer other programs until interrupted; ADDRESS is HOST:PORT, :PORT or the path of a socket"),
        serve,
    ),
    row("show player", "", noted("show who plays, and with which settings"), show),
];

/// Answers other programs with the settings of `set evaluation` until interrupted.
fn serve(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let address = args.rest().trim_matches('"').to_owned();
    if address.is_empty() {
        return Err(Refusal::usage(gettext(
            "external needs an address: HOST:PORT, :PORT or the path of a socket",
        )));
    }
    let session = &*context.session;
    let settings =
        ServerSettings::of(session.options(), Arc::clone(session.engine()), Arc::clone(session.table()));
    let server = Server::start(&address, settings).map_err(|error| Refusal::usage(error.to_string()))?;
    let place = server.port().map_or(address, |port| format!(":{port}"));
    context.say(&gettext_f(
        "Waiting for clients at {place}. Interrupt to stop.",
        &[("place", place.to_string())],
    ));
    context.until_interrupted(|context| {
        for event in server.events() {
            context.say(&match event {
                ServerEvent::Connected(n) => gettext_f("Client {n} has connected.", &[("n", n.to_string())]),
                ServerEvent::Closed(n) => gettext_f("Client {n} has gone.", &[("n", n.to_string())]),
                ServerEvent::Refused => gettext("A client was refused: there are too many."),
            });
        }
    });
    Ok(())
}

/// Lets an external player at HOST:PORT or at a socket's path play. It must accept a connection now.
fn external(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let address = args.rest().trim_matches('"').to_owned();
    gnubg_session::external::reach(&address).map_err(|error| Refusal::usage(errors::external(&error)))?;
    for player in args.players.clone() {
        set_named(
            context,
            &format!("player.{}.address", player.index()),
            OptionValue::Text(address.clone()),
        )?;
    }
    seat(context, args, Seat::External)
}

fn name(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let name = args.rest().trim_matches('"').to_owned();
    for player in args.players.clone() {
        context.execute(Command::Edit(Edit::Name(player, name.clone())))?;
        let values = [("n", player.index().to_string()), ("player", context.session.name(player))];
        context.say(&gettext_f("Player {n} is now {player}.", &values));
    }
    Ok(())
}

fn set_named(context: &mut Context<'_>, name: &str, value: OptionValue) -> CommandResult {
    let leaf = options::find(name).ok_or_else(|| Refusal::usage(gettext("there is no such option")))?;
    context.execute(Command::Set(vec![(leaf.id(), value)])).map(|_| ())
}

fn seat(context: &mut Context<'_>, args: &mut Args<'_>, seat: Seat) -> CommandResult {
    for player in args.players.clone() {
        let key = format!("player.{}.seat", player.index());
        set_named(context, &key, OptionValue::Text(seat.word().to_owned()))?;
        let name = [("player", context.session.name(player))];
        context.say(&match seat {
            Seat::Human => gettext_f("{player} is now played by a person.", &name),
            Seat::Engine => gettext_f("{player} is now played by the computer.", &name),
            Seat::Pubeval => gettext_f("{player} is now played by pubeval.", &name),
            Seat::External => gettext_f("{player} is now played by an external player.", &name),
        });
    }
    Ok(())
}

fn read_level(args: &mut Args<'_>) -> Result<DecisionLevel, Refusal> {
    let word = args.rest().trim_matches('"');
    DecisionLevel::from_name(word).map_err(|known| {
        Refusal::usage(gettext_f(
            "{word} is not a level; the levels are {known}",
            &[("word", format!("{word:?}")), ("known", known)],
        ))
    })
}

/// Changes options that say how decisions are made to those of a level.
fn give_level(context: &mut Context<'_>, change: impl FnOnce(&mut Options)) -> CommandResult {
    let old = context.session.options();
    let mut new = old.clone();
    change(&mut new);
    let values = options::changed_values(old, &new);
    context.execute(Command::Set(values)).map(|_| ())
}

fn level(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let level = read_level(args)?;
    for player in args.players.clone() {
        give_level(context, |options| options.players[player.index()].set_level(level))?;
        let text = gettext_f(
            "The level of {player} is {level}.",
            &[("player", context.session.name(player)), ("level", level.name().to_string())],
        );
        context.say(&text);
    }
    Ok(())
}

fn analysis_level(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let level = read_level(args)?;
    give_level(context, |options| options.analysis.set_level(level))?;
    context.say(&gettext_f("The level of the analysis is {level}.", &[("level", level.name())]));
    Ok(())
}

fn evaluation_level(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let level = read_level(args)?;
    give_level(context, |options| options.evaluation.set_level(level))?;
    context.say(&gettext_f("The level of hint and eval is {level}.", &[("level", level.name())]));
    Ok(())
}

fn show(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    for player in Player::BOTH {
        let options = &context.session.options().players[player.index()];
        let level = options.level().map_or_else(String::new, |level| format!(", {}", level.name()));
        let who = [("n", player.index().to_string()), ("player", context.session.name(player))];
        let with = |name: &'static str, value: String| [who[0].clone(), who[1].clone(), (name, value)];
        let text = match options.seat {
            Seat::Human => gettext_f("Player {n}: {player}, a person", &who),
            Seat::Pubeval => gettext_f("Player {n}: {player}, pubeval (the linear benchmark player)", &who),
            Seat::External => gettext_f(
                "Player {n}: {player}, the external player at {address}",
                &with("address", options.address.clone()),
            ),
            Seat::Engine => {
                let head = gettext_f("Player {n}: {player}, the computer{level}", &with("level", level));
                let filters = OptionValue::Filters(Box::new(options.filters)).to_string();
                let settings = gettext_f(
                    "    Checker play: {checker}\n    Cube:         {cube}\n    Move filters: {filters}",
                    &[
                        ("checker", described(&options.checker.evaluation)),
                        ("cube", described(&options.cube.evaluation)),
                        ("filters", filters),
                    ],
                );
                format!("{head}\n{settings}")
            }
        };
        context.say(&text);
    }
    Ok(())
}
