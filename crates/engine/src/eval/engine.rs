// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine: nets, databases, cube efficiencies and a cache, shared by all threads.

use super::cache::{self, Cache};
use super::class::NetClass;
use super::hyper_race::HyperRace;
use super::memory::Memory;
use super::noise;
use super::settings::EvalSettings;
use super::static_eval::{NetValue, Nets, Scratch, over};
use crate::bearoff::{DatabaseClass, Databases};
use crate::core::{Board, Player, Probs, Side, Variation};
use crate::cube::{
    CubeContext, Efficiencies, HypergammonEquities, Leaf, LeafModel, Scatter, TwoSidedEquities,
};
use crate::nn::WeightsError;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The nets that come with the program.
static BUILT_IN_WEIGHTS: &[u8] = include_bytes!("../../data/gnubg.weights");

/// Everything that evaluates positions: nets, databases, cube efficiencies and a cache.
///
/// An engine does not change except for its cache. Share it among threads in an `Arc`.
///
/// ```
/// use gnubg_engine::core::{CancelToken, MatchState, Rules};
/// use gnubg_engine::cube::MatchEquityTable;
/// use gnubg_engine::eval::{Engine, EvalSettings, Root};
///
/// let engine = Engine::built_in(1 << 16)?;
/// let state = MatchState::new(0, Rules::default())?;
/// let root = Root::of(&state, &MatchEquityTable::default());
/// let evaluation = engine.evaluate(&root, &EvalSettings::at(1), &CancelToken::new())?;
/// assert!((0.5..0.55).contains(&evaluation.probs.win), "the player on roll has a small advantage");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    nets: Nets,
    databases: Databases,
    efficiencies: Efficiencies,
    cache: Cache,
    /// Computed when first needed.
    nets_checksum: OnceLock<u32>,
    /// Search memory not in use; a search takes one and gives it back.
    idle: Mutex<Vec<Memory>>,
}

/// What evaluates a position, in order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionClass {
    /// The game is over.
    Over,
    /// An exact or one-sided database.
    Database(DatabaseClass),
    /// A net.
    Net(NetClass),
}

impl PositionClass {
    /// The name in reports and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PositionClass::Over => "over",
            PositionClass::Database(DatabaseClass::Hyper) => "hypergammon",
            PositionClass::Database(DatabaseClass::TwoSidedSmall) => "bearoff2",
            PositionClass::Database(DatabaseClass::TwoSidedLarge) => "bearoff-ts",
            PositionClass::Database(DatabaseClass::OneSidedSmall) => "bearoff1",
            PositionClass::Database(DatabaseClass::OneSidedLarge) => "bearoff-os",
            PositionClass::Net(class) => class.name(),
        }
    }
}

/// A position without look-ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticValue {
    /// Chances of the player on roll, before the roll.
    pub probs: Probs,
    /// How the cube enters.
    pub model: LeafModel,
    /// The errors of the values of cube actions.
    pub scatter: Scatter,
    /// Whether look-ahead cannot improve the value: the game is over, or a database gives exact values.
    pub is_exact: bool,
    /// Whether the game is over.
    pub is_over: bool,
}

