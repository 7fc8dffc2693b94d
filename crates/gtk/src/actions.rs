// SPDX-License-Identifier: GPL-3.0-or-later
//! All shortcuts of the window in one list, used for the accelerators and the shortcuts window. There are two sets of
//! keys: our own, and the classic one with the keys of the original program.

use crate::i18n::{gettext, noted};
use adw::prelude::*;
use gnubg_session::options::Shortcuts;
use gtk::glib;

/// One action with its keys.
struct Shortcut {
    /// The action's detailed name.
    action: &'static str,
    /// Accelerators as GTK writes them; those without a modifier act only on the board and are not registered.
    keys: &'static [&'static str],
    /// The keys of the classic set; actions that the original does not have keep their own keys.
    classic: &'static [&'static str],
    /// What it does.
    title: &'static str,
    /// Under which heading.
    group: ShortcutGroup,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ShortcutGroup {
    Game,
    Board,
    Position,
    Record,
    Tools,
    General,
}

impl ShortcutGroup {
    const ALL: [ShortcutGroup; 6] = [
        ShortcutGroup::Game,
        ShortcutGroup::Board,
        ShortcutGroup::Position,
        ShortcutGroup::Record,
        ShortcutGroup::Tools,
        ShortcutGroup::General,
    ];

    fn title(self) -> String {
        match self {
            ShortcutGroup::Game => gettext("Game"),
            ShortcutGroup::Board => gettext("On the board"),
            ShortcutGroup::Position => gettext("Position"),
            ShortcutGroup::Record => gettext("Record"),
            ShortcutGroup::Tools => gettext("Tools"),
            ShortcutGroup::General => gettext("General"),
        }
    }
}

const fn shortcut(
    action: &'static str,
    keys: &'static [&'static str],
    title: &'static str,
    group: ShortcutGroup,
) -> Shortcut {
    Shortcut { action, keys, classic: keys, title, group }
}

impl Shortcut {
    /// With other keys in the classic set.
    const fn classic(self, keys: &'static [&'static str]) -> Shortcut {
        Shortcut { classic: keys, ..self }
    }

    /// Without keys in the classic set: the original has this command in its menus only.
    const fn modern_only(self) -> Shortcut {
        self.classic(&[])
    }

    /// The keys in that set.
    const fn keys(&self, set: Shortcuts) -> &'static [&'static str] {
        match set {
            Shortcuts::Modern => self.keys,
            Shortcuts::Classic => self.classic,
        }
    }
}

