// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations of a match: other continuations, played after going back in the record.
//!
//! A variation is kept as a whole match in [`MatchRecord::variations`]. The place where it branches off is found by
//! comparison and stored nowhere, so it cannot contradict what was played.

use crate::cursor::Cursor;
use crate::entry::Entry;
use crate::record::MatchRecord;
use std::sync::Arc;

/// The largest number of variations kept with a match.
pub const MAX_VARIATIONS: usize = 100;

/// Whether two entries are the same action; comments and analysis may differ.
fn is_same_action(a: &Entry, b: &Entry) -> bool {
    a.player == b.player && a.action == b.action
}

fn n_same_actions(a: &[Entry], b: &[Entry]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| is_same_action(a, b)).count()
}

impl MatchRecord {
    /// The place where `other` departs from this record or continues beyond it; `None` if this record contains all of
    /// it.
    #[must_use]
    pub fn branch_point(&self, other: &MatchRecord) -> Option<Cursor> {
        for (n, theirs) in other.games.iter().enumerate() {
            let Some(own) = self.games.get(n).filter(|own| own.start == theirs.start) else {
                return Some(Cursor::at(n, 0));
            };
            let shared = n_same_actions(&own.entries, &theirs.entries);
            let is_last = n + 1 == other.games.len();
            let differs = shared < theirs.entries.len()
                || (theirs.stated.is_some() && theirs.stated != own.stated)
                || (!is_last && shared < own.entries.len());
            if differs {
                return Some(Cursor::at(n, shared));
            }
        }
        None
    }

    /// Copies facts, comments, marks and analysis to `other`, as far as both records are the same.
    pub fn share_common_part(&self, other: &mut MatchRecord) {
        other.info.clone_from(&self.info);
        for (own, theirs) in self.games.iter().zip(&mut other.games) {
            if own.start != theirs.start {
                return;
            }
            theirs.properties.clone_from(&own.properties);
            let shared = n_same_actions(&own.entries, &theirs.entries);
            theirs.entries[..shared].clone_from_slice(&own.entries[..shared]);
            if shared < own.entries.len() || shared < theirs.entries.len() {
                return;
            }
        }
    }

    /// Keeps this record as a variation of itself, before another continuation is played. A variation that this record
    /// contains is replaced by it. Beyond [`MAX_VARIATIONS`] the oldest variation is removed.
    pub fn keep_as_variation(&mut self) {
        let whole = MatchRecord { variations: Vec::new(), ..self.clone() };
        for variation in &mut self.variations {
            whole.share_common_part(Arc::make_mut(variation));
        }
        let whole = Arc::new(whole);
        let known = self.variations.iter().position(|variation| whole.branch_point(variation).is_none());
        match known {
            Some(n) => self.variations[n] = Arc::clone(&whole),
            None => self.variations.push(Arc::clone(&whole)),
        }
        self.variations.retain(|one| Arc::ptr_eq(one, &whole) || whole.branch_point(one).is_some());
        if self.variations.len() > MAX_VARIATIONS {
            self.variations.remove(0);
        }
    }

    /// The variations with their indices in [`MatchRecord::variations`] and the places where they branch off, the
    /// oldest
    /// first. Variations that this record contains are left out.
    pub fn branches(&self) -> impl Iterator<Item = (usize, Cursor, &MatchRecord)> {
        let variations = self.variations.iter().enumerate();
        variations.filter_map(|(n, variation)| Some((n, self.branch_point(variation)?, &**variation)))
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
    fn variations_branch_off_at_the_first_difference() {
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
            assert_eq!(main.branch_point(&other), place, "{other:?}");
        }
        let mut stated = main.clone();
        stated.games[1].stated = Some((Player::One, 2));
        assert_eq!(main.branch_point(&stated), Some(Cursor::at(1, 1)));
        assert_eq!(stated.branch_point(&main), None);
    }

    #[test]
    fn variations_are_kept_once_and_share_comments() {
        let mut main = record(&[&[(3, 1), (4, 2)]]);
        main.keep_as_variation();
        main.keep_as_variation();
        assert_eq!((main.variations.len(), main.branches().count()), (1, 0));
        main.games[0].entries[1] = record(&[&[(6, 6)]]).games[0].entries[0].clone();
        assert_eq!(
            main.branches().map(|(n, place, _)| (n, place)).collect::<Vec<_>>(),
            [(0, Cursor::at(0, 1))]
        );
        main.games[0].entries[0].comment = "early".to_owned();
        main.games[0].entries[1].comment = "late".to_owned();
        main.keep_as_variation();
        let remarks = |n: usize| -> Vec<&str> {
            main.variations[n].games[0].entries.iter().map(|entry| entry.comment.as_str()).collect()
        };
        assert_eq!((remarks(0), remarks(1)), (vec!["early", ""], vec!["early", "late"]));
        // A variation that continues another replaces it.
        let mut longer = main.clone();
        longer.games[0].entries.push(record(&[&[(2, 1)]]).games[0].entries[0].clone());
        longer.keep_as_variation();
        assert_eq!(longer.variations.len(), 2);
        assert_eq!(longer.variations[1].games[0].entries.len(), 3);
        for n in 0..=MAX_VARIATIONS as u8 {
            let double = |n: u8| (1 + n % 6, 1 + n % 6);
            let variations = longer.variations;
            longer = MatchRecord { variations, ..record(&[&[double(n), double(n / 6), double(n / 36)]]) };
            longer.keep_as_variation();
        }
        assert_eq!(longer.variations.len(), MAX_VARIATIONS);
    }
}
