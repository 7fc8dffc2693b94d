// SPDX-License-Identifier: GPL-3.0-or-later
//! Why the best play of a hint is better than the selected one, or than the second-best, in a card below the list.

use super::HintPanel;
use crate::i18n::{WORDS, gettext_f};
use crate::tools::decision_text::percent;
use gnubg_engine::core::Play;
use gnubg_report::why::{PlayPair, explain};
use gnubg_session::hint::{Advice, Hint};
use gtk::prelude::*;

/// The card.
pub(super) struct WhyCard {
    pub(super) root: gtk::Box,
    heading: gtk::Label,
    text: gtk::Label,
}

impl WhyCard {
    pub(super) fn new() -> WhyCard {
        let label = |name: &str, class: &str| {
            gtk::Label::builder()
                .name(name)
                .xalign(0.0)
                .wrap(true)
                .selectable(true)
                .can_focus(false)
                .css_classes([class])
                .build()
        };
        let (heading, text) = (label("hint-why-heading", "heading"), label("hint-why", "figures"));
        let root =
            gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(3).visible(false).build();
        root.set_css_classes(&["why"]);
        root.append(&heading);
        root.append(&text);
        WhyCard { root, heading, text }
    }

    /// Explains the selected play of a hint; `None` hides the card.
    fn show(&self, hint: Option<&Hint>, selected: Option<Play>) {
        let told = hint.and_then(|hint| told(hint, selected));
        self.root.set_visible(told.is_some());
        if let Some((heading, sentences)) = told {
            self.heading.set_text(&heading);
            self.text.set_text(&sentences);
        }
    }
}

/// The best play as a heading, and the sentences.
fn told(hint: &Hint, selected: Option<Play>) -> Option<(String, String)> {
    let Advice::Play { plays, .. } = &hint.advice else { return None };
    let chosen = selected.and_then(|play| plays.iter().position(|ranked| ranked.play == play)).unwrap_or(0);
    let (best, other) = (plays.first()?, plays.get(chosen.max(1))?);
    let pair = [other, best].map(|ranked| (&ranked.play, &ranked.evaluation.probs));
    let pair = PlayPair::new(&hint.state.board, pair)?;
    let why = explain(&pair, None, WORDS, &percent);
    Some((gettext_f("Why {play}", &[("play", &pair.names[1])]), why.sentences.join("\n")))
}

impl HintPanel {
    /// Explains the selected play below the list, unless the plays are hidden.
    pub(super) fn show_why(&self) {
        let hint = self.hint.borrow().clone();
        let hint = hint.filter(|hint| !self.must_guess(hint));
        self.why.show(hint.as_deref(), self.list.selected());
    }
}
