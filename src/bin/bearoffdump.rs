// SPDX-License-Identifier: GPL-3.0-or-later
//! The program `bearoffdump`, the same as `gnubg bearoffdump`.

fn main() -> std::process::ExitCode {
    gnubg_shell::tools::bearoffdump::main(std::env::args_os())
}
