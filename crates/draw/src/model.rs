// SPDX-License-Identifier: GPL-3.0-or-later
//! The contents of the board at one moment, as a plain value. The painter draws exactly this.

use super::layout::{CubePlace, Direction, Layout, Movables, Pos, Rect};
use super::{Slot, layout};
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, MatchState, Phase, Player, ResignLevel, Side, Turn,
};

/// The checkers on one slot; `owner` has no meaning while `count` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// Whose checkers.
    pub owner: Player,
    /// How many, 0 to 15.
    pub count: u8,
}

impl Stack {
    /// No checkers.
    pub const EMPTY: Stack = Stack { owner: Player::Zero, count: 0 };
}

/// The checkers on all slots that can hold any, by slot index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stacks([Stack; Slot::HOLDING]);

impl Default for Stacks {
    fn default() -> Stacks {
        Stacks::EMPTY
    }
}

impl Stacks {
    /// A board without checkers.
    pub const EMPTY: Stacks = Stacks([Stack::EMPTY; Slot::HOLDING]);

    /// The checkers of a board seen by `on_roll`; `n_checkers` each, the missing ones in the trays.
    #[must_use]
    pub fn new(board: &Board, on_roll: Player, n_checkers: u8) -> Stacks {
        let mut stacks = Stacks::EMPTY;
        for (side, player) in [(Side::OnRoll, on_roll), (Side::Opponent, on_roll.other())] {
            for (index, &count) in board.side(side).iter().enumerate() {
                if count > 0 {
                    let slot = Slot::of(player, gnubg_engine::core::Place::from_index(index));
                    stacks.put(slot, player, count);
                }
            }
            let off = n_checkers.saturating_sub(board.checkers_on_board(side));
            stacks.put(Slot::tray(player), player, off);
        }
        stacks
    }

    /// The checkers on a slot; none on the unused trays.
    #[must_use]
    pub fn at(&self, slot: Slot) -> Stack {
        self.0.get(slot.index()).copied().unwrap_or(Stack::EMPTY)
    }

    /// How many checkers `player` has on a slot.
    #[must_use]
    pub fn of(&self, slot: Slot, player: Player) -> u8 {
        let stack = self.at(slot);
        if stack.owner == player { stack.count } else { 0 }
    }

    /// Replaces the checkers on a slot; ignored for the unused trays.
    pub fn put(&mut self, slot: Slot, owner: Player, count: u8) {
        if let Some(stack) = self.0.get_mut(slot.index()) {
            *stack = Stack { owner, count };
        }
    }

    /// Adds a checker of `player`, replacing the opponent's if any are there.
    pub fn add(&mut self, slot: Slot, player: Player) {
        self.put(slot, player, self.of(slot, player) + 1);
    }

    /// Removes a checker of `player`, if one is there.
    pub fn remove(&mut self, slot: Slot, player: Player) {
        let count = self.of(slot, player);
        if count > 0 {
            self.put(slot, player, count - 1);
        }
    }

    /// The numbers of checkers on the slots.
    #[must_use]
    pub fn heights(&self) -> [u8; Slot::HOLDING] {
        self.0.map(|stack| stack.count)
    }

    /// The board as `on_roll` sees it.
    #[must_use]
    pub fn board(&self, on_roll: Player) -> Board {
        let mut board = Board::EMPTY;
        for slot in Slot::holding() {
            let stack = self.at(slot);
            let side = if stack.owner == on_roll { Side::OnRoll } else { Side::Opponent };
            if let Some(index) = slot.place_for(stack.owner).and_then(gnubg_engine::core::Place::index)
                && stack.count > 0
            {
                board.set(side, index, stack.count);
            }
        }
        board
    }
}

/// Two dice on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceView {
    /// Whose roll.
    pub owner: Player,
    /// Whose each die is: the owner's, but in an opening roll one of each player.
    pub thrown_by: [Player; 2],
    /// Faces, the left die first.
    pub faces: [u8; 2],
    /// How much of each is used up, 0 to 1; halves occur with doubles.
    pub used: [f64; 2],
    /// Where they lie.
    pub at: [Rect; 2],
    /// Rotation of each die, in radians.
    pub turned: [f64; 2],
    /// Whether the roll has been played: the dice lie there dimmed until the next roll, and nothing can be done with them.
    pub is_played: bool,
}

