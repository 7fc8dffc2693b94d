// SPDX-License-Identifier: GPL-3.0-or-later
//! Typed commands run on a thread of their own, to which the session is lent. The window stays responsive even if a command
//! takes minutes, and can stop it.

use async_channel::Sender;
use gnubg_session::Session;
use gnubg_shell::language::{Console, Flow, Interpreter, Meanwhile};

/// What the thread reports to the window.
pub(super) enum ConsoleReport {
    /// A text to be shown.
    Printed(String),
    /// An error message.
    Complained(String),
    /// A question; the answer goes into the channel.
    Asked(String, Sender<Option<String>>),
    /// The line has ended; the session comes back.
    Done(Box<ConsoleOutcome>),
}

/// How a line ended.
pub(super) struct ConsoleOutcome {
    pub(super) session: Box<Session>,
    pub(super) interpreter: Interpreter,
    pub(super) flow: Flow,
    /// What happened to the match and to computations in the background, for the window to show.
    pub(super) meanwhile: Meanwhile,
}

/// Sends texts and questions to the window.
struct PanelConsole {
    reports: Sender<ConsoleReport>,
    history: Vec<String>,
}

impl Console for PanelConsole {
    fn print(&mut self, text: &str) {
        // Nobody listens once the window is gone.
        let _ = self.reports.send_blocking(ConsoleReport::Printed(text.to_owned()));
    }

