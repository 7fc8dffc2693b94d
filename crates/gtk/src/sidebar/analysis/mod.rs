// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis of the decision after the place shown: marks that can be changed by hand, ranked plays, the cube.

mod decision;
mod mark_chooser;
mod market;

pub(super) use decision::{DecisionAnalysis, of, plays_to_compare};

use super::record::cells;
use crate::a11y;
use crate::i18n::{capitalized, gettext, gettext_f, pgettext};
use crate::tools::cube_view::{self, CubeView};
use crate::tools::decision_text::titles;
use crate::tools::play_list::PlayList;
use crate::why_card::WhyCard;
use crate::widgets::below_rows::below_rows;
use crate::widgets::gradual::UpdateQueue;
use crate::widgets::wrap::Wrap;
use adw::prelude::*;
use gnubg_engine::core::Play;
use gnubg_record::{Luck, Skill};
use gnubg_session::options::Output;
use gnubg_session::rollout::Target;
use gtk::glib;
use mark_chooser::MarkChooser;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Marks in the order of the lists.
const SKILLS: [Skill; 4] = [Skill::Unmarked, Skill::Doubtful, Skill::Bad, Skill::VeryBad];
const LUCKS: [Luck; 5] = [Luck::VeryUnlucky, Luck::Unlucky, Luck::Unmarked, Luck::Lucky, Luck::VeryLucky];
/// Depths offered for one click.
const PLIES: std::ops::RangeInclusive<u8> = 0..=4;

/// What the user asks of the panel.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AnalysisRequest {
    /// The play gets another mark.
    MarkPlay(Skill),
    /// The cube decision or resignation gets another mark.
    MarkCube(Skill),
    /// The roll gets another mark.
    MarkLuck(Luck),
    /// The resignation counts, or it does not.
    CountResignation(bool),
    /// The decision is analyzed again with this many plies.
    Analyze(u8),
    /// The page shown is rolled out: [`AnalysisPanel::rollout_target`].
    RollOut,
    /// The page shown goes to the clipboard: [`AnalysisPanel::as_text`].
    Copy,
    /// This play is shown on the board, or again the one that was made.
    ShowPlay(Option<Play>),
    /// Evaluation types and winning chances are shown or hidden.
    ShowDetails(bool),
    /// Match winning chances are shown instead of equities, or not.
    ShowMwc(bool),
}

/// The panel. What the user asks of it is told by [`AnalysisPanel::connect_request`].
pub(super) struct AnalysisPanel {
    root: gtk::Box,
    luck: MarkChooser,
    play: MarkChooser,
    cube: MarkChooser,
    counted: gtk::CheckButton,
    /// Tells that nothing shown is stored.
    instant: gtk::Box,
    switcher: gtk::StackSwitcher,
    stack: gtk::Stack,
    list: PlayList,
    plays: gtk::Box,
    why: WhyCard,
    table: CubeView,
    nothing: gtk::Label,
    now: gtk::Button,
    tools: gtk::Box,
    details: gtk::ToggleButton,
    mwc: gtk::ToggleButton,
    show: gtk::ToggleButton,
    /// What is shown; `None` before anything has been.
    shown: RefCell<Option<Option<DecisionAnalysis>>>,
    /// Whether the program changes the widgets.
    is_updating: Cell<bool>,
    on_request: OnceCell<Box<dyn Fn(AnalysisRequest)>>,
}

fn toggle(label: &str, name: &str) -> gtk::ToggleButton {
    let button = gtk::ToggleButton::builder().label(label).tooltip_text(name).focus_on_click(false).build();
    a11y::set_label(&button, name);
    button
}

