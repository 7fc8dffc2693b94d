// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of matches and positions: opened, saved and exported on threads of their own, so that nothing waits for a disk.
//!
//! The content of a file decides its format. If a file holds several matches, the front end chooses one of
//! [`FileRead`].

mod recovery;

use crate::command::CommandOutcome;
use crate::command::{FileCommand, FileScope, Opened};
use crate::error::CommandError;
use crate::event::{Activity, Event, FileWritten};
use crate::files::FileRead;
use crate::jobs::{Blocking, Change, JobError, JobStep, OnCancel, interactive};
use crate::options::{HtmlBoards, HtmlCss, ReportLayout};
use crate::session::Session;
use gnubg_draw::layout::Direction;
use gnubg_draw::{Design, ViewOptions};
use gnubg_engine::core::{CancelToken, Decision, MatchState, Phase, Play, Player};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_formats::Format;
use gnubg_formats::export::{ExportScope, default_name};
use gnubg_record::analysis::PlayAnalysis;
use gnubg_record::{Entry, MatchRecord, Thresholds};
use gnubg_report::css::{HtmlOptions, StyleSheet};
use gnubg_report::document::Part;
use gnubg_report::export::{self, ExportOptions, PictureOptions};
use gnubg_report::markup::{KnownDecision, Markup};
use gnubg_report::tiles::{self, TileBoards, TileSet};
use gnubg_report::{DecisionFilter, NumberFormat, ReportOptions, Words};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long reading a file may take.
const READ_DEADLINE: Duration = Duration::from_secs(300);
/// How long writing files may take: a report of a long match with pictures is many.
const WRITE_DEADLINE: Duration = Duration::from_secs(900);

/// What a file is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Save,
    Export,
    /// A position with its analysis.
    Picture,
}

impl Session {
    /// Carries out a command about files.
    pub(crate) fn file_command(&mut self, command: FileCommand) -> Result<CommandOutcome, CommandError> {
        match command {
            FileCommand::Open { path, format, index } => {
                let work = move |_: &CancelToken| {
                    let file = read(path, format, index)?;
                    let change: Change<Session> = Box::new(move |session| session.show_file(file));
                    Ok(change)
                };
                let work = Blocking::new(READ_DEADLINE, OnCancel::Abandon, work);
                Ok(CommandOutcome::Started(self.start_blocking(Activity::File, work)))
            }
            FileCommand::Show { file, index } => {
                let mut file = Arc::unwrap_or_clone(file);
                let most = file.matches.len();
                if index >= most {
                    return Err(CommandError::NoSuchMatch { asked: index + 1, most });
                }
                file.shown = Some(index);
                self.show_file(file);
                Ok(CommandOutcome::Done)
            }
            FileCommand::Analyze(paths) => Ok(self.analyze_files(paths)),
            FileCommand::Save { path, scope } => self.write_file(path, Format::Sgf, scope, Purpose::Save),
            FileCommand::Export { path, format, scope } => {
                self.write_file(path, format, scope, Purpose::Export)
            }
            FileCommand::Picture { path, format } => {
                self.write_file(path, format, FileScope::Position, Purpose::Picture)
            }
            FileCommand::ExportTiles(folder) => {
                let set = tile_set(self.options.export.html_boards).unwrap_or(TileSet::Gnu);
                let design = ReportSettings::of(self).picture.design;
                let work = move |_: &CancelToken| {
                    tiles::write_all(set, &design, &folder)
                        .map_err(|error| JobError::Failed(error.to_string()))?;
                    let written = FileWritten { paths: vec![folder], format: Format::Png };
                    let change: Change<Session> =
                        Box::new(move |session| session.emit(Event::FileWritten(written)));
                    Ok(change)
                };
                let work = Blocking::new(WRITE_DEADLINE, OnCancel::Finish, work);
                Ok(CommandOutcome::Started(self.start_blocking(Activity::File, work)))
            }
            FileCommand::Print(scope) => {
                let (record, scope) = (self.record.clone(), self.scope(scope)?);
                let settings = ReportSettings::of(self);
                let job = interactive(move |_| {
                    let pages = export::pages(&record, scope, &settings.options())
                        .map_err(|error| JobError::Failed(error.to_string()))?;
                    let event = Event::PagesReady(Arc::new(pages));
                    Ok(JobStep::done_with(move |session: &mut Session| session.emit(event)))
                });
                Ok(CommandOutcome::Started(self.start_job(Activity::File, job)))
            }
        }
    }

