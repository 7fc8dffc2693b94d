// SPDX-License-Identifier: GPL-3.0-or-later
//! What a report shows, and how numbers are printed.

use crate::css::HtmlOptions;
use crate::statistics::StatisticsFormat;
use crate::tiles::TileBoards;
use crate::words::Words;
use gnubg_draw::ViewOptions;
use gnubg_engine::core::{MatchState, Player};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::judge::{CubeError, Judgement, MatchEquity, NoMatchEquity, Scale};
use gnubg_record::{Entry, Skill, Thresholds};

/// How numbers are printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberFormat {
    /// Decimals of equities and chances.
    pub digits: u8,
    /// Whether values in matches are shown as match winning chances instead of equities.
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

    /// A chance in percent, without the sign.
    #[must_use]
    pub fn percent(&self, value: f32) -> String {
        format!("{:.1}", 100.0 * value)
    }

    /// A value given in EMG, shown as equity or, if wanted, as match winning chance.
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
    /// The match equity table; without one, values that need it are left out in matches.
    pub table: Option<&'a MatchEquityTable>,
    /// How numbers are printed.
    pub numbers: NumberFormat,
    /// Thresholds of the skill and luck marks.
    pub thresholds: Thresholds,
    /// Whether the facts about the match are shown, such as ratings, event and date.
    pub with_match_info: bool,
    /// Whether comments are shown.
    pub with_annotations: bool,
    /// Whether the analysis of cube decisions and plays is shown.
    pub with_analysis: bool,
    /// Whether statistics follow each game and the match.
    pub with_statistics: bool,
    /// A board is shown at every n-th decision; 0 for no boards.
    pub board_every: usize,
    /// The largest number of candidates shown; the play that was made is always shown.
    pub max_plays: usize,
    /// Whether the winning chances of each candidate are shown.
    pub with_chances: bool,
    /// Whether the evaluation settings of candidates are shown.
    pub with_evaluation_settings: bool,
    /// Whether the rollout settings of candidates are shown.
    pub with_rollout_settings: bool,
    /// Whether the winning chances are shown with cube decisions.
    pub with_cube_chances: bool,
    /// Whether the evaluation settings of cube decisions are shown.
    pub with_cube_evaluation_settings: bool,
    /// Whether the rollout settings of cube decisions are shown.
    pub with_cube_rollout_settings: bool,
    /// The decisions whose analysis is shown.
    pub filter: DecisionFilter,
    /// How web pages are written.
    pub html: HtmlOptions,
    /// The tiles that the boards of web pages consist of; `None` for vector pictures inside of the page.
    pub tiles: Option<TileBoards<'a>>,
    /// How boards are drawn: direction, numbers and the like.
    pub view: ViewOptions,
    /// The words of pages and pictures.
    pub words: Words,
}

/// The decisions whose analysis a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionFilter {
    /// Whether decisions of a player are shown, by seat.
    pub players: [bool; 2],
    /// Whether plays with a mark are shown, in the order of [`Skill::ALL`].
    pub plays: [bool; 4],
    /// Whether cube decisions with a mark are shown, in the same order.
    pub cubes: [bool; 4],
    /// Whether doubles, takes and drops are shown, whatever their mark.
    pub cube_actual: bool,
    /// Whether close cube decisions are shown.
    pub cube_close: bool,
    /// Whether missed doubles are shown.
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
            tiles: None,
            view: ViewOptions::default(),
            words: Words::default(),
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

    /// The format of statistics within the report.
    pub(crate) fn statistics_format(&self) -> StatisticsFormat {
        StatisticsFormat {
            digits: self.numbers.digits,
            thresholds: self.thresholds,
            ..StatisticsFormat::default()
        }
    }
}
