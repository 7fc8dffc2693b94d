// SPDX-License-Identifier: GPL-3.0-or-later
//! The errors of a match: decisions that lost equity, filtered, in order, to be listed and stepped through.

use crate::analysis::{CubeMethod, Method};
use crate::entry::{Entry, EntryAction};
use crate::game::GameRecord;
use crate::judge::{Amount, CubeChoice, CubeError, MatchEquity, judge_game};
use crate::record::MatchRecord;
use gnubg_engine::core::Player;

/// What kind of decision an error was made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// A checker play.
    Play,
    /// A double, or none where one was right.
    Double,
    /// The answer to a double.
    Answer,
    /// A resignation, or the answer to one.
    Resignation,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [ErrorKind; 4] =
        [ErrorKind::Play, ErrorKind::Double, ErrorKind::Answer, ErrorKind::Resignation];

    /// Position in [`ErrorKind::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A decision that lost equity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecisionError {
    /// Index of the game.
    pub game: usize,
    /// Index of the entry in it. An entry can have two errors: no double, and the play after it.
    pub entry: usize,
    /// Who made it.
    pub player: Player,
    /// In what kind of decision.
    pub kind: ErrorKind,
    /// What was wrong with it, if it was a cube decision.
    pub cube: Option<CubeError>,
    /// What it lost; positive.
    pub loss: Amount,
    /// Whether the decision was rolled out.
    pub is_rolled_out: bool,
}

impl DecisionError {
    /// Game and entry.
    #[must_use]
    pub const fn place(&self) -> (usize, usize) {
        (self.game, self.entry)
    }
}

/// The order of a list of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ErrorOrder {
    /// By the equity they lost, the largest first.
    #[default]
    WorstFirst,
    /// As the decisions were made.
    AsPlayed,
}

/// Which errors are wanted, and in which order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorQuery {
    /// Whose, by seat.
    pub players: [bool; 2],
    /// Of which kinds, in the order of [`ErrorKind::ALL`].
    pub kinds: [bool; 4],
    /// The least loss in equity (EMG); errors of 0 are never listed.
    pub least: f64,
    /// Of this game only.
    pub game: Option<usize>,
    /// Their order.
    pub order: ErrorOrder,
}

impl Default for ErrorQuery {
    /// All errors, the worst first.
    fn default() -> ErrorQuery {
        let order = ErrorOrder::WorstFirst;
        ErrorQuery { players: [true; 2], kinds: [true; 4], least: 0.0, game: None, order }
    }
}

impl ErrorQuery {
    fn wants(&self, error: &DecisionError) -> bool {
        self.players[error.player.index()]
            && self.kinds[error.kind.index()]
            && error.loss.emg > 0.0
            && error.loss.emg >= self.least
    }

    /// The errors of a record that are wanted.
    #[must_use]
    pub fn find(&self, record: &MatchRecord, table: &dyn MatchEquity) -> Vec<DecisionError> {
        let games = record.games.iter().enumerate().filter(|(n, _)| self.game.is_none_or(|game| game == *n));
        let mut found: Vec<DecisionError> =
            games.flat_map(|(n, game)| of_game(n, game, record.length, table)).collect();
        found.retain(|error| self.wants(error));
        if self.order == ErrorOrder::WorstFirst {
            found.sort_by(|a, b| b.loss.emg.total_cmp(&a.loss.emg));
        }
        found
    }

