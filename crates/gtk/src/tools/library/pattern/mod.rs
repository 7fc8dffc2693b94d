// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawing a pattern: a small board with fields beside it. All of it is a view of the query line: what is drawn stands there
//! as text at once, and what is typed there is shown on the board.

mod board;
mod labels;
mod places;

use crate::board::Design;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, pgettext};
use crate::tools::controls::{button, check, drop_down, icon_button, label, paragraph, spin, toggle};
use crate::widgets::weakly;
use crate::widgets::wrap::Wrap;
use board::{Gesture, PatternBoard};
use gnubg_draw::Slot;
use gnubg_engine::core::{Board, Dice};
use gnubg_library::search::{Field, MOST, Pattern, Together, Wanted};
use gtk::prelude::*;
use places::{place, places, wanted};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

/// The most height of the panel, in pixels; it scrolls where it needs more.
const HEIGHT: i32 = 290;
/// How far a board can be loosened.
const LOOSEST: f64 = 3.0;

/// The fields for the checkers of one side.
struct SideFields {
    is_theirs: bool,
    title: gtk::Label,
    from: gtk::SpinButton,
    to: gtk::SpinButton,
}

impl SideFields {
    fn new(is_theirs: bool) -> SideFields {
        let (title, from, to) = match is_theirs {
            false => (
                gettext("Your checkers"),
                gettext("Your checkers, at least"),
                gettext("Your checkers, at most"),
            ),
            true => (
                gettext("Opponent's checkers"),
                gettext("Opponent's checkers, at least"),
                gettext("Opponent's checkers, at most"),
            ),
        };
        let most = f64::from(MOST);
        SideFields {
            is_theirs,
            title: label(&title, &[], 0.0),
            from: spin(0.0..=most, 1.0, 0, &from),
            to: spin(0.0..=most, 1.0, 0, &to),
        }
    }
}

/// The panel in which a pattern is drawn.
pub(super) struct PatternPanel {
    this: Weak<PatternPanel>,
    host: HostHandle,
    pub(super) root: gtk::ScrolledWindow,
    query: gtk::Entry,
    board: Rc<PatternBoard>,
    content: gtk::Box,
    /// How to draw; shown until something is selected.
    about: gtk::Label,
    sides: [SideFields; 2],
    together: gtk::DropDown,
    dice: gtk::DropDown,
    cube: gtk::DropDown,
    either: gtk::CheckButton,
    loosen: gtk::SpinButton,
    selected: RefCell<Vec<Slot>>,
    pattern: RefCell<Pattern>,
    /// The board of the main window that was taken over, seen by the player who decides.
    taken: Cell<Option<Board>>,
    /// Whether the fields are being filled, or the query written, by the panel itself.
    is_filling: Cell<bool>,
}

/// Rolls as in queries, by the rows of the list.
fn rolls() -> Vec<String> {
    let all = Dice::ALL.into_iter().map(|dice| format!("{}{}", dice.high(), dice.low()));
    Field::Dice
        .words()
        .into_iter()
        .map(str::to_owned)
        .chain((1..=6).map(|die| format!("{die}x")))
        .chain(all)
        .collect()
}

fn roll_text(word: &str) -> String {
    match word.strip_suffix('x') {
        Some(die) => gettext_f("Any {die}", &[("die", die)]),
        None if word == "double" => pgettext("dice", "Doubles"),
        None => word.to_owned(),
    }
}

fn cube_text(word: &str) -> String {
    match word {
        "mine" => gettext("Your cube"),
        "theirs" => gettext("Opponent's cube"),
        _ => gettext("Cube in the middle"),
    }
}

/// The list of a field: no condition, then its words.
fn words(any: String, words: &[String], text: fn(&str) -> String, name: &str) -> gtk::DropDown {
    let choices: Vec<String> = std::iter::once(any).chain(words.iter().map(|word| text(word))).collect();
    drop_down(&choices, name)
}

fn owners() -> Vec<String> {
    Field::CubeValue.words().into_iter().map(str::to_owned).collect()
}

