// SPDX-License-Identifier: GPL-3.0-or-later
//! The widget's own half: state, painting, size, focus.

use super::spot::Spot;
use super::texture::{Order, Textures, bleed_px};
use super::{gestures, names};
use crate::a11y;
use crate::board::animate::{Pace, Timeline};
use crate::board::input::{Controller, Intent};
use crate::board3d::Settings;
use crate::board3d::area::Area;
use crate::board3d::gl::GlError;
use crate::i18n::{gettext, gettext_f};
use glam::Vec2;
use gnubg_draw::Slot;
use gnubg_draw::layout::{Fit, HEIGHT, Target, WIDTH};
use gnubg_draw::model::{BoardView, Labels};
use gnubg_draw::paint::{Painter, SceneItem, Shape, coming, scene};
use gnubg_engine::core::Player;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gio, glib, graphene, gsk};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Narrowest useful board in logical pixels.
const MIN_WIDTH: i32 = 216;

type OnIntent = Rc<dyn Fn(&super::BoardWidget, Intent)>;
type OnThreeFailed = Rc<dyn Fn(&super::BoardWidget, &GlError)>;

/// Pictures painted in three dimensions and the time they took, since the program started.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Pictures.
    pub pictures: u64,
    /// Time by the clock in milliseconds.
    pub ms: f64,
    /// Processor time of all threads of the program in milliseconds.
    pub processor: f64,
}

impl std::ops::Sub for Effort {
    type Output = Effort;

    fn sub(self, before: Effort) -> Effort {
        Effort {
            // A new painter starts counting again.
            pictures: self.pictures.saturating_sub(before.pictures),
            ms: self.ms - before.ms,
            processor: self.processor - before.processor,
        }
    }
}

/// See the module.
pub struct BoardWidget {
    /// Whether Tab is just moving the keyboard focus to the board.
    pub(super) is_entered_by_key: Cell<bool>,
    /// Boxed: instances may not be aligned to cache lines, as boards are.
    pub(super) controller: RefCell<Box<Controller>>,
    pub(super) painter: RefCell<Painter>,
    pub(super) textures: RefCell<Textures>,
    pub(super) timeline: RefCell<Option<(Timeline, i64)>>,
    /// Whether the movement shows a change of the match, and not the user's own steps.
    pub(super) shows_change: Cell<bool>,
    pub(super) ticking: Cell<bool>,
    /// The first frame of the present movement.
    pub(super) began: Cell<Option<Effort>>,
    /// The effort of the last movement, from its first frame to its last.
    pub(super) movement: Cell<Effort>,
    /// The number of pictures after which the graphics driver is made to fail, for tests.
    pub(super) wrecked_after: Cell<Option<u64>>,
    pub(super) pace: Cell<Pace>,
    pub(super) last_play: RefCell<Vec<(Slot, Slot)>>,
    pub(super) on_intent: RefCell<Option<OnIntent>>,
    pub(super) on_redrawn: RefCell<Option<Rc<dyn Fn()>>>,
    pub(super) on_touched: RefCell<Option<Rc<dyn Fn()>>>,
    pub(super) arrows: RefCell<Vec<(Slot, Slot)>>,
    pub(super) best_arrows: RefCell<Vec<(Slot, Slot)>>,
    size: Cell<(i32, i32)>,
    /// The painter in three dimensions, while the board is shown so.
    pub(super) area: RefCell<Option<Area>>,
    pub(super) settings: Cell<Settings>,
    /// Degrees by which the board is temporarily turned and tilted.
    pub(super) orbit: Cell<Vec2>,
    pub(super) on_three_failed: RefCell<Option<OnThreeFailed>>,
    /// Whether the last change has been painted.
    pub(super) is_painted: Cell<bool>,
    /// Pictures painted in two dimensions, and how many of them showed something on its way.
    pub(super) pictures: Cell<[u64; 2]>,
    pub(super) hover_timer: RefCell<Option<glib::SourceId>>,
    spots: OnceCell<Vec<(Target, Spot)>>,
}

impl Default for BoardWidget {
    fn default() -> BoardWidget {
        BoardWidget {
            is_entered_by_key: Cell::default(),
            controller: RefCell::default(),
            painter: RefCell::new(Painter::new(gnubg_draw::Design::default())),
            textures: RefCell::default(),
            timeline: RefCell::default(),
            shows_change: Cell::default(),
            ticking: Cell::default(),
            began: Cell::default(),
            movement: Cell::default(),
            wrecked_after: Cell::default(),
            pace: Cell::default(),
            last_play: RefCell::default(),
            on_intent: RefCell::default(),
            on_redrawn: RefCell::default(),
            on_touched: RefCell::default(),
            arrows: RefCell::default(),
            best_arrows: RefCell::default(),
            size: Cell::default(),
            area: RefCell::default(),
            settings: Cell::default(),
            orbit: Cell::default(),
            on_three_failed: RefCell::default(),
            is_painted: Cell::default(),
            pictures: Cell::default(),
            hover_timer: RefCell::default(),
            spots: OnceCell::new(),
        }
    }
}

