// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows that occur at many places: evaluations, rollouts, and the choice between them.

use super::table::{Rows, row};
use super::tree::{Judge, Method, RolloutGenerator, RolloutOptions};
use super::value::Kind;
use gnubg_engine::eval::{EvalSettings, MAX_PLIES};

const NOISE: Kind = Kind::Number(0.0, 10.0);
const PLIES: Kind = Kind::Whole(0, MAX_PLIES as i64);
const COUNT: Kind = Kind::Whole(1, 1_000_000_000);
const PLY_COUNT: Kind = Kind::Whole(1, 65_535);
const LIMIT: Kind = Kind::Number(0.0001, f32::MAX as f64);

/// The five rows of an evaluation.
pub(super) fn evaluation() -> Rows<EvalSettings> {
    let mut rows = Rows::<EvalSettings>::new();
    let on = Kind::Switch;
    row!(rows, "cubeful", "cubeful", on, "take the cube into account", cubeful);
    row!(rows, "deterministic", "deterministic", on, "noise depends on the position only", deterministic);
    row!(rows, "noise", "noise", NOISE, "standard deviation of the noise", noise);
    row!(rows, "plies", "plies", PLIES, "plies looked ahead", plies);
    row!(rows, "prune", "prune", on, "sort out hopeless plays with a small net", prune);
    rows
}

/// A choice between evaluation and rollout, and both settings.
pub(super) fn judge() -> Rows<Judge> {
    let mut rows = Rows::<Judge>::new();
    row!(rows, "method", "type", Kind::Choice(Method::WORDS), "evaluation or rollout", method);
    rows.graft(["evaluation", "evaluation"], evaluation(), |j: &Judge| &j.evaluation, |j| &mut j.evaluation);
    rows.graft(["rollout", "rollout"], rollout(), |j: &Judge| &j.rollout, |j| &mut j.rollout);
    rows
}

/// All settings of a rollout.
pub(super) fn rollout() -> Rows<RolloutOptions> {
    let mut rows = Rows::<RolloutOptions>::new();
    let on = Kind::Switch;
    /// One row, its name made of its words.
    macro_rules! part {
        ($words:literal, $kind:expr, $help:expr, $($path:tt)+) => {
            row!(rows, $words.replace(' ', "."), $words, $kind, $help, $($path)+)
        };
    }
    part!("bearofftruncation exact", on, "end at two-sided databases", settings.truncate_exact_bearoff);
    part!(
        "bearofftruncation onesided",
        on,
        "end at one-sided databases",
        settings.truncate_one_sided_bearoff
    );
    part!("cube-equal-chequer", on, "dialog: cube settings as checker settings", cube_equal_checker);
    part!("cubeful", on, "use the cube", settings.cubeful);
    part!("initial", on, "as an opening position: no doubles at first", settings.initial);
    part!("jsd limit", LIMIT, "joint standard deviations that separate", settings.stop_on_difference.limit);
    part!("jsd minimumgames", COUNT, "games before that", settings.stop_on_difference.min_games);
    part!("jsd stop", on, "give up candidates that are behind", settings.stop_on_difference.on);
    part!("later enable", on, "other settings from some ply on", settings.late.on);
    part!("later plies", PLY_COUNT, "from which ply on", settings.late.plies);
    part!("limit enable", on, "stop at a small standard error", settings.stop_on_error.on);
    part!("limit minimumgames", COUNT, "games before that", settings.stop_on_error.min_games);
    part!("limit maxerror", LIMIT, "which standard error", settings.stop_on_error.limit);
    part!("log", on, "write each game to a file", log);
    part!("logfile", Kind::Text(4096), "start of those files' names", log_file);
    part!("players-are-same", on, "dialog: both players alike", players_are_same);
    part!("quasirandom", on, "spread the first rolls evenly", settings.quasi_random);
    part!("rng", Kind::Choice(RolloutGenerator::WORDS), "generator of the dice", generator);
    part!("seed", Kind::Whole(0, u32::MAX as i64), "seed of the dice", settings.seed);
    part!("trials", COUNT, "games", settings.trials);
    part!("truncation enable", on, "stop games after some plies", settings.truncation.on);
    part!("truncation plies", PLY_COUNT, "after how many", settings.truncation.plies);
    part!("truncate-equal-player0", on, "dialog: truncated games as player 0", truncation_as_player);
    part!("varredn", on, "subtract luck", settings.variance_reduction);
    /// An evaluation, its name made of its words.
    macro_rules! evaluations {
        ($words:literal, $($path:tt)+) => {
            rows.graft(
                [&$words.replace(' ', "."), $words],
                evaluation(),
                |o: &RolloutOptions| &o.settings.$($path)+,
                |o| &mut o.settings.$($path)+,
            )
        };
    }
    evaluations!("truncation chequerplay", truncation_checker);
    evaluations!("truncation cubedecision", truncation_cube);
    evaluations!("player 0 chequerplay", play.checker[0]);
    evaluations!("player 0 cubedecision", play.cube[0]);
    evaluations!("player 1 chequerplay", play.checker[1]);
    evaluations!("player 1 cubedecision", play.cube[1]);
    evaluations!("later player 0 chequerplay", late_play.checker[0]);
    evaluations!("later player 0 cubedecision", late_play.cube[0]);
    evaluations!("later player 1 chequerplay", late_play.checker[1]);
    evaluations!("later player 1 cubedecision", late_play.cube[1]);
    let (filters, help) = (Kind::Filters, "which plays are searched deeper");
    part!("player 0 movefilter", filters, help, settings.play.filters[0]);
    part!("player 1 movefilter", filters, help, settings.play.filters[1]);
    part!("later player 0 movefilter", filters, help, settings.late_play.filters[0]);
    part!("later player 1 movefilter", filters, help, settings.late_play.filters[1]);
    rows
}