impl PatternPanel {
    /// A panel that draws in the query of an entry.
    pub(super) fn new(query: &gtk::Entry, host: &HostHandle) -> Rc<PatternPanel> {
        let panel = Rc::new_cyclic(|this: &Weak<PatternPanel>| {
            let told = this.clone();
            let board = PatternBoard::new(move |slots, gesture| {
                if let Some(panel) = told.upgrade() {
                    panel.gesture(slots, gesture);
                }
            });
            PatternPanel {
                this: this.clone(),
                host: host.clone(),
                root: gtk::ScrolledWindow::builder()
                    .name("library-pattern")
                    .hscrollbar_policy(gtk::PolicyType::Never)
                    .propagate_natural_height(true)
                    .max_content_height(HEIGHT)
                    .visible(false)
                    .build(),
                query: query.clone(),
                board,
                content: gtk::Box::new(gtk::Orientation::Horizontal, 0),
                about: paragraph(
                    &gettext(
                        "Click a point for more of your checkers, right-click for more of the opponent's, middle-click for none. Drag over several points to choose them together.",
                    ),
                    &["dim-label", "caption"],
                ),
                sides: [SideFields::new(false), SideFields::new(true)],
                together: drop_down(&[], &gettext("On several points")),
                dice: words(gettext("Any roll"), &rolls(), roll_text, &gettext("Dice")),
                cube: words(gettext("Any cube"), &owners(), cube_text, &gettext("Cube")),
                either: check(&gettext("For either side")),
                loosen: spin(0.0..=LOOSEST, 1.0, 0, &gettext("How much the board may differ")),
                selected: RefCell::default(),
                pattern: RefCell::default(),
                taken: Cell::default(),
                is_filling: Cell::default(),
            }
        });
        panel.lay_out();
        panel.connect();
        panel.show();
        panel
    }

