// SPDX-License-Identifier: GPL-3.0-or-later
//! SGF, the format GNU Backgammon saves in.
//!
//! The dialect is `FF[4]` with `GM[6]`, one game tree per game, with variations. Files of GNU Backgammon are
//! read with their analysis and rollouts; unknown properties are kept and written again. Our own additions are optional
//! properties that other programs ignore; `names` lists them.

mod clock;
mod evaluation;
mod letters;
mod lex;
mod marks;
mod numbers;
mod read;
mod rollouts;
mod root;
mod variations;
mod write;
mod write_evaluation;

pub use numbers::SgfNumbers;
pub(crate) use read::read;
pub use variations::{write, write_game};
pub use write::SgfOptions;

use gnubg_engine::core::{Board, Side, Variation};

/// Properties of our own. All begin with `Z`, which no other dialect uses.
pub(crate) mod names {
    /// Root: rules for which SGF has no property: `[beavers:0][autodoubles:2][egyptian:1]`.
    pub(crate) const RULES: &str = "ZX";
    /// Root: words of `RU` that were not understood.
    pub(crate) const UNKNOWN_RULES: &str = "ZU";
    /// On a roll (`DI`): the steps of the illegal play whose position the next node sets up; `?` if they are unknown.
    pub(crate) const ILLEGAL: &str = "ZI";
    /// A node of its own: a resignation, by whom and how much. `[W2]` was declined, `[W2][open]` not answered,
    /// `[W2][accepted]` ended the game, as the result also shows.
    pub(crate) const RESIGNED: &str = "ZR";
    /// On a resignation: equities before and after, and how they were evaluated.
    pub(crate) const RESIGNATION: &str = "ZQ";
    /// On a resignation that does not count.
    pub(crate) const DISCOUNTED: &str = "ZN";
    /// On a resignation: the comment on its answer.
    pub(crate) const ANSWER_REMARK: &str = "ZT";
    /// The content of `DA` where that is not allowed: on a roll without a play, and in a match where the values are
    /// equities (marked by [`EMG`]) because no table was at hand.
    pub(crate) const CUBE: &str = "ZD";
    /// The last word of values that are normalized equities.
    pub(crate) const EMG: &str = " emg";
    /// The content of `A` where that is not allowed: no candidate was played.
    pub(crate) const CANDIDATES: &str = "ZC";
    /// On a move: levels of another program, by candidate.
    pub(crate) const FOREIGN: &str = "ZF";
    /// On a move or double: the analysis of another program beside the own one. The content of [`CANDIDATES`], [`CUBE`]
    /// and [`FOREIGN`].
    pub(crate) const IMPORTED_PLAY: &str = "ZA";
    pub(crate) const IMPORTED_CUBE: &str = "ZE";
    pub(crate) const IMPORTED_LEVELS: &str = "ZG";
    /// On a move or double: whole rollouts, which can be continued exactly: `[p:…]` of the plays, `[c:…]` of the
    /// cube decision; rollout files, deflated and in Base64.
    pub(crate) const ROLLOUTS: &str = "ZB";
    /// Root: the time control: `[bronstein][base:0][point:120][turn:12][penalty:match]`, times in seconds. `TM` and
    /// `OT` beside it say the same to other programs.
    pub(crate) const TIME_CONTROL: &str = "ZK";
    /// A node of its own: whose time was used up, and what that cost: `[W:points:2]`, `[W:game]`, `[W:match]`.
    pub(crate) const OUT_OF_TIME: &str = "ZO";
    /// The last node of a variation: `[result:W+2]` if the actions do not give the result, `[games:…]` the later games
    /// of the variation as game trees. `[from:1]` if these
    /// replace the games of the main line from that number on.
    pub(crate) const LINE: &str = "ZL";
}

/// Repairs an impossible position: surplus checkers are removed, counted from the ace point; if both sides hold a
/// point, the opponent's checkers are removed; if both sides are on the bar against closed boards, the opponent's bar
/// is emptied. The
/// original calls this with seat `Zero` first.
fn repair(board: &mut Board, variation: Variation) {
    for side in Side::BOTH {
        let mut left = variation.n_checkers();
        for index in 0..25 {
            let count = board.side(side)[index].min(left);
            left -= count;
            board.set(side, index, count);
        }
    }
    for index in 0..24 {
        if board.side(Side::OnRoll)[index] > 0 {
            board.set(Side::Opponent, 23 - index, 0);
        }
    }
    if board.check(variation).is_err() {
        board.set(Side::Opponent, 24, 0);
    }
}
