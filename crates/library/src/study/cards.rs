// SPDX-License-Identifier: GPL-3.0-or-later
//! Cards and decks: what they are, what is due, putting them aside.

use super::schedule::Memory;
use super::study_day;
use crate::LEECH_LAPSES;
use crate::assess::UNIT;
use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::facts::boards::remove_unheld;
use crate::position::PositionKey;
use crate::text::new_uid;
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde::{Deserialize, Serialize};

/// Where a card came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// A decision that lost.
    Mistake,
    /// A position.
    Position,
    /// A position made from another one, where something else is right.
    Contrast,
    /// A position at several scores with different answers, of which one is asked at a time.
    Scores,
}

impl CardKind {
    const ALL: [CardKind; 4] = [CardKind::Mistake, CardKind::Position, CardKind::Contrast, CardKind::Scores];

    /// The word in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            CardKind::Mistake => "mistake",
            CardKind::Position => "position",
            CardKind::Contrast => "contrast",
            CardKind::Scores => "scores",
        }
    }

    pub(super) const fn code(self) -> u8 {
        self as u8
    }

    pub(super) fn from_code(code: u8) -> CardKind {
        CardKind::ALL.get(usize::from(code)).copied().unwrap_or(CardKind::Position)
    }
}

/// A card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The number.
    pub id: i64,
    /// Where it came from.
    pub kind: CardKind,
    /// The deck.
    pub deck: Option<String>,
    /// The position.
    pub position: i64,
    /// Its key.
    pub key: PositionKey,
    /// Positions that it may ask in place of that one.
    pub others: Vec<PositionKey>,
    /// The decision that it came from.
    pub decision: Option<i64>,
    /// What that decision lost, in normalized equity.
    pub origin_loss: Option<f64>,
    /// Whether that decision was the user's own.
    pub is_mine: bool,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// What is remembered of it; `None` for a new one.
    pub memory: Option<Memory>,
    /// The day when it is due; `None` for a new one.
    pub due: Option<i64>,
    /// The day of the last review.
    pub last: Option<i64>,
    /// How often it was forgotten within twelve months.
    pub lapses: i64,
    /// Whether it is put aside.
    pub is_suspended: bool,
    /// The day until which it rests.
    pub rests_until: Option<i64>,
    /// Reviews of it that were not taken back.
    pub reviews: i64,
}

impl Card {
    /// Whether it was never answered.
    #[must_use]
    pub const fn is_new(&self) -> bool {
        self.memory.is_none()
    }

    /// Whether it was forgotten so often that repeating it helps no more.
    #[must_use]
    pub const fn is_leech(&self) -> bool {
        self.lapses >= LEECH_LAPSES
    }

    /// Whether it is put aside or rests on that day.
    #[must_use]
    pub fn is_resting(&self, day: i64) -> bool {
        self.is_suspended || self.rests_until.is_some_and(|until| until > day)
    }

    /// Whether it is due on that day.
    #[must_use]
    pub fn is_due(&self, day: i64) -> bool {
        !self.is_resting(day) && self.due.is_some_and(|due| due <= day)
    }
}

/// Which cards of a deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// All.
    #[default]
    All,
    /// Those that are due.
    Due,
    /// Those that were never answered.
    New,
    /// Those that were forgotten often.
    Leeches,
    /// Those that are put aside.
    Resting,
}

/// Which cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardFilter {
    /// Only those of this deck.
    pub deck: Option<String>,
    /// Which of them.
    pub which: Which,
}

/// A deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// All cards in it.
    pub cards: i64,
    /// Cards that are due.
    pub due: i64,
    /// Cards that were never answered.
    pub new: i64,
}

/// What there is to study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StudyCounts {
    /// All cards.
    pub cards: i64,
    /// Cards that are due.
    pub due: i64,
    /// Cards that were never answered.
    pub new: i64,
    /// Cards that were forgotten often.
    pub leeches: i64,
    /// Cards that are put aside.
    pub resting: i64,
    /// Answers today.
    pub today: i64,
}

/// What planning changes in a card, as reviews keep it from before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) memory: Option<Memory>,
    pub(super) due: Option<i64>,
    pub(super) last: Option<i64>,
}

const COLUMNS: &str = "SELECT card.id, card.kind, deck.name, card.position, position.key, card.decision, card.origin_loss,
    card.is_mine, card.made, card.stability, card.difficulty, card.due, card.last, card.lapses, card.is_suspended,
    card.rests_until, (SELECT count(*) FROM review WHERE card = card.id AND taken_back IS NULL), card.subject
    FROM card JOIN position ON position.id = card.position LEFT JOIN deck ON deck.id = card.deck";

