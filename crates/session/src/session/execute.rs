// SPDX-License-Identifier: GPL-3.0-or-later
//! Carrying out commands.

use crate::command::{Command, CommandOutcome, Opened};
use crate::editing::history::{HistoryStep, ShownMatch};
use crate::error::CommandError;
use crate::event::{Activity, Cause, Event, Message};
use crate::jobs::JobError;
use crate::options::{Effect, OptionId, OptionValue, Options, effects};
use crate::session::Session;
use crate::session::engine::{NamedFiles, built_in};
use gnubg_engine::cube::MatchEquityTable;
use std::sync::Arc;

impl Session {
    /// Carries out a command. Returns within a few milliseconds; what takes longer is done by a job. Events tell what
    /// happened, in order.
    ///
    /// # Errors
    /// If it cannot be done; nothing has been changed then.
    pub fn execute(&mut self, command: Command) -> Result<CommandOutcome, CommandError> {
        let result = match command {
            Command::Game(command) => self.play_command(command),
            Command::Edit(edit) => self.edit(edit),
            Command::Go(go) => self.go(go),
            Command::Annotate(annotate) => self.annotate(&annotate),
            Command::Set(values) => self.set(values),
            Command::Dice(command) => self.change_dice(&command),
            Command::Ask(question) => self.ask(question),
            Command::File(command) => self.file_command(command),
            Command::Analyze(part) => self.analyze(part, None),
            Command::AnalyzeAt(part, plies) => self.analyze(part, Some(plies)),
            Command::RollOut(part, choice) => self.roll_out_record(part, choice),
            Command::RollOutErrors(query) => self.roll_out_errors(&query),
            Command::Open(opened) => {
                self.open(*opened);
                Ok(CommandOutcome::Done)
            }
            Command::Line(command) => self.change_line(command).map(|()| CommandOutcome::Done),
            Command::Saved(file) => {
                self.is_unsaved = false;
                self.file = file.or_else(|| self.file.take());
                self.emit(Event::RecordChanged);
                Ok(CommandOutcome::Done)
            }
            Command::Database(action) => self.start_database_action(*action),
            Command::StopDatabase => self.stop_database_action(),
            Command::Library(request) => self.ask_library(*request),
            Command::Undo => self.jump(true),
            Command::Redo => self.jump(false),
            Command::Transcribe(on) => self.transcribe(on).map(|()| CommandOutcome::Done),
            Command::MakeHypergammon(checkers) => self.make_hypergammon(checkers),
            Command::Clock(command) => self.clock_command(command),
            Command::Stop => {
                self.stop();
                Ok(CommandOutcome::Done)
            }
        };
        if result.is_ok() {
            self.advance();
        }
        self.update_clock();
        self.history.end(self.cursor);
        self.keep();
        result
    }

    fn jump(&mut self, back: bool) -> Result<CommandOutcome, CommandError> {
        let before = self.state;
        let mut shown = ShownMatch {
            record: &mut self.record,
            is_transcribed: &mut self.is_transcribing,
            touched: &mut self.touched,
        };
        let place = if back { self.history.undo(&mut shown) } else { self.history.redo(&mut shown) };
        let nothing = if back { CommandError::NothingToUndo } else { CommandError::NothingToRedo };
        self.cursor = place.ok_or(nothing)?;
        self.cancel_thinking();
        self.is_held = true;
        self.is_finishing = false;
        self.is_unsaved = true;
        self.refresh();
        self.emit_change(if back { Cause::Undone } else { Cause::Redone }, Some(before));
        Ok(CommandOutcome::Done)
    }

    /// Whether a match is being transcribed: both seats are people and the dice are entered by hand, whatever the settings
    /// say.
    #[must_use]
    pub fn is_transcribing(&self) -> bool {
        self.is_transcribing
    }

    /// Begins or ends the transcription of the present match.
    fn transcribe(&mut self, on: bool) -> Result<(), CommandError> {
        if self.record.games.is_empty() {
            return Err(CommandError::NoGame);
        }
        self.cancel_thinking();
        self.is_transcribing = on;
        self.is_finishing = false;
        self.is_dice_wanted = false;
        // The computer does not play on in a match that others have played.
        self.is_held = true;
        Ok(())
    }

