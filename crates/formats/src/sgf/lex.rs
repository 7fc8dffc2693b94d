// SPDX-License-Identifier: GPL-3.0-or-later
//! SGF as properties: trees of nodes, the first branch at every fork as the main line, the others as variations.
//!
//! A damaged file yields every node that is complete. Nesting is bounded, and nothing here recurses.

use crate::error::{Place, Warnings};

/// The deepest nesting of branches that is read.
const MAX_DEPTH: usize = 200;

/// The largest number of variations read from a file.
const MAX_LINES: usize = gnubg_record::MAX_VARIATIONS;

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
pub(super) struct SgfNode<'a> {
    pub(super) props: Vec<Prop<'a>>,
}

impl<'a> SgfNode<'a> {
    /// The property of that name.
    pub(super) fn get(&self, name: &str) -> Option<&Prop<'a>> {
        self.props.iter().find(|prop| prop.name == name)
    }
}

/// One game tree.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Tree<'a> {
    /// The main line.
    pub(super) nodes: Vec<SgfNode<'a>>,
    /// The variations, in the order of the file.
    pub(super) variations: Vec<Variation<'a>>,
    pub(super) line: usize,
}

/// A branch of the main line or of an earlier variation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Variation<'a> {
    /// The index of the variation it branches from; `None` for the main line.
    of: Option<usize>,
    /// The number of nodes it shares with that.
    shared: usize,
    pub(super) nodes: Vec<SgfNode<'a>>,
}

impl<'a> Tree<'a> {
    /// The nodes of a variation from the root on.
    pub(super) fn path(&self, variation: usize) -> Vec<&SgfNode<'a>> {
        let Some(mut at) = self.variations.get(variation) else { return Vec::new() };
        let mut parts = vec![&at.nodes[..]];
        // A variation branches only from an earlier one, so this ends.
        while let Some(earlier) = at.of.and_then(|of| self.variations.get(of)) {
            parts.push(&earlier.nodes[..at.shared.min(earlier.nodes.len())]);
            at = earlier;
        }
        parts.push(&self.nodes[..at.shared.min(self.nodes.len())]);
        parts.into_iter().rev().flatten().collect()
    }

    /// The nodes of the branch of a level.
    fn nodes_of(&mut self, followed: Followed) -> Option<&mut Vec<SgfNode<'a>>> {
        match followed {
            Followed::Main => Some(&mut self.nodes),
            Followed::Variation(n) => Some(&mut self.variations.get_mut(n)?.nodes),
            Followed::Nothing => None,
        }
    }
}

/// The branch that nodes belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Followed {
    Main,
    Variation(usize),
    /// There are too many variations already.
    Nothing,
}

/// An open parenthesis.
struct OpenBranch {
    followed: Followed,
    /// The number of nodes of its branch when the first branch inside it began.
    fork: Option<usize>,
}

/// The place where the nesting became too deep to read on.
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
    let mut open: Vec<OpenBranch> = Vec::new();
    let (mut n_lines, mut said_too_many) = (0, false);
    while let Some(c) = lexer.peek() {
        match c {
            '(' => {
                if open.len() >= MAX_DEPTH {
                    return Err(TooDeep(lexer.place()));
                }
                let followed = match (open.last_mut(), trees.last_mut()) {
                    (Some(above), Some(tree)) => branch(above, tree, &mut n_lines),
                    _ => {
                        trees.push(Tree { line: lexer.line, ..Tree::default() });
                        Followed::Main
                    }
                };
                if followed == Followed::Nothing && !said_too_many {
                    said_too_many = true;
                    let at = lexer.place();
                    lexer.warnings.add(at, format!("variations after the first {MAX_LINES} are not read"));
                }
                open.push(OpenBranch { followed, fork: None });
                lexer.bump();
            }
            ')' => {
                lexer.bump();
                if open.pop().is_none() {
                    let at = lexer.place();
                    lexer.warnings.add(at, "a closing parenthesis without an opening one is ignored");
                }
            }
            ';' => {
                lexer.bump();
                if let Some(nodes) = nodes(&mut trees, &open) {
                    nodes.push(SgfNode::default());
                }
            }
            'A'..='Z' | 'a'..='z' => {
                let prop = lexer.property();
                let node = nodes(&mut trees, &open).and_then(|nodes| nodes.last_mut());
                if let (Some(prop), Some(node)) = (prop, node) {
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

/// The nodes of the branch that is being read.
fn nodes<'t, 'a>(trees: &'t mut [Tree<'a>], open: &[OpenBranch]) -> Option<&'t mut Vec<SgfNode<'a>>> {
    trees.last_mut()?.nodes_of(open.last()?.followed)
}

/// What a branch belongs to: the first one to the line it stands in, every other one is a variation. `n_lines` counts
/// those of the whole file.
fn branch(above: &mut OpenBranch, tree: &mut Tree<'_>, n_lines: &mut usize) -> Followed {
    let Some(n) = tree.nodes_of(above.followed).map(|nodes| nodes.len()) else { return Followed::Nothing };
    let Some(shared) = above.fork else {
        above.fork = Some(n);
        return above.followed;
    };
    if *n_lines >= MAX_LINES {
        return Followed::Nothing;
    }
    *n_lines += 1;
    let of = match above.followed {
        Followed::Variation(n) => Some(n),
        Followed::Main | Followed::Nothing => None,
    };
    tree.variations.push(Variation { of, shared, nodes: Vec::new() });
    Followed::Variation(tree.variations.len() - 1)
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

    /// Reads a property with all its values; `None` if it has no value or is incomplete.
    fn property(&mut self) -> Option<Prop<'a>> {
        let at = self.place();
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            self.bump();
        }
        // Lower-case letters are comments on the name. Other programs have names of three and more capitals.
        let name: String = self.text[start..self.at].chars().filter(char::is_ascii_uppercase).collect();
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

    /// Reads a value in brackets; `None` if it is incomplete.
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

    fn names<'n>(nodes: impl IntoIterator<Item = &'n SgfNode<'n>>) -> String {
        nodes.into_iter().map(|node| node.props.first().map_or("-", |prop| prop.name.as_str())).collect()
    }

    #[test]
    fn the_first_branch_is_the_main_line_and_the_others_are_variations() {
        let (trees, n_warnings) = read("(;A[1](;B[2];C[3](;D[4])(;E[5](;H[8])(;I[9])))(;F[6]))(;G[7])");
        assert_eq!((names(&trees[0].nodes).as_str(), n_warnings), ("ABCD", 0));
        let ways: Vec<String> = (0..trees[0].variations.len()).map(|n| names(trees[0].path(n))).collect();
        assert_eq!(ways, ["ABCEH", "ABCEI", "AF"]);
        assert_eq!((trees[1].nodes.len(), trees[1].variations.len()), (1, 0));
        // Nodes after a branch are a fault in the file; they continue the branch before them.
        let (trees, _) = read("(;A[1](;B[2])(C[3];D[4]E[5])(;);F[6](;G[7]))");
        assert_eq!(names(&trees[0].nodes), "ABF");
        let ways: Vec<String> = (0..trees[0].variations.len()).map(|n| names(trees[0].path(n))).collect();
        assert_eq!(ways, ["AD", "A-", "AG"]);
    }

    #[test]
    fn variations_are_bounded() {
        let text = format!("(;A[1](;B[2]){})", "(;C[3])".repeat(MAX_LINES + 5));
        let (trees, n_warnings) = read(&text);
        assert_eq!((trees[0].variations.len(), n_warnings), (MAX_LINES, 1));
    }

    #[test]
    fn complete_nodes_of_broken_files_are_read() {
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
