// SPDX-License-Identifier: GPL-3.0-or-later
//! The race window: pips, effective pips and wastage, blots that can be hit, race formulas, and what the bearoff databases
//! say. The counts are those of the engine that the commands print.

use super::Tool;
use super::controls::{label, paragraph, tab_separated};
use super::frame::ToolFrame;
use super::text_table::TextTable;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, localized};
use crate::shots;
use adw::prelude::*;
use gnubg_engine::bearoff::{DatabaseClass, Databases, RaceStats};
use gnubg_engine::core::MatchState;
use gnubg_engine::cube::race::{RaceAdvice, eight_nine_twelve, isight, keith, kleinman, thorp};
use std::cell::Cell;
use std::rc::Rc;

/// The race window.
pub(crate) struct RaceWindow {
    host: HostHandle,
    frame: ToolFrame,
    note: gtk::Label,
    counts: TextTable,
    shots_heading: gtk::Label,
    shots: TextTable,
    rules: TextTable,
    exact: TextTable,
    /// The position shown, and the number of databases that were loaded then.
    shown: Cell<Option<(MatchState, usize)>>,
}

/// Effective pips by seat, if the position is a race and the one-sided databases cover both sides.
pub(crate) fn effective_pips(databases: &Databases, state: &MatchState) -> [Option<RaceStats>; 2] {
    if state.board.has_contact() || state.rules.variation.is_hypergammon() {
        return [None; 2];
    }
    let [mine, theirs] = databases.race_stats(&state.board);
    let (Some(mine), Some(theirs)) = (mine, theirs) else { return [None; 2] };
    state.on_roll.by_seat([Some(mine), Some(theirs)])
}

fn advice(advice: RaceAdvice) -> String {
    // The hint uses the same phrases.
    gettext(advice.text())
}

/// Pip counts and the figures of the one-sided databases.
fn counts(state: &MatchState, databases: &Databases, names: &[String; 2]) -> Vec<Vec<String>> {
    let pips = state.board.pips();
    let stats = databases.race_stats(&state.board);
    let row = |title: String, cell: &dyn Fn(usize) -> String| vec![title, cell(0), cell(1)];
    let known = |n: usize, f: &dyn Fn(&RaceStats) -> f32| {
        stats[n].as_ref().map_or_else(|| "–".to_owned(), |stats| localized(format!("{:.3}", f(stats))))
    };
    vec![
        row(String::new(), &|n| names[n].clone()),
        row(gettext("Pips"), &|n| pips[n].to_string()),
        row(gettext("Effective pips (EPC)"), &|n| known(n, &RaceStats::epc)),
        row(gettext("Wastage"), &|n| known(n, &RaceStats::wastage)),
        row(gettext("Rolls on average"), &|n| known(n, &|stats| stats.rolls.mean)),
        row(gettext("Standard deviation of rolls"), &|n| known(n, &|stats| stats.rolls.deviation)),
    ]
}

/// The race formulas: counts of both sides and the advice for the player on roll.
fn rules(state: &MatchState) -> Vec<Vec<String>> {
    let (board, pips) = (&state.board, state.board.pips());
    let head = [
        gettext("Rule"),
        gettext("On roll"),
        gettext("Adjusted"),
        gettext("Opponent"),
        gettext("Winning chance"),
        gettext("Advice"),
    ];
    let none = String::new;
    let (percent, by_percent) = eight_nine_twelve(pips);
    let eight = [
        gettext("8-9-12 rule"),
        pips[0].to_string(),
        match percent {
            ..0.0 => gettext_f("{percent} behind", &[("percent", localized(format!("{:.1}%", -percent)))]),
            _ => gettext_f("{percent} ahead", &[("percent", localized(format!("{percent:.1}%")))]),
        },
        pips[1].to_string(),
        none(),
        advice(by_percent),
    ];
    let counted = |name: String, count: &gnubg_engine::cube::race::RaceCount| {
        [
            name,
            localized(format!("{:.1}", count.leader)),
            localized(format!("{:.1}", count.leader_adjusted)),
            localized(format!("{:.1}", count.trailer)),
            none(),
            advice(count.advice),
        ]
    };
    let isight = isight(board);
    let isight = [
        gettext("Isight count"),
        localized(format!("{:.1}", isight.leader)),
        none(),
        localized(format!("{:.1}", isight.trailer)),
        localized(format!("{:.1}%", isight.percent)),
        advice(isight.advice),
    ];
    let kleinman = kleinman(pips);
    let kleinman = [
        gettext("Kleinman"),
        pips[0].to_string(),
        gettext_f("K = {k}", &[("k", &localized(format!("{:.4}", kleinman.k)))]),
        pips[1].to_string(),
        localized(format!("{:.1}%", 100.0 * kleinman.chance)),
        none(),
    ];
    let rows = [
        head,
        eight,
        counted(gettext("Keith count"), &keith(board)),
        counted(gettext("Thorp count"), &thorp(board)),
        isight,
        kleinman,
    ];
    rows.into_iter().map(Vec::from).collect()
}

