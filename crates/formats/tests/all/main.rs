// SPDX-License-Identifier: GPL-3.0-or-later
//! The integration tests of this crate in one program, which is linked once.

mod boards;
mod common;
mod contradictions;
mod cut;
mod dialects;
mod encodings;
mod foreign_analysis;
mod found;
mod golden_mat;

mod kept;
mod malformed;
mod ogxm;
mod reports;
mod robustness;
mod round_trip;
mod samples;
mod snapshots;
mod variations;
mod xg_records;
mod xg_text;
mod xg_written;
