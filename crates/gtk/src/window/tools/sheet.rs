// SPDX-License-Identifier: GPL-3.0-or-later
//! What tool windows have in common: frame, keys, labels, tables of labels, buttons with names.

use crate::a11y;
use crate::window::Window;
use adw::prelude::*;
use gtk::{gdk, glib, pango};

/// Gap between groups of tools, in pixels.
pub(in crate::window) const TOOL_GAP: i32 = 12;

/// A tool's window: header, tools below it, content.
#[derive(Clone, Debug)]
pub(in crate::window) struct Sheet {
    pub(in crate::window) window: adw::Window,
    pub(in crate::window) title: adw::WindowTitle,
    pub(in crate::window) header: adw::HeaderBar,
    /// Everything below the header.
    pub(in crate::window) content: gtk::Box,
}

impl Sheet {
    /// An empty window of that size. Escape closes it; when it is closed the main window forgets the tool `name`.
    pub(in crate::window) fn new(
        parent: &Window,
        name: &'static str,
        title: &str,
        size: (i32, i32),
    ) -> Sheet {
        let window_title = adw::WindowTitle::new(title, "");
        let header = adw::HeaderBar::builder().title_widget(&window_title).build();
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 0);
        whole.append(&header);
        whole.append(&content);
        content.set_vexpand(true);
        let window = adw::Window::builder()
            .title(title)
            .transient_for(parent)
            .default_width(size.0)
            .default_height(size.1)
            .content(&whole)
            .build();
        window.add_css_class("gnubg");
        window.add_css_class("tool");
        let close = glib::clone!(
            #[weak]
            window,
            move || window.close()
        );
        crate::window::keys::on_escape(&window, close);
        window.connect_close_request(glib::clone!(
            #[weak]
            parent,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_| {
                parent.forget_tool(name);
                glib::Propagation::Proceed
            }
        ));
        window.connect_map(glib::clone!(
            #[weak]
            content,
            move |window| {
                // The keyboard begins with what the window is about, not with a button of its head.
                if GtkWindowExt::focus(window).is_none() {
                    content.child_focus(gtk::DirectionType::TabForward);
                }
            }
        ));
        tell_places(&window, parent);
        Sheet { window, title: window_title, header, content }
    }

    /// Calls `copy` on Ctrl+C unless a text field takes the key, and on the button that is returned.
    pub(in crate::window) fn add_copy(
        &self,
        tooltip: &str,
        copy: impl Fn() + Clone + 'static,
    ) -> gtk::Button {
        let button = icon_button("edit-copy-symbolic", tooltip);
        let run = copy.clone();
        button.connect_clicked(move |_| run());
        self.header.pack_end(&button);
        let keys = gtk::EventControllerKey::new();
        keys.connect_key_pressed(move |_, key, _, modifiers| {
            if key != gdk::Key::c || !modifiers.contains(gdk::ModifierType::CONTROL_MASK) {
                return glib::Propagation::Proceed;
            }
            copy();
            glib::Propagation::Stop
        });
        self.window.add_controller(keys);
        button
    }
}

/// A button with a text.
pub(in crate::window) fn button(label: &str, tooltip: &str) -> gtk::Button {
    let button = gtk::Button::builder().label(label).tooltip_text(tooltip).build();
    a11y::set_label(&button, tooltip);
    button
}

/// A button with a symbol.
pub(in crate::window) fn icon_button(icon: &str, tooltip: &str) -> gtk::Button {
    let button = gtk::Button::builder().icon_name(icon).tooltip_text(tooltip).build();
    a11y::set_label(&button, tooltip);
    button
}

/// A list to choose from, with its name for screen readers.
pub(in crate::window) fn drop_down(choices: &[String], name: &str) -> gtk::DropDown {
    let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
    let list = gtk::DropDown::from_strings(&choices);
    list.set_tooltip_text(Some(name));
    a11y::set_label(&list, name);
    list
}

/// A field for a number, with its name for screen readers.
pub(in crate::window) fn spin(
    range: std::ops::RangeInclusive<f64>,
    step: f64,
    digits: u32,
    name: &str,
) -> gtk::SpinButton {
    let field = gtk::SpinButton::with_range(*range.start(), *range.end(), step);
    field.set_digits(digits);
    field.set_tooltip_text(Some(name));
    a11y::set_label(&field, name);
    field
}

/// A switch with a text.
pub(in crate::window) fn check(label: &str) -> gtk::CheckButton {
    let button = gtk::CheckButton::with_label(label);
    a11y::set_label(&button, label);
    button
}

/// A text of a table.
pub(in crate::window) fn label(text: &str, classes: &[&str], xalign: f32) -> gtk::Label {
    gtk::Label::builder()
        .label(text)
        .css_classes(classes.iter().map(ToString::to_string).collect::<Vec<_>>())
        .xalign(xalign)
        .build()
}

