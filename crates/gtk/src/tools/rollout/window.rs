// SPDX-License-Identifier: GPL-3.0-or-later
//! The rollout window: results, progress, convergence, statistics of the games.

use super::rollouts::{RolloutState, Rollouts};
use super::text;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::tools::Tool;
use crate::tools::controls::{GROUP_GAP, button, drop_down, label, paragraph, spin, toggle};
use crate::tools::frame::ToolFrame;
use crate::tools::plot::Plot;
use crate::tools::text_table::TextTable;
use crate::widgets::weakly;
use crate::widgets::wrap::Wrap;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_engine::rollout::{Ending, Preset};
use gnubg_session::Event;
use gnubg_session::event::Activity;
use gnubg_session::rollout::RolloutNews;
use gtk::gio;
use std::rc::Rc;

/// Most games that can be added at once.
const MAX_ADDED_GAMES: f64 = 46_656.0 * 36.0;

/// The rollout window.
pub(crate) struct RolloutWindow {
    host: HostHandle,
    rollouts: Rc<Rollouts>,
    frame: ToolFrame,
    pages: gtk::Stack,
    level: gtk::DropDown,
    again: gtk::Button,
    pause: gtk::Button,
    stop: gtk::Button,
    extend: gtk::Button,
    added_games: gtk::SpinButton,
    mwc: gtk::ToggleButton,
    table: TextTable,
    decision: TextTable,
    verdict: gtk::Label,
    bar: gtk::ProgressBar,
    progress: gtk::Label,
    expectation: gtk::Label,
    plot: Plot,
    statistics: TextTable,
}

/// The names of the levels to choose from.
fn levels() -> Vec<String> {
    let mut names = vec![gettext("As in the preferences")];
    names.extend(Preset::ALL.into_iter().map(|preset| match preset {
        Preset::Roller => gettext("Roller (72 games, truncated)"),
        Preset::RollerPlus => gettext("Roller+ (360 games, truncated)"),
        Preset::RollerPlusPlus => gettext("Roller++ (360 games, 2-ply, truncated)"),
        Preset::Full => gettext("Full (1296 games)"),
        Preset::FullTwoPly => gettext("Full, 2-ply (1296 games)"),
    }));
    names
}

/// The levels as a menu; `action` takes the number of a level.
pub(crate) fn level_menu(action: &str) -> gio::Menu {
    let menu = gio::Menu::new();
    for (n, name) in (0u32..).zip(levels()) {
        let item = gio::MenuItem::new(Some(&name), None);
        item.set_action_and_target_value(Some(action), Some(&n.to_variant()));
        menu.append_item(&item);
    }
    menu
}

impl RolloutWindow {
    /// The window, showing the rollout that runs or ran last.
    pub(crate) fn new(host: &HostHandle, rollouts: &Rc<Rollouts>) -> Rc<RolloutWindow> {
        let level = drop_down(&levels(), &gettext("Rollout level"));
        let again = button(&gettext("Roll out"), &gettext("Roll out the same decision at this level"));
        let pause = button(&gettext("Pause"), &gettext("Pause and keep the games played"));
        let stop = button(&gettext("Stop"), &gettext("Stop and keep the games played"));
        let extend = button(&gettext("Extend by"), &gettext("Add this many games"));
        let added_games = spin(36.0..=MAX_ADDED_GAMES, 36.0, 0, &gettext("Games to add"));
        added_games.set_value(1296.0);
        let mwc = toggle(&gettext("MWC"), &gettext("Show match winning chances instead of equities"));
        let named: [(&str, &gtk::Widget); 7] = [
            ("rollout-level", level.upcast_ref()),
            ("rollout-again", again.upcast_ref()),
            ("rollout-pause", pause.upcast_ref()),
            ("rollout-stop", stop.upcast_ref()),
            ("rollout-extend", extend.upcast_ref()),
            ("rollout-added-games", added_games.upcast_ref()),
            ("rollout-mwc", mwc.upcast_ref()),
        ];
        for (name, widget) in named {
            widget.set_widget_name(name);
        }
        let decision = TextTable::new("rollout-cube");
        decision.set_margin_top(12);
        let verdict = label("", &["verdict"], 0.5);
        verdict.set_widget_name("rollout-verdict");
        let progress = gtk::Label::builder()
            .name("rollout-progress")
            .css_classes(["figures"])
            .xalign(0.0)
            .wrap(true)
            .accessible_role(gtk::AccessibleRole::Status)
            .build();
        let expectation = paragraph("", &["figures", "dim-label"]);
        expectation.set_widget_name("rollout-expectation");
        let window = Rc::new(RolloutWindow {
            host: host.clone(),
            rollouts: Rc::clone(rollouts),
            frame: ToolFrame::new(host, "rollout", &gettext("Rollout"), (1000, 720)),
            pages: gtk::Stack::builder().name("rollout-pages").vexpand(true).build(),
            level,
            again,
            pause,
            stop,
            extend,
            added_games,
            mwc,
            table: TextTable::new("rollout-results"),
            decision,
            verdict,
            bar: gtk::ProgressBar::builder().name("rollout-bar").css_classes(["tool-bar"]).build(),
            progress,
            expectation,
            plot: Plot::new("rollout-plot", 120),
            statistics: TextTable::new("rollout-statistics"),
        });
        window.lay_out_controls();
        window.lay_out();
        window.connect();
        window
    }

