// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows of results.

use crate::assess::{SCALE_UNIT, UNIT};
use crate::decision::{Flags, Kind};
use crate::error::{LibraryError, Result};
use crate::facts::TargetKind;
use crate::opinions::{Target, tags_of};
use crate::position::{Actions, Owner, Phase, Plans, PositionKey};
use gnubg_engine::core::Dice;
use rusqlite::{Connection, OptionalExtension as _, Row};

/// A decision as lists show it. Numbers are seen by the player who decided.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionRow {
    /// The number.
    pub id: i64,
    /// The match.
    pub matched: i64,
    /// The game, counted from 0.
    pub game: usize,
    /// The place in the game.
    pub seq: i64,
    /// Who decided.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The day as written; may be a year or a month.
    pub date: String,
    /// The tournament.
    pub event: String,
    /// The kind.
    pub kind: Kind,
    /// The position.
    pub position: i64,
    /// Its key; seen by the player on roll.
    pub key: PositionKey,
    /// Points away, mine and theirs; 0 in money play.
    pub away: [u32; 2],
    /// The value of the cube.
    pub cube: u32,
    /// Who owns it.
    pub owner: Owner,
    /// The roll of a checker play.
    pub dice: Option<Dice>,
    /// What was done.
    pub played: String,
    /// What is best.
    pub best: Option<String>,
    /// What was lost, in normalized equity.
    pub loss: Option<f64>,
    /// The same as a chance to win the match, or in points.
    pub cost: Option<f64>,
    /// The expected loss of the reference player.
    pub difficulty: Option<f64>,
    /// The luck of the roll.
    pub luck: Option<f64>,
    /// The right action with the cube and the error.
    pub verdict: Option<i64>,
    /// The ruler of the loss.
    pub ruler: Option<String>,
    /// How far the losses by several rulers differ.
    pub spread: Option<f64>,
    /// Chances to win and to win a gammon with the best alternative.
    pub chances: Option<[f64; 2]>,
    /// The phase of the game.
    pub phase: Phase,
    /// The plans of the player who decided and of the opponent.
    pub plans: [Plans; 2],
    /// What the play and the best play do.
    pub did: Actions,
    /// What the best play does.
    pub bests: Actions,
    /// What else is known.
    pub flags: Flags,
    /// Tags of the decision.
    pub tags: Vec<String>,
    /// The distance to the position that was asked for.
    pub distance: Option<u32>,
}

impl DecisionRow {
    /// What the best play does and this one does not.
    #[must_use]
    pub fn missed(&self) -> Actions {
        if self.loss.is_some_and(|loss| loss > 0.0) {
            Actions(self.bests.0 & !self.did.0)
        } else {
            Actions::default()
        }
    }

    /// What this play does and the best one does not.
    #[must_use]
    pub fn wrong(&self) -> Actions {
        if self.loss.is_some_and(|loss| loss > 0.0) {
            Actions(self.did.0 & !self.bests.0)
        } else {
            Actions::default()
        }
    }
}

const DECISION: &str = "SELECT d.id, d.match, d.game, d.seq, who.name, other.name, m.date, event.name, d.kind, d.position,
    position.key, d.away_me, d.away_op, d.cube, d.owner, d.dice, d.played, d.best, d.loss, d.scale, d.difficulty, d.luck,
    d.verdict, setup.engine || ' ' || setup.level, d.spread, d.win, d.gammons, board.phase, board.plan_me, board.plan_op,
    d.did, d.bests, d.flags
    FROM decision d JOIN match m ON m.id = d.match JOIN position ON position.id = d.position
    JOIN board ON board.id = d.board JOIN alias a ON a.id = d.alias JOIN player who ON who.id = a.player
    JOIN alias b ON b.id = d.versus JOIN player other ON other.id = b.player
    LEFT JOIN event ON event.id = m.event LEFT JOIN setup ON setup.id = d.ruler WHERE d.id = ?";

/// The rows of decisions, in the order of their numbers; those that do not exist any more are left out.
pub(crate) fn decisions(connection: &Connection, ids: &[i64]) -> Result<Vec<DecisionRow>> {
    let mut statement = connection.prepare_cached(DECISION)?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        let row = statement.query_row([id], |row| Ok(decision(row))).optional()?;
        if let Some(row) = row {
            let mut row = row?;
            row.tags = tags_of(connection, Target { kind: TargetKind::Decision, id: *id })?;
            found.push(row);
        }
    }
    Ok(found)
}

