// SPDX-License-Identifier: GPL-3.0-or-later
//! What the tests on recorded files share: where they are, their manifests, a match equity table.

#![allow(dead_code)]

use gnubg_engine::core::{Mwc, Player};
use gnubg_record::MatchEquity;
use std::collections::HashMap;
use std::path::PathBuf;

/// The folder of recorded material; tests pass without it.
pub(crate) fn shared() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared")
}

/// Whether a folder is there; says so if not.
pub(crate) fn has(path: &std::path::Path) -> bool {
    let there = path.exists();
    if !there {
        println!("skipped: {} is absent", path.display());
    }
    there
}

/// The rows of a manifest by column. Fields may stand in quotation marks.
pub(crate) fn manifest(folder: &std::path::Path) -> Vec<HashMap<String, String>> {
    let bytes = std::fs::read(folder.join("manifest.csv")).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut rows = text.lines().map(fields);
    let head = rows.next().unwrap();
    rows.map(|row| head.iter().cloned().zip(row).collect()).collect()
}

fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(c),
        }
    }
    fields.push(field);
    fields
}

/// A table of published match winning chances.
pub(crate) struct Table {
    pre: Vec<Vec<f32>>,
    post: Vec<f32>,
}

impl Table {
    /// The table the recorded analyses were made with; `None` if it is absent.
    pub(crate) fn kazaross() -> Option<Table> {
        let path = shared().join("spec/data/met/Kazaross-XG2.json");
        if !has(&path) {
            return None;
        }
        let json: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let floats = |value: &serde_json::Value| -> Vec<f32> {
            value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
        };
        let pre = json["pre"].as_array().unwrap().iter().map(floats).collect();
        let post = floats(&json["post"][0]["row"][0]);
        Some(Table { pre, post })
    }
}

impl MatchEquity for Table {
    fn at_score(&self, player: Player, away: [u32; 2], is_crawford: bool) -> Mwc {
        let (mine, other) = (away[player.index()] as usize, away[player.other().index()] as usize);
        if mine == 0 {
            return Mwc(1.0);
        }
        if other == 0 {
            return Mwc(0.0);
        }
        let zero = away[0] as usize - 1;
        let one = away[1] as usize - 1;
        let chance = if !is_crawford && (mine == 1 || other == 1) {
            if mine == 1 { 1.0 - self.post[other - 1] } else { self.post[mine - 1] }
        } else {
            let of_zero = self.pre[zero][one];
            if player == Player::Zero { of_zero } else { 1.0 - of_zero }
        };
        Mwc(chance)
    }
}
