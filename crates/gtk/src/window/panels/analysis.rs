// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis of the decision after the place shown: marks that can be changed by hand, ranked plays, the cube.

use super::super::Window;
use super::recorded::{self, Line, Recorded};
use super::{cells, icon_button};
use crate::a11y;
use crate::i18n::{capitalized, gettext, gettext_f, pgettext};
use crate::tools::hint::cube::{self, CubeView};
use crate::tools::hint::play_list::PlayList;
use crate::tools::hint::text;
use crate::widgets::wrap::Wrap;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::Play;
use gnubg_record::{Luck, Skill};
use gnubg_session::RecordPart;
use gnubg_session::command::{Annotate, MarkedDecision};
use gnubg_session::rollout::Target;
use gtk::{glib, pango};
use std::cell::{Cell, RefCell};

/// Marks in the order of the lists.
const SKILLS: [Skill; 4] = [Skill::Unmarked, Skill::Doubtful, Skill::Bad, Skill::VeryBad];
const LUCKS: [Luck; 5] = [Luck::VeryUnlucky, Luck::Unlucky, Luck::Unmarked, Luck::Lucky, Luck::VeryLucky];
/// Depths offered for one click.
const PLIES: std::ops::RangeInclusive<u8> = 0..=4;

/// A line with a text and a list of marks.
struct MarkLine {
    row: gtk::Box,
    text: gtk::Label,
    marks: gtk::DropDown,
}

impl MarkLine {
    fn new(id: &str, words: &[String], name: &str) -> MarkLine {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let marks = gtk::DropDown::from_strings(&words);
        marks.set_valign(gtk::Align::Center);
        a11y::set_label(&marks, name);
        let text = gtk::Label::builder()
            .xalign(0.0)
            .hexpand(true)
            .ellipsize(pango::EllipsizeMode::End)
            .css_classes(["figures"])
            .build();
        let row = gtk::Box::builder().name(id).spacing(6).build();
        row.append(&text);
        row.append(&marks);
        MarkLine { row, text, marks }
    }

    /// Shows a line, or hides it; `at` is the place of its mark in the list.
    fn show<M>(&self, line: Option<&Line<M>>, at: impl Fn(&M) -> usize) {
        self.row.set_visible(line.is_some());
        let Some(line) = line else { return };
        self.text.set_text(&line.text);
        a11y::set_tooltip(&self.text, Some(&line.text));
        let at = at(&line.mark) as u32;
        if self.marks.selected() != at {
            self.marks.set_selected(at);
        }
    }
}

pub(super) struct AnalysisPanel {
    root: gtk::Box,
    luck: MarkLine,
    play: MarkLine,
    cube: MarkLine,
    switcher: gtk::StackSwitcher,
    stack: gtk::Stack,
    list: PlayList,
    table: CubeView,
    nothing: gtk::Label,
    now: gtk::Button,
    tools: gtk::Box,
    details: gtk::ToggleButton,
    mwc: gtk::ToggleButton,
    show: gtk::ToggleButton,
    /// What is shown; `None` before anything has been.
    shown: RefCell<Option<Option<Recorded>>>,
    is_updating: Cell<bool>,
}

fn toggle(label: &str, name: &str) -> gtk::ToggleButton {
    let button = gtk::ToggleButton::builder().label(label).tooltip_text(name).focus_on_click(false).build();
    a11y::set_label(&button, name);
    button
}

