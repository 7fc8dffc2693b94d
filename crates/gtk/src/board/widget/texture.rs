// SPDX-License-Identifier: GPL-3.0-or-later
//! Shapes as textures: painted once for each size and design, then only composed.

use crate::board::draw::{Item, Painter, Shape};
use cairo::{Context, Format, ImageSurface};
use gtk::gdk;
use gtk::glib;
use gtk::prelude::*;
use std::collections::HashMap;

/// More textures than this are dropped together; arrows of many shapes could collect otherwise.
const LIMIT: usize = 512;

/// Textures by shape, size in hundredths of a unit, and whether the board is gray.
#[derive(Debug, Default)]
pub(super) struct Textures {
    scale: f64,
    cache: HashMap<(Shape, i64, i64, bool), gdk::MemoryTexture>,
}

impl Textures {
    /// Forgets everything, after a change of design.
    pub(super) fn clear(&mut self) {
        self.cache.clear();
    }

    /// The texture of an item at `scale` device pixels per unit.
    pub(super) fn get(
        &mut self,
        painter: &Painter,
        item: &Item,
        scale: f64,
        editing: bool,
    ) -> Option<gdk::MemoryTexture> {
        if self.scale.to_bits() != scale.to_bits() || self.cache.len() > LIMIT {
            self.cache.clear();
            self.scale = scale;
        }
        let hundredths = |v: f64| (v * 100.0).round() as i64;
        let key = (item.shape, hundredths(item.rect.w), hundredths(item.rect.h), editing);
        if let Some(texture) = self.cache.get(&key) {
            return Some(texture.clone());
        }
        let texture = render(painter, item, scale, editing).ok()?;
        self.cache.insert(key, texture.clone());
        Some(texture)
    }
}

/// Device pixels of a shape's bleed, whole so that shapes stay on the pixel grid.
pub(super) fn bleed_px(shape: Shape, scale: f64) -> f64 {
    (shape.bleed() * scale).ceil()
}

fn render(
    painter: &Painter,
    item: &Item,
    scale: f64,
    editing: bool,
) -> Result<gdk::MemoryTexture, Box<dyn std::error::Error>> {
    let bleed = bleed_px(item.shape, scale);
    let size = |v: f64| ((v * scale).ceil() + 2.0 * bleed).max(1.0) as i32;
    let (width, height) = (size(item.rect.w), size(item.rect.h));
    let mut surface = ImageSurface::create(Format::ARgb32, width, height)?;
    {
        let cr = Context::new(&surface)?;
        cr.translate(bleed, bleed);
        cr.scale(scale, scale);
        painter.paint(&cr, item.shape, item.rect, 1.0 / scale, editing);
    }
    surface.flush();
    let stride = usize::try_from(surface.stride())?;
    let bytes = glib::Bytes::from_owned(surface.data()?.to_vec());
    // Cairo's pixels are native-endian premultiplied ARGB.
    let format = if cfg!(target_endian = "little") {
        gdk::MemoryFormat::B8g8r8a8Premultiplied
    } else {
        gdk::MemoryFormat::A8r8g8b8Premultiplied
    };
    let texture = gdk::MemoryTexture::new(width, height, format, &bytes, stride);
    debug_assert_eq!(texture.width(), width);
    Ok(texture)
}
