// SPDX-License-Identifier: GPL-3.0-or-later
//! Movement on the board as a function of time: checkers slide, dice tumble, the cube glides.
//!
//! A [`Timeline`] lies over the final view; the match never waits for it. Dropping it shows the result at once, as any key
//! or click does. Times are in milliseconds since the start.

use crate::board3d::moment::Moment;
use gnubg_draw::Slot;
use gnubg_draw::layout::{Pos, Rect};
use gnubg_draw::model::{BoardView, CubeView, End, FlightPath, LooseChecker, Stacks};
use gnubg_engine::core::{MadeStep, Player};

/// How movement is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Motion {
    /// Not at all; also when the desktop asks for reduced motion.
    None,
    /// Checkers fade out here and in there.
    Fade,
    /// Checkers slide.
    #[default]
    Slide,
}

/// How movement is shown, and how fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pace {
    /// Kind.
    pub motion: Motion,
    /// 0 (slow) to 7 (fast).
    pub speed: u8,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { motion: Motion::Slide, speed: 2 }
    }
}

impl Pace {
    /// No movement.
    pub const STILL: Pace = Pace { motion: Motion::None, speed: 7 };

    /// Milliseconds for one step of a checker: 600 at speed 0, halved every second speed.
    #[must_use]
    pub fn step_ms(self) -> f64 {
        600.0 * 0.5f64.powf(f64::from(self.speed.min(7)) / 2.0)
    }
}

/// How long dice tumble in two dimensions, in steps of a checker: 400 ms at the default speed.
const DICE_STEPS: f64 = 4.0 / 3.0;
/// How long they roll in three dimensions, in steps of a checker: 750 ms at the default speed.
const ROLL_STEPS: f64 = 2.5;
/// How long the dice of an opening roll lie as one of each player, in steps of a checker: 600 ms at the default speed.
const OPENING_STEPS: f64 = 2.0;
/// How long the cube glides.
const CUBE_MS: f64 = 200.0;
/// How long a refused checker takes to return.
const RETURN_MS: f64 = 120.0;
/// How long a checker shakes that cannot move as asked.
const SHAKE_MS: f64 = 240.0;
/// How often it shakes.
const N_SHAKES: f64 = 3.0;
/// How far it shakes at first, in units.
const SHAKE_WIDTH: f64 = 0.9;
/// Stacks of more checkers are drawn in layers and do not shake.
const MAX_FLAT: u8 = 5;
/// How much consecutive steps overlap: 1 would make them simultaneous.
const OVERLAP: f64 = 0.5;

/// One checker on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Flight {
    player: Player,
    from: Start,
    to: Slot,
    start: f64,
    duration: f64,
}

/// Where a flight begins.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Start {
    Slot(Slot),
    Carried(Pos),
}

/// Movement laid over a view.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    motion: Motion,
    before: Stacks,
    flights: Vec<Flight>,
    dice: Option<u64>,
    dice_ms: f64,
    /// The faces of an opening roll by seat, and how long they rest before the one who starts has both dice.
    opening: Option<([u8; 2], f64)>,
    cube: Option<CubeView>,
    /// The slot whose last checker shakes.
    shaken: Option<Slot>,
}

/// A step as seen on the drawn board.
fn slots(mover: Player, made: &MadeStep) -> (Slot, Slot) {
    (Slot::of(mover, made.step.from), Slot::of(mover, made.step.to))
}

impl Timeline {
    fn empty(view: &BoardView, motion: Motion) -> Timeline {
        Timeline {
            motion,
            before: view.stacks,
            flights: Vec::new(),
            dice: None,
            dice_ms: DICE_STEPS * Pace::default().step_ms(),
            opening: None,
            cube: None,
            shaken: None,
        }
    }

    /// The steps of `mover` from the position of `before`, one after the other, overlapping; a hit checker goes to the
    /// bar when the hitter lands. `None` if movement is not wanted.
    #[must_use]
    pub fn steps(before: &BoardView, mover: Player, steps: &[MadeStep], pace: Pace) -> Option<Timeline> {
        if pace.motion == Motion::None || steps.is_empty() {
            return None;
        }
        let mut timeline = Timeline::empty(before, pace.motion);
        let duration = pace.step_ms();
        let mut start = 0.0;
        let mut landed: Option<(Slot, f64)> = None;
        for made in steps {
            let (from, to) = slots(mover, made);
            // A checker moved on must have landed first.
            if let Some((slot, at)) = landed
                && slot == from
            {
                start = at.max(start);
            }
            let flight = Flight { player: mover, from: Start::Slot(from), to, start, duration };
            timeline.flights.push(flight);
            let end = start + duration;
            if made.hit {
                let bar = Slot::bar(mover.other());
                timeline.flights.push(Flight {
                    player: mover.other(),
                    from: Start::Slot(to),
                    to: bar,
                    start: end,
                    duration,
                });
            }
            landed = Some((to, end));
            start += duration * (1.0 - OVERLAP);
        }
        Some(timeline)
    }

