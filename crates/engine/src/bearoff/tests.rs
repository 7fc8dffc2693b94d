// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases compared with the published checksums; interrupted, repeated and damaged work; invariants.

use super::generate::{
    Control, GenerateOptions, HyperGenerateOptions, Progress, checkpoint_path, ensure_small, make,
    make_bytes, make_hyper,
};
use super::header::HEADER_BYTES;
use super::*;
use crate::core::{Board, CancelToken, PLACES, Probs, Side, Variation};
use md5::{Digest, Md5};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::LazyLock;

fn md5(bytes: &[u8]) -> String {
    Md5::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(format: Option<Format>) -> Vec<u8> {
    let cancel = CancelToken::new();
    make_bytes(format.unwrap(), &Control { cancel: &cancel, progress: &|_| (), threads: None }).unwrap()
}

static ONE_SIDED: LazyLock<Vec<u8>> = LazyLock::new(|| bytes_of(Format::one_sided(6, true, true)));
static TWO_SIDED: LazyLock<Vec<u8>> = LazyLock::new(|| bytes_of(Format::two_sided(6, 6, true)));

/// The small databases, shared by the laws.
static SMALL: LazyLock<Databases> = LazyLock::new(|| {
    let mut databases = Databases::new();
    databases.set_one_sided(false, one_sided());
    databases.set_two_sided(false, two_sided());
    databases
});

fn one_sided() -> OneSided {
    OneSided::from_bytes(ONE_SIDED.clone(), "15x6").unwrap()
}

fn two_sided() -> TwoSided {
    TwoSided::from_bytes(TWO_SIDED.clone(), "6x6").unwrap()
}

fn side(counts: &[u8]) -> [u8; PLACES] {
    std::array::from_fn(|i| counts.get(i).copied().unwrap_or(0))
}

#[test]
fn small_files_have_the_published_checksums() {
    let mut checked = 0;
    for known in published() {
        let small = match known.format {
            Format::TwoSided { index, .. } => index.checkers() <= 6,
            _ => known.format.index().points() <= 6,
        };
        if small {
            assert_eq!(md5(&bytes_of(Some(known.format))), known.md5, "{}", known.format);
            checked += 1;
        }
    }
    assert_eq!(checked, 19);
}

#[test]
fn threads_do_not_change_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let cancel = CancelToken::new();
    for format in
        [Format::one_sided(5, true, true), Format::two_sided(6, 5, true), Format::two_sided(5, 4, false)]
    {
        let [one, many] = [1, 5].map(|threads| {
            let control = Control { cancel: &cancel, progress: &|_| (), threads: NonZeroUsize::new(threads) };
            let path = folder.path().join("x.bd");
            make(format.unwrap(), &path, &GenerateOptions::default(), &control).unwrap();
            std::fs::read(&path).unwrap()
        });
        assert!(one == many, "{}", format.unwrap());
    }
}

/// Makes a database, cancelling at the first progress report that has passed `share` of the work.
fn make_interrupted(
    format: Format,
    path: &Path,
    share: f64,
) -> Result<generate::GeneratedFile, BearoffError> {
    let cancel = CancelToken::new();
    let progress = |progress| {
        if let Progress::Positions { done, total } = progress
            && done as f64 >= share * total as f64
        {
            cancel.cancel();
        }
    };
    make(
        format,
        path,
        &GenerateOptions::default(),
        &Control { cancel: &cancel, progress: &progress, threads: None },
    )
}

