// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports as web pages with inline boards; the style sheet is in their head by default.
//!
//! Pages are HTML 5 and well-formed XML at the same time. The class names and the comments around blocks are those of GNU
//! Backgammon's pages, so that style sheets and programs made for them still fit. *Differs:* a match is one page with links
//! between its games unless a page for each game is wanted, and boards are vector pictures unless tiles are wanted.

mod blocks;

use crate::description::{Alerts, IMPORTED, Title, action_text, decided_in, head, is_bare_set_up, shown};
use crate::diagram::{Diagram, SharedParts};
use crate::document::summary::MatchSummary;
use crate::escape::escape;
use crate::one_page::{course_html, figures_html};
use crate::options::ReportOptions;
use crate::{css, tiles};
use gnubg_engine::core::{Decision, MatchState, Phase, Player};
use gnubg_record::judge::{Judgement, judge_game};
use gnubg_record::walk::WalkStep;
use gnubg_record::{Cursor, EntryAction, GameStart, MatchRecord, Statistics};
use std::fmt::Write as _;

/// The whole match or session, or one game of it.
#[must_use]
pub fn games(record: &MatchRecord, only: Option<usize>, options: &ReportOptions<'_>) -> String {
    let (mut out, mut boards) = (start(record, options), SharedParts::default());
    let numbers: Vec<usize> = match only {
        Some(n) => vec![n],
        None => (0..record.games.len()).collect(),
    };
    if only.is_none() && options.with_statistics {
        let summary = MatchSummary::of(record, 0, options);
        figures_html(&mut out, &summary, options.words);
        course_html(&mut out, &summary, options.words);
    }
    if numbers.len() > 1 {
        out.push_str("<p>");
        for n in &numbers {
            let _ = write!(out, "[<a href=\"#game{0}\">Game {0}</a>] ", n + 1);
        }
        out.push_str("</p>\n");
    }
    for &n in &numbers {
        game(&mut out, &mut boards, record, n, options);
    }
    if only.is_none() {
        match_statistics(&mut out, record, options);
    }
    end(out, &boards, options)
}

/// A page for each game, with links between them; the last one has the statistics of the match. `name` is the file name of
/// a page, counted from 0.
#[must_use]
pub fn pages(
    record: &MatchRecord,
    options: &ReportOptions<'_>,
    name: impl Fn(usize) -> String,
) -> Vec<String> {
    let n_games = record.games.len();
    let page = |n: usize| {
        let links = [
            ("First Game", (n > 0).then_some(0)),
            ("Previous Game", n.checked_sub(1)),
            ("Next Game", (n + 1 < n_games).then_some(n + 1)),
            ("Last Game", (n + 1 < n_games).then(|| n_games - 1)),
        ];
        let links: Vec<String> = links
            .into_iter()
            .filter_map(|(title, to)| Some(format!("[<a href=\"{}\">{title}</a>]", escape(&name(to?)))))
            .collect();
        let links = if links.is_empty() { String::new() } else { format!("<p>{}</p>\n", links.join(" ")) };
        let (mut out, mut boards) = (start(record, options), SharedParts::default());
        out.push_str(&links);
        game(&mut out, &mut boards, record, n, options);
        if n + 1 == n_games {
            match_statistics(&mut out, record, options);
        }
        out.push_str(&links);
        end(out, &boards, options)
    };
    (0..n_games).map(page).collect()
}

fn match_statistics(out: &mut String, record: &MatchRecord, options: &ReportOptions<'_>) {
    if options.with_statistics {
        let title = if record.is_money() { "Session statistics" } else { "Match statistics" };
        let all = Statistics::of_match(record, options.table(), &options.thresholds);
        blocks::statistics(out, "Match Statistics", title, Some(all), options);
    }
}

/// The position at a place, with the next decision.
#[must_use]
pub fn position(record: &MatchRecord, cursor: Cursor, options: &ReportOptions<'_>) -> String {
    let (mut out, mut boards) = (start(record, options), SharedParts::default());
    let cursor = record.clamp(cursor);
    let state = record.state_at(cursor);
    let start = GameStart { score: state.score, is_crawford: state.is_crawford, ..GameStart::of(&state) };
    preamble(&mut out, record, &start, cursor.game, options);
    let names = Player::BOTH.map(|player| record.name(player));
    let title = Title::of(&state).thrown(record.faces_at(cursor)).text(cursor.entry + 1, &state, &names);
    let _ = writeln!(out, "<h3>{}</h3>", escape(&title));
    board(&mut out, &mut boards, &state, options);
    if let Some(((index, _), game)) = record.decision_entry(cursor).zip(record.games.get(cursor.game)) {
        let judgements = judge_game(game, record.length, options.table());
        if let Some((step, judgement)) = game.walk(record.length).zip(&judgements).nth(index) {
            if index == cursor.entry {
                decision(&mut out, record, &step, judgement, options);
            } else {
                analysis_and_comment(&mut out, &step, judgement, options);
            }
        }
    }
    end(out, &boards, options)
}

