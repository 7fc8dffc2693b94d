// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of the desktop window.

use super::declare::options;
use super::value::words;

/// Windows whose sizes are remembered, in the order of [`Window::sizes`].
pub const WINDOWS: [&str; 5] = ["analysis", "command", "game", "main", "message"];

words! {
    /// How checkers move on the screen.
    Animation {
        #[default]
        Slide = "slide", noted("Slide");
        Blink = "blink", noted("Fade");
        Off = "none", noted("No movement");
    }
}

words! {
    /// Pip counts in the name plates of the board.
    PipsShown {
        Pips = "pips", noted("Pip counts");
        Nothing = "none", noted("Nothing");
        #[default]
        Effective = "epc", noted("Effective pip counts where known");
        Wastage = "wastage", noted("Effective pip counts and wastage");
    }
}

words! {
    /// The colors of the window around the board.
    Scheme {
        #[default]
        System = "system", noted("Same as the desktop");
        Light = "light", noted("Light");
        Dark = "dark", noted("Dark");
    }
}

words! {
    /// The numbers beside the decisions of the game record.
    RecordNumbers {
        Loss = "loss", noted("Errors");
        Luck = "luck", noted("Luck");
        #[default]
        Both = "both", noted("Errors, and luck if there is room");
    }
}

words! {
    /// Sets of keyboard shortcuts.
    Shortcuts {
        #[default]
        Modern = "modern", noted("Those of this program");
        Classic = "classic", noted("Those of the original");
    }
}

words! {
    /// The buttons below the board.
    Toolbar {
        Icons = "0", noted("Icons");
        #[default]
        Words = "1", noted("Words");
        Both = "2", noted("Icons and words");
        On = "on", noted("Default");
        Hidden = "off", noted("Nothing");
    }
}

options! {
    /// Size of a window.
    #[derive(Copy, Eq)]
    pub struct WindowSize {
        option width: i32 = 0 => noted("width of the window in pixels; 0 for the default") {
            key "width", set "width", range 0..=100_000, unit noted("pixels")
        }
        option height: i32 = 0 => noted("height of the window in pixels; 0 for the default") {
            key "height", set "height", range 0..=100_000, unit noted("pixels")
        }
    }
}

