// SPDX-License-Identifier: GPL-3.0-or-later
//! What whoever started the program wants done with signals.

/// Signals that are to be ignored, as `nohup` does with a hangup.
pub(crate) fn ignored() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (1..64).filter(|signal| mask >> (signal - 1) & 1 == 1).collect()
}
