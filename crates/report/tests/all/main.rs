// SPDX-License-Identifier: GPL-3.0-or-later
//! The integration tests of this crate in one program, which is linked once.

mod common;
mod golden_text;
mod imported;
mod read_again;
mod reasons;
mod robustness;
mod snapshots;
mod statistics;
