// SPDX-License-Identifier: GPL-3.0-or-later
//! Figures of the decisions that a query finds, as a whole and split.

use super::interval::{ratio, student_t};
use crate::assess::{SCALE_UNIT, UNIT};
use crate::db::Library;
use crate::decision::{Flags, Kind};
use crate::error::Result;
use crate::facts::ErrorLimits;
use crate::facts::summary;
use crate::position::{Phase, Plans};
use crate::search::{in_quotes, names};
use gnubg_engine::core::CancelToken;
use gnubg_record::Date;
use rusqlite::Connection;
use std::collections::BTreeMap;

/// So many matches make a figure, and enough data for an advice.
pub const MATCHES: usize = 5;
/// So many games make an interval.
const GAMES: usize = 5;

macro_rules! splits {
    ($($(#[$doc:meta])* $name:ident = $word:literal;)*) => {
        /// What figures are split by.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Split { $($(#[$doc])* $name,)* }

        impl Split {
            /// All splits.
            pub const ALL: &'static [Split] = &[$(Split::$name,)*];

            /// The word in commands and JSON.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Split::$name => $word,)* }
            }
        }
    };
}

splits! {
    /// The phase of the game.
    Phase = "phase";
    /// The plan of the player who decides.
    Plan = "plan";
    /// The kind of the decision.
    Kind = "kind";
    /// The points that both need.
    Score = "score";
    /// The opponent.
    Opponent = "opponent";
    /// Who decided.
    Player = "player";
    /// The program and level that found the losses.
    Ruler = "ruler";
    /// The length of the match.
    Length = "length";
    /// The tournament.
    Event = "event";
    /// The month.
    Month = "month";
    /// The match.
    Match = "match";
}

impl Split {
    /// The split with that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Split> {
        Split::ALL.iter().copied().find(|one| one.word() == word)
    }

    /// The condition of a query that finds the decisions of a part; `None` where none says it, as for an unknown day.
    #[must_use]
    pub fn condition(self, part: &str) -> Option<String> {
        if part.is_empty() {
            return None;
        }
        Some(match self {
            Split::Score | Split::Length if part == "money" => "money".to_owned(),
            Split::Opponent => format!("vs:{}", in_quotes(part)),
            Split::Player => format!("by:{}", in_quotes(part)),
            Split::Ruler | Split::Event => format!("{}:{}", self.word(), in_quotes(part)),
            Split::Month => format!("date:{part}"),
            Split::Match => format!("match:{}", part.trim_start_matches('m')),
            Split::Phase | Split::Plan | Split::Kind | Split::Score | Split::Length => {
                format!("{}:{part}", self.word())
            }
        })
    }
}

/// A query with a further condition; its order and limit are left out.
#[must_use]
pub fn narrowed(query: &str, condition: &str) -> String {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let bar = query.find(|c| {
        is_quoted ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && is_quoted && !is_escaped;
        c == '|' && !is_quoted
    });
    let base = query[..bar.unwrap_or(query.len())].trim();
    match base.split_whitespace().any(|word| word.eq_ignore_ascii_case("or")) {
        true => format!("({base}) {condition}"),
        false => format!("{base} {condition}").trim().to_owned(),
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct StatsRequest {
    /// Which decisions, as a query.
    pub query: String,
    /// What they are split by.
    pub by: Option<Split>,
    /// The chance with which intervals shall hold.
    pub interval: f64,
    /// The losses that this ruler found, its name or a part of it, also where another one is the reference; decisions that it
    /// did not analyze are left out.
    pub ruler: Option<String>,
}

impl StatsRequest {
    /// The query that finds the decisions of a part, the most expensive first; all for `None`.
    #[must_use]
    pub fn decisions_of(&self, part: Option<&str>) -> Option<String> {
        let part = match (self.by, part) {
            (Some(by), Some(part)) => format!(" {}", by.condition(part)?),
            _ => String::new(),
        };
        let ruler =
            self.ruler.as_ref().map_or_else(String::new, |ruler| format!(" judged:{}", in_quotes(ruler)));
        Some(narrowed(&self.query, &format!("counted{part}{ruler} | sort loss desc")))
    }
}

impl Default for StatsRequest {
    fn default() -> StatsRequest {
        StatsRequest { query: String::new(), by: None, interval: 0.95, ruler: None }
    }
}

/// Figures of decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figure {
    /// Decisions that count.
    pub decisions: usize,
    /// Games and matches that they are from.
    pub games: usize,
    /// Matches.
    pub matches: usize,
    /// The performance rating: half the mean loss in thousandths.
    pub pr: f64,
    /// Where the rating lies with the chance asked for.
    pub interval: Option<[f64; 2]>,
    /// Whether there are too few matches for it to mean much.
    pub is_grey: bool,
    /// The sum of losses, in normalized equity.
    pub loss: f64,
    /// The sum of what they cost: chances to win the match, in money play points.
    pub cost: f64,
    /// The expected losses of the reference player.
    pub difficulty: f64,
    /// Errors: losses beyond the limit for doubtful decisions.
    pub errors: usize,
    /// Blunders: losses beyond the limit for very bad ones.
    pub blunders: usize,
}

/// Figures as a whole and split.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// All decisions.
    pub total: Figure,
    /// The parts with their names, in their own order.
    pub rows: Vec<(String, Figure)>,
    /// The rulers in it, with their decisions.
    pub rulers: Vec<(String, usize)>,
}

