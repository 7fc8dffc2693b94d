// SPDX-License-Identifier: GPL-3.0-or-later
//! What the actions on databases of positions tell.

use crate::i18n::{gettext, gettext_f};
use gnubg_record::Date;
use gnubg_session::positions::{
    DatabaseOutcome, DatabaseProgress, ExamGrade, ExamMean, PositionDatabase, PositionKind,
};
use std::fmt::Write as _;

/// How far an action has come, as a line.
#[must_use]
pub fn progress(progress: &DatabaseProgress) -> String {
    match *progress {
        DatabaseProgress::Done { done, total } => gettext_f(
            "{done} of {total} positions",
            &[("done", done.to_string()), ("total", total.to_string())],
        ),
        DatabaseProgress::Pass { pass, total, errors } => {
            let [own, kept] =
                errors.map(|error| error.map_or_else(|| "–".to_owned(), |error| format!("{error:.4}")));
            gettext_f(
                "pass {pass} of {total}: error of the equity {own}, on positions not trained {kept}",
                &[("pass", pass.to_string()), ("total", total.to_string()), ("own", own), ("kept", kept)],
            )
        }
        DatabaseProgress::Round { round, total } => gettext_f(
            "round {round} of {total}",
            &[("round", round.to_string()), ("total", total.to_string())],
        ),
    }
}

/// What an action has led to.
#[must_use]
pub fn outcome(outcome: &DatabaseOutcome) -> String {
    match outcome {
        DatabaseOutcome::Created(file) => {
            gettext_f("{file} is an empty database.", &[("file", file.display().to_string())])
        }
        DatabaseOutcome::Changed { file, read, counts: (all, rolled_out) } => {
            let read = read.map_or_else(String::new, |n| {
                gettext_f("{n} positions read.", &[("n", n.to_string())]) + " "
            });
            let holds = gettext_f(
                "{file} has {all} positions, {rolled} of them rolled out.",
                &[
                    ("file", file.display().to_string()),
                    ("all", all.to_string()),
                    ("rolled", rolled_out.to_string()),
                ],
            );
            read + &holds
        }
        DatabaseOutcome::Verified(found) => {
            let chances: Vec<String> = found.chances.iter().map(|error| format!("{error:.4}")).collect();
            gettext_f(
                "Root mean square errors of {n} positions: chances {chances}, equity {equity}.",
                &[
                    ("n", found.positions.to_string()),
                    ("chances", chances.join(" ")),
                    ("equity", format!("{:.4}", found.equity)),
                ],
            )
        }
        DatabaseOutcome::Trained(out) => {
            gettext_f("The trained nets are in {file}.", &[("file", out.display().to_string())])
        }
        DatabaseOutcome::Examined(grades) => examined(grades),
        DatabaseOutcome::Exported(to) => {
            gettext_f("The positions are in {file}.", &[("file", to.display().to_string())])
        }
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
        return gettext("The database is empty.");
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
