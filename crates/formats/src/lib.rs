// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading and writing of match and position files.

mod archive;
mod bgf;
pub mod board_text;
mod builder;
mod detect;
mod equities;
mod error;
pub mod export;
mod format;
pub mod ids;
mod import;
mod imported;
mod legs;
pub mod mat;
mod ogxm;
mod packed;
pub mod pos;
mod position;
mod position_text;
mod report_text;
pub mod rollout;
mod save;
mod servers;
pub mod sgf;
pub mod snowie;
mod text;
mod xg;

pub use gnubg_engine::temporary::temporary_in;

pub use error::{FileError, ImportError, Place, Warning};
pub use format::Format;
pub use import::{Import, read, read_file};
pub use imported::Imported;
pub use position::{Described, FoundPosition, PositionError};
pub use save::save;

pub(crate) use ids::xgid_board;

/// Files larger than this are not read, packed or unpacked.
pub const MAX_INPUT: usize = 64 << 20;
