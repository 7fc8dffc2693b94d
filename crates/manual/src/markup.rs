// SPDX-License-Identifier: GPL-3.0-or-later
//! A chapter as blocks. Markdown as CommonMark has it, with tables; pictures and links have forms of ours:
//!
//! | source | meaning |
//! | --- | --- |
//! | `[text](playing)`, `[text](playing#tutor)` | a link to a chapter, or to a section of it |
//! | `![caption](<board:XGID=… arrows=24/18,13/7>)` | a board |
//! | `![caption](pictures/statistics.png)` | a picture that `./x manual pictures` makes |
//! | `{{commands}}`, `{{options}}`, `{{formats}}`, `{{rules}}` alone in a paragraph | a table of the program |

use crate::picture::BoardPicture;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A chapter.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// Its name in links: that of its file without number and ending.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The rest.
    pub blocks: Vec<Block>,
}

/// A part of a chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading below the title: 2 is the highest level.
    Heading {
        /// Its level.
        level: u8,
        /// Its name in links.
        id: String,
        /// Its text.
        text: String,
    },
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// An item of a list.
    Item {
        /// How many lists it is in, from 0.
        depth: usize,
        /// Its number in an ordered list.
        number: Option<u64>,
        /// Its text.
        spans: Vec<Span>,
    },
    /// Lines as they are.
    Code(String),
    /// A table: the heads of the columns, then rows.
    Table(Vec<Vec<Vec<Span>>>),
    /// A picture with its caption.
    Picture(Picture, String),
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// A board.
    Board(Box<BoardPicture>),
    /// A file, by its name below the folder of the manual.
    File(String),
    /// What is wrong with the source of a board.
    Broken(String),
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// To a chapter, or to a section of it.
    Chapter(String, Option<String>),
    /// To a page of the web.
    Web(String),
}

/// Text of one look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// Whether it is important.
    pub is_strong: bool,
    /// Whether it is stressed.
    pub is_emphasized: bool,
    /// Whether it is typed.
    pub is_code: bool,
    /// Where it leads.
    pub link: Option<Link>,
}

impl Span {
    /// Plain text.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Span {
        Span { text: text.into(), ..Span::default() }
    }

    /// Text that is typed.
    #[must_use]
    pub fn code(text: impl Into<String>) -> Span {
        Span { text: text.into(), is_code: true, ..Span::default() }
    }
}

/// The text of spans without their looks.
#[must_use]
pub fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// The name of a heading in links: its words in lower case with hyphens.
#[must_use]
pub fn anchor(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

impl Chapter {
    /// Reads a chapter. `expand` has the blocks of a table of the program, by its name.
    #[must_use]
    pub fn read(id: &str, text: &str, expand: Expand) -> Chapter {
        let mut reader = Reader::new(expand);
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            reader.take(event);
        }
        Chapter { id: id.to_owned(), title: reader.title, blocks: reader.blocks }
    }

    /// Whether somebody has written it: an outline has a title and nothing else.
    #[must_use]
    pub fn is_written(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// All text, for the search.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![self.title.clone()];
        for block in &self.blocks {
            lines.push(match block {
                Block::Heading { text, .. } | Block::Code(text) => text.clone(),
                Block::Paragraph(spans) | Block::Item { spans, .. } => plain(spans),
                Block::Table(rows) => {
                    let rows = rows
                        .iter()
                        .map(|row| row.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(" "));
                    rows.collect::<Vec<_>>().join("\n")
                }
                Block::Picture(_, caption) => caption.clone(),
            });
        }
        lines.join("\n")
    }

    /// All spans.
    pub fn spans(&self) -> impl Iterator<Item = &Span> {
        self.blocks.iter().flat_map(|block| -> Box<dyn Iterator<Item = &Span>> {
            match block {
                Block::Paragraph(spans) | Block::Item { spans, .. } => Box::new(spans.iter()),
                Block::Table(rows) => Box::new(rows.iter().flatten().flatten()),
                Block::Heading { .. } | Block::Code(_) | Block::Picture(..) => Box::new(std::iter::empty()),
            }
        })
    }
}

/// The blocks of a table of the program, by its name; `None` for an unknown one.
pub type Expand = fn(&str) -> Option<Vec<Block>>;

/// What has been read of a chapter.
struct Reader {
    expand: Expand,
    title: String,
    blocks: Vec<Block>,
    spans: Vec<Span>,
    look: Span,
    /// The lists around: the next number of each ordered one.
    lists: Vec<Option<u64>>,
    /// Items whose text has not been written yet.
    open_items: usize,
    rows: Vec<Vec<Vec<Span>>>,
    picture: Option<String>,
    /// The lines of a block of code that has begun.
    code: Option<String>,
}

