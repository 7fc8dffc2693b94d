// SPDX-License-Identifier: GPL-3.0-or-later
//! Marks on paper: texts that are measured before they are drawn, boards, rectangles, lines. Lengths are points.

use crate::diagram::{self, Diagram};
use cairo::{Context, FontOptions, HintMetrics, HintStyle, RecordingSurface};
use gnubg_draw::paint::PictureError;
use gnubg_record::Skill;
use pango::{EllipsizeMode, FontDescription, Layout, SCALE, Weight, WrapMode};
use std::f64::consts::TAU;

/// Red, green, blue.
pub(crate) type Rgb = [f64; 3];

/// Text, quiet text, rules and grounds. All texts differ from white by 4.5:1 or more.
pub(crate) const INK: Rgb = [0.13, 0.16, 0.16];
pub(crate) const QUIET: Rgb = [0.36, 0.39, 0.40];
pub(crate) const RULE: Rgb = [0.80, 0.81, 0.82];
pub(crate) const HERE: Rgb = [0.89, 0.93, 0.98];
pub(crate) const GROUNDS: [Rgb; 2] = [[0.91, 0.93, 0.96], [0.96, 0.94, 0.90]];
/// What is best, and losses by how bad they are.
pub(crate) const BEST: Rgb = [0.05, 0.42, 0.25];
const LOSSES: [Rgb; 3] = [[0.70, 0.06, 0.12], [0.60, 0.36, 0.0], [0.28, 0.38, 0.48]];

/// The color of a loss with this mark.
pub(crate) const fn loss_color(skill: Skill) -> Rgb {
    match skill {
        Skill::VeryBad => LOSSES[0],
        Skill::Bad => LOSSES[1],
        Skill::Doubtful => LOSSES[2],
        Skill::Unmarked => QUIET,
    }
}

/// A font.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Face {
    /// Size in points.
    pub(crate) size: f64,
    pub(crate) is_bold: bool,
    pub(crate) color: Rgb,
}

impl Face {
    pub(crate) const fn plain(size: f64) -> Face {
        Face { size, is_bold: false, color: INK }
    }

    pub(crate) const fn bold(size: f64) -> Face {
        Face { size, is_bold: true, color: INK }
    }

    pub(crate) const fn quiet(size: f64) -> Face {
        Face { size, is_bold: false, color: QUIET }
    }

    pub(crate) const fn colored(self, color: Rgb) -> Face {
        Face { color, ..self }
    }
}

/// Something with a place relative to the corner of its sheet.
pub(crate) enum Mark {
    Text {
        layout: Layout,
        x: f64,
        y: f64,
        color: Rgb,
    },
    /// A filled rectangle: x, y, width, height.
    Fill([f64; 4], Rgb),
    /// A line through these places.
    Path {
        places: Vec<[f64; 2]>,
        width: f64,
        color: Rgb,
        is_dashed: bool,
    },
    /// A dot with its radius.
    Dot([f64; 2], f64, Rgb),
    /// A board with its left upper corner and its width.
    Board(Box<Diagram>, [f64; 2], f64),
}

/// Marks, and the height that they take.
#[derive(Default)]
pub(crate) struct Sheet {
    pub(crate) marks: Vec<Mark>,
    pub(crate) height: f64,
}

impl Sheet {
    /// Adds a text; returns its width and height.
    pub(crate) fn text(&mut self, layout: Layout, x: f64, y: f64, color: Rgb) -> (f64, f64) {
        let size = size(&layout);
        self.marks.push(Mark::Text { layout, x, y, color });
        self.height = self.height.max(y + size.1);
        size
    }

    /// Adds a rectangle.
    pub(crate) fn fill(&mut self, rect: [f64; 4], color: Rgb) {
        self.marks.push(Mark::Fill(rect, color));
    }

    /// Adds a board.
    pub(crate) fn board(&mut self, board: Diagram, at: [f64; 2], width: f64) {
        self.height = self.height.max(at[1] + board_height(width));
        self.marks.push(Mark::Board(Box::new(board), at, width));
    }

    /// Adds another sheet at a place.
    pub(crate) fn sheet(&mut self, other: Sheet, [dx, dy]: [f64; 2]) {
        self.height = self.height.max(dy + other.height);
        for mark in other.marks {
            self.marks.push(match mark {
                Mark::Text { layout, x, y, color } => Mark::Text { layout, x: x + dx, y: y + dy, color },
                Mark::Fill([x, y, w, h], color) => Mark::Fill([x + dx, y + dy, w, h], color),
                Mark::Path { places, width, color, is_dashed } => Mark::Path {
                    places: places.into_iter().map(|[x, y]| [x + dx, y + dy]).collect(),
                    width,
                    color,
                    is_dashed,
                },
                Mark::Dot([x, y], radius, color) => Mark::Dot([x + dx, y + dy], radius, color),
                Mark::Board(board, [x, y], width) => Mark::Board(board, [x + dx, y + dy], width),
            });
        }
    }

