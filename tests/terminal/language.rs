// SPDX-License-Identifier: GPL-3.0-or-later
//! The language of the terminal.

use super::{french, run_in_language};

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
