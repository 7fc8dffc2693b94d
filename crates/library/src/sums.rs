// SPDX-License-Identifier: GPL-3.0-or-later
//! Results, errors and luck of players over all their matches, and of one player match by match.

use crate::db::Library;
use crate::decision::Kind;
use crate::error::Result;
use crate::opinions::player_id;
use rusqlite::{Connection, Row};

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
        let sum = |row: &Row<'_>| {
            Ok(PlayerSum {
                name: row.get(0)?,
                matches: row.get(1)?,
                won: row.get(2)?,
                games: row.get(3)?,
                rates: rates(row, 4)?,
            })
        };
        self.read(|connection| {
            let mut statement = connection.prepare(&sql)?;
            let rows = statement.query_map(&[(":play", &Kind::Play.code())], sum)?;
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
            errors.play, plays, errors.cube, cubes, side.luck, n_luck
        FROM part JOIN match ON match.id = part.match JOIN player ON player.id = part.opponent
            LEFT JOIN errors ON errors.match = part.match AND errors.seat = part.seat
            LEFT JOIN side ON side.match = part.match AND side.seat = part.seat
        WHERE part.player = :player ORDER BY match.date, match.id"
    );
    let sum = |row: &Row<'_>| {
        Ok(MatchSum {
            matched: row.get(0)?,
            date: row.get(1)?,
            opponent: row.get(2)?,
            length: row.get(3)?,
            score: [row.get(4)?, row.get(5)?],
            rates: rates(row, 6)?,
        })
    };
    let mut statement = connection.prepare(&sql)?;
    let play = i64::from(Kind::Play.code());
    let rows = statement.query_map(rusqlite::named_params! { ":play": play, ":player": player }, sum)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The rates in six columns: loss and number of plays, of cube decisions, luck and number of rolls.
fn rates(row: &Row<'_>, at: usize) -> rusqlite::Result<Rates> {
    let number =
        |n: usize| Ok::<f64, rusqlite::Error>(row.get::<_, Option<i64>>(at + n)?.unwrap_or(0) as f64);
    let rate = |sum: f64, n: f64| (n > 0.0).then(|| sum / THOUSANDTH / n);
    let [play, plays, cube, cubes] = [number(0)?, number(1)?, number(2)?, number(3)?];
    Ok(Rates {
        play: rate(play, plays),
        cube: rate(cube, cubes),
        all: rate(play + cube, plays + cubes),
        luck: rate(number(4)?, number(5)?),
    })
}
