// SPDX-License-Identifier: GPL-3.0-or-later
//! The widgets of all windows as a tree: what has a name, what can be operated, lists with their rows, tables with their
//! cells, drawings with what a screen reader says of them. The texts of other widgets belong to the nearest of those that
//! they are in. What cannot be seen is left out, but for its name.

use super::OwnWidgets;
use adw::prelude::*;
use gtk::{gio, glib, graphene};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

/// Lines of a text of many lines that are told.
const MOST_LINES: i32 = 40;

/// All windows that are on the screen.
pub(super) fn windows(own: &OwnWidgets) -> Vec<Node> {
    let windows = gtk::Window::toplevels();
    let shown = items::<gtk::Window>(&windows, 0..windows.n_items()).filter(WidgetExt::is_mapped);
    shown.map(|window| of_window(&window, own)).collect()
}

/// The items of a class at these places of a list.
pub(super) fn items<T: IsA<glib::Object>>(
    list: &gio::ListModel,
    places: std::ops::Range<u32>,
) -> impl Iterator<Item = T> {
    places.filter_map(|n| list.item(n).and_downcast::<T>())
}

fn of_window(window: &gtk::Window, own: &OwnWidgets) -> Node {
    let focus = GtkWindowExt::focus(window).map(|widget| {
        let origin = widget.compute_point(window, &graphene::Point::new(0.0, 0.0));
        json!({
            "class": class_of(&widget),
            "name": nearest_name(&widget),
            "at": origin.map(|at| [at.x(), at.y()]),
            "bounds": bounds(&widget),
            "text": own_text(&widget).or_else(|| first_text(&widget)),
        })
    });
    let mut node = Node::default();
    node.set("class", class_of(window));
    node.set("name", name_of(window.upcast_ref()));
    node.set("title", window.title().map(|title| title.to_string()));
    node.set("modal", window.is_modal());
    node.set("size", [window.width(), window.height()]);
    node.set("fullscreen", window.is_fullscreen());
    node.set("scale", window.scale_factor());
    node.set("renderer", window.renderer().map(|renderer| renderer.type_().name()));
    node.set("focus", focus);
    for child in children(window.upcast_ref()) {
        node.add(&child, own);
    }
    node
}

/// What is told of a widget, with what stands in it.
#[derive(Default)]
pub struct Node {
    /// Whether it stands in a row that is out of sight, to be scrolled to.
    is_beyond: bool,
    /// What is told under which name, each once.
    facts: Vec<(&'static str, Value)>,
    texts: Vec<String>,
    /// Those of the texts that are not seen as a whole.
    cut: Vec<String>,
    children: Vec<Node>,
    rows: Vec<Node>,
}

/// An object of the facts, then `texts`, `cut`, `children` and `rows`, without those that are empty.
impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (key, value) in &self.facts {
            object.serialize_entry(key, value)?;
        }
        for (key, texts) in [("texts", &self.texts), ("cut", &self.cut)] {
            if !texts.is_empty() {
                object.serialize_entry(key, texts)?;
            }
        }
        for (key, nodes) in [("children", &self.children), ("rows", &self.rows)] {
            if !nodes.is_empty() {
                object.serialize_entry(key, nodes)?;
            }
        }
        object.end()
    }
}

impl Node {
    /// Tells a fact, unless it is null. Each is told once.
    pub fn set(&mut self, key: &'static str, value: impl Into<Value>) {
        let value = value.into();
        if !value.is_null() {
            self.facts.push((key, value));
        }
    }

    /// Adds a widget: as a node of its own, or by its texts and what stands in it.
    fn add(&mut self, widget: &gtk::Widget, own: &OwnWidgets) {
        let name = name_of(widget);
        let is_there = if self.is_beyond { widget.get_visible() } else { widget.is_mapped() };
        if !is_there {
            if let Some(name) = name {
                let facts = vec![("name", name.into()), ("hidden", true.into())];
                self.children.push(Node { facts, ..Node::default() });
            }
            return;
        }
        let is_list = is_list(widget);
        if name.is_none() && !is_list && !is_control(widget) {
            return self.add_content(widget, false, own);
        }
        let mut node = Node { is_beyond: self.is_beyond, ..Node::default() };
        node.describe(widget, name, is_list, own);
        self.children.push(node);
    }

