// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics: performance ratings with their intervals, split by what decisions were about; what to work on, if there is
//! evidence; the kinds of errors of a player. Each row leads to its decisions.

use super::figures::{FigureTable, Row};
use super::problem::show_problem;
use super::terms;
use super::words;
use crate::a11y;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::library_client::LibraryClient;
use crate::tools::controls::{boxed_list, drop_down, label, paragraph, status_line};
use crate::widgets::pause::Pause;
use crate::widgets::{clear_rows, weakly};
use adw::prelude::*;
use gnubg_library::opinions::Player;
use gnubg_library::position::Phase;
use gnubg_library::stats::{Advice, Certainty, Figure, FrequentError, MATCHES, Split, Stats, StatsRequest};
use gnubg_session::jobs::JobId;
use gnubg_session::library::{LibraryNews, LibraryRequest};
use gtk::pango;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

/// How long nothing is typed before figures are read.
const PAUSE: Duration = Duration::from_millis(300);
/// Kinds of errors that are listed.
const MOST_ERRORS: usize = 12;
/// The phases of a game in order.
const PHASES: [Phase; 5] = [Phase::Opening, Phase::Middle, Phase::Ending, Phase::Race, Phase::Bearoff];
/// What figures are split by here; a list of all matches is another page.
const SPLITS: [Split; 9] = [
    Split::Phase,
    Split::Plan,
    Split::Kind,
    Split::Score,
    Split::Opponent,
    Split::Ruler,
    Split::Length,
    Split::Event,
    Split::Month,
];

/// The page.
pub(super) struct StatsPage {
    this: Weak<StatsPage>,
    client: Rc<LibraryClient>,
    pub(super) root: gtk::Box,
    who: gtk::DropDown,
    query: gtk::Entry,
    by: gtk::DropDown,
    ruler: gtk::DropDown,
    problem: gtk::Label,
    total: gtk::Label,
    notes: gtk::Label,
    advice_title: gtk::Label,
    advice: gtk::ListBox,
    table: FigureTable,
    errors_title: gtk::Label,
    errors: gtk::ListBox,
    /// What both lists show: titles, details and queries of their rows.
    listed: RefCell<[Vec<[String; 3]>; 2]>,
    /// All people, as they stand in the list of players after "Everybody".
    players: RefCell<Vec<Player>>,
    /// The rulers, as they stand in their list after the best available one.
    rulers: RefCell<Vec<String>>,
    is_filling: Cell<bool>,
    pause: Pause,
    running: Cell<[Option<JobId>; 2]>,
    on_search: Box<dyn Fn(&str)>,
}

impl StatsPage {
    /// `searched` is called with the query of the decisions that the user wants to see.
    pub(super) fn new(client: &Rc<LibraryClient>, searched: impl Fn(&str) + 'static) -> Rc<StatsPage> {
        let query = gtk::Entry::builder()
            .name("library-stats-query")
            .placeholder_text(gettext("Only some decisions: date:1y kind:cube"))
            .hexpand(true)
            .css_classes(["library-query"])
            .build();
        a11y::set_label(&query, &gettext("Only these decisions"));
        let page = Rc::new_cyclic(|this: &Weak<StatsPage>| {
            let opened = this.clone();
            let table = FigureTable::new("library-figures", move |query| {
                if let Some(page) = opened.upgrade() {
                    (page.on_search)(query);
                }
            });
            StatsPage {
                this: this.clone(),
                client: Rc::clone(client),
                root: gtk::Box::builder().orientation(gtk::Orientation::Vertical).build(),
                who: drop_down(&[gettext("Everybody")], &gettext("Whose decisions")),
                query,
                by: drop_down(&SPLITS.map(terms::split), &gettext("Split by")),
                ruler: drop_down(&[gettext("Best available")], &gettext("Whose analysis counts")),
                problem: status_line("library-stats-problem", &["error"]),
                total: status_line("library-stats-total", &["title-2", "figures"]),
                notes: paragraph("", &["dim-label", "figures"]),
                advice_title: label("", &["heading"], 0.0),
                advice: boxed_list("library-advice", &gettext("What to work on next")),
                table,
                errors_title: label("", &["heading"], 0.0),
                errors: boxed_list("library-frequent", &gettext("Most expensive kinds of errors")),
                listed: RefCell::default(),
                players: RefCell::default(),
                rulers: RefCell::default(),
                is_filling: Cell::default(),
                pause: Pause::of(PAUSE),
                running: Cell::default(),
                on_search: Box::new(searched),
            }
        });
        page.lay_out();
        page.connect();
        page
    }

