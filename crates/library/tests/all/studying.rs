// SPDX-License-Identifier: GPL-3.0-or-later
//! Study from card to review: proposals, sessions, undo, leeches, backlog, controls.

use crate::common::{NOW, TestLibrary, judge, with_matches};
use gnubg_engine::core::{Board, CancelToken, PlayList};
use gnubg_library::clock::DAY_MS;
use gnubg_library::opinions::Target;
use gnubg_library::position::{Asked, PositionKey};
use gnubg_library::study::{
    Answer, Ask, CardFilter, CardRules, CardSource, Judgement, Offer, Question, Rate, Rating, Step, Study,
    StudySettings, Which, study_day,
};
use gnubg_library::{Library, LibraryError};

/// The analyses of the samples are static evaluations.
const RULES: CardRules = CardRules { loss: 0.040, plies: 0, most: 500 };

fn mistakes(library: &Library) -> Vec<gnubg_library::study::Proposal> {
    let source = CardSource::Mistakes { query: String::new() };
    library.propose_cards(&source, &RULES, &CancelToken::new()).unwrap()
}

/// A library with cards of all of Ann's mistakes.
fn with_cards() -> TestLibrary {
    let test = with_matches();
    let new: Vec<_> = mistakes(&test.library).into_iter().filter(|one| one.is_new()).collect();
    let made = test.library.make_cards(Some("Mistakes"), &new).unwrap();
    assert!(made.len() >= 12, "{}", made.len());
    test
}

fn settings(cards: u16) -> StudySettings {
    StudySettings { cards, new: cards, has_controls: false, minutes: 0, ..StudySettings::default() }
}

/// The plays of a question, as the boards after them.
fn plays(question: &Question) -> Vec<Board> {
    let mut list = PlayList::new();
    list.generate(&question.state.board, question.state.dice().unwrap());
    list.boards().to_vec()
}

/// Answers all questions of a card: the best action if `is_right`, else the worst.
pub(crate) fn answer(study: &mut Study, is_right: bool) -> Box<Judgement> {
    let mut given = Answer::Double(true);
    loop {
        let question = study.question().unwrap().clone();
        let options: Vec<Answer> = match question.ask {
            Ask::Play(_) => plays(&question).into_iter().map(Answer::Play).collect(),
            Ask::Double => [true, false].map(Answer::Double).to_vec(),
            Ask::Take => [true, false].map(Answer::Take).to_vec(),
        };
        // An answer can be taken back before it is graded, so each is tried.
        let before = study.question().unwrap().ask;
        let losses: Vec<f64> = options.iter().map(|one| loss_of(study, before, given, *one)).collect();
        let order = |a: &usize, b: &usize| losses[*a].total_cmp(&losses[*b]);
        let n = if is_right { (0..losses.len()).min_by(order) } else { (0..losses.len()).max_by(order) };
        given = options[n.unwrap()];
        match study.answer(given, 8000, &judge(), &CancelToken::new()).unwrap() {
            Step::Ask(_) => {}
            Step::Judged(judgement) => return judgement,
        }
    }
}

/// What an answer to the present question loses; the question is as before. `given` was answered to the one before a take.
fn loss_of(study: &mut Study, ask: Ask, given: Answer, option: Answer) -> f64 {
    let first = |study: &mut Study| {
        if ask == Ask::Take {
            study.answer(given, 0, &judge(), &CancelToken::new()).unwrap();
        }
    };
    let parts = match study.answer(option, 0, &judge(), &CancelToken::new()).unwrap() {
        Step::Judged(judgement) => judgement.parts,
        Step::Ask(_) => {
            let Step::Judged(judged) =
                study.answer(Answer::Take(true), 0, &judge(), &CancelToken::new()).unwrap()
            else {
                panic!("two questions at most")
            };
            judged.parts
        }
    };
    let word = ask.word();
    let loss = parts.iter().find(|part| part.ask == word).unwrap().loss;
    assert!(study.take_back().unwrap());
    first(study);
    loss
}