impl DiceView {
    /// Whether it is a roll of two equal dice, which is played four times.
    #[must_use]
    pub fn is_double(&self) -> bool {
        self.faces[0] == self.faces[1] && self.thrown_by[0] == self.thrown_by[1]
    }
}

/// The cube on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeView {
    /// The number shown: 64 for a centered cube of value 1, and the new value while it is offered.
    pub shown: u32,
    /// Where it belongs.
    pub place: CubePlace,
    /// Where it lies now.
    pub at: Rect,
    /// Rotation of the number from the bottom player's view, in radians.
    pub turned: f64,
}

/// The number on top of a cube: a centered cube of value 1 shows 64.
#[must_use]
pub fn shown_on_cube(value: CubeValue) -> u32 {
    if value == CubeValue::ONE { 64 } else { value.points() }
}

/// Rotation of the number of a cube at `place`, in radians.
#[must_use]
pub fn cube_turn(place: CubePlace) -> f64 {
    match place {
        CubePlace::Centered => -std::f64::consts::FRAC_PI_2,
        CubePlace::Owned(Player::One) | CubePlace::Offered(Player::One) => 0.0,
        CubePlace::Owned(Player::Zero) | CubePlace::Offered(Player::Zero) => std::f64::consts::PI,
    }
}

/// A flag of resignation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlagView {
    /// What is conceded.
    pub level: ResignLevel,
    /// Who resigns.
    pub by: Player,
    /// Where it stands.
    pub at: Rect,
}

/// The kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A legal target of the checker being moved.
    Move,
    /// A legal target where it hits.
    Hit,
    /// The checker came from here and can go back.
    Back,
}

/// A marked place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The slot.
    pub slot: Slot,
    /// The kind.
    pub kind: MarkKind,
}

/// One end of a checker's flight path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// Checker `.1` (0 = the first) of a slot.
    Place(Slot, u8),
    /// The place where the pointer released it.
    Air(Pos),
}

/// The path of a flying checker, for the 3D board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightPath {
    /// The start.
    pub from: End,
    /// The end.
    pub to: End,
    /// The completed part, 0 to 1.
    pub done: f64,
}

/// A checker that is not on a slot: dragged by the pointer or flying.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LooseChecker {
    /// Whose checker.
    pub player: Player,
    /// Its middle.
    pub at: Pos,
    /// Height: 0 lies on the board, 1 is carried.
    pub lift: f64,
    /// 0 invisible to 1 opaque.
    pub alpha: f64,
    /// Its path, if it is flying.
    pub way: Option<FlightPath>,
}

/// The numbering of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Labels {
    /// No numbers.
    #[default]
    Off,
    /// As seen by this player.
    Seen(Player),
    /// As seen by both: the bottom player's numbers outside, the top player's inside.
    Both,
}

/// How stacks of more than five (three on the bar) are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TallStacks {
    /// Five checkers and a number.
    #[default]
    Numbered,
    /// All checkers, overlapping.
    Overlapping,
}

/// How borne-off checkers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TrayStyle {
    /// Seen edge-on, as stacked in a real tray.
    #[default]
    EdgeOn,
    /// Flat discs with a number, as in GNU Backgammon 1.07.
    Flat,
}

/// Where the dice lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DicePlaces {
    /// Side by side in the middle of the roller's half.
    #[default]
    Neat,
    /// Where a throw lets them fall.
    Thrown,
}

/// Display options of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ViewOptions {
    /// Which way the bottom player runs.
    pub direction: Direction,
    /// Whether points are numbered.
    pub numbers: bool,
    /// Numbers seen by the player on roll; else always by the bottom player.
    pub dynamic_numbers: bool,
    /// Tall stacks.
    pub tall: TallStacks,
    /// Trays.
    pub trays: TrayStyle,
    /// Dice.
    pub dice: DicePlaces,
    /// Whether the board is gray while editing.
    pub gray_edit: bool,
    /// Whether the higher die lies on the left; else the die that was rolled first.
    pub high_die_first: bool,
}

