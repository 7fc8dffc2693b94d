// SPDX-License-Identifier: GPL-3.0-or-later
//! A grid of shaded cells with headings that stay in view: match equities, temperature and score maps.
//!
//! It is one drawing, because hundreds of labels would be slow. The keyboard moves a cursor over the cells, and a screen
//! reader speaks the cell under it. Shades differ in brightness and every cell has a text, so nothing depends on hue.

use super::plot::layout;
use crate::a11y;
use crate::i18n::gettext_f;
use crate::widgets::keys;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::glib::subclass::Signal;
use gtk::{cairo, gdk, glib, pango};
use std::cell::{Cell, RefCell};
use std::sync::OnceLock;

/// How a cell is filled.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) enum Shade {
    /// Not at all.
    #[default]
    None,
    /// From the smallest value (0, light) to the largest (1, dark).
    Heat(f64),
    /// One of a few kinds, 0 to 3, from weak (0) to strong (1).
    Kind(usize, f64),
}

/// A cell of the grid.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct HeatCell {
    /// Its text, one or two lines.
    pub(crate) text: String,
    /// What the tooltip and a screen reader add to the text.
    pub(crate) detail: String,
    /// How it is filled.
    pub(crate) shade: Shade,
    /// Whether it is outlined as the current one.
    pub(crate) is_marked: bool,
}

/// What the map shows.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct HeatGrid {
    /// Text of the corner.
    pub(crate) corner: String,
    /// Headings of the rows.
    pub(crate) rows: Vec<String>,
    /// Headings of the columns.
    pub(crate) columns: Vec<String>,
    /// The cells by row.
    pub(crate) cells: Vec<Vec<HeatCell>>,
}

impl HeatGrid {
    /// The new place of a cursor that was at `cursor`: the marked cell in the first grid, and an empty cell only if all are
    /// empty.
    fn cursor_from(&self, cursor: (usize, usize), is_first: bool) -> (usize, usize) {
        let find = |fits: fn(&HeatCell) -> bool| {
            let mut cells = self.cells.iter().enumerate();
            cells.find_map(|(r, row)| row.iter().position(fits).map(|c| (r, c)))
        };
        let has_text = |cell: &HeatCell| !cell.text.is_empty();
        let here = self.cells.get(cursor.0).and_then(|row| row.get(cursor.1));
        if !is_first && here.is_some_and(has_text) {
            return cursor;
        }
        find(|cell| cell.is_marked).or_else(|| find(has_text)).unwrap_or_default()
    }

    /// All cells as rows of text, with the headings.
    pub(crate) fn as_rows(&self) -> Vec<Vec<String>> {
        let head = std::iter::once(self.corner.clone()).chain(self.columns.iter().cloned()).collect();
        let rows = self.rows.iter().zip(&self.cells).map(|(row, cells)| {
            let texts = cells.iter().map(|cell| cell.text.replace('\n', " "));
            std::iter::once(row.clone()).chain(texts).collect()
        });
        std::iter::once(head).chain(rows).collect()
    }
}

/// The smallest scale of cell texts; smaller text would be unreadable, so the map scrolls instead.
const MIN_TEXT_SCALE: f64 = 0.8;
/// Width of a cell beyond that of its text, in pixels.
const MARGIN: f64 = 10.0;

/// Sequential colors, light to dark, with steady steps of brightness.
const HEAT: [(f64, f64, f64); 5] =
    [(0.99, 0.96, 0.85), (0.98, 0.80, 0.48), (0.90, 0.52, 0.30), (0.68, 0.25, 0.33), (0.33, 0.10, 0.33)];
/// Colors of the kinds: gray, blue, orange, violet.
const KINDS: [(f64, f64, f64); 4] =
    [(0.62, 0.62, 0.62), (0.16, 0.52, 0.80), (0.86, 0.44, 0.05), (0.50, 0.25, 0.62)];

pub(crate) type Rgb = (f64, f64, f64);

fn mix(a: Rgb, b: Rgb, t: f64) -> Rgb {
    let one = |a: f64, b: f64| a + (b - a) * t;
    (one(a.0, b.0), one(a.1, b.1), one(a.2, b.2))
}

