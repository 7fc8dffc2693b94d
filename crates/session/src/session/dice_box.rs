// SPDX-License-Identifier: GPL-3.0-or-later
//! The dice of a session: their source, and the rolls that have been seen.
//!
//! A roll that was shown for a position in the same turn is shown again, so undoing a roll and rolling again does not
//! help.

use crate::command::{DiceCommand, Factors};
use crate::error::CommandError;
use crate::event::{Agent, Message};
use crate::play::decision::DecisionAnalysis;
use gnubg_engine::core::{Board, Dice, MatchState, Player};
use gnubg_engine::eval::Engine;
use gnubg_engine::rng::{
    CommandDice, DiceFault, DiceSource, Generator, ManualDice, MersenneTwister, Modulus, RANDOM_ORG, Seed,
    SourceState, TextDice,
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

impl Turn {
    fn of(at: Cursor, state: &MatchState) -> Turn {
        Turn { game: at.game, entry: at.entry, on_roll: state.on_roll, board: state.board }
    }
}

/// The dice in use.
#[derive(Debug)]
pub(crate) struct DiceBox {
    generator: Generator,
    /// `None` while a slow source is lent to the thread that waits for its dice.
    source: Option<Box<dyn DiceSource>>,
    modulus: Modulus,
    /// The file or command.
    origin: String,
    seen: HashMap<Turn, [u8; 2]>,
    /// Dice that were entered by hand. They only tell the order of the two dice; another roll of the turn is asked for.
    entered: HashMap<Turn, [u8; 2]>,
    /// Rolls that come before those of the source.
    ready: VecDeque<[u8; 2]>,
}

/// What asking for dice leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawn<T> {
    /// The dice.
    Dice(T),
    /// They are thrown by hand and have to be entered.
    ByHand,
    /// They come from a slow source: borrow it, draw on a blocking thread, and give the dice back.
    Slow,
}

/// A roll that waits for dice of a slow source.
#[derive(Debug)]
pub(crate) struct PendingRoll {
    /// The position it is for.
    pub(crate) revision: u64,
    pub(crate) kind: RollKind,
}

/// Which dice a pending roll throws.
#[derive(Debug)]
pub(crate) enum RollKind {
    /// Both players' dice at the opening.
    Opening,
    /// The roll of the player on roll.
    Turn { agent: Agent, analysis: Option<DecisionAnalysis> },
}

impl DiceBox {
    pub(crate) fn new(seed: &Seed, first: &[[u8; 2]]) -> DiceBox {
        DiceBox {
            generator: Generator::Mersenne,
            source: Some(Box::new(MersenneTwister::new(seed))),
            modulus: Modulus::default(),
            origin: String::new(),
            seen: HashMap::new(),
            entered: HashMap::new(),
            ready: first.iter().copied().collect(),
        }
    }

