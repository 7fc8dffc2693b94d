// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports for people: positions, games, matches and sessions as text, web pages, LaTeX, printed pages and pictures.
//!
//! | module | holds |
//! | --- | --- |
//! | [`export`] | writing a record in any format, match files included |
//! | [`options`] | what a report shows and how numbers are printed |
//! | [`sections`] | a report as a list of sections with the lines of GNU Backgammon, for programs: text and LaTeX |
//! | [`document`] | a report for people: summary, games, tables, in the reader's [`words`] |
//! | [`text`], [`html`], [`latex`], [`pages`] | a whole report in one form |
//! | [`interactive`] | a match as one web page to browse |
//! | [`one_page`] | the result of a match with its most expensive decisions on one page |
//! | [`css`] | the style sheet of web pages |
//! | [`markup`] | one decision for forums and e-mail |
//! | [`diagram`] | the boards of pages, pictures and web pages |
//! | [`thumbnail`] | a match file as a small picture |
//! | [`why`] | why a play is worse than the best one |
//! | [`tiles`] | boards of web pages made of small pictures |
//! | [`cube`], [`plays`], [`method`], [`rollout`], [`statistics`] | blocks of text that reports contain and commands print |
//!
//! *Invariant:* a report never changes a record, and text from a record is never taken for markup.

mod canvas;
pub mod css;
pub mod cube;
mod description;
pub mod diagram;
pub mod document;
mod error;
mod escape;
pub mod export;
mod front;
pub mod html;
pub mod interactive;
pub mod latex;
pub mod markup;
pub mod method;
pub mod one_page;
pub mod options;
pub mod pages;
pub mod plays;
pub mod rollout;
pub mod sections;
pub mod statistics;
pub mod statistics_words;
mod steps;
mod table_sheet;
pub mod text;
pub mod thumbnail;
pub mod tiles;
pub mod why;
pub mod words;

pub use options::{DecisionFilter, NumberFormat, ReportOptions};
pub use words::Words;
