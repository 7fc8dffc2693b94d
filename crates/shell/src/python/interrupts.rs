// SPDX-License-Identifier: GPL-3.0-or-later
//! Ctrl+C without a terminal session: while a script runs it interrupts the script, otherwise it ends the program as if
//! nobody handled it.

use crate::signals;
use gnubg_session::Interrupter;
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a script runs.
static IS_RUNNING: AtomicBool = AtomicBool::new(false);

/// Tells whether a script runs.
pub(super) fn set_running(is_running: bool) {
    IS_RUNNING.store(is_running, Ordering::SeqCst);
}

/// Handles the signal from now on, unless whoever started the program wants it ignored. If no thread can be started, it
/// acts as it always does.
pub(super) fn watch(interrupter: Interrupter) {
    static WATCHING: Once = Once::new();
    WATCHING.call_once(|| {
        if signals::ignored().contains(&SIGINT) {
            return;
        }
        let Ok(mut signals) = Signals::new([SIGINT]) else { return };
        let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                if IS_RUNNING.load(Ordering::SeqCst) {
                    interrupter.interrupt();
                } else {
                    let _ = emulate_default_handler(signal);
                }
            }
        });
    });
}
