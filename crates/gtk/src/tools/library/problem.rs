// SPDX-License-Identifier: GPL-3.0-or-later
//! What cannot be understood in a query: the word is marked where it is typed, and a line below says what could stand there.

use crate::i18n::{capitalized, gettext_f};
use crate::widgets::set_class;
use gnubg_library::QueryError;
use gtk::pango;
use gtk::prelude::*;

/// Shows what is wrong with the query in `entry` on the line below it, or that nothing is. Results of the last query stay.
pub(super) fn show_problem(entry: &gtk::Entry, line: &gtk::Label, error: Option<&QueryError>) {
    let marks = pango::AttrList::new();
    if let Some(error) = error {
        let mut mark = pango::AttrInt::new_underline(pango::Underline::Error);
        mark.set_start_index(u32::try_from(error.start).unwrap_or(0));
        mark.set_end_index(u32::try_from(error.end.max(error.start + 1)).unwrap_or(u32::MAX));
        marks.insert(mark);
    }
    entry.set_attributes(&marks);
    set_class(entry, "error", error.is_some());
    line.set_text(&error.map(told).unwrap_or_default());
    line.set_visible(error.is_some());
}

fn told(error: &QueryError) -> String {
    let text = match error.suggestions.is_empty() {
        true => error.message.clone(),
        false => gettext_f(
            "{problem}. Perhaps {words}",
            &[("problem", &error.message), ("words", &error.suggestions.join(", "))],
        ),
    };
    capitalized(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_what_could_stand_there() {
        let mut error = QueryError {
            start: 0,
            end: 5,
            message: "there is no field losss".to_owned(),
            suggestions: Vec::new(),
        };
        assert_eq!(told(&error), "There is no field losss");
        error.suggestions = vec!["loss".to_owned(), "luck".to_owned()];
        assert_eq!(told(&error), "There is no field losss. Perhaps loss, luck");
    }
}
