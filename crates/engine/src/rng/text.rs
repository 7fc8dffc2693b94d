// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice from a file, and dice entered by hand.

use super::{DiceFault, DiceSource, SourceState};
use std::collections::VecDeque;

/// Dice from the digits 1 to 6 of a text. Other characters are skipped. After its end, the text is read again.
#[derive(Clone, Debug)]
pub struct TextDice {
    name: String,
    dice: Vec<u8>,
    at: usize,
    drawn: u64,
    rewound: bool,
}

impl TextDice {
    /// From the bytes of a file; `name` is for messages.
    ///
    /// # Errors
    /// If there is no die in it.
    pub fn new(name: &str, bytes: &[u8]) -> Result<TextDice, DiceFault> {
        let dice: Vec<u8> = bytes.iter().filter_map(|&byte| die(byte)).collect();
        if dice.is_empty() {
            return Err(DiceFault::NoDice(format!("{name:?}")));
        }
        Ok(TextDice { name: name.to_owned(), dice, at: 0, drawn: 0, rewound: false })
    }

    fn next_die(&mut self) -> u8 {
        if self.at == self.dice.len() {
            self.at = 0;
            self.rewound = true;
        }
        self.at += 1;
        self.drawn += 1;
        self.dice[self.at - 1]
    }
}

pub(super) fn die(byte: u8) -> Option<u8> {
    (b'1'..=b'6').contains(&byte).then(|| byte - b'0')
}

impl DiceSource for TextDice {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        let first = self.next_die();
        Ok([first, self.next_die()])
    }

    fn state(&self) -> SourceState {
        SourceState { seed: None, parameter: Some(self.name.clone()), drawn: Some(self.drawn) }
    }

    fn has_rewound(&mut self) -> bool {
        std::mem::take(&mut self.rewound)
    }
}

/// Dice entered by hand.
#[derive(Clone, Debug, Default)]
pub struct ManualDice {
    given: VecDeque<[u8; 2]>,
}

impl DiceSource for ManualDice {
    fn roll(&mut self) -> Result<[u8; 2], DiceFault> {
        self.given.pop_front().ok_or(DiceFault::Wanted)
    }

    fn state(&self) -> SourceState {
        SourceState::default()
    }

    fn give(&mut self, dice: [u8; 2]) {
        self.given.push_back(dice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_give_their_digits_and_restart() {
        let mut dice = TextDice::new("dice.txt", b"31 6\n x5 0 9 2-2 1\n").unwrap();
        let rolls: Vec<[u8; 2]> = (0..6).map(|_| dice.roll().unwrap()).collect();
        assert_eq!(rolls, [[3, 1], [6, 5], [2, 2], [1, 3], [1, 6], [5, 2]]);
        assert!(dice.has_rewound() && !dice.has_rewound());
        assert_eq!(dice.state().drawn, Some(12));
        assert_eq!(TextDice::new("x", b"789").unwrap_err(), DiceFault::NoDice("\"x\"".to_owned()));
    }

    #[test]
    fn manual_dice_are_requested() {
        let mut dice = ManualDice::default();
        assert_eq!(dice.roll(), Err(DiceFault::Wanted));
        dice.give([2, 5]);
        assert_eq!((dice.roll(), dice.roll()), (Ok([2, 5]), Err(DiceFault::Wanted)));
    }
}
