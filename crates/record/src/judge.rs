// SPDX-License-Identifier: GPL-3.0-or-later
//! What each entry's analysis says about the player: errors, luck and marks.
//!
//! Units. *EMG*: equity normalized so that losing and winning the cube are −1 and +1 (money: the equity itself).
//! *Cost*: in a match the part of the match winning chance lost, `EMG × (win − lose) / 2` with the chances after
//! winning
//! and losing the cube at that score; in money play points, `EMG × cube`.

use crate::analysis::{Analysis, CubeAnalysis, Utility};
use crate::entry::{Entry, EntryAction};
use crate::game::GameRecord;
use crate::skill::{Luck, Skill, Thresholds};
use crate::walk::legal_plays;
use gnubg_engine::core::{Decision, Equity, MatchState, Mwc, Phase, Player, Probs};
use gnubg_engine::cube::MatchEquityTable;

/// Where match winning chances come from.
pub trait MatchEquity {
    /// The chance of `player` to win the match before a game with `away` points to go by seat (0 or less have won).
    ///
    /// `is_crawford` tells a Crawford game; without it a score with somebody one point away is post-Crawford.
    fn at_score(&self, player: Player, away: [u32; 2], is_crawford: bool) -> Mwc;
}

impl MatchEquity for MatchEquityTable {
    fn at_score(&self, player: Player, away: [u32; 2], is_crawford: bool) -> Mwc {
        MatchEquityTable::at_score(self, player, away, is_crawford)
    }
}

/// No chances at all: for money sessions, where none are needed. In a match every cost is 0 and cube decisions are not
/// judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMatchEquity;

impl MatchEquity for NoMatchEquity {
    fn at_score(&self, _: Player, _: [u32; 2], _: bool) -> Mwc {
        Mwc(0.5)
    }
}

/// The line between equity and match winning chance for one player at one cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Value of winning the cube: a chance, or the cube's points in money play.
    win: f64,
    /// Value of losing it.
    lose: f64,
    is_money: bool,
}

impl Scale {
    /// The scale of `player` at the score and cube of `state`.
    #[must_use]
    pub fn new(state: &MatchState, player: Player, table: &dyn MatchEquity) -> Scale {
        let points = state.cube.value.points();
        if state.is_money() {
            let points = f64::from(points);
            return Scale { win: points, lose: -points, is_money: true };
        }
        let after = |winner| f64::from(mwc_after(state, winner, points, player, table).0);
        Scale { win: after(player), lose: after(player.other()), is_money: false }
    }

    /// The EMG of a value.
    #[must_use]
    pub fn emg(&self, value: Utility) -> f64 {
        match value {
            Utility::Equity(equity) => f64::from(equity.0),
            Utility::Match(mwc) if self.win > self.lose => {
                (2.0 * f64::from(mwc.0) - self.win - self.lose) / (self.win - self.lose)
            }
            Utility::Match(_) => 0.0,
        }
    }

    /// The match winning chance of an EMG; `None` in money play.
    #[must_use]
    pub fn mwc(&self, emg: f64) -> Option<Mwc> {
        let mwc = 0.5 * (emg * (self.win - self.lose) + self.win + self.lose);
        (!self.is_money).then_some(Mwc(mwc as f32))
    }

    /// The EMG of a position's chances if the cube is never turned again: in a match what winning and losing single
    /// games, gammons and backgammons are worth at this score; in money play with Jacoby and a centered cube gammons
    /// count nothing.
    #[must_use]
    pub fn cubeless(state: &MatchState, player: Player, probs: &Probs, table: &dyn MatchEquity) -> f64 {
        let scale = Scale::new(state, player, table);
        if state.is_money() {
            let gammons = f64::from(probs.win_g - probs.lose_g) + f64::from(probs.win_bg - probs.lose_bg);
            let gammons = if state.jacoby_applies() { 0.0 } else { gammons };
            return 2.0 * f64::from(probs.win) - 1.0 + gammons;
        }
        let cube = state.cube.value.points();
        let value = |winner, n| f64::from(mwc_after(state, winner, n * cube, player, table).0);
        let side = |winner, win: f32, gammon: f32, backgammon: f32| {
            let [single, double, triple] = [1, 2, 3].map(|n| value(winner, n));
            f64::from(win - gammon) * single
                + f64::from(gammon - backgammon) * double
                + f64::from(backgammon) * triple
        };
        let mwc = side(player, probs.win, probs.win_g, probs.win_bg)
            + side(player.other(), 1.0 - probs.win, probs.lose_g, probs.lose_bg);
        if scale.is_known() { (2.0 * mwc - scale.win - scale.lose) / (scale.win - scale.lose) } else { 0.0 }
    }

