// SPDX-License-Identifier: GPL-3.0-or-later
//! Match equity tables: the chance of winning the match at each score.
//!
//! A table gives seat Zero's chance at every pair of away scores up to 64 before a game that is not post-Crawford (row
//! and column of 1-away: the Crawford game), and each seat's chance as the trailer post-Crawford. Tables come from XML
//! files or are built in; beyond their native length they are extended.
//!
//! Away scores count points still needed, from 1. A lookup costs a few nanoseconds.

mod extend;
mod file;
mod generate;
mod read;
mod shipped;
#[cfg(test)]
mod tests;
mod write;

pub use extend::Extension;
pub use file::{MetError, MetFile};
pub use shipped::{DEFAULT_MET, SHIPPED, ShippedMet, shipped};

use crate::core::{MAX_LENGTH, Mwc, Player};
use file::{PostCrawford, PreCrawford};

/// Longest match a table covers, in points.
pub const MET_SIZE: usize = MAX_LENGTH as usize;

/// Pre-Crawford chances of seat Zero: \[its away score − 1\]\[the other's − 1\].
type Pre = [[f64; MET_SIZE]; MET_SIZE];

/// Post-Crawford chances of one seat: \[its away score − 1\], the other being 1-away.
type Post = [f64; MET_SIZE];

/// Some chances of a file's row.
type ChanceRow = Vec<f64>;

/// A match equity table for matches up to 64 points.
///
/// *Invariant:* all chances are from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEquityTable {
    name: String,
    description: String,
    length: Option<u8>,
    pre: Box<Pre>,
    post: [Post; 2],
    is_inverted: bool,
}

impl Default for MatchEquityTable {
    /// The table used when nothing else is chosen: Kazaross-XG2.
    fn default() -> MatchEquityTable {
        shipped(DEFAULT_MET).expect("invariant: the default table is built in and valid")
    }
}

impl MatchEquityTable {
    /// The table of a file's text, extended compatibly with GNU Backgammon.
    ///
    /// # Errors
    /// What is wrong with the file and on which line.
    pub fn parse(text: &str) -> Result<MatchEquityTable, MetError> {
        MatchEquityTable::new(&MetFile::parse(text)?, Extension::default())
    }

    /// The table that a file describes.
    ///
    /// A generated table is generated to 64 points when its length is −1. (*Differs* from GNU Backgammon 1.07, which
    /// then overwrites all of it by the extension.)
    ///
    /// # Errors
    /// If a generator's parameters lead outside 0..=1.
    pub fn new(file: &MetFile, extension: Extension) -> Result<MatchEquityTable, MetError> {
        let n = file.length.map_or(MET_SIZE, usize::from);
        let post = [generate_post(file, Player::Zero, n), generate_post(file, Player::One, n)];
        let mut pre = match &file.pre {
            PreCrawford::Explicit(rows) => {
                let mut pre = Box::new([[0.0; MET_SIZE]; MET_SIZE]);
                for (to, from) in pre.iter_mut().zip(rows) {
                    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
                }
                pre
            }
            PreCrawford::Zadeh(parameters) => generate::zadeh_pre(*parameters, &post[0]),
            PreCrawford::Mec(parameters) => generate::mec_pre(*parameters, &post),
        };
        extend::extend_pre(&mut pre, n, extension);
        for (i, chances) in pre.iter().chain(&post).enumerate() {
            if let Some(j) = chances.iter().position(|chance| !(0.0..=1.0).contains(chance)) {
                return Err(MetError::Generated { value: chances[j], zero: i + 1, one: j + 1 });
            }
        }
        Ok(MatchEquityTable {
            name: file.name.clone(),
            description: file.description.clone(),
            length: file.length,
            pre,
            post,
            is_inverted: false,
        })
    }

    /// This table written out as a file of 64 points.
    #[must_use]
    pub fn to_file(&self) -> MetFile {
        MetFile {
            name: self.name.clone(),
            description: self.description.clone(),
            length: Some(MET_SIZE as u8),
            pre: PreCrawford::Explicit(self.pre.iter().map(|row| row.to_vec()).collect()),
            post: self.post.map(|row| PostCrawford::Explicit(row.to_vec())),
        }
    }

