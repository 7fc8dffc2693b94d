// SPDX-License-Identifier: GPL-3.0-or-later
//! A position as a vector picture (SVG), alone or inside a page.
//!
//! 108 by 82 units: a point is 6 wide, a checker 6 across. Seat `One` sits at the bottom and bears off to the right;
//! the numbers are those of the player on roll. Seat `Zero`'s checkers are light, seat `One`'s dark.

use gnubg_engine::core::{Decision, MatchState, Phase, Player, Side};
use std::fmt::Write as _;

const WIDTH: f32 = 108.0;
const HEIGHT: f32 = 82.0;
const POINT: f32 = 6.0;
const EDGE: f32 = 3.0;
const LEFT: f32 = 12.0;
const BAR: f32 = 48.0;
const RIGHT: f32 = 60.0;
const TRAY: f32 = 102.0;
const MIDDLE: f32 = HEIGHT / 2.0;

/// The largest number of checkers drawn in a stack; a number on the last one gives the count of a higher stack.
const MAX_STACK: u8 = 5;

/// The picture, with `scale` pixels for each unit.
#[must_use]
pub fn board(state: &MatchState, scale: u32) -> String {
    let mut picture = Picture { out: String::new() };
    let (width, height) = (108 * scale, 82 * scale);
    let _ = write!(
        picture.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 108 82\" \
         role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\"><title>Position {}</title>",
        state.board.position_id()
    );
    picture.surface(state.on_roll);
    picture.checkers(state);
    picture.cube(state);
    if let Some(dice) = state.dice() {
        picture.dice([dice.high(), dice.low()], state.on_roll);
    }
    picture.out.push_str("</svg>\n");
    picture.out
}

struct Picture {
    out: String,
}

impl Picture {
    fn rect(&mut self, [x, y, width, height]: [f32; 4], fill: &str) {
        let _ = write!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        );
    }

    fn text(&mut self, x: f32, y: f32, size: f32, fill: &str, text: &str) {
        let _ =
            write!(self.out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\">{text}</text>");
    }

    /// Frame, points and numbers.
    fn surface(&mut self, on_roll: Player) {
        self.rect([0.0, 0.0, WIDTH, HEIGHT], "#5a4632");
        let height = HEIGHT - 2.0 * EDGE;
        for x in [LEFT, RIGHT] {
            self.rect([x, EDGE, 6.0 * POINT, height], "#e9dfc7");
        }
        for x in [2.0, WIDTH - 10.0] {
            self.rect([x, EDGE, 8.0, height], "#3f3123");
        }
        for n in 1..=24u8 {
            let x = column(n);
            let (base, tip) = if n > 12 { (EDGE, 33.0) } else { (HEIGHT - EDGE, 49.0) };
            let fill = if n % 2 == 0 { "#b98d5f" } else { "#d0b48c" };
            let (left, right) = (x - POINT / 2.0, x + POINT / 2.0);
            let _ =
                write!(self.out, "<path d=\"M{left} {base}L{x} {tip}L{right} {base}Z\" fill=\"{fill}\"/>");
            let number = if on_roll == Player::One { n } else { 25 - n };
            let y = if n > 12 { 2.4 } else { HEIGHT - 0.6 };
            self.text(x, y, 2.4, "#f4ead2", &number.to_string());
        }
    }

    fn checkers(&mut self, state: &MatchState) {
        for player in Player::BOTH {
            let board = state.board_of(player);
            let own = board.side(Side::OnRoll);
            for (index, &count) in own.iter().enumerate() {
                if count == 0 {
                    continue;
                }
                if index == 24 {
                    // On the bar, entering at the opponent's side.
                    let y = if player == Player::One { 33.0 } else { 49.0 };
                    let step = if player == Player::One { -POINT } else { POINT };
                    self.stack(BAR + POINT, y, step, count, player);
                    continue;
                }
                let n = if player == Player::One { index + 1 } else { 24 - index } as u8;
                let (y, step) = if n > 12 { (EDGE + 3.0, POINT) } else { (HEIGHT - EDGE - 3.0, -POINT) };
                self.stack(column(n), y, step, count, player);
            }
            let all = state.rules.variation.n_checkers();
            let off = u32::from(all).saturating_sub(u32::from(board.checkers_on_board(Side::OnRoll)));
            if off > 0 {
                let y = if player == Player::One { HEIGHT - 9.0 } else { 9.0 };
                self.checker(TRAY, y, player);
                self.count(TRAY, y, &off.to_string(), player);
            }
        }
    }

    fn stack(&mut self, x: f32, y: f32, step: f32, count: u8, player: Player) {
        let shown = count.min(MAX_STACK);
        for n in 0..shown {
            self.checker(x, y + step * f32::from(n), player);
        }
        if count > shown {
            self.count(x, y + step * f32::from(shown - 1), &count.to_string(), player);
        }
    }

    fn checker(&mut self, x: f32, y: f32, player: Player) {
        let fill = if player == Player::Zero { "#fbf7ec" } else { "#2b2f38" };
        let _ = write!(
            self.out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.85\" fill=\"{fill}\" stroke=\"#111\" stroke-width=\".3\"/>"
        );
    }

    fn count(&mut self, x: f32, y: f32, text: &str, player: Player) {
        let fill = if player == Player::Zero { "#111" } else { "#fff" };
        self.text(x, y + 1.1, 3.2, fill, text);
    }

    /// The cube: in the middle of the left tray, at its owner's side, or beside the bar while it is offered.
    fn cube(&mut self, state: &MatchState) {
        if !state.rules.cube {
            return;
        }
        let (x, y, value) = match (state.phase, state.cube.owner) {
            (Phase::Due(Decision::Answer(offer)), _) => {
                let x = if offer.by == Player::One { LEFT + 18.0 } else { RIGHT + 18.0 };
                (x, MIDDLE, 2 * state.cube.value.points())
            }
            (_, None) => (6.0, MIDDLE, state.cube.value.points()),
            (_, Some(Player::One)) => (6.0, HEIGHT - 10.0, state.cube.value.points()),
            (_, Some(Player::Zero)) => (6.0, 10.0, state.cube.value.points()),
        };
        // A cube that has not been turned shows 64.
        let value = if value == 1 { 64 } else { value };
        self.square(x, y, 7.0, "#f4f4f4");
        let size = if value < 100 { 4.0 } else { 2.8 };
        self.text(x, y + size * 0.36, size, "#111", &value.to_string());
    }

    fn square(&mut self, x: f32, y: f32, side: f32, fill: &str) {
        let half = side / 2.0;
        let _ = write!(
            self.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"1\" fill=\"{fill}\" stroke=\"#111\" \
             stroke-width=\".3\"/>",
            x - half,
            y - half
        );
    }

    fn dice(&mut self, dice: [u8; 2], player: Player) {
        let (first, fill, pip) = match player {
            Player::One => (RIGHT + 14.0, "#2b2f38", "#fff"),
            Player::Zero => (LEFT + 14.0, "#fbf7ec", "#111"),
        };
        for (n, die) in dice.into_iter().enumerate() {
            let x = first + 8.0 * n as f32;
            self.square(x, MIDDLE, 6.5, fill);
            for (dx, dy) in pips(die) {
                let _ = write!(
                    self.out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\".6\" fill=\"{pip}\"/>",
                    x + 1.8 * dx,
                    MIDDLE + 1.8 * dy
                );
            }
        }
    }
}

