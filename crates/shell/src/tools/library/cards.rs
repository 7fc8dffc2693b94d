// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg library cards`.

use super::environment::{Environment, LibraryToolError};
use super::study_arguments::{CardsCommand, ContrastArguments, ListArguments, MakeArguments, WhichCards};
use gnubg_engine::core::MatchState;
use gnubg_library::opinions::Target;
use gnubg_library::position::{Asked, PositionKey};
use gnubg_library::study::{Card, CardFilter, CardRules, CardSource, Change, Offer, Proposal, Review, Which};
use gnubg_record::Date;
use serde_json::{Value, json};

/// Carries a command out.
pub(super) fn run(command: &CardsCommand, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    match command {
        CardsCommand::Make(arguments) => make(arguments, environment),
        CardsCommand::List(arguments) => list(arguments, environment),
        CardsCommand::Due => {
            let counts = library.study_counts()?;
            let value = json!({ "cards": counts.cards, "due": counts.due, "new": counts.new, "leeches": counts.leeches,
                "resting": counts.resting, "today": counts.today });
            environment.either(
                &value,
                &format!(
                    "{} cards: {} due, {} new, {} forgotten often, {} resting; {} answered today",
                    counts.cards, counts.due, counts.new, counts.leeches, counts.resting, counts.today
                ),
            )
        }
        CardsCommand::Decks => {
            for deck in library.decks()? {
                let value =
                    json!({ "deck": deck.name, "cards": deck.cards, "due": deck.due, "new": deck.new });
                let text = format!("{}: {} cards, {} due, {} new", deck.name, deck.cards, deck.due, deck.new);
                environment.either(&value, &text)?;
            }
            Ok(())
        }
        CardsCommand::Delete(numbers) => {
            library.delete_cards(&numbers.cards)?;
            done(environment, "deleted", &numbers.cards)
        }
        CardsCommand::Suspend(numbers) => {
            library.suspend_cards(&numbers.cards, true)?;
            done(environment, "suspended", &numbers.cards)
        }
        CardsCommand::Resume(numbers) => {
            library.suspend_cards(&numbers.cards, false)?;
            done(environment, "resumed", &numbers.cards)
        }
        CardsCommand::Contrast(arguments) => contrast(arguments, environment),
        CardsCommand::Scores(arguments) => scores(arguments, environment),
        CardsCommand::Rest(numbers) => {
            library.rest_cards(&numbers.cards, 90)?;
            done(environment, "resting", &numbers.cards)
        }
        CardsCommand::Spread { days } => {
            let moved = library.spread_backlog(*days)?;
            environment.either(&json!({ "moved": moved }), &format!("{moved} cards were moved."))
        }
        CardsCommand::Keep { cards } => {
            let resting = library.keep_costly(*cards)?;
            environment.either(&json!({ "resting": resting }), &format!("{resting} cards rest for 90 days."))
        }
        CardsCommand::Reviews { card } => {
            library.card(*card)?;
            for review in library.reviews(*card)? {
                let value = review_json(&review);
                let text = format!(
                    "{} {} {}{}",
                    value["at"].as_str().unwrap_or_default(),
                    value["rating"].as_str().unwrap_or("not counted"),
                    review.parts.iter().map(|part| part.given.as_str()).collect::<Vec<_>>().join(", "),
                    if review.taken_back.is_some() { " (taken back)" } else { "" }
                );
                environment.either(&value, &text)?;
            }
            Ok(())
        }
    }
}

/// What was changed, in words.
fn change_text(change: Change) -> String {
    match change {
        Change::Checker { is_mine, from, to } => {
            format!("{} checker from {from} to {to}", if is_mine { "your" } else { "the opponent's" })
        }
        Change::Cube(None) => "the cube in the middle".to_owned(),
        Change::Cube(Some(true)) => "your cube".to_owned(),
        Change::Cube(Some(false)) => "the opponent's cube".to_owned(),
        Change::Score([0, 0]) => "money play".to_owned(),
        Change::Score([own, other]) => format!("{own}-away, {other}-away"),
    }
}

