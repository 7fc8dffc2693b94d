// SPDX-License-Identifier: GPL-3.0-or-later
//! Pages are XML and have the classes of their style sheet.

use super::*;
use crate::tiles::{TileBoards, TileSet};
use gnubg_engine::core::{Equity, Probs};
use gnubg_record::analysis::{Candidate, CubeAnalysis, CubeMethod, Method, Outputs, PlayAnalysis, Utility};
use gnubg_record::settings::EvalSettings;

/// Two games; the first play has an analysis of the play and of the cube.
fn analyzed_match() -> MatchRecord {
    let text = " 3 point match\n\n Game 1\n A<b> : 0    Ben : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) Doubles => 2   Drops\n    Wins 1 point\n\n Game 2\n A<b> : 1    Ben : 0\n 1)     31: 8/5 6/5\n";
    let mut record = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    let probs = Probs::from_array([0.465, 0.131, 0.005, 0.168, 0.012]);
    let outputs =
        |value| Outputs { probs, cubeless: Equity(-0.114), cubeful: Utility::Equity(Equity(value)) };
    let settings = EvalSettings::at(0);
    for entry in &mut record.games[0].entries {
        let EntryAction::Play { play, .. } = entry.action else { continue };
        let candidate = |equity| Candidate {
            play,
            probs,
            equity: Equity(equity),
            method: Method::Evaluation(settings),
            is_marked: false,
        };
        entry.update_analysis(|analysis| {
            analysis.play =
                Some(PlayAnalysis { candidates: vec![candidate(0.2), candidate(0.1)], played: Some(1) });
            analysis.cube = Some(CubeAnalysis {
                no_double: outputs(-0.172),
                double_take: outputs(-0.679),
                method: CubeMethod::Evaluation(settings),
                is_marked: false,
            });
        });
    }
    record
}

/// Pages are XML: every element is closed, every attribute quoted, every identifier there once.
#[test]
fn pages_are_well_formed() {
    let mut record = analyzed_match();
    let table = gnubg_engine::cube::MatchEquityTable::default();
    record.games[0].entries[1].comment = "a < b & \u{1} \u{fffe} ]]> --> \"c\"".to_owned();
    let boards = |set| Some(TileBoards { set, address: "a&b/", is_clockwise: false });
    for (style, tiles) in [
        (css::StyleSheet::Head, None),
        (css::StyleSheet::External, boards(TileSet::Gnu)),
        (css::StyleSheet::Inline, boards(TileSet::Bbs)),
        (css::StyleSheet::Head, boards(TileSet::Fibs2html)),
    ] {
        let html = css::HtmlOptions { style, ..css::HtmlOptions::default() };
        let options = ReportOptions { html, tiles, table: Some(&table), ..ReportOptions::default() };
        let mut texts = pages(&record, &options, |n| format!("{n}.html"));
        texts.push(games(&record, None, &options));
        texts.push(position(&record, Cursor::at(0, 1), &options));
        for text in &texts {
            let xml = text.strip_prefix("<!DOCTYPE html>\n").unwrap();
            let parsed = roxmltree::Document::parse(xml).unwrap_or_else(|error| panic!("{error}\n{xml}"));
            let mut ids: Vec<&str> = parsed.descendants().filter_map(|node| node.attribute("id")).collect();
            let n = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), n, "identifiers are unique");
            let classes: Vec<&str> =
                parsed.descendants().filter_map(|node| node.attribute("class")).collect();
            for class in classes.iter().flat_map(|classes| classes.split(' ')) {
                assert!(css::sheet().contains(&format!(".{class} {{")), "{class}");
            }
            let wanted =
                ["movetable", "movethemove", "cubedecisionheader", "cubeaction", "cubeequity", "cubeprobs"];
            if text.contains("id=\"game1\"") {
                for class in wanted.into_iter().chain(["stattable", "stattableheader", "commentheader"]) {
                    assert!(classes.contains(&class), "{class}");
                }
            }
            for at in text.match_indices("<!-- ").map(|(at, _)| &text[at + 5..]) {
                let name = at.split(" -->").next().unwrap();
                let end = format!("<!-- End {} -->", name.trim_start_matches("End "));
                assert!(text.contains(&end), "{name}");
            }
        }
    }
}

/// Programs such as AnkiGammon look for the decision to take there, as in GNU Backgammon's reports.
#[test]
fn an_answer_shows_the_analysis_of_the_double() {
    let mut record = analyzed_match();
    let cube = record.games[0].entries[0].cube_analysis().cloned().unwrap();
    let entries = &mut record.games[0].entries;
    let double = entries.iter().position(|entry| entry.action == EntryAction::Double).unwrap();
    assert_eq!(entries[double + 1].action, EntryAction::Drop);
    let table = gnubg_engine::cube::MatchEquityTable::default();
    let options = ReportOptions { table: Some(&table), ..ReportOptions::default() };
    let count = |record: &MatchRecord| {
        let text = crate::text::game(record, 0, &options);
        let html = games(record, Some(0), &options);
        [text.matches("Cube analysis\n").count(), html.matches("<table class=\"cubedecision\">").count()]
    };
    let before = count(&record);
    record.games[0].entries[double].update_analysis(|analysis| analysis.cube = Some(cube.clone()));
    assert_eq!(count(&record), before.map(|n| n + 2));
    let html = games(&record, Some(0), &options);
    assert!(html.contains("<span class=\"blunder\">Alert: wrong double ("), "{html}");
    record.games[0].entries[0].marks.luck = Some(gnubg_record::Luck::VeryLucky);
    let html = games(&record, Some(0), &options);
    assert!(html.contains("<span class=\"joker\">Alert: very lucky roll!"), "{html}");
}
