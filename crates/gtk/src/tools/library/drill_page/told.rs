// SPDX-License-Identifier: GPL-3.0-or-later
//! What exercises say: the question, what was right, how good the answers are by now.

use crate::i18n::{gettext, gettext_f, localized, ngettext_f};
use crate::texts;
use crate::tools::library::{terms, words};
use gnubg_library::exercise::{Bias, DrillState, Exercise, FieldKind, Marked, MarkedField, Problem};

/// A number as people type it.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches('%').trim_end().replace(',', ".").replace('−', "-");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// What is asked.
pub(super) fn prompt(problem: &Problem) -> String {
    let state = &problem.state;
    let away = |player| state.away(player).map_or_else(String::new, |n| n.to_string());
    let score = match (state.away(state.on_roll), state.away(state.on_roll.other())) {
        (Some(own), Some(other)) => Some(texts::score_away(own, other)),
        _ => None,
    };
    match problem.exercise {
        Exercise::Pips => gettext("Count the pips"),
        Exercise::Epc => gettext("Estimate the effective pip count"),
        Exercise::Isight | Exercise::Keith | Exercise::Thorp => {
            gettext("Count by the formula, with you on roll, and say what it advises")
        }
        Exercise::TakePoints => gettext_f(
            "The player who doubles needs {theirs}, you need {own}, the cube stands at {cube}. What do you need to take, without gammons?",
            &[
                ("theirs", &away(state.on_roll)),
                ("own", &away(state.on_roll.other())),
                ("cube", &state.cube.value.points().to_string()),
            ],
        ),
        Exercise::Openings | Exercise::Replies | Exercise::Bearoff => {
            let dice = state.dice().map(|dice| format!("{}{}", dice.high(), dice.low()));
            let text = gettext_f("Play {dice} on the board", &[("dice", &dice.unwrap_or_default())]);
            match score {
                Some(score) => format!("{text} · {score}"),
                None => text,
            }
        }
    }
}

/// How one answer was.
fn field(field: &MarkedField) -> String {
    let (given, truth) = (terms::verdict(&field.given), terms::verdict(&field.truth));
    let name = terms::field(field.kind);
    match (field.is_right, field.kind) {
        // Numbers may be right without being exact.
        (true, kind) if kind == FieldKind::Play || given == truth => {
            gettext_f("{answer}: right", &[("answer", &format!("{name} {given}"))])
        }
        (true, _) => gettext_f(
            "{answer}: right, exactly {truth}",
            &[("answer", &format!("{name} {given}")), ("truth", &truth)],
        ),
        (false, FieldKind::Play) => gettext_f(
            "{answer}: {loss}, best is {best}",
            &[("answer", &given), ("loss", &words::loss(field.error)), ("best", &truth)],
        ),
        (false, _) => gettext_f(
            "{answer}: wrong, it is {truth}",
            &[("answer", &format!("{name} {given}")), ("truth", &truth)],
        ),
    }
}

/// What was right, a line for each question.
pub(super) fn marked(marked: &Marked) -> Vec<String> {
    let mut lines = vec![if marked.is_right { gettext("Right") } else { gettext("Not right") }];
    lines.extend(marked.fields.iter().map(field));
    if let Some(one) = &marked.formula {
        let right = match (one.is_double, one.is_take) {
            (true, true) => gettext("Double, take"),
            (true, false) => gettext("Double, pass"),
            (false, _) => gettext("No double"),
        };
        lines.push(gettext_f(
            "The formula itself is wrong here: right is {verdict}, following it costs {loss}",
            &[("verdict", &right), ("loss", &words::loss(one.loss))],
        ));
    }
    if let Some(ruler) = &marked.ruler {
        lines.push(gettext_f("Analysis: {ruler}", &[("ruler", ruler)]));
    }
    lines
}

/// The level and how many answers were right.
pub(super) fn state(state: &DrillState) -> String {
    let form = u32::try_from(state.answers).unwrap_or(u32::MAX);
    let values = [
        ("level", state.level.to_string()),
        ("right", state.right.to_string()),
        ("n", state.answers.to_string()),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
    ngettext_f(
        "Level {level}, {right} of {n} answer right",
        "Level {level}, {right} of {n} answers right",
        form,
        &values,
    )
}

/// Which numbers are too high or too low, beyond chance.
pub(super) fn bias(state: &DrillState) -> Vec<String> {
    let one = |bias: &Bias| {
        let mean = localized(format!("{:.1}", bias.mean.abs()));
        let values = [("what", terms::field(bias.kind)), ("n", mean), ("answers", bias.answers.to_string())];
        let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        match bias.mean > 0.0 {
            true => gettext_f("{what}: too high by {n} on average, of {answers} answers", &values),
            false => gettext_f("{what}: too low by {n} on average, of {answers} answers", &values),
        }
    };
    state.bias.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_type_them() {
        assert_eq!(number(" 23,5 % "), Some(23.5));
        assert_eq!(number("−2"), Some(-2.0));
        assert_eq!(number(""), None);
        assert_eq!(number("inf"), None);
    }

    fn marked_field(kind: FieldKind, given: &str, truth: &str, is_right: bool) -> MarkedField {
        MarkedField { kind, given: given.to_owned(), truth: truth.to_owned(), error: 0.05, is_right }
    }

    #[test]
    fn answers_are_told_with_the_truth() {
        assert_eq!(field(&marked_field(FieldKind::MyPips, "80", "80", true)), "Your pips 80: right");
        assert_eq!(
            field(&marked_field(FieldKind::MyPips, "80", "81", false)),
            "Your pips 80: wrong, it is 81"
        );
        let epc = field(&marked_field(FieldKind::Epc, "40", "40.6", true));
        assert_eq!(epc, "Your effective pips 40: right, exactly 40.6");
        let play = field(&marked_field(FieldKind::Play, "6/3 2/1", "6/2", false));
        assert_eq!(play, "6/3 2/1: −0.050, best is 6/2");
    }

    #[test]
    fn bias_says_its_direction() {
        let bias = |mean| Bias { kind: FieldKind::MyPips, mean, std_error: 0.2, answers: 12 };
        let state =
            DrillState { level: 4, ability: 6.0, answers: 12, right: 9, bias: vec![bias(-1.3), bias(2.0)] };
        let lines = super::bias(&state);
        assert_eq!(lines[0], "Your pips: too low by 1.3 on average, of 12 answers");
        assert!(lines[1].contains("too high by 2.0"));
        assert_eq!(super::state(&state), "Level 4, 9 of 12 answers right");
    }
}
