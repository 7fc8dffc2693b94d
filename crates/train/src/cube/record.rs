// SPDX-License-Identifier: GPL-3.0-or-later
//! One decision with its rollouts, a line of JSON in the files of `train cube`.

use super::draw::Stratum;
use super::setting::CubeSetting;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measured(pub(crate) f64, pub(crate) f64);

/// The decision at one setting, in equity (EMG in a match) per point of the cube before the double.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rolled {
    /// Where the cube is.
    pub(crate) setting: CubeSetting,
    /// Rolling on without a double.
    pub(crate) no_double: Measured,
    /// Doubled and taken.
    pub(crate) take: Measured,
}

/// One position with its rollouts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CubeRecord {
    /// Number of the draw, from 0.
    pub(crate) draw: u64,
    /// Position ID, the player on roll before the roll.
    pub(crate) id: String,
    /// Kind of position.
    pub(crate) stratum: Stratum,
    /// Games behind each number.
    pub(crate) games: u32,
    /// The decisions.
    pub(crate) decisions: Vec<Rolled>,
    /// Chances without the cube, in the order of `Probs`, where they were rolled out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) chances: Option<[Measured; 5]>,
}

/// The part of the records that a step uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Share {
    /// All.
    All,
    /// Two of three: what a model may be fitted to.
    Fitted,
    /// The third that no fit has seen.
    Held,
}

impl Share {
    /// Whether `record` belongs to it.
    pub(crate) fn has(self, record: &CubeRecord) -> bool {
        let is_held = record.draw % 3 == 2;
        match self {
            Share::All => true,
            Share::Fitted => !is_held,
            Share::Held => is_held,
        }
    }
}

/// The records in `paths`; a last line that was cut off is left out.
pub(crate) fn read(paths: &[PathBuf], share: Share) -> Result<Vec<CubeRecord>> {
    let mut records = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        for line in whole_lines(&text).lines() {
            let record: CubeRecord =
                serde_json::from_str(line).with_context(|| format!("in {}: {line}", path.display()))?;
            records.push(record);
        }
    }
    records.retain(|record| share.has(record));
    Ok(records)
}

/// The number of records in `path` and their size in bytes; zeros if there is no such file.
pub(crate) fn done(path: &Path) -> Result<(u64, u64)> {
    match std::fs::read_to_string(path) {
        Ok(text) => {
            let whole = whole_lines(&text);
            Ok((whole.lines().count() as u64, whole.len() as u64))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok((0, 0)),
        Err(error) => Err(error).with_context(|| format!("reading {}", path.display())),
    }
}

pub(super) fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_their_file_and_a_cut_off_line() {
        let rolled = Rolled {
            setting: CubeSetting::Owned,
            no_double: Measured(0.5, 0.01),
            take: Measured(0.75, 0.02),
        };
        let record = CubeRecord {
            draw: 2,
            id: "4HPwATDgc/ABMA".to_owned(),
            stratum: Stratum::Contact,
            games: 36,
            decisions: vec![rolled],
            chances: None,
        };
        let line = serde_json::to_string(&record).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), format!("{line}\n{}", &line[..20])).unwrap();
        let paths = [file.path().to_owned()];
        assert_eq!(read(&paths, Share::All).unwrap(), [record]);
        assert_eq!(read(&paths, Share::Held).unwrap().len(), 1);
        assert_eq!(read(&paths, Share::Fitted).unwrap().len(), 0);
        assert_eq!(done(file.path()).unwrap(), (1, line.len() as u64 + 1));
        assert_eq!(done(Path::new("no such file")).unwrap(), (0, 0));
    }
}
