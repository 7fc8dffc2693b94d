// SPDX-License-Identifier: GPL-3.0-or-later
//! Records as SGF.

use super::letters::{self, SetUp};
use super::{clock, lex, names, rollouts, write_evaluation as evaluation};
use gnubg_engine::core::{Board, MatchState, Player, ResignLevel, Rules, Variation};
use gnubg_record::analysis::{CubeAnalysis, Utility};
use gnubg_record::judge::{Judgement, MatchEquity, NoMatchEquity, Scale};
use gnubg_record::{
    Entry, EntryAction, GameRecord, HowWon, Luck, MatchRecord, Property, Skill, Statistics, Thresholds,
};
use std::borrow::Cow;
use std::fmt::Write as _;

/// How SGF files are written.
#[derive(Clone, Copy)]
pub struct SgfOptions<'a> {
    /// Match winning chances, for the marks of cube decisions and the statistics of matches. Without a table, marks and
    /// statistics stay as they were read.
    pub table: Option<&'a dyn MatchEquity>,
    /// Limits of the marks.
    pub thresholds: Thresholds,
    /// How equities, chances and luck are written.
    pub numbers: SgfNumbers,
}

/// How equities, chances and luck are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfNumbers {
    /// With five or six decimals, as other programs write them.
    Rounded,
    /// With as many digits as it takes to read the same number again, and none of them converted to another unit.
    Exact,
}

impl SgfNumbers {
    /// A number that has six decimals in files.
    pub(super) fn six(self, value: f32) -> String {
        match self {
            SgfNumbers::Rounded => format!("{value:.6}"),
            SgfNumbers::Exact => evaluation::g10(value),
        }
    }

    /// A number that has five decimals in files.
    pub(super) fn five(self, value: f32) -> String {
        match self {
            SgfNumbers::Rounded => format!("{value:.5}"),
            SgfNumbers::Exact => evaluation::g10(value),
        }
    }
}

impl SgfOptions<'_> {
    pub(super) fn table(&self) -> &dyn MatchEquity {
        self.table.unwrap_or(&NoMatchEquity)
    }
}

impl Default for SgfOptions<'_> {
    fn default() -> Self {
        SgfOptions { table: None, thresholds: Thresholds::CURRENT, numbers: SgfNumbers::Rounded }
    }
}

fn property(out: &mut String, name: &str, text: &str) {
    if !text.is_empty() {
        let _ = write!(out, "{name}[{}]", lex::escape(text));
    }
}

fn raw(out: &mut String, property: &Property) {
    out.push_str(&property.name);
    for value in &property.values {
        let _ = write!(out, "[{value}]");
    }
}

pub(super) fn root(
    out: &mut String,
    record: &MatchRecord,
    n: usize,
    with_info: bool,
    options: &SgfOptions<'_>,
) {
    let game = &record.games[n];
    let info = &record.info;
    let [ws, bs] = game.start.score;
    let version = env!("CARGO_PKG_VERSION");
    let _ = write!(out, ";FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:{version}]");
    let _ = write!(out, "MI[length:{}][game:{n}][ws:{ws}][bs:{bs}]", record.length);
    let kept = |name: &str| game.properties.iter().find(|property| property.name == name);
    for value in kept("MI").map_or(&[][..], |property| &property.values) {
        let _ = write!(out, "[{value}]");
    }
    // Names are written even when they are empty.
    let _ = write!(out, "PW[{}]", lex::escape(&info.players[0].name));
    let _ = write!(out, "PB[{}]", lex::escape(&info.players[1].name));
    if with_info {
        property(out, "WR", &info.players[0].rating);
        property(out, "BR", &info.players[1].rating);
        property(out, "DT", &info.date.map(|date| date.to_string()).unwrap_or_default());
        property(out, "EV", &info.event);
        property(out, "RO", &info.round);
        property(out, "PC", &info.place);
        property(out, "AN", &info.annotator);
        property(out, "GC", &info.comment);
        if let Some(control) = &info.time_control {
            clock::write_control(out, control, &info.time_control_name, record.length);
        }
    }
    rules(out, record.length, game, kept(names::UNKNOWN_RULES));
    if game.start.automatic_doubles > 0 {
        let _ = write!(out, "CV[{}]", 1u32 << game.start.automatic_doubles.min(12));
    }
    if let Some(outcome) = game.outcome(record.length) {
        let winner = if outcome.winner == Player::Zero { 'W' } else { 'B' };
        let ending = match outcome.how {
            HowWon::Resigned(_) => "R",
            HowWon::OutOfTime => "T",
            HowWon::BorneOff(_) | HowWon::Dropped | HowWon::Stated => "",
        };
        let _ = write!(out, "RE[{winner}+{}{ending}]", outcome.points);
    }
    let is_analyzed = game.entries.iter().any(|entry| entry.analysis.is_some());
    // Statistics follow from the analysis; exact text holds those that were read, so that they come back as they were.
    let can_count = (record.is_money() || options.table.is_some()) && options.numbers == SgfNumbers::Rounded;
    match kept("GS").filter(|_| !is_analyzed || !can_count) {
        Some(statistics) => raw(out, statistics),
        None if !is_analyzed || options.numbers == SgfNumbers::Exact => {}
        None => {
            if let Some(stats) = Statistics::of_game(record, n, options.table(), &options.thresholds) {
                statistics(out, &stats);
            }
        }
    }
    for property in &game.properties {
        if !matches!(property.name.as_str(), "MI" | "GS") {
            raw(out, property);
        }
    }
}

