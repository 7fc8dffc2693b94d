// SPDX-License-Identifier: GPL-3.0-or-later
//! What a report shows, and how numbers are printed.

use crate::css::HtmlOptions;
use crate::statistics::StatisticsFormat;
use gnubg_engine::core::{MatchState, Player};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::judge::{CubeError, Judgement, MatchEquity, NoMatchEquity, Scale};
use gnubg_record::{Entry, Skill, Thresholds};

/// How numbers are printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberFormat {
    /// Decimals of equities and chances.
    pub digits: u8,
    /// Whether matches are told in winning chances instead of equities.
    pub mwc: bool,
}

impl Default for NumberFormat {
    fn default() -> NumberFormat {
        NumberFormat { digits: 3, mwc: false }
    }
}

impl NumberFormat {
    /// An equity with its sign.
    #[must_use]
    pub fn equity(&self, value: f64) -> String {
        format!("{value:+.*}", usize::from(self.digits))
    }

    /// A chance.
    #[must_use]
    pub fn chance(&self, value: f32) -> String {
        format!("{value:.*}", usize::from(self.digits))
    }

    /// A value given in EMG: as equity, or in a match on demand as winning chance.
    #[must_use]
    pub fn value(&self, emg: f64, scale: &Scale) -> String {
        match scale.mwc(emg).filter(|_| self.mwc && scale.is_known()) {
            Some(mwc) => format!("{:.*}%", usize::from(self.digits.saturating_sub(1)), 100.0 * mwc.0),
            None => self.equity(emg),
        }
    }

    /// The difference of two values given in EMG.
    #[must_use]
    pub fn difference(&self, emg: f64, scale: &Scale) -> String {
        if self.mwc && scale.mwc(0.0).is_some() && scale.is_known() {
            format!("{:+.*}%", usize::from(self.digits.saturating_sub(1)), 100.0 * scale.cost(emg))
        } else {
            self.equity(emg)
        }
    }

    /// The heading of a value: `Eq.:` or `MWC:`.
    #[must_use]
    pub const fn heading(&self, is_money: bool) -> &'static str {
        if self.mwc && !is_money { "MWC:" } else { "Eq.:" }
    }
}

/// What a report shows.
#[derive(Clone, Copy)]
pub struct ReportOptions<'a> {
    /// Match winning chances; without a table matches are told without what needs one.
    pub table: Option<&'a MatchEquityTable>,
    /// Numbers.
    pub numbers: NumberFormat,
    /// Limits of marks.
    pub thresholds: Thresholds,
    /// Names, event, date and the like.
    pub with_match_info: bool,
    /// Remarks.
    pub with_annotations: bool,
    /// Cube decisions and candidates.
    pub with_analysis: bool,
    /// Statistics at the end.
    pub with_statistics: bool,
    /// A board before every so many decisions; 0 for none.
    pub board_every: usize,
    /// Candidates shown at most; the play that was made is always shown.
    pub max_plays: usize,
    /// The chances of each candidate.
    pub with_chances: bool,
    /// How evaluations of plays were made.
    pub with_evaluation_settings: bool,
    /// How rollouts of plays were made.
    pub with_rollout_settings: bool,
    /// The chances of cube decisions.
    pub with_cube_chances: bool,
    /// How evaluations of cube decisions were made.
    pub with_cube_evaluation_settings: bool,
    /// How rollouts of cube decisions were made.
    pub with_cube_rollout_settings: bool,
    /// Which decisions are shown with their analysis.
    pub filter: DecisionFilter,
    /// Web pages.
    pub html: HtmlOptions,
}

/// Which decisions a report shows with their analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionFilter {
    /// Whose, by seat.
    pub players: [bool; 2],
    /// Plays by their mark, in the order of [`Skill::ALL`].
    pub plays: [bool; 4],
    /// Cube decisions by their mark, in the same order.
    pub cubes: [bool; 4],
    /// Cube decisions in which the cube was turned or answered, whatever their mark.
    pub cube_actual: bool,
    /// Close ones.
    pub cube_close: bool,
    /// Missed doubles.
    pub cube_missed: bool,
}

impl Default for DecisionFilter {
    /// Everything is shown.
    fn default() -> DecisionFilter {
        DecisionFilter {
            players: [true; 2],
            plays: [true; 4],
            cubes: [true; 4],
            cube_actual: true,
            cube_close: true,
            cube_missed: true,
        }
    }
}

impl DecisionFilter {
    /// Whether the candidates of an entry are shown.
    pub(crate) fn shows_play(
        &self,
        entry: &Entry,
        judgement: &Judgement,
        options: &ReportOptions<'_>,
    ) -> bool {
        let (play, ..) = judgement.marks(entry, &options.thresholds);
        self.players[entry.player.index()] && class(&self.plays, play)
    }

    /// Whether the cube decision of an entry is shown.
    pub(crate) fn shows_cube(
        &self,
        entry: &Entry,
        judgement: &Judgement,
        options: &ReportOptions<'_>,
    ) -> bool {
        let (_, mark, _) = judgement.marks(entry, &options.thresholds);
        let cube = judgement.cube.as_ref();
        let is_missed = cube
            .and_then(|cube| cube.kind)
            .is_some_and(|kind| matches!(kind, CubeError::MissedBelowCash | CubeError::MissedAboveCash));
        let is_shown = class(&self.cubes, mark)
            || (self.cube_actual && entry.action.is_cube())
            || (self.cube_close && cube.is_some_and(|cube| cube.is_close))
            || (self.cube_missed && is_missed);
        self.players[entry.player.index()] && is_shown
    }
}

fn class(shown: &[bool; 4], mark: Skill) -> bool {
    Skill::ALL.iter().zip(shown).any(|(one, &shown)| *one == mark && shown)
}

impl Default for ReportOptions<'_> {
    fn default() -> Self {
        ReportOptions {
            table: None,
            numbers: NumberFormat::default(),
            thresholds: Thresholds::CURRENT,
            with_match_info: true,
            with_annotations: true,
            with_analysis: true,
            with_statistics: true,
            board_every: 1,
            max_plays: 5,
            with_chances: true,
            with_evaluation_settings: false,
            with_rollout_settings: true,
            with_cube_chances: true,
            with_cube_evaluation_settings: false,
            with_cube_rollout_settings: true,
            filter: DecisionFilter::default(),
            html: HtmlOptions::default(),
        }
    }
}

impl<'a> ReportOptions<'a> {
    pub(crate) fn table(&self) -> &'a dyn MatchEquity {
        self.table.map_or(&NoMatchEquity, |table| table)
    }

    pub(crate) fn scale(&self, state: &MatchState, player: Player) -> Scale {
        Scale::new(state, player, self.table())
    }

    /// Statistics in the numbers of the report.
    pub(crate) fn statistics_format(&self) -> StatisticsFormat {
        StatisticsFormat {
            digits: self.numbers.digits,
            thresholds: self.thresholds,
            ..StatisticsFormat::default()
        }
    }
}
