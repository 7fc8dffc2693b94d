// SPDX-License-Identifier: GPL-3.0-or-later
//! Where everything lies on the board: pure geometry in board units.
//!
//! The board is 108 × 82 units with the origin at the top left, x to the right and y down; a checker measures 6 units.
//! Nothing here depends on pixels: [`Fit`] maps units to a widget of any size.

use super::Slot;
use gnubg_engine::core::Player;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Width of the board in units.
pub const WIDTH: f64 = 108.0;
/// Height of the board in units.
pub const HEIGHT: f64 = 82.0;
/// Diameter of a checker, side of the cube and of a small flag.
pub const CHECKER: f64 = 6.0;
/// Side of a cube or flag that is offered: on the bar, between the places of checkers.
pub const OFFERED: f64 = 11.0;
/// Side of a die.
pub const DIE: f64 = 7.0;
/// Side of the turn arrow.
pub const ARROW: f64 = 3.0;
/// Width of the border.
pub const BORDER: f64 = 3.0;
/// Height of a point and of a tray.
pub const POINT: f64 = 34.0;
/// Thickness of a checker seen edge-on in a tray: 15 fill 28.5 units.
pub const EDGE: f64 = 1.9;

/// The middle of the board.
const MIDDLE: Pos = Pos::new(WIDTH / 2.0, HEIGHT / 2.0);

/// A place on the board in units.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Pos {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Pos {
    /// A place from its coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Pos {
        Pos { x, y }
    }

    /// The place `t` of the way to `other`; `t` is 0 to 1.
    #[must_use]
    pub fn toward(self, other: Pos, t: f64) -> Pos {
        Pos::new(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }

    /// Distance to `other` in units.
    #[must_use]
    pub fn distance(self, other: Pos) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A rectangle in units.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// A rectangle from its left upper corner and size.
    #[must_use]
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Rect {
        Rect { x, y, w, h }
    }

    /// A square of side `side` around `center`.
    #[must_use]
    pub fn around(center: Pos, side: f64) -> Rect {
        Rect::new(center.x - side / 2.0, center.y - side / 2.0, side, side)
    }

    /// Whether `pos` lies inside; the left and upper edges belong to it.
    #[must_use]
    pub fn contains(&self, pos: Pos) -> bool {
        pos.x >= self.x && pos.x < self.x + self.w && pos.y >= self.y && pos.y < self.y + self.h
    }

    /// The middle.
    #[must_use]
    pub fn center(&self) -> Pos {
        Pos::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The rectangle grown by `by` units on every side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Rect {
        Rect::new(self.x - by, self.y - by, self.w + 2.0 * by, self.h + 2.0 * by)
    }
}

/// The direction in which the bottom player's checkers move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// The bottom player bears off at the right.
    #[default]
    Anticlockwise,
    /// The bottom player bears off at the left.
    Clockwise,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Direction {
        match self {
            Direction::Anticlockwise => Direction::Clockwise,
            Direction::Clockwise => Direction::Anticlockwise,
        }
    }
}

/// The left or right half of the playing field, as seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// x from 12 to 48; the top player's dice fall here.
    Left,
    /// x from 60 to 96; the bottom player's dice fall here.
    Right,
}

impl Half {
    /// The half in which `player`'s dice fall.
    #[must_use]
    pub const fn of(player: Player) -> Half {
        match player {
            Player::Zero => Half::Left,
            Player::One => Half::Right,
        }
    }

    /// The player whose dice fall here.
    #[must_use]
    pub const fn player(self) -> Player {
        match self {
            Half::Left => Player::Zero,
            Half::Right => Player::One,
        }
    }

    /// The half's middle, x.
    #[must_use]
    pub const fn center_x(self) -> f64 {
        match self {
            Half::Left => 30.0,
            Half::Right => 78.0,
        }
    }
}

/// Where the cube lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubePlace {
    /// In the middle: both may turn it.
    Centered,
    /// With its owner.
    Owned(Player),
    /// Large in the middle of the board; this player must answer.
    Offered(Player),
}

