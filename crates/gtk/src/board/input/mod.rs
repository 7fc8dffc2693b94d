// SPDX-License-Identifier: GPL-3.0-or-later
//! From gestures to intents: what a press, a drag or a key means on the board as it stands. No toolkit is involved.
//!
//! The [`Controller`] owns what is not yet part of the match: the play being made, the position being set up, the carried
//! checker, the cursor. Everything else becomes an [`Intent`], which the window carries out.

mod editing;
mod intent;
mod keys;
mod pointer;

pub use intent::{Button, Gesture, Go, Intent, Key, Refusal};

use super::edit::Draft;
use gnubg_draw::layout::{Half, Layout, Pos, Target};
use gnubg_draw::model::{BoardView, DiceThrow, Labels, LooseChecker, Mark, MarkKind, ViewOptions};
use gnubg_draw::{Slot, layout};
use gnubg_engine::core::{
    Action, ActionError, Board, Decision, MadeStep, MatchState, MoveRules, Phase, Place, Play, Player, Side,
    Turn,
};

/// The state of the match, as the controller needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Situation {
    /// The match, if one is on.
    pub state: Option<MatchState>,
    /// Seats played by hand here.
    pub by_hand: [bool; 2],
    /// Whether dice are entered by the user.
    pub manual_dice: bool,
    /// Whether an earlier position is shown, so that nothing can be played.
    pub reviewing: bool,
    /// How the dice were thrown, so that they keep their places.
    pub throw: DiceThrow,
    /// Who rolled last, and the faces; those dice stay on the board, dimmed, until the next roll.
    pub last_roll: Option<(Player, [u8; 2])>,
}

impl Situation {
    /// No match.
    pub const NONE: Situation = Situation {
        state: None,
        by_hand: [true, true],
        manual_dice: false,
        reviewing: false,
        throw: DiceThrow { number: 0, is_low_first: false },
        last_roll: None,
    };
}

/// The state of the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pointer {
    Idle,
    /// A button is down and has not moved yet.
    Pressed {
        at: Pos,
        target: Option<Target>,
        button: Button,
        time: u64,
    },
    /// A checker is carried.
    Carrying {
        from: Slot,
        at: Pos,
        since: u64,
        now: u64,
    },
    /// A checker is carried freely in edit mode.
    CarryingFree {
        from: Slot,
        player: Player,
        at: Pos,
    },
    /// Counts are set on every point passed over in edit mode.
    Painting {
        player: Player,
        start: Slot,
        last: Slot,
        at: Pos,
    },
}

/// Milliseconds within which press and release make a click.
const CLICK_MS: u64 = 450;
/// Milliseconds of dragging after which legal targets are shown.
const HELP_MS: u64 = 150;
/// Units the pointer must move before a press becomes a drag.
const DRAG_START: f64 = 0.9;

/// The board's reaction to the user.
#[derive(Clone, Debug)]
pub struct Controller {
    situation: Situation,
    turn: Option<Turn>,
    draft: Option<Draft>,
    pointer: Pointer,
    cursor: Target,
    cursor_shown: bool,
    picked: Option<Slot>,
    pending_die: Option<u8>,
    /// Whether the size of a resignation is to be typed.
    pending_resignation: bool,
    hover: Option<Slot>,
    /// Drawing choices; the direction decides where things lie.
    pub options: ViewOptions,
    /// Whether legal targets are shown while dragging.
    pub target_help: bool,
}

impl Default for Controller {
    fn default() -> Controller {
        Controller::new(ViewOptions::default())
    }
}

impl Controller {
    /// A controller without a match.
    #[must_use]
    pub fn new(options: ViewOptions) -> Controller {
        Controller {
            situation: Situation::NONE,
            turn: None,
            draft: None,
            pointer: Pointer::Idle,
            cursor: Target::Slot(Slot::of(Player::One, Place::point(6).expect("invariant: 6 is a point"))),
            cursor_shown: false,
            picked: None,
            pending_die: None,
            pending_resignation: false,
            hover: None,
            options,
            target_help: true,
        }
    }

    /// Sets the match. The play being made is kept if the decision is still the same.
    pub fn set_situation(&mut self, situation: Situation) {
        let same_decision = self.situation.state == situation.state;
        self.situation = situation;
        if same_decision && self.turn.is_some() == self.wants_turn() {
            return;
        }
        self.pointer = Pointer::Idle;
        self.picked = None;
        // The first digit of a roll may have finished the play before it.
        let awaits = situation.state.is_some_and(|state| state.phase == Phase::Due(Decision::Roll));
        self.pending_die = self.pending_die.filter(|_| awaits && situation.manual_dice);
        self.pending_resignation = false;
        self.hover = None;
        self.turn = self.new_turn();
    }

