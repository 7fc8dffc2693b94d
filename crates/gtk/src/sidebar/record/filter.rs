// SPDX-License-Identifier: GPL-3.0-or-later
//! Which cells of the game record are shown: what is typed above it, word by word.
//!
//! A word is one of the names of a kind (`errors`, `cube`, `luck`, `comments`, `illegal`, `marked`, in English or the
//! language of the window, also in the singular), a least loss (`> 0.08`), or a part of a player's name or of the text of
//! the cell. A cell is shown if every word fits it. A word that fits no cell at all is unknown.

use super::cells::{RecordCell, RecordRow};
use crate::i18n::gettext;
use gnubg_record::{Luck, Skill};

/// A kind of cell.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CellKind {
    Errors,
    Cube,
    Luck,
    Comments,
    Illegal,
    Chosen,
}

impl CellKind {
    const ALL: [CellKind; 6] = [
        CellKind::Errors,
        CellKind::Cube,
        CellKind::Luck,
        CellKind::Comments,
        CellKind::Illegal,
        CellKind::Chosen,
    ];

    /// Its name in the language of the window and in English.
    fn names(self) -> [String; 2] {
        let (here, english) = match self {
            CellKind::Errors => (gettext("errors"), "errors"),
            CellKind::Cube => (gettext("cube"), "cube"),
            CellKind::Luck => (gettext("luck"), "luck"),
            CellKind::Comments => (gettext("comments"), "comments"),
            CellKind::Illegal => (gettext("illegal"), "illegal"),
            CellKind::Chosen => (gettext("marked"), "marked"),
        };
        [here.to_lowercase(), english.to_owned()]
    }

    /// Whether a typed word names it: also without the `s` of the plural.
    fn is_named(self, word: &str) -> bool {
        self.names().iter().any(|name| name == word || name.strip_suffix('s') == Some(word))
    }

    fn fits(self, cell: &RecordCell) -> bool {
        match self {
            CellKind::Errors => cell.play != Skill::Unmarked || cell.cube != Skill::Unmarked,
            CellKind::Cube => cell.is_cube || cell.cube != Skill::Unmarked,
            CellKind::Luck => cell.luck != Luck::Unmarked,
            CellKind::Comments => cell.has_comment,
            CellKind::Illegal => cell.is_inconsistent,
            CellKind::Chosen => cell.is_chosen,
        }
    }
}

/// The condition of one word.
#[derive(Clone, Debug, PartialEq)]
enum FilterWord {
    Kind(CellKind),
    /// A loss of more than that.
    Loss(f64),
    /// A part of a name or of the text.
    Text(String),
}

/// A filter; without words all cells pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RecordFilter(Vec<FilterWord>);

impl RecordFilter {
    /// Reads a typed filter. Numbers may have a decimal comma.
    pub(super) fn parse(text: &str) -> RecordFilter {
        let text = text.to_lowercase().replace(['>', '≥'], " > ");
        let (mut words, mut tokens) = (Vec::new(), text.split_whitespace().peekable());
        while let Some(token) = tokens.next() {
            let number = |token: &&str| token.replace(',', ".").parse::<f64>().ok();
            if token == ">" {
                // Without its number it is no condition yet.
                if let Some(least) = tokens.peek().and_then(number).filter(|least| least.is_finite()) {
                    tokens.next();
                    words.push(FilterWord::Loss(least));
                }
                continue;
            }
            let kind = CellKind::ALL.into_iter().find(|kind| kind.is_named(token));
            words.push(kind.map_or_else(|| FilterWord::Text(token.to_owned()), FilterWord::Kind));
        }
        RecordFilter(words)
    }

