// SPDX-License-Identifier: GPL-3.0-or-later
//! Programs that commands and settings name.

use super::*;
use crate::command::DiceCommand;
use crate::error::CommandError;
use crate::event::Message;
use crate::files::directories::Directories;
use crate::{ProgramUse, SavedProgram};
use std::path::Path;

fn with_files(folder: &Path) -> Setup {
    Setup { directories: Some(Directories::under(folder)), ..setup() }
}

fn command_dice(generator: Generator, source: Option<&str>) -> Command {
    let source = source.map(str::to_owned);
    Command::Dice(DiceCommand::Use { generator, source, seed: None, modulus: None })
}

/// Settings as another person could have written them, with a command that leaves a trace.
fn foreign_settings(folder: &Path) -> (String, std::path::PathBuf) {
    let trace = folder.join("trace");
    let command = format!("touch {}; printf 6542", trace.display());
    let text = format!("version = 1\n[dice]\ngenerator = \"user\"\nsource = \"{command}\"\n");
    std::fs::write(folder.join("settings.toml"), text).unwrap();
    (command, trace)
}

#[test]
fn without_programs_none_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (command, trace) = foreign_settings(folder.path());
    for in_window in [false, true] {
        let setup = Setup { without_programs: true, in_window, ..with_files(folder.path()) };
        let mut session = Session::start(setup).unwrap();
        assert_eq!(session.generator(), Generator::Mersenne);
        let refused = |event: &Event| matches!(event, Event::Message(Message::SettingsProblem(text)) if text.contains("--no-shell"));
        assert!(settle(&mut session).iter().any(refused));
        assert!(!session.may_run_programs() && session.programs_to_allow().is_empty());
        for (generator, source) in [(Generator::User, Some(command.as_str())), (Generator::RandomOrg, None)] {
            let result = session.execute(command_dice(generator, source));
            assert!(matches!(result, Err(CommandError::ProgramsForbidden)), "{result:?}");
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(!trace.exists());
    }
}

#[test]
fn a_window_asks_before_a_program_of_saved_settings_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (command, trace) = foreign_settings(folder.path());
    let begin = || Session::start(Setup { in_window: true, ..with_files(folder.path()) }).unwrap();
    let mut session = begin();
    settle(&mut session);
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert!(!trace.exists() && session.generator() == Generator::Mersenne);
    let wanted = session.programs_to_allow();
    assert_eq!(wanted, [SavedProgram { used_for: ProgramUse::Dice, command: command.clone() }]);
    assert!(!session.may_run(&command));
    session.allow_programs(&wanted).unwrap();
    assert_eq!((session.generator(), session.programs_to_allow()), (Generator::User, Vec::new()));
    session.close();
    // The next time it runs without asking; another command does not.
    let session = begin();
    assert_eq!(session.generator(), Generator::User);
    session.close();
    let text = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    std::fs::write(folder.path().join("settings.toml"), text.replace("6542", "1111")).unwrap();
    let session = begin();
    assert_eq!((session.generator(), session.programs_to_allow().len()), (Generator::Mersenne, 1));
}

#[test]
fn what_the_user_names_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(Setup { in_window: true, ..with_files(folder.path()) }).unwrap();
    set(&mut session, "sound.command", OptionValue::Text("play -q".to_owned()));
    session.execute(command_dice(Generator::User, Some("printf 31"))).unwrap();
    assert!(session.may_run("play -q") && session.may_run("printf 31") && !session.may_run("other"));
    session.close();
    let session = Session::start(Setup { in_window: true, ..with_files(folder.path()) }).unwrap();
    assert!(session.may_run("play -q") && session.programs_to_allow().is_empty());
}
