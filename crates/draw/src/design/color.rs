// SPDX-License-Identifier: GPL-3.0-or-later
//! Colors and their contrast.

/// An opaque sRGB color; components 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color {
    /// Red.
    pub r: f64,
    /// Green.
    pub g: f64,
    /// Blue.
    pub b: f64,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color::hex(0x000000);
    /// White.
    pub const WHITE: Color = Color::hex(0xffffff);

    /// A color written `0xRRGGBB`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Color {
        Color {
            r: ((rgb >> 16) & 0xff) as f64 / 255.0,
            g: ((rgb >> 8) & 0xff) as f64 / 255.0,
            b: (rgb & 0xff) as f64 / 255.0,
        }
    }

    /// This color with `t` (0 to 1) of `other` mixed in.
    #[must_use]
    pub fn mix(self, other: Color, t: f64) -> Color {
        let part = |a: f64, b: f64| a + (b - a) * t;
        Color { r: part(self.r, other.r), g: part(self.g, other.g), b: part(self.b, other.b) }
    }

    /// This color mixed with `t` (0 to 1) of white.
    #[must_use]
    pub fn lighter(self, t: f64) -> Color {
        self.mix(Color::WHITE, t)
    }

    /// This color mixed with `t` (0 to 1) of black.
    #[must_use]
    pub fn darker(self, t: f64) -> Color {
        self.mix(Color::BLACK, t)
    }

    /// Two thirds of the way to gray, for the board in edit mode: each channel becomes (c + 2·mean) / 3.
    #[must_use]
    pub fn grayed(self) -> Color {
        let mean = (self.r + self.g + self.b) / 3.0;
        self.mix(Color { r: mean, g: mean, b: mean }, 2.0 / 3.0)
    }

    /// Relative luminance, 0 to 1 (Web Content Accessibility Guidelines 2.1).
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }

    /// Contrast ratio with `other`, 1 to 21 (Web Content Accessibility Guidelines 2.1).
    #[must_use]
    pub fn contrast(self, other: Color) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }
}

#[cfg(test)]
mod tests {
    use super::Color;

    #[test]
    fn contrast_of_known_pairs() {
        assert!((Color::BLACK.contrast(Color::WHITE) - 21.0).abs() < 1e-9);
        assert!((Color::hex(0x767676).contrast(Color::WHITE) - 4.54).abs() < 0.01);
        let gray = Color::hex(0xff0000).grayed();
        assert!((gray.r - (1.0 + 2.0 / 3.0) / 3.0).abs() < 1e-9);
    }
}
