// SPDX-License-Identifier: GPL-3.0-or-later
//! Writes a chapter of the manual into a text view: looks, lists, tables, pictures, and links that can be followed by a
//! click, or by Return at the cursor.

use super::topics::FOLDER;
use crate::a11y;
use crate::board::Design;
use crate::i18n::{gettext_f, is_right_to_left};
use crate::widgets::keys;
use gnubg_manual::markup::plain;
use gnubg_manual::picture::BoardPicture;
use gnubg_manual::{Block, Link, Picture, Span};
use gtk::prelude::*;
use gtk::{gdk, glib, pango};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Names of the tags of a text.
pub(super) const HEADING: &str = "heading";
const SECTION: &str = "section";
const STRONG: &str = "strong";
const EMPHASIZED: &str = "emphasized";
const CODE: &str = "code";
const CAPTION: &str = "caption";
/// The deepest list with indentation of its own.
const MAX_DEPTH: usize = 3;
/// Tables with more rows are written as lines: so many widgets would take long.
const MAX_GRID: usize = 40;

/// Width and height of a board in pixels, in the proportions of the board.
const BOARD: (i32, i32) = (396, 301);
/// The greatest width of a picture of a window.
const WINDOW_WIDTH: i32 = 620;

/// Beside, above and below the text, in pixels.
const MARGIN: i32 = 18;
/// The view keeps this much for its cursor behind the text, and as much for what is rounded.
const CURSOR: i32 = 4;
/// A picture or table is not made narrower than this.
const MIN_WIDTH: i32 = 120;

/// The links of the text that is shown.
type Links = Rc<RefCell<Vec<(gtk::TextTag, Link)>>>;

/// What stands in the text and must not be wider than it.
#[derive(Clone)]
enum Inset {
    /// A table: its cells wrap.
    Table(gtk::Grid),
    /// A picture with its size at most.
    Picture(gtk::Widget, (i32, i32)),
}

impl Inset {
    /// Asks for as much of the width as the content can use.
    fn fit(&self, width: i32) {
        match self {
            Inset::Table(grid) => {
                grid.set_size_request(-1, -1);
                let (_, natural, _, _) = grid.measure(gtk::Orientation::Horizontal, -1);
                grid.set_size_request(natural.min(width), -1);
            }
            Inset::Picture(widget, (w, h)) => {
                let width = width.min(*w);
                widget.set_size_request(width, h * width / (*w).max(1));
            }
        }
    }
}

/// The pictures and tables of the text that is shown, and the width they were fitted to.
#[derive(Default)]
struct Insets {
    all: RefCell<Vec<Inset>>,
    width: Cell<i32>,
}

impl Insets {
    fn add(&self, inset: Inset) {
        inset.fit(self.width.get());
        self.all.borrow_mut().push(inset);
    }

    /// Fits everything to the width of the text.
    fn fit(&self, width: i32) {
        let width = (width - 2 * MARGIN - CURSOR).max(MIN_WIDTH);
        if self.width.replace(width) != width {
            self.all.borrow().iter().for_each(|inset| inset.fit(width));
        }
    }
}

/// A text view for chapters.
pub(super) struct ChapterView {
    view: gtk::TextView,
    links: Links,
    insets: Rc<Insets>,
    /// The marks of headings by their names.
    headings: RefCell<Vec<(String, gtk::TextMark)>>,
}

fn item_tag(depth: usize) -> String {
    format!("item-{}", depth.min(MAX_DEPTH))
}

