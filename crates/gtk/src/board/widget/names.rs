// SPDX-License-Identifier: GPL-3.0-or-later
//! What a screen reader says for each part of the board.

use crate::i18n::{gettext, gettext_f, ngettext_f};
use gnubg_draw::Slot;
use gnubg_draw::layout::{CubePlace, Half, Target};
use gnubg_draw::model::BoardView;
use gnubg_engine::core::Player;

/// The name of a seat's checkers in the present look: the top player has the light ones.
#[must_use]
pub fn color_name(player: Player) -> String {
    match player {
        Player::Zero => gettext("light"),
        Player::One => gettext("dark"),
    }
}

/// A number of checkers in words.
fn checkers(count: u8, owner: Player) -> String {
    let number = count.to_string();
    let values = [("n", number.as_str())];
    match (count, owner) {
        (0, _) => gettext("empty"),
        (_, Player::Zero) => ngettext_f("{n} light checker", "{n} light checkers", u32::from(count), &values),
        (_, Player::One) => ngettext_f("{n} dark checker", "{n} dark checkers", u32::from(count), &values),
    }
}

/// The name of a target. Points are numbered as `viewer` counts.
#[must_use]
pub fn target_name(view: &BoardView, target: Target, viewer: Player) -> String {
    match target {
        Target::Slot(slot) => slot_name(view, slot, viewer),
        Target::Die(n) => match view.dice {
            Some(dice) => {
                let face = dice.faces[n.min(1)].to_string();
                let values = [("face", face.as_str())];
                if dice.used[n.min(1)] >= 1.0 {
                    gettext_f("die {face}, used", &values)
                } else {
                    gettext_f("die {face}", &values)
                }
            }
            None => gettext("no dice"),
        },
        Target::Cube => match view.cube {
            Some(cube) => {
                let value = cube.shown.to_string();
                let values = [("value", value.as_str())];
                match cube.place {
                    CubePlace::Centered => gettext("doubling cube, in the middle"),
                    CubePlace::Owned(Player::Zero) => {
                        gettext_f("doubling cube at {value}, with the top player", &values)
                    }
                    CubePlace::Owned(Player::One) => {
                        gettext_f("doubling cube at {value}, with the bottom player", &values)
                    }
                    CubePlace::Offered(_) => gettext_f("double to {value} offered", &values),
                }
            }
            None => gettext("no doubling cube"),
        },
        Target::Flag => match view.flag.map(|flag| flag.level.multiple()) {
            Some(1) => gettext("resignation of a single game"),
            Some(2) => gettext("resignation of a gammon"),
            Some(_) => gettext("resignation of a backgammon"),
            None => gettext("no resignation"),
        },
        Target::RollArea(Half::Left) => gettext("left half"),
        Target::RollArea(Half::Right) => gettext("right half"),
    }
}

fn slot_name(view: &BoardView, slot: Slot, viewer: Player) -> String {
    let stack = view.stacks.at(slot);
    let count = checkers(stack.count, stack.owner);
    let values = [("checkers", count.as_str())];
    if let Some(owner) = slot.bar_owner() {
        return if owner == viewer {
            gettext_f("your bar, {checkers}", &values)
        } else {
            gettext_f("opponent's bar, {checkers}", &values)
        };
    }
    if let Some(owner) = slot.tray_owner() {
        let number = stack.count.to_string();
        let values = [("n", number.as_str())];
        return if owner == viewer {
            gettext_f("your tray, {n} off", &values)
        } else {
            gettext_f("opponent's tray, {n} off", &values)
        };
    }
    match slot.place_for(viewer) {
        Some(place) => {
            let number = place.number().to_string();
            gettext_f("point {number}, {checkers}", &[("number", &number), ("checkers", &count)])
        }
        None => gettext("unused tray"),
    }
}
