// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing: a program of the sound system plays a file and ends.

use super::{OFF, Tone, synth};
use gnubg_session::options::Sounds;
use gtk::gio;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Programs that play a WAV file named after these words; the first that is there is used.
const PLAYERS: [&[&str]; 4] = [&["pw-play"], &["paplay"], &["aplay", "-q"], &["afplay"]];

/// Where our own sounds are kept, and by what they are played.
#[derive(Clone, Debug)]
pub(crate) struct SoundPlayer {
    folder: PathBuf,
    words: Vec<String>,
}

impl SoundPlayer {
    /// A player that keeps its sounds in this folder.
    pub(crate) fn new(folder: PathBuf) -> SoundPlayer {
        let words = PLAYERS.into_iter().find(|words| is_there(words[0])).unwrap_or_default();
        SoundPlayer { folder, words: words.iter().map(ToString::to_string).collect() }
    }

    /// Plays a sound in the background if the settings have it on.
    pub(crate) fn play(&self, tone: Tone, settings: &Sounds) {
        if settings.on {
            self.play_anyway(tone, settings);
        }
    }

    /// Plays it, as for trying it out.
    pub(crate) fn play_anyway(&self, tone: Tone, settings: &Sounds) {
        let chosen = settings.files[tone.index()].clone();
        let words = match settings.command.split_whitespace().map(str::to_owned).collect::<Vec<_>>() {
            own if !own.is_empty() => own,
            _ => self.words.clone(),
        };
        if chosen == OFF || words.is_empty() {
            return;
        }
        let folder = self.folder.clone();
        // The thread ends with the program it has started, so that none stays behind.
        drop(gio::spawn_blocking(move || {
            let file = if chosen.is_empty() { own_sound(&folder, tone) } else { Some(PathBuf::from(chosen)) };
            let Some(file) = file else { return };
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
}

/// Our own sound as a file, made when it is first wanted.
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

fn is_there(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_sounds_are_made_once() {
        let folder = std::env::temp_dir().join(format!("gnubg-sounds-{}", std::process::id()));
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
    fn programs_are_looked_for() {
        assert!(is_there("sh"));
        assert!(!is_there("no-such-player"));
    }
}
