// SPDX-License-Identifier: GPL-3.0-or-later
//! The options that the window follows: a change refreshes what it affects, and nothing else.

use super::{Window, three};
use crate::board::animate::{Motion, Pace};
use crate::board::layout::Direction;
use crate::board::{Design, ViewOptions, design};
use crate::board3d::import;
use crate::game_speed::GameSpeed;
use crate::pairs::{value_of, with_value};
use crate::sidebar::PanelId;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::options::{
    Animation, Effect, Effects, OptionId, Options, Scheme, WINDOWS, WindowSize, changes, effects,
};
use gtk::{gdk, gio};

/// Effects that change the buttons below the board, the player bars or open tools.
const IN_TURN: [Effect; 5] =
    [Effect::Engine, Effect::EquityTable, Effect::Numbers, Effect::Board, Effect::Toolbar];

/// The width of a first window, in pixels, from which on its sidebar opens with the first match.
const ROOM_FOR_SIDEBAR: i32 = 1100;

/// The index of the main window among the stored window sizes.
fn main_window() -> usize {
    WINDOWS.iter().position(|name| *name == "main").unwrap_or(0)
}

/// The size of a window that has no last size, in pixels: four fifths of the screen.
fn first_size() -> Option<(i32, i32)> {
    let display = gdk::Display::default()?;
    let screen = display.monitors().item(0).and_downcast::<gdk::Monitor>()?.geometry();
    Some(of_screen(screen.width(), screen.height()))
}

/// Four fifths of a screen, not smaller or larger than is useful.
fn of_screen(width: i32, height: i32) -> (i32, i32) {
    ((width * 4 / 5).clamp(600, 1600), (height * 4 / 5).clamp(480, 1000))
}

impl Window {
    /// Follows options that were changed: refreshes what they affect and saves them.
    pub(super) fn options_changed(&self, changed: &[OptionId]) {
        self.follow_options(&self.options(), effects(changed));
        if !changed.is_empty() {
            self.write_settings();
        }
    }

    /// Follows the options that changed while the session was lent.
    pub(super) fn catch_up_with_options(&self) {
        let now = self.options();
        let followed = self.imp().followed.borrow().clone();
        match followed {
            Some(followed) => self.options_changed(&changes(&followed, &now)),
            None => self.follow_options(&now, Effects::all()),
        }
    }

    /// Refreshes the parts of the window that these effects name, and nothing else.
    pub(super) fn follow_options(&self, options: &Options, effects: Effects) {
        for effect in effects.iter() {
            self.note_refresh(effect.name());
            self.follow_effect(effect, options);
        }
        // These change the title, the cube and the buttons.
        if effects.contains_any(&[Effect::Rules, Effect::Players]) {
            self.refresh();
        } else {
            if effects.contains_any(&[Effect::Engine, Effect::EquityTable, Effect::Numbers]) {
                self.show_panels();
            }
            if effects.contains_any(&IN_TURN) {
                self.show_turn();
            }
        }
        self.follow_start_choices(options);
        self.set_state("game-speed", GameSpeed::of(&options.window).map_or("", GameSpeed::key));
        self.imp().followed.replace(Some(Box::new(options.clone())));
        self.follow_preferences();
        self.write_dump_soon();
    }

    fn follow_effect(&self, effect: Effect, options: &Options) {
        let imp = self.imp();
        let window = &options.window;
        match effect {
            Effect::Engine
            | Effect::EquityTable
            | Effect::Threads
            | Effect::Rules
            | Effect::Players
            | Effect::Numbers => {}
            Effect::Board => self.follow_view(options),
            Effect::Design => self.follow_design(&window.appearance),
            Effect::Motion => {
                if !imp.options.borrow().no_animations {
                    let motion = match window.animation {
                        Animation::Slide => Motion::Slide,
                        Animation::Blink => Motion::Fade,
                        Animation::Off => Motion::None,
                    };
                    imp.board.set_pace(Pace { motion, speed: window.animation_speed });
                }
            }
            Effect::Panels => self.sidebar().follow(options),
            Effect::Record => {
                self.set_state("record-numbers", window.record_numbers.word());
                self.sidebar().refresh_panel(PanelId::Record);
            }
            Effect::Analysis => self.sidebar().show_details(window.move_list_detail),
            Effect::Toolbar => {
                self.imp().action_row.show_buttons(window.toolbar != gnubg_session::options::Toolbar::Hidden);
                self.set_state("toolbar", window.toolbar.word());
            }
            Effect::MenuBar => {
                if let Some(bar) = self.menu_bar().set_shown(window.menu_bar) {
                    self.follow_menus(&bar);
                }
            }
            Effect::Shortcuts => self.follow_shortcuts(window.shortcuts),
            Effect::StatusRow => {
                self.set_state("show-ids", window.show_ids);
                self.fit_status(window.show_ids);
            }
            Effect::ColorScheme => {
                adw::StyleManager::default().set_color_scheme(match window.scheme {
                    Scheme::System => adw::ColorScheme::Default,
                    Scheme::Light => adw::ColorScheme::ForceLight,
                    Scheme::Dark => adw::ColorScheme::ForceDark,
                });
            }
            Effect::FullScreen => {
                self.set_state("fullscreen", window.fullscreen);
                if self.is_fullscreen() != window.fullscreen {
                    self.set_fullscreened(window.fullscreen);
                }
            }
            Effect::TextSize => self.scale_text(window.text_scale),
            Effect::Tutor => self.set_state("tutor", options.tutor.on),
            Effect::Language => self.follow_language(&options.general.language),
        }
    }