pub(crate) fn fill_of(shade: Shade, is_dark: bool) -> Option<Rgb> {
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

/// Black or white, whichever has more contrast.
pub(crate) fn ink_on(fill: Rgb) -> Rgb {
    let y = luminance(fill);
    if (y + 0.05) / 0.05 > 1.05 / (y + 0.05) { (0.0, 0.0, 0.0) } else { (1.0, 1.0, 1.0) }
}

mod imp {
    use super::*;

    /// See the module.
    #[derive(Default)]
    pub struct HeatMap {
        pub(super) scroller: gtk::ScrolledWindow,
        pub(super) area: gtk::DrawingArea,
        pub(super) grid: RefCell<HeatGrid>,
        pub(super) cursor: Cell<(usize, usize)>,
        /// Smallest width and height of a cell, and width and height of the headings.
        pub(super) min_sizes: Cell<[f64; 4]>,
        /// Width of the longest text of a cell.
        pub(super) longest_text: Cell<f64>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for HeatMap {
        const NAME: &'static str = "BgHeatMap";
        type Type = super::HeatMap;
        type ParentType = adw::Bin;
    }

    impl ObjectImpl for HeatMap {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            let cell = || Signal::builder("cell-activated").param_types([u32::static_type(); 2]).build();
            SIGNALS.get_or_init(|| vec![cell()])
        }

        fn constructed(&self) {
            self.parent_constructed();
            self.area.set_widget_name("cells");
            self.area.set_focusable(true);
            self.area.set_property("accessible-role", gtk::AccessibleRole::Grid);
            self.area.set_css_classes(&["heat"]);
            self.area.set_has_tooltip(true);
            self.scroller.set_child(Some(&self.area));
            self.scroller.set_hexpand(true);
            self.scroller.set_vexpand(true);
            self.obj().set_child(Some(&self.scroller));
            self.obj().connect_parts();
        }
    }

    impl WidgetImpl for HeatMap {}
    impl BinImpl for HeatMap {}
}

glib::wrapper! {
    /// A grid of shaded cells that scrolls. Emits `cell-activated` with row and column.
    pub struct HeatMap(ObjectSubclass<imp::HeatMap>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl HeatMap {
    /// An empty map; `name` is its name as a widget.
    pub(crate) fn new(name: &str) -> HeatMap {
        glib::Object::builder().property("name", name).build()
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        imp.area.set_draw_func(glib::clone!(
            #[weak(rename_to = map)]
            self,
            move |_, cr, width, height| paint(map.imp(), cr, (f64::from(width), f64::from(height)))
        ));
        for adjustment in [imp.scroller.hadjustment(), imp.scroller.vadjustment()] {
            let area = imp.area.downgrade();
            adjustment.connect_value_changed(move |_| {
                if let Some(area) = area.upgrade() {
                    area.queue_draw();
                }
            });
        }
        imp.area.connect_query_tooltip(glib::clone!(
            #[weak(rename_to = map)]
            self,
            #[upgrade_or]
            false,
            move |_, x, y, _, tooltip| {
                let Some((r, c)) = map.cell_at(f64::from(x), f64::from(y)) else { return false };
                tooltip.set_text(Some(&description(&map.imp().grid.borrow(), r, c)));
                true
            }
        ));
        keys::connect(
            &imp.area,
            gtk::PropagationPhase::Bubble,
            glib::clone!(
                #[weak(rename_to = map)]
                self,
                #[upgrade_or]
                glib::Propagation::Proceed,
                move |key, _| glib::Propagation::from(map.press(key))
            ),
        );
        let click = gtk::GestureClick::new();
        click.connect_released(glib::clone!(
            #[weak(rename_to = map)]
            self,
            move |_, _, x, y| {
                map.imp().area.grab_focus();
                if let Some((r, c)) = map.cell_at(x, y) {
                    map.set_cursor(r, c);
                    map.activate_cell(r, c);
                }
            }
        ));
        imp.area.add_controller(click);
        let focus = gtk::EventControllerFocus::new();
        for signal in ["enter", "leave"] {
            let area = imp.area.downgrade();
            focus.connect_local(signal, false, move |_| {
                if let Some(area) = area.upgrade() {
                    area.queue_draw();
                }
                None
            });
        }
        imp.area.add_controller(focus);
    }

    /// Gives the map the keyboard when its window opens.
    pub(crate) fn take_focus(&self, window: &impl IsA<gtk::Window>) {
        GtkWindowExt::set_focus(window, Some(&self.imp().area));
    }

    /// Shows a grid.
    pub(crate) fn set_grid(&self, grid: HeatGrid) {
        let imp = self.imp();
        if *imp.grid.borrow() == grid {
            return;
        }
        let measure = |text: &str, scale: f64| {
            let (w, h) = layout(&imp.area, text, scale).pixel_size();
            (f64::from(w), f64::from(h))
        };
        let cells = grid.cells.iter().flatten();
        let longest = cells.max_by_key(|cell| cell.text.lines().map(str::len).max().unwrap_or(0));
        let (w, h) = longest.map_or((30.0, 18.0), |cell| measure(&cell.text, 1.0));
        let head = grid.columns.iter().map(|text| measure(text, 0.9).0).fold(0.0, f64::max);
        let side =
            grid.rows.iter().chain([&grid.corner]).map(|text| measure(text, 0.9).0).fold(0.0, f64::max);
        let line = measure("0", 1.0).1;
        imp.longest_text.set(w);
        let sizes = [
            (MIN_TEXT_SCALE * w + MARGIN).max(head + 8.0).max(30.0),
            (h + 10.0).max(26.0),
            side + 12.0,
            line + 10.0,
        ];
        imp.min_sizes.set(sizes);
        let (rows, columns) = (grid.rows.len() as f64, grid.columns.len() as f64);
        imp.area.set_content_width((sizes[2] + columns * sizes[0]) as i32);
        imp.area.set_content_height((sizes[3] + rows * sizes[1]) as i32);
        let is_first = imp.grid.borrow().cells.is_empty();
        imp.cursor.set(grid.cursor_from(imp.cursor.get(), is_first));
        imp.grid.replace(grid);
        self.cursor_moved();
    }

    fn set_cursor(&self, row: usize, column: usize) {
        self.imp().cursor.set((row, column));
        self.cursor_moved();
    }

    /// Tells assistive technology which cell the cursor is on, and redraws the map.
    fn cursor_moved(&self) {
        a11y::set_label(&self.imp().area, &self.cursor_text());
        self.imp().area.queue_draw();
    }

    /// The grid that is shown.
    pub(crate) fn grid(&self) -> HeatGrid {
        self.imp().grid.borrow().clone()
    }

    /// Calls `f` with row and column when a cell is clicked, or Return pressed on it.
    pub(crate) fn connect_cell_activated(&self, f: impl Fn(usize, usize) + 'static) {
        self.connect_local("cell-activated", false, move |values| {
            let index = |n: usize| values.get(n)?.get::<u32>().ok();
            if let (Some(row), Some(column)) = (index(1), index(2)) {
                f(row as usize, column as usize);
            }
            None
        });
    }

    fn activate_cell(&self, row: usize, column: usize) {
        self.emit_by_name::<()>("cell-activated", &[&(row as u32), &(column as u32)]);
    }

    /// Handles a key. Returns whether the map uses it.
    fn press(&self, key: gdk::Key) -> bool {
        let (r, c) = self.imp().cursor.get();
        if matches!(key, gdk::Key::Return | gdk::Key::KP_Enter | gdk::Key::space) {
            self.activate_cell(r, c);
            return true;
        }
        let (rows, columns) = {
            let grid = self.imp().grid.borrow();
            (grid.rows.len(), grid.columns.len())
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
        self.scroll_to_cursor();
        true
    }

    fn scroll_to_cursor(&self) {
        let imp = self.imp();
        let (r, c) = imp.cursor.get();
        let [left, top, w, h] = geometry(imp, self.area_size());
        let show = |adjustment: gtk::Adjustment, start: f64, length: f64, head: f64| {
            adjustment.clamp_page((start - head).max(0.0), start + length);
        };
        show(imp.scroller.hadjustment(), left + c as f64 * w, w, left);
        show(imp.scroller.vadjustment(), top + r as f64 * h, h, top);
    }

    fn area_size(&self) -> (f64, f64) {
        let area = &self.imp().area;
        (f64::from(area.width()), f64::from(area.height()))
    }

    /// The cell at a pixel.
    fn cell_at(&self, x: f64, y: f64) -> Option<(usize, usize)> {
        let [left, top, w, h] = geometry(self.imp(), self.area_size());
        if x < left || y < top || w <= 0.0 || h <= 0.0 {
            return None;
        }
        let (r, c) = (((y - top) / h) as usize, ((x - left) / w) as usize);
        let grid = self.imp().grid.borrow();
        (r < grid.rows.len() && c < grid.columns.len()).then_some((r, c))
    }

    /// The cell under the cursor in words.
    fn cursor_text(&self) -> String {
        let (r, c) = self.imp().cursor.get();
        description(&self.imp().grid.borrow(), r, c)
    }

    /// All cells as rows of text, with the headings.
    pub(crate) fn as_rows(&self) -> Vec<Vec<String>> {
        self.imp().grid.borrow().as_rows()
    }
}

/// A cell in words.
fn description(grid: &HeatGrid, r: usize, c: usize) -> String {
    let Some(cell) = grid.cells.get(r).and_then(|row| row.get(c)) else { return grid.corner.clone() };
    let text = cell.text.replace('\n', " ");
    let values = [("row", &*grid.rows[r]), ("column", &*grid.columns[c]), ("value", &*text)];
    let mut words = gettext_f("{row}, {column}: {value}", &values);
    if !cell.detail.is_empty() {
        words.push('\n');
        words += &cell.detail;
    }
    words
}

/// Left and top of the cells, and their size.
fn geometry(map: &imp::HeatMap, (width, height): (f64, f64)) -> [f64; 4] {
    let [w, h, left, top] = map.min_sizes.get();
    let grid = map.grid.borrow();
    let (rows, columns) = (grid.rows.len().max(1) as f64, grid.columns.len().max(1) as f64);
    let stretch = |all: f64, n: f64, min: f64| (all / n).floor().clamp(min, min * 2.6);
    [left, top, stretch(width - left, columns, w), stretch(height - top, rows, h)]
}

fn paint(map: &imp::HeatMap, cr: &cairo::Context, size: (f64, f64)) {
    let (area, scroller) = (&map.area, &map.scroller);
    let [left, top, w, h] = geometry(map, size);
    let grid = map.grid.borrow();
    let (sx, sy) = (scroller.hadjustment(), scroller.vadjustment());
    let (x0, y0) = (sx.value(), sy.value());
    let (x1, y1) = (x0 + sx.page_size(), y0 + sy.page_size());
    let is_dark = adw::StyleManager::default().is_dark();
    let theme = area.style_context().color();
    let theme = (f64::from(theme.red()), f64::from(theme.green()), f64::from(theme.blue()));
    let fitting = (w - MARGIN) / map.longest_text.get().max(1.0);
    let text = layout(area, "", fitting.clamp(MIN_TEXT_SCALE, 1.0));
    text.set_alignment(pango::Alignment::Center);
    let center = |cr: &cairo::Context, text: &pango::Layout, x: f64, y: f64, w: f64, h: f64| {
        let (tw, th) = text.pixel_size();
        cr.move_to((x + (w - f64::from(tw)) / 2.0).round(), (y + (h - f64::from(th)) / 2.0).round());
        pangocairo_show(cr, text);
    };
    let has_focus = area.has_focus();
    let mut outlined = Vec::new();
    for (r, row) in grid.cells.iter().enumerate() {
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
            let is_cursor = has_focus && map.cursor.get() == (r, c);
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
    paint_heads(area, cr, &grid, [left, top, w, h], [x0, y0, x1, y1], theme, is_dark);
}

/// Paints the headings at the edges of the visible part.
fn paint_heads(
    area: &gtk::DrawingArea,
    cr: &cairo::Context,
    grid: &HeatGrid,
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
    let (right, bottom) = (left + w * grid.columns.len() as f64, top + h * grid.rows.len() as f64);
    band(x0, y0, right.min(x1) - x0, top);
    for (c, label) in grid.columns.iter().enumerate() {
        let x = left + c as f64 * w;
        if x + w >= x0 && x <= x1 {
            draw(label, x, y0, w, top);
        }
    }
    band(x0, y0, left, bottom.min(y1) - y0);
    for (r, label) in grid.rows.iter().enumerate() {
        let y = top + r as f64 * h;
        if y + h >= y0 && y <= y1 {
            draw(label, x0, y, left, h);
        }
    }
    band(x0, y0, left, top);
    draw(&grid.corner, x0, y0, left, top);
}

/// Paints a text at the current point.
fn pangocairo_show(cr: &cairo::Context, text: &pango::Layout) {
    pangocairo::functions::show_layout(cr, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_contrast_on_every_shade() {
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
    fn the_cursor_starts_on_a_cell_with_text() {
        let cell =
            |text: &str, is_marked| HeatCell { text: text.to_owned(), is_marked, ..HeatCell::default() };
        let grid = |cells| HeatGrid { cells, ..HeatGrid::default() };
        let map = grid(vec![vec![cell("", false), cell("a", false)], vec![cell("b", true), cell("", false)]]);
        assert_eq!(map.cursor_from((0, 0), true), (1, 0), "the marked cell");
        assert_eq!(map.cursor_from((0, 1), false), (0, 1), "it stays");
        assert_eq!(map.cursor_from((1, 1), false), (1, 0));
        assert_eq!(map.cursor_from((7, 7), false), (1, 0));
        let map = grid(vec![vec![cell("", false), cell("a", false)]]);
        assert_eq!(map.cursor_from((0, 0), true), (0, 1));
        assert_eq!(grid(Vec::new()).cursor_from((3, 3), true), (0, 0));
    }

    #[test]
    fn heat_darkens_steadily() {
        let values: Vec<f64> =
            (0..=10).map(|n| luminance(fill_of(Shade::Heat(f64::from(n) / 10.0), false).unwrap())).collect();
        assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
    }
}
