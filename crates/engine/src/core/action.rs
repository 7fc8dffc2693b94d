// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions of players and the state after each: the rules of the game apart from moving checkers.

use super::match_state::MAX_MATCH_CUBE;
use super::{
    CubeState, CubeValue, Decision, Dice, Ending, GameResult, MatchState, MoveRules, Offer, Phase, Play,
    PlayList, Player, ResignLevel, Side,
};
use thiserror::Error;

/// An action of a player, or a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The opening throw: the die of seat `Zero`, then that of seat `One`.
    Opening([u8; 2]),
    /// A roll.
    Roll(Dice),
    /// The checkers moved; the empty play passes when no checker can move.
    Play(Play),
    /// The cube is offered at twice its value.
    Double,
    /// The offered cube is taken.
    Take,
    /// The offered cube is dropped and the game lost.
    Drop,
    /// The offered cube is taken and turned once more at once: beaver, raccoon and so on.
    Beaver,
    /// A resignation is offered by the player who is to act.
    Resign(ResignLevel),
    /// A resignation is accepted.
    AcceptResignation,
    /// A resignation is declined.
    DeclineResignation,
}

/// Why the cube cannot be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CubeRefusal {
    /// The game is played without a cube.
    #[error("the doubling cube is not in use")]
    NoCube,
    /// The Crawford game.
    #[error("the cube may not be turned in the Crawford game")]
    Crawford,
    /// The opponent owns the cube.
    #[error("the opponent owns the cube")]
    NotYours,
    /// The largest value has been reached.
    #[error("the cube is already at its largest value, {0}")]
    AtLimit(CubeValue),
    /// The cube already covers what the doubler needs.
    #[error("the cube is dead: {cube} points already win the match")]
    Dead {
        /// The cube's value.
        cube: CubeValue,
    },
    /// Beavers in a match.
    #[error("a double can be turned at once only in money play")]
    BeaverInMatch,
    /// Beavers switched off or used up.
    #[error("no more than {0} beavers in a row are allowed")]
    BeaversUsedUp(u8),
}

/// Why an action is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionError {
    /// The opening roll comes first.
    #[error("the opening roll has not been thrown yet")]
    BeforeOpening,
    /// The opening roll has been thrown.
    #[error("the opening roll has already been thrown")]
    AfterOpening,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The dice have not been rolled.
    #[error("roll the dice first")]
    NotRolled,
    /// The dice have been rolled.
    #[error("the dice have already been rolled")]
    AlreadyRolled,
    /// A double must be answered first.
    #[error("a double has been offered; take it or drop it first")]
    DoublePending,
    /// Nothing has been doubled.
    #[error("no double has been offered")]
    NoDouble,
    /// A resignation must be answered first.
    #[error("a resignation has been offered; accept or decline it first")]
    ResignationPending,
    /// Nobody has resigned.
    #[error("no resignation has been offered")]
    NoResignation,
    /// A resignation at or below the level that was just declined.
    #[error("a resignation of that size has just been declined")]
    ResignationDeclined,
    /// Dice that do not exist.
    #[error("a die shows 1 to 6, not {0}")]
    Die(u8),
    /// A play that the rules forbid.
    #[error("that is not a legal play of {0}")]
    IllegalPlay(Dice),
    /// Passing although a checker can move.
    #[error("{0} can be played; you may not pass")]
    MustPlay(Dice),
    /// The cube cannot be turned.
    #[error(transparent)]
    Cube(#[from] CubeRefusal),
}

