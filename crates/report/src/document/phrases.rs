// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions, actions and errors of a record in the reader's words.

use crate::cube;
use crate::plays::play_text;
use crate::words::{Words, noted};
use gnubg_engine::core::{Decision, MatchState, Phase, Player, notation};
use gnubg_engine::cube::{CubeRow, Verdict};
use gnubg_record::judge::CubeError;
use gnubg_record::walk::WalkStep;
use gnubg_record::{DecisionError, EntryAction, MatchRecord, TimeLoss};

/// An error in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ErrorWords {
    /// The roll, or that it was about the cube.
    pub occasion: String,
    /// What was decided.
    pub done: String,
    /// What was best.
    pub best: String,
}

impl ErrorWords {
    /// Describes an error of a record.
    #[must_use]
    pub fn of(record: &MatchRecord, error: &DecisionError, words: Words) -> ErrorWords {
        let Some(entry) = record.entry(error.game, error.entry) else { return ErrorWords::default() };
        let before = || record.games[error.game].state_before(record.length, error.entry);
        if let Some(kind) = error.cube {
            let is_redouble = before().cube.owner.is_some();
            let [done, best] = cube_words(kind, is_redouble).map(|phrase| words.gettext(phrase));
            return ErrorWords { occasion: words.gettext("cube"), done, best };
        }
        match &entry.action {
            EntryAction::Play { dice, .. } | EntryAction::IllegalPlay { dice, .. } => {
                let board = before().board_of(entry.player);
                let best = entry.play_analysis().and_then(|play| play.candidates.first());
                let best = best.map_or(String::new(), |best| notation::format(&board, &best.play));
                let played = match &entry.action {
                    EntryAction::Play { play, .. } => Some(play),
                    EntryAction::IllegalPlay { play, .. } => play.as_ref(),
                    _ => None,
                };
                let done = played.map_or("?".to_owned(), |play| notation::format(&board, play));
                ErrorWords { occasion: format!("{}{}", dice.high(), dice.low()), done, best }
            }
            _ if error.player == entry.player => ErrorWords {
                occasion: words.gettext("resignation"),
                done: words.gettext("Resigned"),
                best: words.gettext("Continue playing"),
            },
            _ => ErrorWords {
                occasion: words.gettext("resignation"),
                done: words.gettext("Accepted the resignation"),
                best: words.gettext("Continue playing"),
            },
        }
    }
}

/// The phrases for what was decided about the cube and what was best.
const fn cube_words(kind: CubeError, is_redouble: bool) -> [&'static str; 2] {
    let [no_double, take, pass] = [
        cube::label(CubeRow::NoDouble, is_redouble),
        cube::label(CubeRow::DoubleTake, is_redouble),
        cube::label(CubeRow::DoublePass, is_redouble),
    ];
    let [double, too_good] = match is_redouble {
        false => [noted("Double"), noted("Too good to double")],
        true => [noted("Redouble"), noted("Too good to redouble")],
    };
    match kind {
        CubeError::MissedBelowCash => [no_double, take],
        CubeError::MissedAboveCash => [no_double, pass],
        CubeError::WrongBelowDoublePoint => [double, no_double],
        CubeError::WrongAboveTooGood => [double, too_good],
        CubeError::WrongTake => [noted("Take"), noted("Pass")],
        CubeError::WrongDrop => [noted("Pass"), noted("Take")],
    }
}

/// The player and the decision that is due.
pub(crate) fn due(state: &MatchState, names: &[String; 2], words: Words) -> String {
    let name = |player: Player| names[player.index()].clone();
    match state.phase {
        Phase::Due(Decision::Play(dice)) => {
            let dice = format!("{}{}", dice.high(), dice.low());
            words.gettext_f("{player} to play {dice}", &[("player", name(state.on_roll)), ("dice", dice)])
        }
        Phase::Due(Decision::Answer(offer)) => {
            let value = (2 * state.cube.value.points()).to_string();
            let values = [("player", name(offer.by)), ("n", value)];
            match offer.beavers {
                0 => words.gettext_f("{player} doubles to {n}", &values),
                1 => words.gettext_f("{player} beavers to {n}", &values),
                _ => words.gettext_f("{player} raccoons to {n}", &values),
            }
        }
        Phase::Resigning { by, level, .. } => resigns(&name(by), state.points_for(level.multiple()), words),
        _ => words.gettext_f("{player} on roll: double or roll?", &[("player", name(state.on_roll))]),
    }
}

fn resigns(player: &str, points: u32, words: Words) -> String {
    let text = words.ngettext_f("{player} resigns {n} point", "{player} resigns {n} points", points as usize);
    crate::words::fill(text, &[("player", player)])
}