    pub(crate) fn generator(&self) -> Generator {
        self.generator
    }

    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    pub(crate) fn state(&self) -> SourceState {
        self.source.as_ref().map(|source| source.state()).unwrap_or_default()
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
            Generator::User => command_dice(generator, named()?),
            Generator::RandomOrg => command_dice(generator, ""),
            _ => {
                let seed = seed.cloned().unwrap_or_else(Seed::from_system);
                generator.seeded(&seed, &self.modulus)?
            }
        };
        self.source = Some(source);
        self.generator = generator;
        self.ready.clear();
        self.origin = origin.unwrap_or_default().to_owned();
        Ok(())
    }

    fn reseed(&mut self, seed: Option<&Seed>) -> Result<(), CommandError> {
        if !self.generator.is_seeded() {
            return Err(CommandError::NoSeed(self.generator));
        }
        let seed = seed.cloned().unwrap_or_else(Seed::from_system);
        self.source = Some(self.generator.seeded(&seed, &self.modulus)?);
        self.seen.clear();
        Ok(())
    }

    /// The roll of the player on roll at a place. A source that fails is replaced by Mersenne Twister.
    pub(crate) fn roll(
        &mut self,
        at: Cursor,
        state: &MatchState,
        messages: &mut Vec<Message>,
    ) -> Result<Drawn<Dice>, DiceFault> {
        let turn = Turn::of(at, state);
        let dice = match self.seen.get(&turn) {
            Some(dice) => *dice,
            None => match self.throw(messages)? {
                Drawn::Dice(dice) => dice,
                Drawn::ByHand => return Ok(Drawn::ByHand),
                Drawn::Slow => return Ok(Drawn::Slow),
            },
        };
        self.seen.insert(turn, dice);
        let dice = Dice::new(dice[0], dice[1]).map_err(|error| DiceFault::NoDice(error.to_string()))?;
        Ok(Drawn::Dice(dice))
    }

    /// Two dice in the order drawn.
    pub(crate) fn throw(&mut self, messages: &mut Vec<Message>) -> Result<Drawn<[u8; 2]>, DiceFault> {
        if let Some(dice) = self.ready.pop_front() {
            return Ok(Drawn::Dice(dice));
        }
        let Some(source) = self.source.as_mut().filter(|_| !is_slow(self.generator)) else {
            return Ok(Drawn::Slow);
        };
        let drawn = source.roll();
        if source.has_rewound() {
            messages.push(Message::DiceRewound);
        }
        match drawn {
            Ok(dice) => Ok(Drawn::Dice(dice)),
            Err(DiceFault::Wanted) => Ok(Drawn::ByHand),
            Err(fault) => {
                self.replace_source(fault.to_string(), messages)?;
                self.throw(messages)
            }
        }
    }

    /// Uses Mersenne Twister instead of a source that failed.
    pub(crate) fn replace_source(
        &mut self,
        reason: String,
        messages: &mut Vec<Message>,
    ) -> Result<(), DiceFault> {
        let by = Generator::Mersenne;
        messages.push(Message::DiceReplaced { reason, by });
        self.source = Some(by.seeded(&Seed::from_system(), &self.modulus)?);
        self.generator = by;
        Ok(())
    }

    /// Whether a slow source is lent to a thread and no other one is used instead.
    pub(crate) fn is_lent(&self) -> bool {
        self.source.is_none()
    }

    /// The slow source, to be asked on a blocking thread; `None` if it is lent already or not slow.
    pub(crate) fn lend_source(&mut self) -> Option<Box<dyn DiceSource>> {
        self.source.take_if(|_| is_slow(self.generator))
    }

    /// Takes a slow source back with the rolls it gave, which come next. They are dropped if another source is used by
    /// now.
    pub(crate) fn return_source(&mut self, source: Box<dyn DiceSource>, rolls: &[[u8; 2]]) {
        if self.source.is_none() {
            self.source = Some(source);
            self.ready.extend(rolls);
        }
    }

    /// Starts a slow source again whose thread was abandoned.
    pub(crate) fn restart_source(&mut self) {
        if self.source.is_none() {
            self.source = Some(command_dice(self.generator, &self.origin));
        }
    }

    /// A random roll in place of one by hand.
    pub(crate) fn substitute(&mut self) -> Result<Dice, DiceFault> {
        let [a, b] = MersenneTwister::new(&Seed::from_system()).roll()?;
        Dice::new(a, b).map_err(|error| DiceFault::NoDice(error.to_string()))
    }

    /// Notes the dice that were entered by hand for a turn, in their order.
    pub(crate) fn note_entered(&mut self, at: Cursor, state: &MatchState, dice: [u8; 2]) {
        self.entered.insert(Turn::of(at, state), dice);
    }

    /// The faces of a state's dice in the order in which they were rolled or entered; `None` for dice from elsewhere.
    pub(crate) fn faces(&self, state: &MatchState) -> Option<[u8; 2]> {
        let dice = state.dice()?;
        let is_this = |turn: &Turn, faces: [u8; 2]| {
            let is_turn = (turn.on_roll, turn.board) == (state.on_roll, state.board);
            is_turn && Dice::new(faces[0], faces[1]) == Ok(dice)
        };
        let known = self.seen.iter().chain(&self.entered).filter(|(turn, faces)| is_this(turn, **faces));
        known.max_by_key(|(turn, _)| (turn.game, turn.entry)).map(|(_, faces)| *faces)
    }

    /// Forgets the rolls that have been seen.
    pub(crate) fn forget(&mut self) {
        self.seen.clear();
        self.entered.clear();
    }
}

