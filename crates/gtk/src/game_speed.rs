// SPDX-License-Identifier: GPL-3.0-or-later
//! The speed of play: one choice for the movement of checkers and dice and for the pauses after the computer's rolls.

use crate::i18n::gettext;
use gnubg_session::options::{Animation, Window};

/// How fast the computer's turns are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameSpeed {
    Slow,
    Normal,
    Fast,
    /// Without movement and without pauses.
    Instant,
}

impl GameSpeed {
    pub(crate) const ALL: [GameSpeed; 4] =
        [GameSpeed::Slow, GameSpeed::Normal, GameSpeed::Fast, GameSpeed::Instant];

    /// The name in actions.
    pub(crate) fn key(self) -> &'static str {
        match self {
            GameSpeed::Slow => "slow",
            GameSpeed::Normal => "normal",
            GameSpeed::Fast => "fast",
            GameSpeed::Instant => "instant",
        }
    }

    /// The name for people.
    pub(crate) fn title(self) -> String {
        match self {
            GameSpeed::Slow => gettext("Slow"),
            GameSpeed::Normal => gettext("Normal"),
            GameSpeed::Fast => gettext("Fast"),
            GameSpeed::Instant => gettext("Instant"),
        }
    }

    /// The speed of that [key](GameSpeed::key).
    pub(crate) fn of_key(key: &str) -> Option<GameSpeed> {
        GameSpeed::ALL.into_iter().find(|speed| speed.key() == key)
    }

    /// The speed of checkers from 0 to 7, and the pause in milliseconds.
    fn settings(self) -> (u8, u16) {
        match self {
            GameSpeed::Slow => (0, 800),
            GameSpeed::Normal => (2, 400),
            GameSpeed::Fast => (4, 150),
            GameSpeed::Instant => (7, 0),
        }
    }

    /// The speed that options stand for, if they are one of these.
    pub(crate) fn of(options: &Window) -> Option<GameSpeed> {
        let is_still = options.animation == Animation::Off;
        let of_options = (options.animation_speed, options.delay);
        GameSpeed::ALL.into_iter().find(|speed| match speed {
            GameSpeed::Instant => is_still && options.delay == 0,
            moving => !is_still && moving.settings() == of_options,
        })
    }

    /// Sets this speed.
    pub(crate) fn apply(self, options: &mut Window) {
        (options.animation_speed, options.delay) = self.settings();
        if self == GameSpeed::Instant {
            options.animation = Animation::Off;
        } else if options.animation == Animation::Off {
            options.animation = Animation::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_recognized() {
        let mut options = Window::default();
        assert_eq!(GameSpeed::of(&options), Some(GameSpeed::Normal));
        for speed in GameSpeed::ALL {
            speed.apply(&mut options);
            assert_eq!(GameSpeed::of(&options), Some(speed));
            assert_eq!(GameSpeed::of_key(speed.key()), Some(speed));
        }
        options.delay = 123;
        assert_eq!(GameSpeed::of(&options), None);
        options.animation = Animation::Blink;
        GameSpeed::Fast.apply(&mut options);
        assert_eq!(options.animation, Animation::Blink, "only the speed changes");
    }
}
