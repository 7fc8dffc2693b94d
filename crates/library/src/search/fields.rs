// SPDX-License-Identifier: GPL-3.0-or-later
//! The fields of queries: each is declared once, with its words, its unit and what it means.

use crate::assess::CubeAnswer;
use crate::decision::Kind;
use crate::position::{Action, Phase, Plan};
use std::sync::LazyLock;

/// What the values of a field are.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A number; `UNITS` are the units that may be typed.
    Number(NumberUnit),
    /// One of some words.
    Words(fn() -> Vec<&'static str>),
    /// A name or another text.
    Text,
    /// A day, a month, a year, or how long ago.
    Date,
    /// Holds or not; no value.
    Flag,
    /// Two numbers: mine and theirs.
    Score,
    /// A roll.
    Dice,
    /// The value of the cube, or its owner.
    Cube,
}

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberUnit {
    /// A count.
    Count,
    /// Thousandths of normalized equity, `th`.
    Thousandths,
    /// A chance, in percent.
    Percent,
    /// Pips.
    Pips,
    /// Normalized equity.
    Equity,
}

/// What a field can be computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The checkers alone; answered in memory.
    Board,
    /// The row of a decision.
    Decision,
    /// Another table.
    Other,
}

macro_rules! fields {
    ($($variant:ident, $name:literal, $group:ident, $source:ident, $kind:expr, $sides:literal, $help:literal;)*) => {
        /// A field of queries.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Field { $(#[doc = $help] $variant,)* }

        impl Field {
            /// All fields, by groups.
            pub const ALL: &'static [Field] = &[$(Field::$variant,)*];

            /// The word in queries.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Field::$variant => $name,)* }
            }

            /// The group in the filter panel and in the documentation.
            #[must_use]
            pub const fn group(self) -> FieldGroup {
                match self { $(Field::$variant => FieldGroup::$group,)* }
            }

            /// What it is computed from.
            #[must_use]
            pub const fn source(self) -> Source {
                match self { $(Field::$variant => Source::$source,)* }
            }

            /// What its values are.
            #[must_use]
            pub fn kind(self) -> FieldKind {
                match self { $(Field::$variant => $kind,)* }
            }

            /// Whether either side has it: `my.` and `their.` may stand before it.
            #[must_use]
            pub const fn has_sides(self) -> bool {
                match self { $(Field::$variant => $sides,)* }
            }

            /// What it means, in English, for documentation and completion.
            #[must_use]
            pub const fn help(self) -> &'static str {
                match self { $(Field::$variant => $help,)* }
            }
        }
    };
}

/// Groups of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldGroup {
    /// Who and when.
    Who,
    /// The kind of decision.
    Kind,
    /// Losses, luck and rulers.
    Loss,
    /// Score and cube.
    Score,
    /// Numbers of the position.
    Numbers,
    /// Phases and plans.
    Game,
    /// What plays do.
    Action,
    /// Verdicts about the cube.
    Cube,
    /// What the user has said.
    Own,
}

use FieldKind::{Cube as CubeKind, Date, Dice as DiceKind, Flag, Number, Score as ScoreKind, Text, Words};
use NumberUnit::{Count, Equity as EquityUnit, Percent, Pips as PipsUnit, Thousandths};

