// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading a file, whatever it is.

use crate::error::{FileError, ImportError, Place, Warning, combined};
use crate::imported::Imported;
use crate::mat::{gam, read as mat};
use crate::servers::{bgammon, bgroom, oldmoves, party, sgg, tmg};
use crate::text::{TextLine, decode, lines};
use crate::{
    Format, MAX_INPUT, archive, bgf, board_text, detect, ids, ogxm, pos, position_text, report_text, sgf,
    snowie, xg,
};
use flate2::read::GzDecoder;
use gnubg_engine::core::Rules;
use gnubg_engine::input::{open_regular, read_limited};
use gnubg_record::{GameRecord, MatchInfo, MatchRecord};
use std::borrow::Cow;
use std::io::Read as _;
use std::path::Path;

/// What a file held.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The format it was read as.
    pub format: Format,
    /// Its matches, at least one.
    pub matches: Vec<Imported>,
    /// Whether they come from the files of an archive.
    pub is_archive: bool,
}

/// Reads a regular file from disk; pipes and devices are refused.
///
/// # Errors
/// If it cannot be opened, or nothing in it can be read.
pub fn read_file(path: &Path, format: Option<Format>) -> Result<Import, FileError> {
    let io = |source| FileError::Io { path: path.to_owned(), source };
    let wrap = |source| FileError::Import { path: path.to_owned(), source };
    let (_, data) = open_regular(path).map_err(io)?;
    if data.len() > MAX_INPUT as u64 {
        return Err(wrap(ImportError::TooLarge(usize::try_from(data.len()).unwrap_or(usize::MAX))));
    }
    let bytes = read_limited(path, MAX_INPUT as u64).map_err(io)?;
    let name = path.file_name().and_then(|name| name.to_str());
    read(&bytes, name, format).map_err(wrap)
}

/// Reads the bytes of a file. `name` is the file's name, in which some servers write the date; `format` the format to
/// read
/// it as, or `None` to find out.
///
/// # Errors
/// If nothing can be read: where and why.
pub fn read(bytes: &[u8], name: Option<&str>, format: Option<Format>) -> Result<Import, ImportError> {
    if bytes.is_empty() {
        return Err(ImportError::Empty);
    }
    if bytes.len() > MAX_INPUT {
        return Err(ImportError::TooLarge(bytes.len()));
    }
    if archive::looks_like(bytes) {
        return read_archive(bytes, format);
    }
    let (unpacked, is_cut) = unpacked(bytes)?;
    let mut import = read_unpacked(unpacked.as_ref(), name, format)?;
    for imported in &mut import.matches {
        imported.warnings = combined(std::mem::take(&mut imported.warnings));
    }
    if let Some(last) = import.matches.last_mut().filter(|_| is_cut) {
        let message = "the compressed file is incomplete or damaged; what could be decompressed was read";
        last.warnings.push(Warning { at: Place::Offset(bytes.len()), message: message.to_owned() });
    }
    Ok(import)
}

/// Reads every file of an archive; of those that cannot be read a warning tells.
fn read_archive(bytes: &[u8], format: Option<Format>) -> Result<Import, ImportError> {
    let mut found: Option<Import> = None;
    let mut problems = Vec::new();
    for archive::Member { name, content } in archive::members(bytes)? {
        let read = content
            .and_then(|content| read(&content, Some(&name), format).map_err(|error| error.to_string()));
        match (read, &mut found) {
            (Ok(import), None) => found = Some(import),
            (Ok(import), Some(found)) => found.matches.extend(import.matches),
            (Err(reason), _) => problems.push(format!("{name} in the archive: {reason}")),
        }
    }
    let Some(mut import) = found else {
        let reason = problems.first().cloned().unwrap_or_else(|| "the archive is empty".to_owned());
        return Err(ImportError::NotRecognized(reason));
    };
    import.is_archive = true;
    if let Some(last) = import.matches.last_mut() {
        let warnings = problems.into_iter().map(|message| Warning { at: Place::File, message });
        last.warnings.extend(warnings);
    }
    Ok(import)
}

