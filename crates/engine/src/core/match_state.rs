// SPDX-License-Identifier: GPL-3.0-or-later
//! A match or money session at one moment: rules, score, cube, board and the pending decision.

use super::{Board, BoardError, CubeState, Dice, Player, Variation};
use thiserror::Error;

/// Longest match, in points.
pub const MAX_LENGTH: u16 = 64;

/// Largest cube in match play.
pub const MAX_MATCH_CUBE: u32 = 64;

/// The rules that the players agreed on before the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The starting position and number of checkers.
    pub variation: Variation,
    /// Whether the game is played with a doubling cube.
    pub cube: bool,
    /// Matches: the first game in which a player is one point away is played without doubling.
    pub crawford: bool,
    /// Money: gammons count only after the cube has been turned.
    pub jacoby: bool,
    /// Money: maximum number of beavers and raccoons after a double; 0 forbids beavers.
    pub beavers: u8,
    /// Money: how often equal opening dice may double the cube in one game; 0 for never.
    pub automatic_doubles: u8,
    /// No more than five checkers on a point.
    pub egyptian: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            variation: Variation::Standard,
            cube: true,
            crawford: true,
            jacoby: true,
            beavers: 3,
            automatic_doubles: 0,
            egyptian: false,
        }
    }
}

/// What a resigning player concedes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ResignLevel {
    /// A single game: the cube's value.
    Single = 1,
    /// A gammon: twice the cube.
    Gammon = 2,
    /// A backgammon: three times the cube.
    Backgammon = 3,
}

impl ResignLevel {
    /// All levels, the least first.
    pub const ALL: [ResignLevel; 3] = [ResignLevel::Single, ResignLevel::Gammon, ResignLevel::Backgammon];

    /// 1, 2 or 3 times the cube.
    #[must_use]
    pub const fn multiple(self) -> u8 {
        self as u8
    }

    /// The level of that multiple, if it is 1, 2 or 3.
    #[must_use]
    pub const fn from_multiple(multiple: u8) -> Option<ResignLevel> {
        match multiple {
            1 => Some(ResignLevel::Single),
            2 => Some(ResignLevel::Gammon),
            3 => Some(ResignLevel::Backgammon),
            _ => None,
        }
    }
}

/// A double that waits for an answer. If it is dropped, the value of the cube before the double is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// Who turned the cube last.
    pub by: Player,
    /// 0 for a double, 1 for a beaver, 2 for a raccoon, and so on.
    pub beavers: u8,
}

/// A decision one player has to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Roll, or double first.
    Roll,
    /// Play these dice.
    Play(Dice),
    /// Take, drop or turn an offered cube.
    Answer(Offer),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// All checkers borne off; 1 single, 2 gammon, 3 backgammon.
    BorneOff(u8),
    /// A double was dropped.
    Dropped,
    /// A resignation of this level was accepted.
    Resigned(ResignLevel),
    /// The loser's time was used up.
    OutOfTime,
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Who won.
    pub winner: Player,
    /// Points added to the winner's score.
    pub points: u32,
    /// How it ended.
    pub ending: Ending,
}

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Each player is to throw one die for the first turn.
    Opening,
    /// A decision is due.
    Due(Decision),
    /// A resignation waits for an answer.
    Resigning {
        /// Who resigns.
        by: Player,
        /// What is conceded.
        level: ResignLevel,
        /// The decision that is due if the resignation is declined.
        then: Decision,
    },
    /// The game is over and its points are in the score.
    Over(GameResult),
}

/// A match or money session at one moment.
///
/// ```
/// use gnubg_engine::core::{Action, Decision, Dice, MatchState, Phase, Player, Rules};
///
/// let state = MatchState::new(7, Rules::default())?;
/// // The opening roll: seat Zero throws 3 and seat One 5, so seat One plays 5-3.
/// let state = state.apply(Action::Opening([3, 5]))?;
/// assert_eq!(state.on_roll, Player::One);
/// assert_eq!(state.phase, Phase::Due(Decision::Play(Dice::new(5, 3)?)));
/// // Match state and board as text.
/// assert_eq!(MatchState::from_match_id(&state.match_id(), state.board, state.rules)?, state);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchState {
    /// The agreed rules.
    pub rules: Rules,
    /// Points to win; 0 for a money session.
    pub length: u16,
    /// Points won so far by seat.
    pub score: [u32; 2],
    /// Whether this is the Crawford game.
    pub is_crawford: bool,
    /// The cube.
    pub cube: CubeState,
    /// Whose turn it is: the player who rolls and moves, also while the other answers a double.
    pub on_roll: Player,
    /// The checkers, seen by the player on roll.
    pub board: Board,
    /// What is due.
    pub phase: Phase,
    /// The highest resignation declined in this turn; only a higher one may be offered.
    pub declined: Option<ResignLevel>,
}

