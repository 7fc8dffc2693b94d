// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows of the table, one a leaf.

use super::rollout_rows::{evaluation, judge, rollout};
use super::table::{Affects, Rows, row};
use super::tree::{
    Animation, FixedAnswer, GeneratorWord, HtmlCss, HtmlPictures, Options, PipsShown, SOUNDS, Seat, Toolbar,
    TutorSkill, VariationWord, WINDOWS,
};
use super::value::Kind;

/// Largest number without an own limit.
const ANY: Kind = Kind::Number(0.0, f32::MAX as f64);
const SHARE: Kind = Kind::Number(0.0, 1.0);
const PATH: Kind = Kind::Text(4096);

pub(super) fn all() -> Rows<Options> {
    let mut all = Rows::<Options>::new();
    let rows = &mut all;
    automatic(rows);
    matches(rows);
    players(rows);
    evaluations(rows);
    analysis(rows);
    rows.graft(["rollout", "rollout"], rollout(), |o: &Options| &o.rollout, |o| &mut o.rollout);
    tutor(rows);
    output(rows);
    dice(rows);
    engine(rows);
    general(rows);
    export(rows);
    sounds(rows);
    window(rows);
    gui(rows);
    geometry(rows);
    all
}

fn automatic(rows: &mut Rows<Options>) {
    rows.affects = Affects::Play;
    let on = Kind::Switch;
    row!(
        rows,
        "automatic.bearoff",
        "automatic bearoff",
        on,
        "bear off where every die can",
        automatic.bearoff
    );
    row!(rows, "automatic.game", "automatic game", on, "start the next game after each", automatic.game);
    row!(rows, "automatic.move", "automatic move", on, "make the only legal play", automatic.play);
    row!(rows, "automatic.roll", "automatic roll", on, "roll when no double is possible", automatic.roll);
}

fn matches(rows: &mut Rows<Options>) {
    rows.affects = Affects::Rules;
    let on = Kind::Switch;
    row!(rows, "match.length", "matchlength", Kind::Whole(0, 64), "points of new matches", matches.length);
    let variations = Kind::Choice(VariationWord::WORDS);
    row!(rows, "match.variation", "variation", variations, "the game new matches play", matches.variation);
    row!(rows, "match.cube", "cube use", on, "play with the doubling cube", matches.cube);
    row!(rows, "match.crawford", "automatic crawford", on, "keep the Crawford rule", matches.crawford);
    row!(rows, "match.jacoby", "jacoby", on, "the Jacoby rule in money sessions", matches.jacoby);
    row!(rows, "match.beavers", "beavers", Kind::Whole(0, 12), "beavers in a row", matches.beavers);
    let doubles = Kind::Whole(0, 12);
    row!(
        rows,
        "match.automatic-doubles",
        "automatic doubles",
        doubles,
        "automatic doubles in a game",
        matches.automatic_doubles
    );
    row!(rows, "match.egyptian", "egyptian", on, "at most five checkers on a point", matches.egyptian);
    rows.affects = Affects::Nothing;
    let name = Kind::Text(31);
    row!(rows, "match.name.0", "", name, "name of the top player in new matches", matches.names[0]);
    row!(rows, "match.name.1", "", name, "name of the bottom player in new matches", matches.names[1]);
    row!(
        rows,
        "match.aliases",
        "aliases",
        Kind::Text(255),
        "your names in imported matches",
        matches.aliases
    );
    row!(rows, "match.record", "record", on, "keep all games of a session", matches.record);
}

