// SPDX-License-Identifier: GPL-3.0-or-later
//! The facts beside a drawn board: names, score, cube, turn and roll.

use super::line::{QuotedLine, damage};
use crate::position::PositionError;
use crate::text::clean_name;
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, MatchState, Offer, Phase, Player, ResignLevel, Rules,
};

/// The text of each level of resignation in a drawing.
pub(super) const RESIGNS: [(ResignLevel, &str); 3] = [
    (ResignLevel::Single, ", resigns single game"),
    (ResignLevel::Gammon, ", resigns gammon"),
    (ResignLevel::Backgammon, ", resigns backgammon"),
];

/// The facts of a drawing; arrays by seat, the upper player first.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) names: [String; 2],
    /// Pip counts, after the names.
    pips: [Option<u32>; 2],
    /// The letter of the lower player.
    pub(super) bottom: char,
    /// Checkers on the bar, if a text gives them.
    pub(super) bar: [u8; 2],
    /// Checkers borne off, if a text gives them.
    pub(super) off: Option<[u8; 2]>,
    /// Whether the drawing has trays for checkers borne off.
    pub(super) shows_trays: bool,
    /// Whether the drawing says anything about the match.
    pub(super) has_match: bool,
    length: Option<u16>,
    score: [u32; 2],
    is_crawford: bool,
    cube: Option<u32>,
    owner: Option<Player>,
    /// The player to answer a double, and the points of the cube after it.
    offered: Option<(Player, u32)>,
    turn: Option<Player>,
    /// The turn by the arrow beside the board.
    arrow: Option<Player>,
    dice: Option<Dice>,
    resigns: Option<ResignLevel>,
}

impl Facts {
    /// Reads the text after the lines of point numbers, beside the rows above, in and below the middle, and in the
    /// lines around the drawing.
    pub(super) fn read(
        labels: [&str; 2],
        notes: [Vec<&str>; 3],
        before: &[QuotedLine],
        after: &[QuotedLine],
        arrow: &[char],
    ) -> Facts {
        let mut facts = Facts { bottom: 'X', ..Facts::default() };
        for (seat, label) in Player::BOTH.into_iter().zip(labels) {
            facts.label(seat, label);
        }
        facts.arrow = match arrow {
            arrow if arrow.contains(&'v') => Some(Player::One),
            arrow if arrow.contains(&'^') => Some(Player::Zero),
            _ => None,
        };
        let [above, middle, below] = notes;
        for (seat, notes) in [(Some(Player::Zero), above), (None, middle), (Some(Player::One), below)] {
            for note in notes {
                facts.note(seat, note);
            }
        }
        for line in before {
            facts.score_line(&text_of(line));
        }
        for line in after {
            facts.line(&text_of(line));
        }
        // While a double is pending, our drawing does not show the match length.
        facts.has_match &= facts.offered.is_none() || facts.length.is_some();
        facts
    }

    /// `O: Alpha (Cube: 2)`, or of FIBS `O: alpha - score: 3`.
    fn label(&mut self, seat: Player, label: &str) {
        let Some((letter @ ("X" | "O"), name)) = label.split_once(':') else { return };
        self.has_match = true;
        let is_below = seat == Player::One;
        self.bottom = if (letter == "X") == is_below { 'X' } else { 'O' };
        let mut name = name.trim();
        if let Some((start, cube)) = name.rsplit_once("(Cube: ")
            && let Some(cube) = cube.strip_suffix(')').and_then(|cube| cube.parse().ok())
        {
            (self.cube, self.owner) = (Some(cube), Some(seat));
            name = start;
        }
        if let Some((start, score)) = name.rsplit_once(" - score: ")
            && let Ok(score) = score.trim().parse()
        {
            self.score[seat.index()] = score;
            name = start;
        }
        // A pip count may follow two blanks.
        let name = name.trim();
        let pips = name.rsplit_once("  ").and_then(|(name, pips)| Some((name, pips.parse().ok()?)));
        self.pips[seat.index()] = pips.map(|(_, pips)| pips);
        self.names[seat.index()] = clean_name(pips.map_or(name, |(name, _)| name));
    }

    /// Reads the text beside a row of that player's half, or of the middle.
    fn note(&mut self, seat: Option<Player>, note: &str) {
        let note = note.trim();
        self.length_and_cube(seat, note);
        let Some(seat) = seat else { return };
        if let Some(score) = note.strip_suffix(" points").or_else(|| note.strip_suffix(" point"))
            && let Ok(score) = score.trim().parse()
        {
            self.score[seat.index()] = score;
            (self.has_match, self.shows_trays) = (true, true);
        }
        if let Some(value) = note.strip_prefix("Cube offered at ").and_then(|value| value.parse().ok()) {
            self.offered = Some((seat, value));
        }
        if note.starts_with("On roll") {
            self.turn = Some(seat);
        }
        if let Some(dice) = rolled(note, &["Rolled", "rolled"]) {
            (self.turn, self.dice) = (Some(seat), Some(dice));
        }
        self.resigns =
            RESIGNS.iter().find(|(_, words)| note.ends_with(words)).map(|(level, _)| *level).or(self.resigns);
    }

