// SPDX-License-Identifier: GPL-3.0-or-later
//! Sections of a report as blocks that are never divided between pages.

use super::flow::BlockShape;
use super::{BOTTOM, COLUMN, FULL, GAP, MARGIN, cut, printable};
use crate::sections::{ReportSection, ReportedDecision};
use cairo::Context;
use gnubg_draw::ViewOptions;
use gnubg_draw::layout::{HEIGHT as BOARD_HEIGHT, WIDTH as BOARD_WIDTH};
use gnubg_draw::paint::Painter;
use gnubg_engine::core::MatchState;
use pango::{FontDescription, Layout, SCALE, Weight, WrapMode};

/// The dimensions of a decision on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DecisionStyle {
    /// Width of a decision, in points like all lengths here.
    pub(super) width: f64,
    /// Width of its board.
    pub(super) board: f64,
    /// Space between the board and the text beside it.
    pub(super) gap: f64,
    /// Font size of tables.
    table: f64,
    /// Whether decisions are in a narrow column: the candidates are below the board instead of beside it, and repeated
    /// words are left out.
    is_narrow: bool,
}

/// Decisions of games.
pub(super) const COMPACT: DecisionStyle =
    DecisionStyle { width: COLUMN, board: 102.0, gap: 7.0, table: 5.6, is_narrow: true };
/// A single position.
pub(super) const WIDE: DecisionStyle =
    DecisionStyle { width: FULL, board: 186.0, gap: 10.0, table: 6.0, is_narrow: false };

/// Text higher than this goes below the board, where it can be divided between pages.
const MOST_BESIDE: f64 = 500.0;
/// The largest number of characters of a comment in one block.
const PARAGRAPH: usize = 1500;

/// The font of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextFace {
    Title,
    Heading,
    Plain,
    Strong,
    Fixed,
    Small,
    Tiny,
}

/// Something with a fixed place and height that is never divided.
pub(super) struct PageItem {
    pub(super) content: ItemContent,
    pub(super) height: f64,
}

pub(super) enum ItemContent {
    Text(Layout),
    /// A text on a colored background.
    Alert(Layout),
    Board(Box<MatchState>),
    /// The items on the left and on the right, aligned at the top.
    Columns(Vec<PageItem>, Vec<PageItem>),
    Rule,
}

/// Items that stay together.
#[derive(Default)]
pub(super) struct Block {
    pub(super) items: Vec<PageItem>,
    /// The title of the game that begins with this block.
    pub(super) game: Option<String>,
    is_wide: bool,
}

impl Block {
    fn wide(items: Vec<PageItem>) -> Block {
        Block { items, is_wide: true, game: None }
    }

    pub(super) fn shape(&self) -> BlockShape {
        BlockShape { height: height_of(&self.items), is_wide: self.is_wide, opens: self.game.is_some() }
    }
}

pub(super) fn height_of(items: &[PageItem]) -> f64 {
    items.iter().map(|item| item.height).sum()
}

/// Width and height of a text.
pub(super) fn size(layout: &Layout) -> (f64, f64) {
    let (w, h) = layout.size();
    (f64::from(w) / f64::from(SCALE), f64::from(h) / f64::from(SCALE))
}

/// Measures and draws the items of a document.
pub(super) struct Typesetter<'a> {
    pub(super) painter: &'a Painter,
    pub(super) view: ViewOptions,
    pub(super) style: DecisionStyle,
    measure: Context,
}

