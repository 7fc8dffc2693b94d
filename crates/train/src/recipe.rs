// SPDX-License-Identifier: GPL-3.0-or-later
//! The steps from random weights to nets for the program, on processors alone.
//!
//! Every step is a command of the trainer, in a folder of its own. docs/evaluator.md, "Training", tells why they are in this order.

use serde::{Deserialize, Serialize};

/// How much is trained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub(crate) struct Extent {
    /// Seed of weights, games and orders
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games, labels and lists as a share of those of the full recipe
    #[arg(long, default_value_t = 1.0, value_parser = share)]
    scale: f64,
    /// Rounds of labels by the newest net, before the labels of two plies
    #[arg(long, default_value_t = 8)]
    rounds: u32,
    /// Generations of labels of two plies, each by the newest net
    #[arg(long, default_value_t = 3)]
    generations: u32,
    /// Points covered by the one-sided bearoff database
    #[arg(long, default_value_t = 13)]
    points: usize,
}

fn share(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("{text} is not a number"))?;
    if value > 0.0 && value <= 100.0 { Ok(value) } else { Err(format!("{text} is not between 0 and 100")) }
}

/// One thing to do in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A command of the trainer.
    Run(String),
    /// No later step reads these files.
    Remove(Vec<String>),
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Run(command) => f.write_str(command),
            Step::Remove(files) => write!(f, "remove {}", files.join(" ")),
        }
    }
}

/// The weights file that the last step writes.
pub(crate) const WEIGHTS: &str = "gnubg.weights";

/// The steps in their order.
pub(crate) fn steps(extent: Extent) -> Vec<Step> {
    let mut recipe =
        Recipe { extent, steps: Vec::new(), seed: extent.seed.wrapping_mul(10_000), old: Vec::new() };
    let first = recipe.first_nets();
    let best = (1..=extent.rounds).fold(first, |by, round| recipe.round(&by, round));
    let student = recipe.teach(&best);
    recipe.finish(&student);
    recipe.steps
}

struct Recipe {
    extent: Extent,
    steps: Vec<Step>,
    seed: u64,
    /// Files of labels of the round before, which are learned once more.
    old: Vec<String>,
}

/// Rounds in which the nets for races learn, too.
const ROUNDS_OF_RACES: [u32; 3] = [1, 3, 7];

/// The rare kinds of positions.
const RARE: &str = "--starts back-game,primes,late-hit,containment";

impl Recipe {
    fn run(&mut self, command: String) {
        self.steps.push(Step::Run(command));
    }

    fn next_seed(&mut self) -> u64 {
        self.seed += 1;
        self.seed
    }

    fn scaled(&self, full: u64) -> u64 {
        (full as f64 * self.extent.scale).ceil() as u64
    }

    /// Labels by `by` in a file of that name.
    fn label(&mut self, file: &str, by: &str, thousands: u64, options: &str) -> String {
        let (count, seed) = (self.scaled(1000 * thousands), self.next_seed());
        self.run(format!(
            "label --by {by} --databases D --count {count} --seed {seed} {options} --out {file}"
        ));
        file.to_owned()
    }

    /// Labels by `by` in a file of that name, and some of the rare kinds of positions in another.
    fn label_with_rare(
        &mut self,
        file: &str,
        by: &str,
        [usual, rare]: [u64; 2],
        options: &str,
    ) -> [String; 2] {
        let with_rare = format!("{options} {RARE}");
        [self.label(file, by, usual, options), self.label(&format!("rare-{file}"), by, rare, &with_rare)]
    }

    /// A fit of the nets of `from`; what follows `options` are files of labels.
    fn fit(&mut self, out: &str, options: &str, data: &[String]) {
        let seed = self.next_seed();
        let data = data.join(" ");
        self.run(format!(
            "fit --seed {seed} --filter-passes 0 --race-width 256 {options} --out {out} {data}"
        ));
    }

