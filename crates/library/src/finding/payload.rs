// SPDX-License-Identifier: GPL-3.0-or-later
//! Analyses as bytes. Numbers are stored exactly as they were found; the methods of candidates are numbers of rulers.
//!
//! The first byte is the version; the rest is MessagePack.

use super::ruler::{Maker, Ruler, StoredMethod};
use crate::error::{LibraryError, Result};
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use gnubg_engine::core::{Board, Equity, Mwc, Place, Play, Probs, Step};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, CubeRollout, ForeignLevel, Method, Outputs, PlayAnalysis,
    ResignAnalysis, Rollout, StdErrors, Utility,
};
use gnubg_record::settings::EvalSettings;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::Read as _;
use std::sync::Arc;

const VERSION: u8 = 1;

/// Numbers of rulers in the database, both ways.
pub trait RulerBook {
    /// The number of a ruler, which is made if it is new.
    ///
    /// # Errors
    /// If the database refuses.
    fn number(&mut self, ruler: &Ruler) -> Result<i64>;

    /// The method of a ruler.
    ///
    /// # Errors
    /// If there is no such ruler.
    fn method(&mut self, number: i64) -> Result<Arc<StoredMethod>>;
}

/// What was found about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Candidates of a roll; which of them was played belongs to the decision.
    Play(PlayAnalysis, Option<Arc<str>>),
    /// A cube decision.
    Cube(CubeAnalysis, Option<Arc<str>>),
    /// A resignation.
    Resign(ResignAnalysis),
}

#[derive(Serialize, Deserialize)]
struct StoredOutputs {
    probs: [f32; 5],
    cubeless: f32,
    is_match: bool,
    cubeful: f32,
}

#[derive(Serialize, Deserialize)]
struct StoredErrors {
    probs: [f32; 5],
    cubeless: f32,
    cubeful: f32,
}

#[derive(Serialize, Deserialize)]
struct StoredTrials {
    trials: u32,
    skipped: u32,
    mean: StoredOutputs,
    errors: StoredErrors,
}

#[derive(Serialize, Deserialize)]
struct StoredCandidate {
    /// From and to of each step: 0 off, 1 to 24 points, 25 bar.
    steps: Vec<u8>,
    probs: [f32; 5],
    equity: f32,
    ruler: i64,
    rollout: Option<StoredTrials>,
}

#[derive(Serialize, Deserialize)]
enum Stored {
    Play {
        candidates: Vec<StoredCandidate>,
        file: Option<Vec<u8>>,
    },
    Cube {
        values: [StoredOutputs; 2],
        ruler: i64,
        rollout: Option<([u32; 2], u32, [StoredErrors; 2])>,
        file: Option<Vec<u8>>,
    },
    Resign {
        before: f32,
        after: f32,
        ruler: i64,
    },
}

impl Found {
    /// The ruler that the analysis as a whole goes by: that of the best candidate.
    #[must_use]
    pub fn ruler(&self, maker: &Maker) -> Option<Ruler> {
        match self {
            Found::Play(play, _) => Some(Ruler::of(&play.candidates.first()?.method, maker)),
            Found::Cube(cube, _) => Some(Ruler::of_cube(&cube.method, maker)),
            Found::Resign(resign) => Some(Ruler::of_evaluation(resign.settings, maker)),
        }
    }

    /// Games rolled out, 0 for none.
    #[must_use]
    pub fn trials(&self) -> u32 {
        match self {
            Found::Play(play, _) => match play.candidates.first().map(|best| &best.method) {
                Some(Method::Rollout(rollout)) => rollout.trials,
                _ => 0,
            },
            Found::Cube(cube, _) => match &cube.method {
                CubeMethod::Rollout(rollout) => rollout.trials[0].min(rollout.trials[1]),
                _ => 0,
            },
            Found::Resign(_) => 0,
        }
    }

