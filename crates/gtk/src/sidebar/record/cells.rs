// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as rows of cells: what each player did, with marks, losses and luck.

use crate::i18n::{WORDS, gettext, gettext_f, localized, ngettext_f};
use gnubg_engine::core::{Decision, MatchState, Phase, Player, ResignLevel, notation};
use gnubg_record::judge::Judgement;
use gnubg_record::walk::WalkStep;
use gnubg_record::{DecisionError, Entry, EntryAction, ErrorKind, Luck, MatchRecord, Skill, TimeLoss};
use gnubg_report::document::phrases::ErrorWords;
use gnubg_session::{Session, has_marked_candidate};

/// One entry as the record shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RecordCell {
    pub(super) game: usize,
    pub(super) entry: usize,
    pub(super) text: String,
    pub(super) play: Skill,
    pub(super) cube: Skill,
    pub(super) luck: Luck,
    /// What the decision lost, in equity; 0 or positive, `None` where nothing is known or to be decided.
    pub(super) loss: Option<f64>,
    /// What was best, in words, if the decision lost something.
    pub(super) best: String,
    /// What the roll gained by luck, in equity.
    pub(super) gain: Option<f64>,
    pub(super) has_comment: bool,
    /// Whether a play or the cube decision was selected for a rollout.
    pub(super) is_chosen: bool,
    /// Whether it breaks the rules or does not follow from the entries before it.
    pub(super) is_inconsistent: bool,
    pub(super) is_current: bool,
    /// Whether it is a cube action.
    pub(super) is_cube: bool,
    /// The line that it belongs to, if the line shown has it not.
    pub(super) other_line: Option<usize>,
    /// How far its line is from the main line; 0 for that itself.
    pub(super) level: usize,
}

/// A row of the record: the cells of both players, or the head of a variation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RecordRow {
    pub(super) number: usize,
    pub(super) cells: [Option<RecordCell>; 2],
    /// How far it is indented: 0 for the main line.
    pub(super) level: usize,
    pub(super) branch: Option<BranchHead>,
}

/// The row at which a variation begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BranchHead {
    /// The number of the line.
    pub(super) line: usize,
    pub(super) game: usize,
    /// The first entry that is another.
    pub(super) entry: usize,
    /// Its first plays.
    pub(super) text: String,
    /// What its first decision lost, if that is known.
    pub(super) loss: Option<f64>,
    pub(super) n_entries: usize,
    /// Whether the line shown is this one or branches off from it.
    pub(super) has_shown: bool,
    /// Whether its rows are shown.
    pub(super) is_open: bool,
}

impl BranchHead {
    /// What its first decision lost, as a number; empty below half a thousandth.
    pub(super) fn loss_text(&self, digits: u8) -> String {
        RecordCell { loss: self.loss, ..RecordCell::default() }.loss_text(digits)
    }

    /// The head in words.
    pub(super) fn spoken(&self, level: usize, digits: u8) -> String {
        let count = self.n_entries.to_string();
        let entries = ngettext_f("{n} entry", "{n} entries", self.n_entries as u32, &[("n", &count)]);
        let level = level.to_string();
        let values = [("n", level.as_str()), ("plays", self.text.as_str()), ("entries", entries.as_str())];
        let mut spoken = gettext_f("Variation of level {n}: {plays} ({entries})", &values);
        let loss = self.loss_text(digits);
        if !loss.is_empty() {
            spoken += &gettext_f(", loses {loss}", &[("loss", loss.trim_start_matches('−'))]);
        }
        spoken += ", ";
        spoken += &if self.is_open { gettext("unfolded") } else { gettext("folded") };
        spoken
    }
}

impl RecordCell {
    /// Its marks as symbols, so that no mark is told by color alone.
    pub(super) fn marks(&self) -> String {
        let mut marks = Vec::new();
        for (symbol, sign) in [(self.play.symbol(), ""), (self.cube.symbol(), "◆")] {
            if !symbol.is_empty() {
                marks.push(format!("{sign}{symbol}"));
            }
        }
        match self.luck {
            Luck::VeryLucky => marks.push("▲".to_owned()),
            Luck::VeryUnlucky => marks.push("▼".to_owned()),
            _ => {}
        }
        if self.is_chosen {
            marks.push("⚑".to_owned());
        }
        if self.has_comment {
            marks.push("✎".to_owned());
        }
        marks.join(" ")
    }

