// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing analysis: `ANAL` and `DECS`.

use super::bytes::{RecordWriter, equity, probs, varint};
use super::steps::steps;
use super::{ILLEGAL_PLAY_VERSION, kind, unit};
use crate::equities::Equities;
use gnubg_engine::core::{MatchState, Player};
use gnubg_engine::cube::DEFAULT_MET;
use gnubg_record::analysis::{Candidate, CubeAnalysis, CubeMethod, Method, Outputs, PlayAnalysis, Utility};
use gnubg_record::judge::{MatchEquity, Scale};
use gnubg_record::walk::WalkStep;
use gnubg_record::{EntryAction, MatchRecord};

/// The largest number of candidates written for one decision, as many as are read.
const MAX_CANDIDATES: usize = 2000;

/// What a cube decision should have been, in the codes of the format.
mod verdict {
    pub(super) const NO_DOUBLE: u64 = 0;
    pub(super) const DOUBLE: u64 = 1;
    pub(super) const TAKE: u64 = 2;
    pub(super) const DROP: u64 = 3;
    pub(super) const TOO_GOOD: u64 = 4;
}

/// The decisions written so far.
pub(super) struct Decisions<'a> {
    is_money: bool,
    equities: Equities<'a>,
    bytes: Vec<u8>,
    /// Whether there is one about an illegal play.
    has_illegal: bool,
}

