// SPDX-License-Identifier: GPL-3.0-or-later
//! `train exam roll`: the plays that players chose are rolled out.
//!
//! A decision is a line, written when its plays are told apart. Plays that are chosen later are rolled out with the same
//! dice and compared with the blocks of games that are there; the new line of the decision replaces the old one.

use super::decision::{Decision, Key, read_all};
use super::players::Common;
use super::settle::{Limits, Played, is_settled, wanted};
use super::workers;
use crate::lines::Lines;
use anyhow::{Context, Result};
use gnubg_engine::core::{Board, CancelToken, MatchState, Play, Rules};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings};
use gnubg_engine::rollout::{
    BLOCK, CUBELESS, Candidate, Effort, PlySwitch, Question, Rollout, RolloutPlay, RolloutSettings, Subject,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub(super) struct Method {
    /// Plies of look-ahead for the first plays of a game
    #[arg(long, default_value_t = 1)]
    first: u8,
    /// How many plays are the first ones
    #[arg(long, default_value_t = 2)]
    early: u16,
    /// Plies of look-ahead for the other plays
    #[arg(long, default_value_t = 0)]
    plies: u8,
    /// Plays after which a game is truncated; 0 plays to the end or into a database
    #[arg(long, default_value_t = 11)]
    truncate: u16,
    /// Plies of look-ahead where a game is truncated
    #[arg(long, default_value_t = 1)]
    end: u8,
}

impl Method {
    fn settings(self, seed: u32) -> RolloutSettings {
        let first = RolloutPlay::at(self.first, 0);
        let other = RolloutPlay::at(self.plies, 0);
        RolloutSettings {
            cubeful: false,
            truncation: PlySwitch { on: self.truncate > 0, plies: self.truncate },
            play: if self.early > 0 { first } else { other },
            late: PlySwitch { on: self.early > 0, plies: self.early },
            late_play: other,
            truncation_cube: EvalSettings::at(self.end),
            seed,
            ..RolloutSettings::default()
        }
    }
}

/// Options of `train exam roll`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RollOptions {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    limits: Limits,
    /// Roll out only the first N decisions
    #[arg(long)]
    count: Option<usize>,
    /// Name of the file of rollouts
    #[arg(long, default_value = ROLLOUTS)]
    name: String,
}

pub(super) const ROLLOUTS: &str = "rollouts.jsonl";

/// What the file of rollouts holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RollHeader {
    format: String,
    method: Method,
    /// Fingerprint of the engine.
    engine: String,
}

/// The plays of a decision, rolled out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rolled {
    pub(super) id: String,
    pub(super) dice: [u8; 2],
    pub(super) plays: Vec<Played>,
    /// Seconds that this line took.
    pub(super) seconds: f32,
}

impl Rolled {
    pub(super) fn games(&self) -> u64 {
        self.plays.iter().map(|play| play.blocks.len() as u64 * u64::from(BLOCK)).sum()
    }
}

/// The last line of each decision.
pub(super) fn latest(lines: Vec<Rolled>) -> BTreeMap<Key, Rolled> {
    lines.into_iter().map(|rolled| ((rolled.id.clone(), rolled.dice), rolled)).collect()
}

