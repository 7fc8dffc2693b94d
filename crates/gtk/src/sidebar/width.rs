// SPDX-License-Identifier: GPL-3.0-or-later
//! How wide the sidebar is, and whether it lies beside the board, below it or over its edge. All sizes are in pixels.

use crate::board::layout::{HEIGHT, WIDTH};
use gnubg_session::options::Options;

/// Below this width of the window, with text of the default size, the sidebar lies below the board where that leaves the
/// board larger; so it does in a window that is much higher than wide.
const NARROW: i32 = 720;
/// Height of such a window, as a multiple of its width.
const PORTRAIT: f64 = 1.2;
/// Smallest height of the sidebar below the board.
const SMALLEST_HEIGHT: i32 = 180;
/// Height of the window's header.
const HEADER: i32 = 46;
/// Smallest width of the sidebar.
const SMALLEST_WIDTH: i32 = 300;
/// Width in which the panels show everything.
const AMPLE_WIDTH: i32 = 540;
/// Smallest height of what is above and below the board, and the margins beside it.
const AROUND_BOARD: i32 = 200;
const BESIDE_BOARD: i32 = 24;
/// Below this width of the window, with text of the default size, buttons stand below the message, which takes so much more.
const BUTTONS_BELOW: i32 = 704;
const HEIGHT_OF_BUTTONS: i32 = 64;
/// Width that is left to the board at least.
const SMALLEST_BOARD: i32 = 460;

/// Below this width of the window, with text of the default size, board and sidebar do not fit beside each other.
const ROOM_FOR_BOTH: i32 = 680;

/// Where the sidebar lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Placement {
    /// Beside the board.
    #[default]
    Beside,
    /// Below the board, with this height.
    Below(i32),
    /// Over the edge of the board, which keeps all of the window.
    Over,
}

/// The size of the window, and how large its text is as a multiple of the default size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WindowRoom {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) text_factor: f64,
}

impl WindowRoom {
    /// Where the sidebar lies.
    pub(super) fn placement(&self) -> Placement {
        match self.height_below() {
            Some(height) => Placement::Below(height),
            None if f64::from(self.width) < f64::from(ROOM_FOR_BOTH) * self.text_factor => Placement::Over,
            None => Placement::Beside,
        }
    }

    /// The height of the sidebar if it lies below the board; `None` if it does not.
    fn height_below(&self) -> Option<i32> {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        let is_narrow = width < f64::from(NARROW) * self.text_factor || height > PORTRAIT * width;
        let has_buttons_below = width < f64::from(BUTTONS_BELOW) * self.text_factor;
        let around = AROUND_BOARD + if has_buttons_below { HEIGHT_OF_BUTTONS } else { 0 };
        let around = f64::from(around) * self.text_factor;
        let least = f64::from(SMALLEST_HEIGHT) * self.text_factor;
        // The width of a board in so much room.
        let fit = |width: f64, height: f64| width.min(height * WIDTH / HEIGHT);
        let beside =
            fit(width - f64::from(SMALLEST_WIDTH + BESIDE_BOARD) * self.text_factor, height - around);
        let below = fit(width - f64::from(BESIDE_BOARD), height - around - least);
        if !is_narrow || below <= beside {
            return None;
        }
        // What a board of the whole width leaves.
        let left = height - around - (width - f64::from(BESIDE_BOARD)) * HEIGHT / WIDTH;
        Some(left.max(least).min(0.55 * (height - f64::from(HEADER))) as i32)
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

    /// The possible width beside the board or over it that is nearest to a wanted one.
    pub(super) fn possible_width(&self, wanted: i32) -> i32 {
        let (wanted, most) = match self.placement() {
            // The board keeps its size, so large text gets the width that it needs.
            Placement::Over => ((f64::from(wanted) * self.text_factor) as i32, self.width / 5 * 3),
            Placement::Beside | Placement::Below(_) => (wanted, self.width.saturating_sub(SMALLEST_BOARD)),
        };
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
    fn the_sidebar_lies_where_the_board_stays_largest() {
        // Landscape: beside, in small windows or with large text over the board.
        for (width, height) in [(1580, 980), (1000, 900), (800, 600), (700, 600)] {
            assert_eq!(room(width, height, 1.0).placement(), Placement::Beside, "{width}×{height}");
        }
        assert_eq!(room(600, 480, 1.0).placement(), Placement::Over);
        assert_eq!(room(800, 600, 2.0).placement(), Placement::Over);
        // Portrait: below, with what the board leaves.
        assert_eq!(room(420, 800, 1.0).placement(), Placement::Below(235));
        assert_eq!(room(800, 1200, 1.0).placement(), Placement::Below(410));
        assert!(room(420, 800, 1.0).height_below() < room(420, 900, 1.0).height_below());
        // Large text needs more room in both places.
        assert!(room(900, 900, 2.0).height_below().is_none());
        assert!(room(900, 1600, 2.0).height_below() < room(900, 1600, 1.0).height_below());
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
        assert_eq!(room(1000, 700, 1.0).possible_width(900), 1000 - SMALLEST_BOARD);
        assert_eq!(room(500, 700, 1.0).possible_width(10), SMALLEST_WIDTH);
        assert_eq!(room(640, 500, 1.0).possible_width(900), 384, "over the board");
    }
}
