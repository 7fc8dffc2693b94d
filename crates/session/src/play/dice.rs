// SPDX-License-Identifier: GPL-3.0-or-later
//! The session's dice: their source, and the rolls that have been seen.
//!
//! A roll that was shown for a position in the same turn is shown again, so taking back and rolling anew does not help.

use crate::command::{DiceCommand, Factors};
use crate::error::CommandError;
use crate::event::Message;
use gnubg_engine::core::{Board, Dice, MatchState, Player};
use gnubg_engine::eval::Engine;
use gnubg_engine::rng::{
    CommandDice, DiceFault, DiceSource, Generator, ManualDice, Modulus, RANDOM_ORG, Seed, SourceState,
    TextDice,
};
use gnubg_record::Cursor;
use std::collections::{HashMap, VecDeque};

/// A turn that dice were rolled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Turn {
    game: usize,
    entry: usize,
    on_roll: Player,
    board: Board,
}

/// The dice in use.
#[derive(Debug)]
pub(crate) struct DiceBox {
    generator: Generator,
    source: Box<dyn DiceSource>,
    modulus: Modulus,
    /// The file or command.
    origin: String,
    seen: HashMap<Turn, [u8; 2]>,
    /// Rolls that come before those of the source.
    first: VecDeque<[u8; 2]>,
}

impl DiceBox {
    pub(crate) fn new(seed: &Seed, first: &[[u8; 2]]) -> DiceBox {
        DiceBox {
            generator: Generator::Mersenne,
            source: Box::new(gnubg_engine::rng::MersenneTwister::new(seed)),
            modulus: Modulus::default(),
            origin: String::new(),
            seen: HashMap::new(),
            first: first.iter().copied().collect(),
        }
    }

    pub(crate) fn generator(&self) -> Generator {
        self.generator
    }

    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    pub(crate) fn state(&self) -> SourceState {
        self.source.state()
    }

    /// Changes the source; messages tell what was not done as asked.
    pub(crate) fn change(&mut self, command: &DiceCommand) -> Result<Vec<Message>, CommandError> {
        match command {
            DiceCommand::Seed(seed) => self.reseed(seed.as_ref()).map(|()| Vec::new()),
            DiceCommand::Use { generator, source, seed, modulus } => {
                let mut messages = Vec::new();
                if let Some(modulus) = modulus {
                    self.set_modulus(modulus, &mut messages)?;
                }
                self.use_source(*generator, source.as_deref(), seed.as_ref())?;
                self.seen.clear();
                Ok(messages)
            }
        }
    }

    fn set_modulus(&mut self, modulus: &Factors, messages: &mut Vec<Message>) -> Result<(), CommandError> {
        self.modulus = match modulus {
            Factors::Modulus(number) => Modulus::from_number(number).ok_or(CommandError::Modulus)?,
            Factors::Factors(p, q) => {
                let (modulus, replaced) = Modulus::from_factors(p, q);
                let tell = |one: gnubg_engine::rng::FactorReplaced| Message::FactorReplaced {
                    given: one.given,
                    used: one.used,
                };
                messages.extend(replaced.into_iter().map(tell));
                modulus
            }
        };
        Ok(())
    }

    fn use_source(
        &mut self,
        generator: Generator,
        origin: Option<&str>,
        seed: Option<&Seed>,
    ) -> Result<(), CommandError> {
        if seed.is_some() && !generator.is_seeded() {
            return Err(CommandError::NoSeed(generator));
        }
        let named = || origin.filter(|origin| !origin.is_empty()).ok_or(CommandError::NoSource);
        let source: Box<dyn DiceSource> = match generator {
            Generator::Manual => Box::new(ManualDice::default()),
            Generator::File => {
                let path = named()?;
                let bytes = std::fs::read(path)
                    .map_err(|source| CommandError::DiceFile { path: path.to_owned(), source })?;
                Box::new(TextDice::new(path, &bytes)?)
            }
            Generator::User => Box::new(CommandDice::new(named()?)),
            Generator::RandomOrg => Box::new(CommandDice::new(RANDOM_ORG)),
            _ => {
                let seed = seed.cloned().unwrap_or_else(Seed::from_system);
                generator.seeded(&seed, &self.modulus)?
            }
        };
        self.source = source;
        self.generator = generator;
        self.origin = origin.unwrap_or_default().to_owned();
        Ok(())
    }

    fn reseed(&mut self, seed: Option<&Seed>) -> Result<(), CommandError> {
        if !self.generator.is_seeded() {
            return Err(CommandError::NoSeed(self.generator));
        }
        let seed = seed.cloned().unwrap_or_else(Seed::from_system);
        self.source = self.generator.seeded(&seed, &self.modulus)?;
        self.seen.clear();
        Ok(())
    }

