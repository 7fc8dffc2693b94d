// SPDX-License-Identifier: GPL-3.0-or-later
//! Opening, importing, saving and exporting files.
//!
//! `load` and `import auto` do the same: they detect the format by the content. `-` stands for standard output.

use crate::i18n::{gettext, gettext_f, noted};
use crate::language::args::Args;
use crate::language::context::{CommandResult, CommandRow, Context, row};
use crate::language::refusal::Refusal;
use crate::language::tree::Expects;
use gnubg_engine::input::check_replaceable;
use gnubg_engine::nn::WEIGHTS_MAGIC;
use gnubg_formats::Format;
use gnubg_report::markup::Markup;
use gnubg_session::options::{self, OptionValue};
use gnubg_session::{FileCommand, FileScope};
use std::path::{Path, PathBuf};

const READ: &str = "FILE [n]";

/// A row that reads a file. `n` is the number of the match in a file of several matches.
const fn reads(path: &'static str, help: &'static str) -> CommandRow {
    row(path, READ, help, open).expecting(Expects::File)
}

/// A row that writes a file.
const fn writes(path: &'static str, help: &'static str) -> CommandRow {
    row(path, "FILE", help, export).expecting(Expects::File)
}

/// The rows of this family.
pub const ROWS: &[CommandRow] = &[
    reads("load game", noted("open a file of any known format")),
    reads("load match", noted("open a file of any known format")),
    reads("load position", noted("open a file of any known format")),
    reads("import auto", noted("open a file of any known format")),
    reads("import bgammon", noted("read a replay of bgammon.org (.match)")),
    reads("import bgblitz", noted("read a match of BGBlitz (.bgf)")),
    reads("import bgroom", noted("read games of BGRoom (.bgf)")),
    row(
        "import bkg",
        "FILE",
        noted("not available: the format of Hans Berliner's BKG is not known"),
        |_, _| {
            Err(Refusal::usage(gettext(
                "files of BKG cannot be read: no description of the format and no file in it could be found",
            )))
        },
    ),
    reads("import empire", noted("read games of GammonEmpire (.gam)")),
    reads("import gam", noted("read a single game in two columns (.gam)")),
    reads("import id", noted("read a position from a file that contains an identifier")),
    reads("import mat", noted("read a match in two columns (.mat)")),
    reads("import ogxm", noted("read a match of OpenGammon (.ogxm)")),
    reads("import oldmoves", noted("read matches of FIBS (.fibs)")),
    reads("import party", noted("read games of PartyGammon (.gam)")),
    reads("import pos", noted("read a position of Jellyfish (.pos)")),
    reads("import sgf", noted("read a match of GNU Backgammon (.sgf)")),
    reads("import sgg", noted("read a match of GamesGrid (.sgg)")),
    reads("import snowietxt", noted("read a position or match of Snowie (.txt)")),
    reads("import tmg", noted("read a session of TrueMoneyGames (.tmg)")),
    reads("import xg", noted("read a match of eXtreme Gammon (.xg, .xgp)")),
    writes("save game", noted("save the game as SGF")),
    writes("save match", noted("save the match or session as SGF")),
    writes("save position", noted("save the position as SGF")),
    writes("export game gam", noted("write the game in two columns")),
    writes("export game html", noted("write the game as a web page")),
    writes("export game latex", noted("write the game as LaTeX source")),
    writes("export game pdf", noted("write the game as a PDF document")),
    writes("export game ps", noted("write the game as a PostScript document")),
    writes("export game sgf", noted("write the game as SGF")),
    writes("export game snowietxt", noted("write the game as Snowie text")),
    writes("export game text", noted("write the game as plain text")),
    writes("export game xg", noted("write the game for eXtreme Gammon (.xg)")),
    row(
        "export htmlimages",
        "FOLDER",
        noted("write the tiles of boards in web pages into a folder"),
        |c, a| {
            let folder = PathBuf::from(a.file()?);
            c.execute(FileCommand::ExportTiles(folder)).map(drop)
        },
    )
    .expecting(Expects::File),
    row(
        "load weights",
        "[FILE]",
        noted("play and analyze with the nets of a file; without FILE: with those of the program"),
        load_weights,
    )
    .expecting(Expects::File),
    row("save weights", "FILE", noted("write the nets in use to a file"), save_weights)
        .expecting(Expects::File),
    writes("export match bgammon", noted("write the match as a replay of bgammon.org (.match)")),
    writes("export match bgblitz", noted("write the match with its analysis for BGBlitz (.bgf)")),
    writes("export match html", noted("write the match as a web page")),
    writes("export match latex", noted("write the match as LaTeX source")),
    writes("export match mat", noted("write the match in two columns")),
    writes("export match ogxm", noted("write the match with its analysis for OpenGammon (.ogxm)")),
    writes("export match oldmoves", noted("write the match as FIBS shows it (.fibs)")),
    writes("export match pdf", noted("write the match as a PDF document")),
    writes("export match png", noted("draw the match on one page as a PNG picture")),
    writes("export match ps", noted("write the match as a PostScript document")),
    writes("export match sgf", noted("write the match as SGF")),
    writes("export match snowietxt", noted("write the match as Snowie text")),
    writes("export match text", noted("write the match as plain text, one file per game")),
    writes("export match xg", noted("write the match with its analysis for eXtreme Gammon (.xg)")),
    forum("export position bbcode", noted("write the position and its analysis for a forum (BBCode)")),
    forum("export position bgonline", noted("write the position and its analysis as HTML")),
    row("export position bgo2clipboard", "", noted("print the position and its analysis as HTML"), |c, _| {
        print_html(c)
    }),
    writes("export position eps", noted("draw the position as an EPS picture")),
    writes("export position html", noted("write the position as a web page")),
    writes("export position id", noted("write the identifiers of the position (XGID, GNUBGID)")),
    writes("export position latex", noted("write the position as LaTeX source")),
    forum("export position markdown", noted("write the position and its analysis as Markdown")),
    writes("export position pdf", noted("write the position as a PDF page")),
    writes("export position png", noted("draw the position as a PNG picture")),
    writes("export position pos", noted("write the position in the format of Jellyfish (.pos)")),
    writes("export position ps", noted("write the position as a PostScript page")),
    writes("export position sgf", noted("write the position as SGF")),
    writes("export position snowietxt", noted("write the position as Snowie text")),
    writes("export position svg", noted("draw the position with its analysis as an SVG picture")),
    writes("export position text", noted("write the position as plain text")),
    writes("export position xg", noted("write the position for eXtreme Gammon (.xgp)")),
    writes("export session html", noted("write the session as a web page")),
    writes("export session latex", noted("write the session as LaTeX source")),
    writes("export session pdf", noted("write the session as a PDF document")),
    writes("export session ps", noted("write the session as a PostScript document")),
    writes("export session text", noted("write the session as plain text, one file per game")),
];

