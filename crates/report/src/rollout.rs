// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts as text: one block for each alternative, then the settings, as GNU Backgammon prints them.
//!
//! ```text
//! Current Position:
//!   0.490 0.130 0.006 - 0.510 0.151 0.007 CL -0.041 CF -0.044
//!  [0.004 0.003 0.000 - 0.004 0.003 0.000 CL  0.013 CF  0.021] 1r
//! ```
//!
//! The first line holds the chances to win (all, gammons, backgammons) and lose, the cubeless and the cubeful equity;
//! the
//! second their standard errors, the rank, whether the alternative is running (`r`) or stopped (`s`), and by how
//! many joint standard deviations it is behind the best. *Differs:* evaluations are described as they were made; the
//! original calls some cubeless ones cubeful.

use gnubg_engine::core::{CubeState, Player, notation};
use gnubg_engine::cube::CubeRow;
use gnubg_engine::eval::{EvalSettings, Level, MoveFilters};
use gnubg_engine::rollout::{
    AlternativeResult, Ending, Estimate, Label, Results, RolloutPlay, RolloutSettings, Subject,
};
use std::fmt::Write;

/// The number of games from which an alternative has a rank.
const RANKED_FROM: u32 = 3;

/// How numbers are written, and the names of the players.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutTextStyle {
    /// Decimals of equities and chances, 0 to 6.
    pub digits: usize,
    /// Whether chances are shown in percent.
    pub in_percent: bool,
    /// Whether the cubeful value in matches is shown as match winning chance instead of equity.
    pub in_mwc: bool,
    /// The players' names by seat.
    pub names: [String; 2],
}

impl Default for RolloutTextStyle {
    fn default() -> RolloutTextStyle {
        RolloutTextStyle {
            digits: 3,
            in_percent: false,
            in_mwc: false,
            names: ["Player 0".to_owned(), "Player 1".to_owned()],
        }
    }
}

impl RolloutTextStyle {
    fn chance(&self, chance: f64) -> String {
        let digits = self.digits;
        if self.in_percent {
            let decimals = digits.saturating_sub(2);
            format!("{:width$.decimals$}", 100.0 * chance, width = decimals + 4)
        } else {
            format!("{chance:.digits$}")
        }
    }

    fn value(&self, result: &AlternativeResult) -> (String, String) {
        match result.mwc.filter(|_| self.in_mwc) {
            Some(mwc) => (self.chance(mwc.mean), self.chance(mwc.std_error)),
            None => self.equity(result.cubeful),
        }
    }

    fn equity(&self, estimate: Estimate) -> (String, String) {
        let (digits, width) = (self.digits, self.digits + 3);
        (format!("{:+width$.digits$}", estimate.mean), format!("{:width$.digits$}", estimate.std_error))
    }
}

/// The name of an alternative: the play, the cube, or `Current Position`.
#[must_use]
pub fn title(subject: &Subject, label: Label, style: &RolloutTextStyle) -> String {
    let state = subject.state();
    match label {
        Label::Position => "Current Position".to_owned(),
        Label::NoDouble => cube_title(state.cube, style),
        Label::DoubleTake => {
            let value = state.cube.value.doubled().unwrap_or(state.cube.value);
            cube_title(CubeState { value, owner: Some(state.on_roll.other()) }, style)
        }
        Label::Play(play) if play.is_empty() => "Cannot move".to_owned(),
        Label::Play(play) => notation::format(&state.board, &play),
    }
}

fn cube_title(cube: CubeState, style: &RolloutTextStyle) -> String {
    match cube.owner {
        None => format!("Centered {}-cube", cube.value.points()),
        Some(owner) => format!("{} owns {}-cube", style.names[owner.index()], cube.value.points()),
    }
}

/// The three lines of one alternative.
#[must_use]
pub fn alternative(
    subject: &Subject,
    result: &AlternativeResult,
    is_cubeful: bool,
    style: &RolloutTextStyle,
) -> String {
    let [win, win_g, win_bg, lose_g, lose_bg] = result.probs.to_array().map(|p| style.chance(f64::from(p)));
    let lose = style.chance(1.0 - f64::from(result.probs.win));
    let [e_win, e_win_g, e_win_bg, e_lose_g, e_lose_bg] = result.probs_std_error().map(|p| style.chance(p));
    let (cubeless, e_cubeless) = style.equity(result.cubeless);
    let (cubeful, e_cubeful) = match is_cubeful {
        true => {
            let (mean, error) = style.value(result);
            (format!(" CF {mean}"), format!(" CF {error}"))
        }
        false => (String::new(), String::new()),
    };
    format!(
        "{}:\n  {win} {win_g} {win_bg} - {lose} {lose_g} {lose_bg} CL {cubeless}{cubeful}\n \
         [{e_win} {e_win_g} {e_win_bg} - {e_win} {e_lose_g} {e_lose_bg} CL {e_cubeless}{e_cubeful}]{}\n",
        title(subject, result.label, style),
        suffix(result)
    )
}

