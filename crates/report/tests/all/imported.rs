// SPDX-License-Identifier: GPL-3.0-or-later
//! What texts of other programs hold beside the position appears in every report as found, with its depth.

use crate::common::table;
use cairo::{Context, ImageSurface};
use gnubg_engine::core::{Equity, MatchState};
use gnubg_formats::export::ExportScope;
use gnubg_formats::{Format, Imported, read};
use gnubg_record::analysis::{Analysis, CubeMethod, ForeignLevel, Method};
use gnubg_record::{Entry, MatchRecord};
use gnubg_report::export::{ExportOptions, pages, write};
use gnubg_report::markup::{KnownDecision, Markup};
use gnubg_report::pages::Pages;
use gnubg_report::{ReportOptions, interactive};

const XG_PLAY: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10

X:Anna   O:Bert
Score is X:0 O:0 7 pt.(s) match.
Cube: 1
X to play 31

    1. Rollout¹    8/5 6/5                      eq:+0.159
      Player:   55.11% (G:17.22% B:1.33%)
      Opponent: 44.89% (G:12.44% B:0.55%)
      Confidence: ±0.004 (+0.155..+0.163) - [100.0%]

    2. XG Roller++ 24/23 13/10                  eq:-0.011 (-0.170)
      Player:   50.31% (G:13.22% B:0.61%)
      Opponent: 49.69% (G:13.44% B:0.62%)

A golden point

eXtreme Gammon Version: 2.10, MET: Kazaross XG2
";

/// With decimal commas, as eXtreme Gammon writes where the system has them.
const XG_CUBE: &str = "XGID=---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10

X:Anna   O:Bert
Le score est X:0 O:5 match en 9 pt(s)
Videau: 1
X: lance ou double

Analysé avec XG Roller++
Chance de gain du joueur: 54,40% (G:18,22% B:0,53%)
Chance de gain de l'adversaire: 45,60% (G:12,71% B:0,51%)

Equités sans videau: Pas de double=+0,103, Double=+0,259

Equités avec videau
       Pas de double: +0,337
       Double/Prend:  +0,215 (-0,122)
       Double/Passe:  +1,000 (+0,663)

Meilleur action du videau: Pas de double / Prend
Pourcentage de passes incorrectes pour rendre la décision de double correcte: 13,4%

A quiet cube

eXtreme Gammon Version: 2.10, TEM: Kazaross XG2
";

const BGBLITZ_PLAY: &str = " Position-ID: 4HPwATDgc/ABMA    Match-ID: QYngAAAAAAAE
 XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10

 Green - 0 Red - 0 in a 7 point match.
 Red to move 1-3

Evaluation  (EMG)
 ==========
  1.   0.524 mwp /   0.159            8/5, 6/5
       0.551  0.172  0.013  -  0.449  0.124  0.006

  2.   0.498 mwp /  -0.011  (-0.170)  24/23, 13/10
       0.503  0.132  0.006  -  0.497  0.134  0.006
";

const BGBLITZ_CUBE: &str = " Position-ID: Mw5jkCQyz+AhAg    Match-ID: cAkgAUAAEAAE
 XGID=-aAaBaDaB---bD-b-A-cA-b-b-:0:0:1:00:2:4:0:9:10

 Green - 4 Red - 2 in a 9 point match.
 Red to move.

              Wins  G+BG  BG
 Green        39.0  13.3  0.3
 Red          61.0  25.1  0.8
 Equity Red (cubeless): 0.344  Std.Dev.: 0.214
 Equity (cubeful)    :  0.410

 Cube Action:          :  Double / Take        EMG
 Double / Take         :  0.410   ( 0.000)      0.625   ( 0.000)
 No Double             :  0.407   (-0.003)      0.585   (-0.040)
 Double / Pass         :  0.433   ( 0.024)      1.000   ( 0.375)
";

const GNU_PLAY: &str = "Move number 1:  Ben to play 41

 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : cAimAAAAAAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Ben

Rolled 41:
     1. Cubeful 3-ply    13/9 6/5           Eq.: +0.159
       0.551 0.172 0.013 - 0.449 0.124 0.006
     2. Cubeful 1-ply    24/23 13/9         Eq.: -0.011 (-0.170)
       0.503 0.132 0.006 - 0.497 0.134 0.006

