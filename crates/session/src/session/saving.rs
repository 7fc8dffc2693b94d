// SPDX-License-Identifier: GPL-3.0-or-later
//! What a session saves by itself: the settings, and the running match in its journal.

use crate::editing::history::HistoryStep;
use crate::event::{Event, Message};
use crate::files::directories::Directories;
use crate::files::journal::{Journal, JournalPlace, Touched, expire};
use crate::jobs::within;
use crate::session::{Content, DISK_DEADLINE, Notice, Session};
use crate::settings::SettingsFile;
use gnubg_record::{Cursor, MatchRecord};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

impl Session {
    pub(super) fn open_journal(&mut self, messages: &mut Vec<Message>) {
        let Some(folder) = self.setup.directories.as_ref().map(Directories::journals) else { return };
        if self.setup.without_autosave {
            return;
        }
        let (expiring, teller) = (folder.clone(), self.sender.clone());
        self.files.push(move || {
            for names in expire(&expiring, SystemTime::now()) {
                // What the session does not show any more, its end tells.
                let _ =
                    teller.try_send(Notice(Content::Event(Event::Message(Message::RecoveryExpired(names)))));
            }
            Ok(())
        });
        let sender = self.sender.clone();
        let tell = move |problem| {
            // The session may have ended; then nobody has to know.
            let _ = sender.try_send(Notice(Content::Autosave(problem)));
        };
        match Journal::create(&folder, tell) {
            Ok(journal) => {
                self.journal = Some(journal);
            }
            Err(error) => {
                self.autosave_problem = Some(error.to_string());
                messages.push(Message::AutosaveFailed(error.to_string()));
            }
        }
    }

    /// Ends the session normally: the settings are saved and the journal of the running match is removed. Dropping a
    /// session without this leaves the journal, as a crash would.
    pub fn close(mut self) -> Vec<Message> {
        let mut messages = Vec::new();
        match self.save_settings() {
            Ok(told) => messages.extend(told),
            Err(error) => messages.push(Message::SettingsNotSaved(error.to_string())),
        }
        // What is left to be written afterwards is of no use to anybody.
        self.files.wait(DISK_DEADLINE);
        // Matches that were removed are told also by a session that ends at once.
        while let Ok(notice) = self.receiver.try_recv() {
            if let Content::Event(Event::Message(message @ Message::RecoveryExpired(_))) = notice.0 {
                messages.push(message);
            }
        }
        if let Some(journal) = self.journal.take() {
            journal.remove();
        }
        messages
    }

    /// Ends the session because its input or terminal is gone: the same as [`Session::close`], but the journal of an
    /// unsaved match stays, so that the match can be recovered.
    pub fn close_keeping_match(mut self) -> Vec<Message> {
        if self.is_unsaved && !self.record.games.is_empty() {
            self.keep_copy(Duration::ZERO);
            // Dropping a journal writes it to its end and leaves it.
            drop(self.journal.take());
        }
        self.close()
    }

    /// The folders with the settings, if the session keeps any.
    pub(super) fn settings_directories(&self) -> Option<&Directories> {
        self.directories().filter(|_| !self.setup.without_settings)
    }

    /// The settings file as it should be, if the session has one; any thread can write it.
    #[must_use]
    pub fn settings_file(&self) -> Option<SettingsFile> {
        let directories = self.settings_directories()?;
        Some(SettingsFile::of(&self.options, directories, &self.known_settings))
    }

    /// The file of match presets, if the session keeps settings.
    #[must_use]
    pub fn presets_file(&self) -> Option<PathBuf> {
        self.settings_directories().map(Directories::presets_file)
    }

    /// Writes the settings file, if the session has one. Messages tell if a damaged one was set aside before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_settings(&self) -> std::io::Result<Vec<Message>> {
        let Some(file) = self.settings_file() else { return Ok(Vec::new()) };
        within(DISK_DEADLINE, move || file.write())
            .unwrap_or_else(|| Err(std::io::ErrorKind::TimedOut.into()))
    }

    /// Notes a change of the record for undo and for the journal.
    pub(crate) fn note(&mut self, step: HistoryStep, before: Cursor) {
        step.note_touched(&mut self.touched);
        self.history.note(step, before, self.cursor);
        self.is_unsaved = true;
    }

    /// Writes what changed to the journal.
    pub(crate) fn keep(&mut self) {
        let minutes = u64::from(self.options.autosave.minutes);
        self.keep_copy(Duration::from_secs(60 * minutes));
    }

    /// The same, with a copy of the analysis if the last one is at least `least_age` old.
    pub(crate) fn keep_copy(&mut self, least_age: Duration) {
        #[cfg(test)]
        self.check_touched();
        let Some(journal) = &mut self.journal else {
            self.touched = Touched::default();
            return;
        };
        // A match that is in a file as it stands is opened from there, so there is nothing to recover.
        let is_in_file = !self.is_unsaved && (self.file.is_some() || self.origin.is_some());
        let was_in_file = std::mem::replace(&mut self.is_journal_empty, is_in_file);
        if is_in_file {
            self.touched = Touched::default();
            if !was_in_file {
                journal.follow(&mut Touched::whole(), &MatchRecord::default(), JournalPlace::default());
            }
            return;
        }
        if was_in_file {
            self.touched.add_whole();
        }
        let place = JournalPlace { cursor: self.cursor, is_transcribing: self.is_transcribing };
        journal.follow(&mut self.touched, &self.record, place);
        journal.copy(least_age);
    }

    /// Why the running match cannot be saved automatically at present; `None` if it can.
    #[must_use]
    pub fn autosave_problem(&self) -> Option<&str> {
        self.autosave_problem.as_deref()
    }

    /// Checks that everything that has changed in the record was noted as touched, unless that takes long.
    #[cfg(test)]
    fn check_touched(&mut self) {
        if self.record.games.len() > 40 {
            return;
        }
        let mut touched = self.touched.clone();
        let step = touched.take_step(&self.record, None);
        step.map_or(Some(()), |step| self.mirror.apply(step)).expect("a step that fits");
        assert!(self.mirror.record == self.record, "a change was not noted");
    }
}
