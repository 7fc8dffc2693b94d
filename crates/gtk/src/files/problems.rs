// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors and warnings about files: which file, where in it, why, and what to do.

use super::{FileTask, Files, name_of};
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::widgets::question::Question;
use gnubg_formats::Warning;
use std::path::Path;
use std::rc::Rc;

/// The reason without the path, which the heading already contains.
fn reason<'a>(text: &'a str, path: &Path) -> &'a str {
    text.strip_prefix(&format!("{}: ", path.display())).unwrap_or(text)
}

/// A text with a capital letter in front and a full stop behind.
fn sentence(text: &str) -> String {
    gnubg_shell::language::refusal::sentence(text)
}

impl Files {
    /// Tells that a file could not be read or written.
    pub(super) fn tell_file_error(self: &Rc<Self>, task: &FileTask, text: &str) {
        let (heading, path, advice) = match task {
            FileTask::Open(path) => (
                gettext_f("{file} could not be opened", &[("file", &name_of(path))]),
                Some(path),
                gettext("Nothing was changed. If you know the file format, select it under “Open as”."),
            ),
            FileTask::Save(path) => (
                gettext_f("{file} could not be saved", &[("file", &name_of(path))]),
                Some(path),
                gettext("The match is still open. Save it under another name or in another folder."),
            ),
            FileTask::Export(path) => (
                gettext_f("{file} could not be written", &[("file", &name_of(path))]),
                Some(path),
                gettext("Choose another name or folder."),
            ),
            FileTask::Print => (
                gettext("Nothing was printed"),
                None,
                gettext(
                    "Export the match as PDF to get the same pages, and print them with another program.",
                ),
            ),
        };
        let reason = sentence(path.map_or(text, |path| reason(text, path)));
        let paragraphs = [Some(reason.clone()), path.map(|path| path.display().to_string()), Some(advice)];
        let body = paragraphs.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
        let (close, elsewhere) = (gettext("Close"), gettext("Save as…"));
        let answers = [
            ("close", close.as_str(), adw::ResponseAppearance::Default),
            ("elsewhere", elsewhere.as_str(), adw::ResponseAppearance::Suggested),
        ];
        let answers = if matches!(task, FileTask::Save(_)) { &answers[..] } else { &answers[..1] };
        let question = Question {
            name: "error",
            heading: &heading,
            body: &body,
            answers,
            default: answers.last().map(|&(key, ..)| key),
        };
        let files = Rc::clone(self);
        self.host.ask(&question, move |answer| {
            if answer == "elsewhere" {
                files.choose_save();
            }
        });
        self.host.log(&format!("{heading}: {reason}"));
    }

    /// Reports problems found while reading a file: their number and the first in a notice that stays, and each of them in
    /// the messages.
    pub(crate) fn tell_warnings(&self, path: &Path, warnings: &[Warning]) {
        let n = u32::try_from(warnings.len()).unwrap_or(u32::MAX);
        let values = [("file", name_of(path)), ("n", n.to_string())];
        let values = [("file", values[0].1.as_str()), ("n", values[1].1.as_str())];
        let text =
            ngettext_f("{n} problem while reading {file}", "{n} problems while reading {file}", n, &values);
        for warning in warnings {
            self.host.log(&gettext_f("Warning: {text}", &[("text", &warning.to_string())]));
        }
        self.host.log(&text);
        let first = warnings.first().map_or(String::new(), |first| sentence(&first.to_string()));
        let values = [("problems", text.as_str()), ("first", &first)];
        self.host.show_notice(Some(&gettext_f("{problems}. {first}", &values)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_not_told_twice() {
        assert_eq!(
            reason("/a/b.mat: MAT: line 3: no length", Path::new("/a/b.mat")),
            "MAT: line 3: no length"
        );
        assert_eq!(reason("no length", Path::new("/a/b.mat")), "no length");
    }
}
