// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards as 26 plain numbers, and as the 20 letters of old training files.

use crate::position::PositionError;
use gnubg_engine::core::{Board, Side};

/// Reads `n0 … n25`: own bar, own points 1 to 24 (negative for the opponent's), the opponent's bar.
///
/// # Errors
/// If there are not 26 numbers, or one is out of range.
pub fn read(text: &str) -> Result<Board, PositionError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() != 26 {
        return Err(PositionError::Count { what: "a simple board", expected: 26, found: words.len() });
    }
    let mut numbers = [0i32; 26];
    for (n, (number, word)) in numbers.iter_mut().zip(words).enumerate() {
        *number = word.parse().ok().filter(|number: &i32| number.abs() <= 15).ok_or_else(|| {
            PositionError::Field {
                what: "simple board",
                field: format!("number {}", n + 1),
                value: word.to_owned(),
                expected: "at most 15 checkers",
            }
        })?;
    }
    let mut board = Board::EMPTY;
    board.set(Side::OnRoll, 24, numbers[0].unsigned_abs() as u8);
    board.set(Side::Opponent, 24, numbers[25].unsigned_abs() as u8);
    for (index, &number) in numbers[1..25].iter().enumerate() {
        let count = number.unsigned_abs() as u8;
        if number > 0 {
            board.set(Side::OnRoll, index, count);
        } else if number < 0 {
            board.set(Side::Opponent, 23 - index, count);
        }
    }
    board.check(gnubg_engine::core::Variation::Standard)?;
    Ok(board)
}

/// The 26 numbers of a board.
#[must_use]
pub fn write(board: &Board) -> String {
    let (mine, other) = (board.side(Side::OnRoll), board.side(Side::Opponent));
    let points = (0..24).map(|index| i32::from(mine[index]) - i32::from(other[23 - index]));
    let numbers = std::iter::once(i32::from(mine[24])).chain(points).chain([i32::from(other[24])]);
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// Whether a text is 20 letters `A` to `P`.
#[must_use]
pub fn is_key_string(text: &str) -> bool {
    text.len() == 20 && text.bytes().all(|byte| (b'A'..=b'P').contains(&byte))
}

/// Reads the ten bytes of a position ID's key as two letters each, the high half first.
///
/// # Errors
/// If the text is not such a string, or does not describe a board.
pub fn read_key_string(text: &str) -> Result<Board, PositionError> {
    if !is_key_string(text) {
        return Err(PositionError::nothing_in(text));
    }
    let mut key = [0; 10];
    for (byte, pair) in key.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = (pair[0] - b'A') << 4 | (pair[1] - b'A');
    }
    let board = Board::from_key(key)?;
    board.check(gnubg_engine::core::Variation::Standard)?;
    Ok(board)
}

/// The 20 letters of a board.
#[must_use]
pub fn write_key_string(board: &Board) -> String {
    let letters = |byte: u8| [byte >> 4, byte & 15].map(|half| char::from(b'A' + half));
    board.key().into_iter().flat_map(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_letters_round_trip() {
        let board = Board::from_position_id("sGfkAkSYLXgEWA").unwrap();
        assert_eq!(read(&write(&board)).unwrap(), board);
        assert_eq!(read_key_string(&write_key_string(&board)).unwrap(), board);
        assert_eq!(write_key_string(&Board::default()), "OAHDPAABDAOAHDPAABDA");
    }

    #[test]
    fn wrong_numbers_are_named() {
        assert_eq!(read("1 2 3").unwrap_err().to_string(), "a simple board has 26 numbers, not 3");
        let text = write(&Board::default()).replace("-3", "-99");
        assert!(read(&text).unwrap_err().to_string().contains("number 18"));
        let text = write(&Board::default()).replace(" 0 3", " 3 3");
        assert!(read(&text).unwrap_err().to_string().contains("18 checkers"));
        assert!(read_key_string("PPPPPPPPPPPPPPPPPPPP").is_err());
    }
}
