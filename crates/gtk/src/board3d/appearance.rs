// SPDX-License-Identifier: GPL-3.0-or-later
//! Maps a design's colors to materials under light.

use super::scene::DesignLines;
use glam::Vec3;
use gnubg_draw::design::{Cloth, Color, Design, Grain};
use gnubg_draw::material::Material;

/// A color for computing with light: linear, components 0 to 1.
#[must_use]
pub fn linear(color: Color) -> Vec3 {
    let one = |c: f64| (if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }) as f32;
    Vec3::new(one(color.r), one(color.g), one(color.b))
}

/// The same color as it is shown: sRGB, components 0 to 1.
#[must_use]
pub fn shown(linear: Vec3) -> Vec3 {
    let one = |c: f32| if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
    Vec3::new(one(linear.x), one(linear.y), one(linear.z))
}

/// The surface of something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// Color of light tones.
    pub light: Vec3,
    /// Color of dark tones.
    pub dark: Vec3,
    /// Its material.
    pub material: Material,
    /// How strongly its unevenness shows, 0 to 1.
    pub bump: f32,
    /// 0.05 (polished) to 1 (matt).
    pub rough: f32,
    /// Strength of specular light: 1 for lacquer, up to 2.
    pub shine: f32,
    /// 1 for metals, whose specular light has their color.
    pub metal: f32,
    /// Light caught by fibers or by a translucent rim at grazing angles.
    pub sheen: Vec3,
}

impl Finish {
    fn new(color: Color, material: Material) -> Finish {
        let (spread, bump, rough, shine): (f32, f32, f32, f32) = match material {
            Material::Plain => (0.0, 0.0, 0.35, 1.0),
            Material::Wood => (0.50, 0.5, 0.34, 0.55),
            Material::Felt => (0.34, 0.9, 1.0, 0.0),
            Material::Leather => (0.34, 0.7, 0.50, 0.7),
            Material::Marble => (0.42, 0.0, 0.30, 0.7),
        };
        Finish {
            // Both tones keep the color's hue and strength.
            light: (linear(color) * (1.0 + spread * 0.8)).min(Vec3::ONE),
            dark: linear(color) * (1.0 - spread),
            material,
            bump,
            rough,
            shine,
            metal: 0.0,
            sheen: if material == Material::Felt { linear(color) * 0.35 } else { Vec3::ZERO },
        }
    }

    /// A surface that only scatters light.
    fn matt(color: Color) -> Finish {
        Finish { rough: 1.0, shine: 0.0, ..Finish::new(color, Material::Plain) }
    }
}

/// The materials and colors of a design, as the painter needs them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appearance {
    /// Border, bar, walls.
    pub frame: Finish,
    /// The playing fields.
    pub field: Finish,
    /// The floors of the trays.
    pub tray: Finish,
    /// The two tones of points.
    pub points: [Finish; 2],
    /// Checkers by seat.
    pub checkers: [Finish; 2],
    /// Dice by seat.
    pub dice: [Finish; 2],
    /// The cube.
    pub cube: Finish,
    /// Hinges, if there are any.
    pub hinge: Option<Finish>,
    /// The flag's pole.
    pub pole: Finish,
    /// The table below the board.
    pub table: Finish,
    /// Pips by seat.
    pub pips: [Vec3; 2],
    /// Numerals on the cube.
    pub cube_ink: Vec3,
    /// Numerals on checkers by seat.
    pub text: [Vec3; 2],
    /// Point numbers.
    pub label: Vec3,
    /// Targets, the last play, focus.
    pub accent: Vec3,
    /// DesignLines around the points.
    pub point_line: Option<Vec3>,
    /// Width of rings on the rim of checkers in their text color, as part of the radius; 0 for none.
    pub outline: f32,
    /// Whether light and shadow are reduced to a minimum.
    pub flat: bool,
}

/// Materials of frame, field and points of the designs that come with the program.
fn materials(design: &Design) -> [Material; 3] {
    match design.key {
        "felt" => [Material::Leather, Material::Felt, Material::Felt],
        "walnut" => [Material::Wood, Material::Wood, Material::Wood],
        "classic-green" => [Material::Wood, Material::Felt, Material::Leather],
        "tournament-blue" => [Material::Leather, Material::Felt, Material::Leather],
        "night" => [Material::Plain, Material::Felt, Material::Leather],
        "slate" => [Material::Marble, Material::Marble, Material::Marble],
        "deuteranopia" => [Material::Leather, Material::Felt, Material::Leather],
        _ => {
            let field = if design.cloth == Cloth::Felt { Material::Felt } else { Material::Plain };
            match design.grain {
                Grain::Wood => [Material::Wood, field, field],
                Grain::Lacquer | Grain::Flat => [Material::Plain, field, field],
            }
        }
    }
}

