// SPDX-License-Identifier: GPL-3.0-or-later
//! Memory in large pages for tables with random access: the processor's page address cache covers all of it, where hundreds
//! of ordinary pages would not fit. It is zero, and taken from the system only when it is first used.

/// Bytes of a large page on common processors.
const LARGE_PAGE: usize = 1 << 21;

/// Zeroed memory, in large pages where the system has them, that begins on the border of one.
#[derive(Debug)]
pub(crate) struct LargePages {
    map: memmap2::MmapMut,
    offset: usize,
    len: usize,
}

impl LargePages {
    /// This many bytes; `None` if they fill less than half of a large page, or the system has no room.
    pub(crate) fn zeroed(bytes: usize) -> Option<LargePages> {
        if bytes < LARGE_PAGE / 2 {
            return None;
        }
        let room = bytes.checked_next_multiple_of(LARGE_PAGE)?.checked_add(LARGE_PAGE)?;
        let map = memmap2::MmapMut::map_anon(room).ok()?;
        // A system without large pages refuses; ordinary pages work as well.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let offset = map.as_ptr().align_offset(LARGE_PAGE);
        (offset <= LARGE_PAGE).then_some(LargePages { map, offset, len: bytes })
    }

    /// The memory.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.map[self.offset..self.offset + self.len]
    }

    /// Where the memory begins: aligned to a large page, and good for as many bytes as were asked for as long as this lives.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.map.as_ptr().wrapping_add(self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_zero_and_begins_on_a_page() {
        assert!(LargePages::zeroed(1 << 10).is_none() && LargePages::zeroed(usize::MAX).is_none());
        let mut pages = LargePages::zeroed((1 << 21) + 64).expect("some memory");
        assert_eq!(pages.as_ptr().align_offset(LARGE_PAGE), 0);
        let memory = pages.as_mut_slice();
        assert_eq!(memory.len(), (1 << 21) + 64);
        assert!(memory.iter().all(|byte| *byte == 0));
        memory[7] = 1;
        assert_eq!(pages.as_mut_slice()[7], 1);
    }
}
