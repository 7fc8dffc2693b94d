// SPDX-License-Identifier: GPL-3.0-or-later
//! The page is well-formed, complete, and refuses requests; a browser shows it.

use super::*;
use gnubg_engine::core::{Equity, Play, PlayList, Probs};
use gnubg_record::analysis::{Candidate, Method};
use gnubg_record::settings::EvalSettings;
use std::process::Command;

/// Two games; the second decision of the first loses 0.25, and a name looks like markup.
fn sample() -> MatchRecord {
    let text = " 3 point match\n\n Game 1\n </script><b> : 0    Ben & Co : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) Doubles => 2   Drops\n    Wins 1 point\n\n Game 2\n </script><b> : 1    Ben & Co : 0\n 1)     31: 8/5 6/5\n";
    let mut record = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
    let entry = &mut record.games[0].entries[1];
    let EntryAction::Play { play: played, dice, .. } = entry.action else { panic!("not a play") };
    let record_start = gnubg_engine::core::Variation::Standard.start();
    let mut list = PlayList::new();
    list.generate(&record_start, dice);
    let best = list.plays().iter().copied().find(|play| *play != played).unwrap();
    let candidate = |play: Play, equity| Candidate {
        play,
        probs: Probs::from_array([0.5, 0.1, 0.0, 0.1, 0.0]),
        equity: Equity(equity),
        method: Method::Evaluation(EvalSettings::at(2)),
        is_marked: false,
    };
    entry.update_analysis(|analysis| {
        analysis.play = Some(PlayAnalysis {
            candidates: vec![candidate(best, 0.25), candidate(played, 0.0)],
            played: Some(1),
        });
    });
    record
}

fn embedded(page: &str) -> Value {
    let data = page.split_once("type=\"application/json\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(data).unwrap()
}

#[test]
fn the_page_is_well_formed_and_complete() {
    let record = sample();
    let page = page(&record, &ReportOptions::default());
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&page, options).unwrap();
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    for name in SCRIPT.split("byId('").skip(1).filter_map(|rest| rest.split_once('\'')) {
        assert!(ids.contains(&name.0), "{}", name.0);
    }
    let data = embedded(&page);
    let decisions = data["decisions"].as_array().unwrap();
    let n_entries: usize = record.games.iter().map(|game| game.entries.len()).sum();
    assert_eq!((decisions.len(), n_entries), (5, 5));
    assert_eq!(data["players"][0]["name"], "</script><b>");
    assert_eq!(decisions[1]["playLoss"], 0.25);
    assert_eq!(decisions[1]["candidates"].as_array().unwrap().len(), 2);
    assert_eq!(decisions[1]["candidates"][1]["played"], true);
    assert_eq!(decisions[3]["cube"]["offeredBy"], 0);
    for one in decisions {
        let total = |n: usize| -> u64 {
            let on_board = one["checkers"][n].as_array().unwrap().iter().filter_map(Value::as_u64);
            on_board.sum::<u64>() + one["off"][n].as_u64().unwrap()
        };
        assert_eq!([total(0), total(1)], [15, 15]);
        assert!(one["id"].as_str().unwrap().starts_with("XGID="));
    }
}

#[test]
fn the_page_asks_for_nothing_from_outside() {
    let page = page(&sample(), &ReportOptions::default());
    assert!(page.contains("default-src 'none'"));
    for word in [" src=", " href=", "@import", "url(", "fetch(", "XMLHttpRequest", "WebSocket", "innerHTML"] {
        assert!(!page.contains(word), "{word}");
    }
}

/// The page after a script of the test has pressed keys, as Chromium prints it.
#[test]
fn chromium_steps_and_finds_errors() {
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    let Some(browser) = found else {
        println!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.html");
    let shown = |keys: &[&str]| {
        let mut script = String::from("<script>");
        for key in keys {
            script.push_str(&format!(
                "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}));"
            ));
        }
        script.push_str("</script></body>");
        let page = page(&sample(), &ReportOptions::default()).replace("</body>", &script);
        std::fs::write(&path, page).unwrap();
        let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
        let output = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &profile])
            .arg(format!("file://{}", path.display()))
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let first = shown(&[]);
    assert!(first.contains("decision 1 of 5") && first.contains(">1 errors<"), "{first}");
    // Every checker of both players is a circle or a number in a stack.
    assert_eq!(first.matches("r=\"2.85\"").count(), 30);
    let error = shown(&["n"]);
    assert!(error.contains("decision 2 of 5") && error.contains("play −0.250"), "{error}");
    assert!(shown(&["End", "ArrowLeft"]).contains("decision 4 of 5"));
}
