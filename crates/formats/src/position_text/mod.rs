// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions with analysis as other programs print them, in any of their languages.
//!
//! The position comes from the XGID that both programs print; of the analysis only numbers and their order are read,
//! because the words around them are translated.

pub(crate) mod bgblitz;
pub(crate) mod xg;

use crate::Imported;
use crate::error::{ImportError, Place, Warnings};
use crate::legs::{self, after, steps_to};
use crate::text::TextLine;
use crate::{Format, ids};
use gnubg_engine::core::{Equity, MatchState, Player, Probs, Rules};
use gnubg_record::analysis::{Candidate, CubeAnalysis, ForeignLevel, Method, PlayAnalysis};
use gnubg_record::walk::legal_plays;
use gnubg_record::{GameRecord, MatchInfo, MatchRecord};

/// A candidate as printed.
struct Printed {
    text: String,
    level: ForeignLevel,
    equity: f32,
    probs: Option<Probs>,
}

/// The contents of a text.
struct PrintedPosition {
    state: MatchState,
    /// By seat.
    names: [String; 2],
    plays: Vec<Printed>,
    cube: Option<CubeAnalysis>,
    /// What a person wrote about the position.
    note: String,
    warnings: Warnings,
}

impl PrintedPosition {
    /// The contents, with the position of the text's XGID.
    fn new(lines: &[TextLine<'_>], format: Format) -> Result<PrintedPosition, ImportError> {
        let line = lines.iter().find(|line| line.text.contains("XGID=")).map_or(1, |line| line.number);
        let text: Vec<&str> = lines.iter().map(|line| line.text).collect();
        let found = ids::read(&text.join("\n"), Rules::default()).map_err(|error| {
            ImportError::Unreadable { format, at: Place::Line(line), reason: error.to_string() }
        })?;
        let names = [String::new(), String::new()];
        let mut state = found.state;
        state.rules.jacoby &= state.is_money();
        Ok(PrintedPosition {
            state,
            names,
            plays: Vec::new(),
            cube: None,
            note: String::new(),
            warnings: Warnings::default(),
        })
    }

    /// The record: the position, the roll with its candidates, or the cube decision with the set-up of the cube.
    fn finish(mut self) -> Imported {
        let mut game = GameRecord::of_position(&self.state);
        let play = self.candidates();
        if let Some(entry) = game.entries.last_mut() {
            entry.comment = std::mem::take(&mut self.note);
            entry.update_analysis(|analysis| {
                analysis.play = play;
                analysis.cube = self.cube.take();
            });
        }
        let info = MatchInfo::of_players([&self.names[0], &self.names[1]]);
        let record = MatchRecord {
            info,
            length: self.state.length,
            rules: self.state.rules,
            games: vec![game],
            variations: Vec::new(),
            shown_variation: None,
        };
        Imported { record, warnings: self.warnings.into_vec() }
    }

    fn candidates(&mut self) -> Option<PlayAnalysis> {
        let dice = self.state.dice()?;
        let plays = legal_plays(&self.state, dice);
        let board = self.state.board;
        let mut found = PlayAnalysis::default();
        for printed in std::mem::take(&mut self.plays) {
            let legs = legs::parse(&printed.text, '/').unwrap_or_default();
            let reached = after(&board, &plays, &legs);
            let play =
                reached.and_then(|after| steps_to(&board, [dice.high(), dice.low()], &plays, &legs, &after));
            match (play, printed.probs) {
                (Some(play), probs) => found.candidates.push(Candidate {
                    play,
                    probs: probs.unwrap_or_default(),
                    equity: Equity(printed.equity),
                    method: Method::Foreign(Box::new(printed.level)),
                    is_marked: false,
                }),
                _ => self.warnings.add(
                    Place::File,
                    format!("the candidate {:?} is not a play; it is ignored", printed.text),
                ),
            }
        }
        (!found.candidates.is_empty()).then_some(found)
    }
}

/// The numbers of a line, in order; a comma may be a decimal point. Signs count where a number starts.
pub(crate) fn numbers(line: &str) -> Vec<f32> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '+' | '-');
    line.split(|c| !is_part(c))
        .filter_map(|word| word.trim_end_matches(['.', ',']).replace(',', ".").parse().ok())
        .filter(|number: &f32| number.is_finite())
        .collect()
}

/// Whether the name of a level begins with another program.
pub(crate) fn is_named_program(name: &str) -> bool {
    ["XG ", "BGBlitz", "GNU Backgammon"].iter().any(|program| name.starts_with(program))
}

/// The name on each side of a text `X:Ann   O:Ben`, by seat: O is seat `Zero`.
fn seat_of(letter: char) -> Player {
    if letter == 'O' { Player::Zero } else { Player::One }
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_in_any_language() {
        assert_eq!(numbers("No Double=+0.103, Doppeln=-0,259"), [0.103, -0.259]);
        assert_eq!(numbers("  54.40% (G:18.22% B:0.53%)"), [54.40, 18.22, 0.53]);
        assert_eq!(numbers("a - b / c"), Vec::<f32>::new());
    }
}
