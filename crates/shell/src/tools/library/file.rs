// SPDX-License-Identifier: GPL-3.0-or-later
//! Commands about the file of the library.

use super::arguments::LibraryCommand;
use super::environment::{Environment, LibraryToolError};
use gnubg_library::clock::Clock;
use gnubg_library::{BackupReason, Library, backup_content, backups};
use serde_json::json;
use std::path::Path;

/// Commands that need no open library; `None` for all others.
pub(super) fn without_library(
    command: &LibraryCommand,
    path: &Path,
    is_json: bool,
    print: &mut dyn FnMut(&str) -> bool,
) -> Option<Result<(), LibraryToolError>> {
    match command {
        LibraryCommand::Create(arguments) => {
            let path = arguments.file.as_deref().unwrap_or(path);
            let made = Library::create(path, Clock::System).map_err(LibraryToolError::from);
            Some(made.map(|_| {
                let text = match is_json {
                    true => json!({ "created": path.display().to_string() }).to_string(),
                    false => format!("The library {} has been made.", path.display()),
                };
                print(&text);
            }))
        }
        LibraryCommand::Restore(arguments) => {
            Some(restore(path, arguments.backup.as_deref(), is_json, print))
        }
        _ => None,
    }
}

fn restore(
    path: &Path,
    wanted: Option<&str>,
    is_json: bool,
    print: &mut dyn FnMut(&str) -> bool,
) -> Result<(), LibraryToolError> {
    let all = backups(path);
    let Some(wanted) = wanted else {
        for (n, one) in (1..).zip(&all) {
            let content = backup_content(&one.path).ok();
            let counts = content.map(|found| [found.matches, found.decisions, found.cards]);
            let name = one.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            print(&match is_json {
                true => json!({ "number": n, "file": one.path.display().to_string(), "reason": one.reason.word(),
                    "size": one.size, "matches": counts.map(|all| all[0]), "decisions": counts.map(|all| all[1]),
                    "cards": counts.map(|all| all[2]) })
                .to_string(),
                false => match counts {
                    Some([matches, decisions, cards]) => {
                        format!("{n:>3}  {name}  {matches} matches, {decisions} decisions, {cards} cards")
                    }
                    None => format!("{n:>3}  {name}  damaged"),
                },
            });
        }
        if all.is_empty() && !is_json {
            print("There are no backups.");
        }
        return Ok(());
    };
    let file = match wanted.parse::<usize>() {
        Ok(n) => n.checked_sub(1).and_then(|n| all.get(n)).map(|one| one.path.clone()),
        Err(_) => Some(wanted.into()),
    };
    let file = file.ok_or_else(|| {
        LibraryToolError::Usage(format!("there are {} backups; gnubg library restore lists them", all.len()))
    })?;
    Library::restore(path, &file, &Clock::System)?;
    let content = backup_content(path)?;
    print(&match is_json {
        true => json!({ "restored": file.display().to_string(), "matches": content.matches }).to_string(),
        false => format!("{} has been restored: {} matches.", file.display(), content.matches),
    });
    Ok(())
}

/// Carries a command out.
pub(super) fn run(
    command: &LibraryCommand,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    match command {
        LibraryCommand::Info => info(environment),
        LibraryCommand::Verify(arguments) => verify(arguments.repair, environment),
        LibraryCommand::Rebuild => {
            rebuild(environment)?;
            environment.either(&json!({ "rebuilt": true }), "Everything derived has been made again.")
        }
        LibraryCommand::Backup(arguments) => {
            let path = match &arguments.file {
                Some(path) => {
                    environment.library.copy_to(path)?;
                    path.clone()
                }
                None => environment.library.back_up(BackupReason::Manual)?,
            };
            let text = format!("The library has been copied to {}.", path.display());
            environment.either(&json!({ "backup": path.display().to_string() }), &text)
        }
        LibraryCommand::Vacuum => {
            let before = environment.library.info()?.size;
            environment.library.vacuum()?;
            let after = environment.library.info()?.size;
            let text = format!("{} before, {} now", size(before), size(after));
            environment.either(&json!({ "before": before, "after": after }), &text)
        }
        LibraryCommand::Reference(arguments) => {
            if let Some(rule) = arguments.rule {
                let judge = environment.judge()?;
                let cancel = environment.cancel.clone();
                environment.library.set_reference_rule(rule, &judge, &cancel, |_, _| ())?;
            }
            let rule = environment.library.reference_rule()?;
            environment.either(
                &json!({ "reference": rule.word() }),
                &format!("Losses come from: {}", rule.word()),
            )?;
            for ruler in environment.library.rulers()? {
                let value = json!({ "ruler": format!("{} {}", ruler.engine, ruler.level), "nets": ruler.nets,
                    "own": ruler.is_own, "rank": ruler.rank });
                let nets =
                    if ruler.nets.is_empty() { String::new() } else { format!(" (nets {})", ruler.nets) };
                environment.either(&value, &format!("  {} {}{nets}", ruler.engine, ruler.level))?;
            }
            Ok(())
        }
        LibraryCommand::Sql(arguments) => {
            let library = environment.library.clone();
            let cancel = environment.cancel.clone();
            let mut stopped = Ok(());
            library.sql(&arguments.statement.join(" "), &cancel, |row| {
                if stopped.is_ok() {
                    stopped = if (environment.print)(&row.to_string()) {
                        Ok(())
                    } else {
                        Err(LibraryToolError::Told)
                    };
                }
                Ok(())
            })?;
            stopped
        }
        _ => Err(LibraryToolError::Usage("this is done before the library is opened".to_owned())),
    }
}