    /// Whether a match is being transcribed.
    fn is_transcribing(&self) -> bool {
        self.situation.manual_dice && self.situation.by_hand == [true; 2]
    }

    fn wants_turn(&self) -> bool {
        self.situation.state.is_some_and(|state| {
            !self.situation.reviewing
                && matches!(state.phase, Phase::Due(Decision::Play(_)))
                && self.situation.by_hand[state.on_roll.index()]
        })
    }

    fn new_turn(&self) -> Option<Turn> {
        let state = self.situation.state.filter(|_| self.wants_turn())?;
        let rules = MoveRules { egyptian: state.rules.egyptian };
        let mut turn = Turn::new(&state.board, state.dice()?, rules);
        if self.options.is_low_first(self.situation.throw) {
            turn.swap_dice();
        }
        Some(turn)
    }

    /// The match around the board.
    #[must_use]
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// The match, if one is on.
    #[must_use]
    pub fn state(&self) -> Option<&MatchState> {
        self.situation.state.as_ref()
    }

    /// The play being made.
    #[must_use]
    pub fn turn(&self) -> Option<&Turn> {
        self.turn.as_ref()
    }

    /// The position being set up.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// The geometry in use.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::new(self.options.direction)
    }

    /// What the keyboard acts on.
    #[must_use]
    pub fn cursor(&self) -> Target {
        self.cursor
    }

    /// Puts the cursor on a target; `shown` draws the focus ring.
    pub fn set_cursor(&mut self, target: Target, shown: bool) {
        self.cursor = target;
        self.cursor_shown = shown;
    }

    /// Whether the focus ring is drawn.
    #[must_use]
    pub fn is_cursor_shown(&self) -> bool {
        self.cursor_shown
    }

    /// The slot whose checker the keyboard has picked up.
    #[must_use]
    pub fn picked(&self) -> Option<Slot> {
        self.picked
    }

    /// The first of two dice being typed.
    #[must_use]
    pub fn pending_die(&self) -> Option<u8> {
        self.pending_die
    }

    /// Whether a checker is being carried.
    #[must_use]
    pub fn is_carrying(&self) -> bool {
        matches!(self.pointer, Pointer::Carrying { .. } | Pointer::CarryingFree { .. })
    }

    /// Whether time alone will change the drawing: targets appear after a moment of dragging.
    #[must_use]
    pub fn waits_for_help(&self) -> bool {
        matches!(self.pointer, Pointer::Carrying { since, now, .. } if now < since + HELP_MS)
    }

    /// Tells the time, so that targets appear although the pointer rests.
    pub fn tick(&mut self, time: u64) {
        if let Pointer::Carrying { now, .. } = &mut self.pointer {
            *now = time;
        }
    }

    /// Shows the targets of the checker under a resting pointer; `None` hides them.
    pub fn set_hover(&mut self, slot: Option<Slot>) -> bool {
        let slot = slot.filter(|&slot| {
            self.pointer == Pointer::Idle
                && self
                    .mover_place(slot)
                    .is_some_and(|place| self.turn.as_ref().is_some_and(|turn| turn.can_leave(place)))
        });
        std::mem::replace(&mut self.hover, slot) != slot
    }

    /// The player whose checkers can be moved now.
    fn mover(&self) -> Option<Player> {
        self.turn.as_ref().and(self.situation.state).map(|state| state.on_roll)
    }

    /// The mover's place on a slot, if the mover has a checker there now.
    fn mover_place(&self, slot: Slot) -> Option<Place> {
        let mover = self.mover()?;
        let place = slot.place_for(mover)?;
        let turn = self.turn.as_ref()?;
        let count = match place.index() {
            Some(index) => turn.board().side(Side::OnRoll)[index],
            None => {
                let n = self.situation.state?.rules.variation.n_checkers();
                n.saturating_sub(turn.board().checkers_on_board(Side::OnRoll))
            }
        };
        (count > 0).then_some(place)
    }

    /// Pip counts by seat, carried checkers where they were.
    #[must_use]
    pub fn pips(&self) -> [u16; 2] {
        if let Some(draft) = &self.draft {
            return Player::One.by_seat(draft.stacks.board(Player::One).pips());
        }
        let Some(state) = &self.situation.state else { return Board::default().pips() };
        let board = self.turn.as_ref().map_or(&state.board, Turn::board);
        state.on_roll.by_seat(board.pips())
    }

    /// Everything to draw.
    #[must_use]
    pub fn view(&self) -> BoardView {
        if let Some(draft) = &self.draft {
            return self.draft_view(draft);
        }
        let Some(state) = self.situation.state else {
            let start = MatchState::new(0, gnubg_engine::core::Rules::default())
                .expect("invariant: a money session has a legal length");
            let mut view = BoardView::new(&start, None, DiceThrow::default(), &self.options);
            view.dimmed = true;
            return view;
        };
        let mut view = BoardView::new(&state, self.turn.as_ref(), self.situation.throw, &self.options);
        if let Some((by, faces)) = self.situation.last_roll
            && state.phase != Phase::Opening
        {
            let is_turned = faces[0] < faces[1] && self.options.high_die_first;
            let faces = if is_turned { [faces[1], faces[0]] } else { faces };
            view.leave_dice(by, faces, view.layout.neat_dice(by));
        }
        if let (Labels::Seen(_), Some(person)) = (view.labels, self.only_person()) {
            view.labels = Labels::Seen(person);
        }
        if let Pointer::Carrying { from, at, since, now } = self.pointer {
            view.stacks.remove(from, state.on_roll);
            view.loose.push(LooseChecker { player: state.on_roll, at, lift: 1.0, alpha: 1.0, way: None });
            if self.target_help && now >= since + HELP_MS {
                view.marks = self.marks(from, true);
            }
        } else if let Some(picked) = self.picked {
            let count = view.stacks.at(picked).count;
            let at = view.checker(picked, count.saturating_sub(1), count).center();
            view.stacks.remove(picked, state.on_roll);
            view.loose.push(LooseChecker { player: state.on_roll, at, lift: 1.0, alpha: 1.0, way: None });
            view.marks = self.marks(picked, true);
        } else if let Some(hover) = self.hover {
            view.marks = self.marks(hover, false);
        }
        if self.cursor_shown {
            view.focus = Some(self.cursor);
        }
        view
    }

    /// The targets of the checker on a slot.
    fn marks(&self, from: Slot, with_origins: bool) -> Vec<Mark> {
        let (Some(turn), Some(mover), Some(place)) = (&self.turn, self.mover(), self.mover_place(from))
        else {
            return Vec::new();
        };
        let mut marks: Vec<Mark> = turn
            .targets(place)
            .iter()
            .map(|way| {
                let hit = way.steps.last().is_some_and(|made| made.hit);
                let kind = if hit { MarkKind::Hit } else { MarkKind::Move };
                Mark { slot: Slot::of(mover, way.to()), kind }
            })
            .collect();
        if with_origins {
            let back = turn.origins(place).into_iter();
            marks.extend(back.map(|place| Mark { slot: Slot::of(mover, place), kind: MarkKind::Back }));
        }
        marks
    }

    /// Reacts to a gesture.
    pub fn handle(&mut self, gesture: Gesture) -> Vec<Intent> {
        if let Gesture::Key(_) = gesture {
        } else {
            self.cursor_shown = false;
        }
        match gesture {
            Gesture::Key(key) => self.key(key),
            pointer if self.draft.is_some() => self.edit_pointer(pointer),
            pointer => self.pointer(pointer),
        }
    }

    /// Confirms the play if it is complete.
    pub fn confirm(&mut self) -> Vec<Intent> {
        let Some(turn) = &self.turn else { return self.refuse_not_playing() };
        if !turn.is_complete() {
            return vec![Intent::Refused(Refusal::Incomplete)];
        }
        let play = if turn.is_dance() { Play::EMPTY } else { turn.play() };
        vec![Intent::Act(Action::Play(play))]
    }

    /// Rolls, or starts the match or game that is needed first.
    pub fn roll(&mut self) -> Vec<Intent> {
        let Some(state) = self.situation.state else { return vec![Intent::NewMatch] };
        match state.phase {
            Phase::Opening => vec![Intent::Roll],
            Phase::Over(_) => vec![Intent::NextGame],
            Phase::Due(Decision::Roll) if self.acts_by_hand() => vec![Intent::Roll],
            Phase::Due(Decision::Roll) => vec![Intent::Refused(Refusal::ComputerToMove)],
            Phase::Due(Decision::Play(_)) => {
                vec![Intent::Refused(Refusal::Rules(ActionError::AlreadyRolled))]
            }
            Phase::Due(Decision::Answer(_)) => {
                vec![Intent::Refused(Refusal::Rules(ActionError::DoublePending))]
            }
            Phase::Resigning { .. } => vec![Intent::Refused(Refusal::Rules(ActionError::ResignationPending))],
        }
    }

    /// Tries an action of the player who is to act.
    pub fn act(&mut self, action: Action) -> Vec<Intent> {
        let Some(state) = self.situation.state else { return vec![Intent::NewMatch] };
        if !self.acts_by_hand() && state.to_act().is_some() {
            return vec![Intent::Refused(Refusal::ComputerToMove)];
        }
        match state.apply(action) {
            Ok(_) => vec![Intent::Act(action)],
            Err(error) => vec![Intent::Refused(Refusal::Rules(error))],
        }
    }

    /// Takes back the last step of this turn, or asks for more if there is none.
    pub fn undo(&mut self) -> Vec<Intent> {
        self.drop_carried();
        if let Some(draft) = &mut self.draft {
            return if draft.undo() { vec![Intent::Edited] } else { Vec::new() };
        }
        match self.turn.as_mut().and_then(Turn::undo) {
            Some(made) => vec![Intent::TakenBack { steps: vec![made], carried: false }],
            None => vec![Intent::Undo],
        }
    }

    /// Repeats the step that was undone last.
    pub fn redo(&mut self) -> Vec<Intent> {
        match self.turn.as_mut().and_then(Turn::redo) {
            Some(made) => vec![Intent::Stepped { steps: vec![made], carried: false }],
            None => vec![Intent::Redo],
        }
    }

    /// Takes back all steps of this turn.
    pub fn reset_turn(&mut self) -> Vec<Intent> {
        self.drop_carried();
        let Some(turn) = &mut self.turn else { return Vec::new() };
        let steps: Vec<MadeStep> = turn.made().iter().rev().copied().collect();
        if turn.reset() { vec![Intent::TakenBack { steps, carried: false }] } else { Vec::new() }
    }

    /// Exchanges the dice.
    pub fn swap_dice(&mut self) -> Vec<Intent> {
        let Some(turn) = &mut self.turn else { return Vec::new() };
        turn.swap_dice();
        vec![Intent::DiceSwapped]
    }

    /// Makes the steps of a play at once, for a typed play or a hint.
    pub fn show_play(&mut self, play: &Play) -> Vec<Intent> {
        self.drop_carried();
        match self.turn.as_mut().and_then(|turn| turn.set(play)) {
            Some(steps) => vec![Intent::Stepped { steps, carried: false }],
            None => vec![Intent::Refused(Refusal::NoLegalMove)],
        }
    }

    /// The seat of the only person, if the other seat is not played by hand: points keep the numbers of that seat.
    fn only_person(&self) -> Option<Player> {
        match self.situation.by_hand {
            [true, false] => Some(Player::Zero),
            [false, true] => Some(Player::One),
            _ => None,
        }
    }

    fn acts_by_hand(&self) -> bool {
        let Some(state) = self.situation.state else { return false };
        !self.situation.reviewing
            && state.to_act().is_none_or(|player| self.situation.by_hand[player.index()])
    }

    fn drop_carried(&mut self) {
        self.pointer = Pointer::Idle;
        self.picked = None;
        self.hover = None;
    }

    /// Refuses an action on the checkers of a slot.
    fn refuse_at(slot: Slot, refusal: Refusal) -> Vec<Intent> {
        vec![Intent::Shake(slot), Intent::Refused(refusal)]
    }

    /// Why checkers cannot be moved now.
    fn refuse_not_playing(&self) -> Vec<Intent> {
        let Some(state) = self.situation.state else { return vec![Intent::NewMatch] };
        if self.situation.reviewing {
            return Vec::new();
        }
        let refusal = match state.phase {
            Phase::Over(_) => return vec![Intent::NextGame],
            _ if !self.acts_by_hand() => Refusal::ComputerToMove,
            Phase::Opening | Phase::Due(Decision::Roll) => Refusal::RollFirst,
            Phase::Due(Decision::Answer(_)) => Refusal::Rules(ActionError::DoublePending),
            Phase::Resigning { .. } => Refusal::Rules(ActionError::ResignationPending),
            Phase::Due(Decision::Play(_)) => Refusal::ComputerToMove,
        };
        vec![Intent::Refused(refusal)]
    }

    /// The slot a carried checker is dropped on: by column and half, generously.
    fn drop_slot(&self, at: Pos) -> Option<Slot> {
        let layout = self.layout();
        let column = |slot: &Slot| {
            let area = layout.area(*slot);
            let (x, w) = if slot.is_tray() { (area.x - 3.0, 12.0) } else { (area.x, area.w) };
            at.x >= x && at.x < x + w
        };
        if (48.0..60.0).contains(&at.x) {
            return self.mover().map(Slot::bar);
        }
        let top = at.y < layout::HEIGHT / 2.0;
        Slot::holding()
            .filter(|slot| slot.bar_owner().is_none())
            .find(|slot| slot.is_top() == top && column(slot))
    }

    /// The half a place lies in.
    fn half_at(at: Pos) -> Half {
        if at.x < layout::WIDTH / 2.0 { Half::Left } else { Half::Right }
    }
}

#[cfg(test)]
mod tests;
