// SPDX-License-Identifier: GPL-3.0-or-later
//! The tiles of a set and how they are drawn: parts of boards with few things on them.

use super::TileSet;
use super::page::{MAX_FIBS_STACK, bbs_letter, fibs_letter, gnu_letter};
use cairo::{Context, Format, ImageSurface};
use gnubg_draw::design::{Cloth, Grain};
use gnubg_draw::layout::{CHECKER, CubePlace, DIE, Direction, HEIGHT, Layout, Rect, WIDTH};
use gnubg_draw::model::{Labels, TallStacks, TrayStyle, cube_turn};
use gnubg_draw::paint::{Painter, PictureError, SceneItem, Shape, scene};
use gnubg_draw::{BoardView, Design, Slot};
use gnubg_engine::core::Player;

/// Pixels a unit.
const SCALE: f64 = 4.0;
/// Height of a row of numbers.
const NUMBERS: f64 = 3.0;
/// Height of the tiles with points.
const POINTS: f64 = 30.0;
/// Height of the tiles between them.
const MIDDLE: f64 = 16.0;
/// Where the upper points begin.
const UPPER: f64 = NUMBERS;
/// Where the middle begins.
const CENTER: f64 = UPPER + POINTS;
/// Where the lower points begin.
const LOWER: f64 = CENTER + MIDDLE;
/// The most checkers on a point.
const MAX_STACK: u8 = 15;
/// The values of the cube.
const CUBES: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// A tile.
pub(super) struct Tile {
    /// The file name without what follows the dot.
    pub(super) name: String,
    /// The part of the board in units.
    area: Rect,
    /// What is on the board; nothing for white paper.
    items: Vec<SceneItem>,
    /// Whether the board has points.
    has_points: bool,
}

/// An empty board with these numbers.
fn board(direction: Direction, labels: Labels) -> BoardView {
    BoardView {
        layout: Layout::new(direction),
        tall: TallStacks::Numbered,
        trays: TrayStyle::EdgeOn,
        labels,
        ..BoardView::default()
    }
}

/// The tiles of a set under construction.
struct TileList {
    direction: Direction,
    tiles: Vec<Tile>,
}

impl TileList {
    /// A part of the board with these items on it.
    fn part(&mut self, name: impl Into<String>, area: Rect, on_it: &[SceneItem]) {
        let mut items = scene(&board(self.direction, Labels::Off));
        items.extend_from_slice(on_it);
        self.tiles.push(Tile { name: name.into(), area, items, has_points: true });
    }

    /// A row of numbers as `player` sees them.
    fn numbers(&mut self, name: &str, x: [f64; 2], is_top: bool, player: Player) {
        let items = scene(&board(self.direction, Labels::Seen(player)));
        let y = if is_top { 0.0 } else { HEIGHT - NUMBERS };
        let area = Rect::new(x[0], y, x[1] - x[0], NUMBERS);
        self.tiles.push(Tile { name: name.to_owned(), area, items, has_points: true });
    }

    /// Checkers on a slot.
    fn stack(&mut self, name: String, area: Rect, slot: Slot, owner: Player, count: u8) {
        let mut view = board(self.direction, Labels::Off);
        view.stacks.put(slot, owner, count);
        self.tiles.push(Tile { name, area, items: scene(&view), has_points: true });
    }

    /// A point, empty and with every stack. It is away from the frame, so that it fits beside every other.
    fn point(
        &mut self,
        base: &str,
        n: usize,
        names: impl Fn(&str, Option<(Player, u8)>) -> String,
        most: u8,
    ) {
        let Some(slot) = Slot::new(n) else { return };
        let layout = Layout::new(self.direction);
        let area = Rect::new(layout.area(slot).x, if slot.is_top() { UPPER } else { LOWER }, CHECKER, POINTS);
        self.part(names(base, None), area, &[]);
        for player in Player::BOTH {
            for count in 1..=most {
                self.stack(names(base, Some((player, count))), area, slot, player, count);
            }
        }
    }

    /// A part without points.
    fn plain(&mut self, name: impl Into<String>, area: Rect, on_it: &[SceneItem]) {
        self.part(name, area, on_it);
        self.tiles.iter_mut().last().into_iter().for_each(|tile| tile.has_points = false);
    }

    /// White paper with these items on it.
    fn paper(&mut self, name: impl Into<String>, area: Rect, on_it: &[SceneItem]) {
        self.tiles.push(Tile { name: name.into(), area, items: on_it.to_vec(), has_points: false });
    }
}

fn item(shape: Shape, rect: Rect, turn: f64) -> SceneItem {
    SceneItem { shape, rect, alpha: 1.0, turn }
}

