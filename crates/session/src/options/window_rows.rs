// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows of reports, sounds and the desktop window.

use super::rows::PATH;
use super::table::{Rows, noted, row};
use super::tree::{
    Animation, HtmlCss, HtmlPictures, Options, PipsShown, RecordNumbers, SOUNDS, Scheme, Shortcuts, Toolbar,
    WINDOWS,
};
use super::value::Kind;

pub(super) fn export(rows: &mut Rows<Options>) {
    let (on, size) = (Kind::Switch, Kind::Whole(1, 20));
    row!(
        rows,
        "export.folder",
        "export folder",
        PATH,
        noted("folder first offered for exports"),
        export.folder
    );
    row!(
        rows,
        "export.import-folder",
        "import folder",
        PATH,
        noted("folder first offered for imports"),
        export.import_folder
    );
    row!(
        rows,
        "export.sgf-folder",
        "sgf folder",
        PATH,
        noted("folder first offered for SGF"),
        export.sgf_folder
    );
    let css = Kind::Choice(HtmlCss::WORDS);
    row!(rows, "export.html.css", "export html css", css, noted("where the style sheet goes"), export.css);
    row!(
        rows,
        "export.html.picture-url",
        "export html pictureurl",
        PATH,
        noted("where the pictures are"),
        export.picture_url
    );
    let pictures = Kind::Choice(HtmlPictures::WORDS);
    row!(rows, "export.html.type", "export html type", pictures, noted("which pictures"), export.pictures);
    row!(
        rows,
        "export.html.size",
        "export html size",
        size,
        noted("scale of our own pictures"),
        export.html_size
    );
    row!(
        rows,
        "export.annotations",
        "export include annotations",
        on,
        noted("remarks and marks"),
        export.annotations
    );
    row!(rows, "export.analysis", "export include analysis", on, noted("evaluations"), export.analysis);
    row!(rows, "export.statistics", "export include statistics", on, noted("statistics"), export.statistics);
    row!(rows, "export.match-info", "export include matchinfo", on, noted("match facts"), export.match_info);
    row!(rows, "export.png.size", "export png size", size, noted("scale of pictures"), export.png_size);
    let every = Kind::Whole(0, 65_535);
    row!(
        rows,
        "export.board-every",
        "export show board",
        every,
        noted("a board every so many moves, 0 for never"),
        export.board_every
    );
    for seat in 0..2 {
        row!(
            rows,
            format!("export.player.{seat}"),
            "",
            on,
            noted("show this player's analysis"),
            export.players[seat]
        );
    }
    row!(
        rows,
        "export.moves.number",
        "export moves number",
        every,
        noted("most candidates"),
        export.n_candidates
    );
    row!(
        rows,
        "export.moves.probabilities",
        "export moves probabilities",
        on,
        noted("chances of candidates"),
        export.play_chances
    );
    row!(
        rows,
        "export.moves.evaluation",
        "export moves parameters evaluation",
        on,
        noted("settings of evaluations"),
        export.play_evaluation
    );
    row!(
        rows,
        "export.moves.rollout",
        "export moves parameters rollout",
        on,
        noted("settings of rollouts"),
        export.play_rollout
    );
    let marks = [("verybad", "very bad"), ("bad", "bad"), ("doubtful", "doubtful"), ("unmarked", "unmarked")];
    for (n, (word, _)) in marks.into_iter().enumerate() {
        row!(
            rows,
            format!("export.moves.{word}"),
            format!("export moves display {word}"),
            on,
            noted("show the plays so marked"),
            export.plays[n]
        );
        row!(
            rows,
            format!("export.cube.{word}"),
            format!("export cube display {word}"),
            on,
            noted("show the decisions so marked"),
            export.cubes[n]
        );
    }
    row!(
        rows,
        "export.cube.probabilities",
        "export cube probabilities",
        on,
        noted("chances"),
        export.cube_chances
    );
    row!(
        rows,
        "export.cube.evaluation",
        "export cube parameters evaluation",
        on,
        noted("settings of evaluations"),
        export.cube_evaluation
    );
    row!(
        rows,
        "export.cube.rollout",
        "export cube parameters rollout",
        on,
        noted("settings of rollouts"),
        export.cube_rollout
    );
    row!(
        rows,
        "export.cube.actual",
        "export cube display actual",
        on,
        noted("where the cube was turned"),
        export.cube_actual
    );
    row!(
        rows,
        "export.cube.close",
        "export cube display close",
        on,
        noted("close decisions"),
        export.cube_close
    );
    row!(
        rows,
        "export.cube.missed",
        "export cube display missed",
        on,
        noted("missed doubles"),
        export.cube_missed
    );
}

