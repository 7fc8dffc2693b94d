// SPDX-License-Identifier: GPL-3.0-or-later
//! The integration tests of this crate in one program, which is linked once.

mod bearoff_recorded;
mod cube;
mod data;
#[cfg(feature = "generate")]
mod hypergammon;
mod recorded;
mod rollouts;
mod signature;
