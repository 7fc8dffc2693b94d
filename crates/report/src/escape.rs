// SPDX-License-Identifier: GPL-3.0-or-later
//! Text in HTML and SVG.

/// Text for HTML, with the characters of markup as character references.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // XML has no other control characters, and no U+FFFE and U+FFFF.
            c if (c.is_control() && c != '\n') || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
