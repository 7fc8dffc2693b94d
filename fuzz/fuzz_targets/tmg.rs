// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches of TrueMoneyGames.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gnubg_fuzz::run("tmg", bytes));
