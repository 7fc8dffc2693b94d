// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis of one entry of the record, ready to be shown: what was decided, ranked plays, the cube decision.

use super::market;
use crate::i18n::{WORDS, gettext, gettext_f, localized};
use crate::level_names::rollout_name;
use crate::sidebar::record::cells;
use crate::tools::decision_text::{
    CubeTable, PlayRow, cube_table as table_of, on_scale, percent, play_cells, response, value_text,
};
use gnubg_engine::core::{Decision, Equity, MatchState, Phase, notation};
use gnubg_engine::cube::{CubeEquities, CubeInfo, CubeRow};
use gnubg_engine::eval::CubeDecision;
use gnubg_record::analysis::{CubeAnalysis, CubeMethod, Method, PlayAnalysis};
use gnubg_record::explain::reasons::NextRolls;
use gnubg_record::judge::{Judgement, Scale, judge};
use gnubg_record::{Cursor, Entry, EntryAction, ErrorQuery, Luck, Skill};
use gnubg_report::document::phrases::ErrorWords;
use gnubg_report::why::{Explanation, PlayPair, explain};
use gnubg_report::{ReportOptions, cube};
use gnubg_session::Session;
use gnubg_session::options::Output;

/// A decision or roll in words, with its mark.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MarkedLine<M> {
    pub(super) text: String,
    pub(super) mark: M,
}

/// What is known about a decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::sidebar) struct DecisionAnalysis {
    pub(super) luck: Option<MarkedLine<Luck>>,
    pub(super) play: Option<MarkedLine<Skill>>,
    pub(super) cube: Option<MarkedLine<Skill>>,
    /// Whether a resignation counts; `None` for other decisions.
    pub(super) is_counted: Option<bool>,
    /// Whether this was evaluated only as one browses, and is not in the record.
    pub(super) is_instant: bool,
    /// The place shown.
    pub(super) place: Cursor,
    /// Whether the cube decision is what the decision is about: it lost more than the play, or the dice are not shown yet.
    pub(super) is_cube_first: bool,
    /// The ranked plays, if they are known.
    pub(super) plays: Vec<PlayRow>,
    /// Why the play that was made is worse than the best one; `None` if it is not.
    pub(super) why: Option<Explanation>,
    /// The cube decision or resignation, if it is known.
    pub(super) table: Option<CubeTable>,
    /// Whether this is a decision that can be analyzed.
    pub(super) can_analyze: bool,
    pub(super) is_money: bool,
}

/// A text followed by a number in parentheses, if there is one.
fn with_amount(text: String, amount: Option<f64>, output: &Output) -> String {
    match amount {
        Some(amount) if amount != 0.0 => {
            let number = value_text(amount as f32, false, true, output);
            gettext_f("{text} ({n})", &[("text", &text), ("n", &number)])
        }
        _ => text,
    }
}

/// The ranked plays of a record.
fn plays(
    analysis: &PlayAnalysis,
    before: &MatchState,
    scale: &Scale,
    entry: &Entry,
    output: &Output,
) -> Vec<PlayRow> {
    let board = before.board_of(entry.player);
    let value_of = |equity: Equity| on_scale(equity, scale.mwc(f64::from(equity.0)), output);
    let best = analysis.candidates.first().map_or(0.0, |first| value_of(first.equity).0);
    let row = |(n, candidate): (usize, &gnubg_record::analysis::Candidate)| {
        let sign = if candidate.is_marked { " ⚑" } else { "" };
        let text = format!("{}{sign}", notation::format(&board, &candidate.play));
        let value = value_of(candidate.equity);
        let method = match &candidate.method {
            Method::Rollout(rollout) => rollout_name(&rollout.settings),
            other => other.name(),
        };
        PlayRow {
            play: candidate.play,
            after: candidate.play.apply(&board).swapped(),
            is_played: analysis.played == Some(n),
            loss: analysis
                .candidates
                .first()
                .map_or(0.0, |first| (first.equity.0 - candidate.equity.0).max(0.0)),
            wins: [candidate.probs.win, candidate.probs.win_g],
            cells: play_cells(n, method, &candidate.probs, value, best, text, output),
        }
    };
    analysis.candidates.iter().enumerate().map(row).collect()
}