    /// Nets that know the game a little, from games against themselves.
    fn first_nets(&mut self) -> String {
        let points = self.extent.points;
        self.run(format!("databases D --points {points}"));
        let (games, seed) = (self.scaled(1_000_000), self.next_seed());
        self.run(format!("td --games {games} --width 384 --seed {seed} --out td.checkpoint"));
        let contact = self.label("first.labels", "td.checkpoint", 2_000, "--siblings 6");
        let races = self.label("first-races.labels", "td.checkpoint", 1_000, "--races --siblings 6");
        let data = [contact, races];
        self.fit("first.checkpoint", "--from td.checkpoint --width 384 --passes 4 --rate 1.5e-3", &data);
        self.old = data.into();
        self.filter("first.checkpoint", "round0.checkpoint");
        "round0.checkpoint".to_owned()
    }

    fn filter(&mut self, from: &str, out: &str) {
        let (lists, seed) = (self.scaled(250_000), self.next_seed());
        self.run(format!("filter {from} --lists {lists} --passes 5 --seed {seed} --out {out}"));
    }

    /// One round: promising plays by one ply of look-ahead, which order plays, and whole games, which correct levels.
    fn round(&mut self, by: &str, round: u32) -> String {
        let file = |kind: &str| format!("{kind}{round}.labels");
        let plays = self.label_with_rare(&file("plays"), by, [3_000, 1_000], "--siblings 6 --keep 4");
        let games =
            self.label_with_rare(&file("games"), by, [2_000, 1_000], "--trace 0.9 --siblings 6 --keep 5");
        let mut data = [plays, games].concat();
        let late_hits = "--trace 1 --siblings 6 --keep 5 --starts late-hit";
        data.push(self.label(&file("late-hits"), by, 700, late_hits));
        let races = ROUNDS_OF_RACES.contains(&round);
        if races {
            data.push(self.label(&file("races"), by, 2_000, "--races --siblings 6"));
            data.push(self.label(&file("race-games"), by, 2_000, "--races --trace 1 --siblings 6"));
        }
        let learned: Vec<String> = data.iter().chain(&self.old).cloned().collect();
        let fitted = format!("fitted{round}.checkpoint");
        // The first nets are far from what they can be, later ones only need a small correction.
        let pace = if round <= 4 { "--passes 2 --rate 8e-4" } else { "--passes 1 --rate 4e-4" };
        self.fit(&fitted, &format!("--from {by} --width 384 {pace}"), &learned);
        let unused = std::mem::replace(&mut self.old, data);
        self.steps.push(Step::Remove(unused));
        let next = format!("round{round}.checkpoint");
        match (races, round <= 4) {
            (true, _) => self.filter(&fitted, &next),
            // Labels of contact leave the net for races, which sees few of them, as it was.
            (false, true) => {
                self.run(format!("combine --contact {fitted} --race {by} --filter {by} --out {next}"))
            }
            (false, false) => {
                self.run(format!("average {by} {fitted} --out mean.checkpoint"));
                self.run(format!("combine --contact mean.checkpoint --race {by} --filter {by} --out {next}"));
            }
        }
        next
    }

    /// Generations of labels of two plies teach the net and a wider one, which is not used by the program.
    fn teach(&mut self, best: &str) -> String {
        let old = std::mem::take(&mut self.old);
        self.steps.push(Step::Remove(old));
        let mut deep = Vec::new();
        let student = (1..=self.extent.generations)
            .fold(best.to_owned(), |by, generation| self.generation(&by, generation, &mut deep));
        self.steps.push(Step::Remove(deep));
        student
    }

    /// One generation: new labels of two plies by `by` beside the earlier ones in `deep`. What the net and the wider one that
    /// learn them say in the mean is better than each, and teaches the net with labels without number.
    fn generation(&mut self, by: &str, generation: u32, deep: &mut Vec<String>) -> String {
        let file = format!("deep{generation}.labels");
        deep.extend(self.label_with_rare(&file, by, [10_000, 5_000], "--siblings 6 --keep 3 --sample 3"));
        let wide = format!("wide{generation}.checkpoint");
        // The wide net begins with random weights. Later generations correct it with ever more labels.
        let (pace, last, rates) = match generation {
            1 => ("--passes 6 --rate 1.5e-3".to_owned(), by.to_owned(), ["8e-4", "6e-4"]),
            _ => {
                let last = format!("wide{}.checkpoint", generation - 1);
                let rate = if generation == 2 { "6e-4" } else { "3e-4" };
                let pace = format!("--from {last} --batch 2048 --passes 2 --rate {rate}");
                (pace, last, ["4e-4", "3e-4"])
            }
        };
        self.fit(&wide, &format!("--width 640 {pace}"), deep);
        let mut student = format!("learned{generation}.checkpoint");
        self.fit(&student, &corrected(by, "4e-4"), deep);
        let mean = format!("--values {wide},{last},{student} --plies 0 --siblings 8");
        for (n, rate) in (1..).zip(rates) {
            let file = format!("mean{generation}-{n}.labels");
            let values = self.label_with_rare(&file, by, [40_000, 20_000], &mean);
            let next = format!("taught{generation}-{n}.checkpoint");
            self.fit(&next, &corrected(&student, rate), &[&values, deep.as_slice()].concat());
            self.steps.push(Step::Remove(values.into()));
            student = next;
        }
        // Labels of contact leave the net for races, which sees few of them, as it was.
        let next = format!("generation{generation}.checkpoint");
        self.run(format!("combine --contact {student} --race {by} --filter {by} --out {next}"));
        next
    }

