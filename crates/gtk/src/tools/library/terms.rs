// SPDX-License-Identifier: GPL-3.0-or-later
//! The words of queries as people read them: phases, plans, kinds of decisions, actions, exercises.

use crate::i18n::{gettext, gettext_f, ngettext_f, pgettext};
use crate::texts;
use gnubg_library::decision::Kind;
use gnubg_library::exercise::{Exercise, FieldKind};
use gnubg_library::position::{Action, Phase, Plan};
use gnubg_library::stats::{Split, Theme};

/// What figures are split by.
pub(super) fn split(by: Split) -> String {
    match by {
        Split::Phase => gettext("Phase"),
        Split::Plan => gettext("Plan"),
        Split::Kind => gettext("Kind of decision"),
        Split::Score => gettext("Score"),
        Split::Opponent => gettext("Opponent"),
        Split::Player => gettext("Player"),
        Split::Ruler => gettext("Ruler"),
        Split::Length => gettext("Match length"),
        Split::Event => gettext("Event"),
        Split::Month => gettext("Month"),
        Split::Match => gettext("Match"),
    }
}

/// A part of figures.
pub(super) fn part(by: Split, part: &str) -> String {
    match by {
        _ if part.is_empty() => gettext("unknown"),
        Split::Score | Split::Length if part == "money" => gettext("money"),
        Split::Phase => {
            Phase::ALL.iter().find(|one| one.word() == part).map_or_else(String::new, |one| phase(*one))
        }
        Split::Plan => {
            Plan::ALL.iter().find(|one| one.word() == part).map_or_else(String::new, |one| plan(*one))
        }
        Split::Kind => {
            Kind::ALL.iter().find(|one| one.word() == part).map_or_else(String::new, |one| kind(*one))
        }
        Split::Score => match part.split_once(',') {
            Some((own, other)) => texts::score_away(own, other),
            None => part.to_owned(),
        },
        Split::Length => ngettext_f("{n} point", "{n} points", part.parse().unwrap_or(0), &[("n", part)]),
        Split::Opponent | Split::Player | Split::Ruler | Split::Event | Split::Month | Split::Match => {
            part.to_owned()
        }
    }
}

fn phase(phase: Phase) -> String {
    match phase {
        Phase::Opening => gettext("Opening"),
        Phase::Middle => gettext("Middle game"),
        Phase::Ending => gettext("Ending"),
        Phase::Race => gettext("Race"),
        Phase::Bearoff => gettext("Bearoff"),
    }
}

fn plan(plan: Plan) -> String {
    match plan {
        Plan::Closeout => gettext("Closeout"),
        Plan::Crunched => gettext("Crunched board"),
        Plan::BearIn => gettext("Bear-in"),
        Plan::Backgame => gettext("Backgame"),
        Plan::AcePoint => gettext("Ace-point game"),
        Plan::DeucePoint => gettext("Deuce-point game"),
        Plan::Blitz => gettext("Blitz"),
        Plan::Prime => gettext("Priming game"),
        Plan::Holding => gettext("Holding game"),
        Plan::Containing => gettext("Containing a checker"),
        Plan::Running => gettext("Running game"),
        Plan::Race => gettext("Race"),
        Plan::Contact => gettext("Other contact"),
        Plan::Golden => gettext("Golden point"),
        Plan::Timed => gettext("Timed backgame"),
    }
}

fn kind(kind: Kind) -> String {
    match kind {
        Kind::Play => gettext("Checker play"),
        Kind::NoDouble => gettext("No double"),
        Kind::Double => gettext("Double"),
        Kind::Take => gettext("Take"),
        Kind::Drop => gettext("Pass"),
        Kind::Beaver => gettext("Beaver"),
        Kind::Resign => gettext("Resignation"),
    }
}

fn action(action: Action) -> String {
    match action {
        Action::Hit => pgettext("play", "hit"),
        Action::DoubleHit => gettext("two hits"),
        Action::HitLoose => gettext("hit with a blot at home"),
        Action::HitAndPass => gettext("hit and pass"),
        Action::Point => gettext("make a point"),
        Action::HomePoint => gettext("make a home point"),
        Action::FivePoint => gettext("make the five point"),
        Action::BarPoint => gettext("make the bar point"),
        Action::Anchor => gettext("make an anchor"),
        Action::AdvancedAnchor => gettext("make an advanced anchor"),
        Action::BreakAnchor => gettext("break an anchor"),
        Action::Run => gettext("run"),
        Action::Split => gettext("split the back checkers"),
        Action::Slot => gettext("slot"),
        Action::Stack => gettext("stack"),
        Action::ClearRear => gettext("clear the rear point"),
        Action::Unstack => gettext("unstack"),
        Action::CloseOut => gettext("close out"),
        Action::Enter => gettext("enter from the bar"),
        Action::Dead => gettext("bury a checker"),
        Action::DirectShot => gettext("leave a direct shot"),
        Action::Safest => gettext("the safest play"),
        Action::BearOff => gettext("bear off"),
        Action::Miss => gettext("bear off less than possible"),
    }
}

/// What goes wrong.
pub(super) fn theme(theme: Theme) -> String {
    match theme {
        Theme::LateDouble => gettext("Late doubles"),
        Theme::EarlyDouble => gettext("Early doubles"),
        Theme::WrongDrop => gettext("Wrong passes"),
        Theme::WrongTake => gettext("Wrong takes"),
        Theme::Missed(missed) => gettext_f("Missed: {action}", &[("action", &action(missed))]),
        Theme::Wrong(wrong) => gettext_f("Wrong: {action}", &[("action", &action(wrong))]),
    }
}

/// What goes wrong in which games.
pub(super) fn family(family: gnubg_library::stats::Family) -> String {
    let theme = theme(family.theme);
    match family.plan {
        Some(one) => format!("{}: {theme}", plan(one)),
        None => theme,
    }
}

/// An exercise.
pub(super) fn exercise(exercise: Exercise) -> String {
    match exercise {
        Exercise::Pips => gettext("Pip count"),
        Exercise::Epc => gettext("Effective pip count"),
        Exercise::Isight => gettext("Isight count"),
        Exercise::Keith => gettext("Keith count"),
        Exercise::Thorp => gettext("Thorp count"),
        Exercise::TakePoints => gettext("Take points"),
        Exercise::Openings => gettext("Openings"),
        Exercise::Replies => gettext("Replies"),
        Exercise::Bearoff => gettext("Bearoff plays"),
    }
}

/// What is to be found.
pub(super) fn field(kind: FieldKind) -> String {
    match kind {
        FieldKind::MyPips => gettext("Your pips"),
        FieldKind::TheirPips => gettext("The opponent’s pips"),
        FieldKind::Epc => gettext("Your effective pips"),
        FieldKind::MyCount => gettext("Your count"),
        FieldKind::TheirCount => gettext("The opponent’s count"),
        FieldKind::Percent => gettext("Your chance to win, in percent"),
        FieldKind::Verdict => gettext("Verdict"),
        FieldKind::DeadTake => gettext("Take point with a dead cube, in percent"),
        FieldKind::LiveTake => gettext("Take point with a live cube, in percent"),
        FieldKind::GammonPrice => gettext("Gammon price, in percent"),
        FieldKind::Play => gettext("Play"),
    }
}

/// A verdict on a race, or another answer as it is.
pub(super) fn verdict(word: &str) -> String {
    match word {
        "no-double" => gettext("No double"),
        "double" => gettext("Double"),
        "redouble" => gettext("Redouble"),
        "pass" => gettext("Double, pass"),
        other => crate::i18n::localized(other.to_owned()),
    }
}
