// SPDX-License-Identifier: GPL-3.0-or-later
//! Time controls and clocks as data.
//!
//! A [`TimeControl`] is the rule of a match. [`Clocks`] are the times left, which an entry of the record can hold as they
//! were after it. What time it is now, and when a clock runs, is not known here.

use gnubg_engine::core::Player;
use std::fmt;
use std::time::Duration;

/// How a clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockKind {
    /// It counts down from the reserve to zero.
    Plain,
    /// Every turn has a free time; the reserve is used only after it. Free time that is not used is lost.
    Bronstein,
    /// After every turn a fixed time is added to the reserve.
    Fischer,
    /// The time that a player uses is added to the opponent's reserve.
    Hourglass,
}

impl ClockKind {
    /// All kinds.
    pub const ALL: [ClockKind; 4] =
        [ClockKind::Plain, ClockKind::Bronstein, ClockKind::Fischer, ClockKind::Hourglass];

    /// Its name in files.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            ClockKind::Plain => "plain",
            ClockKind::Bronstein => "bronstein",
            ClockKind::Fischer => "fischer",
            ClockKind::Hourglass => "hourglass",
        }
    }
}

/// What a player loses whose time is used up, as an entry of the record says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeLoss {
    /// The opponent gets so many points, and the game continues.
    Points(u8),
    /// The game, at the value of the cube.
    Game,
    /// The match; in a money session the game.
    Match,
}

impl TimeLoss {
    /// `points:2`, `game` or `match`.
    #[must_use]
    pub fn to_text(self) -> String {
        match self {
            TimeLoss::Points(points) => format!("points:{points}"),
            TimeLoss::Game => "game".to_owned(),
            TimeLoss::Match => "match".to_owned(),
        }
    }

    /// The loss of such a text.
    #[must_use]
    pub fn from_text(text: &str) -> Option<TimeLoss> {
        match text.split_once(':') {
            None if text == "game" => Some(TimeLoss::Game),
            None if text == "match" => Some(TimeLoss::Match),
            Some(("points", points)) => points.parse().ok().map(TimeLoss::Points),
            _ => None,
        }
    }
}

/// What happens when a player's time is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimePenalty {
    /// Nothing; the clock stays at zero.
    None,
    /// The opponent gets points, the clock gets more time, and the game continues.
    Points {
        /// Points that the opponent gets, 1 or more.
        points: u8,
        /// The reserve after that.
        extra: Duration,
    },
    /// The player loses the game at the value of the cube.
    Game,
    /// The player loses the match; in a money session the game.
    Match,
}

impl TimePenalty {
    /// What the player loses; `None` if nothing happens.
    #[must_use]
    pub const fn loss(self) -> Option<TimeLoss> {
        match self {
            TimePenalty::None => None,
            TimePenalty::Points { points, .. } => Some(TimeLoss::Points(points)),
            TimePenalty::Game => Some(TimeLoss::Game),
            TimePenalty::Match => Some(TimeLoss::Match),
        }
    }
}

/// The time control of a match or session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// How the clocks run.
    pub kind: ClockKind,
    /// Reserve of each player, whatever the length of the match.
    pub base: Duration,
    /// Reserve for each point of the match, or once for each game of a money session.
    pub per_point: Duration,
    /// Free time of each turn (Bronstein), or time added after it (Fischer); other kinds don't use it.
    pub per_turn: Duration,
    /// What happens when a player's time is used up.
    pub penalty: TimePenalty,
}

/// A time control under a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedTimeControl {
    /// The name that its user gave it; empty for none.
    pub name: String,
    /// The rule.
    pub control: TimeControl,
}

/// Times left by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clocks {
    /// The reserve that is left.
    pub left: [Duration; 2],
}

impl Clocks {
    /// The same with seats exchanged.
    #[must_use]
    pub const fn with_seats_exchanged(self) -> Clocks {
        Clocks { left: [self.left[1], self.left[0]] }
    }

    /// The same in whole milliseconds, as files hold them.
    #[must_use]
    pub fn rounded(self) -> Clocks {
        Clocks { left: self.left.map(|left| Duration::from_millis(whole_milliseconds(left))) }
    }
}

