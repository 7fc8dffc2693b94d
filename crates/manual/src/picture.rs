// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards of the manual: a position with arrows, painted by the painter of the board itself where it is shown.

use gnubg_draw::paint::{self, Painter, PictureError};
use gnubg_draw::{BoardView, Design, DiceThrow, Slot, ViewOptions};
use gnubg_engine::core::{Action, MatchState, Place, Player};

/// A picture of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPicture {
    /// The position.
    pub state: MatchState,
    /// Steps shown as arrows, from point to point as the bottom player counts them; 25 is the bar and 0 the tray.
    pub arrows: Vec<(u8, u8)>,
}

/// The field of the drawn board at a point of the bottom player.
fn slot(point: u8) -> Option<Slot> {
    let place = match point {
        0 => Place::OFF,
        25 => Place::BAR,
        point => Place::point(point)?,
    };
    Some(Slot::of(Player::One, place))
}

impl BoardPicture {
    /// The picture that a text names: an XGID, then `arrows=24/18,13/7` and `doubled`, each after a blank.
    ///
    /// # Errors
    /// If the position or an arrow cannot be read, or the player on roll cannot double.
    pub fn parse(text: &str) -> Result<BoardPicture, String> {
        let mut words = text.split_whitespace();
        let xgid = words.next().unwrap_or_default();
        let mut state = MatchState::from_xgid(xgid).map_err(|error| format!("{xgid}: {error}"))?;
        let mut arrows = Vec::new();
        for word in words {
            if word == "doubled" {
                state = state.apply(Action::Double).map_err(|error| format!("{xgid}: {error}"))?;
            } else if let Some(steps) = word.strip_prefix("arrows=") {
                for step in steps.split(',') {
                    let ends =
                        step.split_once('/').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                    let ends = ends.filter(|&(from, to)| slot(from).is_some() && slot(to).is_some());
                    arrows.push(ends.ok_or_else(|| format!("{step:?} is no step, such as 24/18"))?);
                }
            } else {
                return Err(format!("{word:?} is neither \"doubled\" nor \"arrows=\""));
            }
        }
        Ok(BoardPicture { state, arrows })
    }

    /// The board as it is painted.
    #[must_use]
    pub fn view(&self) -> BoardView {
        let mut view = BoardView::new(&self.state, None, DiceThrow::default(), &ViewOptions::default());
        view.arrows = self.arrows.iter().filter_map(|&(from, to)| Some((slot(from)?, slot(to)?))).collect();
        view
    }

    /// Paints it into an area of that size.
    pub fn paint(&self, cr: &cairo::Context, design: &Design, size: (i32, i32)) {
        let (width, height) = (gnubg_draw::layout::WIDTH, gnubg_draw::layout::HEIGHT);
        let scale = (f64::from(size.0) / width).min(f64::from(size.1) / height);
        cr.scale(scale, scale);
        Painter::vector(*design).paint_view(cr, &self.view(), 1.0 / scale);
    }

    /// The picture as a PNG file of that width in pixels.
    ///
    /// # Errors
    /// If drawing fails.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PictureError> {
        paint::png(&self.view(), &Design::default(), width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_and_faults_are_told() {
        let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10";
        let picture = BoardPicture::parse(&format!("{start} arrows=8/5,6/5")).unwrap();
        assert_eq!(picture.view().arrows.len(), 2);
        assert!(picture.png(216).unwrap().starts_with(b"\x89PNG"));
        let doubled = "XGID=-b--BBB-B---dE---d-e----B-:0:0:1:00:2:4:0:7:10 doubled";
        assert_ne!(BoardPicture::parse(doubled).unwrap().state.phase, picture.state.phase);
        for wrong in ["XGID=nothing", &format!("{start} arrows=26/3"), &format!("{start} big")] {
            assert!(BoardPicture::parse(wrong).is_err(), "{wrong}");
        }
    }
}
