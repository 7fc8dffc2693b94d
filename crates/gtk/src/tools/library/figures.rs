// SPDX-License-Identifier: GPL-3.0-or-later
//! A table of figures: a performance rating with its interval as numbers and as a band on a common scale, and what it is
//! made of. A row leads to its decisions.

use super::words;
use crate::a11y;
use crate::i18n::{gettext, gettext_f, grouped};
use crate::tools::controls::label;
use crate::widgets::{clear_rows, set_class};
use gnubg_library::stats::Figure;
use gtk::prelude::*;
use gtk::{cairo, pango};
use std::cell::RefCell;
use std::rc::Rc;

/// Width of the drawing of an interval, in pixels.
const BAND: i32 = 96;
/// Columns besides the name of the part.
const COLUMNS: usize = 6;

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) title: String,
    pub(super) figure: Figure,
    /// What finds its decisions; `None` if no query does.
    pub(super) query: Option<String>,
}

/// The table.
pub(super) struct FigureTable {
    list: gtk::ListBox,
    shown: Rc<RefCell<Vec<Row>>>,
    heading: RefCell<String>,
    groups: [gtk::SizeGroup; COLUMNS],
}

impl FigureTable {
    /// `opened` is called with the query of the row that is chosen.
    pub(super) fn new(name: &str, opened: impl Fn(&str) + 'static) -> FigureTable {
        let list = gtk::ListBox::builder()
            .name(name)
            .selection_mode(gtk::SelectionMode::None)
            .css_classes(["boxed-list"])
            .visible(false)
            .build();
        let shown: Rc<RefCell<Vec<Row>>> = Rc::default();
        let rows = Rc::clone(&shown);
        list.connect_row_activated(move |_, row| {
            // The first row has the headings.
            let at = usize::try_from(row.index()).ok().and_then(|n| n.checked_sub(1));
            let query = at.and_then(|at| rows.borrow().get(at).and_then(|row| row.query.clone()));
            if let Some(query) = query {
                opened(&query);
            }
        });
        let groups = std::array::from_fn(|_| gtk::SizeGroup::new(gtk::SizeGroupMode::Horizontal));
        FigureTable { list, shown, heading: RefCell::default(), groups }
    }

    pub(super) fn widget(&self) -> &gtk::ListBox {
        &self.list
    }

    /// Shows these rows; `heading` says what they are parts of.
    pub(super) fn show(&self, heading: &str, rows: &[Row]) {
        if *self.heading.borrow() == heading && *self.shown.borrow() == rows {
            return;
        }
        clear_rows(&self.list);
        a11y::set_label(&self.list, heading);
        let most = rows.iter().map(|row| row.figure.interval.map_or(row.figure.pr, |[_, high]| high));
        let most = most.fold(1.0, f64::max);
        self.list.append(&self.head(heading));
        for row in rows {
            self.list.append(&self.line(row, most));
        }
        self.list.set_visible(!rows.is_empty());
        self.shown.replace(rows.to_vec());
        self.heading.replace(heading.to_owned());
    }

    /// A row of cells; the last one may be drawn.
    fn cells(&self, title: &str, texts: [String; COLUMNS - 1], class: &str) -> gtk::Box {
        let whole = gtk::Box::builder().spacing(12).css_classes(["library-row"]).build();
        let first = label(title, &[class], 0.0);
        first.set_ellipsize(pango::EllipsizeMode::End);
        first.set_hexpand(true);
        whole.append(&first);
        for (text, group) in texts.iter().zip(&self.groups) {
            let cell = label(text, &["figures", class], 1.0);
            group.add_widget(&cell);
            whole.append(&cell);
        }
        whole
    }

    fn head(&self, heading: &str) -> gtk::ListBoxRow {
        let texts = [
            gettext("PR"),
            gettext("95% interval"),
            gettext("Decisions"),
            gettext("Matches"),
            gettext("Errors"),
        ];
        let cells = self.cells(heading, texts, "caption-heading");
        let space = gtk::Box::builder().width_request(BAND).build();
        self.groups[COLUMNS - 1].add_widget(&space);
        cells.append(&space);
        gtk::ListBoxRow::builder().child(&cells).activatable(false).focusable(false).build()
    }