fn players(rows: &mut Rows<Options>) {
    rows.affects = Affects::Play;
    for seat in 0..2 {
        let name = format!("player.{seat}");
        let words = format!("player {seat}");
        row!(rows, format!("{name}.seat"), "", Kind::Choice(Seat::WORDS), "who plays", players[seat].seat);
        let at = [&*format!("{name}.checker"), &format!("{words} chequerplay")];
        match seat {
            0 => rows.graft(at, judge(), |o: &Options| &o.players[0].checker, |o| &mut o.players[0].checker),
            _ => rows.graft(at, judge(), |o: &Options| &o.players[1].checker, |o| &mut o.players[1].checker),
        }
        let at = [&*format!("{name}.cube"), &format!("{words} cubedecision")];
        match seat {
            0 => rows.graft(at, judge(), |o: &Options| &o.players[0].cube, |o| &mut o.players[0].cube),
            _ => rows.graft(at, judge(), |o: &Options| &o.players[1].cube, |o| &mut o.players[1].cube),
        }
        let (name, words) = (format!("{name}.filters"), format!("{words} movefilter"));
        row!(rows, name, words, Kind::Filters, "which plays are searched deeper", players[seat].filters);
    }
}

fn evaluations(rows: &mut Rows<Options>) {
    rows.affects = Affects::Display;
    let at = ["evaluation.checker", "evaluation chequerplay"];
    rows.graft(at, judge(), |o: &Options| &o.evaluation.checker, |o| &mut o.evaluation.checker);
    let at = ["evaluation.cube", "evaluation cubedecision"];
    rows.graft(at, judge(), |o: &Options| &o.evaluation.cube, |o| &mut o.evaluation.cube);
    row!(
        rows,
        "evaluation.filters",
        "evaluation movefilter",
        Kind::Filters,
        "which plays are searched deeper",
        evaluation.filters
    );
    row!(
        rows,
        "evaluation.same-as-analysis",
        "evaluation sameasanalysis",
        Kind::Switch,
        "use the settings of the analysis",
        evaluation.same_as_analysis
    );
}

fn analysis(rows: &mut Rows<Options>) {
    rows.affects = Affects::Display;
    let on = Kind::Switch;
    let at = ["analysis.checker", "analysis chequerplay"];
    rows.graft(at, judge(), |o: &Options| &o.analysis.checker, |o| &mut o.analysis.checker);
    row!(rows, "analysis.cube-on", "analysis cube", on, "analyze cube decisions", analysis.cube_on);
    let at = ["analysis.cube", "analysis cubedecision"];
    rows.graft(at, judge(), |o: &Options| &o.analysis.cube, |o| &mut o.analysis.cube);
    row!(rows, "analysis.luck-on", "analysis luck", on, "compute luck", analysis.luck_on);
    let at = ["analysis.luck", "analysis luckanalysis"];
    rows.graft(at, evaluation(), |o: &Options| &o.analysis.luck, |o| &mut o.analysis.luck);
    row!(
        rows,
        "analysis.filters",
        "analysis movefilter",
        Kind::Filters,
        "which plays are searched deeper",
        analysis.filters
    );
    row!(rows, "analysis.plays-on", "analysis moves", on, "analyze checker plays", analysis.plays_on);
    for seat in 0..2 {
        let words = format!("analysis player {seat} analyse");
        row!(
            rows,
            format!("analysis.player.{seat}"),
            words,
            on,
            "analyze this player's decisions",
            analysis.players_on[seat]
        );
    }
    row!(
        rows,
        "analysis.threshold.bad",
        "analysis threshold bad",
        ANY,
        "loss above which a decision is bad",
        analysis.thresholds.bad
    );
    row!(
        rows,
        "analysis.threshold.doubtful",
        "analysis threshold doubtful",
        ANY,
        "loss above which a decision is doubtful",
        analysis.thresholds.doubtful
    );
    row!(
        rows,
        "analysis.threshold.verybad",
        "analysis threshold verybad",
        ANY,
        "loss above which a decision is very bad",
        analysis.thresholds.very_bad
    );
    let luck = Kind::Number(1e-6, f64::from(f32::MAX));
    row!(
        rows,
        "analysis.threshold.lucky",
        "analysis threshold lucky",
        luck,
        "luck above which a roll is lucky",
        analysis.thresholds.lucky
    );
    row!(
        rows,
        "analysis.threshold.unlucky",
        "analysis threshold unlucky",
        luck,
        "bad luck above which a roll is unlucky",
        analysis.thresholds.unlucky
    );
    row!(
        rows,
        "analysis.threshold.verylucky",
        "analysis threshold verylucky",
        luck,
        "luck above which a roll is very lucky",
        analysis.thresholds.very_lucky
    );
    row!(
        rows,
        "analysis.threshold.veryunlucky",
        "analysis threshold veryunlucky",
        luck,
        "bad luck above which a roll is very unlucky",
        analysis.thresholds.very_unlucky
    );
}