    /// Text and marks in words, for tooltips and screen readers.
    pub(super) fn spoken(&self) -> String {
        let mut parts = vec![self.text.clone()];
        if self.play != Skill::Unmarked {
            parts.push(gettext_f("play {mark}", &[("mark", &skill(self.play))]));
        }
        if self.cube != Skill::Unmarked {
            parts.push(gettext_f("cube {mark}", &[("mark", &skill(self.cube))]));
        }
        if self.luck != Luck::Unmarked {
            parts.push(luck(self.luck));
        }
        if self.is_inconsistent {
            parts.push(gettext("against the rules"));
        }
        if self.has_comment {
            parts.push(gettext("has a comment"));
        }
        if self.is_chosen {
            parts.push(gettext("selected for a rollout"));
        }
        if self.level > 0 {
            parts.push(gettext_f("variation of level {n}", &[("n", &self.level.to_string())]));
        }
        parts.join(", ")
    }

    /// What it lost, as a number; empty below half a thousandth.
    pub(super) fn loss_text(&self, digits: u8) -> String {
        let shown = self.loss.filter(|loss| *loss > 0.000_5);
        shown.map_or(String::new(), |loss| localized(format!("-{loss:.*}", usize::from(digits))))
    }

    /// The luck of its roll, as a number.
    pub(super) fn gain_text(&self, digits: u8) -> String {
        let Some(gain) = self.gain else { return String::new() };
        let text = localized(format!("{:.*}", usize::from(digits), gain.abs()));
        let sign = if text.chars().all(|c| matches!(c, '0' | '.')) {
            "±"
        } else if gain < 0.0 {
            "−"
        } else {
            "+"
        };
        format!("{sign}{text}")
    }

    /// The numbers in words.
    pub(super) fn spoken_numbers(&self, digits: u8) -> String {
        let (loss, gain) = (self.loss_text(digits), self.gain_text(digits));
        let mut spoken = String::new();
        if !loss.is_empty() {
            spoken += &gettext_f(", loses {loss}", &[("loss", loss.trim_start_matches('−'))]);
        }
        if !gain.is_empty() {
            spoken += &gettext_f(", luck of the roll {luck}", &[("luck", &crate::a11y::spoken(&gain))]);
        }
        if !loss.is_empty() && !self.best.is_empty() {
            spoken += "; ";
            spoken += &gettext_f("best: {best}", &[("best", &self.best)]);
        }
        spoken
    }

    /// The classes that color it.
    pub(super) fn classes(&self, is_colored: bool) -> Vec<&'static str> {
        let mut classes = vec!["record-cell"];
        if self.is_current {
            classes.push("current");
        }
        if self.is_inconsistent {
            classes.push("odd");
        }
        match self.luck {
            Luck::VeryLucky => classes.push("lucky"),
            Luck::VeryUnlucky => classes.push("unlucky"),
            _ => {}
        }
        if is_colored {
            classes.extend(match self.play {
                Skill::Doubtful => Some("play-doubtful"),
                Skill::Bad => Some("play-bad"),
                Skill::VeryBad => Some("play-very-bad"),
                Skill::Unmarked => None,
            });
            classes.extend(match self.cube {
                Skill::Doubtful => Some("cube-doubtful"),
                Skill::Bad => Some("cube-bad"),
                Skill::VeryBad => Some("cube-very-bad"),
                Skill::Unmarked => None,
            });
        }
        classes
    }
}

/// A mark in words.
pub(in crate::sidebar) fn skill(skill: Skill) -> String {
    match skill {
        Skill::VeryBad => gettext("very bad"),
        Skill::Bad => gettext("bad"),
        Skill::Doubtful => gettext("doubtful"),
        Skill::Unmarked => gettext("unmarked"),
    }
}

