// SPDX-License-Identifier: GPL-3.0-or-later
//! Undo and redo.
//!
//! Changes are grouped: what a person did, and what followed from it automatically, such as the computer's reply and
//! automatic rolls. A roll joins the group before it, because undoing a roll alone is useless: the same dice would come
//! again.

use crate::files::journal::Touched;
use gnubg_record::{Change, Cursor, MatchRecord};

/// Groups that can be undone.
const MAX_GROUPS: usize = 2000;

/// One change of the record that can be undone.
#[derive(Debug)]
pub(crate) enum HistoryStep {
    /// A change within the match.
    Change(Change),
    /// The whole match was replaced; this is the one before.
    Match(Box<MatchRecord>),
}

impl HistoryStep {
    /// Notes what making the step, or undoing it, touches.
    pub(crate) fn note_touched(&self, touched: &mut Touched) {
        match self {
            HistoryStep::Change(change) => touched.add(change),
            HistoryStep::Match(_) => touched.add_whole(),
        }
    }
}

/// Changes that are undone together.
#[derive(Debug)]
struct UndoGroup {
    steps: Vec<HistoryStep>,
    before: Cursor,
    after: Cursor,
    is_roll: bool,
}

#[derive(Debug, Default)]
pub(crate) struct History {
    past: Vec<UndoGroup>,
    future: Vec<UndoGroup>,
    open: Option<UndoGroup>,
    /// Whether automatic changes begin a group of their own.
    is_apart: bool,
}

impl History {
    /// Begins a group: changes noted from now on belong together.
    pub(crate) fn begin(&mut self, at: Cursor, is_roll: bool) {
        self.end(at);
        self.is_apart = false;
        self.open = Some(UndoGroup { steps: Vec::new(), before: at, after: at, is_roll });
    }

    /// Automatic changes that follow do not belong to the last group.
    pub(crate) fn set_apart(&mut self) {
        self.is_apart = true;
    }

    /// Ends the group; automatic changes that follow still join it.
    pub(crate) fn end(&mut self, at: Cursor) {
        let Some(mut group) = self.open.take() else { return };
        if group.steps.is_empty() {
            return;
        }
        group.after = at;
        self.is_apart = false;
        match self.past.last_mut() {
            Some(last) if group.is_roll => {
                last.steps.append(&mut group.steps);
                last.after = at;
            }
            _ => self.past.push(group),
        }
        if self.past.len() > MAX_GROUPS {
            self.past.remove(0);
        }
    }

    /// Notes a change that led to `after`.
    pub(crate) fn note(&mut self, step: HistoryStep, before: Cursor, after: Cursor) {
        if matches!(&step, HistoryStep::Change(change) if change.is_none()) {
            return;
        }
        self.future.clear();
        let last = if self.is_apart { None } else { self.past.last_mut() };
        match self.open.as_mut().or(last) {
            Some(group) => {
                group.steps.push(step);
                group.after = after;
            }
            None => self.past.push(UndoGroup { steps: vec![step], before, after, is_roll: false }),
        }
        self.is_apart &= self.open.is_some();
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Undoes the last group; returns the place before it.
    pub(crate) fn undo(&mut self, record: &mut MatchRecord, touched: &mut Touched) -> Option<Cursor> {
        let group = self.past.pop()?;
        let place = group.before;
        self.future.push(UndoGroup { steps: undone(group.steps, record, touched), ..group });
        Some(place)
    }

    /// Redoes the last group that was undone; returns the place after it.
    pub(crate) fn redo(&mut self, record: &mut MatchRecord, touched: &mut Touched) -> Option<Cursor> {
        let group = self.future.pop()?;
        let place = group.after;
        self.past.push(UndoGroup { steps: undone(group.steps, record, touched), ..group });
        Some(place)
    }
}

/// Undoes steps from the last to the first; the result redoes them.
fn undone(steps: Vec<HistoryStep>, record: &mut MatchRecord, touched: &mut Touched) -> Vec<HistoryStep> {
    let revert = |step| {
        let step = match step {
            HistoryStep::Change(change) => HistoryStep::Change(record.revert(change)),
            HistoryStep::Match(old) => HistoryStep::Match(Box::new(std::mem::replace(record, *old))),
        };
        step.note_touched(touched);
        step
    };
    steps.into_iter().rev().map(revert).collect()
}
