// SPDX-License-Identifier: GPL-3.0-or-later
//! All settings as one typed tree. [`table`](super::table) gives every leaf its name, range and help.

use super::value::words;
use gnubg_engine::core::{Rules, Variation};
use gnubg_engine::cube::{DEFAULT_MET, Efficiencies};
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, EvalSettings, Level, MoveFilters};
use gnubg_engine::rng::Generator;
use gnubg_record::Thresholds;
use gnubg_record::settings::RolloutSettings;

/// Kinds of sounds, in the order of [`Sounds::files`].
pub const SOUNDS: [&str; 18] = [
    "agree",
    "analysisfinished",
    "botfans",
    "botwinsgame",
    "botwinsmatch",
    "chequer",
    "double",
    "drop",
    "exit",
    "humanfans",
    "humanwinsgame",
    "humanwinsmatch",
    "move",
    "redouble",
    "resign",
    "roll",
    "start",
    "take",
];

/// Windows whose places are remembered, in the order of [`Window::geometry`].
pub const WINDOWS: [&str; 7] = ["analysis", "command", "game", "hint", "main", "message", "theory"];

/// Every setting of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What happens without being asked for.
    pub automatic: Automatic,
    /// New matches.
    pub matches: Matches,
    /// Who plays, by seat.
    pub players: [PlayerOptions; 2],
    /// `eval`, `hint` and the tutor.
    pub evaluation: EvaluationOptions,
    /// Analysis of records.
    pub analysis: AnalysisOptions,
    /// Rollouts.
    pub rollout: RolloutOptions,
    /// Warnings before weak decisions.
    pub tutor: Tutor,
    /// Numbers and boards in text.
    pub output: Output,
    /// The dice.
    pub dice: DiceOptions,
    /// Tables, memory and threads of the engine.
    pub engine: EngineOptions,
    /// Questions before something is lost.
    pub confirm: Confirm,
    /// Backup copies.
    pub autosave: Autosave,
    /// Training of the nets.
    pub training: Training,
    /// Written reports.
    pub export: Export,
    /// Sounds.
    pub sound: Sounds,
    /// The terminal and the system.
    pub general: General,
    /// The desktop window.
    pub window: Window,
}

impl Default for Options {
    /// The program plays at the top, a person at the bottom.
    fn default() -> Options {
        Options {
            automatic: Automatic::default(),
            matches: Matches::default(),
            players: [
                PlayerOptions { seat: Seat::Engine, ..PlayerOptions::default() },
                PlayerOptions::default(),
            ],
            evaluation: EvaluationOptions::default(),
            analysis: AnalysisOptions::default(),
            rollout: RolloutOptions::default(),
            tutor: Tutor::default(),
            output: Output::default(),
            dice: DiceOptions::default(),
            engine: EngineOptions::default(),
            confirm: Confirm::default(),
            autosave: Autosave::default(),
            training: Training::default(),
            export: Export::default(),
            sound: Sounds::default(),
            general: General::default(),
            window: Window::default(),
        }
    }
}

/// What happens without being asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Automatic {
    /// Bear off by itself where every die bears one off.
    pub bearoff: bool,
    /// Start the next game after each.
    pub game: bool,
    /// Make the only legal play.
    pub play: bool,
    /// Roll for a person who cannot double.
    pub roll: bool,
}

impl Default for Automatic {
    fn default() -> Automatic {
        Automatic { bearoff: false, game: true, play: false, roll: true }
    }
}

words! {
    /// A variation, as a setting.
    VariationWord {
        /// Backgammon.
        #[default]
        Standard = "standard",
        /// Nackgammon.
        Nackgammon = "nackgammon",
        /// One checker a side.
        Hypergammon1 = "1-chequer-hypergammon",
        /// Two checkers a side.
        Hypergammon2 = "2-chequer-hypergammon",
        /// Three checkers a side.
        Hypergammon3 = "3-chequer-hypergammon",
    }
}

impl VariationWord {
    /// The variation.
    #[must_use]
    pub const fn variation(self) -> Variation {
        match self {
            VariationWord::Standard => Variation::Standard,
            VariationWord::Nackgammon => Variation::Nackgammon,
            VariationWord::Hypergammon1 => Variation::Hypergammon1,
            VariationWord::Hypergammon2 => Variation::Hypergammon2,
            VariationWord::Hypergammon3 => Variation::Hypergammon3,
        }
    }
}

/// New matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Matches {
    /// Points of a new match; 0 starts a session.
    pub length: u16,
    /// The game played.
    pub variation: VariationWord,
    /// Whether there is a cube.
    pub cube: bool,
    /// Whether the Crawford rule is kept.
    pub crawford: bool,
    /// Money: the Jacoby rule.
    pub jacoby: bool,
    /// Money: beavers in a row.
    pub beavers: u8,
    /// Money: automatic doubles in one game.
    pub automatic_doubles: u8,
    /// No more than five checkers on a point.
    pub egyptian: bool,
    /// Names of the players of new matches, by seat.
    pub names: [String; 2],
    /// Names under which the user at the bottom appears in imported matches, between semicolons.
    pub aliases: String,
    /// Keep all games of a session, not only the last.
    pub record: bool,
}