options! {
    /// The desktop window.
    pub struct Window {
        option panels: bool = false => noted("show the panels") {
            key "window.panels", set "panels", affects [Panels]
        }
        option analysis: bool = true => noted("show the analysis panel") {
            key "window.analysis", set "analysis window", affects [Panels]
        }
        option annotation: bool = false => noted("show the commentary panel") {
            key "window.annotation", set "annotation", affects [Panels]
        }
        option errors: bool = true => noted("show the list of errors") {
            key "window.errors", set "errorlist", affects [Panels]
        }
        option command: bool = false => noted("show the command panel") {
            key "window.command", set "commandwindow", affects [Panels]
        }
        option game_list: bool = true => noted("show the game record") {
            key "window.game-list", set "gamelist", affects [Panels]
        }
        option message: bool = false => noted("show the message panel") {
            key "window.message", set "message", affects [Panels]
        }
        option panel_width: u16 = 380 => noted("width of the docked panels, from 50 to 10000 pixels") {
            key "window.panel-width", set "panelwidth", affects [Panels], range 50..=10_000, unit noted("pixels")
        }
        option panel_layout: String = String::new() => noted("order, heights and windows of the panels") {
            key "window.panel-layout", affects [Panels]
        }
        option fullscreen: bool = false => noted("fill the screen with the window") {
            key "window.fullscreen", set "fullscreen", affects [FullScreen]
        }
        option appearance: String = String::new() => noted("design of the board, as key=value pairs") {
            key "window.appearance", set "appearance", affects [Design, Board]
        }
        option show_pips: PipsShown = PipsShown::Effective => noted("pip counts beside the names of the players") {
            key "window.show-pips", set "gui showpips", label noted("Pip counts"), affects [Board], in Board
        }
        option high_die_first: bool = true => noted("show the higher die on the left") {
            key "window.high-die-first", set "gui highdiefirst", label noted("Higher die on the left"),
            affects [Board], in Board
        }
        option drag_targets: bool = true => noted("show legal targets while you drag a checker") {
            key "window.drag-targets", set "gui dragtargethelp", label noted("Legal targets"), affects [Board],
            in Board
        }
        option gray_edit: bool = true => noted("show the board in gray while you set up a position") {
            key "window.gray-edit", set "gui grayedit", label noted("Gray board in setup"), affects [Board], in Board
        }
        option beep: bool = true => noted("ring the bell at an illegal play") {
            key "window.beep", set "gui beep", label noted("Bell"), in Board
        }
        option animation: Animation = Animation::Slide => noted("how checkers move to their new points") {
            key "window.animation", set "gui animation", label noted("Checker movement"), affects [Motion],
            in Movement
        }
        option animation_speed: u8 = 2 => noted("speed of checkers, from 0 (slow) to 7 (fast)") {
            key "window.animation-speed", set "gui animation speed", label noted("Speed"), affects [Motion],
            range 0..=7, in Movement
        }
        option delay: u16 = 400 => noted("time to look at a roll or a play of the computer, in milliseconds") {
            key "window.delay", set "delay", label noted("Pause after computer rolls and plays"), range 0..=10_000,
            unit noted("ms"), step 50.0, in Movement
        }
        option next_game_after: u8 = 0 => noted("start the next game after that many seconds; 0 waits for you") {
            key "window.next-game-after", label noted("Next game by itself after"), range 0..=60, unit noted("s"),
            in Movement
        }
        option scheme: Scheme = Scheme::System => noted("light or dark colors") {
            key "window.scheme", label noted("Color scheme"), affects [ColorScheme], in Window
        }
        option text_scale: u16 = 100 => noted("size of text in percent of the desktop's, from 50 to 200") {
            key "window.text-scale", label noted("Text size"), affects [TextSize], range 50..=200, unit noted("%"),
            step 5.0, in Window
        }
        option toolbar: Toolbar = Toolbar::Words => noted("what the buttons below the board show") {
            key "window.toolbar", set "toolbar", label noted("Buttons below the board"), affects [Toolbar], in Window
        }
        option menu_bar: bool = false => noted("show a menu bar with all commands of the original") {
            key "window.menu-bar", label noted("Menu bar"), affects [MenuBar], in Window
        }
        option shortcuts: Shortcuts = Shortcuts::Modern => noted("set of keyboard shortcuts") {
            key "window.shortcuts", label noted("Keyboard shortcuts"), affects [Shortcuts], in Window
        }
        option show_ids: bool = false => noted("show the position ID in the status row") {
            key "window.show-ids", set "gui showids", label noted("Position ID"), affects [StatusRow], in Window
        }
        option keep_places: bool = true => noted("restore the size of the window at the next start") {
            key "window.keep-places", set "gui windowpositions", label noted("Window size"), in Window
        }
        option styled_game_list: bool = true => noted("show errors in color in the game record") {
            key "window.styled-game-list", set "styledgamelist", label noted("Colored errors"), affects [Record],
            in Window
        }
        option record_numbers: RecordNumbers = RecordNumbers::Both => noted("numbers beside the decisions of the game record") {
            key "window.record-numbers", label noted("Numbers in the game record"), affects [Record], in Window
        }
        option move_list_detail: bool = false => noted("show the chances of each candidate in the analysis panel") {
            key "window.move-list-detail", set "gui movelistdetail", label noted("Chances of candidates"),
            affects [Analysis], in Window
        }
        option instant_evaluation: bool = true => noted("evaluate decisions without analysis while you browse") {
            key "window.instant-evaluation", set "gui instantevaluation", label noted("Instant evaluation"),
            affects [Analysis], in Hints
        }
        option guess_first: bool = false => noted("hide the candidates of a hint until you have chosen a play") {
            key "window.guess-first", label noted("Guess first"), in Hints
        }
        option tour_due: bool = false => noted("take the tour in the next match") {
            key "window.tour-due", label noted("Tour in the next match"), in Window
        }
        option is_maximized: i32 = 0 => noted("1 if the main window is maximized, else 0") {
            key "window.place.main.max", set "geometry main max", range 0..=1
        }
        /// The sizes, in the order of [`WINDOWS`].
        parts sizes: [WindowSize; WINDOWS.len()] = Default::default() => {
            key "window.place.{}", set "geometry {}", of WINDOWS
        }
    }
}
