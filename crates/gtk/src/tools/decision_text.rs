// SPDX-License-Identifier: GPL-3.0-or-later
//! Hints as texts: rows of the play list, the table of a cube decision.

use crate::i18n::{WORDS, gettext, gettext_f, localized, pgettext};
use crate::level_names::rollout_name;
use gnubg_engine::core::{
    Action, Board, Decision, Equity, MatchState, Mwc, Offer, Phase, Play, Probs, ResignLevel, notation,
};
use gnubg_engine::cube::{Answer, CubeInfo, CubeOwner, CubeRow, Verdict, policy};
use gnubg_engine::eval::{CubeDecision, EvalSettings, RankedPlay};
use gnubg_engine::rollout::{AlternativeResult, Label, Results, RolloutSettings};
use gnubg_record::Skill;
use gnubg_report::document::phrases;
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::options::Output;

/// Number of cells of a play: rank, type, win, gammon, backgammon, lose, gammon, backgammon, equity, difference, play.
pub(crate) const N_CELLS: usize = 11;

/// A play of the list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayRow {
    pub(crate) play: Play,
    /// The position after it.
    pub(crate) after: Board,
    /// Whether it is the play that was made in the match.
    pub(crate) is_played: bool,
    /// Equity lost against the first play; 0 for the first.
    pub(crate) loss: f32,
    /// The chances to win at all, and to win a gammon.
    pub(crate) wins: [f32; 2],
    pub(crate) cells: [String; N_CELLS],
}

/// Titles of the cells.
pub(crate) fn titles(is_mwc: bool) -> [String; N_CELLS] {
    let value = if is_mwc { gettext("MWC") } else { gettext("Equity") };
    let [win, win_g, win_bg, lose, lose_g, lose_bg] = chance_titles();
    let (rank, kind) = (gettext("Rank"), gettext("Type"));
    [rank, kind, win, win_g, win_bg, lose, lose_g, lose_bg, value, gettext("Error"), gettext("Play")]
}

/// Titles of the cells of [`chances`].
pub(crate) fn chance_titles() -> [String; 6] {
    [
        gettext("Win"),
        gettext("W (g)"),
        gettext("W (bg)"),
        gettext("Lose"),
        gettext("L (g)"),
        gettext("L (bg)"),
    ]
}

/// A probability in the format of the options.
pub(crate) fn chance(value: f32, output: &Output) -> String {
    let digits = usize::from(output.digits);
    if output.win_percent {
        localized(format!("{:.*}%", digits.saturating_sub(2), value * 100.0))
    } else {
        localized(format!("{value:.digits$}"))
    }
}

/// A probability within a sentence: there it is always in percent.
pub(crate) fn percent(value: f32) -> String {
    localized(format!("{:.1}%", value * 100.0))
}

/// The chances of win, gammon, backgammon, then those of the opponent, in the format of the options.
pub(crate) fn chances(probs: &Probs, output: &Output) -> [String; 6] {
    [probs.win, probs.win_g, probs.win_bg, 1.0 - probs.win, probs.lose_g, probs.lose_bg]
        .map(|value| chance(value, output))
}

/// An equity or match winning chance, or a difference of two, in the format of the options.
pub(crate) fn value_text(value: f32, is_mwc: bool, is_difference: bool, output: &Output) -> String {
    let digits = usize::from(output.digits);
    match (is_mwc, output.match_percent, is_difference) {
        (false, ..) => localized(format!("{value:+.digits$}")),
        (true, true, false) => localized(format!("{:.*}%", digits.max(3) - 1, value * 100.0)),
        (true, true, true) => localized(format!("{:+.*}%", digits.max(3) - 1, value * 100.0)),
        (true, false, false) => localized(format!("{value:.*}", digits + 1)),
        (true, false, true) => localized(format!("{value:+.*}", digits + 1)),
    }
}

/// The value shown, equity or match winning chance as the options say; true for a match winning chance.
pub(crate) fn on_scale(equity: Equity, mwc: Option<Mwc>, output: &Output) -> (f32, bool) {
    match mwc {
        Some(mwc) if output.mwc => (mwc.0, true),
        _ => (equity.0, false),
    }
}

