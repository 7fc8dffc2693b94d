// SPDX-License-Identifier: GPL-3.0-or-later
//! All options as one typed tree.

use super::declare::options;
use super::{
    AnalysisOptions, Automatic, Autosave, ClockOptions, Confirm, Decides as _, DiceOptions, EngineOptions,
    EvaluationOptions, Export, General, Matches, Output, PlayerOptions, RolloutOptions, Seat, Sounds, Tutor,
    Window,
};
use gnubg_engine::eval::Level;

options! {
    /// Every option of the program.
    pub struct Options {
        /// What the program does without being asked.
        part automatic: Automatic = Automatic::default() => {}
        /// New matches.
        part matches: Matches = Matches::default() => {}
        /// Clocks of new matches.
        part clock: ClockOptions = ClockOptions::default() => {}
        /// Who plays, by seat: the program at the top, a person at the bottom.
        parts players: [PlayerOptions; 2] = [
            PlayerOptions { seat: Seat::Engine, ..PlayerOptions::default() },
            PlayerOptions::default(),
        ] => { key "player.{}", set "player {}", of ["0", "1"] }
        /// Evaluations, hints and the tutor.
        part evaluation: EvaluationOptions = EvaluationOptions::default() => {}
        /// Analysis of records.
        part analysis: AnalysisOptions = AnalysisOptions::default() => {}
        /// Rollouts.
        part rollout: RolloutOptions = RolloutOptions::default() => { key "rollout", set "rollout" }
        /// Warnings before errors.
        part tutor: Tutor = Tutor::default() => {}
        /// Numbers and boards in text.
        part output: Output = Output::default() => {}
        /// The dice.
        part dice: DiceOptions = DiceOptions::default() => {}
        /// Match equity table, memory and threads of the engine.
        part engine: EngineOptions = EngineOptions::default() => {}
        /// Confirmations.
        part confirm: Confirm = Confirm::default() => {}
        /// Backup copies.
        part autosave: Autosave = Autosave::default() => {}
        /// Reports and pictures.
        part export: Export = Export::default() => {}
        /// Sounds.
        part sound: Sounds = Sounds::default() => {}
        /// The terminal and the system.
        part general: General = General::default() => {}
        /// The desktop window.
        part window: Window = Window::default() => {}
    }
}

impl Options {
    /// Suits somebody who uses the window for the first time: an opponent of medium strength, the tutor and the tour.
    pub(crate) fn suit_new_player(&mut self) {
        self.players[0].set_level(Level::Intermediate);
        self.tutor.on = true;
        self.window.tour_due = true;
    }
}
