// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards in memory, for conditions on checkers and distances: about 100 bytes a board. Large libraries keep them in a file
//! beside the library, of which only what is needed is read; it can be deleted at any time.
//!
//! Boards never change, so what is known stays valid and only new ones are added.

use super::mapped::MappedFile;
use crate::db::{Library, RULES_KEY, meta};
use crate::error::{LibraryError, Result};
use gnubg_engine::core::{Board, Side};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

/// Bytes of the features of a board.
pub(super) const FEATURES: usize = 32;
/// Bytes of its checkers: for either side how many stand on each place or farther, padded.
pub(super) const CHECKERS: usize = 64;
/// Where the checkers of the opponent begin.
const OTHER: usize = 32;

/// From so many boards on they are kept in a file.
const LARGE: usize = 100_000;
/// Bytes of the head of the file.
const HEAD: usize = 64;
const MAGIC: &[u8; 8] = b"gblbcach";
/// The version of the layout of the file.
const LAYOUT: u32 = 1;

/// Places in the features of a board. Those of the side on roll come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Phase = 0,
    Class = 1,
    /// Two bytes each.
    PlanMe = 2,
    PlanOp = 4,
    PipsMe = 6,
    PipsOp = 8,
    PrimeMe = 10,
    PrimeOp = 11,
    BackMe = 12,
    BackOp = 13,
    HomeMe = 14,
    HomeOp = 15,
    AnchorsMe = 16,
    AnchorsOp = 17,
    BlotsMe = 18,
    BlotsOp = 19,
    BarMe = 20,
    BarOp = 21,
    OffMe = 22,
    OffOp = 23,
    TimingMe = 24,
    TimingOp = 25,
    HitsMe = 26,
    HitsOp = 27,
    EscapesMe = 28,
    EscapesOp = 29,
}

/// All boards of a library by their numbers; the first one has number 1.
#[derive(Debug)]
pub(super) struct BoardIndex {
    base: Option<MappedFile>,
    /// Boards in the file.
    n_base: usize,
    features: Vec<[u8; FEATURES]>,
    checkers: Vec<[u8; CHECKERS]>,
}

/// The number of checkers of a row on a place of one side, and farther.
pub(super) fn counted(checkers: &[u8], is_mine: bool, index: usize) -> u8 {
    let row = if is_mine { &checkers[..OTHER] } else { &checkers[OTHER..] };
    row[index] - row[index + 1]
}

/// How many checkers of a side are borne off, of fifteen.
pub(super) fn borne_off(checkers: &[u8], is_mine: bool) -> u8 {
    15u8.saturating_sub(checkers[if is_mine { 0 } else { OTHER }])
}

/// The checkers of a board as a row.
pub(super) fn row_of(board: &Board) -> [u8; CHECKERS] {
    let mut row = [0; CHECKERS];
    for (start, side) in [(0, Side::OnRoll), (OTHER, Side::Opponent)] {
        let mut sum = 0u8;
        for index in (0..25).rev() {
            sum = sum.saturating_add(board.side(side)[index]);
            row[start + index] = sum;
        }
    }
    row
}

/// How many pips checkers have to be moved to get from one row to the other.
pub(super) fn distance(a: &[u8; CHECKERS], b: &[u8; CHECKERS]) -> u32 {
    a.iter().zip(b).map(|(x, y)| u32::from(x.abs_diff(*y))).sum()
}

/// How many pips checkers have to be moved to get from one board to another: of both sides, each by its own numbering.
#[must_use]
pub fn board_distance(a: &Board, b: &Board) -> u32 {
    distance(&row_of(a), &row_of(b))
}

impl BoardIndex {
    /// The number of the last board, and the number of rows.
    pub(super) fn len(&self) -> usize {
        self.n_base + self.features.len()
    }

