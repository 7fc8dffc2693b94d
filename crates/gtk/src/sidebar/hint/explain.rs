// SPDX-License-Identifier: GPL-3.0-or-later
//! How the selected play of a hint differs from the best one, in features that can be counted on the board.

use crate::a11y;
use crate::i18n::{gettext, gettext_f, localized};
use crate::tools::controls::paragraph;
use crate::tools::decision_text::{chance, on_scale, value_text};
use crate::tools::text_table::TextTable;
use gnubg_engine::core::{Play, notation};
use gnubg_engine::eval::RankedPlay;
use gnubg_record::explain::comparison::{Difference, Feature, differences};
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::options::Output;
use gtk::prelude::*;

/// The button and what it opens.
pub(super) struct Explanation {
    pub(super) button: gtk::MenuButton,
    popover: gtk::Popover,
    heading: gtk::Label,
    table: TextTable,
}

impl Explanation {
    pub(super) fn new() -> Explanation {
        let heading = paragraph("", &["figures"]);
        heading.set_widget_name("explanation-heading");
        let table = TextTable::new("explanation-features");
        // The popover already has the frame of a card.
        table.set_css_classes(&[]);
        let content = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        content.set_css_classes(&["explanation"]);
        content.append(&heading);
        content.append(&table);
        let popover = gtk::Popover::builder().name("explanation").child(&content).build();
        let name = gettext("Compare the selected play with the best one");
        let button = gtk::MenuButton::builder()
            .name("hint-explain")
            .icon_name("dialog-question-symbolic")
            .popover(&popover)
            .tooltip_text(&name)
            .build();
        a11y::set_label(&button, &name);
        a11y::name_menu_buttons(&button, &name);
        Explanation { button, popover, heading, table }
    }

    /// Opens it, if there are plays to compare.
    pub(super) fn open(&self) {
        if self.button.is_sensitive() {
            self.button.popup();
        }
    }

    /// Calls `opened` when the popover opens.
    pub(super) fn connect_opened(&self, opened: impl Fn() + 'static) {
        self.popover.connect_show(move |_| opened());
    }

    /// Enables the button if there are plays to compare that are not hidden.
    pub(super) fn update(&self, hint: &Hint, is_hidden: bool) {
        let can_compare = matches!(&hint.advice, Advice::Play { plays, .. } if plays.len() > 1);
        self.button.set_sensitive(can_compare && !is_hidden);
    }

    /// Compares a play with the best one, or the best play with the second-best.
    pub(super) fn fill(&self, hint: &Hint, selected: Option<Play>, output: &Output) {
        let Advice::Play { plays, .. } = &hint.advice else { return };
        let Some((heading, rows)) = table(hint, plays, selected, output) else { return };
        self.heading.set_text(&heading);
        self.table.set_rows(&rows, &[0]);
        let lines = rows.iter().skip(1).map(|row| {
            let values = [("what", &*row[0]), ("one", &*row[1]), ("other", &*row[2])];
            gettext_f("{what}: {one} against {other}", &values)
        });
        let lines: Vec<String> = std::iter::once(heading).chain(lines).collect();
        a11y::set_label(&self.popover, &lines.join("\n"));
    }

    pub(super) fn is_open(&self) -> bool {
        self.popover.is_visible()
    }
}

/// A heading and the rows: a feature, its values after the selected play and after the other one, the difference.
fn table(
    hint: &Hint,
    plays: &[RankedPlay],
    selected: Option<Play>,
    output: &Output,
) -> Option<(String, Vec<Vec<String>>)> {
    let chosen = selected.and_then(|play| plays.iter().position(|ranked| ranked.play == play)).unwrap_or(0);
    let pair = [plays.get(chosen)?, plays.get(if chosen == 0 { 1 } else { 0 })?];
    let [one, other] = pair.map(|ranked| notation::format(&hint.state.board, &ranked.play));
    let [(mine, is_mwc), (theirs, _)] =
        pair.map(|ranked| on_scale(ranked.evaluation.cubeful, ranked.evaluation.mwc, output));
    let difference = value_text((mine - theirs).abs(), is_mwc, true, output);
    let values = [("one", &*one), ("other", &*other), ("n", difference.trim_start_matches('+'))];
    let heading = match chosen {
        0 => gettext_f("{one} is {n} better than {other}, the second-best play.", &values),
        _ => gettext_f("{one} is {n} worse than {other}, the best play.", &values),
    };
    let found = differences(&hint.state.board, pair.map(|ranked| (&ranked.after, &ranked.evaluation.probs)));
    let head = vec![String::new(), one.clone(), other.clone(), gettext("Diff.")];
    let rows = found.iter().map(|difference| row(difference, output));
    Some((heading, std::iter::once(head).chain(rows).collect()))
}

fn row(difference: &Difference, output: &Output) -> Vec<String> {
    let Difference { feature, values: [one, other] } = *difference;
    let text = |value: f32| match feature.is_chance() {
        true => chance(value, output),
        false => localized(format!("{value:.0}")),
    };
    let difference = one - other;
    let sign = if difference < 0.0 { "−" } else { "+" };
    vec![name(feature), text(one), text(other), format!("{sign}{}", text(difference.abs()))]
}

fn name(feature: Feature) -> String {
    match feature {
        Feature::OnBar => gettext("Opponent's checkers on the bar"),
        Feature::Blots => gettext("Blots"),
        Feature::Shots => gettext("Rolls that hit, of 36"),
        Feature::ReturnShots => gettext("Return shots"),
        Feature::DirectShots => gettext("Rolls that hit with one die"),
        Feature::IndirectShots => gettext("Rolls that hit with both dice"),
        Feature::Points => gettext("Points made"),
        Feature::HomePoints => gettext("Home board points"),
        Feature::Anchors => gettext("Anchors"),
        Feature::Prime => gettext("Length of the longest prime"),
        Feature::Timing => gettext("Pips before the prime breaks"),
        Feature::Back => gettext("Checkers back"),
        Feature::BorneOff => gettext("Checkers borne off"),
        Feature::Pips => gettext("Pip count"),
        Feature::OpponentPips => gettext("Opponent's pip count"),
        Feature::Wins => gettext("Wins"),
        Feature::GammonsWon => gettext("Gammons won"),
        Feature::GammonsLost => gettext("Gammons lost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_signs() {
        let output = Output::default();
        let of = |feature, one, other| row(&Difference { feature, values: [one, other] }, &output);
        assert_eq!(of(Feature::Blots, 1.0, 3.0), ["Blots", "1", "3", "−2"]);
        assert_eq!(of(Feature::Wins, 0.5234, 0.5), ["Wins", "0.523", "0.500", "+0.023"]);
        let percent = Output { win_percent: true, ..output.clone() };
        let found = row(&Difference { feature: Feature::GammonsLost, values: [0.1, 0.15] }, &percent);
        assert_eq!(found[1..], ["10.0%", "15.0%", "−5.0%"]);
    }
}