/// The cells of play `n`, from 0. `value` is its value on the scale shown, with true for match winning chances; `best` is
/// the value of the first play.
pub(crate) fn play_cells(
    n: usize,
    kind: String,
    probs: &Probs,
    (value, is_mwc): (f32, bool),
    best: f32,
    text: String,
    output: &Output,
) -> [String; N_CELLS] {
    let [win, win_g, win_bg, lose, lose_g, lose_bg] = chances(probs, output);
    let difference = if n == 0 { String::new() } else { value_text(value - best, is_mwc, true, output) };
    let value = value_text(value, is_mwc, false, output);
    [(n + 1).to_string(), kind, win, win_g, win_bg, lose, lose_g, lose_bg, value, difference, text]
}

/// What a rollout has found about a play so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RolledPlay {
    /// The position after the play.
    pub(crate) after: Board,
    /// How it was rolled out, in words.
    kind: String,
    pub(crate) probs: Probs,
    pub(crate) equity: Equity,
    pub(crate) mwc: Option<Mwc>,
}

impl RolledPlay {
    /// The plays of a rollout with games; `board` is the position before them.
    pub(crate) fn all_of(board: &Board, results: &Results, settings: &RolloutSettings) -> Vec<RolledPlay> {
        let of = |result: &AlternativeResult| {
            let Label::Play(play) = result.label else { return None };
            (result.games() > 0).then(|| RolledPlay {
                after: play.apply(board).swapped(),
                kind: rollout_kind(settings, result.games()),
                probs: result.probs,
                equity: Equity(result.cubeful.mean as f32),
                mwc: result.mwc.map(|mwc| Mwc(mwc.mean as f32)),
            })
        };
        results.alternatives.iter().filter_map(of).collect()
    }
}

/// The level that rolls out in this way, or that it is a rollout, with how many games were played.
fn rollout_kind(settings: &RolloutSettings, games: u32) -> String {
    gettext_f("{text} ({n})", &[("text", &rollout_name(settings)), ("n", &games.to_string())])
}

/// The plays of a hint, best first. Those that were rolled out have the values of the rollout; the one that leads to
/// `made` is marked.
pub(crate) fn rows(
    hint: &Hint,
    (plays, settings): (&[RankedPlay], &EvalSettings),
    rolled: &[RolledPlay],
    made: Option<&Board>,
    output: &Output,
) -> Vec<PlayRow> {
    let mut all: Vec<ValuedPlay<'_>> =
        plays.iter().map(|ranked| ValuedPlay::new(ranked, rolled, settings)).collect();
    if !rolled.is_empty() {
        all.sort_by(|a, b| b.equity.0.total_cmp(&a.equity.0));
    }
    let best = all.first().map_or(0.0, |first| first.equity.0);
    let best_shown = all.first().map_or(0.0, |first| on_scale(first.equity, first.mwc, output).0);
    let row = |(n, valued): (usize, ValuedPlay<'_>)| {
        let ValuedPlay { ranked, kind, probs, equity, mwc } = valued;
        let text = notation::format(&hint.state.board, &ranked.play);
        PlayRow {
            play: ranked.play,
            after: ranked.after,
            is_played: made == Some(&ranked.after),
            loss: (best - equity.0).max(0.0),
            wins: [probs.win, probs.win_g],
            cells: play_cells(n, kind, &probs, on_scale(equity, mwc, output), best_shown, text, output),
        }
    };
    all.into_iter().enumerate().map(row).collect()
}

/// A play with the newest values that are known.
struct ValuedPlay<'a> {
    ranked: &'a RankedPlay,
    /// How it was evaluated, in words.
    kind: String,
    probs: Probs,
    equity: Equity,
    mwc: Option<Mwc>,
}

impl<'a> ValuedPlay<'a> {
    fn new(ranked: &'a RankedPlay, rolled: &[RolledPlay], settings: &EvalSettings) -> ValuedPlay<'a> {
        if let Some(rolled) = rolled.iter().find(|rolled| rolled.after == ranked.after) {
            let kind = rolled.kind.clone();
            return ValuedPlay { ranked, kind, probs: rolled.probs, equity: rolled.equity, mwc: rolled.mwc };
        }
        let evaluation = &ranked.evaluation;
        let kind = EvalSettings { plies: ranked.plies, ..*settings }.name();
        let (probs, equity, mwc) = (evaluation.probs, evaluation.cubeful, evaluation.mwc);
        ValuedPlay { ranked, kind, probs, equity, mwc }
    }
}

/// A cube decision as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CubeTable {
    /// How it was evaluated, with the winning chances.
    pub(crate) head: Vec<String>,
    /// The three actions, best first: name, value, difference.
    pub(crate) rows: Vec<[String; 3]>,
    /// For each action how long its bar is: from 0 for the value of losing the cube, or the match, to 1 for winning it.
    pub(crate) bars: Vec<f32>,
    /// The proper cube action.
    pub(crate) verdict: String,
    /// What was decided and what that lost, if it was wrong.
    pub(crate) error: Option<(String, Skill)>,
    /// Where the winning chance lies in the doubling window.
    pub(crate) window: Option<String>,
}