    fn lay_out(&self) {
        self.who.set_widget_name("library-stats-who");
        self.by.set_widget_name("library-stats-by");
        self.ruler.set_widget_name("library-stats-ruler");
        self.notes.set_widget_name("library-stats-notes");
        self.problem.set_wrap(true);
        show_problem(&self.query, &self.problem, None);
        self.total.set_wrap(true);
        let choices = gtk::Box::builder().spacing(6).build();
        for part in [
            self.who.upcast_ref::<gtk::Widget>(),
            self.query.upcast_ref(),
            self.by.upcast_ref(),
            self.ruler.upcast_ref(),
        ] {
            choices.append(part);
        }
        let whole = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        whole.set_css_classes(&["library-page"]);
        for part in [
            choices.upcast_ref::<gtk::Widget>(),
            self.problem.upcast_ref(),
            self.total.upcast_ref(),
            self.notes.upcast_ref(),
            self.advice_title.upcast_ref(),
            self.advice.upcast_ref(),
            self.table.widget().upcast_ref(),
            self.errors_title.upcast_ref(),
            self.errors.upcast_ref(),
        ] {
            whole.append(part);
        }
        let scroller = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .vexpand(true)
            .child(&adw::Clamp::builder().maximum_size(1000).child(&whole).build())
            .build();
        self.root.append(&scroller);
        self.show_lists(&[], &[]);
    }

    fn connect(&self) {
        let run = weakly(&self.this, StatsPage::typed);
        self.query.connect_changed(move |_| run());
        let run = weakly(&self.this, StatsPage::refresh);
        self.query.connect_activate(move |_| run());
        for list in [&self.who, &self.ruler] {
            let run = weakly(&self.this, |page: &StatsPage| {
                if !page.is_filling.get() {
                    page.refresh();
                }
            });
            list.connect_selected_notify(move |_| run());
        }
        let run = weakly(&self.this, StatsPage::refresh);
        self.by.connect_selected_notify(move |_| run());
        for (n, list) in [&self.advice, &self.errors].into_iter().enumerate() {
            let this = self.this.clone();
            list.connect_row_activated(move |_, row| {
                let Some(page) = this.upgrade() else { return };
                let at = usize::try_from(row.index()).unwrap_or(usize::MAX);
                let listed = page.listed.borrow()[n].get(at).cloned();
                if let Some([_, _, query]) = listed {
                    (page.on_search)(&query);
                }
            });
        }
    }

    /// Gives the keyboard to the query line.
    pub(super) fn focus_query(&self) {
        self.query.grab_focus();
    }