    /// The analysis as bytes.
    ///
    /// # Errors
    /// If the database refuses a new ruler.
    pub fn encode(&self, maker: &Maker, book: &mut dyn RulerBook) -> Result<Vec<u8>> {
        let stored = match self {
            Found::Play(play, file) => Stored::Play {
                candidates: play
                    .candidates
                    .iter()
                    .map(|one| stored_candidate(one, maker, book))
                    .collect::<Result<_>>()?,
                file: packed(file.as_deref())?,
            },
            Found::Cube(cube, file) => Stored::Cube {
                values: [stored_outputs(&cube.no_double), stored_outputs(&cube.double_take)],
                ruler: book.number(&Ruler::of_cube(&cube.method, maker))?,
                rollout: match &cube.method {
                    CubeMethod::Rollout(rollout) => Some((
                        rollout.trials,
                        rollout.skipped,
                        [stored_errors(&rollout.std_error[0]), stored_errors(&rollout.std_error[1])],
                    )),
                    _ => None,
                },
                file: packed(file.as_deref())?,
            },
            Found::Resign(resign) => Stored::Resign {
                before: resign.before.0,
                after: resign.after.0,
                ruler: book.number(&Ruler::of_evaluation(resign.settings, maker))?,
            },
        };
        written(&stored)
    }

    /// The analysis of bytes.
    ///
    /// # Errors
    /// If they are damaged or of a newer version.
    pub fn decode(bytes: &[u8], book: &mut dyn RulerBook) -> Result<Found> {
        let failed = |error: String| LibraryError::content("an analysis", error);
        let stored = match bytes.split_first() {
            Some((&VERSION, rest)) => {
                rmp_serde::from_slice(rest).map_err(|error| failed(error.to_string()))?
            }
            Some((version, _)) => return Err(failed(format!("it has the unknown version {version}"))),
            None => return Err(failed("it is empty".to_owned())),
        };
        Ok(match stored {
            Stored::Play { candidates, file } => {
                let candidates =
                    candidates.into_iter().map(|one| candidate(one, book)).collect::<Result<_>>()?;
                Found::Play(PlayAnalysis { candidates, played: None }, unpacked(file)?)
            }
            Stored::Cube { values: [no_double, double_take], ruler, rollout, file } => {
                let method = book.method(ruler)?;
                let cube = CubeAnalysis {
                    no_double: outputs(&no_double),
                    double_take: outputs(&double_take),
                    method: cube_method(&method, rollout),
                    is_marked: false,
                };
                Found::Cube(cube, unpacked(file)?)
            }
            Stored::Resign { before, after, ruler } => {
                let settings = match &*book.method(ruler)? {
                    StoredMethod::Evaluation(settings) => *settings,
                    _ => EvalSettings::at(0),
                };
                Found::Resign(ResignAnalysis { before: Equity(before), after: Equity(after), settings })
            }
        })
    }

    /// The bytes with other numbers of rulers, as after a move to another library.
    ///
    /// # Errors
    /// If the bytes are damaged or a ruler is missing.
    pub fn renumbered(bytes: &[u8], numbers: &HashMap<i64, i64>) -> Result<Vec<u8>> {
        let Some((&VERSION, rest)) = bytes.split_first() else {
            return Err(LibraryError::content("an analysis", "its version is unknown"));
        };
        let mut stored: Stored =
            rmp_serde::from_slice(rest).map_err(|error| LibraryError::content("an analysis", error))?;
        let renumber = |ruler: &mut i64| {
            let new = numbers
                .get(ruler)
                .ok_or_else(|| LibraryError::content("an analysis", "its ruler is missing"))?;
            *ruler = *new;
            Ok::<(), LibraryError>(())
        };
        match &mut stored {
            Stored::Play { candidates, .. } => {
                candidates.iter_mut().try_for_each(|one| renumber(&mut one.ruler))?;
            }
            Stored::Cube { ruler, .. } | Stored::Resign { ruler, .. } => renumber(ruler)?,
        }
        written(&stored)
    }
}

/// The index of the candidate that leads to `after`, seen by the opponent.
#[must_use]
pub fn played_index(play: &PlayAnalysis, before: &Board, after: &Board) -> Option<usize> {
    play.candidates.iter().position(|one| one.play.apply(before).swapped() == *after)
}

/// The version and an analysis.
fn written(stored: &Stored) -> Result<Vec<u8>> {
    let mut bytes = vec![VERSION];
    rmp_serde::encode::write(&mut bytes, stored)
        .map_err(|error| LibraryError::content("an analysis", error))?;
    Ok(bytes)
}

fn packed(file: Option<&str>) -> Result<Option<Vec<u8>>> {
    let Some(file) = file else { return Ok(None) };
    let mut out = Vec::new();
    let mut encoder = DeflateEncoder::new(file.as_bytes(), Compression::default());
    encoder.read_to_end(&mut out).map_err(|error| LibraryError::content("a rollout", error))?;
    Ok(Some(out))
}