fn tutor(rows: &mut Rows<Options>) {
    rows.affects = Affects::Nothing;
    let on = Kind::Switch;
    row!(rows, "tutor.on", "tutor mode", on, "warn before weak decisions", tutor.on);
    row!(rows, "tutor.cube", "tutor cube", on, "warn of cube decisions", tutor.cube);
    row!(rows, "tutor.checker", "tutor chequer", on, "warn of checker plays", tutor.checker);
    let skill = Kind::Choice(TutorSkill::WORDS);
    row!(rows, "tutor.skill", "tutor skill", skill, "the least mark that is warned of", tutor.skill);
}

fn output(rows: &mut Rows<Options>) {
    rows.affects = Affects::Display;
    let on = Kind::Switch;
    row!(rows, "output.on", "output output", on, "print anything but errors", output.on);
    row!(
        rows,
        "output.match-percent",
        "output matchpc",
        on,
        "match chances in percent",
        output.match_percent
    );
    row!(rows, "output.mwc", "output mwc", on, "match chances instead of equities", output.mwc);
    row!(rows, "output.raw-board", "output rawboard", on, "boards as one line", output.raw_board);
    row!(rows, "output.win-percent", "output winpc", on, "winning chances in percent", output.win_percent);
    row!(rows, "output.digits", "output digits", Kind::Whole(0, 6), "digits after the point", output.digits);
    row!(
        rows,
        "output.error-rate-factor",
        "output errorratefactor",
        ANY,
        "error rates are multiplied by this",
        output.error_rate_factor
    );
    row!(rows, "output.clockwise", "clockwise", on, "the bottom player moves clockwise", output.clockwise);
    row!(rows, "output.display", "display", on, "show boards and messages of computer moves", output.display);
}

fn dice(rows: &mut Rows<Options>) {
    rows.affects = Affects::Dice;
    let generators = Kind::Choice(GeneratorWord::WORDS);
    row!(rows, "dice.generator", "", generators, "where the dice come from", dice.generator);
    row!(rows, "dice.source", "", PATH, "the file or command that gives the dice", dice.source);
    rows.affects = Affects::Nothing;
    row!(rows, "dice.cheat", "cheat enable", Kind::Switch, "let the program choose the dice", dice.cheat);
    for seat in 0..2 {
        row!(
            rows,
            format!("dice.cheat-rank.{seat}"),
            format!("cheat player {seat} roll"),
            Kind::Whole(1, 21),
            "rank of the roll this player always gets, 1 the best",
            dice.cheat_rank[seat]
        );
    }
}

