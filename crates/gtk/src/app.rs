// SPDX-License-Identifier: GPL-3.0-or-later
//! The application: identity, resources, actions that belong to no window.

use crate::args::DesktopOptions;
use crate::i18n::{self, gettext};
use crate::identity::{APP_ID, WEBSITE};
use crate::sound::SoundPlayer;
use crate::window::Window;
use crate::{renderer, rolls};
use adw::prelude::*;
use gnubg_draw::paint::texture;
use gnubg_engine::rng::Seed;
use gnubg_session::{Session, Setup};
use gnubg_shell::output;
use gtk::{gio, glib};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

/// What the launcher hands over.
#[derive(Debug)]
pub struct Launch {
    /// The compiled bundle of `/resources`.
    pub resources: &'static [u8],
    /// The catalogues of a build that is not installed.
    pub built: Option<PathBuf>,
    /// How each window's session starts.
    pub setup: Setup,
    /// Whether options ask for sessions of another kind than those of a program that runs already. Such a start is a
    /// program of its own; any other start opens its files in the one that runs.
    pub is_apart: bool,
}

/// Runs the desktop program until its last window closes.
#[must_use]
pub fn run(launch: Launch, options: &DesktopOptions) -> ExitCode {
    let Launch { resources, built, setup, is_apart } = launch;
    let first_rolls = match rolls::parse(options.test_dice.as_deref().unwrap_or("")) {
        Ok(rolls) => rolls,
        Err(error) => {
            output::error_line(format_args!("gnubg: --test-dice: {error}"));
            return ExitCode::from(2);
        }
    };
    i18n::init(options.locale_folder.as_deref(), built.as_deref());
    // The first board needs the textures; where no thread can be had it computes them itself.
    let _ = std::thread::Builder::new().name("textures".to_owned()).spawn(texture::prepare);
    let bundle = glib::Bytes::from_static(resources);
    match gio::Resource::from_data(&bundle) {
        Ok(resource) => gio::resources_register(&resource),
        Err(error) => {
            output::error_line(format_args!("gnubg: the program's resources are damaged: {error}"));
            return ExitCode::FAILURE;
        }
    }
    if gtk::init().is_err() {
        output::error_line(format_args!(
            "gnubg: no display could be opened; \"gnubg -t\" plays in the terminal"
        ));
        return ExitCode::FAILURE;
    }
    if let Some(display) = gtk::gdk::Display::default() {
        renderer::suit(&display);
    }
    let mut flags = gio::ApplicationFlags::HANDLES_OPEN;
    flags.set(gio::ApplicationFlags::NON_UNIQUE, is_apart);
    flags.set(gio::ApplicationFlags::IS_SERVICE, options.gapplication_service);
    let app = adw::Application::builder().application_id(APP_ID).flags(flags).build();
    app.connect_startup(add_actions);
    let setup = Setup {
        seed: options.test_seed.map(Seed::from).or(setup.seed),
        user: user().or(setup.user),
        first_rolls,
        in_window: true,
        ..setup
    };
    let options = options.clone();
    let files: Vec<std::ffi::OsString> = options.files.iter().map(|path| path.clone().into()).collect();
    let sounds = Rc::new(SoundPlayer::new(glib::user_cache_dir().join("gnubg/sounds")));
    let shared_sounds = Rc::clone(&sounds);
    let open = Rc::new(move |app: &adw::Application| match Session::start(setup.clone()) {
        Ok(session) => {
            i18n::use_language(options.lang.as_ref().unwrap_or(&session.options().general.language));
            let window = Window::new(app, session, &options);
            window.sounds().set_player(Rc::clone(&shared_sounds));
            window.present();
            window.read_icons();
            window.sounds().play("start");
            Some(window)
        }
        Err(error) => {
            output::error_line(format_args!("gnubg: {error}"));
            app.quit();
            None
        }
    });
    let open_with_files = Rc::clone(&open);
    app.connect_open(move |app, files, _| {
        for file in files {
            let Some(window) = open_with_files(app) else { return };
            window.open_gio_file(file);
        }
    });
    app.connect_activate(move |app| {
        open(app);
    });
    let words: Vec<std::ffi::OsString> = std::iter::once("gnubg".into()).chain(files).collect();
    let code = app.run_with_args_os(&words);
    sounds.finish();
    code.into()
}

/// The name of the user as the system knows it, if it can be a player's name.
fn user() -> Option<String> {
    let real = glib::real_name().to_string_lossy().into_owned();
    let name = if real.is_empty() || real == "Unknown" { glib::user_name() } else { real.into() };
    gnubg_session::usable_name(&name.to_string_lossy()).ok()
}

fn add_actions(app: &adw::Application) {
    let quit = gio::ActionEntry::builder("quit")
        .activate(|app: &adw::Application, _, _| {
            for window in app.windows() {
                window.close();
            }
        })
        .build();
    let about = gio::ActionEntry::builder("about")
        .activate(|app: &adw::Application, _, _| {
            let about = adw::AboutWindow::builder()
                .application_name(gettext("GNU Backgammon"))
                .application_icon(APP_ID)
                .version(env!("CARGO_PKG_VERSION"))
                .comments(gettext("Plays and analyzes backgammon"))
                .license_type(gtk::License::Gpl30)
                .developer_name("GNU Backgammon")
                .website(WEBSITE)
                .build();
            about.set_transient_for(app.active_window().as_ref());
            about.present();
        })
        .build();
    app.add_action_entries([quit, about]);
}
