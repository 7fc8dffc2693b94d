// SPDX-License-Identifier: GPL-3.0-or-later
//! `train exam report`: what the players lose, as PR: 500 × mean equity, over the decisions that are rolled out.

use super::decision::{Decision, Key, read_all};
use super::players::{Common, named};
use super::roll::{ROLLOUTS, RollHeader, Rolled, latest};
use super::settle::{Limits, Played, best, is_settled};
use super::timing::{TIMES, TimeHeader, Timed};
use crate::kind::PositionKind;
use crate::lines;
use crate::spread::Spread;
use anyhow::{Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Options of `train exam report`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ReportOptions {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    limits: Limits,
    /// The player that the others are compared with [default: the first of the draw]
    #[arg(long)]
    against: Option<String>,
    /// Leave the sealed half out; what trains or chooses nets must
    #[arg(long)]
    open: bool,
    /// Name of the file of rollouts
    #[arg(long, default_value = ROLLOUTS)]
    name: String,
}

pub(super) fn run(options: &ReportOptions) -> Result<()> {
    let common = &options.common;
    let (header, decisions, asked) = read_all(common)?;
    let (_, rolled) = lines::read::<RollHeader, Rolled>(&common.file(&options.name))?;
    let times = lines::read_if_any::<TimeHeader, Timed>(&common.file(TIMES))?;
    let first = header.players.first().map_or("", |player| named(player).0);
    let rolled = latest(rolled);
    let paper = Paper::new(&decisions, &rolled, &options.limits, options.open);
    let against = options.against.as_deref().unwrap_or(first);
    ensure!(paper.players().contains(&against), "{against} does not take part");
    println!("{} of {asked} decisions put to the players were kept.", decisions.len());
    print!("{}", paper.report(against, &times)?);
    Ok(())
}

/// A decision that is rolled out.
struct Marked<'a> {
    decision: &'a Decision,
    /// What each play loses, as PR.
    losses: BTreeMap<&'a str, f64>,
}

impl Marked<'_> {
    fn loss(&self, player: &str) -> Option<f64> {
        self.decision.plays.get(player).and_then(|play| self.losses.get(play.as_str())).copied()
    }
}

/// All decisions that are rolled out.
struct Paper<'a> {
    marked: Vec<Marked<'a>>,
    settled: usize,
    games: u64,
    has_sealed: bool,
}

impl<'a> Paper<'a> {
    fn new(
        decisions: &'a [Decision],
        rolled: &'a BTreeMap<Key, Rolled>,
        limits: &Limits,
        only_open: bool,
    ) -> Paper<'a> {
        let mut paper = Paper { marked: Vec::new(), settled: 0, games: 0, has_sealed: !only_open };
        for decision in decisions.iter().filter(|decision| !(only_open && decision.sealed)) {
            let Some(rolled) = rolled.get(&decision.key()) else { continue };
            let Some(best) = best(&rolled.plays).map(|n| &rolled.plays[n]) else { continue };
            let loss =
                |play: &Played| 500.0 * if std::ptr::eq(play, best) { 0.0 } else { best.ahead_of(play).mean };
            let losses = rolled.plays.iter().map(|play| (play.play.as_str(), loss(play))).collect();
            paper.settled += usize::from(is_settled(&rolled.plays, limits));
            paper.games += rolled.games();
            paper.marked.push(Marked { decision, losses });
        }
        paper
    }

    fn players(&self) -> BTreeSet<&str> {
        self.marked.iter().flat_map(|marked| marked.decision.plays.keys()).map(String::as_str).collect()
    }

    /// The losses of a player in the decisions that `wanted` lets through.
    fn spread(&self, player: &str, wanted: impl Fn(&Decision) -> bool) -> Spread {
        let of = self.marked.iter().filter(|marked| wanted(marked.decision));
        Spread::of(&of.filter_map(|marked| marked.loss(player)).collect::<Vec<f64>>())
    }

    /// By how much more one player loses than another.
    fn difference(&self, player: &str, against: &str, wanted: impl Fn(&Decision) -> bool) -> Spread {
        let of = self.marked.iter().filter(|marked| wanted(marked.decision));
        let pair = |marked: &Marked<'_>| Some(marked.loss(player)? - marked.loss(against)?);
        Spread::of(&of.filter_map(pair).collect::<Vec<f64>>())
    }

    /// The tables, as Markdown; the players with the smallest loss first.
    fn report(&self, against: &str, times: &[Timed]) -> Result<String> {
        let mut text = String::new();
        let n = self.marked.len();
        writeln!(
            text,
            "{n} are rolled out, {} of them settled, with {:.0} games each.\n",
            self.settled,
            self.games as f64 / n.max(1) as f64
        )?;
        let mut players: Vec<&str> = self.players().into_iter().collect();
        players.sort_by(|a, b| self.spread(a, |_| true).mean.total_cmp(&self.spread(b, |_| true).mean));
        let sealed = if self.has_sealed { " sealed |" } else { "" };
        writeln!(text, "| player | decisions | PR | open |{sealed} more than {against} | ms a decision |")?;
        writeln!(
            text,
            "| --- | --- | --- | --- |{} --- | --- |",
            if self.has_sealed { " --- |" } else { "" }
        )?;
        for player in &players {
            let all = self.spread(player, |_| true);
            write!(text, "| {player} | {} | {} | ", all.count, shown(&all))?;
            write!(text, "{} | ", shown(&self.spread(player, |decision| !decision.sealed)))?;
            if self.has_sealed {
                write!(text, "{} | ", shown(&self.spread(player, |decision| decision.sealed)))?;
            }
            let difference = self.difference(player, against, |_| true);
            let time = times.iter().rev().find(|timed| timed.player == *player);
            let time = time.map_or_else(String::new, |timed| format!("{:.2}", timed.milliseconds()));
            writeln!(text, "{:+.3} ± {:.3} | {time} |", difference.mean, difference.error())?;
        }
        let kinds = PositionKind::ALL;
        let head: Vec<String> = kinds
            .iter()
            .map(|kind| {
                let of_kind = self.marked.iter().filter(|marked| marked.decision.kind == *kind);
                format!("{} ({})", kind.name(), of_kind.count())
            })
            .collect();
        writeln!(text, "\n| player | {} |", head.join(" | "))?;
        writeln!(text, "| --- |{}", " --- |".repeat(kinds.len()))?;
        for player in &players {
            let cells = kinds.map(|kind| shown(&self.spread(player, |decision| decision.kind == kind)));
            writeln!(text, "| {player} | {} |", cells.join(" | "))?;
        }
        Ok(text)
    }
}