#[test]
fn interrupted_work_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("database.bd");
    let kept = folder.path().join("database.bd.partial");
    for format in [Format::one_sided(6, true, true), Format::normal(5), Format::two_sided(6, 5, true)] {
        let format = format.unwrap();
        let whole = bytes_of(Some(format));
        for share in [0.1, 0.5, 0.8] {
            assert!(matches!(make_interrupted(format, &path, share), Err(BearoffError::Cancelled(_))));
            assert!(!path.exists() && kept.exists(), "{format}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        // Stored levels are used: work that needs only the last levels reports that at once.
        let first_report = std::cell::Cell::new(None);
        let progress = |progress| {
            if let (None, Progress::Positions { done, total }) = (first_report.get(), progress) {
                first_report.set(Some(done as f64 / total as f64));
            }
        };
        let cancel = CancelToken::new();
        let control = Control { cancel: &cancel, progress: &progress, threads: None };
        make(format, &path, &GenerateOptions::default(), &control).unwrap();
        assert!(first_report.get().unwrap() > 0.7);
        assert!(std::fs::read(&path).unwrap() == whole, "{format}");
        assert!(!kept.exists());
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_damaged_journal_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("database.bd");
    let kept = folder.path().join("database.bd.partial");
    let format = Format::one_sided(5, true, true).unwrap();
    let whole = bytes_of(Some(format));
    assert!(make_interrupted(format, &path, 0.7).is_err());
    let journal = std::fs::read(&kept).unwrap();
    for damage in 0..40 {
        let mut bytes = journal.clone();
        let at = damage * bytes.len() / 40;
        if damage % 2 == 0 {
            bytes.truncate(at)
        } else {
            bytes[at] ^= 0x10
        }
        std::fs::write(&kept, &bytes).unwrap();
        make_interrupted(format, &path, 2.0).unwrap();
        assert!(std::fs::read(&path).unwrap() == whole, "damage at {at}");
    }
}

#[test]
fn files_of_another_kind_are_not_replaced() {
    const NOTES: &str = "root:x:0:0:root:/root:/bin/sh\n";
    let folder = tempfile::tempdir().unwrap();
    let (path, kept) = (folder.path().join("notes"), folder.path().join("notes.partial"));
    let cancel = CancelToken::new();
    let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
    let format = Format::one_sided(2, true, true).unwrap();
    let headerless = GenerateOptions { without_header: true, ..GenerateOptions::default() };
    let one_checker = HyperGenerateOptions::new(1);
    let is_kept = |file: &Path, made: Result<(), BearoffError>| {
        let error = made.unwrap_err().to_string();
        assert!(error.contains("the file exists and is not") && error.contains("notes"), "{error}");
        assert_eq!(std::fs::read_to_string(file).unwrap(), NOTES);
    };
    std::fs::write(&path, NOTES).unwrap();
    is_kept(&path, make(format, &path, &GenerateOptions::default(), &control).map(drop));
    is_kept(&path, make(format, &path, &headerless, &control).map(drop));
    is_kept(&path, make_hyper(&one_checker, &path, &control).map(drop));
    // Nor are those that unfinished work is kept in.
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&kept, NOTES).unwrap();
    is_kept(&kept, make_interrupted(format, &path, 0.5).map(drop));
    let checkpoint = checkpoint_path(&path);
    std::fs::write(&checkpoint, NOTES).unwrap();
    is_kept(&checkpoint, make_hyper(&one_checker, &path, &control).map(drop));
    assert!(!path.exists());
    // A database is replaced.
    std::fs::remove_file(&kept).unwrap();
    std::fs::remove_file(&checkpoint).unwrap();
    make_hyper(&one_checker, &path, &control).unwrap();
    make(format, &path, &headerless, &control).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes_of(Some(format))[40..]);
}

#[test]
fn older_files_are_reused() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.bd");
    let cancel = CancelToken::new();
    let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
    for (new, older) in [
        (Format::one_sided(5, true, true), Format::one_sided(4, true, false)),
        (Format::one_sided(4, false, true), Format::one_sided(5, true, true)),
        (Format::normal(4), Format::normal(3)),
        (Format::two_sided(6, 4, true), Format::two_sided(6, 3, true)),
        (Format::two_sided(6, 4, true), Format::two_sided(5, 4, true)),
        (Format::two_sided(6, 3, false), Format::two_sided(6, 4, false)),
    ] {
        std::fs::write(&old, bytes_of(older)).unwrap();
        let options = GenerateOptions { reuse: Some(old.clone()), ..GenerateOptions::default() };
        let path = folder.path().join("new.bd");
        make(new.unwrap(), &path, &options, &control).unwrap();
        assert!(std::fs::read(&path).unwrap() == bytes_of(new), "{} from {}", new.unwrap(), older.unwrap());
    }
    std::fs::write(&old, bytes_of(Format::two_sided(6, 2, true))).unwrap();
    let options = GenerateOptions { reuse: Some(old.clone()), ..GenerateOptions::default() };
    for unfit in [Format::one_sided(3, true, true), Format::normal(3), Format::two_sided(6, 3, false)] {
        let result = make(unfit.unwrap(), &folder.path().join("none.bd"), &options, &control);
        assert!(matches!(result, Err(BearoffError::WrongKind { .. })), "{}", unfit.unwrap());
    }
    assert!(!folder.path().join("none.bd").exists());
}

