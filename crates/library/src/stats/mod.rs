// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics: performance ratings with intervals that hold, split by what a decision was about, and what to work on next.
//!
//! Losses of one match hang together, so the clusters of all intervals are matches, and with few of them Student's t takes the
//! place of the normal distribution. Below five matches the clusters are games, and the figure is marked as grey; below five
//! games there is no interval.

mod frequent;
mod interval;
mod next;
mod split;

pub use frequent::FrequentError;
pub use interval::{ratio, student_t};
pub use next::{Advice, Certainty, Family, Observed, Theme, advise};
pub use split::{Figure, MATCHES, Split, Stats, StatsRequest, narrowed};
