// SPDX-License-Identifier: GPL-3.0-or-later
//! The first page of the statistics: how both players played in few figures, their errors by game and by stage, the most
//! expensive decisions as links, and the luck.

use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::stage::MatchSummary;
use crate::tools::controls::label;
use crate::tools::plot::Plot;
use gtk::prelude::*;
use std::cell::RefCell;

/// Decisions that are named.
pub(super) const N_WORST: usize = 5;

/// Height of each plot in pixels.
const PLOT_HEIGHT: i32 = 170;

/// The page.
pub(super) struct SummaryPage {
    pub(super) scroller: gtk::ScrolledWindow,
    grid: gtk::Grid,
    heading: gtk::Label,
    worst: gtk::Box,
    /// The errors by game, by stage, and the luck.
    pub(super) plots: [Plot; 3],
    shown: RefCell<Option<MatchSummary>>,
}

impl SummaryPage {
    pub(super) fn new() -> SummaryPage {
        let grid = gtk::Grid::builder().name("statistics-summary").row_spacing(3).column_spacing(24).build();
        grid.set_css_classes(&["tool-table", "card"]);
        let heading = label("", &["heading"], 0.5);
        let worst = gtk::Box::builder().name("statistics-worst").build();
        worst.set_orientation(gtk::Orientation::Vertical);
        let plots = ["games", "stages", "luck"]
            .map(|name| Plot::new(&format!("statistics-summary-{name}"), PLOT_HEIGHT));
        let decisions = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        decisions.append(&heading);
        decisions.append(&worst);
        let content = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        let [games, stages, luck] = &plots;
        for part in [grid.upcast_ref::<gtk::Widget>(), decisions.upcast_ref()] {
            part.set_halign(gtk::Align::Center);
        }
        let titled = |title: String, plot: &Plot| {
            let part = gtk::Box::builder().orientation(gtk::Orientation::Vertical).build();
            part.append(&label(&title, &["heading"], 0.5));
            part.append(plot);
            part
        };
        content.append(&grid);
        content.append(&titled(gettext("Errors in equity by game"), games));
        content.append(&decisions);
        content.append(&titled(gettext("Errors in equity by stage"), stages));
        content.append(&titled(gettext("Cumulative luck in equity"), luck));
        let scroller = gtk::ScrolledWindow::builder().name("statistics-summary-scroller").child(&content);
        SummaryPage { scroller: scroller.build(), grid, heading, worst, plots, shown: RefCell::default() }
    }

    /// Shows a summary; its decisions lead to the record.
    pub(super) fn show(&self, summary: &MatchSummary, host: &HostHandle) {
        if self.shown.borrow().as_ref() == Some(summary) {
            return;
        }
        while let Some(child) = self.grid.first_child() {
            self.grid.remove(&child);
        }
        while let Some(child) = self.worst.first_child() {
            self.worst.remove(&child);
        }
        summary.show_figures(&self.grid);
        self.heading.set_text(&summary.heading);
        for decision in &summary.worst {
            let (button, host) = (decision.button(), host.clone());
            let (game, entry) = decision.place;
            button.connect_clicked(move |_| {
                host.activate("go-to", Some(&(game as u32, entry as u32).to_variant()));
            });
            self.worst.append(&button);
        }
        self.shown.replace(Some(summary.clone()));
    }
}
