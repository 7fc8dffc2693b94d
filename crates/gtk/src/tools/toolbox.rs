// SPDX-License-Identifier: GPL-3.0-or-later
//! The tool windows that are open. The main window has one toolbox, and tells it of every change and every event.

use super::Tool;
use super::batch::BatchWindow;
use super::help::{HelpTopic, HelpWindow};
use super::library::LibraryWindow;
use super::maps::{RollDistribution, ScoreMap, TemperatureMap};
use super::players::PlayersWindow;
use super::race::RaceWindow;
use super::rollout::{RolloutWindow, Rollouts};
use super::speed::SpeedWindow;
use super::statistics::StatisticsWindow;
use super::theory::{EquityTableWindow, TheoryWindow};
use crate::host::HostHandle;
use gnubg_engine::core::{MatchState, Play};
use gnubg_session::Event;
use gnubg_session::rollout::Target;
use gtk::glib;
use gtk::prelude::*;
use std::any::Any;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::{Rc, Weak};

/// See the module.
pub(crate) struct Toolbox {
    this: Weak<Toolbox>,
    host: HostHandle,
    rollouts: Rc<Rollouts>,
    open: RefCell<Vec<Rc<dyn Tool>>>,
}

impl Toolbox {
    /// A toolbox without open tools.
    pub(crate) fn new(host: HostHandle) -> Rc<Toolbox> {
        let toolbox = Rc::new_cyclic(|this: &Weak<Toolbox>| Toolbox {
            this: this.clone(),
            rollouts: Rollouts::new(host.clone()),
            host,
            open: RefCell::default(),
        });
        let this = toolbox.this.clone();
        toolbox.rollouts.connect_changed(move || {
            if let Some(toolbox) = this.upgrade() {
                toolbox.refresh();
            }
        });
        toolbox
    }

    /// What the tools may ask of the main window.
    pub(crate) fn host(&self) -> &HostHandle {
        &self.host
    }

    /// The open tool of a type.
    fn tool<T: Tool>(&self) -> Option<Rc<T>> {
        self.open.borrow().iter().find_map(|tool| {
            let tool: Rc<dyn Any> = Rc::clone(tool) as Rc<dyn Any>;
            tool.downcast().ok()
        })
    }

    /// The open tool of a type, made if it is not open.
    fn tool_or_new<T: Tool>(&self, make: impl FnOnce(&HostHandle) -> Rc<T>) -> Rc<T> {
        if let Some(tool) = self.tool() {
            return tool;
        }
        let tool = make(&self.host);
        self.connect_window(tool.name(), tool.window());
        self.open.borrow_mut().push(Rc::clone(&tool) as Rc<dyn Tool>);
        tool
    }

    /// Shows the tool of a type.
    fn show<T: Tool>(&self, make: impl FnOnce(&HostHandle) -> Rc<T>) -> Rc<T> {
        let tool = self.tool_or_new(make);
        tool.refresh();
        tool.window().present();
        tool
    }

    fn connect_window(&self, name: &'static str, window: &adw::Window) {
        let this = self.this.clone();
        window.connect_close_request(move |_| {
            if let Some(toolbox) = this.upgrade() {
                toolbox.closed(name);
            }
            glib::Propagation::Proceed
        });
    }

    fn closed(&self, name: &'static str) {
        let tool = self.open.borrow().iter().find(|tool| tool.name() == name).cloned();
        self.open.borrow_mut().retain(|tool| tool.name() != name);
        if let Some(tool) = tool {
            tool.stop();
        }
    }

    /// Shows the next result of the library's search, or the one before; false if there is none.
    pub(crate) fn step_result(&self, by: i32) -> bool {
        self.tool::<LibraryWindow>().is_some_and(|library| library.step_result(by))
    }

    /// Tells every open tool that something may have changed.
    pub(crate) fn refresh(&self) {
        let open = self.open.borrow().clone();
        for tool in open {
            tool.refresh();
        }
    }

    /// Tells every open tool of an event of the session.
    pub(crate) fn handle_event(&self, event: &Event) {
        self.rollouts.handle_event(event);
        let open = self.open.borrow().clone();
        for tool in open {
            tool.handle_event(event);
        }
    }

    /// Destroys all tool windows.
    pub(crate) fn destroy(&self) {
        let open = self.open.take();
        for tool in open {
            tool.window().destroy();
        }
    }

    /// Shows the last rollout, or that there is none.
    pub(crate) fn show_rollout(&self) {
        self.show(|host| RolloutWindow::new(host, &self.rollouts));
    }

    /// Rolls something out at the chosen level, and shows the progress in a window.
    pub(crate) fn roll_out(&self, target: Target) {
        self.rollouts.roll_out(target);
        self.show_rollout();
    }

    /// The rollout that runs or ran last.
    pub(crate) fn rollouts(&self) -> &Rollouts {
        &self.rollouts
    }

    /// Shows the counts and formulas of races.
    pub(crate) fn show_race(&self) {
        self.show(RaceWindow::new);
    }

    /// Shows the speed of evaluations.
    pub(crate) fn show_speed(&self) {
        self.show(SpeedWindow::new);
    }

    /// Shows the cube theory of a score.
    pub(crate) fn show_theory(&self) {
        self.show(TheoryWindow::new);
    }

    /// Shows the match equity table.
    pub(crate) fn show_equity_table(&self) {
        self.show(EquityTableWindow::new);
    }

    /// Shows the statistics.
    pub(crate) fn show_statistics(&self) {
        self.show(StatisticsWindow::new);
    }

    /// Shows the library.
    pub(crate) fn show_library(&self) {
        self.show(LibraryWindow::new);
    }

    /// Shows the exercises of the library.
    pub(crate) fn show_exercises(&self) {
        self.show(LibraryWindow::new).show_exercises();
    }

    /// Shows the player records.
    pub(crate) fn show_players(&self) {
        self.show(PlayersWindow::new);
    }

    /// Shows the player records and adds the match to them.
    pub(crate) fn add_match(&self) {
        self.show(PlayersWindow::new).add_match();
    }

    /// Shows the temperature map before a double, or after a double and a take.
    pub(crate) fn show_temperature_map(&self, is_doubled: bool) {
        self.show(TemperatureMap::new).show_doubled(is_doubled);
    }

    /// Shows the temperature map of the replies to a play.
    pub(crate) fn show_replies(&self, state: &MatchState, play: &Play) {
        self.show(TemperatureMap::new).show_replies(state, play);
    }

    /// Lets the temperature map follow the selected play if it shows replies to another one.
    pub(crate) fn follow_replies(&self, state: &MatchState, play: &Play) {
        if let Some(map) = self.tool::<TemperatureMap>().filter(|map| map.shows_replies()) {
            map.show_replies(state, play);
        }
    }

    /// Shows the score map.
    pub(crate) fn show_score_map(&self) {
        self.show(ScoreMap::new);
    }

    /// Shows the distribution of rolls.
    pub(crate) fn show_roll_distribution(&self) {
        self.show(RollDistribution::new);
    }

    /// Shows a page or a chapter of the help.
    pub(crate) fn show_help(&self, topic: HelpTopic) {
        self.tool_or_new(HelpWindow::new).request(topic);
        self.show(HelpWindow::new);
    }

    /// Shows the list of files to analyze, with these added.
    pub(crate) fn show_batch(&self, paths: Vec<PathBuf>) {
        self.show(BatchWindow::new).add(paths);
    }
}
