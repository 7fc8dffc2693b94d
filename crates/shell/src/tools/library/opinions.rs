// SPDX-License-Identifier: GPL-3.0-or-later
//! Tags, remarks, collections, players, events, saved searches, the trash.

use super::arguments::{
    AliasArguments, CollectArguments, EventArguments, LibraryCommand, SavedArguments, TagArguments,
    TrashArguments,
};
use super::environment::{Environment, LibraryToolError};
use gnubg_library::facts::TargetKind;
use gnubg_library::json as rows_json;
use gnubg_library::opinions::Target;
use gnubg_library::search::SearchRequest;
use serde_json::json;

/// Carries a command out.
pub(super) fn run(
    command: &LibraryCommand,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    match command {
        LibraryCommand::Tag(arguments) => tag(arguments, environment),
        LibraryCommand::Remark(arguments) => {
            let target = Target::parse(&arguments.id)?;
            if arguments.remove || arguments.text.is_some() {
                environment.library.set_remark(target, arguments.text.as_deref().unwrap_or_default())?;
            }
            for one in environment.library.remarks(target)? {
                let who = if one.is_mine { "you" } else { "source" };
                environment.either(
                    &json!({ "text": one.text, "mine": one.is_mine }),
                    &format!("{who}: {}", one.text),
                )?;
            }
            Ok(())
        }
        LibraryCommand::Collect(arguments) => collect(arguments, environment),
        LibraryCommand::Alias(arguments) => alias(arguments, environment),
        LibraryCommand::Event(arguments) => event(arguments, environment),
        LibraryCommand::Saved(arguments) => saved(arguments, environment),
        LibraryCommand::Trash(arguments) => trash(arguments, environment),
        LibraryCommand::Undo | LibraryCommand::Redo => {
            let is_undo = matches!(command, LibraryCommand::Undo);
            let library = &environment.library;
            let done = if is_undo { library.undo()? } else { library.redo()? };
            let word = if is_undo { "undone" } else { "redone" };
            match done {
                Some(label) => environment.either(&json!({ word: label }), &format!("{word}: {label}")),
                None => {
                    let verb = if is_undo { "undo" } else { "redo" };
                    Err(LibraryToolError::Usage(format!("there is nothing to {verb}")))
                }
            }
        }
        _ => Err(LibraryToolError::Usage("this is no such command".to_owned())),
    }
}

fn targets(ids: &[String]) -> Result<Vec<Target>, LibraryToolError> {
    Ok(ids.iter().map(|id| Target::parse(id)).collect::<Result<Vec<_>, _>>()?)
}

/// The decisions that a query finds.
pub(super) fn decisions(query: &str, environment: &Environment<'_>) -> Result<Vec<i64>, LibraryToolError> {
    let request = SearchRequest { here: environment.here, ..SearchRequest::decisions(query) };
    Ok(environment.library.search(&request, None, &environment.cancel)?.ids)
}

fn tag(arguments: &TagArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let Some(name) = &arguments.tag else {
        for tag in environment.library.tags()? {
            environment.either(
                &json!({ "tag": tag.name, "uses": tag.uses }),
                &format!("{:>6}  {}", tag.uses, tag.name),
            )?;
        }
        return Ok(());
    };
    let mut wanted = targets(&arguments.ids)?;
    if let Some(query) = &arguments.query {
        wanted.extend(decisions(query, environment)?.into_iter().map(Target::of_decision));
    }
    if wanted.is_empty() {
        return Err(LibraryToolError::Usage("name what gets the tag: m12, d12, p12, or --query".to_owned()));
    }
    environment.library.tag(&wanted, name, !arguments.remove)?;
    let n = wanted.len();
    let verb = if arguments.remove { "taken from" } else { "given to" };
    environment.either(&json!({ "tag": name, "changed": n }), &format!("The tag {name} has been {verb} {n}."))
}