    /// Steps taken back, the last first; hit checkers return from the bar.
    #[must_use]
    pub fn steps_back(before: &BoardView, mover: Player, steps: &[MadeStep], pace: Pace) -> Option<Timeline> {
        if pace.motion == Motion::None || steps.is_empty() {
            return None;
        }
        let mut timeline = Timeline::empty(before, pace.motion);
        let duration = pace.step_ms();
        let mut start = 0.0;
        for made in steps {
            let (from, to) = slots(mover, made);
            let back = Flight { player: mover, from: Start::Slot(to), to: from, start, duration };
            timeline.flights.push(back);
            if made.hit {
                let bar = Slot::bar(mover.other());
                timeline.flights.push(Flight {
                    player: mover.other(),
                    from: Start::Slot(bar),
                    to,
                    start: start + duration * 0.5,
                    duration,
                });
            }
            start += duration;
        }
        Some(timeline)
    }

    /// Hit checkers on their way to the bar after the hitter was put down by hand.
    #[must_use]
    pub fn hits(before: &BoardView, mover: Player, steps: &[MadeStep], pace: Pace) -> Option<Timeline> {
        let hits: Vec<&MadeStep> = steps.iter().filter(|made| made.hit).collect();
        if pace.motion == Motion::None || hits.is_empty() {
            return None;
        }
        let mut timeline = Timeline::empty(before, pace.motion);
        for made in steps {
            let (from, to) = slots(mover, made);
            // The carried checker is there at once.
            timeline.before.remove(from, mover);
            if !made.hit {
                timeline.before.add(to, mover);
            }
        }
        for (n, made) in hits.iter().enumerate() {
            let (_, to) = slots(mover, made);
            timeline.before.put(to, mover.other(), 1);
            timeline.flights.push(Flight {
                player: mover.other(),
                from: Start::Slot(to),
                to: Slot::bar(mover.other()),
                start: n as f64 * 60.0,
                duration: pace.step_ms(),
            });
        }
        Some(timeline)
    }

    /// A carried checker returning to its slot; `after` is the view with the checker back in its place.
    #[must_use]
    pub fn fly_back(after: &BoardView, player: Player, from: Pos, to: Slot, pace: Pace) -> Option<Timeline> {
        if pace.motion == Motion::None {
            return None;
        }
        let mut timeline = Timeline::empty(after, Motion::Slide);
        timeline.before.remove(to, player);
        timeline.flights.push(Flight {
            player,
            from: Start::Carried(from),
            to,
            start: 0.0,
            duration: RETURN_MS,
        });
        Some(timeline)
    }

    /// The last checker of a stack shakes, because it cannot move as asked.
    #[must_use]
    pub fn shake(view: &BoardView, slot: Slot, pace: Pace) -> Option<Timeline> {
        if pace.motion == Motion::None || !(1..=MAX_FLAT).contains(&view.stacks.at(slot).count) {
            return None;
        }
        Some(Timeline { shaken: Some(slot), ..Timeline::empty(view, pace.motion) })
    }

    /// Dice just thrown.
    #[must_use]
    pub fn dice(view: &BoardView, seed: u64, pace: Pace) -> Option<Timeline> {
        if pace.motion == Motion::None || view.dice.is_none() {
            return None;
        }
        let dice_ms = DICE_STEPS * pace.step_ms();
        Some(Timeline { dice: Some(seed), dice_ms, ..Timeline::empty(view, pace.motion) })
    }

    /// The dice of an opening roll, by seat: one of each player, then what `view` shows.
    #[must_use]
    pub fn opening(view: &BoardView, faces: [u8; 2], seed: u64, pace: Pace) -> Option<Timeline> {
        if pace.motion == Motion::None {
            return None;
        }
        let dice_ms = DICE_STEPS * pace.step_ms();
        let opening = Some((faces, OPENING_STEPS * pace.step_ms()));
        Some(Timeline { dice: Some(seed), dice_ms, opening, ..Timeline::empty(view, pace.motion) })
    }

    /// The cube on its way from where it lay in `before`.
    #[must_use]
    pub fn cube(before: &BoardView, after: &BoardView, pace: Pace) -> Option<Timeline> {
        let (was, is) = (before.cube?, after.cube?);
        if pace.motion == Motion::None || was.at == is.at {
            return None;
        }
        Some(Timeline { cube: Some(was), ..Timeline::empty(after, pace.motion) })
    }

