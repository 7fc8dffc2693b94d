// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards of reports: flat, light, with numbers that can be read in a small picture. One list of shapes is painted by cairo
//! on pages and in pictures, and written as SVG in web pages.
//!
//! The places are those of `gnubg-draw`; above and below its 108 by 82 units there is more room for the numbers.

mod painter;
mod svg;

pub(crate) use painter::paint;
pub use svg::{SharedParts, alone};

pub use gnubg_draw::ViewOptions;
use gnubg_draw::layout::CubePlace;
use gnubg_draw::layout::{self, Pos, Rect};
use gnubg_draw::model::{DicePlaces, Labels};
use gnubg_draw::{BoardView, DiceThrow, Slot};
use gnubg_engine::core::{MatchState, Play, Player};

/// Width of a board in units.
pub const WIDTH: f64 = layout::WIDTH;
/// Height of a board in units.
pub const HEIGHT: f64 = layout::HEIGHT + 2.0 * MORE;

/// Room for numbers above and below the board of `gnubg-draw`.
const MORE: f64 = 2.5;
/// Size of the numbers of the points: two digits are a little narrower than a point.
pub(crate) const NUMBER: f64 = 4.1;
/// Size of the number of checkers in a stack.
const COUNT: f64 = 4.0;
/// Width of the lines around pieces.
const LINE: f64 = 0.35;
/// Height of a borne off checker, seen from its edge.
const EDGE: f64 = 1.7;

/// The color of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Frame,
    Field,
    Bar,
    /// A point of the tone of the bottom player's ace point, and of the other one.
    Points(bool),
    /// A piece of a player, and what is written on it.
    Piece(Player),
    On(Player),
    Line,
    Number,
    Cube,
    /// The arrows of the play that was made and of the best one.
    Played,
    Best,
}

impl Ink {
    /// The color: red, green, blue.
    pub(crate) const fn rgb(self) -> u32 {
        match self {
            Ink::Frame => 0xe7e2d6,
            Ink::Field => 0xf8f6f0,
            Ink::Bar => 0xd9d3c4,
            Ink::Points(true) => 0xa0886a,
            Ink::Points(false) => 0x77928a,
            Ink::Piece(Player::Zero) | Ink::On(Player::One) => 0xffffff,
            Ink::Piece(Player::One) | Ink::On(Player::Zero) => 0x1b2a4a,
            Ink::Line | Ink::Number => 0x2a3236,
            Ink::Cube => 0xfdf6dc,
            Ink::Played => 0xb3261e,
            Ink::Best => 0x12683f,
        }
    }
}

/// A shape of a board, in units.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        rect: Rect,
        radius: f64,
        fill: Ink,
        has_line: bool,
    },
    Triangle([Pos; 3], Ink),
    Circle {
        center: Pos,
        radius: f64,
        fill: Ink,
        has_line: bool,
    },
    /// A short text around a place, of this font size.
    Text {
        center: Pos,
        size: f64,
        text: String,
        ink: Ink,
    },
    Arrow {
        from: Pos,
        to: Pos,
        is_best: bool,
    },
}

/// A board to be painted.
#[derive(Clone, Debug)]
pub struct Diagram {
    view: BoardView,
    /// Arrows for the play that was made, and for the best one.
    arrows: [Vec<(Slot, Slot)>; 2],
    /// The pip counts by seat.
    pips: [u16; 2],
}

impl Diagram {
    /// The board of a state.
    #[must_use]
    pub fn new(state: &MatchState, options: &ViewOptions) -> Diagram {
        // Dice lie in the middle, so that they cover nothing.
        let options = ViewOptions { dice: DicePlaces::Neat, ..*options };
        let view = BoardView::new(state, None, DiceThrow::default(), &options);
        Diagram { view, arrows: Default::default(), pips: state.pips() }
    }

    /// The same with arrows for the play that `player` made and for the best one, if that is another; none for
    /// [`Play::EMPTY`].
    #[must_use]
    pub fn with_plays(mut self, player: Player, played: &Play, best: &Play) -> Diagram {
        self.arrows = [played, best].map(|play| ways(player, play));
        if self.arrows[0] == self.arrows[1] {
            self.arrows[1].clear();
        }
        self
    }

