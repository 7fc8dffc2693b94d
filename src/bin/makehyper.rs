// SPDX-License-Identifier: GPL-3.0-or-later
//! The program `makehyper`; see the tool of that name in the shell crate.

fn main() -> std::process::ExitCode {
    gnubg_shell::tools::makehyper::main(std::env::args_os())
}
