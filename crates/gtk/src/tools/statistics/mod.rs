// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of a game, match or session: all figures of `show statistics` with both players side by side, and plots of
//! the match winning chances or equities, the errors and the luck.

mod plots;
mod summary;

use super::Tool;
use super::controls::{button, cell, drop_down, icon_button, label};
use super::frame::ToolFrame;
use super::plot::Plot;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::{WORDS, gettext, gettext_f, localized};
use crate::match_summary::{SummaryScope, summarize};
use crate::stage::MatchSummary;
use crate::widgets::chooser;
use crate::widgets::weakly;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_formats::save;
use gnubg_record::stats::course::{Moment, course, errors_by_game};
use gnubg_record::{ErrorQuery, MatchRecord, Statistics};
use gnubg_report::document::phrases::ErrorWords;
use gnubg_report::statistics::{StatisticsFormat, StatisticsSection, sections, text};
use gnubg_report::statistics_words;
use gnubg_session::analysis::statistics_format;
use gnubg_session::event::Activity;
use gnubg_session::{Command, Event, RecordPart, Session};
use gtk::{gio, glib};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::Duration;
use summary::SummaryPage;

/// Smallest width of titles in characters; longer ones wrap.
const TITLE_CHARS: i32 = 18;
/// How long changes are collected before the statistics are computed again.
const SETTLED: Duration = Duration::from_millis(200);

/// Statistics of the selected games.
struct Computed {
    summary: MatchSummary,
    names: [String; 2],
    is_money: bool,
    sections: Vec<StatisticsSection>,
    text: String,
    json: String,
    moments: Vec<Moment>,
    is_analyzed: bool,
}

/// The statistics window.
pub(crate) struct StatisticsWindow {
    this: Weak<StatisticsWindow>,
    host: HostHandle,
    frame: ToolFrame,
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
    export: gtk::Button,
    switcher: gtk::StackSwitcher,
    /// The course, the errors by stage and by game, the luck.
    plots: [Plot; 4],
    summary: SummaryPage,
    /// Games offered by the drop-down.
    n_games: Cell<usize>,
    computed: RefCell<Option<Computed>>,
    /// Whether the drop-down is being filled, so that its changes are not taken for the user's.
    is_filling: Cell<bool>,
    /// Whether changes are being collected.
    is_due: Cell<bool>,
    /// Whether a worker computes, and whether it has to compute again because something changed meanwhile.
    is_computing: Cell<bool>,
    is_outdated: Cell<bool>,
}

/// The games to compute statistics of, copied from the session for a worker thread.
struct Request {
    record: MatchRecord,
    table: Arc<MatchEquityTable>,
    format: StatisticsFormat,
    /// One game, or all.
    game: Option<usize>,
}

impl Request {
    fn of(session: &Session, game: Option<usize>, extended: bool) -> Request {
        let format = StatisticsFormat { extended, ..statistics_format(session.options()) };
        Request { record: session.record().clone(), table: Arc::clone(session.table()), format, game }
    }

