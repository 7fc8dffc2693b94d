// SPDX-License-Identifier: GPL-3.0-or-later
//! A drawn pattern: how many checkers may stand on the places of a small board, the cube and the roll. It is a view of the
//! conditions of a query that can be drawn: read from its text, and written into it again beside the other conditions.

use super::ast::{Compare, Expr, Query, QueryValue, Together, Whose};
use super::fields::Field;
use super::parse::{conditions, is_choice};
use gnubg_engine::core::{Board, Side};

/// The most checkers of a side.
pub const MOST: u8 = 15;

/// How many checkers are wanted: from the first to the second number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wanted(pub u8, pub u8);

impl Wanted {
    /// Any number: no condition.
    pub const ANY: Wanted = Wanted(0, MOST);
    /// None.
    pub const NONE: Wanted = Wanted(0, 0);
    /// A single checker.
    pub const BLOT: Wanted = Wanted(1, 1);
    /// A point made.
    pub const MADE: Wanted = Wanted(2, MOST);

    /// At least so many.
    #[must_use]
    pub const fn at_least(n: u8) -> Wanted {
        Wanted(n, MOST)
    }

    /// At most so many.
    #[must_use]
    pub const fn at_most(n: u8) -> Wanted {
        Wanted(0, n)
    }

    /// Exactly so many.
    #[must_use]
    pub const fn exactly(n: u8) -> Wanted {
        Wanted(n, n)
    }

    /// What a comparison wants; `None` if that is not from one number to another.
    fn of(compare: Compare, n: u8) -> Option<Wanted> {
        match compare {
            Compare::Is => Some(Wanted::exactly(n)),
            Compare::AtLeast => Some(Wanted::at_least(n)),
            Compare::AtMost => Some(Wanted::at_most(n)),
            Compare::More => Some(Wanted::at_least(n.saturating_add(1))),
            Compare::Less => n.checked_sub(1).map(Wanted::at_most),
            Compare::IsNot | Compare::Like => None,
        }
        .filter(|wanted| wanted.0 <= MOST && wanted.1 <= MOST)
    }

    /// The comparisons that say so.
    fn comparisons(self) -> Vec<(Compare, u8)> {
        let Wanted(from, to) = self;
        if from == to {
            return vec![(Compare::Is, from)];
        }
        let low = (from > 0).then_some((Compare::AtLeast, from));
        low.into_iter().chain((to < MOST).then_some((Compare::AtMost, to))).collect()
    }

    /// What is wanted if this is not.
    fn unwanted(self) -> Option<Wanted> {
        match self {
            Wanted(0, to) if to < MOST => Some(Wanted::at_least(to + 1)),
            Wanted(from, MOST) if from > 0 => Some(Wanted::at_most(from - 1)),
            _ => None,
        }
    }

    fn and(self, other: Wanted) -> Option<Wanted> {
        let both = Wanted(self.0.max(other.0), self.1.min(other.1));
        (both.0 <= both.1).then_some(both)
    }
}

/// A condition on places. The order sorts those of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PatternPart {
    /// Whether it is about the checkers of the opponent of the player who decides.
    pub is_theirs: bool,
    /// How several places count together. A condition on each of several places is one part for each.
    pub together: Together,
    /// What is wanted.
    pub wanted: Wanted,
    /// The places, numbered by the player who decides: 1 to 24, 25 his bar (his opponent's for the opponent's checkers), 0
    /// borne off.
    pub places: Vec<u8>,
}

/// A drawn pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// What must be on the places.
    parts: Vec<PatternPart>,
    /// Whose the cube is, as in queries.
    cube: Option<String>,
    /// The roll, as in queries.
    dice: Option<String>,
    /// Whether either side may have it.
    is_for_either_side: bool,
}

/// The same place seen by the other side.
const fn mirrored(place: u8) -> u8 {
    if 1 <= place && place <= 24 { 25 - place } else { place }
}