/// Something on the board that the pointer can be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The left (0) or right (1) die as shown.
    Die(usize),
    /// The doubling cube.
    Cube,
    /// The resignation flag.
    Flag,
    /// The middle of one half, where dice are thrown.
    RollArea(Half),
    /// A slot.
    Slot(Slot),
}

/// The rectangles of things that are not always on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Movables {
    /// Both dice, left first as shown.
    pub dice: Option<[Rect; 2]>,
    /// The cube.
    pub cube: Option<Rect>,
    /// The resignation flag.
    pub flag: Option<Rect>,
}

/// The geometry of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Layout {
    /// The direction of the bottom player.
    pub direction: Direction,
}

impl Layout {
    /// The layout of a direction.
    #[must_use]
    pub const fn new(direction: Direction) -> Layout {
        Layout { direction }
    }

    /// Left edge of a slot.
    fn x(self, slot: Slot) -> f64 {
        let clockwise = self.direction == Direction::Clockwise;
        let near_right = |right: bool| if right != clockwise { 99.0 } else { 3.0 };
        let n = slot.index();
        match n {
            0 | 25 => 51.0,
            26 | 27 => near_right(true),
            28 | 29 => near_right(false),
            _ => {
                let n = match (clockwise, n) {
                    (false, n) => n,
                    (true, 1..=12) => 13 - n,
                    (true, _) => 37 - n,
                } as f64;
                if n <= 6.0 {
                    96.0 - 6.0 * n
                } else if n <= 12.0 {
                    48.0 - 6.0 * (n - 6.0)
                } else if n <= 18.0 {
                    12.0 + 6.0 * (n - 13.0)
                } else {
                    60.0 + 6.0 * (n - 19.0)
                }
            }
        }
    }

    /// The area of a slot.
    #[must_use]
    pub fn area(self, slot: Slot) -> Rect {
        match slot.index() {
            0 => Rect::new(51.0, 50.0, 6.0, 22.0),
            25 => Rect::new(51.0, 9.0, 6.0, 22.0),
            _ => Rect::new(self.x(slot), if slot.is_top() { 3.0 } else { 45.0 }, 6.0, POINT),
        }
    }

    /// The area of a slot while editing: reaching 3 units further toward the border.
    #[must_use]
    pub fn edit_area(self, slot: Slot) -> Rect {
        let area = self.area(slot);
        if slot.is_top() {
            Rect::new(area.x, area.y - BORDER, area.w, area.h + BORDER)
        } else {
            Rect::new(area.x, area.y, area.w, area.h + BORDER)
        }
    }

    /// Upper edge of the first checker and the step to the next one.
    fn stacking(slot: Slot) -> (f64, f64) {
        match slot.index() {
            0 => (50.0, CHECKER),
            25 => (25.0, -CHECKER),
            _ if slot.is_top() => (3.0, CHECKER),
            _ => (73.0, -CHECKER),
        }
    }

    /// The square of the checker on place `nth` (0 = the first) of a slot; places beyond the drawn ones coincide with
    /// the last.
    #[must_use]
    pub fn checker(self, slot: Slot, nth: u8) -> Rect {
        let (first, step) = Layout::stacking(slot);
        let nth = f64::from(nth.min(slot.drawn_places() - 1));
        Rect::new(self.x(slot), first + step * nth, CHECKER, CHECKER)
    }

    /// The square of checker `nth` of `count` when tall stacks overlap instead of being numbered.
    #[must_use]
    pub fn overlapped(self, slot: Slot, nth: u8, count: u8) -> Rect {
        let places = slot.drawn_places();
        if count <= places {
            return self.checker(slot, nth);
        }
        let (first, step) = Layout::stacking(slot);
        let spacing = CHECKER * f64::from(places - 1) / f64::from(count - 1);
        Rect::new(self.x(slot), first + step.signum() * spacing * f64::from(nth), CHECKER, CHECKER)
    }

