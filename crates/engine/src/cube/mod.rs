// SPDX-License-Identifier: GPL-3.0-or-later
//! Cube and match theory.

mod context;
mod info;
mod leaf;
mod met;
mod money;
#[cfg(test)]
mod recorded;
mod verdict;

pub use context::{CubeContext, EmgScale, GammonPrices, MatchScore, Scoring, Utility};
pub use info::{CubeInfo, CubeOwner};
pub use leaf::{HypergammonEquities, Leaf, LeafModel, TwoSidedEquities, WinRates};
pub use met::{
    DEFAULT_MET, Extension, MET_SIZE, MatchEquityTable, MetError, MetFile, SHIPPED, ShippedMet, shipped,
};
pub use verdict::{Answer, CubeEquities, CubeRow, Doubling, Verdict};
