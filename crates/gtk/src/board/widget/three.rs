// SPDX-License-Identifier: GPL-3.0-or-later
//! The board widget in three dimensions: an area in place of the textures, the same controller behind both.

use super::{BoardWidget, Effort};
use crate::board::{Design, Slot};
use crate::board3d::appearance::Appearance;
use crate::board3d::area::{Area, Owner};
use crate::board3d::gl::GlError;
use crate::board3d::moment::Moment;
use crate::board3d::painter::PictureInput;
use crate::board3d::scene::Scene;
use crate::board3d::space::{self, THICKNESS};
use crate::board3d::{Camera, Settings, pick};
use glam::Vec2;
use gnubg_draw::layout::{Fit, Half, Pos, Rect, Target};
use gnubg_draw::model::BoardView;
use gnubg_draw::paint::focus_rect;
use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

impl BoardWidget {
    /// Whether the board is shown in three dimensions.
    #[must_use]
    pub fn is_three(&self) -> bool {
        self.imp().area.borrow().is_some()
    }

    /// Shows the board in three dimensions or in two; nothing else changes.
    ///
    /// # Errors
    /// If OpenGL is switched off. What fails later is told to [`BoardWidget::connect_three_failed`].
    pub fn set_three(&self, on: bool) -> Result<(), GlError> {
        let imp = self.imp();
        if on == self.is_three() {
            return Ok(());
        }
        self.finish_animation();
        if on {
            let area = Area::new(self.owner())?;
            if let Some(n) = imp.wrecked_after.get() {
                area.wreck_after(n);
            }
            area.widget().insert_after(self, None::<&gtk::Widget>);
            imp.area.replace(Some(area));
        } else if let Some(area) = imp.area.take() {
            area.widget().unparent();
        }
        self.queue_resize();
        self.refresh();
        Ok(())
    }

    /// Calls `f` when OpenGL fails; the board is shown in two dimensions then.
    pub fn connect_three_failed(&self, f: impl Fn(&BoardWidget, &GlError) + 'static) {
        self.imp().on_three_failed.replace(Some(std::rc::Rc::new(f)));
    }

    fn owner(&self) -> Owner {
        let (shot, shown, failed) = (self.downgrade(), self.downgrade(), self.downgrade());
        Owner {
            shot: Box::new(move |size| match shot.upgrade() {
                Some(board) => board.shot(size),
                None => compose(
                    &Moment::still(blank()),
                    &Design::default(),
                    Settings::default(),
                    Vec2::ZERO,
                    size,
                ),
            }),
            shown: Box::new(move || {
                let Some(board) = shown.upgrade() else { return };
                if !board.imp().is_painted.replace(true) {
                    glib::idle_add_local_once(move || board.redrawn());
                }
            }),
            failed: Box::new(move |error| {
                let Some(board) = failed.upgrade() else { return };
                if !board.is_three() {
                    return;
                }
                // Going back to two dimensions cannot fail.
                let _ = board.set_three(false);
                let callback = board.imp().on_three_failed.borrow().clone();
                if let Some(callback) = callback {
                    callback(&board, &error);
                }
            }),
        }
    }

    /// What to paint now.
    fn shot(&self, size: Vec2) -> PictureInput {
        let imp = self.imp();
        let result = self.view();
        let moment = match &*imp.timeline.borrow() {
            Some((timeline, start)) => {
                timeline.moment(&result, (glib::monotonic_time() - start) as f64 / 1000.0)
            }
            None => Moment::still(result),
        };
        let design = *imp.painter.borrow().design();
        compose(&moment, &design, imp.settings.get(), imp.orbit.get(), size)
    }

    /// Camera, light and motion.
    #[must_use]
    pub fn settings_3d(&self) -> Settings {
        self.imp().settings.get()
    }

    /// Changes camera, light and motion.
    pub fn set_settings_3d(&self, settings: Settings) {
        self.imp().settings.set(settings.clamped());
        self.queue_allocate();
        self.refresh();
    }

    /// Temporarily turns and tilts the board, in degrees; 0 and 0 is the view of the settings.
    pub fn set_orbit(&self, turn: Vec2) {
        self.imp().orbit.set(turn);
        self.queue_allocate();
        self.refresh();
    }

    /// How far the board is turned and tilted at the moment.
    #[must_use]
    pub fn orbit(&self) -> Vec2 {
        self.imp().orbit.get()
    }

    /// The camera for the widget's size in logical pixels.
    pub(super) fn camera(&self, width: i32, height: i32) -> Option<Camera> {
        let imp = self.imp();
        imp.area.borrow().as_ref()?;
        let size = Vec2::new(width as f32, height as f32);
        Some(Camera::new(&imp.settings.get(), imp.orbit.get(), size))
    }

    /// The board position under a logical pixel, as every gesture takes it.
    #[must_use]
    pub fn position(&self, x: f64, y: f64) -> Pos {
        let Some(camera) = self.camera(self.width(), self.height()) else { return self.fit().to_board(x, y) };
        let pixel = Vec2::new(x as f32, y as f32);
        if self.with_controller(|controller| controller.is_carrying()) {
            return pick::carried(&camera, pixel);
        }
        pick::position(&camera, &self.view(), &self.imp().settings.get(), pixel)
    }

