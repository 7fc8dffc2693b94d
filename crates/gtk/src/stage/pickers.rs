// SPDX-License-Identifier: GPL-3.0-or-later
//! Popovers on the board: dice for a roll, value and owner of the cube.

use super::shapes_picture::ShapesPicture;
use crate::a11y;
use crate::board::layout::{CHECKER, DIE, Rect};
use crate::board::paint::Shape;
use crate::board::{BoardWidget, Design};
use crate::i18n::{gettext, gettext_f};
use crate::widgets::focused_popover;
use gnubg_engine::core::{CubeState, CubeValue, Player};
use gtk::prelude::*;
use gtk::{gdk, glib};
use std::rc::Rc;

/// Side of a painted die or cube in logical pixels.
const SIDE: i32 = 26;
/// Space between two dice in logical pixels.
const GAP: i32 = 2;

/// A popover at a rectangle of the board, unparented when it closes.
fn popover(board: &BoardWidget, at: Rect, child: &impl IsA<gtk::Widget>) -> gtk::Popover {
    let popover = gtk::Popover::builder().child(child).autohide(true).build();
    popover.set_parent(board);
    let whole = |v: f64| v.round() as i32;
    popover.set_pointing_to(Some(&gdk::Rectangle::new(whole(at.x), whole(at.y), whole(at.w), whole(at.h))));
    popover.connect_closed(|popover| {
        let popover = popover.clone();
        glib::idle_add_local_once(move || leave(&popover));
    });
    popover
}

/// Removes a closed popover and gives the keyboard back to the board.
pub(crate) fn leave(popover: &impl IsA<gtk::Widget>) {
    let board = popover.parent();
    popover.unparent();
    let Some(board) = board else { return };
    // Another popover may have opened meanwhile; it keeps the keyboard.
    let other = focused_popover(&board);
    if other.is_none_or(|other| other == *popover.upcast_ref::<gtk::Widget>()) {
        board.grab_focus();
    }
}

/// A button with a picture of these shapes; it closes the popover and runs `chosen`.
fn choice(
    popover: &gtk::Popover,
    design: &Design,
    shapes: &[(Shape, f64)],
    label: &str,
    chosen: impl Fn() + 'static,
) -> gtk::Button {
    let picture = ShapesPicture::new(design, shapes.len() as i32, SIDE, GAP);
    picture.show(shapes);
    let button =
        gtk::Button::builder().child(picture.widget()).css_classes(["flat"]).tooltip_text(label).build();
    a11y::set_label(&button, label);
    button.connect_clicked(glib::clone!(
        #[weak]
        popover,
        move |_| {
            popover.popdown();
            chosen();
        }
    ));
    button
}

/// Offers all rolls; at an opening the left die is the top player's and the right one the bottom player's.
pub(crate) fn dice(board: &BoardWidget, at: Rect, owners: [Player; 2], picked: impl Fn([u8; 2]) + 'static) {
    let design = board.design();
    let grid = gtk::Grid::builder().row_spacing(2).column_spacing(2).build();
    let popover = popover(board, at, &grid);
    let picked = Rc::new(picked);
    let opening = owners[0] != owners[1];
    for a in 1..=6u8 {
        for b in 1..=6u8 {
            if !opening && b > a {
                continue;
            }
            let shapes = [(Shape::Die(owners[0], a), DIE), (Shape::Die(owners[1], b), DIE)];
            let name = gettext_f("{a} and {b}", &[("a", &a.to_string()), ("b", &b.to_string())]);
            let picked = Rc::clone(&picked);
            let button = choice(&popover, &design, &shapes, &name, move || picked([a, b]));
            grid.attach(&button, i32::from(b), i32::from(a), 1, 1);
        }
    }
    popover.popup();
}

/// Offers every value of the cube in the middle and with each player.
pub(crate) fn cube(
    board: &BoardWidget,
    at: Rect,
    highest: u32,
    names: &[String; 2],
    picked: impl Fn(CubeState) + 'static,
) {
    let design = board.design();
    let grid = gtk::Grid::builder().row_spacing(2).column_spacing(2).build();
    let popover = popover(board, at, &grid);
    let picked = Rc::new(picked);
    let rows = [
        (gettext("In the middle"), None),
        (names[0].clone(), Some(Player::Zero)),
        (names[1].clone(), Some(Player::One)),
    ];
    for (row, (title, owner)) in (0..).zip(rows) {
        grid.attach(&gtk::Label::builder().label(&title).xalign(0.0).build(), 0, row, 1, 1);
        for exponent in 0..=12 {
            let Some(value) = CubeValue::from_exponent(exponent).filter(|v| v.points() <= highest) else {
                continue;
            };
            let state = CubeState { value, owner };
            let shown = value.points();
            let values = [("value", shown.to_string()), ("place", title.clone())];
            let values = [("value", values[0].1.as_str()), ("place", values[1].1.as_str())];
            let name = gettext_f("Cube at {value}: {place}", &values);
            let picked = Rc::clone(&picked);
            let shapes = [(Shape::Cube(shown), CHECKER)];
            let button = choice(&popover, &design, &shapes, &name, move || picked(state));
            grid.attach(&button, exponent as i32 + 1, row, 1, 1);
        }
    }
    popover.popup();
}
