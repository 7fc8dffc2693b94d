// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts of the position shown, its cube decision and its plays.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::background::BackgroundKind;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::position::read;
use crate::language::refusal::Refusal;
use gnubg_engine::core::Play;
use gnubg_engine::rollout::{Preset, RolloutSettings};
use gnubg_session::analysis::Choice;
use gnubg_session::rollout::{RolloutRequest, Target, convert};
use gnubg_session::{Command, CommandOutcome, RecordPart};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row(
        "rollout",
        "[PRESET | POSITION ...]",
        noted("roll out the position shown, or the positions given"),
        position,
    ),
    row("analyse rollout cube", "[PRESET]", noted("roll out the cube decision and store the result"), cube),
    row(
        "analyse rollout game",
        CHOICE,
        noted("roll out decisions of the game: those marked, else mistakes and close decisions"),
        |c, a| record(c, a, RecordPart::Game),
    ),
    row(
        "analyse rollout match",
        CHOICE,
        noted("roll out decisions of the match: those marked, else mistakes and close decisions"),
        |c, a| record(c, a, RecordPart::Match),
    ),
    row(
        "analyse rollout move",
        "[n ...]",
        noted("roll out these plays, or the marked decisions of the move, and store the results"),
        plays,
    ),
    row("analyse rollout session", CHOICE, noted("the same as analyse rollout match"), |c, a| {
        record(c, a, RecordPart::Match)
    }),
];

fn position(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let words = args.line_left();
    if words.is_empty() || Preset::from_name(words).is_some() {
        let settings = preset(context, args)?;
        return start(context, Target::Position, settings, false);
    }
    // All positions are checked before the first rollout starts.
    let mut states = Vec::new();
    while args.peek().is_some() {
        states.push(read(context, args)?.state);
    }
    for state in states {
        start(context, Target::Elsewhere(Box::new(state)), None, false)?;
        context.settle();
    }
    Ok(())
}

fn cube(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let settings = preset(context, args)?;
    start(context, Target::Cube, settings, true)
}

/// The argument that chooses decisions of the record.
const CHOICE: &str = "[marked|mistakes|unclear]";

fn record(context: &mut Context<'_>, args: &mut Args<'_>, part: RecordPart) -> CommandResult {
    let choice = match args.word() {
        None => None,
        Some("marked") => Some(Choice::Marked),
        Some("mistakes") => Some(Choice::Mistakes),
        Some("unclear") => Some(Choice::Unclear),
        Some(_) => {
            return Err(Refusal::usage(gettext_f("the argument is one of {words}", &[("words", CHOICE)])));
        }
    };
    let text = match context.execute(Command::RollOut(part, choice))? {
        CommandOutcome::Done => gettext(
            "There is nothing to roll out: no decision is marked (cmark), and no analyzed decision is a mistake or close without being rolled out already.",
        ),
        CommandOutcome::Started(id) if context.leaves_running(id, BackgroundKind::Rollout) => {
            say_background(context);
            return Ok(());
        }
        CommandOutcome::Started(id) if context.await_job(id) => {
            gettext("The rollouts are finished and stored.")
        }
        CommandOutcome::Started(_) => gettext(
            "The rollouts were stopped and the results so far are stored. The same command resumes them.",
        ),
    };
    context.say(&text);
    Ok(())
}

fn plays(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let (at, record_of) = (context.session.place(), context.session.record());
    let is_known = record_of.next_entry(at).is_some_and(|entry| entry.analysis.is_some());
    if is_known && args.peek().is_none_or(|word| word.parse::<usize>().is_err()) {
        return record(context, args, RecordPart::Move);
    }
    let wrong = || Refusal::usage(gettext("give the numbers of the plays as hint lists them"));
    let numbers: Option<Vec<usize>> = args.words().iter().map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| !numbers.is_empty()).ok_or_else(wrong)?;
    let ranked = context.hinted_plays()?;
    let play = |&number: &usize| number.checked_sub(1).and_then(|at| ranked.get(at)).map(|one| one.play);
    let chosen: Option<Vec<Play>> = numbers.iter().map(play).collect();
    start(context, Target::Plays(chosen.ok_or_else(wrong)?), None, true)
}

