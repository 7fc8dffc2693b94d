// SPDX-License-Identifier: GPL-3.0-or-later
//! The command language in the window: a line to type in, what came of it, history and completion.

use super::super::Window;
use super::console::{self, News, Outcome};
use super::layout::Panel;
use super::messages::{append, text_view};
use crate::a11y;
use crate::i18n::gettext;
use crate::widgets::cut;
use adw::prelude::*;
use adw::subclass::prelude::*;
use async_channel::Sender;
use gnubg_engine::core::Player;
use gnubg_session::options::Options;
use gnubg_session::{Interrupter, Session};
use gnubg_shell::commands::table;
use gnubg_shell::language::complete::complete;
use gnubg_shell::language::words::quoted;
use gnubg_shell::language::{Flow, Interpreter};
use gtk::{gdk, glib};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// Texts of a command that are shown together.
const AT_ONCE: usize = 64;

pub(super) struct CommandPanel {
    root: gtk::Box,
    output: gtk::TextView,
    prompt: gtk::Label,
    entry: gtk::Entry,
    stop: gtk::Button,
    /// Lines typed, oldest first.
    history: RefCell<Vec<String>>,
    /// The line of the history that is shown.
    at: Cell<Option<usize>>,
    /// What was typed before the history was called up.
    draft: RefCell<String>,
    interpreter: RefCell<Option<Interpreter>>,
    /// Stops the command that is being carried out.
    running: RefCell<Option<Interrupter>>,
    /// Waits for an answer.
    question: RefCell<Option<Sender<Option<String>>>>,
    /// The window is to close when the command has ended.
    closes: Cell<bool>,
}

impl CommandPanel {
    pub(super) fn new(window: &Window) -> CommandPanel {
        let (scroller, output) = text_view(&gettext("Command output"));
        output.set_widget_name("command_output");
        output.add_css_class("console");
        output.set_monospace(true);
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
        entry.connect_activate(glib::clone!(
            #[weak]
            window,
            move |entry| window.enter_line(&entry.text())
        ));
        stop.connect_clicked(glib::clone!(
            #[weak]
            window,
            move |_| window.stop_line()
        ));
        let keys = gtk::EventControllerKey::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(glib::clone!(
            #[weak]
            window,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, modifiers| window.command_key(key, modifiers)
        ));
        entry.add_controller(keys);
        CommandPanel {
            root,
            output,
            prompt,
            entry,
            stop,
            history: RefCell::default(),
            at: Cell::default(),
            draft: RefCell::default(),
            interpreter: RefCell::new(Some(Interpreter::new(table()))),
            running: RefCell::default(),
            question: RefCell::default(),
            closes: Cell::default(),
        }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    pub(super) fn focus(&self) {
        self.entry.grab_focus();
    }

    /// Follows the settings.
    pub(super) fn follow(&self, _options: &Options) {
        self.stop.set_visible(self.running.borrow().is_some());
    }

    fn print(&self, text: &str) {
        let text = text.trim_end();
        match cut::beginning(text) {
            Some(begin) => append(&self.output, &cut::with_note(begin)),
            None => append(&self.output, text),
        }
    }

    fn set_line(&self, text: &str) {
        self.entry.set_text(text);
        self.entry.set_position(-1);
    }

    /// Goes through the lines typed before.
    fn recall(&self, back: bool) {
        let history = self.history.borrow();
        let at = match (self.at.get(), back) {
            (None, true) => {
                self.draft.replace(self.entry.text().to_string());
                history.len().checked_sub(1)
            }
            (None, false) => return,
            (Some(at), true) => Some(at.saturating_sub(1)),
            (Some(at), false) => Some(at + 1).filter(|at| *at < history.len()),
        };
        self.at.set(at);
        match at.and_then(|at| history.get(at)) {
            Some(line) => self.set_line(line),
            None => self.set_line(&self.draft.borrow()),
        }
    }
}

impl Window {
    /// Whether a typed command is running and has the session.
    pub(in crate::window) fn is_command_running(&self) -> bool {
        self.imp_panels().is_some_and(|panels| panels.command.running.borrow().is_some())
    }

    /// Runs a line, or uses it to answer a question.
    fn enter_line(&self, line: &str) {
        let panel = &self.panels().command;
        if let Some(question) = panel.question.take() {
            panel.print(&format!("? {line}"));
            panel.set_line("");
            panel.prompt.set_text("›");
            // The thread that asked is still running.
            let _ = question.try_send(Some(line.to_owned()));
            return self.write_dump();
        }
        let line = line.trim().to_owned();
        if line.is_empty() || self.is_command_running() {
            return;
        }
        panel.set_line("");
        panel.at.set(None);
        if panel.history.borrow().last() != Some(&line) {
            panel.history.borrow_mut().push(line.clone());
        }
        panel.print(&format!("› {line}"));
        self.carry_out(line);
    }

    /// Carries out a file of commands; what it says is in the panel.
    pub(in crate::window) fn carry_out_file(&self, path: &str) {
        if !self.is_command_running() {
            self.carry_out(format!("load commands {}", quoted(path)));
        }
    }

    /// Carries out a line in sight, as if it had been typed in the panel.
    pub(in crate::window) fn run_line(&self, line: &str) {
        self.want_panel(Panel::Command, true);
        if self.is_command_running() {
            return self.toast(&gettext("A command is still running"));
        }
        self.enter_line(line);
    }

    /// Carries out a file of commands in sight.
    pub(in crate::window) fn show_file_of_commands(&self, path: &str) {
        self.run_line(&format!("load commands {}", quoted(path)));
    }

