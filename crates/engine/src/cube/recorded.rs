// SPDX-License-Identifier: GPL-3.0-or-later
//! Access of the tests to the recorded cases.

use serde_json::Value;
use std::path::PathBuf;

/// The text of a recorded file below `spec/data`, or `None` with a notice where it is absent.
pub(super) fn text(name: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/data").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is absent", path.display());
    }
    text
}

/// A recorded JSON file, or `None` with a notice where it is absent.
pub(super) fn json(name: &str) -> Option<Value> {
    Some(serde_json::from_str(&text(name)?).unwrap())
}

/// A number of a recorded case.
pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}
