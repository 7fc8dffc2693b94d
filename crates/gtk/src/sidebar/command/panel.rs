// SPDX-License-Identifier: GPL-3.0-or-later
//! The command panel: an entry with history, and the output above it.

use crate::a11y;
use crate::i18n::gettext;
use crate::sidebar::messages::{append, text_view};
use crate::widgets::cut;
use crate::widgets::keys;
use gtk::prelude::*;
use gtk::{gdk, glib};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// What the user asks of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandRequest {
    /// The typed line is run, or answers a question.
    Enter,
    /// The last word of the line is completed.
    Complete,
    /// The running command is stopped.
    Stop,
}

/// The panel.
pub(in crate::sidebar) struct CommandPanel {
    root: gtk::Box,
    output: gtk::TextView,
    prompt: gtk::Label,
    entry: gtk::Entry,
    stop: gtk::Button,
    /// The typed lines, oldest first.
    history: RefCell<Vec<String>>,
    /// The index of the line of the history that is shown.
    recalled: Cell<Option<usize>>,
    /// What was typed before a line of the history was shown.
    draft: RefCell<String>,
    on_request: OnceCell<Box<dyn Fn(CommandRequest)>>,
}

impl CommandPanel {
    pub(super) fn new() -> Rc<CommandPanel> {
        let (scroller, output) = text_view(&gettext("Command output"));
        output.set_widget_name("command_output");
        output.add_css_class("console");
        output.set_monospace(true);
        // Below the beginning of the prompt.
        output.set_left_margin(9);
        output.set_right_margin(9);
        // Boards drawn with letters are not broken into lines.
        output.set_wrap_mode(gtk::WrapMode::None);
        scroller.set_vexpand(true);
        let prompt =
            gtk::Label::builder().name("command_prompt").css_classes(["dim-label"]).label("›").build();
        let entry = gtk::Entry::builder()
            .name("command_entry")
            .hexpand(true)
            .placeholder_text(gettext("Type a command; Tab completes, help explains"))
            .css_classes(["console"])
            .build();
        a11y::set_label(&entry, &gettext("Command"));
        let stop = gtk::Button::with_label(&gettext("Stop"));
        stop.set_widget_name("command_stop");
        stop.set_visible(false);
        let line = gtk::Box::builder().spacing(6).css_classes(["panel-line"]).build();
        line.append(&prompt);
        line.append(&entry);
        line.append(&stop);
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        root.append(&scroller);
        root.append(&line);
        let panel = Rc::new(CommandPanel {
            root,
            output,
            prompt,
            entry,
            stop,
            history: RefCell::default(),
            recalled: Cell::default(),
            draft: RefCell::default(),
            on_request: OnceCell::new(),
        });
        panel.connect();
        panel
    }

    fn connect(self: &Rc<Self>) {
        self.entry.connect_activate(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move |_| panel.request(CommandRequest::Enter)
        ));
        self.stop.connect_clicked(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move |_| panel.request(CommandRequest::Stop)
        ));
        keys::connect(
            &self.entry,
            gtk::PropagationPhase::Capture,
            glib::clone!(
                #[weak(rename_to = panel)]
                self,
                #[upgrade_or]
                glib::Propagation::Proceed,
                move |key, modifiers| panel.press_key(key, modifiers)
            ),
        );
    }

    /// Calls `requested` with what the user asks of the panel. To be called once.
    pub(super) fn connect_request(&self, requested: impl Fn(CommandRequest) + 'static) {
        assert!(self.on_request.set(Box::new(requested)).is_ok(), "invariant: connected once");
    }

    fn request(&self, request: CommandRequest) {
        if let Some(requested) = self.on_request.get() {
            requested(request);
        }
    }

    /// History and completion.
    fn press_key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> glib::Propagation {
        let is_control = modifiers.contains(gdk::ModifierType::CONTROL_MASK);
        let plain = !is_control && !modifiers.contains(gdk::ModifierType::ALT_MASK);
        match key {
            gdk::Key::Up if plain => self.recall(true),
            gdk::Key::Down if plain => self.recall(false),
            // Shift+Tab leaves the entry; so does Tab where there is nothing to complete.
            gdk::Key::Tab if plain && !self.entry.text().is_empty() => {
                self.request(CommandRequest::Complete);
            }
            gdk::Key::Escape if plain => {
                // The action exists only in the main window.
                let _ = self.root.activate_action("win.focus-board", None);
            }
            gdk::Key::c if is_control && self.stop.get_visible() => self.request(CommandRequest::Stop),
            _ => return glib::Propagation::Proceed,
        }
        glib::Propagation::Stop
    }

    pub(in crate::sidebar) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    pub(in crate::sidebar) fn focus(&self) {
        self.entry.grab_focus();
    }

    /// Adds a text to the output.
    pub(super) fn print(&self, text: &str) {
        let text = text.trim_end();
        match cut::beginning(text) {
            Some(begin) => append(&self.output, &cut::with_note(begin)),
            None => append(&self.output, text),
        }
    }

    /// The typed line.
    pub(super) fn line(&self) -> String {
        self.entry.text().to_string()
    }

    /// Replaces the typed line.
    pub(super) fn set_line(&self, text: &str) {
        self.entry.set_text(text);
        self.entry.set_position(-1);
    }

    /// Takes the typed line away, so that it can be run: it goes to the history and the output.
    pub(super) fn take_line(&self) -> String {
        let line = self.line().trim().to_owned();
        self.set_line("");
        self.recalled.set(None);
        if self.history.borrow().last() != Some(&line) {
            self.history.borrow_mut().push(line.clone());
        }
        self.print(&format!("› {line}"));
        line
    }

    /// The typed lines, oldest first.
    pub(super) fn history(&self) -> Vec<String> {
        self.history.borrow().clone()
    }

    /// Shows whether a command is running, and can be stopped.
    pub(super) fn show_running(&self, is_running: bool) {
        self.stop.set_visible(is_running);
    }

    /// Shows whether the typed line answers a question.
    pub(super) fn show_question(&self, is_asked: bool) {
        self.prompt.set_text(if is_asked { "?" } else { "›" });
    }

    /// Shows an earlier (`back`) or later line of the history.
    fn recall(&self, back: bool) {
        let history = self.history.borrow();
        let at = match (self.recalled.get(), back) {
            (None, true) => {
                self.draft.replace(self.line());
                history.len().checked_sub(1)
            }
            (None, false) => return,
            (Some(at), true) => Some(at.saturating_sub(1)),
            (Some(at), false) => Some(at + 1).filter(|at| *at < history.len()),
        };
        self.recalled.set(at);
        match at.and_then(|at| history.get(at)) {
            Some(line) => self.set_line(line),
            None => self.set_line(&self.draft.borrow()),
        }
    }
}