#[glib::object_subclass]
impl ObjectSubclass for BoardWidget {
    const NAME: &'static str = "BgBoard";
    type Type = super::BoardWidget;
    type ParentType = gtk::Widget;

    fn class_init(class: &mut Self::Class) {
        class.set_css_name("board");
        class.set_accessible_role(gtk::AccessibleRole::Group);
    }
}

impl ObjectImpl for BoardWidget {
    fn constructed(&self) {
        self.parent_constructed();
        let board = self.obj();
        board.set_hexpand(true);
        board.set_vexpand(true);
        board.set_focusable(false);
        // The board is not mirrored in right-to-left languages.
        board.set_direction(gtk::TextDirection::Ltr);
        let movables = [Target::Die(0), Target::Die(1), Target::Cube, Target::Flag];
        let targets = Slot::all().map(Target::Slot).chain(movables);
        let spots: Vec<(Target, Spot)> = targets.map(|target| (target, Spot::new())).collect();
        for (target, spot) in &spots {
            spot.set_parent(&*board);
            let target = *target;
            spot.connect_clicked(glib::clone!(
                #[weak]
                board,
                move |_| gestures::activate(&board, target)
            ));
            spot.connect_has_focus_notify(glib::clone!(
                #[weak]
                board,
                move |spot| gestures::focused(&board, target, spot.has_focus())
            ));
        }
        assert!(self.spots.set(spots).is_ok(), "invariant: constructed runs once");
        super::orbit::connect(&board);
        gestures::connect(&board);
        self.update_spots();
    }

    fn dispose(&self) {
        if let Some(timer) = self.hover_timer.take() {
            timer.remove();
        }
        if let Some(area) = self.area.take() {
            area.widget().unparent();
        }
        for (_, spot) in self.spots.get().into_iter().flatten() {
            spot.unparent();
        }
    }
}

impl WidgetImpl for BoardWidget {
    fn request_mode(&self) -> gtk::SizeRequestMode {
        gtk::SizeRequestMode::ConstantSize
    }

    fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
        let units = if orientation == gtk::Orientation::Horizontal { WIDTH } else { HEIGHT };
        let min = (f64::from(MIN_WIDTH) * units / WIDTH).round() as i32;
        (min, (units * 8.0) as i32, -1, -1)
    }

    fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
        let board = self.obj();
        if let Some(area) = &*self.area.borrow() {
            area.widget().measure(gtk::Orientation::Horizontal, -1);
            area.widget().allocate(width, height, -1, None);
        }
        let view = board.view();
        for (target, spot) in self.spots.get().into_iter().flatten() {
            if !spot.should_layout() {
                continue;
            }
            let pixels = board.pixels_in(&view, *target, width, height);
            let at = graphene::Point::new(pixels.x.round() as f32, pixels.y.round() as f32);
            let transform = gsk::Transform::new().translate(&at);
            spot.measure(gtk::Orientation::Horizontal, -1);
            spot.allocate(pixels.w.round() as i32, pixels.h.round() as i32, -1, Some(transform));
        }
        // Menus and pickers are children of the board and have to be placed again after an allocation.
        let mut child = self.obj().first_child();
        while let Some(widget) = child {
            if let Some(popover) = widget.downcast_ref::<gtk::Popover>() {
                popover.present();
            }
            child = widget.next_sibling();
        }
        if self.size.replace((width, height)) != (width, height) {
            if let Some(area) = &*self.area.borrow() {
                // The area shows its last picture stretched until it is asked for another.
                self.is_painted.set(false);
                area.widget().queue_render();
            }
            let board = self.obj().clone();
            glib::idle_add_local_once(move || board.redrawn());
        }
    }

    fn snapshot(&self, snapshot: &gtk::Snapshot) {
        let board = self.obj();
        if let Some(area) = &*self.area.borrow() {
            board.snapshot_child(area.widget(), snapshot);
            return;
        }
        let result = board.view();
        let view = match &*self.timeline.borrow() {
            Some((timeline, start)) => {
                timeline.frame(&result, (glib::monotonic_time() - start) as f64 / 1000.0)
            }
            None => result,
        };
        self.paint(snapshot, &view);
        let [all, moving] = self.pictures.get();
        self.pictures.set([all + 1, moving + u64::from(board.is_animating())]);
        if self.textures.borrow().is_stretched() {
            return;
        }
        if !self.is_painted.replace(true) {
            let board = board.clone();
            glib::idle_add_local_once(move || board.redrawn());
        }
    }

    /// One stop in the Tab order: entering goes to the cursor, leaving goes on to the next widget.
    fn focus(&self, direction: gtk::DirectionType) -> bool {
        let board = self.obj();
        let focus = board.root().and_then(|root| root.focus());
        let inside = focus.as_ref().is_some_and(|focus| focus.is_ancestor(&*board));
        // A popover on the board keeps the keyboard for itself, going round.
        let popover = focus.and_then(|focus| focus.ancestor(gtk::Popover::static_type()));
        if let Some(popover) = popover.filter(|popover| inside && popover.is_ancestor(&*board)) {
            return popover.child_focus(direction);
        }
        match direction {
            gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward if inside => false,
            _ => {
                self.is_entered_by_key.set(true);
                let is_entered = board.focus_cursor();
                self.is_entered_by_key.set(false);
                is_entered
            }
        }
    }

    fn grab_focus(&self) -> bool {
        self.obj().focus_cursor()
    }
}

