// SPDX-License-Identifier: GPL-3.0-or-later
//! Parts of a report as blocks that are never divided between pages.

use super::decision::{self, DecisionStyle};
use super::flow::BlockShape;
use super::{BOTTOM, FULL, MARGIN, cut};
use crate::canvas::{Face, INK, RULE, Sheet, Typesetter};
use crate::document::summary::MatchSummary;
use crate::document::{DecisionPart, Document, GameHead, Part, StatisticsPart};
use crate::front;
use crate::statistics_words;
use crate::table_sheet::{TableRow, TableStyle, cell, table};
use crate::words::Words;
use gnubg_draw::ViewOptions;

/// The largest number of characters of a comment in one block.
const PARAGRAPH: usize = 1500;
/// Height of the course of a match.
const COURSE: f64 = 90.0;
/// Space between the parts of the first page.
const PART_GAP: f64 = 10.0;

/// Marks that stay together.
#[derive(Default)]
pub(super) struct Block {
    pub(super) sheet: Sheet,
    /// The title of the game that begins with this block.
    pub(super) game: Option<String>,
    is_wide: bool,
}

impl Block {
    fn wide(sheet: Sheet) -> Block {
        Block { sheet, is_wide: true, game: None }
    }

    pub(super) fn shape(&self) -> BlockShape {
        BlockShape { height: self.sheet.height, is_wide: self.is_wide, opens: self.game.is_some() }
    }
}

/// Makes the blocks of a document.
pub(super) struct BlockMaker {
    pub(super) set: Typesetter,
    pub(super) view: ViewOptions,
    pub(super) style: DecisionStyle,
    pub(super) words: Words,
}

impl BlockMaker {
    /// The parts of a document that have blocks: the summary, then the parts in order.
    pub(super) fn n_parts(document: &Document) -> usize {
        usize::from(document.summary.is_some()) + document.parts.len()
    }

    /// The blocks of the part with this index.
    pub(super) fn blocks_of(&self, document: &Document, index: usize) -> Vec<Block> {
        let n_before = usize::from(document.summary.is_some());
        match (&document.summary, index.checked_sub(n_before)) {
            (Some(summary), None) => self.summary(summary),
            (_, Some(index)) => document.parts.get(index).map_or(Vec::new(), |part| self.part(part)),
            (None, None) => Vec::new(),
        }
    }

    fn part(&self, part: &Part) -> Vec<Block> {
        match part {
            Part::Game(head) => self.game(head),
            Part::Note(text) => {
                let layout = self.set.wrapped(cut::phrase(text), Face::bold(8.5), self.style.width);
                let mut sheet = Sheet::default();
                sheet.text(layout, 0.0, 2.0, INK);
                vec![Block::wide(sheet)]
            }
            Part::Statistics(part) => vec![Block::wide(self.statistics(part))],
            Part::Decision(decided) => self.decision(decided),
        }
    }

    /// The first page: result, figures, course, the most expensive decisions.
    fn summary(&self, summary: &MatchSummary) -> Vec<Block> {
        let mut sheets = vec![
            front::title(&self.set, summary, FULL),
            front::players(&self.set, summary, self.words, FULL),
        ];
        if summary.course.len() > 1 {
            sheets.push(front::course(&self.set, summary, [FULL, COURSE]));
        }
        if !summary.worst.is_empty() {
            let title = self.words.gettext("The most expensive decisions");
            let mut sheet = front::heading(&self.set, &title, 11.0, FULL);
            let top = sheet.height + 4.0;
            sheet.sheet(front::worst(&self.set, &summary.worst, self.words, FULL), [0.0, top]);
            sheets.push(sheet);
        }
        let with_gap = |mut sheet: Sheet| {
            sheet.height += PART_GAP;
            Block::wide(sheet)
        };
        sheets.into_iter().map(with_gap).collect()
    }

    fn game(&self, head: &GameHead) -> Vec<Block> {
        let mut sheet = Sheet::default();
        let left = match head.title.is_empty() {
            true => 0.0,
            false => {
                self.set.put(&mut sheet, cut::phrase(&head.title), Face::bold(13.0), [0.0, 4.0], FULL * 0.6)
                    + 12.0
            }
        };
        self.set.put(&mut sheet, cut::phrase(&head.score), Face::quiet(8.5), [left, 8.5], FULL - left);
        sheet.height += 3.0;
        sheet.fill([0.0, sheet.height, FULL, 0.7], RULE);
        sheet.height += 4.0;
        let mut blocks = vec![Block { sheet, is_wide: true, game: Some(head.title.clone()) }];
        let facts = head.facts.join("\n");
        let lines = cut::comment(&facts);
        blocks.extend(lines.lines().flat_map(chunks).map(|line| Block::wide(self.paragraph(&line, FULL))));
        blocks
    }

