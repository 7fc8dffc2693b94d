// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing out one game.
//!
//! Each ply: end the game if it is truncated or a database knows the result, else cube action, roll and play. Luck is
//! the value of the roll minus the value of the average roll, both by static evaluation of the position after the best
//! play (or by look-ahead one ply shallower than the checker play). The mean of luck is zero whatever the evaluation
//! says, so subtracting it reduces the variance without bias (D. Montgomery, "Variance reduction", GammOnLine 2000).

use super::dice::GameDice;
use super::log::GameLog;
use super::sample::{CUBELESS, ChancesAndValue, Sample, VALUE};
use super::shared::{AlternativeContext, CubeAction, Luck, Path, PlayedPosition, RunContext, known};
use super::statistics::{Statistics, cube_level};
use crate::core::{Board, CancelToken, Cancelled, Dice, Side};
use crate::cube::{Answer, CubeInfo, Doubling};
use crate::eval::{EvalSettings, Memory, ReplyUse, SingleThread, StaticValue};
use crate::rng::DiceFault;

/// Longest game, in plies; longer ones are truncated there.
const MAX_PLIES: usize = 10_000;

/// A cube decision is searched only if the static decision is within this margin, in normalized equity. Of 900
/// positions that a 2-ply search doubles, the largest margin against the double was 0.13 (docs/rollouts.md).
const CLEAR_NO_DOUBLE: f32 = 0.35;

/// The result of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GameOutcome {
    pub(super) sample: Sample,
    pub(super) statistics: Statistics,
}

/// Why a game was not finished.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stopped {
    Cancelled,
    Dice(DiceFault),
}

impl From<Cancelled> for Stopped {
    fn from(_: Cancelled) -> Stopped {
        Stopped::Cancelled
    }
}

impl From<DiceFault> for Stopped {
    fn from(fault: DiceFault) -> Stopped {
        Stopped::Dice(fault)
    }
}

/// Plays game number `game` of an alternative.
pub(super) fn play(
    run_context: &RunContext<'_>,
    line: &AlternativeContext,
    game: u32,
    memory: &mut Memory,
    cancel: &CancelToken,
) -> Result<GameOutcome, Stopped> {
    play_logged(run_context, line, game, memory, cancel, None)
}

/// Like [`play`], but reports every action to `tell`.
pub(super) fn play_logged(
    run_context: &RunContext<'_>,
    line: &AlternativeContext,
    game: u32,
    memory: &mut Memory,
    cancel: &CancelToken,
    log: Option<&mut GameLog>,
) -> Result<GameOutcome, Stopped> {
    let settings = &run_context.settings;
    let solo = SingleThread {
        engine: run_context.engine,
        context: &run_context.context,
        variation: run_context.variation,
        rules: run_context.rules,
        cancel,
        seed: u64::from(settings.seed) << 32 | u64::from(game),
    };
    memory.restart_noise();
    let alternative = line.alternative;
    let mut game = Game {
        run_context,
        line,
        solo,
        value: solo.static_value(memory, &alternative.board),
        board: alternative.board,
        cube: alternative.cube,
        ply: 0,
        path: Path::default(),
        corrections: ChancesAndValue::default(),
        dice: GameDice::new(
            run_context.permutations.as_ref(),
            &settings.dice,
            settings.seed,
            game,
            settings.initial,
        ),
        in_bearoff: false,
        statistics: Statistics { games: 1, ..Statistics::default() },
        memory,
        log,
    };
    game.in_bearoff = game.is_bearoff();
    loop {
        cancel.check()?;
        if let Some(end) = game.advance()? {
            return Ok(game.outcome(end));
        }
    }
}

/// Whether the game is over after a cube action.
type Settled = Option<ChancesAndValue>;

/// A game being played.
struct Game<'a, 'm> {
    run_context: &'a RunContext<'a>,
    line: &'a AlternativeContext,
    solo: SingleThread<'a>,
    /// Seen by the player on roll.
    board: Board,
    cube: CubeInfo,
    /// The static value of `board`.
    value: StaticValue,
    ply: usize,
    path: Path,
    /// Sum of the luck removed, for the player who rolled first, in units of the first cube.
    corrections: ChancesAndValue,
    dice: GameDice<'a>,
    /// Whether the position lies in a bearoff database.
    in_bearoff: bool,
    statistics: Statistics,
    memory: &'m mut Memory,
    log: Option<&'m mut GameLog>,
}