    /// The index in `found`, a result of [`ErrorQuery::find`], of the error to go to from a decision: the next or the
    /// previous one in the list. From a decision that is not in the list that is the nearest one in the match if the list
    /// is in that order, else the first. Two errors of one decision count as the first of them.
    #[must_use]
    pub fn step(&self, found: &[DecisionError], at: (usize, usize), is_forward: bool) -> Option<usize> {
        let is_first = |n: &usize| found[..*n].iter().all(|before| before.place() != found[*n].place());
        let places: Vec<usize> = (0..found.len()).filter(is_first).collect();
        let known = places.iter().position(|n| found[*n].place() == at);
        let next = match (known, self.order, is_forward) {
            (Some(known), _, true) => known.checked_add(1),
            (Some(known), _, false) => known.checked_sub(1),
            (None, ErrorOrder::AsPlayed, true) => places.iter().position(|n| found[*n].place() > at),
            (None, ErrorOrder::AsPlayed, false) => places.iter().rposition(|n| found[*n].place() < at),
            (None, ErrorOrder::WorstFirst, _) => Some(0),
        };
        places.get(next?).copied()
    }
}

/// Whether the cube analysis that judges an entry comes from a rollout: its own, or that of the double it answers.
fn is_cube_rolled_out(game: &GameRecord, entry: usize) -> bool {
    let analysis = game.entries[entry].cube_analysis().or_else(|| {
        let double = double_before(game, entry).filter(|_| game.entries[entry].action.is_cube());
        game.entries[double?].cube_analysis()
    });
    analysis.is_some_and(|cube| matches!(cube.method, CubeMethod::Rollout(_)))
}

/// The double that an answer in this game follows.
#[must_use]
pub fn double_before(game: &GameRecord, answer: usize) -> Option<usize> {
    game.entries.get(..answer)?.iter().rposition(|entry| entry.action == EntryAction::Double)
}

fn is_play_rolled_out(entry: &Entry) -> bool {
    let Some(play) = entry.play_analysis() else { return false };
    let played = play.played.and_then(|n| play.candidates.get(n));
    played.is_some_and(|played| matches!(played.method, Method::Rollout(_)))
}

