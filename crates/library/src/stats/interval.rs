// SPDX-License-Identifier: GPL-3.0-or-later
//! Intervals of ratios over clusters, and Student's distribution.

/// A ratio of sums over clusters, with its standard error: `r = Σy / Σx`, `Var = m/(m−1) · Σ(y − r·x)² / (Σx)²`. The error is
/// `None` with fewer than two clusters; the ratio itself with nothing to divide by.
#[must_use]
pub fn ratio(clusters: &[(f64, f64)]) -> Option<(f64, Option<f64>)> {
    let (sum_y, sum_x) = clusters.iter().fold((0.0, 0.0), |(a, b), (y, x)| (a + y, b + x));
    if sum_x <= 0.0 {
        return None;
    }
    let (ratio, m) = (sum_y / sum_x, clusters.len() as f64);
    let squares: f64 = clusters.iter().map(|(y, x)| (y - ratio * x).powi(2)).sum();
    let error = (clusters.len() > 1).then(|| (m / (m - 1.0) * squares).sqrt() / sum_x);
    Some((ratio, error))
}

/// The value that Student's t with so many degrees of freedom does not exceed with the chance `p`, for `p` from 0.5 on.
#[must_use]
pub fn student_t(p: f64, freedom: f64) -> f64 {
    if p <= 0.5 || freedom < 1.0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    while below(high, freedom) < p && high < 1e6 {
        high *= 2.0;
    }
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if below(middle, freedom) < p { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Student's distribution function for `t` of 0 or more.
fn below(t: f64, freedom: f64) -> f64 {
    1.0 - 0.5 * incomplete_beta(freedom / (freedom + t * t), 0.5 * freedom, 0.5)
}

/// The regularized incomplete beta function, by its continued fraction.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let front =
        (libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp() / a;
    // Lentz's method: the fraction as a product that is corrected term by term.
    let tiny = 1e-30;
    let safe = |value: f64| if value.abs() < tiny { tiny } else { value };
    let (mut c, mut d, mut fraction) = (1.0, 0.0, 1.0);
    for n in 0..300 {
        let m = f64::from(n / 2);
        let term = match n {
            0 => 1.0,
            n if n % 2 == 0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        d = 1.0 / safe(1.0 + term * d);
        c = safe(1.0 + term / c);
        let step = c * d;
        fraction *= step;
        if n > 0 && (step - 1.0).abs() < 1e-14 {
            break;
        }
    }
    front * (fraction - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn student_t_is_that_of_the_tables() {
        for (p, freedom, value) in [
            (0.975, 1.0, 12.706),
            (0.975, 2.0, 4.303),
            (0.975, 4.0, 2.776),
            (0.975, 9.0, 2.262),
            (0.95, 19.0, 1.729),
            (0.975, 59.0, 2.001),
            (0.9, 1000.0, 1.282),
        ] {
            let found = student_t(p, freedom);
            assert!((found - value).abs() < 2e-3, "{p} {freedom}: {found}");
        }
    }

    /// The share of simulated samples whose interval holds the truth, when form varies between matches and errors are rare
    /// and large.
    fn coverage(matches: usize, quantile: impl Fn(usize) -> f64) -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(20261125);
        let (samples, chance, mean) = (1500, 0.08, 0.185);
        let mut held = 0;
        for _ in 0..samples {
            let clusters: Vec<(f64, f64)> = (0..matches)
                .map(|_| {
                    let decisions = random.random_range(60..180);
                    // Uniform from 0.57 to 1.43: a standard deviation of 25 %.
                    let form: f64 = random.random_range(0.567..1.433);
                    let mut losses = 0.0;
                    for _ in 0..decisions {
                        if random.random_bool(chance) {
                            losses -= mean * form * (1.0 - random.random::<f64>()).ln();
                        }
                    }
                    (losses, f64::from(decisions))
                })
                .collect();
            let (found, error) = ratio(&clusters).unwrap();
            let half = quantile(matches) * error.unwrap();
            held += usize::from((found - chance * mean).abs() <= half);
        }
        held as f64 / samples as f64
    }

    #[test]
    fn intervals_hold_with_student_and_not_with_the_normal_distribution() {
        for matches in [5, 10, 20] {
            let covered = coverage(matches, |m| student_t(0.975, m as f64 - 1.0));
            assert!((0.91..=0.98).contains(&covered), "{matches} matches: {covered}");
        }
        assert!(coverage(3, |_| 1.96) < 0.88);
    }

    #[test]
    fn nothing_to_divide_by_is_no_ratio() {
        assert_eq!(ratio(&[]), None);
        assert_eq!(ratio(&[(1.0, 2.0)]), Some((0.5, None)));
    }
}
