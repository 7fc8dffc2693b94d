// SPDX-License-Identifier: GPL-3.0-or-later
//! Figures that need no search: race counts, match equities, gammon values, market windows, databases.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::{Args, read_real};
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::position;
use crate::language::refusal::{Refusal, sentence};
use crate::text::bearoff as databases;
use crate::text::cube_points::{match_columns, match_rows, money_rows};
use crate::text::table::{columns, facts};
use gnubg_engine::bearoff::RaceStats;
use gnubg_engine::core::{Equity, MatchState, Mwc, Player};
use gnubg_engine::cube::race::{RaceAdvice, RaceCount, eight_nine_twelve, isight, keith, kleinman, thorp};
use gnubg_engine::cube::{CubeContext, CubeInfo, EmgScale, MoneyPoints, WinRates};
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

/// Prints a counting rule: its name, and titles with values.
fn say_rule(context: &mut Context<'_>, name: &str, rows: &[(String, String)]) {
    context.say(&format!("{name}\n{}", facts(rows)));
}

fn advice(advice: RaceAdvice) -> (String, String) {
    // The words are those of cube decisions.
    (gettext("Advice"), gettext(advice.text()))
}

fn rule_8912(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    let pips = state.board.pips();
    let (percent, then) = eight_nine_twelve(pips);
    let lead = match percent {
        ..0.0 => gettext_f("{percent} behind", &[("percent", format!("{:.1}%", -percent))]),
        _ => gettext_f("{percent} ahead", &[("percent", format!("{percent:.1}%"))]),
    };
    let rows = [
        (gettext("On roll"), format!("{}, {lead}", pips[0])),
        (gettext("Opponent"), pips[1].to_string()),
        advice(then),
    ];
    say_rule(context, &gettext("8-9-12 rule"), &rows);
    Ok(())
}

fn show_keith(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    say_race_count(context, &gettext("Keith count"), &keith(&state.board));
    Ok(())
}

fn show_thorp(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    say_race_count(context, &gettext("Thorp count"), &thorp(&state.board));
    Ok(())
}

fn say_race_count(context: &mut Context<'_>, name: &str, count: &RaceCount) {
    let pips = |pips: f64| format!("{pips:.1}");
    let rows = [
        (gettext("On roll"), pips(count.leader)),
        (gettext("Adjusted"), pips(count.leader_adjusted)),
        (gettext("Opponent"), pips(count.trailer)),
        advice(count.advice),
    ];
    say_rule(context, name, &rows);
}

fn show_isight(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    let count = isight(&state.board);
    let rows = [
        (gettext("On roll"), format!("{:.1}", count.leader)),
        (gettext("Opponent"), format!("{:.1}", count.trailer)),
        (gettext("Winning chance"), format!("{:.1}%", count.percent)),
        advice(count.advice),
    ];
    say_rule(context, &gettext("Isight count"), &rows);
    Ok(())
}

