// SPDX-License-Identifier: GPL-3.0-or-later
//! Help for words that are not commands by themselves.
//!
//! Groups of settings have the same help under `set` as under `show`.

use crate::i18n::noted;

/// Help by the whole path.
pub(super) const HEADINGS: &[(&str, &str)] = &[
    ("analyse", noted("analysis of the record")),
    ("annotate", noted("marks and comments on the entry after the current position")),
    ("clear", noted("clear the turn, the hint or the evaluation cache")),
    ("cmark", noted("mark candidates for a rollout")),
    ("database", noted("databases of positions, their rollouts, nets trained on them")),
    ("end", noted("let the computer finish the game")),
    ("export", noted("write a report or a file for another program")),
    ("first", noted("go to the beginning")),
    ("import", noted("read a file from another program")),
    ("invert", noted("the same as set invert")),
    ("delete", noted("delete something kept under a name")),
    ("list", noted("list the record")),
    ("load", noted("read a file")),
    ("new", noted("start a match, session or game")),
    ("record", noted("results of players in their matches")),
    ("relational", noted("the library of matches with the words of the original")),
    ("relational add", noted("add a match")),
    ("relational erase", noted("erase results of players")),
    ("relational show", noted("show results of players")),
    ("save", noted("write a file")),
    ("show statistics", noted("errors, luck and ratings")),
    ("set", noted("change a setting or the position")),
    ("show", noted("show settings or information")),
    ("swap", noted("exchange the players")),
    ("train", noted("train copies of the nets")),
    ("set cube", noted("the doubling cube")),
    ("analyse clear", noted("remove an analysis")),
    ("analyse rollout", noted("roll out decisions of the record")),
    ("annotate accept", noted("the acceptance of a resignation")),
    ("annotate clear", noted("remove a mark or a comment")),
    ("annotate cube", noted("the cube decision")),
    ("annotate double", noted("the double")),
    ("annotate drop", noted("the pass")),
    ("annotate move", noted("the play")),
    ("annotate pass", noted("the pass")),
    ("annotate reject", noted("the refusal of a resignation")),
    ("annotate resign", noted("the resignation")),
    ("annotate resignation", noted("whether the resignation counts")),
    ("annotate roll", noted("the roll")),
    ("annotate take", noted("the take")),
    ("cmark cube", noted("the cube decision of the move")),
    ("cmark cube set", noted("mark or unmark the cube decision")),
    ("cmark game", noted("the candidates of the game")),
    ("cmark match", noted("the candidates of the match")),
    ("cmark move", noted("the plays of the move")),
    ("cmark move set", noted("mark or unmark plays")),
    ("export game", noted("write the game")),
    ("export match", noted("write the match")),
    ("export position", noted("write the position")),
    ("export session", noted("write the session")),
    ("last", noted("go to the end")),
    ("set cheat player", noted("rolls that the player gets")),
    ("set cubeefficiency race", noted("cube efficiency in races")),
    ("set external", noted("external players and answers to other programs")),
    ("set export cube", noted("cube decisions in reports")),
    ("set export html", noted("web pages")),
    ("set export include", noted("parts of reports")),
    ("set export moves", noted("checker plays in reports")),
    ("set export png", noted("pictures")),
    ("set export show", noted("boards and players in reports")),
    ("set external", noted("external players")),
    ("set geometry analysis", noted("size of the analysis panel")),
    ("set geometry command", noted("size of the command panel")),
    ("set geometry game", noted("size of the game record")),
    ("set geometry hint", noted("obsolete: size of the hint window")),
    ("set geometry main", noted("size of the main window")),
    ("set geometry message", noted("size of the message panel")),
    ("set geometry theory", noted("obsolete: size of the theory window")),
    ("set import", noted("files from other programs")),
    ("set invert", noted("exchange the players of the match equity table")),
    ("set sgf", noted("match files")),
    ("set analysis luckanalysis", noted("evaluation of luck")),
    ("set analysis player", noted("whose decisions are analyzed")),
    ("set analysis threshold", noted("smallest errors and luck that are marked")),
    ("set sound sound", noted("sound files of events")),
    ("set sound system", noted("player of sound files")),
    ("set training", noted("obsolete: settings of training")),
];

/// Help by the last words, since settings of evaluations and rollouts occur in several places.
const ENDINGS: &[(&str, &str)] = &[
    ("display", noted("decisions to include")),
    ("parameters", noted("settings of evaluations and rollouts")),
    ("chequerplay", noted("checker play")),
    ("cubedecision", noted("cube decisions")),
    ("evaluation", noted("settings of evaluations")),
    ("rollout", noted("settings of rollouts")),
    ("bearofftruncation", noted("stop games at positions in a bearoff database")),
    ("jsd", noted("drop clearly worse candidates")),
    ("later", noted("change settings after a given ply")),
    ("limit", noted("stop at a small standard error")),
    ("rollout player", noted("settings of a player in the games")),
    ("later player", noted("settings of a player in later plies")),
    ("truncation", noted("stop games after a given number of plies")),
    ("truncation chequerplay", noted("evaluation of truncated games for checker play")),
    ("truncation cubedecision", noted("evaluation of truncated games for cube decisions")),
];

/// The help of `path`: that of its longest ending in the list.
#[must_use]
pub(super) fn ending(path: &str) -> Option<&'static str> {
    let ends = |words: &str| path.strip_suffix(words).is_some_and(|rest| rest.ends_with(' '));
    let most = ENDINGS.iter().filter(|(words, _)| ends(words)).max_by_key(|(words, _)| words.len());
    most.map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_ending_of_whole_words_decides() {
        let ended = "evaluation of truncated games for checker play";
        assert_eq!(ending("set analysis chequerplay rollout truncation chequerplay"), Some(ended));
        assert_eq!(ending("set rollout truncation chequerplay"), Some(ended));
        assert_eq!(ending("set rollout chequerplay"), Some("checker play"));
        assert_eq!(ending("set unlimit"), None);
        assert_eq!(ending("reset"), None);
    }
}
