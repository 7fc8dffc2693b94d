// SPDX-License-Identifier: GPL-3.0-or-later
//! The scenarios of the test plan, at the level of gestures and intents.

use super::*;
use gnubg_draw::layout::CubePlace;
use gnubg_engine::core::{
    Board, CubeRefusal, CubeState, CubeValue, Dice, GameResult, ResignLevel, Rules, Variation, notation,
};

fn slot(n: usize) -> Slot {
    Slot::new(n).unwrap()
}

/// A controller with the bottom player to play `roll` in the position given by own and opponent's points (25 = bar).
fn playing(own: &[(u8, u8)], other: &[(u8, u8)], roll: (u8, u8)) -> Controller {
    let mut board = Board::EMPTY;
    for (side, places) in [(Side::OnRoll, own), (Side::Opponent, other)] {
        for &(number, count) in places {
            board.set(side, usize::from(number) - 1, count);
        }
    }
    with_board(board, roll)
}

fn with_board(board: Board, roll: (u8, u8)) -> Controller {
    let mut state = MatchState::new(0, Rules::default()).unwrap();
    state.board = board;
    state.phase = Phase::Due(Decision::Play(Dice::new(roll.0, roll.1).unwrap()));
    controller(state)
}

fn start(roll: (u8, u8)) -> Controller {
    with_board(Variation::Standard.start(), roll)
}

fn controller(state: MatchState) -> Controller {
    let mut controller = Controller::default();
    controller.set_situation(Situation { state: Some(state), ..Situation::NONE });
    controller
}

/// The middle of the outermost checker on a slot, or of its first place.
fn on(controller: &Controller, n: usize) -> Pos {
    let view = controller.view();
    let count = view.stacks.at(slot(n)).count;
    view.layout.checker(slot(n), count.saturating_sub(1)).center()
}

fn click_at(controller: &mut Controller, at: Pos, button: Button) -> Vec<Intent> {
    let mut intents = controller.handle(Gesture::Press { at, button, count: 1, ctrl: false, time: 1000 });
    intents.extend(controller.handle(Gesture::Release { at, time: 1100 }));
    intents.retain(|intent| *intent != Intent::Redraw);
    intents
}

fn click(controller: &mut Controller, n: usize, button: Button) -> Vec<Intent> {
    let at = on(controller, n);
    click_at(controller, at, button)
}

fn click_die(controller: &mut Controller, button: Button) -> Vec<Intent> {
    let at = controller.view().dice.unwrap().at[0].center();
    click_at(controller, at, button)
}

fn drag(controller: &mut Controller, from: usize, to: usize) -> Vec<Intent> {
    let (a, b) = (on(controller, from), on(controller, to));
    controller.handle(Gesture::Press { at: a, button: Button::Left, count: 1, ctrl: false, time: 1000 });
    for n in 1..=10 {
        let at = a.toward(b, f64::from(n) / 10.0);
        controller.handle(Gesture::Motion { at, time: 1000 + 30 * n as u64 });
    }
    let mut intents = controller.handle(Gesture::Release { at: b, time: 1400 });
    intents.retain(|intent| *intent != Intent::Redraw);
    intents
}

fn key(controller: &mut Controller, c: char) -> Vec<Intent> {
    controller.handle(Gesture::Key(match c {
        ' ' => Key::Space,
        '\n' => Key::Return,
        c => Key::Char(c),
    }))
}

fn moved(controller: &Controller) -> String {
    let turn = controller.turn().unwrap();
    notation::format(turn.start(), &turn.play())
}

fn plays(intents: &[Intent]) -> bool {
    matches!(intents, [Intent::Act(Action::Play(_))])
}

fn refused(intents: &[Intent]) -> Option<&Refusal> {
    intents.iter().find_map(|intent| match intent {
        Intent::Refused(refusal) => Some(refusal),
        _ => None,
    })
}

#[test]
fn s04_drag_legal() {
    let mut c = start((3, 1));
    assert!(matches!(drag(&mut c, 8, 5)[..], [Intent::Stepped { carried: true, .. }]));
    assert_eq!(refused(&click_die(&mut c, Button::Left)), Some(&Refusal::Incomplete));
    drag(&mut c, 6, 5);
    assert_eq!(moved(&c), "8/5 6/5");
    assert!(plays(&click_die(&mut c, Button::Left)));
}