    /// Puts another match in place of the present one.
    pub(crate) fn open(&mut self, opened: Opened) {
        self.history.begin(self.cursor, false);
        self.cancel_thinking();
        self.dice.forget();
        self.replace_match(opened.record, opened.place);
        self.is_transcribing = false;
        // Files are opened when a job is done, not while a command is carried out.
        self.history.end(self.cursor);
        self.is_held = true;
        self.is_finishing = false;
        self.file = opened.file;
        self.origin = None;
        self.is_unsaved = false;
        self.emit_change(Cause::Opened, None);
        self.resume_queue();
    }

    /// Puts another record in place, undoably.
    pub(crate) fn replace_match(&mut self, record: gnubg_record::MatchRecord, place: gnubg_record::Cursor) {
        let before = self.cursor;
        self.pause_queue();
        self.cancel_jobs(|activity| activity == Activity::Analysis);
        let old = std::mem::replace(&mut self.record, record);
        self.cursor = place;
        self.refresh();
        self.note(HistoryStep::Match(Box::new(old), self.is_transcribing), before);
        let variation = self.record.rules.variation;
        let checkers = variation.n_checkers();
        if variation.is_hypergammon() && self.engine.databases().hyper(usize::from(checkers)).is_none() {
            let file = self.hypergammon_file(checkers);
            self.emit(Event::Message(Message::HypergammonDatabaseMissing { checkers, file }));
        }
    }

    /// Gives options new values, all or none, and carries out what the changes affect.
    fn set(&mut self, values: Vec<(OptionId, OptionValue)>) -> Result<CommandOutcome, CommandError> {
        let mut changed = self.options.clone();
        for (id, value) in &values {
            id.leaf().set(&mut changed, value)?;
        }
        changed.engine.efficiencies.check()?;
        // A table or nets of the same name may be in another file by now.
        let named: Vec<OptionId> = values.iter().map(|(id, _)| *id).collect();
        let needs_table = effects(&named).contains(Effect::EquityTable);
        let table = built_in(&changed.engine).filter(|_| needs_table);
        let files = NamedFiles {
            table: needs_table && table.is_none(),
            weights: names_weights(&values) && !changed.engine.weights.is_empty(),
        };
        if files.table || files.weights {
            // The options change when the files have been read.
            let id = self.read_named_files(&changed.engine, files, move |session, read| {
                if let Err(error) = session.set_with_table(&values, read.or(table)) {
                    session.emit(Event::Message(Message::SettingsProblem(error.to_string())));
                }
            });
            return Ok(CommandOutcome::Started(id));
        }
        self.set_with_table(&values, table)?;
        Ok(CommandOutcome::Done)
    }

    /// The same with the match equity table that the values name, if they name one.
    fn set_with_table(
        &mut self,
        values: &[(OptionId, OptionValue)],
        table: Option<MatchEquityTable>,
    ) -> Result<(), CommandError> {
        let mut changed = self.options.clone();
        for (id, value) in values {
            id.leaf().set(&mut changed, value)?;
        }
        let old = std::mem::replace(&mut self.options, changed);
        let is_new = |id: &OptionId| id.leaf().get(&old) != id.leaf().get(&self.options);
        let mut ids: Vec<OptionId> = values.iter().map(|(id, _)| *id).filter(is_new).collect();
        ids.sort_unstable();
        ids.dedup();
        let affected = effects(&ids);
        if affected.contains(Effect::Threads)
            && let Err(error) = self.replace_threads(&old)
        {
            self.options = old;
            return Err(error.into());
        }
        if let Some(table) = table {
            self.use_table(table);
        }
        if names_weights(values) || affected.contains(Effect::Engine) {
            self.rebuild_engine();
            self.discard_hint();
        }
        if affected.contains(Effect::Rules) {
            self.rules_changed(&old.matches);
        }
        self.allow_new_programs(&old);
        self.emit(Event::OptionsChanged(ids));
        Ok(())
    }

    /// Uses this match equity table from now on.
    pub(super) fn use_table(&mut self, table: MatchEquityTable) {
        self.table = Arc::new(table);
        self.discard_hint();
    }

    /// Replaces the worker threads by another number of them or by threads of another priority.
    fn replace_threads(&self, old: &Options) -> Result<(), JobError> {
        let is_number_new = self.options.engine.threads != old.engine.threads;
        let n = if is_number_new { self.options.engine.threads } else { self.jobs.threads() };
        self.jobs.set_threads(n, self.setup.niceness(&self.options))
    }
}

/// Whether these values say which nets are used.
fn names_weights(values: &[(OptionId, OptionValue)]) -> bool {
    values.iter().any(|(id, _)| id.leaf().name == "engine.weights")
}