    fn write_file(
        &mut self,
        path: PathBuf,
        format: Format,
        scope: FileScope,
        purpose: Purpose,
    ) -> Result<CommandOutcome, CommandError> {
        let scope = self.scope(scope)?;
        if !export::holds(format, scope) {
            return Err(export::ExportError::Unsupported { format, scope }.into());
        }
        let (record, mut settings) = (self.record.clone(), ReportSettings::of(self));
        settings.picture.with_analysis = purpose == Purpose::Picture;
        let work = move |_: &CancelToken| {
            let paths = export::write_files(&record, scope, format, &settings.options(), &path)
                .map_err(|error| JobError::Failed(error.to_string()))?;
            let written = FileWritten { paths, format };
            let saved = (purpose == Purpose::Save && scope == ExportScope::Match).then_some(record);
            let change: Change<Session> =
                Box::new(move |session| session.file_written(written, saved.as_ref()));
            Ok(change)
        };
        let work = Blocking::new(WRITE_DEADLINE, OnCancel::Finish, work);
        Ok(CommandOutcome::Started(self.start_blocking(Activity::File, work)))
    }

    /// The scope of a report or file, as seen from the place shown.
    fn scope(&self, scope: FileScope) -> Result<ExportScope, CommandError> {
        if self.record.games.is_empty() {
            return Err(CommandError::NoMatch);
        }
        Ok(match scope {
            FileScope::Position => ExportScope::Position(self.cursor),
            FileScope::Game => ExportScope::Game(self.cursor.game),
            FileScope::Match => ExportScope::Match,
        })
    }

    /// The text or bytes of an export, for standard output and the clipboard. Reports of several games are one text.
    ///
    /// # Errors
    /// If there is no match, or the format cannot hold that much.
    pub fn exported(&self, format: Format, scope: FileScope) -> Result<Vec<u8>, CommandError> {
        let scope = self.scope(scope)?;
        let settings = ReportSettings::of(self);
        let options = ExportOptions { in_one_file: true, ..settings.options() };
        Ok(export::write(&self.record, scope, format, &options)?.concat())
    }

    /// The position shown with its analysis as pictures, PNG and SVG.
    ///
    /// # Errors
    /// If there is no match, or drawing fails.
    pub fn diagram(&self) -> Result<[Vec<u8>; 2], CommandError> {
        let scope = self.scope(FileScope::Position)?;
        let settings = ReportSettings::of(self);
        let pictures = export::diagram(&self.record, scope, &settings.options());
        pictures.map_err(|error| CommandError::Export(error.into()))
    }

    /// The present decision as text for a letter or forum, with its analysis or hint; or another position alone.
    ///
    /// # Errors
    /// If there is no match.
    pub fn marked_up(&self, markup: Markup, other: Option<&MatchState>) -> Result<String, CommandError> {
        let shown = self.state().ok_or(CommandError::NoMatch);
        let state = other.map_or(shown, Ok)?;
        let entry =
            self.record.decision_entry(self.cursor).map(|(_, entry)| entry).filter(|_| other.is_none());
        let is_rolled = state.dice().is_some();
        let mut plays = entry.and_then(Entry::play_analysis).filter(|_| is_rolled).cloned();
        let mut cube = entry.and_then(Entry::cube_analysis).filter(|_| !is_rolled).cloned();
        let hint = self.last_hint().filter(|hint| hint.state == *state);
        if let Some(advice) = hint.map(|hint| &hint.advice) {
            let ranked = || advice.play_analysis(&Play::EMPTY);
            plays = plays.or_else(|| Some(PlayAnalysis { played: None, ..ranked()? }));
            cube = cube.or_else(|| advice.cube_analysis());
        }
        let names = Player::BOTH.map(|player| self.name(player));
        let analysis = entry.and_then(|entry| entry.analysis.as_deref());
        let known = KnownDecision {
            clockwise: self.options.output.clockwise,
            cube: cube.as_ref(),
            plays: plays.as_ref(),
            imported_cube: analysis.and_then(|found| found.imported_cube.as_deref()).filter(|_| !is_rolled),
            imported_plays: analysis.and_then(|found| found.imported_play.as_deref()).filter(|_| is_rolled),
            comment: entry.map_or("", |entry| &entry.comment),
            ..KnownDecision::of(state, [&names[0], &names[1]])
        };
        Ok(known.write(markup, &ReportSettings::of(self).options().report))
    }