pub(crate) fn outcome(row: CubeRow, is_redouble: bool) -> String {
    match (row, is_redouble) {
        (CubeRow::NoDouble, false) => gettext("No double"),
        (CubeRow::DoubleTake, false) => gettext("Double, take"),
        (CubeRow::DoublePass, false) => gettext("Double, pass"),
        (CubeRow::NoDouble, true) => gettext("No redouble"),
        (CubeRow::DoubleTake, true) => gettext("Redouble, take"),
        (CubeRow::DoublePass, true) => gettext("Redouble, pass"),
    }
}

/// The proper cube action.
pub(crate) fn proper_action(verdict: Verdict) -> String {
    phrases::verdict(verdict, WORDS)
}

/// The table of a cube decision; `name` is the type of its evaluation.
pub(crate) fn cube_table(decision: &CubeDecision, cube: &CubeInfo, name: &str, output: &Output) -> CubeTable {
    let cubeless = value_text(decision.cubeless.0, false, false, output);
    let head = vec![
        gettext_f("{type}: cubeless equity {equity}", &[("type", name), ("equity", &cubeless)]),
        chances_line(&decision.probs, output),
    ];
    let verdict = decision.verdict;
    let is_redouble = cube.owner != CubeOwner::Centered;
    let value = |row| on_scale(decision.equities.of(row), decision.equities.mwc_of(row), output);
    let order = verdict.rows();
    let best = value(order[0]).0;
    let rows = order.map(|row| {
        let (mine, is_mwc) = value(row);
        let difference =
            if row == order[0] { String::new() } else { value_text(mine - best, is_mwc, true, output) };
        [outcome(row, is_redouble), value_text(mine, is_mwc, false, output), difference]
    });
    let action = proper_action(verdict);
    let mut text = gettext_f("Proper cube action: {action}", &[("action", &action)]);
    if let Some(share) = verdict.bluff_share(&decision.equities) {
        text += &localized(format!(" ({:.1}%)", share * 100.0));
    }
    let length = |row| {
        let (value, is_mwc) = value(row);
        if is_mwc { value } else { (1.0 + value) / 2.0 }
    };
    let bars = order.map(|row| length(row).clamp(0.0, 1.0));
    let (rows, bars) = match verdict.is_available() {
        true => (rows.to_vec(), bars.to_vec()),
        false => (Vec::new(), Vec::new()),
    };
    CubeTable { head, rows, bars, verdict: text, ..CubeTable::default() }
}

/// An answer to a double in a word.
pub(crate) fn answer_name(answer: Answer) -> String {
    match answer {
        Answer::Pass => gettext("Pass"),
        Answer::Take => gettext("Take"),
        Answer::Beaver => gettext("Beaver"),
    }
}

/// The correct answer to a double in words.
pub(crate) fn response(answer: Answer) -> String {
    match answer {
        Answer::Pass => gettext("Correct response: pass"),
        Answer::Take => gettext("Correct response: take"),
        Answer::Beaver => gettext("Correct response: beaver"),
    }
}

fn chances_line(probs: &Probs, output: &Output) -> String {
    let [win, win_g, win_bg, lose, lose_g, lose_bg] = chances(probs, output);
    gettext_f(
        "Win {win}, W (g) {win_g}, W (bg) {win_bg} – Lose {lose}, L (g) {lose_g}, L (bg) {lose_bg}",
        &[
            ("win", &win),
            ("win_g", &win_g),
            ("win_bg", &win_bg),
            ("lose", &lose),
            ("lose_g", &lose_g),
            ("lose_bg", &lose_bg),
        ],
    )
}

