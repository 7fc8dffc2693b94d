// SPDX-License-Identifier: GPL-3.0-or-later
//! Figures that need no search: race counts, match equities, gammon values, market windows, databases.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::{Args, read_real};
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::position;
use crate::language::refusal::Refusal;
use crate::text::bearoff as databases;
use gnubg_engine::core::{Equity, MatchState, Mwc, Player};
use gnubg_engine::cube::race::{RaceCount, eight_nine_twelve, isight, keith, kleinman, thorp};
use gnubg_engine::cube::{CubeContext, CubeInfo, DeadLive, EmgScale, MatchPoints, MoneyPoints, WinRates};
use std::fmt::Write;

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("show pipcount", "[POSITION]", noted("show the pip counts"), pipcount),
    row("show 8912", "[POSITION]", noted("apply the 8-9-12 rule to a race"), rule_8912),
    row("show keith", "[POSITION]", noted("show the Keith count of a race"), show_keith),
    row("show kleinman", "[POSITION]", noted("show the winning chance in a race by Kleinman"), show_kleinman),
    row("show thorp", "[POSITION]", noted("show the Thorp count of a race"), show_thorp),
    row("show isight", "[POSITION]", noted("show the Isight count of a race"), show_isight),
    row(
        "show onesidedrollout",
        "[POSITION]",
        noted("show the chances of a race by the one-sided database"),
        one_sided,
    ),
    row("show epc", "[POSITION]", noted("show effective pip counts and wastage"), epc),
    row(
        "show bearoff",
        "[POSITION]",
        noted("show what the bearoff databases contain for a position"),
        bearoff,
    ),
    row("show matchequitytable", "[n]", noted("show the match equity table"), met),
    row("show met", "[n]", noted("the same as show matchequitytable"), met),
    row("show gammonvalues", "", noted("show gammon and backgammon values at this score and cube"), gammons),
    row("show gammonprice", "", noted("the same as show gammonvalues"), gammons),
    row(
        "show marketwindow",
        "[g0 g1 b0 b1]",
        noted("show take, double and cash points; arguments: gammon and backgammon rates in percent"),
        window,
    ),
    row("eq2mwc", "equity", noted("convert an equity at this score to a match winning chance"), eq2mwc),
    row("mwc2eq", "mwc", noted("convert a match winning chance at this score to an equity"), mwc2eq),
];

fn asked(context: &mut Context<'_>, args: &mut Args<'_>) -> Result<MatchState, Refusal> {
    Ok(position::read(context, args)?.state)
}

fn names_of(context: &Context<'_>, state: &MatchState) -> [String; 2] {
    [state.on_roll, state.on_roll.other()].map(|player| context.session.name(player))
}

fn pipcount(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    let [mine, theirs] = state.board.pips();
    let [me, them] = names_of(context, &state);
    context.say(&gettext_f(
        "Pip counts: {me} {mine}, {them} {theirs}.",
        &[("me", me), ("mine", mine.to_string()), ("them", them), ("theirs", theirs.to_string())],
    ));
    Ok(())
}

fn rule_8912(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    let pips = state.board.pips();
    let (percent, advice) = eight_nine_twelve(pips);
    let text = format!(
        "Leader pips   {:>6}\nTrailer pips  {:>6}\nLeader ahead  {percent:>6.1} %\n{}\n",
        pips[0],
        pips[1],
        advice.text()
    );
    context.say(&text);
    Ok(())
}

fn show_keith(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    say_race_count(context, "Keith", "1/7", &keith(&state.board));
    Ok(())
}

fn show_thorp(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    say_race_count(context, "Thorp", "1/10", &thorp(&state.board));
    Ok(())
}

/// Prints the race count named after `author`, whose rule adds `part` to the count of the leader.
fn say_race_count(context: &mut Context<'_>, author: &str, part: &str, count: &RaceCount) {
    let rows = [
        (String::from("leader"), count.leader),
        (format!("leader + {part}"), count.leader_adjusted),
        (String::from("trailer"), count.trailer),
    ];
    let rows: String =
        rows.iter().map(|(side, pips)| format!("{author} count, {side:<15}{pips:>6.1}\n")).collect();
    context.say(&format!("{rows}{}\n", count.advice.text()));
}

fn show_isight(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    let count = isight(&state.board);
    let text = format!(
        "Isight count, leader   {:>6.1}\nIsight count, trailer  {:>6.1}\nWinning chance         {:>6.1} %\n{}\n",
        count.leader,
        count.trailer,
        count.percent,
        count.advice.text()
    );
    context.say(&text);
    Ok(())
}

