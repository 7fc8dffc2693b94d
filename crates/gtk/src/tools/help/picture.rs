// SPDX-License-Identifier: GPL-3.0-or-later
//! Pictures of positions for the help, painted by the painter of the board itself.

use crate::board::{BoardView, Design, DiceThrow, Slot, ViewOptions, paint};
use gnubg_draw::layout;
use gnubg_engine::core::{Action, MatchState};
use gtk::cairo;

/// A picture of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RulePicture {
    /// The position.
    pub(super) xgid: &'static str,
    /// Steps shown as arrows, from point to point as the bottom player counts them; 25 is the bar and 0 the tray.
    pub(super) arrows: &'static [(u8, u8)],
    /// Whether the player on roll has just doubled.
    pub(super) is_doubled: bool,
}

/// The field of the drawn board at a point of the bottom player.
fn slot(point: u8) -> Option<Slot> {
    use gnubg_engine::core::{Place, Player};
    let place = match point {
        0 => Place::OFF,
        25 => Place::BAR,
        point => Place::point(point)?,
    };
    Some(Slot::of(Player::One, place))
}

impl RulePicture {
    /// The board as it is painted.
    ///
    /// # Panics
    /// Never: a test reads every picture.
    pub(super) fn view(&self) -> BoardView {
        let state = MatchState::from_xgid(self.xgid).expect("invariant: a test reads every picture");
        let state = match self.is_doubled {
            true => state.apply(Action::Double).expect("invariant: a test reads every picture"),
            false => state,
        };
        let mut view = BoardView::new(&state, None, DiceThrow::default(), &ViewOptions::default());
        view.arrows = self.arrows.iter().filter_map(|&(from, to)| Some((slot(from)?, slot(to)?))).collect();
        view
    }

    /// Paints it into an area of that size.
    pub(super) fn paint(&self, cr: &cairo::Context, design: &Design, size: (i32, i32)) {
        let scale = (f64::from(size.0) / layout::WIDTH).min(f64::from(size.1) / layout::HEIGHT);
        cr.scale(scale, scale);
        paint::Painter::vector(*design).paint_view(cr, &self.view(), 1.0 / scale);
    }
}
