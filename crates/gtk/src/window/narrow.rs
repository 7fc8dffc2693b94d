// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the board's column is narrow, as beside docked panels, message and buttons lie below one another, and so do
//! the match and its players. What decides is the room alone, never a text, so that nothing jumps while playing.

use super::Window;
use adw::prelude::*;
use adw::subclass::prelude::*;

/// Width of the column, in usual characters, below which it is narrow.
const ROOMY_CHARACTERS: i32 = 84;
/// The part of that width which does not grow with the text: frames and gaps of buttons.
const FRAMES: i32 = 200;

/// Whether a column is narrow.
const fn is_narrow(width: i32, character: i32) -> bool {
    width < FRAMES + ROOMY_CHARACTERS * character
}

impl Window {
    /// The texts around the board that do not fit where they are, and the lines that reach beyond the window, for tests.
    pub(super) fn cut_texts(&self) -> Vec<String> {
        let imp = self.imp();
        let row = [&*imp.message, &*imp.match_label, &*imp.play_text].map(Clone::clone);
        let cards = imp.cards.get().into_iter().flatten().flat_map(super::player_card::PlayerCard::texts);
        let all = row.into_iter().chain(cards);
        let texts = all.filter(|label| label.is_mapped() && label.layout().is_ellipsized());
        let lines = [&*imp.action_row, &*imp.players_box, &*imp.status_row];
        let beyond = lines.into_iter().filter(|line| line.is_mapped() && self.is_beyond(*line));
        let ids = beyond.filter_map(|line| line.buildable_id()).map(|id| id.to_string());
        texts.map(|label| label.text().to_string()).chain(ids).collect()
    }

    /// Whether a part of the window reaches beyond it.
    fn is_beyond(&self, part: &impl IsA<gtk::Widget>) -> bool {
        let Some(bounds) = part.compute_bounds(self) else { return false };
        let end = [bounds.x() + bounds.width(), bounds.y() + bounds.height()];
        end[0] > self.width() as f32 || end[1] > self.height() as f32
    }

    /// Lays the lines below the board out for a column of that width in pixels.
    pub(super) fn fit_column(&self, width: i32) {
        let imp = self.imp();
        let metrics = self.pango_context().metrics(None, None);
        let character = metrics.approximate_char_width() / gtk::pango::SCALE;
        let narrow = is_narrow(width, character);
        if imp.is_narrow.replace(narrow) == narrow {
            return;
        }
        let orientation = |narrow| match narrow {
            true => gtk::Orientation::Vertical,
            false => gtk::Orientation::Horizontal,
        };
        imp.action_row.set_orientation(orientation(narrow));
        if narrow {
            imp.action_row.add_css_class("narrow");
        } else {
            imp.action_row.remove_css_class("narrow");
        }
        imp.slots.set_hexpand(narrow);
        if let Some(bar) = imp.setup_bar.get() {
            bar.set_narrow(narrow);
        }
        let center = imp.match_box.upcast_ref::<gtk::Widget>();
        center.set_halign(gtk::Align::Center);
        if narrow {
            imp.players_row.set_center_widget(gtk::Widget::NONE);
            imp.players_box.prepend(center);
        } else {
            imp.players_box.remove(center);
            imp.players_row.set_center_widget(Some(center));
        }
        imp.match_box.set_orientation(orientation(!narrow));
        imp.match_box.set_spacing(if narrow { 12 } else { 3 });
        self.fit_status(self.options().window.show_ids);
    }

    /// Shows in the last line what belongs there: the ID, and how far an analysis has come. They share one line, so
    /// that the board keeps its size when an analysis begins; where it is narrow, the analysis takes it alone.
    pub(super) fn fit_status(&self, shows_ids: bool) {
        let imp = self.imp();
        let is_running = imp.review.is_running();
        let has_id = shows_ids && !(is_running && imp.is_narrow.get());
        imp.id_line.set_visible(has_id);
        imp.progress.set_visible(is_running);
        imp.progress.set_hexpand(!has_id);
        imp.progress_bar.set_hexpand(!has_id);
        imp.status_row.set_visible(shows_ids || is_running);
    }
}

#[cfg(test)]
mod tests {
    use super::is_narrow;

    #[test]
    fn docked_panels_make_a_usual_window_narrow_and_large_text_does_too() {
        assert!(is_narrow(620, 6));
        assert!(!is_narrow(800, 6));
        assert!(is_narrow(1000, 12));
        assert!(!is_narrow(1400, 12));
    }
}
