// SPDX-License-Identifier: GPL-3.0-or-later
//! The elements of the interactive page, in the reader's words.

use crate::document::summary::MatchSummary;
use crate::escape::escape;
use crate::one_page::figures_html;
use crate::options::ReportOptions;
use crate::words::Words;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The phrases that the script fills or shows.
pub(super) fn phrases(words: Words) -> Value {
    json!({
        "place": words.gettext("Game {game}, score {score} · decision {n} of {all} · pips {zero}–{one}"),
        "luck": words.gettext("luck {n}"),
        "play": words.gettext("Play"),
        "equity": words.gettext("Equity"),
        "mwc": words.gettext("MWC"),
        "difference": words.gettext("Diff."),
        "cube": words.gettext("Cube"),
        "played": words.gettext("played"),
        "none": words.gettext("No error matches."),
        "chances": words.gettext("wins {win}, gammons {gammons}, loses gammons {lost}"),
    })
}

/// The elements before the data.
pub(super) fn body(summary: &MatchSummary, options: &ReportOptions<'_>) -> String {
    let words = options.words;
    let text = |phrase: &str| escape(&words.gettext(phrase));
    let mut out = String::from("<header>\n");
    figures_html(&mut out, summary, words);
    out.push_str("</header>\n<main>\n");
    let _ = writeln!(
        out,
        "<section id=\"position\" aria-label=\"{}\">\n<div id=\"board\"></div>\n<nav aria-label=\"{}\">",
        text("Position"),
        text("Decisions")
    );
    for (id, label, title) in [
        ("first", "|◀".to_owned(), text("First decision (Home)")),
        ("back", "◀".to_owned(), text("Previous decision (left arrow)")),
        ("forward", "▶".to_owned(), text("Next decision (right arrow)")),
        ("last", "▶|".to_owned(), text("Last decision (End)")),
        ("previous", format!("◀ {}", text("Error")), text("Previous error of the list (P)")),
        ("next", format!("{} ▶", text("Error")), text("Next error of the list (N)")),
    ] {
        let _ =
            writeln!(out, "<button id=\"{id}\" title=\"{title}\" aria-label=\"{title}\">{label}</button>");
    }
    let [zero, one] = summary.players.each_ref().map(|player| escape(&player.name));
    let _ = write!(
        out,
        "</nav>\n<svg id=\"course\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 100\" \
         preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\"></svg>\n\
         <p class=\"sides quiet\"><span>▲ {zero}</span> <span>▼ {one}</span></p>\n</section>\n\
         <section id=\"decision\" aria-label=\"{}\">\n<div aria-live=\"polite\">\n\
         <h2><span id=\"head\"></span> <span id=\"losses\"></span></h2>\n<p id=\"place\" class=\"quiet\"></p>\n</div>\n\
         <div id=\"cube\"></div>\n<div id=\"plays\"></div>\n\
         <div id=\"imported\"><h3>{}</h3>\n<div id=\"imported-cube\"></div>\n<div id=\"imported-plays\"></div>\n</div>\n\
         <p id=\"comment\"></p>\n<p id=\"id\" class=\"id quiet\"></p>\n</section>\n",
        text("The course of the match"),
        text("Decision"),
        text("Imported analysis"),
    );
    let least = f64::from(options.thresholds.doubtful);
    let _ = write!(
        out,
        "<section id=\"list\" aria-label=\"{}\">\n<h2 id=\"count\"></h2>\n<form id=\"filter\">\n\
         <label>{} <select id=\"player\"><option value=\"\">{}</option></select></label>\n\
         <label>{} <select id=\"kind\"><option value=\"\">{}</option><option value=\"play\">{}</option>\
         <option value=\"cube\">{}</option></select></label>\n\
         <label>{} <input id=\"least\" type=\"number\" min=\"0\" step=\"0.01\" value=\"{least:.2}\"/></label>\n</form>\n\
         <ol id=\"errors\"></ol>\n</section>\n</main>\n<noscript><p>{}</p></noscript>\n",
        text("Errors"),
        text("Player"),
        text("Both"),
        text("Kind"),
        text("All"),
        text("Plays"),
        text("Cube"),
        text("Minimum error"),
        text("This page needs JavaScript to show the decisions."),
    );
    out
}
