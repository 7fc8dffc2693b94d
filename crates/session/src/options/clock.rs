// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of the time control of new matches.

use super::declare::options;
use super::value::words;

words! {
    /// How the clocks of new matches run.
    ClockWord {
        #[default]
        Off = "off", noted("No clocks");
        Plain = "plain", noted("Plain: counts down");
        Bronstein = "bronstein", noted("Bronstein: free time in every turn");
        Fischer = "fischer", noted("Fischer: time added after every turn");
        Hourglass = "hourglass", noted("Hourglass: used time goes to the opponent");
    }
}

words! {
    /// What a player loses whose time is used up.
    PenaltyWord {
        Nothing = "nothing", noted("Nothing");
        Points = "points", noted("Points; the game continues");
        Game = "game", noted("The game");
        #[default]
        Match = "match", noted("The match");
    }
}

options! {
    /// The time control of new matches.
    pub struct ClockOptions {
        option kind: ClockWord = ClockWord::Off => noted("how the clocks of new matches run") {
            key "clock.type", set "tc type", label noted("Clocks"), in Clocks
        }
        option time: u32 = 0 => noted("reserve of each player in new matches") {
            key "clock.time", set "tc time", label noted("Reserve"), range 0..=86400, unit noted("seconds"), in Clocks
        }
        option per_point: u32 = 120
            => noted("reserve for each point of the match, or once for each game of a money session") {
            key "clock.per-point", set "tc perpoint", label noted("Reserve for each point"), range 0..=3600,
            unit noted("seconds"), in Clocks
        }
        option per_turn: u32 = 12 => noted("free time of each turn (Bronstein), or time added after it (Fischer)") {
            key "clock.per-turn", set "tc perturn", label noted("Time for each turn"), range 0..=3600,
            unit noted("seconds"), in Clocks
        }
        option penalty: PenaltyWord = PenaltyWord::Match => noted("what a player loses whose time is used up") {
            key "clock.penalty", set "tc penalty", label noted("Lost when the time is used up"), in Clocks
        }
        option points: u8 = 1 => noted("points that the opponent gets each time that the time is used up") {
            key "clock.points", set "tc points", label noted("Lost points"), range 1..=64, unit noted("points"),
            in Clocks
        }
        option extra: u32 = 60 => noted("reserve after points were lost") {
            key "clock.extra", set "tc extra", label noted("Reserve after lost points"), range 1..=86400,
            unit noted("seconds"), in Clocks
        }
        option name: String = String::new() => noted("name of the time control chosen for new matches") {
            key "clock.name", length 256
        }
        option named: String = String::new()
            => noted("time controls with their names, such as Club = bronstein base:0 point:120 turn:12 penalty:match; …") {
            key "clock.named", set "tc named", length 24_576
        }
    }
}
