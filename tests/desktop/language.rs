// SPDX-License-Identifier: GPL-3.0-or-later
//! Other languages: French, and a made-up one whose phrases are longer and full of accents.

use super::begin;
use super::harness::TestDesktop;
use super::preferences;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn run(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn install(po: &Path, locale: &Path, code: &str) {
    let folder = locale.join(code).join("LC_MESSAGES");
    std::fs::create_dir_all(&folder).expect("a folder");
    run(Command::new("msgfmt").arg(po).arg("-o").arg(folder.join("gnubg.mo")));
}

/// Installs the French translation.
pub(crate) fn install_french(locale: &Path) {
    install(&root().join("po/fr.po"), locale, "fr");
}

/// Two fifths longer, with accents; names in braces stay.
fn longer(phrase: &str) -> String {
    let mut inside = false;
    let mut out = String::from("⟦");
    for c in phrase.chars() {
        match c {
            '{' => inside = true,
            '}' => inside = false,
            _ => {}
        }
        let place = "aeiouAEIOU".find(c).filter(|_| !inside);
        out.push(place.and_then(|at| "àéîöüÀÉÎÖÜ".chars().nth(at)).unwrap_or(c));
    }
    out.extend(std::iter::repeat_n('·', phrase.chars().count() * 2 / 5));
    out + "⟧"
}

/// The made-up translation of every phrase.
fn made_up(locale: &Path) -> Option<()> {
    let listed = std::fs::read_to_string(root().join("po/POTFILES.in")).expect("a list");
    let rust: Vec<&str> = listed.lines().filter(|file| file.ends_with(".rs")).collect();
    let ui: Vec<&str> = listed.lines().filter(|file| file.ends_with(".ui")).collect();
    let extract = |language: &str, files: &[&str], out: &Path| {
        run(Command::new("xgettext")
            .current_dir(root())
            .args(["--no-wrap", "--from-code=UTF-8"])
            .args([
                "--keyword=gettext_f",
                "--keyword=ngettext_f:1,2",
                "--keyword=noted",
                "--keyword=pgettext:1c,2",
            ])
            .arg(format!("--language={language}"))
            .arg("-o")
            .arg(out)
            .args(files))
    };
    let (a, b) = (locale.join("rust.pot"), locale.join("ui.pot"));
    extract("C", &rust, &a)?;
    extract("Glade", &ui, &b)?;
    let all = run(Command::new("msgcat").args(["--no-wrap", "--use-first"]).arg(a).arg(b))?;
    let mut text = String::from(
        "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n!=1;\\n\"\n\n",
    );
    let literal = |line: &str| line.split_once('"').map(|(_, rest)| rest.trim_end_matches('"').to_owned());
    let mut phrases: Vec<String> = Vec::new();
    // A phrase of several lines goes on in lines of their own.
    let mut is_original = false;
    for line in all.split("\n\n").skip(1).flat_map(|entry| entry.lines().chain([""])) {
        if !line.starts_with('"') {
            is_original = line.starts_with("msgctxt") || line.starts_with("msgid");
        }
        if is_original {
            text += &format!("{line}\n");
        }
        if line.starts_with("msgid") {
            phrases.extend(literal(line));
        } else if let (true, true, Some(phrase)) = (is_original, line.starts_with('"'), phrases.last_mut()) {
            phrase.extend(literal(line));
        } else if line.is_empty() && !phrases.is_empty() {
            match &phrases[..] {
                [one] => text += &format!("msgstr \"{}\"\n\n", longer(one)),
                many => {
                    for (n, phrase) in many.iter().enumerate() {
                        text += &format!("msgstr[{n}] \"{}\"\n", longer(phrase));
                    }
                    text.push('\n');
                }
            }
            phrases.clear();
        }
    }
    let po = locale.join("xx.po");
    std::fs::write(&po, text).expect("a file");
    install(&po, locale, "xx");
    Some(())
}

/// Opens the list that shows this language and chooses the one so many places below it.
fn choose(desktop: &TestDesktop, shown: &str, below: usize) {
    let (x, y) = super::reader::middle(desktop, shown);
    desktop.xdotool(&["mousemove", &x, &y, "click", "1"]);
    desktop.wait("the list", |s| s["preferences"]["focus"] == "GtkListItemWidget");
    for _ in 0..below {
        desktop.keys(&["Down"]);
    }
    desktop.keys(&["Return"]);
}

#[test]
fn s48_another_language_keeps_the_match() {
    let locale = tempfile::tempdir().expect("a folder");
    if made_up(locale.path()).is_none() {
        println!("skipped: gettext is not installed");
        return;
    }
    install_french(locale.path());
    let folder = locale.path().to_string_lossy().into_owned();
    let arguments = ["--test-dice", "13 66", "--no-animations", "--locale-folder", &folder];
    let Some(desktop) = TestDesktop::start("language", &arguments) else { return };
    begin(&desktop);
    desktop.click(desktop.checker(8), 1);
    let before = desktop.wait("a step", |s| s["controller"]["turn"]["play"] == "8/5")["match"].clone();
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    preferences::show(&desktop, "language");
    desktop.screenshot("chooser");
    // "Same as the system", "English", "Français", "xx".
    choose(&desktop, "Same as the system", 2);
    let state = desktop.wait("French", |s| s["window"]["title"] == "Light – Dark, match en 7 points");
    assert_eq!(state["match"], before, "the match goes on");
    assert_eq!(state["window"]["buttons"][0], "Valider");
    desktop.wait("the same page", |s| {
        s["preferences"]["page"] == "language" && s["preferences"]["title"] == "Langue"
    });
    desktop.screenshot("fr-preferences");
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    desktop.screenshot("fr");
    desktop.click(desktop.checker(8), 1);
    desktop.wait("play goes on", |s| s["controller"]["turn"]["play"] == "8/5");
    desktop.keys(&["ctrl+comma"]);
    desktop.wait("the preferences", |s| s["preferences"]["page"] == "players");
    preferences::show(&desktop, "language");
    choose(&desktop, "Français", 3);
    desktop
        .wait("the made-up language", |s| s["window"]["title"].as_str().is_some_and(|t| t.starts_with('⟦')));
    let title = |s: &Value| s["preferences"]["title"].as_str().is_some_and(|title| title.starts_with('⟦'));
    desktop.wait("the same page", |s| s["preferences"]["page"] == "language" && title(s));
    desktop.screenshot("made-up-preferences");
    desktop.keys(&["Escape"]);
    desktop.wait("no preferences", |s| s["preferences"].is_null());
    let state = desktop.state();
    assert_eq!(state["match"], before);
    super::quality::fits(&desktop);
    desktop.wait("lines that are whole", |s| s["window"]["cut"] == serde_json::json!([]));
    desktop.screenshot("made-up");
    assert_eq!(desktop.complaints(), "");
}
