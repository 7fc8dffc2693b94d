// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of confirmations, backups, sounds, the terminal and the system.

use super::declare::options;
use super::value::words;

words! {
    /// How questions of commands are answered.
    FixedAnswer {
        #[default]
        Ask = "ask", noted("Ask");
        Yes = "yes", noted("Yes, without asking");
        No = "no", noted("No, without asking");
    }
}

options! {
    /// Confirmations.
    pub struct Confirm {
        option new: bool = true => noted("ask before a match or game is discarded") {
            key "confirm.new", set "confirm new", label noted("Discarding a match"), in Confirmations
        }
        option save: bool = true => noted("ask before a file is replaced") {
            key "confirm.save", set "confirm save", label noted("Replacing a file"), in Confirmations
        }
        option answer: FixedAnswer = FixedAnswer::Ask => noted("answer to questions of typed commands") {
            key "confirm.default", set "confirm default", label noted("Questions of commands"), in Confirmations
        }
    }
}

options! {
    /// Backup copies.
    pub struct Autosave {
        option analysis: bool = false => noted("save a copy after each analyzed game") {
            key "autosave.analysis", set "autosave analysis", label noted("Analyses"), in Backups
        }
        option rollout: bool = false => noted("save a copy during rollouts") {
            key "autosave.rollout", set "autosave rollout", label noted("Rollouts"), in Backups
        }
        option minutes: u16 = 15 => noted("time between backup copies, in minutes") {
            key "autosave.minutes", set "autosave time", label noted("Interval"), range 1..=65_535,
            unit noted("minutes"), in Backups
        }
    }
}

/// The words of the events that have a sound, in the order of [`Sounds::files`].
pub const SOUNDS: [&str; 18] = [
    "agree",
    "analysisfinished",
    "botfans",
    "botwinsgame",
    "botwinsmatch",
    "chequer",
    "double",
    "drop",
    "exit",
    "humanfans",
    "humanwinsgame",
    "humanwinsmatch",
    "move",
    "redouble",
    "resign",
    "roll",
    "start",
    "take",
];

options! {
    /// Sounds.
    pub struct Sounds {
        option on: bool = false => noted("play sounds") {
            key "sound.on", set "sound enable", label noted("Sounds"), in Sounds
        }
        option command: String = String::new()
            => noted("command that plays sound files; empty to play them directly") {
            key "sound.command", set "sound system command", label noted("Player"), in Sounds
        }
        each files: [String; SOUNDS.len()] = Default::default()
            => noted("sound file of this event; empty for the built-in sound, off for none") {
            key "sound.file.{}", set "sound sound {}", in SoundEvents,
            of [
                "agree" noted("Resignation accepted"),
                "analysisfinished" noted("Analysis finished"),
                "botfans" noted("Computer cannot move"),
                "botwinsgame" noted("Computer wins a game"),
                "botwinsmatch" noted("Computer wins the match"),
                "chequer" noted("Checker moved"),
                "double" noted("Double"),
                "drop" noted("Double passed"),
                "exit" noted("Program ends"),
                "humanfans" noted("Person cannot move"),
                "humanwinsgame" noted("Person wins a game"),
                "humanwinsmatch" noted("Person wins the match"),
                "move" noted("Play finished"),
                "redouble" noted("Redouble"),
                "resign" noted("Resignation offered"),
                "roll" noted("Dice rolled"),
                "start" noted("Program starts"),
                "take" noted("Double taken"),
            ]
        }
    }
}

/// The prompt when nothing else is set.
pub const DEFAULT_PROMPT: &str = r"(\p) ";

options! {
    /// The terminal and the system.
    pub struct General {
        option prompt: String = DEFAULT_PROMPT.to_owned() => noted("prompt of the terminal, with its escapes") {
            key "general.prompt", set "prompt", length 127
        }
        option language: String = "system".to_owned() => noted("language: system, or a code such as fr") {
            key "general.language", set "lang", affects [Language], length 32
        }
        option browser: String = String::new() => noted("program that opens web pages; empty for that of the system") {
            key "general.browser", set "browser", label noted("Web browser"), chooser File, in Programs
        }
        option nice: i32 = 0 => noted("priority of the worker threads, from -20 (high) to 20 (low), as nice counts") {
            key "general.nice", set "priority nice", label noted("Background priority"), affects [Threads],
            range -20..=20, in Computation
        }
        option rating_offset: f32 = 2050.0 => noted("rating of a player who makes no errors") {
            key "general.rating-offset", set "ratingoffset", label noted("Rating offset"), affects [Numbers],
            range 0.0.., step 1.0, in Numbers
        }
        option go_to_first_game: bool = true => noted("show the first game of a loaded match, not the last") {
            key "general.go-to-first-game", set "gotofirstgame", label noted("First game after loading"), in Matches
        }
        option external_timeout: u32 = 600
            => noted("seconds that an external player may think, and that answers to other programs may take") {
            key "external.timeout", set "external timeout", label noted("Time limit of external players"),
            range 1..=86_400, unit noted("seconds"), in Programs
        }
        option annotator: String = String::new() => noted("annotator of new matches") {
            key "general.annotator", label noted("Annotator"), length 256, in Matches
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::find;

    #[test]
    fn sounds_are_declared_in_the_order_of_their_words() {
        let mut sounds = crate::options::Options::default();
        for (n, word) in SOUNDS.into_iter().enumerate() {
            let leaf = find(&format!("sound.file.{word}")).unwrap();
            leaf.set(&mut sounds, &crate::options::OptionValue::Text("x".to_owned())).unwrap();
            assert_eq!(sounds.sound.files[n], "x", "{word}");
        }
    }
}
