// SPDX-License-Identifier: GPL-3.0-or-later
//! Files that were read and written.

use super::messages::counted;
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
            format!("{name} ({}) contains:\n{}", file.format, list.join("\n"))
        }
    }
}

/// One match in one line.
fn match_line(one: &Imported) -> String {
    let record = &one.record;
    let [zero, other] = Player::BOTH.map(|player| record.name(player));
    let [a, b] = record.score();
    let kind = match (one.is_position(), record.length) {
        (true, _) => "position".to_owned(),
        (false, 0) => "session".to_owned(),
        (false, length) => format!("{length} point match"),
    };
    let games = u32::try_from(record.games.len()).unwrap_or(u32::MAX);
    let time = record.lost_on_time();
    let time = time.map_or(String::new(), |player| format!(", {} lost on time", record.name(player)));
    format!("{kind}, {zero} {a}, {other} {b}, {}{time}", counted(games, "game"))
}

/// The first warnings about a file, and how many more there are, as lines.
#[must_use]
pub fn warnings(warnings: &[Warning]) -> Vec<String> {
    let mut lines: Vec<String> =
        warnings.iter().take(MAX_WARNINGS).map(|warning| format!("Warning: {warning}")).collect();
    if warnings.len() > MAX_WARNINGS {
        lines.push(format!("{} more warnings are not shown.", warnings.len() - MAX_WARNINGS));
    }
    lines
}

/// The files that were written.
#[must_use]
pub fn written(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    format!("Written: {}.", names.join(", "))
}
