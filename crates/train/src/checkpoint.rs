// SPDX-License-Identifier: GPL-3.0-or-later
//! Training state on disk: all nets in training form. Not shipped; the layout may change at any time.

use crate::data::NetPart;
use crate::filter::FilterModel;
use crate::fit::schema_of;
use crate::model::{Model, Sharing};
use anyhow::{Context, Result, ensure};
use gnubg_engine::eval::Nets;
use rand::SeedableRng;
use std::path::Path;

const MAGIC: &[u8; 8] = b"BGTRAIN3";

/// Units of the filter.
pub(crate) const FILTER_WIDTH: usize = 64;

/// All nets and how many games the first of their kind had seen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    pub(crate) contact: Model,
    pub(crate) race: Model,
    pub(crate) filter: FilterModel,
    pub(crate) games: u64,
}

impl Checkpoint {
    /// Writes to a temporary sibling and renames it.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.games.to_le_bytes());
        for model in [&self.contact, &self.race] {
            bytes.extend((model.shape.width as u64).to_le_bytes());
            for part in model.parts() {
                part.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
            }
        }
        for part in [&self.filter.rows, &self.filter.bias, &self.filter.output] {
            part.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
        }
        let partial = path.with_extension("partial");
        std::fs::write(&partial, bytes).with_context(|| format!("writing {}", partial.display()))?;
        std::fs::rename(&partial, path).with_context(|| format!("renaming to {}", path.display()))
    }

    pub(crate) fn read(path: &Path) -> Result<Checkpoint> {
        let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        let mut rest =
            bytes.strip_prefix(MAGIC).with_context(|| format!("{} is not a checkpoint", path.display()))?;
        let games = take_u64(&mut rest)?;
        let mut models = Vec::new();
        for part in [NetPart::Contact, NetPart::Race] {
            let width = take_u64(&mut rest)? as usize;
            let (schema, buckets) = schema_of(part);
            ensure!(width > 0 && width <= 4096, "{}: impossible width {width}", path.display());
            let mut model = Model::random(
                schema,
                width,
                buckets,
                &mut rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0),
            );
            for values in model.parts_mut() {
                take_floats(&mut rest, values)?;
            }
            models.push(model);
        }
        let race = models.pop().context("invariant: two nets")?;
        let contact = models.pop().context("invariant: two nets")?;
        let mut filter =
            FilterModel::random(FILTER_WIDTH, &mut rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0));
        for part in [&mut filter.rows, &mut filter.bias, &mut filter.output] {
            take_floats(&mut rest, part)?;
        }
        Ok(Checkpoint { contact, race, filter, games })
    }

    /// The nets of a weights file, for further training.
    pub(crate) fn import(nets: &Nets) -> Checkpoint {
        let (contact, race, filter) = nets.parts();
        let import = |part: NetPart, network| Model::import(network, schema_of(part).0);
        Checkpoint {
            contact: import(NetPart::Contact, contact),
            race: import(NetPart::Race, race),
            filter: FilterModel::import(filter),
            games: 0,
        }
    }

    /// The mean of all parameters. Checkpoints that continue the same training have different small errors, so their mean
    /// is better than each.
    pub(crate) fn mean(checkpoints: &[Checkpoint]) -> Result<Checkpoint> {
        let mut mean = checkpoints.first().context("no checkpoint to average")?.clone();
        let share = 1.0 / checkpoints.len() as f32;
        let mut sums = mean.parts_mut();
        sums.iter_mut().for_each(|part| part.fill(0.0));
        for checkpoint in checkpoints {
            for (sum, part) in sums.iter_mut().zip(checkpoint.parts()) {
                ensure!(sum.len() == part.len(), "checkpoints of different widths cannot be averaged");
                sum.iter_mut().zip(part).for_each(|(sum, value)| *sum += share * value);
            }
        }
        Ok(mean)
    }

    /// All parameters in a fixed order.
    fn parts(&self) -> Vec<&Vec<f32>> {
        let filter = [&self.filter.rows, &self.filter.bias, &self.filter.output];
        self.contact.parts().into_iter().chain(self.race.parts()).chain(filter).collect()
    }

    /// The same, to be changed.
    fn parts_mut(&mut self) -> Vec<&mut Vec<f32>> {
        let filter = [&mut self.filter.rows, &mut self.filter.bias, &mut self.filter.output];
        self.contact.parts_mut().into_iter().chain(self.race.parts_mut()).chain(filter).collect()
    }

    /// The nets in the engine's form.
    pub(crate) fn nets(&self) -> Result<Nets> {
        let export = |part: NetPart, model: &Model| {
            model.export(&Sharing::new(schema_of(part).0)).context("a weight is out of range")
        };
        Ok(Nets::new(
            export(NetPart::Contact, &self.contact)?,
            export(NetPart::Race, &self.race)?,
            self.filter.export()?,
        )?)
    }
}

pub(crate) fn take_u64(rest: &mut &[u8]) -> Result<u64> {
    let (head, tail) = rest.split_first_chunk().context("the file is cut off")?;
    *rest = tail;
    Ok(u64::from_le_bytes(*head))
}

pub(crate) fn take_floats(rest: &mut &[u8], values: &mut [f32]) -> Result<()> {
    for value in values {
        let (head, tail) = rest.split_first_chunk().context("the file is cut off")?;
        *value = f32::from_le_bytes(*head);
        *rest = tail;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_lies_between() {
        let of_seed = |seed: u64| {
            let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut model = |part: NetPart, width: usize| {
                let (schema, buckets) = schema_of(part);
                Model::random(schema, width, buckets, &mut rng)
            };
            let (contact, race) =
                (model(NetPart::Contact, 32 * (1 + seed as usize / 3)), model(NetPart::Race, 32));
            let filter = FilterModel::random(FILTER_WIDTH, &mut rng);
            Checkpoint { contact, race, filter, games: 0 }
        };
        let (a, b) = (of_seed(1), of_seed(2));
        let mean = Checkpoint::mean(&[a.clone(), b.clone()]).unwrap();
        for ((a, b), mean) in a.parts().into_iter().zip(b.parts()).zip(mean.parts()) {
            let n = mean.len() / 2;
            assert!((mean[n] - (a[n] + b[n]) / 2.0).abs() < 1e-6);
        }
        assert!(Checkpoint::mean(&[a, of_seed(3)]).is_err());
        assert!(Checkpoint::mean(&[]).is_err());
    }

    #[test]
    fn weights_files_come_back_the_same() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
        let mut model = |part: NetPart| {
            let (schema, buckets) = schema_of(part);
            Model::random(schema, 64, buckets, &mut rng)
        };
        let (contact, race) = (model(NetPart::Contact), model(NetPart::Race));
        let filter = FilterModel::random(FILTER_WIDTH, &mut rng);
        let nets = Checkpoint { contact, race, filter, games: 7 }.nets().unwrap();
        let imported = Checkpoint::import(&Nets::from_bytes(&nets.to_bytes()).unwrap());
        assert_eq!(imported.nets().unwrap().to_bytes(), nets.to_bytes());
    }
}