fn read_unpacked(bytes: &[u8], name: Option<&str>, format: Option<Format>) -> Result<Import, ImportError> {
    if let Some(format) = format.or_else(|| detect::binary(bytes))
        && let Some(matches) = read_binary(bytes, format)
    {
        return Ok(Import { format, matches: matches?, is_archive: false });
    }
    if format.is_none() && is_binary(bytes) {
        let first: Vec<String> = bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        return Err(ImportError::NotRecognized(format!("it starts with the bytes {}", first.join(" "))));
    }
    let text = decode(bytes, None);
    let format = match format {
        Some(format) => format,
        None => detect::text(&text).map_err(ImportError::NotRecognized)?,
    };
    let matches = match format {
        Format::Sgf => sgf::read(bytes)?,
        Format::Mat => mat::read(&text, name)?,
        Format::Text | Format::Html => report_text::read(&text, format)?,
        Format::Gam | Format::Empire => gam::read(&text, format)?,
        Format::SnowieText if snowie::looks_like(text.trim_start()) => snowie::read(&text)?,
        Format::SnowieText => mat::read(&text, name)?,
        Format::Oldmoves => oldmoves::read(&text)?,
        Format::Sgg => sgg::read(&text)?,
        Format::Tmg => tmg::read(&text)?,
        Format::BgammonOrg => bgammon::read(&text)?,
        Format::Party => party::read(&text)?,
        Format::BgRoom => bgroom::read(&text)?,
        Format::XgText => position_text::xg::read(&text)?,
        Format::BgBlitzText => position_text::bgblitz::read(&text)?,
        Format::Id => read_id(&text)?,
        Format::Bkg => {
            let reason =
                "this format is not supported, because neither its description nor a sample file is known"
                    .to_owned();
            return Err(ImportError::Unreadable { format, at: Place::File, reason });
        }
        Format::Latex | Format::Pdf | Format::Ps | Format::Eps | Format::Png | Format::Svg => {
            let reason = "files in this format can be written but not read".to_owned();
            return Err(ImportError::Unreadable { format, at: Place::Line(1), reason });
        }
        Format::Xg | Format::BgBlitz | Format::Ogxm | Format::Pos => Vec::new(),
    };
    let mut import = Import { format, matches, is_archive: false };
    warn_of_cut(&mut import, &text);
    Ok(import)
}

/// Adds a warning if a text ends in the middle of a line. Many programs write no line end after their last line; it is
/// whole if the last game and the match are over and it reads like the end of one.
fn warn_of_cut(import: &mut Import, text: &str) {
    // These readers see for themselves what is missing.
    let is_checked = matches!(import.format, Format::XgText | Format::BgBlitzText | Format::Sgf);
    let all = lines(text);
    let Some((end, before)) = all.split_last().filter(|(line, _)| line.is_cut && !is_checked) else {
        return;
    };
    let is_report = matches!(import.format, Format::Text | Format::Html);
    let Some(last) = import.matches.last_mut() else { return };
    if last.is_position() {
        // Copied text often has no line end; the drawn board and the list of candidates do not end a report.
        let line = end.text.trim();
        let is_rank = line.trim_start_matches(['*', ' ']).starts_with(|c: char| c.is_ascii_digit());
        let is_inside = line.starts_with(['|', '+', '^']) || line.starts_with("v|");
        let is_half_drawn = import.format == Format::Id && board_text::count_borders(text) == 1;
        if is_half_drawn || is_report && (is_inside || is_rank && !line.contains(" - ")) {
            let message = "the file ends in the middle of a line".to_owned();
            last.warnings.push(Warning { at: Place::Line(end.number), message });
        }
        return;
    }
    let is_over = |game: &GameRecord| game.outcome(last.record.length).is_some();
    let record = &last.record;
    let is_unfinished = !record.is_money() && record.winner().is_none();
    let message = if last.record.games.last().is_none_or(|game| !is_over(game)) {
        "the file ends in the middle of a line and of a game"
    } else if !is_report && !ends_game(end.text, before) {
        "the file ends in the middle of a line"
    } else if !is_report && is_unfinished {
        "the file ends in the middle of a line, and the match is not over"
    } else {
        return;
    };
    last.warnings.push(Warning { at: Place::Line(end.number), message: message.to_owned() });
}

