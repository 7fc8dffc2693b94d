// SPDX-License-Identifier: GPL-3.0-or-later
//! A board as elements of a page, one picture beside the other.

use super::{TileBoards, TileSet};
use crate::escape::escape;
use gnubg_draw::Slot;
use gnubg_draw::model::{Stack, Stacks};
use gnubg_engine::core::{Decision, MatchState, Phase, Player};
use std::fmt::Write as _;

/// The largest stack that the set fibs2html has a picture of.
pub(super) const MAX_FIBS_STACK: u8 = 11;

/// The board of a position.
pub(crate) fn board(state: &MatchState, boards: &TileBoards<'_>) -> String {
    let content = BoardContent::of(state);
    let page = TilePage { out: String::new(), content: &content, boards };
    match boards.set {
        TileSet::Gnu => page.gnu(),
        TileSet::Bbs => page.bbs(),
        TileSet::Fibs2html => page.fibs2html(),
    }
}

/// Where the cube lies, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CubeContent {
    /// The game is played without it.
    None,
    Centered(u32),
    Owned(Player, u32),
    /// Offered by this player: the new value.
    Offered(Player, u32),
}

/// What a board shows.
struct BoardContent {
    id: String,
    stacks: Stacks,
    /// Who acts: an offered cube is the turn of the player who answers.
    turn: Player,
    dice: Option<[u8; 2]>,
    cube: CubeContent,
    /// The owner of the cube, also while it is offered.
    owner: Option<(Player, u32)>,
}

impl BoardContent {
    fn of(state: &MatchState) -> BoardContent {
        let value = state.cube.value.points();
        let owner = state.cube.owner.map(|owner| (owner, value));
        let cube = match (state.phase, owner) {
            _ if !state.rules.cube => CubeContent::None,
            (Phase::Due(Decision::Answer(offer)), _) => CubeContent::Offered(offer.by, 2 * value),
            (_, Some((owner, value))) => CubeContent::Owned(owner, value),
            (_, None) => CubeContent::Centered(value),
        };
        BoardContent {
            id: state.board.position_id(),
            stacks: Stacks::new(&state.board, state.on_roll, state.rules.variation.n_checkers()),
            turn: if let CubeContent::Offered(by, _) = cube { by.other() } else { state.on_roll },
            dice: state.dice().map(|dice| [dice.high(), dice.low()]),
            cube,
            owner: owner.filter(|_| state.rules.cube),
        }
    }

    fn on(&self, n: usize) -> Stack {
        Slot::new(n).map_or(Stack::EMPTY, |slot| self.stacks.at(slot))
    }

    fn bar(&self, player: Player) -> u8 {
        self.stacks.of(Slot::bar(player), player)
    }

    fn off(&self, player: Player) -> u8 {
        self.stacks.of(Slot::tray(player), player)
    }

    /// `31` if this player has rolled.
    fn dice_of(&self, player: Player) -> Option<[u8; 2]> {
        self.dice.filter(|_| self.turn == player)
    }
}

struct TilePage<'a> {
    out: String,
    content: &'a BoardContent,
    boards: &'a TileBoards<'a>,
}

/// Two alternating names.
fn alternating(n: usize, names: [&str; 2]) -> &str {
    names[n % 2]
}

