// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether what is said of a play is true: each sentence about recorded decisions is read as a person reads it, and each
//! number in it is counted on the board once more, in another way than the program counts.

use gnubg_engine::core::{Board, Dice, PLACES, PlayList, Side};
use gnubg_record::EntryAction;
use gnubg_record::explain::reasons::{BAD_ROLL, NextRolls};
use gnubg_report::why::{Explanation, PlayPair, explain};
use gnubg_report::words::Words;
use std::collections::BTreeMap;
use std::path::Path;

/// The sentences that there are, in English.
const SENTENCES: [&str; 16] = [
    "{best} makes the {points}, {played} does not.",
    "{played} breaks the {points}, {best} does not.",
    "Race after {best}: {b}; after {played}: {a}.",
    "Rolls of the opponent, of 36, that cost {limit} or more: {a} after {played}, {b} after {best}.",
    "{played} leaves {a} return shots of 36, {best} leaves none.",
    "{played} leaves {a} return shots of 36, {best} leaves {b}.",
    "{best} hits, {played} does not.",
    "Opposing checkers on the bar: {b} after {best}, {a} after {played}.",
    "{best} has a prime of {b} points, from the {lowest}-point to the {highest}-point; {played} has {a}.",
    "{best} keeps {b} pips to play before the prime breaks, {played} keeps {a}.",
    "Checkers back: {b} after {best}, {a} after {played}.",
    "Checkers borne off: {b} by {best}, {a} by {played}.",
    "{best} wins {b} of the games, {played} wins {a}.",
    "{best} wins {b} gammons, {played} wins {a}.",
    "{played} loses {a} gammons, {best} loses {b}.",
    "Nothing that can be counted separates these plays clearly.",
];

/// What a sentence says at its places, if it has this form.
fn read(form: &str, sentence: &str, names: &[String; 2]) -> Option<BTreeMap<String, String>> {
    let form = form.replace("{played}", &names[0]).replace("{best}", &names[1]);
    let (mut said, mut rest, mut at) = (BTreeMap::new(), sentence, form.as_str());
    loop {
        let Some((before, after)) = at.split_once('{') else { return (rest == at).then_some(said) };
        let (name, next) = after.split_once('}')?;
        rest = rest.strip_prefix(before)?;
        let end = match next.split_once('{') {
            Some((follows, _)) => rest.find(follows)?,
            None => rest.strip_suffix(next)?.len(),
        };
        said.insert(name.to_owned(), rest[..end].to_owned());
        (rest, at) = (&rest[end..], next);
    }
}

/// The number of checkers of the player who made the play, whose opponent is on roll in `after`, on a point.
fn mine(after: &Board, point: usize) -> u32 {
    u32::from(after.side(Side::Opponent)[point - 1])
}

/// Whether a play of the opponent, from `before` to `after`, hits at a cost: a checker that loses seven pips or more, two
/// checkers, or one whose place then holds several checkers or behind which no blot stands in the home board.
fn is_costly(before: &Board, after: &Board) -> bool {
    let on_bar = |side: &[u8; PLACES]| side[PLACES - 1];
    let n_hit = on_bar(after.side(Side::OnRoll)) - on_bar(before.side(Side::Opponent));
    let lost = (pips(after.side(Side::OnRoll)) - pips(before.side(Side::Opponent))) as usize;
    let hitter = after.side(Side::Opponent);
    n_hit > 1 || n_hit == 1 && (lost > 6 || hitter[lost - 1] > 1 || hitter.iter().take(6).all(|n| *n != 1))
}

/// Rolls of 36 that hit at a cost.
fn n_costly(after: &Board) -> u32 {
    let rolls = (1..=6).flat_map(|a| (1..=6).map(move |b| Dice::new(a, b).expect("dice")));
    let is_shot = |dice: &Dice| {
        let mut list = PlayList::new();
        list.generate(after, *dice);
        list.boards().iter().any(|next| is_costly(after, next))
    };
    rolls.filter(is_shot).count() as u32
}

/// Rolls of 36 after which a checker is on the bar that was not there before, in order of the dice.
fn hits(after: &Board) -> Vec<([u8; 2], bool)> {
    let bar = after.side(Side::Opponent)[PLACES - 1];
    let rolls = (1..=6).flat_map(|a| (1..=6).map(move |b| [a, b]));
    let is_hit = |[a, b]: [u8; 2]| {
        let mut list = PlayList::new();
        list.generate(after, Dice::new(a, b).expect("dice"));
        ([a, b], list.boards().iter().any(|next| next.side(Side::OnRoll)[PLACES - 1] > bar))
    };
    rolls.map(is_hit).collect()
}

fn n_hits(after: &Board) -> u32 {
    hits(after).iter().filter(|(_, hit)| *hit).count() as u32
}

