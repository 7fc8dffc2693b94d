// SPDX-License-Identifier: GPL-3.0-or-later
//! What a controller can set: the keys of version 0.2, and the options of version 0.1 that mean the same.

use gnubg_engine::core::{CubeValue, MAX_LENGTH, Player, Variation};
use gnubg_engine::eval::MAX_PLIES;
use std::fmt::Write;

/// What a controller has set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    /// Plies of look-ahead.
    pub(super) plies: u8,
    pub(super) cubeful: bool,
    /// Standard deviation of noise on the winning chance.
    pub(super) noise: f32,
    /// Whether the noise of a position is always the same.
    pub(super) deterministic: bool,
    /// Whether `bestmoveid` comes before `bestmove`.
    pub(super) sends_move_id: bool,
    pub(super) variation: Variation,
    /// Points of the match; 0 for money.
    pub(super) length: u16,
    /// Points of `p0` and `p1`.
    pub(super) score: [u32; 2],
    /// The player on roll; `p0` is seat `Zero`.
    pub(super) turn: Player,
    pub(super) cube: CubeValue,
    pub(super) owner: Option<Player>,
    pub(super) jacoby: bool,
    /// Whether this is the Crawford game.
    pub(super) is_crawford: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            plies: 2,
            cubeful: true,
            noise: 0.0,
            deterministic: true,
            sends_move_id: false,
            variation: Variation::Standard,
            length: 0,
            score: [0, 0],
            turn: Player::Zero,
            cube: CubeValue::ONE,
            owner: None,
            jacoby: true,
            is_crawford: false,
        }
    }
}

/// Where a new game starts: the engine's settings and the session stay.
impl Settings {
    pub(super) fn new_game(&mut self) {
        let start = Settings::default();
        (self.cube, self.owner, self.is_crawford) = (start.cube, start.owner, start.is_crawford);
    }
}

/// The values that a key takes.
#[derive(Clone, Copy, Debug)]
enum KeyKind {
    Int(u32, u32),
    Bool,
    Words(&'static [&'static str]),
    Text,
}

/// One key.
pub(super) struct Key {
    /// Its name in version 0.2.
    name: &'static str,
    /// Its name in `setoption` of version 0.1, for settings of the engine.
    option: Option<&'static str>,
    kind: KeyKind,
    about: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Option<()>,
}

const PLAYERS: [&str; 2] = ["p0", "p1"];
const VARIANTS: [(&str, Variation); 5] = [
    ("backgammon", Variation::Standard),
    ("nackgammon", Variation::Nackgammon),
    ("hypergammon", Variation::Hypergammon3),
    ("hypergammon1", Variation::Hypergammon1),
    ("hypergammon2", Variation::Hypergammon2),
];

