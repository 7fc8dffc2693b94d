// SPDX-License-Identifier: GPL-3.0-or-later
//! Files that were read and written.

use crate::i18n::{gettext, gettext_f, ngettext_f};
use gnubg_engine::core::Player;
use gnubg_formats::{Imported, Warning};
use gnubg_session::files::FileRead;
use std::path::PathBuf;

/// How many warnings about one file are shown.
const MAX_WARNINGS: usize = 10;

/// What a file contains: the match that is shown, or the list of its matches if none is shown.
#[must_use]
pub fn contents(file: &FileRead) -> String {
    let name = file.path.display();
    match file.shown.and_then(|n| file.matches.get(n)) {
        Some(one) => format!("{name} ({}): {}.", file.format, match_line(one)),
        None => {
            let list: Vec<String> =
                (1..).zip(&file.matches).map(|(n, one)| format!("{n:>4}  {}", match_line(one))).collect();
            let values =
                [("file", name.to_string()), ("format", file.format.to_string()), ("list", list.join("\n"))];
            gettext_f("{file} ({format}) contains:\n{list}", &values)
        }
    }
}

/// One match in one line.
fn match_line(one: &Imported) -> String {
    let record = &one.record;
    let [zero, other] = Player::BOTH.map(|player| record.name(player));
    let [a, b] = record.score();
    let kind = match (one.is_position(), record.length) {
        (true, _) => gettext("position"),
        (false, 0) => gettext("session"),
        (false, n) => ngettext_f("{n} point match", "{n} point match", u32::from(n), &[("n", n.to_string())]),
    };
    let games = u32::try_from(record.games.len()).unwrap_or(u32::MAX);
    let time = record.lost_on_time();
    let time = time.map_or(String::new(), |player| {
        gettext_f(", {player} lost on time", &[("player", record.name(player))])
    });
    let games = ngettext_f("{n} game", "{n} games", games, &[("n", games.to_string())]);
    format!("{kind}, {zero} {a}, {other} {b}, {games}{time}")
}

/// One warning.
fn warned(text: &str) -> String {
    gettext_f("Warning: {text}", &[("text", text)])
}

/// The first warnings about a file, and how many more there are, as lines.
#[must_use]
pub fn warnings(warnings: &[Warning]) -> Vec<String> {
    let mut lines: Vec<String> =
        warnings.iter().take(MAX_WARNINGS).map(|warning| warned(&warning.to_string())).collect();
    if let Some(more) = warnings.len().checked_sub(MAX_WARNINGS).filter(|more| *more > 0) {
        lines.push(ngettext_f(
            "{n} more warning is not shown.",
            "{n} more warnings are not shown.",
            u32::try_from(more).unwrap_or(u32::MAX),
            &[("n", more.to_string())],
        ));
    }
    lines
}

/// The files that were written.
#[must_use]
pub fn written(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    gettext_f("Written: {files}.", &[("files", names.join(", "))])
}
