// SPDX-License-Identifier: GPL-3.0-or-later
//! The chapters of a language, in their order, and whether all links and pictures of them exist.

use crate::generated;
use crate::markup::{Block, Chapter, Link, Picture};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The language in which every chapter exists.
pub const ORIGINAL: &str = "en";

/// Where the files of the manual are: a folder, or the resources of the program.
pub trait Source {
    /// The names of the files with chapters of a language; empty for a language without a manual.
    fn chapters(&self, language: &str) -> Vec<String>;
    /// The text of a chapter.
    fn text(&self, language: &str, name: &str) -> Option<String>;
    /// Whether there is a picture of that name, such as `pictures/statistics.png`.
    fn has_picture(&self, name: &str) -> bool;
}

impl Source for &Path {
    fn chapters(&self, language: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.join(language)).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.ends_with(".md")).collect()
    }

    fn text(&self, language: &str, name: &str) -> Option<String> {
        std::fs::read_to_string(self.join(language).join(name)).ok()
    }

    fn has_picture(&self, name: &str) -> bool {
        self.join(name).is_file()
    }
}

/// The manual in one language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    /// The chapters that are written, in their order. What the language lacks is in English.
    pub chapters: Vec<Chapter>,
    /// The names of chapters that are an outline.
    pub outlined: Vec<String>,
    /// How many chapters are in English although another language was asked for.
    pub n_foreign: usize,
}

/// The name of a chapter in links: that of its file without number and ending.
fn id(name: &str) -> &str {
    let stem = name.strip_suffix(".md").unwrap_or(name);
    stem.split_once('-').filter(|(number, _)| number.parse::<u32>().is_ok()).map_or(stem, |(_, rest)| rest)
}

impl Book {
    /// The manual in a language such as `de` or `pt_BR`.
    #[must_use]
    pub fn read(source: &impl Source, language: &str) -> Book {
        let short = language.split('_').next().unwrap_or_default();
        let mut book = Book::default();
        let mut names = source.chapters(ORIGINAL);
        names.sort();
        for name in names {
            let read = |text: &str| Chapter::read(id(&name), text, generated::blocks);
            let own = [language, short].into_iter().find_map(|code| source.text(code, &name));
            let own = own.map(|text| read(&text)).filter(Chapter::is_written);
            let is_foreign = own.is_none() && short != ORIGINAL;
            let original = || Some(read(&source.text(ORIGINAL, &name)?));
            match own.or_else(original) {
                Some(chapter) if chapter.is_written() => {
                    book.n_foreign += usize::from(is_foreign);
                    book.chapters.push(chapter);
                }
                _ => book.outlined.push(id(&name).to_owned()),
            }
        }
        book
    }

    /// The chapter of a name.
    #[must_use]
    pub fn chapter(&self, id: &str) -> Option<&Chapter> {
        self.chapters.iter().find(|chapter| chapter.id == id)
    }

    /// What is wrong: links to chapters or sections that do not exist, pictures that are missing or cannot be read, titles
    /// and headings that occur twice.
    #[must_use]
    pub fn faults(&self, source: &impl Source) -> Vec<String> {
        let mut faults = Vec::new();
        let mut titles = BTreeSet::new();
        for chapter in &self.chapters {
            let name = &chapter.id;
            if chapter.title.is_empty() || !titles.insert(&chapter.title) {
                faults.push(format!("{name}: the title {:?} is empty or not the only one", chapter.title));
            }
            for link in chapter.spans().filter_map(|span| span.link.as_ref()) {
                let Link::Chapter(target, section) = link else { continue };
                let Some(target) = self.chapter(if target.is_empty() { name } else { target }) else {
                    if !self.outlined.contains(target) {
                        faults.push(format!("{name}: there is no chapter {target:?}"));
                    }
                    continue;
                };
                let is_there = |section: &String| {
                    target
                        .blocks
                        .iter()
                        .any(|block| matches!(block, Block::Heading { id, .. } if id == section))
                };
                if let Some(section) = section.as_ref().filter(|section| !is_there(section)) {
                    faults.push(format!("{name}: there is no section {section:?} in {}", target.id));
                }
            }
            let mut headings: BTreeMap<&str, usize> = BTreeMap::new();
            for block in &chapter.blocks {
                match block {
                    Block::Heading { id, .. } => *headings.entry(id).or_default() += 1,
                    Block::Picture(Picture::Broken(error), _) => faults.push(format!("{name}: {error}")),
                    Block::Picture(Picture::File(file), _) if !source.has_picture(file) => {
                        faults.push(format!(
                            "{name}: the picture {file} is missing; ./x manual pictures makes it"
                        ));
                    }
                    Block::Picture(_, caption) if caption.is_empty() => {
                        faults.push(format!("{name}: a picture has no caption"));
                    }
                    _ => {}
                }
            }
            let twice = headings.into_iter().filter(|(_, n)| *n > 1);
            faults.extend(twice.map(|(id, _)| format!("{name}: the heading {id:?} occurs twice")));
        }
        faults
    }

