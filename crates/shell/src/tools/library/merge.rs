// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg library merge` and `split`: taking over another library, and giving a part of one away.

use super::arguments::{MergeArguments, SplitArguments};
use super::environment::{Environment, LibraryToolError};
use gnubg_library::merge::MergeReport;
use gnubg_library::{Access, Library, OpenOptions};
use serde_json::json;

fn told(report: MergeReport, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let MergeReport { new, known, analyses, remarks, tags, collected } = report;
    let value = json!({ "new": new, "known": known, "analyses": analyses, "remarks": remarks, "tags": tags,
        "collected": collected });
    environment.either(
        &value,
        &format!(
            "new matches {new}, there already {known}; added: analyses {analyses}, remarks {remarks}, tags {tags}, \
             positions of collections {collected}"
        ),
    )
}

/// `gnubg library merge`.
pub(super) fn merge(
    arguments: &MergeArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let options = OpenOptions { access: Access::Read, ..OpenOptions::default() };
    let other = Library::open(&arguments.file, options)?;
    let (judge, cancel) = (environment.judge()?, environment.cancel.clone());
    let report = environment.library.merge(&other, &judge, &cancel)?;
    told(report, environment)
}

/// `gnubg library split`.
pub(super) fn split(
    arguments: &SplitArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let (judge, cancel) = (environment.judge()?, environment.cancel.clone());
    let (library, query, file) = (&environment.library, &arguments.query, &arguments.file);
    let report = match &arguments.positions {
        Some(name) => library.split_positions(query, name, file, &judge, &cancel)?,
        None => library.split(query, file, &judge, &cancel)?,
    };
    told(report, environment)
}