    /// Whether all cells pass.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn fits(&self, cell: &RecordCell, player: &str) -> bool {
        self.0.iter().all(|word| match word {
            FilterWord::Kind(kind) => kind.fits(cell),
            FilterWord::Loss(least) => cell.loss.is_some_and(|loss| loss > *least),
            FilterWord::Text(text) => {
                player.to_lowercase().contains(text) || cell.text.to_lowercase().contains(text)
            }
        })
    }

    /// The first typed word that is no kind and fits no cell of these rows, nor a name.
    pub(super) fn unknown_word(&self, rows: &[RecordRow], names: &[String; 2]) -> Option<&str> {
        let is_in_names = |text: &str| names.iter().any(|name| name.to_lowercase().contains(text));
        let is_in_cells = |text: &str| {
            let mut cells = rows.iter().flat_map(|row| row.cells.iter().flatten());
            cells.any(|cell| cell.text.to_lowercase().contains(text))
        };
        self.0.iter().find_map(|word| match word {
            FilterWord::Text(text) if !is_in_names(text) && !is_in_cells(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The words for kinds, in the language of the window.
    pub(super) fn known_words() -> String {
        CellKind::ALL.map(|kind| kind.names()[0].clone()).join(", ")
    }

    /// The rows with cells that pass, and only these cells in them.
    pub(super) fn keep(&self, rows: Vec<RecordRow>, names: &[String; 2]) -> Vec<RecordRow> {
        if self.is_empty() {
            return rows;
        }
        let reduced = rows.into_iter().map(|mut row| {
            for (cell, name) in row.cells.iter_mut().zip(names) {
                *cell = cell.take().filter(|cell| self.fits(cell, name));
            }
            row
        });
        reduced.filter(|row| row.cells.iter().any(Option::is_some)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> RecordCell {
        RecordCell { text: text.to_owned(), ..RecordCell::default() }
    }

    fn rows() -> Vec<RecordRow> {
        let blunder = RecordCell { play: Skill::VeryBad, loss: Some(0.14), ..cell("31: 8/5 6/5") };
        let slip =
            RecordCell { play: Skill::Doubtful, loss: Some(0.05), has_comment: true, ..cell("64: 24/14") };
        let take = RecordCell { is_cube: true, ..cell("Take") };
        vec![
            RecordRow {
                number: 1,
                cells: [Some(blunder), Some(cell("52: 13/8 13/11"))],
                ..RecordRow::default()
            },
            RecordRow { number: 2, cells: [Some(take), Some(slip)], ..RecordRow::default() },
        ]
    }

    /// Numbers and texts of what a filter leaves.
    fn left(filter: &str) -> Vec<(usize, String)> {
        let names = ["Ann".to_owned(), "Ben".to_owned()];
        let rows = RecordFilter::parse(filter).keep(rows(), &names);
        let cells =
            rows.into_iter().flat_map(|row| row.cells.into_iter().flatten().map(move |c| (row.number, c)));
        cells.map(|(number, cell)| (number, cell.text)).collect()
    }

    #[test]
    fn words_that_fit_nothing_are_unknown() {
        let names = ["Ann".to_owned(), "Ben".to_owned()];
        let unknown = |text: &str| RecordFilter::parse(text).unknown_word(&rows(), &names).map(str::to_owned);
        assert_eq!(unknown("errors blunders ben"), Some("blunders".to_owned()));
        assert_eq!(unknown("error ann 8/5 > 0.1"), None);
        assert!(RecordFilter::known_words().starts_with("errors, cube, "));
    }

    #[test]
    fn every_word_must_fit() {
        let all = |texts: &[(usize, &str)]| -> Vec<(usize, String)> {
            texts.iter().map(|(n, text)| (*n, (*text).to_owned())).collect()
        };
        assert_eq!(left("").len(), 4);
        assert_eq!(left("errors"), all(&[(1, "31: 8/5 6/5"), (2, "64: 24/14")]));
        assert_eq!(left("errors ben"), all(&[(2, "64: 24/14")]));
        assert_eq!(left("> 0.08"), all(&[(1, "31: 8/5 6/5")]));
        assert_eq!(left(">0,04 comments"), all(&[(2, "64: 24/14")]));
        assert_eq!(left("Cube"), all(&[(2, "Take")]));
        assert_eq!(left("8/5"), all(&[(1, "31: 8/5 6/5")]));
        assert_eq!(left("errors >"), left("errors"));
        assert_eq!(left("error > 0.1"), left("errors > 0.1"));
        assert_eq!(left("error > 0.1"), all(&[(1, "31: 8/5 6/5")]));
        assert_eq!(left("comment"), left("comments"));
        assert_eq!(left("nothing like that"), []);
    }
}
