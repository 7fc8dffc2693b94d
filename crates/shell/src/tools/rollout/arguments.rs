// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of `gnubg rollout`.

use super::{Failure, table_of};
use clap::{Args, Parser, Subcommand};
use gnubg_engine::core::{Board, CancelToken, Decision, Dice, MatchState, Phase, Play, Rules, notation};
use gnubg_engine::cube::{DEFAULT_MET, MatchEquityTable};
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, Root};
use gnubg_engine::rollout::{
    DiceSource, MAX_THREADS, Preset, Rollout, RolloutPlay, RolloutSettings, Subject, Switched,
};
use gnubg_session::TableError;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;

/// Plays rolled out where none are named.
const BEST: usize = 5;

/// Plays a position out many times and averages
///
/// The same position, settings and seed give the same result on any number of threads, in one run or in parts. A part
/// holds some of the games:
///
///   gnubg rollout 4PPEATDgc/ABUA --plan -o plan.json
///   gnubg rollout --from plan.json --trials 0..648 -o a.json
///   gnubg rollout --from plan.json --trials 648..1296 -o b.json
///   gnubg rollout merge a.json b.json -o whole.json
#[derive(Parser)]
#[command(name = super::NAME, bin_name = super::NAME, version, max_term_width = 100, verbatim_doc_comment)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) action: Option<Action>,

    #[command(flatten)]
    pub(super) run: RunArguments,
}

#[derive(Subcommand)]
pub(super) enum Action {
    /// Puts parts of a rollout together and prints the result
    Merge(MergeArguments),
}

#[derive(Args)]
pub(super) struct MergeArguments {
    /// Files written by `gnubg rollout -o`
    #[arg(required = true, value_name = "PART")]
    pub(super) parts: Vec<PathBuf>,

    /// Also write the whole rollout to this file
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Which games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trials {
    /// All up to that number.
    All(u32),
    /// Those of a part.
    Games(Range<u32>),
}

fn parse_trials(text: &str) -> Result<Trials, String> {
    let wrong = || format!("expected a number of games, or a range such as 0..648, found {text:?}");
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    match text.split_once("..") {
        None => Ok(Trials::All(number(text)?)),
        Some((start, end)) => {
            let range = number(start)?..number(end)?;
            if range.is_empty() { Err(wrong()) } else { Ok(Trials::Games(range)) }
        }
    }
}

fn parse_preset(name: &str) -> Result<Preset, String> {
    Preset::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
        format!("there are {}", known.join(", "))
    })
}

fn parse_source(name: &str) -> Result<DiceSource, String> {
    let known = ["mersenne", "isaac", "md5", "bbs"];
    let at = known.iter().position(|known| known.eq_ignore_ascii_case(name));
    at.map(|at| DiceSource::ALL[at].clone()).ok_or_else(|| format!("there are {}", known.join(", ")))
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
    seconds.ok_or_else(|| format!("expected seconds, found {text:?}"))
}

#[derive(Args)]
pub(super) struct RunArguments {
    /// XGID, position ID, or position ID and match ID with a colon between
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    position: Option<String>,

    /// Go on with this rollout, or with --trials A..B play a part of it
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,

    /// Write the rollout to this file, also when interrupted
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Play no games, only write the file
    #[arg(long, requires = "output")]
    pub(super) plan: bool,

    /// Games to play, or the numbers of those of a part: A..B without B [default: of the preset]
    #[arg(short, long, value_name = "N|A..B", value_parser = parse_trials)]
    pub(super) trials: Option<Trials>,

    /// Roll out the cube decision
    #[arg(long, conflicts_with_all = ["plays", "best"])]
    cube: bool,

    /// Roll out this play, such as "8/5 6/5"; may be repeated
    #[arg(long = "play", value_name = "PLAY", conflicts_with = "best")]
    plays: Vec<String>,

    /// Roll out so many plays that look best [default: 5 if the position has dice]
    #[arg(long, value_name = "N")]
    best: Option<NonZeroUsize>,

    /// The roll, if the position does not say
    #[arg(long, value_name = "DICE", value_parser = parse_dice)]
    dice: Option<Dice>,

    /// Where settings start from: roller, roller+, roller++, full, or full-2-ply
    #[arg(long, value_name = "NAME", value_parser = parse_preset, default_value = "full")]
    preset: Preset,

    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// Generator of the dice: mersenne, isaac, md5 or bbs
    #[arg(long, value_name = "NAME", value_parser = parse_source)]
    rng: Option<DiceSource>,

    /// Without the cube
    #[arg(long, conflicts_with = "cube")]
    cubeless: bool,

    /// Without variance reduction
    #[arg(long)]
    no_variance_reduction: bool,

    /// Without quasi-random dice
    #[arg(long)]
    no_quasi_random: bool,

    /// The position is an opening: no double as first roll
    #[arg(long)]
    initial: bool,

