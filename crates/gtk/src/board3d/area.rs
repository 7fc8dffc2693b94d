// SPDX-License-Identifier: GPL-3.0-or-later
//! The painter in a `GtkGLArea`: all drawing happens within the area's own signals, in its own context.

use super::gl::{Gl, GlError};
use super::painter::{Painter, PictureInput};
use glam::Vec2;
use gtk::glib;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The owner's callbacks.
pub struct Owner {
    /// What to paint now, for a size in device pixels.
    pub shot: Box<dyn Fn(Vec2) -> PictureInput>,
    /// A frame has been shown.
    pub shown: Box<dyn Fn()>,
    /// There will be no more frames.
    pub failed: Box<dyn Fn(GlError)>,
}

/// An area that paints the owner's pictures.
pub struct Area {
    widget: gtk::GLArea,
    painter: Rc<RefCell<Option<Painter>>>,
    frames: Rc<Cell<u64>>,
    wrecked_after: Rc<Cell<Option<u64>>>,
}

impl Area {
    /// An area without a parent.
    ///
    /// # Errors
    /// If OpenGL is switched off for this program. Other failures are told to the owner once the area is realized.
    pub fn new(owner: Owner) -> Result<Area, GlError> {
        if Gl::is_off() {
            return Err(GlError::Off);
        }
        let widget = gtk::GLArea::builder()
            .auto_render(false)
            // The painter has a depth buffer of its own.
            .has_depth_buffer(false)
            .has_stencil_buffer(false)
            .can_target(false)
            .focusable(false)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        widget.set_required_version(3, 2);
        let area =
            Area { widget, painter: Rc::default(), frames: Rc::default(), wrecked_after: Rc::default() };
        area.connect(Rc::new(owner));
        Ok(area)
    }

    fn connect(&self, owner: Rc<Owner>) {
        let painter = self.painter.clone();
        let failing = owner.clone();
        self.widget.connect_realize(move |area| {
            area.make_current();
            let made = match (area.error(), area.context()) {
                (Some(error), _) => Err(GlError::Context(error.message().to_owned())),
                (None, None) => Err(GlError::Context("no context".to_owned())),
                (None, Some(context)) => Gl::new(&context).and_then(Painter::new),
            };
            match made {
                Ok(made) => {
                    painter.replace(Some(made));
                }
                Err(error) => fail(&failing, error),
            }
        });
        let painter = self.painter.clone();
        self.widget.connect_unrealize(move |area| {
            // What lives on the card can be released only in its context.
            area.make_current();
            painter.replace(None);
        });
        let (painter, frames) = (self.painter.clone(), self.frames.clone());
        let wrecked_after = self.wrecked_after.clone();
        self.widget.connect_render(move |area, _| {
            if let (Some(n), Some(painter)) = (wrecked_after.get(), &*painter.borrow())
                && painter.frames() >= n
            {
                painter.wreck();
            }
            let result = render(area, &painter, &owner);
            match result {
                Ok(n_painted) => {
                    frames.set(n_painted);
                    (owner.shown)();
                }
                Err(error) => {
                    painter.replace(None);
                    fail(&owner, error);
                }
            }
            glib::Propagation::Stop
        });
    }

    /// The widget to be placed.
    #[must_use]
    pub fn widget(&self) -> &gtk::GLArea {
        &self.widget
    }

    /// How many pictures have been painted, whole or in part.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.frames.get()
    }

    /// Simulates a driver that has lost its state; for tests.
    pub fn lose(&self) {
        if let Some(painter) = self.painter.borrow_mut().as_mut() {
            painter.lose();
        }
        self.widget.queue_render();
    }

    /// Makes the driver lose its framebuffers after this many pictures; for tests.
    pub fn wreck_after(&self, n_pictures: u64) {
        self.wrecked_after.set(Some(n_pictures));
    }

    /// The name of the driver, once there is one.
    #[must_use]
    pub fn driver(&self) -> Option<String> {
        self.painter.borrow().as_ref().map(Painter::driver)
    }

    /// The size of the picture in device pixels, once there is one.
    #[must_use]
    pub fn size(&self) -> Option<(u32, u32)> {
        self.painter.borrow().as_ref()?.size()
    }

    /// The picture as shown: red, green, blue, alpha, the highest row first, with its size.
    #[must_use]
    pub fn pixels(&self) -> Option<(Vec<u8>, u32, u32)> {
        let painter = self.painter.borrow();
        // There is a painter only as long as there is a context.
        let painter = painter.as_ref()?;
        self.widget.make_current();
        painter.pixels()
    }
}

fn render(area: &gtk::GLArea, painter: &RefCell<Option<Painter>>, owner: &Owner) -> Result<u64, GlError> {
    let factor = area.scale_factor();
    let size = Vec2::new((area.width() * factor) as f32, (area.height() * factor) as f32);
    let mut painter = painter.borrow_mut();
    let Some(painter) = painter.as_mut() else { return Ok(0) };
    if size.min_element() < 1.0 {
        return Ok(painter.frames());
    }
    let shot = (owner.shot)(size);
    let guard = painter.begin();
    let painted = painter.paint(&shot).and_then(|()| painter.present(&guard));
    painter.end(guard);
    painted.map(|()| painter.frames())
}

/// Tells the owner when GTK is done with the signal that failed.
fn fail(owner: &Rc<Owner>, error: GlError) {
    let owner = owner.clone();
    glib::idle_add_local_once(move || (owner.failed)(error));
}
