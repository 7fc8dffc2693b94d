// SPDX-License-Identifier: GPL-3.0-or-later
//! The tool windows: what is open, what they are told, and what they share.
//!
//! A tool shows numbers that the session or the engine computes; it follows the match as long as it is open. The main
//! window tells every tool of each change and of each event of the session.

pub(super) mod heat;
pub(super) mod plot;
pub(super) mod sheet;
pub(super) mod strip;

use super::Window;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::MatchState;
use gnubg_session::{Event, Session};
use gtk::{gio, glib};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// A tool window.
pub(super) trait Tool {
    /// Its name: that of its action, and of its part of the state dump.
    fn name(&self) -> &'static str;
    /// Its window.
    fn window(&self) -> &adw::Window;
    /// Shows how things stand now; called when anything may have changed.
    fn follow(&self, parent: &Window);
    /// Takes in what the session tells.
    fn hear(&self, _parent: &Window, _event: &Event) {}
    /// Turns to one of its views, if it has several.
    fn turn_to(&self, _view: u32) {}
    /// Stops what it computes; called when its window closes, too.
    fn halt(&self, _parent: &Window) {}
    /// What it shows, for tests.
    fn facts(&self) -> Value;
}

/// Matches of fewer points have no tables of scores of their own.
const LEAST_LENGTH: u16 = 3;

/// The tools that are open, and what goes on in the background.
#[derive(Default)]
pub(in crate::window) struct Tools {
    open: RefCell<Vec<Rc<dyn Tool>>>,
    pub(super) rollout: RefCell<super::rollout::Course>,
    strip: RefCell<Option<strip::Strip>>,
}

/// The actions that open tools.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let open = |name: &'static str, run: fn(&Window)| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window)).build()
    };
    let by_level = gio::ActionEntry::builder("roll-out-hint")
        .parameter_type(Some(&u32::static_variant_type()))
        .activate(|window: &Window, _, level| {
            if let Some(level) = level.and_then(glib::Variant::get::<u32>) {
                window.roll_out_hint_by(level);
            }
        })
        .build();
    vec![
        by_level,
        open("rollout", Window::open_rollout),
        open("continue-rollout", Window::continue_rollout),
        open("forget-rollout", Window::forget_rollout),
        open("roll-out-position", Window::roll_out_position),
        open("roll-out-cube", Window::roll_out_cube),
        open("roll-out-decision", Window::roll_out_decision),
        open("race", Window::open_race),
        open("speed", Window::open_speed),
        open("theory", Window::open_theory),
        open("equity-table", Window::open_equity_table),
        open("statistics", Window::open_statistics),
        open("players", Window::open_players),
        open("temperature-map", Window::open_temperature_map),
        open("temperature-map-cube", Window::open_temperature_map_doubled),
        open("score-map", Window::open_score_map),
        open("roll-distribution", Window::open_roll_distribution),
    ]
}

/// Enables the tools that have something to show.
pub(super) fn update(window: &Window) {
    let state = window.studied();
    let is_on = state.is_some_and(|state| state.result().is_none());
    let enable = |name: &str, on: bool| {
        if let Some(action) = window.lookup_action(name).and_downcast::<gio::SimpleAction>() {
            action.set_enabled(on);
        }
    };
    for name in ["race", "temperature-map", "score-map", "roll-distribution"] {
        enable(name, is_on);
    }
    let may_double = |state: &MatchState| {
        let cube = |session: &Session| super::rollout::may_double(state, session.table());
        window.look(cube) == Some(true)
    };
    enable("temperature-map-cube", is_on && state.is_some_and(|state| may_double(&state)));
    let going_on = |session: &Session| session.state().filter(|state| state.result().is_none()).copied();
    let cube = |session: &Session| {
        going_on(session).is_some_and(|state| super::rollout::is_cube_question(&state, session.table()))
    };
    let session =
        window.look(|session| (going_on(session).is_some(), cube(session), session.state().is_some()));
    let (is_going_on, has_cube, has_match) = session.unwrap_or_default();
    enable("roll-out-position", is_going_on);
    enable("roll-out-cube", has_cube);
    enable("statistics", has_match);
}