#[test]
fn impossible_sizes_are_refused() {
    let cancel = CancelToken::new();
    let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
    for format in
        [Format::one_sided(14, true, true), Format::two_sided(6, 15, true), Format::two_sided(13, 2, true)]
    {
        assert!(matches!(make_bytes(format.unwrap(), &control), Err(BearoffError::OutOfRange { .. })));
    }
    let huge = Format::two_sided(12, 14, true).unwrap();
    assert!(matches!(make_bytes(huge, &control), Err(BearoffError::OutOfMemory { .. })));
}

#[test]
fn the_small_databases_are_made_once_also_by_several_threads() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("new/cache");
    let ensure = || {
        let cancel = CancelToken::new();
        ensure_small(&inner, &Control { cancel: &cancel, progress: &|_| (), threads: None }).unwrap()
    };
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(ensure);
        }
    });
    assert_eq!(ensure(), []);
    let (databases, problems) = Databases::load(&[folder.path(), &inner]);
    assert!(problems.is_empty());
    assert_eq!(databases.loaded(), [Slot::OneSidedSmall, Slot::TwoSidedSmall]);
    assert_eq!(std::fs::read_dir(&inner).unwrap().count(), 2);
    // A damaged file is made again.
    std::fs::write(inner.join("gnubg_ts0.bd"), &TWO_SIDED[..1000]).unwrap();
    let (databases, problems) = Databases::load(&[&inner]);
    assert_eq!((databases.loaded().len(), problems.len()), (1, 1));
    assert!(problems[0].error.to_string().contains("truncated or damaged"), "{}", problems[0].error);
    assert_eq!(ensure(), [Slot::TwoSidedSmall]);
    assert!(std::fs::read(inner.join("gnubg_ts0.bd")).unwrap() == *TWO_SIDED);
    // So are files whose entries are possible, but exchanged.
    for (slot, record, a, b) in
        [(Slot::TwoSidedSmall, 8, 5_000, 700_000), (Slot::OneSidedSmall, 8, 100, 4_000)]
    {
        let path = inner.join(slot.file_name());
        let mut bytes = std::fs::read(&path).unwrap();
        for n in 0..record {
            bytes.swap(HEADER_BYTES + a * record + n, HEADER_BYTES + b * record + n);
        }
        std::fs::write(&path, &bytes).unwrap();
        let (_, problems) = Databases::load(&[&inner]);
        assert!(problems[0].error.to_string().contains("checksum"), "{}", problems[0].error);
        assert_eq!(ensure(), [slot]);
    }
}

#[test]
fn exchanged_entries_of_large_files_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gnubg_ts0.bd");
    let position = |database: &TwoSided| database.record([700, 80]);
    for exchanges in [false, true] {
        let mut bytes = TWO_SIDED.to_vec();
        if exchanges {
            bytes.swap(HEADER_BYTES + 8 * 5_000, HEADER_BYTES + 8 * 700_000);
        }
        std::fs::write(&path, &bytes).unwrap();
        let mut databases = Databases::new();
        databases.set_two_sided(true, TwoSided::open_in_blocks(&path).unwrap());
        assert!(databases.needs_verification());
        databases.verify(&|| true);
        assert!(databases.failures().is_empty(), "given up");
        databases.verify(&|| false);
        let failures: Vec<String> = databases.failures().iter().map(ToString::to_string).collect();
        let found = position(databases.two_sided()[1].unwrap());
        if exchanges {
            assert!(failures.len() == 1 && failures[0].contains("checksum"), "{failures:?}");
            assert_eq!(found, None);
        } else {
            assert!(failures.is_empty(), "{failures:?}");
            assert_eq!(found, position(&TwoSided::from_bytes(TWO_SIDED.to_vec(), "x").unwrap()));
        }
    }
}

