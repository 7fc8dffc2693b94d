// SPDX-License-Identifier: GPL-3.0-or-later
//! The numbers of checkers that a pattern wants, as they stand on the small board and as a screen reader says them.

use super::places::{place, wanted};
use crate::board::layout::{HEIGHT, Layout};
use crate::board::{Design, Slot};
use crate::i18n::{gettext, gettext_f};
use gnubg_library::search::{MOST, Pattern, Together, Wanted};
use gtk::pango;
use gtk::prelude::*;

/// The height of a label, in units of the board.
const LABEL: f64 = 4.6;

/// A number of checkers as a sign.
fn sign(Wanted(from, to): Wanted) -> String {
    match (from, to) {
        (from, to) if from == to => from.to_string(),
        (0, to) => format!("≤{to}"),
        (from, MOST) => format!("≥{from}"),
        (from, to) => format!("{from}–{to}"),
    }
}

/// A number of checkers in words.
fn in_words(Wanted(from, to): Wanted) -> String {
    let (low, high) = (from.to_string(), to.to_string());
    match (from, to) {
        (0, MOST) => gettext("any number"),
        (0, 0) => gettext("none"),
        (from, to) if from == to => low,
        (0, _) => gettext_f("at most {n}", &[("n", &high)]),
        (_, MOST) => gettext_f("at least {n}", &[("n", &low)]),
        _ => gettext_f("{from} to {to}", &[("from", &low), ("to", &high)]),
    }
}

/// What a screen reader says for a place of the pattern.
pub(super) fn spoken(pattern: &Pattern, slot: Slot) -> String {
    let words = |is_theirs| in_words(wanted(pattern, slot, is_theirs).unwrap_or(Wanted::ANY));
    let (mine, theirs) = (words(false), words(true));
    match (place(slot, false), place(slot, true)) {
        (Some(25), None) => gettext_f("your bar, {checkers}", &[("checkers", &mine)]),
        (None, Some(25)) => gettext_f("opponent's bar, {checkers}", &[("checkers", &theirs)]),
        (Some(_), None) => gettext_f("your tray, {n} off", &[("n", &mine)]),
        (None, _) => gettext_f("opponent's tray, {n} off", &[("n", &theirs)]),
        (Some(number), Some(_)) => gettext_f(
            "point {number}, yours: {mine}, opponent's: {theirs}",
            &[("number", &number.to_string()), ("mine", &mine), ("theirs", &theirs)],
        ),
    }
}

/// Draws a label in the color of a side's checkers, in units of the board.
fn label(area: &gtk::DrawingArea, cr: &cairo::Context, text: &str, at: (f64, f64), look: &Look) {
    let layout = area.create_pango_layout(Some(text));
    let mut font = pango::FontDescription::from_string("Sans Bold");
    font.set_absolute_size(LABEL * 0.7 * f64::from(pango::SCALE));
    layout.set_font_description(Some(&font));
    let (_, extents) = layout.extents();
    let unit = f64::from(pango::SCALE);
    let (width, height) = (f64::from(extents.width()) / unit, f64::from(extents.height()) / unit);
    let (w, h) = ((width + 1.0).max(LABEL), LABEL);
    let (x, y) = (at.0 - w / 2.0, at.1 - h / 2.0);
    let radius = h / 3.0;
    cr.new_sub_path();
    for (n, (cx, cy)) in [
        (x + w - radius, y + radius),
        (x + w - radius, y + h - radius),
        (x + radius, y + h - radius),
        (x + radius, y + radius),
    ]
    .into_iter()
    .enumerate()
    {
        let from = (n as f64 - 1.0) * std::f64::consts::FRAC_PI_2;
        cr.arc(cx, cy, radius, from, from + std::f64::consts::FRAC_PI_2);
    }
    cr.close_path();
    let (body, text) = (look.body, look.text);
    cr.set_source_rgb(body[0], body[1], body[2]);
    let _ = cr.fill_preserve();
    cr.set_source_rgb(text[0], text[1], text[2]);
    cr.set_line_width(0.4);
    let _ = cr.stroke();
    cr.move_to(at.0 - width / 2.0, at.1 - height / 2.0);
    pangocairo::functions::show_layout(cr, &layout);
}

