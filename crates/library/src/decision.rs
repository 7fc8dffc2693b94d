// SPDX-License-Identifier: GPL-3.0-or-later
//! The decisions of a match as facts: who decided what in which position. What an analysis says of them comes later.

use crate::position::{Actions, Asked, PositionKey, play_themes};
use gnubg_engine::core::{Board, Decision, MatchState, MoveRules, Phase, Player, notation};
use gnubg_record::walk::WalkStep;
use gnubg_record::{Entry, EntryAction, GameRecord, MatchRecord};
use std::time::Duration;

/// The kind of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A checker play.
    Play,
    /// A roll where the player could have doubled.
    NoDouble,
    /// A double.
    Double,
    /// A double that was taken.
    Take,
    /// A double that was dropped.
    Drop,
    /// A double that was taken and redoubled at once.
    Beaver,
    /// A resignation.
    Resign,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] =
        [Kind::Play, Kind::NoDouble, Kind::Double, Kind::Take, Kind::Drop, Kind::Beaver, Kind::Resign];

    /// The word in queries and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Play => "play",
            Kind::NoDouble => "nodouble",
            Kind::Double => "double",
            Kind::Take => "take",
            Kind::Drop => "drop",
            Kind::Beaver => "beaver",
            Kind::Resign => "resign",
        }
    }

    /// The number in the database.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The kind with that number.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(code)).copied()
    }

    /// Whether it answers a double: then the player who decides is not the one on roll.
    #[must_use]
    pub const fn is_answer(self) -> bool {
        matches!(self, Kind::Take | Kind::Drop | Kind::Beaver)
    }

    /// Whether it is a decision about the cube.
    #[must_use]
    pub const fn is_cube(self) -> bool {
        !matches!(self, Kind::Play | Kind::Resign)
    }
}

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $bit:literal, $word:literal;)*) => {
        /// What else is known of a decision, as bits.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Flags(pub u32);

        impl Flags {
            $($(#[$doc])* pub const $name: Flags = Flags(1 << $bit);)*

            /// The flags with their words in queries.
            pub const WORDS: &'static [(&'static str, Flags)] = &[$(($word, Flags::$name),)*];
        }
    };
}

flags! {
    /// There was at most one legal play.
    FORCED = 0, "forced";
    /// The Crawford game.
    CRAWFORD = 1, "crawford";
    /// After the Crawford game.
    POST_CRAWFORD = 2, "postcrawford";
    /// Money play.
    MONEY = 3, "money";
    /// The play was illegal.
    ILLEGAL = 4, "illegal";
    /// The first roll of a game.
    FIRST = 5, "firstroll";
    /// Another analysis than the first 9 flags: a close decision about the cube.
    CLOSE = 6, "close";
    /// Counts in error rates: analyzed, and unforced, close or an action with the cube.
    COUNTED = 7, "counted";
    /// A large loss that a weaker reference player would hardly have made.
    AVOIDABLE = 8, "avoidable";
}

impl Flags {
    /// Whether all these flags are set.
    #[must_use]
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets or removes flags.
    #[must_use]
    pub const fn with(self, other: Flags, on: bool) -> Flags {
        Flags(if on { self.0 | other.0 } else { self.0 & !other.0 })
    }
}

/// A decision of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Extracted {
    /// Index of the game.
    pub game: usize,
    /// Index of the entry in it.
    pub entry: usize,
    /// Who decided.
    pub player: Player,
    /// What kind of decision it was.
    pub kind: Kind,
    /// The state in which it was made; the player on roll is the one who plays or may double.
    pub state: MatchState,
    /// The key of the position.
    pub key: PositionKey,
    /// The position after a play, the opponent on roll.
    pub after: Option<Board>,
    /// The play as text; `None` for others.
    pub played: Option<String>,
    /// What the play does.
    pub did: Actions,
    /// What some legal play does.
    pub could: Actions,
    /// What is known without an analysis.
    pub flags: Flags,
    /// Seconds of thought, where the record has clocks.
    pub seconds: Option<u32>,
}

impl Extracted {
    /// The place in the game: later decisions have greater numbers.
    #[must_use]
    pub fn seq(&self) -> i64 {
        2 * self.entry as i64 + i64::from(self.kind == Kind::Play)
    }
}

/// The entry that a place in a game stands for.
#[must_use]
pub const fn entry_of(seq: i64) -> usize {
    (seq / 2).unsigned_abs() as usize
}

/// The decisions of a record, in order.
#[must_use]
pub fn extract(record: &MatchRecord) -> Vec<Extracted> {
    record.games.iter().enumerate().flat_map(|(n, game)| of_game(n, game, record.length)).collect()
}

fn of_game(number: usize, game: &GameRecord, length: u16) -> Vec<Extracted> {
    let mut found = Vec::new();
    let mut clocks: [Option<Duration>; 2] = [None; 2];
    for step in game.walk(length) {
        let from = found.len();
        of_step(number, &step, &mut found);
        if let Some(now) = step.entry.clocks {
            let seat = step.entry.player.index();
            let used = clocks[seat].and_then(|before| before.checked_sub(now.left[seat]));
            let seconds = used.and_then(|used| u32::try_from(used.as_secs()).ok());
            if let Some(last) = found[from..].last_mut() {
                last.seconds = seconds;
            }
            clocks = now.left.map(Some);
        }
    }
    found
}

