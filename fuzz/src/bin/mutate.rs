// SPDX-License-Identifier: GPL-3.0-or-later
//! Gives changed seeds to a target for some time, on any compiler. The changes follow from a number, so a run can be
//! repeated. It does not look at the code that an input reaches; cargo-fuzz does.

use gnubg_fuzz::{Target, targets};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Longest input, in bytes.
const MAX_BYTES: usize = 1 << 16;

/// An input that takes longer is reported.
const SLOW: Duration = Duration::from_secs(1);

const USAGE: &str = "usage: mutate TARGET|all [SECONDS [SEED]]\n       mutate --write-seeds TARGET FOLDER";

/// Random numbers that follow from a seed: xorshift64*, by G. Marsaglia and S. Vigna.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from 0 to `n - 1`, 0 if `n` is 0.
    fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { ((self.next() >> 32) as usize) % n }
    }
}

/// The words of the seeds: runs of letters and digits, and single other characters.
fn words(seeds: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    for seed in seeds {
        let runs = seed.chunk_by(|a, b| a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
        words.extend(runs.filter(|run| run.len() <= 32).map(<[u8]>::to_vec));
    }
    words.sort();
    words.dedup();
    words
}

/// Changes an input in one to sixteen places.
fn change(bytes: &mut Vec<u8>, random: &mut Random, seeds: &[Vec<u8>], words: &[Vec<u8>]) {
    for _ in 0..=random.below(16) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(64)).min(bytes.len());
        match random.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = [0, 1, 9, 10, 0x7f, 0x80, 0xff][random.below(7)],
            2 => drop(bytes.drain(at..end)),
            3 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            4 if !words.is_empty() => {
                let word = words[random.below(words.len())].clone();
                let over = if random.below(2) == 0 { at } else { (at + word.len()).min(bytes.len()) };
                bytes.splice(at..over, word);
            }
            5 => {
                let number =
                    [0i64, 1, -1, 7, 64, 255, 65_536, i64::from(i32::MAX), i64::MIN][random.below(9)];
                bytes.splice(at..at, number.to_string().into_bytes());
            }
            6 if end - at >= 4 => {
                let number = (random.next() >> random.below(64)) as u32;
                bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
            }
            7 if random.below(8) == 0 => bytes.truncate(at),
            8 if !seeds.is_empty() => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(256)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => {}
        }
        bytes.truncate(MAX_BYTES);
    }
}

/// Runs a target; `false` if it has found something, which is then in `fuzz/found`.
fn run(target: &Target, time: Duration, seed: u64) -> bool {
    let seeds = (target.seeds)();
    let words = words(&seeds);
    let mut random = Random(seed.wrapping_mul(2).wrapping_add(0x9E37_79B9_7F4A_7C15));
    let (start, mut runs, mut slowest) = (Instant::now(), 0u64, Duration::ZERO);
    let mut known = seeds.iter().cloned();
    while start.elapsed() < time {
        let input = known.next().unwrap_or_else(|| {
            let mut input = seeds.get(random.below(seeds.len())).cloned().unwrap_or_default();
            change(&mut input, &mut random, &seeds, &words);
            input
        });
        let began = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| (target.run)(&input)));
        let took = began.elapsed();
        runs += 1;
        slowest = slowest.max(took);
        if result.is_err() || took > SLOW {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
            let path = folder.join(format!("{}-{runs}", target.name));
            let saved = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, &input));
            println!("{}: input {runs} took {took:?}; {}: {saved:?}", target.name, path.display());
        }
        if result.is_err() {
            return false;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = runs as f64 / seconds;
    println!(
        "{:<13} {runs:>9} runs in {seconds:.0} s, {rate:.0} a second, slowest {slowest:.1?}",
        target.name
    );
    true
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let all = targets();
    let wanted =
        |name: &str| all.iter().filter(|target| name == "all" || target.name == name).collect::<Vec<_>>();
    let number = |word: Option<&&str>, default: u64| word.map_or(Some(default), |word| word.parse().ok());
    match words[..] {
        ["--write-seeds", name, folder] if !wanted(name).is_empty() => {
            let written = std::fs::create_dir_all(folder).and_then(|()| {
                let seeds = wanted(name).into_iter().flat_map(|target| (target.seeds)());
                (1..).zip(seeds).try_for_each(|(n, seed)| std::fs::write(format!("{folder}/seed-{n}"), seed))
            });
            if let Err(error) = written {
                eprintln!("{folder}: {error}");
                return ExitCode::FAILURE;
            }
            ExitCode::SUCCESS
        }
        [name, ref rest @ ..] if rest.len() <= 2 && !wanted(name).is_empty() => {
            let (Some(seconds), Some(seed)) = (number(rest.first(), 60), number(rest.get(1), 1)) else {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            };
            let time = Duration::from_secs(seconds);
            let is_clean =
                wanted(name).into_iter().fold(true, |so_far, target| run(target, time, seed) && so_far);
            if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        _ => {
            let names: Vec<&str> = all.iter().map(|target| target.name).collect();
            eprintln!("{USAGE}\ntargets: {}", names.join(" "));
            ExitCode::from(2)
        }
    }
}
