// SPDX-License-Identifier: GPL-3.0-or-later
//! Training state on disk: all nets in training form. Not shipped; the layout may change at will.

use crate::data::Part;
use crate::filter::FilterModel;
use crate::fit::schema_of;
use crate::model::{Model, Sharing};
use anyhow::{Context, Result, ensure};
use gnubg_engine::eval::Nets;
use rand::SeedableRng;
use std::path::Path;

const MAGIC: &[u8; 8] = b"BGTRAIN2";

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
            bytes.strip_prefix(MAGIC).with_context(|| format!("{} is no checkpoint", path.display()))?;
        let games = take_u64(&mut rest)?;
        let mut models = Vec::new();
        for part in [Part::Contact, Part::Race] {
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

    /// The nets in the engine's form.
    pub(crate) fn nets(&self) -> Result<Nets> {
        let export = |part: Part, model: &Model| {
            model.export(&Sharing::new(schema_of(part).0)).context("a weight has grown beyond its range")
        };
        Ok(Nets::new(
            export(Part::Contact, &self.contact)?,
            export(Part::Race, &self.race)?,
            self.filter.export()?,
        )?)
    }
}

fn take_u64(rest: &mut &[u8]) -> Result<u64> {
    let (head, tail) = rest.split_first_chunk().context("the checkpoint is cut off")?;
    *rest = tail;
    Ok(u64::from_le_bytes(*head))
}

fn take_floats(rest: &mut &[u8], values: &mut [f32]) -> Result<()> {
    for value in values {
        let (head, tail) = rest.split_first_chunk().context("the checkpoint is cut off")?;
        *value = f32::from_le_bytes(*head);
        *rest = tail;
    }
    Ok(())
}
