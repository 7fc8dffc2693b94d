// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of `gnubg rollout`.

use super::error::RolloutToolError;
use super::file::table_of;
use crate::playing::PlayingArguments;
use clap::{Args, Parser, Subcommand};
use gnubg_engine::core::{Board, CancelToken, Decision, Dice, MatchState, Phase, Play, Rules, notation};
use gnubg_engine::cube::{DEFAULT_MET, MatchEquityTable};
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, Root};
use gnubg_engine::rollout::{MAX_THREADS, Preset, Rollout, RolloutSettings, Subject};
use gnubg_session::TableError;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;

/// The program's name in messages.
pub(super) const NAME: &str = "gnubg rollout";

/// How many plays are rolled out if none are named.
const DEFAULT_PLAYS: usize = 5;

/// Roll out a position: play it to the end many times and average the results
///
/// The same position, settings and seed give the same result with any number of threads, in one run or in parts. Each
/// part plays a range of the games:
///
///   gnubg rollout 4PPEATDgc/ABUA --plan -o plan.json
///   gnubg rollout --from plan.json --trials 0..648 -o a.json
///   gnubg rollout --from plan.json --trials 648..1296 -o b.json
///   gnubg rollout merge a.json b.json -o whole.json
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100, verbatim_doc_comment)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) action: Option<Action>,

    #[command(flatten)]
    pub(super) run: RunArguments,
}

#[derive(Subcommand)]
pub(super) enum Action {
    /// Merge the parts of a rollout and print the result
    Merge(MergeArguments),
}

#[derive(Args)]
pub(super) struct MergeArguments {
    /// Files written by `gnubg rollout -o`
    #[arg(required = true, value_name = "PART")]
    pub(super) parts: Vec<PathBuf>,

    /// Also write the merged rollout to this file
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Which games to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TrialSelection {
    /// All games up to this number.
    All(u32),
    /// The games of a part.
    Range(Range<u32>),
}

fn parse_trials(text: &str) -> Result<TrialSelection, String> {
    let wrong = || format!("expected a number of games, or a range such as 0..648, found {text:?}");
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    match text.split_once("..") {
        None => Ok(TrialSelection::All(number(text)?)),
        Some((start, end)) => {
            let range = number(start)?..number(end)?;
            if range.is_empty() { Err(wrong()) } else { Ok(TrialSelection::Range(range)) }
        }
    }
}

fn parse_dice(text: &str) -> Result<Dice, String> {
    let wrong = || format!("expected two numbers from 1 to 6 such as 31, found {text:?}");
    let dice: Vec<u8> =
        text.chars().filter_map(|c| c.to_digit(10)).filter_map(|d| u8::try_from(d).ok()).collect();
    let [a, b] = dice[..] else { return Err(wrong()) };
    Dice::new(a, b).map_err(|_| wrong())
}

fn parse_time(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.0..=1e9).contains(s));
    seconds.ok_or_else(|| format!("expected a number of seconds, found {text:?}"))
}

#[derive(Args)]
pub(super) struct RunArguments {
    /// XGID, position ID, or position ID and match ID joined by a colon
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    position: Option<String>,

    /// Continue the rollout in this file, or play a part of it with --trials A..B
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,

    /// Write the rollout to this file, even if it is interrupted
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Only write the file, without playing games
    #[arg(long, requires = "output")]
    pub(super) plan: bool,

    /// Number of games, or the range of a part: A..B is from game A up to, not including, game B [default: that of the
    /// preset]
    #[arg(short, long, value_name = "N|A..B", value_parser = parse_trials)]
    pub(super) trials: Option<TrialSelection>,

    /// Roll out the cube decision
    #[arg(long, conflicts_with_all = ["plays", "best"])]
    cube: bool,

    /// Roll out this play, such as "8/5 6/5"; may be repeated
    #[arg(long = "play", value_name = "PLAY", conflicts_with = "best")]
    plays: Vec<String>,

    /// Roll out the best N plays by static evaluation [default: 5 if the position has dice]
    #[arg(long, value_name = "N")]
    best: Option<NonZeroUsize>,

    /// The roll, if the position does not contain one
    #[arg(long, value_name = "DICE", value_parser = parse_dice)]
    dice: Option<Dice>,

