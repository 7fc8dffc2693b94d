// SPDX-License-Identifier: GPL-3.0-or-later
//! The layout of the panels: order, heights, and which are detached. Its text in the settings is
//! `record=300 analysis=280! …`, with an exclamation mark for a detached panel.

use crate::i18n::{gettext, pgettext};
use gnubg_session::options::{Options, WINDOWS};

/// A panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PanelId {
    Record,
    Analysis,
    Commentary,
    Messages,
    Command,
}

impl PanelId {
    /// All panels in the default order.
    pub(crate) const ALL: [PanelId; 5] =
        [PanelId::Record, PanelId::Analysis, PanelId::Commentary, PanelId::Messages, PanelId::Command];

    /// Its name in settings, actions and tests.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            PanelId::Record => "record",
            PanelId::Analysis => "analysis",
            PanelId::Commentary => "commentary",
            PanelId::Messages => "messages",
            PanelId::Command => "command",
        }
    }

    /// Its name for people.
    pub(crate) fn title(self) -> String {
        match self {
            PanelId::Record => gettext("Game record"),
            PanelId::Analysis => pgettext("panel", "Analysis"),
            PanelId::Commentary => gettext("Commentary"),
            PanelId::Messages => gettext("Messages"),
            PanelId::Command => gettext("Commands"),
        }
    }

    /// Its default height in pixels.
    const fn default_height(self) -> i32 {
        match self {
            PanelId::Record => 340,
            PanelId::Analysis => 400,
            PanelId::Commentary | PanelId::Messages => 100,
            PanelId::Command => 200,
        }
    }

    /// The index of its window among the stored window sizes, if it has one.
    pub(super) fn stored_window(self) -> Option<usize> {
        let name = match self {
            PanelId::Record => "game",
            PanelId::Analysis => "analysis",
            PanelId::Commentary => return None,
            PanelId::Messages => "message",
            PanelId::Command => "command",
        };
        WINDOWS.iter().position(|known| *known == name)
    }

    /// Whether the settings want it shown.
    pub(crate) const fn is_wanted(self, options: &Options) -> bool {
        let window = &options.window;
        match self {
            PanelId::Record => window.game_list,
            PanelId::Analysis => window.analysis,
            PanelId::Commentary => window.annotation,
            PanelId::Messages => window.message,
            PanelId::Command => window.command,
        }
    }

    /// Lets the settings want it shown or hidden.
    pub(crate) const fn want(self, options: &mut Options, on: bool) {
        let window = &mut options.window;
        match self {
            PanelId::Record => window.game_list = on,
            PanelId::Analysis => window.analysis = on,
            PanelId::Commentary => window.annotation = on,
            PanelId::Messages => window.message = on,
            PanelId::Command => window.command = on,
        }
    }
}

/// The place of one panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PanelPlace {
    pub(super) panel: PanelId,
    pub(super) height: i32,
    pub(super) is_detached: bool,
}

/// The places of all panels, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PanelLayout(pub(super) Vec<PanelPlace>);

impl Default for PanelLayout {
    fn default() -> PanelLayout {
        let place = |panel: PanelId| PanelPlace { panel, height: panel.default_height(), is_detached: false };
        PanelLayout(PanelId::ALL.map(place).to_vec())
    }
}

impl PanelLayout {
    /// Reads the settings' text; unknown or missing parts get their defaults.
    pub(super) fn read(text: &str) -> PanelLayout {
        let mut places: Vec<PanelPlace> = Vec::new();
        for word in text.split_whitespace() {
            let Some((key, rest)) = word.split_once('=') else { continue };
            let Some(panel) = PanelId::ALL.into_iter().find(|panel| panel.key() == key) else { continue };
            let is_detached = rest.ends_with('!');
            let height = rest.trim_end_matches('!').parse().unwrap_or(0);
            if !places.iter().any(|place| place.panel == panel) {
                let height = if (40..10_000).contains(&height) { height } else { panel.default_height() };
                places.push(PanelPlace { panel, height, is_detached });
            }
        }
        for place in PanelLayout::default().0 {
            if !places.iter().any(|known| known.panel == place.panel) {
                places.push(place);
            }
        }
        PanelLayout(places)
    }

    /// The text for the settings.
    pub(super) fn write(&self) -> String {
        let word = |place: &PanelPlace| {
            format!("{}={}{}", place.panel.key(), place.height, if place.is_detached { "!" } else { "" })
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The place of a panel.
    pub(super) fn of(&mut self, panel: PanelId) -> &mut PanelPlace {
        let at = self.0.iter().position(|place| place.panel == panel);
        &mut self.0[at.expect("invariant: every panel has a place")]
    }

    /// Moves a panel one place up or down, past those for which `skipped` is true.
    pub(super) fn shift(&mut self, panel: PanelId, up: bool, skipped: impl Fn(PanelId) -> bool) {
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

/// Heights in the same proportions that fill the room in pixels, if that is known.
pub(super) fn shares(heights: &[i32], room: i32) -> Vec<i32> {
    let sum: i32 = heights.iter().sum();
    if room <= 0 || sum <= 0 {
        return heights.to_vec();
    }
    heights.iter().map(|height| (f64::from(*height) * f64::from(room) / f64::from(sum)) as i32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_read_as_written() {
        let mut layout = PanelLayout::default();
        layout.shift(PanelId::Analysis, true, |_| false);
        layout.of(PanelId::Command).is_detached = true;
        layout.of(PanelId::Record).height = 222;
        assert_eq!(layout.0[0].panel, PanelId::Analysis);
        assert_eq!(PanelLayout::read(&layout.write()), layout);
    }

    #[test]
    fn invalid_layouts_are_the_default() {
        for text in ["", "x", "record", "record=no other=3", "record=-5", "record=999999999999"] {
            assert_eq!(PanelLayout::read(text), PanelLayout::default(), "{text}");
        }
        assert_eq!(PanelLayout::read("command=100 command=200").of(PanelId::Command).height, 100);
    }

    #[test]
    fn moving_skips_hidden_panels() {
        let mut layout = PanelLayout::default();
        let hidden = |panel| matches!(panel, PanelId::Commentary | PanelId::Messages);
        layout.shift(PanelId::Command, true, hidden);
        assert_eq!(layout.0[1].panel, PanelId::Command);
        layout.shift(PanelId::Record, true, hidden);
        assert_eq!(layout.0[0].panel, PanelId::Record);
        layout.shift(PanelId::Record, false, hidden);
        assert_eq!(layout.0[1].panel, PanelId::Record);
    }

    #[test]
    fn every_panel_has_its_own_switch() {
        for panel in PanelId::ALL {
            let mut options = Options::default();
            for on in [true, false] {
                panel.want(&mut options, on);
                assert_eq!(panel.is_wanted(&options), on);
            }
        }
    }
}