static SHORTCUTS: &[Shortcut] = &[
    shortcut("win.new-match", &["<Control>n"], noted("New match"), ShortcutGroup::Game),
    shortcut("win.transcribe", &["<Control><Shift>n"], noted("Transcribe a match"), ShortcutGroup::Game),
    shortcut("win.roll", &["<Control>r"], noted("Roll"), ShortcutGroup::Game),
    shortcut("win.confirm", &["<Control>f"], noted("Finish the play"), ShortcutGroup::Game),
    shortcut("win.double", &["<Control>d"], noted("Double"), ShortcutGroup::Game),
    shortcut("win.take", &["<Control>t"], noted("Take the double"), ShortcutGroup::Game).modern_only(),
    shortcut("win.hint", &["<Control>h"], noted("Hint"), ShortcutGroup::Game),
    shortcut("win.compute", &["<Control>Return"], noted("Let the computer continue"), ShortcutGroup::Game)
        .modern_only(),
    shortcut("win.end-game", &["<Control>g"], noted("Let the computer finish the game"), ShortcutGroup::Game),
    shortcut("win.pause-clock", &["<Control><Alt>p"], noted("Pause the clock"), ShortcutGroup::Game)
        .modern_only(),
    shortcut("win.undo", &["<Control>z"], noted("Undo"), ShortcutGroup::Game),
    shortcut("win.redo", &["<Control><Shift>z"], noted("Redo"), ShortcutGroup::Game),
    shortcut("win.game-speed('slow')", &["<Control><Alt>1"], noted("Slow speed"), ShortcutGroup::Game),
    shortcut("win.game-speed('normal')", &["<Control><Alt>2"], noted("Normal speed"), ShortcutGroup::Game),
    shortcut("win.game-speed('fast')", &["<Control><Alt>3"], noted("Fast speed"), ShortcutGroup::Game),
    shortcut(
        "win.game-speed('instant')",
        &["<Control><Alt>4"],
        noted("Instant: no movement or pauses"),
        ShortcutGroup::Game,
    ),
    shortcut("board.space", &["space"], noted("Roll, or finish the play"), ShortcutGroup::Board),
    shortcut(
        "board.cursor",
        &["Left", "Right", "Up", "Down"],
        noted("Move the cursor"),
        ShortcutGroup::Board,
    ),
    shortcut("board.pick", &["Return"], noted("Pick up or put down a checker"), ShortcutGroup::Board),
    shortcut("board.left-die", &["plus"], noted("Play the left die"), ShortcutGroup::Board),
    shortcut("board.right-die", &["minus"], noted("Play the right die"), ShortcutGroup::Board),
    shortcut("board.swap", &["w"], noted("Swap the dice"), ShortcutGroup::Board),
    shortcut("board.double", &["d"], noted("Double"), ShortcutGroup::Board),
    shortcut("board.answer", &["t", "p", "b"], noted("Take, pass, beaver"), ShortcutGroup::Board),
    shortcut("board.hint", &["h"], noted("Hint"), ShortcutGroup::Board),
    shortcut("board.pass", &["f"], noted("Pass when no move is possible"), ShortcutGroup::Board),
    shortcut("board.undo", &["u", "BackSpace"], noted("Undo one step"), ShortcutGroup::Board),
    shortcut(
        "board.candidates",
        &["0"],
        noted("Transcription: choose one of the best plays by its letter"),
        ShortcutGroup::Board,
    ),
    shortcut(
        "board.resign",
        &["r"],
        noted("Transcription: resign, then 1, 2 or 3 for the size"),
        ShortcutGroup::Board,
    ),
    shortcut("board.gap", &["question"], noted("Transcription: missing turn"), ShortcutGroup::Board),
    shortcut("board.reset", &["Escape"], noted("Undo the whole play"), ShortcutGroup::Board),
    shortcut("board.flip", &["x"], noted("Reverse the playing direction"), ShortcutGroup::Board),
    shortcut(
        "win.roll-out-position",
        &["<Control><Shift>r"],
        noted("Roll out the position"),
        ShortcutGroup::Tools,
    )
    .modern_only(),
    shortcut("win.rollout", &["<Shift><Alt>r"], noted("Rollout window"), ShortcutGroup::Tools),
    shortcut("win.statistics", &["<Control>i"], noted("Statistics"), ShortcutGroup::Tools).modern_only(),
    shortcut("win.library", &["<Control><Shift>l"], noted("Library"), ShortcutGroup::Tools).modern_only(),
    shortcut("win.study", &["<Control><Shift>y"], noted("Study"), ShortcutGroup::Tools).modern_only(),
    shortcut("win.players", &["<Control>l"], noted("Player records"), ShortcutGroup::Tools).modern_only(),
    shortcut("win.temperature-map", &["<Shift><Alt>t"], noted("Temperature map"), ShortcutGroup::Tools)
        .modern_only(),
    shortcut("win.score-map", &["<Shift><Alt>s"], noted("Score map"), ShortcutGroup::Tools).modern_only(),
    shortcut(
        "win.roll-distribution",
        &["<Shift><Alt>d"],
        noted("Distribution of rolls"),
        ShortcutGroup::Tools,
    )
    .modern_only(),
    shortcut("win.race", &["<Shift><Alt>p"], noted("Race"), ShortcutGroup::Tools).modern_only(),
    shortcut("win.theory", &["<Shift><Alt>w"], noted("Cube theory and market window"), ShortcutGroup::Tools)
        .modern_only(),
    shortcut("win.equity-table", &["<Shift><Alt>e"], noted("Match equity table"), ShortcutGroup::Tools)
        .modern_only(),
    shortcut("win.speed", &["<Shift><Alt>v"], noted("Evaluation speed"), ShortcutGroup::Tools).modern_only(),
    shortcut(
        "win.command('eval')",
        &["<Control><Shift>e"],
        noted("Evaluate the position"),
        ShortcutGroup::Tools,
    )
    .classic(&["<Control>e"]),
    shortcut("win.edit", &["<Control>e"], noted("Set up a position"), ShortcutGroup::Position).modern_only(),
    shortcut("win.copy-id", &["<Control>c"], noted("Copy the ID"), ShortcutGroup::Position),
    shortcut(
        "win.position-id",
        &["<Control><Shift>i"],
        noted("Position and match ID"),
        ShortcutGroup::Position,
    ),
    shortcut("win.copy-match-id", &["<Control>m"], noted("Copy the match ID"), ShortcutGroup::Position),
    shortcut(
        "win.copy-position-id",
        &["<Control><Shift>p"],
        noted("Copy the position ID"),
        ShortcutGroup::Position,
    )
    .classic(&["<Control>p"]),
    shortcut("win.copy-xgid", &["<Control><Shift>x"], noted("Copy the XGID"), ShortcutGroup::Position),
    shortcut(
        "win.copy-board-text",
        &["<Control><Shift>t"],
        noted("Copy the board as text"),
        ShortcutGroup::Position,
    )
    .modern_only(),
    shortcut(
        "win.copy-html",
        &["<Control><Shift>h"],
        noted("Copy as HTML with analysis"),
        ShortcutGroup::Position,
    )
    .modern_only(),
    shortcut("win.copy-picture", &["<Control><Shift>c"], noted("Copy a picture"), ShortcutGroup::Position),
    shortcut(
        "win.copy-diagram",
        &["<Control><Shift>g"],
        noted("Copy a picture with analysis"),
        ShortcutGroup::Position,
    )
    .modern_only(),
    shortcut("win.paste", &["<Control>v"], noted("Paste a position"), ShortcutGroup::Position),
    shortcut("win.open", &["<Control>o"], noted("Open a file"), ShortcutGroup::General),
    shortcut("win.save", &["<Control>s"], noted("Save"), ShortcutGroup::General),
    shortcut("win.save-as", &["<Control><Shift>s"], noted("Save as"), ShortcutGroup::General),
    // Where Ctrl+P copies the position ID, printing has no keys.
    shortcut("win.print", &["<Control>p"], noted("Print"), ShortcutGroup::General).modern_only(),
    shortcut("win.match-info", &["<Alt>Return"], noted("Match information"), ShortcutGroup::General)
        .modern_only(),
    shortcut("win.next-roll", &["Page_Down"], noted("Next roll"), ShortcutGroup::Record),
    shortcut("win.previous-roll", &["Page_Up"], noted("Previous roll"), ShortcutGroup::Record),
    shortcut("win.next-error", &["<Control>Page_Down"], noted("Next error"), ShortcutGroup::Record)
        .modern_only(),
    shortcut("win.previous-error", &["<Control>Page_Up"], noted("Previous error"), ShortcutGroup::Record)
        .modern_only(),
    shortcut(
        "win.next-game-shown",
        &["<Control><Shift>Page_Down"],
        noted("Next game"),
        ShortcutGroup::Record,
    )
    .classic(&["<Control>Page_Down"]),
    shortcut(
        "win.previous-game",
        &["<Control><Shift>Page_Up"],
        noted("Previous game"),
        ShortcutGroup::Record,
    )
    .classic(&["<Control>Page_Up"]),
    shortcut("win.next-mark", &["<Alt>Page_Down"], noted("Next marked decision"), ShortcutGroup::Record)
        .classic(&["<Control><Shift>Page_Down"]),
    shortcut(
        "win.previous-mark",
        &["<Alt>Page_Up"],
        noted("Previous marked decision"),
        ShortcutGroup::Record,
    )
    .classic(&["<Control><Shift>Page_Up"]),
    shortcut(
        "win.next-result",
        &["<Control>Down"],
        noted("Next decision that the library found"),
        ShortcutGroup::Record,
    ),
    shortcut(
        "win.previous-result",
        &["<Control>Up"],
        noted("Previous decision that the library found"),
        ShortcutGroup::Record,
    ),
    shortcut(
        "win.next-choice",
        &["<Shift>Page_Down"],
        noted("Next decision selected for a rollout"),
        ShortcutGroup::Record,
    ),
    shortcut(
        "win.previous-choice",
        &["<Shift>Page_Up"],
        noted("Previous decision selected for a rollout"),
        ShortcutGroup::Record,
    ),
    shortcut("board.first", &["Home"], noted("Start of the game"), ShortcutGroup::Record),
    shortcut("board.last", &["End"], noted("End of the game"), ShortcutGroup::Record),
    shortcut("board.next", &["period", "comma"], noted("Next and previous decision"), ShortcutGroup::Record),
    shortcut(
        "board.arrows",
        &["a"],
        noted("Review: show or hide the arrows of the best play and the one made"),
        ShortcutGroup::Record,
    ),
    shortcut("board.comment", &["semicolon"], noted("Write a comment"), ShortcutGroup::Record),
    shortcut(
        "board.next-error",
        &["greater", "less"],
        noted("Next and previous error"),
        ShortcutGroup::Record,
    ),
    shortcut(
        "win.choose-move",
        &["<Control>k"],
        noted("Select or deselect for a rollout"),
        ShortcutGroup::Record,
    )
    .modern_only(),
    shortcut("win.analyze-move", &["F5"], noted("Analyze this decision"), ShortcutGroup::Record)
        .modern_only(),
    shortcut("win.analyze-game", &["<Control>F5"], noted("Analyze the game"), ShortcutGroup::Record)
        .modern_only(),
    shortcut(
        "win.analyze-match",
        &["<Shift>F5"],
        noted("Analyze the match or session"),
        ShortcutGroup::Record,
    )
    .modern_only(),
    shortcut("win.next-pane", &["F6"], noted("Next panel"), ShortcutGroup::General),
    shortcut("win.panels", &["F9"], noted("Panels"), ShortcutGroup::General).modern_only(),
    shortcut("win.layout-play", &["<Control>1"], noted("Board only"), ShortcutGroup::General),
    shortcut(
        "win.layout-study",
        &["<Control>2"],
        noted("Record, analysis and commentary"),
        ShortcutGroup::General,
    ),
    shortcut("win.panel-record", &["<Alt>1"], noted("Game record"), ShortcutGroup::General).modern_only(),
    shortcut("win.panel-analysis", &["<Alt>2"], noted("Analysis"), ShortcutGroup::General).modern_only(),
    shortcut("win.panel-commentary", &["<Alt>3"], noted("Commentary"), ShortcutGroup::General).modern_only(),
    shortcut("win.panel-messages", &["<Alt>4"], noted("Messages"), ShortcutGroup::General).modern_only(),
    shortcut("win.panel-theory", &["<Alt>5"], noted("Race and shots"), ShortcutGroup::General).modern_only(),
    shortcut("win.panel-errors", &["<Alt>7"], noted("Errors"), ShortcutGroup::General).modern_only(),
    shortcut("win.panel-command", &["<Alt>6"], noted("Commands"), ShortcutGroup::General).modern_only(),
    shortcut("win.clockwise", &["<Control><Shift>d"], noted("Play clockwise"), ShortcutGroup::General)
        .modern_only(),
    // GTK 4.8 has a bug when two keys are replaced, so these are the same in both sets.
    shortcut("win.board-3d", &["F3", "<Control>3"], noted("3D board"), ShortcutGroup::General),
    shortcut("win.fullscreen", &["F11"], noted("Full screen"), ShortcutGroup::General),
    shortcut("win.preferences", &["<Control>comma"], noted("Preferences"), ShortcutGroup::General)
        .modern_only(),
    shortcut("win.menu", &["F10"], noted("Main menu"), ShortcutGroup::General),
    shortcut("win.help('context')", &["F1"], noted("Help on this window"), ShortcutGroup::General)
        .modern_only(),
    shortcut("win.help('commands')", &["<Shift>F1"], noted("Help on commands"), ShortcutGroup::General)
        .modern_only(),
    shortcut("win.shortcuts", &["<Control>question"], noted("Keyboard shortcuts"), ShortcutGroup::General),
    shortcut("window.close", &["<Control>w"], noted("Close the window"), ShortcutGroup::General),
    shortcut("app.quit", &["<Control>q"], noted("Quit"), ShortcutGroup::General),
];

