// SPDX-License-Identifier: GPL-3.0-or-later
//! Why the play that was made is worse than the best one: a few sentences, of which each holds its numbers, and the counts
//! of both plays as chips.

use crate::words::{Words, noted};
use gnubg_engine::core::{Board, Play, Probs, notation};
use gnubg_record::analysis::PlayAnalysis;
use gnubg_record::explain::comparison::{Difference, Feature, PlayFeatures, differences_of};
use gnubg_record::explain::reasons::{BAD_ROLL, NextRolls, Reason, points_of, reasons};

/// Two plays to compare, with what is counted of them.
#[derive(Clone, Debug)]
pub struct PlayPair {
    /// The play that was made, and the best one, in words.
    pub names: [String; 2],
    /// What is counted of them.
    pub features: [PlayFeatures; 2],
    /// The positions after them, the opponent on roll.
    pub after: [Board; 2],
}

impl PlayPair {
    /// The play that was made and the best one of an analyzed decision on this board; `None` if the best play was made, or
    /// one that leads to the same position, or the play is not known.
    #[must_use]
    pub fn of(analysis: &PlayAnalysis, board: &Board) -> Option<PlayPair> {
        let best = analysis.candidates.first()?;
        let played = analysis.candidates.get(analysis.played?)?;
        PlayPair::new(board, [(&played.play, &played.probs), (&best.play, &best.probs)])
    }

    /// A play and a better one, with their chances; `None` if they lead to the same position.
    #[must_use]
    pub fn new(board: &Board, plays: [(&Play, &Probs); 2]) -> Option<PlayPair> {
        let after = plays.map(|(play, _)| play.apply(board).swapped());
        (after[0] != after[1]).then(|| PlayPair {
            names: plays.map(|(play, _)| notation::format(board, play)),
            features: [0, 1].map(|n| PlayFeatures::of(board, (&after[n], plays[n].1))),
            after,
        })
    }
}

/// What is told about two plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// At most three sentences, the clearest reason first; one that says so if nothing separates the plays.
    pub sentences: Vec<String>,
    /// Whether anything separates the plays.
    pub has_reasons: bool,
    /// For the best play and for the one that was made: its name, and what is counted of it where they differ.
    pub chips: [(String, Vec<String>); 2],
    /// For the same plays the rolls of the opponent that are best and worst for the player, once they are known.
    pub next: Option<[[String; 2]; 2]>,
}

/// Explains the difference. `chance` writes a chance; `next` are the opponent's rolls after both plays, if they are known.
#[must_use]
pub fn explain(
    pair: &PlayPair,
    next: Option<[&NextRolls; 2]>,
    words: Words,
    chance: &dyn Fn(f32) -> String,
) -> Explanation {
    let [played, best] = &pair.features;
    let found = reasons(played, best, next);
    let teller = Teller { pair, words, chance };
    let sentences = match found.is_empty() {
        true => vec![words.gettext("Nothing that can be counted separates these plays clearly.")],
        false => found.iter().map(|reason| teller.sentence(reason)).collect(),
    };
    let differing = differences_of([played, best]);
    let chips = |n: usize| {
        let texts = differing.iter().filter_map(|difference| teller.chip(difference, n)).collect();
        (pair.names[n].clone(), texts)
    };
    Explanation {
        sentences,
        has_reasons: !found.is_empty(),
        chips: [chips(1), chips(0)],
        next: next.map(|[a, b]| [teller.extremes(b), teller.extremes(a)]),
    }
}

struct Teller<'a> {
    pair: &'a PlayPair,
    words: Words,
    chance: &'a dyn Fn(f32) -> String,
}

