// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets of boards, and finding them by conditions on checkers and features.

use super::ast::{Compare, Expr, QueryValue, Together, Whose};
use super::boards::{BoardIndex, CHECKERS, FEATURES, Slot, borne_off, counted, row_of};
use super::fields::Field;
use crate::position::{Phase, Plan, Plans};
use rayon::prelude::*;

/// A set of boards by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bitmap {
    words: Vec<u64>,
    len: usize,
}

/// Boards that are looked at by one thread at a time; a multiple of 64.
const PART: usize = 1 << 16;

impl Bitmap {
    /// The boards whose rows fit.
    fn of_rows<const N: usize>(
        index: &BoardIndex,
        rows: impl Fn(&BoardIndex, usize) -> &[[u8; N]] + Sync,
        fits: impl Fn(&[u8; N]) -> bool + Sync,
    ) -> Bitmap {
        let len = index.len();
        let parts: Vec<Vec<u64>> = (0..len.div_ceil(PART))
            .into_par_iter()
            .map(|part| {
                let (from, end) = (part * PART, ((part + 1) * PART).min(len));
                let mut words = vec![0u64; (end - from).div_ceil(64)];
                let mut at = from;
                while at < end {
                    // A part may lie in the file and in memory.
                    let found = rows(index, at);
                    for (n, row) in found.iter().take(end - at).enumerate() {
                        let bit = at + n - from;
                        words[bit / 64] |= u64::from(fits(row)) << (bit % 64);
                    }
                    at += found.len();
                }
                words
            })
            .collect();
        Bitmap { words: parts.concat(), len }
    }

    fn of_features(index: &BoardIndex, fits: impl Fn(&[u8; FEATURES]) -> bool + Sync) -> Bitmap {
        // Rows of deleted boards have an impossible phase.
        Bitmap::of_rows(index, |index, at| index.features_from(at), |row| row[0] != 0xff && fits(row))
    }

    fn of_checkers(index: &BoardIndex, fits: impl Fn(&[u8; CHECKERS]) -> bool + Sync) -> Bitmap {
        let is_there = |row: &[u8; CHECKERS]| row[0] | row[32] != 0;
        Bitmap::of_rows(index, |index, at| index.checkers_from(at), |row| is_there(row) && fits(row))
    }

    /// Whether a board is in the set.
    pub(super) fn has(&self, id: i64) -> bool {
        let at = (id - 1) as usize;
        self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Boards in the set.
    pub(super) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers of the boards in the set.
    pub(super) fn iter(&self) -> impl Iterator<Item = i64> {
        self.words.iter().enumerate().flat_map(|(n, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(64 * n as i64 + i64::from(bit) + 1)
            })
        })
    }

    fn combine(mut self, other: &Bitmap, with: impl Fn(u64, u64) -> u64) -> Bitmap {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a = with(*a, *b));
        self
    }

    fn inverted(mut self) -> Bitmap {
        self.words.iter_mut().for_each(|word| *word = !*word);
        let surplus = self.words.len() * 64 - self.len;
        if let Some(last) = self.words.last_mut() {
            *last &= u64::MAX >> surplus;
        }
        self
    }

    /// The boards that fit an expression; `None` if it asks for more than boards.
    pub(super) fn of(index: &BoardIndex, expr: &Expr) -> Option<Bitmap> {
        Some(match expr {
            Expr::And(all) => {
                let mut sets = all.iter().map(|one| Bitmap::of(index, one));
                let first = sets.next()??;
                sets.try_fold(first, |sum, one| Some(sum.combine(&one?, |a, b| a & b)))?
            }
            Expr::Or(any) => {
                let mut sets = any.iter().map(|one| Bitmap::of(index, one));
                let first = sets.next()??;
                sets.try_fold(first, |sum, one| Some(sum.combine(&one?, |a, b| a | b)))?
            }
            Expr::Not(inner) => Bitmap::of(index, inner)?.inverted(),
            Expr::Board(board) => {
                let wanted = row_of(board);
                Bitmap::of_checkers(index, |row| *row == wanted)
            }
            Expr::Points { whose, places, compare, count, together } => {
                points(index, *whose, places, *compare, *count, *together)
            }
            Expr::Term { whose, field, compare, values } if is_board_field(*field) => {
                term(index, whose.unwrap_or(Whose::My), *field, *compare, values)
            }
            Expr::Term { .. } | Expr::Text(_) => return None,
        })
    }
}

/// Whether an expression asks for boards only.
pub(super) fn is_about_boards(expr: &Expr) -> bool {
    match expr {
        Expr::And(all) | Expr::Or(all) => all.iter().all(is_about_boards),
        Expr::Not(inner) => is_about_boards(inner),
        Expr::Points { .. } | Expr::Board(_) => true,
        Expr::Term { field, .. } => is_board_field(*field),
        Expr::Text(_) => false,
    }
}

fn is_board_field(field: Field) -> bool {
    field.source() == super::fields::Source::Board
}

fn points(
    index: &BoardIndex,
    whose: Whose,
    places: &[u8],
    compare: Compare,
    count: u8,
    together: Together,
) -> Bitmap {
    let is_mine = whose == Whose::My;
    // Places are numbered by the player who decides.
    let on = |row: &[u8; CHECKERS], place: u8| match (place, is_mine) {
        (0, _) => borne_off(row, is_mine),
        (25, _) => counted(row, is_mine, 24),
        (n, true) => counted(row, true, usize::from(n) - 1),
        (n, false) => counted(row, false, 24 - usize::from(n)),
    };
    Bitmap::of_checkers(index, |row| match together {
        Together::All => places.iter().all(|&place| compare.holds(on(row, place), count)),
        Together::Any => places.iter().any(|&place| compare.holds(on(row, place), count)),
        Together::AtLeast(n) => {
            let fit = places.iter().filter(|&&place| compare.holds(on(row, place), count));
            fit.count() >= usize::from(n)
        }
        Together::Sum => {
            let sum: u16 = places.iter().map(|&place| u16::from(on(row, place))).sum();
            compare.holds(sum, u16::from(count))
        }
    })
}

