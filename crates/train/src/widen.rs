// SPDX-License-Identifier: GPL-3.0-or-later
//! More units for the first layer of a contact net, with what another net has learned. The wider net says what the
//! narrow one said, until a fit finds a use for the new units.

use crate::checkpoint::Checkpoint;
use crate::model::{HeadParams, Model};
use anyhow::{Context, Result, ensure};
use gnubg_engine::nn::LANES;

/// `checkpoint` with a contact net of `width` units; the new ones are those of `other` that have most effect on its
/// own second layer.
///
/// # Errors
/// If `width` is no wider, needs more units than `other` has, or is no multiple of the processor's lanes.
pub(crate) fn widen(checkpoint: &Checkpoint, other: &Checkpoint, width: usize) -> Result<Checkpoint> {
    let contact = wider(&checkpoint.contact, &other.contact, width)?;
    Ok(Checkpoint { contact, ..checkpoint.clone() })
}

fn wider(model: &Model, other: &Model, width: usize) -> Result<Model> {
    let old = model.shape.width;
    ensure!(width.is_multiple_of(LANES), "the width must be a multiple of {LANES}");
    let new = width.checked_sub(old).filter(|new| *new > 0).context("the net is that wide already")?;
    ensure!(new <= other.shape.width, "the other net has only {} units", other.shape.width);
    let chosen = &by_effect(other)[..new];
    let join = |own: &[f32], others: &[f32]| -> Vec<f32> {
        let rows = own.chunks_exact(old).zip(others.chunks_exact(other.shape.width));
        rows.flat_map(|(own, others)| own.iter().copied().chain(chosen.iter().map(|unit| others[*unit])))
            .collect()
    };
    let head = |head: &HeadParams| HeadParams {
        dense: head
            .dense
            .chunks_exact(old)
            .flat_map(|own| own.iter().copied().chain(vec![0.0; new]))
            .collect(),
        ..head.clone()
    };
    let mut shape = model.shape;
    shape.width = width;
    Ok(Model {
        shape,
        residual: join(&model.residual, &other.residual),
        shared: join(&model.shared, &other.shared),
        bias: join(&model.bias, &other.bias),
        heads: model.heads.iter().map(head).collect(),
    })
}

/// The units of a net, those with the largest weights in the second layer first.
fn by_effect(model: &Model) -> Vec<usize> {
    let width = model.shape.width;
    let mut effects = vec![0.0f32; width];
    for head in &model.heads {
        for weights in head.dense.chunks_exact(width) {
            effects.iter_mut().zip(weights).for_each(|(effect, weight)| *effect += weight.abs());
        }
    }
    let mut units: Vec<usize> = (0..width).collect();
    units.sort_by(|a, b| effects[*b].total_cmp(&effects[*a]));
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::NetPart;
    use crate::fit::schema_of;
    use crate::gradient::{Example, Gradient};
    use crate::model::Sharing;
    use gnubg_engine::nn::{HIDDEN, OUTPUTS};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn net(width: usize, seed: u64) -> Model {
        let (schema, buckets) = schema_of(NetPart::Contact);
        Model::random(schema, width, buckets, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn chances(model: &Model) -> [f32; OUTPUTS] {
        let mut folded = Vec::new();
        model.fold(&Sharing::new(schema_of(NetPart::Contact).0), &mut folded);
        let example = Example::new(&[3, 40, 500], 1, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.0);
        Gradient::new(model).chances(model, &folded, &example)
    }

    #[test]
    fn a_wider_net_says_the_same_with_units_to_learn_from() {
        let (narrow, mut other) = (net(LANES, 1), net(2 * LANES, 2));
        let unit = 2 * LANES - 1;
        other.heads[0].dense[unit] = 100.0;
        other.bias[unit] = 0.625;
        let wide = wider(&narrow, &other, 2 * LANES).unwrap();
        assert_eq!(wide.shape.width, 2 * LANES);
        assert_eq!(wide.bias[LANES], 0.625, "the unit with most effect comes first");
        assert_eq!(wide.heads[0].dense.len(), HIDDEN * 2 * LANES);
        for (wide, narrow) in chances(&wide).into_iter().zip(chances(&narrow)) {
            assert!((wide - narrow).abs() < 1e-6, "{wide} {narrow}");
        }
    }

    #[test]
    fn impossible_widths_are_refused() {
        let (narrow, other) = (net(LANES, 1), net(LANES, 2));
        for width in [LANES, LANES + 1, 3 * LANES] {
            assert!(wider(&narrow, &other, width).is_err(), "{width}");
        }
    }
}
