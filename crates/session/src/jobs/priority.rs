// SPDX-License-Identifier: GPL-3.0-or-later
//! Priorities of worker threads.
//!
//! Priorities are counted as `nice` counts them: from -20, served first, to 19, served last. On Linux each thread has
//! its own, and a new thread inherits that of the thread that starts it; on an idle machine it changes nothing.
//! Elsewhere a priority belongs to the whole process, window and all, so it is left alone.

/// Niceness of the worker threads of a program with a window: enough that the window always comes first when it has
/// something to do, yet other programs of the same user do not starve the engine.
pub(crate) const BEHIND_WINDOW: i32 = 10;

/// Adds `niceness` to that of the calling thread and of the threads it will start. Nothing happens if the system
/// refuses, as it does when a thread without the right to it asks for a higher priority.
#[cfg(target_os = "linux")]
pub(crate) fn lower_priority(niceness: i32) {
    use rustix::process::{getpriority_process, setpriority_process};
    if niceness == 0 {
        return;
    }
    if let Ok(now) = getpriority_process(None) {
        let wanted = now.saturating_add(niceness).clamp(-20, 19);
        // If refused, the priority stays as it is.
        let _ = setpriority_process(None, wanted);
    }
}

/// Leaves the priority alone where it is not the thread's own.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_priority(_niceness: i32) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::lower_priority;
    use rustix::process::getpriority_process;

    #[test]
    fn only_the_thread_and_those_it_starts_are_affected() {
        let before = getpriority_process(None).unwrap();
        let [own, started] = std::thread::spawn(|| {
            lower_priority(3);
            let started = std::thread::spawn(|| getpriority_process(None).unwrap());
            [getpriority_process(None).unwrap(), started.join().unwrap()]
        })
        .join()
        .unwrap();
        assert_eq!([own, started], [(before + 3).min(19); 2]);
        assert_eq!(getpriority_process(None).unwrap(), before);
    }

    #[test]
    fn the_lowest_priority_is_the_limit() {
        let last = std::thread::spawn(|| {
            lower_priority(i32::MAX);
            getpriority_process(None).unwrap()
        });
        assert_eq!(last.join().unwrap(), 19);
    }
}
