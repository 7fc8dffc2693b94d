// SPDX-License-Identifier: GPL-3.0-or-later
//! The columns of numbers in the game record: what decisions lost, and the luck of rolls.

use super::cells::{RecordCell, RecordRow};
use crate::a11y;
use crate::i18n::gettext;
use gnubg_session::options::RecordNumbers;
use gtk::prelude::*;

/// Least width of the list, in pixels, in which both columns leave room for the plays.
const ROOM_FOR_BOTH: i32 = 520;
/// Below this width cells without luck leave its place to the play.
const TIGHT: i32 = 440;
/// Width of a column in characters: a sign, a figure, a point, three figures.
const CHARS: i32 = 6;

/// Which columns are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NumberColumns {
    pub(super) loss: bool,
    pub(super) luck: bool,
    pub(super) digits: u8,
    /// Whether a missing luck leaves its room to the play, as a missing loss always does.
    pub(super) is_tight: bool,
}

impl NumberColumns {
    /// The columns that are wanted, if there is something to show in them and room for it.
    pub(super) fn of(rows: &[RecordRow], wanted: RecordNumbers, width: i32, digits: u8) -> NumberColumns {
        let cells = || rows.iter().flat_map(|row| row.cells.iter().flatten());
        let has_loss = cells().any(|cell| cell.loss.is_some());
        let has_luck = cells().any(|cell| cell.gain.is_some());
        let (loss, luck) = match wanted {
            RecordNumbers::Loss => (true, false),
            RecordNumbers::Luck => (false, true),
            RecordNumbers::Both => (true, !has_loss || width >= ROOM_FOR_BOTH),
        };
        NumberColumns { loss: loss && has_loss, luck: luck && has_luck, digits, is_tight: width < TIGHT }
    }
}

/// The labels for loss and luck at the end of a cell or of a column title.
#[derive(Clone)]
pub(super) struct NumberLabels {
    loss: gtk::Label,
    luck: gtk::Label,
}

impl NumberLabels {
    /// Adds the labels to a box.
    pub(super) fn add_to(parent: &gtk::Box, class: &str) -> NumberLabels {
        let label = |kind: &str| {
            let label = gtk::Label::builder().xalign(1.0).width_chars(CHARS).visible(false).build();
            label.set_css_classes(&["figures", "number", kind, class]);
            label.set_widget_name(&format!("{kind}_{class}"));
            parent.append(&label);
            label
        };
        NumberLabels { loss: label("loss"), luck: label("luck") }
    }

    /// The label of the loss.
    pub(super) fn loss(&self) -> &gtk::Label {
        &self.loss
    }

    /// The labels after `label`, which [`NumberLabels::add_to`] put there.
    pub(super) fn after(label: &gtk::Label) -> Option<NumberLabels> {
        let loss = label.next_sibling().and_downcast::<gtk::Label>()?;
        let luck = loss.next_sibling().and_downcast::<gtk::Label>()?;
        Some(NumberLabels { loss, luck })
    }

    /// Shows what a cell lost and gained.
    pub(super) fn fill(&self, cell: Option<&RecordCell>, columns: NumberColumns) {
        let digits = columns.digits;
        // The loss stands before the luck, so its place may be taken without moving another number.
        for (label, is_shown, keeps_place, text) in [
            (&self.loss, columns.loss, false, cell.map(|cell| cell.loss_text(digits))),
            (&self.luck, columns.luck, !columns.is_tight, cell.map(|cell| cell.gain_text(digits))),
        ] {
            let text = text.unwrap_or_default();
            label.set_width_chars(if columns.is_tight { -1 } else { CHARS });
            label.set_visible(is_shown && (keeps_place || !text.is_empty()));
            label.set_text(&text);
        }
    }

    /// Shows the titles of the columns.
    pub(super) fn title(&self, columns: NumberColumns) {
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
    fn columns_need_an_option_values_and_room() {
        let cell = |loss, gain| Some(RecordCell { loss, gain, ..RecordCell::default() });
        let rows =
            |loss, gain| [RecordRow { number: 1, cells: [None, cell(loss, gain)], ..RecordRow::default() }];
        let shown = |rows: &[RecordRow], wanted, width| {
            let columns = NumberColumns::of(rows, wanted, width, 3);
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