fn rebuild(environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let judge = environment.judge()?;
    let cancel = environment.cancel.clone();
    Ok(environment.library.rebuild(&judge, &cancel, |_, _| ())?)
}

/// A size for people.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

fn info(environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let found = library.info()?;
    let needs_rebuild = library.needs_rebuild(&environment.judge()?)?;
    let rule = library.reference_rule()?;
    let me = library.me()?.map(|player| player.name);
    let rulers: Vec<String> =
        library.rulers()?.iter().map(|ruler| format!("{} {}", ruler.engine, ruler.level)).collect();
    let value = json!({
        "file": library.path().display().to_string(),
        "schema": found.schema,
        "size": found.size,
        "sources": found.sources,
        "matches": found.matches,
        "summaries": found.summaries,
        "decisions": found.decisions,
        "judged": found.judged,
        "positions": found.positions,
        "analyses": found.analyses,
        "players": found.players,
        "cards": found.cards,
        "reviews": found.reviews,
        "queued": found.queued,
        "me": me,
        "reference": rule.word(),
        "rulers": rulers,
        "read_only": library.read_only_reason(),
        "needs_rebuild": needs_rebuild,
    });
    let mut lines = vec![
        format!("{}: {}", library.path().display(), size(found.size)),
        format!("  {} matches, {} known by their sums only", found.matches, found.summaries),
        format!(
            "  {} decisions, {} with a loss; {} positions",
            found.decisions, found.judged, found.positions
        ),
        format!("  {} analyses; losses come from: {}", found.analyses, rule.word()),
        format!(
            "  {} players; you are {}",
            found.players,
            me.as_deref().unwrap_or("not known (alias NAME --me)")
        ),
        format!(
            "  {} cards, {} reviews; {} matches wait to be analyzed",
            found.cards, found.reviews, found.queued
        ),
    ];
    if needs_rebuild {
        lines.push(
            "  phases, plans and errors follow older definitions or nets; gnubg library rebuild updates them"
                .to_owned(),
        );
    }
    environment.json(&value)?;
    lines.iter().try_for_each(|line| environment.text(line))
}

fn verify(repair: bool, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let judge = environment.judge()?;
    let cancel = environment.cancel.clone();
    let mut report = environment.library.verify(&judge, &cancel)?;
    let n_before = report.problems.len();
    if repair && report.problems.iter().any(|problem| problem.is_derived) {
        rebuild(environment)?;
        report = environment.library.verify(&judge, &cancel)?;
        report.repaired = n_before - report.problems.len().min(n_before);
    }
    for problem in &report.problems {
        let value = json!({ "problem": problem.message, "derived": problem.is_derived });
        environment.either(&value, &problem.message)?;
    }
    let value = json!({ "matches": report.matches, "decisions": report.decisions, "analyses": report.analyses,
        "problems": report.problems.len(), "repaired": report.repaired });
    let verdict = match (report.problems.len(), report.repaired) {
        (0, 0) => "nothing is wrong".to_owned(),
        (0, n) => format!("{n} problems were repaired"),
        (n, 0) => format!("{n} problems"),
        (n, repaired) => format!("{repaired} problems were repaired, {n} are left"),
    };
    let text = format!(
        "{} matches, {} decisions, {} analyses: {verdict}",
        report.matches, report.decisions, report.analyses
    );
    environment.either(&value, &text)?;
    if report.is_clean() { Ok(()) } else { Err(LibraryToolError::Told) }
}