/// Sums over decisions in the units of the database, so that their order does not matter.
#[derive(Clone, Copy, Default)]
struct Sums {
    n: usize,
    loss: i64,
    /// Losses times scales.
    cost: i128,
    difficulty: i64,
    errors: usize,
    blunders: usize,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.n += other.n;
        self.loss += other.loss;
        self.cost += other.cost;
        self.difficulty += other.difficulty;
        self.errors += other.errors;
        self.blunders += other.blunders;
    }
}

/// Sums by match and game.
type Clusters = BTreeMap<(i64, i64), Sums>;

fn figure(clusters: &Clusters, interval: f64) -> Figure {
    let mut total = Sums::default();
    let mut by_match: BTreeMap<i64, Sums> = BTreeMap::new();
    for ((matched, _), sums) in clusters {
        total.add(*sums);
        by_match.entry(*matched).or_default().add(*sums);
    }
    let mut found = Figure {
        decisions: total.n,
        games: clusters.len(),
        matches: by_match.len(),
        is_grey: by_match.len() < MATCHES,
        loss: total.loss as f64 / UNIT,
        cost: total.cost as f64 / (UNIT * SCALE_UNIT),
        difficulty: total.difficulty as f64 / UNIT,
        errors: total.errors,
        blunders: total.blunders,
        ..Figure::default()
    };
    let pair = |sums: &Sums| (sums.loss as f64 / UNIT, sums.n as f64);
    let mut pairs: Vec<(f64, f64)> = match found.is_grey {
        true => clusters.values().map(pair).collect(),
        false => by_match.values().map(pair).collect(),
    };
    // The numbers of matches, which depend on the order of the imports, must not matter.
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    if let Some((mean, error)) = ratio(&pairs) {
        found.pr = 500.0 * mean;
        let has_interval = pairs.len() >= GAMES;
        let half = |error: f64| student_t(0.5 + 0.5 * interval, pairs.len() as f64 - 1.0) * error;
        found.interval = error
            .filter(|_| has_interval)
            .map(|error| [500.0 * (mean - half(error)).max(0.0), 500.0 * (mean + half(error))]);
    }
    found
}

