// SPDX-License-Identifier: GPL-3.0-or-later
//! Which decisions and positions are worth a card.

use super::cards::{Card, CardKind, all, deck_named};
use super::truth::key_of;
use crate::assess::{UNIT, units};
use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::facts::boards::place;
use crate::finding::Found;
use crate::position::{Asked, PositionKey};
use crate::search::{SearchRequest, board_distance};
use crate::text::new_uid;
use gnubg_engine::core::CancelToken;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::collections::{HashMap, HashSet};

/// Pips within which a card with the same best action is like another one.
const NEAR: u32 = 6;
/// What a play may lose and still count as right, in normalized equity.
const AS_GOOD: f64 = 0.005;
/// So many plays as good as the best make a position no question.
const ANY: usize = 3;

/// Where cards are made from.
#[derive(Clone, Debug, PartialEq)]
pub enum CardSource {
    /// The user's own mistakes; of those that a query finds, unless it is empty.
    Mistakes {
        /// The query, such as `match:12`.
        query: String,
    },
    /// These decisions, whoever made them.
    Decisions(Vec<i64>),
    /// The positions of the decisions that a query finds.
    Query(String),
    /// The positions of a collection.
    Collection(i64),
    /// A position that was pasted or set up.
    Position(PositionKey),
}

/// Which mistakes are worth a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardRules {
    /// The least loss, in normalized equity.
    pub loss: f64,
    /// The least depth of the analysis; rollouts are always good enough.
    pub plies: i64,
    /// The most proposals.
    pub most: usize,
}

impl Default for CardRules {
    fn default() -> CardRules {
        CardRules { loss: 0.040, plies: 2, most: 500 }
    }
}

/// What is to be said about a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Worth a card.
    New,
    /// Near the position of a card with the same best action.
    LikeCard {
        /// The card.
        card: i64,
        /// The distance in pips.
        pips: u32,
    },
    /// Near an earlier proposal of the same list, with the same best action.
    LikeProposal {
        /// Its place in the list, counted from 0.
        index: usize,
        /// The distance in pips.
        pips: u32,
    },
    /// There is a card of this position.
    Known {
        /// The card.
        card: i64,
    },
    /// The analysis is not deep enough to be sure.
    Uncertain,
    /// Several plays are as good as the best.
    AnyOfThese,
    /// The loss is below the limit.
    TooSmall,
}

impl Offer {
    /// The word in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Offer::New => "new",
            Offer::LikeCard { .. } => "like-card",
            Offer::LikeProposal { .. } => "like-proposal",
            Offer::Known { .. } => "known",
            Offer::Uncertain => "uncertain",
            Offer::AnyOfThese => "any-of-these",
            Offer::TooSmall => "too-small",
        }
    }
}

/// A decision or position that may become a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The decision, if it comes from one.
    pub decision: Option<i64>,
    /// The key of the position.
    pub key: PositionKey,
    /// The best alternative, where it is known.
    pub best: Option<String>,
    /// What the decision lost, in normalized equity.
    pub loss: Option<f64>,
    /// Whether the user made it.
    pub is_mine: bool,
    /// Where the card comes from.
    pub kind: CardKind,
    /// What is to be said about it.
    pub offer: Offer,
    /// Positions that the card may ask in place of this one.
    pub others: Vec<PositionKey>,
}

impl Proposal {
    /// A new position that comes from no decision.
    pub(super) fn of_position(key: PositionKey, kind: CardKind) -> Proposal {
        Proposal {
            decision: None,
            key,
            best: None,
            loss: None,
            is_mine: false,
            kind,
            offer: Offer::New,
            others: Vec::new(),
        }
    }

    /// Whether it is worth a card.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.offer == Offer::New
    }
}

/// What is known of a decision besides its row.
struct Origin {
    position: i64,
    key: PositionKey,
    best: Option<String>,
    loss: Option<f64>,
    is_mine: bool,
    is_sure: bool,
}

fn origin(connection: &Connection, decision: i64, rules: &CardRules) -> Result<Option<Origin>> {
    let sql = "SELECT d.position, position.key, d.best, d.loss, player.is_me, setup.plies, setup.is_rollout FROM decision d
        JOIN position ON position.id = d.position JOIN alias ON alias.id = d.alias
        JOIN player ON player.id = alias.player LEFT JOIN setup ON setup.id = d.ruler WHERE d.id = ?";
    let row = connection.prepare_cached(sql)?.query_row([decision], |row| {
        let key: Vec<u8> = row.get(1)?;
        let plies: Option<i64> = row.get(5)?;
        let is_rollout: Option<bool> = row.get(6)?;
        Ok(PositionKey::from_bytes(&key).map(|key| Origin {
            position: row.get(0).unwrap_or(0),
            key,
            best: row.get(2).unwrap_or_default(),
            loss: row.get::<_, Option<i64>>(3).unwrap_or_default().map(|loss| loss as f64 / UNIT),
            is_mine: row.get(4).unwrap_or(false),
            is_sure: is_rollout == Some(true) || plies.is_some_and(|plies| plies >= rules.plies),
        }))
    });
    let missing = || LibraryError::NotFound(format!("there is no decision d{decision}"));
    row.optional()?.ok_or_else(missing)
}