fn load_weights(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let file = args.word().unwrap_or_default().to_owned();
    let leaf =
        options::find("engine.weights").ok_or_else(|| Refusal::usage(gettext("there is no such setting")))?;
    if !context.set_options(vec![(leaf.id(), OptionValue::Text(file.clone()))])? {
        return Ok(());
    }
    context.say(&if file.is_empty() {
        gettext("The nets of the program are used.")
    } else {
        gettext_f("The nets of {file} are used.", &[("file", file)])
    });
    Ok(())
}

fn save_weights(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let path = args.file()?;
    check_replaceable(Path::new(&path), WEIGHTS_MAGIC, "a weights file")
        .map_err(|source| Refusal::File { path: path.clone(), source })?;
    if !context.may_write(&path) {
        return Ok(());
    }
    let bytes = context.session.engine().nets().to_bytes();
    gnubg_formats::save(Path::new(&path), &bytes).map_err(|error| Refusal::usage(error.to_string()))?;
    context.say(&gettext_f("The nets are saved to {path}.", &[("path", path.to_string())]));
    Ok(())
}

fn open(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let path = PathBuf::from(args.file()?);
    let index = match args.whole()? {
        None => None,
        Some(n) => {
            let index = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
            Some(index.ok_or_else(|| Refusal::usage(gettext("matches in a file are counted from 1")))?)
        }
    };
    // `load match` and `import auto` detect the format.
    let format = args.path.strip_prefix("import ").and_then(Format::from_keyword);
    context.execute_asking(FileCommand::Open { path, format, index })?;
    Ok(())
}