    /// `7 points match (Cube: 1)`, `(Crawford game)`, of FIBS `5-point match`, `Cube: 2`.
    fn length_and_cube(&mut self, seat: Option<Player>, note: &str) {
        let words = ["points match", "point match", "-point match"];
        let length = words.iter().find_map(|words| note.find(words)).map(|at| note[..at].trim());
        if let Some(length) =
            length.and_then(|text| text.rsplit(' ').next()?.trim_end_matches('-').parse().ok())
        {
            (self.length, self.has_match) = (Some(length), true);
        }
        self.has_match |= note.starts_with("unlimited match");
        if note.contains("(Crawford game)") {
            (self.is_crawford, self.has_match) = (true, true);
        }
        if let Some((_, cube)) = note.split_once("Cube: ") {
            let digits = cube.find(|c: char| !c.is_ascii_digit()).unwrap_or(cube.len());
            if let Ok(value) = cube[..digits].parse() {
                (self.cube, self.has_match) = (Some(value), true);
                self.owner = seat.or(self.owner);
            }
            if let Some((_, owner)) = cube.split_once("(owned by ") {
                self.owner = self.player(owner.split(')').next().unwrap_or("").trim()).or(self.owner);
            }
            // As eXtreme Gammon writes it.
            if let Some((_, owner)) = cube.split_once(", ") {
                self.owner = owner.split(' ').next().and_then(|letter| self.player(letter)).or(self.owner);
            }
        }
    }

    /// A line below the board: of FIBS `BAR: O-0 X-1   OFF: O-2 X-0   Cube: 1  alpha rolled 6 2.`
    fn line(&mut self, line: &str) {
        self.length_and_cube(None, line);
        self.score_line(line);
        let counts = |word: &str| -> Option<[u8; 2]> {
            let (_, rest) = line.split_once(word)?;
            let mut counts = [0; 2];
            for word in rest.split_whitespace().take(2) {
                let (letter, count) = word.split_once('-')?;
                counts[self.player(letter)?.index()] = count.parse().ok().filter(|count| *count <= 15)?;
            }
            Some(counts)
        };
        let (bar, off) = (counts("BAR: "), counts("OFF: "));
        self.bar = bar.unwrap_or(self.bar);
        self.off = off.or(self.off);
        let first = line.split(' ').next().unwrap_or("");
        if self.dice.is_none()
            && let Some(dice) = rolled(line, &["rolled", "to play", "to move"])
        {
            let words = line.split([' ', '\t']).collect::<Vec<_>>();
            let before = words.windows(2).find(|pair| matches!(pair[1], "rolled" | "to")).map(|pair| pair[0]);
            self.dice = Some(dice);
            self.turn = before.and_then(|name| self.player(name)).or(self.turn);
        } else if self.turn.is_none() && line.contains(" on roll") {
            self.turn = self.player(first);
        }
    }

    /// Of eXtreme Gammon, in any language: `Score is X:3 O:6 7 pt.(s) match.`
    fn score_line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let score = words.windows(3).find_map(|three| {
            let x: u32 = three[0].strip_prefix("X:")?.parse().ok()?;
            let o: u32 = three[1].strip_prefix("O:")?.parse().ok()?;
            Some((x, o, three[2].parse::<u16>().ok()?))
        });
        if let Some((x, o, length)) = score {
            self.score = if self.bottom == 'X' { [o, x] } else { [x, o] };
            (self.length, self.has_match) = (Some(length), true);
        }
    }

    /// The player of a letter or name; `You` sits below.
    fn player(&self, word: &str) -> Option<Player> {
        match word {
            "X" | "O" if word.starts_with(self.bottom) => Some(Player::One),
            "X" | "O" => Some(Player::Zero),
            "You" | "you" => Some(Player::One),
            "" => None,
            word => Player::BOTH.into_iter().find(|player| self.names[player.index()] == word),
        }
    }

    /// Whether the pips of these checkers differ from the pip counts in the drawing.
    pub(super) fn contradicts(&self, sides: &[[u8; 25]; 2]) -> bool {
        let pips = |side: &[u8; 25]| (1..).zip(side).map(|(way, &n)| way * u32::from(n)).sum::<u32>();
        sides.iter().zip(self.pips).any(|(side, stated)| stated.is_some_and(|stated| stated != pips(side)))
    }

    /// The position; `board` is seen by the player below, `numbered` is whose point numbers are drawn.
    pub(super) fn state(
        &self,
        board: Board,
        numbered: Player,
        rules: Rules,
        line: usize,
    ) -> Result<MatchState, PositionError> {
        let mut state = MatchState::new(self.length.unwrap_or(0), rules)?;
        state.score = self.score;
        state.is_crawford = self.is_crawford;
        let value = |points: u32| {
            CubeValue::new(points).ok_or_else(|| damage(line, "the cube must be a power of two up to 4096"))
        };
        state.cube = CubeState { value: value(self.cube.unwrap_or(1))?, owner: self.owner };
        state.on_roll = self.turn.or(self.arrow).unwrap_or(numbered);
        let mut due = self.dice.map_or(Decision::Roll, Decision::Play);
        if let Some((asked, offered)) = self.offered {
            let by = asked.other();
            let before = value(offered / 2)?;
            state.cube = CubeState { value: before, owner: (before > CubeValue::ONE).then_some(by) };
            state.on_roll = by;
            due = Decision::Answer(Offer { by, beavers: 0 });
        }
        state.board = if state.on_roll == Player::One { board } else { board.swapped() };
        state.phase = match self.resigns {
            Some(level) => Phase::Resigning { by: state.on_roll, level, then: due },
            None => Phase::Due(due),
        };
        state.check()?;
        Ok(state)
    }
}

fn text_of(line: &QuotedLine) -> String {
    line.text.iter().collect::<String>().trim().to_owned()
}

/// Two dice after one of these words: `31`, `3 1`, `3-1`.
fn rolled(text: &str, words: &[&str]) -> Option<Dice> {
    let (at, word) = words.iter().find_map(|word| Some((text.find(word)?, word)))?;
    let mut dice =
        text[at + word.len()..].chars().filter(|c| !matches!(c, ' ' | '-' | ':')).map(|c| c.to_digit(10));
    let (a, b) = (dice.next()??, dice.next()??);
    Dice::new(a as u8, b as u8).ok()
}
