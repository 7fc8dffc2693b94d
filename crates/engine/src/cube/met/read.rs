// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading a match equity table file.
//!
//! As the format's definition asks, element names outside their parent and unknown attributes are ignored. Everything
//! that is needed and wrong is an error with its line.

use super::file::{FreeDrops, MecParameters, MetError, MetFile, PostCrawford, PreCrawford, ZadehParameters};
use super::{ChanceRow, MET_SIZE};
use crate::input::xml_options_for;
use roxmltree::{Document, Node};

/// Largest file read, in bytes; a written-out table of 64 points takes about 80,000.
const MAX_BYTES: usize = 4 << 20;

/// Largest number of XML nodes read; a written-out table of 64 points has about 13,000.
const MAX_NODES: u32 = 200_000;

impl MetFile {
    /// The contents of a match equity table file from its text.
    ///
    /// # Errors
    /// What is wrong and on which line.
    pub fn parse(text: &str) -> Result<MetFile, MetError> {
        if text.len() > MAX_BYTES {
            return Err(MetError::TooLarge { bytes: text.len(), limit: MAX_BYTES });
        }
        let options = xml_options_for(text, MAX_NODES)
            .map_err(|error| MetError::Xml { line: 1, message: error.to_string() })?;
        let document = Document::parse_with_options(text, options)
            .map_err(|error| MetError::Xml { line: error.pos().row, message: error.to_string() })?;
        let root = document.root_element();
        if !root.has_tag_name("met") {
            let found = root.tag_name().name().to_owned();
            return Err(MetError::Root { line: line(root), found });
        }
        let info = child(root, "met", "info")?;
        let text_of = |element| child(info, "info", element).map(content);
        let length = read_length(child(info, "info", "length")?)?;
        let pre = read_pre(child(root, "met", "pre-crawford-table")?, length)?;
        let post = read_post_of_both(root, length)?;
        Ok(MetFile {
            name: text_of("name")?,
            description: text_of("description").unwrap_or_default(),
            length,
            pre,
            post,
        })
    }
}

/// The kinds of table an attribute can name.
#[derive(Clone, Copy)]
enum TableKind {
    Explicit,
    Zadeh,
    Mec,
}

fn line(node: Node) -> u32 {
    node.document().text_pos_at(node.range().start).row
}