/// The colors of labels of a side.
struct Look {
    body: [f64; 3],
    text: [f64; 3],
}

impl Look {
    fn of(design: &Design, is_theirs: bool) -> Look {
        let look = design.checkers[usize::from(!is_theirs)];
        let rgb = |color: crate::board::design::Color| [color.r, color.g, color.b];
        Look { body: rgb(look.body), text: rgb(look.text) }
    }
}

/// Draws the numbers that are wanted, in units of the board.
pub(super) fn draw(area: &gtk::DrawingArea, cr: &cairo::Context, pattern: &Pattern, design: &Design) {
    let layout = Layout::default();
    for slot in Slot::holding() {
        let at = layout.area(slot);
        let x = at.center().x;
        // From the tip of the point, or from the middle of the board.
        let (mut y, step) = match slot.is_top() {
            true => (at.y + at.h - LABEL / 2.0, -LABEL - 0.4),
            false => (at.y + LABEL / 2.0, LABEL + 0.4),
        };
        for is_theirs in [false, true] {
            if let Some(wanted) = wanted(pattern, slot, is_theirs).filter(|wanted| *wanted != Wanted::ANY) {
                label(area, cr, &sign(wanted), (x, y), &Look::of(design, is_theirs));
                y += step;
            }
        }
    }
    let mut n_groups = [0.0; 2];
    for part in pattern.parts().iter().filter(|part| part.places.len() > 1) {
        let look = Look::of(design, part.is_theirs);
        let middle =
            |place: &u8| layout.area(Slot::new(usize::from(*place)).unwrap_or(Slot::UNUSED_TOP)).center();
        let points: Vec<_> =
            part.places.iter().filter(|place| (1..=24).contains(*place)).map(middle).collect();
        let Some(first) = points.first() else { continue };
        let is_top = first.y < HEIGHT / 2.0;
        let row = &mut n_groups[usize::from(is_top)];
        // A line at the feet of the points, and what holds for them together in the middle of the board.
        let y = if is_top { 3.6 + *row } else { HEIGHT - 3.6 - *row };
        for (color, width) in [(look.text, 1.6), (look.body, 0.9)] {
            cr.set_source_rgb(color[0], color[1], color[2]);
            cr.set_line_width(width);
            for point in points.iter().filter(|point| (point.y < HEIGHT / 2.0) == is_top) {
                cr.move_to(point.x - 2.7, y);
                cr.line_to(point.x + 2.7, y);
            }
            let _ = cr.stroke();
        }
        let text = match part.together {
            Together::Sum => format!("Σ {}", sign(part.wanted)),
            Together::AtLeast(n) => format!("{n} × {}", sign(part.wanted)),
            Together::Any | Together::All => format!("1 × {}", sign(part.wanted)),
        };
        let x = points.iter().map(|point| point.x).sum::<f64>() / points.len() as f64;
        let y = HEIGHT / 2.0 + if is_top { -2.0 - *row } else { 2.0 + *row };
        label(area, cr, &text, (x, y), &look);
        *row += 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_signs_and_words() {
        let all = [Wanted::NONE, Wanted::BLOT, Wanted::MADE, Wanted::at_most(3), Wanted(2, 4)];
        assert_eq!(all.map(sign), ["0", "1", "≥2", "≤3", "2–4"]);
        assert_eq!(all.map(in_words), ["none", "1", "at least 2", "at most 3", "2 to 4"]);
    }

    #[test]
    fn places_are_said_with_what_is_wanted() {
        let mut pattern = Pattern::default();
        pattern.want(true, &[20], Together::All, Wanted::MADE);
        pattern.want(false, &[25], Together::All, Wanted::NONE);
        let said = |n| spoken(&pattern, Slot::new(n).expect("a slot"));
        assert_eq!(said(20), "point 20, yours: any number, opponent's: at least 2");
        assert_eq!(
            (said(25), said(0)),
            ("your bar, none".to_owned(), "opponent's bar, any number".to_owned())
        );
        assert_eq!(said(27), "opponent's tray, any number off");
    }
}