fn rules(out: &mut String, length: u16, game: &GameRecord, unknown: Option<&Property>) {
    let rules = &game.start.rules;
    let mut words = Vec::new();
    if !rules.cube {
        words.push("NoCube");
    }
    if length > 0 && rules.crawford {
        words.push("Crawford");
    }
    if game.start.is_crawford {
        words.push("CrawfordGame");
    }
    if length == 0 && rules.jacoby {
        words.push("Jacoby");
    }
    match rules.variation {
        Variation::Standard => {}
        Variation::Nackgammon => words.push("Nackgammon"),
        Variation::Hypergammon1 => words.push("Hypergammon1"),
        Variation::Hypergammon2 => words.push("Hypergammon2"),
        Variation::Hypergammon3 => words.push("Hypergammon3"),
    }
    words.extend(unknown.iter().flat_map(|property| &property.values).map(String::as_str));
    if !words.is_empty() {
        let _ = write!(out, "RU[{}]", words.join(":"));
    }
    let usual = Rules::default();
    let mut own = String::new();
    if rules.beavers != usual.beavers {
        let _ = write!(own, "[beavers:{}]", rules.beavers);
    }
    if rules.automatic_doubles != usual.automatic_doubles {
        let _ = write!(own, "[autodoubles:{}]", rules.automatic_doubles);
    }
    if rules.egyptian {
        own.push_str("[egyptian:1]");
    }
    if !own.is_empty() {
        let _ = write!(out, "{}{own}", names::RULES);
    }
}

/// `GS`: counters, White's and Black's in turn, and sums.
fn statistics(out: &mut String, stats: &Statistics) {
    let [zero, one] = &stats.players;
    let both = |of: &dyn Fn(&gnubg_record::stats::PlayerStats) -> u32| format!("{} {} ", of(zero), of(one));
    out.push_str("GS[M:");
    out.push_str(&both(&|p| p.play.unforced));
    out.push_str(&both(&|p| p.play.total));
    for n in 0..4 {
        out.push_str(&both(&|p| p.play.marks[n]));
    }
    let (a, b) = (zero.play.error, one.play.error);
    let _ = write!(out, "{:.6} {:.6} {:.6} {:.6}][C:", a.emg, a.cost, b.emg, b.cost);
    out.push_str(&both(&|p| p.cube.total));
    out.push_str(&both(&|p| p.cube.doubles));
    out.push_str(&both(&|p| p.cube.takes));
    out.push_str(&both(&|p| p.cube.drops));
    for n in 0..6 {
        out.push_str(&both(&|p| p.cube.errors[n].count));
    }
    let sums = [zero, one].into_iter().flat_map(|p| p.cube.errors);
    let sums: Vec<String> = sums.map(|e| format!("{:.6} {:.6}", e.error.emg, e.error.cost)).collect();
    let _ = write!(out, "{}][D:", sums.join(" "));
    for n in 0..5 {
        out.push_str(&both(&|p| p.luck.marks[n]));
    }
    let (a, b) = (zero.luck.luck, one.luck.luck);
    let _ = write!(out, "{:.6} {:.6} {:.6} {:.6}]", a.emg, a.cost, b.emg, b.cost);
}