/// The errors of a game in order: in one turn the cube comes before the play.
fn of_game(
    number: usize,
    game: &GameRecord,
    length: u16,
    table: &dyn MatchEquity,
) -> impl Iterator<Item = DecisionError> {
    let judged = judge_game(game, length, table).into_iter().enumerate();
    judged.flat_map(move |(n, judgement)| {
        let entry = &game.entries[n];
        let error = |player, kind, error: Amount, is_rolled_out| DecisionError {
            game: number,
            entry: n,
            player,
            kind,
            cube: None,
            loss: -error,
            is_rolled_out,
        };
        let cube = judgement.cube.map(|cube| {
            let kind = match cube.choice {
                CubeChoice::NoDouble | CubeChoice::Double => ErrorKind::Double,
                CubeChoice::Take | CubeChoice::Drop => ErrorKind::Answer,
            };
            let found = error(entry.player, kind, cube.error, is_cube_rolled_out(game, n));
            DecisionError { cube: cube.kind, ..found }
        });
        let play = judgement
            .play
            .map(|play| error(entry.player, ErrorKind::Play, play.error, is_play_rolled_out(entry)));
        // To accept is an error only if the resignation was accepted.
        let is_accepted =
            game.entries.get(n + 1).is_some_and(|next| next.action == EntryAction::AcceptResignation);
        let resignation = judgement.resignation.filter(|(player, _)| *player == entry.player || is_accepted);
        let resignation =
            resignation.map(|(player, loss)| error(player, ErrorKind::Resignation, loss, false));
        [cube, play, resignation].into_iter().flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Analysis, Candidate, CubeAnalysis, Outputs, PlayAnalysis, Utility};
    use crate::info::MatchInfo;
    use crate::settings::EvalSettings;
    use crate::stats::Statistics;
    use gnubg_engine::core::{Dice, Equity, Probs, Rules, notation};
    use gnubg_engine::cube::MatchEquityTable;

    fn cube(no_double: f32, double_take: f32) -> CubeAnalysis {
        let outputs = |equity| Outputs {
            probs: Probs::default(),
            cubeless: Equity(0.0),
            cubeful: Utility::Equity(Equity(equity)),
        };
        CubeAnalysis {
            no_double: outputs(no_double),
            double_take: outputs(double_take),
            method: CubeMethod::Evaluation(EvalSettings::at(2)),
            is_marked: false,
        }
    }

    /// A play that loses `loss` against another one.
    fn play(game: &GameRecord, player: Player, dice: (u8, u8), done: &str, loss: f32) -> Entry {
        let dice = Dice::new(dice.0, dice.1).unwrap();
        let board = game.final_state(0).board_of(player);
        let play = notation::resolve(&board, dice, done).unwrap();
        let other = crate::walk::legal_plays(
            &gnubg_engine::core::MatchState { board, on_roll: player, ..game.final_state(0) },
            dice,
        );
        let other = other.plays().iter().copied().find(|one| one.apply(&board) != play.apply(&board));
        let candidate = |play, equity: f32| Candidate {
            play,
            probs: Probs::default(),
            equity: Equity(equity),
            method: Method::Evaluation(EvalSettings::at(2)),
            is_marked: false,
        };
        let candidates = vec![candidate(other.unwrap(), 0.1), candidate(play, 0.1 - loss)];
        let mut entry = Entry::new(player, EntryAction::Play { dice, play });
        entry.update_analysis(|analysis: &mut Analysis| {
            analysis.set_play(PlayAnalysis { candidates, played: Some(1) });
        });
        entry
    }

    /// A money session: two plays, a double that waited too long with a bad play, a wrong double with a wrong take.
    fn session() -> MatchRecord {
        let mut record = MatchRecord::new(0, Rules::default(), MatchInfo::default()).unwrap();
        for losses in [[0.02, 0.3, 0.08], [0.04, 0.0, 0.06]] {
            let mut game = GameRecord::new(record.first_start());
            let entry = play(&game, Player::One, (3, 1), "8/5 6/5", losses[0]);
            game.entries.push(entry);
            let entry = play(&game, Player::Zero, (6, 2), "24/18 13/11", losses[1]);
            game.entries.push(entry);
            let mut entry = play(&game, Player::One, (4, 2), "8/4 6/4", losses[2]);
            entry.update_analysis(|analysis| analysis.set_cube(cube(0.5, 0.7)));
            game.entries.push(entry);
            let mut double = Entry::new(Player::Zero, EntryAction::Double);
            double.update_analysis(|analysis| analysis.set_cube(cube(0.2, 1.1)));
            game.entries.push(double);
            game.entries.push(Entry::new(Player::One, EntryAction::Take));
            record.games.push(game);
        }
        record
    }

    fn told(found: &[DecisionError]) -> Vec<(usize, usize, usize, ErrorKind, f64)> {
        let told = |error: &DecisionError| {
            let loss = (error.loss.emg * 1000.0).round() / 1000.0;
            (error.game, error.entry, error.player.index(), error.kind, loss)
        };
        found.iter().map(told).collect()
    }

    #[test]
    fn errors_are_found_filtered_and_ordered() {
        let (record, table) = (session(), MatchEquityTable::default());
        let all = ErrorQuery::default().find(&record, &table);
        use ErrorKind::{Answer, Double, Play};
        assert_eq!(
            told(&all),
            [
                (0, 1, 0, Play, 0.3),
                (0, 2, 1, Double, 0.2),
                (1, 2, 1, Double, 0.2),
                (0, 4, 1, Answer, 0.1),
                (1, 4, 1, Answer, 0.1),
                (0, 2, 1, Play, 0.08),
                (1, 2, 1, Play, 0.06),
                (1, 0, 1, Play, 0.04),
                (0, 0, 1, Play, 0.02),
            ]
        );
        let query = ErrorQuery {
            players: [false, true],
            kinds: [true, false, false, false],
            least: 0.039,
            order: ErrorOrder::AsPlayed,
            ..ErrorQuery::default()
        };
        let plays = [(0, 2, 1, Play, 0.08), (1, 0, 1, Play, 0.04), (1, 2, 1, Play, 0.06)];
        assert_eq!(told(&query.find(&record, &table)), plays);
        assert_eq!(told(&ErrorQuery { game: Some(1), ..query }.find(&record, &table)), plays[1..]);
        assert_eq!(
            told(&ErrorQuery { players: [true, false], ..query }.find(&record, &table)),
            [(0, 1, 0, Play, 0.3)]
        );
    }

    /// A resignation that does not count is no error, and its game has no result.
    #[test]
    fn a_discounted_resignation_is_neither_error_nor_result() {
        use crate::analysis::ResignAnalysis;
        use gnubg_engine::core::ResignLevel;
        let (mut record, table) = (session(), MatchEquityTable::default());
        let game = &mut record.games[1];
        game.entries.truncate(3);
        let mut resigned = Entry::new(Player::Zero, EntryAction::Resign(ResignLevel::Single));
        resigned.update_analysis(|analysis| {
            let settings = EvalSettings::at(0);
            let (before, after) = (Equity(-0.4), Equity(-1.0));
            analysis.resignation = Some(ResignAnalysis { before, after, settings });
        });
        game.entries.extend([resigned, Entry::new(Player::One, EntryAction::AcceptResignation)]);
        let query = ErrorQuery { kinds: [false, false, false, true], ..ErrorQuery::default() };
        let result = |record: &MatchRecord| {
            Statistics::of_match(record, &table, &crate::Thresholds::CURRENT).players[0].actual.sum
        };
        assert_eq!((query.find(&record, &table).len(), result(&record)), (1, -1.0));
        record.games[1].entries[3].marks.is_discounted = true;
        assert_eq!((query.find(&record, &table).len(), result(&record)), (0, 0.0));
        // The points of the score stay: the game was lost.
        assert_eq!(record.score(), [0, 1]);
    }

    /// What the list counts is what the statistics count.
    #[test]
    fn the_list_agrees_with_the_statistics() {
        let (record, table) = (session(), MatchEquityTable::default());
        let stats = Statistics::of_match(&record, &table, &crate::Thresholds::CURRENT);
        for player in Player::BOTH {
            let players = Player::BOTH.map(|one| one == player);
            let cube = ErrorQuery { players, kinds: [false, true, true, false], ..ErrorQuery::default() };
            let wrong = stats.of(player).cube.errors.iter().map(|kind| kind.count).sum::<u32>();
            assert_eq!(cube.find(&record, &table).len(), wrong as usize, "{player:?}");
        }
    }

    #[test]
    fn steps_follow_the_list() {
        let (record, table) = (session(), MatchEquityTable::default());
        let worst = ErrorQuery::default();
        let found = worst.find(&record, &table);
        let (mut at, mut visited) = ((1, 1), Vec::new());
        while let Some(n) = worst.step(&found, at, true) {
            at = found[n].place();
            visited.push(at);
        }
        // The play of game 1, entry 2 is listed after its cube decision.
        assert_eq!(visited, [(0, 1), (0, 2), (1, 2), (0, 4), (1, 4), (1, 0), (0, 0)]);
        let back = worst.step(&found, (0, 2), false).map(|n| found[n].place());
        assert_eq!(back, Some((0, 1)));
        assert_eq!(worst.step(&found, (0, 1), false), None);
        let in_order = ErrorQuery { order: ErrorOrder::AsPlayed, ..worst };
        let found = in_order.find(&record, &table);
        let step = |at, is_forward| in_order.step(&found, at, is_forward).map(|n| found[n].place());
        assert_eq!(step((0, 3), true), Some((0, 4)));
        assert_eq!(step((0, 3), false), Some((0, 2)));
        assert_eq!(step((0, 2), true), Some((0, 4)));
        assert_eq!(step((1, 4), true), None);
        assert_eq!(ErrorQuery { least: 9.0, ..worst }.step(&[], (0, 0), true), None);
    }
}
