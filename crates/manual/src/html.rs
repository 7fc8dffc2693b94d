// SPDX-License-Identifier: GPL-3.0-or-later
//! The manual as web pages: a contents page with an index, one page for each chapter, and everything on one page for
//! printing.

use crate::book::Book;
use crate::markup::{Block, Chapter, Link, Picture, Span, anchor};
use gnubg_draw::paint::PictureError;
use gnubg_i18n::gettext;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Pixels of the width of a board.
const BOARD_WIDTH: u32 = 864;

/// The look of all pages; print rules make the PDF.
const STYLE: &str = include_str!("manual.css");

/// The files of a manual by their names: pages and boards. Pictures of windows are files already.
///
/// # Errors
/// If a board cannot be drawn.
pub fn files(book: &Book, language: &str) -> Result<BTreeMap<String, Vec<u8>>, PictureError> {
    let mut files = BTreeMap::new();
    let mut writer = Writer { boards: BTreeMap::new(), is_one_page: false };
    let name = gettext("Manual of GNU Backgammon");
    for (n, chapter) in book.chapters.iter().enumerate() {
        let mut body = String::new();
        let near = |n: Option<usize>| n.and_then(|n| book.chapters.get(n));
        let [before, after] = [near(n.checked_sub(1)), near(Some(n + 1))];
        let _ = write!(body, "<nav>{}", anchor_tag("index.html", &name));
        for (other, arrow) in [(before, "←"), (after, "→")] {
            if let Some(other) = other {
                let _ = write!(
                    body,
                    " {}",
                    anchor_tag(&format!("{}.html", other.id), &format!("{arrow} {}", other.title))
                );
            }
        }
        body.push_str("</nav>\n<main>\n");
        writer.chapter(&mut body, chapter);
        body.push_str("</main>\n");
        files.insert(format!("{}.html", chapter.id), page(language, &chapter.title, &body).into_bytes());
    }
    let mut body = format!("<main>\n<h1>{}</h1>\n", escape(&name));
    contents(&mut body, book, |chapter| format!("{}.html", chapter.id));
    index(&mut body, book);
    body.push_str("</main>\n");
    files.insert("index.html".to_owned(), page(language, &name, &body).into_bytes());
    writer.is_one_page = true;
    let mut body = format!("<main>\n<header><h1>{}</h1></header>\n", escape(&name));
    contents(&mut body, book, |chapter| format!("#{}", chapter.id));
    for chapter in &book.chapters {
        let _ = writeln!(body, "<section id=\"{}\">", escape(&chapter.id));
        writer.chapter(&mut body, chapter);
        body.push_str("</section>\n");
    }
    body.push_str("</main>\n");
    files.insert("manual.html".to_owned(), page(language, &name, &body).into_bytes());
    files.insert("manual.css".to_owned(), STYLE.as_bytes().to_vec());
    for (name, picture) in writer.boards {
        files.insert(name, picture.png(BOARD_WIDTH)?);
    }
    Ok(files)
}

struct Writer {
    /// The boards by the names of their files.
    boards: BTreeMap<String, crate::picture::BoardPicture>,
    /// Whether all chapters are on one page.
    is_one_page: bool,
}

impl Writer {
    fn chapter(&mut self, out: &mut String, chapter: &Chapter) {
        let _ = writeln!(out, "<h1>{}</h1>", escape(&chapter.title));
        let mut n_boards = 0;
        let mut lists: Vec<&str> = Vec::new();
        for block in &chapter.blocks {
            let depth = if let Block::Item { depth, .. } = block { depth + 1 } else { 0 };
            while lists.len() > depth {
                let _ = writeln!(out, "</li></{}>", lists.pop().unwrap_or_default());
            }
            match block {
                Block::Heading { level, id, text } => {
                    let id = if self.is_one_page { format!("{}-{id}", chapter.id) } else { id.clone() };
                    let _ = writeln!(out, "<h{level} id=\"{}\">{}</h{level}>", escape(&id), escape(text));
                }
                Block::Paragraph(spans) => {
                    let _ = writeln!(out, "<p>{}</p>", self.spans(spans, chapter));
                }
                Block::Item { number, spans, .. } => {
                    let list = if number.is_some() { "ol" } else { "ul" };
                    if lists.len() == depth {
                        out.push_str("</li>\n");
                    }
                    while lists.len() < depth {
                        let _ = write!(out, "<{list}>");
                        lists.push(list);
                    }
                    let _ = write!(out, "<li>{}", self.spans(spans, chapter));
                }
                Block::Code(text) => {
                    let _ = writeln!(out, "<pre>{}</pre>", escape(text));
                }
                Block::Table(rows) => self.table(out, rows, chapter),
                Block::Picture(picture, caption) => {
                    let file = match picture {
                        Picture::Board(board) => {
                            n_boards += 1;
                            let name = format!("{}-{n_boards}.png", chapter.id);
                            self.boards.insert(name.clone(), (**board).clone());
                            name
                        }
                        Picture::File(name) => name.clone(),
                        Picture::Broken(_) => continue,
                    };
                    let (file, caption) = (escape(&file), escape(caption));
                    let _ = writeln!(
                        out,
                        "<figure><img src=\"{file}\" alt=\"{caption}\"><figcaption>{caption}</figcaption></figure>"
                    );
                }
            }
        }
        while let Some(list) = lists.pop() {
            let _ = writeln!(out, "</li></{list}>");
        }
    }