    /// Whether winning is better than losing, so that values differ.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.win > self.lose
    }

    /// What an EMG difference costs: chance of winning the match, or points.
    #[must_use]
    pub fn cost(&self, emg: f64) -> f64 {
        emg * (self.win - self.lose) / 2.0
    }
}

/// `player`'s chance to win the match after `winner` has won `points` in the game of `state`.
#[must_use]
pub fn mwc_after(
    state: &MatchState,
    winner: Player,
    points: u32,
    player: Player,
    table: &dyn MatchEquity,
) -> Mwc {
    let away = Player::BOTH.map(|seat| {
        let gained = if seat == winner { points } else { 0 };
        state.away(seat).unwrap_or(u32::MAX).saturating_sub(gained)
    });
    let was_late = state.is_crawford || state.is_post_crawford() || !state.rules.crawford;
    let someone_one_away = away.contains(&1);
    table.at_score(player, away, someone_one_away && !was_late)
}

/// `player`'s chance to win the match at the score of `state`, before the game.
#[must_use]
pub fn mwc_before(state: &MatchState, player: Player, table: &dyn MatchEquity) -> Mwc {
    let away = Player::BOTH.map(|seat| state.away(seat).unwrap_or(u32::MAX));
    table.at_score(player, away, state.is_crawford)
}

/// A gain or a loss in both units.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Amount {
    /// In equity, normalized to the cube.
    pub emg: f64,
    /// In match winning chance, or points in money play.
    pub cost: f64,
}

impl Amount {
    /// An EMG with its cost on `scale`.
    #[must_use]
    pub fn new(emg: f64, scale: &Scale) -> Amount {
        Amount { emg, cost: scale.cost(emg) }
    }
}

impl std::ops::Add for Amount {
    type Output = Amount;
    fn add(self, other: Amount) -> Amount {
        Amount { emg: self.emg + other.emg, cost: self.cost + other.cost }
    }
}

impl std::ops::AddAssign for Amount {
    fn add_assign(&mut self, other: Amount) {
        *self = *self + other;
    }
}

impl std::ops::Neg for Amount {
    type Output = Amount;
    fn neg(self) -> Amount {
        Amount { emg: -self.emg, cost: -self.cost }
    }
}

/// Which cube decision was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum CubeChoice {
    /// The player rolled although the cube could have been turned.
    NoDouble,
    /// The cube was turned.
    Double,
    /// It was taken.
    Take,
    /// It was dropped.
    Drop,
}

/// What was wrong with a cube decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum CubeError {
    /// No double where one was right and a take would follow.
    MissedBelowCash,
    /// No double where one was right and would be dropped.
    MissedAboveCash,
    /// A double that came too early.
    WrongBelowDoublePoint,
    /// A double where the position was too good.
    WrongAboveTooGood,
    /// A take that should have been a drop.
    WrongTake,
    /// A drop that should have been a take.
    WrongDrop,
}

impl CubeError {
    /// All kinds, in the order of the statistics.
    pub const ALL: [CubeError; 6] = [
        CubeError::MissedBelowCash,
        CubeError::MissedAboveCash,
        CubeError::WrongBelowDoublePoint,
        CubeError::WrongAboveTooGood,
        CubeError::WrongTake,
        CubeError::WrongDrop,
    ];

    /// Position in [`CubeError::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A cube decision is close if the best action is less than this above the worse of the alternatives (EMG).
pub const CLOSE: f64 = 0.16;

/// A cube decision with the values of its alternatives in EMG of the doubler.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CubeJudgement {
    /// What was chosen.
    pub choice: CubeChoice,
    /// Value without a double.
    pub no_double: f64,
    /// Value of a double that is taken.
    pub double_take: f64,
    /// Value of a double that is dropped: 1.
    pub double_drop: f64,
    /// Value of the best action.
    pub optimal: f64,
    /// Whether the decision was close, or an action was taken.
    pub is_close: bool,
    /// The error of the player who decided, 0 or negative.
    pub error: Amount,
    /// Its kind, if there was one.
    pub kind: Option<CubeError>,
}

/// The checker play of an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayJudgement {
    /// The error, 0 or negative.
    pub error: Amount,
    /// Whether there was more than one legal play.
    pub has_choice: bool,
}

