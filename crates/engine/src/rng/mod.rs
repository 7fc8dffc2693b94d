// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice: seeded, replayable generators and other sources of dice.
//!
//! | source | dice from |
//! | --- | --- |
//! | [`MersenneTwister`], [`Isaac`], [`Congruential`], [`Additive`] | 32-bit words by [`WordSource`] |
//! | [`Md5Counter`] | digests of a counter |
//! | [`BlumBlumShub`] | squares modulo a product of two primes |
//! | [`TextDice`] | the digits 1 to 6 of a text |
//! | [`CommandDice`] | the output of a command |
//! | [`ManualDice`] | manual entry |
//!
//! The seeded generators give the rolls of GNU Backgammon 1.07 for the same seeds. A roll keeps the order in which its
//! dice were drawn, because at the opening the first die is that of seat `Zero`.

mod bbs;
mod command;
mod isaac;
mod linear;
mod md5;
mod mersenne;
mod seed;
mod text;
mod word;

pub use bbs::{BlumBlumShub, FactorReplaced, Modulus};
pub use command::{CommandDice, DiceStopper, RANDOM_ORG};
pub use isaac::Isaac;
pub use linear::{Additive, Congruential};
pub use md5::Md5Counter;
pub use mersenne::MersenneTwister;
pub use seed::{Seed, SeedError};
pub use text::{ManualDice, TextDice};
pub use word::WordSource;

use std::fmt;
use thiserror::Error;

/// Why a source gives no dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiceFault {
    /// The dice are thrown by hand and have not been entered yet.
    #[error("the dice are entered by hand")]
    Wanted,
    /// A text or command without any digit from 1 to 6.
    #[error("{0} holds no dice; they are written as digits from 1 to 6")]
    NoDice(String),
    /// A command that could not be run, failed, or gave nothing in time.
    #[error("the dice command {command:?} {reason}")]
    Command {
        /// The command.
        command: String,
        /// What went wrong.
        reason: String,
    },
    /// A seed or modulus from which Blum, Blum and Shub's generator falls into a short cycle.
    #[error("seed and modulus give no usable Blum-Blum-Shub generator; choose another seed or other factors")]
    ShortCycle,
}

/// A source of dice. A clone would give the same rolls, so sources are never shared.
pub trait DiceSource: fmt::Debug + Send {
    /// The next roll, each die 1 to 6, in the order drawn.
    ///
    /// # Errors
    /// If the source gives no dice; it may be asked again.
    fn roll(&mut self) -> Result<[u8; 2], DiceFault>;

    /// The seed or position of the source now.
    fn state(&self) -> SourceState;

    /// Whether the source has restarted from its beginning since the last call.
    fn has_rewound(&mut self) -> bool {
        false
    }

    /// Enters a roll into a source of manual dice; other sources ignore it.
    fn give(&mut self, _dice: [u8; 2]) {}
}

/// The state of a source, for display.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SourceState {
    /// The seed, or the state that plays its part; `None` where there is none.
    pub seed: Option<String>,
    /// Further parameters, such as a modulus or the name of a file.
    pub parameter: Option<String>,
    /// Dice drawn since seeding (two a roll), where they are counted.
    pub drawn: Option<u64>,
}

/// The kinds of sources, by the words they are chosen with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Generator {
    /// Mersenne Twister.
    #[default]
    Mersenne,
    /// ISAAC.
    Isaac,
    /// MD5 of a counter.
    Md5,
    /// Blum, Blum and Shub.
    BlumBlumShub,
    /// The example generator of the C standard.
    Ansi,
    /// The additive generator of the BSD library.
    Bsd,
    /// Entered by hand.
    Manual,
    /// A file.
    File,
    /// A command.
    User,
    /// The web service random.org.
    RandomOrg,
}

impl Generator {
    /// Every kind.
    pub const ALL: [Generator; 10] = [
        Generator::Mersenne,
        Generator::Isaac,
        Generator::Md5,
        Generator::BlumBlumShub,
        Generator::Ansi,
        Generator::Bsd,
        Generator::Manual,
        Generator::File,
        Generator::User,
        Generator::RandomOrg,
    ];

    /// The keyword in commands and settings.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Generator::Mersenne => "mersenne",
            Generator::Isaac => "isaac",
            Generator::Md5 => "md5",
            Generator::BlumBlumShub => "bbs",
            Generator::Ansi => "ansi",
            Generator::Bsd => "bsd",
            Generator::Manual => "manual",
            Generator::File => "file",
            Generator::User => "user",
            Generator::RandomOrg => "random.org",
        }
    }

    /// The display name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Generator::Mersenne => "Mersenne Twister",
            Generator::Isaac => "ISAAC",
            Generator::Md5 => "MD5",
            Generator::BlumBlumShub => "Blum, Blum and Shub",
            Generator::Ansi => "ANSI",
            Generator::Bsd => "BSD",
            Generator::Manual => "manual dice",
            Generator::File => "read from file",
            Generator::User => "user's command",
            Generator::RandomOrg => "random.org",
        }
    }

    /// The kind with that keyword.
    #[must_use]
    pub fn from_keyword(keyword: &str) -> Option<Generator> {
        Generator::ALL.into_iter().find(|generator| generator.keyword().eq_ignore_ascii_case(keyword))
    }

    /// Whether it uses a seed.
    #[must_use]
    pub const fn is_seeded(self) -> bool {
        matches!(
            self,
            Generator::Mersenne
                | Generator::Isaac
                | Generator::Md5
                | Generator::BlumBlumShub
                | Generator::Ansi
                | Generator::Bsd
        )
    }

    /// A seeded source. `modulus` is that of Blum, Blum and Shub. Kinds without a seed give Mersenne Twister.
    ///
    /// # Errors
    /// If Blum, Blum and Shub's generator cannot start from this seed.
    pub fn seeded(self, seed: &Seed, modulus: &Modulus) -> Result<Box<dyn DiceSource>, DiceFault> {
        Ok(match self {
            Generator::Isaac => Box::new(Isaac::new(seed)),
            Generator::Md5 => Box::new(Md5Counter::new(seed)),
            Generator::BlumBlumShub => Box::new(BlumBlumShub::new(seed, modulus)?),
            Generator::Ansi => Box::new(Congruential::new(seed)),
            Generator::Bsd => Box::new(Additive::new(seed)),
            _ => Box::new(MersenneTwister::new(seed)),
        })
    }
}

#[cfg(test)]
mod tests;