fn start(record: &MatchRecord, options: &ReportOptions<'_>) -> String {
    let names = Player::BOTH.map(|player| escape(&record.name(player)));
    let (kind, keyword) = if record.is_money() {
        ("money session".to_owned(), "money game")
    } else {
        (format!("match to {}", record.length), "match play")
    };
    let (zero, one) = (&names[0], &names[1]);
    format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\" xml:lang=\"en\">\n<head>\n<meta \
         charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n<meta name=\"generator\" \
         content=\"GNU Backgammon {}\"/>\n<meta name=\"keywords\" content=\"{zero}, {one}, {keyword}\"/>\n<meta \
         name=\"description\" content=\"{zero} and {one}, {kind}\"/>\n<title>{zero} and {one}, {kind}</title>\n{}</head>\n\
         <body class=\"fontfamily\">\n",
        env!("CARGO_PKG_VERSION"),
        css::head(options.html.style)
    )
}

fn end(mut out: String, boards: &SharedParts, options: &ReportOptions<'_>) -> String {
    out.push_str(&boards.definitions());
    out.push_str(
        "<!-- Epilogue -->\n<hr/>\n<p class=\"positionid\">Output generated by GNU Backgammon</p>\n<!-- End Epilogue \
         -->\n</body>\n</html>\n",
    );
    css::finished(out, options.html.style)
}

/// A block between the comments by which programs find it.
fn commented(out: &mut String, name: &str, write: impl FnOnce(&mut String)) {
    let _ = writeln!(out, "<!-- {name} -->");
    write(out);
    let _ = writeln!(out, "<!-- End {name} -->");
}

/// The score and the facts about the match.
fn preamble(
    out: &mut String,
    record: &MatchRecord,
    start: &GameStart,
    n: usize,
    options: &ReportOptions<'_>,
) {
    let mut text = String::new();
    head(&mut text, record, start, n, options);
    commented(out, "Match Information", |out| {
        for line in text.lines().filter(|line| !line.is_empty() && *line != "Match Information:") {
            let _ = writeln!(out, "<p>{}</p>", escape(line));
        }
    });
}

fn game(
    out: &mut String,
    boards: &mut SharedParts,
    record: &MatchRecord,
    n: usize,
    options: &ReportOptions<'_>,
) {
    let Some(game) = record.games.get(n) else { return };
    let _ = writeln!(out, "<h2 id=\"game{0}\">Game number {0}</h2>", n + 1);
    preamble(out, record, &game.start, n, options);
    let names = Player::BOTH.map(|player| record.name(player));
    let judgements = judge_game(game, record.length, options.table());
    let mut number = 0;
    for (step, judgement) in game.walk(record.length).zip(&judgements) {
        if is_bare_set_up(&step) {
            continue;
        }
        number += 1;
        let state = shown(&step);
        let title = Title::of_entry(step.entry, &state);
        let title = escape(&title.text(number, &state, &names));
        commented(out, "Header", |out| {
            let _ = writeln!(out, "<h3 id=\"game{}.move{number}\">{title}</h3>", n + 1);
        });
        if options.board_every > 0 && (number - 1) % options.board_every == 0 {
            board(out, boards, &state, options);
        }
        if step.entry.action.is_set_up() {
            analysis_and_comment(out, &step, judgement, options);
        } else {
            decision(out, record, &step, judgement, options);
        }
    }
    if let Some(outcome) = game.outcome(record.length) {
        let plural = if outcome.points == 1 { "" } else { "s" };
        let winner = escape(&names[outcome.winner.index()]);
        commented(out, "Score", |out| {
            let _ = writeln!(out, "<p class=\"result\">{winner} wins {} point{plural}</p>", outcome.points);
        });
    }
    if options.with_statistics {
        let stats = Statistics::of_game(record, n, options.table(), &options.thresholds);
        let title = format!("Game statistics for game {}", n + 1);
        blocks::statistics(out, "Game Statistics", &title, stats, options);
    }
}

fn board(out: &mut String, boards: &mut SharedParts, state: &MatchState, options: &ReportOptions<'_>) {
    let [zero, one] = state.pips();
    let (position, id) = (state.board.position_id(), state.match_id());
    commented(out, "Board", |out| {
        out.push_str(&match &options.tiles {
            Some(boards) => tiles::board(state, boards),
            None => boards.board(
                &Diagram::new(state, &options.view),
                options.html.scale * crate::diagram::WIDTH as u32,
                &format!("Position {position}"),
            ),
        });
        let _ = writeln!(
            out,
            "<p class=\"positionid\">Position ID {position}, Match ID {id}<br/>Pip counts: O {zero}, X {one}</p>"
        );
    });
}

