// SPDX-License-Identifier: GPL-3.0-or-later
//! Advice about positions: hints and evaluations, surveys, warnings, and what can be counted.

pub mod features;
pub mod hint;
pub mod shots;
pub mod survey;
pub mod tutor;