pub(super) fn sounds(rows: &mut Rows<Options>) {
    row!(rows, "sound.on", "sound enable", Kind::Switch, noted("play sounds"), sound.on);
    row!(
        rows,
        "sound.command",
        "sound system command",
        PATH,
        noted("program that plays a file"),
        sound.command
    );
    for (n, sound) in SOUNDS.into_iter().enumerate() {
        row!(
            rows,
            format!("sound.file.{sound}"),
            format!("sound sound {sound}"),
            PATH,
            noted("the file for this sound; empty for our own, off for none"),
            sound.files[n]
        );
    }
}

pub(super) fn window(rows: &mut Rows<Options>) {
    let on = Kind::Switch;
    row!(rows, "window.analysis", "analysis window", on, noted("show the analysis panel"), window.analysis);
    row!(rows, "window.annotation", "annotation", on, noted("show the annotation panel"), window.annotation);
    row!(rows, "window.command", "commandwindow", on, noted("show the command panel"), window.command);
    row!(rows, "window.docked", "dockpanels", on, noted("dock the panels"), window.docked);
    row!(rows, "window.fullscreen", "fullscreen", on, noted("fill the screen"), window.fullscreen);
    row!(rows, "window.game-list", "gamelist", on, noted("show the game list"), window.game_list);
    row!(rows, "window.message", "message", on, noted("show the message panel"), window.message);
    row!(rows, "window.panels", "panels", on, noted("show all panels"), window.panels);
    let width = Kind::Whole(50, 10_000);
    row!(
        rows,
        "window.panel-width",
        "panelwidth",
        width,
        noted("width of docked panels"),
        window.panel_width
    );
    row!(
        rows,
        "window.panel-layout",
        "",
        PATH,
        noted("order and heights of the panels"),
        window.panel_layout
    );
    row!(
        rows,
        "window.styled-game-list",
        "styledgamelist",
        on,
        noted("color the marks of the game list"),
        window.styled_game_list
    );
    let numbers = Kind::Choice(RecordNumbers::WORDS);
    row!(
        rows,
        "window.record-numbers",
        "",
        numbers,
        noted("the numbers beside the decisions of the game list"),
        window.record_numbers
    );
    row!(
        rows,
        "window.guess-first",
        "",
        on,
        noted("hide the plays of a hint until one has made a choice of one's own"),
        window.guess_first
    );
    row!(rows, "window.theory", "theorywindow", on, noted("show the theory panel"), window.theory);
    row!(
        rows,
        "window.toolbar",
        "toolbar",
        Kind::Choice(Toolbar::WORDS),
        noted("what buttons beside the message show"),
        window.toolbar
    );
    row!(rows, "window.vsync", "vsync3d", on, noted("the 3-D board waits for the screen"), window.vsync);
    row!(
        rows,
        "window.appearance",
        "appearance",
        PATH,
        noted("colors and design of the board"),
        window.appearance
    );
    row!(
        rows,
        "window.delay",
        "delay",
        Kind::Whole(0, 10_000),
        noted("milliseconds a move is shown at least"),
        window.delay
    );
    let percent = Kind::Whole(50, 200);
    row!(rows, "window.text-scale", "", percent, noted("percent of the desktop's size"), window.text_scale);
    let schemes = Kind::Choice(Scheme::WORDS);
    row!(rows, "window.scheme", "", schemes, noted("light or dark, or as the desktop has it"), window.scheme);
    row!(
        rows,
        "window.menu-bar",
        "",
        on,
        noted("all commands in menus above the board, as the original has them"),
        window.menu_bar
    );
    let sets = Kind::Choice(Shortcuts::WORDS);
    row!(rows, "window.shortcuts", "", sets, noted("the keys of commands"), window.shortcuts);
    row!(rows, "window.warnings-off", "", PATH, noted("warnings switched off"), window.warnings_off);
}

