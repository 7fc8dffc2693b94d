// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of a game, match or session: every figure that `show statistics` prints, both players side by side, and
//! plots of the course, the errors and the luck.

mod labels;
mod plots;

use super::tools::Tool;
use super::tools::plot::Plot;
use super::tools::sheet::{Sheet, button, cell, drop_down, icon_button, is_wider, label, spot, spot_of};
use super::{Window, chooser};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_formats::save;
use gnubg_record::stats::course::{Moment, course};
use gnubg_record::{MatchRecord, Statistics};
use gnubg_report::statistics::{StatisticsFormat, StatisticsSection, sections, text};
use gnubg_session::analysis::statistics_format;
use gnubg_session::jobs::JobKind;
use gnubg_session::{Command, Event, Part, Session};
use gtk::{gio, glib};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

const NAME: &str = "statistics";
/// Width that titles have at least, in characters, where numbers go on in the next line.
const TITLE_CHARS: i32 = 18;
/// How long changes may come in before the figures are counted anew.
const SETTLED: Duration = Duration::from_millis(200);

/// What was counted.
struct Counted {
    names: [String; 2],
    is_money: bool,
    sections: Vec<StatisticsSection>,
    text: String,
    json: String,
    moments: Vec<Moment>,
    is_analyzed: bool,
}

struct Inner {
    sheet: Sheet,
    scope: gtk::DropDown,
    extended: gtk::ToggleButton,
    pages: gtk::Stack,
    scroller: gtk::ScrolledWindow,
    grid: gtk::Grid,
    /// The names and titles in the grid, and the labels of its numbers.
    shape: RefCell<Vec<Vec<String>>>,
    cells: RefCell<Vec<gtk::Label>>,
    notice: gtk::Box,
    analyze: gtk::Button,
    switcher: gtk::StackSwitcher,
    plots: [Plot; 3],
    /// Games the drop-down offers.
    n_games: Cell<usize>,
    counted: RefCell<Option<Counted>>,
    is_filling: Cell<bool>,
    is_due: Cell<bool>,
    /// Whether a thread is counting, and whether what it counts has changed since.
    is_counting: Cell<bool>,
    counts_again: Cell<bool>,
}

/// The window.
struct StatisticsWindow(Rc<Inner>);

impl Window {
    /// Opens the statistics.
    pub(super) fn open_statistics(&self) {
        self.show_tool(NAME, StatisticsWindow::new);
    }

    /// Writes statistics to a file the user chooses; its ending says how.
    fn export_statistics(&self, text: String, json: String) {
        let filters =
            [chooser::filter(&gettext("Text"), &["txt"]), chooser::filter(&gettext("JSON"), &["json"])];
        let title = gettext("Save the statistics");
        let chooser = chooser::new(Some(self.upcast_ref()), &title, gtk::FileChooserAction::Save, &filters);
        chooser.set_current_name("statistics.txt");
        chooser::run(
            &chooser,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |_, path| {
                    let Some(path) = path else { return };
                    let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
                    let content = if is_json { json.clone() } else { text.clone() };
                    glib::spawn_future_local(async move {
                        let name = path.display().to_string();
                        let written = gio::spawn_blocking(move || save(&path, content.as_bytes())).await;
                        match written {
                            Ok(Ok(())) => {
                                window.toast(&gettext_f("{file} has been written", &[("file", &name)]));
                            }
                            Ok(Err(error)) => window.toast_error(&error),
                            Err(_) => window.toast(&gettext("The file could not be written")),
                        }
                    });
                }
            ),
        );
    }
}

/// What is to be counted, apart from the session, so that a thread of its own can do it.
struct Question {
    record: MatchRecord,
    table: Arc<MatchEquityTable>,
    format: StatisticsFormat,
    /// One game, or all.
    game: Option<usize>,
}

impl Question {
    fn of(session: &Session, game: Option<usize>, extended: bool) -> Question {
        let format = StatisticsFormat { extended, ..statistics_format(session.options()) };
        Question { record: session.record().clone(), table: Arc::clone(session.table()), format, game }
    }

