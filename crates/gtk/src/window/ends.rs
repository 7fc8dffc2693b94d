// SPDX-License-Identifier: GPL-3.0-or-later
//! The strip below the board: the tutor's warning, and the end of a game, which stays until the user goes on.

use super::Window;
use crate::i18n::{gettext, gettext_f};
use crate::match_summary::{SummaryScope, summarize};
use crate::tutor::Tutor;
use crate::widgets::keys;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{MatchState, Player};
use gnubg_session::analysis::statistics_format;
use gnubg_session::command::Go;
use gnubg_session::event::StateChange;
use gnubg_session::options::Seat;
use gtk::{gdk, gio, glib};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// Decisions that the card at the end of a match names.
const N_WORST: usize = 3;

impl Window {
    pub(super) fn tutor(&self) -> &Rc<Tutor> {
        self.imp().tutor.get().expect("invariant: built with the window")
    }

    /// Keys of the board that answer the strip: Return and Space give the default answer, Escape takes a decision back.
    pub(super) fn connect_strip_keys(&self) {
        self.imp().strip.connect_open(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || {
                if !window.imp().strip.is_open() {
                    window.stop_countdown();
                }
                window.fit_strip();
            }
        ));
        self.imp().result_card.connect_visible_notify(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| window.fit_strip()
        ));
        let press = glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            false,
            move |key| {
                let imp = window.imp();
                let is_warning = window.tutor().is_warning();
                let focus = GtkWindowExt::focus(&window);
                if key == gdk::Key::Escape && imp.result_card.is_visible() {
                    imp.result_card.set_visible(false);
                    imp.board.grab_focus();
                    return true;
                }
                let is_board = focus.is_none_or(|focus| focus.is_ancestor(&*imp.board));
                let is_answer = imp.strip.is_open()
                    && match key {
                        gdk::Key::Return | gdk::Key::KP_Enter | gdk::Key::space => is_board,
                        gdk::Key::Escape => is_warning && (is_board || imp.strip.has_key_focus()),
                        _ => false,
                    };
                if is_answer {
                    imp.strip.answer_default();
                }
                is_answer
            }
        );
        keys::connect(self, gtk::PropagationPhase::Capture, move |key, _| press(key));
    }

    /// Shows the end of a game that does not end the match.
    pub(super) fn show_game_end(&self, result: &str, after: &MatchState) {
        let winner = after.result().map_or(Player::One, |result| result.winner);
        let [a, b] = [winner, winner.other()].map(|player| after.score[player.index()].to_string());
        let values = [("result", result), ("a", &*a), ("b", &*b)];
        let text = gettext_f("{result}. The score is {a}–{b}.", &values);
        let answers = [("next", gettext("Next game")), ("review", gettext("Review"))];
        let game = self.imp().snapshot.borrow().game.saturating_sub(1);
        let answered = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |answer| window.leave_game_end(answer, game)
        );
        self.imp().strip.ask(&text, &answers, None, answered);
        self.count_down(self.options().window.next_game_after);
    }

    /// Starts the next game after that many seconds, unless the strip closes before; at once with the key of its button.
    fn count_down(&self, seconds: u8) {
        self.stop_countdown();
        if seconds == 0 {
            return;
        }
        let label = |n: u8| gettext_f("Next game ({n})", &[("n", &n.to_string())]);
        self.imp().strip.relabel_default(&label(seconds));
        let left = Cell::new(seconds);
        let timer = glib::timeout_add_seconds_local(
            1,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                #[upgrade_or]
                glib::ControlFlow::Break,
                move || {
                    left.set(left.get() - 1);
                    if left.get() > 0 {
                        window.imp().strip.relabel_default(&label(left.get()));
                        return glib::ControlFlow::Continue;
                    }
                    window.imp().countdown.take();
                    window.imp().strip.answer_default();
                    glib::ControlFlow::Break
                }
            ),
        );
        self.imp().countdown.replace(Some(timer));
    }

    fn stop_countdown(&self) {
        if let Some(timer) = self.imp().countdown.take() {
            timer.remove();
        }
    }

    fn leave_game_end(&self, answer: &str, game: usize) {
        // Where the next game begins by itself, it has begun behind the one shown.
        let shown = self.imp().snapshot.borrow().state;
        let is_ahead =
            self.imp().is_held.take() && self.look(|session| session.state().copied() != shown) == Some(true);
        if answer == "review" {
            self.activate("layout-study");
            self.review().go(Go::To { game, entry: 0, rolled: true });
        } else if is_ahead {
            self.go_on();
        } else {
            self.matches().next_game();
        }
        self.imp().board.grab_focus();
    }

    /// Whether the end of a game stays on the screen until the user goes on: somebody plays.
    pub(super) fn holds_end(&self, change: &StateChange) -> bool {
        let is_end = change.after.result().is_some() && change.after.match_winner().is_none();
        let options = self.options();
        // The games of a transcription follow one another at once.
        let is_played = self.look(|session| !session.is_transcribing()) == Some(true);
        is_end
            && is_played
            && Player::BOTH.iter().any(|player| options.players[player.index()].seat == Seat::Human)
    }

    /// Shows the card at the end of a match, and analyzes the match for it.
    pub(super) fn show_match_end(&self, result: &str, after: &MatchState) {
        let imp = self.imp();
        imp.result_card.connect_decision(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |(game, entry), with_list| {
                window.activate("layout-study");
                window.review().go(Go::To { game, entry, rolled: true });
                if with_list {
                    window.sidebar().review_errors(window.only_human());
                }
                window.imp().board.grab_focus();
            }
        ));
        imp.result_card.open(result, after.length);
        // The analysis begins when the end has been shown.
        glib::idle_add_local_once(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || {
                window.review().analyze_finished_match();
                window.follow_analysis_on_card();
            }
        ));
    }

    /// The only person among the players, if there is exactly one.
    fn only_human(&self) -> Option<Player> {
        let options = self.options();
        let is_human = |player: &Player| options.players[player.index()].seat == Seat::Human;
        let humans: Vec<Player> = Player::BOTH.into_iter().filter(is_human).collect();
        if let [only] = humans[..] { Some(only) } else { None }
    }

    /// Shows on the card how far the analysis is, and at its end how the match was played.
    pub(super) fn follow_analysis_on_card(&self) {
        let imp = self.imp();
        if !imp.result_card.is_visible() {
            return;
        }
        if self.review().is_running() {
            let (_, done, total) = self.review().progress();
            let [done, total] = [done, total].map(|n| n.to_string());
            let values = [("done", &*done), ("total", &*total)];
            imp.result_card.set_progress(&gettext_f("Analyzing: {done} of {total} decisions", &values));
            return;
        }
        imp.result_card.set_progress("");
        let player = self.only_human();
        let request = self.look(|session| {
            let format = statistics_format(session.options());
            (session.record().clone(), Arc::clone(session.table()), format)
        });
        let Some((record, table, format)) = request else { return };
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let found = {
                    let scope = SummaryScope { game: None, player, n_worst: N_WORST };
                    gio::spawn_blocking(move || summarize(&record, &table, &format, scope)).await
                };
                if let Ok(summary) = found {
                    window.imp().result_card.show_summary(&summary);
                }
            }
        ));
    }
}
