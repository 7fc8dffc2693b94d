// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics as the table that GNU Backgammon prints.
//!
//! Two columns of at least 23 characters after a label of 40. Errors are printed negative. *Differs* from the original:
//! the interval of a session is centered on the advantage (the original adds the half width to the total), and the
//! Snowie rate is one figure (the original prints a second, meaningless one).

use gnubg_engine::core::Player;
use gnubg_record::judge::{Amount, CubeError};
use gnubg_record::stats::derived::{Advantage, Derived, RATING_OFFSET, Rate};
use gnubg_record::{Luck, Skill, Statistics, Thresholds};

/// How statistics are printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatisticsFormat {
    /// Decimals of equities.
    pub digits: u8,
    /// Error rates are multiplied by this.
    pub error_rate_factor: f64,
    /// The rating from which errors are subtracted.
    pub rating_offset: f64,
    /// Thresholds of the skill and luck marks.
    pub thresholds: Thresholds,
    /// Whether sections without any analysis are left out.
    pub only_analyzed: bool,
    /// Whether figures are added that the original does not print: ratings on the older scale, performance rating,
    /// chance against this opponent, linear rating difference.
    pub extended: bool,
}

impl Default for StatisticsFormat {
    fn default() -> StatisticsFormat {
        StatisticsFormat {
            digits: 3,
            error_rate_factor: 1000.0,
            rating_offset: RATING_OFFSET,
            thresholds: Thresholds::default(),
            only_analyzed: false,
            extended: false,
        }
    }
}

/// A row of the table: its label and a cell for each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatisticsRow {
    /// What the cells show.
    pub label: String,
    /// The cells by seat, padded as they are printed.
    pub cells: [String; 2],
}

/// A section of the table, such as checker play or luck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatisticsSection {
    /// Its title.
    pub title: &'static str,
    /// Its rows.
    pub rows: Vec<StatisticsRow>,
}

/// Statistics as text, as `show statistics` prints them.
#[must_use]
pub fn text(stats: &Statistics, format: &StatisticsFormat) -> String {
    let line = |label: &str, cells: &[String; 2]| format!("{label:<40} {:<23} {:<23}\n", cells[0], cells[1]);
    let mut text = line("Player", &stats.names);
    for section in sections(stats, format) {
        text += "\n";
        text += section.title;
        text += "\n\n";
        for row in &section.rows {
            text += &line(&row.label, &row.cells);
        }
        text += "\n";
    }
    text + "\n"
}

/// Statistics as sections with rows, for front ends that lay them out themselves.
#[must_use]
pub fn sections(stats: &Statistics, format: &StatisticsFormat) -> Vec<StatisticsSection> {
    let derived = Player::BOTH.map(|p| stats.derived(p, format.rating_offset, &format.thresholds));
    let mut table = StatisticsTable { sections: Vec::new(), stats, derived, format };
    if stats.has_play || !format.only_analyzed {
        table.checker_play();
    }
    if stats.has_luck || !format.only_analyzed {
        table.luck();
    }
    if stats.has_cube || !format.only_analyzed {
        table.cube();
    }
    table.overall();
    table.sections
}

struct StatisticsTable<'a> {
    sections: Vec<StatisticsSection>,
    stats: &'a Statistics,
    derived: [Derived; 2],
    format: &'a StatisticsFormat,
}