fn collect(arguments: &CollectArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let Some(name) = &arguments.name else {
        for one in library.collections()? {
            let what = one
                .query
                .as_ref()
                .map_or_else(|| format!("{} positions", one.size), |query| format!("live: {query}"));
            let value = json!({ "id": one.id, "name": one.name, "size": one.size, "query": one.query });
            environment.either(&value, &format!("c{:<5} {}  {what}", one.id, one.name))?;
        }
        return Ok(());
    };
    if arguments.delete {
        let all = library.collections()?;
        let one = all.iter().find(|one| one.name == *name);
        let one = one.ok_or_else(|| LibraryToolError::Usage(format!("there is no collection {name}")))?;
        library.delete_collection(one.id)?;
        return environment
            .either(&json!({ "deleted": name }), &format!("The collection {name} has been deleted."));
    }
    let live = arguments.live.as_deref();
    if let Some(query) = live {
        gnubg_library::search::Query::parse(query).map_err(gnubg_library::LibraryError::from)?;
    }
    let known = library.collections()?.into_iter().find(|one| one.name == *name);
    let id = match known {
        Some(one) if live.is_none() => one.id,
        _ => library.create_collection(name, live, None)?,
    };
    let wanted = targets(&arguments.ids)?;
    let of = |kind: TargetKind| {
        wanted.iter().filter(move |one| one.kind == kind).map(|one| one.id).collect::<Vec<_>>()
    };
    let (mut chosen, positions) = (of(TargetKind::Decision), of(TargetKind::Position));
    if let Some(query) = &arguments.query {
        chosen.extend(decisions(query, environment)?);
    }
    let n = if arguments.remove {
        let rows = library.decision_rows(&chosen)?;
        let all: Vec<i64> = positions.iter().copied().chain(rows.iter().map(|row| row.position)).collect();
        library.uncollect(id, &all)?;
        all.len()
    } else {
        let mut n = 0;
        if !chosen.is_empty() {
            n += library.collect_decisions(id, &chosen)?;
        }
        if !positions.is_empty() {
            n += library.collect_positions(id, &positions)?;
        }
        n
    };
    let verb = if arguments.remove { "taken out of" } else { "added to" };
    environment.either(
        &json!({ "collection": name, "id": id, "changed": n }),
        &format!("{n} positions {verb} {name}"),
    )
}

fn alias(arguments: &AliasArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    if arguments.propose {
        for one in library.alias_proposals()? {
            let value = json!({ "players": one.players, "names": one.names });
            environment.either(&value, &format!("{} – {}: one person?", one.names[0], one.names[1]))?;
        }
        return Ok(());
    }
    if arguments.names.is_empty() {
        for one in library.players()? {
            let me = if one.is_me { "  (you)" } else { "" };
            let spellings: Vec<&str> = one.spellings.iter().map(|(_, name)| name.as_str()).collect();
            let text =
                format!("l{:<5} {}: {} matches; {}{me}", one.id, one.name, one.matches, spellings.join("; "));
            environment.either(&rows_json::player(&one), &text)?;
        }
        return Ok(());
    }
    let player = |name: &String| -> Result<i64, LibraryToolError> {
        library
            .player_named(name, false)?
            .ok_or_else(|| LibraryToolError::Usage(format!("no player is called {name}")))
    };
    if arguments.split {
        let all = library.players()?;
        for name in &arguments.names {
            let id = player(name)?;
            let one = all.iter().find(|one| one.id == id);
            let spelling = one.and_then(|one| one.spellings.iter().find(|(_, known)| known == name));
            let spelling = spelling
                .ok_or_else(|| LibraryToolError::Usage(format!("{name} is no spelling as it was written")))?;
            library.split_player(spelling.0)?;
        }
        return environment
            .either(&json!({ "separated": arguments.names }), "The spellings are players of their own.");
    }
    let players = arguments.names.iter().map(player).collect::<Result<Vec<_>, _>>()?;
    if players.len() > 1 {
        library.merge_players(&players)?;
    }
    if let Some(name) = &arguments.rename {
        library.rename_player(players[0], name)?;
    }
    if arguments.me {
        library.set_me(players[0])?;
    }
    let one = library.players()?.into_iter().find(|one| one.id == players[0]);
    match one {
        Some(one) => {
            let spellings: Vec<&str> = one.spellings.iter().map(|(_, name)| name.as_str()).collect();
            let me = if one.is_me { " (you)" } else { "" };
            environment
                .either(&rows_json::player(&one), &format!("{}{me}: {}", one.name, spellings.join("; ")))
        }
        None => Ok(()),
    }
}

