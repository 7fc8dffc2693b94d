// SPDX-License-Identifier: GPL-3.0-or-later
//! Mean and spread of measured values.

/// Statistics of a sample of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// How many there are.
    pub(crate) count: usize,
    /// Their mean; 0 of none.
    pub(crate) mean: f64,
    /// Their standard deviation around it.
    pub(crate) deviation: f64,
}

impl Spread {
    pub(crate) fn of(values: &[f64]) -> Spread {
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let deviation = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n).sqrt();
        Spread { count: values.len(), mean, deviation }
    }

    /// The standard error of the mean.
    pub(crate) fn error(&self) -> f64 {
        self.deviation / (self.count.max(1) as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_their_errors() {
        let spread = Spread::of(&[1.0, 1.0, 3.0, 3.0]);
        assert_eq!(spread, Spread { count: 4, mean: 2.0, deviation: 1.0 });
        assert_eq!(spread.error(), 0.5);
        assert_eq!(Spread::of(&[]).mean, 0.0);
    }
}