impl StatisticsTable<'_> {
    fn line(&mut self, label: &str, cell: impl Fn(&Self, Player) -> String) {
        let cells = Player::BOTH.map(|player| cell(self, player));
        if let Some(section) = self.sections.last_mut() {
            section.rows.push(StatisticsRow { label: label.to_owned(), cells });
        }
    }

    fn count(&mut self, label: &str, count: impl Fn(Player) -> u32) {
        self.line(label, |_, player| format!("{:3}", count(player)));
    }

    fn title(&mut self, title: &'static str) {
        self.sections.push(StatisticsSection { title, rows: Vec::new() });
    }

    /// `EMG (MWC)` or `EMG (Points)`.
    fn units(&self) -> &'static str {
        if self.stats.is_money() { "EMG (Points)" } else { "EMG (MWC)" }
    }

    /// Decimals of error rates.
    fn rate_digits(&self) -> usize {
        let tens = (self.format.error_rate_factor.max(f64::MIN_POSITIVE).log10() - 0.5).trunc() as i64;
        usize::try_from(i64::from(self.format.digits) - tens).unwrap_or(0)
    }

    /// `(+1.234%)` of a match winning chance or `(+1.234)` of points.
    fn cost(&self, cost: f64, width: usize) -> String {
        if self.stats.is_money() {
            format!("({cost:+width$.3})")
        } else {
            // In single precision, so that halves are rounded as in the original.
            format!("({:+width$.3}%)", 100.0 * cost as f32)
        }
    }

    fn total(&self, amount: Amount) -> String {
        let n = self.rate_digits();
        format!("     {:+w$.p$} {}", amount.emg, self.cost(amount.cost, 7), w = n + 5, p = n + 2)
    }

    fn rate(&self, amount: Amount) -> String {
        let n = self.rate_digits();
        let rate = self.format.error_rate_factor * amount.emg;
        format!("   {rate:+w$.n$}   {}", self.cost(amount.cost, 7), w = n + 5)
    }

    fn errors(&mut self, of: impl Fn(&Derived) -> (Amount, Rate), rating: &str) {
        let units = self.units();
        self.line(&format!("Error total {units}"), |t, p| t.total(-of(&t.derived[p.index()]).0));
        self.line(&format!("Error rate m{units}"), |t, p| t.rate(-of(&t.derived[p.index()]).1.per_decision));
        if rating == "Overall rating" {
            self.snowie();
        }
        self.line(rating, |t, p| of(&t.derived[p.index()]).1.rating.to_owned());
        if self.format.extended && self.derived.iter().any(|d| of(d).1.scales_differ()) {
            self.line(&format!("{rating} (older scale)"), |t, p| {
                of(&t.derived[p.index()]).1.old_rating.to_owned()
            });
        }
    }

    fn snowie(&mut self) {
        self.line("Snowie error rate", |t, p| {
            let n = t.rate_digits();
            let rate = -t.format.error_rate_factor * t.derived[p.index()].snowie_rate;
            format!("   {rate:+w$.n$}", w = n + 5)
        });
    }

    fn checker_play(&mut self) {
        let stats = self.stats;
        self.title("Chequerplay statistics");
        self.count("Total moves", |p| stats.of(p).play.total);
        self.count("Unforced moves", |p| stats.of(p).play.unforced);
        for skill in Skill::ALL.into_iter().rev() {
            let label = match skill {
                Skill::Unmarked => "Unmarked moves".to_owned(),
                _ => format!("Moves marked {}", skill.word()),
            };
            self.count(&label, |p| stats.of(p).play.marks[skill.index()]);
        }
        self.errors(|d| (d.play_error, d.play), "Chequerplay rating");
    }

    fn luck(&mut self) {
        let stats = self.stats;
        self.title("Luck statistics");
        for luck in Luck::ALL.into_iter().rev() {
            let label = match luck {
                Luck::Unmarked => "Rolls unmarked".to_owned(),
                _ => format!("Rolls marked {}", luck.word()),
            };
            self.count(&label, |p| stats.rolls(p, luck));
        }
        let units = self.units();
        self.line(&format!("Luck total {units}"), |t, p| t.total(stats.of(p).luck.luck));
        let known = |p: Player, text: String| match stats.of(p).play.total {
            0 => "n/a".to_owned(),
            _ => text,
        };
        self.line(&format!("Luck rate m{units}"), |t, p| known(p, t.rate(t.derived[p.index()].luck_rate)));
        self.line("Luck rating", |t, p| known(p, t.derived[p.index()].luck_rating.to_owned()));
        if self.format.extended {
            self.line("Luck rating (older scale)", |t, p| t.derived[p.index()].old_luck_rating.to_owned());
        }
    }

    fn cube(&mut self) {
        let stats = self.stats;
        self.title("Cube statistics");
        self.count("Total cube decisions", |p| stats.of(p).cube.total);
        self.count("Close or actual cube decisions", |p| stats.of(p).cube.close);
        self.count("Doubles", |p| stats.of(p).cube.doubles);
        self.count("Takes", |p| stats.of(p).cube.takes);
        self.count("Passes", |p| stats.of(p).cube.drops);
        let units = self.units();
        for kind in CubeError::ALL {
            let label = match kind {
                CubeError::MissedBelowCash => "Missed doubles below CP",
                CubeError::MissedAboveCash => "Missed doubles above CP",
                CubeError::WrongBelowDoublePoint => "Wrong doubles below DP",
                CubeError::WrongAboveTooGood => "Wrong doubles above TG",
                CubeError::WrongTake => "Wrong takes",
                CubeError::WrongDrop => "Wrong passes",
            };
            self.line(&format!("{label} ({units})"), |t, p| {
                let errors = stats.cube_errors(p, kind);
                if errors.count == 0 {
                    return "  0".to_owned();
                }
                format!("{:3} ({:+6.3} {})", errors.count, -errors.error.emg, t.cost(-errors.error.cost, 7))
            });
        }
        self.errors(|d| (d.cube_error, d.cube), "Cube decision rating");
    }

    fn overall(&mut self) {
        let stats = self.stats;
        self.title("Overall statistics");
        let all = !self.format.only_analyzed;
        if all || stats.has_play || stats.has_cube {
            self.errors(|d| (d.total_error, d.overall), "Overall rating");
            if self.format.extended {
                self.line("Performance rating", |t, p| {
                    let rating = t.derived[p.index()].performance_rating;
                    rating.map_or_else(|| "n/a".to_owned(), |rating| format!("   {rating:6.2}"))
                });
            }
        }
        if (all || stats.has_luck) && stats.has_result {
            self.line("Actual result", |t, p| t.result(stats.of(p).actual.sum));
            self.line("Luck adjusted result", |t, p| t.result(stats.of(p).adjusted.sum));
            if !stats.is_money() {
                let difference = stats.luck_based_difference();
                let text = difference.map_or_else(|| "n/a".to_owned(), |d| format!("{d:+7.2}"));
                self.line("Luck based FIBS rating diff.", |_, p| {
                    if p == Player::Zero { text.clone() } else { String::new() }
                });
            }
        }
        self.fibs();
        self.session();
    }

    fn result(&self, value: f64) -> String {
        if self.stats.is_money() { format!("{value:+7.3}") } else { format!("{:+7.2}%", 100.0 * value) }
    }

    fn fibs(&mut self) {
        let stats = self.stats;
        let is_analyzed = stats.has_play || stats.has_cube;
        if stats.is_money() || (self.format.only_analyzed && !is_analyzed) {
            return;
        }
        let cell = |known: bool, value: Option<f64>| match value {
            Some(value) if known => format!("{value:6.1}"),
            _ => "n/a".to_owned(),
        };
        let fibs = self.derived.map(|d| d.fibs_rating);
        self.line("Error based abs. FIBS rating", |t, p| {
            let known = t.derived[p.index()].overall.decisions > 0;
            cell(known, fibs[p.index()].map(|f| f.rating))
        });
        self.line("Chequerplay errors rating loss", |t, p| {
            let known = t.derived[p.index()].play.decisions > 0;
            cell(known, fibs[p.index()].map(|f| f.play_loss))
        });
        self.line("Cube errors rating loss", |t, p| {
            let known = t.derived[p.index()].cube.decisions > 0;
            cell(known, fibs[p.index()].map(|f| f.cube_loss))
        });
        if self.format.extended {
            self.line("MWC against current opponent", |t, p| {
                let chance = t.derived[p.index()].mwc_against_opponent.unwrap_or(0.5);
                format!(" {:6.2}%", 100.0 * chance)
            });
            let difference = stats.linear_difference().unwrap_or(0.0);
            self.line("Error based rating diff. (older fit)", |_, p| {
                if p == Player::Zero { format!("{difference:+7.2}") } else { String::new() }
            });
        }
    }

    fn session(&mut self) {
        if !self.stats.has_result {
            return;
        }
        self.advantage("actual", |d| d.advantage);
        if self.stats.has_luck || !self.format.only_analyzed {
            self.advantage("luck adjusted", |d| d.adjusted_advantage);
        }
    }

    fn advantage(&mut self, name: &str, of: impl Fn(&Derived) -> Option<Advantage>) {
        let known = self.derived.iter().all(|d| of(d).is_some());
        if known {
            let d = usize::from(self.format.digits);
            self.line(&format!("Advantage ({name}) in ppg"), |t, p| {
                let mean = of(&t.derived[p.index()]).map_or(0.0, |a| a.mean);
                format!("{mean:+w$.d$}", w = d + 3)
            });
            self.line("95% confidence interval (ppg)", |t, p| {
                let (low, high) = of(&t.derived[p.index()]).map_or((0.0, 0.0), |a| (a.low, a.high));
                format!("[{low:w$.d$},{high:w$.d$}]", w = d + 3)
            });
        }
    }
}
