// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows of the table, one a leaf.

use super::rollout_rows::{evaluation, judge, rollout};
use super::table::{Affects, Rows, noted, row};
use super::tree::{FixedAnswer, GeneratorWord, Options, Seat, TutorSkill, VariationWord};
use super::value::Kind;
use super::window_rows::{export, geometry, gui, sounds, window};

/// Largest number without an own limit.
const ANY: Kind = Kind::Number(0.0, f32::MAX as f64);
const SHARE: Kind = Kind::Number(0.0, 1.0);
pub(super) const PATH: Kind = Kind::Text(4096);

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
        noted("bear off where every die can"),
        automatic.bearoff
    );
    row!(
        rows,
        "automatic.game",
        "automatic game",
        on,
        noted("start the next game after each"),
        automatic.game
    );
    row!(rows, "automatic.move", "automatic move", on, noted("make the only legal play"), automatic.play);
    row!(
        rows,
        "automatic.roll",
        "automatic roll",
        on,
        noted("roll when no double is possible"),
        automatic.roll
    );
}

fn matches(rows: &mut Rows<Options>) {
    rows.affects = Affects::Rules;
    let on = Kind::Switch;
    row!(
        rows,
        "match.length",
        "matchlength",
        Kind::Whole(0, 64),
        noted("points of new matches"),
        matches.length
    );
    let variations = Kind::Choice(VariationWord::WORDS);
    row!(
        rows,
        "match.variation",
        "variation",
        variations,
        noted("the game new matches play"),
        matches.variation
    );
    row!(rows, "match.cube", "cube use", on, noted("play with the doubling cube"), matches.cube);
    row!(rows, "match.crawford", "automatic crawford", on, noted("keep the Crawford rule"), matches.crawford);
    row!(rows, "match.jacoby", "jacoby", on, noted("the Jacoby rule in money sessions"), matches.jacoby);
    row!(rows, "match.beavers", "beavers", Kind::Whole(0, 12), noted("beavers in a row"), matches.beavers);
    let doubles = Kind::Whole(0, 12);
    row!(
        rows,
        "match.automatic-doubles",
        "automatic doubles",
        doubles,
        noted("automatic doubles in a game"),
        matches.automatic_doubles
    );
    row!(rows, "match.egyptian", "egyptian", on, noted("at most five checkers on a point"), matches.egyptian);
    rows.affects = Affects::Nothing;
    let name = Kind::Text(31);
    row!(rows, "match.name.0", "", name, noted("name of the top player in new matches"), matches.names[0]);
    row!(rows, "match.name.1", "", name, noted("name of the bottom player in new matches"), matches.names[1]);
    row!(
        rows,
        "match.aliases",
        "aliases",
        Kind::Text(255),
        noted("your names in imported matches"),
        matches.aliases
    );
    row!(rows, "match.record", "record", on, noted("keep all games of a session"), matches.record);
}

fn players(rows: &mut Rows<Options>) {
    rows.affects = Affects::Play;
    for seat in 0..2 {
        let name = format!("player.{seat}");
        let words = format!("player {seat}");
        row!(
            rows,
            format!("{name}.seat"),
            "",
            Kind::Choice(Seat::WORDS),
            noted("who plays"),
            players[seat].seat
        );
        row!(
            rows,
            format!("{name}.address"),
            "",
            PATH,
            noted("where another program is reached: HOST:PORT, or the path of a socket"),
            players[seat].address
        );
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
        row!(
            rows,
            name,
            words,
            Kind::Filters,
            noted("which plays are searched deeper"),
            players[seat].filters
        );
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
        noted("which plays are searched deeper"),
        evaluation.filters
    );
    row!(
        rows,
        "evaluation.same-as-analysis",
        "evaluation sameasanalysis",
        Kind::Switch,
        noted("use the settings of the analysis"),
        evaluation.same_as_analysis
    );
}