impl Default for Matches {
    fn default() -> Matches {
        Matches {
            length: 7,
            variation: VariationWord::Standard,
            cube: true,
            crawford: true,
            jacoby: true,
            beavers: 3,
            automatic_doubles: 0,
            egyptian: false,
            names: ["gnubg".to_owned(), "user".to_owned()],
            aliases: String::new(),
            record: true,
        }
    }
}

impl Matches {
    /// The rules of a new match to `length` points, 0 for money. In a match the Jacoby rule means nothing and is off.
    #[must_use]
    pub fn rules(&self, length: u16) -> Rules {
        Rules {
            variation: self.variation.variation(),
            cube: self.cube,
            crawford: self.crawford,
            jacoby: self.jacoby && length == 0,
            beavers: self.beavers,
            automatic_doubles: self.automatic_doubles,
            egyptian: self.egyptian,
        }
    }
}

words! {
    /// Who plays a seat.
    Seat {
        /// A person.
        #[default]
        Human = "human",
        /// The program.
        Engine = "gnubg",
        /// The linear benchmark player.
        Pubeval = "pubeval",
        /// Another program, over a socket.
        External = "external",
    }
}

words! {
    /// By what a decision is judged.
    Method {
        /// An evaluation.
        #[default]
        Evaluation = "evaluation",
        /// A rollout.
        Rollout = "rollout",
    }
}

/// How decisions of one kind are judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    /// Evaluation or rollout.
    pub method: Method,
    /// The evaluation.
    pub evaluation: EvalSettings,
    /// The rollout.
    pub rollout: RolloutOptions,
}

impl Judge {
    fn at(level: Level) -> Judge {
        Judge { method: Method::Evaluation, evaluation: level.settings(), rollout: RolloutOptions::default() }
    }
}

/// One player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerOptions {
    /// Who plays.
    pub seat: Seat,
    /// Where another program is reached: HOST:PORT, or the path of a socket.
    pub address: String,
    /// Checker play of the program.
    pub checker: Judge,
    /// Cube decisions of the program.
    pub cube: Judge,
    /// Its move filters.
    pub filters: MoveFilters,
}

impl Default for PlayerOptions {
    fn default() -> PlayerOptions {
        PlayerOptions {
            seat: Seat::Human,
            address: String::new(),
            checker: Judge::at(Level::WorldClass),
            cube: Judge::at(Level::WorldClass),
            filters: Level::WorldClass.filters(),
        }
    }
}

impl PlayerOptions {
    /// Plays by a predefined level, for checkers and cube alike.
    pub fn set_level(&mut self, level: Level) {
        (self.checker.evaluation, self.cube.evaluation) = (level.settings(), level.settings());
        self.filters = level.filters();
        (self.checker.method, self.cube.method) = (Method::Evaluation, Method::Evaluation);
    }

    /// The predefined level these settings are, if they are one.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::ALL.into_iter().find(|level| {
            let settings = level.settings();
            self.checker.evaluation.is_same(&settings)
                && self.cube.evaluation.is_same(&settings)
                && (settings.plies == 0 || self.filters == level.filters())
        })
    }
}

/// `eval`, `hint` and the tutor.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationOptions {
    /// Checker play.
    pub checker: Judge,
    /// Cube decisions.
    pub cube: Judge,
    /// Move filters.
    pub filters: MoveFilters,
    /// Use the settings of the analysis instead.
    pub same_as_analysis: bool,
}

impl Default for EvaluationOptions {
    fn default() -> EvaluationOptions {
        EvaluationOptions {
            checker: Judge::at(Level::WorldClass),
            cube: Judge::at(Level::WorldClass),
            filters: Level::WorldClass.filters(),
            same_as_analysis: false,
        }
    }
}

/// Analysis of records.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// Checker play.
    pub checker: Judge,
    /// Cube decisions.
    pub cube: Judge,
    /// Luck.
    pub luck: EvalSettings,
    /// Move filters.
    pub filters: MoveFilters,
    /// Whether checker plays are analyzed.
    pub plays_on: bool,
    /// Whether cube decisions are.
    pub cube_on: bool,
    /// Whether luck is.
    pub luck_on: bool,
    /// Whose decisions are, by seat.
    pub players_on: [bool; 2],
    /// From which loss or luck on entries are marked.
    pub thresholds: Thresholds,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            checker: Judge::at(Level::Supremo),
            cube: Judge::at(Level::Supremo),
            luck: EvalSettings { prune: false, ..EvalSettings::at(0) },
            filters: Level::Supremo.filters(),
            plays_on: true,
            cube_on: true,
            luck_on: true,
            players_on: [true; 2],
            thresholds: Thresholds::CURRENT,
        }
    }
}

words! {
    /// The generator of a rollout's dice.
    RolloutGenerator {
        /// Mersenne Twister.
        #[default]
        Mersenne = "mersenne",
        /// ISAAC.
        Isaac = "isaac",
        /// MD5.
        Md5 = "md5",
        /// Blum, Blum and Shub.
        BlumBlumShub = "bbs",
    }
}

