// SPDX-License-Identifier: GPL-3.0-or-later
//! Every option is read somewhere: a declaration alone does nothing.

use super::project;
use std::fs;
use std::path::Path;

/// A field of a struct of options.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    /// The struct.
    of: String,
    /// Its last name: `on` of `truncation.on`.
    name: String,
    /// Whether another crate defines the struct.
    is_foreign: bool,
}

/// A struct of options and the field of the tree that holds it.
type Place = (String, String);

/// The fields that declarations in a source make, and the places of structs in the tree.
fn declared(text: &str) -> (Vec<Field>, Vec<Place>) {
    let (mut fields, mut places) = (Vec::new(), Vec::new());
    let mut of = None;
    for line in text.lines().map(str::trim_start) {
        if let Some(rest) = line.strip_prefix("pub struct ") {
            of = rest.strip_suffix(" {").map(|name| (name.to_owned(), false));
        } else if let Some(rest) = line.strip_prefix("for ") {
            of = rest.strip_suffix(" {").map(|name| (name.to_owned(), true));
        } else if let Some((form, rest)) = line.split_once(' ')
            && let Some((name, kind)) = rest.split_once(':')
            && let Some((of, is_foreign)) = &of
        {
            let name = name.rsplit('.').next().unwrap_or(name).to_owned();
            match form {
                "option" | "each" => {
                    fields.push(Field { of: of.clone(), name, is_foreign: *is_foreign });
                }
                "part" | "parts" if of == "Options" => {
                    let kind = kind.trim_start().trim_start_matches('[');
                    let end = kind.find(|c: char| !c.is_alphanumeric()).unwrap_or(kind.len());
                    places.push((kind[..end].to_owned(), name));
                }
                _ => {}
            }
        }
    }
    (fields, places)
}

/// A source without comments and tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether `.field` is read in the code: not called, not only assigned. With `holder`, only after that name, which may
/// have an index.
fn reads(code: &str, holder: Option<&str>, field: &str) -> bool {
    code.match_indices(&format!(".{field}")).any(|(at, found)| {
        let (before, after) = (code[..at].trim_end(), &code[at + found.len()..]);
        let before = match before.strip_suffix(']') {
            Some(indexed) => indexed.rfind('[').map_or("", |start| &indexed[..start]),
            None => before,
        };
        let is_held = holder
            .is_none_or(|holder| before.strip_suffix(holder).is_some_and(|rest| !rest.ends_with(is_name)));
        let next = after.trim_start();
        let is_assigned = next.starts_with('=') && !next.starts_with("==") && !next.starts_with("=>");
        is_held && !after.starts_with(is_name) && !after.starts_with('(') && !is_assigned
    })
}

/// Whether a source imports a struct of options.
fn imports(code: &str, of: &str) -> bool {
    code.match_indices("options::").any(|(at, start)| {
        let rest = &code[at + start.len()..];
        let list = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest.split(|c: char| !is_name(c)).next().unwrap_or_default(),
        };
        list.split(|c: char| !is_name(c)).any(|word| word == of)
    })
}

/// The variables that are bound to a struct of options from the tree, as in `let one = &self.options.holder;`.
fn bound<'c>(code: &'c str, holder: &str) -> Vec<&'c str> {
    let mut names = Vec::new();
    for start in ["options.", "options()."] {
        for (at, found) in code.match_indices(&format!("{start}{holder}")) {
            let (before, after) = (&code[..at], &code[at + found.len()..]);
            // A statement begins after the last semicolon or brace.
            let statement = before.rsplit([';', '{', '}']).next().unwrap_or_default().trim_start();
            let pattern = statement.strip_prefix("let ").and_then(|rest| rest.split('=').next());
            if let Some(pattern) = pattern.filter(|_| !after.starts_with(is_name) && !after.starts_with('.'))
            {
                names.extend(pattern.split(|c: char| !is_name(c)).filter(|name| !name.is_empty()));
            }
        }
    }
    names
}

/// Whether one of these sources reads the field.
fn is_read(field: &Field, places: &[Place], sources: &[String]) -> bool {
    let holder = places.iter().find(|(of, _)| *of == field.of).map(|(_, name)| name.as_str());
    sources.iter().any(|code| {
        field.is_foreign && reads(code, None, &field.name)
            || imports(code, &field.of) && reads(code, None, &field.name)
            || holder.is_some_and(|holder| {
                reads(code, Some(holder), &field.name)
                    || bound(code, holder).into_iter().any(|name| reads(code, Some(name), &field.name))
            })
    })
}