/// Made-up equities after the opponent's rolls: hits cost much.
fn next_rolls(after: &Board) -> NextRolls {
    let roll = |(dice, hit): ([u8; 2], bool)| (dice, 1, if hit { -0.5 } else { 0.2 });
    NextRolls { rolls: hits(after).into_iter().map(roll).collect() }
}

fn pips(side: &[u8; PLACES]) -> i64 {
    (1..).zip(side).map(|(point, n)| point * i64::from(*n)).sum()
}

/// What stands ahead in the race, in words.
fn lead(after: &Board) -> String {
    let ahead = pips(after.side(Side::OnRoll)) - pips(after.side(Side::Opponent));
    match (ahead, ahead.abs()) {
        (0, _) => "even".to_owned(),
        (1.., 1) => "1 pip ahead".to_owned(),
        (1.., n) => format!("{n} pips ahead"),
        (_, 1) => "1 pip behind".to_owned(),
        (_, n) => format!("{n} pips behind"),
    }
}

/// Length and lowest point of the longest prime; of equal ones the rearmost.
fn prime(after: &Board) -> (usize, usize) {
    let run = |from: usize| (from..=24).take_while(|point| mine(after, *point) >= 2).count();
    (1..=24).map(|from| (run(from), from)).max().expect("24 points")
}

/// Pips to play before the prime breaks.
fn timing(after: &Board) -> u32 {
    let (length, lowest) = prime(after);
    let spare = |point: usize| {
        let is_needed = (lowest..lowest + length).contains(&point);
        mine(after, point).saturating_sub(if is_needed { 2 } else { 0 })
    };
    (1..=18).map(|point| spare(point) * (point as u32 - 1)).sum()
}

fn n_back(after: &Board) -> u32 {
    (19..=25).map(|point| mine(after, point)).sum()
}

fn n_checkers(side: &[u8; PLACES]) -> u32 {
    side.iter().map(|n| u32::from(*n)).sum()
}

/// The points of a text such as "8-point, 6-point and 5-point".
fn points(text: &str) -> Vec<usize> {
    let words = text.replace(" and ", ", ");
    words.split(", ").map(|word| word.trim_end_matches("-point").parse().expect("a point")).collect()
}

struct Checked<'a> {
    before: &'a Board,
    /// The play that was made, and the best one.
    pair: &'a PlayPair,
}

impl Checked<'_> {
    /// Checks one sentence; returns the number of numbers in it that were counted.
    fn check(&self, sentence: &str) -> usize {
        let forms = SENTENCES.iter().enumerate();
        let mut read = forms.filter_map(|(n, form)| Some((n, read(form, sentence, &self.pair.names)?)));
        let (n, said) = read.next().unwrap_or_else(|| panic!("no known sentence: {sentence}"));
        let [played, best] = &self.pair.after;
        let probs = self.pair.features.each_ref().map(|features| features.probs);
        let number = |name: &str| said[name].parse::<u32>().unwrap_or_else(|_| panic!("{sentence}"));
        let is = |name: &str, expected: u32| assert_eq!(number(name), expected, "{sentence}");
        let both = |count: &dyn Fn(&Board) -> u32| {
            is("a", count(played));
            is("b", count(best));
            2
        };
        let on_bar = |after: &Board| u32::from(after.side(Side::OnRoll)[PLACES - 1]);
        let bar_before = u32::from(self.before.side(Side::Opponent)[PLACES - 1]);
        let off = |after: &Board| {
            n_checkers(self.before.side(Side::OnRoll)) - n_checkers(after.side(Side::Opponent))
        };
        let chances = |value: [f32; 2]| {
            assert_eq!((&*said["a"], &*said["b"]), (&*chance(value[0]), &*chance(value[1])), "{sentence}");
            2
        };
        let held = |after: &Board, point: usize| mine(after, point) >= 2;
        let was_held = |point: usize| self.before.side(Side::OnRoll)[point - 1] >= 2;
        match n {
            0 => {
                let named = points(&said["points"]);
                for point in &named {
                    assert!(!was_held(*point) && held(best, *point) && !held(played, *point), "{sentence}");
                }
                named.len()
            }
            1 => {
                let named = points(&said["points"]);
                for point in &named {
                    assert!(was_held(*point) && !held(played, *point) && held(best, *point), "{sentence}");
                }
                named.len()
            }
            2 => {
                assert_eq!((&*said["a"], &*said["b"]), (&*lead(played), &*lead(best)), "{sentence}");
                2
            }
            3 => {
                assert_eq!(said["limit"].parse(), Ok(BAD_ROLL), "{sentence}");
                // The mean after the best play less the limit lies between the two made-up equities, or below both.
                let mean = f64::from(n_hits(best)) / 36.0 * -0.7 + 0.2;
                let is_bad = |equity: f64| equity < mean - f64::from(BAD_ROLL);
                both(&|after| {
                    let n = n_hits(after);
                    u32::from(is_bad(-0.5)) * n + u32::from(is_bad(0.2)) * (36 - n)
                })
            }
            4 => {
                is("a", n_costly(played));
                assert_eq!(n_costly(best), 0, "{sentence}");
                2
            }
            5 => both(&n_costly),
            6 => {
                assert!(on_bar(best) > bar_before && on_bar(played) == bar_before, "{sentence}");
                2
            }
            7 => both(&on_bar),
            8 => {
                let (length, lowest) = prime(best);
                is("lowest", lowest as u32);
                is("highest", (lowest + length - 1) as u32);
                both(&|after| prime(after).0 as u32) + 2
            }
            9 => both(&timing),
            10 => both(&n_back),
            11 => both(&off),
            12 => chances(probs.map(|probs| probs.win)),
            13 => chances(probs.map(|probs| probs.win_g)),
            14 => chances(probs.map(|probs| probs.lose_g)),
            _ => {
                // What would be told is not there.
                assert!(
                    n_costly(best) + 3 > n_costly(played) && n_back(best) >= n_back(played),
                    "{sentence}"
                );
                assert!(on_bar(best) <= on_bar(played) && off(best) <= off(played), "{sentence}");
                0
            }
        }
    }
}