    fn line(&self, row: &Row, most: f64) -> gtk::ListBoxRow {
        let figure = row.figure;
        let interval = interval(&figure);
        let texts = [
            words::rating(Some(figure.pr)),
            interval.clone().unwrap_or_else(|| "–".to_owned()),
            grouped(figure.decisions as u64),
            grouped(figure.matches as u64),
            grouped(figure.errors as u64),
        ];
        let cells = self.cells(&row.title, texts, "part");
        set_class(&cells, "dim-label", figure.is_grey);
        let band = gtk::DrawingArea::builder()
            .width_request(BAND)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        self.groups[COLUMNS - 1].add_widget(&band);
        band.set_draw_func(move |area, cr, width, height| draw(area, cr, [width, height], &figure, most));
        cells.append(&band);
        let is_open = row.query.is_some();
        let line = gtk::ListBoxRow::builder().child(&cells).activatable(is_open).build();
        if is_open {
            line.set_tooltip_text(Some(&gettext("Show these decisions")));
        }
        a11y::set_label(&line, &spoken(&row.title, &figure, interval.as_deref()));
        line
    }
}

/// The interval as text.
fn interval(figure: &Figure) -> Option<String> {
    let [low, high] = figure.interval?.map(|end| words::rating(Some(end)));
    Some(gettext_f("{low} to {high}", &[("low", &low), ("high", &high)]))
}

/// What a screen reader says of a row.
fn spoken(title: &str, figure: &Figure, interval: Option<&str>) -> String {
    let pr = gettext_f("PR {pr}", &[("pr", &words::rating(Some(figure.pr)))]);
    let parts = [
        Some(title.to_owned()),
        Some(pr),
        interval.map(str::to_owned),
        Some(words::made_of(figure.decisions, figure.matches)),
        Some(words::errors_of(figure.errors, figure.decisions)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A band from the lower to the upper end, and a stroke at the figure.
fn draw(area: &gtk::DrawingArea, cr: &cairo::Context, size: [i32; 2], figure: &Figure, most: f64) {
    let [width, height] = size.map(f64::from);
    let is_mirrored = area.direction() == gtk::TextDirection::Rtl;
    let at = |value: f64| {
        let x = 1.0 + (width - 2.0) * (value / most).clamp(0.0, 1.0);
        if is_mirrored { width - x } else { x }
    };
    let color = area.style_context().color();
    let paint = |alpha: f64| {
        let [r, g, b] = [color.red(), color.green(), color.blue()].map(f64::from);
        cr.set_source_rgba(r, g, b, alpha);
    };
    let [low, high] = figure.interval.unwrap_or([figure.pr; 2]);
    let (left, right) = (at(low).min(at(high)), at(low).max(at(high)));
    paint(0.25);
    cr.rectangle(left, height / 2.0 - 4.0, right - left, 8.0);
    // A context that cannot paint any more is replaced with the next frame.
    let _ = cr.fill();
    paint(1.0);
    cr.rectangle(at(figure.pr) - 1.0, height / 2.0 - 6.0, 2.0, 12.0);
    let _ = cr.fill();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_said_in_one_sentence() {
        let figure = Figure {
            decisions: 120,
            matches: 6,
            pr: 5.25,
            interval: Some([4.0, 6.5]),
            errors: 9,
            ..Figure::default()
        };
        let interval = interval(&figure);
        assert_eq!(interval.as_deref(), Some("4.0 to 6.5"));
        let said = spoken("Race", &figure, interval.as_deref());
        assert!(said.starts_with("Race, PR 5.2, 4.0 to 6.5, 120 decisions"), "{said}");
        assert!(said.ends_with("9 errors in 120 decisions"), "{said}");
    }
}
