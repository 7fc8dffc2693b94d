// SPDX-License-Identifier: GPL-3.0-or-later
//! Two programs in one folder, and clocks that jump.

use super::player::{COMPUTERS, Program, compare, plays_recovered, run};
use super::{Chance, Rounds};
use std::time::{Duration, SystemTime};

#[test]
#[ignore = "takes minutes; `./x endure` runs it"]
fn two_programs_keep_their_matches_apart_also_when_the_clock_jumps() {
    for round in Rounds::new("two programs and a wrong clock", 3, 100) {
        let mut chance = Chance::of_round(round);
        let folder = tempfile::tempdir().unwrap();
        let start = |n: u64| {
            let lines = format!("{COMPUTERS}set defaultnames Ann{n} Bob{n}\nnew match 25\n");
            Program::start(folder.path(), 2 * round + n, &lines)
        };
        let mut programs = [start(0), start(1)];
        for program in &mut programs {
            program.wait_for_play();
        }
        std::thread::sleep(chance.milliseconds(0, 500));
        let lines = programs.each_ref().map(Program::lines);
        let [Some(told), Some(told_too)] = programs.map(Program::kill) else { continue };
        // The clock was wrong while one of them wrote: far in the past, or in the future.
        let year = Duration::from_secs(60 * 60 * 24 * 365);
        let wrong = if chance.below(2) == 0 { SystemTime::UNIX_EPOCH } else { SystemTime::now() + 70 * year };
        let journals: Vec<_> = std::fs::read_dir(folder.path().join("state/running"))
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "journal"))
            .collect();
        assert_eq!(journals.len(), 2, "round {round}");
        let one = &journals[chance.below(2) as usize];
        std::fs::File::options().write(true).open(one).unwrap().set_modified(wrong).unwrap();
        let [list, _] = run(folder.path(), "show recovery\n");
        let number = |name: &str| {
            1 + list
                .lines()
                .position(|line| line.contains(name))
                .unwrap_or_else(|| panic!("round {round}: {list}\n{lines:#?}"))
        };
        // Restoring the second one first keeps the number of the other.
        let mut order = [(number("Ann0"), &told), (number("Ann1"), &told_too)];
        order.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        for (number, told) in order {
            let recovered = plays_recovered(folder.path(), number).unwrap_or_default();
            if let Err(fault) = compare(told, &recovered) {
                panic!("round {round}: {fault}\ntold: {told:#?}\nrecovered: {recovered:#?}");
            }
        }
    }
}
