// SPDX-License-Identifier: GPL-3.0-or-later
//! Printing. A dialog asks what to print, a job of the session lays out the pages, and the desktop's dialog asks for the
//! printer. Pages are drawn one by one on demand, so that a long match does not block the window.

use super::export::{scope_of, scope_row};
use super::{FileTask, Files};
use crate::i18n::gettext;
use adw::prelude::*;
use gnubg_report::pages::Pages;
use gnubg_session::{FileCommand, Session};
use gtk::{gio, glib};
use std::ffi::OsStr;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// Whether the toolkit can print: through its modules, or through the portal of a sandboxed program.
fn can_print() -> bool {
    let modules = gio::IOExtensionPoint::lookup("gtk-print-backend");
    modules.is_some_and(|point| !point.extensions().is_empty()) || Path::new("/.flatpak-info").exists()
}

/// Draws a page on the chosen paper, scaled to fit and centered.
fn draw(pages: &Pages, context: &gtk::PrintContext, page: i32) -> Result<(), String> {
    let cr = context.cairo_context();
    let (width, height) = Pages::size();
    let scale = (context.width() / width).min(context.height() / height);
    cr.translate((context.width() - width * scale) / 2.0, (context.height() - height * scale) / 2.0);
    cr.scale(scale, scale);
    let page = usize::try_from(page).map_err(|error| error.to_string())?;
    pages.draw(&cr, page).map_err(|error| error.to_string())
}

impl Files {
    /// Opens the dialog that asks what is printed.
    pub(super) fn open_print(self: &Rc<Self>) {
        if self.printing.borrow().is_some() {
            return;
        }
        if !can_print() {
            return self.tell_file_error(&FileTask::Print, &gettext("printing is not available"));
        }
        let scope_row = scope_row();
        let what = adw::PreferencesGroup::new();
        what.add(&scope_row);
        let parts = self.report_parts();
        let (dialog, cancel, print) =
            self.report_dialog(&gettext("Print"), &gettext("Print…"), &[&what, &parts]);
        dialog.set_default_height(440);
        print.connect_clicked(glib::clone!(
            #[strong(rename_to = files)]
            self,
            #[weak]
            dialog,
            move |_| {
                let scope = scope_of(&scope_row);
                dialog.close();
                files.start(FileCommand::Print(scope), FileTask::Print);
            }
        ));
        super::present(&dialog, &cancel, Some(print.upcast_ref()), "print-options");
    }

    /// Pages are laid out: the desktop's dialog asks for the printer, and prints them.
    pub(crate) fn print_pages(self: &Rc<Self>, pages: Arc<Pages>) {
        let operation = gtk::PrintOperation::new();
        operation.set_job_name(pages.title());
        operation.set_n_pages(i32::try_from(pages.n_pages()).unwrap_or(i32::MAX));
        operation.set_use_full_page(true);
        operation.set_unit(gtk::Unit::Points);
        operation.set_allow_async(true);
        operation.set_print_settings(Some(&self.print_settings()));
        operation.connect_draw_page(glib::clone!(
            #[weak(rename_to = files)]
            self,
            move |operation, context, page| {
                if let Err(error) = draw(&pages, context, page) {
                    operation.cancel();
                    files.tell_file_error(&FileTask::Print, &error);
                }
            }
        ));
        operation.connect_done(glib::clone!(
            #[weak(rename_to = files)]
            self,
            move |operation, result| files.printed(operation, result)
        ));
        self.printing.replace(Some(operation.clone()));
        let result = operation.run(gtk::PrintOperationAction::PrintDialog, self.host.window().as_ref());
        if let Err(error) = result {
            self.printing.take();
            self.tell_file_error(&FileTask::Print, error.message());
        }
    }

    /// What was chosen last, and where pages are offered to be kept as a file.
    fn print_settings(&self) -> gtk::PrintSettings {
        let settings = self.print_settings.borrow().clone().unwrap_or_default();
        // The file of the last match is not to be replaced by that of another.
        settings.unset("output-uri");
        if let Some(file) = self.host.look(Session::suggested_file) {
            let text = |path: Option<&OsStr>| path.map(|path| path.to_string_lossy().into_owned());
            let folder = match self.host.options().export.folder {
                folder if folder.is_empty() => {
                    file.parent().filter(|folder| folder.is_absolute()).map(Path::to_owned)
                }
                folder => Some(folder.into()),
            };
            settings.set("output-basename", text(file.file_stem()).as_deref());
            settings.set("output-dir", text(folder.as_deref().map(Path::as_os_str)).as_deref());
        }
        settings
    }

    /// Printing is over, one way or another.
    fn printed(self: &Rc<Self>, operation: &gtk::PrintOperation, result: gtk::PrintOperationResult) {
        self.printing.take();
        match result {
            gtk::PrintOperationResult::Error => {
                let error = operation.error().map_or(String::new(), |error| error.message().to_owned());
                self.tell_file_error(&FileTask::Print, &error);
            }
            gtk::PrintOperationResult::Apply => {
                self.print_settings.replace(operation.print_settings());
                self.host.toast(&gettext("The pages are printed"));
            }
            _ => {}
        }
    }
}