impl AnalysisPanel {
    pub(super) fn new(window: &Window) -> AnalysisPanel {
        let skills: Vec<String> = SKILLS
            .map(|skill| match skill.symbol() {
                "" => capitalized(&cells::skill(skill)),
                symbol => format!("{symbol} {}", capitalized(&cells::skill(skill))),
            })
            .to_vec();
        let lucks: Vec<String> = LUCKS.map(|luck| capitalized(&cells::luck(luck))).to_vec();
        let luck = MarkLine::new("analysis_luck", &lucks, &gettext("Luck of the roll"));
        let play = MarkLine::new("analysis_play", &skills, &gettext("Mark of the play"));
        let cube = MarkLine::new("analysis_cube", &skills, &gettext("Mark of the cube decision"));
        let lines = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(3).build();
        lines.set_css_classes(&["panel-line"]);
        for line in [&cube, &luck, &play] {
            lines.append(&line.row);
        }
        let list = PlayList::new(&window.imp().updates);
        list.view.set_widget_name("analysis_plays");
        list.set_details(false);
        let grid = gtk::Grid::builder().row_spacing(6).column_spacing(12).css_classes(["panel-cube"]).build();
        let scroller = gtk::ScrolledWindow::builder().child(&grid).build();
        let table = CubeView::new(grid);
        let nothing = gtk::Label::builder()
            .wrap(true)
            .justify(gtk::Justification::Center)
            .css_classes(["dim-label"])
            .build();
        let now = gtk::Button::builder().label(gettext("Analyze now")).halign(gtk::Align::Center).build();
        now.set_action_name(Some("win.analyze-move"));
        let empty = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        empty.set_valign(gtk::Align::Center);
        empty.append(&nothing);
        empty.append(&now);
        // Pages that cannot be seen are not measured.
        let stack = gtk::Stack::builder().vexpand(true).vhomogeneous(false).hhomogeneous(false).build();
        stack.set_widget_name("analysis_stack");
        stack.add_titled(&list.view, Some("plays"), &gettext("Checker play"));
        stack.add_titled(&scroller, Some("cube"), &gettext("Cube decision"));
        stack.add_named(&empty, Some("nothing"));
        let switcher = gtk::StackSwitcher::builder().stack(&stack).halign(gtk::Align::Center).build();
        let details =
            toggle(&pgettext("button", "Details"), &gettext("Show evaluation types and winning chances"));
        let mwc = toggle(&gettext("MWC"), &gettext("Show match winning chances instead of equities"));
        let show = toggle(&gettext("Show"), &gettext("Show the selected play on the board"));
        let tools = tools(window, &stack, &[&details, &mwc, &show]);
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        root.append(&lines);
        root.append(&switcher);
        root.append(&stack);
        root.append(&tools);
        let shown = RefCell::default();
        let is_updating = Cell::default();
        let panel = AnalysisPanel {
            root,
            luck,
            play,
            cube,
            switcher,
            stack,
            list,
            table,
            nothing,
            now,
            tools,
            details,
            mwc,
            show,
            shown,
            is_updating,
        };
        panel.connect(window);
        panel
    }

