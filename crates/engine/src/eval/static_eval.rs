// SPDX-License-Identifier: GPL-3.0-or-later
//! Static evaluation: a position's chances without look-ahead.

use super::inputs::{CONTACT, CONTACT_BUCKETS, RACE, encode_contact, encode_race};
use super::sanity;
use crate::core::{Board, Probs, Side, Variation};
use crate::nn::{
    Accumulator, Aligned, AnyNet, Filter, FilterAccumulator, HIDDEN, MAX_SLOTS, NO_ROW, Network, OUTPUTS,
    READINGS, SlotRows, WeightsError, read_nets, write_nets,
};

/// The program's nets. Immutable; shared by all threads.
#[derive(Clone, Debug)]
pub struct Nets {
    contact: Network,
    race: Network,
    filter: Filter,
}

/// The output of the nets for a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetValue {
    /// The chances of the player on roll, before the roll.
    pub probs: Probs,
    /// Corrections of the cube efficiency of the position's class.
    pub shifts: Shifts,
}

/// Corrections of a position to the cube efficiency of its class (docs/cube.md), for a centered and for an owned cube.
/// From −1 to 1 in steps of 1/32,767, as the cache stores them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Shifts(pub(super) [i16; READINGS]);

impl Shifts {
    fn of(readings: [f32; READINGS]) -> Shifts {
        Shifts(readings.map(|reading| (reading.clamp(-1.0, 1.0) * f32::from(i16::MAX)) as i16))
    }

    /// Efficiencies by owner of the cube (nobody, the player on roll, the opponent) in a class whose efficiency is `x`.
    #[must_use]
    pub fn efficiencies(self, x: f64) -> [f64; 3] {
        let [centered, owned] =
            self.0.map(|shift| (x + f64::from(shift) / f64::from(i16::MAX)).clamp(0.0, 1.0));
        [centered, owned, owned]
    }
}

/// The units before a net's output layer: 0 to 1, then their squares.
pub type Hidden = [f32; 2 * HIDDEN];

/// The heads of all nets: those of the contact net, then that of the race net.
pub const N_HEADS: usize = CONTACT_BUCKETS + 1;

/// The filter's name in weights files.
const FILTER_NAME: &str = "filter-1";

/// One thread's working memory for static evaluation.
#[derive(Clone, Debug)]
pub struct Scratch {
    contact: Accumulator,
    race: Accumulator,
    filter: FilterAccumulator,
    contact_rows: Aligned<SlotRows>,
    race_rows: Aligned<SlotRows>,
}

impl Nets {
    /// Reads the nets of a weights file.
    ///
    /// # Errors
    /// If the file is damaged, or lacks a net this program needs.
    pub fn from_bytes(bytes: &[u8]) -> Result<Nets, WeightsError> {
        let (mut contact, mut race, mut filter) = (None, None, None);
        for (name, net) in read_nets(bytes)? {
            match net {
                AnyNet::Network(network) if name == CONTACT.name => contact = Some(network),
                AnyNet::Network(network) if name == RACE.name => race = Some(network),
                AnyNet::Filter(net) if name == FILTER_NAME => filter = Some(net),
                _ => {}
            }
        }
        let missing = |name: &str| WeightsError::Missing { name: name.to_owned() };
        Nets::new(
            contact.ok_or_else(|| missing(CONTACT.name))?,
            race.ok_or_else(|| missing(RACE.name))?,
            filter.ok_or_else(|| missing(FILTER_NAME))?,
        )
    }

    /// From nets that fit the schemas, as the trainer makes them. A contact net with fewer buckets, as those before step
    /// 30 (docs/evaluator.md), uses each of them in place of several.
    ///
    /// # Errors
    /// If a net has not the number of rows and buckets its schema asks for.
    pub fn new(contact: Network, race: Network, filter: Filter) -> Result<Nets, WeightsError> {
        let contact = contact.with_buckets(CONTACT_BUCKETS);
        for (network, schema, buckets) in [(&contact, &CONTACT, CONTACT_BUCKETS), (&race, &RACE, 1)] {
            if network.shape().rows != schema.n_rows() || network.shape().buckets != buckets {
                return Err(WeightsError::Shape { name: schema.name.to_owned() });
            }
        }
        Ok(Nets { contact, race, filter })
    }

    /// The net for contact, the net for races and the filter, for further training.
    #[must_use]
    pub fn parts(&self) -> (&Network, &Network, &Filter) {
        (&self.contact, &self.race, &self.filter)
    }

