// SPDX-License-Identifier: GPL-3.0-or-later
//! Results, errors and luck of players over all their matches, and of one player match by match.

use crate::db::Library;
use crate::decision::Kind;
use crate::error::Result;
use crate::figures::PlayedMatch;
use crate::opinions::player_id;
use rusqlite::{Connection, Row};
use std::collections::HashMap;

/// Errors and luck, each per decision or turn in thousandths of normalized equity; `None` where nothing was judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Errors of checker plays.
    pub play: Option<f64>,
    /// Errors of cube decisions.
    pub cube: Option<f64>,
    /// All errors.
    pub all: Option<f64>,
    /// Luck per turn.
    pub luck: Option<f64>,
}

/// A player's matches as sums.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSum {
    /// The name.
    pub name: String,
    /// Matches and sessions.
    pub matches: i64,
    /// Those that the player won.
    pub won: i64,
    /// Games.
    pub games: i64,
    /// Errors and luck.
    pub rates: Rates,
}

/// One match of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSum {
    /// The number of the match.
    pub matched: i64,
    /// The date, as far as it is known.
    pub date: String,
    /// The opponent.
    pub opponent: String,
    /// The match length; 0 for a session.
    pub length: i64,
    /// The points of the player and of the opponent.
    pub score: [i64; 2],
    /// Errors and luck of the player.
    pub rates: Rates,
}

/// Hundred-thousandths in a thousandth.
const THOUSANDTH: f64 = 100.0;

/// Both sides of every match with their sums. `:play` is the number of checker plays among the kinds of decisions.
const PARTS: &str = "WITH part AS (
        SELECT match.id AS match, 0 AS seat, own.player AS player, other.player AS opponent, match.score0 AS mine,
            match.score1 AS theirs FROM match JOIN alias own ON own.id = alias0 JOIN alias other ON other.id = alias1
        UNION ALL
        SELECT match.id, 1, own.player, other.player, match.score1, match.score0
            FROM match JOIN alias own ON own.id = alias1 JOIN alias other ON other.id = alias0),
    errors AS (
        SELECT match, seat, sum(loss * (kind = :play)) AS play, sum(n_counted * (kind = :play)) AS plays,
            sum(loss * (kind <> :play)) AS cube, sum(n_counted * (kind <> :play)) AS cubes
            FROM summary GROUP BY match, seat)";

impl Library {
    /// The players with sums over their matches, those with most matches first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn player_sums(&self) -> Result<Vec<PlayerSum>> {
        let sql = format!(
            "{PARTS} SELECT player.name, count(*), coalesce(sum(match.winner = part.seat), 0), sum(match.n_games),
                sum(errors.play), sum(plays), sum(errors.cube), sum(cubes), sum(side.luck), sum(n_luck)
            FROM part JOIN match ON match.id = part.match JOIN player ON player.id = part.player
                LEFT JOIN errors ON errors.match = part.match AND errors.seat = part.seat
                LEFT JOIN side ON side.match = part.match AND side.seat = part.seat
            GROUP BY player.id ORDER BY count(*) DESC, player.name"
        );
        let known = format!(
            "{PARTS} SELECT player.name, part.seat, match.figures FROM part JOIN match ON match.id = part.match
                JOIN player ON player.id = part.player WHERE match.kind = 1 AND :play = :play"
        );
        self.read(|connection| {
            let play = [(":play", &Kind::Play.code())];
            // Matches of which only sums are known.
            let mut taken_over: HashMap<String, Sums> = HashMap::new();
            let mut statement = connection.prepare(&known)?;
            let mut rows = statement.query(&play)?;
            while let Some(row) = rows.next()? {
                taken_over.entry(row.get(0)?).or_default().add(row.get(1)?, row.get(2)?);
            }
            let sum = |row: &Row<'_>| {
                let name: String = row.get(0)?;
                let mut sums = Sums::of(row, 4)?;
                if let Some(more) = taken_over.get(&name) {
                    sums.join(more);
                }
                let (matches, won, games) = (row.get(1)?, row.get(2)?, row.get(3)?);
                Ok(PlayerSum { name, matches, won, games, rates: sums.rates() })
            };
            let mut statement = connection.prepare(&sql)?;
            let rows = statement.query_map(&play, sum)?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// The matches of a player, by any spelling of the name, in the order of their dates; `None` if nobody is called so.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn matches_of(&self, name: &str) -> Result<Option<Vec<MatchSum>>> {
        self.read(|connection| {
            Ok(match player_id(connection, name)? {
                Some(player) => Some(matches_of(connection, player)?),
                None => None,
            })
        })
    }
}

fn matches_of(connection: &Connection, player: i64) -> Result<Vec<MatchSum>> {
    let sql = format!(
        "{PARTS} SELECT match.id, match.date, player.name, match.length, mine, theirs,
            errors.play, plays, errors.cube, cubes, side.luck, n_luck, part.seat, match.figures
        FROM part JOIN match ON match.id = part.match JOIN player ON player.id = part.opponent
            LEFT JOIN errors ON errors.match = part.match AND errors.seat = part.seat
            LEFT JOIN side ON side.match = part.match AND side.seat = part.seat
        WHERE part.player = :player ORDER BY match.date, match.id"
    );
    let sum = |row: &Row<'_>| {
        let mut sums = Sums::of(row, 6)?;
        sums.add(row.get(12)?, row.get(13)?);
        Ok(MatchSum {
            matched: row.get(0)?,
            date: row.get(1)?,
            opponent: row.get(2)?,
            length: row.get(3)?,
            score: [row.get(4)?, row.get(5)?],
            rates: sums.rates(),
        })
    };
    let mut statement = connection.prepare(&sql)?;
    let play = i64::from(Kind::Play.code());
    let rows = statement.query_map(rusqlite::named_params! { ":play": play, ":player": player }, sum)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Losses in hundred-thousandths and their numbers: of plays, of cube decisions, and luck and rolls.
#[derive(Clone, Copy, Debug, Default)]
struct Sums([f64; 6]);

impl Sums {
    /// What six columns hold.
    fn of(row: &Row<'_>, at: usize) -> rusqlite::Result<Sums> {
        let mut sums = Sums::default();
        for (n, sum) in sums.0.iter_mut().enumerate() {
            *sum = row.get::<_, Option<i64>>(at + n)?.unwrap_or(0) as f64;
        }
        Ok(sums)
    }

    /// Adds the figures of a seat in a match of which only these are known.
    fn add(&mut self, seat: usize, stored: Option<String>) {
        let played = stored.and_then(|text| serde_json::from_str::<PlayedMatch>(&text).ok());
        let figures = played.and_then(|played| played.players.get(seat)?.figures);
        let Some(figures) = figures else { return };
        let unit = 1000.0 * THOUSANDTH;
        self.join(&Sums([
            unit * figures.play_error,
            f64::from(figures.unforced),
            unit * figures.cube_error(),
            f64::from(figures.cube_decisions),
            unit * figures.luck,
            f64::from(figures.turns),
        ]));
    }

    fn join(&mut self, other: &Sums) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
    }

    fn rates(self) -> Rates {
        let rate = |sum: f64, n: f64| (n > 0.0).then(|| sum / THOUSANDTH / n);
        let [play, plays, cube, cubes, luck, rolls] = self.0;
        Rates {
            play: rate(play, plays),
            cube: rate(cube, cubes),
            all: rate(play + cube, plays + cubes),
            luck: rate(luck, rolls),
        }
    }
}
