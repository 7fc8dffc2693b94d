// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as a widget: it paints the view, passes gestures to the controller, and its intents to the window.
//!
//! Children: one invisible `Spot` for each slot, the dice, the cube and the flag, for assistive technology and for
//! the keyboard focus. The board itself is one stop in the Tab order; arrow keys move within it.

mod gestures;
mod imp;
mod names;
mod orbit;
mod spot;
mod texture;
mod three;

use super::animate::{Pace, Timeline};
use super::input::{Controller, Intent, Situation};
use gnubg_draw::design::Design;
use gnubg_draw::layout::{Fit, Target};
use gnubg_draw::model::{BoardView, ViewOptions};
use gnubg_engine::core::{Action, Play, Player};
use gnubg_session::event::{Agent, Cause, StateChange};
use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

pub use imp::Effort;
pub use names::{color_name, target_name};

glib::wrapper! {
    /// The board.
    pub struct BoardWidget(ObjectSubclass<imp::BoardWidget>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for BoardWidget {
    fn default() -> BoardWidget {
        glib::Object::new()
    }
}

impl BoardWidget {
    /// Calls `f` with every intent from now on.
    pub fn connect_intent(&self, f: impl Fn(&BoardWidget, Intent) + 'static) {
        self.imp().on_intent.replace(Some(std::rc::Rc::new(f)));
    }

    /// Calls `f` after every change of the picture or of its size.
    pub fn connect_redrawn(&self, f: impl Fn() + 'static) {
        self.imp().on_redrawn.replace(Some(std::rc::Rc::new(f)));
    }

    /// Calls `f` before every press, key or command acts on the board.
    pub fn connect_touched(&self, f: impl Fn() + 'static) {
        self.imp().on_touched.replace(Some(std::rc::Rc::new(f)));
    }

    /// Sets the state of the match.
    pub fn set_situation(&self, situation: Situation) {
        self.imp().controller.borrow_mut().set_situation(situation);
        self.refresh();
    }

    /// Sets the state after a change of the match, and shows the change as movement.
    pub fn show_change(&self, situation: Situation, change: &StateChange) {
        let imp = self.imp();
        let before = self.view();
        imp.controller.borrow_mut().set_situation(situation);
        let after = self.view();
        let timeline = self.timeline(&before, &after, change);
        imp.last_play.replace(match &change.cause {
            Cause::Acted { by, action: Action::Play(play), .. } => last_play(*by, play),
            Cause::Acted { action: Action::Roll(_), .. } => imp.last_play.take(),
            _ => Vec::new(),
        });
        imp.arrows.take();
        imp.best_arrows.take();
        imp.shows_change.set(timeline.is_some());
        self.start(timeline);
        self.refresh();
    }

    /// Shows a play of `by` as arrows; none for the empty play.
    pub fn show_arrows(&self, by: Player, play: &Play) {
        self.show_plays(by, play, &Play::EMPTY);
    }

    /// The same, with the best play beside it as arrows of another shape.
    pub fn show_plays(&self, by: Player, made: &Play, best: &Play) {
        self.imp().arrows.replace(last_play(by, made));
        self.imp().best_arrows.replace(last_play(by, best));
        self.refresh();
    }

    fn timeline(&self, before: &BoardView, after: &BoardView, change: &StateChange) -> Option<Timeline> {
        let pace = self.pace();
        let (by, action, agent) = match &change.cause {
            Cause::Opening { dice, .. } => {
                let throw = self.imp().controller.borrow().situation().throw.number;
                return Timeline::opening(after, *dice, throw, pace).map(|timeline| self.rolled(timeline));
            }
            Cause::Acted { by, action, agent } => (by, action, *agent),
            _ => return None,
        };
        match action {
            // A person's checkers have been moved by hand.
            Action::Play(play) if agent != Agent::Person => {
                let state = change.before?;
                let rules = gnubg_engine::core::MoveRules { egyptian: state.rules.egyptian };
                let mut turn = gnubg_engine::core::Turn::new(&state.board, state.dice()?, rules);
                let steps = turn.set(play)?;
                Timeline::steps(before, *by, &steps, pace)
            }
            Action::Roll(_) => self.roll_timeline(after),
            Action::Double | Action::Take | Action::Beaver => Timeline::cube(before, after, pace),
            _ => None,
        }
    }

    /// Dice just thrown; in three dimensions they roll for longer.
    fn roll_timeline(&self, after: &BoardView) -> Option<Timeline> {
        let pace = self.pace();
        let throw = self.imp().controller.borrow().situation().throw.number;
        Timeline::dice(after, throw, pace).map(|timeline| self.rolled(timeline))
    }

    /// Dice that roll for as long as they take on this board.
    fn rolled(&self, timeline: Timeline) -> Timeline {
        let rolls = self.is_three() && self.settings_3d().roll_dice;
        if rolls { timeline.rolling(self.pace()) } else { timeline }
    }

    /// Runs the controller and passes on its intents.
    pub fn drive(&self, f: impl FnOnce(&mut Controller) -> Vec<Intent>) {
        self.touched();
        let before = self.view();
        let intents = f(&mut self.imp().controller.borrow_mut());
        self.emit(&before, intents);
    }

    /// Animates and passes on the intents of one gesture.
    fn emit(&self, before: &BoardView, intents: Vec<Intent>) {
        if intents.is_empty() {
            return;
        }
        let imp = self.imp();
        let pace = self.pace();
        let mover = imp.controller.borrow().state().map_or(Player::One, |state| state.on_roll);
        for intent in &intents {
            let timeline = match intent {
                Intent::Stepped { steps, carried: false } => Timeline::steps(before, mover, steps, pace),
                Intent::Stepped { steps, carried: true } => Timeline::hits(before, mover, steps, pace),
                Intent::TakenBack { steps, carried: false } => {
                    Timeline::steps_back(before, mover, steps, pace)
                }
                Intent::Shake(slot) => Timeline::shake(&self.view(), *slot, pace),
                Intent::FlyBack { from, to } => Timeline::fly_back(&self.view(), mover, *from, *to, pace),
                _ => None,
            };
            if timeline.is_some() {
                imp.shows_change.set(false);
            }
            self.start(timeline);
        }
        if differ_in_carried_only(before, &self.view()) {
            // Places and names of the parts stay the same.
            imp.is_painted.set(false);
            self.redraw();
            self.redrawn();
        } else {
            self.refresh();
        }
        let callback = imp.on_intent.borrow().clone();
        if let Some(callback) = callback {
            for intent in intents {
                callback(self, intent);
            }
        }
    }

    /// Reads the controller.
    pub fn with_controller<T>(&self, f: impl FnOnce(&Controller) -> T) -> T {
        f(&self.imp().controller.borrow())
    }

    /// Changes the controller without intents, then redraws.
    pub fn change_controller<T>(&self, f: impl FnOnce(&mut Controller) -> T) -> T {
        let result = f(&mut self.imp().controller.borrow_mut());
        self.refresh();
        result
    }

    /// The drawing options.
    #[must_use]
    pub fn options(&self) -> ViewOptions {
        self.imp().controller.borrow().options
    }

    /// Sets the drawing options.
    pub fn set_options(&self, options: ViewOptions) {
        self.imp().controller.borrow_mut().options = options;
        self.queue_allocate();
        self.refresh();
    }

    /// Sets the design.
    pub fn set_design(&self, design: &Design) {
        let imp = self.imp();
        imp.painter.borrow_mut().set_design(*design);
        imp.textures.borrow_mut().clear();
        self.refresh();
    }

    /// The design in use.
    #[must_use]
    pub fn design(&self) -> Design {
        *self.imp().painter.borrow().design()
    }

    /// Sets how movement is shown, if the desktop allows movement at all.
    pub fn set_pace(&self, pace: Pace) {
        self.imp().pace.set(pace);
    }

    /// How movement is shown now: not at all if the desktop allows none.
    #[must_use]
    pub fn pace(&self) -> Pace {
        if self.settings().is_gtk_enable_animations() { self.imp().pace.get() } else { Pace::STILL }
    }

    /// The final view, without movement.
    #[must_use]
    pub fn view(&self) -> BoardView {
        let mut view = self.imp().controller.borrow().view();
        if view.marks.is_empty() && !view.editing {
            view.last_play = self.imp().last_play.borrow().clone();
        }
        if !view.editing {
            view.arrows.clone_from(&self.imp().arrows.borrow());
            view.best_arrows.clone_from(&self.imp().best_arrows.borrow());
        }
        view
    }

    /// The faces of the opening roll by seat, while one die of each player is shown.
    #[must_use]
    pub fn opening(&self) -> Option<[u8; 2]> {
        self.imp().timeline.borrow().as_ref().and_then(|(timeline, _)| timeline.opening_faces())
    }

    /// The place of the board in the widget, in logical pixels.
    #[must_use]
    pub fn fit(&self) -> Fit {
        Fit::new(f64::from(self.width()), f64::from(self.height()))
    }

    /// Shows all earlier changes before anything acts on the board.
    fn touched(&self) {
        let callback = self.imp().on_touched.borrow().clone();
        if let Some(callback) = callback {
            callback();
        }
        self.finish_animation();
    }

    /// Ends movement at once. Returns whether there was any.
    pub fn finish_animation(&self) -> bool {
        let running = self.imp().timeline.take().is_some();
        if running {
            self.redraw();
        }
        running
    }

    /// Whether the last change has been painted.
    #[must_use]
    pub fn is_painted(&self) -> bool {
        self.imp().is_painted.get()
    }

    /// Pictures painted in two dimensions, and how many of them showed movement.
    #[must_use]
    pub fn pictures(&self) -> [u64; 2] {
        self.imp().pictures.get()
    }

    /// Whether anything is moving.
    #[must_use]
    pub fn is_animating(&self) -> bool {
        self.imp().timeline.borrow().is_some()
    }

    /// Whether a change of the match is still being shown as movement.
    #[must_use]
    pub fn is_showing_change(&self) -> bool {
        self.is_animating() && self.imp().shows_change.get()
    }

    fn start(&self, timeline: Option<Timeline>) {
        let Some(timeline) = timeline else { return };
        let imp = self.imp();
        imp.timeline.replace(Some((timeline, glib::monotonic_time())));
        if imp.ticking.replace(true) {
            return;
        }
        imp.began.set(None);
        self.add_tick_callback(|board, _| {
            let imp = board.imp();
            let first = imp.began.get().unwrap_or_else(|| board.effort());
            imp.began.set(Some(first));
            let over = imp.timeline.borrow().as_ref().is_none_or(|(timeline, start)| {
                timeline.is_over((glib::monotonic_time() - start) as f64 / 1000.0)
            });
            board.redraw();
            if !over {
                return glib::ControlFlow::Continue;
            }
            imp.timeline.replace(None);
            imp.ticking.set(false);
            imp.movement.set(board.effort() - first);
            board.redrawn();
            glib::ControlFlow::Break
        });
    }

    fn redrawn(&self) {
        let callback = self.imp().on_redrawn.borrow().clone();
        if let Some(callback) = callback {
            callback();
        }
    }

    /// Redraws and renames the spots.
    pub fn refresh(&self) {
        self.imp().is_painted.set(false);
        self.redraw();
        self.imp().update_spots();
        self.redrawn();
    }

    /// Gives the keyboard focus to the spot under the cursor.
    pub fn focus_cursor(&self) -> bool {
        let target = self.imp().controller.borrow().cursor();
        self.imp().spot(target).is_some_and(|spot| spot.grab_focus())
    }

    /// The rectangle of a target in logical pixels of the widget.
    #[must_use]
    pub fn target_pixels(&self, target: Target) -> gnubg_draw::layout::Rect {
        self.pixels_in(&self.view(), target, self.width(), self.height())
    }
}

/// Whether two views differ at most in the place of carried checkers.
fn differ_in_carried_only(before: &BoardView, after: &BoardView) -> bool {
    let without = |view: &BoardView| BoardView { loose: Vec::new(), ..view.clone() };
    before.loose.len() == after.loose.len() && !after.loose.is_empty() && without(before) == without(after)
}

/// The ends of each checker's way in a play, for showing it afterwards.
fn last_play(by: Player, play: &Play) -> Vec<(gnubg_draw::Slot, gnubg_draw::Slot)> {
    let mut ways: Vec<(gnubg_engine::core::Place, gnubg_engine::core::Place)> = Vec::new();
    for step in play.steps() {
        match ways.iter_mut().find(|(_, to)| *to == step.from) {
            Some((_, to)) => *to = step.to,
            None => ways.push((step.from, step.to)),
        }
    }
    ways.into_iter()
        .map(|(from, to)| (gnubg_draw::Slot::of(by, from), gnubg_draw::Slot::of(by, to)))
        .collect()
}
