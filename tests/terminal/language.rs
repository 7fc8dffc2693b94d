// SPDX-License-Identifier: GPL-3.0-or-later
//! The language of the terminal.

use super::{catalogues, french, run_in_language};
use std::collections::BTreeSet;

#[test]
fn the_terminal_speaks_the_language_that_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let Some(locale) = french(folder.path()) else { return };
    let lines = "bogus\nroll\nhelp set jacoby\nhelp roll\nset player 0 human\nset player 1 human\nnew match 3\n\
                 set dice 31\nmove 8/2\nlist game\nshow cube\nshow dice\nshow player\nshow engine\nshow pipcount\n\
                 show tc\nset board zzz\ndatabase new\nrecord eraseall\n\
                 resign gammon\nagree\n";
    let fixed = ["-t", "-q", "-r", "-b", "--seed", "5", "--locale-folder", &locale];
    let with = |more: &[&str], language: &str, lines: &str| {
        let arguments: Vec<&str> = fixed.iter().chain(more).copied().collect();
        run_in_language(language, folder.path(), &arguments, lines)
    };
    let by_option = with(&["-l", "fr"], "en", lines);
    for text in [
        "roll - lancer les dés",
        "Usage : roll",
        "Un nouveau match en 3 points commence.",
        "propose d'abandonner un gammon.",
        "Score après 1 partie :",
        "set jacoby - ",
        "Le cube est à 1 et au centre.",
        " a lancé 3 et 1.",
        "Joueur 1 : user, une personne",
        "Réseaux : ceux du programme",
        "Comptes de pips : ",
        "Les nouveaux matchs se jouent sans pendule.",
    ] {
        assert!(by_option.out.contains(text), "{text}: {}", by_option.out);
    }
    for text in [
        "Mot inconnu \"bogus\" ; help liste les commandes.",
        "Aucune partie en cours ; commencez-en une avec new game.",
        "8/2 n'est pas un coup légal de 31.",
        "1 commande n'a pas été comprise : bogus",
        "Un identifiant de position a 14 caractères, pas 3.",
        "La commande database new demande FILE.",
        "Personne ne peut être interrogé ici",
    ] {
        assert!(by_option.err.contains(text), "{text}: {}", by_option.err);
    }
    // What programs read stays as it is.
    let english = with(&[], "en", lines);
    let listed = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.starts_with("31") || line.contains("Rolled"))
            .map(str::to_owned)
            .collect()
    };
    assert!(english.err.contains("Unknown word \"bogus\"") && !listed(&english.out).is_empty());
    assert_eq!(listed(&by_option.out), listed(&english.out));
    // The environment, and the setting during the session. A build that is not installed has the translations, too.
    let built = run_in_language("en", folder.path(), &["-t", "-q", "-r", "-b", "-l", "fr"], "bogus\n");
    assert!(built.err.starts_with("Mot inconnu"), "{}", built.err);
    assert_eq!(with(&[], "fr", lines).out, by_option.out);
    let switched = with(&[], "en", "roll\nset lang fr\nroll\nset lang en\nroll\n");
    let errors: Vec<&str> =
        switched.err.lines().map(|line| line.split(" ").next().unwrap_or_default()).collect();
    assert_eq!(errors, ["No", "Aucune", "No"], "{}", switched.err);
    let unknown = with(&["-l", "xx"], "en", "bogus\n");
    assert!(unknown.err.starts_with("gnubg: There is no translation into \"xx\""), "{}", unknown.err);
    assert!(unknown.err.contains("Unknown word"), "{}", unknown.err);
}

/// What no published program reads: counts, tables of the match, dice, errors.
const SPOKEN: &str = "show 8912\nshow keith\nshow thorp\nshow isight\nshow kleinman\nshow epc\nshow pipcount\n\
    show matchequitytable 3\nshow gammonvalues\nshow marketwindow\nshow marketwindow 20 20 1 1\neq2mwc 0.5\n\
    mwc2eq 0.5\nshow rng\nset seed 5\nset rng isaac 7\nset rng manual\nset rng mersenne 3\nset seed x\n\
    set rng bbs modulus 1\nset matchinfo event 1\nset matchinfo date xx\nshow matchinfo\n\
    set analysis movefilter 9 9\nresign normal\naccept\nanalyse match\nanalyse match\nshow matchresult\n\
    record add\nrecord show\nrecord show Ann\nset met mec26\nset training alpha 1\nset tcnext 1\n\
    set geometry hint width 3\nset dockpanels on\nset vsync3d on\nshow scoresheet\nshow tc\nshow score\n\
    database stop\ndatabase new a.db\ndatabase generate a.db 2\nsave settings\nset prompt\n\
    set lang xx\nset threads 999999\nset cube value 3\nset dice 99\nannotate move bad\nnext 0\nnew session\n\
    set turn 1\nshow marketwindow\nshow gammonvalues\nshow crawford\nshow cube\nshow dice\nshow turn\nbogus\n\
    relational show players\nexternal\nmove 24/1\n";

/// Words that are the same in every language here: names, words of commands, and kinds of dice.
fn is_known(word: &str) -> bool {
    const NAMES: &str = "Ann Ben Mersenne Twister ISAAC N Kazaross XG2 point MET with eXtreme Gammon match equities to \
         points mec tiny narrow normal large huge system en os error avx2 avx fma scalar neon";
    let word = word.to_lowercase();
    let is_it = |name: &str| name.to_lowercase() == word;
    NAMES.split_whitespace().any(is_it) || SPOKEN.split_whitespace().any(is_it)
}

/// In a made-up language nothing of what people read is left in English.
#[test]
fn what_no_program_reads_is_in_the_language_chosen() {
    let Some(template) = catalogues::template() else { return };
    let folder = tempfile::tempdir().unwrap();
    let locale = folder.path().join("locale");
    // Letters that no word of a command has.
    let change = |phrase: &str| {
        let mut is_place = false;
        let letter = |c: char| {
            is_place = c == '{' || (is_place && c != '}');
            if c.is_ascii_alphabetic() && !is_place { 'ж' } else { c }
        };
        phrase.chars().map(letter).collect()
    };
    catalogues::install(&catalogues::made_up(&template, "de", change), &locale, "de");
    let begin = "set player 0 human\nset player 1 human\nset defaultnames Ann Ben\n\
                 set automatic game off\nset output rawboard on\nset analysis level beginner\nnew match 3\n\
                 set turn 1\nset board 2+4OAADs3w4AAA\n";
    let arguments =
        ["-t", "-q", "-b", "-s", "settings", "-l", "de", "--locale-folder", locale.to_str().unwrap()];
    let run = |lines: &str| run_in_language("de", folder.path(), &arguments, lines);
    // The commands that begin print options with their values and boards, which are read by programs.
    let (before, all) = (run(begin), run(&format!("{begin}{SPOKEN}")));
    let out = all.out.lines().skip(before.out.lines().count().saturating_sub(1));
    let mut left = BTreeSet::new();
    for line in out.chain(all.err.lines()).filter(|line| !line.contains("board:")) {
        // Lines of options begin with their words; paths and values are quoted.
        let is_option = ["geometry ", "evaluation ", "rollout ", "prompt ", "threads "]
            .iter()
            .any(|start| line.starts_with(start));
        let words = line
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic()));
        let rest: Vec<&str> = words.filter(|word| !is_known(word)).collect();
        if !rest.is_empty() && !is_option && !line.contains('/') {
            left.insert(format!("{rest:?} in {line}"));
        }
    }
    assert!(all.out.lines().count() > 120, "{}", all.out);
    assert!(left.is_empty(), "{left:#?}");
}
