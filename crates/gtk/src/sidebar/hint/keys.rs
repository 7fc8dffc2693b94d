// SPDX-License-Identifier: GPL-3.0-or-later
//! The keys of a hint: arrows select, 0 to 4 evaluate the selected plays, R rolls them out, E explains, Return plays,
//! Escape closes. Other keys act on the board.

use super::HintPanel;
use super::controls::PLIES;
use crate::widgets::keys;
use gtk::gdk;
use gtk::prelude::*;
use std::rc::Rc;

impl HintPanel {
    pub(super) fn connect_keys(self: &Rc<Self>) {
        let this = Rc::downgrade(self);
        keys::connect(&self.root, gtk::PropagationPhase::Capture, move |key, modifiers| {
            this.upgrade().is_some_and(|hint| hint.press(key, modifiers))
        });
    }

    /// Gives the keyboard to the hint.
    pub(in crate::sidebar) fn focus(&self) {
        if !self.list.focus() {
            self.root.grab_focus();
        }
    }

    /// Whether the keyboard is in the hint.
    pub(in crate::sidebar) fn has_focus(&self) -> bool {
        let focus = self.root.root().and_then(|root| root.focus());
        focus.is_some_and(|focus| {
            focus.is_ancestor(&self.root) || &focus == self.root.upcast_ref::<gtk::Widget>()
        })
    }

    /// Handles a key. Returns whether it has a meaning here.
    fn press(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> bool {
        let focus = self.root.root().and_then(|root| root.focus());
        // Popovers and buttons have keys of their own.
        let is_elsewhere = focus.as_ref().is_some_and(|focus| focus.native() != self.root.native());
        if is_elsewhere || modifiers.contains(gdk::ModifierType::ALT_MASK) {
            return false;
        }
        let is_button =
            focus.is_some_and(|focus| focus.is::<gtk::Button>() || focus.is::<gtk::ToggleButton>());
        if modifiers.contains(gdk::ModifierType::CONTROL_MASK) {
            let is_copy = key == gdk::Key::c;
            if is_copy {
                self.copy();
            }
            return is_copy;
        }
        let extends = modifiers.contains(gdk::ModifierType::SHIFT_MASK);
        match key {
            gdk::Key::Escape => self.close(),
            gdk::Key::Up | gdk::Key::KP_Up => self.list.step(false, extends),
            gdk::Key::Down | gdk::Key::KP_Down => self.list.step(true, extends),
            gdk::Key::Return | gdk::Key::KP_Enter if !is_button => self.play_selected(),
            gdk::Key::Tab | gdk::Key::ISO_Left_Tab => return false,
            gdk::Key::space if is_button => return false,
            key => match key.to_unicode().map(|c| c.to_ascii_lowercase()) {
                Some(digit @ '0'..='9') => match digit.to_digit(10).map(|n| n as u8) {
                    Some(n) if PLIES.contains(&n) => self.deepen(n),
                    _ => return false,
                },
                Some('r') => self.roll_out(),
                Some('e') => self.controls.explanation.open(),
                Some(c) if !c.is_control() => {
                    return self.host.board().is_some_and(|board| board.type_key(key));
                }
                _ => return false,
            },
        }
        true
    }
}
