// SPDX-License-Identifier: GPL-3.0-or-later
//! Match equity tables computed from a few parameters.
//!
//! * Zadeh: N. Zadeh, "On doubling in tournament backgammon", Management Science 23 (1977) 986–993.
//! * mec: C. Tornberg's match equity calculator. Win rate and cube are treated exactly for a game decided by one
//!   winning chance that moves continuously, with a fixed share of gammons.
//!
//! Away scores count from 1 in the functions; array index = away − 1.
//!
//! *Differs* from GNU Backgammon 1.07: its mec adds the 4-away free drop instead of subtracting it and gives the
//! parameters of a table for both players to seat Zero only.

use super::file::{FreeDrops, MecParameters, ZadehParameters};
use super::{MET_SIZE, Post, Pre};

/// Cube values for which Zadeh's model keeps a drop point: 1, 2, 4 … 64.
const ZADEH_LEVELS: usize = 7;

/// The value at `away`, or `won` when nothing is needed any more.
fn at(table: &Post, away: i32, won: f64) -> f64 {
    match usize::try_from(away - 1) {
        Ok(index) => table[index.min(MET_SIZE - 1)],
        Err(_) => won,
    }
}

/// Zadeh's recursion for the trailer's post-Crawford chance at `away`: the trailer wins half of the games, each worth
/// two points, or four with a gammon.
pub(super) fn zadeh_step(post: &Post, away: i32, gammon_rate: f64) -> f64 {
    0.5 * (gammon_rate * at(post, away - 4, 1.0) + (1.0 - gammon_rate) * at(post, away - 2, 1.0))
}

/// Zadeh's post-Crawford row. Each free drop is taken off before later entries use it.
pub(super) fn zadeh_post(gammon_rate: f64, drops: FreeDrops) -> Post {
    let mut post = [0.0; MET_SIZE];
    for away in 1..=MET_SIZE {
        let chance = zadeh_step(&post, away as i32, gammon_rate);
        post[away - 1] = match away {
            2 => chance - drops.at_2_away,
            4 => chance - drops.at_4_away,
            _ => chance,
        };
    }
    post
}

/// Zadeh's pre-Crawford table. The players are taken as equal, so only the trailer's half is computed, from seat Zero's
/// post-Crawford row.
pub(super) fn zadeh_pre(parameters: ZadehParameters, post: &Post) -> Box<Pre> {
    let mut table = Box::new([[0.0; MET_SIZE]; MET_SIZE]);
    let leader = parameters.gammon_rate_leader;
    for i in 0..MET_SIZE {
        // Crawford: the trailer wins one point, or two with a gammon.
        let away = i as i32 + 1;
        let trailer = 0.5 * (leader * at(post, away - 2, 1.0) + (1.0 - leader) * at(post, away - 1, 1.0));
        table[i][0] = trailer;
        table[0][i] = 1.0 - trailer;
    }
    for i in 1..MET_SIZE {
        for j in 1..=i {
            let chance = zadeh_entry(&parameters, &table, i as i32 + 1, j as i32 + 1);
            table[i][j] = chance;
            table[j][i] = 1.0 - chance;
        }
    }
    table
}

/// The chance of a trailer `x`-away against `y`-away, both at least 2, from the scores nearer the end.
fn zadeh_entry(parameters: &ZadehParameters, table: &Pre, x: i32, y: i32) -> f64 {
    let (delta, delta_bar) = (parameters.delta, parameters.delta_bar);
    // Drop points of both sides, from the largest cube down; [0] is the side x-away.
    let mut drop = [0.0; 2];
    for level in (0..ZADEH_LEVELS).rev() {
        let cube = 1 << level;
        let dead =
            [dead_drop_point(parameters, table, x, y, cube), dead_drop_point(parameters, table, y, x, cube)];
        drop = if x <= 2 * cube || y <= 2 * cube {
            dead
        } else {
            [1.0 + (drop[1] + delta) * (dead[0] - 1.0), 1.0 + (drop[0] + delta) * (dead[1] - 1.0)]
        };
    }
    let (gain, loss) = (drop[1] + delta_bar - 0.5, drop[0] + delta_bar - 0.5);
    (gain * chance_of(table, x - 1, y) + loss * chance_of(table, x, y - 1)) / (gain + loss)
}

