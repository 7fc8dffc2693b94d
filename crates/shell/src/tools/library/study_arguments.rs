// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of study, exercises, statistics and export.

use clap::{Args, Subcommand, ValueEnum};
use gnubg_library::exercise::Exercise;
use gnubg_library::stats::Split;
use std::path::PathBuf;

#[derive(Args, Clone, Debug)]
pub(crate) struct CardsArguments {
    #[command(subcommand)]
    pub(super) command: CardsCommand,
}

/// What is done with cards.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum CardsCommand {
    /// Make cards: of your own mistakes, or of what --search, --collection, --position or --decision name
    Make(MakeArguments),
    /// List cards
    List(ListArguments),
    /// Count cards and what is due
    Due,
    /// List the decks
    Decks,
    /// Delete cards with their reviews; undo brings them back
    Delete(CardNumbers),
    /// Suspend cards
    Suspend(CardNumbers),
    /// Resume suspended cards
    Resume(CardNumbers),
    /// Make a contrast to a card: a nearly identical position with another answer
    Contrast(ContrastArguments),
    /// Make a card of the same position at scores with another answer
    Scores(ContrastArguments),
    /// Let cards rest for 90 days
    Rest(CardNumbers),
    /// Spread what is due over some days
    Spread {
        /// The days
        #[arg(value_parser = clap::value_parser!(u16).range(1..=365))]
        days: u16,
    },
    /// Keep this many of the due cards, the most costly ones; the others rest for 90 days
    Keep {
        /// The cards
        cards: usize,
    },
    /// Show the reviews of a card
    Reviews {
        /// The card
        card: i64,
    },
}

#[derive(Args, Clone, Debug)]
pub(crate) struct CardNumbers {
    /// The numbers of the cards
    #[arg(required = true)]
    pub(super) cards: Vec<i64>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ContrastArguments {
    /// The numbers of the cards
    #[arg(required = true)]
    pub(super) cards: Vec<i64>,

    /// Only show what would be made
    #[arg(long)]
    pub(super) dry_run: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct MakeArguments {
    /// Only mistakes that a query finds, such as match:12
    pub(super) query: Vec<String>,

    /// The positions that a query finds instead of mistakes
    #[arg(long, value_name = "QUERY", conflicts_with = "query")]
    pub(super) search: Option<String>,

    /// The positions of a collection instead of mistakes
    #[arg(long, value_name = "NAME", conflicts_with_all = ["query", "search"])]
    pub(super) collection: Option<String>,

    /// A position instead of mistakes: its XGID, with dice for a play, without for the cube
    #[arg(long, value_name = "XGID", conflicts_with_all = ["query", "search", "collection"])]
    pub(super) position: Option<String>,

    /// These decisions, such as d12, whoever made them
    #[arg(long, value_name = "ID", num_args = 1.., conflicts_with_all = ["query", "search", "collection", "position"])]
    pub(super) decision: Vec<String>,

    /// The deck
    #[arg(long, value_name = "NAME")]
    pub(super) deck: Option<String>,

    /// The least loss of a mistake, in thousandths
    #[arg(long, value_name = "N", default_value_t = 40.0)]
    pub(super) loss: f64,

    /// The least depth of the analysis; rollouts are always deep enough
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(super) plies: i64,

    /// Include positions similar to an existing card
    #[arg(long)]
    pub(super) near: bool,

    /// Only show what would be made
    #[arg(long)]
    pub(super) dry_run: bool,
}

/// Which cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhichCards {
    /// All
    #[default]
    All,
    /// Due today
    Due,
    /// Never answered
    New,
    /// Forgotten four times within a year
    Leeches,
    /// Suspended
    Resting,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ListArguments {
    /// Which of them
    #[arg(value_enum, default_value_t)]
    pub(super) which: WhichCards,

    /// Only those of this deck
    #[arg(long, value_name = "NAME")]
    pub(super) deck: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct StudyArguments {
    /// Only cards of this deck
    #[arg(long, value_name = "NAME")]
    pub(super) deck: Option<String>,

    /// The most questions
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) cards: u16,

    /// The most new cards
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(super) new: u16,

    /// The most minutes; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) minutes: u16,

    /// Do not ask decisions that you had right
    #[arg(long)]
    pub(super) no_controls: bool,

    /// The chance at which a card comes back: that you still know it, from 0.8 to 0.95
    #[arg(long, value_name = "P", default_value_t = 0.9)]
    pub(super) retention: f64,

    /// Begin a new session even if one was not ended
    #[arg(long)]
    pub(super) fresh: bool,

    /// Show the results of the last days of study
    #[arg(long, value_name = "DAYS")]
    pub(super) report: Option<u16>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct DrillArguments {
    /// The exercise; without one all are listed with your levels
    #[arg(value_parser = exercise_of)]
    pub(super) exercise: Option<Exercise>,

    /// The seed of the first question; the same one asks the same questions
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// A level from 1 to 20 [default: yours]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(super) level: Option<u8>,

    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) count: u16,
}

fn exercise_of(word: &str) -> Result<Exercise, String> {
    Exercise::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = Exercise::ALL.iter().map(|one| one.word()).collect();
        format!("expected one of {}", known.join(", "))
    })
}

#[derive(Args, Clone, Debug)]
pub(crate) struct StatsArguments {
    /// Which decisions, as a query [default: all of yours]
    pub(super) query: Vec<String>,

    /// Split by phase, plan, kind, score, opponent, player, ruler, length, event, month or match
    #[arg(long, value_name = "FIELD", value_parser = split_of)]
    pub(super) by: Option<Split>,

    /// The confidence level of the intervals
    #[arg(long, value_name = "P", default_value_t = 0.95)]
    pub(super) interval: f64,

    /// Only losses that this ruler found: a part of its name
    #[arg(long, value_name = "NAME")]
    pub(super) ruler: Option<String>,
}

fn split_of(word: &str) -> Result<Split, String> {
    Split::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = Split::ALL.iter().map(|one| one.word()).collect();
        format!("expected one of {}", known.join(", "))
    })
}

#[derive(Args, Clone, Debug)]
pub(crate) struct NextArguments {
    /// Whose decisions, as a query [default: yours]
    pub(super) query: Vec<String>,
}

/// A form of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportForm {
    /// A package for Anki
    Apkg,
    /// A table
    Csv,
    /// One JSON object a line, with the reviews of cards
    Jsonl,
    /// The whole matches that the decisions are from, one file each, in a folder
    Sgf,
    /// A web page
    Html,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ExportArguments {
    /// Which decisions, as a query
    pub(super) query: Vec<String>,

    /// Export the cards instead, or those of --deck
    #[arg(long, conflicts_with = "query")]
    pub(super) cards: bool,

    /// Only cards of this deck; also the name of the deck in Anki
    #[arg(long, value_name = "NAME")]
    pub(super) deck: Option<String>,

    /// The form
    #[arg(long, value_enum, value_name = "FORM")]
    pub(super) to: ExportForm,

    /// The file, or for sgf the folder
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,
}
