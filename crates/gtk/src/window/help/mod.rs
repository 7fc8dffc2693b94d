// SPDX-License-Identifier: GPL-3.0-or-later
//! The help window: the manual, and all commands. A list with a search at the side, the text beside it.

mod topics;

use super::Window;
use super::tools::Tool;
use super::tools::sheet::{Sheet, button, icon_button, paragraph};
use super::writing;
use crate::a11y;
use crate::i18n::gettext;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio, glib, pango};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use topics::Topic;

const NAME: &str = "help";
/// Names of the tags of a text.
const HEAD: &str = "head";
const MARK: &str = "mark";
const HANG: &str = "hang";

/// The action that opens the window, at the manual or at the commands.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let help = gio::ActionEntry::builder("help")
        .parameter_type(Some(&String::static_variant_type()))
        .activate(|window: &Window, _, page| {
            window.open_help(&page.and_then(glib::Variant::get::<String>).unwrap_or_default());
        })
        .build();
    vec![help]
}

/// The window.
struct HelpWindow(Rc<Inner>);

struct Inner {
    sheet: Sheet,
    pages: [gtk::ToggleButton; 2],
    search: gtk::SearchEntry,
    store: gio::ListStore,
    filter: gtk::CustomFilter,
    selection: gtk::SingleSelection,
    list: gtk::ListView,
    nothing: gtk::Label,
    leaflet: adw::Leaflet,
    text: gtk::TextView,
    type_it: gtk::Button,
    /// The words looked for, in lower case.
    words: Rc<RefCell<Vec<String>>>,
}

impl Window {
    /// Opens the help window at a page: `manual` or `commands`.
    fn open_help(&self, page: &str) {
        self.imp().help_page.set(Some(usize::from(page == "commands")));
        self.show_tool(NAME, HelpWindow::new);
    }
}

/// The lines of the list as widgets.
fn factory() -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(|_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let line = gtk::Box::builder().orientation(gtk::Orientation::Vertical).build();
        line.set_css_classes(&["help-line"]);
        line.set_valign(gtk::Align::Center);
        for classes in [&[][..], &["dim-label", "caption"][..]] {
            let label = gtk::Label::builder().xalign(0.0).ellipsize(pango::EllipsizeMode::End).build();
            label.set_css_classes(classes);
            line.append(&label);
        }
        item.set_child(Some(&line));
    });
    factory.connect_bind(|_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let (Some(topic), Some(line)) = (topic_of(item.item()), item.child()) else { return };
        let texts = [&topic.title, &topic.subtitle];
        let labels = std::iter::successors(line.first_child(), WidgetExt::next_sibling);
        for (label, text) in labels.filter_map(|label| label.downcast::<gtk::Label>().ok()).zip(texts) {
            label.set_text(text);
            label.set_visible(!text.is_empty());
        }
        if let Some(row) = line.parent() {
            let name = [topic.title, topic.subtitle].join(", ");
            a11y::set_label(&row, name.trim_end_matches(", "));
        }
    });
    factory
}

fn topic_of(item: Option<glib::Object>) -> Option<Topic> {
    let boxed = item.and_downcast::<glib::BoxedAnyObject>()?;
    let topic = boxed.borrow::<Topic>();
    Some(topic.clone())
}

/// The words of a text, in lower case.
fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_lowercase).collect()
}

/// A notice for those who read another language; nothing for others.
fn notice() -> Option<gtk::Label> {
    let text = "Manual and commands are in English.";
    let told = gettext("Manual and commands are in English.");
    (told != text).then(|| paragraph(&told, &["dim-label", "caption", "tool-row"]))
}

impl HelpWindow {
    fn new(parent: &Window) -> HelpWindow {
        let percent = i32::from(parent.options().window.text_scale.max(100));
        let size = ((820 * percent / 100).min(1240), (600 * percent / 100).min(900));
        let sheet = Sheet::new(parent, NAME, &gettext("Help"), size);
        let words: Rc<RefCell<Vec<String>>> = Rc::default();
        let looked_for = Rc::clone(&words);
        let filter = gtk::CustomFilter::new(move |item| {
            topic_of(Some(item.clone())).is_some_and(|topic| topic.holds(&looked_for.borrow()))
        });
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let found = gtk::FilterListModel::new(Some(store.clone()), Some(filter.clone()));
        let selection = gtk::SingleSelection::new(Some(found));
        let list = gtk::ListView::new(Some(selection.clone()), Some(factory()));
        list.add_css_class("navigation-sidebar");
        a11y::set_label(&list, &gettext("Topics"));
        let nothing = paragraph(&gettext("Nothing found"), &["dim-label", "tool-row"]);
        let page = |title: &str| {
            let page = gtk::ToggleButton::builder().label(title).hexpand(true).build();
            a11y::set_label(&page, title);
            page
        };
        let inner = Rc::new(Inner {
            sheet,
            pages: [page(&gettext("Manual")), page(&gettext("Commands"))],
            search: gtk::SearchEntry::builder().placeholder_text(gettext("Search")).build(),
            store,
            filter,
            selection,
            list,
            nothing,
            leaflet: adw::Leaflet::builder().can_navigate_back(true).vexpand(true).build(),
            text: writing::text_view(&gettext("Text")),
            type_it: button(
                &gettext("Type this command"),
                &gettext("Put the command into the line of the Commands panel"),
            ),
            words,
        });
        inner.lay_out();
        inner.connect(parent);
        HelpWindow(inner)
    }
}

