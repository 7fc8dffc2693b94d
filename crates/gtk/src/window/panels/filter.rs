// SPDX-License-Identifier: GPL-3.0-or-later
//! Which cells of the game record are shown: what is typed above it, word by word.
//!
//! A word is one of the names of a kind (`errors`, `cube`, `luck`, `comments`, `illegal`, `marked`, in English or the
//! language of the window), a least loss (`> 0.08`), or a part of a player's name or of the text of the cell. A cell is
//! shown if every word fits it.

use super::cells::{Cell, Row};
use crate::i18n::gettext;
use gnubg_record::{Luck, Skill};

/// A kind of cell.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Errors,
    Cube,
    Luck,
    Comments,
    Illegal,
    Chosen,
}

impl Kind {
    const ALL: [Kind; 6] =
        [Kind::Errors, Kind::Cube, Kind::Luck, Kind::Comments, Kind::Illegal, Kind::Chosen];

    /// Its name in the language of the window and in English.
    fn names(self) -> [String; 2] {
        let (here, english) = match self {
            Kind::Errors => (gettext("errors"), "errors"),
            Kind::Cube => (gettext("cube"), "cube"),
            Kind::Luck => (gettext("luck"), "luck"),
            Kind::Comments => (gettext("comments"), "comments"),
            Kind::Illegal => (gettext("illegal"), "illegal"),
            Kind::Chosen => (gettext("marked"), "marked"),
        };
        [here.to_lowercase(), english.to_owned()]
    }

    fn fits(self, cell: &Cell) -> bool {
        match self {
            Kind::Errors => cell.play != Skill::Unmarked || cell.cube != Skill::Unmarked,
            Kind::Cube => cell.is_cube || cell.cube != Skill::Unmarked,
            Kind::Luck => cell.luck != Luck::Unmarked,
            Kind::Comments => cell.has_comment,
            Kind::Illegal => cell.is_odd,
            Kind::Chosen => cell.is_chosen,
        }
    }
}

/// What one word asks for.
#[derive(Clone, Debug, PartialEq)]
enum Word {
    Kind(Kind),
    /// A loss of more than that.
    Loss(f64),
    /// A part of a name or of the text.
    Text(String),
}

/// A filter; without words everything passes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Filter(Vec<Word>);

impl Filter {
    /// What was typed. A comma may stand for the point of a number.
    pub(super) fn parse(text: &str) -> Filter {
        let text = text.to_lowercase().replace(['>', '≥'], " > ");
        let (mut words, mut tokens) = (Vec::new(), text.split_whitespace().peekable());
        while let Some(token) = tokens.next() {
            let number = |token: &&str| token.replace(',', ".").parse::<f64>().ok();
            if token == ">" {
                // Half typed it asks for nothing yet.
                if let Some(least) = tokens.peek().and_then(number).filter(|least| least.is_finite()) {
                    tokens.next();
                    words.push(Word::Loss(least));
                }
                continue;
            }
            let kind = Kind::ALL.into_iter().find(|kind| kind.names().iter().any(|name| name == token));
            words.push(kind.map_or_else(|| Word::Text(token.to_owned()), Word::Kind));
        }
        Filter(words)
    }

    /// Whether nothing is asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn fits(&self, cell: &Cell, player: &str) -> bool {
        self.0.iter().all(|word| match word {
            Word::Kind(kind) => kind.fits(cell),
            Word::Loss(least) => cell.loss.is_some_and(|loss| loss > *least),
            Word::Text(text) => {
                player.to_lowercase().contains(text) || cell.text.to_lowercase().contains(text)
            }
        })
    }

    /// The rows that hold cells that fit, with these alone.
    pub(super) fn keep(&self, rows: Vec<Row>, names: &[String; 2]) -> Vec<Row> {
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

    fn cell(text: &str) -> Cell {
        Cell { text: text.to_owned(), ..Cell::default() }
    }

    fn rows() -> Vec<Row> {
        let blunder = Cell { play: Skill::VeryBad, loss: Some(0.14), ..cell("31: 8/5 6/5") };
        let slip = Cell { play: Skill::Doubtful, loss: Some(0.05), has_comment: true, ..cell("64: 24/14") };
        let take = Cell { is_cube: true, ..cell("Take") };
        vec![
            Row { number: 1, cells: [Some(blunder), Some(cell("52: 13/8 13/11"))] },
            Row { number: 2, cells: [Some(take), Some(slip)] },
        ]
    }

    /// Numbers and texts of what a filter leaves.
    fn left(filter: &str) -> Vec<(usize, String)> {
        let names = ["Ann".to_owned(), "Ben".to_owned()];
        let rows = Filter::parse(filter).keep(rows(), &names);
        let cells =
            rows.into_iter().flat_map(|row| row.cells.into_iter().flatten().map(move |c| (row.number, c)));
        cells.map(|(number, cell)| (number, cell.text)).collect()
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
        assert_eq!(left("nothing like that"), []);
    }
}
