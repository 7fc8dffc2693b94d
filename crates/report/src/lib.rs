// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports for people: positions, games, matches and sessions as text, web pages, LaTeX, printed pages and pictures.
//!
//! | module | holds |
//! | --- | --- |
//! | [`export`] | writing a record in any format, match files included |
//! | [`options`] | what a report shows and how numbers are printed |
//! | [`sections`] | a report as a list of sections, before it is laid out |
//! | [`text`], [`html`], [`latex`], [`pages`] | a whole report in one form |
//! | [`interactive`] | a match as one web page to browse |
//! | [`css`] | the style sheet of web pages |
//! | [`markup`] | one decision for forums and e-mail |
//! | [`svg`] | a board as a vector picture |
//! | [`tiles`] | boards of web pages made of small pictures |
//! | [`cube`], [`plays`], [`method`], [`rollout`], [`statistics`] | blocks of text that reports contain and commands print |
//!
//! *Invariant:* a report never changes a record, and text from a record is never taken for markup.

pub mod css;
pub mod cube;
mod description;
mod error;
mod escape;
pub mod export;
pub mod html;
pub mod interactive;
pub mod latex;
pub mod markup;
pub mod method;
pub mod options;
pub mod pages;
pub mod plays;
pub mod rollout;
pub mod sections;
pub mod statistics;
pub mod svg;
pub mod text;
pub mod tiles;

pub use options::{DecisionFilter, NumberFormat, ReportOptions};
