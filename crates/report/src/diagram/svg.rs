// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards of reports as vector pictures (SVG), alone or inside of a page.

use super::{Diagram, HEIGHT, Ink, LINE, MORE, Shape, WIDTH, arrow_outline};
use gnubg_draw::layout::Pos;
use gnubg_draw::model::Labels;
use gnubg_engine::core::Player;
use std::fmt::Write as _;

/// What the boards of one page have in common: it stands once in the page, so that each board is a few lines.
#[derive(Debug, Default)]
pub struct SharedParts {
    /// The grounds that were used: whose numbers, or none.
    grounds: Vec<(Labels, String)>,
}

impl SharedParts {
    /// A board that refers to the shared parts, `width` pixels wide. `title` is what a screen reader says.
    pub fn board(&mut self, diagram: &Diagram, width: u32, title: &str) -> String {
        let labels = diagram.view.labels;
        if !self.grounds.iter().any(|(known, _)| *known == labels) {
            self.grounds.push((labels, shapes(&diagram.ground())));
        }
        let mut out = head(width, title);
        let _ = write!(out, "<use href=\"#{}\"/>", id(labels));
        for shape in diagram.pieces() {
            match &shape {
                Shape::Circle { center, fill: Ink::Piece(player), has_line: true, .. } => {
                    let name = if *player == Player::Zero { "light" } else { "dark" };
                    let [x, y] = [center.x, center.y].map(short);
                    let _ = write!(out, "<use href=\"#board-{name}\" x=\"{x}\" y=\"{y}\"/>");
                }
                other => write(&mut out, other),
            }
        }
        out.push_str("</svg>\n");
        out
    }

    /// The shared parts, to stand anywhere in the page; empty without boards.
    #[must_use]
    pub fn definitions(&self) -> String {
        if self.grounds.is_empty() {
            return String::new();
        }
        let mut out = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" style=\"position:absolute\" \
             aria-hidden=\"true\"><defs>",
        );
        for (name, player) in [("light", Player::Zero), ("dark", Player::One)] {
            let _ = write!(out, "<g id=\"board-{name}\">");
            let center = Pos::new(0.0, 0.0);
            write(
                &mut out,
                &Shape::Circle { center, radius: 2.85, fill: Ink::Piece(player), has_line: true },
            );
            out.push_str("</g>");
        }
        for (labels, ground) in &self.grounds {
            let _ = write!(out, "<g id=\"{}\">{ground}</g>", id(*labels));
        }
        out.push_str("</defs></svg>\n");
        out
    }
}

/// A board that needs nothing else, `width` pixels wide.
#[must_use]
pub fn alone(diagram: &Diagram, width: u32, title: &str) -> String {
    let mut out = head(width, title);
    out += &shapes(&diagram.ground());
    out += &shapes(&diagram.pieces());
    out.push_str("</svg>\n");
    out
}

const fn id(labels: Labels) -> &'static str {
    match labels {
        Labels::Off => "board-plain",
        Labels::Seen(Player::Zero) => "board-from-top",
        Labels::Seen(Player::One) | Labels::Both => "board-from-bottom",
    }
}

fn head(width: u32, title: &str) -> String {
    let height = (f64::from(width) * HEIGHT / WIDTH).round();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 {} {WIDTH} {HEIGHT}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\"><title>{}</title>",
        -MORE,
        crate::escape::escape(title)
    )
}

fn shapes(shapes: &[Shape]) -> String {
    let mut out = String::new();
    for shape in shapes {
        write(&mut out, shape);
    }
    out
}

/// A length in units with at most two decimals.
fn short(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn color(ink: Ink) -> String {
    format!("#{:06x}", ink.rgb())
}

fn line(has_line: bool) -> String {
    match has_line {
        true => format!(" stroke=\"{}\" stroke-width=\"{LINE}\"", color(Ink::Line)),
        false => String::new(),
    }
}

fn path(corners: &[Pos]) -> String {
    let mut text = String::new();
    for (n, corner) in corners.iter().enumerate() {
        let _ = write!(text, "{}{} {}", if n == 0 { 'M' } else { 'L' }, short(corner.x), short(corner.y));
    }
    text + "Z"
}

fn write(out: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Rect { rect, radius, fill, has_line } => {
            let [x, y, w, h] = [rect.x, rect.y, rect.w, rect.h].map(short);
            let corners = if *radius > 0.0 { format!(" rx=\"{radius}\"") } else { String::new() };
            write!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{corners} fill=\"{}\"{}/>",
                color(*fill),
                line(*has_line)
            )
        }
        Shape::Triangle(corners, fill) => {
            write!(out, "<path d=\"{}\" fill=\"{}\"/>", path(corners), color(*fill))
        }
        Shape::Circle { center, radius, fill, has_line } => write!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\"{}/>",
            short(center.x),
            short(center.y),
            color(*fill),
            line(*has_line)
        ),
        Shape::Text { center, size, text, ink } => write!(
            out,
            // Digits are 0.72 of their font size high.
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\">{text}</text>",
            short(center.x),
            short(center.y + size * 0.36),
            short(*size),
            color(*ink)
        ),
        Shape::Arrow { from, to, is_best } => match arrow_outline(*from, *to) {
            None => Ok(()),
            Some(outline) if *is_best => write!(
                out,
                "<path d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"0.5\" stroke-dasharray=\"1.2 0.7\"/>",
                path(&outline),
                color(Ink::Field),
                color(Ink::Best)
            ),
            Some(outline) => {
                write!(out, "<path d=\"{}\" fill=\"{}\"/>", path(&outline), color(Ink::Played))
            }
        },
    };
}

#[cfg(test)]
mod tests {
    use super::super::tests::state;
    use super::*;
    use gnubg_draw::ViewOptions;

    /// A board alone and one in a page consist of the same shapes, and both are well-formed.
    #[test]
    fn boards_are_well_formed_and_complete() {
        let diagram = Diagram::new(&state(), &ViewOptions::default());
        let single = alone(&diagram, 432, "a < b");
        let tree = roxmltree::Document::parse(&single).unwrap();
        let n = |tree: &roxmltree::Document<'_>, name: &str| {
            tree.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).count()
        };
        assert_eq!((n(&tree, "circle"), n(&tree, "path"), n(&tree, "text")), (39, 25, 27));
        assert_eq!(tree.root_element().attribute("height"), Some("348"));
        let mut parts = SharedParts::default();
        assert_eq!(parts.definitions(), "");
        let boards = [0, 1].map(|_| parts.board(&diagram, 200, "")).concat();
        let page = format!("<html>{boards}{}</html>", parts.definitions());
        let tree = roxmltree::Document::parse(&page).unwrap();
        // The ground, and 30 checkers.
        assert_eq!((n(&tree, "use"), n(&tree, "svg")), (2 * 31, 3));
        for node in tree.descendants() {
            let Some(name) = node.attribute("href") else { continue };
            let found = tree.descendants().filter(|node| node.attribute("id") == Some(&name[1..])).count();
            assert_eq!(found, 1, "{name}");
        }
        assert!(boards.len() < 2 * single.len() * 3 / 4, "{} and {}", boards.len(), single.len());
    }
}
