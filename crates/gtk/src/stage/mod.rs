// SPDX-License-Identifier: GPL-3.0-or-later
//! The widgets around the board: player bars, action row, status line, start page, the offer of an interrupted match,
//! the fields of a position that is being set up. Each has a template of its own and knows nothing of the window: what is
//! shown is set, what the user does is told by signals or the actions that its buttons name.

mod action_row;
mod checker_picture;
mod length_button;
mod offers;
pub(crate) mod pickers;
mod player_bar;
mod player_line;
mod recovery_bar;
mod result_card;
mod setup_bar;
mod shapes_picture;
mod start_page;
mod status_row;
mod strip;
mod tour_bar;

pub(crate) use action_row::{ActionRow, Typing};
pub(crate) use checker_picture::CheckerPicture;
pub(crate) use length_button::{LENGTHS, length_button};
pub(crate) use offers::{N_SLOTS, offers};
pub(crate) use player_bar::{ClockLine, PlayerBar, is_low};
pub(crate) use player_line::{PlayerLine, Progress, TurnLine};
pub(crate) use recovery_bar::{RecoveryBar, describe_recoverable};
pub(crate) use result_card::{ExpensiveDecision, MatchSummary, ResultCard};
pub(crate) use setup_bar::{SetupBar, SetupChange, cube_place, why_not};
pub(crate) use start_page::{RecentFile, StartChoice, StartPage};
pub(crate) use status_row::{StatusRoom, StatusRow};
pub(crate) use strip::Strip;
pub(crate) use tour_bar::TourBar;

use gtk::prelude::*;

/// Registers the classes, so that templates can name them.
pub(crate) fn register() {
    ActionRow::ensure_type();
    PlayerBar::ensure_type();
    RecoveryBar::ensure_type();
    ResultCard::ensure_type();
    SetupBar::ensure_type();
    StartPage::ensure_type();
    StatusRow::ensure_type();
    Strip::ensure_type();
    TourBar::ensure_type();
}
