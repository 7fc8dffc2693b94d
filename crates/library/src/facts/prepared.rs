// SPDX-License-Identifier: GPL-3.0-or-later
//! A match ready to be stored: everything that can be computed without the database, on any thread.

use super::blob;
use super::header::{Header, trust};
use crate::assess::{Assessed, Judge, Question, units};
use crate::decision::{Extracted, Kind, extract};
use crate::error::Result;
use crate::finding::{Found, Maker};
use crate::identity::{Identity, first_player};
use crate::position::PositionKey;
use gnubg_engine::core::Player;
use gnubg_formats::Format;
use gnubg_record::analysis::Analysis;
use gnubg_record::{MatchRecord, Skill};
use std::collections::HashMap;

/// An analysis of a position with what it says about each decision that was made there.
#[derive(Clone, Debug)]
pub(crate) struct PreparedFinding {
    pub(crate) found: Found,
    /// By decision, those of the match in which the position occurs.
    pub(crate) assessed: Vec<(usize, Assessed)>,
}

/// A mark that a file or a person has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// Selected for a rollout.
    Selected = 0,
    /// A skill mark set by hand: doubtful, bad, very bad.
    Doubtful = 2,
    Bad = 3,
    VeryBad = 4,
}

/// A match ready to be stored.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(crate) record: MatchRecord,
    pub(crate) blob: Vec<u8>,
    pub(crate) header: Header,
    pub(crate) trust: i64,
    /// What identifies the match.
    pub identity: Identity,
    /// The decisions, in order.
    pub decisions: Vec<Extracted>,
    pub(crate) findings: HashMap<PositionKey, Vec<PreparedFinding>>,
    /// The luck of the rolls, in the unit of the database, by decision, and who computed it.
    pub(crate) luck: Vec<(usize, i64, String)>,
    pub(crate) comments: Vec<(usize, String)>,
    pub(crate) marks: Vec<(usize, MarkKind)>,
    pub(crate) maker: Maker,
    /// Seat of the player who made the first play.
    pub(crate) first: Player,
}

impl Prepared {
    /// Prepares a record that came from a file of this format, or from this program. `maker` made the analyses that name
    /// no other program.
    ///
    /// # Errors
    /// If the record cannot be written as SGF and read again.
    pub fn new(
        record: &MatchRecord,
        format: Option<Format>,
        maker: Maker,
        judge: &Judge,
    ) -> Result<Prepared> {
        let (settled, blob) = blob::settled(record)?;
        let decisions = extract(record);
        let mut prepared = Prepared {
            header: Header::of(record),
            trust: trust(format),
            identity: Identity::of(&settled),
            findings: HashMap::new(),
            luck: Vec::new(),
            comments: Vec::new(),
            marks: Vec::new(),
            first: first_player(record),
            record: record.clone(),
            blob,
            decisions,
            maker,
        };
        prepared.collect(judge);
        Ok(prepared)
    }

    /// The same match with the players in each other's seats.
    pub(crate) fn with_seats_exchanged(&self, judge: &Judge) -> Result<Prepared> {
        let record = self.record.clone().with_seats_exchanged();
        let turned = Prepared::new(&record, None, self.maker.clone(), judge)?;
        Ok(Prepared { trust: self.trust, ..turned })
    }

