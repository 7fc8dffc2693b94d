// SPDX-License-Identifier: GPL-3.0-or-later
//! Why something could not be exported, and what each format holds.

use gnubg_draw::paint::PictureError;
use gnubg_engine::core::Variation;
use gnubg_formats::export::{ExportScope, WriteError, is_match_file, unsupported};
use gnubg_formats::{FileError, Format};
use std::path::PathBuf;
use thiserror::Error;

/// Why nothing can be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Files of the format cannot hold that much.
    #[error("{}", unsupported(*.format, *.scope, holds))]
    Unsupported {
        /// The format.
        format: Format,
        /// What was to be written.
        scope: ExportScope,
    },
    /// Files of the format hold only the standard game.
    #[error("{} files hold only the standard game, not {}; these can: sgf, mat", .format.name(), .variation.keyword())]
    Variation {
        /// The format.
        format: Format,
        /// What was to be written.
        variation: Variation,
    },
    /// Files of the format have no place for something of the record.
    #[error(transparent)]
    Refused(WriteError),
    /// The record has no such game, or no game at all.
    #[error("there is no game to write")]
    NoGame,
    /// A picture or page could not be drawn; the message says why.
    #[error("{0}")]
    Picture(String),
}

impl From<PictureError> for ExportError {
    fn from(error: PictureError) -> ExportError {
        ExportError::Picture(error.to_string())
    }
}

/// A file that could not be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportFileError {
    /// There is nothing to write to it.
    #[error("{}: {source}", path.display())]
    Export {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ExportError,
    },
    /// The operating system refuses.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Whether files of the format can hold that much.
#[must_use]
pub const fn holds(format: Format, scope: ExportScope) -> bool {
    match format {
        Format::Text | Format::Html | Format::Latex | Format::Pdf | Format::Ps => true,
        // A picture of a match is its report on one page.
        Format::Png => !matches!(scope, ExportScope::Game(_)),
        Format::Svg | Format::Eps => matches!(scope, ExportScope::Position(_)),
        _ => is_match_file(format, scope),
    }
}
