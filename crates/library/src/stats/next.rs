// SPDX-License-Identifier: GPL-3.0-or-later
//! What to work on next: kinds of decisions where a player loses more than elsewhere.
//!
//! A *family* is a situation: decisions of one plan, or of any, in which one thing is right, such as taking, or hitting. Its
//! *excess* is what the player loses there beyond what is to be expected: the expected losses of the reference player, scaled
//! to the player's own level in checker plays or with the cube, so that a weak player is compared with himself. All decisions
//! of the situation count, right or wrong; counting errors only would make every family look bad.
//!
//! The largest of many noisy numbers is mostly noise. So the excesses are shrunk towards zero, their sum by construction
//! (normal–normal, the variance between families by moments; checker plays and the cube apart), and a family is called *sure*
//! only if the lower end of what remains is above zero and the excess would stand out among as many families by chance in
//! one of twenty cases at most (Bonferroni). Without evidence nothing is said.

use super::interval::{ratio, student_t};
use super::split::{MATCHES, narrowed};
use crate::assess::UNIT;
use crate::db::Library;
use crate::decision::{Flags, Kind};
use crate::error::Result;
use crate::position::{Action, Actions, Plan, Plans};
use gnubg_engine::core::CancelToken;
use std::collections::BTreeMap;

/// Fewer errors than this are too little data.
const ERRORS: usize = 8;
/// Decisions of a match to 7 points, by which excesses are told.
const PER_MATCH: f64 = 55.0;
/// The most proposals.
const MOST: usize = 3;
/// The part of a family's losses that its error must make up: else the family loses by something else.
const SHARE: f64 = 0.5;
/// The most examples of a proposal.
const EXAMPLES: usize = 10;
/// Lower ends of what remains after shrinking: of *sure* and *likely*.
const LEVELS: [f64; 2] = [0.95, 0.8];
/// The chance that anything is called sure without a reason.
const CHANCE: f64 = 0.05;
/// The excess must be at least this part of what is to be expected, to be worth the work.
const EFFECT: f64 = 0.15;

/// What goes wrong in a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// Doubling is right and is not done.
    LateDouble,
    /// Not doubling is right, and it is doubled.
    EarlyDouble,
    /// Taking is right, and it is dropped.
    WrongDrop,
    /// Dropping is right, and it is taken.
    WrongTake,
    /// The best play does it, the one that was made does not.
    Missed(Action),
    /// Some legal play does it, the best one does not, the one that was made does.
    Wrong(Action),
}

impl Theme {
    /// The word in JSON.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Theme::LateDouble => "late-double".to_owned(),
            Theme::EarlyDouble => "early-double".to_owned(),
            Theme::WrongDrop => "wrong-drop".to_owned(),
            Theme::WrongTake => "wrong-take".to_owned(),
            Theme::Missed(action) => format!("missed-{}", action.word()),
            Theme::Wrong(action) => format!("wrong-{}", action.word()),
        }
    }

    /// Whether it is about the cube.
    const fn is_cube(self) -> bool {
        !matches!(self, Theme::Missed(_) | Theme::Wrong(_))
    }

    /// The part of a query that finds such errors.
    pub(super) fn query(self) -> String {
        match self {
            Theme::LateDouble => "error:late".to_owned(),
            Theme::EarlyDouble => "error:early,toogood".to_owned(),
            Theme::WrongDrop => "error:wrongpass".to_owned(),
            Theme::WrongTake => "error:wrongtake".to_owned(),
            Theme::Missed(action) => format!("missed:{}", action.word()),
            Theme::Wrong(action) => format!("wrong:{}", action.word()),
        }
    }
}

/// A kind of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Family {
    /// The plan of the player who decides; `None` for any.
    pub plan: Option<Plan>,
    /// What goes wrong.
    pub theme: Theme,
}

/// How sure it is that a family costs more than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Probably.
    Likely,
    /// With 95 % after shrinking, and beyond what stands out among as many families by chance.
    Sure,
}

/// Something to work on.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The kind of decisions.
    pub family: Family,
    /// How sure it is.
    pub certainty: Certainty,
    /// What is lost beyond the player's level in a match to 7 points, in normalized equity, after shrinking.
    pub recoverable: f64,
    /// Where it lies with 90 %.
    pub interval: [f64; 2],
    /// Decisions of the family.
    pub decisions: usize,
    /// Errors of its kind.
    pub errors: usize,
    /// Matches with such decisions.
    pub matches: usize,
    /// A query that finds the errors.
    pub query: String,
    /// The most expensive errors.
    pub examples: Vec<i64>,
}