    /// The same with dice that roll for as long as they take in three dimensions.
    #[must_use]
    pub fn rolling(self, pace: Pace) -> Timeline {
        Timeline { dice_ms: ROLL_STEPS * pace.step_ms(), ..self }
    }

    /// The faces of the opening roll that is shown, by seat.
    #[must_use]
    pub fn opening_faces(&self) -> Option<[u8; 2]> {
        self.opening.map(|(faces, _)| faces)
    }

    /// Milliseconds until nothing moves any more.
    #[must_use]
    pub fn duration(&self) -> f64 {
        let flights = self.flights.iter().map(|f| f.start + f.duration).fold(0.0, f64::max);
        let rest = self.opening.map_or(0.0, |(_, rest)| rest);
        let dice = if self.dice.is_some() { self.dice_ms + rest } else { 0.0 };
        let cube = if self.cube.is_some() { CUBE_MS } else { 0.0 };
        let shaken = if self.shaken.is_some() { SHAKE_MS } else { 0.0 };
        flights.max(dice).max(cube).max(shaken)
    }

    /// Whether the movement has ended at `time`.
    #[must_use]
    pub fn is_over(&self, time: f64) -> bool {
        time >= self.duration()
    }

    /// The view at `time`; `result` is the final view.
    #[must_use]
    pub fn frame(&self, result: &BoardView, time: f64) -> BoardView {
        let mut view = self.without_dice(result, time);
        if let Some(seed) = self.dice.filter(|_| time < self.dice_ms) {
            tumble(&mut view, seed, time / self.dice_ms);
        }
        view
    }

    /// The same for a painter in three dimensions.
    #[must_use]
    pub fn moment(&self, result: &BoardView, time: f64) -> Moment {
        let moving = !self.is_over(time);
        let done = |whole: f64| (time / whole).clamp(0.0, 1.0);
        let mut view = self.without_dice(result, time);
        if let (Some(dice), Some(_)) = (&mut view.dice, self.dice.filter(|_| moving)) {
            dice.used = [0.0; 2];
        }
        Moment {
            view,
            roll: self.dice.filter(|_| time < self.dice_ms).map(|seed| (seed, done(self.dice_ms))),
            cube: self.cube.filter(|_| moving).map(|_| ease(done(CUBE_MS))),
        }
    }

    fn without_dice(&self, result: &BoardView, time: f64) -> BoardView {
        let mut view = result.clone();
        if self.is_over(time) {
            return view;
        }
        if let Some((faces, _)) = self.opening {
            view.show_opening(faces);
        }
        if !self.flights.is_empty() {
            self.checkers(&mut view, time);
        }
        if let Some(slot) = self.shaken {
            shake(&mut view, slot, time / SHAKE_MS);
        }
        if let (Some(was), Some(is)) = (self.cube, view.cube) {
            let t = ease(time / CUBE_MS);
            let at = was.at.center().toward(is.at.center(), t);
            // Whole units, so that few pictures of different size are painted.
            let side = (was.at.w + (is.at.w - was.at.w) * t).round();
            view.cube = Some(CubeView {
                at: Rect::around(at, side),
                turned: was.turned + (is.turned - was.turned) * t,
                shown: if t < 0.5 { was.shown } else { is.shown },
                ..is
            });
        }
        view
    }

    fn checkers(&self, view: &mut BoardView, time: f64) {
        view.stacks = self.before;
        for flight in &self.flights {
            if time < flight.start {
                continue;
            }
            if let Start::Slot(from) = flight.from {
                view.stacks.remove(from, flight.player);
            }
            if time >= flight.start + flight.duration {
                view.stacks.add(flight.to, flight.player);
            }
        }
        for flight in &self.flights {
            let t = (time - flight.start) / flight.duration;
            if !(0.0..1.0).contains(&t) {
                continue;
            }
            let (start, from) = match flight.from {
                Start::Carried(at) => (End::Air(at), at),
                Start::Slot(slot) => {
                    let n = view.stacks.of(slot, flight.player);
                    (End::Place(slot, n), view.checker(slot, n, n + 1).center())
                }
            };
            let n = view.stacks.of(flight.to, flight.player);
            let to = view.checker(flight.to, n, n + 1).center();
            let way = |done: f64| Some(FlightPath { from: start, to: End::Place(flight.to, n), done });
            if self.motion == Motion::Fade {
                view.loose.push(LooseChecker {
                    player: flight.player,
                    at: from,
                    lift: 0.0,
                    alpha: 1.0 - t,
                    way: way(0.0),
                });
                view.loose.push(LooseChecker {
                    player: flight.player,
                    at: to,
                    lift: 0.0,
                    alpha: t,
                    way: way(1.0),
                });
            } else {
                let lift = (t * std::f64::consts::PI).sin().max(0.0);
                view.loose.push(LooseChecker {
                    player: flight.player,
                    at: from.toward(to, ease(t)),
                    lift,
                    alpha: 1.0,
                    way: way(ease(t)),
                });
            }
        }
    }
}

