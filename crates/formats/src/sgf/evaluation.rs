// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluation and rollout records: the values of `A` and `DA`.
//!
//! A value is a list of words. `E` starts an evaluation, `X` (in old files `R`) a rollout; `ver N` fixes the layout of
//! this and, if it is missing, of later records. Sections of a rollout are found by their keywords, so that words of
//! newer files are skipped.

use super::{letters, names};
use crate::error::Warnings;
use gnubg_engine::core::{Equity, Play, Player, Probs};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, CubeRollout, Method, Outputs, PlayAnalysis, ResignAnalysis, Rollout,
    StdErrors, Utility,
};
use gnubg_record::settings::{
    DiceSource, EvalSettings, MoveFilter, MoveFilters, PlySwitch, RolloutPlay, RolloutSettings,
};
use std::sync::Arc;

/// The largest number of candidates read from one record.
const MAX_CANDIDATES: usize = 5000;

/// Reads evaluation records; remembers the layout version from record to record.
#[derive(Clone, Debug)]
pub(super) struct EvaluationReader {
    version: u32,
    is_money: bool,
    /// The last rollout's settings, shared by all that are equal.
    settings: Arc<RolloutSettings>,
}

/// The words of a value; a text in quotation marks is one word.
#[derive(Clone, Debug)]
struct RecordWords<'a> {
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> RecordWords<'a> {
    fn new(text: &'a str) -> RecordWords<'a> {
        let mut words = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let end = if let Some(quoted) = rest.strip_prefix('"') {
                quoted.find('"').map_or(rest.len(), |end| end + 2)
            } else {
                rest.find(char::is_whitespace).unwrap_or(rest.len())
            };
            words.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
        RecordWords { words, at: 0 }
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word
    }

    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.next()?.parse().ok()
    }

    fn float(&mut self) -> Option<f32> {
        self.number::<f32>().filter(|value| value.is_finite())
    }

    fn flag(&mut self) -> Option<bool> {
        Some(self.number::<i32>()? != 0)
    }

    /// Skips to after the next `word`, if there is one.
    fn find(&mut self, word: &str) -> Option<()> {
        let n = self.words.get(self.at..)?.iter().position(|found| *found == word)?;
        self.at += n + 1;
        Some(())
    }

    fn skip_if(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at) == Some(&word);
        self.at += usize::from(found);
        found
    }
}

impl EvaluationReader {
    pub(super) fn new(is_money: bool) -> EvaluationReader {
        EvaluationReader { version: 0, is_money, settings: Arc::default() }
    }

    fn share(&mut self, settings: RolloutSettings) -> Arc<RolloutSettings> {
        if *self.settings != settings {
            self.settings = Arc::new(settings);
        }
        self.settings.clone()
    }

    fn read_version(&mut self, words: &mut RecordWords<'_>) -> Option<()> {
        if words.skip_if("ver") {
            self.version = words.number()?;
        }
        Some(())
    }

    /// `2C` and the fields after it.
    fn settings(
        &self,
        words: &mut RecordWords<'_>,
        has_dead_field: bool,
        has_prune: bool,
    ) -> Option<EvalSettings> {
        let word = words.next()?;
        let (plies, cubeful) = match word.strip_suffix('C') {
            Some(plies) => (plies, true),
            None => (word, false),
        };
        let plies = plies.parse().ok()?;
        if has_dead_field {
            words.next()?;
        }
        let deterministic = words.flag()?;
        let noise = words.float()?;
        let prune = has_prune && words.flag()?;
        Some(EvalSettings { plies, cubeful, prune, noise, deterministic })
    }

    fn outputs(&self, words: &mut RecordWords<'_>) -> Option<Outputs> {
        let mut values = [0.0; 7];
        for value in &mut values {
            *value = words.float()?;
        }
        let [a, b, c, d, e, cubeless, cubeful] = values;
        Some(Outputs {
            probs: Probs::from_array([a, b, c, d, e]),
            cubeless: Equity(cubeless),
            cubeful: Utility::new(cubeful, self.is_money),
        })
    }

    fn std_errors(&self, words: &mut RecordWords<'_>) -> Option<StdErrors> {
        let found = self.outputs(words)?;
        Some(StdErrors { probs: found.probs, cubeless: found.cubeless.0, cubeful: found.cubeful.value() })
    }

