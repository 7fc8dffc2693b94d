// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis in a file: `ANAL` and `DECS`.

use super::bytes::{Failure, FieldReader, Record};
use super::steps::leg;
use super::{kind, unit};
use crate::legs::{after, steps_to};
use gnubg_engine::core::{Dice, Equity, MatchState, Mwc, Probs};
use gnubg_engine::cube::{DEFAULT_MET, MatchEquityTable, shipped};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, ForeignLevel, Method, Outputs, PlayAnalysis, Utility,
};
use gnubg_record::judge::Scale;
use gnubg_record::walk::legal_plays;
use gnubg_record::{Entry, EntryAction};
use std::collections::HashMap;

/// The largest number of candidates of one decision that are read.
const MAX_CANDIDATES: usize = 2000;

/// How deep something was searched; what a level does not state is that of the level around it.
#[derive(Clone, Default)]
struct Level {
    preset: Option<String>,
    play_plies: Option<u64>,
    cube_plies: Option<u64>,
    /// The number of games, if it was rolled out.
    trials: Option<u64>,
}

impl Level {
    fn read(fields: &mut FieldReader<'_>) -> Result<(Level, bool), Failure> {
        let mut record = fields.record()?;
        let preset = record.field(0, FieldReader::text)?;
        let play_plies = record.field(1, FieldReader::varint)?;
        let cube_plies = record.field(2, FieldReader::varint)?;
        let trials = record.field(3, |fields| {
            let mut rollout = fields.record()?;
            Ok(rollout.field(0, FieldReader::varint)?.unwrap_or(0))
        })?;
        let no_rollout = record.has(4);
        Ok((Level { preset, play_plies, cube_plies, trials }, no_rollout))
    }

    /// The level stated by `fields` inside this one.
    fn inner(&self, fields: &mut FieldReader<'_>) -> Result<Level, Failure> {
        let (own, no_rollout) = Level::read(fields)?;
        Ok(Level {
            preset: own.preset.or_else(|| self.preset.clone()),
            play_plies: own.play_plies.or(self.play_plies),
            cube_plies: own.cube_plies.or(self.cube_plies),
            trials: own.trials.or(if no_rollout { None } else { self.trials }),
        })
    }

    fn foreign(&self, plies: Option<u64>) -> ForeignLevel {
        let plies = plies.map(|plies| plies.min(9) as u8);
        let name = match (&self.preset, self.trials, plies) {
            (_, Some(0), _) => "Rollout".to_owned(),
            (_, Some(trials), _) => format!("Rollout of {trials} games"),
            (Some(preset), ..) => preset.clone(),
            (None, None, Some(plies)) => format!("{plies}-ply"),
            (None, None, None) => "OpenGammon".to_owned(),
        };
        ForeignLevel { name, plies: plies.unwrap_or(0) }
    }
}

/// An analysis of a match: its decisions by the number of their ply.
pub(super) struct Analysis<'a> {
    level: Level,
    unit: u64,
    table: MatchEquityTable,
    decisions: HashMap<u64, Vec<Record<'a>>>,
}

/// The table that an analysis names, or the default one.
fn table(id: &str) -> MatchEquityTable {
    shipped(id).or_else(|_| shipped(DEFAULT_MET)).unwrap_or_default()
}

