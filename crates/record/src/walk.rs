// SPDX-License-Identifier: GPL-3.0-or-later
//! Replaying any game, legal or not.
//!
//! The rules live in `engine::core`; this module only decides what to do where a record breaks them: the entry is done
//! as written, as far as that is possible, and the breach is reported. So a game with an illegal play or one that was
//! corrected in the middle can be shown to its end.

use crate::analysis::CubeAnalysis;
use crate::clock::TimeLoss;
use crate::entry::{Entry, EntryAction};
use gnubg_engine::core::{
    Action, ActionError, Board, CubeState, CubeValue, Decision, Dice, Ending, GameResult, MatchState,
    MoveRules, Offer, Phase, Play, PlayList, Player, Side,
};
use thiserror::Error;

/// What is wrong with an entry where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Issue {
    /// The rules do not allow it here; it was done nevertheless.
    #[error(transparent)]
    Rule(#[from] ActionError),
    /// The player was not the one to act; the turn was given to that player.
    #[error("it is the other player's turn")]
    OutOfTurn,
    /// It cannot be done at all; the position stayed as it was.
    #[error("this is not possible in the position before it")]
    Impossible,
    /// A play that is recorded as illegal.
    #[error("the play is recorded as illegal")]
    RecordedIllegal,
    /// A pending double was not answered before this entry; it counts as taken.
    #[error("the double before it was not answered")]
    DoubleUnanswered,
}

/// One entry with the states around it.
#[derive(Clone, Debug)]
pub struct WalkStep<'a> {
    /// The entry's place in the game, from 0.
    pub index: usize,
    /// The state before it.
    pub before: MatchState,
    /// The entry.
    pub entry: &'a Entry,
    /// The state after it.
    pub after: MatchState,
    /// What is wrong with it, if anything.
    pub issue: Option<Issue>,
    /// The analysis of the double that it answers, if it answers one.
    pub doubled: Option<&'a CubeAnalysis>,
}

impl<'a> WalkStep<'a> {
    /// The analysis of the entry's cube decision; a take or drop without one of its own has that of the double.
    #[must_use]
    pub fn cube_analysis(&self) -> Option<&'a CubeAnalysis> {
        let is_answer = matches!(self.entry.action, EntryAction::Take | EntryAction::Drop);
        self.entry.cube_analysis().or(self.doubled.filter(|_| is_answer))
    }
}

/// An iterator over the entries of a game with the states before and after them.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    state: MatchState,
    entries: std::iter::Enumerate<std::slice::Iter<'a, Entry>>,
    doubled: Option<&'a CubeAnalysis>,
}