    /// The logical pixel of a board position.
    #[must_use]
    pub fn pixel(&self, at: Pos) -> Pos {
        let rect = Rect::new(at.x, at.y, 0.0, 0.0);
        let pixel = match self.camera(self.width(), self.height()) {
            Some(camera) => camera.rect(rect, space::ground_at(at)),
            None => self.fit().to_pixels(rect),
        };
        Pos::new(pixel.x, pixel.y)
    }

    /// The rectangle of a target in logical pixels of a widget of that size.
    pub(super) fn pixels_in(&self, view: &BoardView, target: Target, width: i32, height: i32) -> Rect {
        let rect = focus_rect(view, target);
        match self.camera(width, height) {
            Some(camera) => camera.rect(rect, space::ground_at(rect.center()).max(0.0)),
            None => Fit::new(f64::from(width), f64::from(height)).to_pixels(rect),
        }
    }

    /// Paints again, in two or three dimensions.
    pub(super) fn redraw(&self) {
        match &*self.imp().area.borrow() {
            Some(area) => area.widget().queue_render(),
            None => self.queue_draw(),
        }
    }

    /// The picture in three dimensions: red, green, blue, alpha, the highest row first, with its size.
    #[must_use]
    pub fn picture_3d(&self) -> Option<(Vec<u8>, u32, u32)> {
        self.imp().area.borrow().as_ref()?.pixels()
    }

    /// Simulates a graphics driver that has lost its state; for tests.
    pub fn lose_three(&self) {
        if let Some(area) = &*self.imp().area.borrow() {
            area.lose();
        }
    }

    /// Makes the graphics driver lose its framebuffers after this many pictures; for tests.
    pub fn fail_3d_after(&self, n_pictures: Option<u64>) {
        let imp = self.imp();
        imp.wrecked_after.set(n_pictures);
        if let (Some(area), Some(n)) = (&*imp.area.borrow(), n_pictures) {
            area.wreck_after(n);
        }
    }

    /// The name of the graphics driver, while there is a picture in three dimensions.
    #[must_use]
    pub fn driver_3d(&self) -> Option<String> {
        self.imp().area.borrow().as_ref()?.driver()
    }

    /// The size of the picture in three dimensions in device pixels.
    #[must_use]
    pub fn size_3d(&self) -> Option<(u32, u32)> {
        self.imp().area.borrow().as_ref()?.size()
    }

    /// The effort of the last movement, from its first frame to its last.
    #[must_use]
    pub fn movement_3d(&self) -> Effort {
        self.imp().movement.get()
    }

    /// Pictures and time so far.
    pub(super) fn effort(&self) -> Effort {
        Effort {
            pictures: self.frames_3d(),
            ms: glib::monotonic_time() as f64 / 1000.0,
            processor: crate::pulse::processor_ms(),
        }
    }

    /// How many pictures have been painted in three dimensions.
    #[must_use]
    pub fn frames_3d(&self) -> u64 {
        self.imp().area.borrow().as_ref().map_or(0, Area::frames)
    }

    /// Where to click in three dimensions, in logical pixels: the checkers on top of the slots (or the first
    /// place of empty ones), the dice, the cube and the flag.
    #[must_use]
    pub fn handles_3d(&self) -> Option<Vec<(Target, Pos)>> {
        let camera = self.camera(self.width(), self.height())?;
        let view = self.view();
        let pixel = |place| {
            let pixel = camera.project(place);
            Pos::new(f64::from(pixel.x), f64::from(pixel.y))
        };
        let mut handles: Vec<(Target, Pos)> = Slot::holding()
            .map(|slot| {
                let count = view.stacks.at(slot).count;
                let rest = space::rest_in(&view, slot, count.saturating_sub(1));
                let up = match (count, rest.upright > 0.5) {
                    (0, true) => -space::RADIUS,
                    (_, true) => space::RADIUS * 0.8,
                    (0, false) => -THICKNESS / 2.0,
                    (_, false) => THICKNESS / 2.0,
                };
                (Target::Slot(slot), pixel(rest.center + glam::Vec3::Z * up))
            })
            .collect();
        for half in [Half::Left, Half::Right] {
            let at = Pos::new(half.center_x() - 14.0, 41.0);
            handles.push((Target::RollArea(half), pixel(space::world(at, 0.0))));
        }
        let side = self.imp().settings.get().die();
        for (n, rect) in view.dice_to_play().iter().flat_map(|dice| dice.at).enumerate() {
            handles.push((Target::Die(n), pixel(space::world(rect.center(), side))));
        }
        if let Some(cube) = view.cube {
            let at = cube.at.center();
            handles.push((Target::Cube, pixel(space::world(at, space::ground_at(at) + space::CUBE))));
        }
        if let Some(flag) = view.flag {
            handles.push((Target::Flag, pixel(pick::flag_foot(flag.at))));
        }
        Some(handles)
    }
}

/// An empty view, for a frame after the board is gone.
fn blank() -> BoardView {
    crate::board::input::Controller::default().view()
}

fn compose(moment: &Moment, design: &Design, settings: Settings, orbit: Vec2, size: Vec2) -> PictureInput {
    let appearance =
        if moment.view.grayed { Appearance::new(&design.grayed()) } else { Appearance::new(design) };
    PictureInput {
        scene: Scene::new(moment, &settings, appearance.lines()),
        camera: Camera::new(&settings, orbit, size),
        appearance,
        settings,
    }
}
