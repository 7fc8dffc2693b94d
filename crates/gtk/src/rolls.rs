// SPDX-License-Identifier: GPL-3.0-or-later
//! Rolls as text, two digits each: "31 66".

use thiserror::Error;

/// A text that is not a list of rolls.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("roll {number} is {text:?}; rolls are two digits from 1 to 6, such as \"31 66\"")]
pub(crate) struct RollsError {
    number: usize,
    text: String,
}

/// Reads a list of rolls.
///
/// # Errors
/// If one of its words is not two digits from 1 to 6.
pub(crate) fn parse(text: &str) -> Result<Vec<[u8; 2]>, RollsError> {
    let roll = |(n, word): (usize, &str)| match word.as_bytes() {
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Ok([a - b'0', b - b'0']),
        _ => Err(RollsError { number: n + 1, text: word.to_owned() }),
    };
    text.split_whitespace().enumerate().map(roll).collect()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn rolls_are_read() {
        assert_eq!(parse(" 31 66"), Ok(vec![[3, 1], [6, 6]]));
        let error = parse("31 70").unwrap_err();
        assert!(error.to_string().contains("roll 2 is \"70\""));
    }
}
