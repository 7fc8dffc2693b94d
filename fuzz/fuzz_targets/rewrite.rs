// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of any format, written and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gnubg_fuzz::run("rewrite", bytes));