Annotation:
A golden point

";

const GNU_CUBE: &str = "Move number 1:  Ben on roll, cube decision?

 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : cAngAAAAAAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Ben

Cube analysis
3-ply cubeless equity +0.103 (Money: +0.103)
  0.544 0.182 0.005 - 0.456 0.127 0.005
Cubeful equities:
1. No double            +0.337
2. Double, pass         +1.000  (+0.663)
3. Double, take         +0.215  (-0.122)
Proper cube action: No double, take (15.5%)
";

/// A text, and what each report must tell of it.
const TEXTS: [(&str, &str, &[&str]); 6] = [
    (
        "XG, play",
        XG_PLAY,
        &["8/5 6/5", "XG rollout", "+0.159", "24/23 13/10", "XG Roller++", "-0.011", "golden point"],
    ),
    ("XG, cube", XG_CUBE, &["XG Roller++", "+0.337", "+0.215", "quiet cube"]),
    ("BGBlitz, play", BGBLITZ_PLAY, &["8/5 6/5", "BGBlitz", "+0.159", "24/23 13/10", "-0.011"]),
    ("BGBlitz, cube", BGBLITZ_CUBE, &["BGBlitz", "+0.58", "+0.62"]),
    (
        "GNU, play",
        GNU_PLAY,
        &[
            "13/9 6/5",
            "GNU Backgammon 3-ply",
            "+0.159",
            "24/23 13/9",
            "GNU Backgammon 1-ply",
            "-0.011",
            "golden point",
        ],
    ),
    ("GNU, cube", GNU_CUBE, &["GNU Backgammon 3-ply", "+0.337", "+0.215"]),
];

fn imported(text: &str) -> Imported {
    let one = read(text.as_bytes(), None, None).unwrap().matches.remove(0);
    assert_eq!((&one.warnings[..], one.is_position()), (&[][..], true), "{text}");
    one
}

fn last(record: &mut MatchRecord) -> &mut Entry {
    record.games.last_mut().unwrap().entries.last_mut().unwrap()
}

fn known<'a>(entry: &'a Entry, state: &'a MatchState) -> KnownDecision<'a> {
    let analysis: Option<&Analysis> = entry.analysis.as_deref();
    KnownDecision {
        cube: entry.cube_analysis(),
        plays: entry.play_analysis(),
        imported_cube: analysis.and_then(|found| found.imported_cube.as_deref()),
        imported_plays: analysis.and_then(|found| found.imported_play.as_deref()),
        comment: &entry.comment,
        ..KnownDecision::of(state, ["Anna", "Bert"])
    }
}

/// The reports that are text, with the words of markup taken away.
fn as_texts(one: &Imported, options: &ExportOptions<'_>) -> Vec<(String, String)> {
    let (record, at) = (&one.record, one.opening_place());
    let mut found = Vec::new();
    for format in [Format::Text, Format::Html, Format::Latex] {
        for scope in [ExportScope::Position(at), ExportScope::Game(0), ExportScope::Match] {
            let text = String::from_utf8(write(record, scope, format, options).unwrap().concat()).unwrap();
            found.push((format!("{format} {}", scope.name()), text));
        }
    }
    found.push(("interactive".to_owned(), interactive::page(record, &options.report)));
    let state = record.state_at(at);
    for markup in [Markup::Html, Markup::Markdown, Markup::BbCode, Markup::Text] {
        let entry = record.games[0].entries.last().unwrap();
        let text = known(entry, &state).write(markup, &options.report);
        found.push((format!("{markup:?}"), text.replace('\\', "")));
    }
    for (_, text) in &mut found {
        *text = text.replace("{-}", "-").replace('~', " ");
    }
    found
}

