// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches made by a seeded generator, for benchmarks and tests: the same seed always gives the same matches.

use crate::assess::Judge;
use crate::batches::todays_batch;
use crate::db::Library;
use crate::error::Result;
use crate::facts::store::{StoreContext, insert};
use crate::facts::{Prepared, reference};
use gnubg_engine::core::{
    Action, Board, CancelToken, Decision, Dice, Equity, MatchState, Phase, Play, PlayList, Player, Probs,
    Rules, Side,
};
use gnubg_engine::cube::{CubeRow, MatchEquityTable};
use gnubg_engine::eval::inputs::measures;
use gnubg_engine::eval::{Engine, EvalSettings, Root};
use gnubg_record::analysis::{Candidate, CubeAnalysis, CubeMethod, Method, Outputs, PlayAnalysis, Utility};
use gnubg_record::{Cursor, Date, Entry, MatchInfo, MatchRecord};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use std::sync::Arc;

/// Candidates that an analysis holds besides the play that was made.
const CANDIDATES: usize = 8;
/// The largest cube that is offered.
const LARGEST_CUBE: u32 = 8;

/// How a made-up player decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The error with which alternatives are seen: one standard deviation, in equity.
    pub noise: f64,
    /// How much worse taking looks than it is; positive for a player who drops too much.
    pub fear_of_taking: f64,
}

impl Default for Style {
    fn default() -> Style {
        Style { noise: 0.05, fear_of_taking: 0.0 }
    }
}

/// Makes matches.
#[derive(Debug)]
pub struct MatchMaker {
    /// What evaluates; without it plays are chosen and judged by simple rules, about a hundred times as fast.
    engine: Option<(Arc<Engine>, MatchEquityTable)>,
    random: StdRng,
}

impl MatchMaker {
    /// A generator whose players see positions as the static evaluation does.
    #[must_use]
    pub fn new(engine: Arc<Engine>, seed: u64) -> MatchMaker {
        let engine = Some((engine, MatchEquityTable::default()));
        MatchMaker { engine, random: StdRng::seed_from_u64(seed) }
    }

    /// A generator that works by simple rules; the losses are made up.
    #[must_use]
    pub fn quick(seed: u64) -> MatchMaker {
        MatchMaker { engine: None, random: StdRng::seed_from_u64(seed) }
    }

    /// A match, or a money session of as many games as `length` says if `is_money` is set. It is analyzed if `analyze` is.
    pub fn play(
        &mut self,
        names: [&str; 2],
        length: u16,
        styles: [Style; 2],
        date: Option<Date>,
        analyze: bool,
    ) -> MatchRecord {
        let info = MatchInfo { date, ..MatchInfo::of_players(names) };
        let mut record = MatchRecord { info, length, rules: Rules::default(), ..MatchRecord::default() };
        let mut cursor = Cursor::default();
        record.begin_game(&mut cursor);
        // A game of a hundred turns is over by all experience; the limit only makes sure.
        for _ in 0..20_000 {
            let state = record.state_at(cursor);
            let (action, entry) = self.decide(&state, &styles);
            if record.append(&mut cursor, action).is_err() {
                break;
            }
            if let (Some(found), true) = (entry, analyze)
                && let Some(at) = cursor.entry.checked_sub(1)
                && let Some(entry) = record.entry_mut(cursor.game, at)
            {
                found(entry);
            }
            if matches!(record.state_at(cursor).phase, Phase::Over(_))
                && record.begin_game(&mut cursor).is_none()
            {
                break;
            }
            let n_games = record.games.len();
            if length == 0 && n_games > 5 {
                record.games.pop();
                break;
            }
        }
        record
    }

    fn dice(&mut self) -> Dice {
        let faces = [self.random.random_range(1..=6), self.random.random_range(1..=6)];
        Dice::new(faces[0], faces[1]).unwrap_or(Dice::ALL[0])
    }

