// SPDX-License-Identifier: GPL-3.0-or-later
//! Recognizing the format of a file by its content.
//!
//! Signatures come first, then texts from the most to the least certain. The file name plays no role.

use crate::mat::{gam, header};
use crate::servers::{bgammon, sgg, tmg};
use crate::text::{TextLine, lines, starts_with};
use crate::{Format, board_text, ids, ogxm, pos, position_text, report_text, snowie, xg};

/// The number of bytes of a text that are examined.
const WINDOW: usize = 64 << 10;
/// The largest number of lines examined.
const MAX_LINES: usize = 2000;

/// The format of a binary file.
pub(crate) fn binary(bytes: &[u8]) -> Option<Format> {
    if xg::looks_like(bytes) {
        Some(Format::Xg)
    } else if crate::bgf::looks_like(bytes) {
        Some(Format::BgBlitz)
    } else if ogxm::looks_like(bytes) {
        Some(Format::Ogxm)
    } else if pos::looks_like(bytes) {
        Some(Format::Pos)
    } else {
        None
    }
}

/// The format of a text, or what the text looks like instead.
pub(crate) fn text(text: &str) -> Result<Format, String> {
    let mut end = text.len().min(WINDOW);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let window = &text[..end];
    let lines = lines(window);
    let lines = &lines[..lines.len().min(MAX_LINES)];
    let full: Vec<&TextLine<'_>> = lines.iter().filter(|line| !line.text.trim().is_empty()).collect();
    let Some(first) = full.first().map(|line| line.text.trim()) else {
        return Err("it contains no text".to_owned());
    };
    let key = |name: &str| full.iter().any(|line| starts_with(line.text.trim_start(), name));
    if is_sgf(window) {
        return Ok(Format::Sgf);
    }
    if position_text::bgblitz::looks_like(window) {
        return Ok(Format::BgBlitzText);
    }
    if position_text::xg::looks_like(window) {
        return Ok(Format::XgText);
    }
    if let Some(format) = report_text::looks_like(window) {
        return Ok(format);
    }
    if starts_with(first, "bgf version") {
        return Ok(Format::BgRoom);
    }
    if starts_with(first, "boardid=") {
        return Ok(Format::Party);
    }
    if full.iter().take(5).any(|line| starts_with(line.text.trim(), "score is ")) && key("score is ") {
        return Ok(Format::Oldmoves);
    }
    if (key("matchid:") || key("player1:")) && full.iter().any(|line| tmg::game_line(line.text).is_some()) {
        return Ok(Format::Tmg);
    }
    if bgammon::looks_like(first) {
        return Ok(Format::BgammonOrg);
    }
    if full.iter().take(3).any(|line| sgg::names(line.text).is_some()) {
        return Ok(Format::Sgg);
    }
    if snowie::looks_like(first) {
        return Ok(Format::SnowieText);
    }
    if full
        .iter()
        .any(|line| header::length(line.text).is_some() || line.text.trim_start().starts_with("; ["))
    {
        return Ok(Format::Mat);
    }
    if let Some(n) = (0..lines.len()).find(|&n| gam::names(lines, n).is_some()) {
        // GNU Backgammon indents the names by one blank, GammonEmpire does not.
        return Ok(if lines[n].text.starts_with(' ') { Format::Gam } else { Format::Empire });
    }
    if full.len() <= 3 && ids::read(window, gnubg_engine::core::Rules::default()).is_ok() {
        return Ok(Format::Id);
    }
    // One drawing is a position; several are a report.
    if (1..=2).contains(&board_text::count_borders(window)) {
        return Ok(Format::Id);
    }
    let shown: String = first.chars().filter(|c| !c.is_control()).take(40).collect();
    Err(format!("it starts with {shown:?}"))
}

/// Whether a text begins with a game tree of SGF.
fn is_sgf(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix('(') else { return false };
    let rest = rest.trim_start();
    rest.starts_with(';') || rest.starts_with('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for (sample, format) in [
            ("(;GM[6]FF[4])", Format::Sgf),
            ("\n ( ; FF[4]", Format::Sgf),
            ("BGF version 1.2\n", Format::BgRoom),
            ("boardid=1\ncreator=x\n", Format::Party),
            ("Score is 0-0 in a money game.\nA is X - B is O", Format::Oldmoves),
            ("MatchID: 1\nPlayer1: 1 a 2\n\nGame 1: 0-0\n", Format::Tmg),
            ("Ann Lee vs. Ben\n", Format::Sgg),
            ("# x\n\n 7 Point Match\n", Format::Mat),
            ("; [Site \"x\"]\n", Format::Mat),
            (" Ann      Ben\n  1)      31: 8/5 6/5\n", Format::Gam),
            ("Ann Ben\n  1)      31: 8/5 6/5\n", Format::Empire),
            ("4HPwATDgc/ABMA", Format::Id),
        ] {
            assert_eq!(text(sample), Ok(format), "{sample}");
        }
        assert_eq!(text("hello world\nfoo"), Err("it starts with \"hello world\"".to_owned()));
        assert!(text("  \n ").is_err());
    }
}
