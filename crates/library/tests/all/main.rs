// SPDX-License-Identifier: GPL-3.0-or-later
//! The library with real files.

mod common;
mod exercising;
mod exporting;
mod importing;
mod large;
mod merging;
mod safety;
mod scenarios;
mod searching;
mod statistics;
mod studying;
mod sums;