fn unpacked(file: Option<Vec<u8>>) -> Result<Option<Arc<str>>> {
    let Some(file) = file else { return Ok(None) };
    let mut out = String::new();
    let limited =
        DeflateDecoder::new(&file[..]).take(gnubg_formats::MAX_INPUT as u64).read_to_string(&mut out);
    limited.map_err(|error| LibraryError::content("a rollout", error))?;
    Ok(Some(out.into()))
}

fn stored_outputs(outputs: &Outputs) -> StoredOutputs {
    StoredOutputs {
        probs: outputs.probs.to_array(),
        cubeless: outputs.cubeless.0,
        is_match: matches!(outputs.cubeful, Utility::Match(_)),
        cubeful: outputs.cubeful.value(),
    }
}

fn outputs(stored: &StoredOutputs) -> Outputs {
    Outputs {
        probs: Probs::from_array(stored.probs),
        cubeless: Equity(stored.cubeless),
        cubeful: match stored.is_match {
            true => Utility::Match(Mwc(stored.cubeful)),
            false => Utility::Equity(Equity(stored.cubeful)),
        },
    }
}

fn stored_errors(errors: &StdErrors) -> StoredErrors {
    StoredErrors { probs: errors.probs.to_array(), cubeless: errors.cubeless, cubeful: errors.cubeful }
}

fn errors(stored: &StoredErrors) -> StdErrors {
    StdErrors { probs: Probs::from_array(stored.probs), cubeless: stored.cubeless, cubeful: stored.cubeful }
}

fn stored_candidate(one: &Candidate, maker: &Maker, book: &mut dyn RulerBook) -> Result<StoredCandidate> {
    let rollout = match &one.method {
        Method::Rollout(rollout) => Some(StoredTrials {
            trials: rollout.trials,
            skipped: rollout.skipped,
            mean: stored_outputs(&rollout.mean),
            errors: stored_errors(&rollout.std_error),
        }),
        _ => None,
    };
    Ok(StoredCandidate {
        steps: one.play.steps().iter().flat_map(|step| [step.from.number(), step.to.number()]).collect(),
        probs: one.probs.to_array(),
        equity: one.equity.0,
        ruler: book.number(&Ruler::of(&one.method, maker))?,
        rollout,
    })
}

fn candidate(stored: StoredCandidate, book: &mut dyn RulerBook) -> Result<Candidate> {
    let place = |number: u8| {
        Place::from_number(number)
            .ok_or_else(|| LibraryError::content("an analysis", "a play leaves the board"))
    };
    let steps: Vec<Step> = stored
        .steps
        .chunks_exact(2)
        .map(|pair| Ok(Step { from: place(pair[0])?, to: place(pair[1])? }))
        .collect::<Result<_>>()?;
    let play = Play::from_steps(&steps)
        .ok_or_else(|| LibraryError::content("an analysis", "a play has too many steps"))?;
    let method = book.method(stored.ruler)?;
    let method = match (&*method, stored.rollout) {
        (StoredMethod::Rollout(settings), Some(trials)) => Method::Rollout(Box::new(Rollout {
            trials: trials.trials,
            skipped: trials.skipped,
            mean: outputs(&trials.mean),
            std_error: errors(&trials.errors),
            settings: Arc::new((**settings).clone()),
        })),
        (StoredMethod::Evaluation(settings), _) => Method::Evaluation(*settings),
        (StoredMethod::Foreign { name, plies }, _) => {
            Method::Foreign(Box::new(ForeignLevel { name: name.clone(), plies: *plies }))
        }
        (StoredMethod::Rollout(_), None) => {
            return Err(LibraryError::content("a rollout", "its results are missing"));
        }
    };
    Ok(Candidate {
        play,
        probs: Probs::from_array(stored.probs),
        equity: Equity(stored.equity),
        method,
        is_marked: false,
    })
}

