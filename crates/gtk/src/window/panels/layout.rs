// SPDX-License-Identifier: GPL-3.0-or-later
//! The layout of the panels: order, heights, and which are detached. Its text in the settings is
//! `record=300 analysis=280! …`, with an exclamation mark for a detached panel.

use crate::i18n::{gettext, pgettext};
use gnubg_session::options::Options;

/// A panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::window) enum Panel {
    Record,
    Analysis,
    Commentary,
    Messages,
    Command,
}

impl Panel {
    /// All of them in the usual order.
    pub(in crate::window) const ALL: [Panel; 5] =
        [Panel::Record, Panel::Analysis, Panel::Commentary, Panel::Messages, Panel::Command];

    /// Its name in settings, actions and tests.
    pub(in crate::window) const fn key(self) -> &'static str {
        match self {
            Panel::Record => "record",
            Panel::Analysis => "analysis",
            Panel::Commentary => "commentary",
            Panel::Messages => "messages",
            Panel::Command => "command",
        }
    }

    /// Its name for people.
    pub(in crate::window) fn title(self) -> String {
        match self {
            Panel::Record => gettext("Game record"),
            Panel::Analysis => pgettext("panel", "Analysis"),
            Panel::Commentary => gettext("Commentary"),
            Panel::Messages => gettext("Messages"),
            Panel::Command => gettext("Commands"),
        }
    }

    /// Its height at first.
    const fn usual_height(self) -> i32 {
        match self {
            Panel::Record => 340,
            Panel::Analysis => 400,
            Panel::Commentary | Panel::Messages => 100,
            Panel::Command => 200,
        }
    }

    /// Whether the settings want it shown.
    pub(in crate::window) const fn is_wanted(self, options: &Options) -> bool {
        let window = &options.window;
        match self {
            Panel::Record => window.game_list,
            Panel::Analysis => window.analysis,
            Panel::Commentary => window.annotation,
            Panel::Messages => window.message,
            Panel::Command => window.command,
        }
    }

    /// Lets the settings want it shown or hidden.
    pub(in crate::window) const fn want(self, options: &mut Options, on: bool) {
        let window = &mut options.window;
        match self {
            Panel::Record => window.game_list = on,
            Panel::Analysis => window.analysis = on,
            Panel::Commentary => window.annotation = on,
            Panel::Messages => window.message = on,
            Panel::Command => window.command = on,
        }
    }
}

/// The place of one panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) panel: Panel,
    pub(super) height: i32,
    pub(super) is_detached: bool,
}

/// The places of all panels, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout(pub(super) Vec<Place>);

impl Default for Layout {
    fn default() -> Layout {
        let place = |panel: Panel| Place { panel, height: panel.usual_height(), is_detached: false };
        Layout(Panel::ALL.map(place).to_vec())
    }
}

impl Layout {
    /// Reads the settings' text; unknown or missing parts get their defaults.
    pub(super) fn read(text: &str) -> Layout {
        let mut places: Vec<Place> = Vec::new();
        for word in text.split_whitespace() {
            let Some((key, rest)) = word.split_once('=') else { continue };
            let Some(panel) = Panel::ALL.into_iter().find(|panel| panel.key() == key) else { continue };
            let is_detached = rest.ends_with('!');
            let height = rest.trim_end_matches('!').parse().unwrap_or(0);
            if !places.iter().any(|place| place.panel == panel) {
                let height = if (40..10_000).contains(&height) { height } else { panel.usual_height() };
                places.push(Place { panel, height, is_detached });
            }
        }
        for place in Layout::default().0 {
            if !places.iter().any(|known| known.panel == place.panel) {
                places.push(place);
            }
        }
        Layout(places)
    }

    /// The text for the settings.
    pub(super) fn write(&self) -> String {
        let word = |place: &Place| {
            format!("{}={}{}", place.panel.key(), place.height, if place.is_detached { "!" } else { "" })
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The place of a panel.
    pub(super) fn of(&mut self, panel: Panel) -> &mut Place {
        let at = self.0.iter().position(|place| place.panel == panel);
        &mut self.0[at.expect("invariant: every panel has a place")]
    }

    /// Moves a panel one place up or down, over those `skipped` says.
    pub(super) fn shift(&mut self, panel: Panel, up: bool, skipped: impl Fn(Panel) -> bool) {
        let at = self.0.iter().position(|place| place.panel == panel);
        let at = at.expect("invariant: every panel has a place");
        let other = if up {
            (0..at).rev().find(|&n| !skipped(self.0[n].panel))
        } else {
            (at + 1..self.0.len()).find(|&n| !skipped(self.0[n].panel))
        };
        if let Some(other) = other {
            let place = self.0.remove(at);
            self.0.insert(other, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_survive_being_written() {
        let mut layout = Layout::default();
        layout.shift(Panel::Analysis, true, |_| false);
        layout.of(Panel::Command).is_detached = true;
        layout.of(Panel::Record).height = 222;
        assert_eq!(layout.0[0].panel, Panel::Analysis);
        assert_eq!(Layout::read(&layout.write()), layout);
    }

    #[test]
    fn rubbish_is_as_usual() {
        for text in ["", "x", "record", "record=no other=3", "record=-5", "record=999999999999"] {
            assert_eq!(Layout::read(text), Layout::default(), "{text}");
        }
        assert_eq!(Layout::read("command=100 command=200").of(Panel::Command).height, 100);
    }

    #[test]
    fn moving_skips_what_is_hidden() {
        let mut layout = Layout::default();
        let hidden = |panel| matches!(panel, Panel::Commentary | Panel::Messages);
        layout.shift(Panel::Command, true, hidden);
        assert_eq!(layout.0[1].panel, Panel::Command);
        layout.shift(Panel::Record, true, hidden);
        assert_eq!(layout.0[0].panel, Panel::Record);
        layout.shift(Panel::Record, false, hidden);
        assert_eq!(layout.0[1].panel, Panel::Record);
    }

    #[test]
    fn every_panel_has_its_own_switch() {
        for panel in Panel::ALL {
            let mut options = Options::default();
            for on in [true, false] {
                panel.want(&mut options, on);
                assert_eq!(panel.is_wanted(&options), on);
            }
        }
    }
}
