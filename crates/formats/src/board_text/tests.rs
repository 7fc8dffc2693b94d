// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawings read back: our own, those of other programs, quoted, damaged.

use super::{BoardText, points, read, symbol};
use crate::position::{Described, FoundPosition, PositionError};
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, MatchState, Offer, Phase, Player, ResignLevel, Rules,
    Variation,
};
use proptest::prelude::*;

fn found(text: &str) -> FoundPosition {
    read(text, Rules::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn wrong(text: &str) -> String {
    read(text, Rules::default()).unwrap_err().to_string()
}

/// A drawing without the two lines of identifiers.
fn drawn(state: &MatchState, names: [&str; 2], clockwise: bool) -> String {
    let text = BoardText { state, names, clockwise, faces: None }.draw();
    text.lines().skip(2).map(|line| format!("{line}\n")).collect()
}

/// Boards of 15 checkers a side at most: each checker on a point that the other side has not taken, on the bar or off.
fn board() -> impl Strategy<Value = Board> {
    let side = || proptest::collection::vec(0usize..28, 15);
    (side(), side(), any::<bool>()).prop_filter_map(
        "both sides cannot be closed out",
        |(mine, other, is_high)| {
            let mut sides = [[0u8; 25]; 2];
            for (n, place) in mine.into_iter().enumerate() {
                // High stacks, too.
                let place = if is_high && n > 2 { place % 3 + 4 } else { place };
                if place < 25 {
                    sides[0][place] += 1;
                }
            }
            for place in other {
                if place == 24 || (place < 24 && sides[0][23 - place] == 0) {
                    sides[1][place] += 1;
                }
            }
            let board = Board::from_sides(sides[0], sides[1]);
            board.check(Variation::Standard).is_ok().then_some(board)
        },
    )
}

fn state() -> impl Strategy<Value = MatchState> {
    let scores = (0u16..8, 0u32..7, 0u32..7, any::<bool>());
    let cube = (0u32..4, 0usize..3);
    (board(), scores, cube, 0u8..4, (1u8..7, 1u8..7), any::<bool>()).prop_map(
        |(board, (length, a, b, crawford), (exponent, owner), due, dice, is_one)| {
            let mut state = MatchState::new(length, Rules::default()).unwrap();
            let most = u32::from(length.max(1));
            state.score = if length == 0 { [a, b] } else { [a % most, b % most] };
            let one_away = Player::BOTH.iter().filter(|&&player| state.away(player) == Some(1)).count();
            state.is_crawford = crawford && length > 1 && one_away == 1;
            state.on_roll = if is_one { Player::One } else { Player::Zero };
            state.board = board;
            // A match to one point shows no cube.
            if !state.is_crawford && length != 1 && exponent > 0 {
                let owner = Player::from_index(owner);
                state.cube = CubeState { value: CubeValue::from_exponent(exponent).unwrap(), owner };
            }
            state.phase = Phase::Due(match due {
                0 => Decision::Play(Dice::new(dice.0, dice.1).unwrap()),
                1 if length != 1 && !state.is_crawford => {
                    let by = state.on_roll;
                    state.cube.owner = (exponent > 0).then_some(by);
                    Decision::Answer(Offer { by, beavers: 0 })
                }
                _ => Decision::Roll,
            });
            if due == 3 {
                let level = [ResignLevel::Single, ResignLevel::Gammon, ResignLevel::Backgammon]
                    [usize::from(dice.0 % 3)];
                state.phase = Phase::Resigning { by: state.on_roll, level, then: Decision::Roll };
            }
            state
        },
    )
}

#[test]
fn stacks_fill_from_the_edge() {
    assert_eq!(symbol(2, 'X', 2), 'X');
    assert_eq!(symbol(2, 'X', 3), ' ');
    assert_eq!(symbol(5, 'X', 5), 'X');
    assert_eq!(symbol(9, 'X', 5), '9');
    assert_eq!(symbol(12, 'O', 5), 'C');
    assert_eq!(points(1), "1 point");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_drawn_is_read_back(state in state(), clockwise in any::<bool>(), way in 0..4) {
        let text = drawn(&state, ["Ann Lee", "Ben"], clockwise);
        let text = match way {
            0 => text,
            1 => text.lines().map(|line| format!("> {line}\r\n")).collect(),
            2 => format!("Hi Ben,\n\nsee this:\n\n{text}\nBest,\nAnn\n"),
            _ => text.lines().map(|line| format!(">> > {}\n\n", line.trim_end())).collect(),
        };
        let found = found(&text);
        prop_assert_eq!(&found.names, &["Ann Lee", "Ben"]);
        if matches!(state.phase, Phase::Due(Decision::Answer(_))) {
            // While a double is pending, the length of the match is not drawn.
            prop_assert_eq!(found.described, Described::Turn);
            let base = MatchState { cube: CubeState::CENTERED, board: Board::default(), ..state };
            prop_assert_eq!(found.over(&base), state, "{}", text);
            return Ok(());
        }
        prop_assert_eq!(found.described, Described::Everything);
        prop_assert_eq!(found.state, state, "{}", text);
    }

    #[test]
    fn nothing_panics_on_damage(state in state(), clockwise in any::<bool>(), edits in proptest::collection::vec((any::<u16>(), any::<char>()), 0..12), cut in any::<u16>()) {
        let mut text: Vec<char> = drawn(&state, ["X: |+", "é (Cube: 2"], clockwise).chars().collect();
        for (at, c) in edits {
            let at = usize::from(at) % text.len();
            text[at] = if (c as u32).is_multiple_of(3) { '\n' } else if (c as u32).is_multiple_of(5) { '+' } else { c };
        }
        text.rotate_left(usize::from(cut) % 40);
        let text: String = text.into_iter().collect();
        if let Ok(found) = read(&text, Rules::default()) {
            prop_assert!(found.state.check().is_ok());
        }
    }
}

#[test]
fn hypergammon_is_recognized_by_the_number_of_checkers() {
    let rules = Rules { variation: Variation::Hypergammon3, ..Rules::default() };
    let state = MatchState { phase: Phase::Due(Decision::Roll), ..MatchState::new(5, rules).unwrap() };
    assert_eq!(found(&drawn(&state, ["a", "b"], false)).state, state);
}

/// The board of a game on FIBS, for the player of each letter; a checker of each is on the bar.
const FIBS_O: &str = "\
   +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: marvin - score: 3
   | O           X    | X |  X              O |
   | O           X    |   |  X                |
   | O           X    |   |  X                |
   | O                |   |  X                |
   | 5                |   |  6                |
  v|                  |BAR|                   |    5-point match
   | X                |   |  O                |
   | X                |   |  O                |
   | X                |   |  O                |
   | X           O    |   |  O                |
   | X           O    | O |  O                |
   +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: arthur - score: 1
   BAR: O-1 X-1   OFF: O-1 X-1   Cube: 2 (owned by marvin)  marvin rolled 6 2.
";

#[test]
fn fibs_draws_the_player_below() {
    let text = FIBS_O.replace(" 5  ", " O  ").replace("  6  ", "  X  ");
    let found = found(&text);
    let state = found.state;
    assert_eq!(found.names, ["marvin", "arthur"]);
    assert_eq!((state.length, state.score), (5, [3, 1]));
    assert_eq!((state.on_roll, state.dice()), (Player::Zero, Dice::new(6, 2).ok()));
    assert_eq!((state.cube.value.points(), state.cube.owner), (2, Some(Player::Zero)));
    let arthur = state.board_of(Player::One);
    let own = arthur.side(gnubg_engine::core::Side::OnRoll);
    assert_eq!((own[5], own[7], own[12], own[23], own[24]), (5, 2, 5, 1, 1));
    let other = arthur.side(gnubg_engine::core::Side::Opponent);
    assert_eq!((other[5], other[7], other[12], other[24]), (5, 3, 5, 1));
    // The other player's drawing is mirrored.
    let clockwise = "\
   +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: arthur - score: 1
   | X              O |   |     O           X |
   | X              O |   |     O           X |
   |                O |   |     O           X |
   |                O |   |                 X |
   |                O |   |                 X |
   |                  |BAR|                   |v   unlimited match
   |                X |   |                 O |
   |                X |   |                 O |
   |                X |   |     X           O |
   | O              X |   |     X           O |
   | O              X |   |     X           O |
   +24-23-22-21-20-19-------18-17-16-15-14-13-+ X: marvin - score: 3
   BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1
";
    let turned = read(clockwise, Rules::default()).unwrap();
    assert_eq!((turned.state.board, turned.state.on_roll), (Board::default(), Player::One));
    assert_eq!((turned.names, turned.state.length), (["arthur".to_owned(), "marvin".to_owned()], 0));
}

/// The same drawing in the second style of FIBS, with the numbers outside the borders.
fn second_style(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let Some((start, rest)) = line.split_once('+').filter(|_| !line.contains('|')) else {
                return format!("{line}\n");
            };
            let (numbers, label) = rest.split_once('+').unwrap();
            let ruler = format!("{start}+{}+{label}\n", "-".repeat(numbers.len()));
            let numbers = format!("{start} {}\n", numbers.replace('-', " ").trim_end());
            if label.contains("marvin") { numbers + &ruler } else { ruler + &numbers }
        })
        .collect();
    lines.concat()
}

