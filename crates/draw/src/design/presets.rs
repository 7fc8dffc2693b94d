// SPDX-License-Identifier: GPL-3.0-or-later
//! The built-in designs.

use super::{CheckerLook, Cloth, Color, Design, DieLook, Grain};
/// Marks a phrase for translation by the window.
const fn noted(phrase: &'static str) -> &'static str {
    phrase
}

const fn checker(body: u32, rim: u32, text: u32) -> CheckerLook {
    CheckerLook { body: Color::hex(body), rim: Color::hex(rim), text: Color::hex(text) }
}

const fn die(body: u32, pip: u32) -> DieLook {
    DieLook { body: Color::hex(body), pip: Color::hex(pip) }
}

/// Ivory checkers of the default and several other designs.
const IVORY: CheckerLook = checker(0xf2ead8, 0xfffffa, 0x2b2720);
/// Ink-blue checkers of the default design.
const INK: CheckerLook = checker(0x182442, 0x8fa9dc, 0xf2ead8);
const IVORY_DIE: DieLook = die(0xf5eedf, 0x1d1f26);
const INK_DIE: DieLook = die(0x1c294a, 0xf5eedf);
const BONE_CUBE: DieLook = die(0xe9e2d0, 0x3a2f24);

/// All designs; the first is the default.
pub static ALL: &[Design] = &[FELT, WALNUT, GREEN, TOURNAMENT, NIGHT, SLATE, MINIMAL, PAPER, CONTRAST, SAFE];

const FELT: Design = Design {
    key: "felt",
    title: noted("Calm felt"),
    frame: Color::hex(0x2f363b),
    grain: Grain::Lacquer,
    field: Color::hex(0x45625c),
    cloth: Cloth::Felt,
    tray: Color::hex(0x39504b),
    points: [Color::hex(0x988063), Color::hex(0x62877e)],
    point_line: None,
    checkers: [IVORY, INK],
    dice: [IVORY_DIE, INK_DIE],
    cube: BONE_CUBE,
    label: Color::hex(0xc9cfcc),
    hinge: None,
    accent: Color::hex(0xffd16b),
    outline: 0.0,
};

const WALNUT: Design = Design {
    key: "walnut",
    title: noted("Walnut"),
    frame: Color::hex(0x4e3120),
    grain: Grain::Wood,
    field: Color::hex(0x6d4f36),
    cloth: Cloth::Smooth,
    tray: Color::hex(0x40291a),
    points: [Color::hex(0x8c7962), Color::hex(0xa07048)],
    point_line: Some(Color::hex(0x4a301e)),
    checkers: [checker(0xf6e8cc, 0xfffcf0, 0x332518), checker(0x24160f, 0xb08562, 0xf3e4c8)],
    dice: [die(0xf6ead2, 0x2c1b12), die(0x2a1a12, 0xf3e4c8)],
    cube: die(0xefe0c3, 0x4a2c16),
    label: Color::hex(0xe0c8a6),
    hinge: Some(Color::hex(0xb8934a)),
    accent: Color::hex(0xffd97a),
    outline: 0.0,
};

const GREEN: Design = Design {
    key: "classic-green",
    title: noted("Classic green"),
    frame: Color::hex(0x3c2618),
    grain: Grain::Wood,
    field: Color::hex(0x2c563c),
    cloth: Cloth::Felt,
    tray: Color::hex(0x22422f),
    points: [Color::hex(0xa86b5b), Color::hex(0x808c7a)],
    point_line: None,
    checkers: [checker(0xf7efde, 0xffffff, 0x2a261f), checker(0x1b1b1d, 0x8d8d95, 0xf5eedf)],
    dice: [die(0xf7efde, 0x1b1b1d), die(0x222225, 0xf7efde)],
    cube: die(0xeae4d4, 0x232323),
    label: Color::hex(0xd9c7a8),
    hinge: Some(Color::hex(0xa98a4c)),
    accent: Color::hex(0xffdc6e),
    outline: 0.0,
};

const TOURNAMENT: Design = Design {
    key: "tournament-blue",
    title: noted("Tournament blue"),
    frame: Color::hex(0x1f2937),
    grain: Grain::Lacquer,
    field: Color::hex(0x2b4a70),
    cloth: Cloth::Felt,
    tray: Color::hex(0x223a58),
    points: [Color::hex(0x7d8a99), Color::hex(0x5482b0)],
    point_line: None,
    checkers: [checker(0xf8f6f0, 0xffffff, 0x1f2937), checker(0x1a1214, 0xb07d80, 0xf8f6f0)],
    dice: [die(0xf8f6f0, 0x1a1c22), die(0x24181a, 0xf8f6f0)],
    cube: die(0xf0eee8, 0x1f2937),
    label: Color::hex(0xc4d0df),
    hinge: None,
    accent: Color::hex(0xffc84a),
    outline: 0.0,
};

const NIGHT: Design = Design {
    key: "night",
    title: noted("Night"),
    frame: Color::hex(0x15171c),
    grain: Grain::Lacquer,
    field: Color::hex(0x252a33),
    cloth: Cloth::Felt,
    tray: Color::hex(0x1b1f26),
    points: [Color::hex(0x666e7e), Color::hex(0x73675b)],
    point_line: None,
    checkers: [checker(0xd8d3c6, 0xf6f3ea, 0x222222), checker(0x0c0e13, 0x7a8cb4, 0xd8d3c6)],
    dice: [die(0xd8d3c6, 0x15171c), die(0x11141b, 0xd8d3c6)],
    cube: die(0xb9b4a8, 0x191a1e),
    label: Color::hex(0x9aa2b0),
    hinge: None,
    accent: Color::hex(0xe8b44e),
    outline: 0.0,
};

const SLATE: Design = Design {
    key: "slate",
    title: noted("Slate"),
    frame: Color::hex(0x3d444d),
    grain: Grain::Lacquer,
    field: Color::hex(0x565f69),
    cloth: Cloth::Smooth,
    tray: Color::hex(0x474f58),
    points: [Color::hex(0x7b8690), Color::hex(0x93837a)],
    point_line: None,
    checkers: [checker(0xfafaf7, 0xffffff, 0x2a2f36), checker(0x20171d, 0xb090a2, 0xfafaf7)],
    dice: [die(0xfafaf7, 0x2a2f36), die(0x2a1f26, 0xfafaf7)],
    cube: die(0xe6e8ea, 0x2a2f36),
    label: Color::hex(0xd3d9e0),
    hinge: None,
    accent: Color::hex(0xffd866),
    outline: 0.0,
};

const MINIMAL: Design = Design {
    key: "minimal",
    title: noted("Minimal"),
    frame: Color::hex(0xecebe6),
    grain: Grain::Flat,
    field: Color::hex(0xf7f6f2),
    cloth: Cloth::Flat,
    tray: Color::hex(0xe1dfd8),
    points: [Color::hex(0x848a86), Color::hex(0x92897d)],
    point_line: None,
    checkers: [checker(0xffffff, 0xffffff, 0x2b3338), checker(0x1e272c, 0x1e272c, 0xffffff)],
    dice: [die(0xffffff, 0x1e272c), die(0x1e272c, 0xffffff)],
    cube: die(0xffffff, 0x1e272c),
    label: Color::hex(0x595f5c),
    hinge: None,
    accent: Color::hex(0x0b6e8f),
    outline: 0.16,
};

const PAPER: Design = Design {
    key: "paper",
    title: noted("Paper"),
    frame: Color::WHITE,
    grain: Grain::Flat,
    field: Color::WHITE,
    cloth: Cloth::Flat,
    tray: Color::WHITE,
    points: [Color::hex(0x707070), Color::hex(0x929292)],
    point_line: Some(Color::BLACK),
    checkers: [checker(0xffffff, 0xffffff, 0x000000), checker(0x000000, 0x000000, 0xffffff)],
    dice: [die(0xffffff, 0x000000), die(0x000000, 0xffffff)],
    cube: die(0xffffff, 0x000000),
    label: Color::BLACK,
    hinge: None,
    accent: Color::hex(0x004f9e),
    outline: 0.3,
};

const CONTRAST: Design = Design {
    key: "high-contrast",
    title: noted("High contrast"),
    frame: Color::BLACK,
    grain: Grain::Flat,
    field: Color::hex(0x1a1a1a),
    cloth: Cloth::Flat,
    tray: Color::BLACK,
    points: [Color::hex(0x6a6a6a), Color::hex(0x8c8c8c)],
    point_line: Some(Color::WHITE),
    checkers: [checker(0xffffff, 0xffffff, 0x000000), checker(0x000000, 0x000000, 0xffffff)],
    dice: [die(0xffffff, 0x000000), die(0x000000, 0xffffff)],
    cube: die(0xffffff, 0x000000),
    label: Color::WHITE,
    hinge: None,
    accent: Color::hex(0xffe100),
    outline: 0.6,
};

const SAFE: Design = Design {
    key: "deuteranopia",
    title: noted("Blue and orange"),
    frame: Color::hex(0x2a2d34),
    grain: Grain::Lacquer,
    field: Color::hex(0x4a4f58),
    cloth: Cloth::Smooth,
    tray: Color::hex(0x3c4048),
    points: [Color::hex(0x6f7277), Color::hex(0x636a78)],
    point_line: Some(Color::hex(0x31353c)),
    checkers: [checker(0xffc27a, 0xffeed2, 0x2b1a05), checker(0x06193f, 0x6f9ce6, 0xffffff)],
    dice: [die(0xffc27a, 0x2b1a05), die(0x0a204d, 0xffffff)],
    cube: die(0xf2f2f2, 0x22252b),
    label: Color::hex(0xd6dae2),
    hinge: None,
    accent: Color::hex(0xfff0b0),
    outline: 0.0,
};
