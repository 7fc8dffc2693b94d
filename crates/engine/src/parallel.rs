// SPDX-License-Identifier: GPL-3.0-or-later
//! Work on several threads with the feature `threads`, on the calling thread without it.
//!
//! Threads are those of the current rayon pool. The results are in the order of the items and do not depend on the
//! number of threads.
//!
//! All work reaches rayon through one function that knows no types: rayon's own iterators are compiled anew for each use,
//! and were a quarter of the engine's code.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Calls `work` with the numbers 0 to `n - 1`, until it is false.
#[cfg(feature = "threads")]
fn while_true(n: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    use rayon::prelude::*;
    // Whoever gave the work knows where it stopped.
    let _ = (0..n).into_par_iter().try_for_each(|number| work(number).then_some(()));
}

/// Calls `work` with the numbers 0 to `n - 1`, until it is false.
#[cfg(not(feature = "threads"))]
fn while_true(n: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    let _ = (0..n).all(work);
}

/// How many shares of a task there are to be.
fn n_shares() -> usize {
    #[cfg(feature = "threads")]
    return 4 * rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    return 1;
}

/// The results of `work` for the numbers 0 to `n - 1`, or an error of one of them.
fn try_collect<R: Send, E: Send>(n: usize, work: impl Fn(usize) -> Result<R, E> + Sync) -> Result<Vec<R>, E> {
    let results: Vec<Mutex<Option<R>>> = (0..n).map(|_| Mutex::new(None)).collect();
    let error = Mutex::new(None);
    while_true(n, &|number| {
        let result = work(number).map(|result| put(&results[number], result));
        result.map_err(|found| put(&error, found)).is_ok()
    });
    if let Some(error) = taken(error) {
        return Err(error);
    }
    Ok(results.into_iter().map(|result| taken(result).expect("invariant: all work was done")).collect())
}

fn put<T>(place: &Mutex<Option<T>>, value: T) {
    *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
}

fn taken<T>(place: Mutex<Option<T>>) -> Option<T> {
    place.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The results of `work` for each item, or an error of one of them.
pub(crate) fn try_map<T: Sync, R: Send, E: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    try_collect(items.len(), |number| work(&items[number]))
}

/// The results of `work` for each item, which it may change, or an error of one of them.
pub(crate) fn try_map_mut<T: Send, R: Send, E: Send>(
    items: &mut [T],
    work: impl Fn(&mut T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    // Each is locked once.
    let items: Vec<Mutex<&mut T>> = items.iter_mut().map(Mutex::new).collect();
    try_map(&items, |item| work(&mut item.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// The results of `work` for the numbers 0 to `n - 1`, or an error of one of them. It gets them in shares, about four for
/// each thread.
pub(crate) fn try_map_shares<R: Send, E: Send>(
    n: usize,
    work: impl Fn(Range<usize>) -> Result<Vec<R>, E> + Sync,
) -> Result<Vec<R>, E> {
    let share = n.div_ceil(n_shares()).max(1);
    let shares =
        try_collect(n.div_ceil(share), |number| work(number * share..(number * share + share).min(n)))?;
    Ok(shares.into_iter().flatten().collect())
}

/// Like [`try_map`], for work that cannot fail.
#[cfg(feature = "generate")]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    succeeded(try_map(items, |item| Ok(work(item))))
}

/// Like [`try_map_mut`], for work that cannot fail.
#[cfg(feature = "generate")]
pub(crate) fn map_mut<T: Send, R: Send>(items: &mut [T], work: impl Fn(&mut T) -> R + Sync) -> Vec<R> {
    succeeded(try_map_mut(items, |item| Ok(work(item))))
}

/// Like [`try_map_shares`], for work that cannot fail.
#[cfg(feature = "generate")]
pub(crate) fn map_shares<R: Send>(n: usize, work: impl Fn(Range<usize>) -> Vec<R> + Sync) -> Vec<R> {
    succeeded(try_map_shares(n, |numbers| Ok(work(numbers))))
}

#[cfg(feature = "generate")]
fn succeeded<R>(Ok(results): Result<R, std::convert::Infallible>) -> R {
    results
}

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
            Ok::<_, ()>(*n + 1)
        };
        assert_eq!((try_map_mut(&mut items, double), items), (Ok(vec![3, 5, 7]), [2, 4, 6]));
        for n in [0, 1, 2, 100] {
            let numbered =
                try_map_shares(n, |numbers| Ok::<_, ()>(numbers.map(|number| 7 * number).collect()));
            assert_eq!(numbered, Ok((0..n).map(|number| 7 * number).collect()));
        }
        let failed =
            try_map_shares(100, |numbers| if numbers.contains(&50) { Err("fifty") } else { Ok(vec![()]) });
        assert_eq!(failed, Err("fifty"));
    }
}
