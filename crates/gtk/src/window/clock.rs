// SPDX-License-Identifier: GPL-3.0-or-later
//! The clocks in the players' bars: what they show, when they change, and what happens at zero. The board is not painted
//! for it.

use super::Window;
use crate::i18n::{gettext, gettext_f};
use crate::stage::ClockLine;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::Player;
use gnubg_record::clock::face;
use gnubg_session::Session;
use gnubg_session::clock::ClockReading;
use gnubg_session::command::{ClockCommand, Command};
use gtk::{gio, glib};
use std::time::Duration;

/// A running clock that will be at zero after this time, or earlier, is emphasized.
const LOW: Duration = Duration::from_secs(10);
/// A clock is read so much later than it changes, so that it has surely changed.
const MARGIN: Duration = Duration::from_millis(2);

/// What a player's clock shows: the reserve, and after a plus sign the free time that is left in the turn, or in
/// parentheses the time that is added after it.
fn line(reading: &ClockReading, player: Player) -> ClockLine {
    let left = face(reading.clocks.left[player.index()]);
    let is_running = reading.running == Some(player);
    let is_low = is_running && reading.until_zero.is_some_and(|time| time <= LOW);
    let mut told = vec![gettext_f("Time left: {time}", &[("time", &left)])];
    let mut text = left;
    if is_running && !reading.free.is_zero() {
        let free = face(reading.free);
        text = format!("{text} + {free}");
        told.push(gettext_f("{time} free in this turn", &[("time", &free)]));
    }
    let increment = reading.control.increment();
    if is_running && !increment.is_zero() {
        let added = face(increment);
        text = format!("{text} (+{added})");
        told.push(gettext_f("{time} added after this turn", &[("time", &added)]));
    }
    if is_low {
        text.push_str(" !");
    }
    if reading.is_paused {
        text = format!("\u{2016} {text}");
        told.push(gettext("paused"));
    }
    ClockLine { text, told: told.join(", "), is_running, is_low }
}

/// When what the running clock shows changes next; `None` if no clock runs, or the running one stays at zero.
fn next_change(reading: &ClockReading) -> Option<Duration> {
    let player = reading.running?;
    let shown = match reading.free.is_zero() {
        true => reading.clocks.left[player.index()],
        false => reading.free,
    };
    // Times are shown rounded up to whole seconds.
    let part = Duration::from_nanos(u64::from(shown.subsec_nanos()));
    (!shown.is_zero()).then_some(part + MARGIN)
}

impl Window {
    /// Shows the clocks as they are now, and again when they change. While a typed command has the session they stay.
    pub(super) fn show_clocks(&self) {
        let Some(reading) = self.look(Session::clock) else { return };
        self.stop_clock_timer();
        for (bar, player) in self.player_bars().into_iter().zip(Player::BOTH) {
            bar.show_clock(reading.as_ref().map(|reading| line(reading, player)).as_ref());
        }
        let is_paused = reading.is_some_and(|reading| reading.is_paused);
        let is_running = reading.is_some_and(|reading| reading.running.is_some());
        if let Some(action) = self.lookup_action("pause-clock").and_downcast::<gio::SimpleAction>() {
            action.set_enabled(is_paused || is_running);
            action.set_state(&is_paused.to_variant());
        }
        let Some(delay) = reading.as_ref().and_then(next_change) else { return };
        let timer = glib::timeout_add_local_once(
            delay,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move || {
                    window.imp().clock_timer.take();
                    window.tick();
                }
            ),
        );
        self.imp().clock_timer.replace(Some(timer));
    }

    /// Reads the clocks no more until [`Window::show_clocks`].
    pub(super) fn stop_clock_timer(&self) {
        if let Some(timer) = self.imp().clock_timer.take() {
            timer.remove();
        }
    }

    /// Stops the running clock, or lets it run again.
    pub(super) fn pause_clock(&self, pause: bool) {
        let command = if pause { ClockCommand::Pause } else { ClockCommand::Resume };
        self.send(Command::Clock(command));
        self.show_clocks();
    }

    fn tick(&self) {
        if let Some(session) = self.imp().session.borrow_mut().as_deref_mut() {
            session.check_clock();
        }
        self.show_clocks();
        self.write_dump_soon();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_record::{ClockKind, Clocks, TimeControl, TimePenalty};

    fn reading(left: [u64; 2], free: u64, running: Option<Player>) -> ClockReading {
        let control = TimeControl {
            kind: ClockKind::Bronstein,
            base: Duration::ZERO,
            per_point: Duration::from_secs(120),
            per_turn: Duration::from_secs(12),
            penalty: TimePenalty::Match,
        };
        let (left, free) = (left.map(Duration::from_millis), Duration::from_millis(free));
        let until_zero = running.map(|player| left[player.index()] + free);
        ClockReading { control, clocks: Clocks { left }, free, running, is_paused: false, until_zero }
    }

    #[test]
    fn free_time_belongs_to_the_running_clock() {
        let reading = reading([120_000, 75_000], 11_200, Some(Player::One));
        assert_eq!(line(&reading, Player::Zero).text, "2:00");
        let own = line(&reading, Player::One);
        assert_eq!((&*own.text, own.is_running, own.is_low), ("1:15 + 0:12", true, false));
        assert_eq!(own.told, "Time left: 1:15, 0:12 free in this turn");
        assert_eq!(next_change(&reading), Some(Duration::from_millis(202)));
    }

    #[test]
    fn the_running_fischer_clock_tells_what_is_added() {
        let mut reading = reading([120_000, 75_000], 0, Some(Player::One));
        reading.control.kind = ClockKind::Fischer;
        assert_eq!(line(&reading, Player::Zero).text, "2:00");
        let own = line(&reading, Player::One);
        assert_eq!(own.text, "1:15 (+0:12)");
        assert_eq!(own.told, "Time left: 1:15, 0:12 added after this turn");
        reading.control.per_turn = Duration::ZERO;
        assert_eq!(line(&reading, Player::One).text, "1:15");
    }

    #[test]
    fn the_last_ten_seconds_differ_in_more_than_color() {
        let low = line(&reading([120_000, 9_400], 0, Some(Player::One)), Player::One);
        assert_eq!((&*low.text, low.is_low), ("0:10 !", true));
        // A clock that stands still warns nobody.
        assert!(!line(&reading([120_000, 9_400], 0, Some(Player::Zero)), Player::One).is_low);
        assert!(!line(&reading([120_000, 9_400], 4_000, Some(Player::One)), Player::One).is_low);
    }

    #[test]
    fn a_clock_at_zero_or_standing_still_is_not_read_again() {
        assert_eq!(next_change(&reading([120_000, 0], 0, Some(Player::One))), None);
        assert_eq!(next_change(&reading([120_000, 9_400], 0, None)), None);
        assert_eq!(next_change(&reading([120_000, 9_000], 0, Some(Player::One))), Some(MARGIN));
    }

    #[test]
    fn a_paused_clock_says_so() {
        let reading = ClockReading { is_paused: true, ..reading([120_000, 9_400], 0, None) };
        let line = line(&reading, Player::One);
        assert_eq!((&*line.text, line.is_running), ("\u{2016} 0:10", false));
        assert!(line.told.ends_with("paused"));
    }
}