/// Rollouts.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutOptions {
    /// What a rollout does; its generator is `generator`.
    pub settings: RolloutSettings,
    /// The dice.
    pub generator: RolloutGenerator,
    /// Write each game to a file.
    pub log: bool,
    /// Start of those files' names.
    pub log_file: String,
    /// Dialog: cube settings follow checker settings.
    pub cube_equal_checker: bool,
    /// Dialog: both players alike.
    pub players_are_same: bool,
    /// Dialog: truncated games are evaluated as player Zero plays.
    pub truncation_as_player: bool,
}

impl Default for RolloutOptions {
    fn default() -> RolloutOptions {
        RolloutOptions {
            settings: RolloutSettings::default(),
            generator: RolloutGenerator::Mersenne,
            log: false,
            log_file: "rollout".to_owned(),
            cube_equal_checker: false,
            players_are_same: true,
            truncation_as_player: true,
        }
    }
}

words! {
    /// The least mark that the tutor warns of.
    TutorSkill {
        /// Doubtful and worse.
        #[default]
        Doubtful = "doubtful",
        /// Bad and worse.
        Bad = "bad",
        /// Very bad only.
        VeryBad = "verybad",
    }
}

/// Warnings before weak decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Tutor {
    /// Whether there are any.
    pub on: bool,
    /// Of cube decisions.
    pub cube: bool,
    /// Of checker plays.
    pub checker: bool,
    /// From which mark on.
    pub skill: TutorSkill,
}

impl Default for Tutor {
    fn default() -> Tutor {
        Tutor { on: false, cube: true, checker: true, skill: TutorSkill::Doubtful }
    }
}

/// Numbers and boards in text.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Whether anything but errors is printed.
    pub on: bool,
    /// Match winning chances in percent.
    pub match_percent: bool,
    /// Match winning chances instead of equities.
    pub mwc: bool,
    /// Boards as one line.
    pub raw_board: bool,
    /// Winning chances in percent.
    pub win_percent: bool,
    /// Digits after the point.
    pub digits: u8,
    /// Error rates are multiplied by this.
    pub error_rate_factor: f32,
    /// Player One moves clockwise.
    pub clockwise: bool,
    /// Boards and messages of computer moves.
    pub display: bool,
}

impl Default for Output {
    fn default() -> Output {
        Output {
            on: true,
            match_percent: true,
            mwc: false,
            raw_board: false,
            win_percent: false,
            digits: 3,
            error_rate_factor: 1000.0,
            clockwise: false,
            display: true,
        }
    }
}

words! {
    /// Where the dice come from.
    GeneratorWord {
        /// Mersenne Twister.
        #[default]
        Mersenne = "mersenne",
        /// ISAAC.
        Isaac = "isaac",
        /// MD5.
        Md5 = "md5",
        /// Blum, Blum and Shub.
        BlumBlumShub = "bbs",
        /// C's example generator.
        Ansi = "ansi",
        /// BSD's generator.
        Bsd = "bsd",
        /// By hand.
        Manual = "manual",
        /// A file.
        File = "file",
        /// A command.
        User = "user",
        /// random.org.
        RandomOrg = "random.org",
    }
}

impl GeneratorWord {
    /// The generator.
    #[must_use]
    pub fn generator(self) -> Generator {
        Generator::from_keyword(self.word()).unwrap_or_default()
    }
}

/// The dice.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceOptions {
    /// Where they come from.
    pub generator: GeneratorWord,
    /// The file or command they come from.
    pub source: String,
    /// Whether they may be chosen instead.
    pub cheat: bool,
    /// The rank of the roll each player then gets, by seat: 1 the best of 21.
    pub cheat_rank: [u8; 2],
}

impl Default for DiceOptions {
    fn default() -> DiceOptions {
        DiceOptions {
            generator: GeneratorWord::Mersenne,
            source: String::new(),
            cheat: false,
            cheat_rank: [1, 1],
        }
    }
}

/// Tables, memory and threads of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// The match equity table: the name of a built-in one, or a file.
    pub met: String,
    /// Whether its seats are exchanged.
    pub met_inverted: bool,
    /// Entries of the evaluation cache; 0 for none.
    pub cache: usize,
    /// Threads; 0 for one a core.
    pub threads: usize,
    /// How near to live the cube is.
    pub efficiencies: Efficiencies,
    /// Static evaluations a second assumed in estimates; 0 for unknown.
    pub calibration: f32,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            met: DEFAULT_MET.to_owned(),
            met_inverted: false,
            cache: DEFAULT_CACHE_ENTRIES,
            threads: 0,
            efficiencies: Efficiencies::default(),
            calibration: 0.0,
        }
    }
}

pub use super::more::{
    Animation, Autosave, Confirm, Export, FixedAnswer, General, Geometry, HtmlCss, HtmlPictures, PipsShown,
    RecordNumbers, Scheme, Shortcuts, Sounds, Toolbar, Training, Window,
};
