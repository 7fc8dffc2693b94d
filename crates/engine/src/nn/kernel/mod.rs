// SPDX-License-Identifier: GPL-3.0-or-later
//! The inner loops of a net, for each kind of processor; all kinds give the same bits.

mod scalar;

#[cfg(target_arch = "x86_64")]
mod avx2;

use super::upper::Upper;
use super::{FILTER_PLACES, HIDDEN, KERNEL_COUNTS, LANES, Output, SlotRows};

/// Which instructions the inner loops use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, for every processor; also the reference for the others.
    Scalar,
    /// 256-bit integer vectors of x86-64 processors since about 2013.
    Avx2,
}

impl Kernel {
    /// The fastest kernel this processor can run.
    #[must_use]
    pub fn detect() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Kernel::Avx2;
        }
        Kernel::Scalar
    }

    /// The kernel's name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Scalar => "scalar",
            Kernel::Avx2 => "avx2",
        }
    }

    /// Subtracts and adds rows of `table` (`sums.len()` values each, wrapping) to the sums.
    ///
    /// # Panics
    /// If a row lies outside the table.
    pub(super) fn update(self, sums: &mut [i16], table: &[i16], removed: &[u16], added: &[u16]) {
        let width = sums.len();
        let greatest = |rows: &[u16]| rows.iter().copied().fold(0, u16::max);
        let last = usize::from(greatest(removed).max(greatest(added)));
        assert!((last + 1) * width <= table.len(), "invariant: rows lie inside the table");
        match self {
            Kernel::Scalar => scalar::update(sums, table, removed, added),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected when this kernel was chosen; all rows were just checked to lie in the table.
            Kernel::Avx2 => unsafe { avx2::update(sums, table, removed, added) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 => scalar::update(sums, table, removed, added),
        }
    }

    /// The slots in which `old` and `new` differ: bit n of word m for slot 64 m + n.
    pub(super) fn changed(self, old: &SlotRows, new: &SlotRows) -> [u64; 2] {
        match self {
            Kernel::Scalar => scalar::changed(old, new),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected when this kernel was chosen.
            Kernel::Avx2 => unsafe { avx2::changed(old, new) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 => scalar::changed(old, new),
        }
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
        match self {
            Kernel::Scalar => scalar::dense(sums, pairs),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected when this kernel was chosen; the lengths were just checked.
            Kernel::Avx2 => unsafe { avx2::dense(sums, pairs) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 => scalar::dense(sums, pairs),
        }
    }

    /// Computes the net's output from the second layer's dot products.
    pub(super) fn output(self, dots: &[i32; HIDDEN], upper: &Upper) -> Output {
        match self {
            Kernel::Scalar => scalar::output(dots, upper),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected when this kernel was chosen.
            Kernel::Avx2 => unsafe { avx2::output(dots, upper) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 => scalar::output(dots, upper),
        }
    }

    /// Brings the sums of a filter from the first of two lists of counts to the second, activates them like
    /// [`Kernel::dense`] and multiplies them with one row of weights. `table` has a row for each count of each place.
    ///
    /// # Panics
    /// If the lengths do not fit together.
    pub(super) fn rank(
        self,
        sums: &mut [i16],
        table: &[i16],
        counts: [&[u8; FILTER_PLACES]; 2],
        weights: &[i16],
    ) -> i32 {
        assert!(
            table.len() == FILTER_PLACES * KERNEL_COUNTS * sums.len()
                && weights.len() == sums.len()
                && sums.len().is_multiple_of(LANES),
            "invariant: one row per count, one weight per sum"
        );
        match self {
            Kernel::Scalar => scalar::rank(sums, table, counts, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected when this kernel was chosen; the lengths were just checked.
            Kernel::Avx2 => unsafe { avx2::rank(sums, table, counts, weights) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 => scalar::rank(sums, table, counts, weights),
        }
    }
}

/// Where the row of a count on a place begins in a filter's table.
fn row_start(place: usize, count: u8, width: usize) -> usize {
    (place * KERNEL_COUNTS + usize::from(count).min(KERNEL_COUNTS - 1)) * width
}

#[cfg(test)]
mod tests {
    use super::super::Head;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn kernels_agree_bit_for_bit(
            seed in prop::collection::vec(any::<i16>(), 128),
            removed in prop::collection::vec(0u16..20, 0..9),
            added in prop::collection::vec(0u16..20, 0..9),
        ) {
            let spread = |n: usize, range: i32| -> Vec<i16> {
                (0..n).map(|k| (i32::from(seed[k % 128]).wrapping_mul(k as i32 * 31 + 7) % range) as i16).collect()
            };
            let (table, weights) = (spread(20 * 128, 3000), spread(HIDDEN * 128, 4000));
            let (mut one, mut two) = (spread(128, 20_000), spread(128, 20_000));
            let kernel = Kernel::detect();
            let old: SlotRows = std::array::from_fn(|k| (one[k] % 3) as u16);
            let new: SlotRows = std::array::from_fn(|k| (seed[k] % 3) as u16);
            prop_assert_eq!(Kernel::Scalar.changed(&old, &new), kernel.changed(&old, &new));
            Kernel::Scalar.update(&mut one, &table, &removed, &added);
            kernel.update(&mut two, &table, &removed, &added);
            prop_assert_eq!(&one, &two);
            let dots = Kernel::Scalar.dense(&one, &weights);
            prop_assert_eq!(dots, kernel.dense(&two, &weights));
            let small = |k: usize| f32::from(seed[k % 128]) / 32768.0;
            let upper = Upper::new(&Head {
                dense: Vec::new(),
                bias: std::array::from_fn(small),
                output: std::array::from_fn(|n| std::array::from_fn(|k| small(n + 7 * k))),
                output_bias: std::array::from_fn(small),
                readings: std::array::from_fn(|n| std::array::from_fn(|k| small(3 * n + 5 * k))),
                readings_bias: std::array::from_fn(|n| small(n + 9)),
            }, 0);
            let bits = |kernel: Kernel| {
                let Output { outcomes, readings } = kernel.output(&dots, &upper);
                (outcomes.map(f32::to_bits), readings.map(f32::to_bits))
            };
            prop_assert_eq!(bits(Kernel::Scalar), bits(kernel));
            let table = spread(FILTER_PLACES * KERNEL_COUNTS * 128, 3000);
            let old: [u8; FILTER_PLACES] = std::array::from_fn(|k| (seed[k] as u8) % 17);
            let new: [u8; FILTER_PLACES] =
                std::array::from_fn(|k| if seed[k + 64] > 0 { old[k] } else { (seed[k + 64] as u8) % 16 });
            prop_assert_eq!(
                Kernel::Scalar.rank(&mut one, &table, [&old, &new], &weights[..128]),
                kernel.rank(&mut two, &table, [&old, &new], &weights[..128])
            );
            prop_assert_eq!(one, two);
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