/// Everything the analysis says about one entry.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Judgement {
    /// The checker play.
    pub play: Option<PlayJudgement>,
    /// The luck of the roll.
    pub luck: Option<Amount>,
    /// The cube decision.
    pub cube: Option<CubeJudgement>,
    /// The error of a resignation, and whose it was: the player who resigned, or the one to accept.
    pub resignation: Option<(Player, Amount)>,
}

impl Judgement {
    /// The marks of an entry: those given by hand, else those of this judgement.
    #[must_use]
    pub fn marks(&self, entry: &Entry, thresholds: &Thresholds) -> (Skill, Skill, Luck) {
        let skill = |amount: Amount| thresholds.skill(Equity(amount.emg as f32));
        let play = entry.marks.play.or(self.play.map(|play| skill(play.error)));
        let cube = self.cube.map(|cube| cube.error).or(self.resignation.map(|(_, error)| error));
        let cube = entry.marks.cube.or(cube.map(skill));
        let luck = entry.marks.luck.or(self.luck.map(|luck| thresholds.luck(Equity(luck.emg as f32))));
        (play.unwrap_or_default(), cube.unwrap_or_default(), luck.unwrap_or_default())
    }
}

/// Judges every entry of a game in a match to `length` points.
#[must_use]
pub fn judge_game(game: &GameRecord, length: u16, table: &dyn MatchEquity) -> Vec<Judgement> {
    // A take or drop without analysis of its own is judged by that of the double before it.
    game.walk(length).map(|step| judge(&step.before, step.entry, step.doubled, table)).collect()
}

/// Judges one entry in the state before it. `doubled` is the analysis of the double it answers, if it answers one.
#[must_use]
pub fn judge(
    before: &MatchState,
    entry: &Entry,
    doubled: Option<&CubeAnalysis>,
    table: &dyn MatchEquity,
) -> Judgement {
    let mut judgement = Judgement::default();
    let empty = Analysis::default();
    let analysis = entry.analysis.as_deref().unwrap_or(&empty);
    let player = entry.player;
    match entry.action {
        EntryAction::Play { dice, .. } | EntryAction::IllegalPlay { dice, .. } | EntryAction::Roll(dice) => {
            let scale = Scale::new(before, player, table);
            judgement.luck = analysis.luck.map(|luck| Amount::new(f64::from(luck.0), &scale));
            if let (Some(play), true) = (&analysis.play, entry.action.is_play()) {
                let on_roll = MatchState { board: before.board_of(player), on_roll: player, ..*before };
                let has_choice = play.candidates.len() > 1 || legal_plays(&on_roll, dice).len() > 1;
                let error = if has_choice { play.error().unwrap_or_default() } else { Equity(0.0) };
                judgement.play =
                    Some(PlayJudgement { error: Amount::new(f64::from(error.0), &scale), has_choice });
            }
            if let Some(cube) = analysis.cube.as_ref().filter(|_| scale.is_known()) {
                judgement.cube = Some(judge_cube(cube, CubeChoice::NoDouble, &scale));
            }
        }
        EntryAction::Double if !is_answering(before, player) => {
            let scale = Scale::new(before, player, table);
            let cube = analysis.cube.as_ref().filter(|_| scale.is_known());
            judgement.cube = cube.map(|cube| judge_cube(cube, CubeChoice::Double, &scale));
        }
        EntryAction::Take | EntryAction::Drop => {
            let choice = if entry.action == EntryAction::Take { CubeChoice::Take } else { CubeChoice::Drop };
            let is_plain = matches!(before.phase, Phase::Due(Decision::Answer(offer)) if offer.beavers == 0);
            let scale = Scale::new(before, player.other(), table);
            judgement.cube = (analysis.cube.as_ref().or(doubled))
                .filter(|_| is_plain && scale.is_known())
                .map(|cube| judge_cube(cube, choice, &scale));
        }
        EntryAction::Resign(_) if !entry.marks.is_discounted => {
            judgement.resignation = analysis.resignation.map(|resignation| {
                let scale = Scale::new(before, player, table);
                let gain = f64::from(resignation.after.0) - f64::from(resignation.before.0);
                let by = if gain < 0.0 { player } else { player.other() };
                (by, Amount::new(-gain.abs(), &scale))
            });
        }
        _ => {}
    }
    judgement
}

fn is_answering(before: &MatchState, player: Player) -> bool {
    matches!(before.phase, Phase::Due(Decision::Answer(offer)) if offer.by != player)
}

