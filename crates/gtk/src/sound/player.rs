// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing sounds: on a thread that mixes them into the default audio device, or by a program that the user names.

use super::output::{self, Source};
use super::{OFF, Tone, synth};
use gnubg_session::options::Sounds;
use gtk::gio;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the end of the program waits for its last sound.
const LAST_SOUND: Duration = Duration::from_millis(1200);

/// The thread that plays, and the way to it.
#[derive(Debug)]
struct OutputThread {
    queue: Sender<Source>,
    handle: JoinHandle<()>,
}

/// Plays the sounds of the program. Nothing waits for it, and without an audio device nothing is heard and nothing
/// fails.
#[derive(Debug)]
pub(crate) struct SoundPlayer {
    /// Where our own sounds are kept as files for a program that the user names.
    folder: PathBuf,
    /// Started by the first sound.
    output: RefCell<Option<OutputThread>>,
}

impl SoundPlayer {
    /// A player that keeps sounds for other programs in this folder.
    pub(crate) fn new(folder: PathBuf) -> SoundPlayer {
        SoundPlayer { folder, output: RefCell::new(None) }
    }

    /// Plays a sound in the background if the settings have it on.
    pub(crate) fn play(&self, tone: Tone, settings: &Sounds) {
        if settings.on {
            self.play_anyway(tone, settings);
        }
    }

    /// Plays a sound in the background, even if sounds are off.
    pub(crate) fn play_anyway(&self, tone: Tone, settings: &Sounds) {
        let chosen = &settings.files[tone.index()];
        if chosen == OFF {
            return;
        }
        let words: Vec<String> = settings.command.split_whitespace().map(str::to_owned).collect();
        if !words.is_empty() {
            let file = Some(PathBuf::from(chosen)).filter(|_| !chosen.is_empty());
            return play_by_program(words, file, self.folder.clone(), tone);
        }
        let source = if chosen.is_empty() { Source::Tone(tone) } else { Source::File(PathBuf::from(chosen)) };
        let mut output = self.output.borrow_mut();
        if output.is_none() {
            *output = start_output();
        }
        if let Some(output) = output.as_ref() {
            // The thread never ends before this sender does.
            let _ = output.queue.send(source);
        }
    }

    /// Waits a moment for the last sound. Called when the windows are gone.
    pub(crate) fn finish(&self) {
        if let Some(OutputThread { queue, handle }) = self.output.take() {
            drop(queue);
            let start = Instant::now();
            while !handle.is_finished() && start.elapsed() < LAST_SOUND {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

fn start_output() -> Option<OutputThread> {
    let (queue, sources) = mpsc::channel();
    let handle = std::thread::Builder::new().name("sound".to_owned()).spawn(move || output::run(&sources));
    Some(OutputThread { queue, handle: handle.ok()? })
}

/// Lets a program play a file, or our own sound where none is chosen.
fn play_by_program(words: Vec<String>, file: Option<PathBuf>, folder: PathBuf, tone: Tone) {
    // The task ends with the program it has started, so that no finished process is left behind.
    drop(gio::spawn_blocking(move || {
        let Some(file) = file.or_else(|| own_sound(&folder, tone)) else { return };
        let started = Command::new(&words[0])
            .args(&words[1..])
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        if let Ok(mut child) = started {
            let _ = child.wait();
        }
    }));
}

/// Our own sound as a file, written when it is first needed.
fn own_sound(folder: &Path, tone: Tone) -> Option<PathBuf> {
    let path = folder.join(format!("{}.wav", tone.name()));
    let bytes = synth::wav(tone.name());
    if std::fs::metadata(&path).is_ok_and(|meta| meta.len() == bytes.len() as u64) {
        return Some(path);
    }
    std::fs::create_dir_all(folder).ok()?;
    let part = path.with_extension("part");
    std::fs::write(&part, bytes).ok()?;
    std::fs::rename(&part, &path).ok()?;
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("gnubg-{name}-{}", std::process::id()))
    }

    #[test]
    fn own_sounds_are_written_once() {
        let folder = folder("sounds");
        let tone = Tone::named("roll").unwrap();
        let path = own_sound(&folder, tone).unwrap();
        let first = std::fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(own_sound(&folder, tone), Some(path.clone()));
        assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), first);
        // A folder that cannot be made is no failure, only silence.
        assert_eq!(own_sound(&path.join("below-a-file"), tone), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn playing_returns_at_once_and_finishes_with_or_without_a_device() {
        let player = SoundPlayer::new(folder("unused"));
        let tone = Tone::named("move").unwrap();
        let mut settings = Sounds { on: false, command: String::new(), files: Default::default() };
        player.play(tone, &settings);
        assert!(player.output.borrow().is_none(), "sounds are off");
        settings.files[tone.index()] = OFF.to_owned();
        player.play_anyway(tone, &settings);
        assert!(player.output.borrow().is_none(), "this sound is off");
        settings.on = true;
        settings.files[tone.index()] = "/nowhere/sound.wav".to_owned();
        let start = Instant::now();
        for _ in 0..100 {
            player.play(tone, &settings);
        }
        settings.files[tone.index()].clear();
        player.play(tone, &settings);
        assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
        player.finish();
        assert!(start.elapsed() < LAST_SOUND + Duration::from_secs(1), "{:?}", start.elapsed());
    }
}