impl PatternPart {
    /// The conditions that a term on points stands for; `None` if it cannot be drawn.
    fn of(expr: &Expr) -> Option<Vec<PatternPart>> {
        if let Expr::Not(inner) = expr {
            let all = PatternPart::of(inner)?;
            let [one] = &all[..] else { return PatternPart::none_of_all(all) };
            return Some(vec![PatternPart {
                wanted: one.wanted.unwanted()?,
                together: one.together.opposite(one.places.len()),
                ..one.clone()
            }]);
        }
        let Expr::Points { whose, places, compare, count, together } = expr else { return None };
        let part = PatternPart {
            is_theirs: *whose == Whose::Their,
            together: *together,
            wanted: Wanted::of(*compare, *count)?,
            places: places.clone(),
        };
        Some(part.split())
    }

    /// What is wanted if conditions on each of some places do not all hold.
    fn none_of_all(all: Vec<PatternPart>) -> Option<Vec<PatternPart>> {
        let places = all.iter().flat_map(|one| one.places.clone()).collect();
        let first = all.into_iter().next()?;
        Some(vec![PatternPart { wanted: first.wanted.unwanted()?, together: Together::Any, places, ..first }])
    }

    /// One condition for each place, where each place has to meet it.
    fn split(self) -> Vec<PatternPart> {
        if self.together != Together::All && self.places.len() > 1 {
            return vec![self];
        }
        let one = |place: &u8| PatternPart { together: Together::All, places: vec![*place], ..self.clone() };
        self.places.iter().map(one).collect()
    }

    fn mirrored(&self) -> PatternPart {
        let mut places: Vec<u8> = self.places.iter().map(|place| mirrored(*place)).collect();
        places.sort_unstable();
        PatternPart { is_theirs: !self.is_theirs, places, ..self.clone() }
    }
}

/// The conditions as expressions. Places of which the same is wanted share one.
fn exprs(parts: &[PatternPart]) -> Vec<Expr> {
    let mut written: Vec<PatternPart> = Vec::new();
    for part in parts {
        let same = written.last_mut().filter(|last| {
            let all = Together::All;
            (last.is_theirs, last.wanted, last.together) == (part.is_theirs, part.wanted, all)
        });
        match same {
            Some(last) if part.together == Together::All => last.places.extend(&part.places),
            _ => written.push(part.clone()),
        }
    }
    let terms = written.iter().flat_map(|part| {
        part.wanted.comparisons().into_iter().map(|(compare, count)| Expr::Points {
            whose: if part.is_theirs { Whose::Their } else { Whose::My },
            places: part.places.clone(),
            compare,
            count,
            together: part.together,
        })
    });
    terms.collect()
}

fn all(mut exprs: Vec<Expr>) -> Option<Expr> {
    if exprs.len() > 1 { Some(Expr::And(exprs)) } else { exprs.pop() }
}

/// The word of a term that compares a field with one value.
fn word_of(expr: &Expr, wanted: Field) -> Option<String> {
    let Expr::Term { whose: None, field, compare: Compare::Is, values } = expr else { return None };
    match &values[..] {
        [QueryValue::Text(word)] if *field == wanted => Some(word.clone()),
        _ => None,
    }
}

fn term(field: Field, word: &str) -> Expr {
    Expr::Term { whose: None, field, compare: Compare::Is, values: vec![QueryValue::Text(word.to_owned())] }
}

impl Pattern {
    /// The pattern of exactly a board, seen by the player who decides.
    #[must_use]
    pub fn of_board(board: &Board) -> Pattern {
        Pattern::loosened(board, 0)
    }

    /// The pattern of a board with so many steps of freedom: with 1 to 2 every number may be that much smaller or greater
    /// (a made point stays made), with more only points that are made, and single checkers behind, are kept.
    #[must_use]
    pub fn loosened(board: &Board, steps: u8) -> Pattern {
        let mut pattern = Pattern::default();
        for (side, is_theirs) in [(Side::OnRoll, false), (Side::Opponent, true)] {
            for (index, &n) in board.side(side).iter().enumerate() {
                let place = match (index, is_theirs) {
                    (24, _) => 25,
                    (_, false) => index as u8 + 1,
                    (_, true) => 24 - index as u8,
                };
                let wanted = match (steps, n) {
                    (0, n) => Wanted::exactly(n),
                    (1 | 2, 0) => Wanted::at_most(steps - 1),
                    (1 | 2, 1) => Wanted(2 - steps, 1),
                    (1 | 2, n) => Wanted((n - n.min(steps)).max(2), n + steps),
                    (_, 2..) => Wanted::MADE,
                    (_, 1) if index >= 18 => Wanted::at_least(1),
                    _ => continue,
                };
                pattern.want(is_theirs, &[place], Together::All, wanted);
            }
        }
        pattern
    }

