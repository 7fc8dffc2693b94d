// SPDX-License-Identifier: GPL-3.0-or-later
//! Bytes to text to lines, and a small scanner over a line.
//!
//! Encoding: a byte order mark decides; else UTF-8 if valid, else Windows-1252, which covers Latin-1 and never fails.
//! NUL bytes are dropped. LF, CR, CRLF and CRCRLF end a line.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Decodes a text file. `label` names the encoding the file itself claims, if it does.
pub(crate) fn decode(bytes: &[u8], label: Option<&str>) -> String {
    let (encoding, skip) = match Encoding::for_bom(bytes) {
        Some((encoding, n)) => (encoding, n),
        None if std::str::from_utf8(bytes).is_ok() => (UTF_8, 0),
        None => {
            let claimed = label.and_then(|label| Encoding::for_label(label.as_bytes()));
            (claimed.filter(|&encoding| encoding != UTF_8).unwrap_or(WINDOWS_1252), 0)
        }
    };
    let (text, _) = encoding.decode_without_bom_handling(&bytes[skip..]);
    let text = if text.contains('\0') { text.replace('\0', "") } else { text.into_owned() };
    // Every reader knows line feeds, so a file of an old Macintosh gets them.
    if text.contains('\r') && !text.contains('\n') { text.replace('\r', "\n") } else { text }
}

/// One line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextLine<'a> {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Its text without the line end.
    pub(crate) text: &'a str,
    /// Whether it is the last line and has no line end.
    pub(crate) is_cut: bool,
}

/// The lines of a text.
pub(crate) fn lines(text: &str) -> Vec<TextLine<'_>> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let (mut start, mut n) = (0, 0);
    while n < bytes.len() {
        let end = n;
        match bytes[n] {
            b'\n' => n += 1,
            b'\r' => {
                // Any run of carriage returns before a line feed is one line end.
                let run = bytes[n..].iter().take_while(|&&b| b == b'\r').count();
                n += if bytes.get(n + run) == Some(&b'\n') { run + 1 } else { 1 };
            }
            _ => {
                n += 1;
                continue;
            }
        }
        lines.push(TextLine { number: lines.len() + 1, text: &text[start..end], is_cut: false });
        start = n;
    }
    if start < bytes.len() {
        lines.push(TextLine { number: lines.len() + 1, text: &text[start..], is_cut: true });
    }
    lines
}

/// Reads a line from left to right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan<'a> {
    rest: &'a str,
}

impl<'a> Scan<'a> {
    pub(crate) fn new(text: &'a str) -> Scan<'a> {
        Scan { rest: text }
    }

    /// What has not been read.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Skips blanks.
    pub(crate) fn blanks(&mut self) -> &mut Scan<'a> {
        self.rest = self.rest.trim_start();
        self
    }

    /// Reads `word` in any case, if it is next.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        match self.rest.get(..word.len()) {
            Some(start) if start.eq_ignore_ascii_case(word) => {
                self.rest = &self.rest[word.len()..];
                true
            }
            _ => false,
        }
    }

    /// Reads digits as a number; `None` (and nothing read) if there are none or too many.
    pub(crate) fn number(&mut self) -> Option<u32> {
        let n = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let value = self.rest[..n].parse().ok()?;
        self.rest = &self.rest[n..];
        Some(value)
    }

    /// Reads a number with an optional sign.
    pub(crate) fn signed(&mut self) -> Option<i64> {
        let negative = self.rest.starts_with('-');
        let mut ahead = Scan::new(self.rest.trim_start_matches(['-', '+']));
        let value = i64::from(ahead.number()?);
        *self = ahead;
        Some(if negative { -value } else { value })
    }

    /// Reads one digit.
    pub(crate) fn digit(&mut self) -> Option<u8> {
        let digit = self.rest.bytes().next().filter(u8::is_ascii_digit)?;
        self.rest = &self.rest[1..];
        Some(digit - b'0')
    }

    /// Reads up to the next blank.
    pub(crate) fn token(&mut self) -> &'a str {
        self.blanks();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        token
    }
}

