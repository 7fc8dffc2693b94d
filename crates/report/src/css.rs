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

/// Rules for elements.
const ELEMENTS: &str = "\
body { margin: 1em auto; max-width: 60em; padding: 0 1em; color: #111; background: #fff }
h2 { border-top: 1px solid #999; padding-top: .5em }
svg { max-width: 100%; height: auto }
pre { font-family: monospace; overflow-x: auto }
td, th { padding: .1em .5em }
";

/// Rules for classes, named as in GNU Backgammon's pages.
const CLASSES: [(&str, &str); 28] = [
    ("fontfamily", "font-family: sans-serif"),
    ("positionid", "font-size: 75%; color: #787878"),
    ("block", "display: block"),
    ("tiles", "border-collapse: collapse"),
    ("tile", "padding: 0; line-height: 0; white-space: nowrap"),
    ("tiny", "font-size: 25%"),
    ("number", "text-align: center; font-weight: bold; font-size: 60%; font-family: sans-serif"),
    ("movetable", "background: #ddddee; border-collapse: collapse"),
    ("moveheader", "background: #89d0e2; line-height: 2; text-align: left"),
    ("movenumber", "width: 2em; text-align: right"),
    ("moveply", "width: 5em; text-align: center"),
    ("movemove", "width: 20em; text-align: left"),
    ("moveequity", "width: 10em; text-align: left"),
    ("movethemove", "background: #ffffcc"),
    ("moveodd", "background: #d0d0d0"),
    ("percent", "text-align: right; font-size: 85%"),
    ("cubedecision", "background: #ddddee; text-align: left"),
    ("cubedecisionheader", "background: #89d0e2; text-align: center; padding: .5em"),
    ("cubeequity", "font-weight: bold"),
    ("cubeply", "font-weight: bold"),
    ("cubeprobs", "font-weight: bold"),
    ("cubecubelesstext", "font-style: italic"),
    ("stattable", "background: #fff2cc; text-align: left; width: 40em"),
    ("stattableheader", "background: #d15b34"),
    ("comment", "background: #ccffcc; padding: .5em; white-space: pre-wrap"),
    ("commentheader", "background: #6f9915; font-weight: bold; text-align: center; padding: .25em"),
    ("boardimagetop", "vertical-align: bottom"),
    ("boardimage", "vertical-align: top"),
];

/// Classes that call attention.
const LOUD: [(&str, &str); 4] = [
    ("joker", "background: #c00; color: #ff8; padding: 0 .3em"),
    ("cubeaction", "color: #c00"),
    ("blunder", "background: #c00; color: #ff8; padding: 0 .3em"),
    ("result", "background: #ff8; font-weight: bold; text-align: center; padding: .2em"),
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
        assert!(inline.starts_with("<p class=\"result\" style=\"background: #ff8;"), "{inline}");
    }
}