    /// Draws all marks with the corner of the sheet at a place. Errors of the surface are reported when it is finished.
    pub(crate) fn draw(&self, cr: &Context, [dx, dy]: [f64; 2]) {
        let color = |[r, g, b]: Rgb| cr.set_source_rgb(r, g, b);
        for mark in &self.marks {
            match mark {
                Mark::Text { layout, x, y, color: ink } => {
                    color(*ink);
                    cr.move_to(x + dx, y + dy);
                    pangocairo::functions::show_layout(cr, layout);
                }
                Mark::Fill([x, y, w, h], ink) => {
                    color(*ink);
                    cr.rectangle(x + dx, y + dy, *w, *h);
                    let _ = cr.fill();
                }
                Mark::Path { places, width, color: ink, is_dashed } => {
                    color(*ink);
                    cr.set_line_width(*width);
                    cr.set_dash(if *is_dashed { &[2.0, 2.0] } else { &[] }, 0.0);
                    for (n, [x, y]) in places.iter().enumerate() {
                        if n == 0 { cr.move_to(x + dx, y + dy) } else { cr.line_to(x + dx, y + dy) }
                    }
                    let _ = cr.stroke();
                    cr.set_dash(&[], 0.0);
                }
                Mark::Dot([x, y], radius, ink) => {
                    color(*ink);
                    cr.new_sub_path();
                    cr.arc(x + dx, y + dy, *radius, 0.0, TAU);
                    let _ = cr.fill();
                }
                Mark::Board(board, [x, y], width) => {
                    diagram::paint(cr, board, [x + dx, y + dy], *width);
                }
            }
        }
    }
}

/// The height of a board of this width.
pub(crate) const fn board_height(width: f64) -> f64 {
    width * diagram::HEIGHT / diagram::WIDTH
}

/// Width and height of a text.
pub(crate) fn size(layout: &Layout) -> (f64, f64) {
    let (w, h) = layout.size();
    (f64::from(w) / f64::from(SCALE), f64::from(h) / f64::from(SCALE))
}

/// A text without control characters, which cairo and pango do not accept.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Makes and measures texts.
pub(crate) struct Typesetter {
    measure: Context,
}

impl Typesetter {
    /// A typesetter.
    ///
    /// # Errors
    /// If texts cannot be measured.
    pub(crate) fn new() -> Result<Typesetter, PictureError> {
        let surface = RecordingSurface::create(cairo::Content::ColorAlpha, None)?;
        Ok(Typesetter { measure: Context::new(&surface)? })
    }

    fn layout(&self, text: &str, face: Face) -> Layout {
        let layout = pangocairo::functions::create_layout(&self.measure);
        if let Ok(mut fonts) = FontOptions::new() {
            // Hinting would move letters to the pixels of a screen, which paper does not have.
            fonts.set_hint_style(HintStyle::None);
            fonts.set_hint_metrics(HintMetrics::Off);
            pangocairo::functions::context_set_font_options(&layout.context(), Some(&fonts));
        }
        let mut font = FontDescription::new();
        font.set_family("Sans");
        font.set_absolute_size(face.size * f64::from(SCALE));
        font.set_weight(if face.is_bold { Weight::Bold } else { Weight::Normal });
        layout.set_font_description(Some(&font));
        layout.set_text(&printable(text));
        layout
    }

    /// A text in one line, cut off with an ellipsis if it is longer than `width`.
    pub(crate) fn line(&self, text: &str, face: Face, width: f64) -> Layout {
        let layout = self.layout(text, face);
        if size(&layout).0 > width {
            layout.set_width((width.max(1.0) * f64::from(SCALE)) as i32);
            layout.set_ellipsize(EllipsizeMode::End);
        }
        layout
    }

    /// A text in as many lines as it needs.
    pub(crate) fn wrapped(&self, text: &str, face: Face, width: f64) -> Layout {
        let layout = self.layout(text, face);
        layout.set_width((width * f64::from(SCALE)) as i32);
        layout.set_wrap(WrapMode::WordChar);
        layout
    }

    /// Adds a line at a place; returns its width.
    pub(crate) fn put(&self, sheet: &mut Sheet, text: &str, face: Face, at: [f64; 2], width: f64) -> f64 {
        sheet.text(self.line(text, face, width), at[0], at[1], face.color).0
    }

    /// Adds a line that ends at a place; returns its width.
    pub(crate) fn put_right(&self, sheet: &mut Sheet, text: &str, face: Face, [x, y]: [f64; 2]) -> f64 {
        let layout = self.layout(text, face);
        let width = size(&layout).0;
        sheet.text(layout, x - width, y, face.color).0
    }

    /// The width of a line.
    pub(crate) fn width(&self, text: &str, face: Face) -> f64 {
        size(&self.layout(text, face)).0
    }
}