impl ChapterView {
    /// Prepares a text view; `follow` is called with each link that is followed.
    pub(super) fn new(view: gtk::TextView, follow: impl Fn(&Link) + 'static) -> ChapterView {
        view.set_left_margin(MARGIN);
        view.set_right_margin(MARGIN);
        view.set_top_margin(MARGIN);
        view.set_bottom_margin(MARGIN);
        let table = view.buffer().tag_table();
        for tag in [
            gtk::TextTag::builder().name(HEADING).weight(700).scale(1.25).pixels_below_lines(9).build(),
            gtk::TextTag::builder().name(SECTION).weight(700).scale(1.1).pixels_above_lines(12).build(),
            gtk::TextTag::builder().name(STRONG).weight(700).build(),
            gtk::TextTag::builder().name(EMPHASIZED).style(pango::Style::Italic).build(),
            gtk::TextTag::builder().name(CODE).family("monospace").build(),
            gtk::TextTag::builder().name(CAPTION).scale(0.9).style(pango::Style::Italic).build(),
        ] {
            table.add(&tag);
        }
        for depth in 0..=MAX_DEPTH {
            let margin = MARGIN + 24 * (i32::try_from(depth).unwrap_or(0) + 1);
            let tag = gtk::TextTag::builder().name(item_tag(depth)).indent(-18);
            let tag = if is_right_to_left() { tag.right_margin(margin) } else { tag.left_margin(margin) };
            table.add(&tag.build());
        }
        let links: Links = Rc::default();
        let follow = Rc::new(follow);
        connect_pointer(&view, &links, &follow);
        let (known, text) = (Rc::clone(&links), view.downgrade());
        keys::connect(&view, gtk::PropagationPhase::Capture, move |key, _| {
            let at = text
                .upgrade()
                .map(|text| text.buffer())
                .map(|buffer| buffer.iter_at_offset(buffer.cursor_position()));
            match at
                .and_then(|at| link_at(&known, &at))
                .filter(|_| matches!(key, gdk::Key::Return | gdk::Key::KP_Enter))
            {
                Some(link) => {
                    follow(&link);
                    glib::Propagation::Stop
                }
                None => glib::Propagation::Proceed,
            }
        });
        let insets = Rc::new(Insets { width: Cell::new(MIN_WIDTH), ..Insets::default() });
        let of_view = Rc::clone(&insets);
        view.connect_hadjustment_notify(move |view| {
            let Some(adjustment) = view.hadjustment() else { return };
            let insets = Rc::clone(&of_view);
            adjustment.connect_page_size_notify(move |adjustment| {
                let (insets, width) = (Rc::clone(&insets), adjustment.page_size() as i32);
                // The view is being laid out now; what stands in it can ask for another size afterwards.
                glib::idle_add_local_once(move || insets.fit(width));
            });
        });
        ChapterView { view, links, insets, headings: RefCell::default() }
    }

    /// Shows a chapter.
    pub(super) fn show(&self, title: &str, blocks: &[Block], design: Design) {
        let buffer = self.view.buffer();
        buffer.set_text("");
        self.insets.all.take();
        for (tag, _) in self.links.take() {
            buffer.tag_table().remove(&tag);
        }
        self.headings.borrow_mut().clear();
        self.add(title, &[HEADING]);
        let mut is_list = false;
        for block in blocks {
            // Items stand close to each other.
            let is_item = matches!(block, Block::Item { .. });
            self.add(if is_list && is_item { "\n" } else { "\n\n" }, &[]);
            is_list = is_item;
            self.block(block, design);
        }
    }

    /// Scrolls to a section, or to the start.
    pub(super) fn go_to(&self, section: Option<&str>) {
        let headings = self.headings.borrow();
        match section.and_then(|section| headings.iter().find(|(id, _)| id == section)) {
            Some((_, mark)) => self.view.scroll_to_mark(mark, 0.0, true, 0.0, 0.0),
            None => {
                self.view.scroll_to_iter(&mut self.view.buffer().start_iter(), 0.0, true, 0.0, 0.0);
            }
        }
    }

    fn add(&self, text: &str, tags: &[&str]) {
        let buffer = self.view.buffer();
        buffer.insert_with_tags_by_name(&mut buffer.end_iter(), text, tags);
    }

    fn block(&self, block: &Block, design: Design) {
        match block {
            Block::Heading { id, text, .. } => {
                let buffer = self.view.buffer();
                let mark = buffer.create_mark(None, &buffer.end_iter(), true);
                self.headings.borrow_mut().push((id.clone(), mark));
                self.add(text, &[SECTION]);
            }
            Block::Paragraph(spans) => self.spans(spans, &[]),
            Block::Item { depth, number, spans } => {
                let tag = item_tag(*depth);
                let bullet = number.map_or("•  ".to_owned(), |number| format!("{number}.  "));
                self.add(&bullet, &[&tag]);
                self.spans(spans, &[&tag]);
            }
            Block::Code(text) => self.add(text.trim_end(), &[CODE]),
            Block::Table(rows) if rows.len() <= MAX_GRID => self.grid(rows),
            Block::Table(rows) => self.lines(rows),
            Block::Picture(picture, caption) => self.picture(picture, caption, design),
        }
    }

    fn spans(&self, spans: &[Span], around: &[&str]) {
        let buffer = self.view.buffer();
        for span in spans {
            let looks = [(span.is_strong, STRONG), (span.is_emphasized, EMPHASIZED), (span.is_code, CODE)];
            let mut tags = around.to_vec();
            tags.extend(looks.iter().filter(|(is_set, _)| *is_set).map(|(_, tag)| *tag));
            let start = buffer.end_iter().offset();
            self.add(&span.text, &tags);
            if let Some(link) = &span.link {
                let color = self.view.style_context().lookup_color("accent_color");
                let tag = gtk::TextTag::builder().underline(pango::Underline::Single).build();
                tag.set_foreground_rgba(color.as_ref());
                buffer.tag_table().add(&tag);
                buffer.apply_tag(&tag, &buffer.iter_at_offset(start), &buffer.end_iter());
                self.links.borrow_mut().push((tag, link.clone()));
            }
        }
    }