#[test]
fn s05_drag_two_dice() {
    let mut c = start((6, 1));
    drag(&mut c, 13, 6);
    assert_eq!(moved(&c), "13/6");
    assert_eq!(c.view().dice.unwrap().used, [1.0, 1.0]);
}

#[test]
fn s06_drag_illegal() {
    let mut c = start((6, 5));
    let before = c.view();
    let intents = drag(&mut c, 24, 19);
    assert!(matches!(intents[..], [Intent::FlyBack { .. }, Intent::Refused(Refusal::NoLegalMove)]));
    assert_eq!(c.view(), before);
    let intents = drag(&mut c, 12, 10);
    assert_eq!(intents, vec![], "the opponent's checkers do not follow the pointer");
    assert_eq!(c.view(), before);
    let intents = click(&mut c, 12, Button::Left);
    assert_eq!(intents, vec![Intent::Shake(slot(12)), Intent::Refused(Refusal::NotYourChecker)]);
}

#[test]
fn s07_click_left_right() {
    let mut c = start((3, 1));
    click(&mut c, 8, Button::Left);
    assert_eq!(moved(&c), "8/5");
    let mut c = start((3, 1));
    click(&mut c, 8, Button::Right);
    assert_eq!(moved(&c), "8/7");
    let mut c = start((6, 5));
    click(&mut c, 8, Button::Right);
    assert_eq!(moved(&c), "8/3");
    let mut c = playing(&[(24, 1), (6, 5)], &[(1, 2), (6, 2)], (5, 4));
    click(&mut c, 24, Button::Left);
    assert_eq!(moved(&c), "24/20", "the left die is blocked, so the right one is played");
}

#[test]
fn s08_swap_dice() {
    let mut c = start((3, 1));
    assert_eq!(click_die(&mut c, Button::Right), vec![Intent::DiceSwapped]);
    assert_eq!(c.view().dice.unwrap().faces, [1, 3]);
    click(&mut c, 8, Button::Left);
    assert_eq!(moved(&c), "8/7");
    assert_eq!(c.view().dice.unwrap().used, [1.0, 0.0]);
}

#[test]
fn s09_make_point() {
    let mut c = start((3, 1));
    click(&mut c, 5, Button::Left);
    assert_eq!(moved(&c), "8/5 6/5");
}

#[test]
fn s10_make_point_double() {
    let mut c = start((1, 1));
    click(&mut c, 7, Button::Left);
    click(&mut c, 5, Button::Left);
    assert_eq!(moved(&c), "8/7(2) 6/5(2)");
}

#[test]
fn s11_make_point_illegal() {
    let mut c = playing(&[(13, 2), (6, 5)], &[(15, 1), (1, 2)], (3, 1));
    let before = c.view();
    assert_eq!(refused(&click(&mut c, 10, Button::Left)), Some(&Refusal::CannotMakePoint));
    assert_eq!(c.view(), before);
    let mut c = start((3, 1));
    assert_eq!(refused(&click(&mut c, 1, Button::Left)), Some(&Refusal::NotYourChecker));
}

#[test]
fn s12_bear_off_tray() {
    let mut c = playing(&[(6, 4), (5, 4), (2, 4)], &[(1, 2)], (6, 5));
    click(&mut c, 26, Button::Left);
    assert_eq!(moved(&c), "6/off 5/off");
    assert_eq!(c.view().stacks.of(slot(26), Player::One), 5);
}

#[test]
fn s13_forced_tray() {
    let mut c = playing(&[(25, 1), (2, 2)], &[(1, 2), (2, 2), (3, 2), (5, 2), (6, 2), (8, 2)], (4, 1));
    click(&mut c, 26, Button::Left);
    assert_eq!(moved(&c), "bar/21 2/1");
    let mut c = start((3, 1));
    assert_eq!(refused(&click(&mut c, 26, Button::Left)), Some(&Refusal::NoUniqueBearOff));
}

