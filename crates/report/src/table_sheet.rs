// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables on paper: columns as wide as their cells, numbers to the right.

use crate::canvas::{Face, HERE, RULE, Rgb, Sheet, Typesetter, size};
use pango::Layout;

/// A cell.
#[derive(Clone, Debug)]
pub(crate) struct TableCell {
    pub(crate) text: String,
    pub(crate) face: Face,
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableRow {
    pub(crate) cells: Vec<TableCell>,
    /// A quiet line below the row, across the table.
    pub(crate) below: Option<TableCell>,
    /// Whether the row has a colored ground.
    pub(crate) is_here: bool,
    /// Whether a rule follows the row.
    pub(crate) has_rule: bool,
    /// A bar at the end of the row: its share of the room, and its color.
    pub(crate) bar: Option<(f64, Rgb)>,
}

/// How a table is laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableStyle<'a> {
    /// Which columns end at their right edge.
    pub(crate) right: &'a [bool],
    /// The column that takes the room that is left, and is cut off if there is none.
    pub(crate) wide: usize,
    /// Space between columns, and between lines.
    pub(crate) gap: f64,
    pub(crate) leading: f64,
    /// Room for bars after the last column.
    pub(crate) bar: f64,
}

/// Lays out rows in a width.
pub(crate) fn table(set: &Typesetter, rows: &[TableRow], style: &TableStyle<'_>, width: f64) -> Sheet {
    let n = style.right.len();
    let natural = |column: usize| {
        let widths = rows.iter().filter_map(|row| row.cells.get(column));
        widths.map(|cell| set.width(&cell.text, cell.face)).fold(0.0, f64::max)
    };
    let mut widths: Vec<f64> = (0..n).map(natural).collect();
    let gaps =
        style.gap * n.saturating_sub(1) as f64 + if style.bar > 0.0 { style.bar + style.gap } else { 0.0 };
    let others: f64 =
        widths.iter().enumerate().filter(|(column, _)| *column != style.wide).map(|(_, w)| w).sum();
    if let Some(wide) = widths.get_mut(style.wide) {
        *wide = (width - gaps - others).max(12.0);
    }
    let mut sheet = Sheet::default();
    let mut y = 0.0;
    for row in rows {
        let top = y;
        let layouts: Vec<(Layout, Rgb)> = row
            .cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| (set.line(&cell.text, cell.face, *width + 0.1), cell.face.color))
            .collect();
        let indent = widths.first().map_or(0.0, |first| first + style.gap);
        let below =
            row.below.as_ref().map(|cell| (set.line(&cell.text, cell.face, width - indent), cell.face.color));
        let line = layouts.iter().map(|(layout, _)| size(layout).1).fold(0.0, f64::max);
        let under = below.as_ref().map_or(0.0, |(layout, _)| size(layout).1);
        if row.is_here {
            sheet.fill([-1.5, top - style.leading / 2.0, width + 3.0, line + under + style.leading], HERE);
        }
        let mut x = 0.0;
        for (column, (layout, color)) in layouts.into_iter().enumerate() {
            let room = widths[column];
            let w = size(&layout).0;
            let left = if style.right[column] { x + room - w } else { x };
            sheet.text(layout, left, top, color);
            x += room + style.gap;
        }
        if let Some((share, color)) = row.bar {
            let length = style.bar * share.clamp(0.0, 1.0);
            sheet.fill([x, top + line / 2.0 - 1.5, length, 3.0], color);
        }
        y += line + style.leading;
        if let Some((layout, color)) = below {
            let height = sheet.text(layout, indent, y - style.leading, color).1;
            y += height;
        }
        if row.has_rule {
            sheet.fill([0.0, y, width, 0.5], RULE);
            y += 0.5 + style.leading + 1.0;
        }
    }
    sheet.height = y;
    sheet
}

/// A cell of a face.
pub(crate) fn cell(text: impl Into<String>, face: Face) -> TableCell {
    TableCell { text: text.into(), face }
}