#[test]
fn every_report_shows_what_was_imported() {
    let table = table();
    let report = ReportOptions { table: Some(&table), ..ReportOptions::default() };
    let options = ExportOptions { report, in_one_file: true, ..ExportOptions::default() };
    let mut missing = Vec::new();
    for (name, text, wanted) in TEXTS {
        let mut one = imported(text);
        let mut both = imported(text);
        last(&mut both.record).update_analysis(beside_an_own_one);
        for (kind, one) in [("alone", &mut one), ("beside an own one", &mut both)] {
            for (report, text) in as_texts(one, &options) {
                let absent: Vec<&&str> = wanted.iter().filter(|piece| !text.contains(**piece)).collect();
                if !absent.is_empty() {
                    missing.push(format!("{name} {kind}, {report}: {absent:?}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The imported analysis stays as it is beside another one.
fn beside_an_own_one(analysis: &mut Analysis) {
    let level = || ForeignLevel { name: "Another 5-ply".to_owned(), plies: 5 };
    if let Some(play) = &mut analysis.play {
        analysis.imported_play = Some(std::sync::Arc::new(play.clone()));
        for candidate in &mut play.candidates {
            candidate.method = Method::Foreign(Box::new(level()));
            candidate.equity = Equity(0.5);
        }
    }
    if let Some(cube) = &mut analysis.cube {
        analysis.imported_cube = Some(std::sync::Arc::new(cube.clone()));
        cube.method = CubeMethod::Foreign(level());
    }
}

/// The pages of PDF and PostScript as pixels, and the number of the glyphs in SVG.
fn picture(record: &MatchRecord, scope: ExportScope, options: &ExportOptions<'_>) -> (Vec<Vec<u8>>, usize) {
    let pages = pages(record, scope, options).unwrap();
    let (width, height) = Pages::size();
    let pixels = |page: usize| {
        let mut surface = ImageSurface::create(cairo::Format::A8, width as i32, height as i32).unwrap();
        pages.draw(&Context::new(&surface).unwrap(), page).unwrap();
        surface.data().unwrap().to_vec()
    };
    let glyphs = if matches!(scope, ExportScope::Position(_)) {
        let picture = write(record, scope, Format::Svg, options).unwrap().concat();
        String::from_utf8(picture).unwrap().matches("<use ").count()
    } else {
        0
    };
    ((0..pages.n_pages()).map(pixels).collect(), glyphs)
}

/// Takes something away from an entry, or adds it.
type Change = fn(&mut Entry);

/// Documents hold glyphs instead of text; each piece changes them.
#[test]
fn every_document_shows_what_was_imported() {
    let table = table();
    let report = ReportOptions { table: Some(&table), ..ReportOptions::default() };
    let options = ExportOptions { report, ..ExportOptions::default() };
    let changes: [(&str, Change); 4] = [
        ("note", |entry| entry.comment.clear()),
        ("level", |entry| {
            entry.update_analysis(|analysis| {
                if let Some(play) = &mut analysis.play {
                    let level = ForeignLevel { name: "The level of another program".to_owned(), plies: 0 };
                    play.candidates[0].method = Method::Foreign(Box::new(level));
                }
                if let Some(cube) = &mut analysis.cube {
                    cube.method = CubeMethod::Foreign(ForeignLevel {
                        name: "The level of another program".to_owned(),
                        plies: 0,
                    });
                }
            });
        }),
        ("candidates", |entry| {
            entry.update_analysis(|analysis| {
                if let Some(play) = &mut analysis.play {
                    play.candidates.pop();
                }
                analysis.cube = None;
            });
        }),
        ("imported beside", |entry| {
            entry.update_analysis(beside_an_own_one);
        }),
    ];
    for (name, text, _) in TEXTS {
        let whole = imported(text);
        let at = ExportScope::Position(whole.opening_place());
        for scope in [at, ExportScope::Game(0), ExportScope::Match] {
            let picture = |record: &MatchRecord| picture(record, scope, &options);
            let shown = picture(&whole.record);
            assert!(shown == picture(&whole.record), "{name} {}: not the same twice", scope.name());
            for (what, change) in changes {
                let mut record = whole.record.clone();
                if what == "note" && last(&mut record).comment.is_empty() {
                    continue;
                }
                change(last(&mut record));
                let (pages, glyphs) = picture(&record);
                let is_svg = matches!(scope, ExportScope::Position(_));
                assert!(shown.0 != pages, "{name} {}: {what} is not on the pages", scope.name());
                assert!(!is_svg || shown.1 != glyphs, "{name}: {what} is not in the picture");
            }
        }
    }
}