#[test]
fn s14_drag_back_hit() {
    let mut c = playing(&[(8, 2), (6, 4)], &[(20, 1), (1, 3)], (3, 1));
    let before = c.view();
    drag(&mut c, 8, 5);
    assert_eq!(c.view().stacks.of(slot(0), Player::Zero), 1);
    assert!(matches!(drag(&mut c, 5, 8)[..], [Intent::TakenBack { carried: true, .. }]));
    assert_eq!(c.view(), before);
}

#[test]
fn s15_pick_and_pass() {
    let mut c = playing(&[(13, 1), (6, 4)], &[(14, 1), (16, 1), (1, 3)], (2, 2));
    drag(&mut c, 13, 7);
    assert_eq!(c.view().stacks.of(slot(0), Player::Zero), 2);
    assert_eq!(moved(&c), "13/11*/9*/7");
}

#[test]
fn s16_bar_entry() {
    let mut c = playing(&[(25, 2), (13, 4)], &[(6, 2), (1, 2)], (4, 3));
    assert_eq!(refused(&click(&mut c, 13, Button::Left)), Some(&Refusal::NoLegalMove));
    assert!(matches!(drag(&mut c, 13, 9)[..], [Intent::FlyBack { .. }, Intent::Refused(_)]));
    click(&mut c, 25, Button::Left);
    click(&mut c, 25, Button::Left);
    assert_eq!(moved(&c), "bar/22 bar/21");
}

#[test]
fn s17_dance() {
    let closed: Vec<(u8, u8)> = (1..=6).map(|n| (n, 2)).collect();
    let mut c = playing(&[(25, 1), (3, 2)], &closed, (6, 4));
    assert_eq!(key(&mut c, ' '), vec![Intent::Act(Action::Play(Play::EMPTY))]);
    assert_eq!(key(&mut c, 'f'), vec![Intent::Act(Action::Play(Play::EMPTY))]);
    assert!(plays(&click_die(&mut c, Button::Left)));
    let mut c = start((3, 1));
    assert!(matches!(refused(&key(&mut c, 'f')), Some(Refusal::Rules(ActionError::MustPlay(_)))));
}

#[test]
fn s18_undo_redo() {
    let mut c = start((3, 1));
    click(&mut c, 5, Button::Left);
    assert!(matches!(c.undo()[..], [Intent::TakenBack { .. }]));
    assert!(matches!(c.undo()[..], [Intent::TakenBack { .. }]));
    assert_eq!(c.undo(), vec![Intent::Undo]);
    assert!(matches!(c.redo()[..], [Intent::Stepped { .. }]));
    assert!(matches!(c.redo()[..], [Intent::Stepped { .. }]));
    assert_eq!(c.redo(), vec![Intent::Redo]);
    assert_eq!(moved(&c), "8/5 6/5");
    assert!(matches!(c.handle(Gesture::Key(Key::Escape))[..], [Intent::TakenBack { .. }]));
    assert_eq!(c.handle(Gesture::Key(Key::Escape)), vec![Intent::Escape]);
    assert_eq!(moved(&c), "");
}

fn on_roll(length: u16) -> MatchState {
    let mut state = MatchState::new(length, Rules::default()).unwrap();
    state.phase = Phase::Due(Decision::Roll);
    state
}

#[test]
fn s19_to_21_cube_by_pointer() {
    let mut c = controller(on_roll(0));
    let cube = |c: &Controller| c.view().cube.unwrap().at.center();
    let at = cube(&c);
    assert_eq!(click_at(&mut c, at, Button::Left), vec![Intent::Act(Action::Double)]);
    let doubled = on_roll(0).apply(Action::Double).unwrap();
    let mut c = controller(doubled);
    assert_eq!(c.view().cube.unwrap().place, CubePlace::Offered(Player::Zero));
    let at = cube(&c);
    assert_eq!(click_at(&mut c, at, Button::Left), vec![Intent::Act(Action::Take)]);
    assert_eq!(click_at(&mut c, at, Button::Right), vec![Intent::Act(Action::Drop)]);
    assert_eq!(click_at(&mut c, at, Button::Middle), vec![Intent::Act(Action::Beaver)]);
    assert_eq!(key(&mut c, 't'), vec![Intent::Act(Action::Take)]);
    assert_eq!(key(&mut c, 'p'), vec![Intent::Act(Action::Drop)]);
    let mut c = controller(on_roll(7).apply(Action::Double).unwrap());
    assert_eq!(click_at(&mut c, at, Button::Middle), vec![Intent::Act(Action::Take)]);
}