/// Whether dice of this source may take long to come.
const fn is_slow(generator: Generator) -> bool {
    matches!(generator, Generator::User | Generator::RandomOrg)
}

/// The slow source of this kind; `command` is the user's.
fn command_dice(generator: Generator, command: &str) -> Box<dyn DiceSource> {
    let command = if generator == Generator::RandomOrg { RANDOM_ORG } else { command };
    Box::new(CommandDice::new(command))
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
        let mut messages = Vec::new();
        let first = dice.roll(Cursor::at(0, 3), &state(), &mut messages).unwrap();
        for _ in 0..5 {
            assert_eq!(dice.roll(Cursor::at(0, 3), &state(), &mut messages).unwrap(), first);
        }
        let others: Vec<Drawn<Dice>> =
            (4..30).map(|n| dice.roll(Cursor::at(0, n), &state(), &mut messages).unwrap()).collect();
        assert!(others.iter().any(|other| *other != first));
        assert!(messages.is_empty());
    }

    #[test]
    fn first_rolls_come_first() {
        let mut dice = DiceBox::new(&Seed::from(1), &[[3, 1], [6, 6]]);
        let mut messages = Vec::new();
        assert_eq!(dice.throw(&mut messages), Ok(Drawn::Dice([3, 1])));
        assert_eq!(dice.throw(&mut messages), Ok(Drawn::Dice([6, 6])));
        let after = dice.throw(&mut messages);
        assert_eq!(after, DiceBox::new(&Seed::from(1), &[]).throw(&mut messages));
    }

    #[test]
    fn the_order_of_the_dice_is_known_for_turns_rolled_here() {
        let mut dice = DiceBox::new(&Seed::from(1), &[[2, 5]]);
        let rolled = |dice| state().apply(gnubg_engine::core::Action::Roll(dice)).unwrap();
        let Ok(Drawn::Dice(roll)) = dice.roll(Cursor::at(0, 3), &state(), &mut Vec::new()) else { panic!() };
        assert_eq!(dice.faces(&rolled(roll)), Some([2, 5]));
        let other = rolled(Dice::new(6, 4).unwrap());
        assert_eq!(dice.faces(&other), None, "another roll of the turn");
        dice.note_entered(Cursor::at(0, 5), &state(), [4, 6]);
        assert_eq!(dice.faces(&other), Some([4, 6]));
        dice.forget();
        assert_eq!(dice.faces(&other), None);
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
        let mut messages = Vec::new();
        dice.replace_source("it failed".to_owned(), &mut messages).unwrap();
        assert!(matches!(dice.throw(&mut messages), Ok(Drawn::Dice(_))));
        assert!(matches!(messages[..], [Message::DiceReplaced { by: Generator::Mersenne, .. }]));
        dice.change(&command(Generator::Manual, None)).unwrap();
        assert_eq!(dice.throw(&mut messages), Ok(Drawn::ByHand));
        assert!(matches!(dice.change(&DiceCommand::Seed(None)), Err(CommandError::NoSeed(_))));
    }

    #[test]
    fn slow_sources_are_lent_and_come_back_with_rolls() {
        let mut dice = DiceBox::new(&Seed::from(1), &[]);
        let mut messages = Vec::new();
        assert!(dice.lend_source().is_none(), "Mersenne Twister is not slow");
        let user = |source: &str| DiceCommand::Use {
            generator: Generator::User,
            source: Some(source.to_owned()),
            seed: None,
            modulus: None,
        };
        dice.change(&user("printf 31")).unwrap();
        assert_eq!(dice.throw(&mut messages), Ok(Drawn::Slow));
        let source = dice.lend_source().expect("the source");
        assert!(dice.lend_source().is_none(), "it is lent already");
        dice.return_source(source, &[[3, 1], [5, 5]]);
        assert_eq!(dice.throw(&mut messages), Ok(Drawn::Dice([3, 1])));
        // Another source was chosen in the meantime: the rolls of the old one do not count.
        let source = dice.lend_source().expect("the source");
        dice.change(&user("printf 62")).unwrap();
        dice.return_source(source, &[[4, 4]]);
        assert_eq!(dice.throw(&mut messages), Ok(Drawn::Slow));
    }
}
