// SPDX-License-Identifier: GPL-3.0-or-later
//! SGF as properties: trees of nodes, the first branch at every fork.
//!
//! A damaged file yields every node that is complete. Nesting is bounded, and nothing here recurses.

use crate::error::{Place, Warnings};

/// Deepest nesting of branches that is read.
const MAX_DEPTH: usize = 200;

/// One property with its values as the file has them, between the brackets, escapes untouched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prop<'a> {
    pub(super) name: String,
    pub(super) values: Vec<&'a str>,
    pub(super) at: Place,
}

impl<'a> Prop<'a> {
    /// The first value; empty if there is none.
    pub(super) fn value(&self) -> &'a str {
        self.values.first().copied().unwrap_or("")
    }
}

/// One node.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Node<'a> {
    pub(super) props: Vec<Prop<'a>>,
}

impl<'a> Node<'a> {
    /// The property of that name.
    pub(super) fn get(&self, name: &str) -> Option<&Prop<'a>> {
        self.props.iter().find(|prop| prop.name == name)
    }
}

/// The main line of one game tree.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    pub(super) line: usize,
}

/// What stops reading altogether.
pub(super) struct TooDeep(pub(super) Place);

struct Lexer<'a, 'w> {
    text: &'a str,
    at: usize,
    line: usize,
    line_start: usize,
    warnings: &'w mut Warnings,
}

/// The game trees of a file.
pub(super) fn trees<'a>(text: &'a str, warnings: &mut Warnings) -> Result<Vec<Tree<'a>>, TooDeep> {
    let mut lexer = Lexer { text, at: 0, line: 1, line_start: 0, warnings };
    let mut trees = Vec::new();
    // For each open parenthesis: whether a branch inside it has been finished, and whether it is followed.
    let mut open: Vec<(bool, bool)> = Vec::new();
    let mut said_branches = false;
    while let Some(c) = lexer.peek() {
        let followed = open.last().is_none_or(|&(_, followed)| followed);
        match c {
            '(' => {
                if open.is_empty() {
                    trees.push(Tree { nodes: Vec::new(), line: lexer.line });
                }
                if open.len() >= MAX_DEPTH {
                    return Err(TooDeep(lexer.place()));
                }
                let first = open.last().is_none_or(|&(has_branch, _)| !has_branch);
                if !first && followed && !said_branches {
                    said_branches = true;
                    let at = lexer.place();
                    lexer.warnings.add(at, "variations after the first are not read");
                }
                open.push((false, followed && first));
                lexer.bump();
            }
            ')' => {
                lexer.bump();
                if open.pop().is_none() {
                    let at = lexer.place();
                    lexer.warnings.add(at, "a closing parenthesis too many");
                }
                if let Some((has_branch, _)) = open.last_mut() {
                    *has_branch = true;
                }
            }
            ';' => {
                lexer.bump();
                if followed && let Some(tree) = trees.last_mut().filter(|_| !open.is_empty()) {
                    tree.nodes.push(Node::default());
                }
            }
            'A'..='Z' | 'a'..='z' => {
                let prop = lexer.property();
                let node = trees.last_mut().and_then(|tree: &mut Tree| tree.nodes.last_mut());
                if let (Some(prop), Some(node), true, false) = (prop, node, followed, open.is_empty()) {
                    node.props.push(prop);
                }
            }
            '[' => {
                let at = lexer.place();
                lexer.value();
                lexer.warnings.add(at, "a value without a property is ignored");
            }
            _ => lexer.bump(),
        }
    }
    if !open.is_empty() {
        let at = lexer.place();
        lexer.warnings.add(at, "the file ends in the middle of a game");
    }
    Ok(trees)
}