    /// The value of `DA`. `None` if it is broken; `Some(None)` for a rollout without games.
    pub(super) fn cube(&mut self, text: &str) -> Option<Option<CubeAnalysis>> {
        if let Some(text) = text.strip_suffix(names::EMG) {
            let is_money = std::mem::replace(&mut self.is_money, true);
            let found = self.cube(text);
            self.is_money = is_money;
            return found;
        }
        let mut words = RecordWords::new(text);
        match words.next()? {
            "E" => {
                self.read_version(&mut words)?;
                if self.version < 2 {
                    for _ in 0..4 {
                        words.next()?;
                    }
                }
                let settings = self.settings(&mut words, self.version < 3, self.version >= 2)?;
                let no_double = self.outputs(&mut words)?;
                let double_take = self.outputs(&mut words)?;
                let method = CubeMethod::Evaluation(settings);
                Some(Some(CubeAnalysis { no_double, double_take, method, is_marked: false }))
            }
            "X" | "R" => {
                self.read_version(&mut words)?;
                words.find("Trials")?;
                let trials: u32 = words.number()?;
                if trials == 0 {
                    return Some(None);
                }
                let mut alternative = |keyword: &str| {
                    words.find(keyword)?;
                    words.find("Output")?;
                    let outputs = self.outputs(&mut words)?;
                    words.find("StdDev")?;
                    Some((outputs, self.std_errors(&mut words)?))
                };
                let (no_double, nd_error) = alternative("NoDouble")?;
                let (double_take, dt_error) = alternative("DoubleTake")?;
                let (skipped, settings) = self.rollout_settings(&mut words, trials, text.starts_with('R'))?;
                let rollout = CubeRollout {
                    trials: [trials; 2],
                    skipped,
                    std_error: [nd_error, dt_error],
                    settings: self.share(settings),
                };
                let method = CubeMethod::Rollout(Box::new(rollout));
                Some(Some(CubeAnalysis { no_double, double_take, method, is_marked: false }))
            }
            _ => None,
        }
    }

    /// Two equities and how they were evaluated, as this program writes them.
    pub(super) fn resignation(&self, text: &str) -> Option<ResignAnalysis> {
        let mut words = RecordWords::new(text);
        let (before, after) = (Equity(words.float()?), Equity(words.float()?));
        let settings = self.settings(&mut words, false, true)?;
        Some(ResignAnalysis { before, after, settings })
    }

    /// One candidate of `A`.
    fn candidate(&mut self, player: Player, text: &str) -> Option<Candidate> {
        let mut words = RecordWords::new(text);
        let first = words.next()?;
        let (play, kind) = match first {
            "E" | "X" | "R" => (Play::EMPTY, first),
            letters => (Play::from_steps(&letters::parse_steps(player, letters)?)?, words.next()?),
        };
        self.read_version(&mut words)?;
        if kind == "E" {
            let mut probs = [0.0; 5];
            for value in &mut probs {
                *value = words.float()?;
            }
            let equity = Equity(words.float()?);
            let settings = self.settings(&mut words, true, self.version >= 2)?;
            let method = Method::Evaluation(settings);
            return Some(Candidate {
                play,
                probs: Probs::from_array(probs),
                equity,
                method,
                is_marked: false,
            });
        }
        if kind != "X" && kind != "R" {
            return None;
        }
        words.find("Score")?;
        let equity = Equity(words.float()?);
        words.find("Trials")?;
        let trials: u32 = words.number()?;
        words.find("Output")?;
        let mean = self.outputs(&mut words)?;
        words.find("StdDev")?;
        let std_error = self.std_errors(&mut words)?;
        let (skipped, settings) = self.rollout_settings(&mut words, trials, kind == "R")?;
        let rollout =
            Rollout { trials: trials.max(1), skipped, mean, std_error, settings: self.share(settings) };
        let method = Method::Rollout(Box::new(rollout));
        Some(Candidate { play, probs: mean.probs, equity, method, is_marked: false })
    }

