// SPDX-License-Identifier: GPL-3.0-or-later
//! The manual. One Markdown source for each language, `docs/manual/LL/NN-name.md`, gives the help of the window, web pages
//! and a PDF.
//!
//! | module | holds |
//! | --- | --- |
//! | [`markup`] | a chapter as blocks, read from Markdown |
//! | [`picture`] | boards that are painted where they are shown |
//! | [`rules`] | the rules of the game, translated as phrases of the program |
//! | [`generated`] | what tables of the program say: commands, options, formats |
//! | [`book`] | the chapters of a language, their links and pictures |
//! | [`html`] | web pages |

pub mod book;
pub mod generated;
pub mod html;
pub mod markup;
pub mod picture;
pub mod rules;

pub use book::{Book, Source};
pub use markup::{Block, Chapter, Link, Picture, Span};
