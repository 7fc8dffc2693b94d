// SPDX-License-Identifier: GPL-3.0-or-later
//! Time controls under names of the user's choice. An option holds all of them as one text:
//! `Club night = bronstein base:0 point:120 turn:12 penalty:match; Blitz = …`.

use crate::options::{ClockOptions, ClockWord, PenaltyWord};
use crate::play::clock::time_control;
use gnubg_record::{ClockKind, NamedTimeControl, TimeControl, TimePenalty};
use std::time::Duration;
use thiserror::Error;

/// Longest name in characters.
const LONGEST_NAME: usize = 60;
/// Most time controls that are kept.
const MAX_CONTROLS: usize = 60;

/// Why a time control cannot be kept under a name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimeControlError {
    /// The name is empty, too long, or contains a character that separates names.
    #[error(
        "{0:?} cannot be a name; it must have 1 to {LONGEST_NAME} characters without = ; and control characters"
    )]
    Name(String),
    /// No clocks are chosen.
    #[error("no clocks are chosen; choose a kind first")]
    NoClock,
    /// There are too many.
    #[error("there are {MAX_CONTROLS} time controls; delete one first")]
    TooMany,
}

/// All named time controls of a user, by name. Case does not matter in names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeControls(Vec<NamedTimeControl>);

impl TimeControls {
    /// Those of the options. Parts of the text that cannot be read are ignored.
    #[must_use]
    pub fn of(options: &ClockOptions) -> TimeControls {
        let mut found = TimeControls::default();
        for part in options.named.split(';') {
            let Some((name, words)) = part.split_once('=') else { continue };
            let words: Vec<&str> = words.split_whitespace().collect();
            let control = TimeControl::from_words(&words).filter(is_settable);
            if let Some(control) = control {
                // What is wrong with the name is wrong in the file; the others are used.
                let _ = found.put(name, control);
            }
        }
        found
    }

    /// As the text of the option.
    #[must_use]
    pub fn text(&self) -> String {
        let one = |named: &NamedTimeControl| format!("{} = {}", named.name, named.control.words().join(" "));
        self.0.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// All of them.
    #[must_use]
    pub fn list(&self) -> &[NamedTimeControl] {
        &self.0
    }

    /// The one with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&NamedTimeControl> {
        let name = name.trim().to_lowercase();
        self.0.iter().find(|named| named.name.to_lowercase() == name)
    }

    /// Keeps a time control under a name, in place of one that had it.
    ///
    /// # Errors
    /// If the name cannot be used, or there are too many.
    pub fn put(&mut self, name: &str, control: TimeControl) -> Result<(), TimeControlError> {
        let name = name.trim();
        let is_usable = !name.is_empty()
            && name.chars().count() <= LONGEST_NAME
            && !name.contains(|c: char| c == '=' || c == ';' || c.is_control());
        if !is_usable {
            return Err(TimeControlError::Name(name.to_owned()));
        }
        self.remove(name);
        if self.0.len() >= MAX_CONTROLS {
            return Err(TimeControlError::TooMany);
        }
        self.0.push(NamedTimeControl { name: name.to_owned(), control });
        self.0.sort_by_key(|named| named.name.to_lowercase());
        Ok(())
    }

    /// Removes the one with this name. Whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.0.len();
        let name = name.trim().to_lowercase();
        self.0.retain(|named| named.name.to_lowercase() != name);
        self.0.len() < before
    }
}

impl ClockOptions {
    /// Keeps the time control of new matches under a name.
    ///
    /// # Errors
    /// If no clocks are chosen, or the name cannot be used.
    pub fn keep_as(&mut self, name: &str) -> Result<(), TimeControlError> {
        let control = time_control(self).ok_or(TimeControlError::NoClock)?;
        let mut controls = TimeControls::of(self);
        controls.put(name, control)?;
        self.named = controls.text();
        name.trim().clone_into(&mut self.name);
        Ok(())
    }

    /// Uses the time control with this name for new matches. Whether there is one.
    pub fn choose(&mut self, name: &str) -> bool {
        let controls = TimeControls::of(self);
        let Some(NamedTimeControl { name, control }) = controls.get(name) else { return false };
        self.name.clone_from(name);
        let seconds = |time: Duration| u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        self.kind = match control.kind {
            ClockKind::Plain => ClockWord::Plain,
            ClockKind::Bronstein => ClockWord::Bronstein,
            ClockKind::Fischer => ClockWord::Fischer,
            ClockKind::Hourglass => ClockWord::Hourglass,
        };
        (self.time, self.per_point) = (seconds(control.base), seconds(control.per_point));
        self.per_turn = seconds(control.per_turn);
        self.penalty = match control.penalty {
            TimePenalty::None => PenaltyWord::Nothing,
            TimePenalty::Points { points, extra } => {
                (self.points, self.extra) = (points, seconds(extra));
                PenaltyWord::Points
            }
            TimePenalty::Game => PenaltyWord::Game,
            TimePenalty::Match => PenaltyWord::Match,
        };
        true
    }

