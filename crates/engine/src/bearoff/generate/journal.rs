// SPDX-License-Identifier: GPL-3.0-or-later
//! Finished levels stored beside the output file, so that interrupted work can be resumed.
//!
//! A text line says what is being made; then follow records of one level each: level number (u32), payload length
//! (u64), CRC-32 of the payload (u32), payload; little-endian. A record cut off or damaged ends the usable part. The
//! file is written only when the work is stopped and about once a minute, so short work leaves none.

use super::levels::Levels;
use crate::bearoff::BearoffError;
use crate::input::check_replaceable;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two writes.
const INTERVAL: Duration = Duration::from_secs(60);

/// Raised when the meaning of the payloads changes.
const VERSION: u32 = 1;

/// How every such file begins.
const BEGINNING: &[u8] = b"bearoff levels, version ";

/// The kept levels of one piece of work.
pub(super) struct Journal {
    path: PathBuf,
    title: String,
    /// Levels in the file, from 0 on.
    n_saved: usize,
    /// Levels finished in this run or taken over.
    n_done: usize,
    /// Length of the usable part of the file.
    length: u64,
    last: Instant,
}

impl Journal {
    /// A journal at `path` for the work named `what`; nothing is written yet.
    ///
    /// # Errors
    /// If the file there is no journal.
    pub(super) fn new(path: &Path, what: &str) -> Result<Journal, BearoffError> {
        check_replaceable(path, BEGINNING, "one of interrupted work").map_err(BearoffError::io(path))?;
        let title = format!("bearoff levels, version {VERSION}: {what}\n");
        Ok(Journal { path: path.to_owned(), title, n_saved: 0, n_done: 0, length: 0, last: Instant::now() })
    }

    /// Loads the stored levels into `work` and returns their number. A file of other work is overwritten later.
    pub(super) fn restore(&mut self, work: &mut dyn Levels) -> Result<usize, BearoffError> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(BearoffError::io(&self.path)(error)),
        };
        let size = file.metadata().map_err(BearoffError::io(&self.path))?.len();
        let mut input = BufReader::new(file);
        let mut title = vec![0; self.title.len()];
        if input.read_exact(&mut title).is_err() || title != self.title.as_bytes() {
            return Ok(0);
        }
        self.length = title.len() as u64;
        while self.n_saved < work.order().n_levels() {
            let Some(payload) = next_payload(&mut input, self.n_saved, size - self.length) else { break };
            let mut rest = payload.as_slice();
            if work.load(self.n_saved, &mut rest).is_err() || !rest.is_empty() {
                break;
            }
            self.length += payload.len() as u64 + 16;
            self.n_saved += 1;
        }
        self.n_done = self.n_saved;
        Ok(self.n_done)
    }

    /// Notes that a level is finished and saves if it is time.
    pub(super) fn level_done(&mut self, work: &dyn Levels, level: usize) -> Result<(), BearoffError> {
        self.n_done = level + 1;
        if self.last.elapsed() < INTERVAL { Ok(()) } else { self.keep(work) }
    }

    /// Saves what is finished.
    pub(super) fn keep(&mut self, work: &dyn Levels) -> Result<(), BearoffError> {
        if self.n_done > self.n_saved {
            self.append(work).map_err(BearoffError::io(&self.path))?;
        }
        self.last = Instant::now();
        Ok(())
    }

    fn append(&mut self, work: &dyn Levels) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(&self.path)?;
        file.set_len(self.length)?;
        file.seek(SeekFrom::End(0))?;
        let mut out = BufWriter::new(file);
        if self.length == 0 {
            out.write_all(self.title.as_bytes())?;
            self.length = self.title.len() as u64;
        }
        for level in self.n_saved..self.n_done {
            let mut payload = Vec::new();
            work.save(level, &mut payload)?;
            out.write_all(&(level as u32).to_le_bytes())?;
            out.write_all(&(payload.len() as u64).to_le_bytes())?;
            out.write_all(&crc32fast::hash(&payload).to_le_bytes())?;
            out.write_all(&payload)?;
            self.length += payload.len() as u64 + 16;
        }
        out.flush()?;
        self.n_saved = self.n_done;
        Ok(())
    }

    /// Removes the file once the work is complete.
    pub(super) fn remove(&self) {
        // A journal that cannot be removed does no harm: its title keeps it from being taken for other work.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The payload of `level`, if that is what comes next and it is whole.
fn next_payload(input: &mut impl Read, level: usize, left: u64) -> Option<Vec<u8>> {
    let mut head = [0; 16];
    input.read_exact(&mut head).ok()?;
    let (number, rest) = head.split_first_chunk::<4>()?;
    let (length, sum) = rest.split_first_chunk::<8>()?;
    let length = u64::from_le_bytes(*length);
    if u32::from_le_bytes(*number) as usize != level || length > left {
        return None;
    }
    let mut payload = vec![0; usize::try_from(length).ok()?];
    input.read_exact(&mut payload).ok()?;
    (crc32fast::hash(&payload).to_le_bytes() == sum).then_some(payload)
}
