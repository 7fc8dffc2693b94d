// SPDX-License-Identifier: GPL-3.0-or-later
//! The pointer while a game is played.

use super::{Button, CLICK_MS, Controller, DRAG_START, Gesture, Intent, Pointer, Refusal};
use gnubg_draw::Slot;
use gnubg_draw::layout::{Pos, Target};
use gnubg_engine::core::{Action, Decision, Phase, Place, Side};

impl Controller {
    pub(super) fn pointer(&mut self, gesture: Gesture) -> Vec<Intent> {
        match gesture {
            Gesture::Press { at, button, count, time, .. } => self.press(at, button, count, time),
            Gesture::Motion { at, time } => self.motion(at, time),
            Gesture::Release { at, time } => self.release(at, time),
            Gesture::Cancel => self.cancel_pointer(),
            Gesture::Key(_) => Vec::new(),
        }
    }

    fn press(&mut self, at: Pos, button: Button, count: u32, time: u64) -> Vec<Intent> {
        if count.is_multiple_of(2) {
            // The second press of a double click must not play a second checker.
            self.pointer = Pointer::Idle;
            return Vec::new();
        }
        let mut intents = self.put_back_picked();
        self.hover = None;
        let target = self.layout().hit(at, &self.view().movables());
        self.pointer = Pointer::Pressed { at, target, button, time };
        intents.push(Intent::Redraw);
        intents
    }

    fn motion(&mut self, at: Pos, time: u64) -> Vec<Intent> {
        match self.pointer {
            Pointer::Pressed {
                at: start, target: Some(Target::Slot(slot)), button: Button::Left, ..
            } if start.distance(at) > DRAG_START => {
                if self.mover_place(slot).is_none() {
                    let foreign = self.turn.is_some() && self.view().stacks.at(slot).count > 0;
                    self.pointer = Pointer::Idle;
                    return match (foreign, self.turn.is_some()) {
                        (true, _) => Controller::refuse_at(slot, Refusal::NotYourChecker),
                        (false, true) => Vec::new(),
                        (false, false) => self.refuse_drag(slot),
                    };
                }
                self.pointer = Pointer::Carrying { from: slot, at, since: time, now: time };
                vec![Intent::Redraw]
            }
            Pointer::Carrying { from, since, .. } => {
                self.pointer = Pointer::Carrying { from, at, since, now: time };
                vec![Intent::Redraw]
            }
            _ => Vec::new(),
        }
    }

    /// A drag of a checker while none can be moved.
    fn refuse_drag(&self, slot: Slot) -> Vec<Intent> {
        if self.view().stacks.at(slot).count == 0 {
            return Vec::new();
        }
        self.refuse_not_playing()
    }

    fn release(&mut self, at: Pos, time: u64) -> Vec<Intent> {
        match std::mem::replace(&mut self.pointer, Pointer::Idle) {
            Pointer::Pressed { target, button, time: pressed, at: start } => {
                let same = self.layout().hit(at, &self.view().movables()) == target;
                if !same || time.saturating_sub(pressed) > CLICK_MS {
                    return vec![Intent::Redraw];
                }
                self.click(target, button, start)
            }
            Pointer::Carrying { from, .. } => self.drop_checker(from, at),
            _ => Vec::new(),
        }
    }

    fn cancel_pointer(&mut self) -> Vec<Intent> {
        match std::mem::replace(&mut self.pointer, Pointer::Idle) {
            Pointer::Carrying { from, at, .. } => vec![Intent::FlyBack { from: at, to: from }],
            Pointer::Idle => Vec::new(),
            _ => vec![Intent::Redraw],
        }
    }

    /// Puts a carried checker down.
    fn drop_checker(&mut self, from: Slot, at: Pos) -> Vec<Intent> {
        let back = Intent::FlyBack { from: at, to: from };
        let Some(to) = self.drop_slot(at).filter(|&to| to != from) else { return vec![back] };
        match self.move_checker(from, to) {
            Some(intent) => vec![intent],
            None => vec![back, Intent::Refused(Refusal::NoLegalMove)],
        }
    }

    /// Moves a checker between slots, forward or back to where it was.
    pub(super) fn move_checker(&mut self, from: Slot, to: Slot) -> Option<Intent> {
        let (mover, source) = (self.mover()?, self.mover_place(from)?);
        let target = to.place_for(mover)?;
        let turn = self.turn.as_mut()?;
        if let Some(steps) = turn.go(source, target) {
            return Some(Intent::Stepped { steps, carried: true });
        }
        let steps = turn.take_back(source, target)?;
        Some(Intent::TakenBack { steps, carried: true })
    }