#[test]
fn files_read_in_blocks_have_the_same_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.bd");
    std::fs::write(&path, &*ONE_SIDED).unwrap();
    let (memory, blocks) = (OneSided::open(&path).unwrap(), OneSided::open_in_blocks(&path).unwrap());
    for number in (0..memory.index().n_positions()).step_by(37) {
        let side = memory.index().position(number);
        assert_eq!(memory.distributions(&side), blocks.distributions(&side), "{number}");
    }
    // Truncated while in use: the rest of the databases is used, and nothing is made up.
    let mut databases = Databases::new();
    databases.set_one_sided(false, OneSided::open_in_blocks(&path).unwrap());
    // Opening a file of this size checks, and keeps, all of it: in larger ones most blocks have to be read.
    databases.one_sided()[0].unwrap().bytes().forget();
    std::fs::File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
    let after = |databases: &Databases| {
        (0..memory.index().n_positions())
            .filter(|&n| databases.all_off(&memory.index().position(n)).is_some())
            .count()
    };
    assert_eq!(after(&databases), 0);
    assert!(databases.failures()[0].to_string().contains("changed by another program"));
}

#[test]
fn precedence_of_databases() {
    let mut databases = Databases::new();
    let race = |mine: &[u8], theirs: &[u8]| Board::from_sides(side(mine), side(theirs));
    let both_small = race(&[1, 2, 0, 1], &[0, 0, 3]);
    let one_large = race(&[2, 2, 2, 2], &[0, 0, 3]);
    let outside = race(&[0, 2, 2, 0, 0, 0, 1], &[3]);
    let class = |databases: &Databases, board: &Board| databases.class_of(board, Variation::Standard);
    assert_eq!(class(&databases, &both_small), None);
    databases
        .set_one_sided(true, OneSided::from_bytes(bytes_of(Format::one_sided(7, true, true)), "").unwrap());
    assert_eq!(class(&databases, &both_small), Some(DatabaseClass::OneSidedLarge));
    databases.set_one_sided(false, one_sided());
    assert_eq!(class(&databases, &both_small), Some(DatabaseClass::OneSidedSmall));
    assert_eq!(class(&databases, &outside), Some(DatabaseClass::OneSidedLarge));
    databases.set_two_sided(true, TwoSided::from_bytes(bytes_of(Format::two_sided(5, 9, true)), "").unwrap());
    assert_eq!(class(&databases, &both_small), Some(DatabaseClass::TwoSidedLarge));
    databases.set_two_sided(false, two_sided());
    assert_eq!(class(&databases, &both_small), Some(DatabaseClass::TwoSidedSmall));
    assert_eq!(class(&databases, &one_large), Some(DatabaseClass::TwoSidedLarge));
    for (board, variation) in [
        (Board::default(), Variation::Standard),
        (race(&[], &[1]), Variation::Standard),
        (race(&[1], &[]), Variation::Standard),
        (race(&[16], &[1]), Variation::Standard),
        (Board::EMPTY, Variation::Nackgammon),
        (Variation::Hypergammon2.start(), Variation::Hypergammon2),
    ] {
        assert_eq!(databases.class_of(&board, variation), None);
        assert_eq!(databases.find(&board, variation), None);
    }
    for board in [both_small, one_large, outside] {
        let entry = databases.find(&board, Variation::Standard).unwrap();
        assert_eq!(Some(entry.class), class(&databases, &board));
        assert_eq!(entry.equities.is_some(), entry.class.is_exact());
    }
}

#[test]
fn gammons_are_computed_for_files_without_them() {
    let with = one_sided();
    let without = OneSided::from_bytes(bytes_of(Format::one_sided(6, false, true)), "").unwrap();
    let [mut a, mut b] = [Databases::new(), Databases::new()];
    a.set_one_sided(false, with);
    b.set_one_sided(false, without);
    for (mine, theirs) in
        [([0, 0, 1, 0, 0, 2], [0, 0, 0, 1, 4, 10]), ([0, 0, 0, 0, 5, 10], [1, 0, 0, 0, 0, 3])]
    {
        let board = Board::from_sides(side(&mine), side(&theirs));
        let [a, b] =
            [&a, &b].map(|databases| databases.probs(&board, Variation::Standard).unwrap().to_array());
        for (a, b) in a.into_iter().zip(b) {
            assert!((a - b).abs() < 1e-4, "{a} {b}");
        }
        assert!(a[1] > 0.0 || a[3] > 0.0, "{a:?}");
    }
}

