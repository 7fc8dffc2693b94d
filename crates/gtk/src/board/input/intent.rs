// SPDX-License-Identifier: GPL-3.0-or-later
//! What comes in (gestures) and what goes out (intents).

use gnubg_draw::Slot;
use gnubg_draw::layout::Pos;
use gnubg_engine::core::{Action, ActionError, MadeStep, Player};

/// A pointer button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// The main one.
    Left,
    /// The wheel.
    Middle,
    /// The one for menus.
    Right,
}

/// A key without Ctrl or Alt; letters as they come, upper or lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// The space bar.
    Space,
    /// Return or Enter.
    Return,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
}

/// Something the user does on the board. Times are in milliseconds of any clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// A button goes down; `count` is 2 for the second press of a double click.
    Press {
        /// Where.
        at: Pos,
        /// Which.
        button: Button,
        /// First, second, … press in quick succession.
        count: u32,
        /// Whether Ctrl is held.
        ctrl: bool,
        /// When.
        time: u64,
    },
    /// The pointer moves.
    Motion {
        /// Where.
        at: Pos,
        /// When.
        time: u64,
    },
    /// The button goes up.
    Release {
        /// Where.
        at: Pos,
        /// When.
        time: u64,
    },
    /// The pointer left the board or its grab was broken.
    Cancel,
    /// A key.
    Key(Key),
}

/// Why a gesture was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The dice have not been rolled.
    RollFirst,
    /// The computer is to act.
    ComputerToMove,
    /// The other player's checker.
    NotYourChecker,
    /// The checker cannot go there, or nowhere at all.
    NoLegalMove,
    /// No two checkers make that point.
    CannotMakePoint,
    /// There is no bear-off, or more than one.
    NoUniqueBearOff,
    /// All checkers of a player are on the board that is set up.
    NoCheckersLeft(Player),
    /// The play is not finished.
    Incomplete,
    /// The rules of the game forbid it.
    Rules(ActionError),
}

/// What the user wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Do this in the match.
    Act(Action),
    /// Throw the dice: the opening or a turn.
    Roll,
    /// Start a match; none is on.
    NewMatch,
    /// Go on to the next game.
    NextGame,
    /// Steps were made in this turn; `carried` if the pointer did it, so that no animation is needed.
    Stepped {
        /// The steps in order.
        steps: Vec<MadeStep>,
        /// Whether the checker was carried by hand.
        carried: bool,
    },
    /// Steps of this turn were taken back, the last first.
    TakenBack {
        /// The steps.
        steps: Vec<MadeStep>,
        /// Whether the checker was carried by hand.
        carried: bool,
    },
    /// A carried checker returns to its slot.
    FlyBack {
        /// From here.
        from: Pos,
        /// To this slot.
        to: Slot,
    },
    /// Shake the last checker of this slot, because it cannot move as asked.
    Shake(Slot),
    /// The dice changed places.
    DiceSwapped,
    /// Nothing can be done; say why.
    Refused(Refusal),
    /// Open the context menu.
    Menu(Pos),
    /// Open the resignation menu.
    ResignMenu,
    /// Undo beyond this turn.
    Undo,
    /// Redo beyond this turn.
    Redo,
    /// Change the playing direction.
    FlipDirection,
    /// Show a hint.
    Hint,
    /// Write a comment on the decision.
    Comment,
    /// The arrows of a review are to be shown or hidden.
    Arrows,
    /// Navigate the record.
    Navigate(Go),
    /// Open the entry line for a play, with this first character.
    EnterPlay(char),
    /// Make the play of that letter in the list of the best plays; `a` is the first.
    Candidate(char),
    /// Dice entered by hand.
    EnterDice([u8; 2]),
    /// The first of two dice was entered, or taken back.
    PendingDie(Option<u8>),
    /// Starts or ends typing the size of a resignation.
    PendingResignation(bool),
    /// Transcribe that nothing was moved although a checker could move.
    PassAnyway,
    /// Transcribe a missing turn.
    Gap,
    /// Activate the suggested button.
    Suggested,
    /// The position being set up changed.
    Edited,
    /// Choose dice for this player.
    PickDice(Player),
    /// Choose the cube.
    PickCube,
    /// Leave the edit mode without applying.
    CancelEdit,
    /// The cursor moved.
    CursorMoved,
    /// Leave full screen or close whatever is open.
    Escape,
    /// Only the drawing changed.
    Redraw,
}

/// Steps of navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// One decision on.
    Next,
    /// One decision back.
    Previous,
    /// To the next error.
    NextError,
    /// To the previous error.
    PreviousError,
}