fn suffix(result: &AlternativeResult) -> String {
    if result.games() < RANKED_FROM {
        return String::new();
    }
    let state = if result.is_active { 'r' } else { 's' };
    let is_cube = matches!(result.label, Label::NoDouble | Label::DoubleTake);
    let rank = if is_cube { String::new() } else { result.rank.to_string() };
    let jsd = result.jsd.map_or_else(String::new, |jsd| format!(" {jsd:.3}"));
    format!(" {rank}{state}{jsd}")
}

/// All alternatives in the order of the question, and the cube decision if one was asked for.
#[must_use]
pub fn results(subject: &Subject, results: &Results, style: &RolloutTextStyle) -> String {
    let mut text = String::new();
    for result in &results.alternatives {
        text += &alternative(subject, result, results.is_cubeful, style);
    }
    let Some(cube) = &results.cube else { return text };
    let of = |row: CubeRow| match cube.equities.mwc_of(row).filter(|_| style.in_mwc) {
        Some(mwc) => style.chance(f64::from(mwc.0)),
        None => style.equity(Estimate { mean: f64::from(cube.equities.of(row).0), std_error: 0.0 }).0,
    };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "No double {}, double/take {}, double/pass {}\nProper cube action: {}\n",
        of(CubeRow::NoDouble),
        of(CubeRow::DoubleTake),
        of(CubeRow::DoublePass),
        cube.verdict.text()
    );
    text
}

/// The settings in a few lines.
#[must_use]
pub fn settings(settings: &RolloutSettings, games: u32, style: &RolloutTextStyle) -> String {
    let settings = &settings.effective();
    let kind = if settings.cubeful { "cubeful" } else { "cubeless" };
    let mut text = match settings.truncation.get() {
        Some(plies) => format!("Truncated {kind} rollout (depth {plies})"),
        None => format!("Full {kind} rollout"),
    };
    if !settings.cubeful && settings.truncate_one_sided_bearoff {
        text += " (truncated at one-sided bearoff)";
    } else if !settings.cubeful && settings.truncate_exact_bearoff {
        text += " (truncated at exact bearoff)";
    }
    let reduction = if settings.variance_reduction { "with" } else { "without" };
    let initial = if settings.initial { ", rollout as initial position" } else { "" };
    let (dice, seed) = (settings.dice.name(), settings.seed);
    let dice = match settings.quasi_random {
        true => format!("{dice} dice gen. with seed {seed} and quasi-random dice"),
        false => format!("{dice} dice generator with seed {seed}"),
    };
    let _ = write!(text, " {reduction} variance reduction\n{games} games{initial}, {dice}\n");
    let stop = settings.stop_on_error;
    if stop.on {
        let _ = writeln!(
            text,
            "Stop when std.errs. are small enough: limit {:.4} (min. {} games)",
            stop.limit, stop.min_games
        );
    }
    let stop = settings.stop_on_difference;
    if stop.on {
        let _ = writeln!(
            text,
            "Stop when best play is enough JSDs ahead: limit {:.4} (min. {} games)",
            stop.limit, stop.min_games
        );
    }
    text += &play(&settings.play, style, "");
    if let Some(plies) = settings.late.get() {
        let _ = writeln!(text, "Different evaluations after {plies} plies:");
        text += &play(&settings.late_play, style, "  ");
    }
    if settings.truncation.on {
        let _ = writeln!(text, "Truncation: {}", evaluation(&settings.truncation_cube, None));
    }
    text
}

fn play(play: &RolloutPlay, style: &RolloutTextStyle, indent: &str) -> String {
    let checker = |seat: usize| evaluation(&play.checker[seat], Some(&play.filters[seat]));
    let cube = |seat: usize| evaluation(&play.cube[seat], None);
    if (checker(0), cube(0)) == (checker(1), cube(1)) {
        return format!("{indent}Play: {}\n{indent}Cube: {}\n", checker(0), cube(0));
    }
    let of = |player: Player| {
        let (name, seat) = (&style.names[player.index()], player.index());
        format!("{indent}{name} play: {}\n{indent}{name} cube: {}\n", checker(seat), cube(seat))
    };
    Player::BOTH.map(of).concat()
}

/// An evaluation in a few words, with the name of its level if it has one.
#[must_use]
pub fn evaluation(settings: &EvalSettings, filters: Option<&MoveFilters>) -> String {
    let kind = if settings.cubeful { "cubeful" } else { "cubeless" };
    let prune = if settings.prune { " prune" } else { "" };
    let mut text = format!("{}-ply {kind}{prune}", settings.plies);
    if settings.noise > 0.0 {
        let _ = write!(text, " noise {:.3}", settings.noise);
        text += if settings.deterministic { " (d)" } else { " (nd)" };
    }
    let is_level = |level: &Level| {
        let same = EvalSettings { cubeful: true, ..*settings }.is_same(&level.settings());
        same && (settings.plies == 0 || filters.is_none_or(|filters| *filters == level.filters()))
    };
    if let Some(level) = Level::ALL.iter().find(|level| is_level(level)) {
        let _ = write!(text, " [{}]", level.name());
    }
    text
}

