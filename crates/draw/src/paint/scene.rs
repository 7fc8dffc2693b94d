// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as a list of shapes to paint in order: the same list serves the screen (each shape cached as a texture)
//! and pictures (each shape painted as vectors).

use crate::Slot;
use crate::layout::{self, Layout, Pos, Rect, Target};
use crate::model::{BoardView, Labels, MarkKind, Stack, TallStacks, TrayStyle};
use gnubg_engine::core::{Player, ResignLevel};

/// How an arrow is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrowStyle {
    /// A whole shaft and a filled head: the play that was made or is looked at.
    Filled,
    /// A dashed shaft and an open head: the best play beside the one that was made.
    Open,
}

/// A thing to paint. In one design, equal shapes of equal size look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Frame, field, points and trays.
    Board,
    /// The point numbers at the top, or at the bottom.
    Labels(Labels, Layout, bool),
    /// A checker lying flat.
    Checker(Player),
    /// A checker edge-on in a tray.
    Edge(Player),
    /// The shadow of a lifted checker.
    Shadow,
    /// The number of checkers on a stack, written on its last checker.
    Count(u8, Player),
    /// A die.
    Die(Player, u8),
    /// Four ticks under doubles, this many of them used.
    Ticks(u8),
    /// The cube.
    Cube(u32),
    /// A resignation.
    Flag(ResignLevel, Player),
    /// The turn arrow; the player whose turn it is, and whether it points left.
    TurnArrow(Player, bool),
    /// A point lit as a legal target; whether it hangs from the top.
    LitPoint(bool),
    /// A tray or bar lit as a legal target.
    LitBox,
    /// A dot where the checker would land.
    Dot(MarkKind),
    /// A ring around a checker of the last play.
    Ring,
    /// A ring where a checker of the last play came from.
    Ghost,
    /// The keyboard's focus.
    Focus,
    /// An arrow between two places, in hundredths of a unit from the rectangle's corner.
    Arrow([i32; 4], ArrowStyle),
    /// The dimming of a board without a game.
    Veil,
}

impl Shape {
    /// How far the shape reaches beyond its rectangle, in units.
    #[must_use]
    pub fn bleed(self) -> f64 {
        match self {
            Shape::Checker(_) | Shape::Die(..) => 1.0,
            // They may be twice as large.
            Shape::Cube(_) | Shape::Flag(..) | Shape::Shadow => 2.0,
            Shape::Ring | Shape::Ghost | Shape::Focus | Shape::Dot(_) | Shape::LitBox => 0.75,
            Shape::Edge(_) | Shape::Arrow(..) => 0.5,
            _ => 0.0,
        }
    }
}

/// A shape in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneItem {
    /// The shape.
    pub shape: Shape,
    /// Its rectangle in units, before rotation.
    pub rect: Rect,
    /// 0 invisible to 1 opaque.
    pub alpha: f64,
    /// Rotation around its center, in radians.
    pub turn: f64,
}

impl SceneItem {
    fn new(shape: Shape, rect: Rect) -> SceneItem {
        SceneItem { shape, rect, alpha: 1.0, turn: 0.0 }
    }
}

/// Height of the strips with point numbers.
pub(super) const LABELS: f64 = 3.0;
/// Width and height of the ticks under doubles.
const TICKS: [f64; 2] = [8.0, 1.4];
/// Opacity of a used die.
const USED_ALPHA: f64 = 0.45;