impl ViewOptions {
    /// Whether the lower die lies on the left.
    #[must_use]
    pub const fn is_low_first(&self, throw: DiceThrow) -> bool {
        !self.high_die_first && throw.is_low_first
    }
}

/// How the dice of a roll were thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DiceThrow {
    /// The number of the roll in the match. It determines the places of thrown dice.
    pub number: u64,
    /// Whether the lower die was rolled first.
    pub is_low_first: bool,
}

impl DiceThrow {
    /// A throw of which the order of the dice is not known, because it comes from a file or an ID. One order is chosen
    /// by the number of the roll, so that the dice lie the same way whenever it is shown.
    #[must_use]
    pub const fn of_unknown_order(number: u64) -> DiceThrow {
        // A bit of the number that is as good as random.
        let is_low_first = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1;
        DiceThrow { number, is_low_first }
    }
}

impl Default for ViewOptions {
    fn default() -> ViewOptions {
        ViewOptions {
            direction: Direction::default(),
            numbers: true,
            dynamic_numbers: true,
            tall: TallStacks::default(),
            trays: TrayStyle::default(),
            dice: DicePlaces::default(),
            gray_edit: true,
            high_die_first: true,
        }
    }
}

/// Everything that is drawn; by default an empty board.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BoardView {
    /// Geometry.
    pub layout: Layout,
    /// Tall stacks.
    pub tall: TallStacks,
    /// Trays.
    pub trays: TrayStyle,
    /// Point numbers.
    pub labels: Labels,
    /// Checkers on their places.
    pub stacks: Stacks,
    /// Dice, if any were rolled.
    pub dice: Option<DiceView>,
    /// The cube, unless the game is played without.
    pub cube: Option<CubeView>,
    /// A resignation.
    pub flag: Option<FlagView>,
    /// Whose turn it is.
    pub arrow: Option<Player>,
    /// Marked places.
    pub marks: Vec<Mark>,
    /// The last play: where its checkers came from and went.
    pub last_play: Vec<(Slot, Slot)>,
    /// A play shown by arrows.
    pub arrows: Vec<(Slot, Slot)>,
    /// The best play, shown by arrows of another shape beside the one that was made.
    pub best_arrows: Vec<(Slot, Slot)>,
    /// Checkers off their places.
    pub loose: Vec<LooseChecker>,
    /// What has the keyboard focus, if it is shown.
    pub focus: Option<layout::Target>,
    /// Whether a position is being set up.
    pub editing: bool,
    /// Whether the board is grayed.
    pub grayed: bool,
    /// Whether the board is dimmed because there is no game.
    pub dimmed: bool,
}

impl BoardView {
    /// The view of a match. `turn` is the play being entered, if any.
    #[must_use]
    pub fn new(
        state: &MatchState,
        turn: Option<&Turn>,
        throw: DiceThrow,
        options: &ViewOptions,
    ) -> BoardView {
        let layout = Layout::new(options.direction);
        let n_checkers = state.rules.variation.n_checkers();
        let board = turn.map_or(&state.board, Turn::board);
        let stacks = Stacks::new(board, state.on_roll, n_checkers);
        let dice = state.dice().map(|dice| {
            let owner = state.on_roll;
            let at = match options.dice {
                DicePlaces::Neat => layout.neat_dice(owner),
                DicePlaces::Thrown => {
                    let before = Stacks::new(&state.board, owner, n_checkers);
                    layout.thrown_dice(owner, throw.number, &before.heights())
                }
            };
            let lying = match options.is_low_first(throw) {
                true => [dice.low(), dice.high()],
                false => [dice.high(), dice.low()],
            };
            let faces = turn.map_or(lying, Turn::faces);
            let used = turn.map_or([0.0; 2], |turn| turn.used_halves().map(|halves| f64::from(halves) / 2.0));
            DiceView { owner, thrown_by: [owner; 2], faces, used, at, turned: [0.0; 2], is_played: false }
        });
        BoardView {
            layout,
            tall: options.tall,
            trays: options.trays,
            labels: match (options.numbers, options.dynamic_numbers) {
                (false, _) => Labels::Off,
                (true, true) => Labels::Seen(state.on_roll),
                (true, false) => Labels::Seen(Player::One),
            },
            stacks,
            dice,
            cube: cube_view(state, layout),
            flag: flag_view(state, layout),
            arrow: matches!(state.phase, Phase::Due(_) | Phase::Resigning { .. }).then_some(state.on_roll),
            ..BoardView::default()
        }
    }