/// The number of a feature in a row.
fn number(row: &[u8; FEATURES], field: Field, whose: Whose) -> i32 {
    let pick = |me: Slot, op: Slot| if whose == Whose::My { me } else { op };
    let byte = |slot: Slot| i32::from(row[slot as usize]);
    let word = |slot: Slot| i32::from(u16::from_le_bytes([row[slot as usize], row[slot as usize + 1]]));
    match field {
        Field::Pips => word(pick(Slot::PipsMe, Slot::PipsOp)),
        Field::Lead => word(pick(Slot::PipsOp, Slot::PipsMe)) - word(pick(Slot::PipsMe, Slot::PipsOp)),
        Field::Back => byte(pick(Slot::BackMe, Slot::BackOp)),
        Field::Prime => byte(pick(Slot::PrimeMe, Slot::PrimeOp)),
        Field::HomePoints => byte(pick(Slot::HomeMe, Slot::HomeOp)),
        Field::Anchors => byte(pick(Slot::AnchorsMe, Slot::AnchorsOp)).count_ones() as i32,
        Field::Blots => byte(pick(Slot::BlotsMe, Slot::BlotsOp)),
        Field::Shots => byte(pick(Slot::HitsMe, Slot::HitsOp)),
        Field::Escapes => byte(pick(Slot::EscapesMe, Slot::EscapesOp)),
        Field::Timing => byte(pick(Slot::TimingMe, Slot::TimingOp)),
        Field::Bar => byte(pick(Slot::BarMe, Slot::BarOp)),
        Field::Off => byte(pick(Slot::OffMe, Slot::OffOp)),
        _ => 0,
    }
}

fn term(index: &BoardIndex, whose: Whose, field: Field, compare: Compare, values: &[QueryValue]) -> Bitmap {
    let words: Vec<&str> = values
        .iter()
        .filter_map(|value| if let QueryValue::Text(text) = value { Some(text.as_str()) } else { None })
        .collect();
    let is_not = compare == Compare::IsNot;
    let plan = if whose == Whose::My { Slot::PlanMe } else { Slot::PlanOp } as usize;
    let plans_of = move |row: &[u8; FEATURES]| Plans(u16::from_le_bytes([row[plan], row[plan + 1]]));
    match field {
        Field::Phase => {
            let wanted = phases(&words);
            Bitmap::of_features(index, move |row| (wanted >> row[Slot::Phase as usize] & 1 == 1) != is_not)
        }
        Field::Class => {
            let names = ["over", "race", "crashed", "contact"];
            let wanted = bits(names.iter().map(|name| words.contains(name)));
            Bitmap::of_features(index, move |row| (wanted >> row[Slot::Class as usize] & 1 == 1) != is_not)
        }
        Field::Plan => {
            let wanted = plans(&words);
            // The label is the lowest bit.
            let label = |plans: Plans| plans.0 & plans.0.wrapping_neg();
            Bitmap::of_features(index, move |row| (label(plans_of(row)) & wanted != 0) != is_not)
        }
        Field::Has => {
            let (wanted, phase) = (plans(&words), phases(&words));
            Bitmap::of_features(index, move |row| {
                (plans_of(row).0 & wanted != 0 || phase >> row[Slot::Phase as usize] & 1 == 1) != is_not
            })
        }
        _ => {
            let tests: Vec<(Compare, f64, f64)> = values
                .iter()
                .filter_map(|value| match value {
                    QueryValue::Number(number) => Some((compare, *number, *number)),
                    QueryValue::Range(from, to) => {
                        let (from, to) = (from.unwrap_or(f64::NEG_INFINITY), to.unwrap_or(f64::INFINITY));
                        Some((compare, from, to))
                    }
                    _ => None,
                })
                .collect();
            Bitmap::of_features(index, move |row| in_range(f64::from(number(row, field, whose)), &tests))
        }
    }
}

/// Whether a number fits one of some comparisons, or with [`Compare::IsNot`] none.
pub(super) fn in_range(number: f64, tests: &[(Compare, f64, f64)]) -> bool {
    let is_in = |(compare, from, to): &(Compare, f64, f64)| match compare {
        Compare::Is | Compare::IsNot | Compare::Like => number >= *from && number <= *to,
        Compare::AtLeast => number >= *from,
        Compare::More => number > *to,
        Compare::AtMost => number <= *to,
        Compare::Less => number < *from,
    };
    let found = tests.iter().any(is_in);
    if tests.iter().any(|(compare, ..)| *compare == Compare::IsNot) { !found } else { found }
}

fn bits(set: impl Iterator<Item = bool>) -> u32 {
    set.enumerate().fold(0, |bits, (n, on)| bits | u32::from(on) << n)
}

fn phases(words: &[&str]) -> u32 {
    bits(Phase::ALL.iter().map(|phase| words.contains(&phase.word())))
}

fn plans(words: &[&str]) -> u16 {
    Plan::ALL.iter().filter(|plan| words.contains(&plan.word())).fold(0, |bits, plan| bits | plan.bit())
}