fn shown(spread: &Spread) -> String {
    if spread.count == 0 {
        return "–".to_owned();
    }
    format!("{:.2} ± {:.2}", spread.mean, spread.error())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Dice};

    const LIMITS: Limits = Limits { error: 0.004, apart: 4.0, most: 1440 };

    fn decision(id: &str, plays: [&str; 2]) -> Decision {
        let board = Board::from_position_id(id).unwrap();
        let mut decision = Decision::new(&board, Dice::new(3, 1).unwrap());
        for (player, play) in ["one", "two"].into_iter().zip(plays) {
            decision.plays.insert(player.to_owned(), play.to_owned());
        }
        decision
    }

    #[test]
    fn losses_are_told_in_all_parts() {
        // One open, one sealed.
        let ids = ["4HPwATDgc/ABMA", "4HPkgCHgc/AJIA"];
        let decisions =
            [decision(ids[0], ["a", "b"]), decision(ids[1], ["a", "b"]), decision(ids[1], ["a", "x"])];
        let played = |play: &str, mean| Played { play: play.to_owned(), blocks: vec![mean; 8] };
        let rolled = |n: usize, means: [f32; 2]| Rolled {
            id: decisions[n].id.clone(),
            dice: decisions[n].dice,
            plays: vec![played("a", means[0]), played("b", means[1])],
            seconds: 1.0,
        };
        let rolled = latest(vec![rolled(0, [9.0, 9.0]), rolled(0, [0.25, 0.5]), rolled(1, [0.5, 0.375])]);
        let paper = Paper::new(&decisions[..2], &rolled, &LIMITS, false);
        assert_eq!((paper.settled, paper.games), (2, 2 * 2 * 8 * 36));
        let times = [Timed { player: "two".to_owned(), decisions: 4, seconds: 0.01 }];
        let text = paper.report("two", &times).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[4],
            "| two | 2 | 31.25 ± 22.10 | 0.00 ± 0.00 | 62.50 ± 0.00 | +0.000 ± 0.000 | 2.50 |"
        );
        assert_eq!(
            lines[5],
            "| one | 2 | 62.50 ± 44.19 | 125.00 ± 0.00 | 0.00 ± 0.00 | +31.250 ± 66.291 |  |"
        );
        assert!(lines[7].contains("| other contact (2) |"), "{text}");
        // Without the sealed half.
        let text = Paper::new(&decisions[..2], &rolled, &LIMITS, true).report("one", &[]).unwrap();
        assert!(text.contains("| two | 1 | 0.00 ± 0.00 | 0.00 ± 0.00 | -125.000 ± 0.000 |  |"), "{text}");
        assert!(!text.contains("sealed"));
        assert!(text.contains("| one | – |"), "{text}");
        // A play that is not rolled out counts for nobody.
        let paper = Paper::new(&decisions[2..], &rolled, &LIMITS, false);
        assert_eq!((paper.spread("one", |_| true).count, paper.spread("two", |_| true).count), (1, 0));
    }
}
