// SPDX-License-Identifier: GPL-3.0-or-later
//! Asks before unsaved work is lost.

use super::Files;
use crate::i18n::gettext;
use crate::widgets::question::Question;
use adw::prelude::*;
use gnubg_record::{EntryAction, MatchRecord};
use std::rc::Rc;

/// Whether the record is worth keeping: it contains a decision, a comment or analysis.
pub(crate) fn is_worth_keeping(record: &MatchRecord) -> bool {
    let counts = |entry: &gnubg_record::Entry| {
        let is_decision = !matches!(entry.action, EntryAction::Roll(_)) && !entry.action.is_set_up();
        is_decision || !entry.comment.is_empty() || entry.analysis.is_some()
    };
    record.games.iter().any(|game| game.entries.iter().any(counts))
}

impl Files {
    /// Whether the match has unsaved changes worth keeping.
    pub(crate) fn has_unsaved_work(&self) -> bool {
        self.host.save_comment();
        self.host.look(|session| session.is_unsaved() && is_worth_keeping(session.record())) == Some(true)
    }

    /// Runs `then` at once if nothing would be lost or nobody wants to be asked, else after the user has decided about
    /// the unsaved match.
    pub(crate) fn before_losing(self: &Rc<Self>, question: &str, then: impl FnOnce() + 'static) {
        if self.host.options().confirm.new && self.has_unsaved_work() {
            self.ask_to_save(question, &gettext("Do not save"), then);
        } else {
            then();
        }
    }

    /// Asks whether to save, to continue without saving, or to cancel.
    fn ask_to_save(self: &Rc<Self>, question: &str, discard: &str, then: impl FnOnce() + 'static) {
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
        let files = Rc::clone(self);
        self.host.ask(&question, move |answer| match answer {
            "discard" => then(),
            "save" => {
                files.after_save.replace(Some(Box::new(then)));
                files.save();
            }
            _ => files.host.focus_board(),
        });
    }

    /// Whether the window may close now; if not, the user is asked, and it closes by itself afterwards.
    pub(crate) fn may_close(self: &Rc<Self>) -> bool {
        if self.may_close.get() || !self.has_unsaved_work() {
            return true;
        }
        let files = Rc::clone(self);
        let question = gettext("Save the match before the window closes?");
        self.ask_to_save(&question, &gettext("Close without saving"), move || {
            files.may_close.set(true);
            if let Some(window) = files.host.window() {
                window.close();
            }
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
