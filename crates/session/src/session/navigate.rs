// SPDX-License-Identifier: GPL-3.0-or-later
//! Navigating the record, and marks and comments on its entries.
//!
//! Marks belong to the entry *after* the place shown: the one about to be replayed.

use crate::command::CommandOutcome;
use crate::command::{Annotate, Go, MarkKind, MarkedDecision};
use crate::editing::history::HistoryStep;
use crate::error::CommandError;
use crate::event::{Cause, Event};
use crate::session::Session;

use gnubg_record::judge::{Judgement, judge_game};
use gnubg_record::{Cursor, Entry, EntryAction, GameRecord, Luck, MatchRecord, Skill};

/// The marks of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct EntryMarks {
    /// Of the checker play.
    pub play: Skill,
    /// Of the cube decision or resignation.
    pub cube: Skill,
    /// Of the roll.
    pub luck: Luck,
}

impl Session {
    pub(crate) fn go(&mut self, go: Go) -> Result<CommandOutcome, CommandError> {
        if self.record.games.is_empty() {
            return Err(CommandError::NoMatch);
        }
        let (record, at) = (&self.record, self.cursor);
        let positive = |n: usize| if n == 0 { Err(CommandError::Count) } else { Ok(n) };
        let place = match go {
            Go::To { game, entry, rolled } => Cursor { game, entry, rolled },
            Go::Next(n) => record.next(at, positive(n)?),
            Go::Previous(n) => record.previous(at, positive(n)?),
            Go::NextRoll => record.next_roll(at),
            Go::PreviousRoll => record.previous_roll(at),
            Go::NextRolled => record.next_rolled(at),
            Go::PreviousRolled => record.previous_rolled(at),
            Go::NextGame(n) => record.next_game(at, positive(n)?),
            Go::PreviousGame(n) => record.previous_game(at, positive(n)?),
            Go::NextMark(mark, n) => {
                let marked = self.marked(mark);
                record.next_where(at, positive(n)?, |game, entry| marked[game][entry]).unwrap_or(at)
            }
            Go::PreviousMark(mark, n) => {
                let marked = self.marked(mark);
                record.previous_where(at, positive(n)?, |game, entry| marked[game][entry]).unwrap_or(at)
            }
            Go::FirstGame => record.first_game(),
            Go::FirstMove => record.first_move(at),
            Go::LastGame => record.last_game(),
            Go::LastMove => record.last_move(at),
            Go::End => record.end(),
        };
        let before = self.state;
        self.cancel_thinking();
        self.is_held = true;
        self.is_finishing = false;
        self.cursor = place;
        self.refresh();
        self.emit_change(Cause::Moved, Some(before));
        Ok(CommandOutcome::Done)
    }

    /// Which entries have such a mark, by game.
    fn marked(&self, mark: MarkKind) -> Vec<Vec<bool>> {
        let has_skill = |marks: &EntryMarks| [marks.play, marks.cube].iter().any(|&s| s != Skill::Unmarked);
        let of_game = |(n, game): (usize, &GameRecord)| -> Vec<bool> {
            let skills = match mark {
                MarkKind::Candidate => Vec::new(),
                MarkKind::Skill | MarkKind::Any => self.marks_of_game(n).iter().map(has_skill).collect(),
            };
            let candidates = mark != MarkKind::Skill;
            let is_marked = |(n, entry): (usize, &Entry)| {
                skills.get(n) == Some(&true) || (candidates && has_marked_candidate(entry))
            };
            game.entries.iter().enumerate().map(is_marked).collect()
        };
        self.record.games.iter().enumerate().map(of_game).collect()
    }

    /// What the analysis says about each entry of a game.
    #[must_use]
    pub fn judgements(&self, game: usize) -> Vec<Judgement> {
        self.judgements_in(&self.record, game)
    }

    /// The same for a game of another line of the match.
    #[must_use]
    pub fn judgements_in(&self, line: &MatchRecord, game: usize) -> Vec<Judgement> {
        let game = line.games.get(game);
        game.map_or_else(Vec::new, |game| judge_game(game, line.length, &*self.table))
    }

    /// The marks of each entry of a game: those given by hand, else what the analysis says.
    #[must_use]
    pub fn marks_of_game(&self, game: usize) -> Vec<EntryMarks> {
        let thresholds = &self.options.analysis.thresholds;
        let entries = self.record.games.get(game).map_or(&[][..], |game| &game.entries);
        let judged = self.judgements(game);
        let marks = entries.iter().zip(&judged).map(|(entry, judgement)| judgement.marks(entry, thresholds));
        marks.map(|(play, cube, luck)| EntryMarks { play, cube, luck }).collect()
    }

    pub(crate) fn annotate(&mut self, annotate: &Annotate) -> Result<CommandOutcome, CommandError> {
        self.history.begin(self.cursor, false);
        let at = self.cursor;
        match annotate {
            Annotate::ForgetMatch | Annotate::UnmarkMatch => {
                for game in 0..self.record.games.len() {
                    self.edit_game(game, annotate);
                }
            }
            Annotate::ForgetGame | Annotate::UnmarkGame => self.edit_game(at.game, annotate),
            _ => {
                let entry = self.record.next_entry(at).ok_or(CommandError::NoEntry)?;
                let mut changed = entry.clone();
                apply(&mut changed, annotate)?;
                let range = at.entry..at.entry + 1;
                let change = self.record.edit_entries(at.game, range, |entry| *entry = changed.clone());
                self.note(HistoryStep::Change(change), at);
            }
        }
        self.emit(Event::RecordChanged);
        Ok(CommandOutcome::Done)
    }

