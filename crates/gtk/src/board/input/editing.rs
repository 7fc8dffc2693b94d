// SPDX-License-Identifier: GPL-3.0-or-later
//! Setting up a position with the pointer.

use super::{Button, Controller, Draft, Gesture, Intent, Pointer, Refusal};
use crate::board::edit::DraftError;
use gnubg_draw::layout;
use gnubg_draw::layout::{Half, Pos, Target};
use gnubg_draw::model::{
    BoardView, CubeView, DiceThrow, DiceView, Labels, LooseChecker, cube_turn, shown_on_cube,
};
use gnubg_engine::core::Player;

/// Farthest way between two looks at what a dragging hand passes, in units: less than a point is wide.
const STRIDE: f64 = 3.0;

/// Tells that the position was edited, and if the player had too few checkers for it.
pub(super) fn edited(is_enough: bool, player: Player) -> Vec<Intent> {
    let refusal = (!is_enough).then_some(Intent::Refused(Refusal::NoCheckersLeft(player)));
    std::iter::once(Intent::Edited).chain(refusal).collect()
}

impl Controller {
    /// Starts setting up a position, from the match if one is on. A play in the making is taken back.
    pub fn start_edit(&mut self) -> Vec<Intent> {
        let start = || {
            gnubg_engine::core::MatchState::new(0, gnubg_engine::core::Rules::default())
                .expect("invariant: a money session has a legal length")
        };
        if let Some(turn) = &mut self.turn {
            turn.reset();
        }
        self.drop_carried();
        self.draft = Some(Draft::new(&self.situation.state.unwrap_or_else(start)));
        vec![Intent::Edited]
    }

    /// Leaves the edit mode and forgets the draft.
    pub fn cancel_edit(&mut self) {
        self.draft = None;
        self.pointer = Pointer::Idle;
    }

    /// Leaves the edit mode with the match as set up.
    ///
    /// # Errors
    /// Why it cannot be played; the edit mode goes on.
    pub fn finish_edit(&mut self) -> Result<Option<gnubg_engine::core::MatchState>, DraftError> {
        let Some(draft) = &self.draft else { return Ok(None) };
        let state = draft.finish()?;
        self.cancel_edit();
        Ok(Some(state))
    }

    /// Changes the draft, if there is one.
    pub fn edit(&mut self, change: impl FnOnce(&mut Draft)) -> Vec<Intent> {
        let Some(draft) = &mut self.draft else { return Vec::new() };
        draft.change(change);
        vec![Intent::Edited]
    }

    pub(super) fn draft_view(&self, draft: &Draft) -> BoardView {
        let mut view = BoardView::new(&draft.base, None, DiceThrow::default(), &self.options);
        view.stacks = draft.stacks;
        view.editing = true;
        view.grayed = self.options.gray_edit;
        view.flag = None;
        view.arrow = Some(draft.on_roll);
        if view.labels != Labels::Off {
            let viewer = if self.options.dynamic_numbers { draft.on_roll } else { Player::One };
            view.labels = Labels::Seen(viewer);
        }
        view.dice = draft.dice.map(|dice| DiceView {
            owner: draft.on_roll,
            thrown_by: [draft.on_roll; 2],
            faces: [dice.high(), dice.low()],
            used: [0.0; 2],
            at: view.layout.neat_dice(draft.on_roll),
            turned: [0.0; 2],
            is_played: false,
        });
        let place = draft.cube.owner.map_or(layout::CubePlace::Centered, layout::CubePlace::Owned);
        view.cube = draft.base.rules.cube.then(|| CubeView {
            shown: shown_on_cube(draft.cube.value),
            place,
            at: view.layout.cube(place),
            turned: cube_turn(place),
        });
        if let Pointer::CarryingFree { from, player, at } = self.pointer {
            view.stacks.remove(from, player);
            view.loose.push(LooseChecker { player, at, lift: 1.0, alpha: 1.0, way: None });
        }
        if self.cursor_shown {
            view.focus = Some(self.cursor);
        }
        view
    }