    /// The features of the boards from `start` on: rows one after the other, of a part that lies together.
    pub(super) fn features_from(&self, start: usize) -> &[[u8; FEATURES]] {
        match &self.base {
            Some(base) if start < self.n_base => {
                rows::<FEATURES>(&base.bytes()[HEAD..HEAD + self.n_base * FEATURES])[start..].as_ref()
            }
            _ => &self.features[start - self.n_base..],
        }
    }

    /// The checkers of the boards from `start` on.
    pub(super) fn checkers_from(&self, start: usize) -> &[[u8; CHECKERS]] {
        match &self.base {
            Some(base) if start < self.n_base => {
                let from = HEAD + self.n_base * FEATURES;
                rows::<CHECKERS>(&base.bytes()[from..from + self.n_base * CHECKERS])[start..].as_ref()
            }
            _ => &self.checkers[start - self.n_base..],
        }
    }

    /// Adds the boards that the library has beyond these.
    fn extend(&mut self, connection: &Connection) -> Result<()> {
        let mut statement = connection.prepare_cached(
            "SELECT id, key, phase, class, plan_me, plan_op, pips_me, pips_op, prime_me, prime_op, back_me, back_op, home_me,
            home_op, anchors_me, anchors_op, blots_me, blots_op, bar_me, bar_op, off_me, off_op, timing_me, timing_op,
            hits_me, hits_op, escapes_me, escapes_op FROM board WHERE id > ? ORDER BY id",
        )?;
        let mut rows = statement.query([self.len()])?;
        while let Some(row) = rows.next()? {
            let id: usize = row.get(0)?;
            let key = row.get_ref(1)?.as_blob().map_err(|error| LibraryError::content("a board", error))?;
            let key: [u8; 10] =
                key.try_into().map_err(|_| LibraryError::content("a board", "its key is damaged"))?;
            let board = Board::from_key(key).map_err(|error| LibraryError::content("a board", error))?;
            // Deleted boards leave rows that fit nothing.
            let gap = id.saturating_sub(1).saturating_sub(self.len());
            self.features.resize(self.features.len() + gap, [0xff; FEATURES]);
            self.checkers.resize(self.checkers.len() + gap, [0; CHECKERS]);
            let mut features = [0; FEATURES];
            features[0] = row.get(2)?;
            features[1] = row.get(3)?;
            for (n, at) in (4..8).zip([2, 4, 6, 8]) {
                features[at..at + 2].copy_from_slice(&row.get::<_, u16>(n)?.to_le_bytes());
            }
            for (n, at) in (8..28).zip(10..) {
                features[at] = row.get(n)?;
            }
            self.features.push(features);
            self.checkers.push(row_of(&board));
        }
        Ok(())
    }

    /// Opens the file of a library, if it belongs to it.
    fn open(path: &Path, origin: &Origin) -> Option<BoardIndex> {
        let base = MappedFile::open(path).ok()?;
        let head = base.bytes().get(..HEAD)?;
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let n = number(16) as usize;
        let fits = &head[..8] == MAGIC
            && number(8) == LAYOUT
            && number(12) == origin.rules
            && head[32..48] == origin.library[..]
            && base.bytes().len() == HEAD + n * (FEATURES + CHECKERS);
        fits.then(|| BoardIndex { base: Some(base), n_base: n, features: Vec::new(), checkers: Vec::new() })
    }

    /// Writes the file.
    fn save(&self, path: &Path, origin: &Origin) -> std::result::Result<(), gnubg_formats::FileError> {
        let n = self.len();
        let mut bytes = Vec::with_capacity(HEAD + n * (FEATURES + CHECKERS));
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&LAYOUT.to_le_bytes());
        bytes.extend_from_slice(&origin.rules.to_le_bytes());
        bytes.extend_from_slice(&(n as u32).to_le_bytes());
        bytes.resize(32, 0);
        bytes.extend_from_slice(&origin.library);
        bytes.resize(HEAD, 0);
        let mut from = 0;
        while from < n {
            let rows = self.features_from(from);
            bytes.extend_from_slice(rows.as_flattened());
            from += rows.len();
        }
        from = 0;
        while from < n {
            let rows = self.checkers_from(from);
            bytes.extend_from_slice(rows.as_flattened());
            from += rows.len();
        }
        gnubg_formats::save(path, &bytes)
    }
}