/// Writes a resignation with its answer. An accepted one gets no node if the root implies it and nothing is attached.
pub(super) fn resignation(
    out: &mut String,
    entry: &Entry,
    answer: Option<&Entry>,
    is_told: bool,
    numbers: SgfNumbers,
) {
    let EntryAction::Resign(level) = entry.action else { return };
    let word = match answer.map(|answer| &answer.action) {
        Some(EntryAction::AcceptResignation) => "[accepted]",
        Some(EntryAction::DeclineResignation) => "",
        _ => "[open]",
    };
    let mut attached = String::new();
    if let Some(resignation) = entry.analysis.as_ref().and_then(|analysis| analysis.resignation) {
        let (before, after) = (numbers.six(resignation.before.0), numbers.six(resignation.after.0));
        let settings = evaluation::context(&resignation.settings, "", numbers);
        let _ = write!(attached, "{}[{before} {after} {settings}]", names::RESIGNATION);
    }
    if entry.marks.is_discounted {
        let _ = write!(attached, "{}[1]", names::DISCOUNTED);
    }
    property(&mut attached, "C", &entry.comment);
    property(&mut attached, names::ANSWER_REMARK, answer.map_or("", |answer| &answer.comment));
    clock::write_clocks(&mut attached, answer.and_then(|answer| answer.clocks).or(entry.clocks));
    entry.properties.iter().for_each(|property| raw(&mut attached, property));
    if word == "[accepted]" && attached.is_empty() && is_told {
        return;
    }
    let by = seat(entry.player);
    let level = ResignLevel::multiple(level);
    let _ = write!(out, "\n;{}[{by}{level}]{word}{attached}", names::RESIGNED);
}

pub(super) const fn seat(player: Player) -> char {
    match player {
        Player::Zero => 'W',
        Player::One => 'B',
    }
}

pub(super) fn write_entry(
    out: &mut String,
    entry: &Entry,
    before: &MatchState,
    judgement: &Judgement,
    options: &SgfOptions<'_>,
) {
    let by = seat(entry.player);
    let dice = entry.faces().map(|[a, b]| format!("{a}{b}")).unwrap_or_default();
    let mut after = String::new();
    match &entry.action {
        EntryAction::Play { play, .. } => {
            let steps = letters::steps(entry.player, play.steps());
            let _ = write!(out, "\n;{by}[{dice}{steps}]");
        }
        EntryAction::Roll(_) => {
            let _ = write!(out, "\n;PL[{by}]DI[{dice}]");
        }
        EntryAction::IllegalPlay { play, after: board, .. } => {
            let steps =
                play.map_or_else(|| "?".to_owned(), |play| letters::steps(entry.player, play.steps()));
            let _ = write!(out, "\n;PL[{by}]DI[{dice}]{}[{steps}]", names::ILLEGAL);
            set_up(&mut after, entry.player.other(), board);
        }
        EntryAction::Double | EntryAction::Beaver => {
            let _ = write!(out, "\n;{by}[double]");
        }
        EntryAction::Take => {
            let _ = write!(out, "\n;{by}[take]");
        }
        EntryAction::Drop => {
            let _ = write!(out, "\n;{by}[drop]");
        }
        EntryAction::SetBoard(board) => set_up(out, entry.player, board),
        EntryAction::SetCubeValue(value) => {
            let _ = write!(out, "\n;CV[{value}]");
        }
        EntryAction::SetCubeOwner(owner) => {
            let owner = owner.map_or('c', |owner| seat(owner).to_ascii_lowercase());
            let _ = write!(out, "\n;CP[{owner}]");
        }
        EntryAction::OutOfTime(loss) => clock::write_out_of_time(out, entry.player, *loss),
        // Written with their resignation.
        EntryAction::Resign(_) | EntryAction::AcceptResignation | EntryAction::DeclineResignation => return,
    }
    analysis(out, entry, before, options);
    if entry.marks.rollout_cube && !entry.cube_analysis().is_some_and(|cube| cube.is_marked) {
        out.push_str("CR[]");
    }
    marks(out, entry, judgement, options);
    property(out, "C", &entry.comment);
    clock::write_clocks(out, entry.clocks);
    for property in &entry.properties {
        // A rollout without games is kept until there is analysis.
        if property.name != "DA" || entry.cube_analysis().is_none() {
            raw(out, property);
        }
    }
    out.push_str(&after);
}