    fn normal(&mut self) -> f64 {
        let (a, b): (f64, f64) = (self.random.random(), self.random.random());
        (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }

    fn decide(&mut self, state: &MatchState, styles: &[Style; 2]) -> (Action, Option<Attach>) {
        match state.phase {
            Phase::Opening | Phase::Over(_) | Phase::Resigning { .. } => loop {
                let faces = [self.random.random_range(1..=6), self.random.random_range(1..=6)];
                if faces[0] != faces[1] {
                    return (Action::Opening(faces), None);
                }
            },
            Phase::Due(Decision::Roll) => self.roll_or_double(state, &styles[state.on_roll.index()]),
            Phase::Due(Decision::Play(dice)) => self.play_dice(state, dice, &styles[state.on_roll.index()]),
            Phase::Due(Decision::Answer(offer)) => {
                let style = &styles[offer.by.other().index()];
                let seen = self.cube_values(state).map_or(0.5, |[_, take]| take)
                    + style.noise * self.normal()
                    + style.fear_of_taking;
                (if seen > 1.0 { Action::Drop } else { Action::Take }, None)
            }
        }
    }

    /// The values without a double and with one that is taken, for the player on roll.
    fn cube_values(&mut self, state: &MatchState) -> Option<[f64; 2]> {
        if let Some((engine, table)) = &self.engine {
            let asked = MatchState { phase: Phase::Due(Decision::Roll), ..*state };
            let root = Root::of(&asked, table);
            let found = engine.cube_decision(&root, &EvalSettings::at(0), &CancelToken::new()).ok()?;
            let value = |row| f64::from(found.equities.of(row).0);
            return Some([value(CubeRow::NoDouble), value(CubeRow::DoubleTake)]);
        }
        let [mine, theirs] = state.board.pips().map(f64::from);
        let lead = (theirs - mine) / (mine + theirs + 1.0);
        Some([2.5 * lead, 4.0 * lead])
    }

    fn roll_or_double(&mut self, state: &MatchState, style: &Style) -> (Action, Option<Attach>) {
        let dice = self.dice();
        let is_small = state.cube.value.points() < LARGEST_CUBE;
        if state.may_double().is_err() || !is_small {
            return (Action::Roll(dice), None);
        }
        let Some([no_double, double_take]) = self.cube_values(state) else {
            return (Action::Roll(dice), None);
        };
        let difference = double_take.min(1.0) - no_double;
        let attach = self.cube_attachment(state, no_double, double_take);
        // Only a clear case is worth a look; noise decides the others.
        let doubles = no_double < 1.0 && difference + style.noise * self.normal() > 0.0 && double_take > -0.5;
        (if doubles { Action::Double } else { Action::Roll(dice) }, attach)
    }

    fn cube_attachment(&self, state: &MatchState, no_double: f64, double_take: f64) -> Option<Attach> {
        let scale = self
            .engine
            .as_ref()
            .map(|(_, table)| gnubg_record::judge::Scale::new(state, state.on_roll, table));
        let outputs = move |value: f64| {
            let mwc = scale.and_then(|scale| scale.mwc(value));
            let cubeful = mwc.map_or(Utility::Equity(Equity(value as f32)), Utility::Match);
            Outputs { probs: chances(value), cubeless: Equity(value as f32), cubeful }
        };
        let cube = CubeAnalysis {
            no_double: outputs(no_double),
            double_take: outputs(double_take),
            method: CubeMethod::Evaluation(EvalSettings::at(0)),
            is_marked: false,
        };
        Some(Box::new(move |entry: &mut Entry| entry.update_analysis(|analysis| analysis.set_cube(cube))))
    }

    fn play_dice(&mut self, state: &MatchState, dice: Dice, style: &Style) -> (Action, Option<Attach>) {
        let mut list = PlayList::new();
        list.generate(&state.board, dice);
        if list.is_empty() {
            return (Action::Play(Play::EMPTY), None);
        }
        let mut candidates: Vec<Candidate> = list
            .plays()
            .iter()
            .zip(list.boards())
            .map(|(play, after)| self.candidate(state, play, after))
            .collect();
        candidates.sort_by(|a, b| b.equity.0.total_cmp(&a.equity.0));
        let best = candidates[0].equity.0;
        let seen = |maker: &mut MatchMaker, one: &Candidate| {
            // What is far behind is never chosen.
            if best - one.equity.0 > 0.6 {
                f64::MIN
            } else {
                f64::from(one.equity.0) + style.noise * maker.normal()
            }
        };
        let values: Vec<f64> = candidates.iter().map(|one| seen(self, one)).collect();
        let chosen = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0);
        let play = candidates[chosen].play;
        let mut kept: Vec<Candidate> = candidates.iter().take(CANDIDATES).cloned().collect();
        let played = if chosen < kept.len() {
            chosen
        } else {
            kept.push(candidates[chosen].clone());
            kept.len() - 1
        };
        let luck = Equity((0.2 * self.normal()) as f32);
        let analysis = PlayAnalysis { candidates: kept, played: Some(played) };
        let attach: Attach = Box::new(move |entry: &mut Entry| {
            entry.update_analysis(|found| {
                found.set_play(analysis);
                found.luck = Some(luck);
            });
        });
        (Action::Play(play), Some(attach))
    }

