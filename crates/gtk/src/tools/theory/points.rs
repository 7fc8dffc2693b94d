// SPDX-License-Identifier: GPL-3.0-or-later
//! One player's cube points: a table, and bars with the proper action for each winning chance.

use crate::a11y;
use crate::i18n::{gettext, gettext_f, localized};
use crate::tools::controls::label;
use crate::tools::heat_map::{Shade, fill_of, ink_on};
use crate::tools::plot::layout;
use crate::tools::text_table::TextTable;
use adw::prelude::*;
use gnubg_engine::core::{CubeState, Player};
use gnubg_engine::cube::{CubeContext, CubeInfo, GammonPrices, MatchPoints, MoneyPoints, WinRates};
use gnubg_shell::text::cube_points::{match_columns, match_rows, money_rows};
use gtk::{cairo, glib};
use std::cell::RefCell;
use std::rc::Rc;

/// A range of winning chances with the same proper action: its end, its shade, the action.
type Zone = (f64, Shade, String);

/// Bars by name.
type Bars = Vec<(String, Vec<Zone>)>;

/// The points of one player.
pub(super) struct PlayerPoints {
    name: String,
    prices: String,
    rows: Vec<Vec<String>>,
    bars: Bars,
}

fn percent(chance: f64) -> String {
    localized(format!("{:.2}%", 100.0 * chance))
}

/// The zones between the take, double, cash and too good points.
fn zones(take: f64, double: f64, cash: f64, too_good: f64) -> Vec<Zone> {
    let at = |point: f64| point.clamp(0.0, 1.0);
    let take = at(take);
    let double = at(double).max(take);
    let cash = at(cash).max(double);
    let too_good = at(too_good).max(cash);
    vec![
        (take, Shade::Kind(0, 0.8), gettext("drop")),
        (double, Shade::Kind(0, 0.1), gettext("no double")),
        (cash, Shade::Kind(1, 0.7), gettext("double, take")),
        (too_good, Shade::Kind(2, 0.7), gettext("double, drop")),
        (1.0, Shade::Kind(3, 0.7), gettext("too good")),
    ]
}

impl PlayerPoints {
    pub(super) fn new(
        context: &CubeContext,
        player: Player,
        cube: CubeState,
        rates: WinRates,
        prices: GammonPrices,
        name: String,
    ) -> PlayerPoints {
        let values = [
            ("gammon", localized(format!("{:.3}", prices.gammon_value()))),
            ("backgammon", localized(format!("{:.3}", prices.backgammon_value()))),
        ];
        let prices = gettext_f("Gammon value {gammon}, backgammon value {backgammon}", &values);
        let (rows, bars) = match context.match_window(player, cube.value, rates) {
            Some(window) => {
                let columns = match_columns(&window);
                (match_rows(&columns, percent), match_bars(columns))
            }
            None => {
                let info = CubeInfo::new(cube, player);
                let jacoby = context.jacoby_applies(info);
                let points = MoneyPoints::new(rates, jacoby, context.has_beavers());
                (money_rows(&points, percent), money_bars(&points, cube.owner.is_none()))
            }
        };
        PlayerPoints { name, prices, rows, bars }
    }
}

fn match_bars(columns: Vec<(String, MatchPoints)>) -> Bars {
    let bar = |points: MatchPoints| zones(points.take, points.double, points.cash, points.too_good);
    columns.into_iter().map(|(name, points)| (name, bar(points))).collect()
}

fn money_bars(points: &MoneyPoints, is_centered: bool) -> Bars {
    let double = if is_centered { points.initial_double } else { points.redouble };
    let dead = zones(points.take.dead, double.dead, points.cash.dead, points.too_good.dead);
    let live = zones(points.take.live, double.live, points.cash.live, points.too_good.live);
    vec![(gettext("Dead cube"), dead), (gettext("Live cube"), live)]
}

/// The view of one player's points.
pub(super) struct PointsView {
    pub(super) root: gtk::Box,
    name: gtk::Label,
    prices: gtk::Label,
    table: TextTable,
    area: gtk::DrawingArea,
    bars: Rc<RefCell<Bars>>,
}

/// Height of a bar in pixels.
const BAR: f64 = 24.0;

impl PointsView {
    pub(super) fn new(name: &str) -> PointsView {
        let (heading, prices) = (label("", &["heading"], 0.0), label("", &["figures", "dim-label"], 1.0));
        prices.set_widget_name(&format!("{name}-prices"));
        prices.set_hexpand(true);
        let head = gtk::Box::builder().spacing(12).build();
        head.append(&heading);
        head.append(&prices);
        let bars: Rc<RefCell<Bars>> = Rc::default();
        let area =
            gtk::DrawingArea::builder().hexpand(true).accessible_role(gtk::AccessibleRole::Img).build();
        area.set_draw_func(glib::clone!(
            #[strong]
            bars,
            move |area, cr, width, _| paint(&bars.borrow(), area, cr, f64::from(width))
        ));
        let table = TextTable::new(&format!("{name}-points"));
        area.set_widget_name(&format!("{name}-zones"));
        let root = gtk::Box::builder()
            .orientation(gtk::Orientation::Vertical)
            .spacing(6)
            .margin_start(18)
            .margin_end(18)
            .build();
        table.set_halign(gtk::Align::Start);
        table.add_css_class("flush");
        root.append(&head);
        root.append(&area);
        root.append(&table);
        PointsView { root, name: heading, prices, table, area, bars }
    }