/// What a player did, with the player's name; plays are told by their roll and their notation.
pub(crate) fn done(step: &WalkStep<'_>, player: &str, words: Words) -> Option<String> {
    let entry = step.entry;
    let board = step.before.board_of(entry.player);
    let value = || (2 * step.before.cube.value.points()).to_string();
    let values = [("player", player)];
    let with_value = |phrase: &str| words.gettext_f(phrase, &[("player", player), ("n", &value())]);
    let played = |dice: gnubg_engine::core::Dice, text: String| {
        format!("{player} {}{}: {text}", dice.high(), dice.low())
    };
    Some(match &entry.action {
        EntryAction::Play { play, dice } if play.is_empty() => played(*dice, words.gettext("cannot move")),
        EntryAction::Play { play, dice } => played(*dice, play_text(&board, play)),
        EntryAction::IllegalPlay { play: Some(play), dice, .. } if !play.is_empty() => {
            let text = [("play", play_text(&board, play))];
            played(*dice, words.gettext_f("{play} (illegal)", &text))
        }
        EntryAction::IllegalPlay { dice, .. } => played(*dice, words.gettext("illegal play")),
        EntryAction::Roll(dice) => played(*dice, words.gettext("not played")),
        EntryAction::Double => with_value("{player} doubles to {n}"),
        EntryAction::Beaver => with_value("{player} beavers to {n}"),
        EntryAction::Take => words.gettext_f("{player} takes", &values),
        EntryAction::Drop => words.gettext_f("{player} passes", &values),
        EntryAction::AcceptResignation => words.gettext_f("{player} accepts the resignation", &values),
        EntryAction::DeclineResignation => words.gettext_f("{player} declines the resignation", &values),
        EntryAction::Resign(level) => resigns(player, step.before.points_for(level.multiple()), words),
        EntryAction::OutOfTime(loss) => out_of_time(player, *loss, words),
        EntryAction::SetBoard(_) | EntryAction::SetCubeValue(_) | EntryAction::SetCubeOwner(_) => {
            return None;
        }
    })
}

fn out_of_time(player: &str, loss: TimeLoss, words: Words) -> String {
    let values = [("player", player)];
    match loss {
        TimeLoss::Points(n) => {
            let text = words.ngettext_f(
                "{player} is out of time and loses {n} point",
                "{player} is out of time and loses {n} points",
                usize::from(n),
            );
            crate::words::fill(text, &values)
        }
        TimeLoss::Game => words.gettext_f("{player} is out of time and loses the game", &values),
        TimeLoss::Match => words.gettext_f("{player} is out of time and loses the match", &values),
    }
}

/// The proper cube action.
#[must_use]
pub fn verdict(verdict: Verdict, words: Words) -> String {
    words.gettext(verdict.text())
}

/// The words of the engine for proper cube actions, to be translated.
pub const VERDICTS: [&str; 21] = [
    noted("Double, take"),
    noted("Double, pass"),
    noted("No double, take"),
    noted("Too good to double, take"),
    noted("Too good to double, pass"),
    noted("Double, beaver"),
    noted("No double, beaver"),
    noted("Redouble, take"),
    noted("Redouble, pass"),
    noted("No redouble, take"),
    noted("Too good to redouble, take"),
    noted("Too good to redouble, pass"),
    noted("No redouble, beaver"),
    noted("Never double, take (dead cube)"),
    noted("Never redouble, take (dead cube)"),
    noted("Cube not available"),
    noted("Optional double, take"),
    noted("Optional redouble, take"),
    noted("Optional double, beaver"),
    noted("Optional double, pass"),
    noted("Optional redouble, pass"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_record::ErrorKind;
    use gnubg_record::judge::Amount;

    #[test]
    fn a_double_of_an_owned_cube_is_a_redouble() {
        let text = " 5 point match\n\n Game 1\n Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Takes                       66: 13/7 13/7 8/2 8/2
  3)  Doubles => 4                Takes
  4) 61: 13/7 8/7\n";
        let record = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
        let doubles: Vec<usize> = record.games[0]
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| matches!(entry.action, EntryAction::Double))
            .map(|(n, _)| n)
            .collect();
        let told = |entry: usize| {
            let player = record.games[0].entries[entry].player;
            let (kind, cube) = (ErrorKind::Double, Some(CubeError::WrongBelowDoublePoint));
            let loss = Amount { emg: 0.1, cost: 0.1 };
            let error = DecisionError { game: 0, entry, player, kind, cube, loss, is_rolled_out: false };
            let words = ErrorWords::of(&record, &error, Words::default());
            (words.done, words.best)
        };
        let words = |done: &str, best: &str| (done.to_owned(), best.to_owned());
        assert_eq!(told(doubles[0]), words("Double", "No double"));
        assert_eq!(told(doubles[1]), words("Redouble", "No redouble"));
    }

    #[test]
    fn every_proper_action_can_be_translated() {
        for one in Verdict::ALL {
            assert!(VERDICTS.contains(&one.text()), "{}", one.text());
        }
        assert_eq!(VERDICTS.len(), Verdict::ALL.len());
    }
}
