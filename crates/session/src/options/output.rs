// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of numbers, text and reports.

use super::declare::options;
use super::value::words;

options! {
    /// Numbers and boards in text.
    pub struct Output {
        option mwc: bool = false => noted("show match winning chances instead of equities") {
            key "output.mwc", set "output mwc", label noted("Match winning chances"), affects [Numbers], in Numbers
        }
        option match_percent: bool = true => noted("show match winning chances in percent") {
            key "output.match-percent", set "output matchpc", label noted("Percent for match winning chances"),
            affects [Numbers], in Numbers
        }
        option win_percent: bool = false => noted("show winning chances in percent") {
            key "output.win-percent", set "output winpc", label noted("Percent for winning chances"),
            affects [Numbers], in Numbers
        }
        option digits: u8 = 3 => noted("digits after the decimal point, from 0 to 6") {
            key "output.digits", set "output digits", label noted("Digits"), affects [Numbers], range 0..=6,
            in Numbers
        }
        option error_rate_factor: f32 = 1000.0 => noted("factor by which error rates are multiplied") {
            key "output.error-rate-factor", set "output errorratefactor", label noted("Factor of error rates"),
            affects [Numbers], range 0.0.., in Numbers
        }
        option on: bool = true => noted("print more than errors") {
            key "output.on", set "output output"
        }
        option raw_board: bool = false => noted("print boards on one line") {
            key "output.raw-board", set "output rawboard"
        }
        option clockwise: bool = false => noted("move the bottom player clockwise") {
            key "output.clockwise", set "clockwise", label noted("Clockwise play"), affects [Board], in Board
        }
        option display: bool = true => noted("print boards and plays of the computer") {
            key "output.display", set "display", label noted("Computer plays in the terminal"), in Sessions
        }
    }
}

words! {
    /// Where the style sheet of an HTML page is.
    HtmlCss {
        #[default]
        Head = "head", noted("In the head of the page");
        External = "external", noted("In a separate file");
        Inline = "inline", noted("In each element");
    }
}

words! {
    /// What the boards of web pages consist of.
    HtmlBoards {
        #[default]
        Svg = "svg", noted("Vector graphics in the page");
        Gnu = "gnu", noted("Tiles of GNU Backgammon");
        Bbs = "bbs", noted("Tiles named as in bbs");
        Fibs2html = "fibs2html", noted("Tiles named as in fibs2html");
    }
}

words! {
    /// How the report of a match is laid out.
    ReportLayout {
        #[default]
        Full = "full", noted("All decisions");
        OnePage = "one-page", noted("One page");
        Interactive = "interactive", noted("Interactive web page");
    }
}

