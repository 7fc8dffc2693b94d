// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole rollouts within SGF: rollout files, packed.

use super::lex::Prop;
use super::names;
use crate::packed::{pack, unpack};
use gnubg_record::Entry;
use gnubg_record::analysis::Analysis;
use std::fmt::Write as _;

/// The property with the rollouts behind an analysis, if there are any.
pub(super) fn write(out: &mut String, analysis: &Analysis) {
    let rollouts = [('p', &analysis.play_rollout), ('c', &analysis.cube_rollout)];
    let mut values = String::new();
    for (letter, text) in rollouts {
        if let Some(packed) = text.as_ref().and_then(|text| pack(text.as_bytes())) {
            let _ = write!(values, "[{letter}:{packed}]");
        }
    }
    if !values.is_empty() {
        let _ = write!(out, "{}{values}", names::ROLLOUTS);
    }
}

/// The rollouts of a property; whether all could be read.
pub(super) fn read(entry: &mut Entry, prop: &Prop<'_>) -> bool {
    let mut is_whole = true;
    for value in &prop.values {
        let unpacked = value.split_once(':').and_then(|(letter, packed)| {
            let text = String::from_utf8(unpack(packed)?).ok()?;
            Some((letter, text.into()))
        });
        entry.update_analysis(|analysis| match unpacked {
            Some(("p", text)) if analysis.play.is_some() => analysis.play_rollout = Some(text),
            Some(("c", text)) if analysis.cube.is_some() => analysis.cube_rollout = Some(text),
            _ => is_whole = false,
        });
    }
    is_whole
}