    /// Removes the time control with this name. Whether there was one. That of new matches stays as it is.
    pub fn forget(&mut self, name: &str) -> bool {
        let mut controls = TimeControls::of(self);
        let is_removed = controls.remove(name);
        if is_removed {
            self.named = controls.text();
        }
        is_removed
    }
}

/// The time control of new matches; `None` for no clocks. It has a name if it was chosen by one and not changed since.
#[must_use]
pub fn named_time_control(options: &ClockOptions) -> Option<NamedTimeControl> {
    let control = time_control(options)?;
    let controls = TimeControls::of(options);
    let chosen = controls.get(&options.name).filter(|chosen| chosen.control == control);
    Some(chosen.cloned().unwrap_or(NamedTimeControl { name: String::new(), control }))
}

/// Whether the options can describe it: whole seconds within their ranges.
fn is_settable(control: &TimeControl) -> bool {
    let is_within = |time: Duration, most: u64| time.subsec_nanos() == 0 && time.as_secs() <= most;
    let penalty = match control.penalty {
        TimePenalty::Points { points, extra } => {
            (1..=64).contains(&points) && !extra.is_zero() && is_within(extra, 86_400)
        }
        TimePenalty::None | TimePenalty::Game | TimePenalty::Match => true,
    };
    penalty
        && is_within(control.base, 86_400)
        && is_within(control.per_point, 3600)
        && is_within(control.per_turn, 3600)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::options::file::{read, write};

    fn options() -> ClockOptions {
        ClockOptions {
            kind: ClockWord::Fischer,
            time: 300,
            per_point: 0,
            per_turn: 5,
            penalty: PenaltyWord::Points,
            points: 2,
            extra: 30,
            ..ClockOptions::default()
        }
    }

    #[test]
    fn named_controls_survive_the_settings_file() {
        let mut clock = options();
        clock.keep_as(" Fischer 5+5 ").unwrap();
        clock.kind = ClockWord::Hourglass;
        clock.penalty = PenaltyWord::Nothing;
        clock.keep_as("Café \"Zoë\"").unwrap();
        let old = Options { clock, ..Options::default() };
        let (mut new, problems) = read(&write(&old)).unwrap();
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(new.clock, old.clock);
        assert_eq!(named_time_control(&new.clock).unwrap().name, "Café \"Zoë\"");
        assert!(new.clock.choose("FISCHER 5+5"));
        let expected =
            ClockOptions { name: "Fischer 5+5".to_owned(), named: old.clock.named.clone(), ..options() };
        assert_eq!(new.clock, expected, "every part of it is restored");
        assert!(!new.clock.choose("nobody's"));
    }

    #[test]
    fn a_changed_control_has_no_name() {
        let mut clock = options();
        clock.keep_as("Club").unwrap();
        assert_eq!(named_time_control(&clock).unwrap().name, "Club");
        clock.per_turn += 1;
        assert_eq!(named_time_control(&clock).unwrap().name, "");
        clock.per_turn -= 1;
        assert_eq!(named_time_control(&clock).unwrap().name, "Club");
        // Two names for the same times differ.
        clock.keep_as("League").unwrap();
        assert_eq!(named_time_control(&clock).unwrap().name, "League");
        assert!(clock.choose("club"));
        assert_eq!(named_time_control(&clock).unwrap().name, "Club");
        assert!(clock.forget("CLUB") && !clock.forget("club"));
        assert_eq!(named_time_control(&clock).unwrap().name, "");
        clock.kind = ClockWord::Off;
        assert_eq!(named_time_control(&clock), None);
        assert_eq!(clock.keep_as("Off"), Err(TimeControlError::NoClock));
    }

    #[test]
    fn unusable_names_and_damaged_texts_are_refused() {
        let mut clock = options();
        for name in ["", "  ", "a=b", "a;b", "a\tb", &"x".repeat(61)] {
            assert!(matches!(clock.keep_as(name), Err(TimeControlError::Name(_))), "{name:?}");
        }
        for n in 0..MAX_CONTROLS {
            clock.keep_as(&format!("{n}{}", "é".repeat(56))).unwrap();
        }
        assert_eq!(clock.keep_as("one more"), Err(TimeControlError::TooMany));
        let leaf = crate::options::find("clock.named").unwrap();
        leaf.check(&leaf.get(&Options { clock, ..Options::default() })).unwrap();
        let text = "; = ; a; b = sundial; c = plain base:1; d = plain base:99999999 point:1; \
                    e = plain base:1.5 point:0; f = plain base:9 point:0 penalty:points:0; \
                    g = plain base:9 point:0; =plain base:1 point:1";
        let clock = ClockOptions { named: text.to_owned(), ..options() };
        let controls = TimeControls::of(&clock);
        assert_eq!(controls.text(), "g = plain base:9 point:0 turn:0");
    }
}
