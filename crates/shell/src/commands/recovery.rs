// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches whose program was killed or lost its terminal: listing, restoring and discarding them.

use crate::i18n::{gettext, gettext_f, ngettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use crate::text::messages;
use gnubg_session::{CommandOutcome, GameCommand, Recoverable};
use std::time::SystemTime;

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row(
        "recover",
        "[discard] [N]",
        noted("restore or discard an interrupted match, by default the latest"),
        recover,
    )
    .expecting(Expects::Words(&["discard"])),
    row("show recovery", "", noted("list the interrupted matches"), |c, _| {
        let Some(found) = c.interrupted_matches() else { return Ok(()) };
        let text = list(&found);
        c.console.page(&text);
        Ok(())
    }),
];

/// What is said at the start of a session; `None` if no match was interrupted.
pub(crate) fn offer(found: &[Recoverable]) -> Option<String> {
    let latest = describe(found.first()?);
    Some(match found.len() {
        1 => gettext_f(
            "A match was interrupted: {match}.\nType recover to restore it, or recover discard to discard it.",
            &[("match", latest)],
        ),
        n => gettext_f(
            "{n} matches were interrupted, the latest: {match}.\nType recover to restore it, or show recovery for all of them.",
            &[("n", n.to_string()), ("match", latest)],
        ),
    })
}

fn list(found: &[Recoverable]) -> String {
    if found.is_empty() {
        return gettext("No match was interrupted.");
    }
    let mut lines: Vec<String> =
        found.iter().enumerate().map(|(n, one)| format!("{:>4}  {}", n + 1, describe(one))).collect();
    lines.push(messages::recovery_rule());
    lines.join("\n")
}

/// Who was playing whom for how much, and when.
fn describe(found: &Recoverable) -> String {
    describe_at(found, SystemTime::now())
}

/// The same, seen at a moment. A match of the future was played while the clock was wrong: how long ago is not known.
fn describe_at(found: &Recoverable, now: SystemTime) -> String {
    let [a, b] = &found.names;
    let kind = match found.length {
        0 => gettext("money session"),
        n => ngettext_f("{n} point match", "{n} point match", u32::from(n), &[("n", n.to_string())]),
    };
    let age = found.modified.and_then(|time| now.duration_since(time).ok());
    let minutes = age.map(|age| u32::try_from(age.as_secs() / 60).unwrap_or(u32::MAX));
    let age = match minutes {
        None => gettext("time unknown"),
        Some(0) => gettext("just now"),
        Some(n @ 1..60) => ngettext_f("{n} minute ago", "{n} minutes ago", n, &[("n", n.to_string())]),
        Some(minutes @ 60..1440) => {
            let n = minutes / 60;
            ngettext_f("{n} hour ago", "{n} hours ago", n, &[("n", n.to_string())])
        }
        Some(minutes) => {
            let n = minutes / 1440;
            ngettext_f("{n} day ago", "{n} days ago", n, &[("n", n.to_string())])
        }
    };
    format!("{a} – {b}, {kind}, {}–{}, {age}", found.score[0], found.score[1])
}

fn recover(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let discards = args.peek().is_some_and(|word| word.len() >= 2 && "discard".starts_with(word));
    if discards {
        args.word();
    }
    let number = args.whole()?.unwrap_or(1);
    let Some(found) = context.interrupted_matches() else { return Ok(()) };
    if found.is_empty() {
        return Err(Refusal::usage(gettext("no match was interrupted")));
    }
    let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
    let chosen = index.and_then(|index| found.get(index)).ok_or_else(|| {
        Refusal::usage(ngettext_f(
            "there is no number {number}: show recovery lists {n} interrupted match",
            "there is no number {number}: show recovery lists {n} interrupted matches",
            u32::try_from(found.len()).unwrap_or(u32::MAX),
            &[("number", number.to_string()), ("n", found.len().to_string())],
        ))
    })?;
    if discards {
        if context.confirm(&gettext_f("Discard {match}?", &[("match", describe(chosen))])) {
            context.session.discard_recoverable(chosen);
            context.settle();
            context.say(&gettext("The interrupted match has been discarded."));
        }
        return Ok(());
    }
    let is_playing = context.session.game().is_ok();
    if is_playing
        && context.session.options().confirm.new
        && !context.confirm(&gettext("A game is in progress. Abandon it?"))
    {
        return Ok(());
    }
    if let CommandOutcome::Started(id) = context.session.recover(chosen)?
        && !context.await_job(id)
    {
        return Ok(());
    }
    // The computer continues where it was thinking.
    let is_computers_turn = context.session.game().ok().and_then(|state| state.to_act());
    if is_computers_turn.is_some_and(|player| !context.session.is_person(player)) {
        context.execute(GameCommand::Compute)?;
    }
    Ok(())
}
