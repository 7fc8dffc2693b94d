// SPDX-License-Identifier: GPL-3.0-or-later
//! `./x train`.

fn main() -> anyhow::Result<()> {
    gnubg_train::main()
}