/// The further positions in the subject of a card.
fn others_of(subject: &str) -> Vec<PositionKey> {
    subject.split_whitespace().skip(1).filter_map(PositionKey::from_hex).collect()
}

fn row_of(row: &Row<'_>) -> rusqlite::Result<Option<Card>> {
    let key: Vec<u8> = row.get(4)?;
    let Some(key) = PositionKey::from_bytes(&key) else { return Ok(None) };
    let memory = match (row.get::<_, Option<f64>>(9)?, row.get::<_, Option<f64>>(10)?) {
        (Some(stability), Some(difficulty)) => Some(Memory { stability, difficulty }),
        _ => None,
    };
    Ok(Some(Card {
        id: row.get(0)?,
        kind: CardKind::from_code(row.get(1)?),
        deck: row.get(2)?,
        position: row.get(3)?,
        key,
        others: others_of(&row.get::<_, String>(17)?),
        decision: row.get(5)?,
        origin_loss: row.get::<_, Option<i64>>(6)?.map(|loss| loss as f64 / UNIT),
        is_mine: row.get(7)?,
        made: row.get(8)?,
        memory,
        due: row.get(11)?,
        last: row.get(12)?,
        lapses: row.get(13)?,
        is_suspended: row.get(14)?,
        rests_until: row.get(15)?,
        reviews: row.get(16)?,
    }))
}