#[test]
fn the_second_style_of_fibs_has_its_numbers_outside() {
    let first = format!("   {}", FIBS_O.replace(" 5  ", " O  ").replace("  6  ", "  X  "));
    let second = second_style(&first);
    assert_eq!(second.lines().count(), first.lines().count() + 2);
    assert!(second.starts_with("    13 14 15 16 17 18       19 20 21 22 23 24\n   +-----"), "{second}");
    assert_eq!(found(&second), found(&first));
    // Quoted, without its indents, and with what FIBS says of the cube beside it.
    let quoted: String = second.lines().map(|line| format!("> {line}\r\n")).collect();
    assert_eq!(found(&quoted), found(&first));
    let bare: String = second.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    assert_eq!(found(&bare).state.board, found(&first).state.board);
    let row = "   | X                |   |  O                |";
    let quoted = second.replacen(row, &format!("{row}     No redoubles"), 1);
    assert_eq!(found(&quoted), found(&first));
    // Without its numbers it is no board.
    let lost: String = second.lines().skip(1).map(|line| format!("{line}\n")).collect();
    assert!(!wrong(&lost).is_empty());
}

#[test]
fn a_high_stack_may_count_only_what_is_not_drawn() {
    // Ten checkers, of which four are drawn; the pip count behind the name gives the number.
    let drawing = |number: &str, pips: u32| {
        format!(
            "\
 +13-14-15-16-17-18------19-20-21-22-23-24-+   O: Green  10
 |                  |   |                O |
 |                  |   |                O |
 |                  |   |                O |
 |                  |   |                O |
 |                  |   |               {number} |
v|                  |BAR|                  |
 |                  |   |                  |
 |                  |   |                  |
 |                  |   |                  |
 |                  |   |          X       |
 |                  |   |          X       |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+   X: Red  {pips}
"
        )
    };
    let of = |text: &str| found(text).state.board_of(Player::Zero).side(gnubg_engine::core::Side::OnRoll)[0];
    assert_eq!(of(&drawing(" 6", 6)), 10);
    assert_eq!(of(&drawing(" 6", 6).replace("Green  10", "Green  6")), 6);
    assert_eq!(of(&drawing(" 6", 6).replace("Green  10", "Green")), 6);
    // Five are never written as four and a number.
    assert_eq!(of(&drawing(" 5", 6).replace("Green  10", "Green")), 9);
    assert_eq!(of(&drawing("11", 6).replace("Green  10", "Green  15")), 15);
}