/// A decision as advice sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// Its number.
    pub id: i64,
    /// The match.
    pub matched: i64,
    /// The kind.
    pub kind: Kind,
    /// The plan of who decided.
    pub plan: Plan,
    /// What was lost, in normalized equity.
    pub loss: f64,
    /// The expected loss of the reference player.
    pub difficulty: f64,
    /// The best action of a decision about the cube.
    pub best: String,
    /// What the play does.
    pub did: Actions,
    /// What the best play does.
    pub bests: Actions,
    /// What some legal play does.
    pub could: Actions,
}

impl Observed {
    /// The themes of the situation, with whether the error was made.
    pub(super) fn themes(&self) -> Vec<(Theme, bool)> {
        let is_wrong = self.loss > 0.0;
        match (self.kind, self.best.as_str()) {
            (Kind::NoDouble | Kind::Double, "double") => vec![(Theme::LateDouble, is_wrong)],
            (Kind::NoDouble | Kind::Double, _) => vec![(Theme::EarlyDouble, is_wrong)],
            (Kind::Take | Kind::Drop, "take") => vec![(Theme::WrongDrop, is_wrong)],
            (Kind::Take | Kind::Drop, _) => vec![(Theme::WrongTake, is_wrong)],
            (Kind::Play, _) => Action::ALL
                .iter()
                .filter_map(|&action| {
                    if self.bests.has(action) {
                        Some((Theme::Missed(action), is_wrong && !self.did.has(action)))
                    } else if self.could.has(action) {
                        Some((Theme::Wrong(action), is_wrong && self.did.has(action)))
                    } else {
                        None
                    }
                })
                .collect(),
            (Kind::Beaver | Kind::Resign, _) => Vec::new(),
        }
    }
}

#[derive(Default)]
struct Collected {
    by_match: BTreeMap<i64, f64>,
    decisions: usize,
    errors: Vec<(f64, i64)>,
    loss: f64,
    by_error: f64,
    expected: f64,
}

struct Estimate {
    family: Family,
    value: f64,
    variance: f64,
    freedom: f64,
    /// The excess in standard errors before shrinking, and the number of families that it was chosen from.
    score: f64,
    among: usize,
}

/// What to work on, the most certain first; empty without evidence.
#[must_use]
pub fn advise(decisions: &[Observed]) -> Vec<Advice> {
    // The player's own level in checker plays and with the cube, in those of the reference player.
    let mut sums = [(0.0, 0.0); 2];
    for one in decisions {
        let sum = &mut sums[usize::from(one.kind.is_cube())];
        *sum = (sum.0 + one.loss, sum.1 + one.difficulty);
    }
    let levels = sums.map(|(loss, expected)| if expected > 0.0 { loss / expected } else { 0.0 });
    let mut sizes: BTreeMap<i64, f64> = BTreeMap::new();
    let mut families: BTreeMap<Family, Collected> = BTreeMap::new();
    for one in decisions {
        *sizes.entry(one.matched).or_default() += 1.0;
        let expected = levels[usize::from(one.kind.is_cube())] * one.difficulty;
        for (theme, is_error) in one.themes() {
            for plan in [None, Some(one.plan)] {
                let family = families.entry(Family { plan, theme }).or_default();
                *family.by_match.entry(one.matched).or_default() += one.loss - expected;
                family.decisions += 1;
                family.loss += one.loss;
                family.expected += expected;
                if is_error {
                    family.by_error += one.loss;
                    family.errors.push((one.loss, one.id));
                }
            }
        }
    }
    if sizes.len() < MATCHES {
        return Vec::new();
    }
    let estimates: Vec<Estimate> =
        families.iter().filter_map(|(family, found)| estimate(*family, found, &sizes)).collect();
    let (cube, plays): (Vec<Estimate>, Vec<Estimate>) =
        estimates.into_iter().partition(|one| one.family.theme.is_cube());
    let mut estimates: Vec<Estimate> = [cube, plays].into_iter().flat_map(shrunk).collect();
    let lower = |one: &Estimate, level: f64| one.value - student_t(level, one.freedom) * one.variance.sqrt();
    estimates.sort_by(|a, b| lower(b, LEVELS[1]).total_cmp(&lower(a, LEVELS[1])));
    let mut found: Vec<Advice> = Vec::new();
    for one in &estimates {
        let (Some(collected), true) = (families.get(&one.family), found.len() < MOST) else { break };
        let is_large = collected.by_error >= SHARE * collected.loss
            && collected.loss - collected.expected >= EFFECT * collected.expected;
        let enough = collected.errors.len() >= ERRORS && collected.by_match.len() >= MATCHES;
        let is_told = found.iter().any(|told| told.family.theme == one.family.theme);
        let is_beyond_chance = one.score > student_t(1.0 - CHANCE / one.among as f64, one.freedom);
        let certainty = match (lower(one, LEVELS[0]) > 0.0, lower(one, LEVELS[1]) > 0.0) {
            (true, _) if is_beyond_chance => Certainty::Sure,
            (_, true) => Certainty::Likely,
            (_, false) => break,
        };
        if !is_large || !enough || is_told {
            continue;
        }
        found.push(advice(one, collected, certainty));
    }
    found
}

