// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions as arguments: nothing for the current position, a position ID, a position key of 20 letters, `simple` with
//! 26 numbers, an XGID, or `=n` for the position after the nth play of the hint.

use super::args::Args;
use super::context::Context;
use super::refusal::Refusal;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use gnubg_engine::core::{Board, MatchState};
use gnubg_formats::{Described, FoundPosition, ids};
use gnubg_session::hint::in_setting;

/// A position that a command is asked about.
#[derive(Clone, Copy, Debug)]
pub struct PositionArgument {
    /// The position with its score and cube. Only the current position can have a roll.
    pub state: MatchState,
    /// Whether it is the current position.
    pub is_current: bool,
    /// Whether it follows from the current position by a play of the hint, with the opponent on roll.
    pub is_after_play: bool,
}

/// Reads a position from the next words; without words, the current position.
///
/// # Errors
/// If the words are no position, or there is no current position.
pub fn read(context: &mut Context<'_>, args: &mut Args<'_>) -> Result<PositionArgument, Refusal> {
    if args.peek().is_none() {
        let state = context.session.state().filter(|state| state.board != Board::EMPTY);
        let state = *state.ok_or_else(|| {
            Refusal::usage(gettext("no game is in progress; give a position, such as 4HPwATDgc/ABMA"))
        })?;
        return Ok(PositionArgument { state, is_current: true, is_after_play: false });
    }
    let setting = setting(context);
    if args.peek().is_some_and(|word| word.starts_with('=')) {
        let word = args.word().unwrap_or_default().to_owned();
        let ranked = numbered(context, &word)?;
        let state = *context.session.game()?;
        let after = MatchState { on_roll: state.on_roll.other(), ..state };
        let state = in_setting(&after, ranked.after);
        return Ok(PositionArgument { state, is_current: false, is_after_play: true });
    }
    let found = read_text(args, &setting)?;
    let state = found.over(&setting);
    state.board.check(state.rules.variation)?;
    Ok(PositionArgument { state, is_current: false, is_after_play: false })
}

/// A single word without the mark of another kind of identifier is a position ID and must be one in full.
fn read_text(args: &mut Args<'_>, setting: &MatchState) -> Result<FoundPosition, Refusal> {
    let word = args.peek().unwrap_or_default().to_owned();
    let is_id = !word.contains([':', '=', '-', ' ']) && !word.eq_ignore_ascii_case("simple");
    if !is_id || ids::simple::is_key_string(&word) {
        let text = args.rest();
        let text = text.trim_matches('"');
        return match text.get(..6) {
            Some(start) if start.eq_ignore_ascii_case("simple") => {
                // The words after the 26 numbers do not belong to the position.
                let numbers: Vec<&str> = text[6..].split_whitespace().take(26).collect();
                Ok(ids::read(&format!("simple {}", numbers.join(" ")), setting.rules)?)
            }
            _ => Ok(ids::read(text, setting.rules)?),
        };
    }
    args.word();
    let board = Board::from_position_id(&word)?;
    let state = in_setting(setting, board);
    Ok(FoundPosition { state, names: Default::default(), described: Described::Board })
}

/// The match that a bare position is put into: the current match, or a money game with the rules of the options.
fn setting(context: &Context<'_>) -> MatchState {
    if let Some(state) = context.session.state() {
        return *state;
    }
    let rules = context.session.options().matches.rules(0);
    MatchState::new(0, rules).expect("invariant: a money session has no length")
}

/// The nth play of the hint for the current roll; computes the hint if there is none.
///
/// # Errors
/// If there is no such play.
pub fn numbered(context: &mut Context<'_>, word: &str) -> Result<gnubg_engine::eval::RankedPlay, Refusal> {
    let n: usize = word.trim_start_matches('=').parse().ok().filter(|n| *n > 0).ok_or_else(|| {
        Refusal::usage(gettext_f(
            "{word} is not a play; =1 is the first play of the hint",
            &[("word", format!("{word:?}"))],
        ))
    })?;
    let plays = context.hinted_plays()?;
    plays.get(n - 1).copied().ok_or_else(|| {
        Refusal::usage(ngettext_f(
            "there is no play {wanted}; the hint has {n} play",
            "there is no play {wanted}; the hint has {n} plays",
            u32::try_from(plays.len()).unwrap_or(u32::MAX),
            &[("wanted", n.to_string()), ("n", plays.len().to_string())],
        ))
    })
}