/// Luck in words.
pub(in crate::sidebar) fn luck(luck: Luck) -> String {
    match luck {
        Luck::VeryUnlucky => gettext("very unlucky"),
        Luck::Unlucky => gettext("unlucky"),
        Luck::Lucky => gettext("lucky"),
        Luck::VeryLucky => gettext("very lucky"),
        Luck::Unmarked => gettext("ordinary luck"),
    }
}

fn resigned(level: ResignLevel) -> String {
    match level {
        ResignLevel::Single => gettext("Resigns a single game"),
        ResignLevel::Gammon => gettext("Resigns a gammon"),
        ResignLevel::Backgammon => gettext("Resigns a backgammon"),
    }
}

/// What an entry did, in the state before it.
fn text(entry: &Entry, before: &MatchState, names: &[String; 2]) -> String {
    let board = before.board_of(entry.player);
    let doubled = |factor: u32| (factor * before.cube.value.points()).to_string();
    let is_answering = matches!(before.phase, Phase::Due(Decision::Answer(_)));
    match &entry.action {
        EntryAction::Play { dice, play } if play.is_empty() => {
            gettext_f("{dice}: cannot move", &[("dice", &format!("{}{}", dice.high(), dice.low()))])
        }
        EntryAction::Play { dice, play } => {
            format!("{}{}: {}", dice.high(), dice.low(), notation::format(&board, play))
        }
        EntryAction::IllegalPlay { dice, play, .. } => {
            let dice = format!("{}{}", dice.high(), dice.low());
            let play = play.as_ref().map_or("?".to_owned(), |play| notation::format(&board, play));
            gettext_f("{dice}: {play} (illegal)", &[("dice", &dice), ("play", &play)])
        }
        EntryAction::Roll(dice) => {
            gettext_f("Rolled {dice}", &[("dice", &format!("{}{}", dice.high(), dice.low()))])
        }
        EntryAction::Double if is_answering => gettext_f("Raccoon to {cube}", &[("cube", &doubled(4))]),
        EntryAction::Double if before.cube.owner.is_some() => {
            gettext_f("Redouble to {cube}", &[("cube", &doubled(2))])
        }
        EntryAction::Double => gettext_f("Double to {cube}", &[("cube", &doubled(2))]),
        EntryAction::Take => gettext("Take"),
        EntryAction::Drop => gettext("Drop"),
        EntryAction::Beaver => gettext_f("Beaver to {cube}", &[("cube", &doubled(4))]),
        EntryAction::Resign(level) => resigned(*level),
        EntryAction::AcceptResignation => gettext("Accepts the resignation"),
        EntryAction::DeclineResignation => gettext("Declines the resignation"),
        EntryAction::OutOfTime(TimeLoss::Points(points)) => ngettext_f(
            "Out of time: loses {n} point",
            "Out of time: loses {n} points",
            u32::from(*points),
            &[("n", &points.to_string())],
        ),
        EntryAction::OutOfTime(TimeLoss::Game) => gettext("Out of time: loses the game"),
        EntryAction::OutOfTime(TimeLoss::Match) => gettext("Out of time: loses the match"),
        EntryAction::SetBoard(_) if gnubg_record::walk::is_gap(before, entry) => {
            let name = names[entry.player.other().index()].as_str();
            gettext_f("Missing turn of {player}", &[("player", name)])
        }
        EntryAction::SetBoard(board) => gettext_f("(set board {id})", &[("id", &board.position_id())]),
        EntryAction::SetCubeValue(value) => {
            gettext_f("(set cube value {n})", &[("n", &value.points().to_string())])
        }
        EntryAction::SetCubeOwner(None) => gettext("(set cube in the middle)"),
        EntryAction::SetCubeOwner(Some(owner)) => {
            gettext_f("(set cube owner {player})", &[("player", &names[owner.index()])])
        }
    }
}

/// What an entry did.
pub(in crate::sidebar) fn text_of(session: &Session, game: usize, entry: usize) -> String {
    text_in(session.record(), &Player::BOTH.map(|player| session.name(player)), game, entry)
}

