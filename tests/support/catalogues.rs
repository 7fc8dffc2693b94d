// SPDX-License-Identifier: GPL-3.0-or-later
//! The phrases of the program as gettext finds them, and languages made up of them for tests.

use polib::catalog::Catalog;
use polib::message::Message;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The gettext domain.
pub(crate) const DOMAIN: &str = gnubg_i18n::DOMAIN;

/// Functions of ours that take phrases, besides those that gettext knows. `po/update` and `po/meson.build` have the same.
pub(crate) const KEYWORDS: [&str; 5] = [
    "--keyword=gettext_f",
    "--keyword=ngettext_f:1,2",
    "--keyword=noted",
    "--keyword=pgettext:1c,2",
    "--keyword=npgettext_f:1c,2,3",
];

/// The root of the checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files with phrases.
pub(crate) fn listed() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("po/POTFILES.in")).expect("a list of files");
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The languages with a catalogue.
pub(crate) fn languages() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("po/LINGUAS")).expect("a list of languages");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

/// The catalogue of a language as it is in `po/`.
pub(crate) fn catalogue(language: &str) -> Catalog {
    let path = root().join("po").join(language).with_extension("po");
    polib::po_file::parse(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All phrases of the program without translations; `None` if gettext is not installed.
pub(crate) fn template() -> Option<Catalog> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut parts: Vec<PathBuf> = Vec::new();
    for (language, ending) in
        [(Some("C"), ".rs"), (Some("Glade"), ".ui"), (Some("Desktop"), ".desktop.in"), (None, ".xml.in")]
    {
        let files: Vec<String> = listed().into_iter().filter(|file| file.ends_with(ending)).collect();
        if files.is_empty() {
            continue;
        }
        let out = folder.path().join(format!("{}.pot", parts.len()));
        let mut command = Command::new("xgettext");
        command.current_dir(root()).args(["--from-code=UTF-8", "--add-comments=Translators", "-o"]).arg(&out);
        match language {
            Some("C") => {
                command.arg("--language=C").args(KEYWORDS);
            }
            Some(language) => {
                command.arg(format!("--language={language}"));
            }
            None => {}
        }
        let Ok(output) = command.args(&files).output() else {
            println!("skipped: xgettext is not installed");
            return None;
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        parts.push(out);
    }
    let all = folder.path().join("all.pot");
    let joined = Command::new("msgcat").arg("--use-first").args(&parts).arg("-o").arg(&all).status();
    assert!(joined.expect("gettext has msgcat").success());
    // The template names no encoding, which stands for UTF-8 here.
    let text = std::fs::read_to_string(&all).expect("a template").replace("charset=CHARSET", "charset=UTF-8");
    let text = text.replace("nplurals=INTEGER; plural=EXPRESSION;", "nplurals=2; plural=n != 1;");
    Some(polib::po_file::parse_from_reader(text.as_bytes()).expect("a template"))
}

/// A made-up language: every phrase of the template through a function.
pub(crate) fn made_up(template: &Catalog, code: &str, change: fn(&str) -> String) -> Catalog {
    let mut metadata = template.metadata.clone();
    metadata.language = code.to_owned();
    let mut catalog = Catalog::new(metadata);
    for message in template.messages() {
        let mut new = if message.is_plural() { Message::build_plural() } else { Message::build_singular() };
        if let Some(context) = message.msgctxt() {
            new.with_msgctxt(context.to_owned());
        }
        new.with_msgid(message.msgid().to_owned());
        match message.msgid_plural() {
            Ok(many) => {
                let forms = [message.msgid(), many].map(change).to_vec();
                new.with_msgid_plural(many.to_owned()).with_msgstr_plural(forms);
            }
            Err(_) => {
                new.with_msgstr(change(message.msgid()));
            }
        }
        catalog.append_or_update(new.done());
    }
    catalog
}

/// Installs a catalogue below a folder of catalogues.
pub(crate) fn install(catalog: &Catalog, locale: &Path, code: &str) {
    let folder = locale.join(code).join("LC_MESSAGES");
    std::fs::create_dir_all(&folder).expect("a folder");
    polib::mo_file::write(catalog, &folder.join(format!("{DOMAIN}.mo"))).expect("a catalogue");
}

/// Parts of a phrase: text, and what no translation changes, which is placeholders in braces and markup.
fn parts(phrase: &str) -> Vec<(bool, String)> {
    let mut found: Vec<(bool, String)> = vec![(true, String::new())];
    for c in phrase.chars() {
        if (c == '{' || c == '<') && found.last().is_some_and(|(is_text, _)| *is_text) {
            found.push((false, String::new()));
        }
        if let Some((_, text)) = found.last_mut() {
            text.push(c);
        }
        if (c == '}' || c == '>') && found.last().is_some_and(|(is_text, _)| !*is_text) {
            found.push((true, String::new()));
        }
    }
    found
}

/// The name of the program, by which tests find its windows, is the same in every language.
const NAME: &str = "GNU Backgammon";

/// Two fifths longer, with accents.
pub(crate) fn longer(phrase: &str) -> String {
    if phrase == NAME {
        return NAME.to_owned();
    }
    let accented = |c: char| "aeiouAEIOU".find(c).and_then(|at| "àéîöüÀÉÎÖÜ".chars().nth(at)).unwrap_or(c);
    let text: String = parts(phrase)
        .into_iter()
        .map(|(is_text, text)| if is_text { text.chars().map(accented).collect() } else { text })
        .collect();
    let padding: String = std::iter::repeat_n('·', phrase.chars().count() * 2 / 5).collect();
    format!("⟦{text}{padding}⟧")
}

/// In letters that are written from right to left. The phrase that tells the direction is translated as it says.
pub(crate) fn from_right(phrase: &str) -> String {
    match phrase {
        NAME => return NAME.to_owned(),
        "left-to-right" => return "right-to-left".to_owned(),
        _ => {}
    }
    let hebrew: Vec<char> = "אבגדהוזחטיכלמנסעפצקרשתאבגד".chars().collect();
    let letter = |c: char| match c.to_ascii_lowercase() {
        low @ 'a'..='z' => hebrew[low as usize - 'a' as usize],
        _ => c,
    };
    let changed =
        |(is_text, text): (bool, String)| if is_text { text.chars().map(letter).collect() } else { text };
    parts(phrase).into_iter().map(changed).collect()
}