/// Whether a last line is whole as one with which a game may end: who wins, a play that ends with a checker borne off, a
/// pass, a resignation, the score, or nothing but the number of a row. Its number of points is told in the plural unless
/// the lines before have that word otherwise, too.
fn ends_game(line: &str, before: &[TextLine]) -> bool {
    let line = line.trim().to_ascii_lowercase();
    let Some(last) = line.split_ascii_whitespace().next_back() else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let score = |text: &str| text.split_once('-').is_some_and(|(a, b)| is_number(a) && is_number(b));
    let is_row = line.strip_suffix(')').is_some_and(is_number);
    let value = line.split_once('=').is_some_and(|(key, value)| key.contains("_score") && is_number(value));
    let play =
        last.split_once('(').map_or(last, |(play, times)| if times.ends_with(')') { play } else { "" });
    let is_off = ["/off", "-off", "/0", "-0"].iter().any(|end| play.trim_end_matches('*').ends_with(end));
    let word = last.trim_end_matches(['.', '!']);
    let is_said = match word {
        "points" | "match" | "drops" | "passes" | "resigns" | "rejects" => true,
        "point" => is_one_point(&line) || before.iter().any(|line| tells_points_in_the_singular(line.text)),
        _ => false,
    };
    is_row || value || is_off || is_said || (line.contains("score") && score(last))
}

/// Whether a line that ends with "point" has the number 1 before it.
fn is_one_point(line: &str) -> bool {
    line.split_ascii_whitespace().rev().nth(1) == Some("1")
}

/// Whether more than one point won is called "point", as Backgammon Galaxy does.
fn tells_points_in_the_singular(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace().skip_while(|word| !word.eq_ignore_ascii_case("wins"));
    words.next().is_some()
        && words.next().is_some_and(|number| number != "1")
        && words.next().is_some_and(|word| word.eq_ignore_ascii_case("point"))
}

/// Reads a binary format; `None` if it is none.
fn read_binary(bytes: &[u8], format: Format) -> Option<Result<Vec<Imported>, ImportError>> {
    match format {
        Format::Xg => Some(xg::read(bytes)),
        Format::BgBlitz => Some(bgf::read(bytes)),
        Format::Ogxm => Some(ogxm::read(bytes)),
        Format::Pos => Some(pos::read(bytes)),
        _ => None,
    }
}

/// Whether many bytes are of no text.
fn is_binary(bytes: &[u8]) -> bool {
    let window = &bytes[..bytes.len().min(1000)];
    if window.starts_with(&[0xff, 0xfe]) || window.starts_with(&[0xfe, 0xff]) {
        return false;
    }
    let odd = window.iter().filter(|&&b| b < 32 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0c)).count();
    odd * 20 > window.len()
}

/// The content of a gzip file, and whether it is damaged; anything else as it is.
fn unpacked(bytes: &[u8]) -> Result<(Cow<'_, [u8]>, bool), ImportError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok((Cow::Borrowed(bytes), false));
    }
    let mut out = Vec::new();
    let outcome = GzDecoder::new(bytes).take(MAX_INPUT as u64 + 1).read_to_end(&mut out);
    if out.len() > MAX_INPUT {
        return Err(ImportError::TooLarge(out.len()));
    }
    match outcome {
        Err(error) if out.is_empty() => Err(ImportError::NotRecognized(format!(
            "it looks like gzip, but cannot be decompressed: {error}"
        ))),
        outcome => Ok((Cow::Owned(out), outcome.is_err())),
    }
}

fn read_id(text: &str) -> Result<Vec<Imported>, ImportError> {
    let found = ids::find(text, Rules::default()).map_err(|error| ImportError::Unreadable {
        format: Format::Id,
        at: Place::File,
        reason: error.to_string(),
    })?;
    let mut state = found.state;
    state.rules.jacoby &= state.is_money();
    let record = MatchRecord {
        info: MatchInfo::of_players([&found.names[0], &found.names[1]]),
        length: state.length,
        rules: state.rules,
        games: vec![GameRecord::of_position(&state)],
        variations: Vec::new(),
        shown_variation: None,
    };
    let mut warnings = Vec::new();
    if let Some(n) = cut_match_id(text) {
        let message = format!("the match ID has {n} characters, not 12; it is ignored");
        warnings.push(Warning { at: Place::Line(lines(text).len()), message });
    }
    Ok(vec![Imported { record, warnings }])
}

/// How many characters are left of a match ID behind a position ID at the end of a text.
fn cut_match_id(text: &str) -> Option<usize> {
    let (rest, id) = text.trim_end().rsplit_once(':')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
    let position = rest.rsplit(|c: char| !is_part(c)).next()?;
    ((1..12).contains(&id.len()) && id.chars().all(is_part) && position.len() == 14).then_some(id.len())
}