    /// What can be drawn of a query; `None` if the query cannot be understood.
    #[must_use]
    pub fn of_query(text: &str) -> Option<Pattern> {
        Query::parse(text).ok()?;
        let exprs = conditions(text).into_iter().map(|range| condition(&text[range]));
        Some(drawn(exprs.collect()).0)
    }

    /// The query with this pattern in place of what was drawn in it; everything else stays as it was typed. A query that
    /// cannot be understood stays whole.
    #[must_use]
    pub fn written_into(&self, text: &str) -> String {
        if Query::parse(text).is_err() {
            return text.to_owned();
        }
        let ranges = conditions(text);
        let tail = ranges.last().map_or(text.trim(), |last| text[last.end..].trim());
        let (_, is_drawn) = drawn(ranges.iter().map(|range| condition(&text[range.clone()])).collect());
        let place = is_drawn.iter().position(|drawn| *drawn).unwrap_or(ranges.len());
        let kept = |from: usize, to: usize| {
            let kept = (from..to).filter(|n| !is_drawn[*n]).map(|n| text[ranges[n].clone()].to_owned());
            // Beside others a choice needs parentheses.
            kept.map(|one| if is_choice(&one) && !self.is_empty() { format!("({one})") } else { one })
                .collect::<Vec<String>>()
        };
        let own = match self.expr() {
            Some(Expr::And(all)) => all.iter().map(|one| one.text(true)).collect(),
            other => other.iter().map(|one| one.text(true)).collect::<Vec<String>>(),
        };
        let mut words = kept(0, place);
        words.extend(own);
        words.extend(kept(place, ranges.len()));
        words.extend((!tail.is_empty()).then(|| tail.to_owned()));
        words.join(" ")
    }

    /// What is wanted on places together, of the player who decides or of his opponent.
    #[must_use]
    pub fn wanted(&self, is_theirs: bool, places: &[u8], together: Together) -> Wanted {
        let is_it = |part: &&PatternPart| {
            part.is_theirs == is_theirs && part.places == places && part.together == together
        };
        self.parts.iter().find(is_it).map_or(Wanted::ANY, |part| part.wanted)
    }

    /// Wants a number of checkers on places together, which are in order; on each of several places it is a condition for
    /// each. [`Wanted::ANY`] takes the condition away.
    pub fn want(&mut self, is_theirs: bool, places: &[u8], together: Together, wanted: Wanted) {
        let part = PatternPart { is_theirs, together, wanted, places: places.to_vec() };
        for part in part.split() {
            self.parts.retain(|old| {
                (old.is_theirs, &old.places, old.together) != (is_theirs, &part.places, part.together)
            });
            if wanted != Wanted::ANY {
                self.parts.push(part);
            }
        }
        self.parts.sort();
    }

    /// The conditions on places.
    #[must_use]
    pub fn parts(&self) -> &[PatternPart] {
        &self.parts
    }

    /// Whose the cube is, as in queries.
    #[must_use]
    pub fn cube(&self) -> Option<&str> {
        self.cube.as_deref()
    }

    /// Wants the cube so, as in queries.
    pub fn want_cube(&mut self, word: Option<&str>) {
        self.cube = word.map(str::to_owned);
    }

    /// The roll, as in queries.
    #[must_use]
    pub fn dice(&self) -> Option<&str> {
        self.dice.as_deref()
    }

    /// Wants such a roll, as in queries.
    pub fn want_dice(&mut self, word: Option<&str>) {
        self.dice = word.map(str::to_owned);
    }

    /// Whether either side may have it.
    #[must_use]
    pub fn is_for_either_side(&self) -> bool {
        self.is_for_either_side
    }

