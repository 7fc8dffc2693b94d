// SPDX-License-Identifier: GPL-3.0-or-later
//! Asks before unsaved work is lost.

use super::Window;
use crate::dialogs::question::Question;
use crate::i18n::gettext;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_record::{EntryAction, MatchRecord};

/// Whether the record is worth keeping: it contains a decision, a comment or analysis.
pub(in crate::window) fn is_worth_keeping(record: &MatchRecord) -> bool {
    let counts = |entry: &gnubg_record::Entry| {
        let is_decision = !matches!(entry.action, EntryAction::Roll(_)) && !entry.action.is_set_up();
        is_decision || !entry.comment.is_empty() || entry.analysis.is_some()
    };
    record.games.iter().any(|game| game.entries.iter().any(counts))
}

impl Window {
    /// Whether the match has unsaved changes worth keeping.
    pub(in crate::window) fn has_unsaved_work(&self) -> bool {
        self.sidebar().save_comment();
        self.look(|session| session.is_unsaved() && is_worth_keeping(session.record())) == Some(true)
    }

    /// Runs `then` at once if nothing would be lost or nobody wants to be asked, else after the user has decided about
    /// the unsaved match.
    pub(in crate::window) fn before_losing(&self, question: &str, then: impl FnOnce(&Window) + 'static) {
        if self.options().confirm.new && self.has_unsaved_work() {
            self.ask_to_save(question, &gettext("Do not save"), then);
        } else {
            then(self);
        }
    }

    /// Asks whether to save, to continue without saving, or to cancel.
    fn ask_to_save(&self, question: &str, discard: &str, then: impl FnOnce(&Window) + 'static) {
        let body = gettext("Plays, comments and analysis since the last save will be lost.");
        let (cancel, save) = (gettext("Cancel"), gettext("Save"));
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("discard", discard, adw::ResponseAppearance::Destructive),
            ("save", save.as_str(), adw::ResponseAppearance::Suggested),
        ];
        let question = Question {
            name: "unsaved",
            heading: question,
            body: &body,
            answers: &answers,
            default: Some("save"),
        };
        self.ask(&question, |window, answer| match answer {
            "discard" => then(window),
            "save" => {
                window.imp().files.after_save.replace(Some(Box::new(then)));
                window.save();
            }
            _ => {
                window.imp().board.grab_focus();
            }
        });
    }

    /// Whether the window may close now; if not, the user is asked, and it closes by itself afterwards.
    pub(in crate::window) fn may_close(&self) -> bool {
        if self.imp().files.may_close.get() || !self.has_unsaved_work() {
            return true;
        }
        let question = gettext("Save the match before the window closes?");
        self.ask_to_save(&question, &gettext("Close without saving"), |window| {
            window.imp().files.may_close.set(true);
            window.close();
        });
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, Play, Player, Rules};
    use gnubg_record::{Entry, GameRecord, MatchInfo};

    #[test]
    fn a_roll_alone_is_nothing_to_keep() {
        let info = MatchInfo::of_players(["a", "b"]);
        let mut record = MatchRecord::new(7, Rules::default(), info).expect("a match to seven points");
        assert!(!is_worth_keeping(&record));
        let mut game = GameRecord::new(record.first_start());
        let dice = Dice::new(3, 1).expect("dice");
        game.entries.push(Entry::new(Player::One, EntryAction::Roll(dice)));
        record.games.push(game);
        assert!(!is_worth_keeping(&record));
        let play = EntryAction::Play { dice, play: Play::EMPTY };
        record.games[0].entries[0] = Entry::new(Player::One, play);
        assert!(is_worth_keeping(&record));
    }
}