impl Window {
    /// The position that is looked at: that being set up, or that of the match.
    pub(super) fn studied(&self) -> Option<MatchState> {
        let draft = self.imp().board.with_controller(|c| c.draft().cloned());
        match draft {
            Some(draft) => draft.finish().ok(),
            None => self.look(|session| session.state().copied()).flatten(),
        }
    }

    /// The length of the match that is looked at, for a table of scores; `usual` for money and for short matches, as a
    /// table of few scores tells little.
    pub(super) fn length_or(&self, usual: u16) -> u16 {
        let length = self.studied().map_or(0, |state| state.length);
        if length >= LEAST_LENGTH { length } else { usual }
    }

    /// The open tool of that name.
    pub(super) fn tool(&self, name: &str) -> Option<Rc<dyn Tool>> {
        self.imp().tools.open.borrow().iter().find(|tool| tool.name() == name).cloned()
    }

    /// Shows the tool of that name, made by `make` if it is not open.
    pub(super) fn show_tool<T: Tool + 'static>(&self, name: &'static str, make: impl FnOnce(&Window) -> T) {
        let tool = self.tool(name).unwrap_or_else(|| {
            let tool: Rc<dyn Tool> = Rc::new(make(self));
            self.imp().tools.open.borrow_mut().push(Rc::clone(&tool));
            tool
        });
        tool.follow(self);
        tool.window().present();
        self.write_dump();
    }

    /// A tool's window was closed.
    pub(super) fn forget_tool(&self, name: &'static str) {
        if let Some(tool) = self.tool(name) {
            tool.halt(self);
        }
        self.imp().tools.open.borrow_mut().retain(|tool| tool.name() != name);
        self.write_dump();
    }

    /// Tells every tool that something may have changed.
    pub(super) fn refresh_tools(&self) {
        update(self);
        let open = self.imp().tools.open.borrow().clone();
        for tool in open {
            tool.follow(self);
        }
    }

    /// Tells every tool what the session tells.
    pub(super) fn tools_hear(&self, event: &Event) {
        self.note_rollout(event);
        self.show_background(event);
        let open = self.imp().tools.open.borrow().clone();
        for tool in open {
            tool.hear(self, event);
        }
        if matches!(event, Event::EngineReady | Event::RolloutProgress { .. } | Event::JobProgress { .. }) {
            self.write_dump();
        }
    }

    /// Takes all tools from the screen for good.
    pub(super) fn destroy_tools(&self) {
        let open = self.imp().tools.open.take();
        for tool in open {
            tool.window().destroy();
        }
    }

    /// What the tools show, for tests.
    pub(super) fn tool_facts(&self) -> Value {
        let tools = &self.imp().tools;
        let Ok(open) = tools.open.try_borrow() else { return Value::Null };
        let mut facts: Map<String, Value> =
            open.iter().map(|tool| (tool.name().to_owned(), tool.facts())).collect();
        let strip = tools.strip.borrow().as_ref().map_or(Value::Null, strip::Strip::facts);
        facts.insert("background".to_owned(), strip);
        Value::Object(facts)
    }

    /// Shows what is computed in the background.
    fn show_background(&self, event: &Event) {
        self.with_strip(|strip| strip.hear(event));
    }

    /// Does something with the part of the last line that tells what goes on in the background.
    pub(super) fn with_strip(&self, run: impl FnOnce(&strip::Strip)) {
        let imp = self.imp();
        run(imp
            .tools
            .strip
            .borrow_mut()
            .get_or_insert_with(|| strip::Strip::new(imp.status_row.upcast_ref())));
        self.fit_status(self.options().window.show_ids);
    }

    /// Gives what is told of the background its share of the last line.
    pub(super) fn fit_strip(&self, has_room: bool, has_bar: bool) {
        if let Some(strip) = self.imp().tools.strip.borrow().as_ref() {
            strip.fit(has_room, has_bar);
        }
    }

    /// Whether there is something to tell of what goes on in the background.
    pub(super) fn has_background(&self) -> bool {
        self.imp().tools.strip.borrow().as_ref().is_some_and(strip::Strip::is_shown)
    }
}
