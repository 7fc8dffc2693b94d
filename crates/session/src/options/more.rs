// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings of questions, backups, reports, sounds, the terminal and the desktop window: the part of the tree the game
//! does not need.

use super::tree::{SOUNDS, WINDOWS};
use super::value::words;

words! {
    /// The answer to every question.
    FixedAnswer {
        /// Ask.
        #[default]
        Ask = "ask",
        /// Yes, without asking.
        Yes = "yes",
        /// No, without asking.
        No = "no",
    }
}

/// Questions before something is lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirm {
    /// Ask, or take that answer.
    pub answer: FixedAnswer,
    /// Before a game in progress is thrown away.
    pub new: bool,
    /// Before a file is overwritten.
    pub save: bool,
}

impl Default for Confirm {
    fn default() -> Confirm {
        Confirm { answer: FixedAnswer::Ask, new: true, save: true }
    }
}

/// Backup copies.
#[derive(Clone, Debug, PartialEq)]
pub struct Autosave {
    /// During rollouts.
    pub rollout: bool,
    /// After each analyzed game.
    pub analysis: bool,
    /// Ask before a copy is deleted.
    pub confirm: bool,
    /// Minutes between copies of the analysis.
    pub minutes: u16,
}

impl Default for Autosave {
    fn default() -> Autosave {
        Autosave { rollout: false, analysis: false, confirm: true, minutes: 15 }
    }
}

/// Training of the nets.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// Step size.
    pub alpha: f32,
    /// How fast it falls.
    pub anneal: f32,
    /// Positions whose 0-ply and 1-ply equities differ by less are not worth keeping.
    pub threshold: f32,
}

impl Default for Training {
    fn default() -> Training {
        Training { alpha: 0.1, anneal: 0.3, threshold: 0.1 }
    }
}

words! {
    /// Where the style sheet of an HTML page goes.
    HtmlCss {
        /// Into the page's head.
        #[default]
        Head = "head",
        /// Into a file of its own.
        External = "external",
        /// Into each element.
        Inline = "inline",
    }
}

words! {
    /// The pictures of an HTML page.
    HtmlPictures {
        /// Our own.
        #[default]
        Own = "gnu",
        /// Those of bulletin boards.
        BulletinBoard = "bbs",
        /// Those of fibs2html.
        Fibs = "fibs2html",
    }
}

/// Written reports.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// Folder first offered for exports.
    pub folder: String,
    /// Folder first offered for imports.
    pub import_folder: String,
    /// Folder first offered for SGF files.
    pub sgf_folder: String,
    /// HTML: where the style sheet goes.
    pub css: HtmlCss,
    /// HTML: where the pictures are.
    pub picture_url: String,
    /// HTML: which pictures.
    pub pictures: HtmlPictures,
    /// HTML: scale of our own pictures.
    pub html_size: u8,
    /// PNG: scale.
    pub png_size: u8,
    /// Remarks and marks.
    pub annotations: bool,
    /// Evaluations.
    pub analysis: bool,
    /// Statistics.
    pub statistics: bool,
    /// Facts about the match.
    pub match_info: bool,
    /// A board every so many moves; 0 for never.
    pub board_every: u16,
    /// Whose analysis is shown, by seat.
    pub players: [bool; 2],
    /// Most candidates of a play.
    pub n_candidates: u16,
    /// Chances of candidates.
    pub play_chances: bool,
    /// Settings of evaluations of plays.
    pub play_evaluation: bool,
    /// Settings of rollouts of plays.
    pub play_rollout: bool,
    /// Which plays: very bad, bad, doubtful, unmarked.
    pub plays: [bool; 4],
    /// Chances of cube decisions.
    pub cube_chances: bool,
    /// Settings of evaluations of cube decisions.
    pub cube_evaluation: bool,
    /// Settings of rollouts of cube decisions.
    pub cube_rollout: bool,
    /// Which cube decisions: very bad, bad, doubtful, unmarked.
    pub cubes: [bool; 4],
    /// Cube decisions in which the cube was turned.
    pub cube_actual: bool,
    /// Close cube decisions.
    pub cube_close: bool,
    /// Missed doubles.
    pub cube_missed: bool,
}

