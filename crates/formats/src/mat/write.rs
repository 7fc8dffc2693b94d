// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches and games as MAT, GAM and Snowie's match text.
//!
//! Plays are written step by step with numbers for bar (25) and off (0). What has no place in two columns is written as
//! remarks that our reader and eXtreme Gammon's understand: a position set up in the middle of a game as
//! `; Set Pos=…`, a play whose steps are unknown as `Illegal play (position)`.

use crate::snowie;
use gnubg_engine::core::{Board, MatchState, Phase, Play, Player, Side, Variation};
use gnubg_record::walk::{WalkStep, legal_plays};
use gnubg_record::{EntryAction, GameRecord, HowWon, MatchRecord};
use std::fmt::Write as _;

/// The three layouts with two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A match with tags and scores.
    Mat,
    /// One game without scores.
    Gam,
    /// A match as Snowie writes it: without tags.
    Snowie,
}

/// How files are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatOptions {
    /// The layout.
    pub layout: Layout,
    /// Whether lines end with CR LF, as eXtreme Gammon wants them.
    pub crlf: bool,
}

impl Default for MatOptions {
    fn default() -> MatOptions {
        MatOptions { layout: Layout::Mat, crlf: false }
    }
}

/// The whole match.
#[must_use]
pub fn write(record: &MatchRecord, options: &MatOptions) -> String {
    write_games(record, 0..record.games.len(), options)
}

/// One game.
#[must_use]
pub fn write_game(record: &MatchRecord, game: usize, options: &MatOptions) -> String {
    write_games(record, game..game + 1, options)
}

fn write_games(record: &MatchRecord, games: std::ops::Range<usize>, options: &MatOptions) -> String {
    let mut out = String::new();
    if options.layout == Layout::Mat {
        tags(&mut out, record);
    }
    if options.layout != Layout::Gam {
        let _ = writeln!(out, " {} point match", record.length);
    }
    let first = games.start;
    for n in games {
        let Some(game) = record.games.get(n) else { continue };
        let [zero, one] = Player::BOTH.map(|player| one_line(&record.name(player)));
        if options.layout == Layout::Gam {
            let _ = writeln!(out, " {zero:<29}  {one}");
        } else {
            let [a, b] = game.start.score;
            let left = format!("{zero} : {a}");
            let gap = if n == first { "\n" } else { "" };
            // Two blanks keep a long first name apart from the second one.
            let _ = writeln!(out, "{gap} Game {}\n {left:<29}  {one} : {b}", n + 1);
        }
        GameWriter::new(record, game).write(&mut out);
    }
    if options.crlf { out.replace('\n', "\r\n") } else { out }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tags(out: &mut String, record: &MatchRecord) {
    let info = &record.info;
    let before = out.len();
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            // A quotation mark would end the value.
            let _ = writeln!(out, "; [{name} \"{}\"]", one_line(value).replace('"', "'"));
        }
    };
    tag("Site", &info.place);
    tag("Event", &info.event);
    tag("Round", &info.round);
    if let Some(date) = info.date.filter(|date| date.year() > 1900) {
        tag("EventDate", &date.to_string().replace('-', "."));
    }
    tag(
        "Variation",
        match record.rules.variation {
            Variation::Standard => "",
            Variation::Nackgammon => "NackGammon",
            Variation::Hypergammon1 => "HyperGammon (1)",
            Variation::Hypergammon2 => "HyperGammon (2)",
            Variation::Hypergammon3 => "HyperGammon (3)",
        },
    );
    tag("Transcriber", &info.annotator);
    if out.len() > before {
        out.push('\n');
    }
    if !info.comment.is_empty() {
        for line in info.comment.lines() {
            let _ = writeln!(out, "; {line}");
        }
        out.push('\n');
    }
}

/// What eXtreme Gammon writes for a roll that was not played.
const UNPLAYED: &str = "????";
/// Width of the left column, the blank behind it not counted.
const LEFT: usize = 27;

struct GameWriter<'a> {
    game: &'a GameRecord,
    length: u16,
    names: [String; 2],
    row: usize,
    /// A left cell stands in the row that is being written.
    is_open: bool,
    /// It is a roll that was not played.
    is_bare: bool,
    out: String,
}