fn rows<const N: usize>(bytes: &[u8]) -> &[[u8; N]] {
    bytes.as_chunks::<N>().0
}

/// The file of boards beside a library.
pub(crate) fn cache_path(library: &Path) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push("-cache");
    name.into()
}

impl Library {
    /// The boards, with those added since they were asked for last.
    pub(super) fn board_index(&self, connection: &Connection) -> Result<Arc<BoardIndex>> {
        self.board_index_from(connection, LARGE)
    }

    /// The same, where `large` boards are enough for a file.
    fn board_index_from(&self, connection: &Connection, large: usize) -> Result<Arc<BoardIndex>> {
        let mut slot = self.board_slot().lock().unwrap_or_else(PoisonError::into_inner);
        let known = slot.as_ref().and_then(|any| Arc::clone(any).downcast::<BoardIndex>().ok());
        let last: usize =
            connection.query_row("SELECT coalesce(max(id), 0) FROM board", [], |row| row.get(0))?;
        if let Some(known) = &known
            && known.len() >= last
        {
            return Ok(Arc::clone(known));
        }
        let origin = Origin::of(connection)?;
        let path = cache_path(self.path());
        let mut index = match (known, last >= large) {
            (Some(known), _) => Arc::try_unwrap(known).unwrap_or_else(|shared| BoardIndex {
                base: shared.base.clone(),
                n_base: shared.n_base,
                features: shared.features.clone(),
                checkers: shared.checkers.clone(),
            }),
            (None, true) => BoardIndex::open(&path, &origin).unwrap_or_else(BoardIndex::empty),
            (None, false) => BoardIndex::empty(),
        };
        *slot = None;
        index.extend(connection)?;
        // What is added is read again by every program until then: about a tenth of a second for two million boards.
        let is_stale = index.features.len() > large / 4 + index.n_base / 40;
        if index.len() >= large && is_stale {
            // Who only reads the library keeps them, too: the next program finds them. Without the file, as on a disk that
            // takes none, everything works from memory.
            if index.save(&path, &origin).is_ok()
                && let Some(saved) = BoardIndex::open(&path, &origin)
            {
                index = saved;
            }
        }
        let index = Arc::new(index);
        let any: Arc<dyn std::any::Any + Send + Sync> = Arc::<BoardIndex>::clone(&index);
        *slot = Some(any);
        Ok(index)
    }
}

impl BoardIndex {
    fn empty() -> BoardIndex {
        BoardIndex { base: None, n_base: 0, features: Vec::new(), checkers: Vec::new() }
    }
}

/// What the file of boards was made of: it serves that library only, and only until its features are made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Origin {
    /// The number of the library.
    library: [u8; 16],
    /// The version of the definitions that the features in the library follow, which is not always that of this program.
    rules: u32,
}