fn decision(row: &Row<'_>) -> Result<DecisionRow> {
    let id: i64 = row.get(0)?;
    let damaged = |what: &str| LibraryError::content(format!("decision d{id}"), what);
    let kind = Kind::from_code(row.get(8)?).ok_or_else(|| damaged("its kind is unknown"))?;
    let key: Vec<u8> = row.get(10)?;
    let key = PositionKey::from_bytes(&key).ok_or_else(|| damaged("its position is damaged"))?;
    let equity = |n: usize| -> Result<Option<f64>> {
        Ok(row.get::<_, Option<i64>>(n)?.map(|value| value as f64 / UNIT))
    };
    let scale: i64 = row.get(19)?;
    let loss = equity(18)?;
    let chance = |n: usize| -> Result<Option<f64>> {
        Ok(row.get::<_, Option<i64>>(n)?.map(|value| value as f64 / 10_000.0))
    };
    let played: Option<String> = row.get(16)?;
    let owner: u8 = row.get(14)?;
    let phase: u8 = row.get(27)?;
    Ok(DecisionRow {
        id,
        matched: row.get(1)?,
        game: row.get(2)?,
        seq: row.get(3)?,
        player: row.get(4)?,
        opponent: row.get(5)?,
        date: row.get(6)?,
        event: row.get::<_, Option<String>>(7)?.unwrap_or_default(),
        kind,
        position: row.get(9)?,
        key,
        away: [row.get(11)?, row.get(12)?],
        cube: 1 << row.get::<_, u32>(13)?.min(12),
        owner: [Owner::Nobody, Owner::Me, Owner::Them, Owner::NoCube][usize::from(owner.min(3))],
        dice: row.get::<_, usize>(15)?.checked_sub(1).and_then(|n| Dice::ALL.get(n)).copied(),
        played: played.unwrap_or_else(|| done(kind).to_owned()),
        best: row.get(17)?,
        loss,
        cost: loss.map(|loss| loss * scale as f64 / SCALE_UNIT),
        difficulty: equity(20)?,
        luck: equity(21)?,
        verdict: row.get(22)?,
        ruler: row.get(23)?,
        spread: equity(24)?,
        chances: chance(25)?.zip(chance(26)?).map(|(win, gammons)| [win, gammons]),
        phase: Phase::ALL[usize::from(phase).min(4)],
        plans: [Plans(row.get(28)?), Plans(row.get(29)?)],
        did: Actions(row.get(30)?),
        bests: Actions(row.get(31)?),
        flags: Flags(row.get(32)?),
        tags: Vec::new(),
        distance: None,
    })
}

/// What was done in a decision without a play.
fn done(kind: Kind) -> &'static str {
    match kind {
        Kind::Play => "",
        Kind::NoDouble => "no double",
        Kind::Double => "double",
        Kind::Take => "take",
        Kind::Drop => "drop",
        Kind::Beaver => "beaver",
        Kind::Resign => "resign",
    }
}

/// A match as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// The number.
    pub id: i64,
    /// Whether only its sums are known.
    pub is_summary: bool,
    /// The day as written.
    pub date: String,
    /// The tournament.
    pub event: String,
    /// The round.
    pub round: String,
    /// The place or server.
    pub place: String,
    /// Points to win, 0 for a session.
    pub length: u16,
    /// The players by seat.
    pub players: [String; 2],
    /// Their numbers.
    pub player_ids: [i64; 2],
    /// Points at the end.
    pub score: [u32; 2],
    /// The seat of the winner.
    pub winner: Option<usize>,
    /// Games.
    pub games: usize,
    /// Decisions.
    pub decisions: usize,
    /// Decisions that count in error rates, by seat.
    pub counted: [i64; 2],
    /// Performance ratings.
    pub ratings: [Option<f64>; 2],
    /// Luck, in normalized equity.
    pub luck: [Option<f64>; 2],
    /// The rulers of its losses.
    pub rulers: Vec<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// When it was added, in milliseconds since 1970.
    pub added: i64,
}

