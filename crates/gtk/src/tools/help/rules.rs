// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules of the game for somebody who has never played: chapters with pictures that our own board paints.

use super::picture::RulePicture;
use super::topics::Topic;
use crate::i18n::gettext;

const fn picture(xgid: &'static str, arrows: &'static [(u8, u8)]) -> Option<RulePicture> {
    Some(RulePicture { xgid, arrows, is_doubled: false })
}

fn topic(title: String, text: &[String], picture: Option<RulePicture>) -> Topic {
    Topic { title, subtitle: String::new(), text: text.join("\n\n"), command: None, picture }
}

/// The chapters.
pub(super) fn chapters() -> Vec<Topic> {
    vec![
        topic(
            gettext("Aim of the game"),
            &[
                gettext(
                    "Two players move fifteen checkers each around a board of 24 points. Whoever has borne off all of his checkers first wins the game.",
                ),
                gettext(
                    "Your checkers are those at home at the lower right. They move from point 24 down to point 1, and then off the board; those of your opponent move the other way. The picture shows the starting position.",
                ),
            ],
            picture("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10", &[(24, 18), (13, 7), (8, 5)]),
        ),
        topic(
            gettext("Moving"),
            &[
                gettext(
                    "To begin, each player rolls one die; the higher one starts with both numbers. Later each player rolls two dice in turn.",
                ),
                gettext(
                    "Each die moves one checker by its number; the same checker may use both. You may put a checker on an empty point, on your own checkers, or on a single checker of your opponent. Two or more opposing checkers block a point.",
                ),
                gettext(
                    "You must use both dice if you can; if only one of them can be played, you must play the higher one if possible. In the picture, 3 and 1 make the 5-point.",
                ),
            ],
            picture("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10", &[(8, 5), (6, 5)]),
        ),
        topic(
            gettext("Doubles"),
            &[
                gettext(
                    "If both dice show the same number, you play it four times, with one checker or with several.",
                ),
                gettext("In the picture, 6 and 6 bring two checkers from 24 to 18 and two from 13 to 7."),
            ],
            picture("XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:5:10", &[(24, 18), (13, 7)]),
        ),
        topic(
            gettext("Hitting and the bar"),
            &[
                gettext(
                    "A single checker on a point is a blot. If an opposing checker lands on it, it is hit and goes to the bar in the middle of the board.",
                ),
                gettext(
                    "A checker on the bar must enter before any other checker moves: a die of 1 brings it to your opponent's first point, which is your 24, and so on up to 6. If all points of the dice are blocked, you lose the turn.",
                ),
            ],
            picture("XGID=-b----E-C---eE---c-e----AA:0:0:1:52:0:0:0:5:10", &[(25, 20), (13, 11)]),
        ),
        topic(
            gettext("Bearing off"),
            &[
                gettext(
                    "When all your checkers are on points 1 to 6, your home board, you may bear them off. A die takes a checker off the point of its number.",
                ),
                gettext(
                    "If that point is empty, you must move a checker from a higher point; if there is none, you bear off from your highest point.",
                ),
            ],
            picture("XGID=-BBCBCC------------cbbccb-:0:0:1:64:0:0:0:5:10", &[(6, 0), (4, 0)]),
        ),
        topic(
            gettext("Gammon and backgammon"),
            &[
                gettext(
                    "A game usually counts one point. If the loser has not borne off any checker, it is a gammon and counts two.",
                ),
                gettext(
                    "If he also has a checker on the bar or in the winner's home board, it is a backgammon and counts three.",
                ),
            ],
            picture("XGID=-a-AA--------------ddcc---:0:0:1:00:0:0:0:5:10", &[]),
        ),
        topic(
            gettext("The doubling cube"),
            &[
                gettext(
                    "The cube tells how much the game is worth. It begins in the middle, worth one. Before a roll, a player may offer to double it.",
                ),
                gettext(
                    "The opponent passes and loses what the game was worth until then, or takes: the game goes on for twice as much, and only he, who owns the cube now, may double next.",
                ),
                gettext("Take if you expect to win about one game in four or more."),
            ],
            Some(RulePicture {
                xgid: "XGID=-b--BBB-B---dE---d-e----B-:0:0:1:00:2:4:0:7:10",
                arrows: &[],
                is_doubled: true,
            }),
        ),
        topic(
            gettext("Matches and the Crawford game"),
            &[
                gettext(
                    "A match goes to a number of points. When a player is one point away from winning, the next game is played without the cube: the Crawford game. After it the cube is used again.",
                ),
                gettext(
                    "A money session has no end; each game counts for itself. By the Jacoby rule gammons count there only after a double.",
                ),
            ],
            None,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Slot;
    use gnubg_engine::core::MatchState;

    #[test]
    fn every_chapter_has_a_text_and_nearly_all_a_sound_picture() {
        let chapters = chapters();
        assert_eq!(chapters.iter().filter(|topic| topic.picture.is_some()).count(), chapters.len() - 1);
        for topic in &chapters {
            assert!(topic.text.len() > 80, "{}", topic.title);
            let Some(picture) = topic.picture else { continue };
            let view = picture.view();
            assert_eq!(view.arrows.len(), picture.arrows.len(), "{}", topic.title);
            let state = MatchState::from_xgid(picture.xgid).expect("a position");
            let n_steps = state.dice().map_or(0, |dice| if dice.is_double() { 4 } else { 2 });
            let plays = state.legal_plays();
            // The arrows of a roll are a legal play; those of a double are drawn once for two checkers.
            if let (Some(plays), true) = (plays, !picture.arrows.is_empty()) {
                let n_times = n_steps / picture.arrows.len();
                let is_drawn = |play: &gnubg_engine::core::Play| {
                    let mut steps: Vec<(Slot, Slot)> = play
                        .steps()
                        .iter()
                        .map(|step| {
                            let player = gnubg_engine::core::Player::One;
                            (Slot::of(player, step.from), Slot::of(player, step.to))
                        })
                        .collect();
                    let mut drawn = view.arrows.repeat(n_times);
                    steps.sort_by_key(|step| format!("{step:?}"));
                    drawn.sort_by_key(|step| format!("{step:?}"));
                    steps == drawn
                };
                assert!(plays.plays().iter().any(is_drawn), "{}", topic.title);
            }
        }
    }
}