    fn count(&self) -> Option<Counted> {
        let Question { record, table, format, game } = self;
        let (table, thresholds) = (&**table, &format.thresholds);
        let (found, games) = match *game {
            Some(game) => (Statistics::of_game(record, game, table, thresholds)?, game..game + 1),
            None if record.games.is_empty() => return None,
            None => (Statistics::of_match(record, table, thresholds), 0..record.games.len()),
        };
        Some(Counted {
            is_money: found.is_money(),
            sections: sections(&found, format),
            text: text(&found, format),
            json: serde_json::to_string_pretty(&found.report(format.rating_offset, &format.thresholds))
                .unwrap_or_default(),
            moments: course(record, games, table),
            is_analyzed: found.has_play || found.has_cube || found.has_luck,
            names: found.names,
        })
    }
}

impl StatisticsWindow {
    fn new(parent: &Window) -> StatisticsWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Statistics"), (760, 760));
        let scope = drop_down(&[gettext("All games")], &gettext("What is counted"));
        let extended = gtk::ToggleButton::builder().label(gettext("All figures")).build();
        let told = gettext("Also figures that are not in the usual table");
        extended.set_tooltip_text(Some(&told));
        a11y::set_label(&extended, &told);
        let pages = gtk::Stack::builder().vexpand(true).build();
        let switcher = gtk::StackSwitcher::builder().stack(&pages).halign(gtk::Align::Center).build();
        let grid = gtk::Grid::builder()
            .row_spacing(3)
            .column_spacing(24)
            .halign(gtk::Align::Center)
            .valign(gtk::Align::Start)
            .css_classes(["tool-table", "card"])
            .build();
        let scroller = gtk::ScrolledWindow::builder().child(&grid).build();
        pages.add_titled(&scroller, Some("figures"), &gettext("Figures"));
        let plots = [0, 1, 2].map(|_| Plot::new(240));
        let titles =
            [("course", gettext("Course")), ("errors", gettext("Errors")), ("luck", gettext("Luck"))];
        for ((name, title), plot) in titles.iter().zip(&plots) {
            pages.add_titled(&plot.area, Some(name), title);
        }
        let notice =
            gtk::Box::builder().spacing(12).halign(gtk::Align::Center).css_classes(["tool-row"]).build();
        notice.append(&label(&gettext("Nothing has been analyzed yet"), &[], 0.0));
        let analyze = button(&gettext("Analyze"), &gettext("Analyze what is counted here"));
        notice.append(&analyze);
        let tools = gtk::Box::builder().spacing(6).css_classes(["tool-row"]).build();
        tools.append(&scope);
        tools.append(&extended);
        let spring = gtk::Box::builder().hexpand(true).build();
        tools.append(&spring);
        let export = icon_button("document-save-symbolic", &gettext("Save as text or JSON"));
        sheet.header.pack_end(&export);
        sheet.content.append(&tools);
        sheet.content.append(&switcher);
        sheet.content.append(&notice);
        sheet.content.append(&pages);
        let window = StatisticsWindow(Rc::new(Inner {
            sheet,
            scope,
            extended,
            pages,
            scroller,
            grid,
            shape: RefCell::default(),
            cells: RefCell::default(),
            notice,
            analyze: analyze.clone(),
            switcher,
            plots,
            n_games: Cell::default(),
            counted: RefCell::default(),
            is_filling: Cell::default(),
            is_due: Cell::default(),
            is_counting: Cell::default(),
            counts_again: Cell::default(),
        }));
        window.connect(parent, &analyze, &export);
        window.0.pages.connect_visible_child_notify(glib::clone!(
            #[weak]
            parent,
            move |_| parent.write_dump()
        ));
        window
    }

    fn connect(&self, parent: &Window, analyze: &gtk::Button, export: &gtk::Button) {
        let inner = &self.0;
        let again = || {
            let (inner, parent) = (Rc::downgrade(inner), parent.downgrade());
            move || {
                if let (Some(inner), Some(parent)) = (inner.upgrade(), parent.upgrade())
                    && !inner.is_filling.get()
                {
                    inner.count(&parent);
                }
            }
        };
        let run = again();
        inner.scope.connect_selected_notify(move |_| run());
        let run = again();
        inner.extended.connect_toggled(move |_| run());
        let this = Rc::downgrade(inner);
        analyze.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| {
                let is_match = this.upgrade().is_none_or(|inner| inner.game().is_none());
                parent.send(Command::Analyze(if is_match { Part::Match } else { Part::Game }));
            }
        ));
        let this = Rc::downgrade(inner);
        export.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| {
                let texts = this.upgrade().and_then(|inner| {
                    inner
                        .counted
                        .borrow()
                        .as_ref()
                        .map(|counted| (counted.text.clone(), counted.json.clone()))
                });
                if let Some((text, json)) = texts {
                    parent.export_statistics(text, json);
                }
            }
        ));
        let this = Rc::downgrade(inner);
        inner.sheet.add_copy(
            &gettext("Copy as text"),
            glib::clone!(
                #[weak]
                parent,
                move || {
                    let text = this.upgrade().and_then(|inner| {
                        inner.counted.borrow().as_ref().map(|counted| counted.text.clone())
                    });
                    parent.copy_text(text);
                }
            ),
        );
    }
}

