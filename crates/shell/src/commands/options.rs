// SPDX-License-Identifier: GPL-3.0-or-later
//! `set` for every option of the session's table, and the few settings that need more words.

use crate::i18n::{self, gettext, gettext_f, noted};
use crate::language::args::{Args, read_players, read_real, read_switch};
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use crate::text::errors;
use gnubg_engine::core::{Player, Variation};
use gnubg_engine::eval::{MoveFilter, MoveFilters};
use gnubg_engine::rng::Seed;
use gnubg_session::Command;
use gnubg_session::options::{self, Leaf, Obsolete, OptionId, OptionKind, OptionValue, Options};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("set matchequitytable", "FILE", noted("match equity table: a built-in name or a file"), met)
        .expecting(Expects::File),
    row("set met", "FILE", noted("the same as set matchequitytable"), met).expecting(Expects::File),
    row("set invert met", "on|off", noted("exchange the players of the match equity table"), invert),
    row("invert met", "on|off", noted("exchange the players of the match equity table"), invert),
    row("invert matchequitytable", "on|off", noted("the same as invert met"), invert),
    row("set nackgammon", "on|off", noted("play Nackgammon in new matches"), nackgammon),
    row(
        "set export show player",
        "PLAYER|both [on|off]",
        noted("show the analysis of this player in reports; without on or off: of this player only"),
        export_player,
    )
    .expecting(Expects::Players),
    row("set lang", "LANGUAGE", noted("language: system, or a code such as fr"), language)
        .expecting(Expects::Words(&LANGUAGES)),
    row("set colours", "key=value ...", noted("the same as set appearance"), |c, a| set(c, "appearance", a)),
];

/// What can follow `set lang`, for completion.
const LANGUAGES: [&str; 2 + i18n::TRANSLATIONS.len()] = {
    let mut words = ["system"; 2 + i18n::TRANSLATIONS.len()];
    words[1] = "en";
    let mut n = 0;
    while n < i18n::TRANSLATIONS.len() {
        words[2 + n] = i18n::TRANSLATIONS[n].0;
        n += 1;
    }
    words
};

/// Whether the program can speak a language.
///
/// # Errors
/// If there is no translation.
pub fn check_language(code: &str) -> Result<(), Refusal> {
    if i18n::is_known(code) {
        return Ok(());
    }
    let known = LANGUAGES.join(", ");
    Err(Refusal::usage(gettext_f(
        "there is no translation into {code}; known languages: {known}",
        &[("code", format!("{code:?}")), ("known", known.to_string())],
    )))
}

fn language(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let code = args.word().unwrap_or("system").to_owned();
    check_language(&code)?;
    context.console.use_language(&code);
    give(context, "lang", &OptionValue::Text(code))
}

/// Accepts an obsolete setting with any value, and says why it has no effect.
pub(super) fn accept_obsolete(context: &mut Context<'_>, setting: &Obsolete, args: &mut Args<'_>) {
    args.rest();
    let Obsolete { words, reason, .. } = setting;
    context.say(&gettext_f(
        "The setting {words} is obsolete and has no effect. {reason}.",
        &[("words", words.to_string()), ("reason", gettext(reason))],
    ));
}

/// Words after `set` that give an option one value.
pub fn fixed() -> impl Iterator<Item = (&'static str, (&'static str, OptionValue))> {
    let levels = [
        ("set priority timecritical", -20),
        ("set priority highest", -19),
        ("set priority abovenormal", -10),
        ("set priority normal", 0),
        ("set priority belownormal", 10),
        ("set priority idle", 19),
    ];
    levels.into_iter().map(|(path, nice)| (path, ("priority nice", OptionValue::Whole(nice))))
}

fn leaf(words: &str) -> Result<&'static Leaf, Refusal> {
    let found = options::leaves().iter().find(|leaf| !leaf.words.is_empty() && leaf.words == words);
    found.ok_or_else(|| {
        Refusal::usage(gettext_f("there is no setting called {words}", &[("words", words.to_string())]))
    })
}

/// The words of an option for commands: `{}` stands for each seat that the command names.
#[must_use]
pub(super) fn template(words: &str) -> String {
    words.replace("player 0", "player {}")
}

/// The words that give both seats of a rollout the same value: `rollout chequerplay plies` for `rollout player 0
/// chequerplay plies`. The first text is for commands; in the second one `{both}` stands for both seats.
#[must_use]
pub(super) fn for_both_seats(words: &str) -> Option<[String; 2]> {
    ["rollout player 0 ", "rollout later player 0 "].into_iter().find_map(|group| {
        let at = words.find(group)? + group.len() - "player 0 ".len();
        let (before, after) = (&words[..at], &words[at + "player 0 ".len()..]);
        let before = template(before);
        Some([format!("{before}{after}"), format!("{before}player {{both}} {after}")])
    })
}