fn decision(
    out: &mut String,
    record: &MatchRecord,
    step: &WalkStep<'_>,
    judgement: &Judgement,
    options: &ReportOptions<'_>,
) {
    let entry = step.entry;
    let Some(what) = action_text(step) else { return };
    let _ = writeln!(out, "<p><strong>{} {}</strong></p>", escape(&record.name(entry.player)), escape(&what));
    let Alerts { cube, play, luck } = Alerts::of(entry, judgement, options);
    let cube = cube.map(|(text, mark)| if mark.is_empty() { text } else { format!("{text} [{mark}]") });
    for (class, alert) in [("blunder", cube), ("blunder", play), ("joker", luck)] {
        if let Some(alert) = alert {
            let _ = writeln!(out, "<p><span class=\"{class}\">{}</span></p>", escape(&alert));
        }
    }
    analysis_and_comment(out, step, judgement, options);
}

fn analysis_and_comment(
    out: &mut String,
    step: &WalkStep<'_>,
    judgement: &Judgement,
    options: &ReportOptions<'_>,
) {
    let entry = step.entry;
    if options.with_analysis {
        analysis(out, step, judgement, options);
    }
    if options.with_annotations && !entry.comment.is_empty() {
        commented(out, "Annotation", |out| {
            let text = escape(&entry.comment);
            let _ = writeln!(
                out,
                "<div class=\"commentheader\">Annotation</div>\n<div class=\"comment\">{text}</div>"
            );
        });
    }
}

fn analysis(out: &mut String, step: &WalkStep<'_>, judgement: &Judgement, options: &ReportOptions<'_>) {
    let entry = step.entry;
    let before = decided_in(step);
    if let Some(found) = step.cube_analysis().filter(|_| options.filter.shows_cube(entry, judgement, options))
    {
        let is_answer = matches!(entry.action, EntryAction::Take | EntryAction::Drop);
        let doubler = if is_answer { entry.player.other() } else { entry.player };
        let state = MatchState { phase: Phase::Due(Decision::Roll), ..before };
        commented(out, "Cube Analysis", |out| blocks::cube(out, found, &state, doubler, is_answer, options));
        if let Some(imported) = entry.analysis.as_deref().and_then(|found| found.imported_cube.as_deref()) {
            imported_heading(out);
            commented(out, "Imported Cube Analysis", |out| {
                blocks::cube(out, imported, &state, doubler, is_answer, options);
            });
        }
    }
    if let Some(play) = entry.play_analysis().filter(|_| options.filter.shows_play(entry, judgement, options))
    {
        commented(out, "Move Analysis", |out| blocks::candidates(out, play, &before, entry.player, options));
        if let Some(imported) = entry.analysis.as_deref().and_then(|found| found.imported_play.as_deref()) {
            imported_heading(out);
            commented(out, "Imported Move Analysis", |out| {
                blocks::candidates(out, imported, &before, entry.player, options);
            });
        }
    }
}

fn imported_heading(out: &mut String) {
    let _ = writeln!(out, "<p>{IMPORTED}:</p>");
}

#[cfg(test)]
mod well_formed;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_complete_and_escaped() {
        let text = " 3 point match\n\n Game 1\n A<b> : 0    Ben : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) Doubles => 2   Drops\n    Wins 1 point\n\n Game 2\n A<b> : 1    Ben : 0\n 1)     31: 8/5 6/5\n";
        let mut record = gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record;
        record.games[0].entries[0].comment = "x & <script>".to_owned();
        let page = games(&record, None, &ReportOptions::default());
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert!(page.contains("A&lt;b&gt; wins 1 point") && page.contains("x &amp; &lt;script&gt;"));
        assert!(!page.contains("A<b>") && !page.contains("<script"));
        assert_eq!(page.matches("class=\"board\"").count(), record.n_decisions().iter().sum::<usize>());
        assert!(page.contains("href=\"#game2\"") && page.contains("id=\"game2\""));
        assert!(!games(&record, Some(1), &ReportOptions::default()).contains("game1"));
        let with = |style| {
            let html = css::HtmlOptions { style, scale: 2, ..css::HtmlOptions::default() };
            games(&record, None, &ReportOptions { html, ..ReportOptions::default() })
        };
        let external = with(css::StyleSheet::External);
        assert!(external.contains("href=\"gnubg.css\"") && !external.contains("<style>"));
        assert!(external.contains("width=\"216\" height=\"174\""));
        let inline = with(css::StyleSheet::Inline);
        assert!(!inline.contains("<style>") && inline.contains("class=\"result\" style=\""));
        let texts = pages(&record, &ReportOptions::default(), |n| format!("a_{n}&.html"));
        assert_eq!(texts.len(), 2);
        assert!(
            texts[0].contains("<a href=\"a_1&amp;.html\">Next Game</a>") && !texts[0].contains("Previous")
        );
        assert!(texts[1].contains("<a href=\"a_0&amp;.html\">First Game</a>") && !texts[1].contains("Next"));
        assert!(texts[1].contains("Match statistics") && !texts[0].contains("Match statistics"));
        let one = position(&record, Cursor::at(0, 1), &ReportOptions::default());
        assert_eq!((one.matches("class=\"board\"").count(), one.matches("8/4 6/4").count()), (1, 1));
    }
}