impl Inner {
    /// The game that is counted; `None` for all.
    fn game(&self) -> Option<usize> {
        (self.scope.selected() as usize).checked_sub(1)
    }

    /// Offers the games there are.
    fn offer_games(&self, parent: &Window) {
        let n = parent.look(|session| session.record().games.len()).unwrap_or(0);
        if n == self.n_games.get() {
            return;
        }
        let chosen = self.scope.selected();
        let mut names = vec![gettext("All games")];
        names.extend((1..=n).map(|n| gettext_f("Game {n}", &[("n", &n.to_string())])));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.is_filling.set(true);
        self.scope.set_model(Some(&gtk::StringList::new(&names)));
        self.scope.set_selected(if (chosen as usize) <= n { chosen } else { 0 });
        self.is_filling.set(false);
        self.n_games.set(n);
    }

    /// Counts and shows.
    fn count(self: &Rc<Self>, parent: &Window) {
        self.offer_games(parent);
        if self.is_counting.replace(true) {
            return self.counts_again.set(true);
        }
        let ask = || parent.look(|session| Question::of(session, self.game(), self.extended.is_active()));
        let question = parent.part("question of statistics", ask);
        let (inner, parent) = (Rc::downgrade(self), parent.downgrade());
        glib::spawn_future_local(async move {
            let counted = gio::spawn_blocking(move || question.and_then(|question| question.count())).await;
            let (Some(inner), Some(parent)) = (inner.upgrade(), parent.upgrade()) else { return };
            inner.is_counting.set(false);
            parent.part("statistics", || inner.show(&parent, counted.ok().flatten()));
            if inner.counts_again.take() {
                inner.count(&parent);
            }
        });
    }

    /// Shows what was counted.
    fn show(&self, parent: &Window, counted: Option<Counted>) {
        if let Some(counted) = &counted {
            let least = f64::from(parent.options().analysis.thresholds.doubtful);
            self.fill(counted);
            let charts = [
                plots::course(&counted.moments, &counted.names, counted.is_money, least),
                plots::errors(&counted.moments, &counted.names),
                plots::luck(&counted.moments, &counted.names),
            ];
            for (plot, (chart, words)) in self.plots.iter().zip(charts) {
                plot.show(chart, &words);
            }
        }
        self.notice.set_visible(counted.as_ref().is_some_and(|counted| !counted.is_analyzed));
        self.counted.replace(counted);
        parent.write_dump();
    }

