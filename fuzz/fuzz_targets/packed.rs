// SPDX-License-Identifier: GPL-3.0-or-later
//! The records inside eXtreme Gammon files.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gnubg_fuzz::run("packed", bytes));
