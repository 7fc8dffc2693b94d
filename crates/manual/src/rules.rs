// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules of the game for somebody who has never played: sections with pictures that our own board paints. They are
//! phrases of the program, so that they speak every language that it speaks.

use crate::markup::{Block, Picture, Span, anchor};
use crate::picture::BoardPicture;
use gnubg_i18n::gettext;

/// A section of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesSection {
    /// Its title.
    pub title: String,
    /// Its paragraphs.
    pub text: Vec<String>,
    /// Its picture, as the manual names it; empty for none.
    pub picture: &'static str,
}

fn topic(title: String, text: &[String], picture: &'static str) -> RulesSection {
    RulesSection { title, text: text.to_vec(), picture }
}

impl RulesSection {
    /// Its picture as a block.
    fn block(&self) -> Option<Block> {
        if self.picture.is_empty() {
            return None;
        }
        let picture = match BoardPicture::parse(self.picture) {
            Ok(board) => Picture::Board(Box::new(board)),
            Err(error) => Picture::Broken(error),
        };
        Some(Block::Picture(picture, self.title.clone()))
    }

    /// Its text and its picture.
    #[must_use]
    pub fn blocks(&self) -> Vec<Block> {
        let text = self.text.iter().map(|text| Block::Paragraph(vec![Span::plain(text.clone())]));
        text.chain(self.block()).collect()
    }
}

/// All sections below each other, each with its heading.
pub(crate) fn blocks() -> Vec<Block> {
    let of = |section: RulesSection| {
        let heading = Block::Heading { level: 2, id: anchor(&section.title), text: section.title.clone() };
        std::iter::once(heading).chain(section.blocks())
    };
    chapters().into_iter().flat_map(of).collect()
}

/// The chapters.
#[must_use]
pub fn chapters() -> Vec<RulesSection> {
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
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10 arrows=24/18,13/7,8/5",
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
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10 arrows=8/5,6/5",
        ),
        topic(
            gettext("Doubles"),
            &[
                gettext(
                    "If both dice show the same number, you play it four times, with one checker or with several.",
                ),
                gettext("In the picture, 6 and 6 bring two checkers from 24 to 18 and two from 13 to 7."),
            ],
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:5:10 arrows=24/18,13/7",
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
            "XGID=-b----E-C---eE---c-e----AA:0:0:1:52:0:0:0:5:10 arrows=25/20,13/11",
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
            "XGID=-BBCBCC------------cbbccb-:0:0:1:64:0:0:0:5:10 arrows=6/0,4/0",
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
            "XGID=-a-AA--------------ddcc---:0:0:1:00:0:0:0:5:10",
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
            "XGID=-b--BBB-B---dE---d-e----B-:0:0:1:00:2:4:0:7:10 doubled",
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
            "",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_draw::Slot;
    use gnubg_engine::core::{Play, Player};

    #[test]
    fn every_section_has_a_text_and_nearly_all_a_sound_picture() {
        let chapters = chapters();
        assert_eq!(chapters.iter().filter(|section| !section.picture.is_empty()).count(), chapters.len() - 1);
        for section in &chapters {
            assert!(section.text.join(" ").len() > 80, "{}", section.title);
            if section.picture.is_empty() {
                continue;
            }
            let picture = BoardPicture::parse(section.picture).expect("a picture");
            let view = picture.view();
            assert_eq!(view.arrows.len(), picture.arrows.len(), "{}", section.title);
            let n_steps = picture.state.dice().map_or(0, |dice| if dice.is_double() { 4 } else { 2 });
            let plays = picture.state.legal_plays();
            // The arrows of a roll are a legal play; those of a double are drawn once for two checkers.
            if let (Some(plays), true) = (plays, !picture.arrows.is_empty()) {
                let n_times = n_steps / picture.arrows.len();
                let is_drawn = |play: &Play| {
                    let slot = |place| Slot::of(Player::One, place);
                    let mut steps: Vec<(Slot, Slot)> =
                        play.steps().iter().map(|step| (slot(step.from), slot(step.to))).collect();
                    let mut drawn = view.arrows.repeat(n_times);
                    steps.sort_by_key(|step| format!("{step:?}"));
                    drawn.sort_by_key(|step| format!("{step:?}"));
                    steps == drawn
                };
                assert!(plays.plays().iter().any(is_drawn), "{}", section.title);
            }
        }
    }
}