/// The rows of matches, in the order of their numbers.
pub(crate) fn matches(connection: &Connection, ids: &[i64]) -> Result<Vec<MatchRow>> {
    let mut statement = connection.prepare_cached(
        "SELECT m.kind, m.date, event.name, m.round, m.place, m.length, p0.name, p1.name, p0.id, p1.id, m.score0, m.score1,
            m.winner, m.n_games, m.n_decisions, m.added, m.figures
        FROM match m LEFT JOIN event ON event.id = m.event JOIN alias a0 ON a0.id = m.alias0
        JOIN player p0 ON p0.id = a0.player JOIN alias a1 ON a1.id = m.alias1 JOIN player p1 ON p1.id = a1.player
        WHERE m.id = ?",
    )?;
    let mut sums = connection.prepare_cached(
        "SELECT seat, sum(n_counted), sum(loss) FROM summary WHERE match = ? GROUP BY seat ORDER BY seat",
    )?;
    let mut lucks =
        connection.prepare_cached("SELECT seat, luck FROM side WHERE match = ? AND n_luck > 0")?;
    let mut rulers = connection.prepare_cached(
        "SELECT DISTINCT engine || ' ' || level FROM summary JOIN setup ON setup.id = ruler WHERE match = ? AND n_counted > 0",
    )?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        let row = statement.query_row([id], |row| {
            let figures: Option<String> = row.get(16)?;
            Ok((
                MatchRow {
                    id: *id,
                    is_summary: row.get::<_, i64>(0)? != 0,
                    date: row.get(1)?,
                    event: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
                    round: row.get(3)?,
                    place: row.get(4)?,
                    length: row.get(5)?,
                    players: [row.get(6)?, row.get(7)?],
                    player_ids: [row.get(8)?, row.get(9)?],
                    score: [row.get(10)?, row.get(11)?],
                    winner: row.get(12)?,
                    games: row.get(13)?,
                    decisions: row.get(14)?,
                    counted: [0; 2],
                    ratings: [None; 2],
                    luck: [None; 2],
                    rulers: Vec::new(),
                    tags: Vec::new(),
                    added: row.get(15)?,
                },
                figures,
            ))
        });
        let Some((mut one, figures)) = row.optional()? else { continue };
        let mut rows = sums.query([id])?;
        while let Some(row) = rows.next()? {
            let (seat, n, loss): (usize, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            one.counted[seat & 1] = n;
            one.ratings[seat & 1] = (n > 0).then(|| 500.0 * loss as f64 / UNIT / n as f64);
        }
        let mut rows = lucks.query([id])?;
        while let Some(row) = rows.next()? {
            one.luck[row.get::<_, usize>(0)? & 1] = Some(row.get::<_, i64>(1)? as f64 / UNIT);
        }
        if let Some(played) =
            figures.and_then(|text| serde_json::from_str::<crate::figures::PlayedMatch>(&text).ok())
        {
            for (seat, player) in played.players.iter().enumerate() {
                let figures = player.figures.unwrap_or_default();
                one.counted[seat] = i64::from(figures.decisions());
                one.ratings[seat] = figures.performance_rating();
                one.luck[seat] = player.figures.map(|figures| figures.luck);
            }
        }
        let names = rulers.query_map([id], |row| row.get(0))?;
        one.rulers = names.collect::<rusqlite::Result<_>>()?;
        one.tags = tags_of(connection, Target { kind: TargetKind::Match, id: *id })?;
        found.push(one);
    }
    Ok(found)
}

/// A position as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionRow {
    /// The number.
    pub id: i64,
    /// Its key.
    pub key: PositionKey,
    /// Decisions that were made there.
    pub decisions: i64,
    /// The mean loss of those that are analyzed.
    pub mean_loss: Option<f64>,
    /// The ruler of the best analysis.
    pub ruler: Option<String>,
    /// The phase of the game.
    pub phase: Phase,
    /// The plans of the player on roll and of the opponent.
    pub plans: [Plans; 2],
    /// Tags.
    pub tags: Vec<String>,
}

/// The rows of positions, in the order of their numbers.
pub(crate) fn positions(connection: &Connection, ids: &[i64]) -> Result<Vec<PositionRow>> {
    let mut statement = connection.prepare_cached(
        "SELECT position.key, (SELECT count(*) FROM decision WHERE position = position.id),
            (SELECT avg(loss) FROM decision WHERE position = position.id),
            (SELECT engine || ' ' || level FROM analysis JOIN setup ON setup.id = setup WHERE position = position.id
                ORDER BY rank DESC LIMIT 1), phase, plan_me, plan_op
        FROM position JOIN board ON board.id = position.board WHERE position.id = ?",
    )?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        let row = statement.query_row([id], |row| {
            let key: Vec<u8> = row.get(0)?;
            let phase: u8 = row.get(4)?;
            Ok(PositionKey::from_bytes(&key).map(|key| PositionRow {
                id: *id,
                key,
                decisions: row.get(1).unwrap_or(0),
                mean_loss: row.get::<_, Option<f64>>(2).unwrap_or_default().map(|loss| loss / UNIT),
                ruler: row.get(3).unwrap_or_default(),
                phase: Phase::ALL[usize::from(phase).min(4)],
                plans: [Plans(row.get(5).unwrap_or(0)), Plans(row.get(6).unwrap_or(0))],
                tags: Vec::new(),
            }))
        });
        if let Some(Some(mut row)) = row.optional()? {
            row.tags = tags_of(connection, Target { kind: TargetKind::Position, id: *id })?;
            found.push(row);
        }
    }
    Ok(found)
}