/// What an entry of a record did.
pub(super) fn text_in(record: &MatchRecord, names: &[String; 2], game: usize, entry: usize) -> String {
    let Some(found) = record.entry(game, entry) else { return String::new() };
    let before = record.games[game].state_before(record.length, entry);
    text(found, &before, names)
}

/// What a decision lost: play and cube together.
fn loss(judgement: &Judgement) -> Option<f64> {
    let play = judgement.play.filter(|play| play.has_choice).map(|play| play.error.emg);
    let cube = judgement.cube.filter(|cube| cube.is_close || cube.error.emg < 0.0).map(|cube| cube.error.emg);
    let resignation = judgement.resignation.map(|(_, error)| error.emg);
    let parts: Vec<f64> = [play, cube, resignation].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| -parts.iter().sum::<f64>())
}

/// What was best where a decision was an error: about the cube, then the play.
fn best(record: &MatchRecord, at: (usize, usize), before: &MatchState, judgement: &Judgement) -> String {
    let Some(entry) = record.entry(at.0, at.1) else { return String::new() };
    let cube = judgement.cube.and_then(|cube| {
        let error = DecisionError {
            game: at.0,
            entry: at.1,
            player: entry.player,
            kind: ErrorKind::Double,
            cube: Some(cube.kind?),
            loss: -cube.error,
            is_rolled_out: false,
        };
        Some(ErrorWords::of(record, &error, WORDS).best)
    });
    let is_error = judgement.play.is_some_and(|play| play.has_choice && play.error.emg < -0.000_5);
    let play = entry.play_analysis().filter(|_| is_error).and_then(|play| play.candidates.first());
    let play = play.map(|best| notation::format(&before.board_of(entry.player), &best.play));
    cube.into_iter().chain(play).collect::<Vec<_>>().join(", ")
}

/// The rows of a game; the entry after the place shown is the current one.
pub(super) fn rows(session: &Session, game: usize) -> Vec<RecordRow> {
    pair(of_line(session, session.record(), game, true), 1)
}

/// The cells of a game of a line with their seats.
pub(super) fn of_line(
    session: &Session,
    record: &MatchRecord,
    game: usize,
    is_shown: bool,
) -> Vec<(usize, RecordCell)> {
    let Some(played) = record.games.get(game) else { return Vec::new() };
    let names = Player::BOTH.map(|player| session.name(player));
    let thresholds = &session.options().analysis.thresholds;
    let at = session.place();
    let cell = |(step, judgement): (WalkStep<'_>, &Judgement)| {
        let entry = step.entry;
        let (play, cube, luck) = judgement.marks(entry, thresholds);
        RecordCell {
            game,
            entry: step.index,
            text: text(entry, &step.before, &names),
            play,
            cube,
            luck,
            loss: loss(judgement),
            best: best(record, (game, step.index), &step.before, judgement),
            gain: judgement.luck.map(|luck| luck.emg),
            has_comment: !entry.comment.is_empty(),
            is_chosen: has_marked_candidate(entry),
            is_inconsistent: step.issue.is_some() || matches!(entry.action, EntryAction::IllegalPlay { .. }),
            is_current: is_shown && (at.game, at.entry) == (game, step.index),
            is_cube: matches!(
                entry.action,
                EntryAction::Double | EntryAction::Take | EntryAction::Drop | EntryAction::Beaver
            ),
            other_line: None,
            level: 0,
        }
    };
    let judgements = session.judgements_in(record, game);
    let cells = played.walk(record.length).zip(&judgements);
    cells.map(|(step, judgement)| (step.entry.player.index(), cell((step, judgement)))).collect()
}

