// SPDX-License-Identifier: GPL-3.0-or-later
//! Other lines of a match: what was played where somebody went back and played on otherwise.
//!
//! A line is the whole match as it went that way, kept in [`MatchRecord::lines`]. Where it parts from the line shown, only
//! a comparison tells, so nothing can be at odds with what was played.

use crate::cursor::Cursor;
use crate::entry::Entry;
use crate::record::MatchRecord;
use std::sync::Arc;

/// Most other lines kept of a match.
pub const MOST_LINES: usize = 100;

/// Whether the same was done; what was remarked may differ.
fn is_alike(a: &Entry, b: &Entry) -> bool {
    a.player == b.player && a.action == b.action
}

fn n_alike(a: &[Entry], b: &[Entry]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| is_alike(a, b)).count()
}

impl MatchRecord {
    /// Where `other` does something else than this record, or more; `None` if all of it is in this record, too.
    #[must_use]
    pub fn parting(&self, other: &MatchRecord) -> Option<Cursor> {
        for (n, theirs) in other.games.iter().enumerate() {
            let Some(own) = self.games.get(n).filter(|own| own.start == theirs.start) else {
                return Some(Cursor::at(n, 0));
            };
            let alike = n_alike(&own.entries, &theirs.entries);
            let is_last = n + 1 == other.games.len();
            let differs = alike < theirs.entries.len()
                || (theirs.stated.is_some() && theirs.stated != own.stated)
                || (!is_last && alike < own.entries.len());
            if differs {
                return Some(Cursor::at(n, alike));
            }
        }
        None
    }

    /// Makes what `other` shares with this record what it is here: facts, remarks, marks, analysis.
    pub fn share_beginning(&self, other: &mut MatchRecord) {
        other.info.clone_from(&self.info);
        for (own, theirs) in self.games.iter().zip(&mut other.games) {
            if own.start != theirs.start {
                return;
            }
            theirs.properties.clone_from(&own.properties);
            let alike = n_alike(&own.entries, &theirs.entries);
            theirs.entries[..alike].clone_from_slice(&own.entries[..alike]);
            if alike < own.entries.len() || alike < theirs.entries.len() {
                return;
            }
        }
    }

    /// Keeps this record as another line of itself, before something else is played. Lines that go on in it are not kept
    /// beside it; of too many the oldest gives way.
    pub fn keep_as_line(&mut self) {
        let whole = MatchRecord { lines: Vec::new(), ..self.clone() };
        for line in &mut self.lines {
            whole.share_beginning(Arc::make_mut(line));
        }
        let whole = Arc::new(whole);
        let known = self.lines.iter().position(|line| whole.parting(line).is_none());
        match known {
            Some(n) => self.lines[n] = Arc::clone(&whole),
            None => self.lines.push(Arc::clone(&whole)),
        }
        self.lines.retain(|line| Arc::ptr_eq(line, &whole) || whole.parting(line).is_some());
        if self.lines.len() > MOST_LINES {
            self.lines.remove(0);
        }
    }

    /// The other lines with their numbers and the places where they part, the oldest first. One that holds nothing this
    /// record does not is none.
    pub fn other_lines(&self) -> impl Iterator<Item = (usize, Cursor, &MatchRecord)> {
        let lines = self.lines.iter().enumerate();
        lines.filter_map(|(n, line)| Some((n, self.parting(line)?, &**line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::EntryAction;
    use crate::game::GameRecord;
    use crate::info::MatchInfo;
    use gnubg_engine::core::{Dice, Player, Rules};

    /// A match whose games are sequences of rolls.
    fn record(games: &[&[(u8, u8)]]) -> MatchRecord {
        let mut record = MatchRecord::new(5, Rules::default(), MatchInfo::default()).unwrap();
        for rolls in games {
            let mut game = GameRecord::new(record.first_start());
            let entry =
                |&(a, b): &(u8, u8)| Entry::new(Player::One, EntryAction::Roll(Dice::new(a, b).unwrap()));
            game.entries = rolls.iter().map(entry).collect();
            record.games.push(game);
        }
        record
    }

    #[test]
    fn lines_part_where_something_else_follows() {
        let main = record(&[&[(3, 1), (4, 2)], &[(6, 5)]]);
        for (other, place) in [
            (record(&[&[(3, 1), (4, 2)], &[(6, 5)]]), None),
            (record(&[&[(3, 1), (4, 2)], &[]]), None),
            (record(&[&[(3, 1)]]), None),
            (record(&[&[(3, 1)], &[(6, 5)]]), Some(Cursor::at(0, 1))),
            (record(&[&[(3, 1), (5, 2)]]), Some(Cursor::at(0, 1))),
            (record(&[&[(3, 1), (4, 2)], &[(6, 5), (2, 1)]]), Some(Cursor::at(1, 1))),
            (record(&[&[(3, 1), (4, 2)], &[(6, 5)], &[]]), Some(Cursor::at(2, 0))),
        ] {
            assert_eq!(main.parting(&other), place, "{other:?}");
        }
        let mut stated = main.clone();
        stated.games[1].stated = Some((Player::One, 2));
        assert_eq!(main.parting(&stated), Some(Cursor::at(1, 1)));
        assert_eq!(stated.parting(&main), None);
    }

    #[test]
    fn lines_are_kept_once_and_share_what_was_remarked() {
        let mut main = record(&[&[(3, 1), (4, 2)]]);
        main.keep_as_line();
        main.keep_as_line();
        assert_eq!((main.lines.len(), main.other_lines().count()), (1, 0));
        main.games[0].entries[1] = record(&[&[(6, 6)]]).games[0].entries[0].clone();
        assert_eq!(
            main.other_lines().map(|(n, place, _)| (n, place)).collect::<Vec<_>>(),
            [(0, Cursor::at(0, 1))]
        );
        main.games[0].entries[0].comment = "early".to_owned();
        main.games[0].entries[1].comment = "late".to_owned();
        main.keep_as_line();
        let remarks = |n: usize| -> Vec<&str> {
            main.lines[n].games[0].entries.iter().map(|entry| entry.comment.as_str()).collect()
        };
        assert_eq!((remarks(0), remarks(1)), (vec!["early", ""], vec!["early", "late"]));
        // What goes on in the new line is not kept beside it.
        let mut longer = main.clone();
        longer.games[0].entries.push(record(&[&[(2, 1)]]).games[0].entries[0].clone());
        longer.keep_as_line();
        assert_eq!(longer.lines.len(), 2);
        assert_eq!(longer.lines[1].games[0].entries.len(), 3);
        for n in 0..=MOST_LINES as u8 {
            let double = |n: u8| (1 + n % 6, 1 + n % 6);
            let lines = longer.lines;
            longer = MatchRecord { lines, ..record(&[&[double(n), double(n / 6), double(n / 36)]]) };
            longer.keep_as_line();
        }
        assert_eq!(longer.lines.len(), MOST_LINES);
    }
}