/// Zadeh's drop point for a last double from `cube`, of the opponent of the side `x`-away: the winning chance of that
/// side at which its double may as well be dropped.
fn dead_drop_point(parameters: &ZadehParameters, table: &Pre, x: i32, y: i32, cube: i32) -> f64 {
    // A taker for whom the cube is not dead yet turns it at once when it is dead for the doubler.
    let stake = if x <= 2 * cube && y > 2 * cube { 2 * cube } else { cube };
    let (g1, g2) = (parameters.gammon_rate_leader, parameters.gammon_rate_trailer);
    let low = g2 * chance_of(table, x, y - 4 * stake) + (1.0 - g2) * chance_of(table, x, y - 2 * stake);
    let high = g1 * chance_of(table, x - 4 * stake, y) + (1.0 - g1) * chance_of(table, x - 2 * stake, y);
    (chance_of(table, x - cube, y) - low) / (high - low)
}

/// The table's chance of the side `x`-away; 1 or 0 once the match is decided.
fn chance_of(table: &Pre, x: i32, y: i32) -> f64 {
    match (usize::try_from(x - 1), usize::try_from(y - 1)) {
        (Err(_), _) => 1.0,
        (_, Err(_)) => 0.0,
        (Ok(i), Ok(j)) => table[i][j],
    }
}

/// Tornberg's post-Crawford row of a trailer who wins single games with chance `win`.
pub(super) fn mec_post(gammon_rate: f64, win: f64, drops: FreeDrops) -> Post {
    let mut post = [0.0; MET_SIZE];
    for away in 1..=MET_SIZE {
        let k = away as i32;
        post[away - 1] = match away {
            1 => win,
            2 => at(&post, 1, 1.0) - drops.at_2_away,
            4 => at(&post, 3, 1.0) - drops.at_4_away,
            _ if away % 2 == 0 => at(&post, k - 1, 1.0),
            _ => win * ((1.0 - gammon_rate) * at(&post, k - 2, 1.0) + gammon_rate * at(&post, k - 4, 1.0)),
        };
    }
    post
}

/// Tornberg's pre-Crawford table from both seats' post-Crawford rows.
pub(super) fn mec_pre(parameters: MecParameters, post: &[Post; 2]) -> Box<Pre> {
    let MecParameters { gammon_rate: g, win_rate: f } = parameters;
    let mut table = Box::new([[0.0; MET_SIZE]; MET_SIZE]);
    for i in 0..MET_SIZE {
        let away = i as i32 + 1;
        // Crawford: the trailer keeps the post-Crawford chance one or two points nearer, or loses the match.
        let won = |seat: usize, n: i32| at(&post[seat], away - n, 1.0);
        table[0][i] = f + (1.0 - f) * ((1.0 - g) * (1.0 - won(1, 1)) + g * (1.0 - won(1, 2)));
        table[i][0] = f * ((1.0 - g) * won(0, 1) + g * won(0, 2));
    }
    for i in 1..MET_SIZE {
        for j in 1..MET_SIZE {
            let (zero, one) = (i as i32 + 1, j as i32 + 1);
            let own = doubling_point(&table, Perspective::ByZero, g, zero, one, 2);
            let other = doubling_point(&table, Perspective::ByOne, g, one, zero, 2);
            let other = EquityPoint { equity: 1.0 - other.equity, chance: 1.0 - other.chance };
            table[i][j] =
                other.equity + (own.equity - other.equity) * (f - other.chance) / (own.chance - other.chance);
        }
    }
    table
}

/// Whose equities a function reads.
#[derive(Clone, Copy)]
enum Perspective {
    ByZero,
    ByOne,
}

impl Perspective {
    fn other(self) -> Perspective {
        match self {
            Perspective::ByZero => Perspective::ByOne,
            Perspective::ByOne => Perspective::ByZero,
        }
    }

    /// Match equity of this side when it is `own`-away against `other`-away.
    fn equity(self, table: &Pre, own: i32, other: i32) -> f64 {
        match self {
            Perspective::ByZero => chance_of(table, own, other),
            Perspective::ByOne => 1.0 - chance_of(table, other, own),
        }
    }
}

/// A moment in a game: the match equity there and the chance of winning the game, of one side.
struct EquityPoint {
    equity: f64,
    chance: f64,
}

/// Where the side `own`-away can as well cash as be taken when it turns the cube to `cube`.
fn doubling_point(table: &Pre, seen: Perspective, g: f64, own: i32, other: i32, cube: i32) -> EquityPoint {
    if own <= cube / 2 {
        return EquityPoint { equity: 1.0, chance: 1.0 };
    }
    let taker = seen.other();
    let redouble = doubling_point(table, taker, g, other, own, 2 * cube);
    let lost =
        (1.0 - g) * taker.equity(table, other, own - cube) + g * taker.equity(table, other, own - 2 * cube);
    let passed = taker.equity(table, other, own - cube / 2);
    let chance = (passed - lost) * redouble.chance / (redouble.equity - lost);
    EquityPoint { equity: 1.0 - passed, chance: 1.0 - chance }
}