    /// The present decision in one line, to paste into a message: what was done, what it lost, what was best, and an XGID
    /// that other programs read.
    ///
    /// # Errors
    /// If there is no match.
    pub fn link_text(&self) -> Result<String, CommandError> {
        let state = self.state().ok_or(CommandError::NoMatch)?;
        let settings = ReportSettings::of(self);
        let content = gnubg_report::document::position(&self.record, self.cursor, &settings.options().report);
        let decided = content.parts.into_iter().find_map(|part| match part {
            Part::Decision(decided) => Some(decided),
            _ => None,
        });
        let told = decided.map_or(String::new(), |decided| decided.in_one_line(settings.words));
        Ok(format!("{told} {}", state.xgid()).trim().to_owned())
    }

    /// The analysis of the present decision by another program and the comment, as the file had them, as text; `None` if
    /// there is no such analysis.
    #[must_use]
    pub fn imported_advice(&self) -> Option<String> {
        let state = self.state()?;
        let (_, entry) = self.record.decision_entry(self.cursor)?;
        let settings = ReportSettings::of(self);
        let report = ReportOptions { max_plays: usize::MAX, ..settings.options().report };
        let analysis = entry.analysis.as_deref()?;
        let mut text = if state.dice().is_some() {
            gnubg_report::plays::list(analysis.foreign_play()?, state, state.on_roll, &report)
        } else {
            let decided = MatchState { phase: Phase::Due(Decision::Roll), ..*state };
            gnubg_report::cube::block(analysis.foreign_cube()?, &decided, state.on_roll, false, &report)
        };
        if !entry.comment.is_empty() {
            text.push_str(&format!("{}\n", entry.comment));
        }
        Some(text)
    }

    /// Shows the chosen match of a file that was read, and reports what the file held.
    fn show_file(&mut self, file: FileRead) {
        let Some(one) = file.shown.and_then(|n| file.matches.get(n)) else {
            return self.emit(Event::FileRead(Arc::new(file)));
        };
        let is_own = file.format == Format::Sgf && !file.is_archive;
        let place = if one.is_position() || self.options.general.go_to_first_game {
            one.opening_place()
        } else {
            one.record.last_game()
        };
        let opened = Opened {
            record: self.with_user_below(one.record.clone(), is_own),
            place,
            file: is_own.then(|| file.path.clone()),
        };
        self.open(opened);
        self.origin = Some(file.path.clone());
        self.emit(Event::FileRead(Arc::new(file)));
    }

    /// Imported matches are turned so that the user, known by other names elsewhere, sits at the bottom.
    fn with_user_below(&self, record: MatchRecord, is_own: bool) -> MatchRecord {
        let name = &record.info.players[Player::Zero.index()].name;
        let mut aliases = self.options.matches.aliases.split(';').map(str::trim);
        let is_user = !name.is_empty() && aliases.any(|alias| alias == name);
        if is_user && !is_own { record.with_seats_exchanged() } else { record }
    }

    /// The file a match is first offered to be saved to: where it was saved, beside where it came from, or named after
    /// the players.
    #[must_use]
    pub fn suggested_file(&self) -> PathBuf {
        match (&self.file, &self.origin) {
            (Some(file), _) => file.clone(),
            (None, Some(origin)) => origin.with_extension(Format::Sgf.extension()),
            (None, None) => {
                let name = format!("{}.{}", default_name(&self.record), Format::Sgf.extension());
                Path::new(&self.options.export.sgf_folder).join(name)
            }
        }
    }

    fn file_written(&mut self, written: FileWritten, saved: Option<&MatchRecord>) {
        if let Some(saved) = saved {
            // What changed since is not in the file.
            self.is_unsaved = *saved != self.record;
            self.file = written.paths.first().cloned();
        }
        self.emit(Event::FileWritten(written));
    }
}