    /// The roll of the player on roll at a place. A source that fails is replaced by Mersenne Twister.
    pub(crate) fn roll(
        &mut self,
        at: Cursor,
        state: &MatchState,
        messages: &mut Vec<Message>,
    ) -> Result<Dice, DiceFault> {
        let turn = Turn { game: at.game, entry: at.entry, on_roll: state.on_roll, board: state.board };
        let dice = match self.seen.get(&turn) {
            Some(dice) => *dice,
            None => self.throw(messages)?,
        };
        self.seen.insert(turn, dice);
        Dice::new(dice[0], dice[1]).map_err(|error| DiceFault::NoDice(error.to_string()))
    }

    /// Two dice in the order drawn.
    pub(crate) fn throw(&mut self, messages: &mut Vec<Message>) -> Result<[u8; 2], DiceFault> {
        if let Some(dice) = self.first.pop_front() {
            return Ok(dice);
        }
        let drawn = self.source.roll();
        if self.source.has_rewound() {
            messages.push(Message::DiceRewound);
        }
        match drawn {
            Ok(dice) => Ok(dice),
            Err(DiceFault::Wanted) => Err(DiceFault::Wanted),
            Err(fault) => {
                let by = Generator::Mersenne;
                messages.push(Message::DiceReplaced { reason: fault.to_string(), by });
                self.source = by.seeded(&Seed::from_system(), &self.modulus)?;
                self.generator = by;
                self.source.roll()
            }
        }
    }

    /// A roll by chance instead of by hand.
    pub(crate) fn substitute(&mut self) -> Result<Dice, DiceFault> {
        let [a, b] = gnubg_engine::rng::MersenneTwister::new(&Seed::from_system()).roll()?;
        Dice::new(a, b).map_err(|error| DiceFault::NoDice(error.to_string()))
    }

    /// The rolls seen count no more.
    pub(crate) fn forget(&mut self) {
        self.seen.clear();
    }
}

/// The roll of that rank among the 21, 1 the best for the player on roll by 0-ply cubeless equity.
pub(crate) fn ranked_roll(engine: &Engine, state: &MatchState, rank: u8) -> Dice {
    let variation = state.rules.variation;
    let worth = |board: &Board| -engine.static_value_of(board, variation).probs.money_equity().0;
    let mut rolls = Dice::ALL.map(|dice| {
        let list = gnubg_record::walk::legal_plays(state, dice);
        let passed = worth(&state.board.swapped());
        let best = list.boards().iter().map(worth).reduce(f32::max).unwrap_or(passed);
        (best, dice)
    });
    rolls.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    rolls[usize::from(rank.clamp(1, 21)) - 1].1
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Decision, Phase, Rules};

    fn state() -> MatchState {
        let state = MatchState::new(0, Rules::default()).unwrap();
        MatchState { phase: Phase::Due(Decision::Roll), ..state }
    }

    #[test]
    fn the_same_turn_gets_the_same_dice() {
        let mut dice = DiceBox::new(&Seed::from(1), &[]);
        let mut told = Vec::new();
        let first = dice.roll(Cursor::at(0, 3), &state(), &mut told).unwrap();
        for _ in 0..5 {
            assert_eq!(dice.roll(Cursor::at(0, 3), &state(), &mut told).unwrap(), first);
        }
        let others: Vec<Dice> =
            (4..30).map(|n| dice.roll(Cursor::at(0, n), &state(), &mut told).unwrap()).collect();
        assert!(others.iter().any(|other| *other != first));
        assert!(told.is_empty());
    }

    #[test]
    fn first_rolls_come_first() {
        let mut dice = DiceBox::new(&Seed::from(1), &[[3, 1], [6, 6]]);
        let mut told = Vec::new();
        assert_eq!(dice.throw(&mut told), Ok([3, 1]));
        assert_eq!(dice.throw(&mut told), Ok([6, 6]));
        let after = dice.throw(&mut told);
        assert_eq!(after, DiceBox::new(&Seed::from(1), &[]).throw(&mut told));
    }

    #[test]
    fn sources_that_fail_are_replaced() {
        let mut dice = DiceBox::new(&Seed::from(1), &[]);
        let command = |generator, source: Option<&str>| DiceCommand::Use {
            generator,
            source: source.map(str::to_owned),
            seed: None,
            modulus: None,
        };
        assert!(matches!(dice.change(&command(Generator::File, None)), Err(CommandError::NoSource)));
        let missing = command(Generator::File, Some("/nowhere/dice.txt"));
        assert!(matches!(dice.change(&missing), Err(CommandError::DiceFile { .. })));
        assert_eq!(dice.generator(), Generator::Mersenne);
        dice.change(&command(Generator::User, Some("exit 1"))).unwrap();
        let mut told = Vec::new();
        dice.throw(&mut told).unwrap();
        assert!(matches!(told[..], [Message::DiceReplaced { by: Generator::Mersenne, .. }]));
        dice.change(&command(Generator::Manual, None)).unwrap();
        assert_eq!(dice.throw(&mut told), Err(DiceFault::Wanted));
        assert!(matches!(dice.change(&DiceCommand::Seed(None)), Err(CommandError::NoSeed(_))));
    }
}
