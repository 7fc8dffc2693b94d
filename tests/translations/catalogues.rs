// SPDX-License-Identifier: GPL-3.0-or-later
//! What is checked of every catalogue: that it is complete, that its forms and places are right, that keys do not clash
//! and that short texts stay short.

use super::support::{DOMAIN, catalogue, from_right, install, languages, longer, made_up, root, template};
use polib::catalog::Catalog;
use polib::message::MessageView;
use std::collections::{BTreeMap, BTreeSet};

/// A phrase for messages of tests.
fn name(message: &dyn MessageView) -> String {
    match message.msgctxt() {
        Some(context) => format!("{:?} ({context})", message.msgid()),
        None => format!("{:?}", message.msgid()),
    }
}

/// The translations of a phrase: one, or one for each plural form.
fn translations(message: &dyn MessageView) -> Vec<String> {
    match message.msgstr_plural() {
        Ok(forms) => forms.clone(),
        Err(_) => message.msgstr().map(|text| vec![text.to_owned()]).unwrap_or_default(),
    }
}

/// The names in braces.
fn places(text: &str) -> BTreeSet<&str> {
    let after = text.split('{').skip(1);
    after.filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// Columns that a text takes on a screen, roughly: letters of eastern Asia take two.
fn width(text: &str) -> usize {
    text.chars().map(|c| if matches!(c as u32, 0x1100..=0x115f | 0x2e80..=0xffe6) { 2 } else { 1 }).sum()
}

/// The longest translation of a short text. Lines of this length fit where English of that length does; the window test of
/// all languages looks at the pixels.
fn longest(english: usize) -> usize {
    2 * english + 12
}

/// What is wrong with a catalogue.
fn faults(catalog: &Catalog, template: &Catalog, n_forms: usize) -> Vec<String> {
    let mut faults = Vec::new();
    for wanted in template.messages() {
        let found = catalog.find_message(wanted.msgctxt(), wanted.msgid(), wanted.msgid_plural().ok());
        let Some(found) = found.filter(|found| found.is_translated()) else {
            faults.push(format!("{} is not translated", name(wanted)));
            continue;
        };
        if found.is_fuzzy() {
            faults.push(format!("{} is fuzzy", name(wanted)));
        }
        let forms = translations(found);
        if found.is_plural() && forms.len() != n_forms {
            faults.push(format!("{} has {} plural forms, not {n_forms}", name(wanted), forms.len()));
        }
        let mut known = places(wanted.msgid());
        known.extend(wanted.msgid_plural().map(places).unwrap_or_default());
        let always = match wanted.msgid_plural() {
            // A form for one may say "one" without the number.
            Ok(many) => &places(wanted.msgid()) & &places(many),
            Err(_) => known.clone(),
        };
        for form in &forms {
            let used = places(form);
            if !used.is_subset(&known) || !always.is_subset(&used) {
                faults.push(format!("{}: {form:?} has other places", name(wanted)));
            }
            let ends = |text: &str| [text.starts_with('\n'), text.ends_with('\n'), text.ends_with('…')];
            if ends(form) != ends(wanted.msgid()) {
                faults.push(format!("{}: {form:?} begins or ends differently", name(wanted)));
            }
            let keys = |text: &str| text.contains('_') && !text.contains(' ') || text.starts_with('_');
            if keys(wanted.msgid()) && form.matches('_').count() != wanted.msgid().matches('_').count() {
                faults.push(format!("{}: {form:?} has no key after an underscore", name(wanted)));
            }
            let english = width(wanted.msgid()).max(wanted.msgid_plural().map_or(0, width));
            if english <= 24 && width(form) > longest(english) {
                faults.push(format!("{}: {form:?} is too long for a short text", name(wanted)));
            }
        }
    }
    faults
}

#[test]
fn catalogues_are_complete_and_fit() {
    let Some(template) = template() else { return };
    assert!(template.count() > 2000, "{} phrases", template.count());
    for language in languages() {
        let catalog = catalogue(&language);
        assert_eq!(catalog.metadata.language, language, "the header of po/{language}.po");
        let faults = faults(&catalog, &template, catalog.metadata.plural_rules.nplurals);
        assert!(faults.is_empty(), "po/{language}.po has {} faults:\n{}", faults.len(), faults.join("\n"));
    }
}

/// What a made-up language does with a phrase.
type Change = fn(&str) -> String;

/// The checks find what they look for.
#[test]
fn faults_of_catalogues_are_found() {
    let Some(template) = template() else { return };
    assert_eq!(faults(&made_up(&template, "xx", str::to_owned), &template, 2), Vec::<String>::new());
    let broken: [(Change, &str); 5] = [
        (|_| String::new(), "is not translated"),
        (|phrase| phrase.replace('{', "{x"), "has other places"),
        (|phrase| format!("{phrase}\n"), "begins or ends differently"),
        (|phrase| phrase.replace('_', ""), "has no key"),
        (|phrase| phrase.repeat(4), "is too long"),
    ];
    for (change, wanted) in broken {
        let faults = faults(&made_up(&template, "xx", change), &template, 2);
        assert!(faults.iter().any(|fault| fault.contains(wanted)), "{wanted}");
    }
    assert!(
        faults(&made_up(&template, "xx", str::to_owned), &template, 3)[0].contains("2 plural forms, not 3")
    );
}

/// The entries of each menu with their keys, as one language shows them: `translate` turns the English label into its own.
fn clashes(translate: impl Fn(&str) -> String) -> Vec<String> {
    let mut found = Vec::new();
    for file in ["menu_bar.ui", "window.ui"] {
        let path = root().join("resources/ui").join(file);
        let text = std::fs::read_to_string(&path).expect("an interface");
        let document = roxmltree::Document::parse(&text).expect("XML");
        let is_menu = |node: &roxmltree::Node<'_, '_>| matches!(node.tag_name().name(), "menu" | "submenu");
        for menu in document.descendants().filter(is_menu) {
            let mut keys: BTreeMap<char, String> = BTreeMap::new();
            // Entries of this menu and of its sections, but not of menus inside.
            for entry in
                menu.descendants().filter(|node| matches!(node.tag_name().name(), "item" | "submenu"))
            {
                let owner = entry.ancestors().skip(1).find(|node| is_menu(node));
                if owner != Some(menu) {
                    continue;
                }
                let label = entry.children().find(|child| child.attribute("name") == Some("label"));
                let Some(label) = label.and_then(|label| label.text()) else { continue };
                let label = translate(label);
                let key = label.split_once('_').and_then(|(_, rest)| rest.chars().next());
                let Some(key) = key.and_then(|key| key.to_lowercase().next()) else { continue };
                if let Some(other) = keys.insert(key, label.clone()) {
                    found.push(format!("{file}: {other:?} and {label:?} have the same key"));
                }
            }
        }
    }
    found
}

#[test]
fn keys_of_menu_entries_do_not_clash() {
    assert_eq!(clashes(str::to_owned), Vec::<String>::new(), "in English");
    for language in languages() {
        let catalog = catalogue(&language);
        let translate = |label: &str| {
            let found = catalog.find_message(None, label, None).and_then(|message| message.msgstr().ok());
            found.unwrap_or(label).to_owned()
        };
        assert_eq!(clashes(translate), Vec::<String>::new(), "po/{language}.po");
    }
    assert!(!clashes(|_| "_same".to_owned()).is_empty(), "clashes are found");
}

#[test]
fn made_up_languages_keep_what_programs_fill_in() {
    assert_eq!(longer("{player} <b>rolls</b>"), "⟦{player} <b>rölls</b>········⟧");
    let turned = from_right("{player} rolls");
    assert!(
        turned.starts_with("{player} ")
            && turned.chars().all(|c| !c.is_ascii_lowercase() || "player".contains(c))
    );
    assert_eq!(from_right("left-to-right"), "right-to-left");
    let Some(template) = template() else { return };
    let locale = tempfile::tempdir().expect("a folder");
    install(&made_up(&template, "xr", from_right), locale.path(), "xr");
    let installed = locale.path().join(format!("xr/LC_MESSAGES/{DOMAIN}.mo"));
    assert!(installed.metadata().is_ok_and(|file| file.len() > 100_000));
}

/// Every language has its glossary, which says how terms of the game are translated.
#[test]
fn every_language_has_a_glossary() {
    let terms = |language: &str| -> Vec<String> {
        let path = root().join("po/glossary").join(language).with_extension("md");
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
        let cells = rows.map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<_>>());
        cells
            .filter(|cells| cells[0] != "---" && cells[0] != "English")
            .map(|cells| {
                assert!(cells.len() == 3 && !cells[1].trim().is_empty(), "{}: {cells:?}", path.display());
                cells[0].clone()
            })
            .collect()
    };
    let wanted = terms("TEMPLATE");
    assert!(wanted.len() > 60);
    for language in languages() {
        assert_eq!(terms(&language), wanted, "po/glossary/{language}.md");
    }
}