/// The cube decision of a record, for the player who may double.
fn cube_table(
    analysis: &CubeAnalysis,
    before: &MatchState,
    entry: &Entry,
    session: &Session,
    is_answer: bool,
) -> Option<CubeTable> {
    let doubler = if is_answer { entry.player.other() } else { entry.player };
    let options = ReportOptions { table: Some(session.table()), ..ReportOptions::default() };
    let state = MatchState {
        on_roll: doubler,
        board: before.board_of(doubler),
        phase: Phase::Due(Decision::Roll),
        ..*before
    };
    let (equities, verdict) = cube::verdict(analysis, &state, doubler, &options)?;
    let scale = Scale::new(&state, doubler, &**session.table());
    let mwc = |row| scale.mwc(f64::from(equities.of(row).0));
    let chances = [CubeRow::NoDouble, CubeRow::DoubleTake, CubeRow::DoublePass].map(mwc);
    let equities = match chances {
        [Some(a), Some(b), Some(c)] => CubeEquities { mwc: Some([a, b, c]), ..equities },
        _ => equities,
    };
    let probs = analysis.no_double.probs;
    let decision = CubeDecision { probs, cubeless: analysis.no_double.cubeless, equities, verdict };
    let name = match &analysis.method {
        CubeMethod::Evaluation(settings) => settings.name(),
        CubeMethod::Rollout(rollout) => rollout_name(&rollout.settings),
        CubeMethod::Foreign(level) => level.name.clone(),
    };
    let mut table = table_of(&decision, &CubeInfo::of(&state), &name, &session.options().output);
    table.window = (!table.rows.is_empty()).then(|| market::window(&state, &probs, session.table()));
    if is_answer {
        table.verdict += "\n";
        table.verdict += &response(decision.verdict.answer());
    }
    Some(table)
}

/// The cube decision in words; `None` if the entry is none.
fn cube_words(entry: &Entry, judgement: &Judgement) -> Option<String> {
    Some(match &entry.action {
        EntryAction::Double => gettext("Doubled"),
        EntryAction::Take => gettext("Took the double"),
        EntryAction::Drop => gettext("Dropped the double"),
        EntryAction::Beaver => gettext("Took and turned the cube again"),
        EntryAction::Resign(_) => gettext("Resigned"),
        EntryAction::AcceptResignation => gettext("Accepted the resignation"),
        EntryAction::DeclineResignation => gettext("Declined the resignation"),
        action if action.is_roll() && (judgement.cube.is_some() || entry.marks.cube.is_some()) => {
            gettext("Did not double")
        }
        _ => return None,
    })
}

/// What was decided about the cube and what that lost, if it was wrong.
fn cube_error_words(session: &Session, place: Cursor) -> Option<(String, Skill)> {
    let query = ErrorQuery {
        kinds: [false, true, true, false],
        game: Some(place.game),
        least: 0.000_5,
        ..ErrorQuery::default()
    };
    let error = session.errors(&query).into_iter().find(|error| error.entry == place.entry)?;
    let words = ErrorWords::of(session.record(), &error, WORDS);
    let options = session.options();
    let skill = options.analysis.thresholds.skill(Equity(-error.loss.emg as f32));
    let loss = localized(format!("−{:.*}", usize::from(options.output.digits), error.loss.emg));
    let values = [("best", &*words.best), ("done", &*words.done), ("loss", &*loss)];
    Some((gettext_f("{best} was right. {done}: {loss}", &values), skill))
}

/// The play that was made and the best one of a decision, if another one was best.
pub(in crate::sidebar) fn plays_to_compare(
    session: &Session,
    evaluated: Option<&Entry>,
) -> Option<(PlayPair, MatchState)> {
    let place = session.place();
    let record = session.record();
    let entry = evaluated.or(record.next_entry(place))?;
    let before = record.games.get(place.game)?.state_before(record.length, place.entry);
    let board = before.board_of(entry.player);
    let pair = PlayPair::of(entry.play_analysis()?, &board)?;
    Some((pair, MatchState { on_roll: entry.player, board, ..before }))
}

