// SPDX-License-Identifier: GPL-3.0-or-later
//! The command language, terminal session, batch interface and database tools.
