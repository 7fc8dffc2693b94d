// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of `gnubg library`.

use super::study_arguments::{
    CardsArguments, CardsCommand, DrillArguments, ExportArguments, NextArguments, StatsArguments,
    StudyArguments,
};
use crate::tools::engine::EngineOptions;
use clap::{Args, Parser, Subcommand};
use gnubg_library::facts::ReferenceRule;
use std::path::PathBuf;

/// Keep all matches in one place: add files, analyze them, search decisions and positions, tag and collect them.
///
/// The library is one file, by default in the user's data folder.
#[derive(Debug, Parser)]
#[command(name = "gnubg library", bin_name = "gnubg library", max_term_width = 100)]
pub(super) struct Arguments {
    /// The file of the library [default: library.gnubglib in the user's data folder]
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) library: Option<PathBuf>,

    /// Print JSON Lines
    #[arg(long, global = true)]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) engine: EngineOptions,

    #[command(subcommand)]
    pub(super) command: LibraryCommand,
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum LibraryCommand {
    /// Make a new, empty library
    Create(CreateArguments),
    /// Show what the library holds
    Info,
    /// Check the library: the file, every match against the rules, sums
    Verify(VerifyArguments),
    /// Recompute everything derived: phases, plans, themes, losses, sums
    Rebuild,
    /// Copy the library to its folder of backups or to a file
    Backup(BackupArguments),
    /// List the backups, or put one in place of the library
    Restore(RestoreArguments),
    /// Give unused space back to the disk
    Vacuum,
    /// Merge another library into this one: matches, analyses, remarks, tags, collections
    Merge(MergeArguments),
    /// Write the matches that a query finds to a new library
    Split(SplitArguments),
    /// Show or set which of several analyses supplies the losses
    Reference(ReferenceArguments),
    /// Add files, folders and ZIP archives
    Add(AddArguments),
    /// Watch folders and add what appears in them until interrupted
    Watch(WatchArguments),
    /// List the imports, continue one that was interrupted, or undo one
    Imports(ImportsArguments),
    /// Analyze matches of the library; an interrupted run is resumed by the next one
    Analyze(AnalyzeArguments),
    /// Repeat analyses, with new nets or at another level, and show which verdicts change
    Reevaluate(ReevaluateArguments),
    /// Search decisions, positions, matches or players
    Search(SearchArguments),
    /// Show one match, decision, position or player
    Show(ShowArguments),
    /// Give things a tag, or list the tags
    Tag(TagArguments),
    /// Show, set or remove a remark
    Remark(RemarkArguments),
    /// Make collections of positions and add to them
    Collect(CollectArguments),
    /// List players, say who you are, merge and separate spellings
    Alias(AliasArguments),
    /// List events, rename them, set the event of matches
    Event(EventArguments),
    /// List, save and delete searches
    Saved(SavedArguments),
    /// Delete matches, list the trash, bring things back
    Trash(TrashArguments),
    /// Make and list cards, count what is due
    Cards(CardsArguments),
    /// Study cards, one after another; continues an unfinished session
    Study(StudyArguments),
    /// Do exercises: pips, EPC, races, take points, openings, bearoffs
    Drill(DrillArguments),
    /// Show performance ratings with their intervals, as a whole or split
    Stats(StatsArguments),
    /// Show what to work on next; silent without evidence
    Next(NextArguments),
    /// Write positions or cards for other programs
    Export(ExportArguments),
    /// Undo the last change of tags, remarks, names or collections
    Undo,
    /// Redo it
    Redo,
    /// Run a statement of SQL that only reads, on the views v_decision, v_match and v_player
    Sql(SqlArguments),
}

