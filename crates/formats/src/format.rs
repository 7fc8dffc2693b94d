// SPDX-License-Identifier: GPL-3.0-or-later
//! The formats this crate knows by name.

use std::fmt;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// SGF as GNU Backgammon saves it.
    Sgf,
    /// Match text with two columns.
    Mat,
    /// Game text with two columns, without scores.
    Gam,
    /// GammonEmpire's games.
    Empire,
    /// Jellyfish's binary positions.
    Pos,
    /// Snowie's position line; as an export also Snowie's match text.
    SnowieText,
    /// FIBS `oldmoves`.
    Oldmoves,
    /// GamesGrid.
    Sgg,
    /// TrueMoneyGames.
    Tmg,
    /// Replays of bgammon.org.
    BgammonOrg,
    /// PartyGammon.
    Party,
    /// BGRoom.
    BgRoom,
    /// Hans Berliner's BKG.
    Bkg,
    /// eXtreme Gammon's binary files.
    Xg,
    /// A position with analysis as eXtreme Gammon prints it.
    XgText,
    /// BGBlitz's compressed files.
    BgBlitz,
    /// A position with analysis as BGBlitz prints it.
    BgBlitzText,
    /// OpenGammon's binary files.
    Ogxm,
    /// An identifier: XGID, OGID, GNUBGID, FIBS board.
    Id,
    /// Plain text, for reading by people.
    Text,
    /// A web page, for reading by people.
    Html,
    /// LaTeX source.
    Latex,
    /// Pages.
    Pdf,
    /// Pages for a printer.
    Ps,
    /// A vector picture of a position for other documents.
    Eps,
    /// A picture of a position.
    Png,
    /// A vector picture of a position with its analysis.
    Svg,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 27] = [
        Format::Sgf,
        Format::Mat,
        Format::Gam,
        Format::Empire,
        Format::Pos,
        Format::SnowieText,
        Format::Oldmoves,
        Format::Sgg,
        Format::Tmg,
        Format::BgammonOrg,
        Format::Party,
        Format::BgRoom,
        Format::Bkg,
        Format::Xg,
        Format::XgText,
        Format::BgBlitz,
        Format::BgBlitzText,
        Format::Ogxm,
        Format::Id,
        Format::Text,
        Format::Html,
        Format::Latex,
        Format::Pdf,
        Format::Ps,
        Format::Eps,
        Format::Png,
        Format::Svg,
    ];

    /// The word for it in commands and JSON.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Mat => "mat",
            Format::Gam => "gam",
            Format::Empire => "empire",
            Format::Pos => "pos",
            Format::SnowieText => "snowietxt",
            Format::Oldmoves => "oldmoves",
            Format::Sgg => "sgg",
            Format::Tmg => "tmg",
            Format::BgammonOrg => "bgammon",
            Format::Party => "party",
            Format::BgRoom => "bgroom",
            Format::Bkg => "bkg",
            Format::Xg => "xg",
            Format::XgText => "xg-text",
            Format::BgBlitz => "bgblitz",
            Format::BgBlitzText => "bgblitz-text",
            Format::Ogxm => "ogxm",
            Format::Id => "id",
            Format::Text => "text",
            Format::Html => "html",
            Format::Latex => "latex",
            Format::Pdf => "pdf",
            Format::Ps => "ps",
            Format::Eps => "eps",
            Format::Png => "png",
            Format::Svg => "svg",
        }
    }

    /// The format of that keyword, in any case.
    #[must_use]
    pub fn from_keyword(keyword: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.keyword().eq_ignore_ascii_case(keyword))
    }

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "SGF",
            Format::Mat => "MAT",
            Format::Gam => "GAM",
            Format::Empire => "GammonEmpire",
            Format::Pos => "Jellyfish position",
            Format::SnowieText => "Snowie text",
            Format::Oldmoves => "FIBS oldmoves",
            Format::Sgg => "GamesGrid",
            Format::Tmg => "TrueMoneyGames",
            Format::BgammonOrg => "bgammon.org",
            Format::Party => "PartyGammon",
            Format::BgRoom => "BGRoom",
            Format::Bkg => "BKG",
            Format::Xg => "eXtreme Gammon",
            Format::XgText => "eXtreme Gammon text",
            Format::BgBlitz => "BGBlitz",
            Format::BgBlitzText => "BGBlitz text",
            Format::Ogxm => "OpenGammon",
            Format::Id => "identifier",
            Format::Text => "plain text",
            Format::Html => "HTML",
            Format::Latex => "LaTeX",
            Format::Pdf => "PDF",
            Format::Ps => "PostScript",
            Format::Eps => "EPS",
            Format::Png => "PNG",
            Format::Svg => "SVG",
        }
    }

    /// The usual ending of file names, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Mat => "mat",
            Format::Gam | Format::Empire | Format::Party => "gam",
            Format::Pos => "pos",
            Format::Oldmoves => "fibs",
            Format::Sgg => "sgg",
            Format::Tmg => "tmg",
            Format::BgammonOrg => "match",
            Format::BgRoom | Format::BgBlitz => "bgf",
            Format::Bkg => "bkg",
            Format::Xg => "xg",
            Format::Ogxm => "ogxm",
            Format::Html => "html",
            Format::Latex => "tex",
            Format::Pdf => "pdf",
            Format::Ps => "ps",
            Format::Eps => "eps",
            Format::Png => "png",
            Format::Svg => "svg",
            Format::SnowieText | Format::XgText | Format::BgBlitzText | Format::Id | Format::Text => "txt",
        }
    }

    /// Whether files of this format can be written.
    #[must_use]
    pub const fn is_written(self) -> bool {
        matches!(
            self,
            Format::Sgf
                | Format::Mat
                | Format::Gam
                | Format::Pos
                | Format::Ogxm
                | Format::Xg
                | Format::BgBlitz
                | Format::SnowieText
                | Format::BgammonOrg
                | Format::Oldmoves
                | Format::Id
                | Format::Text
                | Format::Html
                | Format::Latex
                | Format::Pdf
                | Format::Ps
                | Format::Eps
                | Format::Png
                | Format::Svg
        )
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_unique() {
        for format in Format::ALL {
            assert_eq!(Format::from_keyword(format.keyword()), Some(format));
        }
        assert_eq!(Format::from_keyword("MAT"), Some(Format::Mat));
        assert_eq!(Format::from_keyword("zip"), None);
    }
}