fields! {
    By, "by", Who, Other, Text, false, "who decided";
    Versus, "vs", Who, Other, Text, false, "the opponent of who decided";
    Player, "player", Who, Other, Text, false, "either player";
    Me, "me", Who, Other, Flag, false, "the user decided";
    Event, "event", Who, Other, Text, false, "the tournament";
    Place, "place", Who, Other, Text, false, "the place or server";
    Date, "date", Who, Decision, Date, false, "the day it was played";
    Added, "added", Who, Other, Date, false, "when the match was added";
    Match, "match", Who, Decision, Number(Count), false, "the number of the match";
    Game, "game", Who, Decision, Number(Count), false, "the number of the game in its match";
    Turn, "ply", Who, Decision, Number(Count), false, "the number of the entry in its game";
    Kind, "kind", Kind, Decision, Words(kinds), false, "the kind of decision";
    Forced, "forced", Kind, Decision, Flag, false, "there was at most one legal play";
    Close, "close", Kind, Decision, Flag, false, "a close decision about the cube";
    Counted, "counted", Kind, Decision, Flag, false, "counts in error rates: analyzed, and unforced, close or an action with the cube";
    Illegal, "illegal", Kind, Decision, Flag, false, "the play was illegal";
    Dice, "dice", Kind, Decision, DiceKind, false, "the roll: 31, double, or 6x for any six";
    Loss, "loss", Loss, Decision, Number(Thousandths), false, "what was lost, in thousandths";
    Mwc, "mwc", Loss, Decision, Number(Percent), false, "the chance to win the match that was lost";
    Difficulty, "difficulty", Loss, Decision, Number(Thousandths), false, "the expected loss of the reference player";
    Avoidable, "avoidable", Loss, Decision, Flag, false, "a large loss that the reference player hardly makes";
    Wrong, "wrong", Loss, Decision, Words(actions), false, "done, but not by the best play; alone: not the best";
    Right, "right", Loss, Decision, Flag, false, "the best";
    Luck, "luck", Loss, Decision, Number(Thousandths), false, "the luck of the roll";
    Ruler, "ruler", Loss, Other, Text, false, "the program or level of the reference analysis";
    Judged, "judged", Loss, Other, Text, false, "a program or level that analyzed the decision, as the reference or besides it";
    Plies, "plies", Loss, Other, Number(Count), false, "the search depth of the reference analysis";
    Rollout, "rollout", Loss, Other, Flag, false, "the reference analysis is a rollout";
    Unanalyzed, "unanalyzed", Loss, Decision, Flag, false, "without a usable analysis";
    Engines, "engines", Loss, Decision, Number(Thousandths), false, "how far the losses by several rulers differ; engines:disagree>=30 is the same";
    Score, "score", Score, Decision, ScoreKind, false, "points away, mine and theirs: 2,4";
    Away, "away", Score, Decision, Number(Count), true, "points away";
    Length, "length", Score, Other, Number(Count), false, "the length of the match";
    Money, "money", Score, Decision, Flag, false, "money play";
    Crawford, "crawford", Score, Decision, Flag, false, "the Crawford game";
    PostCrawford, "postcrawford", Score, Decision, Flag, false, "after the Crawford game";
    Dmp, "dmp", Score, Decision, Flag, false, "double match point: both one point away";
    GammonSave, "gs", Score, Decision, Flag, false, "gammon save: one away, the opponent needs two on a cube of 1";
    GammonGo, "gg", Score, Decision, Flag, false, "gammon go: two away, the opponent is one away, on a cube of 1";
    CubeValue, "cube", Score, Decision, CubeKind, false, "the value of the cube, or whose it is: mine, theirs, center";
    Leader, "leader", Score, Decision, Flag, false, "ahead in the match";
    Trailer, "trailer", Score, Decision, Flag, false, "behind in the match";
    Pips, "pips", Numbers, Board, Number(PipsUnit), true, "pip count";
    Lead, "lead", Numbers, Board, Number(PipsUnit), true, "pips ahead; negative behind";
    Back, "back", Numbers, Board, Number(Count), true, "checkers in the opponent's home board and on the bar";
    Prime, "prime", Numbers, Board, Number(Count), true, "the most adjacent points";
    HomePoints, "home", Numbers, Board, Number(Count), true, "home points made";
    Anchors, "anchors", Numbers, Board, Number(Count), true, "points made in the opponent's home board";
    Blots, "blots", Numbers, Board, Number(Count), true, "points with a single checker";
    Shots, "shots", Numbers, Board, Number(Count), true, "rolls of 36 that hit a blot";
    Escapes, "escapes", Numbers, Board, Number(Count), true, "rolls of 36 that free the rearmost checker";
    Timing, "timing", Numbers, Board, Number(PipsUnit), true, "pips that can be played before the home board breaks";
    Bar, "bar", Numbers, Board, Number(Count), true, "checkers on the bar";
    Off, "off", Numbers, Board, Number(Count), true, "checkers borne off";
    Win, "win", Numbers, Decision, Number(Percent), true, "chance to win with the best alternative";
    Gammons, "gammons", Numbers, Decision, Number(Percent), true, "chance to win a gammon or more";
    Equity, "equity", Numbers, Decision, Number(EquityUnit), false, "value of the best alternative";
    Phase, "phase", Game, Board, Words(phases), false, "the phase of the game";
    Plan, "plan", Game, Board, Words(plans), true, "the first plan that holds";
    Has, "has", Game, Board, Words(all_plans), true, "any plan that holds";
    Class, "class", Game, Board, Words(classes), false, "the class by which nets are chosen";
    Did, "did", Action, Decision, Words(actions), false, "what the play does";
    Best, "best", Action, Decision, Words(actions), false, "what the best play does";
    Missed, "missed", Action, Decision, Words(actions), false, "what the best play does, but not this one";
    Could, "could", Action, Decision, Words(actions), false, "what some legal play does";
    Play, "play", Action, Decision, Text, false, "the play as written";
    Answer, "answer", Cube, Decision, Words(answers), false, "the right action: nd, dt, dp, tg";
    CubeFault, "error", Cube, Decision, Words(faults), false, "what was wrong: late, early, wrongtake, wrongpass";
    Tag, "tag", Own, Other, Text, false, "a tag of the decision, its position or its match";
    RemarkText, "remark", Own, Other, Text, false, "words of a remark; remark~ takes a pattern with * and ?";
    Remarked, "remarked", Own, Other, Flag, false, "with a remark";
    Mark, "mark", Own, Other, Words(marks), false, "marks: selected, doubtful, bad, very-bad, star";
    In, "in", Own, Other, Text, false, "in a collection";
    Card, "card", Own, Other, Flag, false, "a study card exists";
    Due, "due", Own, Other, Flag, false, "its card is due";
    Leech, "leech", Own, Other, Flag, false, "its card was forgotten often";
    Seen, "seen", Own, Other, Flag, false, "the position occurs in another match, too";
    Batch, "batch", Own, Other, Number(Count), false, "the number of the import";
}