    /// Shows the panel with a command to be completed in its line.
    pub(in crate::window) fn offer_line(&self, line: &str) {
        self.want_panel(Panel::Command, true);
        self.panels().command.set_line(line);
        self.write_dump();
    }

    /// Moves the session to a thread that runs the line.
    fn carry_out(&self, line: String) {
        self.finish_scenes();
        self.keep_comment();
        let panel = &self.panels().command;
        let Some(interpreter) = panel.interpreter.take() else { return };
        self.stop_listening();
        let Some(session) = self.imp().session.take() else { return };
        panel.running.replace(Some(session.interrupter()));
        panel.stop.set_visible(true);
        // Whoever says more than can be shown waits, so that it can be stopped at once.
        let (sender, news) = async_channel::bounded(AT_ONCE);
        let history = panel.history.borrow().clone();
        if let Err(error) = console::carry_out(session, interpreter, line, history, sender) {
            // Without a thread the session is lost; all we can do is say so.
            panel.print(&error.to_string());
            panel.running.take();
            return;
        }
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                while let Ok(first) = news.recv().await {
                    window.take_all_news(first, &news);
                    // Frames and keys come between them.
                    glib::timeout_future(Duration::ZERO).await;
                }
            }
        ));
        self.write_dump();
    }

    /// Takes what has been said so far, texts together.
    fn take_all_news(&self, first: News, more: &async_channel::Receiver<News>) {
        let mut texts = String::new();
        let waiting = std::iter::once(first).chain(std::iter::from_fn(|| more.try_recv().ok()));
        for news in waiting.take(AT_ONCE) {
            match news {
                News::Print(text) | News::Complain(text) => {
                    texts.push_str(text.trim_end());
                    texts.push('\n');
                }
                News::Ask(..) | News::Done(_) => {
                    self.take_texts(&std::mem::take(&mut texts));
                    self.take_news(news);
                }
            }
        }
        self.take_texts(&texts);
    }

    fn take_texts(&self, texts: &str) {
        if !texts.is_empty() {
            self.panels().command.print(texts);
            self.write_dump();
        }
    }

    fn take_news(&self, news: News) {
        let panel = &self.panels().command;
        match news {
            News::Print(text) | News::Complain(text) => panel.print(&text),
            News::Ask(question, answers) => {
                panel.print(&question);
                panel.prompt.set_text("?");
                panel.question.replace(Some(answers));
                if panel.closes.get() {
                    self.stop_line();
                } else {
                    panel.focus();
                }
            }
            News::Done(outcome) => return self.take_back(*outcome),
        }
        self.write_dump();
    }

    /// Takes the session back and shows the changes of the match.
    fn take_back(&self, outcome: Outcome) {
        let imp = self.imp();
        let panel = &self.panels().command;
        imp.session.replace(Some(outcome.session));
        self.listen();
        panel.interpreter.replace(Some(outcome.interpreter));
        panel.running.take();
        panel.stop.set_visible(false);
        panel.prompt.set_text("›");
        self.catch_up_with_options();
        imp.scenes.borrow_mut().extend(outcome.changes);
        self.tools().check_hint();
        self.go_on();
        if imp.scenes.borrow().is_empty() {
            self.refresh();
        }
        self.show_panels();
        self.write_dump();
        if outcome.flow == Flow::Quit || panel.closes.get() {
            self.close();
        }
    }

    /// Stops the command that is being carried out; a question of it gets no answer.
    pub(in crate::window) fn stop_line(&self) {
        let panel = &self.panels().command;
        if let Some(question) = panel.question.take() {
            // The thread that asked is still running.
            let _ = question.try_send(None);
        }
        if let Some(interrupter) = panel.running.borrow().as_ref() {
            interrupter.interrupt();
        }
    }

    /// Stops the running command and closes the window when it has ended.
    pub(in crate::window) fn close_after_line(&self) {
        self.panels().command.closes.set(true);
        self.stop_line();
    }

    /// History and completion.
    fn command_key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> glib::Propagation {
        let panel = &self.panels().command;
        let plain = !modifiers.intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK);
        match key {
            gdk::Key::Up if plain => panel.recall(true),
            gdk::Key::Down if plain => panel.recall(false),
            // Shift+Tab leaves the line; Tab does where there is nothing to complete.
            gdk::Key::Tab if plain && !panel.entry.text().is_empty() => self.complete_line(),
            gdk::Key::Escape if plain => self.focus_board(),
            gdk::Key::c
                if modifiers.contains(gdk::ModifierType::CONTROL_MASK) && self.is_command_running() =>
            {
                self.stop_line();
            }
            _ => return glib::Propagation::Proceed,
        }
        self.write_dump();
        glib::Propagation::Stop
    }

    /// Completes the last word, or lists what it could be.
    fn complete_line(&self) {
        let panel = &self.panels().command;
        let line = panel.entry.text().to_string();
        let Some(names) = self.look(|session: &Session| Player::BOTH.map(|player| session.name(player)))
        else {
            return;
        };
        let (start, words) = complete(&table().root, &line, &names);
        let Some(before) = line.get(..start) else { return };
        match &words[..] {
            [] => self.error_bell(),
            [only] => panel.set_line(&format!("{before}{only} ")),
            several => {
                let beginning = console::common_beginning(several);
                if beginning.len() > line.len() - start {
                    panel.set_line(&format!("{before}{beginning}"));
                } else {
                    panel.print(&several.join("  "));
                }
            }
        }
    }
}
