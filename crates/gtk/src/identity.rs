// SPDX-License-Identifier: GPL-3.0-or-later
//! How the desktop knows the program.

/// The application's identity on the desktop.
pub const APP_ID: &str = "io.github.gnubg.Gnubg";

/// The page of the project, as the software centers know it.
pub(crate) const WEBSITE: &str = env!("CARGO_PKG_HOMEPAGE");

#[cfg(test)]
mod tests {
    use super::{APP_ID, WEBSITE};

    #[test]
    fn page_and_identity_are_those_of_the_metadata() {
        let metadata = include_str!("../../../data/io.github.gnubg.Gnubg.metainfo.xml.in");
        assert!(metadata.contains(&format!("<url type=\"homepage\">{WEBSITE}</url>")));
        assert!(metadata.contains(&format!("<id>{APP_ID}</id>")));
    }
}
