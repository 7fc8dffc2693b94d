// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations of a match: other continuations, played after going back in the record.
//!
//! A variation is kept as a whole match in [`MatchRecord::variations`]. The place where it branches off is found by
//! comparison and stored nowhere, so it cannot contradict what was played.
//!
//! *Lines* are the main line, number 0, and the variations after it. One of them is shown: its games are those of the
//! record, and the others are in [`MatchRecord::variations`]. Looking at another line changes no number.

use crate::cursor::Cursor;
use crate::entry::Entry;
use crate::record::MatchRecord;
use std::sync::Arc;

/// The largest number of variations kept with a match.
pub const MAX_VARIATIONS: usize = 100;

/// The line that the others branch off from.
pub const MAIN_LINE: usize = 0;

/// Where a line branches off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The line that branches off.
    pub line: usize,
    /// The line it leaves: the one it shares most with.
    pub from: usize,
    /// The first entry that is another.
    pub place: Cursor,
    /// 1 for a variation of the main line, 2 for a variation of such a one.
    pub level: usize,
}

/// Whether two entries are the same action; comments and analysis may differ.
fn is_same_action(a: &Entry, b: &Entry) -> bool {
    a.player == b.player && a.action == b.action
}

fn n_same_actions(a: &[Entry], b: &[Entry]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| is_same_action(a, b)).count()
}

/// The end of what two matches have in common.
fn common_end(a: &MatchRecord, b: &MatchRecord) -> Cursor {
    for n in 0..a.games.len().max(b.games.len()) {
        let (Some(one), Some(other)) = (a.games.get(n), b.games.get(n)) else { return Cursor::at(n, 0) };
        if one.start != other.start {
            return Cursor::at(n, 0);
        }
        let shared = n_same_actions(&one.entries, &other.entries);
        if shared < one.entries.len().max(other.entries.len()) || one.stated != other.stated {
            return Cursor::at(n, shared);
        }
    }
    Cursor::at(a.games.len(), 0)
}

/// All lines of a match, the main line first, and the number of the one shown.
struct Lines {
    all: Vec<Arc<MatchRecord>>,
    shown: usize,
}

impl Lines {
    fn of(record: &MatchRecord) -> Lines {
        let whole = MatchRecord { variations: Vec::new(), shown_variation: None, ..record.clone() };
        let mut all = record.variations.clone();
        for line in &mut all {
            whole.share_common_part(Arc::make_mut(line));
        }
        let shown = record.shown_line();
        all.insert(shown, Arc::new(whole));
        Lines { all, shown }
    }

    /// The match that shows the wanted line.
    fn into_record(mut self) -> MatchRecord {
        let shown = self.all.remove(self.shown);
        let shown_variation = (self.shown != MAIN_LINE).then_some(self.shown);
        MatchRecord { variations: self.all, shown_variation, ..Arc::unwrap_or_clone(shown) }
    }

    /// Removes lines; the line shown, which stays, keeps its place among the others. Without the main line the line
    /// shown takes its place.
    fn retain(&mut self, is_kept: impl Fn(&MatchRecord) -> bool) {
        for line in (0..self.all.len()).rev() {
            if line == self.shown || is_kept(&self.all[line]) {
                continue;
            }
            self.all.remove(line);
            self.shown -= usize::from(line < self.shown);
            if line == MAIN_LINE {
                let shown = self.all.remove(self.shown);
                self.all.insert(MAIN_LINE, shown);
                self.shown = MAIN_LINE;
            }
        }
    }
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

    /// Keeps this record as a variation of itself, before another continuation is played. Variations that this record
    /// contains are replaced by it. Beyond [`MAX_VARIATIONS`] the oldest variation is removed.
    pub fn keep_as_variation(&mut self) {
        let Lines { all, shown } = Lines::of(self);
        let whole = Arc::clone(&all[shown]);
        let known =
            all.iter().enumerate().position(|(n, line)| n != shown && whole.branch_point(line).is_none());
        let mut lines = Lines { all, shown };
        lines.retain(|line| whole.branch_point(line).is_some());
        // What follows is another line, which branches off from this one.
        let (mut others, shown) = (lines.all, lines.shown);
        others.remove(shown);
        let at = match (shown, known) {
            (MAIN_LINE, Some(known)) => known.saturating_sub(1).min(others.len()),
            (MAIN_LINE, None) => others.len(),
            (shown, _) => shown,
        };
        others.insert(at, whole);
        self.shown_variation = (shown != MAIN_LINE).then_some(shown + 1);
        if others.len() > MAX_VARIATIONS {
            let oldest = usize::from(self.shown_variation.is_some());
            others.remove(oldest);
            self.shown_variation = self.shown_variation.map(|shown| shown - usize::from(oldest < shown));
        }
        self.variations = others;
    }