fn contrast(
    arguments: &ContrastArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let (library, judge) = (environment.library.clone(), environment.judge()?);
    for &number in &arguments.cards {
        let Some(found) = library.contrast_of(number, &judge, &environment.cancel)? else {
            environment.either(
                &json!({ "card": number, "contrast": null }),
                &format!("card {number}: no small change clearly changes the answer"),
            )?;
            continue;
        };
        let deck = library.card(number)?.deck;
        let made = match arguments.dry_run {
            true => Vec::new(),
            false => library.make_cards(deck.as_deref(), &[found.proposal()])?,
        };
        let value = json!({
            "card": number, "contrast": gnubg_library::json::position(&found.key), "change": change_text(found.change),
            "best": found.best, "gap": (found.gap * 1e6).round() / 1e3, "made": made.first(),
        });
        let [before, after] = &found.best;
        let text = format!(
            "card {number}: with {} {after} is best, not {before}; each loses {:.0} th or more in the other position{}",
            change_text(found.change),
            1000.0 * found.gap,
            made.first().map_or_else(String::new, |card| format!("; card {card}"))
        );
        environment.either(&value, &text)?;
    }
    Ok(())
}

/// A score in words.
fn score_text(away: [u32; 2]) -> String {
    change_text(Change::Score(away))
}

fn scores(arguments: &ContrastArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let (library, judge) = (environment.library.clone(), environment.judge()?);
    for &number in &arguments.cards {
        let found = library.scores_of(number, &judge, &environment.cancel)?;
        let deck = library.card(number)?.deck;
        let made = match found.proposal().filter(|_| !arguments.dry_run) {
            Some(proposal) => library.make_cards(deck.as_deref(), &[proposal])?,
            None => Vec::new(),
        };
        let scores: Vec<Value> = found
            .scores
            .iter()
            .map(|one| {
                json!({ "score": score_text(one.away), "best": one.best, "other": one.is_other(),
                    "loss": (one.loss * 1e6).round() / 1e3 })
            })
            .collect();
        let value = json!({ "card": number, "best": found.best, "scores": scores, "made": made.first() });
        let mut lines: Vec<String> = found
            .differing()
            .map(|one| {
                let th = 1000.0 * one.loss;
                let (score, best, other) = (score_text(one.away), &one.best, &found.best);
                format!("card {number}: at {score} {best} is best; {other} loses {th:.0} th")
            })
            .collect();
        if lines.is_empty() {
            lines.push(format!("card {number}: {} is best at every score", found.best));
        }
        lines.extend(made.first().map(|card| format!("card {card} asks these scores")));
        environment.either(&value, &lines.join("\n"))?;
    }
    Ok(())
}

fn done(environment: &mut Environment<'_>, word: &str, cards: &[i64]) -> Result<(), LibraryToolError> {
    environment.either(&json!({ word: cards }), &format!("{} cards: {word}", cards.len()))
}

/// A review as JSON.
pub(super) fn review_json(review: &Review) -> Value {
    json!({
        "review": review.id, "card": review.card, "at": gnubg_library::clock::time_text(review.at),
        "parts": review.parts, "loss": review.loss.map(|loss| (loss * 1e6).round() / 1e3), "grade": review.grade,
        "rating": review.rating.map(|rating| rating.word()), "ms": review.ms, "control": review.is_control,
        "override": review.is_override, "taken_back": review.taken_back.map(gnubg_library::clock::time_text),
    })
}

/// A card as JSON.
pub(super) fn card_json(card: &Card) -> Value {
    let date = |day: Option<i64>| day.and_then(Date::from_unix_days).map(|date| date.to_string());
    json!({
        "card": card.id, "kind": card.kind.word(), "deck": card.deck,
        "position": gnubg_library::json::position(&card.key),
        "decision": card.decision, "mine": card.is_mine,
        "loss": card.origin_loss.map(|loss| (loss * 1e6).round() / 1e3),
        "stability": card.memory.map(|memory| memory.stability),
        "difficulty": card.memory.map(|memory| memory.difficulty),
        "due": date(card.due), "last": date(card.last), "lapses": card.lapses, "reviews": card.reviews,
        "suspended": card.is_suspended, "rests_until": date(card.rests_until),
    })
}

