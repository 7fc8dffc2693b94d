// SPDX-License-Identifier: GPL-3.0-or-later
//! The builder through which all importers make a record.
//!
//! An importer calls the builder for each thing it reads, in order. The builder replays, completes what files leave
//! out (answers, the parts of joined steps, Crawford games), keeps illegal plays as such, and collects warnings. No
//! importer knows the rules.

mod results;

pub(crate) use results::is_disagreement;

use crate::error::{Place, Warning, Warnings};
use crate::legs::{self, Leg, Resolved, canonical};
use gnubg_engine::core::{
    Board, CubeState, Decision, Dice, MatchState, Phase, Play, Player, Rules, StateError,
};
use gnubg_record::walk::{Issue, advance, legal_plays};
use gnubg_record::{Entry, EntryAction, GameRecord, GameStart, MatchInfo, MatchRecord};

/// A match under construction.
pub(crate) struct Builder {
    record: MatchRecord,
    draft: Option<Draft>,
    /// Comments for the next entry.
    comment: String,
    /// Whether a game began with a player one point away, so that no later game is the Crawford game.
    crawford_is_past: bool,
    /// Whether the roll being read was written with the lower die first.
    low_die_first: bool,
    warnings: Warnings,
}

/// The game under construction.
struct Draft {
    game: GameRecord,
    state: MatchState,
    /// The state before the last entry.
    before: MatchState,
    /// Whether the rest of this game cannot be read.
    is_broken: bool,
}

impl Builder {
    /// A match to `length` points, or a session.
    pub(crate) fn new(length: u16, rules: Rules) -> Result<Builder, StateError> {
        // Jacoby has no effect in a match and Crawford none in a session; they are kept off and on.
        let is_money = length == 0;
        let rules = Rules { jacoby: rules.jacoby && is_money, crawford: rules.crawford || is_money, ..rules };
        let record = MatchRecord::new(length, rules, MatchInfo::default())?;
        let (comment, warnings) = (String::new(), Warnings::default());
        Ok(Builder { record, draft: None, comment, crawford_is_past: false, low_die_first: false, warnings })
    }

    pub(crate) fn info(&mut self) -> &mut MatchInfo {
        &mut self.record.info
    }

    pub(crate) fn rules(&mut self) -> &mut Rules {
        &mut self.record.rules
    }

    pub(crate) const fn length(&self) -> u16 {
        self.record.length
    }

    pub(crate) fn warn(&mut self, at: Place, message: impl Into<String>) {
        self.warnings.add(at, message);
    }

    /// Games begun so far.
    pub(crate) fn n_games(&self) -> usize {
        self.record.games.len() + usize::from(self.draft.is_some())
    }

    /// Points by seat so far, the game under construction included once it is over.
    pub(crate) fn score(&self) -> [u32; 2] {
        match &self.draft {
            Some(draft) => draft.game.final_state(self.record.length).score,
            None => self.record.score(),
        }
    }

    /// The present state; before any game that of the first.
    pub(crate) fn state(&self) -> MatchState {
        self.draft.as_ref().map_or_else(|| self.record.first_start().state(self.record.length), |d| d.state)
    }

    /// Whether a game is under construction and not over.
    pub(crate) fn is_playing(&self) -> bool {
        self.draft
            .as_ref()
            .is_some_and(|draft| draft.game.stated.is_none() && !matches!(draft.state.phase, Phase::Over(_)))
    }

