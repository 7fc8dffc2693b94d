// SPDX-License-Identifier: GPL-3.0-or-later
//! The designs that come with the program.

use super::{CheckerLook, Cloth, Color, Design, DieLook, Grain};

const fn checker(body: u32, rim: u32, text: u32) -> CheckerLook {
    CheckerLook { body: Color::hex(body), rim: Color::hex(rim), text: Color::hex(text) }
}

const fn die(body: u32, pip: u32) -> DieLook {
    DieLook { body: Color::hex(body), pip: Color::hex(pip) }
}

/// Ivory checkers of the default and several other designs.
const IVORY: CheckerLook = checker(0xf2_ea_d8, 0xff_ff_fa, 0x2b_27_20);
/// Ink-blue checkers of the default design.
const INK: CheckerLook = checker(0x18_24_42, 0x8f_a9_dc, 0xf2_ea_d8);
const IVORY_DIE: DieLook = die(0xf5_ee_df, 0x1d_1f_26);
const INK_DIE: DieLook = die(0x1c_29_4a, 0xf5_ee_df);
const BONE_CUBE: DieLook = die(0xe9_e2_d0, 0x3a_2f_24);

/// All designs; the first is the default.
pub static ALL: &[Design] = &[FELT, WALNUT, GREEN, TOURNAMENT, NIGHT, SLATE, MINIMAL, PAPER, CONTRAST, SAFE];

const FELT: Design = Design {
    key: "felt",
    title: "Calm felt",
    frame: Color::hex(0x2f_36_3b),
    grain: Grain::Lacquer,
    field: Color::hex(0x45_62_5c),
    cloth: Cloth::Felt,
    tray: Color::hex(0x39_50_4b),
    points: [Color::hex(0x98_80_63), Color::hex(0x62_87_7e)],
    point_line: None,
    checkers: [IVORY, INK],
    dice: [IVORY_DIE, INK_DIE],
    cube: BONE_CUBE,
    label: Color::hex(0xc9_cf_cc),
    hinge: None,
    accent: Color::hex(0xff_d1_6b),
    outline: 0.0,
};

const WALNUT: Design = Design {
    key: "walnut",
    title: "Walnut",
    frame: Color::hex(0x4e_31_20),
    grain: Grain::Wood,
    field: Color::hex(0x6d_4f_36),
    cloth: Cloth::Smooth,
    tray: Color::hex(0x40_29_1a),
    points: [Color::hex(0x8c_79_62), Color::hex(0xa0_70_48)],
    point_line: Some(Color::hex(0x4a_30_1e)),
    checkers: [checker(0xf6_e8_cc, 0xff_fc_f0, 0x33_25_18), checker(0x24_16_0f, 0xb0_85_62, 0xf3_e4_c8)],
    dice: [die(0xf6_ea_d2, 0x2c_1b_12), die(0x2a_1a_12, 0xf3_e4_c8)],
    cube: die(0xef_e0_c3, 0x4a_2c_16),
    label: Color::hex(0xe0_c8_a6),
    hinge: Some(Color::hex(0xb8_93_4a)),
    accent: Color::hex(0xff_d9_7a),
    outline: 0.0,
};

const GREEN: Design = Design {
    key: "classic-green",
    title: "Classic green",
    frame: Color::hex(0x3c_26_18),
    grain: Grain::Wood,
    field: Color::hex(0x2c_56_3c),
    cloth: Cloth::Felt,
    tray: Color::hex(0x22_42_2f),
    points: [Color::hex(0xa8_6b_5b), Color::hex(0x80_8c_7a)],
    point_line: None,
    checkers: [checker(0xf7_ef_de, 0xff_ff_ff, 0x2a_26_1f), checker(0x1b_1b_1d, 0x8d_8d_95, 0xf5_ee_df)],
    dice: [die(0xf7_ef_de, 0x1b_1b_1d), die(0x22_22_25, 0xf7_ef_de)],
    cube: die(0xea_e4_d4, 0x23_23_23),
    label: Color::hex(0xd9_c7_a8),
    hinge: Some(Color::hex(0xa9_8a_4c)),
    accent: Color::hex(0xff_dc_6e),
    outline: 0.0,
};

const TOURNAMENT: Design = Design {
    key: "tournament-blue",
    title: "Tournament blue",
    frame: Color::hex(0x1f_29_37),
    grain: Grain::Lacquer,
    field: Color::hex(0x2b_4a_70),
    cloth: Cloth::Felt,
    tray: Color::hex(0x22_3a_58),
    points: [Color::hex(0x7d_8a_99), Color::hex(0x54_82_b0)],
    point_line: None,
    checkers: [checker(0xf8_f6_f0, 0xff_ff_ff, 0x1f_29_37), checker(0x1a_12_14, 0xb0_7d_80, 0xf8_f6_f0)],
    dice: [die(0xf8_f6_f0, 0x1a_1c_22), die(0x24_18_1a, 0xf8_f6_f0)],
    cube: die(0xf0_ee_e8, 0x1f_29_37),
    label: Color::hex(0xc4_d0_df),
    hinge: None,
    accent: Color::hex(0xff_c8_4a),
    outline: 0.0,
};

