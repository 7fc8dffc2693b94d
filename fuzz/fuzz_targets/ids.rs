// SPDX-License-Identifier: GPL-3.0-or-later
//! Texts read as identifiers of positions or drawn boards.

#![no_main]

use gnubg_engine::core::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(found) = gnubg_formats::ids::find(text, Rules::default()) {
        assert!(found.state.board.check(found.state.rules.variation).is_ok());
    }
});
