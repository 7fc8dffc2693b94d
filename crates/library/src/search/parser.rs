// SPDX-License-Identifier: GPL-3.0-or-later
//! The state of reading a query, and steps from token to token.

use super::ast::Query;
use super::lexer::{Token, TokenKind};
use crate::error::QueryError;

pub(super) type Parsed<T> = Result<T, QueryError>;

/// A query that is being read.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) query: Query,
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.peek().is_some_and(
            |token| matches!(&token.kind, TokenKind::Word(known) if known.eq_ignore_ascii_case(word)),
        )
    }

    pub(super) fn is_sign(&self, sign: char) -> bool {
        self.peek().is_some_and(|token| token.kind == TokenKind::Sign(sign))
    }

    /// An error about the token at hand, or about the end.
    pub(super) fn error<T>(&self, message: impl Into<String>, suggestions: Vec<String>) -> Parsed<T> {
        let (start, end) =
            self.peek().map_or((self.text.len(), self.text.len()), |token| (token.start, token.end));
        Err(QueryError { start, end, message: message.into(), suggestions })
    }
}
