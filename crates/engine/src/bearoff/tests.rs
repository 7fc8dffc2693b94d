// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases against the published checksums, and damaged files.
