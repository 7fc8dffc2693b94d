// SPDX-License-Identifier: GPL-3.0-or-later
//! From 32-bit words to dice.

/// Words below this divide evenly into six faces; others are drawn again.
const LIMIT: u32 = FACE * 6;

/// Words for each face.
const FACE: u32 = u32::MAX / 6;

/// A generator of 32-bit words.
pub trait WordSource {
    /// The next word.
    fn next_word(&mut self) -> u32;

    /// The next die, 1 to 6.
    fn next_die(&mut self) -> u8 {
        loop {
            if let Some(die) = die_of(self.next_word()) {
                return die;
            }
        }
    }

    /// Two dice, in the order drawn.
    fn next_roll(&mut self) -> [u8; 2] {
        let first = self.next_die();
        [first, self.next_die()]
    }
}

/// The die of a word; `None` for the few words that would make the faces unequally likely.
pub(super) fn die_of(word: u32) -> Option<u8> {
    (word < LIMIT).then(|| 1 + (word / FACE) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_equally_wide() {
        assert_eq!((LIMIT, FACE), (4_294_967_292, 715_827_882));
        assert_eq!(die_of(0), Some(1));
        assert_eq!(die_of(FACE - 1), Some(1));
        assert_eq!(die_of(FACE), Some(2));
        assert_eq!(die_of(LIMIT - 1), Some(6));
        assert_eq!(die_of(LIMIT), None);
    }
}
