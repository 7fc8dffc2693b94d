// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing and setting up by keyboard.

use super::editing::edited;
use super::{Button, Controller, Go, Intent, Key, Pointer, Refusal};
use gnubg_draw::Slot;
use gnubg_draw::layout::{Pos, Target};
use gnubg_engine::core::{Action, ActionError, Decision, Phase, Play, Player, ResignLevel, Turn};

/// Columns the cursor moves over, from left to right: tray, six points, bar, six points, tray.
const N_COLUMNS: usize = 15;

/// The column of a place, 0 to 14.
fn column(x: f64) -> usize {
    let n = match x {
        x if x < 12.0 => 0.0,
        x if x < 48.0 => 1.0 + (x - 12.0) / 6.0,
        x if x < 60.0 => 7.0,
        x if x < 96.0 => 8.0 + (x - 60.0) / 6.0,
        _ => 14.0,
    };
    n as usize
}

/// The middle of a column.
fn column_x(n: usize) -> f64 {
    match n {
        0 => 6.0,
        1..=6 => 15.0 + 6.0 * (n as f64 - 1.0),
        7 => 54.0,
        8..=13 => 63.0 + 6.0 * (n as f64 - 8.0),
        _ => 102.0,
    }
}

impl Controller {
    pub(super) fn key(&mut self, key: Key) -> Vec<Intent> {
        if self.draft.is_some() {
            return self.edit_key(key);
        }
        let size = match key {
            Key::Char(c) => c.to_digit(10).and_then(|n| ResignLevel::from_multiple(n as u8)),
            _ => None,
        };
        if key != Key::Escape
            && std::mem::take(&mut self.pending_resignation)
            && let Some(level) = size
        {
            return self.act(Action::Resign(level));
        }
        match key {
            Key::Left | Key::Right | Key::Up | Key::Down => self.move_cursor(key),
            Key::Escape => self.escape(),
            Key::Backspace => self.undo(),
            Key::Space => self.space(),
            Key::Return => self.enter(),
            Key::Char(c) => self.character(c),
        }
    }

    /// Moves the cursor over the board as seen.
    pub(super) fn move_cursor(&mut self, key: Key) -> Vec<Intent> {
        let layout = self.layout();
        let area = match self.cursor {
            Target::Slot(slot) => layout.area(slot),
            other => gnubg_draw::paint::focus_rect(&self.view(), other),
        };
        let middle = area.center();
        let n = column(middle.x);
        let (n, top) = match key {
            Key::Left => (n.saturating_sub(1), middle.y < 41.0),
            Key::Right => ((n + 1).min(N_COLUMNS - 1), middle.y < 41.0),
            Key::Up => (n, true),
            _ => (n, false),
        };
        let x = column_x(n);
        let found = Slot::all().find(|&slot| {
            let area = layout.area(slot);
            (area.center().x - x).abs() < 0.5 && (area.center().y < 41.0) == top
        });
        if let Some(slot) = found {
            self.cursor = Target::Slot(slot);
        }
        self.cursor_shown = true;
        vec![Intent::CursorMoved]
    }

    fn escape(&mut self) -> Vec<Intent> {
        if let Pointer::Carrying { from, at, .. } = self.pointer {
            self.pointer = Pointer::Idle;
            return vec![Intent::FlyBack { from: at, to: from }];
        }
        if self.picked.is_some() {
            return self.put_back_picked();
        }
        if self.pending_die.take().is_some() {
            return vec![Intent::PendingDie(None)];
        }
        if std::mem::take(&mut self.pending_resignation) {
            return vec![Intent::PendingResignation(false)];
        }
        let undone = self.reset_turn();
        if undone.is_empty() { vec![Intent::Escape] } else { undone }
    }

    fn space(&mut self) -> Vec<Intent> {
        match &self.turn {
            Some(turn) if turn.is_complete() && self.picked.is_none() => self.confirm(),
            Some(_) => self.pick_or_put(),
            None => match self.situation.state.map(|state| state.phase) {
                Some(Phase::Due(Decision::Answer(_)) | Phase::Resigning { .. }) => self.refuse_not_playing(),
                _ => self.roll(),
            },
        }
    }

    fn enter(&mut self) -> Vec<Intent> {
        match &self.turn {
            Some(turn) if turn.is_complete() && self.picked.is_none() => self.confirm(),
            Some(_) if self.cursor_shown => self.pick_or_put(),
            Some(_) => vec![Intent::Refused(Refusal::Incomplete)],
            None => vec![Intent::Suggested],
        }
    }

