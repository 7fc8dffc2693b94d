// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions in words and blocks of text, as every report describes them.

use crate::options::ReportOptions;
use crate::plays::play_text;
use crate::{cube, plays};
use gnubg_engine::core::{Decision, Equity, MatchState, Phase, Player};
use gnubg_record::judge::{CubeChoice, Judgement};
use gnubg_record::walk::WalkStep;
use gnubg_record::{Entry, EntryAction, GameStart, MatchRecord, Skill, TimeLoss};
use std::fmt::Write as _;

/// Score, match information.
pub(crate) fn head(
    out: &mut String,
    record: &MatchRecord,
    start: &GameStart,
    n: usize,
    options: &ReportOptions<'_>,
) {
    let [a, b] = start.score;
    let (zero, one) = (record.name(Player::Zero), record.name(Player::One));
    let plural = if n == 1 { "" } else { "s" };
    let _ = write!(out, "The score (after {n} game{plural}) is: {zero} {a}, {one} {b}");
    if record.length > 0 {
        let plural = if record.length == 1 { "" } else { "s" };
        let _ = write!(out, " (match to {} point{plural})", record.length);
        if start.is_crawford {
            out.push_str(", Crawford game");
        } else if start.state(record.length).is_post_crawford() {
            out.push_str(", post-Crawford play");
        }
    }
    out.push_str("\n\n");
    if !options.with_match_info {
        return;
    }
    out.push_str("Match Information:\n");
    let info = &record.info;
    for player in &info.players {
        line(out, &format!("{}'s rating", player.name), &player.rating);
    }
    line(out, "Date", &info.date.map(|date| date.to_string()).unwrap_or_default());
    line(out, "Event", &info.event);
    line(out, "Round", &info.round);
    line(out, "Place", &info.place);
    line(out, "Annotator", &info.annotator);
    line(out, "Comments", &info.comment);
}

fn line(out: &mut String, label: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "{label}: {text}");
    }
}

/// The state in which the player of an entry decides, with the dice on the board.
pub(crate) fn shown(step: &WalkStep<'_>) -> MatchState {
    let (player, before) = (step.entry.player, &step.before);
    match step.entry.action.dice() {
        Some(dice) => MatchState {
            on_roll: player,
            board: before.board_of(player),
            phase: Phase::Due(Decision::Play(dice)),
            ..*before
        },
        None if matches!(step.entry.action, EntryAction::Resign(_)) => step.after,
        None if step.entry.action.is_set_up() => step.after,
        None => *before,
    }
}

/// Whether an entry is a set-up that tells nothing: the last one of an imported position carries its analysis and note.
pub(crate) fn is_bare_set_up(step: &WalkStep<'_>) -> bool {
    let entry = step.entry;
    entry.action.is_set_up() && entry.analysis.is_none() && entry.comment.is_empty()
}

/// The kind of a decision.
pub(crate) enum Title {
    /// A roll to be played, with the dice in the order they were thrown if that is known.
    Play(Option<[u8; 2]>),
    Cube,
    Offered,
    Resigns,
}

impl Title {
    pub(crate) fn of(state: &MatchState) -> Title {
        match state.phase {
            Phase::Due(Decision::Play(_)) => Title::Play(None),
            Phase::Due(Decision::Answer(_)) => Title::Offered,
            Phase::Resigning { .. } => Title::Resigns,
            _ => Title::Cube,
        }
    }

    /// The title of what an entry decides in a state of [`shown`].
    pub(crate) fn of_entry(entry: &Entry, state: &MatchState) -> Title {
        match entry.action {
            EntryAction::Double => Title::Cube,
            _ => Title::of(state).thrown(entry.faces()),
        }
    }

    /// The same, with the dice in the order they were thrown.
    pub(crate) fn thrown(self, faces: Option<[u8; 2]>) -> Title {
        match self {
            Title::Play(_) => Title::Play(faces),
            other => other,
        }
    }

    pub(crate) fn text(&self, number: usize, state: &MatchState, names: &[String; 2]) -> String {
        format!("Move number {number}:  {}", self.what(state, names))
    }