impl StaticValue {
    /// The position ready to be valued at any cube state, for the player `on_roll`.
    #[must_use]
    pub fn leaf<'c>(&self, context: &'c CubeContext, on_roll: Player) -> Leaf<'c> {
        context.leaf(on_roll, &self.probs, &self.model).with_scatter(self.scatter)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Engine");
        debug
            .field("databases", &self.databases.loaded())
            .field("cache", &self.cache.len())
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine of the given nets, without databases.
    #[must_use]
    pub fn new(nets: Nets, cache_entries: usize) -> Engine {
        Engine {
            nets,
            databases: Databases::new(),
            efficiencies: Efficiencies::default(),
            cache: Cache::new(cache_entries),
            nets_checksum: OnceLock::new(),
            idle: Mutex::new(Vec::new()),
        }
    }

    /// An engine of the nets that come with the program, without databases.
    ///
    /// # Errors
    /// If the program was built with a damaged weights file.
    pub fn built_in(cache_entries: usize) -> Result<Engine, WeightsError> {
        Ok(Engine::new(Nets::from_bytes(BUILT_IN_WEIGHTS)?, cache_entries))
    }

    /// The same engine with these databases.
    #[must_use]
    pub fn with_databases(mut self, databases: Databases) -> Engine {
        self.databases = databases;
        self
    }

    /// The same engine with these cube efficiencies.
    #[must_use]
    pub fn with_efficiencies(mut self, efficiencies: Efficiencies) -> Engine {
        self.efficiencies = efficiencies;
        self
    }

    /// The nets.
    #[must_use]
    pub fn nets(&self) -> &Nets {
        &self.nets
    }

    /// The databases.
    #[must_use]
    pub fn databases(&self) -> &Databases {
        &self.databases
    }

    /// The cube efficiencies.
    #[must_use]
    pub fn efficiencies(&self) -> &Efficiencies {
        &self.efficiencies
    }

    /// The cache of static evaluations.
    #[must_use]
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// A number that changes with anything that evaluations depend on: nets, databases in use, cube efficiencies. Equal
    /// engines on different machines have the same one.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let nets = *self.nets_checksum.get_or_init(|| crc32fast::hash(&self.nets.to_bytes()));
        let rest = format!("{:?} {:?}", self.databases.loaded(), self.efficiencies);
        u64::from(nets) << 32 | u64::from(crc32fast::hash(rest.as_bytes()))
    }

    /// What evaluates a position.
    #[must_use]
    pub fn class_of(&self, board: &Board, variation: Variation) -> PositionClass {
        if board.outcome(variation).is_some() {
            return PositionClass::Over;
        }
        match self.databases.class_of(board, variation) {
            Some(class) => PositionClass::Database(class),
            None => PositionClass::Net(NetClass::of(board)),
        }
    }

    /// The position without look-ahead and without noise.
    #[must_use]
    pub fn static_value_of(&self, board: &Board, variation: Variation) -> StaticValue {
        self.with_memory(|memory| self.noiseless(board, variation, 0, &mut memory.scratch))
    }

    /// The chances of many positions without look-ahead, as [`Engine::static_value_of`] gives them, into `out`. What the
    /// nets evaluate in contact does not go through the cache, which only costs time where positions do not recur.
    ///
    /// # Panics
    /// If `out` is not as long as `boards`.
    pub fn static_chances(&self, boards: &[Board], variation: Variation, out: &mut [Probs]) {
        assert_eq!(boards.len(), out.len(), "one result for each board");
        self.with_memory(|memory| {
            for (board, probs) in boards.iter().zip(out) {
                *probs = match board.has_contact() && !variation.is_hypergammon() {
                    true => self.nets.value_in_contact(board, &mut memory.scratch).probs,
                    false => self.noiseless(board, variation, 0, &mut memory.scratch).probs,
                };
            }
        });
    }

    /// The position without look-ahead. Depends on the position, the variation and (for noise) settings and seed only.
    pub(super) fn static_value(
        &self,
        board: &Board,
        variation: Variation,
        settings: &EvalSettings,
        seed: u64,
        scratch: &mut Scratch,
    ) -> StaticValue {
        let value = self.noiseless(board, variation, settings.plies, scratch);
        if settings.noise <= 0.0 || value.is_over {
            return value;
        }
        let probs = noise::add(board, variation.n_checkers(), value.probs, settings, seed);
        let model = match value.model {
            LeafModel::Efficiency(x) => LeafModel::Efficiency(x),
            LeafModel::TwoSided(_) | LeafModel::Hypergammon(_) => {
                LeafModel::Efficiency([self.efficiencies.one_sided; 3])
            }
        };
        StaticValue { probs, model, ..value }
    }

    /// The position at the end of a look-ahead of so many plies. Look-ahead itself finds how far a position is from its
    /// class, so that its ends are valued as their classes are (docs/cube.md, section 11).
    pub(super) fn noiseless(
        &self,
        board: &Board,
        variation: Variation,
        plies: u8,
        scratch: &mut Scratch,
    ) -> StaticValue {
        let known = |probs: Probs, model: LeafModel, is_exact: bool| StaticValue {
            probs,
            model,
            scatter: if is_exact { Scatter::NONE } else { self.scatter_of_class(board) },
            is_exact,
            is_over: false,
        };
        let by_net = |value: NetValue, x: f64| {
            let x = if self.efficiencies.by_position && plies == 0 {
                value.shifts.efficiencies(x)
            } else {
                [x; 3]
            };
            known(value.probs, LeafModel::Efficiency(x), false)
        };
        if board.has_contact() && !variation.is_hypergammon() {
            return by_net(self.net_value(board, scratch), self.contact_efficiency(board));
        }
        if board.occupied(Side::OnRoll) == 0 || board.occupied(Side::Opponent) == 0 {
            let model = LeafModel::Efficiency([0.0; 3]);
            return StaticValue {
                probs: over(board, variation),
                model,
                scatter: Scatter::NONE,
                is_exact: true,
                is_over: true,
            };
        }
        if let Some(entry) = self.databases.find(board, variation) {
            let model = match (entry.class, entry.equities) {
                (DatabaseClass::Hyper, Some(e)) => LeafModel::Hypergammon(HypergammonEquities {
                    owned: e.owned.into(),
                    centered: e.centered.into(),
                    centered_jacoby: e.centered_jacoby.into(),
                    unavailable: e.opponent.into(),
                }),
                (DatabaseClass::TwoSidedSmall | DatabaseClass::TwoSidedLarge, Some(e)) => {
                    LeafModel::TwoSided(TwoSidedEquities {
                        cubeless: 2.0 * f64::from(entry.probs.win) - 1.0,
                        owned: e.owned.into(),
                        centered: e.centered.into(),
                        unavailable: e.opponent.into(),
                    })
                }
                _ => LeafModel::Efficiency([self.efficiencies.one_sided; 3]),
            };
            return known(entry.probs, model, entry.class.is_exact());
        }
        if board.has_contact() {
            // Hypergammon without its database.
            let value = self.net_value(board, scratch);
            return by_net(without_database(board, variation, value), self.contact_efficiency(board));
        }
        let value = self.net_value(board, scratch);
        if variation.is_hypergammon() {
            return by_net(without_database(board, variation, value), self.class_efficiency(board));
        }
        let probs = self.databases.with_race_backgammons(board, value.probs);
        by_net(NetValue { probs, ..value }, self.class_efficiency(board))
    }

    /// How the cube enters in a position whose chances are given: as in its class.
    pub(super) fn model_of_class(&self, board: &Board, variation: Variation) -> LeafModel {
        match self.class_of(board, variation) {
            PositionClass::Net(_) => LeafModel::Efficiency([self.class_efficiency(board); 3]),
            PositionClass::Over | PositionClass::Database(_) => self.static_value_of(board, variation).model,
        }
    }

    /// The cube efficiency of the class of a position that the nets evaluate.
    #[must_use]
    pub fn class_efficiency(&self, board: &Board) -> f64 {
        if board.has_contact() {
            self.contact_efficiency(board)
        } else {
            self.efficiencies.race.at(board.pips()[0])
        }
    }

    fn contact_efficiency(&self, board: &Board) -> f64 {
        let (contact, crashed) = (self.efficiencies.contact, self.efficiencies.crashed);
        if contact != crashed && NetClass::of(board) == NetClass::Crashed { crashed } else { contact }
    }

    /// The errors of the values of cube actions in a position whose value is not exact.
    pub(super) fn scatter_of_class(&self, board: &Board) -> Scatter {
        match self.efficiencies.with_scatter {
            false => Scatter::NONE,
            true if board.has_contact() => Scatter::CONTACT,
            true => Scatter::RACE,
        }
    }

    /// Starts fetching the cache entry of a position.
    pub(super) fn prefetch(&self, board: &Board) {
        self.cache.prefetch(cache::hash(board));
    }

    /// The output of the nets, cached.
    fn net_value(&self, board: &Board, scratch: &mut Scratch) -> NetValue {
        if self.cache.is_empty() {
            return self.nets.value(board, scratch);
        }
        let hash = cache::hash(board);
        if let Some(value) = self.cache.get(hash) {
            return value;
        }
        let value = self.nets.value(board, scratch);
        self.cache.put(hash, value);
        value
    }

    /// Runs `work` with search memory of its own.
    pub(crate) fn with_memory<T>(&self, work: impl FnOnce(&mut Memory) -> T) -> T {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut memory = idle.unwrap_or_else(|| Memory::new(self.nets.scratch()));
        let result = work(&mut memory);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        result
    }
}
/// What is known about a position of hypergammon without its database.
fn without_database(board: &Board, variation: Variation, value: NetValue) -> NetValue {
    let race = HyperRace::of(variation.n_checkers());
    let probs = race.and_then(|race| race.chances(board, value.probs)).unwrap_or(value.probs);
    NetValue { probs, ..value }
}
