// SPDX-License-Identifier: GPL-3.0-or-later
//! How wide the sidebar is, and whether it lies beside the board or over it. All sizes are in pixels.

use crate::board::layout::{HEIGHT, WIDTH};
use gnubg_session::options::Options;

/// Below this width of the window the sidebar lies over the board, with text of the default size.
const NARROW: i32 = 720;
/// Smallest width of the sidebar.
const SMALLEST_WIDTH: i32 = 300;
/// From this width of the window on, with text of the default size, the header has room for the analysis.
const ROOMY: i32 = 960;
/// Width in which the panels show everything.
const AMPLE_WIDTH: i32 = 540;
/// Smallest height of what is above and below the board, and the margins beside it.
const AROUND_BOARD: i32 = 200;
const BESIDE_BOARD: i32 = 24;
/// Width that is left to the board at least.
const SMALLEST_BOARD: i32 = 460;

/// The size of the window, and how large its text is as a multiple of the default size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WindowRoom {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) text_factor: f64,
}

impl WindowRoom {
    /// Whether the sidebar lies over the board, because there is no room beside it.
    pub(super) fn is_narrow(&self) -> bool {
        f64::from(self.width) < f64::from(NARROW) * self.text_factor
    }

    /// Whether the header has room for the buttons of the analysis.
    pub(super) fn has_header_room(&self) -> bool {
        f64::from(self.width) >= f64::from(ROOMY) * self.text_factor
    }

    /// The wanted width of the sidebar: as it was dragged, or else all that a board of the window's height leaves, up to
    /// a width that shows everything.
    pub(super) fn wanted_width(&self, options: &Options) -> i32 {
        let set = i32::from(options.window.panel_width);
        if set != i32::from(Options::default().window.panel_width) {
            return set;
        }
        let board = f64::from((self.height - AROUND_BOARD).max(0)) * WIDTH / HEIGHT;
        self.width.saturating_sub(board as i32 + BESIDE_BOARD).clamp(set, AMPLE_WIDTH)
    }

    /// The possible width that is nearest to a wanted one.
    pub(super) fn possible_width(&self, wanted: i32, is_over_board: bool) -> i32 {
        let most = if is_over_board { self.width } else { self.width.saturating_sub(SMALLEST_BOARD) };
        wanted.clamp(SMALLEST_WIDTH, most.max(SMALLEST_WIDTH))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn room(width: i32, height: i32, text_factor: f64) -> WindowRoom {
        WindowRoom { width, height, text_factor }
    }

    #[test]
    fn narrow_windows_have_the_sidebar_over_the_board() {
        assert!(room(719, 600, 1.0).is_narrow() && !room(720, 600, 1.0).is_narrow());
        assert!(room(1400, 900, 2.0).is_narrow(), "large text needs more room");
        assert!(room(960, 600, 1.0).has_header_room() && !room(960, 600, 1.5).has_header_room());
    }

    #[test]
    fn the_sidebar_takes_what_the_board_leaves() {
        let options = Options::default();
        let least = i32::from(options.window.panel_width);
        assert_eq!(room(900, 900, 1.0).wanted_width(&options), least);
        assert_eq!(room(4000, 900, 1.0).wanted_width(&options), AMPLE_WIDTH);
        let mut dragged = options;
        dragged.window.panel_width += 77;
        assert_eq!(room(4000, 900, 1.0).wanted_width(&dragged), least + 77);
    }

    #[test]
    fn the_board_keeps_its_smallest_width_beside_the_sidebar() {
        assert_eq!(room(1000, 700, 1.0).possible_width(900, false), 1000 - SMALLEST_BOARD);
        assert_eq!(room(1000, 700, 1.0).possible_width(900, true), 900);
        assert_eq!(room(500, 700, 1.0).possible_width(10, true), SMALLEST_WIDTH);
    }
}