    fn candidate(&self, state: &MatchState, play: &Play, after: &Board) -> Candidate {
        let method = Method::Evaluation(EvalSettings::at(0));
        if let Some((engine, table)) = &self.engine {
            let root = Root::of(state, table);
            let found = engine.evaluate_play(&root, play, after, &EvalSettings::at(0), &CancelToken::new());
            if let Ok(found) = found {
                let evaluation = found.evaluation;
                return Candidate {
                    play: *play,
                    probs: evaluation.probs,
                    equity: evaluation.cubeful,
                    method,
                    is_marked: false,
                };
            }
        }
        let value = quick_value(after);
        Candidate {
            play: *play,
            probs: chances(value),
            equity: Equity(value as f32),
            method,
            is_marked: false,
        }
    }
}

type Attach = Box<dyn FnOnce(&mut Entry)>;

/// A rough value of a position for the player who has just moved.
fn quick_value(after: &Board) -> f64 {
    let [theirs, mine] = measures(after);
    let [their_pips, my_pips] = after.pips().map(f64::from);
    let made = |side: Side| f64::from((after.made(side) & 0x3f).count_ones());
    let blots = |side: Side| f64::from((after.occupied(side) & !after.made(side) & 0x00ff_ffff).count_ones());
    let race = 2.0 * (their_pips - my_pips) / (their_pips + my_pips + 1.0);
    let shots = f64::from(theirs.hits) - f64::from(mine.hits);
    let structure =
        made(Side::Opponent) - made(Side::OnRoll) + f64::from(mine.prime) - f64::from(theirs.prime);
    (race - 0.012 * shots + 0.05 * structure - 0.02 * blots(Side::Opponent)).clamp(-1.5, 1.5)
}

/// Chances that fit an equity.
fn chances(value: f64) -> Probs {
    let win = (0.5 + value / 2.4).clamp(0.01, 0.99) as f32;
    Probs {
        win,
        win_g: 0.25 * win,
        win_bg: 0.01 * win,
        lose_g: 0.25 * (1.0 - win),
        lose_bg: 0.01 * (1.0 - win),
    }
}

impl Library {
    /// Adds made-up matches in one transaction, without looking whether they are there already; the number of positions in
    /// the library then.
    ///
    /// # Errors
    /// If the library can only be read, or the disk is full.
    pub fn fill(&self, matches: Vec<Prepared>, judge: &Judge) -> Result<i64> {
        let (judge, now) = (judge.clone(), self.now());
        self.write(move |connection| {
            let batch = todays_batch(connection, "synthetic", now)?;
            let context = StoreContext { judge: &judge, rule: reference::rule(connection)?, batch, now };
            for one in &matches {
                insert(connection, one, context)?;
            }
            Ok(connection.query_row("SELECT count(*) FROM position", [], |row| row.get(0))?)
        })
    }
}

/// The seat of the first name.
pub const FIRST_SEAT: Player = Player::Zero;