    /// The shapes that every board of these options has: field, points, numbers.
    fn ground(&self) -> Vec<Shape> {
        let rect = |x, y, w, h, fill| Shape::Rect {
            rect: Rect::new(x, y, w, h),
            radius: 0.0,
            fill,
            has_line: false,
        };
        let mut shapes = vec![
            Shape::Rect {
                rect: Rect::new(0.0, -MORE, WIDTH, HEIGHT),
                radius: 2.0,
                fill: Ink::Frame,
                has_line: false,
            },
            rect(12.0, 3.0, 36.0, 76.0, Ink::Field),
            rect(60.0, 3.0, 36.0, 76.0, Ink::Field),
            rect(48.0, 3.0, 12.0, 76.0, Ink::Bar),
        ];
        for slot in Slot::holding().filter(|slot| slot.is_point()) {
            let area = self.view.layout.area(slot);
            let (base, tip) = match slot.is_top() {
                true => (area.y, area.y + area.h),
                false => (area.y + area.h, area.y),
            };
            let x = area.center().x;
            let ends = [Pos::new(area.x, base), Pos::new(x, tip), Pos::new(area.x + area.w, base)];
            shapes.push(Shape::Triangle(ends, Ink::Points(slot.index() % 2 == 1)));
        }
        let seen_by = match self.view.labels {
            Labels::Off => None,
            Labels::Seen(player) => Some(player),
            Labels::Both => Some(Player::One),
        };
        let Some(player) = seen_by else { return shapes };
        for slot in Slot::holding().filter(|slot| slot.is_point()) {
            let number = slot.place_for(player).map_or(0, |place| place.number());
            let y = if slot.is_top() { 0.25 } else { layout::HEIGHT - 0.25 };
            let center = Pos::new(self.view.layout.area(slot).center().x, y);
            shapes.push(Shape::Text { center, size: NUMBER, text: number.to_string(), ink: Ink::Number });
        }
        shapes
    }

    /// What lies on the board.
    fn pieces(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for slot in Slot::holding() {
            self.add_stack(slot, &mut shapes);
        }
        self.add_pips(&mut shapes);
        if let Some(cube) = self.view.cube {
            add_square(cube.at, cube.shown, Ink::Cube, Ink::Number, &mut shapes);
        }
        if let Some(flag) = self.view.flag {
            let value = u32::from(flag.level.multiple());
            add_square(flag.at, value, Ink::Piece(flag.by), Ink::On(flag.by), &mut shapes);
        }
        if let Some(player) = self.view.arrow {
            shapes.push(self.turn(player));
        }
        if let Some(dice) = self.view.dice {
            for (at, face) in dice.at.into_iter().zip(dice.faces) {
                add_die(at, face, dice.owner, &mut shapes);
            }
        }
        let [played, best] = &self.arrows;
        for (ends, is_best) in [(best, true), (played, false)] {
            for &(from, to) in ends {
                let [from, to] = [self.end(from, false), self.end(to, true)];
                shapes.push(Shape::Arrow { from, to, is_best });
            }
        }
        shapes
    }

    /// The pip counts, between the places of the cube.
    fn add_pips(&self, shapes: &mut Vec<Shape>) {
        let x = self.view.layout.cube(CubePlace::Centered).center().x;
        for (player, y) in [(Player::Zero, 20.0), (Player::One, layout::HEIGHT - 20.0)] {
            let text = self.pips[player.index()].to_string();
            shapes.push(Shape::Text { center: Pos::new(x, y), size: COUNT, text, ink: Ink::Number });
        }
    }

    /// Where an arrow begins or ends.
    fn end(&self, slot: Slot, is_landing: bool) -> Pos {
        let count = self.view.stacks.at(slot).count;
        let nth = if is_landing { count.min(slot.drawn_places() - 1) } else { count.saturating_sub(1) };
        self.view.layout.checker(slot, nth).center()
    }