/// Cards of a deck, or of all, by number.
pub(super) fn all(connection: &Connection, deck: Option<&str>) -> Result<Vec<Card>> {
    let sql = format!("{COLUMNS} WHERE ?1 IS NULL OR deck.name = ?1 ORDER BY card.id");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([deck], row_of)?;
    Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// A card by its number.
pub(super) fn one(connection: &Connection, id: i64) -> Result<Option<Card>> {
    let sql = format!("{COLUMNS} WHERE card.id = ?");
    Ok(connection.prepare_cached(&sql)?.query_row([id], row_of).optional()?.flatten())
}

/// The positions of a card that are stored.
fn positions_of(connection: &Connection, card: i64) -> Result<Vec<i64>> {
    let Some(card) = one(connection, card)? else { return Ok(Vec::new()) };
    let mut statement = connection.prepare_cached("SELECT id FROM position WHERE key = ?")?;
    let mut found = Vec::new();
    for key in std::iter::once(&card.key).chain(&card.others) {
        found.extend(statement.query_row([&key.0[..]], |row| row.get::<_, i64>(0)).optional()?);
    }
    Ok(found)
}

/// Finds or makes a deck.
pub(super) fn deck_named(connection: &Connection, name: &str) -> Result<i64> {
    let name = name.trim();
    if name.is_empty() {
        return Err(LibraryError::Refused("a deck needs a name".to_owned()));
    }
    let known = connection.query_row("SELECT id FROM deck WHERE name = ?", [name], |row| row.get(0));
    if let Some(known) = known.optional()? {
        return Ok(known);
    }
    connection.execute("INSERT INTO deck (uid, name) VALUES (?, ?)", params![&new_uid()[..], name])?;
    Ok(connection.last_insert_rowid())
}

impl Library {
    /// Cards, by number.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn cards(&self, filter: &CardFilter) -> Result<Vec<Card>> {
        let day = study_day(self.now());
        let mut cards = self.read(|connection| all(connection, filter.deck.as_deref()))?;
        cards.retain(|card| match filter.which {
            Which::All => true,
            Which::Due => card.is_due(day),
            Which::New => card.is_new() && !card.is_resting(day),
            Which::Leeches => card.is_leech(),
            Which::Resting => card.is_resting(day),
        });
        Ok(cards)
    }

    /// A card.
    ///
    /// # Errors
    /// If there is no such card.
    pub fn card(&self, id: i64) -> Result<Card> {
        let found = self.read(|connection| one(connection, id))?;
        found.ok_or_else(|| LibraryError::NotFound(format!("there is no card {id}")))
    }

    /// All decks by name. Cards without a deck are in none.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn decks(&self) -> Result<Vec<Deck>> {
        let day = study_day(self.now());
        self.read(|connection| {
            let mut statement = connection.prepare(
                "SELECT deck.id, deck.name, count(card.id),
                    coalesce(sum(card.due <= ?1 AND is_suspended = 0 AND coalesce(rests_until, 0) <= ?1), 0),
                    coalesce(sum(card.stability IS NULL AND is_suspended = 0 AND coalesce(rests_until, 0) <= ?1
                        AND card.id IS NOT NULL), 0)
                FROM deck LEFT JOIN card ON card.deck = deck.id GROUP BY deck.id ORDER BY deck.name",
            )?;
            let rows = statement.query_map([day], |row| {
                Ok(Deck {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    cards: row.get(2)?,
                    due: row.get(3)?,
                    new: row.get(4)?,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// What there is to study.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn study_counts(&self) -> Result<StudyCounts> {
        let day = study_day(self.now());
        self.read(|connection| {
            let rests = "(is_suspended = 1 OR coalesce(rests_until, 0) > ?1)";
            let sql = format!(
                "SELECT count(*), coalesce(sum(due <= ?1 AND NOT {rests}), 0),
                    coalesce(sum(stability IS NULL AND NOT {rests}), 0), coalesce(sum(lapses >= ?2), 0),
                    coalesce(sum({rests}), 0) FROM card"
            );
            let mut counts = connection.query_row(&sql, [day, LEECH_LAPSES], |row| {
                Ok(StudyCounts {
                    cards: row.get(0)?,
                    due: row.get(1)?,
                    new: row.get(2)?,
                    leeches: row.get(3)?,
                    resting: row.get(4)?,
                    today: 0,
                })
            })?;
            let sql = "SELECT count(*) FROM review WHERE day = ? AND taken_back IS NULL";
            counts.today = connection.query_row(sql, [day], |row| row.get(0))?;
            Ok(counts)
        })
    }

    /// Deletes cards with their reviews; [`Library::undo`] brings them back.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn delete_cards(&self, cards: &[i64]) -> Result<()> {
        let cards = cards.to_vec();
        self.gesture("deleting cards", move |connection| {
            for card in cards {
                let positions = positions_of(connection, card)?;
                connection.execute("DELETE FROM review WHERE card = ?", [card])?;
                connection.execute("DELETE FROM card WHERE id = ?", [card])?;
                remove_unheld(connection, &positions)?;
            }
            Ok(())
        })
    }

    /// Puts cards aside, or takes them up again.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn suspend_cards(&self, cards: &[i64], is_on: bool) -> Result<()> {
        let cards = cards.to_vec();
        self.gesture("putting cards aside", move |connection| {
            for card in cards {
                let sql = "UPDATE card SET is_suspended = ?1, rests_until = NULL WHERE id = ?2";
                connection.execute(sql, params![is_on, card])?;
            }
            Ok(())
        })
    }

    /// Lets cards rest for some days.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn rest_cards(&self, cards: &[i64], days: u16) -> Result<()> {
        let (cards, until) = (cards.to_vec(), study_day(self.now()) + i64::from(days));
        self.gesture("letting cards rest", move |connection| {
            for card in cards {
                connection.execute("UPDATE card SET rests_until = ?1 WHERE id = ?2", params![until, card])?;
            }
            Ok(())
        })
    }

    /// Spreads what is due over some days, the most costly mistakes first; the number of cards that were moved.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn spread_backlog(&self, days: u16) -> Result<usize> {
        let today = study_day(self.now());
        self.gesture("spreading what is due", move |connection| {
            let due = backlog(connection, today)?;
            let days = usize::from(days.max(1));
            let mut moved = 0;
            for (n, card) in due.iter().enumerate() {
                let day = today + (n * days / due.len()) as i64;
                if day > today {
                    connection.execute("UPDATE card SET due = ?1 WHERE id = ?2", params![day, card])?;
                    moved += 1;
                }
            }
            Ok(moved)
        })
    }

    /// Keeps the most costly of the cards that are due; the others rest for 90 days. The number of these.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn keep_costly(&self, n: usize) -> Result<usize> {
        let today = study_day(self.now());
        self.gesture("keeping the most costly cards", move |connection| {
            let due = backlog(connection, today)?;
            let others = due.get(n..).unwrap_or_default();
            for card in others {
                let sql = "UPDATE card SET rests_until = ?1 WHERE id = ?2";
                connection.execute(sql, params![today + 90, card])?;
            }
            Ok(others.len())
        })
    }
}

/// The cards that are due, the most costly first.
fn backlog(connection: &Connection, day: i64) -> Result<Vec<i64>> {
    let mut statement = connection.prepare(
        "SELECT id FROM card WHERE due <= ?1 AND is_suspended = 0 AND coalesce(rests_until, 0) <= ?1
        ORDER BY origin_loss DESC NULLS LAST, due, id",
    )?;
    let rows = statement.query_map([day], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