fn kinds() -> Vec<&'static str> {
    let own = Kind::ALL.iter().map(|kind| kind.word());
    own.chain(["cube", "doubling", "answer"]).collect()
}

fn actions() -> Vec<&'static str> {
    Action::ALL.iter().map(|action| action.word()).collect()
}

fn phases() -> Vec<&'static str> {
    Phase::ALL.iter().map(|phase| phase.word()).collect()
}

fn plans() -> Vec<&'static str> {
    Plan::ALL[..=Plan::Contact as usize].iter().map(|plan| plan.word()).collect()
}

fn all_plans() -> Vec<&'static str> {
    Plan::ALL.iter().map(|plan| plan.word()).chain(Phase::ALL.iter().map(|phase| phase.word())).collect()
}

fn classes() -> Vec<&'static str> {
    vec!["over", "race", "crashed", "contact"]
}

fn answers() -> Vec<&'static str> {
    CubeAnswer::ALL.iter().map(|answer| answer.word()).collect()
}

fn faults() -> Vec<&'static str> {
    vec!["late", "early", "toogood", "wrongtake", "wrongpass"]
}

fn marks() -> Vec<&'static str> {
    vec!["selected", "star", "doubtful", "bad", "very-bad"]
}

/// Words that stand alone for a field with a value.
const SHORT: [(&str, Field, &str); 8] = [
    ("race", Field::Class, "race"),
    ("contact", Field::Class, "contact"),
    ("crashed", Field::Class, "crashed"),
    ("opening", Field::Phase, "opening"),
    ("middle", Field::Phase, "middle"),
    ("ending", Field::Phase, "ending"),
    ("bearoff", Field::Phase, "bearoff"),
    ("analyzed", Field::Unanalyzed, ""),
];

impl Field {
    /// The field with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Field> {
        static LOWER: LazyLock<Vec<(&'static str, Field)>> =
            LazyLock::new(|| Field::ALL.iter().map(|field| (field.name(), *field)).collect());
        let name = name.to_lowercase();
        LOWER.iter().find(|(known, _)| *known == name).map(|(_, field)| *field)
    }

    /// What a word that stands alone means: a field and its value.
    #[must_use]
    pub fn short(word: &str) -> Option<(Field, &'static str)> {
        let word = word.to_lowercase();
        SHORT.iter().find(|(known, ..)| *known == word).map(|(_, field, value)| (*field, *value))
    }

    /// Whether the field may stand alone.
    #[must_use]
    pub fn is_flag(self) -> bool {
        matches!(self.kind(), Flag) || self == Field::Wrong
    }

    /// A number as it is typed.
    #[must_use]
    pub fn number_text(self, value: f64) -> String {
        let text = if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value}") };
        match self.kind() {
            Number(Percent) => text + "%",
            _ => text,
        }
    }

    /// The words that may stand as its values.
    #[must_use]
    pub fn words(self) -> Vec<&'static str> {
        match self.kind() {
            Words(words) => words(),
            DiceKind => vec!["double"],
            CubeKind => vec!["mine", "theirs", "center"],
            _ => Vec::new(),
        }
    }
}

/// The names of all fields and flags that are near a misspelt word.
#[must_use]
pub(super) fn near_words<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let word = word.to_lowercase();
    let mut found: Vec<(usize, &str)> = known
        .map(|one| (distance(&word, one), one))
        .filter(|(n, one)| *n <= 2 || (word.len() > 2 && one.starts_with(&word)))
        .collect();
    found.sort();
    found.dedup();
    found.into_iter().take(3).map(|(_, one)| one.to_owned()).collect()
}

/// Letters to change, add or remove (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_found() {
        let names: HashSet<&str> = Field::ALL.iter().map(|field| field.name()).collect();
        assert_eq!(names.len(), Field::ALL.len());
        for field in Field::ALL {
            assert_eq!(Field::named(field.name()), Some(*field));
            assert!(!field.help().is_empty());
            assert!(Field::short(field.name()).is_none());
        }
        assert_eq!(Field::named("LOSS"), Some(Field::Loss));
    }

    #[test]
    fn misspelt_words_have_suggestions() {
        let known = || Field::ALL.iter().map(|field| field.name());
        assert_eq!(near_words("los", known())[0], "loss");
        assert!(near_words("diffculty", known()).contains(&"difficulty".to_owned()));
        assert!(near_words("xyzzy", known()).is_empty());
    }
}