impl<'a> Typesetter<'a> {
    /// `measure` is a context on which texts are measured.
    pub(super) fn new(
        painter: &'a Painter,
        view: ViewOptions,
        style: DecisionStyle,
        measure: Context,
    ) -> Typesetter<'a> {
        Typesetter { painter, view, style, measure }
    }

    pub(super) fn text(&self, text: &str, face: TextFace, width: f64) -> Layout {
        let layout = pangocairo::functions::create_layout(&self.measure);
        if let Ok(mut fonts) = cairo::FontOptions::new() {
            // Hinting would move letters to the pixels of a screen, which paper does not have.
            fonts.set_hint_style(cairo::HintStyle::None);
            fonts.set_hint_metrics(cairo::HintMetrics::Off);
            pangocairo::functions::context_set_font_options(&layout.context(), Some(&fonts));
        }
        let (family, points, weight) = match face {
            TextFace::Title => ("Sans", 13.0, Weight::Bold),
            TextFace::Heading => ("Sans", 8.5, Weight::Bold),
            TextFace::Plain => ("Sans", 8.0, Weight::Normal),
            TextFace::Strong => ("Sans", 8.0, Weight::Bold),
            TextFace::Fixed => ("Monospace", self.style.table, Weight::Normal),
            TextFace::Small => ("Sans", 6.5, Weight::Normal),
            // The identifiers of a position are as wide as its board.
            TextFace::Tiny => ("Sans", (self.style.board / 20.0).min(6.5), Weight::Normal),
        };
        let mut font = FontDescription::new();
        font.set_family(family);
        font.set_absolute_size(points * f64::from(SCALE));
        font.set_weight(weight);
        layout.set_font_description(Some(&font));
        layout.set_width((width * f64::from(SCALE)) as i32);
        layout.set_wrap(WrapMode::WordChar);
        layout.set_text(&printable(cut::phrase(text)));
        layout
    }

    fn item(&self, text: &str, face: TextFace, width: f64) -> PageItem {
        let layout = self.text(text, face, width);
        let height = size(&layout).1 + GAP;
        PageItem { content: ItemContent::Text(layout), height }
    }

    /// Preformatted lines; columns of blanks shared by all lines are narrowed.
    fn lines(&self, text: &str, width: f64) -> Vec<PageItem> {
        let line = |line: &String| {
            let mut item = self.item(if line.is_empty() { " " } else { line }, TextFace::Fixed, width);
            item.height -= GAP;
            item
        };
        let text = if self.style.is_narrow { shortened(text) } else { text.to_owned() };
        let mut items: Vec<PageItem> = squeezed(&text).iter().map(line).collect();
        if let Some(last) = items.last_mut() {
            last.height += GAP;
        }
        items
    }

    pub(super) fn blocks(&self, sections: &[ReportSection]) -> Vec<Block> {
        sections.iter().flat_map(|section| self.blocks_of(section)).collect()
    }

    pub(super) fn blocks_of(&self, section: &ReportSection) -> Vec<Block> {
        match section {
            ReportSection::Head { game, text } => {
                let game = format!("Game {}", game + 1);
                let text = cut::comment(text.trim_end());
                let mut lines = text.lines().filter(|line| !line.is_empty());
                let first = lines.next().unwrap_or_default();
                let mut items =
                    vec![self.item(&game, TextFace::Title, FULL), self.item(first, TextFace::Heading, FULL)];
                let parts = lines.flat_map(chunks);
                items.extend(parts.map(|part| self.item(&part, TextFace::Plain, FULL)));
                let mut blocks = divided(items, true);
                blocks[0].game = Some(game);
                blocks
            }
            ReportSection::SetUp(text) => {
                self.narrow(vec![self.item(text, TextFace::Plain, self.style.width)])
            }
            ReportSection::Result(text) if text.is_empty() => Vec::new(),
            ReportSection::Result(text) => vec![Block::wide(vec![self.item(text, TextFace::Heading, FULL)])],
            ReportSection::Statistics { title, text } => {
                let rule = PageItem { content: ItemContent::Rule, height: 2.0 * GAP };
                let mut items = vec![rule, self.item(title, TextFace::Heading, FULL)];
                items.extend(self.lines(text, FULL));
                vec![Block::wide(items)]
            }
            ReportSection::Decision(decided) => self.narrow(self.decision(decided)),
        }
    }

    fn narrow(&self, items: Vec<PageItem>) -> Vec<Block> {
        divided(items, self.style == WIDE)
    }

    fn decision(&self, decided: &ReportedDecision) -> Vec<PageItem> {
        let style = &self.style;
        let beside = style.width - style.board - style.gap;
        let text = |text: &str, face| self.item(text, face, style.width);
        let mut items: Vec<PageItem> =
            decided.title.iter().map(|title| text(title, TextFace::Heading)).collect();
        let width = if decided.with_board { beside } else { style.width };
        let mut beside_board: Vec<PageItem> =
            decided.done.iter().map(|done| self.item(done, TextFace::Strong, width)).collect();
        for alert in &decided.alerts.marked() {
            let mut item = self.item(alert, TextFace::Plain, width);
            if let ItemContent::Text(layout) = item.content {
                item.content = ItemContent::Alert(layout);
            }
            beside_board.push(item);
        }
        let both = format!("{}{}", decided.cube, decided.plays);
        let (first, second) =
            if style.is_narrow { (&decided.cube[..], &decided.plays[..]) } else { (&both[..], "") };
        if decided.with_board {
            let height = style.board * BOARD_HEIGHT / BOARD_WIDTH + GAP;
            let board = PageItem { content: ItemContent::Board(Box::new(decided.state)), height };
            let caption = caption(&decided.state);
            let mut left = vec![board];
            left.extend(caption.lines().map(|line| self.item(line, TextFace::Tiny, style.board)));
            let narrow = self.lines(first, beside);
            let most = if style.is_narrow { 1.6 * height_of(&left) } else { MOST_BESIDE };
            let is_beside = height_of(&beside_board) + height_of(&narrow) <= most;
            if is_beside {
                beside_board.extend(narrow);
            }
            let height = height_of(&left).max(height_of(&beside_board));
            items.push(PageItem { content: ItemContent::Columns(left, beside_board), height });
            if !is_beside {
                items.extend(self.lines(first, style.width));
            }
        } else {
            items.extend(beside_board);
            items.extend(self.lines(first, style.width));
        }
        items.extend(self.lines(second, style.width));
        for line in cut::comment(&decided.comment).lines() {
            items.extend(chunks(line).iter().map(|part| text(part, TextFace::Plain)));
        }
        items
    }
}

