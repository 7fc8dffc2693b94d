// SPDX-License-Identifier: GPL-3.0-or-later
//! Functions about the match: commands, navigation, dice, the checksum of a match, settings of rollouts.

use super::call::{CallError, CallResult, ErrorClass, Fields, Function, Kind, Lists, argument};
use super::{checksum, match_data};
use crate::language::Console;
use crate::language::context::Context;
use gnubg_formats::ids;
use gnubg_session::{Command, Edit, GameCommand, Go, Question};
use serde_json::{Map, Value, json};

/// The functions of this family.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "command",
        parameters: &[argument("text", Kind::Text, "a line as it is typed in the terminal")],
        required: 1,
        about: "Runs a command and lets the computer act. What it prints goes to the output; a command that is refused \
                prints why and raises nothing.",
        lists: Lists::None,
        run: |context, given| {
            let line = given.text("text")?.unwrap_or_default().to_owned();
            command(context, &line)
        },
    },
    Function {
        name: "show",
        parameters: &[argument("text", Kind::Text, "the words after show")],
        required: 1,
        about: "What the command show prints, without line ends at the end. ValueError if it is refused.",
        lists: Lists::None,
        run: |context, given| {
            let words = given.text("text")?.unwrap_or_default().to_owned();
            show(context, &words)
        },
    },
    Function {
        name: "match",
        parameters: &[
            argument("analysis", Kind::Whole, "1 to include analysis (default)"),
            argument("boards", Kind::Whole, "1 to include position IDs (default)"),
            argument("statistics", Kind::Whole, "1 to include statistics; 0 by default"),
            argument(
                "verbose",
                Kind::Whole,
                "1 to include cubeless equities of cube decisions; 0 by default",
            ),
        ],
        required: 0,
        about: "The whole match: 'match-info', 'games' and with statistics 'stats'. X is player 0 and O is player 1. In a \
                match, cubeful values of cube decisions are match winning chances, in money play equities. None without a \
                match.",
        lists: Lists::None,
        run: |context, given| {
            let wants = |name, usual| given.switch(name).map(|on| on.unwrap_or(usual));
            let parts = match_data::Parts {
                analysis: wants("analysis", true)?,
                boards: wants("boards", true)?,
                statistics: wants("statistics", false)?,
                verbose: wants("verbose", false)?,
            };
            Ok(match_data::value(context.session, parts))
        },
    },
    Function {
        name: "matchchecksum",
        parameters: &[],
        required: 0,
        about: "A checksum of names and records, by which equal matches are found: 32 hexadecimal digits.",
        lists: Lists::None,
        run: |context, _| Ok(checksum::of(context.session.record()).into()),
    },
    Function {
        name: "navigate",
        parameters: &[
            argument("next", Kind::Whole, "so many records forward in the game"),
            argument("game", Kind::Whole, "so many games forward, or back if it is negative"),
            argument("record", Kind::Whole, "the same as next"),
        ],
        required: 0,
        about: "Goes to another place of the match; without arguments to its start. None if all steps were made, else how \
                many records and how many games were not made.",
        lists: Lists::None,
        run: navigate,
    },
    Function {
        name: "nextturn",
        parameters: &[],
        required: 0,
        about: "Lets the computer act, if it is its turn.",
        lists: Lists::None,
        run: |context, _| {
            if context.session.is_held() {
                // It is refused where a person has to act.
                let _ = context.session.execute(Command::Game(GameCommand::Compute));
            }
            context.settle();
            Ok(Value::Null)
        },
    },
    Function {
        name: "updateui",
        parameters: &[],
        required: 0,
        about: "Does nothing: the window is always up to date.",
        lists: Lists::None,
        run: |_, _| Ok(Value::Null),
    },
    Function {
        name: "setgnubgid",
        parameters: &[argument(
            "text",
            Kind::Text,
            "position ID and match ID, one of them, or an XGID or OGID",
        )],
        required: 1,
        about: "Sets up a position (set gnubgid). ValueError if the text holds none.",
        lists: Lists::None,
        run: |context, given| {
            let text = given.text("text")?.unwrap_or_default();
            let rules = context.session.options().matches.rules(0);
            let found = ids::find(text, rules).map_err(|error| CallError::of_value(error.to_string()))?;
            let base = context.session.state().copied().unwrap_or_else(|| super::state::money(context));
            let mut state = found.over(&base);
            state.rules.jacoby &= state.is_money();
            state.check().map_err(|error| CallError::of_value(error.to_string()))?;
            let set = context.session.execute(Command::Edit(Edit::State(Box::new(state))));
            set.map_err(|error| CallError::of_value(error.to_string()))?;
            context.shell.is_board_due = false;
            context.settle();
            Ok(Value::Null)
        },
    },
    Function {
        name: "dicerolls",
        parameters: &[argument("n", Kind::Whole, "how many rolls, 1 to 1000000")],
        required: 1,
        about: "Rolls of the dice in use, each as two numbers.",
        lists: Lists::None,
        run: |context, given| {
            let n = given.whole("n")?.unwrap_or(0);
            let wrong = || CallError::of_value("number of rolls must be greater than 0");
            let n = usize::try_from(n).ok().filter(|n| *n > 0).ok_or_else(wrong)?;
            if n > 1_000_000 {
                return Err(CallError::of_value("number of rolls must be at most 1000000"));
            }
            context.shell.drawn_rolls = Some(Vec::new());
            let asked = context.execute(Command::Ask(Question::Rolls(n)));
            context.settle();
            let rolls = context.shell.drawn_rolls.take().unwrap_or_default();
            asked.map_err(|refusal| CallError::of_state(refusal.sentence()))?;
            if rolls.len() == n {
                Ok(json!(rolls))
            } else {
                Err(CallError::of_state("the dice in use give no rolls"))
            }
        },
    },
    Function {
        name: "rolloutcontext",
        parameters: &[
            argument("cubeful", Kind::Whole, "1 to play with the cube"),
            argument("variance_reduction", Kind::Whole, "1 to subtract luck"),
            argument("initial_position", Kind::Whole, "1 if the first roll is no double"),
            argument("quasi_random_dice", Kind::Whole, "1 to distribute the first rolls evenly"),
            argument("late_eval", Kind::Whole, "1 to change settings after late-on-move-n plies"),
            argument("truncated_rollouts", Kind::Whole, "1 to stop games after n-truncation plies"),
            argument("n_truncation", Kind::Whole, "plies after which games stop"),
            argument(
                "truncate_bearoff2",
                Kind::Whole,
                "1 to stop at positions of a two-sided bearoff database",
            ),
            argument(
                "truncate_bearoffOS",
                Kind::Whole,
                "1 to stop at positions of a one-sided bearoff database",
            ),
            argument("stop_on_std", Kind::Whole, "1 to stop at a small standard error"),
            argument("trials", Kind::Whole, "number of games"),
            argument("seed", Kind::Whole, "seed of the dice"),
            argument("minimum_games", Kind::Whole, "least number of games before the standard error counts"),
            argument("stop_on_jsd", Kind::Whole, "1 to drop clearly worse candidates"),
            argument("late_on_move_n", Kind::Whole, "plies after which the settings change"),
            argument("minimum_jsd_games", Kind::Whole, "least number of games before candidates are dropped"),
            argument("std_limit", Kind::Number, "standard error at which a rollout stops, in equity"),
            argument(
                "jsd_limit",
                Kind::Number,
                "difference at which a candidate is dropped, in joint standard deviations",
            ),
        ],
        required: 0,
        about: "Settings of a rollout as an object with these keys, in which hyphens stand for underscores. What \
                is not given is as in set rollout.",
        lists: Lists::None,
        run: rollout_context,
    },
];

