// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether texts stand out from what is behind them, measured on pictures of the screen.

use super::harness::TestDesktop;
use super::reader::{Text, texts};
use super::screen::Picture;
use std::collections::HashMap;

/// The least contrast of a text.
const LEAST: f64 = 4.5;

/// The brightness of a color as people see it.
fn luminance(color: [u8; 3]) -> f64 {
    let linear = color.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let [a, b] = [a, b].map(|color| luminance(color) + 0.05);
    a.max(b) / a.min(b)
}

/// The contrast of the text in a rectangle of a picture: of the commonest color, which is behind it, and of the one that
/// stands out most. Edges of letters are mixed of both, so that a text of thin lines has a little more than this.
fn within(picture: &Picture, [left, top, right, bottom]: [i32; 4]) -> f64 {
    let mut colors: HashMap<[u8; 3], usize> = HashMap::new();
    for y in top.max(0)..bottom {
        for (color, n) in picture.runs(y, left..right) {
            *colors.entry(color).or_default() += n;
        }
    }
    let Some((behind, _)) = colors.iter().max_by_key(|(_, n)| **n) else { return 21.0 };
    colors.keys().map(|color| contrast(*color, *behind)).fold(1.0, f64::max)
}

/// The texts of a window that do not stand out, with their contrasts.
pub(crate) fn faint(desktop: &TestDesktop, picture: &Picture, title: &str) -> Vec<(String, [i32; 4], f64)> {
    let found = texts(desktop, title);
    assert!(!found.is_empty(), "{title} has no texts");
    let measured = found.into_iter().map(|(name, at): Text| (name, at, within(picture, at)));
    // A contrast of one is no text: something else lies before it. A single thin letter may be nothing but edges.
    measured
        .filter(|(name, _, contrast)| name.chars().count() > 2 && (1.05..LEAST).contains(contrast))
        .collect()
}

#[test]
fn contrast_is_highest_for_black_on_white() {
    assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
    assert!((contrast([0x76; 3], [255; 3]) - 4.54).abs() < 0.01);
}