/// The entry of the best database for the position; empty if there is none.
fn exact(state: &MatchState, databases: &Databases) -> Vec<Vec<String>> {
    let Some(entry) = databases.find(&state.board, state.rules.variation) else { return Vec::new() };
    let source = match entry.class {
        DatabaseClass::Hyper => gettext("Hypergammon database, exact"),
        DatabaseClass::TwoSidedSmall | DatabaseClass::TwoSidedLarge => gettext("Two-sided database, exact"),
        DatabaseClass::OneSidedSmall | DatabaseClass::OneSidedLarge => {
            gettext("One-sided database: both sides play for their fewest rolls")
        }
    };
    let mut rows = vec![vec![source, String::new()]];
    let mut add = |title: String, value: String| rows.push(vec![title, value]);
    let percent = |p: f32| localized(format!("{:.2}%", 100.0 * p));
    add(gettext("Winning chance"), percent(entry.probs.win));
    add(
        gettext("Gammons won and lost"),
        format!("{}, {}", percent(entry.probs.win_g), percent(entry.probs.lose_g)),
    );
    add(gettext("Cubeless equity"), localized(format!("{:+.4}", entry.probs.money_equity().0)));
    if let Some(equities) = entry.equities {
        add(gettext("Money equity, owning the cube"), localized(format!("{:+.4}", equities.owned)));
        add(gettext("Money equity, centered cube"), localized(format!("{:+.4}", equities.centered)));
        add(
            gettext("Money equity, opponent owning the cube"),
            localized(format!("{:+.4}", equities.opponent)),
        );
    }
    rows
}

impl RaceWindow {
    pub(super) fn new(host: &HostHandle) -> Rc<RaceWindow> {
        let tables = ["race-counts", "race-shots", "race-rules", "race-databases"].map(TextTable::new);
        let [counts, shots, rules, exact] = tables;
        let note = paragraph("", &["tool-note"]);
        note.set_widget_name("race-note");
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 12);
        whole.append(&note);
        let section = |title: &str, table: &TextTable| {
            let heading = label(title, &["heading", "tool-note"], 0.0);
            whole.append(&heading);
            table.set_halign(gtk::Align::Fill);
            whole.append(table);
            heading
        };
        section(&gettext("Counts"), &counts);
        let shots_heading = section(&gettext("Shots"), &shots);
        section(&gettext("Race formulas for the player on roll"), &rules);
        section(&gettext("Databases"), &exact);
        whole.set_margin_top(12);
        whole.set_margin_bottom(18);
        let clamp = adw::Clamp::builder().maximum_size(760).child(&whole).build();
        let scroller =
            gtk::ScrolledWindow::builder().name("race-scroller").child(&clamp).vexpand(true).build();
        let frame = ToolFrame::new(host, "race", &gettext("Race"), (800, 640));
        frame.content().append(&scroller);
        let window = Rc::new(RaceWindow {
            host: host.clone(),
            frame,
            note,
            counts,
            shots_heading,
            shots,
            rules,
            exact,
            shown: Cell::default(),
        });
        let this = Rc::downgrade(&window);
        window.frame.connect_copy(&gettext("Copy as text"), move || {
            if let Some(window) = this.upgrade() {
                window.host.copy_text(Some(window.as_text()));
            }
        });
        window
    }

    fn as_text(&self) -> String {
        let tables = [&self.counts, &self.shots, &self.rules, &self.exact].map(TextTable::rows);
        let filled = tables.iter().filter(|rows| !rows.is_empty());
        filled.map(|rows| tab_separated(rows)).collect::<Vec<_>>().join("\n\n")
    }
}

impl Tool for RaceWindow {
    fn name(&self) -> &'static str {
        "race"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        let Some(state) = self.host.position() else {
            self.note.set_text(&gettext("There is no position"));
            self.shown.set(None);
            return;
        };
        let on_roll = state.on_roll;
        let has_changed = self.host.look(|session| {
            let databases = session.engine().databases();
            let key = Some((state, databases.loaded().len()));
            if key == self.shown.get() {
                return false;
            }
            self.shown.set(key);
            let names = [on_roll, on_roll.other()].map(|player| session.name(player));
            self.counts.set_rows(&counts(&state, databases, &names), &[0]);
            let blots = shots::table(&state.board, &names);
            self.shots_heading.set_visible(!blots.is_empty());
            self.shots.set_visible(!blots.is_empty());
            self.shots.set_rows(&blots, &[0]);
            self.rules.set_rows(&rules(&state), &[0, 5]);
            let exact = exact(&state, databases);
            let none = vec![vec![gettext("No database covers this position"), String::new()]];
            self.exact.set_rows(if exact.is_empty() { &none } else { &exact }, &[0]);
            self.frame.set_subtitle(gettext_f("{player} is on roll", &[("player", &names[0])]));
            true
        });
        if has_changed == Some(true) {
            self.note.set_visible(state.board.has_contact());
            let text = gettext("The position still has contact, so race formulas say little about it.");
            self.note.set_text(&text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Rules};

    fn race(id: &str) -> MatchState {
        let board = Board::from_position_id(id).unwrap();
        MatchState { board, ..MatchState::new(0, Rules::default()).unwrap() }
    }

    #[test]
    fn the_formulas_are_those_of_the_engine() {
        // Both sides: two checkers each on the ace, 2- and 6-point, three each on the 3-, 4- and 5-point.
        let mut side = [0; 25];
        side[..6].copy_from_slice(&[2, 2, 3, 3, 3, 2]);
        let state = MatchState { board: Board::from_sides(side, side), ..race("4HPwATDgc/ABMA") };
        let rows = rules(&state);
        assert_eq!(rows[2][1..4], ["57.0", "65.1", "57.0"]);
        assert_eq!(rows[3][1..4], ["80.0", "88.0", "80.0"]);
        assert_eq!(rows[4][4], "62.0%");
        assert_eq!(rows[5][4], "60.9%");
        assert_eq!(rows[1][1], "54");
    }

    #[test]
    fn without_databases_their_figures_are_missing() {
        let (state, none) = (race("4HPwATDgc/ABMA"), Databases::new());
        let names = ["a".to_owned(), "b".to_owned()];
        assert_eq!(counts(&state, &none, &names)[2], ["Effective pips (EPC)", "–", "–"]);
        assert!(exact(&state, &none).is_empty());
        assert_eq!(effective_pips(&none, &state), [None, None]);
    }
}