fn engine(rows: &mut Rows<Options>) {
    rows.affects = Affects::Met;
    row!(rows, "engine.met", "", PATH, "the match equity table", engine.met);
    row!(
        rows,
        "engine.met-inverted",
        "invert matchequitytable",
        Kind::Switch,
        "exchange the table's seats",
        engine.met_inverted
    );
    rows.affects = Affects::Engine;
    let entries = Kind::Whole(0, 1 << 26);
    row!(rows, "engine.cache", "cache", entries, "entries of the evaluation cache, 0 for none", engine.cache);
    let x = "cubeefficiency";
    row!(
        rows,
        "engine.efficiency.one-sided",
        format!("{x} os"),
        SHARE,
        "of one-sided bearoffs",
        engine.efficiencies.one_sided
    );
    row!(
        rows,
        "engine.efficiency.crashed",
        format!("{x} crashed"),
        SHARE,
        "of crashed positions",
        engine.efficiencies.crashed
    );
    row!(
        rows,
        "engine.efficiency.contact",
        format!("{x} contact"),
        SHARE,
        "of contact positions",
        engine.efficiencies.contact
    );
    row!(
        rows,
        "engine.efficiency.race.factor",
        format!("{x} race factor"),
        SHARE,
        "of races, for each pip",
        engine.efficiencies.race.factor
    );
    row!(
        rows,
        "engine.efficiency.race.coefficient",
        format!("{x} race coefficient"),
        SHARE,
        "of races, at no pips",
        engine.efficiencies.race.coefficient
    );
    row!(
        rows,
        "engine.efficiency.race.min",
        format!("{x} race min"),
        SHARE,
        "of races, at least",
        engine.efficiencies.race.min
    );
    row!(
        rows,
        "engine.efficiency.race.max",
        format!("{x} race max"),
        SHARE,
        "of races, at most",
        engine.efficiencies.race.max
    );
    rows.affects = Affects::Nothing;
    row!(
        rows,
        "engine.threads",
        "threads",
        Kind::Whole(0, 48),
        "threads of computations, 0 for one a core",
        engine.threads
    );
    row!(
        rows,
        "engine.calibration",
        "calibration",
        ANY,
        "evaluations a second, for estimates",
        engine.calibration
    );
    row!(rows, "training.alpha", "training alpha", SHARE, "step size", training.alpha);
    row!(rows, "training.anneal", "training anneal", ANY, "how fast the step size falls", training.anneal);
    row!(
        rows,
        "training.threshold",
        "training threshold",
        ANY,
        "least difference of 0-ply and 1-ply worth keeping",
        training.threshold
    );
}

fn general(rows: &mut Rows<Options>) {
    rows.affects = Affects::Nothing;
    let on = Kind::Switch;
    let answers = Kind::Choice(FixedAnswer::WORDS);
    row!(rows, "confirm.default", "confirm default", answers, "the answer to every question", confirm.answer);
    row!(rows, "confirm.new", "confirm new", on, "ask before a game is thrown away", confirm.new);
    row!(rows, "confirm.save", "confirm save", on, "ask before a file is overwritten", confirm.save);
    row!(rows, "autosave.rollout", "autosave rollout", on, "backup copies during rollouts", autosave.rollout);
    row!(
        rows,
        "autosave.analysis",
        "autosave analysis",
        on,
        "backup copies after analyzed games",
        autosave.analysis
    );
    row!(
        rows,
        "autosave.confirm",
        "autosave confirm",
        on,
        "ask before a backup is deleted",
        autosave.confirm
    );
    let minutes = Kind::Whole(1, 65_535);
    row!(rows, "autosave.minutes", "autosave time", minutes, "minutes between copies", autosave.minutes);
    row!(rows, "general.prompt", "prompt", Kind::Text(127), "the prompt", general.prompt);
    row!(rows, "general.language", "lang", Kind::Text(32), "the language", general.language);
    row!(rows, "general.browser", "browser", PATH, "program that opens web pages", general.browser);
    row!(
        rows,
        "general.nice",
        "priority nice",
        Kind::Whole(-20, 20),
        "priority of the process",
        general.nice
    );
    row!(
        rows,
        "general.rating-offset",
        "ratingoffset",
        ANY,
        "offset of estimated ratings",
        general.rating_offset
    );
    row!(
        rows,
        "general.go-to-first-game",
        "gotofirstgame",
        on,
        "show the first game after loading",
        general.go_to_first_game
    );
    row!(rows, "general.annotator", "", Kind::Text(256), "annotator of new matches", general.annotator);
}

