// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings that the window itself follows: design, direction, movement, what is shown, its size.

use super::{Window, three};
use crate::board::animate::{Motion, Pace};
use crate::board::layout::Direction;
use crate::board::{Design, ViewOptions, design};
use crate::board3d::import;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::options::{Animation, Geometry, Options, Scheme, Toolbar, WINDOWS};
use gtk::gio;

/// The value of a key in a list of key=value pairs.
pub(super) fn value_of<'a>(pairs: &'a str, key: &str) -> Option<&'a str> {
    pairs.split_whitespace().filter_map(|pair| pair.split_once('=')).find(|(k, _)| *k == key).map(|(_, v)| v)
}

/// The list with that key's value replaced or added.
pub(super) fn with_value(pairs: &str, key: &str, value: &str) -> String {
    let others = pairs.split_whitespace().filter(|pair| pair.split_once('=').is_none_or(|(k, _)| k != key));
    others.chain([format!("{key}={value}").as_str()]).collect::<Vec<_>>().join(" ")
}

/// The list without that key.
pub(super) fn without(pairs: &str, key: &str) -> String {
    let others = pairs.split_whitespace().filter(|pair| pair.split_once('=').is_none_or(|(k, _)| k != key));
    others.collect::<Vec<_>>().join(" ")
}

/// The main window's place among the stored ones.
fn main_window() -> usize {
    WINDOWS.iter().position(|name| *name == "main").unwrap_or(0)
}

impl Window {
    /// Follows the settings.
    pub(super) fn apply_options(&self, options: &Options) {
        let imp = self.imp();
        let appearance = &options.window.appearance;
        let direction =
            if options.output.clockwise { Direction::Clockwise } else { Direction::Anticlockwise };
        let numbers = value_of(appearance, "labels") != Some("n");
        let gray_edit = options.window.gray_edit;
        let view = ViewOptions { direction, numbers, gray_edit, ..imp.board.options() };
        if view != imp.board.options() {
            imp.board.set_options(view);
        }
        imp.board.change_controller(|c| c.target_help = options.window.drag_targets);
        self.fit_status(options.window.show_ids);
        adw::StyleManager::default().set_color_scheme(match options.window.scheme {
            Scheme::System => adw::ColorScheme::Default,
            Scheme::Light => adw::ColorScheme::ForceLight,
            Scheme::Dark => adw::ColorScheme::ForceDark,
        });
        if !imp.options.borrow().no_animations {
            let motion = match options.window.animation {
                Animation::Slide => Motion::Slide,
                Animation::Blink => Motion::Fade,
                Animation::Off => Motion::None,
            };
            imp.board.set_pace(Pace { motion, speed: options.window.animation_speed });
        }
        let key = value_of(appearance, "design").unwrap_or(design::ALL[0].key);
        if *imp.design.borrow() != key || key == three::IMPORTED {
            imp.design.replace(key.to_owned());
            self.follow_contrast();
        }
        three::follow(self, appearance);
        self.follow_menu_bar(options.window.menu_bar);
        self.follow_shortcuts(options.window.shortcuts);
        imp.action_row.show_buttons(options.window.toolbar != Toolbar::Hidden);
        self.follow_panels(options);
        let states = [
            ("clockwise", options.output.clockwise.to_variant()),
            ("numbers", numbers.to_variant()),
            ("show-ids", options.window.show_ids.to_variant()),
            ("tutor", options.tutor.on.to_variant()),
            ("design", key.to_variant()),
            ("toolbar", options.window.toolbar.word().to_variant()),
            ("record-numbers", options.window.record_numbers.word().to_variant()),
        ];
        for (name, state) in states {
            if let Some(action) = self.lookup_action(name).and_downcast::<gio::SimpleAction>() {
                action.set_state(&state);
            }
        }
        self.scale_text(options.window.text_scale);
        self.follow_preferences();
        self.follow_language(&options.general.language);
    }

    /// Makes text as large as wanted, in percent of what the desktop asks for.
    fn scale_text(&self, percent: u16) {
        let Some(settings) = gtk::Settings::default() else { return };
        let of_desktop = *self.imp().text_size.get_or_init(|| settings.gtk_xft_dpi());
        // In 1024ths of a dot per inch; negative for the usual 96.
        let usual = if of_desktop > 0 { of_desktop } else { 96 * 1024 };
        let wanted = usual / 100 * i32::from(percent);
        let present = settings.gtk_xft_dpi();
        if percent == 100 && present == of_desktop {
            return;
        }
        if present != wanted {
            settings.set_gtk_xft_dpi(if percent == 100 { of_desktop } else { wanted });
        }
    }

    /// The high-contrast design while the desktop asks for high contrast, else the chosen one.
    pub(super) fn follow_contrast(&self) {
        let chosen = self.imp().design.borrow().clone();
        let is_high = adw::StyleManager::default().is_high_contrast();
        let key = if is_high { "high-contrast" } else { chosen.as_str() };
        if key == three::IMPORTED {
            let described = self.options().window.appearance;
            return self.use_design(&import::design(&described, &Design::default()));
        }
        self.use_design(Design::by_key(key).unwrap_or(&design::ALL[0]));
    }

    /// Changes one part of the board's appearance.
    pub(super) fn set_appearance(&self, key: &str, value: &str) {
        self.change_options(|options| {
            options.window.appearance = with_value(&options.window.appearance, key, value);
        });
    }

    /// Gives the window the size it had.
    pub(super) fn restore_size(&self, options: &Options) {
        let Geometry { width, height, max, .. } = options.window.geometry[main_window()];
        if !options.window.keep_places || width <= 0 || height <= 0 {
            return;
        }
        self.set_default_size(width, height);
        if max > 0 {
            self.maximize();
        }
    }

    /// Notes the window's size in the settings.
    pub(super) fn note_window(&self) {
        let (width, height) = self.default_size();
        let max = i32::from(self.is_maximized());
        if width > 0 && height > 0 {
            self.change_options(|options| {
                let place = &mut options.window.geometry[main_window()];
                *place = Geometry { width, height, max, ..*place };
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appearance_is_a_list_of_pairs() {
        let pairs = with_value("board=#112233 design=walnut", "design", "felt");
        assert_eq!(pairs, "board=#112233 design=felt");
        assert_eq!(value_of(&pairs, "design"), Some("felt"));
        assert_eq!(value_of(&with_value("", "labels", "n"), "labels"), Some("n"));
        assert_eq!(WINDOWS[main_window()], "main");
    }
}