    /// A table as widgets.
    fn grid(&self, rows: &[Vec<Vec<Span>>]) {
        let grid = gtk::Grid::builder().column_spacing(18).row_spacing(3).build();
        for (y, row) in (0..).zip(rows) {
            for (x, cell) in (0..).zip(row) {
                let label = gtk::Label::builder()
                    .label(plain(cell))
                    .xalign(0.0)
                    .yalign(0.0)
                    .wrap(true)
                    .wrap_mode(pango::WrapMode::WordChar)
                    .selectable(true)
                    .build();
                if y == 0 {
                    label.add_css_class("heading");
                }
                grid.attach(&label, x, y, 1, 1);
            }
        }
        self.insets.add(Inset::Table(grid.clone()));
        self.insert(&grid);
    }

    /// A long table: a line for each row.
    fn lines(&self, rows: &[Vec<Vec<Span>>]) {
        for (n, row) in rows.iter().skip(1).enumerate() {
            if n > 0 {
                self.add("\n", &[]);
            }
            for (n, cell) in row.iter().enumerate() {
                if n > 0 {
                    self.add(" · ", &[]);
                }
                self.spans(cell, &[]);
            }
        }
    }

    fn insert(&self, widget: &impl IsA<gtk::Widget>) {
        let buffer = self.view.buffer();
        let anchor = buffer.create_child_anchor(&mut buffer.end_iter());
        self.view.add_child_at_anchor(widget, &anchor);
    }

    fn picture(&self, picture: &Picture, caption: &str, design: Design) {
        match picture {
            Picture::Board(board) => {
                let area = board_area(board, caption, design);
                self.insets.add(Inset::Picture(area.clone().upcast(), BOARD));
                self.insert(&area);
            }
            Picture::File(name) => {
                let widget = gtk::Picture::for_resource(&format!("{FOLDER}/{name}"));
                widget.set_can_shrink(true);
                let size = widget.paintable().map_or((1, 1), |paintable| {
                    (paintable.intrinsic_width().max(1), paintable.intrinsic_height().max(1))
                });
                let width = size.0.min(WINDOW_WIDTH);
                self.insets.add(Inset::Picture(widget.clone().upcast(), (width, size.1 * width / size.0)));
                widget.set_alternative_text(Some(caption));
                self.insert(&widget);
            }
            Picture::Broken(error) => self.add(error, &[]),
        }
        self.add(&format!("\n{caption}"), &[CAPTION]);
    }
}

/// A board in the design of the board that is played on.
fn board_area(board: &BoardPicture, caption: &str, design: Design) -> gtk::DrawingArea {
    let area =
        gtk::DrawingArea::builder().name("help-picture").accessible_role(gtk::AccessibleRole::Img).build();
    a11y::set_label(&area, &gettext_f("Picture: {title}", &[("title", caption)]));
    let board = board.clone();
    area.set_draw_func(move |_, cr, width, height| board.paint(cr, &design, (width, height)));
    area
}

fn link_at(links: &Links, at: &gtk::TextIter) -> Option<Link> {
    let links = links.borrow();
    links.iter().find(|(tag, _)| at.has_tag(tag)).map(|(_, link)| link.clone())
}

/// Lets clicks follow links, and shows a hand above them.
fn connect_pointer(view: &gtk::TextView, links: &Links, follow: &Rc<impl Fn(&Link) + 'static>) {
    let at = |view: &gtk::TextView, x: f64, y: f64| {
        let (x, y) = view.window_to_buffer_coords(gtk::TextWindowType::Widget, x as i32, y as i32);
        view.iter_at_location(x, y)
    };
    let click = gtk::GestureClick::new();
    let (known, follow) = (Rc::clone(links), Rc::clone(follow));
    click.connect_released(move |click, _, x, y| {
        let view = click.widget().and_downcast::<gtk::TextView>();
        let found = view.filter(|view| !view.buffer().has_selection()).and_then(|view| at(&view, x, y));
        if let Some(link) = found.and_then(|at| link_at(&known, &at)) {
            follow(&link);
        }
    });
    view.add_controller(click);
    let motion = gtk::EventControllerMotion::new();
    let known = Rc::clone(links);
    motion.connect_motion(move |motion, x, y| {
        if let Some(view) = motion.widget().and_downcast::<gtk::TextView>() {
            let is_link = at(&view, x, y).is_some_and(|at| link_at(&known, &at).is_some());
            view.set_cursor_from_name(Some(if is_link { "pointer" } else { "text" }));
        }
    });
    view.add_controller(motion);
}
