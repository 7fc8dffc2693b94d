// SPDX-License-Identifier: GPL-3.0-or-later
//! The dice of a session: their source, and the rolls that have been seen.
//!
//! A roll that was shown for a position in the same turn is shown again, so undoing a roll and rolling again does not
//! help.

use crate::command::{DiceCommand, Factors};
use crate::error::CommandError;
use crate::event::{Agent, Message};
use crate::play::decision::DecisionAnalysis;
use crate::session::programs::dice_command;
use gnubg_engine::core::{Board, Dice, MatchState, Player};
use gnubg_engine::eval::Engine;
use gnubg_engine::rng::{
    CommandDice, DiceFault, DiceSource, DiceStopper, Generator, ManualDice, MersenneTwister, Modulus, Seed,
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
    /// Stops the command of the source, also while it is lent.
    stopper: Option<DiceStopper>,
    /// Counts the sources, so that a lent one is not taken back after another was chosen.
    number: u64,
}

/// A slow source that is lent to a thread.
#[derive(Debug)]
pub(crate) struct LentSource {
    pub(crate) source: Box<dyn DiceSource>,
    number: u64,
}

/// The source that is used again if a file of dice cannot be read.
#[derive(Debug)]
pub(crate) struct PreviousSource {
    generator: Generator,
    source: Option<Box<dyn DiceSource>>,
    origin: String,
    ready: VecDeque<[u8; 2]>,
    stopper: Option<DiceStopper>,
    /// The number of the file.
    number: u64,
}

impl LentSource {
    /// The number of the source.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

impl PreviousSource {
    /// The number of the file that is being read.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

/// What a change of the source leads to.
#[derive(Debug)]
pub(crate) enum SourceChange {
    /// It is in use; messages tell what was not done as asked.
    Done(Vec<Message>),
    /// A file has to be read first.
    Read(String),
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
            stopper: None,
            number: 0,
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
    pub(crate) fn change(&mut self, command: &DiceCommand) -> Result<SourceChange, CommandError> {
        match command {
            DiceCommand::Seed(seed) => self.reseed(seed.as_ref()).map(|()| SourceChange::Done(Vec::new())),
            DiceCommand::Use { generator, source, seed, modulus } => {
                let mut messages = Vec::new();
                if let Some(modulus) = modulus {
                    self.set_modulus(modulus, &mut messages)?;
                }
                if seed.is_some() && !generator.is_seeded() {
                    return Err(CommandError::NoSeed(*generator));
                }
                let named = source.as_deref().filter(|source| !source.is_empty());
                if *generator == Generator::File {
                    let path = named.ok_or(CommandError::NoSource)?;
                    return Ok(SourceChange::Read(path.to_owned()));
                }
                self.use_source(*generator, named, seed.as_ref())?;
                self.seen.clear();
                Ok(SourceChange::Done(messages))
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
        let (source, stopper): (Box<dyn DiceSource>, _) = match generator {
            Generator::Manual => (Box::new(ManualDice::default()), None),
            Generator::User | Generator::RandomOrg => {
                let command = dice_command(generator, origin.unwrap_or_default());
                let command = command.filter(|command| !command.is_empty()).ok_or(CommandError::NoSource)?;
                started(command)
            }
            _ => {
                let seed = seed.cloned().unwrap_or_else(Seed::from_system);
                (generator.seeded(&seed, &self.modulus)?, None)
            }
        };
        self.replace(generator, origin.unwrap_or_default(), source, stopper);
        Ok(())
    }

    /// Uses this source. A command that another thread still waits for is stopped.
    fn replace(
        &mut self,
        generator: Generator,
        origin: &str,
        source: Box<dyn DiceSource>,
        stopper: Option<DiceStopper>,
    ) {
        self.stop();
        self.source = Some(source);
        self.stopper = stopper;
        self.generator = generator;
        self.ready.clear();
        origin.clone_into(&mut self.origin);
        self.number += 1;
    }

    fn stop(&mut self) {
        if let Some(stopper) = self.stopper.take() {
            stopper.stop();
        }
    }

    /// Uses a file from now on, which is still to be read: rolls wait for it.
    pub(crate) fn await_file(&mut self, path: &str) -> PreviousSource {
        self.number += 1;
        PreviousSource {
            generator: std::mem::replace(&mut self.generator, Generator::File),
            source: self.source.take(),
            origin: std::mem::replace(&mut self.origin, path.to_owned()),
            ready: std::mem::take(&mut self.ready),
            stopper: self.stopper.take(),
            number: self.number,
        }
    }

    /// Takes the dice of the file that was read, unless another source was chosen meanwhile; whether it did.
    pub(crate) fn take_file(&mut self, number: u64, dice: TextDice) -> bool {
        let is_wanted = self.is_lent(number);
        if is_wanted {
            self.source = Some(Box::new(dice));
            self.seen.clear();
        }
        is_wanted
    }

    /// Uses the source before the file again, unless another one was chosen meanwhile.
    pub(crate) fn restore(&mut self, previous: PreviousSource) {
        if !self.is_lent(previous.number) {
            return;
        }
        self.generator = previous.generator;
        self.source = previous.source;
        self.origin = previous.origin;
        self.ready = previous.ready;
        self.stopper = previous.stopper;
        if self.source.is_none() {
            self.restart_source(previous.number);
        }
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
        let source = by.seeded(&Seed::from_system(), &self.modulus)?;
        self.replace(by, "", source, None);
        Ok(())
    }

    /// Whether the source of this number is still the one in use, and lent to a thread or being read.
    pub(crate) fn is_lent(&self, number: u64) -> bool {
        self.source.is_none() && self.number == number
    }

    /// The slow source, to be asked on a blocking thread; `None` if it is lent already or not slow.
    pub(crate) fn lend_source(&mut self) -> Option<LentSource> {
        let source = self.source.take_if(|_| is_slow(self.generator))?;
        Some(LentSource { source, number: self.number })
    }

    /// Takes a slow source back with the rolls it gave, which come next. They are dropped if another source is used by
    /// now.
    pub(crate) fn return_source(&mut self, lent: LentSource, rolls: &[[u8; 2]]) {
        if self.is_lent(lent.number) {
            self.source = Some(lent.source);
            self.ready.extend(rolls);
        }
    }

    /// Ends the command of a slow source whose thread was abandoned, and starts it again.
    pub(crate) fn restart_source(&mut self, number: u64) {
        if self.is_lent(number)
            && let Some(command) = dice_command(self.generator, &self.origin).map(str::to_owned)
        {
            self.stop();
            let (source, stopper) = started(&command);
            (self.source, self.stopper) = (Some(source), stopper);
            self.number += 1;
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

/// The source of this command.
fn started(command: &str) -> (Box<dyn DiceSource>, Option<DiceStopper>) {
    let dice = CommandDice::new(command);
    let stopper = dice.stopper();
    (Box::new(dice), Some(stopper))
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
        let file = dice.change(&command(Generator::File, Some("dice.txt")));
        assert!(matches!(file, Ok(SourceChange::Read(path)) if path == "dice.txt"));
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