fn cube_method(method: &StoredMethod, rollout: Option<([u32; 2], u32, [StoredErrors; 2])>) -> CubeMethod {
    match (method, rollout) {
        (StoredMethod::Rollout(settings), Some((trials, skipped, [no_double, double_take]))) => {
            CubeMethod::Rollout(Box::new(CubeRollout {
                trials,
                skipped,
                std_error: [errors(&no_double), errors(&double_take)],
                settings: Arc::new((**settings).clone()),
            }))
        }
        (StoredMethod::Evaluation(settings), _) => CubeMethod::Evaluation(*settings),
        (StoredMethod::Foreign { name, plies }, _) => {
            CubeMethod::Foreign(ForeignLevel { name: name.clone(), plies: *plies })
        }
        (StoredMethod::Rollout(settings), None) => CubeMethod::Evaluation(settings.play.checker[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, notation};
    use gnubg_record::settings::RolloutSettings;

    #[derive(Default)]
    struct Memory(Vec<Ruler>);

    impl RulerBook for Memory {
        fn number(&mut self, ruler: &Ruler) -> Result<i64> {
            let at = self.0.iter().position(|known| known == ruler).unwrap_or_else(|| {
                self.0.push(ruler.clone());
                self.0.len() - 1
            });
            Ok(at as i64)
        }

        fn method(&mut self, number: i64) -> Result<Arc<StoredMethod>> {
            Ok(Arc::new(self.0[number as usize].method.clone()))
        }
    }

    fn sample() -> Vec<Found> {
        let board = Board::default();
        let dice = Dice::new(3, 1).unwrap();
        let probs = Probs::from_array([0.512_345_6, 0.14, 0.01, 0.12, 0.005]);
        let outputs = Outputs { probs, cubeless: Equity(0.1), cubeful: Utility::Match(Mwc(0.543_21)) };
        let rollout = Rollout {
            trials: 1296,
            skipped: 0,
            mean: outputs,
            std_error: StdErrors { probs, cubeless: 0.01, cubeful: 0.002 },
            settings: Arc::new(RolloutSettings::default()),
        };
        let methods = [
            Method::Rollout(Box::new(rollout.clone())),
            Method::Evaluation(EvalSettings::at(2)),
            Method::Foreign(Box::new(ForeignLevel { name: "XG Roller++".to_owned(), plies: 4 })),
        ];
        let plays = ["8/5 6/5", "24/20", "13/10 24/23"];
        let candidates = methods.into_iter().zip(plays).map(|(method, play)| Candidate {
            play: notation::resolve(&board, dice, play).unwrap(),
            probs,
            equity: Equity(0.123_456_79),
            method,
            is_marked: false,
        });
        let cube =
            |method| CubeAnalysis { no_double: outputs, double_take: outputs, method, is_marked: false };
        let cube_rollout = CubeMethod::Rollout(Box::new(CubeRollout {
            trials: [1296, 1290],
            skipped: 1,
            std_error: [rollout.std_error; 2],
            settings: Arc::clone(&rollout.settings),
        }));
        vec![
            Found::Play(
                PlayAnalysis { candidates: candidates.collect(), played: None },
                Some("a rollout".into()),
            ),
            Found::Cube(cube(cube_rollout), None),
            Found::Cube(cube(CubeMethod::Evaluation(EvalSettings::at(3))), None),
            Found::Resign(ResignAnalysis {
                before: Equity(-0.9),
                after: Equity(-1.0),
                settings: EvalSettings::at(0),
            }),
        ]
    }

    #[test]
    fn analyses_are_read_as_they_were_written() {
        let (mut book, maker) = (Memory::default(), Maker::own(1));
        for found in sample() {
            let bytes = found.encode(&maker, &mut book).unwrap();
            assert_eq!(Found::decode(&bytes, &mut book).unwrap(), found);
            assert!(bytes.len() < 400, "{} bytes", bytes.len());
        }
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let (mut book, maker) = (Memory::default(), Maker::own(1));
        let bytes = sample()[0].encode(&maker, &mut book).unwrap();
        for end in 0..bytes.len() - 1 {
            assert!(Found::decode(&bytes[..end], &mut book).is_err());
        }
        assert!(Found::decode(&[9, 1, 2], &mut book).unwrap_err().to_string().contains("unknown version 9"));
    }

    #[test]
    fn rulers_get_other_numbers() {
        let (mut book, maker) = (Memory::default(), Maker::own(1));
        let bytes = sample()[2].encode(&maker, &mut book).unwrap();
        let numbers = HashMap::from([(0, 5)]);
        book.0.resize(6, book.0[0].clone());
        let again = Found::renumbered(&bytes, &numbers).unwrap();
        assert_ne!(again, bytes);
        assert_eq!(Found::decode(&again, &mut book).unwrap(), sample()[2]);
        assert!(Found::renumbered(&again, &numbers).is_err());
    }
}
