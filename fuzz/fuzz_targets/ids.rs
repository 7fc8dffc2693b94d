// SPDX-License-Identifier: GPL-3.0-or-later
//! Identifiers of positions and drawn boards.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gnubg_fuzz::run("ids", bytes));