impl Appearance {
    /// The lines it draws.
    #[must_use]
    pub fn lines(&self) -> DesignLines {
        DesignLines { points: self.point_line.is_some(), frame: self.flat }
    }

    /// The materials it uses, possibly repeated.
    pub fn materials(&self) -> impl Iterator<Item = Material> {
        let [a, b] = self.points;
        [self.frame, self.field, self.tray, a, b, self.table].into_iter().map(|finish| finish.material)
    }

    /// The appearance of a design.
    #[must_use]
    pub fn new(design: &Design) -> Appearance {
        let flat = design.is_flat();
        let made = |color: Color, material: Material| {
            if flat { Finish::matt(color) } else { Finish::new(color, material) }
        };
        let [frame, field, points] = materials(design);
        let checker = |n: usize| {
            let appearance = design.checkers[n];
            // Specular light shows the form of dark checkers, diffuse light that of light ones.
            let (glow, shine) = if appearance.body.luminance() < 0.2 { (0.34, 1.7) } else { (0.16, 1.0) };
            let finish = Finish {
                rough: 0.22,
                shine,
                sheen: linear(appearance.rim) * glow,
                ..made(appearance.body, Material::Plain)
            };
            if flat { Finish::matt(appearance.body) } else { finish }
        };
        let piece = |color: Color| {
            if flat { Finish::matt(color) } else { Finish { rough: 0.16, ..made(color, Material::Plain) } }
        };
        let metal = |color: Color| Finish { rough: 0.28, metal: 1.0, ..Finish::new(color, Material::Plain) };
        Appearance {
            frame: made(design.frame, frame),
            field: made(design.field, field),
            tray: made(design.tray, if field == Material::Wood { Material::Felt } else { field }),
            points: design.points.map(|color| made(color, points)),
            checkers: [checker(0), checker(1)],
            dice: [0, 1].map(|n| piece(design.dice[n].body)),
            cube: piece(design.cube.body),
            hinge: design.hinge.map(metal),
            pole: metal(Color::hex(0xb9a679)),
            table: table(design),
            pips: [0, 1].map(|n| linear(design.dice[n].pip)),
            cube_ink: linear(design.cube.pip),
            text: [0, 1].map(|n| linear(design.checkers[n].text)),
            label: linear(design.label),
            accent: linear(design.accent),
            point_line: design.point_line.map(linear),
            outline: if design.outline > 0.0 { (design.outline as f32 / 3.0).max(0.055) } else { 0.0 },
            flat,
        }
    }
}

/// A table from which the frame stands out: dull green cloth below wood, wood below other frames, gray below flat designs.
fn table(design: &Design) -> Finish {
    if design.is_flat() {
        let mean = (design.frame.r + design.frame.g + design.frame.b) / 3.0;
        let gray = Color { r: mean, g: mean, b: mean };
        let tone = if mean < 0.35 { gray.lighter(0.10) } else { gray.darker(0.35) };
        return Finish::matt(tone);
    }
    let is_night = design.frame.luminance() < 0.012;
    let shaded = |color: Color| if is_night { color.darker(0.35) } else { color };
    if materials(design)[0] == Material::Wood {
        let cloth = shaded(Color::hex(0x46524c).mix(design.frame, 0.15));
        return Finish { bump: 0.4, ..Finish::new(cloth, Material::Felt) };
    }
    // Its grain is fainter than that of boards.
    let wood = shaded(Color::hex(0x6a4932).mix(design.frame, 0.2));
    let (light, dark) = (linear(wood) * 1.24, linear(wood) * 0.68);
    Finish { light, dark, rough: 0.5, shine: 0.3, ..Finish::new(wood, Material::Wood) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_draw::design::ALL;

    #[test]
    fn every_design_has_a_sound_look() {
        for design in ALL {
            let appearance = Appearance::new(design);
            let all = [
                appearance.frame,
                appearance.field,
                appearance.tray,
                appearance.cube,
                appearance.table,
                appearance.pole,
            ];
            for finish in
                all.iter().chain(&appearance.points).chain(&appearance.checkers).chain(&appearance.dice)
            {
                assert!(finish.light.is_finite() && finish.dark.is_finite());
                assert!((0.05..=1.0).contains(&finish.rough) && (0.0..=2.0).contains(&finish.shine));
                assert!(finish.light.cmpge(finish.dark).all());
            }
            assert_eq!(appearance.flat, design.is_flat());
            assert_eq!(appearance.hinge.is_some(), design.hinge.is_some());
        }
    }

    #[test]
    fn linear_light_of_known_colors() {
        assert_eq!(linear(Color::BLACK), Vec3::ZERO);
        assert!((linear(Color::WHITE) - Vec3::ONE).length() < 1e-6);
        assert!((linear(Color::hex(0x808080)).x - 0.2159).abs() < 1e-3);
    }
}