#[test]
fn cards_are_made_of_mistakes_that_are_worth_it() {
    let test = with_matches();
    let all = mistakes(&test.library);
    assert!(all.iter().all(|one| one.is_mine && one.loss.unwrap() >= 0.040));
    assert!(all.iter().any(|one| one.is_new()));
    // Static evaluations are not sure enough by the usual rules.
    let source = CardSource::Mistakes { query: String::new() };
    let usual = test.library.propose_cards(&source, &CardRules::default(), &CancelToken::new()).unwrap();
    assert!(usual.iter().all(|one| one.offer == Offer::Uncertain), "{usual:?}");
    let new: Vec<_> = all.iter().filter(|one| one.is_new()).cloned().collect();
    let made = test.library.make_cards(Some("Mistakes"), &new).unwrap();
    assert_eq!(made.len(), new.len());
    // Nothing is offered twice.
    assert!(mistakes(&test.library).iter().all(|one| !one.is_new()));
    assert!(test.library.make_cards(None, &new).unwrap().is_empty());
    let counts = test.library.study_counts().unwrap();
    assert_eq!([counts.cards, counts.new, counts.due], [made.len() as i64, made.len() as i64, 0]);
    let decks = test.library.decks().unwrap();
    assert_eq!((decks.len(), decks[0].new), (1, made.len() as i64));
    // One gesture.
    test.library.undo().unwrap();
    assert_eq!(test.library.study_counts().unwrap().cards, 0);
    test.assert_clean();
}

#[test]
fn a_position_near_that_of_a_card_is_offered_as_like_it() {
    let test = with_cards();
    let card = test.library.cards(&CardFilter::default()).unwrap().remove(0);
    let key = card.key;
    let known = test.library.propose_cards(&CardSource::Position(key), &RULES, &CancelToken::new()).unwrap();
    assert_eq!(known[0].offer, Offer::Known { card: card.id });
    // The mistakes that were not made into cards say why.
    for one in mistakes(&test.library) {
        if let Offer::LikeCard { card, pips } = one.offer {
            assert!(pips <= 6 && test.library.card(card).is_ok());
        }
    }
}

#[test]
fn a_pasted_position_is_evaluated_when_it_is_asked() {
    let test = TestLibrary::new();
    let state =
        gnubg_engine::core::MatchState::from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
            .unwrap();
    let key = PositionKey::of(&state, Asked::Play, state.dice());
    let proposals =
        test.library.propose_cards(&CardSource::Position(key), &RULES, &CancelToken::new()).unwrap();
    test.library.make_cards(None, &proposals).unwrap();
    let mut study = Study::start(&test.library, settings(5)).unwrap();
    let judgement = answer(&mut study, true);
    assert_eq!((judgement.loss, judgement.parts[0].given.as_str()), (0.0, "8/5 6/5"));
    assert!(judgement.ruler.contains("2-ply"), "{}", judgement.ruler);
    assert_eq!(test.library.analyses_of(Target::of_position(judgement.position)).unwrap().len(), 1);
    test.assert_clean();
}

#[test]
fn better_answers_come_back_later_and_wrong_ones_in_the_same_session() {
    let test = with_cards();
    let mut study = Study::start(&test.library, settings(8)).unwrap();
    let first = study.question().unwrap().clone();
    assert_eq!((first.number, first.of), (1, 8));
    // Nothing is stored before the grade.
    let judgement = answer(&mut study, true);
    assert!(judgement.loss < 1e-6 && judgement.proposed >= Rating::Good, "{judgement:?}");
    assert_eq!(test.library.study_counts().unwrap().today, 0);
    let [again, hard, good, easy] = judgement.days.unwrap();
    assert!(again <= hard && hard <= good && good < easy, "{:?}", judgement.days);
    study.rate(Rate::Proposed).unwrap();
    let right = test.library.card(judgement.card.unwrap()).unwrap();
    assert_eq!(right.due, Some(study_day(NOW) + judgement.proposed_days.unwrap()));
    // A wrong answer comes back after five others.
    let wrong = answer(&mut study, false);
    assert!(wrong.loss >= 0.06 && wrong.proposed == Rating::Again, "{wrong:?}");
    study.rate(Rate::Proposed).unwrap();
    assert_eq!(study.question().unwrap().of, 9);
    for _ in 0..5 {
        assert_ne!(answer(&mut study, true).card, wrong.card);
        study.rate(Rate::Proposed).unwrap();
    }
    assert_eq!(answer(&mut study, true).card, wrong.card);
    study.rate(Rate::As(Rating::Hard)).unwrap();
    let reviews = test.library.reviews(wrong.card.unwrap()).unwrap();
    assert_eq!(
        reviews.iter().map(|one| one.rating).collect::<Vec<_>>(),
        [Some(Rating::Again), Some(Rating::Hard)]
    );
    assert!(reviews[1].is_override && !reviews[0].is_override);
    let summary = study.summary();
    assert_eq!([summary.answered, summary.right], [7, 6]);
    study.end().unwrap();
    assert!(Study::resume(&test.library).unwrap().is_none());
    test.assert_clean();
}

