// SPDX-License-Identifier: GPL-3.0-or-later
//! The dice of a rollout: a function of the seed, the number of the game and the ply.
//!
//! Quasi-random dice: 36 permuted ordered rolls for each ply and each of six *generations*. At ply `t` the game's number,
//! written in base 36, picks one entry a generation up to `t`, each shifted by what the generation before picked. So
//! among games 0..36 each ordered roll occurs once at every ply, among 0..1296 each pair of first and second rolls, and
//! so on to 36^6. From ply 128 on, and without quasi-random dice, rolls come from a generator seeded for each game.

use super::settings::DiceSource;
use crate::core::Dice;
use crate::rng::{
    self, BlumBlumShub, DiceFault, Isaac, Md5Counter, MersenneTwister, Modulus, Seed, WordSource,
};

/// Ordered rolls of two dice: the number of games whose dice are balanced.
pub const BLOCK: u32 = 36;

/// Number of plies with quasi-random dice.
const PLIES: usize = 128;

/// Number of digits of a game's number that affect its dice.
const GENERATIONS: usize = 6;

/// Number of ordered rolls that are not doubles.
const NON_DOUBLES: usize = 30;

/// The seeds of successive games are this far apart. *Kept:* compatible with GNU Backgammon.
const SEED_STEP: u32 = 256;

/// The permutation tables of one seed. About 28 kB; building them takes a fraction of a millisecond.
#[derive(Clone)]
pub(crate) struct Permutations {
    /// \[generation\]\[ply\]\[index\]: an ordered roll 0..36. Plies before the generation are not used.
    tables: Box<[[[u8; BLOCK as usize]; PLIES]; GENERATIONS]>,
    /// The first table of ply 0 without doubles.
    initial: [u8; NON_DOUBLES],
}

impl std::fmt::Debug for Permutations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Permutations").field("first", &self.tables[0][0]).finish_non_exhaustive()
    }
}

impl Permutations {
    /// The tables of a rollout seed.
    #[must_use]
    pub(crate) fn new(seed: u32) -> Permutations {
        let mut random = Isaac::from_word(seed);
        let mut tables = Box::new([[[0u8; BLOCK as usize]; PLIES]; GENERATIONS]);
        for (generation, by_ply) in tables.iter_mut().enumerate() {
            for table in &mut by_ply[generation..] {
                *table = std::array::from_fn(|n| n as u8);
                for k in 0..table.len() - 1 {
                    let left = (table.len() - k) as u32;
                    table.swap(k, k + (random.next_word() % left) as usize);
                }
            }
        }
        let mut initial = [0; NON_DOUBLES];
        let singles = tables[0][0].iter().filter(|&&roll| roll / 6 != roll % 6);
        for (to, roll) in initial.iter_mut().zip(singles) {
            *to = *roll;
        }
        Permutations { tables, initial }
    }

    /// The roll of `game` at `ply`; `None` from ply 128 on. In an initial position the first roll is no double, and each
    /// non-double occurs once in 30 games.
    #[must_use]
    pub(crate) fn roll(&self, game: u32, ply: usize, initial: bool) -> Option<Dice> {
        if ply >= PLIES {
            return None;
        }
        let mut index = 0;
        if initial && ply == 0 {
            index = usize::from(self.initial[game as usize % NON_DOUBLES]);
        } else {
            let mut left = game;
            for by_ply in &self.tables[..=ply.min(GENERATIONS - 1)] {
                index = usize::from(by_ply[ply][(left as usize + index) % BLOCK as usize]);
                left /= BLOCK;
            }
        }
        Dice::new((index / 6 + 1) as u8, (index % 6 + 1) as u8).ok()
    }
}

/// The dice of one game.
#[derive(Debug)]
pub(super) struct GameDice<'a> {
    permutations: Option<&'a Permutations>,
    source: &'a DiceSource,
    seed: u32,
    game: u32,
    initial: bool,
    /// Created when first needed.
    generator: Option<Box<dyn rng::DiceSource>>,
}

impl<'a> GameDice<'a> {
    pub(super) fn new(
        permutations: Option<&'a Permutations>,
        source: &'a DiceSource,
        seed: u32,
        game: u32,
        initial: bool,
    ) -> GameDice<'a> {
        GameDice { permutations, source, seed, game, initial, generator: None }
    }

    /// The roll at `ply`. Call once for each ply, in order.
    pub(super) fn roll(&mut self, ply: usize) -> Result<Dice, DiceFault> {
        if let Some(dice) = self.permutations.and_then(|tables| tables.roll(self.game, ply, self.initial)) {
            return Ok(dice);
        }
        loop {
            let [a, b] = self.generator()?.roll()?;
            if let Ok(dice) = Dice::new(a, b)
                && !(self.initial && ply == 0 && dice.is_double())
            {
                return Ok(dice);
            }
        }
    }

    fn generator(&mut self) -> Result<&mut Box<dyn rng::DiceSource>, DiceFault> {
        if self.generator.is_none() {
            let seed = self.seed.wrapping_add(SEED_STEP.wrapping_mul(self.game));
            self.generator = Some(seeded(self.source, seed)?);
        }
        self.generator.as_mut().ok_or(DiceFault::Wanted)
    }
}

