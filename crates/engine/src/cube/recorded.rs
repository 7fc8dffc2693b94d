// SPDX-License-Identifier: GPL-3.0-or-later
//! Access of the tests to the recorded cases.

use serde_json::Value;
use std::path::Path;

/// The text of a recorded file: complete, else the part of it in `tests/data`, else `None` with a notice.
pub(super) fn text(name: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["../../../shared/spec/data", "tests/data"];
    let text = folders.iter().find_map(|folder| std::fs::read_to_string(root.join(folder).join(name)).ok());
    if text.is_none() {
        println!("skipped: {name} is absent");
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