impl<'a> Walk<'a> {
    /// Replays `entries` from `start`.
    #[must_use]
    pub fn new(start: MatchState, entries: &'a [Entry]) -> Walk<'a> {
        Walk { state: start, entries: entries.iter().enumerate(), doubled: None }
    }

    /// The state reached so far.
    #[must_use]
    pub const fn state(&self) -> MatchState {
        self.state
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = WalkStep<'a>;

    fn next(&mut self) -> Option<WalkStep<'a>> {
        let (index, entry) = self.entries.next()?;
        let before = self.state;
        let (after, issue) = advance(&before, entry.player, &entry.action);
        self.state = after;
        let doubled = self.doubled;
        self.doubled = match entry.action {
            EntryAction::Double => entry.cube_analysis(),
            EntryAction::Take | EntryAction::Drop | EntryAction::Beaver => None,
            _ => doubled,
        };
        Some(WalkStep { index, before, entry, after, issue, doubled })
    }
}

/// Whether an entry is a gap: it only gives the turn to the player who is not on roll, because what happened in between
/// is not known.
#[must_use]
pub fn is_gap(before: &MatchState, entry: &Entry) -> bool {
    let EntryAction::SetBoard(board) = &entry.action else { return false };
    let passes = entry.player != before.on_roll || before.phase == Phase::Opening;
    passes && before.dice().is_none() && **board == before.board_of(entry.player)
}

/// The state after `player` has done `action`, forced where the rules forbid it, and what was wrong.
#[must_use]
pub fn advance(state: &MatchState, player: Player, action: &EntryAction) -> (MatchState, Option<Issue>) {
    match action {
        EntryAction::SetBoard(board) => {
            (MatchState { on_roll: player, board: **board, ..rolling(state) }, None)
        }
        EntryAction::SetCubeValue(value) => {
            let cube = CubeState { value: *value, ..state.cube };
            (MatchState { cube, ..undisturbed(state) }, None)
        }
        EntryAction::SetCubeOwner(owner) => {
            let cube = CubeState { owner: *owner, ..state.cube };
            (MatchState { cube, ..undisturbed(state) }, None)
        }
        EntryAction::OutOfTime(loss) if !matches!(state.phase, Phase::Over(_)) => {
            (out_of_time(state, player, *loss), None)
        }
        _ if matches!(state.phase, Phase::Over(_)) => (*state, Some(ActionError::GameOver.into())),
        EntryAction::Roll(dice) => {
            let (ready, issue) = ready_to_move(state, player);
            (due(&ready, Decision::Play(*dice)), issue)
        }
        EntryAction::Play { dice, play } => {
            let (ready, issue) = ready_to_move(state, player);
            let (after, broken) = forced_play(&due(&ready, Decision::Play(*dice)), *dice, play);
            (after, broken.or(issue))
        }
        EntryAction::IllegalPlay { after, .. } => {
            let (ready, _) = ready_to_move(state, player);
            (moved(&ready, **after), Some(Issue::RecordedIllegal))
        }
        EntryAction::Double => forced_double(state, player),
        EntryAction::Take | EntryAction::Drop | EntryAction::Beaver => answer(state, player, action),
        EntryAction::Resign(level) => {
            let then = match state.phase {
                Phase::Due(decision) | Phase::Resigning { then: decision, .. } => decision,
                Phase::Opening | Phase::Over(_) => Decision::Roll,
            };
            (MatchState { phase: Phase::Resigning { by: player, level: *level, then }, ..*state }, None)
        }
        EntryAction::AcceptResignation => by_rule(state, Action::AcceptResignation),
        EntryAction::DeclineResignation => by_rule(state, Action::DeclineResignation),
        EntryAction::OutOfTime(_) => (*state, Some(ActionError::GameOver.into())),
    }
}

fn due(state: &MatchState, decision: Decision) -> MatchState {
    MatchState { phase: Phase::Due(decision), ..*state }
}

/// The state with the player on roll about to roll, whatever was pending.
fn rolling(state: &MatchState) -> MatchState {
    MatchState { declined: None, ..due(state, Decision::Roll) }
}

/// The state after a cube set-up: the due decision stays, pending offers and results are removed.
fn undisturbed(state: &MatchState) -> MatchState {
    match state.phase {
        Phase::Opening | Phase::Due(Decision::Roll | Decision::Play(_)) => *state,
        _ => rolling(state),
    }
}

fn by_rule(state: &MatchState, action: Action) -> (MatchState, Option<Issue>) {
    match state.apply(action) {
        Ok(after) => (after, None),
        Err(error) => (*state, Some(error.into())),
    }
}

/// The state in which `player` is on roll with nothing pending.
fn ready_to_move(state: &MatchState, player: Player) -> (MatchState, Option<Issue>) {
    let (state, unanswered) = match state.phase {
        Phase::Due(Decision::Answer(_)) => {
            (state.apply(Action::Take).unwrap_or(*state), Some(Issue::DoubleUnanswered))
        }
        Phase::Resigning { then, .. } => (due(state, then), None),
        _ => (*state, None),
    };
    if state.on_roll == player {
        return (state, unanswered);
    }
    let turned =
        MatchState { on_roll: player, board: state.board.swapped(), declined: None, ..rolling(&state) };
    let issue = (state.phase != Phase::Opening).then_some(Issue::OutOfTurn);
    (turned, unanswered.or(issue))
}

/// The state with `board` reached by the player on roll's play: `board` is seen by the opponent, who is on roll next.
fn moved(state: &MatchState, board: Board) -> MatchState {
    let next =
        MatchState { board, on_roll: state.on_roll.other(), declined: None, ..due(state, Decision::Roll) };
    match board.outcome(state.rules.variation) {
        Some((Side::Opponent, multiple)) if board != Board::EMPTY => {
            let points = state.points_for(multiple);
            let mut score = state.score;
            let winner = state.on_roll;
            score[winner.index()] = score[winner.index()].saturating_add(points);
            let result = GameResult { winner, points, ending: Ending::BorneOff(multiple) };
            MatchState { score, phase: Phase::Over(result), ..next }
        }
        _ => next,
    }
}

/// The state after the time of `player` was used up.
fn out_of_time(state: &MatchState, player: Player, loss: TimeLoss) -> MatchState {
    let winner = player.other();
    let points = match loss {
        TimeLoss::Points(points) => u32::from(points),
        TimeLoss::Match if !state.is_money() => state.away(winner).unwrap_or(0),
        TimeLoss::Game | TimeLoss::Match => state.cube.value.points(),
    };
    let mut score = state.score;
    score[winner.index()] = score[winner.index()].saturating_add(points);
    let after = MatchState { score, ..*state };
    if matches!(loss, TimeLoss::Points(_)) && after.match_winner().is_none() {
        return after;
    }
    let result = GameResult { winner, points, ending: Ending::OutOfTime };
    MatchState { phase: Phase::Over(result), ..after }
}

fn forced_play(state: &MatchState, dice: Dice, play: &Play) -> (MatchState, Option<Issue>) {
    match state.apply(Action::Play(*play)) {
        Ok(after) => (after, None),
        Err(error) => {
            let after = play.apply(&state.board);
            let possible = play_is_possible(&state.board, play) && after.check(state.rules.variation).is_ok();
            if possible && !play.is_empty() {
                (moved(state, after.swapped()), Some(error.into()))
            } else if play.is_empty() {
                (moved(state, state.board.swapped()), Some(ActionError::MustPlay(dice).into()))
            } else {
                (moved(state, state.board.swapped()), Some(Issue::Impossible))
            }
        }
    }
}

/// Whether every step starts on a checker and none lands on a point the opponent holds.
#[must_use]
pub fn play_is_possible(board: &Board, play: &Play) -> bool {
    let mut board = *board;
    for step in play.steps() {
        let Some(one) = Play::from_steps(&[*step]) else { return false };
        let from_empty = step.from.index().is_none_or(|from| board.side(Side::OnRoll)[from] == 0);
        let blocked = step.to.index().is_some_and(|to| to < 24 && board.side(Side::Opponent)[23 - to] > 1);
        if from_empty || blocked || step.from <= step.to {
            return false;
        }
        board = one.apply(&board);
    }
    true
}

fn forced_double(state: &MatchState, player: Player) -> (MatchState, Option<Issue>) {
    let (ready, issue) = match state.phase {
        // A double in answer to a double is a beaver.
        Phase::Due(Decision::Answer(offer)) if offer.by != player => {
            return answer(state, player, &EntryAction::Beaver);
        }
        _ => ready_to_move(state, player),
    };
    let broken = ready.may_double().err().map(Issue::from);
    let broken = broken.filter(|_| state.phase != Phase::Opening);
    (due(&ready, Decision::Answer(Offer { by: player, beavers: 0 })), issue.or(broken))
}

fn answer(state: &MatchState, player: Player, action: &EntryAction) -> (MatchState, Option<Issue>) {
    let state = match state.phase {
        Phase::Resigning { then, .. } => due(state, then),
        _ => *state,
    };
    let Phase::Due(Decision::Answer(offer)) = state.phase else {
        return (state, Some(ActionError::NoDouble.into()));
    };
    let issue = (offer.by == player).then_some(Issue::OutOfTurn);
    let (rule, forced) = match action {
        EntryAction::Take => (Action::Take, None),
        EntryAction::Drop => (Action::Drop, None),
        _ => (Action::Beaver, state.may_beaver().err().map(Issue::from)),
    };
    if forced.is_none() {
        let (after, broken) = by_rule(&state, rule);
        return (after, issue.or(broken));
    }
    let value = state.cube.value.doubled().unwrap_or(CubeValue::MAX);
    let cube = CubeState { value, owner: Some(state.on_roll.other()) };
    let offer = Offer { by: offer.by.other(), beavers: offer.beavers.saturating_add(1) };
    (MatchState { cube, ..due(&state, Decision::Answer(offer)) }, issue.or(forced))
}

/// The legal plays of `dice` for the player on roll of `state`, whatever is due.
#[must_use]
pub fn legal_plays(state: &MatchState, dice: Dice) -> PlayList {
    let mut list = PlayList::new();
    list.generate_with(&state.board, dice, MoveRules { egyptian: state.rules.egyptian });
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameRecord, GameStart};
    use gnubg_engine::core::{ResignLevel, Rules, notation};