fn analysis(rows: &mut Rows<Options>) {
    rows.affects = Affects::Display;
    let on = Kind::Switch;
    let at = ["analysis.checker", "analysis chequerplay"];
    rows.graft(at, judge(), |o: &Options| &o.analysis.checker, |o| &mut o.analysis.checker);
    row!(rows, "analysis.cube-on", "analysis cube", on, noted("analyze cube decisions"), analysis.cube_on);
    let at = ["analysis.cube", "analysis cubedecision"];
    rows.graft(at, judge(), |o: &Options| &o.analysis.cube, |o| &mut o.analysis.cube);
    row!(rows, "analysis.luck-on", "analysis luck", on, noted("compute luck"), analysis.luck_on);
    let at = ["analysis.luck", "analysis luckanalysis"];
    rows.graft(at, evaluation(), |o: &Options| &o.analysis.luck, |o| &mut o.analysis.luck);
    row!(
        rows,
        "analysis.filters",
        "analysis movefilter",
        Kind::Filters,
        noted("which plays are searched deeper"),
        analysis.filters
    );
    row!(rows, "analysis.plays-on", "analysis moves", on, noted("analyze checker plays"), analysis.plays_on);
    for seat in 0..2 {
        let words = format!("analysis player {seat} analyse");
        row!(
            rows,
            format!("analysis.player.{seat}"),
            words,
            on,
            noted("analyze this player's decisions"),
            analysis.players_on[seat]
        );
    }
    row!(
        rows,
        "analysis.threshold.bad",
        "analysis threshold bad",
        ANY,
        noted("loss above which a decision is bad"),
        analysis.thresholds.bad
    );
    row!(
        rows,
        "analysis.threshold.doubtful",
        "analysis threshold doubtful",
        ANY,
        noted("loss above which a decision is doubtful"),
        analysis.thresholds.doubtful
    );
    row!(
        rows,
        "analysis.threshold.verybad",
        "analysis threshold verybad",
        ANY,
        noted("loss above which a decision is very bad"),
        analysis.thresholds.very_bad
    );
    let luck = Kind::Number(1e-6, f64::from(f32::MAX));
    row!(
        rows,
        "analysis.threshold.lucky",
        "analysis threshold lucky",
        luck,
        noted("luck above which a roll is lucky"),
        analysis.thresholds.lucky
    );
    row!(
        rows,
        "analysis.threshold.unlucky",
        "analysis threshold unlucky",
        luck,
        noted("bad luck above which a roll is unlucky"),
        analysis.thresholds.unlucky
    );
    row!(
        rows,
        "analysis.threshold.verylucky",
        "analysis threshold verylucky",
        luck,
        noted("luck above which a roll is very lucky"),
        analysis.thresholds.very_lucky
    );
    row!(
        rows,
        "analysis.threshold.veryunlucky",
        "analysis threshold veryunlucky",
        luck,
        noted("bad luck above which a roll is very unlucky"),
        analysis.thresholds.very_unlucky
    );
}

fn tutor(rows: &mut Rows<Options>) {
    rows.affects = Affects::Nothing;
    let on = Kind::Switch;
    row!(rows, "tutor.on", "tutor mode", on, noted("warn before weak decisions"), tutor.on);
    row!(rows, "tutor.cube", "tutor cube", on, noted("warn of cube decisions"), tutor.cube);
    row!(rows, "tutor.checker", "tutor chequer", on, noted("warn of checker plays"), tutor.checker);
    let skill = Kind::Choice(TutorSkill::WORDS);
    row!(rows, "tutor.skill", "tutor skill", skill, noted("the least mark that is warned of"), tutor.skill);
}

fn output(rows: &mut Rows<Options>) {
    rows.affects = Affects::Display;
    let on = Kind::Switch;
    row!(rows, "output.on", "output output", on, noted("print anything but errors"), output.on);
    row!(
        rows,
        "output.match-percent",
        "output matchpc",
        on,
        noted("match chances in percent"),
        output.match_percent
    );
    row!(rows, "output.mwc", "output mwc", on, noted("match chances instead of equities"), output.mwc);
    row!(rows, "output.raw-board", "output rawboard", on, noted("boards as one line"), output.raw_board);
    row!(
        rows,
        "output.win-percent",
        "output winpc",
        on,
        noted("winning chances in percent"),
        output.win_percent
    );
    row!(
        rows,
        "output.digits",
        "output digits",
        Kind::Whole(0, 6),
        noted("digits after the point"),
        output.digits
    );
    row!(
        rows,
        "output.error-rate-factor",
        "output errorratefactor",
        ANY,
        noted("error rates are multiplied by this"),
        output.error_rate_factor
    );
    row!(
        rows,
        "output.clockwise",
        "clockwise",
        on,
        noted("the bottom player moves clockwise"),
        output.clockwise
    );
    row!(
        rows,
        "output.display",
        "display",
        on,
        noted("show boards and messages of computer moves"),
        output.display
    );
}

fn dice(rows: &mut Rows<Options>) {
    rows.affects = Affects::Dice;
    let generators = Kind::Choice(GeneratorWord::WORDS);
    row!(rows, "dice.generator", "", generators, noted("where the dice come from"), dice.generator);
    row!(rows, "dice.source", "", PATH, noted("the file or command that gives the dice"), dice.source);
    rows.affects = Affects::Nothing;
    row!(
        rows,
        "dice.cheat",
        "cheat enable",
        Kind::Switch,
        noted("let the program choose the dice"),
        dice.cheat
    );
    for seat in 0..2 {
        row!(
            rows,
            format!("dice.cheat-rank.{seat}"),
            format!("cheat player {seat} roll"),
            Kind::Whole(1, 21),
            noted("rank of the roll this player always gets, 1 the best"),
            dice.cheat_rank[seat]
        );
    }
}

