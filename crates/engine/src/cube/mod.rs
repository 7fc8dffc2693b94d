// SPDX-License-Identifier: GPL-3.0-or-later
//! Cube and match theory: from the five chances of a position to equities, verdicts and cube actions.
//!
//! | part | holds |
//! | --- | --- |
//! | [`MatchEquityTable`] | chance of winning the match at each score: reading, writing, generating, extending |
//! | [`CubeContext`] | the score in which a search is evaluated; the only conversions between [`Mwc`] and [`Equity`] |
//! | [`CubeInfo`] | one cube state at a node of a search |
//! | [`Leaf`] | cubeful values of a statically evaluated position at any number of cube states |
//! | [`Scatter`] | value of the option to double between estimates |
//! | [`Verdict`] | the right cube action, with its codes and texts |
//! | [`policy`] | doubling, answering and resigning of computer players |
//! | [`MoneyPoints`], [`MatchWindow`] | take, double and cash points |
//! | [`race`] | counting rules for races |
//!
//! Inside, values are `f64` on the context's own scale ([`Utility`]: money equity per point of the cube, or match
//! winning chance), so that narrow differences at long scores survive normalization. docs/cube.md gives the formulas
//! with their sources and works examples.
//!
//! [`Mwc`]: crate::core::Mwc
//! [`Equity`]: crate::core::Equity

mod context;
mod efficiency;
mod info;
mod leaf;
mod met;
mod money;
#[cfg(test)]
mod recorded;
mod scatter;
mod skill;
#[cfg(test)]
mod tests;
mod verdict;
mod window;

pub mod policy;
pub mod race;

pub use context::{CubeContext, EmgScale, GammonPrices, MatchScore, Utility};
pub use efficiency::{Efficiencies, EfficiencyError, RaceEfficiency};
pub use info::{CubeInfo, CubeOwner};
pub use leaf::{HypergammonEquities, Leaf, LeafModel, TwoSidedEquities, WinRates};
pub use met::{
    DEFAULT_MET, Extension, MET_SIZE, MatchEquityTable, MetError, MetFile, SHIPPED, ShippedMet, shipped,
};
pub use scatter::Scatter;
pub use skill::{Skill, SkillThresholds};
pub use verdict::{Answer, CubeEquities, CubeRow, Doubling, Verdict};
pub use window::{DeadLive, MatchPoints, MatchWindow, MoneyPoints};
