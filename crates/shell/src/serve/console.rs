// SPDX-License-Identifier: GPL-3.0-or-later
//! What a request prints, and how far it is.

use super::message;
use crate::language::Console;
use gnubg_session::event::Activity;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The least time between two notifications of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// Where texts and progress of one request go.
pub(super) struct ServeConsole {
    target: Target,
    /// When progress was told last, and what has not been told yet.
    told: Option<Instant>,
    held: Option<Value>,
}

enum Target {
    /// To notifications with the ID of the request.
    Notifications(Option<Value>),
    /// To the result; progress to notifications with this token.
    Result { text: String, token: Option<Value> },
}

impl ServeConsole {
    /// Everything becomes notifications.
    pub(super) const fn notifying(id: Option<Value>) -> ServeConsole {
        ServeConsole { target: Target::Notifications(id), told: None, held: None }
    }

    /// Texts are kept for the result.
    pub(super) const fn collecting(token: Option<Value>) -> ServeConsole {
        ServeConsole { target: Target::Result { text: String::new(), token }, told: None, held: None }
    }

    /// What was printed.
    pub(super) fn collected(&self) -> String {
        match &self.target {
            Target::Notifications(_) => String::new(),
            Target::Result { text, .. } => text.trim_end().to_owned(),
        }
    }

    /// Sends progress that was held back.
    pub(super) fn flush(&mut self) {
        if let Some(held) = self.held.take() {
            message::send(&held);
        }
    }

    fn show(&mut self, shown: &str, is_error: bool) {
        match &mut self.target {
            Target::Notifications(id) => message::send(&json!({
                "jsonrpc": "2.0",
                "method": "output",
                "params": {"id": id, "text": shown, "error": is_error},
            })),
            Target::Result { text, .. } => {
                text.push_str(shown);
                text.push('\n');
            }
        }
    }
}

impl Console for ServeConsole {
    fn print(&mut self, text: &str) {
        self.show(text, false);
    }

    fn complain(&mut self, text: &str) {
        self.show(text, true);
    }

    fn progress(&mut self, activity: Activity, done: u64, total: Option<u64>) {
        let notification = match &self.target {
            Target::Notifications(id) => json!({
                "jsonrpc": "2.0",
                "method": "progress",
                "params": {
                    "id": id,
                    "activity": format!("{activity:?}").to_lowercase(),
                    "done": done,
                    "total": total,
                },
            }),
            Target::Result { token: Some(token), .. } => json!({
                "jsonrpc": "2.0",
                "method": "notifications/progress",
                "params": {"progressToken": token, "progress": done, "total": total},
            }),
            Target::Result { token: None, .. } => return,
        };
        if self.told.is_some_and(|told| told.elapsed() < INTERVAL) {
            self.held = Some(notification);
            return;
        }
        (self.told, self.held) = (Some(Instant::now()), None);
        message::send(&notification);
    }
}