impl MatchState {
    /// The state after `action`.
    ///
    /// # Errors
    /// If the action is not possible in this state; the state is unchanged.
    pub fn apply(&self, action: Action) -> Result<MatchState, ActionError> {
        match action {
            Action::Opening(dice) => self.opening(dice),
            Action::Roll(dice) => match self.decision()? {
                Decision::Roll => Ok(self.due(Decision::Play(dice))),
                Decision::Play(_) => Err(ActionError::AlreadyRolled),
                Decision::Answer(_) => Err(ActionError::DoublePending),
            },
            Action::Play(play) => match self.decision()? {
                Decision::Play(dice) => self.play(&play, dice),
                Decision::Roll => Err(ActionError::NotRolled),
                Decision::Answer(_) => Err(ActionError::DoublePending),
            },
            Action::Double => {
                self.may_double()?;
                Ok(self.due(Decision::Answer(Offer { by: self.on_roll, beavers: 0 })))
            }
            Action::Take => {
                self.offer()?;
                let value = self.cube.value.doubled().unwrap_or(CubeValue::MAX);
                let cube = CubeState { value, owner: Some(self.on_roll.other()) };
                Ok(MatchState { cube, ..self.due(Decision::Roll) })
            }
            Action::Drop => {
                let offer = self.offer()?;
                Ok(self.over(offer.by, self.cube.value.points(), Ending::Dropped))
            }
            Action::Beaver => {
                let offer = self.may_beaver()?;
                let value = self.cube.value.doubled().unwrap_or(CubeValue::MAX);
                let cube = CubeState { value, owner: Some(self.on_roll.other()) };
                let offer = Offer { by: offer.by.other(), beavers: offer.beavers + 1 };
                Ok(MatchState { cube, ..self.due(Decision::Answer(offer)) })
            }
            Action::Resign(level) => {
                let then = self.decision()?;
                let by = self.to_act().ok_or(ActionError::GameOver)?;
                if self.declined.is_some_and(|declined| level <= declined) {
                    return Err(ActionError::ResignationDeclined);
                }
                Ok(MatchState { phase: Phase::Resigning { by, level, then }, ..*self })
            }
            Action::AcceptResignation => {
                let (by, level, _) = self.resignation()?;
                Ok(self.over(by.other(), self.points_for(level.multiple()), Ending::Resigned(level)))
            }
            Action::DeclineResignation => {
                let (_, level, then) = self.resignation()?;
                Ok(MatchState { declined: Some(level), ..self.due(then) })
            }
        }
    }

    /// Whether the player on roll may double now.
    ///
    /// # Errors
    /// Why not.
    pub fn may_double(&self) -> Result<(), ActionError> {
        match self.decision()? {
            Decision::Roll => {}
            Decision::Play(_) => return Err(ActionError::AlreadyRolled),
            Decision::Answer(_) => return Err(ActionError::DoublePending),
        }
        Ok(self.cube_refusal().map_or(Ok(()), Err)?)
    }

    /// Why the player on roll could not double before rolling, or `None` if a double is possible.
    #[must_use]
    pub fn cube_refusal(&self) -> Option<CubeRefusal> {
        let cube = self.cube.value;
        if !self.rules.cube {
            Some(CubeRefusal::NoCube)
        } else if self.is_crawford {
            Some(CubeRefusal::Crawford)
        } else if !self.cube.is_open_to(self.on_roll) {
            Some(CubeRefusal::NotYours)
        } else if self.away(self.on_roll).is_some_and(|away| cube.points() >= away) {
            Some(CubeRefusal::Dead { cube })
        } else if cube == CubeValue::MAX || (!self.is_money() && cube.points() >= MAX_MATCH_CUBE) {
            Some(CubeRefusal::AtLimit(cube))
        } else {
            None
        }
    }

