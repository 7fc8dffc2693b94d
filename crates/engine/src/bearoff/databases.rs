// SPDX-License-Identifier: GPL-3.0-or-later
//! A set of databases, and which of them evaluates a board.
//!
//! Order for the standard game and nackgammon, once there is no contact: small two-sided, large two-sided, small
//! one-sided, large one-sided. A hypergammon position belongs to the hypergammon database of its number of checkers,
//! contact or not. A database that turns out damaged at a position is passed over there.

use super::bytes::Bytes;
use super::checksums::verify_all;
use super::distribution::{Distribution, RollsNeeded};
use super::equities::MoneyEquities;
use super::race::{self, HomeExit};
use super::{BearoffError, Format, Hyper, OneSided, TwoSided};
use crate::core::{Board, PLACES, Probs, Side, Variation};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// A place for one database in the set, with its traditional file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// `gnubg_os0.bd`, normally 15 checkers on 6 points.
    OneSidedSmall,
    /// `gnubg_ts0.bd`, normally 6 checkers on 6 points.
    TwoSidedSmall,
    /// `gnubg_os.bd`.
    OneSidedLarge,
    /// `gnubg_ts.bd`.
    TwoSidedLarge,
    /// `hyper1.bd`.
    Hyper1,
    /// `hyper2.bd`.
    Hyper2,
    /// `hyper3.bd`.
    Hyper3,
}

impl Slot {
    /// Every slot.
    pub const ALL: [Slot; 7] = [
        Slot::OneSidedSmall,
        Slot::TwoSidedSmall,
        Slot::OneSidedLarge,
        Slot::TwoSidedLarge,
        Slot::Hyper1,
        Slot::Hyper2,
        Slot::Hyper3,
    ];

    /// The name of its file.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Slot::OneSidedSmall => "gnubg_os0.bd",
            Slot::TwoSidedSmall => "gnubg_ts0.bd",
            Slot::OneSidedLarge => "gnubg_os.bd",
            Slot::TwoSidedLarge => "gnubg_ts.bd",
            Slot::Hyper1 => "hyper1.bd",
            Slot::Hyper2 => "hyper2.bd",
            Slot::Hyper3 => "hyper3.bd",
        }
    }
}

/// Which database evaluates a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DatabaseClass {
    /// A hypergammon database: exact, gammons and cube included.
    Hyper,
    /// The small two-sided database: exact, cube included.
    TwoSidedSmall,
    /// The large two-sided database: exact, cube included.
    TwoSidedLarge,
    /// The small one-sided database: each side plays for its fewest expected rolls.
    OneSidedSmall,
    /// The large one-sided database.
    OneSidedLarge,
}

impl DatabaseClass {
    /// Whether its values are exact, so that look-ahead cannot improve them.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, DatabaseClass::Hyper | DatabaseClass::TwoSidedSmall | DatabaseClass::TwoSidedLarge)
    }
}

/// The values of a board in a database.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DatabaseValue {
    /// The database.
    pub class: DatabaseClass,
    /// Outcome chances.
    pub probs: Probs,
    /// Exact money equities, where the database has them.
    pub equities: Option<MoneyEquities>,
}

/// How many rolls and pips one side needs to bear off all its checkers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceStats {
    /// Rolls to bear off all checkers.
    pub rolls: RollsNeeded,
    /// Pip count.
    pub pips: u16,
}

impl RaceStats {
    /// Effective pip count.
    #[must_use]
    pub fn epc(&self) -> f32 {
        self.rolls.epc()
    }

    /// Effective pip count less the pip count.
    #[must_use]
    pub fn wastage(&self) -> f32 {
        self.rolls.wastage(self.pips)
    }
}

/// A database file that cannot be used.
#[derive(Debug)]
pub struct LoadProblem {
    /// Its slot.
    pub slot: Slot,
    /// The file.
    pub path: PathBuf,
    /// Why it is not used.
    pub error: BearoffError,
}