/// Keeps what is printed.
#[derive(Default)]
struct CapturingConsole {
    printed: Vec<String>,
    refused: Vec<String>,
}

impl Console for CapturingConsole {
    fn print(&mut self, text: &str) {
        self.printed.push(text.to_owned());
    }

    fn complain(&mut self, text: &str) {
        self.refused.push(text.to_owned());
    }
}

fn show(context: &mut Context<'_>, words: &str) -> CallResult {
    let mut console = CapturingConsole::default();
    let mut inner = Context {
        session: &mut *context.session,
        console: &mut console,
        shell: &mut *context.shell,
        commands: context.commands,
    };
    let ran = inner.run_line(&format!("show {words}"));
    inner.settle();
    ran.map_err(|refusal| CallError::of_value(refusal.sentence()))?;
    if console.printed.is_empty() && !console.refused.is_empty() {
        return Err(CallError::of_value(console.refused.join("\n")));
    }
    let lines: Vec<&str> = console.printed.iter().map(|text| text.trim_end_matches('\n')).collect();
    Ok(lines.join("\n").trim_end_matches('\n').into())
}

fn command(context: &mut Context<'_>, line: &str) -> CallResult {
    if let Err(refusal) = context.run_line(line) {
        context.console.complain(&refusal.sentence());
        context.shell.note_refusal(line, &refusal);
    }
    context.settle();
    if context.shell.is_quitting {
        return Err(CallError::new(ErrorClass::Quit, "the program ends"));
    }
    Ok(Value::Null)
}