fn event(arguments: &EventArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let Some(name) = &arguments.name else {
        for one in library.events()? {
            let value = json!({ "id": one.id, "name": one.name, "matches": one.matches });
            environment.either(&value, &format!("e{:<5} {}: {} matches", one.id, one.name, one.matches))?;
        }
        return Ok(());
    };
    if let Some(new) = &arguments.rename {
        let all = library.events()?;
        let one = all.iter().find(|one| one.name == *name);
        let one = one.ok_or_else(|| LibraryToolError::Usage(format!("there is no event {name}")))?;
        library.rename_event(one.id, new)?;
        return environment
            .either(&json!({ "renamed": name, "to": new }), &format!("{name} is now called {new}."));
    }
    let matches: Vec<i64> = targets(&arguments.matches)?.iter().map(|one| one.id).collect();
    library.set_event(&matches, name)?;
    environment.either(
        &json!({ "event": name, "matches": matches.len() }),
        &format!("{} matches belong to {name}.", matches.len()),
    )
}

fn saved(arguments: &SavedArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let Some(name) = &arguments.name else {
        for one in library.searches()? {
            let n = library.count(&SearchRequest::decisions(one.query.clone()), &environment.cancel)?;
            let value = json!({ "name": one.name, "query": one.query, "count": n });
            environment.either(&value, &format!("{n:>7}  {}: {}", one.name, one.query))?;
        }
        return Ok(());
    };
    if arguments.delete {
        let all = library.searches()?;
        let one = all.iter().find(|one| one.name == *name);
        let one = one.ok_or_else(|| LibraryToolError::Usage(format!("there is no saved search {name}")))?;
        library.delete_search(one.id)?;
        return environment
            .either(&json!({ "deleted": name }), &format!("The search {name} has been deleted."));
    }
    let query = arguments.query.join(" ");
    let n = library.count(&SearchRequest::decisions(query.clone()), &environment.cancel)?;
    library.save_search(name, &query, None)?;
    environment
        .either(&json!({ "saved": name, "query": query, "count": n }), &format!("{name}: {n} decisions"))
}

fn trash(arguments: &TrashArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    if let Some(id) = arguments.restore {
        library.restore_from_trash(id)?;
        return environment.either(&json!({ "restored": id }), &format!("{id} has been restored."));
    }
    if arguments.empty {
        library.empty_trash()?;
        return environment.either(&json!({ "emptied": true }), "The trash is empty.");
    }
    if arguments.matches.is_empty() {
        for one in library.trash()? {
            let [matches, decisions, cards, reviews] = one.counts;
            let value = json!({ "id": one.id, "kind": one.kind.word(), "label": one.label, "matches": matches,
                "decisions": decisions, "cards": cards, "reviews": reviews });
            let text =
                format!("{:>4}  {}: {matches} matches, {cards} cards, {reviews} reviews", one.id, one.label);
            environment.either(&value, &text)?;
        }
        return Ok(());
    }
    let matches: Vec<i64> = targets(&arguments.matches)?.iter().map(|one| one.id).collect();
    let rows = library.match_rows(&matches)?;
    if rows.len() < matches.len() {
        return Err(LibraryToolError::Usage("one of these matches does not exist".to_owned()));
    }
    let label = match &rows[..] {
        [one] => format!("{} – {}", one.players[0], one.players[1]),
        _ => format!("{} matches", rows.len()),
    };
    library.delete_matches(&matches, &label)?;
    environment.either(&json!({ "deleted": matches }), &format!("{label}: in the trash for 30 days"))
}
