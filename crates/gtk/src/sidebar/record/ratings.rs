// SPDX-License-Identifier: GPL-3.0-or-later
//! How each player played the match, for the head of the record: performance rating, luck, the result without luck.

use crate::i18n::{gettext_f, localized};
use gnubg_engine::core::Player;
use gnubg_session::Session;
use gnubg_session::analysis::statistics_format;

/// How a player played.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::sidebar) struct PlayerRating {
    /// The rating, and the luck if it is known.
    pub(super) short: String,
    /// All figures in words.
    pub(super) told: String,
}

impl PlayerRating {
    /// The ratings of both players; `None` while nothing is analyzed.
    pub(in crate::sidebar) fn both(session: &Session) -> Option<[PlayerRating; 2]> {
        let found = session.statistics();
        let format = statistics_format(session.options());
        let rating =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| localized(format!("{value:.1}")));
        let derived =
            Player::BOTH.map(|player| found.derived(player, format.rating_offset, &format.thresholds));
        derived.iter().any(|derived| derived.performance_rating.is_some()).then(|| {
            Player::BOTH.map(|player| {
                let of = &derived[player.index()];
                let (all, play, cube) = (
                    rating(of.performance_rating),
                    rating(of.play.performance_rating()),
                    rating(of.cube.performance_rating()),
                );
                let luck = localized(format!("{:+.2}", found.of(player).luck.luck.emg));
                let share = 100.0 * (0.5 + found.of(player).adjusted.sum).clamp(0.0, 1.0);
                let values = [
                    ("player", found.names[player.index()].clone()),
                    ("all", all),
                    ("play", play),
                    ("cube", cube),
                    ("luck", luck),
                    ("share", localized(format!("{share:.1}%"))),
                ];
                let short = match found.has_luck {
                    true => gettext_f("PR {all} · luck {luck}", &values),
                    false => gettext_f("PR {all}", &values),
                };
                let mut told = gettext_f(
                    "{player}: performance rating {all}, plays {play}, cube decisions {cube}",
                    &values,
                );
                if found.has_luck {
                    told += &gettext_f(", luck {luck}", &values);
                }
                if found.has_luck && found.has_result && found.length > 0 {
                    told += &gettext_f(", result without luck {share}", &values);
                }
                PlayerRating { short, told }
            })
        })
    }
}
