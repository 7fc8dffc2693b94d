// SPDX-License-Identifier: GPL-3.0-or-later
//! Static evaluation: a position's chances without look-ahead.

use super::class::NetClass;
use super::inputs::{CONTACT, CONTACT_BUCKETS, RACE, Schema, encode_contact, encode_race};
use super::sanity;
use crate::core::{Board, Probs, Side, Variation};
use crate::nn::{Accumulator, Network, OUTPUTS, WeightsError, read_networks, write_networks};

/// The program's nets. Immutable; shared by all threads.
#[derive(Clone, Debug)]
pub struct Nets {
    contact: Network,
    race: Network,
}

/// One thread's working memory for static evaluation.
#[derive(Clone, Debug)]
pub struct Scratch {
    contact: Accumulator,
    race: Accumulator,
    contact_rows: Vec<u16>,
    race_rows: Vec<u16>,
}

impl Nets {
    /// Takes the nets out of a weights file.
    ///
    /// # Errors
    /// If the file is damaged, or lacks a net this program needs.
    pub fn from_bytes(bytes: &[u8]) -> Result<Nets, WeightsError> {
        let mut networks = read_networks(bytes)?;
        let mut find = |schema: &Schema, buckets: usize| {
            let missing = WeightsError::Missing { name: schema.name.to_owned() };
            let at = networks.iter().position(|(name, _)| name == schema.name).ok_or(missing)?;
            let (name, network) = networks.swap_remove(at);
            if network.shape().rows != schema.n_rows() || network.shape().buckets != buckets {
                return Err(WeightsError::Shape { name });
            }
            Ok(network)
        };
        Ok(Nets { contact: find(&CONTACT, CONTACT_BUCKETS)?, race: find(&RACE, 1)? })
    }

    /// From nets that fit the schemas, as the trainer makes them.
    ///
    /// # Errors
    /// If a net has not the number of rows and buckets its schema asks for.
    pub fn new(contact: Network, race: Network) -> Result<Nets, WeightsError> {
        for (network, schema, buckets) in [(&contact, &CONTACT, CONTACT_BUCKETS), (&race, &RACE, 1)] {
            if network.shape().rows != schema.n_rows() || network.shape().buckets != buckets {
                return Err(WeightsError::Shape { name: schema.name.to_owned() });
            }
        }
        Ok(Nets { contact, race })
    }

    /// The weights file of these nets.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        write_networks(&[(CONTACT.name, &self.contact), (RACE.name, &self.race)])
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
            contact: Accumulator::new(&self.contact, CONTACT.n_slots()),
            race: Accumulator::new(&self.race, RACE.n_slots()),
            contact_rows: vec![0; CONTACT.n_slots()],
            race_rows: vec![0; RACE.n_slots()],
        }
    }

    /// The chances of the player on roll, before the roll. Exact when the game is over.
    ///
    /// `scratch` must come from these nets. The result depends on `board` alone.
    pub fn evaluate(&self, board: &Board, scratch: &mut Scratch) -> Probs {
        match NetClass::of(board) {
            NetClass::Over => over(board, Variation::Standard),
            NetClass::Race => {
                encode_race(board, &mut scratch.race_rows);
                let outcomes = scratch.race.evaluate(&self.race, &scratch.race_rows, 0);
                sanity::clamp(board, 15, probs_of(outcomes))
            }
            NetClass::Crashed | NetClass::Contact => {
                let bucket = encode_contact(board, &mut scratch.contact_rows);
                let outcomes = scratch.contact.evaluate(&self.contact, &scratch.contact_rows, bucket);
                sanity::clamp(board, 15, probs_of(outcomes))
            }
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
