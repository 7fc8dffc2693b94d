// SPDX-License-Identifier: GPL-3.0-or-later
//! Shapes as pictures: painted once for each size and design, then only composed.
//!
//! A renderer that uses the graphics card takes textures. The one that uses the processor would convert every texture
//! anew for every frame, wherever the frame changes, through numbers with a point: the most work of all a window does.
//! It gets nodes that hold the pixels as it needs them.

use crate::board::draw::{Item, Painter, Shape};
use cairo::{Context, Format, ImageSurface};
use gtk::prelude::*;
use gtk::{gdk, glib, graphene, gsk};
use std::collections::HashMap;

/// More pictures than this are dropped together; arrows of many shapes could collect otherwise.
const LIMIT: usize = 512;

/// A shape, painted.
#[derive(Clone, Debug)]
pub(super) enum Picture {
    /// For the graphics card, with its size in logical pixels.
    Texture(gdk::MemoryTexture, f32, f32),
    /// For the processor.
    Node(gsk::CairoNode),
}

impl Picture {
    /// Puts it there, in logical pixels.
    pub(super) fn append(&self, snapshot: &gtk::Snapshot, x: f32, y: f32) {
        match self {
            Picture::Texture(texture, width, height) => {
                snapshot.append_texture(texture, &graphene::Rect::new(x, y, *width, *height));
            }
            Picture::Node(node) => {
                snapshot.save();
                snapshot.translate(&graphene::Point::new(x, y));
                snapshot.append_node(node);
                snapshot.restore();
            }
        }
    }
}

/// Pictures by shape, size in hundredths of a unit, and whether the board is gray.
#[derive(Debug, Default)]
pub(super) struct Textures {
    /// Device pixels per unit.
    scale: f64,
    /// Device pixels per logical pixel.
    factor: f64,
    /// Whether the processor composes them.
    by_processor: bool,
    cache: HashMap<(Shape, i64, i64, bool), Picture>,
}

impl Textures {
    /// Forgets everything, after a change of design.
    pub(super) fn clear(&mut self) {
        self.cache.clear();
    }

    /// Pictures are wanted at `scale` device pixels per unit and `factor` device pixels per logical pixel, for this kind
    /// of renderer.
    pub(super) fn adapt(&mut self, scale: f64, factor: f64, by_processor: bool) {
        let is_same = self.scale.to_bits() == scale.to_bits()
            && self.factor.to_bits() == factor.to_bits()
            && self.by_processor == by_processor;
        if !is_same || self.cache.len() > LIMIT {
            self.cache.clear();
        }
        (self.scale, self.factor, self.by_processor) = (scale, factor, by_processor);
    }

    /// The picture of an item.
    pub(super) fn get(&mut self, painter: &Painter, item: &Item, editing: bool) -> Option<Picture> {
        let hundredths = |v: f64| (v * 100.0).round() as i64;
        let key = (item.shape, hundredths(item.rect.w), hundredths(item.rect.h), editing);
        if let Some(picture) = self.cache.get(&key) {
            return Some(picture.clone());
        }
        let surface = paint(painter, item, self.scale, editing).ok()?;
        let made =
            if self.by_processor { node(&surface, self.factor) } else { texture(surface, self.factor) };
        let picture = made.ok()?;
        self.cache.insert(key, picture.clone());
        Some(picture)
    }
}

/// Device pixels of a shape's bleed, whole so that shapes stay on the pixel grid.
pub(super) fn bleed_px(shape: Shape, scale: f64) -> f64 {
    (shape.bleed() * scale).ceil()
}

type Made<T> = Result<T, Box<dyn std::error::Error>>;

fn paint(painter: &Painter, item: &Item, scale: f64, editing: bool) -> Made<ImageSurface> {
    let bleed = bleed_px(item.shape, scale);
    let size = |v: f64| ((v * scale).ceil() + 2.0 * bleed).max(1.0) as i32;
    let surface = ImageSurface::create(Format::ARgb32, size(item.rect.w), size(item.rect.h))?;
    {
        let cr = Context::new(&surface)?;
        cr.translate(bleed, bleed);
        cr.scale(scale, scale);
        painter.paint(&cr, item.shape, item.rect, 1.0 / scale, editing);
    }
    surface.flush();
    Ok(surface)
}

/// A node that paints the pixels as they are.
fn node(surface: &ImageSurface, factor: f64) -> Made<Picture> {
    let [width, height] = [surface.width(), surface.height()].map(|n| (f64::from(n) / factor) as f32);
    let node = gsk::CairoNode::new(&graphene::Rect::new(0.0, 0.0, width, height));
    let cr = node.draw_context();
    cr.scale(1.0 / factor, 1.0 / factor);
    cr.set_source_surface(surface, 0.0, 0.0)?;
    cr.paint()?;
    Ok(Picture::Node(node))
}

fn texture(mut surface: ImageSurface, factor: f64) -> Made<Picture> {
    let (width, height) = (surface.width(), surface.height());
    let stride = usize::try_from(surface.stride())?;
    let bytes = glib::Bytes::from_owned(surface.data()?.to_vec());
    // Cairo's pixels are native-endian premultiplied ARGB.
    let format = if cfg!(target_endian = "little") {
        gdk::MemoryFormat::B8g8r8a8Premultiplied
    } else {
        gdk::MemoryFormat::A8r8g8b8Premultiplied
    };
    let texture = gdk::MemoryTexture::new(width, height, format, &bytes, stride);
    let [width, height] = [width, height].map(|n| (f64::from(n) / factor) as f32);
    Ok(Picture::Texture(texture, width, height))
}
