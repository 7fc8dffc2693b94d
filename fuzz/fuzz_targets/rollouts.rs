// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollout files.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gnubg_fuzz::run("rollouts", bytes));