fn chance(value: f32) -> String {
    format!("{:.1} %", 100.0 * value)
}

/// The decisions of a file in which another play was made than the best one.
fn decisions(path: &Path) -> Vec<(Board, PlayPair)> {
    let bytes = std::fs::read(path).expect("a recorded match");
    let Ok(found) = gnubg_formats::read(&bytes, None, None) else { return Vec::new() };
    let mut pairs = Vec::new();
    for record in found.matches.iter().map(|found| &found.record) {
        for step in record.games.iter().flat_map(|game| game.walk(record.length)) {
            let is_play = matches!(step.entry.action, EntryAction::Play { .. });
            let Some(analysis) = step.entry.play_analysis().filter(|_| is_play) else { continue };
            let board = step.before.board_of(step.entry.player);
            pairs.extend(PlayPair::of(analysis, &board).map(|pair| (board, pair)));
        }
    }
    pairs
}

fn explained(pair: &PlayPair) -> Explanation {
    let next = pair.after.each_ref().map(next_rolls);
    explain(pair, Some([&next[0], &next[1]]), Words::default(), &chance)
}

/// Every sentence about every recorded decision is true.
#[test]
fn sentences_are_true_for_recorded_decisions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples/xg");
    let Ok(files) = std::fs::read_dir(&folder) else {
        return println!("skipped: {} is absent", folder.display());
    };
    let paths = files.flatten().map(|file| file.path());
    let paths = paths.filter(|path| path.extension().is_some_and(|kind| kind == "xg"));
    let (mut n_decisions, mut n_sentences, mut n_numbers, mut n_without) = (0, 0, 0, 0);
    for (before, pair) in paths.flat_map(|path| decisions(&path)) {
        let told = explained(&pair);
        let checked = Checked { before: &before, pair: &pair };
        n_decisions += 1;
        n_without += usize::from(!told.has_reasons);
        n_sentences += told.sentences.len();
        n_numbers += told.sentences.iter().map(|sentence| checked.check(sentence)).sum::<usize>();
    }
    println!(
        "{n_decisions} decisions, {n_sentences} sentences, {n_numbers} numbers counted again; nothing separates the plays \
         in {n_without} decisions"
    );
    assert!(n_decisions >= 20 && n_numbers >= 40, "{n_decisions} decisions, {n_numbers} numbers");
}

/// A wrong number is found.
#[test]
fn a_false_sentence_is_found() {
    let before = Board::default();
    let dice = Dice::new(3, 1).expect("dice");
    let play = |text: &str| gnubg_engine::core::notation::resolve(&before, dice, text).expect("a play");
    let probs = gnubg_engine::core::Probs::default();
    let (played, best) = (play("13/10 6/5"), play("8/5 6/5"));
    let pair = PlayPair::new(&before, [(&played, &probs), (&best, &probs)]).expect("two plays");
    let checked = Checked { before: &before, pair: &pair };
    assert_eq!(checked.check("13/10 6/5 leaves 18 return shots of 36, 8/5 6/5 leaves none."), 2);
    for wrong in [
        "13/10 6/5 leaves 17 return shots of 36, 8/5 6/5 leaves none.",
        "8/5 6/5 makes the 4-point, 13/10 6/5 does not.",
        "Nothing that can be counted separates these plays clearly.",
    ] {
        let found = std::panic::catch_unwind(|| checked.check(wrong));
        assert!(found.is_err(), "{wrong}");
    }
}
