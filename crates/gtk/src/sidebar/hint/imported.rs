// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis of the decision by another program, below the own hint, as the imported file had it.

use crate::i18n::gettext;
use gtk::prelude::*;

/// The largest height of the text, in pixels; the rest is scrolled.
const MAX_HEIGHT: i32 = 180;

/// A part of the hint that can be folded; it is hidden where nothing was imported.
pub(super) struct ImportedView {
    pub(super) root: gtk::Expander,
    text: gtk::Label,
}

impl ImportedView {
    pub(super) fn new() -> ImportedView {
        let text = gtk::Label::builder()
            .name("hint-imported")
            .xalign(0.0)
            .selectable(true)
            .css_classes(["monospace"])
            .build();
        let scroller = gtk::ScrolledWindow::builder()
            .child(&text)
            .propagate_natural_height(true)
            .max_content_height(MAX_HEIGHT)
            .build();
        let root = gtk::Expander::builder()
            .label(gettext("Imported analysis"))
            .child(&scroller)
            .expanded(true)
            .visible(false)
            .build();
        ImportedView { root, text }
    }

    pub(super) fn show(&self, text: Option<&str>) {
        self.root.set_visible(text.is_some());
        self.text.set_text(text.unwrap_or_default().trim_end());
    }
}
