// SPDX-License-Identifier: GPL-3.0-or-later
//! The titles and labels of statistics in the reader's language. Text statistics, which programs read, keep theirs.

use crate::words::{Words, noted};

/// A title or label in the reader's language and in the spelling of the window.
#[must_use]
pub fn title(label: &str, words: Words) -> String {
    match label {
        "Chequerplay statistics" => words.gettext("Checker play statistics"),
        "Chequerplay rating" => words.gettext("Checker play rating"),
        "Chequerplay rating (older scale)" => words.gettext("Checker play rating (older scale)"),
        "Chequerplay errors rating loss" => words.gettext("Rating loss by checker play errors"),
        _ => words.gettext(label),
    }
}

/// A figure in the reader's language: numbers as they are, words of ratings and of luck translated.
#[must_use]
pub fn value(figure: &str, words: Words) -> String {
    match figure {
        // Of all words these alone are no names.
        "None" => words.pgettext("luck", "None"),
        "n/a" => words.gettext("n/a"),
        word if WORDS.contains(&word) => words.gettext(word),
        number => number.to_owned(),
    }
}

/// The words of ratings and of luck, on both scales.
const WORDS: &[&str] = &[
    noted("Supernatural"),
    noted("Extra-terrestrial"),
    noted("World class"),
    noted("Expert"),
    noted("Advanced"),
    noted("Intermediate"),
    noted("Casual player"),
    noted("Beginner"),
    noted("Awful!"),
    noted("Novice"),
    noted("Go to Las Vegas"),
    noted("Go to Las Vegas immediately"),
    noted("Good dice, man!"),
    noted("Bad dice, man!"),
    noted("Better luck next time"),
    noted("Go to bed"),
    noted("Cheater :-)"),
    noted("Haaa-haaa"),
];

/// The labels whose wording is the same in the window.
#[cfg_attr(not(test), expect(dead_code, reason = "only the tools of the translators read it"))]
pub(crate) const LABELS: &[&str] = &[
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
    use super::{LABELS, WORDS, value};
    use crate::statistics::{StatisticsFormat, sections};
    use crate::words::Words;
    use gnubg_record::Statistics;
    use gnubg_record::stats::derived::{LUCK_WORDS, OLD_LUCK_WORDS, RatingScale};

    #[test]
    fn every_word_of_a_rating_is_known_to_the_translators() {
        let ratings = [RatingScale::CURRENT, RatingScale::OLD];
        let words = ratings.iter().flat_map(RatingScale::words).chain(LUCK_WORDS).chain(OLD_LUCK_WORDS);
        for word in words {
            assert!(word == "None" || WORDS.contains(&word), "{word}");
            // Without a catalogue a word stands for itself.
            assert_eq!(value(word, Words::default()), word);
        }
        assert_eq!(value("-0.123 (-4.5%)", Words::default()), "-0.123 (-4.5%)");
    }

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
                        let shown = super::title(label, Words::default());
                        let is_reworded = shown.starts_with(['C', 'R']) && shown != label;
                        assert!(is_reworded || LABELS.contains(&label), "{label}");
                    }
                }
            }
        }
    }
}