    /// Removes marks or analysis from all entries of a game.
    fn edit_game(&mut self, game: usize, annotate: &Annotate) {
        let forget = matches!(annotate, Annotate::ForgetGame | Annotate::ForgetMatch);
        let n = self.record.games.get(game).map_or(0, |game| game.entries.len());
        let change = self.record.edit_entries(game, 0..n, |entry| {
            if forget {
                entry.analysis = None;
            } else {
                unmark(entry);
            }
        });
        self.note(HistoryStep::Change(change), self.cursor);
    }
}

/// Whether a candidate of the entry, or its cube decision, is selected for a rollout.
#[must_use]
pub fn has_marked_candidate(entry: &Entry) -> bool {
    let plays = entry.play_analysis().is_some_and(|play| play.candidates.iter().any(|one| one.is_marked));
    plays || entry.marks.rollout_cube || entry.cube_analysis().is_some_and(|cube| cube.is_marked)
}

fn unmark(entry: &mut Entry) {
    entry.marks.rollout_cube = false;
    if entry.analysis.is_none() {
        return;
    }
    entry.update_analysis(|analysis| {
        if let Some(play) = &mut analysis.play {
            play.candidates.iter_mut().for_each(|one| one.is_marked = false);
        }
        if let Some(cube) = &mut analysis.cube {
            cube.is_marked = false;
        }
    });
}

fn apply(entry: &mut Entry, annotate: &Annotate) -> Result<(), CommandError> {
    match annotate {
        Annotate::Skill(decided, skill) => mark_skill(entry, *decided, *skill)?,
        Annotate::Luck(luck) if entry.action.is_roll() => entry.marks.luck = Some(*luck),
        Annotate::Luck(_) => return Err(CommandError::WrongEntry),
        // Blanks and line ends alone are no comment.
        Annotate::Comment(text) if text.trim().is_empty() => entry.comment.clear(),
        Annotate::Comment(text) => entry.comment.clone_from(text),
        Annotate::ClearSkill => (entry.marks.play, entry.marks.cube) = (None, None),
        Annotate::CountResignation(on) if matches!(entry.action, EntryAction::Resign(_)) => {
            entry.marks.is_discounted = !on;
        }
        Annotate::CountResignation(_) => return Err(CommandError::WrongEntry),
        Annotate::MarkPlays(numbers, on) => mark_plays(entry, numbers, *on)?,
        Annotate::MarkCube(on) => mark_cube(entry, *on)?,
        Annotate::UnmarkMove => unmark(entry),
        Annotate::ForgetMove => entry.analysis = None,
        Annotate::UnmarkGame | Annotate::UnmarkMatch | Annotate::ForgetGame | Annotate::ForgetMatch => {}
    }
    Ok(())
}

/// Which kinds of decisions each kind of entry holds.
fn mark_skill(entry: &mut Entry, decided: MarkedDecision, skill: Skill) -> Result<(), CommandError> {
    use MarkedDecision::{Accept, Cube, Double, Drop, Play, Reject, Resign};
    let mark = Some(skill);
    match (&entry.action, decided) {
        (EntryAction::Play { .. } | EntryAction::IllegalPlay { .. } | EntryAction::Roll(_), Play) => {
            entry.marks.play = mark;
        }
        (
            EntryAction::Play { .. }
            | EntryAction::IllegalPlay { .. }
            | EntryAction::Roll(_)
            | EntryAction::Double,
            Cube | Double,
        )
        | (EntryAction::Take | EntryAction::Beaver, Cube | Accept)
        | (EntryAction::Drop, Cube | Drop | Reject)
        | (
            EntryAction::Resign(_) | EntryAction::AcceptResignation | EntryAction::DeclineResignation,
            Resign | Accept | Reject,
        ) => entry.marks.cube = mark,
        _ => return Err(CommandError::WrongEntry),
    }
    Ok(())
}

fn mark_plays(entry: &mut Entry, numbers: &[usize], on: bool) -> Result<(), CommandError> {
    let most = entry.play_analysis().map(|play| play.candidates.len()).ok_or(CommandError::NoCandidates)?;
    if let Some(&asked) = numbers.iter().find(|&&number| number == 0 || number > most) {
        return Err(CommandError::NoSuchCandidate { asked, most });
    }
    entry.update_analysis(|analysis| {
        let Some(play) = &mut analysis.play else { return };
        for &number in numbers {
            if let Some(candidate) = play.candidates.get_mut(number - 1) {
                candidate.is_marked = on;
            }
        }
    });
    Ok(())
}

fn mark_cube(entry: &mut Entry, on: bool) -> Result<(), CommandError> {
    if !(entry.action.is_roll() || entry.action.is_cube()) {
        return Err(CommandError::WrongEntry);
    }
    entry.marks.rollout_cube = on;
    if entry.analysis.is_none() {
        return Ok(());
    }
    entry.update_analysis(|analysis| {
        if let Some(cube) = &mut analysis.cube {
            cube.is_marked = on;
        }
    });
    Ok(())
}
