// SPDX-License-Identifier: GPL-3.0-or-later
//! Marks and comments on the entry after the position shown, and decisions marked for a rollout.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, Handler, row};
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use gnubg_engine::core::notation;
use gnubg_record::{Luck, Skill};
use gnubg_session::command::{Annotate, MarkedDecision};
use gnubg_session::{Command, has_marked_candidate};
use std::sync::LazyLock;

const OTHERS: &[CommandRow] = &[
    row("annotate clear comment", "", noted("remove the comment"), |c, _| {
        annotate(c, Annotate::Comment(String::new()))
    }),
    row("annotate clear luck", "", noted("remove the luck mark of the roll"), |c, _| {
        annotate(c, Annotate::Luck(Luck::Unmarked))
    }),
    row("annotate clear skill", "", noted("remove the skill marks of the decision"), |c, _| {
        annotate(c, Annotate::ClearSkill)
    }),
    row("annotate resignation count", "", noted("count the resignation again"), |c, _| {
        annotate(c, Annotate::CountResignation(true))
    }),
    row(
        "annotate resignation ignore",
        "",
        noted("do not count the resignation, neither as an error nor as a result"),
        |c, _| annotate(c, Annotate::CountResignation(false)),
    ),
    row("annotate roll clear", "", noted("remove the mark"), |c, _| {
        annotate(c, Annotate::Luck(Luck::Unmarked))
    }),
    row("annotate roll lucky", "", noted("mark the roll as lucky"), |c, _| {
        annotate(c, Annotate::Luck(Luck::Lucky))
    }),
    row("annotate roll unlucky", "", noted("mark the roll as unlucky"), |c, _| {
        annotate(c, Annotate::Luck(Luck::Unlucky))
    }),
    row("annotate roll verylucky", "", noted("mark the roll as very lucky"), |c, _| {
        annotate(c, Annotate::Luck(Luck::VeryLucky))
    }),
    row("annotate roll veryunlucky", "", noted("mark the roll as very unlucky"), |c, _| {
        annotate(c, Annotate::Luck(Luck::VeryUnlucky))
    }),
    row("analyse clear game", "", noted("discard the analysis of the game"), |c, _| {
        annotate(c, Annotate::ForgetGame)
    }),
    row("analyse clear match", "", noted("discard the analysis of the match"), |c, _| {
        annotate(c, Annotate::ForgetMatch)
    }),
    row("analyse clear move", "", noted("discard the analysis of the move"), |c, _| {
        annotate(c, Annotate::ForgetMove)
    }),
    row("analyse clear session", "", noted("the same as analyse clear match"), |c, _| {
        annotate(c, Annotate::ForgetMatch)
    }),
    row("cmark match clear", "", noted("unmark all decisions of the match"), |c, _| {
        annotate(c, Annotate::UnmarkMatch)
    }),
    row("cmark match show", "", noted("list the decisions of the match marked for a rollout"), |c, _| {
        show(c, false)
    }),
    row("cmark game clear", "", noted("unmark all decisions of the game"), |c, _| {
        annotate(c, Annotate::UnmarkGame)
    }),
    row("cmark game show", "", noted("list the decisions of the game marked for a rollout"), |c, _| {
        show(c, true)
    }),
    row("cmark move clear", "", noted("unmark all candidates of the move"), |c, _| {
        annotate(c, Annotate::UnmarkMove)
    }),
    row("cmark move set rollout", "n ...", noted("mark these candidates for a rollout"), |c, a| {
        mark(c, a, true)
    }),
    row("cmark move set none", "n ...", noted("unmark these candidates"), |c, a| mark(c, a, false)),
    row("cmark move show", "", noted("list the candidates of the move marked for a rollout"), |c, _| {
        show_move(c)
    }),
    row("cmark cube clear", "", noted("unmark the cube decision"), |c, _| {
        annotate(c, Annotate::MarkCube(false))
    }),
    row("cmark cube set rollout", "", noted("mark the cube decision for a rollout"), |c, _| {
        annotate(c, Annotate::MarkCube(true))
    }),
    row("cmark cube set none", "", noted("unmark the cube decision"), |c, _| {
        annotate(c, Annotate::MarkCube(false))
    }),
    row("cmark cube show", "", noted("show whether the cube decision is marked for a rollout"), |c, _| {
        show_cube(c)
    }),
];

/// The words for decisions, and their code.
const DECISIONS: [(&str, Handler); 9] = [
    ("move", |c, a| skill(c, a, MarkedDecision::Play)),
    ("cube", |c, a| skill(c, a, MarkedDecision::Cube)),
    ("double", |c, a| skill(c, a, MarkedDecision::Double)),
    ("accept", |c, a| skill(c, a, MarkedDecision::Accept)),
    ("take", |c, a| skill(c, a, MarkedDecision::Accept)),
    ("drop", |c, a| skill(c, a, MarkedDecision::Drop)),
    ("pass", |c, a| skill(c, a, MarkedDecision::Drop)),
    ("reject", |c, a| skill(c, a, MarkedDecision::Reject)),
    ("resign", |c, a| skill(c, a, MarkedDecision::Resign)),
];

