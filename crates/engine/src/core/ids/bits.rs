// SPDX-License-Identifier: GPL-3.0-or-later
//! Bit strings written least significant bit first into bytes, and those bytes as base64 without padding.

use super::IdError;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// A bit string of `BYTES` bytes with a position to read or write at.
pub(super) struct Bits<const BYTES: usize> {
    bytes: [u8; BYTES],
    at: usize,
}

impl<const BYTES: usize> Bits<BYTES> {
    /// Zeros, ready to be written.
    pub(super) fn new() -> Self {
        Bits { bytes: [0; BYTES], at: 0 }
    }

    /// Decodes base64 text; padding signs and surrounding blanks are allowed.
    pub(super) fn decode(what: &'static str, text: &str) -> Result<Self, IdError> {
        let text = text.trim().trim_end_matches('=');
        for (n, character) in text.chars().enumerate() {
            if !(character.is_ascii_alphanumeric() || character == '+' || character == '/') {
                return Err(IdError::Character { what, character, position: n + 1 });
            }
        }
        let expected = (BYTES * 8).div_ceil(6);
        if text.len() != expected {
            return Err(IdError::Length { what, expected, found: text.len() });
        }
        let decoded = STANDARD_NO_PAD.decode(text).map_err(|_| IdError::SurplusBits { what })?;
        let bytes = decoded.try_into().map_err(|_| IdError::SurplusBits { what })?;
        Ok(Bits { bytes, at: 0 })
    }

    /// The bytes as base64.
    pub(super) fn encode(&self) -> String {
        STANDARD_NO_PAD.encode(self.bytes)
    }

    pub(super) fn bytes(&self) -> [u8; BYTES] {
        self.bytes
    }

    pub(super) fn from_bytes(bytes: [u8; BYTES]) -> Self {
        Bits { bytes, at: 0 }
    }

    /// Writes the low `width` bits of `value`; bits beyond the end are dropped.
    pub(super) fn put(&mut self, value: u32, width: usize) {
        for k in 0..width {
            if let Some(byte) = self.bytes.get_mut(self.at / 8) {
                *byte |= ((value >> k & 1) as u8) << (self.at % 8);
            }
            self.at += 1;
        }
    }

    /// Reads `width` bits; zeros beyond the end.
    pub(super) fn take(&mut self, width: usize) -> u32 {
        let mut value = 0;
        for k in 0..width {
            let bit = self.bytes.get(self.at / 8).map_or(0, |byte| byte >> (self.at % 8) & 1);
            value |= u32::from(bit) << k;
            self.at += 1;
        }
        value
    }

    /// Whether any bit from here to the end is set.
    pub(super) fn any_left(&mut self) -> bool {
        let left = (BYTES * 8).saturating_sub(self.at);
        (0..left).fold(false, |any, _| self.take(1) == 1 || any)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= BYTES * 8
    }
}
