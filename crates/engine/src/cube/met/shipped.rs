// SPDX-License-Identifier: GPL-3.0-or-later
//! The match equity tables built into the program.
//!
//! The files in the crate's folder `data/met` are compiled in, so these tables are available without any file.

use super::{MatchEquityTable, MetError};

/// A table built into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedMet {
    /// Its file name without folder and ending, as in `set met NAME`.
    pub file: &'static str,
    /// Its display name.
    pub name: &'static str,
    /// Its authors.
    pub authors: &'static str,
    /// The text of its file.
    pub xml: &'static str,
}

/// File name of the default table.
pub const DEFAULT_MET: &str = "Kazaross-XG2";

macro_rules! shipped_met {
    ($file:literal, $name:literal, $authors:literal) => {
        ShippedMet {
            file: $file,
            name: $name,
            authors: $authors,
            xml: include_str!(concat!("../../../data/met/", $file, ".xml")),
        }
    };
}

/// All built-in tables, the default first.
pub const SHIPPED: [ShippedMet; 12] = [
    shipped_met!("Kazaross-XG2", "Kazaross XG2 25 point MET", "Kazaross with eXtreme Gammon 2"),
    shipped_met!("Rockwell-Kazaross", "Rockwell/Kazaross 25 point MET", "Rockwell and Kazaross"),
    shipped_met!("g11", "GNUbg 11 point MET", "GNU Backgammon rollouts and Tornberg's mec"),
    shipped_met!("jac050", "Jacobs & Trice with player 0 a 50 Elo favorite", "Jacobs and Trice"),
    shipped_met!("jac100", "Jacobs & Trice with player 0 a 100 Elo favorite", "Jacobs and Trice"),
    shipped_met!("jacobs", "Jacobs & Trice", "Jacobs and Trice"),
    shipped_met!("mec26", "mec", "Tornberg's mec"),
    shipped_met!("ortega", "Ortega & Kleinman", "Ortega and Kleinman"),
    shipped_met!("snowie", "Snowie 2.1", "Snowie"),
    shipped_met!("woolsey", "Kit Woolsey", "Woolsey"),
    shipped_met!("mec", "mec (match equity calculator)", "Tornberg's mec"),
    shipped_met!("zadeh", "N. Zadeh", "Zadeh"),
];

/// The built-in table with that file name. Upper and lower case, a folder before it and the ending `.xml` make no
/// difference.
///
/// # Errors
/// If there is none.
pub fn shipped(file: &str) -> Result<MatchEquityTable, MetError> {
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = match base.len().checked_sub(4).and_then(|at| base.split_at_checked(at)) {
        Some((stem, ending)) if ending.eq_ignore_ascii_case(".xml") => stem,
        _ => base,
    };
    let found = SHIPPED.iter().find(|met| met.file.eq_ignore_ascii_case(stem));
    MatchEquityTable::parse(found.ok_or_else(|| MetError::Unknown(file.to_owned()))?.xml)
}