#[test]
fn a_bare_board_shows_the_turn_by_its_numbers() {
    let state =
        MatchState { phase: Phase::Due(Decision::Roll), ..MatchState::new(0, Rules::default()).unwrap() };
    for on_roll in Player::BOTH {
        for clockwise in [false, true] {
            let state = MatchState { on_roll, board: state.board, ..state };
            let text = drawn(&state, ["a", "b"], clockwise);
            let bare: String = text
                .lines()
                .map(|line| {
                    let end = line.rfind(['|', '+']).unwrap();
                    format!("{}\n", line[..=end].trim_start_matches(['v', '^', ' ']))
                })
                .collect();
            let found = found(&bare);
            assert_eq!((found.described, found.state.on_roll), (Described::Turn, on_roll));
            assert_eq!(found.state.board, state.board);
            let base = MatchState::new(9, Rules::default()).unwrap();
            assert_eq!((found.over(&base).length, found.over(&base).on_roll), (9, on_roll));
        }
    }
}

#[test]
fn errors_name_the_damaged_line() {
    let state =
        MatchState { phase: Phase::Due(Decision::Roll), ..MatchState::new(7, Rules::default()).unwrap() };
    let text = drawn(&state, ["a", "b"], false);
    let lines: Vec<&str> = text.lines().collect();
    let without = |n: usize| -> String {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != n);
        kept.map(|(_, line)| format!("{line}\n")).collect()
    };
    let with = |n: usize, change: &dyn Fn(&str) -> String| -> String {
        let changed = lines.iter().enumerate();
        changed.map(|(at, line)| if at == n { change(line) } else { (*line).to_owned() } + "\n").collect()
    };
    assert!(matches!(read("hello", Rules::default()), Err(PositionError::Nothing(text)) if text == "hello"));
    assert_eq!(wrong(&without(12)), "line 1 of the drawn board: the other line of point numbers is missing");
    assert_eq!(wrong(&without(3)), "line 12 of the drawn board: lines are missing above it");
    assert_eq!(
        wrong(&with(2, &|line| line.replacen('X', "Z", 1))),
        "line 3 of the drawn board: only X, O and numbers are expected here"
    );
    assert_eq!(
        wrong(&with(2, &|line| line.replacen("X  ", "", 1))),
        "line 3 of the drawn board: the borders are not aligned"
    );
    assert_eq!(
        wrong(&with(3, &|line| line.replacen('X', " ", 1))),
        "line 5 of the drawn board: there is a gap in a stack of checkers"
    );
    assert_eq!(
        wrong(&with(3, &|line| line.replacen('X', "O", 1))),
        "line 4 of the drawn board: a point holds checkers of both sides"
    );
    assert_eq!(
        wrong(&with(5, &|line| line.replacen('X', " ", 1))),
        "line 13 of the drawn board: the number of checkers is wrong"
    );
    assert_eq!(
        wrong(&with(12, &|line| line.replace("12-11", "11-12"))),
        "line 1 of the drawn board: the other line of point numbers is missing"
    );
    assert_eq!(
        wrong(&with(6, &|line| line.replace("7 points match", "99 points match"))),
        "a match has 1 to 64 points (0 for money), not 99"
    );
}
