// SPDX-License-Identifier: GPL-3.0-or-later
//! The preferences: one window with pages at the side and a search over all of them. Rows come from the session's table
//! of options. Changes take effect at once and are saved; changes by commands show here, too.

mod colors;
mod copies;
mod designs;
mod dice;
mod evaluation;
mod language;
mod levels;
mod pages;
mod rollouts;
mod sheet;
mod sounds;
mod speed;
mod table;
mod toggles;

use super::Window;
use crate::a11y;
use crate::i18n::gettext;
use crate::widgets::keys;
use crate::widgets::tab_stop::make_one_tab_stop;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::options::find;
use gtk::{gdk, glib};
use pages::{CustomRow, PAGES, Page, PageRow};
use sheet::Sheet;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The open window.
#[derive(Clone)]
pub(super) struct Preferences {
    window: adw::Window,
    shell: Rc<Shell>,
}

/// Its parts.
struct Shell {
    sheet: Sheet,
    leaflet: adw::Leaflet,
    title: adw::WindowTitle,
    list: gtk::ListBox,
    stack: gtk::Stack,
    search: gtk::SearchEntry,
    found: gtk::ListBox,
    /// Rows by page and number, once the page has been made.
    rows: RefCell<HashMap<(usize, usize), gtk::Widget>>,
}

impl Preferences {
    /// The page that is shown.
    pub(super) fn page(&self) -> Option<String> {
        self.shell.stack.visible_child_name().map(|name| name.to_string())
    }
}

impl Window {
    /// Opens the preferences, at a page if one is named.
    pub(super) fn open_preferences(&self, page: Option<&str>) {
        let open = self.imp().preferences.borrow().clone();
        let preferences = open.unwrap_or_else(|| self.build_preferences());
        if let Some(page) = page {
            preferences.shell.show(page);
        }
        preferences.window.present();
    }

    /// Shows changed options in the preferences, if they are open.
    pub(super) fn follow_preferences(&self) {
        let open = self.imp().preferences.borrow().clone();
        if let Some(preferences) = open {
            preferences.shell.sheet.refresh();
        }
    }

    /// Closes the preferences with the window.
    pub(super) fn close_preferences(&self) {
        if let Some(preferences) = self.imp().preferences.take() {
            preferences.window.destroy();
        }
    }

    fn build_preferences(&self) -> Preferences {
        // Larger text needs more room, as far as a small screen has it.
        let percent = i32::from(self.options().window.text_scale.max(100));
        let window = adw::Window::builder()
            .name("preferences")
            .title(gettext("Preferences"))
            .transient_for(self)
            .default_width((860 * percent / 100).min(1240))
            .default_height(640)
            .width_request(360)
            .height_request(400)
            .build();
        window.add_css_class("preferences");
        crate::chapters::open_on_key(&window);
        let shell = Shell::build(self, &window);
        let preferences = Preferences { window: window.clone(), shell };
        window.connect_close_request(glib::clone!(
            #[weak(rename_to = main)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_| {
                main.imp().preferences.take();
                glib::Propagation::Proceed
            }
        ));
        self.imp().preferences.replace(Some(preferences.clone()));
        preferences
    }
}

impl Shell {
    fn build(main: &Window, window: &adw::Window) -> Rc<Shell> {
        let shell = Rc::new(Shell {
            sheet: Sheet::new(main),
            leaflet: adw::Leaflet::builder().can_navigate_back(true).build(),
            title: adw::WindowTitle::new("", ""),
            list: gtk::ListBox::builder().css_classes(["navigation-sidebar"]).build(),
            stack: gtk::Stack::builder()
                .name("preferences-pages")
                .hexpand(true)
                .vexpand(true)
                .vhomogeneous(false)
                .build(),
            search: gtk::SearchEntry::builder().placeholder_text(gettext("Search")).build(),
            found: gtk::ListBox::builder()
                .selection_mode(gtk::SelectionMode::None)
                .css_classes(["boxed-list"])
                .valign(gtk::Align::Start)
                .build(),
            rows: RefCell::default(),
        });
        shell.leaflet.append(&shell.side());
        let line = gtk::Separator::new(gtk::Orientation::Vertical);
        line.add_css_class("sidebar");
        shell.leaflet.append(&line).set_navigatable(false);
        shell.leaflet.append(&shell.content());
        window.set_content(Some(&shell.leaflet));
        shell.connect(window);
        shell.list.select_row(shell.list.row_at_index(0).as_ref());
        shell.show(PAGES[0].name);
        shell.leaflet.navigate(adw::NavigationDirection::Back);
        shell
    }

