// SPDX-License-Identifier: GPL-3.0-or-later
//! A grid of shaded cells with headings that stay in sight: match equities, temperature and score maps.
//!
//! One drawing, as hundreds of labels would be slow. The keyboard moves a cursor over the cells; a screen reader is told
//! the cell under it. Shades differ in brightness, and every cell has its text, so that nothing depends on hue.

use super::plot::layout;
use crate::a11y;
use crate::i18n::gettext_f;
use adw::prelude::*;
use gtk::{cairo, gdk, glib, pango};
use std::cell::{Cell as Slot, RefCell};
use std::rc::Rc;

/// How a cell is filled.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(in crate::window) enum Shade {
    /// Not at all.
    #[default]
    None,
    /// From the least (0) to the most (1).
    Heat(f64),
    /// One of a few kinds, 0 to 3, weak (0) to strong (1).
    Kind(usize, f64),
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Default)]
pub(in crate::window) struct Cell {
    /// What stands in it, one or two lines.
    pub(in crate::window) text: String,
    /// What is told of it besides.
    pub(in crate::window) detail: String,
    /// How it is filled.
    pub(in crate::window) shade: Shade,
    /// Whether it is the one that matters now.
    pub(in crate::window) is_marked: bool,
}

/// What the grid shows.
#[derive(Clone, Debug, PartialEq, Default)]
pub(in crate::window) struct Sheet {
    /// Text of the corner.
    pub(in crate::window) corner: String,
    /// Headings of the rows.
    pub(in crate::window) rows: Vec<String>,
    /// Headings of the columns.
    pub(in crate::window) columns: Vec<String>,
    /// The cells by row.
    pub(in crate::window) cells: Vec<Vec<Cell>>,
}

impl Sheet {
    /// Where the cursor stands that was at `cursor`: at first on the cell that matters, and never on one that says
    /// nothing if others do.
    fn place(&self, cursor: (usize, usize), is_first: bool) -> (usize, usize) {
        let find = |fits: fn(&Cell) -> bool| {
            let mut cells = self.cells.iter().enumerate();
            cells.find_map(|(r, row)| row.iter().position(fits).map(|c| (r, c)))
        };
        let says_something = |cell: &Cell| !cell.text.is_empty();
        let here = self.cells.get(cursor.0).and_then(|row| row.get(cursor.1));
        if !is_first && here.is_some_and(says_something) {
            return cursor;
        }
        find(|cell| cell.is_marked).or_else(|| find(says_something)).unwrap_or_default()
    }
}

#[derive(Default)]
struct State {
    sheet: RefCell<Sheet>,
    cursor: Slot<(usize, usize)>,
    /// Least size of a cell, and width and height of the headings.
    least: Slot<[f64; 4]>,
    /// Width of the longest text of a cell.
    longest: Slot<f64>,
}

/// The grid with its scrollbars.
#[derive(Clone)]
pub(in crate::window) struct Heat {
    pub(in crate::window) scroller: gtk::ScrolledWindow,
    area: gtk::DrawingArea,
    state: Rc<State>,
}

/// How much smaller than usual texts of cells may be, rather than be out of sight.
const SMALLEST: f64 = 0.8;
/// What a cell is wider than its text.
const MARGIN: f64 = 10.0;

/// Sequential colors, light to dark, with steady steps of brightness.
const HEAT: [(f64, f64, f64); 5] =
    [(0.99, 0.96, 0.85), (0.98, 0.80, 0.48), (0.90, 0.52, 0.30), (0.68, 0.25, 0.33), (0.33, 0.10, 0.33)];
/// Kinds: neutral, blue, orange, violet.
const KINDS: [(f64, f64, f64); 4] =
    [(0.62, 0.62, 0.62), (0.16, 0.52, 0.80), (0.86, 0.44, 0.05), (0.50, 0.25, 0.62)];

pub(in crate::window) type Rgb = (f64, f64, f64);

fn mix(a: Rgb, b: Rgb, t: f64) -> Rgb {
    let one = |a: f64, b: f64| a + (b - a) * t;
    (one(a.0, b.0), one(a.1, b.1), one(a.2, b.2))
}