    fn compute(&self) -> Option<Computed> {
        let Request { record, table, format, game } = self;
        let (table, thresholds) = (&**table, &format.thresholds);
        let (found, games) = match *game {
            Some(game) => (Statistics::of_game(record, game, table, thresholds)?, game..game + 1),
            None if record.games.is_empty() => return None,
            None => (Statistics::of_match(record, table, thresholds), 0..record.games.len()),
        };
        Some(Computed {
            is_money: found.is_money(),
            summary: summarize(
                record,
                table,
                format,
                SummaryScope { game: *game, player: None, n_worst: summary::N_WORST },
            ),
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
    pub(super) fn new(host: &HostHandle) -> Rc<StatisticsWindow> {
        let extended = gtk::ToggleButton::builder().label(gettext("All figures")).build();
        let tooltip = gettext("Include figures that are not in the standard table");
        extended.set_tooltip_text(Some(&tooltip));
        a11y::set_label(&extended, &tooltip);
        let pages = gtk::Stack::builder().name("statistics-pages").vexpand(true).build();
        let switcher = gtk::StackSwitcher::builder()
            .name("statistics-switcher")
            .stack(&pages)
            .halign(gtk::Align::Center)
            .build();
        let grid = gtk::Grid::builder()
            .name("statistics-figures")
            .row_spacing(3)
            .column_spacing(24)
            .halign(gtk::Align::Center)
            .valign(gtk::Align::Start)
            .css_classes(["tool-table", "card"])
            .build();
        let window = Rc::new_cyclic(|this: &Weak<StatisticsWindow>| StatisticsWindow {
            this: this.clone(),
            host: host.clone(),
            frame: ToolFrame::new(host, "statistics", &gettext("Statistics"), (760, 760)),
            scope: drop_down(&[gettext("All games")], &gettext("Games included")),
            extended,
            pages,
            scroller: gtk::ScrolledWindow::builder().name("statistics-scroller").child(&grid).build(),
            grid,
            shape: RefCell::default(),
            cells: RefCell::default(),
            notice: gtk::Box::builder()
                .name("statistics-notice")
                .spacing(12)
                .halign(gtk::Align::Center)
                .css_classes(["tool-row"])
                .build(),
            analyze: button(&gettext("Analyze"), &gettext("Analyze the games included here")),
            export: icon_button("document-save-symbolic", &gettext("Save as text or JSON")),
            switcher,
            plots: ["course", "errors", "games", "luck"]
                .map(|name| Plot::new(&format!("statistics-{name}"), 200)),
            summary: SummaryPage::new(),
            n_games: Cell::default(),
            computed: RefCell::default(),
            is_filling: Cell::default(),
            is_due: Cell::default(),
            is_computing: Cell::default(),
            is_outdated: Cell::default(),
        });
        window.lay_out();
        window.connect();
        window
    }

    fn lay_out(&self) {
        let named: [(&str, &gtk::Widget); 4] = [
            ("statistics-scope", self.scope.upcast_ref()),
            ("statistics-extended", self.extended.upcast_ref()),
            ("statistics-analyze", self.analyze.upcast_ref()),
            ("statistics-export", self.export.upcast_ref()),
        ];
        for (name, widget) in named {
            widget.set_widget_name(name);
        }
        self.pages.add_titled(&self.summary.scroller, Some("summary"), &gettext("Summary"));
        self.pages.add_titled(&self.scroller, Some("figures"), &gettext("Figures"));
        let [course, stages, games, luck] = &self.plots;
        let errors = gtk::Box::builder().orientation(gtk::Orientation::Vertical).build();
        errors.append(stages);
        errors.append(games);
        self.pages.add_titled(course, Some("course"), &gettext("Course"));
        self.pages.add_titled(&errors, Some("errors"), &gettext("Errors"));
        self.pages.add_titled(luck, Some("luck"), &gettext("Luck"));
        self.notice.append(&label(&gettext("Nothing has been analyzed yet"), &[], 0.0));
        self.notice.append(&self.analyze);
        let controls = gtk::Box::builder().spacing(6).css_classes(["tool-row"]).build();
        controls.append(&self.scope);
        controls.append(&self.extended);
        controls.append(&gtk::Box::builder().hexpand(true).build());
        self.frame.header().pack_end(&self.export);
        let content = self.frame.content();
        content.append(&controls);
        content.append(&self.switcher);
        content.append(&self.notice);
        content.append(&self.pages);
    }

    fn connect(self: &Rc<Self>) {
        let with = |run: fn(&StatisticsWindow)| weakly(&Rc::downgrade(self), run);
        let changed = || {
            with(|window| {
                if !window.is_filling.get() {
                    window.compute();
                }
            })
        };
        let [course, _, games, luck] = &self.plots;
        let [games_below, _, luck_below] = &self.summary.plots;
        // The points of course and luck are decisions.
        for plot in [course, luck, luck_below] {
            let (clicked, told) = (Rc::downgrade(self), Rc::downgrade(self));
            plot.connect_points(
                move |x| {
                    if let Some((window, moment)) = clicked.upgrade().and_then(|window| window.moment_at(x)) {
                        window.go_to(moment.game, moment.entry);
                    }
                },
                move |x| {
                    let (window, moment) = told.upgrade().and_then(|window| window.moment_at(x))?;
                    window.told(&moment)
                },
            );
        }
        for plot in [games, games_below] {
            let (clicked, told) = (Rc::downgrade(self), Rc::downgrade(self));
            plot.connect_points(
                move |x| {
                    if let Some((window, game)) = clicked.upgrade().and_then(|window| window.game_at(x)) {
                        window.go_to(game, 0);
                    }
                },
                move |x| {
                    let (window, game) = told.upgrade().and_then(|window| window.game_at(x))?;
                    let computed = window.computed.borrow();
                    let Computed { moments, names, .. } = computed.as_ref()?;
                    Some(plots::errors_of_game(moments, names, game))
                },
            );
        }
        let run = changed();
        self.scope.connect_selected_notify(move |_| run());
        let run = changed();
        self.extended.connect_toggled(move |_| run());
        let run = with(|window| {
            let part = if window.game().is_none() { RecordPart::Match } else { RecordPart::Game };
            window.host.execute(Command::Analyze(part));
        });
        self.analyze.connect_clicked(move |_| run());
        let run = with(|window| window.export());
        self.export.connect_clicked(move |_| run());
        let copy = with(|window| {
            let text = window.computed.borrow().as_ref().map(|computed| computed.text.clone());
            window.host.copy_text(text);
        });
        self.frame.connect_copy(&gettext("Copy as text"), copy);
    }

    /// The decision nearest to a value of the horizontal axis: they are counted from 1.
    fn moment_at(self: Rc<Self>, x: f64) -> Option<(Rc<Self>, Moment)> {
        let computed = self.computed.borrow();
        let moments = &computed.as_ref()?.moments;
        let at = (x.round().max(1.0) as usize - 1).min(moments.len().checked_sub(1)?);
        let moment = moments[at];
        drop(computed);
        Some((self, moment))
    }

    /// The game whose bars stand at a value of the horizontal axis.
    fn game_at(self: Rc<Self>, x: f64) -> Option<(Rc<Self>, usize)> {
        let computed = self.computed.borrow();
        let games = errors_by_game(&computed.as_ref()?.moments);
        let at = (x.max(0.0) as usize).min(games.len().checked_sub(1)?);
        drop(computed);
        Some((self, games[at].0))
    }

    /// Shows a decision in the main window.
    fn go_to(&self, game: usize, entry: usize) {
        self.host.activate("go-to", Some(&(game as u32, entry as u32).to_variant()));
    }

    /// A decision of a plot in words: who decided what, and what it lost.
    fn told(&self, moment: &Moment) -> Option<String> {
        self.host.look(|session| {
            let query = ErrorQuery { game: Some(moment.game), ..ErrorQuery::default() };
            let errors = session.errors(&query);
            let error = errors.iter().find(|error| error.entry == moment.entry);
            let words = error.map(|error| (ErrorWords::of(session.record(), error, WORDS), error.loss.emg));
            let (game, player) = ((moment.game + 1).to_string(), session.name(moment.player));
            let values = [("game", game), ("player", player)];
            let head = gettext_f("Game {game}, {player}", &values);
            match words {
                Some((words, loss)) => {
                    let values = [
                        ("head", head),
                        ("occasion", words.occasion),
                        ("done", words.done),
                        ("best", words.best),
                        ("loss", localized(format!("{loss:.3}"))),
                    ];
                    gettext_f("{head}, {occasion}: {done}, loses {loss}; best {best}", &values)
                }
                None => head,
            }
        })
    }

    /// Saves the statistics in a file the user chooses; its extension decides on the format.
    fn export(&self) {
        let texts =
            self.computed.borrow().as_ref().map(|computed| (computed.text.clone(), computed.json.clone()));
        let Some((text, json)) = texts else { return };
        let filters =
            [chooser::filter(&gettext("Text"), &["txt"]), chooser::filter(&gettext("JSON"), &["json"])];
        let title = gettext("Save the statistics");
        let parent = self.host.window();
        let parent = parent.as_ref().map(|parent| parent.upcast_ref());
        let chooser = chooser::new(parent, &title, gtk::FileChooserAction::Save, &filters);
        chooser.set_current_name("statistics.txt");
        let host = self.host.clone();
        chooser::run(&chooser, move |_, path| {
            let Some(path) = path else { return };
            let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
            let content = if is_json { json.clone() } else { text.clone() };
            let host = host.clone();
            glib::spawn_future_local(async move {
                let name = path.display().to_string();
                let written = gio::spawn_blocking(move || save(&path, content.as_bytes())).await;
                match written {
                    Ok(Ok(())) => host.toast(&gettext_f("{file} has been written", &[("file", &name)])),
                    Ok(Err(error)) => host.toast_error(&error),
                    Err(_) => host.toast(&gettext("The file could not be written")),
                }
            });
        });
    }

    /// The selected game; `None` for all.
    fn game(&self) -> Option<usize> {
        (self.scope.selected() as usize).checked_sub(1)
    }

    /// Fills the drop-down with the games of the match.
    fn offer_games(&self) {
        let n = self.host.look(|session| session.record().games.len()).unwrap_or(0);
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

    /// Computes the statistics on a worker thread and shows them.
    fn compute(&self) {
        self.offer_games();
        if self.is_computing.replace(true) {
            return self.is_outdated.set(true);
        }
        let request = self.host.measure("question of statistics", || {
            self.host.look(|session| Request::of(session, self.game(), self.extended.is_active()))
        });
        let request = request.flatten();
        let this = self.this.clone();
        glib::spawn_future_local(async move {
            let computed = gio::spawn_blocking(move || request.and_then(|request| request.compute())).await;
            let Some(window) = this.upgrade() else { return };
            window.is_computing.set(false);
            window.host.measure("statistics", || window.show(computed.ok().flatten()));
            if window.is_outdated.take() {
                window.compute();
            }
        });
    }

    fn show(&self, computed: Option<Computed>) {
        if let Some(computed) = &computed {
            let min_error = f64::from(self.host.options().analysis.thresholds.doubtful);
            self.fill(computed);
            self.summary.show(&computed.summary, &self.host);
            let Computed { moments, names, .. } = computed;
            let (course, stages, games, luck) = (
                plots::course(moments, names, computed.is_money, min_error),
                plots::errors(moments, names),
                plots::errors_of_games(moments, names),
                plots::luck(moments, names),
            );
            let below = [games.clone(), stages.clone(), luck.clone()];
            let charts = [course, stages, games, luck].into_iter().chain(below);
            for (plot, (chart, description)) in self.plots.iter().chain(&self.summary.plots).zip(charts) {
                plot.show_chart(chart, &description);
            }
        }
        self.notice.set_visible(computed.as_ref().is_some_and(|computed| !computed.is_analyzed));
        self.computed.replace(computed);
    }

    fn fill(&self, computed: &Computed) {
        if self
            .computed
            .borrow()
            .as_ref()
            .is_some_and(|old| old.sections == computed.sections && old.names == computed.names)
        {
            return;
        }
        let numbers =
            || computed.sections.iter().flat_map(|section| &section.rows).flat_map(|row| &row.cells);
        let titles = |section: &StatisticsSection| {
            let labels = section.rows.iter().map(|row| row.label.clone());
            std::iter::once(section.title.to_owned()).chain(labels).collect::<Vec<_>>()
        };
        let shape: Vec<Vec<String>> =
            std::iter::once(computed.names.to_vec()).chain(computed.sections.iter().map(titles)).collect();
        // During an analysis only numbers change; making hundreds of labels again would be slow.
        if *self.shape.borrow() == shape {
            for (label, cell) in self.cells.borrow().iter().zip(numbers()) {
                let text = statistics_words::value(&number(cell), WORDS);
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
            let name = cell(&computed.names[player.index()], &["heading"], 1.0);
            self.grid.attach(&name, 1 + player.index() as i32, 0, 1, 1);
        }
        let (mut at, mut cells) = (1, Vec::new());
        for section in &computed.sections {
            let title = cell(&statistics_words::title(section.title, WORDS), &["heading"], 0.0);
            title.set_margin_top(12);
            self.grid.attach(&title, 0, at, 3, 1);
            at += 1;
            for row in &section.rows {
                let title = cell(&statistics_words::title(&row.label, WORDS), &[], 0.0);
                title.set_hexpand(true);
                title.set_width_chars(TITLE_CHARS);
                self.grid.attach(&title, 0, at, 1, 1);
                for (c, figure) in (1..).zip(&row.cells) {
                    let shown = cell(&shown(figure), &["figures"], 1.0);
                    self.grid.attach(&shown, c, at, 1, 1);
                    cells.push(shown);
                }
                at += 1;
            }
        }
        self.cells.replace(cells);
    }
}

/// What stands in a row of the text statistics, as people read it here.
fn shown(figure: &str) -> String {
    let figure = number(figure);
    match figure.starts_with(|c: char| c.is_ascii_digit() || "+-(".contains(c)) {
        true => localized(figure),
        false => statistics_words::value(&figure, WORDS),
    }
}

/// A number of the text statistics without padding, and without a minus sign before zero.
fn number(cell: &str) -> String {
    let words = cell.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut text = String::with_capacity(words.len());
    for (n, c) in words.char_indices() {
        let mut digits = words[n + c.len_utf8()..].chars().take_while(|c| is_number(*c)).peekable();
        let is_negative_zero = c == '-' && digits.peek().is_some() && digits.all(|c| matches!(c, '0' | '.'));
        if !is_negative_zero {
            text.push(c);
        }
    }
    text
}

impl Tool for StatisticsWindow {
    fn name(&self) -> &'static str {
        "statistics"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        if self.computed.borrow().is_none() && !self.is_computing.get() {
            self.compute();
        }
    }

    fn handle_event(&self, event: &Event) {
        let is_relevant = matches!(
            event,
            Event::RecordChanged
                | Event::StateChanged(_)
                | Event::OptionsChanged(_)
                | Event::JobFinished { activity: Activity::Analysis, .. }
        );
        if !is_relevant || self.is_due.replace(true) {
            return;
        }
        // An analysis changes the record many times a second.
        let this = self.this.clone();
        glib::timeout_add_local_once(SETTLED, move || {
            if let Some(window) = this.upgrade() {
                window.is_due.set(false);
                window.compute();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn figures_are_shown_without_padding_and_zero_without_a_sign() {
        for (cell, text) in [
            ("   -0.000 (  -0.000%)", "0.000 (0.000%)"),
            ("-0.060 ( -0.500%)", "−0.060 (−0.500%)"),
            ("+0.000", "+0.000"),
            ("n/a", "n/a"),
            ("-10.0", "−10.0"),
            ("-", "-"),
        ] {
            assert_eq!(shown(cell), text);
        }
    }
}