options! {
    /// Reports and pictures.
    pub struct Export {
        option sgf_folder: String = String::new() => noted("folder first offered for matches") {
            key "export.sgf-folder", set "sgf folder", label noted("Matches"), chooser Folder, in Folders
        }
        option import_folder: String = String::new() => noted("folder first offered for imports") {
            key "export.import-folder", set "import folder", label noted("Imports"), chooser Folder, in Folders
        }
        option folder: String = String::new() => noted("folder first offered for exports") {
            key "export.folder", set "export folder", label noted("Exports"), chooser Folder, in Folders
        }
        option annotations: bool = true => noted("include comments and marks") {
            key "export.annotations", set "export include annotations", label noted("Comments and marks"),
            in ReportContents
        }
        option analysis: bool = true => noted("include the analysis of decisions") {
            key "export.analysis", set "export include analysis", label noted("Analysis"), in ReportContents
        }
        option layout: ReportLayout = ReportLayout::Full
            => noted("layout of the report of a match: HTML has all of them, PDF all decisions or one page") {
            key "export.layout", set "export layout", label noted("Layout"), in ReportContents
        }
        option format: String = String::new() => noted("format chosen in the last export") {
            key "export.format"
        }
        option statistics: bool = true => noted("include statistics") {
            key "export.statistics", set "export include statistics", label noted("Statistics"), in ReportContents
        }
        option match_info: bool = true => noted("include date, event and other information about the match") {
            key "export.match-info", set "export include matchinfo", label noted("Match information"),
            in ReportContents
        }
        option board_every: u16 = 1 => noted("number of moves from one board to the next; 0 for no boards") {
            key "export.board-every", set "export show board", label noted("Boards"), range 0..=65_535,
            unit noted("moves"), in ReportContents
        }
        each players: [bool; 2] = [true; 2] => noted("include the analysis of this player") {
            key "export.player.{}", in ReportContents, of ["0" noted("Top player"), "1" noted("Bottom player")]
        }
        option n_candidates: u16 = 5 => noted("maximum number of candidates of a play") {
            key "export.moves.number", set "export moves number", label noted("Candidates"), range 0..=65_535,
            in ReportPlays
        }
        option play_chances: bool = true => noted("include the chances of each candidate") {
            key "export.moves.probabilities", set "export moves probabilities", label noted("Chances"), in ReportPlays
        }
        option play_evaluation: bool = false => noted("include the settings of evaluations") {
            key "export.moves.evaluation", set "export moves parameters evaluation",
            label noted("Settings of evaluations"), in ReportPlays
        }
        option play_rollout: bool = true => noted("include the settings of rollouts") {
            key "export.moves.rollout", set "export moves parameters rollout", label noted("Settings of rollouts"),
            in ReportPlays
        }
        each plays: [bool; 4] = [true; 4] => noted("include the analysis of plays with this mark") {
            key "export.moves.{}", set "export moves display {}", in ReportPlays,
            of [
                "verybad" noted("Very bad plays"), "bad" noted("Bad plays"), "doubtful" noted("Doubtful plays"),
                "unmarked" noted("Unmarked plays")
            ]
        }
        option cube_chances: bool = true => noted("include the chances of each cube decision") {
            key "export.cube.probabilities", set "export cube probabilities", label noted("Chances"), in ReportCubes
        }
        option cube_evaluation: bool = false => noted("include the settings of evaluations") {
            key "export.cube.evaluation", set "export cube parameters evaluation",
            label noted("Settings of evaluations"), in ReportCubes
        }
        option cube_rollout: bool = true => noted("include the settings of rollouts") {
            key "export.cube.rollout", set "export cube parameters rollout", label noted("Settings of rollouts"),
            in ReportCubes
        }
        each cubes: [bool; 4] = [true; 4]
            => noted("include the analysis of cube decisions with this mark") {
            key "export.cube.{}", set "export cube display {}", in ReportCubes,
            of [
                "verybad" noted("Very bad decisions"), "bad" noted("Bad decisions"),
                "doubtful" noted("Doubtful decisions"), "unmarked" noted("Unmarked decisions")
            ]
        }
        option cube_actual: bool = true => noted("include decisions in which the cube was turned") {
            key "export.cube.actual", set "export cube display actual", label noted("Doubles, takes and passes"),
            in ReportCubes
        }
        option cube_close: bool = true => noted("include close decisions") {
            key "export.cube.close", set "export cube display close", label noted("Close decisions"), in ReportCubes
        }
        option cube_missed: bool = true => noted("include missed doubles") {
            key "export.cube.missed", set "export cube display missed", label noted("Missed doubles"), in ReportCubes
        }
        option css: HtmlCss = HtmlCss::Head => noted("place of the style sheet of web pages") {
            key "export.html.css", set "export html css", label noted("Style sheet"), in ReportPictures
        }
        option html_boards: HtmlBoards = HtmlBoards::Svg
            => noted("what the boards of web pages consist of: vector graphics, or tiles in files beside the page") {
            key "export.html.type", set "export html type", label noted("Pictures of boards"), in ReportPictures
        }
        option html_pictures: String = String::new()
            => noted("folder or web address of the tiles of web pages; empty for html-images beside the page") {
            key "export.html.picture-url", set "export html pictureurl", label noted("Place of the tiles"),
            in ReportPictures
        }
        option html_size: u8 = 4 => noted("scale of the boards in web pages, from 1 to 20 pixels per unit") {
            key "export.html.size", set "export html size", label noted("Boards in web pages"), range 1..=20,
            in ReportPictures
        }
        option html_files: bool = false => noted("write a web page for each game of a match") {
            key "export.html.files", set "export html files", label noted("A page for each game"), in ReportPictures
        }
        option png_size: u8 = 4 => noted("scale of PNG pictures, from 1 to 20 pixels per unit") {
            key "export.png.size", set "export png size", label noted("PNG pictures"), range 1..=20,
            in ReportPictures
        }
    }
}
