// SPDX-License-Identifier: GPL-3.0-or-later
//! Taking back and making again.
//!
//! Changes are grouped: what a person did, and all that followed from it without being asked: the computer's reply,
//! automatic rolls. Rolling joins the group before it, because a roll alone is not worth taking back; the same dice
//! would fall again.

use gnubg_record::{Change, Cursor, MatchRecord};

/// Groups remembered.
const MOST: usize = 2000;

/// One change of the record.
#[derive(Debug)]
pub(crate) enum Part {
    /// A change within the match.
    Change(Change),
    /// The match that stood there before.
    Match(Box<MatchRecord>),
}

/// Changes that are taken back together.
#[derive(Debug)]
struct Group {
    parts: Vec<Part>,
    before: Cursor,
    after: Cursor,
    is_roll: bool,
}

#[derive(Debug, Default)]
pub(crate) struct History {
    past: Vec<Group>,
    future: Vec<Group>,
    open: Option<Group>,
    /// What follows without being asked begins a group of its own.
    is_apart: bool,
}

impl History {
    /// Changes noted from now on belong together.
    pub(crate) fn begin(&mut self, at: Cursor, is_roll: bool) {
        self.end(at);
        self.is_apart = false;
        self.open = Some(Group { parts: Vec::new(), before: at, after: at, is_roll });
    }

    /// What follows without being asked does not belong to the last group.
    pub(crate) fn set_apart(&mut self) {
        self.is_apart = true;
    }

    /// The group is complete; what follows without being asked still joins it.
    pub(crate) fn end(&mut self, at: Cursor) {
        let Some(mut group) = self.open.take() else { return };
        if group.parts.is_empty() {
            return;
        }
        group.after = at;
        self.is_apart = false;
        match self.past.last_mut() {
            Some(last) if group.is_roll => {
                last.parts.append(&mut group.parts);
                last.after = at;
            }
            _ => self.past.push(group),
        }
        if self.past.len() > MOST {
            self.past.remove(0);
        }
    }

    /// Notes a change that led to `after`.
    pub(crate) fn note(&mut self, part: Part, before: Cursor, after: Cursor) {
        if matches!(&part, Part::Change(change) if change.is_none()) {
            return;
        }
        self.future.clear();
        let last = if self.is_apart { None } else { self.past.last_mut() };
        match self.open.as_mut().or(last) {
            Some(group) => {
                group.parts.push(part);
                group.after = after;
            }
            None => self.past.push(Group { parts: vec![part], before, after, is_roll: false }),
        }
        self.is_apart &= self.open.is_some();
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Takes the last group back; the place before it.
    pub(crate) fn undo(&mut self, record: &mut MatchRecord) -> Option<Cursor> {
        let group = self.past.pop()?;
        let place = group.before;
        self.future.push(Group { parts: reversed(group.parts, record), ..group });
        Some(place)
    }

    /// Makes the last group that was taken back again; the place after it.
    pub(crate) fn redo(&mut self, record: &mut MatchRecord) -> Option<Cursor> {
        let group = self.future.pop()?;
        let place = group.after;
        self.past.push(Group { parts: reversed(group.parts, record), ..group });
        Some(place)
    }
}

/// Reverts parts from the last to the first; the result does the opposite.
fn reversed(parts: Vec<Part>, record: &mut MatchRecord) -> Vec<Part> {
    let revert = |part| match part {
        Part::Change(change) => Part::Change(record.revert(change)),
        Part::Match(old) => Part::Match(Box::new(std::mem::replace(record, *old))),
    };
    parts.into_iter().rev().map(revert).collect()
}
