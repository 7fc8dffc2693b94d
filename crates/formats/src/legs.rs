// SPDX-License-Identifier: GPL-3.0-or-later
//! Checker movement as written in files, and the legal play it means.
//!
//! Files name the checkers moved, not always every step: `24/13` for a 6-5, `22/4` for three sixes, hits marked or not.
//! A text is matched against the legal plays by where the mover's own checkers end up, and among those by the hits it
//! implies. Movement that matches no legal play may still be possible on the board, if its checkers exist and no
//! landing is blocked.

use gnubg_engine::core::{Board, Dice, Place, Play, PlayList, Side, Step, Variation};

/// One checker's movement in the mover's numbering: 25 the bar, 0 off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// What a movement turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// A legal play.
    Legal(Play),
    /// Possible on the board, forbidden by the rules. The position after it has the opponent on roll.
    Illegal { play: Option<Play>, after: Board },
    /// Not possible.
    Impossible(String),
}

/// Reads movement such as `24/20*/18(2) bar/23 6/off`; `separator` stands between places (`/`, or `-` on FIBS).
pub(crate) fn parse(text: &str, separator: char) -> Result<Vec<Leg>, String> {
    let mut legs = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',' || c == ';') {
        let word = word.trim_end_matches('.');
        // Some servers write `0/0` for a die that no checker was left for.
        if word.is_empty() || matches!(word, "*" | "0/0") {
            continue;
        }
        let (path, count) = match word.split_once('(') {
            Some((path, count)) => (path, repeat(count).ok_or_else(|| unknown(word))?),
            None => (word, 1),
        };
        let path = path.replace('*', "");
        let places: Option<Vec<u8>> = split_path(&path, separator).map(place).collect();
        let places = places.filter(|places| places.len() >= 2).ok_or_else(|| unknown(word))?;
        for _ in 0..count {
            legs.extend(places.windows(2).map(|pair| Leg { from: pair[0], to: pair[1] }));
        }
        if legs.len() > 4 {
            return Err("a play has at most four steps".to_owned());
        }
    }
    match legs.iter().find(|leg| leg.from == 0 || leg.to == 25 || leg.from == leg.to) {
        Some(leg) => Err(format!("no checker can move from {} to {}", name(leg.from), name(leg.to))),
        None => Ok(legs),
    }
}

/// What can be read at the start of a damaged text.
pub(crate) fn start(text: &str, separator: char) -> Vec<Leg> {
    let words: Vec<&str> = text.split_whitespace().take(4).collect();
    let parses = |n: usize| parse(&words[..n].join(" "), separator).ok();
    (1..=words.len()).map_while(parses).last().unwrap_or_default()
}

fn unknown(word: &str) -> String {
    format!("{:?} is not a checker movement", word.chars().take(20).collect::<String>())
}

fn repeat(text: &str) -> Option<usize> {
    let count: usize = text.trim_end_matches(['*', ')']).parse().ok()?;
    (1..=4).contains(&count).then_some(count)
}

/// The places of a path. With `/` between them a dash may stand for "off", so only the separator splits.
fn split_path(path: &str, separator: char) -> impl Iterator<Item = &str> {
    path.split(separator)
}

fn place(text: &str) -> Option<u8> {
    let is = |word: &str| {
        !text.is_empty()
            && word.len() >= text.len()
            && word.as_bytes()[..text.len()].eq_ignore_ascii_case(text.as_bytes())
    };
    if is("bar") {
        return Some(25);
    }
    if is("off") || text == "-" {
        return Some(0);
    }
    text.parse().ok().filter(|&place| place <= 25 && text.len() <= 2)
}

fn name(place: u8) -> String {
    Place::from_number(place).map_or_else(|| place.to_string(), |place| place.to_string())
}

/// Finds what `legs` mean for the player on roll of `board`. `dice` are as written; the first is tried first where the
/// order of a checker's steps is not said.
pub(crate) fn resolve(
    board: &Board,
    dice: [u8; 2],
    plays: &PlayList,
    legs: &[Leg],
    variation: Variation,
) -> Resolved {
    if let Some(after) = legal_board(board, plays, legs) {
        let steps =
            exact_steps(board, dice, legs, &after).or_else(|| expanded_steps(board, dice, legs, &after));
        let found = plays.find(&after).map(|n| plays.plays()[n]);
        if let Some(play) = steps.or_else(|| found.map(|play| canonical(play.steps()))) {
            return Resolved::Legal(play);
        }
    }
    let mut sorted = legs.to_vec();
    sorted.sort_by_key(|leg| std::cmp::Reverse((leg.from, leg.to)));
    let moved = move_legs(board, legs).or_else(|_| move_legs(board, &sorted));
    match moved {
        Ok(after) if after.check(variation).is_ok() => {
            let steps: Option<Vec<Step>> = sorted.iter().map(step).collect();
            let play = steps.as_deref().and_then(Play::from_steps);
            Resolved::Illegal { play: play.filter(|play| play.apply(board) == after), after: after.swapped() }
        }
        Ok(_) => Resolved::Impossible("the position after the play cannot occur".to_owned()),
        Err(reason) => Resolved::Impossible(reason),
    }
}