impl<'a> Analysis<'a> {
    /// Reads `ANAL`.
    pub(super) fn new(section: &mut FieldReader<'a>, is_money: bool) -> Result<Analysis<'a>, Failure> {
        let mut record = section.record()?;
        let skip = |n: usize| move |fields: &mut FieldReader<'a>| fields.take(n).map(|_| ());
        record.fields.take(16)?;
        record.field(0, skip(32))?;
        record.field(1, FieldReader::varint)?;
        let level = record.field(2, |fields| Level::default().inner(fields))?.unwrap_or_default();
        record.field(4, |fields| {
            for _ in 0..fields.count()? {
                fields.varint()?;
            }
            Ok(())
        })?;
        record.field(5, FieldReader::text)?;
        record.field(6, FieldReader::text)?;
        record.field(7, skip(32))?;
        record.field(8, FieldReader::text)?;
        let usual = if is_money { unit::MONEY } else { unit::MATCH };
        let unit = record.field(9, FieldReader::varint)?.unwrap_or(usual);
        record.field(10, FieldReader::probability)?;
        let table = table(&record.field(11, FieldReader::text)?.unwrap_or_default());
        Ok(Analysis { level, unit, table, decisions: HashMap::new() })
    }

    /// Reads `DECS`; damaged records end it.
    pub(super) fn add_decisions(&mut self, section: &mut FieldReader<'a>) -> Result<(), Failure> {
        while !section.is_at_end() {
            let mut record = section.record()?;
            let ply = record.fields.varint()?;
            self.decisions.entry(ply).or_default().push(record);
        }
        Ok(())
    }

    /// Attaches what the analysis says about a ply to its entry. `state` is the state before the entry, with its
    /// player on roll.
    pub(super) fn attach(&mut self, ply: u64, state: &MatchState, entry: &mut Entry) -> Result<(), Failure> {
        for mut record in self.decisions.remove(&ply).unwrap_or_default() {
            let kind = record.fields.varint()?;
            let is_answer = entry.action.is_cube() && entry.action != EntryAction::Double;
            match kind {
                kind::PLAY => {
                    if let Some(dice) = entry.action.dice() {
                        let found = self.candidates(&mut record, state, dice)?;
                        entry.update_analysis(|analysis| analysis.play = found);
                    }
                }
                kind::CUBE if entry.action.is_cube() || entry.action.is_roll() => {
                    let mut found = self.cube(&mut record, state)?;
                    if is_answer && let Some(cube) = &mut found {
                        // The chances are those of the player who answers.
                        for outputs in [&mut cube.no_double, &mut cube.double_take] {
                            outputs.probs = outputs.probs.swapped();
                            outputs.cubeless = -outputs.cubeless;
                        }
                    }
                    entry.update_analysis(|analysis| analysis.cube = found);
                }
                kind::ROLL if entry.action.is_roll() => {
                    let luck = f64::from(record.fields.equity()?);
                    let scale = Scale::new(state, state.on_roll, &self.table);
                    let cost = scale.cost(1.0);
                    let luck = if self.is_match(self.unit, state) { luck / cost } else { luck };
                    if cost > 0.0 && luck.abs() < 100.0 {
                        entry.update_analysis(|analysis| analysis.luck = Some(Equity(luck as f32)));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn is_match(&self, unit: u64, state: &MatchState) -> bool {
        matches!(unit, unit::MATCH | unit::CUBELESS_MATCH) && !state.is_money()
    }

    fn candidates(
        &self,
        record: &mut Record<'_>,
        state: &MatchState,
        dice: Dice,
    ) -> Result<Option<PlayAnalysis>, Failure> {
        if !record.has(0) {
            return Ok(None);
        }
        let n = record.fields.count()?;
        let mut raw = Vec::new();
        for _ in 0..n.min(MAX_CANDIDATES) {
            raw.push(record.fields.record()?);
        }
        record.field(1, FieldReader::varint)?;
        record.field(2, FieldReader::equity)?;
        record.field(3, FieldReader::equity)?;
        let level = record.field(4, |fields| self.level.inner(fields))?;
        let level = level.as_ref().unwrap_or(&self.level);
        let plays = legal_plays(state, dice);
        let scale = Scale::new(state, state.on_roll, &self.table);
        let mut found = PlayAnalysis::default();
        for mut record in raw {
            let n_steps = record.fields.count()?;
            let steps = record.fields.take(n_steps)?;
            let legs: Vec<_> = steps.iter().take(4).map(|&step| leg(state.on_roll, step)).collect();
            let value = record.fields.equity()?;
            let probs = record.field(0, FieldReader::probs)?;
            let own = record.field(1, |fields| level.inner(fields))?;
            let level = own.as_ref().unwrap_or(level);
            let Some(reached) = after(&state.board, &plays, &legs) else { continue };
            let faces = [dice.high(), dice.low()];
            let Some(play) = steps_to(&state.board, faces, &plays, &legs, &reached) else { continue };
            let equity = if self.is_match(self.unit, state) {
                scale.emg(Utility::Match(Mwc(value))) as f32
            } else {
                value
            };
            if record.has(2) {
                found.played = Some(found.candidates.len());
            }
            found.candidates.push(Candidate {
                play,
                probs: probs.unwrap_or_default(),
                equity: Equity(equity),
                method: Method::Foreign(Box::new(level.foreign(level.play_plies.or(level.cube_plies)))),
                is_marked: false,
            });
        }
        Ok((!found.candidates.is_empty()).then_some(found))
    }

    fn cube(&self, record: &mut Record<'_>, state: &MatchState) -> Result<Option<CubeAnalysis>, Failure> {
        record.fields.varint()?;
        let no_double = record.field(0, FieldReader::equity)?;
        let double_take = record.field(1, FieldReader::equity)?;
        record.field(2, FieldReader::equity)?;
        let probs = record.field(3, FieldReader::probs)?.unwrap_or_default();
        record.field(4, FieldReader::equity)?;
        record.field(5, FieldReader::probability)?;
        let level = record.field(7, |fields| self.level.inner(fields))?;
        let level = level.as_ref().unwrap_or(&self.level);
        record.field(10, FieldReader::equity)?;
        let unit = record.field(11, FieldReader::varint)?.unwrap_or(self.unit);
        let (Some(no_double), Some(double_take)) = (no_double, double_take) else { return Ok(None) };
        let cubeless = cubeless(&probs);
        let outputs = |value| {
            let cubeful = if self.is_match(unit, state) {
                Utility::Match(Mwc(value))
            } else {
                Utility::Equity(Equity(value))
            };
            Outputs { probs, cubeless, cubeful }
        };
        Ok(Some(CubeAnalysis {
            no_double: outputs(no_double),
            double_take: outputs(double_take),
            method: CubeMethod::Foreign(level.foreign(level.cube_plies.or(level.play_plies))),
            is_marked: false,
        }))
    }
}

fn cubeless(probs: &Probs) -> Equity {
    Equity(2.0 * probs.win - 1.0 + probs.win_g + probs.win_bg - probs.lose_g - probs.lose_bg)
}