impl<'a> Lexer<'a, '_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        if let Some(c) = self.peek() {
            self.at += c.len_utf8();
            if c == '\n' {
                self.line += 1;
                self.line_start = self.at;
            }
        }
    }

    fn place(&self) -> Place {
        // Columns count bytes; counting characters would take long in files of one line.
        Place::Column(self.line, self.at - self.line_start + 1)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    /// Reads a property with all its values; `None` if it has no value or breaks off.
    fn property(&mut self) -> Option<Prop<'a>> {
        let at = self.place();
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            self.bump();
        }
        // Lower-case letters are comments on the name; two capitals are significant.
        let name: String =
            self.text[start..self.at].chars().filter(char::is_ascii_uppercase).take(2).collect();
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() != Some('[') {
                break;
            }
            values.push(self.value()?);
        }
        if values.is_empty() || name.is_empty() {
            self.warnings.add(at, "a property without a value is ignored");
            return None;
        }
        Some(Prop { name, values, at })
    }

    /// Reads a value in brackets; `None` if it breaks off.
    fn value(&mut self) -> Option<&'a str> {
        let at = self.place();
        self.bump();
        let start = self.at;
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            match bytes[self.at] {
                b']' => {
                    let value = &self.text[start..self.at];
                    self.bump();
                    return Some(value);
                }
                b'\\' => {
                    self.bump();
                    self.bump();
                }
                _ => self.bump(),
            }
        }
        self.warnings.add(at, "the file ends in the middle of a value, which is ignored");
        None
    }
}

/// A text value: escapes resolved, blanks other than line feeds as spaces.
pub(super) fn text(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut escaped = false;
    for c in value.replace("\r\n", "\n").replace('\r', "\n").chars() {
        let c = if c.is_whitespace() && c != '\n' { ' ' } else { c };
        match (c, escaped) {
            ('\\', false) => {
                escaped = true;
                continue;
            }
            ('\n', true) => {}
            (c, _) => out.push(c),
        }
        escaped = false;
    }
    out
}

/// A text as a value: `\` and `]` escaped.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\\' || c == ']' {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Tree<'_>>, usize) {
        let mut warnings = Warnings::default();
        let trees = trees(text, &mut warnings).unwrap_or_default();
        (trees, warnings.into_vec().len())
    }

    #[test]
    fn nodes_and_values() {
        let (trees, n_warnings) = read("(;FF[4]GaMe[6]\n AW[a] [b];C[a \\] b])\n(;X[1])");
        assert_eq!((trees.len(), n_warnings), (2, 0));
        assert_eq!(trees[0].nodes[0].props[1].name, "GM");
        assert_eq!(trees[0].nodes[0].get("AW").unwrap().values, ["a", "b"]);
        assert_eq!(text(trees[0].nodes[1].get("C").unwrap().value()), "a ] b");
        assert_eq!(trees[1].line, 3);
    }

    #[test]
    fn only_the_main_line_is_followed() {
        let (trees, n_warnings) = read("(;A[1](;B[2];C[3](;D[4])(;E[5]))(;F[6]))(;G[7])");
        let names: Vec<_> = trees[0].nodes.iter().map(|node| node.props[0].name.as_str()).collect();
        assert_eq!((names, n_warnings), (vec!["A", "B", "C", "D"], 1));
        assert_eq!(trees[1].nodes.len(), 1);
    }

    #[test]
    fn broken_files_give_what_is_whole() {
        let (trees, n_warnings) = read("(;A[1];B[2");
        assert_eq!((trees[0].nodes.len(), n_warnings), (2, 2));
        assert!(trees[0].nodes[1].props.is_empty());
        assert_eq!(read(")])x[").0, []);
        assert!(super::trees(&"(".repeat(1000), &mut Warnings::default()).is_err());
    }

    #[test]
    fn texts_survive_escaping() {
        for sample in ["a]b\\c", "two\nlines", "[x]", "\\", ""] {
            assert_eq!(text(&escape(sample)), sample);
        }
        assert_eq!(text("a\\\nb\\\r\nc\td\\x"), "abc dx");
        assert_eq!(text("a\r\nb\rc"), "a\nb\nc");
    }
}