/// Judges a cube decision; `scale` is the doubler's, before the double.
#[must_use]
pub fn judge_cube(cube: &CubeAnalysis, choice: CubeChoice, scale: &Scale) -> CubeJudgement {
    let no_double = scale.emg(cube.no_double.cubeful);
    let double_take = scale.emg(cube.double_take.cubeful);
    let double_drop = 1.0;
    let doubled = double_take.min(double_drop);
    let optimal = if double_take >= no_double && double_drop >= no_double { doubled } else { no_double };
    let (error, kind) = match choice {
        CubeChoice::NoDouble if double_take > double_drop => {
            (no_double - optimal, CubeError::MissedAboveCash)
        }
        CubeChoice::NoDouble => (no_double - optimal, CubeError::MissedBelowCash),
        CubeChoice::Double if no_double > double_drop => (doubled - optimal, CubeError::WrongAboveTooGood),
        CubeChoice::Double => (doubled - optimal, CubeError::WrongBelowDoublePoint),
        CubeChoice::Take => (double_drop - double_take, CubeError::WrongTake),
        CubeChoice::Drop => (double_take - double_drop, CubeError::WrongDrop),
    };
    let is_wrong = error < 0.0;
    CubeJudgement {
        choice,
        no_double,
        double_take,
        double_drop,
        optimal,
        is_close: choice != CubeChoice::NoDouble || optimal - doubled < CLOSE,
        error: if is_wrong { Amount::new(error, scale) } else { Amount::default() },
        kind: is_wrong.then_some(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{CubeMethod, Outputs};
    use crate::settings::EvalSettings;
    use gnubg_engine::core::{Equity, Probs, Rules};

    fn cube(no_double: f32, double_take: f32) -> CubeAnalysis {
        let outputs = |equity| Outputs {
            probs: Probs::default(),
            cubeless: Equity(0.0),
            cubeful: Utility::Equity(Equity(equity)),
        };
        CubeAnalysis {
            no_double: outputs(no_double),
            double_take: outputs(double_take),
            method: CubeMethod::Evaluation(EvalSettings::at(2)),
            is_marked: false,
        }
    }

    fn check(values: (f32, f32), choice: CubeChoice, expected: Option<CubeError>, error: f64, close: bool) {
        let scale = Scale { win: 2.0, lose: -2.0, is_money: true };
        let found = judge_cube(&cube(values.0, values.1), choice, &scale);
        assert_eq!((found.kind, found.is_close), (expected, close), "{values:?} {choice:?}");
        assert!((found.error.emg - error).abs() < 1e-6 && (found.error.cost - 2.0 * error).abs() < 1e-6);
    }

    #[test]
    fn cube_decisions_are_sorted_into_kinds() {
        use CubeChoice::{Double, Drop, NoDouble, Take};
        check((0.5, 0.7), NoDouble, Some(CubeError::MissedBelowCash), -0.2, true);
        check((0.5, 1.7), NoDouble, Some(CubeError::MissedAboveCash), -0.5, true);
        check((0.5, 0.2), NoDouble, None, 0.0, false);
        check((0.5, 0.4), NoDouble, None, 0.0, true);
        check((1.3, 1.7), NoDouble, None, 0.0, false);
        check((0.5, 0.2), Double, Some(CubeError::WrongBelowDoublePoint), -0.3, true);
        check((1.3, 1.7), Double, Some(CubeError::WrongAboveTooGood), -0.3, true);
        check((0.5, 0.7), Double, None, 0.0, true);
        check((0.5, 1.2), Take, Some(CubeError::WrongTake), -0.2, true);
        check((0.5, 1.2), Drop, None, 0.0, true);
        check((0.5, 0.8), Drop, Some(CubeError::WrongDrop), -0.2, true);
    }

    #[test]
    fn scales_convert_both_ways() {
        struct Half;
        impl MatchEquity for Half {
            fn at_score(&self, player: Player, away: [u32; 2], _: bool) -> Mwc {
                let (mine, other) = (away[player.index()] as f32, away[player.other().index()] as f32);
                Mwc(other / (mine + other))
            }
        }
        let state = MatchState::new(5, Rules::default()).unwrap();
        let scale = Scale::new(&state, Player::One, &Half);
        let mwc = scale.mwc(0.25).unwrap();
        assert!((scale.emg(Utility::Match(mwc)) - 0.25).abs() < 1e-5);
        assert!((scale.emg(Utility::Match(Mwc(5.0 / 9.0))) - 1.0).abs() < 1e-6);
        assert!((scale.cost(2.0) - (5.0 / 9.0 - 4.0 / 9.0)).abs() < 1e-6);
    }
}