    fn add_stack(&self, slot: Slot, shapes: &mut Vec<Shape>) {
        let stack = self.view.stacks.at(slot);
        if stack.count == 0 {
            return;
        }
        let (fill, ink) = (Ink::Piece(stack.owner), Ink::On(stack.owner));
        if slot.is_tray() {
            let area = self.view.layout.area(slot);
            let height = EDGE * f64::from(stack.count);
            let y = if slot.is_top() { area.y } else { area.y + area.h - height };
            let rect = Rect::new(area.x - 0.5, y, area.w + 1.0, height);
            shapes.push(Shape::Rect { rect, radius: 0.6, fill, has_line: true });
            // A few checkers are lower than their number.
            let (center, ink) = match (height > COUNT, slot.is_top()) {
                (true, _) => (rect.center(), ink),
                (false, true) => (Pos::new(rect.center().x, y + height + COUNT * 0.7), Ink::Number),
                (false, false) => (Pos::new(rect.center().x, y - COUNT * 0.7), Ink::Number),
            };
            shapes.push(Shape::Text { center, size: COUNT, text: stack.count.to_string(), ink });
            return;
        }
        let shown = stack.count.min(slot.drawn_places());
        for nth in 0..shown {
            let center = self.view.layout.checker(slot, nth).center();
            shapes.push(Shape::Circle { center, radius: 2.85, fill, has_line: true });
        }
        if stack.count > shown {
            let center = self.view.layout.checker(slot, shown - 1).center();
            shapes.push(Shape::Text { center, size: COUNT, text: stack.count.to_string(), ink });
        }
    }

    /// Whose turn it is: a triangle at the end of the numbers, in the direction of play.
    fn turn(&self, player: Player) -> Shape {
        let at = self.view.layout.arrow(player);
        let y = if player == Player::One { layout::HEIGHT - 0.25 } else { 0.25 };
        let is_left = at.x < WIDTH / 2.0;
        let (base, tip) = if is_left { (at.x + at.w, at.x) } else { (at.x, at.x + at.w) };
        let ends = [Pos::new(base, y - 1.6), Pos::new(tip, y), Pos::new(base, y + 1.6)];
        Shape::Triangle(ends, Ink::Number)
    }
}

/// The ways of the checkers of a play: steps of one checker are one way.
fn ways(player: Player, play: &Play) -> Vec<(Slot, Slot)> {
    let mut ways: Vec<(Slot, Slot)> = Vec::new();
    for step in play.steps() {
        let (from, to) = (Slot::of(player, step.from), Slot::of(player, step.to));
        match ways.iter_mut().find(|way| way.1 == from) {
            Some(way) => way.1 = to,
            None => ways.push((from, to)),
        }
    }
    ways
}

fn add_square(rect: Rect, value: u32, fill: Ink, ink: Ink, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::Rect { rect, radius: 0.8, fill, has_line: true });
    let size = rect.w * if value < 100 { 0.62 } else { 0.45 };
    shapes.push(Shape::Text { center: rect.center(), size, text: value.to_string(), ink });
}

fn add_die(rect: Rect, face: u8, owner: Player, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::Rect { rect, radius: 1.2, fill: Ink::Piece(owner), has_line: true });
    let center = rect.center();
    let step = rect.w * 0.27;
    for (dx, dy) in pips(face) {
        let center = Pos::new(center.x + step * dx, center.y + step * dy);
        shapes.push(Shape::Circle { center, radius: 0.65, fill: Ink::On(owner), has_line: false });
    }
}

/// The places of the pips of a die, -1 to 1 from its middle.
fn pips(face: u8) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    if face % 2 == 1 {
        found.push((0.0, 0.0));
    }
    if face > 1 {
        found.extend([(-1.0, -1.0), (1.0, 1.0)]);
    }
    if face > 3 {
        found.extend([(-1.0, 1.0), (1.0, -1.0)]);
    }
    if face == 6 {
        found.extend([(-1.0, 0.0), (1.0, 0.0)]);
    }
    found
}