/// The milliseconds of a time, without fractions.
#[must_use]
pub fn whole_milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl TimeControl {
    /// The clocks at the start of a match to `length` points, or of each game of a money session (0).
    #[must_use]
    pub fn start(&self, length: u16) -> Clocks {
        let points = u32::from(length.max(1));
        Clocks { left: [self.base.saturating_add(self.per_point.saturating_mul(points)); 2] }
    }

    /// The clocks as they are when `player` has used the time `used` in this turn.
    #[must_use]
    pub fn during(&self, clocks: Clocks, player: Player, used: Duration) -> Clocks {
        let mut left = clocks.left;
        let (own, other) = (player.index(), player.other().index());
        let charged = match self.kind {
            ClockKind::Bronstein => used.saturating_sub(self.per_turn),
            ClockKind::Plain | ClockKind::Fischer | ClockKind::Hourglass => used,
        };
        if self.kind == ClockKind::Hourglass {
            left[other] = left[other].saturating_add(charged.min(left[own]));
        }
        left[own] = left[own].saturating_sub(charged);
        Clocks { left }
    }

    /// The clocks after a turn in which `player` has used the time `used`.
    #[must_use]
    pub fn after(&self, clocks: Clocks, player: Player, used: Duration) -> Clocks {
        let mut clocks = self.during(clocks, player, used);
        let own = &mut clocks.left[player.index()];
        if self.kind == ClockKind::Fischer && !own.is_zero() {
            *own = own.saturating_add(self.per_turn);
        }
        clocks
    }

    /// The free time that is left in a turn after the time `used`; zero for kinds without free time.
    #[must_use]
    pub fn free_time(&self, used: Duration) -> Duration {
        match self.kind {
            ClockKind::Bronstein => self.per_turn.saturating_sub(used),
            ClockKind::Plain | ClockKind::Fischer | ClockKind::Hourglass => Duration::ZERO,
        }
    }

    /// The time that is added to the reserve after every turn; zero for kinds that add none.
    #[must_use]
    pub const fn increment(&self) -> Duration {
        match self.kind {
            ClockKind::Fischer => self.per_turn,
            ClockKind::Plain | ClockKind::Bronstein | ClockKind::Hourglass => Duration::ZERO,
        }
    }

    /// It as words for files and settings, such as `bronstein`, `base:0`, `point:120`, `turn:12`, `penalty:match`. Times
    /// are in seconds.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let TimeControl { kind, base, per_point, per_turn, penalty } = self;
        let mut words = vec![kind.keyword().to_owned()];
        for (key, time) in [("base", base), ("point", per_point), ("turn", per_turn)] {
            words.push(format!("{key}:{}", in_seconds(*time)));
        }
        match penalty {
            TimePenalty::None => {}
            TimePenalty::Points { points, extra } => {
                words.push(format!("penalty:points:{points}"));
                words.push(format!("extra:{}", in_seconds(*extra)));
            }
            TimePenalty::Game => words.push("penalty:game".to_owned()),
            TimePenalty::Match => words.push("penalty:match".to_owned()),
        }
        words
    }

    /// The time control of such words; `None` if they are not of that form. Words with other keys are ignored.
    #[must_use]
    pub fn from_words(words: &[&str]) -> Option<TimeControl> {
        let kind = ClockKind::ALL.into_iter().find(|kind| words.first() == Some(&kind.keyword()))?;
        let get = |key: &str| {
            words.iter().find_map(|word| word.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')))
        };
        let time = |key| get(key).and_then(from_seconds);
        let penalty = match get("penalty").map(TimeLoss::from_text) {
            None => TimePenalty::None,
            Some(None) => return None,
            Some(Some(TimeLoss::Game)) => TimePenalty::Game,
            Some(Some(TimeLoss::Match)) => TimePenalty::Match,
            Some(Some(TimeLoss::Points(points))) => {
                TimePenalty::Points { points, extra: time("extra").unwrap_or_default() }
            }
        };
        let per_turn = time("turn").unwrap_or_default();
        Some(TimeControl { kind, base: time("base")?, per_point: time("point")?, per_turn, penalty })
    }

    /// Whether the time of `player` is used up.
    #[must_use]
    pub fn is_used_up(&self, clocks: Clocks, player: Player, used: Duration) -> bool {
        self.free_time(used).is_zero() && self.during(clocks, player, used).left[player.index()].is_zero()
    }
}

/// The longest time that is read: 100 days.
const LONGEST: f64 = 8_640_000.0;

/// A time in seconds as files hold it, with up to three decimals.
#[must_use]
pub fn in_seconds(time: Duration) -> String {
    let milliseconds = whole_milliseconds(time);
    let (whole, part) = (milliseconds / 1000, milliseconds % 1000);
    if part == 0 { whole.to_string() } else { format!("{whole}.{part:03}").trim_end_matches('0').to_owned() }
}

/// The time of such a text.
#[must_use]
pub fn from_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    let milliseconds = (0.0..=LONGEST).contains(&seconds).then_some(seconds * 1000.0)?;
    Some(Duration::from_millis(milliseconds.round() as u64))
}