/// The shapes of a view, the lowest first.
#[must_use]
pub fn scene(view: &BoardView) -> Vec<SceneItem> {
    let whole = Rect::new(0.0, 0.0, layout::WIDTH, layout::HEIGHT);
    let mut items = vec![SceneItem::new(Shape::Board, whole)];
    if view.labels != Labels::Off {
        items.extend(point_numbers(view, view.labels));
    }
    add_lit(view, &mut items);
    for slot in Slot::holding().rev() {
        add_stack(view, slot, &mut items);
    }
    if view.dimmed {
        items.push(SceneItem::new(Shape::Veil, whole));
    }
    add_last_play(view, &mut items);
    add_dots(view, &mut items);
    if let Some(cube) = view.cube {
        items.push(SceneItem { turn: cube.turned, ..SceneItem::new(Shape::Cube(cube.shown), cube.at) });
    }
    if let Some(flag) = view.flag {
        items.push(SceneItem::new(Shape::Flag(flag.level, flag.by), flag.at));
    }
    if let Some(player) = view.arrow {
        add_turn_arrow(view, player, &mut items);
    }
    add_dice(view, &mut items);
    for loose in &view.loose {
        let square = Rect::around(loose.at, layout::CHECKER);
        if loose.lift > 0.0 {
            let shadow =
                Rect::new(square.x + 0.6 * loose.lift, square.y + 0.9 * loose.lift, square.w, square.h);
            items
                .push(SceneItem { alpha: loose.alpha * loose.lift, ..SceneItem::new(Shape::Shadow, shadow) });
        }
        let lifted =
            Rect::new(square.x - 0.15 * loose.lift, square.y - 0.35 * loose.lift, square.w, square.h);
        items.push(SceneItem { alpha: loose.alpha, ..SceneItem::new(Shape::Checker(loose.player), lifted) });
    }
    if let Some(target) = view.focus {
        items.push(SceneItem::new(Shape::Focus, focus_rect(view, target)));
    }
    for &(from, to) in &view.best_arrows {
        items.push(arrow(view, from, to, ArrowStyle::Open));
    }
    for &(from, to) in &view.arrows {
        items.push(arrow(view, from, to, ArrowStyle::Filled));
    }
    items
}

/// The shapes that take longest to paint and that the next views of this board may need.
#[must_use]
pub fn coming(view: &BoardView) -> Vec<SceneItem> {
    let mut items = Vec::new();
    for player in Player::BOTH {
        if matches!(view.labels, Labels::Seen(_)) {
            items.extend(point_numbers(view, Labels::Seen(player)));
        }
        let [place, _] = view.layout.neat_dice(player);
        items.extend((1..=6).map(|face| SceneItem::new(Shape::Die(player, face), place)));
        items.push(SceneItem::new(Shape::Checker(player), Rect::around(Pos::new(0.0, 0.0), layout::CHECKER)));
        add_turn_arrow(view, player, &mut items);
    }
    items.extend(
        (0..=4).map(|n_used| SceneItem::new(Shape::Ticks(n_used), Rect::new(0.0, 0.0, TICKS[0], TICKS[1]))),
    );
    items
}

/// The strips at the top and at the bottom.
fn point_numbers(view: &BoardView, labels: Labels) -> [SceneItem; 2] {
    [true, false].map(|is_top| {
        let y = if is_top { 0.0 } else { layout::HEIGHT - LABELS };
        SceneItem::new(Shape::Labels(labels, view.layout, is_top), Rect::new(0.0, y, layout::WIDTH, LABELS))
    })
}

fn add_stack(view: &BoardView, slot: Slot, items: &mut Vec<SceneItem>) {
    let Stack { owner, count } = view.stacks.at(slot);
    if count == 0 {
        return;
    }
    if slot.is_tray() && view.trays == TrayStyle::EdgeOn {
        for nth in 0..count {
            items.push(SceneItem::new(Shape::Edge(owner), view.layout.edge_on(slot, nth)));
        }
        return;
    }
    let places = slot.drawn_places();
    let n_drawn = match view.tall {
        TallStacks::Numbered => count.min(places),
        TallStacks::Overlapping => count,
    };
    for nth in 0..n_drawn {
        items.push(SceneItem::new(Shape::Checker(owner), view.checker(slot, nth, count)));
    }
    if n_drawn < count {
        items.push(SceneItem::new(Shape::Count(count, owner), view.layout.checker(slot, n_drawn - 1)));
    }
}

fn add_dice(view: &BoardView, items: &mut Vec<SceneItem>) {
    let Some(dice) = view.dice else { return };
    for n in 0..2 {
        let alpha = if dice.used[n] >= 1.0 { USED_ALPHA } else { 1.0 };
        let shape = Shape::Die(dice.thrown_by[n], dice.faces[n]);
        items.push(SceneItem { alpha, turn: dice.turned[n], ..SceneItem::new(shape, dice.at[n]) });
    }
    if dice.is_double() {
        let [a, b] = dice.at;
        let x = (a.center().x + b.center().x) / 2.0;
        let y = (a.y + a.h).max(b.y + b.h) + 0.3;
        let n_used = (2.0 * (dice.used[0] + dice.used[1])).round().clamp(0.0, 4.0) as u8;
        items
            .push(SceneItem::new(Shape::Ticks(n_used), Rect::new(x - TICKS[0] / 2.0, y, TICKS[0], TICKS[1])));
    }
}

