// SPDX-License-Identifier: GPL-3.0-or-later
//! The native part of the Python module `gnubg_rs`.
//!
//! Python code (`python/gnubg_rs`) is the interface for users: types, docstrings, numpy, tables. This crate holds what
//! computes or keeps state. Arrays cross as bytes and structured results as JSON, so that no interface of numpy and no
//! version of Python is compiled in: one library serves CPython 3.10 and all later ones. Whatever takes long releases the
//! interpreter's lock and ends at Ctrl+C.
//!
//! | module | holds |
//! | --- | --- |
//! | `state` | a position with score, cube and dice |
//! | `engine` | evaluations, one by one and in batches |
//! | `rollout` | rollouts |
//! | `record`, `decisions` | match files, analysis, tables of decisions |
//! | `library` | the library of matches: searches, imports |
//! | `session` | the functions for scripts on a session of their own |
//! | `work` | long computations that Ctrl+C ends |

mod decisions;
mod engine;
mod library;
mod record;
mod rollout;
mod session;
mod state;
mod work;

use pyo3::prelude::*;

/// The native part of gnubg_rs.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::library::Library;
    #[pymodule_export]
    use super::record::{Record, read_file};
    #[pymodule_export]
    use super::rollout::Rollout;
    #[pymodule_export]
    use super::session::{ScriptSession, describe};
    #[pymodule_export]
    use super::state::{State, features};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("version", env!("CARGO_PKG_VERSION"))
    }
}

/// An error of the user's input as `ValueError`.
fn value_error(error: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(error.to_string())
}
