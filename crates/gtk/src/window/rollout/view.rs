// SPDX-License-Identifier: GPL-3.0-or-later
//! The rollout window.

use super::{Course, text};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::window::Window;
use crate::window::panels::wrap::Wrap;
use crate::window::tools::plot::Plot;
use crate::window::tools::sheet::{Sheet, TOOL_GAP, Table, button, drop_down, label, paragraph, spin, spot};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::Player;
use gnubg_engine::rollout::{Ending, Preset};
use gnubg_session::rollout::RolloutNews;
use gtk::{gio, glib};
use serde_json::{Value, json};

/// Most games that can be added at once.
const MOST_GAMES: f64 = 46_656.0 * 36.0;

/// The window and its parts.
pub(super) struct RolloutWindow {
    pub(super) sheet: Sheet,
    pages: gtk::Stack,
    level: gtk::DropDown,
    again: gtk::Button,
    pause: gtk::Button,
    stop: gtk::Button,
    extend: gtk::Button,
    more: gtk::SpinButton,
    mwc: gtk::ToggleButton,
    table: Table,
    decision: Table,
    verdict: gtk::Label,
    bar: gtk::ProgressBar,
    progress: gtk::Label,
    expectation: gtk::Label,
    plot: Plot,
    statistics: Table,
}

