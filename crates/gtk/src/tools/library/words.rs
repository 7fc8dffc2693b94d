// SPDX-License-Identifier: GPL-3.0-or-later
//! What the library says about matches, decisions and imports, in words.

use crate::i18n::{gettext, gettext_f, grouped, localized, ngettext_f};
use crate::texts;
use gnubg_library::decision::Kind;
use gnubg_library::import::ImportReport;
use gnubg_library::info::LibraryInfo;
use gnubg_library::reevaluation::{ChangedVerdicts, VerdictCounts};
use gnubg_library::search::{DecisionRow, MatchRow};

/// A count as a translation counts it.
fn form(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// So many of something: `words` gives the words for a number and its places.
fn count(n: usize, words: impl Fn(u32, &[(&str, &str)]) -> String) -> String {
    words(form(n), &[("n", &grouped(n as u64))])
}

/// The words for a number.
type Words<'a> = &'a dyn Fn(u32, &[(&str, &str)]) -> String;

fn matches(n: usize) -> String {
    count(n, |n, places| ngettext_f("{n} match", "{n} matches", n, places))
}

fn decisions(n: usize) -> String {
    count(n, |n, places| ngettext_f("{n} decision", "{n} decisions", n, places))
}

/// "412 matches · 96,318 decisions".
pub(super) fn holds(info: &LibraryInfo) -> String {
    let n = |count: i64| usize::try_from(count).unwrap_or(0);
    let (matches, decisions) = (matches(n(info.matches + info.summaries)), decisions(n(info.decisions)));
    gettext_f("{matches} · {decisions}", &[("matches", &matches), ("decisions", &decisions)])
}

/// What a figure is made of.
pub(super) fn made_of(n_decisions: usize, n_matches: usize) -> String {
    let values = [("decisions", decisions(n_decisions)), ("matches", matches(n_matches))];
    let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
    gettext_f("{decisions} of {matches}", &values)
}

/// How many of some decisions were errors.
pub(super) fn errors_of(errors: usize, of: usize) -> String {
    let errors = count(errors, |n, places| ngettext_f("{n} error", "{n} errors", n, places));
    gettext_f("{errors} in {decisions}", &[("errors", &errors), ("decisions", &decisions(of))])
}

/// How many decisions were found.
pub(super) fn found(n: usize, is_complete: bool) -> String {
    match (n, is_complete) {
        (0, _) => gettext("No decision fits"),
        (n, true) => decisions(n),
        (n, false) => gettext_f("More than {n} decisions", &[("n", &grouped(n as u64))]),
    }
}

/// How many matches are listed.
pub(super) fn listed(n: usize) -> String {
    if n == 0 { gettext("No match fits") } else { matches(n) }
}

/// A loss as a negative number.
pub(crate) fn loss(loss: f64) -> String {
    localized(format!("−{loss:.3}"))
}

/// A performance rating, or a dash.
pub(super) fn rating(rating: Option<f64>) -> String {
    rating.map_or_else(|| "–".to_owned(), |rating| localized(format!("{rating:.1}")))
}

/// Both players, the upper one first.
pub(super) fn players(row: &MatchRow) -> String {
    format!("{} – {}", row.players[0], row.players[1])
}

/// What a match was played for.
pub(super) fn length(length: u16) -> String {
    if length == 0 { gettext("money") } else { length.to_string() }
}

/// What was asked and done in a decision: "Take? drop", "31: 13/10 6/5".
pub(super) fn done(row: &DecisionRow) -> String {
    let question = match row.kind {
        Kind::Play => row.dice.map_or_else(String::new, |dice| format!("{}{}:", dice.high(), dice.low())),
        Kind::NoDouble | Kind::Double => gettext("Double?"),
        Kind::Take | Kind::Drop | Kind::Beaver => gettext("Take?"),
        Kind::Resign => gettext("Resign?"),
    };
    format!("{question} {}", action(row.kind, &row.played))
}

/// What was done in a match, and what it lost; and where.
pub(crate) fn source(row: &DecisionRow) -> [String; 2] {
    let lost = row.loss.filter(|loss| *loss > 0.0).map(loss);
    let done =
        [Some(action(row.kind, &row.played)), lost].into_iter().flatten().collect::<Vec<_>>().join(" ");
    [gettext_f("In the match: {action}", &[("action", &done)]), well_broken(&occasion(row))]
}

/// A text whose lines break neither within a score or a date nor before a dot between two parts.
fn well_broken(text: &str) -> String {
    text.replace('-', "-\u{2060}").replace(" · ", "\u{a0}· ")
}

/// An action with the cube in words; a play as it is.
fn action(kind: Kind, played: &str) -> String {
    match kind {
        Kind::Play => played.to_owned(),
        Kind::NoDouble => gettext("no double"),
        Kind::Double => gettext("double"),
        Kind::Take => gettext("take"),
        Kind::Drop => gettext("pass"),
        Kind::Beaver => gettext("beaver"),
        Kind::Resign => gettext("resign"),
    }
}

/// An action that the library names, in words of people; a play stays as it is.
pub(crate) fn named(text: &str) -> String {
    match text {
        "double" => gettext("double"),
        "no double" => gettext("no double"),
        "take" => gettext("take"),
        "drop" => gettext("pass"),
        "beaver" => gettext("beaver"),
        "double, take" => gettext("Double, take"),
        "double, drop" | "double, pass" => gettext("Double, pass"),
        "no double, take" => gettext("No double, take"),
        "no double, pass" => gettext("Too good to double"),
        other => other.to_owned(),
    }
}

/// What was best, if something else was done.
pub(super) fn best(row: &DecisionRow) -> Option<String> {
    let best = row.best.as_deref().filter(|best| !best.is_empty() && *best != row.played)?;
    Some(gettext_f("best: {best}", &[("best", &named(best))]))
}

/// Where a decision was made: who against whom, at which score, in which game, when.
pub(super) fn occasion(row: &DecisionRow) -> String {
    let players =
        gettext_f("{player} against {opponent}", &[("player", &row.player), ("opponent", &row.opponent)]);
    let score = match row.away {
        [0, _] | [_, 0] => gettext("money"),
        [me, other] => texts::score_away(me, other),
    };
    let game = gettext_f("game {n}", &[("n", &(row.game + 1).to_string())]);
    let parts = [players, score, game, row.event.clone(), row.date.clone()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// What a screen reader says of a decision.
pub(super) fn spoken(row: &DecisionRow) -> String {
    let lost = row.loss.filter(|loss| *loss > 0.0).map(|one| crate::a11y::spoken(&loss(one)));
    let parts = [Some(done(row)), lost, best(row), Some(occasion(row))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What an import brought, a line for each fact.
pub(super) fn report(report: &ImportReport) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |n: usize, words: Words<'_>| {
        if n > 0 {
            lines.push(count(n, words));
        }
    };
    add(report.files, &|n, places| ngettext_f("{n} file read", "{n} files read", n, places));
    add(report.new, &|n, places| ngettext_f("{n} new match", "{n} new matches", n, places));
    add(report.known, &|n, places| {
        ngettext_f(
            "{n} match was already in the library",
            "{n} matches were already in the library",
            n,
            places,
        )
    });
    add(report.extended, &|n, places| {
        ngettext_f("{n} match was continued", "{n} matches were continued", n, places)
    });
    add(report.continues, &|n, places| {
        ngettext_f("{n} match would continue another one", "{n} matches would continue others", n, places)
    });
    add(report.near, &|n, places| {
        ngettext_f(
            "{n} match is nearly the same as another one",
            "{n} matches are nearly the same as others",
            n,
            places,
        )
    });
    add(report.positions, &|n, places| ngettext_f("{n} new position", "{n} new positions", n, places));
    add(report.summaries, &|n, places| {
        ngettext_f(
            "{n} match of which only sums are known",
            "{n} matches of which only sums are known",
            n,
            places,
        )
    });
    add(report.summaries_replaced, &|n, places| {
        ngettext_f("{n} summary replaced by its match", "{n} summaries replaced by their matches", n, places)
    });
    for (ruler, n) in &report.analyses {
        let values = [("n", grouped(*n as u64)), ("ruler", ruler.clone())];
        let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        lines.push(ngettext_f("{n} analysis by {ruler}", "{n} analyses by {ruler}", form(*n), &values));
    }
    let mut add = |n: usize, words: Words<'_>| {
        if n > 0 {
            lines.push(count(n, words));
        }
    };
    add(report.waiting, &|n, places| {
        ngettext_f("{n} match is not analyzed", "{n} matches are not analyzed", n, places)
    });
    add(report.skipped, &|n, places| {
        ngettext_f("{n} file is of no known format", "{n} files are of no known format", n, places)
    });
    add(report.failed, &|n, places| {
        ngettext_f("{n} file could not be read", "{n} files could not be read", n, places)
    });
    if !report.new_players.is_empty() {
        let names = report.new_players.join(", ");
        lines.push(gettext_f("New players: {names}", &[("names", &names)]));
    }
    for proposal in &report.proposals {
        let [one, other] = &proposal.names;
        lines.push(gettext_f("Perhaps one person: {one} and {other}", &[("one", one), ("other", other)]));
    }
    lines
}

/// What a new evaluation has changed, a line for each fact.
pub(super) fn changes(changed: &ChangedVerdicts) -> Vec<String> {
    let told = |whose: &str, counts: &VerdictCounts| {
        let values = [
            ("whose", whose.to_owned()),
            ("changed", grouped(counts.best_changed as u64)),
            ("decisions", decisions(counts.decisions)),
            ("gone", grouped(counts.blunders_gone as u64)),
            ("blunders", grouped(counts.blunders as u64)),
            ("new", grouped(counts.blunders_new as u64)),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        gettext_f(
            "{whose}: {changed} of {decisions} have another best action, {gone} of {blunders} blunders are gone, {new} are new",
            &values,
        )
    };
    let mut lines = vec![told(&matches(changed.matches), &changed.all)];
    if changed.mine.decisions > 0 {
        lines.push(told(&gettext("Yours"), &changed.mine));
    }
    if !changed.cards.is_empty() {
        lines.push(count(changed.cards.len(), |n, places| {
            ngettext_f("{n} card has another answer now", "{n} cards have another answer now", n, places)
        }));
    }
    lines
}

/// Files of an import that could not be read or had problems, with the reason.
pub(super) fn faults(report: &ImportReport) -> Vec<String> {
    let mut lines = Vec::new();
    for file in &report.details {
        for reason in file.failure.iter().chain(&file.warnings) {
            let values = [("file", file.file.as_str()), ("reason", reason.as_str())];
            // Most reasons name the file already.
            lines.push(match reason.starts_with(&file.file) {
                true => reason.clone(),
                false => gettext_f("{file}: {reason}", &values),
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_library::import::FileReport;

    #[test]
    fn a_report_counts_everything_and_names_faults() {
        let failed = FileReport {
            file: "/a/b.mat".to_owned(),
            is_known: false,
            outcomes: Vec::new(),
            warnings: vec!["line 3: no such play".to_owned()],
            failure: Some("/a/b.mat: empty".to_owned()),
        };
        let brought = ImportReport {
            files: 3,
            new: 1,
            known: 2,
            failed: 1,
            analyses: [("XG 3-ply".to_owned(), 2)].into(),
            details: vec![failed],
            ..ImportReport::default()
        };
        let lines = report(&brought);
        assert_eq!(lines[..3], ["3 files read", "1 new match", "2 matches were already in the library"]);
        assert!(lines.contains(&"2 analyses by XG 3-ply".to_owned()), "{lines:?}");
        assert!(lines.contains(&"1 file could not be read".to_owned()), "{lines:?}");
        assert_eq!(faults(&brought), ["/a/b.mat: empty", "/a/b.mat: line 3: no such play"]);
    }

    #[test]
    fn counts_of_results_say_whether_they_are_complete() {
        assert_eq!(found(0, true), "No decision fits");
        assert_eq!(found(1, true), "1 decision");
        assert_eq!(found(300, false), "More than 300 decisions");
        assert_eq!(listed(2), "2 matches");
    }
}