/// The databases that an engine uses. Clones share them.
///
/// ```
/// use gnubg_engine::bearoff::Databases;
/// use gnubg_engine::core::Variation;
/// use std::path::Path;
///
/// // Folders without databases are not an error.
/// let (databases, problems) = Databases::load(&[Path::new("/nowhere")]);
/// assert!(problems.is_empty() && databases.loaded().is_empty());
/// assert!(databases.find(&Variation::Standard.start(), Variation::Standard).is_none());
/// ```
#[derive(Clone, Default)]
pub struct Databases {
    /// Small and large.
    two_sided: [Option<Arc<TwoSided>>; 2],
    /// Small and large.
    one_sided: [Option<Arc<OneSided>>; 2],
    /// By checkers less one.
    hyper: [Option<Arc<Hyper>>; 3],
    exit: Arc<LazyLock<HomeExit>>,
}

/// The facts of a race that decide which databases cover it: `[on roll, opponent]`.
struct Race {
    farthest: usize,
    checkers: [usize; 2],
}

impl Race {
    /// `None` with contact or when a side has no checkers.
    #[inline]
    fn new(board: &Board) -> Option<Race> {
        let occupied = Side::BOTH.map(|side| board.occupied(side));
        if occupied[0] == 0 || occupied[1] == 0 {
            return None;
        }
        let farthest = occupied.map(|mask| 32 - mask.leading_zeros() as usize);
        (farthest[0] + farthest[1] <= 24).then(|| Race {
            farthest: farthest[0].max(farthest[1]),
            checkers: Side::BOTH.map(|side| usize::from(board.checkers_on_board(side))),
        })
    }

    #[inline]
    fn is_within(&self, index: &super::PositionIndex) -> bool {
        self.farthest <= index.points() && self.checkers[0].max(self.checkers[1]) <= index.checkers()
    }
}

impl Databases {
    /// A set without databases.
    #[must_use]
    pub fn new() -> Databases {
        Databases::default()
    }

    /// Opens every database that lies in one of the folders under its traditional name; earlier folders go first.
    /// Files that cannot be used are reported and left out.
    #[must_use]
    pub fn load(folders: &[&Path]) -> (Databases, Vec<LoadProblem>) {
        let mut databases = Databases::new();
        let mut problems = Vec::new();
        for slot in Slot::ALL {
            for path in
                folders.iter().map(|folder| folder.join(slot.file_name())).filter(|path| path.is_file())
            {
                match databases.open(slot, &path) {
                    Ok(()) => break,
                    Err(error) => problems.push(LoadProblem { slot, path, error }),
                }
            }
        }
        (databases, problems)
    }

    /// Opens a file for a slot, replacing what was there.
    ///
    /// # Errors
    /// If it cannot be read, is of another kind than the slot, or is damaged; the slot then stays as it was.
    pub fn open(&mut self, slot: Slot, path: &Path) -> Result<(), BearoffError> {
        match slot {
            Slot::OneSidedSmall => self.one_sided[0] = Some(Arc::new(OneSided::open(path)?)),
            Slot::OneSidedLarge => self.one_sided[1] = Some(Arc::new(OneSided::open(path)?)),
            Slot::TwoSidedSmall => self.two_sided[0] = Some(Arc::new(TwoSided::open(path)?)),
            Slot::TwoSidedLarge => self.two_sided[1] = Some(Arc::new(TwoSided::open(path)?)),
            Slot::Hyper1 => self.hyper[0] = Some(Arc::new(hyper_of(1, Hyper::open(path)?)?)),
            Slot::Hyper2 => self.hyper[1] = Some(Arc::new(hyper_of(2, Hyper::open(path)?)?)),
            Slot::Hyper3 => self.hyper[2] = Some(Arc::new(hyper_of(3, Hyper::open(path)?)?)),
        }
        Ok(())
    }

    /// Puts a one-sided database into the small or large slot.
    pub fn set_one_sided(&mut self, large: bool, database: OneSided) {
        self.one_sided[usize::from(large)] = Some(Arc::new(database));
    }

    /// Puts a two-sided database into the small or large slot.
    pub fn set_two_sided(&mut self, large: bool, database: TwoSided) {
        self.two_sided[usize::from(large)] = Some(Arc::new(database));
    }

    /// Puts a hypergammon database into the slot of its number of checkers.
    pub fn set_hyper(&mut self, database: Hyper) {
        let slot = database.checkers() - 1;
        self.hyper[slot] = Some(Arc::new(database));
    }