fn list(arguments: &ListArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let which = match arguments.which {
        WhichCards::All => Which::All,
        WhichCards::Due => Which::Due,
        WhichCards::New => Which::New,
        WhichCards::Leeches => Which::Leeches,
        WhichCards::Resting => Which::Resting,
    };
    let filter = CardFilter { deck: arguments.deck.clone(), which };
    for card in environment.library.cards(&filter)? {
        let due = card.due.and_then(Date::from_unix_days);
        let due = due.map_or_else(|| "new".to_owned(), |date| format!("due {date}"));
        let loss = card.origin_loss.map_or_else(String::new, |loss| format!(" {:.0} th", loss * 1000.0));
        let xgid = card.key.state().map_or_else(String::new, |state| state.xgid());
        let text = format!(
            "{:>5}  {due:<15} {}{loss}, {} reviews, {} lapses  {xgid}",
            card.id,
            card.kind.word(),
            card.reviews,
            card.lapses
        );
        environment.either(&card_json(&card), &text)?;
    }
    Ok(())
}

/// The key of a position as it is typed.
fn key_of(xgid: &str) -> Result<PositionKey, LibraryToolError> {
    let state = MatchState::from_xgid(xgid)
        .map_err(|error| LibraryToolError::Usage(format!("{xgid} is no XGID: {error}")))?;
    let asked = if state.dice().is_some() { Asked::Play } else { Asked::Cube };
    Ok(PositionKey::of(&state, asked, state.dice()))
}

fn make(arguments: &MakeArguments, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let source = if let Some(query) = &arguments.search {
        CardSource::Query(query.clone())
    } else if let Some(name) = &arguments.collection {
        let all = library.collections()?;
        let found = all.iter().find(|one| one.name == *name);
        let missing = || LibraryToolError::Usage(format!("there is no collection {name}"));
        CardSource::Collection(found.ok_or_else(missing)?.id)
    } else if let Some(xgid) = &arguments.position {
        CardSource::Position(key_of(xgid)?)
    } else if !arguments.decision.is_empty() {
        let targets = arguments.decision.iter().map(|text| Target::parse(text));
        let targets = targets.collect::<Result<Vec<_>, _>>()?;
        CardSource::Decisions(targets.iter().map(|target| target.id).collect())
    } else {
        CardSource::Mistakes { query: arguments.query.join(" ") }
    };
    let rules = CardRules { loss: arguments.loss / 1000.0, plies: arguments.plies, ..CardRules::default() };
    let proposals = library.propose_cards(&source, &rules, &environment.cancel)?;
    let wanted = |one: &&Proposal| match one.offer {
        Offer::New => true,
        Offer::LikeCard { .. } | Offer::LikeProposal { .. } => arguments.near,
        _ => false,
    };
    let chosen: Vec<Proposal> = proposals.iter().filter(wanted).cloned().collect();
    for one in proposals.iter().filter(|one| arguments.dry_run || !wanted(one)) {
        let value = json!({
            "decision": one.decision, "key": one.key.hex(), "best": one.best, "offer": one.offer.word(),
            "loss": one.loss.map(|loss| (loss * 1e6).round() / 1e3),
            "like": match one.offer {
                Offer::LikeCard { card, .. } | Offer::Known { card } => Some(card),
                _ => None,
            },
        });
        let name = one.decision.map_or_else(|| one.key.hex(), |decision| format!("d{decision}"));
        environment.either(&value, &format!("{name}: {}", offer_text(one.offer)))?;
    }
    if arguments.dry_run {
        return Ok(());
    }
    let made = library.make_cards(arguments.deck.as_deref(), &chosen)?;
    let others = proposals.len() - chosen.len();
    environment.either(
        &json!({ "made": made, "left_out": others }),
        &format!("{} cards were made, {others} proposals left out.", made.len()),
    )
}

fn offer_text(offer: Offer) -> String {
    match offer {
        Offer::New => "worth a card".to_owned(),
        Offer::LikeCard { card, pips } => format!("like card {card}, {pips} pips away; --near makes a card"),
        Offer::LikeProposal { index, pips } => {
            format!("like proposal {}, {pips} pips away; --near makes a card", index + 1)
        }
        Offer::Known { card } => format!("is card {card}"),
        Offer::Uncertain => "not analyzed deeply enough to be sure".to_owned(),
        Offer::AnyOfThese => "several plays are as good as the best".to_owned(),
        Offer::TooSmall => "lost less than the limit".to_owned(),
    }
}