impl Reader {
    fn new(expand: Expand) -> Reader {
        Reader {
            expand,
            title: String::new(),
            blocks: Vec::new(),
            spans: Vec::new(),
            look: Span::default(),
            lists: Vec::new(),
            open_items: 0,
            rows: Vec::new(),
            picture: None,
            code: None,
        }
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.add(&text, false),
            },
            Event::Code(text) => self.add(&text, true),
            Event::SoftBreak => self.add(" ", false),
            Event::HardBreak => self.add("\n", false),
            _ => {}
        }
    }

    fn add(&mut self, text: &str, is_code: bool) {
        let span = Span { text: text.to_owned(), is_code, ..self.look.clone() };
        match self.spans.last_mut() {
            Some(last)
                if Span { text: String::new(), ..last.clone() }
                    == Span { text: String::new(), ..span.clone() } =>
            {
                last.text.push_str(&span.text);
            }
            _ => self.spans.push(span),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Strong => self.look.is_strong = true,
            Tag::Emphasis => self.look.is_emphasized = true,
            Tag::Link { dest_url, .. } => self.look.link = Some(link(&dest_url)),
            Tag::Image { dest_url, .. } => {
                self.paragraph();
                self.picture = Some(dest_url.to_string());
            }
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => self.open_items += 1,
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::Table(_) => self.rows.clear(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.look.is_strong = false,
            TagEnd::Emphasis => self.look.is_emphasized = false,
            TagEnd::Link => self.look.link = None,
            TagEnd::Image => {
                let caption = plain(&std::mem::take(&mut self.spans));
                let source = self.picture.take().unwrap_or_default();
                self.blocks.push(Block::Picture(picture(&source), caption));
            }
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::CodeBlock => self.blocks.extend(self.code.take().map(Block::Code)),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.spans);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            _ => {}
        }
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = plain(&std::mem::take(&mut self.spans));
        match level {
            HeadingLevel::H1 => self.title = text,
            level => self.blocks.push(Block::Heading { level: level as u8, id: anchor(&text), text }),
        }
    }

    /// Ends a paragraph or the text of an item.
    fn paragraph(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        if spans.is_empty() {
            return;
        }
        let directive = plain(&spans);
        if let Some(name) = directive.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")) {
            match (self.expand)(name) {
                Some(blocks) => self.blocks.extend(blocks),
                None => self
                    .blocks
                    .push(Block::Picture(Picture::Broken(format!("{directive} is unknown")), directive)),
            }
            return;
        }
        if self.open_items == 0 || self.lists.is_empty() {
            self.blocks.push(Block::Paragraph(spans));
            return;
        }
        self.open_items -= 1;
        let depth = self.lists.len() - 1;
        let number = self.lists.last_mut().and_then(Option::as_mut).map(|number| {
            *number += 1;
            *number - 1
        });
        self.blocks.push(Block::Item { depth, number, spans });
    }
}

fn link(target: &str) -> Link {
    if target.contains("://") || target.starts_with("mailto:") {
        return Link::Web(target.to_owned());
    }
    match target.split_once('#') {
        Some((chapter, section)) => Link::Chapter(chapter.to_owned(), Some(section.to_owned())),
        None => Link::Chapter(target.to_owned(), None),
    }
}

fn picture(source: &str) -> Picture {
    match source.strip_prefix("board:") {
        None => Picture::File(source.to_owned()),
        Some(board) => match BoardPicture::parse(board) {
            Ok(board) => Picture::Board(Box::new(board)),
            Err(error) => Picture::Broken(error),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_becomes_blocks() {
        let text = "# Title\n\nSome *stressed* and **strong** text with `typed` words\nand a [link](playing#the-cube).\n\n\
                    ## A section\n\n- one\n- two with [web](https://example.org)\n  1. inner\n\n\
                    | a | b |\n| --- | --- |\n| 1 | `x` |\n\n```\nline\n```\n\n\
                    ![A board](<board:XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10 arrows=8/5>)\n\n![A window](pictures/x.png)\n";
        let chapter = Chapter::read("test", text, |_| None);
        assert_eq!(chapter.title, "Title");
        let Block::Paragraph(spans) = &chapter.blocks[0] else { panic!("{:?}", chapter.blocks[0]) };
        assert_eq!(plain(spans), "Some stressed and strong text with typed words and a link.");
        let links: Vec<&Link> = chapter.spans().filter_map(|span| span.link.as_ref()).collect();
        assert_eq!(links[0], &Link::Chapter("playing".to_owned(), Some("the-cube".to_owned())));
        assert_eq!(links[1], &Link::Web("https://example.org".to_owned()));
        assert_eq!(
            chapter.blocks[1],
            Block::Heading { level: 2, id: "a-section".to_owned(), text: "A section".to_owned() }
        );
        let items: Vec<(usize, Option<u64>)> = chapter
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Item { depth, number, .. } => Some((*depth, *number)),
                _ => None,
            })
            .collect();
        assert_eq!(items, [(0, None), (0, None), (1, Some(1))]);
        assert!(matches!(&chapter.blocks[5], Block::Table(rows) if rows.len() == 2 && rows[1][1][0].is_code));
        assert_eq!(chapter.blocks[6], Block::Code("line\n".to_owned()));
        assert!(
            matches!(&chapter.blocks[7], Block::Picture(Picture::Board(board), caption) if board.arrows.len() == 1 && caption == "A board")
        );
        assert_eq!(
            chapter.blocks[8],
            Block::Picture(Picture::File("pictures/x.png".to_owned()), "A window".to_owned())
        );
        assert!(chapter.text().contains("A window") && chapter.is_written());
        assert!(!Chapter::read("outline", "# Title\n\n<!-- to be written -->\n", |_| None).is_written());
    }

    #[test]
    fn names_of_headings_are_words_with_hyphens() {
        assert_eq!(anchor("Équité: MWC & PR"), "équité-mwc-pr");
    }
}
