// SPDX-License-Identifier: GPL-3.0-or-later
//! The card over the board at the end of a match: who won, how both played, the most expensive decisions. Structure in
//! `resources/ui/result_card.ui`.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{glib, pango};
use std::rc::Rc;

/// Hears which decision is to be shown: game and entry.
type OnDecision = Rc<dyn Fn((usize, usize), bool)>;

mod imp {
    use super::OnDecision;
    use crate::widgets::wrap::Wrap;
    use adw::prelude::*;
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};
    use std::cell::{Cell, RefCell};

    #[derive(Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/result_card.ui")]
    pub struct ResultCard {
        #[template_child]
        pub(super) heading: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) close: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) figures: TemplateChild<gtk::Grid>,
        #[template_child]
        pub(super) progress: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) worst_heading: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) worst: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) actions: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) review: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) rematch: TemplateChild<gtk::Button>,
        pub(super) on_decision: RefCell<Option<OnDecision>>,
        /// The width of the column in which the card lies.
        pub(super) column: Cell<i32>,
        /// The most expensive decision.
        pub(super) first: Cell<Option<(usize, usize)>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ResultCard {
        const NAME: &'static str = "BgResultCard";
        type Type = super::ResultCard;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for ResultCard {
        fn constructed(&self) {
            self.parent_constructed();
            let card = self.obj();
            self.actions.set_layout_manager(Some(Wrap::with_gap(6)));
            self.close.connect_clicked(glib::clone!(
                #[weak]
                card,
                move |_| card.set_visible(false)
            ));
            self.review.connect_clicked(glib::clone!(
                #[weak]
                card,
                move |_| {
                    if let Some(place) = card.imp().first.get() {
                        card.show_decision(place, true);
                    }
                }
            ));
        }
    }

    impl WidgetImpl for ResultCard {}
    impl BoxImpl for ResultCard {}
}

glib::wrapper! {
    /// See the module.
    pub struct ResultCard(ObjectSubclass<imp::ResultCard>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

/// A decision of the card.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExpensiveDecision {
    /// What it lost, as text.
    pub(crate) loss: String,
    /// What was decided, and what would have been best.
    pub(crate) text: String,
    /// Game and entry of the record.
    pub(crate) place: (usize, usize),
}

/// What lies between the buttons and the ends of the card's column: padding, border and margin of both sides, in pixels.
const AROUND: i32 = 2 * (18 + 1 + 12);

/// What the card says about how a match was played.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatchSummary {
    /// The head of the table and its rows: a title, and a figure for each player.
    pub(crate) figures: Vec<[String; 3]>,
    /// The heading of the decisions.
    pub(crate) heading: String,
    /// The most expensive first.
    pub(crate) worst: Vec<ExpensiveDecision>,
}

impl MatchSummary {
    /// Writes the figures into an empty grid.
    pub(crate) fn show_figures(&self, grid: &gtk::Grid) {
        for (y, row) in (0..).zip(&self.figures) {
            for (x, text) in (0..).zip(row) {
                let label = gtk::Label::builder().label(text).xalign(if x == 0 { 0.0 } else { 1.0 });
                let label = label.hexpand(x == 0).css_classes(["figures"]).build();
                if y == 0 {
                    label.add_css_class("heading");
                }
                grid.attach(&label, x, y, 1, 1);
            }
        }
    }
}

impl ExpensiveDecision {
    /// A button that names the decision.
    pub(crate) fn button(&self) -> gtk::Button {
        let [loss, text] = [&self.loss, &self.text].map(|text| glib::markup_escape_text(text));
        let label = gtk::Label::builder()
            .label(format!("<b>{loss}</b>  {text}"))
            .use_markup(true)
            .xalign(0.0)
            .wrap(true)
            .lines(2)
            .ellipsize(pango::EllipsizeMode::End)
            .tooltip_text(&self.text)
            .build();
        gtk::Button::builder().child(&label).css_classes(["flat", "figures", "expensive"]).build()
    }
}

impl ResultCard {
    /// Gives the buttons the lines that they need in a column of that width; the card itself is measured at the width it likes.
    pub(crate) fn fit(&self, column: i32) {
        let imp = self.imp();
        imp.column.set(column);
        let actions = &*imp.actions;
        let Some(lines) = actions.layout_manager() else { return };
        let height = lines.measure(actions, gtk::Orientation::Vertical, (column - AROUND).max(1)).0;
        if actions.height_request() != height {
            actions.set_height_request(height);
        }
    }

    /// Calls `shown` with the decision that the user wants to see and whether with the list of errors, after the card has
    /// closed.
    pub(crate) fn connect_decision(&self, shown: impl Fn((usize, usize), bool) + 'static) {
        self.imp().on_decision.replace(Some(Rc::new(shown)));
    }

    fn show_decision(&self, place: (usize, usize), with_list: bool) {
        self.set_visible(false);
        let shown = self.imp().on_decision.borrow().clone();
        if let Some(shown) = shown {
            shown(place, with_list);
        }
    }

    /// Shows who won a match to `length` points; how it was played follows.
    pub(crate) fn open(&self, result: &str, length: u16) {
        let imp = self.imp();
        imp.heading.set_text(result);
        imp.rematch.set_action_target_value(Some(&length.to_variant()));
        imp.review.set_sensitive(false);
        imp.worst_heading.set_text("");
        self.clear();
        self.fit(imp.column.get());
        self.set_visible(true);
        imp.close.grab_focus();
    }

    fn clear(&self) {
        let imp = self.imp();
        while let Some(child) = imp.worst.first_child() {
            imp.worst.remove(&child);
        }
        while let Some(child) = imp.figures.first_child() {
            imp.figures.remove(&child);
        }
    }

    /// Shows how far the analysis of the match is; nothing when it has ended.
    pub(crate) fn set_progress(&self, text: &str) {
        self.imp().progress.set_text(text);
        self.imp().progress.set_visible(!text.is_empty());
    }

    /// Shows how the match was played.
    pub(crate) fn show_summary(&self, summary: &MatchSummary) {
        let imp = self.imp();
        self.clear();
        summary.show_figures(&imp.figures);
        imp.worst_heading.set_text(&summary.heading);
        imp.first.set(summary.worst.first().map(|worst| worst.place));
        imp.review.set_sensitive(!summary.worst.is_empty());
        if imp.close.has_focus() && imp.review.is_sensitive() {
            imp.review.grab_focus();
        }
        for decision in &summary.worst {
            let button = decision.button();
            let place = decision.place;
            button.connect_clicked(glib::clone!(
                #[weak(rename_to = card)]
                self,
                move |_| card.show_decision(place, false)
            ));
            imp.worst.append(&button);
        }
    }
}
