// SPDX-License-Identifier: GPL-3.0-or-later
//! Words of options as people read them.

use crate::i18n::{gettext, gettext_f};
use gnubg_engine::eval::Level;
use gnubg_engine::rng::Generator;

/// What a word of that option is called.
pub(super) fn title(name: &str, word: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or(name);
    match (last, word) {
        ("seat", "human") => gettext("A person"),
        ("seat", "gnubg") => gettext("The computer"),
        ("seat", "external") => gettext("Another program"),
        ("seat", "pubeval") => gettext("The computer: linear benchmark (pubeval)"),
        ("method", "evaluation") => gettext("Evaluation"),
        ("method", "rollout") => gettext("Rollout"),
        ("variation", word) => variation(word),
        ("default", "ask") => gettext("Ask"),
        ("default", "yes") => gettext("Yes, without asking"),
        ("default", "no") => gettext("No, without asking"),
        ("skill", "doubtful") => gettext("Doubtful and worse"),
        ("skill", "bad") => gettext("Bad and worse"),
        ("skill", "verybad") => gettext("Very bad only"),
        ("animation", "slide") => gettext("They slide"),
        ("animation", "blink") => gettext("They fade"),
        ("animation", "none") => gettext("They jump"),
        ("show-pips", "pips") => gettext("Pip counts"),
        ("show-pips", "none") => gettext("Nothing"),
        ("show-pips", "epc") => gettext("Effective pip counts where known"),
        ("show-pips", "wastage") => gettext("Effective pip counts and wastage"),
        ("scheme", "system") => gettext("As the desktop"),
        ("scheme", "light") => gettext("Light"),
        ("scheme", "dark") => gettext("Dark"),
        ("toolbar", "0") => gettext("Icons"),
        ("toolbar", "1") => gettext("Words"),
        ("toolbar", "2") => gettext("Icons and words"),
        ("toolbar", "on") => gettext("As usual"),
        ("toolbar", "off") => gettext("Nothing"),
        ("shortcuts", "modern") => gettext("Those of this program"),
        ("shortcuts", "classic") => gettext("Those of the original"),
        ("record-numbers", "loss") => gettext("Losses"),
        ("record-numbers", "luck") => gettext("Luck"),
        ("record-numbers", "both") => gettext("Losses and luck, where there is room"),
        ("css", "head") => gettext("In the head of the page"),
        ("css", "external") => gettext("In a file of its own"),
        ("css", "inline") => gettext("In each element"),
        ("type", "gnu") => gettext("Our own"),
        ("type", "bbs") => gettext("Of bulletin boards"),
        ("type", "fibs2html") => gettext("Of fibs2html"),
        ("rng" | "generator", word) => generator(word),
        (_, word) => word.to_owned(),
    }
}

fn variation(word: &str) -> String {
    match word {
        "standard" => gettext("Backgammon"),
        "nackgammon" => gettext("Nackgammon"),
        "1-chequer-hypergammon" => gettext("Hypergammon with 1 checker"),
        "2-chequer-hypergammon" => gettext("Hypergammon with 2 checkers"),
        "3-chequer-hypergammon" => gettext("Hypergammon with 3 checkers"),
        other => other.to_owned(),
    }
}

/// The name of a source of dice.
pub(super) fn generator(word: &str) -> String {
    match Generator::from_keyword(word) {
        Some(Generator::Manual) => gettext("Manual: I enter the dice"),
        Some(Generator::File) => gettext("A file"),
        Some(Generator::User) => gettext("A command"),
        Some(Generator::Ansi) => gettext("ANSI C"),
        Some(other) => other.name().to_owned(),
        None => word.to_owned(),
    }
}

/// A level's name for people.
pub(in crate::window) fn level(level: Level) -> String {
    match level {
        Level::Beginner => gettext("Beginner"),
        Level::Casual => gettext("Casual play"),
        Level::Intermediate => gettext("Intermediate"),
        Level::Advanced => gettext("Advanced"),
        Level::Expert => gettext("Expert (0-ply)"),
        Level::WorldClass => gettext("World class (2-ply)"),
        Level::Supremo => gettext("Supremo (2-ply)"),
        Level::Grandmaster => gettext("Grandmaster (3-ply)"),
        Level::FourPly => gettext("4-ply"),
    }
}

/// The name of a set of move filters.
pub(super) fn filters(preset: Option<&str>) -> String {
    match preset {
        Some("tiny") => gettext("Tiny: few candidates"),
        Some("narrow") => gettext("Narrow"),
        Some("normal") => gettext("Normal"),
        Some("large") => gettext("Large: for analysis"),
        Some("huge") => gettext("Huge: nearly every candidate"),
        Some(other) => other.to_owned(),
        None => gettext("Own"),
    }
}

/// What the sound of an event is called.
pub(super) fn sound(name: &str) -> String {
    match name {
        "agree" => gettext("A resignation is accepted"),
        "analysisfinished" => gettext("An analysis is finished"),
        "botfans" => gettext("The computer cannot move"),
        "botwinsgame" => gettext("The computer wins a game"),
        "botwinsmatch" => gettext("The computer wins the match"),
        "chequer" => gettext("A checker is moved"),
        "double" => gettext("A double"),
        "drop" => gettext("A double is dropped"),
        "exit" => gettext("The program ends"),
        "humanfans" => gettext("A person cannot move"),
        "humanwinsgame" => gettext("A person wins a game"),
        "humanwinsmatch" => gettext("A person wins the match"),
        "move" => gettext("A play is finished"),
        "redouble" => gettext("A redouble"),
        "resign" => gettext("A resignation is offered"),
        "roll" => gettext("The dice are rolled"),
        "start" => gettext("The program starts"),
        "take" => gettext("A double is taken"),
        other => gettext_f("Sound: {name}", &[("name", other)]),
    }
}
