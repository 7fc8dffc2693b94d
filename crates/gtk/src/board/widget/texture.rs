// SPDX-License-Identifier: GPL-3.0-or-later
//! Shapes as pictures, painted once for each size and design and then only composed.
//!
//! Renderers that use the graphics card get textures. The renderer that uses the processor would convert every texture for
//! every frame, wherever the frame changes, through floating-point numbers. That would be most of a window's work, so it
//! gets nodes that hold the pixels as it needs them.
//!
//! Painting the board itself takes longer than a frame. A worker paints it for another size or design, and meanwhile the
//! previous one is stretched. Then the worker paints what may be needed next, such as dice.

use cairo::{Context, Format, ImageSurface};
use gnubg_draw::Design;
use gnubg_draw::paint::{Painter, SceneItem, Shape};
use gtk::prelude::*;
use gtk::{gdk, glib, graphene, gsk};
use std::collections::HashMap;

/// With more pictures than this the cache is cleared, because arrows of many shapes could fill it.
const MAX_PICTURES: usize = 512;

/// A shape, painted.
#[derive(Clone, Debug)]
pub(super) enum Picture {
    /// For the graphics card, with its size in logical pixels.
    Texture(gdk::MemoryTexture, f32, f32),
    /// For the processor.
    Node(gsk::RenderNode),
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

    /// The same in another size, in logical pixels.
    fn stretched(&self, width: f32, height: f32) -> Picture {
        match self {
            Picture::Texture(texture, ..) => Picture::Texture(texture.clone(), width, height),
            Picture::Node(node) => {
                let bounds = node.bounds();
                let scale = gsk::Transform::new().scale(width / bounds.width(), height / bounds.height());
                Picture::Node(gsk::TransformNode::new(node, Some(&scale)).upcast())
            }
        }
    }
}

/// What a picture shows: shape, size in hundredths of a unit, and whether the board is gray.
type Key = (Shape, i64, i64, bool);

/// Shapes for a worker to paint.
#[derive(Clone, Debug)]
pub(super) struct Order {
    items: Vec<SceneItem>,
    scale: f64,
    editing: bool,
    design: Design,
    /// The generation of pictures they belong to.
    generation: u64,
}

/// Painted pixels: bytes, width, height, bytes in a row.
pub(super) struct Pixels(Vec<u8>, i32, i32, i32);

impl Order {
    /// Paints each of them; to be called on a worker.
    pub(super) fn run(&self) -> Vec<Option<Pixels>> {
        let painter = Painter::new(self.design);
        self.items.iter().map(|item| self.paint(&painter, item)).collect()
    }

    fn paint(&self, painter: &Painter, item: &SceneItem) -> Option<Pixels> {
        let mut surface = paint(painter, item, self.scale, self.editing).ok()?;
        let (width, height, stride) = (surface.width(), surface.height(), surface.stride());
        let bytes = surface.data().ok()?.to_vec();
        Some(Pixels(bytes, width, height, stride))
    }
}

fn key(item: &SceneItem, editing: bool) -> Key {
    let hundredths = |v: f64| (v * 100.0).round() as i64;
    (item.shape, hundredths(item.rect.w), hundredths(item.rect.h), editing)
}

/// Pictures by what they show.
#[derive(Debug, Default)]
pub(super) struct Textures {
    /// Device pixels per unit.
    scale: f64,
    /// Device pixels per logical pixel.
    factor: f64,
    /// Whether the processor composes them.
    by_processor: bool,
    cache: HashMap<Key, Picture>,
    /// The board as painted last, in any size and design.
    last_board: Option<Picture>,
    /// The board that is stretched for now: its proper item, and whether it is gray.
    wanted: Option<(SceneItem, bool)>,
    /// Counts how often the cache was cleared.
    generation: u64,
    /// Whether what may come next has been painted, or is being painted.
    is_stocked: bool,
    /// Whether a worker paints.
    is_busy: bool,
}

impl Textures {
    /// Clears the cache, after a change of design.
    pub(super) fn clear(&mut self) {
        self.cache.clear();
        self.generation += 1;
        self.is_stocked = false;
    }

    /// Pictures are wanted at `scale` device pixels per unit and `factor` device pixels per logical pixel, for this kind
    /// of renderer.
    pub(super) fn adapt(&mut self, scale: f64, factor: f64, by_processor: bool) {
        let is_same = self.scale.to_bits() == scale.to_bits()
            && self.factor.to_bits() == factor.to_bits()
            && self.by_processor == by_processor;
        if !is_same || self.cache.len() > MAX_PICTURES {
            self.clear();
        }
        if self.by_processor != by_processor {
            self.last_board = None;
        }
        (self.scale, self.factor, self.by_processor) = (scale, factor, by_processor);
        self.wanted = None;
    }