    /// A paragraph of a text.
    fn paragraph(&self, text: &str, width: f64) -> Sheet {
        let mut sheet = Sheet::default();
        let layout = self.set.wrapped(text, Face::plain(7.5), width);
        sheet.text(layout, 0.0, 0.0, INK);
        sheet
    }

    /// A decision, its comment in blocks of their own if it is long.
    fn decision(&self, decided: &DecisionPart) -> Vec<Block> {
        let is_wide = self.style.is_wide();
        let block = |sheet: Sheet| Block { sheet, is_wide, game: None };
        let mut blocks =
            vec![block(decision::sheet(&self.set, decided, &self.view, &self.style, self.words))];
        for line in cut::comment(&decided.comment).lines().filter(|line| !line.trim().is_empty()) {
            for part in chunks(line) {
                let sheet = self.paragraph(&part, self.style.width);
                // A short comment stays with its decision.
                let last = blocks
                    .last_mut()
                    .filter(|last| last.sheet.height + sheet.height < (BOTTOM - MARGIN) / 2.0);
                match last {
                    Some(last) => {
                        let top = last.sheet.height + 2.0;
                        last.sheet.sheet(sheet, [0.0, top]);
                    }
                    None => blocks.push(block(sheet)),
                }
            }
        }
        blocks
    }

    /// Statistics in two columns.
    fn statistics(&self, part: &StatisticsPart) -> Sheet {
        const SIZE: f64 = 6.1;
        const GAP: f64 = 18.0;
        let words = self.words;
        let mut sheet = front::heading(&self.set, &part.title, 10.0, FULL);
        let top = sheet.height + 4.0;
        // Cube decisions have long labels and figures.
        let widths = [0.45, 0.55].map(|share| (FULL - GAP) * share);
        let value = |text: &str| statistics_words::value(&squeezed(text), words);
        let column = |sections: &[crate::statistics::StatisticsSection], width: f64| {
            let mut rows = Vec::new();
            for section in sections {
                let names = part.names.iter().map(|name| cell(cut::short(name), Face::quiet(SIZE)));
                let title = cell(statistics_words::title(section.title, words), Face::bold(SIZE + 0.7));
                let cells = std::iter::once(title).chain(names).collect();
                rows.push(TableRow { cells, has_rule: true, ..TableRow::default() });
                for row in &section.rows {
                    let label = cell(statistics_words::title(&row.label, words), Face::plain(SIZE));
                    let figures = row.cells.iter().map(|text| cell(value(text), Face::plain(SIZE)));
                    let cells = std::iter::once(label).chain(figures).collect();
                    rows.push(TableRow { cells, ..TableRow::default() });
                }
                rows.push(TableRow { cells: vec![cell(" ", Face::plain(3.0))], ..TableRow::default() });
            }
            let style = TableStyle { right: &[false, true, true], wide: 0, gap: 6.0, leading: 0.7, bar: 0.0 };
            table(&self.set, &rows, &style, width)
        };
        let half = part.sections.len().div_ceil(2);
        let mut x = 0.0;
        for (sections, width) in part.sections.chunks(half.max(1)).zip(widths) {
            sheet.sheet(column(sections, width), [x, top]);
            x += width + GAP;
        }
        sheet
    }
}

/// Text without the blanks that align it.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_lose_their_padding() {
        assert_eq!(squeezed("  3 (-0.123 (-1.4%))"), "3 (-0.123 (-1.4%))");
        assert_eq!(squeezed("     -0.123 ( -1.4%)"), "-0.123 (-1.4%)");
    }

    #[test]
    fn long_remarks_are_divided_between_words() {
        let parts = chunks(&"word ".repeat(700));
        assert_eq!((parts.len(), parts[0].len(), parts.concat().len()), (3, 1500, 3500));
        assert_eq!(chunks(&"x".repeat(4000)).concat().len(), 4000);
        assert_eq!(chunks(""), [""]);
    }
}