fn show_kleinman(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let state = asked(context, args)?;
    let pips = state.board.pips();
    let count = kleinman(pips);
    let k = format!("({} + 4) / (2 √({} − 4)) = {:.4}", count.difference, count.sum, count.k);
    let rows = [
        (gettext("On roll"), pips[0].to_string()),
        (gettext("Opponent"), pips[1].to_string()),
        (gettext("Adjusted"), gettext_f("K = {k}", &[("k", k)])),
        (gettext("Winning chance"), format!("{:.2}%", 100.0 * count.chance)),
    ];
    say_rule(context, &gettext("Kleinman"), &rows);
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
    let pips = state.board.pips();
    let row = |title: String, cell: &dyn Fn(usize) -> String| vec![title, cell(0), cell(1)];
    let known = |n: usize, f: &dyn Fn(&RaceStats) -> f32| {
        stats[n].as_ref().map_or_else(|| "–".to_owned(), |stats| format!("{:.3}", f(stats)))
    };
    let rows = [
        row(String::new(), &|n| names[n].clone()),
        row(gettext("Pips"), &|n| pips[n].to_string()),
        row(gettext("Effective pips (EPC)"), &|n| known(n, &RaceStats::epc)),
        row(gettext("Wastage"), &|n| known(n, &RaceStats::wastage)),
        row(gettext("Rolls on average"), &|n| known(n, &|stats| stats.rolls.mean)),
    ];
    let mut text = columns(&rows);
    if stats.iter().any(Option::is_none) {
        text += &sentence(&gettext("No database covers this position"));
    }
    context.say(&text);
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
    let on_roll = gettext_f("{player} is on roll.", &[("player", me)]);
    context.say(&format!("{on_roll}\n{}", context.numbers().chances(&found.probs)));
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
    let away = |n: u32| gettext_f("{n}-away", &[("n", n.to_string())]);
    let percent = |mwc: Mwc| format!("{:.4}", 100.0 * mwc.0);
    let with_heading = |rows: &mut dyn Iterator<Item = (String, Vec<String>)>| {
        let mut cells = vec![std::iter::once(String::new()).chain((1..=n).map(away)).collect::<Vec<_>>()];
        cells.extend(rows.map(|(title, row)| std::iter::once(title).chain(row).collect()));
        columns(&cells)
    };
    let before =
        with_heading(&mut (1..=n).map(|mine| {
            (away(mine), (1..=n).map(|theirs| percent(table.pre_crawford(mine, theirs))).collect())
        }));
    // The player whose name begins the row is the one who trails.
    let after = with_heading(&mut Player::BOTH.into_iter().map(|player| {
        let cells = (1..=n).map(|away| percent(table.post_crawford(player, away))).collect();
        (context.session.name(player), cells)
    }));
    let name = gettext_f("Match equity table: {name}.", &[("name", table.name().to_owned())]);
    let text = format!(
        "{name}\n{}\n\n{}:\n\n{before}\n{}:\n\n{after}",
        table.description(),
        gettext("Equity before the Crawford game"),
        gettext("Equity after the Crawford game")
    );
    context.console.page(&text);
    Ok(())
}

fn setting(context: &Context<'_>) -> Result<(MatchState, CubeContext), Refusal> {
    let state = *context.session.game()?;
    Ok((state, CubeContext::of(&state, context.session.table())))
}

fn gammons(context: &mut Context<'_>, _: &mut Args<'_>) -> CommandResult {
    let (state, cube_context) = setting(context)?;
    let mut text = String::new();
    for player in Player::BOTH {
        let prices = cube_context.gammon_prices(CubeInfo::new(state.cube, player));
        let values = [
            ("gammon", format!("{:.5}", prices.gammon_value())),
            ("backgammon", format!("{:.5}", prices.backgammon_value())),
        ];
        let values = gettext_f("Gammon value {gammon}, backgammon value {backgammon}", &values);
        let _ = writeln!(text, "{}: {values}", context.session.name(player));
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
        let name = [("player", context.session.name(player))];
        text += &facts(&[
            (
                gettext_f("Gammons among the wins of {player}, in percent", &name),
                format!("{:.2}", 100.0 * rates.gammon),
            ),
            (
                gettext_f("Backgammons among the wins of {player}, in percent", &name),
                format!("{:.2}", 100.0 * rates.backgammon),
            ),
        ]);
        let rows = match cube_context.match_window(player, state.cube.value, rates) {
            Some(window) => match_rows(&match_columns(&window), in_percent),
            None => {
                let jacoby = cube_context.jacoby_applies(CubeInfo::new(state.cube, player));
                money_rows(&MoneyPoints::new(rates, jacoby, cube_context.has_beavers()), in_percent)
            }
        };
        text += &columns(&rows);
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

fn in_percent(chance: f64) -> String {
    format!("{:.2}%", 100.0 * chance)
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
    let text: String =
        [-1.0, 1.0, equity].map(|equity| equal_values(equity, scale.mwc(Equity(equity)))).concat();
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
    let asked = Mwc(mwc as f32);
    let text = [
        equal_values(-1.0, scale.mwc(Equity(-1.0))),
        equal_values(1.0, scale.mwc(Equity(1.0))),
        equal_values(scale.equity(asked).0, asked),
    ];
    context.say(&text.concat());
    Ok(())
}

/// An equity with the match winning chance that stands for it, as a line.
fn equal_values(equity: f32, mwc: Mwc) -> String {
    format!("{} {equity:+.3}: {} {:.2}%\n", gettext("Equity"), gettext("MWC"), 100.0 * mwc.0)
}
