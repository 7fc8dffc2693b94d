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
    group: Group,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Game,
    Board,
    Position,
    Record,
    Tools,
    General,
}

impl Group {
    const ALL: [Group; 6] =
        [Group::Game, Group::Board, Group::Position, Group::Record, Group::Tools, Group::General];

    fn title(self) -> String {
        match self {
            Group::Game => gettext("Game"),
            Group::Board => gettext("On the board"),
            Group::Position => gettext("Position"),
            Group::Record => gettext("Record"),
            Group::Tools => gettext("Tools"),
            Group::General => gettext("General"),
        }
    }
}

const fn shortcut(
    action: &'static str,
    keys: &'static [&'static str],
    title: &'static str,
    group: Group,
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
    shortcut("win.new-match", &["<Control>n"], noted("New match"), Group::Game),
    shortcut("win.transcribe", &["<Control><Shift>n"], noted("Transcribe a match"), Group::Game),
    shortcut("win.roll", &["<Control>r"], noted("Roll"), Group::Game),
    shortcut("win.confirm", &["<Control>f"], noted("Finish the play"), Group::Game),
    shortcut("win.double", &["<Control>d"], noted("Double"), Group::Game),
    shortcut("win.take", &["<Control>t"], noted("Take the double"), Group::Game).modern_only(),
    shortcut("win.hint", &["<Control>h"], noted("Hint"), Group::Game),
    shortcut("win.compute", &["<Control>Return"], noted("Let the computer continue"), Group::Game)
        .modern_only(),
    shortcut("win.end-game", &["<Control>g"], noted("Let the computer finish the game"), Group::Game),
    shortcut("win.undo", &["<Control>z"], noted("Undo"), Group::Game),
    shortcut("win.redo", &["<Control><Shift>z"], noted("Redo"), Group::Game),
    shortcut("board.space", &["space"], noted("Roll, or finish the play"), Group::Board),
    shortcut("board.cursor", &["Left", "Right", "Up", "Down"], noted("Move the cursor"), Group::Board),
    shortcut("board.pick", &["Return"], noted("Pick up or put down a checker"), Group::Board),
    shortcut("board.left-die", &["plus"], noted("Play the left die"), Group::Board),
    shortcut("board.right-die", &["minus"], noted("Play the right die"), Group::Board),
    shortcut("board.swap", &["w"], noted("Swap the dice"), Group::Board),
    shortcut("board.double", &["d"], noted("Double"), Group::Board),
    shortcut("board.answer", &["t", "p", "b"], noted("Take, drop, beaver"), Group::Board),
    shortcut("board.hint", &["h"], noted("Hint"), Group::Board),
    shortcut("board.pass", &["f"], noted("Pass when no move is possible"), Group::Board),
    shortcut("board.undo", &["u", "BackSpace"], noted("Undo one step"), Group::Board),
    shortcut(
        "board.candidates",
        &["0", "a"],
        noted("Transcription: list the best plays, play the first"),
        Group::Board,
    ),
    shortcut(
        "board.resign",
        &["r"],
        noted("Transcription: resign, then 1, 2 or 3 for the size"),
        Group::Board,
    ),
    shortcut("board.gap", &["question"], noted("Transcription: missing turn"), Group::Board),
    shortcut("board.reset", &["Escape"], noted("Undo the whole play"), Group::Board),
    shortcut("board.flip", &["x"], noted("Reverse the playing direction"), Group::Board),
    shortcut("win.roll-out-position", &["<Control><Shift>r"], noted("Roll out the position"), Group::Tools)
        .modern_only(),
    shortcut("win.rollout", &["<Shift><Alt>r"], noted("Rollout window"), Group::Tools),
    shortcut("win.statistics", &["<Control>i"], noted("Statistics"), Group::Tools).modern_only(),
    shortcut("win.players", &["<Control>l"], noted("Player records"), Group::Tools).modern_only(),
    shortcut("win.temperature-map", &["<Shift><Alt>t"], noted("Temperature map"), Group::Tools).modern_only(),
    shortcut("win.score-map", &["<Shift><Alt>s"], noted("Score map"), Group::Tools).modern_only(),
    shortcut("win.roll-distribution", &["<Shift><Alt>d"], noted("Distribution of rolls"), Group::Tools)
        .modern_only(),
    shortcut("win.race", &["<Shift><Alt>p"], noted("Race"), Group::Tools).modern_only(),
    shortcut("win.theory", &["<Shift><Alt>w"], noted("Cube theory and market window"), Group::Tools)
        .modern_only(),
    shortcut("win.equity-table", &["<Shift><Alt>e"], noted("Match equity table"), Group::Tools).modern_only(),
    shortcut("win.speed", &["<Shift><Alt>v"], noted("Evaluation speed"), Group::Tools).modern_only(),
    shortcut("win.command('eval')", &["<Control><Shift>e"], noted("Evaluate the position"), Group::Tools)
        .classic(&["<Control>e"]),
    shortcut("win.edit", &["<Control>e"], noted("Set up a position"), Group::Position).modern_only(),
    shortcut("win.copy-id", &["<Control>c"], noted("Copy the ID"), Group::Position),
    shortcut("win.copy-match-id", &["<Control>m"], noted("Copy the match ID"), Group::Position),
    shortcut("win.copy-position-id", &["<Control><Shift>p"], noted("Copy the position ID"), Group::Position)
        .classic(&["<Control>p"]),
    shortcut("win.copy-xgid", &["<Control><Shift>x"], noted("Copy the XGID"), Group::Position),
    shortcut("win.copy-board-text", &["<Control><Shift>t"], noted("Copy the board as text"), Group::Position)
        .modern_only(),
    shortcut("win.copy-html", &["<Control><Shift>h"], noted("Copy as HTML with analysis"), Group::Position)
        .modern_only(),
    shortcut("win.copy-picture", &["<Control><Shift>c"], noted("Copy a picture"), Group::Position),
    shortcut(
        "win.copy-diagram",
        &["<Control><Shift>g"],
        noted("Copy a picture with analysis"),
        Group::Position,
    )
    .modern_only(),
    shortcut("win.paste", &["<Control>v"], noted("Paste a position"), Group::Position),
    shortcut("win.open", &["<Control>o"], noted("Open a file"), Group::General),
    shortcut("win.save", &["<Control>s"], noted("Save"), Group::General),
    shortcut("win.save-as", &["<Control><Shift>s"], noted("Save as"), Group::General),
    // Where Ctrl+P copies the position ID, printing has no keys.
    shortcut("win.print", &["<Control>p"], noted("Print"), Group::General).modern_only(),
    shortcut("win.match-info", &["<Alt>Return"], noted("Match information"), Group::General).modern_only(),
    shortcut("win.next-roll", &["Page_Down"], noted("Next roll"), Group::Record),
    shortcut("win.previous-roll", &["Page_Up"], noted("Previous roll"), Group::Record),
    shortcut("win.next-game-shown", &["<Control>Page_Down"], noted("Next game"), Group::Record),
    shortcut("win.previous-game", &["<Control>Page_Up"], noted("Previous game"), Group::Record),
    shortcut("win.next-mark", &["<Control><Shift>Page_Down"], noted("Next marked decision"), Group::Record),
    shortcut(
        "win.previous-mark",
        &["<Control><Shift>Page_Up"],
        noted("Previous marked decision"),
        Group::Record,
    ),
    shortcut(
        "win.next-choice",
        &["<Shift>Page_Down"],
        noted("Next decision selected for a rollout"),
        Group::Record,
    ),
    shortcut(
        "win.previous-choice",
        &["<Shift>Page_Up"],
        noted("Previous decision selected for a rollout"),
        Group::Record,
    ),
    shortcut("board.first", &["Home"], noted("Start of the game"), Group::Record),
    shortcut("board.last", &["End"], noted("End of the game"), Group::Record),
    shortcut("board.next", &["period", "comma"], noted("Next and previous decision"), Group::Record),
    shortcut("board.comment", &["semicolon"], noted("Write a comment"), Group::Record),
    shortcut("board.next-error", &["greater", "less"], noted("Next and previous error"), Group::Record),
    shortcut("win.choose-move", &["<Control>k"], noted("Select or deselect for a rollout"), Group::Record)
        .modern_only(),
    shortcut("win.analyze-move", &["F5"], noted("Analyze this decision"), Group::Record).modern_only(),
    shortcut("win.analyze-game", &["<Control>F5"], noted("Analyze the game"), Group::Record).modern_only(),
    shortcut("win.analyze-match", &["<Shift>F5"], noted("Analyze the match or session"), Group::Record)
        .modern_only(),
    shortcut("win.next-pane", &["F6"], noted("Next panel"), Group::General),
    shortcut("win.panels", &["F9"], noted("Panels"), Group::General).modern_only(),
    shortcut("win.layout-play", &["<Control>1"], noted("Board only"), Group::General),
    shortcut("win.layout-study", &["<Control>2"], noted("Record, analysis and commentary"), Group::General),
    shortcut("win.panel-record", &["<Alt>1"], noted("Game record"), Group::General).modern_only(),
    shortcut("win.panel-analysis", &["<Alt>2"], noted("Analysis"), Group::General).modern_only(),
    shortcut("win.panel-commentary", &["<Alt>3"], noted("Commentary"), Group::General).modern_only(),
    shortcut("win.panel-messages", &["<Alt>4"], noted("Messages"), Group::General).modern_only(),
    shortcut("win.panel-theory", &["<Alt>5"], noted("Race and shots"), Group::General).modern_only(),
    shortcut("win.panel-command", &["<Alt>6"], noted("Commands"), Group::General).modern_only(),
    shortcut("win.clockwise", &["<Control><Shift>d"], noted("Play clockwise"), Group::General).modern_only(),
    // GTK 4.8 has a bug when two keys are replaced, so these are the same in both sets.
    shortcut("win.board-3d", &["F3", "<Control>3"], noted("3D board"), Group::General),
    shortcut("win.fullscreen", &["F11"], noted("Full screen"), Group::General),
    shortcut("win.preferences", &["<Control>comma"], noted("Preferences"), Group::General).modern_only(),
    shortcut("win.menu", &["F10"], noted("Main menu"), Group::General),
    shortcut("win.help('commands')", &["F1"], noted("Help on commands"), Group::General).modern_only(),
    shortcut("win.shortcuts", &["<Control>question"], noted("Keyboard shortcuts"), Group::General),
    shortcut("window.close", &["<Control>w"], noted("Close the window"), Group::General),
    shortcut("app.quit", &["<Control>q"], noted("Quit"), Group::General),
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
    for group in Group::ALL {
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
        .title(gettext("Keyboard shortcuts"))
        .modal(true)
        .default_width(600)
        .default_height(720)
        .build();
    window.add(&page);
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
    const TABLE: [(&str, &str, &str); 45] = [
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
        ("win.previous-game", "<Control>Page_Up", "<Control>Page_Up"),
        ("win.next-game-shown", "<Control>Page_Down", "<Control>Page_Down"),
        ("win.previous-mark", "<Control><Shift>Page_Up", "<Control><Shift>Page_Up"),
        ("win.next-mark", "<Control><Shift>Page_Down", "<Control><Shift>Page_Down"),
        ("win.previous-choice", "<Shift>Page_Up", "<Shift>Page_Up"),
        ("win.next-choice", "<Shift>Page_Down", "<Shift>Page_Down"),
        ("win.help('commands')", "", "F1"),
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