/// The whole report: alternatives, settings, time, and the expected standard error of the first alternative after all
/// trials.
#[must_use]
pub fn report(
    subject: &Subject,
    used: &RolloutSettings,
    found: &Results,
    remaining_s: Option<f64>,
    style: &RolloutTextStyle,
) -> String {
    let games = found.alternatives.iter().map(AlternativeResult::games).max().unwrap_or(0);
    let mut text = results(subject, found, style);
    text += &settings(used, games, style);
    let left = remaining_s.map_or_else(String::new, |left| format!(" Estimated time left {}", time(left)));
    let _ = writeln!(text, "Time elapsed {}{left}", time(found.seconds));
    if let Some(first) = found.alternatives.first() {
        let _ = writeln!(
            text,
            "Estimated SE for \"{}\" after {} trials {:6.*}",
            title(subject, first.label, style),
            used.trials.max(games),
            style.digits,
            first.expected_std_error(used.trials.max(games))
        );
    }
    text
}

/// A time span in its two largest units.
#[must_use]
pub fn time(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60);
    match whole {
        0..60 => format!("{whole}s"),
        60..3600 => format!("{minutes}m{:02}s", whole % 60),
        3600..86_400 => format!("{hours}h{minutes:02}m"),
        _ => format!("{days}d{hours:02}h"),
    }
}

/// Why a run ended, in words.
#[must_use]
pub const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Complete => "all games have been played",
        Ending::Accurate => "the standard errors are small enough",
        Ending::Distinct => "the alternatives are far enough apart",
        Ending::TimeUp => "the time is up",
        Ending::Cancelled => "it was stopped; finished games are kept",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{CancelToken, Decision, MatchState, Phase, Rules};
    use gnubg_engine::cube::shipped;
    use gnubg_engine::eval::Engine;
    use gnubg_engine::rollout::{Effort, PlySwitch, Question, Rollout};

    fn settings_with_noise() -> RolloutSettings {
        let mut settings = RolloutSettings {
            trials: 50,
            truncation: PlySwitch { on: true, plies: 2 },
            play: RolloutPlay::at(0, 0),
            truncation_cube: EvalSettings::at(0),
            seed: 77,
            ..RolloutSettings::default()
        };
        settings.play.checker[1].noise = 0.015;
        settings
    }

    #[test]
    fn results_are_written_as_the_original_does() {
        let state = MatchState {
            score: [2, 3],
            phase: Phase::Due(Decision::Roll),
            ..MatchState::new(7, Rules::default()).unwrap()
        };
        let subject = Subject::new(&state, &shipped("zadeh").unwrap(), Question::CubeDecision).unwrap();
        let mut rollout = Rollout::new(subject, settings_with_noise()).unwrap();
        let engine = Engine::built_in(1 << 10).unwrap();
        rollout.run(&engine, &Effort::threads(1), &CancelToken::new(), &mut |_| ()).unwrap();
        let style = RolloutTextStyle { names: ["ann".to_owned(), "bob".to_owned()], ..Default::default() };
        let report = report(rollout.subject(), rollout.settings(), &rollout.results(), Some(3700.0), &style);
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines[0], "Centered 1-cube:");
        assert_eq!(lines[3], "ann owns 2-cube:");
        // `  0.524 0.152 0.006 - 0.476 0.129 0.005 CL +0.102 CF +0.153`
        let words = |n: usize| lines[n].split_whitespace().collect::<Vec<_>>();
        assert_eq!((words(1).len(), words(1)[3], words(1)[7], words(1)[9]), (11, "-", "CL", "CF"));
        assert_eq!((words(2).len(), words(2)[11]), (13, "r"));
        assert_eq!(lines[1].find("CL"), lines[2].find("CL"));
        assert_eq!(lines[1].find("CF"), lines[2].find("CF"));
        assert!(lines[6].starts_with("No double ") && lines[7].starts_with("Proper cube action: "));
        assert_eq!(lines[8], "Truncated cubeful rollout (depth 2) with variance reduction");
        assert_eq!(lines[9], "50 games, Mersenne Twister dice gen. with seed 77 and quasi-random dice");
        assert_eq!(lines[10], "ann play: 0-ply cubeful prune [expert]");
        assert_eq!(lines[12], "bob play: 0-ply cubeful prune noise 0.015 (d) [advanced]");
        assert_eq!(lines[13], "bob cube: 0-ply cubeful prune [expert]");
        assert!(lines[15].ends_with("Estimated time left 1h01m"));
        assert!(lines[16].starts_with("Estimated SE for \"Centered 1-cube\" after 50 trials "));
    }
}