    /// Lets either side have it, or only the side drawn.
    pub fn set_for_either_side(&mut self, is_for_either_side: bool) {
        self.is_for_either_side = is_for_either_side;
    }

    /// Whether nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.cube.is_none() && self.dice.is_none()
    }

    /// The pattern of the other side, but for the roll.
    fn mirrored(&self) -> Pattern {
        let mut parts: Vec<PatternPart> = self.parts.iter().map(PatternPart::mirrored).collect();
        parts.sort();
        let cube = self.cube.as_deref().map(|owner| match owner {
            "mine" => "theirs".to_owned(),
            "theirs" => "mine".to_owned(),
            other => other.to_owned(),
        });
        Pattern { parts, cube, ..self.clone() }
    }

    /// What one side must have.
    fn side(&self) -> Option<Expr> {
        let cube = self.cube.iter().map(|word| term(Field::CubeValue, word));
        all(exprs(&self.parts).into_iter().chain(cube).collect())
    }

    /// The expression that a decision must fit; `None` if nothing is asked for.
    #[must_use]
    pub fn expr(&self) -> Option<Expr> {
        let dice = self.dice.iter().map(|word| term(Field::Dice, word));
        let sides = match (self.is_for_either_side, self.side(), self.mirrored().side()) {
            (true, Some(one), Some(other)) => vec![Expr::Or(vec![one, other])],
            (_, Some(Expr::And(all)), _) => all,
            (_, one, _) => one.into_iter().collect(),
        };
        all(sides.into_iter().chain(dice).collect())
    }

    /// Takes up a condition, if it can be drawn.
    fn add(&mut self, expr: &Expr) -> bool {
        if let Some(word) = word_of(expr, Field::CubeValue).filter(|_| self.cube.is_none()) {
            self.cube = Some(word);
            return true;
        }
        if let Some(word) = word_of(expr, Field::Dice).filter(|_| self.dice.is_none()) {
            self.dice = Some(word);
            return true;
        }
        let Some(parts) = PatternPart::of(expr) else { return false };
        let mut with = self.clone();
        for part in parts {
            let before = with.wanted(part.is_theirs, &part.places, part.together);
            // Of several places, two conditions may be met by different ones.
            let is_same_place = matches!(part.together, Together::All | Together::Sum);
            let both = (before == Wanted::ANY || is_same_place).then(|| before.and(part.wanted)).flatten();
            let Some(wanted) = both else { return false };
            with.want(part.is_theirs, &part.places, part.together, wanted);
        }
        *self = with;
        true
    }

    /// The pattern of a choice between a board and its mirror image.
    fn for_either_side(expr: &Expr) -> Option<Pattern> {
        let Expr::Or(sides) = expr else { return None };
        let [one, other] = &sides[..] else { return None };
        let side = |expr: &Expr| {
            let mut pattern = Pattern::default();
            let parts = if let Expr::And(all) = expr { &all[..] } else { std::slice::from_ref(expr) };
            let is_drawn = parts.iter().all(|part| word_of(part, Field::Dice).is_none() && pattern.add(part));
            is_drawn.then_some(pattern)
        };
        let pattern = side(one)?;
        (side(other)?.mirrored() == pattern).then_some(Pattern { is_for_either_side: true, ..pattern })
    }
}

/// What a condition of a query means.
fn condition(text: &str) -> Option<Expr> {
    Query::parse(text).ok()?.expr
}

