// SPDX-License-Identifier: GPL-3.0-or-later
//! The thread that plays: it opens the default audio device for a sound and closes it when nothing is heard any more.

use super::{Tone, synth};
use rodio::buffer::SamplesBuffer;
use rodio::{Decoder, DeviceSinkBuilder, MixerDeviceSink, Player};
use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long the device stays open after a sound: one open device serves a quick sequence of sounds.
const IDLE: Duration = Duration::from_secs(3);
/// How long the device is left alone after it could not be opened.
const RETRY: Duration = Duration::from_secs(10);
/// More sounds at once than anybody can follow; further ones are dropped.
const MOST_AT_ONCE: usize = 8;

/// What is to be played.
#[derive(Debug)]
pub(super) enum Source {
    /// Our own sound.
    Tone(Tone),
    /// A WAV, FLAC or Ogg Vorbis file.
    File(PathBuf),
}

/// An open device and the sounds that it plays.
struct Device {
    sink: MixerDeviceSink,
    playing: Vec<Player>,
}

impl Device {
    /// Opens the default device; `None` where there is none or it is busy.
    fn open() -> Option<Device> {
        let builder = DeviceSinkBuilder::from_default_device().ok()?.with_error_callback(|_| ());
        let mut sink = builder.open_sink_or_fallback().ok()?;
        sink.log_on_drop(false);
        Some(Device { sink, playing: Vec::new() })
    }

    fn is_silent(&mut self) -> bool {
        self.playing.retain(|player| !player.empty());
        self.playing.is_empty()
    }

    /// Adds a sound to those that play. A file that cannot be read is silent.
    fn play(&mut self, source: &Source) {
        self.playing.retain(|player| !player.empty());
        if self.playing.len() >= MOST_AT_ONCE {
            return;
        }
        let player = Player::connect_new(self.sink.mixer());
        match source {
            Source::Tone(tone) => player.append(samples(*tone)),
            Source::File(path) => {
                let Some(decoder) = gnubg_engine::input::open_regular(path)
                    .ok()
                    .map(|(file, _)| file)
                    .and_then(|file| Decoder::try_from(file).ok())
                else {
                    return;
                };
                player.append(decoder);
            }
        }
        self.playing.push(player);
    }
}

/// Our own sound as samples from −1 to 1.
fn samples(tone: Tone) -> SamplesBuffer {
    const MONO: NonZeroU16 = NonZeroU16::MIN;
    const RATE: NonZeroU32 = NonZeroU32::new(synth::RATE).expect("a rate");
    let samples: Vec<f32> =
        synth::samples_of(tone.name()).into_iter().map(|sample| f32::from(sample) / 32_768.0).collect();
    SamplesBuffer::new(MONO, RATE, samples)
}

/// Plays what comes until the other end of the queue is dropped and the last sound has ended.
pub(super) fn run(sources: &Receiver<Source>) {
    // The ALSA library reports every device that it does not find on standard error unless told otherwise.
    #[cfg(target_os = "linux")]
    let _messages = alsa::Output::local_error_handler();
    let mut device: Option<Device> = None;
    let mut failed: Option<Instant> = None;
    loop {
        // With the device closed there is nothing to wake up for but the next sound.
        let next = match device {
            Some(_) => sources.recv_timeout(IDLE),
            None => sources.recv().map_err(RecvTimeoutError::from),
        };
        match next {
            Ok(source) => {
                if device.is_none() && failed.is_none_or(|at| at.elapsed() > RETRY) {
                    device = Device::open();
                    failed = device.is_none().then(Instant::now);
                }
                if let Some(device) = &mut device {
                    device.play(&source);
                }
            }
            Err(RecvTimeoutError::Timeout) => device = device.take_if(|device| !device.is_silent()),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    while device.as_mut().is_some_and(|device| !device.is_silent()) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rodio::Source as _;

    #[test]
    fn own_sounds_reach_the_mixer_as_they_are() {
        let tone = Tone::named("roll").unwrap();
        let buffer = samples(tone);
        assert_eq!((buffer.channels().get(), buffer.sample_rate().get()), (1, synth::RATE));
        let found: Vec<f32> = buffer.collect();
        let expected = synth::samples_of(tone.name());
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(a, b)| (a * 32_768.0).round() as i32 == i32::from(b)));
    }

    #[test]
    fn our_own_files_can_be_decoded() {
        let bytes = synth::wav("take");
        let decoded: Vec<f32> = Decoder::try_from(std::io::Cursor::new(bytes)).unwrap().collect();
        assert_eq!(decoded.len(), synth::samples_of("take").len());
    }
}
