// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables of all rolls and of all scores.

use super::numbers::Numbers;
use crate::i18n::{gettext, gettext_f, noted};
use gnubg_engine::core::{Dice, Player, notation};
use gnubg_session::Session;
use gnubg_session::survey::{RollResult, RollSurvey, ScoreAdvice, ScoreSurvey, Survey, SurveyScore};
use std::fmt::Write;

/// What a survey is shown as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurveyTable {
    /// A line for each roll, with its best play.
    Rolls,
    /// A square of the equities of all rolls.
    Temperature,
    /// A table of the best decisions at all scores.
    Scores,
}

impl SurveyTable {
    /// The table of a survey.
    #[must_use]
    pub fn text(self, session: &Session, found: &Survey) -> String {
        let numbers = Numbers::of(&session.options().output);
        match (self, found) {
            (SurveyTable::Temperature, Survey::Rolls(found)) => temperature(numbers, found),
            (_, Survey::Rolls(found)) => list_of_rolls(numbers, found),
            (_, Survey::Scores(found)) => {
                let on_roll = found.state.on_roll;
                map_of_scores(found, [on_roll, on_roll.other()].map(|player| session.name(player)))
            }
        }
    }
}

/// One line for each roll: dice, best play, value.
fn list_of_rolls(numbers: Numbers, found: &RollSurvey) -> String {
    let settings = [("settings", found.settings.name())];
    let mut text = gettext_f("Best play of every roll, {settings}", &settings) + "\n\n";
    for dice in Dice::ALL {
        let Some(RollResult { play, equity, mwc, .. }) = found.rolls.at(dice) else { continue };
        let play = notation::format(&found.state.board, play);
        let play = if play.is_empty() { gettext("cannot move") } else { play };
        let value = numbers.value(*equity, *mwc);
        let _ = writeln!(text, "{}{}  {play:<28} {value}", dice.high(), dice.low());
    }
    if let Some((equity, mwc)) = found.rolls.mean() {
        let _ = writeln!(text, "\n{:<32} {}", gettext("Average of 36 rolls"), numbers.value(equity, mwc));
    }
    text
}

/// The equities of all rolls, and those after a double and a take.
fn temperature(numbers: Numbers, found: &RollSurvey) -> String {
    let mut text = String::new();
    let tables = [
        (noted("Equity of every roll, {settings}"), Some(&found.rolls)),
        (noted("After a double and a take, {settings}"), found.taken.as_ref()),
    ];
    for (title, results) in tables {
        let Some(results) = results else { continue };
        let _ = writeln!(text, "{}\n", gettext_f(title, &[("settings", found.settings.name())]));
        let _ = writeln!(text, "   {}", (1..=6).map(|die| format!("{die:>9}")).collect::<String>());
        for one in 1..=6 {
            let _ = write!(text, "  {one}");
            for other in 1..=6 {
                let result = Dice::new(one, other).ok().and_then(|dice| results.at(dice));
                let value = result.map_or_else(String::new, |r| numbers.value(r.equity, r.mwc));
                let _ = write!(text, "{:>9}", value.trim());
            }
            text.push('\n');
        }
        if let Some((equity, mwc)) = results.mean() {
            let value = numbers.value(equity, mwc);
            let _ = writeln!(text, "\n  {}\n", gettext_f("Average {value}", &[("value", value.trim())]));
        }
    }
    text
}

/// The letters of a cube action in the table of scores.
fn short(verdict: &str) -> String {
    let short = match verdict {
        text if text.starts_with("Too good") && text.ends_with("take") => "tg/t",
        text if text.starts_with("Too good") => "tg/p",
        text if text.starts_with("No") && text.ends_with("beaver") => "nd/b",
        text if text.starts_with("No") => "nd/t",
        text if text.ends_with("beaver") => "d/b",
        text if text.starts_with("Optional") && text.ends_with("pass") => "od/p",
        text if text.starts_with("Optional") => "od/t",
        text if text.ends_with("take") => "d/t",
        text if text.ends_with("pass") => "d/p",
        _ => "-",
    };
    short.to_owned()
}

/// A table with the points that the player on roll needs in rows, those of the opponent in columns.
fn map_of_scores(found: &ScoreSurvey, [own, other]: [String; 2]) -> String {
    let mut legend: Vec<String> = Vec::new();
    let mut label = |advice: Option<&ScoreAdvice>| match advice {
        None => String::new(),
        Some(ScoreAdvice::Cube(decision)) => short(decision.verdict.text()),
        Some(ScoreAdvice::Plays(plays)) => {
            let Some(best) = plays.first() else { return "-".to_owned() };
            let play = notation::format(&found.state.board, &best.play);
            let n = legend.iter().position(|known| *known == play).unwrap_or_else(|| {
                legend.push(play);
                legend.len() - 1
            });
            char::from(b'A' + u8::try_from(n).unwrap_or(25).min(25)).to_string()
        }
    };
    let settings = [("settings", found.settings.name())];
    let mut text = gettext_f("Best decision at every score, {settings}", &settings);
    let decision = [("decision", label(found.at(SurveyScore::Money)))];
    let _ = writeln!(text, "\n{}", gettext_f("Money: {decision}", &decision));
    let names = [("own", own), ("other", other)];
    let sides = gettext_f("Rows: points that {own} needs; columns: points that {other} needs", &names);
    let _ = writeln!(text, "{sides}\n");
    let _ = writeln!(text, "     {}", (1..=found.away).map(|n| format!("{n:>6}")).collect::<String>());
    for mine in 1..=found.away {
        let _ = write!(text, "{mine:>5}");
        for theirs in 1..=found.away {
            let mut away = [mine, theirs];
            if found.state.on_roll == Player::One {
                away.swap(0, 1);
            }
            let cell = label(found.at(SurveyScore::Match { away, is_crawford: false }));
            let _ = write!(text, "{cell:>6}");
        }
        text.push('\n');
    }
    if legend.is_empty() {
        let legend = gettext(
            "nd no double, d double, od optional double, tg too good to double; t take, p pass, b beaver",
        );
        let _ = writeln!(text, "\n{legend}");
    } else {
        text.push('\n');
        for (letter, play) in (b'A'..=b'Z').zip(&legend) {
            let _ = writeln!(text, "{}  {play}", char::from(letter));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn cube_actions_are_short() {
        assert_eq!(short("Too good to redouble, pass"), "tg/p");
        assert_eq!(short("Optional double, take"), "od/t");
    }
}