impl Game<'_, '_> {
    /// Plays one ply. If the game ends, returns its result for the player on roll at `ply`.
    fn advance(&mut self) -> Result<Settled, Stopped> {
        if self.value.is_over {
            return Ok(Some(self.over()));
        }
        if let Some(end) = self.truncated()? {
            self.statistics.truncated = 1;
            return Ok(Some(end));
        }
        if let Some(end) = self.turn_cube()? {
            return Ok(Some(end));
        }
        let dice = self.dice.roll(self.ply)?;
        if self.run_context.settings.variance_reduction {
            self.remove_luck(dice)?;
        }
        let position_after_play = self.position_after_play(dice)?;
        self.count_play(dice, &position_after_play.board);
        if let Some(log) = &mut self.log {
            log.play(
                self.cube.on_roll,
                self.run_context.rules,
                &self.board,
                dice,
                &position_after_play.board,
            );
        }
        self.board = position_after_play.board;
        self.value = position_after_play.value;
        self.cube = self.cube.swapped();
        self.ply += 1;
        self.path = self.path.then(dice);
        self.in_bearoff = self.is_bearoff();
        Ok(None)
    }

    fn over(&mut self) -> ChancesAndValue {
        // The player who moved last has won.
        let points = self.board.outcome(self.run_context.variation).map_or(1, |(_, points)| points);
        let winner = &mut self.statistics.players[self.cube.on_roll.other().index()];
        let counts = match points {
            1 => &mut winner.wins,
            2 => &mut winner.gammons,
            _ => &mut winner.backgammons,
        };
        counts[cube_level(self.cube.value)] += 1;
        ChancesAndValue::new(&self.value.probs, self.solo.context.cubeless(self.cube, &self.value.probs).0)
    }

    /// Whether a cube decision is possible at this ply.
    fn has_cube_action(&self) -> bool {
        self.ply > 0 || (self.line.alternative.may_double && !self.run_context.settings.initial)
    }

    fn truncated(&mut self) -> Result<Settled, Stopped> {
        let settings = &self.run_context.settings;
        let is_late = settings.truncation.get().is_some_and(|plies| self.ply >= usize::from(plies));
        if is_late || self.ply >= MAX_PLIES {
            let evaluation = settings.truncation_cube;
            let (probs, value) = if evaluation.plies == 0 && evaluation.noise <= 0.0 {
                (self.value.probs, self.solo.option_value(&self.value, self.cube, settings.cubeful))
            } else {
                self.solo.evaluate(self.memory, &self.board, self.cube, &evaluation)?
            };
            return Ok(Some(ChancesAndValue::new(&probs, value.0)));
        }
        let is_known = if settings.cubeful {
            settings.truncate_exact_bearoff
                && self.value.is_exact
                && self.solo.context.is_money()
                && self.has_cube_action()
        } else {
            (settings.truncate_exact_bearoff && self.value.is_exact)
                || (settings.truncate_one_sided_bearoff && self.in_bearoff)
        };
        Ok(is_known.then(|| {
            let value = self.solo.option_value(&self.value, self.cube, settings.cubeful);
            ChancesAndValue::new(&self.value.probs, value.0)
        }))
    }