    /// The index: the terms that chapters define, printed in bold, with the chapters that do.
    #[must_use]
    pub fn index(&self) -> BTreeMap<String, Vec<&Chapter>> {
        let mut index: BTreeMap<String, Vec<&Chapter>> = BTreeMap::new();
        for chapter in &self.chapters {
            for span in chapter.spans().filter(|span| span.is_strong && span.text.chars().count() > 1) {
                let chapters = index.entry(span.text.trim_end_matches(['.', ':']).to_owned()).or_default();
                if !chapters.iter().any(|known| known.id == chapter.id) {
                    chapters.push(chapter);
                }
            }
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Texts(&'static [(&'static str, &'static str, &'static str)]);

    impl Source for Texts {
        fn chapters(&self, language: &str) -> Vec<String> {
            let of = self.0.iter().filter(|(code, ..)| *code == language);
            of.map(|(_, name, _)| (*name).to_owned()).collect()
        }

        fn text(&self, language: &str, name: &str) -> Option<String> {
            let found = self.0.iter().find(|(code, known, _)| (*code, *known) == (language, name));
            found.map(|(.., text)| (*text).to_owned())
        }

        fn has_picture(&self, name: &str) -> bool {
            name == "pictures/there.png"
        }
    }

    #[test]
    fn chapters_that_a_language_lacks_are_in_english() {
        let source = Texts(&[
            ("en", "20-b.md", "# Second\n\ntext"),
            ("en", "10-a.md", "# First\n\ntext"),
            ("en", "30-c.md", "# Outline\n"),
            ("de", "10-a.md", "# Erstes\n\nText"),
        ]);
        let book = Book::read(&source, "de_CH");
        let titles: Vec<&str> = book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
        assert_eq!((titles, book.n_foreign), (vec!["Erstes", "Second"], 1));
        assert_eq!(book.outlined, ["c"]);
        assert_eq!(Book::read(&source, "en").n_foreign, 0);
    }

    #[test]
    fn broken_links_and_missing_pictures_are_faults() {
        let source = Texts(&[
            (
                "en",
                "10-a.md",
                "# A\n\n[x](nowhere) [y](a#nothing) [z](a#here) [w](c) **Term.**\n\n## Here\n\n## Here\n\n\
             ![c](pictures/there.png)\n\n![c](pictures/gone.png)\n\n![c](board:no)\n\n{{unknown}}\n",
            ),
            ("en", "20-c.md", "# Outline\n"),
        ]);
        let book = Book::read(&source, "en");
        let faults = book.faults(&source).join("\n");
        for wanted in
            ["\"nowhere\"", "\"nothing\"", "gone.png", "no:", "{{unknown}}", "\"here\" occurs twice"]
        {
            assert!(faults.contains(wanted), "{wanted}: {faults}");
        }
        assert_eq!(faults.lines().count(), 6, "{faults}");
        assert!(book.index().contains_key("Term"));
    }

    /// The manual of the project has no faults, in any language.
    #[test]
    fn the_manual_is_whole() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/manual");
        let Ok(folders) = std::fs::read_dir(root) else {
            println!("skipped: docs/manual is not beside this package");
            return;
        };
        let source = Path::new(root);
        for folder in
            folders.flatten().filter(|entry| entry.path().is_dir() && entry.file_name() != "pictures")
        {
            let language = folder.file_name().to_string_lossy().into_owned();
            let book = Book::read(&source, &language);
            assert!(book.chapters.len() > 15, "{language}: {} chapters", book.chapters.len());
            assert_eq!(book.faults(&source), Vec::<String>::new(), "{language}");
            let known = source.chapters(ORIGINAL);
            for name in source.chapters(&language) {
                assert!(known.contains(&name), "docs/manual/{language}/{name} is no chapter of the original");
            }
        }
    }
}
