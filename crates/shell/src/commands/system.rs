// SPDX-License-Identifier: GPL-3.0-or-later
//! Help, quitting, files of commands, saved settings.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use crate::python;
use gnubg_engine::input::{MAX_TEXT, read_limited};
use gnubg_session::CommandError;
use std::path::Path;

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("clear cache", "", noted("empty the evaluation cache"), |c, _| {
        c.session.engine().cache().clear();
        Ok(())
    }),
    row("clear hint", "", noted("discard the last hint"), |c, _| {
        c.session.discard_hint();
        Ok(())
    }),
    row("copy", "", noted("print the board with pip counts"), |c, _| copy(c)),
    row("exit", "", noted("the same as quit"), |c, _| quit(c)),
    row("help", "[command]", noted("explain a command"), help).expecting(Expects::Command),
    row("?", "[command]", noted("the same as help"), help).expecting(Expects::Command),
    row("history", "", noted("list the lines typed so far"), |c, _| history(c)),
    row("load commands", "FILE", noted("run a file of commands"), |c, a| {
        let file = a.file()?;
        load(c, &file)
    })
    .expecting(Expects::File),
    row("load python", "FILE", noted("run a file of Python"), |c, a| {
        let file = a.file()?;
        python::run_file(c, &file).map(drop)
    })
    .expecting(Expects::File),
    row("quit", "", noted("quit the program"), |c, _| quit(c)),
    row(
        "save settings",
        "[FILE]",
        noted("save the settings; with FILE: write them as commands; -: print them"),
        save_settings,
    )
    .expecting(Expects::File),
];

/// How many files of commands may run one inside the other.
const MAX_SCRIPT_DEPTH: usize = 16;

fn quit(context: &mut Context<'_>) -> CommandResult {
    let is_playing = context.session.game().is_ok();
    let asks = is_playing && context.session.options().confirm.new;
    if !asks || context.confirm(&gettext("A game is in progress. Quit anyway?")) {
        context.shell.is_quitting = true;
    }
    Ok(())
}

fn history(context: &mut Context<'_>) -> CommandResult {
    let lines = context.console.history();
    let text: Vec<String> =
        lines.iter().enumerate().map(|(n, line)| format!("{:>5}  {line}", n + 1)).collect();
    if !text.is_empty() {
        context.console.page(&text.join("\n"));
    }
    Ok(())
}

fn copy(context: &mut Context<'_>) -> CommandResult {
    let state = *context.session.game()?;
    let [zero, one] = state.pips();
    let text = context.board_text(&state);
    context.say(&format!("{}\n{:20}Pip counts: O {zero}, X {one}", text.trim_end(), ""));
    Ok(())
}

fn help(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let mut node = &context.commands.root;
    let mut path = String::new();
    while let Some(word) = args.word() {
        let known = || node.names();
        if node.takes_player && node.child(word).is_none() {
            path = format!("{path} {word}");
            continue;
        }
        let child = node.child(word);
        if child.is_none() && matches!(node.expects, Expects::Words(words) if words.contains(&word)) {
            break;
        }
        node = child.ok_or_else(|| Refusal::Unknown { word: word.to_owned(), known: known() })?;
        path = format!("{path} {}", node.name).trim_start().to_owned();
    }
    let text = node.describe(&path);
    context.console.page(&text);
    Ok(())
}

/// Runs a file of commands line by line. A refused line does not stop the rest.
///
/// # Errors
/// If the file cannot be read.
pub fn load(context: &mut Context<'_>, path: &str) -> CommandResult {
    let fail = |source| Refusal::File { path: path.to_owned(), source };
    if context.shell.script_depth >= MAX_SCRIPT_DEPTH {
        return Err(Refusal::usage(gettext_f(
            "{path}: files of commands are nested too deeply",
            &[("path", path.to_string())],
        )));
    }
    let text = read_limited(Path::new(path), MAX_TEXT).map_err(fail)?;
    let text = String::from_utf8_lossy(&text);
    context.shell.script_depth += 1;
    let n_before = context.shell.not_understood.len();
    for (n, line) in text.lines().enumerate() {
        if let Err(refusal) = context.run_line(line) {
            context.console.complain(&format!("{path}:{}: {}", n + 1, refusal.sentence()));
            context.shell.note_refusal(line, &refusal);
        }
        context.settle();
        if context.shell.was_interrupted || context.shell.is_quitting {
            break;
        }
    }
    context.shell.script_depth -= 1;
    // A script that runs this file tells the lines at its own end.
    if context.shell.script_depth == 0
        && context.console.is_interactive()
        && let Some(text) = context.shell.take_not_understood(n_before)
    {
        context.console.complain(&text);
    }
    Ok(())
}

fn save_settings(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    match args.word() {
        None => {
            let folders = context.session.directories().filter(|_| context.session.settings_file().is_some());
            let Some(shown) = folders.map(|folders| folders.settings_file().display().to_string()) else {
                context.say(&gettext(
                    "This session saves no settings; save settings FILE writes them to a file.",
                ));
                return Ok(());
            };
            let saved = context.session.save_settings();
            for message in saved.map_err(|source| Refusal::File { path: shown.clone(), source })? {
                context.console.complain(&crate::text::messages::message(&message));
            }
            context.say(&gettext_f("Settings saved to {shown}.", &[("shown", shown.to_string())]));
        }
        Some("-") => {
            let text = super::options::as_commands(context);
            context.console.print(&text);
        }
        Some(path) => {
            let path = path.to_owned();
            write(context, &path)?;
        }
    }
    Ok(())
}

fn write(context: &mut Context<'_>, path: &str) -> CommandResult {
    if !context.may_write(path) {
        return Ok(());
    }
    let text = super::options::as_commands(context);
    std::fs::write(path, text).map_err(|source| Refusal::File { path: path.to_owned(), source })?;
    context.say(&gettext_f("Settings written to {path}.", &[("path", path.to_string())]));
    Ok(())
}

/// Runs a program, or a shell if the command is empty.
///
/// # Errors
/// If running programs is forbidden or the program cannot be started.
pub fn run_program(context: &mut Context<'_>, command: &str) -> CommandResult {
    if !context.session.may_run_programs() {
        return Err(CommandError::ProgramsForbidden.into());
    }
    let mut shell = std::process::Command::new("sh");
    if !command.is_empty() {
        shell.args(["-c", command]);
    } else if !context.console.is_interactive() {
        return Err(Refusal::usage(gettext("give the program to run after !")));
    }
    let ended = shell.status().map_err(|source| Refusal::File { path: "sh".to_owned(), source })?;
    if !ended.success() {
        context
            .console
            .complain(&gettext_f("The program failed: {reason}.", &[("reason", ended.to_string())]));
    }
    Ok(())
}
