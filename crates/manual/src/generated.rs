// SPDX-License-Identifier: GPL-3.0-or-later
//! Parts of the manual that tables of the program say: commands, options, formats, the rules of the game.

use crate::markup::{Block, Span, anchor};
use crate::rules;
use gnubg_formats::Format;
use gnubg_i18n::gettext;
use gnubg_session::options::{self, OptionValue};
use gnubg_shell::commands::table;
use std::collections::BTreeSet;

/// The blocks that a directive stands for; `None` for an unknown one.
pub(crate) fn blocks(directive: &str) -> Option<Vec<Block>> {
    match directive {
        "commands" => Some(commands()),
        "options" => Some(options()),
        "formats" => Some(formats()),
        "rules" => Some(rules::blocks()),
        _ => None,
    }
}

fn head(titles: &[String]) -> Vec<Vec<Span>> {
    titles.iter().map(|title| vec![Span::plain(title.clone())]).collect()
}

/// All commands, by their first word.
fn commands() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut first = String::new();
    for (path, node) in table().root.commands() {
        let word = path.split(' ').next().unwrap_or_default();
        if word != first {
            word.clone_into(&mut first);
            blocks.push(Block::Heading { level: 2, id: anchor(word), text: word.to_owned() });
        }
        let usage = format!("{path} {}", node.args);
        let spans = vec![Span::code(usage.trim_end()), Span::plain(format!(": {}", gettext(&node.help)))];
        blocks.push(Block::Item { depth: 0, number: None, spans });
    }
    blocks
}

/// Every option once, with the words of its first place.
fn options() -> Vec<Block> {
    let mut seen = BTreeSet::new();
    let mut blocks = Vec::new();
    let mut section = String::new();
    for leaf in options::leaves().iter().filter(|leaf| !leaf.words.is_empty()) {
        let last = leaf.name.rsplit('.').next().unwrap_or_default();
        if !seen.insert((leaf.help, last.to_owned())) {
            continue;
        }
        let group = leaf.name.split('.').next().unwrap_or_default();
        if group != section {
            group.clone_into(&mut section);
            let id = anchor(group);
            blocks.push(Block::Heading { level: 2, id, text: group.to_owned() });
            let titles = [gettext("Command"), gettext("Values"), gettext("Default"), gettext("Meaning")];
            blocks.push(Block::Table(vec![head(&titles)]));
        }
        let default = match leaf.default() {
            OptionValue::Text(text) if text.is_empty() => "–".to_owned(),
            value => value.to_string(),
        };
        let row = vec![
            vec![Span::code(format!("set {}", leaf.words))],
            vec![Span::plain(leaf.kind.to_string())],
            vec![Span::code(default)],
            vec![Span::plain(gettext(leaf.help))],
        ];
        if let Some(Block::Table(rows)) = blocks.last_mut() {
            rows.push(row);
        }
    }
    blocks
}

/// Whether a format is for printers and screens only.
const fn is_only_written(format: Format) -> bool {
    matches!(format, Format::Latex | Format::Pdf | Format::Ps | Format::Eps | Format::Png | Format::Svg)
}

/// All formats, and whether they are read and written.
fn formats() -> Vec<Block> {
    let mark = |is: bool| vec![Span::plain(if is { "✓" } else { "–" })];
    let titles = [gettext("Format"), gettext("File name"), gettext("Can be read"), gettext("Can be written")];
    let rows = Format::ALL.into_iter().map(|format| {
        vec![
            vec![Span::plain(format.name())],
            vec![Span::code(format!("*.{}", format.extension()))],
            mark(!is_only_written(format)),
            mark(format.is_written()),
        ]
    });
    vec![Block::Table(std::iter::once(head(&titles)).chain(rows).collect())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_the_program_have_all_their_rows() {
        let commands = blocks("commands").unwrap();
        let n_items = commands.iter().filter(|block| matches!(block, Block::Item { .. })).count();
        assert_eq!(n_items, table().root.commands().len());
        let formats = blocks("formats").unwrap();
        assert!(matches!(&formats[0], Block::Table(rows) if rows.len() == Format::ALL.len() + 1));
        let options = blocks("options").unwrap();
        let n_rows: usize =
            options.iter().map(|block| if let Block::Table(rows) = block { rows.len() - 1 } else { 0 }).sum();
        assert!(n_rows > 150, "{n_rows}");
        assert!(blocks("nothing").is_none());
    }
}
