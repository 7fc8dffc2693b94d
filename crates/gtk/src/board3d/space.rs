// SPDX-License-Identifier: GPL-3.0-or-later
//! Places in the world, in board units, and where checkers rest on each other.

use glam::{Vec2, Vec3};
use gnubg_draw::Slot;
use gnubg_draw::layout::{CHECKER, EDGE, HEIGHT, Layout, Pos, Rect, WIDTH};
use gnubg_draw::model::{BoardView, TrayStyle};

/// Upper side of the frame and the bar above the field.
pub const WALL: f32 = 2.5;
/// Floor of the trays.
pub const TRAY_FLOOR: f32 = -1.1;
/// The table the board stands on.
pub const TABLE: f32 = -3.4;
/// Thickness of a checker; the same as its width lying edge-on in a tray.
pub const THICKNESS: f32 = EDGE as f32;
/// Radius of a checker, a little less than half a point so that neighbors do not touch.
pub const RADIUS: f32 = CHECKER as f32 / 2.0 - 0.07;
/// Side of the cube.
pub const CUBE: f32 = 5.4;
/// How high a carried checker is lifted.
pub const CARRY: f32 = 4.2;

/// The world place of a board position at height `z`.
#[must_use]
pub fn world(pos: Pos, z: f32) -> Vec3 {
    Vec3::new((pos.x - WIDTH / 2.0) as f32, (HEIGHT / 2.0 - pos.y) as f32, z)
}

/// How much larger than usual the cube is that lies on this square. Less than in two dimensions, so that it hides nothing
/// behind it.
#[must_use]
pub fn cube_scale(at: Rect) -> f32 {
    (at.w / CHECKER).sqrt() as f32
}

/// The board position above or below which a world place lies.
#[must_use]
pub fn pos(place: Vec3) -> Pos {
    Pos::new(f64::from(place.x) + WIDTH / 2.0, HEIGHT / 2.0 - f64::from(place.y))
}

/// A line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub from: Vec3,
    /// Where it goes, of length 1.
    pub along: Vec3,
}

impl Ray {
    /// The place at distance `t`.
    #[must_use]
    pub fn at(&self, t: f32) -> Vec3 {
        self.from + self.along * t
    }

    /// Distance to the plane at height `z`, if it lies ahead.
    #[must_use]
    pub fn to_height(&self, z: f32) -> Option<f32> {
        let t = (z - self.from.z) / self.along.z;
        (t.is_finite() && t > 0.0).then_some(t)
    }

    /// Distance to a box with these corners.
    #[must_use]
    pub fn to_box(&self, low: Vec3, high: Vec3) -> Option<f32> {
        let (a, b) = ((low - self.from) / self.along, (high - self.from) / self.along);
        let (near, far) = (a.min(b).max_element(), a.max(b).min_element());
        (near <= far && far > 0.0).then_some(near.max(0.0))
    }

    /// Distance to an upright cylinder standing on `foot`.
    #[must_use]
    pub fn to_cylinder(&self, foot: Vec3, radius: f32, height: f32) -> Option<f32> {
        let within = |t: f32| (self.at(t).truncate() - foot.truncate()).length() <= radius;
        let top = self.to_height(foot.z + height).filter(|&t| within(t));
        let (o, d) = (self.from.truncate() - foot.truncate(), self.along.truncate());
        let (a, b, c) = (d.dot(d), o.dot(d), o.dot(o) - radius * radius);
        let root = b * b - a * c;
        let side = (root >= 0.0 && a > 1e-9).then(|| (-b - root.sqrt()) / a).filter(|&t| {
            let z = self.at(t).z;
            t > 0.0 && z >= foot.z && z <= foot.z + height
        });
        match (top, side) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
}

/// Where a checker lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// Its middle.
    pub center: Vec3,
    /// 0 lying flat, 1 standing on its rim with its faces toward the players.
    pub upright: f32,
}

/// The height on which the first checkers of a slot lie.
#[must_use]
pub fn ground(slot: Slot) -> f32 {
    if slot.bar_owner().is_some() {
        WALL
    } else if slot.is_tray() {
        TRAY_FLOOR
    } else {
        0.0
    }
}