    /// Whether anything was done in the game under construction.
    pub(crate) fn has_entries(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| !draft.game.entries.is_empty())
    }

    /// Entries of the game under construction.
    pub(crate) fn n_entries(&self) -> usize {
        self.draft.as_ref().map_or(0, |draft| draft.game.entries.len())
    }

    /// The last entry of the game under construction.
    pub(crate) fn last_entry(&mut self) -> Option<&mut Entry> {
        self.draft.as_mut()?.game.entries.last_mut()
    }

    /// Whether a double waits for an answer; the offer's owner.
    pub(crate) fn doubled_by(&self) -> Option<Player> {
        match self.state().phase {
            Phase::Due(Decision::Answer(offer)) => Some(offer.by),
            _ => None,
        }
    }

    /// Begins a game. Without `score` it continues from the last game. `false` if the match is over by then.
    pub(crate) fn begin_game(&mut self, score: Option<[u32; 2]>, at: Place) -> bool {
        self.end_game();
        let expected = self.record.score();
        let score = score.unwrap_or(expected);
        if score != expected && !self.record.games.is_empty() {
            let [a, b] = expected;
            self.warn(
                at,
                format!(
                    "the score before this game is {}-{}, but the earlier games give {a}-{b}",
                    score[0], score[1]
                ),
            );
        }
        let rules = self.record.rules;
        let mut start = GameStart { rules, score, is_crawford: false, automatic_doubles: 0 };
        let state = start.state(self.record.length);
        if state.match_winner().is_some() {
            self.warn(at, "this score ends the match; further games are not read");
            return false;
        }
        let n_one_away = Player::BOTH.iter().filter(|&&player| state.away(player) == Some(1)).count();
        start.is_crawford =
            rules.crawford && self.record.length > 1 && n_one_away == 1 && !self.crawford_is_past;
        self.crawford_is_past |= n_one_away > 0;
        let state = start.state(self.record.length);
        let game = GameRecord::new(start);
        self.draft = Some(Draft { game, state, before: state, is_broken: false });
        true
    }

    /// Corrects whether the game just begun is the Crawford game.
    pub(crate) fn set_crawford(&mut self, is_crawford: bool) {
        let length = self.record.length;
        if let Some(draft) = self.draft.as_mut().filter(|draft| draft.game.entries.is_empty()) {
            let one_away = Player::BOTH.iter().any(|&player| draft.state.away(player) == Some(1));
            draft.game.start.is_crawford = is_crawford && length > 1 && one_away;
            draft.state = draft.game.start.state(length);
        }
    }

    /// Notes that the Crawford game was played before the games of the file.
    pub(crate) const fn set_crawford_is_past(&mut self) {
        self.crawford_is_past = true;
    }

    /// Doubles the cube after equal opening dice.
    pub(crate) fn automatic_double(&mut self) {
        let length = self.record.length;
        if let Some(draft) = self.draft.as_mut().filter(|draft| draft.game.entries.is_empty()) {
            let doubles = &mut draft.game.start.automatic_doubles;
            *doubles = (*doubles + 1).min(12);
            draft.state = draft.game.start.state(length);
        }
    }

    /// Finishes the game under construction.
    pub(crate) fn end_game(&mut self) {
        if let Some(mut draft) = self.draft.take() {
            if !self.comment.is_empty() {
                if let Some(entry) = draft.game.entries.last_mut() {
                    append_comment(&mut entry.comment, &self.comment);
                }
                self.comment.clear();
            }
            self.record.games.push(draft.game);
        }
    }

    /// Adds a comment for the next entry.
    pub(crate) fn comment(&mut self, text: &str) {
        append_comment(&mut self.comment, text);
    }

    /// Adds `action` as it is, with a warning if the rules forbid it.
    pub(crate) fn apply(&mut self, player: Player, action: EntryAction, at: Place) {
        let Some(draft) = self.draft.as_mut().filter(|draft| !draft.is_broken) else { return };
        if matches!(draft.state.phase, Phase::Over(_)) && !action.is_set_up() {
            draft.is_broken = true;
            self.warn(at, "the game is already over; the rest of it is not read");
            return;
        }
        let (after, issue) = advance(&draft.state, player, &action);
        (draft.before, draft.state) = (draft.state, after);
        let mut entry = Entry::new(player, action);
        entry.comment = std::mem::take(&mut self.comment);
        entry.low_die_first = self.low_die_first && entry.action.is_roll();
        draft.game.entries.push(entry);
        match issue {
            None | Some(Issue::RecordedIllegal) => {}
            Some(issue) => self.warn(at, issue.to_string()),
        }
    }

    /// Prepares for a roll by `player`: answers a pending double, passes a roll that was never played.
    fn ready(&mut self, player: Player, at: Place) {
        if let Phase::Due(Decision::Answer(offer)) = self.state().phase {
            if offer.beavers == 0 {
                self.warn(at, "the double before this roll was not answered; it counts as taken");
            }
            self.apply(offer.by.other(), EntryAction::Take, at);
        }
        let state = self.state();
        let unplayed = matches!(state.phase, Phase::Due(Decision::Play(_))) && state.on_roll != player;
        if let (true, Some(dice)) = (unplayed, state.dice()) {
            self.warn(
                at,
                format!("the roll {dice} before this one has no play; it is recorded as not played"),
            );
            let order = self.low_die_first;
            self.low_die_first = self.last_entry().is_some_and(|entry| entry.low_die_first);
            self.undo_roll();
            let after = Box::new(state.board.swapped());
            self.apply(state.on_roll, EntryAction::IllegalPlay { dice, play: Some(Play::EMPTY), after }, at);
            self.low_die_first = order;
        }
    }

    /// Removes a roll without a play, so that its play can be recorded. Its comment is kept for the next entry.
    fn undo_roll(&mut self) {
        let Some(draft) = self.draft.as_mut() else { return };
        if let Some(Entry { action: EntryAction::Roll(_), .. }) = draft.game.entries.last() {
            if let Some(entry) = draft.game.entries.pop() {
                let mut comment = entry.comment;
                append_comment(&mut comment, &self.comment);
                self.comment = comment;
            }
            draft.state = draft.before;
        }
    }

    /// Adds a roll whose play is not known yet.
    pub(crate) fn roll(&mut self, player: Player, dice: [u8; 2], at: Place) {
        let Some(roll) = self.dice(dice, at) else { return };
        if self.has_rolled(player, roll) {
            return;
        }
        self.ready(player, at);
        self.undo_roll();
        self.apply(player, EntryAction::Roll(roll), at);
    }

    /// Whether the last entry is that roll, still to be played.
    fn has_rolled(&self, player: Player, dice: Dice) -> bool {
        let state = self.state();
        state.on_roll == player && state.phase == Phase::Due(Decision::Play(dice))
    }

    fn dice(&mut self, [a, b]: [u8; 2], at: Place) -> Option<Dice> {
        let dice = legs::dice(a, b);
        self.low_die_first = a < b;
        if dice.is_none() {
            self.break_game(at, &format!("{a}{b} is not a roll"));
        }
        dice
    }

    /// Ignores the rest of this game.
    pub(crate) fn break_game(&mut self, at: Place, reason: &str) {
        if let Some(draft) = self.draft.as_mut().filter(|draft| !draft.is_broken) {
            draft.is_broken = true;
            self.warn(at, format!("{reason}; the rest of this game is not read"));
        }
    }

    /// A roll with its play.
    pub(crate) fn play(&mut self, player: Player, dice: [u8; 2], legs: &[Leg], at: Place) {
        let Some(roll) = self.dice(dice, at) else { return };
        let Some((board, state)) = self.before_play(player, roll, at) else { return };
        let plays = legal_plays(&state, roll);
        match legs::resolve(&board, dice, &plays, legs, state.rules.variation) {
            Resolved::Legal(play) => self.apply(player, EntryAction::Play { dice: roll, play }, at),
            Resolved::Illegal { play, after } => self.illegal(player, roll, play, after, at),
            Resolved::Impossible(reason) => {
                self.break_game(at, &format!("the play of {roll} is not possible: {reason}"));
            }
        }
    }

    /// Adds a roll with a play whose text is damaged after these legs; the legs are read if they are a legal play.
    pub(crate) fn play_start(
        &mut self,
        player: Player,
        dice: [u8; 2],
        legs: &[Leg],
        reason: &str,
        at: Place,
    ) {
        let Some(roll) = self.dice(dice, at) else { return };
        let Some((board, state)) = self.before_play(player, roll, at) else { return };
        let plays = legal_plays(&state, roll);
        match legs::resolve(&board, dice, &plays, legs, state.rules.variation) {
            Resolved::Legal(play) if !play.is_empty() => {
                self.warn(at, format!("{reason}; the legal play before it was read"));
                self.apply(player, EntryAction::Play { dice: roll, play }, at);
            }
            _ => self.break_game(at, reason),
        }
    }

    /// The mover's board and state after pending doubles and rolls are settled.
    fn before_play(&mut self, player: Player, roll: Dice, at: Place) -> Option<(Board, MatchState)> {
        if self.draft.as_ref().is_none_or(|draft| draft.is_broken) {
            return None;
        }
        if self.has_rolled(player, roll) {
            self.undo_roll();
        } else {
            self.ready(player, at);
            self.undo_roll();
        }
        let state = self.state();
        let board = state.board_of(player);
        Some((board, MatchState { board, on_roll: player, ..state }))
    }

    fn illegal(&mut self, player: Player, dice: Dice, play: Option<Play>, after: Board, at: Place) {
        self.warn(at, format!("the play of {dice} is illegal; it is kept as recorded"));
        self.apply(player, EntryAction::IllegalPlay { dice, play, after: Box::new(after) }, at);
    }

    /// A roll after which the position was `after` (the opponent on roll), by a legal play or not. `steps` are
    /// the
    /// steps as the file has them, if it has them.
    pub(crate) fn play_to(&mut self, player: Player, dice: [u8; 2], after: &Board, legs: &[Leg], at: Place) {
        let Some(roll) = self.dice(dice, at) else { return };
        let Some((board, state)) = self.before_play(player, roll, at) else { return };
        let plays = legal_plays(&state, roll);
        if plays.is_empty() && *after == board.swapped() {
            return self.apply(player, EntryAction::Play { dice: roll, play: Play::EMPTY }, at);
        }
        match plays.find(after) {
            Some(n) => {
                let listed = match legs::resolve(&board, dice, &plays, legs, state.rules.variation) {
                    Resolved::Legal(play) if play.apply(&board).swapped() == *after => Some(play),
                    _ => None,
                };
                let play = listed.unwrap_or_else(|| canonical(plays.plays()[n].steps()));
                self.apply(player, EntryAction::Play { dice: roll, play }, at);
            }
            None if after.check(state.rules.variation).is_ok() => {
                let Resolved::Illegal { play, .. } =
                    legs::resolve(&board, dice, &plays, legs, state.rules.variation)
                else {
                    return self.illegal(player, roll, None, *after, at);
                };
                let play = play.filter(|play| play.apply(&board).swapped() == *after);
                self.illegal(player, roll, play, *after, at);
            }
            None => self.break_game(at, &format!("the position after the play of {roll} cannot occur")),
        }
    }

    /// Adds an illegal play that the file itself calls illegal; a legal one is recorded as legal.
    pub(crate) fn illegal_play(&mut self, player: Player, dice: [u8; 2], after: &Board, at: Place) {
        self.marked_illegal_play(player, dice, after, &[], at);
    }

    /// The same with the steps as the file has them.
    pub(crate) fn marked_illegal_play(
        &mut self,
        player: Player,
        dice: [u8; 2],
        after: &Board,
        legs: &[Leg],
        at: Place,
    ) {
        let Some(roll) = self.dice(dice, at) else { return };
        let Some((board, state)) = self.before_play(player, roll, at) else { return };
        let plays = legal_plays(&state, roll);
        if plays.find(after).is_some() || after.check(state.rules.variation).is_err() {
            return self.play_to(player, dice, after, legs, at);
        }
        let play = match legs::resolve(&board, dice, &plays, legs, state.rules.variation) {
            Resolved::Illegal { play, .. } => play.filter(|play| play.apply(&board).swapped() == *after),
            _ => None,
        };
        self.apply(player, EntryAction::IllegalPlay { dice: roll, play, after: Box::new(*after) }, at);
    }

    /// Adds a roll that could not be played according to the file.
    pub(crate) fn dance(&mut self, player: Player, dice: [u8; 2], at: Place) {
        let Some(roll) = self.dice(dice, at) else { return };
        let Some((board, state)) = self.before_play(player, roll, at) else { return };
        if legal_plays(&state, roll).is_empty() {
            self.apply(player, EntryAction::Play { dice: roll, play: Play::EMPTY }, at);
        } else {
            self.illegal(player, roll, Some(Play::EMPTY), board.swapped(), at);
        }
    }

    /// Adds a roll without text: no play was possible, only one was, or the game ended there.
    pub(crate) fn blank(&mut self, player: Player, dice: [u8; 2], at: Place) {
        let Some(roll) = self.dice(dice, at) else { return };
        let Some((_, state)) = self.before_play(player, roll, at) else { return };
        let plays = legal_plays(&state, roll);
        match plays.plays() {
            [] => self.apply(player, EntryAction::Play { dice: roll, play: Play::EMPTY }, at),
            [only] => {
                let play = canonical(only.steps());
                self.apply(player, EntryAction::Play { dice: roll, play }, at);
            }
            _ => self.roll(player, dice, at),
        }
    }

    /// Adds a double, or a beaver in money play.
    pub(crate) fn double(&mut self, player: Player, at: Place) {
        match self.state().phase {
            Phase::Due(Decision::Answer(offer)) if offer.by == player => {
                self.warn(at, "the player has already doubled; the second double is ignored");
            }
            Phase::Due(Decision::Answer(_)) if !self.state().is_money() => {
                self.warn(at, "a beaver is not possible in a match; it is ignored");
            }
            Phase::Due(Decision::Answer(_)) => self.apply(player, EntryAction::Beaver, at),
            Phase::Due(Decision::Play(_)) if self.state().on_roll == player => {
                self.warn(at, "a double after the roll is ignored");
            }
            _ => {
                self.ready(player, at);
                self.apply(player, EntryAction::Double, at);
            }
        }
    }

    /// A take.
    pub(crate) fn take(&mut self, player: Player, at: Place) {
        self.answer(player, EntryAction::Take, "take", at);
    }

    /// A drop.
    pub(crate) fn pass(&mut self, player: Player, at: Place) {
        self.answer(player, EntryAction::Drop, "drop", at);
    }

    fn answer(&mut self, player: Player, action: EntryAction, word: &str, at: Place) {
        match self.doubled_by() {
            Some(by) if by != player => self.apply(player, action, at),
            Some(_) => self.warn(at, format!("a {word} by the player who doubled is ignored")),
            None => self.warn(at, format!("a {word} without a double is ignored")),
        }
    }

    /// Sets up the checkers with `on_roll` to roll.
    pub(crate) fn set_board(&mut self, on_roll: Player, board: &Board, at: Place) {
        match board.check(self.state().rules.variation) {
            Ok(()) => self.apply(on_roll, EntryAction::SetBoard(Box::new(*board)), at),
            Err(error) => self.break_game(at, &error.to_string()),
        }
    }

    /// Passes the turn of a player on to the other one.
    pub(crate) fn pass_turn(&mut self, player: Player, at: Place) {
        if self.is_playing() {
            let board = self.state().board_of(player.other());
            self.set_board(player.other(), &board, at);
        }
    }

    /// Sets up the cube if it is different.
    pub(crate) fn set_cube(&mut self, cube: CubeState, at: Place) {
        let state = self.state();
        if state.cube.value != cube.value {
            self.apply(state.on_roll, EntryAction::SetCubeValue(cube.value), at);
        }
        if state.cube.owner != cube.owner {
            self.apply(state.on_roll, EntryAction::SetCubeOwner(cube.owner), at);
        }
    }

    /// The finished record and its warnings.
    pub(crate) fn finish(mut self) -> (MatchRecord, Vec<Warning>) {
        self.end_game();
        (self.record, self.warnings.into_vec())
    }
}

/// Adds a line to a comment.
pub(crate) fn append_comment(comment: &mut String, more: &str) {
    if more.is_empty() {
        return;
    }
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(more);
}
