// SPDX-License-Identifier: GPL-3.0-or-later
//! Packages for Anki: a ZIP file with a collection as an SQLite file, in the older form that every version of Anki reads.
//!
//! Type of note, deck and notes have fixed numbers that follow from what they are, so exporting again updates them and
//! doubles nothing. A note carries the time of its last change, so Anki leaves alone what did not change; of a note that did
//! change it replaces all fields, the user's field *Extra* as well.

use crate::error::{LibraryError, Result};
use crate::position::PositionKey;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::io::Write as _;
use std::path::Path;
use zip::write::SimpleFileOptions;

/// The number of the type of note. Never to be changed: another number would double everybody's notes.
pub const MODEL: i64 = 1_795_595_400_000;
/// The name of the type of note.
const MODEL_NAME: &str = "gnubg position";
/// The fields of a note. *Extra* is the user's.
const FIELDS: [&str; 8] = ["Key", "XGID", "Question", "Answer", "Analysis", "Source", "Own remark", "Extra"];
/// The options group that Anki has from the beginning.
const OPTIONS: i64 = 1;
/// When the collection of the package was made: any fixed day.
const CREATED: i64 = 1_795_500_000;

const QUESTION: &str = "<div class=\"question\">{{Question}}</div>";
const ANSWER: &str = "{{FrontSide}}<hr id=answer><div class=\"answer\">{{Answer}}</div>\n\
    {{#Own remark}}<div class=\"remark\">{{Own remark}}</div>{{/Own remark}}\n\
    <div class=\"source\">{{Source}}</div>{{#Extra}}<div class=\"extra\">{{Extra}}</div>{{/Extra}}";
const CSS: &str = ".card { font-family: sans-serif; font-size: 18px; text-align: center; color: #222; background: #fff; }\n\
    .card.nightMode { color: #eee; background: #222; }\n\
    table { margin: 0 auto; border-spacing: 0.6em 0.1em; } td { text-align: left; }\n\
    td.number { text-align: right; font-variant-numeric: tabular-nums; }\n\
    svg.board { max-width: 100%; height: auto; } .source { font-size: 14px; opacity: 0.7; }\n\
    .remark, .extra { margin: 0.5em; font-style: italic; }";

/// The tables of a collection, as Anki defines them.
const TABLES: &str = "
    CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
        ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
        models text not null, decks text not null, dconf text not null, tags text not null);
    CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
        usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
        flags integer not null, data text not null);
    CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
        mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
        ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
        left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
    CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
        ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
        type integer not null);
    CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
    CREATE INDEX ix_notes_usn ON notes (usn);
    CREATE INDEX ix_cards_usn ON cards (usn);
    CREATE INDEX ix_revlog_usn ON revlog (usn);
    CREATE INDEX ix_cards_nid ON cards (nid);
    CREATE INDEX ix_cards_sched ON cards (did, queue, due);
    CREATE INDEX ix_revlog_cid ON revlog (cid);
    CREATE INDEX ix_notes_csum ON notes (csum);";

/// A note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnkiNote {
    /// The key of the position.
    pub key: Option<PositionKey>,
    /// The XGID.
    pub xgid: String,
    /// The question as HTML.
    pub question: String,
    /// The answer as HTML.
    pub answer: String,
    /// The analyses as JSON.
    pub analysis: String,
    /// Where it is from, as HTML.
    pub source: String,
    /// The user's remark, as HTML.
    pub remark: String,
    /// Tags.
    pub tags: Vec<String>,
    /// When something of it last changed, in milliseconds since 1970.
    pub changed: i64,
}

/// A number that follows from a text and is always the same: like a time in milliseconds, as Anki's numbers are.
fn fixed_number(text: &str) -> i64 {
    let hash = Sha256::digest(text.as_bytes());
    let number = u64::from_be_bytes(std::array::from_fn(|n| hash[n]));
    // A range of 31 years from 2001 on.
    1_000_000_000_000 + (number % 1_000_000_000_000) as i64
}

/// The 91 characters that Anki writes the identity of a note with.
const CHARACTERS: &[u8; 91] =
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~";

/// The identity of the note of a position: the first eight bytes of a hash of its key to the base 91.
fn guid(key: &str) -> String {
    let hash = Sha256::digest(key.as_bytes());
    let mut number = u64::from_be_bytes(std::array::from_fn(|n| hash[n]));
    let mut digits = Vec::new();
    while number > 0 {
        digits.push(char::from(CHARACTERS[(number % 91) as usize]));
        number /= 91;
    }
    digits.iter().rev().collect()
}

fn model(now: i64) -> Value {
    let fields: Vec<Value> = FIELDS
        .iter()
        .enumerate()
        .map(|(n, name)| {
            json!({ "name": name, "ord": n, "font": "Arial", "size": 20, "media": [], "rtl": false, "sticky": false })
        })
        .collect();
    json!({ MODEL.to_string(): {
        "id": MODEL, "name": MODEL_NAME, "type": 0, "mod": now, "usn": -1, "sortf": 0, "did": Value::Null, "vers": [],
        "tags": [], "css": CSS, "flds": fields, "req": [[0, "any", [2]]],
        "latexPre": "\\documentclass[12pt]{article}\n\\begin{document}\n", "latexPost": "\\end{document}", "latexsvg": false,
        "tmpls": [{ "name": "Position", "ord": 0, "qfmt": QUESTION, "afmt": ANSWER, "bqfmt": "", "bafmt": "", "did": Value::Null }],
    }})
}

