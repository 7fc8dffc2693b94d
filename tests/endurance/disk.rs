// SPDX-License-Identifier: GPL-3.0-or-later
//! A disk that is full and free again at random.

use super::player::{COMPUTERS, Program, compare, plays_recovered};
use super::{Chance, Rounds};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// Lets no file of the program grow, or all of them again.
fn set_full(id: u32, is_full: bool) {
    let pid = i32::try_from(id).ok().and_then(Pid::from_raw).expect("a process");
    let limit = Rlimit { current: is_full.then_some(0), maximum: None };
    prlimit(Some(pid), Resource::Fsize, limit).expect("a limit");
}

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn nothing_is_lost_on_a_disk_that_was_full() {
    for round in Rounds::new("full disks", 3, 100) {
        let mut chance = Chance::of_round(round);
        let folder = tempfile::tempdir().unwrap();
        let mut program = Program::start(folder.path(), round, &format!("{COMPUTERS}new match 25\n"));
        program.wait_for_play();
        for _ in 0..4 {
            set_full(program.id(), true);
            std::thread::sleep(chance.milliseconds(10, 300));
            set_full(program.id(), false);
            std::thread::sleep(chance.milliseconds(10, 300));
        }
        // What was held back is written within some seconds.
        std::thread::sleep(std::time::Duration::from_secs(4));
        let Some(told) = program.kill() else { continue };
        let recovered = plays_recovered(folder.path(), 1).unwrap_or_default();
        if let Err(fault) = compare(&told, &recovered) {
            panic!("round {round}: {fault}\ntold: {told:#?}\nrecovered: {recovered:#?}");
        }
    }
}