/// A time as a clock shows it: `2:05`, or `1:02:05` from an hour on. Fractions of a second count as a whole one, so that
/// only a time that is used up is `0:00`.
#[must_use]
pub fn face(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

impl fmt::Display for TimeControl {
    /// `bronstein, 0:00 and 2:00 for each point, 0:12 for each turn, then the match is lost`: English, for files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {} and {} for each point",
            self.kind.keyword(),
            face(self.base),
            face(self.per_point)
        )?;
        if matches!(self.kind, ClockKind::Bronstein | ClockKind::Fischer) {
            write!(f, ", {} for each turn", face(self.per_turn))?;
        }
        match self.penalty {
            TimePenalty::None => Ok(()),
            TimePenalty::Points { points, extra } => {
                let plural = if points == 1 { "" } else { "s" };
                write!(f, ", then {points} point{plural} and {} more", face(extra))
            }
            TimePenalty::Game => f.write_str(", then the game is lost"),
            TimePenalty::Match => f.write_str(", then the match is lost"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn control(kind: ClockKind) -> TimeControl {
        TimeControl {
            kind,
            base: seconds(60),
            per_point: seconds(120),
            per_turn: seconds(12),
            penalty: TimePenalty::Match,
        }
    }

    #[test]
    fn the_reserve_grows_with_the_length() {
        let control = control(ClockKind::Plain);
        assert_eq!(control.start(7).left, [seconds(900); 2]);
        // Every game of a session.
        assert_eq!(control.start(0).left, [seconds(180); 2]);
    }

    #[test]
    fn each_kind_charges_its_own_way() {
        let clocks = Clocks { left: [seconds(100), seconds(50)] };
        let left = |kind, used| control(kind).after(clocks, Player::Zero, seconds(used)).left;
        assert_eq!(left(ClockKind::Plain, 30), [seconds(70), seconds(50)]);
        assert_eq!(left(ClockKind::Bronstein, 30), [seconds(82), seconds(50)]);
        assert_eq!(left(ClockKind::Bronstein, 11), [seconds(100), seconds(50)]);
        assert_eq!(left(ClockKind::Fischer, 30), [seconds(82), seconds(50)]);
        assert_eq!(left(ClockKind::Fischer, 2), [seconds(110), seconds(50)]);
        assert_eq!(left(ClockKind::Hourglass, 30), [seconds(70), seconds(80)]);
        for kind in ClockKind::ALL {
            assert_eq!(left(kind, 200)[0], Duration::ZERO, "{kind:?}");
        }
        // No more than there is changes sides.
        assert_eq!(left(ClockKind::Hourglass, 200)[1], seconds(150));
    }

    #[test]
    fn time_is_used_up_only_after_the_free_time() {
        let clocks = Clocks { left: [seconds(10), seconds(0)] };
        let bronstein = control(ClockKind::Bronstein);
        assert!(!bronstein.is_used_up(clocks, Player::Zero, seconds(21)));
        assert!(bronstein.is_used_up(clocks, Player::Zero, seconds(22)));
        assert!(!bronstein.is_used_up(clocks, Player::One, seconds(11)));
        assert!(bronstein.is_used_up(clocks, Player::One, seconds(12)));
        assert!(control(ClockKind::Plain).is_used_up(clocks, Player::One, seconds(0)));
    }

    #[test]
    fn words_are_read_as_they_were_written() {
        let penalties = [
            TimePenalty::None,
            TimePenalty::Points { points: 2, extra: Duration::from_millis(30_500) },
            TimePenalty::Game,
            TimePenalty::Match,
        ];
        for kind in ClockKind::ALL {
            for penalty in penalties {
                let control = TimeControl { penalty, ..control(kind) };
                let words = control.words();
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                assert_eq!(TimeControl::from_words(&words), Some(control), "{words:?}");
            }
        }
        assert_eq!(
            control(ClockKind::Bronstein).words().join(" "),
            "bronstein base:60 point:120 turn:12 penalty:match"
        );
        for wrong in
            ["", "sundial base:1 point:1", "plain base:1", "plain base:1 point:-1", "plain base:1 point:nan"]
        {
            let words: Vec<&str> = wrong.split(' ').collect();
            assert_eq!(TimeControl::from_words(&words), None, "{wrong}");
        }
        assert_eq!(TimeControl::from_words(&["plain", "base:1", "point:1", "penalty:fine"]), None);
    }

    #[test]
    fn only_fischer_clocks_add_time() {
        for kind in ClockKind::ALL {
            let increment = if kind == ClockKind::Fischer { seconds(12) } else { Duration::ZERO };
            assert_eq!(control(kind).increment(), increment, "{kind:?}");
        }
    }

    #[test]
    fn faces_and_words() {
        assert_eq!(face(Duration::ZERO), "0:00");
        assert_eq!(face(Duration::from_millis(1)), "0:01");
        assert_eq!(face(seconds(125)), "2:05");
        assert_eq!(face(seconds(3725)), "1:02:05");
        let text = control(ClockKind::Bronstein).to_string();
        assert_eq!(
            text,
            "bronstein, 1:00 and 2:00 for each point, 0:12 for each turn, then the match is lost"
        );
    }
}