    fn click(&mut self, target: Option<Target>, button: Button, at: Pos) -> Vec<Intent> {
        match (target, button) {
            (Some(Target::Die(_)), Button::Right) if self.turn.is_some() => self.swap_dice(),
            (Some(Target::Die(_)), Button::Left) => {
                if self.turn.is_some() {
                    self.confirm()
                } else {
                    self.refuse_not_playing()
                }
            }
            (Some(Target::Cube), _) => self.click_cube(button, at),
            (Some(Target::Flag), Button::Left) => self.act(Action::AcceptResignation),
            (Some(Target::Flag), Button::Right) => self.act(Action::DeclineResignation),
            (Some(Target::RollArea(_)), Button::Left) => self.click_roll_area(),
            (Some(Target::Slot(slot)), button) => self.click_slot(slot, button, at),
            (None, Button::Left) if self.situation.state.is_none() => vec![Intent::NewMatch],
            (_, Button::Right) => vec![Intent::Menu(at)],
            _ => Vec::new(),
        }
    }

    fn click_roll_area(&mut self) -> Vec<Intent> {
        match self.situation.state.map(|state| state.phase) {
            None | Some(Phase::Opening | Phase::Over(_) | Phase::Due(Decision::Roll)) => self.roll(),
            _ => Vec::new(),
        }
    }

    fn click_cube(&mut self, button: Button, at: Pos) -> Vec<Intent> {
        let answering =
            self.situation.state.is_some_and(|state| matches!(state.phase, Phase::Due(Decision::Answer(_))));
        match (answering, button) {
            (true, Button::Left) => self.act(Action::Take),
            (true, Button::Right) => self.act(Action::Drop),
            (true, Button::Middle) => {
                let money = self.situation.state.is_some_and(|state| state.is_money());
                self.act(if money { Action::Beaver } else { Action::Take })
            }
            (false, Button::Left) => self.act(Action::Double),
            (false, Button::Right) => vec![Intent::Menu(at)],
            (false, Button::Middle) => Vec::new(),
        }
    }

    /// A click on a slot: play a checker, make a point or bear off.
    pub(super) fn click_slot(&mut self, slot: Slot, button: Button, at: Pos) -> Vec<Intent> {
        let (Some(mover), Some(place)) = (self.mover(), self.mover().and_then(|m| slot.place_for(m))) else {
            return if button == Button::Right { vec![Intent::Menu(at)] } else { self.click_elsewhere(slot) };
        };
        if place == Place::OFF {
            return match button {
                Button::Left => self.click_tray(),
                Button::Middle => Vec::new(),
                Button::Right => vec![Intent::Menu(at)],
            };
        }
        if self.mover_place(slot).is_some() {
            let first = usize::from(button != Button::Left);
            let turn = self.turn.as_mut().expect("invariant: a mover has a turn");
            return match turn.go_by_die(place, first) {
                Some(steps) => vec![Intent::Stepped { steps, carried: false }],
                None => Controller::refuse_at(slot, Refusal::NoLegalMove),
            };
        }
        if button == Button::Right {
            return vec![Intent::Menu(at)];
        }
        if !place.is_point() {
            return Vec::new();
        }
        let turn = self.turn.as_mut().expect("invariant: a mover has a turn");
        let theirs = turn.board().side(Side::Opponent)[usize::from(24 - place.number())];
        if theirs > 1 {
            return Controller::refuse_at(slot, Refusal::NotYourChecker);
        }
        debug_assert_eq!(slot.place_for(mover), Some(place));
        match turn.make_point(place) {
            Some(steps) => vec![Intent::Stepped { steps, carried: false }],
            None => vec![Intent::Refused(Refusal::CannotMakePoint)],
        }
    }

    fn click_elsewhere(&mut self, slot: Slot) -> Vec<Intent> {
        if self.turn.is_some() {
            let theirs = self.view().stacks.at(slot).count > 0 && !slot.is_tray();
            return if theirs { Controller::refuse_at(slot, Refusal::NotYourChecker) } else { Vec::new() };
        }
        if self.situation.state.is_none() {
            return vec![Intent::NewMatch];
        }
        if self.view().stacks.at(slot).count == 0
            && !matches!(self.state().map(|s| s.phase), Some(Phase::Over(_)))
        {
            return Vec::new();
        }
        self.refuse_not_playing()
    }

    fn click_tray(&mut self) -> Vec<Intent> {
        let turn = self.turn.as_mut().expect("invariant: a mover has a turn");
        match turn.bear_off() {
            Some(steps) => vec![Intent::Stepped { steps, carried: false }],
            None if turn.is_complete() => Vec::new(),
            None => vec![Intent::Refused(Refusal::NoUniqueBearOff)],
        }
    }

    /// A checker picked up by the keyboard is laid down where it was.
    pub(super) fn put_back_picked(&mut self) -> Vec<Intent> {
        if self.picked.take().is_some() { vec![Intent::Redraw] } else { Vec::new() }
    }
}