    #[command(flatten)]
    playing: PlayingArguments,

    /// Play without the cube
    #[arg(long, conflicts_with = "cube")]
    cubeless: bool,

    /// The position is an opening position, so the first roll is not a double
    #[arg(long)]
    initial: bool,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(super) time: Option<f64>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Match equity table: the name of a built-in table or a file
    #[arg(long, value_name = "TABLE", default_value = DEFAULT_MET)]
    met: String,

    /// Folder with bearoff databases [default: the folders of the user and the program]
    #[arg(long, value_name = "FOLDER")]
    pub(super) databases: Option<PathBuf>,

    /// Do not use bearoff databases
    #[arg(long, conflicts_with = "databases")]
    pub(super) no_databases: bool,

    /// Do not print the result
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl RunArguments {
    pub(super) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, NonZeroUsize::get).min(MAX_THREADS)
    }

    /// The rollout that the arguments describe, and the name of its match equity table.
    pub(super) fn rollout(&self, engine: &Engine) -> Result<(Rollout, String), RolloutToolError> {
        let table =
            table_of(&self.met).map_err(|source| TableError::Met { name: self.met.clone(), source })?;
        let state = self.state()?;
        let subject = if self.cube {
            Subject::cube_decision(&state, &table)?
        } else if let Some(dice) = state.dice() {
            Subject::plays(&state, &table, &self.candidates(engine, &state, &table, dice)?)?
        } else if self.best.is_some() || !self.plays.is_empty() {
            return Err(RolloutToolError::NoDice);
        } else {
            Subject::position(&state, &table)?
        };
        Ok((Rollout::new(subject, self.settings())?, self.met.clone()))
    }

    fn state(&self) -> Result<MatchState, RolloutToolError> {
        let text = self.position.as_deref().unwrap_or_default().trim();
        let rules = Rules::default();
        // An XGID has nine colons, a position ID with a match ID one.
        let mut state = if text.matches(':').count() > 1 {
            MatchState::from_xgid(text)?
        } else if let Some((position, id)) = text.split_once(':') {
            MatchState::from_match_id(id, Board::from_position_id(position)?, rules)?
        } else {
            let board = Board::from_position_id(text)?;
            MatchState { board, phase: Phase::Due(Decision::Roll), ..MatchState::new(0, rules)? }
        };
        if let Some(dice) = self.dice {
            state.phase = Phase::Due(Decision::Play(dice));
        }
        state.check()?;
        Ok(state)
    }

    fn candidates(
        &self,
        engine: &Engine,
        state: &MatchState,
        table: &MatchEquityTable,
        dice: Dice,
    ) -> Result<Vec<Play>, RolloutToolError> {
        if !self.plays.is_empty() {
            let play = |text: &String| {
                notation::resolve(&state.board, dice, text)
                    .map_err(|error| RolloutToolError::Play(text.clone(), error))
            };
            return self.plays.iter().map(play).collect();
        }
        let (settings, filters) = (EvalSettings::at(0), MoveFilters::NORMAL);
        let root = Root::of(state, table);
        let ranked = engine.rank_plays(&root, dice, &settings, &filters, &CancelToken::new(), |_| ());
        let best = self.best.map_or(DEFAULT_PLAYS, NonZeroUsize::get);
        let plays: Vec<Play> =
            ranked.unwrap_or_default().iter().take(best).map(|ranked| ranked.play).collect();
        Ok(if plays.is_empty() { vec![Play::EMPTY] } else { plays })
    }

    fn settings(&self) -> RolloutSettings {
        let mut settings = self.playing.preset.unwrap_or(Preset::Full).settings();
        settings.seed = 1;
        settings.cubeful = !self.cubeless;
        settings.initial = self.initial;
        self.limits(&self.playing.over(&settings))
    }

    /// `settings` with the number of games and the stop rules of the arguments.
    pub(super) fn limits(&self, settings: &RolloutSettings) -> RolloutSettings {
        let mut settings = settings.clone();
        match &self.trials {
            Some(TrialSelection::All(trials)) => settings.trials = *trials,
            Some(TrialSelection::Range(range)) => settings.trials = settings.trials.max(range.end),
            None => {}
        }
        self.playing.stops(&mut settings);
        settings
    }
}