fn of_step(game: usize, step: &WalkStep<'_>, found: &mut Vec<Extracted>) {
    let (before, entry) = (&step.before, step.entry);
    if matches!(before.phase, Phase::Over(_)) {
        return;
    }
    let player = entry.player;
    let asker = |on_roll: Player| MatchState {
        board: before.board_of(on_roll),
        on_roll,
        phase: Phase::Due(Decision::Roll),
        declined: None,
        ..*before
    };
    let mut flags = Flags::default()
        .with(Flags::CRAWFORD, !before.is_money() && before.is_crawford)
        .with(Flags::POST_CRAWFORD, before.is_post_crawford())
        .with(Flags::MONEY, before.is_money());
    let mut add = |kind: Kind, state: MatchState, asked: Asked, flags: Flags| {
        let dice = entry.action.dice().filter(|_| asked == Asked::Play);
        found.push(Extracted {
            game,
            entry: step.index,
            player,
            kind,
            key: PositionKey::of(&state, asked, dice),
            state,
            after: None,
            played: None,
            did: Actions::default(),
            could: Actions::default(),
            flags,
            seconds: None,
        });
    };
    let offer = match before.phase {
        Phase::Due(Decision::Answer(offer)) => Some(offer),
        _ => None,
    };
    match &entry.action {
        EntryAction::Play { .. } | EntryAction::IllegalPlay { .. } => {
            let state = asker(player);
            let is_first = before.phase == Phase::Opening;
            if !is_first && offer.is_none() && state.may_double().is_ok() {
                add(Kind::NoDouble, state, Asked::Cube, flags);
            }
            flags = flags.with(Flags::FIRST, is_first);
            let Some(dice) = entry.action.dice() else { return };
            let state = MatchState { phase: Phase::Due(Decision::Play(dice)), ..state };
            add(Kind::Play, state, Asked::Play, flags);
            if let Some(play) = found.last_mut() {
                fill_play(play, entry);
            }
        }
        EntryAction::Double => match offer {
            Some(offer) if offer.by != player => add(Kind::Beaver, asker(offer.by), Asked::Cube, flags),
            _ => add(Kind::Double, asker(player), Asked::Cube, flags),
        },
        EntryAction::Take | EntryAction::Drop | EntryAction::Beaver => {
            let Some(offer) = offer else { return };
            let kind = match entry.action {
                EntryAction::Take => Kind::Take,
                EntryAction::Drop => Kind::Drop,
                _ => Kind::Beaver,
            };
            let asked = if offer.beavers == 0 { Asked::Cube } else { Asked::Beaver };
            add(kind, asker(player.other()), asked, flags);
        }
        EntryAction::Resign(_) => add(Kind::Resign, asker(player), Asked::Resign, flags),
        _ => {}
    }
}

/// Adds what the play of an entry does.
fn fill_play(found: &mut Extracted, entry: &Entry) {
    let board = found.state.board;
    let Some(dice) = entry.action.dice() else { return };
    let (after, text) = match &entry.action {
        EntryAction::Play { play, .. } => (play.apply(&board).swapped(), notation::format(&board, play)),
        EntryAction::IllegalPlay { play, after, .. } => {
            (**after, play.as_ref().map(|play| notation::format(&board, play)).unwrap_or_default())
        }
        _ => return,
    };
    let themes = play_themes(&board, dice, MoveRules { egyptian: found.state.rules.egyptian });
    let is_legal = themes.plays.iter().any(|(known, _)| *known == after)
        || (themes.plays.is_empty() && after == board.swapped());
    found.did = themes.of(&board, &after);
    found.could = themes.possible;
    found.flags = found.flags.with(Flags::FORCED, themes.plays.len() <= 1).with(Flags::ILLEGAL, !is_legal);
    found.after = Some(after);
    found.played = Some(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = " 5 point match\n\n Game 1\n Ann : 0                          Ben : 0\n  1) 31: 8/5 6/5                  52: 13/8 24/22\n  2) 64: 24/14                     Doubles => 2\n  3)  Takes                       66: 24/18 22/16 13/7(2)\n  4) 41: 13/9 6/5                 32: 8/5 7/5\n  5) 11: 8/7 8/7 6/5 6/5          54: 13/4\n  6)  Doubles => 4                 Drops\n                                  Wins 2 points\n";

    #[test]
    fn every_decision_of_a_game_is_found() {
        let import = gnubg_formats::read(MATCH.as_bytes(), None, None).unwrap();
        let record = &import.matches[0].record;
        let found = extract(record);
        let kinds: Vec<(usize, Kind)> = found.iter().map(|one| (one.player.index(), one.kind)).collect();
        use Kind::{Double, Drop, NoDouble, Play, Take};
        assert_eq!(
            kinds,
            [
                (0, Play),
                (1, NoDouble),
                (1, Play),
                (0, NoDouble),
                (0, Play),
                (1, Double),
                (0, Take),
                (1, Play),
                (0, NoDouble),
                (0, Play),
                (1, Play),
                (0, NoDouble),
                (0, Play),
                (1, Play),
                (0, Double),
                (1, Drop),
            ]
        );
        assert!(found[0].flags.has(Flags::FIRST) && found[0].played.as_deref() == Some("8/5 6/5"));
        // The answer is about the position of the double.
        assert_eq!(found[5].key, found[6].key);
        assert!(found.windows(2).all(|pair| pair[0].seq() < pair[1].seq()));
        assert!(found.iter().all(|one| entry_of(one.seq()) == one.entry));
        assert_eq!(found[15].state.cube.value.points(), 2);
    }
}
