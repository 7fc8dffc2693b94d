// SPDX-License-Identifier: GPL-3.0-or-later
//! A report for people as content, before it is laid out: the summary of the match, then its games, decision by decision, with
//! tables instead of preformatted text, in the reader's words. Pages, pictures and the interactive page are made of it.

pub mod phrases;
pub mod summary;
pub mod tables;

use crate::description::decided_in;
use crate::options::ReportOptions;
use crate::statistics::{StatisticsSection, sections};
use crate::steps::{DecisionStep, ReportStep, steps};
use crate::words::Words;
use gnubg_engine::core::{Equity, MatchState, Player};
use gnubg_record::judge::{Judgement, judge_game};
use gnubg_record::walk::WalkStep;
use gnubg_record::{Cursor, Entry, EntryAction, GameRecord, GameStart, Luck, MatchRecord, Skill, Statistics};
use tables::{CubeTable, PlayTable};

/// The content of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The summary of a whole match.
    pub summary: Option<summary::MatchSummary>,
    /// What follows it, in order.
    pub parts: Vec<Part>,
}

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The beginning of a game, or of a single position.
    Game(GameHead),
    /// A decision.
    Decision(Box<DecisionPart>),
    /// A short text across the page, such as the result of a game.
    Note(String),
    /// Statistics.
    Statistics(StatisticsPart),
}

/// The head of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameHead {
    /// `Game 3`; empty for a single position.
    pub title: String,
    /// The score.
    pub score: String,
    /// Facts about the match.
    pub facts: Vec<String>,
}

/// Statistics of a game or match.
#[derive(Clone, Debug, PartialEq)]
pub struct StatisticsPart {
    /// The title.
    pub title: String,
    /// The players.
    pub names: [String; 2],
    /// The sections of the table.
    pub sections: Vec<StatisticsSection>,
}

/// A decision of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionPart {
    /// Game and entry.
    pub place: (usize, usize),
    /// Its number in the game; `None` for what belongs to the decision before.
    pub number: Option<usize>,
    /// Who decides.
    pub player: Player,
    /// What was done, or what is due if it is still open.
    pub head: String,
    /// The position.
    pub state: MatchState,
    /// Whether the board is shown.
    pub with_board: bool,
    /// Whether there was nothing to decide: no play or only one, and no cube decision that matters.
    pub is_forced: bool,
    /// The losses of the cube decision and of the play, each with its mark; none without loss.
    pub losses: Vec<(String, Skill)>,
    /// What the cube decision and the play lost in equity, positive.
    pub lost: [f64; 2],
    /// The luck of the roll, and its mark.
    pub luck: Option<(String, Luck)>,
    /// The cube decision: the own analysis, then an imported one.
    pub cubes: Vec<CubeTable>,
    /// Whether the cube decision is close, was an error, or is what was decided.
    pub is_cube_important: bool,
    /// The candidates: the own analysis, then an imported one.
    pub plays: Vec<PlayTable>,
    /// The comment.
    pub comment: String,
}

/// How many of the most expensive decisions a full report begins with.
const N_WORST: usize = 24;

/// A whole match or session.
#[must_use]
pub fn whole(record: &MatchRecord, options: &ReportOptions<'_>) -> Document {
    let mut parts: Vec<Part> = (0..record.games.len()).flat_map(|n| game_parts(record, n, options)).collect();
    if options.with_statistics {
        let words = options.words;
        let title = match record.is_money() {
            true => words.gettext("Session statistics"),
            false => words.gettext("Match statistics"),
        };
        let all = Statistics::of_match(record, options.table(), &options.thresholds);
        parts.push(Part::Statistics(statistics(title, &all, options)));
    }
    Document { summary: Some(summary::MatchSummary::of(record, N_WORST, options)), parts }
}

/// One game.
#[must_use]
pub fn game(record: &MatchRecord, n: usize, options: &ReportOptions<'_>) -> Document {
    Document { summary: None, parts: game_parts(record, n, options) }
}

/// The position at a place, with the next decision if there is one.
#[must_use]
pub fn position(record: &MatchRecord, cursor: Cursor, options: &ReportOptions<'_>) -> Document {
    let cursor = record.clamp(cursor);
    let state = record.state_at(cursor);
    let names = Player::BOTH.map(|player| name(record, player));
    let place = (cursor.game, cursor.entry);
    let mut decided = DecisionPart::new(place, state, phrases::due(&state, &names, options.words));
    decided.number = Some(cursor.entry + 1);
    decided.with_board = true;
    if let Some(((index, _), game)) = record.decision_entry(cursor).zip(record.games.get(cursor.game)) {
        let judgements = judge_game(game, record.length, options.table());
        if let Some((step, judgement)) = game.walk(record.length).zip(&judgements).nth(index) {
            if index == cursor.entry {
                decided.add_action(record, &step, judgement, options);
            } else {
                decided.add_analysis(&step, judgement, options);
            }
        }
    }
    let start = GameStart { score: state.score, is_crawford: state.is_crawford, ..GameStart::of(&state) };
    let mut head = game_head(record, &start, cursor.game, options);
    head.title = names.join(" – ");
    Document { summary: None, parts: vec![Part::Game(head), Part::Decision(Box::new(decided))] }
}