pub(in crate::window) fn fill_of(shade: Shade, is_dark: bool) -> Option<Rgb> {
    let paper = if is_dark { (0.16, 0.16, 0.17) } else { (0.98, 0.98, 0.98) };
    match shade {
        Shade::None => None,
        Shade::Heat(t) => {
            let at = t.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64;
            let n = (at as usize).min(HEAT.len() - 2);
            Some(mix(HEAT[n], HEAT[n + 1], at - n as f64))
        }
        Shade::Kind(kind, strength) => {
            Some(mix(paper, KINDS[kind % KINDS.len()], 0.25 + 0.65 * strength.clamp(0.0, 1.0)))
        }
    }
}

/// Relative luminance.
fn luminance((r, g, b): Rgb) -> f64 {
    let linear = |c: f64| if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// Black or white, whichever stands out more.
pub(in crate::window) fn ink_on(fill: Rgb) -> Rgb {
    let y = luminance(fill);
    if (y + 0.05) / 0.05 > 1.05 / (y + 0.05) { (0.0, 0.0, 0.0) } else { (1.0, 1.0, 1.0) }
}

impl Heat {
    /// An empty grid.
    pub(in crate::window) fn new() -> Heat {
        let area = gtk::DrawingArea::builder()
            .focusable(true)
            .accessible_role(gtk::AccessibleRole::Grid)
            .css_classes(["heat"])
            .has_tooltip(true)
            .build();
        let scroller = gtk::ScrolledWindow::builder().child(&area).hexpand(true).vexpand(true).build();
        let heat = Heat { scroller, area, state: Rc::default() };
        heat.connect();
        heat
    }

    fn connect(&self) {
        let heat = self.clone();
        // The closures would keep the grid alive for ever if they held the scroller.
        let (state, scroller) = (Rc::clone(&heat.state), heat.scroller.downgrade());
        self.area.set_draw_func(move |area, cr, width, height| {
            let Some(scroller) = scroller.upgrade() else { return };
            paint(&state, area, &scroller, cr, (f64::from(width), f64::from(height)));
        });
        for adjustment in [self.scroller.hadjustment(), self.scroller.vadjustment()] {
            let area = self.area.downgrade();
            adjustment.connect_value_changed(move |_| {
                if let Some(area) = area.upgrade() {
                    area.queue_draw();
                }
            });
        }
        let state = Rc::clone(&self.state);
        self.area.connect_query_tooltip(move |area, x, y, _, tooltip| {
            let size = (f64::from(area.width()), f64::from(area.height()));
            let Some((r, c)) = at(&state, size, f64::from(x), f64::from(y)) else { return false };
            tooltip.set_text(Some(&told(&state.sheet.borrow(), r, c)));
            true
        });
        let keys = gtk::EventControllerKey::new();
        let this = WeakHeat::of(self);
        keys.connect_key_pressed(move |_, key, _, _| match this.upgrade() {
            Some(heat) if heat.press(key) => glib::Propagation::Stop,
            _ => glib::Propagation::Proceed,
        });
        self.area.add_controller(keys);
        let focus = gtk::EventControllerFocus::new();
        for signal in ["enter", "leave"] {
            let area = self.area.downgrade();
            focus.connect_local(signal, false, move |_| {
                if let Some(area) = area.upgrade() {
                    area.queue_draw();
                }
                None
            });
        }
        self.area.add_controller(focus);
    }

    /// Gives the grid the keyboard when its window opens.
    pub(in crate::window) fn take_focus(&self, window: &adw::Window) {
        GtkWindowExt::set_focus(window, Some(&self.area));
    }

    /// Shows a sheet.
    pub(in crate::window) fn set(&self, sheet: Sheet) {
        if *self.state.sheet.borrow() == sheet {
            return;
        }
        let measure = |text: &str, scale: f64| {
            let (w, h) = layout(&self.area, text, scale).pixel_size();
            (f64::from(w), f64::from(h))
        };
        let cells = sheet.cells.iter().flatten();
        let longest = cells.max_by_key(|cell| cell.text.lines().map(str::len).max().unwrap_or(0));
        let (w, h) = longest.map_or((30.0, 18.0), |cell| measure(&cell.text, 1.0));
        let head = sheet.columns.iter().map(|text| measure(text, 0.9).0).fold(0.0, f64::max);
        let side =
            sheet.rows.iter().chain([&sheet.corner]).map(|text| measure(text, 0.9).0).fold(0.0, f64::max);
        let line = measure("0", 1.0).1;
        self.state.longest.set(w);
        let least = [
            (SMALLEST * w + MARGIN).max(head + 8.0).max(30.0),
            (h + 10.0).max(26.0),
            side + 12.0,
            line + 10.0,
        ];
        self.state.least.set(least);
        let (rows, columns) = (sheet.rows.len() as f64, sheet.columns.len() as f64);
        self.area.set_content_width((least[2] + columns * least[0]) as i32);
        self.area.set_content_height((least[3] + rows * least[1]) as i32);
        self.state
            .cursor
            .set(sheet.place(self.state.cursor.get(), self.state.sheet.borrow().cells.is_empty()));
        self.state.sheet.replace(sheet);
        self.tell();
        self.area.queue_draw();
    }

    /// Puts the cursor on a cell.
    pub(in crate::window) fn set_cursor(&self, row: usize, column: usize) {
        self.state.cursor.set((row, column));
        self.tell();
        self.area.queue_draw();
    }

    /// The sheet that is shown.
    pub(in crate::window) fn sheet(&self) -> Sheet {
        self.state.sheet.borrow().clone()
    }

    /// Calls `f` with row and column when a cell is clicked, or Return pressed on it.
    pub(in crate::window) fn connect_activated(&self, f: impl Fn(usize, usize) + 'static) {
        let f = Rc::new(f);
        let click = gtk::GestureClick::new();
        let (this, run) = (WeakHeat::of(self), Rc::clone(&f));
        click.connect_released(move |_, _, x, y| {
            let Some(heat) = this.upgrade() else { return };
            heat.area.grab_focus();
            let size = (f64::from(heat.area.width()), f64::from(heat.area.height()));
            if let Some((r, c)) = at(&heat.state, size, x, y) {
                heat.set_cursor(r, c);
                run(r, c);
            }
        });
        self.area.add_controller(click);
        let keys = gtk::EventControllerKey::new();
        let state = Rc::clone(&self.state);
        keys.connect_key_pressed(move |_, key, _, _| {
            if !matches!(key, gdk::Key::Return | gdk::Key::KP_Enter | gdk::Key::space) {
                return glib::Propagation::Proceed;
            }
            let (r, c) = state.cursor.get();
            f(r, c);
            glib::Propagation::Stop
        });
        self.area.add_controller(keys);
    }

    /// Moves the cursor by a key; whether it was one that does.
    fn press(&self, key: gdk::Key) -> bool {
        let (r, c) = self.state.cursor.get();
        let (rows, columns) = {
            let sheet = self.state.sheet.borrow();
            (sheet.rows.len(), sheet.columns.len())
        };
        if rows == 0 || columns == 0 {
            return false;
        }
        let next = match key {
            gdk::Key::Left => (r, c.saturating_sub(1)),
            gdk::Key::Right => (r, (c + 1).min(columns - 1)),
            gdk::Key::Up => (r.saturating_sub(1), c),
            gdk::Key::Down => ((r + 1).min(rows - 1), c),
            gdk::Key::Home => (r, 0),
            gdk::Key::End => (r, columns - 1),
            _ => return false,
        };
        self.set_cursor(next.0, next.1);
        self.show_cursor();
        true
    }

    /// Scrolls so that the cursor is in sight.
    fn show_cursor(&self) {
        let size = (f64::from(self.area.width()), f64::from(self.area.height()));
        let (r, c) = self.state.cursor.get();
        let [left, top, w, h] = geometry(&self.state, size);
        let show = |adjustment: gtk::Adjustment, start: f64, length: f64, head: f64| {
            adjustment.clamp_page((start - head).max(0.0), start + length);
        };
        show(self.scroller.hadjustment(), left + c as f64 * w, w, left);
        show(self.scroller.vadjustment(), top + r as f64 * h, h, top);
    }

    /// Tells assistive technology what the cursor is on.
    fn tell(&self) {
        a11y::set_label(&self.area, &self.told());
    }

    /// What is told of the cell under the cursor.
    pub(in crate::window) fn told(&self) -> String {
        let (r, c) = self.state.cursor.get();
        told(&self.state.sheet.borrow(), r, c)
    }

    /// All cells as rows of text, with the headings.
    pub(in crate::window) fn as_rows(&self) -> Vec<Vec<String>> {
        let sheet = self.state.sheet.borrow();
        let head = std::iter::once(sheet.corner.clone()).chain(sheet.columns.iter().cloned()).collect();
        let rows = sheet.rows.iter().zip(&sheet.cells).map(|(row, cells)| {
            let texts = cells.iter().map(|cell| cell.text.replace('\n', " "));
            std::iter::once(row.clone()).chain(texts).collect()
        });
        std::iter::once(head).chain(rows).collect()
    }
}

/// A grid that closures may hold.
struct WeakHeat {
    scroller: glib::WeakRef<gtk::ScrolledWindow>,
    area: glib::WeakRef<gtk::DrawingArea>,
    state: Rc<State>,
}

impl WeakHeat {
    fn of(heat: &Heat) -> WeakHeat {
        let Heat { scroller, area, state } = heat;
        WeakHeat { scroller: scroller.downgrade(), area: area.downgrade(), state: Rc::clone(state) }
    }

    fn upgrade(&self) -> Option<Heat> {
        let (scroller, area) = (self.scroller.upgrade()?, self.area.upgrade()?);
        Some(Heat { scroller, area, state: Rc::clone(&self.state) })
    }
}

/// A cell in words.
fn told(sheet: &Sheet, r: usize, c: usize) -> String {
    let Some(cell) = sheet.cells.get(r).and_then(|row| row.get(c)) else { return sheet.corner.clone() };
    let text = cell.text.replace('\n', " ");
    let values = [("row", &*sheet.rows[r]), ("column", &*sheet.columns[c]), ("value", &*text)];
    let mut words = gettext_f("{row}, {column}: {value}", &values);
    if !cell.detail.is_empty() {
        words.push('\n');
        words += &cell.detail;
    }
    words
}

/// Left and top of the cells, and their size.
fn geometry(state: &State, (width, height): (f64, f64)) -> [f64; 4] {
    let [w, h, left, top] = state.least.get();
    let sheet = state.sheet.borrow();
    let (rows, columns) = (sheet.rows.len().max(1) as f64, sheet.columns.len().max(1) as f64);
    let stretch = |all: f64, n: f64, least: f64| (all / n).floor().clamp(least, least * 2.6);
    [left, top, stretch(width - left, columns, w), stretch(height - top, rows, h)]
}

/// The cell at a pixel.
fn at(state: &State, size: (f64, f64), x: f64, y: f64) -> Option<(usize, usize)> {
    let [left, top, w, h] = geometry(state, size);
    if x < left || y < top || w <= 0.0 || h <= 0.0 {
        return None;
    }
    let (r, c) = (((y - top) / h) as usize, ((x - left) / w) as usize);
    let sheet = state.sheet.borrow();
    (r < sheet.rows.len() && c < sheet.columns.len()).then_some((r, c))
}

fn paint(
    state: &State,
    area: &gtk::DrawingArea,
    scroller: &gtk::ScrolledWindow,
    cr: &cairo::Context,
    size: (f64, f64),
) {
    let [left, top, w, h] = geometry(state, size);
    let sheet = state.sheet.borrow();
    let (sx, sy) = (scroller.hadjustment(), scroller.vadjustment());
    let (x0, y0) = (sx.value(), sy.value());
    let (x1, y1) = (x0 + sx.page_size(), y0 + sy.page_size());
    let is_dark = adw::StyleManager::default().is_dark();
    let theme = area.style_context().color();
    let theme = (f64::from(theme.red()), f64::from(theme.green()), f64::from(theme.blue()));
    let fitting = (w - MARGIN) / state.longest.get().max(1.0);
    let text = layout(area, "", fitting.clamp(SMALLEST, 1.0));
    text.set_alignment(pango::Alignment::Center);
    let center = |cr: &cairo::Context, text: &pango::Layout, x: f64, y: f64, w: f64, h: f64| {
        let (tw, th) = text.pixel_size();
        cr.move_to((x + (w - f64::from(tw)) / 2.0).round(), (y + (h - f64::from(th)) / 2.0).round());
        pangocairo_show(cr, text);
    };
    let has_focus = area.has_focus();
    let mut outlined = Vec::new();
    for (r, row) in sheet.cells.iter().enumerate() {
        let y = top + r as f64 * h;
        if y + h < y0 || y > y1 {
            continue;
        }
        for (c, cell) in row.iter().enumerate() {
            let x = left + c as f64 * w;
            if x + w < x0 || x > x1 {
                continue;
            }
            let fill = fill_of(cell.shade, is_dark);
            if let Some(fill) = fill {
                cr.set_source_rgb(fill.0, fill.1, fill.2);
                cr.rectangle(x + 0.5, y + 0.5, w - 1.0, h - 1.0);
                let _ = cr.fill();
            }
            let ink = fill.map_or(theme, ink_on);
            cr.set_source_rgb(ink.0, ink.1, ink.2);
            text.set_text(&cell.text);
            center(cr, &text, x, y, w, h);
            let is_cursor = has_focus && state.cursor.get() == (r, c);
            if cell.is_marked || is_cursor {
                outlined.push((x, y, is_cursor, ink));
            }
        }
    }
    for (x, y, is_cursor, ink) in outlined {
        let inset = if is_cursor { 3.5 } else { 1.5 };
        cr.set_source_rgb(ink.0, ink.1, ink.2);
        cr.set_line_width(2.0);
        cr.set_dash(if is_cursor { &[4.0, 2.0] } else { &[] }, 0.0);
        cr.rectangle(x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset);
        let _ = cr.stroke();
    }
    paint_heads(area, cr, &sheet, [left, top, w, h], [x0, y0, x1, y1], theme, is_dark);
}

/// The headings, where the view begins.
fn paint_heads(
    area: &gtk::DrawingArea,
    cr: &cairo::Context,
    sheet: &Sheet,
    [left, top, w, h]: [f64; 4],
    [x0, y0, x1, y1]: [f64; 4],
    theme: Rgb,
    is_dark: bool,
) {
    let paper = if is_dark { (0.19, 0.19, 0.19) } else { (0.94, 0.94, 0.94) };
    let text = layout(area, "", 0.9);
    let draw = |label: &str, x: f64, y: f64, w: f64, h: f64| {
        cr.set_source_rgb(theme.0, theme.1, theme.2);
        text.set_text(label);
        let (tw, th) = text.pixel_size();
        cr.move_to((x + (w - f64::from(tw)) / 2.0).round(), (y + (h - f64::from(th)) / 2.0).round());
        pangocairo_show(cr, &text);
    };
    let band = |x: f64, y: f64, w: f64, h: f64| {
        cr.set_source_rgb(paper.0, paper.1, paper.2);
        cr.rectangle(x, y, w, h);
        let _ = cr.fill();
    };
    let (right, bottom) = (left + w * sheet.columns.len() as f64, top + h * sheet.rows.len() as f64);
    band(x0, y0, right.min(x1) - x0, top);
    for (c, label) in sheet.columns.iter().enumerate() {
        let x = left + c as f64 * w;
        if x + w >= x0 && x <= x1 {
            draw(label, x, y0, w, top);
        }
    }
    band(x0, y0, left, bottom.min(y1) - y0);
    for (r, label) in sheet.rows.iter().enumerate() {
        let y = top + r as f64 * h;
        if y + h >= y0 && y <= y1 {
            draw(label, x0, y, left, h);
        }
    }
    band(x0, y0, left, top);
    draw(&sheet.corner, x0, y0, left, top);
}

/// Paints a text at the current point.
fn pangocairo_show(cr: &cairo::Context, text: &pango::Layout) {
    pangocairo::functions::show_layout(cr, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_out_from_every_shade() {
        for is_dark in [false, true] {
            let steps = || (0..=20).map(|n| f64::from(n) / 20.0);
            let heats = steps().map(Shade::Heat);
            let kinds = (0..KINDS.len()).flat_map(|kind| steps().map(move |t| Shade::Kind(kind, t)));
            for shade in heats.chain(kinds) {
                let fill = fill_of(shade, is_dark).unwrap();
                let (a, b) = (luminance(fill), luminance(ink_on(fill)));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(contrast >= 4.5, "{shade:?} {contrast:.2}");
            }
        }
    }

    #[test]
    fn the_cursor_begins_on_a_cell_that_says_something() {
        let cell = |text: &str, is_marked| Cell { text: text.to_owned(), is_marked, ..Cell::default() };
        let sheet = |cells| Sheet { cells, ..Sheet::default() };
        let map =
            sheet(vec![vec![cell("", false), cell("a", false)], vec![cell("b", true), cell("", false)]]);
        assert_eq!(map.place((0, 0), true), (1, 0), "the cell that matters");
        assert_eq!(map.place((0, 1), false), (0, 1), "it stays");
        assert_eq!(map.place((1, 1), false), (1, 0));
        assert_eq!(map.place((7, 7), false), (1, 0));
        let map = sheet(vec![vec![cell("", false), cell("a", false)]]);
        assert_eq!(map.place((0, 0), true), (0, 1));
        assert_eq!(sheet(Vec::new()).place((3, 3), true), (0, 0));
    }

    #[test]
    fn heat_darkens_steadily() {
        let values: Vec<f64> =
            (0..=10).map(|n| luminance(fill_of(Shade::Heat(f64::from(n) / 10.0), false).unwrap())).collect();
        assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
    }
}