/// The estimates shrunk towards zero; none if chance explains them all.
fn shrunk(estimates: Vec<Estimate>) -> Vec<Estimate> {
    let among = estimates.len();
    let Some(between) = spread(&estimates) else { return Vec::new() };
    let shrink = |one: Estimate| {
        let weight = between / (between + one.variance);
        Estimate { value: weight * one.value, variance: weight * one.variance, among, ..one }
    };
    estimates.into_iter().map(shrink).collect()
}

fn advice(one: &Estimate, collected: &Collected, certainty: Certainty) -> Advice {
    let value = one.value;
    let half = student_t(0.95, one.freedom) * one.variance.sqrt();
    let mut errors = collected.errors.clone();
    errors.sort_by(|a, b| b.0.total_cmp(&a.0));
    let plan = one.family.plan.map_or_else(String::new, |plan| format!("plan:{} ", plan.word()));
    Advice {
        family: one.family,
        certainty,
        recoverable: value,
        interval: [value - half, value + half],
        decisions: collected.decisions,
        errors: errors.len(),
        matches: collected.by_match.len(),
        query: format!("{plan}{}", one.family.theme.query()),
        examples: errors.into_iter().take(EXAMPLES).map(|(_, id)| id).collect(),
    }
}

/// The excess of a family in a match of usual size, with its variance; `None` if there is too little to say anything.
fn estimate(family: Family, found: &Collected, sizes: &BTreeMap<i64, f64>) -> Option<Estimate> {
    if found.decisions < 2 * ERRORS || found.by_match.len() < MATCHES {
        return None;
    }
    let excess = |matched: &i64| found.by_match.get(matched).copied().unwrap_or(0.0);
    let clusters: Vec<(f64, f64)> = sizes.iter().map(|(matched, n)| (excess(matched), *n)).collect();
    let (value, error) = ratio(&clusters)?;
    let variance = (PER_MATCH * error?).powi(2);
    let freedom = found.by_match.len() as f64 - 1.0;
    let value = PER_MATCH * value;
    let score = value / variance.sqrt();
    (variance > 0.0).then_some(Estimate { family, value, variance, freedom, score, among: 1 })
}

/// The variance of the excesses beyond that of chance; `None` if chance explains them all.
fn spread(estimates: &[Estimate]) -> Option<f64> {
    let weights: f64 = estimates.iter().map(|one| 1.0 / one.variance).sum();
    let squares: f64 = estimates.iter().map(|one| one.score.powi(2)).sum();
    let between = (squares - estimates.len() as f64) / weights;
    (between.is_finite() && between > 0.0).then_some(between)
}

impl Library {
    /// What to work on, of the decisions that a query finds: with an empty query the user's own. At most three proposals, the
    /// most certain first; none without evidence.
    ///
    /// # Errors
    /// If the query cannot be understood, the library cannot be read, or it was cancelled.
    pub fn what_next(&self, query: &str, cancel: &CancelToken) -> Result<Vec<Advice>> {
        let query = if query.trim().is_empty() { "me" } else { query };
        let mut advice = advise(&self.observed(query, cancel)?);
        for one in &mut advice {
            one.query = format!("{} | sort loss desc", narrowed(query, &one.query));
        }
        Ok(advice)
    }