    /// Picks up the checker under the cursor, or puts the picked one down there.
    pub fn pick_or_put(&mut self) -> Vec<Intent> {
        self.cursor_shown = true;
        let Target::Slot(slot) = self.cursor else { return Vec::new() };
        let Some(from) = self.picked.take() else {
            if self.mover_place(slot).is_none() {
                // No checker to pick up: what a click there would do.
                return self.click_slot(slot, Button::Left, Pos::default());
            }
            self.picked = Some(slot);
            return vec![Intent::Redraw];
        };
        if from == slot {
            return vec![Intent::Redraw];
        }
        match self.move_checker(from, slot) {
            Some(Intent::Stepped { steps, .. }) => vec![Intent::Stepped { steps, carried: false }],
            Some(Intent::TakenBack { steps, .. }) => vec![Intent::TakenBack { steps, carried: false }],
            _ => {
                self.picked = Some(from);
                Controller::refuse_at(from, Refusal::NoLegalMove)
            }
        }
    }

    fn character(&mut self, c: char) -> Vec<Intent> {
        let answering =
            self.state().is_some_and(|state| matches!(state.phase, Phase::Due(Decision::Answer(_))));
        let resigning = self.state().is_some_and(|state| matches!(state.phase, Phase::Resigning { .. }));
        match c.to_ascii_lowercase() {
            letter @ 'a'..='z' if self.is_candidate(letter) => vec![Intent::Candidate(letter)],
            'r' if self.is_transcribing() && self.may_resign() => {
                self.pending_resignation = true;
                vec![Intent::PendingResignation(true)]
            }
            '+' => self.by_die(0),
            '-' if self.turn.is_some() => self.by_die(1),
            '1'..='6' if self.may_roll_next() => self.confirm_and_roll(c),
            '0'..='9' | '/' | 'b' | 'o' if self.turn.is_some() => vec![Intent::EnterPlay(c)],
            '1'..='6' => self.digit(c),
            '?' => self.leave_gap(),
            'w' => self.swap_dice(),
            'd' => self.act(Action::Double),
            't' | 'y' if resigning => self.act(Action::AcceptResignation),
            'p' | 'n' if resigning => self.act(Action::DeclineResignation),
            't' | 'y' if answering => self.act(Action::Take),
            'p' | 'n' if answering => self.act(Action::Drop),
            'b' if answering => self.act(Action::Beaver),
            't' | 'y' | 'p' | 'n' | 'b' => vec![Intent::Refused(Refusal::Rules(ActionError::NoDouble))],
            'r' => self.roll(),
            'u' => self.undo(),
            'h' => vec![Intent::Hint],
            'a' if self.situation.reviewing => vec![Intent::Arrows],
            ';' => vec![Intent::Comment],
            'x' => vec![Intent::FlipDirection],
            'f' => self.dance(),
            '.' => vec![Intent::Navigate(Go::Next)],
            ',' => vec![Intent::Navigate(Go::Previous)],
            '>' => vec![Intent::Navigate(Go::NextError)],
            '<' => vec![Intent::Navigate(Go::PreviousError)],
            _ => Vec::new(),
        }
    }

    /// Whether a letter chooses one of the best plays: a match is transcribed, nothing has been moved, and the letter
    /// is no command.
    fn is_candidate(&self, letter: char) -> bool {
        let fresh = |turn: &Turn| turn.made().is_empty() && !turn.is_dance();
        let from_bar = self.mover().is_some_and(|mover| self.mover_place(Slot::bar(mover)).is_some());
        let is_command = matches!(letter, 'f' | 'h' | 'r' | 'u' | 'w' | 'x') || (letter == 'b' && from_bar);
        self.is_transcribing()
            && self.picked.is_none()
            && self.turn.as_ref().is_some_and(fresh)
            && !is_command
    }

    /// Whether somebody may resign now.
    fn may_resign(&self) -> bool {
        !self.situation.reviewing && self.state().is_some_and(|state| matches!(state.phase, Phase::Due(_)))
    }

    /// Plays the checker under the cursor by the left (0) or right (1) die.
    fn by_die(&mut self, first: usize) -> Vec<Intent> {
        let button = if first == 0 { Button::Left } else { Button::Right };
        match self.cursor {
            Target::Slot(slot) if self.mover_place(slot).is_some() => {
                self.cursor_shown = true;
                self.click_slot(slot, button, Pos::default())
            }
            _ => vec![Intent::Refused(Refusal::NotYourChecker)],
        }
    }