    /// Leaves the dice of the roll played last on the board, dimmed. Ignored if there are other dice.
    pub fn leave_dice(&mut self, owner: Player, faces: [u8; 2], at: [Rect; 2]) {
        self.dice.get_or_insert(DiceView {
            owner,
            thrown_by: [owner; 2],
            faces,
            used: [1.0; 2],
            at,
            turned: [0.0; 2],
            is_played: true,
        });
    }

    /// Shows the dice of an opening roll, the face of seat `Zero` first: one in each player's half and color.
    pub fn show_opening(&mut self, faces: [u8; 2]) {
        self.dice = Some(DiceView {
            owner: Player::One,
            thrown_by: Player::BOTH,
            faces,
            used: [0.0; 2],
            at: self.layout.opening_dice(),
            turned: [0.0; 2],
            is_played: true,
        });
    }

    /// The dice that are still to be played, or confirmed.
    #[must_use]
    pub fn dice_to_play(&self) -> Option<DiceView> {
        self.dice.filter(|dice| !dice.is_played)
    }

    /// The rectangles of dice, cube and flag, for pointing at them.
    #[must_use]
    pub fn movables(&self) -> Movables {
        Movables {
            dice: self.dice_to_play().map(|dice| dice.at),
            cube: self.cube.map(|cube| cube.at),
            flag: self.flag.map(|flag| flag.at),
        }
    }

    /// The square of checker `nth` on a slot as this view draws it.
    #[must_use]
    pub fn checker(&self, slot: Slot, nth: u8, count: u8) -> Rect {
        if slot.is_tray() && self.trays == TrayStyle::EdgeOn {
            let bar = self.layout.edge_on(slot, nth);
            return Rect::around(bar.center(), layout::CHECKER);
        }
        match self.tall {
            TallStacks::Numbered => self.layout.checker(slot, nth),
            TallStacks::Overlapping => self.layout.overlapped(slot, nth, count),
        }
    }
}

fn cube_view(state: &MatchState, layout: Layout) -> Option<CubeView> {
    // In a match to one point nobody can ever double.
    if state.is_crawford || !state.rules.cube || (state.length == 1 && state.cube == CubeState::CENTERED) {
        return None;
    }
    let offer = match state.phase {
        Phase::Due(Decision::Answer(offer)) | Phase::Resigning { then: Decision::Answer(offer), .. } => {
            Some(offer)
        }
        _ => None,
    };
    let (shown, place) = match offer {
        Some(offer) => {
            let value = state.cube.value.doubled().unwrap_or(CubeValue::MAX);
            (value.points(), CubePlace::Offered(offer.by.other()))
        }
        None => {
            (shown_on_cube(state.cube.value), state.cube.owner.map_or(CubePlace::Centered, CubePlace::Owned))
        }
    };
    Some(CubeView { shown, place, at: layout.cube(place), turned: cube_turn(place) })
}

