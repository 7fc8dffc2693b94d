// SPDX-License-Identifier: GPL-3.0-or-later
//! The help window: the rules of the game, the manual, all commands. A searchable list of topics, with the text of one beside it.

mod page;
mod topics;

use super::Tool;
use super::controls::{button, icon_button, paragraph};
use super::frame::ToolFrame;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::widgets::keys;
use crate::widgets::weakly;
use crate::widgets::writing;
use adw::prelude::*;
use gnubg_manual::Link;
use gtk::{gdk, gio, glib, pango};
use page::ChapterView;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use topics::Topic;

/// Names of the tags of a text.
const MATCH: &str = "match";
const HANGING: &str = "hanging";

/// What the help window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HelpPage {
    /// The rules of the game, with pictures.
    Rules,
    /// The chapters of the manual.
    Manual,
    /// The commands of the command language.
    Commands,
}

impl HelpPage {
    /// All pages in the order of their buttons.
    const ALL: [HelpPage; 3] = [HelpPage::Rules, HelpPage::Manual, HelpPage::Commands];
}

/// What the help window is asked to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HelpTopic {
    page: HelpPage,
    /// A chapter of the manual, and a section of it.
    chapter: Option<(String, Option<String>)>,
}

impl HelpTopic {
    /// The topic of a name: `rules`, `commands`, `manual`, or a chapter of the manual.
    pub(crate) fn named(name: &str) -> HelpTopic {
        let page = match name {
            "rules" => HelpPage::Rules,
            "commands" => HelpPage::Commands,
            _ => HelpPage::Manual,
        };
        let is_chapter = page == HelpPage::Manual && name != "manual";
        HelpTopic { page, chapter: is_chapter.then(|| (name.to_owned(), None)) }
    }

    /// The topic that a link of the manual leads to.
    fn of_link(id: &str, section: Option<&String>) -> HelpTopic {
        match id {
            topics::RULES => HelpTopic { page: HelpPage::Rules, chapter: None },
            id => HelpTopic { page: HelpPage::Manual, chapter: Some((id.to_owned(), section.cloned())) },
        }
    }
}

/// The help window.
pub(crate) struct HelpWindow {
    host: HostHandle,
    frame: ToolFrame,
    /// The buttons of the pages.
    pages: [gtk::ToggleButton; 3],
    /// The page that is shown.
    page: Cell<HelpPage>,
    /// Says that chapters are not translated, where some are not.
    notice: gtk::Label,
    /// What to show at the next refresh.
    requested: RefCell<Option<HelpTopic>>,
    search: gtk::SearchEntry,
    store: gio::ListStore,
    filter: gtk::CustomFilter,
    selection: gtk::SingleSelection,
    list: gtk::ListView,
    nothing_found: gtk::Label,
    leaflet: adw::Leaflet,
    text: gtk::TextView,
    chapter: ChapterView,
    type_command: gtk::Button,
    /// The words searched for, in lower case.
    words: Rc<RefCell<Vec<String>>>,
}

/// Makes the rows of the list.
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
        let name = [topic.title, topic.subtitle].join(", ");
        a11y::set_row_label(&line, name.trim_end_matches(", "));
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

impl HelpWindow {
    pub(super) fn new(host: &HostHandle) -> Rc<HelpWindow> {
        let percent = i32::from(host.options().window.text_scale.max(100));
        let size = ((820 * percent / 100).min(1240), (600 * percent / 100).min(900));
        let words: Rc<RefCell<Vec<String>>> = Rc::default();
        let searched = Rc::clone(&words);
        let filter = gtk::CustomFilter::new(move |item| {
            topic_of(Some(item.clone())).is_some_and(|topic| topic.contains(&searched.borrow()))
        });
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let found = gtk::FilterListModel::new(Some(store.clone()), Some(filter.clone()));
        let selection = gtk::SingleSelection::new(Some(found));
        let list = gtk::ListView::new(Some(selection.clone()), Some(factory()));
        list.set_widget_name("help-topics");
        list.add_css_class("navigation-sidebar");
        a11y::set_label(&list, &gettext("Topics"));
        let page = |name: &str, title: &str| {
            let page = gtk::ToggleButton::builder().name(name).label(title).hexpand(true).build();
            a11y::set_label(&page, title);
            page
        };
        let text = writing::text_view(&gettext("Text"));
        let window = Rc::new_cyclic(|this: &Weak<HelpWindow>| HelpWindow {
            host: host.clone(),
            chapter: ChapterView::new(text.clone(), {
                let this = this.clone();
                move |link| {
                    if let Some(window) = this.upgrade() {
                        window.follow(link);
                    }
                }
            }),
            frame: ToolFrame::new(host, "help", &gettext("Help"), size),
            pages: [
                page("help-rules", &gettext("Rules")),
                page("help-manual", &gettext("Manual")),
                page("help-commands", &gettext("Commands")),
            ],
            page: Cell::new(HelpPage::Manual),
            notice: paragraph(
                &gettext("Some chapters are in English."),
                &["dim-label", "caption", "tool-row"],
            ),
            requested: RefCell::default(),
            search: gtk::SearchEntry::builder()
                .name("help-search")
                .placeholder_text(gettext("Search"))
                .build(),
            store,
            filter,
            selection,
            list,
            nothing_found: paragraph(&gettext("Nothing found"), &["dim-label", "tool-row"]),
            leaflet: adw::Leaflet::builder()
                .name("help-leaflet")
                .can_navigate_back(true)
                .vexpand(true)
                .build(),
            text,
            type_command: button(
                &gettext("Type this command"),
                &gettext("Type the command into the Commands panel without running it"),
            ),
            words,
        });
        window.lay_out();
        window.connect();
        window
    }

