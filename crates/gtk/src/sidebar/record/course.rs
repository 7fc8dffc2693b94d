// SPDX-License-Identifier: GPL-3.0-or-later
//! The strip below the game record: the bottom player's winning chances after each decision. A click goes to a decision.

use crate::a11y;
use crate::i18n::{gettext_f, localized, ngettext_f};
use adw::prelude::*;
use gnubg_engine::core::{Equity, Player};
use gnubg_record::stats::course::{Moment, course};
use gnubg_record::{Skill, Thresholds};
use gnubg_session::Session;
use gtk::{gdk, glib};
use std::cell::RefCell;
use std::rc::Rc;

/// Height of the strip in pixels.
const HEIGHT: i32 = 30;
/// Room around the curve, so that marks are not cut.
const AIR: f64 = 5.0;

/// The winning chances of the bottom player after an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CoursePoint {
    entry: usize,
    /// From 0, lost, to 1, won.
    height: f64,
    /// The worst mark of its decision.
    mark: Skill,
}

/// The course of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Course {
    game: usize,
    points: Vec<CoursePoint>,
    /// The entries of the game, and the one after the place shown.
    n_entries: usize,
    current: usize,
}

impl Course {
    /// The course of the game shown, as far as it is analyzed.
    pub(super) fn of(session: &Session, game: usize) -> Course {
        let moments = course(session.record(), game..game + 1, &**session.table());
        let is_money = session.record().length == 0;
        let thresholds = &session.options().analysis.thresholds;
        let n_entries = session.record().games.get(game).map_or(0, |game| game.entries.len());
        let points = points(&moments, is_money, thresholds);
        Course { game, points, n_entries, current: session.place().entry }
    }

    /// Where an entry stands between the left and the right end, from 0 to 1.
    fn across(&self, entry: usize) -> f64 {
        entry as f64 / self.n_entries.max(1) as f64
    }

    /// The entry nearest to a place between the ends.
    fn entry_at(&self, across: f64) -> Option<usize> {
        let distance = |point: &&CoursePoint| (self.across(point.entry + 1) - across).abs();
        self.points.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|point| point.entry)
    }

    /// How the player stands at the place shown.
    fn here(&self) -> Option<f64> {
        let before = self.points.iter().rev().find(|point| point.entry < self.current);
        before.or(self.points.first()).map(|point| point.height)
    }
}

fn points(moments: &[Moment], is_money: bool, thresholds: &Thresholds) -> Vec<CoursePoint> {
    let most = moments.iter().filter_map(|moment| moment.value).fold(1.0, |most: f64, v| most.max(v.abs()));
    // Decisions without a value of their own, as doubles are, are marked where the next one stands. The worst mark is the
    // least.
    let mut worst = Skill::Unmarked;
    let mut points = Vec::new();
    for moment in moments {
        let errors = [moment.play_error, moment.cube_error].into_iter().flatten();
        let marks = errors.map(|error| thresholds.skill(Equity(-error.emg as f32)));
        worst = marks.fold(worst, Skill::min);
        if let Some(value) = moment.value {
            // Values are those of the player at the top.
            let height = if is_money { 0.5 - 0.5 * value / most } else { 1.0 - value };
            points.push(CoursePoint { entry: moment.entry, height, mark: std::mem::take(&mut worst) });
        }
    }
    points
}

/// The strip.
pub(super) struct CourseStrip {
    area: gtk::DrawingArea,
    course: Rc<RefCell<Course>>,
}

impl CourseStrip {
    pub(super) fn new() -> CourseStrip {
        let area = gtk::DrawingArea::builder()
            .name("record_course")
            .content_height(HEIGHT)
            .hexpand(true)
            .accessible_role(gtk::AccessibleRole::Img)
            .css_classes(["course-strip"])
            .visible(false)
            .build();
        area.set_cursor_from_name(Some("pointer"));
        let course = Rc::new(RefCell::new(Course::default()));
        area.set_draw_func(glib::clone!(
            #[strong]
            course,
            move |area, cr, width, height| {
                if let Err(error) = paint(&course.borrow(), area, cr, f64::from(width), f64::from(height)) {
                    glib::g_warning!("gnubg", "the course could not be painted: {error}");
                }
            }
        ));
        let click = gtk::GestureClick::new();
        click.connect_pressed(glib::clone!(
            #[strong]
            course,
            move |click, _, x, _| {
                let Some(area) = click.widget() else { return };
                let width = f64::from(area.width());
                let across = ((x - AIR) / (width - 2.0 * AIR).max(1.0)).clamp(0.0, 1.0);
                let (game, entry) = (course.borrow().game, course.borrow().entry_at(across));
                if let Some(entry) = entry {
                    let place = (game as u32, entry as u32).to_variant();
                    // The action exists only while a match is shown.
                    let _ = area.activate_action("win.go-to", Some(&place));
                }
            }
        ));
        area.add_controller(click);
        adw::StyleManager::default().connect_dark_notify(glib::clone!(
            #[weak]
            area,
            move |_| area.queue_draw()
        ));
        CourseStrip { area, course }
    }

    pub(super) fn widget(&self) -> &gtk::DrawingArea {
        &self.area
    }