/// Items as one block, or as several if they do not fit on a page.
fn divided(items: Vec<PageItem>, is_wide: bool) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut block = Block { is_wide, ..Block::default() };
    let mut height = 0.0;
    for item in items {
        if height + item.height > BOTTOM - MARGIN && !block.items.is_empty() {
            blocks.push(std::mem::replace(&mut block, Block { is_wide, ..Block::default() }));
            height = 0.0;
        }
        height += item.height;
        block.items.push(item);
    }
    blocks.push(block);
    blocks
}

/// Analysis without the words that are repeated in every line.
fn shortened(text: &str) -> String {
    [
        (". Cubeful ", ". "),
        ("Eq.: ", ""),
        ("cubeless equity", "cubeless"),
        ("Proper cube action", "Proper action"),
    ]
    .into_iter()
    .fold(text.to_owned(), |text, (long, short)| text.replace(long, short))
}

/// The lines of a table with at most two columns of blanks in a row.
fn squeezed(text: &str) -> Vec<String> {
    let lines: Vec<Vec<char>> = text.trim_end().lines().map(|line| line.chars().collect()).collect();
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    let is_blank = |at: usize| lines.iter().all(|line| line.get(at).is_none_or(|c| *c == ' '));
    let kept: Vec<usize> =
        (0..width).filter(|&at| at < 2 || !(is_blank(at) && is_blank(at - 1) && is_blank(at - 2))).collect();
    let of_line = |line: &Vec<char>| -> String {
        let line: String = kept.iter().map_while(|&at| line.get(at)).collect();
        line.trim_end().to_owned()
    };
    lines.iter().map(of_line).collect()
}

/// A long line divided between words into pieces of at most [`PARAGRAPH`] characters.
fn chunks(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(PARAGRAPH) {
            if let Some(last) = parts.last_mut() {
                if last.chars().count() + piece.len() > PARAGRAPH {
                    parts.push(piece.iter().collect());
                } else {
                    last.extend(piece);
                }
            }
        }
    }
    parts
}

/// Identifiers and pips below a board.
fn caption(state: &MatchState) -> String {
    let [zero, one] = state.pips();
    let (position, id) = (state.board.position_id(), state.match_id());
    format!("{position}:{id}\nO {zero}, X {one} pips")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_lose_common_blanks_only() {
        assert_eq!(squeezed("a     b\nccc   d\n\n"), ["a    b", "ccc  d"]);
        assert_eq!(squeezed("    x\n  yy\n"), ["    x", "  yy"]);
        assert!(squeezed(" \n").is_empty());
    }

    #[test]
    fn narrow_tables_fit_their_columns() {
        let lines =
            "Cubeful equities:\n  1. Cubeful 0-ply    bar/24 23/22 8/7*(2)     Eq.: -0.571 (-0.308)\n";
        let short = squeezed(&shortened(lines));
        assert_eq!(short[1], "  1. 0-ply    bar/24 23/22 8/7*(2)  -0.571 (-0.308)");
        assert_eq!(short[0], "Cubeful equities:");
    }

    #[test]
    fn long_remarks_are_divided_between_words() {
        let parts = chunks(&"word ".repeat(700));
        assert_eq!((parts.len(), parts[0].len(), parts.concat().len()), (3, 1500, 3500));
        assert_eq!(chunks(&"x".repeat(4000)).concat().len(), 4000);
        assert_eq!(chunks(""), [""]);
    }
}