    /// The values of `A`; broken candidates are ignored with a warning.
    pub(super) fn play(
        &mut self,
        player: Player,
        prop: &super::lex::Prop<'_>,
        warnings: &mut Warnings,
    ) -> PlayAnalysis {
        let mut found = PlayAnalysis::default();
        let Some((first, values)) = prop.values.split_first() else { return found };
        let played: Option<usize> = first.trim().parse().ok();
        for (n, value) in values.iter().take(MAX_CANDIDATES).enumerate() {
            match self.candidate(player, value) {
                Some(candidate) => {
                    if Some(n) == played {
                        found.played = Some(found.candidates.len());
                    }
                    found.candidates.push(candidate);
                }
                None => {
                    let at = prop.at;
                    warnings.add(
                        at,
                        format!("candidate {} of the analysis cannot be read; it is ignored", n + 1),
                    );
                }
            }
        }
        found
    }

    /// `SK` and `RC`, and after them the evaluations and filters.
    fn rollout_settings(
        &mut self,
        words: &mut RecordWords<'_>,
        trials: u32,
        is_old: bool,
    ) -> Option<(u32, RolloutSettings)> {
        let mut found = RolloutSettings { trials, ..RolloutSettings::default() };
        let skipped = if words.clone().find("SK").is_some() {
            words.find("SK")?;
            words.number()?
        } else {
            0
        };
        if words.find("RC").is_none() {
            return Some((skipped, found));
        }
        found.cubeful = words.flag()?;
        found.variance_reduction = words.flag()?;
        found.initial = words.flag()?;
        if is_old {
            found.truncation.plies = words.number()?;
            found.truncation.on = found.truncation.plies > 0;
            words.next()?;
        } else {
            found.quasi_random = words.flag()?;
            let late = words.flag()?;
            let truncated = words.flag()?;
            found.truncation = PlySwitch { on: truncated, plies: words.number()? };
            found.truncate_exact_bearoff = words.flag()?;
            found.truncate_one_sided_bearoff = words.flag()?;
            found.late = PlySwitch { on: late, plies: words.number()? };
        }
        found.dice = DiceSource::from_name(words.next()?.trim_matches('"'));
        found.seed = words.next()?.parse::<i64>().ok()? as u32;
        if is_old {
            found.quasi_random = words.flag()?;
            found.truncate_exact_bearoff = words.flag()?;
            found.truncate_one_sided_bearoff = words.flag()?;
        }
        self.rollout_play(words, "", &mut found.play);
        found.late_play = found.play;
        if !is_old {
            self.rollout_play(words, "late", &mut found.late_play);
        }
        if let Some(settings) = self.named_settings(words, "cubetrunc") {
            found.truncation_cube = settings;
        }
        if let Some(settings) = self.named_settings(words, "cheqtrunc") {
            found.truncation_checker = settings;
        }
        Some((skipped, found))
    }

    fn rollout_play(&mut self, words: &RecordWords<'_>, prefix: &str, play: &mut RolloutPlay) {
        for seat in 0..2 {
            if let Some(settings) = self.named_settings(words, &format!("{prefix}cube{seat}")) {
                play.cube[seat] = settings;
            }
            if let Some(settings) = self.named_settings(words, &format!("{prefix}cheq{seat}")) {
                play.checker[seat] = settings;
                let plies = settings.plies;
                if let Some(filters) = filters(words, &format!("{prefix}filt{seat}"), plies) {
                    play.filters[seat] = filters;
                }
            }
        }
    }

    /// The settings after a keyword, wherever it is.
    fn named_settings(&mut self, words: &RecordWords<'_>, keyword: &str) -> Option<EvalSettings> {
        let mut words = words.clone();
        words.at = 0;
        words.find(keyword)?;
        let version = if words.skip_if("ver") { words.number()? } else { self.version };
        self.settings(&mut words, version < 3, version >= 2)
    }
}

/// The filters after a keyword: three numbers for each ply. Rows for other depths keep their defaults.
fn filters(words: &RecordWords<'_>, keyword: &str, plies: u8) -> Option<MoveFilters> {
    let mut words = words.clone();
    words.at = 0;
    words.find(keyword)?;
    let mut filters = MoveFilters::default();
    let row = usize::from(plies.min(4)).checked_sub(1)?;
    for filter in filters.rows[row].iter_mut().take(row + 1) {
        let (accept, extra, threshold) = (words.number()?, words.number()?, words.float()?);
        *filter = MoveFilter { accept, extra, threshold };
    }
    Some(filters)
}

#[cfg(test)]
mod tests {
    use super::super::lex::Prop;
    use super::*;
    use crate::error::Place;