    fn lay_out(&self) {
        self.content.set_layout_manager(Some(Wrap::with_gap(12)));
        let grid = gtk::Grid::builder().row_spacing(6).column_spacing(6).build();
        for (n, title) in [gettext("at least"), gettext("at most")].iter().enumerate() {
            grid.attach(&label(title, &["dim-label"], 0.0), 0, n as i32 + 1, 1, 1);
        }
        for (n, side) in self.sides.iter().enumerate() {
            let column = n as i32 + 1;
            grid.attach(&side.title, column, 0, 1, 1);
            grid.attach(&side.from, column, 1, 1, 1);
            grid.attach(&side.to, column, 2, 1, 1);
        }
        let row = |parts: &[&gtk::Widget]| {
            let row = gtk::Box::builder().spacing(6).build();
            parts.iter().for_each(|part| row.append(*part));
            row
        };
        let take = button(&gettext("From the board"), &gettext("Take the position of the main window"));
        let run = weakly(&self.this, PatternPanel::take);
        take.connect_clicked(move |_| run());
        let clear = icon_button("edit-clear-symbolic", &gettext("Take the pattern out of the query"));
        let run = weakly(&self.this, |panel: &PatternPanel| {
            panel.taken.set(None);
            panel.pattern.replace(Pattern::default());
            panel.write();
        });
        clear.connect_clicked(move |_| run());
        self.about.set_width_chars(30);
        self.about.set_max_width_chars(34);
        let fields =
            gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).hexpand(true).build();
        fields.append(&self.about);
        fields.append(&self.together);
        fields.append(&grid);
        fields.append(&row(&[self.dice.upcast_ref(), self.cube.upcast_ref()]));
        fields.append(&self.either);
        fields.append(&row(&[take.upcast_ref(), self.loosen.upcast_ref(), clear.upcast_ref()]));
        self.content.append(&self.board.root);
        self.content.append(&fields);
        self.root.set_child(Some(&self.content));
    }

    fn connect(&self) {
        // Called for each field, unless the panel itself has filled it.
        let changed = |run: fn(&PatternPanel)| {
            weakly(&self.this, move |panel: &PatternPanel| {
                if !panel.is_filling.get() {
                    run(panel);
                }
            })
        };
        let bounds: [[fn(&PatternPanel); 2]; 2] = [
            [|panel| panel.bound_typed(false, true), |panel| panel.bound_typed(false, false)],
            [|panel| panel.bound_typed(true, true), |panel| panel.bound_typed(true, false)],
        ];
        for (side, runs) in self.sides.iter().zip(bounds) {
            for (field, run) in [&side.from, &side.to].into_iter().zip(runs) {
                let run = changed(run);
                field.connect_value_changed(move |_| run());
            }
        }
        let run = changed(PatternPanel::fill);
        self.together.connect_selected_notify(move |_| run());
        let run = changed(|panel| {
            let words = rolls();
            let word = (panel.dice.selected() as usize).checked_sub(1).and_then(|n| words.get(n));
            panel.pattern.borrow_mut().want_dice(word.map(String::as_str));
            panel.write();
        });
        self.dice.connect_selected_notify(move |_| run());
        let run = changed(|panel| {
            let words = owners();
            let word = (panel.cube.selected() as usize).checked_sub(1).and_then(|n| words.get(n));
            panel.pattern.borrow_mut().want_cube(word.map(String::as_str));
            panel.write();
        });
        self.cube.connect_selected_notify(move |_| run());
        let run = changed(|panel| {
            panel.pattern.borrow_mut().set_for_either_side(panel.either.is_active());
            panel.write();
        });
        self.either.connect_toggled(move |_| run());
        let run = changed(PatternPanel::loosen);
        self.loosen.connect_value_changed(move |_| run());
        let run = changed(PatternPanel::read);
        self.query.connect_changed(move |_| run());
        let run = weakly(&self.this, |panel: &PatternPanel| {
            if panel.root.is_visible() {
                panel.read();
            }
        });
        self.root.connect_visible_notify(move |_| run());
    }

    /// How the selected places count together.
    fn how(&self) -> Together {
        let n = self.selected.borrow().iter().filter(|slot| slot.is_point()).count();
        match self.together.selected() {
            _ if n < 2 => Together::All,
            0 => Together::All,
            1 => Together::Sum,
            k => Together::at_least((k - 1) as u8, n),
        }
    }

    /// What is wanted on the selected places; of several that differ, anything.
    fn shown(&self, is_theirs: bool) -> Wanted {
        let (pattern, selected) = (self.pattern.borrow(), self.selected.borrow());
        if self.how() != Together::All {
            return pattern.wanted(is_theirs, &places(&selected, is_theirs), self.how());
        }
        let mut all = selected.iter().filter_map(|slot| wanted(&pattern, *slot, is_theirs));
        let first = all.next().unwrap_or(Wanted::ANY);
        if all.all(|other| other == first) { first } else { Wanted::ANY }
    }

    fn want(&self, is_theirs: bool, wanted: Wanted) {
        let places = places(&self.selected.borrow(), is_theirs);
        if !places.is_empty() {
            self.pattern.borrow_mut().want(is_theirs, &places, self.how(), wanted);
        }
    }

    fn gesture(&self, slots: &[Slot], gesture: Gesture) {
        let is_new = *self.selected.borrow() != slots;
        self.selected.replace(slots.to_vec());
        if is_new {
            self.choose_together();
        }
        match gesture {
            Gesture::Select => return self.fill(),
            Gesture::More { is_theirs, by } => {
                let Wanted(from, to) = self.shown(is_theirs);
                let up = |n: u8| n.saturating_add_signed(by).min(MOST);
                let wanted = match (from, to) {
                    (0, 0) if by > 0 => Wanted::at_least(1),
                    (0, MOST) if by > 0 => Wanted::at_least(1),
                    (0, MOST) => Wanted::ANY,
                    (from, MOST) => Wanted::at_least(up(from)),
                    (0, to) => Wanted::at_most(up(to)),
                    (from, to) => Wanted(up(from), up(to)),
                };
                self.want(is_theirs, wanted);
            }
            Gesture::Bound => {
                for is_theirs in [false, true] {
                    let wanted = match self.shown(is_theirs) {
                        Wanted::ANY => continue,
                        Wanted(from, to) if from == to => Wanted::at_most(to),
                        Wanted(0, to) => Wanted::at_least(to),
                        Wanted(from, _) => Wanted::exactly(from),
                    };
                    self.want(is_theirs, wanted);
                }
            }
            Gesture::Empty => [false, true].into_iter().for_each(|side| self.want(side, Wanted::NONE)),
            Gesture::Any => [false, true].into_iter().for_each(|side| self.want(side, Wanted::ANY)),
            Gesture::AtLeast(n) => {
                let is_theirs = slots.first().is_some_and(|slot| place(*slot, false).is_none());
                self.want(is_theirs, Wanted::at_least(n));
            }
        }
        self.write();
    }

    /// Offers how the selected points count together, and chooses what holds for them already.
    fn choose_together(&self) {
        let selected = self.selected.borrow().clone();
        let n = selected.iter().filter(|slot| slot.is_point()).count();
        let mut choices = vec![gettext("On each of these points"), gettext("On all of them in sum")];
        choices.extend((1..n).map(|k| gettext_f("On at least {n} of them", &[("n", &k.to_string())])));
        let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
        let pattern = self.pattern.borrow();
        let of_these = pattern
            .parts()
            .iter()
            .find(|part| part.places.len() > 1 && part.places == places(&selected, part.is_theirs));
        let chosen = match of_these.map(|part| part.together) {
            Some(Together::Sum) => 1,
            Some(Together::Any) => 2,
            Some(Together::AtLeast(k)) => u32::from(k) + 1,
            Some(Together::All) | None => 0,
        };
        self.is_filling.set(true);
        self.together.set_model(Some(&gtk::StringList::new(&choices)));
        self.together.set_selected(chosen);
        self.together.set_visible(n > 1);
        self.is_filling.set(false);
    }

    /// A bound was typed; the other one follows.
    fn bound_typed(&self, is_theirs: bool, is_lower: bool) {
        let side = &self.sides[usize::from(is_theirs)];
        let (from, to) = (side.from.value() as u8, side.to.value() as u8);
        let (from, to) = if is_lower { (from, to.max(from)) } else { (from.min(to), to) };
        // Of some of several places, two conditions could be met by different ones: there is one bound only.
        let has_one = matches!(self.how(), Together::Any | Together::AtLeast(_)) && from != to;
        let wanted = match (has_one, is_lower) {
            (true, true) => Wanted::at_least(from),
            (true, false) => Wanted::at_most(to),
            (false, _) => Wanted(from, to),
        };
        self.want(is_theirs, wanted);
        self.write();
    }

    /// Takes the position of the main window, seen by the player who decides there.
    fn take(&self) {
        let state = self.host.position();
        let Some(board) = state.map(|state| state.board_of(state.to_act().unwrap_or(state.on_roll))) else {
            return self.host.toast(&gettext("There is no position"));
        };
        self.taken.set(Some(board));
        self.loosen();
    }

    fn loosen(&self) {
        let Some(board) = self.taken.get() else { return };
        let loosened = Pattern::loosened(&board, self.loosen.value() as u8);
        let mut pattern = self.pattern.borrow_mut();
        let (dice, cube) = (pattern.dice().map(str::to_owned), pattern.cube().map(str::to_owned));
        let is_for_either_side = pattern.is_for_either_side();
        *pattern = loosened;
        pattern.want_dice(dice.as_deref());
        pattern.want_cube(cube.as_deref());
        pattern.set_for_either_side(is_for_either_side);
        drop(pattern);
        self.write();
    }

    /// Writes the pattern into the query.
    fn write(&self) {
        let text = self.pattern.borrow().written_into(&self.query.text());
        self.is_filling.set(true);
        if self.query.text() != text {
            self.query.set_text(&text);
            self.query.set_position(-1);
        }
        self.is_filling.set(false);
        self.fill();
    }

    /// Reads the pattern from the query. While that is not understood, nothing can be drawn in it.
    fn read(&self) {
        let pattern = Pattern::of_query(&self.query.text());
        self.content.set_sensitive(pattern.is_some());
        if let Some(mut pattern) = pattern {
            // Without a pattern the text does not say whether it is for either side.
            if pattern.is_empty() {
                pattern.set_for_either_side(self.pattern.borrow().is_for_either_side());
            }
            self.pattern.replace(pattern);
            self.fill();
        }
    }

    fn show(&self) {
        self.choose_together();
        self.read();
    }

    /// Shows the pattern on the board and in the fields.
    fn fill(&self) {
        let design = self.host.board().map_or_else(Design::default, |board| board.design());
        let pattern = self.pattern.borrow().clone();
        self.board.show(&pattern, design);
        let selected = self.selected.borrow().clone();
        self.is_filling.set(true);
        for side in &self.sides {
            let Wanted(from, to) = self.shown(side.is_theirs);
            side.from.set_value(f64::from(from));
            side.to.set_value(f64::from(to));
            let can_stand = !places(&selected, side.is_theirs).is_empty();
            for part in [side.title.upcast_ref::<gtk::Widget>(), side.from.upcast_ref(), side.to.upcast_ref()]
            {
                part.set_sensitive(can_stand);
            }
        }
        let row = |words: Vec<String>, word: Option<&str>| {
            let at = words.iter().position(|one| Some(one.as_str()) == word);
            at.map_or(0, |n| n as u32 + 1)
        };
        self.dice.set_selected(row(rolls(), pattern.dice()));
        self.cube.set_selected(row(owners(), pattern.cube()));
        self.either.set_active(pattern.is_for_either_side());
        self.loosen.set_sensitive(self.taken.get().is_some());
        self.about.set_visible(selected.is_empty());
        self.is_filling.set(false);
    }
}

/// The button that opens the panel.
pub(super) fn opener(panel: &PatternPanel) -> gtk::ToggleButton {
    let opener = toggle(&gettext("Draw a pattern"), &gettext("Draw a pattern of checkers to search for"));
    opener.set_widget_name("library-draw");
    opener.add_css_class("chip-button");
    let root = panel.root.downgrade();
    opener.connect_toggled(move |opener| {
        if let Some(root) = root.upgrade() {
            root.set_visible(opener.is_active());
        }
    });
    opener
}