    /// The decisions that a query finds and that count in error rates.
    pub(super) fn observed(&self, query: &str, cancel: &CancelToken) -> Result<Vec<Observed>> {
        let columns = "d.id, d.match, d.kind, d.flags, d.loss, d.difficulty, d.best, d.did, d.bests, d.could, board.plan_me";
        let mut decisions = Vec::new();
        self.scan(query, columns, "JOIN board ON board.id = d.board", cancel, |row| {
            let Some(loss) = row.get::<_, Option<i64>>(4)? else { return Ok(()) };
            let Some(kind) = Kind::from_code(row.get(2)?) else { return Ok(()) };
            if !Flags(row.get(3)?).has(Flags::COUNTED) {
                return Ok(());
            }
            decisions.push(Observed {
                id: row.get(0)?,
                matched: row.get(1)?,
                kind,
                plan: Plans(row.get(10)?).label(),
                loss: loss as f64 / UNIT,
                difficulty: row.get::<_, Option<i64>>(5)?.unwrap_or(0) as f64 / UNIT,
                best: row.get::<_, Option<String>>(6)?.unwrap_or_default(),
                did: Actions(row.get(7)?),
                bests: Actions(row.get(8)?),
                could: Actions(row.get(9)?),
            });
            Ok(())
        })?;
        Ok(decisions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assess::{REFERENCE, expected_loss};
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A player who sees equities with an error, and takes look worse by `fear`.
    struct Player {
        noise: f64,
        fear: f64,
    }

    fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
        let (a, b): (f64, f64) = (random.random(), random.random());
        (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }

    /// Checker plays with their equities, the best first, and expected losses.
    fn situations(random: &mut Xoshiro256PlusPlus) -> Vec<(Vec<f64>, f64)> {
        let one = |_| {
            let mut gaps: Vec<f64> = (0..6).map(|_| -0.12 * (1.0 - random.random::<f64>()).ln()).collect();
            gaps.sort_by(f64::total_cmp);
            let equities: Vec<f64> = gaps.iter().map(|gap| gaps[0] - gap).collect();
            let expected = expected_loss(&equities, REFERENCE);
            (equities, expected)
        };
        (0..300).map(one).collect()
    }

    const PLANS: [Plan; 5] = [Plan::Holding, Plan::Contact, Plan::Blitz, Plan::Prime, Plan::Race];

    /// The decisions of a player in so many matches.
    fn played(player: &Player, matches: i64, seed: u64) -> Vec<Observed> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let situations = situations(&mut random);
        let mut found = Vec::new();
        for matched in 0..matches {
            // Form varies by a quarter from match to match.
            let noise = player.noise * (1.0 + 0.25 * normal(&mut random)).max(0.2);
            for n in 0..random.random_range(90..160) {
                let plan = PLANS[random.random_range(0..PLANS.len())];
                let kind = match n % 20 {
                    0 => Kind::Take,
                    1 | 2 => Kind::NoDouble,
                    _ => Kind::Play,
                };
                let mut one = Observed {
                    id: found.len() as i64,
                    matched,
                    kind,
                    plan,
                    loss: 0.0,
                    difficulty: 0.0,
                    best: String::new(),
                    did: Actions::default(),
                    bests: Actions::default(),
                    could: Actions::default(),
                };
                if kind == Kind::Play {
                    let (equities, expected) = &situations[random.random_range(0..situations.len())];
                    let actions: Vec<u32> =
                        equities.iter().map(|_| random.random_range(0..1 << 12)).collect();
                    let seen: Vec<f64> = equities.iter().map(|e| e + noise * normal(&mut random)).collect();
                    let chosen = (0..6).max_by(|&a, &b| seen[a].total_cmp(&seen[b])).unwrap();
                    one.loss = equities[0] - equities[chosen];
                    one.difficulty = *expected;
                    (one.bests, one.did) = (Actions(actions[0]), Actions(actions[chosen]));
                    one.could = Actions(actions.iter().fold(0, |all, some| all | some));
                } else {
                    let gap = 0.25 * normal(&mut random);
                    let (good, bad) =
                        if kind == Kind::Take { ("take", "drop") } else { ("double", "no double") };
                    let fear = if kind == Kind::Take { player.fear } else { 0.0 };
                    one.best = if gap > 0.0 { good } else { bad }.to_owned();
                    let does = gap + noise * normal(&mut random) - fear > 0.0;
                    one.loss = if does == (gap > 0.0) { 0.0 } else { gap.abs() };
                    one.difficulty = expected_loss(&[0.0, -gap.abs()], REFERENCE);
                }
                found.push(one);
            }
        }
        found
    }

    /// Scenario 40: a planted weakness is found, and nothing is said of a player without one.
    #[test]
    fn a_planted_weakness_is_sure_and_nothing_else_is() {
        let (mut found, mut silent) = (0, 0);
        for seed in 0..20 {
            let planted = advise(&played(&Player { noise: 0.06, fear: 0.15 }, 60, seed));
            let is_sure = planted.iter().any(|one| {
                one.family.theme == Theme::WrongDrop
                    && one.certainty == Certainty::Sure
                    && !one.examples.is_empty()
            });
            found += u32::from(is_sure);
            let even = advise(&played(&Player { noise: 0.06, fear: 0.0 }, 60, 1000 + seed));
            silent += u32::from(even.iter().all(|one| one.certainty != Certainty::Sure));
        }
        assert!(found >= 19 && silent >= 19, "found {found} of 20, silent {silent} of 20");
    }

    /// Players above and below the reference player are compared with themselves.
    #[test]
    fn strong_and_weak_players_without_a_weakness_hear_nothing() {
        for noise in [0.03, 0.12] {
            let silent = (0..20).filter(|seed| {
                let advice = advise(&played(&Player { noise, fear: 0.0 }, 60, 2000 + seed));
                advice.iter().all(|one| one.certainty != Certainty::Sure)
            });
            let silent = silent.count();
            assert!(silent >= 18, "noise {noise}: silent {silent} of 20");
        }
    }

    #[test]
    fn few_matches_say_nothing() {
        assert_eq!(advise(&played(&Player { noise: 0.06, fear: 0.15 }, 2, 5)), Vec::new());
        assert_eq!(advise(&[]), Vec::new());
    }
}