impl Teller<'_> {
    fn sentence(&self, reason: &Reason) -> String {
        let words = &self.words;
        let [played, best] = &self.pair.names;
        match reason {
            Reason::Counted(feature) => self.counted(*feature),
            Reason::Makes(points) => {
                let values = [("best", &**best), ("points", &*self.points(*points)), ("played", &**played)];
                words.gettext_f("{best} makes the {points}, {played} does not.", &values)
            }
            Reason::Breaks(points) => {
                let values = [("best", &**best), ("points", &*self.points(*points)), ("played", &**played)];
                words.gettext_f("{played} breaks the {points}, {best} does not.", &values)
            }
            Reason::Race(leads) => {
                let [a, b] = leads.map(|lead| self.lead(lead));
                let values = [("best", &**best), ("b", &*b), ("played", &**played), ("a", &*a)];
                words.gettext_f("Race after {best}: {b}; after {played}: {a}.", &values)
            }
            Reason::BadRolls([a, b]) => {
                let (a, b, limit) = (a.to_string(), b.to_string(), format!("{BAD_ROLL:.2}"));
                let values =
                    [("played", &**played), ("a", &*a), ("best", &**best), ("b", &*b), ("limit", &*limit)];
                words.gettext_f(
                    "Rolls of the opponent, of 36, that cost {limit} or more: {a} after {played}, {b} after {best}.",
                    &values,
                )
            }
        }
    }

    /// A lead in the race, in words.
    fn lead(&self, lead: i32) -> String {
        let n = lead.unsigned_abs() as usize;
        match lead {
            0 => self.words.gettext("even"),
            1.. => self.words.ngettext_f("{n} pip ahead", "{n} pips ahead", n),
            _ => self.words.ngettext_f("{n} pip behind", "{n} pips behind", n),
        }
    }

    /// Points by their numbers, the highest first.
    fn points(&self, set: u32) -> String {
        let name = |n: &u8| self.words.gettext_f("{n}-point", &[("n", n.to_string())]);
        let names: Vec<String> = points_of(set).iter().rev().map(name).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => self
                .words
                .gettext_f("{first} and {last}", &[("first", others.join(", ")), ("last", last.clone())]),
            None => String::new(),
        }
    }

    fn value(&self, feature: Feature, value: f32) -> String {
        if feature.is_chance() { (self.chance)(value) } else { format!("{value:.0}") }
    }

    fn counted(&self, feature: Feature) -> String {
        let words = &self.words;
        let [played, best] = &self.pair.names;
        let features = &self.pair.features;
        let [a, b] = features.each_ref().map(|one| self.value(feature, one.value(feature)));
        let (lo, hi) = (features[1].prime.1, features[1].prime.1 + features[1].prime.0.saturating_sub(1));
        let (lo, hi) = (lo.to_string(), hi.to_string());
        let values = [
            ("played", &**played),
            ("best", &**best),
            ("a", &*a),
            ("b", &*b),
            ("lowest", &*lo),
            ("highest", &*hi),
        ];
        let say = |phrase: &str| words.gettext_f(phrase, &values);
        match feature {
            Feature::ReturnShots if features[1].shots.costly == 0 => {
                say(noted("{played} leaves {a} return shots of 36, {best} leaves none."))
            }
            Feature::ReturnShots => say(noted("{played} leaves {a} return shots of 36, {best} leaves {b}.")),
            Feature::OnBar if features[0].on_bar == 0 => say(noted("{best} hits, {played} does not.")),
            Feature::OnBar => {
                say(noted("Opposing checkers on the bar: {b} after {best}, {a} after {played}."))
            }
            Feature::Prime => say(noted(
                "{best} has a prime of {b} points, from the {lowest}-point to the {highest}-point; {played} has {a}.",
            )),
            Feature::Timing => {
                say(noted("{best} keeps {b} pips to play before the prime breaks, {played} keeps {a}."))
            }
            Feature::Back => say(noted("Checkers back: {b} after {best}, {a} after {played}.")),
            Feature::BorneOff => say(noted("Checkers borne off: {b} by {best}, {a} by {played}.")),
            Feature::Wins => say(noted("{best} wins {b} of the games, {played} wins {a}.")),
            Feature::GammonsWon => say(noted("{best} wins {b} gammons, {played} wins {a}.")),
            Feature::GammonsLost => say(noted("{played} loses {a} gammons, {best} loses {b}.")),
            Feature::Blots
            | Feature::Shots
            | Feature::DirectShots
            | Feature::IndirectShots
            | Feature::Points
            | Feature::HomePoints
            | Feature::Anchors
            | Feature::Pips
            | Feature::OpponentPips => say(noted("Points made: {b} after {best}, {a} after {played}.")),
        }
    }

    /// A count of play `n` as a chip; `None` for those that others contain.
    fn chip(&self, difference: &Difference, n: usize) -> Option<String> {
        let words = &self.words;
        let value = self.value(difference.feature, difference.values[n]);
        let values = [("n", &*value)];
        let count = difference.values[n].round().max(0.0) as usize;
        let features = &self.pair.features[n];
        Some(match difference.feature {
            Feature::ReturnShots => words.ngettext_f("{n} return shot", "{n} return shots", count),
            Feature::Blots => words.ngettext_f("{n} blot", "{n} blots", count),
            Feature::OnBar => words.ngettext_f("{n} on the bar", "{n} on the bar", count),
            Feature::Points => words.ngettext_f("{n} point", "{n} points", count),
            Feature::HomePoints => words.ngettext_f("{n} home point", "{n} home points", count),
            Feature::Anchors => words.ngettext_f("{n} anchor", "{n} anchors", count),
            Feature::Prime => words.gettext_f("prime {n}", &values),
            Feature::Timing => words.gettext_f("timing {n}", &values),
            Feature::Back => words.ngettext_f("{n} back", "{n} back", count),
            Feature::BorneOff => words.ngettext_f("{n} off", "{n} off", count),
            Feature::OpponentPips | Feature::Pips => {
                // One chip for the race, where either pip count differs.
                let differs = |feature: Feature| {
                    self.pair.features[0].value(feature) != self.pair.features[1].value(feature)
                };
                if difference.feature == Feature::OpponentPips && differs(Feature::Pips) {
                    return None;
                }
                let [mine, theirs] = features.pips;
                words.gettext_f(
                    "race {lead}",
                    &[("lead", format!("{:+}", i32::from(theirs) - i32::from(mine)))],
                )
            }
            Feature::Wins => words.gettext_f("wins {n}", &values),
            Feature::GammonsWon => words.gettext_f("gammons won {n}", &values),
            Feature::GammonsLost => words.gettext_f("gammons lost {n}", &values),
            Feature::Shots | Feature::DirectShots | Feature::IndirectShots => return None,
        })
    }

    /// The opponent's rolls that are best and worst for the player, with the player's equity after the reply.
    fn extremes(&self, rolls: &NextRolls) -> [String; 2] {
        let list = |rolls: &[([u8; 2], f32)]| {
            let one = |([a, b], equity): &([u8; 2], f32)| format!("{a}{b} {equity:+.2}").replace('-', "−");
            rolls.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let [good, bad] = rolls.extremes();
        [
            self.words.gettext_f("good next rolls: {rolls}", &[("rolls", list(&good))]),
            self.words.gettext_f("bad next rolls: {rolls}", &[("rolls", list(&bad))]),
        ]
    }
}