    /// Tells of a widget, which has this name, and of what stands in it.
    fn describe(&mut self, widget: &gtk::Widget, name: Option<String>, is_list: bool, own: &OwnWidgets) {
        let is_named = name.is_some();
        self.set("class", class_of(widget));
        self.set("name", name);
        if is_named || widget.is::<gtk::Button>() && !self.is_beyond {
            self.set("bounds", bounds(widget));
            self.set("tooltip", widget.tooltip_text().map(|text| text.to_string()));
            // The pointer is over it, and a press would reach it.
            self.set("hovered", widget.state_flags().contains(gtk::StateFlags::PRELIGHT).then_some(true));
        }
        let classes = widget.css_classes();
        if !classes.is_empty() {
            self.set("classes", classes.iter().map(glib::GString::as_str).collect::<Vec<_>>());
        }
        if !widget.is_sensitive() {
            self.set("insensitive", true);
        }
        if let Some(action) = widget.dynamic_cast_ref::<gtk::Actionable>() {
            self.set("action", action.action_name().map(|name| name.to_string()));
            self.set("target", action.action_target_value().map(|value| value.print(false).to_string()));
        }
        add_state(self, widget, own);
        if let Some(text) = own_text(widget) {
            self.texts.push(text);
        }
        match widget.downcast_ref::<gtk::Grid>().filter(|_| is_named).and_then(|grid| cells_of(grid, own)) {
            Some(cells) => self.set("cells", cells),
            None => self.add_content(widget, is_list, own),
        }
    }

    /// Adds the texts of a widget and what stands in it.
    fn add_content(&mut self, widget: &gtk::Widget, is_list: bool, own: &OwnWidgets) {
        if let Some(label) = widget.downcast_ref::<gtk::Label>() {
            self.texts.push(label.text().to_string());
            if label.layout().is_ellipsized() {
                self.cut.push(label.text().to_string());
            }
            return;
        }
        let is_editable = widget.is::<gtk::Editable>();
        for child in children(widget).filter(|child| !is_editable || child.is::<gtk::Popover>()) {
            if is_list && is_row(&child) {
                self.rows.push(of_row(&child, own));
            } else {
                self.add(&child, own);
            }
        }
    }
}

/// A row of a list.
fn of_row(row: &gtk::Widget, own: &OwnWidgets) -> Node {
    let mut node = Node { is_beyond: !row.is_mapped(), ..Node::default() };
    node.set("name", name_of(row));
    node.set("label", Some((own.label)(row)).filter(|label| !label.is_empty()));
    if row.state_flags().contains(gtk::StateFlags::SELECTED) {
        node.set("selected", true);
    }
    for child in children(row) {
        node.add(&child, own);
    }
    node
}

/// The texts of a grid of labels, by row; `None` if something else stands in it. Bars say the same as numbers beside them.
fn cells_of(grid: &gtk::Grid, own: &OwnWidgets) -> Option<Vec<Vec<String>>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for child in children(grid.upcast_ref()).filter(|child| child.is_mapped() && !(own.is_bar)(child)) {
        let label = child.downcast::<gtk::Label>().ok()?;
        let (column, row, ..) = grid.query_child(&label);
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        rows.resize(rows.len().max(row + 1), Vec::new());
        let cells = &mut rows[row];
        cells.resize(cells.len().max(column + 1), String::new());
        cells[column] = label.text().to_string();
    }
    Some(rows)
}

/// What a widget of a class of its own shows beside texts.
fn add_state(node: &mut Node, widget: &gtk::Widget, own: &OwnWidgets) {
    let n_facts = node.facts.len();
    (own.add_state)(widget, node);
    if node.facts.len() > n_facts {
        return;
    }
    if let Some(button) = widget.downcast_ref::<gtk::ToggleButton>() {
        node.set("active", button.is_active());
    } else if let Some(button) = widget.downcast_ref::<gtk::CheckButton>() {
        node.set("active", button.is_active());
    } else if let Some(switch) = widget.downcast_ref::<gtk::Switch>() {
        node.set("active", switch.is_active());
    } else if let Some(list) = widget.downcast_ref::<gtk::DropDown>() {
        node.set("selected", list.selected());
        node.set("items", list.model().map(|model| strings(&model)));
    } else if let Some(entry) = widget.downcast_ref::<gtk::Entry>() {
        node.set("placeholder", entry.placeholder_text().map(|text| text.to_string()));
    } else if let Some(spin) = widget.downcast_ref::<gtk::SpinButton>() {
        node.set("value", spin.value());
    } else if let Some(range) = widget.downcast_ref::<gtk::Range>() {
        node.set("value", range.value());
    } else if let Some(list) = widget.downcast_ref::<gtk::ListView>() {
        node.set("n_rows", list.model().map(|model| model.n_items()));
    } else if let Some(bar) = widget.downcast_ref::<gtk::ProgressBar>() {
        node.set("value", bar.fraction());
    } else if let Some(stack) = widget.downcast_ref::<gtk::Stack>() {
        node.set("page", stack.visible_child_name().map(|name| name.to_string()));
    } else if let Some(revealer) = widget.downcast_ref::<gtk::Revealer>() {
        node.set("revealed", revealer.reveals_child());
    } else if let Some(leaflet) = widget.downcast_ref::<adw::Leaflet>() {
        node.set("folded", leaflet.is_folded());
    } else if widget.is::<gtk::MenuButton>() || widget.is::<adw::SplitButton>() {
        node.set("menu", (own.menu)(widget).map(|model| entries(&model)));
    } else if let Some(spinner) = widget.downcast_ref::<gtk::Spinner>() {
        node.set("spinning", spinner.is_spinning());
    } else if widget.is::<gtk::DrawingArea>() {
        node.set("label", (own.label)(widget));
    }
    if let Some(scrollable) = widget.dynamic_cast_ref::<gtk::Scrollable>() {
        node.set("scrolled", scroll_of(scrollable.hadjustment(), scrollable.vadjustment()));
    } else if let Some(scroller) = widget.downcast_ref::<gtk::ScrolledWindow>() {
        node.set("scrolled", scroll_of(Some(scroller.hadjustment()), Some(scroller.vadjustment())));
    }
}

