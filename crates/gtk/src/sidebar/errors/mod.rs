// SPDX-License-Identifier: GPL-3.0-or-later
//! The errors of the match: filtered by player, kind of decision, loss and game, the worst first or in order. A row leads
//! to its decision; the next and previous error follow the list; all can be rolled out, the worst first.

mod error_list;
mod filter_bar;

use crate::a11y;
use crate::i18n::{WORDS, gettext, gettext_f, localized, ngettext_f};
use crate::sidebar::record::cells;
use crate::widgets::gradual::UpdateQueue;
use crate::widgets::keys;
use crate::widgets::whole_rows::whole_rows;
use crate::widgets::wrap::Wrap;
use adw::prelude::*;
use error_list::{ErrorList, ErrorRow};
use filter_bar::FilterBar;
use gnubg_engine::core::{Equity, Player};
use gnubg_record::{DecisionError, ErrorKind, ErrorQuery, Skill};
use gnubg_report::document::phrases::ErrorWords;
use gnubg_session::options::ReportLayout;
use gnubg_session::{Go, Session};
use gtk::{gdk, glib};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// What the panel shows.
pub(super) struct ErrorsContent {
    names: [String; 2],
    n_games: usize,
    /// Whether the match has errors in resignations.
    has_resignations: bool,
    rows: Vec<ErrorRow>,
    is_analyzed: bool,
    /// The decision shown: game and entry.
    at: (usize, usize),
}

impl ErrorsContent {
    /// The errors of the session's match that `query` wants.
    pub(super) fn of(session: &Session, query: &ErrorQuery) -> ErrorsContent {
        let record = session.record();
        let place = session.place();
        let thresholds = &session.options().analysis.thresholds;
        let digits = usize::from(session.options().output.digits);
        let names = Player::BOTH.map(|player| session.name(player));
        let row = |error: DecisionError| {
            let words = ErrorWords::of(record, &error, WORDS);
            let skill = thresholds.skill(Equity(-error.loss.emg as f32));
            let loss = localized(format!("−{:.digits$}", error.loss.emg));
            ErrorRow { spoken: spoken(&error, &words, &loss, skill, &names), error, words, loss, skill }
        };
        let is_resignation = |error: &DecisionError| error.kind == ErrorKind::Resignation;
        let entries = record.games.iter().flat_map(|game| &game.entries);
        let is_known = |analysis: &gnubg_record::analysis::Analysis| {
            analysis.play.is_some() || analysis.cube.is_some() || analysis.resignation.is_some()
        };
        let mut analyses = entries.filter_map(|entry| entry.analysis.as_deref());
        ErrorsContent {
            n_games: record.games.len(),
            has_resignations: session.errors(&ErrorQuery::default()).iter().any(is_resignation),
            rows: session.errors(query).into_iter().map(row).collect(),
            is_analyzed: analyses.any(is_known),
            at: (place.game, place.entry),
            names,
        }
    }
}

/// A row as a screen reader says it.
fn spoken(
    error: &DecisionError,
    words: &ErrorWords,
    loss: &str,
    skill: Skill,
    names: &[String; 2],
) -> String {
    let game = (error.game + 1).to_string();
    let values = [
        ("game", &*game),
        ("player", &*names[error.player.index()]),
        ("occasion", &*words.occasion),
        ("done", &*words.done),
        ("best", &*words.best),
        ("loss", loss.trim_start_matches('−')),
    ];
    let text = gettext_f("Game {game}, {player}, {occasion}: {done}, loses {loss}; best {best}", &values);
    let mark = if skill == Skill::Unmarked { String::new() } else { format!(", {}", cells::skill(skill)) };
    let rolled_out = if error.is_rolled_out { format!(", {}", gettext("rolled out")) } else { String::new() };
    format!("{text}{mark}{rolled_out}")
}

/// Goes to an error: to the decision about the cube before the roll, to a play after it.
fn go_to(error: &DecisionError) -> Go {
    Go::To { game: error.game, entry: error.entry, rolled: error.kind == ErrorKind::Play }
}

/// Where the next or previous error of the list is, from the decision shown.
pub(super) fn step(session: &Session, query: &ErrorQuery, is_forward: bool) -> Option<Go> {
    let found = session.errors(query);
    let place = session.place();
    let at = query.step(&found, (place.game, place.entry), is_forward)?;
    Some(go_to(&found[at]))
}

/// Where the first error of the list is.
pub(super) fn first(session: &Session, query: &ErrorQuery) -> Option<Go> {
    session.errors(query).first().map(go_to)
}

/// What the user asks of the panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ErrorsRequest {
    /// Another place of the record.
    Go(Go),
    /// Other errors are to be listed.
    List,
    /// The listed errors are rolled out, the worst first.
    RollOut,
}

/// The panel. What the user asks of it is told by [`ErrorsPanel::connect_request`].
pub(super) struct ErrorsPanel {
    root: gtk::Box,
    filter: FilterBar,
    list: ErrorList,
    sum: gtk::Label,
    nothing: gtk::Label,
    roll_out: gtk::Button,
    study: gtk::Button,
    /// Whether the least loss has been taken from the settings.
    is_set: Cell<bool>,
    on_request: OnceCell<Box<dyn Fn(ErrorsRequest)>>,
}