    fn table(&self, out: &mut String, rows: &[Vec<Vec<Span>>], chapter: &Chapter) {
        out.push_str("<table>\n");
        for (n, row) in rows.iter().enumerate() {
            let (open, close) =
                if n == 0 { ("<thead><tr>", "</tr></thead>\n<tbody>\n") } else { ("<tr>", "</tr>\n") };
            out.push_str(open);
            let cell = if n == 0 { "th" } else { "td" };
            for spans in row {
                let _ = write!(out, "<{cell}>{}</{cell}>", self.spans(spans, chapter));
            }
            out.push_str(close);
        }
        out.push_str("</tbody></table>\n");
    }

    fn spans(&self, spans: &[Span], chapter: &Chapter) -> String {
        let mut out = String::new();
        for span in spans {
            let mut text = escape(&span.text).replace('\n', "<br>");
            for (is_set, tag) in
                [(span.is_code, "code"), (span.is_emphasized, "em"), (span.is_strong, "strong")]
            {
                if is_set {
                    text = format!("<{tag}>{text}</{tag}>");
                }
            }
            match &span.link {
                None => out.push_str(&text),
                Some(link) => {
                    let _ = write!(out, "<a href=\"{}\">{text}</a>", escape(&self.target(link, chapter)));
                }
            }
        }
        out
    }

    fn target(&self, link: &Link, chapter: &Chapter) -> String {
        match link {
            Link::Web(address) => address.clone(),
            Link::Chapter(id, section) => {
                let id = if id.is_empty() { &chapter.id } else { id };
                match (section, self.is_one_page) {
                    (None, true) => format!("#{id}"),
                    (Some(section), true) => format!("#{id}-{section}"),
                    (None, false) => format!("{id}.html"),
                    (Some(section), false) => format!("{id}.html#{section}"),
                }
            }
        }
    }
}

fn contents(out: &mut String, book: &Book, target: impl Fn(&Chapter) -> String) {
    let _ = writeln!(out, "<nav class=\"contents\"><ol>");
    for chapter in &book.chapters {
        let _ = writeln!(out, "<li>{}</li>", anchor_tag(&target(chapter), &chapter.title));
    }
    out.push_str("</ol></nav>\n");
}

fn index(out: &mut String, book: &Book) {
    let _ = writeln!(
        out,
        "<h2 id=\"{}\">{}</h2>\n<ul class=\"index\">",
        anchor("index"),
        escape(&gettext("Index"))
    );
    for (term, chapters) in book.index() {
        let links: Vec<String> = chapters
            .iter()
            .map(|chapter| anchor_tag(&format!("{}.html", chapter.id), &chapter.title))
            .collect();
        let _ = writeln!(out, "<li>{}: {}</li>", escape(&term), links.join(", "));
    }
    out.push_str("</ul>\n");
}

fn anchor_tag(target: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escape(target), escape(text))
}

fn page(language: &str, title: &str, body: &str) -> String {
    let language = escape(&language.replace('_', "-"));
    let direction = if gnubg_i18n::is_right_to_left() { "rtl" } else { "ltr" };
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\" dir=\"{direction}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"manual.css\">\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_all_blocks_and_links_that_lead_somewhere() {
        let text = "# A & B\n\nSee [here](a#part) and `x<y`.\n\n## Part\n\n- one\n- two\n  - inner\n- three\n\n\
                    | h |\n| --- |\n| c |\n\n![Board](<board:XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10>)\n";
        let book = Book { chapters: vec![Chapter::read("a", text, |_| None)], ..Book::default() };
        let files = files(&book, "pt_BR").unwrap();
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(names, ["a-1.png", "a.html", "index.html", "manual.css", "manual.html"]);
        let read = |name: &str| String::from_utf8_lossy(&files[name]).into_owned();
        let page = read("a.html");
        for wanted in [
            "<h1>A &amp; B</h1>",
            "<a href=\"a.html#part\">here</a>",
            "<code>x&lt;y</code>",
            "<h2 id=\"part\">Part</h2>",
            "<th>h</th>",
            "<img src=\"a-1.png\" alt=\"Board\">",
            "lang=\"pt-BR\"",
        ] {
            assert!(page.contains(wanted), "{wanted}: {page}");
        }
        assert!(read("manual.html").contains("<a href=\"#a-part\">here</a>"));
        for tag in ["ul", "li", "table", "p", "figure"] {
            let count = |text: &str| page.matches(text).count();
            assert_eq!(count(&format!("<{tag}>")), count(&format!("</{tag}>")), "{tag}: {page}");
        }
    }
}
