// SPDX-License-Identifier: GPL-3.0-or-later
//! What widgets of classes of the program show.

use super::model;
use crate::a11y;
use crate::board::BoardWidget;
use crate::tools::heat_map::{HeatGrid, HeatMap, Shade};
use crate::widgets::bar::Bar;
use crate::widgets::menus;
use gnubg_dump::{Node, OwnWidgets, bounds};
use gtk::prelude::*;

pub(super) const OWN_WIDGETS: OwnWidgets = OwnWidgets {
    label: |widget| a11y::label(widget),
    menu: |button| menus::model(button),
    add_state,
    is_bar: |widget| widget.is::<Bar>(),
};

fn add_state(widget: &gtk::Widget, node: &mut Node) {
    if let Some(bar) = widget.downcast_ref::<Bar>() {
        node.set("length", bar.ends()[1]);
    } else if let Some(map) = widget.downcast_ref::<HeatMap>() {
        add_map(node, &map.grid());
    } else if let Some(board) = widget.downcast_ref::<BoardWidget>() {
        let [x, y, ..] = bounds(widget).unwrap_or_default();
        node.set("board", model::board(board, [x, y], board.scale_factor()));
        node.set("controller", model::controller(board));
    }
}

/// The cells of a map, those outlined, and how dark each is filled, from 0 to 1.
fn add_map(node: &mut Node, grid: &HeatGrid) {
    let cells = || grid.cells.iter().flatten();
    let heats = cells().filter_map(|cell| match cell.shade {
        Shade::Heat(heat) => Some(heat),
        Shade::None | Shade::Kind(..) => None,
    });
    let marked = cells().filter(|cell| cell.is_marked).map(|cell| cell.text.as_str());
    node.set("cells", grid.as_rows());
    node.set("heats", heats.collect::<Vec<_>>());
    node.set("marked", marked.collect::<Vec<_>>());
}
