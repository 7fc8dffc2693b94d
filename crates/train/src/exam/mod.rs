// SPDX-License-Identifier: GPL-3.0-or-later
//! Examinations: decisions by kind of position, and what players lose by their choices in them.
//!
//! A *quick* one takes its equities from look-ahead and examines static choices. The others are folders that grow step by
//! step; each step continues where it was stopped and gives the same lines with any number of threads:
//!
//! | step | writes |
//! | --- | --- |
//! | [`draw`] | `decisions.jsonl`: decisions of self-play on which any two players of a fixed list differ |
//! | [`ask`] | `answers.jsonl`: the plays of players who were asked later |
//! | [`roll`] | `rollouts.jsonl`: the chosen plays, rolled out until they are told apart |
//! | [`timing`] | `times.jsonl`: how long the players think |
//! | [`report`] | nothing; it tells what the players lose |
//!
//! Half of the positions are *sealed*: nothing that trains nets or chooses among them may read what the players lose
//! there. Only the report shows it.

mod ask;
mod decision;
mod draw;
mod players;
mod quick;
mod report;
mod roll;
mod settle;
mod timing;
mod workers;

use anyhow::Result;

pub(crate) use quick::score;

#[derive(clap::Subcommand)]
pub(crate) enum ExamCommand {
    /// Collect decisions by kind of position, with equities from look-ahead
    Quick(quick::QuickOptions),
    /// Draw decisions on which players differ
    Draw(draw::DrawOptions),
    /// Ask one more player for its plays
    Ask(ask::AskOptions),
    /// Roll out the plays that the players chose
    Roll(roll::RollOptions),
    /// Time players on one thread
    Time(timing::TimeOptions),
    /// Report what the players lose
    Report(report::ReportOptions),
}

pub(crate) fn run(command: &ExamCommand) -> Result<()> {
    match command {
        ExamCommand::Quick(options) => quick::run(options),
        ExamCommand::Draw(options) => draw::run(options),
        ExamCommand::Ask(options) => ask::run(options),
        ExamCommand::Roll(options) => roll::run(options),
        ExamCommand::Time(options) => timing::run(options),
        ExamCommand::Report(options) => report::run(options),
    }
}
