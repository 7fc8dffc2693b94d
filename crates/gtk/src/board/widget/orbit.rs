// SPDX-License-Identifier: GPL-3.0-or-later
//! Turning the board in three dimensions: Alt and drag turns and tilts it, Alt and double click resets it.

use super::BoardWidget;
use glam::Vec2;
use gtk::gdk;
use gtk::glib;
use gtk::prelude::*;
use std::cell::Cell;

/// Degrees for each logical pixel of a drag.
const SPEED: f64 = 0.2;
/// How far the board can be turned to either side, and tilted.
const LIMIT: Vec2 = Vec2::new(50.0, 60.0);

pub(super) fn connect(board: &BoardWidget) {
    let drag = gtk::GestureDrag::builder().button(gdk::BUTTON_PRIMARY).build();
    // Before the gestures that play.
    drag.set_propagation_phase(gtk::PropagationPhase::Capture);
    let start = Cell::new(Vec2::ZERO);
    let start = std::rc::Rc::new(start);
    drag.connect_drag_begin(glib::clone!(
        #[weak]
        board,
        #[strong]
        start,
        move |drag, _, _| {
            let alt = drag.current_event_state().contains(gdk::ModifierType::ALT_MASK);
            if !board.is_three() || !alt {
                drag.set_state(gtk::EventSequenceState::Denied);
                return;
            }
            drag.set_state(gtk::EventSequenceState::Claimed);
            start.set(board.orbit());
        }
    ));
    drag.connect_drag_update(glib::clone!(
        #[weak]
        board,
        move |_, dx, dy| {
            let way = Vec2::new((dx * SPEED) as f32, (-dy * SPEED) as f32);
            board.set_orbit((start.get() + way).clamp(-LIMIT, LIMIT));
        }
    ));
    board.add_controller(drag);
    let click = gtk::GestureClick::builder().button(gdk::BUTTON_PRIMARY).build();
    click.set_propagation_phase(gtk::PropagationPhase::Capture);
    click.connect_pressed(glib::clone!(
        #[weak]
        board,
        move |click, count, _, _| {
            let alt = click.current_event_state().contains(gdk::ModifierType::ALT_MASK);
            if count == 2 && alt && board.is_three() {
                board.set_orbit(Vec2::ZERO);
            }
        }
    ));
    board.add_controller(click);
}
