// SPDX-License-Identifier: GPL-3.0-or-later
//! Writes the manual as web pages. `./x manual` runs it and makes a PDF of the page for printing.

use clap::Parser;
use gnubg_manual::{Book, html};
use gnubg_shell::output;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write the manual as web pages.
#[derive(Parser)]
struct Arguments {
    /// Folder to write to
    out: PathBuf,

    /// Language of the manual
    #[arg(short, long, default_value = "en")]
    language: String,

    /// Folder with the sources
    #[arg(long, default_value = "docs/manual")]
    source: PathBuf,

    /// Folder with catalogues, for what the program itself says
    #[arg(long)]
    locale_folder: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match write(&arguments) {
        Ok(n) => {
            output::line(format_args!("{}: {n} files", arguments.out.display()));
            ExitCode::SUCCESS
        }
        Err(error) => {
            output::error_line(format_args!("gnubg-manual: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn write(arguments: &Arguments) -> Result<usize, String> {
    let Arguments { out, language, source, locale_folder } = arguments;
    gnubg_i18n::init(locale_folder.as_deref(), None);
    gnubg_i18n::use_language(language);
    let source: &Path = source;
    let book = Book::read(&source, language);
    let faults = book.faults(&source);
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    let files = html::files(&book, language).map_err(|error| error.to_string())?;
    let save = |name: &Path, bytes: &[u8]| {
        let path = out.join(name);
        let folder = path.parent().unwrap_or(out);
        let saved = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, bytes));
        saved.map_err(|error| format!("{}: {error}", path.display()))
    };
    for (name, bytes) in &files {
        save(Path::new(name), bytes)?;
    }
    let pictures = source.join("pictures");
    for entry in std::fs::read_dir(pictures).into_iter().flatten().flatten() {
        let bytes =
            std::fs::read(entry.path()).map_err(|error| format!("{}: {error}", entry.path().display()))?;
        save(&Path::new("pictures").join(entry.file_name()), &bytes)?;
    }
    Ok(files.len())
}