    fn connect(&self, window: &Window) {
        let skill = |line: &MarkLine, decided: MarkedDecision| {
            line.marks.connect_selected_notify(glib::clone!(
                #[weak]
                window,
                move |marks| {
                    if let Some(skill) = SKILLS.get(marks.selected() as usize) {
                        window.mark_by_hand(Annotate::Skill(decided, *skill));
                    }
                }
            ));
        };
        skill(&self.play, MarkedDecision::Play);
        self.cube.marks.connect_selected_notify(glib::clone!(
            #[weak]
            window,
            move |marks| {
                if let Some(skill) = SKILLS.get(marks.selected() as usize) {
                    window.mark_cube_by_hand(*skill);
                }
            }
        ));
        self.luck.marks.connect_selected_notify(glib::clone!(
            #[weak]
            window,
            move |marks| {
                if let Some(luck) = LUCKS.get(marks.selected() as usize) {
                    window.mark_by_hand(Annotate::Luck(*luck));
                }
            }
        ));
        self.details.connect_toggled(glib::clone!(
            #[weak]
            window,
            move |button| {
                let on = button.is_active();
                window.change_options(|options| options.window.move_list_detail = on);
            }
        ));
        self.mwc.connect_clicked(glib::clone!(
            #[weak]
            window,
            move |button| {
                let on = button.is_active();
                window.change_options(|options| options.output.mwc = on);
            }
        ));
        self.show.connect_toggled(glib::clone!(
            #[weak]
            window,
            move |_| window.show_candidate()
        ));
        self.list.connect_selected(glib::clone!(
            #[weak]
            window,
            move || window.show_candidate()
        ));
        self.stack.connect_visible_child_name_notify(glib::clone!(
            #[weak]
            window,
            move |_| {
                if let Some(panels) = window.imp_panels() {
                    panels.analysis.show_table();
                }
                window.write_dump();
            }
        ));
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    pub(super) fn focus(&self) {
        self.root.child_focus(gtk::DirectionType::TabForward);
    }

    fn show(&self, recorded: Option<Recorded>, output: &gnubg_session::options::Output) {
        if self.shown.borrow().as_ref() == Some(&recorded) && self.mwc.is_active() == output.mwc {
            return;
        }
        self.is_updating.set(true);
        let skill_at = |mark: &Skill| SKILLS.iter().position(|skill| skill == mark).unwrap_or(0);
        let luck_at = |mark: &Luck| LUCKS.iter().position(|luck| luck == mark).unwrap_or(2);
        let known = recorded.clone().unwrap_or_default();
        self.play.show(known.play.as_ref(), skill_at);
        self.cube.show(known.cube.as_ref(), skill_at);
        self.luck.show(known.luck.as_ref(), luck_at);
        let (has_plays, has_cube) = (!known.plays.is_empty(), known.table.is_some());
        self.stack.page(&self.list.view).set_visible(has_plays);
        if let Some(page) = self.stack.child_by_name("cube") {
            self.stack.page(&page).set_visible(has_cube);
        }
        self.switcher.set_visible(has_plays && has_cube);
        self.list.set(known.plays.clone(), &text::titles(output.mwc && !known.is_money));
        let page = match (has_plays, has_cube) {
            (true, true) if self.stack.visible_child_name().as_deref() == Some("cube") => "cube",
            (true, _) => "plays",
            (false, true) => "cube",
            (false, false) => "nothing",
        };
        self.stack.set_visible_child_name(page);
        self.nothing.set_text(&match (&recorded, known.can_analyze) {
            (None, _) => gettext("There is no decision here."),
            (Some(_), false) => gettext("This position was set up, not played."),
            (Some(_), true) => gettext("This decision has not been analyzed."),
        });
        self.now.set_visible(known.can_analyze);
        self.tools.set_sensitive(recorded.is_some());
        self.mwc.set_visible(!known.is_money);
        self.mwc.set_active(output.mwc);
        self.shown.replace(Some(recorded));
        self.show_table();
        self.is_updating.set(false);
    }

    /// Shows the cube decision, if its page can be seen.
    fn show_table(&self) {
        if self.stack.visible_child_name().as_deref() == Some("cube") {
            let shown = self.shown.borrow();
            self.table.show(shown.as_ref().and_then(|shown| shown.as_ref()?.table.as_ref()));
        }
    }

    /// The text of the page shown, tab-separated.
    fn as_text(&self) -> String {
        let shown = self.shown.borrow();
        let table = shown.as_ref().and_then(|shown| shown.as_ref()?.table.as_ref());
        match (self.stack.visible_child_name().as_deref(), table) {
            (Some("cube"), Some(table)) => cube::as_text(table),
            _ => self.list.as_text(),
        }
    }
}

/// The button of a cube decision for its temperature map, hidden until there is one.
fn map_button() -> gtk::Button {
    let name = gettext("Temperature map of the cube decision");
    let map = gtk::Button::builder().label(gettext("Map")).tooltip_text(&name).visible(false).build();
    a11y::set_label(&map, &name);
    map.set_action_name(Some("win.temperature-map-cube"));
    map
}

/// The row of tools.
fn tools(window: &Window, stack: &gtk::Stack, toggles: &[&gtk::ToggleButton]) -> gtk::Box {
    let tools = gtk::Box::builder().css_classes(["panel-tools"]).build();
    tools.set_layout_manager(Some(Wrap::new()));
    let plies = gtk::Box::builder().css_classes(["linked"]).build();
    for n in PLIES {
        let name = gettext_f("Analyze this decision at {n}-ply", &[("n", &n.to_string())]);
        let button = gtk::Button::builder().label(n.to_string()).tooltip_text(&name).build();
        button.set_focus_on_click(false);
        a11y::set_label(&button, &name);
        button.connect_clicked(glib::clone!(
            #[weak]
            window,
            move |_| window.analyze(RecordPart::Move, Some(n))
        ));
        plies.append(&button);
    }
    let copy = icon_button("edit-copy-symbolic", &gettext("Copy the analysis"));
    copy.connect_clicked(glib::clone!(
        #[weak]
        window,
        move |_| {
            window.settle_panels();
            window.copy_text(Some(window.panels().analysis.as_text()));
        }
    ));
    let rollout = gtk::Button::builder().label(gettext("Rollout")).focus_on_click(false).build();
    let name = gettext("Roll out the selected plays, or the cube decision");
    rollout.set_tooltip_text(Some(&name));
    a11y::set_label(&rollout, &name);
    rollout.connect_clicked(glib::clone!(
        #[weak]
        window,
        move |_| window.roll_out_shown()
    ));
    let choose = gtk::Button::builder().label("⚑").css_classes(["flat"]).build();
    let name = gettext("Select or deselect this decision or the selected plays for a rollout");
    choose.set_tooltip_text(Some(&name));
    a11y::set_label(&choose, &name);
    choose.set_action_name(Some("win.choose-shown"));
    let map = map_button();
    stack.connect_visible_child_name_notify(glib::clone!(
        #[weak]
        map,
        move |stack| map.set_visible(stack.visible_child_name().as_deref() == Some("cube"))
    ));
    tools.append(&plies);
    tools.append(&rollout);
    tools.append(&map);
    for toggle in toggles {
        tools.append(*toggle);
    }
    tools.append(&copy);
    tools.append(&choose);
    tools
}

impl Window {
    /// Shows the chances of candidates and how they were found, or hides them.
    pub(in crate::window) fn follow_details(&self, on: bool) {
        let panel = &self.panels().analysis;
        panel.details.set_active(on);
        panel.list.set_details(on);
        self.write_dump_soon();
    }