fn show_kleinman(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    let pips = state.board.pips();
    let count = kleinman(pips);
    let text = format!(
        "Leader pips     {:>8}\nTrailer pips    {:>8}\nSum             {:>8}\nDifference      {:>8}\nK = (difference + 4) / (2 sqrt(sum - 4)) = {:.4}\nCubeless winning chance {:.4}\n",
        pips[0], pips[1], count.sum, count.difference, count.k, count.chance
    );
    context.say(&text);
    Ok(())
}

fn epc(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    say_epc(context, &state);
    Ok(())
}

/// Effective pip counts and wastage of both sides.
fn say_epc(context: &mut Context<'_>, state: &MatchState) {
    let stats = context.session.engine().databases().race_stats(&state.board);
    let names = names_of(context, state);
    for (name, stats) in names.iter().zip(stats) {
        let text = match stats {
            Some(stats) => format!(
                "{name}: {} pips, effective {:.3}, wastage {:.3}, {:.3} rolls on average.",
                stats.pips,
                stats.epc(),
                stats.wastage(),
                stats.rolls.mean
            ),
            None => format!("{name}: no database covers this side."),
        };
        context.say(&text);
    }
}

/// The chances of a race, each side bearing off as fast as it can, and the effective pip counts.
fn one_sided(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    if state.board.has_contact() {
        return Err(Refusal::usage(gettext("there is still contact; this needs a race")));
    }
    let databases = context.session.engine().databases();
    let found = databases.find(&state.board, state.rules.variation).ok_or_else(|| {
        Refusal::usage(gettext(
            "no bearoff database covers both sides; gnubg makebearoff -o makes larger ones",
        ))
    })?;
    let [me, _] = names_of(context, &state);
    context.say(&format!("Bearoff database ({me} on roll):\n{}", context.numbers().chances(&found.probs)));
    say_epc(context, &state);
    Ok(())
}

fn bearoff(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    let text = databases::known(context.session.engine().databases(), &state.board, state.rules.variation);
    context.say(&text);
    Ok(())
}

fn met(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let current = context.session.state().map_or(0, |state| state.length);
    let n = match args.whole()? {
        None if current > 0 => u32::from(current),
        None => u32::from(context.session.options().matches.length.max(1)),
        Some(n) => u32::try_from(n)
            .ok()
            .filter(|n| (1..=64).contains(n))
            .ok_or_else(|| Refusal::usage(gettext("the number of rows is 1 to 64")))?,
    };
    let table = context.session.table();
    let mut text = format!(
        "Match equity table: {}\n{}\n\nBefore the Crawford game:\n\n",
        table.name(),
        table.description()
    );
    let heading = |text: &mut String| {
        text.push_str(&" ".repeat(10));
        for away in 1..=n {
            let _ = write!(text, "{:>9} ", format!("{away}-away"));
        }
        text.push('\n');
    };
    heading(&mut text);
    for mine in 1..=n {
        let _ = write!(text, "{:>9} ", format!("{mine}-away"));
        for theirs in 1..=n {
            let _ = write!(text, "{:>9.4} ", 100.0 * table.pre_crawford(mine, theirs).0);
        }
        text.push('\n');
    }
    for player in Player::BOTH {
        let name = context.session.name(player);
        let _ = write!(text, "\nAfter the Crawford game, player {} ({name}) trailing:\n\n", player.index());
        heading(&mut text);
        let _ = write!(text, "{:>9} ", "1-away");
        for away in 1..=n {
            let _ = write!(text, "{:>9.4} ", 100.0 * table.post_crawford(player, away).0);
        }
        text.push('\n');
    }
    context.console.page(&text);
    Ok(())
}

fn setting(context: &Context<'_>) -> Result<(MatchState, CubeContext), Refusal> {
    let state = *context.session.game()?;
    Ok((state, CubeContext::of(&state, context.session.table())))
}

fn gammons(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let (state, cube_context) = setting(context)?;
    let mut text = format!("{:<16} Gammon value    Backgammon value\n", "Player");
    for player in Player::BOTH {
        let prices = cube_context.gammon_prices(CubeInfo::new(state.cube, player));
        let name = context.session.name(player);
        let _ = writeln!(text, "{name:<16} {:<15.5} {:.5}", prices.gammon_value(), prices.backgammon_value());
    }
    context.say(&text);
    Ok(())
}

