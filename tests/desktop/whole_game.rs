// SPDX-License-Identifier: GPL-3.0-or-later
//! A game in three dimensions from the first roll to the last checker, with nothing but the pointer.

use crate::three::{click, drag, playing};
use gnubg_engine::core::{Board, Dice, Play, PlayList, Side};
use serde_json::Value;

/// Rolls that end a game soon: doubles, which can be played by clicks that need no particular die.
const ROLLS: &str = "31 66 66 55 44 66 55 33 66 44 55 66 33 55 66 44 55 66 66 55 44 66 66 55 55 66 44 66";
/// More turns than these rolls can take.
const MOST_TURNS: usize = 40;

fn number(state: &Value, of: &str) -> u64 {
    state["match"][of].as_u64().unwrap_or_else(|| panic!("no {of} in {state}"))
}

/// The legal play that hits least and brings the hindmost checkers on.
fn choose(board: &Board, dice: Dice) -> Play {
    let mut list = PlayList::new();
    list.generate(board, dice);
    let key = |play: &&Play| {
        let after = play.apply(board);
        let hit = after.side(Side::Opponent)[24];
        let side = after.side(Side::OnRoll);
        let far: u32 = (0u32..).zip(side).map(|(at, n)| at * at * u32::from(*n)).sum();
        (hit, far)
    };
    list.plays().iter().min_by_key(key).copied().unwrap_or(Play::EMPTY)
}

#[test]
fn a_whole_game_in_three_dimensions_by_pointer() {
    let Some(desktop) = playing("three-game", ROLLS, &["--no-animations"]) else { return };
    for n in 0..MOST_TURNS {
        let state = desktop.wait("a decision", |s| {
            let phase = &s["match"]["phase"];
            (phase == "roll" || phase == "play" || phase == "over") && s["settled"] == true
        });
        if state["match"]["phase"] == "over" {
            break;
        }
        // The board is turned round every few turns.
        if n % 5 == 4 {
            let clockwise = state["board"]["clockwise"] == true;
            desktop.keys(&["ctrl+shift+d"]);
            desktop.wait("the other direction", |s| s["board"]["clockwise"] != clockwise);
        }
        let on_roll = number(&state, "on_roll");
        if state["match"]["phase"] == "roll" {
            click(&desktop, "RollArea(Left)", 1);
            desktop.wait("dice", |s| s["match"]["phase"] == "play");
        }
        let state = desktop
            .wait("a turn", |s| s["controller"]["turn"]["steps"] == 0 && s["board"]["painted"] == true);
        let id = state["match"]["position_id"].as_str().expect("an identifier").to_owned();
        let board = Board::from_position_id(&id).expect("the identifier of a position");
        let face = |n: usize| state["match"]["dice"][n].as_u64().expect("a die") as u8;
        let dice = Dice::new(face(0), face(1)).expect("dice");
        let play = choose(&board, dice);
        // Slots are counted from the bottom player's side.
        let slot = |at: usize| if on_roll == 1 { at + 1 } else { 24 - at };
        for (made, step) in (1..).zip(play.steps()) {
            let from = slot(step.from.index().expect("a step begins on the board")).to_string();
            match step.to.index() {
                Some(to) if dice.high() != dice.low() || made == 1 => {
                    drag(&desktop, &from, &slot(to).to_string())
                }
                _ => click(&desktop, &from, 1),
            }
            desktop.wait("a step", |s| {
                s["controller"]["turn"]["steps"] == made && s["board"]["painted"] == true
            });
        }
        if n == 3 || n == 12 {
            desktop.screenshot(&format!("turn-{n}"));
        }
        click(&desktop, "Die(0)", 1);
        desktop.wait("the end of the turn", |s| {
            s["match"]["phase"] == "over" || s["match"]["on_roll"] != on_roll
        });
    }
    let state = desktop.wait("the end of the game", |s| s["match"]["phase"] == "over");
    let stacks: Vec<i64> =
        state["board"]["stacks"].as_array().expect("stacks").iter().filter_map(Value::as_i64).collect();
    assert!(stacks[26..].iter().any(|n| n.abs() == 15), "somebody has borne off everything: {stacks:?}");
    assert!(state["board"]["three"]["frames"].as_u64() > Some(100), "{state}");
    desktop.screenshot("over");
    assert_eq!(desktop.complaints(), "");
}
