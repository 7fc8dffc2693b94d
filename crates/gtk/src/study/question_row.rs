// SPDX-License-Identifier: GPL-3.0-or-later
//! The row below the board of study: what is asked, and the buttons. Where the board is narrow for the text, the buttons
//! stand below what is asked; only the width decides, so that the board does not move from card to card.

use crate::widgets::text_size;
use gtk::prelude::*;

/// Width in average characters from which question and buttons stand in one line, and what frames and gaps take, in pixels.
const ROOMY_CHARACTERS: i32 = 56;
const FRAMES: i32 = 80;

/// Height for a text of two lines, in pixels.
const HEIGHT: i32 = 48;

/// The row.
pub(super) struct QuestionRow {
    pub(super) root: gtk::Box,
    prompt: gtk::Label,
}

impl QuestionRow {
    /// A row of this text and these buttons.
    pub(super) fn new(prompt: &gtk::Label, buttons: &[&gtk::Button]) -> QuestionRow {
        let root = gtk::Box::builder().spacing(6).height_request(HEIGHT).build();
        // Narrow until there is known to be room: a row that is too wide would widen the window for good.
        root.set_orientation(gtk::Orientation::Vertical);
        prompt.set_hexpand(true);
        prompt.set_valign(gtk::Align::Center);
        prompt.set_wrap(true);
        root.append(prompt);
        let line = gtk::Box::builder().spacing(6).halign(gtk::Align::End).build();
        for button in buttons {
            button.set_valign(gtk::Align::Center);
            line.append(*button);
        }
        root.append(&line);
        QuestionRow { root, prompt: prompt.clone() }
    }

    /// Lays the row out below a board of that width, in pixels.
    pub(super) fn fit(&self, width: i32) {
        let (character, _) = text_size(&self.root);
        // The question is written in larger letters than the rest.
        let (_, line) = text_size(&self.prompt);
        let is_narrow = width < FRAMES + ROOMY_CHARACTERS * character;
        let (orientation, height) = match is_narrow {
            true => (gtk::Orientation::Vertical, 2 * line),
            false => (gtk::Orientation::Horizontal, -1),
        };
        self.root.set_orientation(orientation);
        self.prompt.set_height_request(height);
    }
}