/// The table of the answer to a double, a beaver or a raccoon, seen by the player who answers. `decision` is seen by the
/// player on roll.
fn answer_table(state: &MatchState, decision: &CubeDecision, name: &str, output: &Output) -> CubeTable {
    let answers_double = state.to_act() != Some(state.on_roll);
    let probs = if answers_double { decision.probs.swapped() } else { decision.probs };
    let sign = if answers_double { -1.0 } else { 1.0 };
    let cubeless = value_text(decision.cubeless.0 * sign, false, false, output);
    let head = vec![
        gettext_f(
            "{type}, for the player who answers: cubeless equity {equity}",
            &[("type", name), ("equity", &cubeless)],
        ),
        chances_line(&probs, output),
    ];
    let (rows, best) = answer_rows(state, decision, output);
    let answer = match policy::answer(state, decision.verdict, &decision.equities) {
        // The engine turns the cube against a beaver where it would redouble; what is told is what is worth most.
        _ if !answers_double => best,
        Some(Action::Drop) => Answer::Pass,
        Some(Action::Beaver) => Answer::Beaver,
        _ => Answer::Take,
    };
    let response = match answer {
        Answer::Beaver if is_answer_to_beaver(state) => gettext("Correct response: raccoon"),
        answer => response(answer),
    };
    let action = proper_action(decision.verdict);
    let verdict = match answers_double {
        true => gettext_f(
            "{response} (proper cube action: {action})",
            &[("response", &response), ("action", &action)],
        ),
        false => response,
    };
    CubeTable { head, rows, verdict, ..CubeTable::default() }
}

/// Whether a beaver or raccoon is answered, not a double.
fn is_answer_to_beaver(state: &MatchState) -> bool {
    matches!(state.phase, Phase::Due(Decision::Answer(Offer { beavers: 1.., .. })))
}

/// The possible answers to a double, beaver or raccoon with their values for the player who answers, best first. The
/// player who was doubled keeps the cube whoever turns it, so that the equity after a take is known for all of them. The
/// best answer comes with them.
fn answer_rows(state: &MatchState, decision: &CubeDecision, output: &Output) -> (Vec<[String; 3]>, Answer) {
    let answers_double = state.to_act() != Some(state.on_roll);
    let take = decision.equities.of(CubeRow::DoubleTake);
    let (take, is_mwc) = on_scale(take, decision.equities.mwc_of(CubeRow::DoubleTake), output);
    let pass = decision.equities.of(CubeRow::DoublePass);
    let (pass, _) = on_scale(pass, decision.equities.mwc_of(CubeRow::DoublePass), output);
    let (take, pass) = match (answers_double, is_mwc) {
        (true, true) => (1.0 - take, 1.0 - pass),
        (true, false) => (-take, -pass),
        // What a beaver costs who does not accept it is what his double would have won: beavers belong to money play.
        (false, _) => (take, -1.0),
    };
    let mut answers = vec![(Answer::Take, take), (Answer::Pass, pass)];
    if state.may_beaver().is_ok() {
        // The cube stays with the same player at twice the value.
        answers.push((Answer::Beaver, 2.0 * take));
    }
    answers.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (best, most) = answers[0];
    let row = |(n, (answer, value)): (usize, (Answer, f32))| {
        let difference = if n == 0 { String::new() } else { value_text(value - most, is_mwc, true, output) };
        let name = match answer {
            Answer::Beaver if is_answer_to_beaver(state) => pgettext("button", "Raccoon"),
            answer => answer_name(answer),
        };
        [name, value_text(value, is_mwc, false, output), difference]
    };
    (answers.into_iter().enumerate().map(row).collect(), best)
}

