// SPDX-License-Identifier: GPL-3.0-or-later
//! Packages for Anki: the collection in them, and what exporting again changes.

use crate::common::{NOW, with_matches};
use gnubg_engine::core::CancelToken;
use gnubg_library::export::{AnkiNote, MODEL, Sheet, write_anki};
use gnubg_library::opinions::Target;
use gnubg_library::search::SearchRequest;
use rusqlite::Connection;
use std::io::Read as _;
use std::path::Path;

fn note(sheet: &Sheet) -> AnkiNote {
    AnkiNote {
        key: Some(sheet.key),
        question: "<b>?</b>".to_owned(),
        answer: sheet.best().unwrap_or_default().to_owned(),
        remark: sheet.remark.clone(),
        tags: sheet.tags(),
        changed: sheet.changed,
        ..AnkiNote::default()
    }
}

/// The collection of a package.
fn collection(package: &Path) -> Connection {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(package).unwrap()).unwrap();
    let mut names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["collection.anki2", "media"]);
    let mut media = String::new();
    archive.by_name("media").unwrap().read_to_string(&mut media).unwrap();
    assert_eq!(media, "{}");
    let mut bytes = Vec::new();
    archive.by_name("collection.anki2").unwrap().read_to_end(&mut bytes).unwrap();
    let path = package.with_extension("anki2");
    std::fs::write(&path, bytes).unwrap();
    Connection::open(path).unwrap()
}

/// Identity, change and fields of all notes.
fn notes(connection: &Connection) -> Vec<(String, i64, Vec<String>)> {
    let mut statement = connection.prepare("SELECT guid, mod, flds FROM notes ORDER BY guid").unwrap();
    let rows = statement.query_map([], |row| {
        let fields: String = row.get(2)?;
        Ok((row.get(0)?, row.get(1)?, fields.split('\u{1f}').map(str::to_owned).collect()))
    });
    rows.unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

#[test]
fn a_package_is_what_anki_reads_and_exporting_again_changes_only_what_changed() {
    let test = with_matches();
    let found =
        test.library.search(&SearchRequest::decisions("me loss>=60"), Some(20), &CancelToken::new()).unwrap();
    let path = test.folder.path().join("cards.apkg");
    let export = || {
        let sheets = test.library.sheets(&found.ids).unwrap();
        let all: Vec<AnkiNote> = sheets.iter().map(note).collect();
        write_anki(&path, "My mistakes", &all, test.library.now()).unwrap();
        (all.len(), sheets)
    };
    let (n, sheets) = export();
    assert!(n >= 10);
    let before = {
        let connection = collection(&path);
        let check: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
        let (version, models, decks): (i64, String, String) = connection
            .query_row("SELECT ver, models, decks FROM col", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .unwrap();
        assert_eq!(version, 11);
        let models: serde_json::Value = serde_json::from_str(&models).unwrap();
        let fields = models[MODEL.to_string()]["flds"].as_array().unwrap();
        assert_eq!(fields.len(), 8);
        assert_eq!(fields[7]["name"], "Extra");
        // Every card has a note, a deck that is there, and one card a note.
        let decks: serde_json::Value = serde_json::from_str(&decks).unwrap();
        let sql = "SELECT count(*), count(DISTINCT nid), min(did), max(did),
            sum(nid NOT IN (SELECT id FROM notes)) FROM cards";
        let (cards, of, low, high, lost): (usize, usize, i64, i64, i64) = connection
            .query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
            .unwrap();
        assert_eq!((cards, of, lost, low), (n, n, 0, high));
        assert_eq!(decks[low.to_string()]["name"], "My mistakes");
        let ids: (usize, usize) = connection
            .query_row("SELECT count(DISTINCT id), count(DISTINCT guid) FROM notes", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .unwrap();
        assert_eq!(ids, (n, n));
        notes(&connection)
    };
    assert!(before.iter().all(|(_, _, fields)| fields.len() == 8 && fields[7].is_empty()));
    // One remark changes, a day later: one note changes, and keeps its identity.
    test.clock.set(NOW + 86_400_000);
    test.library.set_remark(Target::of_position(sheets[3].position), "The point is gold").unwrap();
    export();
    let after = notes(&collection(&path));
    let changed: Vec<_> = before.iter().zip(&after).filter(|(old, new)| old != new).collect();
    assert_eq!(changed.len(), 1);
    let (old, new) = changed[0];
    assert_eq!(old.0, new.0);
    assert!(new.1 > old.1 && new.2[6] == "The point is gold");
}