/// The cube in a square with this upper left corner, turned as at `place`.
fn cube(value: u32, [x, y]: [f64; 2], place: CubePlace) -> SceneItem {
    let shown = if value == 1 { 64 } else { value };
    item(Shape::Cube(shown), Rect::new(x, y, CHECKER, CHECKER), cube_turn(place))
}

fn dice(player: Player, faces: [u8; 2]) -> [SceneItem; 2] {
    let places = Layout::default().neat_dice(player);
    [0, 1].map(|n| item(Shape::Die(player, faces[n]), places[n], 0.0))
}

/// The arrow that shows who is on roll, in the middle of an area: to the side to which the player bears off.
fn arrow(player: Player, area: Rect, turn: f64) -> SceneItem {
    item(Shape::TurnArrow(player, false), Rect::around(area.center(), 3.0), turn)
}

fn all_rolls() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| [a, b]))
}

/// All tiles of a set.
pub(super) fn tiles(set: TileSet) -> Vec<Tile> {
    match set {
        TileSet::Gnu => gnu(),
        TileSet::Bbs => bbs(),
        TileSet::Fibs2html => fibs2html(),
    }
}

const WHOLE: [f64; 2] = [0.0, WIDTH];

fn gnu() -> Vec<Tile> {
    let mut list = TileList { direction: Direction::Clockwise, tiles: Vec::new() };
    for (direction, end) in [(Direction::Clockwise, ""), (Direction::Anticlockwise, "r")] {
        list.direction = direction;
        for (base, is_top) in [("top", true), ("bot", false)] {
            let (high, low) = if is_top { (Player::One, Player::Zero) } else { (Player::Zero, Player::One) };
            list.numbers(&format!("b-hi{base}{end}"), WHOLE, is_top, high);
            list.numbers(&format!("b-lo{base}{end}"), WHOLE, is_top, low);
        }
    }
    let name = |base: &str, stack: Option<(Player, u8)>| match stack {
        None => base.to_owned(),
        Some((player, count)) => format!("{base}-{}{count}", gnu_letter(player)),
    };
    for (base, n) in [("b-gd", 15), ("b-rd", 16), ("b-ru", 10), ("b-gu", 9)] {
        list.point(base, n, name, MAX_STACK);
    }
    for player in Player::BOTH {
        let letter = gnu_letter(player);
        let (bar, y) = if player == Player::One { (UPPER + CHECKER, LOWER) } else { (LOWER, UPPER) };
        let (bar, tray) = (Rect::new(48.0, bar, 12.0, POINTS - CHECKER), Rect::new(96.0, y, 12.0, POINTS));
        for count in 0..=MAX_STACK {
            list.stack(format!("b-bar-{letter}{count}"), bar, Slot::bar(player), player, count);
            list.stack(format!("b-roff-{letter}{count}"), tray, Slot::tray(player), player, count);
        }
        list.part(format!("b-loff-{letter}0"), Rect { x: 0.0, ..tray }, &[]);
    }
    let places = [
        ("b-ct", "b-ctc", UPPER, CHECKER, 0.0, CubePlace::Owned(Player::Zero)),
        ("b-cb", "b-cbc", LOWER + POINTS - CHECKER, CHECKER, 0.0, CubePlace::Owned(Player::One)),
        ("b-midc", "b-midc", CENTER, MIDDLE, 5.0, CubePlace::Centered),
    ];
    for (base, of_one, y, height, inset, place) in places {
        let area = Rect::new(48.0, y, 12.0, height);
        list.part(base, area, &[]);
        for value in CUBES {
            let base = if value == 1 { of_one } else { base };
            list.part(format!("{base}-{value}"), area, &[cube(value, [51.0, y + inset], place)]);
        }
    }
    let halves = [("b-midl", Player::Zero, 12.0), ("b-midr", Player::One, 60.0)];
    for (base, player, x) in halves {
        let area = Rect::new(x, CENTER, 36.0, MIDDLE);
        list.part(base, area, &[]);
        for value in CUBES.into_iter().skip(1) {
            let offered = cube(value, [x + 15.0, 38.0], CubePlace::Offered(player.other()));
            list.part(format!("{base}-c{value}"), area, &[offered]);
        }
        for [a, b] in all_rolls() {
            list.part(format!("{base}-{}{a}{b}", gnu_letter(player)), area, &dice(player, [a, b]));
        }
    }
    for (base, x) in [("b-midlb", 0.0), ("b-midrb", 96.0)] {
        let area = Rect::new(x, CENTER, 12.0, MIDDLE);
        list.part(base, area, &[]);
        for player in Player::BOTH {
            list.part(format!("{base}-{}", gnu_letter(player)), area, &[turn_sign(player, area)]);
        }
    }
    list.tiles
}