/// A text of a table that goes on in the next line where its column is narrow, so that large text needs no more width.
pub(in crate::window) fn cell(text: &str, classes: &[&str], xalign: f32) -> gtk::Label {
    let cell = label(text, classes, xalign);
    cell.set_wrap(true);
    cell.set_yalign(0.0);
    cell.set_justify(if xalign > 0.5 { gtk::Justification::Right } else { gtk::Justification::Left });
    cell
}

/// A text of several lines.
pub(in crate::window) fn paragraph(text: &str, classes: &[&str]) -> gtk::Label {
    let label = label(text, classes, 0.0);
    label.set_wrap(true);
    label.set_wrap_mode(pango::WrapMode::WordChar);
    label
}

/// A table of labels whose texts change in place, so that nothing jumps while numbers come in.
#[derive(Clone, Debug)]
pub(in crate::window) struct Table {
    pub(in crate::window) grid: gtk::Grid,
    cells: std::rc::Rc<std::cell::RefCell<Vec<Vec<gtk::Label>>>>,
}

impl Table {
    pub(in crate::window) fn new() -> Table {
        let grid = gtk::Grid::builder()
            .row_spacing(6)
            .column_spacing(14)
            .css_classes(["tool-table", "card"])
            .halign(gtk::Align::Center)
            .valign(gtk::Align::Start)
            .build();
        Table { grid, cells: std::rc::Rc::default() }
    }

    /// Shows these rows, the first one as headings. Columns whose index is in `left` begin at the left.
    pub(in crate::window) fn set(&self, rows: &[Vec<String>], left: &[usize]) {
        let mut cells = self.cells.borrow_mut();
        let same = cells.len() == rows.len() && cells.iter().zip(rows).all(|(a, b)| a.len() == b.len());
        if !same {
            while let Some(child) = self.grid.first_child() {
                self.grid.remove(&child);
            }
            cells.clear();
            for (r, row) in (0..).zip(rows) {
                let mut line = Vec::new();
                for (c, text) in row.iter().enumerate() {
                    let classes: &[&str] =
                        if r == 0 { &["caption-heading", "dim-label"] } else { &["figures"] };
                    let cell = cell(text, classes, if left.contains(&c) { 0.0 } else { 1.0 });
                    // Where the table is wider than it needs to be, the titles of its rows have what is left.
                    cell.set_hexpand(c == 0);
                    self.grid.attach(&cell, c as i32, r, 1, 1);
                    line.push(cell);
                }
                cells.push(line);
            }
            return;
        }
        for (labels, row) in cells.iter().zip(rows) {
            for (cell, text) in labels.iter().zip(row) {
                if cell.text() != *text {
                    cell.set_text(text);
                }
            }
        }
    }

    /// The label at a place.
    pub(in crate::window) fn cell(&self, row: usize, column: usize) -> Option<gtk::Label> {
        self.cells.borrow().get(row)?.get(column).cloned()
    }

    /// What is shown.
    pub(in crate::window) fn rows(&self) -> Vec<Vec<String>> {
        let cells = self.cells.borrow();
        cells.iter().map(|row| row.iter().map(|cell| cell.text().to_string()).collect()).collect()
    }
}

/// Writes the state down again once a window that comes up has been laid out and its parts have their places.
pub(in crate::window) fn tell_places(window: &adw::Window, parent: &Window) {
    window.connect_map(glib::clone!(
        #[weak]
        parent,
        move |window| {
            let frames = std::cell::Cell::new(0);
            window.add_tick_callback(move |_, _| {
                frames.set(frames.get() + 1);
                if frames.get() < 3 {
                    return glib::ControlFlow::Continue;
                }
                parent.write_dump();
                glib::ControlFlow::Break
            });
        }
    ));
}

/// Where the middle of a widget is in its window, for tests.
pub(in crate::window) fn spot(widget: &impl IsA<gtk::Widget>) -> serde_json::Value {
    let widget: &gtk::Widget = widget.upcast_ref();
    let Some(native) = widget.native().filter(|_| widget.is_mapped() && widget.width() > 0) else {
        return serde_json::Value::Null;
    };
    let middle = gtk::graphene::Point::new(widget.width() as f32 / 2.0, widget.height() as f32 / 2.0);
    let (left, top) = native.surface_transform();
    match widget.compute_point(&native, &middle) {
        Some(at) => serde_json::json!([f64::from(at.x()) + left, f64::from(at.y()) + top]),
        None => serde_json::Value::Null,
    }
}

/// The same of the child at a place among its siblings.
pub(in crate::window) fn spot_of(parent: &impl IsA<gtk::Widget>, place: usize) -> serde_json::Value {
    let children =
        std::iter::successors(parent.as_ref().first_child(), gtk::prelude::WidgetExt::next_sibling);
    children.skip(place).map(|child| spot(&child)).next().unwrap_or_default()
}

/// Whether what scrolls there is wider than its place, for tests.
pub(in crate::window) fn is_wider(scroller: &gtk::ScrolledWindow) -> bool {
    let across = scroller.hadjustment();
    across.upper() > across.page_size() + 0.5
}

/// Rows with tabs between the cells.
pub(in crate::window) fn tab_separated(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join("\t")).collect::<Vec<_>>().join("\n")
}
