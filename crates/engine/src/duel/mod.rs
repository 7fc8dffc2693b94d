// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches between players to measure strength: cubeless money games with luck taken out.
//!
//! Each dice sequence is played twice with the seats exchanged. From each result the luck of all rolls is subtracted:
//! the equity of the roll's best play minus the average over all rolls that were possible, by the referee's
//! static evaluation. With fair dice luck averages to nothing whatever the referee believes, so the corrected mean is
//! that of endless games; the better the referee, the fewer games it takes (D. Montgomery, "Variance reduction",
//! GammOnLine 2000).

mod contender;
mod name;
#[cfg(feature = "programs")]
mod program;

pub use contender::{Contender, DuelError, Evaluator, Pubeval, Strength};
pub use name::PlayerName;
#[cfg(feature = "programs")]
pub use program::Program;

use crate::core::{Board, CancelToken, Dice, PlayList, Side, Variation};
use crate::cube::CubeContext;
use crate::eval::{Engine, EvalSettings, Memory, ReplyUse, SingleThread};
use crate::parallel;
use crate::rng::{Isaac, WordSource};
use contender::{CUBE, solo};
use std::collections::BTreeMap;

/// The referee's evaluation decides games longer than this.
const MOST_PLIES: u32 = 2000;

/// A mean over games and its standard error, in points a game of the first player.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error, from the scatter among pairs of games.
    pub error: f64,
}

impl Estimate {
    fn of(values: impl ExactSizeIterator<Item = f64> + Clone) -> Estimate {
        let n = values.len() as f64;
        let mean = values.clone().sum::<f64>() / n;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        Estimate { mean, error: (variance / n).sqrt() }
    }
}

/// The result of two games with the same dice, in points a game of the first player.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PairResult {
    /// As the dice fell.
    pub plain: f64,
    /// With luck taken out.
    pub adjusted: f64,
}

/// The result of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct DuelResult {
    /// Games played, two for each dice sequence.
    pub games: u32,
    /// As the dice fell.
    pub plain: Estimate,
    /// With luck taken out.
    pub adjusted: Estimate,
}

/// The setup of a duel.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    /// The engine that measures luck.
    pub referee: &'a Engine,
    /// Dice sequences, each played twice; at least 2.
    pub pairs: u32,
    /// Seed of the dice.
    pub seed: u32,
    /// Cancels the duel.
    pub cancel: &'a CancelToken,
}

impl Duel<'_> {
    /// Plays the duel. `first` and `second` create the two players for each worker. Pairs of games that are `known`, by
    /// number, are not played again; `tell` is called for each other one when it is finished.
    ///
    /// # Errors
    /// If it is cancelled or a player fails.
    pub fn run<A: Contender, B: Contender>(
        &self,
        known: &BTreeMap<u32, PairResult>,
        first: impl Fn() -> Result<A, DuelError> + Sync,
        second: impl Fn() -> Result<B, DuelError> + Sync,
        tell: impl Fn(u32, PairResult) + Sync,
    ) -> Result<DuelResult, DuelError> {
        let players = || (first(), second());
        let pair = |players: &mut (Result<A, DuelError>, Result<B, DuelError>), n: u32| {
            if let Some(&known) = known.get(&n) {
                return Ok(known);
            }
            let (Ok(one), Ok(two)) = players else {
                return Err([players.0.as_ref().err(), players.1.as_ref().err()]
                    .into_iter()
                    .flatten()
                    .next()
                    .cloned()
                    .unwrap_or(DuelError::Cancelled));
            };
            let won = self.game(n, [one, two])?;
            let lost = self.game(n, [two, one])?;
            let [plain, adjusted] = [0, 1].map(|k| (won[k] - lost[k]) / 2.0);
            let result = PairResult { plain, adjusted };
            tell(n, result);
            Ok(result)
        };
        let n_pairs = self.pairs.max(2);
        // Creating players may take long, so each pair of them plays a share of the games.
        let pairs = parallel::try_map_shares(n_pairs as usize, |numbers| {
            let mut players = players();
            numbers.map(|number| pair(&mut players, number as u32)).collect()
        })?;
        Ok(DuelResult {
            games: 2 * pairs.len() as u32,
            plain: Estimate::of(pairs.iter().map(|pair| pair.plain)),
            adjusted: Estimate::of(pairs.iter().map(|pair| pair.adjusted)),
        })
    }

    /// Points of the player who starts, with and without luck.
    fn game(&self, number: u32, mut players: [&mut dyn Contender; 2]) -> Result<[f64; 2], DuelError> {
        let mixed = (u64::from(number) | u64::from(self.seed) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = Isaac::from_word((mixed >> 32) as u32);
        let money = CubeContext::money(false, false).without_cube();
        let referee = Referee { solo: solo(self.referee, &money, self.cancel) };
        let (mut board, mut luck, mut sign) = (Board::default(), 0.0, 1.0);
        let mut list = PlayList::new();
        for ply in 0..MOST_PLIES {
            self.cancel.check()?;
            let dice = loop {
                let [a, b] = random.next_roll();
                match Dice::new(a, b) {
                    Ok(dice) if ply > 0 || !dice.is_double() => break dice,
                    _ => {}
                }
            };
            luck += sign * self.referee.with_memory(|memory| referee.luck(memory, &board, dice, ply == 0));
            list.generate(&board, dice);
            board = match list.boards() {
                [] => board.swapped(),
                [only] => *only,
                boards => boards[players[0].choose(&board, dice, &list)?.min(boards.len() - 1)],
            };
            if let Some((Side::Opponent, points)) = board.outcome(Variation::Standard) {
                let points = sign * f64::from(points);
                return Ok([points, points - luck]);
            }
            players.swap(0, 1);
            sign = -sign;
        }
        let rest = sign * self.referee.with_memory(|memory| referee.equity(memory, &board));
        Ok([rest, rest - luck])
    }
}