impl TilePage<'_> {
    /// A picture; `class` positions it, `text` replaces it where pictures are not shown.
    fn picture(&mut self, name: &str, class: &str, text: &str) {
        let prefix = escape(self.boards.prefix());
        let extension = self.boards.set.extension();
        let _ =
            write!(self.out, "<img src=\"{prefix}{name}.{extension}\" class=\"{class}\" alt=\"{text}\"/>");
    }

    /// A picture in a cell of a table.
    fn cell(&mut self, name: &str, [columns, rows]: [u8; 2], text: &str) {
        self.out.push_str("<td class=\"tile\"");
        for (attribute, n) in [("colspan", columns), ("rowspan", rows)] {
            if n > 1 {
                let _ = write!(self.out, " {attribute}=\"{n}\"");
            }
        }
        self.out.push('>');
        self.picture(name, "block", text);
        self.out.push_str("</td>");
    }

    fn row(&mut self, write: impl FnOnce(&mut Self)) {
        self.out.push_str("<tr>");
        write(self);
        self.out.push_str("</tr>\n");
    }

    /// The text of a stack: `5X`.
    fn text_of(stack: Stack) -> String {
        match stack {
            Stack { count: 0, .. } => String::new(),
            Stack { owner: Player::Zero, count } => format!("{count}O"),
            Stack { owner: Player::One, count } => format!("{count}X"),
        }
    }

    /// A point with its checkers.
    fn gnu_point(&mut self, base: &str, n: usize) {
        let stack = self.content.on(n);
        let name = if stack.count == 0 {
            base.to_owned()
        } else {
            format!("{base}-{}{}", gnu_letter(stack.owner), stack.count)
        };
        self.cell(&name, [1, 2], &TilePage::text_of(stack));
    }

    /// The upper or lower half: trays, points and the middle part of the bar. The row of the second part is begun.
    fn gnu_half(&mut self, is_top: bool) {
        let (is_clockwise, content) = (self.boards.is_clockwise, self.content);
        let (owner, points): (Player, [usize; 12]) = match (is_top, is_clockwise) {
            (true, false) => (Player::Zero, std::array::from_fn(|n| 13 + n)),
            (true, true) => (Player::Zero, std::array::from_fn(|n| 24 - n)),
            (false, false) => (Player::One, std::array::from_fn(|n| 12 - n)),
            (false, true) => (Player::One, std::array::from_fn(|n| 1 + n)),
        };
        let colors = if is_top { ["b-gd", "b-rd"] } else { ["b-ru", "b-gu"] };
        let (letter, off) = (gnu_letter(owner), content.off(owner));
        let trays = if is_clockwise {
            [format!("b-roff-{letter}{off}"), format!("b-roff-{letter}0")]
        } else {
            [format!("b-loff-{letter}0"), format!("b-roff-{letter}{off}")]
        };
        // The bar holds the checkers of the other player, and the cube of this one.
        let on_bar = owner.other();
        let bar = (format!("b-bar-{}{}", gnu_letter(on_bar), content.bar(on_bar)), content.bar(on_bar));
        let bar_text = TilePage::text_of(Stack { owner: on_bar, count: bar.1 });
        let base = if is_top { "b-ct" } else { "b-cb" };
        let (cube, cube_text) = match content.cube {
            CubeContent::Owned(by, value) if by == owner => (format!("{base}-{value}"), value.to_string()),
            _ => (base.to_owned(), String::new()),
        };
        let mut in_bar = [(cube, cube_text), (bar.0, bar_text)];
        if !is_top {
            in_bar.reverse();
        }
        let [first, second] = &in_bar;
        self.row(|page| {
            page.cell(&trays[0], [1, 2], "");
            for (n, &point) in points[..6].iter().enumerate() {
                page.gnu_point(alternating(n, colors), point);
            }
            page.cell(&first.0, [1, 1], &first.1);
            for (n, &point) in points[6..].iter().enumerate() {
                page.gnu_point(alternating(n, colors), point);
            }
            page.cell(&trays[1], [1, 2], "");
        });
        self.row(|page| page.cell(&second.0, [1, 1], &second.1));
    }

    fn gnu(mut self) -> String {
        let (content, is_clockwise) = (self.content, self.boards.is_clockwise);
        let _ =
            writeln!(self.out, "<table class=\"tiles\" role=\"img\" aria-label=\"Position {}\">", content.id);
        let direction = if is_clockwise { "" } else { "r" };
        let [top, bottom] = if content.turn == Player::One { ["hitop", "lobot"] } else { ["lotop", "hibot"] };
        self.row(|page| page.cell(&format!("b-{top}{direction}"), [15, 1], ""));
        self.gnu_half(true);
        let turn = format!("-{}", gnu_letter(content.turn));
        let edges = if is_clockwise { ["", turn.as_str()] } else { [turn.as_str(), ""] };
        let center = match content.cube {
            CubeContent::Centered(value) => (format!("b-midc-{value}"), value.to_string()),
            _ => ("b-midc".to_owned(), String::new()),
        };
        let half = |player: Player, base: &str| match (content.dice_of(player), content.cube) {
            (Some([a, b]), _) => (format!("{base}-{}{a}{b}", gnu_letter(player)), format!("{a} {b}")),
            (None, CubeContent::Offered(by, value)) if by == player => {
                (format!("{base}-c{value}"), value.to_string())
            }
            _ => (base.to_owned(), String::new()),
        };
        let (left, right) = (half(Player::Zero, "b-midl"), half(Player::One, "b-midr"));
        self.row(|page| {
            page.cell(&format!("b-midlb{}", edges[0]), [1, 1], "");
            page.cell(&left.0, [6, 1], &left.1);
            page.cell(&center.0, [1, 1], &center.1);
            page.cell(&right.0, [6, 1], &right.1);
            page.cell(&format!("b-midrb{}", edges[1]), [1, 1], "");
        });
        self.gnu_half(false);
        self.row(|page| page.cell(&format!("b-{bottom}{direction}"), [15, 1], ""));
        self.out.push_str("</table>\n");
        self.out
    }

    /// A picture in a line.
    fn inline(&mut self, name: &str, text: &str) {
        self.picture(name, "boardimage", text);
    }

    fn end_line(&mut self) {
        self.out.push_str("<br/>\n");
    }

    fn bbs_points(&mut self, names: [&str; 2], points: impl Iterator<Item = usize>) {
        for (n, point) in points.enumerate() {
            let (stack, base) = (self.content.on(point), alternating(n, names));
            let name = match stack {
                Stack { count: 0, .. } => format!("{base}_0"),
                Stack { owner, count } => format!("{base}_{}_{count}", bbs_letter(owner)),
            };
            self.inline(&name, &TilePage::text_of(stack));
        }
    }

    fn bbs(mut self) -> String {
        let content = self.content;
        let owned =
            |player| content.owner.filter(|(owner, _)| *owner == player).map_or(0, |(_, value)| value);
        let [top, bottom] =
            if content.turn == Player::One { ["n_high", "n_low"] } else { ["n_low", "n_high"] };
        self.out.push_str("<p class=\"tile\">");
        self.inline(top, "");
        self.end_line();
        let text = |player| TilePage::text_of(Stack { owner: player, count: content.bar(player) });
        self.inline(&format!("o_w_{}", content.off(Player::Zero)), "");
        self.bbs_points(["p_up", "p_ud"], (19..=24).rev());
        self.inline(&format!("b_up_{}", content.bar(Player::One)), &text(Player::One));
        self.bbs_points(["p_up", "p_ud"], (13..=18).rev());
        self.inline(&format!("c_up_{}", owned(Player::Zero)), "");
        self.end_line();
        let dice = content.dice.map_or_else(String::new, |[a, b]| {
            format!("{a}{b}{}", if content.turn == Player::One { "right" } else { "left" })
        });
        let dice_text = content.dice.map_or_else(String::new, |[a, b]| format!("{a} {b}"));
        self.inline(&format!("b_center{dice}"), &dice_text);
        let is_centered = content.cube != CubeContent::None && content.owner.is_none();
        self.inline(if is_centered { "c_center" } else { "c_blank" }, "");
        self.end_line();
        self.inline(&format!("o_b_{}", content.off(Player::One)), "");
        self.bbs_points(["p_dd", "p_dn"], 1..=6);
        self.inline(&format!("b_dn_{}", content.bar(Player::Zero)), &text(Player::Zero));
        self.bbs_points(["p_dd", "p_dn"], 7..=12);
        self.inline(&format!("c_dn_{}", owned(Player::One)), "");
        self.end_line();
        self.inline(bottom, "");
        self.out.push_str("</p>\n");
        self.out
    }

    /// `-x5`, or nothing without checkers.
    fn fibs_stack(stack: Stack) -> String {
        match stack {
            Stack { count: 0, .. } => String::new(),
            Stack { owner, count } => format!("-{}{}", fibs_letter(owner), count.min(MAX_FIBS_STACK)),
        }
    }

    fn fibs_half(&mut self, edge: &str, names: [&str; 2], points: [usize; 12], on_bar: Player) {
        self.inline(edge, "");
        self.inline("b-left", "");
        let point = |page: &mut Self, n: usize, point: usize| {
            let stack = page.content.on(point);
            let name = format!("{}{}", alternating(n, names), TilePage::fibs_stack(stack));
            page.inline(&name, &TilePage::text_of(stack));
        };
        for (n, &at) in points[..6].iter().enumerate() {
            point(self, n, at);
        }
        let stack = Stack { owner: on_bar, count: self.content.bar(on_bar) };
        self.inline(&format!("b-bar{}", TilePage::fibs_stack(stack)), &TilePage::text_of(stack));
        for (n, &at) in points[6..].iter().enumerate() {
            point(self, n, at);
        }
        self.inline("b-right", "");
        self.end_line();
    }

    fn fibs2html(mut self) -> String {
        let content = self.content;
        let (top, bottom, turn) = match content.turn {
            Player::One => ("b-hitopr", "b-lobotr", "dn"),
            Player::Zero => ("b-lotopr", "b-hibotr", "up"),
        };
        // The pictures beside the upper half, the middle and the lower half: the cube, and who is on roll.
        let edge = |player: Player, side: &str| match content.cube {
            CubeContent::Offered(by, value) if by != player => format!("b-d{turn}{value}"),
            CubeContent::Offered(..) => "b-indent".to_owned(),
            CubeContent::Owned(owner, value) if owner == player => format!("b-{}{turn}{value}", &side[..1]),
            _ => format!("b-{side}{turn}"),
        };
        let middle = if matches!(content.cube, CubeContent::Offered(..)) { "b-indent" } else { "b-midin" };
        self.out.push_str("<p class=\"tile\">");
        self.inline("b-indent", "");
        self.inline(top, "");
        self.end_line();
        let upper = std::array::from_fn(|n| 13 + n);
        self.fibs_half(&edge(Player::Zero, "top"), ["b-gd", "b-yd"], upper, Player::One);
        self.inline(middle, "");
        self.inline("b-midl", "");
        self.fibs_middle(Player::Zero);
        self.inline("b-midc", "");
        self.fibs_middle(Player::One);
        self.inline("b-midr", "");
        self.end_line();
        let lower = std::array::from_fn(|n| 12 - n);
        self.fibs_half(&edge(Player::One, "bot"), ["b-yu", "b-gu"], lower, Player::Zero);
        self.inline("b-indent", "");
        self.inline(bottom, "");
        self.out.push_str("</p>\n");
        self.out
    }

    /// The middle of the half in which the dice of a player lie.
    fn fibs_middle(&mut self, player: Player) {
        let Some(dice) = self.content.dice_of(player) else { return self.inline("b-midg", "") };
        self.inline("b-midg2", "");
        for die in dice {
            self.inline(&format!("b-{}die{die}", fibs_letter(player)), &die.to_string());
        }
        self.inline("b-midg2", "");
    }
}

/// The letter of a seat in the names of GNU Backgammon's tiles.
pub(super) const fn gnu_letter(player: Player) -> char {
    match player {
        Player::Zero => 'x',
        Player::One => 'o',
    }
}

/// The letter of a seat in the names of the set bbs.
pub(super) const fn bbs_letter(player: Player) -> char {
    match player {
        Player::Zero => 'w',
        Player::One => 'b',
    }
}

/// The letter of a seat in the names of the set fibs2html.
pub(super) const fn fibs_letter(player: Player) -> char {
    match player {
        Player::Zero => 'o',
        Player::One => 'x',
    }
}