/// The steps of a play that leads to `after` (the opponent on roll): those of `legs` where they do, else any.
pub(crate) fn steps_to(
    board: &Board,
    dice: [u8; 2],
    plays: &PlayList,
    legs: &[Leg],
    after: &Board,
) -> Option<Play> {
    if *after == board.swapped() {
        return Some(Play::EMPTY);
    }
    let found = plays.find(after).map(|n| canonical(plays.plays()[n].steps()));
    exact_steps(board, dice, legs, after).or_else(|| expanded_steps(board, dice, legs, after)).or(found)
}

fn step(leg: &Leg) -> Option<Step> {
    Some(Step { from: Place::from_number(leg.from)?, to: Place::from_number(leg.to)? })
}

/// Steps in the order of this program's files: by source, then destination, both descending.
pub(crate) fn canonical(steps: &[Step]) -> Play {
    let mut steps = steps.to_vec();
    steps.sort_by(|a, b| b.cmp(a));
    Play::from_steps(&steps).unwrap_or(Play::EMPTY)
}

/// The position after the legal play that `legs` mean, the opponent on roll.
pub(crate) fn after(board: &Board, plays: &PlayList, legs: &[Leg]) -> Option<Board> {
    legal_board(board, plays, legs)
}

/// The position of the legal play that moves the mover's checkers as `legs` do.
fn legal_board(board: &Board, plays: &PlayList, legs: &[Leg]) -> Option<Board> {
    let mut own = board.side(Side::OnRoll).map(i16::from);
    let mut other = *board.side(Side::Opponent);
    for leg in legs {
        *own.get_mut(usize::from(leg.from).checked_sub(1)?)? -= 1;
        if leg.to > 0 {
            let to = usize::from(leg.to) - 1;
            *own.get_mut(to)? += 1;
            if to < 24 && other[23 - to] == 1 {
                other[23 - to] = 0;
                other[24] += 1;
            }
        }
    }
    let same_own = |after: &&Board| after.side(Side::Opponent).map(i16::from) == own;
    let fitting = || plays.boards().iter().filter(same_own);
    let exact = fitting().find(|after| *after.side(Side::OnRoll) == other);
    exact.or_else(|| fitting().min_by_key(|after| after.side(Side::OnRoll)[24])).copied()
}

/// The legs themselves as steps, if each uses one die and together they lead to `after`.
fn exact_steps(board: &Board, dice: [u8; 2], legs: &[Leg], after: &Board) -> Option<Play> {
    let steps: Vec<Step> = legs.iter().map(step).collect::<Option<_>>()?;
    let most = dice[0].max(dice[1]);
    let one_die = |leg: &Leg| match leg.to {
        0 => dice.contains(&leg.from) || leg.from < most,
        to => dice.contains(&leg.from.saturating_sub(to)),
    };
    let n_dice = if dice[0] == dice[1] { 4 } else { 2 };
    if steps.len() > n_dice || !legs.iter().all(one_die) {
        return None;
    }
    let play = canonical(&steps);
    (play.apply(board).swapped() == *after).then_some(play)
}

/// Each leg cut into steps of the dice.
fn expanded_steps(board: &Board, dice: [u8; 2], legs: &[Leg], after: &Board) -> Option<Play> {
    let [first, second] = dice;
    let orders =
        if first == second { vec![[first; 4]] } else { vec![[first, second, 0, 0], [second, first, 0, 0]] };
    orders.into_iter().find_map(|order| {
        let mut steps = Vec::new();
        if legs.len() > 1 && first != second {
            return None;
        }
        for leg in legs {
            let mut at = leg.from;
            for die in order {
                if at == leg.to || die == 0 {
                    break;
                }
                let next = at.saturating_sub(die);
                steps.push(step(&Leg { from: at, to: next })?);
                at = next;
            }
            if at != leg.to || steps.len() > 4 {
                return None;
            }
        }
        let play = canonical(&steps);
        let open = gnubg_record::walk::play_is_possible(board, &play);
        (open && play.apply(board).swapped() == *after).then_some(play)
    })
}

