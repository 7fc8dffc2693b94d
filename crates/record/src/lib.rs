// SPDX-License-Identifier: GPL-3.0-or-later
//! The match record: games, actions, analysis, statistics, navigation.
