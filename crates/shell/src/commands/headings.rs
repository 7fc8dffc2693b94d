// SPDX-License-Identifier: GPL-3.0-or-later
//! What help says of words that are no command by themselves.

//! Settings in groups say the same under `set` as under `show`.

/// By all words that lead there.
pub(super) const HEADINGS: &[(&str, &str)] = &[
    ("analyse", "analysis of the record"),
    ("annotate", "marks and remarks on the entry after the position shown"),
    ("clear", "forget something"),
    ("cmark", "candidates chosen for a rollout"),
    ("end", "play on without you"),
    ("export", "write a report, or a file of another program"),
    ("first", "go back to a start"),
    ("import", "read a file of another program"),
    ("invert", "the same as set invert"),
    ("list", "list the record"),
    ("load", "read a file"),
    ("new", "start a match, session or game"),
    ("record", "what players did in their matches"),
    ("relational", "the same by the words of the original"),
    ("relational add", "add a match"),
    ("relational erase", "erase what players did"),
    ("relational show", "what players did"),
    ("save", "write a file"),
    ("show statistics", "errors, luck and ratings"),
    ("set", "change a setting or the position"),
    ("show", "show a setting or a fact"),
    ("swap", "exchange"),
    ("set cube", "the doubling cube"),
    ("analyse clear", "forget an analysis"),
    ("analyse rollout", "roll out decisions of the record"),
    ("annotate accept", "the acceptance of a resignation"),
    ("annotate clear", "take a mark or a remark off"),
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
    ("cmark cube set", "choose the cube decision, or not"),
    ("cmark game", "the candidates of the game"),
    ("cmark match", "the candidates of the match"),
    ("cmark move", "the plays of the move"),
    ("cmark move set", "choose plays, or not"),
    ("export game", "write the game"),
    ("export match", "write the match"),
    ("export position", "write the position"),
    ("export session", "write the session"),
    ("last", "go on to an end"),
    ("set cheat player", "the rolls that a player gets"),
    ("set cubeefficiency race", "of races, by their length"),
    ("set export cube", "cube decisions in reports"),
    ("set export html", "web pages"),
    ("set export include", "parts of reports"),
    ("set export moves", "checker plays in reports"),
    ("set export png", "pictures"),
    ("set export show", "boards and players in reports"),
    ("set geometry analysis", "the analysis"),
    ("set geometry command", "the command language"),
    ("set geometry game", "the game record"),
    ("set geometry hint", "the hint"),
    ("set geometry main", "the main window"),
    ("set geometry message", "the messages"),
    ("set geometry theory", "the theory window"),
    ("set import", "files of other programs"),
    ("set invert", "exchange the players of a table"),
    ("set sgf", "files of matches"),
    ("set analysis luckanalysis", "how luck is found"),
    ("set analysis player", "whose decisions are analyzed"),
    ("set analysis threshold", "limits of the marks"),
    ("set sound sound", "which file is played when"),
    ("set sound system", "how files are played"),
];

/// By the last words, since settings of evaluations and rollouts stand in several places.
const ENDINGS: &[(&str, &str)] = &[
    ("display", "which decisions are shown"),
    ("parameters", "whether settings are told beside the results"),
    ("chequerplay", "how checker plays are found"),
    ("cubedecision", "how cube decisions are found"),
    ("evaluation", "how far to look ahead"),
    ("rollout", "the rollout in place of an evaluation"),
    ("bearofftruncation", "end games that a database knows"),
    ("jsd", "stop when candidates are told apart"),
    ("later", "play on with other settings from some ply on"),
    ("limit", "stop when the standard error is small"),
    ("rollout player", "how a player plays in the games"),
    ("later player", "how a player plays in later plies"),
    ("truncation", "end games after some plies"),
    ("truncation chequerplay", "how ended games of checker plays are valued"),
    ("truncation cubedecision", "how ended games of cube decisions are valued"),
];

/// The text of the words `path`: that of the most of its last words which have one.
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
    fn the_most_words_decide_and_only_whole_ones() {
        let ended = "how ended games of checker plays are valued";
        assert_eq!(ending("set analysis chequerplay rollout truncation chequerplay"), Some(ended));
        assert_eq!(ending("set rollout truncation chequerplay"), Some(ended));
        assert_eq!(ending("set rollout chequerplay"), Some("how checker plays are found"));
        assert_eq!(ending("set unlimit"), None);
        assert_eq!(ending("reset"), None);
    }
}
