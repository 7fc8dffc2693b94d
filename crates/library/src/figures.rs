// SPDX-License-Identifier: GPL-3.0-or-later
//! Sums of a match without its games: what player records and the original's database hold. Figures are in normalized
//! equity; errors are positive.

use gnubg_engine::core::Player;
use gnubg_record::stats::PlayerStats;
use gnubg_record::{Luck, MatchRecord, Skill, Statistics, Thresholds};
use serde::{Deserialize, Serialize};

/// One player's figures: of a match, or summed over matches. Errors are positive, all in normalized equity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Turns, forced plays and dances included.
    pub turns: u32,
    /// Turns with a choice of plays.
    pub unforced: u32,
    /// Doubtful, bad and very bad plays.
    pub play_marks: [u32; 3],
    /// Sum of checker play errors.
    pub play_error: f64,
    /// Close or actual cube decisions.
    pub cube_decisions: u32,
    /// The number of cube errors by kind, in the order of [`gnubg_record::judge::CubeError::ALL`].
    pub cube_counts: [u32; 6],
    /// Sums of cube errors by kind.
    pub cube_errors: [f64; 6],
    /// Sum of luck.
    pub luck: f64,
    /// Very lucky and very unlucky rolls.
    pub luck_marks: [u32; 2],
}

impl Figures {
    /// The figures of a match.
    #[must_use]
    pub fn of(stats: &PlayerStats) -> Figures {
        let play =
            |skill: Skill| Skill::ALL.iter().position(|s| *s == skill).map_or(0, |n| stats.play.marks[n]);
        let luck = |luck: Luck| Luck::ALL.iter().position(|l| *l == luck).map_or(0, |n| stats.luck.marks[n]);
        Figures {
            turns: stats.play.total,
            unforced: stats.play.unforced,
            play_marks: [play(Skill::Doubtful), play(Skill::Bad), play(Skill::VeryBad)],
            play_error: stats.play.error.emg,
            cube_decisions: stats.cube.close,
            cube_counts: stats.cube.errors.map(|errors| errors.count),
            cube_errors: stats.cube.errors.map(|errors| errors.error.emg),
            luck: stats.luck.luck.emg,
            luck_marks: [luck(Luck::VeryLucky), luck(Luck::VeryUnlucky)],
        }
    }

    /// Adds the figures of another match.
    pub fn add(&mut self, other: &Figures) {
        self.turns += other.turns;
        self.unforced += other.unforced;
        self.play_error += other.play_error;
        self.cube_decisions += other.cube_decisions;
        self.luck += other.luck;
        for (sum, n) in self.play_marks.iter_mut().zip(other.play_marks) {
            *sum += n;
        }
        for (sum, n) in self.cube_counts.iter_mut().zip(other.cube_counts) {
            *sum += n;
        }
        for (sum, error) in self.cube_errors.iter_mut().zip(other.cube_errors) {
            *sum += error;
        }
        for (sum, n) in self.luck_marks.iter_mut().zip(other.luck_marks) {
            *sum += n;
        }
    }

    /// Error of checker play per unforced play, in thousandths; `None` without one.
    #[must_use]
    pub fn play_rate(&self) -> Option<f64> {
        rate(self.play_error, self.unforced)
    }

    /// Error of cube handling per close or actual decision, in thousandths.
    #[must_use]
    pub fn cube_rate(&self) -> Option<f64> {
        rate(self.cube_error(), self.cube_decisions)
    }

    /// All errors per decision, in thousandths.
    #[must_use]
    pub fn overall_rate(&self) -> Option<f64> {
        rate(self.error(), self.decisions())
    }

    /// Half of the overall rate, as other programs count it.
    #[must_use]
    pub fn performance_rating(&self) -> Option<f64> {
        self.overall_rate().map(|rate| rate / 2.0)
    }

    /// Luck per turn, in thousandths.
    #[must_use]
    pub fn luck_rate(&self) -> Option<f64> {
        rate(self.luck, self.turns)
    }

    /// Sum of cube errors.
    #[must_use]
    pub fn cube_error(&self) -> f64 {
        self.cube_errors.iter().sum()
    }

    /// Sum of all errors.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.play_error + self.cube_error()
    }

    /// Decisions that count in error rates.
    #[must_use]
    pub const fn decisions(&self) -> u32 {
        self.unforced + self.cube_decisions
    }
}

fn rate(sum: f64, n: u32) -> Option<f64> {
    (n > 0).then(|| 1000.0 * sum / f64::from(n))
}

/// One player in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchPlayer {
    /// The name.
    pub name: String,
    /// Points at the end.
    pub points: u32,
    /// The figures; `None` once they were erased.
    pub figures: Option<Figures>,
    /// The rating that corresponds to the errors; matches only.
    pub rating: Option<f64>,
}

/// A match of which only sums are known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMatch {
    /// Identifies the match, however it is analyzed.
    pub key: u64,
    /// The day it was played, as YYYY-MM-DD; empty if unknown.
    pub date: String,
    /// The tournament or place.
    pub event: String,
    /// Points to win; 0 for a session.
    pub length: u16,
    /// Games.
    pub games: u32,
    /// Whether it was played to its end; a session always counts as finished.
    pub is_finished: bool,
    /// By seat.
    pub players: [MatchPlayer; 2],
}

impl PlayedMatch {
    /// The entry of a record; `None` if none of it is analyzed.
    #[must_use]
    pub fn of(record: &MatchRecord, stats: &Statistics, offset: f64) -> Option<PlayedMatch> {
        if !(stats.has_play || stats.has_cube) {
            return None;
        }
        let points = record.score();
        let thresholds = Thresholds::default();
        let part = |player: Player| MatchPlayer {
            name: record.name(player),
            points: points[player.index()],
            figures: Some(Figures::of(&stats.players[player.index()])),
            rating: stats.derived(player, offset, &thresholds).fibs_rating.map(|rating| rating.rating),
        };
        let info = &record.info;
        let event = [&info.event, &info.place].into_iter().find(|text| !text.is_empty());
        Some(PlayedMatch {
            key: key(record),
            date: info.date.map_or_else(String::new, |date| date.to_string()),
            event: event.cloned().unwrap_or_default(),
            length: record.length,
            games: stats.games,
            is_finished: record.is_money() || record.winner().is_some(),
            players: Player::BOTH.map(part),
        })
    }

    /// Who won more points; `None` if no one has, or the match is not finished.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let [zero, one] = self.players.each_ref().map(|part| part.points);
        match zero.cmp(&one) {
            _ if !self.is_finished => None,
            std::cmp::Ordering::Greater => Some(Player::Zero),
            std::cmp::Ordering::Less => Some(Player::One),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// A number that depends on the players and the positions of the games, not on comments and analysis. It is stored in
/// files, so it is computed from IDs, which are the same in every version: FNV-1a over their texts.
fn key(record: &MatchRecord) -> u64 {
    let mut key = 0xcbf2_9ce4_8422_2325u64;
    let mut feed = |text: &str| {
        for byte in text.bytes().chain([0]) {
            key = (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for player in Player::BOTH {
        feed(&record.name(player).to_lowercase());
    }
    for game in &record.games {
        feed("game");
        for step in game.walk(record.length) {
            feed(&step.after.board.position_id());
            feed(&step.after.match_id());
        }
    }
    key
}
