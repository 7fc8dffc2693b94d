// SPDX-License-Identifier: GPL-3.0-or-later
//! The documented views for reading with SQL. The tables may change with every version, these stay.

use crate::decision::Kind;
use crate::error::Result;
use crate::position::{Phase, Plan};
use rusqlite::{Connection, OptionalExtension as _};

/// Makes the views as this version defines them.
pub(super) fn make(connection: &Connection) -> Result<()> {
    let kinds = words("decision.kind", Kind::ALL.iter().map(|kind| (i64::from(kind.code()), kind.word())));
    let phases = words("board.phase", Phase::ALL.iter().map(|phase| (i64::from(phase.code()), phase.word())));
    let plan = |column: &str| {
        let cases = Plan::ALL[..=Plan::Contact as usize]
            .iter()
            .map(|plan| format!("WHEN {column} & {} THEN '{}'", plan.bit(), plan.word()));
        format!("CASE {} END", cases.collect::<Vec<_>>().join(" "))
    };
    let (mine, theirs) = (plan("board.plan_me"), plan("board.plan_op"));
    let player = "SELECT player.id, player.name, player.is_me, player.note,
            (SELECT group_concat(alias.name, '; ') FROM alias WHERE alias.player = player.id) AS spellings,
            (SELECT count(*) FROM match WHERE alias0 IN (SELECT id FROM alias WHERE player = player.id)
                OR alias1 IN (SELECT id FROM alias WHERE player = player.id)) AS matches
        FROM player";
    let matches = "SELECT match.id, hex(match.uid) AS uid, match.date, event.name AS event, match.round, match.place,
            match.length, match.variation, p0.name AS player0, p1.name AS player1, match.score0, match.score1,
            match.winner, match.is_finished, match.n_games AS games, match.n_decisions AS decisions,
            (SELECT sum(n_counted) FROM summary WHERE match = match.id) AS analyzed,
            (SELECT 0.005 * sum(loss) / nullif(sum(n_counted), 0) FROM summary WHERE match = match.id AND seat = 0) AS pr0,
            (SELECT 0.005 * sum(loss) / nullif(sum(n_counted), 0) FROM summary WHERE match = match.id AND seat = 1) AS pr1,
            (SELECT luck / 100000.0 FROM side WHERE match = match.id AND seat = 0) AS luck0,
            (SELECT luck / 100000.0 FROM side WHERE match = match.id AND seat = 1) AS luck1,
            CASE match.kind WHEN 0 THEN 'record' ELSE 'summary' END AS kind,
            datetime(match.added / 1000, 'unixepoch') AS added
        FROM match LEFT JOIN event ON event.id = match.event
            JOIN alias a0 ON a0.id = match.alias0 JOIN player p0 ON p0.id = a0.player
            JOIN alias a1 ON a1.id = match.alias1 JOIN player p1 ON p1.id = a1.player";
    let decision = format!(
        "SELECT decision.id, decision.match, decision.game + 1 AS game, decision.seq, who.name AS player,
            other.name AS opponent, match.date, {kinds} AS kind, hex(position.key) AS position,
            hex(board.key) AS board, decision.away_me, decision.away_op, 1 << decision.cube AS cube,
            CASE decision.owner WHEN 1 THEN 'mine' WHEN 2 THEN 'theirs' WHEN 3 THEN 'none' ELSE 'center' END AS owner,
            decision.played, decision.best, decision.loss / 100000.0 AS loss, decision.loss / 100000.0 * decision.scale / 10000000.0 AS cost,
            decision.luck / 100000.0 AS luck, decision.difficulty / 100000.0 AS difficulty,
            setup.engine || ' ' || setup.level AS ruler, {phases} AS phase, {mine} AS plan, {theirs} AS their_plan,
            board.pips_me AS pips, board.pips_op AS their_pips, decision.win / 10000.0 AS win,
            decision.gammons / 10000.0 AS gammons, decision.lost_gammons / 10000.0 AS lost_gammons
        FROM decision JOIN match ON match.id = decision.match JOIN position ON position.id = decision.position
            JOIN board ON board.id = decision.board
            JOIN alias a ON a.id = decision.alias JOIN player who ON who.id = a.player
            JOIN alias b ON b.id = decision.versus JOIN player other ON other.id = b.player
            LEFT JOIN setup ON setup.id = decision.ruler"
    );
    for (name, text) in [("v_player", player), ("v_match", matches), ("v_decision", &decision)] {
        define(connection, name, text)?;
    }
    Ok(())
}

/// Defines a view, unless it is defined so already: a library that is only opened is not changed.
fn define(connection: &Connection, name: &str, text: &str) -> Result<()> {
    let sql = format!("CREATE VIEW {name} AS {text}");
    let known: Option<String> = connection
        .query_row("SELECT sql FROM sqlite_master WHERE type = 'view' AND name = ?", [name], |row| row.get(0))
        .optional()?;
    if known.as_ref() == Some(&sql) {
        return Ok(());
    }
    Ok(connection.execute_batch(&format!("BEGIN; DROP VIEW IF EXISTS {name}; {sql}; COMMIT;"))?)
}

fn words(column: &str, pairs: impl Iterator<Item = (i64, &'static str)>) -> String {
    let cases: Vec<String> = pairs.map(|(code, word)| format!("WHEN {code} THEN '{word}'")).collect();
    format!("CASE {column} {} END", cases.join(" "))
}
