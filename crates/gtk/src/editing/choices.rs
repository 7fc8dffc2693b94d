// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice, cube and turn chosen in popovers and menus: for the position being set up, or as corrections of the match.

use super::Positions;
use crate::board::layout::{Half, Target};
use crate::stage::{cube_place, pickers};
use gnubg_engine::core::{Dice, MatchState, Player};
use gnubg_session::{Command, Edit};
use std::rc::Rc;

impl Positions {
    /// Corrects something of the match at the place shown, after asking where something of the record would be lost.
    pub(crate) fn edit_here(self: &Rc<Self>, edit: Edit) {
        let command = Command::Edit(edit);
        let loss = self.host.look(|session| session.loses(&command)).flatten();
        let positions = Rc::clone(self);
        self.before_setting_up(loss, move || {
            if positions.host.send(command) {
                positions.host.focus_board();
            }
        });
    }

    /// Puts a player on roll, in the match or in the position being set up.
    pub(crate) fn put_on_roll(self: &Rc<Self>, player: Player) {
        if self.is_editing() {
            self.board.drive(|c| c.edit(|draft| draft.on_roll = player));
        } else {
            self.edit_here(Edit::Turn(player));
        }
    }

    /// Opens the choice of dice for the player on roll of the position being set up.
    pub(crate) fn edit_dice(self: &Rc<Self>) {
        let on_roll = self.board.with_controller(|c| c.draft().map(|draft| draft.on_roll));
        if let Some(player) = on_roll {
            let positions = Rc::downgrade(self);
            self.pick_dice(player, move |dice| {
                if let Some(positions) = positions.upgrade() {
                    positions.board.drive(|c| c.edit(|draft| draft.dice = Some(dice)));
                }
            });
        }
    }

    /// Opens the choice of a roll for the player on roll, in the match or in the position being set up.
    pub(crate) fn set_dice(self: &Rc<Self>) {
        if self.is_editing() {
            return self.edit_dice();
        }
        let Some(on_roll) = self.host.snapshot().state.map(|state| state.on_roll) else { return };
        let positions = Rc::downgrade(self);
        self.pick_dice(on_roll, move |dice| {
            if let Some(positions) = positions.upgrade() {
                positions.edit_here(Edit::Dice([dice.high(), dice.low()]));
            }
        });
    }

    fn pick_dice(&self, player: Player, picked: impl Fn(Dice) + 'static) {
        let at = self.board.target_pixels(Target::RollArea(Half::of(player)));
        pickers::dice(&self.board, at, [player; 2], move |[a, b]| {
            if let Ok(dice) = Dice::new(a, b) {
                picked(dice);
            }
        });
    }

    /// Opens the choice of the cube, for the match or for the position being set up.
    pub(crate) fn pick_cube(self: &Rc<Self>) {
        let draft = self.board.with_controller(|c| c.draft().cloned());
        let snapshot = self.host.snapshot();
        let target = draft.as_ref().map(cube_place);
        let at = self.board.target_pixels(target.unwrap_or(Target::Cube));
        let length = draft.map(|draft| draft.length).or(snapshot.state.map(|state| state.length));
        let highest = if length == Some(0) { 4096 } else { 64 };
        let positions = Rc::downgrade(self);
        pickers::cube(&self.board, at, highest, &snapshot.names, move |cube| {
            let Some(positions) = positions.upgrade() else { return };
            if positions.is_editing() {
                positions.board.drive(|c| c.edit(|draft| draft.cube = cube));
            } else if let Some(state) = positions.host.snapshot().state {
                positions.set_state_here(MatchState { cube, ..state });
            }
        });
    }
}