    /// The variations with their indices in [`MatchRecord::variations`] and the places where they branch off, the
    /// oldest first. Variations that this record contains are left out.
    pub fn branches(&self) -> impl Iterator<Item = (usize, Cursor, &MatchRecord)> {
        let variations = self.variations.iter().enumerate();
        variations.filter_map(|(n, variation)| Some((n, self.branch_point(variation)?, &**variation)))
    }

    /// The number of the line shown.
    #[must_use]
    pub fn shown_line(&self) -> usize {
        self.shown_variation.map_or(MAIN_LINE, |shown| shown.min(self.variations.len()))
    }

    /// All lines, the main line first, among them the one shown.
    #[must_use]
    pub fn lines(&self) -> Vec<&MatchRecord> {
        let mut lines: Vec<&MatchRecord> = self.variations.iter().map(|line| &**line).collect();
        lines.insert(self.shown_line(), self);
        lines
    }

    /// Where the lines branch off from one another, in their order. Lines that another line contains are left out.
    #[must_use]
    pub fn line_tree(&self) -> Vec<Branch> {
        let lines = self.lines();
        let mut tree: Vec<Branch> = Vec::new();
        for (n, line) in lines.iter().enumerate().skip(1) {
            let (mut from, mut level) = (MAIN_LINE, 1);
            let mut place = common_end(lines[from], line);
            // A line that shares more branches off at the same place.
            while let Some((other, further)) = tree
                .iter()
                .filter(|branch| branch.from == from && branch.place == place)
                .map(|branch| (branch.line, common_end(lines[branch.line], line)))
                .find(|(_, further)| *further > place)
            {
                (from, place, level) = (other, further, level + 1);
            }
            if lines[from].branch_point(line).is_some() {
                tree.push(Branch { line: n, from, place, level });
            }
        }
        tree
    }

    /// The match with another line shown, and the place where that departs from the present one; `None` if there is no
    /// such line. Lines that the new one contains are not kept.
    #[must_use]
    pub fn showing(&self, line: usize) -> Option<(MatchRecord, Cursor)> {
        let mut lines = Lines::of(self);
        let wanted = Arc::clone(lines.all.get(line)?);
        lines.shown = line;
        lines.retain(|other| wanted.branch_point(other).is_some());
        Some((lines.into_record(), common_end(self, &wanted)))
    }

    /// The match with a line as its main line, which is shown; the old main line is the first variation.
    #[must_use]
    pub fn promoting(&self, line: usize) -> Option<(MatchRecord, Cursor)> {
        let (shown, place) = self.showing(line)?;
        let mut lines = Lines::of(&shown);
        let promoted = lines.all.remove(lines.shown);
        lines.all.insert(MAIN_LINE, promoted);
        Some((Lines { shown: MAIN_LINE, ..lines }.into_record(), place))
    }

    /// The match without a variation and those that branch off from it. If one of them is shown, the line that it left is
    /// shown instead. The main line cannot be removed.
    #[must_use]
    pub fn without_line(&self, line: usize) -> Option<MatchRecord> {
        let branch = self.line_tree().into_iter().find(|branch| branch.line == line)?;
        let removed = self.lines()[line].clone();
        let is_removed = |other: &MatchRecord| common_end(&removed, other) > branch.place;
        let mut lines = Lines::of(self);
        if is_removed(&lines.all[lines.shown]) {
            lines.shown = branch.from;
        }
        lines.retain(|other| !is_removed(other));
        Some(lines.into_record())
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

    /// The main line a b c, a variation a d e, one of that a d f, and another g.
    fn nested() -> MatchRecord {
        let [a, b, c, d, e, f, g] = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (6, 6)];
        let lines = [record(&[&[a, d, e]]), record(&[&[a, d, f]]), record(&[&[g]])];
        MatchRecord { variations: lines.map(Arc::new).to_vec(), ..record(&[&[a, b, c]]) }
    }