    /// The slots that hold a database.
    #[must_use]
    pub fn loaded(&self) -> Vec<Slot> {
        let [os0, os] = self.one_sided.each_ref().map(Option::is_some);
        let [ts0, ts] = self.two_sided.each_ref().map(Option::is_some);
        let [h1, h2, h3] = self.hyper.each_ref().map(Option::is_some);
        Slot::ALL
            .into_iter()
            .zip([os0, ts0, os, ts, h1, h2, h3])
            .filter(|(_, is)| *is)
            .map(|(slot, _)| slot)
            .collect()
    }

    /// Why databases that were opened are not used any more: another program changed their files.
    #[must_use]
    pub fn failures(&self) -> Vec<&BearoffError> {
        self.files().into_iter().filter_map(|(bytes, _, _)| bytes.failure()).collect()
    }

    /// Whether [`Databases::verify`] has something to read.
    #[must_use]
    pub fn needs_verification(&self) -> bool {
        self.files().iter().any(|(bytes, _, _)| bytes.in_memory().is_none())
    }

    /// Compares the databases that were not read into memory with the published checksums, as far as there are any.
    /// One that differs is not used any more and is among the [`Databases::failures`]. This reads the files from end to
    /// end; `stops` is asked after every MiB whether to give up.
    pub fn verify(&self, stops: &dyn Fn() -> bool) {
        for (bytes, format, name) in self.files() {
            if bytes.in_memory().is_none()
                && let Err(error) = verify_all(bytes, format, name, stops)
            {
                bytes.fail(error);
            }
        }
    }

    /// All databases: bytes, format, name.
    fn files(&self) -> Vec<(&Bytes, Format, &str)> {
        let one = self.one_sided.iter().flatten().map(|d| (d.bytes(), d.format(), d.name()));
        let two = self.two_sided.iter().flatten().map(|d| (d.bytes(), d.format(), d.name()));
        let hyper = self.hyper.iter().flatten().map(|d| (d.bytes(), d.format(), d.name()));
        one.chain(two).chain(hyper).collect()
    }

    /// The one-sided databases, small and large.
    #[must_use]
    pub fn one_sided(&self) -> [Option<&OneSided>; 2] {
        self.one_sided.each_ref().map(Option::as_deref)
    }

    /// The two-sided databases, small and large.
    #[must_use]
    pub fn two_sided(&self) -> [Option<&TwoSided>; 2] {
        self.two_sided.each_ref().map(Option::as_deref)
    }

    /// The hypergammon database for that many checkers.
    #[must_use]
    pub fn hyper(&self, checkers: usize) -> Option<&Hyper> {
        self.hyper.get(checkers.checked_sub(1)?)?.as_deref()
    }

    /// Which database evaluates the board; `None` if none does or the game is over.
    #[must_use]
    pub fn class_of(&self, board: &Board, variation: Variation) -> Option<DatabaseClass> {
        if variation.is_hypergammon() {
            let database = self.hyper(usize::from(variation.n_checkers()))?;
            let covered = Side::BOTH
                .into_iter()
                .all(|side| (1..=database.checkers()).contains(&usize::from(board.checkers_on_board(side))));
            return covered.then_some(DatabaseClass::Hyper);
        }
        let race = Race::new(board)?;
        for (database, class) in self.two_sided.iter().zip(TWO_SIDED_CLASSES) {
            if database.as_ref().is_some_and(|database| race.is_within(database.index())) {
                return Some(class);
            }
        }
        for (database, class) in self.one_sided.iter().zip(ONE_SIDED_CLASSES) {
            if database.as_ref().is_some_and(|database| race.is_within(database.index())) {
                return Some(class);
            }
        }
        None
    }