    /// Decides whether to double and whether to take.
    fn turn_cube(&mut self) -> Result<Settled, Stopped> {
        let is_possible = self.run_context.settings.cubeful
            && self.has_cube_action()
            && self.solo.context.may_double(self.cube);
        if !is_possible {
            return Ok(None);
        }
        let beginning = self.line.shared_plies.at(self.path);
        let action = known(beginning.map(|known| &known.cube), || self.cube_action())?;
        if let Some(log) = &mut self.log {
            log.cube(self.cube.on_roll, action);
        }
        let level = cube_level(self.cube.value);
        let doubler = &mut self.statistics.players[self.cube.on_roll.index()];
        match action {
            CubeAction::None => return Ok(None),
            CubeAction::Taken | CubeAction::Beavered => doubler.taken[level] += 1,
            CubeAction::Passed(_) => doubler.passed[level] += 1,
        }
        if let CubeAction::Passed(probs) = action {
            doubler.wins[level] += 1;
            return Ok(Some(ChancesAndValue::new(&probs, self.solo.context.pass_value(self.cube).0)));
        }
        self.cube = self.cube.doubled();
        if action == CubeAction::Beavered {
            self.cube = self.cube.doubled();
        }
        Ok(None)
    }

    fn cube_action(&mut self) -> Result<CubeAction, Stopped> {
        let (solo, cube) = (&self.solo, self.cube);
        let evaluation = &self.run_context.play_at(self.ply).cube[cube.on_roll.index()];
        let leaf = solo.context.leaf(cube.on_roll, &self.value.probs, &self.value.model);
        let mut values = (self.value.probs, leaf.value(cube), leaf.value(cube.doubled()));
        if evaluation.plies > 0 || evaluation.noise > 0.0 {
            let first = solo.context.cube_equities(cube, values.1, values.2);
            if evaluation.noise <= 0.0 && first.double().0 < first.no_double.0 - CLEAR_NO_DOUBLE {
                return Ok(CubeAction::None);
            }
            values = solo.cube_values(self.memory, &self.board, cube, evaluation)?;
        }
        let (probs, no_double, doubled) = values;
        let equities = solo.context.cube_equities(cube, no_double, doubled);
        let verdict = solo.context.verdict(cube, &equities, probs.win_g > 0.0);
        let doubles = match verdict.doubling() {
            Doubling::Double => true,
            Doubling::Either => self.run_context.settings.optional_doubles,
            Doubling::TooGood | Doubling::NoDouble => false,
        };
        Ok(match verdict.answer() {
            _ if !doubles => CubeAction::None,
            Answer::Pass => CubeAction::Passed(probs),
            Answer::Beaver if self.run_context.settings.beavers => CubeAction::Beavered,
            Answer::Take | Answer::Beaver => CubeAction::Taken,
        })
    }

    /// Adds the value of the average roll and subtracts the value of this roll.
    fn remove_luck(&mut self, dice: Dice) -> Result<(), Stopped> {
        let beginning = self.line.shared_plies.at(self.path);
        let luck = known(beginning.map(|known| &known.luck), || self.luck())?;
        let mut correction = luck.mean;
        correction.add(&luck.of[dice.index()], -1.0);
        let first = self.line.alternative.cube;
        correction.value *= self.run_context.scale_of(self.cube) / self.run_context.scale_of(first);
        if self.ply % 2 == 1 {
            correction = correction.swapped_difference();
        }
        self.corrections.add(&correction, 1.0);
        Ok(())
    }

    /// The value of each roll after the statically best play, by the settings of the first plies. Of the roll drawn it is
    /// found in the same way, so that luck averages to zero, and not as the play that is made.
    fn luck(&mut self) -> Result<Luck, Stopped> {
        let settings = &self.run_context.settings;
        let is_money = self.solo.context.is_money();
        let (mover, other) = (self.cube.on_roll.index(), self.cube.on_roll.other().index());
        let checker = settings.play.checker;
        let quiet = |settings: EvalSettings, plies| EvalSettings {
            plies,
            noise: 0.0,
            deterministic: true,
            ..settings
        };
        let choice = quiet(checker[mover], 0);
        let judge = quiet(checker[other], checker[other].plies.saturating_sub(1));
        let only_singles = settings.initial && self.ply == 0;
        let mut luck =
            Luck { mean: ChancesAndValue::default(), of: [ChancesAndValue::default(); Dice::ALL.len()] };
        for dice in Dice::ALL {
            if only_singles && dice.is_double() {
                continue;
            }
            let reply = self.solo.reply(self.memory, &self.board, self.cube, dice, &choice, ReplyUse::Luck);
            let (probs, value) = if judge.plies == 0 {
                (reply.value.probs, self.solo.context.flipped(reply.mover_value))
            } else {
                self.solo.evaluate(self.memory, &reply.after, self.cube.swapped(), &judge)?
            };
            let chances_and_value = ChancesAndValue::new(&probs, value.0).swapped(is_money);
            luck.mean
                .add(&chances_and_value, f64::from(dice.weight()) / if only_singles { 30.0 } else { 36.0 });
            luck.of[dice.index()] = chances_and_value;
        }
        Ok(luck)
    }

