// SPDX-License-Identifier: GPL-3.0-or-later
//! Questions that take time: hints, evaluations, the speed of the evaluator.

use crate::language::args::Args;
use crate::language::interpreter::{Context, USUAL_PLAYS};
use crate::language::position;
use crate::language::refusal::Refusal;
use crate::language::tree::{Done, Row, row};
use crate::text::{cube, evaluation, plays};
use crate::tools::bearoffdump;
use gnubg_engine::core::{Board, Dice, Mwc, PlayList, Probs, Variation};
use gnubg_engine::cube::CubeOwner;
use gnubg_engine::eval::{Engine, EvalSettings, Root};
use gnubg_session::hint::{Advice, Appraisal, Hint};
use gnubg_session::jobs::{self, Job, JobError, JobKind, Product, Step};
use gnubg_session::{Command, Question};
use rayon::prelude::*;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The rows of this family.
pub const ROWS: &[Row] = &[
    row("hint", "[n]", "advice for the decision at hand; the best n plays (10)", hint),
    row("eval", "[POSITION]", "chances, equities and the cube decision of a position", eval),
    row("calibrate", "[n]", "measure the speed of n static evaluations", calibrate),
];

fn hint(context: &mut Context<'_>, args: &mut Args<'_>) -> Done {
    context.shell.most_plays = match args.whole()? {
        None => USUAL_PLAYS,
        Some(n) => usize::try_from(n)
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| Refusal::usage("hint takes the number of plays to list, 1 or more"))?,
    };
    context.session.game()?;
    if let Some(hint) = context.session.last_hint().filter(|hint| hint.is_final).cloned() {
        let text = hint_text(context, &hint);
        context.say(&text);
        return Ok(());
    }
    context.execute(Command::Ask(Question::Hint)).map(|_| ())
}

fn eval(context: &mut Context<'_>, args: &mut Args<'_>) -> Done {
    let asked = position::read(context, args)?;
    let state = (!asked.is_present).then(|| Box::new(asked.state));
    context.execute(Command::Ask(Question::Evaluate(state))).map(|_| ())
}

/// The match winning chance without the cube.
fn cubeless_mwc(root: &Root, probs: &Probs) -> Option<Mwc> {
    root.context.mwc(root.context.cubeless(root.cube, probs))
}

/// A hint in words.
#[must_use]
pub fn hint_text(context: &Context<'_>, hint: &Hint) -> String {
    let numbers = context.numbers();
    let root = Root::of(&hint.state, context.session.table());
    match &hint.advice {
        Advice::Play { plays: ranked, .. } if ranked.is_empty() => "No checker can move.\n".to_owned(),
        Advice::Play { plays: ranked, settings, .. } => {
            plays::list(&hint.state, ranked, settings, context.shell.most_plays, numbers)
        }
        Advice::Cube { decision, cube: info, settings, .. } => {
            let root = Root { cube: *info, ..root };
            let mwc = cubeless_mwc(&root, &decision.probs);
            cube::block(decision, settings, mwc, info.owner == CubeOwner::OnRoll, numbers)
        }
        Advice::Resignation { before, after, accept, .. } => format!(
            "Equity before the resignation {}\nEquity after the resignation  {}\nCorrect answer: {}\n",
            numbers.equity(*before),
            numbers.equity(*after),
            if *accept { "accept" } else { "decline" }
        ),
    }
}

/// An evaluation in words.
#[must_use]
pub fn appraisal_text(context: &Context<'_>, appraisal: &Appraisal) -> String {
    let numbers = context.numbers();
    let state = &appraisal.state;
    let root = Root::of(state, context.session.table());
    let mut text = evaluation::table(appraisal, &root, numbers);
    if !state.board.has_contact() || state.rules.variation.is_hypergammon() {
        let databases = context.session.engine().databases();
        let _ = write!(text, "\n{}", bearoffdump::show(databases, &state.board, state.rules.variation));
    }
    if let Some(decision) = &appraisal.cube {
        let mwc = cubeless_mwc(&root, &decision.probs);
        let is_redouble = root.cube.owner == CubeOwner::OnRoll;
        text.push_str(&cube::block(decision, &appraisal.settings, mwc, is_redouble, numbers));
    }
    text
}

/// What was measured: evaluations and seconds.
type Measured = Arc<Mutex<(u64, f64)>>;

/// How long a measurement lasts when no number of evaluations is given.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// Measures static evaluations of distinct positions, without the cache.
struct Calibration {
    engine: Arc<Engine>,
    boards: Arc<Vec<Board>>,
    threads: usize,
    /// Evaluations to be made; `None` until the usual time is over.
    wanted: Option<u64>,
    measured: Measured,
}

impl Job for Calibration {
    fn kind(&self) -> JobKind {
        JobKind::Evaluation
    }

    fn step(&mut self, context: &jobs::Context) -> Result<Step, JobError> {
        let start = Instant::now();
        let (engine, boards) = (&self.engine, &self.boards);
        let done: u64 = (0..self.threads)
            .into_par_iter()
            .map(|n| {
                let mut scratch = engine.nets().scratch();
                let share = boards.iter().skip(n % boards.len()).take(4096);
                share
                    .map(|board| u64::from(engine.nets().evaluate(board, &mut scratch).win >= 0.0))
                    .sum::<u64>()
            })
            .sum();
        let mut measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        measured.0 += done;
        measured.1 += start.elapsed().as_secs_f64();
        let is_enough = match self.wanted {
            Some(wanted) => measured.0 >= wanted,
            None => measured.1 >= USUAL_TIME.as_secs_f64(),
        };
        context.cancel().check()?;
        Ok(if is_enough { Step::Done(Product::Nothing) } else { Step::Continue })
    }
}

/// All positions after the first two rolls of a game, each once.
fn early_boards() -> Vec<Board> {
    let mut boards = vec![Variation::Standard.start()];
    for _ in 0..2 {
        let mut next = Vec::new();
        for board in &boards {
            for dice in Dice::ALL {
                let mut list = PlayList::new();
                list.generate(board, dice);
                next.extend_from_slice(list.boards());
            }
        }
        next.sort_by_key(Board::key);
        next.dedup();
        boards = next;
    }
    boards
}

fn calibrate(context: &mut Context<'_>, args: &mut Args<'_>) -> Done {
    let wanted = match args.whole()? {
        None => None,
        Some(n) => Some(
            u64::try_from(n)
                .ok()
                .filter(|n| *n > 0)
                .ok_or_else(|| Refusal::usage("calibrate takes a number of evaluations, 1 or more"))?,
        ),
    };
    let measured = Measured::default();
    let job = Calibration {
        engine: Arc::clone(context.session.engine()),
        boards: Arc::new(early_boards()),
        threads: context.session.threads(),
        wanted,
        measured: Arc::clone(&measured),
    };
    context.session.start_job(Box::new(job));
    context.settle();
    let (evaluations, seconds) = *measured.lock().unwrap_or_else(PoisonError::into_inner);
    if evaluations == 0 || seconds <= 0.0 {
        return Ok(());
    }
    let rate = evaluations as f64 / seconds;
    let kernel = context.session.engine().nets().kernel_name();
    let threads = context.session.threads();
    context.say(&format!("{rate:.0} static evaluations a second with {threads} threads ({kernel})."));
    super::options::give_quietly(context, "calibration", gnubg_session::options::Value::Number(rate.round()))
}

/// The settings `hint` and `eval` use, in words.
#[must_use]
pub fn settings_text(settings: &EvalSettings) -> String {
    plays::described(settings)
}