impl<'a> Decisions<'a> {
    pub(super) fn new(record: &MatchRecord, table: Option<&'a dyn MatchEquity>) -> Decisions<'a> {
        let (is_money, equities) = (record.is_money(), Equities::new(table));
        Decisions { is_money, equities, bytes: Vec::new(), has_illegal: false }
    }

    /// The lowest minor version of readers that understand them all.
    pub(super) const fn lowest_reader(&self) -> u16 {
        if self.has_illegal { ILLEGAL_PLAY_VERSION } else { 0 }
    }

    /// `ANAL` and `DECS`, if anything was analyzed.
    pub(super) fn finish(self) -> Option<(Vec<u8>, Vec<u8>)> {
        if self.bytes.is_empty() {
            return None;
        }
        // Equal content has an equal identifier. The bits of a version 8 (own kind) UUID are set.
        let mut id = [0u8; 16];
        for (n, half) in id.chunks_exact_mut(8).enumerate() {
            let seed = 0xcbf2_9ce4_8422_2325u64 ^ n as u64;
            let hash =
                self.bytes.iter().fold(seed, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
            half.copy_from_slice(&hash.to_be_bytes());
        }
        id[6] = id[6] & 0x0f | 0x80;
        id[8] = id[8] & 0x3f | 0x80;
        let mut anal = RecordWriter::with(id.to_vec());
        let unit = if self.is_money { unit::MONEY } else { unit::MATCH };
        anal.add(9, &varint(unit));
        if self.equities.is_default() && !self.is_money {
            anal.add_text(11, &DEFAULT_MET.to_ascii_lowercase());
        }
        Some((anal.finish(), self.bytes))
    }

    /// Adds the analysis of an entry, which is the ply of that number. `resigns_next`: a resignation follows.
    pub(super) fn add(&mut self, ply: u64, step: &WalkStep<'_>, resigns_next: bool) {
        let Some(analysis) = step.entry.analysis.as_deref() else { return };
        // A decision belongs to a roll or an action: one of a position that was only set up has no place.
        if step.entry.action.is_set_up() {
            return;
        }
        let n_before = self.bytes.len();
        let player = step.entry.player;
        let state = MatchState { board: step.before.board_of(player), on_roll: player, ..step.before };
        // The format has no candidates for illegal plays and for rolls that were not played, as it takes every roll
        // without steps before a resignation.
        if let (Some(candidates), EntryAction::Play { play, .. }) = (&analysis.play, &step.entry.action)
            && !(play.is_empty() && resigns_next)
        {
            self.play(ply, &state, candidates);
        }
        if let Some(cube) = &analysis.cube {
            let is_answer =
                matches!(step.entry.action, EntryAction::Take | EntryAction::Drop | EntryAction::Beaver);
            self.cube(ply, &state, player, is_answer, cube);
        }
        if let (Some(luck), true) = (analysis.luck, step.entry.action.is_roll()) {
            let scale = self.equities.scale(&state, player);
            let value = if self.is_money { f64::from(luck.0) } else { scale.cost(f64::from(luck.0)) };
            let fields = [varint(ply), varint(kind::ROLL), equity(value).to_vec()].concat();
            self.bytes.extend(RecordWriter::with(fields).finish());
        }
        self.has_illegal |=
            self.bytes.len() > n_before && matches!(step.entry.action, EntryAction::IllegalPlay { .. });
    }

    /// An equity in the unit of the file.
    fn value(&self, scale: &Scale, value: Utility) -> [u8; 4] {
        let emg = scale.emg(value);
        equity(match value {
            Utility::Match(mwc) if !self.is_money => f64::from(mwc.0),
            _ => scale.mwc(emg).map_or(emg, |mwc| f64::from(mwc.0)),
        })
    }

    /// Candidates of one level stand together, the best first; the played one must have the level of the first one.
    /// If it has another, only its error is written.
    fn play(&mut self, ply: u64, state: &MatchState, play: &PlayAnalysis) {
        let scale = self.equities.scale(state, state.on_roll);
        let mut levels: Vec<Level> = Vec::new();
        let mut written: Vec<(usize, usize, &Candidate)> = Vec::new();
        for (n, candidate) in play.candidates.iter().enumerate() {
            let is_played = play.played == Some(n);
            if n >= MAX_CANDIDATES && !is_played {
                continue;
            }
            let level = Level::of_play(&candidate.method);
            let group = levels.iter().position(|known| *known == level).unwrap_or(levels.len());
            if is_played && group > 0 {
                continue;
            }
            if group == levels.len() {
                levels.push(level);
            }
            written.push((group, n, candidate));
        }
        written.sort_by(|a, b| a.0.cmp(&b.0).then(b.2.equity.0.total_cmp(&a.2.equity.0)));
        let Some((_, _, best)) = written.first() else { return };
        let mut candidates = varint(written.len() as u64);
        for (group, n, candidate) in &written {
            let moved = steps(state.on_roll, &candidate.play);
            let value = self.value(&scale, Utility::Equity(candidate.equity));
            let first = [varint(moved.len() as u64), moved, value.to_vec()].concat();
            let mut one = RecordWriter::with(first);
            one.add(0, &probs(&candidate.probs));
            if *group > 0 {
                one.add(1, &levels[*group].inside(levels.first(), 1));
            }
            if play.played == Some(*n) {
                one.mark(2);
            }
            if let Method::Rollout(rollout) = &candidate.method {
                let error = f64::from(rollout.std_error.cubeful);
                one.add(3, &equity(if self.is_money { error } else { scale.cost(error) }));
            }
            candidates.extend(one.finish());
        }
        let mut record = RecordWriter::with([varint(ply), varint(kind::PLAY)].concat());
        record.add(0, &candidates);
        let played = play.played.filter(|&played| !written.iter().any(|(_, n, _)| *n == played));
        if let Some(played) = played.and_then(|n| play.candidates.get(n)) {
            let error = f64::from(best.equity.0 - played.equity.0).max(0.0);
            record.add(3, &equity(if self.is_money { error } else { scale.cost(error) }));
        }
        record.add(4, &levels[0].bytes(1));
        self.bytes.extend(record.finish());
    }

    fn cube(&mut self, ply: u64, state: &MatchState, player: Player, is_answer: bool, cube: &CubeAnalysis) {
        let doubler = if is_answer { player.other() } else { player };
        let scale = self.equities.scale(state, doubler);
        let emg = |outputs: &Outputs| scale.emg(outputs.cubeful);
        let (no_double, double_take) = (emg(&cube.no_double), emg(&cube.double_take));
        let verdict = match is_answer {
            true if double_take <= 1.0 => verdict::TAKE,
            true => verdict::DROP,
            false if double_take.min(1.0) >= no_double => verdict::DOUBLE,
            false if no_double > 1.0 => verdict::TOO_GOOD,
            false => verdict::NO_DOUBLE,
        };
        let mut record = RecordWriter::with([varint(ply), varint(kind::CUBE), varint(verdict)].concat());
        record.add(0, &self.value(&scale, cube.no_double.cubeful));
        record.add(1, &self.value(&scale, cube.double_take.cubeful));
        record.add(2, &equity(scale.mwc(1.0).map_or(1.0, |mwc| f64::from(mwc.0))));
        let chances = cube.no_double.probs;
        record.add(3, &probs(&if is_answer { chances.swapped() } else { chances }));
        record.add(7, &Level::of_cube(&cube.method).bytes(2));
        self.bytes.extend(record.finish());
    }
}

/// How deep something was searched.
#[derive(PartialEq)]
enum Level {
    Search { name: String, plies: u8 },
    Rollout { trials: u32 },
}

impl Level {
    fn of_play(method: &Method) -> Level {
        match method {
            Method::Rollout(rollout) => Level::Rollout { trials: rollout.trials },
            _ => Level::Search { name: method.name(), plies: method.as_evaluation().plies },
        }
    }

    fn of_cube(method: &CubeMethod) -> Level {
        match method {
            CubeMethod::Rollout(rollout) => Level::Rollout { trials: rollout.trials[0] },
            CubeMethod::Evaluation(settings) => Level::Search { name: method.name(), plies: settings.plies },
            CubeMethod::Foreign(level) => Level::Search { name: level.name.clone(), plies: level.plies },
        }
    }

    /// The level as a record, with the depth in the field of `bit`: 1 for plays, 2 for the cube.
    fn bytes(&self, bit: u32) -> Vec<u8> {
        self.inside(None, bit)
    }

    /// The same inside another level: what that one states is not stated again.
    fn inside(&self, outer: Option<&Level>, bit: u32) -> Vec<u8> {
        let mut record = RecordWriter::default();
        let (outer_name, outer_plies) = match outer {
            Some(Level::Search { name, plies }) => (Some(name), Some(plies)),
            _ => (None, None),
        };
        match self {
            Level::Search { name, plies } => {
                if outer_name != Some(name) {
                    record.add_text(0, name);
                }
                if outer_plies != Some(plies) {
                    record.add(bit, &varint(u64::from(*plies)));
                }
                if matches!(outer, Some(Level::Rollout { .. })) {
                    record.mark(4);
                }
            }
            Level::Rollout { trials } => {
                let mut rollout = RecordWriter::default();
                rollout.add(0, &varint(u64::from(*trials)));
                record.add(3, &rollout.finish());
            }
        }
        record.finish()
    }
}
