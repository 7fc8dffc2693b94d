// SPDX-License-Identifier: GPL-3.0-or-later
//! Where an option stands in the preferences, and how it is chosen there.

/// A group of rows in the preferences; the window says on which page and in which order the groups stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PreferenceGroup {
    /// Name, seat and address of the top player.
    TopPlayer,
    /// Name, seat and address of the bottom player.
    BottomPlayer,
    /// Names of the user.
    OwnNames,
    /// What happens automatically.
    Automatic,
    /// Rules of new matches.
    Rules,
    /// Clocks of new matches.
    Clocks,
    /// Confirmations.
    Confirmations,
    /// Money sessions.
    Sessions,
    /// The tutor.
    Tutor,
    /// Hints.
    Hints,
    /// How numbers are shown.
    Numbers,
    /// Which decisions are analyzed.
    Analyzed,
    /// Marks of decisions.
    DecisionMarks,
    /// Marks of rolls.
    RollMarks,
    /// The match equity table.
    EquityTable,
    /// Dice chosen by the program.
    ChosenDice,
    /// The board.
    Board,
    /// Movement on the board.
    Movement,
    /// The window.
    Window,
    /// Folders first offered.
    Folders,
    /// Backup copies.
    Backups,
    /// Files of matches.
    Matches,
    /// Programs that are started.
    Programs,
    /// Contents of reports.
    ReportContents,
    /// Checker plays in reports.
    ReportPlays,
    /// Cube decisions in reports.
    ReportCubes,
    /// Web pages and pictures.
    ReportPictures,
    /// Processor and memory.
    Computation,
    /// Cube efficiency.
    CubeEfficiency,
    /// All sounds.
    Sounds,
    /// The sound of each event.
    SoundEvents,
    /// Evaluation or rollout.
    Method,
    /// An evaluation.
    Evaluation,
    /// Move filters.
    MoveFilters,
    /// Games of a rollout.
    RolloutGames,
    /// Truncation of rollouts.
    RolloutTruncation,
    /// Settings of rollouts after a given ply.
    RolloutLater,
    /// When rollouts stop.
    RolloutStop,
    /// Settings of rollouts that copy others.
    RolloutCopies,
}

/// What a text names, where a dialog can choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// A file.
    File,
    /// A folder.
    Folder,
}
