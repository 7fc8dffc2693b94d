// SPDX-License-Identifier: GPL-3.0-or-later
//! The decision that is reviewed in words: who did what, how bad it was, what was best. Screen readers say it, and it stands
//! below the board.

use super::record::cells;
use crate::i18n::{WORDS, gettext, gettext_f, localized};
use gnubg_engine::core::Equity;
use gnubg_record::{DecisionError, ErrorKind, ErrorOrder, ErrorQuery, Skill};
use gnubg_report::document::phrases::ErrorWords;
use gnubg_session::Session;

/// The decision after the place shown, with its errors; `None` at the end of a game.
pub(crate) fn decision(session: &Session) -> Option<String> {
    let place = session.place();
    let entry = session.record().next_entry(place)?;
    let text = cells::text_of(session, place.game, place.entry);
    let values = [("player", session.name(entry.player)), ("play", text)];
    let mut parts = vec![gettext_f("{player}: {play}", &values)];
    let query = ErrorQuery { game: Some(place.game), order: ErrorOrder::AsPlayed, ..ErrorQuery::default() };
    let mut errors = session.errors(&query);
    errors.retain(|error| error.entry == place.entry && error.loss.emg >= 0.000_5);
    parts.extend(errors.iter().map(|error| error_text(session, error)));
    let judgement = session.judgements(place.game).into_iter().nth(place.entry).unwrap_or_default();
    let is_judged = judgement.play.is_some_and(|play| play.has_choice)
        || judgement.cube.is_some_and(|cube| cube.is_close)
        || judgement.resignation.is_some();
    if errors.is_empty() && is_judged {
        parts.push(gettext("best"));
    }
    Some(parts.join(", "))
}

fn error_text(session: &Session, error: &DecisionError) -> String {
    let options = session.options();
    let skill = options.analysis.thresholds.skill(Equity(-error.loss.emg as f32));
    let words = ErrorWords::of(session.record(), error, WORDS);
    let loss = localized(format!("{:.*}", usize::from(options.output.digits), error.loss.emg));
    let values = [("done", &*words.done), ("loss", &*loss), ("best", &*words.best)];
    // What the entry itself says has been told; that its player did not double has not.
    let is_told = match error.kind {
        ErrorKind::Play => true,
        _ => session.record().entry(error.game, error.entry).is_some_and(|entry| !entry.action.is_roll()),
    };
    let text = match is_told {
        true => gettext_f("loses {loss}; best {best}", &values),
        false => gettext_f("{done} loses {loss}; best {best}", &values),
    };
    match skill {
        Skill::Unmarked => text,
        skill => format!("{}, {text}", cells::skill(skill)),
    }
}
