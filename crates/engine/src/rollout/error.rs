// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of rollouts.

use crate::core::StateError;
use crate::rng::DiceFault;
use thiserror::Error;

/// Why a rollout cannot be started, continued or merged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RolloutError {
    /// The position or match state cannot occur.
    #[error(transparent)]
    State(#[from] StateError),
    /// The game is over.
    #[error("the game is over, so there is nothing to roll out")]
    GameOver,
    /// The rollout is of a cube decision, but the cube cannot be turned.
    #[error("the cube is not available to the player on roll")]
    CubeNotAvailable,
    /// No play was given.
    #[error("no play was given to roll out")]
    NoPlays,
    /// The settings allow no game.
    #[error("a rollout needs at least one trial")]
    NoTrials,
    /// A truncation or a change of settings before the first ply.
    #[error("{0} need at least one ply")]
    NoPlies(&'static str),
    /// The dice come from a generator that rollouts cannot use.
    #[error(
        "rollouts cannot use the dice {0:?}; there are Mersenne Twister, ISAAC, MD5 and Blum, Blum and Shub"
    )]
    Dice(String),
    /// The generator fails.
    #[error(transparent)]
    DiceFault(#[from] DiceFault),
    /// Two rollouts are not of the same position or plays.
    #[error("the rollouts differ in {0}, so they cannot be joined")]
    Different(&'static str),
    /// Two rollouts hold the same game.
    #[error("both rollouts hold game {game} of alternative {alternative}; parts must not overlap")]
    Overlap {
        /// Which alternative, from 1.
        alternative: usize,
        /// The game's number, from 0.
        game: u32,
    },
}