fn deck(id: i64, name: &str, now: i64) -> Value {
    json!({
        "id": id, "name": name, "desc": "", "mod": now, "usn": -1, "collapsed": false, "browserCollapsed": false, "dyn": 0,
        "conf": OPTIONS, "extendNew": 0, "extendRev": 0, "newToday": [0, 0], "revToday": [0, 0], "lrnToday": [0, 0],
        "timeToday": [0, 0],
    })
}

fn options(now: i64) -> Value {
    json!({ OPTIONS.to_string(): {
        "id": OPTIONS, "name": "Default", "mod": now, "usn": -1, "maxTaken": 60, "autoplay": true, "timer": 0, "replayq": true,
        "dyn": false,
        "new": { "bury": true, "delays": [1, 10], "initialFactor": 2500, "ints": [1, 4, 7], "order": 1, "perDay": 20,
            "separate": true },
        "rev": { "bury": true, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1, "maxIvl": 36500, "minSpace": 1, "perDay": 200 },
        "lapse": { "delays": [10], "leechAction": 0, "leechFails": 8, "minInt": 1, "mult": 0 },
    }})
}

/// The collection of a package as the bytes of an SQLite file.
fn collection(deck_name: &str, notes: &[AnkiNote], now_ms: i64, path: &Path) -> Result<Vec<u8>> {
    let _ = std::fs::remove_file(path);
    let mut connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "MEMORY")?;
    let now = now_ms.div_euclid(1000);
    let deck_id = fixed_number(&format!("deck {deck_name}"));
    let decks = json!({ "1": deck(1, "Default", 0), deck_id.to_string(): deck(deck_id, deck_name, now) });
    let conf = json!({ "activeDecks": [1], "curDeck": 1, "curModel": MODEL.to_string(), "addToCur": true, "collapseTime": 1200,
        "dueCounts": true, "estTimes": true, "newSpread": 0, "nextPos": 1, "sortBackwards": false, "sortType": "noteFld",
        "timeLim": 0 });
    let work = connection.transaction()?;
    work.execute_batch(TABLES)?;
    work.execute(
        "INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')",
        params![
            CREATED,
            now_ms,
            now_ms,
            conf.to_string(),
            model(now).to_string(),
            decks.to_string(),
            options(now).to_string()
        ],
    )?;
    for (n, note) in notes.iter().enumerate() {
        let key = note.key.map_or_else(String::new, |key| key.hex());
        let fields = [
            key.as_str(),
            &note.xgid,
            &note.question,
            &note.answer,
            &note.analysis,
            &note.source,
            &note.remark,
            "",
        ];
        let tags = note.tags.iter().map(|tag| tag.replace(' ', "-")).collect::<Vec<_>>().join(" ");
        let id = fixed_number(&key);
        let changed = note.changed.div_euclid(1000);
        work.execute(
            "INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, 0, 0, '')",
            params![id, guid(&key), MODEL, changed, format!(" {tags} "), fields.join("\u{1f}"), key],
        )?;
        work.execute(
            "INSERT INTO cards VALUES (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')",
            params![id, id, deck_id, changed, n as i64 + 1],
        )?;
    }
    work.commit()?;
    drop(connection);
    let bytes = std::fs::read(path);
    let _ = std::fs::remove_file(path);
    bytes.map_err(|source| LibraryError::Io { path: path.to_owned(), source })
}

/// Writes a package for Anki. Notes of positions that occur twice are written once.
///
/// # Errors
/// If the file cannot be written.
pub fn write_anki(path: &Path, deck_name: &str, notes: &[AnkiNote], now_ms: i64) -> Result<()> {
    let mut seen = std::collections::HashSet::new();
    let notes: Vec<AnkiNote> = notes.iter().filter(|note| seen.insert(note.key)).cloned().collect();
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        std::path::PathBuf::from(name)
    };
    let bytes = collection(deck_name, &notes, now_ms, &beside(".collection"))?;
    let failed = |error: zip::result::ZipError| LibraryError::Io {
        path: path.to_owned(),
        source: std::io::Error::other(error),
    };
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in [("collection.anki2", &bytes[..]), ("media", b"{}")] {
        archive.start_file(name, SimpleFileOptions::default()).map_err(failed)?;
        archive.write_all(content).map_err(|error| failed(error.into()))?;
    }
    let package = archive.finish().map_err(failed)?.into_inner();
    gnubg_formats::save(path, &package).map_err(|error| match error {
        gnubg_formats::FileError::Io { path, source } => LibraryError::Io { path, source },
        other => failed(std::io::Error::other(other).into()),
    })
}