fn export(rows: &mut Rows<Options>) {
    let (on, size) = (Kind::Switch, Kind::Whole(1, 20));
    row!(rows, "export.folder", "export folder", PATH, "folder first offered for exports", export.folder);
    row!(
        rows,
        "export.import-folder",
        "import folder",
        PATH,
        "folder first offered for imports",
        export.import_folder
    );
    row!(rows, "export.sgf-folder", "sgf folder", PATH, "folder first offered for SGF", export.sgf_folder);
    let css = Kind::Choice(HtmlCss::WORDS);
    row!(rows, "export.html.css", "export html css", css, "where the style sheet goes", export.css);
    row!(
        rows,
        "export.html.picture-url",
        "export html pictureurl",
        PATH,
        "where the pictures are",
        export.picture_url
    );
    let pictures = Kind::Choice(HtmlPictures::WORDS);
    row!(rows, "export.html.type", "export html type", pictures, "which pictures", export.pictures);
    row!(rows, "export.html.size", "export html size", size, "scale of our own pictures", export.html_size);
    row!(
        rows,
        "export.annotations",
        "export include annotations",
        on,
        "remarks and marks",
        export.annotations
    );
    row!(rows, "export.analysis", "export include analysis", on, "evaluations", export.analysis);
    row!(rows, "export.statistics", "export include statistics", on, "statistics", export.statistics);
    row!(rows, "export.match-info", "export include matchinfo", on, "match facts", export.match_info);
    row!(rows, "export.png.size", "export png size", size, "scale of pictures", export.png_size);
    let every = Kind::Whole(0, 65_535);
    row!(
        rows,
        "export.board-every",
        "export show board",
        every,
        "a board every so many moves, 0 for never",
        export.board_every
    );
    for seat in 0..2 {
        row!(
            rows,
            format!("export.player.{seat}"),
            "",
            on,
            "show this player's analysis",
            export.players[seat]
        );
    }
    row!(rows, "export.moves.number", "export moves number", every, "most candidates", export.n_candidates);
    row!(
        rows,
        "export.moves.probabilities",
        "export moves probabilities",
        on,
        "chances of candidates",
        export.play_chances
    );
    row!(
        rows,
        "export.moves.evaluation",
        "export moves parameters evaluation",
        on,
        "settings of evaluations",
        export.play_evaluation
    );
    row!(
        rows,
        "export.moves.rollout",
        "export moves parameters rollout",
        on,
        "settings of rollouts",
        export.play_rollout
    );
    let marks = [("verybad", "very bad"), ("bad", "bad"), ("doubtful", "doubtful"), ("unmarked", "unmarked")];
    for (n, (word, _)) in marks.into_iter().enumerate() {
        row!(
            rows,
            format!("export.moves.{word}"),
            format!("export moves display {word}"),
            on,
            "show the plays so marked",
            export.plays[n]
        );
        row!(
            rows,
            format!("export.cube.{word}"),
            format!("export cube display {word}"),
            on,
            "show the decisions so marked",
            export.cubes[n]
        );
    }
    row!(rows, "export.cube.probabilities", "export cube probabilities", on, "chances", export.cube_chances);
    row!(
        rows,
        "export.cube.evaluation",
        "export cube parameters evaluation",
        on,
        "settings of evaluations",
        export.cube_evaluation
    );
    row!(
        rows,
        "export.cube.rollout",
        "export cube parameters rollout",
        on,
        "settings of rollouts",
        export.cube_rollout
    );
    row!(
        rows,
        "export.cube.actual",
        "export cube display actual",
        on,
        "where the cube was turned",
        export.cube_actual
    );
    row!(rows, "export.cube.close", "export cube display close", on, "close decisions", export.cube_close);
    row!(rows, "export.cube.missed", "export cube display missed", on, "missed doubles", export.cube_missed);
}

fn sounds(rows: &mut Rows<Options>) {
    row!(rows, "sound.on", "sound enable", Kind::Switch, "play sounds", sound.on);
    row!(rows, "sound.command", "sound system command", PATH, "program that plays a file", sound.command);
    for (n, sound) in SOUNDS.into_iter().enumerate() {
        row!(
            rows,
            format!("sound.file.{sound}"),
            format!("sound sound {sound}"),
            PATH,
            "the file for this sound, empty for none",
            sound.files[n]
        );
    }
}