    /// Shows a course, if something of it is known.
    pub(super) fn show(&self, course: Course, names: &[String; 2]) {
        if *self.course.borrow() == course {
            return;
        }
        self.area.set_visible(course.points.len() > 1);
        if let Some(here) = course.here() {
            let n = course.points.iter().filter(|point| point.mark != Skill::Unmarked).count() as u32;
            let (share, count) = (localized(format!("{:.0}%", 100.0 * here)), n.to_string());
            let errors = ngettext_f("{n} error", "{n} errors", n, &[("n", &count)]);
            let values =
                [("player", names[Player::One.index()].as_str()), ("share", &share), ("errors", &errors)];
            let told = gettext_f("Course of the game: {player} at {share}, {errors} marked", &values);
            a11y::set_label(&self.area, &told);
            a11y::set_tooltip(&self.area, Some(&told));
        }
        self.course.replace(course);
        self.area.queue_draw();
    }
}

/// The color of a mark, as the style has it for the list.
fn color_of(area: &gtk::DrawingArea, mark: Skill, is_dark: bool) -> Option<gdk::RGBA> {
    let name = match (mark, is_dark) {
        (Skill::Unmarked, _) => return None,
        (Skill::Doubtful, false) => "mark_doubtful",
        (Skill::Bad, false) => "mark_bad",
        (Skill::VeryBad, false) => "mark_very_bad",
        (Skill::Doubtful, true) => "mark_doubtful_dark",
        (Skill::Bad, true) => "mark_bad_dark",
        (Skill::VeryBad, true) => "mark_very_bad_dark",
    };
    area.style_context().lookup_color(name)
}

fn paint(
    course: &Course,
    area: &gtk::DrawingArea,
    cr: &cairo::Context,
    width: f64,
    height: f64,
) -> Result<(), cairo::Error> {
    let (ink, is_dark) = (area.style_context().color(), adw::StyleManager::default().is_dark());
    let set = |color: &gdk::RGBA, alpha: f64| {
        cr.set_source_rgba(f64::from(color.red()), f64::from(color.green()), f64::from(color.blue()), alpha);
    };
    let x = |entry: usize| AIR + course.across(entry) * (width - 2.0 * AIR);
    let y = |value: f64| AIR + (1.0 - value.clamp(0.0, 1.0)) * (height - 2.0 * AIR);
    let (Some(first), Some(last)) = (course.points.first(), course.points.last()) else { return Ok(()) };
    let trace = |cr: &cairo::Context| {
        cr.move_to(x(0), y(first.height));
        for point in &course.points {
            cr.line_to(x(point.entry + 1), y(point.height));
        }
    };
    // Between the curve and the middle.
    trace(cr);
    cr.line_to(x(last.entry + 1), y(0.5));
    cr.line_to(x(0), y(0.5));
    cr.close_path();
    set(&ink, 0.18);
    cr.fill()?;
    set(&ink, 0.35);
    cr.set_line_width(1.0);
    cr.move_to(AIR, y(0.5).round() + 0.5);
    cr.line_to(width - AIR, y(0.5).round() + 0.5);
    cr.stroke()?;
    trace(cr);
    set(&ink, 0.9);
    cr.set_line_width(1.5);
    cr.stroke()?;
    for point in &course.points {
        let Some(color) = color_of(area, point.mark, is_dark) else { continue };
        set(&color, 1.0);
        // The worse, the larger: not told by color alone.
        let radius = match point.mark {
            Skill::VeryBad => 4.5,
            Skill::Bad => 3.5,
            Skill::Doubtful | Skill::Unmarked => 2.5,
        };
        cr.arc(x(point.entry + 1), y(point.height), radius, 0.0, std::f64::consts::TAU);
        cr.fill()?;
    }
    let here = x(course.current).round() + 0.5;
    set(&ink, 1.0);
    cr.set_line_width(1.0);
    cr.set_dash(&[3.0, 2.0], 0.0);
    cr.move_to(here, 0.0);
    cr.line_to(here, height);
    cr.stroke()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_record::judge::Amount;
    use gnubg_record::stats::course::Stage;

    fn moment(entry: usize, value: Option<f64>, error: f64) -> Moment {
        let play_error = Some(Amount { emg: error, ..Amount::default() });
        Moment {
            game: 0,
            entry,
            player: Player::One,
            value,
            stage: Stage::Contact,
            play_error,
            cube_error: None,
            luck: None,
        }
    }

    #[test]
    fn heights_are_those_of_the_player_at_the_bottom() {
        let thresholds = Thresholds::default();
        let of_match = [moment(0, Some(0.25), 0.0), moment(1, None, 0.0), moment(2, Some(1.0), 0.2)];
        let found = points(&of_match, false, &thresholds);
        let expected = [
            CoursePoint { entry: 0, height: 0.75, mark: Skill::Unmarked },
            CoursePoint { entry: 2, height: 0.0, mark: Skill::VeryBad },
        ];
        assert_eq!(found, expected);
        let of_money = [moment(0, Some(0.5), 0.0), moment(1, Some(-2.0), 0.0)];
        let heights: Vec<f64> = points(&of_money, true, &thresholds).iter().map(|p| p.height).collect();
        assert_eq!(heights, [0.375, 1.0]);
    }

    #[test]
    fn a_click_finds_the_nearest_decision() {
        let points = [2, 4, 8].map(|entry| CoursePoint { entry, height: 0.5, mark: Skill::Unmarked });
        let course = Course { game: 0, points: points.to_vec(), n_entries: 10, current: 5 };
        assert_eq!([0.0, 0.42, 1.0].map(|across| course.entry_at(across)), [2, 4, 8].map(Some));
        assert_eq!(course.here(), Some(0.5));
        assert_eq!(Course::default().entry_at(0.5), None);
    }
}
