// SPDX-License-Identifier: GPL-3.0-or-later
//! Events of the toolkit become gestures of the controller.

use super::BoardWidget;
use crate::board::input::{Button, Gesture, Go, Intent, Key};
use gnubg_draw::layout::{Pos, Target};
use gnubg_draw::paint::focus_rect;
use gtk::gdk;
use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use std::time::Duration;

/// How long the pointer rests on a checker before its targets show.
const HOVER: Duration = Duration::from_millis(300);
/// How long a drag lasts before targets show, with a little to spare.
const HELP: Duration = Duration::from_millis(160);

/// The board position of widget coordinates.
fn pos(board: &BoardWidget, x: f64, y: f64) -> Pos {
    board.position(x, y)
}

fn now_ms() -> u64 {
    u64::try_from(glib::monotonic_time() / 1000).unwrap_or(0)
}

/// Feeds one gesture.
fn feed(board: &BoardWidget, gesture: Gesture) {
    if matches!(gesture, Gesture::Press { .. } | Gesture::Key(_)) {
        board.touched();
    }
    let before = board.view();
    let intents = board.imp().controller.borrow_mut().handle(gesture);
    board.emit(&before, intents);
}

pub(super) fn connect(board: &BoardWidget) {
    connect_pointer(board);
    connect_hover(board);
    connect_keys(board);
    let scroll = gtk::EventControllerScroll::new(
        gtk::EventControllerScrollFlags::VERTICAL | gtk::EventControllerScrollFlags::DISCRETE,
    );
    scroll.connect_scroll(glib::clone!(
        #[weak]
        board,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |_, _, dy| {
            if !board.with_controller(|c| c.situation().reviewing) {
                return glib::Propagation::Proceed;
            }
            let go = if dy > 0.0 { Go::Next } else { Go::Previous };
            board.drive(|_| vec![Intent::Navigate(go)]);
            glib::Propagation::Stop
        }
    ));
    board.add_controller(scroll);
}

fn connect_pointer(board: &BoardWidget) {
    let click = gtk::GestureClick::builder().button(0).build();
    click.connect_pressed(glib::clone!(
        #[weak]
        board,
        move |click, count, x, y| {
            let button = match click.current_button() {
                gdk::BUTTON_PRIMARY => Button::Left,
                gdk::BUTTON_MIDDLE => Button::Middle,
                gdk::BUTTON_SECONDARY => Button::Right,
                _ => return,
            };
            let ctrl = click.current_event_state().contains(gdk::ModifierType::CONTROL_MASK);
            board.focus_cursor();
            feed(
                &board,
                Gesture::Press {
                    at: pos(&board, x, y),
                    button,
                    count: count.unsigned_abs(),
                    ctrl,
                    time: u64::from(click.current_event_time()),
                },
            );
        }
    ));
    board.add_controller(click.clone());
    let drag = gtk::GestureDrag::builder().button(0).build();
    let at = |drag: &gtk::GestureDrag, board: &BoardWidget, dx: f64, dy: f64| {
        let (x, y) = drag.start_point().unwrap_or_default();
        pos(board, x + dx, y + dy)
    };
    drag.connect_drag_update(glib::clone!(
        #[weak]
        board,
        move |drag, dx, dy| {
            let was = board.with_controller(|c| c.is_carrying());
            feed(&board, Gesture::Motion { at: at(drag, &board, dx, dy), time: now_ms() });
            if !was && board.with_controller(|c| c.waits_for_help()) {
                glib::timeout_add_local_once(
                    HELP,
                    glib::clone!(
                        #[weak]
                        board,
                        move || board.change_controller(|c| c.tick(now_ms()))
                    ),
                );
            }
            set_cursor(&board);
        }
    ));
    drag.connect_drag_end(glib::clone!(
        #[weak]
        board,
        move |drag, dx, dy| {
            let time = u64::from(drag.current_event_time());
            feed(&board, Gesture::Release { at: at(drag, &board, dx, dy), time });
            set_cursor(&board);
        }
    ));
    drag.connect_cancel(glib::clone!(
        #[weak]
        board,
        move |_, _| {
            feed(&board, Gesture::Cancel);
            set_cursor(&board);
        }
    ));
    board.add_controller(drag.clone());
    drag.group_with(&click);
}

/// A closed hand while a checker is carried.
fn set_cursor(board: &BoardWidget) {
    let carrying = board.with_controller(|c| c.is_carrying());
    board.set_cursor_from_name(carrying.then_some("grabbing"));
}