fn add_turn_arrow(view: &BoardView, player: Player, items: &mut Vec<SceneItem>) {
    let rect = view.layout.arrow(player);
    let off_at_left = view.layout.direction == layout::Direction::Clockwise;
    // The player's checkers leave at the side where the trays in use are, so the arrow points there.
    items.push(SceneItem::new(Shape::TurnArrow(player, off_at_left), rect));
}

/// The areas lit under the checkers.
fn add_lit(view: &BoardView, items: &mut Vec<SceneItem>) {
    for mark in &view.marks {
        if mark.kind == MarkKind::Back {
            continue;
        }
        let area = view.layout.area(mark.slot);
        let shape = if mark.slot.is_point() { Shape::LitPoint(mark.slot.is_top()) } else { Shape::LitBox };
        items.push(SceneItem::new(shape, area));
    }
}

/// Where a checker added to a slot would lie.
fn landing(view: &BoardView, slot: Slot) -> Rect {
    let count = view.stacks.at(slot).count;
    view.checker(slot, count, count + 1)
}

fn add_dots(view: &BoardView, items: &mut Vec<SceneItem>) {
    for mark in &view.marks {
        let cell = match mark.kind {
            MarkKind::Hit => view.checker(mark.slot, 0, 1),
            MarkKind::Move | MarkKind::Back => landing(view, mark.slot),
        };
        items.push(SceneItem::new(Shape::Dot(mark.kind), cell));
    }
}

fn add_last_play(view: &BoardView, items: &mut Vec<SceneItem>) {
    let mut n_above = [0u8; Slot::COUNT];
    for &(from, to) in &view.last_play {
        if to.is_point() {
            let count = view.stacks.at(to).count;
            let used = &mut n_above[to.index()];
            if count > *used {
                let drawn = count.min(to.drawn_places());
                let nth = drawn.saturating_sub(1 + *used);
                items.push(SceneItem::new(Shape::Ring, view.checker(to, nth, count)));
                *used += 1;
            }
        }
        if view.stacks.at(from).count < from.drawn_places() && !from.is_tray() {
            let used = &mut n_above[from.index()];
            let nth = view.stacks.at(from).count + *used;
            if nth < from.drawn_places() {
                items.push(SceneItem::new(Shape::Ghost, view.layout.checker(from, nth)));
                *used += 1;
            }
        }
    }
}

/// The area a focus ring surrounds.
#[must_use]
pub fn focus_rect(view: &BoardView, target: Target) -> Rect {
    match target {
        Target::Die(n) => view.dice.map_or(Rect::default(), |dice| dice.at[n.min(1)]),
        Target::Cube => view.cube.map_or(Rect::default(), |cube| cube.at),
        Target::Flag => view.flag.map_or(Rect::default(), |flag| flag.at),
        Target::RollArea(half) => view.layout.roll_area(half),
        Target::Slot(slot) => view.layout.area(slot),
    }
}

fn arrow(view: &BoardView, from: Slot, to: Slot, style: ArrowStyle) -> SceneItem {
    let end = |slot: Slot, landing: bool| {
        let count = view.stacks.at(slot).count;
        let nth = if landing { count.min(slot.drawn_places() - 1) } else { count.saturating_sub(1) };
        view.checker(slot, nth, count.max(1)).center()
    };
    let (a, b) = (end(from, false), end(to, true));
    let corner = Pos::new(a.x.min(b.x) - 3.0, a.y.min(b.y) - 3.0);
    let rect = Rect::new(corner.x, corner.y, (a.x - b.x).abs() + 6.0, (a.y - b.y).abs() + 6.0);
    let hundredths = |v: f64| (v * 100.0).round() as i32;
    let ends = [a.x - corner.x, a.y - corner.y, b.x - corner.x, b.y - corner.y].map(hundredths);
    SceneItem::new(Shape::Arrow(ends, style), rect)
}
