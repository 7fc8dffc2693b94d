// SPDX-License-Identifier: GPL-3.0-or-later
//! What changes the match otherwise than by playing: setting up positions, correcting the record, transcribing a match.

mod candidates;
mod choices;
mod positions;
mod transcription;

pub(crate) use positions::Positions;
pub(crate) use transcription::Transcription;
