// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading fields of a document whose numbers may be texts.

use serde_json::Value;

/// Deepest nesting of a document; BGBlitz needs about ten.
const MAX_DEPTH: usize = 64;

/// Refuses a Smile document that may be nested deeper than the decoder's stack allows.
///
/// The bytes that open objects and arrays may also occur inside texts and numbers, so this counts too many rather than
/// too few; real documents stay far below the limit because each container is closed again.
pub(super) fn check_depth(document: &[u8]) -> Result<(), String> {
    let mut run = 0usize;
    for &byte in document {
        run = match byte {
            // An array, or an object, directly inside another container.
            0xf8 | 0xfa => run + 1,
            0x80..=0xbf if run > 0 => run,
            _ => 0,
        };
        if run > MAX_DEPTH {
            return Err("the document is nested too deeply".to_owned());
        }
    }
    Ok(())
}

/// A field as an integer.
pub(super) fn int(value: &Value, key: &str) -> Option<i64> {
    match &value[key] {
        Value::Number(number) => number.as_i64().or_else(|| number.as_f64().map(|float| float as i64)),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// A field as a number; `None` for the values that mean "unknown".
pub(super) fn float(value: &Value, key: &str) -> Option<f32> {
    let number = match &value[key] {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }?;
    (number > -90.0 && number < 1e6).then_some(number as f32)
}

/// A field as a switch.
pub(super) fn flag(value: &Value, key: &str) -> bool {
    value[key].as_bool().unwrap_or(false)
}

/// A field as a text; empty if it is not a text.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or("")
}

/// A field as a list; empty if it is not a list.
pub(super) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_may_be_texts() {
        let value = json!({"a": "0.25", "b": 3, "c": "-999.00000000", "d": null, "e": true, "f": "x"});
        assert_eq!(
            (float(&value, "a"), float(&value, "b"), float(&value, "c")),
            (Some(0.25), Some(3.0), None)
        );
        assert_eq!((int(&value, "b"), int(&value, "d"), int(&value, "f")), (Some(3), None, None));
        assert!(flag(&value, "e") && !flag(&value, "z"));
        assert_eq!((text(&value, "f"), list(&value, "a").len()), ("x", 0));
    }

    #[test]
    fn nesting_is_bounded() {
        assert!(check_depth(&[0xf8; 50]).is_ok());
        assert!(check_depth(&[0xf8; 5000]).is_err());
        assert!(check_depth(&[0xfa, 0x80, b'a'].repeat(3000)).is_ok());
    }
}
