// SPDX-License-Identifier: GPL-3.0-or-later
//! The inner loops of a net, for each kind of processor; all kinds give the same bits.

mod scalar;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use super::differences::Differences;
use super::upper::Upper;
use super::{FILTER_PLACES, HIDDEN, KERNEL_COUNTS, LANES, Output, SlotRows};

/// Which instructions the inner loops use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, for every processor; also the reference for the others.
    Scalar,
    /// 256-bit integer vectors of x86-64 processors since about 2013.
    Avx2,
    /// 512-bit integer vectors of x86-64 processors since about 2019 that have them.
    Avx512,
}

/// Calls a function of the module of a kernel, which [`Kernel::detect`] found.
macro_rules! dispatch {
    ($kernel:expr, $function:ident($($argument:expr),*)) => {
        match $kernel {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: only kernels that the processor can run are chosen; the caller checked the arguments.
            Kernel::Avx2 => unsafe { avx2::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kernel::Avx512 => unsafe { avx512::$function($($argument),*) },
            _ => scalar::$function($($argument),*),
        }
    };
}

impl Kernel {
    /// All kernels, from the slowest to the fastest.
    const ALL: [Kernel; 3] = [Kernel::Scalar, Kernel::Avx2, Kernel::Avx512];

    /// Whether this processor can run the kernel.
    fn is_supported(self) -> bool {
        match self {
            Kernel::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                Kernel::Avx2.is_supported()
                    && std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vbmi2")
                    && std::arch::is_x86_feature_detected!("avx512vnni")
                    && std::arch::is_x86_feature_detected!("bmi1")
                    && std::arch::is_x86_feature_detected!("popcnt")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest kernel this processor can run.
    #[must_use]
    pub fn detect() -> Kernel {
        Kernel::ALL.into_iter().rfind(|kernel| kernel.is_supported()).unwrap_or(Kernel::Scalar)
    }

    /// The kernel's name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Scalar => "scalar",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }

    /// Subtracts and adds rows of `table` (`sums.len()` values each, wrapping) to the sums.
    ///
    /// # Panics
    /// If a row lies outside the table.
    pub(super) fn update(self, sums: &mut [i16], table: &[i16], differences: &Differences) {
        let last = usize::from(differences.greatest);
        assert!((last + 1) * sums.len() <= table.len(), "invariant: rows lie inside the table");
        dispatch!(self, update(sums, table, differences.removed(), differences.added()))
    }

    /// Finds the rows to be subtracted and added to go from the slots `old` to `new`.
    pub(super) fn differences(self, old: &SlotRows, new: &SlotRows, found: &mut Differences) {
        dispatch!(self, differences(old, new, found));
    }

    /// Activates the sums (clip to 0..1, square) and multiplies them with the second layer's weights, laid out as in
    /// [`Upper`]: for each pair of sums, the two weights of every unit.
    ///
    /// # Panics
    /// If there are not `HIDDEN` weights for each sum.
    pub(super) fn dense(self, sums: &[i16], pairs: &[i16]) -> [i32; HIDDEN] {
        assert!(
            pairs.len() == HIDDEN * sums.len() && sums.len().is_multiple_of(LANES),
            "invariant: one weight per unit and input"
        );
        dispatch!(self, dense(sums, pairs))
    }

    /// Computes the net's output from the second layer's dot products.
    pub(super) fn output(self, dots: &[i32; HIDDEN], upper: &Upper) -> Output {
        dispatch!(self, output(dots, upper))
    }

    /// Brings the sums of a filter from `counts` to the counts `new`, which become `counts`, activates them like
    /// [`Kernel::dense`] and multiplies them with one row of weights. `table` has a row for each count of each place.
    ///
    /// # Panics
    /// If the lengths do not fit together.
    pub(super) fn rank(
        self,
        sums: &mut [i16],
        table: &[i16],
        counts: &mut [u8; FILTER_PLACES],
        new: &[u8; FILTER_PLACES],
        weights: &[i16],
    ) -> i32 {
        assert!(
            table.len() == FILTER_PLACES * KERNEL_COUNTS * sums.len()
                && weights.len() == sums.len()
                && sums.len().is_multiple_of(LANES),
            "invariant: one row per count, one weight per sum"
        );
        dispatch!(self, rank(sums, table, counts, new, weights))
    }
}

/// Where the row of a count on a place begins in a filter's table.
fn row_start(place: usize, count: u8, width: usize) -> usize {
    (place * KERNEL_COUNTS + usize::from(count).min(KERNEL_COUNTS - 1)) * width
}

#[cfg(test)]
mod tests {
    use super::super::{Head, NO_ROW};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn kernels_agree_bit_for_bit(
            seed in prop::collection::vec(any::<i16>(), 128),
            removed in prop::collection::vec(0u16..20, 0..9),
            added in prop::collection::vec(0u16..20, 0..9),
            // Widths that fill the tiles and blocks of every kernel in different ways.
            blocks in 1usize..14,
        ) {
            let spread = |n: usize, range: i32| -> Vec<i16> {
                (0..n).map(|k| (i32::from(seed[k % 128]).wrapping_mul(k as i32 * 31 + 7) % range) as i16).collect()
            };
            let width = LANES * blocks;
            let (table, weights) = (spread(20 * width, 3000), spread(HIDDEN * width, 2000));
            let mut differences = Differences::new();
            removed.iter().for_each(|&row| differences.change(row, NO_ROW));
            added.iter().for_each(|&row| differences.change(NO_ROW, row));
            let old: SlotRows = std::array::from_fn(|k| [u16::MAX, 1, 2][(seed[k] % 3).unsigned_abs() as usize]);
            let new: SlotRows = std::array::from_fn(|k| [u16::MAX, 1, 2][(seed[k] / 3 % 3).unsigned_abs() as usize]);
            let small = |k: usize| f32::from(seed[k % 128]) / 32768.0;
            let upper = Upper::new(&Head {
                dense: Vec::new(),
                bias: std::array::from_fn(small),
                output: std::array::from_fn(|n| std::array::from_fn(|k| small(n + 7 * k))),
                output_bias: std::array::from_fn(small),
                readings: std::array::from_fn(|n| std::array::from_fn(|k| small(3 * n + 5 * k))),
                readings_bias: std::array::from_fn(|n| small(n + 9)),
            }, 0);
            let filter_table = spread(FILTER_PLACES * KERNEL_COUNTS * 128, 3000);
            let filter_weights = spread(128, 4000);
            let old_counts: [u8; FILTER_PLACES] = std::array::from_fn(|k| (seed[k] as u8) % 17);
            let new_counts: [u8; FILTER_PLACES] =
                std::array::from_fn(|k| if seed[k + 64] > 0 { old_counts[k] } else { (seed[k + 64] as u8) % 16 });
            let results = |kernel: Kernel| {
                let mut found = Differences::new();
                kernel.differences(&old, &new, &mut found);
                let mut sums = spread(width, 20_000);
                kernel.update(&mut sums, &table, &differences);
                let dots = kernel.dense(&sums, &weights);
                let Output { outcomes, readings } = kernel.output(&dots, &upper);
                let mut filter_sums = spread(128, 20_000);
                let mut counts = old_counts;
                let score = kernel.rank(&mut filter_sums, &filter_table, &mut counts, &new_counts, &filter_weights);
                (
                    (found.greatest, found.removed().to_vec(), found.added().to_vec()),
                    (sums, dots, outcomes.map(f32::to_bits), readings.map(f32::to_bits)),
                    (filter_sums, score, counts),
                )
            };
            let expected = results(Kernel::Scalar);
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
                prop_assert_eq!(&results(kernel), &expected, "{}", kernel.name());
            }
        }
    }

    #[test]
    fn activation_is_the_clipped_square() {
        let mut sums = [0i16; 64];
        (sums[0], sums[1], sums[2], sums[3]) = (1024, 2048, 9000, -5);
        let mut weights = vec![0i16; HIDDEN * 64];
        for (k, place) in [0, 1, 2 * HIDDEN, 2 * HIDDEN + 1].into_iter().enumerate() {
            weights[place] = 10i16.pow(k as u32);
        }
        assert_eq!(Kernel::Scalar.dense(&sums, &weights)[0], 256 + 10 * 1024 + 100 * 1024);
    }
}