pub(super) fn gui(rows: &mut Rows<Options>) {
    let on = Kind::Switch;
    let animation = Kind::Choice(Animation::WORDS);
    row!(rows, "window.animation", "gui animation", animation, noted("how checkers move"), window.animation);
    row!(
        rows,
        "window.animation-speed",
        "gui animation speed",
        Kind::Whole(0, 7),
        noted("how fast they move"),
        window.animation_speed
    );
    row!(rows, "window.beep", "gui beep", on, noted("beep on illegal input"), window.beep);
    row!(rows, "window.dice-area", "gui dicearea", on, noted("dice below the board"), window.dice_area);
    row!(
        rows,
        "window.drag-targets",
        "gui dragtargethelp",
        on,
        noted("show targets while dragging"),
        window.drag_targets
    );
    row!(
        rows,
        "window.stats-panel",
        "gui usestatspanel",
        on,
        noted("statistics in a panel"),
        window.stats_panel
    );
    row!(
        rows,
        "window.move-list-detail",
        "gui movelistdetail",
        on,
        noted("chances in the move list"),
        window.move_list_detail
    );
    row!(
        rows,
        "window.gray-edit",
        "gui grayedit",
        on,
        noted("gray the board while editing"),
        window.gray_edit
    );
    row!(
        rows,
        "window.high-die-first",
        "gui highdiefirst",
        on,
        noted("the higher die on the left"),
        window.high_die_first
    );
    row!(
        rows,
        "window.illegal",
        "gui illegal",
        on,
        noted("allow dragging to illegal points"),
        window.illegal
    );
    row!(rows, "window.show-ids", "gui showids", on, noted("show the identifiers"), window.show_ids);
    let pips = Kind::Choice(PipsShown::WORDS);
    row!(
        rows,
        "window.show-pips",
        "gui showpips",
        pips,
        noted("what stands under the board"),
        window.show_pips
    );
    row!(
        rows,
        "window.keep-places",
        "gui windowpositions",
        on,
        noted("restore the windows' places"),
        window.keep_places
    );
}

pub(super) fn geometry(rows: &mut Rows<Options>) {
    let pixels = Kind::Whole(-100_000, 100_000);
    for (n, window) in WINDOWS.into_iter().enumerate() {
        let at = |part: &str| [format!("window.place.{window}.{part}"), format!("geometry {window} {part}")];
        let place = |part: &str| at(part);
        let [name, words] = place("width");
        row!(rows, name, words, pixels, noted("width of the window"), window.geometry[n].width);
        let [name, words] = place("height");
        row!(rows, name, words, pixels, noted("height of the window"), window.geometry[n].height);
        let [name, words] = place("xpos");
        row!(rows, name, words, pixels, noted("left edge of the window"), window.geometry[n].x);
        let [name, words] = place("ypos");
        row!(rows, name, words, pixels, noted("top edge of the window"), window.geometry[n].y);
        let [name, words] = place("max");
        row!(
            rows,
            name,
            words,
            Kind::Whole(0, 1),
            noted("1 when the window fills the screen"),
            window.geometry[n].max
        );
    }
}