/// Whether `text` starts with `word`, in any case.
pub(crate) fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The most characters of a name.
const MAX_NAME: usize = 64;

/// A name as it is kept: trimmed, inner blanks collapsed, control characters dropped, at most 64 characters. What comes after
/// these, which may be megabytes, is not looked at.
pub(crate) fn clean_name(name: &str) -> String {
    let (mut kept, mut n_kept, mut has_blank) = (String::new(), 0, false);
    for c in name.chars() {
        if c.is_whitespace() {
            has_blank = n_kept > 0;
            continue;
        }
        if c.is_control() {
            continue;
        }
        let blank = std::mem::take(&mut has_blank).then_some(' ');
        for c in blank.into_iter().chain([c]) {
            if n_kept == MAX_NAME {
                break;
            }
            kept.push(c);
            n_kept += 1;
        }
        if n_kept == MAX_NAME {
            break;
        }
    }
    kept.truncate(kept.trim_end().len());
    kept
}

/// Free text as it is kept: line ends as LF, other blanks as spaces, other control characters dropped.
pub(crate) fn clean_text(text: &str) -> String {
    let text: String = lines(text).iter().map(|line| line.text).collect::<Vec<_>>().join("\n");
    text.chars()
        .map(|c| if c.is_whitespace() && c != '\n' { ' ' } else { c })
        .filter(|c| !c.is_control() || *c == '\n')
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(clean_name(" a\t\u{0} b\n\nc \u{7}"), "a b c");
        assert_eq!(clean_name(&"ö".repeat(20 << 20)), "ö".repeat(MAX_NAME));
        for n in 60..70 {
            let name = "x".repeat(n) + " y";
            let expected = name.chars().take(MAX_NAME).collect::<String>();
            assert_eq!(clean_name(&name), expected.trim_end());
        }
        assert_eq!(clean_name(" \t\u{1}"), "");
    }

    #[test]
    fn encodings() {
        assert_eq!(decode(b"\xef\xbb\xbfJ\xc3\xb6rg", None), "Jörg");
        assert_eq!(decode(b"J\xc3\xb6rg", None), "Jörg");
        assert_eq!(decode(b"J\xf6rg", None), "Jörg");
        assert_eq!(decode(b"J\xf6rg", Some("iso-8859-2")), "Jörg");
        assert_eq!(decode(b"\x80uro", None), "€uro");
        assert_eq!(decode(b"\xff\xfeJ\x00\xf6\x00", None), "Jö");
        assert_eq!(decode(b"a\x00b", None), "ab");
        assert_eq!(decode(b"a\rb\r\rc", None), "a\nb\n\nc");
        assert_eq!(decode(b"a\rb\r\nc", None), "a\rb\r\nc");
    }

    #[test]
    fn line_ends() {
        let found = |text: &str| lines(text).iter().map(|line| line.text.to_owned()).collect::<Vec<_>>();
        assert_eq!(found("a\nb\r\nc\r\r\nd\re"), ["a", "b", "c", "d", "e"]);
        assert_eq!(found("a\n\nb\n"), ["a", "", "b"]);
        assert_eq!(found("a\r\rb"), ["a", "", "b"]);
        assert_eq!(found(""), Vec::<String>::new());
    }

    #[test]
    fn scanning() {
        let mut scan = Scan::new("  12 Points -7 x");
        assert_eq!(scan.blanks().number(), Some(12));
        assert!(scan.blanks().word("points"));
        assert_eq!(scan.blanks().signed(), Some(-7));
        assert_eq!(scan.token(), "x");
        assert_eq!(scan.token(), "");
        assert_eq!(Scan::new("99999999999").number(), None);
        assert!(!Scan::new("é").word("e"));
    }

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean_name("  Ann\t\u{7} Lee  "), "Ann Lee");
        assert_eq!(clean_name(&"x".repeat(100)).len(), 64);
        assert_eq!(clean_text("a\tb\r\nc"), "a b\nc");
    }
}
