// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions of the sidebar: which panels are shown, where, and which has the keyboard.

use super::{PanelId, Sidebar, Transcribed};
use gtk::prelude::*;
use gtk::{gio, glib};
use std::rc::Rc;

/// An action of the main window.
type WindowAction = gio::ActionEntry<gtk::ApplicationWindow>;

impl Sidebar {
    /// Adds the actions to the main window.
    pub(crate) fn add_actions(self: &Rc<Self>, window: &gtk::ApplicationWindow) {
        let mut all: Vec<WindowAction> = PanelId::ALL
            .into_iter()
            .map(|panel| {
                gio::ActionEntry::builder(&format!("panel-{}", panel.key()))
                    .state(false.to_variant())
                    .activate(self.run(move |sidebar, _| sidebar.toggle(panel)))
                    .build()
            })
            .collect();
        let of_panel = |name: &str, run: fn(&Sidebar, PanelId)| -> WindowAction {
            let run = self.run(move |sidebar, key| {
                let key = key.and_then(glib::Variant::str).unwrap_or_default();
                if let Some(panel) = PanelId::ALL.into_iter().find(|panel| panel.key() == key) {
                    run(sidebar, panel);
                }
            });
            let entry = gio::ActionEntry::builder(name).parameter_type(Some(glib::VariantTy::STRING));
            entry.activate(run).build()
        };
        let simple = |name: &str, run: fn(&Sidebar)| -> WindowAction {
            gio::ActionEntry::builder(name).activate(self.run(move |sidebar, _| run(sidebar))).build()
        };
        let switch = |name: &str, on: bool, run: fn(&Sidebar)| -> WindowAction {
            let entry = gio::ActionEntry::builder(name).state(on.to_variant());
            entry.activate(self.run(move |sidebar, _| run(sidebar))).build()
        };
        all.extend([
            switch("panels", false, Sidebar::toggle_panels),
            switch("dock-panels", true, Sidebar::toggle_docking),
            of_panel("raise-panel", |sidebar, panel| sidebar.move_to(panel, false)),
            of_panel("lower-panel", |sidebar, panel| sidebar.move_to(panel, true)),
            of_panel("detach-panel", |sidebar, panel| {
                sidebar.change_layout(|layout| layout.of(panel).is_detached = true);
            }),
            of_panel("hide-panel", |sidebar, panel| sidebar.want(panel, false)),
            simple("restore-panels", |sidebar| {
                sidebar.leave_start_page();
                sidebar.host().change_options(|options| options.window.panels = true);
            }),
            simple("layout-play", Sidebar::show_board_alone),
            simple("layout-study", Sidebar::show_study_layout),
            simple("next-error", |sidebar| sidebar.step_errors(true)),
            simple("previous-error", |sidebar| sidebar.step_errors(false)),
            simple("next-pane", Sidebar::focus_next),
            simple("show-messages", |sidebar| sidebar.want(PanelId::Messages, true)),
            simple("comment", Sidebar::open_commentary),
            simple("choose-shown", Sidebar::choose_shown),
        ]);
        window.add_action_entries(all);
    }

