// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollout settings that copy others, such as the second player's.

use gnubg_session::options::{Options, RolloutOptions};

/// The rollout settings whose dotted names begin with `prefix`.
pub(super) fn rollout_of<'a>(options: &'a mut Options, prefix: &str) -> Option<&'a mut RolloutOptions> {
    let judge = match prefix.strip_suffix(".rollout") {
        None if prefix == "rollout" => return Some(&mut options.rollout),
        Some("player.0.checker") => &mut options.players[0].checker,
        Some("player.0.cube") => &mut options.players[0].cube,
        Some("player.1.checker") => &mut options.players[1].checker,
        Some("player.1.cube") => &mut options.players[1].cube,
        Some("evaluation.checker") => &mut options.evaluation.checker,
        Some("evaluation.cube") => &mut options.evaluation.cube,
        Some("analysis.checker") => &mut options.analysis.checker,
        Some("analysis.cube") => &mut options.analysis.cube,
        _ => return None,
    };
    Some(&mut judge.rollout)
}

/// The part of a dotted name that stands for rollout settings, if there is one.
fn rollout_part(name: &str) -> Option<&str> {
    if name.starts_with("rollout.") {
        return Some("rollout");
    }
    name.find(".rollout.").map(|at| &name[..at + ".rollout".len()])
}

/// Copies rollout settings after one was changed, as far as the options ask for copies.
pub(super) fn follow_copies(options: &mut Options, changed: &str) {
    let Some(rollout) = rollout_part(changed).and_then(|prefix| rollout_of(options, prefix)) else { return };
    let (same, cube, cut) =
        (rollout.players_are_same, rollout.cube_equal_checker, rollout.truncation_as_player);
    for play in [&mut rollout.settings.play, &mut rollout.settings.late_play] {
        if cube {
            play.cube = play.checker;
        }
        if same {
            play.checker[1] = play.checker[0];
            play.cube[1] = play.cube[0];
            play.filters[1] = play.filters[0];
        }
    }
    if cut {
        rollout.settings.truncation_checker = rollout.settings.play.checker[0];
        rollout.settings.truncation_cube = rollout.settings.play.cube[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_session::options::{OptionValue, find};

    #[test]
    fn copies_follow_if_the_options_say_so() {
        let mut options = Options::default();
        let leaf = find("rollout.player.0.chequerplay.plies").unwrap();
        leaf.set(&mut options, &OptionValue::Whole(3)).unwrap();
        follow_copies(&mut options, &leaf.name);
        let settings = &options.rollout.settings;
        assert_eq!(settings.play.checker[1].plies, 3);
        assert_eq!(settings.truncation_checker.plies, 3);
        assert_ne!(settings.play.cube[0].plies, 3, "cube play is not to follow");
        options.rollout.players_are_same = false;
        options.rollout.cube_equal_checker = true;
        leaf.set(&mut options, &OptionValue::Whole(1)).unwrap();
        follow_copies(&mut options, &leaf.name);
        let settings = &options.rollout.settings;
        assert_eq!((settings.play.checker[1].plies, settings.play.cube[0].plies), (3, 1));
        // Other rollouts and other settings are left alone.
        assert_eq!(options.analysis.checker.rollout, Options::default().analysis.checker.rollout);
        let before = options.clone();
        follow_copies(&mut options, "automatic.roll");
        assert_eq!(options, before);
        assert_eq!(rollout_part("player.1.cube.rollout.trials"), Some("player.1.cube.rollout"));
    }
}