fn window(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let (state, cube_context) = setting(context)?;
    let typed: Vec<f64> = args.words().iter().map(|word| read_real(word)).collect::<Result<_, _>>()?;
    let percent: [f64; 4] = match typed[..] {
        [] => estimated(context, &state),
        [g0, g1] => [g0, g1, 0.0, 0.0],
        [g0, g1, b0, b1] => [g0, g1, b0, b1],
        _ => {
            return Err(Refusal::usage(gettext(
                "give the gammon rates of both players; their backgammon rates may follow",
            )));
        }
    };
    if percent.iter().any(|rate| !(0.0..=100.0).contains(rate)) {
        return Err(Refusal::usage(gettext("rates are percentages from 0 to 100")));
    }
    let [g0, g1, b0, b1] = percent.map(|rate| rate / 100.0);
    let zero = WinRates { gammon: g0, backgammon: b0, gammon_lost: g1, backgammon_lost: b1 };
    let mut text = String::new();
    for player in Player::BOTH {
        let rates = if player == Player::Zero { zero } else { zero.swapped() };
        let name = context.session.name(player);
        let _ = writeln!(
            text,
            "{name}: gammon rate {:.2}%, backgammon rate {:.2}%",
            100.0 * rates.gammon,
            100.0 * rates.backgammon
        );
        match cube_context.match_window(player, state.cube.value, rates) {
            Some(window) => {
                match_line(&mut text, "Dead cube", window.dead);
                if let Some(points) = window.redoubled {
                    match_line(&mut text, "Redoubled", points);
                }
                if let Some(points) = window.live {
                    match_line(&mut text, "Live cube", points);
                }
            }
            None => money_lines(
                &mut text,
                &MoneyPoints::new(
                    rates,
                    cube_context.jacoby_applies(CubeInfo::new(state.cube, player)),
                    cube_context.has_beavers(),
                ),
            ),
        }
        text.push('\n');
    }
    context.say(&text);
    Ok(())
}

/// Gammon and backgammon rates among the wins, in percent, by static evaluation.
fn estimated(context: &Context<'_>, state: &MatchState) -> [f64; 4] {
    let zero = gnubg_session::hint::win_rates(state, context.session.engine());
    [zero.gammon, zero.gammon_lost, zero.backgammon, zero.backgammon_lost].map(|rate| 100.0 * rate)
}

fn match_line(text: &mut String, name: &str, points: MatchPoints) {
    let MatchPoints { take, double, cash, too_good } = points;
    let [take, double, cash, too_good] = [take, double, cash, too_good].map(|point| 100.0 * point);
    let _ = writeln!(
        text,
        "  {name}: take {take:6.2}%  double {double:6.2}%  cash {cash:6.2}%  too good {too_good:6.2}%"
    );
}

fn money_lines(text: &mut String, points: &MoneyPoints) {
    let rows = [
        ("Take", points.take),
        ("Beaver", points.beaver),
        ("Raccoon", points.raccoon),
        ("Double", points.initial_double),
        ("Redouble", points.redouble),
        ("Cash", points.cash),
        ("Too good", points.too_good),
    ];
    let _ = writeln!(text, "  {:<10}{:>9}{:>9}", "Point", "dead", "live");
    for (name, DeadLive { dead, live }) in rows {
        let _ = writeln!(text, "  {name:<10}{:>8.2}%{:>8.2}%", 100.0 * dead, 100.0 * live);
    }
}

fn scale(context: &Context<'_>) -> Result<(MatchState, EmgScale), Refusal> {
    let (state, cube_context) = setting(context)?;
    let scale = cube_context.scale(CubeInfo::of(&state));
    scale
        .map(|scale| (state, scale))
        .ok_or_else(|| Refusal::usage(gettext("match winning chances exist in matches only")))
}

fn eq2mwc(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let (_, scale) = scale(context)?;
    let equity = args.real()?.unwrap_or(0.0) as f32;
    let mut text = String::new();
    for equity in [-1.0, 1.0, equity] {
        let _ = writeln!(text, "Equity {equity:+.3}: MWC {:6.2}%", 100.0 * scale.mwc(Equity(equity)).0);
    }
    context.say(&text);
    Ok(())
}

fn mwc2eq(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let (_, scale) = scale(context)?;
    let middle = f64::from(scale.mwc(Equity(0.0)).0);
    let mwc = args.real()?.unwrap_or(middle);
    // A number above 1 is a percentage.
    let mwc = if mwc > 1.0 { mwc / 100.0 } else { mwc };
    if !(0.0..=1.0).contains(&mwc) {
        return Err(Refusal::usage(gettext(
            "a match winning chance is a number from 0 to 1, or a percentage",
        )));
    }
    let mut text = String::new();
    for equity in [-1.0, 1.0] {
        let _ = writeln!(text, "MWC {:6.2}%: equity {equity:+.3}", 100.0 * scale.mwc(Equity(equity)).0);
    }
    let _ = writeln!(text, "MWC {:6.2}%: equity {:+.3}", 100.0 * mwc, scale.equity(Mwc(mwc as f32)).0);
    context.say(&text);
    Ok(())
}
