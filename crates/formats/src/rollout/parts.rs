// SPDX-License-Identifier: GPL-3.0-or-later
//! The parts of a rollout file.

use super::settings;
use super::{FORMAT, RolloutFileError, VERSION};
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, MatchState, MoveRules, Phase, Play, PlayList, Player, Rules,
    Step, Variation, notation,
};
use gnubg_engine::cube::{MatchEquityTable, MetError};
use gnubg_engine::rollout::{
    Candidate, OUTPUTS, PlayedGames, Question, Rollout, RolloutSettings, Sample, Statistics, Subject, Sums,
    Tally,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

fn wrong(field: &'static str, found: impl ToString) -> RolloutFileError {
    RolloutFileError::Field { field, found: found.to_string() }
}

/// A match state before a roll, as flat fields with the position as text. `MatchState` has other phases, too.
#[derive(Serialize, Deserialize)]
struct StoredState {
    position: String,
    variation: String,
    length: u16,
    score: [u32; 2],
    crawford_game: bool,
    cube: u32,
    cube_owner: Option<usize>,
    on_roll: usize,
    use_cube: bool,
    crawford: bool,
    jacoby: bool,
    beavers: u8,
    automatic_doubles: u8,
    egyptian: bool,
}

impl StoredState {
    fn of(state: &MatchState) -> StoredState {
        let rules = state.rules;
        StoredState {
            position: state.board.position_id(),
            variation: rules.variation.keyword().to_owned(),
            length: state.length,
            score: state.score,
            crawford_game: state.is_crawford,
            cube: state.cube.value.points(),
            cube_owner: state.cube.owner.map(Player::index),
            on_roll: state.on_roll.index(),
            use_cube: rules.cube,
            crawford: rules.crawford,
            jacoby: rules.jacoby,
            beavers: rules.beavers,
            automatic_doubles: rules.automatic_doubles,
            egyptian: rules.egyptian,
        }
    }

    fn state(&self) -> Result<MatchState, RolloutFileError> {
        let variation = Variation::ALL.into_iter().find(|v| v.keyword() == self.variation);
        let player = |field, index| Player::from_index(index).ok_or_else(|| wrong(field, index));
        let rules = Rules {
            variation: variation.ok_or_else(|| wrong("variation", &self.variation))?,
            cube: self.use_cube,
            crawford: self.crawford,
            jacoby: self.jacoby,
            beavers: self.beavers,
            automatic_doubles: self.automatic_doubles,
            egyptian: self.egyptian,
        };
        Ok(MatchState {
            score: self.score,
            is_crawford: self.crawford_game,
            cube: CubeState {
                value: CubeValue::new(self.cube).ok_or_else(|| wrong("cube", self.cube))?,
                owner: self.cube_owner.map(|owner| player("cube_owner", owner)).transpose()?,
            },
            on_roll: player("on_roll", self.on_roll)?,
            board: Board::from_position_id(&self.position)?,
            phase: Phase::Due(Decision::Roll),
            ..MatchState::new(self.length, rules)?
        })
    }
}

/// The question of the rollout.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredQuestion {
    Position,
    Cube,
    /// The steps of each play, such as `8/5 6/5`.
    Plays(Vec<String>),
}

impl StoredQuestion {
    fn of(question: &Question) -> StoredQuestion {
        match question {
            Question::Position => StoredQuestion::Position,
            Question::CubeDecision => StoredQuestion::Cube,
            Question::Plays(plays) => {
                StoredQuestion::Plays(plays.iter().map(|candidate| steps(&candidate.play)).collect())
            }
        }
    }

    fn question(&self, state: &MatchState) -> Result<Question, RolloutFileError> {
        let candidate = |text: &String| {
            let play = play(text).ok_or_else(|| wrong("plays", text))?;
            Ok(Candidate { play, after: play.apply(&state.board).swapped() })
        };
        Ok(match self {
            StoredQuestion::Position => Question::Position,
            StoredQuestion::Cube => Question::CubeDecision,
            StoredQuestion::Plays(plays) => {
                let candidates = plays.iter().map(candidate).collect::<Result<Vec<_>, RolloutFileError>>()?;
                check_plays(&candidates, state)?;
                Question::Plays(candidates)
            }
        })
    }
}

/// Checks that there is a roll of which all candidates are legal plays.
fn check_plays(candidates: &[Candidate], state: &MatchState) -> Result<(), RolloutFileError> {
    state.check()?;
    let rules = MoveRules { egyptian: state.rules.egyptian };
    let mut list = PlayList::new();
    let mut is_legal = |candidate: &Candidate, dice: Dice| {
        list.generate_with(&state.board, dice, rules);
        match candidate.play.is_empty() {
            true => list.is_empty(),
            false => list.find(&candidate.after).is_some(),
        }
    };
    let mut rolls = Dice::ALL.to_vec();
    for candidate in candidates {
        rolls.retain(|&dice| is_legal(candidate, dice));
        if rolls.is_empty() {
            return Err(RolloutFileError::IllegalPlay(steps(&candidate.play)));
        }
    }
    Ok(())
}

