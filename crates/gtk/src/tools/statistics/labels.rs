// SPDX-License-Identifier: GPL-3.0-or-later
//! The titles and labels of statistics, for the translators. They come from the crate of the record, which has no
//! translations.

use crate::i18n::{gettext, noted};

/// A title or label in the user's language and in the spelling of the window; text statistics keep that of old files.
pub(super) fn title(label: &str) -> String {
    match label {
        "Chequerplay statistics" => gettext("Checker play statistics"),
        "Chequerplay rating" => gettext("Checker play rating"),
        "Chequerplay rating (older scale)" => gettext("Checker play rating (older scale)"),
        "Chequerplay errors rating loss" => gettext("Rating loss by checker play errors"),
        _ => gettext(label),
    }
}

/// The labels whose wording is the same in the window.
#[cfg_attr(not(test), expect(dead_code, reason = "only the tools of the translators read it"))]
pub(super) const LABELS: &[&str] = &[
    noted("Total moves"),
    noted("Unforced moves"),
    noted("Unmarked moves"),
    noted("Moves marked doubtful"),
    noted("Moves marked bad"),
    noted("Moves marked very bad"),
    noted("Error total EMG (MWC)"),
    noted("Error total EMG (Points)"),
    noted("Error rate mEMG (MWC)"),
    noted("Error rate mEMG (Points)"),
    noted("Luck statistics"),
    noted("Rolls unmarked"),
    noted("Rolls marked very lucky"),
    noted("Rolls marked lucky"),
    noted("Rolls marked unlucky"),
    noted("Rolls marked very unlucky"),
    noted("Luck total EMG (MWC)"),
    noted("Luck total EMG (Points)"),
    noted("Luck rate mEMG (MWC)"),
    noted("Luck rate mEMG (Points)"),
    noted("Luck rating"),
    noted("Luck rating (older scale)"),
    noted("Cube statistics"),
    noted("Total cube decisions"),
    noted("Close or actual cube decisions"),
    noted("Doubles"),
    noted("Takes"),
    noted("Passes"),
    noted("Missed doubles below CP (EMG (MWC))"),
    noted("Missed doubles below CP (EMG (Points))"),
    noted("Missed doubles above CP (EMG (MWC))"),
    noted("Missed doubles above CP (EMG (Points))"),
    noted("Wrong doubles below DP (EMG (MWC))"),
    noted("Wrong doubles below DP (EMG (Points))"),
    noted("Wrong doubles above TG (EMG (MWC))"),
    noted("Wrong doubles above TG (EMG (Points))"),
    noted("Wrong takes (EMG (MWC))"),
    noted("Wrong takes (EMG (Points))"),
    noted("Wrong passes (EMG (MWC))"),
    noted("Wrong passes (EMG (Points))"),
    noted("Cube decision rating"),
    noted("Cube decision rating (older scale)"),
    noted("Overall statistics"),
    noted("Snowie error rate"),
    noted("Overall rating"),
    noted("Overall rating (older scale)"),
    noted("Performance rating"),
    noted("Actual result"),
    noted("Luck adjusted result"),
    noted("Luck based FIBS rating diff."),
    noted("Error based abs. FIBS rating"),
    noted("Cube errors rating loss"),
    noted("MWC against current opponent"),
    noted("Error based rating diff. (older fit)"),
    noted("Advantage (actual) in ppg"),
    noted("Advantage (luck adjusted) in ppg"),
    noted("95% confidence interval (ppg)"),
];

#[cfg(test)]
mod tests {
    use super::LABELS;
    use gnubg_record::Statistics;
    use gnubg_report::statistics::{StatisticsFormat, sections};

    #[test]
    fn every_label_is_known_to_the_translators() {
        for (length, games, error) in [(0, 3, 0.006), (7, 1, 0.006), (7, 1, 0.0)] {
            let mut stats = Statistics::new(["a".to_owned(), "b".to_owned()], length);
            (stats.games, stats.has_result, stats.has_luck) = (games, true, true);
            stats.has_play = true;
            for player in &mut stats.players {
                (player.play.total, player.play.unforced, player.cube.close) = (1, 1, 1);
                player.play.error.emg = error;
                player.cube.errors[0].count = 1;
                player.cube.errors[0].error.emg = error;
            }
            for extended in [false, true] {
                for part in sections(&stats, &StatisticsFormat { extended, ..StatisticsFormat::default() }) {
                    for label in std::iter::once(part.title).chain(part.rows.iter().map(|row| &*row.label)) {
                        let is_reworded =
                            super::title(label).starts_with(['C', 'R']) && super::title(label) != label;
                        assert!(is_reworded || LABELS.contains(&label), "{label}");
                    }
                }
            }
        }
    }
}
