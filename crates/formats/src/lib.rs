// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading and writing of match and position files.
