// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches in the database: facts and findings, and what is derived from them.

pub(crate) mod blob;
pub(crate) mod boards;
mod header;
pub(crate) mod load;
pub(crate) mod names;
pub(crate) mod nets;
mod prepared;
pub(crate) mod reference;
pub(crate) mod rulers;
pub(crate) mod store;
pub(crate) mod summary;

pub use header::{Header, trust};
pub use prepared::Prepared;
pub(crate) use prepared::findings_of;
pub use reference::ReferenceRule;
pub use rulers::RulerRow;
pub use store::TargetKind;
pub use summary::ErrorLimits;
