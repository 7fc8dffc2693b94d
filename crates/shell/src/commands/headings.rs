// SPDX-License-Identifier: GPL-3.0-or-later
//! Help for words that are not commands by themselves.
//!
//! Groups of settings have the same help under `set` as under `show`.

/// Help by the whole path.
pub(super) const HEADINGS: &[(&str, &str)] = &[
    ("analyse", "analysis of the record"),
    ("annotate", "marks and comments on the entry after the current position"),
    ("clear", "clear the turn, the hint or the evaluation cache"),
    ("cmark", "mark candidates for a rollout"),
    ("database", "databases of positions, their rollouts, nets trained on them"),
    ("end", "let the computer finish the game"),
    ("export", "write a report or a file for another program"),
    ("first", "go to the beginning"),
    ("import", "read a file from another program"),
    ("invert", "the same as set invert"),
    ("list", "list the record"),
    ("load", "read a file"),
    ("new", "start a match, session or game"),
    ("record", "results of players in their matches"),
    ("relational", "the same with the words of the original"),
    ("relational add", "add a match"),
    ("relational erase", "erase results of players"),
    ("relational show", "show results of players"),
    ("save", "write a file"),
    ("show manual", "where the manual is"),
    ("show statistics", "errors, luck and ratings"),
    ("set", "change a setting or the position"),
    ("show", "show settings or information"),
    ("swap", "exchange the players"),
    ("train", "train copies of the nets"),
    ("set cube", "the doubling cube"),
    ("set tc", "clocks of new matches"),
    ("analyse clear", "remove an analysis"),
    ("analyse rollout", "roll out decisions of the record"),
    ("annotate accept", "the acceptance of a resignation"),
    ("annotate clear", "remove a mark or a comment"),
    ("annotate cube", "the cube decision"),
    ("annotate double", "the double"),
    ("annotate drop", "the pass"),
    ("annotate move", "the play"),
    ("annotate pass", "the pass"),
    ("annotate reject", "the refusal of a resignation"),
    ("annotate resign", "the resignation"),
    ("annotate roll", "the roll"),
    ("annotate take", "the take"),
    ("cmark cube", "the cube decision of the move"),
    ("cmark cube set", "mark or unmark the cube decision"),
    ("cmark game", "the candidates of the game"),
    ("cmark match", "the candidates of the match"),
    ("cmark move", "the plays of the move"),
    ("cmark move set", "mark or unmark plays"),
    ("export game", "write the game"),
    ("export match", "write the match"),
    ("export position", "write the position"),
    ("export session", "write the session"),
    ("last", "go to the end"),
    ("set cheat player", "rolls that the player gets"),
    ("set cubeefficiency race", "cube efficiency in races"),
    ("set external", "external players and answers to other programs"),
    ("set export cube", "cube decisions in reports"),
    ("set export html", "web pages"),
    ("set export include", "parts of reports"),
    ("set export moves", "checker plays in reports"),
    ("set export png", "pictures"),
    ("set export show", "boards and players in reports"),
    ("set external", "external players"),
    ("set geometry analysis", "size of the analysis panel"),
    ("set geometry command", "size of the command panel"),
    ("set geometry game", "size of the game record"),
    ("set geometry hint", "obsolete: size of the hint window"),
    ("set geometry main", "size of the main window"),
    ("set geometry message", "size of the message panel"),
    ("set geometry theory", "obsolete: size of the theory window"),
    ("set import", "files from other programs"),
    ("set invert", "exchange the players of the match equity table"),
    ("set sgf", "match files"),
    ("set analysis luckanalysis", "evaluation of luck"),
    ("set analysis player", "whose decisions are analyzed"),
    ("set analysis threshold", "smallest errors and luck that are marked"),
    ("set sound sound", "sound files of events"),
    ("set sound system", "player of sound files"),
    ("set training", "obsolete: settings of training"),
];

/// Help by the last words, since settings of evaluations and rollouts occur in several places.
const ENDINGS: &[(&str, &str)] = &[
    ("display", "decisions that are included"),
    ("parameters", "settings beside the results"),
    ("chequerplay", "checker play"),
    ("cubedecision", "cube decisions"),
    ("evaluation", "settings of evaluations"),
    ("rollout", "settings of rollouts"),
    ("bearofftruncation", "stop games at positions in a bearoff database"),
    ("jsd", "drop clearly worse candidates"),
    ("later", "change settings after a given ply"),
    ("limit", "stop at a small standard error"),
    ("rollout player", "settings of a player in the games"),
    ("later player", "settings of a player in later plies"),
    ("truncation", "stop games after a given number of plies"),
    ("truncation chequerplay", "evaluation of truncated games for checker play"),
    ("truncation cubedecision", "evaluation of truncated games for cube decisions"),
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