#[test]
fn the_last_answer_is_taken_back_but_stays_in_the_log() {
    let test = with_cards();
    let mut study = Study::start(&test.library, settings(4)).unwrap();
    let card = answer(&mut study, false).card.unwrap();
    study.rate(Rate::Proposed).unwrap();
    assert!(!test.library.card(card).unwrap().is_new());
    assert!(study.take_back().unwrap());
    // Asked again, as if it had never been answered.
    let again = test.library.card(card).unwrap();
    assert!(again.is_new() && again.reviews == 0 && again.lapses == 0);
    let log = test.library.reviews(card).unwrap();
    assert_eq!((log.len(), log[0].taken_back), (1, Some(NOW)));
    assert_eq!(study.question().unwrap().of, 4);
    assert_eq!(answer(&mut study, true).card, Some(card));
    // A slip of the hand does not count.
    study.rate(Rate::NotCounted).unwrap();
    assert!(test.library.card(card).unwrap().is_new());
    // Making the cards cannot be undone any more: that would take the log away.
    assert!(matches!(test.library.undo(), Err(LibraryError::Refused(_))));
    assert_eq!(test.library.reviews(card).unwrap().len(), 2);
}

#[test]
fn a_session_goes_on_after_the_program_has_ended() {
    let test = with_cards();
    let mut study = Study::start(&test.library, settings(6)).unwrap();
    for is_right in [true, false] {
        answer(&mut study, is_right);
        study.rate(Rate::Proposed).unwrap();
    }
    let question = study.question().unwrap().clone();
    drop(study);
    let test = test.reopened();
    let mut study = Study::resume(&test.library).unwrap().unwrap();
    assert_eq!(study.question(), Some(&question));
    assert_eq!(study.summary().answered, 2);
    // Answers of before can be taken back, too.
    assert!(study.take_back().unwrap());
    assert_eq!(study.question().unwrap().number, 2);
}

#[test]
fn cube_decisions_are_two_questions_and_the_worse_answer_counts() {
    let test = with_matches();
    let found = test
        .library
        .propose_cards(&CardSource::Query("kind:take,drop answer:dt".to_owned()), &RULES, &CancelToken::new())
        .unwrap();
    let one: Vec<_> = found.into_iter().take(1).collect();
    assert_eq!(one.len(), 1, "the samples hold a double that is to be taken");
    test.library.make_cards(None, &one).unwrap();
    let mut study = Study::start(&test.library, settings(3)).unwrap();
    assert_eq!(study.question().unwrap().ask, Ask::Double);
    let step = study.answer(Answer::Double(true), 3000, &judge(), &CancelToken::new()).unwrap();
    let Step::Ask(question) = step else { panic!("the second question is missing") };
    assert_eq!(question.ask, Ask::Take);
    // The doubler is on roll, the other one answers.
    assert_ne!(question.state.to_act(), Some(question.state.on_roll));
    let step = study.answer(Answer::Take(false), 3000, &judge(), &CancelToken::new()).unwrap();
    let Step::Judged(judged) = step else { panic!("there is a third question") };
    assert_eq!(judged.parts.len(), 2);
    assert_eq!(judged.parts[0].loss, 0.0);
    assert!(judged.parts[1].loss > 0.0 && judged.parts[1].best == "take");
    assert_eq!(judged.loss, judged.parts[1].loss);
    // What was not asked is refused.
    assert!(matches!(
        study.answer(Answer::Take(true), 0, &judge(), &CancelToken::new()),
        Err(LibraryError::Refused(_))
    ));
}

#[test]
fn one_question_in_four_is_a_control_that_is_not_planned() {
    let test = with_cards();
    let settings = StudySettings { has_controls: true, ..settings(12) };
    let mut study = Study::start(&test.library, settings).unwrap();
    let mut controls = 0;
    while study.question().is_some() {
        let judgement = answer(&mut study, true);
        controls += usize::from(judgement.is_control);
        if judgement.is_control {
            assert!(judgement.days.is_none() && judgement.card.is_none() && judgement.decision.is_some());
        }
        study.rate(Rate::Proposed).unwrap();
    }
    assert_eq!(controls, 3);
    assert_eq!(study.summary().controls_right, 3);
    let report = test.library.study_report(30).unwrap();
    assert_eq!((report.controls, report.reviews), ([3, 3], 9));
    assert_eq!(report.days, [(study_day(NOW), 12)]);
}