/// Where checker `nth` (0 = the first) of a slot rests. More than five (three on the bar) lie in further layers.
#[must_use]
pub fn rest(layout: Layout, trays: TrayStyle, slot: Slot, nth: u8) -> Rest {
    if slot.is_tray() && trays == TrayStyle::EdgeOn {
        let bar = layout.edge_on(slot, nth);
        return Rest { center: world(bar.center(), TRAY_FLOOR + RADIUS + 0.02), upright: 1.0 };
    }
    let places = slot.drawn_places();
    let layer = f32::from(nth / places);
    let z = ground(slot) + THICKNESS * (layer + 0.5);
    Rest { center: world(layout.checker(slot, nth % places).center(), z), upright: 0.0 }
}

/// The same for a view.
#[must_use]
pub fn rest_in(view: &BoardView, slot: Slot, nth: u8) -> Rest {
    rest(view.layout, view.trays, slot, nth)
}

/// The ground under a board position: the frame and the bar are raised, the trays deeper than the field.
#[must_use]
pub fn ground_at(at: Pos) -> f32 {
    match well_at(at) {
        Some(well) if well.w < 10.0 => TRAY_FLOOR,
        Some(_) => 0.0,
        None => WALL,
    }
}

/// The two playing fields and the four trays, as openings in the frame.
pub const WELLS: [Rect; 6] = [
    Rect::new(12.0, 3.0, 36.0, 76.0),
    Rect::new(60.0, 3.0, 36.0, 76.0),
    Rect::new(3.0, 3.0, 6.0, 35.0),
    Rect::new(3.0, 44.0, 6.0, 35.0),
    Rect::new(99.0, 3.0, 6.0, 35.0),
    Rect::new(99.0, 44.0, 6.0, 35.0),
];

/// The opening a board position lies in.
#[must_use]
pub fn well_at(at: Pos) -> Option<Rect> {
    WELLS.into_iter().find(|well| well.contains(at))
}

/// Half the size of a rectangle.
#[must_use]
pub fn half(rect: Rect) -> Vec2 {
    Vec2::new(rect.w as f32 / 2.0, rect.h as f32 / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back() {
        let at = Pos::new(17.25, 70.5);
        let back = pos(world(at, 3.0));
        assert!(at.distance(back) < 1e-4);
        assert_eq!(world(Pos::new(54.0, 41.0), 1.0), Vec3::new(0.0, 0.0, 1.0));
    }

    #[test]
    fn rays_meet_solids() {
        let down = Ray { from: Vec3::new(0.5, 0.0, 10.0), along: Vec3::NEG_Z };
        assert_eq!(down.to_height(2.0), Some(8.0));
        assert_eq!(down.to_cylinder(Vec3::ZERO, 1.0, 3.0), Some(7.0));
        assert_eq!(down.to_cylinder(Vec3::new(3.0, 0.0, 0.0), 1.0, 3.0), None);
        assert_eq!(down.to_box(Vec3::splat(-1.0), Vec3::splat(1.0)), Some(9.0));
        let level = Ray { from: Vec3::new(-10.0, 0.0, 1.0), along: Vec3::X };
        assert_eq!(level.to_cylinder(Vec3::ZERO, 2.0, 3.0), Some(8.0));
        assert_eq!(level.to_height(0.0), None);
    }

    #[test]
    fn checkers_stack_in_layers() {
        let layout = Layout::default();
        let slot = Slot::new(6).unwrap();
        let (first, sixth) =
            (rest(layout, TrayStyle::EdgeOn, slot, 0), rest(layout, TrayStyle::EdgeOn, slot, 5));
        assert_eq!(first.center.truncate(), sixth.center.truncate());
        assert!((sixth.center.z - first.center.z - THICKNESS).abs() < 1e-6);
        let bar = rest(layout, TrayStyle::EdgeOn, Slot::new(25).unwrap(), 0);
        assert!(bar.center.z > WALL);
        assert_eq!(rest(layout, TrayStyle::EdgeOn, Slot::new(26).unwrap(), 3).upright, 1.0);
    }

    #[test]
    fn the_frame_is_higher_than_the_field() {
        assert_eq!(ground_at(Pos::new(54.0, 41.0)), WALL);
        assert_eq!(ground_at(Pos::new(30.0, 41.0)), 0.0);
        assert_eq!(ground_at(Pos::new(101.0, 60.0)), TRAY_FLOOR);
    }
}
