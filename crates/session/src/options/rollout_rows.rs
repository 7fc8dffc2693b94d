// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows that occur at many places: evaluations, rollouts, and the choice between them.

use super::table::{Rows, noted, row};
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
    row!(rows, "cubeful", "cubeful", on, noted("take the cube into account"), cubeful);
    row!(
        rows,
        "deterministic",
        "deterministic",
        on,
        noted("noise depends on the position only"),
        deterministic
    );
    row!(rows, "noise", "noise", NOISE, noted("standard deviation of the noise"), noise);
    row!(rows, "plies", "plies", PLIES, noted("plies looked ahead"), plies);
    row!(rows, "prune", "prune", on, noted("sort out hopeless plays with a small net"), prune);
    rows
}

/// A choice between evaluation and rollout, and both settings.
pub(super) fn judge() -> Rows<Judge> {
    let mut rows = Rows::<Judge>::new();
    row!(rows, "method", "type", Kind::Choice(Method::WORDS), noted("evaluation or rollout"), method);
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
    part!(
        "bearofftruncation exact",
        on,
        noted("end at two-sided databases"),
        settings.truncate_exact_bearoff
    );
    part!(
        "bearofftruncation onesided",
        on,
        noted("end at one-sided databases"),
        settings.truncate_one_sided_bearoff
    );
    part!("cube-equal-chequer", on, noted("dialog: cube settings as checker settings"), cube_equal_checker);
    part!("cubeful", on, noted("use the cube"), settings.cubeful);
    part!("initial", on, noted("as an opening position: no doubles at first"), settings.initial);
    part!(
        "jsd limit",
        LIMIT,
        noted("joint standard deviations that separate"),
        settings.stop_on_difference.limit
    );
    part!("jsd minimumgames", COUNT, noted("games before that"), settings.stop_on_difference.min_games);
    part!("jsd stop", on, noted("give up candidates that are behind"), settings.stop_on_difference.on);
    part!("later enable", on, noted("other settings from some ply on"), settings.late.on);
    part!("later plies", PLY_COUNT, noted("from which ply on"), settings.late.plies);
    part!("limit enable", on, noted("stop at a small standard error"), settings.stop_on_error.on);
    part!("limit minimumgames", COUNT, noted("games before that"), settings.stop_on_error.min_games);
    part!("limit maxerror", LIMIT, noted("which standard error"), settings.stop_on_error.limit);
    part!("log", on, noted("write each game to a file"), log);
    part!("logfile", Kind::Text(4096), noted("start of those files' names"), log_file);
    part!("players-are-same", on, noted("dialog: both players alike"), players_are_same);
    part!("quasirandom", on, noted("spread the first rolls evenly"), settings.quasi_random);
    part!("rng", Kind::Choice(RolloutGenerator::WORDS), noted("generator of the dice"), generator);
    part!("seed", Kind::Whole(0, u32::MAX as i64), noted("seed of the dice"), settings.seed);
    part!("trials", COUNT, noted("games"), settings.trials);
    part!("truncation enable", on, noted("stop games after some plies"), settings.truncation.on);
    part!("truncation plies", PLY_COUNT, noted("after how many"), settings.truncation.plies);
    part!("truncate-equal-player0", on, noted("dialog: truncated games as player 0"), truncation_as_player);
    part!("varredn", on, noted("subtract luck"), settings.variance_reduction);
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
    let (filters, help) = (Kind::Filters, noted("which plays are searched deeper"));
    part!("player 0 movefilter", filters, help, settings.play.filters[0]);
    part!("player 1 movefilter", filters, help, settings.play.filters[1]);
    part!("later player 0 movefilter", filters, help, settings.late_play.filters[0]);
    part!("later player 1 movefilter", filters, help, settings.late_play.filters[1]);
    rows
}