/// The arrow in the middle of an edge; it points down for the lower player.
fn turn_sign(player: Player, area: Rect) -> SceneItem {
    let quarter = std::f64::consts::FRAC_PI_2;
    arrow(player, area, if player == Player::One { quarter } else { -quarter })
}

fn bbs() -> Vec<Tile> {
    let mut list = TileList { direction: Direction::Clockwise, tiles: Vec::new() };
    list.numbers("n_high", WHOLE, true, Player::One);
    list.numbers("n_low", WHOLE, true, Player::Zero);
    let name = |base: &str, stack: Option<(Player, u8)>| match stack {
        None => format!("{base}_0"),
        Some((player, count)) => format!("{base}_{}_{count}", bbs_letter(player)),
    };
    for (base, n) in [("p_up", 22), ("p_ud", 21), ("p_dd", 3), ("p_dn", 4)] {
        list.point(base, n, name, MAX_STACK);
    }
    for player in Player::BOTH {
        let (side, bar, y) = match player {
            Player::Zero => ("up", "dn", UPPER),
            Player::One => ("dn", "up", LOWER),
        };
        let bar_y = if y == UPPER { LOWER } else { UPPER };
        let area = |x: f64, y: f64| Rect::new(x, y, 12.0, POINTS);
        for count in 0..=MAX_STACK {
            let name = format!("o_{}_{count}", bbs_letter(player));
            list.stack(name, area(0.0, y), Slot::tray(player), player, count);
            list.stack(format!("b_{bar}_{count}"), area(48.0, bar_y), Slot::bar(player), player, count);
        }
        let place = CubePlace::Owned(player);
        let at = Layout::new(list.direction).cube(place);
        list.part(format!("c_{side}_0"), area(96.0, y), &[]);
        for value in CUBES.into_iter().skip(1) {
            list.part(format!("c_{side}_{value}"), area(96.0, y), &[cube(value, [at.x, at.y], place)]);
        }
    }
    let center = Rect::new(0.0, CENTER, 96.0, MIDDLE);
    list.part("b_center", center, &[]);
    for (end, player) in [("left", Player::Zero), ("right", Player::One)] {
        for [a, b] in all_rolls() {
            list.part(format!("b_center{a}{b}{end}"), center, &dice(player, [a, b]));
        }
    }
    let edge = Rect { x: 96.0, w: 12.0, ..center };
    list.part("c_blank", edge, &[]);
    list.part("c_center", edge, &[cube(1, [99.0, 38.0], CubePlace::Centered)]);
    list.tiles
}

fn fibs2html() -> Vec<Tile> {
    let mut list = TileList { direction: Direction::Anticlockwise, tiles: Vec::new() };
    // The board between its borders.
    let inner = [9.0, 99.0];
    list.numbers("b-hitopr", inner, true, Player::One);
    list.numbers("b-lotopr", inner, true, Player::Zero);
    list.numbers("b-hibotr", inner, false, Player::Zero);
    list.numbers("b-lobotr", inner, false, Player::One);
    let name = |base: &str, stack: Option<(Player, u8)>| match stack {
        None => base.to_owned(),
        Some((player, count)) => format!("{base}-{}{count}", fibs_letter(player)),
    };
    for (base, n) in [("b-gd", 15), ("b-yd", 16), ("b-yu", 10), ("b-gu", 9)] {
        list.point(base, n, name, MAX_FIBS_STACK);
    }
    for player in Player::BOTH {
        let bar = Rect::new(48.0, if player == Player::One { UPPER } else { LOWER }, 12.0, POINTS);
        for count in 1..=MAX_FIBS_STACK {
            let name = format!("b-bar-{}{count}", fibs_letter(player));
            list.stack(name, bar, Slot::bar(player), player, count);
        }
    }
    list.part("b-bar", Rect::new(48.0, UPPER, 12.0, POINTS), &[]);
    for (end, y, height) in [("left", UPPER, POINTS), ("midl", CENTER, MIDDLE)] {
        list.plain(format!("b-{end}"), Rect::new(9.0, y, 3.0, height), &[]);
    }
    for (end, y, height) in [("right", UPPER, POINTS), ("midr", CENTER, MIDDLE)] {
        list.plain(format!("b-{end}"), Rect::new(96.0, y, 3.0, height), &[]);
    }
    let middle = |x: f64, width: f64| Rect::new(x, CENTER, width, MIDDLE);
    list.plain("b-midg", middle(12.0, 36.0), &[]);
    list.plain("b-midc", middle(48.0, 12.0), &[]);
    // Two of these and two dice fill a half.
    list.plain("b-midg2", middle(12.0, 18.0 - DIE), &[]);
    for player in Player::BOTH {
        for face in 1..=6 {
            let area = middle(23.0, DIE);
            let die = item(Shape::Die(player, face), Rect::around(area.center(), DIE), 0.0);
            list.plain(format!("b-{}die{face}", fibs_letter(player)), area, &[die]);
        }
    }
    fibs_edge(&mut list);
    list.tiles
}

