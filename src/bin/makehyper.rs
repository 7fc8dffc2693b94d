// SPDX-License-Identifier: GPL-3.0-or-later
//! The program `makehyper`, the same as `gnubg makehyper`.

fn main() -> std::process::ExitCode {
    gnubg_shell::tools::makehyper::main(std::env::args_os())
}