    fn complain(&mut self, text: &str) {
        let _ = self.reports.send_blocking(ConsoleReport::Complained(text.to_owned()));
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        let (answers, answer) = async_channel::bounded(1);
        self.reports.send_blocking(ConsoleReport::Asked(question.to_owned(), answers)).ok()?;
        answer.recv_blocking().ok()?
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn history(&self) -> Vec<String> {
        self.history.clone()
    }
}

/// Runs a line on a new thread.
///
/// # Errors
/// If no thread can be started; the session and the interpreter come back.
pub(super) fn run(
    session: Box<Session>,
    mut interpreter: Interpreter,
    line: String,
    history: Vec<String>,
    reports: Sender<ConsoleReport>,
) -> std::io::Result<()> {
    interpreter.run_beside_front_end();
    std::thread::Builder::new().name("commands".to_owned()).spawn(move || {
        let mut session = session;
        let mut console = PanelConsole { reports: reports.clone(), history };
        let flow = interpreter.run(&mut session, &mut console, &line);
        let meanwhile = interpreter.take_meanwhile();
        let done = ConsoleReport::Done(Box::new(ConsoleOutcome { session, interpreter, flow, meanwhile }));
        // If the window is gone, the session ends with this thread.
        let _ = reports.send_blocking(done);
    })?;
    Ok(())
}

/// The longest beginning that all words share.
pub(super) fn common_beginning(words: &[String]) -> String {
    let Some((first, others)) = words.split_first() else { return String::new() };
    let length = |other: &String| {
        first
            .char_indices()
            .zip(other.chars())
            .find(|((_, a), b)| a != b)
            .map_or(first.len().min(other.len()), |((at, _), _)| at)
    };
    let end = others.iter().map(length).min().unwrap_or(first.len());
    first[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_beginning_ends_at_the_first_difference() {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(common_beginning(&words(&["analyse", "annotate"])), "an");
        assert_eq!(common_beginning(&words(&["über", "übel"])), "übe");
        assert_eq!(common_beginning(&words(&["show", "showx"])), "show");
        assert_eq!(common_beginning(&words(&["x", "y"])), "");
        assert_eq!(common_beginning(&[]), "");
    }

    #[test]
    fn the_session_comes_back_with_the_changes() {
        let setup = gnubg_session::Setup { threads: Some(1), ..gnubg_session::Setup::default() };
        let session = Box::new(Session::start(setup).expect("a session"));
        let (sender, news) = async_channel::unbounded();
        let line = "new match 5".to_owned();
        run(session, Interpreter::new(gnubg_shell::commands::table()), line, Vec::new(), sender)
            .expect("a thread");
        let mut texts = Vec::new();
        let outcome = loop {
            match news.recv_blocking().expect("the thread tells its end") {
                ConsoleReport::Printed(text) | ConsoleReport::Complained(text) => texts.push(text),
                ConsoleReport::Asked(_, answers) => drop(answers.send_blocking(None)),
                ConsoleReport::Done(outcome) => break outcome,
            }
        };
        assert_eq!(outcome.flow, Flow::Continue);
        assert_eq!(outcome.session.record().length, 5);
        assert!(!outcome.meanwhile.changes.is_empty() && !texts.is_empty());
    }

    /// A line and what it reported.
    fn run_to_its_end(session: Box<Session>, line: &str) -> (ConsoleOutcome, String) {
        let (sender, news) = async_channel::unbounded();
        run(session, Interpreter::new(gnubg_shell::commands::table()), line.to_owned(), Vec::new(), sender)
            .expect("a thread");
        let mut texts = String::new();
        loop {
            match news.recv_blocking().expect("the thread tells its end") {
                ConsoleReport::Printed(text) | ConsoleReport::Complained(text) => texts.push_str(&text),
                ConsoleReport::Asked(_, answers) => drop(answers.send_blocking(None)),
                ConsoleReport::Done(outcome) => return (*outcome, texts),
            }
        }
    }

    /// Scenario 21 of the second edition: a command does not wait for a rollout in the background, and what the rollout
    /// reports meanwhile is kept for the window.
    #[test]
    fn a_command_does_not_wait_for_a_rollout_in_the_background() {
        let setup = gnubg_session::Setup { threads: Some(1), ..gnubg_session::Setup::default() };
        let session = Box::new(Session::start(setup).expect("a session"));
        let (outcome, _) = run_to_its_end(session, "new session");
        let mut session = outcome.session;
        let settings = gnubg_engine::rollout::RolloutSettings {
            trials: 1_000_000,
            ..gnubg_engine::rollout::RolloutSettings::default()
        };
        let request = gnubg_session::rollout::RolloutRequest {
            target: gnubg_session::rollout::Target::Position,
            settings: Some(Box::new(settings)),
            extend: false,
            store: false,
        };
        session.execute(request.into()).expect("a rollout");
        let is_running = |session: &Session| session.is_pending(gnubg_session::event::Activity::Rollout);
        assert!(is_running(&session));
        let start = std::time::Instant::now();
        let (outcome, texts) = run_to_its_end(session, "set automatic bearoff on");
        assert!(start.elapsed() < std::time::Duration::from_secs(5), "{texts}");
        assert!(is_running(&outcome.session), "it goes on");
        assert!(outcome.session.options().automatic.bearoff, "{texts}");
        // A line that ends the rollout leaves its end to the window.
        let mut session = outcome.session;
        session.execute(gnubg_session::Command::Stop).expect("a stop");
        let mut outcome = run_to_its_end(session, "show version").0;
        while is_running(&outcome.session) {
            outcome = run_to_its_end(outcome.session, "show version").0;
        }
        let has_ended = |event: &gnubg_session::Event| {
            matches!(event, gnubg_session::Event::JobFinished { activity, .. }
                if *activity == gnubg_session::event::Activity::Rollout)
        };
        assert!(outcome.meanwhile.events.iter().any(has_ended), "{:?}", outcome.meanwhile.events);
    }

    /// A typed rollout or analysis does not keep the session from the window.
    #[test]
    fn rollouts_and_analyses_go_on_when_the_session_is_back() {
        use gnubg_session::event::Activity;
        let setup = gnubg_session::Setup { threads: Some(1), ..gnubg_session::Setup::default() };
        let mut session = Box::new(Session::start(setup).expect("a session"));
        for line in ["set player both human", "new session", "set rollout trials 1000000"] {
            session = run_to_its_end(session, line).0.session;
        }
        let (outcome, texts) = run_to_its_end(session, "rollout");
        assert!(texts.contains("The rollout goes on in the background."), "{texts}");
        assert!(outcome.session.is_pending(Activity::Rollout));
        assert_eq!(outcome.meanwhile.started.len(), 1);
        let (outcome, texts) = run_to_its_end(outcome.session, "analyse match");
        assert!(texts.contains("already analyzed") || texts.contains("in the background"), "{texts}");
        // The lines of a file build on each other: each waits for what it starts.
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("commands");
        std::fs::write(&file, "set rollout trials 36\nset rollout truncation enable on\nrollout\n")
            .expect("a file");
        let mut session = outcome.session;
        session.execute(gnubg_session::Command::Stop).expect("a stop");
        let (outcome, texts) = run_to_its_end(session, &format!("load commands \"{}\"", file.display()));
        assert!(!texts.contains("in the background") && texts.contains("36"), "{texts}");
        assert!(outcome.meanwhile.started.is_empty());
    }

    /// Typed hints, evaluations and tables come back at once, and print their results when they end; in a file of commands
    /// each stands at its place.
    #[test]
    fn hints_evaluations_and_tables_go_on_when_the_session_is_back() {
        let setup = gnubg_session::Setup {
            threads: Some(1),
            first_rolls: vec![[3, 1]],
            ..gnubg_session::Setup::default()
        };
        let mut session = Box::new(Session::start(setup).expect("a session"));
        for line in ["set player both human", "set evaluation chequerplay evaluation plies 1", "new session"]
        {
            session = run_to_its_end(session, line).0.session;
        }
        for (line, shown) in [
            ("hint 2", "    2. "),
            ("eval", "static"),
            ("show rolls 0", "Average of 36 rolls"),
            ("show temperaturemap", "Average"),
            ("show scoremap", "Money:"),
        ] {
            let (mut outcome, texts) = run_to_its_end(session, line);
            assert!(!texts.contains(shown), "{line} waits: {texts}");
            let mut started = std::mem::take(&mut outcome.meanwhile.started);
            assert_eq!(started.len(), 1, "{line}");
            // The window takes in the events, those that came before the line had ended first.
            let mut printed = String::new();
            let mut take_in = |session: &Session, event: &gnubg_session::Event| {
                printed.extend(started.iter_mut().filter_map(|work| work.report(session, event)));
                started.retain(|work| !work.is_ended_by(event));
            };
            outcome.meanwhile.events.iter().for_each(|event| take_in(&outcome.session, event));
            outcome.session.settle(|session, event| take_in(session, &event));
            assert!(printed.contains(shown) && started.is_empty(), "{line}: {printed}");
            session = outcome.session;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("commands");
        let lines = "set evaluation chequerplay evaluation plies 0\nhint 3\nshow rolls 0\nshow version\n";
        std::fs::write(&file, lines).expect("a file");
        let (outcome, texts) = run_to_its_end(session, &format!("load commands \"{}\"", file.display()));
        let places = ["    3. ", "Average of 36 rolls", "GNU Backgammon"].map(|text| texts.find(text));
        assert!(places.is_sorted() && places[0].is_some(), "{texts}");
        assert!(outcome.meanwhile.started.is_empty());
    }

    #[test]
    fn work_on_a_database_goes_on_when_the_session_is_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("p.db");
        let setup = gnubg_session::Setup { threads: Some(1), ..gnubg_session::Setup::default() };
        let mut lent = Some(Box::new(Session::start(setup).expect("a session")));
        let mut run_line = |line: &str| {
            let (outcome, texts) = run_to_its_end(lent.take().expect("the session is back"), line);
            lent = Some(outcome.session);
            texts
        };
        let name = file.display();
        run_line(&format!("database new \"{name}\""));
        while !file.exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        // The next action is accepted as soon as the first one has ended.
        let generate = format!("database generate \"{name}\" 1000000");
        while !run_line(&generate).contains("in the background") {}
        assert!(run_line("show version").contains("GNU Backgammon"), "other commands run meanwhile");
        assert_eq!(run_line("database stop"), "");
    }
}