/// The outline of an arrow, its tip last but three: shaft and head of one polygon. `None` for an arrow without length.
fn arrow_outline(from: Pos, to: Pos) -> Option<[Pos; 7]> {
    /// Half the width of the shaft, half that of the head, and the length of the head.
    const SHAPE: [f64; 3] = [0.55, 1.6, 2.8];
    let length = from.distance(to);
    if length < 0.1 {
        return None;
    }
    let [shaft, head, tip] = SHAPE;
    let (ux, uy) = ((to.x - from.x) / length, (to.y - from.y) / length);
    let neck = (length - tip).max(0.0);
    let at =
        |along: f64, aside: f64| Pos::new(from.x + ux * along - uy * aside, from.y + uy * along + ux * aside);
    Some([
        at(0.0, shaft),
        at(neck, shaft),
        at(neck, head),
        at(length, 0.0),
        at(neck, -head),
        at(neck, -shaft),
        at(0.0, -shaft),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_draw::design::Color;
    use gnubg_engine::core::{Decision, Dice, Phase, Rules};

    pub(super) fn state() -> MatchState {
        let dice = Dice::new(6, 3).unwrap();
        let phase = Phase::Due(Decision::Play(dice));
        MatchState { phase, on_roll: Player::One, ..MatchState::new(7, Rules::default()).unwrap() }
    }

    #[test]
    fn everything_is_drawn_once() {
        let diagram = Diagram::new(&state(), &ViewOptions::default());
        let all = [diagram.ground(), diagram.pieces()].concat();
        let n = |is: fn(&Shape) -> bool| all.iter().filter(|shape| is(shape)).count();
        assert_eq!(n(|shape| matches!(shape, Shape::Circle { has_line: true, .. })), 30, "checkers");
        assert_eq!(n(|shape| matches!(shape, Shape::Circle { has_line: false, .. })), 9, "pips");
        assert_eq!(n(|shape| matches!(shape, Shape::Triangle(..))), 25, "points, and whose turn it is");
        assert_eq!(n(|shape| matches!(shape, Shape::Text { .. })), 27, "numbers, cube, pips");
        let options = ViewOptions { numbers: false, ..ViewOptions::default() };
        let bare = Diagram::new(&state(), &options).ground();
        assert!(!bare.iter().any(|shape| matches!(shape, Shape::Text { .. })));
        for face in 1..=6 {
            assert_eq!(pips(face).len(), usize::from(face));
        }
    }

    /// Numbers are text that can be read, and checkers differ from the points they stand on.
    #[test]
    fn everything_can_be_told_apart() {
        let color = |ink: Ink| Color::hex(ink.rgb());
        let at_least = |limit: f64, a: Ink, b: Ink| {
            let found = color(a).contrast(color(b));
            assert!(found >= limit, "{a:?} on {b:?}: {found:.2}");
        };
        at_least(4.5, Ink::Number, Ink::Frame);
        at_least(4.5, Ink::Number, Ink::Cube);
        for player in Player::BOTH {
            at_least(4.5, Ink::On(player), Ink::Piece(player));
            for is_first in [true, false] {
                at_least(3.0, Ink::Piece(player), Ink::Points(is_first));
            }
        }
        for arrow in [Ink::Played, Ink::Best] {
            at_least(4.5, arrow, Ink::Field);
        }
    }

    #[test]
    fn steps_of_one_checker_are_one_way() {
        let board = gnubg_engine::core::Board::default();
        let play = |text: &str, dice: [u8; 2]| {
            gnubg_engine::core::notation::resolve(&board, Dice::new(dice[0], dice[1]).unwrap(), text).unwrap()
        };
        assert_eq!(ways(Player::One, &play("24/13", [6, 5])).len(), 1);
        assert_eq!(ways(Player::One, &play("24/18 13/8", [6, 5])).len(), 2);
        let same = Diagram::new(&state(), &ViewOptions::default());
        let same = same.with_plays(Player::One, &play("24/13", [6, 5]), &play("24/13", [6, 5]));
        assert!(same.arrows[1].is_empty() && !same.arrows[0].is_empty());
    }

    #[test]
    fn arrows_have_a_head_at_their_end() {
        let outline = arrow_outline(Pos::new(0.0, 0.0), Pos::new(10.0, 0.0)).unwrap();
        assert_eq!(outline[3], Pos::new(10.0, 0.0));
        assert_eq!(arrow_outline(Pos::new(1.0, 1.0), Pos::new(1.0, 1.0)), None);
    }
}