/// The leaves that words mean in which `{}` stands for each seat that the command names, and `{both}` for both seats.
fn leaves(words: &str, args: &Args<'_>) -> Result<Vec<&'static Leaf>, Refusal> {
    let mut named = [&args.owners, &args.players].into_iter().filter(|players| !players.is_empty());
    let mut found = vec![String::new()];
    let mut rest = words;
    while let Some(at) = rest.find('{') {
        let end = rest[at..].find('}').map_or(rest.len(), |n| at + n + 1);
        let seats = match &rest[at..end] {
            "{both}" => Player::BOTH.to_vec(),
            _ => named.next().cloned().unwrap_or_default(),
        };
        let extend = |start: &String| -> Vec<String> {
            seats.iter().map(|seat| format!("{start}{}{}", &rest[..at], seat.index())).collect()
        };
        found = found.iter().flat_map(extend).collect();
        rest = &rest[end..];
    }
    found.iter().map(|start| leaf(&format!("{start}{rest}"))).collect()
}

/// Gives the option with these words the value that follows.
///
/// # Errors
/// If nothing that the option can have follows.
pub fn set(context: &mut Context<'_>, words: &str, args: &mut Args<'_>) -> CommandResult {
    let leaves = leaves(words, args)?;
    let Some(first) = leaves.first() else { return Err(Refusal::usage(gettext("say which player"))) };
    let mut values: Vec<(OptionId, OptionValue)> = Vec::new();
    if first.kind == OptionKind::Filters {
        let typed = args.words();
        for leaf in &leaves {
            let OptionValue::Filters(filters) = leaf.get(context.session.options()) else { continue };
            values.push((leaf.id(), OptionValue::Filters(Box::new(read_filters(*filters, &typed)?))));
        }
    } else {
        let value = read_value(first, args)?;
        values.extend(leaves.iter().map(|leaf| (leaf.id(), value.clone())));
    }
    if !context.set_options(values)? {
        return Ok(());
    }
    for leaf in leaves {
        let text = line(context, leaf);
        context.say(&text);
    }
    Ok(())
}

/// Gives the option with these words a value and prints it.
///
/// # Errors
/// If it cannot have it.
pub fn give(context: &mut Context<'_>, words: &str, value: &OptionValue) -> CommandResult {
    let leaf = leaf(words)?;
    if context.set_options(vec![(leaf.id(), value.clone())])? {
        let text = line(context, leaf);
        context.say(&text);
    }
    Ok(())
}

/// Gives the option with these words a value without a message.
///
/// # Errors
/// If it cannot have it.
pub fn give_quietly(context: &mut Context<'_>, words: &str, value: OptionValue) -> CommandResult {
    let leaf = leaf(words)?;
    context.set_options(vec![(leaf.id(), value)]).map(|_| ())
}

/// An option with its value and meaning, as one line.
#[must_use]
pub fn line(context: &Context<'_>, leaf: &Leaf) -> String {
    let value = leaf.get(context.session.options());
    let value = match &value {
        OptionValue::Text(text) if text.is_empty() => format!("({})", gettext("empty")),
        other => other.to_string(),
    };
    format!("{:<34} {value:<12} {}", leaf.words, gettext(leaf.help))
}

fn read_value(leaf: &Leaf, args: &mut Args<'_>) -> Result<OptionValue, Refusal> {
    let missing = || {
        let known = [("name", leaf.words.clone()), ("expected", errors::values(&leaf.kind))];
        Refusal::usage(gettext_f("{name} must be {expected}", &known))
    };
    Ok(match leaf.kind {
        OptionKind::Switch => OptionValue::Switch(args.switch()?),
        // The original writes "yes" and "no" for some of these.
        OptionKind::Whole(0, 1) if args.peek().and_then(read_switch).is_some() => {
            OptionValue::Whole(i64::from(args.switch()?))
        }
        // Without a number, a seed is drawn.
        OptionKind::Whole(..) if leaf.words.ends_with("rollout seed") && args.peek().is_none() => {
            OptionValue::Whole(i64::from(Seed::from_system().low_word()))
        }
        OptionKind::Whole(..) => match args.peek() {
            Some("none") => OptionValue::Whole(0),
            _ => OptionValue::Whole(args.whole()?.ok_or_else(missing)?),
        },
        // Without a number the speed is unknown again.
        OptionKind::Number(..) if leaf.words == "calibration" && args.peek().is_none() => {
            OptionValue::Number(0.0)
        }
        OptionKind::Number(..) => OptionValue::Number(args.real()?.ok_or_else(missing)?),
        OptionKind::Choice(words, _) => {
            let word = args.word().ok_or_else(missing)?.to_lowercase();
            let exact = words.iter().find(|known| **known == word);
            let found = exact.or_else(|| words.iter().find(|known| known.starts_with(&word)));
            let found = found.filter(|_| !word.is_empty());
            let found = found.ok_or_else(|| Refusal::usage(format!("{word:?}: {}", missing())))?;
            OptionValue::Text((*found).to_owned())
        }
        OptionKind::Text(_) => OptionValue::Text(read_text(leaf, args)),
        OptionKind::Filters => return Err(missing()),
    })
}

/// The rest of the line; quotes around a single word are not part of it, except in the prompt.
fn read_text(leaf: &Leaf, args: &mut Args<'_>) -> String {
    if leaf.words == "prompt" {
        let rest = args.rest();
        return if rest.is_empty() { options::DEFAULT_PROMPT.to_owned() } else { rest.to_owned() };
    }
    let word = args.peek().map(str::to_owned);
    let rest = args.rest().to_owned();
    match word {
        Some(word) if rest.starts_with('"') && rest.ends_with('"') => word,
        _ => rest,
    }
}

/// The name of a preset, or `ply level accept [extra threshold]`.
fn read_filters(mut filters: MoveFilters, words: &[String]) -> Result<MoveFilters, Refusal> {
    let wrong = || {
        let presets: Vec<&str> = MoveFilters::PRESETS.iter().map(|(name, _)| *name).collect();
        Refusal::usage(gettext_f(
            "move filters must be one of {presets}, or five numbers: search depth (1 to 4 plies), ply (below that depth), candidates always kept (negative: skip this ply), additional candidates, and their maximum error",
            &[("presets", presets.join(", "))],
        ))
    };
    if let [name] = words {
        let preset = MoveFilters::PRESETS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        return preset.map(|(_, preset)| *preset).ok_or_else(wrong);
    }
    let whole = |n: usize| words.get(n).and_then(|word| word.parse::<i32>().ok()).ok_or_else(wrong);
    let (ply, level, accept) = (whole(0)?, whole(1)?, whole(2)?);
    if !(1..=4).contains(&ply) || !(0..ply).contains(&level) {
        return Err(wrong());
    }
    let filter = if accept < 0 {
        MoveFilter { accept: -1, extra: 0, threshold: 0.0 }
    } else {
        let extra = whole(3)?;
        let threshold = read_real(words.get(4).ok_or_else(wrong)?)?;
        if extra < 0 || threshold < 0.0 {
            return Err(wrong());
        }
        MoveFilter { accept, extra, threshold: threshold as f32 }
    };
    filters.rows[(ply - 1) as usize][level as usize] = filter;
    Ok(filters)
}

fn met(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let name = args.file()?;
    let leaf =
        options::find("engine.met").ok_or_else(|| Refusal::usage(gettext("there is no such setting")))?;
    if !context.set_options(vec![(leaf.id(), OptionValue::Text(name))])? {
        return Ok(());
    }
    let table = context.session.table();
    let mut text = gettext_f("Match equity table: {name}.", &[("name", table.name().to_owned())]);
    if let Some(length) = table.native_length().filter(|length| *length < 64) {
        text.push(' ');
        text += &gettext_f(
            "It ends at {n} points; longer matches use an extension.",
            &[("n", length.to_string())],
        );
    }
    context.say(&text);
    Ok(())
}

fn invert(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let on = args.switch()?;
    give(context, "invert matchequitytable", &OptionValue::Switch(on))
}

/// `set variation` with either name of a variation.
///
/// # Errors
/// If there is no such variation.
pub(super) fn variation(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    match args.peek().and_then(Variation::from_name) {
        Some(variation) => {
            give(context, "variation", &OptionValue::Text(variation.command_word().to_owned()))
        }
        None => set(context, "variation", args),
    }
}

fn nackgammon(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let word = if args.switch()? { "nackgammon" } else { "standard" };
    give(context, "variation", &OptionValue::Text(word.to_owned()))
}

fn export_player(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let word = args.word().ok_or_else(|| Refusal::usage(gettext("give a player or both")))?;
    let named = match word {
        // The original saves both players as -2.
        "-2" => Player::BOTH.to_vec(),
        _ => read_players(context.session, word)?,
    };
    let values: Vec<(Player, bool)> = if args.peek().is_some() {
        let on = args.switch()?;
        named.into_iter().map(|player| (player, on)).collect()
    } else {
        Player::BOTH.map(|player| (player, named.contains(&player))).to_vec()
    };
    for (player, on) in values {
        let leaf = options::find(&format!("export.player.{}", player.index()));
        let leaf = leaf.ok_or_else(|| Refusal::usage(gettext("there is no such setting")))?;
        context.execute(Command::Set(vec![(leaf.id(), OptionValue::Switch(on))]))?;
        let text = gettext_f(
            "Analysis of {player} in reports: {switch}.",
            &[("player", context.session.name(player)), ("switch", OptionValue::Switch(on).to_string())],
        );
        context.say(&text);
    }
    Ok(())
}

/// The generator of a rollout, and its seed if one follows.
///
/// # Errors
/// If rollouts cannot use the generator, or the seed is not a number.
pub(super) fn rollout_generator(
    context: &mut Context<'_>,
    words: &str,
    args: &mut Args<'_>,
) -> CommandResult {
    if args.peek().is_some_and(|word| ["manual", "file", "random.org"].contains(&word)) {
        return Err(Refusal::usage(gettext(
            "a rollout needs dice that can be repeated; its generator is mersenne, isaac, md5 or bbs",
        )));
    }
    set(context, words, args)?;
    match args.peek() {
        None => Ok(()),
        Some("modulus" | "factors") => Err(Refusal::usage(gettext(
            "the modulus of a rollout's generator cannot be chosen; give only a seed",
        ))),
        Some(_) => set(context, &format!("{} seed", words.trim_end_matches(" rng")), args),
    }
}

/// Every saved option as a line of the language, in the order of the table.
#[must_use]
pub fn as_commands(context: &Context<'_>) -> String {
    commands_of(context.session.options(), "")
}

/// The saved options whose words begin so as lines of the language, in the order of the table.
#[must_use]
pub fn commands_of(options: &Options, beginning: &str) -> String {
    let mut text = String::new();
    let is_written = |leaf: &&Leaf| !leaf.words.is_empty() && leaf.words.starts_with(beginning);
    for leaf in options::leaves().iter().filter(is_written) {
        match leaf.get(options) {
            OptionValue::Filters(filters) => {
                for (n, row) in filters.rows.iter().enumerate() {
                    for (level, filter) in row.iter().enumerate().take(n + 1) {
                        let MoveFilter { accept, extra, threshold } = filter;
                        text +=
                            &format!("set {} {} {level} {accept} {extra} {threshold}\n", leaf.words, n + 1);
                    }
                }
            }
            OptionValue::Text(word) if word.is_empty() => {}
            value => text += &format!("set {} {value}\n", leaf.words),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_rollouts_alone_are_written() {
        let mut options = Options::default();
        options.rollout.settings.trials = 72;
        let text = commands_of(&options, "rollout ");
        assert!(text.lines().all(|line| line.starts_with("set rollout ")), "{text}");
        assert!(text.lines().any(|line| line == "set rollout trials 72"), "{text}");
        assert!(text.lines().count() > 30, "{text}");
    }

    #[test]
    fn words_for_both_seats_of_a_rollout() {
        let [typed, meant] =
            for_both_seats("player 0 cubedecision rollout later player 0 cubedecision plies").unwrap();
        assert_eq!(typed, "player {} cubedecision rollout later cubedecision plies");
        assert_eq!(meant, "player {} cubedecision rollout later player {both} cubedecision plies");
        assert_eq!(for_both_seats("player 0 chequerplay evaluation plies"), None);
        let mut args = Args::new("", Vec::new(), 0, String::new(), vec![Player::One]);
        let words = |found: Vec<&Leaf>| found.iter().map(|leaf| leaf.words.clone()).collect::<Vec<_>>();
        assert_eq!(
            words(leaves(&meant, &args).unwrap()),
            ["0", "1"]
                .map(|seat| format!("player 1 cubedecision rollout later player {seat} cubedecision plies"))
        );
        // A command that names players twice.
        args.owners = vec![Player::Zero];
        let twice = template("player 0 chequerplay rollout player 0 movefilter");
        assert_eq!(
            words(leaves(&twice, &args).unwrap()),
            ["player 0 chequerplay rollout player 1 movefilter"]
        );
    }

    #[test]
    fn filters_as_typed() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let read = |text| read_filters(MoveFilters::NORMAL, &words(text));
        assert_eq!(read("huge").unwrap(), MoveFilters::HUGE);
        let changed = read("2 0 3 5 0.25").unwrap();
        assert_eq!(changed.rows[1][0], MoveFilter { accept: 3, extra: 5, threshold: 0.25 });
        assert_eq!(read("2 1 -1").unwrap().rows[1][1].accept, -1);
        for wrong in
            ["", "gigantic", "5 0 1 1 1", "2 2 1 1 1", "2 0 1", "2 0 1 -1 0", "2 0 1 1 -0.5", "x y z"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