/// Registers the accelerators of a set, in place of those there are.
pub(crate) fn register(app: &impl IsA<gtk::Application>, set: Shortcuts) {
    for shortcut in SHORTCUTS.iter().filter(|shortcut| !shortcut.action.starts_with("board.")) {
        let keys = shortcut.keys(set);
        if app.accels_for_action(shortcut.action) != keys {
            app.set_accels_for_action(shortcut.action, keys);
        }
    }
}

/// The window that lists all shortcuts of a set; it scrolls and can be searched, so that it fits every screen.
pub(crate) fn window(set: Shortcuts) -> adw::PreferencesWindow {
    let page = adw::PreferencesPage::new();
    for group in ShortcutGroup::ALL {
        let title = glib::markup_escape_text(&group.title());
        let list = adw::PreferencesGroup::builder().title(title).build();
        for shortcut in SHORTCUTS.iter().filter(|shortcut| shortcut.group == group) {
            if !shortcut.keys(set).is_empty() {
                list.add(&row(shortcut, set));
            }
        }
        page.add(&list);
    }
    let window = adw::PreferencesWindow::builder()
        .name("shortcuts")
        .title(gettext("Keyboard shortcuts"))
        .modal(true)
        .default_width(600)
        .default_height(720)
        .build();
    window.add(&page);
    crate::chapters::open_on_key(&window);
    window
}