    /// What an action runs on the sidebar with its parameter.
    fn run(
        self: &Rc<Self>,
        run: impl Fn(&Sidebar, Option<&glib::Variant>) + 'static,
    ) -> impl Fn(&gtk::ApplicationWindow, &gio::SimpleAction, Option<&glib::Variant>) + 'static {
        let sidebar = Rc::downgrade(self);
        move |_, _, parameter| {
            if let Some(sidebar) = sidebar.upgrade() {
                run(&sidebar, parameter);
            }
        }
    }

    /// Shows or hides the panels. Those shown for a transcription are hidden without a change of the settings.
    fn toggle_panels(&self) {
        let options = self.host().options();
        if self.waits_for_match.get() && options.window.panels {
            return self.leave_start_page();
        }
        self.leave_start_page();
        if self.transcribed.get() == Transcribed::InMode && !options.window.panels {
            self.is_shown_for_mode.set(!self.is_shown_for_mode.get());
            return self.follow(&options);
        }
        self.is_shown_for_mode.set(false);
        self.host().change_options(|options| options.window.panels = !options.window.panels);
    }

    /// Puts all panels into windows of their own, or all into the column.
    fn toggle_docking(&self) {
        self.change_layout(|layout| {
            let is_docked = !layout.0.iter().any(|place| place.is_detached);
            layout.0.iter_mut().for_each(|place| place.is_detached = is_docked);
        });
    }

    /// Moves a panel to the upper or the lower tabs of the column.
    fn move_to(&self, panel: PanelId, is_lower: bool) {
        self.change_layout(|layout| layout.of(panel).is_lower = is_lower);
        self.follow(&self.host().options());
        self.focus(panel);
    }

    /// Shows a panel and gives it the keyboard, or hides it.
    pub(super) fn want(&self, panel: PanelId, on: bool) {
        self.leave_start_page();
        self.host().change_options(|options| {
            panel.want(options, on);
            options.window.panels |= on;
        });
        if on {
            self.follow(&self.host().options());
            self.focus(panel);
        } else {
            self.host().focus_board();
        }
    }

    /// The shortcut of a panel: shows it and moves the focus there; hides it if the focus is already there.
    fn toggle(&self, panel: PanelId) {
        self.leave_start_page();
        let is_tab = self.host().options().window.panels && self.arrangement.docked().contains(&panel);
        let is_shown = is_tab || self.arrangement.is_shown(panel);
        if is_shown && !self.has_focus(panel) {
            self.focus(panel);
        } else {
            self.want(panel, !is_shown);
        }
    }

    /// Whether the keyboard is in a panel of the main window.
    pub(super) fn has_focus(&self, panel: PanelId) -> bool {
        let focus = self.host().window().and_then(|window| GtkWindowExt::focus(&window));
        focus.is_some_and(|widget| widget.is_ancestor(self.arrangement.frame(panel)))
    }

    fn focus(&self, panel: PanelId) {
        if self.arrangement.select(panel) {
            self.show_content(panel);
        }
        self.settle();
        match panel {
            PanelId::Record => self.record.focus(),
            PanelId::Analysis if self.hint.is_open() => self.hint.focus(),
            PanelId::Analysis => self.analysis.focus(),
            PanelId::Errors => self.errors.focus(),
            PanelId::Commentary => self.commentary.focus(),
            PanelId::Messages => self.messages.focus(),
            PanelId::Command => self.commands.panel().focus(),
        }
    }

    /// Moves the focus from the board to each panel and back to the board.
    fn focus_next(&self) {
        let options = self.host().options();
        let is_shown = options.window.panels || self.is_shown_for_mode.get();
        let shown = if is_shown { self.arrangement.docked() } else { Vec::new() };
        let next = shown.iter().position(|panel| self.has_focus(*panel)).map_or(0, |at| at + 1);
        match shown.get(next) {
            Some(panel) => self.focus(*panel),
            None => self.host().focus_board(),
        }
    }

    /// Shows the board alone.
    fn show_board_alone(&self) {
        self.host().change_options(|options| options.window.panels = false);
        self.host().focus_board();
    }

    /// Shows the panels for reviewing a match.
    fn show_study_layout(&self) {
        self.leave_start_page();
        self.arrangement.note_heights();
        let mut layout = self.arrangement.layout.borrow().clone();
        if !layout.is_split() {
            layout.split_for_review();
        }
        self.host().change_options(|options| {
            options.window.panels = true;
            options.window.panel_layout = layout.write();
            for panel in [PanelId::Record, PanelId::Analysis, PanelId::Errors, PanelId::Commentary] {
                panel.want(options, true);
            }
        });
        // In a transcription the comment is in the same group.
        if self.is_shown_for_mode.get() && self.arrangement.select(PanelId::Record) {
            self.show_content(PanelId::Record);
        }
    }

    /// Shows the panels for a match that was opened: those of the last time.
    pub(crate) fn show_for_review(&self) {
        if self.host().options().window.panel_layout.is_empty() {
            self.show_study_layout();
        } else {
            self.host().change_options(|options| options.window.panels = true);
        }
    }

    /// Gives the keyboard to the comment on the decision, and shows its panel.
    pub(crate) fn open_commentary(&self) {
        let is_tab =
            self.host().options().window.panels && self.arrangement.docked().contains(&PanelId::Commentary);
        if is_tab || self.arrangement.is_shown(PanelId::Commentary) {
            self.focus(PanelId::Commentary);
        } else {
            self.want(PanelId::Commentary, true);
        }
    }
}
