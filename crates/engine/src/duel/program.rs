// SPDX-License-Identifier: GPL-3.0-or-later
//! Players that are other programs.

use super::contender::{Contender, DuelError, Evaluator, Pubeval};
use super::name::PlayerName;
use crate::core::{Board, CancelToken, Dice, PlayList};
use crate::eval::Engine;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program that chooses plays: it reads a line of JSON for each and answers it with another.
#[derive(Debug)]
pub struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts the program, a command line of `sh`.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str) -> Result<Program, DuelError> {
        let silent = |reason: String| DuelError::Silent { name: command.to_owned(), reason };
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| silent(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(silent("its input or output is closed".to_owned()));
        };
        Ok(Program { command: command.to_owned(), child, input, output: BufReader::new(output) })
    }

    fn ask(&mut self, board: &Board, dice: Dice) -> Result<Board, String> {
        let request = json!({"id": board.position_id(), "dice": [dice.high(), dice.low()], "want": ["play"]});
        writeln!(self.input, "{request}")
            .and_then(|()| self.input.flush())
            .map_err(|error| error.to_string())?;
        let mut line = String::new();
        if self.output.read_line(&mut line).map_err(|error| error.to_string())? == 0 {
            return Err("the program has ended".to_owned());
        }
        let answer: Value = serde_json::from_str(&line).map_err(|error| format!("{error} in {line:?}"))?;
        let best = answer["best"]
            .as_str()
            .ok_or_else(|| format!("the answer has no \"best\": {}", line.trim_end()))?;
        Board::from_position_id(best).map_err(|error| format!("{best}: {error}"))
    }
}

impl Contender for Program {
    fn choose(&mut self, board: &Board, dice: Dice, list: &PlayList) -> Result<usize, DuelError> {
        let found = self.ask(board, dice).and_then(|after| {
            let illegal = || {
                format!("{} is not a legal play of {dice} from {}", after.position_id(), board.position_id())
            };
            list.find(&after).ok_or_else(illegal)
        });
        found.map_err(|reason| DuelError::Silent { name: self.command.clone(), reason })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Errors mean that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl PlayerName {
    /// The player for one thread, with the nets of `engine` if it is an engine.
    ///
    /// # Errors
    /// If its program cannot be started.
    pub fn seated<'a>(
        &self,
        engine: &'a Engine,
        cancel: &'a CancelToken,
    ) -> Result<Box<dyn Contender + Send + 'a>, DuelError> {
        Ok(match self {
            PlayerName::Pubeval => Box::new(Pubeval),
            PlayerName::Engine { strength, .. } => {
                Box::new(Evaluator { engine, strength: (**strength).clone(), cancel })
            }
            PlayerName::Program(command) => Box::new(Program::start(command)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_of_programs_are_errors() {
        let list = |board: &Board, dice| {
            let mut list = PlayList::new();
            list.generate(board, dice);
            list
        };
        let (board, dice) = (Board::default(), Dice::new(3, 1).unwrap());
        let list = list(&board, dice);
        let ask = |command: &str| Program::start(command).unwrap().choose(&board, dice, &list);
        let wanted = list.find(&Board::from_position_id("sGfwATDgc/ABMA").unwrap()).unwrap();
        assert_eq!(ask(r#"read line; echo '{"best": "sGfwATDgc/ABMA"}'"#), Ok(wanted));
        let fault = |command: &str| ask(command).unwrap_err().to_string();
        assert!(fault("read line; echo '{\"best\": \"4HPwATDgc/ABMA\"}'").contains("is not a legal play of"));
        assert!(fault("read line; echo nonsense").contains("nonsense"));
        assert!(fault("read line").contains("the program has ended"));
    }
}