fn navigate(context: &mut Context<'_>, given: &Fields) -> CallResult {
    let next = match (given.whole("next")?, given.whole("record")?) {
        (Some(_), Some(_)) => return Err(CallError::of_type("navigate() takes next or record, not both")),
        (next, record) => next.or(record).unwrap_or(0),
    };
    let games = given.whole("game")?.unwrap_or(0);
    let next = u64::try_from(next).map_err(|_| CallError::of_value("negative next record"))?;
    if context.session.record().games.is_empty() {
        context.say(&crate::i18n::gettext("There is no match."));
        return Ok(Value::Null);
    }
    let mut place = context.session.place();
    let (mut records_left, mut games_left) = (0, 0);
    if given.is_empty() {
        place = gnubg_record::Cursor::default();
    }
    if games != 0 {
        let last = context.session.record().games.len() as i64 - 1;
        let wanted = (place.game as i64).saturating_add(games);
        let reached = wanted.clamp(0, last);
        games_left = wanted.saturating_sub(reached);
        place = gnubg_record::Cursor::at(usize::try_from(reached).unwrap_or(0), 0);
    }
    if next > 0 {
        let n_entries = context.session.record().games[place.game].entries.len();
        let possible = n_entries.saturating_sub(place.entry);
        let made = possible.min(usize::try_from(next).unwrap_or(usize::MAX));
        records_left = next - made as u64;
        place = gnubg_record::Cursor::at(place.game, place.entry + made);
    }
    let go = Go::To { game: place.game, entry: place.entry, rolled: false };
    context.execute(Command::Go(go)).map_err(|refusal| CallError::of_state(refusal.sentence()))?;
    context.settle();
    Ok(match (records_left, games_left) {
        (0, 0) => Value::Null,
        left => json!([left.0, left.1]),
    })
}

fn rollout_context(context: &mut Context<'_>, given: &Fields) -> CallResult {
    let rollout = &context.session.options().evaluation.checker.rollout.settings;
    let (late, cut) = (rollout.late, rollout.truncation);
    let (std, jsd) = (rollout.stop_on_error, rollout.stop_on_difference);
    let usual = json!({
        "cubeful": u8::from(rollout.cubeful),
        "variance-reduction": u8::from(rollout.variance_reduction),
        "initial-position": u8::from(rollout.initial),
        "quasi-random-dice": u8::from(rollout.quasi_random),
        "late-eval": u8::from(late.on),
        "truncated-rollouts": u8::from(cut.on),
        "n-truncation": cut.plies,
        "truncate-bearoff2": u8::from(rollout.truncate_exact_bearoff),
        "truncate-bearoffOS": u8::from(rollout.truncate_one_sided_bearoff),
        "stop-on-std": u8::from(std.on),
        "trials": rollout.trials,
        "seed": rollout.seed,
        "minimum-games": std.min_games,
        "stop-on-jsd": u8::from(jsd.on),
        "late-on-move-n": late.plies,
        "minimum-jsd-games": jsd.min_games,
        "std-limit": std.limit,
        "jsd-limit": jsd.limit,
    });
    let Value::Object(usual) = usual else { return Ok(Value::Null) };
    let mut found = Map::new();
    for (key, value) in usual {
        let name = key.replace('-', "_");
        let value = match key.as_str() {
            "std-limit" | "jsd-limit" => {
                given.number(&name)?.map_or(value, |number| f64::from(number as f32).into())
            }
            _ => given.whole(&name)?.map_or(value, Value::from),
        };
        found.insert(key, value);
    }
    Ok(found.into())
}