/// What can be drawn of conditions, and which of them that is. A pattern for either side is drawn alone.
fn drawn(conditions: Vec<Option<Expr>>) -> (Pattern, Vec<bool>) {
    let either = conditions.iter().position(|one| one.as_ref().and_then(Pattern::for_either_side).is_some());
    let mut pattern =
        either.and_then(|n| Pattern::for_either_side(conditions[n].as_ref()?)).unwrap_or_default();
    let is_drawn = conditions.iter().enumerate().map(|(n, one)| match one {
        _ if either == Some(n) => true,
        Some(one) if either.is_none() || word_of(one, Field::Dice).is_some() => pattern.add(one),
        _ => false,
    });
    let is_drawn = is_drawn.collect();
    (pattern, is_drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> String {
        Pattern::of_query(text).expect(text).written_into(text)
    }

    #[test]
    fn patterns_become_queries() {
        let mut pattern = Pattern::default();
        pattern.want(true, &[5], Together::All, Wanted::MADE);
        pattern.want(false, &[7], Together::All, Wanted::MADE);
        pattern.want(false, &[4, 6, 7], Together::AtLeast(2), Wanted::MADE);
        pattern.want(false, &[25], Together::All, Wanted::NONE);
        pattern.want(true, &[1, 2, 3], Together::Sum, Wanted(1, 4));
        assert_eq!(
            pattern.written_into(""),
            "me[4,6,7]>=2 in 2 me[bar]=0 me[7]>=2 they[5]>=2 they[1,2,3]>=1 in sum they[1,2,3]<=4 in sum"
        );
        pattern.set_for_either_side(true);
        assert!(pattern.written_into("").contains(") or (me[20]>=2 "), "{}", pattern.written_into(""));
        assert_eq!(Pattern::default().expr(), None);
    }

    #[test]
    fn what_is_drawn_is_read_from_the_text_and_written_where_it_stood() {
        for text in [
            "me[6]>=2 kind:play",
            "me loss>=80 me[6,8]>=2 they[20]=0 missed:hit | sort loss desc",
            "me[bar]=1 they[off]>=3 cube:mine dice:6x",
            "me[18,19]>=2 in any they[1,2,3]<=2 in sum",
            "(me[5]>=2 or they[20]>=2) me",
            "((me[6,8]>=2 they[20]=0 cube:mine) or (me[5]=0 they[17,19]>=2 cube:theirs)) dice:31",
            "me[3]>=1 me[3]<=2",
        ] {
            assert_eq!(again(text), text);
        }
        // What means the same is written in one way.
        assert_eq!(again("not they[20]>=2 and me[6]>1"), "me[6]>=2 they[20]<=1");
        assert_eq!(again("-me[4,5]>=2"), "me[4,5]<=1 in any");
        assert_eq!(again("not me[4,5,6]>=2 in any"), "me[4,5,6]<=1");
        // What cannot be drawn stays as it was typed.
        for text in ["me[6]!=2 -me[5]=2 cube:2,4", "me[6]>=2 in any or money", "me[6]>=3 me[6]<=2", "me[6"] {
            let drawn = Pattern::of_query(text).unwrap_or_default();
            assert_eq!(drawn.written_into(text), text, "{drawn:?}");
        }
    }

    #[test]
    fn a_pattern_joins_what_was_typed() {
        let mut pattern = Pattern::default();
        pattern.want(false, &[6], Together::All, Wanted::MADE);
        for (before, after) in [
            ("", "me[6]>=2"),
            ("me loss>=80 | sort loss", "me loss>=80 me[6]>=2 | sort loss"),
            ("money or crawford", "(money or crawford) me[6]>=2"),
            ("| limit 3", "me[6]>=2 | limit 3"),
            ("they[1]=0 me", "me[6]>=2 me"),
        ] {
            assert_eq!(pattern.written_into(before), after);
            assert_eq!(Pattern::of_query(after), Some(pattern.clone()));
        }
        assert_eq!(Pattern::default().written_into("me me[6]>=2 money"), "me money");
        assert_eq!(Pattern::default().written_into("money or crawford"), "money or crawford");
    }

    #[test]
    fn a_board_fits_its_own_pattern_however_loose() {
        let board = Board::default();
        assert_eq!(Pattern::of_board(&board).parts.len(), 50);
        for steps in 0..4 {
            let pattern = Pattern::loosened(&board, steps);
            for part in &pattern.parts {
                let side = if part.is_theirs { Side::Opponent } else { Side::OnRoll };
                let index = match (part.places[0], part.is_theirs) {
                    (25, _) => 24,
                    (n, false) => usize::from(n) - 1,
                    (n, true) => 24 - usize::from(n),
                };
                let n = board.side(side)[index];
                assert!((part.wanted.0..=part.wanted.1).contains(&n), "{steps}: {part:?}");
            }
            assert_eq!(Pattern::of_query(&pattern.written_into("")), Some(pattern));
        }
    }
}