#[test]
fn what_is_forgotten_four_times_is_a_leech() {
    let test = with_cards();
    let card = test.library.cards(&CardFilter::default()).unwrap()[0].id;
    let others: Vec<i64> = test
        .library
        .cards(&CardFilter::default())
        .unwrap()
        .iter()
        .map(|one| one.id)
        .filter(|id| *id != card)
        .collect();
    test.library.suspend_cards(&others, true).unwrap();
    let mut leech = None;
    for n in 0..5 {
        test.clock.set(NOW + 40 * n * DAY_MS);
        let mut study = Study::start(&test.library, settings(3)).unwrap();
        answer(&mut study, false);
        assert!(leech.is_none(), "after {n} lapses");
        leech = study.rate(Rate::Proposed).unwrap();
        // The second look on the same day is no lapse of its own.
        answer(&mut study, false);
        study.rate(Rate::Proposed).unwrap();
        study.end().unwrap();
    }
    assert_eq!(leech.map(|leech| (leech.card, leech.lapses)), Some((card, 4)));
    let filter = CardFilter { which: Which::Leeches, ..CardFilter::default() };
    assert_eq!(test.library.cards(&filter).unwrap().len(), 1);
    test.library.rest_cards(&[card], 90).unwrap();
    assert_eq!(test.library.study_counts().unwrap().due, 0);
}

#[test]
fn a_backlog_is_spread_over_days() {
    let test = with_cards();
    let mut study = Study::start(&test.library, settings(12)).unwrap();
    while study.question().is_some() {
        answer(&mut study, true);
        study.rate(Rate::Proposed).unwrap();
    }
    study.end().unwrap();
    test.clock.set(NOW + 60 * DAY_MS);
    let before = test.library.study_counts().unwrap().due;
    assert_eq!(before, 12);
    assert!(test.library.spread_backlog(4).unwrap() > 0);
    assert_eq!(test.library.study_counts().unwrap().due, 3);
    test.clock.set(NOW + 63 * DAY_MS);
    assert_eq!(test.library.study_counts().unwrap().due, 12);
    // Or only the most costly stay.
    assert_eq!(test.library.keep_costly(5).unwrap(), 7);
    assert_eq!(test.library.study_counts().unwrap().due, 5);
    let report = test.library.study_report(100).unwrap();
    assert_eq!(report.reviews, 12);
}

#[test]
fn deleted_matches_take_their_cards_along_and_bring_them_back() {
    let test = with_cards();
    let mut study = Study::start(&test.library, settings(2)).unwrap();
    let judged = answer(&mut study, true);
    study.rate(Rate::Proposed).unwrap();
    study.end().unwrap();
    let card = test.library.card(judged.card.unwrap()).unwrap();
    let matched = test.library.decision_rows(&[card.decision.unwrap()]).unwrap()[0].matched;
    test.library.delete_matches(&[matched], "one").unwrap();
    assert!(test.library.card(card.id).is_err());
    let trash = test.library.trash().unwrap();
    assert!(trash[0].counts[2] > 0 && trash[0].counts[3] == 1);
    test.library.restore_from_trash(trash[0].id).unwrap();
    assert_eq!(test.library.card(card.id).unwrap(), card);
    assert_eq!(test.library.reviews(card.id).unwrap().len(), 1);
    // Deleting a card is a gesture of its own.
    test.library.delete_cards(&[card.id]).unwrap();
    assert!(test.library.card(card.id).is_err());
    test.library.undo().unwrap();
    assert_eq!(test.library.card(card.id).unwrap(), card);
    test.assert_clean();
}

#[test]
fn cards_that_were_chosen_are_asked_whether_or_not_they_are_due() {
    let test = with_cards();
    let all = test.library.cards(&CardFilter::default()).unwrap();
    let chosen: Vec<i64> = all.iter().take(3).map(|card| card.id).collect();
    let mut study = Study::start(&test.library, StudySettings::of_cards(chosen.clone())).unwrap();
    let mut asked = Vec::new();
    while study.question().is_some() {
        let judged = answer(&mut study, true);
        asked.extend(judged.card);
        assert!(judged.chances.is_none(), "the best play needs no explanation");
        study.rate(Rate::Proposed).unwrap();
    }
    asked.sort_unstable();
    assert_eq!(asked, chosen);
    study.end().unwrap();
    // None of them is due now; they are asked all the same, and a session that goes on keeps them.
    let study = Study::start(&test.library, StudySettings::of_cards(chosen)).unwrap();
    assert_eq!(study.question().unwrap().of, 3);
    drop(study);
    assert_eq!(Study::resume(&test.library).unwrap().unwrap().question().unwrap().of, 3);
}

