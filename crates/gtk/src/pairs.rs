// SPDX-License-Identifier: GPL-3.0-or-later
//! Lists of key=value pairs, as the board's appearance is one.

/// The value of a key in a list of key=value pairs.
pub(crate) fn value_of<'a>(pairs: &'a str, key: &str) -> Option<&'a str> {
    pairs.split_whitespace().filter_map(|pair| pair.split_once('=')).find(|(k, _)| *k == key).map(|(_, v)| v)
}

/// The list with that key's value replaced or added.
pub(crate) fn with_value(pairs: &str, key: &str, value: &str) -> String {
    let others = pairs.split_whitespace().filter(|pair| pair.split_once('=').is_none_or(|(k, _)| k != key));
    others.chain([format!("{key}={value}").as_str()]).collect::<Vec<_>>().join(" ")
}

/// The list without that key.
pub(crate) fn without(pairs: &str, key: &str) -> String {
    let others = pairs.split_whitespace().filter(|pair| pair.split_once('=').is_none_or(|(k, _)| k != key));
    others.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_replaced() {
        let pairs = with_value("board=#112233 design=walnut", "design", "felt");
        assert_eq!(pairs, "board=#112233 design=felt");
        assert_eq!(value_of(&pairs, "design"), Some("felt"));
        assert_eq!(value_of(&with_value("", "labels", "n"), "labels"), Some("n"));
    }
}