/// What is known about the entry after the place shown, which is `evaluated` if that was done only as one browses; `None` at
/// the end of the record.
/// `next` are the opponent's rolls after the play made and the best one, if they are known.
pub(in crate::sidebar) fn of(
    session: &Session,
    evaluated: Option<&Entry>,
    next: Option<&[NextRolls; 2]>,
) -> Option<DecisionAnalysis> {
    let place = session.place();
    let record = session.record();
    let entry = record.next_entry(place)?;
    let evaluated = evaluated.filter(|found| (found.player, &found.action) == (entry.player, &entry.action));
    let entry = evaluated.unwrap_or(entry);
    let game = record.games.get(place.game)?;
    let before = game.state_before(record.length, place.entry);
    let judgement = match evaluated {
        Some(entry) => judge(&before, entry, None, &**session.table()),
        None => session.judgements(place.game).into_iter().nth(place.entry)?,
    };
    let options = session.options();
    let (play, cube, luck) = judgement.marks(entry, &options.analysis.thresholds);
    let output = &options.output;
    let scale = Scale::new(&before, entry.player, &**session.table());
    let play_error = judgement.play.map_or(0.0, |play| -play.error.emg);
    let cube_error = judgement.cube.map_or(0.0, |cube| -cube.error.emg);
    let luck_line = entry.action.dice().map(|dice| {
        let rolled = gettext_f("Rolled {dice}", &[("dice", &format!("{}{}", dice.high(), dice.low()))]);
        MarkedLine { text: with_amount(rolled, judgement.luck.map(|luck| luck.emg), output), mark: luck }
    });
    let play_line = entry.action.is_play().then(|| {
        let done = cells::text_of(session, place.game, place.entry);
        let done = done.split_once(": ").map_or(done.clone(), |(_, play)| play.to_owned());
        let played = gettext_f("Played {play}", &[("play", &done)]);
        let error = judgement.play.filter(|play| play.has_choice).map(|play| play.error.emg);
        MarkedLine { text: with_amount(played, error, output), mark: play }
    });
    let cube_line = cube_words(entry, &judgement).map(|words| {
        let error = judgement.cube.map(|cube| cube.error.emg);
        let error = error.or(judgement.resignation.map(|(_, error)| error.emg));
        MarkedLine { text: with_amount(words, error, output), mark: cube }
    });
    let is_answer = matches!(entry.action, EntryAction::Take | EntryAction::Drop);
    let doubled = place.entry.checked_sub(1).and_then(|n| game.entries.get(n)).filter(|_| is_answer);
    let of_double =
        doubled.filter(|entry| entry.action == EntryAction::Double).and_then(Entry::cube_analysis);
    let cube_analysis = entry.cube_analysis().or(of_double);
    let resignation = entry.analysis.as_ref().and_then(|analysis| analysis.resignation);
    let table = match (cube_analysis, resignation) {
        (Some(analysis), _) => cube_table(analysis, &before, entry, session, is_answer),
        (None, Some(resignation)) => {
            let value_of = |equity: Equity| value_text(equity.0, false, false, output);
            let change = value_text(resignation.after.0 - resignation.before.0, false, true, output);
            Some(CubeTable {
                head: vec![gettext_f(
                    "{type}, for the player who resigns",
                    &[("type", &resignation.settings.name())],
                )],
                rows: vec![
                    [gettext("Continue playing"), value_of(resignation.before), String::new()],
                    [gettext("After resigning"), value_of(resignation.after), change],
                ],
                ..CubeTable::default()
            })
        }
        (None, None) => None,
    };
    let mut table = table;
    if let Some(table) = &mut table {
        table.error = cube_error_words(session, place);
    }
    Some(DecisionAnalysis {
        luck: luck_line,
        play: play_line,
        cube: cube_line,
        plays: entry
            .play_analysis()
            .map_or_else(Vec::new, |found| plays(found, &before, &scale, entry, output)),
        why: plays_to_compare(session, evaluated)
            .map(|(pair, _)| explain(&pair, next.map(|[a, b]| [a, b]), WORDS, &percent)),
        table,
        is_counted: matches!(entry.action, EntryAction::Resign(_)).then_some(!entry.marks.is_discounted),
        is_instant: evaluated.is_some(),
        place,
        is_cube_first: cube_error > play_error || !place.rolled,
        can_analyze: !entry.action.is_set_up(),
        is_money: before.is_money(),
    })
}
