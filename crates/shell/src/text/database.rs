// SPDX-License-Identifier: GPL-3.0-or-later
//! What the actions on databases of positions tell.

use gnubg_record::Date;
use gnubg_session::positions::{
    DatabaseOutcome, DatabaseProgress, ExamGrade, ExamMean, PositionDatabase, PositionKind,
};
use std::fmt::Write as _;

/// How far an action has come, as a line.
#[must_use]
pub fn progress(progress: &DatabaseProgress) -> String {
    match *progress {
        DatabaseProgress::Done { done, total } => format!("{done} of {total} positions"),
        DatabaseProgress::Pass { pass, total, errors } => {
            let [own, kept] =
                errors.map(|error| error.map_or_else(|| "unknown".to_owned(), |error| format!("{error:.4}")));
            format!("pass {pass} of {total}: error of the equity {own}, on positions not trained {kept}")
        }
        DatabaseProgress::Round { round, total } => format!("round {round} of {total}"),
    }
}

/// What an action has led to.
#[must_use]
pub fn outcome(outcome: &DatabaseOutcome) -> String {
    match outcome {
        DatabaseOutcome::Created(file) => format!("{} is an empty database.", file.display()),
        DatabaseOutcome::Changed { file, read, counts: (all, rolled_out) } => {
            let read = read.map_or_else(String::new, |n| format!("{n} positions read. "));
            format!("{read}{} has {all} positions, {rolled_out} of them rolled out.", file.display())
        }
        DatabaseOutcome::Verified(found) => {
            let chances: Vec<String> = found.chances.iter().map(|error| format!("{error:.4}")).collect();
            format!(
                "Root mean square errors of {} positions: chances {}, equity {:.4}.",
                found.positions,
                chances.join(" "),
                found.equity
            )
        }
        DatabaseOutcome::Trained(out) => format!("The trained nets are in {}.", out.display()),
        DatabaseOutcome::Examined(grades) => examined(grades),
        DatabaseOutcome::Exported(to) => format!("The positions are in {}.", to.display()),
        DatabaseOutcome::Dumped(database) => dump(database),
    }
}

/// The table of an examination.
fn examined(grades: &[ExamGrade]) -> String {
    let is_compared = grades.iter().any(|grade| grade.other.is_some());
    let mut text = "Kind           Decisions  PR".to_owned();
    if is_compared {
        text.push_str("                 other PR           difference");
    }
    text.push('\n');
    for grade in grades {
        let name = grade.kind.map_or("all", PositionKind::name);
        let rating = |mean: &ExamMean| {
            let [rating, error] = mean.rating();
            format!("{rating:8.3} ± {error:.3}")
        };
        let _ = write!(text, "{name:<14} {:>9}  {}", grade.own.count(), rating(&grade.own).trim_start());
        if let Some([other, difference]) = &grade.other {
            let _ = write!(text, "  {}  {}", rating(other), rating(difference));
        }
        text.push('\n');
    }
    text
}

fn dump(database: &PositionDatabase) -> String {
    if database.counts().0 == 0 {
        return "The database is empty.".to_owned();
    }
    let mut text = "Position        Win   W(g)  W(bg) L(g)  L(bg)  Trials  Date\n".to_owned();
    for (board, rollout) in database.positions() {
        let id = board.position_id();
        match rollout {
            None => {
                let _ = writeln!(text, "{id}  no rollout data");
            }
            Some(found) => {
                let chances: Vec<String> =
                    found.chances.iter().map(|chance| format!("{chance:.3}")).collect();
                let days = i64::try_from(found.time / 86_400).unwrap_or(i64::MAX);
                let date = Date::from_unix_days(days).map(|date| date.to_string()).unwrap_or_default();
                let _ = writeln!(text, "{id}  {} {:>7}  {date}", chances.join(" "), found.trials);
            }
        }
    }
    text
}
