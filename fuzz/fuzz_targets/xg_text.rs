// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions printed by eXtreme Gammon.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gnubg_fuzz::run("xg_text", bytes));