impl AnalysisPanel {
    pub(super) fn new(updates: &UpdateQueue) -> Rc<AnalysisPanel> {
        let skills = SKILLS.map(|skill| (skill.symbol(), capitalized(&cells::skill(skill))));
        let lucks = LUCKS.map(|luck| (luck.symbol(), capitalized(&cells::luck(luck))));
        let luck = MarkChooser::new("analysis_luck", &lucks, &gettext("Luck of the roll"));
        let play = MarkChooser::new("analysis_play", &skills, &gettext("Mark of the play"));
        let cube = MarkChooser::new("analysis_cube", &skills, &gettext("Mark of the cube decision"));
        let lines = gtk::Box::builder().css_classes(["panel-line"]).build();
        lines.set_layout_manager(Some(Wrap::new()));
        for line in [&cube, &luck, &play] {
            lines.append(&line.row);
        }
        let counted =
            gtk::CheckButton::builder().name("analysis_counted").label(gettext("Count this resignation"));
        let about = gettext("As an error and as the result of the game; not for players who just left");
        let counted = counted.tooltip_text(&about).visible(false).build();
        lines.append(&counted);
        let list = PlayList::new(updates);
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
        let why = WhyCard::new("analysis_why");
        let plays = below_rows(&list.widget, &why.root);
        stack.add_titled(&plays, Some("plays"), &gettext("Checker play"));
        stack.add_titled(&scroller, Some("cube"), &gettext("Cube decision"));
        stack.add_named(&empty, Some("nothing"));
        let switcher = gtk::StackSwitcher::builder().stack(&stack).halign(gtk::Align::Center).build();
        let details = toggle(
            &pgettext("button", "Details"),
            &gettext("Show the chances of wins and gammons in numbers"),
        );
        let mwc = toggle(&gettext("MWC"), &gettext("Show match winning chances instead of equities"));
        let show = toggle(&gettext("Show"), &gettext("Show the selected play on the board"));
        let tools = gtk::Box::builder().name("analysis_tools").css_classes(["panel-tools"]).build();
        tools.set_layout_manager(Some(Wrap::new()));
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        root.append(&lines);
        let instant = instant_line();
        root.append(&instant);
        root.append(&switcher);
        root.append(&stack);
        root.append(&tools);
        let panel = Rc::new(AnalysisPanel {
            root,
            luck,
            play,
            cube,
            counted,
            instant,
            switcher,
            stack,
            list,
            plays,
            why,
            table,
            nothing,
            now,
            tools,
            details,
            mwc,
            show,
            shown: RefCell::default(),
            is_updating: Cell::default(),
            on_request: OnceCell::new(),
        });
        panel.add_tools();
        panel.connect();
        panel
    }

    /// Calls `requested` with what the user asks of the panel. To be called once.
    pub(super) fn connect_request(&self, requested: impl Fn(AnalysisRequest) + 'static) {
        assert!(self.on_request.set(Box::new(requested)).is_ok(), "invariant: connected once");
    }

    /// Tells what the user asks, unless the program changed the widgets.
    fn request(&self, request: AnalysisRequest) {
        if let Some(requested) = self.on_request.get().filter(|_| !self.is_updating.get()) {
            requested(request);
        }
    }