impl Default for Export {
    fn default() -> Export {
        Export {
            folder: String::new(),
            import_folder: String::new(),
            sgf_folder: String::new(),
            css: HtmlCss::Head,
            picture_url: "html-images/".to_owned(),
            pictures: HtmlPictures::Own,
            html_size: 4,
            png_size: 5,
            annotations: true,
            analysis: true,
            statistics: true,
            match_info: true,
            board_every: 1,
            players: [true; 2],
            n_candidates: 5,
            play_chances: true,
            play_evaluation: true,
            play_rollout: true,
            plays: [true; 4],
            cube_chances: true,
            cube_evaluation: true,
            cube_rollout: true,
            cubes: [true, true, true, false],
            cube_actual: true,
            cube_close: true,
            cube_missed: true,
        }
    }
}

/// Sounds.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Sounds {
    /// Whether there are any.
    pub on: bool,
    /// A program that plays a file; empty for the system's own way.
    pub command: String,
    /// Files by [`SOUNDS`]; empty for none.
    pub files: [String; SOUNDS.len()],
}

/// The terminal and the system.
#[derive(Clone, Debug, PartialEq)]
pub struct General {
    /// The prompt, with escapes.
    pub prompt: String,
    /// The language: `system` or a code.
    pub language: String,
    /// A program that opens web pages; empty for the system's own way.
    pub browser: String,
    /// How much later than other threads those that compute are served, as `nice` counts it.
    pub nice: i32,
    /// Offset of estimated ratings.
    pub rating_offset: f32,
    /// After loading go to the first game, not the last.
    pub go_to_first_game: bool,
    /// Facts that new matches get: the annotator.
    pub annotator: String,
}

/// The prompt when nothing else is set.
pub const DEFAULT_PROMPT: &str = r"(\p) ";

impl Default for General {
    fn default() -> General {
        General {
            prompt: DEFAULT_PROMPT.to_owned(),
            language: "system".to_owned(),
            browser: String::new(),
            nice: 0,
            rating_offset: 2050.0,
            go_to_first_game: false,
            annotator: String::new(),
        }
    }
}

words! {
    /// How checkers move on the screen.
    Animation {
        /// They slide.
        #[default]
        Slide = "slide",
        /// They blink.
        Blink = "blink",
        /// They jump.
        Off = "none",
    }
}

words! {
    /// What stands under the board.
    PipsShown {
        /// Pip counts.
        Pips = "pips",
        /// Nothing.
        Nothing = "none",
        /// Effective pip counts where they are known.
        #[default]
        Effective = "epc",
        /// Effective pip counts and wastage.
        Wastage = "wastage",
    }
}

words! {
    /// The colors of the window around the board.
    Scheme {
        /// As the desktop has them.
        #[default]
        System = "system",
        /// Dark on light.
        Light = "light",
        /// Light on dark.
        Dark = "dark",
    }
}

words! {
    /// The numbers beside the decisions of the game record.
    RecordNumbers {
        /// What each lost.
        Loss = "loss",
        /// The luck of each roll.
        Luck = "luck",
        /// Both; where there is no room for both, what was lost.
        #[default]
        Both = "both",
    }
}

words! {
    /// The keys of commands.
    Shortcuts {
        /// Those of this program.
        #[default]
        Modern = "modern",
        /// Those of the original.
        Classic = "classic",
    }
}

words! {
    /// The toolbar.
    Toolbar {
        /// Icons.
        Icons = "0",
        /// Words.
        #[default]
        Words = "1",
        /// Icons and words.
        Both = "2",
        /// Shown.
        On = "on",
        /// Hidden.
        Hidden = "off",
    }
}