/// How far something is scrolled in both directions, and how far it can be; the height that is seen, and that of all. In
/// pixels.
fn scroll_of(across: Option<gtk::Adjustment>, down: Option<gtk::Adjustment>) -> Value {
    let one = |adjustment: Option<gtk::Adjustment>| {
        adjustment.map(|a| [a.value() - a.lower(), (a.upper() - a.lower() - a.page_size()).max(0.0)])
    };
    let heights = down.as_ref().map(|a| [a.page_size(), a.upper() - a.lower()]);
    json!({ "x": one(across), "y": one(down), "heights": heights })
}

/// What a menu offers at once, without the menus that open from it.
fn entries(menu: &gio::MenuModel) -> Vec<String> {
    let mut found = Vec::new();
    for n in 0..menu.n_items() {
        if let Some(section) = menu.item_link(n, gio::MENU_LINK_SECTION) {
            found.extend(entries(&section));
        } else if let Some(label) = menu.item_attribute_value(n, gio::MENU_ATTRIBUTE_LABEL, None) {
            found.extend(label.get::<String>());
        }
    }
    found
}

fn strings(model: &gio::ListModel) -> Vec<String> {
    let texts = items::<gtk::StringObject>(model, 0..model.n_items());
    texts.map(|text| text.string().to_string()).collect()
}

/// What a widget says that is no label.
fn own_text(widget: &gtk::Widget) -> Option<String> {
    if let Some(editable) = widget.dynamic_cast_ref::<gtk::Editable>() {
        return Some(editable.text().to_string());
    }
    let buffer = widget.downcast_ref::<gtk::TextView>()?.buffer();
    let first = buffer.iter_at_line((buffer.line_count() - MOST_LINES).max(0));
    let start = first.unwrap_or_else(|| buffer.start_iter());
    Some(buffer.text(&start, &buffer.end_iter(), false).to_string())
}

/// The first label that is on the screen in a widget.
fn first_text(widget: &gtk::Widget) -> Option<String> {
    match widget.downcast_ref::<gtk::Label>() {
        Some(label) => Some(label.text().to_string()),
        None => children(widget).filter(WidgetExt::is_mapped).find_map(|child| first_text(&child)),
    }
}

/// The name that a template or the code gave to a widget. Numbered names are those of the toolkit.
fn name_of(widget: &gtk::Widget) -> Option<String> {
    let given = widget.widget_name();
    if given != widget.type_().name() {
        return Some(given.to_string());
    }
    widget.buildable_id().filter(|id| !id.starts_with("___")).map(|id| id.to_string())
}

/// The name of a widget, or of the nearest one around it that has a name.
fn nearest_name(widget: &gtk::Widget) -> Option<String> {
    let around = std::iter::successors(Some(widget.clone()), WidgetExt::parent);
    around.filter(|widget| !widget.is::<gtk::Window>()).find_map(|widget| name_of(&widget))
}

/// Where a widget is in its window, shadow counted in, in pixels: left, top, width, height.
pub fn bounds(widget: &gtk::Widget) -> Option<[f64; 4]> {
    let native = widget.native()?;
    let (left, top) = native.surface_transform();
    let bounds = widget.compute_bounds(&native)?;
    let [x, y, w, h] = [bounds.x(), bounds.y(), bounds.width(), bounds.height()].map(f64::from);
    Some([x + left, y + top, w, h])
}

fn class_of(widget: &impl IsA<gtk::Widget>) -> &'static str {
    widget.as_ref().type_().name()
}

fn children(widget: &gtk::Widget) -> impl Iterator<Item = gtk::Widget> + use<> {
    std::iter::successors(widget.first_child(), WidgetExt::next_sibling)
}

/// Whether a widget can be operated, so that it is told of even without a name.
fn is_control(widget: &gtk::Widget) -> bool {
    widget.is::<gtk::Button>()
        || widget.is::<gtk::Editable>()
        || widget.is::<gtk::CheckButton>()
        || widget.is::<gtk::DropDown>()
        || widget.is::<gtk::Switch>()
        || widget.is::<gtk::TextView>()
        || widget.is::<gtk::Popover>()
}

fn is_list(widget: &gtk::Widget) -> bool {
    widget.is::<gtk::ListView>()
        || widget.is::<gtk::ListBox>()
        || widget.is::<gtk::GridView>()
        || class_of(widget) == "GtkColumnListView"
}

/// Whether a child of a list is one of its rows.
fn is_row(widget: &gtk::Widget) -> bool {
    widget.is::<gtk::ListBoxRow>() || class_of(widget) == "GtkListItemWidget"
}