/// Puts cells into rows, which are counted from `first`: a new row where the seat's cell is taken, or after the right
/// one.
pub(super) fn pair(cells: impl IntoIterator<Item = (usize, RecordCell)>, first: usize) -> Vec<RecordRow> {
    let mut rows: Vec<RecordRow> = Vec::new();
    for (seat, cell) in cells {
        let fits = rows.last().is_some_and(|row| row.cells[seat].is_none() && row.cells[1].is_none());
        if !fits {
            rows.push(RecordRow { number: first + rows.len(), ..RecordRow::default() });
        }
        if let Some(row) = rows.last_mut() {
            row.cells[seat] = Some(cell);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, Play, Rules};

    fn cell(entry: usize) -> RecordCell {
        RecordCell { entry, text: "31: 8/5 6/5".to_owned(), ..RecordCell::default() }
    }

    #[test]
    fn rows_hold_both_players_in_order() {
        let seats = [1, 0, 1, 0, 0, 1, 1];
        let rows = pair(seats.into_iter().enumerate().map(|(n, seat)| (seat, cell(n))), 1);
        let at = |row: &RecordRow| row.cells.clone().map(|cell| cell.map(|cell| cell.entry));
        let found: Vec<_> = rows.iter().map(at).collect();
        let expected =
            [[None, Some(0)], [Some(1), Some(2)], [Some(3), None], [Some(4), Some(5)], [None, Some(6)]];
        assert_eq!(found, expected);
        assert_eq!(rows.last().map(|row| row.number), Some(5));
    }

    #[test]
    fn marks_are_symbols_and_not_only_colors() {
        let bad =
            RecordCell { play: Skill::VeryBad, cube: Skill::Doubtful, luck: Luck::VeryLucky, ..cell(0) };
        assert_eq!(bad.marks(), "?? ◆?! ▲");
        assert_eq!(bad.spoken(), "31: 8/5 6/5, play very bad, cube doubtful, very lucky");
        assert_eq!(bad.classes(false), ["record-cell", "lucky"]);
        assert_eq!(bad.classes(true), ["record-cell", "lucky", "play-very-bad", "cube-doubtful"]);
    }

    #[test]
    fn losses_and_luck_have_signs() {
        let told = |loss, gain| {
            let cell = RecordCell { loss, gain, ..cell(0) };
            (cell.loss_text(3), cell.gain_text(3), cell.spoken_numbers(3))
        };
        let texts = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        assert_eq!(told(None, None), texts("", "", ""));
        assert_eq!(told(Some(0.0001), Some(0.5)), texts("", "+0.500", ", luck of the roll +0.500"));
        let spoken = ", loses 0.042, luck of the roll minus 0.126";
        assert_eq!(told(Some(0.042), Some(-0.1256)), texts("−0.042", "−0.126", spoken));
        assert_eq!(told(None, Some(-0.0001)).1, "±0.000");
        let error = RecordCell { loss: Some(0.16), best: "13/5".to_owned(), ..cell(0) };
        assert_eq!(error.spoken_numbers(3), ", loses 0.160; best: 13/5");
        assert_eq!(RecordCell { loss: None, ..error }.spoken_numbers(3), "");
    }

    #[test]
    fn entries_are_written_in_notation() {
        let names = ["Ann".to_owned(), "Ben".to_owned()];
        let dice = Dice::new(3, 1).expect("dice");
        let state = MatchState::new(7, Rules::default()).expect("a match to seven points");
        let say = |action| text(&Entry::new(Player::One, action), &state, &names);
        let play = notation::resolve(&state.board, dice, "8/5 6/5").expect("a play");
        assert_eq!(say(EntryAction::Play { dice, play }), "31: 8/5 6/5");
        assert_eq!(say(EntryAction::Play { dice, play: Play::EMPTY }), "31: cannot move");
        assert_eq!(say(EntryAction::Roll(dice)), "Rolled 31");
        assert_eq!(say(EntryAction::Double), "Double to 2");
        assert_eq!(say(EntryAction::SetCubeOwner(Some(Player::Zero))), "(set cube owner Ann)");
    }

    #[test]
    fn a_head_says_its_level_and_loss() {
        let head = BranchHead {
            text: "65: 24/18 13/8".to_owned(),
            loss: Some(0.031),
            n_entries: 2,
            ..BranchHead::default()
        };
        assert_eq!(
            head.spoken(2, 3),
            "Variation of level 2: 65: 24/18 13/8 (2 entries), loses 0.031, folded"
        );
    }
}