impl BoardWidget {
    /// Composes the textures of a view on the pixel grid.
    fn paint(&self, snapshot: &gtk::Snapshot, view: &BoardView) {
        let board = self.obj();
        let factor = f64::from(board.scale_factor());
        let (width, height) = (f64::from(board.width()) * factor, f64::from(board.height()) * factor);
        let fit = Fit::new(width, height);
        let painter = self.painter.borrow();
        let mut textures = self.textures.borrow_mut();
        let renderer = board.native().and_then(|native| native.renderer());
        textures.adapt(
            fit.scale,
            factor,
            renderer.is_some_and(|renderer| renderer.is::<gsk::CairoRenderer>()),
        );
        for item in scene(view) {
            let Some(picture) = textures.get(&painter, &item, view.grayed) else { continue };
            place(snapshot, &fit, factor, &item, |snapshot, x, y| {
                picture.append(snapshot, x as f32, y as f32)
            });
        }
        if let Some(order) = textures.order(painter.design(), || coming(view)) {
            self.paint_elsewhere(order);
        }
    }

    /// Lets a worker paint, and shows what it has painted.
    fn paint_elsewhere(&self, order: Order) {
        let board = self.obj().downgrade();
        glib::spawn_future_local(async move {
            let painting = order.clone();
            let painted = gio::spawn_blocking(move || painting.run()).await;
            if let Some(board) = board.upgrade() {
                let is_stretched = board.imp().textures.borrow().is_stretched();
                board.imp().textures.borrow_mut().deliver(&order, painted.unwrap_or_default());
                if is_stretched {
                    board.queue_draw();
                }
            }
        });
    }

    /// The spot of a target.
    pub(super) fn spot(&self, target: Target) -> Option<Spot> {
        self.spots.get()?.iter().find(|(other, _)| *other == target).map(|(_, spot)| spot.clone())
    }

    /// Updates the names of the spots and the board, and hides the spots of absent parts.
    pub(super) fn update_spots(&self) {
        let board = self.obj();
        let view = board.view();
        let on_roll = self.controller.borrow().state().map_or(Player::One, |state| state.on_roll);
        // Points are named as they are numbered.
        let viewer = match view.labels {
            Labels::Seen(viewer) => viewer,
            Labels::Off | Labels::Both => on_roll,
        };
        for (target, spot) in self.spots.get().into_iter().flatten() {
            let there = match target {
                Target::Die(_) => view.dice_to_play().is_some(),
                Target::Cube => view.cube.is_some(),
                Target::Flag => view.flag.is_some(),
                _ => true,
            };
            spot.set_child_visible(there);
            spot.set_visible(there);
            let name = names::target_name(&view, *target, viewer);
            a11y::set_label(spot, &name);
        }
        let player = names::color_name(on_roll);
        let name = match view.dice_to_play() {
            _ if view.dimmed => gettext("Board, no game"),
            Some(dice) => {
                let (a, b) = (dice.faces[0].to_string(), dice.faces[1].to_string());
                gettext_f(
                    "Board, {player} to move, dice {a} {b}",
                    &[("player", &player), ("a", &a), ("b", &b)],
                )
            }
            None => gettext_f("Board, {player} to act", &[("player", &player)]),
        };
        a11y::set_label(&*board, &name);
        board.queue_allocate();
    }
}

/// Calls `paint` with the place of an item's texture in logical pixels, turned and faded as the item demands.
fn place(
    snapshot: &gtk::Snapshot,
    fit: &Fit,
    factor: f64,
    item: &SceneItem,
    paint: impl FnOnce(&gtk::Snapshot, f64, f64),
) {
    let pixels = fit.to_pixels(item.rect);
    let bleed = bleed_px(item.shape, fit.scale);
    let whole = item.shape == Shape::Board;
    let snap = |v: f64| if whole { v } else { v.round() };
    if item.alpha < 1.0 {
        snapshot.push_opacity(item.alpha);
    }
    if item.turn == 0.0 {
        paint(snapshot, (snap(pixels.x) - bleed) / factor, (snap(pixels.y) - bleed) / factor);
    } else {
        let middle = pixels.center();
        snapshot.save();
        let at = graphene::Point::new((middle.x / factor) as f32, (middle.y / factor) as f32);
        snapshot.translate(&at);
        snapshot.rotate(item.turn.to_degrees() as f32);
        let (x, y) = (-pixels.w / 2.0 - bleed, -pixels.h / 2.0 - bleed);
        paint(snapshot, x / factor, y / factor);
        snapshot.restore();
    }
    if item.alpha < 1.0 {
        snapshot.pop();
    }
}
