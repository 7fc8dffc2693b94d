// SPDX-License-Identifier: GPL-3.0-or-later
//! The style sheet of web pages: in the head of the page, in a file beside it, or in each element.

use std::fmt::Write as _;

/// The file of the style sheet when it is not in the page.
pub const FILE_NAME: &str = "gnubg.css";

/// Where the style sheet of a page goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StyleSheet {
    /// Into the page's head.
    #[default]
    Head,
    /// Into the file [`FILE_NAME`] beside it.
    External,
    /// Into each element, for pages that are pasted into others.
    Inline,
}

/// How pages look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HtmlOptions {
    /// Where the style sheet goes.
    pub style: StyleSheet,
    /// Whether each game of a match is a page of its own.
    pub has_page_per_game: bool,
    /// Pixels a unit of the boards, which have 108 by 82 units.
    pub scale: u32,
}

impl Default for HtmlOptions {
    fn default() -> HtmlOptions {
        HtmlOptions { style: StyleSheet::default(), has_page_per_game: false, scale: 4 }
    }
}

/// Rules for elements: the board at the left, what belongs to it at the right; below one another on a narrow screen and
/// side by side on paper.
const ELEMENTS: &str = "\
body { margin: 1em auto; max-width: 64em; padding: 0 1em; color: #212929; background: #fff; line-height: 1.4 }
h2 { clear: both; margin: 1.5em 0 .3em; border-bottom: 2px solid #b9c0c4; padding-bottom: .2em }
h3 { clear: both; margin: 0; padding: 1.2em 0 .4em; font-size: 1.05em }
hr { clear: both; border: 0; border-top: 1px solid #b9c0c4 }
p { margin: .2em 0 } a { color: #0b57a4 }
svg { max-width: 100%; height: auto }
pre { font-family: monospace; overflow-x: auto }
table { border-collapse: collapse; margin: .3em 0; font-variant-numeric: tabular-nums }
td, th { padding: .15em .6em }
.summary td, .summary th { text-align: right } .summary th { color: #5c6366; font-weight: normal; font-size: 85%; border-bottom: 1px solid #d5d9dc }
.summary td:first-child, .summary th:first-child { text-align: left } .summary td:first-child, .summary td:nth-child(2) { font-weight: bold }
@media (max-width: 48em) { svg.board { float: none; margin: 0 0 .4em } .movemove { width: auto } }
@media print { body { margin: 0; max-width: none; font-size: 8.5pt } svg.board { width: 15em } h3, tr { break-after: avoid } }
";

/// Rules for classes, named as in GNU Backgammon's pages.
const CLASSES: [(&str, &str); 38] = [
    ("fontfamily", "font-family: system-ui, sans-serif"),
    ("board", "float: left; margin: 0 1.2em .8em 0; width: 26em; border-radius: 4px"),
    ("summary", "width: 100%; margin: .6em 0"),
    ("facts", "margin: 0 0 .6em"),
    ("quiet", "color: #5c6366"),
    ("scroll", "overflow-x: auto"),
    ("course", "width: 100%; height: 8em; display: block"),
    ("sides", "display: flex; justify-content: space-between; font-size: 85%"),
    ("very-bad", "color: #b01018; stroke: #b01018"),
    ("bad", "color: #8a5200; stroke: #b87400"),
    ("doubtful", "color: #47617a; stroke: #47617a"),
    ("positionid", "font-size: 80%; color: #5c6366"),
    ("block", "display: block"),
    ("tiles", "border-collapse: collapse"),
    ("tile", "padding: 0; line-height: 0; white-space: nowrap"),
    ("tiny", "font-size: 25%"),
    ("number", "text-align: center; font-weight: bold; font-size: 60%; font-family: sans-serif"),
    ("movetable", "border-collapse: collapse; border-bottom: 1px solid #d5d9dc"),
    ("moveheader", "color: #5c6366; font-size: 85%; text-align: left; border-bottom: 1px solid #d5d9dc"),
    ("movenumber", "width: 1.5em; text-align: right; color: #5c6366"),
    ("moveply", "white-space: nowrap; color: #5c6366; font-size: 85%"),
    ("movemove", "width: 11em; text-align: left; font-weight: bold"),
    ("moveequity", "width: 9em; text-align: left"),
    ("movethemove", "background: #e3edfa"),
    ("moveodd", "background: #f6f7f8"),
    ("percent", "text-align: right; font-size: 80%; color: #5c6366; padding-top: 0"),
    ("cubedecision", "text-align: left; border-bottom: 1px solid #d5d9dc"),
    (
        "cubedecisionheader",
        "color: #5c6366; font-size: 85%; text-align: left; border-bottom: 1px solid #d5d9dc",
    ),
    ("cubeequity", "font-weight: bold"),
    ("cubeply", "font-weight: bold"),
    ("cubeprobs", "font-size: 80%; color: #5c6366"),
    ("cubecubelesstext", "font-size: 80%; color: #5c6366"),
    ("stattable", "clear: both; text-align: left; width: 100%; max-width: 46em"),
    ("stattableheader", "border-bottom: 1px solid #b9c0c4; line-height: 2"),
    ("comment", "background: #f3f6ef; border-left: 3px solid #6f9915; padding: .5em; white-space: pre-wrap"),
    ("commentheader", "font-weight: bold; margin-top: .4em; padding: .25em 0"),
    ("boardimagetop", "vertical-align: bottom"),
    ("boardimage", "vertical-align: top"),
];

/// Classes that call attention.
const LOUD: [(&str, &str); 4] = [
    ("joker", "color: #b01018; font-weight: bold"),
    ("cubeaction", "color: #0d6b40; font-weight: bold"),
    ("blunder", "color: #b01018; font-weight: bold"),
    ("result", "clear: both; font-weight: bold; border-top: 1px solid #b9c0c4; padding: .4em 0"),
];

fn classes() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    CLASSES.iter().chain(&LOUD)
}

/// The whole style sheet.
#[must_use]
pub fn sheet() -> String {
    let mut out = ELEMENTS.to_owned();
    for (class, rules) in classes() {
        let _ = writeln!(out, ".{class} {{ {rules} }}");
    }
    out
}

/// The part of a page's head that holds or names the style sheet.
pub(crate) fn head(style: StyleSheet) -> String {
    match style {
        StyleSheet::Head => format!("<style>\n{}</style>\n", sheet()),
        StyleSheet::External => format!("<link rel=\"stylesheet\" href=\"{FILE_NAME}\"/>\n"),
        StyleSheet::Inline => String::new(),
    }
}

/// The finished page, with the rules in each element for [`StyleSheet::Inline`]. Quotation marks in texts are
/// character references, so no text is taken for an attribute.
pub(crate) fn finished(page: String, style: StyleSheet) -> String {
    if style != StyleSheet::Inline {
        return page;
    }
    classes().fold(page, |page, (class, rules)| {
        page.replace(&format!("class=\"{class}\""), &format!("class=\"{class}\" style=\"{rules}\""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_rules_once() {
        let sheet = sheet();
        for (class, rules) in classes() {
            assert_eq!(sheet.matches(&format!(".{class} {{ {rules} }}")).count(), 1, "{class}");
        }
        assert_eq!(sheet.matches('{').count(), sheet.matches('}').count());
        assert!(head(StyleSheet::Head).contains(&sheet) && head(StyleSheet::Inline).is_empty());
    }

    #[test]
    fn rules_go_into_elements_where_asked() {
        let page = || "<p class=\"result\">x</p>".to_owned();
        assert_eq!(finished(page(), StyleSheet::Head), page());
        let inline = finished(page(), StyleSheet::Inline);
        assert!(inline.starts_with("<p class=\"result\" style=\"clear: both;"), "{inline}");
    }
}
