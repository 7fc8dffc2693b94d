// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the dice come from.

use crate::i18n::{gettext, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use crate::text::errors;
use gnubg_engine::rng::{Generator, Seed};
use gnubg_session::command::{DiceCommand, Factors};
use gnubg_session::options::GeneratorWord;
use gnubg_session::{Command, CommandOutcome, Question};

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    row("set rng ansi", "[seed]", noted("use the example generator of the C standard"), |c, a| {
        choose(c, a, Generator::Ansi)
    }),
    row(
        "set rng bbs",
        "[modulus m | factors p q] [seed]",
        noted("use the Blum Blum Shub generator"),
        |c, a| choose(c, a, Generator::BlumBlumShub),
    ),
    row("set rng bsd", "[seed]", noted("use the generator of BSD"), |c, a| choose(c, a, Generator::Bsd)),
    row("set rng file", "FILE", noted("read the dice from a file"), |c, a| from(c, a, Generator::File))
        .expecting(Expects::File),
    row("set rng isaac", "[seed]", noted("use the ISAAC generator"), |c, a| choose(c, a, Generator::Isaac)),
    row("set rng manual", "", noted("enter every roll yourself"), |c, a| choose(c, a, Generator::Manual)),
    row("set rng md5", "[seed]", noted("use the MD5 sums of a counter"), |c, a| choose(c, a, Generator::Md5)),
    row("set rng mersenne", "[seed]", noted("use the Mersenne Twister"), |c, a| {
        choose(c, a, Generator::Mersenne)
    }),
    row("set rng random.org", "", noted("fetch dice from random.org"), |c, a| {
        choose(c, a, Generator::RandomOrg)
    }),
    row("set rng user", "command", noted("read the dice that a program prints"), |c, a| {
        from(c, a, Generator::User)
    }),
    row("set seed", "[n]", noted("set the seed of the generator; without n: a random seed"), seed),
    row("dicerolls", "n", noted("print n sample rolls of the generator"), rolls),
    row("show rng", "", noted("show the source of the dice"), |c, _| show(c)),
    row("show seed", "", noted("show the seed and the number of dice drawn"), |c, _| show(c)),
];

fn read_seed(word: &str) -> Result<Seed, Refusal> {
    word.parse().map_err(|error| Refusal::usage(errors::seed(&error)))
}

fn choose(context: &mut Context<'_>, args: &mut Args<'_>, generator: Generator) -> CommandResult {
    let modulus = match args.peek() {
        Some("modulus") => {
            args.word();
            Some(Factors::Modulus(next_seed(args)?))
        }
        Some("factors") => {
            args.word();
            Some(Factors::Factors(next_seed(args)?, next_seed(args)?))
        }
        _ => None,
    };
    let seed = args.word().map(read_seed).transpose()?;
    context.execute(Command::Dice(DiceCommand::Use { generator, source: None, seed, modulus }))?;
    show(context)
}

fn next_seed(args: &mut Args<'_>) -> Result<Seed, Refusal> {
    args.word().map_or_else(
        || Err(Refusal::usage(gettext("a whole number is missing after modulus or factors"))),
        read_seed,
    )
}

fn from(context: &mut Context<'_>, args: &mut Args<'_>, generator: Generator) -> CommandResult {
    let source = match generator {
        Generator::File => args.file()?,
        _ => args.rest().to_owned(),
    };
    let command = DiceCommand::Use { generator, source: Some(source), seed: None, modulus: None };
    if let CommandOutcome::Started(id) = context.execute(Command::Dice(command))?
        && !context.await_job(id)
    {
        return Ok(());
    }
    show(context)
}

fn seed(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let seed = args.word().map(read_seed).transpose()?;
    context.execute(Command::Dice(DiceCommand::Seed(seed)))?;
    show(context)
}

fn rolls(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let n = args.whole()?.and_then(|n| usize::try_from(n).ok()).filter(|n| (1..=1_000_000).contains(n));
    let n = n.ok_or_else(|| Refusal::usage(gettext("give the number of rolls, 1 to 1000000")))?;
    context.execute(Command::Ask(Question::Rolls(n)))?;
    context.settle();
    Ok(())
}

fn show(context: &mut Context<'_>) -> CommandResult {
    let generator = context.session.generator();
    let (origin, state) = context.session.dice_state();
    let mut parts = vec![(gettext("Source of the dice"), title(generator))];
    if !origin.is_empty() {
        parts.push((gettext("File or command"), origin.to_owned()));
    }
    if let Some(seed) = state.seed {
        parts.push((gettext("Seed"), seed));
    }
    if let Some(parameter) = state.parameter.filter(|_| origin.is_empty()) {
        parts.push((gettext("Modulus"), parameter));
    }
    if let Some(drawn) = state.drawn {
        parts.push((gettext("Dice drawn"), drawn.to_string()));
    }
    let parts: Vec<String> = parts.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
    context.say(&format!("{}.", parts.join("; ")));
    Ok(())
}

/// The name of a source of dice, as the preferences show it.
fn title(generator: Generator) -> String {
    let mut known = GeneratorWord::WORDS.iter().zip(GeneratorWord::TITLES);
    let found = known.find(|(word, _)| **word == generator.keyword());
    found.map_or_else(|| generator.name().to_owned(), |(_, title)| gettext(title))
}
