// SPDX-License-Identifier: GPL-3.0-or-later
//! The columns of numbers in the game record: what decisions lost, and the luck of rolls.

use super::cells::{Cell, Row};
use crate::a11y;
use crate::i18n::gettext;
use gnubg_session::options::RecordNumbers;
use gtk::prelude::*;

/// Least width of the list, in pixels, in which both columns leave room for the plays.
const ROOM_FOR_BOTH: i32 = 460;
/// Below this width cells without a number leave its place to the play.
const TIGHT: i32 = 440;
/// Width of a column in characters: a sign, a figure, a point, three figures.
const CHARS: i32 = 6;

/// Which columns are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) loss: bool,
    pub(super) luck: bool,
    pub(super) digits: u8,
    /// There is so little room that empty cells are dropped.
    pub(super) is_tight: bool,
}

impl Columns {
    /// The columns that are wanted, if there is something to show in them and room for it.
    pub(super) fn of(rows: &[Row], wanted: RecordNumbers, width: i32, digits: u8) -> Columns {
        let cells = || rows.iter().flat_map(|row| row.cells.iter().flatten());
        let has_loss = cells().any(|cell| cell.loss.is_some());
        let has_luck = cells().any(|cell| cell.gain.is_some());
        let (loss, luck) = match wanted {
            RecordNumbers::Loss => (true, false),
            RecordNumbers::Luck => (false, true),
            RecordNumbers::Both => (true, !has_loss || width >= ROOM_FOR_BOTH),
        };
        Columns { loss: loss && has_loss, luck: luck && has_luck, digits, is_tight: width < TIGHT }
    }
}

/// A pair of labels at the end of a line, for a cell or for the head of the list.
#[derive(Clone)]
pub(super) struct Pair {
    loss: gtk::Label,
    luck: gtk::Label,
}

impl Pair {
    /// Adds them to a line.
    pub(super) fn add_to(line: &gtk::Box, class: &str) -> Pair {
        let label = |kind: &str| {
            let label = gtk::Label::builder().xalign(1.0).width_chars(CHARS).visible(false).build();
            label.set_css_classes(&["figures", "number", kind, class]);
            line.append(&label);
            label
        };
        Pair { loss: label("loss"), luck: label("luck") }
    }

    /// The labels after `label`, which [`Pair::add_to`] put there.
    pub(super) fn after(label: &gtk::Label) -> Option<Pair> {
        let loss = label.next_sibling().and_downcast::<gtk::Label>()?;
        let luck = loss.next_sibling().and_downcast::<gtk::Label>()?;
        Some(Pair { loss, luck })
    }

    /// Shows what a cell lost and gained.
    pub(super) fn fill(&self, cell: Option<&Cell>, columns: Columns) {
        let digits = columns.digits;
        for (label, is_shown, text) in [
            (&self.loss, columns.loss, cell.map(|cell| cell.loss_text(digits))),
            (&self.luck, columns.luck, cell.map(|cell| cell.gain_text(digits))),
        ] {
            let text = text.unwrap_or_default();
            label.set_width_chars(if columns.is_tight { -1 } else { CHARS });
            label.set_visible(is_shown && !(columns.is_tight && text.is_empty()));
            label.set_text(&text);
        }
    }

    /// Shows the titles of the columns.
    pub(super) fn title(&self, columns: Columns) {
        for (label, is_shown, title, about) in [
            (
                &self.loss,
                columns.loss,
                gettext("Loss"),
                gettext("What the decision lost, in points of equity"),
            ),
            (&self.luck, columns.luck, gettext("Luck"), gettext("The luck of the roll, in points of equity")),
        ] {
            label.set_visible(is_shown);
            label.set_text(&title);
            a11y::set_tooltip(label, Some(&about));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_that_are_wanted_known_and_have_room() {
        let cell = |loss, gain| Some(Cell { loss, gain, ..Cell::default() });
        let rows = |loss, gain| [Row { number: 1, cells: [None, cell(loss, gain)] }];
        let shown = |rows: &[Row], wanted, width| {
            let columns = Columns::of(rows, wanted, width, 3);
            (columns.loss, columns.luck)
        };
        let all = rows(Some(0.0), Some(0.1));
        for (wanted, narrow, wide) in [
            (RecordNumbers::Loss, (true, false), (true, false)),
            (RecordNumbers::Luck, (false, true), (false, true)),
            (RecordNumbers::Both, (true, false), (true, true)),
        ] {
            assert_eq!(shown(&all, wanted, 360), narrow);
            assert_eq!(shown(&all, wanted, 600), wide);
            assert_eq!(shown(&rows(None, None), wanted, 600), (false, false));
        }
        assert_eq!(shown(&rows(None, Some(0.1)), RecordNumbers::Both, 360), (false, true));
    }
}
