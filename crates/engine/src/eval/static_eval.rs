// SPDX-License-Identifier: GPL-3.0-or-later
//! Static evaluation: a position's chances without look-ahead.

use super::inputs::{CONTACT, CONTACT_BUCKETS, RACE, encode_contact, encode_race};
use super::sanity;
use crate::core::{Board, Probs, Side, Variation};
use crate::nn::{
    Accumulator, AnyNet, Filter, FilterAccumulator, MAX_SLOTS, Network, OUTPUTS, SlotRows, WeightsError,
    read_nets, write_nets,
};

/// The program's nets. Immutable; shared by all threads.
#[derive(Clone, Debug)]
pub struct Nets {
    contact: Network,
    race: Network,
    filter: Filter,
}

/// The filter's name in weights files.
const FILTER_NAME: &str = "filter-1";

/// One thread's working memory for static evaluation.
#[derive(Clone, Debug)]
pub struct Scratch {
    contact: Accumulator,
    race: Accumulator,
    filter: FilterAccumulator,
    contact_rows: SlotRows,
    race_rows: SlotRows,
}

impl Nets {
    /// Takes the nets out of a weights file.
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

    /// From nets that fit the schemas, as the trainer makes them.
    ///
    /// # Errors
    /// If a net has not the number of rows and buckets its schema asks for.
    pub fn new(contact: Network, race: Network, filter: Filter) -> Result<Nets, WeightsError> {
        for (network, schema, buckets) in [(&contact, &CONTACT, CONTACT_BUCKETS), (&race, &RACE, 1)] {
            if network.shape().rows != schema.n_rows() || network.shape().buckets != buckets {
                return Err(WeightsError::Shape { name: schema.name.to_owned() });
            }
        }
        Ok(Nets { contact, race, filter })
    }

    /// The net for contact, the net for races and the filter, for the trainer to go on from.
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
            contact_rows: [Accumulator::NO_ROW; MAX_SLOTS],
            race_rows: [Accumulator::NO_ROW; MAX_SLOTS],
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
        if board.has_contact() {
            let bucket = encode_contact(board, &mut scratch.contact_rows[..CONTACT.n_slots()]);
            let outcomes = scratch.contact.evaluate(&self.contact, &scratch.contact_rows, bucket);
            sanity::clamp_contact(board, 15, probs_of(outcomes))
        } else if board.occupied(Side::OnRoll) == 0 || board.occupied(Side::Opponent) == 0 {
            over(board, Variation::Standard)
        } else {
            encode_race(board, &mut scratch.race_rows[..RACE.n_slots()]);
            let outcomes = scratch.race.evaluate(&self.race, &scratch.race_rows, 0);
            sanity::clamp_race(board, 15, probs_of(outcomes))
        }
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

/// The nets tell six exclusive outcomes apart: win a backgammon, gammon, single game; lose single, gammon, backgammon.
#[must_use]
pub fn probs_of(outcomes: [f32; OUTPUTS]) -> Probs {
    let [win_bg, win_g, win_s, _, lose_g, lose_bg] = outcomes;
    Probs { win: win_bg + win_g + win_s, win_g: win_bg + win_g, win_bg, lose_g: lose_bg + lose_g, lose_bg }
}

/// The exclusive outcomes of [`probs_of`].
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