/// The levels to choose from, as the drop-down names them.
fn levels() -> Vec<String> {
    let mut names = vec![gettext("By the settings")];
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
pub(in crate::window) fn level_menu(action: &str) -> gio::Menu {
    let menu = gio::Menu::new();
    for (n, name) in (0u32..).zip(levels()) {
        let item = gio::MenuItem::new(Some(&name), None);
        item.set_action_and_target_value(Some(action), Some(&n.to_variant()));
        menu.append_item(&item);
    }
    menu
}

impl RolloutWindow {
    pub(super) fn new(parent: &Window) -> RolloutWindow {
        let sheet = Sheet::new(parent, super::NAME, &gettext("Rollout"), (1000, 720));
        let level = drop_down(&levels(), &gettext("Kind of rollout"));
        let again = button(&gettext("Roll out"), &gettext("Roll the same question out this way"));
        let pause = button(&gettext("Pause"), &gettext("Pause; the games are kept"));
        let stop = button(&gettext("Stop"), &gettext("Stop; the games are kept"));
        let extend = button(&gettext("Extend by"), &gettext("Play so many games more"));
        let more = spin(36.0..=MOST_GAMES, 36.0, 0, &gettext("Games to add"));
        more.set_value(1296.0);
        let mwc = gtk::ToggleButton::builder().label(gettext("MWC")).build();
        mwc.set_tooltip_text(Some(&gettext("Match winning chances instead of equities")));
        a11y::set_label(&mwc, &gettext("Match winning chances instead of equities"));
        // Rows of buttons go below one another where there is no room.
        let tools = gtk::Box::builder().css_classes(["tool-row"]).build();
        tools.set_layout_manager(Some(Wrap::with_gap(TOOL_GAP)));
        let group = |widgets: &[&gtk::Widget]| {
            let row = gtk::Box::builder().spacing(6).build();
            for widget in widgets {
                row.append(*widget);
            }
            tools.append(&row);
        };
        group(&[level.upcast_ref(), again.upcast_ref()]);
        group(&[pause.upcast_ref(), stop.upcast_ref()]);
        group(&[extend.upcast_ref(), more.upcast_ref(), mwc.upcast_ref()]);
        sheet.content.append(&tools);
        let table = Table::new();
        let decision = Table::new();
        decision.grid.set_margin_top(12);
        let verdict = label("", &["verdict"], 0.5);
        let bar = gtk::ProgressBar::builder().css_classes(["tool-bar"]).build();
        let progress = gtk::Label::builder()
            .css_classes(["figures"])
            .xalign(0.0)
            .wrap(true)
            .accessible_role(gtk::AccessibleRole::Status)
            .build();
        let expectation = paragraph("", &["figures", "dim-label"]);
        let plot = Plot::new(120);
        let statistics = Table::new();
        let window = RolloutWindow {
            sheet,
            pages: gtk::Stack::builder().vexpand(true).build(),
            level,
            again,
            pause,
            stop,
            extend,
            more,
            mwc,
            table,
            decision,
            verdict,
            bar,
            progress,
            expectation,
            plot,
            statistics,
        };
        window.lay_out();
        window.connect(parent);
        window
    }

    /// Puts the parts together.
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
        tables.append(&self.table.grid);
        tables.append(&self.decision.grid);
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
        results.append(&self.plot.area);
        let inner = gtk::Stack::builder().vexpand(true).build();
        inner.add_titled(&results, Some("results"), &gettext("Results"));
        inner.add_titled(
            &scrolled(self.statistics.grid.upcast_ref()),
            Some("statistics"),
            &gettext("Statistics"),
        );
        let switcher = gtk::StackSwitcher::builder().stack(&inner).halign(gtk::Align::Center).build();
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 6);
        whole.append(&switcher);
        whole.append(&inner);
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
            .title(gettext("Nothing has been rolled out yet"))
            .description(gettext("A rollout plays a position many times and takes the average."))
            .child(&start)
            .build();
        self.pages.add_named(&empty, Some("empty"));
        self.pages
            .add_named(&gtk::Label::new(Some(&gettext("The first games are being played …"))), Some("wait"));
        self.pages.add_named(&whole, Some("results"));
        self.sheet.content.append(&self.pages);
    }

    fn connect(&self, parent: &Window) {
        // The buttons of the empty page name actions of the main window.
        self.sheet.window.insert_action_group("win", Some(parent));
        let on = |button: &gtk::Button, run: Box<dyn Fn(&Window)>| {
            button.connect_clicked(glib::clone!(
                #[weak]
                parent,
                move |_| run(&parent)
            ));
        };
        on(&self.again, Box::new(Window::roll_out_again));
        on(
            &self.pause,
            Box::new(|parent| {
                let is_running = parent.imp().tools.rollout.borrow().running.is_some();
                if is_running { parent.stop_rollout(true) } else { parent.continue_rollout() }
            }),
        );
        on(&self.stop, Box::new(|parent| parent.stop_rollout(false)));
        let more = self.more.clone();
        on(
            &self.extend,
            Box::new(move |parent| {
                more.update();
                parent.extend_rollout(more.value() as u32);
            }),
        );
        self.level.connect_selected_notify(glib::clone!(
            #[weak]
            parent,
            move |list| parent.set_rollout_level(list.selected() as usize)
        ));
        self.mwc.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |button| {
                let on = button.is_active();
                parent.change_options(|options| options.output.mwc = on);
            }
        ));
        self.sheet.window.connect_focus_widget_notify(glib::clone!(
            #[weak]
            parent,
            move |_| parent.write_dump()
        ));
        self.sheet.add_copy(
            &gettext("Copy as text"),
            glib::clone!(
                #[weak]
                parent,
                move || parent.copy_rollout()
            ),
        );
    }

    /// Shows how things stand.
    pub(super) fn show(&self, parent: &Window) {
        let course = parent.imp().tools.rollout.borrow().clone();
        if self.level.selected() as usize != course.level {
            self.level.set_selected(course.level as u32);
        }
        self.show_buttons(&course);
        let Some(news) = &course.news else {
            let page = if course.running.is_some() { "wait" } else { "empty" };
            self.pages.set_visible_child_name(page);
            return;
        };
        self.pages.set_visible_child_name("results");
        let output = parent.options().output;
        self.mwc.set_visible(!news.subject.state().is_money());
        self.mwc.set_active(output.mwc);
        self.table.set(&text::rows(news, &output), &[1]);
        self.style_errors();
        let is_redouble = news.subject.state().cube.owner.is_some();
        let cube = text::cube(&news.results, is_redouble, &output);
        self.decision.grid.set_visible(cube.is_some());
        self.verdict.set_visible(cube.is_some());
        if let Some((rows, verdict)) = cube {
            let head = vec![
                gettext("Outcome"),
                text::titles(text::is_mwc(news, &output))[10].clone(),
                gettext("Diff."),
            ];
            let rows: Vec<Vec<String>> =
                std::iter::once(head).chain(rows.into_iter().map(|row| row.to_vec())).collect();
            self.decision.set(&rows, &[0]);
            self.verdict.set_text(&verdict);
        }
        self.show_progress(news, course.is_paused);
        let (chart, words) = text::convergence(news, &course.trail);
        self.plot.show(chart, &words);
        let names =
            parent.look(|session| Player::BOTH.map(|player| session.name(player))).unwrap_or_default();
        if let Some(best) = news.results.best().or(news.results.alternatives.first()) {
            let mut rows = text::statistics(best, &names);
            rows[0][0] = text::name(news, best.label);
            self.statistics.set(&rows, &[0]);
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
        let state = news.subject.state();
        let subtitle = match &news.subject.question() {
            gnubg_engine::rollout::Question::Position => gettext("The position before the roll"),
            gnubg_engine::rollout::Question::CubeDecision => gettext("The cube decision"),
            gnubg_engine::rollout::Question::Plays(plays) => {
                let n = plays.len().to_string();
                gettext_f("{n} plays side by side", &[("n", &n)])
            }
        };
        self.sheet.title.set_subtitle(&format!("{subtitle} – {}", state.board.position_id()));
    }

    fn show_buttons(&self, course: &Course) {
        let is_running = course.running.is_some();
        let news = course.news.as_deref();
        let is_cut = news.is_some_and(|news| news.ending == Some(Ending::Cancelled));
        let (text, told) = match is_running || !is_cut {
            true => (gettext("Pause"), gettext("Pause; the games are kept")),
            false => (gettext("Continue"), gettext("Play the games that are left")),
        };
        self.pause.set_label(&text);
        a11y::set_tooltip(&self.pause, Some(&told));
        a11y::set_label(&self.pause, &told);
        self.pause.set_sensitive(is_running || is_cut);
        self.stop.set_sensitive(is_running || (is_cut && course.is_paused));
        let is_still = !is_running && news.is_some();
        self.again.set_sensitive(is_still);
        self.extend.set_sensitive(is_still);
    }

    /// The rows of standard errors are quieter than those of values.
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

    /// What is shown, for tests.
    pub(super) fn describe(&self) -> Value {
        json!({
            "page": self.pages.visible_child_name().map(|name| name.to_string()),
            "level": self.level.selected(),
            "rows": self.table.rows(),
            "cube": if self.decision.grid.is_visible() { self.decision.rows() } else { Vec::new() },
            "verdict": self.verdict.text().as_str(),
            "progress": self.progress.text().as_str(),
            "share": self.bar.fraction(),
            "pause": self.pause.label().map(|text| text.to_string()),
            "enabled": {
                "pause": self.pause.is_sensitive(),
                "stop": self.stop.is_sensitive(),
                "extend": self.extend.is_sensitive(),
            },
            "spots": {
                "pause": spot(&self.pause),
                "stop": spot(&self.stop),
                "extend": spot(&self.extend),
                "more": spot(&self.more),
            },
            "focus": GtkWindowExt::focus(&self.sheet.window).map(|widget| widget.type_().name().to_owned()),
            "plot": self.plot.told(),
            "mapped": self.sheet.window.is_mapped(),
        })
    }
}