impl Inner {
    fn lay_out(&self) {
        let pages = gtk::Box::builder().css_classes(["linked"]).homogeneous(true).build();
        self.pages.iter().for_each(|page| pages.append(page));
        self.pages[1].set_group(Some(&self.pages[0]));
        self.pages[0].set_active(true);
        a11y::set_label(&self.search, &gettext("Search the help"));
        let side = gtk::Box::new(gtk::Orientation::Vertical, 6);
        side.add_css_class("help-side");
        side.set_hexpand(false);
        side.append(&pages);
        side.append(&self.search);
        side.append(&self.nothing);
        let scroll = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .vexpand(true)
            .width_request(260)
            .child(&self.list)
            .build();
        side.append(&scroll);
        self.text.set_editable(false);
        self.text.set_cursor_visible(false);
        self.text.set_css_classes(&["help-text"]);
        let buffer = self.text.buffer();
        let head = gtk::TextTag::builder().name(HEAD).weight(700).scale(1.25).pixels_below_lines(9).build();
        let mark = gtk::TextTag::builder().name(MARK).weight(700).underline(pango::Underline::Single).build();
        buffer.tag_table().add(&head);
        buffer.tag_table().add(&mark);
        buffer.tag_table().add(&gtk::TextTag::new(Some(HANG)));
        let scroll = gtk::ScrolledWindow::builder().child(&self.text).vexpand(true).hexpand(true).build();
        let content = gtk::Box::builder().orientation(gtk::Orientation::Vertical).hexpand(true).build();
        if let Some(notice) = notice() {
            content.append(&notice);
        }
        content.append(&scroll);
        let line = gtk::Box::builder().css_classes(["tool-row"]).halign(gtk::Align::End).build();
        line.append(&self.type_it);
        content.append(&line);
        self.leaflet.append(&side);
        let between = gtk::Separator::new(gtk::Orientation::Vertical);
        self.leaflet.append(&between).set_navigatable(false);
        self.leaflet.append(&content);
        self.sheet.content.append(&self.leaflet);
        let back = icon_button("go-previous-symbolic", &gettext("Topics"));
        self.sheet.header.pack_start(&back);
        self.leaflet.bind_property("folded", &back, "visible").sync_create().build();
        let leaflet = self.leaflet.downgrade();
        back.connect_clicked(move |_| {
            if let Some(leaflet) = leaflet.upgrade() {
                leaflet.navigate(adw::NavigationDirection::Back);
            }
        });
    }

    fn connect(self: &Rc<Self>, parent: &Window) {
        let weak = Rc::downgrade(self);
        let main = parent.downgrade();
        let with = move |run: fn(&Inner)| {
            let (weak, main) = (weak.clone(), main.clone());
            move || {
                if let (Some(inner), Some(main)) = (weak.upgrade(), main.upgrade()) {
                    run(&inner);
                    main.write_dump();
                }
            }
        };
        let run = with(|inner| inner.fill());
        // The page that is left tells first; this one is then as it is to be.
        self.pages[1].connect_toggled(move |_| run());
        let run = with(|inner| {
            inner.words.replace(words_of(&inner.search.text()));
            inner.filter.changed(gtk::FilterChange::Different);
            inner.show();
        });
        self.search.connect_search_changed(move |_| run());
        let run = with(|inner| match inner.search.text().is_empty() {
            true => inner.sheet.window.close(),
            false => inner.search.set_text(""),
        });
        self.search.connect_stop_search(move |_| run());
        let run = with(|inner| {
            inner.list.grab_focus();
        });
        self.search.connect_activate(move |_| run());
        let run = with(Inner::show);
        self.selection.connect_selected_item_notify(move |_| run());
        let read = with(|inner| {
            inner.leaflet.navigate(adw::NavigationDirection::Forward);
            inner.text.grab_focus();
        });
        self.list.connect_activate(move |_, _| read());
        let read = with(|inner| {
            inner.leaflet.navigate(adw::NavigationDirection::Forward);
        });
        let click = gtk::GestureClick::new();
        click.connect_released(move |_, _, _, _| read());
        self.list.add_controller(click);
        let (weak, main) = (Rc::downgrade(self), parent.downgrade());
        self.type_it.connect_clicked(move |_| {
            let (Some(inner), Some(main)) = (weak.upgrade(), main.upgrade()) else { return };
            if let Some(command) = inner.topic().and_then(|topic| topic.command) {
                main.present();
                main.offer_line(&format!("{command} "));
            }
        });
        let keys = gtk::EventControllerKey::new();
        let search = self.search.downgrade();
        let list = self.list.downgrade();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(move |_, key, _, modifiers| {
            let (Some(search), Some(list)) = (search.upgrade(), list.upgrade()) else {
                return glib::Propagation::Proceed;
            };
            let is_in_search = search.state_flags().contains(gtk::StateFlags::FOCUS_WITHIN);
            match key {
                gdk::Key::f if modifiers.contains(gdk::ModifierType::CONTROL_MASK) => search.grab_focus(),
                gdk::Key::Down if is_in_search => list.grab_focus(),
                _ => return glib::Propagation::Proceed,
            };
            glib::Propagation::Stop
        });
        self.sheet.window.add_controller(keys);
    }

