// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions printed by BGBlitz.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gnubg_fuzz::run("bgblitz_text", bytes));
