// SPDX-License-Identifier: GPL-3.0-or-later
//! The small board on which a pattern is drawn. Each place is a button, so that the keyboard and a screen reader reach it;
//! the pointer is followed over the whole board, because a band may be drawn over several points.

use super::labels;
use super::places::{place, wanted};
use crate::a11y;
use crate::board::layout::{CubePlace, Fit, HEIGHT, Layout, Rect, WIDTH};
use crate::board::model::{CubeView, DiceView, Labels, Stacks, cube_turn};
use crate::board::paint::Painter;
use crate::board::{BoardView, Design, Slot};
use crate::i18n::gettext;
use crate::widgets::{keys, set_class};
use gnubg_engine::core::Player;
use gnubg_library::search::{MOST, Pattern, Wanted};
use gtk::prelude::*;
use gtk::{gdk, glib};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

/// Pixels of a unit of the board.
const SCALE: f64 = 2.8;
/// How far apart the ends of a band must be, in pixels.
const BAND: f64 = 8.0;

/// What is done to the selected places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gesture {
    /// They are only selected.
    Select,
    /// One checker more or less is wanted.
    More { is_theirs: bool, by: i8 },
    /// The next kind of bound.
    Bound,
    /// Nobody stands there.
    Empty,
    /// At least so many checkers of the player who decides.
    AtLeast(u8),
    /// Nothing is asked of them.
    Any,
}

/// The board with the checkers, the cube and the roll that are wanted.
fn view_of(pattern: &Pattern) -> BoardView {
    let layout = Layout::default();
    let mut stacks = Stacks::EMPTY;
    for slot in Slot::holding() {
        for (is_theirs, player) in [(true, Player::Zero), (false, Player::One)] {
            let Wanted(from, to) = wanted(pattern, slot, is_theirs).unwrap_or(Wanted::ANY);
            if from > 0 {
                stacks.put(slot, player, if to < MOST { to } else { from });
            }
        }
    }
    let owner = match pattern.cube() {
        Some("mine") => Some(CubePlace::Owned(Player::One)),
        Some("theirs") => Some(CubePlace::Owned(Player::Zero)),
        Some(_) => Some(CubePlace::Centered),
        None => None,
    };
    let cube = owner.map(|place| {
        let shown = if place == CubePlace::Centered { 64 } else { 2 };
        CubeView { shown, place, at: layout.cube(place), turned: cube_turn(place) }
    });
    let faces = pattern.dice().and_then(|word| match word.as_bytes() {
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Some([a - b'0', b - b'0']),
        _ => None,
    });
    let owner = Player::One;
    let dice = faces.map(|faces| DiceView {
        owner,
        thrown_by: [owner; 2],
        faces,
        used: [0.0; 2],
        at: layout.neat_dice(owner),
        turned: [0.0; 2],
        is_played: false,
    });
    BoardView { layout, labels: Labels::Seen(Player::One), stacks, dice, cube, ..BoardView::default() }
}

/// What the board tells: the selected places, and what is done to them.
type OnGesture = Box<dyn Fn(&[Slot], Gesture)>;

/// The board.
pub(super) struct PatternBoard {
    this: Weak<PatternBoard>,
    pub(super) root: gtk::Overlay,
    area: gtk::DrawingArea,
    places: Vec<(Slot, gtk::Button)>,
    pattern: Rc<RefCell<Pattern>>,
    painter: Rc<RefCell<Painter>>,
    selected: RefCell<Vec<Slot>>,
    /// Where a band begins.
    anchor: Cell<Option<Slot>>,
    on_gesture: OnGesture,
}

