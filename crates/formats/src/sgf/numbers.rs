// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers as text: rounded as other programs write them, or with all digits.

/// How equities, chances and luck are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfNumbers {
    /// With five or six decimals, as other programs write them.
    Rounded,
    /// With as many digits as it takes to read the same number again, and none of them converted to another unit.
    Exact,
}

impl SgfNumbers {
    /// A number that has six decimals in files.
    pub(super) fn six(self, value: f32) -> String {
        match self {
            SgfNumbers::Rounded => format!("{value:.6}"),
            SgfNumbers::Exact => g10(value),
        }
    }

    /// A number that has five decimals in files.
    pub(super) fn five(self, value: f32) -> String {
        match self {
            SgfNumbers::Rounded => format!("{value:.5}"),
            SgfNumbers::Exact => g10(value),
        }
    }
}

/// A number with ten significant digits, as C's `%.10g` writes it.
pub(super) fn g10(value: f32) -> String {
    let value = f64::from(value);
    if value == 0.0 || !value.is_finite() {
        return if value.is_sign_negative() && value == 0.0 { "-0".to_owned() } else { "0".to_owned() };
    }
    let scientific = format!("{value:.9e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |number: &str| {
        if number.contains('.') {
            number.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            number.to_owned()
        }
    };
    if !(-4..10).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(mantissa), exponent.abs());
    }
    let decimals = usize::try_from(9 - exponent).unwrap_or(0);
    trim(&format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::g10;

    #[test]
    fn ten_significant_digits() {
        for (value, text) in [
            (0.484_245_24_f32, "0.4842452407"),
            (-0.031_509_4, "-0.03150939941"),
            (6.632_33e23, "6.632330114e+23"),
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (100.0, "100"),
            (0.000_012_5, "1.249999968e-05"),
            (0.25, "0.25"),
        ] {
            assert_eq!(g10(value), text);
            assert_eq!(text.parse::<f32>().unwrap(), value);
        }
    }
}
