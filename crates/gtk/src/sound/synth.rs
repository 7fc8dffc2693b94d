// SPDX-License-Identifier: GPL-3.0-or-later
//! The sounds themselves: wood on wood, dice, and short phrases, as 16-bit samples.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Samples per second.
pub(super) const RATE: u32 = 22_050;

/// What a sound is made of, in order.
enum SoundPart {
    /// A knock: pitch in hertz, length in seconds, how much noise is in it (0 to 1), loudness (0 to 1).
    Knock(f64, f64, f64, f64),
    /// A soft note: pitch in hertz, length in seconds, loudness.
    Note(f64, f64, f64),
    /// Silence of so many seconds.
    Rest(f64),
}

use SoundPart::{Knock, Note, Rest};

/// The parts of the sound of that name.
fn parts(name: &str) -> Vec<SoundPart> {
    let rising = |loud: f64| vec![Note(523.3, 0.09, loud), Note(659.3, 0.09, loud), Note(784.0, 0.22, loud)];
    let falling = |loud: f64| vec![Note(440.0, 0.12, loud), Note(349.2, 0.12, loud), Note(293.7, 0.26, loud)];
    match name {
        "chequer" => vec![Knock(820.0, 0.05, 0.35, 0.5)],
        "move" => vec![Knock(620.0, 0.07, 0.3, 0.6)],
        "roll" => (0..6)
            .flat_map(|n| {
                let n = f64::from(n);
                [Knock(1500.0 - 90.0 * n, 0.03, 0.8, 0.55 - 0.06 * n), Rest(0.025 + 0.012 * n)]
            })
            .collect(),
        "double" => vec![Knock(300.0, 0.09, 0.2, 0.8), Note(587.3, 0.16, 0.4)],
        "redouble" => vec![Knock(300.0, 0.09, 0.2, 0.8), Note(587.3, 0.1, 0.4), Note(740.0, 0.16, 0.4)],
        "take" => vec![Knock(360.0, 0.09, 0.2, 0.8), Note(784.0, 0.16, 0.35)],
        "drop" => vec![Knock(260.0, 0.1, 0.2, 0.8), Note(392.0, 0.2, 0.35)],
        "resign" => vec![Note(440.0, 0.12, 0.4), Note(392.0, 0.2, 0.4)],
        "agree" => vec![Note(392.0, 0.12, 0.4), Note(523.3, 0.2, 0.4)],
        "humanfans" | "botfans" => {
            vec![Knock(180.0, 0.12, 0.5, 0.7), Rest(0.05), Knock(160.0, 0.14, 0.5, 0.6)]
        }
        "humanwinsgame" => rising(0.45),
        "humanwinsmatch" => rising(0.45).into_iter().chain([Note(1046.5, 0.4, 0.5)]).collect(),
        "botwinsgame" => falling(0.4),
        "botwinsmatch" => falling(0.4).into_iter().chain([Note(220.0, 0.4, 0.45)]).collect(),
        "analysisfinished" => vec![Note(659.3, 0.1, 0.35), Note(880.0, 0.25, 0.35)],
        "start" => vec![Note(392.0, 0.1, 0.3), Note(587.3, 0.2, 0.3)],
        "exit" => vec![Note(587.3, 0.1, 0.3), Note(392.0, 0.2, 0.3)],
        _ => vec![Knock(700.0, 0.06, 0.3, 0.5)],
    }
}

fn samples(parts: &[SoundPart]) -> Vec<i16> {
    let mut out = Vec::new();
    // The noise is the same every time.
    let mut noise = SplitMix64::seed_from_u64(1);
    for part in parts {
        let (pitch, length, loud, rough) = match *part {
            Knock(pitch, length, rough, loud) => (pitch, length, loud, rough),
            Note(pitch, length, loud) => (pitch, length, loud, 0.0),
            Rest(length) => (0.0, length, 0.0, 0.0),
        };
        let n = (length * f64::from(RATE)) as usize;
        let is_knock = matches!(part, Knock(..));
        for i in 0..n {
            let t = i as f64 / f64::from(RATE);
            let phase = std::f64::consts::TAU * pitch * t;
            let fall = if is_knock { 9.0 } else { 4.0 };
            // A short rise keeps the beginning from clicking.
            let shape = (1.0 - (-t * 900.0).exp()) * (-t / length * fall).exp();
            let tone = if is_knock {
                phase.sin() + 0.5 * (phase * 2.76).sin()
            } else {
                phase.sin() + 0.25 * (phase * 2.0).sin()
            };
            let value = (tone * (1.0 - rough) + noise.random_range(-1.0..1.0) * rough) * shape * loud * 0.6;
            out.push((value.clamp(-1.0, 1.0) * 32_000.0) as i16);
        }
    }
    out
}

/// The sound of that name as 16-bit samples, one channel.
pub(super) fn samples_of(name: &str) -> Vec<i16> {
    samples(&parts(name))
}

/// The sound of that name as a WAV file.
pub(super) fn wav(name: &str) -> Vec<u8> {
    let samples = samples_of(name);
    let size = (samples.len() * 2) as u32;
    let mut out = Vec::with_capacity(44 + samples.len() * 2);
    out.extend(b"RIFF");
    out.extend((36 + size).to_le_bytes());
    out.extend(b"WAVEfmt ");
    out.extend(16u32.to_le_bytes());
    out.extend(1u16.to_le_bytes());
    out.extend(1u16.to_le_bytes());
    out.extend(RATE.to_le_bytes());
    out.extend((RATE * 2).to_le_bytes());
    out.extend(2u16.to_le_bytes());
    out.extend(16u16.to_le_bytes());
    out.extend(b"data");
    out.extend(size.to_le_bytes());
    out.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_session::options::SOUNDS;
    use std::collections::HashSet;

    #[test]
    fn every_sound_is_short_audible_and_its_own() {
        let mut seen = HashSet::new();
        for name in SOUNDS {
            let samples = samples(&parts(name));
            let seconds = samples.len() as f64 / f64::from(RATE);
            assert!((0.03..1.2).contains(&seconds), "{name}: {seconds} s");
            let peak = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0);
            assert!((2_000..32_500).contains(&peak), "{name}: peak {peak}");
            // The last sample is quiet, so that it does not end with a click.
            assert!(samples.last().is_some_and(|last| last.unsigned_abs() < 2_000), "{name}");
            let wav = wav(name);
            assert_eq!(wav.len(), 44 + samples.len() * 2);
            if !name.ends_with("fans") {
                assert!(seen.insert(wav), "{name} sounds like another");
            }
        }
    }
}