fn engine(rows: &mut Rows<Options>) {
    rows.affects = Affects::Met;
    row!(rows, "engine.met", "", PATH, noted("the match equity table"), engine.met);
    row!(
        rows,
        "engine.met-inverted",
        "invert matchequitytable",
        Kind::Switch,
        noted("exchange the table's seats"),
        engine.met_inverted
    );
    rows.affects = Affects::Engine;
    let entries = Kind::Whole(0, 1 << 26);
    row!(
        rows,
        "engine.cache",
        "cache",
        entries,
        noted("entries of the evaluation cache, 0 for none"),
        engine.cache
    );
    let x = "cubeefficiency";
    row!(
        rows,
        "engine.efficiency.by-position",
        format!("{x} position"),
        Kind::Switch,
        noted("of each position as the nets see it, not only of its class"),
        engine.efficiencies.by_position
    );
    row!(
        rows,
        "engine.efficiency.scatter",
        format!("{x} scatter"),
        Kind::Switch,
        noted("errors in the values that later doubles are chosen by"),
        engine.efficiencies.with_scatter
    );
    row!(
        rows,
        "engine.efficiency.one-sided",
        format!("{x} os"),
        SHARE,
        noted("of one-sided bearoffs"),
        engine.efficiencies.one_sided
    );
    row!(
        rows,
        "engine.efficiency.crashed",
        format!("{x} crashed"),
        SHARE,
        noted("of crashed positions"),
        engine.efficiencies.crashed
    );
    row!(
        rows,
        "engine.efficiency.contact",
        format!("{x} contact"),
        SHARE,
        noted("of contact positions"),
        engine.efficiencies.contact
    );
    row!(
        rows,
        "engine.efficiency.race.factor",
        format!("{x} race factor"),
        SHARE,
        noted("of races, for each pip"),
        engine.efficiencies.race.factor
    );
    row!(
        rows,
        "engine.efficiency.race.coefficient",
        format!("{x} race coefficient"),
        SHARE,
        noted("of races, at no pips"),
        engine.efficiencies.race.coefficient
    );
    row!(
        rows,
        "engine.efficiency.race.min",
        format!("{x} race min"),
        SHARE,
        noted("of races, at least"),
        engine.efficiencies.race.min
    );
    row!(
        rows,
        "engine.efficiency.race.max",
        format!("{x} race max"),
        SHARE,
        noted("of races, at most"),
        engine.efficiencies.race.max
    );
    rows.affects = Affects::Nothing;
    row!(
        rows,
        "engine.threads",
        "threads",
        Kind::Whole(0, 48),
        noted("threads of computations, 0 for one a core"),
        engine.threads
    );
    row!(
        rows,
        "engine.calibration",
        "calibration",
        ANY,
        noted("evaluations a second, for estimates"),
        engine.calibration
    );
    row!(rows, "training.alpha", "training alpha", SHARE, noted("step size"), training.alpha);
    row!(
        rows,
        "training.anneal",
        "training anneal",
        ANY,
        noted("how fast the step size falls"),
        training.anneal
    );
    row!(
        rows,
        "training.threshold",
        "training threshold",
        ANY,
        noted("least difference of 0-ply and 1-ply worth keeping"),
        training.threshold
    );
}

fn general(rows: &mut Rows<Options>) {
    rows.affects = Affects::Nothing;
    let on = Kind::Switch;
    let answers = Kind::Choice(FixedAnswer::WORDS);
    row!(
        rows,
        "confirm.default",
        "confirm default",
        answers,
        noted("the answer to every question"),
        confirm.answer
    );
    row!(rows, "confirm.new", "confirm new", on, noted("ask before a game is thrown away"), confirm.new);
    row!(rows, "confirm.save", "confirm save", on, noted("ask before a file is overwritten"), confirm.save);
    row!(
        rows,
        "autosave.rollout",
        "autosave rollout",
        on,
        noted("backup copies during rollouts"),
        autosave.rollout
    );
    row!(
        rows,
        "autosave.analysis",
        "autosave analysis",
        on,
        noted("backup copies after analyzed games"),
        autosave.analysis
    );
    row!(
        rows,
        "autosave.confirm",
        "autosave confirm",
        on,
        noted("ask before a backup is deleted"),
        autosave.confirm
    );
    let minutes = Kind::Whole(1, 65_535);
    row!(
        rows,
        "autosave.minutes",
        "autosave time",
        minutes,
        noted("minutes between copies"),
        autosave.minutes
    );
    row!(rows, "general.prompt", "prompt", Kind::Text(127), noted("the prompt"), general.prompt);
    row!(rows, "general.language", "lang", Kind::Text(32), noted("the language"), general.language);
    row!(rows, "general.browser", "browser", PATH, noted("program that opens web pages"), general.browser);
    row!(
        rows,
        "general.nice",
        "priority nice",
        Kind::Whole(-20, 20),
        noted("how far computing stands back for other programs"),
        general.nice
    );
    row!(
        rows,
        "general.rating-offset",
        "ratingoffset",
        ANY,
        noted("offset of estimated ratings"),
        general.rating_offset
    );
    row!(
        rows,
        "general.go-to-first-game",
        "gotofirstgame",
        on,
        noted("show the first game after loading"),
        general.go_to_first_game
    );
    row!(
        rows,
        "general.annotator",
        "",
        Kind::Text(256),
        noted("annotator of new matches"),
        general.annotator
    );
}