    pub(super) fn show(&self, points: PlayerPoints) {
        self.name.set_text(&points.name);
        self.prices.set_text(&points.prices);
        self.table.set_rows(&points.rows, &[0]);
        let mut words = vec![points.name];
        for (name, zones) in &points.bars {
            let mut from = 0.0;
            let mut parts = Vec::new();
            for (to, _, action) in zones {
                if *to > from {
                    parts.push(format!("{} – {}: {action}", percent(from), percent(*to)));
                }
                from = *to;
            }
            words.push(format!("{name}: {}", parts.join(", ")));
        }
        a11y::set_label(&self.area, &words.join(". "));
        let height = layout(&self.area, "0", 0.85).pixel_size().1;
        self.area.set_content_height(points.bars.len() as i32 * (BAR as i32 + height + 6));
        self.bars.replace(points.bars);
        self.area.queue_draw();
    }

    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        self.table.rows()
    }
}

/// Paints the bars: zones from 0 to 100 percent, with their actions where there is room, and the points above.
fn paint(bars: &Bars, area: &gtk::DrawingArea, cr: &cairo::Context, width: f64) {
    let is_dark = adw::StyleManager::default().is_dark();
    let theme = area.style_context().color();
    let ink = (f64::from(theme.red()), f64::from(theme.green()), f64::from(theme.blue()));
    let text = layout(area, "", 0.85);
    let mut top = 0.0;
    for (name, zones) in bars {
        text.set_text(name);
        let (name_width, line) = (f64::from(text.pixel_size().0), f64::from(text.pixel_size().1));
        cr.set_source_rgb(ink.0, ink.1, ink.2);
        cr.move_to(0.0, top);
        pangocairo::functions::show_layout(cr, &text);
        let mut from = 0.0;
        let mut free = name_width + 12.0;
        for (to, shade, action) in zones {
            let (x0, x1) = (from * width, to * width);
            if x1 > x0 {
                let fill = fill_of(*shade, is_dark).unwrap_or(ink);
                cr.set_source_rgb(fill.0, fill.1, fill.2);
                cr.rectangle(x0, top + line + 2.0, x1 - x0, BAR);
                let _ = cr.fill();
                text.set_text(action);
                let (w, h) = text.pixel_size();
                if f64::from(w) + 6.0 < x1 - x0 {
                    let ink = ink_on(fill);
                    cr.set_source_rgb(ink.0, ink.1, ink.2);
                    cr.move_to(
                        (x0 + (x1 - x0 - f64::from(w)) / 2.0).round(),
                        (top + line + 2.0 + (BAR - f64::from(h)) / 2.0).round(),
                    );
                    pangocairo::functions::show_layout(cr, &text);
                }
            }
            if *to < 1.0 && *to > from {
                text.set_text(&localized(format!("{:.1}", 100.0 * to)));
                let w = f64::from(text.pixel_size().0);
                let x = (x1 - w / 2.0).min(width - w);
                if x >= free {
                    cr.set_source_rgb(ink.0, ink.1, ink.2);
                    cr.move_to(x.round(), top);
                    pangocairo::functions::show_layout(cr, &text);
                    free = x + w + 6.0;
                }
            }
            from = from.max(*to);
        }
        top += line + BAR + 6.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_cover_all_winning_chances_in_order() {
        for points in [(0.25, 0.5, 0.75, 0.8), (0.3, 0.2, 0.1, 0.0), (-1.0, 2.0, 0.5, 0.5)] {
            let zones = zones(points.0, points.1, points.2, points.3);
            assert!(zones.is_sorted_by(|a, b| a.0 <= b.0), "{zones:?}");
            assert_eq!(zones.last().map(|zone| zone.0), Some(1.0));
            assert!(zones.iter().all(|zone| (0.0..=1.0).contains(&zone.0)));
        }
    }

    #[test]
    fn money_points_are_those_of_the_engine() {
        let context = CubeContext::money(false, false);
        let cube = CubeState::default();
        let prices = context.gammon_prices(CubeInfo::new(cube, Player::Zero));
        let points =
            PlayerPoints::new(&context, Player::Zero, cube, WinRates::default(), prices, "a".to_owned());
        // Without gammons and with a dead cube: take at 25 %, cash at 75 %; live: 20 % and 80 %.
        assert_eq!(points.rows[1][1..], ["25.00%", "20.00%"]);
        assert_eq!(points.rows[6][1..], ["75.00%", "80.00%"]);
    }
}
