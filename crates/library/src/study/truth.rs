// SPDX-License-Identifier: GPL-3.0-or-later
//! What is right in a position: its reference analysis, or an evaluation that is made and kept when there is none.

use crate::assess::Judge;
use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::facts::ReferenceRule;
use crate::facts::reference;
use crate::facts::rulers::Rulers;
use crate::facts::store::{StoreContext, derive_positions, put_analysis};
use crate::finding::{Found, Maker, RulerBook as _};
use crate::position::{Asked, PositionKey};
use gnubg_engine::core::{CancelToken, MatchState};
use gnubg_engine::cube::CubeRow;
use gnubg_engine::eval::{EvalSettings, Level, Root};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, Method, Outputs, PlayAnalysis, Rollout, Utility,
};
use gnubg_record::judge::Scale;
use rusqlite::{Connection, OptionalExtension as _};

/// The level at which positions without an analysis are evaluated.
pub(super) const LEVEL: Level = Level::WorldClass;

/// So many plays are evaluated at that level.
const AT_LEAST: usize = 4;

/// What is right in a position.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub(crate) key: PositionKey,
    pub(crate) state: MatchState,
    pub(crate) found: Found,
    pub(crate) ruler: Option<i64>,
    /// Program and level, for people.
    pub(crate) ruler_name: String,
}

/// The key of a position that can be studied.
pub(crate) fn key_of(connection: &Connection, position: i64) -> Result<PositionKey> {
    let sql = "SELECT key FROM position WHERE id = ?";
    let bytes: Option<Vec<u8>> =
        connection.prepare_cached(sql)?.query_row([position], |row| row.get(0)).optional()?;
    let bytes = bytes.ok_or_else(|| LibraryError::NotFound(format!("there is no position p{position}")))?;
    PositionKey::from_bytes(&bytes)
        .ok_or_else(|| LibraryError::content(format!("position p{position}"), "its key is damaged"))
}

/// The truth of a position, if it is analyzed.
fn stored(connection: &Connection, position: i64) -> Result<Option<Truth>> {
    let key = key_of(connection, position)?;
    let state = key
        .state()
        .ok_or_else(|| LibraryError::content(format!("position p{position}"), "its key is damaged"))?;
    let order = match reference::rule(connection)? {
        ReferenceRule::Best => "rank DESC",
        ReferenceRule::File => "is_own, rank DESC",
        ReferenceRule::Own => "is_own DESC, rank DESC",
    };
    let sql = format!(
        "SELECT setup.id, engine || ' ' || level, payload FROM analysis JOIN setup ON setup.id = setup
        WHERE position = ? ORDER BY is_pinned DESC, {order}, trials DESC, analysis.id DESC"
    );
    let mut rulers = Rulers::new(connection);
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([position])?;
    while let Some(row) = rows.next()? {
        let payload: Vec<u8> = row.get(2)?;
        let found = Found::decode(&payload, &mut rulers)?;
        let fits = match (&found, key.circumstances().asked) {
            (Found::Play(play, _), Asked::Play) => !play.candidates.is_empty(),
            (Found::Cube(..), Asked::Cube) => true,
            _ => false,
        };
        if fits {
            return Ok(Some(Truth { key, state, found, ruler: row.get(0)?, ruler_name: row.get(1)? }));
        }
    }
    Ok(None)
}

/// The truth of a position. One that is not analyzed is evaluated, and what is found is stored.
pub(crate) fn truth(library: &Library, position: i64, judge: &Judge, cancel: &CancelToken) -> Result<Truth> {
    if let Some(known) = library.read(|connection| stored(connection, position))? {
        return Ok(known);
    }
    let key = library.read(|connection| key_of(connection, position))?;
    let found = evaluate(&key, judge, cancel)?;
    if library.read_only_reason().is_none() {
        let (judge, now, found) = (judge.clone(), library.now(), found.clone());
        library.write(move |connection| {
            let maker = Maker::own(judge.engine.fingerprint());
            let mut rulers = Rulers::new(connection);
            let Some(ruler) = found.ruler(&maker) else { return Ok(()) };
            let setup = rulers.number(&ruler)?;
            let payload = found.encode(&maker, &mut rulers)?;
            let batch = crate::batches::todays_batch(connection, "analysis", now)?;
            let rule = reference::rule(connection)?;
            let context = StoreContext { judge: &judge, rule, batch, now };
            put_analysis(connection, position, setup, &payload, found.trials(), context)?;
            derive_positions(connection, &mut rulers, context, &[position])
        })?;
        if let Some(known) = library.read(|connection| stored(connection, position))? {
            return Ok(known);
        }
    }
    let state = key.state().ok_or_else(|| LibraryError::content("a position", "its key is damaged"))?;
    let ruler_name =
        found.ruler(&Maker::own(judge.engine.fingerprint())).map_or_else(String::new, |ruler| ruler.name());
    Ok(Truth { key, state, found, ruler: None, ruler_name })
}