/// A row that writes text for forums.
const fn forum(path: &'static str, help: &'static str) -> CommandRow {
    row(path, "FILE", help, export_for_forum).expecting(Expects::File)
}

fn print_html(context: &mut Context<'_>) -> CommandResult {
    let text = context.session.marked_up(Markup::Html, None)?;
    context.console.print(text.trim_end_matches('\n'));
    Ok(())
}

fn export_for_forum(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let file = args.file()?;
    let markup = match args.path.rsplit(' ').next() {
        Some("bbcode") => Markup::BbCode,
        Some("markdown") => Markup::Markdown,
        _ => Markup::Html,
    };
    let text = context.session.marked_up(markup, None)?;
    if file == "-" {
        context.console.print(text.trim_end_matches('\n'));
        return Ok(());
    }
    if !context.may_write(&file) {
        return Ok(());
    }
    gnubg_formats::save(Path::new(&file), text.as_bytes())
        .map_err(|error| Refusal::usage(error.to_string()))?;
    context.say(&crate::text::files::written(&[PathBuf::from(&file)]));
    Ok(())
}

fn export(context: &mut Context<'_>, args: &mut Args<'_>) -> CommandResult {
    let file = args.file()?;
    let words: Vec<&str> = args.path.split(' ').collect();
    let scope = match words.get(1) {
        Some(&"game") => FileScope::Game,
        Some(&"position") => FileScope::Position,
        _ => FileScope::Match,
    };
    let format = words.get(2).and_then(|word| Format::from_keyword(word));
    if file == "-" {
        let bytes = context.session.exported(format.unwrap_or(Format::Sgf), scope)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Refusal::usage(gettext("this format is not text; give a file name instead of -")))?;
        context.console.print(text.trim_end_matches('\n'));
        return Ok(());
    }
    if !context.may_write(&file) {
        return Ok(());
    }
    let path = PathBuf::from(&file);
    context.execute(match format {
        None => FileCommand::Save { path, scope },
        Some(format) => FileCommand::Export { path, format, scope },
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::commands::test_shell::TestShell;
    use gnubg_formats::Format;
    use gnubg_formats::export::ExportScope;
    use gnubg_report::export::holds;
    use gnubg_session::Setup;

    const MATCH: &str = " 5 point match\n\n Game 1\n Ann : 0    Ben : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) Takes   Doubles => 2\n 3) Drops\n    Wins 1 point\n";

    #[test]
    fn a_match_survives_export_and_import() {
        let mut shell = TestShell::new();
        shell.write("a.mat", MATCH);
        let output = shell.run("import auto @/a.mat", &[]);
        assert!(output.printed.contains("a.mat (MAT): 5 point match, Ann"), "{}", output.printed);
        assert!(output.complaints.contains("Warning: line 6"), "{}", output.complaints);
        let record = shell.session.record().clone();
        assert_eq!(record.games.len(), 1);
        for line in [
            "save match @/b.sgf",
            "export match mat @/c.mat",
            "export match text @/d.txt",
            "export position pos @/e.pos",
            "export match xg @/f.xg",
            "export match oldmoves @/g.fibs",
            "export match bgammon @/h.match",
            "export position id @/i.txt",
        ] {
            let output = shell.run(line, &[]);
            assert!(
                output.printed.contains("Written: ") && output.complaints.is_empty(),
                "{line}: {}",
                output.complaints
            );
        }
        shell.run("new match 3", &[]);
        shell.run("load match @/b.sgf", &[]);
        assert_eq!(shell.session.record(), &record);
        let output = shell.run("export match mat -", &[]);
        let exported = std::fs::read_to_string(shell.folder.path().join("c.mat")).unwrap();
        assert_eq!(output.printed.trim_end(), exported.trim_end());
    }

    /// The words of `export` are those of the one table of what can be written.
    #[test]
    fn every_format_that_is_written_has_its_word() {
        let scopes = [
            ExportScope::Match,
            ExportScope::Game(0),
            ExportScope::Position(gnubg_record::Cursor::default()),
        ];
        let mut wanted: Vec<String> = Vec::new();
        for scope in scopes {
            let formats = Format::ALL.into_iter().filter(|format| holds(*format, scope));
            wanted.extend(formats.map(|format| format!("export {} {}", scope.name(), format.keyword())));
        }
        let forums = ["bbcode", "bgonline", "bgo2clipboard", "markdown"];
        let is_file = |path: &&str| {
            let words: Vec<&str> = path.split(' ').collect();
            matches!(words[..], ["export", "match" | "game" | "position", word] if !forums.contains(&word))
        };
        let mut found: Vec<String> =
            super::ROWS.iter().map(|row| row.path).filter(is_file).map(str::to_owned).collect();
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted);
    }

    #[test]
    fn files_are_overwritten_only_after_a_yes() {
        let mut shell = TestShell::new();
        shell.write("a.mat", MATCH);
        shell.write("b.sgf", "precious");
        shell.run("import mat @/a.mat", &[]);
        shell.run("save match @/b.sgf", &["no"]);
        assert_eq!(std::fs::read_to_string(shell.folder.path().join("b.sgf")).unwrap(), "precious");
        shell.run("save match @/b.sgf", &["yes"]);
        assert!(std::fs::read_to_string(shell.folder.path().join("b.sgf")).unwrap().starts_with("(;FF[4]"));
    }

    #[test]
    fn wrong_files_are_refused() {
        let mut shell = TestShell::new();
        shell.write("a.mat", "nonsense");
        for (line, fault) in [
            ("import auto @/a.mat", "not a backgammon file"),
            ("import xg @/a.mat", "eXtreme Gammon"),
            ("load match @/gone.sgf", "gone.sgf"),
            ("import auto", "needs a file name"),
            ("import auto @/a.mat 0", "counted from 1"),
            ("save match @/b.sgf", "no match"),
        ] {
            let output = shell.run(line, &[]);
            assert!(output.complaints.contains(fault), "{line}: {}", output.complaints);
            assert!(shell.interpreter.has_failed(), "{line}");
        }
    }

    #[test]
    fn one_match_of_several_is_chosen() {
        let two = "Score is 2-0 in a 5 point match.\nAnn is X - Ben is O\n\nX: (3 1) 17-20 19-20\n\nScore is 0-0 in a money game.\nAnn is X - Ben is O\n\nO: (5 2) 13-11 13-8\n";
        let mut shell = TestShell::new();
        shell.write("a.txt", two);
        let output = shell.run("import auto @/a.txt", &[]);
        assert!(output.printed.contains("   2  session, "), "{}", output.printed);
        assert!(output.printed.contains("Match 1 is opened"), "{}", output.printed);
        assert_eq!(shell.session.record().length, 5);
        shell.run("import oldmoves @/a.txt 2", &[]);
        assert_eq!((shell.session.record().length, shell.session.record().games.len()), (0, 1));
        shell.run("import auto @/a.txt", &["1"]);
        assert_eq!(shell.session.record().length, 5);
    }

    #[test]
    fn without_programs_no_command_runs_one() {
        let setup = Setup { without_programs: true, ..TestShell::setup() };
        let mut shell = TestShell::with(setup);
        for line in ["!touch @/ran", "set rng user touch @/ran; printf 31", "set rng random.org"] {
            let told = shell.run(line, &[]).complaints;
            assert!(told.contains("--no-shell"), "{line}: {told}");
        }
        assert!(!shell.folder.path().join("ran").exists());
        // Without the option they do, and a file of dice is there when its command ends.
        let mut shell = TestShell::new();
        shell.write("dice.txt", "31 65");
        assert!(shell.run("set rng file @/dice.txt", &[]).printed.contains("dice.txt"));
        assert!(shell.run("set rng file @/missing.txt", &[]).complaints.contains("missing.txt"));
        assert_eq!(shell.run("dicerolls 2", &[]).printed, "3 1\n6 5\n");
        shell.run("set rng user touch @/ran; printf 31", &[]);
        assert!(
            shell.run("dicerolls 1", &[]).printed.contains("3 1") && shell.folder.path().join("ran").exists()
        );
    }
}
