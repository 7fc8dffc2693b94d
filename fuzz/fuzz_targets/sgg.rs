// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches of GamesGrid.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gnubg_fuzz::run("sgg", bytes));