#[test]
fn s22_crawford_refuses() {
    let mut state = on_roll(7);
    (state.score, state.is_crawford) = ([6, 2], true);
    let mut c = controller(state);
    assert_eq!(c.view().cube, None);
    assert_eq!(refused(&key(&mut c, 'd')), Some(&Refusal::Rules(ActionError::Cube(CubeRefusal::Crawford))));
    let mut state = on_roll(7);
    state.cube = CubeState { value: CubeValue::new(2).unwrap(), owner: Some(Player::Zero) };
    let mut c = controller(state);
    assert_eq!(
        refused(&c.act(Action::Double)),
        Some(&Refusal::Rules(ActionError::Cube(CubeRefusal::NotYours)))
    );
}

#[test]
fn s23_resignations_by_pointer() {
    let state = on_roll(0).apply(Action::Resign(ResignLevel::Gammon)).unwrap();
    let mut c = controller(state);
    let at = c.view().flag.unwrap().at.center();
    assert_eq!(click_at(&mut c, at, Button::Right), vec![Intent::Act(Action::DeclineResignation)]);
    assert_eq!(click_at(&mut c, at, Button::Left), vec![Intent::Act(Action::AcceptResignation)]);
}

#[test]
fn rolling_and_refusing_to_move_before() {
    let mut c = controller(on_roll(0));
    let middle = c.layout().roll_area(Half::Right).center();
    assert_eq!(click_at(&mut c, middle, Button::Left), vec![Intent::Roll]);
    assert_eq!(key(&mut c, ' '), vec![Intent::Roll]);
    assert_eq!(key(&mut c, 'r'), vec![Intent::Roll]);
    assert_eq!(refused(&click(&mut c, 6, Button::Left)), Some(&Refusal::RollFirst));
    let mut c = Controller::default();
    assert_eq!(click_at(&mut c, middle, Button::Left), vec![Intent::NewMatch]);
    let mut c = controller(on_roll(0));
    c.set_situation(Situation { by_hand: [true, false], ..*c.situation() });
    assert_eq!(refused(&key(&mut c, 'r')), Some(&Refusal::ComputerToMove));
    assert_eq!(refused(&click(&mut c, 6, Button::Left)), Some(&Refusal::ComputerToMove));
    let mut over = on_roll(0);
    over.phase = Phase::Over(GameResult {
        winner: Player::One,
        points: 1,
        ending: gnubg_engine::core::Ending::Dropped,
    });
    let mut c = controller(over);
    assert_eq!(key(&mut c, ' '), vec![Intent::NextGame]);
}

#[test]
fn the_second_press_of_a_double_click_is_ignored() {
    let mut c = start((3, 3));
    let at = on(&c, 8);
    click_at(&mut c, at, Button::Left);
    c.handle(Gesture::Press { at, button: Button::Left, count: 2, ctrl: false, time: 1200 });
    c.handle(Gesture::Release { at, time: 1250 });
    assert_eq!(moved(&c), "8/5");
}

#[test]
fn slow_presses_are_no_clicks() {
    let mut c = start((3, 1));
    let at = on(&c, 8);
    c.handle(Gesture::Press { at, button: Button::Left, count: 1, ctrl: false, time: 0 });
    assert_eq!(c.handle(Gesture::Release { at, time: 451 }), vec![Intent::Redraw]);
    assert_eq!(moved(&c), "");
}

#[test]
fn targets_appear_after_a_moment_of_dragging() {
    let mut c = start((3, 1));
    let at = on(&c, 8);
    c.handle(Gesture::Press { at, button: Button::Left, count: 1, ctrl: false, time: 0 });
    c.handle(Gesture::Motion { at: Pos::new(at.x + 3.0, at.y), time: 20 });
    assert!(c.is_carrying() && c.waits_for_help());
    assert!(c.view().marks.is_empty());
    c.tick(170);
    let marks = c.view().marks;
    assert_eq!(marks.iter().map(|mark| mark.slot.index()).collect::<Vec<_>>(), vec![7, 5, 4]);
    let intents = c.handle(Gesture::Key(Key::Escape));
    assert!(matches!(intents[..], [Intent::FlyBack { .. }]));
    assert!(!c.is_carrying());
}

