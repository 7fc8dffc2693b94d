// SPDX-License-Identifier: GPL-3.0-or-later
//! Clocks: the time control of the match and of new matches, stopping and starting.

use super::options;
use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::{Args, read_switch};
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use crate::text::clock;
use gnubg_record::NamedTimeControl;
use gnubg_record::clock::face;
use gnubg_session::clock::time_control;
use gnubg_session::command::{ClockCommand, Fact};
use gnubg_session::options::{ClockOptions, ClockWord, OptionValue, Options, changed_values, leaves};
use gnubg_session::time_controls::{TimeControlError, TimeControls, named_time_control};
use gnubg_session::{Command, Edit};

/// The rows of this family. The words in one piece are those of the first manual with time controls.
pub const ROWS: &[CommandRow] = &[
    row("set tc", "NAME", noted("clocks of new matches: a time control by its name"), choose),
    row("set tc off", "", noted("play new matches without clocks"), kind),
    row("set tc plain", "", noted("clocks that count down"), kind),
    row("set tc bronstein", "", noted("clocks with free time in every turn"), kind),
    row("set tc fischer", "", noted("clocks that gain time after every turn"), kind),
    row("set tc hourglass", "", noted("clocks that give used time to the opponent"), kind),
    row("set tcname", "NAME", noted("keep the clocks of new matches as a time control under a name"), keep),
    row("set tctype", "none|plain|bronstein|fischer|hourglass", noted("the same as set tc type"), old_type),
    row("set tctime", "SECONDS", noted("the same as set tc time"), |c, a| options::set(c, "tc time", a)),
    row("set tcpointtime", "SECONDS", noted("the same as set tc perpoint"), |c, a| {
        options::set(c, "tc perpoint", a)
    }),
    row("set tcmovetime", "SECONDS", noted("the same as set tc perturn"), |c, a| {
        options::set(c, "tc perturn", a)
    }),
    row(
        "set tcpenalty",
        "POINTS|lose",
        noted("points lost when the time is used up, or the match"),
        old_penalty,
    ),
    row(
        "set matchtc",
        "on|off|NAME",
        noted("play this match with the clocks of set tc, without clocks, or with a time control"),
        matchtc,
    )
    .expecting(Expects::Words(&["on", "off"])),
    row("show tc", "[NAME]", noted("show the clocks of this match, and those of new matches"), show),
    row("show tclist", "", noted("list the kinds of clocks, and the time controls with names"), list),
    row("delete tc", "NAME", noted("delete a time control"), delete),
    row("pause", "", noted("stop the clock"), |c, _| run(c, ClockCommand::Pause)),
    row("resume", "", noted("let the clock run again"), |c, _| run(c, ClockCommand::Resume)),
];

/// Reads the name of a time control: the rest of the line, with or without quotes.
fn read_name(args: &mut Args<'_>) -> Result<String, Refusal> {
    let name = args.words().join(" ");
    if name.trim().is_empty() {
        return Err(Refusal::usage(gettext("give the name of a time control")));
    }
    Ok(name.trim().to_owned())
}

fn no_such(context: &Context<'_>, name: &str) -> Refusal {
    let controls = TimeControls::of(&context.session.options().clock);
    let known: Vec<&str> = controls.list().iter().map(|named| named.name.as_str()).collect();
    if known.is_empty() {
        return Refusal::usage(gettext_f(
            "there is no time control called {name}; set tcname keeps one under a name",
            &[("name", format!("{name:?}"))],
        ));
    }
    Refusal::usage(gettext_f(
        "there is no time control called {name}; known ones: {known}",
        &[("name", format!("{name:?}")), ("known", known.join(", "))],
    ))
}

/// Changes the options of clocks.
fn change(context: &mut Context<'_>, clock: ClockOptions) -> CommandResult {
    let old = context.session.options();
    let new = Options { clock, ..old.clone() };
    context.set_options(changed_values(old, &new)).map(|_| ())
}

/// Uses the time control with this name for new matches.
fn use_named(context: &mut Context<'_>, name: &str) -> CommandResult {
    let mut clock = context.session.options().clock.clone();
    if !clock.choose(name) {
        return Err(no_such(context, name));
    }
    change(context, clock)?;
    show_new_matches(context);
    Ok(())
}

fn choose(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let name = read_name(args)?;
    use_named(context, &name)
}

