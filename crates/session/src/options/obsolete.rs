// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings of earlier versions and of the original that no longer do anything. Files and commands may still name them;
//! nothing is stored.

use std::sync::LazyLock;

/// A setting without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obsolete {
    /// Its key in settings files.
    pub key: String,
    /// Its words after `set`.
    pub words: String,
    /// Why it has no effect, as a sentence without a full stop.
    pub reason: &'static str,
}

/// Marks a phrase for translation, which front ends do.
const fn noted(phrase: &'static str) -> &'static str {
    phrase
}

const TRAINING: &str = noted("The commands database and train take their settings as arguments");
const PENALTY: &str = noted("After lost points a clock starts again with the reserve of set tc extra");
const POSITION: &str = noted("The desktop places windows");
const MAXIMIZED: &str = noted("Only the main window remembers whether it was maximized");
const SIZE: &str = noted("This window has a fixed size at first");

/// Settings with keys and words of their own.
const SINGLE: &[(&str, &str, &str)] = &[
    (
        "autosave.confirm",
        "autosave confirm",
        noted("Backup copies are removed when they are no longer needed"),
    ),
    ("window.dice-area", "gui dicearea", noted("The button below the board rolls the dice")),
    ("window.stats-panel", "gui usestatspanel", noted("Statistics have a window of their own")),
    ("window.illegal", "gui illegal", noted("Illegal plays can be recorded in a transcription")),
    ("window.vsync", "vsync3d", noted("The 3D board always follows the refresh rate of the screen")),
    ("window.docked", "dockpanels", noted("Every panel has a button that detaches or docks it")),
    ("window.theory", "theorywindow", noted("The theory window opens from the menu of tools")),
    ("window.warnings-off", "warning", noted("Warnings are switched off in the preferences")),
    ("clock.next", "tcnext", PENALTY),
    ("clock.multiplier", "tcmultiplier", PENALTY),
    ("training.alpha", "training alpha", TRAINING),
    ("training.anneal", "training anneal", TRAINING),
    ("training.threshold", "training threshold", TRAINING),
];

/// All obsolete settings.
#[must_use]
pub fn obsolete() -> &'static [Obsolete] {
    static ALL: LazyLock<Vec<Obsolete>> = LazyLock::new(|| {
        let single = SINGLE.iter().map(|(key, words, reason)| Obsolete {
            key: (*key).to_owned(),
            words: (*words).to_owned(),
            reason,
        });
        let of_windows = ["analysis", "command", "game", "hint", "main", "message", "theory"].map(|window| {
            let is_tool = matches!(window, "hint" | "theory");
            [
                ("xpos", true, POSITION),
                ("ypos", true, POSITION),
                ("width", is_tool, SIZE),
                ("height", is_tool, SIZE),
            ]
            .into_iter()
            .chain([("max", window != "main", MAXIMIZED)])
            .filter(|(_, is_obsolete, _)| *is_obsolete)
            .map(move |(side, _, reason)| Obsolete {
                key: format!("window.place.{window}.{side}"),
                words: format!("geometry {window} {side}"),
                reason,
            })
        });
        single.chain(of_windows.into_iter().flatten()).collect()
    });
    &ALL
}

/// Whether a key of a settings file names an obsolete setting.
pub(super) fn is_obsolete(key: &str) -> bool {
    obsolete().iter().any(|setting| setting.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::leaves;

    #[test]
    fn nothing_is_both_obsolete_and_an_option() {
        for setting in obsolete() {
            let has = |leaf: &&crate::options::Leaf| leaf.name == setting.key || leaf.words == setting.words;
            assert!(leaves().iter().find(has).is_none(), "{setting:?}");
        }
        assert!(is_obsolete("window.place.hint.width") && !is_obsolete("window.place.main.width"));
    }
}
