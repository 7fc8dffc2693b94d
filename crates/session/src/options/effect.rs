// SPDX-License-Identifier: GPL-3.0-or-later
//! What a change of an option affects, so that nothing else has to be refreshed.

/// A part of the program that follows options. Options that are read when they are needed affect nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// The evaluation engine is rebuilt.
    Engine,
    /// The match equity table is loaded again.
    EquityTable,
    /// The worker threads are replaced.
    Threads,
    /// The rules of the match in progress follow.
    Rules,
    /// Who plays: names, and what can be done now.
    Players,
    /// Numbers and marks in panels and tools.
    Numbers,
    /// How the board is seen: direction, point numbers, dice, targets.
    Board,
    /// Design of the board, in two or three dimensions.
    Design,
    /// How checkers move.
    Motion,
    /// Which panels are shown, and where.
    Panels,
    /// The game record.
    Record,
    /// The analysis panel.
    Analysis,
    /// The toolbar.
    Toolbar,
    /// The menu bar.
    MenuBar,
    /// Keyboard shortcuts.
    Shortcuts,
    /// The status row.
    StatusRow,
    /// Light or dark.
    ColorScheme,
    /// Whether the window fills the screen.
    FullScreen,
    /// The size of text.
    TextSize,
    /// The switch of the tutor.
    Tutor,
    /// The language.
    Language,
}

impl Effect {
    /// All effects, in the order in which they are carried out.
    pub const ALL: [Effect; 21] = [
        Effect::Engine,
        Effect::EquityTable,
        Effect::Threads,
        Effect::Rules,
        Effect::Players,
        Effect::Numbers,
        Effect::Board,
        Effect::Design,
        Effect::Motion,
        Effect::Panels,
        Effect::Record,
        Effect::Analysis,
        Effect::Toolbar,
        Effect::MenuBar,
        Effect::Shortcuts,
        Effect::StatusRow,
        Effect::ColorScheme,
        Effect::FullScreen,
        Effect::TextSize,
        Effect::Tutor,
        Effect::Language,
    ];

    /// Its name in documentation and tests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Effect::Engine => "engine",
            Effect::EquityTable => "match equity table",
            Effect::Threads => "worker threads",
            Effect::Rules => "rules",
            Effect::Players => "players",
            Effect::Numbers => "numbers",
            Effect::Board => "board",
            Effect::Design => "design",
            Effect::Motion => "motion",
            Effect::Panels => "panels",
            Effect::Record => "game record",
            Effect::Analysis => "analysis panel",
            Effect::Toolbar => "toolbar",
            Effect::MenuBar => "menu bar",
            Effect::Shortcuts => "shortcuts",
            Effect::StatusRow => "status row",
            Effect::ColorScheme => "color scheme",
            Effect::FullScreen => "full screen",
            Effect::TextSize => "text size",
            Effect::Tutor => "tutor",
            Effect::Language => "language",
        }
    }
}

/// A set of effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effects(u32);

impl Effects {
    /// No effect.
    pub const NONE: Effects = Effects(0);

    /// The set of these effects.
    #[must_use]
    pub fn of(effects: &[Effect]) -> Effects {
        Effects(effects.iter().fold(0, |bits, effect| bits | 1 << *effect as u32))
    }

    /// Every effect.
    #[must_use]
    pub fn all() -> Effects {
        Effects::of(&Effect::ALL)
    }

    /// Whether the effect is in the set.
    #[must_use]
    pub const fn contains(self, effect: Effect) -> bool {
        self.0 & (1 << effect as u32) != 0
    }

    /// Whether any of these effects is in the set.
    #[must_use]
    pub fn contains_any(self, effects: &[Effect]) -> bool {
        effects.iter().any(|effect| self.contains(*effect))
    }

    /// The effects of both sets.
    #[must_use]
    pub const fn union(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// The effects of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Effect> {
        Effect::ALL.into_iter().filter(move |effect| self.contains(*effect))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let set = Effects::of(&[Effect::Board, Effect::Language]);
        assert!(set.contains(Effect::Board) && !set.contains(Effect::Design));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Effect::Board, Effect::Language]);
        assert_eq!(set.union(Effects::of(&[Effect::Board])), set);
        assert_eq!(Effects::all().iter().count(), Effect::ALL.len());
        assert_eq!(Effects::NONE.iter().count(), 0);
        assert!(set.contains_any(&[Effect::Design, Effect::Language]));
    }
}
