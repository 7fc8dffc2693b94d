// SPDX-License-Identifier: GPL-3.0-or-later
//! The lines of a report; those of a web page are its rows and paragraphs.

use super::ReportLine;
use crate::Format;
use crate::text;

/// Whether a text is a web page.
pub(super) fn looks_like(text: &str) -> bool {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    ["<!doctype html", "<html", "<?xml", "<body", "<!--"].iter().any(|word| text::starts_with(start, word))
}

/// The lines of a report.
pub(super) fn lines(text: &str, format: Format) -> Vec<ReportLine> {
    if format == Format::Html && text.contains('<') {
        return Page::new(text).read();
    }
    let plain = |line: &text::TextLine<'_>| ReportLine {
        number: line.number,
        text: line.text.to_owned(),
        is_comment: false,
    };
    text::lines(text).iter().map(plain).collect()
}

/// Elements whose content is not text of the page.
const HIDDEN: [&str; 4] = ["style", "script", "svg", "title"];

/// Elements that begin and end a line.
const BLOCKS: [&str; 14] =
    ["br", "hr", "tr", "p", "div", "h1", "h2", "h3", "h4", "table", "pre", "body", "head", "li"];

struct Page<'a> {
    rest: &'a str,
    number: usize,
    lines: Vec<ReportLine>,
    line: ReportLine,
    /// Open `pre` elements, in which line ends count.
    n_pre: usize,
    /// Open `div` elements inside a comment and the comment itself.
    n_comment: usize,
}

impl<'a> Page<'a> {
    fn new(text: &'a str) -> Page<'a> {
        let line = ReportLine { number: 1, text: String::new(), is_comment: false };
        Page { rest: text, number: 1, lines: Vec::new(), line, n_pre: 0, n_comment: 0 }
    }

    fn read(mut self) -> Vec<ReportLine> {
        while !self.rest.is_empty() {
            if self.rest.starts_with("<!--") {
                let end = self.rest.find("-->").map_or(self.rest.len(), |end| end + 3);
                self.skip(end);
            } else if self.rest.starts_with('<') {
                self.tag();
            } else {
                let end = self.rest.find('<').unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(end);
                self.text(text);
                self.rest = rest;
            }
        }
        self.end_line();
        self.lines
    }

    fn skip(&mut self, n: usize) {
        let (over, rest) = self.rest.split_at(n);
        self.number += over.matches('\n').count();
        self.rest = rest;
    }

    fn tag(&mut self) {
        let end = self.rest.find('>').map_or(self.rest.len(), |end| end + 1);
        let tag = &self.rest[1..end];
        self.skip(end);
        let (tag, is_end) = tag.strip_prefix('/').map_or((tag, false), |tag| (tag, true));
        let length = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        let name = tag[..length].to_ascii_lowercase();
        if HIDDEN.contains(&name.as_str()) && !is_end {
            let close = format!("</{name}");
            let end = find_ascii_case(self.rest, &close).unwrap_or(self.rest.len());
            return self.skip(end);
        }
        if BLOCKS.contains(&name.as_str()) {
            self.end_line();
        }
        match (name.as_str(), is_end) {
            ("td" | "th", true) => self.line.text.push_str("  "),
            ("pre", false) => self.n_pre += 1,
            ("pre", true) => self.n_pre = self.n_pre.saturating_sub(1),
            ("div", false) if self.n_comment > 0 || is_comment(tag) => self.n_comment += 1,
            ("div", true) => self.n_comment = self.n_comment.saturating_sub(1),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 {
                self.number += 1;
                if self.n_pre > 0 || self.n_comment > 0 {
                    self.end_line();
                } else if !self.line.text.is_empty() {
                    self.line.text.push(' ');
                }
            }
            if self.line.text.is_empty() {
                self.line.number = self.number;
            }
            self.line.text.push_str(&unescaped(line.trim_end_matches('\r')));
            self.line.is_comment |= self.n_comment > 0;
        }
    }

    fn end_line(&mut self) {
        let next = ReportLine { number: self.number, text: String::new(), is_comment: false };
        let line = std::mem::replace(&mut self.line, next);
        if !line.text.is_empty() || line.is_comment {
            self.lines.push(line);
        }
    }
}

/// Whether a `div` is a comment; the heading above it has a class of its own.
fn is_comment(tag: &str) -> bool {
    tag.contains("\"comment\"") || tag.contains("'comment'")
}

fn find_ascii_case(text: &str, word: &str) -> Option<usize> {
    text.match_indices('<').map(|(at, _)| at).find(|&at| text::starts_with(&text[at..], word))
}

/// A text with its character references replaced.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let found =
            rest.find(';').filter(|&end| end < 12).and_then(|end| Some((end, reference(&rest[1..end])?)));
        match found {
            Some((end, c)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

fn reference(name: &str) -> Option<char> {
    Some(match name {
        "nbsp" => ' ',
        "bull" => '•',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "minus" => '-',
        _ => {
            let number = name.strip_prefix('#')?;
            let hex = number.strip_prefix(['x', 'X']).map(|digits| u32::from_str_radix(digits, 16));
            char::from_u32(hex.unwrap_or_else(|| number.parse()).ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_paragraphs_are_lines() {
        let page = "<!DOCTYPE html>\n<title>no</title><style>p { }</style>\n<p>A &amp; &#66;<br/>\
                    <!-- x -->C</p><table><tr>\n<td>1.</td>\n<td>24/18</td></tr></table>\
                    <div class=\"comment\">é\n2 &lt; 3</div><pre>a\nb</pre>";
        let found = lines(page, Format::Html);
        let texts: Vec<&str> =
            found.iter().map(|line| line.text.trim()).filter(|text| !text.is_empty()).collect();
        assert_eq!(texts, ["A & B", "C", "1.   24/18", "é", "2 < 3", "a", "b"]);
        assert_eq!(found.iter().filter(|line| line.is_comment).count(), 2);
        assert_eq!(unescaped("a &nothing; & &#x41;"), "a &nothing; & A");
    }
}