#[test]
fn what_was_found_again_is_studied_by_the_cards_it_has() {
    let test = with_cards();
    let all = mistakes(&test.library);
    let (made, cards) = test.library.make_cards_of(&all).unwrap();
    assert!(made.is_empty() && !cards.is_empty());
    let known: Vec<i64> =
        test.library.cards(&CardFilter::default()).unwrap().iter().map(|card| card.id).collect();
    assert!(cards.iter().all(|card| known.contains(card)));
}

#[test]
fn a_wrong_play_has_chances_to_explain_it() {
    let test = with_cards();
    let mut study = Study::start(&test.library, settings(20)).unwrap();
    let mut explained = 0;
    while let Some(question) = study.question().cloned() {
        let judged = answer(&mut study, false);
        assert_eq!(judged.chances.is_some(), matches!(question.ask, Ask::Play(_)), "{judged:?}");
        explained += usize::from(judged.chances.is_some());
        study.rate(Rate::NotCounted).unwrap();
    }
    assert!(explained > 0);
}

#[test]
fn a_contrast_has_another_answer_and_becomes_a_card() {
    let test = with_cards();
    let cards = test.library.cards(&CardFilter::default()).unwrap();
    let mut found = 0;
    for card in cards.iter().take(12) {
        let Some(contrast) = test.library.contrast_of(card.id, &judge(), &CancelToken::new()).unwrap() else {
            continue;
        };
        found += 1;
        assert_ne!(contrast.best[0], contrast.best[1]);
        assert!(contrast.gap >= 0.03 && contrast.key != card.key, "{contrast:?}");
        let made = test.library.make_cards(None, &[contrast.proposal()]).unwrap();
        let made = test.library.card(made[0]).unwrap();
        assert_eq!(made.kind, gnubg_library::study::CardKind::Contrast);
        // What was said to be best is right when the card is asked.
        let mut study = Study::start(&test.library, StudySettings::of_cards(vec![made.id])).unwrap();
        let judged = answer(&mut study, true);
        assert!(judged.loss < 0.005, "{judged:?}");
        if judged.parts.len() == 1 {
            assert_eq!(judged.parts[0].best, contrast.best[1], "{contrast:?}");
        }
        study.rate(Rate::Proposed).unwrap();
        if found == 3 {
            break;
        }
    }
    assert!(found > 0, "no contrast among {} cards", cards.len());
    test.assert_clean();
}

#[test]
fn a_position_is_asked_at_the_scores_where_something_else_is_right() {
    let test = with_cards();
    // The cards of one player are too few to be sure that one of them depends on the score.
    let source = CardSource::Query("loss>=20".to_owned());
    let others = test.library.propose_cards(&source, &RULES, &CancelToken::new()).unwrap();
    let others: Vec<_> = others.into_iter().filter(|one| one.is_new()).collect();
    test.library.make_cards(None, &others).unwrap();
    let cards = test.library.cards(&CardFilter::default()).unwrap();
    let found = cards
        .iter()
        .map(|card| test.library.scores_of(card.id, &judge(), &CancelToken::new()).unwrap())
        .find(|found| found.differing().count() > 1);
    let found = found.expect("a card whose answer depends on the score");
    assert!(found.scores.iter().all(|one| one.key != found.key && one.loss >= 0.0), "{found:?}");
    assert!(found.differing().all(|one| one.best != found.best && one.loss >= 0.03), "{found:?}");
    let proposal = found.proposal().unwrap();
    let made = test.library.make_cards(None, std::slice::from_ref(&proposal)).unwrap();
    assert!(test.library.make_cards(None, &[proposal]).unwrap().is_empty(), "only once");
    let card = test.library.card(made[0]).unwrap();
    assert_eq!(card.kind, gnubg_library::study::CardKind::Scores);
    assert_eq!(card.others.len(), found.differing().count());
    // Every session asks another of its scores, and what was said to be best is right there.
    let mut asked = Vec::new();
    for _ in 0..=card.others.len() {
        let mut study = Study::start(&test.library, StudySettings::of_cards(made.clone())).unwrap();
        let key = study.question().unwrap().key;
        assert!(!asked.contains(&key), "another score than before");
        asked.push(key);
        let judged = answer(&mut study, true);
        assert!(judged.loss < 0.005, "{judged:?}");
        study.rate(Rate::Proposed).unwrap();
    }
    assert!(asked.contains(&found.key) && asked.contains(&card.key));
    test.assert_clean();
    // Deleted, nothing of it is left, and undoing brings it back.
    let positions = || test.library.info().unwrap().positions;
    let before = positions();
    test.library.delete_cards(&made).unwrap();
    assert!(positions() < before);
    test.library.undo().unwrap();
    assert_eq!((test.library.card(made[0]).unwrap().others, positions()), (card.others, before));
    test.assert_clean();
}
