// SPDX-License-Identifier: GPL-3.0-or-later
//! What the program tells tests of itself (`--state-dump`), beside what the toolkit knows of its widgets.

mod model;
mod own;

pub(crate) use gnubg_dump::StateDump;
pub(crate) use model::Model;

use std::path::PathBuf;
use std::rc::Rc;

/// Writes what `describe` tells to a file, from now on after each frame of any window.
pub(crate) fn start(path: PathBuf, describe: impl Fn(&mut dyn FnMut(&Model<'_>)) + 'static) -> Rc<StateDump> {
    StateDump::start(path, own::OWN_WIDGETS, move |write| {
        describe(&mut |model| write(model::describe(model)));
    })
}