/// Measures the luck of rolls.
struct Referee<'a> {
    solo: SingleThread<'a>,
}

impl Referee<'_> {
    /// Cubeless equity of the player on roll.
    fn equity(&self, memory: &mut Memory, board: &Board) -> f64 {
        let value = self.solo.static_value(memory, board);
        self.solo.option_value(&value, CUBE, false).0
    }

    /// By how much `dice` is better than the average roll; at the opening there are no doubles.
    fn luck(&self, memory: &mut Memory, board: &Board, dice: Dice, is_opening: bool) -> f64 {
        let settings = EvalSettings { cubeful: false, ..EvalSettings::at(0) };
        let (mut sum, mut weights, mut came) = (0.0, 0.0, 0.0);
        for roll in Dice::ALL {
            if is_opening && roll.is_double() {
                continue;
            }
            let value = self.solo.reply(memory, board, CUBE, roll, &settings, ReplyUse::Way).mover_value.0;
            sum += f64::from(roll.weight()) * value;
            weights += f64::from(roll.weight());
            if roll == dice {
                came = value;
            }
        }
        came - sum / weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> Engine {
        Engine::built_in(1 << 16).expect("the nets of the program are sound")
    }

    #[test]
    fn luck_taken_out_leaves_the_difference_in_skill() {
        let (engine, cancel) = (engine(), CancelToken::new());
        let duel = Duel { referee: &engine, pairs: 40, seed: 7, cancel: &cancel };
        let best = || Ok(Evaluator { engine: &engine, strength: Strength::at(0), cancel: &cancel });
        let result = duel.run(&BTreeMap::new(), best, || Ok(Pubeval), |_, _| ()).unwrap();
        assert_eq!(result.games, 80);
        assert!(result.adjusted.error < 0.5 * result.plain.error, "{result:?}");
        // Pairs that are known are not played again, and the result is the same.
        let told = std::sync::Mutex::new(BTreeMap::new());
        let tell = |n, pair| assert_eq!(told.lock().unwrap().insert(n, pair), None);
        let short = Duel { pairs: 15, ..duel };
        short.run(&BTreeMap::new(), best, || Ok(Pubeval), tell).unwrap();
        let known = told.into_inner().unwrap();
        assert_eq!(known.len(), 15);
        let played = std::sync::atomic::AtomicU32::new(0);
        let count = |n, _| {
            assert!(n >= 15);
            played.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        assert_eq!(duel.run(&known, best, || Ok(Pubeval), count).unwrap(), result);
        assert_eq!(played.into_inner(), 25);
        // Against itself nobody wins: the two games of a pair are the same.
        let even = duel.run(&BTreeMap::new(), best, best, |_, _| ()).unwrap();
        assert_eq!((even.plain.mean, even.adjusted.mean), (0.0, 0.0));
        // Both means measure the same thing.
        let spread = result.plain.error.hypot(result.adjusted.error);
        assert!((result.plain.mean - result.adjusted.mean).abs() < 4.0 * spread, "{result:?}");
    }

    #[test]
    fn rolls_bring_no_luck_on_average() {
        let engine = engine();
        let (money, cancel) = (CubeContext::money(false, false).without_cube(), CancelToken::new());
        let referee = Referee { solo: solo(&engine, &money, &cancel) };
        let board = Board::from_position_id("sGfwATDgc/ABMA").unwrap();
        let luck = |dice: Dice| engine.with_memory(|memory| referee.luck(memory, &board, dice, false));
        let mean: f64 = Dice::ALL.iter().map(|&dice| f64::from(dice.weight()) * luck(dice)).sum();
        assert!(mean.abs() < 1e-9 && luck(Dice::ALL[20]).abs() > 0.01, "{mean}");
    }

    #[test]
    fn a_player_who_fails_ends_the_duel() {
        struct Failing;
        impl Contender for Failing {
            fn choose(&mut self, _: &Board, _: Dice, _: &PlayList) -> Result<usize, DuelError> {
                Err(DuelError::Silent { name: "mute".to_owned(), reason: "it gives no answer".to_owned() })
            }
        }
        let (engine, cancel) = (engine(), CancelToken::new());
        let duel = Duel { referee: &engine, pairs: 2, seed: 1, cancel: &cancel };
        let error = duel.run(&BTreeMap::new(), || Ok(Failing), || Ok(Pubeval), |_, _| ()).unwrap_err();
        assert_eq!(error.to_string(), "mute cannot continue: it gives no answer");
        cancel.cancel();
        assert_eq!(
            duel.run(&BTreeMap::new(), || Ok(Pubeval), || Ok(Pubeval), |_, _| ()),
            Err(DuelError::Cancelled)
        );
    }
}