const MARKS: [(&str, &str, &str); 5] = [
    ("bad", "", noted("mark as bad (?)")),
    ("clear", "", noted("remove the mark")),
    ("comment", "text", noted("write a comment")),
    ("doubtful", "", noted("mark as doubtful (?!)")),
    ("verybad", "", noted("mark as very bad (??)")),
];

/// The rows of this family.
#[must_use]
pub fn rows() -> &'static [CommandRow] {
    static ROWS: LazyLock<Vec<CommandRow>> = LazyLock::new(|| {
        let mut rows = OTHERS.to_vec();
        for (decision, run) in DECISIONS {
            for (mark, args, help) in MARKS {
                // The rows live as long as the program.
                let path: &'static str = Box::leak(format!("annotate {decision} {mark}").into_boxed_str());
                rows.push(CommandRow { path, args, help, expects: Expects::Anything, run });
            }
        }
        rows
    });
    &ROWS
}

fn annotate(context: &mut Context<'_>, annotate: Annotate) -> CommandResult {
    context.execute(Command::Annotate(annotate))?;
    context.say(&gettext("Done."));
    Ok(())
}

fn skill(context: &mut Context<'_>, args: &mut Args<'_>, decided: MarkedDecision) -> CommandResult {
    let mark = match args.path.rsplit(' ').next() {
        Some("bad") => Skill::Bad,
        Some("doubtful") => Skill::Doubtful,
        Some("verybad") => Skill::VeryBad,
        Some("comment") => {
            let text = args.rest();
            if text.is_empty() {
                return Err(Refusal::usage(gettext(
                    "the comment is missing; annotate clear comment removes one",
                )));
            }
            return annotate(context, Annotate::Comment(text.to_owned()));
        }
        _ => Skill::Unmarked,
    };
    annotate(context, Annotate::Skill(decided, mark))
}

fn mark(context: &mut Context<'_>, args: &mut Args<'_>, on: bool) -> CommandResult {
    let numbers: Result<Vec<usize>, _> = args.words().iter().map(|word| word.parse()).collect();
    let numbers = numbers.ok().filter(|numbers| !numbers.is_empty());
    let numbers = numbers
        .ok_or_else(|| Refusal::usage(gettext("give the numbers of the candidates, 1 for the best")))?;
    annotate(context, Annotate::MarkPlays(numbers, on))
}

fn show_move(context: &mut Context<'_>) -> CommandResult {
    let at = context.session.place();
    let text = candidates(context, at.game, at.entry);
    match text.is_empty() {
        true => context.say(&gettext("No candidate of this move is marked for a rollout.")),
        false => context.say(&text),
    }
    Ok(())
}

fn show_cube(context: &mut Context<'_>) -> CommandResult {
    let at = context.session.place();
    let is_marked =
        context.session.record().entry(at.game, at.entry).is_some_and(|entry| entry.marks.rollout_cube);
    context.say(&match is_marked {
        true => gettext("The cube decision is marked for a rollout."),
        false => gettext("The cube decision is not marked for a rollout."),
    });
    Ok(())
}

fn show(context: &mut Context<'_>, this_game: bool) -> CommandResult {
    let at = context.session.place().game;
    let record = context.session.record();
    let games = if this_game { at..at + 1 } else { 0..record.games.len() };
    let mut text = String::new();
    for game in games {
        let entries = record.games.get(game).map_or(&[][..], |game| &game.entries);
        for (n, _) in entries.iter().enumerate().filter(|(_, entry)| has_marked_candidate(entry)) {
            let place = [("game", (game + 1).to_string()), ("move", (n + 1).to_string())];
            let head = gettext_f("Game {game}, move {move}:", &place);
            text.push_str(&format!("{head}\n{}", candidates(context, game, n)));
        }
    }
    if text.is_empty() {
        text = gettext("No decision is marked for a rollout.") + "\n";
    }
    context.say(&text);
    Ok(())
}

/// The candidates of an entry that are marked for a rollout, one a line.
fn candidates(context: &Context<'_>, game: usize, entry: usize) -> String {
    let record = context.session.record();
    let Some(found) = record.entry(game, entry) else { return String::new() };
    let mut text = String::new();
    if found.marks.rollout_cube {
        text = gettext("Cube decision marked") + "\n";
    }
    let state = record.games[game].state_before(record.length, entry);
    let plays = found.play_analysis().map_or(&[][..], |analysis| &analysis.candidates);
    for (n, one) in plays.iter().enumerate().filter(|(_, one)| one.is_marked) {
        let play = notation::format(&state.board, &one.play);
        text += &gettext_f("{n} ({play}) marked", &[("n", (n + 1).to_string()), ("play", play)]);
        text.push('\n');
    }
    text
}