    fn lay_out_controls(&self) {
        let controls = gtk::Box::builder().css_classes(["tool-row"]).build();
        controls.set_layout_manager(Some(Wrap::with_gap(GROUP_GAP)));
        let group = |widgets: &[&gtk::Widget]| {
            let row = gtk::Box::builder().spacing(6).build();
            for widget in widgets {
                row.append(*widget);
            }
            controls.append(&row);
        };
        group(&[self.level.upcast_ref(), self.again.upcast_ref()]);
        group(&[self.pause.upcast_ref(), self.stop.upcast_ref()]);
        group(&[self.extend.upcast_ref(), self.added_games.upcast_ref(), self.mwc.upcast_ref()]);
        self.frame.content().append(&controls);
    }

    fn lay_out(&self) {
        let results = gtk::Box::new(gtk::Orientation::Vertical, 6);
        let scrolled = |child: &gtk::Widget| {
            gtk::ScrolledWindow::builder()
                .child(child)
                .propagate_natural_height(true)
                .vscrollbar_policy(gtk::PolicyType::Automatic)
                .build()
        };
        let tables = gtk::Box::new(gtk::Orientation::Vertical, 6);
        tables.append(&self.table);
        tables.append(&self.decision);
        tables.append(&self.verdict);
        results.append(&scrolled(tables.upcast_ref()));
        let status = gtk::Box::builder()
            .orientation(gtk::Orientation::Vertical)
            .spacing(3)
            .css_classes(["tool-status"])
            .build();
        status.append(&self.bar);
        status.append(&self.progress);
        status.append(&self.expectation);
        results.append(&status);
        results.append(&self.plot);
        let views = gtk::Stack::builder().name("rollout-views").vexpand(true).build();
        views.add_titled(&results, Some("results"), &gettext("Results"));
        views.add_titled(&scrolled(self.statistics.upcast_ref()), Some("statistics"), &gettext("Statistics"));
        let switcher = gtk::StackSwitcher::builder().stack(&views).halign(gtk::Align::Center).build();
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 6);
        whole.append(&switcher);
        whole.append(&views);
        let start = gtk::Box::builder()
            .orientation(gtk::Orientation::Vertical)
            .spacing(6)
            .halign(gtk::Align::Center)
            .build();
        for (text, action) in [
            (gettext("Roll out the position"), "win.roll-out-position"),
            (gettext("Roll out the cube decision"), "win.roll-out-cube"),
            (gettext("Choose plays in the hint"), "win.hint"),
        ] {
            let button = gtk::Button::builder().label(&text).action_name(action).build();
            a11y::set_label(&button, &text);
            start.append(&button);
        }
        let empty = adw::StatusPage::builder()
            .title(gettext("No rollout yet"))
            .description(gettext("A rollout plays a position many times and takes the average."))
            .child(&start)
            .build();
        self.pages.add_named(&empty, Some("empty"));
        self.pages.add_named(&gtk::Label::new(Some(&gettext("Playing the first games …"))), Some("wait"));
        self.pages.add_named(&whole, Some("results"));
        self.frame.content().append(&self.pages);
    }

    fn connect(self: &Rc<Self>) {
        // The buttons of the empty page name actions of the main window.
        self.frame.insert_action_group("win", self.host.window().as_ref());
        let with = |run: fn(&RolloutWindow)| weakly(&Rc::downgrade(self), run);
        let run = with(|window| window.rollouts.roll_out_again());
        self.again.connect_clicked(move |_| run());
        let run = with(|window| match window.rollouts.is_running() {
            true => window.rollouts.stop(true),
            false => window.rollouts.resume(),
        });
        self.pause.connect_clicked(move |_| run());
        let run = with(|window| window.rollouts.stop(false));
        self.stop.connect_clicked(move |_| run());
        let run = with(|window| {
            window.added_games.update();
            window.rollouts.extend(window.added_games.value() as u32);
        });
        self.extend.connect_clicked(move |_| run());
        let run = with(|window| window.rollouts.set_level(window.level.selected() as usize));
        self.level.connect_selected_notify(move |_| run());
        let run = with(|window| {
            let on = window.mwc.is_active();
            window.host.change_options(|options| options.output.mwc = on);
        });
        self.mwc.connect_clicked(move |_| run());
        let copy = with(|window| {
            if let Some(text) = window.rollouts.report() {
                window.host.copy_text(Some(text));
            }
        });
        self.frame.connect_copy(&gettext("Copy as text"), copy);
    }

    /// Shows the rollout that runs or ran last.
    pub(super) fn show(&self) {
        let state = self.rollouts.state();
        if self.level.selected() as usize != state.level {
            self.level.set_selected(state.level as u32);
        }
        self.show_buttons(&state);
        let Some(news) = &state.news else {
            let page = if state.running.is_some() { "wait" } else { "empty" };
            self.pages.set_visible_child_name(page);
            return;
        };
        self.pages.set_visible_child_name("results");
        let output = self.host.options().output;
        self.mwc.set_visible(!news.subject.state().is_money());
        self.mwc.set_active(output.mwc);
        self.table.set_rows(&text::rows(news, &output), &[1]);
        self.style_errors();
        let is_redouble = news.subject.state().cube.owner.is_some();
        let cube = text::cube(&news.results, is_redouble, &output);
        self.decision.set_visible(cube.is_some());
        self.verdict.set_visible(cube.is_some());
        if let Some((rows, verdict)) = cube {
            let head = vec![
                gettext("Outcome"),
                text::titles(text::is_mwc(news, &output))[10].clone(),
                gettext("Diff."),
            ];
            let rows: Vec<Vec<String>> =
                std::iter::once(head).chain(rows.into_iter().map(|row| row.to_vec())).collect();
            self.decision.set_rows(&rows, &[0]);
            self.verdict.set_text(&verdict);
        }
        self.show_progress(news, state.is_paused);
        let (chart, description) = text::convergence(news, &state.histories);
        self.plot.show_chart(chart, &description);
        let names =
            self.host.look(|session| Player::BOTH.map(|player| session.name(player))).unwrap_or_default();
        if let Some(best) = news.results.best().or(news.results.alternatives.first()) {
            let mut rows = text::statistics(best, &names);
            rows[0][0] = text::name(news, best.label);
            self.statistics.set_rows(&rows, &[0]);
        }
    }

    fn show_progress(&self, news: &RolloutNews, is_paused: bool) {
        let games = f64::from(text::games(news));
        let share = games / f64::from(news.settings.trials).max(1.0);
        let is_complete = news.ending.is_some_and(|ending| ending != Ending::Cancelled);
        self.bar.set_fraction(if is_complete { 1.0 } else { share.clamp(0.0, 1.0) });
        let progress = text::progress(news, is_paused);
        self.progress.set_text(&progress);
        a11y::set_label(&self.bar, &progress);
        self.expectation.set_text(&text::expectation(news));
        let position = news.subject.state();
        let subtitle = match &news.subject.question() {
            gnubg_engine::rollout::Question::Position => gettext("The position before the roll"),
            gnubg_engine::rollout::Question::CubeDecision => gettext("The cube decision"),
            gnubg_engine::rollout::Question::Plays(plays) => {
                let n = plays.len().to_string();
                gettext_f("{n} plays compared", &[("n", &n)])
            }
        };
        self.frame.set_subtitle(format!("{subtitle} – {}", position.board.position_id()));
    }

    fn show_buttons(&self, state: &RolloutState) {
        let is_running = state.running.is_some();
        let news = state.news.as_deref();
        let is_cut = news.is_some_and(|news| news.ending == Some(Ending::Cancelled));
        let (text, tooltip) = match is_running || !is_cut {
            true => (gettext("Pause"), gettext("Pause and keep the games played")),
            false => (gettext("Continue"), gettext("Play the remaining games")),
        };
        self.pause.set_label(&text);
        a11y::set_tooltip(&self.pause, Some(&tooltip));
        a11y::set_label(&self.pause, &tooltip);
        self.pause.set_sensitive(is_running || is_cut);
        self.stop.set_sensitive(is_running || (is_cut && state.is_paused));
        let is_still = !is_running && news.is_some();
        self.again.set_sensitive(is_still);
        self.extend.set_sensitive(is_still);
    }

    /// Makes the rows of standard errors less prominent than those of values.
    fn style_errors(&self) {
        let rows = self.table.rows();
        for r in (2..rows.len()).step_by(2) {
            for c in 0..rows[r].len() {
                if let Some(cell) = self.table.cell(r, c).filter(|cell| !cell.has_css_class("dim-label")) {
                    cell.add_css_class("dim-label");
                    cell.add_css_class("caption");
                }
            }
        }
    }
}

impl Tool for RolloutWindow {
    fn name(&self) -> &'static str {
        "rollout"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        self.show();
    }

    fn handle_event(&self, event: &Event) {
        if matches!(
            event,
            Event::RolloutProgress { .. }
                | Event::RolloutReady { .. }
                | Event::JobFinished { activity: Activity::Rollout, .. }
        ) {
            self.show();
        }
    }
}