/// Evaluates a position that asks for a play or about the cube.
pub(crate) fn evaluate(key: &PositionKey, judge: &Judge, cancel: &CancelToken) -> Result<Found> {
    let state = key.state().ok_or_else(|| LibraryError::content("a position", "its key is damaged"))?;
    let root = Root::of(&state, &judge.table);
    let settings = LEVEL.settings();
    match (key.circumstances().asked, state.dice()) {
        (Asked::Play, Some(dice)) => {
            let filters = LEVEL.filters();
            let mut ranked = judge.engine.rank_plays(&root, dice, &settings, &filters, cancel, |_| {})?;
            // Where one play stands out the search ends early; a card is worth a sure loss of the next ones, too.
            for one in ranked.iter_mut().take(AT_LEAST).filter(|one| one.plies < settings.plies) {
                *one = judge.engine.evaluate_play(&root, &one.play, &one.after, &settings, cancel)?;
            }
            ranked.sort_by(gnubg_engine::eval::compare);
            let candidate = |one: &gnubg_engine::eval::RankedPlay| Candidate {
                play: one.play,
                probs: one.evaluation.probs,
                equity: one.evaluation.cubeful,
                method: Method::Evaluation(EvalSettings { plies: one.plies, ..settings }),
                is_marked: false,
            };
            Ok(Found::Play(
                PlayAnalysis { candidates: ranked.iter().map(candidate).collect(), played: None },
                None,
            ))
        }
        (Asked::Cube, _) => {
            let decided = judge.engine.cube_decision(&root, &settings, cancel)?;
            let outputs = |row| Outputs {
                probs: decided.probs,
                cubeless: decided.cubeless,
                cubeful: decided
                    .equities
                    .mwc_of(row)
                    .map_or(Utility::Equity(decided.equities.of(row)), Utility::Match),
            };
            let cube = CubeAnalysis {
                no_double: outputs(CubeRow::NoDouble),
                double_take: outputs(CubeRow::DoubleTake),
                method: CubeMethod::Evaluation(settings),
                is_marked: false,
            };
            Ok(Found::Cube(cube, None))
        }
        _ => Err(LibraryError::Refused(
            "only checker plays and decisions about doubling can be studied".to_owned(),
        )),
    }
}

impl Truth {
    /// How uncertain the difference between two alternatives is: of rollouts the joint standard error. Evaluations have
    /// an error, too, but not one that they know of.
    pub(crate) fn uncertainty(&self, answer: Option<usize>) -> f64 {
        match &self.found {
            Found::Play(play, _) => {
                let error = |n: usize| match play.candidates.get(n).map(|one| &one.method) {
                    Some(Method::Rollout(rollout)) => Some(equity_error(rollout, &self.state)),
                    _ => None,
                };
                match (error(0), answer.and_then(error)) {
                    (Some(a), Some(b)) => a.hypot(b),
                    _ => 0.0,
                }
            }
            Found::Cube(cube, _) => match &cube.method {
                CubeMethod::Rollout(rollout) => {
                    let [a, b] = [0, 1].map(|n| f64::from(rollout.std_error[n].cubeful));
                    a.hypot(b) / scale_of(&self.state)
                }
                _ => 0.0,
            },
            Found::Resign(_) => 0.0,
        }
    }
}

/// The standard error of a rolled-out play in normalized equity.
fn equity_error(rollout: &Rollout, state: &MatchState) -> f64 {
    let error = f64::from(rollout.std_error.cubeful);
    match rollout.mean.cubeful {
        Utility::Equity(_) => error,
        Utility::Match(_) => error / scale_of(state),
    }
}

/// What an equity of 1 is in the unit of standard errors: 1 in money play, a chance to win in a match.
fn scale_of(state: &MatchState) -> f64 {
    if state.is_money() {
        return 1.0;
    }
    let table = gnubg_engine::cube::MatchEquityTable::default();
    let scale = Scale::new(state, state.on_roll, &table).cost(1.0);
    if scale > 0.0 { scale } else { 1.0 }
}
