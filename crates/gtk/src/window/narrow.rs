// SPDX-License-Identifier: GPL-3.0-or-later
//! In a narrow column, as beside docked panels, the buttons move below the message. Only the width decides, never the
//! length of a text, so that nothing jumps while playing.

use super::Window;
use crate::board::layout;
use crate::stage::{StatusRoom, is_low};
use crate::widgets::{set_class, text_size};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::glib;

/// Room of the title in the header, in characters.
const ROOM_FOR_TITLE: i32 = 30;
const ROOM_FOR_LONG_TITLE: i32 = 38;
/// The same beside the button that stays longest.
const ROOM_FOR_SHORT_TITLE: i32 = 8;
/// Width of the column, in average characters, below which it is narrow.
const ROOMY_CHARACTERS: i32 = 84;
/// The part of that width which does not grow with the text: frames and gaps of buttons.
const FRAMES: i32 = 200;
/// The margins to the left and right of the lines, in pixels, the same as those of the board.
const MARGINS: f64 = 24.0;

/// The least height of the strip in place of a player's bar, in pixels.
const BAR_HEIGHT: i32 = 46;

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
        self.fit_height();
    }

    /// Leaves the board its room in a window that is low for its text: the bars have one line, and the IDs are in the menu.
    fn fit_height(&self) {
        let imp = self.imp();
        let (_, line) = text_size(self);
        let low = is_low(self.height(), line);
        if self.height() == 0 || imp.is_low.replace(low) == low {
            return;
        }
        self.player_bars().into_iter().for_each(|bar| bar.set_low(low));
        self.fit_status(self.options().window.show_ids);
    }

    /// The average width of a character in pixels.
    fn character(&self) -> i32 {
        text_size(self).0
    }

    /// Lays the lines below the board out for a column of that width in pixels.
    pub(super) fn fit_column(&self, width: i32) {
        let imp = self.imp();
        imp.result_card.fit(width);
        let narrow = is_narrow(width, self.character());
        if imp.is_narrow.replace(narrow) == narrow {
            return;
        }
        set_class(self, "narrow", narrow);
        imp.action_row.set_narrow(narrow);
        imp.setup_bar.set_narrow(narrow);
        imp.strip.set_narrow(narrow);
        self.fit_strip();
        self.fit_status(self.options().window.show_ids);
    }

    /// In a narrow column the open strip takes the places of the bar and of the message, so that the board keeps its size.
    pub(super) fn fit_strip(&self) {
        let imp = self.imp();
        let takes_message = imp.is_narrow.get() && imp.strip.is_open();
        if takes_message {
            let bar = imp.player_1.measure(gtk::Orientation::Vertical, -1).1;
            imp.strip.set_height_request(bar + imp.action_row.message_height());
        } else {
            imp.strip.set_height_request(BAR_HEIGHT);
        }
        imp.action_row.show_message_line(!takes_message);
        // The end of a game is answered in the strip alone.
        let is_answered_there = imp.strip.is_open() && !self.tutor().is_warning();
        imp.action_row.show_offers(!is_answered_there);
        imp.action_row.emphasize(!imp.strip.is_open() && !imp.result_card.is_visible());
    }

    /// The buttons of the header that may be missing, because the menu has them, too. What a review needs most stays longest.
    fn optional_buttons(&self) -> [gtk::Widget; 6] {
        let imp = self.imp();
        [
            imp.view_3d_button.get().upcast(),
            imp.edit_button.get().upcast(),
            imp.redo_button.get().upcast(),
            imp.open_button.get().upcast(),
            imp.share_button.get().upcast(),
            imp.analyze_button.get().upcast(),
        ]
    }

    /// Shows the buttons of the header that have room in a window of this width.
    pub(super) fn fit_header(&self, width: i32) {
        let fitted = Some([width, self.character()]);
        if self.imp().header_fitted.replace(fitted) == fitted {
            return;
        }
        let buttons = self.optional_buttons();
        buttons.iter().for_each(|button| button.set_visible(true));
        // What is being transcribed is told in a longer title.
        let title = if self.imp().finish_button.get_visible() { ROOM_FOR_LONG_TITLE } else { ROOM_FOR_TITLE };
        let last = buttons.len() - 1;
        for (n, button) in buttons.into_iter().enumerate() {
            // The title is cut before the last button leaves.
            let title = if n == last { ROOM_FOR_SHORT_TITLE } else { title };
            let room = width - title * self.character();
            if self.imp().header.measure(gtk::Orientation::Horizontal, -1).0 <= room {
                break;
            }
            button.set_visible(false);
        }
    }

    /// Fits the header to another size of the text or to another button: kept narrow meanwhile, which else would make the
    /// window wider for good.
    pub(super) fn fit_header_anew(&self) {
        self.imp().header_fitted.take();
        self.optional_buttons().iter().for_each(|button| button.set_visible(false));
        glib::idle_add_local_once(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || {
                if window.width() > 0 {
                    window.fit_header(window.width());
                }
            }
        ));
    }

    /// Shows the parts of the status row that have room.
    pub(super) fn fit_status(&self, shows_ids: bool) {
        let imp = self.imp();
        let room = StatusRoom { is_narrow: imp.is_narrow.get(), is_low: imp.is_low.get() };
        let has_id = imp.status_row.fit(shows_ids, room, self.background().get_visible());
        self.background().fit(!has_id, !(imp.is_narrow.get() && imp.status_row.is_running()));
    }
}

#[cfg(test)]
mod tests {
    use super::{is_narrow, lines_width};

    /// The names of the actions in a part of a description.
    fn actions(part: &str) -> Vec<&str> {
        let ends = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '.';
        part.split(ends).filter(|word| word.starts_with("win.")).collect()
    }

    /// What may leave the header for want of room is in the main menu.
    #[test]
    fn buttons_that_leave_the_header_are_in_the_menu() {
        let ui = include_str!("../../../../resources/ui/window.ui");
        let between = |start: &str, end: &str| -> Vec<&str> {
            let (_, rest) = ui.split_once(start).unwrap_or_else(|| panic!("{start} is missing"));
            actions(rest.split(end).next().unwrap_or_default())
        };
        let menu = between("<menu id=\"primary_menu\">", "</interface>");
        assert!(menu.len() > 60, "{menu:?}");
        let mut wanted = between("<menu id=\"share_menu\">", "</menu>");
        for button in ["view_3d", "edit", "redo", "open", "analyze"] {
            wanted.extend(between(&format!("id=\"{button}_button\">"), "</object>"));
        }
        assert!(wanted.len() > 10, "{wanted:?}");
        let missing: Vec<&str> = wanted.into_iter().filter(|action| !menu.contains(action)).collect();
        assert!(missing.is_empty(), "not in the menu: {missing:?}");
    }

    #[test]
    fn only_large_text_makes_a_window_low() {}

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