    /// Follows direction, numbers and dice of the board.
    fn follow_view(&self, options: &Options) {
        let board = &self.imp().board;
        let window = &options.window;
        let direction =
            if options.output.clockwise { Direction::Clockwise } else { Direction::Anticlockwise };
        let numbers = value_of(&window.appearance, "labels") != Some("n");
        let (gray_edit, high_die_first) = (window.gray_edit, window.high_die_first);
        let view = ViewOptions { direction, numbers, gray_edit, high_die_first, ..board.options() };
        if view != board.options() {
            board.set_options(view);
        }
        board.change_controller(|c| c.target_help = window.drag_targets);
        self.set_state("clockwise", options.output.clockwise);
        self.set_state("numbers", numbers);
    }

    /// Follows the design of the board, in two or three dimensions.
    fn follow_design(&self, appearance: &str) {
        let imp = self.imp();
        let key = value_of(appearance, "design").unwrap_or(design::ALL[0].key);
        if *imp.design.borrow() != key || key == three::IMPORTED {
            imp.design.replace(key.to_owned());
            self.follow_contrast();
        }
        three::follow(self, appearance);
        self.set_state("design", key);
    }

    /// Sets the state of an action, which menus show.
    pub(super) fn set_state(&self, action: &str, state: impl ToVariant) {
        if let Some(action) = self.lookup_action(action).and_downcast::<gio::SimpleAction>() {
            action.set_state(&state.to_variant());
        }
    }

    /// Counts how often a part of the window was refreshed, for tests.
    pub(super) fn note_refresh(&self, part: &'static str) {
        *self.imp().refreshes.borrow_mut().entry(part).or_default() += 1;
    }

    /// Makes text as large as wanted, in percent of what the desktop asks for.
    fn scale_text(&self, percent: u16) {
        let Some(settings) = gtk::Settings::default() else { return };
        let of_desktop = *self.imp().text_size.get_or_init(|| settings.gtk_xft_dpi());
        // In 1024ths of a dot per inch; negative for the default, 96.
        let usual = if of_desktop > 0 { of_desktop } else { 96 * 1024 };
        let wanted = usual / 100 * i32::from(percent);
        let present = settings.gtk_xft_dpi();
        if percent == 100 && present == of_desktop {
            return;
        }
        if present != wanted {
            self.fit_header_anew();
            settings.set_gtk_xft_dpi(if percent == 100 { of_desktop } else { wanted });
        }
    }

    /// Uses the high-contrast design while the desktop asks for high contrast, else the chosen one.
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

    /// Gives the window its last size, or most of the screen.
    pub(super) fn restore_size(&self, options: &Options) {
        let WindowSize { width, height } = options.window.sizes[main_window()];
        if !options.window.keep_places || width <= 0 || height <= 0 {
            if let Some((width, height)) = first_size() {
                self.set_default_size(width, height);
                self.imp().opens_sidebar.set(width >= ROOM_FOR_SIDEBAR);
            }
            return;
        }
        self.set_default_size(width, height);
        if options.window.is_maximized > 0 {
            self.maximize();
        }
    }

    /// Stores the window's size in the settings.
    pub(super) fn note_window(&self) {
        let (width, height) = self.default_size();
        let max = i32::from(self.is_maximized());
        if width > 0 && height > 0 {
            self.change_options(|options| {
                options.window.sizes[main_window()] = WindowSize { width, height };
                options.window.is_maximized = max;
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::of_screen;

    #[test]
    fn a_first_window_takes_four_fifths_of_the_screen() {
        assert_eq!(of_screen(1600, 1000), (1280, 800));
        assert_eq!(of_screen(3840, 2160), (1600, 1000));
        assert_eq!(of_screen(640, 480), (600, 480));
    }
}
