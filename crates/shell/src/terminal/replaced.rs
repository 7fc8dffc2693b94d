// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of the original program that this one does not have, and what replaces them.

/// Options of the original that are refused with the reason.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct ReplacedOptions {
    #[arg(short = 'd', long, hide = true)]
    debug: bool,

    #[arg(short = 'O', long, value_name = "DIR", hide = true)]
    docdir: Option<String>,

    #[arg(short = 'S', long, hide = true)]
    splash: bool,

    #[arg(short = 'n', long, value_name = "N", hide = true)]
    new_weights: Option<String>,

    #[arg(long, hide = true)]
    no_weights: bool,

    #[arg(long, value_name = "DISPLAY", hide = true)]
    display: Option<String>,

    #[arg(long, value_name = "CLASS", hide = true)]
    class: Option<String>,

    #[arg(long, value_name = "NAME", hide = true)]
    name: Option<String>,

    #[arg(long, value_name = "SCREEN", hide = true)]
    screen: Option<String>,

    #[arg(long, hide = true)]
    sync: bool,

    #[arg(long, value_name = "MODULES", hide = true)]
    gtk_module: Option<String>,

    #[arg(long, hide = true)]
    g_fatal_warnings: bool,
}

impl ReplacedOptions {
    /// Why the first of these options that is given is refused, and what to use instead.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        const NETS: &str =
            "the command new weights FILE N writes random nets, and load weights FILE plays with them";
        let table = [
            (self.debug, "-d", "there are no debug messages; -t prints what every command does"),
            (
                self.docdir.is_some(),
                "-O",
                "the manual is part of the program; press F1, or type help in the terminal",
            ),
            (self.splash, "-S", "there is no start picture"),
            (self.new_weights.is_some(), "-n", NETS),
            (self.no_weights, "--no-weights", NETS),
            (self.display.is_some(), "--display", "set the environment variable DISPLAY or WAYLAND_DISPLAY"),
            (self.class.is_some(), "--class", "the window manager sees the application ID"),
            (self.name.is_some(), "--name", "the window manager sees the application ID"),
            (self.screen.is_some(), "--screen", "set the environment variable DISPLAY, for example to :0.1"),
            (self.sync, "--sync", "set the environment variable GDK_SYNCHRONIZE to 1"),
            (self.gtk_module.is_some(), "--gtk-module", "GTK 4 loads no modules"),
            (
                self.g_fatal_warnings,
                "--g-fatal-warnings",
                "set the environment variable G_DEBUG to fatal-warnings",
            ),
        ];
        let (_, option, reason) = table.into_iter().find(|(is_given, ..)| *is_given)?;
        Some(format!("the option {option} is not available: {reason}"))
    }
}
