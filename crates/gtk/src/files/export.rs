// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for exports: scope, format, contents. Printing uses the same rows.

use super::Files;
use crate::a11y;
use crate::i18n::gettext;
use crate::widgets::combo;
use adw::prelude::*;
use gnubg_formats::Format;
use gnubg_formats::export::ExportScope;
use gnubg_record::Cursor;
use gnubg_report::export::holds;
use gnubg_session::FileScope;
use gnubg_session::options::{Options, ReportLayout};
use gtk::glib;
use std::cell::RefCell;
use std::rc::Rc;

/// How much can be exported or printed, in the order of the list.
const SCOPES: [FileScope; 3] = [FileScope::Match, FileScope::Game, FileScope::Position];

/// The formats that can hold that much.
fn formats(scope: FileScope) -> Vec<Format> {
    let scope = match scope {
        FileScope::Match => ExportScope::Match,
        FileScope::Game => ExportScope::Game(0),
        FileScope::Position => ExportScope::Position(Cursor::default()),
    };
    let mut found: Vec<Format> = Format::ALL.into_iter().filter(|format| holds(*format, scope)).collect();
    // Reports first, what this program saves anyway last.
    found.sort_by_key(|format| match format {
        Format::Text | Format::Html | Format::Pdf => 0,
        Format::Sgf => 2,
        _ => 1,
    });
    found
}

/// Whether the format is a report for people, which the switches below shape.
fn is_report(format: Format) -> bool {
    matches!(format, Format::Text | Format::Html | Format::Latex | Format::Pdf | Format::Ps | Format::Eps)
}

/// A part of reports that can be left out.
struct ReportPart {
    title: String,
    get: fn(&Options) -> bool,
    set: fn(&mut Options, bool),
}

fn report_parts() -> [ReportPart; 4] {
    [
        ReportPart {
            title: gettext("Match information"),
            get: |options| options.export.match_info,
            set: |options, on| options.export.match_info = on,
        },
        ReportPart {
            title: gettext("Marks and comments"),
            get: |options| options.export.annotations,
            set: |options, on| options.export.annotations = on,
        },
        ReportPart {
            title: gettext("Analysis"),
            get: |options| options.export.analysis,
            set: |options, on| options.export.analysis = on,
        },
        ReportPart {
            title: gettext("Statistics"),
            get: |options| options.export.statistics,
            set: |options, on| options.export.statistics = on,
        },
    ]
}

/// Whether the report of a match in this format can have this layout.
const fn has_layout(format: Format, layout: ReportLayout) -> bool {
    match layout {
        ReportLayout::Full => true,
        ReportLayout::OnePage => matches!(format, Format::Html | Format::Pdf),
        ReportLayout::Interactive => matches!(format, Format::Html),
    }
}

/// A row with a list of words.
fn list_row(title: &str, words: &[String]) -> adw::ComboRow {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let model = gtk::StringList::new(&words);
    let row = adw::ComboRow::builder().title(title).model(&model).build();
    combo::show_whole(&row);
    row
}

/// The row that asks how much.
pub(super) fn scope_row() -> adw::ComboRow {
    let words = [gettext("The whole match"), gettext("This game"), gettext("This position")];
    list_row(&gettext("Scope"), &words)
}

/// How much was chosen.
pub(super) fn scope_of(row: &adw::ComboRow) -> FileScope {
    SCOPES.get(row.selected() as usize).copied().unwrap_or(FileScope::Match)
}

/// Lets the formats follow how much is exported, and the parts of reports the format.
fn follow_lists(
    scope_row: &adw::ComboRow,
    format_row: &adw::ComboRow,
    parts: &adw::PreferencesGroup,
    offered: &Rc<RefCell<Vec<Format>>>,
    last: String,
) {
    let fill = glib::clone!(
        #[weak]
        format_row,
        #[weak]
        scope_row,
        #[weak]
        parts,
        #[strong]
        offered,
        move || {
            let found = formats(scope_of(&scope_row));
            let names: Vec<String> =
                found.iter().map(|f| format!("{} (.{})", f.name(), f.extension())).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let at = found.iter().position(|format| format.name() == last).unwrap_or(0);
            parts.set_sensitive(found.get(at).is_some_and(|format| is_report(*format)));
            offered.replace(found);
            format_row.set_model(Some(&gtk::StringList::new(&names)));
            format_row.set_selected(at as u32);
        }
    );
    fill();
    scope_row.connect_selected_notify(move |_| fill());
    format_row.connect_selected_notify(glib::clone!(
        #[weak]
        parts,
        #[strong]
        offered,
        move |row| {
            let format = offered.borrow().get(row.selected() as usize).copied();
            parts.set_sensitive(format.is_some_and(is_report));
        }
    ));
}

