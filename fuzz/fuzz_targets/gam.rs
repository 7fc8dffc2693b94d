// SPDX-License-Identifier: GPL-3.0-or-later
//! Bytes read as GAM.

#![no_main]

use gnubg_formats::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| gnubg_fuzz::exercise(bytes, Some(Format::Gam)));