    /// Shows a topic at the next refresh.
    pub(super) fn request(&self, topic: HelpTopic) {
        self.requested.replace(Some(topic));
    }

    /// Follows a link of the manual.
    fn follow(&self, link: &Link) {
        match link {
            Link::Web(address) => gtk::show_uri(Some(&self.frame), address, gdk::CURRENT_TIME),
            Link::Chapter(id, section) => self.go_to(&HelpTopic::of_link(id, section.as_ref())),
        }
    }

    /// Shows a topic; the whole list is in sight afterwards.
    fn go_to(&self, topic: &HelpTopic) {
        self.search.set_text("");
        self.words.take();
        self.filter.changed(gtk::FilterChange::Different);
        let button = &self.pages[HelpPage::ALL.iter().position(|one| *one == topic.page).unwrap_or(0)];
        // Switching to the other page fills the list by itself.
        match button.is_active() {
            true => self.fill(),
            false => button.set_active(true),
        }
        let Some((id, section)) = &topic.chapter else { return };
        let found = (0..self.selection.n_items())
            .find(|n| topic_of(self.selection.item(*n)).is_some_and(|one| one.id == *id));
        if let Some(n) = found {
            self.selection.set_selected(n);
            self.chapter.go_to(section.as_deref());
        }
    }

    fn lay_out(&self) {
        self.text.set_widget_name("help-text");
        self.type_command.set_widget_name("help-type-command");
        let pages = gtk::Box::builder().css_classes(["linked"]).homogeneous(true).build();
        self.pages.iter().for_each(|page| pages.append(page));
        self.pages[1].set_group(Some(&self.pages[0]));
        self.pages[2].set_group(Some(&self.pages[0]));
        self.pages[1].set_active(true);
        a11y::set_label(&self.search, &gettext("Search the help"));
        let side = gtk::Box::new(gtk::Orientation::Vertical, 6);
        side.add_css_class("help-side");
        side.set_hexpand(false);
        side.append(&pages);
        side.append(&self.search);
        side.append(&self.nothing_found);
        let scroll = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .vexpand(true)
            .width_request(260)
            .child(&self.list)
            .build();
        side.append(&scroll);
        self.text.set_editable(false);
        self.text.set_css_classes(&["help-text"]);
        let buffer = self.text.buffer();
        let matching =
            gtk::TextTag::builder().name(MATCH).weight(700).underline(pango::Underline::Single).build();
        buffer.tag_table().add(&matching);
        buffer.tag_table().add(&gtk::TextTag::new(Some(HANGING)));
        let scroll = gtk::ScrolledWindow::builder()
            .name("help-scroll")
            .child(&self.text)
            .vexpand(true)
            .hexpand(true)
            .build();
        let content = gtk::Box::builder().orientation(gtk::Orientation::Vertical).hexpand(true).build();
        content.append(&self.notice);
        content.append(&scroll);
        let line = gtk::Box::builder().css_classes(["tool-row"]).halign(gtk::Align::End).build();
        line.append(&self.type_command);
        content.append(&line);
        self.leaflet.append(&side);
        let between = gtk::Separator::new(gtk::Orientation::Vertical);
        self.leaflet.append(&between).set_navigatable(false);
        self.leaflet.append(&content);
        self.frame.content().append(&self.leaflet);
        let back = icon_button("go-previous-symbolic", &gettext("Topics"));
        self.frame.header().pack_start(&back);
        self.leaflet.bind_property("folded", &back, "visible").sync_create().build();
        let leaflet = self.leaflet.downgrade();
        back.connect_clicked(move |_| {
            if let Some(leaflet) = leaflet.upgrade() {
                leaflet.navigate(adw::NavigationDirection::Back);
            }
        });
    }