/// Why a match state cannot occur.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateError {
    /// The match is longer than [`MAX_LENGTH`].
    #[error("a match has 1 to {MAX_LENGTH} points (0 for money), not {0}")]
    Length(u32),
    /// A score at or beyond the length in a match that is not over.
    #[error("a score of {score} is impossible in a match to {length} that is not over")]
    Score {
        /// The score.
        score: u32,
        /// The match length.
        length: u16,
    },
    /// A Crawford game without a player one point away, or in money play.
    #[error("a Crawford game needs exactly one player one point away from winning the match")]
    Crawford,
    /// The cube may not have this value or be turned.
    #[error("a cube of {0} is not possible here")]
    Cube(u32),
    /// The board is impossible.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl MatchState {
    /// A new match (`length` 1..=64) or money session (0), before the opening roll of its first game.
    ///
    /// # Errors
    /// If the match is too long.
    pub fn new(length: u16, rules: Rules) -> Result<MatchState, StateError> {
        if length > MAX_LENGTH {
            return Err(StateError::Length(u32::from(length)));
        }
        Ok(MatchState {
            rules,
            length,
            score: [0, 0],
            is_crawford: false,
            cube: CubeState::CENTERED,
            on_roll: Player::One,
            board: rules.variation.start(),
            phase: Phase::Opening,
            declined: None,
        })
    }

    /// Whether this is a money session rather than a match.
    #[must_use]
    pub const fn is_money(&self) -> bool {
        self.length == 0
    }

    /// Points `player` still needs; `None` in money play, 0 once the match is won.
    #[must_use]
    pub fn away(&self, player: Player) -> Option<u32> {
        if self.is_money() {
            None
        } else {
            Some(u32::from(self.length).saturating_sub(self.score[player.index()]))
        }
    }

    /// Whether the Crawford game is over: somebody is one away in a match that is not a one-pointer.
    #[must_use]
    pub fn is_post_crawford(&self) -> bool {
        self.length > 1 && !self.is_crawford && Player::BOTH.iter().any(|&p| self.away(p) == Some(1))
    }

    /// Whether gammons do not count now because of the Jacoby rule: money play with the rule and a centered cube.
    #[must_use]
    pub fn jacoby_applies(&self) -> bool {
        self.is_money() && self.rules.jacoby && self.rules.cube && self.cube.owner.is_none()
    }

    /// The player who has won the match, if it is over.
    #[must_use]
    pub fn match_winner(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&p| self.away(p) == Some(0))
    }

    /// The player who must act now; `None` at the opening roll and after the game.
    #[must_use]
    pub fn to_act(&self) -> Option<Player> {
        match self.phase {
            Phase::Due(Decision::Roll | Decision::Play(_)) => Some(self.on_roll),
            Phase::Due(Decision::Answer(offer)) => Some(offer.by.other()),
            Phase::Resigning { by, .. } => Some(by.other()),
            Phase::Opening | Phase::Over(_) => None,
        }
    }

    /// The dice to be played, if they have been rolled.
    #[must_use]
    pub fn dice(&self) -> Option<Dice> {
        match self.phase {
            Phase::Due(Decision::Play(dice)) | Phase::Resigning { then: Decision::Play(dice), .. } => {
                Some(dice)
            }
            _ => None,
        }
    }

    /// The result of this game, if it is over.
    #[must_use]
    pub const fn result(&self) -> Option<GameResult> {
        match self.phase {
            Phase::Over(result) => Some(result),
            _ => None,
        }
    }

    /// The checkers as `player` sees them, as if that player were on roll.
    #[must_use]
    pub fn board_of(&self, player: Player) -> Board {
        if player == self.on_roll { self.board } else { self.board.swapped() }
    }

    /// Pip counts by seat; the bar counts 25.
    #[must_use]
    pub fn pips(&self) -> [u16; 2] {
        self.on_roll.by_seat(self.board.pips())
    }

    /// Points for a win of `multiple` (1 single, 2 gammon, 3 backgammon) now, Jacoby and cube included.
    #[must_use]
    pub fn points_for(&self, multiple: u8) -> u32 {
        let multiple = if self.jacoby_applies() { 1 } else { u32::from(multiple) };
        self.cube.value.points() * multiple
    }

    /// The state before the opening roll of the next game, or `None` when the match or this game is not over yet, or
    /// the match has been won.
    #[must_use]
    pub fn next_game(&self) -> Option<MatchState> {
        self.result()?;
        if self.match_winner().is_some() {
            return None;
        }
        // The game just played was no Crawford or post-Crawford game exactly if nobody was one away before it.
        let result = self.result()?;
        let mut before = *self;
        before.score[result.winner.index()] =
            before.score[result.winner.index()].saturating_sub(result.points);
        let was_late = self.is_crawford || before.is_post_crawford();
        let n_one_away = Player::BOTH.iter().filter(|&&p| self.away(p) == Some(1)).count();
        Some(MatchState {
            is_crawford: self.rules.crawford && self.length > 1 && !was_late && n_one_away == 1,
            cube: CubeState::CENTERED,
            on_roll: Player::One,
            board: self.rules.variation.start(),
            phase: Phase::Opening,
            declined: None,
            ..*self
        })
    }

    /// Checks that this state can occur.
    ///
    /// # Errors
    /// The first contradiction found.
    pub fn check(&self) -> Result<(), StateError> {
        self.board.check(self.rules.variation)?;
        if self.length > MAX_LENGTH {
            return Err(StateError::Length(u32::from(self.length)));
        }
        if !self.is_money() && !matches!(self.phase, Phase::Over(_)) {
            for score in self.score {
                if score >= u32::from(self.length) {
                    return Err(StateError::Score { score, length: self.length });
                }
            }
        }
        let n_one_away = Player::BOTH.iter().filter(|&&p| self.away(p) == Some(1)).count();
        if self.is_crawford && (n_one_away != 1 || self.length <= 1) {
            return Err(StateError::Crawford);
        }
        let value = self.cube.value.points();
        let turned = value > 1 || self.cube.owner.is_some();
        if (turned && (self.is_crawford || !self.rules.cube)) || (!self.is_money() && value > MAX_MATCH_CUBE)
        {
            return Err(StateError::Cube(value));
        }
        Ok(())
    }
}
