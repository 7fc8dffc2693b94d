// SPDX-License-Identifier: GPL-3.0-or-later
//! The user's choices about the board in three dimensions.

/// What lights the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LightKind {
    /// A lamp at a place.
    #[default]
    Lamp,
    /// The sun: the same direction everywhere.
    Sun,
}

/// Camera, light and motion. The ranges are those of the original, so that its designs can be taken over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How far the board is tilted away, 0 to 60 degrees.
    pub angle: f32,
    /// 0 (wide angle, strong perspective) to 100 (narrow, nearly parallel).
    pub skew: f32,
    /// Straight from above without perspective.
    pub plan: bool,
    /// Lamp or sun.
    pub light: LightKind,
    /// Where the light is, in half widths of the board: −1.5 to 4, −1.5 to 4, 0.5 to 5.
    pub light_at: [f32; 3],
    /// Ambient, diffuse and specular light, 0 to 100 each.
    pub levels: [f32; 3],
    /// Whether things cast shadows.
    pub shadows: bool,
    /// How dark shadows are, 3 to 100.
    pub darkness: f32,
    /// Side of a die in checker thicknesses, 1.5 to 4.
    pub dice_size: f32,
    /// Segments of round things, 8 to 60.
    pub curves: u32,
    /// Whether points end round.
    pub rounded_points: bool,
    /// Whether checkers have rounded edges; else they are flat discs.
    pub rounded_checkers: bool,
    /// Whether thrown dice roll.
    pub roll_dice: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            angle: 18.0,
            skew: 35.0,
            plan: false,
            light: LightKind::Lamp,
            light_at: [-0.65, 0.8, 1.9],
            levels: [50.0, 70.0, 100.0],
            shadows: true,
            darkness: 50.0,
            dice_size: 2.5,
            curves: 40,
            rounded_points: false,
            rounded_checkers: true,
            roll_dice: true,
        }
    }
}

impl Settings {
    /// The same with every number brought into its range; what is no number takes the standard value.
    #[must_use]
    pub fn clamped(self) -> Settings {
        let standard = Settings::default();
        let fit = |v: f32, low: f32, high: f32, other: f32| {
            if v.is_finite() { v.clamp(low, high) } else { other }
        };
        let at = |n: usize, low: f32, high: f32| fit(self.light_at[n], low, high, standard.light_at[n]);
        Settings {
            angle: fit(self.angle, 0.0, 60.0, standard.angle),
            skew: fit(self.skew, 0.0, 100.0, standard.skew),
            light_at: [at(0, -1.5, 4.0), at(1, -1.5, 4.0), at(2, 0.5, 5.0)],
            levels: [0, 1, 2].map(|n| fit(self.levels[n], 0.0, 100.0, standard.levels[n])),
            darkness: fit(self.darkness, 3.0, 100.0, standard.darkness),
            dice_size: fit(self.dice_size, 1.5, 4.0, standard.dice_size),
            curves: self.curves.clamp(8, 60),
            ..self
        }
    }

    /// Side of a die in units.
    #[must_use]
    pub fn die(&self) -> f32 {
        self.dice_size * 1.9
    }

    /// The vertical field of view in degrees: wider for low skew, narrower the more the board is tilted.
    #[must_use]
    pub fn field_of_view(&self) -> f32 {
        (47.0 - 2.3 * (self.angle / 20.0).powi(2)) / (0.6 + 3.4 * self.skew / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn the_published_example_of_the_field_of_view() {
        let settings = Settings { angle: 15.0, skew: 20.0, ..Settings::default() };
        assert!((settings.field_of_view() - 35.71).abs() < 0.01);
    }

    #[test]
    fn numbers_are_brought_into_range() {
        let wild = Settings {
            angle: 400.0,
            skew: f32::NAN,
            dice_size: 0.0,
            curves: 1000,
            light_at: [-9.0, f32::INFINITY, 0.0],
            ..Settings::default()
        };
        let tame = wild.clamped();
        assert_eq!((tame.angle, tame.skew, tame.dice_size, tame.curves), (60.0, 35.0, 1.5, 60));
        assert_eq!(tame.light_at, [-1.5, 0.8, 0.5]);
        assert_eq!(Settings::default().clamped(), Settings::default());
    }
}