impl<'a> GameWriter<'a> {
    fn new(record: &'a MatchRecord, game: &'a GameRecord) -> GameWriter<'a> {
        GameWriter {
            game,
            length: record.length,
            names: Player::BOTH.map(|player| record.name(player)),
            row: 0,
            is_open: false,
            is_bare: false,
            out: String::new(),
        }
    }

    fn write(mut self, out: &mut String) {
        let mut steps = self.game.walk(self.length).peekable();
        while let Some(step) = steps.next() {
            let next_is_set_up = steps.peek().is_some_and(|next| next.entry.action.is_set_up());
            self.step(&step, next_is_set_up);
        }
        self.end();
        out.push_str(&self.out);
    }

    fn step(&mut self, step: &WalkStep<'_>, next_is_set_up: bool) {
        let player = step.entry.player;
        let cube = step.before.cube.value.points();
        let dice = step.entry.faces().map(|[a, b]| format!("{a}{b}")).unwrap_or_default();
        match &step.entry.action {
            EntryAction::Play { play, .. } => {
                let board = step.before.board_of(player);
                self.cell(player, &play_text(&board, &dice, play));
            }
            EntryAction::Roll(roll) => {
                // A roll without text is read as a dance or as the only play, where it can be one.
                let board = step.before.board_of(player);
                let state = MatchState { board, on_roll: player, ..step.before };
                let is_clear = legal_plays(&state, *roll).plays().len() > 1;
                self.cell(player, &format!("{dice}: {}", if is_clear { "" } else { UNPLAYED }));
                self.is_bare = self.is_open;
            }
            EntryAction::IllegalPlay { play, after, .. } => {
                let board = step.before.board_of(player);
                let text = match play {
                    Some(play) if play.is_empty() => format!("{dice}: Cannot Move"),
                    Some(play) => play_text(&board, &dice, play),
                    None => self.illegal_text(&step.after, &dice, after),
                };
                self.cell(player, &text);
            }
            EntryAction::Double => self.cell(player, &format!(" Doubles => {}", 2 * cube)),
            EntryAction::Beaver => {
                let is_raccoon = matches!(
                    step.before.phase,
                    Phase::Due(gnubg_engine::core::Decision::Answer(offer)) if offer.beavers % 2 == 1
                );
                let word = if is_raccoon { "Raccoons" } else { "Beavers" };
                self.cell(player, &format!(" {word} => {}", 4 * cube));
            }
            EntryAction::Take => {
                let is_plain = matches!(
                    step.before.phase,
                    Phase::Due(gnubg_engine::core::Decision::Answer(offer)) if offer.beavers == 0
                );
                if is_plain {
                    self.cell(player, " Takes");
                }
            }
            EntryAction::Drop => self.cell(player, " Drops"),
            EntryAction::SetBoard(_) | EntryAction::SetCubeValue(_) | EntryAction::SetCubeOwner(_) => {
                if !next_is_set_up && !self.is_usual_start(&step.after) {
                    self.set_position(&step.after);
                }
            }
            // The format has no words for these; results and scores follow from the game's end.
            EntryAction::Resign(_)
            | EntryAction::AcceptResignation
            | EntryAction::DeclineResignation
            | EntryAction::OutOfTime(_) => {}
        }
    }

    /// Whether a set-up at the beginning is just the normal starting position.
    fn is_usual_start(&self, state: &MatchState) -> bool {
        let start = self.game.start.state(self.length);
        self.row == 0 && state.board == start.board && state.cube == start.cube
    }

    fn cell(&mut self, player: Player, text: &str) {
        match player {
            Player::Zero => {
                self.close_row();
                self.row += 1;
                let _ = write!(self.out, "{:3}) {text:<LEFT$} ", self.row);
                self.is_open = true;
            }
            Player::One => {
                if !self.is_open {
                    self.row += 1;
                    let _ = write!(self.out, "{:3}) {:<LEFT$} ", self.row, "");
                }
                let _ = writeln!(self.out, "{text}");
                self.is_open = false;
            }
        }
        self.is_bare = false;
    }

    fn close_row(&mut self) {
        if self.is_open {
            self.out.push('\n');
            self.is_open = false;
        }
    }

    fn set_position(&mut self, state: &MatchState) {
        self.close_row();
        let xgid = state.xgid();
        let letters = xgid.trim_start_matches("XGID=").split(':').next().unwrap_or("").to_owned();
        let exponent = state.cube.value.exponent();
        let cube = match state.cube.owner {
            None => "0".to_owned(),
            Some(Player::One) => exponent.to_string(),
            Some(Player::Zero) => format!("-{exponent}"),
        };
        let _ = writeln!(self.out, "; Set Pos={letters}/{cube}");
    }

    fn illegal_text(&self, after: &MatchState, dice: &str, board: &Board) -> String {
        let state = MatchState { board: *board, ..*after };
        let names = [self.names[0].as_str(), self.names[1].as_str()];
        format!("{dice}: Illegal play ({})", snowie::write_position(&state, names))
    }

    /// The line that says who won how much.
    fn end(&mut self) {
        let Some(outcome) = self.game.outcome(self.length) else {
            self.close_row();
            self.out.push('\n');
            return;
        };
        let plural = if outcome.points == 1 { "" } else { "s" };
        let result = format!("Wins {} point{plural}", outcome.points);
        let dropped_here = outcome.how == HowWon::Dropped && self.is_open;
        match (outcome.winner, self.is_open) {
            (Player::One, true) if dropped_here => {
                let _ = write!(self.out, " {result} ");
            }
            (Player::One, true) => {
                let blank = if self.is_bare { "" } else { " " };
                let _ = write!(self.out, "{blank}{result}");
            }
            (winner, _) => {
                self.close_row();
                let indent = if winner == Player::Zero { 6 } else { 34 };
                let _ = write!(self.out, "{:indent$}{result}", "");
            }
        }
        self.out.push_str("\n\n");
    }
}

/// `31: 8/5 6/5 `: every step, with hits marked.
fn play_text(board: &Board, dice: &str, play: &Play) -> String {
    let mut text = format!("{dice}: ");
    let mut board = *board;
    for (n, step) in play.steps().iter().enumerate() {
        let hits = step.to.index().is_some_and(|to| to < 24 && board.side(Side::Opponent)[23 - to] > 0);
        let star = if hits { "*" } else { "" };
        let blank = if n == 3 { "" } else { " " };
        let _ = write!(text, "{}/{}{star}{blank}", step.from.number(), step.to.number());
        if let Some(one) = Play::from_steps(&[*step]) {
            board = one.apply(&board);
        }
    }
    text
}
