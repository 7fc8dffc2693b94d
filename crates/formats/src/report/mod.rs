// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports for people: positions, games, matches and sessions as plain text and web pages, positions as pictures.
//!
//! [`text`] and [`html`] lay out whole reports, [`svg`] draws a board; [`cube`], [`plays`] and [`rollout`] are the blocks
//! they are made of, which commands print as well.

pub mod cube;
pub mod html;
pub mod plays;
pub mod rollout;
pub mod svg;
pub mod text;

use gnubg_engine::core::{MatchState, Player};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::Thresholds;
use gnubg_record::judge::{MatchEquity, NoMatchEquity, Scale};

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
    /// How evaluations were made.
    pub with_evaluation_settings: bool,
    /// How rollouts were made.
    pub with_rollout_settings: bool,
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
}
