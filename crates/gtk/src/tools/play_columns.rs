// SPDX-License-Identifier: GPL-3.0-or-later
//! Which columns of a list of plays have room: the play and its value always, what is needed least goes first.

/// Widths of columns in pixels, with text of the default size: the key, the value with the text of the loss, its bar, the bar
/// of the chances. The play and the type of its evaluation take what their texts need, and the frames of their cells.
const KEY_WIDTH: f64 = 38.0;
const NUMBERS_WIDTH: f64 = 126.0;
const LOSS_BAR_WIDTH: f64 = 36.0;
const WINS_WIDTH: f64 = 50.0;
const PLAY_FRAME: f64 = 24.0;
const KIND_FRAME: f64 = 14.0;

/// The columns that have room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColumnsThatFit {
    pub(super) kind: bool,
    pub(super) wins: bool,
    pub(super) loss_bars: bool,
}

impl ColumnsThatFit {
    /// The columns that have room beside the longest play, which is `play` pixels wide, the longest type of evaluation
    /// `kind` pixels; `factor` is the size of the text.
    pub(super) fn in_room(room: f64, play: f64, kind: f64, factor: f64, has_keys: bool) -> ColumnsThatFit {
        let key = if has_keys { KEY_WIDTH } else { 0.0 };
        let mut left = (room - play) / factor - PLAY_FRAME - key - NUMBERS_WIDTH;
        let mut fits = |width: f64| {
            left -= width;
            left >= 0.0
        };
        // The bars show numbers that are there, too; how a play was evaluated is told nowhere else.
        let kind = !has_keys && fits(KIND_FRAME + kind / factor);
        let loss_bars = fits(LOSS_BAR_WIDTH);
        ColumnsThatFit { loss_bars, kind, wins: fits(WINS_WIDTH) }
    }
}

#[cfg(test)]
mod tests {
    use super::ColumnsThatFit;

    #[test]
    fn what_is_needed_least_goes_first() {
        let shown = |room, play, keys| {
            let ColumnsThatFit { kind, wins, loss_bars } =
                ColumnsThatFit::in_room(room, play, 34.0, 1.0, keys);
            [loss_bars, wins, kind]
        };
        assert_eq!(shown(373.0, 80.0, false), [true, true, true]);
        assert_eq!(shown(373.0, 130.0, false), [true, false, true]);
        assert_eq!(shown(373.0, 130.0, true), [true, false, false]);
        assert_eq!(shown(325.0, 130.0, true), [false, false, false]);
        assert_eq!(shown(325.0, 80.0, true), [true, false, false], "never how keys were evaluated");
    }
}
