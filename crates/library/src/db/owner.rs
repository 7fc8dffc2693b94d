// SPDX-License-Identifier: GPL-3.0-or-later
//! Which program may write: one at a time, told by a row of the file. Another program asks the owner and gets the library
//! lent for one action, or reads only.

use crate::error::Result;
use rusqlite::{Connection, OptionalExtension as _, params};

/// A running program, as rows of the file name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// The name of the machine.
    pub host: String,
    /// Its number there.
    pub pid: u32,
    /// When it was started, in units of the system; tells programs apart that had the same number.
    pub start: u64,
}

impl Process {
    /// This program.
    #[must_use]
    pub fn this() -> Process {
        let pid = std::process::id();
        Process { host: host(), pid, start: start_of(pid).unwrap_or(0) }
    }

    /// Whether the program still runs, as far as this machine can tell: one on another machine may.
    #[must_use]
    pub fn may_run(&self) -> bool {
        if self.host != host() {
            return true;
        }
        match start_of(self.pid) {
            Some(start) => start == self.start || self.start == 0,
            None => !cfg!(target_os = "linux") && self.pid == std::process::id(),
        }
    }

    /// Whether it runs on this machine.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.host == host()
    }
}

impl std::fmt::Display for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {} on {}", self.pid, self.host)
    }
}

#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// When a process was started; `None` if there is none.
fn start_of(pid: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program, in parentheses, may hold anything; the start is the 20th field after it.
    let fields = text.rsplit_once(')')?.1;
    fields.split_ascii_whitespace().nth(19)?.parse().ok()
}

/// The owner that the file names.
pub(super) fn read(connection: &Connection) -> Result<Option<(Process, String)>> {
    let row = connection.query_row("SELECT host, pid, process_start, token FROM owner", [], |row| {
        let start: i64 = row.get(2)?;
        Ok((Process { host: row.get(0)?, pid: row.get(1)?, start: start.cast_unsigned() }, row.get(3)?))
    });
    Ok(row.optional()?)
}

/// Makes this program the owner, unless another one that may run is; then that one is returned.
pub(super) fn take(connection: &mut Connection, token: &str, now: i64) -> Result<Option<Process>> {
    let this = Process::this();
    let work = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    if let Some((other, known)) = read(&work)?
        && known != token
        && other.may_run()
    {
        return Ok(Some(other));
    }
    work.execute(
        "INSERT OR REPLACE INTO owner (id, host, pid, process_start, token, since) VALUES (1, ?, ?, ?, ?, ?)",
        params![this.host, this.pid, this.start.cast_signed(), token, now],
    )?;
    work.execute("DELETE FROM request", [])?;
    work.commit()?;
    Ok(None)
}

/// Gives the library free.
pub(super) fn release(connection: &Connection, token: &str) -> Result<()> {
    connection.execute("DELETE FROM owner WHERE token = ?", [token])?;
    Ok(())
}

/// Asks the owner to lend the library.
pub(super) fn ask(connection: &Connection, token: &str, now: i64) -> Result<()> {
    let this = Process::this();
    connection.execute(
        "INSERT OR REPLACE INTO request (token, host, pid, process_start, asked) VALUES (?, ?, ?, ?, ?)",
        params![token, this.host, this.pid, this.start.cast_signed(), now],
    )?;
    Ok(())
}

/// Whether a request was granted.
pub(super) fn is_granted(connection: &Connection, token: &str) -> Result<bool> {
    let granted =
        connection
            .query_row("SELECT granted IS NOT NULL FROM request WHERE token = ?", [token], |row| row.get(0));
    Ok(granted.optional()?.unwrap_or(false))
}

/// Gives the library back, or takes a request back.
pub(super) fn end_request(connection: &Connection, token: &str) -> Result<()> {
    connection.execute("DELETE FROM request WHERE token = ?", [token])?;
    Ok(())
}

/// Grants the oldest request of a program that still runs and forgets the others of programs that do not; the token of
/// the granted one.
pub(super) fn grant(connection: &Connection, now: i64) -> Result<Option<String>> {
    let mut statement =
        connection.prepare_cached("SELECT token, host, pid, process_start FROM request ORDER BY asked")?;
    let rows = statement.query_map([], |row| {
        let start: i64 = row.get(3)?;
        let process = Process { host: row.get(1)?, pid: row.get(2)?, start: start.cast_unsigned() };
        Ok((row.get::<_, String>(0)?, process))
    })?;
    for row in rows {
        let (token, process) = row?;
        if process.may_run() {
            connection.execute("UPDATE request SET granted = ? WHERE token = ?", params![now, token])?;
            return Ok(Some(token));
        }
        end_request(connection, &token)?;
    }
    Ok(None)
}

/// Whether a program still has the library that was lent to it.
pub(super) fn is_lent(connection: &Connection, token: &str) -> Result<bool> {
    let row = connection.query_row(
        "SELECT host, pid, process_start FROM request WHERE token = ? AND granted IS NOT NULL",
        [token],
        |row| {
            let start: i64 = row.get(2)?;
            Ok(Process { host: row.get(0)?, pid: row.get(1)?, start: start.cast_unsigned() })
        },
    );
    Ok(row.optional()?.is_some_and(|process| process.may_run()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_known_by_number_and_start() {
        let this = Process::this();
        assert!(this.may_run() && this.is_here());
        if cfg!(target_os = "linux") {
            assert!(
                !Process { start: this.start + 1, ..this.clone() }.may_run(),
                "another program with its number"
            );
            assert!(!Process { pid: u32::MAX - 1, ..this.clone() }.may_run());
        }
        assert!(Process { host: "elsewhere".to_owned(), pid: 1, start: 1 }.may_run(), "nobody can tell");
    }
}
