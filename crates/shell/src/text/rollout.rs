// SPDX-License-Identifier: GPL-3.0-or-later
//! The result of a rollout.

use gnubg_engine::core::Player;
use gnubg_report::rollout::{self as text, RolloutTextStyle};
use gnubg_session::Session;
use gnubg_session::rollout::RolloutNews;

/// The result of a rollout, in the style that the options choose.
#[must_use]
pub fn report(session: &Session, news: &RolloutNews) -> String {
    let output = &session.options().output;
    let style = RolloutTextStyle {
        digits: usize::from(output.digits),
        in_percent: output.win_percent,
        in_mwc: output.mwc,
        names: Player::BOTH.map(|player| session.name(player)),
    };
    text::report(&news.subject, &news.settings, &news.results, news.remaining_s, &style)
}