fn rust_files(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        // The preferences show every option; only what follows from one there counts.
        let is_shown = folder.ends_with("preferences") && name != "levels.rs" && name != "copies.rs";
        if path.is_dir() {
            if !path.ends_with("session/src/options") && !path.ends_with("tests") {
                rust_files(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_shown {
            found.push(code(&fs::read_to_string(&path).unwrap()));
        }
    }
}

fn sources() -> Vec<String> {
    let mut found = Vec::new();
    for name in ["engine", "record", "session", "shell", "gtk"] {
        rust_files(&project().join("crates").join(name).join("src"), &mut found);
    }
    found
}

fn all_declared() -> (Vec<Field>, Vec<Place>) {
    let folder = project().join("crates/session/src/options");
    let (mut fields, mut places) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("declare.rs") {
            let (more, held) = declared(&fs::read_to_string(path).unwrap());
            fields.extend(more);
            places.extend(held);
        }
    }
    (fields, places)
}

#[test]
fn every_option_is_read_somewhere() {
    let (fields, places) = all_declared();
    assert!(fields.len() > 150 && places.len() == 17, "{} fields in {} places", fields.len(), places.len());
    let sources = sources();
    let unused: Vec<String> = fields
        .iter()
        .filter(|field| !is_read(field, &places, &sources))
        .map(|field| format!("{}.{}", field.of, field.name))
        .collect();
    assert!(unused.is_empty(), "nothing reads {unused:?}: remove them or make them work");
    // Options that once did nothing would be found today.
    for (of, name) in [
        ("Window", "illegal"),
        ("Window", "vsync"),
        ("Window", "docked"),
        ("Window", "dice_area"),
        ("Window", "warnings_off"),
        ("Export", "pictures"),
        ("Export", "picture_url"),
        ("General", "alpha"),
    ] {
        let field = Field { of: of.to_owned(), name: name.to_owned(), is_foreign: false };
        assert!(!is_read(&field, &places, &sources), "{of}.{name} passes for read");
    }
}

#[test]
fn declarations_are_found() {
    let text = "options! {\n    pub struct Options {\n        part sound: Sounds = Sounds::default() => {}\n        \
                parts players: [PlayerOptions; 2] = x => { key \"player.{}\" }\n    }\n}\n\
                    for Thresholds {\n        option race.bad: f32 => noted(\"x\") {\n";
    let (fields, places) = declared(text);
    let bad = Field { of: "Thresholds".to_owned(), name: "bad".to_owned(), is_foreign: true };
    assert_eq!(fields, [bad]);
    let pair = |of: &str, name: &str| (of.to_owned(), name.to_owned());
    assert_eq!(places, [pair("Sounds", "sound"), pair("PlayerOptions", "players")]);
}

#[test]
fn only_reading_counts() {
    let field = Field { of: "Sounds".to_owned(), name: "on".to_owned(), is_foreign: false };
    let places = [("Sounds".to_owned(), "sound".to_owned())];
    let is_read = |text: &str| is_read(&field, &places, &[code(text)]);
    for used in [
        "if options.sound.on { play() }",
        "let sound = &self.options.sound; if sound.on {}",
        "use gnubg_session::options::Sounds; fn play(s: &Sounds) { if s.on {} }",
        "use gnubg_session::options::{Options, Sounds};\nfn f(s: &Sounds) -> bool { s.on == true }",
        "let all = &self.options().sound; all.on",
        "let (all, other) = (&self.options.sound, 1);\nif all.on {}",
        "options.sound[seat].on",
        "options\n    .sound\n    .on && true",
    ] {
        assert!(is_read(used), "{used}");
    }
    for unused in [
        "",
        "options.sound.on = true;",
        "// options.sound.on",
        "options.sound.only",
        "options.sound.on()",
        "switch.on",
        "let sounds = 1; x.on",
        "let all = options.sound.command; all.on",
        "play(&options.sound); switch.on",
        "#[cfg(test)]\nmod tests { fn f() { assert!(options.sound.on); } }",
        "use gnubg_session::options::SoundsOf; s.on",
    ] {
        assert!(!is_read(unused), "{unused}");
    }
}