const NIGHT: Design = Design {
    key: "night",
    title: "Night",
    frame: Color::hex(0x15_17_1c),
    grain: Grain::Lacquer,
    field: Color::hex(0x25_2a_33),
    cloth: Cloth::Felt,
    tray: Color::hex(0x1b_1f_26),
    points: [Color::hex(0x66_6e_7e), Color::hex(0x73_67_5b)],
    point_line: None,
    checkers: [checker(0xd8_d3_c6, 0xf6_f3_ea, 0x22_22_22), checker(0x0c_0e_13, 0x7a_8c_b4, 0xd8_d3_c6)],
    dice: [die(0xd8_d3_c6, 0x15_17_1c), die(0x11_14_1b, 0xd8_d3_c6)],
    cube: die(0xb9_b4_a8, 0x19_1a_1e),
    label: Color::hex(0x9a_a2_b0),
    hinge: None,
    accent: Color::hex(0xe8_b4_4e),
    outline: 0.0,
};

const SLATE: Design = Design {
    key: "slate",
    title: "Slate",
    frame: Color::hex(0x3d_44_4d),
    grain: Grain::Lacquer,
    field: Color::hex(0x56_5f_69),
    cloth: Cloth::Smooth,
    tray: Color::hex(0x47_4f_58),
    points: [Color::hex(0x7b_86_90), Color::hex(0x93_83_7a)],
    point_line: None,
    checkers: [checker(0xfa_fa_f7, 0xff_ff_ff, 0x2a_2f_36), checker(0x20_17_1d, 0xb0_90_a2, 0xfa_fa_f7)],
    dice: [die(0xfa_fa_f7, 0x2a_2f_36), die(0x2a_1f_26, 0xfa_fa_f7)],
    cube: die(0xe6_e8_ea, 0x2a_2f_36),
    label: Color::hex(0xd3_d9_e0),
    hinge: None,
    accent: Color::hex(0xff_d8_66),
    outline: 0.0,
};

const MINIMAL: Design = Design {
    key: "minimal",
    title: "Minimal",
    frame: Color::hex(0xec_eb_e6),
    grain: Grain::Flat,
    field: Color::hex(0xf7_f6_f2),
    cloth: Cloth::Flat,
    tray: Color::hex(0xe1_df_d8),
    points: [Color::hex(0x84_8a_86), Color::hex(0x92_89_7d)],
    point_line: None,
    checkers: [checker(0xff_ff_ff, 0xff_ff_ff, 0x2b_33_38), checker(0x1e_27_2c, 0x1e_27_2c, 0xff_ff_ff)],
    dice: [die(0xff_ff_ff, 0x1e_27_2c), die(0x1e_27_2c, 0xff_ff_ff)],
    cube: die(0xff_ff_ff, 0x1e_27_2c),
    label: Color::hex(0x59_5f_5c),
    hinge: None,
    accent: Color::hex(0x0b_6e_8f),
    outline: 0.16,
};

const PAPER: Design = Design {
    key: "paper",
    title: "Paper",
    frame: Color::WHITE,
    grain: Grain::Flat,
    field: Color::WHITE,
    cloth: Cloth::Flat,
    tray: Color::WHITE,
    points: [Color::hex(0x70_70_70), Color::hex(0x92_92_92)],
    point_line: Some(Color::BLACK),
    checkers: [checker(0xff_ff_ff, 0xff_ff_ff, 0x00_00_00), checker(0x00_00_00, 0x00_00_00, 0xff_ff_ff)],
    dice: [die(0xff_ff_ff, 0x00_00_00), die(0x00_00_00, 0xff_ff_ff)],
    cube: die(0xff_ff_ff, 0x00_00_00),
    label: Color::BLACK,
    hinge: None,
    accent: Color::hex(0x00_4f_9e),
    outline: 0.3,
};

const CONTRAST: Design = Design {
    key: "high-contrast",
    title: "High contrast",
    frame: Color::BLACK,
    grain: Grain::Flat,
    field: Color::hex(0x1a_1a_1a),
    cloth: Cloth::Flat,
    tray: Color::BLACK,
    points: [Color::hex(0x6a_6a_6a), Color::hex(0x8c_8c_8c)],
    point_line: Some(Color::WHITE),
    checkers: [checker(0xff_ff_ff, 0xff_ff_ff, 0x00_00_00), checker(0x00_00_00, 0x00_00_00, 0xff_ff_ff)],
    dice: [die(0xff_ff_ff, 0x00_00_00), die(0x00_00_00, 0xff_ff_ff)],
    cube: die(0xff_ff_ff, 0x00_00_00),
    label: Color::WHITE,
    hinge: None,
    accent: Color::hex(0xff_e1_00),
    outline: 0.6,
};

const SAFE: Design = Design {
    key: "deuteranopia",
    title: "Blue and orange",
    frame: Color::hex(0x2a_2d_34),
    grain: Grain::Lacquer,
    field: Color::hex(0x4a_4f_58),
    cloth: Cloth::Smooth,
    tray: Color::hex(0x3c_40_48),
    points: [Color::hex(0x6f_72_77), Color::hex(0x63_6a_78)],
    point_line: Some(Color::hex(0x31_35_3c)),
    checkers: [checker(0xff_c2_7a, 0xff_ee_d2, 0x2b_1a_05), checker(0x06_19_3f, 0x6f_9c_e6, 0xff_ff_ff)],
    dice: [die(0xff_c2_7a, 0x2b_1a_05), die(0x0a_20_4d, 0xff_ff_ff)],
    cube: die(0xf2_f2_f2, 0x22_25_2b),
    label: Color::hex(0xd6_da_e2),
    hinge: None,
    accent: Color::hex(0xff_f0_b0),
    outline: 0.0,
};