    /// Takes analyses, luck, comments and marks from the entries.
    fn collect(&mut self, judge: &Judge) {
        let mut at: HashMap<PositionKey, Vec<usize>> = HashMap::new();
        for (n, decision) in self.decisions.iter().enumerate() {
            at.entry(decision.key).or_default().push(n);
        }
        let mut told = None;
        for (n, decision) in self.decisions.iter().enumerate() {
            let Some(entry) = self.record.entry(decision.game, decision.entry) else { continue };
            let place = (decision.game, decision.entry);
            if !entry.comment.trim().is_empty() && told != Some(place) && is_last_of_entry(&self.decisions, n)
            {
                told = Some(place);
                self.comments.push((n, entry.comment.clone()));
            }
            let skill = match decision.kind {
                Kind::Play => entry.marks.play,
                _ => entry.marks.cube,
            };
            let skill = match skill {
                Some(Skill::Doubtful) => Some(MarkKind::Doubtful),
                Some(Skill::Bad) => Some(MarkKind::Bad),
                Some(Skill::VeryBad) => Some(MarkKind::VeryBad),
                _ => None,
            };
            self.marks.extend(skill.map(|mark| (n, mark)));
            if decision.kind.is_cube() && entry.marks.rollout_cube {
                self.marks.push((n, MarkKind::Selected));
            }
            let Some(analysis) = entry.analysis.as_deref() else { continue };
            for found in findings_of(analysis, decision.kind) {
                let known = self.findings.entry(decision.key).or_default();
                if known.iter().all(|other| other.found != found) {
                    known.push(PreparedFinding { found, assessed: Vec::new() });
                }
            }
            if let (Kind::Play, Some(luck)) = (decision.kind, analysis.luck) {
                let maker = analysis.play.as_ref().and_then(|play| {
                    let found = Found::Play(play.clone(), None);
                    found.ruler(&self.maker).map(|ruler| ruler.engine)
                });
                let maker = maker.unwrap_or_else(|| crate::finding::GNU.to_owned());
                self.luck.push((n, units(f64::from(luck.0)), maker));
            }
            let marked =
                |play: &gnubg_record::analysis::PlayAnalysis| play.candidates.iter().any(|one| one.is_marked);
            if decision.kind == Kind::Play && analysis.play.as_ref().is_some_and(marked) {
                self.marks.push((n, MarkKind::Selected));
            }
        }
        for (key, findings) in &mut self.findings {
            for &n in at.get(key).into_iter().flatten() {
                let decision = &self.decisions[n];
                let question =
                    Question { kind: decision.kind, state: &decision.state, after: decision.after.as_ref() };
                let rank = |one: &PreparedFinding| one.found.ruler(&self.maker).map(|ruler| ruler.rank());
                let best = findings.iter().map(rank).max().flatten();
                for finding in findings.iter_mut() {
                    let Some(mut assessed) = judge.assess(question, &finding.found) else { continue };
                    if rank(finding) == best {
                        assessed.difficulty = judge.difficulty(question, &finding.found);
                    }
                    finding.assessed.push((n, assessed));
                }
            }
        }
    }

    /// Whether any decision is analyzed.
    #[must_use]
    pub fn is_analyzed(&self) -> bool {
        !self.findings.is_empty()
    }

    /// The names of the players.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        Player::BOTH.map(|player| self.record.name(player))
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &MatchRecord {
        &self.record
    }

    /// The programs whose analyses it has, each once.
    #[must_use]
    pub fn engines(&self) -> Vec<String> {
        let rulers = self.findings.values().flatten().filter_map(|one| one.found.ruler(&self.maker));
        let mut names: Vec<String> = rulers.map(|ruler| ruler.name()).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// Whether no later decision belongs to the same entry.
fn is_last_of_entry(decisions: &[Extracted], n: usize) -> bool {
    let this = &decisions[n];
    decisions.get(n + 1).is_none_or(|next| (next.game, next.entry) != (this.game, this.entry))
}

/// The analyses of an entry that are about a kind of decision.
pub(crate) fn findings_of(analysis: &Analysis, kind: Kind) -> Vec<Found> {
    let mut found = Vec::new();
    match kind {
        Kind::Play => {
            let plays = [
                analysis.play.clone().map(|play| (play, analysis.play_rollout.clone())),
                analysis.imported_play.as_deref().map(|play| (play.clone(), None)),
            ];
            for (mut play, file) in
                plays.into_iter().flatten().filter(|(play, _)| !play.candidates.is_empty())
            {
                // Which one was played belongs to the decision, and marks are opinions.
                play.played = None;
                play.candidates.iter_mut().for_each(|one| one.is_marked = false);
                found.push(Found::Play(play, file));
            }
        }
        Kind::Resign => found.extend(analysis.resignation.map(Found::Resign)),
        Kind::NoDouble | Kind::Double | Kind::Take | Kind::Drop | Kind::Beaver => {
            let cubes = [
                analysis.cube.clone().map(|cube| (cube, analysis.cube_rollout.clone())),
                analysis.imported_cube.as_deref().map(|cube| (cube.clone(), None)),
            ];
            for (mut cube, file) in cubes.into_iter().flatten() {
                cube.is_marked = false;
                found.push(Found::Cube(cube, file));
            }
        }
    }
    found
}
