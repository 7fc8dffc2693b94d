// SPDX-License-Identifier: GPL-3.0-or-later
//! How far threads that compute stand back behind others.
//!
//! Priorities are counted as the system's `nice` counts them: from -20, the first to be served, to 19, the last. On
//! Linux each thread has its own, and those that a thread starts begin with its priority; on an idle machine it changes
//! nothing. Elsewhere a priority belongs to the whole process, window and all, and is left alone.

/// How much later than the window's thread the threads that compute are served: enough that the window always comes
/// first when it has something to do, yet other programs of the same user do not bring the engine to a standstill.
pub(crate) const BEHIND_WINDOW: i32 = 10;

/// Lets the calling thread and the threads it will start stand back by so much behind what it was started with. Nothing
/// happens if the system refuses, as it does where somebody wants to be served before others without the right to it.
#[cfg(target_os = "linux")]
pub(crate) fn stand_back(by: i32) {
    use rustix::process::{getpriority_process, setpriority_process};
    if by == 0 {
        return;
    }
    if let Ok(now) = getpriority_process(None) {
        let wanted = now.saturating_add(by).clamp(-20, 19);
        // Refused: it stays as it is.
        let _ = setpriority_process(None, wanted);
    }
}

/// Leaves the priority alone where it is not the thread's own.
#[cfg(not(target_os = "linux"))]
pub(crate) fn stand_back(_by: i32) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::stand_back;
    use rustix::process::getpriority_process;

    #[test]
    fn only_the_thread_itself_and_those_it_starts_stand_back() {
        let before = getpriority_process(None).unwrap();
        let [own, started] = std::thread::spawn(|| {
            stand_back(3);
            let started = std::thread::spawn(|| getpriority_process(None).unwrap());
            [getpriority_process(None).unwrap(), started.join().unwrap()]
        })
        .join()
        .unwrap();
        assert_eq!([own, started], [(before + 3).min(19); 2]);
        assert_eq!(getpriority_process(None).unwrap(), before);
    }

    #[test]
    fn nothing_is_later_than_the_last() {
        let last = std::thread::spawn(|| {
            stand_back(i32::MAX);
            getpriority_process(None).unwrap()
        });
        assert_eq!(last.join().unwrap(), 19);
    }
}