fn set_up(out: &mut String, on_roll: Player, board: &Board) {
    let counts = SetUp::of(board, on_roll);
    let _ = write!(out, "\n;PL[{}]AE[a:y]", seat(on_roll));
    for (name, player) in [("AW", Player::Zero), ("AB", Player::One)] {
        let letters = counts.letters(player);
        if !letters.is_empty() {
            out.push_str(name);
            letters.iter().for_each(|letter| out.extend(['[', *letter, ']']));
        }
    }
}

/// Writes the analysis in the standard properties where they are allowed, otherwise in our own with the same content.
fn analysis(out: &mut String, entry: &Entry, before: &MatchState, options: &SgfOptions<'_>) {
    let Some(analysis) = entry.analysis.as_deref() else { return };
    let is_move = matches!(entry.action, EntryAction::Play { .. });
    if let Some(cube) = &analysis.cube {
        let in_file = in_file_units(cube, entry, before, options);
        let is_usual = in_file.is_some() && (is_move || entry.action.is_cube());
        let name = if is_usual { "DA" } else { names::CUBE };
        evaluation::cube(out, name, &in_file.unwrap_or(Cow::Borrowed(cube)), options.numbers);
    }
    if let Some(play) = &analysis.play {
        let name = if is_move && play.played.is_some() { "A" } else { names::CANDIDATES };
        evaluation::play(out, name, entry.player, play, options.numbers);
    }
    evaluation::foreign_levels(out, names::FOREIGN, analysis.cube.as_ref(), analysis.play.as_ref());
    let (cube, play) = (analysis.imported_cube.as_deref(), analysis.imported_play.as_deref());
    if let Some(cube) = cube {
        evaluation::cube(out, names::IMPORTED_CUBE, cube, options.numbers);
    }
    if let Some(play) = play {
        evaluation::candidates(out, names::IMPORTED_PLAY, entry.player, play, options.numbers);
    }
    evaluation::foreign_levels(out, names::IMPORTED_LEVELS, cube, play);
    rollouts::write(out, analysis);
    if let Some(luck) = analysis.luck {
        let _ = write!(out, "LU[{}]", options.numbers.five(luck.0));
    }
}

/// The analysis with match winning chances in a match, as files have it; `None` if it holds equities that cannot be, or
/// must not be, converted.
fn in_file_units<'a>(
    cube: &'a CubeAnalysis,
    entry: &Entry,
    before: &MatchState,
    options: &SgfOptions<'_>,
) -> Option<Cow<'a, CubeAnalysis>> {
    let (Utility::Equity(nd), Utility::Equity(dt)) = (cube.no_double.cubeful, cube.double_take.cubeful)
    else {
        return Some(Cow::Borrowed(cube));
    };
    if before.is_money() {
        return Some(Cow::Borrowed(cube));
    }
    if options.numbers == SgfNumbers::Exact {
        return None;
    }
    let doubler = match entry.action {
        EntryAction::Take | EntryAction::Drop => entry.player.other(),
        _ => entry.player,
    };
    let scale = Scale::new(before, doubler, options.table?);
    let mut cube = cube.clone();
    cube.no_double.cubeful = Utility::Match(scale.mwc(f64::from(nd.0))?);
    cube.double_take.cubeful = Utility::Match(scale.mwc(f64::from(dt.0))?);
    Some(Cow::Owned(cube))
}

fn marks(out: &mut String, entry: &Entry, judgement: &Judgement, options: &SgfOptions<'_>) {
    let (play, cube, luck) = judgement.marks(entry, &options.thresholds);
    if entry.action.is_roll() {
        let (mine, other) = if entry.player == Player::Zero { ("GW", "GB") } else { ("GB", "GW") };
        let (name, how) = match luck {
            Luck::VeryLucky => (mine, 2),
            Luck::Lucky => (mine, 1),
            Luck::Unlucky => (other, 1),
            Luck::VeryUnlucky => (other, 2),
            Luck::Unmarked => ("", 0),
        };
        if how > 0 {
            let _ = write!(out, "{name}[{how}]");
        }
        out.push_str(skill(play, "DO[]", "BM[1]", "BM[2]"));
        out.push_str(skill(cube, "DC[]", "BC[1]", "BC[2]"));
    } else if entry.action.is_cube() {
        out.push_str(skill(cube, "DO[]", "BM[1]", "BM[2]"));
    }
}

const fn skill<'a>(skill: Skill, doubtful: &'a str, bad: &'a str, very_bad: &'a str) -> &'a str {
    match skill {
        Skill::Unmarked => "",
        Skill::Doubtful => doubtful,
        Skill::Bad => bad,
        Skill::VeryBad => very_bad,
    }
}