/// The settings of the preset that the arguments name, with the seed and dice of the options; `None` without a name.
fn preset(context: &Context<'_>, args: &mut Args<'_>) -> Result<Option<Box<RolloutSettings>>, Refusal> {
    let name = args.rest().trim();
    if name.is_empty() {
        return Ok(None);
    }
    let preset = Preset::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
        Refusal::usage(gettext_f(
            "{name} is not a preset; the presets are {known}",
            &[("name", format!("{name:?}")), ("known", known.join(", "))],
        ))
    })?;
    Ok(Some(Box::new(convert::of_preset(preset, &context.session.options().rollout))))
}

fn start(
    context: &mut Context<'_>,
    target: Target,
    settings: Option<Box<RolloutSettings>>,
    store: bool,
) -> CommandResult {
    let outcome = context.execute(RolloutRequest { target, settings, extend: true, store })?;
    if let CommandOutcome::Started(id) = outcome
        && context.leaves_running(id, BackgroundKind::Rollout)
    {
        say_background(context);
    }
    Ok(())
}

fn say_background(context: &mut Context<'_>) {
    context.say(&gettext("The rollout goes on in the background."));
}

#[cfg(test)]
mod tests {
    use crate::commands::test_shell::TestShell;
    use gnubg_session::Setup;

    /// What the last of the lines prints.
    fn said(lines: &[&str]) -> String {
        let first_rolls = vec![[1, 3]];
        let mut shell = TestShell::with(Setup { threads: Some(2), first_rolls, ..TestShell::setup() });
        let quick = ["set player both human", "set evaluation chequerplay evaluation plies 0"];
        let rollout =
            ["set rollout trials 36", "set rollout truncation enable on", "set rollout truncation plies 1"];
        let cube = ["set rollout truncation cubedecision plies 0", "set rollout cubedecision plies 0"];
        shell.say(&[&quick[..], &rollout, &cube, lines].concat())
    }

    #[test]
    fn positions_cubes_and_plays_are_rolled_out() {
        let text = said(&["new session", "rollout"]);
        assert!(text.starts_with("Current Position:\n") && text.contains("36 games"), "{text}");
        assert!(text.contains("Truncated cubeful rollout (depth 1) with variance reduction"), "{text}");
        let text = said(&["new session", "analyse rollout move 1 2"]);
        assert!(text.starts_with("8/5 6/5:\n") && text.contains(" 2r "), "{text}");
        let text = said(&["new session", "8/5 6/5", "analyse rollout cube"]);
        assert!(text.starts_with("Centered 1-cube:\n") && text.contains("Proper cube action: "), "{text}");
    }

    #[test]
    fn positions_can_be_rolled_out_without_a_match() {
        let text = said(&["rollout 4HPwATDgc/ABMA"]);
        assert!(text.starts_with("Current Position:\n") && text.contains("36 games"), "{text}");
        let both = said(&["new session", "rollout 4PPEATDgc/ABUA =1"]);
        assert_eq!(both.matches("Current Position:").count(), 2, "{both}");
        for line in ["rollout 4HPwATDgc/ABMA turbo", "rollout", "rollout nonsense"] {
            assert!(said(&[line]).starts_with('!'), "{line}");
        }
    }

    #[test]
    fn decisions_of_the_record_are_rolled_out() {
        let lines = ["new session", "8/5 6/5", "analyse rollout match"];
        assert!(said(&lines).starts_with("There is nothing to roll out"), "{}", said(&lines));
        let quick = "set analysis chequerplay evaluation plies 0";
        let marked =
            ["new session", "8/5 6/5", quick, "first game", "analyse game", "cmark move set rollout 1 2"];
        for line in ["analyse rollout game", "analyse rollout move", "analyse rollout session marked"] {
            let lines = [&marked[..], &[line]].concat();
            assert_eq!(said(&lines), "The rollouts are finished and stored.\n", "{line}");
        }
        assert!(said(&["new session", "8/5 6/5", "analyse rollout game turbo"]).starts_with('!'));
    }

    #[test]
    fn wrong_requests_are_refused() {
        for line in
            ["analyse rollout move", "analyse rollout move 0", "analyse rollout move 99", "rollout turbo"]
        {
            let text = said(&["new session", line]);
            assert!(text.starts_with('!'), "{line}: {text}");
        }
    }
}
