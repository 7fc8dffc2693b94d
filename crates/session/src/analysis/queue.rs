// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions that are rolled out one after the other, and the file that keeps them for the next session.
//!
//! The file is one JSON object: what was played in the match, by which it is known again, and for each decision its place
//! in the record and its rollout with the games so far, as a rollout file. The decisions that are done come first, then
//! the others in the order in which they are rolled out.

use super::Analyst;
use super::rollouts::RolloutTask;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_library::identity::Identity;
use gnubg_record::MatchRecord;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What the fields `format` and `version` say.
const FORMAT: &str = "gnubg rollout queue";
const VERSION: u32 = 1;

/// How often a queue in progress is copied at most for the case of a crash.
const COPY_EVERY: Duration = Duration::from_secs(5);

/// Decisions that are rolled out one after the other.
#[derive(Debug, Default)]
pub(crate) struct RolloutQueue {
    /// Those that are not done, the next one first; `None` until they are known.
    pub(crate) waiting: Option<VecDeque<RolloutTask>>,
    /// Those that are done.
    pub(crate) done: Vec<RolloutTask>,
    /// What was played in the match and when the last copy was made, if copies are wanted.
    copies: Option<(String, Instant)>,
}

/// A queue that a job works on. The session reads it when the job is stopped.
pub(crate) type SharedQueue = Arc<Mutex<RolloutQueue>>;

impl RolloutQueue {
    /// A queue of known decisions.
    pub(crate) fn of(waiting: Vec<RolloutTask>) -> RolloutQueue {
        RolloutQueue { waiting: Some(waiting.into()), ..RolloutQueue::default() }
    }

    /// The first copy of a queue of this record, of which further ones are wanted.
    pub(crate) fn first_copy(&mut self, record: &MatchRecord) -> KeptQueue {
        let content = content_of(record);
        self.copies = Some((content.clone(), Instant::now()));
        self.kept_as(content)
    }

    /// A copy, if it is time for one.
    pub(crate) fn next_copy(&mut self) -> Option<KeptQueue> {
        let (content, made) = self.copies.as_mut().filter(|(_, made)| made.elapsed() >= COPY_EVERY)?;
        *made = Instant::now();
        let content = content.clone();
        Some(self.kept_as(content))
    }

    /// What is kept of it for a later session that opens the match again.
    pub(crate) fn kept(&self, record: &MatchRecord) -> KeptQueue {
        self.kept_as(content_of(record))
    }

    fn kept_as(&self, content: String) -> KeptQueue {
        let decision = |task: &RolloutTask, is_done| {
            let rollout = gnubg_formats::rollout::write(task.rollout(), "");
            KeptDecision { game: task.game(), entry: task.entry(), is_done, rollout }
        };
        let done = self.done.iter().map(|task| decision(task, true));
        let waiting = self.waiting.iter().flatten().map(|task| decision(task, false));
        let decisions = done.chain(waiting).collect();
        KeptQueue { format: FORMAT.to_owned(), version: VERSION, content, decisions }
    }
}

/// What was played in a match, as text.
fn content_of(record: &MatchRecord) -> String {
    Identity::of(record).content.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A queue as its file has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KeptQueue {
    format: String,
    version: u32,
    content: String,
    decisions: Vec<KeptDecision>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptDecision {
    game: usize,
    entry: usize,
    is_done: bool,
    rollout: String,
}

impl KeptQueue {
    /// From the text of its file; `None` if that is none, or one of a later version.
    pub(crate) fn read(text: &str) -> Option<KeptQueue> {
        let kept: KeptQueue = serde_json::from_str(text).ok()?;
        (kept.format == FORMAT && kept.version == VERSION).then_some(kept)
    }

    /// The text of its file.
    pub(crate) fn text(&self) -> String {
        // It is plain data with text keys, which JSON can hold.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Whether it is about this match.
    pub(crate) fn is_about(&self, record: &MatchRecord) -> bool {
        self.content == content_of(record)
    }

    /// The queue again, for the record that it is about. Decisions that are no longer what they were are left out.
    pub(crate) fn queue(&self, record: &MatchRecord, analyst: &Analyst) -> RolloutQueue {
        let mut queue = RolloutQueue::of(Vec::new());
        let read = |text: &str| {
            let table = |_: &str| Ok(MatchEquityTable::clone(&analyst.table));
            gnubg_formats::rollout::read(text, table).ok()
        };
        for kept in &self.decisions {
            let Some((rollout, _)) = read(&kept.rollout) else { continue };
            let task = RolloutTask::again(record, (kept.game, kept.entry), rollout, kept.is_done, analyst);
            let Some(task) = task else { continue };
            match kept.is_done {
                true => queue.done.push(task),
                false => queue.waiting.get_or_insert_default().push_back(task),
            }
        }
        queue
    }
}