/// What a shortcut does, and its keys.
fn row(shortcut: &Shortcut, set: Shortcuts) -> adw::ActionRow {
    let title = gettext(shortcut.title);
    let row = adw::ActionRow::builder().title(glib::markup_escape_text(&title)).title_lines(2).build();
    for (n, key) in shortcut.keys(set).iter().enumerate() {
        if n > 0 {
            row.add_suffix(&gtk::Label::builder().label("/").css_classes(["dim-label"]).build());
        }
        let label = gtk::ShortcutLabel::builder().accelerator(*key).valign(gtk::Align::Center).build();
        for part in std::iter::successors(label.first_child(), WidgetExt::next_sibling) {
            // Names of keys as the toolkit has them, "Page_Down".
            if let Some(part) = part.downcast_ref::<gtk::Label>() {
                part.set_text(&part.text().replace('_', " "));
            }
        }
        row.add_suffix(&label);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::{SHORTCUTS, Shortcuts};
    use std::collections::HashSet;

    const SETS: [Shortcuts; 2] = [Shortcuts::Modern, Shortcuts::Classic];

    /// Actions, their keys in the original and here; the rest of the original's menus has no keys there.
    const TABLE: [(&str, &str, &str); 49] = [
        ("win.new-match", "<Control>n", "<Control>n"),
        ("win.open", "<Control>o", "<Control>o"),
        ("win.save", "<Control>s", "<Control>s"),
        ("win.match-info", "", "<Alt>Return"),
        ("win.print", "", "<Control>p"),
        ("app.quit", "<Control>q", "<Control>q"),
        ("win.undo", "<Control>z", "<Control>z"),
        ("win.copy-id", "<Control>c", "<Control>c"),
        ("win.copy-match-id", "<Control>m", "<Control>m"),
        ("win.copy-position-id", "<Control>p", "<Control><Shift>p"),
        ("win.paste", "<Control>v", "<Control>v"),
        ("win.edit", "", "<Control>e"),
        ("win.panel-record", "", "<Alt>1"),
        ("win.panel-analysis", "", "<Alt>2"),
        ("win.panel-commentary", "", "<Alt>3"),
        ("win.panel-messages", "", "<Alt>4"),
        ("win.panel-command", "", "<Alt>6"),
        ("win.panel-errors", "", "<Alt>7"),
        ("win.panels", "", "F9"),
        ("win.fullscreen", "F11", "F11"),
        ("win.clockwise", "", "<Control><Shift>d"),
        ("win.roll", "<Control>r", "<Control>r"),
        ("win.confirm", "<Control>f", "<Control>f"),
        ("win.double", "<Control>d", "<Control>d"),
        ("win.compute", "", "<Control>Return"),
        ("win.end-game", "<Control>g", "<Control>g"),
        ("win.command('eval')", "<Control>e", "<Control><Shift>e"),
        ("win.hint", "<Control>h", "<Control>h"),
        ("win.roll-out-position", "", "<Control><Shift>r"),
        ("win.analyze-move", "", "F5"),
        ("win.analyze-game", "", "<Control>F5"),
        ("win.analyze-match", "", "<Shift>F5"),
        ("win.choose-move", "", "<Control>k"),
        ("win.statistics", "", "<Control>i"),
        ("win.players", "", "<Control>l"),
        ("win.preferences", "", "<Control>comma"),
        ("win.previous-roll", "Page_Up", "Page_Up"),
        ("win.next-roll", "Page_Down", "Page_Down"),
        ("win.previous-error", "", "<Control>Page_Up"),
        ("win.next-error", "", "<Control>Page_Down"),
        ("win.previous-game", "<Control>Page_Up", "<Control><Shift>Page_Up"),
        ("win.next-game-shown", "<Control>Page_Down", "<Control><Shift>Page_Down"),
        ("win.previous-mark", "<Control><Shift>Page_Up", "<Alt>Page_Up"),
        ("win.next-mark", "<Control><Shift>Page_Down", "<Alt>Page_Down"),
        ("win.previous-choice", "<Shift>Page_Up", "<Shift>Page_Up"),
        ("win.next-choice", "<Shift>Page_Down", "<Shift>Page_Down"),
        ("win.help('context')", "", "F1"),
        ("win.help('commands')", "", "<Shift>F1"),
        ("win.shortcuts", "<Control>question", "<Control>question"),
    ];

    #[test]
    fn no_key_has_two_meanings() {
        for set in SETS {
            let mut seen = HashSet::new();
            for key in SHORTCUTS.iter().flat_map(|shortcut| shortcut.keys(set)) {
                assert!(seen.insert(*key), "{key} is used twice in {set:?}");
            }
        }
    }

    #[test]
    fn each_set_has_the_keys_of_the_table() {
        for (action, classic, modern) in TABLE {
            let found = SHORTCUTS.iter().find(|shortcut| shortcut.action == action);
            let keys = |set| found.map_or(&[][..], |shortcut| shortcut.keys(set));
            assert_eq!(keys(Shortcuts::Modern).first(), Some(&modern), "{action}");
            assert_eq!(keys(Shortcuts::Classic).first().copied().unwrap_or(""), classic, "{action}");
        }
    }

    #[test]
    fn two_keys_are_never_replaced() {
        for shortcut in SHORTCUTS.iter().filter(|shortcut| !shortcut.action.starts_with("board.")) {
            assert!(shortcut.keys.len() < 2 || shortcut.keys == shortcut.classic, "{}", shortcut.action);
        }
    }

    #[test]
    fn every_action_is_listed_once() {
        let actions: HashSet<&str> = SHORTCUTS.iter().map(|shortcut| shortcut.action).collect();
        assert_eq!(actions.len(), SHORTCUTS.len());
    }
}