/// The place of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Geometry {
    /// Width in pixels; 0 for the usual one.
    pub width: i32,
    /// Height in pixels; 0 for the usual one.
    pub height: i32,
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// 1 when it fills the screen.
    pub max: i32,
}

/// The desktop window.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The analysis panel is shown.
    pub analysis: bool,
    /// The annotation panel is shown.
    pub annotation: bool,
    /// The command panel is shown.
    pub command: bool,
    /// Panels are docked.
    pub docked: bool,
    /// The window fills the screen.
    pub fullscreen: bool,
    /// The game list is shown.
    pub game_list: bool,
    /// The message panel is shown.
    pub message: bool,
    /// All panels are shown.
    pub panels: bool,
    /// Width of docked panels.
    pub panel_width: u16,
    /// The order of the panels with their heights, and which have a window of their own, as the window writes it.
    pub panel_layout: String,
    /// Marks in the game list are colored.
    pub styled_game_list: bool,
    /// The numbers of the game list.
    pub record_numbers: RecordNumbers,
    /// The theory panel is shown.
    pub theory: bool,
    /// The toolbar.
    pub toolbar: Toolbar,
    /// The 3-D board waits for the screen.
    pub vsync: bool,
    /// Colors and design of the board, as key=value pairs.
    pub appearance: String,
    /// Milliseconds a computer's move is shown at least; 0 for none.
    pub delay: u16,
    /// How checkers move.
    pub animation: Animation,
    /// How fast, 0 to 7.
    pub animation_speed: u8,
    /// Beep on illegal input.
    pub beep: bool,
    /// Dice below the board.
    pub dice_area: bool,
    /// Show targets while dragging.
    pub drag_targets: bool,
    /// Statistics in a panel.
    pub stats_panel: bool,
    /// Chances in the move list.
    pub move_list_detail: bool,
    /// Gray the board while editing.
    pub gray_edit: bool,
    /// The higher die on the left.
    pub high_die_first: bool,
    /// The plays of a hint stay hidden until the player has made a choice.
    pub guess_first: bool,
    /// Allow dragging to illegal points.
    pub illegal: bool,
    /// Show the identifiers.
    pub show_ids: bool,
    /// What stands under the board.
    pub show_pips: PipsShown,
    /// Restore the windows' places.
    pub keep_places: bool,
    /// The places, by [`WINDOWS`].
    pub geometry: [Geometry; WINDOWS.len()],
    /// Warnings switched off, between semicolons.
    pub warnings_off: String,
    /// Light or dark.
    pub scheme: Scheme,
    /// A menu bar stands above the board.
    pub menu_bar: bool,
    /// The keys of commands.
    pub shortcuts: Shortcuts,
    /// Size of text in percent of the desktop's.
    pub text_scale: u16,
}

impl Default for Window {
    fn default() -> Window {
        Window {
            analysis: true,
            annotation: false,
            command: false,
            docked: true,
            fullscreen: false,
            game_list: true,
            message: false,
            panels: false,
            panel_width: 380,
            panel_layout: String::new(),
            styled_game_list: true,
            record_numbers: RecordNumbers::Both,
            theory: false,
            toolbar: Toolbar::Words,
            vsync: true,
            appearance: String::new(),
            delay: 300,
            animation: Animation::Slide,
            animation_speed: 4,
            beep: true,
            dice_area: false,
            drag_targets: true,
            stats_panel: true,
            move_list_detail: true,
            gray_edit: true,
            high_die_first: true,
            guess_first: false,
            illegal: false,
            show_ids: true,
            show_pips: PipsShown::Effective,
            keep_places: true,
            geometry: [Geometry::default(); WINDOWS.len()],
            warnings_off: String::new(),
            scheme: Scheme::System,
            menu_bar: false,
            shortcuts: Shortcuts::Modern,
            text_scale: 100,
        }
    }
}