/// The middle of a point by its number for seat `One`.
fn column(n: u8) -> f32 {
    let from_left = if n > 12 { n - 13 } else { 12 - n };
    let start = if from_left < 6 { LEFT } else { RIGHT - 6.0 * POINT };
    start + POINT * (f32::from(from_left) + 0.5)
}

/// The places of the pips of a die, -1 to 1 from its middle.
fn pips(die: u8) -> Vec<(f32, f32)> {
    let mut found = Vec::new();
    if die % 2 == 1 {
        found.push((0.0, 0.0));
    }
    if die > 1 {
        found.extend([(-1.0, -1.0), (1.0, 1.0)]);
    }
    if die > 3 {
        found.extend([(-1.0, 1.0), (1.0, -1.0)]);
    }
    if die == 6 {
        found.extend([(-1.0, 0.0), (1.0, 0.0)]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, Rules};
    use gnubg_record::GameStart;

    #[test]
    fn everything_is_drawn_once() {
        let start =
            GameStart { rules: Rules::default(), score: [0, 0], is_crawford: false, automatic_doubles: 0 };
        let dice = Dice::new(6, 3).unwrap();
        let state =
            MatchState { phase: Phase::Due(Decision::Play(dice)), on_roll: Player::One, ..start.state(7) };
        let text = board(&state, 4);
        let n = |what: &str| text.matches(what).count();
        assert_eq!((n("r=\"2.85\""), n("r=\".6\""), n("<path"), n(">64<")), (30, 9, 24, 1));
        assert!(is_balanced(&text));
        let columns: Vec<f32> = (1..=24).map(column).collect();
        assert_eq!((columns[0], columns[11], columns[12], columns[23]), (93.0, 15.0, 15.0, 93.0));
        for die in 1..=6 {
            assert_eq!(pips(die).len(), usize::from(die));
        }
    }

    /// Every tag is closed.
    fn is_balanced(text: &str) -> bool {
        let open = text.matches('<').count() - text.matches("</").count() - text.matches("/>").count();
        open == text.matches("</").count()
    }
}