/// What reports depend on besides the record.
#[derive(Clone, Debug)]
struct ReportSettings {
    table: Arc<MatchEquityTable>,
    numbers: NumberFormat,
    thresholds: Thresholds,
    export: crate::options::Export,
    picture: PictureOptions,
    view: ViewOptions,
    words: Words,
}

impl ReportSettings {
    fn of(session: &Session) -> ReportSettings {
        let output = &session.options.output;
        ReportSettings {
            table: Arc::clone(&session.table),
            numbers: NumberFormat { digits: output.digits, mwc: output.mwc },
            thresholds: session.options.analysis.thresholds,
            export: session.options.export.clone(),
            picture: PictureOptions {
                design: *Design::of_appearance(&session.options.window.appearance),
                scale: u32::from(session.options.export.png_size),
                with_analysis: false,
            },
            view: ViewOptions {
                direction: match session.options.output.clockwise {
                    true => Direction::Clockwise,
                    false => Direction::default(),
                },
                ..ViewOptions::default()
            },
            words: session.setup.words,
        }
    }

    fn options(&self) -> ExportOptions<'_> {
        let export = &self.export;
        let report = ReportOptions {
            table: Some(&self.table),
            numbers: self.numbers,
            thresholds: self.thresholds,
            with_match_info: export.match_info,
            with_annotations: export.annotations,
            with_analysis: export.analysis,
            with_statistics: export.statistics,
            board_every: usize::from(export.board_every),
            max_plays: usize::from(export.n_candidates),
            with_chances: export.play_chances,
            with_evaluation_settings: export.play_evaluation,
            with_rollout_settings: export.play_rollout,
            with_cube_chances: export.cube_chances,
            with_cube_evaluation_settings: export.cube_evaluation,
            with_cube_rollout_settings: export.cube_rollout,
            filter: DecisionFilter {
                players: export.players,
                plays: export.plays,
                cubes: export.cubes,
                cube_actual: export.cube_actual,
                cube_close: export.cube_close,
                cube_missed: export.cube_missed,
            },
            html: HtmlOptions {
                style: match export.css {
                    HtmlCss::Head => StyleSheet::Head,
                    HtmlCss::External => StyleSheet::External,
                    HtmlCss::Inline => StyleSheet::Inline,
                },
                has_page_per_game: export.html_files,
                scale: u32::from(export.html_size),
            },
            tiles: tile_set(export.html_boards).map(|set| TileBoards {
                set,
                address: &export.html_pictures,
                is_clockwise: self.view.direction == Direction::Clockwise,
            }),
            view: self.view,
            words: self.words,
        };
        let layout = match export.layout {
            ReportLayout::Full => export::ReportLayout::Full,
            ReportLayout::OnePage => export::ReportLayout::OnePage,
            ReportLayout::Interactive => export::ReportLayout::Interactive,
        };
        ExportOptions { report, picture: self.picture, layout, ..ExportOptions::default() }
    }
}

/// The tiles that the boards of web pages consist of.
const fn tile_set(boards: HtmlBoards) -> Option<TileSet> {
    match boards {
        HtmlBoards::Svg => None,
        HtmlBoards::Gnu => Some(TileSet::Gnu),
        HtmlBoards::Bbs => Some(TileSet::Bbs),
        HtmlBoards::Fibs2html => Some(TileSet::Fibs2html),
    }
}

/// Reads a file; the match to be shown, if one was chosen or there is only one.
fn read(path: PathBuf, format: Option<Format>, index: Option<usize>) -> Result<FileRead, JobError> {
    let import =
        gnubg_formats::read_file(&path, format).map_err(|error| JobError::Failed(error.to_string()))?;
    let most = import.matches.len();
    let shown = index.or((most == 1).then_some(0));
    if let Some(n) = shown.filter(|&n| n >= most) {
        let error = CommandError::NoSuchMatch { asked: n + 1, most };
        return Err(JobError::Failed(format!("{}: {error}", path.display())));
    }
    Ok(FileRead {
        path,
        format: import.format,
        matches: import.matches,
        shown,
        is_archive: import.is_archive,
    })
}