/// Cubic ease in and out; 0 to 1.
fn ease(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    if t < 0.5 { 4.0 * t * t * t } else { 1.0 - (2.0 - 2.0 * t).powi(3) / 2.0 }
}

/// Moves the last checker of a stack from side to side, less and less.
fn shake(view: &mut BoardView, slot: Slot, done: f64) {
    let stack = view.stacks.at(slot);
    let Some(nth) = stack.count.checked_sub(1) else { return };
    let place = view.checker(slot, nth, stack.count).center();
    view.stacks.remove(slot, stack.owner);
    let way = SHAKE_WIDTH * (1.0 - done) * (std::f64::consts::TAU * N_SHAKES * done).sin();
    let at = Pos { x: place.x + way, ..place };
    view.loose.push(LooseChecker { player: stack.owner, at, lift: 0.0, alpha: 1.0, way: None });
}

/// Three passing faces, a last turn and a short way to the resting places.
fn tumble(view: &mut BoardView, seed: u64, done: f64) {
    let Some(dice) = &mut view.dice else { return };
    let t = done.clamp(0.0, 1.0);
    let rest = (1.0 - t).powi(2);
    let phase = (t * 4.0) as u64;
    for n in 0..2usize {
        if phase < 3 {
            let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(phase * 7 + n as u64 * 3);
            let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            dice.faces[n] = (mixed >> 40) as u8 % 6 + 1;
        }
        let side = if n == 0 { -1.0 } else { 1.0 };
        dice.turned[n] = rest * side * (2.2 + (seed % 5) as f64 * 0.2);
        dice.at[n].y += rest * 5.0;
        dice.at[n].x += rest * side * 2.0;
        dice.used[n] = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_draw::model::ViewOptions;
    use gnubg_engine::core::{Action, Board, Dice, MatchState, MoveRules, Place, Rules, Side, Turn};
    use proptest::prelude::*;

    fn place(n: u8) -> Place {
        Place::point(n).unwrap()
    }

    #[test]
    fn an_opening_roll_is_one_die_of_each_player_at_first() {
        let (_, view, _) = hit();
        let timeline = Timeline::opening(&view, [1, 3], 7, Pace::default()).unwrap();
        let dice = timeline.frame(&view, 700.0).dice.unwrap();
        assert_eq!((dice.faces, dice.thrown_by, dice.is_double()), ([1, 3], Player::BOTH, false));
        assert_eq!(timeline.frame(&view, timeline.duration()), view);
        assert_eq!(Timeline::opening(&view, [1, 3], 7, Pace::STILL), None);
    }

    /// The bottom player after an opening 31, with a blot of the opponent on the 5-point.
    fn hit() -> (BoardView, BoardView, Vec<MadeStep>) {
        let state = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([1, 3])).unwrap();
        let mut state = state;
        let mut board = Board::EMPTY;
        for (own, count) in [(7, 3), (5, 5)] {
            board.set(Side::OnRoll, own, count);
        }
        board.set(Side::Opponent, 19, 1);
        board.set(Side::Opponent, 0, 4);
        state.board = board;
        let turn =
            |state: &MatchState| Turn::new(&state.board, Dice::new(3, 1).unwrap(), MoveRules::default());
        let before = BoardView::new(
            &state,
            Some(&turn(&state)),
            gnubg_draw::DiceThrow::default(),
            &ViewOptions::default(),
        );
        let mut turn = turn(&state);
        let mut steps = turn.go(place(8), place(5)).unwrap();
        steps.extend(turn.go(place(6), place(5)).unwrap());
        (
            before,
            BoardView::new(&state, Some(&turn), gnubg_draw::DiceThrow::default(), &ViewOptions::default()),
            steps,
        )
    }

    #[test]
    fn stillness_gives_no_timeline() {
        let (before, after, steps) = hit();
        assert_eq!(Timeline::steps(&before, Player::One, &steps, Pace::STILL), None);
        assert_eq!(Timeline::dice(&after, 1, Pace::STILL), None);
        assert_eq!(
            Timeline::fly_back(&after, Player::One, Pos::default(), Slot::tray(Player::One), Pace::STILL),
            None
        );
    }

    #[test]
    fn speeds_halve_every_second_step() {
        assert!((Pace { motion: Motion::Slide, speed: 4 }.step_ms() - 150.0).abs() < 1e-9);
        assert!((Pace { motion: Motion::Slide, speed: 0 }.step_ms() - 600.0).abs() < 1e-9);
    }

    #[test]
    fn a_hit_checker_leaves_when_the_hitter_lands() {
        let (before, after, steps) = hit();
        let timeline = Timeline::steps(&before, Player::One, &steps, Pace::default()).unwrap();
        let five = Slot::new(5).unwrap();
        let first = timeline.frame(&after, 1.0);
        assert_eq!(first.stacks.of(five, Player::Zero), 1);
        assert_eq!(first.loose.len(), 1);
        let landed = timeline.frame(&after, 301.0);
        assert_eq!(landed.stacks.of(five, Player::One), 1);
        assert!(landed.loose.iter().any(|loose| loose.player == Player::Zero));
        assert_eq!(timeline.frame(&after, timeline.duration()), after);
    }

    #[test]
    fn taking_back_ends_where_it_began() {
        let (before, after, steps) = hit();
        let back: Vec<MadeStep> = steps.iter().rev().copied().collect();
        let timeline = Timeline::steps_back(&after, Player::One, &back, Pace::default()).unwrap();
        let late = timeline.frame(&before, timeline.duration() - 0.01);
        assert_eq!(late.stacks.of(Slot::new(8).unwrap(), Player::One) + late.loose.len() as u8, 4);
        assert_eq!(timeline.frame(&before, 1e9), before);
    }

    #[test]
    fn a_refused_checker_shakes_around_its_place() {
        let (view, _, _) = hit();
        let six = Slot::new(6).unwrap();
        let timeline = Timeline::shake(&view, six, Pace::default()).unwrap();
        let place = view.checker(six, 4, 5).center();
        let ways = [0.0, 20.0, 60.0, 239.0].map(|time| {
            let seen = timeline.frame(&view, time);
            assert_eq!((seen.stacks.of(six, Player::One), seen.loose.len()), (4, 1));
            assert!((seen.loose[0].at.y - place.y).abs() < 1e-9);
            seen.loose[0].at.x - place.x
        });
        assert!(ways[0].abs() < 1e-9 && ways[1] > 0.5 && ways[2] < -0.5 && ways[3].abs() < 0.01, "{ways:?}");
        assert_eq!(timeline.frame(&view, SHAKE_MS), view);
        assert_eq!(Timeline::shake(&view, six, Pace::STILL), None);
        assert_eq!(Timeline::shake(&view, Slot::new(2).unwrap(), Pace::default()), None, "nothing is there");
    }

    #[test]
    fn dice_show_their_result_in_the_end() {
        let (_, after, _) = hit();
        let timeline = Timeline::dice(&after, 77, Pace::default()).unwrap();
        let settled = timeline.frame(&after, 390.0).dice.unwrap();
        assert_eq!(settled.faces, after.dice.unwrap().faces);
        assert!(settled.turned[0].abs() < 0.01);
        assert_eq!(timeline.frame(&after, 400.0), after);
    }

    #[test]
    fn the_cube_glides() {
        let mut state = MatchState::new(0, Rules::default()).unwrap();
        state.phase = gnubg_engine::core::Phase::Due(gnubg_engine::core::Decision::Roll);
        let view = |state: &MatchState| {
            BoardView::new(state, None, gnubg_draw::DiceThrow::default(), &ViewOptions::default())
        };
        let (before, after) = (view(&state), view(&state.apply(Action::Double).unwrap()));
        let timeline = Timeline::cube(&before, &after, Pace::default()).unwrap();
        let halfway = timeline.frame(&after, 100.0).cube.unwrap();
        assert!(halfway.at.x > before.cube.unwrap().at.x && halfway.at.x < after.cube.unwrap().at.x);
        assert_eq!(Timeline::cube(&after, &after, Pace::default()), None);
    }

    proptest! {
        /// All thirty checkers are visible at every moment.
        #[test]
        fn no_checker_vanishes(time in 0.0..800.0f64) {
            let (before, after, steps) = hit();
            let timeline = Timeline::steps(&before, Player::One, &steps, Pace::default()).unwrap();
            let frame = timeline.frame(&after, time);
            let seen: u32 = frame.stacks.heights().iter().map(|&n| u32::from(n)).sum();
            prop_assert_eq!(seen + frame.loose.len() as u32, 30);
        }
    }
}
