// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of players.

use crate::error::NameError;

/// Longest name, in bytes.
const LONGEST_NAME: usize = 31;

/// A name that can be given to a player, trimmed.
///
/// # Errors
/// If it cannot.
pub fn usable_name(name: &str) -> Result<String, NameError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(NameError::Unusable);
    }
    if ["0", "1", "both"].iter().any(|word| name.eq_ignore_ascii_case(word)) {
        return Err(NameError::Reserved(name.to_owned()));
    }
    Ok(name.to_owned())
}

/// Whether two names count as one: case does not matter, and a blank is as good as an underscore.
#[must_use]
pub fn is_same_name(a: &str, b: &str) -> bool {
    let plain = |name: &str| name.trim().replace('_', " ").to_lowercase();
    plain(a) == plain(b)
}
