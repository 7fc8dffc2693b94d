// SPDX-License-Identifier: GPL-3.0-or-later
//! Splitting a query into tokens.

use crate::error::QueryError;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Letters, digits and signs that mean nothing else here.
    Word(String),
    /// Text in quotation marks.
    Quoted(String),
    /// `:`, `=`, `!=`, `>=`, `<=`, `>`, `<`, `~`.
    Operator(&'static str),
    /// `(`, `)`, `[`, `]`, `,`, `|`, `*`, `?`, `-` before a term.
    Sign(char),
    /// `..`.
    Range,
}

/// A token and where it stands, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether a blank comes before it.
    pub(super) is_apart: bool,
}

const OPERATORS: [&str; 8] = [">=", "<=", "!=", ":", "=", ">", "<", "~"];

/// The tokens of a query.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let mut found: Vec<Token> = Vec::new();
    let mut at = 0;
    let mut is_apart = true;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            is_apart = true;
            at += c.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let (kind, n) = if c == '"' {
            quoted(rest, at, text.len())?
        } else if let Some(operator) = OPERATORS.iter().find(|operator| rest.starts_with(**operator)) {
            (TokenKind::Operator(operator), operator.len())
        } else if rest.starts_with("..") {
            (TokenKind::Range, 2)
        } else if "()[],|*?".contains(c) || (c == '-' && is_negation(rest, is_apart, found.last())) {
            (TokenKind::Sign(c), c.len_utf8())
        } else {
            let n = word_length(rest);
            (TokenKind::Word(rest[..n].to_owned()), n)
        };
        found.push(Token { kind, start: at, end: at + n, is_apart });
        at += n;
        is_apart = false;
    }
    Ok(found)
}

/// Whether a minus stands before a term rather than in a number or a word.
fn is_negation(rest: &str, is_apart: bool, before: Option<&Token>) -> bool {
    let next = rest[1..].chars().next();
    let after_value = matches!(
        before.map(|token| &token.kind),
        Some(TokenKind::Operator(_) | TokenKind::Range | TokenKind::Sign(','))
    );
    let opens = is_apart || matches!(before.map(|token| &token.kind), Some(TokenKind::Sign('(')));
    opens && !after_value && next.is_some_and(|c| c.is_alphabetic() || c == '(' || c == '"')
}

fn quoted(rest: &str, at: usize, end: usize) -> Result<(TokenKind, usize), QueryError> {
    let mut text = String::new();
    let mut letters = rest.char_indices().skip(1).peekable();
    while let Some((n, letter)) = letters.next() {
        match letter {
            '"' => return Ok((TokenKind::Quoted(text), n + 1)),
            // A mark that belongs to the text, as in a nickname.
            '\\' => text
                .push(letters.next_if(|(_, next)| "\"\\".contains(*next)).map_or(letter, |(_, next)| next)),
            _ => text.push(letter),
        }
    }
    Err(QueryError {
        start: at,
        end,
        message: "the closing quotation mark is missing".to_owned(),
        suggestions: vec![format!("{rest}\"")],
    })
}

/// A word ends at a blank or a sign with a meaning; a single point or colon inside a number or an identifier does not.
fn word_length(rest: &str) -> usize {
    let mut n = 0;
    for (at, c) in rest.char_indices() {
        let is_end = c.is_whitespace()
            || "()[],|\"?*<>=~".contains(c)
            || (c == ':' && !rest.starts_with("XGID="))
            || (c == '!' && rest[at..].starts_with("!="))
            || rest[at..].starts_with("..");
        if is_end && at > 0 {
            break;
        }
        n = at + c.len_utf8();
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        tokens(text)
            .unwrap()
            .into_iter()
            .map(|token| match token.kind {
                TokenKind::Word(word) => word,
                TokenKind::Quoted(text) => format!("<{text}>"),
                TokenKind::Operator(operator) => operator.to_owned(),
                TokenKind::Sign(sign) => sign.to_string(),
                TokenKind::Range => "..".to_owned(),
            })
            .collect()
    }

    #[test]
    fn tokens_are_found() {
        assert_eq!(kinds("me missed:hit loss>=80"), ["me", "missed", ":", "hit", "loss", ">=", "80"]);
        assert_eq!(kinds("lead:-30..-10"), ["lead", ":", "-30", "..", "-10"]);
        assert_eq!(
            kinds("they[20,21]>=2 -race"),
            ["they", "[", "20", ",", "21", "]", ">=", "2", "-", "race"]
        );
        assert_eq!(
            kinds("date:2025-03.. -(a or b)"),
            ["date", ":", "2025-03", "..", "-", "(", "a", "or", "b", ")"]
        );
        assert_eq!(
            kinds("play:\"13/8 6/5\" win:60%..75%"),
            ["play", ":", "<13/8 6/5>", "win", ":", "60%", "..", "75%"]
        );
        assert_eq!(kinds(r#"by:"Bo \"Rock\" Li" "C:\a\\""#), ["by", ":", "<Bo \"Rock\" Li>", "<C:\\a\\>"]);
        assert_eq!(kinds("has:bear-in x|limit 5"), ["has", ":", "bear-in", "x", "|", "limit", "5"]);
        assert_eq!(kinds("my.back>=3 kind!=play"), ["my.back", ">=", "3", "kind", "!=", "play"]);
    }

    #[test]
    fn open_quotation_marks_are_told() {
        let error = tokens("by:\"Ann").unwrap_err();
        assert_eq!((error.start, error.end), (3, 7));
    }
}