#[test]
fn s24_keyboard_cursor_and_dice() {
    let mut c = start((3, 1));
    c.set_cursor(Target::Slot(slot(8)), true);
    assert_eq!(key(&mut c, '\n'), vec![Intent::Redraw]);
    assert_eq!(c.picked(), Some(slot(8)));
    for _ in 0..4 {
        c.handle(Gesture::Key(Key::Right));
    }
    assert_eq!(c.cursor(), Target::Slot(slot(5)), "over point 7, the bar and point 6");
    assert!(matches!(key(&mut c, ' ')[..], [Intent::Stepped { .. }]));
    c.set_cursor(Target::Slot(slot(6)), true);
    assert!(matches!(key(&mut c, '+')[..], [Intent::Stepped { .. }]));
    assert_eq!(moved(&c), "8/5 6/5");
    assert!(plays(&key(&mut c, ' ')));
    let mut c = start((3, 1));
    c.set_cursor(Target::Slot(slot(8)), true);
    key(&mut c, '-');
    assert_eq!(moved(&c), "8/7");
    assert_eq!(key(&mut c, '8'), vec![Intent::EnterPlay('8')]);
    assert_eq!(key(&mut c, 'w'), vec![Intent::DiceSwapped]);
    assert!(matches!(key(&mut c, 'u')[..], [Intent::TakenBack { .. }]));
    let mut c = controller(on_roll(0));
    c.set_situation(Situation { manual_dice: true, ..*c.situation() });
    assert_eq!(key(&mut c, '6'), vec![Intent::PendingDie(Some(6))]);
    assert_eq!(c.handle(Gesture::Key(Key::Escape)), vec![Intent::PendingDie(None)]);
    key(&mut c, '6');
    assert_eq!(key(&mut c, '1'), vec![Intent::EnterDice([6, 1])]);
}

/// A position being set up says when a player has no checkers left.
#[test]
fn missing_checkers_are_told_while_setting_up() {
    let mut c = start((3, 1));
    c.start_edit();
    let cell = |n: usize, nth: u8| Layout::default().checker(slot(n), nth).center();
    let none_left = |player| Intent::Refused(Refusal::NoCheckersLeft(player));
    let click = |c: &mut Controller, at, button| {
        let told = c.handle(Gesture::Press { at, button, count: 1, ctrl: false, time: 0 });
        c.handle(Gesture::Release { at, time: 10 });
        told
    };
    // All fifteen are on the board.
    assert_eq!(click(&mut c, cell(3, 1), Button::Left), vec![Intent::Edited, none_left(Player::One)]);
    assert_eq!(click(&mut c, cell(3, 0), Button::Right), vec![Intent::Edited, none_left(Player::Zero)]);
    c.set_cursor(Target::Slot(slot(4)), true);
    assert_eq!(key(&mut c, '2'), vec![Intent::Edited, none_left(Player::One)]);
    assert_eq!(key(&mut c, '@'), vec![Intent::Edited, none_left(Player::Zero)]);
    // Two of the six point are free again.
    assert_eq!(click(&mut c, cell(6, 2), Button::Left), vec![Intent::Edited]);
    assert_eq!(click(&mut c, cell(3, 1), Button::Left), vec![Intent::Edited]);
}

