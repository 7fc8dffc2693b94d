// SPDX-License-Identifier: GPL-3.0-or-later
//! How the parts of the window are put together.

use super::LibraryWindow;
use super::side_bar::Page;
use crate::a11y;
use crate::i18n::{gettext, pgettext};
use crate::tools::controls::{button, icon_button};
use adw::prelude::*;
use gtk::{gio, pango};

impl LibraryWindow {
    pub(super) fn lay_out(&self) {
        // Matches and study are shown in the main window, which must not lie below this one.
        self.frame.set_transient_for(None::<&gtk::Window>);
        self.begin.set_child(Some(&self.begin_buttons()));
        self.pages.add_named(&self.begin, Some("begin"));
        self.pages.add_named(&self.matches.root, Some(Page::Matches.name()));
        self.pages.add_named(&self.search.root, Some(Page::Search.name()));
        self.pages.add_named(&self.stats.root, Some(Page::Statistics.name()));
        self.pages.add_named(&self.drills.root, Some(Page::Exercises.name()));
        self.pages.add_named(&self.imports.root, Some(Page::Imports.name()));
        self.flap.set_flap(Some(&self.side.root));
        self.flap.set_separator(Some(&gtk::Separator::new(gtk::Orientation::Vertical)));
        self.flap.set_content(Some(&self.pages));
        self.banner.set_widget_name("library-banner");
        self.banner.set_visible(false);
        self.notice_text.set_hexpand(true);
        self.notice_text.set_ellipsize(pango::EllipsizeMode::End);
        self.undo.set_widget_name("library-undo");
        let close = icon_button("window-close-symbolic", &gettext("Close the message"));
        close.add_css_class("flat");
        let this = self.this.clone();
        close.connect_clicked(move |_| {
            if let Some(window) = this.upgrade() {
                window.notice.set_reveal_child(false);
            }
        });
        let line = gtk::Box::builder().spacing(6).css_classes(["library-notice"]).build();
        for part in [self.notice_text.upcast_ref::<gtk::Widget>(), self.undo.upcast_ref(), close.upcast_ref()]
        {
            line.append(part);
        }
        self.notice.set_child(Some(&line));
        let content = self.frame.content();
        content.append(&self.banner);
        content.append(&self.updating.root);
        content.append(&self.flap);
        content.append(&self.notice);
        self.add_to_header();
    }

    fn begin_buttons(&self) -> gtk::Box {
        let buttons = gtk::Box::builder().spacing(6).halign(gtk::Align::Center).build();
        for (title, tooltip, action) in [
            (
                gettext("Choose folder…"),
                gettext("Import all match files of a folder"),
                "library.import-folder",
            ),
            (gettext("Import files…"), gettext("Import match files"), "library.import-files"),
        ] {
            let press = button(&title, &tooltip);
            press.set_action_name(Some(action));
            press.add_css_class("pill");
            buttons.append(&press);
        }
        if let Some(first) = buttons.first_child() {
            first.add_css_class("suggested-action");
        }
        buttons
    }

    fn add_to_header(&self) {
        let menu = gio::Menu::new();
        menu.append(Some(&gettext("Files…")), Some("library.import-files"));
        menu.append(Some(&gettext("Folder…")), Some("library.import-folder"));
        let import = gtk::MenuButton::builder()
            .name("library-import-button")
            .label(gettext("Import…"))
            .menu_model(&menu)
            .build();
        a11y::set_label(&import, &gettext("Import files or a folder"));
        a11y::name_menu_buttons(&import, &gettext("Import files or a folder"));
        let side = gtk::ToggleButton::builder()
            .name("library-side-button")
            .icon_name("sidebar-show-symbolic")
            .tooltip_text(gettext("Pages"))
            .build();
        a11y::set_label(&side, &gettext("Pages"));
        self.flap.bind_property("folded", &side, "visible").sync_create().build();
        self.flap.bind_property("reveal-flap", &side, "active").sync_create().bidirectional().build();
        self.frame.header().pack_start(&side);
        self.frame.header().pack_start(&import);
        let study = button(&pgettext("button", "Study"), &gettext("Study the cards that are due"));
        study.set_widget_name("library-study-due");
        let host = self.client.host().clone();
        study.connect_clicked(move |_| host.activate("study", None));
        self.frame.header().pack_start(&study);
    }
}