impl Library {
    /// Looks what of a source is worth a card. Nothing is changed. What cannot be asked, such as resignations, is left out.
    ///
    /// # Errors
    /// If the query cannot be understood, the library cannot be read, or it was cancelled.
    pub fn propose_cards(
        &self,
        source: &CardSource,
        rules: &CardRules,
        cancel: &CancelToken,
    ) -> Result<Vec<Proposal>> {
        let decisions = match source {
            CardSource::Mistakes { query } => {
                if self.me()?.is_none() {
                    return Err(LibraryError::Refused(
                        "the library does not know who you are; gnubg library alias --me NAME tells it"
                            .to_owned(),
                    ));
                }
                let (query, order) = query.split_once('|').unwrap_or((query, "sort loss desc"));
                let query = if query.trim().is_empty() { String::new() } else { format!("({query}) ") };
                let limit = rules.loss * 1000.0;
                let whole = format!("{query}me loss>={limit} | {order}");
                self.search(&SearchRequest::decisions(whole), Some(rules.most), cancel)?.ids
            }
            CardSource::Decisions(decisions) => decisions.clone(),
            CardSource::Query(query) => {
                self.search(&SearchRequest::decisions(query.clone()), Some(rules.most), cancel)?.ids
            }
            CardSource::Collection(_) | CardSource::Position(_) => Vec::new(),
        };
        let keys = match source {
            CardSource::Position(key) => vec![*key],
            CardSource::Collection(id) => {
                let positions = self.collected(*id)?;
                self.read(|connection| {
                    positions
                        .iter()
                        .take(rules.most)
                        .map(|one| key_of(connection, *one))
                        .collect::<Result<_>>()
                })?
            }
            _ => Vec::new(),
        };
        let are_mistakes = matches!(source, CardSource::Mistakes { .. } | CardSource::Decisions(_));
        self.read_until(cancel, |connection| {
            let mut known = Known::read(connection)?;
            let mut found = Vec::new();
            for decision in decisions {
                let Some(origin) = origin(connection, decision, rules)? else { continue };
                let Origin { position, key, best, loss, is_mine, is_sure } = origin;
                if !is_askable(&key) || !known.seen.insert(key) {
                    continue;
                }
                let offer = match known.like(&key, best.as_deref()) {
                    Some(offer) => offer,
                    None if are_mistakes && loss.is_none_or(|loss| loss < rules.loss) => Offer::TooSmall,
                    None if are_mistakes && !is_sure => Offer::Uncertain,
                    None if any_of_these(connection, position)? => Offer::AnyOfThese,
                    None => Offer::New,
                };
                let kind = if are_mistakes { CardKind::Mistake } else { CardKind::Position };
                let (decision, others) = (Some(decision), Vec::new());
                let proposal = Proposal { decision, key, best, loss, is_mine, kind, offer, others };
                known.add(found.len(), &proposal);
                found.push(proposal);
            }
            for key in keys {
                if !is_askable(&key) || !known.seen.insert(key) {
                    continue;
                }
                let offer = known.like(&key, None).unwrap_or(Offer::New);
                found.push(Proposal { offer, ..Proposal::of_position(key, CardKind::Position) });
            }
            Ok(found)
        })
    }