    /// The position after the best play.
    fn position_after_play(&mut self, dice: Dice) -> Result<PlayedPosition, Stopped> {
        let beginning = self.line.shared_plies.at(self.path);
        known(beginning.map(|known| &known.played[dice.index()]), || {
            let play = self.run_context.play_at(self.ply);
            let seat = self.cube.on_roll.index();
            let (solo, memory, checker) = (&self.solo, &mut *self.memory, &play.checker[seat]);
            if checker.plies == 0 {
                let reply = solo.reply(memory, &self.board, self.cube, dice, checker, ReplyUse::Way);
                if checker.noise <= 0.0 {
                    return Ok(PlayedPosition { board: reply.after, value: reply.value });
                }
                return Ok(PlayedPosition {
                    board: reply.after,
                    value: solo.static_value(memory, &reply.after),
                });
            }
            let filters = &play.filters[seat];
            let board = solo.best_play(memory, &self.board, self.cube, dice, checker, filters)?;
            Ok(PlayedPosition { board, value: solo.static_value(memory, &board) })
        })
    }

    /// Whether a bearoff database covers the race.
    fn is_bearoff(&self) -> bool {
        let may_be = !self.board.has_contact() || self.run_context.variation.is_hypergammon();
        may_be
            && self.run_context.engine.databases().class_of(&self.board, self.run_context.variation).is_some()
    }

    /// Counts a play to `after`, the opponent on roll there.
    fn count_play(&mut self, dice: Dice, after: &Board) {
        let ply = self.ply as u64;
        let player = &mut self.statistics.players[self.cube.on_roll.index()];
        let on_bar = after.side(Side::OnRoll)[24];
        if player.hits.games == 0 && on_bar > self.board.side(Side::Opponent)[24] {
            (player.hits.games, player.hits.plies) = (1, ply);
        }
        if player.close_outs.games == 0 && on_bar > 0 && after.made(Side::Opponent) & 0x3f == 0x3f {
            (player.close_outs.games, player.close_outs.plies) = (1, ply);
        }
        if self.in_bearoff
            && self.run_context.engine.databases().class_of(after, self.run_context.variation).is_some()
        {
            let rolled = u16::from(dice.high() + dice.low()) * if dice.is_double() { 2 } else { 1 };
            let moved = self.board.pips()[0].saturating_sub(after.pips()[1]);
            player.bearoff_plays += 1;
            player.pips_wasted += u64::from(rolled.saturating_sub(moved));
        }
    }

    /// The result of the game, given the chances and value at its end for the player then on roll.
    fn outcome(mut self, end: ChancesAndValue) -> GameOutcome {
        let run_context = self.run_context;
        let is_money = self.solo.context.is_money();
        let ChancesAndValue { probs, value } = if self.ply % 2 == 1 { end.swapped(is_money) } else { end };
        let first = self.line.alternative.cube;
        let mut total = ChancesAndValue {
            probs,
            value: value * (run_context.scale_of(self.cube) / run_context.scale_of(first)),
        };
        total.add(&self.corrections, 1.0);
        total.value *= run_context.scale_of(first);
        let mut cubeless = self.line.cubeless.equity(&total.probs);
        if self.line.alternative.for_opponent {
            total = total.swapped(is_money);
            cubeless = -cubeless;
        }
        let mut sample = [0.0; 7];
        sample[..5].copy_from_slice(&total.probs);
        (sample[CUBELESS], sample[VALUE]) = (cubeless, total.value);
        self.statistics.plies = self.ply as u64;
        self.statistics.final_cubes = u64::from(self.cube.value.points());
        GameOutcome { sample, statistics: self.statistics }
    }
}