    fn connect(self: &Rc<Self>) {
        let choose = |chooser: &MarkChooser, request: fn(usize) -> Option<AnalysisRequest>| {
            chooser.marks.connect_selected_notify(glib::clone!(
                #[weak(rename_to = panel)]
                self,
                move |marks| {
                    if let Some(request) = request(marks.selected() as usize) {
                        panel.request(request);
                    }
                }
            ));
        };
        choose(&self.play, |n| SKILLS.get(n).copied().map(AnalysisRequest::MarkPlay));
        choose(&self.cube, |n| SKILLS.get(n).copied().map(AnalysisRequest::MarkCube));
        choose(&self.luck, |n| LUCKS.get(n).copied().map(AnalysisRequest::MarkLuck));
        self.details.connect_toggled(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move |button| panel.request(AnalysisRequest::ShowDetails(button.is_active()))
        ));
        self.counted.connect_toggled(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move |button| panel.request(AnalysisRequest::CountResignation(button.is_active()))
        ));
        self.mwc.connect_clicked(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move |button| panel.request(AnalysisRequest::ShowMwc(button.is_active()))
        ));
        let show = glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move || panel.request_selected_play()
        );
        self.list.connect_selected(show.clone());
        self.show.connect_toggled(move |_| show());
        self.stack.connect_visible_child_name_notify(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move |_| panel.show_table()
        ));
    }

    /// Asks for the selected play on the board while that is switched on.
    fn request_selected_play(&self) {
        let play = self.list.selected().filter(|_| self.show.is_active());
        match (play, self.on_request.get()) {
            // A play that is listed first is selected by the program, and shown too.
            (Some(play), Some(requested)) => requested(AnalysisRequest::ShowPlay(Some(play))),
            _ => self.request(AnalysisRequest::ShowPlay(None)),
        }
    }

    /// Shows winning chances and evaluation types, or hides them.
    pub(super) fn show_details(&self, on: bool) {
        self.is_updating.set(true);
        self.details.set_active(on);
        self.is_updating.set(false);
        self.list.set_details(on);
    }

    /// Whether the list of plays is shown, not the cube decision.
    fn shows_plays(&self) -> bool {
        self.stack.visible_child_name().as_deref() == Some("plays")
    }

    /// The indices of the selected plays, from 0; empty while no plays are shown.
    pub(super) fn selected_plays(&self) -> Vec<usize> {
        if self.shows_plays() { self.list.selected_places() } else { Vec::new() }
    }

    /// What a rollout of the page shown is about: the selected plays and the best ones, or the cube decision.
    pub(super) fn rollout_target(&self) -> Target {
        if self.shows_plays() { Target::Plays(self.list.compared()) } else { Target::Cube }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// Moves the keyboard to the candidates, or to the first of what is there in their place.
    pub(super) fn focus(&self) {
        if !(self.shows_plays() && self.list.focus()) {
            self.root.child_focus(gtk::DirectionType::TabForward);
        }
    }

    /// Shows a decision, or that there is none, or how to get a hint for one that is still to be made.
    pub(super) fn show(&self, analysis: Option<DecisionAnalysis>, is_due: bool, output: &Output) {
        if analysis.is_none() {
            self.nothing.set_text(&match is_due {
                true => gettext("Press H for a hint."),
                false => gettext("There is no decision here."),
            });
        }
        if self.shown.borrow().as_ref() == Some(&analysis) && self.mwc.is_active() == output.mwc {
            return;
        }
        // At another decision the part with the larger error is shown; at the same one what the user chose.
        let place = |shown: &Option<DecisionAnalysis>| {
            shown.as_ref().map(|shown| (shown.place, shown.table.is_some()))
        };
        let is_other = self.shown.borrow().as_ref().map(place) != Some(place(&analysis));
        self.is_updating.set(true);
        let skill_at = |mark: &Skill| SKILLS.iter().position(|skill| skill == mark).unwrap_or(0);
        let luck_at = |mark: &Luck| LUCKS.iter().position(|luck| luck == mark).unwrap_or(2);
        let known = analysis.clone().unwrap_or_default();
        self.play.show(known.play.as_ref(), skill_at);
        self.cube.show(known.cube.as_ref(), skill_at);
        self.luck.show(known.luck.as_ref(), luck_at);
        self.instant.set_visible(known.is_instant);
        self.counted.set_visible(known.is_counted.is_some());
        self.counted.set_active(known.is_counted != Some(false));
        let (has_plays, has_cube) = (!known.plays.is_empty(), known.table.is_some());
        self.stack.page(&self.plays).set_visible(has_plays);
        self.why.show(known.why.as_ref());
        if let Some(page) = self.stack.child_by_name("cube") {
            self.stack.page(&page).set_visible(has_cube);
        }
        self.switcher.set_visible(has_plays && has_cube);
        self.list.set(known.plays.clone(), &titles(output.mwc && !known.is_money));
        let page = match (has_plays, has_cube) {
            (true, true) if is_other && known.is_cube_first => "cube",
            (true, true) if !is_other && self.stack.visible_child_name().as_deref() == Some("cube") => "cube",
            (true, _) => "plays",
            (false, true) => "cube",
            (false, false) => "nothing",
        };
        self.stack.set_visible_child_name(page);
        if analysis.is_some() {
            self.nothing.set_text(&match known.can_analyze {
                false => gettext("This position was set up, not played."),
                true => gettext("This decision has not been analyzed."),
            });
        }
        self.now.set_visible(known.can_analyze);
        self.tools.set_sensitive(analysis.is_some());
        self.mwc.set_visible(!known.is_money);
        self.mwc.set_active(output.mwc);
        self.shown.replace(Some(analysis));
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
    pub(super) fn as_text(&self) -> String {
        let shown = self.shown.borrow();
        let table = shown.as_ref().and_then(|shown| shown.as_ref()?.table.as_ref());
        match (self.stack.visible_child_name().as_deref(), table) {
            (Some("cube"), Some(table)) => cube_view::as_text(table),
            _ => self.list.as_text(),
        }
    }

    /// Fills the row of tools.
    fn add_tools(self: &Rc<Self>) {
        let depths = gtk::Box::builder().css_classes(["linked"]).build();
        for n in PLIES {
            let name = gettext_f("Analyze this decision at {n}-ply", &[("n", &n.to_string())]);
            let button = gtk::Button::builder().label(n.to_string()).tooltip_text(&name).build();
            button.set_focus_on_click(false);
            a11y::set_label(&button, &name);
            button.connect_clicked(self.on_click(AnalysisRequest::Analyze(n)));
            depths.append(&button);
        }
        let copy = gtk::Button::builder().label(pgettext("button", "Copy")).focus_on_click(false).build();
        a11y::set_label(&copy, &gettext("Copy the analysis"));
        copy.connect_clicked(self.on_click(AnalysisRequest::Copy));
        let rollout = gtk::Button::builder().label(gettext("Rollout")).focus_on_click(false).build();
        let name = gettext("Roll out the selected plays, or the cube decision");
        rollout.set_tooltip_text(Some(&name));
        a11y::set_label(&rollout, &name);
        rollout.connect_clicked(self.on_click(AnalysisRequest::RollOut));
        let choose = gtk::Button::builder().label(gettext("Select for a rollout")).build();
        let name = gettext("Select or deselect this decision or the selected plays for a rollout");
        choose.set_tooltip_text(Some(&name));
        a11y::set_label(&choose, &name);
        choose.set_action_name(Some("win.choose-shown"));
        let map = map_button();
        self.stack.connect_visible_child_name_notify(glib::clone!(
            #[weak]
            map,
            move |stack| map.set_visible(stack.visible_child_name().as_deref() == Some("cube"))
        ));
        self.tools.append(&depths);
        self.tools.append(&rollout);
        self.tools.append(&map);
        self.tools.append(&more_button(&[
            self.details.upcast_ref(),
            self.mwc.upcast_ref(),
            self.show.upcast_ref(),
            copy.upcast_ref(),
            choose.upcast_ref(),
        ]));
    }

    /// Asks something when a button is clicked.
    fn on_click(self: &Rc<Self>, request: AnalysisRequest) -> impl Fn(&gtk::Button) + use<> {
        let panel = Rc::downgrade(self);
        move |_| {
            if let Some(panel) = panel.upgrade() {
                panel.request(request.clone());
            }
        }
    }
}

/// The line that tells that what is shown was evaluated as one browses, with a button that stores an analysis.
fn instant_line() -> gtk::Box {
    let text = gtk::Label::builder()
        .name("analysis_instant")
        .label(gettext("Evaluated just now, not stored"))
        .xalign(0.0)
        .hexpand(true)
        .wrap(true)
        .css_classes(["dim-label"])
        .build();
    let name = gettext("Analyze this decision and store the result");
    let keep =
        gtk::Button::builder().label(pgettext("button", "Keep")).tooltip_text(&name).focus_on_click(false);
    let keep = keep.name("analysis_keep").action_name("win.analyze-move").valign(gtk::Align::Center).build();
    a11y::set_label(&keep, &name);
    let line = gtk::Box::builder().spacing(6).visible(false).css_classes(["panel-line"]).build();
    line.append(&text);
    line.append(&keep);
    line
}

/// A button that opens the controls that are rarely needed, so that the others stand in one line.
fn more_button(rare: &[&gtk::Widget]) -> gtk::MenuButton {
    let name = gettext("More for the analysis");
    let column = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).build();
    rare.iter().for_each(|widget| column.append(*widget));
    let popover = gtk::Popover::builder().name("analysis_popover").child(&column).build();
    let button = gtk::MenuButton::builder().icon_name("view-more-symbolic").tooltip_text(&name).build();
    button.set_widget_name("analysis_more");
    button.set_popover(Some(&popover));
    a11y::set_label(&button, &name);
    a11y::name_menu_buttons(&button, &name);
    button
}

/// The button of a cube decision for its temperature map, hidden until there is one.
fn map_button() -> gtk::Button {
    let name = gettext("Temperature map of the cube decision");
    let map = gtk::Button::builder().label(gettext("Map")).tooltip_text(&name).visible(false).build();
    a11y::set_label(&map, &name);
    map.set_action_name(Some("win.temperature-map-cube"));
    map
}
