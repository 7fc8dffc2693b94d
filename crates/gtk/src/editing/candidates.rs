// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of the best plays of a roll, from which a typed digit or letter chooses.

use gnubg_engine::core::{Board, Play, notation};
use gtk::prelude::*;

/// Plays that can be chosen by a letter.
pub(super) const N_CANDIDATES: usize = 26;
/// Those of them that can be chosen by a digit; a column of the list.
const N_NUMBERED: usize = 9;

/// The list while a choice is being typed.
#[derive(Debug)]
pub(super) struct CandidateList {
    popover: gtk::Popover,
    columns: gtk::Box,
    plays: Vec<Play>,
}

impl CandidateList {
    /// An empty list above the entry.
    pub(super) fn new(entry: &gtk::Entry) -> CandidateList {
        let columns = gtk::Box::builder().spacing(18).build();
        let popover = gtk::Popover::builder()
            .name("candidates")
            .child(&columns)
            .autohide(false)
            .can_focus(false)
            .position(gtk::PositionType::Top)
            .build();
        popover.set_parent(entry);
        CandidateList { popover, columns, plays: Vec::new() }
    }

    /// Shows plays from a position: what is typed for each, and the play.
    pub(super) fn show(&mut self, board: &Board, plays: Vec<Play>) {
        while let Some(child) = self.columns.first_child() {
            self.columns.remove(&child);
        }
        for (n, column) in plays.chunks(N_NUMBERED).enumerate() {
            let keys: Vec<String> = (n * N_NUMBERED..).take(column.len()).map(keys).collect();
            let plays: Vec<String> = column.iter().map(|play| notation::format(board, play)).collect();
            let pair = gtk::Box::builder().spacing(9).valign(gtk::Align::Start).build();
            for lines in [keys, plays] {
                let text = lines.join("\n");
                pair.append(&gtk::Label::builder().label(text).xalign(0.0).css_classes(["figures"]).build());
            }
            self.columns.append(&pair);
        }
        self.plays = plays;
        self.popover.popup();
    }

    /// The play that a typed digit or letter chooses.
    pub(super) fn chosen(&self, typed: &str) -> Option<Play> {
        chosen(typed).and_then(|n| self.plays.get(n).copied())
    }

    /// Takes the list away.
    pub(super) fn close(&self) {
        self.popover.unparent();
    }
}

/// What is typed after "0" for a play of the list.
fn keys(n: usize) -> String {
    let letter = (b'a'..=b'z').nth(n).map_or(' ', char::from);
    if n < N_NUMBERED { format!("{}  {letter}", n + 1) } else { letter.to_string() }
}

/// The index of the play that the text after "0" chooses. Only its first character counts: the rest was typed ahead.
fn chosen(typed: &str) -> Option<usize> {
    match typed.bytes().next()?.to_ascii_lowercase() {
        digit @ b'1'..=b'9' => Some(usize::from(digit - b'1')),
        letter @ b'a'..=b'z' => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{N_CANDIDATES, chosen, keys};

    #[test]
    fn plays_have_a_number_or_a_letter() {
        assert_eq!([keys(0), keys(8), keys(9), keys(25)], ["1  a", "9  i", "j", "z"]);
        for n in 0..N_CANDIDATES {
            for key in keys(n).split_whitespace() {
                assert_eq!(chosen(key), Some(n), "{key}");
                assert_eq!(chosen(&key.to_uppercase()), Some(n), "{key}");
            }
        }
        assert_eq!([chosen("c64"), chosen("252")], [Some(2), Some(1)]);
        for nothing in ["", "0", "é", "/"] {
            assert_eq!(chosen(nothing), None, "{nothing}");
        }
    }
}
