// SPDX-License-Identifier: GPL-3.0-or-later
//! Which of several analyses supplies the loss of a decision, and the figures that follow from it.

use super::rulers::Rulers;
use crate::assess::{Assessed, Judge, Question, units};
use crate::db::{meta, set_meta};
use crate::decision::{Flags, Kind};
use crate::error::{LibraryError, Result};
use crate::finding::Found;
use crate::position::PositionKey;
use gnubg_engine::core::{Board, CubeValue, MatchState, Place, Play, Step, notation};
use rusqlite::{Connection, params};

/// The key in `meta` of the rule.
const RULE_KEY: &str = "reference";

/// The rule by which the reference analysis is chosen. An analysis that the user has pinned always comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReferenceRule {
    /// The most reliable one, whoever made it.
    #[default]
    Best,
    /// The most reliable one of those that came with files; ours where there is none.
    File,
    /// The most reliable one of this program; decisions without one count as not analyzed.
    Own,
}

impl ReferenceRule {
    /// All rules.
    pub const ALL: [ReferenceRule; 3] = [ReferenceRule::Best, ReferenceRule::File, ReferenceRule::Own];

    /// The word in settings and commands.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ReferenceRule::Best => "best",
            ReferenceRule::File => "file",
            ReferenceRule::Own => "own",
        }
    }

    /// The rule with that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<ReferenceRule> {
        ReferenceRule::ALL.into_iter().find(|rule| rule.word() == word)
    }
}

/// The rule in use.
pub(crate) fn rule(connection: &Connection) -> Result<ReferenceRule> {
    let word: Option<String> = meta(connection, RULE_KEY)?;
    Ok(word.and_then(|word| ReferenceRule::from_word(&word)).unwrap_or_default())
}

/// Notes the rule; decisions have to be derived again.
pub(crate) fn set_rule(connection: &Connection, rule: ReferenceRule) -> Result<()> {
    set_meta(connection, RULE_KEY, rule.word())
}

/// An analysis of a position that says something about a decision.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) setup: i64,
    pub(crate) rank: i64,
    pub(crate) is_own: bool,
    pub(crate) trials: i64,
    pub(crate) is_pinned: bool,
    pub(crate) found: i64,
    pub(crate) assessed: Assessed,
}

/// The index of the reference among several analyses.
pub(crate) fn choose(candidates: &[Candidate], rule: ReferenceRule) -> Option<usize> {
    let allowed = |one: &Candidate| rule != ReferenceRule::Own || one.is_own;
    let order = |one: &Candidate| {
        let preferred = rule == ReferenceRule::File && !one.is_own;
        (one.is_pinned, one.assessed.loss.is_some(), preferred, one.rank, one.trials, one.found)
    };
    let indices = (0..candidates.len()).filter(|&n| allowed(&candidates[n]) || candidates[n].is_pinned);
    indices.max_by_key(|&n| order(&candidates[n]))
}

/// The columns of a decision that depend on its reference.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    pub(crate) ruler: Option<i64>,
    pub(crate) assessed: Option<Assessed>,
    pub(crate) spread: Option<i64>,
    /// Losses by other rulers.
    pub(crate) others: Vec<(i64, i64)>,
}

impl Derived {
    pub(crate) fn of(candidates: &[Candidate], rule: ReferenceRule) -> Derived {
        let Some(n) = choose(candidates, rule) else { return Derived::default() };
        let reference = &candidates[n];
        // Of several analyses by one ruler the more reliable one counts.
        let mut others: Vec<(i64, i64)> = Vec::new();
        let mut by_rank: Vec<&Candidate> = candidates.iter().collect();
        by_rank.sort_by_key(|one| std::cmp::Reverse((one.trials, one.found)));
        for one in by_rank {
            let Some(loss) = one.assessed.loss else { continue };
            if one.setup != reference.setup && others.iter().all(|(setup, _)| *setup != one.setup) {
                others.push((one.setup, units(loss)));
            }
        }
        let own = reference.assessed.loss.map(units);
        let losses = || others.iter().map(|(_, loss)| *loss).chain(own);
        let spread = losses().max().zip(losses().min()).filter(|_| losses().count() > 1);
        Derived {
            ruler: Some(reference.setup),
            assessed: Some(reference.assessed.clone()),
            spread: spread.map(|(most, least)| most - least),
            others,
        }
    }

    /// Writes the columns of a decision, and the losses by other rulers.
    pub(crate) fn store(
        &self,
        connection: &Connection,
        decision: i64,
        kind: Kind,
        flags: Flags,
    ) -> Result<()> {
        let mut found = self.assessed.clone().unwrap_or_default();
        if kind.is_answer() {
            // Rows of decisions are seen by who decides.
            (found.equity, found.probs) = (-found.equity, found.probs.swapped());
        }
        let has = self.assessed.is_some();
        let some = |value: f64| has.then(|| units(value));
        let chance = |value: f32| has.then(|| (f64::from(value) * 10_000.0).round() as i64);
        let best = has.then_some(&found.best).filter(|text| !text.is_empty());
        connection
            .prepare_cached(
                "UPDATE decision SET ruler = ?, best = ?, bests = ?, loss = ?, verdict = ?, spread = ?,
                difficulty = ?, equity = ?, win = ?, gammons = ?, lost_gammons = ?, flags = ? WHERE id = ?",
            )?
            .execute(params![
                self.ruler,
                best,
                found.bests.0,
                found.loss.map(units),
                found.verdict,
                self.spread,
                some(found.difficulty),
                some(found.equity),
                chance(found.probs.win),
                chance(found.probs.win_g),
                chance(found.probs.lose_g),
                found.flags(flags).0,
                decision
            ])?;
        connection.prepare_cached("DELETE FROM verdict WHERE decision = ?")?.execute([decision])?;
        let mut insert =
            connection.prepare_cached("INSERT INTO verdict (decision, setup, loss) VALUES (?, ?, ?)")?;
        for (setup, loss) in &self.others {
            insert.execute(params![decision, setup, loss])?;
        }
        Ok(())
    }
}