    /// The list of pages with the search above it.
    fn side(&self) -> gtk::Box {
        let side = gtk::Box::new(gtk::Orientation::Vertical, 0);
        let header = adw::HeaderBar::builder().show_end_title_buttons(false).build();
        header.set_title_widget(Some(&adw::WindowTitle::new(&gettext("Preferences"), "")));
        side.append(&header);
        self.search.set_margin_start(12);
        self.search.set_margin_end(12);
        self.search.set_margin_top(6);
        self.search.set_margin_bottom(6);
        a11y::set_label(&self.search, &gettext("Search the preferences"));
        side.append(&self.search);
        for page in PAGES {
            let line = gtk::Box::builder().spacing(12).margin_top(6).margin_bottom(6).build();
            line.append(&gtk::Image::from_icon_name(page.icon));
            let label = gtk::Label::builder().label(gettext(page.title)).xalign(0.0).wrap(true).build();
            line.append(&label);
            let row = gtk::ListBoxRow::builder().child(&line).build();
            a11y::set_label(&row, &gettext(page.title));
            self.list.append(&row);
        }
        a11y::set_label(&self.list, &gettext("Pages"));
        make_one_tab_stop(&self.list);
        let scroll = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .vexpand(true)
            .width_request(220)
            .child(&self.list)
            .build();
        side.append(&scroll);
        side
    }

    fn content(self: &Rc<Self>) -> gtk::Box {
        let content = gtk::Box::builder().orientation(gtk::Orientation::Vertical).hexpand(true).build();
        let header = adw::HeaderBar::new();
        self.title.set_widget_name("preferences-title");
        header.set_title_widget(Some(&self.title));
        let back = sheet::icon_button("go-previous-symbolic", &gettext("Pages"));
        header.pack_start(&back);
        self.leaflet.bind_property("folded", &back, "visible").sync_create().build();
        let leaflet = self.leaflet.downgrade();
        back.connect_clicked(move |_| {
            if let Some(leaflet) = leaflet.upgrade() {
                leaflet.navigate(adw::NavigationDirection::Back);
            }
        });
        content.append(&header);
        // A status page scrolls and would be cut: a list gives its placeholder no more than the least height.
        let nothing = gtk::Box::builder()
            .name("preferences-nothing")
            .orientation(gtk::Orientation::Vertical)
            .spacing(12)
            .margin_top(48)
            .margin_bottom(48)
            .build();
        let icon = gtk::Image::builder().icon_name("edit-find-symbolic").pixel_size(64);
        let icon = icon.name("preferences-nothing-icon");
        nothing.append(&icon.css_classes(["dim-label"]).build());
        let title = gtk::Label::builder().label(gettext("Nothing found")).wrap(true);
        nothing.append(&title.css_classes(["title-2"]).build());
        self.found.set_placeholder(Some(&nothing));
        a11y::set_label(&self.found, &gettext("Search results"));
        let clamp = adw::Clamp::builder()
            .child(&self.found)
            .margin_top(12)
            .margin_bottom(12)
            .margin_start(12)
            .margin_end(12)
            .build();
        let scroll =
            gtk::ScrolledWindow::builder().hscrollbar_policy(gtk::PolicyType::Never).child(&clamp).build();
        scroll.set_widget_name("page-found");
        self.stack.add_named(&scroll, Some("found"));
        content.append(&self.stack);
        content
    }

    fn connect(self: &Rc<Self>, window: &adw::Window) {
        let weak = Rc::downgrade(self);
        self.list.connect_row_selected(move |_, row| {
            if let (Some(shell), Some(row)) = (weak.upgrade(), row) {
                shell.show_page(row.index() as usize);
            }
        });
        let weak = Rc::downgrade(self);
        self.list.connect_row_activated(move |_, row| {
            if let Some(shell) = weak.upgrade() {
                shell.show_page(row.index() as usize);
                shell.leaflet.navigate(adw::NavigationDirection::Forward);
            }
        });
        let weak = Rc::downgrade(self);
        self.search.connect_search_changed(move |entry| {
            if let Some(shell) = weak.upgrade() {
                shell.find(&entry.text());
            }
        });
        let weak = Rc::downgrade(self);
        self.found.connect_row_activated(move |_, row| {
            let at: Option<(u32, u32)> =
                row.widget_name().split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            if let (Some(shell), Some((page, row))) = (weak.upgrade(), at) {
                shell.go_to(page as usize, row as usize);
            }
        });
        let (weak, at) = (Rc::downgrade(self), window.downgrade());
        keys::connect(window, gtk::PropagationPhase::Bubble, move |key, modifiers| {
            let (Some(shell), Some(window)) = (weak.upgrade(), at.upgrade()) else {
                return glib::Propagation::Proceed;
            };
            match key {
                gdk::Key::f if modifiers.contains(gdk::ModifierType::CONTROL_MASK) => {
                    shell.leaflet.navigate(adw::NavigationDirection::Back);
                    shell.search.grab_focus();
                }
                gdk::Key::Escape if !shell.search.text().is_empty() => shell.search.set_text(""),
                gdk::Key::Escape => window.close(),
                _ => return glib::Propagation::Proceed,
            }
            glib::Propagation::Stop
        });
    }

    /// Shows the page of that name.
    fn show(self: &Rc<Self>, name: &str) {
        if let Some(at) = PAGES.iter().position(|page| page.name == name) {
            self.list.select_row(self.list.row_at_index(at as i32).as_ref());
            self.show_page(at);
            self.leaflet.navigate(adw::NavigationDirection::Forward);
        }
    }

