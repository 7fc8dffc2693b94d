// SPDX-License-Identifier: GPL-3.0-or-later
//! The summary of a match on paper: its title, how both players played, the course, a list of expensive decisions.

use crate::canvas::{BEST, size};
use crate::canvas::{Face, GROUNDS, INK, Mark, QUIET, RULE, Sheet, Typesetter, loss_color};
use crate::document::summary::{CoursePoint, Expensive, MatchSummary};
use crate::table_sheet::{TableRow, TableStyle, cell, table};
use crate::words::Words;
use gnubg_record::Skill;

/// Title and subtitle.
pub(crate) fn title(set: &Typesetter, summary: &MatchSummary, width: f64) -> Sheet {
    let mut sheet = Sheet::default();
    set.put(&mut sheet, &summary.title, Face::bold(18.0), [0.0, 0.0], width);
    let below = set.wrapped(&summary.subtitle, Face::quiet(8.0), width);
    sheet.text(below, 0.0, 25.0, QUIET);
    sheet
}

/// The figures of both players.
pub(crate) fn players(set: &Typesetter, summary: &MatchSummary, words: Words, width: f64) -> Sheet {
    let heads = MatchSummary::heads(words).map(|head| cell(head, Face::quiet(7.0).colored(QUIET)));
    let mut rows = vec![TableRow { cells: heads.to_vec(), has_rule: true, ..TableRow::default() }];
    for player in &summary.players {
        let cells = player
            .cells()
            .into_iter()
            .enumerate()
            .map(|(n, text)| cell(text, if n < 2 { Face::bold(9.5) } else { Face::plain(9.5) }));
        rows.push(TableRow { cells: cells.collect(), ..TableRow::default() });
    }
    let right = [false, true, true, true, true, true, true];
    table(set, &rows, &TableStyle { right: &right, wide: 0, gap: 26.0, leading: 4.0, bar: 0.0 }, width)
}

/// The course of the match: a line between the players, a dot for each marked error, the larger the worse.
pub(crate) fn course(set: &Typesetter, summary: &MatchSummary, [width, height]: [f64; 2]) -> Sheet {
    let mut sheet = Sheet { height, ..Sheet::default() };
    for (n, ground) in GROUNDS.into_iter().enumerate() {
        sheet.fill([0.0, n as f64 * height / 2.0, width, height / 2.0], ground);
    }
    let names = summary.players.each_ref().map(|player| player.name.clone());
    for (name, y) in names.iter().zip([2.0, height - 11.0]) {
        set.put(&mut sheet, name, Face::quiet(7.0), [4.0, y], width / 3.0);
    }
    let points = &summary.course;
    let last = points.len().saturating_sub(1).max(1) as f64;
    let at = |n: usize, point: &CoursePoint| [n as f64 / last * width, (1.0 - point.height) * height];
    let mut game = None;
    for (n, point) in points.iter().enumerate() {
        if game.replace(point.place.0) == Some(point.place.0) {
            continue;
        }
        let x = at(n, point)[0];
        if n > 0 {
            let places = vec![[x, 0.0], [x, height]];
            sheet.marks.push(Mark::Path { places, width: 0.4, color: RULE, is_dashed: false });
        }
        if n > 0 {
            let number = (point.place.0 + 1).to_string();
            set.put(&mut sheet, &number, Face::quiet(5.5), [x + 1.5, height - 8.0], 20.0);
        }
    }
    if points.len() > 1 {
        let places = points.iter().enumerate().map(|(n, point)| at(n, point)).collect();
        sheet.marks.push(Mark::Path { places, width: 0.9, color: INK, is_dashed: false });
    }
    for (n, point) in points.iter().enumerate() {
        let radius = match point.skill {
            Skill::VeryBad => 2.6,
            Skill::Bad => 1.9,
            Skill::Doubtful => 1.3,
            Skill::Unmarked => continue,
        };
        sheet.marks.push(Mark::Dot(at(n, point), radius, loss_color(point.skill)));
    }
    sheet
}

/// Expensive decisions, a line for each.
pub(crate) fn worst(set: &Typesetter, worst: &[Expensive], words: Words, width: f64) -> Sheet {
    let size = 7.2;
    let quiet = Face::quiet(size);
    let heads = [
        String::new(),
        words.gettext("Player"),
        words.gettext("Decision"),
        words.gettext("Best"),
        words.gettext("Loss"),
    ];
    let heads = heads.map(|head| cell(head, Face::quiet(6.5)));
    let mut rows = vec![TableRow { cells: heads.to_vec(), has_rule: true, ..TableRow::default() }];
    for (n, one) in worst.iter().enumerate() {
        let color = loss_color(one.skill);
        let done = match one.words.occasion.chars().all(|c| c.is_ascii_digit()) {
            true => format!("{}: {}", one.words.occasion, one.words.done),
            false => one.words.done.clone(),
        };
        let cells = vec![
            cell((n + 1).to_string(), quiet),
            cell(one.head.clone(), quiet),
            cell(done, Face::bold(size)),
            cell(one.words.best.clone(), Face::plain(size).colored(BEST)),
            cell(
                format!("{} {}", one.skill.symbol(), one.loss).trim().to_owned(),
                Face::bold(size).colored(color),
            ),
        ];
        let share = one.error.loss.emg / LONGEST;
        rows.push(TableRow { cells, bar: Some((share, color)), ..TableRow::default() });
    }
    let right = [true, false, false, false, true];
    table(set, &rows, &TableStyle { right: &right, wide: 3, gap: 10.0, leading: 2.0, bar: 50.0 }, width)
}

/// The loss in equity whose bar takes all of its room.
const LONGEST: f64 = 0.4;

/// A heading.
pub(crate) fn heading(set: &Typesetter, text: &str, points: f64, width: f64) -> Sheet {
    let mut sheet = Sheet::default();
    let layout = set.line(text, Face::bold(points), width);
    let height = size(&layout).1;
    sheet.text(layout, 0.0, 0.0, INK);
    sheet.height = height;
    sheet
}
