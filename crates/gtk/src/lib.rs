// SPDX-License-Identifier: GPL-3.0-or-later
//! The desktop program.

pub mod board;