impl Files {
    /// The switches for what reports show.
    pub(super) fn report_parts(&self) -> adw::PreferencesGroup {
        let parts = adw::PreferencesGroup::builder().title(gettext("Report contents")).build();
        for choice in report_parts() {
            let switch = gtk::Switch::builder()
                .active((choice.get)(&self.host.options()))
                .valign(gtk::Align::Center)
                .build();
            a11y::set_label(&switch, &choice.title);
            let row = adw::ActionRow::builder().title(choice.title).activatable_widget(&switch).build();
            row.add_suffix(&switch);
            parts.add(&row);
            let host = self.host.clone();
            switch.connect_active_notify(move |switch| {
                let on = switch.is_active();
                host.change_options(|options| (choice.set)(options, on));
            });
        }
        parts
    }

    /// A dialog with these groups of rows, its button to cancel and that to go on.
    pub(super) fn report_dialog(
        &self,
        title: &str,
        go_on: &str,
        groups: &[&adw::PreferencesGroup],
    ) -> (adw::Window, gtk::Button, gtk::Button) {
        let page = adw::PreferencesPage::new();
        for group in groups {
            page.add(*group);
        }
        let header = adw::HeaderBar::builder().show_end_title_buttons(false).build();
        let cancel = gtk::Button::with_label(&gettext("Cancel"));
        let go_on = gtk::Button::with_label(go_on);
        go_on.add_css_class("suggested-action");
        header.pack_start(&cancel);
        header.pack_end(&go_on);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&header);
        content.append(&page);
        let dialog = adw::Window::builder()
            .name("export")
            .title(title)
            .modal(true)
            .default_width(480)
            .default_height(520)
            .content(&content)
            .default_widget(&go_on)
            .build();
        dialog.set_transient_for(self.host.window().as_ref());
        crate::chapters::open_on_key(&dialog);
        (dialog, cancel, go_on)
    }

    /// Opens the dialog.
    pub(super) fn open_export(self: &Rc<Self>) {
        let scope_row = scope_row();
        let format_row = list_row(&gettext("Format"), &[]);
        let offered: Rc<RefCell<Vec<Format>>> = Rc::default();
        let what = adw::PreferencesGroup::new();
        what.add(&scope_row);
        what.add(&format_row);
        let words: Vec<String> = ReportLayout::TITLES.iter().map(|title| gettext(title)).collect();
        let layout_row = list_row(&gettext("Layout"), &words);
        layout_row.set_widget_name("export-layout");
        let options = self.host.options();
        let word = options.export.layout.word();
        let at = ReportLayout::WORDS.iter().position(|one| *one == word).unwrap_or(0);
        layout_row.set_selected(at as u32);
        what.add(&layout_row);
        let parts = self.report_parts();
        parts.set_description(Some(&gettext(
            "For text, web pages and printed pages. Other formats contain what they support.",
        )));
        let (dialog, cancel, export) =
            self.report_dialog(&gettext("Export"), &gettext("Export…"), &[&what, &parts]);
        follow_lists(&scope_row, &format_row, &parts, &offered, options.export.format);
        let show_layouts = glib::clone!(
            #[weak]
            scope_row,
            #[weak]
            layout_row,
            #[strong]
            offered,
            move |formats: &adw::ComboRow| {
                let format = offered.borrow().get(formats.selected() as usize).copied();
                let is_match = scope_of(&scope_row) == FileScope::Match;
                let has_choice = format.is_some_and(|format| has_layout(format, ReportLayout::OnePage));
                layout_row.set_visible(is_match && has_choice);
            }
        );
        show_layouts(&format_row);
        format_row.connect_selected_notify(show_layouts);
        export.connect_clicked(glib::clone!(
            #[strong(rename_to = files)]
            self,
            #[weak]
            dialog,
            #[weak]
            scope_row,
            #[weak]
            format_row,
            #[weak]
            layout_row,
            move |_| {
                let scope = scope_of(&scope_row);
                let format = offered.borrow().get(format_row.selected() as usize).copied();
                dialog.close();
                if let Some(format) = format {
                    let word = ReportLayout::WORDS.get(layout_row.selected() as usize).copied();
                    let layout = word.and_then(ReportLayout::from_word).unwrap_or_default();
                    files.host.change_options(|options| {
                        options.export.format = format.name().to_owned();
                        if layout_row.is_visible() {
                            options.export.layout = layout;
                        }
                    });
                    files.choose_export(format, scope);
                }
            }
        ));
        super::present(&dialog, &cancel, Some(export.upcast_ref()), "export-options");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_offers_what_can_hold_it() {
        assert!(formats(FileScope::Match).contains(&Format::Mat));
        assert!(!formats(FileScope::Match).contains(&Format::Svg));
        assert!(formats(FileScope::Position).contains(&Format::Svg));
        assert!(formats(FileScope::Game).contains(&Format::Gam));
        let n_written = Format::ALL.into_iter().filter(|format| format.is_written()).count();
        let mut all: Vec<Format> = SCOPES.into_iter().flat_map(formats).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), n_written);
    }
}