impl Library {
    /// Figures of the decisions that a query finds.
    ///
    /// # Errors
    /// If the query cannot be understood, the library cannot be read, or it was cancelled.
    pub fn stats(&self, request: &StatsRequest, cancel: &CancelToken) -> Result<Stats> {
        let limits: ErrorLimits = self.read(summary::limits)?;
        let wanted =
            request.ruler.as_deref().map(|name| self.read(|connection| rulers_named(connection, name)));
        let wanted = wanted.transpose()?;
        // Of several rulers of that name the last one, which has the newest nets.
        let other = |column: &str| match &wanted {
            Some(wanted) => {
                let list: Vec<String> = wanted.keys().map(i64::to_string).collect();
                format!(
                    "(SELECT {column} FROM verdict WHERE decision = d.id AND setup IN ({}) ORDER BY setup DESC LIMIT 1)",
                    list.join(", ")
                )
            }
            None => "NULL".to_owned(),
        };
        let columns = format!(
            "d.match, d.game, d.flags, d.loss, d.scale, d.difficulty, d.kind, board.phase,
            board.plan_me, d.away_me, d.away_op, other.name, who.name,
            setup.engine || ' ' || setup.level, m.length, event.name, d.day, d.ruler, {}, {}",
            other("setup"),
            other("loss")
        );
        let joins = "JOIN board ON board.id = d.board JOIN match m ON m.id = d.match
            JOIN alias a ON a.id = d.alias JOIN player who ON who.id = a.player
            JOIN alias b ON b.id = d.versus JOIN player other ON other.id = b.player
            LEFT JOIN event ON event.id = m.event LEFT JOIN setup ON setup.id = d.ruler";
        let mut total = Clusters::new();
        let mut parts: BTreeMap<(i64, String), Clusters> = BTreeMap::new();
        let mut rulers: BTreeMap<String, usize> = BTreeMap::new();
        self.scan(&request.query, &columns, joins, cancel, |row| {
            if !Flags(row.get(2)?).has(Flags::COUNTED) {
                return Ok(());
            }
            let mut loss: Option<i64> = row.get(3)?;
            let mut ruler: String = row.get::<_, Option<String>>(13)?.unwrap_or_default();
            if let Some(wanted) = &wanted
                && !row.get::<_, Option<i64>>(17)?.is_some_and(|setup| wanted.contains_key(&setup))
            {
                let other: Option<i64> = row.get(18)?;
                let Some(name) = other.and_then(|setup| wanted.get(&setup)) else { return Ok(()) };
                (ruler, loss) = (name.clone(), row.get(19)?);
            }
            let Some(loss) = loss else { return Ok(()) };
            let place: (i64, i64) = (row.get(0)?, row.get(1)?);
            let beyond = |limit: f64| usize::from(loss as f64 / UNIT > limit);
            let one = Sums {
                n: 1,
                loss,
                cost: i128::from(loss) * i128::from(row.get::<_, i64>(4)?),
                difficulty: row.get::<_, Option<i64>>(5)?.unwrap_or(0),
                errors: beyond(limits.doubtful),
                blunders: beyond(limits.very_bad),
            };
            total.entry(place).or_default().add(one);
            if let Some(by) = request.by {
                let part = parts.entry(part_of(by, row, &ruler)?).or_default();
                part.entry(place).or_default().add(one);
            }
            *rulers.entry(ruler).or_default() += 1;
            Ok(())
        })?;
        let rows = parts.into_iter().map(|((_, name), clusters)| (name, figure(&clusters, request.interval)));
        let mut rulers: Vec<(String, usize)> = rulers.into_iter().collect();
        rulers.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        Ok(Stats { rows: rows.collect(), total: figure(&total, request.interval), rulers })
    }
}

/// The rulers of a name, or whose names contain it, with their names.
fn rulers_named(connection: &Connection, name: &str) -> Result<BTreeMap<i64, String>> {
    let mut statement = connection.prepare_cached("SELECT engine || ' ' || level FROM setup WHERE id = ?")?;
    let found = names::rulers(connection, name)?.into_iter();
    found.map(|id| Ok((id, statement.query_row([id], |row| row.get(0))?))).collect()
}

/// The part that a decision belongs to: a number for the order, and the name.
fn part_of(by: Split, row: &rusqlite::Row<'_>, ruler: &str) -> Result<(i64, String)> {
    let text = |n: usize| -> Result<String> { Ok(row.get::<_, Option<String>>(n)?.unwrap_or_default()) };
    Ok(match by {
        Split::Phase => {
            let code: u8 = row.get(7)?;
            let word = Phase::ALL.iter().find(|phase| phase.code() == code).map_or("", |phase| phase.word());
            (i64::from(code), word.to_owned())
        }
        Split::Plan => {
            let label = Plans(row.get(8)?).label();
            (label as i64, label.word().to_owned())
        }
        Split::Kind => {
            let code: u8 = row.get(6)?;
            (i64::from(code), Kind::from_code(code).map_or("", Kind::word).to_owned())
        }
        Split::Score => {
            let (me, op): (i64, i64) = (row.get(9)?, row.get(10)?);
            (1000 * me + op, if me == 0 { "money".to_owned() } else { format!("{me},{op}") })
        }
        Split::Opponent => (0, text(11)?),
        Split::Player => (0, text(12)?),
        Split::Ruler => (0, ruler.to_owned()),
        Split::Length => {
            let length: i64 = row.get(14)?;
            (length, if length == 0 { "money".to_owned() } else { length.to_string() })
        }
        Split::Event => (0, text(15)?),
        Split::Month => {
            let date = row.get::<_, Option<i64>>(16)?.and_then(Date::from_unix_days);
            let month = date.map(|date| date.to_string().chars().take(7).collect::<String>());
            (0, month.unwrap_or_default())
        }
        Split::Match => {
            let matched: i64 = row.get(0)?;
            (matched, format!("m{matched}"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_narrowed_without_changing_what_they_mean() {
        assert_eq!(narrowed("", "money"), "money");
        assert_eq!(narrowed("me | sort loss desc limit 20", "phase:race"), "me phase:race");
        assert_eq!(narrowed("me or by:Ben", "money"), "(me or by:Ben) money");
        assert_eq!(narrowed("remark:\"a|b\"", "money"), "remark:\"a|b\" money");
    }
}