    fn fill(&self, counted: &Counted) {
        if self
            .counted
            .borrow()
            .as_ref()
            .is_some_and(|old| old.sections == counted.sections && old.names == counted.names)
        {
            return;
        }
        let numbers = || counted.sections.iter().flat_map(|section| &section.rows).flat_map(|row| &row.cells);
        let titles = |section: &StatisticsSection| {
            let labels = section.rows.iter().map(|row| row.label.clone());
            std::iter::once(section.title.to_owned()).chain(labels).collect::<Vec<_>>()
        };
        let shape: Vec<Vec<String>> =
            std::iter::once(counted.names.to_vec()).chain(counted.sections.iter().map(titles)).collect();
        // While an analysis goes on only numbers change: hundreds of new labels would take too long.
        if *self.shape.borrow() == shape {
            for (label, cell) in self.cells.borrow().iter().zip(numbers()) {
                let text = number(cell);
                if label.text() != text {
                    label.set_text(&text);
                }
            }
            return;
        }
        self.shape.replace(shape);
        while let Some(child) = self.grid.first_child() {
            self.grid.remove(&child);
        }
        for player in Player::BOTH {
            let name = cell(&counted.names[player.index()], &["heading"], 1.0);
            self.grid.attach(&name, 1 + player.index() as i32, 0, 1, 1);
        }
        let (mut at, mut cells) = (1, Vec::new());
        for section in &counted.sections {
            let title = cell(&labels::title(section.title), &["heading"], 0.0);
            title.set_margin_top(12);
            self.grid.attach(&title, 0, at, 3, 1);
            at += 1;
            for row in &section.rows {
                let title = cell(&labels::title(&row.label), &[], 0.0);
                title.set_hexpand(true);
                title.set_width_chars(TITLE_CHARS);
                self.grid.attach(&title, 0, at, 1, 1);
                for (c, figure) in (1..).zip(&row.cells) {
                    let shown = cell(&number(figure), &["figures"], 1.0);
                    self.grid.attach(&shown, c, at, 1, 1);
                    cells.push(shown);
                }
                at += 1;
            }
        }
        self.cells.replace(cells);
    }
}

/// A number of the text statistics as a window shows it: without padding, and no zero below zero.
fn number(cell: &str) -> String {
    let words = cell.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut text = String::with_capacity(words.len());
    for (n, c) in words.char_indices() {
        let mut digits = words[n + c.len_utf8()..].chars().take_while(|c| is_number(*c)).peekable();
        let is_nothing = c == '-' && digits.peek().is_some() && digits.all(|c| matches!(c, '0' | '.'));
        if !is_nothing {
            text.push(c);
        }
    }
    text
}

impl Tool for StatisticsWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.0.sheet.window
    }

    fn follow(&self, parent: &Window) {
        if self.0.counted.borrow().is_none() && !self.0.is_counting.get() {
            self.0.count(parent);
        }
    }

    fn hear(&self, parent: &Window, event: &Event) {
        let matters = matches!(
            event,
            Event::RecordChanged
                | Event::StateChanged(_)
                | Event::OptionsChanged(_)
                | Event::JobFinished { kind: JobKind::Analysis, .. }
        );
        if !matters || self.0.is_due.replace(true) {
            return;
        }
        // An analysis changes the record many times a second.
        let (inner, parent) = (Rc::downgrade(&self.0), parent.downgrade());
        glib::timeout_add_local_once(SETTLED, move || {
            if let (Some(inner), Some(parent)) = (inner.upgrade(), parent.upgrade()) {
                inner.is_due.set(false);
                inner.count(&parent);
            }
        });
    }

    fn facts(&self) -> Value {
        let inner = &*self.0;
        let counted = inner.counted.borrow();
        let rows = counted.as_ref().map(|counted| {
            let rows = counted.sections.iter().flat_map(|section| &section.rows);
            rows.map(|row| json!([row.label, row.cells[0].trim(), row.cells[1].trim()])).collect::<Vec<_>>()
        });
        json!({
            "spots": {
                "analyze": spot(&inner.analyze),
                "course": spot_of(&inner.switcher, 1),
                "errors": spot_of(&inner.switcher, 2),
                "luck": spot_of(&inner.switcher, 3),
            },
            "page": inner.pages.visible_child_name().map(|name| name.to_string()),
            "wider": is_wider(&inner.scroller),
            "games": inner.n_games.get(),
            "rows": rows,
            "analyzed": counted.as_ref().is_some_and(|counted| counted.is_analyzed),
            "plots": inner.plots.each_ref().map(Plot::told),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_no_zero_below_zero() {
        for (cell, shown) in [
            ("   -0.000 (  -0.000%)", "0.000 (0.000%)"),
            ("-0.060 ( -0.500%)", "-0.060 (-0.500%)"),
            ("+0.000", "+0.000"),
            ("n/a", "n/a"),
            ("-10.0", "-10.0"),
            ("-", "-"),
        ] {
            assert_eq!(number(cell), shown);
        }
    }
}
