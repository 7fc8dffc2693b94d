// SPDX-License-Identifier: GPL-3.0-or-later
//! The page is well-formed, complete, and refuses requests; a browser shows it.

use super::*;
use gnubg_engine::core::{PlayList, Probs};
use gnubg_record::EntryAction;
use gnubg_record::analysis::{Candidate, Method, PlayAnalysis};
use gnubg_record::settings::EvalSettings;
use std::path::Path;
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
    assert_eq!(data["names"][0], "</script><b>");
    let error = &data["errors"][0];
    assert_eq!((&error["at"], &error["loss"], &error["kind"]), (&json!(1), &json!(0.25), &json!("play")));
    let rows = decisions[1]["plays"][0]["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[1]["played"]), (2, &json!(true)));
    assert_eq!(data["counts"][1], "1 error");
    for one in decisions {
        let board = roxmltree::Document::parse(one["board"].as_str().unwrap()).unwrap();
        for node in
            board.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "use")))
        {
            assert!(ids.contains(&&node.attribute("href").unwrap()[1..]), "{node:?}");
        }
        assert!(one["id"].as_str().unwrap().starts_with("XGID="));
    }
    // The play that was made and the best one are arrows.
    assert!(decisions[1]["board"].as_str().unwrap().contains("stroke-dasharray"));
    assert!(!decisions[0]["board"].as_str().unwrap().contains("stroke-dasharray"));
}

#[test]
fn the_page_asks_for_nothing_from_outside() {
    let page = page(&sample(), &ReportOptions::default());
    assert!(page.contains("default-src 'none'"));
    for word in [" src=", "@import", "url(", "fetch(", "XMLHttpRequest", "WebSocket", "innerHTML"] {
        assert!(!page.contains(word), "{word}");
    }
    // References stay inside of the page.
    assert!(page.split("href=").skip(1).all(|rest| rest.trim_start_matches('\\').starts_with("\"#")));
}

/// A Chromium that is installed, of whatever name.
fn chromium() -> Option<&'static str> {
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let found = names.into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    if found.is_none() {
        println!("skipped: there is no Chromium; the Debian package chromium-headless-shell has one");
    }
    found
}

/// What a browser window of this size shows of the page after a script of the test.
fn shown(browser: &str, page: &str, script: &str, [width, height]: [u32; 2]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.html");
    let page = page.replace("</body>", &format!("<script>//<![CDATA[\n{script}\n//]]></script></body>"));
    std::fs::write(&path, page).unwrap();
    let run = |path: &Path| {
        let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
        Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &profile])
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("file://{}", path.display()))
            .output()
            .unwrap()
    };
    String::from_utf8_lossy(&run(&path).stdout).into_owned()
}

/// A script that presses keys.
fn presses(keys: &[&str]) -> String {
    let press = |key: &&str| {
        format!(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}));"
        )
    };
    keys.iter().map(press).collect()
}

#[test]
fn chromium_steps_and_finds_errors() {
    let Some(browser) = chromium() else { return };
    let page = page(&sample(), &ReportOptions::default());
    let after = |keys: &[&str]| shown(browser, &page, &presses(keys), [1200, 900]);
    let first = after(&[]);
    assert!(first.contains("decision 1 of 5") && first.contains(">1 error<"), "{first}");
    // Every checker of both players, and the ground.
    let board = first.split("<div id=\"board\">").nth(1).unwrap().split("</div>").next().unwrap();
    assert_eq!(board.matches("<use").count(), 31, "{board}");
    let error = after(&["n"]);
    assert!(error.contains("decision 2 of 5") && error.contains("−0.250"), "{error}");
    assert!(after(&["End", "ArrowLeft"]).contains("decision 4 of 5"));
}

/// A recorded match with more than 200 decisions: keys go through all of it, the list has the errors of the record, nothing
/// is asked of a network, and a phone shows everything without scrolling to the side.
#[test]
fn chromium_browses_a_recorded_match() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/samples/xg/hQ8sVn2LbTdF4wRm.xg");
    let Ok(bytes) = std::fs::read(path) else { return println!("skipped: the recorded match is absent") };
    let Some(browser) = chromium() else { return };
    let record = gnubg_formats::read(&bytes, None, None).unwrap().matches.remove(0).record;
    let table = gnubg_engine::cube::MatchEquityTable::default();
    let options = ReportOptions { table: Some(&table), ..ReportOptions::default() };
    let page = page(&record, &options);
    let data = embedded(&page);
    let n = data["decisions"].as_array().unwrap().len();
    assert!(n >= 200, "{n}");
    let keys = vec!["ArrowRight"; 200];
    let report = "const wide = [...document.querySelectorAll('body *')].filter(one => {\n\
                  const box = one.getBoundingClientRect();\n\
                  return box.width > 0 && box.right > innerWidth + 1 && !one.closest('.scroll, svg');\n\
                  }).map(one => one.tagName + '#' + one.id);\n\
                  const small = [...document.querySelectorAll('nav button')].filter(one => {\n\
                  const box = one.getBoundingClientRect(); return box.width < 32 || box.height < 32; });\n\
                  document.body.setAttribute('data-report', JSON.stringify({ width: innerWidth, \
                  scroll: document.documentElement.scrollWidth, wide: wide, small: small.length, \
                  requests: performance.getEntriesByType('resource').length }));";
    for size in [[1200, 900], [390, 844]] {
        let found = shown(browser, &page, &format!("{}{report}", presses(&keys)), size);
        assert!(found.contains(&format!("decision 201 of {n}")), "{size:?}");
        let told = found.split("data-report=\"").nth(1).unwrap().split('"').next().unwrap();
        let told: Value = serde_json::from_str(&told.replace("&quot;", "\"")).unwrap();
        assert_eq!((&told["wide"], &told["small"], &told["requests"]), (&json!([]), &json!(0), &json!(0)));
        assert_eq!(told["width"], size[0]);
        assert!(told["scroll"].as_u64() <= told["width"].as_u64(), "{told}");
    }
    // The errors of the list, one after the other in the order of the match.
    let least = f64::from(options.thresholds.doubtful);
    let errors = data["errors"].as_array().unwrap();
    let listed =
        errors.iter().filter(|error| error["loss"].as_f64() >= Some((least * 100.0).round() / 100.0));
    let mut places: Vec<u64> = listed.filter_map(|error| error["at"].as_u64()).collect();
    places.sort_unstable();
    places.dedup();
    assert!(places.len() > 5);
    for (k, place) in places.iter().enumerate().take(3) {
        let keys = vec!["n"; k + 1];
        let found = shown(browser, &page, &presses(&keys), [1200, 900]);
        // An error in the very first decision is where the page opens.
        let expected = if places[0] == 0 { places[k + 1] } else { *place };
        assert!(found.contains(&format!("decision {} of {n}", expected + 1)), "{k}");
    }
}