    pub(super) fn edit_pointer(&mut self, gesture: Gesture) -> Vec<Intent> {
        match gesture {
            Gesture::Press { at, button, ctrl, .. } => self.edit_press(at, button, ctrl),
            Gesture::Motion { at, .. } => self.edit_motion(at),
            Gesture::Release { at, .. } => match std::mem::replace(&mut self.pointer, Pointer::Idle) {
                Pointer::CarryingFree { from, .. } => {
                    let to = self.layout().hit_edit(at, &layout::Movables::default());
                    if let (Some(Target::Slot(to)), Some(draft)) = (to, &mut self.draft) {
                        draft.change(|draft| {
                            draft.carry(from, to);
                        });
                    }
                    vec![Intent::Edited]
                }
                _ => Vec::new(),
            },
            Gesture::Cancel => {
                self.pointer = Pointer::Idle;
                vec![Intent::Redraw]
            }
            Gesture::Key(_) => Vec::new(),
        }
    }

    fn edit_press(&mut self, at: Pos, button: Button, ctrl: bool) -> Vec<Intent> {
        let view = self.view();
        let layout = self.layout();
        let Some(draft) = &mut self.draft else { return Vec::new() };
        let player = match button {
            Button::Left => Player::One,
            Button::Right => Player::Zero,
            Button::Middle => return Vec::new(),
        };
        let target = if ctrl {
            layout.hit_edit(at, &layout::Movables::default())
        } else {
            layout.hit_edit(at, &view.movables())
        };
        match target {
            Some(Target::Slot(slot)) if ctrl => {
                let stack = draft.stacks.at(slot);
                if stack.count > 0 {
                    self.pointer = Pointer::CarryingFree { from: slot, player: stack.owner, at };
                }
                vec![Intent::Redraw]
            }
            Some(Target::Slot(slot)) if slot.tray_owner().is_some() => {
                draft.change(Draft::clear);
                vec![Intent::Edited]
            }
            Some(Target::Slot(slot)) if slot.is_tray() => {
                let variation = draft.base.rules.variation;
                draft.change(|draft| draft.initial(variation));
                vec![Intent::Edited]
            }
            Some(Target::Slot(slot)) => {
                let nth = layout.place_at(slot, at);
                let is_enough = draft.change(|draft| draft.click(slot, player, nth));
                self.pointer = Pointer::Painting { player, start: slot, last: slot, at };
                edited(is_enough, player)
            }
            Some(Target::Die(_) | Target::RollArea(_)) => {
                let half = Controller::half_at(at);
                let on_roll = Half::player(half);
                draft.change(|draft| draft.on_roll = on_roll);
                vec![Intent::Edited, Intent::PickDice(on_roll)]
            }
            Some(Target::Cube) => vec![Intent::PickCube],
            Some(Target::Flag) | None => Vec::new(),
        }
    }

    fn edit_motion(&mut self, at: Pos) -> Vec<Intent> {
        let layout = self.layout();
        match self.pointer {
            Pointer::CarryingFree { from, player, .. } => {
                self.pointer = Pointer::CarryingFree { from, player, at };
                vec![Intent::Redraw]
            }
            Pointer::Painting { player, start, last, at: before } => {
                let Some(draft) = &mut self.draft else { return Vec::new() };
                // A quick hand passes points between two reports of where it is.
                let (dx, dy) = (at.x - before.x, at.y - before.y);
                let n = (dx.abs().max(dy.abs()) / STRIDE).ceil().clamp(1.0, 100.0);
                let mut last = last;
                let old = last;
                let mut is_enough = true;
                for k in 1..=n as u32 {
                    let share = f64::from(k) / n;
                    let passed = Pos { x: before.x + share * dx, y: before.y + share * dy };
                    let found = layout.hit_edit(passed, &layout::Movables::default());
                    let Some(Target::Slot(slot)) = found else { continue };
                    let foreign_bar = slot.bar_owner().is_some() && slot != start;
                    if slot == last || slot.is_tray() || foreign_bar {
                        continue;
                    }
                    let nth = layout.place_at(slot, passed);
                    is_enough = draft.change(|draft| draft.set(slot, player, nth));
                    last = slot;
                }
                self.pointer = Pointer::Painting { player, start, last, at };
                if last == old { Vec::new() } else { edited(is_enough, player) }
            }
            _ => Vec::new(),
        }
    }
}