impl PatternBoard {
    pub(super) fn new(on_gesture: impl Fn(&[Slot], Gesture) + 'static) -> Rc<PatternBoard> {
        let area = gtk::DrawingArea::builder()
            .content_width((WIDTH * SCALE) as i32)
            .content_height((HEIGHT * SCALE) as i32)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        let root = gtk::Overlay::builder()
            .name("pattern-board")
            .child(&area)
            .halign(gtk::Align::Start)
            .valign(gtk::Align::Start)
            .build();
        a11y::set_label(&root, &gettext("Board of the pattern"));
        let places = Slot::holding()
            .map(|slot| {
                let button = gtk::Button::builder()
                    .css_classes(["flat", "pattern-place"])
                    .can_target(false)
                    .focusable(slot.index() == 6)
                    .build();
                root.add_overlay(&button);
                (slot, button)
            })
            .collect();
        let board = Rc::new_cyclic(|this: &Weak<PatternBoard>| PatternBoard {
            this: this.clone(),
            root,
            area,
            places,
            pattern: Rc::default(),
            painter: Rc::new(RefCell::new(Painter::vector(Design::default()))),
            selected: RefCell::default(),
            anchor: Cell::default(),
            on_gesture: Box::new(on_gesture),
        });
        board.connect();
        board
    }

    fn connect(&self) {
        let places: Vec<(Slot, gtk::Button)> = self.places.clone();
        self.root.connect_get_child_position(move |root, child| {
            let slot = places.iter().find(|(_, button)| button.upcast_ref::<gtk::Widget>() == child)?.0;
            let fit = Fit::new(f64::from(root.width()), f64::from(root.height()));
            let at = fit.to_pixels(Layout::default().area(slot));
            Some(gdk::Rectangle::new(at.x as i32, at.y as i32, at.w as i32, at.h as i32))
        });
        let (pattern, painter) = (Rc::clone(&self.pattern), Rc::clone(&self.painter));
        self.area.set_draw_func(move |area, cr, width, _| {
            let scale = f64::from(width) / WIDTH;
            let (pattern, painter) = (pattern.borrow(), painter.borrow());
            cr.scale(scale, scale);
            painter.paint_view(cr, &view_of(&pattern), 1.0 / scale);
            labels::draw(area, cr, &pattern, painter.design());
        });
        for (slot, button) in &self.places {
            let (this, slot) = (self.this.clone(), *slot);
            // By Return, the space bar, or a screen reader.
            button.connect_clicked(move |_| {
                if let Some(board) = this.upgrade() {
                    board.select(vec![slot], slot);
                    board.tell(Gesture::More { is_theirs: place(slot, false).is_none(), by: 1 });
                }
            });
            let this = self.this.clone();
            button.connect_has_focus_notify(move |button| {
                if let Some(board) = this.upgrade().filter(|_| button.has_focus())
                    && !board.selected.borrow().contains(&slot)
                {
                    board.select(vec![slot], slot);
                    board.tell(Gesture::Select);
                }
            });
        }
        self.connect_pointer();
        let this = self.this.clone();
        keys::connect(&self.root, gtk::PropagationPhase::Capture, move |key, modifiers| {
            match this.upgrade().filter(|board| board.key(key, modifiers)) {
                Some(_) => glib::Propagation::Stop,
                None => glib::Propagation::Proceed,
            }
        });
    }