    /// The player and the decision.
    pub(crate) fn what(&self, state: &MatchState, names: &[String; 2]) -> String {
        let name = |player: Player| &names[player.index()];
        match (self, state.phase) {
            (Title::Play(Some([a, b])), _) => format!("{} to play {a}{b}", name(state.on_roll)),
            (Title::Play(None), _) => {
                let dice = state.dice().map(|dice| dice.to_string()).unwrap_or_default();
                format!("{} to play {dice}", name(state.on_roll))
            }
            (Title::Offered, Phase::Due(Decision::Answer(offer))) => {
                let word = ["doubles", "beavers", "raccoons"][usize::from(offer.beavers.min(2))];
                format!("{} {word} to {}", name(offer.by), 2 * state.cube.value.points())
            }
            (Title::Resigns, Phase::Resigning { by, level, .. }) => {
                let points = state.points_for(level.multiple());
                let plural = if points == 1 { "" } else { "s" };
                format!("{} resigns {points} point{plural}", name(by))
            }
            _ => format!("{} on roll, cube decision?", name(state.on_roll)),
        }
    }
}

/// The action in a few words; `None` for set-ups.
pub(crate) fn action_text(step: &WalkStep<'_>) -> Option<String> {
    let entry = step.entry;
    let board = step.before.board_of(entry.player);
    Some(match &entry.action {
        EntryAction::Play { play, .. } if play.is_empty() => "cannot move".to_owned(),
        EntryAction::Play { play, .. } => format!("moves {}", play_text(&board, play)),
        EntryAction::IllegalPlay { play: Some(play), .. } if !play.is_empty() => {
            format!("moves {} (illegal)", play_text(&board, play))
        }
        EntryAction::IllegalPlay { play: Some(_), .. } => "does not move (illegal)".to_owned(),
        EntryAction::IllegalPlay { after, .. } => format!("moves to {} (illegal)", after.position_id()),
        EntryAction::Roll(_) => "does not play the roll".to_owned(),
        EntryAction::Double => "doubles".to_owned(),
        EntryAction::Take | EntryAction::AcceptResignation => "accepts".to_owned(),
        EntryAction::Drop | EntryAction::DeclineResignation => "rejects".to_owned(),
        EntryAction::Beaver => "beavers".to_owned(),
        EntryAction::Resign(_) => "resigns".to_owned(),
        EntryAction::OutOfTime(loss) => out_of_time(*loss),
        EntryAction::SetBoard(_) | EntryAction::SetCubeValue(_) | EntryAction::SetCubeOwner(_) => {
            return None;
        }
    })
}

fn out_of_time(loss: TimeLoss) -> String {
    match loss {
        TimeLoss::Points(1) => "is out of time and loses 1 point".to_owned(),
        TimeLoss::Points(n) => format!("is out of time and loses {n} points"),
        TimeLoss::Game => "is out of time and loses the game".to_owned(),
        TimeLoss::Match => "is out of time and loses the match".to_owned(),
    }
}

/// The lines that point out errors and luck. Programs read them, so they are those of GNU Backgammon.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Alerts {
    /// The error of a cube decision, marked or not, such as `Alert: missed double (-0.147)!`, and its mark, which may be
    /// empty.
    pub cube: Option<(String, &'static str)>,
    /// A marked play.
    pub play: Option<String>,
    /// A marked roll.
    pub luck: Option<String>,
}

impl Alerts {
    /// The alerts of an entry.
    pub(crate) fn of(
        entry: &gnubg_record::Entry,
        judgement: &Judgement,
        options: &ReportOptions<'_>,
    ) -> Alerts {
        let (play, cube, luck) = judgement.marks(entry, &options.thresholds);
        let numbers = &options.numbers;
        let error = judgement.cube.map(|cube| cube.error.emg);
        let is_told = cube != Skill::Unmarked || error.is_some_and(|error| error < 0.0);
        let of_cube = is_told.then(|| {
            let what = match judgement.cube.map(|cube| cube.choice) {
                Some(CubeChoice::NoDouble) => "missed double",
                Some(CubeChoice::Double) => "wrong double",
                Some(CubeChoice::Take) => "wrong take",
                Some(CubeChoice::Drop) => "wrong pass",
                None => "cube decision",
            };
            let value = error.map(|error| format!(" ({})", numbers.equity(error))).unwrap_or_default();
            (format!("Alert: {what}{value}!"), cube.word())
        });
        let value = |value: Option<f64>| {
            let digits = usize::from(numbers.digits);
            value.map(|value| format!(" ({value:+w$.digits$})", w = digits + 4)).unwrap_or_default()
        };
        let of_play = (play != Skill::Unmarked).then(|| {
            let error = value(judgement.play.map(|play| play.error.emg));
            format!("Alert: {} move{error}", play.word())
        });
        let of_luck = (luck != gnubg_record::Luck::Unmarked).then(|| {
            let gain = value(judgement.luck.map(|luck| luck.emg));
            format!("Alert: {} roll!{gain}", luck.word())
        });
        Alerts { cube: of_cube, play: of_play, luck: of_luck }
    }