    /// Whether the commands are shown, not the manual.
    fn has_commands(&self) -> bool {
        self.pages[1].is_active()
    }

    /// Fills the list for the page that is chosen.
    fn fill(&self) {
        let topics =
            if self.has_commands() { topics::commands(&gettext("All commands")) } else { topics::manual() };
        let items: Vec<glib::BoxedAnyObject> = topics.into_iter().map(glib::BoxedAnyObject::new).collect();
        self.store.splice(0, self.store.n_items(), &items);
        self.selection.set_selected(0);
        self.show();
    }

    /// The topic that is selected.
    fn topic(&self) -> Option<Topic> {
        topic_of(self.selection.selected_item())
    }

    /// Shows the selected topic, with the words that are looked for marked.
    fn show(&self) {
        let topic = self.topic();
        self.nothing.set_visible(topic.is_none());
        self.type_it.set_visible(topic.as_ref().is_some_and(|topic| topic.command.is_some()));
        let buffer = self.text.buffer();
        let Some(topic) = topic else { return buffer.set_text("") };
        self.text.set_monospace(self.has_commands());
        if self.has_commands() {
            buffer.set_text(&topic.text);
            self.hang(&topic.text);
        } else {
            buffer.set_text(&format!("{}\n{}", topic.title, topic.text));
            let mut end_of_head = buffer.start_iter();
            end_of_head.forward_to_line_end();
            buffer.apply_tag_by_name(HEAD, &buffer.start_iter(), &end_of_head);
        }
        for word in self.words.borrow().iter() {
            let mut at = buffer.start_iter();
            while let Some((start, end)) =
                at.forward_search(word, gtk::TextSearchFlags::CASE_INSENSITIVE, None)
            {
                buffer.apply_tag_by_name(MARK, &start, &end);
                at = end;
            }
        }
        self.text.scroll_to_iter(&mut buffer.start_iter(), 0.0, true, 0.0, 0.0);
    }
}

/// The column in which descriptions begin, in characters, if the text lists commands with descriptions beside them.
fn description_column(text: &str) -> Option<usize> {
    let column = |line: &str| {
        let word = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?;
        let end = word.find("  ")?;
        let description = word[end..].trim_start();
        (!description.is_empty()).then(|| line.len() - description.len())
    };
    text.lines().find_map(column)
}

impl Inner {
    /// Lets descriptions that do not fit into their line go on below their beginning.
    fn hang(&self, text: &str) {
        let buffer = self.text.buffer();
        let (Some(column), Some(tag)) = (description_column(text), buffer.tag_table().lookup(HANG)) else {
            return;
        };
        let character = self.text.pango_context().metrics(None, None).approximate_digit_width();
        tag.set_indent(-(character * i32::try_from(column).unwrap_or(0) / pango::SCALE));
        for (n, line) in (0..).zip(text.lines()) {
            if line.starts_with("  ")
                && let Some(start) = buffer.iter_at_line(n)
            {
                let mut end = start;
                end.forward_to_line_end();
                buffer.apply_tag(&tag, &start, &end);
            }
        }
    }
}

impl Tool for HelpWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.0.sheet.window
    }

    fn follow(&self, parent: &Window) {
        if let Some(page) = parent.imp().help_page.take() {
            self.0.search.set_text("");
            self.0.words.take();
            self.0.filter.changed(gtk::FilterChange::Different);
            // Another page fills the list by itself.
            match self.0.pages[page].is_active() {
                true => self.0.fill(),
                false => self.0.pages[page].set_active(true),
            }
            self.0.search.grab_focus();
        }
    }

    fn facts(&self) -> Value {
        let buffer = self.0.text.buffer();
        json!({
            "commands": self.0.has_commands(),
            "topics": self.0.selection.n_items(),
            "topic": self.0.topic().map(|topic| topic.title),
            "text": buffer.text(&buffer.start_iter(), &buffer.end_iter(), false).as_str(),
            "folded": self.0.leaflet.is_folded(),
            "focus": GtkWindowExt::focus(self.window()).map(|widget| widget.type_().name().to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{description_column, words_of};

    #[test]
    fn descriptions_begin_in_a_column() {
        assert_eq!(description_column("Commands\n  accept    take the double"), Some(12));
        assert_eq!(description_column("Usage: roll"), None);
    }

    #[test]
    fn words_are_looked_for_in_any_case() {
        assert_eq!(words_of("  Set  RNG "), ["set", "rng"]);
        assert!(words_of(" ").is_empty());
    }
}
