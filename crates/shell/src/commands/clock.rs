// SPDX-License-Identifier: GPL-3.0-or-later
//! Clocks: the time control of the match and of new matches, stopping and starting.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use crate::text::clock;
use gnubg_record::clock::face;
use gnubg_session::clock::time_control;
use gnubg_session::command::{ClockCommand, Fact};
use gnubg_session::options::{ClockOptions, ClockWord};
use gnubg_session::{Command, Edit};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row(
        "set matchtc",
        "on|off",
        noted("play this match with the clocks of set tc, or without clocks"),
        matchtc,
    )
    .expecting(Expects::Words(&["on", "off"])),
    row("show tc", "", noted("show the clocks of this match, and those of new matches"), show),
    row("show tclist", "", noted("list the kinds of clocks"), list),
    row("pause", "", noted("stop the clock"), |c, _| run(c, ClockCommand::Pause)),
    row("resume", "", noted("let the clock run again"), |c, _| run(c, ClockCommand::Resume)),
];

fn run(context: &mut Context<'_>, command: ClockCommand) -> CommandResult {
    context.execute(Command::Clock(command))?;
    let text = reading(context).unwrap_or_default();
    context.say(&text);
    Ok(())
}

fn matchtc(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let control = if args.switch()? {
        let control = time_control(&context.session.options().clock);
        Some(control.ok_or_else(|| {
            Refusal::usage(gettext("choose a kind of clock first, such as set tc bronstein"))
        })?)
    } else {
        None
    };
    context.execute(Command::Edit(Edit::Fact(Fact::TimeControl(control))))?;
    let text = reading(context).unwrap_or_else(|| gettext("This match is played without clocks."));
    context.say(&text);
    Ok(())
}

/// The clocks of the match as a line.
fn reading(context: &Context<'_>) -> Option<String> {
    let reading = context.session.clock()?;
    let [zero, one] = context.names();
    let [left_zero, left_one] = reading.clocks.left.map(face);
    let state = match reading.running {
        Some(player) => gettext_f("the clock of {player} runs", &[("player", context.session.name(player))]),
        None if reading.is_paused => gettext("paused"),
        None => gettext("the clocks stand still"),
    };
    Some(format!("{zero} {left_zero}, {one} {left_one}; {state}."))
}

fn show(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let current = context.session.record().info.time_control;
    if let Some(control) = current {
        let text = gettext_f("This match: {clock}", &[("clock", clock::control(&control))]);
        context.say(&text);
        let text = reading(context);
        context.say(&text.unwrap_or_default());
    }
    let text = match time_control(&context.session.options().clock) {
        Some(control) => gettext_f("New matches: {clock}", &[("clock", clock::control(&control))]),
        None => gettext("New matches are played without clocks."),
    };
    context.say(&text);
    Ok(())
}

fn list(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let options = context.session.options().clock.clone();
    for kind in [ClockWord::Plain, ClockWord::Bronstein, ClockWord::Fischer, ClockWord::Hourglass] {
        if let Some(control) = time_control(&ClockOptions { kind, ..options.clone() }) {
            let text = format!("{:<10} {}", kind.word(), clock::control(&control));
            context.say(&text);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::commands::test_shell::TestShell;

    #[test]
    fn clocks_are_chosen_shown_and_paused() {
        let mut shell = TestShell::new();
        let mut say = |line: &str| shell.run(line, &[]).said;
        assert!(say("set tc bronstein").contains("bronstein"));
        say("set tc perpoint 60");
        say("set tc penalty points");
        for line in ["set player 0 human", "set player 1 human", "set automatic roll off"] {
            say(line);
        }
        assert!(say("pause").starts_with("!This match is played without clocks"), "no match yet");
        say("new match 5");
        let shown = say("show tc");
        assert!(
            shown.starts_with(
                "This match: Bronstein clock. Reserve 0:00 and 1:00 for each point; 0:12 free in every turn; 1 point \
                 is lost when the time is used up, and the reserve is then 1:00.\n"
            ),
            "{shown}"
        );
        assert!(shown.contains("gnubg 5:00, user 5:00; the clock of "), "{shown}");
        assert!(say("pause").ends_with("; paused.\n"));
        assert!(say("resume").contains(" runs."));
        assert!(say("show tclist").lines().count() == 4);
        assert_eq!(say("set matchtc off"), "This match is played without clocks.\n");
        assert!(say("resume").starts_with('!'));
        assert!(say("set matchtc on").contains("5:00"));
        say("set tc off");
        assert!(say("show tc").contains("New matches are played without clocks."));
        assert!(say("set matchtc on").starts_with("!Choose a kind of clock first"));
        for wrong in ["set tc", "set tc sundial", "set tc points 0", "set tc time -1"] {
            assert!(say(wrong).starts_with('!'), "{wrong}");
        }
    }
}
