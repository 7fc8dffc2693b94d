// SPDX-License-Identifier: GPL-3.0-or-later
//! Work on several threads with the feature `threads`, on the calling thread without it.
//!
//! Threads are those of the current rayon pool. The results are in the order of the items and do not depend on the
//! number of threads.

#[cfg(feature = "threads")]
mod imp {
    use rayon::prelude::*;

    /// The results of `work` for each item, or an error of one of them.
    pub(crate) fn try_map<T: Sync, R: Send, E: Send>(
        items: &[T],
        work: impl Fn(&T) -> Result<R, E> + Sync + Send,
    ) -> Result<Vec<R>, E> {
        items.par_iter().map(work).collect()
    }

    /// Calls `work` for each item.
    ///
    /// # Errors
    /// If `work` fails for an item.
    pub(crate) fn try_for_each<T: Send, E: Send>(
        items: &mut [T],
        work: impl Fn(&mut T) -> Result<(), E> + Sync + Send,
    ) -> Result<(), E> {
        items.par_iter_mut().try_for_each(work)
    }

    /// The results of `work` for the numbers 0 to `n - 1`. Each share of the numbers has a state from `init`; there are
    /// about four shares for each thread.
    pub(crate) fn try_map_init<S, R: Send, E: Send>(
        n: u32,
        init: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, u32) -> Result<R, E> + Sync + Send,
    ) -> Result<Vec<R>, E> {
        let share = (n as usize / (4 * rayon::current_num_threads())).max(1);
        (0..n).into_par_iter().with_min_len(share).map_init(init, work).collect()
    }
}

#[cfg(not(feature = "threads"))]
mod imp {
    /// The results of `work` for each item, or the error of the first that fails.
    pub(crate) fn try_map<T, R, E>(items: &[T], work: impl Fn(&T) -> Result<R, E>) -> Result<Vec<R>, E> {
        items.iter().map(work).collect()
    }

    /// Calls `work` for each item.
    ///
    /// # Errors
    /// If `work` fails for an item.
    pub(crate) fn try_for_each<T, E>(
        items: &mut [T],
        work: impl Fn(&mut T) -> Result<(), E>,
    ) -> Result<(), E> {
        items.iter_mut().try_for_each(work)
    }

    /// The results of `work` for the numbers 0 to `n - 1`, with one state from `init`.
    pub(crate) fn try_map_init<S, R, E>(
        n: u32,
        init: impl Fn() -> S,
        work: impl Fn(&mut S, u32) -> Result<R, E>,
    ) -> Result<Vec<R>, E> {
        let mut state = init();
        (0..n).map(|number| work(&mut state, number)).collect()
    }
}

pub(crate) use imp::{try_for_each, try_map, try_map_init};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_errors_are_returned() {
        assert_eq!(try_map(&[1, 2, 3], |n| Ok::<_, ()>(n * n)), Ok(vec![1, 4, 9]));
        assert_eq!(try_map(&[1, 2, 3], |&n| if n == 2 { Err("two") } else { Ok(n) }), Err("two"));
        let mut items = [1, 2, 3];
        let double = |n: &mut i32| {
            *n *= 2;
            Ok::<_, ()>(())
        };
        assert_eq!((try_for_each(&mut items, double), items), (Ok(()), [2, 4, 6]));
        let numbered = try_map_init(100, || 7, |state, n| Ok::<_, ()>(n * *state));
        assert_eq!(numbered, Ok((0..100).map(|n| 7 * n).collect()));
    }
}