pub(super) fn switch(word: &str) -> Option<bool> {
    match word {
        "true" | "on" | "1" => Some(true),
        "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

pub(super) fn player(word: &str) -> Option<Player> {
    PLAYERS.iter().position(|&name| name == word).map(|at| Player::BOTH[at])
}

pub(super) fn owner(word: &str) -> Option<Option<Player>> {
    if word == "center" { Some(None) } else { player(word).map(Some) }
}

fn number<T: std::str::FromStr + PartialOrd>(word: &str, least: T, greatest: T) -> Option<T> {
    word.parse().ok().filter(|value| (least..=greatest).contains(value))
}

/// All keys.
static KEYS: [Key; 13] = [
    Key {
        name: "engine.ply",
        option: Some("Plies"),
        kind: KeyKind::Int(0, MAX_PLIES as u32),
        about: "plies of look-ahead",
        get: |s| s.plies.to_string(),
        set: |s, word| number(word, 0, MAX_PLIES).map(|plies| s.plies = plies),
    },
    Key {
        name: "engine.eval",
        option: Some("EvalMode"),
        kind: KeyKind::Words(&["cubeless", "cubeful"]),
        about: "whether plays take the cube into account",
        get: |s| if s.cubeful { "cubeful" } else { "cubeless" }.to_owned(),
        set: |s, word| {
            s.cubeful = match word {
                "cubeful" => true,
                "cubeless" => false,
                _ => return None,
            };
            Some(())
        },
    },
    Key {
        name: "engine.noise",
        option: Some("Noise"),
        kind: KeyKind::Text,
        about: "standard deviation of noise on the winning chance, 0 to 1",
        get: |s| s.noise.to_string(),
        set: |s, word| number(word, 0.0, 1.0).map(|noise| s.noise = noise),
    },
    Key {
        name: "engine.deterministic",
        option: Some("Deterministic"),
        kind: KeyKind::Bool,
        about: "the same noise for a position every time",
        get: |s| s.deterministic.to_string(),
        set: |s, word| switch(word).map(|on| s.deterministic = on),
    },
    Key {
        name: "engine.moveid",
        option: Some("MoveId"),
        kind: KeyKind::Bool,
        about: "a line bestmoveid with the position after the play, before bestmove",
        get: |s| s.sends_move_id.to_string(),
        set: |s, word| switch(word).map(|on| s.sends_move_id = on),
    },
    Key {
        name: "game.variant",
        option: Some("Variant"),
        kind: KeyKind::Words(&["backgammon", "nackgammon", "hypergammon", "hypergammon1", "hypergammon2"]),
        about: "the game that is played",
        get: |s| {
            let known = VARIANTS.iter().find(|(_, variation)| *variation == s.variation);
            known.map_or("backgammon", |(name, _)| name).to_owned()
        },
        set: |s, word| {
            VARIANTS.iter().find(|(name, _)| *name == word).map(|(_, variation)| s.variation = *variation)
        },
    },
    Key {
        name: "game.length",
        option: None,
        kind: KeyKind::Int(0, MAX_LENGTH as u32),
        about: "points of the match; 0 for money",
        get: |s| s.length.to_string(),
        set: |s, word| number(word, 0, MAX_LENGTH).map(|length| s.length = length),
    },
    Key {
        name: "game.score",
        option: None,
        kind: KeyKind::Text,
        about: "points of p0 and p1, as in 3-1",
        get: |s| format!("{}-{}", s.score[0], s.score[1]),
        set: |s, word| {
            let (zero, one) = word.split_once('-')?;
            let points = |word| number(word, 0, 1_000_000);
            s.score = [points(zero)?, points(one)?];
            Some(())
        },
    },
    Key {
        name: "game.turn",
        option: None,
        kind: KeyKind::Words(&PLAYERS),
        about: "the player on roll in a position",
        get: |s| PLAYERS[s.turn.index()].to_owned(),
        set: |s, word| player(word).map(|turn| s.turn = turn),
    },
    Key {
        name: "game.cube",
        option: None,
        kind: KeyKind::Int(1, 4096),
        about: "value of the cube",
        get: |s| s.cube.to_string(),
        set: |s, word| number(word, 1, 4096).and_then(CubeValue::new).map(|cube| s.cube = cube),
    },
    Key {
        name: "game.owner",
        option: None,
        kind: KeyKind::Words(&["center", "p0", "p1"]),
        about: "owner of the cube",
        get: |s| s.owner.map_or("center", |owner| PLAYERS[owner.index()]).to_owned(),
        set: |s, word| owner(word).map(|owner| s.owner = owner),
    },
    Key {
        name: "game.jacoby",
        option: None,
        kind: KeyKind::Bool,
        about: "the Jacoby rule, for money",
        get: |s| s.jacoby.to_string(),
        set: |s, word| switch(word).map(|on| s.jacoby = on),
    },
    Key {
        name: "game.crawford",
        option: None,
        kind: KeyKind::Bool,
        about: "whether this is the Crawford game",
        get: |s| s.is_crawford.to_string(),
        set: |s, word| switch(word).map(|on| s.is_crawford = on),
    },
];

impl Key {
    /// The key with this name of version 0.2.
    pub(super) fn named(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// The key with this name of version 0.1.
    pub(super) fn of_option(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.option == Some(name))
    }

    /// Its value.
    pub(super) fn get(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// Sets it.
    ///
    /// # Errors
    /// What the key takes.
    pub(super) fn set(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        (self.set)(settings, value).ok_or_else(|| match self.kind {
            KeyKind::Int(least, greatest) => format!("must_be {least}..{greatest}"),
            KeyKind::Bool => "must_be true or false".to_owned(),
            KeyKind::Words(words) => format!("must_be {}", words.join("|")),
            KeyKind::Text => format!("must_be {}", self.about),
        })
    }
}

/// The lines of `keys`.
pub(super) fn list() -> String {
    let defaults = Settings::default();
    let mut text = String::new();
    for key in &KEYS {
        let default = key.get(&defaults);
        let kind = match key.kind {
            KeyKind::Int(least, greatest) => format!("int {least}..{greatest}"),
            KeyKind::Bool => "bool".to_owned(),
            KeyKind::Words(words) => format!("enum {}", words.join("|")),
            KeyKind::Text => "string *".to_owned(),
        };
        let _ = writeln!(text, "key {} {kind} {default} {}", key.name, key.about);
    }
    text
}

/// The `option` lines of version 0.1.
pub(super) fn options() -> String {
    let defaults = Settings::default();
    let mut text = String::new();
    for (key, name) in KEYS.iter().filter_map(|key| Some((key, key.option?))) {
        let default = key.get(&defaults);
        let kind = match key.kind {
            KeyKind::Int(least, greatest) => format!("spin default {default} min {least} max {greatest}"),
            KeyKind::Bool => format!("check default {default}"),
            KeyKind::Words(words) => format!("combo default {default} var {}", words.join(" var ")),
            KeyKind::Text => format!("string default {default}"),
        };
        let _ = writeln!(text, "option name {name} type {kind}");
    }
    text
}