/// Chooses a kind of clocks, or a time control whose name begins with the word of the kind.
fn kind(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let word = args.path.split(' ').next_back().unwrap_or_default().to_owned();
    if args.peek().is_none() {
        return options::give(context, "tc type", &OptionValue::Text(word));
    }
    let name = format!("{word} {}", read_name(args)?);
    use_named(context, &name)
}

fn keep(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let name = read_name(args)?;
    check_name(&name)?;
    let mut clock = context.session.options().clock.clone();
    clock.keep_as(&name).map_err(|error| match error {
        TimeControlError::Name(name) => Refusal::usage(gettext_f(
            "{name} cannot be a name; it must have 1 to 60 characters without = ; and control characters",
            &[("name", format!("{name:?}"))],
        )),
        TimeControlError::NoClock => no_kind(),
        TimeControlError::TooMany => {
            Refusal::usage(gettext("there are too many time controls; delete one with delete tc"))
        }
    })?;
    change(context, clock)?;
    context.say(&gettext_f("Time control {name} kept.", &[("name", format!("{name:?}"))]));
    show_new_matches(context);
    Ok(())
}

/// A name must not be taken for another setting of `set tc` when it is typed there.
fn check_name(name: &str) -> CommandResult {
    let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
    let first = first.to_lowercase();
    let settings = leaves().iter().filter_map(|leaf| leaf.words.strip_prefix("tc "));
    let mut words = ClockWord::WORDS.iter().copied().chain(settings);
    let Some(taken) = words.find(|word| word.starts_with(&first)) else { return Ok(()) };
    if ClockWord::from_word(&first).is_some() && !rest.is_empty() {
        return Ok(());
    }
    Err(Refusal::usage(gettext_f(
        "{name} would be taken for set tc {word}; choose a name that begins differently",
        &[("name", format!("{name:?}")), ("word", taken.to_owned())],
    )))
}

fn delete(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let name = read_name(args)?;
    let mut clock = context.session.options().clock.clone();
    if !clock.forget(&name) {
        return Err(no_such(context, &name));
    }
    change(context, clock)?;
    context.say(&gettext_f("Time control {name} deleted.", &[("name", format!("{name:?}"))]));
    Ok(())
}

fn old_type(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    if args.peek() == Some("none") {
        return options::give(context, "tc type", &OptionValue::Text("off".to_owned()));
    }
    options::set(context, "tc type", args)
}

fn old_penalty(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let penalty = |word: &str| OptionValue::Text(word.to_owned());
    match args.peek() {
        Some("lose") => options::give(context, "tc penalty", &penalty("match")),
        Some("0") => options::give(context, "tc penalty", &penalty("nothing")),
        _ => {
            options::set(context, "tc points", args)?;
            options::give(context, "tc penalty", &penalty("points"))
        }
    }
}

fn no_kind() -> Refusal {
    Refusal::usage(gettext("choose a kind of clock first, such as set tc bronstein"))
}

fn run(context: &mut Context<'_>, command: ClockCommand) -> CommandResult {
    context.execute(Command::Clock(command))?;
    let text = reading(context).unwrap_or_default();
    context.say(&text);
    Ok(())
}