impl Origin {
    fn of(connection: &Connection) -> Result<Origin> {
        let library: Option<Vec<u8>> = meta(connection, "uid")?;
        let library = library.and_then(|bytes| bytes.try_into().ok()).unwrap_or_default();
        let rules = meta::<i64>(connection, RULES_KEY)?.and_then(|rules| rules.try_into().ok());
        Ok(Origin { library, rules: rules.unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::{Access, OpenOptions};

    #[test]
    fn rows_count_checkers_and_distances() {
        let board = Board::default();
        let row = row_of(&board);
        assert_eq!((counted(&row, true, 5), counted(&row, true, 23), counted(&row, false, 12)), (5, 2, 5));
        assert_eq!((counted(&row, true, 24), borne_off(&row, true)), (0, 0));
        let mut moved = board;
        moved.set(Side::OnRoll, 7, 2);
        moved.set(Side::OnRoll, 4, 1);
        assert_eq!(distance(&row, &row_of(&moved)), 3);
        moved.set(Side::OnRoll, 4, 0);
        assert_eq!(distance(&row, &row_of(&moved)), 8, "borne off from the 8 point");
    }

    /// A library in a folder of its own with some boards.
    fn filled(n: usize) -> (tempfile::TempDir, Library) {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::create(&folder.path().join("library.gnubglib"), Clock::System).unwrap();
        add(&library, 0..n);
        (folder, library)
    }

    /// Adds boards that differ in their last checkers.
    fn add(library: &Library, which: std::ops::Range<usize>) {
        let adding = move |connection: &rusqlite::Transaction<'_>| {
            for n in which {
                let mut board = Board::default();
                board.set(Side::OnRoll, 5, 0);
                board.set(Side::OnRoll, n % 4, 1);
                board.set(Side::Opponent, 5, 0);
                board.set(Side::Opponent, n / 4, 1);
                crate::facts::boards::board(connection, board.key())?;
            }
            Ok(())
        };
        library.write(adding).unwrap();
    }

    fn opened(library: &Library, access: Access) -> Library {
        Library::open(library.path(), OpenOptions { access, clock: Clock::System, create: false }).unwrap()
    }

    /// Asks for the boards where five are many: how many are read from the file, and all of them.
    fn asked(library: &Library) -> (usize, Vec<[u8; CHECKERS]>) {
        let index = library.read(|connection| library.board_index_from(connection, 5)).unwrap();
        let mut all = Vec::new();
        while all.len() < index.len() {
            let from = all.len();
            assert_eq!(index.features_from(from).len(), index.checkers_from(from).len());
            all.extend_from_slice(index.checkers_from(from));
        }
        (index.n_base, all)
    }

    #[test]
    fn boards_of_a_large_library_are_kept_for_the_next_program() {
        let (_folder, library) = filled(4);
        assert_eq!(asked(&library).0, 0, "four are few");
        assert!(!cache_path(library.path()).exists());
        add(&library, 4..8);
        // Who only reads keeps them, too.
        let (n_base, first) = asked(&opened(&library, Access::Read));
        assert_eq!((n_base, first.len()), (8, 8));
        let size = |library: &Library| std::fs::metadata(cache_path(library.path())).unwrap().len();
        assert_eq!(size(&library), (HEAD + 8 * (FEATURES + CHECKERS)) as u64);
        let (n_base, second) = asked(&opened(&library, Access::Read));
        assert_eq!((n_base, &second), (8, &first));
        // A few more are added in memory, many are written once more.
        add(&library, 8..9);
        let (n_base, third) = asked(&opened(&library, Access::Read));
        assert_eq!((n_base, third.len(), &third[..8]), (8, 9, &first[..]));
        add(&library, 9..12);
        let (n_base, fourth) = asked(&library);
        assert_eq!((n_base, fourth.len(), &fourth[..9]), (12, 12, &third[..]));
        assert_eq!(size(&library), (HEAD + 12 * (FEATURES + CHECKERS)) as u64);
    }

    #[test]
    fn boards_kept_serve_no_other_library_and_no_other_definitions() {
        let (_folder, library) = filled(8);
        let path = cache_path(library.path());
        asked(&library);
        let kept = std::fs::read(&path).unwrap();
        let (_other_folder, other) = filled(12);
        std::fs::write(cache_path(other.path()), &kept).unwrap();
        assert_eq!(asked(&other).0, 12);
        // Features that follow older definitions are kept as such.
        library.write(|connection| crate::db::set_meta(connection, RULES_KEY, 0u32)).unwrap();
        assert_eq!(asked(&opened(&library, Access::Read)).0, 8);
        let older = std::fs::read(&path).unwrap();
        assert_ne!(older, kept);
        library.forget_boards();
        assert!(!path.exists(), "what is made again begins without the file");
        // A damaged file is made anew.
        std::fs::write(&path, &older[..older.len() - 1]).unwrap();
        assert_eq!(asked(&opened(&library, Access::Read)).0, 8);
        assert_eq!(std::fs::read(&path).unwrap(), older);
    }
}
