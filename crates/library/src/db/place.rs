// SPDX-License-Identifier: GPL-3.0-or-later
//! Where a library lies: on disks whose locks cannot be relied on, it is written with a rollback journal.

use std::path::Path;

/// Folders that programs synchronize with other machines, by parts of their names.
const SYNCHRONIZED: [&str; 8] =
    ["dropbox", "onedrive", "google drive", "googledrive", "nextcloud", "owncloud", "syncthing", "icloud"];

/// What is uncertain about the place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceRisk {
    /// A disk of this machine.
    None,
    /// A network drive: locks may not work.
    Network,
    /// A folder that another program copies to other machines, perhaps in the middle of a change.
    Synchronized,
}

impl PlaceRisk {
    /// The risk of a file at this path.
    #[must_use]
    pub fn of(path: &Path) -> PlaceRisk {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let is_synchronized = whole.components().any(|part| {
            let name = part.as_os_str().to_string_lossy().to_lowercase();
            SYNCHRONIZED.iter().any(|known| name.starts_with(known))
        });
        match (is_network(&whole), is_synchronized) {
            (true, _) => PlaceRisk::Network,
            (false, true) => PlaceRisk::Synchronized,
            (false, false) => PlaceRisk::None,
        }
    }

    /// The warning, if there is one.
    #[must_use]
    pub const fn warning(self) -> Option<&'static str> {
        match self {
            PlaceRisk::None => None,
            PlaceRisk::Network => {
                Some("the library lies on a network drive; do not open it on two machines at the same time")
            }
            PlaceRisk::Synchronized => Some(
                "the library lies in a synchronized folder; close the program before the folder is synchronized",
            ),
        }
    }
}

/// The numbers of file systems of the network, as Linux has them: NFS, SMB, CIFS, SMB 2, AFS, 9P, FUSE.
#[cfg(target_os = "linux")]
const NETWORK: [u64; 7] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x5346_414f, 0x0102_1997, 0x6573_5546];

#[cfg(target_os = "linux")]
fn is_network(folder: &Path) -> bool {
    rustix::fs::statfs(folder).is_ok_and(|found| {
        let kind = u64::from(found.f_type.cast_unsigned() as u32);
        NETWORK.contains(&kind)
    })
}

#[cfg(not(target_os = "linux"))]
fn is_network(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synchronized_folders_are_known_by_name() {
        let folder = tempfile::tempdir().unwrap();
        assert_ne!(PlaceRisk::of(&folder.path().join("a.gnubglib")), PlaceRisk::Synchronized);
        let shared = folder.path().join("Dropbox (old)").join("bg");
        std::fs::create_dir_all(&shared).unwrap();
        assert_eq!(PlaceRisk::of(&shared.join("a.gnubglib")), PlaceRisk::Synchronized);
    }
}