fn flag_view(state: &MatchState, layout: Layout) -> Option<FlagView> {
    match state.phase {
        Phase::Resigning { by, level, then } => {
            let is_cube_offered = matches!(then, Decision::Answer(_));
            Some(FlagView { level, by, at: layout.flag(by.other(), is_cube_offered) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Action, MoveRules, Place, Rules};

    fn started(length: u16) -> MatchState {
        MatchState::new(length, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap()
    }

    #[test]
    fn dice_lie_as_rolled_unless_the_higher_one_is_first() {
        let state = started(0);
        let faces = |high_die_first, is_low_first| {
            let options = ViewOptions { high_die_first, ..ViewOptions::default() };
            let throw = DiceThrow { number: 7, is_low_first };
            BoardView::new(&state, None, throw, &options).dice.map(|dice| dice.faces)
        };
        assert_eq!([false, true].map(|low| faces(true, low)), [Some([3, 1]); 2]);
        assert_eq!([false, true].map(|low| faces(false, low)), [Some([3, 1]), Some([1, 3])]);
        let chosen: Vec<bool> = (0..40).map(|n| DiceThrow::of_unknown_order(n).is_low_first).collect();
        assert!(chosen.contains(&true) && chosen.contains(&false), "files do not tell the order");
        assert_eq!(DiceThrow::of_unknown_order(5), DiceThrow::of_unknown_order(5));
    }

    #[test]
    fn stacks_and_boards_are_inverse() {
        let state = started(0);
        let stacks = Stacks::new(&state.board, state.on_roll, 15);
        assert_eq!(stacks.board(state.on_roll), state.board);
        assert_eq!(stacks.at(Slot::new(6).unwrap()), Stack { owner: Player::One, count: 5 });
        assert_eq!(stacks.at(Slot::new(19).unwrap()), Stack { owner: Player::Zero, count: 5 });
        assert_eq!(stacks.of(Slot::tray(Player::One), Player::One), 0);
    }

    #[test]
    fn a_turn_in_the_making_is_shown() {
        let state = started(0);
        let mut turn = Turn::new(&state.board, state.dice().unwrap(), MoveRules::default());
        turn.go(Place::point(8).unwrap(), Place::point(5).unwrap()).unwrap();
        let view = BoardView::new(&state, Some(&turn), DiceThrow::default(), &ViewOptions::default());
        // Seat Zero is on roll: its 5-point is slot 20.
        assert_eq!(view.stacks.at(Slot::new(20).unwrap()), Stack { owner: Player::Zero, count: 1 });
        let dice = view.dice.unwrap();
        assert_eq!((dice.faces, dice.used, dice.owner), ([3, 1], [1.0, 0.0], Player::Zero));
        assert_eq!(view.arrow, Some(Player::Zero));
        assert_eq!(view.labels, Labels::Seen(Player::Zero));
    }

    #[test]
    fn the_cube_shows_where_it_belongs() {
        let opening = MatchState::new(0, Rules::default()).unwrap();
        let options = ViewOptions::default();
        let cube = |state: &MatchState| BoardView::new(state, None, DiceThrow::default(), &options).cube;
        let centered = cube(&opening).unwrap();
        assert_eq!((centered.shown, centered.place), (64, CubePlace::Centered));
        let state = started(0);
        let play = state.legal_plays().unwrap().plays()[0];
        let doubled = state.apply(Action::Play(play)).unwrap().apply(Action::Double).unwrap();
        let offered = cube(&doubled).unwrap();
        assert_eq!((offered.shown, offered.place), (2, CubePlace::Offered(Player::Zero)));
        assert!((offered.turned - std::f64::consts::PI).abs() < 1e-9);
        let taken = cube(&doubled.apply(Action::Take).unwrap()).unwrap();
        assert_eq!((taken.shown, taken.place), (2, CubePlace::Owned(Player::Zero)));
        let crawford = MatchState { is_crawford: true, length: 3, score: [2, 0], ..opening };
        assert_eq!(cube(&crawford), None);
        assert_eq!([1, 2].map(|length| cube(&started(length)).is_some()), [false, true]);
    }

    #[test]
    fn a_resignation_stands_in_the_middle_or_beside_an_offered_cube() {
        let state = started(0).apply(Action::Resign(ResignLevel::Gammon)).unwrap();
        let flag = BoardView::new(&state, None, DiceThrow::default(), &ViewOptions::default()).flag.unwrap();
        assert_eq!((flag.level, flag.by), (ResignLevel::Gammon, Player::Zero));
        assert_eq!(flag.at, Rect::new(48.5, 35.5, 11.0, 11.0));
        let state = started(0);
        let play = state.legal_plays().unwrap().plays()[0];
        let doubled = state.apply(Action::Play(play)).and_then(|state| state.apply(Action::Double)).unwrap();
        let resigned = doubled.apply(Action::Resign(ResignLevel::Single)).unwrap();
        let view = BoardView::new(&resigned, None, DiceThrow::default(), &ViewOptions::default());
        assert_eq!(view.cube.unwrap().at, Rect::new(48.5, 35.5, 11.0, 11.0));
        assert_eq!(view.flag.unwrap().at, Rect::new(75.0, 38.0, 6.0, 6.0));
    }
}