/// A decision as the database has it, ready to be judged.
#[derive(Clone, Debug)]
pub(crate) struct StoredDecision {
    pub(crate) position: i64,
    pub(crate) kind: Kind,
    pub(crate) state: MatchState,
    pub(crate) after: Option<Board>,
    pub(crate) flags: Flags,
}

/// Reads a decision.
pub(crate) fn read(connection: &Connection, id: i64) -> Result<StoredDecision> {
    let sql = "SELECT decision.position, position.key, kind, played, flags, cube FROM decision
        JOIN position ON position.id = decision.position WHERE decision.id = ?";
    let (position, key, kind, played, flags, cube) =
        connection.prepare_cached(sql)?.query_row([id], |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, Vec<u8>>(1)?,
                row.get::<_, u8>(2)?,
                row.get::<_, Option<String>>(3)?,
                row.get::<_, u32>(4)?,
                row.get::<_, u32>(5)?,
            ))
        })?;
    let damaged = |what: &str| LibraryError::content(format!("decision {id}"), what);
    let key = PositionKey::from_bytes(&key).ok_or_else(|| damaged("its position is damaged"))?;
    let mut state = key.state().ok_or_else(|| damaged("its position is damaged"))?;
    if state.is_money()
        && let Some(value) = CubeValue::from_exponent(cube)
    {
        state.cube.value = value;
    }
    let kind = Kind::from_code(kind).ok_or_else(|| damaged("its kind is unknown"))?;
    let after = played.as_deref().and_then(|text| after(&state, text));
    Ok(StoredDecision { position, kind, state, after, flags: Flags(flags) })
}

/// The position after a play written as text, the opponent on roll.
pub(crate) fn after(state: &MatchState, text: &str) -> Option<Board> {
    let board = &state.board;
    if text.is_empty() || text == "cannot move" {
        return Some(board.swapped());
    }
    if let Some(play) = state.dice().and_then(|dice| notation::resolve(board, dice, text).ok()) {
        return Some(play.apply(board).swapped());
    }
    let steps: Vec<Step> =
        notation::parse(text).ok()?.into_iter().map(|(from, to): (Place, Place)| Step { from, to }).collect();
    Some(Play::from_steps(&steps)?.apply(board).swapped())
}

/// The analyses of a position that say something about a decision.
pub(crate) fn candidates(
    connection: &Connection,
    rulers: &mut Rulers<'_>,
    judge: &Judge,
    decision: &StoredDecision,
) -> Result<Vec<(Candidate, Found)>> {
    let sql = "SELECT setup, trials, is_pinned, found, payload FROM analysis WHERE position = ? ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([decision.position])?;
    let mut out = Vec::new();
    while let Some(row) = rows.next()? {
        let payload =
            row.get_ref(4)?.as_blob().map_err(|error| LibraryError::content("an analysis", error))?;
        let analysis = Found::decode(payload, rulers)?;
        let question =
            Question { kind: decision.kind, state: &decision.state, after: decision.after.as_ref() };
        let Some(assessed) = judge.assess(question, &analysis) else { continue };
        let setup = row.get(0)?;
        let ruler = rulers.row(setup)?;
        let candidate = Candidate {
            setup,
            rank: ruler.rank,
            is_own: ruler.is_own,
            trials: row.get(1)?,
            is_pinned: row.get(2)?,
            found: row.get(3)?,
            assessed,
        };
        out.push((candidate, analysis));
    }
    Ok(out)
}

/// Derives a decision from the analyses of its position.
pub(crate) fn derive(
    connection: &Connection,
    rulers: &mut Rulers<'_>,
    judge: &Judge,
    rule: ReferenceRule,
    id: i64,
) -> Result<()> {
    let decision = read(connection, id)?;
    let found = candidates(connection, rulers, judge, &decision)?;
    let (mut list, findings): (Vec<Candidate>, Vec<Found>) = found.into_iter().unzip();
    if let Some(n) = choose(&list, rule) {
        let question =
            Question { kind: decision.kind, state: &decision.state, after: decision.after.as_ref() };
        list[n].assessed.difficulty = judge.difficulty(question, &findings[n]);
    }
    Derived::of(&list, rule).store(connection, id, decision.kind, decision.flags)?;
    choose_luck(connection, rule, id)
}

/// Chooses the luck of a decision by the rule.
pub(crate) fn choose_luck(connection: &Connection, rule: ReferenceRule, id: i64) -> Result<()> {
    let order = match rule {
        ReferenceRule::File | ReferenceRule::Best => "maker LIKE 'GNU%'",
        ReferenceRule::Own => "maker NOT LIKE 'GNU%'",
    };
    let sql = format!(
        "UPDATE decision SET luck = (SELECT luck FROM luck WHERE decision = ?1 ORDER BY {order}, maker LIMIT 1)
        WHERE id = ?1 AND EXISTS (SELECT 1 FROM luck WHERE decision = ?1)"
    );
    connection.prepare_cached(&sql)?.execute([id])?;
    Ok(())
}