    fn game() -> GameRecord {
        GameRecord::new(GameStart {
            rules: Rules::default(),
            score: [0, 0],
            is_crawford: false,
            automatic_doubles: 0,
        })
    }

    fn add(game: &mut GameRecord, player: Player, action: EntryAction) {
        game.entries.push(Entry::new(player, action));
    }

    fn roll(game: &mut GameRecord, player: Player, dice: (u8, u8), text: &str) {
        let dice = Dice::new(dice.0, dice.1).unwrap();
        let state = game.final_state(5);
        let board = state.board_of(player);
        let play = if text.is_empty() { Play::EMPTY } else { notation::resolve(&board, dice, text).unwrap() };
        add(game, player, EntryAction::Play { dice, play });
    }

    fn issues(game: &GameRecord, length: u16) -> Vec<Option<Issue>> {
        game.walk(length).map(|step| step.issue).collect()
    }

    #[test]
    fn a_game_with_a_double_replays() {
        let mut game = game();
        roll(&mut game, Player::Zero, (3, 1), "8/5 6/5");
        roll(&mut game, Player::One, (6, 5), "24/13");
        add(&mut game, Player::Zero, EntryAction::Double);
        add(&mut game, Player::One, EntryAction::Take);
        roll(&mut game, Player::Zero, (2, 1), "13/11 6/5");
        add(&mut game, Player::One, EntryAction::Double);
        add(&mut game, Player::Zero, EntryAction::Drop);
        assert!(issues(&game, 5).iter().all(Option::is_none));
        let outcome = game.outcome(5).unwrap();
        assert_eq!((outcome.winner, outcome.points), (Player::One, 2));
        let next = game.next_start(5).unwrap();
        assert_eq!((next.score, next.is_crawford), ([0, 2], false));
        assert_eq!(game.next_start(2), None);
        assert!(game.next_start(3).unwrap().is_crawford);
    }

