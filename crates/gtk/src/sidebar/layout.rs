// SPDX-License-Identifier: GPL-3.0-or-later
//! The layout of the panels: order of the tabs, heights, which are below the others, and which are detached. Its text in
//! the settings is `record=300 analysis=280_ commentary=100! …`, with a low line for a panel among the lower tabs and an
//! exclamation mark for a detached one; empty while nothing was arranged.

use crate::i18n::{gettext, pgettext};
use gnubg_session::options::{Options, WINDOWS};

/// A panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PanelId {
    Record,
    Analysis,
    Errors,
    Commentary,
    Messages,
    Command,
}

impl PanelId {
    /// All panels in the default order.
    pub(crate) const ALL: [PanelId; 6] = [
        PanelId::Analysis,
        PanelId::Record,
        PanelId::Errors,
        PanelId::Commentary,
        PanelId::Messages,
        PanelId::Command,
    ];

    /// Its name in settings, actions and tests.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            PanelId::Record => "record",
            PanelId::Analysis => "analysis",
            PanelId::Errors => "errors",
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
            PanelId::Errors => gettext("Errors"),
            PanelId::Commentary => gettext("Commentary"),
            PanelId::Messages => gettext("Messages"),
            PanelId::Command => gettext("Commands"),
        }
    }

    /// What its tab says.
    pub(super) fn tab_title(self) -> String {
        match self {
            PanelId::Record => pgettext("tab", "Record"),
            PanelId::Analysis => pgettext("tab", "Analysis"),
            PanelId::Errors => pgettext("tab", "Errors"),
            PanelId::Commentary => pgettext("tab", "Comment"),
            PanelId::Messages => gettext("Messages"),
            PanelId::Command => gettext("Commands"),
        }
    }

    /// Its default height in pixels.
    const fn default_height(self) -> i32 {
        match self {
            PanelId::Errors | PanelId::Messages | PanelId::Command => 340,
            PanelId::Analysis | PanelId::Commentary | PanelId::Record => 420,
        }
    }

    /// The index of its window among the stored window sizes, if it has one.
    pub(super) fn stored_window(self) -> Option<usize> {
        let name = match self {
            PanelId::Record => "game",
            PanelId::Analysis => "analysis",
            PanelId::Errors | PanelId::Commentary => return None,
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
            PanelId::Errors => window.errors,
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
            PanelId::Errors => window.errors = on,
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
    /// The height of its group of tabs, in pixels.
    pub(super) height: i32,
    /// Whether it is among the lower tabs.
    pub(super) is_lower: bool,
    pub(super) is_detached: bool,
}

/// The places of all panels, in the order of their tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PanelLayout(pub(super) Vec<PanelPlace>);

impl Default for PanelLayout {
    fn default() -> PanelLayout {
        let place = |panel: PanelId| PanelPlace {
            panel,
            height: panel.default_height(),
            is_lower: false,
            is_detached: false,
        };
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
            let (is_lower, is_detached) = (rest.contains('_'), rest.contains('!'));
            let height = rest.trim_end_matches(['!', '_']).parse().unwrap_or(0);
            if !places.iter().any(|place| place.panel == panel) {
                let height = if (40..10_000).contains(&height) { height } else { panel.default_height() };
                places.push(PanelPlace { panel, height, is_lower, is_detached });
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
        let order = |layout: &PanelLayout| -> Vec<(PanelId, bool, bool)> {
            layout.0.iter().map(|place| (place.panel, place.is_lower, place.is_detached)).collect()
        };
        if order(self) == order(&PanelLayout::default()) {
            return String::new();
        }
        let word = |place: &PanelPlace| {
            let lower = if place.is_lower { "_" } else { "" };
            let detached = if place.is_detached { "!" } else { "" };
            format!("{}={}{lower}{detached}", place.panel.key(), place.height)
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The place of a panel.
    pub(super) fn of(&mut self, panel: PanelId) -> &mut PanelPlace {
        let at = self.0.iter().position(|place| place.panel == panel);
        &mut self.0[at.expect("invariant: every panel has a place")]
    }

    /// The layout for reviews: the record above, analysis and comment below.
    pub(super) fn split_for_review(&mut self) {
        for place in &mut self.0 {
            place.is_lower = matches!(place.panel, PanelId::Analysis | PanelId::Commentary);
        }
    }

    /// Whether some panels are among the lower tabs.
    pub(super) fn is_split(&self) -> bool {
        self.0.iter().any(|place| place.is_lower)
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
        assert_eq!(layout.write(), "", "nothing was arranged");
        layout.split_for_review();
        layout.of(PanelId::Command).is_detached = true;
        layout.of(PanelId::Commentary).is_detached = true;
        layout.of(PanelId::Record).height = 222;
        assert!(layout.is_split());
        assert_eq!(PanelLayout::read(&layout.write()), layout);
        // As earlier versions wrote it.
        let earlier = PanelLayout::read("record=300 analysis=280! commentary=100");
        assert_eq!(earlier.0[0].panel, PanelId::Record);
        assert!(earlier.0[1].is_detached && !earlier.is_split());
    }

    #[test]
    fn invalid_layouts_are_the_default() {
        for text in ["", "x", "analysis", "analysis=no other=3", "analysis=-5", "analysis=999999999999"] {
            assert_eq!(PanelLayout::read(text), PanelLayout::default(), "{text}");
        }
        assert_eq!(PanelLayout::read("command=100 command=200").of(PanelId::Command).height, 100);
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