/// Moves the checkers one after the other; `Err` says why one cannot go.
fn move_legs(board: &Board, legs: &[Leg]) -> Result<Board, String> {
    let mut after = *board;
    for leg in legs {
        let from =
            usize::from(leg.from).checked_sub(1).ok_or("a checker that has been borne off cannot move")?;
        let count = after.side(Side::OnRoll).get(from).copied().unwrap_or(0);
        if count == 0 {
            return Err(format!("there is no checker on {}", name(leg.from)));
        }
        after.set(Side::OnRoll, from, count - 1);
        let Some(to) = usize::from(leg.to).checked_sub(1) else { continue };
        if to >= 24 {
            return Err("a checker cannot move to the bar".to_owned());
        }
        let held = after.side(Side::Opponent)[23 - to];
        if held > 1 {
            return Err(format!("the opponent holds point {}", leg.to));
        }
        if held == 1 {
            after.set(Side::Opponent, 23 - to, 0);
            after.set(Side::Opponent, 24, after.side(Side::Opponent)[24].saturating_add(1));
        }
        after.set(Side::OnRoll, to, after.side(Side::OnRoll)[to].saturating_add(1));
    }
    Ok(after)
}

/// Two numbers as dice, if they are.
pub(crate) fn dice(a: u8, b: u8) -> Option<Dice> {
    Dice::new(a, b).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::MoveRules;

    fn legs(text: &str) -> Vec<(u8, u8)> {
        parse(text, '/').unwrap().iter().map(|leg| (leg.from, leg.to)).collect()
    }

    #[test]
    fn every_spelling() {
        assert_eq!(legs("24/20*/18 13/off"), [(24, 20), (20, 18), (13, 0)]);
        assert_eq!(legs("Bar/20*, b/21 6/OFF"), [(25, 20), (25, 21), (6, 0)]);
        assert_eq!(legs("8/4*(2) 25/20"), [(8, 4), (8, 4), (25, 20)]);
        assert_eq!(legs("5/off(2)"), [(5, 0), (5, 0)]);
        assert_eq!(legs(" 6/- 5/o"), [(6, 0), (5, 0)]);
        assert_eq!(legs(""), []);
        for bad in ["8", "8/", "8/5/", "26/3", "8/5(5)", "x", "0/5", "8/bar", "5/5", "1/2(4) 3/2", "-1/3"] {
            assert!(parse(bad, '/').is_err(), "{bad}");
        }
        assert_eq!(parse("17-20 bar-3", '-').unwrap().len(), 2);
    }

    fn check(board: &Board, dice: [u8; 2], text: &str) -> Resolved {
        let mut plays = PlayList::new();
        plays.generate_with(board, Dice::new(dice[0], dice[1]).unwrap(), MoveRules::default());
        resolve(board, dice, &plays, &parse(text, '/').unwrap(), Variation::Standard)
    }

    fn steps(resolved: Resolved) -> String {
        match resolved {
            Resolved::Legal(play) => format!("{play:?}"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn joined_steps_are_split() {
        let start = Board::default();
        assert_eq!(steps(check(&start, [6, 5], "24/13")), "24/18 18/13");
        assert_eq!(steps(check(&start, [5, 6], "24/13")), "24/18 18/13", "24/19 is blocked");
        assert_eq!(steps(check(&start, [4, 2], "13/7")), "13/9 9/7");
        assert_eq!(steps(check(&start, [2, 4], "13/7")), "13/11 11/7");
        assert_eq!(steps(check(&start, [6, 6], "24/18(2) 13/7(2)")), "24/18 24/18 13/7 13/7");
        assert_eq!(steps(check(&start, [3, 3], "24/15 13/10")), "24/21 21/18 18/15 13/10");
        assert_eq!(steps(check(&start, [3, 1], "6/5 8/5")), "8/5 6/5");
    }

    #[test]
    fn hits_decide_between_paths() {
        let mut board = Board::EMPTY;
        board.set(Side::OnRoll, 12, 2);
        board.set(Side::OnRoll, 0, 13);
        board.set(Side::Opponent, 23 - 8, 1);
        board.set(Side::Opponent, 23, 2);
        // 13/9* hits on the way with the 4; 13/11/7 does not.
        assert_eq!(steps(check(&board, [4, 2], "13/9*/7")), "13/9 9/7");
        assert_eq!(steps(check(&board, [4, 2], "13/7")), "13/11 11/7");
    }

    #[test]
    fn illegal_and_impossible_plays_are_distinguished() {
        let start = Board::default();
        let Resolved::Illegal { play, after } = check(&start, [3, 1], "13/8 6/5") else { panic!("illegal") };
        assert!(play.is_some());
        assert_eq!(after.pips(), [167, 161]);
        let Resolved::Illegal { play, .. } = check(&start, [3, 1], "8/5 13/14") else { panic!("illegal") };
        assert!(play.is_some_and(|play| play.steps().len() == 2));
        assert!(matches!(check(&start, [3, 1], "20/17"), Resolved::Impossible(_)));
        assert!(matches!(check(&start, [6, 5], "24/19 13/7"), Resolved::Impossible(_)));
    }
}
