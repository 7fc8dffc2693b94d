// SPDX-License-Identifier: GPL-3.0-or-later
//! Real files that were once read wrongly, and what must come out of them.

use crate::common::{has, shared};
use gnubg_formats::{Import, read};
use gnubg_record::EntryAction;

/// A file of the folder, read; `None` if the folder is absent.
pub(crate) fn found(name: &str) -> Option<Import> {
    let path = shared().join("found").join(name);
    has(&path).then(|| read(&std::fs::read(&path).unwrap(), Some(name), None).unwrap())
}

#[test]
fn resignations_after_rolling() {
    for (name, plays, cubes, n_resigned) in
        [("resignation-after-roll.xg", 331, 14, 3), ("four-names.xg", 180, 8, 2)]
    {
        let Some(import) = found(name) else { continue };
        let one = &import.matches[0];
        assert_eq!(one.warnings, [], "{name}");
        assert_eq!(one.record.n_decisions(), [plays, cubes], "{name}");
        let rolls = one.record.games.iter().filter(|game| {
            game.entries.windows(2).any(|pair| {
                matches!(pair[0].action, EntryAction::Roll(_))
                    && matches!(pair[1].action, EntryAction::Resign(_))
            })
        });
        assert_eq!(rolls.count(), n_resigned, "{name}");
    }
}
