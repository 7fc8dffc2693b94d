// SPDX-License-Identifier: GPL-3.0-or-later
//! In a narrow column, as beside docked panels, the buttons move below the message. Only the width decides, never the
//! length of a text, so that nothing jumps while playing.

use super::Window;
use crate::board::layout;
use crate::sidebar::HeaderRoom;
use adw::prelude::*;
use adw::subclass::prelude::*;

/// Width of the column, in average characters, below which it is narrow.
const ROOMY_CHARACTERS: i32 = 84;
/// The part of that width which does not grow with the text: frames and gaps of buttons.
const FRAMES: i32 = 200;
/// The margins to the left and right of the lines, in pixels, the same as those of the board.
const MARGINS: f64 = 24.0;

/// Whether a column is narrow.
const fn is_narrow(width: i32, character: i32) -> bool {
    width < FRAMES + ROOMY_CHARACTERS * character
}

/// The width of the lines below a board of that width, in pixels.
fn lines_width(board: f64, character: i32) -> i32 {
    ((board + MARGINS).round() as i32).max(FRAMES + ROOMY_CHARACTERS * character)
}

impl Window {
    /// Gives the lines above and below the board its width, so that their ends align with its edges, and at least room for
    /// their texts.
    pub(super) fn fit_lines(&self) {
        let imp = self.imp();
        // In three dimensions the table fills the whole width.
        let board = match imp.board.is_three() {
            true => f64::from(imp.board.width()),
            false => imp.board.fit().scale * layout::WIDTH,
        };
        let width = lines_width(board, self.character());
        for lines in [&imp.upper_lines, &imp.lines] {
            if lines.maximum_size() != width {
                lines.set_maximum_size(width);
                lines.set_tightening_threshold(width);
            }
        }
    }

    /// The average width of a character in pixels.
    fn character(&self) -> i32 {
        self.pango_context().metrics(None, None).approximate_char_width() / gtk::pango::SCALE
    }

    /// Lays the lines below the board out for a column of that width in pixels.
    pub(super) fn fit_column(&self, width: i32) {
        let imp = self.imp();
        let narrow = is_narrow(width, self.character());
        if imp.is_narrow.replace(narrow) == narrow {
            return;
        }
        imp.action_row.set_narrow(narrow);
        self.player_bars().into_iter().for_each(|bar| bar.set_narrow(narrow));
        imp.setup_bar.set_narrow(narrow);
        imp.strip.set_narrow(narrow);
        imp.result_card.set_narrow(narrow);
        self.fit_status(self.options().window.show_ids);
    }

    /// Shows the buttons of the header that have room; the others are in the menu.
    pub(super) fn fit_header(&self, room: HeaderRoom) {
        let imp = self.imp();
        imp.analyze_button.set_visible(room == HeaderRoom::Roomy);
        let has_all = room >= HeaderRoom::Usual;
        imp.open_button.set_visible(has_all);
        imp.redo_button.set_visible(has_all);
        imp.edit_button.set_visible(has_all);
        imp.view_3d_button.set_visible(has_all);
    }

    /// Shows the parts of the status row that have room.
    pub(super) fn fit_status(&self, shows_ids: bool) {
        let imp = self.imp();
        let has_id = imp.status_row.fit(shows_ids, imp.is_narrow.get(), self.background().get_visible());
        self.background().fit(!has_id, !(imp.is_narrow.get() && imp.status_row.is_running()));
    }
}

#[cfg(test)]
mod tests {
    use super::{is_narrow, lines_width};

    #[test]
    fn lines_are_as_wide_as_the_board_unless_it_is_small() {
        assert_eq!(lines_width(1000.4, 6), 1024);
        assert_eq!(lines_width(300.0, 6), 704);
        assert!(!is_narrow(lines_width(300.0, 12), 12), "what is not narrow has room");
    }

    #[test]
    fn docked_panels_make_a_usual_window_narrow_and_large_text_does_too() {
        assert!(is_narrow(620, 6));
        assert!(!is_narrow(800, 6));
        assert!(is_narrow(1000, 12));
        assert!(!is_narrow(1400, 12));
    }
}
