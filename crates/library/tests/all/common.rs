// SPDX-License-Identifier: GPL-3.0-or-later
//! What all tests share: a judge, sample files, a library in a folder of its own.

use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::Engine;
use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_library::assess::Judge;
use gnubg_library::clock::Clock;
use gnubg_library::import::{ImportOptions, ImportReport};
use gnubg_library::synthetic::{MatchMaker, Style};
use gnubg_library::{Access, Library, OpenOptions};
use gnubg_record::MatchRecord;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;

/// 25 November 2026, 8:30.
pub(crate) const NOW: i64 = 1_795_595_400_000;

pub(crate) fn judge() -> Judge {
    static ENGINE: OnceLock<Arc<Engine>> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| Arc::new(Engine::built_in(1 << 16).unwrap()));
    Judge { engine: Arc::clone(engine), table: Arc::new(MatchEquityTable::default()) }
}

/// A library in a folder of its own.
pub(crate) struct TestLibrary {
    pub(crate) folder: TempDir,
    pub(crate) clock: Clock,
    pub(crate) library: Library,
}

impl TestLibrary {
    pub(crate) fn new() -> TestLibrary {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::fixed(NOW);
        let library = Library::create(&folder.path().join("test.gnubglib"), clock.clone()).unwrap();
        TestLibrary { folder, clock, library }
    }

    /// Closes the library and opens it again.
    pub(crate) fn reopened(self) -> TestLibrary {
        let TestLibrary { folder, clock, library } = self;
        drop(library);
        let options = OpenOptions { access: Access::Write, clock: clock.clone(), create: false };
        let library = Library::open(&folder.path().join("test.gnubglib"), options).unwrap();
        TestLibrary { folder, clock, library }
    }

    /// Writes a file beside the library.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join("files").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn import(&self, paths: &[PathBuf]) -> ImportReport {
        self.library.import(&judge(), paths, ImportOptions::default(), &CancelToken::new()).unwrap()
    }

    /// That nothing is wrong with the library.
    pub(crate) fn assert_clean(&self) {
        let report = self.library.verify(&judge(), &CancelToken::new()).unwrap();
        assert!(report.is_clean(), "{:#?}", report.problems);
    }
}

/// A folder of `shared`, if it is there.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    if path.exists() {
        return path.canonicalize().ok();
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

/// A match that is always the same for the same seed; analyzed by the static evaluation if `analyze` is set.
pub(crate) fn made_match(seed: u64, names: [&str; 2], length: u16, analyze: bool) -> MatchRecord {
    let mut maker = MatchMaker::new(judge().engine, seed);
    let date = "2026-03-05".parse().ok();
    maker.play(names, length, [Style::default(); 2], date, analyze)
}

pub(crate) fn sgf_text(record: &MatchRecord) -> String {
    sgf::write(record, &SgfOptions { table: Some(&*judge().table), ..SgfOptions::default() })
}

/// A library with some analyzed matches of Ann, who is the user.
pub(crate) fn with_matches() -> TestLibrary {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = BYTES.get_or_init(|| {
        let test = TestLibrary::new();
        let names = [["Ann", "Ben"], ["Cy", "Ann"], ["Ann", "Ben"], ["Ben", "Cy"]];
        for (n, names) in names.into_iter().enumerate() {
            let record = made_match(n as u64 + 1, names, [5, 7, 0, 3][n], true);
            test.file(&format!("{n}.sgf"), sgf_text(&record));
        }
        test.import(&[test.folder.path().join("files")]);
        let ann = test.library.player_named("ann", false).unwrap().unwrap();
        test.library.set_me(ann).unwrap();
        let TestLibrary { folder, library, .. } = test;
        drop(library);
        std::fs::read(folder.path().join("test.gnubglib")).unwrap()
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.gnubglib");
    std::fs::write(&path, bytes).unwrap();
    let clock = Clock::fixed(NOW);
    let options = OpenOptions { clock: clock.clone(), ..OpenOptions::default() };
    let library = Library::open(&path, options).unwrap();
    TestLibrary { folder, clock, library }
}