    /// The pending offer, if the player to answer may beaver.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_beaver(&self) -> Result<Offer, ActionError> {
        let offer = self.offer()?;
        let limit = self.rules.beavers;
        if !self.is_money() {
            return Err(CubeRefusal::BeaverInMatch.into());
        }
        if offer.beavers >= limit {
            return Err(CubeRefusal::BeaversUsedUp(limit).into());
        }
        if self.cube.value.points() >= CubeValue::MAX.points() / 2 {
            return Err(CubeRefusal::AtLimit(CubeValue::MAX).into());
        }
        Ok(offer)
    }

    /// The legal plays now, or `None` if no roll is to be played.
    #[must_use]
    pub fn legal_plays(&self) -> Option<PlayList> {
        let Phase::Due(Decision::Play(dice)) = self.phase else { return None };
        let mut list = PlayList::new();
        list.generate_with(&self.board, dice, MoveRules { egyptian: self.rules.egyptian });
        Some(list)
    }

    /// The pending decision.
    ///
    /// # Errors
    /// If there is none: before the opening roll, after the game, or while a resignation is pending.
    pub fn decision(&self) -> Result<Decision, ActionError> {
        match self.phase {
            Phase::Due(decision) => Ok(decision),
            Phase::Opening => Err(ActionError::BeforeOpening),
            Phase::Resigning { .. } => Err(ActionError::ResignationPending),
            Phase::Over(_) => Err(ActionError::GameOver),
        }
    }

    fn offer(&self) -> Result<Offer, ActionError> {
        match self.decision()? {
            Decision::Answer(offer) => Ok(offer),
            Decision::Roll | Decision::Play(_) => Err(ActionError::NoDouble),
        }
    }

    fn resignation(&self) -> Result<(Player, ResignLevel, Decision), ActionError> {
        match self.phase {
            Phase::Resigning { by, level, then } => Ok((by, level, then)),
            Phase::Over(_) => Err(ActionError::GameOver),
            Phase::Opening | Phase::Due(_) => Err(ActionError::NoResignation),
        }
    }

    fn due(&self, decision: Decision) -> MatchState {
        MatchState { phase: Phase::Due(decision), ..*self }
    }

    fn over(&self, winner: Player, points: u32, ending: Ending) -> MatchState {
        let mut score = self.score;
        score[winner.index()] = score[winner.index()].saturating_add(points);
        MatchState { score, phase: Phase::Over(GameResult { winner, points, ending }), ..*self }
    }

    fn opening(&self, [zero, one]: [u8; 2]) -> Result<MatchState, ActionError> {
        match self.phase {
            Phase::Opening => {}
            Phase::Over(_) => return Err(ActionError::GameOver),
            Phase::Due(_) | Phase::Resigning { .. } => return Err(ActionError::AfterOpening),
        }
        for die in [zero, one] {
            if !(1..=6).contains(&die) {
                return Err(ActionError::Die(die));
            }
        }
        if zero == one {
            let limit = u32::from(self.rules.automatic_doubles);
            let mut next = *self;
            if self.is_money() && self.rules.cube && self.cube.value.exponent() < limit {
                next.cube.value = self.cube.value.doubled().unwrap_or(CubeValue::MAX);
            }
            return Ok(next);
        }
        let starter = if zero > one { Player::Zero } else { Player::One };
        let dice = Dice::new(zero, one).map_err(|_| ActionError::Die(zero))?;
        let board = self.board_of(starter);
        Ok(MatchState { on_roll: starter, board, ..self.due(Decision::Play(dice)) })
    }

    fn play(&self, play: &Play, dice: Dice) -> Result<MatchState, ActionError> {
        let mut list = PlayList::new();
        list.generate_with(&self.board, dice, MoveRules { egyptian: self.rules.egyptian });
        let after = play.apply(&self.board).swapped();
        if list.is_empty() {
            if !play.is_empty() {
                return Err(ActionError::IllegalPlay(dice));
            }
        } else if play.is_empty() {
            return Err(ActionError::MustPlay(dice));
        } else if list.find(&after).is_none() {
            return Err(ActionError::IllegalPlay(dice));
        }
        let moved = MatchState { board: after, on_roll: self.on_roll.other(), declined: None, ..*self };
        match after.outcome(self.rules.variation) {
            Some((Side::Opponent, multiple)) => {
                Ok(moved.over(self.on_roll, self.points_for(multiple), Ending::BorneOff(multiple)))
            }
            _ => Ok(moved.due(Decision::Roll)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Board, Rules};

    fn state(length: u16, actions: &[Action]) -> MatchState {
        let start = MatchState::new(length, Rules::default()).unwrap();
        actions.iter().fold(start, |state, &action| state.apply(action).unwrap())
    }

    fn dice(a: u8, b: u8) -> Dice {
        Dice::new(a, b).unwrap()
    }

    /// A money game in which seat One is on roll and may double.
    fn on_roll() -> MatchState {
        let opening = state(0, &[Action::Opening([6, 1])]);
        let list = opening.legal_plays().unwrap();
        opening.apply(Action::Play(list.plays()[0])).unwrap()
    }

    #[test]
    fn the_higher_opening_die_starts_with_both() {
        let equal = state(0, &[Action::Opening([3, 3])]);
        assert_eq!((equal.phase, equal.cube), (Phase::Opening, CubeState::CENTERED));
        let started = equal.apply(Action::Opening([2, 5])).unwrap();
        assert_eq!((started.on_roll, started.dice()), (Player::One, Some(dice(5, 2))));
        assert_eq!(started.apply(Action::Opening([1, 2])), Err(ActionError::AfterOpening));
        assert_eq!(equal.apply(Action::Opening([1, 7])), Err(ActionError::Die(7)));
    }

    #[test]
    fn automatic_doubles_stop_at_the_limit() {
        let mut start = MatchState::new(0, Rules { automatic_doubles: 1, ..Rules::default() }).unwrap();
        for _ in 0..3 {
            start = start.apply(Action::Opening([4, 4])).unwrap();
        }
        assert_eq!(start.cube.value.points(), 2);
    }

    #[test]
    fn double_take_redouble_drop() {
        let doubled = on_roll().apply(Action::Double).unwrap();
        assert_eq!(doubled.to_act(), Some(Player::Zero));
        assert_eq!(doubled.apply(Action::Roll(dice(1, 2))), Err(ActionError::DoublePending));
        let taken = doubled.apply(Action::Take).unwrap();
        assert_eq!(taken.cube, CubeState { value: CubeValue::new(2).unwrap(), owner: Some(Player::Zero) });
        assert_eq!(taken.may_double(), Err(ActionError::Cube(CubeRefusal::NotYours)));
        let dropped = doubled.apply(Action::Drop).unwrap();
        assert_eq!(dropped.result().map(|r| (r.winner, r.points)), Some((Player::One, 1)));
        assert_eq!(dropped.score, [0, 1]);
    }

    #[test]
    fn beaver_and_raccoon_leave_the_cube_with_the_doubled_player() {
        let raccoon = [Action::Double, Action::Beaver, Action::Beaver];
        let pending = raccoon.iter().fold(on_roll(), |s, &a| s.apply(a).unwrap());
        assert_eq!(pending.to_act(), Some(Player::Zero));
        let taken = pending.apply(Action::Take).unwrap();
        assert_eq!(taken.cube, CubeState { value: CubeValue::new(8).unwrap(), owner: Some(Player::Zero) });
        let dropped = pending.apply(Action::Drop).unwrap();
        assert_eq!(dropped.result().map(|r| (r.winner, r.points)), Some((Player::One, 4)));
        let beaver = on_roll().apply(Action::Double).unwrap().apply(Action::Beaver).unwrap();
        let dropped = beaver.apply(Action::Drop).unwrap();
        assert_eq!(dropped.result().map(|r| (r.winner, r.points)), Some((Player::Zero, 2)));
    }

    #[test]
    fn the_crawford_game_is_played_once() {
        let mut state = state(3, &[Action::Opening([6, 1])]);
        state = state.over(Player::Zero, 2, Ending::BorneOff(2));
        let crawford = state.next_game().unwrap();
        assert!(crawford.is_crawford && !crawford.is_post_crawford());
        let mut playing = crawford.apply(Action::Opening([6, 1])).unwrap();
        playing = playing.due(Decision::Roll);
        assert_eq!(playing.may_double(), Err(ActionError::Cube(CubeRefusal::Crawford)));
        let post = playing.over(Player::One, 1, Ending::BorneOff(1)).next_game().unwrap();
        assert!(!post.is_crawford && post.is_post_crawford());
        let won = post.over(Player::One, 2, Ending::BorneOff(2));
        assert_eq!((won.match_winner(), won.next_game()), (Some(Player::One), None));
    }

    #[test]
    fn one_point_matches_have_no_crawford_game() {
        let start = state(1, &[]);
        assert!(!start.is_crawford && !start.is_post_crawford());
        let rolling = state(1, &[Action::Opening([6, 1])]).due(Decision::Roll);
        assert!(matches!(rolling.may_double(), Err(ActionError::Cube(CubeRefusal::Dead { .. }))));
    }

    #[test]
    fn resignations_can_only_grow_after_a_refusal() {
        let resigned = on_roll().apply(Action::Resign(ResignLevel::Gammon)).unwrap();
        assert_eq!(resigned.to_act(), Some(Player::Zero));
        let declined = resigned.apply(Action::DeclineResignation).unwrap();
        assert_eq!(declined.decision(), Ok(Decision::Roll));
        assert_eq!(
            declined.apply(Action::Resign(ResignLevel::Gammon)),
            Err(ActionError::ResignationDeclined)
        );
        let accepted = declined
            .apply(Action::Resign(ResignLevel::Backgammon))
            .and_then(|s| s.apply(Action::AcceptResignation))
            .unwrap();
        // Jacoby: the cube was never turned.
        assert_eq!(accepted.result().map(|r| (r.winner, r.points)), Some((Player::Zero, 1)));
    }

    #[test]
    fn gammons_count_by_cube_and_jacoby() {
        let mut winner = [0; 25];
        winner[0] = 1;
        let mut loser = [0; 25];
        loser[12] = 15;
        let mut state = on_roll();
        state.board = Board::from_sides(winner, loser);
        state.phase = Phase::Due(Decision::Play(dice(2, 1)));
        let play = state.legal_plays().unwrap().plays()[0];
        assert_eq!(state.apply(Action::Play(play)).unwrap().score, [0, 1]);
        state.cube = CubeState { value: CubeValue::new(2).unwrap(), owner: Some(Player::Zero) };
        assert_eq!(state.apply(Action::Play(play)).unwrap().score, [0, 4]);
    }

    #[test]
    fn passing_is_possible_only_without_a_play() {
        let opening = state(0, &[Action::Opening([6, 1])]);
        assert_eq!(opening.apply(Action::Play(Play::EMPTY)), Err(ActionError::MustPlay(dice(6, 1))));
        let mut closed = opening;
        let mut me = [0; 25];
        me[24] = 1;
        let other = std::array::from_fn(|i| if i < 6 { 2 } else { 0 });
        closed.board = Board::from_sides(me, other);
        let passed = closed.apply(Action::Play(Play::EMPTY)).unwrap();
        assert_eq!((passed.on_roll, passed.decision()), (Player::One, Ok(Decision::Roll)));
    }
}