    /// Lists the players, the user first. The user is chosen unless somebody else is.
    pub(super) fn show_players(&self, players: &[Player]) {
        let mut players = players.to_vec();
        players.sort_by_key(|player| !player.is_me);
        if *self.players.borrow() == players {
            return;
        }
        let chosen = self.player().map(|player| player.id);
        let is_first = self.players.borrow().is_empty();
        let everybody = gettext("Everybody");
        let name = |player: &Player| match player.is_me {
            true => gettext_f("You ({player})", &[("player", &player.name)]),
            false => player.name.clone(),
        };
        let names: Vec<String> = std::iter::once(everybody).chain(players.iter().map(name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let kept = chosen.and_then(|id| players.iter().position(|player| player.id == id));
        let first = players.first().filter(|player| player.is_me && is_first).map(|_| 0);
        self.players.replace(players);
        self.is_filling.set(true);
        self.who.set_model(Some(&gtk::StringList::new(&names)));
        self.who.set_selected(kept.or(first).map_or(0, |n| n as u32 + 1));
        self.is_filling.set(false);
    }

    /// Lists the rulers; the one that was chosen stays chosen.
    pub(super) fn show_rulers(&self, rulers: &[String]) {
        if *self.rulers.borrow() == rulers {
            return;
        }
        let chosen = self.chosen_ruler();
        let best = gettext("Best available");
        let names: Vec<&str> =
            std::iter::once(best.as_str()).chain(rulers.iter().map(String::as_str)).collect();
        let kept = chosen.and_then(|name| rulers.iter().position(|one| *one == name));
        self.rulers.replace(rulers.to_vec());
        self.is_filling.set(true);
        self.ruler.set_model(Some(&gtk::StringList::new(&names)));
        self.ruler.set_selected(kept.map_or(0, |n| n as u32 + 1));
        self.is_filling.set(false);
    }

    /// The ruler whose losses are shown; `None` for the reference of each decision.
    fn chosen_ruler(&self) -> Option<String> {
        let n = (self.ruler.selected() as usize).checked_sub(1)?;
        self.rulers.borrow().get(n).cloned()
    }

    /// The player whose decisions are looked at; `None` for everybody.
    fn player(&self) -> Option<Player> {
        let n = (self.who.selected() as usize).checked_sub(1)?;
        self.players.borrow().get(n).cloned()
    }

    /// The query of the decisions that are shown.
    fn whole_query(&self) -> String {
        let who = match self.player() {
            Some(player) if player.is_me => "me".to_owned(),
            Some(player) => format!("by:{}", gnubg_library::search::in_quotes(&player.name)),
            None => String::new(),
        };
        let typed = self.query.text();
        gnubg_library::stats::narrowed(&typed, &who)
    }

    fn split(&self) -> Split {
        SPLITS.get(self.by.selected() as usize).copied().unwrap_or(Split::Phase)
    }

    fn typed(&self) {
        self.pause.then(weakly(&self.this, StatsPage::refresh));
    }

    /// Reads the figures again.
    pub(super) fn refresh(&self) {
        self.running.take().into_iter().flatten().for_each(|id| self.client.drop_question(id));
        let query = self.whole_query();
        let (by, ruler) = (Some(self.split()), self.chosen_ruler());
        let request = StatsRequest { query: query.clone(), by, ruler, ..StatsRequest::default() };
        let (this, asked) = (self.this.clone(), request.clone());
        let figures = self.client.ask(LibraryRequest::Stats(Box::new(request)), move |answer| {
            let Some(page) = this.upgrade() else { return };
            match answer {
                Ok(LibraryNews::Stats(stats)) => page.show(&asked, stats),
                Ok(LibraryNews::NotUnderstood(error)) => {
                    show_problem(&page.query, &page.problem, Some(error));
                }
                _ => {}
            }
        });
        let this = self.this.clone();
        let advice = self.client.ask(LibraryRequest::Advice(query), move |answer| {
            let Some(page) = this.upgrade() else { return };
            if let Ok(LibraryNews::Advice { next, errors }) = answer {
                page.show_lists(next, errors);
            }
        });
        self.running.set([figures, advice]);
    }

    fn show(&self, request: &StatsRequest, stats: &Stats) {
        self.problem.set_visible(false);
        self.total.set_text(&total(&stats.total));
        crate::widgets::set_class(&self.total, "dim-label", stats.total.is_grey);
        self.notes.set_text(&notes(stats).join("\n"));
        let by = request.by.unwrap_or(Split::Phase);
        let mut parts = stats.rows.clone();
        if by == Split::Phase {
            // As a game goes.
            parts.sort_by_key(|(part, _)| PHASES.iter().position(|phase| phase.word() == part));
        }
        let rows = parts.iter().map(|(part, figure)| Row {
            title: terms::part(by, part),
            figure: *figure,
            query: request.decisions_of(Some(part)),
        });
        self.table.show(&terms::split(by), &rows.collect::<Vec<_>>());
    }

    fn show_lists(&self, next: &[Advice], errors: &[FrequentError]) {
        let player = self.player();
        let is_me = player.as_ref().is_some_and(|player| player.is_me);
        let title = match &player {
            Some(player) if !is_me => {
                gettext_f("Where {player} loses more than elsewhere", &[("player", &player.name)])
            }
            _ => gettext("What to work on next"),
        };
        self.advice_title.set_text(&title);
        self.errors_title.set_text(&gettext("Most expensive kinds of errors"));
        let advice = next.iter().map(|one| [terms::family(one.family), advised(one), one.query.clone()]);
        let made = errors
            .iter()
            .take(MOST_ERRORS)
            .map(|one| [terms::theme(one.theme), made(one), one.query.clone()]);
        let listed = [advice.collect::<Vec<_>>(), made.collect::<Vec<_>>()];
        // Rows stay while nothing changes: one may be pressed just now.
        let is_same = *self.listed.borrow() == listed;
        for ((title, list), rows) in
            [(&self.advice_title, &self.advice), (&self.errors_title, &self.errors)].into_iter().zip(&listed)
        {
            title.set_visible(!rows.is_empty());
            list.set_visible(!rows.is_empty());
            if !is_same {
                clear_rows(list);
                rows.iter().for_each(|[title, details, _]| list.append(&row(title, details)));
            }
        }
        self.listed.replace(listed);
    }
}

/// A row of a list that leads to decisions.
fn row(title: &str, details: &str) -> gtk::ListBoxRow {
    let lines = gtk::Box::builder().orientation(gtk::Orientation::Vertical).hexpand(true).build();
    let head = label(title, &[], 0.0);
    head.set_ellipsize(pango::EllipsizeMode::End);
    lines.append(&head);
    lines.append(&paragraph(details, &["caption", "dim-label", "figures"]));
    let whole = gtk::Box::builder().spacing(6).css_classes(["library-row"]).build();
    whole.append(&lines);
    whole.append(&gtk::Image::from_icon_name("go-next-symbolic"));
    let row = gtk::ListBoxRow::builder().child(&whole).build();
    row.set_tooltip_text(Some(&gettext("Show these decisions")));
    a11y::set_label(&row, &format!("{title}, {details}"));
    row
}

/// The whole figure in a sentence.
fn total(figure: &Figure) -> String {
    if figure.decisions == 0 {
        return gettext("No analyzed decision fits");
    }
    let pr = words::rating(Some(figure.pr));
    match figure.interval.map(|ends| ends.map(|end| words::rating(Some(end)))) {
        Some([low, high]) => gettext_f(
            "PR {pr}, with 95% between {low} and {high}",
            &[("pr", &pr), ("low", &low), ("high", &high)],
        ),
        None => gettext_f("PR {pr}, from too few games for an interval", &[("pr", &pr)]),
    }
}

/// What the figure is made of, whether it means something, and who found the losses.
fn notes(stats: &Stats) -> Vec<String> {
    let total = &stats.total;
    if total.decisions == 0 {
        return Vec::new();
    }
    let mut lines = vec![words::made_of(total.decisions, total.matches)];
    if total.is_grey {
        let missing = MATCHES.saturating_sub(total.matches);
        let form = u32::try_from(missing).unwrap_or(u32::MAX);
        lines.push(ngettext_f(
            "{n} more analyzed match makes this figure reliable",
            "{n} more analyzed matches make this figure reliable",
            form,
            &[("n", &missing.to_string())],
        ));
    }
    let rulers = stats.rulers.iter().map(|(name, n)| format!("{name} ({})", crate::i18n::grouped(*n as u64)));
    let rulers = rulers.collect::<Vec<_>>().join(", ");
    let text = match stats.rulers.len() {
        0 | 1 => gettext_f("Ruler: {ruler}", &[("ruler", &rulers)]),
        _ => gettext_f("Rulers, which measure differently: {rulers}", &[("rulers", &rulers)]),
    };
    lines.push(text);
    lines
}

/// How sure an advice is, and what it rests on.
fn advised(one: &Advice) -> String {
    let certainty = match one.certainty {
        Certainty::Sure => gettext("sure"),
        Certainty::Likely => gettext("likely"),
    };
    let th = |value: f64| words::loss(value.max(0.0));
    let (lost, low, high) = (th(one.recoverable), th(one.interval[0]), th(one.interval[1]));
    let lost = gettext_f(
        "about {loss} more per 7-point match than elsewhere ({low} to {high})",
        &[("loss", &lost), ("low", &low), ("high", &high)],
    );
    format!("{certainty} · {lost} · {}", words::errors_of(one.errors, one.decisions))
}

/// How often an error was made, and what it cost.
fn made(one: &FrequentError) -> String {
    let lost = gettext_f("{loss} in all", &[("loss", &words::loss(one.loss))]);
    format!("{} · {lost}", words::errors_of(one.errors, one.decisions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_says_its_interval_or_that_there_is_none() {
        let figure =
            Figure { decisions: 40, matches: 6, pr: 6.34, interval: Some([5.1, 7.6]), ..Figure::default() };
        assert_eq!(total(&figure), "PR 6.3, with 95% between 5.1 and 7.6");
        assert!(total(&Figure { interval: None, ..figure }).contains("too few games"));
        assert_eq!(total(&Figure::default()), "No analyzed decision fits");
    }

    #[test]
    fn rulers_are_always_named_and_few_matches_are_marked() {
        let total = Figure { decisions: 40, matches: 2, is_grey: true, ..Figure::default() };
        let rulers = vec![("gnubg 2-ply".to_owned(), 30), ("XG 3-ply".to_owned(), 10)];
        let text = notes(&Stats { total, rows: Vec::new(), rulers }).join("\n");
        assert!(text.contains("gnubg 2-ply (30), XG 3-ply (10)"), "{text}");
        assert!(text.contains("3 more analyzed matches"), "{text}");
        assert!(text.contains("40 decisions"), "{text}");
    }
}