pub(super) fn run(options: &RollOptions) -> Result<()> {
    let common = &options.common;
    let engine = common.engine()?;
    let (_, mut decisions, _) = read_all(common)?;
    decisions.truncate(options.count.unwrap_or(usize::MAX));
    let header = RollHeader {
        format: "rollouts 1".to_owned(),
        method: options.method,
        engine: format!("{:016x}", engine.fingerprint()),
    };
    let (mut lines, known) = Lines::open::<_, Rolled>(&common.file(&options.name), &header)?;
    let known = latest(known);
    let roller = Roller { engine: &engine, method: options.method, limits: options.limits };
    let open: Vec<(&Decision, Vec<Played>)> = decisions
        .iter()
        .map(|decision| (decision, with_new(decision, known.get(&decision.key()))))
        .filter(|(_, plays)| !wanted(plays, &options.limits).is_empty())
        .collect();
    let (start, mut done, mut games, mut settled) = (Instant::now(), 0, 0, 0);
    workers::each(
        0..open.len() as u64,
        || Ok(()),
        |(), n| {
            let (decision, plays) = &open[n as usize];
            roller.roll(decision, plays.clone())
        },
        |_, rolled| {
            lines.add(&rolled)?;
            (done, games) = (done + 1, games + rolled.games());
            settled += usize::from(is_settled(&rolled.plays, &options.limits));
            if done % 20 == 0 || done == open.len() {
                let seconds = start.elapsed().as_secs_f64();
                println!(
                    "roll: {done} of {} decisions, {settled} settled, {:.0} games and {:.2} s each",
                    open.len(),
                    games as f64 / done as f64,
                    seconds / done as f64
                );
            }
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// The plays of a decision with the games that are known.
fn with_new(decision: &Decision, known: Option<&Rolled>) -> Vec<Played> {
    let mut plays = known.map_or_else(Vec::new, |known| known.plays.clone());
    for choice in decision.choices() {
        if !plays.iter().any(|played| played.play == choice) {
            plays.push(Played { play: choice.to_owned(), blocks: Vec::new() });
        }
    }
    plays
}

struct Roller<'a> {
    engine: &'a Engine,
    method: Method,
    limits: Limits,
}

impl Roller<'_> {
    fn roll(&self, decision: &Decision, mut plays: Vec<Played>) -> Result<Rolled> {
        let start = Instant::now();
        let (board, _, _) = decision.question()?;
        let rules = Rules { jacoby: false, ..Rules::default() };
        let state = MatchState { board, ..MatchState::new(0, rules)? };
        let settings = self.method.settings(seed_of(decision));
        let table = MatchEquityTable::default();
        loop {
            let wanted = wanted(&plays, &self.limits);
            if wanted.is_empty() {
                break;
            }
            for (n, blocks) in wanted {
                self.play_on(&state, &table, &settings, &mut plays[n], blocks)?;
            }
        }
        let (id, dice) = decision.key();
        Ok(Rolled { id, dice, plays, seconds: start.elapsed().as_secs_f32() })
    }

    /// Plays games of one play until it has that many blocks.
    fn play_on(
        &self,
        state: &MatchState,
        table: &MatchEquityTable,
        settings: &RolloutSettings,
        played: &mut Played,
        blocks: usize,
    ) -> Result<()> {
        let after = Board::from_position_id(&played.play)?;
        // Games begin after the play; how the checkers moved there does not matter.
        let question = Question::Plays(vec![Candidate { play: Play::EMPTY, after }]);
        let games = [played.blocks.len(), blocks].map(|blocks| blocks as u32 * BLOCK);
        let settings = RolloutSettings { trials: games[1], ..settings.clone() };
        let mut rollout = Rollout::new(Subject::new(state, table, question)?, settings)?;
        let effort = Effort { games: Some(games[0]..games[1]), ..Effort::threads(1) };
        rollout.run(self.engine, &effort, &CancelToken::new(), &mut |_| ())?;
        let tally = &rollout.played().first().context("a rollout without its play")?.tally;
        played.blocks.extend(tally.complete().values().map(|block| block.mean[CUBELESS] as f32));
        Ok(())
    }
}

/// The seed of the dice: that of the decision, so that its games are the same whenever they are played.
fn seed_of(decision: &Decision) -> u32 {
    let text = format!("{} {:?}", decision.id, decision.dice);
    text.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::super::decision::{ANSWERS, Answer, AnswerHeader, DECISIONS, DrawHeader, Drawn};
    use super::*;
    use crate::lines;
    use gnubg_engine::core::Dice;
    use std::path::Path;

    const METHOD: Method = Method { first: 0, early: 0, plies: 0, truncate: 3, end: 0 };

    /// An examination of two decisions with two plays each.
    fn begin(folder: &Path) {
        let decisions = [("4HPwATDgc/ABMA", [3, 1], [0, 1]), ("4HPkgCHgc/AJIA", [5, 3], [2, 3])];
        let decisions = decisions.map(|(id, [high, low], plays)| {
            let board = Board::from_position_id(id).unwrap();
            let mut decision = Decision::new(&board, Dice::new(high, low).unwrap());
            let (_, _, list) = decision.question().unwrap();
            for (player, play) in ["one", "two"].into_iter().zip(plays) {
                decision.plays.insert(player.to_owned(), list.boards()[play].position_id());
            }
            decision
        });
        let (format, engine) = (String::new(), String::new());
        let header = DrawHeader { format, engine, seed: 1, players: vec![] };
        let (mut lines, _) = Lines::open::<_, Drawn>(&folder.join(DECISIONS), &header).unwrap();
        lines.add(&Drawn { game: 0, asked: 4, decisions: decisions.to_vec() }).unwrap();
    }

    /// What is rolled out, without the time it took.
    fn rolled(folder: &Path, most: u32, threads: usize) -> BTreeMap<Key, Vec<Played>> {
        let options = RollOptions {
            common: Common { folder: folder.to_owned(), weights: None, databases: None },
            method: METHOD,
            limits: Limits { error: 0.0003, apart: 1e6, most },
            count: None,
            name: ROLLOUTS.to_owned(),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(&options)).unwrap();
        let (_, lines) = lines::read::<RollHeader, Rolled>(&folder.join(ROLLOUTS)).unwrap();
        latest(lines).into_iter().map(|(key, rolled)| (key, rolled.plays)).collect()
    }

    #[test]
    fn rollouts_continue_with_more_games_and_with_plays_that_come_later() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        folders.iter().for_each(|folder| begin(folder.path()));
        let whole = rolled(folders[0].path(), 720, 1);
        assert!(whole.values().flatten().all(|played| played.blocks.len() > 8), "{whole:?}");
        // Stopped in between, and with other threads.
        let part = rolled(folders[1].path(), 288, 2);
        assert!(part.values().flatten().all(|played| played.blocks.len() == 8));
        assert_eq!(rolled(folders[1].path(), 720, 3), whole);
        // A player comes later with a play that nobody chose.
        let board = Board::from_position_id("4HPwATDgc/ABMA").unwrap();
        let decision = Decision::new(&board, Dice::new(3, 1).unwrap());
        let (_, _, list) = decision.question().unwrap();
        let (id, dice) = decision.key();
        let play = list.boards()[5].position_id();
        let header = AnswerHeader { format: "answers 1".to_owned() };
        let (mut lines, _) = Lines::open::<_, Answer>(&folders[0].path().join(ANSWERS), &header).unwrap();
        lines.add(&Answer { player: "three".to_owned(), id, dice, play: play.clone() }).unwrap();
        let more = rolled(folders[0].path(), 720, 2);
        let key = decision.key();
        assert_eq!((more[&key].len(), &more[&key][2].play), (3, &play));
        for (old, new) in whole[&key].iter().zip(&more[&key]) {
            assert_eq!(old.blocks, new.blocks[..old.blocks.len()]);
        }
        assert_eq!(more.len(), 2);
        // Other games do not go into the same file.
        let other = RollHeader {
            format: "rollouts 1".to_owned(),
            method: Method { end: 1, ..METHOD },
            engine: String::new(),
        };
        assert!(Lines::open::<_, Rolled>(&folders[0].path().join(ROLLOUTS), &other).is_err());
    }
}