    /// The picture of an item.
    pub(super) fn get(&mut self, painter: &Painter, item: &SceneItem, editing: bool) -> Option<Picture> {
        let key = key(item, editing);
        if let Some(picture) = self.cache.get(&key) {
            return Some(picture.clone());
        }
        if let Some(before) = self.last_board.as_ref().filter(|_| item.shape == Shape::Board) {
            let [width, height] = pixels(item, self.scale).map(|n| (f64::from(n) / self.factor) as f32);
            self.wanted = Some((*item, editing));
            return Some(before.stretched(width, height));
        }
        let surface = paint(painter, item, self.scale, editing).ok()?;
        self.keep(key, surface)
    }

    /// Whether the board is stretched for now.
    pub(super) fn is_stretched(&self) -> bool {
        self.wanted.is_some()
    }

    /// What a worker should paint, unless one is at work: the board that is stretched, or else what may come next.
    pub(super) fn order(
        &mut self,
        design: &Design,
        coming: impl FnOnce() -> Vec<SceneItem>,
    ) -> Option<Order> {
        if self.is_busy || (self.wanted.is_none() && self.is_stocked) {
            return None;
        }
        let (items, editing) = match self.wanted {
            Some((board, editing)) => (vec![board], editing),
            None => {
                self.is_stocked = true;
                let is_missing = |item: &SceneItem| !self.cache.contains_key(&key(item, false));
                (coming().into_iter().filter(is_missing).collect(), false)
            }
        };
        self.is_busy = true;
        Some(Order { items, scale: self.scale, editing, design: *design, generation: self.generation })
    }

    /// Takes what a worker has painted. Outdated pictures are dropped, except that an outdated board is stretched.
    pub(super) fn deliver(&mut self, order: &Order, painted: Vec<Option<Pixels>>) {
        self.is_busy = false;
        let painted = painted.into_iter().chain(std::iter::repeat_with(|| None));
        for (item, pixels) in order.items.iter().zip(painted) {
            let surface = pixels.and_then(|Pixels(bytes, width, height, stride)| {
                ImageSurface::create_for_data(bytes, Format::ARgb32, width, height, stride).ok()
            });
            match surface {
                Some(surface) if order.generation == self.generation => {
                    self.keep(key(item, order.editing), surface);
                }
                Some(surface) if item.shape == Shape::Board => self.last_board = self.picture(surface).ok(),
                Some(_) => {}
                // The board is then painted on this thread.
                None if item.shape == Shape::Board => self.last_board = None,
                None => {}
            }
        }
    }

    fn keep(&mut self, key: Key, surface: ImageSurface) -> Option<Picture> {
        let picture = self.picture(surface).ok()?;
        if key.0 == Shape::Board {
            self.last_board = Some(picture.clone());
        }
        self.cache.insert(key, picture.clone());
        Some(picture)
    }

    fn picture(&self, surface: ImageSurface) -> Made<Picture> {
        if self.by_processor { node(&surface, self.factor) } else { texture(surface, self.factor) }
    }
}

/// Device pixels of a shape's bleed, whole so that shapes stay on the pixel grid.
pub(super) fn bleed_px(shape: Shape, scale: f64) -> f64 {
    (shape.bleed() * scale).ceil()
}

type Made<T> = Result<T, Box<dyn std::error::Error>>;

/// Width and height of a shape's picture in device pixels.
fn pixels(item: &SceneItem, scale: f64) -> [i32; 2] {
    let bleed = bleed_px(item.shape, scale);
    [item.rect.w, item.rect.h].map(|v| ((v * scale).ceil() + 2.0 * bleed).max(1.0) as i32)
}

fn paint(painter: &Painter, item: &SceneItem, scale: f64, editing: bool) -> Made<ImageSurface> {
    let [width, height] = pixels(item, scale);
    let surface = ImageSurface::create(Format::ARgb32, width, height)?;
    {
        let cr = Context::new(&surface)?;
        let bleed = bleed_px(item.shape, scale);
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
    cr.source().set_filter(cairo::Filter::Fast);
    cr.paint()?;
    Ok(Picture::Node(node.upcast()))
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