fn matchtc(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let clock = &context.session.options().clock;
    let name = args.line_left().to_owned();
    let control = match read_switch(&name) {
        Some(false) => None,
        Some(true) => Some(named_time_control(clock).ok_or_else(no_kind)?),
        None => {
            let name = read_name(args)?;
            let found = TimeControls::of(clock).get(&name).cloned();
            Some(found.ok_or_else(|| no_such(context, &name))?)
        }
    };
    args.rest();
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

fn show(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    if args.peek().is_some() {
        let name = read_name(args)?;
        let controls = TimeControls::of(&context.session.options().clock);
        let found = controls.get(&name).ok_or_else(|| no_such(context, &name))?;
        context.say(&clock::named(found));
        return Ok(());
    }
    let info = &context.session.record().info;
    let current =
        info.time_control.map(|control| NamedTimeControl { name: info.time_control_name.clone(), control });
    if let Some(current) = current {
        let text = gettext_f("This match: {clock}", &[("clock", clock::named(&current))]);
        context.say(&text);
        let text = reading(context);
        context.say(&text.unwrap_or_default());
    }
    show_new_matches(context);
    Ok(())
}

fn show_new_matches(context: &mut Context<'_>) {
    let text = match named_time_control(&context.session.options().clock) {
        Some(named) => gettext_f("New matches: {clock}", &[("clock", clock::named(&named))]),
        None => gettext("New matches are played without clocks."),
    };
    context.say(&text);
}

fn list(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let options = context.session.options().clock.clone();
    for kind in [ClockWord::Plain, ClockWord::Bronstein, ClockWord::Fischer, ClockWord::Hourglass] {
        if let Some(control) = time_control(&ClockOptions { kind, ..options.clone() }) {
            let text = format!("{:<10} {}", kind.word(), clock::control(&control));
            context.say(&text);
        }
    }
    for named in TimeControls::of(&options).list() {
        context.say(&clock::named(named));
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
        for wrong in [
            "set tc",
            "set tc sundial",
            "set tcname",
            "set tcname x",
            "delete tc",
            "show tc x",
            "set matchtc x",
            "set tc points 0",
            "set tc time -1",
        ] {
            assert!(say(wrong).starts_with('!'), "{wrong}");
        }
    }

    #[test]
    fn time_controls_have_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings");
        let path = path.to_str().unwrap();
        let mut shell = TestShell::new();
        let mut say = |line: &str| shell.run(line, &[]).said;
        for line in [
            "set tc fischer",
            "set tc time 300",
            "set tc perpoint 0",
            "set tc perturn 5",
            "set tc penalty game",
        ] {
            say(line);
        }
        let fischer = "Reserve 5:00 and 0:00 for each point; 0:05 added after every turn; the game is lost when the time is used up.";
        assert_eq!(
            say("set tcname Fischer 5+5"),
            format!(
                "Time control \"Fischer 5+5\" kept.\nNew matches: Fischer 5+5 – Fischer clock. {fischer}\n"
            )
        );
        // The words of the first manual.
        for line in
            ["set tctype plain", "set tctime 60", "set tcpointtime 90", "set tcmovetime 3", "set tcpenalty 2"]
        {
            assert!(!say(line).starts_with('!'), "{line}");
        }
        assert!(say("set tcname \"Club night\"").contains("Club night – Plain clock. Reserve 1:00 and 1:30"));
        assert!(say("set tcnext Club night").contains("set tc extra"));
        assert!(say("set tcmultiplier 1.0").contains("obsolete"));
        for (line, word) in
            [("set tcpenalty 0", "nothing"), ("set tcpenalty lose", "match"), ("set tctype none", "off")]
        {
            assert!(say(line).contains(word), "{line}");
        }
        assert!(!say("show tc").contains("Club"), "changed since");
        assert!(say("set tc fischer 5+5").contains(fischer));
        assert!(say("set tc club NIGHT").starts_with("New matches: Club night – Plain clock."));
        let listed = say("show tclist");
        assert_eq!(listed.lines().count(), 6, "{listed}");
        assert!(listed.ends_with(&format!("Fischer 5+5 – Fischer clock. {fischer}\n")), "{listed}");
        assert!(say("show tc fischer 5+5").contains(fischer));
        for (line, reason) in [
            ("set tcname Time trial", "would be taken for set tc time"),
            ("set tcname Fischer", "would be taken for set tc fischer"),
            ("set tcname Fisch 5", "would be taken for set tc fischer"),
            ("set tcname a=b", "cannot be a name"),
            ("set tc Sunday", "known ones: Club night, Fischer 5+5"),
            ("delete tc Sunday", "known ones"),
        ] {
            let said = say(line);
            assert!(said.starts_with('!') && said.contains(reason), "{line}: {said}");
        }
        // A match keeps the name.
        for line in ["set player 0 human", "set player 1 human", "set automatic roll off", "new match 5"] {
            say(line);
        }
        assert!(say("show tc").starts_with("This match: Club night – Plain clock."));
        assert!(say("set matchtc Fischer 5+5").contains("gnubg 5:00, user 5:00"));
        assert!(say("show tc").starts_with("This match: Fischer 5+5 – Fischer clock."));
        // Settings as commands give a fresh session the same time controls.
        say(&format!("save settings {path}"));
        assert!(say("delete tc Fischer 5+5").contains("deleted"));
        assert_eq!(say("show tclist").lines().count(), 5);
        let mut other = TestShell::new();
        other.run(&format!("load commands {path}"), &[]);
        assert_eq!(other.run("show tclist", &[]).said, listed);
    }
}
