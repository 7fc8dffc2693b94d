// SPDX-License-Identifier: GPL-3.0-or-later
//! Comments in Rich Text Format.

use encoding_rs::WINDOWS_1252;
use std::fmt::Write as _;

/// Deepest nesting that is followed.
const MAX_DEPTH: usize = 64;

/// Groups whose content is not text.
const DESTINATIONS: [&str; 8] =
    ["fonttbl", "colortbl", "stylesheet", "info", "pict", "generator", "themedata", "listtable"];

/// The plain text of a comment; text that is not RTF is kept as it is.
pub(super) fn plain(bytes: &[u8]) -> String {
    if !bytes.starts_with(b"{\\rtf") {
        return WINDOWS_1252.decode(bytes).0.trim().to_owned();
    }
    let mut reader = RtfReader { bytes, at: 0, out: String::new(), half: None, skipped: vec![false] };
    while reader.at < bytes.len() {
        reader.step();
    }
    let lines = reader.out.lines().map(str::trim_end);
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// A comment as one line of Rich Text Format.
pub(super) fn written(text: &str) -> String {
    let mut out = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}\f0 ".to_owned();
    for c in text.chars() {
        match c {
            '\n' => out.push_str(r"\par "),
            '\\' | '{' | '}' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c if c.is_control() => {}
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Numbers are signed, and a question mark stands for programs without Unicode.
                    let _ = write!(out, r"\u{}?", unit.cast_signed());
                }
            }
        }
    }
    out + "}"
}

struct RtfReader<'a> {
    bytes: &'a [u8],
    at: usize,
    out: String,
    /// The first half of a letter beyond the first 65,536, whose second half follows.
    half: Option<u16>,
    /// For each open group, whether its content is not text.
    skipped: Vec<bool>,
}

impl RtfReader<'_> {
    fn is_skipped(&self) -> bool {
        self.skipped.last().copied().unwrap_or(false)
    }

    fn push(&mut self, text: &str) {
        if !self.is_skipped() {
            self.out.push_str(text);
        }
    }

    fn step(&mut self) {
        let byte = self.bytes[self.at];
        self.at += 1;
        match byte {
            b'{' => {
                if self.skipped.len() < MAX_DEPTH {
                    self.skipped.push(self.is_skipped());
                }
            }
            b'}' => {
                if self.skipped.len() > 1 {
                    self.skipped.pop();
                }
            }
            b'\\' => self.control(),
            b'\r' | b'\n' | 0 => {}
            byte => {
                let text = WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned();
                self.push(&text);
            }
        }
    }

    fn control(&mut self) {
        let Some(&first) = self.bytes.get(self.at) else { return };
        if !first.is_ascii_alphabetic() {
            self.at += 1;
            match first {
                b'\'' => {
                    let digits =
                        self.bytes.get(self.at..self.at + 2).and_then(|d| std::str::from_utf8(d).ok());
                    if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                        self.at += 2;
                        let text = WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned();
                        self.push(&text);
                    }
                }
                b'*' => {
                    if let Some(skipped) = self.skipped.last_mut() {
                        *skipped = true;
                    }
                }
                b'~' => self.push(" "),
                b'\\' | b'{' | b'}' => self.push(char::from(first).encode_utf8(&mut [0; 4])),
                _ => {}
            }
            return;
        }
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        let word = String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned();
        let number_at = self.at;
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let number =
            std::str::from_utf8(&self.bytes[number_at..self.at]).ok().and_then(|n| n.parse::<i64>().ok());
        if self.bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        match word.as_str() {
            "par" | "line" => self.push("\n"),
            "tab" => self.push(" "),
            "u" => {
                let code = number.map(|n| if n < 0 { n + 65_536 } else { n });
                if let Some(unit) = code.and_then(|n| u16::try_from(n).ok()) {
                    let units: Vec<u16> = self.half.take().into_iter().chain([unit]).collect();
                    match char::decode_utf16(units).next() {
                        Some(Ok(c)) => self.push(c.encode_utf8(&mut [0; 4])),
                        _ => self.half = (0xd800..0xdc00).contains(&unit).then_some(unit),
                    }
                }
                // One replacement character follows.
                if self.bytes.get(self.at) == Some(&b'?') {
                    self.at += 1;
                }
            }
            word if DESTINATIONS.contains(&word) => {
                if let Some(skipped) = self.skipped.last_mut() {
                    *skipped = true;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{plain, written};

    #[test]
    fn comments_survive() {
        for text in ["A {good} play\\move\nof two lines", "é „Yes“ 弘 🎲? ??", "?"] {
            assert_eq!(plain(written(text).as_bytes()), text);
            assert!(written(text).is_ascii() && !written(text).contains('\n'));
        }
    }

    #[test]
    fn remarks_become_text() {
        let rtf = br"{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator X;}\pard A \b good\b0  move\'e9\par \u8222?Yes\{\}}";
        assert_eq!(plain(rtf), "A good moveé\n„Yes{}");
        assert_eq!(plain(b"plain text "), "plain text");
        for broken in [&b"{\\rtf\\"[..], b"{\\rtf\\'", b"{\\rtf\\u-", b"{\\rtf}}}}", b"{\\rtf\\'zz"] {
            let _ = plain(broken);
        }
        let _ = plain(&b"{\\rtf".iter().chain([b'{'; 5000].iter()).copied().collect::<Vec<_>>());
    }
}