impl ErrorsPanel {
    pub(super) fn new(updates: &UpdateQueue) -> Rc<ErrorsPanel> {
        let filter = FilterBar::new();
        let list = ErrorList::new(updates);
        let sum = gtk::Label::builder()
            .name("errors_sum")
            .xalign(0.0)
            .hexpand(true)
            .css_classes(["dim-label", "figures"])
            .accessible_role(gtk::AccessibleRole::Status)
            .wrap(true)
            .build();
        let button = |name: &str, label: String, about: String| {
            let button = gtk::Button::builder().name(name).label(label).focus_on_click(false).build();
            button.set_tooltip_text(Some(&about));
            a11y::set_label(&button, &about);
            button
        };
        let roll_out = button(
            "errors_roll_out",
            gettext("Roll out all"),
            gettext("Roll out all listed decisions, the worst first"),
        );
        let study = button(
            "errors_study",
            gettext("Study these"),
            gettext("Make cards of all listed decisions and study them"),
        );
        study.set_action_name(Some("win.study-errors"));
        let report = button("errors_report", gettext("Report…"), gettext("Share a one-page report"));
        report.set_action_target_value(Some(&ReportLayout::OnePage.word().to_variant()));
        report.set_action_name(Some("win.share-report"));
        let tools = gtk::Box::builder().spacing(6).css_classes(["panel-tools"]).build();
        tools.append(&sum);
        tools.append(&study);
        tools.append(&roll_out);
        tools.append(&report);
        tools.set_layout_manager(Some(Wrap::new()));
        let scroller =
            gtk::ScrolledWindow::builder().child(list.widget()).vexpand(true).min_content_height(60);
        let scroller = scroller.hscrollbar_policy(gtk::PolicyType::External).build();
        let nothing = gtk::Label::builder()
            .name("errors_nothing")
            .wrap(true)
            .justify(gtk::Justification::Center)
            .css_classes(["dim-label"])
            .can_target(false)
            .build();
        let rows = whole_rows(&scroller);
        rows.set_vexpand(true);
        let body = gtk::Overlay::builder().child(&rows).vexpand(true).build();
        body.add_overlay(&nothing);
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        root.append(filter.widget());
        root.append(&body);
        root.append(&tools);
        let (is_set, on_request) = (Cell::default(), OnceCell::new());
        let panel =
            Rc::new(ErrorsPanel { root, filter, list, sum, nothing, roll_out, study, is_set, on_request });
        panel.connect();
        panel
    }

    /// Calls `requested` with what the user asks of the panel. To be called once.
    pub(super) fn connect_request(&self, requested: impl Fn(ErrorsRequest) + 'static) {
        assert!(self.on_request.set(Box::new(requested)).is_ok(), "invariant: connected once");
    }

    fn request(&self, request: ErrorsRequest) {
        if let Some(requested) = self.on_request.get() {
            requested(request);
        }
    }

    fn connect(self: &Rc<Self>) {
        let this = Rc::downgrade(self);
        let ask = move |request: ErrorsRequest| {
            if let Some(panel) = this.upgrade() {
                panel.request(request);
            }
        };
        let (changed, chosen, clicked) = (ask.clone(), ask.clone(), ask);
        self.filter.connect_changed(move || changed(ErrorsRequest::List));
        self.list.connect_chosen(move |error| chosen(ErrorsRequest::Go(go_to(error))));
        self.roll_out.connect_clicked(move |_| clicked(ErrorsRequest::RollOut));
        keys::connect(
            self.list.widget(),
            gtk::PropagationPhase::Capture,
            glib::clone!(
                #[weak(rename_to = panel)]
                self,
                #[upgrade_or]
                false,
                move |key, _| {
                    let is_escape = key == gdk::Key::Escape;
                    if is_escape {
                        // The action exists only in the main window.
                        let _ = panel.root.activate_action("win.focus-board", None);
                    }
                    is_escape
                }
            ),
        );
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    pub(super) fn focus(&self) {
        if !self.list.focus() {
            self.filter.widget().child_focus(gtk::DirectionType::TabForward);
        }
    }

    /// The errors that are listed.
    pub(super) fn query(&self) -> ErrorQuery {
        self.filter.query()
    }

    /// Lists all errors of a player, or of both, the worst first.
    pub(super) fn list_all_of(&self, player: Option<Player>) {
        self.filter.choose_all_of(player);
    }

    /// Lists errors from this loss on, unless the user has chosen another one.
    pub(super) fn set_least(&self, least: f64) {
        if !self.is_set.replace(true) {
            self.filter.set_least(least);
        }
    }

    /// Shows errors, found with [`ErrorsPanel::query`].
    pub(super) fn show(&self, content: ErrorsContent) {
        self.filter.show(&content.names, content.n_games, content.has_resignations);
        let n = content.rows.len();
        let sum: f64 = content.rows.iter().map(|row| row.error.loss.emg).sum();
        let text = ngettext_f("{n} error", "{n} errors", n as u32, &[("n", &n.to_string())]);
        let text = match n {
            0 => String::new(),
            _ => {
                gettext_f("{errors}, {sum}", &[("errors", &text), ("sum", &localized(format!("−{sum:.2}")))])
            }
        };
        if self.sum.text() != text {
            self.sum.set_text(&text);
        }
        self.roll_out.set_sensitive(content.rows.iter().any(|row| !row.error.is_rolled_out));
        self.study.set_visible(n > 0);
        self.nothing.set_visible(n == 0);
        self.nothing.set_text(&match content.is_analyzed {
            true => gettext("No error matches."),
            false => gettext("Nothing has been analyzed yet."),
        });
        self.list.show(content.rows, content.at);
    }
}
