// SPDX-License-Identifier: GPL-3.0-or-later
//! The race window: pips, effective pips and wastage, blots that can be hit, the counting rules, and what the databases say. The counts are the
//! engine's, the same that the commands print. Also the effective pips beside the players' names.

use super::tools::Tool;
use super::tools::sheet::{Sheet, Table, is_wider, label, paragraph, tab_separated};
use super::{Window, shots};
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_engine::bearoff::{DatabaseClass, Databases, RaceStats};
use gnubg_engine::core::{MatchState, Player};
use gnubg_engine::cube::race::{RaceAdvice, eight_nine_twelve, isight, keith, kleinman, thorp};
use gtk::glib;
use serde_json::{Value, json};
use std::cell::Cell;

const NAME: &str = "race";

/// The window.
struct RaceWindow {
    sheet: Sheet,
    scroller: gtk::ScrolledWindow,
    note: gtk::Label,
    counts: Table,
    /// Blots that can be hit, below their heading.
    shots: (gtk::Label, Table),
    rules: Table,
    exact: Table,
    /// The position shown, and how many databases it was shown with.
    shown: Cell<Option<(MatchState, usize)>>,
}

impl Window {
    /// Opens the race window.
    pub(super) fn open_race(&self) {
        self.show_tool(NAME, RaceWindow::new);
    }

    /// Shows effective pips beside the names where a database knows them.
    pub(super) fn show_effective_pips(&self) {
        let Some(state) = self.studied() else { return };
        let known = self.look(|session| {
            let wanted = session.options().window.show_pips;
            (wanted, effective(session.engine().databases(), &state))
        });
        let Some((wanted, known)) = known else { return };
        for player in Player::BOTH {
            self.player_bars()[player.index()].show_race(wanted, known[player.index()].as_ref());
        }
    }
}

/// Effective pips by seat, if the game is a race that the one-sided databases cover on both sides.
fn effective(databases: &Databases, state: &MatchState) -> [Option<RaceStats>; 2] {
    if state.board.has_contact() || state.rules.variation.is_hypergammon() {
        return [None; 2];
    }
    let [mine, theirs] = databases.race_stats(&state.board);
    let (Some(mine), Some(theirs)) = (mine, theirs) else { return [None; 2] };
    state.on_roll.by_seat([Some(mine), Some(theirs)])
}

fn advice(advice: RaceAdvice) -> String {
    // The phrases are those of the hint window.
    gettext(advice.text())
}

/// Pips and what the one-sided databases know.
fn counts(state: &MatchState, databases: &Databases, names: &[String; 2]) -> Vec<Vec<String>> {
    let pips = state.board.pips();
    let stats = databases.race_stats(&state.board);
    let row = |title: String, cell: &dyn Fn(usize) -> String| vec![title, cell(0), cell(1)];
    let known = |n: usize, f: &dyn Fn(&RaceStats) -> f32| {
        stats[n].as_ref().map_or_else(|| "–".to_owned(), |stats| format!("{:.3}", f(stats)))
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

/// The counting rules: counts of both sides and what they advise the player on roll.
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
            ..0.0 => gettext_f("{percent} % behind", &[("percent", format!("{:.1}", -percent))]),
            _ => gettext_f("{percent} % ahead", &[("percent", format!("{percent:.1}"))]),
        },
        pips[1].to_string(),
        none(),
        advice(by_percent),
    ];
    let counted = |name: String, count: &gnubg_engine::cube::race::RaceCount| {
        [
            name,
            format!("{:.1}", count.leader),
            format!("{:.1}", count.leader_adjusted),
            format!("{:.1}", count.trailer),
            none(),
            advice(count.advice),
        ]
    };
    let isight = isight(board);
    let isight = [
        gettext("Isight count"),
        format!("{:.1}", isight.leader),
        none(),
        format!("{:.1}", isight.trailer),
        format!("{:.1} %", isight.percent),
        advice(isight.advice),
    ];
    let kleinman = kleinman(pips);
    let kleinman = [
        gettext("Kleinman"),
        pips[0].to_string(),
        gettext_f("K = {k}", &[("k", &format!("{:.4}", kleinman.k))]),
        pips[1].to_string(),
        format!("{:.1} %", 100.0 * kleinman.chance),
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

/// What the database in charge says about the position.
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
    let percent = |p: f32| format!("{:.2} %", 100.0 * p);
    add(gettext("Winning chance"), percent(entry.probs.win));
    add(
        gettext("Gammons won and lost"),
        format!("{}, {}", percent(entry.probs.win_g), percent(entry.probs.lose_g)),
    );
    add(gettext("Cubeless equity"), format!("{:+.4}", entry.probs.money_equity().0));
    if let Some(equities) = entry.equities {
        add(gettext("Money equity, owning the cube"), format!("{:+.4}", equities.owned));
        add(gettext("Money equity, centered cube"), format!("{:+.4}", equities.centered));
        add(gettext("Money equity, opponent owning the cube"), format!("{:+.4}", equities.opponent));
    }
    rows
}