/// The element's text with runs of white space made single blanks.
fn content(node: Node) -> String {
    node.text().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn elements<'a, 'i>(parent: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    parent.children().filter(move |node| node.has_tag_name(name))
}

fn child<'a, 'i>(
    parent: Node<'a, 'i>,
    parent_name: &'static str,
    element: &'static str,
) -> Result<Node<'a, 'i>, MetError> {
    elements(parent, element).next().ok_or(MetError::Missing {
        line: line(parent),
        parent: parent_name,
        element,
    })
}

fn read_length(node: Node) -> Result<Option<u8>, MetError> {
    let found = content(node);
    match found.parse::<i64>() {
        Ok(-1) => Ok(None),
        // A longer table is usable: scores beyond the longest match never occur.
        Ok(length) if length >= 1 => Ok(Some(u8::try_from(length).unwrap_or(u8::MAX).min(MET_SIZE as u8))),
        _ => Err(MetError::Length { line: line(node), found }),
    }
}

fn read_kind(table: Node) -> Result<TableKind, MetError> {
    match table.attribute("type") {
        None | Some("explicit") => Ok(TableKind::Explicit),
        Some("zadeh") => Ok(TableKind::Zadeh),
        Some("mec") => Ok(TableKind::Mec),
        Some(found) => Err(MetError::Attribute {
            line: line(table),
            attribute: "type",
            found: found.to_owned(),
            expected: "explicit, zadeh or mec",
        }),
    }
}

fn read_pre(table: Node, length: Option<u8>) -> Result<PreCrawford, MetError> {
    const NAME: &str = "pre-crawford-table";
    match read_kind(table)? {
        TableKind::Explicit => {
            let size = explicit_size(table, length)?;
            let rows = elements(table, "row").take(size).map(read_row).collect::<Result<Vec<_>, _>>()?;
            if rows.len() < size {
                return Err(MetError::Rows { line: line(table), found: rows.len(), expected: size });
            }
            for (n, (row, node)) in rows.iter().zip(elements(table, "row")).enumerate() {
                check_row(row, node, n + 1, size)?;
            }
            Ok(PreCrawford::Explicit(rows))
        }
        TableKind::Zadeh => {
            let parameters = child(table, NAME, "parameters")?;
            let default = ZadehParameters::default();
            Ok(PreCrawford::Zadeh(ZadehParameters {
                gammon_rate_leader: rate(parameters, "gammon-rate-leader", default.gammon_rate_leader)?,
                gammon_rate_trailer: rate(parameters, "gammon-rate-trailer", default.gammon_rate_trailer)?,
                delta: parameter(parameters, "delta", default.delta, [-0.5, 0.5])?,
                delta_bar: parameter(parameters, "delta-bar", default.delta_bar, [-0.5, 0.5])?,
            }))
        }
        TableKind::Mec => Ok(PreCrawford::Mec(read_mec(child(table, NAME, "parameters")?)?)),
    }
}

fn read_post_of_both(root: Node, length: Option<u8>) -> Result<[PostCrawford; 2], MetError> {
    let mut of_seat: [Option<PostCrawford>; 2] = [None, None];
    for table in elements(root, "post-crawford-table") {
        let post = read_post(table, length)?;
        match table.attribute("player") {
            None | Some("both") => of_seat = [Some(post.clone()), Some(post)],
            Some("0") => of_seat[0] = Some(post),
            Some("1") => of_seat[1] = Some(post),
            Some(found) => {
                return Err(MetError::Attribute {
                    line: line(table),
                    attribute: "player",
                    found: found.to_owned(),
                    expected: "0, 1 or both",
                });
            }
        }
    }
    match of_seat {
        [Some(zero), Some(one)] => Ok([zero, one]),
        [zero, _] => Err(MetError::NoPostCrawford { line: line(root), player: usize::from(zero.is_some()) }),
    }
}

fn read_post(table: Node, length: Option<u8>) -> Result<PostCrawford, MetError> {
    const NAME: &str = "post-crawford-table";
    match read_kind(table)? {
        TableKind::Explicit => {
            // The last entry of the native length is replaced by the extension, so many tables leave it out.
            let size = explicit_size(table, length)? - 1;
            let node = child(table, NAME, "row")?;
            let row = read_row(node)?;
            check_row(&row, node, 1, size)?;
            Ok(PostCrawford::Explicit(row))
        }
        TableKind::Zadeh => {
            let parameters = child(table, NAME, "parameters")?;
            let gammons = rate(parameters, "gammon-rate-trailer", 0.25)?;
            Ok(PostCrawford::Zadeh(gammons, read_free_drops(parameters)?))
        }
        TableKind::Mec => {
            let parameters = child(table, NAME, "parameters")?;
            Ok(PostCrawford::Mec(read_mec(parameters)?, read_free_drops(parameters)?))
        }
    }
}

fn explicit_size(table: Node, length: Option<u8>) -> Result<usize, MetError> {
    length.map(usize::from).ok_or(MetError::ExplicitWithoutLength { line: line(table) })
}

/// All values of a row, as many as the file gives (at most the longest match).
fn read_row(row: Node) -> Result<ChanceRow, MetError> {
    elements(row, "me")
        .take(MET_SIZE)
        .map(|node| {
            let found = content(node);
            match found.parse::<f64>() {
                Ok(chance) if (0.0..=1.0).contains(&chance) => Ok(chance),
                _ => Err(MetError::Chance { line: line(node), found }),
            }
        })
        .collect()
}

fn check_row(row: &ChanceRow, node: Node, number: usize, size: usize) -> Result<(), MetError> {
    if row.len() < size {
        return Err(MetError::ShortRow { line: line(node), row: number, found: row.len(), expected: size });
    }
    Ok(())
}

fn read_mec(parameters: Node) -> Result<MecParameters, MetError> {
    let default = MecParameters::default();
    Ok(MecParameters {
        gammon_rate: rate(parameters, "gammon-rate", default.gammon_rate)?,
        win_rate: parameter(parameters, "win-rate", default.win_rate, [0.01, 0.99])?,
    })
}

fn read_free_drops(parameters: Node) -> Result<FreeDrops, MetError> {
    let default = FreeDrops::default();
    Ok(FreeDrops {
        at_2_away: parameter(parameters, "free-drop-2-away", default.at_2_away, [-0.25, 0.25])?,
        at_4_away: parameter(parameters, "free-drop-4-away", default.at_4_away, [-0.25, 0.25])?,
    })
}

fn rate(parameters: Node, name: &'static str, default: f64) -> Result<f64, MetError> {
    parameter(parameters, name, default, [0.0, 1.0])
}

/// The named parameter, or its default where the file does not mention it.
fn parameter(
    parameters: Node,
    name: &'static str,
    default: f64,
    [least, most]: [f64; 2],
) -> Result<f64, MetError> {
    let Some(node) = elements(parameters, "parameter").find(|node| node.attribute("name") == Some(name))
    else {
        return Ok(default);
    };
    let found = content(node);
    match found.parse::<f64>() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(MetError::Parameter { line: line(node), name, found, least, most }),
    }
}
