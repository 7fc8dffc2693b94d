// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice at rest and in motion: thrown, bouncing three times, spinning more and more slowly, ending on the rolled face.

use super::piece_meshes::face_up;
use super::space::world;
use glam::{Mat3, Quat, Vec3};
use gnubg_draw::layout::Pos;
use gnubg_engine::core::Player;
use std::f32::consts::TAU;

/// Where a die is and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its middle.
    pub center: Vec3,
    /// From its own space to the world.
    pub turn: Quat,
}

/// One of two dice of a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Die {
    /// Whose.
    pub owner: Player,
    /// 0 left, 1 right.
    pub nth: usize,
    /// The face that is up in the end.
    pub face: u8,
    /// Where its middle rests.
    pub at: Pos,
    /// Its side in units.
    pub side: f32,
}

/// Moments at which the die touches the field, as parts of the whole time; before the first it falls from the hand.
const CONTACTS: [f32; 5] = [0.0, 0.30, 0.62, 0.85, 1.0];
/// How high it is thrown, and how high it bounces after each contact.
const HEIGHTS: [f32; 4] = [11.0, 6.0, 2.4, 0.7];

/// A number from 0 to 1 that depends on its arguments only (finalizer of SplitMix64, Steele, Lea and Flood 2014).
#[must_use]
pub fn scatter(seed: u64, salt: u64) -> f32 {
    let mut z = seed.wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 40) as f32 / (1u64 << 24) as f32
}

/// How far a turned box of half side `half` reaches down from its middle.
fn reach(turn: Quat, half: f32) -> f32 {
    let rows = Mat3::from_quat(turn).transpose();
    let z = rows.z_axis;
    // Round corners take a little off a die standing on one.
    half * (z.x.abs() + z.y.abs() + z.z.abs()).min(1.55)
}

/// The height of a bouncing point at `t`, 0 to 1.
#[must_use]
pub fn bounce(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    if t < CONTACTS[1] {
        let fallen = t / CONTACTS[1];
        return HEIGHTS[0] * (1.0 - fallen * fallen);
    }
    for n in 1..4 {
        if t < CONTACTS[n + 1] {
            let part = (t - CONTACTS[n]) / (CONTACTS[n + 1] - CONTACTS[n]);
            return HEIGHTS[n] * 4.0 * part * (1.0 - part);
        }
    }
    0.0
}

impl Die {
    /// The die lying still. Dice never lie quite parallel to the board.
    #[must_use]
    pub fn at_rest(&self) -> Pose {
        let place = (self.at.x * 16.0) as u64 * 131 + (self.at.y * 16.0) as u64 * 17;
        let yaw = (scatter(place, u64::from(self.face) * 2 + self.nth as u64) - 0.5) * 0.34;
        Pose {
            center: world(self.at, self.side / 2.0),
            turn: Quat::from_rotation_z(yaw) * face_up(self.face),
        }
    }

    /// The die at `t` of its roll, 0 to 1; `seed` tells rolls apart.
    #[must_use]
    pub fn rolling(&self, seed: u64, t: f32) -> Pose {
        let rest = self.at_rest();
        let t = t.clamp(0.0, 1.0);
        if t >= 1.0 {
            return rest;
        }
        let any = |salt: u64| scatter(seed, salt * 2 + self.nth as u64 + 1);
        // From the thrower's side of the board, both dice from one hand.
        let toward = if self.owner == Player::One { -1.0 } else { 1.0 };
        let aside = scatter(seed, 901) * 14.0 - 7.0 + (any(11) - 0.5) * 4.0;
        let start = Vec3::new(aside, toward * (20.0 + 5.0 * any(12)), 0.0);
        let left = (1.0 - t).powf(1.7);
        let travel = start * left;
        let axis = Vec3::new(-start.y, start.x, (any(13) - 0.5) * 14.0).normalize_or(Vec3::X);
        let turns = 1.0 + 1.5 * any(14);
        let spin = Quat::from_axis_angle(axis, -turns * TAU * left);
        let twist = Quat::from_rotation_z((any(15) - 0.5) * 5.0 * left);
        let turn = twist * spin * rest.turn;
        let lift = reach(turn, self.side / 2.0) - self.side / 2.0;
        Pose { center: rest.center + travel + Vec3::Z * (bounce(t) + lift.max(0.0)), turn }
    }
}

#[cfg(test)]
mod tests {
    use super::super::piece_meshes::face_direction;
    use super::*;
    use proptest::prelude::*;

    fn die() -> impl Strategy<Value = Die> {
        (1u8..=6, 0usize..2, any::<bool>(), 14f64..94.0, 34f64..48.0).prop_map(|(face, nth, one, x, y)| Die {
            owner: if one { Player::One } else { Player::Zero },
            nth,
            face,
            at: Pos::new(x, y),
            side: 4.75,
        })
    }

    proptest! {
        #[test]
        fn rolls_end_on_the_rolled_face(die in die(), seed: u64) {
            let end = die.rolling(seed, 1.0);
            prop_assert_eq!(end, die.at_rest());
            prop_assert!((end.turn * face_direction(die.face)).z > 0.9999);
            // Shortly before it is nearly there.
            let near = die.rolling(seed, 0.999);
            prop_assert!((near.center - end.center).length() < 0.2);
            prop_assert!(near.turn.angle_between(end.turn) < 0.1);
        }

        #[test]
        fn dice_never_sink_into_the_board(die in die(), seed: u64, t in 0f32..1.0) {
            let pose = die.rolling(seed, t);
            prop_assert!(pose.center.z >= die.side / 2.0 - 1e-3);
            prop_assert!(pose.center.is_finite() && pose.turn.is_normalized());
        }

        #[test]
        fn motion_has_no_jumps(die in die(), seed: u64, t in 0f32..0.99) {
            let (a, b) = (die.rolling(seed, t), die.rolling(seed, t + 0.01));
            prop_assert!((a.center - b.center).length() < 3.0);
            prop_assert!(a.turn.angle_between(b.turn) < 0.6);
        }
    }

    #[test]
    fn bounces_shrink() {
        let peaks: Vec<f32> = CONTACTS[1..].windows(2).map(|w| bounce((w[0] + w[1]) / 2.0)).collect();
        assert!(peaks.windows(2).all(|w| w[0] > w[1]));
        assert!(CONTACTS[1..].iter().all(|&t| bounce(t).abs() < 1e-4));
    }
}