#[derive(Args, Clone, Debug)]
pub(crate) struct CreateArguments {
    /// The file [default: that of --library]
    pub(super) file: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct VerifyArguments {
    /// Recompute derived data that is wrong
    #[arg(long)]
    pub(super) repair: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct BackupArguments {
    /// A file to copy to
    pub(super) file: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct RestoreArguments {
    /// The backup: its number in the list, or its file
    pub(super) backup: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct MergeArguments {
    /// The other library
    pub(super) file: PathBuf,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct SplitArguments {
    /// Which matches, as a query
    pub(super) query: String,

    /// The new library
    pub(super) file: PathBuf,

    /// Only the positions that the query finds, without their matches, as a collection of this name
    #[arg(long, value_name = "NAME")]
    pub(super) positions: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ReferenceArguments {
    /// best: the most reliable analysis; file: that of the file; own: that of this program
    #[arg(value_parser = rule_of)]
    pub(super) rule: Option<ReferenceRule>,
}

fn rule_of(word: &str) -> Result<ReferenceRule, String> {
    ReferenceRule::from_word(word).ok_or_else(|| "expected best, file or own".to_owned())
}

#[derive(Args, Clone, Debug)]
pub(crate) struct AddArguments {
    /// Files, folders and ZIP archives
    #[arg(required = true, value_name = "PATHS")]
    pub(super) paths: Vec<PathBuf>,

    /// Analyze what comes without analysis, at this level
    #[arg(long, value_name = "LEVEL")]
    pub(super) analyze: Option<String>,

    /// Only show what would be added
    #[arg(long)]
    pub(super) dry_run: bool,

    /// The event of matches that name none
    #[arg(long, value_name = "NAME")]
    pub(super) event: Option<String>,

    /// Leave out files whose names fit a pattern such as *.txt; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(super) without: Vec<String>,

    /// Do not extend a match that a longer copy continues
    #[arg(long)]
    pub(super) no_extend: bool,

    /// Do not keep copies of the files in the library
    #[arg(long)]
    pub(super) no_sources: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct WatchArguments {
    /// Folders to watch; without any, those already watched
    pub(super) folders: Vec<PathBuf>,

    /// Leave out files whose names fit a pattern; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(super) without: Vec<String>,

    /// Only list the watched folders
    #[arg(long)]
    pub(super) list: bool,

    /// Stop watching these folders
    #[arg(long)]
    pub(super) remove: bool,

    /// Look once, then exit
    #[arg(long)]
    pub(super) once: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ImportsArguments {
    /// The number of an import to show
    pub(super) import: Option<i64>,

    /// Continue the imports that were interrupted
    #[arg(long, conflicts_with = "import")]
    pub(super) resume: bool,

    /// Undo this import
    #[arg(long, requires = "import")]
    pub(super) undo: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ReevaluateArguments {
    /// Which matches, as a query [default: all that are analyzed]
    pub(super) query: Vec<String>,

    /// The level: expert, world class, supremo, grandmaster, 4ply, roller, roller+, roller++ [default: that of the settings]
    #[arg(long, value_name = "NAME")]
    pub(super) level: Option<String>,

    /// Worker threads [default: those of the settings]
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<usize>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct AnalyzeArguments {
    /// Which matches, as a query [default: all that are not analyzed]
    pub(super) query: Vec<String>,

    /// The level: expert, world class, supremo, grandmaster, 4ply, roller, roller+, roller++ [default: that of the settings]
    #[arg(long, value_name = "NAME")]
    pub(super) level: Option<String>,

    /// Analyze decisions with an analysis of this level again
    #[arg(long)]
    pub(super) anew: bool,

    /// Also roll out unclear decisions, with the settings of the analysis
    #[arg(long)]
    pub(super) rollout: bool,

    /// Only show the queue
    #[arg(long)]
    pub(super) list: bool,

    /// Empty the queue
    #[arg(long)]
    pub(super) clear: bool,

    /// Worker threads [default: those of the settings]
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<usize>,
}

/// What a search lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ListedAs {
    /// Decisions
    #[default]
    Decisions,
    /// Positions, each once
    Positions,
    /// Matches
    Matches,
    /// Players
    Players,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct SearchArguments {
    /// The query, such as: me missed:hit loss>=80 phase:opening
    pub(super) query: Vec<String>,

    /// What is listed
    #[arg(long = "as", value_enum, default_value_t, value_name = "WHAT")]
    pub(super) listed_as: ListedAs,

    /// Most results
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<usize>,

    /// Print only the number of results
    #[arg(long)]
    pub(super) count: bool,

    /// Print only these fields of the JSON objects, separated by commas
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub(super) fields: Vec<String>,

    /// Only this board: a position ID or an XGID
    #[arg(long, value_name = "ID")]
    pub(super) board: Option<String>,

    /// The nearest positions to this: a position ID, an XGID, p12 or d12
    #[arg(long, value_name = "ID")]
    pub(super) near: Option<String>,

    /// Print how the search is carried out and how long it takes
    #[arg(long)]
    pub(super) explain: bool,

    /// Translate a query of blunderDB, such as: s p>30 w40,60
    #[arg(long, value_name = "TOKENS")]
    pub(super) blunderdb: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ShowArguments {
    /// m12 for a match, d12 for a decision, p12 for a position, l12 for a player
    #[arg(required = true, value_name = "ID")]
    pub(super) ids: Vec<String>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct TagArguments {
    /// The tag; without one all tags are listed
    pub(super) tag: Option<String>,

    /// What to tag: m12, d12, p12, …
    pub(super) ids: Vec<String>,

    /// Tag all decisions that a query finds
    #[arg(long, value_name = "QUERY")]
    pub(super) query: Option<String>,

    /// Remove the tag
    #[arg(long)]
    pub(super) remove: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct RemarkArguments {
    /// What the remark is about: m12, d12, p12, …
    pub(super) id: String,

    /// The text; without one the remarks are shown
    pub(super) text: Option<String>,

    /// Remove your remark
    #[arg(long, conflicts_with = "text")]
    pub(super) remove: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct CollectArguments {
    /// The name; without one all collections are listed
    pub(super) name: Option<String>,

    /// Decisions and positions to add: d12, p12, …
    pub(super) ids: Vec<String>,

    /// Add the positions of all decisions that a query finds
    #[arg(long, value_name = "QUERY", conflicts_with = "live")]
    pub(super) query: Option<String>,

    /// Make it a live collection, which holds what this query finds
    #[arg(long, value_name = "QUERY")]
    pub(super) live: Option<String>,

    /// Take these out instead
    #[arg(long)]
    pub(super) remove: bool,

    /// Delete the collection
    #[arg(long, conflicts_with_all = ["query", "live", "remove", "ids"])]
    pub(super) delete: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct AliasArguments {
    /// Names; several become one player, the first one keeps its name
    pub(super) names: Vec<String>,

    /// Mark this player as you
    #[arg(long)]
    pub(super) me: bool,

    /// Separate a spelling from its player
    #[arg(long)]
    pub(super) split: bool,

    /// Give the player this name
    #[arg(long, value_name = "NAME")]
    pub(super) rename: Option<String>,

    /// List spellings that may be one person
    #[arg(long)]
    pub(super) propose: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct EventArguments {
    /// The event; without one all are listed
    pub(super) name: Option<String>,

    /// Matches that belong to it: m12, …
    pub(super) matches: Vec<String>,

    /// Give it this name
    #[arg(long, value_name = "NAME")]
    pub(super) rename: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct SavedArguments {
    /// The name; without one all saved searches are listed
    pub(super) name: Option<String>,

    /// The query to save
    pub(super) query: Vec<String>,

    /// Delete it
    #[arg(long)]
    pub(super) delete: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct TrashArguments {
    /// Matches to delete: m12, …
    pub(super) matches: Vec<String>,

    /// Restore the entry of the trash with this number
    #[arg(long, value_name = "N", conflicts_with = "matches")]
    pub(super) restore: Option<i64>,

    /// Empty the trash
    #[arg(long, conflicts_with_all = ["matches", "restore"])]
    pub(super) empty: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct SqlArguments {
    /// The statement
    #[arg(required = true)]
    pub(super) statement: Vec<String>,
}

impl LibraryCommand {
    /// Whether the command changes the library.
    pub(crate) fn writes(&self) -> bool {
        match self {
            LibraryCommand::Info
            | LibraryCommand::Restore(_)
            | LibraryCommand::Search(_)
            | LibraryCommand::Show(_)
            | LibraryCommand::Stats(_)
            | LibraryCommand::Next(_)
            | LibraryCommand::Export(_)
            | LibraryCommand::Split(_)
            | LibraryCommand::Sql(_) => false,
            LibraryCommand::Cards(arguments) => match &arguments.command {
                CardsCommand::List(_)
                | CardsCommand::Due
                | CardsCommand::Decks
                | CardsCommand::Reviews { .. } => false,
                CardsCommand::Make(arguments) => !arguments.dry_run,
                CardsCommand::Contrast(arguments) | CardsCommand::Scores(arguments) => !arguments.dry_run,
                _ => true,
            },
            LibraryCommand::Study(arguments) => arguments.report.is_none(),
            LibraryCommand::Drill(arguments) => arguments.exercise.is_some(),
            LibraryCommand::Verify(arguments) => arguments.repair,
            LibraryCommand::Backup(arguments) => arguments.file.is_none(),
            LibraryCommand::Reference(arguments) => arguments.rule.is_some(),
            LibraryCommand::Add(arguments) => !arguments.dry_run,
            LibraryCommand::Watch(arguments) => !arguments.list,
            LibraryCommand::Imports(arguments) => arguments.resume || arguments.undo,
            LibraryCommand::Analyze(arguments) => !arguments.list,
            LibraryCommand::Tag(arguments) => arguments.tag.is_some(),
            LibraryCommand::Remark(arguments) => arguments.text.is_some() || arguments.remove,
            LibraryCommand::Collect(arguments) => arguments.name.is_some(),
            LibraryCommand::Alias(arguments) => !arguments.names.is_empty(),
            LibraryCommand::Event(arguments) => arguments.name.is_some(),
            LibraryCommand::Saved(arguments) => arguments.name.is_some(),
            LibraryCommand::Trash(arguments) => {
                !arguments.matches.is_empty() || arguments.restore.is_some() || arguments.empty
            }
            LibraryCommand::Create(_)
            | LibraryCommand::Merge(_)
            | LibraryCommand::Rebuild
            | LibraryCommand::Reevaluate(_)
            | LibraryCommand::Vacuum
            | LibraryCommand::Undo
            | LibraryCommand::Redo => true,
        }
    }

    /// Whether the command makes the library if it is missing.
    pub(super) const fn creates(&self) -> bool {
        matches!(self, LibraryCommand::Add(_) | LibraryCommand::Watch(_))
    }
}