    /// The lines as letters, the one shown in upper case.
    fn told(record: &MatchRecord) -> Vec<String> {
        let shown = record.shown_line();
        let letter = |entry: &Entry| match &entry.action {
            EntryAction::Roll(dice) if dice.low() == 6 => 'g',
            EntryAction::Roll(dice) => char::from(b'a' + dice.high() - 1),
            _ => '?',
        };
        let word = |line: &MatchRecord| line.games[0].entries.iter().map(letter).collect::<String>();
        let words = record.lines().into_iter().map(word).enumerate();
        words.map(|(n, word)| if n == shown { word.to_uppercase() } else { word }).collect()
    }

    #[test]
    fn nested_variations_are_a_tree_whichever_line_is_shown() {
        let main = nested();
        let branch = |line, from, entry, level| Branch { line, from, place: Cursor::at(0, entry), level };
        let tree = [branch(1, 0, 1, 1), branch(2, 1, 2, 2), branch(3, 0, 0, 1)];
        assert_eq!(main.line_tree(), tree);
        assert_eq!(told(&main), ["ABC", "ade", "adf", "g"]);
        let (second, place) = main.showing(2).unwrap();
        assert_eq!(
            (told(&second), place),
            (["abc", "ade", "ADF", "g"].map(String::from).to_vec(), Cursor::at(0, 1))
        );
        assert_eq!(second.line_tree(), tree);
        let (third, place) = second.showing(1).unwrap();
        assert_eq!(
            (told(&third), place),
            (["abc", "ADE", "adf", "g"].map(String::from).to_vec(), Cursor::at(0, 2))
        );
        assert_eq!(third.showing(0).unwrap().0, main);
        assert_eq!(main.showing(4), None);
    }

    #[test]
    fn a_line_is_promoted_and_removed_with_those_that_branch_off() {
        let main = nested();
        let (promoted, _) = main.promoting(2).unwrap();
        assert_eq!(told(&promoted), ["ADF", "abc", "ade", "g"]);
        assert_eq!(promoted.shown_variation, None);
        let (shown, _) = main.showing(2).unwrap();
        assert_eq!(shown.promoting(2).unwrap().0, promoted);
        assert_eq!(told(&main.without_line(1).unwrap()), ["ABC", "g"]);
        assert_eq!(told(&main.without_line(2).unwrap()), ["ABC", "ade", "g"]);
        assert_eq!(told(&shown.without_line(2).unwrap()), ["abc", "ADE", "g"]);
        assert_eq!(told(&shown.without_line(1).unwrap()), ["ABC", "g"]);
        assert_eq!(told(&shown.without_line(3).unwrap()), ["abc", "ade", "ADF"]);
        assert_eq!(main.without_line(0), None, "the main line stays");
    }

    #[test]
    fn playing_differently_in_a_variation_branches_off_from_it() {
        let (mut shown, _) = nested().showing(1).unwrap();
        shown.keep_as_variation();
        let other = record(&[&[(2, 2)]]).games[0].entries[0].clone();
        shown.games[0].entries[2] = other;
        assert_eq!(told(&shown), ["abc", "ade", "ADB", "adf", "g"]);
        assert_eq!(told(&shown.showing(0).unwrap().0), ["ABC", "ade", "adb", "adf", "g"]);
        // A main line that the line shown continues is no line of its own any more.
        let mut longer = MatchRecord { variations: vec![Arc::new(record(&[&[(1, 1), (4, 1)]]))], ..nested() };
        longer.shown_variation = Some(1);
        longer.games[0].entries[1] = record(&[&[(4, 1)]]).games[0].entries[0].clone();
        longer.keep_as_variation();
        assert_eq!((told(&longer), longer.shown_variation), (vec!["ADC".to_owned(), "adc".to_owned()], None));
    }
}
