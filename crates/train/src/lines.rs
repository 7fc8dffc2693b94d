// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of JSON, one object a line, that are only appended to. The first line says what the others hold.

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// A file to append to.
pub(crate) struct Lines {
    file: File,
}

impl Lines {
    /// Opens a file to continue it, or makes one, and returns its lines. Half a line at its end is dropped.
    pub(crate) fn open<H, L>(path: &Path, header: &H) -> Result<(Lines, Vec<L>)>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        L: DeserializeOwned,
    {
        if !path.exists() {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::write(path, format!("{}\n", serde_json::to_string(header)?))
                .with_context(|| format!("writing {}", path.display()))?;
        }
        let (found, lines, whole) = parse::<H, L>(path)?;
        ensure!(found == *header, "{} was begun with other options or other nets", path.display());
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(whole as u64)?;
        Ok((Lines { file }, lines))
    }

    /// Appends a line.
    pub(crate) fn add(&mut self, line: &impl Serialize) -> Result<()> {
        Ok(self.file.write_all(format!("{}\n", serde_json::to_string(line)?).as_bytes())?)
    }
}

/// The first line of a file and its others.
pub(crate) fn read<H: DeserializeOwned, L: DeserializeOwned>(path: &Path) -> Result<(H, Vec<L>)> {
    parse(path).map(|(header, lines, _)| (header, lines))
}

/// The other lines of a file; none if it does not exist.
pub(crate) fn read_if_any<H: DeserializeOwned, L: DeserializeOwned>(path: &Path) -> Result<Vec<L>> {
    if path.exists() { read::<H, L>(path).map(|(_, lines)| lines) } else { Ok(Vec::new()) }
}

/// The first line, the others, and the bytes of all whole lines.
fn parse<H: DeserializeOwned, L: DeserializeOwned>(path: &Path) -> Result<(H, Vec<L>, usize)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines().zip(1..);
    let context = |n: i32| format!("{}, line {n}", path.display());
    let (first, _) = lines.next().with_context(|| format!("{} is empty", path.display()))?;
    let header = serde_json::from_str(first).with_context(|| context(1))?;
    let rest: Result<Vec<L>> =
        lines.map(|(line, n)| serde_json::from_str(line).with_context(|| context(n))).collect();
    Ok((header, rest?, whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_continue_after_their_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("lines.jsonl");
        let open = |header: u32| Lines::open::<u32, String>(&path, &header);
        let (mut lines, none) = open(7).unwrap();
        assert!(none.is_empty());
        lines.add(&"one").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text + "\"tw").unwrap();
        let (mut lines, one) = open(7).unwrap();
        assert_eq!(one, ["one"]);
        lines.add(&"three").unwrap();
        assert_eq!(read::<u32, String>(&path).unwrap(), (7, vec!["one".to_owned(), "three".to_owned()]));
        assert!(open(8).map(|_| ()).unwrap_err().to_string().contains("other options"));
        assert!(read_if_any::<u32, String>(&folder.path().join("none")).unwrap().is_empty());
        let wrong = read::<u32, u32>(&path).unwrap_err();
        assert!(wrong.to_string().ends_with("line 2"), "{wrong}");
    }
}