fn window(rows: &mut Rows<Options>) {
    let on = Kind::Switch;
    row!(rows, "window.analysis", "analysis window", on, "show the analysis panel", window.analysis);
    row!(rows, "window.annotation", "annotation", on, "show the annotation panel", window.annotation);
    row!(rows, "window.command", "commandwindow", on, "show the command panel", window.command);
    row!(rows, "window.docked", "dockpanels", on, "dock the panels", window.docked);
    row!(rows, "window.fullscreen", "fullscreen", on, "fill the screen", window.fullscreen);
    row!(rows, "window.game-list", "gamelist", on, "show the game list", window.game_list);
    row!(rows, "window.message", "message", on, "show the message panel", window.message);
    row!(rows, "window.panels", "panels", on, "show all panels", window.panels);
    let width = Kind::Whole(50, 10_000);
    row!(rows, "window.panel-width", "panelwidth", width, "width of docked panels", window.panel_width);
    row!(
        rows,
        "window.styled-game-list",
        "styledgamelist",
        on,
        "color the marks of the game list",
        window.styled_game_list
    );
    row!(rows, "window.theory", "theorywindow", on, "show the theory panel", window.theory);
    row!(rows, "window.toolbar", "toolbar", Kind::Choice(Toolbar::WORDS), "the toolbar", window.toolbar);
    row!(rows, "window.vsync", "vsync3d", on, "the 3-D board waits for the screen", window.vsync);
    row!(rows, "window.appearance", "appearance", PATH, "colors and design of the board", window.appearance);
    row!(
        rows,
        "window.delay",
        "delay",
        Kind::Whole(0, 10_000),
        "milliseconds a move is shown at least",
        window.delay
    );
    row!(rows, "window.warnings-off", "", PATH, "warnings switched off", window.warnings_off);
}

fn gui(rows: &mut Rows<Options>) {
    let on = Kind::Switch;
    let animation = Kind::Choice(Animation::WORDS);
    row!(rows, "window.animation", "gui animation", animation, "how checkers move", window.animation);
    row!(
        rows,
        "window.animation-speed",
        "gui animation speed",
        Kind::Whole(0, 7),
        "how fast they move",
        window.animation_speed
    );
    row!(rows, "window.beep", "gui beep", on, "beep on illegal input", window.beep);
    row!(rows, "window.dice-area", "gui dicearea", on, "dice below the board", window.dice_area);
    row!(
        rows,
        "window.drag-targets",
        "gui dragtargethelp",
        on,
        "show targets while dragging",
        window.drag_targets
    );
    row!(rows, "window.stats-panel", "gui usestatspanel", on, "statistics in a panel", window.stats_panel);
    row!(
        rows,
        "window.move-list-detail",
        "gui movelistdetail",
        on,
        "chances in the move list",
        window.move_list_detail
    );
    row!(rows, "window.gray-edit", "gui grayedit", on, "gray the board while editing", window.gray_edit);
    row!(
        rows,
        "window.high-die-first",
        "gui highdiefirst",
        on,
        "the higher die on the left",
        window.high_die_first
    );
    row!(rows, "window.illegal", "gui illegal", on, "allow dragging to illegal points", window.illegal);
    row!(rows, "window.show-ids", "gui showids", on, "show the identifiers", window.show_ids);
    let pips = Kind::Choice(PipsShown::WORDS);
    row!(rows, "window.show-pips", "gui showpips", pips, "what stands under the board", window.show_pips);
    row!(
        rows,
        "window.keep-places",
        "gui windowpositions",
        on,
        "restore the windows' places",
        window.keep_places
    );
}

fn geometry(rows: &mut Rows<Options>) {
    let pixels = Kind::Whole(-100_000, 100_000);
    for (n, window) in WINDOWS.into_iter().enumerate() {
        let at = |part: &str| [format!("window.place.{window}.{part}"), format!("geometry {window} {part}")];
        let place = |part: &str| at(part);
        let [name, words] = place("width");
        row!(rows, name, words, pixels, "width of the window", window.geometry[n].width);
        let [name, words] = place("height");
        row!(rows, name, words, pixels, "height of the window", window.geometry[n].height);
        let [name, words] = place("xpos");
        row!(rows, name, words, pixels, "left edge of the window", window.geometry[n].x);
        let [name, words] = place("ypos");
        row!(rows, name, words, pixels, "top edge of the window", window.geometry[n].y);
        let [name, words] = place("max");
        row!(
            rows,
            name,
            words,
            Kind::Whole(0, 1),
            "1 when the window fills the screen",
            window.geometry[n].max
        );
    }
}