    /// The bar-shaped outline of checker `nth` lying edge-on in a tray.
    #[must_use]
    pub fn edge_on(self, tray: Slot, nth: u8) -> Rect {
        let from_border = EDGE * f64::from(nth);
        let y = if tray.is_top() { 3.0 + from_border } else { 79.0 - EDGE - from_border };
        Rect::new(self.x(tray), y, CHECKER, EDGE)
    }

    /// Which place (1 = the first) of a slot `pos` points at; 0 for the strip at the border.
    #[must_use]
    pub fn place_at(self, slot: Slot, pos: Pos) -> u8 {
        let area = self.area(slot);
        if !area.contains(pos) {
            return 0;
        }
        let (first, step) = Layout::stacking(slot);
        let depth = if step > 0.0 { pos.y - first } else { first + CHECKER - pos.y };
        let last = slot.drawn_places();
        let nth = (depth / CHECKER).floor().clamp(0.0, f64::from(last - 1)) as u8;
        nth + 1
    }

    /// The square of the cube.
    #[must_use]
    pub fn cube(self, place: CubePlace) -> Rect {
        let x = match self.direction {
            Direction::Anticlockwise => 3.0,
            Direction::Clockwise => 99.0,
        };
        let y = match place {
            CubePlace::Owned(Player::One) => 73.0,
            CubePlace::Owned(Player::Zero) => 3.0,
            CubePlace::Centered => 38.0,
            CubePlace::Offered(_) => return Rect::around(MIDDLE, OFFERED),
        };
        Rect::new(x, y, CHECKER, CHECKER)
    }

    /// The square of the resignation flag: large in the middle of the board, or in front of the player who must answer
    /// while a double lies in the middle.
    #[must_use]
    pub fn flag(self, to: Player, is_cube_offered: bool) -> Rect {
        match is_cube_offered {
            true => Rect::around(Pos::new(Half::of(to).center_x(), MIDDLE.y), CHECKER),
            false => Rect::around(MIDDLE, OFFERED),
        }
    }

    /// The square of the arrow that shows whose turn it is.
    #[must_use]
    pub fn arrow(self, on_roll: Player) -> Rect {
        let x = if self.direction == Direction::Anticlockwise { 96.0 } else { 9.0 };
        let y = if on_roll == Player::One { 79.0 } else { 0.0 };
        Rect::new(x, y, ARROW, ARROW)
    }

    /// The area of a half where a click rolls the dice.
    #[must_use]
    pub const fn roll_area(self, half: Half) -> Rect {
        let x = match half {
            Half::Left => 12.0,
            Half::Right => 60.0,
        };
        Rect::new(x, 33.0, 36.0, 13.0)
    }

    /// The dice side by side in the middle of the roller's half.
    #[must_use]
    pub fn neat_dice(self, player: Player) -> [Rect; 2] {
        let x = Half::of(player).center_x();
        [Rect::new(x - 8.0, 37.5, DIE, DIE), Rect::new(x + 1.0, 37.5, DIE, DIE)]
    }

    /// The dice of an opening roll by seat, each in the middle of its player's half.
    #[must_use]
    pub fn opening_dice(self) -> [Rect; 2] {
        Player::BOTH.map(|player| Rect::new(Half::of(player).center_x() - DIE / 2.0, 37.5, DIE, DIE))
    }

    /// The places where thrown dice fall: as in GNU Backgammon 1.07, clear of stacks of five or more where possible.
    ///
    /// The same `throw` number gives the same places. `heights` are the checkers on each slot.
    #[must_use]
    pub fn thrown_dice(self, player: Player, throw: u64, heights: &[u8; Slot::HOLDING]) -> [Rect; 2] {
        let mut random = Scatter(SplitMix64::seed_from_u64(throw));
        let shift = if player == Player::One { 48.0 } else { 0.0 };
        let mut dice = self.neat_dice(player);
        for _ in 0..128 {
            let x0 = random.between(13.0, 33.0);
            let x1 = random.between(x0 + 8.0, 41.0);
            dice = [x0, x1].map(|x| Rect::new(x + shift, random.between(33.0, 41.0), DIE, DIE));
            let covers = |slot: Slot| {
                let stack = self.checker(slot, slot.drawn_places() - 1);
                heights[slot.index()] >= 5 && dice.iter().any(|die| overlap(die, &stack))
            };
            if !Slot::holding().any(covers) {
                break;
            }
        }
        dice
    }

