// SPDX-License-Identifier: GPL-3.0-or-later
//! Short sounds for what happens on the board.
//!
//! They are computed by [`synth`] and mixed into the default audio device by a thread of their own, or written as WAV
//! files to the cache for a program that the user names. Nothing waits for them, and where there is no audio device
//! nothing is heard and nothing fails.

mod cues;
mod output;
mod player;
mod synth;

pub(crate) use cues::SoundCues;
pub(crate) use player::SoundPlayer;

use gnubg_session::options::SOUNDS;

/// The value of a sound's setting that means no sound.
pub(crate) const OFF: &str = "off";

/// An event that has a sound, by its place in [`SOUNDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tone(usize);

impl Tone {
    /// The sound of that name.
    pub(crate) fn named(name: &str) -> Option<Tone> {
        SOUNDS.iter().position(|sound| *sound == name).map(Tone)
    }

    /// Its name in the settings.
    pub(crate) fn name(self) -> &'static str {
        SOUNDS[self.0]
    }

    /// Its place in the settings.
    pub(crate) fn index(self) -> usize {
        self.0
    }
}