    /// Shows the analysis of the present place.
    pub(super) fn show_analysis(&self) {
        let recorded = self.look(recorded::of).flatten();
        self.panels().analysis.show(recorded, &self.options().output);
    }

    /// Marks the selected plays for a rollout, or unmarks them; without a selection, the whole decision.
    pub(in crate::window) fn choose_shown(&self) {
        self.settle_panels();
        let panel = &self.panels().analysis;
        let is_list = panel.stack.visible_child_name().as_deref() == Some("plays");
        let places = if is_list { panel.list.selected_places() } else { Vec::new() };
        if matches!(places[..], [] | [0]) {
            return self.activate("choose-move");
        }
        let is_on = self.look(|session| {
            let candidates = &session.record().next_entry(session.place())?.play_analysis()?.candidates;
            Some(places.iter().all(|at| candidates.get(*at).is_some_and(|one| one.is_marked)))
        });
        let numbers = places.iter().map(|at| at + 1).collect();
        self.send(gnubg_session::Command::Annotate(Annotate::MarkPlays(
            numbers,
            is_on.flatten() != Some(true),
        )));
    }

    /// Rolls out what the page shown is about: selected plays beside the best ones, or the cube decision.
    fn roll_out_shown(&self) {
        self.settle_panels();
        let panel = &self.panels().analysis;
        if panel.stack.visible_child_name().as_deref() == Some("plays") {
            self.tools().roll_out(Target::Plays(panel.list.compared()));
        } else {
            self.tools().roll_out(Target::Cube);
        }
    }

    /// Gives the decision a mark, if a person chose one in a list.
    fn mark_by_hand(&self, annotate: Annotate) {
        if self.imp_panels().is_some_and(|panels| !panels.analysis.is_updating.get()) {
            self.send(gnubg_session::Command::Annotate(annotate));
        }
    }

    /// The same for the cube decision, whatever it was called.
    fn mark_cube_by_hand(&self, skill: Skill) {
        use gnubg_record::EntryAction as A;
        let decided = self.look(|session| {
            let entry = session.record().next_entry(session.place())?;
            Some(match entry.action {
                A::Resign(_) => MarkedDecision::Resign,
                A::AcceptResignation => MarkedDecision::Accept,
                A::DeclineResignation => MarkedDecision::Reject,
                _ => MarkedDecision::Cube,
            })
        });
        if let Some(decided) = decided.flatten() {
            self.mark_by_hand(Annotate::Skill(decided, skill));
        }
    }

    /// Shows the selected play as arrows while that is switched on, else the one that was made.
    fn show_candidate(&self) {
        let Some(panels) = self.imp_panels() else { return };
        let panel = &panels.analysis;
        let by = self.look(|session| session.record().next_entry(session.place()).map(|entry| entry.player));
        let play = panel.list.selected().filter(|_| panel.show.is_active());
        match (by.flatten(), play) {
            (Some(by), Some(play)) => self.imp().board.show_arrows(by, &play),
            (Some(by), None) if !panel.is_updating.get() => {
                self.imp().board.show_arrows(by, &Play::EMPTY);
                self.show_played();
            }
            _ => {}
        }
    }
}
