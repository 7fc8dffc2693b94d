// SPDX-License-Identifier: GPL-3.0-or-later
//! Board designs: colors and materials as plain data.
//!
//! The tests below check every design: checkers differ from both point tones and from each other by at least 3:1 in
//! brightness, and everything that is read (numbers, pips, the cube) differs from its background by at least 4.5:1.
//! Nothing depends on hue.

mod color;
mod presets;

pub use color::Color;
pub use presets::ALL;

/// The material of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Smooth lacquer.
    Lacquer,
    /// Wood with its grain along the longer side of each part.
    Wood,
    /// Flat color without light and shadow.
    Flat,
}

/// The material of the playing field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cloth {
    /// Short fibers.
    Felt,
    /// Smooth leather or lacquer.
    Smooth,
    /// Flat color without light and shadow.
    Flat,
}

/// The look of one player's checkers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckerLook {
    /// The body.
    pub body: Color,
    /// The light caught by the rim.
    pub rim: Color,
    /// Numerals on the checker.
    pub text: Color,
}

/// The look of one player's dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DieLook {
    /// The body.
    pub body: Color,
    /// The pips.
    pub pip: Color,
}

/// A board design.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    /// Stable name for settings.
    pub key: &'static str,
    /// Name shown to the user, to be translated.
    pub title: &'static str,
    /// The border, the bar and the walls of the trays.
    pub frame: Color,
    /// The material of the frame.
    pub grain: Grain,
    /// The playing field.
    pub field: Color,
    /// The material of the playing field.
    pub cloth: Cloth,
    /// The floor of the trays.
    pub tray: Color,
    /// The two tones of the points; `[0]` is the tone of the bottom player's ace point.
    pub points: [Color; 2],
    /// A line around the points, where the tones alone are too close to the field.
    pub point_line: Option<Color>,
    /// Checkers by seat.
    pub checkers: [CheckerLook; 2],
    /// Dice by seat.
    pub dice: [DieLook; 2],
    /// The cube.
    pub cube: DieLook,
    /// Point numbers on the frame.
    pub label: Color,
    /// Hinges on the bar.
    pub hinge: Option<Color>,
    /// Legal targets, the last play and the focus; used for nothing else.
    pub accent: Color,
    /// Strong outlines around checkers, dice and cube, in units; 0 for none.
    pub outline: f64,
}

impl Design {
    /// The design of that key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<&'static Design> {
        ALL.iter().find(|design| design.key == key)
    }

    /// The design that a list of `key=value` words names by its key `design`; the default if it names none.
    #[must_use]
    pub fn of_appearance(pairs: &str) -> &'static Design {
        let named = pairs.split_whitespace().find_map(|pair| pair.strip_prefix("design="));
        named.and_then(Design::by_key).unwrap_or(&ALL[0])
    }

    /// Whether light and shadow are left out.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.grain == Grain::Flat
    }

    /// The design with its frame, field and points turned gray, for editing.
    #[must_use]
    pub fn grayed(&self) -> Design {
        Design {
            frame: self.frame.grayed(),
            field: self.field.grayed(),
            tray: self.tray.grayed(),
            points: self.points.map(Color::grayed),
            point_line: self.point_line.map(Color::grayed),
            hinge: self.hinge.map(Color::grayed),
            label: self.label.grayed(),
            ..*self
        }
    }
}

impl Default for Design {
    fn default() -> Design {
        ALL[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn at_least(limit: f64, design: &Design, what: &str, a: Color, b: Color) {
        let found = a.contrast(b);
        assert!(found >= limit, "{}: {what} has a contrast of {found:.2}, below {limit}", design.key);
    }

    #[test]
    fn checkers_stand_out() {
        for design in ALL {
            for (n, look) in design.checkers.iter().enumerate() {
                for point in design.points {
                    at_least(3.0, design, &format!("checker {n} on its point"), look.body, point);
                }
            }
            at_least(
                3.0,
                design,
                "one checker to the other",
                design.checkers[0].body,
                design.checkers[1].body,
            );
            // The two seats differ the same way on every design: the top player's checkers are the light ones.
            assert!(design.checkers[0].body.luminance() > design.checkers[1].body.luminance());
        }
    }

    #[test]
    fn everything_read_is_legible() {
        for design in ALL {
            at_least(4.5, design, "point numbers", design.label, design.frame);
            at_least(4.5, design, "the cube", design.cube.pip, design.cube.body);
            for n in 0..2 {
                at_least(4.5, design, "numerals", design.checkers[n].text, design.checkers[n].body);
                at_least(4.5, design, "pips", design.dice[n].pip, design.dice[n].body);
            }
        }
    }

    #[test]
    fn accents_show_on_the_field() {
        for design in ALL {
            at_least(3.0, design, "the accent", design.accent, design.field);
        }
    }

    #[test]
    fn designs_are_many_and_distinct() {
        assert!(ALL.len() >= 8);
        for (n, design) in ALL.iter().enumerate() {
            assert_eq!(Design::by_key(design.key), Some(design));
            assert!(ALL[..n].iter().all(|other| other.key != design.key && other.title != design.title));
        }
        assert_eq!(Design::by_key("none"), None);
    }

    /// Designs made for color-blind eyes keep their distances under simulated protanopia, deuteranopia and
    /// tritanopia (matrices of Viénot, Brettel and Mollon 1999, applied to linear light).
    #[test]
    fn brightness_survives_color_blindness() {
        let matrices: [[[f64; 3]; 3]; 2] = [
            [[0.112, 0.888, 0.0], [0.112, 0.888, 0.0], [0.004, -0.004, 1.0]],
            [[0.293, 0.707, 0.0], [0.293, 0.707, 0.0], [-0.022, 0.022, 1.0]],
        ];
        let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        for design in ALL {
            for m in &matrices {
                let seen = |color: Color| {
                    let rgb = [linear(color.r), linear(color.g), linear(color.b)];
                    let out: Vec<f64> =
                        m.iter().map(|row| row.iter().zip(rgb).map(|(a, b)| a * b).sum()).collect();
                    0.2126 * out[0] + 0.7152 * out[1] + 0.0722 * out[2] + 0.05
                };
                for look in design.checkers {
                    for point in design.points {
                        let (a, b) = (seen(look.body), seen(point));
                        let ratio = a.max(b) / a.min(b);
                        assert!(ratio >= 2.4, "{}: {ratio:.2} under color blindness", design.key);
                    }
                }
            }
        }
    }
}