/// In a transcription letters choose plays, unless they are commands; R and a digit resign. In a review A is for arrows.
#[test]
fn letters_in_a_review_and_in_a_transcription() {
    let mut c = start((3, 1));
    c.set_situation(Situation { reviewing: true, ..*c.situation() });
    assert_eq!(key(&mut c, 'a'), vec![Intent::Arrows]);
    let mut c = start((3, 1));
    assert_eq!(key(&mut c, 'a'), vec![]);
    c.set_situation(Situation { manual_dice: true, ..*c.situation() });
    for letter in "abcdegijklmnopqstvyz".chars() {
        assert_eq!(key(&mut c, letter), vec![Intent::Candidate(letter)]);
    }
    assert_eq!(key(&mut c, 'C'), vec![Intent::Candidate('c')]);
    assert_eq!(key(&mut c, 'h'), vec![Intent::Hint]);
    assert_eq!(key(&mut c, 'w'), vec![Intent::DiceSwapped]);
    assert_eq!(key(&mut c, 'f'), vec![Intent::PassAnyway]);
    // With a checker moved they are what they always are.
    c.set_cursor(Target::Slot(slot(8)), true);
    assert!(matches!(key(&mut c, '+')[..], [Intent::Stepped { .. }]));
    assert_eq!(key(&mut c, 'a'), vec![]);
    assert!(matches!(key(&mut c, 'u')[..], [Intent::TakenBack { .. }]));
    // R waits for the size; another key is what it is without it.
    assert_eq!(key(&mut c, 'r'), vec![Intent::PendingResignation(true)]);
    assert_eq!(key(&mut c, '2'), vec![Intent::Act(Action::Resign(ResignLevel::Gammon))]);
    key(&mut c, 'r');
    assert_eq!(c.handle(Gesture::Key(Key::Escape)), vec![Intent::PendingResignation(false)]);
    key(&mut c, 'r');
    assert_eq!(key(&mut c, 'x'), vec![Intent::FlipDirection]);
    assert_eq!(key(&mut c, '2'), vec![Intent::EnterPlay('2')]);
}

#[test]
fn the_cursor_reaches_every_slot() {
    for direction in [gnubg_draw::layout::Direction::Anticlockwise, gnubg_draw::layout::Direction::Clockwise]
    {
        let mut c = start((3, 1));
        c.options.direction = direction;
        let mut seen = std::collections::HashSet::new();
        for vertical in [Key::Up, Key::Down] {
            for _ in 0..15 {
                c.handle(Gesture::Key(Key::Left));
            }
            for _ in 0..15 {
                c.handle(Gesture::Key(vertical));
                let Target::Slot(at) = c.cursor() else { panic!("the cursor left the slots") };
                seen.insert(at);
                c.handle(Gesture::Key(Key::Right));
            }
        }
        assert_eq!(seen.len(), Slot::COUNT, "{direction:?}");
    }
}

#[test]
fn s25_to_27_editing() {
    let mut c = start((3, 1));
    c.start_edit();
    assert!(c.view().editing);
    let cell = |n: usize, nth: u8| Layout::default().checker(slot(n), nth).center();
    click_at(&mut c, cell(6, 1), Button::Left);
    assert_eq!(c.view().stacks.of(slot(6), Player::One), 2);
    click_at(&mut c, Pos::new(15.0, 80.0), Button::Left);
    assert_eq!(c.view().stacks.at(slot(12)).count, 0, "the border strip empties the point");
    click_at(&mut c, cell(3, 3), Button::Right);
    assert_eq!(c.view().stacks.of(slot(3), Player::Zero), 4);
    // A prime drawn in one go.
    let from = cell(4, 1);
    c.handle(Gesture::Press { at: from, button: Button::Left, count: 1, ctrl: false, time: 0 });
    c.handle(Gesture::Motion { at: cell(5, 1), time: 10 });
    c.handle(Gesture::Motion { at: cell(0, 1), time: 20 });
    c.handle(Gesture::Release { at: cell(0, 1), time: 30 });
    assert_eq!(c.view().stacks.of(slot(5), Player::One), 1, "three were in the tray");
    assert_eq!(c.view().stacks.at(slot(0)).count, 0, "the bar only where a drag starts");
    // One checker by Ctrl.
    let (a, b) = (cell(13, 0), cell(2, 0));
    c.handle(Gesture::Press { at: a, button: Button::Left, count: 1, ctrl: true, time: 0 });
    c.handle(Gesture::Motion { at: b, time: 10 });
    assert!(c.is_carrying());
    c.handle(Gesture::Release { at: b, time: 20 });
    assert_eq!(c.view().stacks.of(slot(2), Player::One), 1);
    click_at(&mut c, cell(26, 2), Button::Left);
    assert_eq!(c.view().stacks.of(slot(27), Player::Zero), 15);
    click_at(&mut c, cell(28, 2), Button::Left);
    assert_eq!(c.view().stacks.of(slot(6), Player::One), 5);
    assert_eq!(c.view().dice, None);
    assert_eq!(key(&mut c, 'c'), vec![Intent::Edited]);
    assert!(c.finish_edit().is_err());
    assert_eq!(c.undo(), vec![Intent::Edited]);
    let state = c.finish_edit().unwrap().unwrap();
    assert_eq!(state.board, Variation::Standard.start());
    assert!(!c.view().editing);
}

