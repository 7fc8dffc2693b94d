// SPDX-License-Identifier: GPL-3.0-or-later
//! Bytes read as whatever it looks like.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| gnubg_fuzz::exercise(bytes, None));