    /// What follows the cube decision in a report.
    pub(crate) fn others(&self) -> impl Iterator<Item = &String> {
        self.play.iter().chain(&self.luck)
    }

    /// One line for each alert; errors of the cube only if they are marked.
    #[must_use]
    pub fn marked(&self) -> Vec<String> {
        let cube = self.cube.iter().filter(|(_, mark)| !mark.is_empty());
        cube.map(|(text, mark)| format!("{text} [{mark}]")).chain(self.others().cloned()).collect()
    }
}

/// The heading of another program's analysis that stands beside the own one.
pub(crate) const IMPORTED: &str = "Imported analysis";

/// The state that the analysis of an entry is about; a set-up carries the analysis of what it sets up.
pub(crate) fn decided_in(step: &WalkStep<'_>) -> MatchState {
    let state = if step.entry.action.is_set_up() { step.after } else { step.before };
    MatchState { on_roll: step.entry.player, board: state.board_of(step.entry.player), ..state }
}

/// The cube decision, and the roll with its candidates, as far as the options show them.
pub(crate) fn analysis(
    step: &WalkStep<'_>,
    judgement: &Judgement,
    options: &ReportOptions<'_>,
) -> (String, String) {
    let (mut of_cube, mut out) = (String::new(), String::new());
    let entry = step.entry;
    let before = decided_in(step);
    if let Some(analysis) =
        step.cube_analysis().filter(|_| options.filter.shows_cube(entry, judgement, options))
    {
        // An answer is analyzed from the doubler's point of view.
        let is_answer = matches!(entry.action, EntryAction::Take | EntryAction::Drop);
        let doubler = if is_answer { entry.player.other() } else { entry.player };
        let state = MatchState { phase: Phase::Due(Decision::Roll), ..before };
        of_cube.push_str(&cube::block(analysis, &state, doubler, is_answer, options));
        of_cube.push('\n');
        if let Some(imported) = entry.analysis.as_deref().and_then(|found| found.imported_cube.as_deref()) {
            let _ = writeln!(of_cube, "{IMPORTED}:");
            of_cube.push_str(&cube::block(imported, &state, doubler, is_answer, options));
            of_cube.push('\n');
        }
    }
    let Some([a, b]) = entry.faces() else { return (of_cube, out) };
    let luck = entry.analysis.as_ref().and_then(|analysis| analysis.luck);
    let luck = luck.filter(|_| options.filter.players[entry.player.index()]);
    let luck = luck.map(|Equity(luck)| format!(" ({})", options.numbers.equity(f64::from(luck))));
    let _ = writeln!(out, "Rolled {a}{b}{}:", luck.unwrap_or_default());
    let candidates = entry.play_analysis().filter(|_| options.filter.shows_play(entry, judgement, options));
    match (candidates, &entry.action) {
        (Some(play), _) => {
            out.push_str(&plays::list(play, &before, entry.player, options));
            if let Some(imported) = entry.analysis.as_deref().and_then(|found| found.imported_play.as_deref())
            {
                let _ = writeln!(out, "\n{IMPORTED}:");
                out.push_str(&plays::list(imported, &before, entry.player, options));
            }
        }
        (None, EntryAction::Play { play, .. } | EntryAction::IllegalPlay { play: Some(play), .. }) => {
            let _ = writeln!(out, "*    {}", play_text(&before.board, play));
        }
        (None, _) => {}
    }
    out.push_str("\n\n");
    (of_cube, out)
}