fn connect_hover(board: &BoardWidget) {
    let motion = gtk::EventControllerMotion::new();
    let stop = |board: &BoardWidget| {
        if let Some(timer) = board.imp().hover_timer.take() {
            timer.remove();
        }
        if board.imp().controller.borrow_mut().set_hover(None) {
            board.refresh();
        }
    };
    motion.connect_motion(glib::clone!(
        #[weak]
        board,
        move |_, x, y| {
            stop(&board);
            let at = pos(&board, x, y);
            let timer = glib::timeout_add_local_once(
                HOVER,
                glib::clone!(
                    #[weak]
                    board,
                    move || {
                        board.imp().hover_timer.take();
                        let movables = board.view().movables();
                        let layout = board.with_controller(|c| c.layout());
                        if let Some(Target::Slot(slot)) = layout.hit(at, &movables)
                            && board.imp().controller.borrow_mut().set_hover(Some(slot))
                        {
                            board.refresh();
                        }
                    }
                ),
            );
            board.imp().hover_timer.replace(Some(timer));
        }
    ));
    motion.connect_leave(glib::clone!(
        #[weak]
        board,
        move |_| stop(&board)
    ));
    board.add_controller(motion);
}

fn connect_keys(board: &BoardWidget) {
    let keys = gtk::EventControllerKey::new();
    // Before the focused spot, which would take Space and Return for a click.
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    keys.connect_key_pressed(glib::clone!(
        #[weak]
        board,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |_, key, _, state| {
            let modified =
                gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK | gdk::ModifierType::SUPER_MASK;
            if state.intersects(modified) {
                return glib::Propagation::Proceed;
            }
            let Some(key) = translate(key) else { return glib::Propagation::Proceed };
            feed(&board, Gesture::Key(key));
            if matches!(key, Key::Left | Key::Right | Key::Up | Key::Down) {
                board.focus_cursor();
            }
            glib::Propagation::Stop
        }
    ));
    board.add_controller(keys);
}

fn translate(key: gdk::Key) -> Option<Key> {
    Some(match key {
        gdk::Key::Left | gdk::Key::KP_Left => Key::Left,
        gdk::Key::Right | gdk::Key::KP_Right => Key::Right,
        gdk::Key::Up | gdk::Key::KP_Up => Key::Up,
        gdk::Key::Down | gdk::Key::KP_Down => Key::Down,
        gdk::Key::Return | gdk::Key::KP_Enter | gdk::Key::ISO_Enter => Key::Return,
        gdk::Key::Escape => Key::Escape,
        gdk::Key::BackSpace => Key::Backspace,
        gdk::Key::space | gdk::Key::KP_Space => Key::Space,
        key => Key::Char(key.to_unicode().filter(|c| !c.is_control())?),
    })
}

/// A spot was clicked through assistive technology.
pub(super) fn activate(board: &BoardWidget, target: Target) {
    let at = focus_rect(&board.view(), target).center();
    let time = now_ms();
    feed(board, Gesture::Press { at, button: Button::Left, count: 1, ctrl: false, time });
    feed(board, Gesture::Release { at, time });
}

/// A spot got or lost the keyboard focus. The cursor appears with Tab or the first cursor key, not whenever a menu, a dialog
/// or an entry gives the keyboard back.
pub(super) fn focused(board: &BoardWidget, target: Target, has_focus: bool) {
    let shows_focus =
        board.root().and_downcast::<gtk::Window>().is_some_and(|window| window.gets_focus_visible());
    let comes_by_key = board.imp().is_entered_by_key.get();
    let Ok(mut controller) = board.imp().controller.try_borrow_mut() else { return };
    if has_focus {
        // A cursor key has shown it already; the window learns only afterwards that the keyboard is used.
        let is_shown = controller.cursor() == target && controller.is_cursor_shown();
        let is_wanted = comes_by_key || controller.cursor() != target;
        controller.set_cursor(target, is_shown || (shows_focus && is_wanted));
    } else if controller.cursor() == target {
        controller.set_cursor(target, false);
    }
    drop(controller);
    board.refresh();
}

impl BoardWidget {
    /// Does what a key does while the board has the keyboard. Returns whether the board knows the key.
    pub(crate) fn type_key(&self, key: gdk::Key) -> bool {
        let Some(key) = translate(key) else { return false };
        feed(self, Gesture::Key(key));
        true
    }
}