fn steps(play: &Play) -> String {
    let steps: Vec<String> = play.steps().iter().map(|step| format!("{}/{}", step.from, step.to)).collect();
    steps.join(" ")
}

fn play(text: &str) -> Option<Play> {
    if text.is_empty() {
        return Some(Play::EMPTY);
    }
    let steps: Vec<Step> =
        notation::parse(text).ok()?.into_iter().map(|(from, to)| Step { from, to }).collect();
    Play::from_steps(&steps)
}

/// Means and sums of squared deviations of a block of 36 games. Unlike [`Sums`], it does not store the number of games.
#[derive(Serialize, Deserialize)]
struct StoredBlock {
    mean: Sample,
    squares: Sample,
}

#[derive(Serialize, Deserialize)]
struct StoredAlternative {
    suspended: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<Sums>,
    blocks: BTreeMap<u32, StoredBlock>,
    games: BTreeMap<u32, Sample>,
    statistics: Vec<u64>,
}

impl StoredAlternative {
    fn of(played: &PlayedGames) -> StoredAlternative {
        let prior = *played.tally.prior();
        let block = |sums: &Sums| StoredBlock { mean: sums.mean, squares: sums.squares };
        StoredAlternative {
            suspended: played.is_suspended,
            prior: (prior.games > 0).then_some(prior),
            blocks: played.tally.complete().iter().map(|(&n, sums)| (n, block(sums))).collect(),
            games: played.tally.single().clone(),
            statistics: played.statistics.to_vec(),
        }
    }

    fn played(self) -> Result<PlayedGames, RolloutFileError> {
        let sums = |block: StoredBlock| Sums {
            games: gnubg_engine::rollout::BLOCK,
            mean: block.mean,
            squares: block.squares,
        };
        let prior = self.prior.unwrap_or_default();
        let complete = self.blocks.into_iter().map(|(n, block)| (n, sums(block))).collect();
        let tally = Tally::from_parts(prior, complete, self.games)
            .ok_or_else(|| wrong("games", "games that overlap, or numbers that are not finite"))?;
        let statistics = Statistics::from_slice(&self.statistics)
            .ok_or_else(|| wrong("statistics", format!("{} numbers", self.statistics.len())))?;
        Ok(PlayedGames { tally, statistics, is_suspended: self.suspended })
    }
}

/// A whole file.
#[derive(Serialize, Deserialize)]
pub(super) struct RolloutFile {
    format: String,
    version: u32,
    state: StoredState,
    /// Name of the match equity table; matches only.
    #[serde(skip_serializing_if = "Option::is_none")]
    match_equity_table: Option<String>,
    /// A checksum that distinguishes match equity tables with the same name.
    stakes: String,
    question: StoredQuestion,
    settings: RolloutSettings,
    /// A checksum of the engine's evaluation; absent before the first game.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    rounds: u32,
    seconds: f64,
    alternatives: Vec<StoredAlternative>,
}

impl RolloutFile {
    pub(super) fn of(rollout: &Rollout, table: &str) -> RolloutFile {
        let subject = rollout.subject();
        RolloutFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            state: StoredState::of(subject.state()),
            match_equity_table: (!subject.state().is_money()).then(|| table.to_owned()),
            stakes: stakes(subject),
            question: StoredQuestion::of(subject.question()),
            settings: rollout.settings().clone(),
            engine: rollout.engine().map(|fingerprint| format!("{fingerprint:016x}")),
            rounds: rollout.rounds(),
            seconds: rollout.seconds(),
            alternatives: rollout.played().iter().map(StoredAlternative::of).collect(),
        }
    }

    pub(super) fn rollout(
        self,
        find: impl FnOnce(&str) -> Result<MatchEquityTable, MetError>,
    ) -> Result<(Rollout, String), RolloutFileError> {
        let state = self.state.state()?;
        let name = self.match_equity_table.unwrap_or_default();
        let table = if state.is_money() {
            MatchEquityTable::default()
        } else {
            find(&name).map_err(|source| RolloutFileError::Table { name: name.clone(), source })?
        };
        let question = self.question.question(&state)?;
        let subject = Subject::new(&state, &table, question)?;
        if stakes(&subject) != self.stakes {
            return Err(RolloutFileError::OtherTable(name));
        }
        let engine = match &self.engine {
            None => None,
            Some(text) => Some(u64::from_str_radix(text, 16).map_err(|_| wrong("engine", text))?),
        };
        if !(self.seconds.is_finite() && self.seconds >= 0.0) {
            return Err(wrong("seconds", self.seconds));
        }
        let played =
            self.alternatives.into_iter().map(StoredAlternative::played).collect::<Result<Vec<_>, _>>()?;
        settings::check(&self.settings)?;
        let rollout = Rollout::restored(subject, self.settings, played, self.rounds, self.seconds, engine)?;
        Ok((rollout, name))
    }
}

fn stakes(subject: &Subject) -> String {
    format!("{:08x}", subject.stakes_checksum())
}

/// A file holds all numbers of a game that the engine knows.
const _: () = assert!(OUTPUTS == 7);