#[test]
fn s28_editing_dice_cube_and_turn() {
    let mut c = start((3, 1));
    c.start_edit();
    let left = Layout::default().roll_area(Half::Left).center();
    assert_eq!(click_at(&mut c, left, Button::Left), vec![Intent::Edited, Intent::PickDice(Player::Zero)]);
    assert_eq!(c.view().arrow, Some(Player::Zero));
    let cube = c.view().cube.unwrap().at.center();
    assert_eq!(click_at(&mut c, cube, Button::Left), vec![Intent::PickCube]);
    assert_eq!(c.handle(Gesture::Key(Key::Escape)), vec![Intent::CancelEdit]);
    c.cancel_edit();
    assert_eq!(c.view().arrow, Some(Player::One), "nothing was applied");
}

#[test]
fn a_changed_match_forgets_the_play() {
    let mut c = start((3, 1));
    click(&mut c, 8, Button::Left);
    let same = *c.situation();
    c.set_situation(same);
    assert_eq!(moved(&c), "8/5", "the same decision keeps it");
    let state = on_roll(0);
    c.set_situation(Situation { state: Some(state), ..same });
    assert!(c.turn().is_none());
    c.set_situation(Situation { reviewing: true, ..same });
    assert!(c.turn().is_none());
}

mod laws {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// No gesture panics, loses a checker or makes anything but a legal play.
        #[test]
        fn any_gestures(
            roll in (1u8..7, 1u8..7),
            seat: bool,
            gestures in proptest::collection::vec((0u8..8, 0.0..108.0f64, 0.0..82.0f64, 0u8..3, any::<char>()), 0..60),
        ) {
            let mut c = start(roll);
            if seat {
                let mut state = *c.state().unwrap();
                state.on_roll = Player::Zero;
                c = controller(state);
            }
            for (n, (kind, x, y, button, letter)) in gestures.into_iter().enumerate() {
                let (at, time) = (Pos::new(x, y), n as u64 * 60);
                let button = [Button::Left, Button::Middle, Button::Right][usize::from(button)];
                let intents = c.handle(match kind {
                    0..=2 => Gesture::Press { at, button, count: 1, ctrl: false, time },
                    3 => Gesture::Motion { at, time },
                    4 | 5 => Gesture::Release { at, time },
                    6 => Gesture::Key(Key::Char(letter)),
                    _ => Gesture::Key([Key::Escape, Key::Space, Key::Return, Key::Backspace][n % 4]),
                });
                for intent in intents {
                    if let Intent::Act(action) = intent {
                        prop_assert!(c.state().unwrap().apply(action).is_ok());
                    }
                }
                let view = c.view();
                let loose = view.loose.len() as u32;
                let total: u32 = view.stacks.heights().iter().map(|&n| u32::from(n)).sum();
                prop_assert_eq!(total + loose, 30);
            }
        }
    }
}

#[test]
fn point_numbers_stay_those_of_the_only_person() {
    use gnubg_draw::model::Labels;
    let opened = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
    let play = opened.legal_plays().unwrap().plays()[0];
    let passed = opened.apply(Action::Play(play)).unwrap();
    assert_ne!(opened.on_roll, passed.on_roll);
    let seen = |state: MatchState, by_hand| {
        let mut controller = Controller::default();
        controller.set_situation(Situation { state: Some(state), by_hand, ..Situation::NONE });
        controller.view().labels
    };
    for (person, by_hand) in [(Player::One, [false, true]), (Player::Zero, [true, false])] {
        assert_eq!([opened, passed].map(|state| seen(state, by_hand)), [Labels::Seen(person); 2]);
    }
    assert_ne!(seen(opened, [true; 2]), seen(passed, [true; 2]), "two people see their own numbers");
}