#[test]
fn truncated_and_changed_files_are_errors_or_harmless() {
    let small = [
        bytes_of(Format::one_sided(2, true, true)),
        bytes_of(Format::one_sided(2, true, false)),
        bytes_of(Format::normal(2)),
        bytes_of(Format::two_sided(4, 3, true)),
        bytes_of(Format::two_sided(4, 3, false)),
    ];
    let read = |bytes: &[u8]| {
        let mut opened = false;
        if let Ok(database) = OneSided::from_bytes(bytes.to_vec(), "test") {
            opened = true;
            for number in 0..database.index().n_positions() {
                let position = database.index().position(number);
                let _ = database.distributions(&position).map(|d| d.map(|d| d.rolls()));
                let _ = database.probs([&position, &position], [number, number], [true, true]);
            }
        }
        if let Ok(database) = TwoSided::from_bytes(bytes.to_vec(), "test") {
            opened = true;
            let n = database.index().n_positions();
            assert!((0..n * n).all(|at| database.record([at / n, at % n]).is_some()));
            assert_eq!(database.record([n, n]), None);
        }
        opened || Hyper::from_bytes(bytes.to_vec(), "test").is_ok()
    };
    for bytes in &small {
        assert!(read(bytes));
        for length in (0..bytes.len()).step_by(17) {
            assert!(!read(&bytes[..length]), "{length} bytes of {}", bytes.len());
        }
        for at in (0..bytes.len()).step_by(19) {
            for change in [0x01, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                read(&changed);
            }
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(!read(&longer));
    }
}

/// One more checker on one of the six home points.
fn with_one_more(position: &[u8; PLACES], point: usize) -> [u8; PLACES] {
    let mut after = *position;
    after[point] += 1;
    after
}

// Putting a checker that is on the board one point farther back does not always cost rolls: ten checkers on the three
// point are slower than nine there and one on the four point. A checker that was off does.
proptest! {
    #[test]
    fn distributions_are_whole_and_grow_with_checkers(number in 1u32..54264, point in 0usize..6) {
        let database = SMALL.one_sided()[0].unwrap();
        let position = database.index().position(number);
        let [all, first] = database.distributions(&position).unwrap();
        prop_assert_eq!((all.total(), first.total()), (65535, 65535));
        if let Some(more) = database.all_off(&with_one_more(&position, point)) {
            prop_assert!(more.rolls().mean >= all.rolls().mean, "{position:?} and one on point {}", point + 1);
        }
    }

    #[test]
    fn the_chance_to_win_grows_with_the_checkers_of_the_opponent(
        mine in 1u32..924, theirs in 1u32..924, point in 0usize..6,
    ) {
        let database = SMALL.two_sided()[0].unwrap();
        let record = database.record([mine, theirs]).unwrap();
        let [owned, centered, opponent] = record.cubeful.unwrap();
        // The equity is highest if the side owns the cube and lowest if the opponent owns it.
        prop_assert!(owned >= record.cubeless && owned >= opponent);
        prop_assert!(owned >= centered && record.cubeless >= opponent);
        let more = with_one_more(&database.index().position(theirs), point);
        if let Some(number) = database.index().index(&more) {
            prop_assert!(database.record([mine, number]).unwrap().cubeless >= record.cubeless);
        }
    }

    #[test]
    fn databases_answer_any_board(
        mine in prop::collection::vec((0usize..25, 0u8..20), 0..6),
        theirs in prop::collection::vec((0usize..25, 0u8..20), 0..6),
        variation in 0usize..5,
    ) {
        let mut board = Board::EMPTY;
        for (at, n) in mine {
            board.set(Side::OnRoll, at, n);
        }
        for (at, n) in theirs {
            board.set(Side::Opponent, at, n);
        }
        let variation = Variation::ALL[variation];
        let class = SMALL.class_of(&board, variation);
        prop_assert_eq!(SMALL.find(&board, variation).map(|entry| entry.class), class);
        let _ = (SMALL.race_stats(&board), SMALL.with_race_backgammons(&board, Probs::default()));
    }
}