    /// The weights file of these nets.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        write_nets(&[
            (CONTACT.name, &AnyNet::Network(self.contact.clone())),
            (RACE.name, &AnyNet::Network(self.race.clone())),
            (FILTER_NAME, &AnyNet::Filter(self.filter.clone())),
        ])
    }

    /// The name of the vector kernel in use, for reports.
    #[must_use]
    pub fn kernel_name(&self) -> &'static str {
        self.contact.kernel().name()
    }

    /// Working memory for one thread.
    #[must_use]
    pub fn scratch(&self) -> Scratch {
        Scratch {
            contact: Accumulator::new(&self.contact),
            race: Accumulator::new(&self.race),
            filter: FilterAccumulator::new(&self.filter),
            contact_rows: Aligned([NO_ROW; MAX_SLOTS]),
            race_rows: Aligned([NO_ROW; MAX_SLOTS]),
        }
    }

    /// A quick score of how good the position is for the player on roll, for ranking only.
    pub fn rank(&self, board: &Board, scratch: &mut Scratch) -> i32 {
        scratch.filter.score(&self.filter, board.bytes())
    }

    /// The chances of the player on roll, before the roll. Exact when the game is over.
    ///
    /// `scratch` must come from these nets. The result depends on `board` alone.
    pub fn evaluate(&self, board: &Board, scratch: &mut Scratch) -> Probs {
        self.value(board, scratch).probs
    }

    /// The same with the corrections of the cube efficiency.
    pub fn value(&self, board: &Board, scratch: &mut Scratch) -> NetValue {
        if board.has_contact() {
            return self.value_in_contact(board, scratch);
        }
        if board.occupied(Side::OnRoll) == 0 || board.occupied(Side::Opponent) == 0 {
            return NetValue { probs: over(board, Variation::Standard), shifts: Shifts::default() };
        }
        encode_race(board, &mut scratch.race_rows[..RACE.n_slots()]);
        let output = scratch.race.evaluate(&self.race, &scratch.race_rows, 0);
        NetValue {
            probs: sanity::clamp_race(board, 15, probs_of(output.outcomes)),
            shifts: Shifts::of(output.readings),
        }
    }

    /// The same of a position in contact.
    pub(super) fn value_in_contact(&self, board: &Board, scratch: &mut Scratch) -> NetValue {
        let bucket = encode_contact(board, &mut scratch.contact_rows[..CONTACT.n_slots()]);
        let output = scratch.contact.evaluate(&self.contact, &scratch.contact_rows, bucket);
        NetValue {
            probs: sanity::clamp_contact(board, 15, probs_of(output.outcomes)),
            shifts: Shifts::of(output.readings),
        }
    }

    /// The units before the output layer of the net that evaluates the position, for the trainer: which of the
    /// [`N_HEADS`] heads, and the units.
    pub fn hidden(&self, board: &Board, scratch: &mut Scratch) -> (usize, Hidden) {
        if board.has_contact() {
            let bucket = encode_contact(board, &mut scratch.contact_rows[..CONTACT.n_slots()]);
            (bucket, scratch.contact.hidden(&self.contact, &scratch.contact_rows, bucket))
        } else {
            encode_race(board, &mut scratch.race_rows[..RACE.n_slots()]);
            (CONTACT_BUCKETS, scratch.race.hidden(&self.race, &scratch.race_rows, 0))
        }
    }

    /// The same nets with other weights and biases of the readings, by head; the readings become the [`Shifts`].
    ///
    /// # Errors
    /// As [`Nets::new`]; readings themselves always fit.
    pub fn with_readings(
        &self,
        readings: &[([Hidden; READINGS], [f32; READINGS]); N_HEADS],
    ) -> Result<Nets, WeightsError> {
        let of = |network: &Network, name: &str, readings| {
            network.with_readings(readings).ok_or_else(|| WeightsError::Shape { name: name.to_owned() })
        };
        let contact = of(&self.contact, CONTACT.name, &readings[..CONTACT_BUCKETS])?;
        let race = of(&self.race, RACE.name, &readings[CONTACT_BUCKETS..])?;
        Nets::new(contact, race, self.filter.clone())
    }
}

/// The certain result of a finished game.
#[must_use]
pub fn over(board: &Board, variation: Variation) -> Probs {
    match board.outcome(variation) {
        Some((winner, points)) => Probs::certain(winner == Side::OnRoll, points),
        None => Probs::default(),
    }
}

/// The chances from the six exclusive outcomes of the nets: win a backgammon, gammon, single game; lose single, gammon,
/// backgammon.
#[must_use]
pub(crate) fn probs_of(outcomes: [f32; OUTPUTS]) -> Probs {
    let [win_bg, win_g, win_s, _, lose_g, lose_bg] = outcomes;
    Probs { win: win_bg + win_g + win_s, win_g: win_bg + win_g, win_bg, lose_g: lose_bg + lose_g, lose_bg }
}

/// The exclusive outcomes behind the chances of a win, gammon and backgammon.
#[must_use]
pub fn outcomes_of(probs: Probs) -> [f32; OUTPUTS] {
    [
        probs.win_bg,
        probs.win_g - probs.win_bg,
        probs.win - probs.win_g,
        1.0 - probs.win - probs.lose_g,
        probs.lose_g - probs.lose_bg,
        probs.lose_bg,
    ]
}