impl RaceWindow {
    fn new(parent: &Window) -> RaceWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Race"), (800, 640));
        let note = paragraph("", &["tool-note"]);
        let [counts, blots, rules, exact] = std::array::from_fn(|_| Table::new());
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 12);
        whole.append(&note);
        let part = |title: &str, table: &Table| {
            let heading = label(title, &["heading", "tool-note"], 0.0);
            whole.append(&heading);
            table.grid.set_halign(gtk::Align::Fill);
            whole.append(&table.grid);
            heading
        };
        part(&gettext("Counts"), &counts);
        let heading = part(&gettext("Shots"), &blots);
        part(&gettext("Rules for the player on roll"), &rules);
        part(&gettext("Databases"), &exact);
        whole.set_margin_top(12);
        whole.set_margin_bottom(18);
        let clamp = adw::Clamp::builder().maximum_size(760).child(&whole).build();
        let scroller = gtk::ScrolledWindow::builder().child(&clamp).vexpand(true).build();
        sheet.content.append(&scroller);
        let tables = [counts.clone(), blots.clone(), rules.clone(), exact.clone()];
        let shots = (heading, blots);
        let window =
            RaceWindow { sheet, scroller, note, counts, shots, rules, exact, shown: Cell::default() };
        window.sheet.add_copy(
            &gettext("Copy as text"),
            glib::clone!(
                #[weak]
                parent,
                move || {
                    let filled = tables.iter().map(Table::rows).filter(|rows| !rows.is_empty());
                    let text = filled.map(|rows| tab_separated(&rows));
                    parent.copy_text(Some(text.collect::<Vec<_>>().join("\n\n")));
                }
            ),
        );
        window
    }
}

impl Tool for RaceWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.sheet.window
    }

    fn follow(&self, parent: &Window) {
        let Some(state) = parent.studied() else {
            self.note.set_text(&gettext("There is no position"));
            self.shown.set(None);
            return;
        };
        let on_roll = state.on_roll;
        let shown = parent.look(|session| {
            let databases = session.engine().databases();
            let key = Some((state, databases.loaded().len()));
            if key == self.shown.get() {
                return false;
            }
            self.shown.set(key);
            let names = [on_roll, on_roll.other()].map(|player| session.name(player));
            self.counts.set(&counts(&state, databases, &names), &[0]);
            let blots = shots::table(&state.board, &names);
            self.shots.0.set_visible(!blots.is_empty());
            self.shots.1.grid.set_visible(!blots.is_empty());
            self.shots.1.set(&blots, &[0]);
            self.rules.set(&rules(&state), &[0, 5]);
            let exact = exact(&state, databases);
            let none = vec![vec![gettext("No database covers this position"), String::new()]];
            self.exact.set(if exact.is_empty() { &none } else { &exact }, &[0]);
            self.sheet.title.set_subtitle(&gettext_f("{player} is on roll", &[("player", &names[0])]));
            true
        });
        if shown == Some(true) {
            let has_contact = state.board.has_contact();
            self.note.set_visible(has_contact);
            self.note.set_text(&gettext("The sides are still in contact: rules for races tell little here."));
        }
    }

    fn facts(&self) -> Value {
        json!({
            "counts": self.counts.rows(),
            "shots": self.shots.1.rows(),
            "rules": self.rules.rows(),
            "exact": self.exact.rows(),
            "contact": self.note.is_visible(),
            "wider": is_wider(&self.scroller),
        })
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
    fn the_rules_are_the_engines() {
        // Both sides: two checkers each on the ace, 2- and 6-point, three each on the 3-, 4- and 5-point.
        let mut side = [0; 25];
        side[..6].copy_from_slice(&[2, 2, 3, 3, 3, 2]);
        let state = MatchState { board: Board::from_sides(side, side), ..race("4HPwATDgc/ABMA") };
        let rows = rules(&state);
        assert_eq!(rows[2][1..4], ["57.0", "65.1", "57.0"]);
        assert_eq!(rows[3][1..4], ["80.0", "88.0", "80.0"]);
        assert_eq!(rows[4][4], "62.0 %");
        assert_eq!(rows[5][4], "60.9 %");
        assert_eq!(rows[1][1], "54");
    }

    #[test]
    fn what_no_database_knows_is_left_open() {
        let (state, none) = (race("4HPwATDgc/ABMA"), Databases::new());
        let names = ["a".to_owned(), "b".to_owned()];
        assert_eq!(counts(&state, &none, &names)[2], ["Effective pips (EPC)", "–", "–"]);
        assert!(exact(&state, &none).is_empty());
        assert_eq!(effective(&none, &state), [None, None]);
    }
}
