// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of matches: what happens automatically, rules, players, the tutor, the dice.

use super::declare::options;
use super::evaluation::Judge;
use super::value::words;
use gnubg_engine::core::{Rules, Variation};
use gnubg_engine::eval::{Level, MoveFilters};
use gnubg_engine::rng::Generator;

options! {
    /// What the program does without being asked.
    pub struct Automatic {
        option roll: bool = true => noted("roll the dice when you cannot double") {
            key "automatic.roll", set "automatic roll", label noted("Roll"), in Automatic
        }
        option play: bool = false => noted("make the only legal play") {
            key "automatic.move", set "automatic move", label noted("Forced plays"), in Automatic
        }
        option bearoff: bool = false => noted("bear off when every die bears a checker off") {
            key "automatic.bearoff", set "automatic bearoff", label noted("Bearoff"), in Automatic
        }
        option game: bool = true => noted("start the next game of a match or session") {
            key "automatic.game", set "automatic game", label noted("Next game"), in Automatic
        }
    }
}

words! {
    /// A variation, as a setting.
    VariationWord {
        #[default]
        Standard = "standard", noted("Backgammon");
        Nackgammon = "nackgammon", noted("Nackgammon");
        Hypergammon1 = "1-chequer-hypergammon", noted("Hypergammon with 1 checker");
        Hypergammon2 = "2-chequer-hypergammon", noted("Hypergammon with 2 checkers");
        Hypergammon3 = "3-chequer-hypergammon", noted("Hypergammon with 3 checkers");
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

options! {
    /// New matches.
    pub struct Matches {
        option length: u16 = 7 => noted("points of new matches; 0 starts a money session") {
            key "match.length", set "matchlength", label noted("Match length"), affects [Rules, Players],
            range 0..=64, unit noted("points"), in Rules
        }
        option variation: VariationWord = VariationWord::Standard => noted("the game that new matches play") {
            key "match.variation", set "variation", label noted("Variation"), affects [Rules, Players], in Rules
        }
        option cube: bool = true => noted("play with the doubling cube") {
            key "match.cube", set "cube use", label noted("Doubling cube"), affects [Rules, Players], in Rules
        }
        option crawford: bool = true => noted("play the Crawford game without doubling") {
            key "match.crawford", set "automatic crawford", label noted("Crawford rule"),
            affects [Rules, Players], in Rules
        }
        option jacoby: bool = true => noted("in money sessions, count gammons only after a double") {
            key "match.jacoby", set "jacoby", label noted("Jacoby rule"), affects [Rules, Players], in Rules
        }
        option beavers: u8 = 3 => noted("beavers allowed in a row in money sessions; 0 to 12") {
            key "match.beavers", set "beavers", label noted("Beavers"), affects [Rules, Players],
            range 0..=12, in Rules
        }
        option automatic_doubles: u8 = 0 => noted("automatic doubles allowed in a money game; 0 to 12") {
            key "match.automatic-doubles", set "automatic doubles", label noted("Automatic doubles"),
            affects [Rules, Players], range 0..=12, in Rules
        }
        option egyptian: bool = false => noted("allow at most five checkers on a point") {
            key "match.egyptian", set "egyptian", label noted("Egyptian rule"), affects [Rules, Players], in Rules
        }
        each names: [String; 2] = ["gnubg".to_owned(), "user".to_owned()]
            => noted("name of this player in new matches") {
            key "match.name.{}", affects [Players], length 31, in TopPlayer | BottomPlayer,
            of ["0" noted("Name"), "1" noted("Name")]
        }
        option aliases: String = String::new()
            => noted("your names in imported matches, separated by semicolons") {
            key "match.aliases", set "aliases", label noted("Names in imported matches"), length 255, in OwnNames
        }
        option record: bool = true => noted("keep all games of a session, not only the last one") {
            key "match.record", set "record", label noted("Complete sessions"), in Sessions
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
        #[default]
        Human = "human", noted("A person");
        Engine = "gnubg", noted("The computer");
        Pubeval = "pubeval", noted("The computer: linear benchmark (pubeval)");
        External = "external", noted("An external player");
    }
}

options! {
    /// One player.
    pub struct PlayerOptions {
        option seat: Seat = Seat::Human => noted("who plays") {
            key "seat", label noted("Played by"), affects [Players]
        }
        option address: String = String::new()
            => noted("address of the external player: HOST:PORT, or the path of a socket") {
            key "address", label noted("Address of the external player")
        }
        /// Checker play of the program.
        part checker: Judge = Judge::at(Level::WorldClass) => { key "checker", set "chequerplay" }
        /// Cube decisions of the program.
        part cube: Judge = Judge::at(Level::WorldClass) => { key "cube", set "cubedecision" }
        option filters: MoveFilters = Level::WorldClass.filters()
            => noted("how many candidates each ply of the search keeps") {
            key "filters", set "movefilter", label noted("Move filters"), in MoveFilters
        }
    }
}

words! {
    /// The smallest error that the tutor warns of.
    TutorSkill {
        #[default]
        Doubtful = "doubtful", noted("Doubtful and worse");
        Bad = "bad", noted("Bad and worse");
        VeryBad = "verybad", noted("Very bad only");
    }
}

options! {
    /// Warnings before errors.
    pub struct Tutor {
        option on: bool = false => noted("warn before errors") {
            key "tutor.on", set "tutor mode", label noted("Tutor mode"), affects [Tutor], in Tutor
        }
        option checker: bool = true => noted("warn before errors in checker play") {
            key "tutor.checker", set "tutor chequer", label noted("Checker plays"), in Tutor
        }
        option cube: bool = true => noted("warn before errors in cube decisions") {
            key "tutor.cube", set "tutor cube", label noted("Cube decisions"), in Tutor
        }
        option skill: TutorSkill = TutorSkill::Doubtful => noted("smallest error that the tutor warns of") {
            key "tutor.skill", set "tutor skill", label noted("Minimum error"), in Tutor
        }
    }
}

words! {
    /// Where the dice come from.
    GeneratorWord {
        #[default]
        Mersenne = "mersenne", "Mersenne Twister";
        Isaac = "isaac", "ISAAC";
        Md5 = "md5", "MD5";
        BlumBlumShub = "bbs", "Blum, Blum and Shub";
        Ansi = "ansi", noted("ANSI C");
        Bsd = "bsd", "BSD";
        Manual = "manual", noted("Manual: I enter the dice");
        File = "file", noted("A file");
        User = "user", noted("A command");
        RandomOrg = "random.org", "random.org";
    }
}

impl GeneratorWord {
    /// The generator.
    #[must_use]
    pub fn generator(self) -> Generator {
        Generator::from_keyword(self.word()).unwrap_or_default()
    }
}

options! {
    /// The dice.
    pub struct DiceOptions {
        option generator: GeneratorWord = GeneratorWord::Mersenne => noted("source of the dice") {
            key "dice.generator"
        }
        option source: String = String::new() => noted("file or command that gives the dice") {
            key "dice.source"
        }
        option cheat: bool = false => noted("let the program choose the dice") {
            key "dice.cheat", set "cheat enable", label noted("Chosen dice"), in ChosenDice
        }
        each cheat_rank: [u8; 2] = [1, 1] => noted("rank of every roll of this player, from 1 (best) to 21 (worst)") {
            key "dice.cheat-rank.{}", set "cheat player {} roll", range 1..=21, in ChosenDice,
            of ["0" noted("Top player's roll"), "1" noted("Bottom player's roll")]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_have_the_words_of_commands() {
        for (word, variation) in VariationWord::WORDS.iter().zip(Variation::ALL) {
            assert_eq!(*word, variation.command_word());
            assert_eq!(VariationWord::from_word(word).map(VariationWord::variation), Some(variation));
        }
    }
}
