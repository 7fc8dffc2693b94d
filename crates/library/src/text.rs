// SPDX-License-Identifier: GPL-3.0-or-later
//! Names that count as the same, unique numbers, and hexadecimal text.

use rand::RngExt as _;

/// A name without case, accents, blanks and punctuation: "Ana Ruiz", "ANA RUIZ" and "a.ruíz" differ only in what is left
/// out of it. Empty for names without letters and digits.
#[must_use]
pub(crate) fn folded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match plain(c) {
            Some(text) => out.push_str(text),
            None if c.is_alphanumeric() => out.push(c),
            None => {}
        }
    }
    out
}

/// The letters without accents for one of the Latin script.
fn plain(c: char) -> Option<&'static str> {
    const LETTERS: [(&str, &str); 30] = [
        ("a", "àáâãäåāăą"),
        ("ae", "æ"),
        ("c", "çćĉċč"),
        ("d", "ðďđ"),
        ("e", "èéêëēĕėęě"),
        ("g", "ĝğġģ"),
        ("h", "ĥħ"),
        ("i", "ìíîïĩīĭįı"),
        ("j", "ĵ"),
        ("k", "ķ"),
        ("l", "ĺļľŀł"),
        ("n", "ñńņňŉ"),
        ("o", "òóôõöøōŏő"),
        ("oe", "œ"),
        ("r", "ŕŗř"),
        ("s", "śŝşšș"),
        ("ss", "ß"),
        ("t", "ţťŧț"),
        ("th", "þ"),
        ("u", "ùúûüũūŭůűų"),
        ("w", "ŵ"),
        ("y", "ýÿŷ"),
        ("z", "źżž"),
        // Marks that follow their letter.
        ("", "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30a}\u{30c}\u{327}\u{328}"),
        ("a", "ạảấầẩẫậắằẳẵặ"),
        ("e", "ẹẻẽếềểễệ"),
        ("i", "ỉị"),
        ("o", "ọỏốồổỗộớờởỡợơ"),
        ("u", "ụủứừửữựư"),
        ("y", "ỳỵỷỹ"),
    ];
    if c.is_ascii() {
        return None;
    }
    LETTERS.iter().find(|(_, accented)| accented.contains(c)).map(|(plain, _)| *plain)
}

/// A new number that no other library has.
#[must_use]
pub(crate) fn new_uid() -> [u8; 16] {
    rand::rng().random()
}

/// Bytes as hexadecimal digits.
#[must_use]
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_name_fold_to_the_same() {
        for name in ["Ana Ruiz", "ANA RUIZ", "ana_ruiz", "Ana Ruíz", "ana.ruiz", " Ana  Rui\u{301}z "] {
            assert_eq!(folded(name), "anaruiz", "{name}");
        }
        assert_eq!(folded("Straße"), "strasse");
        assert_eq!(folded("Łukasz Øre"), "lukaszore");
        assert_eq!(folded("望月"), "望月");
        assert_eq!(folded("..."), "");
        assert_ne!(folded("north"), folded("nordlicht"));
    }
}
