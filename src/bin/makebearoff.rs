// SPDX-License-Identifier: GPL-3.0-or-later
//! The program `makebearoff`, the same as `gnubg makebearoff`.

fn main() -> std::process::ExitCode {
    gnubg_shell::tools::makebearoff::main(std::env::args_os())
}
