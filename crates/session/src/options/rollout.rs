// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of rollouts.

use super::declare::options;
use super::value::words;
use gnubg_engine::eval::MoveFilters;
use gnubg_record::settings::RolloutSettings;

/// The seats, as keys and words name them.
const SEATS: [&str; 2] = ["0", "1"];
/// Largest number of games.
const MOST_GAMES: i64 = 1_000_000_000;
/// Largest number of plies.
const MOST_PLIES: i64 = 65_535;

options! {
    for RolloutSettings {
        option trials: u32 => noted("number of games") {
            key "trials", set "trials", label noted("Trials"), range 1..=MOST_GAMES, unit noted("games"), step 36.0,
            in RolloutGames
        }
        option seed: u32 => noted("seed of the dice") {
            key "seed", set "seed", label noted("Seed"), range 0..=i64::from(u32::MAX), in RolloutGames
        }
        option cubeful: bool => noted("play the games with the doubling cube") {
            key "cubeful", set "cubeful", label noted("Cubeful"), in RolloutGames
        }
        option variance_reduction: bool => noted("subtract the luck of the rolls from the results") {
            key "varredn", set "varredn", label noted("Variance reduction"), in RolloutGames
        }
        option quasi_random: bool => noted("distribute the first rolls evenly over all 36") {
            key "quasirandom", set "quasirandom", label noted("Rotated dice"), in RolloutGames
        }
        option initial: bool => noted("roll no double first, as in an opening position") {
            key "initial", set "initial", label noted("Opening position"), in RolloutGames
        }
        option truncation.on: bool => noted("stop games after a given number of plies") {
            key "truncation.enable", set "truncation enable", label noted("Truncation"), in RolloutTruncation
        }
        option truncation.plies: u16 => noted("number of plies after which games stop") {
            key "truncation.plies", set "truncation plies", label noted("Plies before truncation"),
            range 1..=MOST_PLIES, unit noted("plies"), in RolloutTruncation
        }
        option truncate_exact_bearoff: bool => noted("stop games at positions in a two-sided bearoff database") {
            key "bearofftruncation.exact", set "bearofftruncation exact",
            label noted("Truncation at exact bearoffs"), in RolloutTruncation
        }
        option truncate_one_sided_bearoff: bool => noted("stop games at positions in a one-sided bearoff database") {
            key "bearofftruncation.onesided", set "bearofftruncation onesided",
            label noted("Truncation at one-sided bearoffs"), in RolloutTruncation
        }
        option late.on: bool => noted("change settings after a given ply") {
            key "later.enable", set "later enable", label noted("Later settings"), in RolloutLater
        }
        option late.plies: u16 => noted("number of plies after which the settings change") {
            key "later.plies", set "later plies", label noted("Plies before later settings"), range 1..=MOST_PLIES,
            unit noted("plies"), in RolloutLater
        }
        option stop_on_error.on: bool => noted("stop when the standard error is small enough") {
            key "limit.enable", set "limit enable", label noted("Stop at a small standard error"), in RolloutStop
        }
        option stop_on_error.min_games: u32 => noted("minimum number of games before the standard error counts") {
            key "limit.minimumgames", set "limit minimumgames", label noted("Minimum games"), range 1..=MOST_GAMES,
            unit noted("games"), in RolloutStop
        }
        option stop_on_error.limit: f32 => noted("standard error at which a rollout stops, in points of equity") {
            key "limit.maxerror", set "limit maxerror", label noted("Maximum standard error"), range 0.0001..,
            step 0.0005, in RolloutStop
        }
        option stop_on_difference.on: bool => noted("drop clearly worse candidates") {
            key "jsd.stop", set "jsd stop", label noted("Drop worse candidates"), in RolloutStop
        }
        option stop_on_difference.min_games: u32 => noted("minimum number of games before candidates are dropped") {
            key "jsd.minimumgames", set "jsd minimumgames", label noted("Minimum games before dropping"),
            range 1..=MOST_GAMES, unit noted("games"), in RolloutStop
        }
        option stop_on_difference.limit: f32
            => noted("difference at which a candidate is dropped, in joint standard deviations") {
            key "jsd.limit", set "jsd limit", label noted("Difference to the best candidate"), range 0.0001..,
            step 0.01, in RolloutStop
        }
        parts play.checker: [EvalSettings; 2] => {
            key "player.{}.chequerplay", set "player {} chequerplay", of SEATS
        }
        parts play.cube: [EvalSettings; 2] => {
            key "player.{}.cubedecision", set "player {} cubedecision", of SEATS
        }
        each play.filters: [MoveFilters; 2] => noted("how many candidates each ply of the search keeps") {
            key "player.{}.movefilter", set "player {} movefilter", in MoveFilters,
            of ["0" noted("Move filters"), "1" noted("Move filters")]
        }
        parts late_play.checker: [EvalSettings; 2] => {
            key "later.player.{}.chequerplay", set "later player {} chequerplay", of SEATS
        }
        parts late_play.cube: [EvalSettings; 2] => {
            key "later.player.{}.cubedecision", set "later player {} cubedecision", of SEATS
        }
        each late_play.filters: [MoveFilters; 2] => noted("how many candidates each ply of the search keeps") {
            key "later.player.{}.movefilter", set "later player {} movefilter", in MoveFilters,
            of ["0" noted("Move filters"), "1" noted("Move filters")]
        }
        part truncation_checker: EvalSettings => {
            key "truncation.chequerplay", set "truncation chequerplay"
        }
        part truncation_cube: EvalSettings => { key "truncation.cubedecision", set "truncation cubedecision" }
    }
}

words! {
    /// The generator of a rollout's dice.
    RolloutGenerator {
        #[default]
        Mersenne = "mersenne", "Mersenne Twister";
        Isaac = "isaac", "ISAAC";
        Md5 = "md5", "MD5";
        BlumBlumShub = "bbs", "Blum, Blum and Shub";
    }
}

options! {
    /// Rollouts.
    pub struct RolloutOptions {
        /// What a rollout does; its generator is `generator`.
        part settings: RolloutSettings = RolloutSettings::default() => {}
        option generator: RolloutGenerator = RolloutGenerator::Mersenne => noted("random number generator of the dice") {
            key "rng", set "rng", label noted("Generator"), in RolloutGames
        }
        option log: bool = false => noted("write each game to a file") {
            key "log", set "log", label noted("Game files"), in RolloutGames
        }
        option log_file: String = "rollout".to_owned() => noted("beginning of the names of the game files") {
            key "logfile", set "logfile", label noted("Name of game files"), in RolloutGames
        }
        option players_are_same: bool = true => noted("give both players the same settings") {
            key "players-are-same", set "players-are-same", label noted("Same for both players"), in RolloutCopies
        }
        option cube_equal_checker: bool = false => noted("use the settings of checker play for cube decisions") {
            key "cube-equal-chequer", set "cube-equal-chequer", label noted("Same for cube decisions"),
            in RolloutCopies
        }
        option truncation_as_player: bool = true
            => noted("evaluate truncated games with the settings of the top player") {
            key "truncate-equal-player0", set "truncate-equal-player0", label noted("Same for truncated games"),
            in RolloutCopies
        }
    }
}