    fn connect_pointer(&self) {
        let drag = gtk::GestureDrag::builder().button(0).build();
        let this = self.this.clone();
        let from = Rc::new(Cell::new(None));
        let begun = Rc::clone(&from);
        drag.connect_drag_begin(move |drag, x, y| {
            let slot = this.upgrade().and_then(|board| board.slot_at(x, y));
            begun.set(slot);
            if slot.is_some() {
                drag.set_state(gtk::EventSequenceState::Claimed);
            }
        });
        let this = self.this.clone();
        let begun = Rc::clone(&from);
        drag.connect_drag_end(move |drag, dx, dy| {
            let (Some(board), Some(first), Some((x, y))) = (this.upgrade(), begun.take(), drag.start_point())
            else {
                return;
            };
            let last = board.slot_at(x + dx, y + dy).unwrap_or(first);
            if first != last && dx.hypot(dy) > BAND {
                return board.band(first, last);
            }
            let is_shift = drag.current_event_state().contains(gdk::ModifierType::SHIFT_MASK);
            let by = if is_shift { -1 } else { 1 };
            board.select(vec![first], first);
            board.focus(first);
            board.tell(match drag.current_button() {
                2 => Gesture::Empty,
                3 => Gesture::More { is_theirs: place(first, true).is_some(), by },
                _ => Gesture::More { is_theirs: place(first, false).is_none(), by },
            });
        });
        let long = gtk::GestureLongPress::new();
        long.group_with(&drag);
        let this = self.this.clone();
        let begun = from;
        long.connect_pressed(move |_, x, y| {
            let Some(board) = this.upgrade() else { return };
            if let Some(slot) = board.slot_at(x, y).filter(|slot| begun.take() == Some(*slot)) {
                board.select(vec![slot], slot);
                board.focus(slot);
                board.tell(Gesture::Empty);
            }
        });
        let pointer = Rc::new(Cell::new((0.0, 0.0)));
        let motion = gtk::EventControllerMotion::new();
        let at = Rc::clone(&pointer);
        motion.connect_motion(move |_, x, y| at.set((x, y)));
        let wheel = gtk::EventControllerScroll::new(gtk::EventControllerScrollFlags::VERTICAL);
        let this = self.this.clone();
        wheel.connect_scroll(move |_, _, _| {
            let Some(board) = this.upgrade() else { return glib::Propagation::Proceed };
            let (x, y) = pointer.get();
            let Some(slot) = board.slot_at(x, y).filter(|slot| board.is_drawn(*slot)) else {
                return glib::Propagation::Proceed;
            };
            board.select(vec![slot], slot);
            board.tell(Gesture::Bound);
            glib::Propagation::Stop
        });
        self.root.add_controller(motion);
        self.root.add_controller(wheel);
        self.root.add_controller(long);
        self.root.add_controller(drag);
    }

    /// Whether something is wanted on a slot.
    fn is_drawn(&self, slot: Slot) -> bool {
        let pattern = self.pattern.borrow();
        [false, true]
            .into_iter()
            .any(|side| wanted(&pattern, slot, side).is_some_and(|one| one != Wanted::ANY))
    }

    fn tell(&self, gesture: Gesture) {
        let selected = self.selected.borrow().clone();
        (self.on_gesture)(&selected, gesture);
    }

    fn slot_at(&self, x: f64, y: f64) -> Option<Slot> {
        let fit = Fit::new(f64::from(self.root.width()), f64::from(self.root.height()));
        let pos = fit.to_board(x, y);
        Slot::holding().find(|slot| Layout::default().edit_area(*slot).contains(pos))
    }

    /// Selects the points from one to another.
    fn band(&self, from: Slot, to: Slot) {
        let points = from.index().min(to.index())..=from.index().max(to.index());
        let points = points.filter_map(Slot::new).filter(|slot| slot.is_point()).collect::<Vec<Slot>>();
        if !points.is_empty() && from.is_point() && to.is_point() {
            self.select(points, from);
            self.focus(to);
            self.tell(Gesture::Select);
        }
    }

    fn select(&self, slots: Vec<Slot>, anchor: Slot) {
        self.anchor.set(Some(anchor));
        for (slot, button) in &self.places {
            set_class(button, "selected", slots.contains(slot));
        }
        self.selected.replace(slots);
    }

    /// Gives the keyboard to a place; Tab leads to it then and from it out of the board.
    fn focus(&self, slot: Slot) {
        for (other, button) in &self.places {
            button.set_focusable(*other == slot);
        }
        if let Some((_, button)) = self.places.iter().find(|(other, _)| *other == slot) {
            button.grab_focus();
        }
    }

    fn focused(&self) -> Option<Slot> {
        self.places.iter().find(|(_, button)| button.has_focus()).map(|(slot, _)| *slot)
    }