    /// Stop games after so many plies; 0 to play them to the end
    #[arg(long, value_name = "PLIES")]
    truncate: Option<u16>,

    /// Plies of look-ahead for checker play
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(0..=4))]
    checker: Option<u8>,

    /// Plies of look-ahead for cube decisions
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(0..=4))]
    cube_plies: Option<u8>,

    /// Play statically from this ply on
    #[arg(long, value_name = "PLY")]
    late: Option<u16>,

    /// Stop when all standard errors are this small
    #[arg(long, value_name = "EQUITY")]
    stop_error: Option<f32>,

    /// Stop plays that are so many joint standard deviations behind the best, and a cube decision that is so clear
    #[arg(long, value_name = "JSD")]
    stop_jsd: Option<f32>,

    /// Games played at least before stopping
    #[arg(long, value_name = "N")]
    min_games: Option<u32>,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(super) time: Option<f64>,

    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Match equity table: a built-in name or a file
    #[arg(long, value_name = "TABLE", default_value = DEFAULT_MET)]
    met: String,

    /// Folder with bearoff databases [default: that of the program]
    #[arg(long, value_name = "FOLDER")]
    pub(super) databases: Option<PathBuf>,

    /// Use no bearoff databases
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

    /// The rollout that the command line describes, and the name of its match equity table.
    pub(super) fn rollout(&self, engine: &Engine) -> Result<(Rollout, String), Failure> {
        let table =
            table_of(&self.met).map_err(|source| TableError::Met { name: self.met.clone(), source })?;
        let state = self.state()?;
        let subject = if self.cube {
            Subject::cube_decision(&state, &table)?
        } else if let Some(dice) = state.dice() {
            Subject::plays(&state, &table, &self.candidates(engine, &state, &table, dice)?)?
        } else if self.best.is_some() || !self.plays.is_empty() {
            return Err(Failure::NoDice);
        } else {
            Subject::position(&state, &table)?
        };
        Ok((Rollout::new(subject, self.settings())?, self.met.clone()))
    }

    fn state(&self) -> Result<MatchState, Failure> {
        let text = self.position.as_deref().unwrap_or_default().trim();
        let rules = Rules::default();
        // An XGID has nine colons.
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
    ) -> Result<Vec<Play>, Failure> {
        if !self.plays.is_empty() {
            let play = |text: &String| {
                notation::resolve(&state.board, dice, text)
                    .map_err(|error| Failure::Play(text.clone(), error))
            };
            return self.plays.iter().map(play).collect();
        }
        let (settings, filters) = (EvalSettings::at(0), MoveFilters::NORMAL);
        let root = Root::of(state, table);
        let ranked = engine.rank_plays(&root, dice, &settings, &filters, &CancelToken::new(), |_| ());
        let best = self.best.map_or(BEST, NonZeroUsize::get);
        let plays: Vec<Play> =
            ranked.unwrap_or_default().iter().take(best).map(|ranked| ranked.play).collect();
        Ok(if plays.is_empty() { vec![Play::EMPTY] } else { plays })
    }

    fn settings(&self) -> RolloutSettings {
        let mut settings = self.preset.settings();
        settings.seed = self.seed;
        settings.dice = self.rng.clone().unwrap_or_default();
        settings.cubeful = !self.cubeless;
        settings.variance_reduction = !self.no_variance_reduction;
        settings.quasi_random = !self.no_quasi_random;
        settings.initial = self.initial;
        if let Some(plies) = self.truncate {
            settings.truncation = Switched { on: plies > 0, plies: plies.max(1) };
        }
        for play in [&mut settings.play, &mut settings.late_play] {
            if let Some(plies) = self.checker {
                play.checker = [EvalSettings::at(plies); 2];
            }
            if let Some(plies) = self.cube_plies {
                play.cube = [EvalSettings::at(plies); 2];
            }
        }
        if let Some(plies) = self.late {
            settings.late = Switched { on: true, plies };
            settings.late_play = RolloutPlay::at(0, 0);
        }
        self.limits(&settings)
    }

    /// `settings` with the number of games and the stop rules of the command line.
    pub(super) fn limits(&self, settings: &RolloutSettings) -> RolloutSettings {
        let mut settings = settings.clone();
        match &self.trials {
            Some(Trials::All(trials)) => settings.trials = *trials,
            Some(Trials::Games(range)) => settings.trials = settings.trials.max(range.end),
            None => {}
        }
        for (rule, limit) in [
            (&mut settings.stop_on_error, self.stop_error),
            (&mut settings.stop_on_difference, self.stop_jsd),
        ] {
            if let Some(limit) = limit {
                (rule.on, rule.limit) = (true, limit);
            }
            if let Some(games) = self.min_games {
                rule.min_games = games.max(1);
            }
        }
        settings
    }
}