/// The pictures left of the board: the cube, and who is on roll.
fn fibs_edge(list: &mut TileList) {
    let area = |height: f64| Rect::new(0.0, 0.0, 9.0, height);
    list.paper("b-indent", area(NUMBERS), &[]);
    list.paper("b-midin", area(MIDDLE), &[]);
    let ends = [("top", Player::Zero, 0.0), ("bot", Player::One, POINTS - CHECKER)];
    for (turn, on_roll) in [("dn", Player::One), ("up", Player::Zero)] {
        for (side, player, y) in ends {
            let whole = area(POINTS);
            let sign: Vec<SceneItem> =
                (player == on_roll).then(|| turn_sign(player, whole)).into_iter().collect();
            list.paper(format!("b-{side}{turn}"), whole, &sign);
            for value in CUBES.into_iter().skip(1) {
                let owned = cube(value, [1.5, y], CubePlace::Owned(player));
                let items = [&sign[..], &[owned]].concat();
                list.paper(format!("b-{}{turn}{value}", &side[..1]), whole, &items);
            }
        }
        for value in CUBES.into_iter().skip(1) {
            let offered = cube(value, [1.5, 12.0], CubePlace::Offered(on_roll));
            list.paper(format!("b-d{turn}{value}"), area(POINTS), &[offered]);
        }
    }
}

/// Draws tiles in one design.
pub(super) struct Artist {
    /// Paints boards, without light and shadow, which would not fit together.
    board: Painter,
    /// The same without points.
    bare: Painter,
    /// Paints what is on them.
    pieces: Painter,
}

impl Artist {
    pub(super) fn new(design: &Design) -> Artist {
        let board = Design { grain: Grain::Flat, cloth: Cloth::Flat, ..*design };
        let bare = Design { points: [design.field; 2], point_line: None, ..board };
        let [board, bare, pieces] = [board, bare, *design].map(Painter::vector);
        Artist { board, bare, pieces }
    }

    /// The tile as a file.
    pub(super) fn encoded(&self, tile: &Tile, set: TileSet) -> Result<Vec<u8>, PictureError> {
        let mut surface = self.paint(tile)?;
        match set {
            TileSet::Gnu => {
                let mut bytes = Vec::new();
                surface.write_to_png(&mut bytes)?;
                Ok(bytes)
            }
            TileSet::Bbs | TileSet::Fibs2html => gif(&mut surface),
        }
    }

    fn paint(&self, tile: &Tile) -> Result<ImageSurface, PictureError> {
        let [width, height] = [tile.area.w, tile.area.h].map(|side| (side * SCALE).round() as i32);
        let surface = ImageSurface::create(Format::Rgb24, width, height)?;
        let cr = Context::new(&surface)?;
        cr.set_source_rgb(1.0, 1.0, 1.0);
        cr.paint()?;
        cr.scale(SCALE, SCALE);
        cr.translate(-tile.area.x, -tile.area.y);
        for item in &tile.items {
            let painter = match item.shape {
                Shape::Board if !tile.has_points => &self.bare,
                Shape::Board | Shape::Labels(..) => &self.board,
                _ => &self.pieces,
            };
            painter.paint_item(&cr, item, 1.0 / SCALE, false);
        }
        drop(cr);
        Ok(surface)
    }
}

fn gif(surface: &mut ImageSurface) -> Result<Vec<u8>, PictureError> {
    let (width, height, stride) =
        (surface.width() as usize, surface.height() as usize, surface.stride() as usize);
    let pixels = surface.data().map_err(|_| PictureError::Stream)?;
    let mut rgb = Vec::with_capacity(3 * width * height);
    for line in pixels.chunks_exact(stride) {
        for pixel in line[..4 * width].as_chunks::<4>().0 {
            let [_, red, green, blue] = u32::from_ne_bytes(*pixel).to_be_bytes();
            rgb.extend([red, green, blue]);
        }
    }
    let frame = gif::Frame::from_rgb_speed(width as u16, height as u16, &rgb, 10);
    let mut bytes = Vec::new();
    let encoder = gif::Encoder::new(&mut bytes, width as u16, height as u16, &[]);
    encoder.and_then(|mut encoder| encoder.write_frame(&frame)).map_err(|_| PictureError::Stream)?;
    Ok(bytes)
}