    fn play(values: Vec<&str>) -> (PlayAnalysis, usize) {
        let mut warnings = Warnings::default();
        let prop = Prop { name: "A".to_owned(), values, at: Place::Line(1) };
        let found = EvaluationReader::new(true).play(Player::Zero, &prop, &mut warnings);
        (found, warnings.into_vec().len())
    }

    #[test]
    fn current_evaluations() {
        let mut reader = EvaluationReader::new(false);
        let cube = reader
            .cube(
                "E ver 3 0C 1 0.000000 1 0.464840 0.130668 0.005203 0.167691 0.011599 -0.142655 0.482872 0.464840 0.130668 0.005203 0.167691 0.011599 -0.142655 0.432506",
            )
            .unwrap()
            .unwrap();
        assert_eq!(cube.no_double.cubeful, Utility::new(0.482872, false));
        assert_eq!(cube.method, CubeMethod::Evaluation(EvalSettings::at(0)));
        let candidate =
            "xvmj E ver 3 0.439611 0.111474 0.005157 0.185983 0.010237 -0.302838 0C 0 1 0.000000 1";
        let (found, n_warnings) = play(vec!["0", candidate, "mkmj E ver 3 0.4"]);
        assert_eq!((found.candidates.len(), found.played, n_warnings), (1, Some(0), 1));
        assert_eq!(found.candidates[0].equity, Equity(-0.302838));
        assert_eq!(format!("{:?}", found.candidates[0].play), "24/22 13/10");
    }

    #[test]
    fn old_versions_are_remembered() {
        let mut reader = EvaluationReader::new(true);
        let seven = "0.5 0.1 0.0 0.1 0.0 0.0 0.1";
        let old = format!("E 0 0 0 0 2C 8 1 0.0 {seven} {seven}");
        let found = reader.cube(&old).unwrap().unwrap();
        assert_eq!(
            found.method,
            CubeMethod::Evaluation(EvalSettings { prune: false, ..EvalSettings::at(2) })
        );
        let second = format!("E ver 2 1 0 1 0.015 1 {seven} {seven}");
        let found = reader.cube(&second).unwrap().unwrap();
        let CubeMethod::Evaluation(settings) = found.method else { panic!("an evaluation") };
        assert_eq!(
            (settings.plies, settings.cubeful, settings.prune, settings.noise),
            (1, false, true, 0.015)
        );
        // Without a version the last one counts.
        assert!(reader.cube(&format!("E 1 0 1 0.015 1 {seven} {seven}")).is_some());
        assert!(reader.cube("E ver 3 0C").is_none());
        assert!(reader.cube("Q").is_none());
    }

    #[test]
    fn rollouts() {
        let text = "xtto X ver 3 Score -0.03150939941 -0.03150903434 Trials 36 Output 0.4842452407 0.1494967788 0.005713402759 0.1986724287 0.01669139788 -0.03150903434 0.4842453003 StdDev 0.009177390486 0.01546694338 0.00248759333 0.0367763862 0.008549714461 0.01835473627 0.009177395143 SK 0 RC 1 1 0 1 0 1 11 1 0 5 \"Mersenne Twister\" 1234  cube0 ver 3 2C 1 0.000000 1  cheq0 ver 3 2C 1 0.000000 1 filt0 0 8 0.16000 -1 0 0.00000 cube1 ver 3 0 1 0.000000 0";
        let (found, n_warnings) = play(vec!["0", text]);
        assert_eq!(n_warnings, 0);
        let Method::Rollout(rollout) = &found.candidates[0].method else { panic!("a rollout") };
        assert_eq!((rollout.trials, rollout.settings.seed), (36, 1234));
        assert_eq!(rollout.settings.truncation, PlySwitch { on: true, plies: 11 });
        assert!(!rollout.settings.truncate_one_sided_bearoff && rollout.settings.quasi_random);
        assert_eq!(rollout.settings.play.cube[0], EvalSettings::at(2));
        assert!(!rollout.settings.play.cube[1].cubeful);
        assert_eq!(rollout.settings.play.filters[0].rows[1][1].accept, -1);
    }

    #[test]
    fn rollouts_without_games_have_no_result() {
        assert_eq!(EvaluationReader::new(true).cube("X ver 3 Eq Trials 0 NoDouble Output"), Some(None));
    }
}