    /// What lies under `pos`, in the order of the specification: dice, cube, flag, roll areas, slots.
    ///
    /// A tray answers over its whole column.
    #[must_use]
    pub fn hit(self, pos: Pos, movables: &Movables) -> Option<Target> {
        if let Some(target) = self.hit_movable(pos, movables) {
            return Some(target);
        }
        if movables.flag.is_some_and(|flag| flag.contains(pos)) {
            return Some(Target::Flag);
        }
        if let Some(half) = self.hit_roll_area(pos) {
            return Some(Target::RollArea(half));
        }
        Slot::holding().find(|&slot| self.wide_area(slot).contains(pos)).map(Target::Slot)
    }

    /// What lies under `pos` while editing: also the unused trays and the strips at the border; the flag comes last.
    #[must_use]
    pub fn hit_edit(self, pos: Pos, movables: &Movables) -> Option<Target> {
        if let Some(target) = self.hit_movable(pos, movables) {
            return Some(target);
        }
        if let Some(half) = self.hit_roll_area(pos) {
            return Some(Target::RollArea(half));
        }
        if let Some(slot) = Slot::all().find(|&slot| self.edit_area(slot).contains(pos)) {
            return Some(Target::Slot(slot));
        }
        movables.flag.filter(|flag| flag.contains(pos)).map(|_| Target::Flag)
    }

    fn hit_movable(self, pos: Pos, movables: &Movables) -> Option<Target> {
        if let Some(n) = movables.dice.and_then(|dice| dice.iter().position(|die| die.contains(pos))) {
            return Some(Target::Die(n));
        }
        movables.cube.filter(|cube| cube.contains(pos)).map(|_| Target::Cube)
    }

    fn hit_roll_area(self, pos: Pos) -> Option<Half> {
        [Half::Right, Half::Left].into_iter().find(|&half| self.roll_area(half).contains(pos))
    }

    fn wide_area(self, slot: Slot) -> Rect {
        let area = self.area(slot);
        if slot.is_tray() { Rect::new(area.x - 3.0, area.y, 12.0, area.h) } else { area }
    }
}

/// Whether two rectangles share any area.
fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/// Random numbers that depend only on the seed.
struct Scatter(SplitMix64);

impl Scatter {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }
}

/// The scale and origin of the board in a widget, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Pixels per unit.
    pub scale: f64,
    /// Left edge of the board in pixels.
    pub x: f64,
    /// Upper edge of the board in pixels.
    pub y: f64,
}

impl Fit {
    /// The largest board of the right shape, centered in `width` × `height` pixels.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Fit {
        let scale = (width / WIDTH).min(height / HEIGHT).max(0.01);
        Fit {
            scale,
            x: ((width - WIDTH * scale) / 2.0).floor(),
            y: ((height - HEIGHT * scale) / 2.0).floor(),
        }
    }

    /// The place on the board under a pixel.
    #[must_use]
    pub fn to_board(&self, x: f64, y: f64) -> Pos {
        Pos::new((x - self.x) / self.scale, (y - self.y) / self.scale)
    }

    /// The pixel rectangle of a rectangle in units.
    #[must_use]
    pub fn to_pixels(&self, rect: Rect) -> Rect {
        Rect::new(
            self.x + rect.x * self.scale,
            self.y + rect.y * self.scale,
            rect.w * self.scale,
            rect.h * self.scale,
        )
    }
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