    /// Makes cards of the proposals that are worth one. The numbers of the new cards, and of all cards of these proposals:
    /// a position that has a card, or is like that of a card, is studied by that card.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn make_cards_of(&self, proposals: &[Proposal]) -> Result<(Vec<i64>, Vec<i64>)> {
        let new: Vec<Proposal> = proposals.iter().filter(|proposal| proposal.is_new()).cloned().collect();
        let made = if new.is_empty() { Vec::new() } else { self.make_cards(None, &new)? };
        let known = proposals.iter().filter_map(|proposal| match proposal.offer {
            Offer::Known { card } | Offer::LikeCard { card, .. } => Some(card),
            _ => None,
        });
        let mut all: Vec<i64> = made.iter().copied().chain(known).collect();
        all.sort_unstable();
        all.dedup();
        Ok((made, all))
    }

    /// Makes cards of proposals, whatever is said about them; those of positions that have a card are left out. The numbers
    /// of the new cards.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn make_cards(&self, deck: Option<&str>, proposals: &[Proposal]) -> Result<Vec<i64>> {
        let (deck, proposals, now) = (deck.map(str::to_owned), proposals.to_vec(), self.now());
        self.gesture("making cards", move |connection| {
            let deck = deck.map(|name| deck_named(connection, &name)).transpose()?;
            let mut made = Vec::new();
            for proposal in proposals {
                if !is_askable(&proposal.key) {
                    return Err(LibraryError::Refused(
                        "only checker plays and decisions about doubling can be studied".to_owned(),
                    ));
                }
                let position = place(connection, &proposal.key)?.position;
                let subject = subject(&proposal);
                // A position and the same at other scores are different questions.
                let sql = "SELECT 1 FROM card WHERE (kind = ?1) = ?2 AND CASE WHEN ?2 THEN subject = ?3 ELSE position = ?4 END";
                let scores = CardKind::Scores;
                let values = params![scores.code(), proposal.kind == scores, subject, position];
                if connection.query_row(sql, values, |_| Ok(())).optional()?.is_some() {
                    continue;
                }
                connection.execute(
                    "INSERT INTO card (uid, deck, kind, subject, position, decision, origin_loss, is_mine, made)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    params![
                        &new_uid()[..],
                        deck,
                        proposal.kind.code(),
                        subject,
                        position,
                        proposal.decision,
                        proposal.loss.filter(|_| proposal.kind == CardKind::Mistake).map(units),
                        proposal.is_mine,
                        now
                    ],
                )?;
                made.push(connection.last_insert_rowid());
            }
            Ok(made)
        })
    }
}

/// What a card is about: its position, and those that it may ask instead.
fn subject(proposal: &Proposal) -> String {
    let keys = std::iter::once(&proposal.key).chain(&proposal.others);
    keys.map(PositionKey::hex).collect::<Vec<_>>().join(" ")
}

/// Whether a position asks for a play or about doubling.
fn is_askable(key: &PositionKey) -> bool {
    let facts = key.circumstances();
    match facts.asked {
        Asked::Play => facts.dice.is_some() && key.board().is_some(),
        Asked::Cube => key.state().is_some_and(|state| state.may_double().is_ok()),
        Asked::Beaver | Asked::Resign => false,
    }
}

/// Whether several plays are as good as the best.
fn any_of_these(connection: &Connection, position: i64) -> Result<bool> {
    let rows = crate::findings_of::rows(connection, position)?;
    let Some(Found::Play(play, _)) = rows.first().map(|row| &row.finding) else { return Ok(false) };
    let best = play.candidates.first().map_or(0.0, |best| best.equity.0);
    let as_good = play.candidates.iter().filter(|one| f64::from(best - one.equity.0) <= AS_GOOD);
    Ok(as_good.count() >= ANY)
}

/// Cards that are there, and positions that were looked at.
struct Known {
    cards: Vec<(Offer, PositionKey, Option<String>)>,
    by_key: HashMap<PositionKey, i64>,
    seen: HashSet<PositionKey>,
}

impl Known {
    fn read(connection: &Connection) -> Result<Known> {
        let mut known = Known { cards: Vec::new(), by_key: HashMap::new(), seen: HashSet::new() };
        for card in all(connection, None)? {
            let best = best_of(connection, &card)?;
            if card.kind == CardKind::Scores {
                continue;
            }
            known.by_key.insert(card.key, card.id);
            known.cards.push((Offer::LikeCard { card: card.id, pips: 0 }, card.key, best));
        }
        Ok(known)
    }

    /// What is to be said because of the cards that are there.
    fn like(&self, key: &PositionKey, best: Option<&str>) -> Option<Offer> {
        if let Some(card) = self.by_key.get(key) {
            return Some(Offer::Known { card: *card });
        }
        let (best, board, asked) = (best?, key.board()?, key.circumstances().asked);
        let near = self.cards.iter().filter_map(|(offer, other, action)| {
            let is_same = other.circumstances().asked == asked && action.as_deref() == Some(best);
            let pips =
                is_same.then(|| other.board()).flatten().map(|other| board_distance(&board, &other))?;
            (pips <= NEAR).then_some((pips, *offer))
        });
        near.min_by_key(|(pips, _)| *pips).map(|(pips, offer)| match offer {
            Offer::LikeProposal { index, .. } => Offer::LikeProposal { index, pips },
            Offer::LikeCard { card, .. } => Offer::LikeCard { card, pips },
            other => other,
        })
    }

    /// Adds a proposal of the list that others may be like.
    fn add(&mut self, index: usize, proposal: &Proposal) {
        if proposal.is_new() {
            self.cards.push((Offer::LikeProposal { index, pips: 0 }, proposal.key, proposal.best.clone()));
        }
    }
}

/// The best action of a card's position.
fn best_of(connection: &Connection, card: &Card) -> Result<Option<String>> {
    let sql = "SELECT best FROM decision WHERE position = ? AND best IS NOT NULL LIMIT 1";
    Ok(connection.prepare_cached(sql)?.query_row([card.position], |row| row.get(0)).optional()?)
}