    /// The display name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the numbers come from.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Points up to which the table is its authors' own (1..=64); `None` if it is generated for all lengths.
    #[must_use]
    pub fn native_length(&self) -> Option<u8> {
        self.length
    }

    /// Whether the seats have been exchanged.
    #[must_use]
    pub fn is_inverted(&self) -> bool {
        self.is_inverted
    }

    /// The table with the seats exchanged. Only uneven tables change.
    #[must_use]
    pub fn inverted(&self) -> MatchEquityTable {
        let mut pre = Box::new([[0.0; MET_SIZE]; MET_SIZE]);
        for (i, row) in pre.iter_mut().enumerate() {
            for (j, chance) in row.iter_mut().enumerate() {
                *chance = 1.0 - self.pre[j][i];
            }
        }
        let [zero, one] = self.post;
        MatchEquityTable { pre, post: [one, zero], is_inverted: !self.is_inverted, ..self.clone() }
    }

    /// Seat Zero's chance before a game that is not post-Crawford, `zero`-away against `one`-away. At 1-away on either
    /// side that is the Crawford game. Away scores beyond 64 count as 64, those of 0 as won.
    #[must_use]
    pub fn pre_crawford(&self, zero: u32, one: u32) -> Mwc {
        Mwc(self.chance_of_zero(clamp(zero), clamp(one), false) as f32)
    }

    /// The chance of `player` as the trailer post-Crawford, `away` from winning while the other needs one point.
    #[must_use]
    pub fn post_crawford(&self, player: Player, away: u32) -> Mwc {
        match away.checked_sub(1) {
            None => Mwc(1.0),
            Some(index) => Mwc(self.post[player.index()][(index as usize).min(MET_SIZE - 1)] as f32),
        }
    }

    /// The chance of `player` before a game at these away scores by seat. `is_crawford` says whether it is the Crawford
    /// game; with a player 1-away and no Crawford game, the game is post-Crawford.
    #[must_use]
    pub fn at_score(&self, player: Player, away: [u32; 2], is_crawford: bool) -> Mwc {
        let is_post_crawford = !is_crawford && away.contains(&1);
        Mwc(self.after_game(player, away.map(clamp), is_post_crawford) as f32)
    }

    /// The chance of `player` when a game has left these away scores by seat, each possibly 0 or less. `is_late` says
    /// that no pre-Crawford or Crawford game can follow: the finished game was the Crawford game or post-Crawford.
    pub(super) fn after_game(&self, player: Player, away: [i32; 2], is_late: bool) -> f64 {
        let zero = self.chance_of_zero(away[0], away[1], is_late);
        match player {
            Player::Zero => zero,
            Player::One => 1.0 - zero,
        }
    }

    fn chance_of_zero(&self, zero: i32, one: i32, is_late: bool) -> f64 {
        let index = |away: i32| usize::try_from(away - 1).ok().map(|index| index.min(MET_SIZE - 1));
        match (index(zero), index(one)) {
            (None, _) => 1.0,
            (_, None) => 0.0,
            (Some(0), Some(one)) if is_late => 1.0 - self.post[1][one],
            (Some(zero), Some(_)) if is_late => self.post[0][zero],
            (Some(zero), Some(one)) => self.pre[zero][one],
        }
    }
}

fn clamp(away: u32) -> i32 {
    away.min(MET_SIZE as u32) as i32
}

/// One seat's post-Crawford row. A written-out row gives its entries below the native length `n` and is continued from
/// there; a generated one goes to the end.
fn generate_post(file: &MetFile, player: Player, n: usize) -> Post {
    match &file.post[player.index()] {
        PostCrawford::Explicit(row) => {
            let mut post = [0.0; MET_SIZE];
            post.iter_mut().zip(row).take(n - 1).for_each(|(to, from)| *to = *from);
            extend::extend_post(&mut post, n);
            post
        }
        PostCrawford::Zadeh(gammon_rate, drops) => generate::zadeh_post(*gammon_rate, *drops),
        PostCrawford::Mec(mec, drops) => {
            let win = match player {
                Player::Zero => mec.win_rate,
                Player::One => 1.0 - mec.win_rate,
            };
            generate::mec_post(mec.gammon_rate, win, *drops)
        }
    }
}