/// The generator of a rollout for a 32-bit seed.
fn seeded(source: &DiceSource, seed: u32) -> Result<Box<dyn rng::DiceSource>, DiceFault> {
    let long = || Seed::from(u64::from(seed));
    Ok(match source {
        DiceSource::MersenneTwister => Box::new(MersenneTwister::from_word(seed)),
        DiceSource::Isaac => Box::new(Isaac::from_word(seed)),
        DiceSource::Md5 => Box::new(Md5Counter::new(&long())),
        DiceSource::BlumBlumShub => Box::new(BlumBlumShub::new(&long(), &Modulus::default())?),
        DiceSource::Other(name) => return Err(DiceFault::NoDice(name.clone())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_tables_of_seed_one_are_those_of_the_original() {
        let tables = Permutations::new(1).tables;
        let of = |text: &str| -> Vec<u8> { text.split(' ').map(|n| n.parse().unwrap()).collect() };
        for (table, expected) in [
            (
                tables[0][0],
                "17 27 15 28 19 14 4 16 6 5 8 35 20 10 26 11 31 32 9 0 24 25 1 21 29 12 22 2 30 7 18 23 33 34 13 3",
            ),
            (
                tables[0][1],
                "22 4 31 11 14 25 15 24 7 21 17 27 28 30 10 16 26 8 19 34 13 0 12 5 6 18 20 32 9 1 33 2 29 23 3 35",
            ),
            (
                tables[1][1],
                "10 13 20 4 8 33 1 17 28 9 34 0 7 21 11 27 12 15 6 29 32 18 25 3 35 2 30 23 14 26 16 19 5 31 24 22",
            ),
        ] {
            assert_eq!(table.to_vec(), of(expected));
        }
    }

    #[test]
    fn the_dice_are_those_the_original_logged() {
        let text = include_str!("../../tests/data/rollout/quasi-random-dice.csv");
        let mut tables = std::collections::HashMap::new();
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let (seed, game): (u32, u32) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
            let tables = tables.entry(seed).or_insert_with(|| Permutations::new(seed));
            let found: Vec<String> =
                (0..16).map(|ply| tables.roll(game, ply, false).unwrap().to_string()).collect();
            assert_eq!(found.join(" "), fields[2], "seed {seed}, game {game}");
        }
    }

    #[test]
    fn any_full_prefix_is_balanced() {
        let tables = Permutations::new(77);
        let count = |games: std::ops::Range<u32>, plies: &[usize]| {
            let mut counts = std::collections::HashMap::new();
            for game in games {
                let rolls: Vec<Dice> =
                    plies.iter().map(|&ply| tables.roll(game, ply, false).unwrap()).collect();
                *counts.entry(rolls).or_insert(0u32) += 1;
            }
            counts
        };
        let weight = |rolls: &[Dice]| rolls.iter().map(|dice| u32::from(dice.weight())).product::<u32>();
        for ply in [0, 1, 5, 60, 127] {
            for start in [0, 36, 36 * 1000] {
                let counts = count(start..start + 36, &[ply]);
                assert_eq!(counts.len(), 21);
                assert!(counts.iter().all(|(rolls, &n)| n == weight(rolls)), "ply {ply} from game {start}");
            }
        }
        let counts = count(1296..2592, &[0, 1]);
        assert_eq!(counts.len(), 21 * 21);
        assert!(counts.iter().all(|(rolls, &n)| n == weight(rolls)));
        let counts = count(0..46_656, &[0, 1, 2]);
        assert_eq!(counts.len(), 21 * 21 * 21);
        assert!(counts.iter().all(|(rolls, &n)| n == weight(rolls)));
    }

    #[test]
    fn initial_positions_meet_each_non_double_once_in_thirty_games() {
        let tables = Permutations::new(5);
        for start in [0, 30, 300] {
            let mut seen = HashSet::new();
            let mut doubles = 0;
            for game in start..start + 30 {
                let dice = tables.roll(game, 0, true).unwrap();
                doubles += u32::from(dice.is_double());
                seen.insert(dice);
                assert_eq!(tables.roll(game, 1, true), tables.roll(game, 1, false));
            }
            assert_eq!((seen.len(), doubles), (15, 0));
        }
    }

    #[test]
    fn without_tables_the_generator_rolls() {
        let source = DiceSource::MersenneTwister;
        let mut plain = GameDice::new(None, &source, 1, 2, false);
        let mut generator = MersenneTwister::from_word(513);
        for ply in 0..20 {
            let [a, b] = generator.next_roll();
            assert_eq!(plain.roll(ply), Ok(Dice::new(a, b).unwrap()));
        }
        let tables = Permutations::new(1);
        let mut mixed = GameDice::new(Some(&tables), &source, 1, 2, false);
        assert_eq!(mixed.roll(127).ok(), tables.roll(2, 127, false));
        let mut generator = MersenneTwister::from_word(513);
        let [a, b] = generator.next_roll();
        assert_eq!(mixed.roll(128), Ok(Dice::new(a, b).unwrap()));
        let doubles = (0..200).filter(|&game| {
            GameDice::new(None, &source, 9, game, true).roll(0).is_ok_and(|dice| dice.is_double())
        });
        assert_eq!(doubles.count(), 0);
        let other = DiceSource::Other("ANSI".into());
        assert!(GameDice::new(None, &other, 1, 1, false).roll(0).is_err());
    }
}