/// The table of the cube decision or resignation of a hint; empty for plays.
pub(crate) fn table(hint: &Hint, output: &Output) -> CubeTable {
    match &hint.advice {
        Advice::Cube { decision, cube, settings, is_offered, rolled } => {
            let name = rolled
                .as_ref()
                .map_or_else(|| settings.name(), |rolled| rollout_kind(&rolled.settings, rolled.games()));
            match is_offered {
                true => answer_table(&hint.state, decision, &name, output),
                false => cube_table(decision, cube, &name, output),
            }
        }
        Advice::Resignation { level, before, after, accept, settings } => {
            let level = match level {
                ResignLevel::Single => gettext("Resignation of a single game"),
                ResignLevel::Gammon => gettext("Resignation of a gammon"),
                ResignLevel::Backgammon => gettext("Resignation of a backgammon"),
            };
            let equity = |value: f32| value_text(value, false, false, output);
            let rows = vec![
                [gettext("Continue playing"), equity(before.0), String::new()],
                [gettext("After resigning"), equity(after.0), equity(after.0 - before.0)],
            ];
            let verdict =
                if *accept { gettext("Accept the resignation") } else { gettext("Decline the resignation") };
            let head =
                vec![level, gettext_f("{type}, for the player who resigns", &[("type", &settings.name())])];
            CubeTable { head, rows, verdict, ..CubeTable::default() }
        }
        Advice::Play { .. } => CubeTable::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;
    use gnubg_engine::cube::CubeEquities;

    #[test]
    fn values_follow_the_options() {
        let output = Output::default();
        assert_eq!(chance(0.5234, &output), "0.523");
        assert_eq!(chance(0.5234, &Output { win_percent: true, ..output.clone() }), "52.3%");
        assert_eq!(value_text(-0.0123, false, false, &output), "−0.012");
        assert_eq!(value_text(0.51234, true, false, &output), "51.23%");
        assert_eq!(value_text(-0.0123, true, true, &output), "−1.23%");
        let plain = Output { match_percent: false, ..output };
        assert_eq!(value_text(0.51234, true, false, &plain), "0.5123");
    }

    #[test]
    fn verdicts_have_the_engines_words() {
        for verdict in Verdict::ALL {
            assert_eq!(proper_action(verdict), verdict.text());
        }
    }

    #[test]
    fn the_answer_to_a_double_is_seen_by_the_taker() {
        let playing = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        let play = playing.legal_plays().unwrap().plays()[0];
        let doubled = playing.apply(Action::Play(play)).and_then(|s| s.apply(Action::Double)).unwrap();
        let probs = Probs { win: 0.7, win_g: 0.2, win_bg: 0.01, lose_g: 0.1, lose_bg: 0.02 };
        let equities = CubeEquities {
            no_double: Equity(0.5),
            double_take: Equity(0.6),
            double_pass: Equity(1.0),
            mwc: None,
        };
        let decision = CubeDecision { probs, cubeless: Equity(0.49), equities, verdict: Verdict::DoubleTake };
        let table = answer_table(&doubled, &decision, "2-ply", &Output::default());
        assert_eq!(
            table.rows,
            [["Take", "−0.600", ""], ["Pass", "−1.000", "−0.400"], ["Beaver", "−1.200", "−0.600"]]
        );
        assert!(table.head[0].ends_with("cubeless equity −0.490"), "{}", table.head[0]);
        assert!(table.head[1].starts_with("Win 0.300, W (g) 0.100"), "{}", table.head[1]);
        assert!(table.verdict.starts_with("Correct response: take"), "{}", table.verdict);
        // The doubler, who answers a beaver, sees his own chances.
        let beavered = doubled.apply(Action::Beaver).unwrap();
        let table = answer_table(&beavered, &decision, "2-ply", &Output::default());
        assert_eq!(
            table.rows,
            [["Raccoon", "+1.200", ""], ["Take", "+0.600", "−0.600"], ["Pass", "−1.000", "−2.200"]]
        );
        assert!(table.head[1].starts_with("Win 0.700"), "{}", table.head[1]);
        assert_eq!(table.verdict, "Correct response: raccoon");
        // Where the beaver was right it is accepted, or passed if that costs less.
        for (take, best) in [(-0.3, "take"), (-1.4, "pass")] {
            let equities = CubeEquities { double_take: Equity(take), ..equities };
            let decision = CubeDecision { equities, verdict: Verdict::NoRedoubleTake, ..decision };
            let table = answer_table(&beavered, &decision, "2-ply", &Output::default());
            assert_eq!(table.verdict, format!("Correct response: {best}"));
            assert!(table.rows[0][0].eq_ignore_ascii_case(best), "{:?}", table.rows);
        }
    }

    #[test]
    fn match_chances_are_shown_only_in_matches() {
        let output = Output { mwc: true, ..Output::default() };
        assert_eq!(on_scale(Equity(0.2), None, &output), (0.2, false));
        assert_eq!(on_scale(Equity(0.2), Some(Mwc(0.6)), &output), (0.6, true));
        assert_eq!(on_scale(Equity(0.2), Some(Mwc(0.6)), &Output::default()), (0.2, false));
    }
}