    /// A die typed while dice are entered by hand.
    fn digit(&mut self, c: char) -> Vec<Intent> {
        let waiting = self
            .state()
            .is_some_and(|state| matches!(state.phase, Phase::Opening | Phase::Due(Decision::Roll)));
        if !self.situation.manual_dice || !waiting {
            return self.refuse_not_playing();
        }
        let die = c.to_digit(10).map_or(1, |d| d as u8);
        match self.pending_die.take() {
            Some(first) => vec![Intent::EnterDice([first, die])],
            None => {
                self.pending_die = Some(die);
                vec![Intent::PendingDie(Some(die))]
            }
        }
    }

    /// Transcribes a missing turn. A complete play is confirmed first.
    fn leave_gap(&mut self) -> Vec<Intent> {
        if !self.situation.manual_dice {
            return self.refuse_not_playing();
        }
        let mut intents = if self.may_roll_next() { self.confirm() } else { Vec::new() };
        self.pending_die = None;
        intents.push(Intent::Gap);
        intents
    }

    /// Whether a die may be typed that finishes the play before it: the play is made and complete.
    fn may_roll_next(&self) -> bool {
        let made = self.turn.as_ref().is_some_and(|turn| turn.is_complete() && !turn.made().is_empty());
        made && self.situation.manual_dice && self.picked.is_none()
    }

    /// Finishes the play and takes the first die of the next roll.
    fn confirm_and_roll(&mut self, c: char) -> Vec<Intent> {
        let mut intents = self.confirm();
        self.pending_die = c.to_digit(10).map(|d| d as u8);
        intents.push(Intent::PendingDie(self.pending_die));
        intents
    }

    /// Passes when no checker can move.
    fn dance(&mut self) -> Vec<Intent> {
        match &self.turn {
            Some(turn) if turn.is_dance() => vec![Intent::Act(Action::Play(Play::EMPTY))],
            Some(_) if self.is_transcribing() => vec![Intent::PassAnyway],
            Some(turn) => vec![Intent::Refused(Refusal::Rules(ActionError::MustPlay(Turn::dice(turn))))],
            None => self.refuse_not_playing(),
        }
    }

    fn edit_key(&mut self, key: Key) -> Vec<Intent> {
        let cursor = self.cursor;
        let Some(draft) = &mut self.draft else { return Vec::new() };
        let slot = match cursor {
            Target::Slot(slot) => slot,
            _ => Slot::UNUSED_BOTTOM,
        };
        match key {
            Key::Left | Key::Right | Key::Up | Key::Down => return self.move_cursor(key),
            Key::Escape => return vec![Intent::CancelEdit],
            Key::Backspace => return self.undo(),
            Key::Return => return vec![Intent::Suggested],
            Key::Space => return Vec::new(),
            Key::Char(c) => match (c, shifted_digit(c)) {
                ('0', _) => draft.change(|d| {
                    let owner = d.stacks.at(slot).owner;
                    d.set(slot, owner, 0);
                }),
                (_, Some(n)) => {
                    let is_enough = draft.change(|d| d.set(slot, Player::Zero, n));
                    self.cursor_shown = true;
                    return edited(is_enough, Player::Zero);
                }
                ('1'..='9', _) => {
                    let n = c.to_digit(10).map_or(0, |n| n as u8);
                    let is_enough = draft.change(|d| d.set(slot, Player::One, n));
                    self.cursor_shown = true;
                    return edited(is_enough, Player::One);
                }
                ('-', _) => draft.change(super::Draft::swap_colors),
                ('m' | 'M', _) => draft.change(super::Draft::mirror),
                ('c' | 'C', _) => draft.change(super::Draft::clear),
                ('i' | 'I', _) => {
                    let variation = draft.base.rules.variation;
                    draft.change(|d| d.initial(variation));
                }
                ('x' | 'X', _) => return vec![Intent::FlipDirection],
                _ => return Vec::new(),
            },
        }
        self.cursor_shown = true;
        vec![Intent::Edited]
    }
}

/// The digit whose key gives this character with Shift on the usual US layout; layouts differ, so the window also
/// sends shifted digits of the number row as these characters.
fn shifted_digit(c: char) -> Option<u8> {
    "!@#$%^&*(".chars().zip(1..).find(|(shifted, _)| *shifted == c).map(|(_, n)| n)
}