/// The name of a player; a name from a file may be a book.
pub(crate) fn name(record: &MatchRecord, player: Player) -> String {
    short(&record.name(player))
}

/// A text for one line, or its beginning.
pub(crate) fn short(text: &str) -> String {
    /// The largest number of characters.
    const MOST: usize = 120;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

fn statistics(title: String, stats: &Statistics, options: &ReportOptions<'_>) -> StatisticsPart {
    StatisticsPart {
        title,
        names: stats.names.each_ref().map(|name| short(name)),
        sections: sections(stats, &options.statistics_format()),
    }
}

fn game_head(record: &MatchRecord, start: &GameStart, n: usize, options: &ReportOptions<'_>) -> GameHead {
    let words = options.words;
    let [a, b] = start.score;
    let [zero, one] = Player::BOTH.map(|player| name(record, player));
    let mut score = format!("{zero} {a} – {one} {b}");
    if record.length > 0 {
        let length = words.ngettext_f("{n} point match", "{n} point match", usize::from(record.length));
        score += &format!(" · {length}");
        if start.is_crawford {
            score += &format!(" · {}", words.gettext("Crawford game"));
        } else if start.state(record.length).is_post_crawford() {
            score += &format!(" · {}", words.gettext("post-Crawford"));
        }
    } else {
        score += &format!(" · {}", words.gettext("Money session"));
    }
    GameHead {
        title: words.gettext_f("Game {n}", &[("n", (n + 1).to_string())]),
        score,
        facts: if options.with_match_info && n == 0 { facts(record, options) } else { Vec::new() },
    }
}

/// The facts about the match, one line each.
fn facts(record: &MatchRecord, options: &ReportOptions<'_>) -> Vec<String> {
    let (words, info) = (options.words, &record.info);
    let mut lines = Vec::new();
    let mut add = |label: String, text: &str| {
        if !text.trim().is_empty() {
            lines.push(words.gettext_f("{label}: {text}", &[("label", label.as_str()), ("text", text)]));
        }
    };
    for player in &info.players {
        add(words.gettext_f("Rating of {player}", &[("player", short(&player.name))]), &player.rating);
    }
    add(words.gettext("Date"), &info.date.map(|date| date.to_string()).unwrap_or_default());
    add(words.gettext("Event"), &info.event);
    add(words.gettext("Round"), &info.round);
    add(words.gettext("Place"), &info.place);
    add(words.gettext("Annotator"), &info.annotator);
    add(words.gettext("Comments"), &info.comment);
    lines
}

fn game_parts(record: &MatchRecord, n: usize, options: &ReportOptions<'_>) -> Vec<Part> {
    let Some(game) = record.games.get(n) else { return Vec::new() };
    let words = options.words;
    let mut parts = vec![Part::Game(game_head(record, &game.start, n, options))];
    add_decisions(&mut parts, record, (n, game), options);
    if let Some(outcome) = game.outcome(record.length) {
        let text =
            words.ngettext_f("{player} wins {n} point", "{player} wins {n} points", outcome.points as usize);
        parts.push(Part::Note(crate::words::fill(text, &[("player", name(record, outcome.winner))])));
    }
    if options.with_statistics
        && let Some(stats) = Statistics::of_game(record, n, options.table(), &options.thresholds)
    {
        let title = words.gettext_f("Statistics of game {n}", &[("n", (n + 1).to_string())]);
        parts.push(Part::Statistics(statistics(title, &stats, options)));
    }
    parts
}

fn add_decisions(
    parts: &mut Vec<Part>,
    record: &MatchRecord,
    (n, game): (usize, &GameRecord),
    options: &ReportOptions<'_>,
) {
    let names = Player::BOTH.map(|player| name(record, player));
    for step in steps(record, game, options) {
        let decision = match step {
            ReportStep::SetUp(action) => {
                parts.extend(set_up(action, options).map(Part::Note));
                continue;
            }
            ReportStep::Decision(decision) => *decision,
        };
        let DecisionStep { step, judgement, state, number, is_answer, with_board } = decision;
        let head = phrases::due(&state, &names, options.words);
        let mut decided = DecisionPart::new((n, step.index), state, head);
        decided.number = (!is_answer).then_some(number);
        decided.with_board = with_board;
        if step.entry.action.is_set_up() {
            decided.add_analysis(&step, &judgement, options);
        } else {
            decided.add_action(record, &step, &judgement, options);
        }
        parts.push(Part::Decision(Box::new(decided)));
    }
}

/// A set-up in the middle of a game.
fn set_up(action: &EntryAction, options: &ReportOptions<'_>) -> Option<String> {
    let words = options.words;
    Some(match action {
        EntryAction::SetBoard(board) => {
            words.gettext_f("Board set to {position}", &[("position", board.position_id().to_string())])
        }
        EntryAction::SetCubeValue(value) => {
            words.gettext_f("Cube set to {value}", &[("value", value.to_string())])
        }
        EntryAction::SetCubeOwner(None) => words.gettext("Cube set to the middle"),
        EntryAction::SetCubeOwner(Some(_)) => words.gettext("Cube given to a player"),
        _ => return None,
    })
}

impl DecisionPart {
    /// The decision in one line: what was done, what it lost, what was best.
    #[must_use]
    pub fn in_one_line(&self, words: Words) -> String {
        let losses: Vec<&str> = self.losses.iter().map(|(text, _)| text.as_str()).collect();
        let best_play = self.plays.first().and_then(|plays| plays.lines.first());
        let best_play =
            best_play.filter(|best| !best.is_played && self.lost[1] > 0.0).map(|best| best.play.clone());
        let verdict = self.cubes.first().filter(|_| self.lost[0] > 0.0 || self.state.dice().is_none());
        let verdict = verdict.map(|cube| cube.verdict.clone()).filter(|verdict| !verdict.is_empty());
        let best: Vec<String> = verdict.into_iter().chain(best_play).collect();
        let mut text = self.head.clone();
        if !losses.is_empty() {
            text += &format!(" ({})", losses.join(", "));
        }
        if !best.is_empty() {
            text += &format!(" — {}", words.gettext_f("best: {best}", &[("best", best.join("; "))]));
        }
        text
    }

    fn new(place: (usize, usize), state: MatchState, head: String) -> DecisionPart {
        DecisionPart {
            place,
            number: None,
            player: state.on_roll,
            head,
            state,
            with_board: false,
            is_forced: false,
            losses: Vec::new(),
            lost: [0.0; 2],
            luck: None,
            cubes: Vec::new(),
            is_cube_important: true,
            plays: Vec::new(),
            comment: String::new(),
        }
    }

    /// Fills in the action and its analysis.
    fn add_action(
        &mut self,
        record: &MatchRecord,
        step: &WalkStep<'_>,
        judgement: &Judgement,
        options: &ReportOptions<'_>,
    ) {
        let entry = step.entry;
        self.player = entry.player;
        if let Some(done) = phrases::done(step, &name(record, entry.player), options.words) {
            self.head = done;
        }
        self.add_losses(entry, judgement, options);
        self.add_analysis(step, judgement, options);
    }

    fn add_losses(&mut self, entry: &Entry, judgement: &Judgement, options: &ReportOptions<'_>) {
        let (play, cube, luck) = judgement.marks(entry, &options.thresholds);
        let of_cube = judgement.cube.map(|cube| cube.error).or(judgement.resignation.map(|(_, error)| error));
        let of_play = judgement.play.map(|play| play.error);
        let emg = |amount: Option<gnubg_record::judge::Amount>| amount.map(|amount| amount.emg);
        for (value, mark) in [(emg(of_cube), cube), (emg(of_play), play)] {
            let text = value.map(|value| options.numbers.equity(value).replace('-', "−"));
            if mark != Skill::Unmarked || value.is_some_and(|value| value < -0.000_5) {
                self.losses.push((text.unwrap_or_default(), mark));
            }
        }
        self.lost = [emg(of_cube), emg(of_play)].map(|value| value.map_or(0.0, |value| (-value).max(0.0)));
        let value = entry.analysis.as_ref().and_then(|analysis| analysis.luck);
        let value = value.filter(|_| options.filter.players[entry.player.index()]);
        self.luck =
            value.map(|Equity(value)| (options.numbers.equity(f64::from(value)).replace('-', "−"), luck));
    }

    fn add_analysis(&mut self, step: &WalkStep<'_>, judgement: &Judgement, options: &ReportOptions<'_>) {
        let entry = step.entry;
        if options.with_annotations {
            self.comment.clone_from(&entry.comment);
        }
        let n_plays = entry.play_analysis().map(|play| play.candidates.len());
        let is_pass = matches!(&entry.action, EntryAction::Play { play, .. } if play.is_empty());
        let cube = judgement.cube.as_ref();
        self.is_cube_important = entry.action.dice().is_none()
            || cube.is_some_and(|cube| cube.is_close || cube.error.emg < -0.000_5);
        let has_choice = entry.cube_analysis().is_some() && self.is_cube_important;
        self.is_forced = (is_pass || n_plays == Some(1)) && !has_choice && self.comment.is_empty();
        if !options.with_analysis {
            return;
        }
        let before = decided_in(step);
        let analysis = entry.analysis.as_deref();
        if options.filter.shows_cube(entry, judgement, options)
            && let Some(own) = entry.cube_analysis()
        {
            let all = [Some(own), analysis.and_then(|found| found.imported_cube.as_deref())];
            let table = |found| tables::cube(found, &before, &entry.action, entry.player, options);
            self.cubes = all.into_iter().flatten().map(table).collect();
        }
        if options.filter.shows_play(entry, judgement, options)
            && let Some(own) = entry.play_analysis()
        {
            let all = [Some(own), analysis.and_then(|found| found.imported_play.as_deref())];
            let table = |found| tables::plays(found, &before, entry.player, options);
            self.plays = all.into_iter().flatten().map(table).collect();
        }
    }
}
