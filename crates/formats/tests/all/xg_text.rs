// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions as eXtreme Gammon copies them, in each of its languages, one or several in a text.

use gnubg_engine::core::Player;
use gnubg_formats::{Format, Import, read};
use gnubg_record::Entry;
use gnubg_record::analysis::PlayAnalysis;

/// The words of a language: score, pips, cube, to play, plies, label of the equity, player, opponent, table.
struct Words {
    language: &'static str,
    score: &'static str,
    pips: &'static str,
    cube: &'static str,
    to_play: &'static str,
    plies: &'static str,
    equity: &'static str,
    players: [&'static str; 2],
    version: &'static str,
    book: &'static str,
}

const LANGUAGES: [Words; 9] = [
    Words {
        language: "English",
        score: "Score is X:3 O:6 7 pt.(s) match.",
        pips: "Pip count  X: 111  O: 52 X-O: 3-6/7",
        cube: "Cube: 2, O own cube",
        to_play: "X to play 21",
        plies: "4-ply",
        equity: "eq",
        players: ["Player", "Opponent"],
        version: "Version: 2.10, MET",
        book: "Book",
    },
    Words {
        language: "German",
        score: "Punktzahl ist  X:3 O:6 7 Pkt (e) match.",
        pips: "Pip count  X: 111  O: 52 X-O: 3-6/7",
        cube: "Dopplerwürfel: 2, O Dopplerwürfel im Besitz",
        to_play: "X zum spielen 21",
        plies: "4 Züge",
        equity: "eq",
        players: ["Spieler", "Gegner"],
        version: "Version: 2.19, MET",
        book: "Buch",
    },
    Words {
        language: "Spanish",
        score: "La puntuación es X:3 O:6 7 pt.(s) partida",
        pips: "Cuenta  X: 111  O: 52 X-O: 3-6/7",
        cube: "Cubo: 2, O tiene el cubo",
        to_play: "X para jugar 21",
        plies: "4-ply",
        equity: "eq",
        players: ["Jugador", "Oponente"],
        version: "Versión: 2.10, MET",
        book: "Libro",
    },
    Words {
        language: "Finnish",
        score: "Tulos on X:3 O:6 7 pt. ottelu",
        pips: "Pip count  X: 111  O: 52 X-O: 3-6/7",
        cube: "Kuutio: 2, O omistaa kuution",
        to_play: "X heitti 21",
        plies: "4-ply",
        equity: "eq",
        players: ["Pelaaja", "Vastustaja"],
        version: "Versio: 2.10, MET",
        book: "kirjasta",
    },
    Words {
        language: "French",
        score: "Le score est X:3 O:6 match en 7 pt(s)",
        pips: "Course  X: 111  O: 52 X-O: 3-6/7",
        cube: "Videau: 2, O a le videau",
        to_play: "X à jouer 21",
        plies: "4-plis",
        equity: "éq",
        players: ["Joueur", "Adversaire"],
        version: "Version: 2.10, TEM",
        book: "Livre",
    },
    Words {
        language: "Greek",
        score: "Το σκορ είναι X:3 O:6 7 pt.(s) παρτίδα",
        pips: "Pip count  X: 111  O: 52 X-O: 3-6/7",
        cube: "Βίδος: 2, O έχει τον βίδο",
        to_play: "X να παίξει21",
        plies: "4-ply",
        equity: "eq",
        players: ["Παίκτης", "Αντίπαλος"],
        version: "Έκδοση: 2.10, MET",
        book: "Book",
    },
    Words {
        language: "Italian",
        score: "Il Punteggio è X:3 O:6. Partita ai 7 punto/i",
        pips: "Pip count  X: 111  O: 52 X-O: 3-6/7",
        cube: "Cubo: 2, O possiede il cubo",
        to_play: "X gioca 21",
        plies: "4-ply",
        equity: "eq",
        players: ["Giocatore", "Avversario"],
        version: "Versione: 2.10, MET",
        book: "Manuale",
    },
    Words {
        language: "Russian",
        score: "Показатель X: 3 O: 6 7 Pt (S) совпадают",
        pips: "Pip count  X: 111  O: 52 X-O: 3-6/7",
        cube: "Куб: 2, O владеет кубом",
        to_play: "X играть 21",
        plies: "4 полухода",
        equity: "экв",
        players: ["Игрок", "Соперник"],
        version: "Версия: 2.10, MET",
        book: "Книга",
    },
    Words {
        language: "Japanese",
        score: "Score is X:3 O:6 7 pt.(s) match.",
        pips: "Pip count  X: 111  O: 52 X-O: 3-6/7",
        cube: "キューブ: 2, O own cube",
        to_play: "X をプレイ 21",
        plies: "4-ply",
        equity: "eq",
        players: ["プレーヤー", "対戦相手"],
        version: "バージョン: 2.10, MET",
        book: "本",
    },
];

const BOARD: &str = " +13-14-15-16-17-18------19-20-21-22-23-24-+
 |    X           X |   | X  O  O  O  O  O | +---+
 |                  |   | X  O  O  O  O  O | | 2 |
 |                  |   |    O           O | +---+
 |                  |   |                O |
 |                  |   |                  |
 |                  |BAR|                  |
 |                  |   |                  |
 |                  |   |                  |
 |                  |   |          X       |
 |                  |   | X  X  X  X     X |
 |       O          |   | X  X  X  X     X |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+";

/// A roll with three candidates: a search, a rollout with its confidence, an entry of the opening book.
fn plays_in(words: &Words) -> String {
    let Words { score, pips, cube, to_play, plies, equity, players: [mine, theirs], version, book, .. } =
        words;
    format!(
        "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10\n\nX:Ann   O:Ben Yo\n{score}\n{BOARD}\n{pips}\n{cube}\n\
         {to_play}\n\n    1. {plies}       19/18 14/12                  {equity}:-0.491\n      \
         {mine}:     25.45% (G:0.00% B:0.00%)\n      {theirs}:   74.55% (G:31.09% B:0.09%)\n\n    \
         2. Rollout¹    19/18 3/1                    {equity}:-0.556 (-0.065)\n      \
         {mine}:     22.19% (G:0.00% B:0.00%)\n      {theirs}:   77.81% (G:35.24% B:0.12%)\n      \
         95%: ±0.004 (-0.560..-0.552) - [0.0%]\n\n    3. {book}²       19/17 18/17                  \
         {equity}:-0.576 (-0.085)\n      {mine}:     21.19% (G:0.00% B:0.00%)\n      \
         {theirs}:   78.81% (G:33.42% B:0.09%)\n\n\neXtreme Gammon {version}: Kazaross XG2\n"
    )
}

fn last(import: &Import, n: usize) -> &Entry {
    import.matches[n].record.games[0].entries.last().unwrap()
}

fn play_analysis(import: &Import) -> &PlayAnalysis {
    last(import, 0).play_analysis().unwrap()
}

#[test]
fn the_same_analysis_is_read_in_every_language() {
    let english = read(plays_in(&LANGUAGES[0]).as_bytes(), None, None).unwrap();
    let names: Vec<_> = play_analysis(&english).candidates.iter().map(|one| one.method.name()).collect();
    assert_eq!(names, ["XG 4-ply", "XG rollout", "XG opening book"]);
    for words in &LANGUAGES {
        let text = plays_in(words);
        for text in [text.clone(), text.replace("0.", "0,").replace('.', ","), text.replace('\n', "\r\n")] {
            // A comma may be the decimal point, but the rank keeps its own.
            let text = text.replace("1, ", "1. ").replace("2, ", "2. ").replace("3, ", "3. ");
            let found = read(text.as_bytes(), None, None).unwrap();
            assert_eq!(
                (found.format, &found.matches[0].warnings[..]),
                (Format::XgText, &[][..]),
                "{}",
                words.language
            );
            assert_eq!(play_analysis(&found), play_analysis(&english), "{}: {text}", words.language);
            let record = &found.matches[0].record;
            assert_eq!([Player::Zero, Player::One].map(|seat| record.name(seat)), ["Ben Yo", "Ann"]);
            assert_eq!(record.length, 7);
            assert_eq!(last(&found, 0).comment, "", "{}", words.language);
        }
    }
}

/// Cube decisions: the words before the numbers, the level in the line above the chances.
#[test]
fn cube_decisions_are_read_in_every_language() {
    for (language, level, chances, cubeless, actions, best) in [
        (
            "English",
            "Analyzed in 4-ply",
            ["Player Winning Chances:", "Opponent Winning Chances:"],
            "Cubeless Equities: No Double=+0.414, Double=+0.967",
            ["No redouble:", "Redouble/Take:", "Redouble/Pass:"],
            "Best Cube action: Redouble / Take",
        ),
        (
            "German",
            "Analysiert in 4 Züge",
            ["Gewinnchancen Spieler:", "Gewinnchancen Gegner:"],
            "Equity ohne Doppler: Kein Doppel=+0,414, Doppel=+0,967",
            ["Kein Redoppel:", "Redoppel/Annehmen:", "Redoppel/Passen:"],
            "Beste Aktion: Redoppel / Annehmen",
        ),
        (
            "French",
            "Analysé avec 4-plis",
            ["Chance de gain du joueur:", "Chance de gain de l'adversaire:"],
            "Equités sans videau: Pas de double=+0.414, Double=+0.967",
            ["Pas de redouble:", "Redouble/Prend:", "Redouble/Passe:"],
            "Meilleur action du videau: Redouble / Prend",
        ),
        (
            "Russian",
            "Анализ 4 полухода",
            ["Шансы игрока:", "Шансы соперника:"],
            "Без куба: нет=+0.414, да=+0.967",
            ["Нет:", "Да/Взять:", "Да/Пас:"],
            "Лучше: Да / Взять",
        ),
        (
            "Japanese",
            "4-ply で分析",
            ["プレーヤー勝率：", "対戦相手勝率："],
            "キューブレス：ノー=+0.414, ダブル=+0.967",
            ["ノーリダブル：", "リダブル/テイク：", "リダブル/パス："],
            "ベストキューブアクション：リダブル / テイク",
        ),
    ] {
        let [mine, theirs] = chances;
        let [no_double, take, pass] = actions;
        let text = format!(
            "XGID=---c--CCB---dB-B---c-BcAb-:1:1:1:00:0:1:0:7:10\n\nX:Ann   O:Ben\nX: …\n\n{level}\n\
             {mine} 66.21% (G:18.41% B:0.72%)\n{theirs} 33.79% (G:10.96% B:0.23%)\n\n{cubeless}\n\n…\n       \
             {no_double} +0.797 (-0.055)\n       {take}  +0.852\n       {pass}  +1.000 (+0.148)\n\n{best}\n\n\
             eXtreme Gammon Version: 2.10, MET: Kazaross XG2\n"
        );
        let found = read(text.as_bytes(), None, None).unwrap();
        assert_eq!(found.matches[0].warnings, [], "{language}");
        let cube = last(&found, 0).cube_analysis().unwrap();
        assert_eq!(cube.method.name(), "XG 4-ply", "{language}");
        let values = [cube.no_double, cube.double_take].map(|one| (one.cubeful.value() * 1000.0).round());
        assert_eq!(values, [797.0, 852.0], "{language}");
        assert_eq!((cube.no_double.cubeless.0, cube.double_take.cubeless.0), (0.414, 0.967), "{language}");
        assert_eq!(last(&found, 0).comment, "", "{language}");
    }
}

#[test]
fn several_positions_in_a_text_are_all_read() {
    let (first, second) = (plays_in(&LANGUAGES[0]), plays_in(&LANGUAGES[5]));
    let text = format!("Why?\n{first}\n\nAnd here?\n{second}");
    let found = read(text.as_bytes(), None, None).unwrap();
    assert_eq!(found.matches.len(), 2);
    assert_eq!([0, 1].map(|n| last(&found, n).comment.as_str()), ["Why?", "And here?"]);
    assert_eq!(last(&found, 0).play_analysis(), last(&found, 1).play_analysis());
    let broken = format!("{first}\n{}", second.replace("-B-CBBB", "-P-PPPP"));
    let found = read(broken.as_bytes(), None, None).unwrap();
    let warnings = &found.matches[0].warnings;
    assert!(warnings.len() == 1 && warnings[0].message.contains("is not read"), "{warnings:?}");
}

/// A text that was cut either has all candidates that are read whole, or says that it is incomplete.
#[test]
fn cut_positions_say_so() {
    let text = plays_in(&LANGUAGES[0]);
    let whole = read(text.as_bytes(), None, None).unwrap();
    let start = text.find("    1. ").unwrap();
    for end in (start..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let cut = &text[..end];
        let found = read(cut.as_bytes(), None, None).unwrap();
        let candidates = last(&found, 0).play_analysis().map_or(&[][..], |play| &play.candidates);
        let is_silent = found.matches[0].warnings.is_empty();
        let line = cut.rsplit('\n').next().unwrap_or_default();
        // Whole lines, and the beginning of one that says nothing yet.
        let is_between = line.ends_with(['%', ')'])
            || line.contains("95%")
            || !line.contains(":-0.") && !line.contains('%');
        let is_part = candidates
            .iter()
            .zip(&play_analysis(&whole).candidates)
            .all(|(a, b)| (a.play, a.probs) == (b.play, b.probs));
        assert!(!is_silent || is_between && is_part, "{end}: {line:?}");
    }
}
