// SPDX-License-Identifier: GPL-3.0-or-later
//! The trainer of the evaluation nets.