    fn show_page(self: &Rc<Self>, at: usize) {
        let Some(page) = PAGES.get(at) else { return };
        if self.stack.child_by_name(page.name).is_none() {
            let made = self.make(at, page);
            self.stack.add_named(&made, Some(page.name));
        }
        self.title.set_title(&gettext(page.title));
        self.stack.set_visible_child_name(page.name);
    }

    /// Makes a page; that is done when it is first shown.
    fn make(self: &Rc<Self>, at: usize, page: &Page) -> adw::PreferencesPage {
        let made = adw::PreferencesPage::new();
        made.set_widget_name(&format!("page-{}", page.name));
        let mut n = 0;
        for group in page.groups {
            let title = if group.title.is_empty() { String::new() } else { gettext(group.title) };
            let note = if group.note.is_empty() { String::new() } else { gettext(group.note) };
            let widget = adw::PreferencesGroup::builder().title(title).description(note).build();
            let mut is_used = false;
            for row in group.rows() {
                if let Some(row) = self.row(row, &made) {
                    widget.add(&row);
                    is_used = true;
                    self.rows.borrow_mut().insert((at, n), row);
                }
                n += 1;
            }
            if is_used {
                made.add(&widget);
            }
        }
        made
    }

    /// One row; rows made by hand may add whole groups to the page instead.
    fn row(&self, row: PageRow, page: &adw::PreferencesPage) -> Option<gtk::Widget> {
        let sheet = &self.sheet;
        Some(match row {
            PageRow::Options(_) => return None,
            PageRow::Option(name) => sheet.row(find(name)?),
            PageRow::Level(who) => levels::level_row(sheet, who).upcast(),
            PageRow::Judge(prefix, title) => levels::judge_rows(sheet, prefix, &gettext(title)).upcast(),
            PageRow::Evaluation(prefix, title) => {
                evaluation::evaluation_row(sheet, prefix, &gettext(title)).upcast()
            }
            PageRow::Custom(custom, title) => {
                let title = gettext(title);
                match custom {
                    CustomRow::Numbers => toggles::numbers(sheet, &title).upcast(),
                    CustomRow::ThreeD => toggles::three(sheet, &title).upcast(),
                    CustomRow::View3d => {
                        let sheet = sheet.clone();
                        evaluation::opening_row(&title, "", move |_| {
                            if let Some(window) = sheet.window() {
                                window.activate("view-3d");
                            }
                        })
                        .upcast()
                    }
                    CustomRow::Table => table::row(sheet, &title).upcast(),
                    CustomRow::Language => language::row(sheet, &title).upcast(),
                    CustomRow::Speed => speed::row(sheet, &title).upcast(),
                    CustomRow::Rollouts => {
                        rollouts::fill(sheet, "rollout", page);
                        return None;
                    }
                    CustomRow::Dice => {
                        dice::fill(sheet, page);
                        return None;
                    }
                    CustomRow::Designs => {
                        designs::fill(sheet, page);
                        return None;
                    }
                    CustomRow::Colors => {
                        colors::fill(sheet, page);
                        return None;
                    }
                    CustomRow::Sounds => {
                        sounds::fill(sheet, page);
                        return None;
                    }
                }
            }
        })
    }

    /// Lists the rows whose title or help holds all words.
    fn find(self: &Rc<Self>, text: &str) {
        while let Some(row) = self.found.row_at_index(0) {
            self.found.remove(&row);
        }
        let wanted: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        if wanted.is_empty() {
            let at = self.list.selected_row().map_or(0, |row| row.index() as usize);
            self.show_page(at);
            return;
        }
        for (at, page) in PAGES.iter().enumerate() {
            let mut n = 0;
            for group in page.groups {
                for row in group.rows() {
                    let (title, help) = pages::texts(row);
                    let place = match group.title {
                        "" => gettext(page.title),
                        title => format!("{} · {}", gettext(page.title), gettext(title)),
                    };
                    let all = format!("{title} {help} {place}").to_lowercase();
                    if wanted.iter().all(|word| all.contains(word)) {
                        let line = adw::ActionRow::builder()
                            .title(&title)
                            .subtitle(&place)
                            .activatable(true)
                            .build();
                        line.set_widget_name(&format!("{at}.{n}"));
                        self.found.append(&line);
                    }
                    n += 1;
                }
            }
        }
        self.title.set_title(&gettext("Search"));
        self.stack.set_visible_child_name("found");
        self.leaflet.navigate(adw::NavigationDirection::Forward);
    }

    /// Shows a row that was found, with the keyboard on it.
    fn go_to(self: &Rc<Self>, page: usize, row: usize) {
        self.search.set_text("");
        self.list.select_row(self.list.row_at_index(page as i32).as_ref());
        self.show_page(page);
        self.leaflet.navigate(adw::NavigationDirection::Forward);
        let row = self.rows.borrow().get(&(page, row)).cloned();
        if let Some(row) = row {
            // A page just made can be scrolled only once it has its size.
            glib::timeout_add_local_once(std::time::Duration::from_millis(60), move || {
                row.grab_focus();
            });
        }
    }
}