    /// The values of the board in the database that covers it; `None` if none covers it or the game is over.
    #[must_use]
    pub fn find(&self, board: &Board, variation: Variation) -> Option<DatabaseValue> {
        let sides = Side::BOTH.map(|side| board.side(side));
        if variation.is_hypergammon() {
            self.class_of(board, variation)?;
            let record = self.hyper(usize::from(variation.n_checkers()))?.lookup(sides[0], sides[1])?;
            return Some(DatabaseValue {
                class: DatabaseClass::Hyper,
                probs: record.probs,
                equities: Some(record.equities),
            });
        }
        let race = Race::new(board)?;
        for (database, class) in self.two_sided.iter().zip(TWO_SIDED_CLASSES) {
            let Some(database) = database.as_ref().filter(|database| race.is_within(database.index())) else {
                continue;
            };
            let numbers = sides.map(|side| database.index().index_within(side));
            if let Some(record) = database.record(numbers) {
                return Some(DatabaseValue {
                    class,
                    probs: record.probs(),
                    equities: record.money_equities(),
                });
            }
        }
        for (database, class) in self.one_sided.iter().zip(ONE_SIDED_CLASSES) {
            let Some(database) = database.as_ref().filter(|database| race.is_within(database.index())) else {
                continue;
            };
            let numbers = sides.map(|side| database.index().index_within(side));
            if let Some(probs) = database.probs(sides, numbers, race.checkers.map(|n| n == 15)) {
                return Some(DatabaseValue { class, probs, equities: None });
            }
        }
        None
    }

    /// Outcome chances of the board; see [`Databases::find`].
    #[must_use]
    pub fn probs(&self, board: &Board, variation: Variation) -> Option<Probs> {
        self.find(board, variation).map(|entry| entry.probs)
    }

    /// Exact money equities of the board; see [`Databases::find`].
    #[must_use]
    pub fn money_equities(&self, board: &Board, variation: Variation) -> Option<MoneyEquities> {
        self.find(board, variation).and_then(|entry| entry.equities)
    }

    /// Distribution of the rolls a side needs to bear off all checkers, from the small or the large database.
    #[must_use]
    pub fn all_off(&self, side: &[u8; PLACES]) -> Option<Distribution> {
        self.one_sided.iter().flatten().find_map(|database| database.all_off(side))
    }

    /// Expected rolls, deviation, effective pip count and wastage of the side on roll and the opponent; `None` for a
    /// side that no one-sided database covers. The other side's checkers do not matter.
    #[must_use]
    pub fn race_stats(&self, board: &Board) -> [Option<RaceStats>; 2] {
        let pips = board.pips();
        Side::BOTH.map(|side| {
            let counts = board.side(side);
            let rolls = self.one_sided.iter().flatten().find_map(|database| database.rolls(counts))?[0];
            Some(RaceStats { rolls, pips: pips[side as usize] })
        })
    }

    /// The most rolls that a side covered by a one-sided database can need.
    #[must_use]
    pub fn most_rolls(&self, side: &[u8; PLACES]) -> Option<usize> {
        self.all_off(side).map(|distribution| distribution.most_rolls())
    }

    /// Puts the exact backgammon chance of a race into chances from another source, such as a net: without contact
    /// a backgammon needs all 15 of the loser's checkers and one of them in the winner's home. Gammons are at least as
    /// likely as backgammons afterwards. Changes nothing where the chance cannot be computed.
    #[must_use]
    pub(crate) fn with_race_backgammons(&self, board: &Board, probs: Probs) -> Probs {
        let mut probs = probs;
        match race::backgammon(&self.exit, board, |side| self.all_off(side)) {
            Some((Side::OnRoll, chance)) => {
                probs.win_bg = chance;
                probs.win_g = probs.win_g.max(chance);
            }
            Some((Side::Opponent, chance)) => {
                probs.lose_bg = chance;
                probs.lose_g = probs.lose_g.max(chance);
            }
            None => {}
        }
        probs
    }
}

const TWO_SIDED_CLASSES: [DatabaseClass; 2] = [DatabaseClass::TwoSidedSmall, DatabaseClass::TwoSidedLarge];
const ONE_SIDED_CLASSES: [DatabaseClass; 2] = [DatabaseClass::OneSidedSmall, DatabaseClass::OneSidedLarge];

/// The database, if it is for that many checkers.
fn hyper_of(checkers: usize, database: Hyper) -> Result<Hyper, BearoffError> {
    if database.checkers() == checkers {
        return Ok(database);
    }
    let wanted = format!("a hypergammon database of {checkers} checkers");
    Err(database.format().wrong_kind(database.name(), &wanted))
}
