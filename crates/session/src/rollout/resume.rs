// SPDX-License-Identifier: GPL-3.0-or-later
//! Resuming rollouts from a record.
//!
//! A record stores means and standard errors, and beside them the whole rollout as a file. With the file, a resumed
//! rollout gives bit for bit the results of one that never stopped. Without it, as after reading a file of another
//! program, its games count by their means, and the next game is the one after them.

use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::rollout::{
    CUBELESS, Candidate, PlayedGames, Question, Rollout, RolloutError, RolloutSettings, Sample, Subject,
    Tally, VALUE,
};
use gnubg_record::analysis::{Analysis, CubeMethod, Method, Outputs, StdErrors};
use std::sync::Arc;

/// What a record stores about one alternative.
struct StoredAlternative<'a> {
    trials: u32,
    mean: &'a Outputs,
    std_error: &'a StdErrors,
    settings: &'a Arc<RolloutSettings>,
}

/// A rollout of `subject` with the limits of `wanted` that resumes the one in `analysis`. Rollouts with incompatible
/// settings are not resumed; a resumed one keeps its seed and generator.
///
/// # Errors
/// If nothing can be rolled out with these settings.
pub(crate) fn resumed(
    subject: Subject,
    wanted: RolloutSettings,
    analysis: Option<&Analysis>,
    table: &MatchEquityTable,
    fingerprint: u64,
) -> Result<Rollout, RolloutError> {
    let Some(analysis) = analysis else { return Rollout::new(subject, wanted) };
    let file = match subject.question() {
        Question::Position => None,
        Question::CubeDecision => analysis.cube_rollout.as_deref(),
        Question::Plays(_) => analysis.play_rollout.as_deref(),
    };
    let stored = file.and_then(|text| gnubg_formats::rollout::read(text, |_| Ok(table.clone())).ok());
    let fits = |stored: &Rollout| {
        stored.subject().state() == subject.state()
            && stored.subject().stakes_checksum() == subject.stakes_checksum()
            && stored.settings().plays_like_but_for_dice(&wanted)
            && stored.engine().is_none_or(|engine| engine == fingerprint)
    };
    match stored.map(|(stored, _)| stored) {
        Some(stored) if fits(&stored) => from_file(subject, &wanted, &stored),
        // Games of another engine or at other stakes do not belong to this rollout.
        Some(stored) if stored.settings().plays_like_but_for_dice(&wanted) => Rollout::new(subject, wanted),
        _ => from_means(subject, wanted, analysis),
    }
}

/// Resumes the alternatives that `stored` has.
fn from_file(subject: Subject, wanted: &RolloutSettings, stored: &Rollout) -> Result<Rollout, RolloutError> {
    let is_same = subject.is_same(stored.subject());
    let played: Vec<PlayedGames> = match (subject.question(), stored.subject().question()) {
        (Question::Plays(plays), Question::Plays(known)) => {
            let of = |candidate: &Candidate| {
                let at = known.iter().position(|known| known.after == candidate.after);
                at.map_or_else(PlayedGames::default, |at| stored.played()[at].clone())
            };
            plays.iter().map(of).collect()
        }
        _ if is_same => stored.played().to_vec(),
        _ => return Rollout::new(subject, wanted.clone()),
    };
    let rounds = if is_same { stored.rounds() } else { 0 };
    let mut rollout = Rollout::restored(
        subject,
        stored.settings().clone(),
        played,
        rounds,
        stored.seconds(),
        stored.engine(),
    )?;
    rollout.set_limits(wanted);
    Ok(rollout)
}

/// Resumes from means and standard errors.
fn from_means(
    subject: Subject,
    wanted: RolloutSettings,
    analysis: &Analysis,
) -> Result<Rollout, RolloutError> {
    let known: Vec<Option<StoredAlternative<'_>>> = match subject.question() {
        Question::Position => vec![None],
        Question::CubeDecision => match analysis.cube.as_ref().map(|cube| (cube, &cube.method)) {
            Some((cube, CubeMethod::Rollout(rollout))) => [&cube.no_double, &cube.double_take]
                .into_iter()
                .zip(&rollout.std_error)
                .zip(rollout.trials)
                .map(|((mean, std_error), trials)| {
                    Some(StoredAlternative { trials, mean, std_error, settings: &rollout.settings })
                })
                .collect(),
            _ => vec![None, None],
        },
        Question::Plays(plays) => plays.iter().map(|one| known_play(analysis, one, &subject)).collect(),
    };
    let base = known.iter().flatten().map(|known| known.settings);
    let base = base.into_iter().find(|settings| settings.plays_like_but_for_dice(&wanted)).cloned();
    let Some(base) = base else { return Rollout::new(subject, wanted) };
    let mut settings = (*base).clone();
    (settings.trials, settings.stop_on_error) = (wanted.trials, wanted.stop_on_error);
    settings.stop_on_difference = wanted.stop_on_difference;
    let played = known.iter().map(|known| match known {
        Some(known) if known.settings.plays_like(&base) => PlayedGames {
            tally: Tally::from_prior(known.trials, sample(known.mean), error_sample(known.std_error)),
            ..PlayedGames::default()
        },
        _ => PlayedGames::default(),
    });
    Rollout::restored(subject.clone(), settings, played.collect(), 0, 0.0, None)
}

fn known_play<'a>(
    analysis: &'a Analysis,
    wanted: &Candidate,
    subject: &Subject,
) -> Option<StoredAlternative<'a>> {
    let board = &subject.state().board;
    let candidates = &analysis.play.as_ref()?.candidates;
    let same = candidates.iter().find(|one| one.play.apply(board).swapped() == wanted.after)?;
    match &same.method {
        Method::Rollout(rollout) => Some(StoredAlternative {
            trials: rollout.trials,
            mean: &rollout.mean,
            std_error: &rollout.std_error,
            settings: &rollout.settings,
        }),
        _ => None,
    }
}

fn sample(mean: &Outputs) -> Sample {
    as_sample(mean.probs.to_array(), mean.cubeless.0, mean.cubeful.value())
}

fn error_sample(errors: &StdErrors) -> Sample {
    as_sample(errors.probs.to_array(), errors.cubeless, errors.cubeful)
}

fn as_sample(probs: [f32; 5], cubeless: f32, value: f32) -> Sample {
    let mut sample = Sample::default();
    for (to, from) in sample.iter_mut().zip(probs) {
        *to = f64::from(from);
    }
    (sample[CUBELESS], sample[VALUE]) = (f64::from(cubeless), f64::from(value));
    sample
}