    /// The filter of the last net, its readings of the cube and the weights file.
    fn finish(&mut self, student: &str) {
        self.filter(student, "last.checkpoint");
        self.run("export last.checkpoint plain.weights".to_owned());
        for (file, games) in [("look1.jsonl", 6_000), ("look2.jsonl", 14_000)] {
            let (games, seed) = (self.scaled(games), self.next_seed());
            let source = "--weights plain.weights --databases D --by-class";
            self.run(format!("cube look {source} --count {games} --seed {seed} --out {file}"));
        }
        self.run(format!(
            "cube fit --weights plain.weights --databases D --out {WEIGHTS} look1.jsonl look2.jsonl"
        ));
    }
}

/// The options of a fit that corrects a net for the program in one pass.
fn corrected(from: &str, rate: &str) -> String {
    format!("--from {from} --width 384 --batch 2048 --passes 1 --rate {rate}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;
    use clap::Parser;
    use std::collections::BTreeSet;

    const FULL: Extent = Extent { seed: 1, scale: 1.0, rounds: 8, generations: 3, points: 13 };

    /// The words of a command that name files or the folder of databases.
    fn files(command: &str) -> Vec<&str> {
        let is_file =
            |word: &&str| *word == "D" || word.ends_with(|c: char| c.is_alphabetic()) && word.contains('.');
        command.split([' ', ',']).filter(is_file).collect()
    }

    fn written(command: &str) -> &str {
        let words: Vec<&str> = command.split(' ').collect();
        match words[0] {
            "databases" => words[1],
            "export" => words[2],
            _ => words[words.iter().position(|word| *word == "--out").unwrap() + 1],
        }
    }

    #[test]
    fn steps_are_commands_that_read_what_was_written_before() {
        for (rounds, generations) in [(0, 0), (1, 1), (5, 0), (8, 3), (12, 5)] {
            let mut there = BTreeSet::new();
            for step in steps(Extent { rounds, generations, ..FULL }) {
                match step {
                    Step::Run(command) => {
                        let words = std::iter::once("train").chain(command.split_whitespace());
                        assert!(Arguments::try_parse_from(words).is_ok(), "{command}");
                        let out = written(&command);
                        let missing: Vec<_> = files(&command)
                            .into_iter()
                            .filter(|file| *file != out && !there.contains(*file))
                            .collect();
                        assert!(missing.is_empty(), "{command} reads {missing:?}");
                        there.insert(out.to_owned());
                    }
                    Step::Remove(files) => assert!(files.iter().all(|file| there.remove(file)), "{files:?}"),
                }
            }
            assert!(there.contains(WEIGHTS));
        }
    }

    #[test]
    fn every_seed_is_used_once_and_depends_on_the_seed_given() {
        let seeds = |seed| -> Vec<String> {
            let seed_of =
                |step: Step| Some(step.to_string().split_once("--seed ")?.1.split(' ').next()?.to_owned());
            steps(Extent { seed, ..FULL }).into_iter().filter_map(seed_of).collect()
        };
        let all: Vec<String> = seeds(1).into_iter().chain(seeds(2)).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn the_scale_has_limits() {
        assert_eq!(share("0.25"), Ok(0.25));
        assert!(["0", "-1", "101", "NaN", "a"].iter().all(|text| share(text).is_err()));
    }
}