    #[test]
    fn illegal_plays_are_replayed_and_reported() {
        let mut game = game();
        let dice = Dice::new(3, 1).unwrap();
        let four = Dice::new(4, 4).unwrap();
        let play = notation::resolve(&Board::default(), four, "24/20(2) 13/9(2)").unwrap();
        add(&mut game, Player::One, EntryAction::Play { dice, play });
        add(&mut game, Player::One, EntryAction::Roll(dice));
        let found = issues(&game, 5);
        assert_eq!(found[0], Some(Issue::Rule(ActionError::IllegalPlay(dice))));
        assert_eq!(found[1], Some(Issue::OutOfTurn));
        let state = game.state_before(5, 1);
        assert_eq!((state.on_roll, state.board), (Player::Zero, play.apply(&Board::default()).swapped()));
    }

    #[test]
    fn impossible_plays_leave_the_position() {
        let mut game = game();
        let dice = Dice::new(6, 6).unwrap();
        let six_one = Dice::new(6, 1).unwrap();
        let mut board = Board::EMPTY;
        board.set(Side::OnRoll, 20, 2);
        let play = notation::resolve(&board, six_one, "21/15 21/20").unwrap();
        add(&mut game, Player::One, EntryAction::Play { dice, play });
        assert_eq!(issues(&game, 5), [Some(Issue::Impossible)]);
        assert_eq!(game.final_state(5).board, Board::default());
    }

    #[test]
    fn set_ups_and_resignations() {
        let mut game = game();
        let mut board = Board::EMPTY;
        board.set(Side::OnRoll, 0, 2);
        board.set(Side::Opponent, 0, 2);
        add(&mut game, Player::Zero, EntryAction::SetBoard(Box::new(board)));
        add(&mut game, Player::Zero, EntryAction::SetCubeValue(CubeValue::new(2).unwrap()));
        add(&mut game, Player::Zero, EntryAction::SetCubeOwner(Some(Player::Zero)));
        let dice = Dice::new(2, 1).unwrap();
        add(&mut game, Player::Zero, EntryAction::Roll(dice));
        assert_eq!(game.final_state(5).dice(), Some(dice));
        add(&mut game, Player::One, EntryAction::Resign(ResignLevel::Gammon));
        add(&mut game, Player::Zero, EntryAction::DeclineResignation);
        roll(&mut game, Player::Zero, (2, 1), "1/off(2)");
        assert!(issues(&game, 5).iter().all(Option::is_none));
        assert_eq!(game.final_state(5).score, [2, 0]);
        add(&mut game, Player::One, EntryAction::Take);
        assert_eq!(issues(&game, 5)[7], Some(Issue::Rule(ActionError::GameOver)));
        game.stated = Some((Player::One, 3));
        assert_eq!(game.final_state(5).score, [0, 3]);
    }

    #[test]
    fn illegal_doubles_are_kept() {
        let mut crawford = game();
        crawford.start.is_crawford = true;
        crawford.start.score = [4, 0];
        roll(&mut crawford, Player::Zero, (3, 1), "8/5 6/5");
        add(&mut crawford, Player::One, EntryAction::Double);
        add(&mut crawford, Player::Zero, EntryAction::Beaver);
        add(&mut crawford, Player::One, EntryAction::Take);
        add(&mut crawford, Player::One, EntryAction::Take);
        let found = issues(&crawford, 5);
        assert!(matches!(found[1], Some(Issue::Rule(ActionError::Cube(_)))));
        assert!(matches!(found[2], Some(Issue::Rule(ActionError::Cube(_)))));
        assert_eq!(found[3], None);
        assert_eq!(found[4], Some(Issue::Rule(ActionError::NoDouble)));
        let state = crawford.final_state(5);
        assert_eq!((state.cube.value.points(), state.cube.owner), (4, Some(Player::Zero)));
    }
}