    fn key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> bool {
        let Some(slot) = self.focused() else { return false };
        let is_shift = modifiers.contains(gdk::ModifierType::SHIFT_MASK);
        if modifiers.intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK) {
            return false;
        }
        let towards = match key {
            gdk::Key::Left => Some((-1.0, 0.0)),
            gdk::Key::Right => Some((1.0, 0.0)),
            gdk::Key::Up => Some((0.0, -1.0)),
            gdk::Key::Down => Some((0.0, 1.0)),
            _ => None,
        };
        if let Some(towards) = towards {
            let Some(next) = neighbor(slot, towards) else { return true };
            match self.anchor.get().filter(|anchor| is_shift && anchor.is_point() && next.is_point()) {
                Some(anchor) => {
                    self.band(anchor, next);
                }
                None => {
                    self.select(vec![next], next);
                    self.focus(next);
                    self.tell(Gesture::Select);
                }
            }
            return true;
        }
        let is_theirs = place(slot, false).is_none();
        let gesture = match key {
            gdk::Key::plus | gdk::Key::KP_Add => Gesture::More { is_theirs, by: 1 },
            gdk::Key::minus | gdk::Key::KP_Subtract => Gesture::More { is_theirs, by: -1 },
            gdk::Key::Delete | gdk::Key::BackSpace => Gesture::Any,
            key => match key.to_unicode().and_then(|key| key.to_digit(10)) {
                Some(0) => Gesture::Empty,
                Some(n) => Gesture::AtLeast(n as u8),
                None => return false,
            },
        };
        self.tell(gesture);
        true
    }

    /// Shows a pattern in a design.
    pub(super) fn show(&self, pattern: &Pattern, design: Design) {
        self.pattern.replace(pattern.clone());
        self.painter.borrow_mut().set_design(design);
        self.area.queue_draw();
        for (slot, button) in &self.places {
            a11y::set_label(button, &labels::spoken(pattern, *slot));
        }
    }
}

/// The slot beside another one, over or under it; nothing at the edges.
fn neighbor(slot: Slot, (dx, dy): (f64, f64)) -> Option<Slot> {
    let middle = |slot: Slot| -> (f64, f64) {
        let area: Rect = Layout::default().area(slot);
        (area.center().x, area.center().y)
    };
    let (x, y) = middle(slot);
    let is_over = |y: f64| y < HEIGHT / 2.0;
    let others = Slot::holding().filter(|other| {
        let (to_x, to_y) = middle(*other);
        let is_same_half = is_over(y) == is_over(to_y);
        match dy == 0.0 {
            true => is_same_half && (to_x - x) * dx > 0.5,
            false => !is_same_half && (to_y - y) * dy > 0.0,
        }
    });
    others.min_by(|a, b| (middle(*a).0 - x).abs().total_cmp(&(middle(*b).0 - x).abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_library::search::Together;

    fn slot(n: usize) -> Slot {
        Slot::new(n).expect("a slot")
    }

    #[test]
    fn arrow_keys_reach_every_place() {
        let steps = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let mut found = vec![slot(6)];
        let mut at = 0;
        while at < found.len() {
            let from = found[at];
            for next in steps.into_iter().filter_map(|step| neighbor(from, step)) {
                if !found.contains(&next) {
                    found.push(next);
                }
            }
            at += 1;
        }
        assert_eq!(found.len(), Slot::HOLDING);
        assert_eq!(neighbor(slot(6), (-1.0, 0.0)), Some(slot(0)), "the bar lies beside the 6 point");
        assert_eq!(neighbor(slot(6), (0.0, -1.0)), Some(slot(19)));
    }

    #[test]
    fn what_is_wanted_stands_on_the_board() {
        let mut pattern = Pattern::default();
        pattern.want(true, &[20], Together::All, Wanted::MADE);
        pattern.want(false, &[6], Together::All, Wanted::at_most(3));
        pattern.want_cube(Some("theirs"));
        pattern.want_dice(Some("31"));
        let view = view_of(&pattern);
        assert_eq!(view.stacks.of(slot(20), Player::Zero), 2);
        assert_eq!(view.stacks.at(slot(6)).count, 0, "none may do");
        assert_eq!(view.cube.map(|cube| cube.place), Some(CubePlace::Owned(Player::Zero)));
        assert_eq!(view.dice.map(|dice| dice.faces), Some([3, 1]));
    }
}
