// SPDX-License-Identifier: GPL-3.0-or-later
//! Thousands of games in one session: each costs as much as the first ones.

use super::Rounds;
use super::player::{COMPUTERS, Program};

/// What a game may need of memory for good. Some 35 computer decisions with about 1.2 KiB of candidates each are most of it,
/// 60 entries in the session's record and again in the journal's are 12 KiB; measured: 75 KiB in all.
const KIB_PER_GAME: u64 = 110;
/// Memory in KiB that the allocator may take at once and keep.
const ALLOCATOR_STEP: u64 = 16 << 10;

/// Processor time of the program, in hundredths of a second.
fn processor(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("the program runs");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    [11, 12].into_iter().map(|n| fields[n].parse::<u64>().expect("a number")).sum()
}

/// Memory of the program, in KiB.
fn memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("the program runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.split_whitespace().next().and_then(|kib| kib.parse().ok()).expect("a number")
}

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn time_and_memory_for_a_game_stay_the_same() {
    // A round is 25 games.
    const GAMES: usize = 25;
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), 1, &format!("{COMPUTERS}set display off\nnew session\n"));
    let mut measured = Vec::new();
    let mut last = None;
    for _ in Rounds::new("rounds of 25 games in one session", 8, 120) {
        program.wait_for(" wins ", GAMES * (measured.len() + 1));
        let now = (processor(program.id()), memory(program.id()));
        let before = last.replace(now).unwrap_or((0, 0));
        measured.push((now.0 - before.0, now.1.saturating_sub(before.1)));
    }
    // The first rounds fill caches.
    let n = measured.len();
    let quarter = (n / 4).max(1);
    let sum = |part: &[(u64, u64)]| part.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let early = sum(&measured[quarter..2 * quarter]);
    let late = sum(&measured[n - quarter..]);
    println!(
        "{} games; early: {} ms, {} KiB a game; late: {} ms, {} KiB a game",
        GAMES * n,
        10 * early.0 as usize / (quarter * GAMES),
        early.1 as usize / (quarter * GAMES),
        10 * late.0 as usize / (quarter * GAMES),
        late.1 as usize / (quarter * GAMES),
    );
    // Games differ in length; what grows with the session would be many times more.
    assert!(2 * late.0 <= 3 * early.0 + 80 * quarter as u64, "time: {measured:?}");
    // A game stays in the record with what the computers thought of, in the session and in the journal's copy.
    assert!(late.1 <= KIB_PER_GAME * (quarter * GAMES) as u64 + ALLOCATOR_STEP, "memory: {measured:?}");
}