    fn connect(self: &Rc<Self>) {
        let with = |run: fn(&HelpWindow)| weakly(&Rc::downgrade(self), run);
        for (button, page) in self.pages.iter().zip(HelpPage::ALL) {
            let this = Rc::downgrade(self);
            button.connect_toggled(move |button| {
                if let Some(window) = this.upgrade().filter(|_| button.is_active()) {
                    window.page.set(page);
                    window.fill();
                }
            });
        }
        let run = with(|window| {
            window.words.replace(words_of(&window.search.text()));
            window.filter.changed(gtk::FilterChange::Different);
            window.show();
        });
        self.search.connect_search_changed(move |_| run());
        let run = with(|window| match window.search.text().is_empty() {
            true => window.frame.close(),
            false => window.search.set_text(""),
        });
        self.search.connect_stop_search(move |_| run());
        let run = with(|window| {
            window.list.grab_focus();
        });
        self.search.connect_activate(move |_| run());
        let run = with(HelpWindow::show);
        self.selection.connect_selected_item_notify(move |_| run());
        let read = with(|window| {
            window.leaflet.navigate(adw::NavigationDirection::Forward);
            window.text.grab_focus();
        });
        self.list.connect_activate(move |_, _| read());
        let read = with(|window| {
            window.leaflet.navigate(adw::NavigationDirection::Forward);
        });
        let click = gtk::GestureClick::new();
        click.connect_released(move |_, _, _, _| read());
        self.list.add_controller(click);
        let run = with(|window| {
            if let Some(command) = window.topic().and_then(|topic| topic.command) {
                window.host.type_command(&format!("{command} "));
            }
        });
        self.type_command.connect_clicked(move |_| run());
        let search = self.search.downgrade();
        let list = self.list.downgrade();
        keys::connect(&self.frame, gtk::PropagationPhase::Capture, move |key, modifiers| {
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
    }

    /// Whether the commands are shown.
    fn has_commands(&self) -> bool {
        self.page.get() == HelpPage::Commands
    }

    /// Fills the list with the topics of the selected page.
    fn fill(&self) {
        let page = self.page.get();
        let (topics, is_foreign) = match page {
            HelpPage::Rules => (topics::of_rules(), false),
            HelpPage::Manual => topics::manual(),
            HelpPage::Commands => (topics::commands(&gettext("All commands")), false),
        };
        self.notice.set_visible(is_foreign);
        let items: Vec<glib::BoxedAnyObject> = topics.into_iter().map(glib::BoxedAnyObject::new).collect();
        self.store.splice(0, self.store.n_items(), &items);
        self.selection.set_selected(0);
        self.show();
    }

    /// The topic that is selected.
    fn topic(&self) -> Option<Topic> {
        topic_of(self.selection.selected_item())
    }

    /// Shows the selected topic, with the words searched for marked.
    fn show(&self) {
        let topic = self.topic();
        self.nothing_found.set_visible(topic.is_none());
        self.type_command.set_visible(topic.as_ref().is_some_and(|topic| topic.command.is_some()));
        let buffer = self.text.buffer();
        let Some(topic) = topic else { return buffer.set_text("") };
        self.text.set_monospace(self.has_commands());
        if self.has_commands() {
            buffer.set_text(&topic.text);
            self.indent_descriptions(&topic.text);
        } else {
            let design = self.host.board().map(|board| board.design()).unwrap_or_default();
            self.chapter.show(&topic.title, &topic.blocks, design);
        }
        for word in self.words.borrow().iter() {
            let mut at = buffer.start_iter();
            while let Some((start, end)) =
                at.forward_search(word, gtk::TextSearchFlags::CASE_INSENSITIVE, None)
            {
                buffer.apply_tag_by_name(MATCH, &start, &end);
                at = end;
            }
        }
        self.text.scroll_to_iter(&mut buffer.start_iter(), 0.0, true, 0.0, 0.0);
    }
}

/// The column in which descriptions start, in characters, if the text lists commands with their descriptions.
fn description_column(text: &str) -> Option<usize> {
    let column = |line: &str| {
        let word = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?;
        let end = word.find("  ")?;
        let description = word[end..].trim_start();
        (!description.is_empty()).then(|| line.len() - description.len())
    };
    text.lines().find_map(column)
}

impl HelpWindow {
    /// Indents the wrapped lines of descriptions to the column where descriptions start.
    fn indent_descriptions(&self, text: &str) {
        let buffer = self.text.buffer();
        let (Some(column), Some(tag)) = (description_column(text), buffer.tag_table().lookup(HANGING)) else {
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
        "help"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        let Some(topic) = self.requested.take() else { return };
        self.go_to(&topic);
        self.search.grab_focus();
    }
}

#[cfg(test)]
mod tests {
    use super::{description_column, words_of};

    #[test]
    fn descriptions_start_in_a_column() {
        assert_eq!(description_column("Commands\n  accept    take the double"), Some(12));
        assert_eq!(description_column("Usage: roll"), None);
    }

    #[test]
    fn words_are_searched_in_any_case() {
        assert_eq!(words_of("  Set  RNG "), ["set", "rng"]);
        assert!(words_of(" ").is_empty());
    }
}
